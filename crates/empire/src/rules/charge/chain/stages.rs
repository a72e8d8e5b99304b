//! The stages of a charge, one throw after another: each takes the charges that have come to it, and sends them on.

use super::course::{At, Course, Ears, End, Heard, Stage, Stand};
use super::facts::{ChargeFacts, Reply};
use super::places::{Beaten, GUNS, Meeting, Posture};
use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::rule;
use crate::rules::charge::close::{Fought, close_action};
use crate::rules::charge::square::{Squared, forms_square};
use crate::rules::charge::victory::{self, losses, takes_standard, upshot};
use crate::rules::charge::{self, Spirit};
use crate::rules::fire::gunnery;
use crate::rules::fire::musketry::{volley, volley_and};
use crate::rules::march::gun_moves::GOES;
use crate::rules::morale::unit_morale::{Cause, unit_morale};
use crate::state::event::Working;
use crate::state::words::ChargeDoes;
use dice::{Placed, Stages};
use engine::Tests as _;

/// The target's answer: square, closed column or Klumpen may have to be thrown for.
///
/// # Errors
/// The dice's pause.
pub(super) fn reply<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let next = facts.after_reply(rules);
    stages.stage(
        |course| course.standing_at(Stage::Reply).map(|_| ()),
        |dice, ()| match (facts.squaring(rules), facts.reply) {
            (Some(tries), _) => {
                let squared = forms_square(dice, rules, &tries)?;
                (ears.hear)(Heard::Squared(tries, squared));
                Ok((Some(squared), None))
            }
            (None, Reply::Klumpen) => {
                let posture = Posture { stand: Stand::AsItWas, disordered: facts.target.disordered };
                let made = unit_morale(dice, rules, &facts.test(rules, posture, Cause::Klumpen))?;
                (ears.hear)(Heard::Klumpen { made });
                Ok((None, Some(made)))
            }
            (None, _) => Ok((None, None)),
        },
        |course, (squared, klumpen)| {
            let goes_on = |stand: Stand, disordered: bool| Course {
                at: At::Coming { stage: next, stand, disordered, led: false },
                ..course
            };
            match (squared, klumpen) {
                (Some(Squared { formed, disordered, square }), _) => {
                    let stand = match (formed, square) {
                        (true, Some(kind)) => Stand::Square(kind),
                        (true, None) => Stand::ClosedColumn,
                        (false, _) => Stand::AsItWas,
                    };
                    goes_on(stand, disordered)
                }
                (None, Some(true)) => goes_on(Stand::Klumpen, facts.target.disordered),
                (None, Some(false)) => course.over(End::TargetRuns),
                (None, None) if facts.reply == Reply::RetireUnformed => course.over(End::TargetRetires),
                (None, None) => course.to(next),
            }
        },
    )
}

/// Élan, unless a breakthrough leads here.
///
/// # Errors
/// The dice's pause.
pub(super) fn elan<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let next = facts.after_elan(rules);
    stages.stage(
        |course| course.standing_at(Stage::Elan).map(|_| ()),
        |dice, ()| {
            if facts.breaks_through {
                return Ok(false);
            }
            let halts = charge::halts(dice, rules)?;
            (ears.hear)(Heard::Elan { halts });
            Ok(halts)
        },
        |course, halts| match (halts, facts.may_be_led(rules)) {
            (false, _) => course.to(next),
            (true, true) => course.to(Stage::FollowMe),
            (true, false) => course.over(End::HaltsShort),
        },
    )
}

/// A leader's Follow Me, where one tries.
///
/// # Errors
/// The dice's pause.
pub(super) fn follow_me<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let next = facts.after_elan(rules);
    stages.stage(
        |course| course.standing_at(Stage::FollowMe).map(|_| ()),
        |dice, ()| {
            if !facts.may_be_led(rules) {
                return Ok(Spirit::Halts);
            }
            let spirit = charge::follow_me(dice, rules, facts.follow_me)?;
            (ears.hear)(Heard::FollowMe(spirit));
            Ok(spirit)
        },
        |course, spirit| match (spirit, course.at) {
            (Spirit::Halts, _) => course.over(End::HaltsShort),
            (Spirit::HaltsDisordered, _) => course.over(End::HaltsDisordered),
            (Spirit::LedOn, At::Coming { stand, disordered, .. }) => {
                Course { at: At::Coming { stage: next, stand, disordered, led: true }, ..course }
            }
            (Spirit::Goes | Spirit::LedOn, _) => course.to(next),
        },
    )
}

