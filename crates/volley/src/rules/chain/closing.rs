//! Phases 4 and 9 in the odds: the procedure of play with a unit that is only its numbers.
//!
//! Room to form line is taken for granted.

use super::End;
use crate::charts::Rules;
use crate::rules::charge::close::{CloseResult, Closing, closes, when_crowded};
use crate::rules::morale::{Morale, Reasons, morale, reasons_to_close};
use crate::state::words::{Arm, Nation, Verdict};
use dice::{Dice, Odds, Weight};
use engine::Tests as _;
use rulebook::RuleId;

/// The odds of how the closing phase ends a charge, if it does: by the charger's facts for that test, after its losses;
/// `shot`: it has lost figures on its way in.
pub fn closing_odds<W: Weight>(rules: &Rules, charger: &Morale, shot: bool) -> Odds<Option<End>, W> {
    Odds::of(|dice| Ok(close(dice, rules, charger, shot, false)?.0))
}

/// The charger tests if it must: how that ends the charge, if it does, and what crowding costs it.
pub(super) fn close<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    charger: &Morale,
    shot: bool,
    crowded: bool,
) -> Result<(Option<End>, u32), D::Pause> {
    let on_foot = charger.arm != Arm::Cavalry;
    let (result, lost) =
        tested(dice, rules, charger, Approach { on_foot, crowded }, reasons(rules, charger.arm, shot))?;
    let end = result.and_then(|result| match result {
        CloseResult::Routs => Some(End::ChargerBroken),
        CloseResult::FormsLine(_) | CloseResult::SetBack(_) | CloseResult::Stands => {
            on_foot.then_some(End::ChargerStops)
        }
        CloseResult::GoesOn => None,
    });
    Ok((end, lost))
}

/// How a unit that tests comes on.
#[derive(Clone, Copy)]
pub(super) struct Approach {
    /// It charges, and not as cavalry.
    pub(super) on_foot: bool,
    /// Another column stands close to its flank.
    pub(super) crowded: bool,
}

/// What the closing phase makes of a unit that tests for these reasons, `None` where it has none; and what crowding
/// costs it.
pub(super) fn tested<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    unit: &Morale,
    going: Approach,
    reasons: Reasons,
) -> Result<(Option<CloseResult>, u32), D::Pause> {
    let mut unit = InOdds { rules, unit, going, dice, result: None, lost: 0 };
    closes(&mut unit, reasons)?;
    Ok((unit.result, unit.lost))
}

fn reasons(rules: &Rules, arm: Arm, shot: bool) -> Reasons {
    let cavalry = arm == Arm::Cavalry;
    reasons_to_close(rules, arm, cavalry, Reasons { shot, charging: !cavalry })
}

/// The test of a charger that loses nothing on its way in, where it takes one.
pub(super) fn close_test(rules: &Rules, charger: Morale) -> Option<Morale> {
    let reasons = reasons(rules, charger.arm, false);
    (reasons != Reasons::default()).then_some(Morale { charging: reasons.charging, ..charger })
}

struct InOdds<'a, D> {
    rules: &'a Rules,
    unit: &'a Morale,
    going: Approach,
    dice: &'a mut D,
    /// The worst so far.
    result: Option<CloseResult>,
    /// To crowding.
    lost: u32,
}

impl<D: Dice> Closing for InOdds<'_, D> {
    type Pause = D::Pause;

    fn rules(&self) -> &Rules {
        self.rules
    }

    fn nation(&self) -> Nation {
        self.unit.nation
    }

    fn arm(&self) -> Arm {
        self.unit.arm
    }

    fn is_closing(&self) -> bool {
        self.going.on_foot && self.result.is_none_or(|result| result == CloseResult::GoesOn)
    }

    fn test(&mut self, reasons: Reasons) -> Result<Verdict, D::Pause> {
        morale(self.dice, self.rules, &Morale { charging: reasons.charging, ..*self.unit })
    }

    fn carry_out(&mut self, _: Verdict, mut result: CloseResult, _: &[RuleId]) -> Result<(), D::Pause> {
        let crowding = when_crowded(self.rules, self.unit.nation, result).filter(|_| self.going.crowded);
        if let Some((pool, then)) = crowding {
            self.lost += self.dice.amount(None, pool, " lost")?;
            result = then;
        }
        if result != CloseResult::GoesOn || self.result.is_none() {
            self.result = Some(result);
        }
        Ok(())
    }
}
