//! A battle may be given up at any moment of it: it is over as it stands, whatever was under way.

use dice::{Seed, Stream};
use engine::record::Record;
use engine::{Ending, Entry, Played, Session, Side, Tone, Waiting, state_text};
use games::{Kind, Setup, with};
use std::collections::BTreeMap;

/// How many entries of each battle are played; it is given up again and again on the way.
const ENTRIES: usize = 320;
const EVERY: usize = 23;

fn check<G: Played>(file: &games::BattleFile, seed: u64) {
    let setup = Setup::new(file.clone());
    let (battle, rules) = setup.open::<G>().unwrap();
    let start = G::start(&battle, rules.clone());
    let mut session = Session::new(start.clone());
    let mut luck = Stream::new(Seed::from_number(seed), 2);
    for n in 0..ENTRIES {
        if n % EVERY == 0 && session.waiting().is_some() {
            let side = Side::BOTH[n % 2];
            let mut given_up = session.clone();
            given_up.put(Entry::Concedes(side)).unwrap();
            let game = given_up.game();
            assert!(given_up.waiting().is_none(), "{} after {n}", file.id);
            let outcome = game.outcome().unwrap();
            assert_eq!((outcome.winner, outcome.by), (Some(side.enemy()), Ending::Conceded));
            let last = &given_up.log().last().unwrap().event;
            assert_eq!(game.news(last).tone, Tone::Last);
            let sentence = game.sentence(last);
            assert!(sentence.contains("concede"), "{sentence}");
            assert!(!game.news(last).cites.is_empty(), "{sentence}");
            assert_eq!(game.sound(), Ok(()), "{} after {n}", file.id);
            let restored =
                start.restore(&state_text(game)).unwrap_or_else(|why| panic!("{} after {n}: {why}", file.id));
            assert_eq!(restored.outcome(), game.outcome());
            assert!(given_up.can_undo(side).is_err());
            if n == EVERY * 9 {
                let header = setup.header(&rules, Seed::from_number(seed), BTreeMap::new()).sealed();
                let text = Record::of(header, &given_up).write();
                let (record, again) = games::verify_record::<G>("g.jsonl", &text).unwrap();
                assert_eq!((record.ended, record.write()), (true, text));
                assert_eq!(again.steps(), given_up.steps());
            }
        }
        let entry = match session.waiting() {
            None => return,
            Some(Waiting::ForDice { pool, .. }) => {
                Entry::Dice { faces: (0..pool.count).map(|_| luck.die(pool.sides)).collect(), typed: true }
            }
            Some(Waiting::ForAnswer(question)) => Entry::Answer(session.game().sample(question, &mut luck)),
            other => panic!("{other:?}"),
        };
        session.put(entry).unwrap();
    }
}

#[test]
fn a_battle_may_be_given_up_at_any_moment() {
    for kind in Kind::ALL {
        with!(kind, G => {
            for (n, file) in games::embedded_of::<G>().iter().enumerate() {
                check::<G>(file, n as u64);
            }
        });
    }
}
