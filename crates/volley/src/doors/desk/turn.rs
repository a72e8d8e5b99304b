//! The turn, the reserves that come up in it, and what becomes of generals.

use super::numbers::{by, face, of};
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::turn::reserves::reserve_need;
use crate::state::game::Volley;
use dice::Dice;
use engine::desk::{Chart, Found, Liking, Number, Reads, Value, count, found, needs, number, yes};

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Sequence of Rules {}
}

impl Chart<Volley> for Sequence {
    const NAME: &'static str = "sequence";
    const TITLE: &'static str = "The turn: its phases in order";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let phases = rules.phases.iter().map(|(phase, number, _)| format!("{number} {phase}"));
        Ok(found([
            ("phases", count(rules.phases.len() as u32)),
            ("version", Value::Text(rules.version().unwrap_or("").to_owned())),
            ("order", Value::Text(phases.collect::<Vec<_>>().join(", "))),
        ]))
    }

    fn working(&self, _: &Rules) -> Vec<Number> {
        vec![by(rule!("volley.seq.length"))]
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Reserves of Rules {
        pub failed: u32 = 0, plain "failed" |name, _| number(name, "rolls it has failed", 0, 20, Some(0));
    }
}

impl Chart<Volley> for Reserves {
    const NAME: &'static str = "reserves";
    const TITLE: &'static str = "Phase 1: does a reserve command come up?";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let arrives = dice.shows(reserve_need(rules, self.failed))?;
        Ok(found([("arrives", yes(arrives))]).ends_by("arrives", Liking::Even))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let roll = house!("reserve.roll");
        let mut all =
            vec![by(rule!("volley.p1.reserves")), needs(of(roll), rules.number(roll).max(1) as u32)];
        if self.failed > 0 {
            all.push(Number::new(of(roll), self.failed as i32, Reads::Added));
        }
        all
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct GeneralCasualty of Rules {}
}

impl Chart<Volley> for GeneralCasualty {
    const NAME: &'static str = "general-casualty";
    const TITLE: &'static str = "A general whose unit lost figures in a phase";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("lost", yes(dice.shows(face(rules.number(house!("general.casualty"))))?))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        vec![needs(of(house!("general.casualty")), face(rules.number(house!("general.casualty"))))]
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct GeneralUnitLost of Rules {}
}

impl Chart<Volley> for GeneralUnitLost {
    const NAME: &'static str = "general-unit-lost";
    const TITLE: &'static str = "A general whose unit was destroyed";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("lost", yes(dice.shows(face(rules.number(house!("general.unit-lost"))))?))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        vec![needs(of(house!("general.unit-lost")), face(rules.number(house!("general.unit-lost"))))]
    }
}
