//! What the rules see of the table (`facts`), and where units end up on it (`placing`).

pub mod facts;
pub(crate) mod placing;
