//! The record of a game: a text file of JSON lines that proves itself unchanged and can be played again.
//!
//! The first line is the [`Header`]: the battle and the house patch with their whole text, the rules by their hash, the
//! dice by the commitment to their seed. Then comes one line for each [`Entry`] in order, after each finished step one
//! with the state's hash, and a last one when the game is over.
//! Every line ends in its `sum`: the first 16 hexadecimal digits of SHA-256 over the sum of the line before and the
//! line's own text without the sum. So a line that was changed, left out, doubled or moved is found and named by
//! [`Record::read`]; whether the game went as written is proved by [`Record::verify`], which plays it again.
//! Lines cut off at the end of the file leave the record of a game that is not over: only the last line says it is whole.

use crate::{Entry, Game, Session, Waiting};
use dice::{Commitment, Seed, Stream};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The version of the format, in the header's `grognard`.
pub const VERSION: u32 = 1;
/// Larger files are refused.
pub const MOST_BYTES: usize = 64 << 20;
/// Longer lines are refused.
pub const LONGEST_LINE: usize = 4 << 20;

/// What a game was begun with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub grognard: u32,
    pub game: String,
    /// The battle's id.
    pub battle: String,
    /// The battle file, whole.
    pub battle_text: String,
    pub rules: RulesUsed,
    /// Known when the dice have been revealed.
    #[serde(with = "seed_in_hex")]
    pub seed: Option<Seed>,
    pub commitment: Commitment,
    /// Who played what, in free words.
    pub seats: BTreeMap<String, String>,
    /// The table was real, and what it showed is among the entries.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beside_figures: bool,
}

impl Header {
    /// The same header before the dice are revealed: the commitment without the seed.
    #[must_use]
    pub fn sealed(self) -> Header {
        Header { seed: None, ..self }
    }
}

/// The rules a game was begun with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RulesUsed {
    pub sheet: String,
    pub hash: String,
    /// The house patch, whole.
    pub patch: Option<String>,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<A> {
    /// The name of the file, for faults.
    pub file: String,
    pub header: Header,
    pub entries: Vec<Entry<A>>,
    /// For each finished step: how many entries had been used, and the hash of the state after it.
    pub steps: Vec<(usize, String)>,
    /// The game is over.
    pub ended: bool,
}

/// What is wrong with a record, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct RecordFault {
    pub file: String,
    /// From 1.
    pub line: usize,
    /// One sentence: what was found, and what was expected.
    pub what: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepLine {
    step: usize,
    hash: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: End,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    steps: usize,
    entries: usize,
    hash: String,
}

// ---------------------------------------------------------------- writing ----

impl<A: Clone + Serialize + DeserializeOwned> Record<A> {
    /// The record of a game as far as it has got. Whether it is beside real figures the game itself says.
    pub fn of<G: Game<Answer = A>>(header: Header, session: &Session<G>) -> Record<A> {
        Record {
            file: "record".to_owned(),
            header: Header { beside_figures: session.is_beside_figures(), ..header },
            entries: session.entries().to_vec(),
            steps: session.steps().to_vec(),
            ended: session.waiting().is_none(),
        }
    }

    /// The file's text. Written, read and written again it is the same to the byte.
    pub fn write(&self) -> String {
        let mut lines = Lines::default();
        lines.add(json(&self.header));
        let mut steps = self.steps.iter().enumerate().peekable();
        for used in 0..=self.entries.len() {
            while let Some((step, (_, hash))) = steps.next_if(|(_, (at, _))| *at <= used) {
                lines.add(json(&StepLine { step: step + 1, hash: hash.clone() }));
            }
            if let Some(entry) = self.entries.get(used) {
                // `{"dice":…}` becomes `{"n":1,"dice":…}`.
                let entry = json(entry);
                lines.add(format!("{{\"n\":{},{}", used + 1, entry.strip_prefix('{').unwrap_or("}")));
            }
        }
        if self.ended {
            lines.add(json(&EndLine { end: self.end() }));
        }
        lines.text
    }

