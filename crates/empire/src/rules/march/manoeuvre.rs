//! Manoeuvre: how far foot and horse go in an impulse, what ground takes off that, bonus inches, wheels; and the act itself.

use crate::charts::Rules;
use crate::charts::march::manoeuvre::{Ground, Mover, Pace, Soil};
use crate::ids::{BonusMoveWhen, house, rule};
use crate::rules::ground::walk::{Body, Pacing, Pivot, Price, Toll, Walked, walk};
use crate::rules::march::gun_moves;
use crate::state::answer::{Act, Refusal};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Class, Formation, Going, Grade, Horse};
use dice::{Dice, Pool, Stream};
use engine::Tests as _;
use engine::desk::{flag, number, word};
use engine::tested::at_most;
use engine::{Umpire, refuse, why};
use rulebook::RuleId;
use table::{EIGHTH, Inches, Leg, Rect};

/// The formations of foot, as the desk offers them.
pub const FOOT: &[&str] =
    &["line", "attack-column", "closed-column", "company-column", "square", "skirmish", "semi-skirmish"];
/// Ground that some units may go over: structures have a chart of their own.
const OPEN: &[&str] =
    &["light-woods", "medium-woods", "heavy-woods", "low-wall", "high-wall", "mud", "swamp", "contour"];
/// The most inches foot may gain by a roll.
const MOST_BONUS: i32 = 3;
const INCH: i32 = 1000;

engine::facts! {
    /// How far foot goes in an impulse.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct FootMove of Rules {
        pub formation: Formation = Formation::Line, word "formation" |name, _| word(name, "its formation", FOOT, Some("line"));
        pub class: Class = Class::B, word "class" |name, _| word(name, "its class", Class::NAMES, Some("b"));
        pub far: bool = false, plain "far" |name, _| flag(name, "the whole manoeuvre is more than 4 inches from the enemy");
        pub road: bool = false, plain "road" |name, _| flag(name, "the whole manoeuvre keeps to a road");
        pub mud: bool = false, plain "mud" |name, _| flag(name, "mud");
    }
}

engine::facts! {
    /// How far horse goes in an impulse.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct HorseMove of Rules {
        pub horse: Horse = Horse::Medium, word "horse" |name, _| word(name, "what horse", Horse::NAMES, Some("medium"));
        pub charging: bool = false, plain "charging" |name, _| flag(name, "it charges");
        pub mud: bool = false, plain "mud" |name, _| flag(name, "mud");
    }
}

engine::facts! {
    /// Going over ground.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Over of Rules {
        pub who: Mover = Mover::Foot, word "who" |name, _| word(name, "who goes", Mover::NAMES, Some("foot"));
        pub ground: Soil = Soil::LightWoods, word "ground" |name, _| word(name, "over what", OPEN, Some("light-woods"));
        pub times: u32 = 1, plain "times" |name, _| number(name, "inches of it, or walls or contours", 1, 12, Some(1));
        pub charging: bool = false, plain "charging" |name, _| flag(name, "in a charge");
    }
}

engine::facts! {
    /// Bonus inches of formed foot.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct BonusInches of Rules {
        pub inches: u32 = 1, plain "inches" |name, _| number(name, "inches gained", 1, 3, Some(1));
        pub going: Going = Going::Marchfield, word "going" |name, _| word(name, "how the country goes", Going::NAMES, Some("marchfield"));
        pub grade: Grade = Grade::Veteran, word "grade" |name, _| word(name, "its grade", Grade::NAMES, Some("veteran"));
    }
}

engine::facts! {
    /// On what a wheel turns.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct WheelBy of Rules {
        pub formation: Formation = Formation::Line, word "formation" |name, _| word(name, "its formation", &["line", "attack-column", "closed-column", "company-column", "square", "squadron-column"], Some("line"));
        pub parts: u32 = 6, plain "companies" |name, _| number(name, "companies or squadrons", 1, 12, Some(6)).usual([4, 6, 10]);
        pub degrees: u32 = 45, plain "degrees" |name, _| number(name, "degrees", 1, 90, Some(45)).usual([30, 45, 90]);
    }
}

// ------------------------------------------------------------------- rates ----

/// How far a unit may go: the printed inches, then what changes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    pub parts: Vec<(RuleId, Inches)>,
}

