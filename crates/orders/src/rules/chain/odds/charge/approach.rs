//! The charge comes in: the target forms its hasty square, then the charger takes the fire of step 3.

use super::Course;
use crate::rules::chain::Body;
use crate::rules::chain::body::Settled;
use crate::rules::chain::charge::{Harm, Pair, struck};
use crate::rules::chain::odds::checks::Fared;
use crate::rules::charge::hasty_square::trial::{square_test, squares_up};
use crate::rules::charge::melee::round::Who;
use crate::rules::fire::{self, ShotFacts};
use crate::rules::morale::Ordeal;
use dice::{Merged, Number, Odds, Placed, Spread, Weight, at_place};

/// The charger under fire.
#[derive(Clone, Copy)]
pub(super) struct UnderFire {
    charger: Settled,
    far_checks: u32,
}

impl Placed for UnderFire {
    const PLACES: usize = Settled::COUNT;
    fn place(&self) -> usize {
        self.far_checks as usize * Settled::COUNT + self.charger.place()
    }
}

/// A shot at the charger.
pub(super) struct Volley<W: Weight> {
    shot: ShotFacts,
    hits: Odds<u32, W>,
    /// The numbers of what it does, by the charger before it.
    known: Vec<Option<Number>>,
}

impl<W: Weight> Course<'_, W> {
    /// The charge comes in: the hasty square, then the fire of step 3.
    pub(super) fn come_in(&mut self) {
        let mut known: Vec<(_, Spread<UnderFire, W>)> = Vec::new();
        for (pair, weight) in self.formed() {
            if !pair.is_locked() {
                self.meet(pair, weight);
                continue;
            }
            let own = self.facts.shot(&pair, 0).and_then(|shot| fire::throw(self.rules, &shot));
            let at = known.iter().position(|(same, _)| *same == own).unwrap_or_else(|| {
                known.push((own, self.under_fire(&pair)));
                known.len() - 1
            });
            for (UnderFire { charger, .. }, chance) in &known[at].1 {
                self.meet(Pair { charger: charger.status(), ..pair }, weight.times(chance));
            }
        }
    }

    /// The two after the hasty-square test, if there is one.
    fn formed(&mut self) -> Spread<Pair, W> {
        let start = self.facts.start();
        if !self.facts.tries_square {
            return vec![(start, W::of(1, 1))];
        }
        let test = square_test(self.rules);
        let ways = self.ways[Who::Target as usize].through(self.rules, Settled::of(start.target), test);
        let formed = |(Fared(target, passed), weight): &(Fared, W)| {
            let squared = squares_up(self.rules, test, *passed);
            (Pair { target: target.status(), squared, ..start }, weight.clone())
        };
        ways.iter().map(formed).collect()
    }

    /// The charger after the shots of step 3.
    fn under_fire(&mut self, pair: &Pair) -> Spread<UnderFire, W> {
        let Body { far_checks, .. } = self.facts.charger;
        let start = UnderFire { charger: Settled::of(pair.charger), far_checks };
        let mut open = vec![(start, W::of(1, 1))];
        let mut after = Merged::new();
        for shot in (0..self.facts.shots()).filter_map(|nth| self.facts.shot(pair, nth)) {
            let volley = self.volley(shot);
            for (before, weight) in open {
                if before.charger.status().is_out() {
                    after.add(before, weight);
                    continue;
                }
                for (struck, chance) in self.struck(volley, before) {
                    after.add(*struck, weight.times(chance));
                }
            }
            open = after.take_all().collect();
        }
        open
    }

    /// The number of a shot.
    fn volley(&mut self, shot: ShotFacts) -> usize {
        self.volleys.iter().position(|known| known.shot == shot).unwrap_or_else(|| {
            let hits = Odds::of(|dice| fire::hits(dice, self.rules, &shot));
            self.volleys.push(Volley { shot, hits, known: Vec::new() });
            self.volleys.len() - 1
        })
    }

    /// The charger after a shot.
    fn struck(&mut self, volley: usize, before: UnderFire) -> &[(UnderFire, W)] {
        let Volley { shot, hits, known } = &mut self.volleys[volley];
        let number = at_place(known, before.place()).get_or_insert_with(|| {
            let mut after = Merged::new();
            for (hits, weight) in hits.iter() {
                let Harm { owed, far: far_checks } = struck(self.rules, shot, *hits, before.far_checks);
                let ordeal = Ordeal::checks(0, owed);
                for (Fared(charger, _), chance) in
                    self.ways[Who::Charger as usize].through(self.rules, before.charger, ordeal)
                {
                    after.add(UnderFire { charger: *charger, far_checks }, weight.times(chance));
                }
            }
            self.struck.put(after.take_all())
        });
        self.struck.get(*number)
    }
}
