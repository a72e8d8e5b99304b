//! The turn, orders and how far a commander reaches.

use super::numbers::{by, name, text, thrown};
use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::orders::obedience;
use crate::state::game::Orders;
use crate::state::words::{Nation, OrderKind};
use dice::Dice;
use engine::desk::{Chart, FactCard, Found, Liking, Number, Reads, Value, count, found, number, word};

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Sequence of Rules {}
}

impl Chart<Orders> for Sequence {
    const NAME: &'static str = "sequence";
    const TITLE: &'static str = "The turn: its steps";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let steps = rules.steps.iter().map(|step| format!("{} {} ({})", step.number, step.step, step.who));
        let order = steps.collect::<Vec<_>>().join(", ");
        Ok(found([("steps", count(rules.steps.len() as u32)), ("order", text(order))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        rules.steps.iter().map(|step| by(step.rule)).collect()
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Initiative of Rules {}
}

impl Chart<Orders> for Initiative {
    const NAME: &'static str = "initiative";
    const TITLE: &'static str = "Step 1: a die for each side";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let side = match rules.dice(rule!("orders.turn.initiative.die")) {
            None => "first side",
            Some(die) => match dice.read_against(die, die, |first, second| first.cmp(&second))? {
                std::cmp::Ordering::Greater => "first side",
                std::cmp::Ordering::Less => "second side",
                std::cmp::Ordering::Equal => "tie",
            },
        };
        Ok(found([("initiative", Value::Word(side))]).ends_by("initiative", Liking::Even))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        thrown(rules, rule!("orders.turn.initiative.die"))
    }
}

fn order(name: &'static str, _: &Rules) -> FactCard {
    word(name, "order", OrderKind::NAMES, None)
}

fn nation(name: &'static str, _: &Rules) -> FactCard {
    word(name, "nation of the corps commander", Nation::NAMES, None)
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Order of Rules {
        pub order: OrderKind = OrderKind::Attack, word "order" order;
    }
}

impl Chart<Orders> for Order {
    const NAME: &'static str = "order";
    const TITLE: &'static str = "Step 1: what an order demands";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("demands", text(obedience::meaning(rules, self.order).0))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        obedience::meaning(rules, self.order).1.into_iter().map(by).collect()
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct OrderChange of Rules {
        pub nation: Nation = Nation::French, word "nation" nation;
        pub order: OrderKind = OrderKind::Attack, word "order" order;
    }
}

impl Chart<Orders> for OrderChange {
    const NAME: &'static str = "order-change";
    const TITLE: &'static str = "Step 1: what a corps may carry out instead of the order it received";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let shifts = rules.shifts(self.nation, self.order).into_iter().map(|(_, order)| order.word());
        let orders: Vec<&str> = std::iter::once(self.order.word()).chain(shifts).collect();
        Ok(found([("may-carry-out", text(orders.join(", ")))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        rules.order_steps(self.nation).map(|(rule, _)| by(rule)).into_iter().collect()
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Radius of Rules {
        pub nation: Nation = Nation::French, word "nation" nation;
        pub year: u32 = 0, plain "year" |name, _| number(name, "year of the battle", 1792, 1815, Some(1809));
    }
}

impl Chart<Orders> for Radius {
    const NAME: &'static str = "radius";
    const TITLE: &'static str = "Step 2: command radius";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let radius = rules.radius(self.nation, self.year as i32);
        Ok(found([("inches", radius.map_or(Value::Word("none"), |(_, inches)| text(inches.to_string())))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let radius = rules.radius(self.nation, self.year as i32).into_iter();
        radius.map(|(rule, inches)| Number::new(name(rule), inches.0, Reads::Inches)).collect()
    }
}
