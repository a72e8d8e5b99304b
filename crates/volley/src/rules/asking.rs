//! What several questions have in common.

use crate::charts::Rules;
use crate::ids::house;
use crate::state::answer::Answer;
use crate::state::game::Volley;
use crate::state::refusal::Refusal;
use crate::state::unit::UnitId;
use dice::Stream;
use engine::{Form, FormKind, PlainAnswer as _, one_of};

/// Whether an option that is left undecided is taken up, as the house plays it.
pub(crate) fn is_taken_up(rules: &Rules) -> bool {
    rules.plays(house!("choice.default", "accept"))
}

/// One of the targets, or none.
///
/// # Errors
/// The refusal of any other unit.
pub(crate) fn target(game: &Volley, answer: &Answer, targets: &[UnitId]) -> Result<Option<UnitId>, Refusal> {
    match answer {
        Answer::No => Ok(None),
        Answer::Yes | Answer::Unit(_) | Answer::Form(_) | Answer::Stand(_) | Answer::Order(_) => {
            one_of(answer, targets, |unit| game.name(unit)).map(Some)
        }
    }
}

/// The form that asks at which target a unit shoots.
pub(crate) fn target_form(shooter: UnitId, targets: &[UnitId]) -> Form<Answer> {
    Form::units(FormKind::Target, Some(shooter), targets, Answer::Unit).or("Hold fire", "", Answer::No)
}

/// Fire is held once in five times, however many targets there are.
pub(crate) fn sample_target(targets: &[UnitId], luck: &mut Stream) -> Answer {
    if luck.below(5) == 0 {
        return Answer::No;
    }
    let target = targets.get(luck.below(targets.len() as u32) as usize);
    target.map_or(Answer::No, |unit| Answer::of_unit(*unit))
}
