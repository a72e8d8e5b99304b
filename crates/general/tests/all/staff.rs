//! A staff answers for what was handed over, and for nothing else.

use dice::{Seed, Stream};
use engine::{
    Beforehand, By, Decides, Delegated, Entry, FormKind, Game, Played, Players, Questions as _, Session,
    Side, UnitId, Waiting, commands,
};
use games::{Empire, Kind, Orders, Setup, Volley, with};
use general::{Captained, General, Staff};
use serde_json::Value;
use std::collections::BTreeMap;

fn begin<G: Played>(battle: &str) -> Session<G> {
    let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
    Session::new(G::start(&battle, rules))
}

/// All units that an answer names as its own, whatever the game calls the rest.
fn named(answer: &Value, found: &mut Vec<UnitId>) {
    match answer {
        Value::Object(fields) => {
            for (key, field) in fields {
                match field.as_u64() {
                    Some(unit) if key == "unit" => found.push(UnitId(u16::try_from(unit).unwrap())),
                    _ => named(field, found),
                }
            }
        }
        Value::Array(all) => all.iter().for_each(|one| named(one, found)),
        _ => {}
    }
}

/// What happened in some turns in which the French captain leads some of the Allied commands and their person ends
/// whatever he is asked.
#[derive(Default)]
struct Story {
    /// Answers by the captain and by beforehand, by the word of the question.
    captain: BTreeMap<&'static str, usize>,
    beforehand: BTreeMap<&'static str, usize>,
    /// What the person was asked.
    asked: Vec<(&'static str, FormKind, Option<String>)>,
    /// Whose units the captain has given orders to.
    ordered: Vec<String>,
}

fn play<G: Captained>(battle: &str, mut given: Delegated, turns: u32) -> Story {
    let side = Side::Allied;
    let mut session = begin::<G>(battle);
    let mut dice = Stream::new(Seed::from_number(4), 0);
    let mut enemy: General<G> = G::captain();
    let mut staff = Staff::<G>::default();
    let mut story = Story::default();
    while let Some(waiting) = session.waiting() {
        let game = session.game();
        if game.moment().turn > turns {
            break;
        }
        let entry = match waiting {
            Waiting::ForDice { pool, .. } => {
                Entry::Dice { faces: (0..pool.count).map(|_| dice.die(pool.sides)).collect(), typed: false }
            }
            Waiting::ForAnswer(question) if game.asked_of(question) != side => {
                Entry::Answer(enemy.answer(side.enemy(), &game.seen_by(Some(side.enemy())), question))
            }
            Waiting::ForAnswer(question) => {
                let view = game.seen_by(Some(side));
                let command_of = |id: UnitId| {
                    view.units_drawn().into_iter().find(|unit| unit.id == id).map(|unit| unit.command)
                };
                match staff.answer(&mut given, game, side, question, || Some(G::captain())) {
                    Some((answer, by)) => {
                        let told = match by {
                            By::Captain => &mut story.captain,
                            By::Beforehand => &mut story.beforehand,
                        };
                        *told.entry(question.word()).or_default() += 1;
                        let mut units = Vec::new();
                        named(&serde_json::to_value(&answer).unwrap(), &mut units);
                        if question.form(&*view).end().is_some() {
                            story.ordered.extend(units.into_iter().filter_map(command_of));
                        }
                        Entry::Answer(answer)
                    }
                    None => {
                        let form = question.form(&*view);
                        let command = form.subject.and_then(command_of);
                        story.asked.push((question.word(), form.kind, command));
                        let answer = form.end().cloned().unwrap_or_else(|| view.decline(question));
                        if given.ends(&*view, side, question, &answer) {
                            continue;
                        }
                        Entry::Answer(answer)
                    }
                }
            }
            Waiting::ForFact(_) | Waiting::Wrong(_) => unreachable!("on a screen nobody looks"),
        };
        session.put(entry).unwrap();
    }
    story
}

fn handed<G: Captained>(battle: &str, over: impl Fn(usize) -> bool) -> Delegated {
    let session = begin::<G>(battle);
    let view = session.game().seen_by(Some(Side::Allied));
    let all = commands(&*view, Side::Allied);
    let mut given = Delegated::default();
    for (n, command) in all.iter().enumerate() {
        if over(n) {
            given.hand_over(command);
        }
    }
    assert!(!given.captain.is_empty(), "{battle}: {all:?}");
    given
}

#[test]
fn a_captain_leads_what_he_was_given_and_nothing_else() {
    fn check<G: Captained>(battle: &str) {
        let given = handed::<G>(battle, |n| n == 0);
        let led = given.captain.clone();
        let story = play::<G>(battle, given, 6);
        assert!(story.ordered.len() > 10, "{battle}: {:?}", story.ordered);
        assert!(story.ordered.iter().all(|command| led.contains(command)), "{battle}: {:?}", story.ordered);
        // The person is asked for his own part, and never about what he has handed over.
        assert!(story.asked.iter().any(|(_, kind, _)| *kind == FormKind::Orders), "{battle}");
        let about_led =
            |command: &Option<String>| command.as_ref().is_some_and(|command| led.contains(command));
        assert!(!story.asked.iter().any(|(.., command)| about_led(command)), "{battle}: {:?}", story.asked);
    }
    check::<Orders>("vitoria");
    check::<Orders>("baumersdorf");
    check::<Volley>("salamanca-pakenham");
    check::<Volley>("gilly");
}

#[test]
fn a_player_who_hands_over_everything_still_has_the_first_word_in_each_movement() {
    fn check<G: Captained>(battle: &str) {
        let story = play::<G>(battle, handed::<G>(battle, |_| true), 4);
        let asked = |kind: FormKind| story.asked.iter().filter(|asked| asked.1 == kind).count();
        assert!(asked(FormKind::Orders) >= 3, "{battle}: {:?}", story.asked);
        let first = |kind: FormKind| matches!(kind, FormKind::Orders | FormKind::Write | FormKind::Place);
        // What is about no unit of the side is his own as well.
        let of_a_unit = story.asked.iter().filter(|(_, kind, command)| !first(*kind) && command.is_some());
        assert_eq!(of_a_unit.count(), 0, "{battle}: {:?}", story.asked);
        assert!(story.captain.values().sum::<usize>() > 20, "{battle}: {:?}", story.captain);
    }
    check::<Orders>("vitoria");
    check::<Volley>("salamanca-pakenham");
}

/// A manoeuvre element that was handed over is asked about no more: neither its bonus impulse nor how it ends.
#[test]
fn nothing_is_asked_of_a_manoeuvre_element_that_was_handed_over() {
    for file in games::embedded_of::<Empire>() {
        let all = play::<Empire>(&file.id, handed::<Empire>(&file.id, |_| true), 4);
        let first = |kind: FormKind| matches!(kind, FormKind::Orders | FormKind::Write | FormKind::Place);
        let asked: Vec<_> = all.asked.iter().filter(|(_, kind, _)| !first(*kind)).collect();
        assert!(asked.is_empty(), "{}: {asked:?}", file.id);
    }
    // What is not handed over is asked about, and what is left to the captain is not among the answers.
    let battle = games::embedded_of::<Empire>().remove(0).id;
    let none = play::<Empire>(&battle, Delegated::default(), 4);
    let bonus = |story: &Story| story.asked.iter().filter(|asked| asked.0 == "bonus").count();
    assert!(bonus(&none) > 0, "{:?}", none.asked);
}

#[test]
fn what_was_not_given_out_of_hand_is_asked_of_the_player() {
    for kind in Kind::ALL {
        with!(kind, G => {
            let file = games::embedded_of::<G>().remove(0);
            let story = play::<G>(&file.id, Delegated::default(), 2);
            assert!(story.captain.is_empty() && story.beforehand.is_empty() && !story.asked.is_empty());
        });
    }
}

#[test]
fn an_answer_given_beforehand_is_given_for_its_command_and_for_no_other() {
    fn check<G: Captained>(battle: &str, ask: &str, turns: u32) {
        let say = |command: Option<&str>, value: &str| Beforehand {
            ask: ask.to_owned(),
            command: command.map(str::to_owned),
            value: value.to_owned(),
        };
        let mut given = Delegated::default();
        let routines = G::Question::routines();
        let (_, routine) = routines.iter().find(|(word, _)| *word == ask).unwrap();
        given.say_beforehand(say(None, routine.values[0].0));
        let all = play::<G>(battle, given.clone(), turns);
        assert!(all.beforehand.get(ask).is_some_and(|times| *times > 0), "{battle} {ask}: {:?}", all.asked);
        assert!(!all.asked.iter().any(|asked| asked.0 == ask), "{battle} {ask}: {:?}", all.asked);
        // One command is to be asked all the same.
        let before = play::<G>(battle, Delegated::default(), turns);
        let its = before.asked.iter().find(|asked| asked.0 == ask).and_then(|asked| asked.2.clone()).unwrap();
        given.say_beforehand(say(Some(&its), engine::ASK));
        let but_one = play::<G>(battle, given, turns);
        let asked: Vec<&Option<String>> =
            but_one.asked.iter().filter(|asked| asked.0 == ask).map(|asked| &asked.2).collect();
        assert!(!asked.is_empty() && asked.iter().all(|command| **command == Some(its.clone())), "{asked:?}");
    }
    check::<Orders>("wagram-davout", "roll-for-square", 14);
    check::<Volley>("salamanca-pakenham", "stand", 12);
}

#[test]
fn every_routine_says_what_it_is_and_what_may_be_said() {
    for kind in Kind::ALL {
        with!(kind, G => {
            let routines = <G as Game>::Question::routines();
            assert!(!routines.is_empty());
            for (word, routine) in routines {
                assert!(<G as Game>::Question::WORDS.contains(&word));
                assert!(routine.title.len() > 8 && !routine.values.is_empty(), "{word}");
                assert!(routine.values.iter().all(|(value, _)| *value != engine::ASK), "{word}");
            }
        });
    }
}

#[test]
fn a_command_is_taken_back_and_what_had_ended_goes_on() {
    let session = begin::<Volley>("gilly");
    let (side, view) = (Side::French, session.game().seen_by(Some(Side::French)));
    let all = commands(&*view, side);
    let mut given = Delegated::default();
    given.hand_over(&all[0]);
    given.hand_over(&all[0]);
    assert_eq!(given.captain, [all[0].clone()]);
    given.take_back(&all[0]);
    assert!(given.is_empty());
    let Some(Waiting::ForAnswer(question)) = session.waiting() else { return };
    assert_eq!(given.decides(&*view, side, question), Decides::Person);
}
