//! The numbers of one sheet, as the code wants them: by rule id, without strings.

use crate::ids::{RULES, RULINGS, rule};
use crate::words::{DiceColumn, Formation, Grade, Nation, Phase, Rate, Row, Sheet};
use engine::InForce;
use rulebook::{Chart, Field, FieldKind, GameSpec, RuleId, SheetRules};
use table::Inches;

const NEED: FieldKind = FieldKind::Int { min: 2, max: 6 };
const MOD: FieldKind = FieldKind::Int { min: -6, max: 6 };
const INCHES: FieldKind = FieldKind::Inches { min: 0, max: 72_000 };

/// Every chart the ruleset files may hold, and what its rows say.
pub static CHARTS: &[Chart] = &[
    Chart {
        name: "opponents",
        title: "Opponents",
        fields: &[Field::new("nation", FieldKind::Word(Nation::NAMES))],
    },
    Chart {
        name: "scale",
        title: "Figure scale",
        fields: &[Field::new("millimetres", FieldKind::Int { min: 2, max: 60 })],
    },
    Chart { name: "version", title: "Version", fields: &[Field::new("tag", FieldKind::Text)] },
    Chart {
        name: "sequence-length",
        title: "Phases in a turn",
        fields: &[Field::new("phases", FieldKind::Int { min: 1, max: 20 })],
    },
    Chart {
        name: "sequence",
        title: "Sequence of play",
        fields: &[
            Field::new("is", FieldKind::Word(Phase::NAMES)),
            Field::new("number", FieldKind::Int { min: 1, max: 20 }),
        ],
    },
    Chart {
        name: "artillery-target",
        title: "Artillery: to hit",
        fields: &[Field::new("when", FieldKind::Word(Row::NAMES)), Field::new("need", NEED)],
    },
    Chart {
        name: "artillery-modifier",
        title: "Artillery: modifiers",
        fields: &[
            Field::new("when", FieldKind::Word(&["close", "long", "heavy", "light"])),
            Field::optional("pounds", FieldKind::Int { min: 1, max: 48 }),
            Field::new("mod", MOD),
        ],
    },
    Chart {
        name: "musketry-target",
        title: "Shooting: to hit",
        fields: &[
            Field::new("when", FieldKind::Word(Row::NAMES)),
            Field::new("need", NEED),
            Field::optional("targets", FieldKind::Words(&["french", "opponent"])),
        ],
    },
    Chart { name: "distance", title: "Distances", fields: &[Field::new("inches", INCHES)] },
    Chart { name: "dice-rate", title: "Dice by figures", fields: &[Field::new("rate", FieldKind::Ratio)] },
    Chart {
        name: "wheel",
        title: "Wheeling",
        fields: &[Field::new("degrees", FieldKind::Int { min: 0, max: 180 })],
    },
    Chart {
        name: "fraction",
        title: "Slow going",
        fields: &[Field::new("divide", FieldKind::Int { min: 1, max: 8 })],
    },
    Chart {
        name: "rate",
        title: "Movement",
        fields: &[
            Field::new("nation", FieldKind::Word(Nation::NAMES)),
            Field::new("type", FieldKind::Word(Rate::NAMES)),
            Field::new("inches", INCHES),
        ],
    },
    Chart {
        name: "morale-base",
        title: "Morale: target by grade",
        fields: &[
            Field::new("grade", FieldKind::Word(Grade::NAMES)),
            Field::new("target", FieldKind::Int { min: 0, max: 12 }),
        ],
    },
    Chart {
        name: "morale-modifier",
        title: "Morale: modifiers",
        fields: &[Field::new("mod", MOD), Field::optional("per", FieldKind::Int { min: 1, max: 60 })],
    },
    Chart {
        name: "morale-band",
        title: "Morale: results",
        fields: &[Field::new("missed-by", FieldKind::Int { min: 1, max: 12 })],
    },
    Chart {
        name: "crowding",
        title: "Crowded columns",
        fields: &[Field::new("inches", INCHES), Field::new("losses", FieldKind::Dice)],
    },
    Chart { name: "losses", title: "Losses", fields: &[Field::new("losses", FieldKind::Dice)] },
    Chart { name: "bonus", title: "Dice of distance", fields: &[Field::new("dice", FieldKind::Dice)] },
    Chart { name: "need", title: "Rolls", fields: &[Field::new("need", NEED)] },
    Chart {
        name: "count",
        title: "Numbers",
        fields: &[Field::new("count", FieldKind::Int { min: 0, max: 60 })],
    },
    Chart {
        name: "melee-dice",
        title: "Melee dice",
        fields: &[
            Field::new("column", FieldKind::Word(DiceColumn::NAMES)),
            Field::new("grade", FieldKind::Word(Grade::NAMES)),
            Field::new("rate", FieldKind::Ratio),
        ],
    },
    Chart { name: "melee-modifier", title: "Melee: modifiers", fields: &[Field::new("mod", MOD)] },
    Chart {
        name: "pass-through",
        title: "What cavalry passes through",
        fields: &[Field::new("of", FieldKind::Words(&["square", "masse", "fortification"]))],
    },
];

