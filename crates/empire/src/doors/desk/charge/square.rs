//! The chart of forming square.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::charge::square::{Squared, Squaring, forms_square};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, ChartCard, Found, Value, found, yes};
use engine::outlook::Roll;

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
        let (by, need) = (rule!("empire.square.proc"), self.need(rules).ok());
        vec![Roll::total("{unit} form[s] square", by, DICE, need, self.sum(rules))]
    }
}
