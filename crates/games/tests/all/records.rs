//! Records of real battles: whole in themselves, and proved by playing them again.

use dice::{Seed, Stream};
use engine::record::{Header, Record};
use engine::{Entry, Holding, Played, RandomPlayer, Session};
use games::{Kind, Setup, Source, Volley, with};
use std::collections::BTreeMap;

fn seats() -> BTreeMap<String, String> {
    BTreeMap::from([("french".to_owned(), "anybody".to_owned()), ("allied".to_owned(), "anybody".to_owned())])
}

/// A battle played at random to its end.
fn played<G: Played>(setup: &Setup, seed: Seed) -> (Header, Session<G>) {
    let (battle, rules) = setup.open::<G>().expect("a battle built in");
    let header = setup.header(&rules, seed, seats());
    let mut session = Session::new(G::start(&battle, rules));
    let mut anybody = RandomPlayer(Stream::new(seed, 1));
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

/// What a battle file says of ground goes into the record with it: a game that began with ground counted at the end is
/// counted like that, whatever the file of that battle says now, and the hash of its rules is that of earlier versions.
#[test]
fn a_record_keeps_what_its_battle_said_of_ground() {
    let file = games::find("gilly").unwrap();
    let plain: String = file
        .source
        .text
        .lines()
        .filter(|line| !line.starts_with("ground = "))
        .fold(String::new(), |text, line| text + line + "\n");
    let stays = plain.replace("[victory]\n", "[victory]\nground = \"stays\"\n");
    assert_ne!(plain, stays);
    // The battle's only ground, elsewhere and of other worth.
    let (before, _) = plain.split_once("[[victory.objective]]").unwrap();
    let farm = "[[victory.objective]]\nname = \"Farm\"\nat = [25.5, 22]\nradius = 3\nworth = 1\n";
    let lone = format!("{before}{farm}");
    let begun = |text: &str| {
        let source = Source::new("gilly.toml", text.to_owned());
        let setup = Setup::new(games::BattleFile { id: "gilly".to_owned(), source });
        let (header, session) = played::<Volley>(&setup, Seed::from_number(3));
        let text = Record::of(header, &session).write();
        let (record, again) = games::verify_record::<Volley>("g.jsonl", &text).unwrap();
        (record.header.rules.hash, again)
    };
    let (counted_hash, counted) = begun(&plain);
    let (stays_hash, kept) = begun(&stays);
    assert_eq!(counted_hash, stays_hash, "the battle chooses, not the rules");
    let (_, alone) = begun(&lone);
    let names = |session: &Session<Volley>| {
        session.game().scenario.objectives.iter().map(|ground| ground.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&alone), ["Farm"], "the ground it was begun with");
    assert_ne!(names(&kept), names(&alone));
    assert_eq!(counted.game().decision().holding, Holding::Counted);
    assert_eq!(kept.game().decision().holding, Holding::Stays);
    assert!(
        !engine::state_text(counted.game()).contains("holders"),
        "as it was written before there was a choice"
    );
    // Every position is read back with the last holder of each ground.
    let text = engine::state_text(kept.game());
    assert!(text.contains("\"holders\":["), "{text}");
    assert_eq!(engine::state_text(&kept.game().restore(&text).unwrap()), text);
    let wrong = text.replace("\"holders\":[", "\"holders\":[null,");
    assert_eq!(
        kept.game().restore(&wrong).unwrap_err(),
        "found holders of 3 objectives, expected 2 as the battle has"
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
        "g.jsonl:1: found a game of \"chess\", expected one of volley, orders, empire",
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

/// Puts a battle on record whose dice are the seed's with these salts in it.
fn salted(salts: &[&str]) -> Record<volley::Answer> {
    let setup = Setup::new(games::find("gilly").unwrap());
    let (battle, rules) = setup.open::<Volley>().unwrap();
    let seed = Seed::from_number(8);
    let salts = salts.iter().map(|salt| (*salt).to_owned()).collect();
    let header = setup.header(&rules, seed, seats()).salted(salts);
    assert_eq!(header.commitment, seed.commitment(), "the seed alone is committed to");
    let mut session = Session::new(battle.begin(rules));
    let mut dice = Stream::new(header.dice_seed().unwrap(), 0);
    session.play(&mut dice, &mut RandomPlayer(Stream::new(seed, 1)), 100_000).unwrap();
    Record::of(header, &session)
}

fn throws(record: &Record<volley::Answer>) -> usize {
    record.entries.iter().filter(|entry| matches!(entry, Entry::Dice { .. })).count()
}

#[test]
fn both_seats_salt_the_dice() {
    let record = salted(&["pepper", "sel"]);
    let text = record.write();
    assert!(text.contains("\"salts\":[\"pepper\",\"sel\"]"));
    let (read, _, proof) = games::prove_record::<Volley>("g.jsonl", &text).unwrap();
    assert_eq!(read.write(), text);
    assert_eq!((proof.throws_by_seed, proof.salts, proof.is_whole()), (throws(&record), 2, true));
    assert_eq!(read.stream().unwrap().thrown(), engine::record::thrown(&record.entries));
    // With other salts, or none, the dice would have been others.
    let others: [&[&str]; 4] = [&[], &["pepper"], &["sel", "pepper"], &["pepper", "sucre"]];
    for other in others {
        let mut changed = record.clone();
        changed.header.salts = other.iter().map(|salt| (*salt).to_owned()).collect();
        let error = games::prove_record::<Volley>("g.jsonl", &changed.write()).map(drop).unwrap_err();
        assert!(error.to_string().contains(", but the seed throws "), "{other:?}: {error}");
    }
    // Without salts and with a seed that was not chosen, the header is what it always was.
    let plain = salted(&[]).write();
    assert!(!plain.contains("salts") && !plain.contains("chosen-seed"));
}

#[test]
fn a_chosen_seed_is_told_and_must_be_the_one() {
    let mut record = salted(&[]);
    record.header = record.header.chosen(8);
    let text = record.write();
    assert!(text.contains("\"chosen-seed\":8,"));
    let (read, _, proof) = games::prove_record::<Volley>("g.jsonl", &text).unwrap();
    assert_eq!((read.write(), proof.chosen_seed), (text, Some(8)));
    assert!(proof.advice().iter().any(|told| told.contains("chosen by a person, by the number 8")));
    // Before the dice are revealed it would tell them.
    assert_eq!(record.header.clone().sealed().chosen_seed, None);
    record.header.chosen_seed = Some(9);
    let error = games::prove_record::<Volley>("g.jsonl", &record.write()).map(drop).unwrap_err();
    assert_eq!(
        error.to_string(),
        "g.jsonl:1: found a seed said to be chosen by the number 9, but that one has another"
    );
}

/// What a forger who writes the file anew can do, and what is then said to be proved.
#[test]
fn a_proof_says_what_it_could_not_prove() {
    let record = salted(&[]);
    let all = throws(&record);
    let proof = |change: &dyn Fn(&mut Record<volley::Answer>)| {
        let mut changed = record.clone();
        change(&mut changed);
        games::prove_record::<Volley>("g.jsonl", &changed.write()).map(|(_, _, proof)| proof)
    };
    let whole = proof(&|_| {}).unwrap();
    assert_eq!((whole.throws_by_seed, whole.unproved()), (all, Vec::<String>::new()));
    assert_eq!(whole.proved().len(), 2);

    let sealed = proof(&|record| record.header.seed = None).unwrap();
    assert_eq!((sealed.throws_by_seed, sealed.throws_unproved, sealed.is_whole()), (0, all, false));
    assert_eq!((sealed.proved().len(), sealed.unproved().len(), sealed.advice().len()), (1, 1, 0));

    let other = Seed::from_number(9).commitment();
    let replaced = proof(&|record| {
        record.header.seed = None;
        record.header.commitment = other.clone();
    });
    assert_eq!(replaced.unwrap().unproved(), sealed.unproved());
    assert!(proof(&|record| record.header.commitment = other.clone()).is_err());

    let typed = proof(&|record| {
        for entry in &mut record.entries {
            if let Entry::Dice { typed, .. } = entry {
                *typed = true;
            }
        }
    });
    let typed = typed.unwrap();
    assert_eq!((typed.throws_by_seed, typed.throws_typed, typed.is_whole()), (0, all, false));
    assert_eq!((typed.proved().len(), typed.unproved().len()), (1, 1));
    // A seed and a commitment that were made afterwards: only a player who kept the first one can tell.
    assert!(whole.advice()[0].ends_with(&record.header.commitment.0));
}
