//! Volley: batteries and charges.

use super::{looks, number, questions, word};
use dice::{Odds, Seed, Stream, Weight as _};
use engine::desk::Found;
use engine::outlook::Foreseen as _;
use engine::{Entry, Game, Players, Policy, Questions as _, Session, Side, Solo, Waiting, state_hash};
use std::collections::{BTreeMap, BTreeSet};
use volley::outlook::{About, Outlook};
use volley::question::{NameTarget, NextOrder, NextTest, Shoot};
use volley::words::{Formation, Phase};
use volley::{Answer, Order, Question, Standing, UnitId, Volley, What, options};

/// Says what it was told to the question it was told, then declines; shooters that were named shoot at the charger,
/// if it has come in.
struct Script {
    question: Option<(Question, Answer)>,
    shooters: Vec<UnitId>,
    at: UnitId,
}

impl Script {
    fn answer(&mut self, game: &Volley, question: &Question) -> Answer {
        if let Some((_, answer)) = self.question.take_if(|(asked, _)| asked == question) {
            return answer;
        }
        match question {
            Question::Shoot(Shoot { unit, targets })
                if self.shooters.contains(unit)
                    && targets.contains(&self.at)
                    && game.charge_of(self.at).is_some() =>
            {
                Answer::Unit(self.at)
            }
            _ => game.decline(question),
        }
    }
}

impl Players<Volley> for &mut Script {
    fn answer(&mut self, _: Side, view: &Volley, question: &Question) -> Answer {
        Script::answer(self, view, question)
    }
}

/// What became of a unit: figures left, or how it went, and whether it is halted.
fn fate(game: &Volley, id: UnitId) -> (Standing, u32, bool) {
    let unit = game.unit(id);
    let figures = if unit.on_table() { unit.figures } else { 0 };
    (unit.standing, figures, unit.halted > 0)
}

fn charges(game: &Volley, question: &Question) -> Vec<Answer> {
    let Question::NextOrder(NextOrder { side }) = question else { return Vec::new() };
    let units: Vec<UnitId> = game.of(*side).map(|(id, _)| id).collect();
    units.into_iter().flat_map(|id| options::charges(game, id)).map(Answer::Order).collect()
}

#[test]
fn every_outlook_has_odds_of_one_and_facts_that_can_be_turned() {
    looks::<Volley>(&["gilly", "barrosa-wheatley", "teugn-outposts"], 7, charges, 6);
}

#[test]
fn a_battery_does_what_its_outlook_says() {
    let mut compared = 0;
    for seed in 0..12 {
        questions("gilly", seed, |game: &Volley, question| {
            let Question::NameTarget(NameTarget { battery, targets }) = question else { return };
            if compared >= 12 {
                return;
            }
            for target in targets {
                let answer = Answer::Unit(*target);
                let outlook = game.outlook(question, &answer).unwrap().unwrap();
                assert_eq!(
                    (outlook.about, outlook.unit, outlook.foe),
                    (About::Guns, *battery, Some(*target))
                );
                if !outlook.besides.is_empty() || game.has_general(*target) {
                    continue;
                }
                let figures = game.unit(*target).figures;
                let promised = outlook.odds(&game.rules).map(|found| {
                    let left = figures - number(found, "lost");
                    match word(found, "result") {
                        "routs" => (Standing::Routed, 0, false),
                        "wiped-out" => (Standing::WipedOut, 0, false),
                        result => (Standing::OnTable, left, result.starts_with("halts")),
                    }
                });
                let played: Odds<(Standing, u32, bool)> = Odds::of(|tally| {
                    let mut after = game.clone();
                    let mut script = Script {
                        question: Some((question.clone(), answer.clone())),
                        shooters: vec![],
                        at: *target,
                    };
                    let choose = |game: &Volley, question: &Question| script.answer(game, question);
                    let mut policy = Policy { dice: tally, choose };
                    while matches!(after.phase(), Phase::Artillery | Phase::ArtilleryMorale) {
                        after.step(&mut policy)?;
                    }
                    Ok(fate(&after, *target))
                });
                assert_eq!(promised, played, "{} at {}", game.name(*battery), game.name(*target));
                compared += 1;
            }
        });
    }
    assert!(compared >= 8, "only {compared} shots were compared");
}