/// The target's volley.
///
/// # Errors
/// The dice's pause.
pub(super) fn fire<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| course.standing_at(Stage::Fire),
        |dice, posture| match facts.volley(rules, posture) {
            Some(shot) => {
                let fired = volley(dice, rules, &shot)?;
                (ears.hear)(Heard::Volley(shot, fired));
                Ok(fired.casualties)
            }
            None => Ok(0),
        },
        |course, casualties| facts.loses(course, casualties).to(Stage::Guns(0)),
    )
}

/// One battery that fires at the charge: the target's own guns first.
///
/// # Errors
/// The dice's pause.
pub(super) fn guns<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    nth: u8,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let last = usize::from(nth) + 1 == GUNS;
    let next = if last { facts.after_fire(rules) } else { Stage::Guns(nth + 1) };
    stages.stage(
        |course| course.standing_at(Stage::Guns(nth)).map(|_| ()),
        |dice, ()| match facts.shot(rules, nth) {
            Some(shot) => {
                let fired = gunnery::shot(dice, rules, &shot)?;
                (ears.hear)(Heard::Guns(nth, shot, fired));
                Ok(fired.hits)
            }
            None => Ok(0),
        },
        |course, hits| facts.loses(course, hits).to(next),
    )
}

/// What the fire does to the charge. Some retire firing, and may rout by that throw.
///
/// # Errors
/// The dice's pause.
pub(super) fn effects<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| {
            let Posture { stand, .. } = course.standing_at(Stage::Effects)?;
            Some(Fallen { lost: course.lost, led: course.is_led(), stand })
        },
        |dice, Fallen { lost, led, stand }| {
            let checked = facts.checked(rules, lost, led);
            if checked.answer != ChargeDoes::FiresAndRetires || lost >= facts.charger.figures {
                return Ok(false);
            }
            let shot = facts.parting(rules, lost, stand);
            let (fired, routs) = volley_and(dice, rules, &shot, |total| total as i32 <= checked.natural)?;
            (ears.hear)(Heard::Parting(shot, fired));
            Ok(routs)
        },
        |course, routs| {
            if course.lost >= facts.charger.figures {
                return course.over(End::ChargerShot);
            }
            match facts.checked(rules, course.lost, course.is_led()).answer {
                _ if routs => course.over(End::ChargerRuns),
                ChargeDoes::Routs => course.over(End::ChargerRuns),
                ChargeDoes::Closes => course.to(Stage::Retire),
                ChargeDoes::MayClose if facts.presses => course.to(Stage::Retire),
                ChargeDoes::MayClose
                | ChargeDoes::Firefight
                | ChargeDoes::BacksFiring
                | ChargeDoes::RecoilsFiring
                | ChargeDoes::RetiresFiring
                | ChargeDoes::FiresAndRetires
                | ChargeDoes::Recalls
                | ChargeDoes::Regroups
                | ChargeDoes::FallsBack => course.over(End::Checked),
            }
        },
    )
}

/// What the effects of fire rest on.
#[derive(Clone, Copy)]
struct Fallen {
    lost: u32,
    led: bool,
    stand: Stand,
}

impl Placed for Fallen {
    const PLACES: usize = 1 << 7;
    fn place(&self) -> usize {
        (self.lost as usize * 2 + usize::from(self.led)) * Stand::PLACES + self.stand.place()
    }
}

/// Guns that have fired and would get away: they do, or are caught.
///
/// # Errors
/// The dice's pause.
pub(super) fn retire<S: Stages<Course>>(
    stages: &mut S,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| course.standing_at(Stage::Retire).map(|_| ()),
        |dice, ()| {
            if facts.reply != Reply::FireAndRetire {
                return Ok(false);
            }
            let need = (rule!("empire.reloc.proc"), facts.withdraws as i32);
            let gone = dice.at_least(DICE, need, &Working::default(), GOES)?;
            (ears.hear)(Heard::Retired { gone });
            Ok(gone)
        },
        |course, gone| if gone { course.over(End::TargetRetires) } else { course.to(Stage::Test) },
    )
}

/// The target's morale; Klumpen has had its test.
///
/// # Errors
/// The dice's pause.
pub(super) fn test<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| course.standing_at(Stage::Test),
        |dice, posture| {
            if posture.stand == Stand::Klumpen || !facts.tests {
                return Ok(true);
            }
            let test = facts.test(rules, posture, Cause::Charge);
            let stands = unit_morale(dice, rules, &test)?;
            (ears.hear)(Heard::Tested { test, stands });
            Ok(stands)
        },
        |course, stands| if stands { course.to(Stage::Close) } else { course.over(End::TargetRuns) },
    )
}

