//! The charts of everything that goes anywhere.

mod formation;
mod gun_moves;
mod manoeuvre;
