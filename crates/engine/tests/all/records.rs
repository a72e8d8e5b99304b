//! A toy game of three steps, its record, and every way to spoil it.

use dice::{Aim, Dice, Pool, Seed, Stream, d6};
use engine::record::{Header, LONGEST_LINE, MOST_BYTES, Record, RecordFault, RulesUsed, VERSION, thrown};
use engine::{
    Ask, Ending, Entry, Form, Game, Live, Mistake, Note, Outcome, Players, Said, Session, Side, Umpire,
    Waiting, notes, plan_said,
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Three times: look how far the enemy is, throw two dice, decide whether to press on.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Toy {
    steps_left: u32,
    hits: u32,
    pressed: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    conceded: Option<Side>,
}

const START: Toy = Toy { steps_left: 3, hits: 0, pressed: 0, conceded: None };

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Press;

engine::questions! {
    enum Question of Toy { Press = "press" }
}

impl Ask<Toy> for Press {
    const WORD: &'static str = "press";
    type Granted = bool;
    fn side(&self, _: &Toy) -> Side {
        Side::French
    }
    fn decline(&self, _: &Toy) -> String {
        "no".to_owned()
    }
    fn prompt(&self, _: &Toy) -> String {
        "press on?".to_owned()
    }
    fn waited_for(&self, _: &Toy) -> String {
        "whether they press on.".to_owned()
    }
    fn form(&self, _: &Toy) -> Form<String> {
        Form::choose(None).or("yes", "", "yes".to_owned()).or("no", "", "no".to_owned())
    }
    fn grant(&self, game: &Toy, answer: &String) -> Result<bool, String> {
        match answer.as_str() {
            "yes" if game.hits == 0 => Err("Nobody presses on without a hit (toy.press).".to_owned()),
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(format!("{answer:?} is neither yes nor no (toy.press).")),
        }
    }
}

engine::sight! {
    /// Whether it is near.
    struct Near of Toy {} -> bool;
    word: "near";
    about: |_, _| [Side::French];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(true);
    stale: AnyMove;
    measured: |_, _| true;
    text: |_, _| "near?".to_owned();
    answers: |_, _| YesNo;
}

impl Game for Toy {
    type Question = Question;
    type Outlook = ();
    type Answer = String;
    type Event = String;
    type Refusal = String;

    fn step<U: Umpire<Toy>>(&mut self, umpire: &mut U) -> Result<(), U::Pause> {
        // The middle step needs nothing from outside.
        if self.steps_left != 2 {
            let need = if umpire.see(self, Near {})? { 4 } else { 6 };
            let hits = umpire.hits(d6(2), need)?;
            self.hits += hits;
            self.pressed += u32::from(umpire.ask(self, Press)?);
            umpire.tell(|| format!("{hits} hits"));
        }
        self.steps_left -= 1;
        Ok(())
    }
    fn outcome(&self) -> Option<Outcome> {
        let conceded = self.conceded.map(Outcome::conceded);
        conceded.or((self.steps_left == 0).then_some(Outcome { winner: None, by: Ending::Losses }))
    }
    fn end(&mut self, outcome: Outcome) -> String {
        self.conceded = outcome.winner.map(Side::enemy);
        format!("{outcome:?}")
    }
    fn seen_by(&self, _: Option<Side>) -> Cow<'_, Toy> {
        Cow::Borrowed(self)
    }
}

struct Bold;

impl Players<Toy> for Bold {
    fn answer(&mut self, _: Side, view: &Toy, _: &Question) -> String {
        if view.hits > 0 { "yes" } else { "no" }.to_owned()
    }
}

fn seed() -> Seed {
    Seed::from_number(1815)
}

fn header(seed: Seed) -> Header {
    Header {
        grognard: VERSION,
        game: "toy".to_owned(),
        battle: "gilly".to_owned(),
        battle_text: "name = \"Légère\"\n".to_owned(),
        rules: RulesUsed { sheet: "t1".to_owned(), hash: "ab".to_owned(), patch: None },
        seed: Some(seed),
        commitment: seed.commitment(),
        salts: Vec::new(),
        chosen_seed: None,
        seats: BTreeMap::from([("french".to_owned(), "Anna".to_owned())]),
        beside_figures: false,
        position: None,
    }
}

