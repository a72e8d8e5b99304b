//! A shot: its dice, the number to hit, the checks its hits give. Nothing here looks at the table.

use crate::charts::Rules;
use crate::ids::{FireWhen, Ids, house, rule};
use crate::rules::morale::Need;
use crate::rules::on_sheet::{ANY, LEVELS, arm, arms, formation, guns, ranges, target_shelter};
use crate::state::event::Working;
use crate::state::unit::Unit;
use crate::state::words::{Arm, Aspect, Formation, Gun, Level, Shelter, Troop};
use dice::{Dice, Pool, Test};
use engine::Tests as _;
use engine::desk::{FactSet as _, flag, number, of_unit, word};
use engine::tested::{dice_of, each};
use rulebook::RuleId;
use table::Inches;

engine::facts! {
    /// Who fires.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Firer of Rules {
        pub troop: Troop = Troop::Seasoned,
            word "troop" |name, _| word(name, "troop type of the firer", Troop::NAMES, None);
        pub arm: Arm = Arm::Infantry, word "arm" |name, _| arm(name, "arm", ANY);
        pub gun: Option<Gun> = None;
        pub formation: Formation = Formation::Line,
            word "formation" |name, rules| formation(name, "formation", rules, ANY).named("formation of {unit}");
        pub stands: u32 = 1, plain "stands" |name, _| {
            let stands = number(name, "stands", 1, 12, Some(2)).usual([1, 2, 3, 4]);
            stands.only("arm", arms(|arm| !arm.is_artillery()))
        };
        pub level: Level = Level::Firm, word "level" |name, _| {
            word(name, "its morale status", &LEVELS, Some("firm")).named("morale status of {unit}")
        };
        also {
            "gun" (|it| it.gun.map_or("", Gun::word).to_owned(), |it, word| {
                it.gun = Gun::from_word(word);
                true
            }) |name, _| word(name, "weight of its guns", Gun::NAMES, Some("heavy")).suits("arm", guns());
        }
    }
}

engine::facts! {
    /// What is fired at.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Mark of Rules {
        pub arm: Arm = Arm::Infantry, word "arm" |name, _| arm(name, "target: arm", ANY);
        pub formation: Formation = Formation::Line, word "formation" |name, rules| {
            formation(name, "target: formation", rules, ANY).named("formation of {foe}")
        };
        /// The zone of it the fire comes from.
        pub aspect: Aspect = Aspect::Front;
        pub shelter: Shelter = Shelter::Open, word "shelter" target_shelter;
        /// A garrison has no flank and no rear.
        pub garrison: bool = false;
    }
}

engine::facts! {
    /// What a shot rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct ShotFacts of Rules {
        pub firer: Firer = Firer::blank(), part "" Firer::cards;
        pub target: Mark = Mark::blank(),
            part "target-" |rules| of_unit("target-", "", "{foe}", Mark::cards(rules));
        pub range: Inches = Inches::ZERO;
        pub rain: bool = false, plain "rain" |name, _| flag(name, "it rains or snows");
        also {
            // The desk goes by whole inches, parts rounded up.
            "range" (|it| ((it.range.0 + 999) / 1000).to_string(), |it, word| {
                word.parse().map(|inches| it.range = Inches::whole(inches)).is_ok()
            }) |name, rules| {
                number(name, "range in inches, parts rounded up", 0, 60, Some(1)).usual(ranges(rules))
            };
            "from" (|it| it.target.aspect.word().to_owned(), |it, word| {
                Aspect::from_word(word).map(|aspect| it.target.aspect = aspect).is_some()
            }) |name, _| word(name, "the zone of the target it fires from", Aspect::NAMES, Some("front"));
        }
    }
}

impl Firer {
    /// A unit as it stands.
    pub fn of(unit: &Unit) -> Firer {
        Firer {
            troop: unit.troop(),
            arm: unit.arm(),
            gun: unit.profile.gun,
            formation: unit.formation,
            stands: unit.profile.stands,
            level: unit.level,
            ..Firer::blank()
        }
    }
}

