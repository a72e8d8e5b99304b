//! What may come of an answer.

use crate::charts::Rules;
use crate::rules::gunnery;
use crate::rules::musketry::{self, How, Volley};
use crate::rules::onset;
use crate::rules::outlook::About;
use crate::state::game::Empire;
use crate::state::words::Arm;
use engine::outlook::{Foreseen, Outlook, Turns, measuring};
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
        let shot = measuring(|eyes| Volley::seen(self, eyes, shooter, target, How::default()))?;
        let pair = (shooter, Some(target));
        let rules: &Rules = &self.rules;
        let outlook = Outlook::charted(rules, About::Volley, pair, shot, Turns::default());
        Some(outlook.titled("{unit} fire[s] at {foe}"))
    }
}
