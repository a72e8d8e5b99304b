//! The stages of a charge, phase by phase: what each rests on, what is thrown, and what that makes of the charge.

use super::standing::{self, Defender};
use super::{Body, ChargeFacts, End, State, closing};
use crate::charts::Rules;
use crate::ids::{Ids, rule};
use crate::rules::charge::{charge_roll, is_led};
use crate::rules::fire::shooting::{has_square_fire, reply, shooting_figures};
use crate::rules::fire::{self, Target, Volleys};
use crate::rules::melee::loss::{LossResult, do_losers_test, loss_result};
use crate::rules::melee::{
    AfterRound, OfTwo, RideResult, Row, after_round, blows, both_throw, melee_loser, passing_losses,
    replying, row,
};
use crate::rules::morale::morale;
use crate::state::event::Working;
use crate::state::words::{Arm, Cover, Formation, Moment, Test};
use dice::{Dice, Placed, Pool, Stages, d6, pair};
use engine::Tests as _;
use engine::desk::FactSet as _;
use engine::tested::PASSED;
use std::convert::Infallible;

/// The whole charge, from where it begins.
pub(super) fn charge<S: Stages<State>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
) -> Result<(), S::Pause> {
    (0..STAGES).try_for_each(|stage| nth(stages, rules, facts, stage))
}

/// Order, volley, closing, standing, contact, melee, the loser's morale.
const STAGES: usize = 7;

/// One of them. A charge may begin at a decision: what comes before is passed by.
pub(super) fn nth<S: Stages<State>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    stage: usize,
) -> Result<(), S::Pause> {
    let ordered = facts.from == Moment::Order;
    match stage {
        0..=2 if !ordered => Ok(()),
        0 => order(stages, rules, facts),
        1 => volley(stages, rules, facts),
        2 => close(stages, rules, facts),
        3 => stand(stages, rules, facts),
        4 => ride(stages, rules, facts),
        5 => fight(stages, rules, facts),
        _ => loser_tests(stages, rules, facts),
    }
}

/// A charge that has not ended goes on.
fn goes_on<P>(state: &State, part: P) -> Option<P> {
    state.end.is_none().then_some(part)
}

/// Phase 3 or 8: British infantry may have to roll, cavalry to gallop far enough.
fn order<S: Stages<State>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
    let bonus = rule!("volley.charge.cav.bonus");
    stages.stage(
        |state| goes_on(state, ()),
        |dice, ()| {
            if let Some(need) = roll_to_charge(rules, facts)
                && !dice.shows_for::<Ids>(rule!("volley.charge.inf.british-six"), need, PASSED)?
            {
                return Ok(Some(End::Refused));
            }
            if let Some(pool) = gallop(rules, facts)
                && !dice.at_least(
                    pool,
                    (bonus, facts.bonus_needed as i32),
                    &Working::default(),
                    ["reaches", "falls short"],
                )?
            {
                return Ok(Some(End::FallsShort));
            }
            Ok(None)
        },
        |state, end| end.map_or(state, |end| facts.ended(state, end)),
    )
}

pub(super) fn roll_to_charge(rules: &Rules, facts: &ChargeFacts) -> Option<u32> {
    let led = is_led(rules, facts.charger.general, facts.general_near);
    charge_roll(rules, facts.charger.nation, facts.charger.arm, led, facts.target.cover)
}

/// The dice that must bring the charge to its target, where its move does not.
pub(super) fn gallop(rules: &Rules, facts: &ChargeFacts) -> Option<Pool> {
    let cavalry = facts.charger.arm == Arm::Cavalry && facts.bonus_needed > 0;
    rules.dice(rule!("volley.charge.cav.bonus")).filter(|_| cavalry)
}

/// How the target shoots at a charger that comes in.
pub(super) struct Shots {
    /// The dice of a square that cavalry contacts.
    pub(super) square: Option<Target>,
    pub(super) volley: Option<Volleys>,
}

pub(super) fn shots(rules: &Rules, facts: &ChargeFacts) -> Shots {
    let ChargeFacts { charger, target: shooter, .. } = facts;
    let cavalry = charger.arm == Arm::Cavalry;
    let target = charger.as_target(cavalry);
    let reply = reply(rules, shooter.arm, shooter.formation, cavalry);
    let figures = shooting_figures(rules, shooter.formation, shooter.figures);
    let artillery = shooter.arm == Arm::Artillery;
    let volley = Volleys { figures, artillery, target, ..Volleys::blank() };
    Shots {
        square: (facts.target_shoots && reply.square).then_some(target),
        volley: (facts.target_shoots && reply.volley).then_some(volley),
    }
}

