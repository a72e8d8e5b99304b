//! What may come: of an answer, of a charge that was not ordered, of a shot a unit might have.

use crate::rules::fire;
use crate::rules::outlook::{self, About, Outlook};
use crate::state::answer::Shot;
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use engine::Side;
use engine::outlook::Foreseen;

impl Foreseen for Orders {
    type About = About;

    fn present(&self, unit: UnitId) -> Option<(Side, &str)> {
        self.get(unit).filter(|unit| unit.on_table()).map(|unit| (unit.side(), unit.name()))
    }

    fn is_measured(&self) -> bool {
        self.measured
    }

    fn threat(&self, unit: UnitId, target: UnitId) -> Option<Outlook> {
        outlook::threat(self, unit, target)
    }

    /// In a step of fire what may be fired now; at other times what could be in the next, from where the two stand.
    fn aimed(&self, shooter: UnitId, target: UnitId) -> Option<Outlook> {
        let side = self.unit(shooter).side();
        let shot = Shot { unit: shooter, target };
        fire::check_shot(self, side, shot).ok()?;
        outlook::shot(self, shot)
    }
}
