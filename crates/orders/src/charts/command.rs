//! Orders and command.

use super::{Demand, Radius, Rules};
use crate::ids::house;
use crate::state::words::{Nation, OrderKind, Part, StepsOf};
use rulebook::RuleId;
use table::Inches;

impl Rules {
    /// The lines of an order: one for most, two for Probe.
    pub fn demands(&self, order: OrderKind) -> impl Iterator<Item = &Demand> {
        self.demands.iter().filter(move |demand| demand.order == order)
    }

    /// The line of an order for a unit of that part of its corps. Only Probe tells parts apart.
    pub fn demand(&self, order: OrderKind, part: Part) -> Option<&Demand> {
        self.demands(order).find(|demand| demand.part == Part::All || demand.part == part)
    }

    /// How many levels up and down a corps of that nation may shift its order.
    pub fn order_steps(&self, nation: Nation) -> Option<(RuleId, (u32, u32))> {
        let of = match nation {
            Nation::French => StepsOf::French,
            Nation::British => StepsOf::British,
            Nation::Turkish => StepsOf::Turkish,
            Nation::Austrian
            | Nation::Prussian
            | Nation::Russian
            | Nation::Spanish
            | Nation::Bavarian
            | Nation::Saxon
            | Nation::Wuerttemberg
            | Nation::Westphalian
            | Nation::Baden
            | Nation::Hessian
            | Nation::Italian
            | Nation::Neapolitan
            | Nation::Polish
            | Nation::Portuguese
            | Nation::Brunswick
            | Nation::Hanoverian
            | Nation::Dutch
            | Nation::Swedish
            | Nation::Danish
            | Nation::Other => StepsOf::AllOthers,
        };
        self.order_steps.get(of).or_else(|| self.order_steps.get(StepsOf::AllOthers))
    }

    /// The order this many levels up (down where negative); `None` beyond the ends of the list.
    pub fn shifted(&self, order: OrderKind, levels: i32) -> Option<OrderKind> {
        let place = self.order_list.iter().position(|known| *known == order)?;
        let levels = if self.plays(house!("orders.ladder", "up-is-rally")) { levels } else { -levels };
        let place = i32::try_from(place).ok()?.checked_add(levels)?;
        self.order_list.get(usize::try_from(place).ok()?).copied()
    }

    /// The orders a corps of that nation may carry out instead of one, nearest first, with the rule that lets it.
    pub fn shifts(&self, nation: Nation, order: OrderKind) -> Vec<(RuleId, OrderKind)> {
        let Some((rule, (up, down))) = self.order_steps(nation) else {
            return Vec::new();
        };
        let ups = (1..=up as i32).filter_map(|levels| self.shifted(order, levels));
        let downs = (1..=down as i32).filter_map(|levels| self.shifted(order, -levels));
        ups.chain(downs).map(|order| (rule, order)).collect()
    }

    /// The command radius of a nation's corps in a year; `None`: its leaders command no units.
    /// What a battle gives a corps of a nation not printed (ruling command.other-nations) goes before it.
    pub fn radius(&self, nation: Nation, year: i32) -> Option<(RuleId, Inches)> {
        let of = |nation: Nation| {
            let fits = |radius: &&Radius| radius.nation == nation && radius.is_of(year);
            self.radii.iter().find(fits).map(|radius| (radius.rule, radius.inches))
        };
        if nation.has_printed_radius() {
            return of(nation);
        }
        let is_ally =
            nation.is_of_french_system() && self.plays(house!("command.other-nations", "by-system"));
        of(if is_ally { Nation::French } else { Nation::Austrian })
    }
}

impl Radius {
    fn is_of(&self, year: i32) -> bool {
        self.since.is_none_or(|since| since <= year) && self.until.is_none_or(|until| year <= until)
    }
}
