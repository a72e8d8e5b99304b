//! The charts of the ruleset files: which rows they may hold, and what a row says.

use crate::words::{
    Arm, Band, Effect, Formation, Going, Gun, Level, LossResult, Nation, OrderKind, Part, Reference, Step,
    Taker, Trait, Troop, Turned, Who,
};
use rulebook::{Chart, Field, FieldKind};

const NEED: FieldKind = FieldKind::Int { min: 1, max: 20 };
const MOD: FieldKind = FieldKind::Int { min: -20, max: 20 };
const COUNT: FieldKind = FieldKind::Int { min: 0, max: 12 };
const FACE: FieldKind = FieldKind::Int { min: 1, max: 10 };
const MARGIN: FieldKind = FieldKind::Int { min: 0, max: 60 };
const STEP: FieldKind = FieldKind::Int { min: 1, max: 20 };
const YEAR: FieldKind = FieldKind::Int { min: 1700, max: 1900 };
const INCHES: FieldKind = FieldKind::Inches { min: 0, max: 72_000 };

/// Kinds of ground, as battle files name them.
const KINDS: &[&str] = &[
    "woods",
    "hill",
    "village",
    "fortification",
    "wall",
    "stream",
    "river",
    "bridge",
    "ford",
    "road",
    "marsh",
    "enclosure",
    "city",
    "mountain",
    "slope",
];

