//! The captain of the orders game: a plan for each corps, guns massed at close range, exact odds before a charge,
//! squares against horse, worn corps drawn back to rally, ground at the end.

mod captain;
mod charge;
mod charts;
mod choice;
mod foot;
mod guns;
mod horse;
mod leaders;
mod march;
mod moves;
mod odds;
mod picture;
mod plan;
mod routes;
mod shots;
mod sight;
mod temper;
mod turn;
mod writing;

use crate::{Captained, General};
use captain::Captain;
use orders::Orders;

impl Captained for Orders {
    fn captain() -> General<Orders> {
        General::new(Captain::default())
    }
}
