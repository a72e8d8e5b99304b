//! The numbers of the rules in force, looked up once and kept as plain numbers.

use engine::desk::FactSet as _;
use orders::Rules;
use orders::fire::{self, Firer, Mark, ShotFacts};
use orders::ground::Place;
use orders::melee::{self, Field, Fighter, Loser};
use orders::morale::{self, CheckFacts, Ordeal, Progress, Tested};
use orders::words::{Arm, Aspect, Formation, Gun, Level, OrderKind, Part, Shelter, Trait, Troop};
use std::convert::Infallible;
use table::Inches;

/// What a unit is worth at each level, from Routed to Bold. Panic counts against the army as a rout does.
const WORTH: [f64; 6] = [0.0, 0.8, 2.3, 3.4, 4.1, 4.5];
/// No gun fires farther, in inches.
const FARTHEST: usize = 24;

/// Distances in inches, chances from 0 to 1.
#[derive(Default)]
pub struct Charts {
    /// How far an arm moves in a formation.
    rates: [[f64; 6]; 5],
    /// The face that hits, by troop type; the last is for horse.
    hits: [i32; 7],
    /// The face that passes a check.
    nerves: [i32; 6],
    /// What one check costs a unit, by the face it needs (1 to 11, as 0 to 10) and its level.
    costs: [[f64; 6]; 11],
    /// Dice by gun and inches of range, rounded up.
    dice: [Vec<f64>; 2],
    reach: [f64; 2],
    /// Beyond this a battery gives one check at most.
    long: f64,
    /// How far foot and horse fire.
    pub(crate) musket: f64,
    /// The parts of its move that a change of formation costs, and that a unit roused out of command has.
    pub(crate) change: f64,
    pub(crate) roused: f64,
    /// How far a leader rides, in thousandths.
    pub(crate) ride: i32,
    /// How far from the enemy a corps may rally.
    pub(crate) rally: f64,
    traits: [i32; 6],
    /// What a garrison of a town, and of a city or fortress, adds to its checks.
    garrisons: [i32; 2],
    /// The dice of a brigade that fires, by its formation.
    muskets: [f64; 6],
    /// What a target's formation adds to a die that fires at it: foot and horse, then guns.
    marks: [[i32; 6]; 2],
    /// What rough ground adds to such a die, and what it is to be disrupted oneself.
    sheltered: i32,
    shaken: i32,
    training: [i32; 6],
    morale: [i32; 6],
    pub(crate) shock: Shock,
    /// A round of melee by the attacker's advantage, from -[`MOST`] to [`MOST`].
    rounds: Vec<Round>,
}

/// The greatest advantage in melee that is told apart.
const MOST: i32 = 24;

/// What gives a charger the better of a melee: each is added to what he has more than the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shock {
    pub(crate) heavy: i32,
    pub(crate) horse_on_guns: i32,
    pub(crate) horse_on_square: i32,
    pub(crate) horse_on_hasty_square: i32,
    pub(crate) into_rough: i32,
    pub(crate) in_flank: i32,
}

impl Shock {
    fn of(rules: &Rules) -> Shock {
        let fighter = |arm: Arm, formation: Formation| Fighter { arm, formation, ..Fighter::blank() };
        let field = Field::blank();
        let more = |arm: Arm, on: (Arm, Formation), field: Field| {
            let [charger, target] =
                melee::sums(rules, &fighter(arm, Formation::Column), &fighter(on.0, on.1), &field);
            charger.total() - target.total()
        };
        let line = (Arm::Infantry, Formation::Line);
        let plain = more(Arm::LightCavalry, line, field);
        let horse_on = |arm, formation| more(Arm::LightCavalry, (arm, formation), field) - plain;
        Shock {
            heavy: more(Arm::HeavyCavalry, line, field) - plain,
            horse_on_guns: horse_on(Arm::FootArtillery, Formation::Unlimbered),
            horse_on_square: horse_on(Arm::Infantry, Formation::Square),
            horse_on_hasty_square: horse_on(Arm::Infantry, Formation::HastySquare),
            into_rough: more(Arm::LightCavalry, line, Field { shelter: Shelter::Rough, ..field }) - plain,
            in_flank: more(Arm::LightCavalry, line, Field { hit: Aspect::Flank, ..field }) - plain,
        }
    }
}

