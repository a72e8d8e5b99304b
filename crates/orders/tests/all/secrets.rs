//! No seat sees what it may not: two states that differ only in sealed orders, in what was sent or received, and in
//! what is still to come give the enemy and the spectators the same bytes.

use dice::{Seed, Stream};
use engine::{Game, Played, Players, Side, Solo};
use orders::unit::{Awaited, Corps, CorpsId, Courier, Order, Profile};
use orders::words::{Nation, OrderKind, Trait};
use orders::{Answer, Instruction, Orders, Question};
use rulebook::Source;
use std::sync::Arc;

struct Random(Stream);
impl Players<Orders> for Random {
    fn answer(&mut self, _: Side, view: &Orders, question: &Question) -> Answer {
        view.sample(question, &mut self.0)
    }
}

const BAUMERSDORF: &str = include_str!("../../../../battles/baumersdorf/battle.toml");
/// Two allied brigades and their commander come later.
const VITORIA: &str = include_str!("../../../../battles/vitoria/battle.toml");

fn begin(battle: &str) -> Orders {
    let book = Orders::embedded_book().unwrap();
    let rules = Arc::new(Orders::rules(book.sheet("orders").unwrap()));
    let source = Source::new("battle.toml", battle);
    let battle = Orders::read_battle("battle", &source, &|_| Some(Arc::clone(&rules)));
    Orders::start(&battle.unwrap(), rules)
}

/// The state with everything else in its sealed papers.
fn with_other_secrets(game: &Orders, side: Side, luck: &mut Stream) -> Orders {
    let mut other = game.clone();
    let mut any = || Order { kind: OrderKind::WORDS[luck.die(7) as usize - 1].1, objective: None };
    let own: Vec<CorpsId> = game.corps_ids().filter(|id| game.corps(*id).side == side).collect();
    other.sealed.retain(|sealed| !own.contains(&sealed.corps()));
    other.couriers.retain(|courier| !own.contains(&courier.corps));
    for corps in own {
        other.sealed.push(Instruction::Carry { corps, order: any() });
        other.couriers.push(Courier { corps, order: any(), arrives: game.turn + 2 });
        let own = &mut other.corps[usize::from(corps.0)];
        own.received = any();
        own.fresh = !own.fresh;
    }
    come_otherwise(&mut other, side);
    other
}

/// Others come, fewer of them, elsewhere and later, under another leader with another order; and one corps more.
fn come_otherwise(game: &mut Orders, side: Side) {
    let still_to_come = |awaited: &&mut Awaited| awaited.corps.side == side && awaited.here.is_none();
    for Awaited { corps, leader, .. } in game.awaited.iter_mut().filter(still_to_come) {
        corps.name = format!("{} of the reserve", corps.name).into();
        corps.order = Order { kind: OrderKind::Withdraw, objective: None };
        corps.radius = Some(table::Inches::whole(3));
        corps.nation = Nation::Saxon;
        leader.name = "Nobody".into();
        leader.nation = Nation::Saxon;
        leader.character = Trait::Genius;
    }
    for coming in game.coming.iter_mut().filter(|coming| coming.side == side) {
        coming.turn += 3;
        coming.point.x += 5000;
        coming.units.pop();
        game.starting_units[side] -= 1;
        for unit in &mut coming.units {
            unit.profile = Arc::new(Profile { name: "Somebody else".into(), ..(*unit.profile).clone() });
        }
    }
    let (leader, corps) = (game.leaders[0].clone(), game.corps[0].clone());
    let corps = Corps { name: "One more".into(), side, ..corps };
    game.awaited.push(Awaited { id: CorpsId(65_000), corps, leader, here: None });
}

#[test]
fn views_do_not_tell_sealed_orders() {
    views_are_alike(BAUMERSDORF, 40, 1000);
}

#[test]
fn views_do_not_tell_who_is_still_to_come() {
    let waits = begin(VITORIA);
    assert_eq!(waits.coming.len(), 1);
    let (own, other) = (waits.seen_by(Some(Side::Allied)), waits.seen_by(Some(Side::French)));
    assert_eq!((own.coming.len(), other.coming.len()), (1, 0));
    assert_eq!(own.starting_units.allied, other.starting_units.allied + 2);
    // No name, no number and no gap among the numbers tells that there is one more.
    let names = |view: &Orders| {
        let here = view.corps_ids().map(|id| view.corps(id).name.to_string());
        here.chain(view.still_to_come().map(|awaited| awaited.corps.name.to_string())).collect::<Vec<_>>()
    };
    assert_eq!((names(&own).len(), names(&other).len()), (9, 8));
    assert!(!names(&other).iter().any(|name| name.contains('?') || name.contains("Dalhousie")));
    assert_eq!((own.awaited.len(), other.awaited.len(), other.leaders.len()), (1, 0, 10));
    views_are_alike(VITORIA, 6, 100);
}

/// Battles of random answers, looked at now and then.
fn views_are_alike(battle: &str, games: u64, least: u32) {
    let mut luck = Stream::new(Seed::from_number(1809), 7);
    let mut pairs = 0;
    for seed in 0..games {
        let mut game = begin(battle);
        let mut solo = Solo::new(
            Stream::new(Seed::from_number(seed), 0),
            Random(Stream::new(Seed::from_number(seed), 9)),
        );
        for _ in 0..400 {
            if game.is_over() {
                break;
            }
            let Ok(()) = game.step(&mut solo);
            if luck.die(10) > 1 {
                continue;
            }
            for side in Side::BOTH {
                let other = with_other_secrets(&game, side, &mut luck);
                assert_ne!(serde_json::to_vec(&game).unwrap(), serde_json::to_vec(&other).unwrap());
                for viewer in [Some(side.enemy()), None] {
                    let (one, two) = (game.seen_by(viewer), other.seen_by(viewer));
                    assert_eq!(
                        serde_json::to_string(&*one).unwrap(),
                        serde_json::to_string(&*two).unwrap(),
                        "seed {seed}: what {viewer:?} sees of {side:?}"
                    );
                }
                pairs += 1;
            }
        }
    }
    assert!(pairs >= least, "only {pairs} pairs were tried");
}

#[test]
fn an_order_is_heard_by_its_own_side_only() {
    let game = begin(BAUMERSDORF);
    let corps = CorpsId(0);
    let order = Order { kind: OrderKind::Attack, objective: None };
    let event = orders::Event::new(orders::What::Sealed { corps, order, sent: false }, &[]);
    let side = game.corps(corps).side;
    assert!(game.heard_by(&event, Some(side)).is_some());
    assert_eq!(game.heard_by(&event, Some(side.enemy())), None);
    assert_eq!(game.heard_by(&event, None), None);
}
