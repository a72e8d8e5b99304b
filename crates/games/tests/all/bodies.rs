//! Bodies of units as doors draw them: whole, named in the ledger, and hidden by the veil that hides everything else.

use dice::{Seed, Stream};
use empire::Empire;
use empire::words::{CorpsOrderKind, MeOrderKind, Morale, Place};
use engine::{Game as _, GroupDrawn, Played, RandomPlayer, Side, Sign, Solo};
use games::{Kind, Setup, with};
use orders::orders::WriteOrders;
use orders::words::OrderKind;
use orders::{Instruction, Orders};
use rulebook::Source;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use volley::words::Formation;
use volley::{Standing, Unit, Volley};

fn begun<G: Played>(battle: &str) -> G {
    let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
    G::start(&battle, rules)
}

/// Every battle of a game as it stands after some steps of random play.
fn played<G: Played>(look: impl Fn(&G)) {
    played_by_name(|_, game| look(game));
}

/// Likewise, with the battle's id.
fn played_by_name<G: Played>(mut look: impl FnMut(&str, &G)) {
    for file in games::embedded_of::<G>() {
        let id = file.id.clone();
        let (battle, rules) = Setup::new(file).open::<G>().unwrap();
        let mut game = G::start(&battle, rules);
        let luck = |stream| Stream::new(Seed::from_number(11), stream);
        let mut solo = Solo::new(luck(0), RandomPlayer(luck(1)));
        for step in 0..6000 {
            if game.is_over() {
                break;
            }
            // Often at first, and seldom later, when much has been lost.
            if step % (if step < 400 { 20 } else { 200 }) == 0 {
                look(&id, &game);
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

/// What random players do not come to.
const NOT_MET: &[(Kind, &str)] = &[
    (Kind::Empire, "an order that is not carried out yet"),
    (Kind::Empire, "broken"),
    (Kind::Empire, "shaken"),
    (Kind::Empire, "spent"),
];

/// The word of a sign without what is told with it: the list of a game's signs has it so.
fn listed<'s>(signs: &'s [Sign], sign: &Sign) -> Option<&'s Sign> {
    let is = |known: &&Sign| (known.letter, known.rule, known.mood) == (sign.letter, sign.rule, sign.mood);
    // Fatigue comes in several sizes.
    let is_size = |known: &&Sign| known.letter.starts_with('●') && known.rule == sign.rule;
    signs.iter().find(is).or_else(|| signs.iter().find(is_size))
}

/// Two brigades in reserve: the second comes up first.
#[test]
fn a_brigade_in_reserve_keeps_its_number_when_another_comes_up_before_it() {
    let files = games::embedded_of::<Volley>().into_iter();
    let mut game =
        files.map(|file| begun::<Volley>(&file.id)).find(|game| !game.reserves.is_empty()).unwrap();
    let first = game.reserves[0].clone();
    let mut second = first.clone();
    second.command = "Second brigade".to_owned();
    for unit in &mut second.units {
        Arc::make_mut(unit).brigade = second.command.clone();
    }
    game.reserves.push(second.clone());
    let number = |game: &Volley, command: &str| {
        game.groups_drawn().into_iter().find(|body| body.name == command).unwrap().id
    };
    let numbers = |game: &Volley| [&first.command, &second.command].map(|command| number(game, command));
    let before = numbers(&game);
    let up = game.reserves.pop().unwrap();
    for profile in up.units {
        game.units.push(Unit::new(profile, Formation::Line, Standing::AtEdge));
    }
    assert_eq!(numbers(&game), before);
}

#[test]
fn signs_and_orders_name_rules_that_there_are() {
    fn check<G: Played>(kind: Kind) {
        let spec = G::spec();
        let known = |id: &str| spec.rules.contains(&id) || spec.rulings.contains(&id);
        let says = |sign: &Sign| {
            assert!(!sign.means.is_empty() && sign.means.ends_with('.'), "{sign:?}");
            assert!(sign.rule.is_some_and(known), "{sign:?}");
        };
        let met = RefCell::new(BTreeSet::new());
        let meets = |what: &str| met.borrow_mut().insert(what.to_owned());
        let every = RefCell::new(BTreeSet::new());
        played::<G>(|game| {
            let signs = game.body_signs();
            signs.iter().for_each(says);
            every.borrow_mut().extend(signs.iter().map(|sign| sign.word.to_string()));
            for body in game.groups_drawn() {
                for sign in &body.signs {
                    says(sign);
                    let listed = listed(&signs, sign);
                    meets(&listed.unwrap_or_else(|| panic!("{sign:?} is on no list")).word);
                }
                let waits = body.pending.iter().map(|pending| &pending.order);
                for order in body.order.iter().chain(waits) {
                    assert!(!order.means.is_empty() && !order.means.ends_with('.'), "{order:?}");
                    assert!(order.rules.iter().all(|rule| known(rule)), "{order:?}");
                }
                if body.order.is_some() {
                    meets("an order");
                }
                if !body.pending.is_empty() {
                    meets("an order that is not carried out yet");
                }
            }
            if let Some(initiative) = game.initiative() {
                assert!(known(initiative.rule));
                meets("the initiative");
            }
        });
        let (met, mut every) = (met.into_inner(), every.into_inner());
        if kind != Kind::Volley {
            every.extend(
                ["an order", "an order that is not carried out yet", "the initiative"].map(str::to_owned),
            );
        }
        let not_met: BTreeSet<&str> =
            NOT_MET.iter().filter(|(of, _)| *of == kind).map(|(_, word)| *word).collect();
        let missed: BTreeSet<&str> = every.difference(&met).map(String::as_str).collect();
        assert_eq!(missed, not_met, "{}", kind.word());
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>(kind));
    }
}

/// A corps has another number when it has come, and nobody else has the one that it had.
#[test]
fn a_number_means_one_body_for_as_long_as_the_battle_lasts() {
    fn check<G: Played>() {
        let mut bodies = BTreeMap::new();
        played_by_name::<G>(|battle, game| {
            for seat in [Some(Side::French), Some(Side::Allied), None] {
                for body in game.seen_by(seat).groups_drawn() {
                    let now = (body.side, body.kind, body.name);
                    let then =
                        bodies.entry((battle.to_owned(), seat, body.id)).or_insert_with(|| now.clone());
                    assert_eq!(*then, now, "{battle}, {seat:?}");
                }
            }
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
        let corps = orders::CorpsId(u16::try_from(body.body.0).unwrap());
        assert_eq!(game.corps(corps).side, Side::French);
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

#[test]
fn a_corps_that_is_still_to_come_is_told_to_its_own_side() {
    let battles = games::embedded_of::<Orders>().into_iter().map(|file| begun::<Orders>(&file.id));
    let comes = |game: &Orders, seat| {
        let bodies = game.seen_by(seat).groups_drawn().into_iter();
        bodies.filter(|body| body.comes.is_some()).map(|body| body.side).collect::<Vec<_>>()
    };
    let mut told = 0;
    for game in battles {
        for side in Side::BOTH {
            told += comes(&game, Some(side)).len();
            assert!(comes(&game, Some(side)).iter().all(|of| *of == side), "{side:?} is told of the enemy's");
        }
        assert_eq!(comes(&game, None), []);
    }
    assert!(told > 0, "no corps is still to come in any battle");
}

/// Of an ME of which two units wait unseen: five of the ten that are seen run, then a sixth.
#[test]
fn an_me_is_spent_in_every_view_when_it_is_spent_with_the_units_that_wait() {
    let mut game = begun::<Empire>("poserna-in-august");
    let me = game.find_me("Rabenau's foot").unwrap();
    let seats = [Some(Side::French), Some(Side::Allied), None];
    let has_sign = |game: &Empire, word: &str| {
        let has = |seat| {
            let bodies = game.seen_by(seat).groups_drawn();
            let body = bodies.iter().find(|body| body.name == "Rabenau's foot").unwrap();
            body.signs.iter().any(|sign| sign.word == word)
        };
        seats.map(has)
    };
    let here: Vec<_> = game.units_of(me).map(|(id, _)| id).collect();
    let of = game.all_of(me).count();
    assert_eq!((here.len(), of, game.seen_by(Some(Side::French)).all_of(me).count()), (10, 12, 10));
    let runs = |game: &mut Empire, unit: engine::UnitId| {
        game.units.get_mut(usize::from(unit.0)).unwrap().morale = Morale::Bad;
    };
    for unit in &here[..5] {
        runs(&mut game, *unit);
    }
    assert_eq!(has_sign(&game, "spent"), [false; 3], "half of what is seen is not half of it");
    runs(&mut game, here[5]);
    assert_eq!(has_sign(&game, "spent"), [true; 3]);
}

#[test]
fn an_me_of_which_all_units_wait_is_spent_in_no_view() {
    let mut game = begun::<Empire>("poserna-in-august");
    let me = game.find_me("Rabenau's foot").unwrap();
    let here: Vec<_> = game.units_of(me).map(|(id, _)| id).collect();
    for unit in here {
        game.units.get_mut(usize::from(unit.0)).unwrap().place = Place::Holding;
    }
    for seat in [Some(Side::French), Some(Side::Allied), None] {
        let bodies = game.seen_by(seat).groups_drawn();
        let body = bodies.iter().find(|body| body.name == "Rabenau's foot").unwrap();
        assert!(body.signs.iter().all(|sign| sign.word != "spent"), "{seat:?}: {:?}", body.signs);
    }
}

#[test]
fn a_house_that_hides_fatigue_hides_its_dots() {
    let dots = |house: &str| {
        let setup = Setup::new(games::find("hassenhausen-at-eight").unwrap());
        let patch = Source::new("club.toml", format!("sheet = \"empire\"\n[rulings]\n{house}"));
        let (battle, rules) = setup.patched(games::read_patch(&patch).unwrap()).open::<Empire>().unwrap();
        let game = Empire::start(&battle, rules);
        let told = |side| {
            let bodies = game.seen_by(Some(Side::French)).groups_drawn();
            let own = bodies.into_iter().filter(move |body| body.side == side && body.kind == "ME");
            let dotted =
                |body: &GroupDrawn| body.signs.iter().any(|sign| sign.rule == Some("empire.fatigue.levels"));
            own.map(|body| dotted(&body)).collect::<BTreeSet<bool>>()
        };
        Side::BOTH.map(told)
    };
    let (all, none) = (BTreeSet::from([true]), BTreeSet::from([false]));
    assert_eq!(dots(""), [all.clone(), all.clone()]);
    assert_eq!(dots("\"empire.house.secrets\" = \"ratings-hidden\""), [all, none]);
}
