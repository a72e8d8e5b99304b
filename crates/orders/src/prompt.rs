//! What is wanted now, in one sentence of the players' words.

use crate::game::Orders;
use crate::question::Question;
use crate::unit::UnitId;
use engine::wording::says;

/// The question for whoever is asked.
pub(crate) fn prompt(game: &Orders, question: &Question) -> String {
    let name = |id: &UnitId| game.name(*id).to_owned();
    match question {
        Question::Deploy { unit } => format!("Place {} in your deployment zone.", name(unit)),
        Question::Orders { start: true, .. } => {
            "Write down what each corps begins with, or go on.".to_owned()
        }
        Question::Orders { start: false, .. } => {
            "Write your corps' orders: choose a corps, an order and a place, or seal them.".to_owned()
        }
        Question::GoFirst { .. } => "You won the initiative: move first?".to_owned(),
        Question::Move { only: Some(unit), .. } => {
            format!("{} may act now; finish before the next.", name(unit))
        }
        Question::Move { only: None, .. } => {
            "Choose a unit to move or charge, a leader to ride, or end movement.".to_owned()
        }
        Question::HastySquare { unit, charger } => {
            says(&name(unit), &format!("[is|are] charged by {}: try to form square?", name(charger)))
        }
        Question::Fire { .. } => "Choose who fires at whom, or end firing.".to_owned(),
        Question::NextShock { .. } => "A leader fell: choose which unit checks its morale next.".to_owned(),
        Question::NextMelee { .. } => "Choose the melee that is fought next.".to_owned(),
        Question::Advance { unit } => format!("The enemy before {} is gone: follow up?", name(unit)),
    }
}

/// What is being decided, for those who wait.
pub(crate) fn waited_for(game: &Orders, question: &Question) -> String {
    let name = |id: &UnitId| game.name(*id).to_owned();
    match question {
        Question::Deploy { unit } => format!("where {}.", says(&name(unit), "stand[s]")),
        Question::Orders { .. } => "their corps' orders.".to_owned(),
        Question::GoFirst { .. } => "who moves first.".to_owned(),
        Question::Move { .. } => "their movement.".to_owned(),
        Question::HastySquare { unit, .. } => {
            format!("whether {} to form square.", says(&name(unit), "tr[ies|y]"))
        }
        Question::Fire { .. } => "their fire.".to_owned(),
        Question::NextShock { .. } => "who checks next.".to_owned(),
        Question::NextMelee { .. } => "which melee is fought next.".to_owned(),
        Question::Advance { unit } => format!("whether {} up.", says(&name(unit), "follow[s]")),
    }
}
