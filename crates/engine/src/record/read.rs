//! Reading a record: a line that was changed, left out, doubled or moved is found and named.

use super::{
    EndLine, Header, LONGEST_LINE, MOST_BYTES, NEWEST, Record, RecordFault, SUM_CLOSES, SUM_DIGITS,
    SUM_OPENS, StepLine, VERSION, sum,
};
use crate::Entry;
use serde::{Serialize, de::DeserializeOwned};

impl<A: Clone + Serialize + DeserializeOwned> Record<A> {
    /// Reads a record and proves that no line was changed, left out, doubled or moved.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    #[inline(never)]
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
    #[inline(never)]
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
    #[inline(never)]
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
    #[inline(never)]
    fn take(&mut self, body: &str) -> Result<(), String> {
        let unread =
            |error: serde_json::Error| format!("found a line that cannot be read: {}", plain(&error));
        if self.header.is_none() {
            let version = leading_number(body.strip_prefix(HEADER).unwrap_or_default());
            if !version.is_some_and(|version| (VERSION as usize..=NEWEST as usize).contains(&version)) {
                let version = version.map_or("unknown".to_owned(), |version| version.to_string());
                return Err(format!(
                    "found a record of version {version}, expected version {VERSION} or {NEWEST}"
                ));
            }
            self.header = Some(serde_json::from_str(body).map_err(unread)?);
        } else if let Some(rest) = body.strip_prefix(ENTRY) {
            let entry = rest.split_once(',').map_or("", |(_, entry)| entry);
            let entry: Entry<A> = serde_json::from_str(&format!("{{{entry}")).map_err(unread)?;
            let version = self.header.as_ref().map_or(VERSION, |header| header.grognard);
            if version < entry.since() {
                let kind = entry.kind();
                return Err(format!("found {kind}, which a record of version {version} has not"));
            }
            self.entries.push(entry);
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
pub(super) fn split_sum(line: &str) -> Result<(String, &str), String> {
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
