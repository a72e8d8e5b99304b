//! The charts of fatigue and rest.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, house, rule};
use crate::rules::hour::fatigue::{Rallies, Rests, Tired, Tires, fatigue, rallies, rests};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, End, Found, Liking, Number, Reads, Value, count, found, yes};
use engine::outlook::{Goal, Roll};
use engine::{rule_name, ruling_name};

impl Chart<Empire> for Tires {
    const NAME: &'static str = "fatigue";
    const TITLE: &'static str = "What an hour costs an ME";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let (tired, _) = fatigue(dice, rules, self)?;
        let level = if tired == Tired::Rises { self.fatigue.risen(1) } else { self.fatigue };
        let loses = if let Tired::Loses(units) = tired { units } else { 0 };
        let end = match tired {
            Tired::AsBefore => End::new("as-before", Liking::Good, "is no more tired than before"),
            Tired::Rises => End::new("rises", Liking::Bad, "is a step more tired"),
            Tired::Loses(_) => End::new("loses-unit", Liking::Bad, "is exhausted and loses a unit"),
        };
        Ok(found([("fatigue", Value::Word(level.word())), ("loses", count(loses))]).ends(end))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.fatigue.proc"));
        vec![Roll { title: "The ME's fatigue", dice: DICE, by, goal: Goal::Added, working: self.sum(rules) }]
    }
}

/// Rest goes by rulings alone; the chart of fatigue is what it undoes.
fn ruled(by: u16, need: i32) -> Vec<Number> {
    let levels = rule_name::<Ids>(rule!("empire.fatigue.levels"));
    vec![Number::new(ruling_name::<Ids>(by), need, Reads::Needs), engine::desk::ruled(levels)]
}

impl Chart<Empire> for Rests {
    const NAME: &'static str = "rest";
    const TITLE: &'static str = "An ME rests";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("fatigue", Value::Word(rests(dice, rules, self)?.word()))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let by = house!("rally.fatigue");
        ruled(by, rules.number(by))
    }
}

impl Chart<Empire> for Rallies {
    const NAME: &'static str = "rally";
    const TITLE: &'static str = "A unit in bad morale that rests";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("rallies", yes(rallies(dice, rules, self)?))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        ruled(house!("rally.unit"), self.need(rules) as i32)
    }
}
