//! A round of melee: what each adds to its die, what the totals do and to whom. Nothing here looks at the table.

use crate::charts::{MeleeResult, Rules};
use crate::ids::{MeleeWhen, house, rule};
use crate::rules::morale::Ordeal;
use crate::state::event::Working;
use crate::state::words::{Arm, Aspect, Formation, Level, Shelter, Taker, Trait, Troop};
use dice::{Dice, Placed, pair};
use engine::Choice;
use engine::tested::{against, parts};
use std::cmp::Ordering;

engine::facts! {
    /// One of the two who fight.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Fighter of Rules {
        pub troop: Troop = Troop::Seasoned;
        pub arm: Arm = Arm::Infantry;
        pub formation: Formation = Formation::Line;
        pub level: Level = Level::Firm;
        /// The leader with it.
        pub leader: Option<Trait> = None;
    }
}

engine::facts! {
    /// What a melee rests on besides the two who fight.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Field of Rules {
        /// What shelters the defender.
        pub shelter: Shelter = Shelter::Open;
        /// The defender garrisons a place.
        pub garrison: bool = false;
        /// Where the defender was struck.
        pub hit: Aspect = Aspect::Front;
        /// The melee follows the charge; not one that has gone on since an earlier step.
        pub charging: bool = true;
        /// The round, from 1.
        pub round: u32 = 1;
    }
}

/// What a fighter sees of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Enemy {
    pub arm: Arm,
    pub formation: Formation,
}

impl Fighter {
    fn seen(&self) -> Enemy {
        Enemy { arm: self.arm, formation: self.formation }
    }
}

/// What each adds to its die: the attacker, the defender.
pub fn sums(rules: &Rules, attacker: &Fighter, defender: &Fighter, field: &Field) -> [Working; 2] {
    [
        attackers_sum(rules, attacker, defender.seen(), field),
        defenders_sum(rules, defender, attacker.seen(), field),
    ]
}

/// What the attacker adds to its die.
pub(crate) fn attackers_sum(rules: &Rules, attacker: &Fighter, defender: Enemy, field: &Field) -> Working {
    sum(rules, attacker, Who::Charger, defender, field)
}

/// What the defender adds to its die.
pub(crate) fn defenders_sum(rules: &Rules, defender: &Fighter, attacker: Enemy, field: &Field) -> Working {
    sum(rules, defender, Who::Target, attacker, field)
}

impl Field {
    /// Whether the house counts something in the first round only, and this is a later one.
    fn is_past(&self, rules: &Rules, first_only: Choice) -> bool {
        rules.plays(first_only) && self.round > 1
    }
}

/// Whether anything counts in the first round only.
pub(crate) fn is_first_apart(rules: &Rules) -> bool {
    rules.plays(house!("melee.heavy-charge", "first-round"))
        || rules.plays(house!("melee.flank", "first-round"))
}

/// What a fighter adds.
fn sum(rules: &Rules, me: &Fighter, who: Who, enemy: Enemy, field: &Field) -> Working {
    let mut sum = Working::default();
    let leader = me.leader.filter(|_| rules.on(rule!("orders.melee.misc.leader")));
    let own = [rules.training.get(me.troop), rules.melee_morale.get(me.level)];
    let led = leader.and_then(|character| rules.trait_value.get(character));
    own.into_iter().chain([led]).flatten().for_each(|(rule, value)| sum.add(rule, value));
    rules.melee_modifiers.add(&mut sum, |when, _| i32::from(me.is(rules, when, who, enemy, field)));
    sum
}

impl Fighter {
    /// Whether a modifier counts for it.
    fn is(&self, rules: &Rules, when: MeleeWhen, who: Who, enemy: Enemy, field: &Field) -> bool {
        let charged = who == Who::Charger;
        let horse =
            || self.arm.is_cavalry() && (charged || rules.plays(house!("melee.cavalry-modifiers", "either")));
        let city_as_fortress = || rules.plays(house!("terrain.city", "as-fortress"));
        match when {
            MeleeWhen::HeavyCavCharging => {
                let heavy = charged && self.arm == Arm::HeavyCavalry && field.charging;
                heavy && !field.is_past(rules, house!("melee.heavy-charge", "first-round"))
            }
            MeleeWhen::CavVsArt => enemy.arm.is_artillery() && horse(),
            MeleeWhen::CavVsHastySquare => enemy.formation == Formation::HastySquare && horse(),
            MeleeWhen::CavVsSquare => enemy.formation == Formation::Square && horse(),
            MeleeWhen::Rough | MeleeWhen::Fortress if charged => false,
            MeleeWhen::Rough => match field.shelter {
                Shelter::Rough => true,
                Shelter::City => !city_as_fortress(),
                Shelter::Open | Shelter::Fortress => false,
            },
            MeleeWhen::Fortress => match field.shelter {
                Shelter::Fortress => true,
                Shelter::City => city_as_fortress(),
                Shelter::Open | Shelter::Rough => false,
            },
            MeleeWhen::FlankRear => {
                let open = field.hit != Aspect::Front && !self.formation.is_square() && !field.garrison;
                !charged && open && !field.is_past(rules, house!("melee.flank", "first-round"))
            }
        }
    }
}

