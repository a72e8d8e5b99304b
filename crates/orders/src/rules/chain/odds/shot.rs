//! The odds of a shot and its checks.

use super::checks::{Fared, Ways};
use crate::charts::Rules;
use crate::rules::chain::body::Settled;
use crate::rules::chain::{Body, ShotOutcome, Status};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::morale::Ordeal;
use dice::{Odds, Spread, Weight};

/// What can come of a shot and its checks.
pub(super) fn outcomes<W: Weight>(
    rules: &Rules,
    shot: &ShotFacts,
    target: &Body,
    ways: &mut Ways<W>,
) -> Spread<ShotOutcome, W> {
    let mut found: Spread<ShotOutcome, W> = Vec::new();
    for (hits, weight) in Odds::<u32, W>::of(|dice| fire::hits(dice, rules, shot)).iter() {
        let checks = fire::struck(rules, shot, *hits, target.far_checks).owed;
        let after = ways.through(rules, Settled::of(Status::of(target)), Ordeal::checks(0, checks));
        found.extend(after.iter().map(|(Fared(settled, _), chance)| {
            (ShotOutcome { hits: *hits, checks, target: settled.status() }, weight.times(chance))
        }));
    }
    found
}