impl Allowance {
    pub fn total(&self) -> Inches {
        self.parts.iter().fold(Inches::ZERO, |sum, (_, part)| sum + *part)
    }

    /// The rule of the printed inches.
    pub fn rule(&self) -> Option<RuleId> {
        self.parts.first().map(|(rule, _)| *rule)
    }

    /// The rules of all its parts.
    fn rules(&self) -> Vec<RuleId> {
        self.parts.iter().map(|(rule, _)| *rule).collect()
    }

    /// Mud leaves a part of all of it.
    fn in_mud(mut self, rules: &Rules, who: Mover) -> Allowance {
        if let Price::Share(rule, (part, of)) = toll(rules, who, Soil::Mud, false).price {
            let whole = i64::from(self.total().0);
            let left = whole * i64::from(part) / i64::from(of.max(1));
            self.parts.push((rule, Inches((left - whole) as i32)));
        }
        self
    }
}

impl FootMove {
    pub fn allowance(&self, rules: &Rules) -> Allowance {
        let pace = Pace::of(self.formation);
        let mut parts: Vec<(RuleId, Inches)> = rules.manoeuvre.foot(pace, self.class).into_iter().collect();
        if let Some((rule, [gains, _])) = rules.manoeuvre.beyond.filter(|_| self.far) {
            parts.push((rule, gains));
        }
        let single = self.road || rules.plays(house!("formations.single-company", "every-one"));
        let company = rule!("empire.infmove.company2");
        if let Some(gains) = rules.inches(company).filter(|_| pace == Pace::Companies && single) {
            parts.push((company, gains));
        }
        let allowance = Allowance { parts };
        if self.mud { allowance.in_mud(rules, Mover::Foot) } else { allowance }
    }
}

impl HorseMove {
    pub fn allowance(&self, rules: &Rules) -> Allowance {
        let allowance =
            Allowance { parts: rules.manoeuvre.horse(self.horse, self.charging).into_iter().collect() };
        if self.mud { allowance.in_mud(rules, Mover::Horse) } else { allowance }
    }
}

// ------------------------------------------------------------------ ground ----

/// What ground takes of a move, or of a charge.
pub fn toll(rules: &Rules, who: Mover, soil: Soil, charging: bool) -> Toll {
    if let Some(rule) = barred(rules, who, soil, charging) {
        return Toll { price: Price::Barred(rule), disorders: None };
    }
    // Of formed foot alone the chart says that heavy woods bar it and marsh disorders it.
    let of_its_own = matches!(soil, Soil::HeavyWoods | Soil::Swamp);
    let row = match who {
        Mover::Unformed if !of_its_own => Mover::Foot,
        who @ (Mover::Foot | Mover::Unformed | Mover::Horse) => who,
    };
    let Some((rule, ground)) = rules.manoeuvre.ground(row, soil) else { return Toll::FREE };
    let price = match ground {
        Ground::Share(_) if charging && who == Mover::Horse && soil == Soil::LightWoods => Price::Edge(rule),
        Ground::Share(share) => Price::Share(rule, share),
        Ground::Inches { inches, charge } => Price::Inches(rule, if charging { charge } else { inches }),
    };
    let disorders = match (who, soil) {
        (Mover::Foot | Mover::Horse, Soil::Swamp) => true,
        (Mover::Horse, Soil::LightWoods | Soil::LowWall) => charging,
        _ => false,
    };
    Toll { price, disorders: disorders.then_some(rule) }
}

/// The rule that lets no unit of that kind through.
fn barred(rules: &Rules, who: Mover, soil: Soil, charging: bool) -> Option<RuleId> {
    let rule = match (who, soil) {
        (Mover::Foot, Soil::HeavyWoods) => rule!("empire.infmove.terrain.heavy-woods"),
        (Mover::Foot | Mover::Unformed, Soil::HighWall) if charging => {
            rule!("empire.infmove.terrain.high-wall")
        }
        (Mover::Foot | Mover::Unformed, Soil::Structure) => rule!("empire.infmove.terrain.structure"),
        (Mover::Horse, Soil::HeavyWoods) => rule!("empire.cavmove.terrain.heavy-woods"),
        (Mover::Horse, Soil::HighWall) => rule!("empire.cavmove.terrain.high-wall"),
        (Mover::Horse, Soil::Structure) => rule!("empire.cavmove.terrain.structure"),
        (Mover::Horse, Soil::MediumWoods) if charging => rule!("empire.cavmove.terrain.medium-woods"),
        (Mover::Horse, Soil::Swamp) if charging => rule!("empire.cavmove.terrain.swamp"),
        _ => return None,
    };
    Some(rule).filter(|rule| rules.on(*rule))
}

