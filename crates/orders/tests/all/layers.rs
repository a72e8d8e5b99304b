//! State knows no rule, and a rule knows no door: what stands below names nothing that stands above it.

use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files of a folder, those of its tests left out.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.file_stem().and_then(|stem| stem.to_str()) {
            Some("tests") => {}
            _ if path.is_dir() => found.extend(files(&path)),
            _ => found.push(path),
        }
    }
    found
}

#[test]
fn what_stands_below_names_nothing_above_it() {
    let above_rules = ["doors", "question", "dispatch"];
    let above_state = ["rules", "doors", "question", "dispatch"];
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (folder, above) in [("state", &above_state[..]), ("charts", &above_state), ("rules", &above_rules)] {
        let files = files(&src.join(folder));
        assert!(files.len() > 5, "{folder}: {files:?}");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for name in above {
                let found = text.lines().find(|line| line.contains(&format!("crate::{name}::")));
                assert_eq!(found, None, "{} names {name}", file.display());
            }
        }
    }
}
