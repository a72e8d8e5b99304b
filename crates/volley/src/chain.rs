//! A whole charge from its order to the loser's morale: the stages of phases 3 to 7 (or 8 to 12) for one
//! charger and one target, made of the very functions the steps of play call. It may begin in the middle, where
//! somebody has to decide.
//!
//! Choices follow the ruling on undecided options: infantry closes up before cavalry if it may, British
//! infantry rolls for its square, the Guard and the British line decline.

mod rolls;
mod shots;

pub use rolls::rolls;
pub use shots::{Fired, ShotFacts, ShotOutcome, shot, shot_rolls};

use crate::charge::{charge_roll, is_led};
use crate::close::{CloseResult, close_result};
use crate::fire::{self, Target, Volleys};
use crate::ids::rule;
use crate::loss::{LossResult, loss_result};
use crate::melee::{
    Fighter, RideResult, looked_up, melee_loser, melee_round, pass_through_losses, ride_result,
};
use crate::morale::{Morale, morale};
use crate::rules::Rules;
use crate::stand::{closes_up_into, late_square, press_price, spared};
use crate::words::{Arm, Cover, Formation, Grade, Moment, Nation, Test, Verdict};
use dice::{Dice, Odds, Pool, Weight, d6};
use rulebook::RuleId;
use serde::Serialize;

/// One of the two, as far as a charge cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Body {
    pub nation: Nation,
    pub arm: Arm,
    pub grade: Grade,
    pub formation: Formation,
    pub figures: u32,
    /// Lost before.
    pub lost: u32,
    pub general: bool,
    pub cover: Cover,
    pub cuirassier: bool,
    pub lancer: bool,
}

/// What a charge rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChargeFacts {
    pub charger: Body,
    pub target: Body,
    pub flank: bool,
    /// The target shoots as the charge comes in.
    pub target_shoots: bool,
    /// Dice of other units that shoot at the charger, all at the target's need.
    pub other_dice: u32,
    /// The charge falls into the first melee of the turn.
    pub first_melee: bool,
    /// A general is near the charger, for the house that lets him help from there.
    pub general_near: bool,
    /// Inches the dice of a gallop must bring for the charge to arrive.
    pub bonus_needed: u32,
    /// The two have fought before.
    pub continuing: bool,
    /// Where the chain begins.
    pub from: Moment,
}

impl ChargeFacts {
    /// A charge from its order, straight at the target's front, that nobody but the target shoots at.
    pub fn new(charger: Body, target: Body) -> ChargeFacts {
        ChargeFacts {
            charger,
            target,
            flank: false,
            target_shoots: true,
            other_dice: 0,
            first_melee: charger.nation == Nation::French,
            general_near: false,
            bonus_needed: 0,
            continuing: false,
            from: Moment::Order,
        }
    }
}

/// How a charge ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// It rolled, and does not charge this turn.
    Refused,
    /// The gallop does not bring it there.
    FallsShort,
    /// The charger routs or is wiped out before contact.
    ChargerBroken,
    /// The charger stops short.
    ChargerStops,
    /// The target stands and the charger is set back.
    HeldOff,
    /// Cavalry passes a square.
    PassesBy,
    /// The melee goes on next phase.
    FightsOn,
    ChargerBeaten,
    ChargerRouted,
    /// Wiped out in the melee or in passing, or ridden down.
    ChargerDestroyed,
    TargetBeaten,
    TargetRouted,
    /// Ridden down, taken or wiped out.
    TargetDestroyed,
    BothDestroyed,
}

impl End {
    pub const ALL: [End; 14] = [
        End::Refused,
        End::FallsShort,
        End::ChargerBroken,
        End::ChargerStops,
        End::HeldOff,
        End::PassesBy,
        End::FightsOn,
        End::ChargerBeaten,
        End::ChargerRouted,
        End::ChargerDestroyed,
        End::TargetBeaten,
        End::TargetRouted,
        End::TargetDestroyed,
        End::BothDestroyed,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            End::Refused => "refused",
            End::FallsShort => "falls-short",
            End::ChargerBroken => "charger-broken",
            End::ChargerStops => "charger-stops",
            End::HeldOff => "held-off",
            End::PassesBy => "passes-by",
            End::FightsOn => "fights-on",
            End::ChargerBeaten => "charger-beaten",
            End::ChargerRouted => "charger-routed",
            End::ChargerDestroyed => "charger-destroyed",
            End::TargetBeaten => "target-beaten",
            End::TargetRouted => "target-routed",
            End::TargetDestroyed => "target-destroyed",
            End::BothDestroyed => "both-destroyed",
        }
    }
}