    /// What the last line of a finished game says.
    fn end(&self) -> End {
        let hash = self.steps.last().map(|(_, hash)| hash.clone()).unwrap_or_default();
        End { steps: self.steps.len(), entries: self.entries.len(), hash }
    }

    /// The seeded dice at the place they have reached, to play on; `None` while the seed is not known.
    pub fn stream(&self) -> Option<Stream> {
        let mut stream = Stream::new(self.header.seed?, 0);
        stream.go_to(thrown(&self.entries));
        Some(stream)
    }
}

/// How many dice of the seeded stream the entries hold: all that were not typed.
pub fn thrown<A>(entries: &[Entry<A>]) -> u64 {
    let seeded = entries.iter().map(|entry| match entry {
        Entry::Dice { faces, typed: false } => faces.len() as u64,
        Entry::Dice { .. } | Entry::Answer(_) | Entry::Seen(_) => 0,
    });
    seeded.sum()
}

/// Plain data in one line. It cannot fail for the types of a record; an answer that could not be written would leave
/// a line that is refused on reading.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Lines in the making, each bound to the one before by its sum.
#[derive(Default)]
struct Lines {
    text: String,
    last_sum: String,
}

impl Lines {
    fn add(&mut self, body: String) {
        self.last_sum = sum(&self.last_sum, &body);
        let open = body.strip_suffix('}').unwrap_or(&body);
        let _ = writeln!(self.text, "{open}{SUM_OPENS}{}{SUM_CLOSES}", self.last_sum);
    }
}

const SUM_OPENS: &str = ",\"sum\":\"";
const SUM_CLOSES: &str = "\"}";
const SUM_DIGITS: usize = 16;

fn sum(last: &str, body: &str) -> String {
    let hash = Sha256::new().chain_update(last.as_bytes()).chain_update(body.as_bytes()).finalize();
    hash.iter().take(SUM_DIGITS / 2).map(|byte| format!("{byte:02x}")).collect()
}

mod seed_in_hex {
    use super::{Deserialize, Deserializer, Seed, Serializer};

    pub(super) fn serialize<S: Serializer>(seed: &Option<Seed>, serializer: S) -> Result<S::Ok, S::Error> {
        match seed {
            Some(seed) => serializer.serialize_str(&seed.to_hex()),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seed>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else {
            return Ok(None);
        };
        let seed = Seed::from_hex(&text).filter(|seed| seed.to_hex() == text);
        let expected = "a seed of 64 hexadecimal digits, or null";
        seed.map(Some).ok_or_else(|| serde::de::Error::custom(format!("found {text:?}, expected {expected}")))
    }
}

// ---------------------------------------------------------------- reading ----

impl<A: Clone + Serialize + DeserializeOwned> Record<A> {
    /// Reads a record and proves that no line was changed, left out, doubled or moved.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    pub fn read(name: &str, text: &str) -> Result<Record<A>, RecordFault> {
        let at = |line: usize, what: String| RecordFault { file: name.to_owned(), line, what };
        check_size(text.len()).map_err(|what| at(1, what))?;
        let mut reading = Reading::default();
        for (i, line) in text.split_inclusive('\n').enumerate() {
            reading.line(line).map_err(|what| at(i + 1, what))?;
        }
        let Some(header) = reading.header else {
            return Err(at(1, "found nothing, expected the header of a record".to_owned()));
        };
        let (entries, steps, ended) = (reading.entries, reading.steps, reading.ended);
        Ok(Record { file: name.to_owned(), header, entries, steps, ended })
    }

    /// As [`Self::read`], from the bytes of a file.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    pub fn read_bytes(name: &str, bytes: &[u8]) -> Result<Record<A>, RecordFault> {
        let at = |line: usize, what: String| RecordFault { file: name.to_owned(), line, what };
        check_size(bytes.len()).map_err(|what| at(1, what))?;
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = bytes.iter().take(error.valid_up_to());
            let line = before.filter(|byte| **byte == b'\n').count() + 1;
            at(line, "found bytes that are no text, expected UTF-8".to_owned())
        })?;
        Record::read(name, text)
    }
}

fn check_size(bytes: usize) -> Result<(), String> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(format!("found a file of {bytes} bytes, expected a record of at most {MOST_BYTES} (64 MiB)"))
}

