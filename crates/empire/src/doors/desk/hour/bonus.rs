//! The chart of bonus impulses.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::hour::bonus::{Try, bonus_impulse};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, Found, Value, found};
use engine::outlook::{Goal, Roll};

impl Chart<Empire> for Try {
    const NAME: &'static str = "bonus-impulse";
    const TITLE: &'static str = "A try for a bonus impulse";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("gains", Value::Word(bonus_impulse(dice, rules, self)?.word()))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.bonus.proc"));
        let dice = DICE;
        vec![Roll { title: "The bonus impulse", dice, by, goal: Goal::Added, working: self.sum(rules) }]
    }
}