/// A charge between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub charger: Body,
    pub target: Body,
    /// Who lost the melee: the charger?
    loser: Option<bool>,
    pub end: Option<End>,
}

/// What comes out: how it ended, and what each has lost in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub end: End,
    pub charger_lost: u32,
    pub target_lost: u32,
}

impl Body {
    fn lose(&mut self, figures: u32) {
        let off = figures.min(self.figures);
        self.figures -= off;
        self.lost += off;
    }

    fn morale(&self, test: Test) -> Morale {
        Morale {
            test,
            nation: self.nation,
            arm: self.arm,
            grade: self.grade,
            formation: self.formation,
            lost: self.lost,
            general: self.general,
            charging: false,
            flank: false,
        }
    }

    fn fighter(&self) -> Fighter {
        Fighter {
            nation: self.nation,
            arm: self.arm,
            grade: self.grade,
            formation: self.formation,
            figures: self.figures,
            sheltered: self.cover != Cover::None,
            cuirassier: self.cuirassier,
            lancer: self.lancer,
        }
    }

    fn as_target(&self, charging: bool) -> Target {
        Target {
            french: self.nation == Nation::French,
            arm: self.arm,
            formation: self.formation,
            enfiladed: false,
            cover: self.cover,
            charging,
        }
    }
}

impl State {
    pub fn new(facts: &ChargeFacts) -> State {
        State { charger: facts.charger, target: facts.target, loser: None, end: None }
    }

    fn ends(mut self, end: End) -> State {
        self.end = Some(end);
        self
    }

    pub fn outcome(&self, facts: &ChargeFacts) -> Outcome {
        Outcome {
            end: self.end.unwrap_or(End::FightsOn),
            charger_lost: self.charger.lost - facts.charger.lost,
            target_lost: self.target.lost - facts.target.lost,
        }
    }
}

/// The stages in order; each is a function of the state and of dice.
type Stage<D> = fn(&mut D, &Rules, &ChargeFacts, State) -> Result<State, <D as Dice>::Pause>;
fn stages<D: Dice>(from: Moment) -> Vec<Stage<D>> {
    let mut stages: Vec<Stage<D>> = match from {
        Moment::Order => vec![order::<D>, volley::<D>, close::<D>, stand::<D>],
        Moment::Stays => vec![stays::<D>],
        Moment::ClosesUp => vec![closes_up::<D>],
        Moment::RollsForSquare => vec![rolls_for_square::<D>],
        Moment::HeldOff => vec![held_off::<D>],
        Moment::PressesOn => vec![presses_on::<D>],
        Moment::GoesIn | Moment::Wavers | Moment::Melee => Vec::new(),
    };
    stages.extend::<[Stage<D>; 2]>([fight::<D>, loser_tests::<D>]);
    stages
}

/// The whole chain, once.
///
/// # Errors
/// The umpire's pause.
pub fn charge<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts) -> Result<Outcome, D::Pause> {
    let mut state = State::new(facts);
    for stage in stages::<D>(facts.from) {
        if state.end.is_none() {
            state = stage(dice, rules, facts, state)?;
        }
    }
    Ok(state.outcome(facts))
}

/// The exact odds of the whole chain, with equal states merged between its stages.
pub fn charge_odds<W: Weight>(rules: &Rules, facts: &ChargeFacts) -> Odds<Outcome, W> {
    let mut odds: Odds<State, W> = Odds::certain(State::new(facts));
    for stage in stages(facts.from) {
        odds = odds.then(|state, dice| match state.end {
            Some(_) => Ok(*state),
            None => stage(dice, rules, facts, *state),
        });
    }
    odds.map(|state| state.outcome(facts))
}

/// Phase 3 or 8: British infantry may have to roll, cavalry to gallop far enough.
fn order<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts, state: State) -> Result<State, D::Pause> {
    if let Some(need) = roll_to_charge(rules, facts)
        && !dice.shows(need)?
    {
        return Ok(state.ends(End::Refused));
    }
    if let Some(pool) = gallop(rules, facts)
        && !dice.read(pool, |total| total >= facts.bonus_needed)?
    {
        return Ok(state.ends(End::FallsShort));
    }
    Ok(state)
}

fn roll_to_charge(rules: &Rules, facts: &ChargeFacts) -> Option<u32> {
    let led = is_led(rules, facts.charger.general, facts.general_near);
    charge_roll(rules, facts.charger.nation, facts.charger.arm, led, facts.target.cover)
}

/// The dice that must bring the charge to its target, where its move does not.
fn gallop(rules: &Rules, facts: &ChargeFacts) -> Option<Pool> {
    let cavalry = facts.charger.arm == Arm::Cavalry && facts.bonus_needed > 0;
    rules.dice(rule!("volley.charge.cav.bonus")).filter(|_| cavalry)
}

