//! docs/hosting.md and the files of deploy/ are true: what they tell an operator to type is what this program takes.

use crate::support::serving::Serving;
use crate::support::{Folder, Ran};
use std::path::Path;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What follows a key of a unit or a Dockerfile.
fn after(text: &str, key: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(key));
    line.unwrap_or_else(|| panic!("no {key}")).to_owned()
}

/// Everything a page says in code: lines of its fences, and words between backticks.
fn said_in_code(page: &str) -> Vec<String> {
    let mut said = Vec::new();
    for (n, part) in page.split("```").enumerate() {
        if n % 2 == 1 {
            let whole = part.replace("\\\n", " ");
            said.extend(whole.lines().skip(1).map(|line| line.trim_start_matches("$ ").trim().to_owned()));
        } else {
            said.extend(part.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    said
}

/// `line` without what is said behind `#`.
fn typed(line: &str) -> &str {
    line.split(" #").next().unwrap().trim()
}

#[test]
fn every_option_the_page_names_is_one() {
    let folder = Folder::new("hosting-options");
    let help = |command: &str| folder.run(&format!("{command} --help")).ok();
    let mut options = 0;
    for said in said_in_code(&file("docs/hosting.md")) {
        let line = typed(&said);
        // An option by itself is one of serve; with its value, it is read.
        if line.starts_with("--") {
            let option = line.split(' ').next().unwrap();
            assert!(help("serve").contains(option), "{line}");
            if line.contains(' ') && option != "--db" {
                let ran = folder.run(&format!("serve --port 0 {line} --db ."));
                assert!(ran.err.contains("the games cannot be kept in ."), "{line}: {}", ran.err);
            }
            options += 1;
        }
        let Some(at) = line.find("grognard ").filter(|at| line[..*at].chars().all(|c| c != '/' && c != '-'))
        else {
            continue;
        };
        let mut words = line[at..].split_whitespace().skip_while(|word| *word == "grognard");
        let Some(command) = words.next().filter(|word| ["serve", "backup", "health"].contains(word)) else {
            continue;
        };
        let help = help(command);
        for option in words.filter(|word| word.starts_with("--")) {
            assert!(help.contains(option), "{line}: {option}");
            options += 1;
        }
    }
    assert!(options > 15, "the page was read: {options}");
}

#[test]
fn every_file_the_page_names_is_there_and_means_the_same_port() {
    let page = file("docs/hosting.md");
    let mut names = 0;
    for said in said_in_code(&page) {
        for word in
            said.split_whitespace().filter(|word| word.starts_with("deploy/") && !word.ends_with(['/', '*']))
        {
            file(word);
            names += 1;
        }
    }
    assert!(names >= 6, "{names}");
    let unit = file("deploy/grognard.service");
    assert!(unit.contains("--listen 127.0.0.1 --port 1815 --behind-proxy"), "{unit}");
    for proxy in ["deploy/nginx.conf", "deploy/Caddyfile", "docs/hosting.md"] {
        assert!(file(proxy).contains("127.0.0.1:1815"), "{proxy}");
    }
}

/// The backup reads the same secrets as the server: it is shut in as well.
#[test]
fn the_backup_is_as_closed_as_the_server() {
    let closed = |name: &str| -> std::collections::BTreeSet<String> {
        let unit = file(name);
        let start = unit.find("CapabilityBoundingSet=").unwrap_or_else(|| panic!("{name} is open"));
        let lines = unit[start..].lines().take_while(|line| !line.is_empty());
        lines.filter(|line| !line.starts_with("RestrictAddressFamilies=")).map(str::to_owned).collect()
    };
    let (server, backup) = (closed("deploy/grognard.service"), closed("deploy/grognard-backup.service"));
    assert!(server.is_subset(&backup), "{:?}", server.difference(&backup).collect::<Vec<_>>());
    for proxy in ["deploy/Caddyfile", "deploy/nginx.conf"] {
        assert!(file(proxy).contains("Strict-Transport-Security \"max-age="), "{proxy}");
    }
    // What nginx refuses by itself it refuses in the server's words.
    assert!(
        file("deploy/nginx.conf").contains("return 413 '{\"error\":\"The body is larger than 8 MiB.\"}';")
    );
}

#[test]
fn the_units_start_what_they_say() {
    let folder = Folder::new("hosting-units");
    let here = folder.path().to_str().unwrap().to_owned();
    let unit = file("deploy/grognard.service");
    let start = after(&unit, "ExecStart=/usr/local/bin/grognard serve ");
    let start = start.replace("--port 1815", "--port 0").replace("/var/lib/grognard/", &format!("{here}/"));
    let server = Serving::start(&folder, &start);
    server.begin();
    assert_eq!(folder.run(&format!("health {}", server.link)).ok(), "well\n");

    let unit = file("deploy/grognard-backup.service");
    std::fs::create_dir(folder.path().join("backups")).unwrap();
    std::fs::write(folder.path().join("backups/kept.txt"), "").unwrap();
    let here_of = |line: String| {
        line.replace("/usr/local/bin/grognard", env!("CARGO_BIN_EXE_grognard"))
            .replace("/var/lib/grognard-backups", &format!("{here}/backups"))
            .replace("/var/lib/grognard/", &format!("{here}/"))
            .replace("%%", "%")
    };
    let shell = here_of(after(&unit, "ExecStart=/bin/sh -c '"));
    let said = Ran::of(
        std::process::Command::new("/bin/sh").args(["-c", shell.trim_end_matches('\'')]).output().unwrap(),
    );
    assert!(said.ok().ends_with("; opened and found sound\n"));
    let clear = || {
        let words = here_of(after(&unit, "ExecStartPost="));
        let words: Vec<&str> = words.split(' ').collect();
        Ran::of(std::process::Command::new(words[0]).args(&words[1..]).output().unwrap()).ok();
        let left = std::fs::read_dir(folder.path().join("backups")).unwrap();
        let mut left: Vec<_> = left.map(|entry| entry.unwrap().path()).collect();
        left.sort();
        left
    };
    let [copy, kept] = <[_; 2]>::try_from(clear()).unwrap();
    let old = std::time::SystemTime::UNIX_EPOCH;
    for aged in [&copy, &kept] {
        std::fs::File::options().write(true).open(aged).unwrap().set_modified(old).unwrap();
    }
    assert_eq!(clear(), std::slice::from_ref(&kept), "old backups go, and nothing else");
    // Night after night with a damaged game: there are no more than a month's, the newest, and they are not counted by age.
    let night = |n: u32| {
        folder.path().join(format!("backups/games-2026-{:02}-{:02}-041500.sqlite", n / 28 + 1, n % 28 + 1))
    };
    for n in 0..40 {
        std::fs::write(night(n), "").unwrap();
    }
    let shell = here_of(after(&unit, "ExecStopPost=/bin/sh -c '"));
    for _ in 0..2 {
        let cut = std::process::Command::new("/bin/sh").args(["-c", shell.trim_end_matches('\'')]).output();
        Ran::of(cut.unwrap()).ok();
        let there: Vec<u32> = (0..40).filter(|n| night(*n).exists()).collect();
        assert_eq!(there, (10..40).collect::<Vec<_>>());
        assert!(kept.exists());
    }
}

#[test]
fn the_image_starts_what_it_says() {
    let folder = Folder::new("hosting-image");
    let dockerfile = file("deploy/Dockerfile");
    let words: Vec<String> = serde_json::from_str(&after(&dockerfile, "CMD ")).unwrap();
    let line = words.join(" ").replace("/var/lib/grognard/", &format!("{}/", folder.path().display()));
    // Inside a container the port is its own.
    let server = Serving::start(&folder, &format!("--port 0 {}", line.strip_prefix("serve ").unwrap()));
    let health = dockerfile.split("HEALTHCHECK").nth(1).unwrap().lines().next().unwrap();
    let health: Vec<String> = serde_json::from_str(health.split("CMD ").nth(1).unwrap()).unwrap();
    assert_eq!(health, ["grognard", "health"]);
    assert_eq!(folder.run(&format!("health {}", server.link)).ok(), "well\n");
}

/// Every sentence the page explains is one that the server says.
#[test]
fn the_log_is_quoted_as_it_is_written() {
    fn sources(folder: &Path, into: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, into);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                into.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut written = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src"), &mut written);
    let page = file("docs/hosting.md");
    let mut quoted = 0;
    for heading in ["| line of the log |", "| it says |"] {
        let table = page.split(heading).nth(1).unwrap_or_else(|| panic!("no {heading}"));
        for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
            let cell = row.split('|').nth(1).unwrap();
            // What the system says is not ours.
            let ours = cell.split('`').skip(1).step_by(2).filter(|said| *said != "Too many open files");
            for part in ours.flat_map(|said| said.split('…')).map(str::trim).filter(|part| part.len() > 3) {
                assert!(written.contains(part), "{part:?} is said nowhere");
                quoted += 1;
            }
        }
    }
    assert!(quoted > 10, "{quoted}");
}
