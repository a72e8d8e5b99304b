//! What an operator does: one server for its games, backups while it serves, a log, a look at its health.

use crate::support::Folder;
use crate::support::serving::Serving;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

#[test]
fn a_backup_taken_while_moves_are_confirmed_holds_all_that_were_confirmed_before() {
    let folder = Folder::new("keeping-backup");
    let server = Serving::start(&folder, "--port 0 --db games.sqlite");
    let seats = server.begin();
    let (confirmed, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    // Four moves while a copy is made, so that the battle is not over before the last, however slow the machine.
    let wanted = AtomicUsize::new(0);
    let mut copies = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !enough.load(Ordering::SeqCst) {
                if confirmed.load(Ordering::SeqCst) >= wanted.load(Ordering::SeqCst) {
                    std::thread::yield_now();
                } else if server.pass(&seats) {
                    confirmed.fetch_add(1, Ordering::SeqCst);
                } else {
                    break;
                }
            }
        });
        for n in 0..6 {
            wanted.fetch_add(4, Ordering::SeqCst);
            let before = confirmed.load(Ordering::SeqCst);
            let said = folder.run(&format!("backup copy-{n}.sqlite --db games.sqlite")).ok();
            // One answer may have been written down and not yet counted.
            copies.push((n, said, before, confirmed.load(Ordering::SeqCst) + 1));
        }
        enough.store(true, Ordering::SeqCst);
    });
    assert!(copies[0].3 < copies[5].3, "moves were made meanwhile");
    for (n, said, before, after) in copies {
        let copy = folder.path().join(format!("copy-{n}.sqlite"));
        let found = std::fs::metadata(&copy).unwrap();
        assert_eq!(said, format!("copy-{n}.sqlite: 1 game, {} bytes; opened and found sound\n", found.len()));
        assert_eq!(found.permissions().mode() & 0o777, 0o600);
        let again = Serving::start(&folder, &format!("--port 0 --db copy-{n}.sqlite"));
        let held = again.answers(&seats);
        assert!((before..=after).contains(&held), "copy {n}: {held} of {before} to {after}");
        assert!(again.pass(&seats), "the game goes on from the copy");
    }
    let left = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!left.into_iter().any(|name| name.to_string_lossy().contains(".part")));
}

#[test]
fn a_backup_that_cannot_be_made_says_why_and_leaves_nothing() {
    let folder = Folder::new("keeping-no-backup");
    drop(Serving::start(&folder, "--port 0 --db games.sqlite"));
    folder.write("old.sqlite", "last year's");
    folder.write("song.txt", "Malbrough s'en va-t-en guerre, mironton".repeat(50));
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("dangling.sqlite")).unwrap();
    let mut before: Vec<_> = names(&folder);
    for (line, part) in [
        ("backup old.sqlite --db games.sqlite", "a backup overwrites nothing"),
        ("backup games.sqlite --db games.sqlite", "a backup overwrites nothing"),
        ("backup dangling.sqlite --db games.sqlite", "a backup overwrites nothing"),
        ("backup folder --db games.sqlite", "a backup overwrites nothing"),
        (
            "backup no/such/place.sqlite --db games.sqlite",
            "no/such/place.sqlite: the copy could not be written",
        ),
        ("backup new.sqlite --db none.sqlite", "none.sqlite: found no file"),
        ("backup new.sqlite", "grognard.sqlite: found no file"),
        ("backup new.sqlite --db song.txt", "song.txt: the games could not be read"),
        ("backup new.sqlite --db postgres://soult:secret@localhost/games", "pg_dump"),
        ("backup", "expected FILE"),
    ] {
        let ran = folder.run(line);
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.lines().count()),
            (Some(2), "", 1),
            "{line}: {}",
            ran.err
        );
        assert!(ran.err.contains(part) && !ran.err.contains("secret"), "{line}: {}", ran.err);
    }
    assert_eq!(folder.read("old.sqlite"), "last year's");
    before.sort();
    assert_eq!(names(&folder), before);
}

