//! A captain knows no nation: what one may do that another may not is for the rules to say.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn no_nation_is_named_in_a_captain() {
    let named = volley::words::Nation::NAMES.iter().chain(orders::words::Nation::NAMES);
    let nations = named.filter(|nation| **nation != "other");
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 20, "{}", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (n, line) in text.lines().enumerate() {
            // One of the two sides has the name of a nation, and so has its seat.
            let line = line.replace("Side::French", "").replace("french", "").to_lowercase();
            for nation in nations.clone() {
                let is_word = |part: &str| part == *nation || part.strip_suffix('s') == Some(nation);
                let named = line.split(|c: char| !c.is_alphanumeric()).any(is_word);
                assert!(!named, "{}:{}: {nation}", file.display(), n + 1);
            }
        }
    }
}