// ------------------------------------------------------- bonus and wheels ----

impl BonusInches {
    /// What is added to its die (ruling bonus-move.die).
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.manoeuvre.bonus_modifiers.add(&mut working, |when, _| {
            i32::from(match when {
                BonusMoveWhen::Crack => self.grade.is_at_least(Grade::Crack),
                BonusMoveWhen::Conscript => self.grade.is_at_most(Grade::Conscript),
            })
        });
        working
    }
}

/// Whether formed foot that takes bonus inches is disordered by them: 1d10, modified, at the number or less.
///
/// # Errors
/// The umpire's pause.
pub fn is_disordered<D: Dice>(dice: &mut D, rules: &Rules, bonus: &BonusInches) -> Result<bool, D::Pause> {
    let row = rules.manoeuvre.disorders(bonus.going, bonus.inches);
    let Some(end) = row.filter(|_| rules.on(rule!("empire.bonusmove.proc"))) else { return Ok(false) };
    let (sum, most) = (bonus.sum(rules), end.1);
    let added = sum.total();
    dice.held(
        Pool { count: 1, sides: 10 },
        |die| die as i32 + added <= most,
        |disorders| at_most(end, &sum).gives(if *disorders { "disordered" } else { "in order" }),
    )
}

rulebook::words!(
    /// What stays where it is in a wheel.
    PivotOn { Front = "front", Centre = "centre", End = "end" }
);

/// The wheel about its middle that a formation has.
pub(crate) fn pivot(rules: &Rules, formation: Formation, parts: u32) -> Option<(RuleId, Pivot)> {
    let turn = |degrees: i32| degrees * EIGHTH / 45;
    if formation == Formation::SquadronColumn {
        let rule = rule!("empire.wheel.squadron");
        return rules.int(rule).map(|degrees| (rule, Pivot::Centre(turn(degrees))));
    }
    let (rule, degrees, companies) = rules.manoeuvre.wheel?;
    let has_it = match formation {
        Formation::CompanyColumn => true,
        Formation::AttackColumn => parts >= companies,
        Formation::Line
        | Formation::ClosedColumn
        | Formation::Square
        | Formation::Skirmish
        | Formation::SemiSkirmish
        | Formation::TwoRanks
        | Formation::SquadronColumn
        | Formation::Dismounted
        | Formation::Limbered
        | Formation::Unlimbered => false,
    };
    has_it.then(|| (rule, Pivot::Front(turn(degrees))))
}

impl WheelBy {
    /// On what it turns, and by which rule; `None` where it does not wheel.
    pub fn pivot(&self, rules: &Rules) -> Option<(RuleId, PivotOn)> {
        let turn = self.degrees as i32 * EIGHTH / 45;
        match pivot(rules, self.formation, self.parts) {
            Some((rule, Pivot::Front(most))) if turn <= most => Some((rule, PivotOn::Front)),
            Some((rule, Pivot::Centre(most))) if turn <= most => Some((rule, PivotOn::Centre)),
            _ => {
                let rule = rule!("empire.wheel.other");
                rules.on(rule).then_some((rule, PivotOn::End))
            }
        }
    }
}

// ------------------------------------------------------------ on the table ----

/// Who goes, as ground has it.
pub(crate) fn mover(unit: &Unit, formation: Formation) -> Mover {
    match unit.arm() {
        Arm::Cavalry if formation != Formation::Dismounted => Mover::Horse,
        _ if formation.is_unformed() => Mover::Unformed,
        Arm::Infantry | Arm::Cavalry | Arm::Artillery => Mover::Foot,
    }
}

/// What makes a march longer: how far from the enemy it is, and whether it keeps to a road.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ease {
    pub(crate) far: bool,
    pub(crate) road: bool,
}

impl Ease {
    pub(crate) const NONE: Ease = Ease { far: false, road: false };
    pub(crate) const ALL: Ease = Ease { far: true, road: true };
}

