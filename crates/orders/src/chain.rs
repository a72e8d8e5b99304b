//! Exact odds of what hangs together: a shot with the checks it gives, and a whole charge from the hasty square through
//! the fire of step 3 to the last round of melee, made of the very functions the steps of play call.
//!
//! Between two rolls a unit is a small [`Status`], so that states are merged after each of them and a whole charge
//! costs microseconds. What depends on the table is given: a unit that is moved back has left contact and its
//! garrison, unless it is [`Body::cornered`]; the shock of a leader's death is followed for his own unit only.
//! Choices follow the ruling on undecided options: infantry that may try the hasty square does.

use crate::event::Working;
use crate::fire::{self, Firer, Mark, ShotFacts};
use crate::ground::Place;
use crate::ids::{house, rule};
use crate::leader_loss;
use crate::melee::{self, Enemy, Field, Fighter, Loser};
use crate::morale::{self, Blow, CheckFacts, Timing};
use crate::rules::Rules;
use crate::words::{Arm, Aspect, Formation, Gun, Level, LossResult, Shelter, Trait, Troop};
use dice::Dice;
use serde::Serialize;
use table::Inches;

mod odds;
pub use odds::{charge_odds, checks_odds, shot_odds};

/// A unit, as far as these odds care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Body {
    pub troop: Troop,
    pub arm: Arm,
    pub gun: Option<Gun>,
    pub formation: Formation,
    pub stands: u32,
    pub level: Level,
    /// The leader with it.
    pub leader: Option<Trait>,
    pub shelter: Shelter,
    pub garrison: Option<Place>,
    /// It has no way back: forced moves do not move it.
    pub cornered: bool,
    /// The status whose back move takes it off the table.
    pub edge: Option<Level>,
    /// Checks it has already from long shots of guns in this step.
    pub far_checks: u32,
}

/// The most shots of others at a charger that are followed.
pub const SUPPORT: usize = 4;

/// What a charge rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChargeFacts {
    pub charger: Body,
    pub target: Body,
    /// Where the target is struck.
    pub hit: Aspect,
    /// The target may try the hasty square, and does.
    pub tries_square: bool,
    /// The target fires at the charger in step 3.
    pub target_fires: bool,
    /// Other shots at the charger in step 3, one after another.
    pub support: [Option<ShotFacts>; 4],
    pub rain: bool,
}

/// What has become of a leader who was with a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaderFate {
    /// With his unit; or it had none.
    Unharmed,
    /// Detached, sent back, or off the table for a time.
    Away,
    /// Removed.
    Lost,
}

impl LeaderFate {
    pub const ALL: [LeaderFate; 3] = [LeaderFate::Unharmed, LeaderFate::Away, LeaderFate::Lost];

    pub const fn word(self) -> &'static str {
        match self {
            LeaderFate::Unharmed => "unharmed",
            LeaderFate::Away => "away",
            LeaderFate::Lost => "lost",
        }
    }
}

/// A unit between two rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Status {
    pub level: Level,
    pub leader: LeaderFate,
    /// Moved back, or gone.
    pub moved: bool,
    /// To be moved back after its last roll.
    #[serde(skip)]
    due: bool,
}

/// How a charge ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Driven back or routed before the melee.
    ChargerRepulsed,
    /// The target is gone before the melee.
    TargetGone,
    ChargerBeaten,
    ChargerRouted,
    TargetBeaten,
    TargetRouted,
    /// Each has been driven back or routed.
    BothBeaten,
    /// Locked to the last round: the charger falls back an inch.
    FallsOff,
    /// Locked to the last round: they stay in contact.
    StaysLocked,
}

impl End {
    pub const ALL: [End; 9] = [
        End::ChargerRepulsed,
        End::TargetGone,
        End::ChargerBeaten,
        End::ChargerRouted,
        End::TargetBeaten,
        End::TargetRouted,
        End::BothBeaten,
        End::FallsOff,
        End::StaysLocked,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            End::ChargerRepulsed => "charger-repulsed",
            End::TargetGone => "target-gone",
            End::ChargerBeaten => "charger-beaten",
            End::ChargerRouted => "charger-routed",
            End::TargetBeaten => "target-beaten",
            End::TargetRouted => "target-routed",
            End::BothBeaten => "both-beaten",
            End::FallsOff => "falls-off",
            End::StaysLocked => "stays-locked",
        }
    }
}

