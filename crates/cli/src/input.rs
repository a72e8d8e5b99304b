//! What is named on the command line: files, battles, house patches, sheets.

use crate::out::plain;
use crate::wrong::Wrong;
use games::{BattleFile, Setup, Source};
use rulebook::{Patch, Reader, SheetRules, nearest};
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

/// Larger files are not read at all; each kind of file has its own smaller bound.
const MOST_BYTES: u64 = (64 << 20) + 1;

/// The text of a file; `wanted` is what it should be.
pub(crate) fn read(path: &Path, wanted: &str) -> Result<Source, Wrong> {
    let name = path.display().to_string();
    let unread = |error: &std::io::Error| {
        Wrong::found(&name, format_args!("a file that cannot be read ({})", plain(error)), wanted, None)
    };
    if path.as_os_str().is_empty() {
        return Err(Wrong::option("file", "an empty name", wanted, None));
    }
    if path.is_dir() {
        let inside = path.join("battle.toml");
        let hint = inside.is_file().then(|| inside.display().to_string());
        return Err(Wrong::found(&name, "a directory", wanted, hint.as_deref()));
    }
    let file = File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Wrong::found(&name, "no such file", wanted, neighbour(path).as_deref()),
        _ => unread(&error),
    })?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|error| unread(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Wrong::found(
            format_args!("{name}:{line}"),
            "bytes that are no text",
            format_args!("{wanted} in UTF-8"),
            None,
        )
    })?;
    Ok(Source::new(name, text))
}

/// The file beside a missing one whose name is nearest.
fn neighbour(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut names: Vec<String> =
        entries.flatten().take(10_000).filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let near = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(folder.map_or(near.to_owned(), |folder| folder.join(near).display().to_string()))
}

/// A battle by its id, or by the path of its file.
pub(crate) fn battle(name: &str) -> Result<BattleFile, Wrong> {
    match games::find(name) {
        Ok(file) => Ok(file),
        Err(unknown) => {
            let path = Path::new(name);
            let is_path = name.contains(['/', '\\']) || name.ends_with(".toml") || path.is_file();
            if is_path { Ok(BattleFile::new(read_as(path, Kind::Battle)?)) } else { Err(unknown.into()) }
        }
    }
}

pub(crate) fn patch(path: &Path) -> Result<Patch, Wrong> {
    Ok(games::read_patch(&read_as(path, Kind::Patch)?)?)
}

pub(crate) fn record(path: &Path) -> Result<Source, Wrong> {
    read_as(path, Kind::Record)
}

/// The ruleset files of a folder.
pub(crate) fn rulesets(folder: &Path) -> Result<rulebook::Book, Wrong> {
    let name = folder.display().to_string();
    let wanted = "a folder of ruleset files such as rulesets/volley";
    let listed = std::fs::read_dir(folder).map_err(|error| {
        Wrong::found(&name, format_args!("no folder that can be read ({})", plain(&error)), wanted, None)
    })?;
    let mut paths: Vec<std::path::PathBuf> =
        listed.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    if paths.is_empty() {
        return Err(Wrong::found(&name, "no ruleset files", wanted, None));
    }
    let sources =
        paths.iter().map(|path| read(path, "a ruleset file")).collect::<Result<Vec<Source>, Wrong>>()?;
    Ok(games::rulebook_from(&sources)?)
}

/// A battle with the house rules it is played by.
pub(crate) fn setup(name: &str, house: Option<&Path>) -> Result<Setup, Wrong> {
    let setup = Setup::new(battle(name)?);
    match house {
        Some(path) => Ok(setup.patched(patch(path)?)),
        None => Ok(setup),
    }
}

/// The game that has a sheet.
fn kind_of_sheet(name: &str) -> Result<games::Kind, Wrong> {
    games::Kind::with_sheet(name).ok_or_else(|| {
        let all: Vec<&str> = games::Kind::all_sheets().into_iter().map(|(sheet, _)| sheet).collect();
        let hint = nearest(name, all.iter().copied());
        Wrong::option("SHEET", format_args!("{name:?}"), crate::wrong::one_of(all.iter().copied()), hint)
    })
}

/// A sheet that was asked for.
pub(crate) struct Sheet {
    pub(crate) kind: games::Kind,
    pub(crate) printed: SheetRules,
    pub(crate) patch: Option<Patch>,
}

impl Sheet {
    /// The rules by which it is played here.
    pub(crate) fn rules(&self) -> SheetRules {
        match &self.patch {
            Some(patch) => self.printed.patched(patch),
            None => self.printed.clone(),
        }
    }
}

/// A sheet by its word, with a house patch for it or without.
pub(crate) fn sheet(name: &str, house: Option<&Path>) -> Result<Sheet, Wrong> {
    let kind = kind_of_sheet(name)?;
    let patch = house.map(patch).transpose()?;
    if let (Some(patch), Some(path)) = (&patch, house)
        && patch.sheet_name() != name
    {
        return Err(Wrong::found(
            format_args!("{}: sheet", path.display()),
            format_args!("{:?}", patch.sheet_name()),
            format_args!("{name:?}, the sheet asked for"),
            None,
        ));
    }
    Ok(Sheet { kind, printed: kind.book().sheet(name).map_err(Wrong::new)?, patch })
}

/// What a file is, told by what stands in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Battle,
    Patch,
    Record,
}

impl Kind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Battle => "battle",
            Kind::Patch => "house patch",
            Kind::Record => "record",
        }
    }
}

/// A file of that kind. One of another kind is named as such; whatever else is wrong its own reader says.
fn read_as(path: &Path, wanted: Kind) -> Result<Source, Wrong> {
    let source = read(path, &format!("a {}", wanted.word()))?;
    match kind(&source) {
        Ok(found) if found != wanted => Err(Wrong::found(
            format_args!("{}:1", source.name),
            format_args!("a {}", found.word()),
            format_args!("a {}", wanted.word()),
            None,
        )),
        _ => Ok(source),
    }
}

/// A record begins with a brace, which no TOML file does; a battle has an order of battle, a patch has not.
pub(crate) fn kind(source: &Source) -> Result<Kind, Wrong> {
    if source.text.trim_start().starts_with('{') {
        return Ok(Kind::Record);
    }
    let reader = Reader::parse(source)?;
    let root = reader.root();
    let has_any = |keys: &[&str]| keys.iter().any(|key| root.has(key));
    if has_any(&["unit", "general", "terrain", "table", "edges", "reserve", "victory", "game", "history"]) {
        return Ok(Kind::Battle);
    }
    if has_any(&["off", "rulings", "charts", "sheet"]) {
        return Ok(Kind::Patch);
    }
    Err(Wrong::found(
        format_args!("{}:1:1", source.name),
        "neither units nor house rules",
        "a battle, a house patch or a record",
        None,
    ))
}