/// What the server would not show is named; the others are copied all the same.
#[test]
fn a_backup_says_which_games_are_damaged() {
    use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _};
    let folder = Folder::new("keeping-damaged");
    let mut server = Serving::start(&folder, "--port 0 --db games.sqlite");
    let games = [server.begin(), server.begin(), server.begin()];
    for seats in &games {
        assert!(server.pass(seats));
    }
    server.kill();
    let id = |n: usize| games[n].path.rsplit('/').next().unwrap().to_owned();
    let damage = format!(
        "UPDATE entries SET entry = entry || ' ' WHERE game = '{}'; UPDATE games SET salt = 'x' WHERE id = '{}'",
        id(0),
        id(2)
    );
    sqlx::any::install_default_drivers();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let file = format!("sqlite:{}", folder.path().join("games.sqlite").display());
        let mut connection = AnyConnection::connect(&file).await.unwrap();
        connection.execute(AssertSqlSafe(damage)).await.unwrap();
        connection.close().await.unwrap();
    });
    let ran = folder.run("backup copy.sqlite --db games.sqlite");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(2), "", 1), "{}", ran.err);
    assert!(
        ran.err.contains("copy.sqlite: 3 games, ") && ran.err.contains("2 are damaged already"),
        "{}",
        ran.err
    );
    for (n, why) in [(0, "(entry 1 does not fit its sum)"), (2, "(its first row does not fit its sum)")] {
        assert!(ran.err.contains(&format!("{} {why}", id(n))), "{}", ran.err);
    }
    assert!(!ran.err.contains(&id(1)), "{}", ran.err);
    let again = Serving::start(&folder, "--port 0 --db copy.sqlite");
    assert!(again.pass(&games[1]), "the others go on from the copy");
}

/// What no route has is refused in a sentence, and the log has no error for it.
#[test]
fn methods_for_proxies_are_refused_without_an_error() {
    let folder = Folder::new("keeping-methods");
    let server = Serving::start(&folder, "--port 0 --db games.sqlite");
    for (method, path) in [
        ("CONNECT", "club.example:443"),
        ("CONNECT", "/api/battles"),
        ("TRACE", "/"),
        ("TRACE", "/api/battles"),
    ] {
        let (status, told) = server.send(method, path, "", "");
        // Some are no HTTP at all.
        assert!(
            status == 405 && told.contains("\"error\":\"") || status == 400,
            "{method} {path}: {status} {told}"
        );
    }
    assert_eq!(server.send("TRACE", "/", "", "").0, 405);
    let log = server.log();
    assert!(!log.contains("ERROR"), "{log}");
}

/// A page of a stranger could call it by a name of its own.
#[test]
fn a_server_for_others_that_goes_by_every_name_says_so() {
    let folder = Folder::new("keeping-every-name");
    let warned = "it answers to every name";
    for (line, warns) in [
        ("", false),
        ("--listen 0.0.0.0", true),
        ("--listen 0.0.0.0 --hosts club.example", false),
        ("--listen 127.0.0.1 --behind-proxy --hosts club.example", false),
    ] {
        let server = Serving::start(&folder, &format!("--port 0 --db games.sqlite {line}"));
        assert_eq!(server.log().contains(warned), warns, "{line}: {}", server.log());
    }
    let image = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/Dockerfile");
    let image = std::fs::read_to_string(image).unwrap();
    let starts = image.lines().find(|line| line.starts_with("CMD ")).unwrap();
    assert!(starts.contains("\"0.0.0.0\"") && starts.contains("\"--hosts\""), "{starts}");
}

