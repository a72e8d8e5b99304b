//! What may come: of an answer, of a charge that was not ordered, of a shot a unit might have.

use crate::rules::fire::shooting::{may_shoot, may_side_shoot};
use crate::rules::fire::{bombardment, shooting};
use crate::rules::ground::facts::{GeneralNear, InFlank};
use crate::rules::outlook::{self, About, Body, ChargeFacts, Outlook};
use crate::state::game::Volley;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Phase};
use engine::outlook::{Foreseen, measuring};
use engine::{Fact as _, Side};

impl Foreseen for Volley {
    type About = About;

    fn present(&self, unit: UnitId) -> Option<(Side, &str)> {
        self.get(unit).filter(|unit| unit.on_table()).map(|unit| (unit.side(), unit.name()))
    }

    fn is_measured(&self) -> bool {
        self.measured
    }

    fn threat(&self, unit: UnitId, target: UnitId) -> Option<Outlook> {
        threat(self, unit, target)
    }

    fn aimed(&self, shooter: UnitId, target: UnitId) -> Option<Outlook> {
        aimed(self, shooter, target)
    }
}

/// A charge that was not ordered yet, as if it came in from where the two stand; only the target shoots.
fn threat(game: &Volley, unit: UnitId, target: UnitId) -> Option<Outlook> {
    let (us, foe) = (game.unit(unit), game.unit(target));
    if us.is_open() || us.is(Arm::Artillery) || foe.is_open() {
        return None;
    }
    let facts = ChargeFacts {
        flank: InFlank { from: us.pose, charger: unit, target }.measure(game),
        target_shoots: may_side_shoot(game, foe.side()) && may_shoot(game, target),
        general_near: GeneralNear { unit }.measure(game),
        ..ChargeFacts::new(Body::of(game, unit), Body::of(game, target))
    };
    outlook::charge(game, &facts, [unit, target], &[])
}

/// A shot a unit might have: by its battery's next fire, or by its volley while the enemy moves.
fn aimed(game: &Volley, shooter: UnitId, target: UnitId) -> Option<Outlook> {
    let unit = game.unit(shooter);
    let volleys =
        matches!(game.phase(), Phase::FrenchMove | Phase::OpponentMove) && game.active() != unit.side();
    let guns = unit.is(Arm::Artillery) && !volleys;
    let may = if guns {
        measuring(|eyes| bombardment::targets(game, eyes, shooter))
    } else {
        measuring(|eyes| shooting::shot_targets(game, eyes, shooter))
    };
    if !shooting::is_armed(&game.rules, unit.arm(), unit.formation) || !may.contains(&target) {
        return None;
    }
    if guns {
        bombardment::outlook_of(game, shooter, target)
    } else {
        shooting::outlook_of(game, shooter, target)
    }
}
