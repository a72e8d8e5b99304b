//! Why a seat is not given what it asks for, as one sentence.

use crate::shown::says::Says;
use engine::{Names, Refusal, Sentence, Span, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Display;

/// A sentence, what kind of no it is, and the rule where one forbids it.
#[derive(Clone, Debug)]
pub struct Refused {
    pub no: No,
    pub body: Body,
}

/// What kind of no it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum No {
    /// What was said makes no sense.
    Bad,
    /// There is no such thing.
    NotThere,
    /// Not as things stand.
    NotNow,
    /// Not for this seat.
    NotYours,
    /// Something inside went wrong: the cause, for the log and not for the page.
    Inside(String),
}

/// What the page is told.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Wrong")]
pub struct Body {
    pub error: String,
    /// The same in parts, where a rule forbids a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<Sentence>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The units that the sentence names, where it says why a move is not allowed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitId>,
    /// The game's present version, where an older one was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<usize>,
}

impl Body {
    pub fn new(error: impl Display) -> Body {
        Body { error: error.to_string(), why: None, rule: None, units: Vec::new(), version: None }
    }
}

impl Refused {
    fn new(no: No, error: impl Display) -> Refused {
        Refused { no, body: Body::new(error) }
    }

    pub fn bad(error: impl Display) -> Refused {
        Refused::new(No::Bad, error)
    }

    pub fn not_found(error: impl Display) -> Refused {
        Refused::new(No::NotThere, error)
    }

    pub fn conflict(error: impl Display) -> Refused {
        Refused::new(No::NotNow, error)
    }

    pub fn forbidden(error: impl Display) -> Refused {
        Refused::new(No::NotYours, error)
    }

    pub fn stale(asked: usize, version: usize) -> Refused {
        let error = format!(
            "The game has moved on: this was for version {asked}, it is at {version}; look again and decide anew."
        );
        let mut refused = Refused::conflict(error);
        refused.body.version = Some(version);
        refused
    }

    pub fn inside(cause: impl Display) -> Refused {
        Refused::new(
            No::Inside(cause.to_string()),
            "Something went wrong here; nothing was changed. Try once more.",
        )
    }
}

impl Refused {
    /// Of a move that a rule forbids, with what its names mean to a side.
    pub(crate) fn by_rule<N: Names>(refusal: &Refusal<N>, says: &Says) -> Refused {
        let why = refusal.sentence(&|name| says.who(name));
        let unit = |span: &Span| match span {
            Span::Unit { unit, .. } => Some(*unit),
            _ => None,
        };
        let mut refused = Refused::conflict(refusal.why());
        refused.body.rule = Some(refusal.cites.id());
        refused.body.units = why.parts().iter().filter_map(unit).collect();
        refused.body.why = Some(Box::new(why));
        refused
    }
}