/// Both throw.
///
/// # Errors
/// The dice's pause.
pub(super) fn close<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let leads = victory::leads(rules);
    stages.stage(
        |course| {
            let clash = facts.clash(rules, course, course.standing_at(Stage::Close)?);
            Some(Meeting { values: clash.values(rules), clash })
        },
        |dice, Meeting { values, clash }| {
            let fought = close_action(dice, rules, values, |fought, _| match ears.exact {
                true => fought,
                false => Fought { lead: victory::least_lead(leads, fought.lead), ..fought },
            })?;
            (ears.hear)(Heard::Fought(clash, values, fought));
            Ok(fought)
        },
        |course, fought| {
            let klumpen = matches!(course.at, At::Coming { stand: Stand::Klumpen, .. });
            Course { at: At::Fought { fought, klumpen }, ..course }
        },
    )
}

/// How thoroughly it is won.
///
/// # Errors
/// The dice's pause.
pub(super) fn level<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| match course.at {
            At::Fought { fought, klumpen } => Some(Ahead { fought, klumpen }),
            At::Coming { .. } | At::Won { .. } | At::Struck { .. } | At::Over(_) => None,
        },
        |dice, Ahead { fought, klumpen }| {
            let victory = facts.victory(fought, klumpen);
            let level = victory::level(dice, rules, &victory)?;
            (ears.hear)(Heard::Level(victory, level));
            Ok(level)
        },
        |course, level| match course.at {
            At::Fought { fought, .. } => {
                Course { at: At::Won { charger_wins: fought.charger_wins, level }, ..course }
            }
            At::Coming { .. } | At::Won { .. } | At::Struck { .. } | At::Over(_) => course,
        },
    )
}

/// What a victory rests on.
#[derive(Clone, Copy)]
struct Ahead {
    fought: Fought,
    klumpen: bool,
}

impl Placed for Ahead {
    const PLACES: usize = 1 << 7;
    fn place(&self) -> usize {
        let flags = usize::from(self.fought.charger_wins) * 2 + usize::from(self.klumpen);
        self.fought.lead as usize * 4 + flags
    }
}

/// Who falls.
///
/// # Errors
/// The dice's pause.
pub(super) fn fall<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| match course.at {
            At::Won { charger_wins, level } => Some(Beaten { charger_wins, level, count: course.lost }),
            At::Coming { .. } | At::Fought { .. } | At::Struck { .. } | At::Over(_) => None,
        },
        |dice, Beaten { charger_wins, level, count }| {
            let left = if charger_wins { facts.target.figures } else { facts.charger.figures - count };
            let upshot = upshot(rules, level, &facts.won(charger_wins));
            let fell = match &upshot {
                Some(upshot) => losses(dice, upshot)?.min(left),
                None => 0,
            };
            (ears.hear)(Heard::Fell { charger_wins, upshot, fell });
            Ok(fell)
        },
        |course, fell| match course.at {
            At::Won { charger_wins, level } => {
                Course { at: At::Struck { charger_wins, level, fell, standard: None }, ..course }
            }
            At::Coming { .. } | At::Fought { .. } | At::Struck { .. } | At::Over(_) => course,
        },
    )
}

/// Whether a standard is taken (ruling standards).
///
/// # Errors
/// The dice's pause.
pub(super) fn standard<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| match course.at {
            At::Struck { charger_wins, level, fell, standard: None } => {
                Some(Beaten { charger_wins, level, count: fell })
            }
            At::Coming { .. } | At::Fought { .. } | At::Won { .. } | At::Struck { .. } | At::Over(_) => None,
        },
        |dice, Beaten { charger_wins, level, count }| match facts.standard(rules, charger_wins, level, count)
        {
            Some(facts) => {
                let taken = takes_standard(dice, rules, &facts)?;
                (ears.hear)(Heard::Standard { charger_wins, taken });
                Ok(taken)
            }
            None => Ok(false),
        },
        |course, taken| match course.at {
            At::Struck { charger_wins, level, fell, .. } => {
                Course { at: At::Struck { charger_wins, level, fell, standard: Some(taken) }, ..course }
            }
            At::Coming { .. } | At::Fought { .. } | At::Won { .. } | At::Over(_) => course,
        },
    )
}
