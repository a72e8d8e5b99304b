//! The columns of a `[[table]]`, and what is written in its cells.

use rulebook::{Item, Leaf, Location, Overlay, Written, nearest};

/// The keys of a case that a column may set.
const KEYS: &[&str] = &[
    "name", "rule", "rules", "sheets", "house", "without", "turn", "phase", "until", "resolve", "say",
    "dice", "facts", "expect",
];
/// Of what is expected: lists of texts, in a cell with `;` between them.
const TEXTS: &[&str] =
    &["events", "no-events", "asked", "not-asked", "offered", "not-offered", "throws", "holders"];

/// More parts than any path has: a case is not built deeper than that.
const MOST_PARTS: usize = 8;

/// From the keys of a case: `expect`, `B`, `figures`.
type Path = Vec<String>;

/// What a column sets in the case of a row.
pub(super) struct Column {
    /// One, or those of several names of the scene: `A+B.formation`.
    paths: Vec<Path>,
    at: Location,
}

impl Column {
    /// It is about the situation: not which rules are proved, not what is thrown and expected.
    pub(super) fn is_fact(&self) -> bool {
        let head = self.paths.first().and_then(|path| path.first()).map_or("", String::as_str);
        head == "facts" || head == "say" || !KEYS.contains(&head)
    }

    /// It says which rules the row proves or is about.
    pub(super) fn is_of_rules(&self) -> bool {
        self.paths.iter().any(|path| path == &["rule"] || path == &["rules"])
    }
}

/// How a cell is written.
enum Shape {
    /// `range = close, crew = 4`, each of them under this path; with whole keys what stands before the sign is one key.
    Each { under: Path, whole_keys: bool },
    /// `volley.p1.dice volley.p1.arc`.
    Words,
    /// `fire G B; recall: yes`.
    Texts,
    /// `4 4 1 [6 5]`.
    Dice,
    /// A value as TOML has it, or a text without quotation marks.
    Value,
}

/// What the columns of one table may name.
pub(super) struct Columns<'t> {
    /// Names of the scene: units, leaders, features.
    names: Vec<String>,
    base: &'t Overlay,
    sheets: &'t [&'t str],
}