/// What a round of melee gives, in means: checks and levels lost outright, of the attacker and of the defender.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    checks: [f64; 2],
    drops: [f64; 2],
}

/// Who is in a melee, as far as a quick guess cares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nerve {
    pub(crate) troop: Troop,
    pub(crate) level: Level,
    /// Garrison and leader.
    pub(crate) bonus: i32,
}

pub(crate) fn inches(length: Inches) -> f64 {
    f64::from(length.0) / 1000.0
}

/// Back to thousandths.
pub(crate) fn mils(inches: f64) -> Inches {
    Inches((inches * 1000.0) as i32)
}

/// What a level is worth.
pub(crate) fn level_worth(level: Level) -> f64 {
    WORTH[level as usize]
}

/// What the soldiers of a type are worth beside others.
pub(crate) fn troop_worth(troop: Troop) -> f64 {
    match troop {
        Troop::Militia => 0.7,
        Troop::Conscript => 0.85,
        Troop::Seasoned => 1.0,
        Troop::Veteran => 1.15,
        Troop::Elite => 1.3,
        Troop::Guard => 1.45,
    }
}

/// The chance that a d10 shows a face or more.
fn chance(face: i32) -> f64 {
    f64::from((11 - face).clamp(0, 10)) / 10.0
}

impl Charts {
    pub fn of(rules: &Rules) -> Charts {
        let mut charts = Charts { ride: rules.leader_move().0, ..Charts::default() };
        for (_, arm) in Arm::WORDS {
            for (_, formation) in Formation::WORDS {
                let rate = rules.rate(*arm, *formation);
                charts.rates[*arm as usize][*formation as usize] = rate.map_or(0.0, |(_, by)| inches(by));
            }
        }
        for (_, troop) in Troop::WORDS {
            charts.hits[*troop as usize] = rules.to_hit(*troop, Arm::Infantry).map_or(11, |(_, face)| face);
            charts.nerves[*troop as usize] = rules.mc_target.get(*troop).map_or(1, |(_, face)| face);
        }
        charts.hits[6] = rules.to_hit(Troop::Seasoned, Arm::LightCavalry).map_or(11, |(_, face)| face);
        let check = |level: Level, garrison: Option<Place>| {
            morale::need(rules, &CheckFacts { level, garrison, ..CheckFacts::blank() }).face
        };
        let plain = check(Level::Firm, None);
        charts.garrisons = [Place::Town, Place::City].map(|place| plain - check(Level::Firm, Some(place)));
        let panic = check(Level::Panic, None) - plain;
        for (face, costs) in (1..).zip(&mut charts.costs) {
            *costs = check_costs(rules, face, panic);
        }
        charts.read_fire(rules);
        for (_, gun) in Gun::WORDS {
            let dice = |range: usize| rules.guns(*gun, Inches::whole(range as i32));
            let dice = (0..=FARTHEST).map(|range| dice(range).map_or(0.0, |(_, pool)| f64::from(pool.count)));
            charts.dice[*gun as usize] = dice.collect();
            charts.reach[*gun as usize] = rules.gun_reach(*gun).map_or(0.0, inches);
        }
        charts.long = rules.long_range().map_or(99.0, |(_, beyond, _)| inches(beyond));
        let part = |share: Option<(u32, u32)>| share.map(|(parts, of)| f64::from(parts) / f64::from(of));
        charts.change = part(rules.change_cost()).unwrap_or(0.0);
        charts.roused = part(rules.roused_share()).unwrap_or(1.0);
        charts.musket = rules.fire_range(Arm::Infantry).map_or(0.0, |(_, reach)| inches(reach));
        let rally = rules.demand(OrderKind::Rally, Part::All).and_then(|demand| demand.at_least);
        charts.rally = rally.map_or(0.0, inches);
        for (_, character) in Trait::WORDS {
            charts.traits[*character as usize] =
                rules.trait_value.get(*character).map_or(0, |(_, value)| value);
        }
        for (_, troop) in Troop::WORDS {
            charts.training[*troop as usize] = rules.training.get(*troop).map_or(0, |(_, value)| value);
        }
        for (_, level) in Level::WORDS {
            charts.morale[*level as usize] = rules.melee_morale.get(*level).map_or(0, |(_, value)| value);
        }
        charts.rounds = (-MOST..=MOST).map(|advantage| Round::of(rules, advantage)).collect();
        charts.shock = Shock::of(rules);
        charts
    }

