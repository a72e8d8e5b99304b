//! The numbers of everything that shoots.

pub mod bombardment;
pub mod counter_battery;
pub mod firefight;
pub mod gunnery;
pub mod musketry;
