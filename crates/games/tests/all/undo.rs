//! An answer is taken back only while nothing that followed has told its side anything.

use dice::{Pool, Seed, Stream};
use engine::{Entry, FactKind, Game, Live, NoUndo, Played, Session, Side, Waiting};
use games::{Empire, Setup};
use orders::{Instruction, Orders};
use std::collections::BTreeMap;
use std::sync::Arc;
use volley::{Volley, words::Phase};

fn opened<G: Played>(id: &str) -> Session<G> {
    let (battle, rules) = Setup::new(games::find(id).unwrap()).open::<G>().unwrap();
    Session::new(G::start(&battle, rules))
}

/// Every battle of a game, placed and still to be deployed, and those of a game that has few once more: each is played with
/// luck of its own. The first keeps the hash of every step; the others do without, since hashing is most of their time.
fn all<G: Played>() -> Vec<Session<G>> {
    let mut all = Vec::new();
    for file in games::embedded_of::<G>() {
        let (battle, rules) = Setup::new(file).open::<G>().unwrap();
        if all.is_empty() {
            all.push(Session::hashed(G::start(&battle, Arc::clone(&rules)), false));
        }
        all.push(Session::new(G::start(&battle, Arc::clone(&rules))));
        all.push(Session::new(G::start(&G::undeployed(&battle), rules)));
    }
    let played = all.len().max(LEAST);
    all.into_iter().cycle().take(played).collect()
}

/// The fewest battles of a game that are played.
const LEAST: usize = 8;

fn luck(seed: usize) -> Stream {
    Stream::new(Seed::from_number(seed as u64), 2)
}

fn fall<A>(luck: &mut Stream, pool: Pool) -> Entry<A> {
    Entry::Dice { faces: (0..pool.count).map(|_| luck.die(pool.sides)).collect(), typed: true }
}

/// A next entry: dice as they fall, or a random answer.
fn next<G: Played>(session: &Session<G>, luck: &mut Stream) -> Option<Entry<G::Answer>> {
    Some(match session.waiting()? {
        Waiting::ForDice { pool, .. } => fall(luck, *pool),
        Waiting::ForAnswer(question) => Entry::Answer(session.game().sample(question, luck)),
        other => panic!("{other:?}"),
    })
}

fn asked<G: Game>(session: &Session<G>) -> Option<Side> {
    match session.waiting()? {
        Waiting::ForAnswer(question) => Some(session.game().asked_of(question)),
        _ => None,
    }
}

/// Everything there is to tell two sessions apart.
fn whole<G: Game>(session: &Session<G>) -> (String, Option<Waiting<G>>) {
    let hashes: Vec<_> = (0..session.step_ends().len()).map(|step| session.hash_of_step(step)).collect();
    let told = (
        session.entries(),
        (session.step_ends(), hashes),
        session.log(),
        session.log_ends(),
        session.start(),
        session.game(),
    );
    (serde_json::to_string(&told).unwrap(), session.waiting().cloned())
}

fn folded<G: Played>(session: &Session<G>) -> Session<G> {
    let mut fresh = session.start_again();
    session.entries().iter().for_each(|entry| fresh.put(entry.clone()).unwrap());
    fresh
}

