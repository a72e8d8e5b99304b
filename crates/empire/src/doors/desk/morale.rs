//! The charts of morale.

mod me_morale;
mod panic;
mod unit_morale;
