//! Leaders: good ones to the unit that is about to charge or to suffer, commanders with their corps.

use super::captain::Captain;
use super::march::accepted;
use crate::kit::spot::Spot;
use engine::Side;
use orders::unit::Leader;
use orders::words::Trait;
use orders::{Act, Answer, GeneralId, Orders, Question, UnitId};

/// What a unit is likely to lose, that its leader goes to it.
const NEEDED: f64 = 1.2;

impl Captain {
    /// Before the charges: a leader worth having joins a unit of his that charges. The army's commander does not.
    pub(crate) fn lead(
        &mut self,
        view: &Orders,
        side: Side,
        id: GeneralId,
        question: &Question,
    ) -> Option<Answer> {
        let leader = view.leader(id)?;
        if !self.may_ride(side, leader) || leader.shaken || leader.army {
            return None;
        }
        if self.charts.trait_value(leader.character) <= 0 {
            return None;
        }
        let at = Spot::of(view.leader_at(leader)?);
        let reach = f64::from(self.charts.ride) / 1000.0;
        let charges = self.turn.charges.iter();
        let unit = charges.map(|(_, unit)| *unit).find(|unit| {
            let body = view.unit(*unit);
            let own = leader.corps.is_none_or(|corps| corps == body.corps());
            let near = body.rect().is_some_and(|rect| Spot::from_vec(rect.centre()).to(at) <= reach);
            own && near && view.leader_with(*unit).is_none()
        })?;
        accepted(view, question, Act::Ride { leader: id, to: None, join: Some(unit) })
    }

    /// Whether a leader is his to send, and has not ridden yet. The army's is where all corps are.
    fn may_ride(&self, side: Side, leader: &Leader) -> bool {
        let led = leader.corps.map_or(self.led.is_none(), |corps| self.leads(corps));
        leader.side == side && leader.is_present() && !leader.moved && led
    }

    /// At the end of the moves: to a unit in need, or to the middle of the corps.
    pub(crate) fn ride(
        &mut self,
        view: &Orders,
        side: Side,
        id: GeneralId,
        question: &Question,
    ) -> Option<Answer> {
        let leader = view.leader(id)?;
        if !self.may_ride(side, leader) {
            return None;
        }
        let at = Spot::of(view.leader_at(leader)?);
        // The army's commander is needed by all, so he joins none.
        let joins = !(self.manner.schooled && leader.army);
        if joins
            && self.charts.trait_value(leader.character) > 0
            && !leader.shaken
            && let Some(unit) = self.unit_in_need(view, side, id, at)
        {
            if leader.attached == Some(unit) {
                return None;
            }
            let join = accepted(view, question, Act::Ride { leader: id, to: None, join: Some(unit) });
            if join.is_some() {
                return join;
            }
        }
        let place = self.leader_place(view, side, id)?;
        let gap = at.to(place);
        let unlucky = matches!(leader.character, Trait::Poltroon | Trait::Weak);
        let leaves = leader.attached.is_some() && (unlucky || self.manner.schooled);
        if gap < 3.0 && !leaves {
            return None;
        }
        let reach = f64::from(self.charts.ride) / 1000.0 - 0.3;
        [1.0, 0.6].into_iter().find_map(|share| {
            let to = self.on_table(view, at.toward(place, gap.min(reach) * share));
            accepted(view, question, Act::Ride { leader: id, to: Some(to.point()), join: None })
        })
    }

    /// The unit of a leader's that will suffer most.
    fn unit_in_need(&self, view: &Orders, side: Side, id: GeneralId, at: Spot) -> Option<UnitId> {
        let leader = view.leader(id)?;
        let reach = f64::from(self.charts.ride) / 1000.0 - 0.5;
        let mut best: Option<(f64, UnitId)> = None;
        for (unit, body) in view.of(side) {
            let Some(rect) = body.rect() else { continue };
            if body.in_panic() || leader.corps.is_some_and(|corps| corps != body.corps()) {
                continue;
            }
            if Spot::from_vec(rect.centre()).to(at) > reach || view.in_contact(unit) {
                continue;
            }
            if view.leader_with(unit).is_some_and(|other| other != id) {
                continue;
            }
            let Some(stand) = self.standing(view, unit) else { continue };
            let (picture, all, charts) = (&self.picture, &self.picture.all, &self.charts);
            let danger = picture.fire_danger(all, charts, &self.sight, view, &stand, |_| true)
                + picture.charge_danger(all, charts, &stand, |_| true);
            let least = if self.manner.schooled { NEEDED } else { 0.5 };
            if danger > least && best.is_none_or(|(most, _)| danger > most) {
                best = Some((danger, unit));
            }
        }
        best.map(|(_, unit)| unit)
    }

    /// Where a leader belongs: a little behind the middle of his corps; the army's behind the middle of the army.
    fn leader_place(&self, view: &Orders, side: Side, id: GeneralId) -> Option<Spot> {
        let leader = view.leader(id)?;
        let (mut x, mut y, mut count) = (0.0, 0.0, 0.0);
        for (_, body) in view.of(side) {
            if leader.corps.is_some_and(|corps| corps != body.corps()) {
                continue;
            }
            let Some(rect) = body.rect() else { continue };
            let at = Spot::from_vec(rect.centre());
            x += at.x;
            y += at.y;
            count += 1.0;
        }
        if count < 1.0 {
            return None;
        }
        let middle = Spot { x: x / count, y: y / count };
        let back = if leader.army { 3.0 } else { 1.0 };
        let (east, north) = view.scenario.edges[side].outward();
        Some(Spot { x: middle.x + f64::from(east) * back, y: middle.y + f64::from(north) * back })
    }
}