#[test]
fn what_is_taken_back_was_never_put_and_put_again_is_the_same() {
    fn check<G: Played>(seen: &mut BTreeMap<Result<(), NoUndo>, u32>) {
        for (n, mut session) in all::<G>().into_iter().enumerate() {
            let mut luck = luck(n);
            for i in 0..300 {
                let of = asked(&session);
                let Some(entry) = next(&session, &mut luck) else { break };
                let before = (i % 37 == 0).then(|| whole(&session));
                session.put(entry.clone()).unwrap();
                for side in Side::BOTH {
                    let may = session.can_undo(side);
                    *seen.entry(may).or_default() += 1;
                    assert!(may.is_err() || of == Some(side), "only who answered takes back");
                    if let (Some(before), Ok(())) = (&before, may) {
                        let after = whole(&session);
                        session.undo(side).unwrap();
                        assert_eq!(whole(&session), *before);
                        assert_eq!(whole(&session), whole(&folded(&session)));
                        session.put(entry.clone()).unwrap();
                        assert_eq!(whole(&session), after);
                    } else if before.is_some() {
                        let unchanged = whole(&session);
                        assert_eq!(session.clone().undo(side), may);
                        assert_eq!(whole(&session), unchanged);
                    }
                }
                // All the way back to the last die, or to where something came to light, and forward again.
                if i % 61 == 60 {
                    let (entries, after) = (session.entries().to_vec(), whole(&session));
                    while Side::BOTH.iter().any(|side| session.undo(*side).is_ok()) {}
                    assert_eq!(whole(&session), whole(&folded(&session)));
                    let kept = session.entries().len();
                    entries[kept..].iter().for_each(|entry| session.put(entry.clone()).unwrap());
                    assert_eq!(whole(&session), after);
                }
            }
        }
    }
    for kind in games::Kind::ALL {
        let mut seen = BTreeMap::new();
        games::with!(kind, G => check::<G>(&mut seen));
        let count = |what: Result<(), NoUndo>| seen.get(&what).copied().unwrap_or(0);
        assert!(count(Ok(())) > 600, "{kind:?}: {seen:?}");
        for why in [NoUndo::DiceFell, NoUndo::OtherSideDecided, NoUndo::NothingToUndo, NoUndo::Told] {
            assert!(count(Err(why)) > 0, "{kind:?}: {seen:?}");
        }
        // What is hidden bears on few answers.
        assert!(count(Err(NoUndo::Told)) * 10 < count(Ok(())), "{kind:?}: {seen:?}");
    }
}

#[test]
fn nothing_is_taken_back_once_the_battle_is_over() {
    fn check<G: Played>(id: &str) -> u32 {
        let mut by_an_answer = 0;
        for seed in 0..4 {
            let mut luck = luck(seed);
            let mut session = opened::<G>(id);
            while let Some(entry) = next(&session, &mut luck) {
                session.put(entry).unwrap();
            }
            let over = whole(&session);
            for side in Side::BOTH {
                assert_eq!(session.undo(side), Err(NoUndo::Over));
            }
            assert_eq!(whole(&session), over);
            by_an_answer += u32::from(matches!(session.entries().last(), Some(Entry::Answer(_))));
        }
        by_an_answer
    }
    let ended =
        [check::<Volley>("gilly"), check::<Orders>("baumersdorf"), check::<Empire>("hassenhausen-at-eight")];
    assert!(ended.iter().sum::<u32>() > 0, "some answer was the last: {ended:?}");
}

#[test]
fn orders_are_not_written_again_once_the_others_are_revealed() {
    // Whether the French have written anything or nothing: that they have not is told as well.
    for writes in [true, false] {
        let mut session = opened::<Orders>("baumersdorf");
        let decline = |session: &Session<Orders>| match session.waiting() {
            Some(Waiting::ForAnswer(question)) => Entry::Answer(session.game().decline(question)),
            other => panic!("{other:?}"),
        };
        assert_eq!(session.can_undo(Side::French), Err(NoUndo::NothingToUndo));
        while matches!(session.game().stage, orders::Stage::StartOrders(_)) {
            session.put(decline(&session)).unwrap();
        }
        assert_eq!(session.game().stage, orders::Stage::Orders(Side::French));
        if writes {
            session.put(an_order(&session, Side::French)).unwrap();
            assert_eq!(session.can_undo(Side::French), Ok(()));
        }
        session.put(decline(&session)).unwrap();
        assert_eq!(asked(&session), Some(Side::Allied));
        // How far the others have come with theirs is not told by the way back either.
        let before = session.can_undo(Side::French);
        assert_eq!(before, Err(NoUndo::OtherSideIsSealing));
        session.put(an_order(&session, Side::Allied)).unwrap();
        assert_eq!(session.can_undo(Side::French), before);
        assert_eq!(session.can_undo(Side::Allied), Ok(()));
        session.put(decline(&session)).unwrap();
        assert!(matches!(session.waiting(), Some(Waiting::ForDice { .. })), "the initiative");
        assert_eq!(session.undo(Side::Allied), Err(NoUndo::Told), "the French wrote: {writes}");
        assert_eq!(session.undo(Side::French), Err(NoUndo::OtherSideDecided));
    }
}

fn an_order(session: &Session<Orders>, side: Side) -> Entry<orders::Answer> {
    let Some(Waiting::ForAnswer(question)) = session.waiting() else { panic!("{:?}", session.waiting()) };
    assert_eq!(asked(session), Some(side));
    let declined = session.game().decline(question);
    let other = |luck: &mut Stream| session.game().sample(question, luck);
    let found = (0..100).map(|seed| other(&mut luck(seed))).find(|answer| *answer != declined);
    Entry::Answer(found.expect("some corps may carry out something else"))
}

