//! Opening a record: the battle and the rules come from its own text, so that a game keeps what it was begun with.

use crate::setup::read_patch_of;
use crate::{BattleFile, Error, Kind, Setup, book};
use dice::Seed;
use engine::record::{Header, Proof, Record, RecordFault};
use engine::{Game, Played, Session};
use rulebook::{Book, Source};
use std::sync::Arc;

/// A record with its battle and the rules it was played by.
pub type Opened<G> = (Record<<G as Game>::Answer>, <G as Played>::Battle, Arc<<G as Played>::Rules>);

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
    let (battle, rules) = open_header::<G>(book, name, &record.header)?;
    Ok((record, battle, rules))
}

/// Rebuilds the battle and the rules that a game was begun with. `name` is what its file is called in faults.
///
/// # Errors
/// Faults of the battle or patch, or rules that differ from those of the book.
pub fn open_header<G: Played>(
    book: &Book,
    name: &str,
    header: &Header,
) -> Result<(G::Battle, Arc<G::Rules>), Error> {
    let at_header = |what: String| RecordFault { file: name.to_owned(), line: 1, what };
    let (battle, rules) = setup_of::<G>(book, name, header)?.open_with::<G>(book)?;
    let sheet = rules.source().sheet_name();
    if header.rules.sheet != sheet {
        let what = format!(
            "found rules of the sheet {:?}, expected {sheet:?} as the battle has it",
            header.rules.sheet
        );
        return Err(at_header(what).into());
    }
    if !rules.source().is_known_as(&header.rules.hash) {
        let (sheet, recorded) = (header.rules.sheet.clone(), header.rules.hash.clone());
        return Err(Error::OtherRules { file: name.to_owned(), sheet, recorded, ours: rules.hash_hex() });
    }
    Ok((battle, rules))
}

/// The header of a game that goes on from a position of another one, which an older version may have written, by the rules of this run: the same battle, house
/// patch, seats and salts, and dice by another seed.
///
/// # Errors
/// Faults of the battle or patch under these rules, or a position that is none of the battle.
pub fn go_on_from<G: Played>(
    name: &str,
    header: &Header,
    position: &str,
    seed: Seed,
) -> Result<Header, Error> {
    let setup = setup_of::<G>(book::<G>(), name, header)?;
    let (battle, rules) = setup.open::<G>()?;
    let begun = setup.header(&rules, seed, header.seats.clone());
    let start: G = begun_as(header, &battle, rules);
    let position = start.carry_over(position).map_err(|wrong| {
        let what = format!("the position it goes on from: {wrong}");
        RecordFault { file: name.to_owned(), line: 1, what }
    })?;
    let begun = Header { salts: header.salts.clone(), beside_figures: header.beside_figures, ..begun };
    Ok(begun.begun_from(&position))
}

/// A battle at its beginning, on a screen or beside real figures as the header says.
fn begun_as<G: Played>(header: &Header, battle: &G::Battle, rules: Arc<G::Rules>) -> G {
    if header.beside_figures { G::start_beside_figures(battle, rules) } else { G::start(battle, rules) }
}

/// The battle and the house patch that a header carries.
fn setup_of<G: Played>(book: &Book, name: &str, header: &Header) -> Result<Setup, Error> {
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
    Ok(Setup { battle: BattleFile { id: header.battle.clone(), source }, patch })
}

/// Opens a record and plays it again from its start to its last line.
///
/// # Errors
/// As for [`open_record`], and the first line that does not fit the game.
pub fn verify_record<G: Played>(name: &str, text: &str) -> Result<(Record<G::Answer>, Session<G>), Error> {
    let (record, session, _) = prove_record::<G>(name, text)?;
    Ok((record, session))
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
    let session = record.verify_while(start_of::<G>(name, &record.header, &battle, rules)?, keep_going)?;
    Ok((record, session))
}

/// A record, the game it leads to, and what playing it again has proved.
pub type Proved<G> = (Record<<G as Game>::Answer>, Session<G>, Proof);

/// As [`verify_record`], with what that has proved and what it could not.
///
/// # Errors
/// As for [`verify_record`].
pub fn prove_record<G: Played>(name: &str, text: &str) -> Result<Proved<G>, Error> {
    let (record, battle, rules) = open_record::<G>(name, text)?;
    let (session, proof) = record.prove(start_of::<G>(name, &record.header, &battle, rules)?)?;
    Ok((record, session, proof))
}

/// The game that a header begins, of its battle and rules: from its position, or as the battle has it.
///
/// # Errors
/// A position that is none of this battle, as a fault of the record's first line.
pub fn start_of<G: Played>(
    name: &str,
    header: &Header,
    battle: &G::Battle,
    rules: Arc<G::Rules>,
) -> Result<G, Error> {
    let start: G = begun_as(header, battle, rules);
    let Some(position) = &header.position else { return Ok(start) };
    let fault = |wrong: String| {
        let what = format!("the position it begins from: {wrong}");
        RecordFault { file: name.to_owned(), line: 1, what }
    };
    Ok(start.restore(position).map_err(fault)?)
}
