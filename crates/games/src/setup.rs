//! What a game is begun with: a battle, the rules of its sheet, and perhaps a house patch.

use crate::{BattleFile, Error, Kind, with};
use dice::Seed;
use engine::record::{Header, RulesUsed, VERSION};
use engine::{InForce, Played};
use rulebook::{Book, Fault, Faults, Item, Location, Patch, Reader, SheetRules, Source};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Longer battle files and house patches are refused: a record must hold both in one line.
const MOST_BYTES: usize = 1 << 20;

/// By the game's place in the list.
static BOOKS: [OnceLock<Book>; Kind::ALL.len()] = [const { OnceLock::new() }; Kind::ALL.len()];

/// A game's rules in this run: those built into the binary, unless [`go_by`] gave others first.
///
/// # Panics
/// Where the built-in ones have faults, which a test rules out.
pub fn book<G: Played>() -> &'static Book {
    BOOKS[Kind::of::<G>() as usize].get_or_init(|| {
        G::embedded_book().unwrap_or_else(|faults| panic!("the rules built in have faults:\n{faults}"))
    })
}

/// Makes this book the rules of its game in this run. False if the run has begun and goes by others already.
pub fn go_by(book: Book) -> bool {
    Kind::from_word(book.spec.name).is_some_and(|kind| BOOKS[kind as usize].set(book).is_ok())
}

/// The rules in the files of a folder, read by the caller. The ids of the ledger say of which game they are.
///
/// # Errors
/// Every fault of every file.
pub fn rulebook_from(sources: &[Source]) -> Result<Book, Error> {
    let spec = with!(kind_of_ledger(sources).unwrap_or(Kind::ALL[0]), G => G::spec());
    Ok(Book::load(spec, sources)?)
}

fn kind_of_ledger(sources: &[Source]) -> Option<Kind> {
    let ledger = sources.iter().find(|source| source.file_name() == "ledger.toml")?;
    let reader = Reader::parse(ledger).ok()?;
    let ids: Vec<Item<'_>> = reader.root().tables("rule").iter().filter_map(|rule| rule.item("id")).collect();
    ids.iter().filter_map(Item::text).find_map(|id| Kind::from_word(id.split('.').next()?))
}

/// The rules of a sheet; `None` where the book does not have it. A patch for another sheet changes nothing.
pub fn rules_of<G: Played>(book: &Book, sheet: &str, patch: Option<&Patch>) -> Option<Arc<G::Rules>> {
    let printed = book.sheet(sheet).ok()?;
    let rules = match patch {
        Some(patch) => printed.patched(patch),
        None => printed,
    };
    Some(Arc::new(G::rules(rules)))
}

/// Reads a house patch against the rules of its game, which its sheet tells.
///
/// # Errors
/// Every fault of the file.
pub fn read_patch(source: &Source) -> Result<Patch, Error> {
    check_size(source)?;
    with!(kind_of_patch(source)?, G => read_patch_of(book::<G>(), source))
}

fn kind_of_patch(source: &Source) -> Result<Kind, Faults> {
    let reader = Reader::parse(source)?;
    let kind = reader.root().word("sheet", &Kind::all_sheets());
    kind.ok_or_else(|| reader.into_faults())
}

pub(crate) fn read_patch_of(book: &Book, source: &Source) -> Result<Patch, Error> {
    check_size(source)?;
    Ok(Patch::read(source, book)?)
}

/// Opens a battle file by the rules as printed.
///
/// # Errors
/// Every fault of the file.
pub fn load_file<G: Played>(source: Source) -> Result<(G::Battle, Arc<G::Rules>), Error> {
    Setup::new(BattleFile::new(source)).open::<G>()
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

    /// The game it is of.
    ///
    /// # Errors
    /// A game that is not on the list.
    pub fn kind(&self) -> Result<Kind, Error> {
        Ok(self.battle.kind()?)
    }

    /// Reads and checks the battle, by the rules of this run.
    ///
    /// # Errors
    /// Every fault of the file, and a patch that is for another sheet.
    pub fn open<G: Played>(&self) -> Result<(G::Battle, Arc<G::Rules>), Error> {
        self.open_with::<G>(book::<G>())
    }

    /// As [`Self::open`], by the rules of another book. The patch must have been read against it.
    ///
    /// # Errors
    /// Every fault of the file, and a patch that is for another sheet.
    pub fn open_with<G: Played>(&self, book: &Book) -> Result<(G::Battle, Arc<G::Rules>), Error> {
        check_size(&self.battle.source)?;
        let rules: OnceCell<Option<Arc<G::Rules>>> = OnceCell::new();
        let battle = G::read_battle(&self.battle.id, &self.battle.source, &|sheet| {
            rules.get_or_init(|| rules_of::<G>(book, sheet, self.patch.as_ref())).clone()
        });
        let rules = rules.into_inner().flatten();
        let mut faults = Faults::default();
        if let (Some(rules), Some(patch)) = (&rules, &self.patch) {
            faults.0.extend(for_another_sheet(patch, rules.source()));
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
    pub fn header(&self, rules: &InForce, seed: Seed, seats: BTreeMap<String, String>) -> Header {
        Header {
            grognard: VERSION,
            game: rules.source().spec().name.to_owned(),
            battle: self.battle.id.clone(),
            battle_text: self.battle.source.text.to_string(),
            rules: RulesUsed {
                sheet: rules.source().sheet_name().to_owned(),
                hash: rules.hash_hex(),
                patch: self.patch.as_ref().map(|patch| patch.source.text.to_string()),
            },
            seed: Some(seed),
            commitment: seed.commitment(),
            salts: Vec::new(),
            chosen_seed: None,
            seats,
            beside_figures: false,
            position: None,
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
fn for_another_sheet(patch: &Patch, rules: &SheetRules) -> Option<Fault> {
    let (own, sheet) = (patch.sheet_name(), rules.sheet_name());
    if patch.spec.name == rules.spec().name && own == sheet {
        return None;
    }
    let at = Reader::parse(&patch.source).map_or(Location::START, |reader| reader.root().location("sheet"));
    let fault = at_start(&patch.source, &format!("{own:?}"), &format!("{sheet:?}, the sheet of the battle"));
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
