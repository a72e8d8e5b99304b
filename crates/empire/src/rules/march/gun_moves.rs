//! Guns on the move: paces and ground, limbering and unlimbering, prolong, gallop, relocation and withdrawal.

use crate::charts::Rules;
use crate::charts::march::gun_moves::{GunArm, GunGround, GunPace, HorsesLeft, RateClass, RateWeight};
use crate::charts::march::manoeuvre::Soil;
use crate::charts::shared::DICE;
use crate::ids::{RelocationWhen, house, rule};
use crate::rules::ground::measure::{fits, is_barred, is_structure};
use crate::rules::ground::walk::{Body, Pacing, Price, Toll, Walked, stands_free, walk};
use crate::rules::march::manoeuvre::{Allowance, lose_order, may_act, moved};
use crate::state::answer::{Act, Refusal};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::unit::{Guns, Unit, UnitId};
use crate::state::words::{Arm, Formation, GunClass, GunWeight, Rank};
use dice::{Dice, Stream};
use engine::Tests as _;
use engine::desk::{FactSet as _, flag, number, word};
use engine::room::{Keeps, away_from, give_way, overlaps_any, reformed};
use engine::tested::Said;
use engine::{Umpire, refuse, why};
use rulebook::RuleId;
use table::{Bearing, EIGHTH, Inches, Leg, Pose, Rect};

rulebook::words!(
    /// Who is with a battery, as its relocation has it; of several the highest counts (ruling ratings).
    Escort { Nobody = "nobody", Me = "me-commander", Corps = "corps-commander", Army = "army-commander" }
);

engine::facts! {
    /// How far guns go in an impulse.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct GunMove of Rules {
        pub horse: bool = false, plain "horse-artillery" |name, _| flag(name, "horse artillery");
        pub class: GunClass = GunClass::Second, word "class" |name, _| word(name, "the class of the battery", GunClass::NAMES, Some("class-2"));
        pub weight: GunWeight = GunWeight::Medium, word "weight" |name, _| word(name, "the weight of its guns", GunWeight::NAMES, Some("medium"));
        pub pace: GunPace = GunPace::Normal, word "pace" |name, _| word(name, "how it goes", GunPace::NAMES, Some("normal"));
        pub half: bool = false, plain "limbers" |name, _| flag(name, "it limbers or unlimbers besides");
        pub mud: bool = false, plain "mud" |name, _| flag(name, "mud");
        pub road: bool = false, plain "road" |name, _| flag(name, "the whole way keeps to a road");
    }
}

engine::facts! {
    /// Guns over ground.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct GunsOver of Rules {
        pub pace: GunPace = GunPace::Normal, word "pace" |name, _| word(name, "how it goes", GunPace::NAMES, Some("normal"));
        pub ground: Soil = Soil::LightWoods, word "ground" |name, _| word(name, "over what", Soil::NAMES, Some("light-woods"));
        pub times: u32 = 1, plain "times" |name, _| number(name, "inches of it, or walls or contours", 1, 12, Some(1));
        pub road: bool = false, plain "road" |name, _| flag(name, "on a road");
    }
}

engine::facts! {
    /// What relocation or withdrawal rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Relocation of Rules {
        pub class: GunClass = GunClass::Second, word "class" |name, _| word(name, "the class of the battery", GunClass::NAMES, Some("class-2"));
        pub horses: HorsesLeft = HorsesLeft::All, word "horses" |name, _| word(name, "horses left", HorsesLeft::NAMES, Some("all"));
        pub withdraws: bool = false, plain "withdraws" |name, _| flag(name, "it withdraws");
        pub escort: Escort = Escort::Nobody, word "attached" |name, _| word(name, "who is with the battery", Escort::NAMES, Some("nobody"));
        pub mud: bool = false, plain "mud" |name, _| flag(name, "mud");
        pub fatigue: u32 = 0, plain "fatigue" |name, _| number(name, "levels of fatigue of its ME", 0, 4, Some(0));
        pub tries: u32 = 0, plain "tries" |name, _| number(name, "tries before this one in the hour", 0, 6, Some(0));
    }
}