/// A whole game with the seed's dice.
fn played(seed: Seed) -> Record<String> {
    let mut session = Session::new(START);
    session.play(&mut Stream::new(seed, 0), &mut Bold, 100).unwrap();
    Record::of(header(seed), &session)
}

fn dice(faces: &[u32]) -> Entry<String> {
    Entry::Dice { faces: faces.to_vec(), typed: true }
}

fn said(word: &str) -> Entry<String> {
    Entry::Answer(word.to_owned())
}

/// Reads and verifies.
fn proved(text: &str) -> Result<Session<Toy>, RecordFault> {
    Record::<String>::read("g.jsonl", text)?.verify(START)
}

/// The lines with their sums made right again, as a forger would.
fn forged(lines: &[&str]) -> String {
    let (mut text, mut last) = (String::new(), String::new());
    for line in lines {
        let hash = Sha256::new().chain_update(last.as_bytes()).chain_update(line.as_bytes()).finalize();
        last = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        text += &format!("{},\"sum\":\"{last}\"}}\n", line.strip_suffix('}').unwrap_or(line));
    }
    text
}

/// The lines of a record without their sums.
fn bodies(text: &str) -> Vec<String> {
    text.lines().map(|line| line.rsplit_once(",\"sum\":\"").unwrap().0.to_owned() + "}").collect()
}

/// Faces as a sentence has them.
fn list(faces: &[u32]) -> String {
    faces.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

#[track_caller]
fn check_forged(change: impl Fn(&mut Vec<String>), expected: &str) {
    let mut lines = bodies(&played(seed()).write());
    change(&mut lines);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(proved(&forged(&lines)).unwrap_err().to_string(), expected);
}

#[test]
fn a_record_looks_like_this() {
    let text = played(seed()).write();
    let expected = r#"{"grognard":1,"game":"toy","battle":"gilly","battle-text":"name = \"Légère\"\n","rules":{"sheet":"t1","hash":"ab","patch":null},"seed":"SEED","commitment":"COMMITMENT","seats":{"french":"Anna"}}
{"n":1,"dice":{"faces":[FACES]}}
{"n":2,"answer":"WORD"}
{"step":1,"hash":"HASH"}
{"step":2,"hash":"HASH"}
{"n":3,"dice":{"faces":[FACES]}}
{"n":4,"answer":"WORD"}
{"step":3,"hash":"HASH"}
{"end":{"steps":3,"entries":4,"hash":"HASH"}}"#;
    for (found, expected) in bodies(&text).iter().zip(expected.lines()) {
        for (i, part) in expected.split(|c: char| c.is_ascii_uppercase()).enumerate() {
            assert!(found.contains(part), "part {i} of {expected} in {found}");
        }
    }
    assert_eq!(text.lines().count(), expected.lines().count());
    assert!(text.ends_with("\"}\n"));
}

#[test]
fn written_read_and_written_again_it_is_the_same_to_the_byte() {
    for number in 0..300 {
        let seed = Seed::from_number(number);
        let whole = played(seed);
        let mut session = Session::new(START);
        for cut in 0..=whole.entries.len() {
            let text = Record::of(header(seed), &session).write();
            let read = Record::<String>::read("g.jsonl", &text).unwrap();
            assert_eq!(read.write(), text);
            let again = read.verify(START).unwrap();
            assert_eq!(again.steps(), session.steps());
            assert_eq!(again.game(), session.game());
            if let Some(entry) = whole.entries.get(cut) {
                session.put(entry.clone()).unwrap();
            }
        }
        assert_eq!(Record::of(header(seed), &session).write(), whole.write());
    }
}

#[test]
fn every_flipped_bit_is_reported() {
    let text = played(seed()).write();
    let bytes = text.as_bytes();
    let lines = text.lines().count();
    for i in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.to_vec();
            flipped[i] ^= 1 << bit;
            let proof =
                Record::<String>::read_bytes("g.jsonl", &flipped).and_then(|record| record.verify(START));
            let fault = proof.map(|_| ()).unwrap_err();
            let line = bytes[..i].iter().filter(|byte| **byte == b'\n').count() + 1;
            assert!(!fault.what.is_empty() && !fault.what.contains('\n'), "{fault}");
            assert!(
                (line..=line + 1).contains(&fault.line) && fault.line <= lines,
                "byte {i} of line {line}: {fault}"
            );
        }
    }
}