/// Every chart the ruleset files may hold, and what its rows say.
pub static CHARTS: &[Chart] = &[
    Chart {
        name: "sequence",
        title: "Turn sequence",
        fields: &[
            Field::new("number", STEP),
            Field::new("is", FieldKind::Word(Step::NAMES)),
            Field::new("who", FieldKind::Word(Who::NAMES)),
            Field::optional("from", STEP),
            Field::optional("to", STEP),
        ],
    },
    Chart { name: "dice", title: "Dice", fields: &[Field::new("dice", FieldKind::Dice)] },
    Chart { name: "share", title: "Parts of a move", fields: &[Field::new("rate", FieldKind::Ratio)] },
    Chart {
        name: "radius",
        title: "Command radius",
        fields: &[
            Field::new("nation", FieldKind::Word(Nation::NAMES)),
            Field::optional("since", YEAR),
            Field::optional("until", YEAR),
            Field::new("inches", INCHES),
        ],
    },
    Chart {
        name: "order-list",
        title: "Orders, from the boldest",
        fields: &[Field::new("orders", FieldKind::Words(OrderKind::NAMES))],
    },
    Chart {
        name: "order",
        title: "Orders: distances",
        fields: &[
            Field::new("order", FieldKind::Word(OrderKind::NAMES)),
            Field::new("part", FieldKind::Word(Part::NAMES)),
            Field::new("of", FieldKind::Word(Reference::NAMES)),
            Field::optional("at-least", INCHES),
            Field::optional("at-most", INCHES),
        ],
    },
    Chart {
        name: "order-step",
        title: "Order changes",
        fields: &[
            Field::new("nation", FieldKind::Word(&["french", "british", "turkish", "all-others"])),
            Field::new("up", FieldKind::Int { min: 0, max: 6 }),
            Field::new("down", FieldKind::Int { min: 0, max: 6 }),
        ],
    },
    Chart {
        name: "rate",
        title: "Movement",
        fields: &[
            Field::new("arm", FieldKind::Word(Arm::NAMES)),
            Field::new("formation", FieldKind::Word(Formation::NAMES)),
            Field::new("available", FieldKind::Flag),
            Field::optional("inches", INCHES),
        ],
    },
    Chart {
        name: "terrain",
        title: "Terrain",
        fields: &[
            Field::new("class", FieldKind::Word(Going::NAMES)),
            Field::new("kinds", FieldKind::Words(KINDS)),
        ],
    },
    Chart { name: "checks", title: "Morale checks given", fields: &[Field::new("count", COUNT)] },
    Chart {
        name: "levels",
        title: "Status levels",
        fields: &[Field::new("count", FieldKind::Int { min: -5, max: 5 })],
    },
    Chart {
        name: "stand-dice",
        title: "Firing: dice for each stand",
        fields: &[Field::new("dice", FieldKind::Dice)],
    },
    Chart { name: "distance", title: "Firing: range", fields: &[Field::new("inches", INCHES)] },
    Chart {
        name: "arc",
        title: "Firing: arc",
        fields: &[Field::new("degrees", FieldKind::Int { min: 0, max: 180 })],
    },
    Chart {
        name: "to-hit",
        title: "Firing: to hit",
        fields: &[
            Field::new(
                "firer",
                FieldKind::Word(&[
                    "militia",
                    "conscript",
                    "seasoned",
                    "veteran",
                    "elite",
                    "guard",
                    "cavalry",
                ]),
            ),
            Field::new("need", NEED),
        ],
    },
    Chart { name: "fire-modifier", title: "Firing: modifiers", fields: &[Field::new("mod", MOD)] },
    Chart {
        name: "guns",
        title: "Artillery range chart",
        fields: &[
            Field::new("gun", FieldKind::Word(Gun::NAMES)),
            Field::new("band", FieldKind::Word(Band::NAMES)),
            Field::optional("dice", FieldKind::Dice),
        ],
    },
    Chart {
        name: "long-range",
        title: "Artillery at long range",
        fields: &[Field::new("inches", INCHES), Field::new("count", COUNT)],
    },
    Chart { name: "natural", title: "Morale checks: natural rolls", fields: &[Field::new("die", FACE)] },
    Chart {
        name: "morale-target",
        title: "Morale checks: to pass",
        fields: &[Field::new("troop", FieldKind::Word(Troop::NAMES)), Field::new("need", NEED)],
    },
    Chart { name: "morale-modifier", title: "Morale checks: modifiers", fields: &[Field::new("mod", MOD)] },
    Chart {
        name: "trait",
        title: "Leader traits",
        fields: &[Field::new("trait", FieldKind::Word(Trait::NAMES)), Field::new("mod", MOD)],
    },
    Chart {
        name: "morale-ladder",
        title: "Morale status, from the best",
        fields: &[Field::new("levels", FieldKind::Words(Level::NAMES))],
    },
    Chart {
        name: "status",
        title: "Morale status: effects",
        fields: &[
            Field::new("level", FieldKind::Word(Level::NAMES)),
            Field::new("effect", FieldKind::Word(Effect::NAMES)),
            Field::optional("inches", INCHES),
            Field::optional("rate", FieldKind::Ratio),
            Field::optional("facing", FieldKind::Word(Turned::NAMES)),
        ],
    },
    Chart {
        name: "leader-loss",
        title: "Leader loss",
        fields: &[
            Field::new("from", FACE),
            Field::new("to", FACE),
            Field::new("result", FieldKind::Word(LossResult::NAMES)),
            Field::optional("inches", INCHES),
            Field::optional("turns", FieldKind::Int { min: 0, max: 60 }),
        ],
    },
    Chart {
        name: "shock",
        title: "Shock of a leader's death",
        fields: &[Field::new("inches", INCHES), Field::new("count", COUNT)],
    },
    Chart { name: "rounds", title: "Melee: rounds", fields: &[Field::new("count", COUNT)] },
    Chart {
        name: "melee-result",
        title: "Melee: results by the margin",
        fields: &[
            Field::new("from", MARGIN),
            Field::optional("to", MARGIN),
            Field::new("who", FieldKind::Word(Taker::NAMES)),
            Field::new("drop", FieldKind::Int { min: 0, max: 5 }),
            Field::new("checks", COUNT),
        ],
    },
    Chart {
        name: "training",
        title: "Melee: training",
        fields: &[Field::new("troop", FieldKind::Word(Troop::NAMES)), Field::new("mod", MOD)],
    },
    Chart { name: "melee-modifier", title: "Melee: modifiers", fields: &[Field::new("mod", MOD)] },
    Chart {
        name: "melee-morale",
        title: "Melee: morale",
        fields: &[Field::new("level", FieldKind::Word(Level::NAMES)), Field::new("mod", MOD)],
    },
];
