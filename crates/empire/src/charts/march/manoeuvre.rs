//! Marches of foot and horse in an impulse: rates, ground, bonus inches, wheels.

use crate::ids::BonusMoveWhen;
use crate::state::words::{Class, Formation, Going, Horse};
use engine::charts::Ratio;
use engine::{Grid, InForce, Modifiers};
use rulebook::{RuleId, words};
use table::Inches;

words!(
    /// The rows of the chart of foot. An attack or closed column is a column of divisions (ruling formations).
    Pace {
        Companies = "companies",
        Divisions = "divisions",
        Line = "line",
        Square = "square",
        Unformed = "unformed",
    }
);
words!(
    /// Who goes over ground: formed foot, foot in skirmish or semi-skirmish order, horse.
    Mover { Foot = "foot", Unformed = "unformed", Horse = "horse" }
);
words!(
    /// Ground as the charts of manoeuvre tell it apart. A contour is one of 5 m.
    Soil {
        LightWoods = "light-woods",
        MediumWoods = "medium-woods",
        HeavyWoods = "heavy-woods",
        LowWall = "low-wall",
        HighWall = "high-wall",
        Mud = "mud",
        Structure = "structure",
        Swamp = "swamp",
        Contour = "contour",
    }
);

engine::charts! {
    "foot-rate" "Foot: inches of a manoeuvre, by class": FootRate {
        pace: [word Pace],
        a: [inches 0..=60_000],
        b: [inches 0..=60_000],
    }
    "horse-rate" "Horse: inches of a manoeuvre and of a charge": HorseRate {
        horse: [words Horse],
        pace "move": [inches 0..=60_000],
        charge: [inches 0..=60_000],
    }
    "beyond" "Inches gained where the enemy is far": Beyond {
        gains: [inches 0..=60_000],
        beyond: [inches 0..=60_000],
    }
    "ground-share" "Manoeuvre: ground that leaves a part of the move": GroundShare {
        who: [word Mover],
        ground: [word Soil],
        share: [ratio],
    }
    "ground-inches" "Manoeuvre: ground that takes inches off": GroundInches {
        who: [word Mover],
        ground: [word Soil],
        inches: [inches 0..=60_000],
        charge: [maybe inches 0..=60_000],
    }
    "bonus-move" "Bonus inches: this or less on a die disorders": BonusMove {
        going: [word Going],
        one: [int 0..=10],
        two: [int 0..=10],
        three: [int 0..=10],
    }
    "bonus-move-modifier" "Bonus inches: modifiers", modifiers() {
        when: [word BonusMoveWhen],
        modifier "mod": [int -10..=10],
    }
    "wheel" "Wheels about the middle": Wheel {
        degrees: [int 0..=180],
        companies: [count 1..=24],
    }
}

/// What ground does to a share of a move or to its inches; `charge` where a charge pays otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Share(Ratio),
    Inches { inches: Inches, charge: Inches },
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    foot: Grid<Pace, [Inches; 2]>,
    horse: Grid<Horse, [Inches; 2]>,
    ground: Grid<(Mover, Soil), Ground>,
    /// What is gained where the enemy is farther off than that.
    pub beyond: Option<(RuleId, [Inches; 2])>,
    bonus: Grid<Going, [i32; 3]>,
    pub(crate) bonus_modifiers: Modifiers<BonusMoveWhen>,
    /// Degrees, and the companies from which a column of divisions wheels so too.
    pub wheel: Option<(RuleId, i32, u32)>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let share = |row: GroundShare| ((row.who, row.ground), row.rule, Ground::Share(row.share));
        let inches = |row: GroundInches| {
            let charge = row.charge.unwrap_or(row.inches);
            ((row.who, row.ground), row.rule, Ground::Inches { inches: row.inches, charge })
        };
        let of_horse = |row: HorseRate| {
            let rates = [row.pace, row.charge];
            row.horse.into_iter().map(move |horse| (horse, row.rule, rates))
        };
        Numbers {
            foot: rules.rows().map(|row: FootRate| (row.pace, row.rule, [row.a, row.b])).collect(),
            horse: rules.rows().flat_map(of_horse).collect(),
            ground: rules.rows().map(share).chain(rules.rows().map(inches)).collect(),
            beyond: rules.rows().next().map(|row: Beyond| (row.rule, [row.gains, row.beyond])),
            bonus: rules
                .rows()
                .map(|row: BonusMove| (row.going, row.rule, [row.one, row.two, row.three]))
                .collect(),
            bonus_modifiers: rules.modifiers("bonus-move-modifier"),
            wheel: rules.rows().next().map(|row: Wheel| (row.rule, row.degrees, row.companies)),
        }
    }

    /// The inches of foot at a pace.
    pub fn foot(&self, pace: Pace, class: Class) -> Option<(RuleId, Inches)> {
        let (rule, [a, b]) = self.foot.get(pace)?;
        Some((rule, if class == Class::A { a } else { b }))
    }

    /// The inches of horse that manoeuvres or charges.
    pub fn horse(&self, horse: Horse, charging: bool) -> Option<(RuleId, Inches)> {
        let (rule, [pace, charge]) = self.horse.get(horse)?;
        Some((rule, if charging { charge } else { pace }))
    }

    /// What ground takes of a unit's move.
    pub fn ground(&self, who: Mover, soil: Soil) -> Option<(RuleId, Ground)> {
        self.ground.get((who, soil))
    }

    /// Foot that takes these bonus inches is disordered by this or less on its die.
    pub fn disorders(&self, going: Going, inches: u32) -> Option<(RuleId, i32)> {
        let (rule, ends) = self.bonus.get(going)?;
        let place = inches.clamp(1, 3) as usize - 1;
        ends.get(place).map(|end| (rule, *end))
    }
}

impl Pace {
    /// The row of a formation of foot.
    pub const fn of(formation: Formation) -> Pace {
        match formation {
            Formation::CompanyColumn => Pace::Companies,
            Formation::AttackColumn | Formation::ClosedColumn => Pace::Divisions,
            Formation::Square => Pace::Square,
            Formation::Skirmish | Formation::SemiSkirmish => Pace::Unformed,
            // Horse that has dismounted goes on foot as a line does.
            Formation::Line
            | Formation::TwoRanks
            | Formation::SquadronColumn
            | Formation::Dismounted
            | Formation::Limbered
            | Formation::Unlimbered => Pace::Line,
        }
    }
}
