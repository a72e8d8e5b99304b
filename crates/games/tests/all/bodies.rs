//! Bodies of units as doors draw them: whole, named in the ledger, and hidden by the veil that hides everything else.

use dice::{Seed, Stream};
use empire::Empire;
use empire::words::{CorpsOrderKind, MeOrderKind};
use engine::{Game as _, GroupDrawn, Played, RandomPlayer, Side, Sign, Solo};
use games::{Kind, Setup, with};
use orders::orders::WriteOrders;
use orders::words::OrderKind;
use orders::{Instruction, Orders};
use std::collections::BTreeSet;
use std::sync::Arc;
use volley::Volley;

fn begun<G: Played>(battle: &str) -> G {
    let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
    G::start(&battle, rules)
}

/// Every battle of a game as it stands after some steps of random play.
fn played<G: Played>(look: impl Fn(&G)) {
    for file in games::embedded_of::<G>() {
        let (battle, rules) = Setup::new(file).open::<G>().unwrap();
        let mut game = G::start(&battle, rules);
        let luck = |stream| Stream::new(Seed::from_number(11), stream);
        let mut solo = Solo::new(luck(0), RandomPlayer(luck(1)));
        for step in 0..400 {
            if game.is_over() {
                break;
            }
            if step % 20 == 0 {
                look(&game);
            }
            let Ok(()) = game.step(&mut solo);
        }
    }
}

#[test]
fn every_unit_is_in_one_body_that_nothing_is_a_part_of_and_its_command_is_that_body() {
    fn check<G: Played>() {
        played::<G>(|game| {
            let bodies = game.groups_drawn();
            let ids: BTreeSet<_> = bodies.iter().map(|body| body.id).collect();
            assert_eq!(ids.len(), bodies.len(), "two have one number");
            let whole: BTreeSet<_> = bodies.iter().filter_map(|body| body.of).collect();
            assert!(whole.is_subset(&ids));
            for unit in game.units_drawn() {
                let has = |body: &&GroupDrawn| body.members.contains(&unit.id) && !whole.contains(&body.id);
                let found: Vec<&GroupDrawn> = bodies.iter().filter(has).collect();
                let [body] = found[..] else { panic!("{} is in {} bodies", unit.name, found.len()) };
                assert_eq!((body.side, &body.name), (unit.side, &unit.command), "{}", unit.name);
            }
            for side in Side::BOTH {
                let of_units = game.units_drawn().into_iter().chain(game.units_awaited());
                let of_units: BTreeSet<String> =
                    of_units.filter(|unit| unit.side == side).map(|unit| unit.command).collect();
                assert_eq!(engine::commands(game, side).into_iter().collect::<BTreeSet<_>>(), of_units);
            }
        });
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}

#[test]
fn signs_and_orders_name_rules_that_there_are() {
    fn check<G: Played>() {
        let spec = G::spec();
        let known = |id: &str| spec.rules.contains(&id) || spec.rulings.contains(&id);
        let says = |sign: &Sign| {
            assert!(!sign.means.is_empty() && sign.means.ends_with('.'), "{sign:?}");
            assert!(sign.rule.is_some_and(known), "{sign:?}");
        };
        G::BODY_SIGNS.iter().for_each(says);
        played::<G>(|game| {
            for body in game.groups_drawn() {
                for sign in &body.signs {
                    says(sign);
                    let listed = G::BODY_SIGNS.iter().any(|known| known.rule == sign.rule);
                    assert!(listed, "{sign:?} is on no list");
                }
                let waits = body.pending.iter().map(|pending| &pending.order);
                for order in body.order.iter().chain(waits) {
                    assert!(!order.means.is_empty() && !order.means.ends_with('.'), "{order:?}");
                    assert!(order.rules.iter().all(|rule| known(rule)), "{order:?}");
                }
            }
            assert!(game.initiative().is_none_or(|initiative| known(initiative.rule)));
        });
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}

/// Both games look the same to the French, and each as itself to the Prussians, Austrians or British.
#[track_caller]
fn told_to_its_own_side<G: Played>(one: &G, two: &G) {
    let bodies = |game: &G, side| game.seen_by(side).groups_drawn();
    for other in [Some(Side::French), None] {
        assert_eq!(bodies(one, other), bodies(two, other), "{other:?}");
    }
    assert_ne!(bodies(one, Some(Side::Allied)), bodies(two, Some(Side::Allied)));
}

#[test]
fn orders_of_mes_and_corps_are_told_to_their_own_side() {
    let game = begun::<Empire>("hassenhausen-at-eight");
    let hidden = |change: fn(&mut Empire)| {
        let mut other = game.clone();
        change(&mut other);
        told_to_its_own_side(&game, &other);
    };
    hidden(|game| {
        let me = game.mes.iter_mut().find(|me| me.side == Side::Allied).unwrap();
        me.order.as_mut().unwrap().kind = MeOrderKind::Rearguard;
    });
    hidden(|game| {
        let me = game.mes.iter_mut().find(|me| me.side == Side::Allied).unwrap();
        let order = me.order.clone().unwrap();
        me.pending = Some(empire::me::Pending { order, points: 4, urged: true });
    });
    hidden(|game| {
        let corps = game.corps.iter_mut().find(|corps| corps.side == Side::Allied).unwrap();
        corps.order.as_mut().unwrap().kind = CorpsOrderKind::Withdraw;
    });
}

#[test]
fn what_a_corps_was_sent_and_writes_is_told_to_its_own_side() {
    let mut game = begun::<Orders>("baumersdorf");
    let corps = game.corps_ids().find(|id| game.corps(*id).side == Side::Allied).unwrap();
    let order = orders::unit::Order { kind: OrderKind::Withdraw, objective: None };
    let with = |change: &dyn Fn(&mut Orders)| {
        let mut other = game.clone();
        change(&mut other);
        told_to_its_own_side(&game, &other);
    };
    with(&|game| game.sealed.push(Instruction::Carry { corps, order }));
    with(&|game| game.couriers.push(orders::unit::Courier { corps, order, arrives: 5 }));
    with(&|game| game.corps[usize::from(corps.0)].received = order);
    // What the enemy may write stands in the form that he alone is sent.
    game.turn = 2;
    let asked = orders::Question::from(WriteOrders { side: Side::French, start: false });
    let writing = game.seen_by(Some(Side::French)).writing(&asked).unwrap();
    assert!(!writing.bodies.is_empty());
    for body in &writing.bodies {
        assert_eq!(game.corps(orders::CorpsId(body.body.0)).side, Side::French);
    }
}

#[test]
fn a_brigade_in_reserve_is_told_to_its_own_side() {
    let games = games::embedded_of::<Volley>();
    let begun = games.into_iter().map(|file| begun::<Volley>(&file.id));
    let game =
        begun.into_iter().find(|game| game.reserves.iter().any(|reserve| reserve.side == Side::Allied));
    let game = game.expect("a battle in which the enemy has a reserve");
    let mut other = game.clone();
    let reserve = other.reserves.iter_mut().find(|reserve| reserve.side == Side::Allied).unwrap();
    reserve.failed = 2;
    let unit = Arc::make_mut(&mut reserve.units[0]);
    unit.figures += 3;
    told_to_its_own_side(&game, &other);
}
