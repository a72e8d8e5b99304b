//! The numbers of the sheet, as the code wants them: by rule id, without strings.
//!
//! A getter that answers `None` says that the rule is not in force (or that the sheet prints nothing there); what it
//! gives comes with the rule, so that an event can show its working.

mod command;
mod fire;
mod ground;
mod morale;
mod rows;
pub mod tables;
mod usual;

use crate::ids::{FireWhen, MeleeWhen, MoraleWhen, RULES, RULINGS, house, rule};
use crate::state::words::{
    Arm, Band, Formation, Going, Gun, Level, OrderKind, Sheet, Shooter, Step, StepsOf, Trait, Troop,
};
use dice::Pool;
use engine::{Grid, InForce, Modifiers};
pub use rows::{Distance, Reaching};
use rulebook::{GameSpec, RuleId, SheetRules};
use table::{Inches, Kind, Kinds};
pub use tables::{CHARTS, Demand, LeaderLoss, MeleeResult, Steps, TurnStep};
use tables::{
    Guns, Ladder, LeaderTrait, MeleeMorale, MoraleTarget, MoveRate, OrderList, Radius, Status, Terrain,
    ToHit, Training,
};

/// The game as its ruleset files know it.
pub static SPEC: GameSpec =
    GameSpec { name: "orders", sheets: Sheet::NAMES, rules: &RULES, charts: CHARTS, rulings: &RULINGS };

engine::ruleset_files! {
    /// The ruleset files, as built into the binary.
    pub static FILES = "orders";
    "ledger.toml",
    "rulings.toml",
    "sequence.toml",
    "orders.toml",
    "command.toml",
    "movement.toml",
    "fire.toml",
    "morale.toml",
    "leader-loss.toml",
    "hasty-square.toml",
    "melee.toml",
    "rally.toml"
}

/// The sheet's rules in force.
#[derive(Clone, Debug)]
pub struct Rules {
    pub sheet: Sheet,
    /// The steps of a turn, by their number.
    pub steps: Vec<TurnStep>,
    /// The number a unit needs to pass a check.
    pub mc_target: Grid<Troop, i32>,
    /// What a leader's trait is worth; a leader without one has no row.
    pub trait_value: Grid<Trait, i32>,
    /// What a unit's training adds in melee.
    pub training: Grid<Troop, i32>,
    /// What a unit's status adds in melee.
    pub melee_morale: Grid<Level, i32>,
    pub(crate) fire_modifiers: Modifiers<FireWhen>,
    pub(crate) check_modifiers: Modifiers<MoraleWhen>,
    pub(crate) melee_modifiers: Modifiers<MeleeWhen>,
    in_force: InForce,
    order_list: Vec<OrderKind>,
    demands: Vec<Demand>,
    order_steps: Grid<StepsOf, (u32, u32)>,
    radii: Vec<Radius>,
    /// `None` is a dash of the table.
    rates: Grid<(Arm, Formation), Option<Inches>>,
    /// By the kind of ground.
    goings: Vec<Option<(RuleId, Going)>>,
    /// What ground does that a battle makes rough.
    other_ground: Option<(RuleId, Going)>,
    rough_kinds: Kinds,
    impassable_kinds: Kinds,
    to_hit: Grid<Shooter, i32>,
    /// `None` is a blank of the sheet.
    guns: Grid<(Gun, Band), Option<Pool>>,
    /// From the best; only those whose own rule is in force.
    ladder: Vec<Level>,
    reaching: Grid<Level, Reaching>,
    leader_losses: Vec<LeaderLoss>,
    melee_results: Vec<MeleeResult>,
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
    /// The typed rules of the sheet, patched or as printed.
    pub fn new(source: SheetRules) -> Rules {
        let rules = InForce::new(source, RULES.len());
        let mut steps: Vec<TurnStep> = rules.rows().collect();
        steps.sort_by_key(|step| step.number);
        let reaching: Grid<Level, Reaching> =
            rules.rows().map(|row: Status| (row.level, row.rule, row.reaching())).collect();
        let other = rules.rows().find(|row: &Terrain| row.rule == rule!("orders.terrain.rough.other"));
        let other_ground = other.map(|row| (row.rule, row.class));
        let goings = goings(&rules);
        let kinds = |going: Going| kinds_that_make(going, &goings, other_ground);
        let ladder = rules.rows().flat_map(|row: Ladder| row.levels);
        let rate = |row: MoveRate| {
            let inches = row.available.then(|| row.inches.unwrap_or_default());
            ((row.arm, row.formation), row.rule, inches)
        };
        Rules {
            sheet: Sheet::Orders,
            steps,
            mc_target: rules.rows().map(|row: MoraleTarget| (row.troop, row.rule, row.need)).collect(),
            trait_value: rules.rows().map(|row: LeaderTrait| (row.character, row.rule, row.value)).collect(),
            training: rules.rows().map(|row: Training| (row.troop, row.rule, row.value)).collect(),
            melee_morale: rules.rows().map(|row: MeleeMorale| (row.level, row.rule, row.value)).collect(),
            fire_modifiers: rules.modifiers("fire-modifier"),
            check_modifiers: rules.modifiers("morale-modifier"),
            melee_modifiers: rules.modifiers("melee-modifier"),
            order_list: rules.rows().flat_map(|row: OrderList| row.orders).collect(),
            demands: rules.rows().collect(),
            order_steps: rules.rows().map(|row: Steps| (row.nation, row.rule, (row.up, row.down))).collect(),
            radii: rules.rows().collect(),
            rates: rules.rows().map(rate).collect(),
            rough_kinds: kinds(Going::Rough),
            impassable_kinds: kinds(Going::Impassable),
            goings,
            other_ground,
            to_hit: rules.rows().map(|row: ToHit| (row.firer, row.rule, row.need)).collect(),
            guns: rules.rows().map(|row: Guns| ((row.gun, row.band), row.rule, row.dice)).collect(),
            ladder: ladder.filter(|level| reaching.get(*level).is_some()).collect(),
            reaching,
            leader_losses: rules.rows().collect(),
            melee_results: rules.rows().collect(),
            in_force: rules,
        }
    }