/// What comes out of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub end: End,
    pub charger: Status,
    pub target: Status,
}

/// What comes out of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ShotOutcome {
    pub hits: u32,
    pub checks: u32,
    pub target: Status,
}

// ---------------------------------------------------- a unit and its checks ----

impl Status {
    pub fn of(body: &Body) -> Status {
        Status { level: body.level, leader: LeaderFate::Unharmed, moved: false, due: false }
    }

    fn is_gone(self) -> bool {
        self.level == Level::Routed
    }

    fn is_out(self) -> bool {
        self.moved || self.is_gone()
    }
}

impl Body {
    fn leader_now(&self, status: Status) -> Option<Trait> {
        self.leader.filter(|_| status.leader == LeaderFate::Unharmed)
    }

    /// What its first check rests on.
    pub(crate) fn start_check(&self) -> CheckFacts {
        self.check(Status::of(self))
    }

    fn check(&self, status: Status) -> CheckFacts {
        CheckFacts {
            troop: self.troop,
            level: status.level,
            garrison: self.garrison.filter(|_| !status.moved),
            leader: self.leader_now(status),
        }
    }

    fn fighter(&self, status: Status, formation: Formation) -> Fighter {
        Fighter {
            troop: self.troop,
            arm: self.arm,
            formation,
            level: status.level,
            leader: self.leader_now(status),
        }
    }

    fn firer(&self, status: Status, formation: Formation) -> Firer {
        Firer {
            troop: self.troop,
            arm: self.arm,
            gun: self.gun,
            formation,
            stands: self.stands,
            level: status.level,
        }
    }

    fn mark(&self) -> Mark {
        Mark {
            arm: self.arm,
            formation: self.formation,
            aspect: Aspect::Front,
            shelter: self.shelter,
            garrison: self.garrison.is_some(),
        }
    }
}

/// A unit on its way through its checks for one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Going {
    status: Status,
    owed: u32,
    /// Its leader is killed: it checks again for the shock.
    shocked: bool,
    /// Whether the first roll passed, where that is asked for.
    first: Option<bool>,
}

/// What a roll does to the leader with the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Harm {
    None,
    /// He leaves his unit.
    Parted,
    Lost,
    /// Lost, and his men saw it.
    Killed,
}

impl Harm {
    fn of(result: LossResult) -> Harm {
        match result {
            LossResult::Unhurt => Harm::None,
            LossResult::Detached | LossResult::Back | LossResult::Grazed => Harm::Parted,
            LossResult::Wounded => Harm::Lost,
            LossResult::Killed => Harm::Killed,
        }
    }
}

/// What a unit must go through for one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ordeal {
    drops: u32,
    checks: u32,
    /// A failed roll costs levels and is rolled again.
    ordinary: bool,
    /// A failed single roll costs a level all the same.
    costs: bool,
    /// Whether the first roll passed is asked for.
    asked: bool,
}

impl Ordeal {
    fn checks(drops: u32, checks: u32) -> Ordeal {
        Ordeal { drops, checks, ordinary: true, costs: true, asked: false }
    }

    fn begin(self, rules: &Rules, body: &Body, status: Status) -> Going {
        let mut status = status;
        for _ in 0..self.drops {
            status = lowered(rules, body, status).unwrap_or(status);
        }
        Going { status, owed: self.checks, shocked: false, first: None }
    }

