//! What troops make of it: tests of units (`unit_morale`) and of MEs (`me_morale`), `panic`, figures that are lost (`losses`),
//! routs and ways back (`giving_way`).

pub mod giving_way;
pub(crate) mod losses;
pub mod me_morale;
pub mod panic;
pub mod unit_morale;
