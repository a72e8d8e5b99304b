//! The charts of gun-moves.
