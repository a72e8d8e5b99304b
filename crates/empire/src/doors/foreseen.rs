//! What may come of an answer.

use crate::rules::charge::onset;
use crate::rules::fire::gunnery;
use crate::rules::fire::{musketry, shooting};
use crate::rules::frame::Occasion;
use crate::rules::outlook::About;
use crate::state::game::Empire;
use crate::state::words::Arm;
use engine::outlook::{Foreseen, Outlook};
use engine::{Side, UnitId};

impl Foreseen for Empire {
    type About = About;

    fn present(&self, unit: UnitId) -> Option<(Side, &str)> {
        let unit = self.get(unit).filter(|unit| unit.on_table())?;
        Some((unit.side(), unit.name()))
    }

    fn is_measured(&self) -> bool {
        self.measured
    }

    fn threat(&self, unit: UnitId, target: UnitId) -> Option<Outlook<Empire>> {
        onset::threat(self, unit, target)
    }

    fn aimed(&self, shooter: UnitId, target: UnitId) -> Option<Outlook<Empire>> {
        if self.unit(shooter).arm() == Arm::Artillery {
            let may = gunnery::is_in_action(self.unit(shooter));
            return gunnery::outlook(self, shooter, target)
                .filter(|_| may && gunnery::targets(self, shooter).contains(&target));
        }
        if !musketry::targets(self, shooter).contains(&target) {
            return None;
        }
        shooting::shot_outlook(self, shooter, target, Occasion::Impulse)
    }
}
