//! Everything that goes anywhere: MEs that come up (`advance`), units that manoeuvre (`manoeuvre`) and take up formations
//! (`formation`), guns (`gun_moves`).

pub mod advance;
pub mod formation;
pub mod gun_moves;
pub mod manoeuvre;
