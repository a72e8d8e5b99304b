//! Which infantry must roll before it charges: British, with no general to lead it, by Br8.

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::state::words::{Arm, Cover, Nation};

/// The face infantry must roll to be allowed to charge, if it must roll at all: British infantry with no
/// general, unless it charges defensive ground.
pub fn charge_roll(rules: &Rules, nation: Nation, arm: Arm, general: bool, cover: Cover) -> Option<u32> {
    let need = rules.int(rule!("volley.charge.inf.british-six"))?;
    let led = general && rules.on(rule!("volley.charge.inf.british-general"));
    let at_cover = cover != Cover::None && rules.on(rule!("volley.charge.inf.british-defensive"));
    let rolls = arm == Arm::Infantry && nation == Nation::British && !led && !at_cover;
    rolls.then_some(need.max(2) as u32)
}

/// Whether infantry of one of the sheet's nations must roll to charge.
pub(crate) fn does_anybody_roll(rules: &Rules) -> bool {
    let nations = [Some(Nation::French), rules.opponent].into_iter().flatten();
    let rolls = |nation| charge_roll(rules, nation, Arm::Infantry, false, Cover::None).is_some();
    nations.into_iter().any(rolls)
}

/// Whether a general counts for that roll: with the unit, or near it where the house lets him help from there.
pub(crate) fn is_led(rules: &Rules, with_it: bool, near: bool) -> bool {
    with_it || (near && rules.plays(house!("charge.british-roll", "general-in-range")))
}
