//! The numbers of the sheet, as the code wants them: by rule id, without strings.
//!
//! A getter that answers `None` says that the rule is not in force (or that the sheet prints nothing there); what it
//! gives comes with the rule, so that an event can show its working.

mod charts;
mod rows;

use crate::ids::{RULES, RULINGS, house, rule};
use crate::refusal::Cite;
use crate::words::{
    Arm, Band, Formation, Going, Gun, Level, Nation, OrderKind, Part, Sheet, Trait, Troop, Turned,
};
pub use charts::CHARTS;
use dice::Pool;
use engine::InForce;
pub use rows::{Demand, Distance, LeaderLoss, MeleeResult, Reaching, Steps, TurnStep};
use rows::{demand, leader_loss, melee_result, pool, reaching, small, turn_step};
use rulebook::{Book, Faults, GameSpec, Row, RuleId, SheetRules, Source};
use table::{Class, EIGHTH, Feature, Inches, Kind};

/// The game as its ruleset files know it.
pub static SPEC: GameSpec =
    GameSpec { name: "orders", sheets: Sheet::NAMES, rules: RULES, charts: CHARTS, rulings: RULINGS };

macro_rules! embedded {
    ($($file:literal),+) => {
        &[$(($file, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/orders/", $file)))),+]
    };
}

/// The ruleset files, as built into the binary.
pub static FILES: &[(&str, &str)] = embedded!(
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
    let sources: Vec<Source> =
        FILES.iter().map(|(name, text)| Source::new(format!("rulesets/orders/{name}"), *text)).collect();
    Book::load(&SPEC, &sources)
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

/// Orders and command.
impl Rules {
    /// The lines of an order: one for most, two for Probe.
    pub fn demands(&self, order: OrderKind) -> impl Iterator<Item = &Demand> {
        self.demands.iter().filter(move |demand| demand.order == order)
    }

    /// The line of an order for a unit of that part of its corps. Only Probe tells parts apart.
    pub fn demand(&self, order: OrderKind, part: Part) -> Option<&Demand> {
        self.demands(order).find(|demand| demand.part == Part::All || demand.part == part)
    }

    /// How far a corps of that nation may shift its order.
    pub fn order_steps(&self, nation: Nation) -> Option<(RuleId, Steps)> {
        let of = |wanted: Option<Nation>| self.order_steps.iter().find(move |(known, ..)| *known == wanted);
        of(Some(nation)).or_else(|| of(None)).map(|(_, rule, steps)| (*rule, *steps))
    }

    /// The order so many levels up (down where negative); `None` beyond the ends of the list.
    pub fn shifted(&self, order: OrderKind, levels: i32) -> Option<OrderKind> {
        let place = self.order_list.iter().position(|known| *known == order)?;
        let levels = if self.plays(house!("orders.ladder", "up-is-rally")) { levels } else { -levels };
        let place = i32::try_from(place).ok()?.checked_add(levels)?;
        self.order_list.get(usize::try_from(place).ok()?).copied()
    }

    /// The orders a corps of that nation may carry out instead of one, nearest first, with the rule that lets it.
    pub fn shifts(&self, nation: Nation, order: OrderKind) -> Vec<(RuleId, OrderKind)> {
        let Some((rule, Steps { up, down })) = self.order_steps(nation) else {
            return Vec::new();
        };
        let ups = (1..=i32::from(up)).filter_map(|levels| self.shifted(order, levels));
        let downs = (1..=i32::from(down)).filter_map(|levels| self.shifted(order, -levels));
        ups.chain(downs).map(|order| (rule, order)).collect()
    }

    /// The command radius of a nation's corps in a year; `None`: its leaders command nobody.
    /// What a battle gives a corps of a nation not printed (ruling command.other-nations) goes before it.
    pub fn radius(&self, nation: Nation, year: i32) -> Option<(RuleId, Inches)> {
        let of = |nation: Nation| {
            let fits =
                |radius: &&Radius| radius.nation == nation && (radius.since..=radius.until).contains(&year);
            self.radii.iter().find(fits).map(|radius| (radius.rule, radius.inches))
        };
        if nation.has_printed_radius() {
            return of(nation);
        }
        let is_ally =
            nation.is_of_french_system() && self.plays(house!("command.other-nations", "by-system"));
        of(if is_ally { Nation::French } else { Nation::Austrian })
    }
}

/// Movement and ground.
impl Rules {
    fn cell(&self, arm: Arm, formation: Formation) -> Cell {
        // A hasty square moves as a square (ruling square.facing).
        let formation = if formation == Formation::HastySquare { Formation::Square } else { formation };
        self.rates[arm as usize][formation as usize]
    }

    /// How far an arm moves in a formation; `None` where it does not move: a dash, unlimbered guns, a rule not in force.
    pub fn rate(&self, arm: Arm, formation: Formation) -> Option<(RuleId, Inches)> {
        match self.cell(arm, formation) {
            Cell::Rate(rule, inches) => Some((rule, inches)),
            Cell::Dash(_) | Cell::Blank => None,
        }
    }

    /// The dash of the table that keeps an arm from taking a formation; `None`: nothing does.
    ///
    /// Only guns unlimber, which no rule need say.
    pub fn forbids(&self, arm: Arm, formation: Formation) -> Option<RuleId> {
        match self.cell(arm, formation) {
            Cell::Dash(rule) if !self.plays(house!("formation.unavailable", "zero")) => Some(rule),
            Cell::Dash(_) | Cell::Rate(..) | Cell::Blank => None,
        }
    }

    /// What keeps an arm from taking a formation of its own will; `None`: nothing.
    pub fn unsuited(&self, arm: Arm, formation: Formation) -> Option<Cite> {
        match (self.forbids(arm, formation), formation) {
            (Some(dash), _) => Some(dash.into()),
            (None, Formation::HastySquare) => Some(house!("hasty-square").into()),
            (None, Formation::Unlimbered) if !arm.is_artillery() => Some(house!("artillery.limber").into()),
            (None, _) => None,
        }
    }

    /// The part of its move that a change of formation costs.
    pub fn change_cost(&self) -> Option<(u32, u32)> {
        self.share(rule!("orders.move.formation-change"))
    }

    /// The part of its move that a unit has which was roused out of command.
    pub fn roused_share(&self) -> Option<(u32, u32)> {
        self.share(rule!("orders.command.outside.pass"))
    }

    /// How far leaders move: as light cavalry on a road (ruling leader.attach).
    pub fn leader_move(&self) -> Inches {
        self.rate(Arm::LightCavalry, Formation::Road).map_or(Inches::whole(15), |(_, inches)| inches)
    }

    /// What a kind of ground does to a move; `None`: nothing.
    pub fn going(&self, kind: Kind) -> Option<(RuleId, Going)> {
        self.goings[kind as usize]
    }

    /// What a feature does to a move: what its kind does, or rough ground where its battle makes it so.
    pub fn going_of(&self, feature: &Feature) -> Option<(RuleId, Going)> {
        let other = rule!("orders.terrain.rough.other");
        let made_rough = feature.class.difficult && !feature.kind.class().difficult && self.on(other);
        self.going(feature.kind).or(made_rough.then_some((other, Going::Rough)))
    }

    /// A feature's class as these rules have it: `difficult` is rough ground, `impassable` impassable.
    pub fn class_of(&self, feature: &Feature) -> Class {
        let going = self.going_of(feature).map(|(_, going)| going);
        let impassable = going == Some(Going::Impassable) && self.on(rule!("orders.terrain.impassable"));
        Class { difficult: going == Some(Going::Rough), impassable, ..feature.class }
    }
}

/// Firing.
impl Rules {
    /// Dice for each stand; artillery has those of its chart instead.
    pub fn stand_dice(&self, arm: Arm) -> Option<(RuleId, Pool)> {
        let rule = match arm {
            Arm::Infantry => rule!("orders.fire.inf.dice"),
            Arm::LightCavalry | Arm::HeavyCavalry => rule!("orders.fire.cav.dice"),
            Arm::FootArtillery | Arm::HorseArtillery => return None,
        };
        Some((rule, self.dice(rule)?))
    }

    /// How far infantry and cavalry fire; `None`: not at all. Guns reach as far as [`Self::guns`] has dice.
    pub fn fire_range(&self, arm: Arm) -> Option<(RuleId, Inches)> {
        let rule = match arm {
            Arm::Infantry => rule!("orders.fire.inf.range"),
            Arm::LightCavalry | Arm::HeavyCavalry => rule!("orders.fire.cav.range"),
            Arm::FootArtillery | Arm::HorseArtillery => return None,
        };
        Some((rule, self.inches(rule)?))
    }

    /// The angle to either side of straight ahead, in 65536ths of a turn (ruling fire.arc); `None`: all round.
    pub fn arc(&self, arm: Arm) -> Option<(RuleId, i32)> {
        let rule =
            if arm.is_artillery() { rule!("orders.fire.art.arc") } else { rule!("orders.fire.inf-cav.arc") };
        let angle = self.main(rule)? * EIGHTH / 45;
        Some((rule, if self.plays(house!("fire.arc", "total")) { angle / 2 } else { angle }))
    }

    /// How many of a unit's stands fire (ruling fire.front-rank).
    pub fn front_rank(&self, formation: Formation, stands: u32) -> u32 {
        if !self.on(rule!("orders.fire.front-rank")) || self.plays(house!("fire.front-rank", "all-stands")) {
            return stands;
        }
        match formation {
            Formation::Line | Formation::Unlimbered => stands,
            Formation::Column | Formation::Square | Formation::HastySquare => stands.div_ceil(2),
            Formation::Road => stands.min(1),
        }
    }

    /// The number a firer needs on a die.
    pub fn to_hit(&self, troop: Troop, arm: Arm) -> Option<(RuleId, i32)> {
        let all_seasoned = arm.is_artillery() && self.plays(house!("fire.artillery-quality", "seasoned"));
        let troop = if all_seasoned { Troop::Seasoned } else { troop };
        let own = self.to_hit[troop as usize];
        self.with_main(if arm.is_cavalry() { self.cavalry_to_hit.or(own) } else { own })
    }

    /// The cell of the range chart for a distance. A column whose rule is not in force reads as the one nearer.
    fn gun_cell(&self, gun: Gun, range: Inches) -> Option<GunCell> {
        if !self.on(rule!("orders.fire.art.dice")) || !self.on(rule!("orders.artillery.bands")) {
            return None;
        }
        let ends = self.ruled_list(house!("artillery.bands"));
        let band = ends.iter().position(|end| self.within(range, Inches(*end)))?;
        self.guns[gun as usize].iter().take(band + 1).rev().find_map(|cell| *cell)
    }

    /// The dice of a battery at a distance; `None`: it cannot fire so far.
    pub fn guns(&self, gun: Gun, range: Inches) -> Option<(RuleId, Pool)> {
        let (rule, dice) = self.gun_cell(gun, range)?;
        Some((rule, dice?))
    }

    /// The blank of the range chart that keeps a gun from firing so far.
    pub fn guns_blank(&self, gun: Gun, range: Inches) -> Option<RuleId> {
        self.gun_cell(gun, range).filter(|(_, dice)| dice.is_none()).map(|(rule, _)| rule)
    }

    /// The columns of the range chart in which a gun fires: from where to where, and its dice.
    pub fn gun_bands(&self, gun: Gun) -> Vec<(Inches, Inches, RuleId, Pool)> {
        let mut from = Inches::ZERO;
        let mut bands = Vec::new();
        for end in self.ruled_list(house!("artillery.bands")) {
            let to = Inches(*end);
            // Just inside each column, so that it does not matter whether its end is.
            bands.extend(self.guns(gun, to - Inches(1)).map(|(rule, pool)| (from, to, rule, pool)));
            from = to;
        }
        bands
    }

    /// How far a gun fires.
    pub fn gun_reach(&self, gun: Gun) -> Option<Inches> {
        let ends = self.ruled_list(house!("artillery.bands")).iter().map(|end| Inches(*end));
        ends.filter(|end| self.guns(gun, *end - Inches(1)).is_some()).max()
    }

    /// Beyond this distance artillery gives at most so many checks.
    pub fn long_range(&self) -> Option<(RuleId, Inches, u32)> {
        let rule = rule!("orders.fire.result.long-range-artillery");
        Some((rule, self.inches(rule)?, self.count(rule)))
    }
}

/// Morale and leaders.
impl Rules {
    /// The number a unit needs to pass a check.
    pub fn mc_target(&self, troop: Troop) -> Option<(RuleId, i32)> {
        self.with_main(self.mc_targets[troop as usize])
    }

    /// What a leader's trait is worth; `None` for a leader without one.
    pub fn trait_value(&self, character: Trait) -> Option<(RuleId, i32)> {
        self.with_main(self.traits[character as usize])
    }

    /// The next status down the ladder. A status whose own rule is not in force is passed over.
    pub fn lower(&self, level: Level) -> Option<Level> {
        self.ladder.iter().copied().find(|known| *known < level)
    }

    /// The next status up the ladder.
    pub fn higher(&self, level: Level) -> Option<Level> {
        self.ladder.iter().rev().copied().find(|known| *known > level)
    }

    /// What reaching a status does.
    pub fn reaching(&self, level: Level) -> Option<(RuleId, Reaching)> {
        self.reaching[level as usize]
    }

    /// How far an arm goes back on reaching a status, and how it then faces.
    pub fn goes_back(&self, level: Level, arm: Arm) -> Option<(RuleId, Inches, Turned)> {
        let (rule, Reaching::Back { by, facing }) = self.reaching(level)? else { return None };
        let inches = match by {
            Distance::Inches(inches) => inches,
            Distance::ColumnMove(parts, of) => {
                let (_, column) = self.rate(arm, Formation::Column)?;
                Inches(column.0.saturating_mul(parts as i32) / of.max(1) as i32)
            }
        };
        Some((rule, inches, facing))
    }

    /// The status a unit starts at where its battle does not say (ruling morale.start).
    pub fn starts_at(&self, troop: Troop) -> Level {
        let bold = troop == Troop::Guard && self.plays(house!("morale.start", "bold-guard"));
        if bold { Level::Bold } else { Level::Firm }
    }

    /// The row of the leader-loss table for a die.
    pub fn leader_loss(&self, die: u32) -> Option<&LeaderLoss> {
        self.leader_losses.iter().find(|loss| (loss.from..=loss.to).contains(&die))
    }

    /// How far a leader's death is felt, and the checks it gives.
    pub fn shock(&self) -> Option<(RuleId, Inches, u32)> {
        let rule = rule!("orders.leader-loss.10.shock");
        Some((rule, self.inches(rule)?, self.count(rule)))
    }
}

/// Melee.
impl Rules {
    /// What a unit's training adds.
    pub fn training(&self, troop: Troop) -> Option<(RuleId, i32)> {
        self.with_main(self.training[troop as usize])
    }

    /// What a unit's status adds.
    pub fn melee_morale(&self, level: Level) -> Option<(RuleId, i32)> {
        self.with_main(self.melee_morale[level as usize])
    }

    /// What a difference of the totals does; `None`: nothing.
    pub fn melee_result(&self, margin: u32) -> Option<&MeleeResult> {
        if !self.on(rule!("orders.melee.result.margin")) {
            return None;
        }
        self.melee_results.iter().find(|row| row.from <= margin && row.to.is_none_or(|to| margin <= to))
    }
}

/// What a battle file may leave out.
impl Rules {
    /// The stands of a unit (ruling unit.stands).
    pub fn usual_stands(&self, arm: Arm) -> u32 {
        if arm.is_artillery() { 1 } else { self.number(house!("unit.stands")).unsigned_abs().max(1) }
    }

    /// Width and depth of a stand (ruling unit.base).
    pub fn stand(&self) -> (Inches, Inches) {
        let size = self.ruled_list(house!("unit.base"));
        (listed(size, 0).max(Inches(100)), listed(size, 1).max(Inches(100)))
    }

    /// Width and depth of the table and depth of the deployment zones (ruling setup.table).
    pub fn usual_table(&self) -> (Inches, Inches, Inches) {
        let size = self.ruled_list(house!("setup.table"));
        let side = |place| Inches(listed(size, place).0.clamp(12_000, 240_000));
        let (width, depth) = (side(0), side(1));
        (width, depth, listed(size, 2).clamp(Inches::whole(1), depth.half()))
    }

    /// How many turns are played (ruling victory.fallback).
    pub fn usual_length(&self) -> u32 {
        self.number(house!("victory.fallback")).unsigned_abs()
    }
}

fn listed(list: &[i32], place: usize) -> Inches {
    Inches(list.get(place).copied().unwrap_or_default())
}

fn put(list: &mut [Option<RuleId>], place: Option<usize>, rule: RuleId) {
    if let Some(cell) = place.and_then(|place| list.get_mut(place)) {
        *cell = Some(rule);
    }
}
