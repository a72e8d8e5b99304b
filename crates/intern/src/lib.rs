//! The build script of every game: rule and ruling ids become small numbers, and the cases are built in.
//!
//! A game's `build.rs` is one line, `intern::game("volley")`. It writes
//! - `ids.rs`: the ledger's ids, the rulings' ids and words, and the macros `rule!` and `house!`, so that a citation of
//!   a rule that does not exist does not compile; the conditions of each topic's modifiers (`conditions`);
//! - `question.rs`: every question that the game's sources put (`questions`);
//! - `cases.rs`: the files of `cases/<game>`;
//! - a tree of each file of `rulesets/<game>`, so that the program does not read TOML when it starts.

pub mod conditions;
pub mod questions;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Writes all of them for a game, into `OUT_DIR`.
///
/// # Panics
/// Where a file cannot be read or written: a build must not go on.
pub fn game(name: &str) {
    // Asked for when the script runs, not when it is built: a checkout may have been moved since.
    let told = |name: &str| std::env::var(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (out, manifest) = (told("OUT_DIR"), told("CARGO_MANIFEST_DIR"));
    let root = Path::new(&manifest).join("../..");
    let rulesets = root.join("rulesets").join(name);
    let text = ids(name, &rulesets)
        + &conditions::lists(&rulesets, &files(&rulesets))
        + &trees(&rulesets, Path::new(&out));
    write(&Path::new(&out).join("ids.rs"), &text);
    write(&Path::new(&out).join("question.rs"), &questions::list(&Path::new(&manifest).join("src")));
    write(&Path::new(&out).join("cases.rs"), &cases(&root.join("cases").join(name)));
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Stands before a list that a game may show to others.
const LIST: &str = "#[allow(unreachable_pub, reason = \"not every game shows its lists to others\")]";

/// The lists are statics: a constant would stand in every part of the program that names it, and the loader would have
/// to relocate each of its strings at every start.
fn ids(game: &str, folder: &Path) -> String {
    let rules: Vec<String> = rows(&folder.join("ledger.toml"), "rule").iter().map(id).collect();
    let rulings = rows(&folder.join("rulings.toml"), "ruling");
    let names: Vec<String> = rulings.iter().map(id).collect();
    let words = rulings.iter().map(|row| {
        let values = row.get("values").and_then(toml::Value::as_array).into_iter().flatten();
        let words: Vec<&str> = values.filter_map(toml::Value::as_str).collect();
        format!("&{words:?}")
    });
    let words: Vec<String> = words.collect();
    let mut out = String::new();
    let _ = writeln!(
        out,
        "/// Every rule of the ledger, in its order.\n{LIST}\npub static RULES: [&str; {}] = {rules:?};",
        rules.len()
    );
    let _ = writeln!(
        out,
        "/// Every ruling, in its order.\n{LIST}\npub static RULINGS: [&str; {}] = {names:?};",
        names.len()
    );
    let _ =
        writeln!(out, "pub(crate) static RULING_WORDS: [&[&str]; {}] = [{}];", words.len(), words.join(", "));
    out + &MACROS.replace("@GAME@", game)
}

fn rows(path: &Path, list: &str) -> Vec<toml::Table> {
    println!("cargo::rerun-if-changed={}", path.display());
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = table.get(list).and_then(toml::Value::as_array).into_iter().flatten();
    rows.filter_map(|row| row.as_table().cloned()).collect()
}

fn id(row: &toml::Table) -> String {
    row.get("id").and_then(toml::Value::as_str).unwrap_or_default().to_owned()
}

/// The names of the TOML files in a folder.
fn files(folder: &Path) -> Vec<String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names: Vec<String> = files
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    names.sort();
    names
}

/// The ruleset files as trees. A file that is no TOML has none: its fault is found where it is read.
fn trees(folder: &Path, out: &Path) -> String {
    let (mut text, mut count) = (String::new(), 0);
    for name in files(folder) {
        let path = folder.join(&name);
        println!("cargo::rerun-if-changed={}", path.display());
        let file = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let Ok(tree) = rulebook::pack(&rulebook::Source::new(&*name, file)) else { continue };
        let packed = out.join(format!("{name}.tree"));
        fs::write(&packed, tree).unwrap_or_else(|error| panic!("{}: {error}", packed.display()));
        let _ = writeln!(text, "    ({name:?}, include_bytes!({:?})),", packed.display().to_string());
        count += 1;
    }
    format!("static TREES: [(&str, &[u8]); {count}] = [\n{text}];\n")
}

fn cases(folder: &Path) -> String {
    let names = files(folder);
    let mut out = format!(
        "/// The files of cases, as built into the binary.\nstatic CASES: [(&str, &str); {}] = [\n",
        names.len()
    );
    for name in names {
        let path = folder.join(&name);
        let _ = writeln!(out, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    out + "];\n"
}

const MACROS: &str = r#"
pub(crate) const fn word_of(ruling: u16, word: &str) -> i32 {
    rulebook::find(RULING_WORDS[ruling as usize], word) as i32
}

/// The game's ids, for whatever cites them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ids;
impl engine::Names for Ids {
    const GAME: &'static str = "@GAME@";
    const RULES: &'static [&'static str] = &RULES;
    const RULINGS: &'static [&'static str] = &RULINGS;
    const QUESTION: &'static str = "@GAME@.question";
    const TREES: &'static [(&'static str, &'static [u8])] = &TREES;
}

/// A rule of the ledger: `rule!("@GAME@.…")`. An unknown id does not compile.
macro_rules! rule {
    ($id:literal) => {
        const { rulebook::RuleId(rulebook::find(&crate::ids::RULES, $id)) }
    };
}

/// A ruling, or one of its words: `house!("command.range")`, `house!("edge", "stops")`.
macro_rules! house {
    ($id:literal) => {
        const { rulebook::find(&crate::ids::RULINGS, concat!("@GAME@.house.", $id)) }
    };
    ($id:literal, $word:literal) => {
        const {
            let ruling = rulebook::find(&crate::ids::RULINGS, concat!("@GAME@.house.", $id));
            engine::Choice { ruling, word: crate::ids::word_of(ruling, $word) }
        }
    };
}

pub(crate) use {house, rule};
"#;
