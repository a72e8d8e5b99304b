//! Movement in phases 3 and 8: how far, which way, and what forbids it.

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::ground::facts::{CrossesDifficult, GoesBack, InCommand, Locked, StaysFar};
use crate::rules::ground::placing;
use crate::state::event::{Event, Way, What, Working};
use crate::state::game::Volley;
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Formation, Horse, Nation, Rate};
use engine::wording::{listed, up_to_tenths};
use engine::{Side, Umpire};
use rulebook::RuleId;
use table::{Feature, Footprint, Inches, Leg, Limits, Pose, Rect, Terrain, Track};

/// What a march's length depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarchFacts {
    pub difficult: bool,
    pub in_command: bool,
    pub backwards: bool,
    /// Over the double-move distance from the enemy all the way.
    pub far: bool,
    pub first_turn: bool,
}

/// How far a unit may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub inches: Inches,
    pub doubled: bool,
    /// The rate, and each half and double with its rule, in thousandths of an inch.
    pub working: Working,
}

/// A unit's row in the movement list.
pub fn rate_of(rules: &Rules, unit: &Unit) -> Option<RuleId> {
    let nation = unit.nation();
    let kind = match (unit.arm(), unit.formation) {
        (Arm::Skirmishers, _) => Rate::Skirmishers,
        (Arm::Artillery, _) => Rate::Limbered,
        (Arm::Infantry, Formation::Column) => Rate::Column,
        (Arm::Infantry, Formation::Square | Formation::Masse) => {
            return closed_rate(rules, nation, unit.formation);
        }
        (Arm::Infantry, _) => Rate::Line,
        (Arm::Cavalry, _) => {
            return horse_rate(rules, nation, unit.profile.horse?, unit.profile.heavy).map(|(rate, _)| rate);
        }
    };
    rules.move_rate(nation, kind)
}

/// Whether a kind of cavalry counts as heavy: as its battle calls it, else by its kind. Plain dragoons that their nation's
/// list lacks are heavy only where their battle calls them so (ruling move.unlisted-types).
pub fn is_heavy(rules: &Rules, nation: Nation, horse: Horse, called: Option<bool>) -> bool {
    let is_listed = rules.move_rate(nation, horse.rate()).is_some();
    called.unwrap_or(!horse.is_light() && (is_listed || horse != Horse::Dragoons))
}

/// The row a kind of cavalry moves by, and whether the list names it: the French one has a row for all light horse, and
/// a kind that is missing moves as the nation's slow or fast horse (ruling move.unlisted-types).
pub fn horse_rate(rules: &Rules, nation: Nation, horse: Horse, heavy: bool) -> Option<(RuleId, bool)> {
    let listed = rules.move_rate(nation, horse.rate());
    let french_light = (nation == Nation::French && horse.is_light() && !heavy)
        .then(|| rules.move_rate(nation, Rate::LightCavalry))
        .flatten();
    listed.or(french_light).map(|rate| (rate, true)).or_else(|| {
        let (slow, fast) = rules.cavalry_rates(nation)?;
        let slowly = heavy && !rules.plays(house!("move.unlisted-types", "fast"));
        Some((if slowly { slow } else { fast }, false))
    })
}

/// The row of infantry in square or masse.
///
/// A square the nation's list lacks (house) stands like a masse. The opponents' lists print 0 inches against the French,
/// who put squares beside lines: without that row theirs move like lines too.
pub fn closed_rate(rules: &Rules, nation: Nation, formation: Formation) -> Option<RuleId> {
    let listed = (formation == Formation::Square).then(|| rules.move_rate(nation, Rate::Square)).flatten();
    let beside_lines = (nation != Nation::French).then(|| rules.move_rate(nation, Rate::Line)).flatten();
    listed.or(rules.move_rate(nation, Rate::Masse)).or(beside_lines)
}