/// How far a unit may go in a formation; guns have their own chart.
pub(crate) fn allowance(game: &Empire, unit: &Unit, formation: Formation, ease: Ease) -> Allowance {
    let Ease { far, road } = ease;
    let (rules, mud) = (&game.rules, game.weather().mud);
    match (mover(unit, formation), unit.profile.mounts) {
        (Mover::Horse, Some(mounts)) => {
            HorseMove { horse: mounts.horse, charging: false, mud, rest: () }.allowance(rules)
        }
        _ => FootMove { formation, class: unit.profile.class, far, road, mud, rest: () }.allowance(rules),
    }
}

/// How a unit goes in a formation.
pub(crate) fn pacing<'a>(
    unit: &Unit,
    formation: Formation,
    rules: &Rules,
    toll: &'a dyn Fn(UnitId, Soil) -> Toll,
) -> Pacing<'a> {
    Pacing {
        toll,
        pivot: pivot(rules, formation, unit.profile.parts),
        free: formation.is_unformed(),
        both_slopes: mover(unit, formation) == Mover::Horse,
        by_road: matches!(
            formation,
            Formation::CompanyColumn | Formation::SquadronColumn | Formation::Limbered
        ),
        to_contact: false,
    }
}

/// A manoeuvre that was checked.
#[derive(Clone, Debug)]
pub struct March {
    units: Vec<Marcher>,
    /// `None` beside real figures.
    walked: Option<Walked>,
    /// Beside real figures: the units that marched try for bonus inches.
    asks_bonus: bool,
}

#[derive(Clone, Debug)]
struct Marcher {
    unit: UnitId,
    bonus: u32,
    /// Of its inches.
    rules: Vec<RuleId>,
}

impl March {
    /// Who goes.
    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        self.units.iter().map(|marcher| marcher.unit)
    }

    /// The ground that each of them sweeps, to which the enemy may react. Empty beside real figures.
    pub fn sweeps(&self) -> impl Iterator<Item = (UnitId, &[Rect])> {
        let ends = self.walked.iter().flat_map(|walked| &walked.ends);
        ends.map(|walker| (walker.unit, walker.sweeps.as_slice()))
    }
}

/// Whether a unit may act in its ME's impulse: on the table, in good morale, and its action not spent (ruling impulse.action).
///
/// # Errors
/// The refusal.
pub(crate) fn may_act(game: &Empire, unit: UnitId) -> Result<&Unit, Refusal> {
    let Some(body) = game.get(unit).filter(|body| body.on_table()) else {
        return refuse(house!("impulse.action"), why!("{} [is|are] not on the table.", game.called(unit)));
    };
    let name = body.called();
    if !body.in_good_morale() {
        return refuse(house!("bad-morale"), why!("{} [is|are] in bad morale.", name));
    }
    if body.impulse.acted {
        return refuse(house!("impulse.action"), why!("{} [has|have] had [its|their] action.", name));
    }
    Ok(body)
}

