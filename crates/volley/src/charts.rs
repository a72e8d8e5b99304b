//! The numbers of one sheet, as the code wants them: by rule id, without strings.

use crate::ids::{ArtilleryWhen, MeleeWhen, MoraleWhen, RULES, RULINGS, house, rule};
use crate::state::words::{Camp, DiceColumn, Formation, Grade, Nation, Obstacle, Phase, Rate, Row, Sheet};
use engine::charts::Ratio;
use engine::{Grid, InForce, Modifiers};
use rulebook::{GameSpec, RuleId, SheetRules};
use table::Inches;

engine::charts! {
    "opponents" "Opponents": Opponents { nation: [word Nation] }
    "scale" "Figure scale" { millimetres: [int 2..=60] }
    "version" "Version": Version { tag: [text] }
    "sequence-length" "Phases in a turn" { phases: [int 1..=20] }
    "sequence" "Sequence of play": Numbered { is: [word Phase], number: [int 1..=20] }
    "artillery-target" "Artillery: to hit": ArtilleryTarget, grid("when", "need") {
        when: [word Row],
        need: [int 2..=6],
    }
    "artillery-modifier" "Artillery: modifiers", modifiers() {
        when: [word ArtilleryWhen],
        pounds: [maybe int 1..=48],
        modifier "mod": [int -6..=6],
    }
    "musketry-target" "Shooting: to hit": MusketryTarget {
        when: [word Row],
        need: [int 2..=6],
        targets: [maybe words Camp],
    }
    "weight" "Heavy guns" { pounds: [new int 1..=48] }
    "distance" "Distances" { inches: [inches 0..=72_000] }
    "dice-rate" "Dice by figures" { rate: [ratio] }
    "wheel" "Wheeling" { degrees: [int 0..=180] }
    "fraction" "Slow going" { divide: [int 1..=8] }
    "rate" "Movement": MoveRate, grid("type", "nation", "inches") {
        nation: [word Nation],
        kind "type": [word Rate],
        inches: [inches 0..=72_000],
    }
    "morale-base" "Morale: target by grade": MoraleBase, grid("grade", "target") {
        grade: [word Grade],
        target: [int 0..=12],
    }
    "morale-modifier" "Morale: modifiers", modifiers() {
        when: [new word MoraleWhen],
        modifier "mod": [int -6..=6],
        per: [maybe int 1..=60],
    }
    "morale-band" "Morale: results" { missed_by "missed-by": [int 1..=12] }
    "crowding" "Crowded columns" { inches: [inches 0..=72_000], losses: [dice] }
    "losses" "Losses" { losses: [dice] }
    "bonus" "Dice of distance" { dice: [dice] }
    "need" "Rolls" { need: [int 2..=6] }
    "count" "Numbers" { count: [int 0..=60] }
    "melee-dice" "Melee dice": MeleeDice, grid("grade", "column", "rate") {
        column: [word DiceColumn],
        grade: [word Grade],
        rate: [ratio],
    }
    "melee-modifier" "Melee: modifiers", modifiers() {
        when: [new word MeleeWhen],
        modifier "mod": [int -6..=6],
    }
    "pass-through" "What cavalry passes through": PassThrough { of: [words Obstacle] }
}

/// The game as its ruleset files know it.
pub(crate) static SPEC: GameSpec =
    GameSpec { name: "volley", sheets: Sheet::NAMES, rules: &RULES, charts: CHARTS, rulings: &RULINGS };

engine::ruleset_files! {
    /// The ruleset files, as built into the binary.
    pub(crate) static FILES = "volley";
    "ledger.toml",
    "rulings.toml",
    "sequence.toml",
    "bombardment.toml",
    "shooting.toml",
    "movement.toml",
    "morale.toml",
    "close.toml",
    "stand.toml",
    "loss.toml",
    "charge.toml",
    "skirmishers.toml",
    "melee.toml",
    "recall.toml"
}

/// One sheet's rules in force.
#[derive(Clone, Debug)]
pub struct Rules {
    pub sheet: Sheet,
    /// The nation the French fight.
    pub opponent: Option<Nation>,
    /// Phases in order, with their number on the sheet and their rule.
    pub phases: Vec<(Phase, u8, RuleId)>,
    in_force: InForce,
    version: Option<String>,
    /// What phase 1 fire needs.
    pub(crate) artillery: Grid<Row, i32>,
    pub(crate) artillery_modifiers: Modifiers<ArtilleryWhen>,
    musketry: Grid<(Camp, Row), i32>,
    rates: Grid<(Nation, Rate), Inches>,
    /// The target of a morale test.
    pub(crate) morale_base: Grid<Grade, i32>,
    pub(crate) morale_modifiers: Modifiers<MoraleWhen>,
    pub(crate) melee_dice: Grid<(DiceColumn, Grade), Ratio>,
    pub(crate) melee_modifiers: Modifiers<MeleeWhen>,
    passes_through: Vec<Obstacle>,
}

