//! What a way costs: shares of a move for inches, rough ground and changes.

use super::Walk;
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::movement::budget::Share;
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::words::Formation;
use rulebook::RuleId;
use table::Inches;

/// The formation whose rate a unit moves by: guns that stand pivot as they would wheel limbered, and road formation
/// away from the road goes as a column.
pub(crate) fn marches_as(formation: Formation, on_road: bool) -> Formation {
    let as_a_column = formation == Formation::Unlimbered || (formation == Formation::Road && !on_road);
    if as_a_column { Formation::Column } else { formation }
}

/// Whether rough ground costs a unit more: not in road formation on a road (ruling terrain.rough.method).
pub(crate) fn feels_rough(formation: Formation, on_road: bool) -> bool {
    !(on_road && formation == Formation::Road)
}

/// What an inch of rough ground costs against an inch of open ground.
pub(crate) fn rough_factor(rules: &Rules) -> Share {
    let share = rules.ratio(rule!("orders.terrain.rough.rate"));
    share.map_or(Share::WHOLE, |(parts, of)| Share::new(u64::from(of), u64::from(parts.max(1))))
}

impl Walk<'_> {
    /// What it has used of its move.
    pub(crate) fn spent(&self) -> Share {
        self.sum(self.changes, self.inches, self.met_rough)
    }

    /// Changes and inches together, where it has met rough ground or not.
    fn sum(&self, changes: Share, inches: Share, met_rough: bool) -> Share {
        let doubled = met_rough && self.game.rules.plays(house!("terrain.rough.method", "whole-move"));
        let factor = if doubled { self.rough_factor() } else { Share::WHOLE };
        changes.plus(inches.times(factor))
    }

    pub(crate) fn budget(&self) -> Share {
        self.budget
    }

    pub(super) fn left(&self) -> Share {
        self.budget.less(self.spent())
    }

    fn rough_factor(&self) -> Share {
        rough_factor(&self.game.rules)
    }

    /// How far it moves in its present formation, and by which rule.
    pub(crate) fn allowance(&self, on_road: bool) -> Option<(RuleId, Inches)> {
        let rules = &self.game.rules;
        let arm = self.unit.arm();
        let formation = marches_as(self.formation, on_road);
        let (rule, own) = rules.rate(arm, formation)?;
        let began = if self.began == Formation::Unlimbered { Formation::Column } else { self.began };
        let inches = if rules.plays(house!("move.budget", "inches")) {
            rules.rate(arm, began).map_or(own, |(_, inches)| inches)
        } else {
            own
        };
        let farther = formation == Formation::Road || !rules.on(rule!("orders.move.force-march.road-only"));
        let inches = if farther { inches + self.bonus } else { inches };
        (inches > Inches::ZERO).then_some((rule, inches))
    }

    /// The rate, or the refusal of a formation that has none.
    fn rate(&self, on_road: bool) -> Result<(RuleId, Inches), Refusal> {
        let name = self.unit.called();
        match self.allowance(on_road) {
            Some(rate) => Ok(rate),
            None => {
                let why = why!("{} cannot move in {}.", name, self.formation);
                refuse(house!("formation.unavailable"), why)
            }
        }
    }

    /// Pays for these inches, `rough` of them in rough ground.
    pub(super) fn pay_inches(
        &mut self,
        by: Inches,
        rough: Inches,
        double: bool,
        on_road: bool,
    ) -> Result<(), Refusal> {
        let (rule, allowance) = self.rate(on_road)?;
        let factor = if double { Share::new(2, 1) } else { Share::WHOLE };
        let cost = self.price(by, rough, allowance).times(factor);
        let (inches, met_rough) = (self.inches, self.met_rough);
        let slow = rule!("orders.terrain.rough.rate");
        let slowed = rough > Inches::ZERO && self.game.rules.on(slow);
        self.inches = self.inches.plus(cost);
        self.met_rough |= rough > Inches::ZERO;
        self.note(rule);
        if slowed {
            self.note(slow);
        }
        if self.spent() <= self.budget {
            return Ok(());
        }
        let in_rough = if slowed { why!(", and {} of it is rough ground", rough) } else { why!("") };
        let back = if double { ", and an inch back costs two" } else { "" };
        let dearer = why!("{}{}", in_rough, back);
        let (needs, has) = (self.spent().inches_at_least(allowance), self.budget.inches(allowance));
        let sum = if self.sum(self.changes, inches, met_rough) > Share::NONE {
            why!("with the way before [it needs|they need] {}, and [its|their] whole move is {}", needs, has)
        } else {
            why!("that needs {}, and [it has|they have] {}", needs, has)
        };
        let why = why!("{} would move {} in {}{}: {}.", self.unit.called(), by, self.formation, dearer, sum);
        if slowed {
            refuse(slow, why)
        } else if self.budget < Share::WHOLE {
            refuse(rule!("orders.command.outside.pass"), why)
        } else if double {
            refuse(house!("move.geometry"), why)
        } else {
            refuse(rule, why)
        }
    }

    /// What inches cost, those in rough ground more where each is paid for by itself.
    fn price(&self, by: Inches, rough: Inches, allowance: Inches) -> Share {
        let plain = Share::of_inches(by, allowance);
        if rough == Inches::ZERO || self.game.rules.plays(house!("terrain.rough.method", "whole-move")) {
            return plain;
        }
        let factor = self.rough_factor();
        plain.plus(Share::of_inches(rough, allowance).times(factor.less(Share::WHOLE)))
    }

    /// Whether these inches could still be paid for.
    pub(super) fn affords(&self, by: Inches, rough: Inches, allowance: Inches) -> bool {
        let inches = self.inches.plus(self.price(by, rough, allowance));
        self.sum(self.changes, inches, self.met_rough || rough > Inches::ZERO) <= self.budget
    }

    /// Pays for a change with its printed share; without its rule it is free.
    pub(super) fn pay_change(&mut self, rule: RuleId, what: &'static str) -> Result<(), Refusal> {
        let Some((parts, of)) = self.game.rules.ratio(rule) else { return Ok(()) };
        let cost = Share::new(u64::from(parts), u64::from(of));
        let changes = self.changes;
        self.changes = changes.plus(cost);
        self.note(rule);
        if self.spent() <= self.budget {
            return Ok(());
        }
        let before = self.sum(changes, self.inches, self.met_rough);
        let (name, left) = (self.unit.called(), self.budget.less(before));
        refuse(rule, why!("{} costs {} {} of [its|their] move, and {} is left.", what, name, cost, left))
    }

    fn note(&mut self, rule: RuleId) {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }
}
