//! Modules that use each other in a circle are read together: each crate has a largest knot, and it may only get smaller.
//!
//! What a file uses are the files that say what its paths name: re-exports are followed to where a thing stands, and a
//! path may begin with a child's name as well as with `crate` or `super`. Handing a name on (`pub use`) is no use of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The most files of one knot. A number here may fall; one that rises wants a reason.
const LARGEST: &[(&str, usize)] = &[
    ("volley", 4),
    ("orders", 5),
    ("empire", 5),
    ("engine", 4),
    ("general", 5),
    ("seat", 2),
    ("server", 10),
    ("rulebook", 5),
    ("games", 3),
    ("table", 3),
    ("cli", 2),
    ("study", 1),
    ("dice", 1),
];

/// A module's place: `crate`, then its folders and its name.
type Module = Vec<String>;

#[test]
fn no_knot_of_modules_is_larger_than_it_was() {
    for (name, largest) in LARGEST {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let house = House::of(files_in(&source));
        let uses = house.uses();
        let found = uses.values().map(BTreeSet::len).sum::<usize>();
        assert!(uses.len() < 6 || found > uses.len(), "{name}: hardly any use was found");
        let knots = knots(&uses);
        let most = knots.iter().map(Vec::len).max().unwrap_or(1);
        let told = |knot: &Vec<Module>| knot.iter().map(|module| module.join("::")).collect::<Vec<_>>();
        let worst: Vec<Vec<String>> = knots.iter().filter(|knot| knot.len() == most).map(told).collect();
        assert!(most <= *largest, "{name}: {most} files in a knot, {largest} at most: {worst:#?}");
        assert_eq!(most, *largest, "{name}: its largest knot is smaller now: lower its number here");
    }
}

#[test]
fn every_crate_has_a_number() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in std::fs::read_dir(crates).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        assert!(name == "intern" || LARGEST.iter().any(|(known, _)| *known == name), "{name} has none");
    }
}

#[test]
fn a_circle_is_found_and_a_ladder_is_none() {
    let knots_of = |files: &[(&str, &str)]| {
        let module = |name: &str| name.split("::").map(str::to_owned).collect::<Module>();
        let files = files.iter().map(|(name, text)| (module(name), (*text).to_owned())).collect();
        let told =
            |knot: &Vec<Module>| knot.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(" ");
        knots(&House::of(files).uses()).iter().map(told).collect::<Vec<_>>()
    };
    let ladder = [
        ("crate::a", "use crate::b::B;"),
        ("crate::b", "pub struct B; fn b() { super::c::f() }"),
        ("crate::c", ""),
    ];
    assert!(knots_of(&ladder).is_empty());
    let circle = [ladder[0], ladder[1], ("crate::c", "use super::{a::{A as One, X}, b};")];
    assert_eq!(knots_of(&circle), ["crate::a crate::b crate::c"]);
    // Through what the root hands on, and through a child's name.
    let handed_on = [
        ("crate", "mod a; mod b; pub use a::A; pub use b::*;"),
        ("crate::a", "pub struct A; fn a() { crate::f() }"),
        ("crate::b", "pub fn f() {} use crate::A;"),
    ];
    assert_eq!(knots_of(&handed_on), ["crate::a crate::b"]);
    let child = [("crate::a", "mod b; fn a() { b::f() }"), ("crate::a::b", "fn f() { super::a() }")];
    assert_eq!(knots_of(&child), ["crate::a crate::a::b"]);
    let hands_on =
        [("crate::a", "mod b; pub use b::B;"), ("crate::a::b", "pub struct B; fn f() { super::g() }")];
    assert!(knots_of(&hands_on).is_empty());
    let said =
        [("crate::a", "const X: &str = \"crate::b::f\"; // crate::b::f"), ("crate::b", "use crate::a::X;")];
    assert!(knots_of(&said).is_empty());
}

/// The files of a crate by their modules, with comments, words in quotes and tests left out.
fn files_in(source: &Path) -> BTreeMap<Module, String> {
    let mut files = BTreeMap::new();
    read(source, source, &mut files);
    files
}