// ------------------------------------------------------------------- paces ----

impl GunMove {
    /// The row of the chart it has (ruling gun-moves.med-heavy).
    pub fn row(&self, rules: &Rules) -> (GunArm, RateClass, RateWeight) {
        let class = match self.class {
            GunClass::OldGuard if self.horse => return (GunArm::Horse, RateClass::OldGuard, RateWeight::Any),
            GunClass::OldGuard | GunClass::First => RateClass::First,
            GunClass::Second | GunClass::Third => RateClass::Other,
        };
        let weight = match self.weight {
            GunWeight::Light => RateWeight::Light,
            GunWeight::Medium => RateWeight::Medium,
            GunWeight::MedHeavy | GunWeight::Heavy if self.horse => RateWeight::Medium,
            GunWeight::MedHeavy if rules.plays(house!("gun-moves.med-heavy", "medium")) => RateWeight::Medium,
            GunWeight::MedHeavy | GunWeight::Heavy => RateWeight::Heavy,
        };
        (if self.horse { GunArm::Horse } else { GunArm::Foot }, class, weight)
    }

    /// The inches, mud and half a move counted in.
    pub fn allowance(&self, rules: &Rules) -> Allowance {
        let mut parts: Vec<(RuleId, Inches)> =
            rules.gun_moves.rate(self.row(rules), self.pace).into_iter().collect();
        let Some((rate, whole)) = parts.first().copied() else { return Allowance::default() };
        let mut left = whole;
        if self.half {
            left = whole.half();
            parts.push((rate, left - whole));
        }
        if let Some((rule, GunGround::Share(off, on))) =
            rules.gun_moves.ground(Soil::Mud).filter(|_| self.mud)
        {
            let (part, of) = if self.road { on } else { off };
            let muddy = Inches(left.0 * part as i32 / of.max(1) as i32);
            parts.push((rule, muddy - left));
        }
        Allowance { parts }
    }
}

/// What ground takes of a battery's move.
pub fn toll(rules: &Rules, pace: GunPace, soil: Soil) -> Toll {
    if let Some(rule) = barred(rules, pace, soil) {
        return Toll { price: Price::Barred(rule), disorders: None };
    }
    match rules.gun_moves.ground(soil) {
        None => Toll::FREE,
        Some((rule, GunGround::Share(share, _))) => {
            Toll { price: Price::Share(rule, share), disorders: None }
        }
        Some((rule, GunGround::Inches(inches))) => {
            Toll { price: Price::Inches(rule, inches), disorders: (soil == Soil::LowWall).then_some(rule) }
        }
    }
}

/// The rule that lets no guns through; at a gallop those of its own row first.
fn barred(rules: &Rules, pace: GunPace, soil: Soil) -> Option<RuleId> {
    let gallop = rule!("empire.artmove.gallop");
    let rule = match soil {
        Soil::LightWoods | Soil::MediumWoods | Soil::HeavyWoods | Soil::Structure | Soil::Swamp
            if pace == GunPace::Gallop && rules.on(gallop) =>
        {
            gallop
        }
        Soil::MediumWoods => rule!("empire.artmove.terrain.medium-woods"),
        Soil::HeavyWoods => rule!("empire.artmove.terrain.heavy-woods"),
        Soil::HighWall => rule!("empire.artmove.terrain.high-wall"),
        Soil::Swamp => rule!("empire.artmove.terrain.swamp"),
        // A road carries guns through it.
        Soil::Structure => rule!("empire.artmove.terrain.structure"),
        Soil::LightWoods | Soil::LowWall | Soil::Mud | Soil::Contour => return None,
    };
    Some(rule).filter(|rule| rules.on(*rule))
}

