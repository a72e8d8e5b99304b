//! What is wanted now, in one sentence of the players' words.

use engine::Side;
use volley::words::Formation;
use volley::{Question, UnitId, Volley};

/// The sentence for whoever is asked, or for those who wait for him.
pub(crate) fn prompt(game: &Volley, side: Side, question: &Question, mine: bool) -> String {
    if mine {
        return asked(game, question);
    }
    let nation = game.nation(side).word();
    format!("The {} decide: {}", plural(nation), waited_for(game, question))
}

fn plural(nation: &str) -> String {
    let mut letters = nation.chars();
    let word: String =
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect());
    match nation {
        "french" | "british" => word,
        _ => format!("{word}s"),
    }
}

fn asked(game: &Volley, question: &Question) -> String {
    let name = |id: &UnitId| game.name(*id).to_owned();
    match question {
        Question::Deploy { unit } => format!("Place {} in your deployment zone.", name(unit)),
        Question::Adjust { .. } => "Unlimber or turn guns before they fire, or go on.".to_owned(),
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

fn waited_for(game: &Volley, question: &Question) -> String {
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
