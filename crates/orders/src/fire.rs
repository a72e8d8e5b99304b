//! Firing, steps 3 and 4: dice, the number to hit, the checks it gives; who may fire at whom.

use crate::charge;
use crate::event::{Cause, Event, What, Working};
use crate::game::{Orders, Stage};
use crate::ground;
use crate::ids::{house, rule};
use crate::morale::{self, Need, cited};
use crate::question::{Shot, Targets};
use crate::refusal::{Cite, Refusal, refuse};
use crate::rules::Rules;
use crate::unit::{Unit, UnitId};
use crate::words::{Arm, Aspect, Formation, Gun, Level, Shelter, Troop};
use dice::{Dice, Pool};
use engine::outlook::measuring;
use engine::{Fact, FactAsked, FactKind, Side, Umpire};
use rulebook::RuleId;
use table::{Footprint, Inches, Rect};

/// Who fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Firer {
    pub troop: Troop,
    pub arm: Arm,
    pub gun: Option<Gun>,
    pub formation: Formation,
    pub stands: u32,
    pub level: Level,
}

/// What is fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    pub arm: Arm,
    pub formation: Formation,
    /// The zone of it the fire comes from.
    pub aspect: Aspect,
    pub shelter: Shelter,
    /// A garrison has no flank and no rear.
    pub garrison: bool,
}

/// What a shot rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShotFacts {
    pub firer: Firer,
    pub target: Mark,
    pub range: Inches,
    pub rain: bool,
}

/// The dice of a shot, and the rule that gives them; `None`: no fire.
pub fn pool(rules: &Rules, shot: &ShotFacts) -> Option<(RuleId, Pool)> {
    let firer = &shot.firer;
    if firer.level == Level::Panic && rules.on(rule!("orders.fire.firer.panic")) {
        return None;
    }
    if firer.arm.is_artillery() {
        let unlimbered = firer.formation == Formation::Unlimbered;
        return if unlimbered { rules.guns(firer.gun?, shot.range) } else { None };
    }
    let (_, reach) = rules.fire_range(firer.arm)?;
    let (rule, each) = rules.stand_dice(firer.arm)?;
    let stands = rules.front_rank(firer.formation, firer.stands);
    rules.within(shot.range, reach).then_some((rule, Pool { count: each.count * stands, ..each }))
}

/// What a die must show to hit: the printed number and the modifiers to the die. `None`: nothing hits.
pub fn need(rules: &Rules, shot: &ShotFacts) -> Option<Need> {
    let ShotFacts { firer, target, .. } = shot;
    let (row, printed) = rules.to_hit(firer.troop, firer.arm)?;
    let mut working = Working::default();
    working.add(row, printed);
    let mut add =
        |rule: RuleId| rules.modifier(rule).into_iter().for_each(|(rule, value)| working.add(rule, value));
    if firer.level == Level::Disrupted {
        add(rule!("orders.fire.firer.disrupted"));
    }
    if shot.rain {
        add(rule!("orders.fire.firer.rain-snow"));
    }
    if !target.formation.is_square() && !target.garrison {
        match target.aspect {
            Aspect::Front => {}
            Aspect::Flank => add(rule!("orders.fire.firer.flank")),
            Aspect::Rear => add(rule!("orders.fire.firer.rear")),
        }
    }
    let limbered = target.arm.is_artillery() || target.formation == Formation::Road;
    match target.formation {
        Formation::Square => add(rule!("orders.fire.target.square")),
        Formation::HastySquare if rules.plays(house!("square.facing", "hasty-counts")) => {
            add(rule!("orders.fire.target.square"));
        }
        Formation::Column | Formation::Road
            if !limbered || rules.plays(house!("fire.limbered-target", "column")) =>
        {
            add(rule!("orders.fire.target.column"));
        }
        Formation::Unlimbered => add(rule!("orders.fire.target.unlimbered")),
        Formation::HastySquare | Formation::Column | Formation::Road | Formation::Line => {}
    }
    match target.shelter {
        Shelter::Open => {}
        Shelter::Rough => add(rule!("orders.fire.target.rough")),
        Shelter::City | Shelter::Fortress => add(rule!("orders.fire.target.city-fortress")),
    }
    let mut need = Need::on_the_die(printed, working);
    let on_target = rules.plays(house!("fire.modifiers", "modify-target"));
    let both = on_target || rules.plays(house!("fire.natural", "both"));
    if both || rules.plays(house!("fire.natural", "ten-hits")) {
        need.face = need.face.min(10);
    }
    if both || rules.plays(house!("fire.natural", "one-misses")) {
        need.face = need.face.max(2);
    }
    Some(need)
}