/// The distance of one move.
pub fn allowance(rules: &Rules, rate: Option<RuleId>, going: &MarchFacts) -> Allowance {
    let Some(rate) = rate else {
        return Allowance { inches: Inches::ZERO, doubled: false, working: Working::default() };
    };
    let full = rules.inches(rate).unwrap_or_default();
    let mut working = Working::printed(rate, full.0);
    let mut slow: Vec<(RuleId, i32)> = Vec::new();
    let mut slower = |when: bool, rule: RuleId| {
        if let (true, Some(divide)) = (when, rules.int(rule)) {
            slow.push((rule, divide));
        }
    };
    slower(going.difficult, rule!("volley.move.half.difficult"));
    slower(!going.in_command, rule!("volley.move.half.command"));
    slower(going.backwards, rule!("volley.move.half.backwards"));
    let mut inches = full;
    if rules.plays(house!("move.halving", "once")) {
        slow.truncate(1);
    }
    for (rule, divide) in slow {
        let less = Inches(inches.0 / divide.max(1));
        working.add(rule, less.0 - inches.0);
        inches = less;
    }
    let far = rule!("volley.move.double.distance");
    let early = going.first_turn && rules.on(rule!("volley.move.double.first-turn"));
    let doubled = going.far && !early && rules.on(far);
    if doubled {
        working.add(far, inches.0);
        inches = inches.times(2);
    }
    Allowance { inches, doubled, working }
}

impl Volley {
    pub fn in_command(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let range = self.rules.ruled(house!("command.range"));
        self.generals.iter().filter(|general| !general.lost && general.leads(unit)).any(|general| {
            match (general.attached, general.pose) {
                (Some(with), _) => {
                    let both = self.unit(with).rect().zip(unit.rect());
                    with == id || both.is_some_and(|(one, two)| self.within(one, two, range))
                }
                (None, Some(pose)) => {
                    let rect = placing::general_rect(self, pose.at);
                    unit.rect().is_some_and(|unit| self.within(unit, &rect, range))
                }
                (None, None) => false,
            }
        })
    }

    /// The wheel a unit may make in one move.
    pub fn most_wheel(&self) -> i32 {
        self.rules.int(rule!("volley.move.wheel")).map_or(32_768, |degrees| degrees * 65_536 / 360)
    }

    /// Skirmishers, and where the house plays so all units, move and face freely.
    pub fn moves_freely(&self, unit: &Unit) -> bool {
        unit.is_open() || self.rules.plays(house!("move.geometry", "free"))
    }

    /// What the unit could do at best, unhindered, for generals and screens.
    pub fn plain_allowance(&self, id: UnitId) -> Inches {
        let going = MarchFacts { in_command: self.in_command(id), ..MarchFacts::default() };
        allowance(&self.rules, rate_of(&self.rules, self.unit(id)), &going).inches
    }

    /// Likewise if it were in command.
    pub fn led_allowance(&self, id: UnitId) -> Inches {
        let going = MarchFacts { in_command: true, ..MarchFacts::default() };
        allowance(&self.rules, rate_of(&self.rules, self.unit(id)), &going).inches
    }

    pub fn limits(&self, id: UnitId) -> Limits {
        Limits { allowance: self.plain_allowance(id), max_wheel: self.most_wheel() }
    }
}

/// A march that was checked.
#[derive(Clone, Debug)]
pub(crate) struct March {
    pub(crate) unit: UnitId,
    /// `None` beside real figures.
    pub(crate) walked: Option<(Pose, Allowance, Way)>,
}

/// Whether the unit may be given an order in this movement phase at all.
pub(crate) fn may_act(game: &Volley, side: Side, id: UnitId) -> Result<&Unit, Refusal> {
    may_be_ordered(game, side, id, false)
}

/// Likewise; `costs_nothing`: an order that needs no move, so that it may also follow a march.
pub(crate) fn may_be_ordered(
    game: &Volley,
    side: Side,
    id: UnitId,
    costs_nothing: bool,
) -> Result<&Unit, Refusal> {
    let Some(unit) = game.get(id) else {
        return refuse(crate::state::refusal::Cite::question(), "There is no such unit.");
    };
    let name = unit.called();
    if unit.side() != side {
        return refuse(house!("move.order"), why!("{} [is|are] not yours to order.", name));
    }
    if !unit.on_table() {
        return refuse(house!("move.order"), why!("{} [is|are] not on the table.", name));
    }
    if unit.acted && !costs_nothing {
        return refuse(house!("move.order"), why!("{} [has|have] moved in this phase already.", name));
    }
    if unit.halted > 0 {
        let why = if unit.fell_back {
            rule!("volley.p2.fail12.british-no-more")
        } else {
            rule!("volley.p2.fail12.halt")
        };
        return refuse(why, why!("{} [is|are] halted and may not move this turn.", name));
    }
    if game.in_melee(id) {
        return refuse(house!("move.in-contact"), why!("{} [is|are] in contact with the enemy.", name));
    }
    if unit.marker.is_some() && game.rules.on(rule!("volley.recall.marker-blocks-move")) {
        let why = why!(
            "{} [has its|have their] charge marker on the table and may not move until [it is|they are] recalled.",
            name
        );
        return refuse(rule!("volley.recall.marker-blocks-move"), why);
    }
    if unit.spent && game.rules.on(rule!("volley.recall.fail.no-move")) {
        return refuse(
            rule!("volley.recall.fail.no-move"),
            why!("{} [was|were] not recalled and may not move this turn.", name),
        );
    }
    Ok(unit)
}

