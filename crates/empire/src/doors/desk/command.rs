//! The charts of command: commander actions and initiative.

mod leader_loss;

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, house, rule};
use crate::rules::command::{Attempt, Initiative, Listed, attempt, attempt_all, initiative, reach, rule_of};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, Found, Number, Value, count, found, of_roll, ruled, yes};
use engine::outlook::{Goal, Roll};
use engine::{rule_name, ruling_name};

impl Chart<Empire> for Attempt {
    const NAME: &'static str = "commander-action";
    const TITLE: &'static str = "A commander action";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        if rules.plays(house!("command.rolls", "one-for-all")) {
            let reached = attempt_all(dice, rules, self)?;
            return Ok(found([("succeeds", yes(self.nth <= reached)), ("reached", count(reached))]));
        }
        Ok(found([("succeeds", yes(attempt(dice, rules, self)?))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let none = self.need(rules).is_none();
        none.then(|| format!("He has no such action. ({})", ruling_name::<Ids>(house!("command.rolls"))))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = rule!("empire.ca.proc");
        vec![Roll::total("The commander action", by, DICE, self.need(rules), self.sum(rules))]
    }
}

impl Chart<Empire> for Listed {
    const NAME: &'static str = "commander-actions";
    const TITLE: &'static str = "Which commander actions a side has in an impulse";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let within = reach(rules, self.action, self.initiative).to_string();
        Ok(found([("may", yes(true)), ("within", Value::Text(within))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let none = rule_of(rules, self.action, self.initiative).is_none();
        none.then(|| format!("It has no such action. ({})", ruling_name::<Ids>(house!("command.effects"))))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let rule = rule_of(rules, self.action, self.initiative).unwrap_or(rule!("empire.ca.proc"));
        vec![ruled(rule_name::<Ids>(rule))]
    }
}

impl Chart<Empire> for Initiative {
    const NAME: &'static str = "initiative";
    const TITLE: &'static str = "A throw for initiative";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        if !rules.on(rule!("empire.init.proc")) {
            return Ok(found([("initiative", Value::Word("no throw"))]));
        }
        let said = match initiative(dice, [&self.sum(rules), &self.enemys()])? {
            Some(true) => "won",
            Some(false) => "lost",
            None => "again",
        };
        Ok(found([("initiative", Value::Word(said))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.init.proc"));
        vec![Roll { title: "Initiative", dice: DICE, by, goal: Goal::Added, working: self.sum(rules) }]
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let none = || vec![ruled(rule_name::<Ids>(rule!("empire.init.proc")))];
        self.rolls(rules).first().map_or_else(none, of_roll)
    }
}
