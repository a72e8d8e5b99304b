//! Phases 4 and 9 in the odds: the procedure of play with a charger that is only its numbers.
//!
//! Room to form line is taken for granted.

use super::{Body, End};
use crate::charts::Rules;
use crate::rules::close::{CloseResult, Closing, closes};
use crate::rules::morale::{Morale, Reasons, morale, reasons_to_close};
use crate::state::words::{Arm, Nation, Test, Verdict};
use dice::Dice;
use rulebook::RuleId;

/// The charger tests if it must, after its losses; `shot`: it has lost figures on its way in.
pub(super) fn close<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    charger: &Body,
    shot: bool,
) -> Result<Option<End>, D::Pause> {
    let mut unit = InOdds { rules, charger, dice, end: None };
    closes(&mut unit, reasons(rules, charger, shot))?;
    Ok(unit.end)
}

fn reasons(rules: &Rules, charger: &Body, shot: bool) -> Reasons {
    let cavalry = charger.arm == Arm::Cavalry;
    reasons_to_close(rules, charger.arm, cavalry, Reasons { shot, charging: !cavalry })
}

/// The test of a charger that loses nothing on its way in, where it takes one.
pub(super) fn close_test(rules: &Rules, charger: &Body) -> Option<Morale> {
    let reasons = reasons(rules, charger, false);
    (reasons != Reasons::default()).then(|| morale_of(charger, reasons))
}

fn morale_of(charger: &Body, reasons: Reasons) -> Morale {
    Morale { charging: reasons.charging, ..charger.morale(Test::Close) }
}

struct InOdds<'a, D> {
    rules: &'a Rules,
    charger: &'a Body,
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
        morale(self.dice, self.rules, &morale_of(self.charger, reasons))
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
