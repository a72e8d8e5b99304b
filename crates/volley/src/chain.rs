//! A whole charge from the first shot to the loser's morale: the stages of phases 3 to 7 (or 8 to 12) for one
//! charger and one target, made of the very functions the steps of play call.
//!
//! Choices follow the ruling on undecided options: infantry closes up before cavalry if it may, British
//! infantry rolls for its square, the Guard and the British line decline.

use crate::close::{CloseResult, close_result};
use crate::fire::{self, Target, Volleys};
use crate::loss::{LossResult, loss_result};
use crate::melee::{Fighter, RideResult, melee_loser, melee_round, pass_through_losses, ride_result};
use crate::morale::{Morale, morale};
use crate::rules::Rules;
use crate::stand::{closes_up_into, late_square};
use crate::words::{Arm, Cover, Formation, Grade, Nation, Test, Verdict};
use dice::{Dice, Odds, Weight};
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
    pub other_figures: u32,
    /// The charge falls into the first melee of the turn.
    pub first_melee: bool,
}

/// How a charge ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
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
    TargetBeaten,
    TargetRouted,
    /// Ridden down, taken or wiped out.
    TargetDestroyed,
    BothDestroyed,
}

impl End {
    pub const ALL: [End; 11] = [
        End::ChargerBroken,
        End::ChargerStops,
        End::HeldOff,
        End::PassesBy,
        End::FightsOn,
        End::ChargerBeaten,
        End::ChargerRouted,
        End::TargetBeaten,
        End::TargetRouted,
        End::TargetDestroyed,
        End::BothDestroyed,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            End::ChargerBroken => "charger-broken",
            End::ChargerStops => "charger-stops",
            End::HeldOff => "held-off",
            End::PassesBy => "passes-by",
            End::FightsOn => "fights-on",
            End::ChargerBeaten => "charger-beaten",
            End::ChargerRouted => "charger-routed",
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
    /// Losses to fire, for the test.
    shot: bool,
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
        State { charger: facts.charger, target: facts.target, shot: false, loser: None, end: None }
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
fn stages<D: Dice>() -> [Stage<D>; 5] {
    [volley::<D>, close::<D>, stand::<D>, fight::<D>, loser_tests::<D>]
}

/// The whole chain, once.
///
/// # Errors
/// The umpire's pause.
pub fn charge<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts) -> Result<Outcome, D::Pause> {
    let mut state = State::new(facts);
    for stage in stages::<D>() {
        if state.end.is_none() {
            state = stage(dice, rules, facts, state)?;
        }
    }
    Ok(state.outcome(facts))
}

/// The exact odds of the whole chain, with equal states merged between its stages.
pub fn charge_odds<W: Weight>(rules: &Rules, facts: &ChargeFacts) -> Odds<Outcome, W> {
    let mut odds: Odds<State, W> = Odds::certain(State::new(facts));
    for stage in stages() {
        odds = odds.then(|state, dice| match state.end {
            Some(_) => Ok(*state),
            None => stage(dice, rules, facts, *state),
        });
    }
    odds.map(|state| state.outcome(facts))
}

/// Phase 3 or 8: the target and its friends shoot at what comes in.
fn volley<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    facts: &ChargeFacts,
    mut state: State,
) -> Result<State, D::Pause> {
    let cavalry = state.charger.arm == Arm::Cavalry;
    let target = state.charger.as_target(cavalry);
    let mut hits = 0;
    if facts.target_shoots && cavalry && state.target.formation.is_closed() {
        hits += fire::square_fire(dice, rules, &target)?;
    } else if facts.target_shoots && matches!(state.target.arm, Arm::Infantry | Arm::Artillery) {
        let artillery = state.target.arm == Arm::Artillery;
        hits += fire::volley(dice, rules, &Volleys { figures: state.target.figures, artillery, target })?;
    }
    if facts.other_figures > 0 {
        hits +=
            fire::volley(dice, rules, &Volleys { figures: facts.other_figures, artillery: false, target })?;
    }
    state.charger.lose(hits);
    state.shot = hits > 0;
    Ok(if state.charger.figures == 0 { state.ends(End::ChargerBroken) } else { state })
}

