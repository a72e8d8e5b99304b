//! Commander actions of the impulse, and the army's initiative.

pub mod leader_loss;

use crate::ids::{CommandWhen, InitiativeWhen};
use engine::charts::Cells;
use engine::{InForce, Modifiers};
use rulebook::{RuleId, words};
use table::Inches;

words!(
    /// The rows of the chart of commander actions.
    Who { ArmyWing = "army-wing", CorpsMe = "corps-me", Brigade = "brigade", Replacement = "replacement" }
);
words!(
    /// Its columns: a leader's actions one after another.
    Nth { First = "first", Second = "second", Third = "third", Fourth = "fourth" }
);

engine::charts! {
    "commander-action" "Commander actions: 2D10 to reach": Needs, lines() {
        who: [word Who],
        cells: [cells Nth int 2..=30],
    }
    "command-modifier" "Commander actions: modifiers", modifiers() {
        when: [word CommandWhen],
        modifier "mod": [int -20..=20],
    }
    "turn-unit" "A unit turned by a commander action": Turn {
        inches: [inches 0..=60_000],
        degrees: [int 0..=180],
    }
    "initiative-modifier" "Initiative: modifiers", modifiers() {
        when: [word InitiativeWhen],
        modifier "mod": [int -20..=20],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    needs: Vec<(Who, RuleId, Cells<Nth, i32>)>,
    pub(crate) modifiers: Modifiers<CommandWhen>,
    pub(crate) initiative: Modifiers<InitiativeWhen>,
    /// How near the leader must be, and by how many degrees the unit turns.
    pub turn: Option<(Inches, i32)>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers {
            needs: rules.rows().map(|row: Needs| (row.who, row.rule, row.cells)).collect(),
            modifiers: rules.modifiers("command-modifier"),
            initiative: rules.modifiers("initiative-modifier"),
            turn: rules.rows().next().map(|row: Turn| (row.inches, row.degrees)),
        }
    }

    /// What a leader of that row must reach with an action.
    pub fn need(&self, who: Who, nth: Nth) -> Option<(RuleId, i32)> {
        let (_, rule, cells) = self.needs.iter().find(|row| row.0 == who)?;
        Some((*rule, cells.get(nth)))
    }
}