impl GunsOver {
    /// What it costs. A road carries limbered guns through houses, woods and marsh, but at a gallop through none of them
    /// (ruling manoeuvre.roads).
    pub fn toll(&self, rules: &Rules) -> Toll {
        let toll = toll(rules, self.pace, self.ground);
        if !self.road {
            return toll;
        }
        let carries = self.pace == GunPace::Normal && rules.plays(house!("manoeuvre.roads", "carry"));
        match (toll.price, self.ground) {
            (Price::Barred(_), Soil::Structure) if self.pace != GunPace::Gallop => Toll::FREE,
            (_, Soil::LightWoods | Soil::MediumWoods | Soil::HeavyWoods | Soil::Swamp) if carries => {
                Toll::FREE
            }
            (Price::Share(rule, _), Soil::Mud) => match rules.gun_moves.ground(Soil::Mud) {
                Some((_, GunGround::Share(_, on))) => Toll { price: Price::Share(rule, on), ..toll },
                _ => toll,
            },
            _ => toll,
        }
    }
}

// -------------------------------------------------------------- relocation ----

impl Relocation {
    /// How often a modifier counts.
    fn times(&self, when: RelocationWhen) -> i32 {
        i32::from(match when {
            RelocationWhen::MeCmdr => self.escort == Escort::Me,
            RelocationWhen::CorpsCmdr => self.escort == Escort::Corps,
            RelocationWhen::ArmyCmdr => self.escort == Escort::Army,
            RelocationWhen::WithdrawMud => self.withdraws && self.mud,
            RelocationWhen::WithdrawAgain if self.withdraws => return self.tries as i32,
            RelocationWhen::WithdrawAgain => false,
            RelocationWhen::RelocateMud => !self.withdraws && self.mud,
            RelocationWhen::RelocateFatigue if !self.withdraws => return self.fatigue as i32,
            RelocationWhen::RelocateFatigue => false,
        })
    }

    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.gun_moves.modifiers.add(&mut working, |when, _| self.times(when));
        working
    }

    /// The total needed, and by which row; `None`: it does not go at all.
    pub fn needs(&self, rules: &Rules) -> Option<(RuleId, i32)> {
        if !rules.on(rule!("empire.reloc.proc")) {
            return None;
        }
        let row = rules.gun_moves.relocation.iter().find(|row| row.class == self.class)?;
        let cells = if self.withdraws { &row.withdraw } else { &row.relocate };
        Some((row.rule, cells.get(self.horses)))
    }
}

/// What the dice say of guns that would get away.
pub(crate) const GOES: Said = ["goes", "stays"];

/// Whether a battery relocates or withdraws: modified 2d10 at its number or more.
///
/// # Errors
/// The umpire's pause.
pub fn relocates<D: Dice>(dice: &mut D, rules: &Rules, facts: &Relocation) -> Result<bool, D::Pause> {
    let Some(needed) = facts.needs(rules) else { return Ok(false) };
    dice.at_least(DICE, needed, &facts.sum(rules), GOES)
}

/// What a battery rolls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollsTo {
    /// To limber, go and unlimber again in its own impulse.
    Relocate,
    /// To get away from the enemy.
    Withdraw,
}

impl Relocation {
    /// A battery's, as it stands.
    pub fn of(game: &Empire, unit: UnitId, rolls_to: RollsTo) -> Relocation {
        let body = game.unit(unit);
        let rank = |rank: Rank| match rank {
            Rank::Army | Rank::Wing => Escort::Army,
            Rank::Corps => Escort::Corps,
            Rank::Me => Escort::Me,
            Rank::Brigade | Rank::Adc | Rank::Artillery => Escort::Nobody,
        };
        let guns = body.profile.guns;
        Relocation {
            class: guns.map_or(GunClass::Second, |guns| guns.class),
            horses: HorsesLeft::of(body.horses, guns.map_or(0, |guns| guns.horses)),
            withdraws: rolls_to == RollsTo::Withdraw,
            escort: game
                .leaders_with(unit)
                .map(|(_, leader)| rank(leader.rank))
                .max()
                .unwrap_or(Escort::Nobody),
            mud: game.weather().mud,
            fatigue: game.me_of(unit).fatigue.levels(),
            tries: body.hour.relocations,
            ..Relocation::blank()
        }
    }
}

