//! The charts of manoeuvre.

use crate::charts::Rules;
use crate::charts::march::manoeuvre::Soil;
use crate::ids::{Ids, house, rule};
use crate::rules::ground::walk::Price;
use crate::rules::march::manoeuvre::{
    Allowance, BonusInches, FootMove, HorseMove, Over, WheelBy, is_disordered, toll,
};
use crate::state::game::Empire;
use dice::{Dice, Pool};
use engine::desk::{Chart, Found, Number, Reads, Value, found, ruled, yes};
use engine::outlook::{Goal, Roll};
use engine::{rule_name, ruling_name};
use rulebook::RuleId;
use table::Inches;

pub(super) fn inches(inches: Inches) -> Value {
    Value::Text(inches.to_string())
}

/// The printed inches and what changes them; where nothing is printed, the ruling that says how units go.
pub(super) fn parts(allowance: &Allowance) -> Vec<Number> {
    if allowance.parts.is_empty() {
        return vec![ruled(ruling_name::<Ids>(house!("manoeuvre")))];
    }
    let number = |(place, (rule, by)): (usize, &(RuleId, Inches))| Number {
        rule: rule_name::<Ids>(*rule),
        value: by.0,
        reads: if place == 0 { Reads::Inches } else { Reads::AddedInches },
        of: "",
    };
    allowance.parts.iter().enumerate().map(number).collect()
}

impl Chart<Empire> for FootMove {
    const NAME: &'static str = "foot-move";
    const TITLE: &'static str = "How far foot goes in an impulse";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("inches", inches(self.allowance(rules).total()))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        parts(&self.allowance(rules))
    }
}

impl Chart<Empire> for HorseMove {
    const NAME: &'static str = "horse-move";
    const TITLE: &'static str = "How far horse goes in an impulse";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("inches", inches(self.allowance(rules).total()))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        parts(&self.allowance(rules))
    }
}

impl Over {
    /// What it costs in inches: for inches of ground, or for a number of walls or contours.
    fn price(&self, rules: &Rules) -> Option<Inches> {
        let is_line = matches!(self.ground, Soil::LowWall | Soil::HighWall | Soil::Contour);
        let toll = toll(rules, self.who, self.ground, self.charging);
        let by = if is_line { Inches::ZERO } else { Inches::whole(self.times as i32) };
        toll.of(by, self.times)
    }
}

impl Chart<Empire> for Over {
    const NAME: &'static str = "ground";
    const TITLE: &'static str = "What ground costs";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let toll = toll(rules, self.who, self.ground, self.charging);
        let edge = matches!(toll.price, Price::Edge(_));
        Ok(found([
            ("inches", inches(self.price(rules).unwrap_or_default())),
            ("disorders", yes(toll.disorders.is_some())),
            ("edge-only", yes(edge)),
        ]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let Price::Barred(rule) = toll(rules, self.who, self.ground, self.charging).price else {
            return None;
        };
        Some(format!("{} cannot go there. ({})", self.who, rule_name::<Ids>(rule)))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let rule = toll(rules, self.who, self.ground, self.charging).rule();
        vec![ruled(rule.map_or(ruling_name::<Ids>(house!("manoeuvre")), rule_name::<Ids>))]
    }
}

impl Chart<Empire> for BonusInches {
    const NAME: &'static str = "bonus-inches";
    const TITLE: &'static str = "Bonus inches of formed foot";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("disordered", yes(is_disordered(dice, rules, self)?))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let (title, dice) = ("The bonus inches of {unit}", Pool { count: 1, sides: 10 });
        let (by, sum) = (Some(rule!("empire.bonusmove.proc")), self.sum(rules));
        let (goal, working) = match rules.manoeuvre.disorders(self.going, self.inches) {
            Some((row, most)) => (Goal::AtMost(most - sum.total()), sum.under(row, most)),
            None => (Goal::Added, sum),
        };
        vec![Roll { title, dice, by, goal, working }]
    }
}

impl Chart<Empire> for WheelBy {
    const NAME: &'static str = "wheel";
    const TITLE: &'static str = "On what a unit wheels";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("pivot", Value::Word(self.pivot(rules).map_or("none", |(_, on)| on.word())))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let rule = self.pivot(rules).map(|(rule, _)| rule_name::<Ids>(rule));
        vec![ruled(rule.unwrap_or(ruling_name::<Ids>(house!("wheels.others"))))]
    }
}
