//! Small choices: hasty squares, whose melee first, who checks first, following up.

use super::captain::Captain;
use super::odds::{body, worth};
use engine::Fact;
use engine::desk::FactSet as _;
use orders::chain::ChargeFacts;
use orders::fire::ShelterOf;
use orders::words::Aspect;
use orders::{Answer, Orders, UnitId};

impl Captain {
    /// A square costs nothing to try; it is declined only by a unit that would rather shoot than stand in a heap.
    pub(crate) fn hasty_square(&mut self, view: &Orders, unit: UnitId, charger: UnitId) -> Answer {
        let Some(charge) = view.contacts_of(unit).find(|charge| charge.charger == charger) else {
            return Answer::Yes;
        };
        let shelter = ShelterOf { unit, from: charger, crossed: Some(charge.crossed) }.measure(view);
        let facts = ChargeFacts {
            charger: body(view, charger, None, orders::words::Shelter::Open),
            target: body(view, unit, None, shelter),
            hit: charge.hit,
            tries_square: true,
            target_fires: charge.hit == Aspect::Front,
            rain: view.rain,
            ..ChargeFacts::blank()
        };
        let (own, foe) = (worth(view, unit), worth(view, charger));
        let mut weigh = |tries_square: bool| {
            let clash = self.memo.charge(&view.rules, &ChargeFacts { tries_square, ..facts });
            clash.ours * foe - clash.theirs * own
        };
        if weigh(true) >= weigh(false) { Answer::Yes } else { Answer::No }
    }

    /// The surest melee first: what it drives off frees the others.
    pub(crate) fn next_melee(&mut self, view: &Orders, fights: &[UnitId]) -> Answer {
        let mut best: Option<(f64, UnitId)> = None;
        for charger in fights {
            let open = |charge: &&orders::game::Charge| {
                charge.charger == *charger && charge.contact && !charge.fought
            };
            let Some(charge) = view.charges.iter().find(open) else { continue };
            let target = charge.target;
            let shelter =
                ShelterOf { unit: target, from: *charger, crossed: Some(charge.crossed) }.measure(view);
            let facts = ChargeFacts {
                charger: body(view, *charger, None, orders::words::Shelter::Open),
                target: body(view, target, None, shelter),
                hit: charge.hit,
                rain: view.rain,
                ..ChargeFacts::blank()
            };
            let clash = self.memo.charge(&view.rules, &facts);
            let value = clash.theirs * worth(view, target) - clash.ours * worth(view, *charger);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, *charger));
            }
        }
        let first = fights.first().copied();
        best.map(|(_, unit)| unit).or(first).map_or(Answer::No, Answer::Unit)
    }

    /// The steadiest first: the order matters to leaders with the units alone.
    pub(crate) fn next_shock(&mut self, view: &Orders, units: &[UnitId]) -> Answer {
        let best =
            units.iter().copied().max_by_key(|unit| (view.unit(*unit).troop(), view.unit(*unit).level));
        best.map_or(Answer::No, Answer::Unit)
    }

    /// The winner follows up unless he is shaken himself.
    pub(crate) fn advance(&mut self, view: &Orders, unit: UnitId) -> Answer {
        if self.is_shaken(view, unit) { Answer::No } else { Answer::Yes }
    }
}