#[test]
fn a_line_left_out_doubled_or_moved_is_reported() {
    let text = played(seed()).write();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for i in 0..lines.len() {
        let mut left_out = lines.clone();
        left_out.remove(i);
        assert!(proved(&left_out.concat()).is_err(), "line {} left out", i + 1);
        let mut doubled = lines.clone();
        doubled.insert(i, lines[i]);
        assert!(proved(&doubled.concat()).is_err(), "line {} doubled", i + 1);
        for j in 0..i {
            let mut moved = lines.clone();
            moved.swap(i, j);
            assert!(proved(&moved.concat()).is_err(), "lines {} and {} swapped", j + 1, i + 1);
        }
        // Cut between lines it may be the record of a game that is not over, but never one that is.
        match proved(&lines[..i].concat()) {
            Ok(session) => {
                assert!(session.waiting().is_some() && [1, 2, 5, 6].contains(&i), "cut after line {i}")
            }
            Err(fault) => assert!([0, 3, 4, 7, 8].contains(&i), "cut after line {i}: {fault}"),
        }
        let cut = lines[..=i].concat();
        assert!(proved(&cut[..cut.len() - 1]).is_err(), "cut within line {}", i + 1);
    }
}

#[test]
fn wrong_lines_are_named() {
    let text = played(seed()).write();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let check = |text: &str, expected: &str| {
        assert_eq!(proved(text).unwrap_err().to_string(), expected);
    };
    check("", "g.jsonl:1: found nothing, expected the header of a record");
    check("\n", "g.jsonl:1: found an empty line, expected a line that ends in its sum");
    check("{}", "g.jsonl:1: found \"{}\" without an end of line, expected a whole line");
    check(
        lines[1],
        "g.jsonl:1: found an entry, expected the header of a record: a line was changed, left out, doubled or moved",
    );
    let skipped = [lines[0], lines[2]].concat();
    check(
        &skipped,
        "g.jsonl:2: found an entry numbered 2, expected number 1: a line was changed, left out, doubled or moved",
    );
    let changed = text.replacen("Anna", "Otto", 1);
    let fault = proved(&changed).unwrap_err().to_string();
    assert!(fault.starts_with("g.jsonl:1: found the sum \""), "{fault}");
    assert!(
        fault.ends_with(": this line was changed, or lines before it were left out, doubled or moved"),
        "{fault}"
    );
    let more = format!("{text}{}", lines[1]);
    check(
        &more,
        "g.jsonl:10: found an entry, expected nothing after the end: a line was changed, left out, doubled or moved",
    );
}

