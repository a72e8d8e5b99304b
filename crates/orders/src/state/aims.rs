//! Who has whom in range, arc and sight, remembered. After each shot the targets of every unit are asked for again; as
//! long as all units near it stand as they stood, the answer is the same.

use crate::charts::Rules;
use crate::state::game::Orders;
use crate::state::scenario::Scenario;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::Formation;
use std::sync::{Arc, Mutex, PoisonError};
use table::{Inches, Pose, Rect};

/// What was seen last. It is no part of a game: a copy begins without it.
#[derive(Debug, Default)]
pub struct Aims(Mutex<Option<Seen>>);

/// The targets of each who was asked for, and what they rest on: the house, the ground, how all stand, and who charges whom.
#[derive(Debug)]
struct Seen {
    rules: Arc<Rules>,
    scenario: Arc<Scenario>,
    stood: Vec<Stood>,
    contacts: Vec<(UnitId, UnitId)>,
    targets: Vec<Option<Aimed>>,
}

/// How a unit stands on the table, if it does.
type Stood = Option<(Pose, Formation)>;

/// A unit's targets, and the distance beyond which no unit matters to them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aimed {
    pub(crate) targets: Vec<UnitId>,
    pub(crate) reach: Inches,
}

impl Clone for Aims {
    fn clone(&self) -> Aims {
        Aims::default()
    }
}

impl Aims {
    /// The targets of some units, each from memory or by a look, those left out that are not wanted now.
    pub(crate) fn of(
        &self,
        game: &Orders,
        units: impl Iterator<Item = UnitId>,
        look: impl Fn(UnitId) -> Aimed,
        wanted: impl Fn(UnitId) -> bool,
    ) -> Vec<(UnitId, Vec<UnitId>)> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen.as_ref().is_some_and(|seen| seen.holds_for(game)) {
            *seen = None;
        }
        let seen = seen.get_or_insert_with(|| Seen::of(game));
        seen.forget_around_changes(game);
        let targets = |unit: UnitId| {
            let known = seen.targets[usize::from(unit.0)].get_or_insert_with(|| look(unit));
            (unit, known.targets.iter().copied().filter(|target| wanted(*target)).collect())
        };
        units.map(targets).filter(|(_, targets): &(_, Vec<UnitId>)| !targets.is_empty()).collect()
    }
}

impl Seen {
    fn of(game: &Orders) -> Seen {
        Seen {
            rules: Arc::clone(&game.rules),
            scenario: Arc::clone(&game.scenario),
            stood: game.units.iter().map(stood).collect(),
            contacts: contacts(game).collect(),
            targets: vec![None; game.units.len()],
        }
    }

    /// The same house, ground, charges and units.
    fn holds_for(&self, game: &Orders) -> bool {
        Arc::ptr_eq(&self.rules, &game.rules)
            && Arc::ptr_eq(&self.scenario, &game.scenario)
            && self.stood.len() == game.units.len()
            && self.contacts.iter().copied().eq(contacts(game))
    }

    /// Forgets the targets of each unit that has moved, and of all near enough to where it stood or stands.
    fn forget_around_changes(&mut self, game: &Orders) {
        for (unit, before) in game.units.iter().zip(&mut self.stood) {
            let now = stood(unit);
            if *before == now {
                continue;
            }
            let there = [std::mem::replace(before, now), now].into_iter().flatten();
            for ground in there.map(|(pose, formation)| Rect::new(pose, unit.footprint_in(formation))) {
                for (other, known) in game.units.iter().zip(&mut self.targets) {
                    let matters = |aimed: &mut Aimed| {
                        other.rect().is_none_or(|rect| rect.may_be_within(&ground, aimed.reach))
                    };
                    known.take_if(matters);
                }
            }
        }
    }
}

/// How a unit stands on the table.
fn stood(unit: &Unit) -> Stood {
    unit.pose.filter(|_| unit.on_table()).map(|pose| (pose, unit.formation))
}

/// Who is in contact with whom.
fn contacts(game: &Orders) -> impl Iterator<Item = (UnitId, UnitId)> {
    game.charges.iter().filter(|charge| charge.contact).map(|charge| (charge.charger, charge.target))
}