/// Whether units may go a way together. Beside real figures it has no legs.
///
/// # Errors
/// The refusal, with its rule; nothing has changed.
pub(crate) fn check(game: &Empire, units: &[UnitId], legs: &[Leg], bonus: bool) -> Result<March, Refusal> {
    let mut bodies: Vec<&Unit> = Vec::new();
    if bonus && !game.rules.on(rule!("empire.bonusmove.proc")) {
        return refuse(house!("bonus-move.die"), why!("Nobody gains bonus inches here."));
    }
    for (place, unit) in units.iter().enumerate() {
        let body = may_act(game, *unit)?;
        let name = body.called();
        if units[..place].contains(unit) {
            return refuse(house!("manoeuvre"), why!("{} [is|are] named twice.", name));
        }
        if body.arm() == Arm::Artillery {
            return refuse(
                house!("gun-moves"),
                why!("{} [has|have] guns, which limber, gallop or go by prolong.", name),
            );
        }
        if body.inside.is_some() {
            let why = why!("{} [is|are] in a structure, which is left by its own chart.", name);
            return refuse(rule!("empire.infmove.terrain.structure"), why);
        }
        if bodies.first().is_some_and(|first| first.me() != body.me()) {
            return refuse(house!("manoeuvre"), why!("{} [is|are] of another ME.", name));
        }
        if bonus && (mover(body, body.formation) != Mover::Foot || body.arm() != Arm::Infantry) {
            let why = why!("{} [is|are] not formed foot, which alone gains bonus inches.", name);
            return refuse(rule!("empire.bonusmove.proc"), why);
        }
        bodies.push(body);
    }
    let Some(first) = bodies.first() else {
        return refuse(house!("manoeuvre"), why!("Nobody was named."));
    };
    let rate = |body: &Unit, far, road| allowance(game, body, body.formation, Ease { far, road });
    if !game.measured {
        if !legs.is_empty() {
            return refuse(house!("manoeuvre"), why!("Beside real figures the way is not told."));
        }
        let marcher = |(unit, body): (&UnitId, &&Unit)| Marcher {
            unit: *unit,
            bonus: 0,
            rules: rate(body, false, false).rules(),
        };
        let units = units.iter().zip(&bodies).map(marcher).collect();
        return Ok(March { units, walked: None, asks_bonus: bonus });
    }
    let placed: Vec<Body> = units
        .iter()
        .zip(&bodies)
        .filter_map(|(unit, body)| Some(Body { unit: *unit, pose: body.pose?, footprint: body.footprint() }))
        .collect();
    let toll = |unit: UnitId, soil: Soil| {
        let body = game.unit(unit);
        toll(&game.rules, mover(body, body.formation), soil, false)
    };
    let mut pacing = pacing(first, first.formation, &game.rules, &toll);
    pacing.by_road &= bodies.len() == 1;
    let walked = walk(game, &placed, legs, &pacing)?;
    let far = is_far(game, &walked);
    let mut marchers = Vec::new();
    for (walker, body) in walked.ends.iter().zip(&bodies) {
        let may = rate(body, far, walked.on_road && bodies.len() == 1);
        let gained = affords(body, &may, walker.price, bonus, &walker.tolls)?;
        marchers.push(Marcher { unit: walker.unit, bonus: gained, rules: may.rules() });
    }
    Ok(March { units: marchers, walked: Some(walked), asks_bonus: false })
}

/// Whether the whole way is farther from the enemy than where he slows a manoeuvre.
fn is_far(game: &Empire, walked: &Walked) -> bool {
    let Some((_, [_, beyond])) = game.rules.manoeuvre.beyond else { return false };
    walked.ends.iter().all(|walker| {
        let side = game.unit(walker.unit).side();
        let mut near = game.units.near(Rect::box_around(&walker.sweeps), beyond);
        !near.any(|(_, other, rect)| {
            let is_near = |sweep: &Rect| sweep.distance_within(rect, beyond).is_some();
            other.side() != side && walker.sweeps.iter().any(is_near)
        })
    })
}

/// The bonus inches that a way needs; none where the allowance does.
fn affords(
    body: &Unit,
    may: &Allowance,
    price: Inches,
    bonus: bool,
    tolls: &[RuleId],
) -> Result<u32, Refusal> {
    let over = price.0 - may.total().0;
    if over <= 0 {
        return Ok(0);
    }
    let gained = (over + INCH - 1) / INCH;
    if bonus && gained <= MOST_BONUS {
        return Ok(gained.unsigned_abs());
    }
    let cite = tolls.first().copied().or(may.rule());
    let why = why!("{} would need {} and [has|have] {}.", body.called(), price, may.total());
    match cite {
        Some(rule) => refuse(rule, why),
        None => refuse(house!("manoeuvre"), why),
    }
}

