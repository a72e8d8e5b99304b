//! The numbers of the sheet, as the code wants them: by rule id, without strings.
//!
//! A getter that answers `None` says that the rule is not in force (or that the sheet prints nothing there); what it
//! gives comes with the rule, so that an event can show its working.

mod charts;
mod command;
mod fire;
mod ground;
mod morale;
mod rows;
mod usual;

use crate::game::Orders;
use crate::ids::{RULES, RULINGS, house};
use crate::words::{Arm, Band, Formation, Going, Gun, Level, Nation, OrderKind, Sheet, Trait, Troop};
pub use charts::CHARTS;
use dice::Pool;
use engine::{InForce, Played};
pub use rows::{Demand, Distance, LeaderLoss, MeleeResult, Reaching, Steps, TurnStep};
use rows::{demand, leader_loss, melee_result, pool, reaching, small, turn_step};
use rulebook::{Book, Faults, GameSpec, Row, RuleId, SheetRules};
use table::{Inches, Kind};

/// The game as its ruleset files know it.
pub static SPEC: GameSpec =
    GameSpec { name: "orders", sheets: Sheet::NAMES, rules: RULES, charts: CHARTS, rulings: RULINGS };

/// The ruleset files, as built into the binary.
pub static FILES: &[(&str, &str)] = engine::ruleset_files!(
    "orders";
    "ledger.toml",
    "rulings.toml",
    "sequence.toml",
    "orders.toml",
    "command.toml",
    "movement.toml",
    "fire.toml",
    "morale.toml",
    "melee.toml",
    "rally.toml"
);

/// The rulebook from the embedded files.
///
/// # Errors
/// The faults of the files; a test proves there are none.
pub fn embedded_book() -> Result<Book, Faults> {
    Orders::embedded_book()
}

/// A cell of the movement table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Cell {
    /// Its rule is not in force: the formation may be taken, but there is no rate to move by.
    #[default]
    Blank,
    Rate(RuleId, Inches),
    Dash(RuleId),
}

#[derive(Clone, Copy, Debug)]
struct Radius {
    rule: RuleId,
    nation: Nation,
    since: i32,
    until: i32,
    inches: Inches,
}

/// A cell of the artillery range chart; `None` is a blank of the sheet.
type GunCell = (RuleId, Option<Pool>);

/// The sheet's rules in force.
#[derive(Clone, Debug)]
pub struct Rules {
    pub sheet: Sheet,
    /// The steps of a turn, by their number.
    pub steps: Vec<TurnStep>,
    in_force: InForce,
    order_list: Vec<OrderKind>,
    demands: Vec<Demand>,
    order_steps: Vec<(Option<Nation>, RuleId, Steps)>,
    radii: Vec<Radius>,
    rates: [[Cell; Formation::NAMES.len()]; Arm::NAMES.len()],
    /// By the kind of ground.
    goings: Vec<Option<(RuleId, Going)>>,
    to_hit: [Option<RuleId>; Troop::NAMES.len()],
    cavalry_to_hit: Option<RuleId>,
    guns: [[Option<GunCell>; Band::NAMES.len()]; Gun::NAMES.len()],
    mc_targets: [Option<RuleId>; Troop::NAMES.len()],
    traits: [Option<RuleId>; Trait::NAMES.len()],
    /// From the best; only those whose own rule is in force.
    ladder: Vec<Level>,
    reaching: [Option<(RuleId, Reaching)>; Level::NAMES.len()],
    leader_losses: Vec<LeaderLoss>,
    melee_results: Vec<MeleeResult>,
    training: [Option<RuleId>; Troop::NAMES.len()],
    melee_morale: [Option<RuleId>; Level::NAMES.len()],
}

impl std::ops::Deref for Rules {
    type Target = InForce;
    fn deref(&self) -> &InForce {
        &self.in_force
    }
}

impl Rules {
    /// The typed rules of the sheet, patched or as printed.
    pub fn new(source: SheetRules) -> Rules {
        let mut rules = Rules {
            sheet: Sheet::Orders,
            steps: Vec::new(),
            order_list: Vec::new(),
            demands: Vec::new(),
            order_steps: Vec::new(),
            radii: Vec::new(),
            rates: [[Cell::Blank; Formation::NAMES.len()]; Arm::NAMES.len()],
            goings: vec![None; Kind::words().len()],
            to_hit: [None; Troop::NAMES.len()],
            cavalry_to_hit: None,
            guns: [[None; Band::NAMES.len()]; Gun::NAMES.len()],
            mc_targets: [None; Troop::NAMES.len()],
            traits: [None; Trait::NAMES.len()],
            ladder: Vec::new(),
            reaching: [None; Level::NAMES.len()],
            leader_losses: Vec::new(),
            melee_results: Vec::new(),
            training: [None; Troop::NAMES.len()],
            melee_morale: [None; Level::NAMES.len()],
            in_force: InForce::new(source, RULES.len()),
        };
        rules.index_rows();
        rules
    }