/// What a shot throws, and the face that hits; `None`: no fire, or nothing hits.
pub(crate) fn throw(rules: &Rules, shot: &ShotFacts) -> Option<(Pool, u32)> {
    let (_, pool) = pool(rules, shot)?;
    Some((pool, need(rules, shot)?.face.max(1) as u32))
}

/// The hits of a shot.
///
/// # Errors
/// The umpire's pause.
pub fn hits<D: Dice>(dice: &mut D, rules: &Rules, shot: &ShotFacts) -> Result<u32, D::Pause> {
    throw(rules, shot).map_or(Ok(0), |(pool, face)| dice.hits(pool, face))
}

/// Whether a shot comes from guns so far off that their checks are limited.
pub fn is_long(rules: &Rules, shot: &ShotFacts) -> bool {
    let limit = rules.long_range().filter(|_| shot.firer.arm.is_artillery());
    limit.is_some_and(|(_, beyond, _)| rules.beyond(shot.range, beyond))
}

/// The checks that hits give. `before`: those the target has from such long shots in this step.
pub fn checks(rules: &Rules, shot: &ShotFacts, hits: u32, before: u32) -> u32 {
    let checks = hits * rules.count(rule!("orders.fire.result.hit"));
    match rules.long_range() {
        Some((_, _, most)) if is_long(rules, shot) => {
            checks.min(if shares_limit(rules) { most.saturating_sub(before) } else { most })
        }
        _ => checks,
    }
}

/// Whether the long shots at one target share one limit; else each battery has its own.
pub(crate) fn shares_limit(rules: &Rules) -> bool {
    rules.plays(house!("artillery.long-range-cap", "target"))
}

// ------------------------------------------------------------------ facts ----

/// The shots a side may choose from: who may fire, and at whom, the nearest first.
///
/// Beside real figures the players say who has a target; which, they say with the shot.
pub struct Shots {
    pub side: Side,
}
impl Fact<Orders> for Shots {
    type Value = Vec<Targets>;
    fn measure(&self, game: &Orders) -> Vec<Targets> {
        shots(game, self.side)
    }
    fn put(&self, game: &Orders) -> FactAsked {
        let names = self.able(game).map(|unit| game.name(unit).to_owned()).collect();
        let text = "Which of these units have an enemy in range, arc and sight?".to_owned();
        FactAsked { text, kind: FactKind::AnyOf(names) }
    }
    fn seen(&self, game: &Orders, answer: &[u32]) -> Option<Vec<Targets>> {
        let able: Vec<UnitId> = self.able(game).collect();
        let distinct = answer.iter().enumerate().all(|(i, n)| !answer[..i].contains(n));
        let units: Option<Vec<UnitId>> = answer.iter().map(|n| able.get(*n as usize).copied()).collect();
        let targets = |unit: UnitId| {
            let enemies = game.of(self.side.enemy()).map(|(id, _)| id);
            Targets { unit, targets: enemies.filter(|id| may_target(game, unit, *id).is_ok()).collect() }
        };
        units.filter(|_| distinct).map(|units| units.into_iter().map(targets).collect())
    }
}

impl Shots {
    fn able<'g>(&self, game: &'g Orders) -> impl Iterator<Item = UnitId> + use<'g> {
        game.of(self.side).map(|(id, _)| id).filter(|id| may_fire(game, *id).is_ok())
    }
}