    /// What a roll does.
    fn after(self, rules: &Rules, body: &Body, going: Going, rolled: (bool, Harm)) -> Going {
        let (passes, harm) = rolled;
        let mut going = going;
        going.status.leader = match harm {
            Harm::None => going.status.leader,
            Harm::Parted => LeaderFate::Away,
            Harm::Lost | Harm::Killed => LeaderFate::Lost,
        };
        going.shocked |= harm == Harm::Killed;
        if self.asked {
            going.first = going.first.or(Some(passes));
        }
        let mut lost = false;
        if !passes && self.costs {
            let levels = if self.ordinary { morale::levels_lost(rules) } else { 1 };
            for _ in 0..levels {
                if let Some(lower) = lowered(rules, body, going.status) {
                    (going.status, lost) = (lower, true);
                }
            }
        }
        going.owed = match (self.ordinary, passes) {
            (true, _) => morale::still_owed(rules, going.owed, passes, lost),
            (false, true) => going.owed - 1,
            (false, false) => 0,
        };
        if going.status.is_gone() {
            going.owed = 0;
        }
        going
    }
}

/// A level down, and whether that moves the unit back.
fn lowered(rules: &Rules, body: &Body, status: Status) -> Option<Status> {
    let level = rules.lower(status.level).filter(|_| !status.is_gone())?;
    let garrison = body.garrison.is_some() && !status.moved;
    let mut after = Status { level, ..status };
    let goes = match morale::blow(rules, level, body.arm, body.formation, garrison) {
        Blow::Nothing | Blow::Stands => false,
        Blow::GoesBack { .. } if !body.cornered && body.edge == Some(level) => {
            after.level = Level::Routed;
            false
        }
        Blow::GoesBack { .. } => !body.cornered,
        Blow::Abandoned | Blow::Removed(_) => {
            after.level = Level::Routed;
            false
        }
    };
    match morale::timing(rules) {
        Timing::AtOnce => after.moved |= goes,
        Timing::Afterwards => after.due |= goes,
        Timing::Worst => after.due = goes,
    }
    Some(after)
}

/// After the last roll: a move put off.
fn settled(status: Status) -> Status {
    let moved = (status.moved || status.due) && !status.is_gone();
    Status { moved, due: false, ..status }
}

/// The checks of the shock that a unit takes for its own leader.
fn shock(rules: &Rules) -> Ordeal {
    Ordeal::checks(0, rules.shock().map_or(0, |(.., checks)| checks))
}

/// A die of a check, and that of the leader it endangers.
fn rolled<D: Dice>(dice: &mut D, rules: &Rules, face: i32, attached: bool) -> Result<(bool, Harm), D::Pause> {
    let roll = morale::throw(dice, rules, face)?;
    let loss = if roll.endangers && attached { leader_loss::read(dice, rules)? } else { None };
    Ok((roll.passes, loss.map_or(Harm::None, |loss| Harm::of(loss.result))))
}

/// The facts of a roll: those of the first, where the house freezes them.
fn facts_now(rules: &Rules, body: &Body, begun: Status, now: Status) -> CheckFacts {
    body.check(if rules.plays(house!("mc.live-modifiers", "frozen")) { begun } else { now })
}

/// A unit goes through an ordeal, once. Says also whether its first roll passed.
fn suffers<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    body: &Body,
    status: Status,
    ordeal: Ordeal,
) -> Result<(Status, bool), D::Pause> {
    if status.is_gone() {
        return Ok((status, true));
    }
    let mut going = ordeal.begin(rules, body, status);
    let begun = going.status;
    while going.owed > 0 && !going.status.is_gone() {
        let facts = facts_now(rules, body, begun, going.status);
        let attached = body.leader_now(going.status).is_some();
        let rolled = rolled(dice, rules, morale::need(rules, &facts).face, attached)?;
        going = ordeal.after(rules, body, going, rolled);
    }
    let first = going.first.unwrap_or(true);
    let status = settled(going.status);
    if going.shocked && !status.is_gone() {
        return Ok((suffers(dice, rules, body, status, shock(rules))?.0, first));
    }
    Ok((status, first))
}

/// What a unit's hasty-square test is.
fn square_test(rules: &Rules) -> Ordeal {
    let ordinary = rules.plays(house!("hasty-square", "normal-mc"));
    let costs = ordinary || !rules.on(rule!("orders.hasty-square.fail"));
    Ordeal { drops: 0, checks: rules.count(rule!("orders.hasty-square.test")), ordinary, costs, asked: true }
}