/// A firefight holds a line: it may not move, charge or change formation, each by its own rule.
pub(crate) fn not_locked(game: &Volley, id: UnitId, rule: RuleId, what: &'static str) -> Result<(), Refusal> {
    match game.locked_by(id).filter(|_| game.rules.on(rule)) {
        Some(enemy) => refuse(
            rule,
            why!(
                "{} [is|are] locked in a firefight with {} and may not {}.",
                game.called(id),
                game.called(enemy),
                what
            ),
        ),
        None => Ok(()),
    }
}

/// What a firefight forbids the lines that are locked in it, each by its own rule.
const HELD: [(RuleId, &str); 3] = [
    (rule!("volley.move.firefight.no-move"), "move"),
    (rule!("volley.move.firefight.no-charge"), "charge"),
    (rule!("volley.move.firefight.no-formation"), "change formation"),
];

/// A line that is locked in a firefight, or will be as soon as that is judged.
#[derive(Clone, Debug)]
pub struct Firefight {
    /// The enemy line.
    pub with: UnitId,
    /// What it may not do then: "move, charge or change formation".
    pub forbids: String,
    pub rules: Vec<RuleId>,
}

/// The firefight a unit is in as it stands, if that forbids it anything.
pub fn firefight(game: &Volley, id: UnitId) -> Option<Firefight> {
    let with = game.firefight_with(id)?;
    let held: Vec<(RuleId, &str)> = HELD.into_iter().filter(|(rule, _)| game.rules.on(*rule)).collect();
    if held.is_empty() {
        return None;
    }
    let forbids = listed(&held.iter().map(|(_, what)| *what).collect::<Vec<_>>(), "or");
    let near = rule!("volley.move.firefight.distance");
    Some(Firefight {
        with,
        forbids,
        rules: [near].into_iter().chain(held.iter().map(|(rule, _)| *rule)).collect(),
    })
}

/// Difficult ground that a unit stands in or might move through.
#[derive(Clone, Debug)]
pub struct Rough {
    /// How far it may go where its move touches that, and how far where all of it stays far from the enemy.
    pub inches: Inches,
    pub far: Inches,
    /// It stands in it: any move touches it.
    pub here: bool,
    /// Only where a move ends counts.
    pub end_only: bool,
    /// What the ground is called.
    pub names: Vec<String>,
    pub rule: RuleId,
}

/// What difficult ground under a unit, or within its move, makes of that move; `None`: there is none, or it does not mind.
pub fn rough(game: &Volley, id: UnitId) -> Option<Rough> {
    let (unit, rule) = (game.unit(id), rule!("volley.move.half.difficult"));
    let (rect, pose) = (unit.rect()?, unit.pose?);
    let plain = game.plain_allowance(id);
    let going = MarchFacts {
        difficult: true,
        in_command: game.in_command(id),
        first_turn: game.is_first_turn(),
        ..MarchFacts::default()
    };
    let goes =
        |far: bool| allowance(&game.rules, rate_of(&game.rules, unit), &MarchFacts { far, ..going }).inches;
    let (inches, far) = (goes(false), goes(true));
    let terrain = &game.scenario.terrain;
    let footprint = unit.footprint(&game.rules);
    let around = |by: Inches| Inches(by.0 + 2 * plain.0);
    let around = Footprint::new(around(footprint.width), around(footprint.depth));
    let around = Rect::new(Pose::from_centre(pose.centre(footprint), pose.facing, around), around);
    let end_only = game.rules.plays(house!("move.difficult-scope", "end-only"));
    let here = !end_only && terrain.under(rect).difficult;
    let ground = if here { *rect } else { around };
    if inches >= plain || !terrain.under(&ground).difficult {
        return None;
    }
    // Ground it may not enter makes no move shorter.
    let touches = |feature: &Feature| {
        let alone = Terrain::new(terrain.width, terrain.depth, vec![feature.clone()]).under(&ground);
        alone.difficult && forbidden_ground(game, unit, &alone).is_ok()
    };
    if !terrain.features.iter().any(touches) {
        return None;
    }
    let names = names_of(terrain.features.iter().filter(|feature| touches(feature)));
    Some(Rough { inches, far, here, end_only, names, rule })
}