/// How far a battery's target is from its muzzles.
pub struct GunRange {
    pub unit: UnitId,
    pub target: UnitId,
}
impl Fact<Orders> for GunRange {
    type Value = Inches;
    fn measure(&self, game: &Orders) -> Inches {
        range(game, self.unit, self.target).unwrap_or_default()
    }
    fn put(&self, game: &Orders) -> FactAsked {
        let (unit, target) = (game.name(self.unit), game.name(self.target));
        let text = format!("How far is it from the front of {unit} to the nearest point of {target}?");
        FactAsked { text, kind: FactKind::Inches }
    }
    fn seen(&self, _: &Orders, answer: &[u32]) -> Option<Inches> {
        let [mils] = answer else { return None };
        i32::try_from(*mils).ok().map(Inches)
    }
}

/// The zone of the target that fire comes from.
pub struct FireFrom {
    pub unit: UnitId,
    pub target: UnitId,
}
impl Fact<Orders> for FireFrom {
    type Value = Aspect;
    fn measure(&self, game: &Orders) -> Aspect {
        aspect(game, self.unit, self.target)
    }
    fn put(&self, game: &Orders) -> FactAsked {
        let (unit, target) = (game.name(self.unit), game.name(self.target));
        FactAsked::one_of(format!("From where does {unit} fire at {target}?"), Aspect::NAMES)
    }
    fn seen(&self, _: &Orders, answer: &[u32]) -> Option<Aspect> {
        let [n] = answer else { return None };
        Aspect::WORDS.get(*n as usize).map(|(_, aspect)| *aspect)
    }
}

/// What shelters a unit from an enemy who fires, or who has charged.
pub struct ShelterOf {
    pub unit: UnitId,
    pub from: UnitId,
    /// The charge crossed a stream or slope; `None` for fire, which is measured.
    pub crossed: Option<bool>,
}
impl Fact<Orders> for ShelterOf {
    type Value = Shelter;
    fn measure(&self, game: &Orders) -> Shelter {
        let from = || game.unit(self.from).rect().map(|rect| rect.front_centre().stored());
        let between = || from().is_some_and(|from| ground::crosses_line(game, from, self.unit));
        shelter(game, self.unit, self.crossed.unwrap_or_else(between))
    }
    fn put(&self, game: &Orders) -> FactAsked {
        let (unit, from) = (game.name(self.unit), game.name(self.from));
        FactAsked::one_of(format!("What shelters {unit} from {from}?"), Shelter::NAMES)
    }
    fn seen(&self, _: &Orders, answer: &[u32]) -> Option<Shelter> {
        let [n] = answer else { return None };
        Shelter::WORDS.get(*n as usize).map(|(_, shelter)| *shelter)
    }
}

/// What a unit stands in, the strongest of it; a stream or slope between counts as rough ground.
fn shelter(game: &Orders, unit: UnitId, crossed: bool) -> Shelter {
    let cover = ground::cover(game, unit);
    match (cover.fortress, cover.city, cover.rough || crossed) {
        (true, ..) => Shelter::Fortress,
        (false, true, _) => Shelter::City,
        (false, false, true) => Shelter::Rough,
        (false, false, false) => Shelter::Open,
    }
}

/// From a firer to its target; guns measure from their front edge. A unit that is charged has its charger at an inch.
pub fn range(game: &Orders, unit: UnitId, target: UnitId) -> Option<Inches> {
    let (body, enemy) = (game.unit(unit), game.unit(target).rect()?);
    let distance = if body.arm().is_artillery() {
        let front = Footprint::new(body.footprint().width, Inches(1));
        Rect::new(body.pose?, front).distance(enemy)
    } else {
        body.rect()?.distance(enemy)
    };
    Some(if is_charged_by(game, unit, target) { distance.min(Inches::whole(1)) } else { distance })
}

/// The zone of the target a firer is in: by its front centre, or by two of its three front points (ruling fire.aspect).
fn aspect(game: &Orders, unit: UnitId, target: UnitId) -> Aspect {
    let (Some(from), Some(rect)) = (game.unit(unit).rect(), game.unit(target).rect()) else {
        return Aspect::Front;
    };
    let zone = |point: table::Vec2| charge::zone(rect, point.stored());
    let centre = zone(from.front_centre());
    if game.rules.plays(house!("fire.aspect", "front-centre")) {
        return centre;
    }
    let [left, right, ..] = from.corners().map(zone);
    if left == right { left } else { centre }
}