/// A battery rolls to relocate or to withdraw, and is told of it.
///
/// # Errors
/// The umpire's pause.
fn rolls<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    rolls_to: RollsTo,
) -> Result<bool, U::Pause> {
    let facts = Relocation::of(game, unit, rolls_to);
    let rules = std::sync::Arc::clone(&game.rules);
    let side = game.unit(unit).side();
    let goes = relocates(umpire.hand(side), &rules, &facts)?;
    rolled(game, umpire, unit, rolls_to, goes);
    Ok(goes)
}

/// A battery has rolled: it is told, and counts for its next roll.
pub(crate) fn rolled<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    rolls_to: RollsTo,
    goes: bool,
) {
    umpire.tell(|| {
        let (facts, by) = (Relocation::of(game, unit, rolls_to), rule!("empire.reloc.proc"));
        let row = facts.needs(&game.rules).map_or(by, |(rule, _)| rule);
        let what = match rolls_to {
            RollsTo::Relocate => What::Relocates { unit, goes },
            RollsTo::Withdraw => What::Withdraws { unit, goes },
        };
        Event::new(what, &[by, row])
    });
    game.unit_mut(unit).hour.relocations += 1;
}

// ------------------------------------------------------------ on the table ----

/// What a battery does with its impulse beside firing (ruling gun-moves).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gunning {
    /// Limbered, it goes at its normal pace and stays so.
    March,
    /// It limbers and goes half a move, or goes half a move and unlimbers; it may face as it likes.
    Limber(Formation, Option<Bearing>),
    /// By the relocate roll: it limbers, goes and unlimbers.
    Relocate,
    Gallop,
    /// Pulled by its crew; it may still fire.
    Prolong,
}

impl Gunning {
    const fn pace(self) -> GunPace {
        match self {
            Gunning::March | Gunning::Limber(..) | Gunning::Relocate => GunPace::Normal,
            Gunning::Gallop => GunPace::Gallop,
            Gunning::Prolong => GunPace::Prolong,
        }
    }

    /// The formation it starts from.
    const fn from(self) -> Formation {
        match self {
            Gunning::March | Gunning::Gallop | Gunning::Limber(Formation::Unlimbered, _) => {
                Formation::Limbered
            }
            Gunning::Limber(..) | Gunning::Relocate | Gunning::Prolong => Formation::Unlimbered,
        }
    }

    /// The formation it ends in.
    const fn to(self) -> Formation {
        match self {
            Gunning::March | Gunning::Gallop => Formation::Limbered,
            Gunning::Limber(formation, _) => formation,
            Gunning::Relocate | Gunning::Prolong => Formation::Unlimbered,
        }
    }

    /// The formation it goes in.
    const fn on_the_way(self) -> Formation {
        match self {
            Gunning::Prolong => Formation::Unlimbered,
            Gunning::March | Gunning::Gallop | Gunning::Relocate | Gunning::Limber(..) => Formation::Limbered,
        }
    }

    /// The act of an impulse that it is; `None` for an act of others.
    pub fn of_act(act: &Act) -> Option<(UnitId, Gunning, &[Leg])> {
        match act {
            Act::Relocate { unit, legs } => Some((*unit, Gunning::Relocate, legs)),
            Act::Gallop { unit, legs } => Some((*unit, Gunning::Gallop, legs)),
            Act::Prolong { unit, legs } => Some((*unit, Gunning::Prolong, legs)),
            Act::Form { unit, formation, facing, legs, .. } if formation.is_of(Arm::Artillery) => {
                Some((*unit, Gunning::Limber(*formation, *facing), legs))
            }
            Act::Manoeuvre { units, legs, bonus: false } => match units.as_slice() {
                [unit] => Some((*unit, Gunning::March, legs)),
                _ => None,
            },
            Act::Begin { .. }
            | Act::Manoeuvre { .. }
            | Act::Form { .. }
            | Act::Fire { .. }
            | Act::FireAtWill
            | Act::Charge { .. }
            | Act::Command { .. } => None,
        }
    }
}

