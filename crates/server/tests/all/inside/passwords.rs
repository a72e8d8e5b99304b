//! What is said of a database.

use server::Db;

/// Whatever is wrong with a URL, its password is in nothing that is said about it.
#[test]
fn a_password_is_never_shown() {
    for url in [
        "postgres://soult:secret@db.example:6000/games",
        "postgresql://soult:secret@db.example/games?sslmode=disable",
        "postgres://db.example/games?user=soult&password=secret",
        "postgres://db.example/games?pasword=secret",
        "postgres://soult:12/secret@db.example/games",
        "postgres://soult:secret?x@db.example/games",
        "postgres://soult:secret#x@db.example/games",
        "postgres://soult:se@secret@db.example/games",
        "postgres://soult:x@y/secret@db.example/games",
        "postgres://soult:secret@db.example:port/games",
        "postgres://soult:secret@/games?sslmode=none",
        "postgres:soult:secret@db.example/games",
        "postgres:/soult:secret@db.example/games",
        "mysql://soult:secret@db.example/games",
    ] {
        let said = match Db::named(url.as_ref()) {
            Ok(db) => {
                let fault = db.fault(&sqlx::Error::PoolTimedOut);
                format!("{db} {db:?} {fault} {fault:?}")
            }
            Err(error) => format!("{error} {error:?}"),
        };
        assert!(!said.contains("secret"), "{url}: {said}");
    }
    for (name, kept) in [
        ("postgres://soult:secret@db.example:6000/games", "postgres://db.example:6000/games"),
        ("a:b.sqlite", "a:b.sqlite"),
        ("/var/lib/grognard.sqlite", "/var/lib/grognard.sqlite"),
    ] {
        assert_eq!(Db::named(name.as_ref()).unwrap().to_string(), kept);
    }
}
