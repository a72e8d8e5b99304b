//! What is wanted now, in one sentence of the players' words.

use crate::game::Volley;
use crate::options;
use crate::question::Question;
use crate::unit::UnitId;
use crate::words::Formation;

/// The sentence for whoever is asked.
pub(crate) fn prompt(game: &Volley, question: &Question) -> String {
    let name = |id: &UnitId| game.name(*id).to_owned();
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
            format!("Choose the target of {}, or hold its fire.", name(battery))
        }
        Question::Retire { unit } => {
            format!("{} is halted by guns: it may fall back and change formation, or stay.", name(unit))
        }
        Question::Order { .. } => {
            "Choose a unit to move, charge or change formation, or end movement.".to_owned()
        }
        Question::Shoot { unit, .. } => format!("Choose whom {} shoots at, or hold its fire.", name(unit)),
        Question::NextTest { .. } => "Choose which unit tests its morale next.".to_owned(),
        Question::Stand { unit, .. } => format!("{} stands: choose how it meets the charge.", name(unit)),
        Question::RollForSquare { unit } => {
            format!("{} wavers before the cavalry: shall it roll for square?", name(unit))
        }
        Question::Press { unit } => format!("{} is held off: shall it take the loss and go in?", name(unit)),
        Question::FormLine { unit } => format!("{} is held off: shall it form line?", name(unit)),
        Question::Supporter { gun, .. } => format!("Choose which unit fights for {}.", name(gun)),
        Question::NextMelee { .. } => "Choose which melee is fought next.".to_owned(),
        Question::Opponent { unit, .. } => format!("Choose which unit fights {}.", name(unit)),
        Question::FreeChange { unit, formations } => {
            format!("{} has won and may form {}, or stay as it is.", name(unit), either(formations))
        }
        Question::Recall { unit } => format!("Shall {} be recalled, though it need not be?", name(unit)),
    }
}

/// What those who wait are waiting for.
pub(crate) fn waited_for(game: &Volley, question: &Question) -> String {
    let name = |id: &UnitId| game.name(*id).to_owned();
    match question {
        Question::Deploy { unit } => format!("where {} stands.", name(unit)),
        Question::Adjust { .. } => "how their guns are laid.".to_owned(),
        Question::Target { battery, .. } => format!("the target of {}.", name(battery)),
        Question::Retire { unit } => format!("whether {} falls back.", name(unit)),
        Question::Order { .. } => "their next move.".to_owned(),
        Question::Shoot { unit, .. } => format!("whom {} shoots at.", name(unit)),
        Question::NextTest { .. } => "which unit tests next.".to_owned(),
        Question::Stand { unit, .. } => format!("how {} meets the charge.", name(unit)),
        Question::RollForSquare { unit } => format!("whether {} rolls for square.", name(unit)),
        Question::Press { unit } => format!("whether {} goes in.", name(unit)),
        Question::FormLine { unit } => format!("whether {} forms line.", name(unit)),
        Question::Supporter { gun, .. } => format!("which unit fights for {}.", name(gun)),
        Question::NextMelee { .. } => "which melee is fought next.".to_owned(),
        Question::Opponent { unit, .. } => format!("which unit fights {}.", name(unit)),
        Question::FreeChange { unit, .. } => format!("whether {} changes formation.", name(unit)),
        Question::Recall { unit } => format!("whether {} is recalled.", name(unit)),
    }
}

fn either(formations: &[Formation]) -> String {
    formations.iter().map(|formation| formation.word()).collect::<Vec<_>>().join(" or ")
}