    /// A step of the turn; `None` where its rule is not in force.
    pub(crate) fn step(&self, step: Step) -> Option<&TurnStep> {
        self.steps.iter().find(|known| known.step == step)
    }

    /// How many a rule gives (checks, rounds, levels); 0 where it is not in force.
    pub fn count(&self, rule: RuleId) -> u32 {
        self.int(rule).map_or(0, i32::unsigned_abs)
    }
}

/// What each kind of ground does to a move. The first row that names a kind has it.
fn goings(rules: &InForce) -> Vec<Option<(RuleId, Going)>> {
    let mut goings = vec![None; Kind::words().len()];
    for row in rules.rows::<Terrain>() {
        for (_, kind) in Kind::words().iter().filter(|(word, _)| row.kinds.iter().any(|kind| kind == word)) {
            goings[*kind as usize].get_or_insert((row.rule, row.class));
        }
    }
    if rules.plays(house!("terrain.city", "as-fortress")) {
        goings[Kind::City as usize] = goings[Kind::Fortification as usize];
    }
    goings
}

/// The kinds of features that make such going, and what a battle makes rough if that does.
fn kinds_that_make(
    going: Going,
    goings: &[Option<(RuleId, Going)>],
    other_ground: Option<(RuleId, Going)>,
) -> Kinds {
    let makes = |ground: &Option<(RuleId, Going)>| ground.is_some_and(|(_, its)| its == going);
    let kinds = Kind::words().iter().map(|(_, kind)| *kind).filter(|kind| makes(&goings[*kind as usize]));
    let own = kinds.fold(Kinds::default(), |all, kind| all.and(Kinds::of(&[kind])));
    if makes(&other_ground) { own.and(Kinds::MADE_ROUGH) } else { own }
}

/// Distances (ruling distance.boundary).
impl Rules {
    /// "Within N".
    pub fn within(&self, distance: Inches, limit: Inches) -> bool {
        if self.plays(house!("distance.boundary", "exclusive")) {
            distance < limit
        } else {
            distance <= limit
        }
    }

    /// "N or more".
    pub fn at_least(&self, distance: Inches, limit: Inches) -> bool {
        if self.plays(house!("distance.boundary", "exclusive")) {
            distance > limit
        } else {
            distance >= limit
        }
    }

    /// "Beyond N".
    pub fn beyond(&self, distance: Inches, limit: Inches) -> bool {
        !self.within(distance, limit)
    }
}