impl<'t> Columns<'t> {
    pub(super) fn new(base: &'t Overlay, sheets: &'t [&'t str]) -> Columns<'t> {
        Columns { names: base.names().into_iter().map(str::to_owned).collect(), base, sheets }
    }

    /// The column that a title stands for; a wrong one is reported of `item`.
    pub(super) fn read(&self, title: Written<'_>, item: &Item<'_>) -> Option<Column> {
        self.paths(title, item).map(|paths| Column { paths, at: title.at })
    }

    /// Sets in a case what is written in a cell.
    pub(super) fn put(&self, case: &mut Overlay, column: &Column, cell: Written<'_>, item: &Item<'_>) {
        for path in &column.paths {
            self.put_at(case, path, column.at, cell, item);
        }
    }

    /// A path as it is written, once for each name it begins with; they must be known where it goes on.
    fn paths(&self, written: Written<'_>, item: &Item<'_>) -> Option<Vec<Path>> {
        let path: Path = written.text.split('.').map(|part| part.trim().to_owned()).collect();
        let (first, rest) = path.split_first()?;
        let keys: Vec<&str> = KEYS.iter().chain(self.sheets).copied().collect();
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let heads: Vec<&str> = first.split('+').map(str::trim).collect();
        let is_known = |head: &&str| keys.contains(head) || names.contains(head) || self.base.has(head);
        // A single word may be a key of the game's own scene: the reader of the case knows.
        let unknown = heads.iter().find(|head| !rest.is_empty() && !is_known(head));
        if path.iter().any(String::is_empty) || unknown.is_some() {
            let scene = match names.as_slice() {
                [] => String::new(),
                names => format!(" or of the scene ({})", names.join(", ")),
            };
            let expected = format!("a path that begins with a key of a case ({}){scene}", keys.join(", "));
            let hint = nearest(unknown.unwrap_or(&""), keys.into_iter().chain(names));
            item.fault_of(written, expected, hint);
            return None;
        }
        let path = |head: &&str| whole_ids([&[(*head).to_owned()], rest].concat());
        Some(heads.iter().map(path).collect())
    }

    fn put_at(&self, case: &mut Overlay, path: &Path, at: Location, cell: Written<'_>, item: &Item<'_>) {
        if path.len() > MOST_PARTS {
            let found = format!("a path of {} parts", path.len());
            return item.fault_in(at, found, format!("{MOST_PARTS} parts at most"), None);
        }
        let parts: Vec<&str> = path.iter().map(String::as_str).collect();
        let leaf = match self.shape(&parts) {
            Shape::Each { under, whole_keys } => {
                for part in filled(cell, is_comma) {
                    self.assign(case, &under, whole_keys, part, item);
                }
                return;
            }
            Shape::Words => list(cell, is_blank, |part| Leaf::text(part.text, part.at)),
            Shape::Texts if cell.text.starts_with('[') => Leaf::value(cell),
            Shape::Texts => list(cell, |letter| letter == ';', text),
            Shape::Dice => list(cell, is_blank, |part| match part.within('[', ']') {
                Some(faces) => list(faces, is_blank, Leaf::value),
                None => Leaf::value(part),
            }),
            Shape::Value if parts == ["name"] => text(cell),
            Shape::Value => Leaf::value(cell),
        };
        case.set(&parts, at, leaf);
    }

    /// `range = close`, under a path.
    fn assign(
        &self,
        case: &mut Overlay,
        under: &[String],
        whole_keys: bool,
        part: Written<'_>,
        item: &Item<'_>,
    ) {
        let Some((key, value)) = part.split_once('=').filter(|(_, value)| !value.text.is_empty()) else {
            return item.fault_of(part, "a path, =, and a value", None);
        };
        let paths = if whole_keys {
            Some(vec![vec![key.text.to_owned()]])
        } else if under.is_empty() {
            self.paths(key, item)
        } else {
            Some(vec![key.text.split('.').map(|part| part.trim().to_owned()).collect()])
        };
        for path in paths.into_iter().flatten() {
            let path = whole_ids(under.iter().cloned().chain(path).collect());
            let parts: Vec<&str> = path.iter().map(String::as_str).collect();
            if matches!(self.shape(&parts), Shape::Each { .. }) {
                return item.fault_of(part, "a path to one value", None);
            }
            self.put_at(case, &path, key.at, value, item);
        }
    }

    fn shape(&self, path: &[&str]) -> Shape {
        let each = |under: &[&str], whole_keys| Shape::Each {
            under: under.iter().map(|part| (*part).to_owned()).collect(),
            whole_keys,
        };
        match path {
            // Facts of the desk's question; without one they are of the scene.
            ["facts"] if self.base.has("resolve") => each(path, true),
            ["facts"] => each(&[], false),
            ["expect"] | [_, "expect"] => each(path, false),
            ["house"] => each(path, true),
            ["rule" | "rules" | "sheets" | "without"] => Shape::Words,
            ["say"] | [_, "say"] => Shape::Texts,
            ["dice"] => Shape::Dice,
            [sheet, "dice"] if self.sheets.contains(sheet) => Shape::Dice,
            [sheet, "facts"] if self.sheets.contains(sheet) => each(path, true),
            ["expect", key] | [_, "expect", key] if TEXTS.contains(key) => Shape::Texts,
            _ => Shape::Value,
        }
    }
}

/// The ids of rules and rulings have points in them: behind `house` and `working` the rest is one key.
fn whole_ids(mut path: Path) -> Path {
    let before = path.iter().position(|part| part == "house" || part == "working");
    if let Some(before) = before.filter(|before| before + 2 < path.len()) {
        let id = path.split_off(before + 1).join(".");
        path.push(id);
    }
    path
}

fn is_comma(letter: char) -> bool {
    letter == ','
}

fn is_blank(letter: char) -> bool {
    is_comma(letter) || letter.is_whitespace()
}

/// The parts of a cell, as far as anything stands in them.
fn filled<'t>(cell: Written<'t>, between: impl Fn(char) -> bool) -> impl Iterator<Item = Written<'t>> {
    cell.split(between).into_iter().filter(|part| !part.text.is_empty())
}

fn list(cell: Written<'_>, between: impl Fn(char) -> bool, leaf: impl Fn(Written<'_>) -> Leaf) -> Leaf {
    Leaf::list(filled(cell, between).map(leaf).collect(), cell.at)
}

/// A text, with or without quotation marks.
fn text(part: Written<'_>) -> Leaf {
    if part.text.starts_with('"') { Leaf::value(part) } else { Leaf::text(part.text, part.at) }
}
