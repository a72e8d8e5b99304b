//! What a game is begun with: a battle, the rules of its sheet, and perhaps a house patch.

use crate::{BattleFile, Error, Kind};
use dice::Seed;
use engine::record::{Header, RulesUsed, VERSION};
use rulebook::{Book, Fault, Faults, Location, Patch, Reader, Source};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use volley::battle::read_battle;
use volley::rules::{Rules, embedded_book};
use volley::scenario::Battle;
use volley::words::Sheet;

/// Longer battle files and house patches are refused: a record must hold both in one line.
const MOST_BYTES: usize = 1 << 20;

static BOOK: OnceLock<Book> = OnceLock::new();

/// The rules of this run: those built into the binary, unless [`go_by`] gave others first.
///
/// # Panics
/// Where the built-in ones have faults, which a test rules out.
pub fn rulebook() -> &'static Book {
    BOOK.get_or_init(|| {
        embedded_book().unwrap_or_else(|faults| panic!("the rules built in have faults:\n{faults}"))
    })
}

/// Makes this book the rules of this run. False if the run has begun and goes by others already.
pub fn go_by(book: Book) -> bool {
    BOOK.set(book).is_ok()
}

/// The rules in the files of a folder, read by the caller.
///
/// # Errors
/// Every fault of every file.
pub fn rulebook_from(sources: &[Source]) -> Result<Book, Error> {
    Ok(Book::load(&volley::rules::SPEC, sources)?)
}

/// The rules of a sheet; `None` where the book does not have it. A patch for another sheet changes nothing.
pub fn rules_of(book: &Book, sheet: Sheet, patch: Option<&Patch>) -> Option<Arc<Rules>> {
    let printed = book.sheet(sheet.word()).ok()?;
    let rules = match patch {
        Some(patch) => printed.patched(patch),
        None => printed,
    };
    Some(Arc::new(Rules::new(rules)))
}

/// Reads a house patch against the rules built in.
///
/// # Errors
/// Every fault of the file.
pub fn read_patch(source: &Source) -> Result<Patch, Error> {
    read_patch_of(rulebook(), source)
}

pub(crate) fn read_patch_of(book: &Book, source: &Source) -> Result<Patch, Error> {
    check_size(source)?;
    Ok(Patch::read(source, book)?)
}

/// Opens a battle file by the rules as printed.
///
/// # Errors
/// Every fault of the file.
pub fn load_file(source: Source) -> Result<(Battle, Arc<Rules>), Error> {
    Setup::new(BattleFile::new(source)).open()
}

/// A battle and the house rules it is played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub battle: BattleFile,
    pub patch: Option<Patch>,
}

impl Setup {
    /// The battle by the rules as printed.
    pub fn new(battle: BattleFile) -> Setup {
        Setup { battle, patch: None }
    }

    /// The same battle by house rules.
    #[must_use]
    pub fn patched(self, patch: Patch) -> Setup {
        Setup { patch: Some(patch), ..self }
    }

    /// Reads and checks the battle, by the rules built in.
    ///
    /// # Errors
    /// Every fault of the file, and a patch that is for another sheet.
    pub fn open(&self) -> Result<(Battle, Arc<Rules>), Error> {
        self.open_with(rulebook())
    }

    /// As [`Self::open`], by the rules of another book. The patch must have been read against it.
    ///
    /// # Errors
    /// Every fault of the file, and a patch that is for another sheet.
    pub fn open_with(&self, book: &Book) -> Result<(Battle, Arc<Rules>), Error> {
        check_size(&self.battle.source)?;
        let rules: OnceCell<Option<Arc<Rules>>> = OnceCell::new();
        let battle = read_battle(&self.battle.id, &self.battle.source, |sheet| {
            rules.get_or_init(|| rules_of(book, sheet, self.patch.as_ref())).clone()
        });
        let rules = rules.into_inner().flatten();
        let mut faults = Faults::default();
        if let (Some(rules), Some(patch)) = (&rules, &self.patch) {
            faults.0.extend(for_another_sheet(patch, book, rules.sheet));
        }
        match (battle, rules) {
            (Ok(battle), Some(rules)) => Ok(faults.or((battle, rules))?),
            (Err(found), _) => {
                faults.0.extend(found.0);
                Err(faults.into())
            }
            // A battle that was read had its rules.
            (Ok(_), None) => {
                Err(Faults::from(at_start(&self.battle.source, "no sheet", "one of the game's")).into())
            }
        }
    }

    /// The header of a record of this game. The seed is in it; [`Header::sealed`] takes it out until the end.
    pub fn header(&self, rules: &Rules, seed: Seed, seats: BTreeMap<String, String>) -> Header {
        Header {
            grognard: VERSION,
            game: Kind::Volley.word().to_owned(),
            battle: self.battle.id.clone(),
            battle_text: self.battle.source.text.clone(),
            rules: RulesUsed {
                sheet: rules.sheet.word().to_owned(),
                hash: rules.hash_hex(),
                patch: self.patch.as_ref().map(|patch| patch.source.text.clone()),
            },
            seed: Some(seed),
            commitment: seed.commitment(),
            seats,
            beside_figures: false,
        }
    }
}

fn check_size(source: &Source) -> Result<(), Faults> {
    if source.text.len() <= MOST_BYTES {
        return Ok(());
    }
    let found = format!("{} bytes", source.text.len());
    Err(at_start(source, &found, "a file of at most 1 MiB").into())
}

/// A patch that would change nothing, since it is for another sheet than the battle's.
fn for_another_sheet(patch: &Patch, book: &Book, sheet: Sheet) -> Option<Fault> {
    let own = book.spec.sheets.get(patch.sheet).copied().unwrap_or_default();
    if own == sheet.word() {
        return None;
    }
    let at = Reader::parse(&patch.source).map_or(Location::START, |reader| reader.root().location("sheet"));
    let fault =
        at_start(&patch.source, &format!("{own:?}"), &format!("{:?}, the sheet of the battle", sheet.word()));
    Some(Fault { key: "sheet".to_owned(), line: at.line, column: at.column, ..fault })
}

fn at_start(source: &Source, found: &str, expected: &str) -> Fault {
    Fault {
        file: source.name.clone(),
        line: 1,
        column: 1,
        key: String::new(),
        found: found.to_owned(),
        expected: expected.to_owned(),
        hint: None,
    }
}
