//! What a charge is carried out with, and where the two stand in it.

use crate::rules::charge::chain::ChargeFacts;
use crate::rules::command::{self, Action, Attempt};
use crate::rules::ground::measure;
use crate::state::event::Working;
use crate::state::game::Empire;
use crate::state::leader::Leader;
use crate::state::unit::UnitId;
use crate::state::words::Formation;
use dice::Test;
use engine::GeneralId;
use engine::tested::{at_least, passed};
use rulebook::RuleId;
use table::{Face, Inches, Pose, Rect, flush};

/// What a charge is carried out with: the pair, its facts, and the batteries that fire at it.
pub(super) struct Fight {
    pub(super) charger: UnitId,
    pub(super) target: UnitId,
    /// Where the charger began, and where its wheel brought it; `None` beside real figures.
    pub(super) from: Option<Pose>,
    pub(super) face: Face,
    pub(super) facts: ChargeFacts,
    pub(super) batteries: Vec<UnitId>,
    /// Who could call Follow Me.
    pub(super) leader: Option<GeneralId>,
    /// What he needs for it, and what guns need that withdraw: the facts know the least total alone.
    pub(super) calls: Option<Needed>,
    pub(super) withdraws: Option<Needed>,
    /// The target's ground when the charge began.
    pub(super) ground: Option<Rect>,
    /// Follow Me has carried it on.
    pub(super) led: bool,
    /// Charges that this one broke through to.
    pub(super) breakthroughs: u32,
}

impl Fight {
    /// The leader who has called Follow Me.
    pub(super) fn called(&self) -> Option<GeneralId> {
        self.leader.filter(|_| self.led)
    }
}

/// A total that is needed, with what is added to the dice.
pub(super) struct Needed {
    pub(super) need: (RuleId, i32),
    pub(super) sum: Working,
}

impl Needed {
    /// The least that the dice themselves must show.
    pub(super) fn least(&self) -> i32 {
        self.need.1 - self.sum.total()
    }

    pub(super) fn test(&self, rolled: u32, passes: bool) -> Test {
        at_least(self.need, &self.sum).rolls(rolled).gives(passed(passes))
    }
}

/// The leader with a unit who could try Follow Me, and what he needs for it.
pub(super) fn follow_me(game: &Empire, unit: UnitId) -> Option<(GeneralId, Needed)> {
    let tries = |(id, officer): (GeneralId, &Leader)| {
        let attempt = Attempt::of(game, officer, Some(unit));
        let is_listed = command::rule_of(&game.rules, Action::FollowMe, attempt.initiative).is_some();
        let need = attempt.need(&game.rules).filter(|_| is_listed && !officer.ended)?;
        Some((id, Needed { need, sum: attempt.sum(&game.rules) }))
    };
    game.leaders_with(unit).filter_map(tries).min_by_key(|(_, needed)| needed.least().max(1))
}

/// A unit changes formation where it stands; where there is no room it keeps its front's middle all the same, beside
/// others as near as may be.
pub(super) fn forms(game: &mut Empire, unit: UnitId, formation: Formation) {
    let body = game.unit(unit);
    let Some(pose) = body.pose else {
        game.unit_mut(unit).formation = formation;
        return;
    };
    let (before, after) = (body.footprint(), body.footprint_in(formation));
    let centred = engine::room::reformed(pose, pose.facing, before, after, engine::room::Keeps::Centre);
    let fits = |pose: Pose| measure::fits(game, unit, pose, formation);
    let step = engine::room::STEP;
    let place = [centred, pose]
        .into_iter()
        .find(|pose| fits(*pose))
        .or_else(|| table::nearest_spot(centred, step, Inches::whole(6), fits));
    if let Some(place) = place {
        game.unit_mut(unit).stand(place, formation);
    }
}

/// Stands the charger `off` its target, on the way it came; if it began nearer, it stands where it began.
pub(super) fn stands_off(game: &mut Empire, fight: &Fight, off: Inches) {
    let body = game.unit(fight.charger);
    let (Some(from), Some(aim)) = (fight.from, game.unit(fight.target).rect().copied()) else { return };
    // Fire may have left no figures of it.
    if !body.on_table() {
        return;
    }
    let (formation, footprint) = (body.formation, body.footprint());
    let gap = Rect::new(from, footprint).distance(&aim);
    let far = Inches((gap.0 - off.0).max(0));
    let fits = |pose: Pose| measure::fits(game, fight.charger, pose, formation);
    let ahead = table::steps_along(from, from.facing, far, engine::room::STEP);
    let clear = |pose: &Pose| {
        let there = Rect::new(*pose, footprint);
        fits(*pose) && there.distance(&aim) >= off
    };
    let place = ahead.map(|(_, pose)| pose).filter(clear).last();
    if let Some(place) = place.or(Some(from).filter(|pose| fits(*pose))) {
        game.unit_mut(fight.charger).stand(place, formation);
    }
}

/// Stands the charger flush on the face it strikes, or as near as there is room.
pub(super) fn stands_at(game: &mut Empire, fight: &Fight) {
    let Some(aim) = game.unit(fight.target).rect().copied() else { return };
    let body = game.unit(fight.charger);
    let (Some(pose), formation) = (body.pose, body.formation) else { return };
    let footprint = body.footprint();
    let flush = flush(footprint, &aim, fight.face, pose.at);
    if measure::fits(game, fight.charger, flush, formation) {
        game.unit_mut(fight.charger).stand(flush, formation);
    } else {
        stands_off(game, fight, Inches::ZERO);
    }
}