fn names(folder: &Folder) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// The second would keep games in memory that the first goes on changing.
#[test]
fn a_second_server_at_the_same_games_is_turned_away_until_the_first_is_gone() {
    let folder = Folder::new("keeping-alone");
    let mut first = Serving::start(&folder, "--port 0 --db games.sqlite");
    std::os::unix::fs::symlink("games.sqlite", folder.path().join("other-name.sqlite")).unwrap();
    let whole = folder.path().join("games.sqlite");
    for name in ["games.sqlite", "./games.sqlite", whole.to_str().unwrap(), "other-name.sqlite"] {
        let ran = folder.run(&format!("serve --port 0 --db {name}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{name}: {}", ran.err);
        assert_eq!(
            ran.err.trim_end(),
            format!(
                "the games in {name} are served already: stop the other grognard that serves them, or name other \
                 games with --db"
            )
        );
    }
    // Nor by another name of the same file in another folder, nor when the lock beside it is tidied away.
    std::fs::create_dir(folder.path().join("aside")).unwrap();
    std::fs::hard_link(&whole, folder.path().join("aside/games.sqlite")).unwrap();
    std::fs::remove_file(folder.path().join("games.sqlite.lock")).unwrap();
    for name in ["games.sqlite", "aside/games.sqlite"] {
        let ran = folder.run(&format!("serve --port 0 --db {name}"));
        assert!(ran.code == Some(2) && ran.err.contains("are served already"), "{name}: {}", ran.err);
    }
    std::fs::remove_file(folder.path().join("aside/games.sqlite")).unwrap();
    // A command that only copies is welcome, and a server of other games too.
    folder.run("backup copy.sqlite --db games.sqlite").ok();
    drop(Serving::start(&folder, "--port 0 --db copy.sqlite"));
    first.kill();
    drop(Serving::start(&folder, "--port 0 --db games.sqlite"));
}

/// A program of 0.1.0 knows the file beside the games only: neither serves what the other serves.
#[test]
fn a_server_of_before_and_one_of_today_exclude_each_other() {
    let folder = Folder::new("keeping-before");
    let beside = || {
        std::fs::File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(folder.path().join("games.sqlite.lock"))
            .unwrap()
    };
    let before = beside();
    before.try_lock().unwrap();
    let ran = folder.run("serve --port 0 --db games.sqlite");
    assert!(ran.code == Some(2) && ran.err.contains("are served already"), "{}", ran.err);
    drop(before);
    // A program that another test is just starting may hold what was open here for a moment.
    while beside().try_lock().is_err() {
        std::thread::yield_now();
    }
    let today = Serving::start(&folder, "--port 0 --db games.sqlite");
    assert!(matches!(beside().try_lock(), Err(std::fs::TryLockError::WouldBlock)));
    drop(today);
    beside().try_lock().unwrap();
}

#[test]
fn in_a_postgres_too_a_second_server_is_turned_away() {
    use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _};
    let Ok(base) = std::env::var("GROGNARD_TEST_POSTGRES") else { return };
    let folder = Folder::new("keeping-alone-postgres");
    let run = |sql: String| {
        sqlx::any::install_default_drivers();
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let mut connection = AnyConnection::connect(&base).await.unwrap();
            connection.execute(AssertSqlSafe(sql)).await.unwrap();
        });
    };
    let and = if base.contains('?') { '&' } else { '?' };
    let name = |n: u32| format!("grognard_alone_{n}_{}", std::process::id());
    let line = |n: u32| format!("--port 0 --db {base}{and}options[search_path]={}", name(n));
    for n in 0..2 {
        run(format!("CREATE SCHEMA {}", name(n)));
    }
    let mut first = Serving::start(&folder, &line(0));
    drop(Serving::start(&folder, &line(1)));
    let ran = folder.run(&format!("serve {}", line(0)));
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.err.contains("are served already"), "{}", ran.err);
    first.kill();
    drop(Serving::start(&folder, &line(0)));
    for n in 0..2 {
        run(format!("DROP SCHEMA {} CASCADE", name(n)));
    }
}

#[test]
fn the_log_tells_as_much_as_is_wanted_and_in_a_file_it_has_no_colours() {
    let folder = Folder::new("keeping-log");
    folder.write("open.sqlite", "");
    std::fs::set_permissions(folder.path().join("open.sqlite"), std::fs::Permissions::from_mode(0o644))
        .unwrap();
    let warned = "open.sqlite is open to other users of this machine (mode 644): close it with chmod 600";
    for (level, serving, warning) in [
        ("", true, true),
        ("--log info", true, true),
        ("--log debug", true, true),
        ("--log warn", false, true),
        ("--log error", false, false),
    ] {
        let server = Serving::start(&folder, &format!("--port 0 --db open.sqlite {level}"));
        server.begin();
        let log = server.log();
        assert_eq!(log.contains("serving the games in open.sqlite on 127.0.0.1:"), serving, "{level}: {log}");
        assert_eq!(log.contains(warned), warning, "{level}: {log}");
        assert!(!log.contains('\u{1b}') && !log.contains("SELECT"), "{level}: {log}");
    }
    let ran = folder.run("serve --log loud");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("one of error, warn, info, debug"), "{}", ran.err);
    // And nothing else sets it.
    let out = folder
        .command()
        .args(["serve", "--port", "0", "--db", "."])
        .env("RUST_LOG", "trace")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(out.stderr).unwrap().lines().count(), 1);
}

