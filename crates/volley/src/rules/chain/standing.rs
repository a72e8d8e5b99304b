//! Phases 5 and 10 in the odds: the procedure of play with one charger, and a charged unit that is only its numbers.
//!
//! Open ground and room are taken for granted.

use super::{ChargeFacts, End};
use crate::charts::Rules;
use crate::rules::fire;
use crate::rules::morale::{Morale, morale};
use crate::rules::stand::procedure::{self, Charged, Effect};
use crate::rules::stand::{tests_to_stand, undecided_choice};
use crate::state::answer::StandChoice;
use crate::state::words::{Arm, Formation, Moment, Nation, Test, Verdict};
use dice::Dice;
use engine::Side;

/// What the phase makes of the charge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stood {
    /// The target's.
    pub(super) formation: Formation,
    /// Figures the charger loses: to a square that was formed in time, or to press on.
    pub(super) charger_loses: u32,
    pub(super) end: Option<End>,
}

/// The phase, from where the charge begins.
pub(super) fn stand<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts) -> Result<Stood, D::Pause> {
    let stood = Stood { formation: facts.target.formation, charger_loses: 0, end: None };
    let mut unit = InOdds { rules, facts, dice, stood };
    match facts.from {
        Moment::Order if tests(rules, facts) => procedure::tests(&mut unit)?,
        Moment::Order => {
            for charger in unit.chargers(Arm::Infantry) {
                procedure::comes_to_blows(&mut unit, charger)?;
            }
        }
        Moment::Stays | Moment::ClosesUp | Moment::GoesIn => procedure::stands_firm(&mut unit)?,
        Moment::RollsForSquare | Moment::Wavers => procedure::stands_shaken(&mut unit)?,
        Moment::HeldOff | Moment::PressesOn => procedure::held_off(&mut unit, ())?,
        Moment::Melee => {}
    }
    Ok(unit.stood)
}

fn tests(rules: &Rules, facts: &ChargeFacts) -> bool {
    let side = if facts.target.nation == Nation::French { Side::French } else { Side::Allied };
    tests_to_stand(rules, side, facts.target.arm, false)
}

/// The test of a charged unit, where it takes one.
pub(super) fn stand_test(rules: &Rules, facts: &ChargeFacts) -> Option<Morale> {
    tests(rules, facts).then(|| morale_of(facts))
}

fn morale_of(facts: &ChargeFacts) -> Morale {
    Morale { flank: facts.flank, ..facts.target.morale(Test::Stand) }
}

struct InOdds<'a, D> {
    rules: &'a Rules,
    facts: &'a ChargeFacts,
    dice: &'a mut D,
    stood: Stood,
}

impl<D: Dice> Charged for InOdds<'_, D> {
    type Pause = D::Pause;
    /// There is one.
    type Charger = ();

    fn rules(&self) -> &Rules {
        self.rules
    }

    fn nation(&self) -> Nation {
        self.facts.target.nation
    }

    fn arm(&self) -> Arm {
        self.facts.target.arm
    }

    fn formation(&self) -> Formation {
        self.stood.formation
    }

    fn chargers(&self, arm: Arm) -> Vec<()> {
        if self.facts.charger.arm == arm { vec![()] } else { Vec::new() }
    }

    /// Whether it has lost all its figures is seen when the phase is over.
    fn is_there(&self, (): ()) -> bool {
        true
    }

    fn is_in_the_open(&self) -> bool {
        true
    }

    fn has_room(&self, _: Formation) -> bool {
        true
    }

    fn test(&mut self) -> Result<Verdict, D::Pause> {
        morale(self.dice, self.rules, &morale_of(self.facts))
    }

    fn square_roll(&mut self, need: u32) -> Result<bool, D::Pause> {
        self.dice.shows(need)
    }

    fn choose(&mut self, may: Vec<StandChoice>) -> Result<StandChoice, D::Pause> {
        let closed = |choice: &StandChoice| matches!(choice, StandChoice::Square | StandChoice::Masse);
        let decided = match self.facts.from {
            Moment::Stays => None,
            Moment::ClosesUp => may.iter().copied().find(closed),
            Moment::GoesIn => may.iter().copied().find(|choice| *choice == StandChoice::CounterCharge),
            _ => Some(undecided_choice(self.rules, &may, self.facts.charger.arm == Arm::Cavalry)),
        };
        Ok(decided.unwrap_or(StandChoice::Stay))
    }

    fn rolls_for_square(&mut self) -> Result<bool, D::Pause> {
        Ok(self.facts.from != Moment::Wavers)
    }

    fn presses_on(&mut self, (): ()) -> Result<bool, D::Pause> {
        Ok(self.facts.from == Moment::PressesOn)
    }

    fn carry_out(&mut self, effect: Effect<()>) -> Result<(), D::Pause> {
        let charger = &self.facts.charger;
        match effect {
            Effect::Routs => self.stood.end = Some(End::TargetRouted),
            Effect::ClosesUp(into, _) => {
                self.stood.formation = into;
                if charger.arm == Arm::Cavalry {
                    let hits = fire::square_fire(self.dice, self.rules, &charger.as_target(true))?;
                    self.stood.charger_loses += hits;
                }
            }
            Effect::PressesOn((), price) => self.stood.charger_loses += price,
            Effect::SetBack((), _) | Effect::Repulses(()) => self.stood.end = Some(End::HeldOff),
            Effect::CallsOff(()) => self.stood.end = Some(End::ChargerStops),
            Effect::StandsFirm
            | Effect::StandsShaken
            | Effect::CounterCharges(())
            | Effect::NotHeldOff(())
            | Effect::ComesToBlows(()) => {}
        }
        Ok(())
    }
}
