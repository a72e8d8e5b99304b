//! Phases 5 and 10 for one charged unit, written once: on the table the steps of play carry the effects out, and exact
//! odds follow the same procedure with a unit that is only its numbers.

use super::options::{closes_up_into, late_square, may_counter_charge, press_price};
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::state::answer::StandChoice;
use crate::state::words::{Arm, Formation, Nation, Verdict};
use rulebook::RuleId;
use table::Inches;

/// A charged unit and those who charge it.
pub(crate) trait Charged {
    type Pause;
    /// One of those who charge it.
    type Charger: Copy;

    fn rules(&self) -> &Rules;
    fn nation(&self) -> Nation;
    fn arm(&self) -> Arm;
    fn formation(&self) -> Formation;
    fn chargers(&self, arm: Arm) -> Vec<Self::Charger>;
    /// Whether a charger is still there.
    fn is_there(&self, charger: Self::Charger) -> bool;
    /// Whether the ground lets it close up.
    fn is_in_the_open(&self) -> bool;
    /// Whether there is room for that formation.
    fn has_room(&self, formation: Formation) -> bool;

    /// The die of its morale test.
    fn test(&mut self) -> Result<Verdict, Self::Pause>;
    /// The die for a square, which must show this face.
    fn square_roll(&mut self, need: u32) -> Result<bool, Self::Pause>;

    /// Its owner chooses among more than one.
    fn choose(&mut self, may: Vec<StandChoice>) -> Result<StandChoice, Self::Pause>;
    /// Its owner decides whether it rolls for square.
    fn rolls_for_square(&mut self) -> Result<bool, Self::Pause>;
    /// The owner of a charger that may go in at a price decides whether it does; others never do.
    fn presses_on(&mut self, charger: Self::Charger) -> Result<bool, Self::Pause>;

    fn carry_out(&mut self, effect: Effect<Self::Charger>) -> Result<(), Self::Pause>;
}

/// What comes of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect<Charger> {
    /// The unit leaves the table.
    Routs,
    /// It stays as it is, having passed.
    StandsFirm,
    /// It stays, having failed by 1 or 2.
    StandsShaken,
    /// It forms square or masse by this rule, and shoots at cavalry in contact.
    ClosesUp(Formation, RuleId),
    /// It goes in itself: the two are in melee.
    CounterCharges(Charger),
    /// The charger loses these figures and is in melee.
    PressesOn(Charger, u32),
    /// The charger is set back so far.
    SetBack(Charger, Inches),
    /// The charger comes in, since nothing printed holds it off.
    NotHeldOff(Charger),
    /// The charger comes in: the two are in melee.
    ComesToBlows(Charger),
    /// The charge is over without contact.
    CallsOff(Charger),
    /// Charging cavalry is turned back.
    Repulses(Charger),
}

/// A unit that must test does so, and meets the charge.
pub(crate) fn tests<C: Charged>(unit: &mut C) -> Result<(), C::Pause> {
    let verdict = unit.test()?;
    let stands = |rule: RuleId| unit.rules().on(rule);
    match verdict {
        Verdict::Rout => unit.carry_out(Effect::Routs),
        // A unit of another arm, which tests where a house plays so, only stays or goes.
        _ if unit.arm() != Arm::Infantry => Ok(()),
        // Without the rule nothing that is printed keeps it on its ground.
        Verdict::Pass if !stands(rule!("volley.stand.pass.stand")) => unit.carry_out(Effect::Routs),
        Verdict::Fail if !stands(rule!("volley.stand.fail12.stand")) => unit.carry_out(Effect::Routs),
        Verdict::Pass => stands_firm(unit),
        Verdict::Fail => stands_shaken(unit),
    }
}

/// It has passed: it chooses how it meets the charge, and infantry is held off.
pub(crate) fn stands_firm<C: Charged>(unit: &mut C) -> Result<(), C::Pause> {
    let (infantry, cavalry) = (unit.chargers(Arm::Infantry), unit.chargers(Arm::Cavalry));
    let choice = chooses(unit, !infantry.is_empty(), None)?;
    if choice == StandChoice::Stay {
        unit.carry_out(Effect::StandsFirm)?;
    }
    for charger in infantry {
        if choice == StandChoice::CounterCharge {
            unit.carry_out(Effect::CounterCharges(charger))?;
        } else {
            held_off(unit, charger)?;
        }
    }
    if unit.rules().plays(house!("stand.pass-vs-cavalry", "repulse")) {
        for charger in cavalry {
            unit.carry_out(Effect::Repulses(charger))?;
        }
    }
    Ok(())
}