/// What a battery is told to do by an act; `None` for an act of others.
pub(crate) fn of_guns<'a>(game: &Empire, act: &'a Act) -> Option<(UnitId, Gunning, &'a [Leg])> {
    let of = Gunning::of_act(act)?;
    // An act that names guns only is theirs even where the unit has none, and is refused as such.
    let is_theirs = !matches!(act, Act::Manoeuvre { .. } | Act::Form { .. });
    let has_guns = game.get(of.0).is_some_and(|unit| unit.arm() == Arm::Artillery);
    (is_theirs || has_guns).then_some(of)
}

/// A battery's move that was checked.
#[derive(Clone, Debug)]
pub struct GunMarch {
    unit: UnitId,
    how: Gunning,
    /// Where it ends; `None` beside real figures.
    end: Option<Pose>,
    walked: Option<Walked>,
    rule: RuleId,
}

impl GunMarch {
    pub fn unit(&self) -> UnitId {
        self.unit
    }

    /// The ground it sweeps, to which the enemy may react.
    pub fn sweeps(&self) -> &[Rect] {
        let walker = self.walked.as_ref().and_then(|walked| walked.ends.first());
        walker.map_or(&[], |walker| walker.sweeps.as_slice())
    }
}

/// A move off the road.
fn gun_move(game: &Empire, guns: Guns, how: Gunning) -> GunMove {
    GunMove {
        horse: guns.horse_artillery,
        class: guns.class,
        weight: guns.weight,
        pace: how.pace(),
        half: matches!(how, Gunning::Limber(..)),
        mud: game.weather().mud,
        ..GunMove::blank()
    }
}

/// Whether a battery may go so. Beside real figures it has no legs.
///
/// # Errors
/// The refusal, with its rule; nothing has changed.
pub(crate) fn check(game: &Empire, unit: UnitId, how: Gunning, legs: &[Leg]) -> Result<GunMarch, Refusal> {
    let body = may_act(game, unit)?;
    let (name, ruling) = (body.called(), house!("gun-moves"));
    let Some(guns) = body.profile.guns.filter(|_| !body.abandoned) else {
        return refuse(ruling, why!("{} [has|have] no guns to move.", name));
    };
    if body.formation != how.from() {
        return refuse(ruling, why!("{} [is|are] {}.", name, body.formation.word()));
    }
    if how.to() == how.from() && matches!(how, Gunning::Limber(..)) {
        return refuse(ruling, why!("{} [is|are] {} already.", name, body.formation.word()));
    }
    let needs_horses = !matches!(how, Gunning::Prolong | Gunning::Relocate);
    if needs_horses && body.horses == 0 && game.rules.plays(house!("gun-moves.no-horses", "by-roll-only")) {
        return refuse(house!("gun-moves.no-horses"), why!("{} [has|have] no horses left.", name));
    }
    let proc = rule!("empire.reloc.proc");
    if how == Gunning::Relocate && !game.rules.on(proc) {
        return refuse(ruling, why!("{} cannot relocate.", name));
    }
    let rate = gun_move(game, guns, how).allowance(&game.rules).rule();
    let Some(rule) = rate else { return refuse(ruling, why!("{} cannot go so.", name)) };
    let mut march = GunMarch { unit, how, end: None, walked: None, rule };
    let Some(pose) = body.pose else {
        if legs.is_empty() {
            return Ok(march);
        }
        return refuse(ruling, why!("Beside real figures the way is not told."));
    };
    if legs.is_empty() && !matches!(how, Gunning::Limber(..)) {
        return refuse(ruling, why!("{} must go some way.", name));
    }
    let limbers = matches!(how, Gunning::Limber(Formation::Limbered, _));
    let faces = |pose: Pose, formation: Formation, after: Formation, facing: Option<Bearing>| {
        let keeps =
            if facing.is_some_and(|facing| facing != pose.facing) { Keeps::Centre } else { Keeps::Front };
        let (old, new) = (body.footprint_in(formation), body.footprint_in(after));
        reformed(pose, facing.unwrap_or(pose.facing), old, new, keeps)
    };
    let facing = if let Gunning::Limber(_, facing) = how { facing } else { None };
    let start = match how {
        Gunning::Relocate => faces(pose, Formation::Unlimbered, Formation::Limbered, None),
        Gunning::Limber(..) if limbers => faces(pose, Formation::Unlimbered, Formation::Limbered, facing),
        Gunning::March | Gunning::Limber(..) | Gunning::Gallop | Gunning::Prolong => pose,
    };
    let mut end = start;
    if !legs.is_empty() {
        let walked = way(game, body, guns, (unit, start), how, legs)?;
        end = walked.ends.first().map_or(start, |walker| walker.end);
        march.walked = Some(walked);
    }
    end = match how {
        Gunning::Relocate => faces(end, Formation::Limbered, Formation::Unlimbered, None),
        Gunning::Limber(..) if !limbers => faces(end, Formation::Limbered, Formation::Unlimbered, facing),
        Gunning::March | Gunning::Limber(..) | Gunning::Gallop | Gunning::Prolong => end,
    };
    stands_free(game, &[unit], &Body { unit, pose: end, footprint: body.footprint_in(how.to()) })?;
    march.end = Some(end);
    Ok(march)
}

