//! Exact odds of shots and charges, each worked out once and remembered.

use super::charts::{level_worth, troop_worth};
use crate::kit;
use orders::chain::{Body, ChargeFacts, Outcome, Reckoner, ShotOutcome, Status};
use orders::fire::ShotFacts;
use orders::words::{Arm, Formation, Gun, Level, Shelter};
use orders::{Orders, Rules, UnitId};
use std::sync::Arc;
use table::Inches;

/// What a shot does, in means.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Harm {
    /// What the target loses of its worth.
    pub(crate) loss: f64,
    /// The chance that it is driven back or gone.
    pub(crate) moved: f64,
}

/// What a charge does, in means.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clash {
    /// What each loses of its worth.
    pub(crate) ours: f64,
    pub(crate) theirs: f64,
    /// The chance that the target is driven back or gone, and the charger not.
    pub(crate) won: f64,
}

#[derive(Default)]
pub(crate) struct Memo {
    reckoner: Option<Reckoner<Arc<Rules>, f64>>,
    shots: kit::memo::Memo<(ShotFacts, Body), Harm>,
    charges: kit::memo::Memo<ChargeFacts, Clash>,
}

impl Memo {
    fn reckoner(&mut self, rules: &Arc<Rules>) -> &mut Reckoner<Arc<Rules>, f64> {
        self.reckoner.get_or_insert_with(|| Reckoner::new(Arc::clone(rules)))
    }

    pub(crate) fn shot(&mut self, rules: &Arc<Rules>, shot: &ShotFacts, target: &Body) -> Harm {
        let mut shot = *shot;
        shot.range = rounded(shot.range);
        if let Some(known) = self.shots.known(&(shot, *target)) {
            return known;
        }
        let mut harm = Harm::default();
        let before = level_worth(target.level);
        for (ShotOutcome { target: after, .. }, chance) in self.reckoner(rules).shot(&shot, target).iter() {
            harm.loss += chance * (before - level_worth(after.level));
            if after.moved || after.level == Level::Routed {
                harm.moved += chance;
            }
        }
        self.shots.keep((shot, *target), harm)
    }

    pub(crate) fn charge(&mut self, rules: &Arc<Rules>, facts: &ChargeFacts) -> Clash {
        if let Some(known) = self.charges.known(facts) {
            return known;
        }
        let mut clash = Clash::default();
        let (ours, theirs) = (level_worth(facts.charger.level), level_worth(facts.target.level));
        for (Outcome { charger, target, .. }, chance) in self.reckoner(rules).charge(facts).iter() {
            clash.ours += chance * (ours - level_worth(charger.level));
            clash.theirs += chance * (theirs - level_worth(target.level));
            let gone = |status: &Status| status.moved || status.level == Level::Routed;
            if gone(target) && !gone(charger) {
                clash.won += chance;
            }
        }
        self.charges.keep(*facts, clash)
    }
}

/// Ranges differ in what they give by whole inches only.
fn rounded(range: Inches) -> Inches {
    Inches((range.0 + 999) / 1000 * 1000)
}

/// A unit as the odds want it, in another formation where one is named.
pub(crate) fn body(view: &Orders, id: UnitId, formation: Option<Formation>, shelter: Shelter) -> Body {
    let body = Body::of(view, id, shelter);
    Body { formation: formation.unwrap_or(body.formation), far_checks: 0, ..body }
}

/// What a unit is worth beside others: soldiers and guns.
pub(crate) fn worth(view: &Orders, id: UnitId) -> f64 {
    let unit = view.unit(id);
    troop_worth(unit.troop()) * arm_worth(unit.arm(), unit.profile.gun)
}

pub(crate) fn arm_worth(arm: Arm, gun: Option<Gun>) -> f64 {
    match (arm, gun) {
        (Arm::FootArtillery | Arm::HorseArtillery, Some(Gun::Heavy)) => 1.5,
        (Arm::FootArtillery | Arm::HorseArtillery, _) => 1.25,
        (Arm::HeavyCavalry, _) => 1.15,
        (Arm::LightCavalry, _) => 1.05,
        (Arm::Infantry, _) => 1.0,
    }
}
