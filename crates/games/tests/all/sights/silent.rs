//! Silent places: where a rule goes by positions and no sight is asked for, so that it may be off beside real figures.
//!
//! The search reads `rules/` of every game as text, comments, words and sights ([`engine::sight!`]) left out, and finds
//! - each *step*, a function that has an umpire, which reads a position, or calls what reads one and is no step;
//! - each function that asks whether the table is `measured`.
//!
//! Random players (`sample`) are no rules. A position is read by what [`READS`] names. Calls are followed by their names within a game; what takes dice is given
//! facts and no table, and is not followed.
//! Each place stands in `cases/silent/<game>.toml` with its reason, and the file lists no other.

use super::written::{Source, rules_of};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How a position is read.
const READS: &[&str] = &[".pose", ".rect()", "terrain", "units.near(", "leader_at(", "officer_at("];

/// Methods of the library too: a call of one says nothing.
const COMMON: &[&str] =
    &["take", "of", "new", "next", "end", "get", "begin", "test", "facts", "allowance", "is", "times"];

/// How many places there are, and how many rules of these are off: fewer may be, more may not.
const PLACES: &[(&str, usize, usize)] = &[("volley", 50, 10), ("orders", 35, 0), ("empire", 42, 7)];

/// What a list may say of a place.
const KINDS: &[&str] = &["off", "told", "hands", "screen"];

/// A function of the rules.
struct Function {
    file: String,
    module: String,
    /// The type whose method it is.
    of: Option<String>,
    name: String,
    signature: String,
    body: String,
    /// What its file imports.
    uses: String,
}

impl Function {
    fn place(&self) -> String {
        let of = self.of.as_deref().map(|of| format!("{of}::")).unwrap_or_default();
        format!("{} {of}{}", self.file, self.name)
    }

    /// A random player.
    fn samples(&self) -> bool {
        self.name.starts_with("sample")
    }

    fn is_step(&self) -> bool {
        has_word(&self.signature, "umpire")
            || has_word(&self.signature, "U")
            || has_word(&self.signature, "eyes")
            || self.body.contains("self.umpire")
    }

    fn takes_dice(&self) -> bool {
        self.signature.contains("Dice")
    }

    fn takes_self(&self) -> bool {
        let inner = self.signature.split_once('(').map_or("", |(_, inner)| inner).trim_start();
        ["self", "&self", "&mut self", "mut self"].iter().any(|own| inner.starts_with(own))
    }

    fn asks_whether_measured(&self) -> bool {
        let mut after = self.body.split(".measured").skip(1);
        after.any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '('))
    }

    fn reads(&self) -> bool {
        READS.iter().any(|read| {
            self.body.match_indices(read).any(|(at, _)| {
                let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
                let before = read.starts_with('.') || ends(self.body[..at].chars().next_back());
                let after = read.ends_with(['(', ')']) || ends(self.body[at + read.len()..].chars().next());
                before && after
            })
        })
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|known| known == word)
}

/// The end of what is bracketed from here.
fn close(text: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, c) in text[from..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return from + at + 1;
        }
    }
    text.len()
}

/// The type that the methods of an `impl` are of.
fn type_of(head: &str) -> String {
    let mut depth = 0;
    let plain: String = head
        .chars()
        .filter(|c| {
            depth += i32::from(*c == '<') - i32::from(*c == '>');
            depth == 0 && *c != '>'
        })
        .collect();
    let plain = plain.split(" where").next().unwrap_or("");
    let name = plain.rsplit(" for ").next().unwrap_or("").trim();
    name.rsplit("::").next().unwrap_or("").trim().to_owned()
}

