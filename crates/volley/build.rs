//! Interns the ids of the ledger and of the rulings, so that a citation of a rule that does not exist
//! does not compile.

use std::fmt::Write;

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/volley");
    println!("cargo::rerun-if-changed={folder}/ledger.toml");
    println!("cargo::rerun-if-changed={folder}/rulings.toml");
    let read = |file: &str| -> toml::Table {
        let path = format!("{folder}/{file}");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let ids = |table: &toml::Table, list: &str| -> Vec<toml::Table> {
        let rows = table[list].as_array().into_iter().flatten();
        rows.filter_map(|row| row.as_table().cloned()).collect()
    };
    let text = |row: &toml::Table| row["id"].as_str().unwrap_or_default().to_owned();

    let mut out = String::new();
    let rules: Vec<String> = ids(&read("ledger.toml"), "rule").iter().map(text).collect();
    let rulings = ids(&read("rulings.toml"), "ruling");
    let names: Vec<String> = rulings.iter().map(text).collect();
    let words: Vec<Vec<String>> = rulings
        .iter()
        .map(|row| {
            let values = row.get("values").and_then(|v| v.as_array()).into_iter().flatten();
            values.filter_map(|v| v.as_str().map(str::to_owned)).collect()
        })
        .collect();
    let _ =
        writeln!(out, "/// Every rule of the ledger, in its order.\npub const RULES: &[&str] = &{rules:?};");
    let _ = writeln!(out, "/// Every ruling, in its order.\npub const RULINGS: &[&str] = &{names:?};");
    let words: Vec<String> = words.iter().map(|words| format!("&{words:?}")).collect();
    let _ = writeln!(out, "pub(crate) const RULING_WORDS: &[&[&str]] = &[{}];", words.join(", "));
    let target = std::env::var("OUT_DIR").unwrap_or_default() + "/ids.rs";
    std::fs::write(&target, out).unwrap_or_else(|error| panic!("{target}: {error}"));
    embed_cases();
}

/// The files of `cases/volley`, built in.
fn embed_cases() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/volley");
    println!("cargo::rerun-if-changed={folder}");
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<String> = files
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    names.sort();
    let mut out =
        "/// The files of cases, as built into the binary.\nstatic CASES: &[(&str, &str)] = &[\n".to_owned();
    for name in names {
        let _ = writeln!(out, "    ({name:?}, include_str!({:?})),", format!("{folder}/{name}"));
    }
    out.push_str("];\n");
    let target = std::env::var("OUT_DIR").unwrap_or_default() + "/cases.rs";
    std::fs::write(&target, out).unwrap_or_else(|error| panic!("{target}: {error}"));
}