fn read(source: &Path, folder: &Path, files: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if path.file_stem().is_some_and(|stem| stem == "tests" || stem == "main") {
            continue;
        }
        if path.is_dir() {
            read(source, &path, files);
        } else {
            let within = path.strip_prefix(source).unwrap().with_extension("");
            let names = within.iter().map(|name| name.to_str().unwrap().to_owned());
            let names = names.filter(|name| name != "lib");
            let module = std::iter::once("crate".to_owned()).chain(names).collect();
            files.insert(module, std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// A path as it stands in a text, and the name it has there: `crate::fire::Shot as Fired`, `crate::fire::*`.
struct Named {
    path: Module,
    name: String,
}

/// A crate.
struct House {
    /// What each module hands on of others (`pub use`), and what it brings in for itself.
    handed_on: BTreeMap<Module, Vec<Named>>,
    used: BTreeMap<Module, Vec<Named>>,
    /// The names that each module declares.
    declared: BTreeMap<Module, BTreeSet<String>>,
}

impl House {
    fn of(files: BTreeMap<Module, String>) -> House {
        let mut house =
            House { handed_on: BTreeMap::new(), used: BTreeMap::new(), declared: BTreeMap::new() };
        for (module, text) in files {
            let text = code(&text);
            let (mut handed_on, mut used, mut rest) = (Vec::new(), Vec::new(), String::new());
            for statement in text.split_inclusive(';') {
                let (before, uses) = match statement.rfind("use ") {
                    Some(at) if is_word_start(statement, at) => statement.split_at(at),
                    _ => (statement, ""),
                };
                rest.push_str(before);
                let is_handed_on =
                    before.trim_end().ends_with(|last: char| last == ')' || last.is_alphabetic())
                        && before
                            .rsplit(['}', '\n', ']'])
                            .next()
                            .is_some_and(|last| last.trim().starts_with("pub"));
                take(
                    uses.trim_start_matches("use ").trim(),
                    Vec::new(),
                    if is_handed_on { &mut handed_on } else { &mut used },
                );
            }
            used.extend(paths(&rest));
            let words: Vec<&str> = rest
                .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .filter(|word| !word.is_empty())
                .collect();
            let declares = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod"];
            let names =
                words.windows(2).filter(|pair| declares.contains(&pair[0])).map(|pair| pair[1].to_owned());
            house.declared.insert(module.clone(), names.collect());
            house.handed_on.insert(module.clone(), handed_on);
            house.used.insert(module, used);
        }
        house
    }

    /// Every file but the root, and which others it uses.
    fn uses(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let files = self.used.iter().filter(|(module, _)| module.len() > 1);
        let used = |module: &Module, named: &[Named]| {
            let absolute = named.iter().filter_map(|named| self.absolute(module, &named.path));
            let stands = absolute.filter_map(|path| self.stands_in(&path, &mut BTreeSet::new()));
            stands.filter(|used| used != module && used.len() > 1).collect()
        };
        files.map(|(module, named)| (module.clone(), used(module, named))).collect()
    }

    /// `super::placing` in `crate::rules::charge` is `crate::rules::placing`; `None` for what is of another crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let up = path.iter().take_while(|name| *name == "super").count();
        match path.first()?.as_str() {
            "crate" => Some(path.to_vec()),
            "self" => Some([module.as_slice(), &path[1..]].concat()),
            "super" => Some([&module[..module.len().checked_sub(up)?], &path[up..]].concat()),
            child => {
                let at = [module.as_slice(), &[child.to_owned()]].concat();
                self.used.contains_key(&at).then(|| [module.as_slice(), path].concat())
            }
        }
    }

    /// The file in which that stands which a path names.
    fn stands_in(&self, path: &[String], asked: &mut BTreeSet<Module>) -> Option<Module> {
        if !asked.insert(path.to_vec()) {
            return None;
        }
        let known = (1..=path.len())
            .rev()
            .map(|n| path[..n].to_vec())
            .find(|module| self.used.contains_key(module))?;
        let rest = &path[known.len()..];
        let Some(name) = rest.first().filter(|name| *name != "*") else { return Some(known) };
        let all = || self.handed_on[&known].iter().chain(&self.used[&known]);
        let mut handed_on = all().filter(|named| named.name == *name);
        let by_name = handed_on.find_map(|named| {
            let path = [self.absolute(&known, &named.path)?.as_slice(), &rest[1..]].concat();
            self.stands_in(&path, asked)
        });
        if by_name.is_some() || self.declared[&known].contains(name) {
            return by_name.or(Some(known));
        }
        let by_star = all().filter(|named| named.name == "*").find_map(|named| {
            let from = self.absolute(&known, &named.path[..named.path.len() - 1])?;
            let stands = self.stands_in(&from, asked)?;
            self.declared[&stands].contains(name).then_some(stands)
        });
        by_star.or(Some(known))
    }
}

fn is_word_start(text: &str, at: usize) -> bool {
    !text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
}

/// Without comments and without words in quotes.
fn code(text: &str) -> String {
    // A quotation mark that is a letter begins nothing.
    let text = text.replace("'\"'", "' '");
    let (mut code, mut quoted, mut escaped) = (String::new(), false, false);
    for line in text.lines() {
        for (at, letter) in line.char_indices() {
            if !quoted && line[at..].starts_with("//") {
                break;
            }
            match letter {
                '"' if !escaped => quoted = !quoted,
                _ if quoted => {}
                _ => code.push(letter),
            }
            escaped = quoted && letter == '\\' && !escaped;
        }
        code.push('\n');
    }
    code
}

/// Every path of two names or more, lists in braces taken apart.
fn paths(text: &str) -> Vec<Named> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("::") {
        let at = from + at;
        let begin =
            text[..at].rfind(|letter: char| !letter.is_alphanumeric() && letter != '_').map_or(0, |n| n + 1);
        if begin < at && !text[..begin].ends_with("::") {
            take(&text[begin..], Vec::new(), &mut found);
        }
        from = at + 2;
    }
    found
}

/// One path from its first letter on; gives back what follows it.
fn take<'t>(mut text: &'t str, mut path: Module, found: &mut Vec<Named>) -> &'t str {
    loop {
        text = text.trim_start();
        if let Some(mut list) = text.strip_prefix('{') {
            loop {
                let after =
                    take(list, path.clone(), found).trim_start_matches(|letter| !",}".contains(letter));
                match after.strip_prefix(',') {
                    Some(rest) => list = rest,
                    None => return after.strip_prefix('}').unwrap_or(after),
                }
            }
        }
        let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
        if end == 0 {
            if text.starts_with('*') {
                path.push("*".to_owned());
                found.push(Named { path, name: "*".to_owned() });
            }
            return text;
        }
        path.push(text[..end].to_owned());
        text = &text[end..];
        if let Some(rest) = text.strip_prefix("::") {
            text = rest;
            continue;
        }
        let called = text.trim_start().strip_prefix("as ").map(|rest| {
            let rest = rest.trim_start();
            rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
        });
        let name = called.map_or_else(|| path[path.len() - 1].clone(), str::to_owned);
        // `outlook::{self, Outlook}`
        if name == "self" && path.len() > 1 {
            path.pop();
        }
        let name = if name == "self" { path[path.len() - 1].clone() } else { name };
        found.push(Named { path, name });
        return text;
    }
}

/// Modules that reach each other, two or more.
fn knots(uses: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<Module>> {
    let reached = |from: &Module| {
        let mut seen = BTreeSet::new();
        let mut next: Vec<&Module> = uses[from].iter().collect();
        while let Some(module) = next.pop() {
            if seen.insert(module) {
                next.extend(uses.get(module).into_iter().flatten());
            }
        }
        seen
    };
    let all: BTreeMap<&Module, BTreeSet<&Module>> =
        uses.keys().map(|module| (module, reached(module))).collect();
    let mut knots: Vec<Vec<Module>> = Vec::new();
    for (module, reaches) in &all {
        let both = |other: &&&Module| all.get(**other).is_some_and(|back| back.contains(module));
        let knot: Vec<Module> = reaches.iter().filter(both).map(|other| (*other).clone()).collect();
        if knot.len() > 1 && !knots.contains(&knot) {
            knots.push(knot);
        }
    }
    knots
}
