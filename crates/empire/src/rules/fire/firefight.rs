//! Firefights: two units of foot that fire at each other, round by round, until one of them gives way.

pub mod exchange;
mod foreseen;
mod fought;

pub use foreseen::{foreseen, outlook};
pub(crate) use fought::round;

use crate::charts::Rules;
use crate::charts::fire::firefight::Fate;
use crate::charts::shared::DICE;
use crate::ids::{FirefightWhen, house, rule};
use crate::rules::ground::measure::{RangeTo, Stick};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::me::{Firefight, MeId};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Ammunition, Arm, Character, Rank};
use dice::Dice;
use engine::Tests as _;
use engine::desk::{flag, number, word};
use engine::wording::spoken;
use engine::{Side, Umpire};
use rulebook::RuleId;

rulebook::words!(
    /// The best leader with the losing unit.
    LoserLed {
        Nobody = "nobody",
        Impersonal = "impersonal",
        Inspirational = "inspirational",
        Charismatic = "charismatic",
    }
);

engine::facts! {
    /// What the end of a round rests on, from the side that caused more casualties.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Round of Rules {
        pub inflicted: u32 = 1, plain "inflicted" |name, _| number(name, "casualties one side caused", 0, 12, Some(1));
        pub received: u32 = 0, plain "received" |name, _| number(name, "casualties the other caused", 0, 12, Some(0));
        pub leader: LoserLed = LoserLed::Nobody, word "leader" |name, _| word(name, "the leader with the loser", LoserLed::NAMES, Some("nobody"));
        pub shaken: bool = false, plain "shaken" |name, _| flag(name, "the loser's ME is shaken");
        pub lost: u32 = 0, plain "lost" |name, _| number(name, "percent of its figures that the loser has lost", 0, 100, Some(0)).usual([0, 30]);
        pub ammunition: Ammunition = Ammunition::Normal, word "ammunition" |name, _| word(name, "the loser's ammunition", Ammunition::NAMES, Some("normal"));
        pub cover: bool = false, plain "cover" |name, _| flag(name, "the loser is in cover");
    }
}

/// How a round ends. Falls that read the same are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoundEnd {
    /// It goes on, by this rule.
    GoesOn(RuleId),
    /// The loser gives way.
    Loses(Fate),
    /// Nothing says that it goes on.
    Over,
}

impl RoundEnd {
    fn said(self) -> String {
        match self {
            RoundEnd::GoesOn(_) => "goes on".to_owned(),
            RoundEnd::Loses(fate) => spoken(fate.loser.word()),
            RoundEnd::Over => "over".to_owned(),
        }
    }
}

impl Round {
    /// How often a modifier counts.
    fn times(&self, when: FirefightWhen, per: i32) -> i32 {
        match when {
            FirefightWhen::Inflicted => self.inflicted as i32,
            FirefightWhen::Received => self.received as i32,
            FirefightWhen::Impersonal => i32::from(self.leader == LoserLed::Impersonal),
            FirefightWhen::Inspirational => i32::from(self.leader == LoserLed::Inspirational),
            FirefightWhen::Charismatic => i32::from(self.leader == LoserLed::Charismatic),
            FirefightWhen::Shaken => i32::from(self.shaken),
            FirefightWhen::Cas30 => i32::from(self.lost as i32 >= per),
            FirefightWhen::Ammo => i32::from(self.ammunition != Ammunition::Normal),
        }
    }

