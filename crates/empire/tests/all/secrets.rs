//! What a side may not know of its enemy does not change a byte of what it is shown.

use crate::setup::{self, book};
use dice::{Seed, Stream};
use empire::me::{MeOrder, Objective, Pending};
use empire::unit::{Profile, Unit};
use empire::words::{Fatigue, Grade, MeOrderKind, Place, Rating};
use empire::{Battle, Empire, Rules};
use engine::{Game as _, Played as _, RandomPlayer, Side, Solo};
use rulebook::Setting;
use std::sync::Arc;

/// The teaching battle, with a battery in reserve and a battalion in the holding area on either side.
fn battle(rules: &Arc<Rules>) -> Battle {
    battle_of(rules, [2, 2])
}

/// Likewise, with these numbers of units that wait on either side.
fn battle_of(rules: &Arc<Rules>, waiting: [usize; 2]) -> Battle {
    let mut text = include_str!("../../../../battles/hassenhausen-at-eight/battle.toml").to_owned();
    for (me, count) in ["Gudin", "Schmettau"].into_iter().zip(waiting) {
        let all = [
            format!(
                "name = \"Reserve of {me}\"\narm = \"artillery\"\ngrade = \"regular\"\nplace = \"reserve\""
            ),
            format!("name = \"Behind {me}\"\ngrade = \"rabble\"\nplace = \"holding\""),
            format!("name = \"Also behind {me}\"\ngrade = \"elite\"\nplace = \"holding\""),
        ];
        for unit in all.iter().take(count) {
            text.push_str(&format!("\n[[unit]]\nme = \"{me}\"\n{unit}\n"));
        }
    }
    setup::battle(&text, rules)
}

fn rules(set: &[(&str, &str)]) -> Arc<Rules> {
    let book = book();
    let mut sheet = book.sheet("empire").unwrap();
    for (ruling, value) in set {
        let number = book.rulings.iter().position(|known| known.id == *ruling).expect("a ruling");
        let word = book.rulings[number].words.iter().position(|word| word == value).expect("a word of it");
        sheet = sheet.with(number, Setting::Word(word as u8));
    }
    Arc::new(Empire::rules(sheet))
}

/// The same game, but that everything the other side may not know of a side is otherwise.
fn with_other_secrets(game: &Empire, side: Side) -> Empire {
    let mut other = game.clone();
    let order = MeOrder { kind: MeOrderKind::Screen, objective: Some(Objective::Enemy(empire::me::MeId(0))) };
    for me in other.mes.iter_mut().filter(|me| me.side == side) {
        me.order = Some(order.clone());
        me.pending = Some(Pending { order: order.clone(), points: 7, urged: true });
    }
    for corps in other.corps.iter_mut().filter(|corps| corps.side == side) {
        corps.order = None;
        corps.reserve.push(empire::UnitId(0));
    }
    for unit in other.units.iter_mut().filter(|unit| unit.side() == side && unit.waits()) {
        let profile = Profile { name: "Others".into(), grade: Grade::OldGuard, ..(*unit.profile).clone() };
        let place = if unit.place == Place::Holding { Place::Reserve } else { Place::Holding };
        let figures = unit.figures;
        *unit = Unit::new(Arc::new(profile), unit.formation, place);
        unit.figures = figures.saturating_sub(1).max(1);
        unit.disordered = true;
    }
    other
}

fn bytes(view: &Empire) -> String {
    let drawn: Vec<(String, u32)> =
        view.units_drawn().into_iter().map(|unit| (unit.name, unit.strength)).collect();
    format!("{}\n{drawn:?}\n{:?}", serde_json::to_string(view).unwrap(), view.decision())
}