/// The game as its ruleset files know it.
pub static SPEC: GameSpec =
    GameSpec { name: "volley", sheets: Sheet::NAMES, rules: RULES, charts: CHARTS, rulings: RULINGS };

/// The ruleset files, as built into the binary.
pub static FILES: &[(&str, &str)] = engine::ruleset_files!(
    "volley";
    "ledger.toml",
    "rulings.toml",
    "sequence.toml",
    "fire.toml",
    "movement.toml",
    "morale.toml",
    "charge.toml",
    "melee.toml",
    "recall.toml"
);

/// One sheet's rules in force.
#[derive(Clone, Debug)]
pub struct Rules {
    pub sheet: Sheet,
    /// The nation the French fight.
    pub opponent: Option<Nation>,
    /// Phases in order, with their number on the sheet and their rule.
    pub phases: Vec<(Phase, u8, RuleId)>,
    in_force: InForce,
    artillery_rows: [Option<RuleId>; Row::NAMES.len()],
    musketry_rows: [[Option<RuleId>; Row::NAMES.len()]; 2],
    rates: [[Option<RuleId>; Rate::NAMES.len()]; 4],
    bases: [Option<RuleId>; 3],
    melee_rates: [[Option<RuleId>; 3]; 2],
    passes_through: [bool; 3],
}

impl std::ops::Deref for Rules {
    type Target = InForce;
    fn deref(&self) -> &InForce {
        &self.in_force
    }
}

impl Rules {
    /// The typed rules of a sheet, patched or as printed.
    pub fn new(source: SheetRules) -> Rules {
        let opponent = source.chart("opponents").find_map(|row| row.word_as("nation", Nation::WORDS));
        let mut rules = Rules {
            sheet: Sheet::from_word(source.sheet_name()).unwrap_or(Sheet::Br8),
            opponent,
            phases: Vec::new(),
            artillery_rows: [None; Row::NAMES.len()],
            musketry_rows: [[None; Row::NAMES.len()]; 2],
            rates: [[None; Rate::NAMES.len()]; 4],
            bases: [None; 3],
            melee_rates: [[None; 3]; 2],
            passes_through: [false; 3],
            in_force: InForce::new(source, RULES.len()),
        };
        rules.index_rows();
        rules
    }