#[test]
fn a_charge_ends_as_its_outlook_says() {
    let mut compared = BTreeMap::new();
    for (battle, seed) in [("gilly", 1), ("barrosa-wheatley", 2), ("teugn-outposts", 3), ("gilly", 4)] {
        questions(battle, seed, |game: &Volley, question| {
            let Question::NextOrder(NextOrder { side }) = question else { return };
            let quiet = game.charges.is_empty() && game.melees.is_empty();
            if !quiet || compared.len() >= 14 {
                return;
            }
            let units: Vec<UnitId> = game.of(*side).map(|(id, _)| id).collect();
            for order in units.into_iter().flat_map(|id| options::charges(game, id)) {
                let Order::Charge { unit, target, .. } = order else { unreachable!() };
                let key =
                    (game.unit(unit).arm(), game.unit(target).arm(), game.unit(target).formation, battle);
                let answer = Answer::Order(order);
                let Some(outlook) = game.outlook(question, &answer).unwrap() else { continue };
                if compared.contains_key(&key) || !outlook.besides.is_empty() {
                    continue;
                }
                if let Some(worst) = held_against_play(game, question, &answer, &outlook) {
                    compared.insert(key, worst);
                }
            }
        });
    }
    println!("{compared:#?}");
    assert!(compared.len() >= 6, "only {} charges were compared", compared.len());
}

/// What stops a ride before its target is found without playing it, and named with its rule.
#[test]
fn a_charge_that_no_dice_bring_there_says_what_stops_it() {
    let mut stopped = BTreeMap::new();
    let battles = ["salamanca-pakenham", "gilly", "teugn-outposts", "barrosa-wheatley"];
    for (battle, seed) in battles.into_iter().flat_map(|battle| [(battle, 5), (battle, 6), (battle, 7)]) {
        questions(battle, seed, |game: &Volley, question| {
            for answer in charges(game, question) {
                let Answer::Order(Order::Charge { unit, target, wheel }) = answer else { unreachable!() };
                if game.unit(target).is_open() {
                    continue;
                }
                let Some(outlook) = game.outlook(question, &answer).unwrap() else { continue };
                let odds = outlook.odds(&game.rules);
                let short = odds.chance(|found| word(found, "end") == "falls-short").to_f64();
                let arrives = volley::gallop::can_arrive(game, unit, target, wheel);
                assert_eq!(short < 1.0, arrives.is_ok(), "{short} {arrives:?}");
                if let Err(refusal) = arrives {
                    *stopped.entry(refusal.cites.id()).or_insert(0) += 1;
                }
            }
        });
    }
    println!("{stopped:#?}");
    assert!(stopped.len() >= 2, "only {stopped:?} stopped anybody");
}

