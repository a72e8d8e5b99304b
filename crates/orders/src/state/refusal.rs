//! Why an answer is not allowed: a sentence with the facts in it, and the rule.

use crate::ids::Ids;
pub(crate) use engine::{not_an_answer, refuse};

pub type Cite = engine::Cite<Ids>;
pub type Refusal = engine::Refusal<Ids>;