/// Carries a checked manoeuvre out: bonus inches are rolled for, ground disorders, firefights end for who goes away.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    march: March,
) -> Result<(), U::Pause> {
    let March { units, walked, asks_bonus } = march;
    let length = walked.as_ref().map_or(Inches::ZERO, |walked| walked.length);
    let of_ground = walked.iter().flat_map(Walked::rules);
    let mut by: Vec<RuleId> = Vec::new();
    for rule in units.iter().flat_map(|marcher| marcher.rules.iter().copied()).chain(of_ground) {
        if !by.contains(&rule) {
            by.push(rule);
        }
    }
    let names: Vec<UnitId> = units.iter().map(|marcher| marcher.unit).collect();
    let goes: Vec<UnitId> = names.clone();
    umpire.tell(|| Event::new(What::Manoeuvres { units: goes, inches: length }, &by));
    for marcher in &units {
        let unit = marcher.unit;
        let inches = if asks_bonus { umpire.see(game, BonusTaken { unit })? } else { marcher.bonus };
        if inches > 0 {
            gain(game, umpire, unit, inches, walked.as_ref())?;
        }
        let disorders = match &walked {
            Some(walked) => {
                walked.ends.iter().find(|walker| walker.unit == unit).and_then(|walker| walker.disorders)
            }
            None => marsh_disorders(game, umpire, unit)?,
        };
        if let Some(rule) = disorders {
            lose_order(game, umpire, unit, rule);
        }
    }
    if let Some(walked) = walked {
        stand(game, &walked);
    }
    for unit in names {
        moved(game, umpire, unit, length)?;
    }
    Ok(())
}

/// All stand where the way leads; guns that were gone through do not bombard intensively.
pub(crate) fn stand(game: &mut Empire, walked: &Walked) {
    for walker in &walked.ends {
        let formation = game.unit(walker.unit).formation;
        game.unit_mut(walker.unit).stand(walker.end, formation);
    }
    for friend in &walked.passed {
        game.unit_mut(*friend).hour.passed_through = true;
    }
}

/// A unit has had its move; it may still fire unless it has gained inches or spent the impulse (ruling impulse.action).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn moved<U: Umpire<Empire>>(
    game: &mut Empire,
    _: &mut U,
    unit: UnitId,
    by: Inches,
) -> Result<(), U::Pause> {
    let body = game.unit_mut(unit);
    // A unit that a leader directed still has its action (ruling command.effects).
    body.impulse.acted |= !std::mem::take(&mut body.impulse.directed);
    body.impulse.moved = true;
    body.impulse.may_fire = !body.impulse.spent;
    body.hour.moved = true;
    body.hour.marched += by;
    if by > Inches::ZERO || !game.measured {
        game.end_firefights_of(unit);
    }
    Ok(())
}

/// A unit takes bonus inches: its die, and no fire after it.
fn gain<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    inches: u32,
    walked: Option<&Walked>,
) -> Result<(), U::Pause> {
    let rules = std::sync::Arc::clone(&game.rules);
    let going = match walked.and_then(|walked| walked.ends.iter().find(|walker| walker.unit == unit)) {
        Some(walker) => {
            let terrain = &game.scenario.terrain;
            Going::from(terrain.grades_along(&walker.sweeps).going.unwrap_or(terrain.going))
        }
        None => umpire.see(game, GoingOf { unit })?,
    };
    let bonus = BonusInches { inches, going, grade: game.unit(unit).grade(), rest: () };
    let by = rule!("empire.bonusmove.proc");
    let row = rules.manoeuvre.disorders(going, inches).map_or(by, |(rule, _)| rule);
    let side = game.unit(unit).side();
    let disorders = is_disordered(umpire.hand(side), &rules, &bonus)?;
    umpire.tell(|| Event::new(What::GainsInches { unit, inches }, &[by, row]));
    game.unit_mut(unit).impulse.spent = true;
    if disorders {
        lose_order(game, umpire, unit, row);
    }
    Ok(())
}

/// A unit falls into disorder.
pub(crate) fn lose_order<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, unit: UnitId, by: RuleId) {
    if !std::mem::replace(&mut game.unit_mut(unit).disordered, true) {
        umpire.tell(|| Event::new(What::LosesOrder { unit }, &[by]));
    }
}

fn marsh_disorders<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    unit: UnitId,
) -> Result<Option<RuleId>, U::Pause> {
    let body = game.unit(unit);
    let disorders = toll(&game.rules, mover(body, body.formation), Soil::Swamp, false).disorders;
    Ok(match disorders {
        Some(rule) if umpire.see(game, WentThroughMarsh { unit })? => Some(rule),
        _ => None,
    })
}

engine::sight! {
    /// How many bonus inches a unit has taken: asked beside real figures alone.
    pub struct BonusTaken of Empire { pub unit: UnitId } -> u32;
    word: "bonus-taken";
    about: |f, _| [f.unit];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(0);
    stale: AtOnce;
    measured: |_, _| 0;
    text: |f, g| format!("How many bonus inches did {} take?", g.name(f.unit));
    answers: |_, _| Count(&["none", "1", "2", "3"]);
}