/// What pieces of ground are called, each once; those without a name are left out.
fn names_of<'t>(features: impl Iterator<Item = &'t Feature>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for feature in features {
        if !feature.name.is_empty() && !names.contains(&feature.name) {
            names.push(feature.name.clone());
        }
    }
    names
}

/// Where the most is that a move may be: in the difficult ground that makes it so, by its name, or there.
fn where_the_most_is(game: &Volley, (track, end): (&Track, &Rect), slowed: bool) -> String {
    let terrain = &game.scenario.terrain;
    let end_only = game.rules.plays(house!("move.difficult-scope", "end-only"));
    let slows = |feature: &&Feature| {
        let alone = Terrain::new(terrain.width, terrain.depth, vec![(*feature).clone()]);
        if end_only { alone.under(end).difficult } else { alone.along_track(track).difficult }
    };
    let names = if slowed { names_of(terrain.features.iter().filter(slows)) } else { Vec::new() };
    let named = || engine::wording::listed(&names, "and");
    match end_only {
        _ if names.is_empty() => "there".to_owned(),
        true => format!("in {}", named()),
        false => format!("where any of the way is in {}", named()),
    }
}

pub(crate) fn forbidden_ground(game: &Volley, unit: &Unit, ground: &table::Ground) -> Result<(), Refusal> {
    let woods = match unit.arm() {
        Arm::Cavalry => Some(rule!("volley.move.woods.cavalry")),
        Arm::Artillery => Some(rule!("volley.move.woods.artillery")),
        Arm::Infantry | Arm::Skirmishers => None,
    };
    if let Some(rule) = woods.filter(|rule| ground.woods && game.rules.on(*rule)) {
        return refuse(rule, why!("{} may not enter woods.", unit.called()));
    }
    if ground.impassable {
        return refuse(house!("move.difficult-scope"), why!("{} cannot pass there.", unit.called()));
    }
    Ok(())
}

/// Units a marching unit may pass over: its own guns, and skirmishers of its side.
fn may_pass(game: &Volley, unit: &Unit, other: &Unit) -> bool {
    if unit.side() != other.side() {
        return false;
    }
    let open = (unit.is_open() || other.is_open()) && !game.rules.plays(house!("skirm.units", "blocked"));
    let guns =
        other.is(Arm::Artillery) && game.rules.plays(house!("move.interpenetration", "artillery-only"));
    open || guns
}