#[test]
fn a_forger_who_mends_the_sums_is_found_by_playing_again() {
    check_forged(
        |lines| lines[0] = lines[0].replacen(":1,", ":3,", 1),
        "g.jsonl:1: found a record of version 3, expected version 1 or 2",
    );
    let fault = |seed: Seed| format!("the seed's is {:?}", seed.commitment().0);
    let mut record = played(seed());
    record.header.commitment = Seed::from_number(2).commitment();
    assert!(proved(&record.write()).unwrap_err().what.contains(&fault(seed())));

    // A better throw.
    let mut record = played(seed());
    let Entry::Dice { faces, .. } = record.entries[0].clone() else { panic!("dice come first") };
    let better: Vec<u32> = faces.iter().map(|face| face % 6 + 1).collect();
    record.entries[0] = Entry::Dice { faces: better.clone(), typed: false };
    assert_eq!(
        proved(&record.write()).unwrap_err().to_string(),
        format!("g.jsonl:2: entry 1 throws {}, but the seed throws {}", list(&better), list(&faces))
    );

    // A state that was not reached.
    let mut record = played(seed());
    let right = std::mem::replace(&mut record.steps[1].1, "00".repeat(32));
    assert_eq!(
        proved(&record.write()).unwrap_err().to_string(),
        format!(
            "g.jsonl:5: after step 2 the record has the hash {}, but the game has {right}",
            "00".repeat(32)
        )
    );
    check_forged(
        |lines| {
            lines.remove(4);
            lines[6] = lines[6].replace("\"step\":3", "\"step\":2");
            lines.truncate(6);
        },
        &format!(
            "g.jsonl:7: found no step 2, but it ends after entry 2 with the hash {}",
            played(seed()).steps[1].1
        ),
    );
    check_forged(
        |lines| lines.truncate(8),
        "g.jsonl:9: found no last line, but the game is over after 3 steps",
    );
    check_forged(
        |lines| lines[8] = lines[8].replace("\"entries\":4", "\"entries\":5"),
        "g.jsonl:9: found an end after 3 steps and 5 entries, expected one after 3 and 4",
    );
    check_forged(
        |lines| lines[2] = "{\"n\":2,\"answer\":\"maybe\"}".to_owned(),
        "g.jsonl:3: entry 2 does not fit: \"maybe\" is neither yes nor no (toy.press).",
    );
    check_forged(
        |lines| lines[2] = "{\"n\":2,\"anwser\":\"no\"}".to_owned(),
        "g.jsonl:3: found a line that cannot be read: unknown variant `anwser`, expected one of `dice`, `answer`, \
         `seen`, `note`, `concedes`",
    );
    check_forged(
        |lines| lines[1] = "{\"n\":1,\"dice\":{\"faces\":[3]}}".to_owned(),
        "g.jsonl:2: entry 1 does not fit: 2d6 must be thrown, but 1 faces were given",
    );
    check_forged(
        |lines| lines[1] = "{\"n\":1,\"seen\":[1]}".to_owned(),
        "g.jsonl:2: entry 1 does not fit: dice was wanted here, but a fact was given",
    );
    check_forged(
        |lines| lines[2] = format!("{{\"n\":2,\"dice\":{}}}", "[".repeat(100_000)),
        "g.jsonl:3: found a line that cannot be read: invalid type: sequence, expected u32",
    );
    let huge = "x".repeat(LONGEST_LINE);
    check_forged(
        |lines| lines[2] = format!("{{\"n\":2,\"answer\":\"{huge}\"}}"),
        &format!("g.jsonl:3: found a line of {} bytes, expected at most 4194304 (4 MiB)", huge.len() + 45),
    );
}

#[test]
fn a_record_stops_at_any_step_and_plays_on() {
    let record = played(seed());
    assert_eq!(record.prove_to(START, 0).unwrap().0.entries().len(), 0);
    let at_one = record.prove_to(START, 1).unwrap().0;
    // The second step follows at once.
    assert_eq!((at_one.entries().len(), at_one.steps().len()), (2, 2));
    let mut half = Record::of(header(seed()), &at_one);
    assert_eq!(thrown(&half.entries), 2);
    let mut session = half.verify(START).unwrap();
    session.play(&mut half.stream().unwrap(), &mut Bold, 100).unwrap();
    assert_eq!(Record::of(header(seed()), &session), record);
    half.file = "h.jsonl".to_owned();
    assert_eq!(
        half.prove_to(START, 4).map(drop).unwrap_err().to_string(),
        "h.jsonl:5: found 2 finished steps, expected at least 4"
    );
}