/// A record while its lines are read.
struct Reading<A> {
    header: Option<Header>,
    entries: Vec<Entry<A>>,
    steps: Vec<(usize, String)>,
    ended: bool,
    last_sum: String,
}

impl<A> Default for Reading<A> {
    fn default() -> Reading<A> {
        Reading {
            header: None,
            entries: Vec::new(),
            steps: Vec::new(),
            ended: false,
            last_sum: String::new(),
        }
    }
}

/// What a line begins with, and what it is called in a fault.
const KINDS: [(&str, &str); 4] =
    [(HEADER, "a header"), (ENTRY, "an entry"), (STEP, "a step"), (END, "the end")];
const HEADER: &str = "{\"grognard\":";
const ENTRY: &str = "{\"n\":";
const STEP: &str = "{\"step\":";
const END: &str = "{\"end\":";

impl<A: DeserializeOwned> Reading<A> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if line.len() > LONGEST_LINE {
            return Err(format!(
                "found a line of {} bytes, expected at most {LONGEST_LINE} (4 MiB)",
                line.len()
            ));
        }
        let Some(line) = line.strip_suffix('\n') else {
            return Err(format!("found {} without an end of line, expected a whole line", shown(line)));
        };
        let (body, found) = split_sum(line)?;
        self.check_place(&body)?;
        let expected = sum(&self.last_sum, &body);
        if found != expected {
            return Err(format!(
                "found the sum {found:?}, expected {expected:?}: this line was changed, or lines before it were left \
                 out, doubled or moved"
            ));
        }
        self.last_sum = expected;
        self.take(&body)
    }

    /// Whether this line may stand here: its kind, and its number.
    fn check_place(&self, body: &str) -> Result<(), String> {
        let kind = KINDS.iter().find(|(opening, _)| body.starts_with(opening));
        let Some((opening, kind)) = kind else {
            return Err(format!("found {}, expected a header, an entry, a step or the end", shown(body)));
        };
        let wrong = |found: &str, expected: String| {
            Err(format!("found {found}, expected {expected}: a line was changed, left out, doubled or moved"))
        };
        match (&self.header, *opening == HEADER) {
            (None, false) => return wrong(kind, "the header of a record".to_owned()),
            (Some(_), true) => return wrong("a second header", "an entry, a step or the end".to_owned()),
            (None, true) | (Some(_), false) => {}
        }
        if self.ended {
            return wrong(kind, "nothing after the end".to_owned());
        }
        let expected = match *opening {
            ENTRY => self.entries.len() + 1,
            STEP => self.steps.len() + 1,
            _ => return Ok(()),
        };
        let number = leading_number(body.strip_prefix(opening).unwrap_or_default());
        match number {
            Some(number) if number == expected => Ok(()),
            Some(number) => wrong(&format!("{kind} numbered {number}"), format!("number {expected}")),
            None => wrong(&format!("{kind} without a number"), format!("number {expected}")),
        }
    }

    /// Takes in a line whose sum is right.
    fn take(&mut self, body: &str) -> Result<(), String> {
        let unread =
            |error: serde_json::Error| format!("found a line that cannot be read: {}", plain(&error));
        if self.header.is_none() {
            let version = leading_number(body.strip_prefix(HEADER).unwrap_or_default());
            if version != Some(VERSION as usize) {
                let version = version.map_or("unknown".to_owned(), |version| version.to_string());
                return Err(format!("found a record of version {version}, expected version {VERSION}"));
            }
            self.header = Some(serde_json::from_str(body).map_err(unread)?);
        } else if let Some(rest) = body.strip_prefix(ENTRY) {
            let entry = rest.split_once(',').map_or("", |(_, entry)| entry);
            self.entries.push(serde_json::from_str(&format!("{{{entry}")).map_err(unread)?);
        } else if body.starts_with(STEP) {
            let line: StepLine = serde_json::from_str(body).map_err(unread)?;
            self.steps.push((self.entries.len(), line.hash));
        } else {
            let EndLine { end } = serde_json::from_str(body).map_err(unread)?;
            let (steps, entries) = (self.steps.len(), self.entries.len());
            if (end.steps, end.entries) != (steps, entries) {
                return Err(format!(
                    "found an end after {} steps and {} entries, expected one after {steps} and {entries}",
                    end.steps, end.entries
                ));
            }
            let hash = self.steps.last().map_or("", |(_, hash)| hash);
            if end.hash != hash {
                return Err(format!(
                    "found the end's hash {:?}, expected the last step's {hash:?}",
                    end.hash
                ));
            }
            self.ended = true;
        }
        Ok(())
    }
}

