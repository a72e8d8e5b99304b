//! Orders: shots with their checks, rolls for command, whole charges.

use super::{looks, questions, word};
use dice::{Odds, Seed, Stream, Weight as _};
use engine::outlook::Foreseen as _;
use engine::overlay::Overlaid as _;
use engine::{Game as _, Players, Policy, Side, Solo};
use orders::game::Stage;
use orders::outlook::{About, Outlook};
use orders::question::{Fire, Move};
use orders::words::Level;
use orders::{Act, Answer, Orders, Question, Shot, UnitId, options};
use std::collections::BTreeMap;

const BATTLES: [&str; 2] = ["baumersdorf", "wagram-davout"];

/// Does what it was told, then nothing; the named units fire at the charger, and the one that is to tries the square.
struct Script {
    question: Option<(Question, Answer)>,
    shooters: Vec<UnitId>,
    at: UnitId,
    squares: bool,
}

impl Script {
    fn answer(&mut self, game: &Orders, question: &Question) -> Answer {
        if let Some((_, answer)) = self.question.take_if(|(asked, _)| asked == question) {
            return answer;
        }
        match question {
            Question::Fire(Fire { shots, .. }) => {
                let in_contact = game.contacts_of(self.at).next().is_some();
                let fires = |shooter: &&UnitId| {
                    shots.iter().any(|shot| shot.unit == **shooter && shot.targets.contains(&self.at))
                };
                let next = self.shooters.iter().find(fires).filter(|_| in_contact);
                next.map_or(Answer::No, |unit| Answer::Shot(Shot { unit: *unit, target: self.at }))
            }
            Question::HastySquare(_) if self.squares => Answer::Yes,
            Question::HastySquare(_) | Question::Advance(_) => Answer::No,
            _ => game.decline(question),
        }
    }
}

impl Players<Orders> for &mut Script {
    fn answer(&mut self, _: Side, view: &Orders, question: &Question) -> Answer {
        Script::answer(self, view, question)
    }
}

fn charges(game: &Orders, question: &Question) -> Vec<Answer> {
    let Question::Move(Move { side, .. }) = question else { return Vec::new() };
    let units: Vec<UnitId> = game.of(*side).map(|(id, _)| id).collect();
    units.into_iter().flat_map(|unit| options::charges(game, unit)).map(Answer::Act).collect()
}

#[test]
fn every_outlook_has_odds_of_one_and_facts_that_can_be_turned() {
    looks::<Orders>(&BATTLES, 23, charges, 3);
}

/// The step of a shot over every fall of its dice leaves the target as its outlook says.
#[test]
fn a_shot_does_what_its_outlook_says() {
    let mut compared = 0;
    for (battle, seed) in BATTLES.into_iter().zip(0..) {
        questions(battle, seed, |game: &Orders, question| {
            let Question::Fire(Fire { shots, .. }) = question else { return };
            for shot in shots {
                let (unit, target) = (shot.unit, shot.targets[0]);
                // The death of a leader is felt by more than his own unit.
                if game.leader_with(target).is_some() || compared >= 40 {
                    continue;
                }
                let answer = Answer::Shot(Shot { unit, target });
                let outlook = game.outlook(question, &answer).unwrap().unwrap();
                assert_eq!((outlook.about, outlook.unit, outlook.foe), (About::Shot, unit, Some(target)));
                let level = |word: &str| Level::from_word(word).unwrap();
                let promised = outlook.odds(&game.rules).map(|found| level(word(found, "level")));
                let played: Odds<Level> = Odds::of(|tally| {
                    let mut after = game.clone();
                    let choose = |game: &Orders, asked: &Question| {
                        if asked == question { answer.clone() } else { game.decline(asked) }
                    };
                    after.step(&mut Policy { dice: tally, choose })?;
                    Ok(after.unit(target).level)
                });
                assert_eq!(promised, played, "{} at {}", game.name(unit), game.name(target));
                compared += 1;
            }
        });
    }
    assert!(compared >= 20, "only {compared} shots were compared");
}

#[test]
fn a_roll_for_command_is_what_its_outlook_says() {
    let mut compared = 0;
    for (battle, seed) in BATTLES.into_iter().zip(0..) {
        questions(battle, seed, |game: &Orders, question| {
            let Question::Move(Move { side, .. }) = question else { return };
            let units: Vec<UnitId> = game.of(*side).map(|(id, _)| id).collect();
            for unit in units {
                let answer = Answer::Act(Act::Rouse { unit });
                let Ok(Some(outlook)) = game.outlook(question, &answer) else { continue };
                let promised = outlook.odds(&game.rules).map(|found| word(found, "passes") == "yes");
                let played: Odds<bool> = Odds::of(|tally| {
                    let mut after = game.clone();
                    let choose = |game: &Orders, asked: &Question| {
                        if asked == question { answer.clone() } else { game.decline(asked) }
                    };
                    after.step(&mut Policy { dice: tally, choose })?;
                    Ok(after.activation.is_some_and(|it| it.unit == unit && it.command == Some(true)))
                });
                assert_eq!(promised, played, "{}", game.name(unit));
                compared += 1;
            }
        });
    }
    assert!(compared >= 10, "only {compared} rolls were compared");
}