/// How the target shoots at a charger.
enum Reply {
    /// The dice of a square that cavalry contacts.
    Square(Target),
    Volley(Volleys),
}

fn reply(facts: &ChargeFacts, state: &State) -> Option<Reply> {
    let cavalry = state.charger.arm == Arm::Cavalry;
    let target = state.charger.as_target(cavalry);
    if !facts.target_shoots {
        return None;
    }
    if cavalry && state.target.formation.is_closed() {
        return Some(Reply::Square(target));
    }
    let artillery = state.target.arm == Arm::Artillery;
    let shoots = matches!(state.target.arm, Arm::Infantry | Arm::Artillery);
    shoots.then_some(Reply::Volley(Volleys { figures: state.target.figures, artillery, target }))
}

/// Phase 3 or 8: the target and its friends shoot at what comes in.
fn volley<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    facts: &ChargeFacts,
    mut state: State,
) -> Result<State, D::Pause> {
    let mut hits = match reply(facts, &state) {
        Some(Reply::Square(target)) => fire::square_fire(dice, rules, &target)?,
        Some(Reply::Volley(shot)) => fire::volley(dice, rules, &shot)?,
        None => 0,
    };
    if facts.other_dice > 0 {
        let target = state.charger.as_target(state.charger.arm == Arm::Cavalry);
        hits += dice.hits(d6(facts.other_dice), fire::square_need(rules, &target).face)?;
    }
    state.charger.lose(hits);
    Ok(if state.charger.figures == 0 { state.ends(End::ChargerBroken) } else { state })
}

/// The test of charging infantry; cavalry does not take it.
fn close_test(state: &State) -> Option<Morale> {
    let tests = state.charger.arm != Arm::Cavalry;
    tests.then(|| Morale { charging: true, ..state.charger.morale(Test::Close) })
}

/// Phase 4 or 9: charging infantry tests to close.
fn close<D: Dice>(dice: &mut D, rules: &Rules, _: &ChargeFacts, state: State) -> Result<State, D::Pause> {
    let Some(test) = close_test(&state) else { return Ok(state) };
    let verdict = morale(dice, rules, &test)?;
    Ok(match close_result(rules, state.charger.nation, true, true, verdict).0 {
        CloseResult::GoesOn => state,
        CloseResult::Routs => state.ends(End::ChargerBroken),
        CloseResult::FormsLine(_) | CloseResult::SetBack(_) | CloseResult::Stands => {
            state.ends(End::ChargerStops)
        }
    })
}

/// The test of charged infantry; others do not take it, unless a house plays so.
fn stand_test(rules: &Rules, facts: &ChargeFacts, state: &State) -> Option<Morale> {
    let tests = spared(rules, state.target.arm, false).is_none();
    tests.then(|| Morale { flank: facts.flank, ..state.target.morale(Test::Stand) })
}

/// Phase 5 or 10: charged infantry tests to stand, and closes up before cavalry if it may.
fn stand<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts, state: State) -> Result<State, D::Pause> {
    let Some(test) = stand_test(rules, facts, &state) else { return Ok(state) };
    match morale(dice, rules, &test)? {
        Verdict::Rout => Ok(state.ends(End::TargetRouted)),
        // Whoever else tests, where a house plays so, only stays or goes.
        _ if state.target.arm != Arm::Infantry => Ok(state),
        Verdict::Pass if state.charger.arm == Arm::Cavalry => closes_up(dice, rules, facts, state),
        Verdict::Pass => held_off(dice, rules, facts, state),
        Verdict::Fail => rolls_for_square(dice, rules, facts, state),
    }
}

/// It has passed and stays as it is: infantry is held off, cavalry comes in.
fn stays<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts, state: State) -> Result<State, D::Pause> {
    if state.charger.arm == Arm::Cavalry { Ok(state) } else { held_off(dice, rules, facts, state) }
}

/// It has passed and closes up, if it may.
fn closes_up<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    facts: &ChargeFacts,
    state: State,
) -> Result<State, D::Pause> {
    let into = closes_up_into(rules, state.target.nation, state.target.formation);
    let state = match into {
        Some((into, _)) => close_up(dice, rules, state, into)?,
        None => state,
    };
    if state.end.is_some() { Ok(state) } else { stays(dice, rules, facts, state) }
}

/// It has wavered, and rolls for its square if it may.
fn rolls_for_square<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    _: &ChargeFacts,
    state: State,
) -> Result<State, D::Pause> {
    let cavalry = state.charger.arm == Arm::Cavalry;
    match late_square(rules, state.target.nation, state.target.formation, cavalry) {
        Some(need) if dice.shows(need)? => close_up(dice, rules, state, Formation::Square),
        _ => Ok(state),
    }
}