#[test]
fn a_server_listens_where_it_is_told_and_says_whether_it_is_well() {
    let folder = Folder::new("keeping-listen");
    for (line, begins, ends) in [
        ("", "http://127.0.0.1:", "/"),
        ("--listen 127.0.0.1 --open-links-on club.example", "http://club.example:", "/"),
        ("--listen 0.0.0.0", "http://127.0.0.1:", "/"),
        ("--base-path /club/grognard/", "http://127.0.0.1:", "/club/grognard/"),
    ] {
        let server = Serving::start(&folder, &format!("--port 0 --db games.sqlite {line}"));
        assert!(server.link.starts_with(begins) && server.link.ends_with(ends), "{line}: {}", server.link);
        let at = server.link.replace("club.example", "127.0.0.1");
        assert_eq!(folder.run(&format!("health {at}")).ok(), "well\n");
        assert_eq!(folder.run(&format!("health {}", at.trim_end_matches('/'))).ok(), "well\n");
        let astray = folder.run(&format!("health {at}nowhere"));
        assert_eq!(astray.code, Some(2), "{}", astray.out);
        assert!(astray.err.contains("is not well: it answers "), "{}", astray.err);
    }
    for (line, part) in [
        ("health http://127.0.0.1:1/", "127.0.0.1:1 does not answer: connection refused"),
        ("health https://club.example/", "expected a URL such as http://127.0.0.1:1815/"),
        ("serve --listen club.example", "the port goes with --port"),
        ("serve --listen 127.0.0.1:80", "the port goes with --port"),
        ("serve --listen 192.0.2.1 --port 0", "nothing can listen on 192.0.2.1:0"),
        ("serve --base-path grognard", "such as /grognard"),
        ("serve --base-path /a//b", "such as /grognard"),
        ("serve --base-path /../etc", "such as /grognard"),
    ] {
        let ran = folder.run(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}: {}", ran.err);
        assert!(ran.err.contains(part), "{line}: {}", ran.err);
    }
}

#[test]
fn a_server_goes_by_the_names_it_is_given_and_shows_its_counters_where_wanted() {
    let folder = Folder::new("keeping-names");
    for (line, names, others) in [
        ("", &["localhost", "127.0.0.1"][..], &["club.example"][..]),
        (
            "--hosts club.example,www.club.example",
            &["club.example", "www.club.example", "localhost"],
            &["x.example"],
        ),
        ("--listen 127.0.0.1 --open-links-on club.example", &["club.example", "localhost"], &["x.example"]),
        ("--listen 0.0.0.0", &["club.example", "x.example"], &[]),
        ("--listen 0.0.0.0 --hosts club.example", &["club.example"], &["x.example"]),
    ] {
        let server = Serving::start(&folder, &format!("--port 0 --db games.sqlite {line}"));
        let ask = |host: &&str| server.send_as(host, "GET", "/health", "", "").0;
        assert!(names.iter().map(ask).all(|status| status == 200), "{line}");
        assert!(others.iter().map(ask).all(|status| status == 421), "{line}");
        assert_eq!(server.send("GET", "/metrics", "", "").0, 404, "{line}");
    }
    let server = Serving::start(&folder, "--port 0 --db games.sqlite --metrics");
    let (status, counters) = server.send("GET", "/metrics", "", "");
    assert!(status == 200 && counters.contains("grognard_"), "{status}: {counters}");
}

/// `systemctl start` waits for this word, and the next command finds a server that answers.
#[test]
fn systemd_is_told_when_the_server_listens() {
    use std::os::unix::net::UnixDatagram;
    let folder = Folder::new("keeping-ready");
    // The name of a socket may not be long.
    let name = std::env::temp_dir().join(format!("grognard-ready-{}", std::process::id()));
    let socket = UnixDatagram::bind(&name).unwrap();
    socket.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
    let mut serve = folder.command();
    serve.args(["serve", "--port", "0", "--db", "games.sqlite"]).env("NOTIFY_SOCKET", &name);
    let mut child =
        serve.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    let mut word = [0; 64];
    let heard = socket.recv(&mut word);
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_file(&name).unwrap();
    assert_eq!(&word[..heard.unwrap()], b"READY=1");
    let unit = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/grognard.service");
    assert!(std::fs::read_to_string(unit).unwrap().contains("\nType=notify\n"), "and the unit waits for it");
}
