//! How far a unit marches: its rate, and what command, changes and rough ground take of it; and force marches.

use super::numbers::{by, text, thrown};
use super::refusals::{cited, no_such_unit};
use crate::charts::Rules;
use crate::ids::{RULES, house, rule};
use crate::rules::movement::budget::Share;
use crate::rules::movement::walk::BY_HAND;
use crate::rules::movement::walk::price::{feels_rough, marches_as, rough_factor};
use crate::rules::on_sheet::{self, ANY};
use crate::state::game::Orders;
use crate::state::refusal::{Cite, Refusal, refuse, why};
use crate::state::words::{Arm, Formation};
use dice::Dice;
use engine::desk::{Chart, Found, Number, Reads, count, flag, found, number, ruled};
use rulebook::RuleId;
use table::Inches;

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Movement of Rules {
        pub arm: Arm = Arm::Infantry, word "arm" |name, _| on_sheet::arm(name, "arm", ANY);
        pub formation: Formation = Formation::Line,
            word "formation" |name, rules| on_sheet::formation(name, "formation", rules, ANY);
        pub changes: u32 = 0, plain "changes" |name, _| {
            number(name, "changes of formation before, into this one", 0, 3, Some(0))
        };
        pub turns: u32 = 0, plain "turns" |name, _| number(name, "changes of facing", 0, 2, Some(0));
        pub out_of_command: bool = false,
            plain "out-of-command" |name, _| flag(name, "out of command, check passed");
        pub rough: bool = false, plain "rough" |name, _| flag(name, "all in rough ground");
        pub off_road: bool = false, maybe "off-road" |name, rules| {
            let card = flag(name, "road formation away from a road").only("formation", [Formation::Road.word()]);
            rules.plays(house!("move.road", "free")).then_some(card)
        };
    }
}

impl Chart<Orders> for Movement {
    const NAME: &'static str = "movement";
    const TITLE: &'static str = "Step 2: how far a unit moves";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("inches", text(march(rules, self).unwrap_or_default().inches.to_string()))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_unit(rules, self.arm, self.formation, false)
            .or_else(|| march(rules, self).err().map(|no| cited(no.cites, no.why())))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        march(rules, self).map(|march| march.working).unwrap_or_default()
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct ForceMarch of Rules {}
}

impl Chart<Orders> for ForceMarch {
    const NAME: &'static str = "force-march";
    const TITLE: &'static str = "Step 2: inches a force march adds on the road";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let pool = rules.dice(rule!("orders.move.force-march.bonus"));
        let inches = pool.map_or(Ok(0), |pool| dice.total(pool))?;
        let checks = rules.count(rule!("orders.move.force-march.cost"));
        Ok(found([("inches", count(inches)), ("checks", count(checks))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let mut all = thrown(rules, rule!("orders.move.force-march.bonus"));
        all.extend(
            [rule!("orders.move.force-march.cost"), rule!("orders.move.force-march.road-only")].map(by),
        );
        all
    }
}

/// What is left of a move for marching, after changes, in the formation it is then in.
#[derive(Default)]
struct March {
    inches: Inches,
    working: Vec<Number>,
}

/// A march, paid for as one on the table is.
///
/// # Errors
/// Why there is no such move: the formation, or changes that cost more than the unit has.
fn march(rules: &Rules, facts: &Movement) -> Result<March, Refusal> {
    let (arm, formation) = (facts.arm, facts.formation);
    let share = |rule: RuleId| {
        rules.ratio(rule).map(|(parts, of)| (rule, Share::new(u64::from(parts), u64::from(of))))
    };
    let half = share(rule!("orders.command.outside.pass")).filter(|_| facts.out_of_command);
    let budget = half.map_or(Share::WHOLE, |(_, half)| half);
    let mut costs: Vec<(RuleId, Share)> = Vec::new();
    for (times, rule) in [
        (facts.changes, rule!("orders.move.formation-change")),
        (facts.turns, rule!("orders.move.facing-change")),
    ] {
        let times = Share::new(u64::from(times), 1);
        costs.extend(
            share(rule).map(|(rule, cost)| (rule, cost.times(times))).filter(|(_, cost)| *cost > Share::NONE),
        );
    }
    let spent = costs.iter().fold(Share::NONE, |sum, (_, cost)| sum.plus(*cost));
    if let (true, Some((rule, _))) = (spent > budget, costs.last()) {
        return refuse(
            *rule,
            why!("such changes cost {} of a move, and the unit has {} of one", spent, budget),
        );
    }
    if formation == Formation::Unlimbered {
        let limber = house!("artillery.limber");
        let pushed = rules.plays(house!("artillery.limber", "prolong"))
            && spent == Share::NONE
            && budget == Share::WHOLE;
        let working = vec![ruled(Cite::from(limber).id())];
        return Ok(March { inches: if pushed { BY_HAND } else { Inches::ZERO }, working });
    }
    let on_road = formation == Formation::Road && !facts.off_road;
    let Some((rule, rate)) = rules.rate(arm, marches_as(formation, on_road)) else {
        return refuse(house!("formation.unavailable"), why!("{} does not move in {}", arm, formation));
    };
    let mut march = March { inches: rate, working: Vec::new() };
    march.working.push(Number::new(RULES[rule.index()], rate.0, Reads::Inches));
    let mut left = budget;
    if let Some((rule, _)) = half {
        march.now(rule, left.inches(rate));
    }
    for (rule, cost) in costs {
        left = left.less(cost);
        march.now(rule, left.inches(rate));
    }
    let slow = rule!("orders.terrain.rough.rate");
    if facts.rough && rules.on(slow) {
        if feels_rough(formation, on_road) {
            // By as much as an inch costs more, the move has fewer inches.
            march.now(slow, left.times(rough_factor(rules).inverse()).inches(rate));
        } else {
            march.working.push(ruled(Cite::from(house!("terrain.rough.method")).id()));
        }
    }
    Ok(march)
}

impl March {
    /// By a rule the move is only this long now.
    fn now(&mut self, rule: RuleId, inches: Inches) {
        let value = inches.0 - self.inches.0;
        self.working.push(Number::new(RULES[rule.index()], value, Reads::AddedInches));
        self.inches = inches;
    }
}