#[test]
fn typed_dice_and_sights_are_kept_and_not_held_against_the_seed() {
    let mut session = Session::beside_figures(START);
    assert!(matches!(session.put(dice(&[6, 6])), Err(Mistake::OutOfPlace { .. })));
    for entry in
        [Entry::Seen(vec![1]), dice(&[1, 6]), said("yes"), Entry::Seen(vec![0]), dice(&[1, 5]), said("no")]
    {
        session.put(entry).unwrap();
    }
    let record = Record::of(header(seed()), &session);
    assert!(record.ended && record.header.beside_figures);
    let text = record.write();
    assert!(text.contains("{\"n\":1,\"seen\":[1],\"sum\":"), "{text}");
    assert!(text.contains("{\"n\":2,\"dice\":{\"faces\":[1,6],\"typed\":true},\"sum\":"), "{text}");
    assert_eq!(proved(&text).unwrap().game(), &Toy { steps_left: 0, hits: 1, pressed: 1, conceded: None });
    assert_eq!(thrown(&record.entries), 0);
    // Nor do typed dice take any of the seed's: its first fall in the next throw.
    let mut session = Session::new(START);
    session.put(dice(&[6, 6])).unwrap();
    session.put(said("no")).unwrap();
    session.play(&mut Stream::new(seed(), 0), &mut Bold, 100).unwrap();
    let record = Record::of(header(seed()), &session);
    assert_eq!(thrown(&record.entries), 2);
    assert_eq!(proved(&record.write()).unwrap().game(), session.game());
}

#[test]
fn a_record_is_played_again_only_as_long_as_it_may() {
    let record = played(seed());
    for most in 0..=record.entries.len() {
        let mut asked = 0;
        let proved = record.verify_while(START, &mut || {
            asked += 1;
            asked <= most
        });
        if most == record.entries.len() {
            assert!(proved.is_ok());
            continue;
        }
        let stopped = format!("takes too long to play again: stopped before entry {}", most + 1);
        assert!(proved.is_err_and(|fault| fault.what.ends_with(&stopped)));
        assert_eq!(asked, most + 1, "no entry after that was played");
    }
}

#[test]
fn files_too_large_are_refused() {
    let fault = Record::<String>::read("g.jsonl", &"x".repeat(MOST_BYTES + 1)).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "g.jsonl:1: found a file of 67108865 bytes, expected a record of at most 67108864 (64 MiB)"
    );
    assert_eq!(
        Record::<String>::read_bytes("g.jsonl", b"{}\n\xff").unwrap_err().to_string(),
        "g.jsonl:2: found bytes that are no text, expected UTF-8"
    );
}

/// Named dice are one entry in the order of their names; two throws against each other are two, the second in the other
/// player's hand, and the chance of the reading stands with it.
#[test]
fn a_live_game_waits_for_named_dice_and_for_two_throws_against_each_other() {
    let thrown = |faces: &[u32]| Entry::Dice { faces: faces.to_vec(), typed: true };
    let list: [Entry<String>; 3] = [thrown(&[7, 1]), thrown(&[4, 5]), thrown(&[2, 2])];
    let two = Pool { count: 2, sides: 10 };
    let reads = |live: &mut Live<'_, Toy>| -> Result<(bool, bool), Waiting<Toy>> {
        let low = live
            .hand(Side::Allied)
            .read_named(10, &["fire", "ammunition"], |[_, ammunition]| ammunition == 1)?;
        let wins = live.hand(Side::Allied).read_against(two, two, |one, other| one > other)?;
        live.tell(|| "fought".to_owned());
        Ok((low, wins))
    };
    let waits = |entries: usize| reads(&mut Live::on_screen(&list[..entries])).unwrap_err();
    let for_dice = |aim, by| Waiting::ForDice { pool: two, aim, by: Some(by) };
    assert_eq!(waits(0), for_dice(Aim::Named(&["fire", "ammunition"]), Side::Allied));
    assert_eq!(waits(1), for_dice(Aim::Total, Side::Allied));
    assert_eq!(waits(2), for_dice(Aim::Total, Side::French));
    let mut live = Live::on_screen(&list);
    assert_eq!(reads(&mut live), Ok((true, true)));
    let chances: Vec<Option<(u128, u128)>> = live.told[0].throws.iter().map(|throw| throw.chance).collect();
    // 2d10 are level in 670 of 10,000 ways.
    assert_eq!(chances, [Some((1, 10)), None, Some((933, 2_000))]);
}