/// Phase 3 or 8: the target and its friends shoot at what comes in.
fn volley<S: Stages<State>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
    stages.stage(
        |state| goes_on(state, ()),
        |dice, ()| {
            let shots = shots(rules, facts);
            let mut hits = 0;
            if let Some(target) = shots.square {
                hits += fire::square_fire(dice, rules, &target)?;
            }
            if let Some(shot) = shots.volley {
                hits += fire::volley(dice, rules, &shot)?;
            }
            if facts.other_dice > 0 {
                let target = facts.charger.as_target(facts.charger.arm == Arm::Cavalry);
                let need = fire::square_need(rules, &target);
                hits += dice.each(d6(facts.other_dice), need.face, || need.test())?;
            }
            Ok(hits)
        },
        |state, hits| facts.charger_loses(state, hits),
    )
}

/// Phase 4 or 9: the charger tests to close.
fn close<S: Stages<State>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
    stages.stage(
        |state| goes_on(state, state.charger_lost),
        |dice, lost| {
            let test = facts.charger_after(lost).morale(Test::Close);
            closing::close(dice, rules, &test, lost > 0, facts.crowded)
        },
        |state, (end, lost)| {
            let state = facts.charger_loses(state, lost);
            end.filter(|_| state.end.is_none()).map_or(state, |end| facts.ended(state, end))
        },
    )
}

/// Phase 5 or 10: the target tests to stand and meets the charge. The charge may begin at a decision.
fn stand<S: Stages<State>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
    stages.stage(
        |state| goes_on(state, ()),
        |dice, ()| standing::stand(dice, rules, &Defender::of(facts)),
        |state, stood| {
            let state =
                facts.charger_loses(State { formation: stood.formation, ..state }, stood.charger_loses);
            match (state.end, stood.end) {
                (None, Some(end)) => facts.ended(state, end),
                (Some(_), _) | (None, None) => state,
            }
        },
    )
}

/// The row of the results that disposes of one of the two, the target being in that formation.
pub(crate) fn row_of(rules: &Rules, facts: &ChargeFacts, formation: Formation) -> Option<Row> {
    let ChargeFacts { charger, target, .. } = facts;
    let row: Result<_, Infallible> = row(rules, [charger.arm, target.arm], |which| {
        let body = match which {
            OfTwo::First => *charger,
            OfTwo::Second => facts.target_after(0, formation),
        };
        Ok((body.formation, body.cover == Cover::Fortification))
    });
    let Ok(row) = row;
    row
}

/// The dice of a square that cavalry contacts and that has not shot as the charge came in.
pub(super) fn owed_fire(rules: &Rules, facts: &ChargeFacts) -> Option<Target> {
    let ChargeFacts { charger, target, .. } = facts;
    let owed = facts.from == Moment::Order && !facts.target_shoots && charger.arm == Arm::Cavalry;
    (owed && has_square_fire(rules, target.formation)).then(|| charger.as_target(true))
}

/// What the cavalry rows do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ridden {
    /// No row fits: the two throw.
    Throw,
    /// No row fits, and the two do not throw either.
    Nothing,
    /// Ridden down or taken: the charger (the first of the two) or the target.
    Destroyed(OfTwo),
    /// The rider, the charger (the first) or the target, loses these figures in passing.
    Passes(OfTwo, u32),
}

impl Placed for Formation {
    const PLACES: usize = Formation::WORDS.len();
    fn place(&self) -> usize {
        *self as usize
    }
}

/// Phase 6 or the second melee: the cavalry rows, where one of them fits.
fn ride<S: Stages<State>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
    let arms = [facts.charger.arm, facts.target.arm];
    let throw = both_throw(arms, facts.charger.arm == Arm::Cavalry);
    stages.stage(
        |state| goes_on(state, state.formation),
        |dice, formation| {
            let Some(Row { result, holds_for, .. }) = row_of(rules, facts, formation) else {
                return Ok(if throw { Ridden::Throw } else { Ridden::Nothing });
            };
            if result != RideResult::PassesThrough {
                return Ok(Ridden::Destroyed(holds_for));
            }
            let mut lost = match owed_fire(rules, facts) {
                Some(target) => fire::square_fire(dice, rules, &target)?,
                None => 0,
            };
            let (square, rider) = match holds_for {
                OfTwo::First => (facts.charger, OfTwo::Second),
                OfTwo::Second => (facts.target_after(0, formation), OfTwo::First),
            };
            lost += passing_losses(dice, rules, Some(&square.fighter()))?;
            Ok(Ridden::Passes(rider, lost))
        },
        |state, ridden| match ridden {
            Ridden::Throw => state,
            Ridden::Nothing => facts.ended(state, End::FightsOn),
            Ridden::Destroyed(OfTwo::First) => facts.ended(state, End::ChargerDestroyed),
            Ridden::Destroyed(OfTwo::Second) => facts.ended(state, End::TargetDestroyed),
            Ridden::Passes(OfTwo::First, lost) => {
                let charger_lost = (state.charger_lost + lost).min(facts.charger.figures);
                let gone = charger_lost == facts.charger.figures;
                let end = if gone { End::ChargerDestroyed } else { End::PassesBy };
                facts.ended(State { charger_lost, ..state }, end)
            }
            Ridden::Passes(OfTwo::Second, lost) => {
                let target_lost = (state.target_lost + lost).min(facts.target.figures);
                let gone = target_lost == facts.target.figures;
                let end = if gone { End::TargetDestroyed } else { End::PassesBy };
                facts.ended(State { target_lost, ..state }, end)
            }
        },
    )
}

