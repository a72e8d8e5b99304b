//! The numbers of a rule as a player writes them, and whether its sentence says them already.

/// What stands in a sentence of a ledger for the number of its row.
const STANDS_FOR: &str = "this many inches";

/// "4+", "−1", "8″", "2–3"; `most` is what the throw of the game can show at most: no more is wanted of it.
pub fn written(values: &[(&'static str, String)], most: u32) -> String {
    let of = |wanted: &str| values.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.as_str());
    let (from, to) = (of("from"), of("to"));
    let said = values.iter().filter_map(|(name, value)| {
        let whole = value.parse::<u32>().ok();
        let share = share(value);
        Some(match *name {
            "to" if from.is_some() => return None,
            "from" if whole.is_some() => match to {
                Some(to) if to == value => value.clone(),
                Some(to) => format!("{value}–{to}"),
                None => format!("{value} or more"),
            },
            "need" => match whole {
                Some(need) if need >= most => value.clone(),
                _ => format!("{share}+"),
            },
            "drop" | "checks" if value == "0" => return None,
            "mod" => signed(share),
            "target" => format!("{share} or less"),
            "losses" => format!("{share} lost"),
            "divide" => format!("÷ {share}"),
            "degrees" => format!("{share}°"),
            "per" => format!("for each {share}"),
            "pounds" => format!("{share} lb"),
            "millimetres" => format!("{share} mm"),
            "rate" | "inches" | "dice" | "number" | "count" | "cells" => share.to_owned(),
            name => format!("{} {share}", name.replace('-', " ")),
        })
    });
    inches(&said.collect::<Vec<String>>().join(", "))
}

/// One number of a field by itself.
pub fn alone(field: &str, value: &str) -> String {
    if field == "mod" { signed(value) } else { inches(value) }
}

/// What is added, with its sign.
fn signed(value: &str) -> String {
    match value.strip_prefix('-') {
        Some(less) => format!("−{less}"),
        None => format!("+{}", value.trim_start_matches('+')),
    }
}

/// With the sign of inches.
fn inches(value: &str) -> String {
    value.replace('"', "″")
}

/// A sentence with its number where it stands for it: "within 4″ of each other".
pub fn in_place(text: &str, written: &str) -> Option<String> {
    (!written.is_empty() && text.contains(STANDS_FOR)).then(|| text.replacen(STANDS_FOR, written, 1))
}

/// Whether a sentence says all these numbers itself, in digits or in words.
pub fn says(text: &str, values: &[(&'static str, String)]) -> bool {
    let said = digits(text);
    values.iter().all(|(name, value)| {
        let bare = value.replace(['"', '+', '-'], "");
        let wanted = if share(value) == value { bare.as_str() } else { share(value) };
        (value == "0" && matches!(*name, "drop" | "checks")) || said.contains(wanted)
    })
}

fn share(value: &str) -> &str {
    match value {
        "1 per 1" => "all of it",
        "1 per 2" => "½",
        "1 per 3" => "⅓",
        "1 per 4" => "¼",
        value => value,
    }
}

/// A sentence with its numbers in digits: "one figure for each two" is "½".
fn digits(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let bare = |n: usize| {
        let word =
            words.get(n).map_or("", |word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
        word.to_lowercase()
    };
    let mut said: Vec<String> = Vec::with_capacity(words.len());
    let mut n = 0;
    while let Some(word) = words.get(n) {
        // "one figure per", "one figure for each"
        let each = match (bare(n + 2).as_str(), bare(n + 3).as_str()) {
            ("per", _) => Some(3),
            ("for", "each") => Some(4),
            _ => None,
        };
        let (digit, taken) = match (bare(n).as_str(), each, bare(n + 1).as_str()) {
            ("one", Some(past), _) => match bare(n + past).as_str() {
                "two" => ("½", past + 1),
                "three" => ("⅓", past + 1),
                _ => ("all of it", past),
            },
            ("one", None, "third") => ("⅓", 2),
            ("one", None, "half") => ("½ 2", 2),
            ("half", ..) => ("½ 2", 1),
            ("whole", ..) => ("all of it", 1),
            ("nothing" | "no", ..) => ("0", 1),
            ("one", ..) => ("1", 1),
            ("two", ..) => ("2", 1),
            ("three", ..) => ("3", 1),
            _ => (*word, 1),
        };
        said.push(digit.to_owned());
        n += taken;
    }
    said.join(" ")
}
