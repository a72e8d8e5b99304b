//! A round of melee: what each adds, what the dice then give one of the two or both, and the checks that follow.

use super::{Course, Fight};
use crate::rules::chain::body::Settled;
use crate::rules::chain::odds::checks::Fared;
use crate::rules::charge::melee::round::{Taking, Who, taking};
use crate::rules::morale::Ordeal;
use dice::{Merged, Number, Placed, Spread, Weight, add_to};

/// What a round does, by how much more the attacker adds than the defender.
pub(super) struct Margin<W> {
    lead: i32,
    /// Nothing at all.
    nothing: Option<W>,
    /// A result for the charger alone, for the target alone.
    one: [Spread<Ordeal, W>; 2],
    /// A result for both, in order.
    both: Spread<[(Who, Ordeal); 2], W>,
    /// The numbers of what comes of a result for one alone, by how the unit was settled before it.
    after: [[Option<Number>; Settled::COUNT]; 2],
}

/// What the two add in one round, as far as known: by who it is, whether the target is in square, and how it is settled.
type Adds = [[[Option<i32>; Settled::COUNT]; 2]; 2];

impl<W: Weight> Course<'_, W> {
    pub(super) fn round(&mut self, round: u32) {
        let mut adds: Adds = [[[None; Settled::COUNT]; 2]; 2];
        let mut open = Spread::new();
        self.fights.take(&mut open, |fight| fight.pair().is_locked());
        for (fight, weight) in open {
            let [attacker, defender] =
                [Who::Charger, Who::Target].map(|who| self.add_of(&mut adds, fight, who, round));
            let margin = self.margin(attacker - defender);
            if let Some(chance) = &self.margins[margin].nothing {
                self.fights.add(fight, weight.times(chance));
            }
            for who in [Who::Charger, Who::Target] {
                let after = self.alone(margin, who, fight.of(who));
                let then = fight.but(who);
                self.fights.add_each(self.after.get(after), &weight, |settled| then(*settled));
            }
            for (ordeals, chance) in &self.margins[margin].both {
                let [(who, ordeal), second] = *ordeals;
                let weight = weight.times(chance);
                let at = self.halfway.iter().position(|(known, _)| *known == second).unwrap_or_else(|| {
                    self.halfway.push((second, Merged::new()));
                    self.halfway.len() - 1
                });
                let ways = self.ways[who as usize].through(self.rules, fight.of(who), ordeal);
                let then = fight.but(who);
                self.halfway[at].1.add_each(ways, &weight, |Fared(settled, _)| then(*settled));
            }
        }
        for ((who, ordeal), fights) in &mut self.halfway {
            for (fight, weight) in fights.take_all() {
                let ways = self.ways[*who as usize].through(self.rules, fight.of(*who), *ordeal);
                let then = fight.but(*who);
                self.fights.add_each(ways, &weight, |Fared(settled, _)| then(*settled));
            }
        }
    }

    /// The number of the [`Margin`] for this lead of the attacker.
    fn margin(&mut self, lead: i32) -> usize {
        if let Some(known) = self.margins.iter().position(|known| known.lead == lead) {
            return known;
        }
        let (mut nothing, mut one, mut both) = (None, [Spread::new(), Spread::new()], Spread::new());
        for (above, chance) in self.dice {
            let Some(first) = taking(self.rules, [above + lead, 0]) else {
                nothing = Some(nothing.map_or(chance.clone(), |sum: W| sum.plus(chance)));
                continue;
            };
            let of = |taking: Taking| (taking.first, taking.ordeal());
            match first.then() {
                None => add_to(&mut one[first.first as usize], first.ordeal(), chance.clone()),
                Some(second) => add_to(&mut both, [of(first), of(second)], chance.clone()),
            }
        }
        let after = [[None; Settled::COUNT]; 2];
        self.margins.push(Margin { lead, nothing, one, both, after });
        self.margins.len() - 1
    }

    /// The number of what comes of the results that one takes alone.
    fn alone(&mut self, margin: usize, who: Who, settled: Settled) -> Number {
        let margin = &mut self.margins[margin];
        let known = &mut margin.after[who as usize][settled.place()];
        *known.get_or_insert_with(|| {
            for (ordeal, weight) in &margin.one[who as usize] {
                for (Fared(settled, _), chance) in
                    self.ways[who as usize].through(self.rules, settled, *ordeal)
                {
                    self.merging.add(*settled, weight.times(chance));
                }
            }
            self.after.put(self.merging.take_all())
        })
    }

    fn add_of(&self, adds: &mut Adds, fight: Fight, who: Who, round: u32) -> i32 {
        let settled = fight.of(who);
        let known = &mut adds[who as usize][usize::from(fight.is_squared())][settled.place()];
        let sum = || self.facts.sum(self.rules, who, settled.status(), fight.is_squared(), round);
        *known.get_or_insert_with(|| sum().total())
    }
}