#[test]
fn a_charge_ends_as_its_outlook_says() {
    let mut compared = BTreeMap::new();
    for (battle, seed) in [("baumersdorf", 1), ("wagram-davout", 2), ("baumersdorf", 3), ("wagram-davout", 4)]
    {
        questions(battle, seed, |game: &Orders, question| {
            if !game.charges.is_empty() || compared.len() >= 12 {
                return;
            }
            for answer in charges(game, question) {
                let Some(outlook) = game.outlook(question, &answer).unwrap() else { continue };
                let (us, foe) = (outlook.unit, outlook.foe.unwrap());
                let led = [us, foe].iter().any(|unit| game.leader_with(*unit).is_some());
                let key = (
                    game.unit(us).arm(),
                    game.unit(foe).arm(),
                    game.unit(foe).formation,
                    outlook.others.len(),
                    battle,
                );
                if compared.contains_key(&key) || led || !outlook.besides.is_empty() {
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

/// Plays the charge many times; the levels of the two units must fall as promised. Says how far off it was. `None`: a
/// unit that goes back before one enemy has no way back before another, which the chain does not tell apart.
fn held_against_play(game: &Orders, question: &Question, answer: &Answer, outlook: &Outlook) -> Option<f64> {
    let (us, foe) = (outlook.unit, outlook.foe.unwrap());
    let promised = outlook.odds(&game.rules).map(|found| {
        let level = |name: &str| Level::from_word(word(found, name)).unwrap();
        (level("charger-level"), level("target-level"))
    });
    let trials = 2000;
    let mut seen: BTreeMap<(Level, Level), f64> = BTreeMap::new();
    for trial in 0..trials {
        let mut after = game.clone();
        let fires = (outlook.fact("target-fires") == "yes").then_some(foe);
        let shooters = fires.into_iter().chain(outlook.others.iter().copied()).collect();
        let squares = outlook.fact("tries-square") == "yes";
        let mut script =
            Script { question: Some((question.clone(), answer.clone())), shooters, at: us, squares };
        let mut solo = Solo::new(Stream::new(Seed::from_number(trial), 5), &mut script);
        let (mover, turn) = (after.mover, after.turn);
        let mut fought = false;
        while after.turn == turn && after.mover == mover && !after.is_over() {
            let melee = after.stage == Stage::Melee;
            if fought && !melee {
                break;
            }
            fought |= melee;
            let (fire, before) = (after.stage == Stage::DefenderFires, after.unit(us).level);
            let Ok(()) = after.step(&mut solo);
            let stays = fire && after.unit(us).level < before && after.in_contact(us);
            if stays && outlook.fact("charger-cornered") == "no" {
                return None;
            }
        }
        let level = |id: UnitId| after.unit(id).level;
        *seen.entry((level(us), level(foe))).or_insert(0.0) += 1.0;
    }
    let mut worst: f64 = 0.0;
    let all: Vec<(Level, Level)> = promised.iter().map(|(levels, _)| *levels).collect();
    for levels in all.into_iter().chain(seen.keys().copied()) {
        let chance = promised.chance(|found| *found == levels).to_f64();
        let expected = chance * trials as f64;
        let found = seen.get(&levels).copied().unwrap_or(0.0);
        let deviation = (expected * (1.0 - chance)).sqrt();
        worst = worst.max((found - expected).abs() / deviation.max(1.0));
        assert!(
            (found - expected).abs() <= 5.5 * deviation + 2.0,
            "{} charges {}: {levels:?} {expected:.0} promised, {found} found; others {:?}",
            game.name(us),
            game.name(foe),
            outlook.others,
        );
    }
    Some(worst)
}

/// An enemy that is not seen is hidden by something with a name, and one that is seen by nothing.
#[test]
fn what_hides_an_enemy_is_named() {
    let mut hidden = 0;
    for (battle, seed) in BATTLES.into_iter().zip(0..) {
        questions(battle, seed, |game: &Orders, question| {
            if !matches!(question, Question::Fire(_)) {
                return;
            }
            let named = |name: &String| game.ids().any(|id| game.name(id) == name);
            let ground = &game.scenario.terrain.features;
            for (unit, _) in game.of(Side::French) {
                for look in game.overlay(unit).into_iter().flat_map(|overlay| overlay.looks) {
                    assert_eq!(look.clear, look.by.is_empty(), "{look:?}");
                    let known =
                        |name: &String| named(name) || ground.iter().any(|feature| feature.name == *name);
                    assert!(look.by.iter().all(known), "{look:?}");
                    hidden += u32::from(!look.clear);
                }
            }
        });
    }
    assert!(hidden > 100, "{hidden} were hidden");
}