engine::sight! {
    /// How the country goes where a unit has marched.
    pub struct GoingOf of Empire { pub unit: UnitId } -> Going;
    word: "going";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Going::Marchfield);
    stale: AtOnce;
    measured: |f, g| crate::rules::ground::measure::going(g, f.unit);
    text: |f, g| format!("How does the country go where {} has marched?", g.name(f.unit));
    answers: |_, _| Words;
}

engine::sight! {
    /// A unit has gone through marsh: asked beside real figures alone.
    pub struct WentThroughMarsh of Empire { pub unit: UnitId } -> bool;
    word: "went-through-marsh";
    about: |f, _| [f.unit];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(false);
    stale: AtOnce;
    measured: |_, _| false;
    text: |f, g| format!("Has {} gone through swamp or marsh?", g.name(f.unit));
    answers: |_, _| YesNo;
}

// ------------------------------------------------------------- for players ----

/// The most that a unit might go, on a road and with no enemy near.
pub fn most(game: &Empire, unit: UnitId) -> Inches {
    match game.get(unit) {
        Some(body) if body.arm() == Arm::Artillery => gun_moves::most(game, unit),
        Some(body) => allowance(game, body, body.formation, Ease::ALL).total(),
        None => Inches::ZERO,
    }
}

/// Whether a unit could go straight back, at this price or less.
pub(crate) fn may_go_back(game: &Empire, unit: UnitId, leg: Leg, most: Inches) -> bool {
    let body = game.unit(unit);
    let Some(pose) = body.pose else { return false };
    let toll = |_: UnitId, soil: Soil| toll(&game.rules, mover(body, body.formation), soil, false);
    let there = Body { unit, pose, footprint: body.footprint() };
    let walked = walk(game, &[there], &[leg], &pacing(body, body.formation, &game.rules, &toll));
    walked.is_ok_and(|walked| walked.ends.iter().all(|walker| walker.price <= most))
}

/// How far a unit may go straight ahead, a quarter inch short at most.
pub fn reach_ahead(game: &Empire, unit: UnitId) -> Inches {
    let Some(body) = game.get(unit) else { return Inches::ZERO };
    let most = allowance(game, body, body.formation, Ease::ALL).total();
    let may = |by: i32| check(game, &[unit], &[Leg::Ahead(Inches(by))], false).is_ok();
    farthest(most.0, may)
}

/// The farthest that may be gone, to a quarter inch: a way once barred stays barred.
pub(crate) fn farthest(most: i32, may: impl Fn(i32) -> bool) -> Inches {
    if most <= 0 {
        return Inches::ZERO;
    }
    if may(most) {
        return Inches(most);
    }
    let (mut clear, mut barred) = (0, most);
    while barred - clear > INCH / 4 {
        let middle = clear.midpoint(barred);
        if may(middle) { clear = middle } else { barred = middle }
    }
    Inches(clear)
}

/// A manoeuvre that the rules accept, at random; `None` where none was found.
pub fn sample(game: &Empire, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    may_act(game, unit).ok()?;
    if !game.measured {
        let may = check(game, &[unit], &[], false).is_ok();
        return may.then(|| Act::Manoeuvre { units: vec![unit], legs: Vec::new(), bonus: false });
    }
    for _ in 0..3 {
        let mut legs = Vec::new();
        if luck.below(2) == 0 {
            legs.push(Leg::Wheel((luck.below(61) as i32 - 30) * EIGHTH / 45));
            legs.retain(|leg| *leg != Leg::Wheel(0));
        }
        let by = Inches((1 + luck.below(12) as i32) * INCH / 2);
        legs.push(if luck.below(6) == 0 { Leg::Back(by) } else { Leg::Ahead(by) });
        let bonus = luck.below(4) == 0;
        if check(game, &[unit], &legs, bonus).is_ok() {
            return Some(Act::Manoeuvre { units: vec![unit], legs, bonus });
        }
    }
    let by = reach_ahead(game, unit);
    let legs = vec![Leg::Ahead(by)];
    (by > Inches::ZERO).then_some(Act::Manoeuvre { units: vec![unit], legs, bonus: false })
}
