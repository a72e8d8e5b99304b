//! The numbers of everything that goes anywhere.

pub mod formation;
pub mod gun_moves;
pub mod manoeuvre;
