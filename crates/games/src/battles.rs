//! The battles built into the binary, and a card for each.

use crate::{Error, Kind, Setup, with};
use engine::{Card, Played};
use include_dir::{Dir, include_dir};
use rulebook::{Faults, Reader, Source, nearest};
use std::sync::OnceLock;

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

    /// The same battle without the places of its units: each side deploys its own. As it is, where its game knows no
    /// deployment by players.
    #[must_use]
    pub fn to_deploy(mut self) -> BattleFile {
        let deploys = |kind: Kind| with!(kind, G => G::PLAYERS_DEPLOY);
        if !self.kind().is_ok_and(deploys) {
            return self;
        }
        let mut of_unit = false;
        let stays = |line: &&str| {
            if line.starts_with('[') {
                of_unit = line.trim_end() == "[[unit]]";
            }
            let key = line.split('=').next().unwrap_or_default().trim();
            !(of_unit && ["at", "facing"].contains(&key))
        };
        self.source.text = self.source.text.split_inclusive('\n').filter(stays).collect();
        self
    }

    /// The game it is of. A file that does not say, or cannot be read at all, is for the first game's reader to judge.
    ///
    /// # Errors
    /// A game that is not on the list.
    pub fn kind(&self) -> Result<Kind, Faults> {
        let Ok(reader) = Reader::parse(&self.source) else { return Ok(Kind::ALL[0]) };
        match reader.root().item("game").map(|item| item.word(&Kind::words())) {
            Some(Some(kind)) => Ok(kind),
            Some(None) => Err(reader.into_faults()),
            None => Ok(Kind::ALL[0]),
        }
    }
}

/// The card of a battle, by the rules as printed.
///
/// # Errors
/// The faults of the file.
pub fn card(file: &BattleFile) -> Result<Card, Error> {
    with!(file.kind()?, G => {
        let (battle, _) = Setup::new(file.clone()).open::<G>()?;
        Ok(G::card(&battle))
    })
}

/// The cards of the battles built in: teaching fights first, then by id.
pub fn battles() -> Vec<Card> {
    cards().to_vec()
}

/// A test proves that every battle built in has its card.
fn cards() -> &'static [Card] {
    static CARDS: OnceLock<Vec<Card>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let mut cards: Vec<Card> = embedded().iter().filter_map(|file| card(file).ok()).collect();
        cards.sort_by_key(|card| (card.kind != "teaching", card.id.clone()));
        cards
    })
}

/// The files of the battles built in, by id.
pub fn embedded() -> Vec<BattleFile> {
    let file = |folder: &Dir<'static>| {
        let text = folder.get_file(folder.path().join("battle.toml"))?.contents_utf8()?;
        let id = folder.path().file_name()?.to_str()?;
        Some(BattleFile {
            id: id.to_owned(),
            source: Source::built_in(format!("battles/{id}/battle.toml"), text),
        })
    };
    let mut files: Vec<BattleFile> = FOLDER.dirs().filter_map(file).collect();
    files.sort_by(|one, two| one.id.cmp(&two.id));
    files
}

/// Those of one game.
pub fn embedded_of<G: Played>() -> Vec<BattleFile> {
    embedded().into_iter().filter(|file| file.kind() == Ok(Kind::of::<G>())).collect()
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
