//! Odds one after another under the same rules. How a kind of unit goes through its checks is worked out once and kept:
//! the next shot or charge of its like is then quick.

use super::charge::Course;
use super::checks::Ways;
use super::shot;
use crate::charts::Rules;
use crate::rules::chain::{Body, ChargeFacts, Outcome, ShotOutcome};
use crate::rules::charge::melee::round;
use crate::rules::fire::ShotFacts;
use crate::state::event::Working;
use dice::{EveryFace, Odds, Spread, Weight};
use std::collections::BTreeMap;
use std::ops::Deref;

/// The most kinds of units that are kept.
const MOST: usize = 1 << 10;

/// The exact odds of a shot and its checks.
pub fn shot_odds<W: Weight>(rules: &Rules, shot: &ShotFacts, target: &Body) -> Odds<ShotOutcome, W> {
    Reckoner::new(rules).shot(shot, target)
}

/// The exact odds of a whole charge.
pub fn charge_odds<W: Weight>(rules: &Rules, facts: &ChargeFacts) -> Odds<Outcome, W> {
    Reckoner::new(rules).charge(facts)
}

/// Works out odds, and keeps what the next have in common with them.
pub struct Reckoner<R, W> {
    rules: R,
    /// How far the attacker's die is above the defender's; found with the first charge.
    dice: Spread<i32, W>,
    /// By the nature of a unit.
    ways: BTreeMap<Body, Ways<W>>,
}

impl<R: Deref<Target = Rules>, W: Weight> Reckoner<R, W> {
    pub fn new(rules: R) -> Self {
        Reckoner { rules, dice: Spread::new(), ways: BTreeMap::new() }
    }

    /// The exact odds of a shot and its checks.
    pub fn shot(&mut self, shot: &ShotFacts, target: &Body) -> Odds<ShotOutcome, W> {
        let mut ways = self.ways_of(target);
        let found = shot::outcomes(&self.rules, shot, target, &mut ways);
        self.keep(ways);
        found.into_iter().collect()
    }

    /// The exact odds of a whole charge.
    pub fn charge(&mut self, facts: &ChargeFacts) -> Odds<Outcome, W> {
        if self.dice.is_empty() {
            let dice = |every: &mut EveryFace| {
                round::throw(every, &self.rules, [&Working::default(), &Working::default()])
            };
            self.dice = EveryFace::of(|every| dice(every).map(|[attacker, defender]| attacker - defender));
        }
        let ways = [facts.charger, facts.target].map(|body| self.ways_of(&body));
        let (found, [charger, target]) = Course::new(&self.rules, facts, &self.dice, ways).outcomes();
        self.keep(target);
        self.keep(charger);
        found.into_iter().collect()
    }

    /// What is known of a unit's like. Where it meets its like, the second begins anew.
    fn ways_of(&mut self, body: &Body) -> Ways<W> {
        let nature = body.nature();
        self.ways.remove(&nature).unwrap_or_else(|| Ways::new(nature))
    }

    fn keep(&mut self, ways: Ways<W>) {
        if self.ways.len() >= MOST {
            self.ways.clear();
        }
        self.ways.insert(ways.nature(), ways);
    }
}
