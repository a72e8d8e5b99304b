//! The chart of firefights.

use crate::charts::Rules;
use crate::charts::fire::firefight::Loser;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::fire::firefight::{Round, RoundEnd, round_end};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, Found, Number, Value, found, of_roll, ruled};
use engine::outlook::{Goal, Roll};
use engine::rule_name;
use table::Inches;

impl Chart<Empire> for Round {
    const NAME: &'static str = "firefight";
    const TITLE: &'static str = "The end of a round of a firefight";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let (loser, back) = match round_end(dice, rules, &self.turned())? {
            RoundEnd::GoesOn(_) => ("goes-on", Inches::ZERO),
            RoundEnd::Over => ("over", Inches::ZERO),
            RoundEnd::Loses(fate) => match fate.loser {
                Loser::Back => ("back", fate.back),
                Loser::Disordered => ("back-disordered", fate.back),
                Loser::Rout => ("rout", Inches::ZERO),
            },
        };
        Ok(found([("loser", Value::Word(loser)), ("back", Value::Text(back.to_string()))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let round = self.turned();
        if round.without_victor(rules).is_some() {
            return Vec::new();
        }
        let by = Some(rule!("empire.ff.proc.victor"));
        let dice = DICE;
        vec![Roll {
            title: "The victor of the firefight",
            dice,
            by,
            goal: Goal::Added,
            working: round.sum(rules),
        }]
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let by_rule = || {
            let tied = self.inflicted == self.received;
            vec![ruled(rule_name::<Ids>(if tied {
                rule!("empire.ff.proc.tie")
            } else {
                rule!("empire.ff.proc.victor")
            }))]
        };
        self.rolls(rules).first().map_or_else(by_rule, of_roll)
    }
}

impl Round {
    /// From the side that caused more casualties.
    fn turned(&self) -> Round {
        let (inflicted, received) = (self.inflicted.max(self.received), self.inflicted.min(self.received));
        Round { inflicted, received, ..*self }
    }
}
