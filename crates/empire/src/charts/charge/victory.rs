//! Victory in a close action: levels with what they do, battle-mad horse, standards.

use crate::ids::{StandardWhen, VictoryWhen};
use crate::state::words::MadRow;
use engine::{Grid, InForce, Modifiers};
use rulebook::RuleId;

rulebook::words!(
    /// How thoroughly a close action is won.
    Level {
        Draw = "draw",
        Minor = "minor",
        Regular = "regular",
        Major = "major",
        Smashing1 = "smashing-1",
        Smashing2 = "smashing-2",
        Smashing3 = "smashing-3",
        Breakthrough = "breakthrough",
    }
);
rulebook::words!(
    /// In what state a loser is left.
    Left { None = "none", Disorder = "disorder", Bad = "bad" }
);
rulebook::words!(
    /// What becomes of guns.
    GunsLeft { Limbered = "limbered", Abandoned = "abandoned" }
);

engine::charts! {
    "victory" "Close action: what a victory does": Row {
        level: [word Level],
        least: [maybe int -20..=60],
        foot_dice "foot-dice": [maybe dice],
        foot_lost "foot-lost": [count 0..=20],
        foot_back "foot-back": [maybe inches 0..=60_000],
        foot_each "foot-each": [maybe inches 0..=60_000],
        foot: [word Left],
        horse_lost "horse-lost": [count 0..=20],
        horse_back "horse-back": [inches 0..=60_000],
        horse: [word Left],
        guns_lost "guns-lost": [maybe count 0..=20],
        guns_back "guns-back": [maybe inches 0..=60_000],
        guns: [word GunsLeft],
        won_lost "won-lost": [maybe count 0..=20],
        won_disordered "won-disordered": [maybe flag],
        through_dice "through-dice": [maybe dice],
        through: [maybe inches 0..=60_000],
        ride_dice "ride-dice": [maybe dice],
        ride: [maybe inches 0..=60_000],
    }
    "victory-modifier" "Close action: modifiers of the victory", modifiers() {
        when: [word VictoryWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=60],
    }
    "victory-klumpen" "Close action: beaten Klumpen": Klumpen {
        levels: [count 0..=7],
        least: [word Level],
    }
    "battle-mad" "Battle-mad horse: the least throw": Mad {
        horse: [words MadRow],
        need: [int 2..=21],
    }
    "standard-modifier" "Capturing a standard: modifiers", modifiers() {
        when: [word StandardWhen],
        modifier "mod": [int -20..=20],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The rows, the lowest first; one that is not in force is none.
    rows: Vec<Row>,
    pub(crate) modifiers: Modifiers<VictoryWhen>,
    pub(crate) klumpen: Option<(u32, Level)>,
    mad: Grid<MadRow, i32>,
    pub(crate) standard: Modifiers<StandardWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let mut rows: Vec<Row> = rules.rows().collect();
        rows.sort_by_key(|row| row.level);
        let mad = |row: Mad| -> Vec<(MadRow, RuleId, i32)> {
            row.horse.iter().map(|horse| (*horse, row.rule, row.need)).collect()
        };
        Numbers {
            rows,
            modifiers: rules.modifiers("victory-modifier"),
            klumpen: rules.rows().next().map(|row: Klumpen| (row.levels, row.least)),
            mad: rules.rows().flat_map(mad).collect(),
            standard: rules.modifiers("standard-modifier"),
        }
    }

    /// The level of a total: the highest it reaches; a draw below all of them.
    pub fn level(&self, total: i32) -> Level {
        let reached = self.rows.iter().filter(|row| row.least.is_none_or(|least| least <= total));
        reached.map(|row| row.level).max().unwrap_or(Level::Draw)
    }

    /// What a level does; `None` where its row is not in force: then nothing comes of it.
    pub fn row(&self, level: Level) -> Option<&Row> {
        self.rows.iter().find(|row| row.level == level)
    }

    /// The least throw that makes horse battle-mad.
    pub fn mad(&self, horse: MadRow) -> Option<(RuleId, i32)> {
        self.mad.get(horse)
    }
}