#[test]
fn views_do_not_tell_orders_nor_who_waits() {
    let rules = rules(&[]);
    let battle = battle(&rules);
    let mut pairs = 0;
    for seed in 0..8 {
        let mut game = Empire::start(&battle, Arc::clone(&rules));
        let mut solo = Solo::new(
            Stream::new(Seed::from_number(seed), 0),
            RandomPlayer(Stream::new(Seed::from_number(seed), 1)),
        );
        while !game.is_over() {
            for side in Side::BOTH {
                let other = with_other_secrets(&game, side);
                assert_ne!(serde_json::to_string(&game).unwrap(), serde_json::to_string(&other).unwrap());
                for viewer in [Some(side.enemy()), None] {
                    let (one, two) = (game.seen_by(viewer), other.seen_by(viewer));
                    assert_eq!(bytes(&one), bytes(&two), "seed {seed}: what {viewer:?} sees of {side:?}");
                }
                pairs += 1;
            }
            for _ in 0..7 {
                if !game.is_over() {
                    let Ok(()) = game.step(&mut solo);
                }
            }
        }
    }
    assert!(pairs > 100, "only {pairs} pairs were looked at");
}

#[test]
fn a_view_has_no_room_for_who_waits() {
    let rules = rules(&[]);
    let game = Empire::start(&battle(&rules), Arc::clone(&rules));
    let there = game.units.iter().filter(|unit| unit.on_table()).count();
    // The sides wait in turn, the French first: of the others blanks are left between them, and nothing behind them.
    let french = game.seen_by(Some(Side::French));
    assert_eq!((game.units.len(), french.units.len()), (there + 4, there + 3));
    assert_eq!(french.units_drawn().len(), there + 2);
    let nobody = game.seen_by(None);
    assert_eq!((nobody.units.len(), nobody.units_drawn().len()), (there, there));
    // The rabble behind them does not show in what is public of an ME.
    let me = game.find_me("Schmettau").unwrap();
    assert_eq!((game.me(me).of, french.me(me).of), (french.me(me).of + 2, game.me(me).of - 2));
    assert!(french.me(me).grade.rank() >= game.me(me).grade.rank());
    let allied = game.seen_by(Some(Side::Allied));
    assert!(allied.find("Behind Gudin").is_none() && allied.find("Behind Schmettau").is_some());
    assert!(allied.units_drawn().iter().all(|unit| unit.name != "?"));
}

/// However many of the enemy wait, a side's own numbers and all it sees are the same.
#[test]
fn nothing_tells_how_many_wait() {
    let rules = rules(&[]);
    let seen = |waiting: [usize; 2], side: Side| {
        let game = Empire::start(&battle_of(&rules, waiting), Arc::clone(&rules));
        game.sound().unwrap();
        bytes(&game.seen_by(Some(side)))
    };
    for own in 0..=3 {
        for others in 1..=3 {
            let same = seen([own, others], Side::French) == seen([own, 0], Side::French);
            assert!(same, "the French have {own} waiting and see that {others} do");
            let same = seen([others, own], Side::Allied) == seen([0, own], Side::Allied);
            assert!(same, "the Allies have {own} waiting and see that {others} do");
        }
    }
}

#[test]
fn some_houses_hide_ratings_and_fatigue() {
    for (set, hidden) in [(&[][..], false), (&[("empire.house.secrets", "ratings-hidden")][..], true)] {
        let rules = rules(set);
        let game = Empire::start(&battle(&rules), Arc::clone(&rules));
        let mut other = game.clone();
        for me in other.mes.iter_mut().filter(|me| me.side == Side::Allied) {
            (me.fatigue, me.rose_last_hour) = (Fatigue::Tired, true);
        }
        for leader in other.leaders.iter_mut().filter(|leader| leader.side == Side::Allied) {
            (leader.rating, leader.premonition) = (Rating::Despicable, true);
        }
        let (one, two) = (game.seen_by(Some(Side::French)), other.seen_by(Some(Side::French)));
        assert_eq!(bytes(&one) == bytes(&two), hidden);
        assert_ne!(bytes(&game.seen_by(Some(Side::Allied))), bytes(&other.seen_by(Some(Side::Allied))));
    }
}

#[test]
fn a_battle_file_says_where_a_unit_may_wait() {
    let rules = rules(&[]);
    let text = include_str!("../../../../battles/hassenhausen-at-eight/battle.toml");
    let text =
        format!("{text}\n[[unit]]\nname = \"A\"\nme = \"Gudin\"\ngrade = \"rabble\"\nplace = \"lost\"\n");
    let faults = setup::read(&text, &rules).unwrap_err();
    for part in ["battle.toml", "place", "lost", "table, holding or reserve"] {
        assert!(faults.contains(part), "{faults}");
    }
}
