//! Where the games are kept: in a file of SQLite, or in a Postgres by its URL.

use crate::wrong::Error;
#[cfg(feature = "postgres")]
use sqlx::postgres::PgConnectOptions;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

/// Parameters that a Postgres URL may have. Others are refused here, since the driver would print them.
const PARAMETERS: [&str; 9] =
    ["application_name", "dbname", "host", "hostaddr", "options", "password", "port", "sslmode", "user"];

/// Where games are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum Db {
    /// Made if it is not there.
    File(PathBuf),
    Postgres(Url),
}

/// The URL of a Postgres. Its password is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Url(String);

impl Db {
    /// As named on the command line: a URL, or else a file.
    ///
    /// ```
    /// use server::Db;
    /// assert_eq!(Db::named("games.sqlite".as_ref())?, Db::File("games.sqlite".into()));
    /// let kept = Db::named("postgres://soult:secret@db.example/games".as_ref())?;
    /// assert_eq!(kept.to_string(), "postgres://db.example:5432/games");
    /// # Ok::<(), server::Error>(())
    /// ```
    ///
    /// # Errors
    /// A URL that cannot be read, or is not a Postgres's.
    pub fn named(name: &OsStr) -> Result<Db, Error> {
        let text = name.to_string_lossy();
        match text.split_once(':') {
            Some(("postgres" | "postgresql", _)) => Ok(Db::Postgres(Url::read(&text)?)),
            Some((scheme, rest)) if rest.starts_with("//") => Err(Error::Url {
                why: format!("it begins with {scheme:?}, and only \"postgres\" and files are known here"),
            }),
            _ => Ok(Db::File(PathBuf::from(name))),
        }
    }

    /// Why nothing can be kept there, and what to do.
    pub fn fault(&self, why: &dyn fmt::Display) -> Error {
        let place = self.to_string();
        let next = match self {
            Db::File(_) => "name another file with --db",
            Db::Postgres(_) => "see that it runs there and lets you in, or name a file with --db",
        };
        Error::Storage { place, why: why.to_string(), next }
    }
}

impl From<PathBuf> for Db {
    fn from(path: PathBuf) -> Db {
        Db::File(path)
    }
}

impl From<&Path> for Db {
    fn from(path: &Path) -> Db {
        Db::File(path.to_owned())
    }
}

/// The file; or host, port and name of the database, and nothing that is secret.
impl fmt::Display for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Db::File(path) => write!(f, "{}", path.display()),
            Db::Postgres(url) => f.write_str(&url.without_secrets()),
        }
    }
}

impl fmt::Debug for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Db({self})")
    }
}

impl Url {
    fn read(text: &str) -> Result<Url, Error> {
        let fault = |why: &str| Error::Url { why: why.to_owned() };
        let (_, after) = text.split_once("://").ok_or_else(|| fault("\"://\" is missing"))?;
        let (front, query) = after.split_once('?').unwrap_or((after, ""));
        let name = front.split_once('/').map_or("", |(_, name)| name);
        // A password with one of these signs in it would be taken for a host or a name, and shown.
        if name.contains(['@', '/']) || query.contains('@') || text.contains('#') {
            return Err(fault("it has @, / or # where none belongs"));
        }
        let keys = query.split('&').map(|pair| pair.split_once('=').map_or(pair, |(key, _)| key));
        let known = |key: &str| key.is_empty() || PARAMETERS.contains(&key) || key.starts_with("options[");
        if !keys.into_iter().all(known) {
            return Err(fault(&format!("after the question mark it takes {} only", PARAMETERS.join(", "))));
        }
        let url = Url(text.to_owned());
        url.can_be_opened()?;
        Ok(url)
    }

    #[cfg(feature = "postgres")]
    fn can_be_opened(&self) -> Result<(), Error> {
        self.options().map(|_| ()).map_err(|error| Error::Url { why: error.to_string() })
    }

    #[cfg(not(feature = "postgres"))]
    fn can_be_opened(&self) -> Result<(), Error> {
        Err(Error::NoPostgres)
    }

    /// Host, port and name of the database.
    #[cfg(feature = "postgres")]
    fn without_secrets(&self) -> String {
        let Ok(options) = self.options() else { return "postgres://".to_owned() };
        let name = options.get_database().unwrap_or_default();
        format!("postgres://{}:{}/{name}", options.get_host(), options.get_port())
    }

    #[cfg(not(feature = "postgres"))]
    fn without_secrets(&self) -> String {
        "postgres://".to_owned()
    }

    #[cfg(feature = "postgres")]
    fn options(&self) -> Result<PgConnectOptions, sqlx::Error> {
        self.0.parse()
    }

    /// With its secrets: for the driver only.
    pub(crate) fn in_full(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Url(…)")
    }
}
