//! The captain of the volley game: exact odds before a charge, guns laid on the best target, squares against horse,
//! ground at the end.

mod captain;
mod charge;
mod choice;
mod command;
mod entry;
mod foot;
mod ground;
mod guns;
mod horse;
mod march;
mod odds;
mod plan;
mod shots;
mod sticks;

use crate::{Captained, General};
use captain::Captain;
use volley::Volley;

impl Captained for Volley {
    fn captain() -> General<Volley> {
        General::new(Captain::default())
    }
}