#[test]
fn an_answer_that_brings_the_enemys_reserves_on_stays() {
    let mut told = 0;
    for (n, id) in ["leubnitz", "salamanca-pakenham", "teugn-hausen"].iter().cycle().take(9).enumerate() {
        let mut luck = luck(n);
        let mut session = opened::<Volley>(id);
        while let Some(entry) = next(&session, &mut luck) {
            let side = asked(&session);
            session.put(entry).unwrap();
            let Some(&Waiting::ForDice { by, .. }) = session.waiting() else { continue };
            let at_reserves = session.log().last().is_some_and(|told| {
                matches!(told.event.what, volley::What::PhaseBegins { phase: Phase::Artillery, .. })
            });
            if let Some(side) = side.filter(|side| at_reserves && by == Some(side.enemy())) {
                assert_eq!(session.undo(side), Err(NoUndo::Told));
                told += 1;
            }
        }
    }
    assert!(told > 5, "the enemy's reserves were rolled for only {told} times");
}

#[test]
fn what_real_figures_have_shown_is_not_taken_back() {
    let (battle, rules) = Setup::new(games::find("gilly").unwrap()).open::<Volley>().unwrap();
    let mut session = Session::beside_figures(Volley::start_beside_figures(&battle, rules));
    let mut luck = luck(3);
    let mut looked = 0;
    for _ in 0..200 {
        let Some(waiting) = session.waiting() else { break };
        let entry = match waiting {
            Waiting::ForFact(fact) => Entry::Seen(match &fact.kind {
                FactKind::OneOf(_) => vec![0],
                FactKind::AnyOf(_) => Vec::new(),
                FactKind::Distance(_) => vec![9_000],
            }),
            Waiting::ForDice { pool, .. } => fall(&mut luck, *pool),
            Waiting::ForAnswer(question) => Entry::Answer(session.game().sample(question, &mut luck)),
            Waiting::Wrong(_) => panic!("{waiting:?}"),
        };
        let seen = matches!(entry, Entry::Seen(_));
        session.put(entry).unwrap();
        for side in Side::BOTH.into_iter().filter(|_| seen) {
            let why = session.can_undo(side).unwrap_err();
            assert!([NoUndo::Looked, NoUndo::NothingToUndo, NoUndo::Over].contains(&why), "{why:?}");
            looked += u32::from(why == NoUndo::Looked);
        }
    }
    assert!(looked > 10, "only {looked} looks");
}

// -------------------------------------------------------------- other worlds ----

/// The same game for one side, with other secrets of the enemy.
trait Secretive: Played {
    fn otherwise(&self, enemy: Side) -> Self;
}

impl Secretive for Volley {
    /// The reserves are others, and one more.
    fn otherwise(&self, enemy: Side) -> Volley {
        let mut other = self.clone();
        let Some(unit) = self.units.iter().find(|unit| unit.side() == enemy) else { return other };
        let reserve = volley::scenario::Reserve {
            side: enemy,
            command: "Somebody else".to_owned(),
            point: table::Point { x: 10_000, y: 0 },
            failed: 1,
            units: vec![Arc::clone(&unit.profile)],
        };
        let (units, figures) = reserve.strength();
        other.starting_units[enemy] += units;
        other.starting_figures[enemy] += figures;
        other.reserves.push(reserve);
        other
    }
}

impl Secretive for Orders {
    /// The enemy's corps have other orders, couriers and letters, and one more corps is about to arrive.
    fn otherwise(&self, enemy: Side) -> Orders {
        use orders::unit::{Courier, Order};
        use orders::words::OrderKind;
        let mut other = self.clone();
        for id in self.corps_ids().filter(|id| self.corps(*id).side == enemy) {
            let kinds = [OrderKind::Attack, OrderKind::Defend];
            let kind = if self.corps(id).order.kind == kinds[0] { kinds[1] } else { kinds[0] };
            let order = Order { kind, objective: None };
            let corps = &mut other.corps[usize::from(id.0)];
            (corps.received, corps.fresh) = (order, true);
            other.couriers.push(Courier { corps: id, order, arrives: self.turn + 1 });
            if matches!(self.stage, orders::Stage::Orders(_) | orders::Stage::StartOrders(_)) {
                other.sealed.retain(|sealed| sealed.corps() != id);
                other.sealed.push(Instruction::Carry { corps: id, order });
            }
        }
        if let Some((_, unit)) = self.of(enemy).next() {
            let units = vec![orders::scenario::Placed {
                profile: Arc::clone(&unit.profile),
                formation: unit.formation,
                level: None,
                pose: None,
            }];
            let point = table::Point { x: 10_000, y: 0 };
            other.coming.push(orders::scenario::Reinforcement { side: enemy, turn: self.turn, point, units });
            other.starting_units[enemy] += 1;
        }
        other
    }
}