    /// What changes a die that fires, and how many dice a brigade has.
    fn read_fire(&mut self, rules: &Rules) {
        let face = |level: Level, arm: Arm, formation: Formation, shelter: Shelter| {
            let stands = rules.usual_stands(Arm::Infantry);
            let firer = Firer { stands, level, ..Firer::blank() };
            let target = Mark { arm, formation, shelter, ..Mark::blank() };
            let shot = ShotFacts { firer, target, ..ShotFacts::blank() };
            fire::need(rules, &shot).map_or(0, |need| need.face)
        };
        let (foot, guns, line, open) = (Arm::Infantry, Arm::FootArtillery, Formation::Line, Shelter::Open);
        let plain = face(Level::Firm, foot, line, open);
        self.sheltered = plain - face(Level::Firm, foot, line, Shelter::Rough);
        self.shaken = plain - face(Level::Disrupted, foot, line, open);
        for (_, formation) in Formation::WORDS {
            for (arm, marks) in [foot, guns].into_iter().zip(&mut self.marks) {
                marks[*formation as usize] = plain - face(Level::Firm, arm, *formation, open);
            }
            let dice = rules.stand_dice(foot).map_or(0, |(_, pool)| pool.count);
            let rank = rules.front_rank(*formation, rules.usual_stands(foot));
            self.muskets[*formation as usize] = f64::from(dice * rank);
        }
    }

    /// What a target's formation and shelter add to a die that fires at it.
    pub(crate) fn mark(&self, arm: Arm, formation: Formation, rough: bool) -> i32 {
        let shape = self.marks[usize::from(arm.is_artillery())][formation as usize];
        shape + if rough { self.sheltered } else { 0 }
    }

    /// What a firer's level adds to his dice.
    pub(crate) fn aim(&self, level: Level) -> i32 {
        if level == Level::Disrupted { self.shaken } else { 0 }
    }

    /// How far foot and horse fire.
    pub(crate) fn musket_shot(&self) -> Inches {
        mils(self.musket)
    }

    /// The dice of a brigade that fires.
    pub(crate) fn muskets(&self, formation: Formation) -> f64 {
        self.muskets[formation as usize]
    }

    /// What a garrison adds to its checks.
    pub(crate) fn garrison(&self, place: Option<Place>) -> i32 {
        place.map_or(0, |place| self.garrisons[usize::from(place != Place::Town)])
    }

    pub(crate) fn rate(&self, arm: Arm, formation: Formation) -> f64 {
        self.rates[arm as usize][formation as usize]
    }

    pub(crate) fn trait_value(&self, character: Trait) -> i32 {
        self.traits[character as usize]
    }

    /// How far a gun fires.
    pub(crate) fn reach(&self, gun: Gun) -> f64 {
        self.reach[gun as usize]
    }

    /// The range up to which more than one hit counts.
    pub(crate) fn close(&self) -> f64 {
        self.long
    }

    /// What one check costs a unit at a level; `bonus`: garrison and leader.
    pub fn check_cost(&self, troop: Troop, level: Level, bonus: i32) -> f64 {
        let face = (self.nerves[troop as usize] - bonus).clamp(1, 11);
        self.costs[(face - 1) as usize][level as usize]
    }

    /// The mean checks of a battery's shot.
    pub fn gun_checks(&self, gun: Gun, troop: Troop, range: f64, modifier: i32) -> f64 {
        let dice = &self.dice[gun as usize];
        let Some(count) = dice.get(range.max(0.0).ceil() as usize).filter(|count| **count > 0.0) else {
            return 0.0;
        };
        let hit = chance(self.hits[troop as usize] - modifier);
        if range > self.long { 1.0 - (1.0 - hit).powi(*count as i32) } else { count * hit }
    }