/// The dice of a round, with what each side adds: its total.
///
/// # Errors
/// The umpire's pause.
pub fn throw<D: Dice>(dice: &mut D, rules: &Rules, sums: [&Working; 2]) -> Result<[i32; 2], D::Pause> {
    let adds = sums.map(Working::total);
    let Some(die) = rules.dice(rule!("orders.melee.roll")) else { return Ok(adds) };
    let attacker = dice.total(die)? as i32;
    dice.pass();
    let defender = dice.total(die)? as i32;
    let totals = [attacker + adds[0], defender + adds[1]];
    dice.tested(|rolled| {
        let first = (totals[0] != totals[1]).then_some(totals[0] > totals[1]);
        against(rolled, sums.map(parts), first)
    });
    Ok(totals)
}

/// One round: the totals of attacker and defender.
///
/// # Errors
/// The umpire's pause.
pub fn round<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    attacker: &Fighter,
    defender: &Fighter,
    field: &Field,
) -> Result<[i32; 2], D::Pause> {
    throw(dice, rules, sums(rules, attacker, defender, field).each_ref())
}

/// Who of the two takes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loser {
    Attacker,
    Defender,
    Both,
}

/// What the totals of a round do, and to whom; `None`: nothing.
pub fn result(rules: &Rules, totals: [i32; 2]) -> Option<(Loser, &MeleeResult)> {
    let [attacker, defender] = totals;
    let row = rules.melee_result(attacker.abs_diff(defender))?;
    let loser = match (row.takes, attacker.cmp(&defender)) {
        (Taker::Both, _) => Loser::Both,
        (Taker::Loser, Ordering::Equal) => return None,
        (Taker::Loser, Ordering::Less) => Loser::Attacker,
        (Taker::Loser, Ordering::Greater) => Loser::Defender,
    };
    Some((loser, row))
}

/// One of the two of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Charger,
    Target,
}

impl Who {
    pub(crate) fn other(self) -> Who {
        match self {
            Who::Charger => Who::Target,
            Who::Target => Who::Charger,
        }
    }
}

/// Who goes through what after a round, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taking {
    pub(crate) first: Who,
    /// Then the other does, too.
    both: bool,
    drops: u32,
    checks: u32,
}

impl Taking {
    pub(crate) fn ordeal(&self) -> Ordeal {
        Ordeal::checks(self.drops, self.checks)
    }

    /// What is left once the first has gone through it.
    pub(crate) fn then(self) -> Option<Taking> {
        self.both.then(|| Taking { first: self.first.other(), both: false, ..self })
    }
}

impl Placed for Taking {
    const PLACES: usize = 64;
    fn place(&self) -> usize {
        let takers = self.first as usize * 2 + usize::from(self.both);
        pair(self.drops as usize, self.checks as usize) * 4 + takers
    }
}

/// What the totals of a round make the two go through.
pub(crate) fn taking(rules: &Rules, totals: [i32; 2]) -> Option<Taking> {
    let (loser, row) = result(rules, totals)?;
    let first = match loser {
        Loser::Attacker => Who::Charger,
        Loser::Defender => Who::Target,
        Loser::Both if rules.plays(house!("melee.mc-order", "defender-first")) => Who::Target,
        Loser::Both => Who::Charger,
    };
    Some(Taking { first, both: loser == Loser::Both, drops: row.drop, checks: row.checks })
}

/// How many rounds are fought at most while the two stay locked.
pub fn rounds(rules: &Rules) -> u32 {
    rules.count(rule!("orders.melee.rounds")).max(1)
}