    /// The sheet as printed, with every ruling at its default.
    ///
    /// # Errors
    /// The faults of the embedded files; a test proves there are none.
    pub fn printed() -> Result<Rules, Faults> {
        let book = embedded_book()?;
        Ok(Rules::new(book.sheet(Sheet::Orders.word()).unwrap_or_else(|_| unreachable!("the only sheet"))))
    }

    fn index_rows(&mut self) {
        let rows = self.in_force.source().rows.clone();
        for row in &rows {
            self.index_row(row);
        }
        self.steps.sort_by_key(|step| step.number);
        if self.plays(house!("terrain.city", "as-fortress")) {
            self.goings[Kind::City as usize] = self.goings[Kind::Fortification as usize];
        }
        let reaching = &self.reaching;
        self.ladder.retain(|level| reaching[*level as usize].is_some());
    }

    fn index_row(&mut self, row: &Row) {
        let rule = row.rule;
        match row.chart {
            "sequence" => self.steps.extend(turn_step(row)),
            "order-list" => self.order_list = row.words_as("orders", OrderKind::WORDS),
            "order" => self.demands.extend(demand(row)),
            "order-step" => {
                let steps = Steps { up: small(row, "up"), down: small(row, "down") };
                self.order_steps.push((row.word_as("nation", Nation::WORDS), rule, steps));
            }
            "radius" => self.radii.extend(row.word_as("nation", Nation::WORDS).map(|nation| Radius {
                rule,
                nation,
                since: row.int("since").unwrap_or(i32::MIN),
                until: row.int("until").unwrap_or(i32::MAX),
                inches: Inches(row.must_inches("inches")),
            })),
            "rate" => {
                if let (Some(arm), Some(formation)) =
                    (row.word_as("arm", Arm::WORDS), row.word_as("formation", Formation::WORDS))
                {
                    let inches = Inches(row.must_inches("inches"));
                    let is_there = row.must_flag("available");
                    self.rates[arm as usize][formation as usize] =
                        if is_there { Cell::Rate(rule, inches) } else { Cell::Dash(rule) };
                }
            }
            "terrain" => {
                if let Some(going) = row.word_as("class", Going::WORDS) {
                    for kind in row.words_as("kinds", Kind::words()) {
                        // The first row that names a kind has it.
                        self.goings[kind as usize].get_or_insert((rule, going));
                    }
                }
            }
            "to-hit" => match row.word_as("firer", Troop::WORDS) {
                Some(troop) => self.to_hit[troop as usize] = Some(rule),
                None => self.cavalry_to_hit = Some(rule),
            },
            "guns" => {
                if let (Some(gun), Some(band)) =
                    (row.word_as("gun", Gun::WORDS), row.word_as("band", Band::WORDS))
                {
                    self.guns[gun as usize][band as usize] = Some((rule, row.dice("dice").map(pool)));
                }
            }
            "morale-target" => {
                put(&mut self.mc_targets, row.word_as("troop", Troop::WORDS).map(|t| t as usize), rule)
            }
            "trait" => put(&mut self.traits, row.word_as("trait", Trait::WORDS).map(|t| t as usize), rule),
            "morale-ladder" => self.ladder = row.words_as("levels", Level::WORDS),
            "status" => {
                if let Some(level) = row.word_as("level", Level::WORDS) {
                    self.reaching[level as usize] = Some((rule, reaching(row)));
                }
            }
            "leader-loss" => self.leader_losses.extend(leader_loss(row)),
            "melee-result" => self.melee_results.extend(melee_result(row)),
            "training" => {
                put(&mut self.training, row.word_as("troop", Troop::WORDS).map(|t| t as usize), rule)
            }
            "melee-morale" => {
                put(&mut self.melee_morale, row.word_as("level", Level::WORDS).map(|l| l as usize), rule)
            }
            _ => {}
        }
    }

    fn with_main(&self, rule: Option<RuleId>) -> Option<(RuleId, i32)> {
        rule.and_then(|rule| Some((rule, self.main(rule)?)))
    }

    /// A modifier, for the working: `None` where its rule is not in force.
    pub fn modifier(&self, rule: RuleId) -> Option<(RuleId, i32)> {
        self.with_main(Some(rule))
    }

    /// How many a rule gives (checks, rounds, levels); 0 where it is not in force.
    pub fn count(&self, rule: RuleId) -> u32 {
        self.main(rule).map_or(0, i32::unsigned_abs)
    }

    /// The part of a move a rule names: so many parts of so many.
    pub fn share(&self, rule: RuleId) -> Option<(u32, u32)> {
        self.in_force.rate(rule)
    }
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

fn put(list: &mut [Option<RuleId>], place: Option<usize>, rule: RuleId) {
    if let Some(cell) = place.and_then(|place| list.get_mut(place)) {
        *cell = Some(rule);
    }
}