    /// What a unit adds in melee whatever it fights.
    pub(crate) fn strength(&self, nerve: &Nerve) -> i32 {
        self.training[nerve.troop as usize] + self.morale[nerve.level as usize]
    }

    /// What attacker and defender lose in a round of melee, where the attacker adds this much more.
    pub(crate) fn round(&self, advantage: i32, attacker: &Nerve, defender: &Nerve) -> [f64; 2] {
        let round = self.rounds[(advantage.clamp(-MOST, MOST) + MOST) as usize];
        let loss = |who: usize, nerve: &Nerve| {
            let level = nerve.level as usize;
            let drop = WORTH[level] - WORTH[level.saturating_sub(1)];
            let cost = self.check_cost(nerve.troop, nerve.level, nerve.bonus);
            (round.drops[who] * drop + round.checks[who] * cost).min(WORTH[level])
        };
        [loss(0, attacker), loss(1, defender)]
    }

    /// The mean checks that foot or horse cause with these dice.
    pub(crate) fn musket_checks(&self, arm: Arm, troop: Troop, dice: f64, modifier: i32) -> f64 {
        let face = if arm.is_cavalry() { self.hits[6] } else { self.hits[troop as usize] };
        dice * chance(face - modifier)
    }
}

impl Round {
    fn of(rules: &Rules, advantage: i32) -> Round {
        let mut round = Round::default();
        for attacker in 1..=10 {
            for defender in 1..=10 {
                let Some((loser, row)) = melee::result(rules, [attacker + advantage, defender]) else {
                    continue;
                };
                let takes = match loser {
                    Loser::Attacker => [1.0, 0.0],
                    Loser::Defender => [0.0, 1.0],
                    Loser::Both => [1.0, 1.0],
                };
                for (who, takes) in takes.into_iter().enumerate() {
                    round.checks[who] += takes * f64::from(row.checks) / 100.0;
                    round.drops[who] += takes * f64::from(row.drop) / 100.0;
                }
            }
        }
        round
    }
}

/// A unit of which only its level counts.
struct Nerves<'r> {
    rules: &'r Rules,
    level: Level,
}

impl Tested for Nerves<'_> {
    type Pause = Infallible;

    fn is_gone(&self) -> bool {
        self.level == Level::Routed
    }

    fn lose_level(&mut self) -> Result<bool, Infallible> {
        let lower = self.rules.lower(self.level);
        self.level = lower.unwrap_or(self.level);
        Ok(lower.is_some())
    }
}

/// What a check costs at each level, where `face` passes; in panic a face higher by `panic` is needed.
fn check_costs(rules: &Rules, face: i32, panic: i32) -> [f64; 6] {
    let mut costs = [0.0; 6];
    for (_, level) in Level::WORDS {
        let Ok(begun) = Ordeal::checks(0, 1).begin(&mut Nerves { rules, level: *level });
        costs[*level as usize] = cost_from(rules, *level, begun, (face, panic));
    }
    costs
}

/// What it still costs a unit at a level, as far as it has come in its checks: the rules' own stages, weighed.
fn cost_from(rules: &Rules, level: Level, before: Progress, (face, panic): (i32, i32)) -> f64 {
    if before.owed == 0 {
        return 0.0;
    }
    let needed = if level == Level::Panic { face + panic } else { face };
    let sides = morale::die(rules).sides;
    let passing = (1..=sides).filter(|shown| morale::passes(rules, *shown, needed)).count();
    let passes = passing as f64 / f64::from(sides);
    let after = |passed: bool| {
        let mut unit = Nerves { rules, level };
        let Ok(progress) = Ordeal::checks(0, 1).after(rules, before, passed, &mut unit);
        level_worth(level) - level_worth(unit.level) + cost_from(rules, unit.level, progress, (face, panic))
    };
    passes * after(true) + (1.0 - passes) * after(false)
}
