//! The battles built into the binary, and a card for each.

use crate::{Error, Kind, Setup};
use engine::{Both, Side};
use include_dir::{Dir, include_dir};
use rulebook::{Source, nearest};
use serde::Serialize;
use std::sync::OnceLock;
use volley::scenario::Battle;
use volley::words::{Nation, Sheet};

static FOLDER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../battles");

/// The text of a battle, and the name it goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleFile {
    pub id: String,
    pub source: Source,
}

impl BattleFile {
    /// A battle from a file: `gilly/battle.toml` goes by `gilly`, `my-fight.toml` by `my-fight`.
    pub fn new(source: Source) -> BattleFile {
        let mut parts = source.name.rsplit(['/', '\\']);
        let file = parts.next().unwrap_or_default();
        let stem = file.strip_suffix(".toml").unwrap_or(file);
        let folder = parts.next().filter(|folder| stem == "battle" && !folder.is_empty() && *folder != ".");
        BattleFile { id: folder.unwrap_or(stem).to_owned(), source }
    }
}

/// What a list of battles says of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleCard {
    pub id: String,
    pub title: String,
    pub game: Kind,
    pub sheet: Sheet,
    /// Whom the French fight.
    pub opponent: Nation,
    /// `teaching` or `battle`.
    pub kind: &'static str,
    pub date: String,
    pub summary: String,
    /// Reserves counted.
    pub units: Both<usize>,
    pub figures: Both<u32>,
    /// Turns, where the battle sets them.
    pub length: Option<u32>,
}

impl BattleCard {
    fn of(id: &str, battle: &Battle) -> BattleCard {
        let scenario = &battle.scenario;
        let placed = battle.units.iter().map(|placed| &placed.profile);
        let waiting = battle.reserves.iter().flat_map(|reserve| &reserve.units);
        let (mut units, mut figures) = (Both::default(), Both::default());
        for profile in placed.chain(waiting) {
            let side: Side = profile.side;
            units[side] += 1;
            figures[side] += profile.figures;
        }
        BattleCard {
            id: id.to_owned(),
            title: scenario.title.clone(),
            game: Kind::Volley,
            sheet: scenario.sheet,
            opponent: scenario.opponent,
            kind: if scenario.teaching { "teaching" } else { "battle" },
            date: scenario.date.clone(),
            summary: scenario.summary.clone(),
            units,
            figures,
            length: scenario.length,
        }
    }
}

/// The card of a battle, by the rules as printed.
///
/// # Errors
/// The faults of the file.
pub fn card(file: &BattleFile) -> Result<BattleCard, Error> {
    let (battle, _) = Setup::new(file.clone()).open()?;
    Ok(BattleCard::of(&file.id, &battle))
}

/// The cards of the battles built in: teaching fights first, then by id.
pub fn battles() -> Vec<BattleCard> {
    cards().to_vec()
}

/// A test proves that every battle built in has its card.
fn cards() -> &'static [BattleCard] {
    static CARDS: OnceLock<Vec<BattleCard>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let mut cards: Vec<BattleCard> = embedded().iter().filter_map(|file| card(file).ok()).collect();
        cards.sort_by_key(|card| (card.kind != "teaching", card.id.clone()));
        cards
    })
}

/// The files of the battles built in, by id.
pub fn embedded() -> Vec<BattleFile> {
    let file = |folder: &Dir<'static>| {
        let text = folder.get_file(folder.path().join("battle.toml"))?.contents_utf8()?;
        let id = folder.path().file_name()?.to_str()?;
        Some(BattleFile { id: id.to_owned(), source: Source::new(format!("battles/{id}/battle.toml"), text) })
    };
    let mut files: Vec<BattleFile> = FOLDER.dirs().filter_map(file).collect();
    files.sort_by(|one, two| one.id.cmp(&two.id));
    files
}

/// A battle built in, by its id.
///
/// # Errors
/// Where there is none of that name: which there are, and the nearest.
pub fn find(id: &str) -> Result<BattleFile, Error> {
    embedded().into_iter().find(|file| file.id == id).ok_or_else(|| {
        let known: Vec<String> = cards().iter().map(|card| card.id.clone()).collect();
        let hint = nearest(id, known.iter().map(String::as_str)).map(str::to_owned);
        Error::UnknownBattle { name: id.to_owned(), known, hint }
    })
}