fn note(says: &[&str], drops: &[&str]) -> Entry<String> {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    Entry::Note(Note {
        side: Side::French,
        turn: 1,
        says: words(says),
        drops: words(drops),
        expects: Some(60),
    })
}

#[test]
fn a_note_changes_nothing_and_is_kept() {
    let mut plain = Session::new(START);
    plain.play(&mut Stream::new(seed(), 0), &mut Bold, 100).unwrap();
    let mut noted = Session::new(START);
    for entry in plain.entries().iter().cloned() {
        if matches!(entry, Entry::Answer(_)) {
            noted.note(Side::French, Said { turn: 1, says: vec!["We stand.".to_owned()], expects: None });
            noted.put(note(&["We go."], &["We stand."])).unwrap();
            assert_eq!(plan_said(noted.entries(), Side::French), ["We go."]);
        }
        noted.put(entry).unwrap();
    }
    assert_eq!((noted.game(), noted.log().len()), (plain.game(), plain.log().len()));
    assert_eq!(noted.state_hash(), plain.state_hash());
    assert!(notes(noted.entries()).count() >= 3, "{:?}", noted.entries());
    let refused = noted.put(note(&["Too late."], &[])).unwrap_err();
    assert!(refused.to_string().contains("a note was given"), "{refused}");

    let record = Record::of(header(seed()), &noted);
    assert_eq!((record.header.grognard, proved(&record.write()).unwrap().entries()), (2, noted.entries()));
    // As it is given out before the end: as if nothing had been said.
    let silent = record.clone().without_notes();
    assert_eq!(silent.write(), Record::of(header(seed()), &plain).write());
    // What an older program takes for a record of its own has no note in it.
    let mut old = record;
    old.header.grognard = 1;
    let fault = proved(&old.write()).unwrap_err();
    assert!(fault.what.contains("found a note, which a record of version 1 has not"), "{fault}");
}

#[test]
fn what_was_said_already_is_not_said_again() {
    let mut session = Session::new(START);
    let says = |sentences: &[&str]| Said {
        turn: 1,
        says: sentences.iter().map(|sentence| (*sentence).to_owned()).collect(),
        expects: None,
    };
    session.note(Side::French, says(&["We stand.", "The horse waits."]));
    session.note(Side::French, says(&["We stand.", "The horse waits."]));
    session.note(Side::French, says(&["We stand.", "The horse rides."]));
    session.note(Side::Allied, says(&["We stand."]));
    session.note(Side::French, says(&["The horse rides."]));
    let said: Vec<(Side, usize, usize)> =
        notes(session.entries()).map(|(_, note)| (note.side, note.says.len(), note.drops.len())).collect();
    assert_eq!(
        said,
        [(Side::French, 2, 0), (Side::French, 1, 1), (Side::Allied, 1, 0), (Side::French, 0, 1)]
    );
    assert_eq!(plan_said(session.entries(), Side::French), ["The horse rides."]);
}

#[test]
fn whoever_concedes_has_lost_and_the_record_proves_it() {
    for (entries, side) in [(0, Side::French), (1, Side::Allied), (2, Side::French)] {
        let whole = played(seed());
        let mut session = Session::new(START);
        whole.entries.iter().take(entries).for_each(|entry| session.put(entry.clone()).unwrap());
        session.put(Entry::Concedes(side)).unwrap();
        assert!(session.waiting().is_none());
        let outcome = session.game().outcome().unwrap();
        assert_eq!((outcome.winner, outcome.by), (Some(side.enemy()), Ending::Conceded));
        assert!(session.log().last().unwrap().event.contains("Conceded"));
        let too_late = session.put(Entry::Concedes(side)).unwrap_err();
        assert!(too_late.to_string().contains("the game is over"), "{too_late}");
        let record = Record::of(header(seed()), &session);
        assert_eq!((record.header.grognard, record.ended), (2, true));
        assert_eq!(proved(&record.write()).unwrap().game(), session.game());
        let folded = Session::fold(START, false, session.entries().to_vec()).unwrap();
        assert_eq!((folded.game(), folded.step_ends()), (session.game(), session.step_ends()));
    }
}
