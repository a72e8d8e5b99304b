//! The chart of hits on a battery.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::fire::counter_battery::{Battered, battered};
use crate::state::event::Working;
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, Found, count, found, yes};
use engine::outlook::{Goal, Roll};

impl Chart<Empire> for Battered {
    const NAME: &'static str = "counter-battery";
    const TITLE: &'static str = "A hit on a battery";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let hit = battered(dice, rules, self)?;
        Ok(found([("horses", count(hit.horses)), ("crew", count(hit.crew)), ("caisson", yes(hit.caisson))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let mut working = Working::default();
        if self.added(rules) != 0 {
            working.add(rule!("empire.cb.shrapnel"), self.added(rules));
        }
        let by = Some(rule!("empire.cb.proc"));
        vec![Roll { title: "A hit on {unit}", dice: DICE, by, goal: Goal::Added, working }]
    }
}