/// The way of a battery from where it starts, limbered or by prolong.
fn way(
    game: &Empire,
    body: &Unit,
    guns: Guns,
    (unit, start): (UnitId, Pose),
    how: Gunning,
    legs: &[Leg],
) -> Result<Walked, Refusal> {
    let toll = |_: UnitId, soil: Soil| toll(&game.rules, how.pace(), soil);
    let pacing = Pacing {
        toll: &toll,
        pivot: None,
        free: false,
        both_slopes: false,
        by_road: how.pace() == GunPace::Normal,
        to_contact: false,
    };
    let there = Body { unit, pose: start, footprint: body.footprint_in(how.on_the_way()) };
    let walked = walk(game, &[there], legs, &pacing)?;
    let name = body.called();
    let gallop = rule!("empire.artmove.gallop");
    let touches = |walker: &crate::rules::ground::walk::Walker| {
        let terrain = &game.scenario.terrain;
        let mut near = terrain.near(Rect::box_around(&walker.sweeps), |feature| is_structure(feature.kind));
        near.any(|(number, _)| walker.sweeps.iter().any(|sweep| terrain.touches(number, sweep)))
    };
    if how == Gunning::Gallop && game.rules.on(gallop) && walked.ends.iter().any(touches) {
        return refuse(gallop, why!("{} cannot gallop through houses.", name));
    }
    let gun_move = GunMove { road: walked.on_road, ..gun_move(game, guns, how) };
    let may = gun_move.allowance(&game.rules);
    let Some(walker) = walked.ends.first().filter(|walker| walker.price > may.total()) else {
        return Ok(walked);
    };
    let why = why!("{} would need {} and [has|have] {}.", name, walker.price, may.total());
    match walker.tolls.first().copied().or(may.parts.last().map(|(rule, _)| *rule)) {
        Some(rule) => refuse(rule, why),
        None => refuse(house!("gun-moves"), why),
    }
}

