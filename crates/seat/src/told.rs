//! What is told of a game: that it has moved; what a computer player thought; and all that each seat was told, so that
//! a version that cannot play the game can still show it.

use crate::refused::Refused;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What one seat was told: what the server has said of it, with the keys of its objects in the order of the alphabet once
/// it is read again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Page {
    pub view: Box<RawValue>,
    pub log: Box<RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
}

/// What is kept of a game as it stands.
#[derive(Clone, Debug)]
pub struct Told {
    pub pages: Vec<(&'static str, Page)>,
    /// The text of its state after the last finished step.
    pub position: String,
}

/// Something that is worked out of what a seat sees, as JSON.
pub type Thinks = Box<dyn FnOnce() -> Result<Vec<u8>, Refused> + Send>;

/// What is told when a game has moved: to each seat only what it knows of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "LiveMoved")]
pub struct Moved {
    pub version: usize,
    pub step: usize,
    /// If it differs from the view's mark, what the seat sees has changed.
    pub mark: String,
}
