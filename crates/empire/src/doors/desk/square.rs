//! The chart of forming square.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::square::{Squared, Squaring, forms_square};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, ChartCard, Found, Value, found, yes};
use engine::outlook::{Goal, Roll};

impl Chart<Empire> for Squaring {
    const NAME: &'static str = "square";
    const TITLE: &'static str = "Forming square before horse";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("square", "Form square", [("to", "square")], &["grade", "formation", "distance"]);
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        self.need(rules).err().map(|refusal| refusal.to_string())
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let Squared { formed, disordered, square } = forms_square(dice, rules, self)?;
        let square = square.map_or("none", |kind| kind.word());
        Ok(found([("formed", yes(formed)), ("disordered", yes(disordered)), ("square", Value::Word(square))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.square.proc"));
        let working = self.sum(rules);
        let need = self.need(rules).map_or(0, |need| need - working.total());
        let goal = Goal::Total(need.max(0).unsigned_abs());
        vec![Roll { title: "{unit} form[s] square", dice: DICE, by, goal, working }]
    }
}