/// Whether the target charges this unit now.
fn is_charged_by(game: &Orders, unit: UnitId, by: UnitId) -> bool {
    game.contacts_of(unit).any(|contact| contact.target == unit && contact.charger == by)
}

// --------------------------------------------------------- who may fire at whom ----

/// Who may fire, and at whom, the nearest first.
pub fn shots(game: &Orders, side: Side) -> Vec<Targets> {
    let mut all = Vec::new();
    for (unit, body) in game.of(side) {
        if may_fire(game, unit).is_err() {
            continue;
        }
        let (Some(rect), Some(reach)) = (body.rect(), reach(&game.rules, body)) else { continue };
        let near = |id: UnitId, enemy: &Unit| {
            enemy.rect().is_some_and(|there| rect.is_within(there, reach)) || is_charged_by(game, unit, id)
        };
        // Most enemies are out of reach, which is quickly seen.
        let enemies = game.of(side.enemy()).filter(|(id, enemy)| near(*id, enemy)).map(|(id, _)| id);
        let mut targets: Vec<(Inches, UnitId)> = enemies
            .filter(|id| may_target(game, unit, *id).is_ok() && may_hit(game, unit, *id).is_ok())
            .filter_map(|id| Some((range(game, unit, id)?, id)))
            .collect();
        targets.sort();
        if !targets.is_empty() {
            all.push(Targets { unit, targets: targets.into_iter().map(|(_, id)| id).collect() });
        }
    }
    all
}

/// Whether any unit of a side may fire in the present step, whatever stands before it.
pub fn may_any_fire(game: &Orders, side: Side) -> bool {
    Shots { side }.able(game).next().is_some()
}

/// As far as a unit fires at all; `None`: it has no fire.
fn reach(rules: &Rules, body: &Unit) -> Option<Inches> {
    match body.profile.gun.filter(|_| body.arm().is_artillery()) {
        Some(gun) => rules.gun_reach(gun),
        None => rules.fire_range(body.arm()).map(|(_, inches)| inches),
    }
}

/// Whether a unit may fire at all in the present step.
///
/// # Errors
/// The refusal.
pub fn may_fire(game: &Orders, unit: UnitId) -> Result<(), Refusal> {
    let body = game.unit(unit);
    let name = body.name();
    if !body.on_table() {
        return refuse(Cite::question(), format!("{name} is not on the table."));
    }
    if body.in_panic() && game.rules.on(rule!("orders.fire.firer.panic")) {
        return refuse(rule!("orders.fire.firer.panic"), format!("{name} is in panic and does not fire."));
    }
    if body.arm().is_artillery() && body.formation != Formation::Unlimbered {
        return refuse(house!("artillery.limber"), format!("The guns of {name} are limbered."));
    }
    if body.fired {
        return refuse(house!("fire.sequence"), format!("{name} has fired in this step."));
    }
    if body.locked {
        return refuse(house!("melee.locked"), format!("{name} is locked in melee."));
    }
    if is_silenced(game, unit) {
        return refuse(
            house!("charge.fire"),
            format!("{name} is in contact and does not fire in this step."),
        );
    }
    Ok(())
}

/// Units in contact neither fire nor are fired at in step 4 (ruling charge.fire).
fn is_silenced(game: &Orders, unit: UnitId) -> bool {
    game.stage == Stage::MoverFires
        && game.rules.plays(house!("charge.fire", "charged-fires"))
        && game.in_contact(unit)
}

/// Whether a unit may be a target of that firer at all, wherever the two stand.
fn may_target(game: &Orders, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let (body, enemy) = (game.unit(unit), game.unit(target));
    let name = enemy.name();
    if enemy.side() == body.side() || !enemy.on_table() {
        return refuse(Cite::question(), format!("{name} is not an enemy on the table."));
    }
    if enemy.locked {
        return refuse(house!("melee.locked"), format!("{name} is locked in melee."));
    }
    if is_silenced(game, target) {
        return refuse(house!("charge.fire"), format!("{name} is in contact and is no target in this step."));
    }
    Ok(())
}