/// It has failed by 1 or 2: it stands as it is, British infantry may still roll for square before cavalry, and the
/// charge comes in.
pub(crate) fn stands_shaken<C: Charged>(unit: &mut C) -> Result<(), C::Pause> {
    let (infantry, by_cavalry) = (unit.chargers(Arm::Infantry), !unit.chargers(Arm::Cavalry).is_empty());
    unit.carry_out(Effect::StandsShaken)?;
    let late = late_square(unit.rules(), unit.nation(), unit.formation(), by_cavalry);
    if let Some(need) = late.filter(|_| unit.is_in_the_open())
        && unit.rolls_for_square()?
    {
        if unit.square_roll(need)? && unit.has_room(Formation::Square) {
            let rule = rule!("volley.stand.fail12.british-square");
            unit.carry_out(Effect::ClosesUp(Formation::Square, rule))?;
        }
    } else if !unit.rules().on(rule!("volley.stand.fail12.no-formation")) {
        // A house that takes the restriction out lets the unit choose as if it had passed.
        chooses(unit, false, Some(rule!("volley.stand.fail12.stand")))?;
    }
    for charger in infantry {
        comes_to_blows(unit, charger)?;
    }
    Ok(())
}

/// The unit chooses among what it may do, and closes up if it chose that: by the rule of its nation, or the one given.
fn chooses<C: Charged>(
    unit: &mut C,
    by_infantry: bool,
    rule: Option<RuleId>,
) -> Result<StandChoice, C::Pause> {
    let closed = closes_up_into(unit.rules(), unit.nation(), unit.formation())
        .filter(|(into, _)| unit.has_room(*into) && unit.is_in_the_open());
    let mut may = vec![StandChoice::Stay];
    may.extend(closed.map(|(into, _)| match into {
        Formation::Masse => StandChoice::Masse,
        Formation::Column
        | Formation::Line
        | Formation::Square
        | Formation::Skirmish
        | Formation::Limbered
        | Formation::Unlimbered => StandChoice::Square,
    }));
    if by_infantry && may_counter_charge(unit.rules(), unit.nation(), unit.formation()) {
        may.push(StandChoice::CounterCharge);
    }
    if may.len() <= 1 {
        return Ok(StandChoice::Stay);
    }
    let choice = unit.choose(may)?;
    if let (StandChoice::Square | StandChoice::Masse, Some((into, printed))) = (choice, closed) {
        unit.carry_out(Effect::ClosesUp(into, rule.unwrap_or(printed)))?;
    }
    Ok(choice)
}

/// Charging infantry whose target stands: set back, unless the Guard presses on.
pub(crate) fn held_off<C: Charged>(unit: &mut C, charger: C::Charger) -> Result<(), C::Pause> {
    if !unit.is_there(charger) {
        return Ok(());
    }
    if let Some(price) = press_price(unit.rules())
        && unit.presses_on(charger)?
    {
        return unit.carry_out(Effect::PressesOn(charger, price));
    }
    match unit.rules().inches(rule!("volley.stand.pass.charger-placed")) {
        Some(gap) => unit.carry_out(Effect::SetBack(charger, gap)),
        None => unit.carry_out(Effect::NotHeldOff(charger)),
    }
}

/// The charge gets in: at infantry that has failed by 1 or 2, or at a target that does not test.
pub(crate) fn comes_to_blows<C: Charged>(unit: &mut C, charger: C::Charger) -> Result<(), C::Pause> {
    let on = |rule: RuleId| unit.rules().on(rule);
    let comes = unit.arm() != Arm::Infantry
        || (on(rule!("volley.stand.fail12.contact")) && on(rule!("volley.stand.fail12.fight")));
    unit.carry_out(if comes { Effect::ComesToBlows(charger) } else { Effect::CallsOff(charger) })
}