    /// What is added to the victor's roll.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.firefight.modifiers.add(&mut working, |when, per| self.times(when, per));
        working
    }

    /// What a total brings. A unit in cover does not mind the first row (empire.ff.fallback2).
    fn read(&self, rules: &Rules, total: i32) -> RoundEnd {
        let goes_on = rule!("empire.ff.continue");
        match rules.firefight.fate(total) {
            Some(fate) if fate.rule == rule!("empire.ff.fallback2") && self.cover => {
                RoundEnd::GoesOn(fate.rule)
            }
            Some(fate) => RoundEnd::Loses(fate),
            None if rules.int(goes_on).is_some_and(|most| total <= most) => RoundEnd::GoesOn(goes_on),
            None => RoundEnd::Over,
        }
    }

    /// How it ends without a roll: equal casualties (ruling firefight.equal).
    pub fn without_victor(&self, rules: &Rules) -> Option<RoundEnd> {
        let tie = rule!("empire.ff.proc.tie");
        if self.inflicted == self.received {
            return Some(if rules.on(tie) { RoundEnd::GoesOn(tie) } else { RoundEnd::Over });
        }
        (!rules.on(rule!("empire.ff.proc.victor"))).then_some(RoundEnd::Over)
    }
}

/// The end of a round: 2d10 of the side that caused more casualties.
///
/// # Errors
/// The umpire's pause.
pub fn round_end<D: Dice>(dice: &mut D, rules: &Rules, round: &Round) -> Result<RoundEnd, D::Pause> {
    if let Some(end) = round.without_victor(rules) {
        return Ok(end);
    }
    dice.looked_up(DICE, &round.sum(rules), |total| round.read(rules, total), |end| end.said())
}

// ------------------------------------------------------------ on the table ----

/// The best leader with a unit, as the chart has him; those of MEs have no figure in it (ruling ratings).
fn led(game: &Empire, unit: UnitId) -> LoserLed {
    let of = |character: Character| match character {
        Character::Charismatic => LoserLed::Charismatic,
        Character::Inspirational => LoserLed::Inspirational,
        Character::Impersonal | Character::Uninspiring => LoserLed::Impersonal,
    };
    let leaders = game.leaders_with(unit).filter(|(_, leader)| leader.rank != Rank::Me);
    leaders.map(|(_, leader)| of(leader.character)).max().unwrap_or(LoserLed::Nobody)
}

fn is_foot(unit: &Unit) -> bool {
    unit.arm() == Arm::Infantry && unit.on_table() && unit.in_good_morale()
}

/// Whether a shot begins or carries on a firefight: foot at formed foot, this near (ruling firefight.when).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn is_one<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
) -> Result<bool, U::Pause> {
    let (firer, body) = (game.unit(unit), game.unit(target));
    let may = firer.side() != body.side() && game.rules.on(rule!("empire.ff.proc.fire"));
    if !may || !is_foot(firer) || !is_foot(body) || !body.is_formed() {
        return Ok(false);
    }
    Ok(umpire.see(game, RangeTo { unit, target, by: Stick::Firefight })?
        <= game.rules.ruled(house!("firefight.reach")))
}

fn is_of(pair: &Firefight, one: UnitId, two: UnitId) -> bool {
    (pair.french == one && pair.allied == two) || (pair.french == two && pair.allied == one)
}

fn is_pair(game: &Empire, one: UnitId, two: UnitId) -> bool {
    let stands = |unit: UnitId| game.unit(unit).on_table() && game.unit(unit).in_good_morale();
    stands(one) && stands(two) && game.firefights.iter().any(|pair| is_of(pair, one, two))
}

/// Two units are in a firefight from now on; they have had their round of this impulse.
pub(crate) fn begin<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, unit: UnitId, target: UnitId) {
    if let Some(pair) = game.firefights.iter_mut().find(|pair| is_of(pair, unit, target)) {
        pair.fought = true;
        return;
    }
    let is_french = game.unit(unit).side() == Side::French;
    let (french, allied) = if is_french { (unit, target) } else { (target, unit) };
    game.firefights.push(Firefight { french, allied, fought: true });
    umpire.tell(|| Event::new(What::FirefightBegins { unit, target }, &[rule!("empire.ff.proc.fire")]));
}

/// The next firefight of an ME that has had no round in this impulse: its own unit first.
pub(crate) fn due(game: &Empire, me: MeId) -> Option<(UnitId, UnitId)> {
    let side = game.me(me).side;
    let pair = game.firefights.iter().find(|pair| !pair.fought && game.unit(pair.of(side)).me() == me)?;
    Some((pair.of(side), pair.of(side.enemy())))
}