/// Plays the charge many times; the figures the charger loses and who still stands must fall as promised. `None`: there
/// is no room to form line when it comes to that, which costs figures the chain does not know of.
fn held_against_play(game: &Volley, question: &Question, answer: &Answer, outlook: &Outlook) -> Option<f64> {
    let (us, foe) = (outlook.unit, outlook.foe.unwrap());
    let promised = outlook.odds(&game.rules);
    let stands = |found: &Found| {
        let end = word(found, "end");
        let gone = |who: &str| {
            ["broken", "routed", "destroyed"].iter().any(|how| end == format!("{who}-{how}"))
                || end == "both-destroyed"
        };
        (!gone("charger"), !gone("target"))
    };
    // To the end of the loser's test, or of the melee it follows at once.
    let tests = |(phase, _, _): &(Phase, u8, _)| matches!(phase, Phase::FirstLoss | Phase::SecondLoss);
    let phases = &game.rules.phases;
    let last = phases.iter().skip(game.phase).position(tests).map_or(phases.len() - 2, |on| game.phase + on);
    let trials = 2500;
    let mut seen: BTreeMap<(bool, bool), f64> = BTreeMap::new();
    let mut lost = 0.0;
    for trial in 0..trials {
        let mut after = game.clone();
        let mut shooters = outlook.others.clone();
        shooters.push(foe);
        let mut script = Script { question: Some((question.clone(), answer.clone())), shooters, at: us };
        let mut solo = Solo::new(Stream::new(Seed::from_number(trial), 5), &mut script);
        let turn = after.turn;
        while after.turn == turn && after.phase <= last && !after.is_over() {
            let crowds = matches!(after.stage, volley::Stage::Test(_));
            let before = [us, foe].map(|id| after.unit(id).figures);
            let Ok(()) = after.step(&mut solo);
            if crowds && before != [us, foe].map(|id| after.unit(id).figures) {
                return None;
            }
        }
        let on = |id: UnitId| after.unit(id).on_table();
        *seen.entry((on(us), on(foe))).or_insert(0.0) += 1.0;
        lost += f64::from(game.unit(us).figures - after.unit(us).figures);
    }
    let mut worst: f64 = 0.0;
    for fate in [(true, true), (true, false), (false, true), (false, false)] {
        let chance = promised.chance(|found| stands(found) == fate).to_f64();
        let expected = chance * trials as f64;
        let found = seen.get(&fate).copied().unwrap_or(0.0);
        let deviation = (expected * (1.0 - chance)).sqrt();
        worst = worst.max((found - expected).abs() / deviation.max(1.0));
        assert!(
            (found - expected).abs() <= 5.5 * deviation + 1.0,
            "{} charges {}: {fate:?} {expected:.0} promised, {found} found; others {:?}",
            game.name(us),
            game.name(foe),
            outlook.others,
        );
    }
    let mean = promised.mean(|found| f64::from(number(found, "charger-lost")));
    let found = lost / trials as f64;
    assert!(
        (mean - found).abs() < 0.2,
        "{} charges {}: {mean} lost promised, {found} found",
        game.name(us),
        game.name(foe)
    );
    Some(worst)
}

/// Recall is moot in the last turn alone: there a unit that rolls and passes has won no more than one that does not
/// roll.
#[test]
fn a_recall_of_which_nothing_can_come_is_said_to_be_moot() {
    let (mut moot, mut asked) = (0, 0);
    for (seed, battle) in
        (0..8).flat_map(|seed| ["barrosa-wheatley", "gilly", "teugn-outposts"].map(|one| (seed, one)))
    {
        questions(battle, seed, |game: &Volley, question| {
            let Question::Recall(recall) = question else { return };
            asked += 1;
            let form = question.form(game);
            if form.moot.is_empty() {
                return;
            }
            moot += 1;
            let side = game.side_of(recall.unit);
            let ends = |answer: Answer| {
                let mut session = Session::new(game.clone());
                while let Some(waiting) = session.waiting() {
                    let entry = match waiting {
                        Waiting::ForDice { pool, .. } => {
                            Entry::Dice { faces: vec![1; pool.count as usize], typed: false }
                        }
                        Waiting::ForAnswer(now) if now == question => Entry::Answer(answer.clone()),
                        Waiting::ForAnswer(now) => Entry::Answer(now.decline(session.game())),
                        _ => unreachable!("a table on a screen"),
                    };
                    session.put(entry).unwrap();
                }
                session.game().outcome.expect("it ends with this turn")
            };
            let (rolled, left) = (ends(Answer::Yes), ends(Answer::No));
            assert!(rolled == left || rolled.winner != Some(side), "{rolled:?} is better than {left:?}");
        });
    }
    assert!(moot > 0 && moot < asked, "{moot} of {asked}");
}