/// A unit that fights: what it has lost, what its enemy has lost, the target's formation.
#[derive(Clone, Copy)]
struct Striking {
    figures: u32,
    enemy_lost: u32,
    formation: Formation,
}

impl Placed for Striking {
    const PLACES: usize = 1 << 9;
    fn place(&self) -> usize {
        let losses = pair(self.figures as usize, self.enemy_lost as usize);
        losses * Formation::PLACES + self.formation.place()
    }
}

/// Phase 6 or the second melee: dice on both sides.
fn fight<S: Stages<State>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
    let first = !facts.continuing;
    let charger = |lost: u32| facts.charger_after(lost).fighter();
    let target = |formation: Formation| facts.target_after(0, formation).fighter();
    stages.stage(
        |state| {
            goes_on(
                state,
                Striking { figures: state.charger_lost, enemy_lost: 0, formation: state.formation },
            )
        },
        |dice, by| blows(dice, rules, &charger(by.figures), &target(by.formation), first),
        |state, blows| State { target_lost: blows.min(facts.target.figures), ..state },
    )?;
    stages.stage(
        |state| {
            let figures = replying(rules, &target(state.formation), state.target_lost).figures;
            goes_on(state, Striking { figures, enemy_lost: state.charger_lost, formation: state.formation })
        },
        |dice, by| {
            dice.pass();
            let replying = crate::rules::melee::Fighter { figures: by.figures, ..target(by.formation) };
            blows(dice, rules, &replying, &charger(by.enemy_lost), first)
        },
        |state, blows| {
            let (attacker, defender) = (charger(state.charger_lost), target(state.formation));
            let loser = melee_loser(rules, &attacker, &defender, (state.target_lost, blows));
            let charger_lost = (state.charger_lost + blows).min(facts.charger.figures);
            let state = State { charger_lost, loser, ..state };
            let stands = [charger_lost < facts.charger.figures, state.target_lost < facts.target.figures];
            match (after_round(rules, stands, loser), stands) {
                (AfterRound::Over, [false, false]) => facts.ended(state, End::BothDestroyed),
                (AfterRound::Over, [false, true]) => facts.ended(state, End::ChargerDestroyed),
                (AfterRound::Over, [true, _]) => facts.ended(state, End::TargetDestroyed),
                (AfterRound::LoserTests(_), _) if do_losers_test(rules) => state,
                (AfterRound::LoserTests(_) | AfterRound::LoserUntested | AfterRound::Tied, _) => {
                    facts.ended(state, End::FightsOn)
                }
            }
        },
    )
}

/// The loser of a melee.
#[derive(Clone, Copy)]
struct Beaten {
    charger: bool,
    lost: u32,
    /// The target's.
    formation: Formation,
}

impl Placed for Beaten {
    const PLACES: usize = 1 << 8;
    fn place(&self) -> usize {
        (self.lost as usize * 2 + usize::from(self.charger)) * Formation::PLACES + self.formation.place()
    }
}

/// Phase 7 or after the second melee: the loser tests.
fn loser_tests<S: Stages<State>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
    stages.stage(
        |state| {
            let charger = state.loser? == OfTwo::First;
            let lost = if charger { state.charger_lost } else { state.target_lost };
            goes_on(state, Beaten { charger, lost, formation: state.formation })
        },
        |dice, Beaten { charger, lost, formation }| {
            let body = if charger { facts.charger_after(lost) } else { facts.target_after(lost, formation) };
            let verdict = morale(dice, rules, &body.morale(Test::Loss))?;
            let Body { nation, arm, grade, formation, .. } = body;
            let (result, _) = loss_result(rules, nation, arm, grade, formation, !facts.first_melee, verdict);
            Ok(match (result, charger) {
                (LossResult::Routs, true) => End::ChargerRouted,
                (LossResult::Routs, false) => End::TargetRouted,
                (LossResult::FightsOn | LossResult::Stays, _) => End::FightsOn,
                (LossResult::FormsLine(_) | LossResult::Retires, true) => End::ChargerBeaten,
                (LossResult::FormsLine(_) | LossResult::Retires, false) => End::TargetBeaten,
            })
        },
        |state, end| facts.ended(state, end),
    )
}
