//! What the table shows, for every topic (`measure`), and a way on it (`walk`).

pub mod measure;
pub mod walk;