/// The state after a phase of tests in which these go first, one after another, and each throws its own face.
fn tested_in_order(game: &Volley, first: UnitId, faces: &BTreeMap<UnitId, u32>) -> String {
    let (turn, phase) = (game.turn, game.phase);
    let mut session = Session::new(game.clone());
    let mut first = Some(first);
    while (session.settled().turn, session.settled().phase) == (turn, phase) {
        let entry = match session.waiting() {
            None => break,
            Some(Waiting::ForDice { pool, .. }) => {
                let face = match session.log().last().map(|told| &told.event.what) {
                    Some(What::Tests { unit, .. }) => faces.get(unit).copied().unwrap_or(3),
                    _ => 3,
                };
                Entry::Dice { faces: vec![face; pool.count as usize], typed: false }
            }
            Some(Waiting::ForAnswer(question)) => {
                let declined = question.decline(session.game());
                Entry::Answer(first.take().map_or(declined, Answer::Unit))
            }
            Some(_) => unreachable!("a table on a screen"),
        };
        session.put(entry).unwrap();
    }
    state_hash(session.settled())
}

/// Where a player is told that the order of tests makes no difference, it makes none: whichever unit goes first,
/// whatever falls.
#[test]
fn an_order_of_tests_that_is_said_to_be_all_the_same_is() {
    let (mut same, mut asked) = (0, 0);
    for (seed, battle) in
        (0..8).flat_map(|seed| ["barrosa-wheatley", "gilly", "teugn-outposts"].map(|one| (seed, one)))
    {
        let mut luck = Stream::new(Seed::from_number(seed), 7);
        questions(battle, seed, |game: &Volley, question| {
            let Question::NextTest(NextTest { units, .. }) = question else { return };
            asked += 1;
            if question.form(game).moot.is_empty() {
                return;
            }
            same += 1;
            for _ in 0..6 {
                let faces: BTreeMap<UnitId, u32> = game.ids().map(|unit| (unit, luck.die(6))).collect();
                let ends: BTreeSet<String> =
                    units.iter().map(|first| tested_in_order(game, *first, &faces)).collect();
                assert_eq!(ends.len(), 1, "{battle}, turn {}, {units:?}, {faces:?}", game.turn);
            }
        });
    }
    assert!(same > 0 && same < asked, "{same} of {asked}");
}

/// The targets each gun may name after this answer, if nothing else is done before the guns fire.
fn named_after(game: &Volley, answer: &Answer) -> BTreeMap<UnitId, BTreeSet<UnitId>> {
    let mut session = Session::new(game.clone());
    session.put(Entry::Answer(answer.clone())).unwrap();
    let mut named = BTreeMap::new();
    while let Some(Waiting::ForAnswer(question)) = session.waiting() {
        match question {
            Question::NameTarget(NameTarget { battery, targets }) => {
                named.insert(*battery, targets.iter().copied().collect());
            }
            Question::Adjust(_) => {}
            _ => break,
        }
        let declined = question.decline(session.game());
        session.put(Entry::Answer(declined)).unwrap();
    }
    named
}

/// Guns told beforehand to stay with the target they have are asked about for want of one alone.
#[test]
fn guns_that_were_told_to_stay_with_their_target_have_one() {
    let (mut asked, mut left) = (0, 0);
    for (seed, battle) in
        (0..6).flat_map(|seed| ["barrosa-wheatley", "gilly", "teugn-outposts"].map(|one| (seed, one)))
    {
        questions(battle, seed, |game: &Volley, question| {
            let Question::Adjust(adjust) = question else { return };
            asked += 1;
            let named = named_after(game, &Answer::No);
            let aims = adjust.guns.iter().all(|gun| named.contains_key(gun));
            let limbered = |gun: &UnitId| game.unit(*gun).formation == Formation::Limbered;
            let told = question.beforehand(game, "laid");
            assert_eq!(
                told.is_some(),
                aims && !adjust.guns.iter().any(limbered),
                "{battle}, turn {}",
                game.turn
            );
            left += u32::from(told.is_some());
        });
    }
    assert!(left > 0 && left < asked, "{left} of {asked}");
}
