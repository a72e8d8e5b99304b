//! Modules that use each other in a circle are read together: no such knot in a game is larger than five files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The most files of one knot.
const LARGEST: usize = 5;

/// A module's place: `crate`, then its folders and its name.
type Module = Vec<String>;

#[test]
fn no_knot_of_modules_is_larger_than_five_files() {
    let mut read = 0;
    for kind in games::Kind::ALL {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(kind.word()).join("src");
        let uses = uses_in(&source);
        read += uses.len();
        assert!(uses.values().map(BTreeSet::len).sum::<usize>() > uses.len(), "hardly any use was found");
        for knot in knots(&uses) {
            let names: Vec<String> = knot.iter().map(|module| module.join("::")).collect();
            assert!(knot.len() <= LARGEST, "{}: {} files in a knot: {names:#?}", kind.word(), knot.len());
        }
    }
    assert!(read > 80, "only {read} files were read");
}

#[test]
fn a_circle_is_found_and_a_ladder_is_none() {
    let module = |name: &str| vec!["crate".to_owned(), name.to_owned()];
    let uses = |pairs: &[(&str, &str)]| {
        let mut uses: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (user, used) in pairs {
            uses.entry(module(used)).or_default();
            uses.entry(module(user)).or_default().insert(module(used));
        }
        uses
    };
    assert!(knots(&uses(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let found = knots(&uses(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]));
    assert_eq!(found, [vec![module("a"), module("b"), module("c")]]);
    let text = "use crate::state::{game::Orders, unit::{Leader, UnitId}};\nlet x = super::placing::fits();";
    let paths: Vec<String> = paths(text).iter().map(|path| path.join("::")).collect();
    assert_eq!(
        paths,
        [
            "crate::state::game::Orders",
            "crate::state::unit::Leader",
            "crate::state::unit::UnitId",
            "super::placing::fits"
        ]
    );
}

/// Every file of a folder, and which others it uses. Tests do not count, nor does the root: it only lists.
fn uses_in(source: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut files = BTreeMap::new();
    read(source, source, &mut files);
    let modules: BTreeSet<&Module> = files.keys().collect();
    let find = |path: &[String]| {
        (2..=path.len()).rev().map(|n| &path[..n]).find_map(|path| modules.get(&path.to_vec()).copied())
    };
    files
        .iter()
        .map(|(module, text)| {
            let paths = paths(text).into_iter().map(|path| absolute(module, path));
            let used = paths.filter_map(|path| find(&path)).filter(|used| *used != module).cloned();
            (module.clone(), used.collect())
        })
        .collect()
}

fn read(source: &Path, folder: &Path, files: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if path.file_stem().is_some_and(|stem| stem == "tests" || stem == "lib") {
            continue;
        }
        if path.is_dir() {
            read(source, &path, files);
        } else {
            let within = path.strip_prefix(source).unwrap().with_extension("");
            let names = within.iter().map(|name| name.to_str().unwrap().to_owned());
            let module = std::iter::once("crate".to_owned()).chain(names).collect();
            let text = std::fs::read_to_string(&path).unwrap();
            files.insert(module, text.lines().filter(|line| !line.trim_start().starts_with("//")).collect());
        }
    }
}

/// `super::placing` in `crate::rules::charge` is `crate::rules::placing`.
fn absolute(module: &Module, path: Vec<String>) -> Vec<String> {
    let up = path.iter().take_while(|name| *name == "super").count();
    if up == 0 {
        return path;
    }
    let kept = module.len().saturating_sub(up);
    module[..kept].iter().cloned().chain(path.into_iter().skip(up)).collect()
}

/// Every path that begins with `crate` or `super`, lists in braces taken apart.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        let mut from = 0;
        while let Some(at) = text[from..].find(start) {
            let at = from + at;
            let inside =
                text[..at].ends_with(|letter: char| letter.is_alphanumeric() || "_:".contains(letter));
            if !inside {
                take(&text[at..], Vec::new(), &mut found);
            }
            from = at + start.len();
        }
    }
    found
}

/// One path from its first letter on; gives back what follows it.
fn take<'t>(mut text: &'t str, mut path: Vec<String>, found: &mut Vec<Vec<String>>) -> &'t str {
    loop {
        text = text.trim_start();
        if let Some(mut list) = text.strip_prefix('{') {
            loop {
                // What a name is called here does not matter: `Shot as Fired`.
                let after = take(list, path.clone(), found);
                list = after.trim_start_matches(|letter| !",}".contains(letter));
                match list.strip_prefix(',') {
                    Some(rest) => list = rest,
                    None => return list.strip_prefix('}').unwrap_or(list),
                }
            }
        }
        let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
        if end == 0 {
            found.extend(text.starts_with('*').then_some(path));
            return text;
        }
        path.push(text[..end].to_owned());
        text = &text[end..];
        match text.strip_prefix("::") {
            Some(rest) => text = rest,
            None => {
                found.push(path);
                return text;
            }
        }
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