impl std::ops::Deref for Rules {
    type Target = InForce;
    fn deref(&self) -> &InForce {
        &self.in_force
    }
}

impl From<SheetRules> for Rules {
    fn from(source: SheetRules) -> Rules {
        Rules::new(source)
    }
}

impl Rules {
    /// The typed rules of a sheet, patched or as printed.
    pub fn new(source: SheetRules) -> Rules {
        let rules = InForce::new(source, RULES.len());
        let opponent = rules.rows().map(|row: Opponents| row.nation).next();
        let version = rules.rows().map(|row: Version| row.tag).next();
        let musketry = rules.rows().flat_map(|row: MusketryTarget| {
            let camps = row.targets.unwrap_or_else(|| vec![Camp::French, Camp::Opponent]);
            camps.into_iter().map(move |camp| ((camp, row.when), row.rule, row.need))
        });
        Rules {
            sheet: Sheet::from_word(rules.source().sheet_name()).unwrap_or(Sheet::Br8),
            opponent,
            version,
            phases: phases(&rules),
            artillery: rules.rows().map(|row: ArtilleryTarget| (row.when, row.rule, row.need)).collect(),
            artillery_modifiers: rules.modifiers("artillery-modifier"),
            musketry: musketry.collect(),
            rates: rules.rows().map(|row: MoveRate| ((row.nation, row.kind), row.rule, row.inches)).collect(),
            morale_base: rules.rows().map(|row: MoraleBase| (row.grade, row.rule, row.target)).collect(),
            morale_modifiers: rules.modifiers("morale-modifier"),
            melee_dice: rules
                .rows()
                .map(|row: MeleeDice| ((row.column, row.grade), row.rule, row.rate))
                .collect(),
            melee_modifiers: rules.modifiers("melee-modifier"),
            passes_through: rules.rows().flat_map(|row: PassThrough| row.of).collect(),
            in_force: rules,
        }
    }

    /// A distance or base that is given for 25/28 mm figures, at the sheet's own scale: half of it at 15 mm.
    pub(crate) fn scaled(&self, inches: Inches) -> Inches {
        let small = self.int(rule!("volley.sheet.scale")).is_some_and(|millimetres| millimetres < 20);
        if small { inches.half() } else { inches }
    }

    /// What shooting at a unit of that camp needs, by the row of the table.
    pub(crate) fn musketry(&self, target_is_french: bool, row: Row) -> Option<(RuleId, i32)> {
        self.musketry.get((if target_is_french { Camp::French } else { Camp::Opponent }, row))
    }

    pub(crate) fn move_rate(&self, nation: Nation, kind: Rate) -> Option<RuleId> {
        self.rates.get((nation, kind)).map(|(rule, _)| rule)
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

    /// Whether cavalry passes through infantry in this formation, or in a fortification.
    pub(crate) fn passes_through(&self, formation: Formation, fortified: bool) -> bool {
        let through = |obstacle| self.passes_through.contains(&obstacle);
        (through(Obstacle::Square) && formation == Formation::Square)
            || (through(Obstacle::Masse) && formation == Formation::Masse)
            || (through(Obstacle::Fortification) && fortified)
    }

    /// Whether drinks and toasts are logged.
    pub(crate) fn drinks(&self) -> bool {
        self.plays(house!("drink.effect", "event-only"))
    }

    /// The tag printed on the sheet.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// The number of a phase on this sheet.
    pub fn number_of(&self, phase: Phase) -> Option<u8> {
        self.phases.iter().find(|(p, _, _)| *p == phase).map(|(_, number, _)| *number)
    }
}

/// The phases of a turn in order. A turn is as long as the sheet says: without that rule it has no phases at all.
fn phases(rules: &InForce) -> Vec<(Phase, u8, RuleId)> {
    let length = rules.int(rule!("volley.seq.length")).unwrap_or(0);
    let french_first = rules.on(rule!("volley.seq.french-first"));
    let numbered = rules.rows().filter(|row: &Numbered| row.number <= length);
    let phase = |row: Numbered| {
        let phase = if french_first { row.is } else { row.is.of_other_side() };
        (phase, row.number as u8, row.rule)
    };
    let mut phases: Vec<(Phase, u8, RuleId)> = numbered.map(phase).collect();
    phases.sort_by_key(|(_, number, _)| *number);
    phases
}
