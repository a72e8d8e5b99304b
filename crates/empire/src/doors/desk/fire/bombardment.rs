//! The charts of bombardment.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::fire::bombardment::{
    Aflame, Bombard, Bounce, Eligible, Rate, bombards, bounces, sets_aflame,
};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, Found, Number, Value, count, found, of_roll, ruled, yes};
use engine::outlook::{Goal, Roll};
use engine::rule_name;

impl Chart<Empire> for Eligible {
    const NAME: &'static str = "may-bombard";
    const TITLE: &'static str = "Whether a battery may bombard";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let may = |rate| self.may(rules, rate);
        let band = may(Rate::Paced).or(may(Rate::Intensive));
        Ok(found([
            ("paced", yes(may(Rate::Paced).is_ok())),
            ("intensive", yes(may(Rate::Intensive).is_ok())),
            ("range", Value::Word(band.map_or("none", |band| band.word()))),
        ]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let bars = [Rate::Intensive, Rate::Paced].map(|rate| self.may(rules, rate).err().flatten());
        let range = rules.bombardment.ends(self.weight).map(|(rule, _)| rule);
        let by = bars.into_iter().flatten().chain(range).chain([rule!("empire.bombard.paced")]).next();
        by.map(|rule| ruled(rule_name::<Ids>(rule))).into_iter().collect()
    }
}

impl Chart<Empire> for Bombard {
    const NAME: &'static str = "bombardment";
    const TITLE: &'static str = "A battery bombards";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let fired = bombards(dice, rules, self)?;
        Ok(found([("hits", count(fired.hits)), ("ammunition", Value::Word(fired.ammunition.word()))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.arty.proc.roll"));
        let dice = DICE;
        vec![Roll { title: "The fire of {unit}", dice, by, goal: Goal::Added, working: self.sum(rules) }]
    }
}

impl Chart<Empire> for Bounce {
    const NAME: &'static str = "bounce-through";
    const TITLE: &'static str = "Balls that bounce on";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        if self.stopped(rules).is_some() {
            return Ok(found([("comes", yes(false)), ("hits", count(0))]));
        }
        let hits = bounces(dice, rules, self)?;
        Ok(found([("comes", yes(true)), ("hits", count(hits))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        if self.stopped(rules).is_some() {
            return Vec::new();
        }
        let by = Some(rule!("empire.bounce.proc.roll"));
        vec![Roll {
            title: "Balls behind {unit}",
            dice: DICE,
            by,
            goal: Goal::Added,
            working: self.sum(rules),
        }]
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        match self.stopped(rules) {
            Some(rule) => vec![ruled(rule_name::<Ids>(rule))],
            None => self.rolls(rules).iter().flat_map(of_roll).collect(),
        }
    }
}

impl Chart<Empire> for Aflame {
    const NAME: &'static str = "aflame";
    const TITLE: &'static str = "Whether a building is set aflame";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("burns", yes(sets_aflame(dice, rules, self)?))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = rule!("empire.aflame.proc");
        vec![Roll::total("The shells of {unit}", by, DICE, self.needs(rules), self.sum(rules))]
    }
}