fn squares_up(rules: &Rules, ordeal: Ordeal, passed: bool) -> bool {
    passed && ordeal.checks > 0 && rules.on(rule!("orders.hasty-square.pass"))
}

// ----------------------------------------------------------- a whole charge ----

/// The two of a charge between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    charger: Status,
    target: Status,
    squared: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Charger,
    Target,
}

impl Who {
    fn other(self) -> Who {
        match self {
            Who::Charger => Who::Target,
            Who::Target => Who::Charger,
        }
    }
}

impl Pair {
    fn of(&self, who: Who) -> Status {
        match who {
            Who::Charger => self.charger,
            Who::Target => self.target,
        }
    }

    fn with(mut self, who: Who, status: Status) -> Pair {
        match who {
            Who::Charger => self.charger = status,
            Who::Target => self.target = status,
        }
        self
    }

    fn is_locked(&self) -> bool {
        !self.charger.is_out() && !self.target.is_out()
    }
}

/// What the hits of a shot give the charger. `far_checks`: those it has from long shots, where they share one limit.
fn struck(rules: &Rules, shot: &ShotFacts, hits: u32, far_checks: &mut u32) -> Ordeal {
    let checks = fire::checks(rules, shot, hits, *far_checks);
    if fire::shares_limit(rules) && fire::is_long(rules, shot) {
        *far_checks += checks;
    }
    Ordeal::checks(0, checks)
}

impl ChargeFacts {
    fn start(&self) -> Pair {
        let (charger, target) = (Status::of(&self.charger), Status::of(&self.target));
        Pair { charger, target, squared: false }
    }

    fn body(&self, who: Who) -> &Body {
        match who {
            Who::Charger => &self.charger,
            Who::Target => &self.target,
        }
    }

    fn formation(&self, who: Who, squared: bool) -> Formation {
        match who {
            Who::Target if squared => Formation::HastySquare,
            Who::Charger | Who::Target => self.body(who).formation,
        }
    }

    /// The shots at the charger in step 3: how many there may be.
    fn shots(&self) -> usize {
        1 + self.support.iter().flatten().count()
    }

    /// One of them: the target's own first.
    fn shot(&self, pair: &Pair, nth: usize) -> Option<ShotFacts> {
        if nth > 0 {
            return self.support.iter().flatten().nth(nth - 1).copied();
        }
        self.target_fires.then(|| ShotFacts {
            firer: self.target.firer(pair.target, self.formation(Who::Target, pair.squared)),
            target: self.charger.mark(),
            range: Inches::ZERO,
            rain: self.rain,
        })
    }

    /// Every shot at the charger, as the two stand at first.
    pub(crate) fn all_shots(&self) -> Vec<ShotFacts> {
        (0..self.shots()).filter_map(|nth| self.shot(&self.start(), nth)).collect()
    }

    /// What each adds in the first round, as the two stand at first.
    pub(crate) fn first_sums(&self, rules: &Rules) -> [Working; 2] {
        let start = self.start();
        [Who::Charger, Who::Target].map(|who| self.sum(rules, who, start.of(who), start.squared, 1))
    }

    /// What one of the two adds in a round.
    fn sum(&self, rules: &Rules, who: Who, status: Status, squared: bool, round: u32) -> Working {
        let field = Field {
            shelter: self.target.shelter,
            garrison: self.target.garrison.is_some(),
            hit: self.hit,
            charging: true,
            round,
        };
        let fighter = self.body(who).fighter(status, self.formation(who, squared));
        let enemy =
            Enemy { arm: self.body(who.other()).arm, formation: self.formation(who.other(), squared) };
        match who {
            Who::Charger => melee::attackers_sum(rules, &fighter, enemy, &field),
            Who::Target => melee::defenders_sum(rules, &fighter, enemy, &field),
        }
    }

