//! The numbers of morale.

pub mod me_morale;
pub mod panic;
pub mod unit_morale;
