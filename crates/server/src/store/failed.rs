//! What can go wrong with the database, told apart by what can be done about it.

use crate::wrong::Wrong;
use axum::http::StatusCode;

/// Why something was not written, or could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    #[error("there is no room left where the games are kept ({0})")]
    Full(String),
    #[error("the file of the games is not the one that was opened: {0}")]
    Gone(String),
    /// It can be read, and does not fit its sum.
    #[error("{0}")]
    Damaged(String),
    /// It would not be read again, so it is not written.
    #[error("{0}")]
    TooLarge(String),
    /// The row is no longer as it was read: another server has the same games.
    #[error("{0}")]
    Overtaken(String),
    /// The same request, or a game begun by it, is there already.
    #[error("it is there already")]
    Again,
    #[error("{0}")]
    Other(String),
}

impl Failed {
    /// Whether it spoils this change alone, and not those written together with it.
    pub(super) fn is_its_own(&self) -> bool {
        matches!(self, Failed::Overtaken(_) | Failed::Again | Failed::Damaged(_))
    }
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Failed {
        let why = error.to_string();
        let sqlx::Error::Database(told) = &error else {
            return match error {
                sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => Failed::Damaged(why),
                _ => Failed::Other(why),
            };
        };
        if told.is_unique_violation() {
            return Failed::Again;
        }
        // The kind is in the last eight bits of SQLite's numbers; Postgres has words of five letters.
        match told.code().as_deref() {
            Some("53100") => Failed::Full(why),
            Some("XX001" | "XX002") => Failed::Damaged(why),
            Some(code) if code.len() < 5 => match code.parse::<u32>().map(|code| code & 0xff) {
                Ok(13) => Failed::Full(why),
                Ok(11 | 26) => Failed::Damaged(why),
                _ => Failed::Other(why),
            },
            _ => Failed::Other(why),
        }
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Failed {
        Failed::Damaged(error.to_string())
    }
}

impl From<Failed> for Wrong {
    fn from(failed: Failed) -> Wrong {
        if failed == Failed::Again {
            return Wrong::conflict("This was asked for already: look again.");
        }
        if let Failed::TooLarge(why) = &failed {
            return Wrong::new(StatusCode::INTERNAL_SERVER_ERROR, format!("It cannot be kept: {why}."));
        }
        tracing::error!(cause = %failed, "the place of games failed");
        let sentence = match &failed {
            Failed::Full(_) => {
                "The server has no room left to write: nothing was changed. It goes on by itself as soon as its operator has made some; try again then."
            }
            Failed::Gone(_) => {
                "The server has lost its file of games: nothing was changed. Its operator must put the file back or start the server again."
            }
            Failed::Damaged(what) => {
                let told = format!(
                    "What is kept of this game is damaged ({what}): it is not shown, so that nothing false is. Its operator has a backup, perhaps; other games go on."
                );
                return Wrong::new(StatusCode::INTERNAL_SERVER_ERROR, told);
            }
            Failed::Overtaken(_) => "Somebody else has changed this game at the same moment: look again.",
            Failed::Again | Failed::TooLarge(_) | Failed::Other(_) => {
                "The server could not write or read just now: nothing was changed. Try once more."
            }
        };
        let status = match failed {
            Failed::Overtaken(_) => StatusCode::CONFLICT,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Wrong::new(status, sentence)
    }
}
