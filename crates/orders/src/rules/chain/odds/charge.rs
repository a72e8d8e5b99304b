//! The odds of a whole charge: it comes in under fire ([`approach`]), then the two fight round after round ([`rounds`]).

mod approach;
mod rounds;

use super::checks::Ways;
use crate::charts::Rules;
use crate::rules::chain::body::Settled;
use crate::rules::chain::charge::{CameTo, Pair};
use crate::rules::chain::{ChargeFacts, Outcome};
use crate::rules::charge::melee::round::{self, Who};
use crate::rules::morale::Ordeal;
use approach::{UnderFire, Volley};
use dice::{Merged, Placed, Shelf, Spread, Weight};
use rounds::Margin;

/// A charge on its way.
pub(super) struct Course<'a, W: Weight> {
    rules: &'a Rules,
    facts: &'a ChargeFacts,
    /// The charger's ways, the target's.
    ways: [Ways<W>; 2],
    /// How far the attacker's die is above the defender's.
    dice: &'a Spread<i32, W>,
    volleys: Vec<Volley<W>>,
    struck: Shelf<UnderFire, W>,
    margins: Vec<Margin<W>>,
    after: Shelf<Settled, W>,
    merging: Merged<Settled, W>,
    fights: Merged<Fight, W>,
    /// Rounds in which both units take a result, after the first has taken its own. The key is who comes second, and
    /// what he takes.
    halfway: Vec<((Who, Ordeal), Merged<Fight, W>)>,
    ended: Spread<Outcome, W>,
}

impl<'a, W: Weight> Course<'a, W> {
    pub(super) fn new(
        rules: &'a Rules,
        facts: &'a ChargeFacts,
        dice: &'a Spread<i32, W>,
        ways: [Ways<W>; 2],
    ) -> Self {
        Course {
            rules,
            facts,
            ways,
            dice,
            volleys: Vec::new(),
            struck: Shelf::new(),
            margins: Vec::new(),
            after: Shelf::new(),
            merging: Merged::new(),
            fights: Merged::new(),
            halfway: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// The two are in contact, or it has ended before the melee.
    fn meet(&mut self, pair: Pair, weight: W) {
        if pair.is_locked() {
            self.fights.add(Fight::new(&pair), weight);
        } else {
            self.ended.push((self.facts.outcome(self.rules, &pair, CameTo::Nothing), weight));
        }
    }

    /// How it ends, and what is now known of the two. Whether the target was in square is not told.
    pub(super) fn outcomes(mut self) -> (Spread<Outcome, W>, [Ways<W>; 2]) {
        self.come_in();
        for round in 1..=round::rounds(self.rules) {
            self.round(round);
        }
        let mut squared = Spread::new();
        self.fights.take(&mut squared, |fight| fight.is_squared());
        for (fight, weight) in squared {
            self.fights.add(Fight::new(&Pair { squared: false, ..fight.pair() }), weight);
        }
        let outcome = |(fight, weight): (Fight, W)| {
            (self.facts.outcome(self.rules, &fight.pair(), CameTo::Blows), weight)
        };
        self.ended.extend(self.fights.take_all().map(outcome));
        self.ended.sort_by_cached_key(|(outcome, _)| outcome.place());
        (self.ended, self.ways)
    }
}

/// The two in the melee, by their number.
#[derive(Clone, Copy)]
struct Fight(usize);

impl Placed for Fight {
    const PLACES: usize = Settled::COUNT * Settled::COUNT;
    fn place(&self) -> usize {
        self.0
    }
}

impl Fight {
    fn new(pair: &Pair) -> Fight {
        let (charger, target) = (Settled::of(pair.charger), Settled::of(pair.target));
        let squared = usize::from(pair.squared) * Self::PLACES;
        Fight(squared + charger.place() * Settled::COUNT + target.place())
    }

    fn of(self, who: Who) -> Settled {
        let place = match who {
            Who::Charger => self.0 / Settled::COUNT % Settled::COUNT,
            Who::Target => self.0 % Settled::COUNT,
        };
        Settled(place as u8)
    }

    /// The same two with one of them settled otherwise.
    fn but(self, who: Who) -> impl Fn(Settled) -> Fight {
        let scale = match who {
            Who::Charger => Settled::COUNT,
            Who::Target => 1,
        };
        let rest = self.0 - self.of(who).place() * scale;
        move |settled| Fight(rest + settled.place() * scale)
    }

    fn is_squared(self) -> bool {
        self.0 >= Self::PLACES
    }

    fn pair(self) -> Pair {
        let [charger, target] = [Who::Charger, Who::Target].map(|who| self.of(who).status());
        Pair { charger, target, squared: self.is_squared() }
    }
}

impl Outcome {
    /// Outcomes run as their places do.
    fn place(&self) -> usize {
        let (charger, target) = (Settled::of(self.charger), Settled::of(self.target));
        (self.end as usize * Settled::COUNT + charger.place()) * Settled::COUNT + target.place()
    }
}
