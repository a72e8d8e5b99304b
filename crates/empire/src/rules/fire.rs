//! Everything that shoots: what firing is as an act (`shooting`); `musketry`; guns (`gunnery`), at other guns (`counter_battery`) and from afar (`bombardment`); and
//! the `firefight`, in which two lines shoot until one has enough.

pub mod bombardment;
pub mod counter_battery;
pub mod firefight;
pub mod gunnery;
pub mod musketry;
pub(crate) mod shooting;