/// The line's text without its sum, and the sum.
fn split_sum(line: &str) -> Result<(String, &str), String> {
    let parts = line.strip_suffix(SUM_CLOSES).and_then(|rest| {
        let (rest, sum) = rest.split_at_checked(rest.len().checked_sub(SUM_DIGITS)?)?;
        Some((rest.strip_suffix(SUM_OPENS)?, sum))
    });
    match parts {
        Some((body, sum)) => Ok((format!("{body}}}"), sum)),
        None => Err(format!("found {}, expected a line that ends in its sum", shown(line))),
    }
}

/// The number a text begins with, up to a comma or its end.
fn leading_number(text: &str) -> Option<usize> {
    let digits = text.split([',', '}']).next()?;
    (digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok()).flatten()
}

/// The beginning of a line, in quotation marks.
fn shown(line: &str) -> String {
    const SHOWN: usize = 40;
    let mut start: String = line.trim_end_matches('\n').chars().take(SHOWN).collect();
    if start.len() < line.len() {
        start.push('…');
    }
    if line.is_empty() || line == "\n" { "an empty line".to_owned() } else { format!("{start:?}") }
}

/// An error of the JSON reader, without the place: it has been given a line or a part of one.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string().replace('\n', " ");
    text.rsplit_once(" at line ").map_or(text.clone(), |(what, _)| what.to_owned())
}

// -------------------------------------------------------------- verifying ----

impl<A: Clone + Serialize + DeserializeOwned> Record<A> {
    /// Plays the record again from its start and compares the state's hash after every step.
    ///
    /// Where the seed is known it must fit the commitment, and every throw that was not typed must be the seed's.
    ///
    /// # Errors
    /// The first line that does not fit, and why.
    pub fn verify<G: Game<Answer = A>>(&self, start: G) -> Result<Session<G>, RecordFault> {
        self.play(start, None)
    }

    /// As [`Self::verify`], up to the end of a step; 0 is the start. Steps that need nothing from outside follow one
    /// another at once, so the game returned may be some steps further on.
    ///
    /// # Errors
    /// The first line that does not fit, or a step that the record does not have.
    pub fn verify_to<G: Game<Answer = A>>(&self, start: G, step: usize) -> Result<Session<G>, RecordFault> {
        if step > self.steps.len() {
            let what = format!("found {} finished steps, expected at least {step}", self.steps.len());
            return Err(self.fault(self.last_line(), what));
        }
        self.play(start, Some(step))
    }

    fn play<G: Game<Answer = A>>(&self, start: G, up_to: Option<usize>) -> Result<Session<G>, RecordFault> {
        let mut stream = self.seeded()?;
        let mut session =
            if self.header.beside_figures { Session::beside_figures(start) } else { Session::new(start) };
        let mut agreed = self.compare_steps(&session, 0)?;
        for (i, entry) in self.entries.iter().enumerate() {
            if up_to.is_some_and(|step| agreed >= step) {
                return Ok(session);
            }
            let wanted = stream.as_mut().and_then(|stream| seeded_faces(stream, session.waiting(), entry));
            let number = i + 1;
            session.put(entry.clone()).map_err(|mistake| {
                self.fault(self.entry_line(i), format!("entry {number} does not fit: {mistake}"))
            })?;
            if let (Some(wanted), Entry::Dice { faces, .. }) = (wanted, entry)
                && wanted != *faces
            {
                let what =
                    format!("entry {number} throws {}, but the seed throws {}", list(faces), list(&wanted));
                return Err(self.fault(self.entry_line(i), what));
            }
            agreed = self.compare_steps(&session, agreed)?;
        }
        if up_to.is_none() {
            self.compare_end(&session)?;
        }
        Ok(session)
    }

