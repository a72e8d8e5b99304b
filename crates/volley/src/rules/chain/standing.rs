//! Phases 5 and 10 in the odds: the procedure of play with one charger, and a charged unit that is only its numbers.
//!
//! Open ground and room are taken for granted.

use super::{ChargeFacts, End};
use crate::charts::Rules;
use crate::ids::{Ids, rule};
use crate::rules::charge::stand::procedure::{self, Charged, Effect};
use crate::rules::charge::stand::{tests_to_stand, undecided_choice};
use crate::rules::fire::{self, Target};
use crate::rules::morale::{Morale, morale};
use crate::state::answer::StandChoice;
use crate::state::words::{Arm, Formation, Moment, Nation, Test, Verdict};
use dice::{Dice, Odds, Weight};
use engine::Side;
use engine::Tests as _;
use engine::tested::PASSED;

/// What the phase makes of the charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stood {
    /// The target's.
    pub formation: Formation,
    /// Figures the charger loses: to a square that was formed in time, or to press on.
    pub charger_loses: u32,
    /// `None`: the charge comes in.
    pub end: Option<End>,
}

/// A charged unit, and what charges it.
#[derive(Clone, Copy)]
pub(super) struct Defender {
    /// Its facts for the test to stand.
    test: Morale,
    by: Arm,
    /// The charger as it is shot at; `None`: its losses are not asked for.
    charger: Option<Target>,
    from: Moment,
}

impl Defender {
    pub(super) fn of(facts: &ChargeFacts) -> Defender {
        Defender {
            test: Morale { flank: facts.flank, ..facts.target.morale(Test::Stand) },
            by: facts.charger.arm,
            charger: Some(facts.charger.as_target(facts.charger.arm == Arm::Cavalry)),
            from: facts.from,
        }
    }

    /// Its test, where it takes one.
    pub(super) fn test(&self, rules: &Rules) -> Option<Morale> {
        let side = if self.test.nation == Nation::French { Side::French } else { Side::Allied };
        tests_to_stand(rules, side, self.test.arm, false).then_some(self.test)
    }
}

/// The odds of how a unit meets a charge by such an arm: by its facts for the test to stand. What the charger loses is
/// left out.
pub fn standing_odds<W: Weight>(rules: &Rules, test: &Morale, by: Arm) -> Odds<Stood, W> {
    let defender = Defender { test: *test, by, charger: None, from: Moment::Order };
    Odds::of(|dice| stand(dice, rules, &defender))
}

/// The phase, from where the charge begins.
pub(super) fn stand<D: Dice>(dice: &mut D, rules: &Rules, defender: &Defender) -> Result<Stood, D::Pause> {
    let stood = Stood { formation: defender.test.formation, charger_loses: 0, end: None };
    let mut unit = InOdds { rules, defender, dice, stood };
    match defender.from {
        Moment::Order if defender.test(rules).is_some() => procedure::tests(&mut unit)?,
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

struct InOdds<'a, D> {
    rules: &'a Rules,
    defender: &'a Defender,
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
        self.defender.test.nation
    }

    fn arm(&self) -> Arm {
        self.defender.test.arm
    }

    fn formation(&self) -> Formation {
        self.stood.formation
    }

    fn chargers(&self, arm: Arm) -> Vec<()> {
        if self.defender.by == arm { vec![()] } else { Vec::new() }
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
        morale(self.dice, self.rules, &self.defender.test)
    }

    fn square_roll(&mut self, need: u32) -> Result<bool, D::Pause> {
        self.dice.shows_for::<Ids>(rule!("volley.stand.fail12.british-square"), need, PASSED)
    }

    fn choose(&mut self, may: Vec<StandChoice>) -> Result<StandChoice, D::Pause> {
        let closed = |choice: &StandChoice| matches!(choice, StandChoice::Square | StandChoice::Masse);
        let decided = match self.defender.from {
            Moment::Stays => None,
            Moment::ClosesUp => may.iter().copied().find(closed),
            Moment::GoesIn => may.iter().copied().find(|choice| *choice == StandChoice::CounterCharge),
            Moment::Order
            | Moment::Wavers
            | Moment::RollsForSquare
            | Moment::HeldOff
            | Moment::PressesOn
            | Moment::Melee => Some(undecided_choice(self.rules, &may, self.defender.by == Arm::Cavalry)),
        };
        Ok(decided.unwrap_or(StandChoice::Stay))
    }

    fn rolls_for_square(&mut self) -> Result<bool, D::Pause> {
        Ok(self.defender.from != Moment::Wavers)
    }

    fn presses_on(&mut self, (): ()) -> Result<bool, D::Pause> {
        Ok(self.defender.from == Moment::PressesOn)
    }

    fn carry_out(&mut self, effect: Effect<()>) -> Result<(), D::Pause> {
        match effect {
            Effect::Routs => self.stood.end = Some(End::TargetRouted),
            Effect::ClosesUp(into, _) => {
                self.stood.formation = into;
                if let Some(target) = self.defender.charger.filter(|_| self.defender.by == Arm::Cavalry) {
                    self.stood.charger_loses += fire::square_fire(self.dice, self.rules, &target)?;
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