/// Checks legs of a march from where the unit stands, or from the edge for one that enters.
pub(crate) fn check_walk(
    game: &Volley,
    id: UnitId,
    start: Pose,
    legs: &[Leg],
    entering: bool,
) -> Result<(Pose, Allowance), Refusal> {
    let unit = game.unit(id);
    let name = unit.called();
    let free = game.moves_freely(unit);
    let shape = house!("move.geometry");
    let backs = legs.iter().any(|leg| matches!(leg, Leg::Back(_)));
    let negative = legs.iter().any(|leg| matches!(leg, Leg::Ahead(d) | Leg::Back(d) if d.0 < 0));
    if legs.is_empty() || legs.len() > 8 || negative {
        return refuse(shape, why!("A march of {} has one to eight legs of positive length.", name));
    }
    if !free && legs.iter().any(|leg| matches!(leg, Leg::To(_))) {
        return refuse(shape, why!("{} [moves|move] straight ahead with wheels, not freely.", name));
    }
    if backs && legs.len() > 1 {
        return refuse(shape, why!("{} may go straight back, but not in one move with anything else.", name));
    }
    let footprint = unit.footprint(&game.rules);
    let track = Track::new(start, footprint, legs);
    if track.wheeled() > game.most_wheel() + 8 {
        return refuse(
            rule!("volley.move.wheel"),
            why!("{} would wheel {}°, and 45° is the most.", name, track.wheeled() * 360 / 65_536),
        );
    }
    let end = track.end();
    let rect = Rect::new(end, footprint);
    if !game.scenario.terrain.on_table(&rect) && !entering {
        return refuse(house!("edge"), why!("{} may not leave the table.", name));
    }
    let ground = game.scenario.terrain.along_track(&track);
    forbidden_ground(game, unit, &ground)?;
    let end_only = game.rules.plays(house!("move.difficult-scope", "end-only"));
    let difficult = if end_only { game.scenario.terrain.under(&rect).difficult } else { ground.difficult };
    clear_of_units(game, id, unit, &track, &rect)?;
    stops_at_firefight(game, unit, &track)?;
    let going = MarchFacts {
        difficult,
        in_command: entering || game.in_command(id),
        backwards: track.backwards(),
        far: false,
        first_turn: game.is_first_turn(),
    };
    let rate = rate_of(&game.rules, unit);
    let mut may = allowance(&game.rules, rate, &going);
    if entering && game.rules.plays(house!("reserve.entry", "half-move")) {
        may.inches = may.inches.half();
    }
    let length = track.length();
    if length > may.inches {
        if !entering && stays_far(game, unit, &track) {
            may = allowance(&game.rules, rate, &MarchFacts { far: true, ..going });
        }
        if length > may.inches {
            let rule =
                may.working.parts().last().map_or(rule!("volley.move.double.distance"), |(rule, _)| *rule);
            let plain = allowance(&game.rules, rate, &MarchFacts { difficult: false, ..going });
            let there = where_the_most_is(game, (&track, &rect), difficult && may.inches < plain.inches);
            return refuse(
                rule,
                why!(
                    "{} would move {}, and {} is the most {}.",
                    name,
                    up_to_tenths(length),
                    may.inches,
                    there
                ),
            );
        }
    }
    Ok((end, may))
}

/// No unit in the way, none underneath, and no enemy nearer than the separation.
fn clear_of_units(game: &Volley, id: UnitId, unit: &Unit, track: &Track, end: &Rect) -> Result<(), Refusal> {
    let name = unit.called();
    let separation = game.separation();
    let start = unit.rect();
    for (other_id, other, rect) in game.units.near(track.bounds(), separation) {
        if other_id == id {
            continue;
        }
        if end.overlaps(rect) {
            let enemy = other.side() != unit.side();
            return refuse(
                if enemy { house!("move.separation") } else { house!("move.interpenetration") },
                why!("{} [stands|stand] where {} would end.", other.called(), name),
            );
        }
        let already = || start.is_some_and(|start| start.overlaps(rect));
        if track.first_hit(rect) && !already() && !may_pass(game, unit, other) {
            return refuse(
                house!("move.interpenetration"),
                why!("{} [is|are] in the way of {}.", other.called(), name),
            );
        }
        let is_enemy = other.side() != unit.side();
        if let Some(gap) = is_enemy.then(|| game.nearer_than_separation(end, rect)).flatten() {
            // Nearer than that only by staying or moving away.
            let before = start.map_or(Inches(i32::MAX), |start| start.distance(rect));
            if gap < before {
                return refuse(
                    house!("move.separation"),
                    why!("{} would come within {} of {} without charging.", name, separation, other.called()),
                );
            }
        }
    }
    Ok(())
}

