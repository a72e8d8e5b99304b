//! Hints of the teaching fights: each for a question the game asks, checked when the file is read.

use dice::{Seed, Stream};
use engine::{Entry, Game, Played, Questions, Session, Waiting};
use games::{BattleFile, Setup, with};
use std::collections::BTreeSet;

fn hints(file: &BattleFile) -> usize {
    file.source.text.lines().filter(|line| *line == "[[hint]]").count()
}

#[test]
fn every_teaching_fight_has_eight_to_eleven_and_no_battle_others() {
    for card in games::battles() {
        let count = hints(&games::find(&card.id).unwrap());
        let expected = if card.kind == "teaching" { 8..=11 } else { 0..=0 };
        assert!(expected.contains(&count), "{}: {count} hints", card.id);
    }
}

#[test]
fn a_hint_for_no_question_is_a_fault_with_its_place() {
    let mut file = games::find("barrosa-wheatley").unwrap();
    file.source.text = file.source.text.replace("ask = \"shoot\"", "ask = \"shoots\"").into();
    let line = file.source.text.lines().position(|line| line == "ask = \"shoots\"").unwrap() + 1;
    let told = games::card(&file).unwrap_err().to_string();
    assert!(
        told.contains(&format!(":{line}:")) && told.contains("shoots") && told.contains("\"shoot\""),
        "{told}"
    );
    let mut twice = games::find("barrosa-wheatley").unwrap();
    twice.source.text = twice.source.text.replace("ask = \"shoot\"", "ask = \"order\"").into();
    let told = games::card(&twice).unwrap_err().to_string();
    assert!(told.contains("one hint for each question"), "{told}");
}

/// The words of what is asked in a battle of random answers.
fn asked<G: Played>(setup: &Setup, seed: u64, words: &mut BTreeSet<String>) {
    let (battle, rules) = setup.open::<G>().unwrap();
    let mut session = Session::new(G::start(&battle, rules, false));
    let mut luck = Stream::new(Seed::from_number(seed), 1);
    let mut faces = Stream::new(Seed::from_number(seed), 0);
    for _ in 0..20_000 {
        let entry = match session.waiting() {
            Some(Waiting::ForAnswer(question)) => {
                let question = question.clone();
                words.insert(serde_json::to_value(&question).unwrap()["ask"].as_str().unwrap().to_owned());
                Entry::Answer(session.game().sample(&question, &mut luck))
            }
            Some(Waiting::ForDice { pool, .. }) => {
                let faces = (0..pool.count).map(|_| faces.die(pool.sides)).collect();
                Entry::Dice { faces, typed: false }
            }
            _ => break,
        };
        session.put(entry).unwrap();
    }
}

#[test]
fn the_words_of_questions_are_those_that_are_asked() {
    for kind in games::Kind::ALL {
        with!(kind, G => {
            let mut words = BTreeSet::new();
            for file in games::embedded_of::<G>() {
                for seed in 1..=3 {
                    asked::<G>(&Setup::new(file.clone().to_deploy()), seed, &mut words);
                }
            }
            let known: BTreeSet<String> = <<G as Game>::Question as Questions<G>>::WORDS.iter().map(|word| (*word).to_owned()).collect();
            assert!(words.is_subset(&known), "{:?} are not in the list", words.difference(&known).collect::<Vec<_>>());
            println!("{kind:?}: {} of {} asked", words.len(), known.len());
        });
    }
}