fn functions(source: &Source) -> Vec<Function> {
    let text = source.without_sights();
    let impls: Vec<(usize, usize, String)> = text
        .match_indices("\nimpl")
        .filter_map(|(at, _)| {
            let open = at + text[at..].find('{')?;
            Some((at, close(&text, open), type_of(&text[at + 5..open])))
        })
        .collect();
    let uses: Vec<&str> =
        text.match_indices("use ").filter_map(|(at, _)| text[at..].split(';').next()).collect();
    let uses = uses.join(" ");
    let module = Path::new(&source.file).file_stem().unwrap().to_str().unwrap();
    let mut found = Vec::new();
    for (at, _) in text.match_indices("fn ") {
        if text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let name: String = text[at + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let mut depth = 0;
        let open = text[at..].char_indices().find(|(_, c)| {
            depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
            depth == 0 && matches!(c, '{' | ';')
        });
        let Some((open, '{')) = open.filter(|_| !name.is_empty()) else { continue };
        let body = text[at + open..close(&text, at + open)].to_owned();
        let of = impls.iter().find(|(from, to, _)| (*from..*to).contains(&at)).map(|(.., of)| of.clone());
        found.push(Function {
            file: source.file.clone(),
            module: module.to_owned(),
            of,
            name,
            signature: text[at..at + open].to_owned(),
            body,
            uses: uses.clone(),
        });
    }
    found
}

/// A call: the name before its `::`, whether it is a method, its name.
fn calls(body: &str) -> BTreeSet<(Option<&str>, bool, &str)> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = BTreeSet::new();
    for (at, _) in body.match_indices('(') {
        let mut head = &body[..at];
        // Past what stands between `::<` and `>`.
        if head.ends_with('>')
            && let Some(open) = head.rfind("::<")
        {
            head = &head[..open];
        }
        let name = &head[head.rfind(|c| !is_name(c)).map_or(0, |place| place + 1)..];
        let before = &head[..head.len() - name.len()];
        let of =
            before.strip_suffix("::").map(|path| &path[path.rfind(|c| !is_name(c)).map_or(0, |p| p + 1)..]);
        if !name.is_empty() {
            found.insert((of, before.ends_with('.'), name));
        }
    }
    found
}

/// The functions that another one calls.
fn called(function: &Function, all: &[Function], by_name: &BTreeMap<&str, Vec<usize>>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for (of, is_method, name) in calls(&function.body) {
        for at in by_name.get(name).into_iter().flatten() {
            let other = &all[*at];
            let fits = match of {
                _ if is_method => other.takes_self() && !COMMON.contains(&name),
                Some("Self") => other.of == function.of,
                Some("self" | "super" | "crate") => true,
                Some(of) if of.starts_with(char::is_uppercase) => other.of.as_deref() == Some(of),
                Some(of) => other.of.is_none() && other.module == of,
                None => other.of.is_none() && (other.file == function.file || has_word(&function.uses, name)),
            };
            if fits {
                found.insert(*at);
            }
        }
    }
    found
}

/// The silent places of a game.
fn places(game: &str) -> BTreeSet<String> {
    let mut all: Vec<Function> = rules_of(game).iter().flat_map(functions).collect();
    all.retain(|function| !function.samples());
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, function) in all.iter().enumerate() {
        by_name.entry(&function.name).or_default().push(at);
    }
    let calls: Vec<BTreeSet<usize>> = all.iter().map(|function| called(function, &all, &by_name)).collect();
    let follows = |function: &Function| !function.is_step() && !function.takes_dice();
    let mut reading: BTreeSet<usize> =
        (0..all.len()).filter(|at| follows(&all[*at]) && all[*at].reads()).collect();
    loop {
        let more: Vec<usize> = (0..all.len())
            .filter(|at| !reading.contains(at) && follows(&all[*at]) && !calls[*at].is_disjoint(&reading))
            .collect();
        if more.is_empty() {
            break;
        }
        reading.extend(more);
    }
    let is_silent = |(at, function): &(usize, &Function)| {
        let goes_by = function.reads() || !calls[*at].is_disjoint(&reading);
        function.is_step() && goes_by || function.asks_whether_measured()
    };
    all.iter().enumerate().filter(is_silent).map(|(_, function)| function.place()).collect()
}

#[test]
fn the_list_of_silent_places_is_exact_and_grows_no_longer() {
    for (game, most, most_off) in PLACES {
        let found = places(game);
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/silent").join(format!("{game}.toml"));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let listed: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(&text).unwrap();
        let kinds: Vec<&String> = listed.keys().filter(|kind| !KINDS.contains(&kind.as_str())).collect();
        assert!(kinds.is_empty(), "{game}: {kinds:?}: a list has {KINDS:?}");
        let mut known = BTreeSet::new();
        for (place, why) in listed.values().flatten() {
            assert!(known.insert(place.clone()), "{game}: {place} is listed twice");
            assert!(why.len() > 10, "{game}: {place}: {why:?} is no reason");
        }
        let new: Vec<&String> = found.difference(&known).collect();
        assert!(new.is_empty(), "{game}: ask for a sight, or list with a reason: {new:#?}");
        let gone: Vec<&String> = known.difference(&found).collect();
        assert!(gone.is_empty(), "{game}: strike out of cases/silent/{game}.toml: {gone:#?}");
        let off = listed.get("off").map_or(0, BTreeMap::len);
        assert_eq!(
            (known.len(), off),
            (*most, *most_off),
            "{game}: places and rules that are off: write down fewer, never more"
        );
    }
}