/// Phase 4 or 9: charging infantry tests to close; cavalry does not.
fn close<D: Dice>(dice: &mut D, rules: &Rules, _: &ChargeFacts, state: State) -> Result<State, D::Pause> {
    if state.charger.arm == Arm::Cavalry {
        return Ok(state);
    }
    let facts = Morale { charging: true, ..state.charger.morale(Test::Close) };
    let verdict = morale(dice, rules, &facts)?;
    Ok(match close_result(rules, state.charger.nation, true, true, verdict).0 {
        CloseResult::GoesOn => state,
        CloseResult::Routs => state.ends(End::ChargerBroken),
        CloseResult::FormsLine(_) | CloseResult::SetBack(_) | CloseResult::Stands => {
            state.ends(End::ChargerStops)
        }
    })
}

/// Phase 5 or 10: charged infantry tests to stand, and closes up before cavalry if it may.
fn stand<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    facts: &ChargeFacts,
    mut state: State,
) -> Result<State, D::Pause> {
    if state.target.arm != Arm::Infantry {
        return Ok(state);
    }
    let cavalry = state.charger.arm == Arm::Cavalry;
    let verdict = morale(dice, rules, &Morale { flank: facts.flank, ..state.target.morale(Test::Stand) })?;
    match verdict {
        Verdict::Rout => return Ok(state.ends(End::TargetRouted)),
        Verdict::Pass if !cavalry => return Ok(state.ends(End::HeldOff)),
        Verdict::Pass => {
            if let Some((into, _)) = closes_up_into(rules, state.target.nation, state.target.formation) {
                return close_up(dice, rules, state, into);
            }
        }
        Verdict::Fail => {
            if let Some(need) = late_square(rules, state.target.nation, state.target.formation, cavalry)
                && dice.shows(need)?
            {
                return close_up(dice, rules, state, Formation::Square);
            }
        }
    }
    state.loser = None;
    Ok(state)
}

fn close_up<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    mut state: State,
    into: Formation,
) -> Result<State, D::Pause> {
    state.target.formation = into;
    let hits = fire::square_fire(dice, rules, &state.charger.as_target(true))?;
    state.charger.lose(hits);
    Ok(if state.charger.figures == 0 { state.ends(End::ChargerBroken) } else { state })
}

/// Phase 6 or the second melee: dice on both sides, or the cavalry rows.
fn fight<D: Dice>(dice: &mut D, rules: &Rules, _: &ChargeFacts, mut state: State) -> Result<State, D::Pause> {
    let fortified = state.target.cover == Cover::Fortification;
    if state.charger.arm == Arm::Cavalry || state.target.arm == Arm::Artillery {
        match ride_result(rules, state.target.arm, state.target.formation, fortified).0 {
            RideResult::RidesDown | RideResult::TakesGuns => return Ok(state.ends(End::TargetDestroyed)),
            RideResult::PassesThrough => {
                let lost = pass_through_losses(dice, rules, 1)?;
                state.charger.lose(lost);
                return Ok(state.ends(if state.charger.figures == 0 {
                    End::ChargerBroken
                } else {
                    End::PassesBy
                }));
            }
            RideResult::Fights => {}
        }
    }
    let inflicted = melee_round(dice, rules, &state.charger.fighter(), &state.target.fighter(), true)?;
    state.target.lose(inflicted.0);
    state.charger.lose(inflicted.1);
    state.loser = melee_loser(rules, inflicted);
    Ok(match (state.charger.figures, state.target.figures) {
        (0, 0) => state.ends(End::BothDestroyed),
        (0, _) => state.ends(End::ChargerRouted),
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