    fn index_rows(&mut self) {
        let mut phases: Vec<(Phase, u8, RuleId)> = Vec::new();
        for row in &self.in_force.source().rows {
            match row.chart {
                "sequence" => {
                    if let Some(phase) = row.word_as("is", Phase::WORDS) {
                        phases.push((phase, row.must_int("number").clamp(1, 99) as u8, row.rule));
                    }
                }
                "artillery-target" => {
                    if let Some(when) = row.word_as("when", Row::WORDS) {
                        self.artillery_rows[when as usize] = Some(row.rule);
                    }
                }
                "musketry-target" => {
                    let Some(when) = row.word_as("when", Row::WORDS) else { continue };
                    let only = row.words("targets");
                    for (side, word) in ["french", "opponent"].into_iter().enumerate() {
                        if only.is_none_or(|only| only.iter().any(|w| w == word)) {
                            self.musketry_rows[side][when as usize] = Some(row.rule);
                        }
                    }
                }
                "rate" => {
                    if let (Some(nation), Some(kind)) =
                        (row.word_as("nation", Nation::WORDS), row.word_as("type", Rate::WORDS))
                    {
                        self.rates[nation as usize][kind as usize] = Some(row.rule);
                    }
                }
                "morale-base" => {
                    if let Some(grade) = row.word_as("grade", Grade::WORDS) {
                        self.bases[grade as usize] = Some(row.rule);
                    }
                }
                "melee-dice" => {
                    if let (Some(column), Some(grade)) =
                        (row.word_as("column", DiceColumn::WORDS), row.word_as("grade", Grade::WORDS))
                    {
                        self.melee_rates[column as usize][grade as usize] = Some(row.rule);
                    }
                }
                "pass-through" => {
                    let of = row.must_words("of");
                    self.passes_through =
                        ["square", "masse", "fortification"].map(|word| of.iter().any(|w| w == word));
                }
                _ => {}
            }
        }
        phases.sort_by_key(|(_, number, _)| *number);
        // A turn is as long as the sheet says: without that rule it has no phases at all.
        let length = self.main(rule!("volley.seq.length")).unwrap_or(0);
        phases.retain(|(_, number, _)| i32::from(*number) <= length);
        if !self.on(rule!("volley.seq.french-first")) {
            for (phase, _, _) in &mut phases {
                *phase = match *phase {
                    Phase::FrenchMove => Phase::OpponentMove,
                    Phase::OpponentMove => Phase::FrenchMove,
                    Phase::FrenchClose => Phase::OpponentClose,
                    Phase::OpponentClose => Phase::FrenchClose,
                    Phase::FrenchStand => Phase::OpponentStand,
                    Phase::OpponentStand => Phase::FrenchStand,
                    other => other,
                };
            }
        }
        self.phases = phases;
    }

    /// A distance or base that is given for 25/28 mm figures, at the sheet's own scale: half of it at 15 mm.
    pub(crate) fn scaled(&self, inches: Inches) -> Inches {
        let small = self.main(rule!("volley.sheet.scale")).is_some_and(|millimetres| millimetres < 20);
        if small { inches.half() } else { inches }
    }

    pub(crate) fn artillery_row(&self, row: Row) -> Option<RuleId> {
        self.artillery_rows[row as usize]
    }

    pub(crate) fn musketry_row(&self, target_is_french: bool, row: Row) -> Option<RuleId> {
        self.musketry_rows[usize::from(!target_is_french)][row as usize]
    }

    pub(crate) fn move_rate(&self, nation: Nation, kind: Rate) -> Option<RuleId> {
        self.rates[nation as usize][kind as usize]
    }

    /// The slowest and the fastest cavalry rate of a nation.
    pub(crate) fn cavalry_rates(&self, nation: Nation) -> Option<(RuleId, RuleId)> {
        let kinds = Rate::WORDS.iter().map(|(_, kind)| *kind).filter(|kind| {
            !matches!(
                kind,
                Rate::Column | Rate::Skirmishers | Rate::Line | Rate::Square | Rate::Masse | Rate::Limbered
            )
        });
        let rules: Vec<RuleId> = kinds.filter_map(|kind| self.move_rate(nation, kind)).collect();
        let slow = rules.iter().min_by_key(|rule| self.inches(**rule))?;
        let fast = rules.iter().max_by_key(|rule| self.inches(**rule))?;
        Some((*slow, *fast))
    }

    pub(crate) fn morale_base(&self, grade: Grade) -> Option<RuleId> {
        self.bases[grade as usize]
    }

    pub(crate) fn melee_rate(&self, column: DiceColumn, grade: Grade) -> Option<RuleId> {
        self.melee_rates[column as usize][grade as usize]
    }

    /// Whether cavalry passes through infantry in this formation, or in a fortification.
    pub(crate) fn passes_through(&self, formation: Formation, fortified: bool) -> bool {
        let [square, masse, fortification] = self.passes_through;
        (square && formation == Formation::Square)
            || (masse && formation == Formation::Masse)
            || (fortification && fortified)
    }

    /// The tag printed on the sheet.
    pub fn version(&self) -> Option<&str> {
        self.source().chart("version").find_map(|row| row.text("tag"))
    }

    /// The number of a phase on this sheet.
    pub fn number_of(&self, phase: Phase) -> Option<u8> {
        self.phases.iter().find(|(p, _, _)| *p == phase).map(|(_, number, _)| *number)
    }
}
