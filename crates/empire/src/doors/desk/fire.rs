//! The charts of everything that shoots.

mod bombardment;
mod counter_battery;
mod firefight;
mod gunnery;
mod musketry;