impl Mark {
    /// A unit as it stands in the open, fired at from its front.
    pub fn of(unit: &Unit) -> Mark {
        Mark { arm: unit.arm(), formation: unit.formation, ..Mark::blank() }
    }
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
    let (row, printed) = rules.to_hit(shot.firer.troop, shot.firer.arm)?;
    let mut working = Working::printed(row, printed);
    rules.fire_modifiers.add(&mut working, |when, _| i32::from(shot.is(rules, when)));
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

impl ShotFacts {
    /// Whether a modifier counts.
    fn is(&self, rules: &Rules, when: FireWhen) -> bool {
        let target = &self.target;
        let from = |aspect| target.aspect == aspect && !target.formation.is_square() && !target.garrison;
        match when {
            FireWhen::Disrupted => self.firer.level == Level::Disrupted,
            FireWhen::RainSnow => self.rain,
            FireWhen::Flank => from(Aspect::Flank),
            FireWhen::Rear => from(Aspect::Rear),
            FireWhen::Square => match target.formation {
                Formation::Square => true,
                Formation::HastySquare => rules.plays(house!("square.facing", "hasty-counts")),
                Formation::Column | Formation::Line | Formation::Road | Formation::Unlimbered => false,
            },
            FireWhen::Column => {
                let road = target.formation == Formation::Road;
                let limbered = road || target.arm.is_artillery();
                (road || target.formation == Formation::Column)
                    && (!limbered || rules.plays(house!("fire.limbered-target", "column")))
            }
            FireWhen::Unlimbered => target.formation == Formation::Unlimbered,
            FireWhen::Rough => target.shelter == Shelter::Rough,
            FireWhen::CityFortress => matches!(target.shelter, Shelter::City | Shelter::Fortress),
        }
    }
}

/// The face that hits: a die shows no less than 1.
fn face(need: &Need) -> u32 {
    need.face.max(1) as u32
}

/// What a shot throws, and the face that hits; `None`: no fire, or nothing hits.
pub(crate) fn throw(rules: &Rules, shot: &ShotFacts) -> Option<(Pool, u32)> {
    let (_, pool) = pool(rules, shot)?;
    Some((pool, face(&need(rules, shot)?)))
}

/// The hits of a shot.
///
/// # Errors
/// The umpire's pause.
pub fn hits<D: Dice>(dice: &mut D, rules: &Rules, shot: &ShotFacts) -> Result<u32, D::Pause> {
    let (Some((by, pool)), Some(need)) = (pool(rules, shot), need(rules, shot)) else { return Ok(0) };
    dice.each(pool, face(&need), || Test { dice: dice_of::<Ids>(by), ..each(&need.working) })
}

/// Whether a shot comes from guns so distant that their checks are limited.
pub fn is_long(rules: &Rules, shot: &ShotFacts) -> bool {
    let limit = rules.long_range().filter(|_| shot.firer.arm.is_artillery());
    limit.is_some_and(|(_, beyond, _)| rules.beyond(shot.range, beyond))
}

/// What the hits of a shot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The checks they give.
    pub owed: u32,
    /// The checks the target then has from long shots of guns in this step.
    pub far_checks: u32,
}

/// What hits do. `before`: the checks the target has from long shots in this step.
pub fn struck(rules: &Rules, shot: &ShotFacts, hits: u32, before: u32) -> Struck {
    let checks = hits * rules.count(rule!("orders.fire.result.hit"));
    match rules.long_range() {
        Some((_, _, most)) if is_long(rules, shot) => {
            let most = if shares_limit(rules) { most.saturating_sub(before) } else { most };
            let owed = checks.min(most);
            Struck { owed, far_checks: before + owed }
        }
        _ => Struck { owed: checks, far_checks: before },
    }
}

/// Whether the long shots at one target share one limit; else each battery has its own.
pub(crate) fn shares_limit(rules: &Rules) -> bool {
    rules.plays(house!("artillery.long-range-cap", "target"))
}