/// A line that comes within firefight distance of an enemy line stops there.
fn stops_at_firefight(game: &Volley, unit: &Unit, track: &Track) -> Result<(), Refusal> {
    let no_move = rule!("volley.move.firefight.no-move");
    let Some(distance) = game.rules.inches(rule!("volley.move.firefight.distance")) else { return Ok(()) };
    if !unit.is_formed_infantry() || unit.formation != Formation::Line || !game.rules.on(no_move) {
        return Ok(());
    }
    if game.rules.plays(house!("move.firefight-timing", "start-of-phase")) {
        return Ok(());
    }
    let footprint = unit.footprint(&game.rules);
    // Lines too far away to be met at all are not walked past.
    let Some(start) = unit.rect() else { return Ok(()) };
    let reach = distance + track.length();
    let near: Vec<&Rect> = game
        .enemy_lines(unit)
        .filter_map(|(_, enemy)| enemy.rect())
        .filter(|rect| rect.is_within(start, reach) && !rect.is_within(start, distance))
        .collect();
    if near.is_empty() {
        return Ok(());
    }
    let last = track.end();
    for pose in track.poses(Inches::mils(500)) {
        let rect = Rect::new(pose, footprint);
        if pose != last
            && near.iter().any(|line| game.within(&rect, line, distance))
            && pose.at.distance(last.at).0 > 500
        {
            return refuse(
                no_move,
                why!(
                    "{} [is|are] locked as soon as [it is|they are] within {} of an enemy line and [stops|stop] there.",
                    unit.called(),
                    distance
                ),
            );
        }
    }
    Ok(())
}

/// Every point of the path, or its two ends, over the limit from all enemies.
fn stays_far(game: &Volley, unit: &Unit, track: &Track) -> bool {
    let Some(limit) = game.rules.inches(rule!("volley.move.double.distance")) else { return false };
    let ends_only = game.rules.plays(house!("move.double-measure", "ends"));
    let footprint = unit.footprint(&game.rules);
    let end = Rect::new(track.end(), footprint);
    let near = |rect: &Rect| {
        game.of(unit.side().enemy())
            .any(|(_, enemy)| enemy.rect().is_some_and(|r| game.within(rect, r, limit)))
    };
    if ends_only { !unit.rect().is_some_and(near) && !near(&end) } else { !track.sweeps().iter().any(near) }
}

/// Guns in action stay where they are until they limber.
pub(crate) fn is_emplaced(game: &Volley, unit: &Unit) -> bool {
    unit.is(Arm::Artillery)
        && unit.formation == Formation::Unlimbered
        && game.rules.flag(house!("artillery.no-manhandling"))
}

pub(crate) fn check_march(game: &Volley, side: Side, id: UnitId, legs: &[Leg]) -> Result<March, Refusal> {
    let unit = may_act(game, side, id)?;
    let name = unit.called();
    if is_emplaced(game, unit) {
        return refuse(
            house!("artillery.no-manhandling"),
            why!("{} [is|are] unlimbered and may only limber.", name),
        );
    }
    not_locked(game, id, rule!("volley.move.firefight.no-move"), "move")?;
    if let Some(rate) = rate_of(&game.rules, unit)
        && game.rules.inches(rate) == Some(Inches::ZERO)
    {
        return refuse(rate, why!("{} cannot move in {}.", name, unit.formation));
    }
    match (game.measured, unit.pose) {
        (true, Some(pose)) => {
            let (end, may) = check_walk(game, id, pose, legs, false)?;
            Ok(March { unit: id, walked: Some((end, may, Way::of(pose, legs))) })
        }
        _ => Ok(March { unit: id, walked: None }),
    }
}

pub(crate) fn march<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    march: March,
) -> Result<(), U::Pause> {
    let unit = march.unit;
    let (may, way) = match march.walked {
        Some((end, may, way)) => {
            let formation = game.unit(unit).formation;
            placing::stand(game, unit, end, formation);
            (may, Some(way))
        }
        None => {
            if umpire.see(game, Locked { unit })? {
                umpire.tell(|| Event::new(What::Lapsed { unit }, &[rule!("volley.move.firefight.no-move")]));
                return Ok(());
            }
            let going = MarchFacts {
                in_command: umpire.see(game, InCommand { unit })?,
                difficult: umpire.see(game, CrossesDifficult { unit })?,
                backwards: umpire.see(game, GoesBack { unit })?,
                far: umpire.see(game, StaysFar { unit })?,
                first_turn: game.is_first_turn(),
            };
            (allowance(&game.rules, rate_of(&game.rules, game.unit(unit)), &going), None)
        }
    };
    game.unit_mut(unit).acted = true;
    umpire.tell(|| {
        let marched = What::Marched { unit, doubled: may.doubled, way, allowance: may.inches };
        Event::with(marched, &[], may.working)
    });
    game.reach_generals(unit, umpire)
}
