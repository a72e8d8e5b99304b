//! Records of real battles: whole in themselves, and proved by playing them again.

use dice::{Seed, Stream};
use engine::record::{Header, Record};
use engine::{Anybody, Played, Session};
use games::{Kind, Setup, Source, Volley, with};
use std::collections::BTreeMap;

fn seats() -> BTreeMap<String, String> {
    BTreeMap::from([("french".to_owned(), "anybody".to_owned()), ("allied".to_owned(), "anybody".to_owned())])
}

/// A battle played at random to its end.
fn played<G: Played>(setup: &Setup, seed: Seed) -> (Header, Session<G>) {
    let (battle, rules) = setup.open::<G>().expect("a battle built in");
    let header = setup.header(&rules, seed, seats());
    let mut session = Session::new(G::start(&battle, rules, false));
    let mut anybody = Anybody(Stream::new(seed, 1));
    session.play(&mut Stream::new(seed, 0), &mut anybody, 100_000).expect("a battle that ends");
    (header, session)
}

#[test]
fn every_battle_built_in_is_played_kept_and_proved() {
    fn check<G: Played>(setup: &Setup, seed: Seed) {
        let (header, session) = played::<G>(setup, seed);
        let text = Record::of(header, &session).write();
        assert_eq!(games::record_kind(&text), Kind::of::<G>());
        let (record, again) = games::verify_record::<G>("g.jsonl", &text).unwrap();
        assert!(record.ended);
        assert_eq!(record.write(), text);
        assert_eq!(again.steps(), session.steps());
    }
    for (number, file) in games::embedded().into_iter().enumerate() {
        let setup = Setup::new(file);
        with!(setup.kind().unwrap(), G => check::<G>(&setup, Seed::from_number(number as u64)));
    }
}

#[test]
fn a_record_is_whole_at_every_prefix() {
    let setup = Setup::new(games::find("gilly").unwrap());
    let (header, whole) = played::<Volley>(&setup, Seed::from_number(5));
    let mut session = whole.start_again();
    for (i, entry) in whole.entries().iter().enumerate() {
        session.put(entry.clone()).unwrap();
        if i % 40 == 0 {
            let text = Record::of(header.clone(), &session).write();
            let (record, again) = games::verify_record::<Volley>("g.jsonl", &text).unwrap();
            assert_eq!((record.write(), again.entries()), (text, session.entries()), "after entry {}", i + 1);
        }
    }
    assert_eq!(session.steps(), whole.steps());
}

#[test]
fn a_record_keeps_its_house_rules() {
    let patch = "sheet = \"p7\"\n[rulings]\n\"volley.house.general.casualty\" = 5\n";
    let patch = games::read_patch(&Source::new("club.toml", patch)).unwrap();
    let setup = Setup::new(games::find("gilly").unwrap());
    let printed = setup.open::<Volley>().unwrap().1.hash_hex();
    let (header, session) = played::<Volley>(&setup.patched(patch), Seed::from_number(7));
    assert_ne!(header.rules.hash, printed);
    let record = Record::of(header, &session);
    let (_, _, rules) = games::open_record::<Volley>("g.jsonl", &record.write()).unwrap();
    assert_eq!(rules.hash_hex(), record.header.rules.hash);

    // Without its patch the rules are others, and the sentence says so.
    let mut record = record;
    record.header.rules.patch = None;
    assert_eq!(
        games::open_record::<Volley>("g.jsonl", &record.write()).unwrap_err().to_string(),
        format!(
            "g.jsonl:1: found a game played by other rules than these: the record's p7 has the hash {}, the ruleset \
             at hand has {printed}; replay it with the ruleset it was begun with",
            record.header.rules.hash
        )
    );
}

#[test]
fn wrong_headers_get_one_sentence() {
    let setup = Setup::new(games::find("gilly").unwrap());
    let (battle, rules) = setup.open::<Volley>().unwrap();
    let header = setup.header(&rules, Seed::from_number(1), seats());
    let session = Session::new(battle.begin(rules));
    let check = |change: &dyn Fn(&mut Header), expected: &str| {
        let mut record = Record::of(header.clone(), &session);
        change(&mut record.header);
        let error = games::verify_record::<Volley>("g.jsonl", &record.write()).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(
        &|header| header.game = "chess".to_owned(),
        "g.jsonl:1: found a game of \"chess\", expected one of volley, orders",
    );
    check(
        &|header| header.rules.sheet = "br8".to_owned(),
        "g.jsonl:1: found rules of the sheet \"br8\", expected \"p7\" as the battle has it",
    );
    check(
        &|header| header.battle_text = header.battle_text.replacen("length = 8", "length = 0", 1),
        "g.jsonl#battle.toml:7:10: length: found 0, expected a whole number from 1 to 60",
    );
    check(
        &|header| header.rules.patch = Some("sheet = \"p9\"".to_owned()),
        "g.jsonl#patch.toml:1:9: sheet: found \"p9\", expected one of a15, p7, br8; did you mean \"p7\"?",
    );
    let seed = Seed::from_number(2);
    check(
        &|header| header.seed = Some(seed),
        &format!(
            "g.jsonl:1: found the commitment {:?}, but the seed's is {:?}: the dice are not those that were committed to",
            header.commitment.0,
            seed.commitment().0
        ),
    );
    // Before the dice are revealed there is nothing to hold against the commitment.
    let sealed = Record::of(header.clone().sealed(), &session).write();
    assert!(sealed.contains("\"seed\":null") && games::verify_record::<Volley>("g.jsonl", &sealed).is_ok());
}

#[test]
fn a_game_beside_real_figures_is_kept_as_one() {
    let setup = Setup::new(games::find("gilly").unwrap());
    let (battle, rules) = setup.open::<Volley>().unwrap();
    let header = setup.header(&rules, Seed::from_number(1), seats());
    let session = Session::beside_figures(battle.beside_figures(rules));
    let text = Record::of(header, &session).write();
    let (record, again) = games::verify_record::<Volley>("g.jsonl", &text).unwrap();
    assert!(record.header.beside_figures && again.is_beside_figures());
}
