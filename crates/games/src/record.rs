//! Opening a record: the battle and the rules come from its own text, so that a game keeps what it was begun with.

use crate::setup::read_patch_of;
use crate::{BattleFile, Error, Kind, Setup, rulebook};
use engine::Session;
use engine::record::{Record, RecordFault};
use rulebook::{Book, Source};
use std::sync::Arc;
use volley::rules::Rules;
use volley::scenario::Battle;
use volley::{Answer, Volley};

/// Reads a record and rebuilds its battle and rules, by the rules built in.
///
/// # Errors
/// A line that was changed, faults of the battle or patch in the header, or rules that differ from those at hand.
pub fn open_record(name: &str, text: &str) -> Result<(Record<Answer>, Battle, Arc<Rules>), Error> {
    open_record_with(rulebook(), name, text)
}

/// As [`open_record`], by the rules of another book.
///
/// # Errors
/// As for [`open_record`].
pub fn open_record_with(
    book: &Book,
    name: &str,
    text: &str,
) -> Result<(Record<Answer>, Battle, Arc<Rules>), Error> {
    let record: Record<Answer> = Record::read(name, text)?;
    let header = &record.header;
    let at_header = |what: String| RecordFault { file: name.to_owned(), line: 1, what };
    if Kind::from_word(&header.game).is_none() {
        let known: Vec<&str> = Kind::ALL.into_iter().map(Kind::word).collect();
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
    let (battle, rules) = setup.open_with(book)?;
    if header.rules.sheet != rules.sheet.word() {
        let what = format!(
            "found rules of the sheet {:?}, expected {:?} as the battle has it",
            header.rules.sheet,
            rules.sheet.word()
        );
        return Err(at_header(what).into());
    }
    if header.rules.hash != rules.hash_hex() {
        let (sheet, recorded) = (header.rules.sheet.clone(), header.rules.hash.clone());
        return Err(Error::OtherRules { file: name.to_owned(), sheet, recorded, ours: rules.hash_hex() });
    }
    Ok((record, battle, rules))
}

/// The game at its beginning, on a screen or beside real figures.
pub fn start(battle: &Battle, rules: Arc<Rules>, beside_figures: bool) -> Volley {
    if beside_figures { battle.beside_figures(rules) } else { battle.begin(rules) }
}

/// Opens a record and plays it again from its start to its last line.
///
/// # Errors
/// As for [`open_record`], and the first line that does not fit the game.
pub fn verify_record(name: &str, text: &str) -> Result<(Record<Answer>, Session<Volley>), Error> {
    let (record, battle, rules) = open_record(name, text)?;
    let session = record.verify(start(&battle, rules, record.header.beside_figures))?;
    Ok((record, session))
}
