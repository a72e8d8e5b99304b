//! Why an answer is not allowed: the facts of a sentence, and the rule.

use crate::ids::Ids;
pub(crate) use engine::{not_an_answer, refuse, why};

pub type Cite = engine::Cite<Ids>;
pub type Refusal = engine::Refusal<Ids>;