fn held_off<D: Dice>(_: &mut D, _: &Rules, _: &ChargeFacts, state: State) -> Result<State, D::Pause> {
    Ok(state.ends(End::HeldOff))
}

/// The Guard pays and goes in.
fn presses_on<D: Dice>(
    _: &mut D,
    rules: &Rules,
    _: &ChargeFacts,
    mut state: State,
) -> Result<State, D::Pause> {
    state.charger.lose(press_price(rules).unwrap_or(0));
    Ok(if state.charger.figures == 0 { state.ends(End::ChargerBroken) } else { state })
}

fn close_up<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    mut state: State,
    into: Formation,
) -> Result<State, D::Pause> {
    state.target.formation = into;
    if state.charger.arm != Arm::Cavalry {
        return Ok(state);
    }
    let hits = fire::square_fire(dice, rules, &state.charger.as_target(true))?;
    state.charger.lose(hits);
    Ok(if state.charger.figures == 0 { state.ends(End::ChargerBroken) } else { state })
}

/// What a row of the results does to one of the two, the charger? `None`: they throw.
fn ride(rules: &Rules, state: &State) -> Option<(RideResult, bool)> {
    let charger = looked_up(state.charger.arm, state.target.arm)?;
    let body = if charger { &state.charger } else { &state.target };
    let fortified = body.cover == Cover::Fortification;
    let (result, _) = ride_result(rules, body.arm, body.formation, fortified);
    Some((result, charger)).filter(|_| result != RideResult::Fights)
}

/// The rule of the row that disposes of one of the two as they stand, where one does.
pub(crate) fn row(rules: &Rules, facts: &ChargeFacts) -> Option<RuleId> {
    let state = State::new(facts);
    let (_, charger) = ride(rules, &state)?;
    let body = if charger { &state.charger } else { &state.target };
    Some(ride_result(rules, body.arm, body.formation, body.cover == Cover::Fortification).1)
}

/// Phase 6 or the second melee: dice on both sides, or the cavalry rows.
fn fight<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    facts: &ChargeFacts,
    mut state: State,
) -> Result<State, D::Pause> {
    match ride(rules, &state) {
        Some((RideResult::RidesDown | RideResult::TakesGuns, charger)) => {
            return Ok(state.ends(if charger { End::ChargerDestroyed } else { End::TargetDestroyed }));
        }
        Some((RideResult::PassesThrough, charger)) => {
            let lost = pass_through_losses(dice, rules, 1)?;
            let (rider, destroyed) = if charger {
                (&mut state.target, End::TargetDestroyed)
            } else {
                (&mut state.charger, End::ChargerDestroyed)
            };
            rider.lose(lost);
            let end = if rider.figures == 0 { destroyed } else { End::PassesBy };
            return Ok(state.ends(end));
        }
        Some((RideResult::Fights, _)) | None => {}
    }
    let (charger, target) = (state.charger.fighter(), state.target.fighter());
    let inflicted = melee_round(dice, rules, &charger, &target, !facts.continuing)?;
    state.target.lose(inflicted.0);
    state.charger.lose(inflicted.1);
    state.loser = melee_loser(rules, &charger, &target, inflicted);
    Ok(match (state.charger.figures, state.target.figures) {
        (0, 0) => state.ends(End::BothDestroyed),
        (0, _) => state.ends(End::ChargerDestroyed),
        (_, 0) => state.ends(End::TargetDestroyed),
        _ if state.loser.is_none() => state.ends(End::FightsOn),
        _ => state,
    })
}

/// Phase 7 or after the second melee: the loser tests.
fn loser_tests<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    facts: &ChargeFacts,
    state: State,
) -> Result<State, D::Pause> {
    let Some(charger_lost) = state.loser else { return Ok(state.ends(End::FightsOn)) };
    let body = if charger_lost { &state.charger } else { &state.target };
    let verdict = morale(dice, rules, &body.morale(Test::Loss))?;
    let second = !facts.first_melee;
    let (result, _) = loss_result(rules, body.nation, body.arm, body.grade, body.formation, second, verdict);
    Ok(state.ends(match (result, charger_lost) {
        (LossResult::Routs, true) => End::ChargerRouted,
        (LossResult::Routs, false) => End::TargetRouted,
        (LossResult::FightsOn | LossResult::Stays, _) => End::FightsOn,
        (LossResult::FormsLine(_) | LossResult::Retires, true) => End::ChargerBeaten,
        (LossResult::FormsLine(_) | LossResult::Retires, false) => End::TargetBeaten,
    }))
}