/// Carries a battery's move out. Says whether it went: a relocation may fail, and costs the impulse all the same.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    march: GunMarch,
) -> Result<bool, U::Pause> {
    let GunMarch { unit, how, end, walked, rule } = march;
    let goes = how != Gunning::Relocate || rolls(game, umpire, unit, RollsTo::Relocate)?;
    // A battery that limbers or unlimbers where it stands has not moved (ruling bombard.order).
    let in_place = matches!(how, Gunning::Limber(..)) && walked.is_none() && end.is_some();
    let (had_moved, formation) = (game.unit(unit).hour.moved, how.to());
    game.unit_mut(unit).impulse.spent |= how != Gunning::Prolong;
    let mut length = Inches::ZERO;
    if goes {
        if game.unit(unit).formation != formation {
            umpire.tell(|| Event::ruled(What::Forms { unit, formation }, house!("gun-moves")));
        }
        if let Some(walked) = &walked {
            length = walked.length;
            let by: Vec<RuleId> = std::iter::once(rule).chain(walked.rules()).collect();
            umpire.tell(|| Event::new(What::Manoeuvres { units: vec![unit], inches: length }, &by));
            for friend in &walked.passed {
                game.unit_mut(*friend).hour.passed_through = true;
            }
            if let Some(by) = walked.ends.first().and_then(|walker| walker.disorders) {
                lose_order(game, umpire, unit, by);
            }
        }
        match end {
            Some(end) => game.unit_mut(unit).stand(end, formation),
            None => game.unit_mut(unit).formation = formation,
        }
    }
    moved(game, umpire, unit, length)?;
    if !goes || in_place {
        let body = game.unit_mut(unit);
        body.hour.moved = had_moved;
        body.impulse.moved = false;
    }
    Ok(goes)
}

/// The most that a limbered battery might go, on a road.
pub fn most(game: &Empire, unit: UnitId) -> Inches {
    let guns = game.get(unit).and_then(|body| body.profile.guns);
    guns.map_or(Inches::ZERO, |guns| {
        GunMove { road: true, ..gun_move(game, guns, Gunning::March) }.allowance(&game.rules).total()
    })
}

/// A move that the rules accept, at random; `None` where none was found.
pub fn sample(game: &Empire, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    let body = may_act(game, unit).ok()?;
    let by = Inches((1 + luck.below(24) as i32) * 250);
    let mut legs = vec![Leg::Ahead(by)];
    if luck.below(3) == 0 {
        legs.insert(0, Leg::Wheel((luck.below(60) as i32 + 1 - 30) * EIGHTH / 45));
        legs.retain(|leg| *leg != Leg::Wheel(0));
    }
    if body.pose.is_none() {
        legs.clear();
    }
    let act = match (body.formation, luck.below(3)) {
        (Formation::Limbered, 0) => Act::Gallop { unit, legs },
        (Formation::Limbered, 1) => Act::Manoeuvre { units: vec![unit], legs, bonus: false },
        (Formation::Limbered, _) => form(unit, Formation::Unlimbered, legs),
        (_, 0) => Act::Relocate { unit, legs },
        (_, 1) => form(unit, Formation::Limbered, legs),
        _ => {
            let short =
                legs.iter().map(|leg| if let Leg::Ahead(_) = leg { Leg::Ahead(Inches(250)) } else { *leg });
            Act::Prolong { unit, legs: short.collect() }
        }
    };
    let (_, how, legs) = Gunning::of_act(&act)?;
    check(game, unit, how, legs).is_ok().then_some(act)
}

fn form(unit: UnitId, formation: Formation, legs: Vec<Leg>) -> Act {
    Act::Form { unit, formation, facing: None, onto: None, legs }
}

// -------------------------------------------------------------- getting away ----

/// Whether a battery that must go back gets its guns away: limbered it does; in action it rolls to withdraw, and
/// limbers where it stands. The caller moves it, or has its crew leave the guns (ruling gun-moves).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn withdraws<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
) -> Result<bool, U::Pause> {
    let goes =
        game.unit(unit).formation == Formation::Limbered || rolls(game, umpire, unit, RollsTo::Withdraw)?;
    if goes {
        limber(game, unit);
    }
    Ok(goes)
}

/// The crew leaves its guns: they cannot fire until it comes back.
pub(crate) fn abandon<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, unit: UnitId) {
    game.unit_mut(unit).abandoned = true;
    umpire.tell(|| Event::ruled(What::AbandonsGuns { unit }, house!("gun-moves")));
}