/// Whether a firer has a target in range, arc and sight.
fn may_hit(game: &Orders, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let (body, rules) = (game.unit(unit), &game.rules);
    let (name, foe) = (body.name(), game.name(target));
    let (Some(rect), Some(enemy), Some(range)) =
        (body.rect(), game.unit(target).rect(), range(game, unit, target))
    else {
        return Ok(());
    };
    reaches(rules, body, range).or_else(|cite| match cite {
        Some(cite) => refuse(cite, format!("{foe} is {range} away, out of range of {name}.")),
        None => refuse(Cite::question(), format!("{name} has no fire.")),
    })?;
    if let Some((arc, half)) = rules.arc(body.arm())
        && !body.is_square()
        && !table::in_arc(rect, enemy, half)
    {
        return refuse(arc, format!("{foe} is outside the arc of {name}."));
    }
    if is_charged_by(game, unit, target) || ground::line_clear(game, unit, target) {
        return Ok(());
    }
    match friend_between(game, unit, target) {
        Some(friend) => {
            let why = format!("{} stands between {name} and {foe}.", game.name(friend));
            refuse(rule!("orders.fire.no-overhead"), why)
        }
        None => refuse(house!("fire.line"), format!("{name} has no clear line to {foe}.")),
    }
}

/// Whether a unit's fire reaches so far; else what keeps it from that.
fn reaches(rules: &Rules, body: &Unit, range: Inches) -> Result<(), Option<Cite>> {
    if let Some(gun) = body.profile.gun.filter(|_| body.arm().is_artillery()) {
        return match rules.guns(gun, range) {
            Some(_) => Ok(()),
            None => Err(Some(rules.guns_blank(gun, range).unwrap_or(rule!("orders.artillery.bands")).into())),
        };
    }
    match (rules.fire_range(body.arm()), rules.stand_dice(body.arm())) {
        (Some((_, reach)), Some(_)) if rules.within(range, reach) => Ok(()),
        (Some((rule, _)), Some(_)) => Err(Some(rule.into())),
        _ => Err(None),
    }
}

/// A friend on the line of fire.
fn friend_between(game: &Orders, unit: UnitId, target: UnitId) -> Option<UnitId> {
    let (body, enemy) = (game.unit(unit), game.unit(target).rect()?);
    if !game.rules.on(rule!("orders.fire.no-overhead")) {
        return None;
    }
    let own = body.rect()?;
    let eye = if body.is_square() { own.nearest_point_to(enemy.centre()) } else { own.front_centre() };
    let aim = enemy.nearest_point_to(eye);
    let mut friends = game.of(body.side()).filter(|(id, _)| *id != unit);
    friends.find(|(_, friend)| friend.rect().is_some_and(|rect| rect.is_crossed(eye, aim))).map(|(id, _)| id)
}

/// Whether a side may fire this shot now.
///
/// # Errors
/// The refusal, with the rule that forbids it.
pub fn check_shot(game: &Orders, side: Side, shot: Shot) -> Result<(), Refusal> {
    for (unit, of) in [(shot.unit, side), (shot.target, side.enemy())] {
        if game.get(unit).is_none_or(|body| body.side() != of) {
            return refuse(Cite::question(), "A unit of the firing side fires at one of the other.");
        }
    }
    may_fire(game, shot.unit)?;
    may_target(game, shot.unit, shot.target)?;
    may_hit(game, shot.unit, shot.target)
}

// ------------------------------------------------------------------ steps ----

/// One unit fires, and its target takes its checks; or names its target, where all dice come after all names.
///
/// # Errors
/// The umpire's pause.
pub fn shoot<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, shot: Shot) -> Result<(), U::Pause> {
    game.unit_mut(shot.unit).fired = true;
    if game.rules.plays(house!("fire.sequence", "declared")) {
        game.unit_mut(shot.unit).aim = Some(shot.target);
        return Ok(());
    }
    let owed = volley(game, umpire, shot)?;
    morale::checks(game, umpire, shot.target, owed, Cause::Fire, Some(shot.unit))
}

