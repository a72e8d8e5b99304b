//! Opening a record: the battle and the rules come from its own text, so that a game keeps what it was begun with.

use crate::setup::read_patch_of;
use crate::{BattleFile, Error, Kind, Setup, book};
use engine::record::{Record, RecordFault};
use engine::{Played, Session};
use rulebook::{Book, Source};
use std::sync::Arc;

/// A record with its battle and the rules it was played by.
pub type Opened<G> = (Record<<G as engine::Game>::Answer>, <G as Played>::Battle, Arc<<G as Played>::Rules>);

/// The game a record says it is of. What is wrong with a record that does not say, the first game's reader will tell.
pub fn record_kind(text: &str) -> Kind {
    let header = text.lines().next().unwrap_or_default();
    let game = header.split_once("\"game\":\"").and_then(|(_, rest)| rest.split_once('"'));
    game.and_then(|(game, _)| Kind::from_word(game)).unwrap_or(Kind::ALL[0])
}

/// Reads a record and rebuilds its battle and rules, by the rules of this run.
///
/// # Errors
/// A line that was changed, faults of the battle or patch in the header, or rules that differ from those at hand.
pub fn open_record<G: Played>(name: &str, text: &str) -> Result<Opened<G>, Error> {
    open_record_with::<G>(book::<G>(), name, text)
}

/// As [`open_record`], by the rules of another book.
///
/// # Errors
/// As for [`open_record`].
pub fn open_record_with<G: Played>(book: &Book, name: &str, text: &str) -> Result<Opened<G>, Error> {
    let record: Record<G::Answer> = Record::read(name, text)?;
    let header = &record.header;
    let at_header = |what: String| RecordFault { file: name.to_owned(), line: 1, what };
    if header.game != G::word() {
        let known: Vec<&str> = match Kind::from_word(&header.game) {
            Some(_) => vec![G::word()],
            None => Kind::ALL.into_iter().map(Kind::word).collect(),
        };
        return Err(at_header(format!(
            "found a game of {:?}, expected one of {}",
            header.game,
            known.join(", ")
        ))
        .into());
    }
    let within = |file: &str, text: &String| Source::new(format!("{name}#{file}"), text.clone());
    let patch = header
        .rules
        .patch
        .as_ref()
        .map(|text| read_patch_of(book, &within("patch.toml", text)))
        .transpose()?;
    let source = within("battle.toml", &header.battle_text);
    let setup = Setup { battle: BattleFile { id: header.battle.clone(), source }, patch };
    let (battle, rules) = setup.open_with::<G>(book)?;
    let sheet = rules.source().sheet_name();
    if header.rules.sheet != sheet {
        let what = format!(
            "found rules of the sheet {:?}, expected {sheet:?} as the battle has it",
            header.rules.sheet
        );
        return Err(at_header(what).into());
    }
    if header.rules.hash != rules.hash_hex() {
        let (sheet, recorded) = (header.rules.sheet.clone(), header.rules.hash.clone());
        return Err(Error::OtherRules { file: name.to_owned(), sheet, recorded, ours: rules.hash_hex() });
    }
    Ok((record, battle, rules))
}

/// Opens a record and plays it again from its start to its last line.
///
/// # Errors
/// As for [`open_record`], and the first line that does not fit the game.
pub fn verify_record<G: Played>(name: &str, text: &str) -> Result<(Record<G::Answer>, Session<G>), Error> {
    verify_record_while(name, text, &mut || true)
}

/// As [`verify_record`], for as long as `keep_going` says so before each entry.
///
/// # Errors
/// As for [`verify_record`], and where it was told to stop.
pub fn verify_record_while<G: Played>(
    name: &str,
    text: &str,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<(Record<G::Answer>, Session<G>), Error> {
    let (record, battle, rules) = open_record::<G>(name, text)?;
    let session = record.verify_while(G::start(&battle, rules, record.header.beside_figures), keep_going)?;
    Ok((record, session))
}