/// A battery gets away from a charge: its normal move straight away from the charger, limbered (ruling gun-moves.retire).
pub(crate) fn gets_away<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, unit: UnitId, from: UnitId) {
    limber(game, unit);
    let Some(guns) = game.unit(unit).profile.guns else { return };
    let whole = gun_move(game, guns, Gunning::March).allowance(&game.rules).total();
    let inches = if game.rules.plays(house!("gun-moves.retire", "half-move")) { whole.half() } else { whole };
    if let (Some(rect), Some(pose)) = (game.unit(unit).rect().copied(), game.unit(unit).pose) {
        let (formation, footprint) = (game.unit(unit).formation, game.unit(unit).footprint());
        let away = away_from(&rect, game.unit(from).rect());
        let about = Pose::from_centre(rect.centre().stored(), away, footprint);
        // Where it cannot turn about it goes as it faces.
        let start = if fits(game, unit, about, formation) { about } else { pose };
        let is_shut = |there: &Rect| overlaps_any(&game.units, &[unit], there) || is_barred(game, there);
        let gone = give_way(&game.scenario.terrain, start, footprint, away, inches, is_shut);
        game.unit_mut(unit).stand(gone.at, formation);
        let (what, by) =
            (What::Manoeuvres { units: vec![unit], inches: gone.by }, house!("gun-moves.retire"));
        umpire.tell(|| Event::ruled(what, by));
    }
    let body = game.unit_mut(unit);
    body.hour.moved = true;
}

/// Limbers where it stands: its teams come up behind it, else among or before the guns. Where there is no room for them
/// at all it stays unlimbered, and is dragged so when it is moved.
pub(crate) fn limber(game: &mut Empire, unit: UnitId) {
    let body = game.unit(unit);
    if body.formation == Formation::Limbered {
        return;
    }
    let Some(pose) = body.pose else {
        game.unit_mut(unit).formation = Formation::Limbered;
        return;
    };
    let deeper = body.footprint_in(Formation::Limbered).depth - body.footprint().depth;
    let places = [pose, pose.ahead(deeper.half()), pose.ahead(deeper)];
    if let Some(place) = places.into_iter().find(|pose| fits(game, unit, *pose, Formation::Limbered)) {
        game.unit_mut(unit).stand(place, Formation::Limbered);
    }
}

engine::sight! {
    /// Enemies who stand on abandoned guns.
    pub struct StandsOnGuns of Empire { pub unit: UnitId } -> Vec<UnitId>;
    word: "stands-on-guns";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| {
        let touching = crate::rules::ground::measure::enemies_near(g, f.unit, Inches::ZERO).into_iter();
        touching.map(|(_, id)| id).filter(|id| g.unit(*id).in_good_morale()).collect()
    };
    text: |f, g| format!("Which enemies stand on the abandoned guns of {}?", g.name(f.unit));
    answers: |_, _| AnyOf;
}

/// The end of an impulse: abandoned guns are taken by enemies that stand on them (ruling gun-moves).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn take_abandoned<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<(), U::Pause> {
    let left: Vec<UnitId> = game.on_table().filter(|(_, unit)| unit.abandoned).map(|(id, _)| id).collect();
    for guns in left {
        let takers = umpire.see(game, StandsOnGuns { unit: guns })?;
        let Some(unit) = takers.into_iter().find(|taker| game.unit(*taker).side() != game.unit(guns).side())
        else {
            continue;
        };
        let is_light = game.unit(guns).profile.guns.is_some_and(|guns| guns.weight == GunWeight::Light);
        let me = game.unit(unit).me();
        let tally = &mut game.me_mut(me).now;
        if is_light {
            tally.light_batteries += 1;
        } else {
            tally.heavy_batteries += 1;
        }
        crate::rules::morale::losses::remove(game, guns, crate::state::words::Place::Lost);
        umpire.tell(|| Event::ruled(What::TakesGuns { unit, guns }, house!("gun-moves")));
    }
    Ok(())
}
