//! Orders and command.

use super::{Demand, Radius, Rules, Steps};
use crate::ids::house;
use crate::words::{Nation, OrderKind, Part};
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

    /// How far a corps of that nation may shift its order.
    pub fn order_steps(&self, nation: Nation) -> Option<(RuleId, Steps)> {
        let of = |wanted: Option<Nation>| self.order_steps.iter().find(move |(known, ..)| *known == wanted);
        of(Some(nation)).or_else(|| of(None)).map(|(_, rule, steps)| (*rule, *steps))
    }

    /// The order so many levels up (down where negative); `None` beyond the ends of the list.
    pub fn shifted(&self, order: OrderKind, levels: i32) -> Option<OrderKind> {
        let place = self.order_list.iter().position(|known| *known == order)?;
        let levels = if self.plays(house!("orders.ladder", "up-is-rally")) { levels } else { -levels };
        let place = i32::try_from(place).ok()?.checked_add(levels)?;
        self.order_list.get(usize::try_from(place).ok()?).copied()
    }

    /// The orders a corps of that nation may carry out instead of one, nearest first, with the rule that lets it.
    pub fn shifts(&self, nation: Nation, order: OrderKind) -> Vec<(RuleId, OrderKind)> {
        let Some((rule, Steps { up, down })) = self.order_steps(nation) else {
            return Vec::new();
        };
        let ups = (1..=i32::from(up)).filter_map(|levels| self.shifted(order, levels));
        let downs = (1..=i32::from(down)).filter_map(|levels| self.shifted(order, -levels));
        ups.chain(downs).map(|order| (rule, order)).collect()
    }

    /// The command radius of a nation's corps in a year; `None`: its leaders command nobody.
    /// What a battle gives a corps of a nation not printed (ruling command.other-nations) goes before it.
    pub fn radius(&self, nation: Nation, year: i32) -> Option<(RuleId, Inches)> {
        let of = |nation: Nation| {
            let fits =
                |radius: &&Radius| radius.nation == nation && (radius.since..=radius.until).contains(&year);
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
