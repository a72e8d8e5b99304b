//! What is wanted now, in one sentence of the players' words.

use crate::game::Volley;
use crate::options;
use crate::question::Question;
use crate::unit::UnitId;
use crate::words::Formation;
use engine::wording::says;

/// The sentence for whoever is asked.
pub(crate) fn prompt(game: &Volley, question: &Question) -> String {
    let name = |id: &UnitId| game.name(*id).to_owned();
    let of = |id: &UnitId, what: &str| says(game.name(*id), what);
    match question {
        Question::Deploy { unit } => {
            let zone = options::deployment_zone(game);
            format!("Place {} before the battle, within {zone} of your own edge.", name(unit))
        }
        Question::Adjust { guns, .. } => {
            let names: Vec<String> = guns.iter().map(name).collect();
            format!("Before the guns fire you may turn or unlimber {}.", names.join(", "))
        }
        Question::Target { battery, .. } => {
            format!("Choose the target of {}, or hold fire.", name(battery))
        }
        Question::Retire { unit } => {
            of(unit, "[is|are] halted by guns: [it|they] may fall back and change formation, or stay.")
        }
        Question::Order { .. } => {
            "Choose a unit to move, charge or change formation, or end movement.".to_owned()
        }
        Question::Shoot { unit, .. } => format!("Choose whom {} at, or hold fire.", of(unit, "shoot[s]")),
        Question::NextTest { .. } => "Choose which unit tests its morale next.".to_owned(),
        Question::Stand { unit, .. } => of(unit, "stand[s]: choose how [it meets|they meet] the charge."),
        Question::RollForSquare { unit } => {
            of(unit, "waver[s] before the cavalry: shall [it|they] roll for square?")
        }
        Question::Press { unit } => of(unit, "[is|are] held off: shall [it|they] take the loss and go in?"),
        Question::FormLine { unit } => of(unit, "[is|are] held off: shall [it|they] form line?"),
        Question::Supporter { gun, .. } => format!("Choose which unit fights for {}.", name(gun)),
        Question::NextMelee { .. } => "Choose which melee is fought next.".to_owned(),
        Question::Opponent { unit, .. } => format!("Choose which unit fights {}.", name(unit)),
        Question::FreeChange { unit, formations } => of(
            unit,
            &format!("[has|have] won and may form {}, or stay as [it is|they are].", either(formations)),
        ),
        Question::Recall { unit } => format!("Shall {} be recalled, though it need not be?", name(unit)),
    }
}

/// What those who wait are waiting for.
pub(crate) fn waited_for(game: &Volley, question: &Question) -> String {
    let name = |id: &UnitId| game.name(*id).to_owned();
    let of = |id: &UnitId, what: &str| says(game.name(*id), what);
    match question {
        Question::Deploy { unit } => format!("where {}.", of(unit, "stand[s]")),
        Question::Adjust { .. } => "how their guns are laid.".to_owned(),
        Question::Target { battery, .. } => format!("the target of {}.", name(battery)),
        Question::Retire { unit } => format!("whether {}.", of(unit, "fall[s] back")),
        Question::Order { .. } => "their next move.".to_owned(),
        Question::Shoot { unit, .. } => format!("whom {} at.", of(unit, "shoot[s]")),
        Question::NextTest { .. } => "which unit tests next.".to_owned(),
        Question::Stand { unit, .. } => format!("how {} the charge.", of(unit, "meet[s]")),
        Question::RollForSquare { unit } => format!("whether {} for square.", of(unit, "roll[s]")),
        Question::Press { unit } => format!("whether {} in.", of(unit, "go[es]")),
        Question::FormLine { unit } => format!("whether {} line.", of(unit, "form[s]")),
        Question::Supporter { gun, .. } => format!("which unit fights for {}.", name(gun)),
        Question::NextMelee { .. } => "which melee is fought next.".to_owned(),
        Question::Opponent { unit, .. } => format!("which unit fights {}.", name(unit)),
        Question::FreeChange { unit, .. } => format!("whether {} formation.", of(unit, "change[s]")),
        Question::Recall { unit } => format!("whether {} recalled.", of(unit, "[is|are]")),
    }
}

fn either(formations: &[Formation]) -> String {
    formations.iter().map(|formation| formation.word()).collect::<Vec<_>>().join(" or ")
}