impl Secretive for Empire {
    /// Every ME and corps has another order.
    fn otherwise(&self, enemy: Side) -> Empire {
        use empire::words::{CorpsOrderKind, MeOrderKind};
        let mut other = self.clone();
        for order in other.mes.iter_mut().filter(|me| me.side == enemy).filter_map(|me| me.order.as_mut()) {
            let kinds = [MeOrderKind::BreakOff, MeOrderKind::RestRally];
            order.kind = if order.kind == kinds[0] { kinds[1] } else { kinds[0] };
        }
        for order in other.corps.iter_mut().filter(|of| of.side == enemy).filter_map(|of| of.order.as_mut()) {
            let kinds = [CorpsOrderKind::Withdraw, CorpsOrderKind::Defend];
            order.kind = if order.kind == kinds[0] { kinds[1] } else { kinds[0] };
        }
        other
    }
}

fn seen<G: Game>(game: &G, side: Side) -> String {
    serde_json::to_string(&*game.seen_by(Some(side))).unwrap()
}

/// What a side has of what followed from a state: its log, its view, what is waited for.
fn known<G: Played>(state: G, entries: &[Entry<G::Answer>], side: Side) -> Option<Vec<String>> {
    let session = Session::fold(state, false, entries.to_vec()).ok()?;
    let heard = session.log().iter().filter_map(|told| session.game().heard_by(&told.event, Some(side)));
    let waits = format!("{:?}", session.waiting());
    Some(heard.chain([seen(session.game(), side), waits]).collect())
}

/// Where an answer may be taken back, its side could foresee every line that followed: whatever the enemy keeps secret,
/// it is the same. And a good part of what may not be taken back would have been another.
#[test]
fn whatever_may_be_taken_back_was_foreseen() {
    fn check<G: Secretive>(entries: usize, rounds: usize, least: u32) {
        let (mut foreseen, mut told, mut differs) = (0, 0, 0);
        let several = (0..rounds).flat_map(|_| all::<G>());
        for (n, mut session) in several.enumerate() {
            let mut luck = luck(100 + n);
            let mut rest = session.start().clone();
            let mut steps = 0;
            for _ in 0..entries {
                // The last state between two steps.
                while steps < session.step_ends().len() {
                    let used = if steps == 0 { 0 } else { session.step_ends()[steps - 1] };
                    let left = &session.entries()[used..];
                    rest.step(&mut Live::on_screen(left)).unwrap_or_else(|_| panic!("step {steps} is done"));
                    steps += 1;
                }
                let used = session.step_ends().last().copied().unwrap_or(0);
                let of = asked(&session);
                let Some(entry) = next(&session, &mut luck) else { break };
                session.put(entry).unwrap();
                let Some(side) = of else { continue };
                let may = session.can_undo(side);
                if !matches!(may, Ok(()) | Err(NoUndo::Told)) {
                    continue;
                }
                let other = rest.otherwise(side.enemy());
                assert_eq!(seen(&rest, side), seen(&other, side), "only secrets differ");
                let since = &session.entries()[used..];
                let truth = known(rest.clone(), since, side);
                assert!(truth.is_some());
                let same = truth == known(other, since, side);
                match may {
                    Ok(()) => {
                        assert!(same, "{}: {since:?} was not foreseen by {side:?}", G::word());
                        foreseen += 1;
                    }
                    Err(_) => {
                        told += 1;
                        differs += u32::from(!same);
                    }
                }
            }
        }
        assert!(
            foreseen > 500 && told > 0 && differs >= least,
            "{}: {foreseen}, {told}, {differs}",
            G::word()
        );
        println!(
            "{}: {foreseen} foreseen, {told} told, of which {differs} would have been others",
            G::word()
        );
    }
    check::<Volley>(400, 1, 11);
    check::<Orders>(400, 1, 11);
    // Orders of MEs tell in phases 7 and 14, where dice have mostly fallen since the last answer.
    check::<Empire>(400, 4, 0);
}