/// The end of a fire step: shots that were only named are thrown, then their targets check, one after another.
///
/// # Errors
/// The umpire's pause.
pub fn settle<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, side: Side) -> Result<(), U::Pause> {
    let mut owing: Vec<(UnitId, UnitId, u32)> = Vec::new();
    for unit in game.ids() {
        if game.unit(unit).side() != side {
            continue;
        }
        let Some(target) = game.unit_mut(unit).aim.take() else { continue };
        let owed = volley(game, umpire, Shot { unit, target })?;
        match owing.iter_mut().find(|(owes, ..)| *owes == target) {
            Some((.., sum)) => *sum += owed,
            None => owing.push((target, unit, owed)),
        }
    }
    for (target, unit, owed) in owing {
        morale::checks(game, umpire, target, owed, Cause::Fire, Some(unit))?;
    }
    Ok(())
}

/// The dice of a shot; says how many checks they give.
fn volley<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, shot: Shot) -> Result<u32, U::Pause> {
    let Shot { unit, target } = shot;
    let facts = seen(game, umpire, shot)?;
    let dice = pool(&game.rules, &facts);
    let need = need(&game.rules, &facts);
    umpire.tell(|| {
        let count = dice.map_or(0, |(_, pool)| pool.count);
        let (face, working) = need.map_or((0, Working::default()), |need| (need.face, need.working));
        let rules = cited(&game.rules, &fired_by(&game.rules, &facts));
        Event::with(What::Fires { unit, target, dice: count, need: face }, &rules, working)
    });
    let hits = hits(umpire, &game.rules, &facts)?;
    let before = game.unit(target).far_checks;
    let owed = checks(&game.rules, &facts, hits, before);
    let long = is_long(&game.rules, &facts);
    if long {
        game.unit_mut(target).far_checks += owed;
    }
    umpire.tell(|| {
        let mut rules = vec![rule!("orders.fire.result.hit")];
        rules.extend(game.rules.long_range().filter(|_| long).map(|(rule, ..)| rule));
        Event::new(What::Hits { unit, target, hits, checks: owed }, &cited(&game.rules, &rules))
    });
    Ok(owed)
}

/// The rules a shot rests on besides its number to hit.
fn fired_by(rules: &Rules, shot: &ShotFacts) -> Vec<RuleId> {
    let arm = shot.firer.arm;
    let mut by: Vec<RuleId> = pool(rules, shot).map(|(rule, _)| rule).into_iter().collect();
    if arm.is_artillery() {
        by.extend([rule!("orders.fire.art.dice"), rule!("orders.artillery.bands")]);
    } else {
        by.push(rule!("orders.fire.front-rank"));
    }
    by.extend(rules.fire_range(arm).map(|(rule, _)| rule));
    by.extend(rules.arc(arm).map(|(rule, _)| rule));
    by
}

/// The facts of a shot as they stand on the table.
pub fn facts(game: &Orders, shot: Shot) -> ShotFacts {
    measuring(|eyes| seen(game, eyes, shot))
}

/// The facts of a shot, as they are seen.
fn seen<U: Umpire<Orders>>(game: &Orders, umpire: &mut U, shot: Shot) -> Result<ShotFacts, U::Pause> {
    let Shot { unit, target } = shot;
    let (body, enemy) = (game.unit(unit), game.unit(target));
    let charged = is_charged_by(game, unit, target);
    let range = if body.arm().is_artillery() && !charged {
        umpire.see(game, GunRange { unit, target })?
    } else {
        range(game, unit, target).unwrap_or_default()
    };
    let garrison = morale::garrison(game, umpire, target)?.is_some();
    let has_sides = !garrison && !enemy.is_square();
    let aspect = if has_sides { umpire.see(game, FireFrom { unit, target })? } else { Aspect::Front };
    let shelter = umpire.see(game, ShelterOf { unit: target, from: unit, crossed: None })?;
    Ok(ShotFacts {
        firer: Firer {
            troop: body.troop(),
            arm: body.arm(),
            gun: body.profile.gun,
            formation: body.formation,
            stands: body.profile.stands,
            level: body.level,
        },
        target: Mark { arm: enemy.arm(), formation: enemy.formation, aspect, shelter, garrison },
        range,
        rain: game.rain,
    })
}
