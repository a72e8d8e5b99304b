//! What games of the same battle share.

use dice::Seed;
use engine::record::Header;
use games::Setup;
use rulebook::Source;
use seat::{Battles, MOST_CAPTAINS, MOST_UNUSED, Shared};
use std::collections::BTreeMap;
use std::sync::Arc;
use volley::Volley;

fn header(battle: &str) -> Header {
    let setup = Setup::new(games::find(battle).unwrap());
    let (_, rules) = setup.open::<Volley>().unwrap();
    setup.header(&rules, Seed::from_number(1), BTreeMap::new())
}

fn opened(battles: &Battles, header: &Header) -> Arc<Shared<Volley>> {
    battles.of(games::book::<Volley>(), "test", header).unwrap()
}

#[test]
fn games_of_one_battle_under_the_same_rules_share_them_and_no_others_do() {
    let battles = Battles::default();
    let gilly = header("gilly");
    let one = opened(&battles, &gilly);
    assert!(Arc::ptr_eq(&one, &opened(&battles, &gilly)));
    let mut renamed = gilly.clone();
    renamed.battle_text.push_str("\n# another file\n");
    assert!(!Arc::ptr_eq(&one, &opened(&battles, &renamed)));
    assert!(!Arc::ptr_eq(&one, &opened(&battles, &header("leubnitz"))));
}

#[test]
fn a_battle_of_the_list_is_read_once_and_one_by_house_rules_each_time() {
    let battles = Battles::default();
    let listed = |setup: &Setup| battles.listed::<Volley>(setup).unwrap();
    let gilly = Setup::new(games::find("gilly").unwrap());
    assert!(Arc::ptr_eq(&listed(&gilly), &listed(&gilly)));
    assert_eq!(listed(&gilly).rules.hash_hex(), gilly.open::<Volley>().unwrap().1.hash_hex());
    let deployed = Setup::new(games::find("gilly").unwrap().to_deploy());
    assert!(!Arc::ptr_eq(&listed(&gilly), &listed(&deployed)));
    let text = include_str!("../../../../docs/club.toml").to_owned();
    let source = Source { name: "club.toml".to_owned(), text: text.into() };
    let house = gilly.clone().patched(games::read_patch(&source).unwrap());
    assert!(!Arc::ptr_eq(&listed(&house), &listed(&house)));
    assert_ne!(listed(&house).rules.hash_hex(), listed(&gilly).rules.hash_hex());
    assert!(Arc::ptr_eq(&listed(&gilly), &listed(&gilly)), "house rules are not taken for the printed ones");
}

#[test]
fn battles_that_no_game_uses_go_when_there_are_many() {
    let battles = Battles::default();
    let gilly = header("gilly");
    let played = opened(&battles, &gilly);
    for n in 0..2 * MOST_UNUSED {
        let mut other = gilly.clone();
        other.battle_text.push_str(&format!("\n# {n}\n"));
        opened(&battles, &other);
    }
    assert!(battles.kept() <= MOST_UNUSED + 1);
    assert!(Arc::ptr_eq(&played, &opened(&battles, &gilly)));
}

#[test]
fn a_few_captains_wait_and_serve_again() {
    let battles = Battles::default();
    let shared = opened(&battles, &header("gilly"));
    for _ in 0..3 * MOST_CAPTAINS {
        shared.take_back("captain", general::by_name("captain", 1).unwrap());
        shared.take_back("recruit", general::by_name("recruit", 1).unwrap());
    }
    assert_eq!(shared.captains_waiting(), MOST_CAPTAINS);
    let lent = shared.lend("captain", 2).unwrap();
    assert_eq!(shared.captains_waiting(), MOST_CAPTAINS - 1);
    shared.lend("recruit", 2).unwrap();
    assert_eq!(shared.captains_waiting(), MOST_CAPTAINS - 1);
    shared.take_back("captain", lent);
    assert!(shared.lend("field-marshal", 2).is_none());
}
