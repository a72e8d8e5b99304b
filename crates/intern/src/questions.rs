//! The questions of a game, found where they stand: every `impl Ask<…> for …` and `impl YesOrNo<…> for …` in the
//! game's sources.
//!
//! A question is one struct beside the rule that puts it; there is no list of them to keep. The scan goes by lines, as
//! `rustfmt` writes them, and asks for the word of each: `const WORD: &'static str = "…";`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// One question: the struct with its module, and its word on the wire.
#[derive(Debug, PartialEq, Eq)]
pub struct Question {
    pub game: String,
    pub module: String,
    pub name: String,
    pub word: String,
}

/// The enum of all questions under a game's `src`, by their words, with all of them by their names.
pub(super) fn list(source: &Path) -> String {
    println!("cargo::rerun-if-changed={}", source.display());
    let mut found = Vec::new();
    walk(source, "crate", &mut found);
    found.sort_by(|one, two| one.word.cmp(&two.word));
    let Some(game) = found.first().map(|question| question.game.clone()) else { return String::new() };
    let mut out = String::new();
    for Question { module, name, .. } in &found {
        let _ = writeln!(out, "pub use {module}::{name};");
    }
    let names = found.iter().map(|question| format!("        {} = {:?},\n", question.name, question.word));
    let _ = writeln!(
        out,
        "\nengine::questions! {{\n    /// A decision that belongs to one side.\n    pub enum Question of crate::{game} {{\n{}    }}\n}}",
        names.collect::<String>()
    );
    out
}

/// The questions of a folder and of those in it.
fn walk(folder: &Path, module: &str, found: &mut Vec<Question>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| *stem != "tests");
        let Some(stem) = stem else { continue };
        let inside = if stem == "lib" { module.to_owned() } else { format!("{module}::{stem}") };
        if path.is_dir() {
            walk(&path, &inside, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text =
                fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            match read(&text, &inside) {
                Ok(questions) => found.extend(questions),
                Err((line, fault)) => panic!("{}:{line}: {fault}", path.display()),
            }
        }
    }
}

/// The questions of one file.
///
/// # Errors
/// The line of one that does not say its word.
pub fn read(text: &str, module: &str) -> Result<Vec<Question>, (usize, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some((game, name)) = heading(line) else { continue };
        let body = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "}");
        // The rest of the body is read, too: the next heading comes after it.
        let words: Vec<&str> = body.filter_map(word).collect();
        let [word] = words[..] else {
            let wanted = "a question says its word on the wire: `const WORD: &'static str = \"…\";`";
            return Err((number + 1, format!("{name}: {wanted}")));
        };
        found.push(Question {
            game: game.to_owned(),
            module: module.to_owned(),
            name: name.to_owned(),
            word: word.to_owned(),
        });
    }
    Ok(found)
}

/// `impl Ask<Volley> for Shoot {` as the game and the question.
fn heading(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("impl Ask<").or_else(|| line.strip_prefix("impl YesOrNo<"))?;
    rest.strip_suffix(" {")?.split_once("> for ")
}

fn word(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("const WORD: &'static str = \"")?.strip_suffix("\";")
}