    /// What each adds in a round.
    fn adds(&self, rules: &Rules, pair: &Pair, round: u32) -> [i32; 2] {
        let add = |who| self.sum(rules, who, pair.of(who), pair.squared, round).total();
        [Who::Charger, Who::Target].map(add)
    }

    fn outcome(&self, rules: &Rules, pair: &Pair, before_melee: bool) -> Outcome {
        let Pair { charger, target, .. } = *pair;
        let end = match (charger.is_out(), target.is_out()) {
            (true, false) if before_melee => End::ChargerRepulsed,
            (_, true) if before_melee => End::TargetGone,
            (true, true) => End::BothBeaten,
            (true, false) if charger.is_gone() => End::ChargerRouted,
            (true, false) => End::ChargerBeaten,
            (false, true) if target.is_gone() => End::TargetRouted,
            (false, true) => End::TargetBeaten,
            (false, false) if rules.plays(house!("melee.locked", "stay-locked")) => End::StaysLocked,
            (false, false) => End::FallsOff,
        };
        Outcome { end, charger, target }
    }
}

/// Who goes through what after a round, in order.
fn sentences(rules: &Rules, totals: [i32; 2]) -> [Option<(Who, Ordeal)>; 2] {
    let Some((loser, row)) = melee::result(rules, totals) else { return [None; 2] };
    let ordeal = Ordeal::checks(row.drop, row.checks);
    match loser {
        Loser::Attacker => [Some((Who::Charger, ordeal)), None],
        Loser::Defender => [Some((Who::Target, ordeal)), None],
        Loser::Both if rules.plays(house!("melee.mc-order", "defender-first")) => {
            [Some((Who::Target, ordeal)), Some((Who::Charger, ordeal))]
        }
        Loser::Both => [Some((Who::Charger, ordeal)), Some((Who::Target, ordeal))],
    }
}

/// Levels lost outright and checks for one cause, once.
///
/// # Errors
/// The umpire's pause.
pub fn checks<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    body: &Body,
    drops: u32,
    count: u32,
) -> Result<Status, D::Pause> {
    suffers(dice, rules, body, Status::of(body), Ordeal::checks(drops, count)).map(|(status, _)| status)
}

/// A shot and its checks, once.
///
/// # Errors
/// The umpire's pause.
pub fn shot<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    shot: &ShotFacts,
    target: &Body,
) -> Result<ShotOutcome, D::Pause> {
    let hits = fire::hits(dice, rules, shot)?;
    let checks = fire::checks(rules, shot, hits, target.far_checks);
    let (target, _) = suffers(dice, rules, target, Status::of(target), Ordeal::checks(0, checks))?;
    Ok(ShotOutcome { hits, checks, target })
}

/// A whole charge, once.
///
/// # Errors
/// The umpire's pause.
pub fn charge<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts) -> Result<Outcome, D::Pause> {
    let mut pair = facts.start();
    if facts.tries_square {
        let test = square_test(rules);
        let (status, passed) = suffers(dice, rules, &facts.target, pair.target, test)?;
        pair = Pair { target: status, squared: squares_up(rules, test, passed), ..pair };
    }
    let mut far_checks = facts.charger.far_checks;
    for nth in 0..facts.shots() {
        if let Some(shot) = facts.shot(&pair, nth).filter(|_| pair.is_locked()) {
            let hits = fire::hits(dice, rules, &shot)?;
            let ordeal = struck(rules, &shot, hits, &mut far_checks);
            pair.charger = suffers(dice, rules, &facts.charger, pair.charger, ordeal)?.0;
        }
    }
    if !pair.is_locked() {
        return Ok(facts.outcome(rules, &pair, true));
    }
    for round in 1..=melee::rounds(rules) {
        let totals = melee::throw(dice, rules, facts.adds(rules, &pair, round))?;
        for (who, ordeal) in sentences(rules, totals).into_iter().flatten() {
            let (status, _) = suffers(dice, rules, facts.body(who), pair.of(who), ordeal)?;
            pair = pair.with(who, status);
        }
        if !pair.is_locked() {
            break;
        }
    }
    Ok(facts.outcome(rules, &pair, false))
}
