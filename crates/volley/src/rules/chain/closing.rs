//! Phases 4 and 9 in the odds: the procedure of play with a charger that is only its numbers.
//!
//! Room to form line is taken for granted.

use super::End;
use crate::charts::Rules;
use crate::rules::close::{CloseResult, Closing, closes};
use crate::rules::morale::{Morale, Reasons, morale, reasons_to_close};
use crate::state::words::{Arm, Nation, Verdict};
use dice::{Dice, Odds, Weight};
use rulebook::RuleId;

/// The odds of how the closing phase ends a charge, if it does: by the charger's facts for that test, after its losses;
/// `shot`: it has lost figures on its way in.
pub fn closing_odds<W: Weight>(rules: &Rules, charger: &Morale, shot: bool) -> Odds<Option<End>, W> {
    Odds::of(|dice| close(dice, rules, charger, shot))
}

/// The charger tests if it must.
pub(super) fn close<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    charger: &Morale,
    shot: bool,
) -> Result<Option<End>, D::Pause> {
    let mut unit = InOdds { rules, charger, dice, end: None };
    closes(&mut unit, reasons(rules, charger.arm, shot))?;
    Ok(unit.end)
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
    charger: &'a Morale,
    dice: &'a mut D,
    end: Option<End>,
}

impl<D: Dice> Closing for InOdds<'_, D> {
    type Pause = D::Pause;

    fn rules(&self) -> &Rules {
        self.rules
    }

    fn nation(&self) -> Nation {
        self.charger.nation
    }

    fn arm(&self) -> Arm {
        self.charger.arm
    }

    fn is_closing(&self) -> bool {
        self.charger.arm != Arm::Cavalry && self.end.is_none()
    }

    fn test(&mut self, reasons: Reasons) -> Result<Verdict, D::Pause> {
        morale(self.dice, self.rules, &Morale { charging: reasons.charging, ..*self.charger })
    }

    fn carry_out(&mut self, _: Verdict, result: CloseResult, _: &[RuleId]) -> Result<(), D::Pause> {
        match result {
            CloseResult::Routs => self.end = Some(End::ChargerBroken),
            CloseResult::FormsLine(_) | CloseResult::SetBack(_) | CloseResult::Stands
                if self.is_closing() =>
            {
                self.end = Some(End::ChargerStops);
            }
            CloseResult::GoesOn
            | CloseResult::FormsLine(_)
            | CloseResult::SetBack(_)
            | CloseResult::Stands => {}
        }
        Ok(())
    }
}
