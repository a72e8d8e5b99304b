//! The chart of leader loss.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::command::leader_loss::{Fate, LeaderRisk, leader_loss};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, End, Found, Liking, Value, count, found};
use engine::outlook::{Goal, Roll};

impl Chart<Empire> for LeaderRisk {
    const NAME: &'static str = "leader-loss";
    const TITLE: &'static str = "A leader in danger";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let fate = leader_loss(dice, rules, self)?;
        let hours = if let Fate::Wounded(hours) = fate { hours } else { 0 };
        let liking = if fate.is_loss() { Liking::Bad } else { Liking::Good };
        let outcome = [("fate", Value::Word(fate.word())), ("hours", count(hours))];
        Ok(found(outcome).ends(End::plain(fate.word(), liking)))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.leader.proc"));
        vec![Roll {
            title: "The leader's danger",
            dice: DICE,
            by,
            goal: Goal::Added,
            working: self.sum(rules),
        }]
    }
}