    /// The stream of the seed, where it is known; it must be the one committed to.
    fn seeded(&self) -> Result<Option<Stream>, RecordFault> {
        let Some(seed) = self.header.seed else {
            return Ok(None);
        };
        let (found, expected) = (&self.header.commitment, seed.commitment());
        if *found == expected {
            return Ok(Some(Stream::new(seed, 0)));
        }
        let what = format!(
            "found the commitment {:?}, but the seed's is {:?}: the dice are not those that were committed to",
            found.0, expected.0
        );
        Err(self.fault(1, what))
    }

    /// Compares the steps finished since the last `agreed` with those written down; returns how many agree now.
    fn compare_steps<G: Game<Answer = A>>(
        &self,
        session: &Session<G>,
        agreed: usize,
    ) -> Result<usize, RecordFault> {
        let played = session.steps();
        for (step, (used, hash)) in played.iter().enumerate().skip(agreed) {
            let number = step + 1;
            match self.steps.get(step) {
                None => {
                    let what = format!(
                        "found no step {number}, but it ends after entry {used} with the hash {hash}"
                    );
                    return Err(self.fault(self.last_line() + usize::from(!self.ended), what));
                }
                Some((at, _)) if at != used => {
                    let what =
                        format!("found step {number} after entry {at}, but it ends after entry {used}");
                    return Err(self.fault(self.step_line(step), what));
                }
                Some((_, written)) if written != hash => {
                    let what = format!(
                        "after step {number} the record has the hash {written}, but the game has {hash}"
                    );
                    return Err(self.fault(self.step_line(step), what));
                }
                Some(_) => {}
            }
        }
        let next = played.len();
        match self.steps.get(next) {
            Some((at, _)) if *at <= session.entries().len() => {
                let what = if session.waiting().is_none() {
                    format!("found step {}, but the game was over after step {next}", next + 1)
                } else {
                    format!("found the end of step {} after entry {at}, but the step needs more", next + 1)
                };
                Err(self.fault(self.step_line(next), what))
            }
            _ => Ok(next),
        }
    }

    fn compare_end<G: Game<Answer = A>>(&self, session: &Session<G>) -> Result<(), RecordFault> {
        let steps = session.steps().len();
        match (self.ended, session.waiting().is_none()) {
            (true, false) => {
                let what = format!("found the end of the game after {steps} steps, but it is not over");
                Err(self.fault(self.last_line(), what))
            }
            (false, true) => {
                let what = format!("found no last line, but the game is over after {steps} steps");
                Err(self.fault(self.last_line() + 1, what))
            }
            (true, true) | (false, false) => Ok(()),
        }
    }

    fn fault(&self, line: usize, what: String) -> RecordFault {
        RecordFault { file: self.file.clone(), line, what }
    }

    /// The line of an entry, counted from 0.
    fn entry_line(&self, entry: usize) -> usize {
        let steps_before = self.steps.iter().take_while(|(used, _)| *used <= entry).count();
        2 + entry + steps_before
    }

    /// The line of a step, counted from 0.
    fn step_line(&self, step: usize) -> usize {
        let entries_before = self.steps.get(step).map_or(self.entries.len(), |(used, _)| *used);
        2 + entries_before + step
    }

    fn last_line(&self) -> usize {
        1 + self.entries.len() + self.steps.len() + usize::from(self.ended)
    }
}

/// What the seed throws for an entry of dice that nobody typed, where dice are wanted.
fn seeded_faces<G: Game>(
    stream: &mut Stream,
    waiting: Option<&Waiting<G>>,
    entry: &Entry<G::Answer>,
) -> Option<Vec<u32>> {
    match (waiting, entry) {
        (Some(Waiting::ForDice { pool, .. }), Entry::Dice { typed: false, .. }) => {
            Some((0..pool.count).map(|_| stream.die(pool.sides)).collect())
        }
        _ => None,
    }
}

fn list(faces: &[u32]) -> String {
    faces.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
