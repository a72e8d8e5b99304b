//! Firefights: two units of foot that fire at each other, round by round, until one of them gives way.

pub mod foreseen;

pub use foreseen::{foreseen, outlook};

use crate::charts::Rules;
use crate::charts::firefight::{Fate, Loser};
use crate::charts::shared::DICE;
use crate::ids::{FirefightWhen, house, rule};
use crate::rules::giving_way::{Away, Back, go_back, rout};
use crate::rules::measure::{CoverOf, RangeTo};
use crate::rules::musketry::{self, How, Volley};
use crate::rules::unit_morale::{Reason, hit};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::me::{Firefight, MeId};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Ammunition, Arm, Character, Cover, Rank};
use dice::Dice;
use engine::Tests as _;
use engine::desk::{FactSet as _, flag, number, word};
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
    /// What the end of a round rests on, from the side of whoever has caused more casualties.
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

    /// What a total brings. Whoever is in cover does not mind the first row (empire.ff.fallback2).
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

    /// How it ends where nobody rolls: equal casualties (ruling firefight.equal).
    pub fn without_victor(&self, rules: &Rules) -> Option<RoundEnd> {
        let tie = rule!("empire.ff.proc.tie");
        if self.inflicted == self.received {
            return Some(if rules.on(tie) { RoundEnd::GoesOn(tie) } else { RoundEnd::Over });
        }
        (!rules.on(rule!("empire.ff.proc.victor"))).then_some(RoundEnd::Over)
    }
}

/// The end of a round: 2d10 of whoever has caused more casualties.
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
    Ok(umpire.see(game, RangeTo { unit, target })? <= game.rules.ruled(house!("firefight.reach")))
}

/// A round: both fire who still may, both test, and whoever caused more casualties rolls. A new pair is in a firefight from now
/// on, until it is parted.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn round<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    begin(game, umpire, unit, target);
    for me in [game.unit(unit).me(), game.unit(target).me()] {
        game.me_mut(me).now.firefights += 1;
    }
    for unit in [unit, target] {
        game.unit_mut(unit).hour.fought = true;
    }
    let how = How { firefight: true, ..How::default() };
    // Both shots are seen before either is fired: nobody fires less for what falls in this round.
    let mut shots = [None; 2];
    for (shot, (from, at)) in shots.iter_mut().zip([(unit, target), (target, unit)]) {
        if musketry::may_fire(game.unit(from)) {
            *shot = Volley::seen(game, umpire, from, at, how)?;
        }
    }
    let [own, answer] = shots;
    let inflicted = match own {
        Some(shot) => musketry::discharge(game, umpire, unit, target, &shot)?,
        None => 0,
    };
    let received = match answer {
        Some(shot) => musketry::discharge(game, umpire, target, unit, &shot)?,
        None => 0,
    };
    hit(game, umpire, target, inflicted, Reason::fire(unit))?;
    hit(game, umpire, unit, received, Reason::fire(target))?;
    if !is_pair(game, unit, target) {
        return Ok(());
    }
    let (victor, loser) = if inflicted >= received { (unit, target) } else { (target, unit) };
    let round = Round {
        inflicted: inflicted.max(received),
        received: inflicted.min(received),
        leader: led(game, loser),
        shaken: game.me_of(loser).shaken,
        lost: game.unit(loser).percent_lost(),
        ammunition: game.unit(loser).ammunition,
        cover: umpire.see(game, CoverOf { unit: loser })? != Cover::None,
        ..Round::blank()
    };
    let rules = std::sync::Arc::clone(&game.rules);
    let side = game.unit(victor).side();
    let has_victor = round.without_victor(&rules).is_none();
    let end = round_end(umpire.hand(side), &rules, &round)?;
    let rolls = has_victor.then_some(rule!("empire.ff.proc.victor"));
    settle(game, umpire, (victor, loser), end, rolls)
}

/// What a round leaves.
fn settle<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    (victor, loser): (UnitId, UnitId),
    end: RoundEnd,
    rolls: Option<RuleId>,
) -> Result<(), U::Pause> {
    let by = |rule: RuleId| rolls.into_iter().chain([rule]).collect::<Vec<_>>();
    let Fate { rule, loser: fate, back, .. } = match end {
        RoundEnd::GoesOn(rule) => {
            umpire.tell(|| Event::new(What::FirefightGoesOn { unit: victor, target: loser }, &by(rule)));
            return Ok(());
        }
        RoundEnd::Over => {
            let by = rolls.unwrap_or(rule!("empire.ff.proc.fire"));
            umpire.tell(|| Event::new(What::FirefightOver { unit: victor, target: loser }, &[by]));
            game.firefights.retain(|pair| !is_of(pair, victor, loser));
            return Ok(());
        }
        RoundEnd::Loses(fate) => fate,
    };
    umpire.tell(|| Event::new(What::FirefightLost { unit: victor, target: loser }, &by(rule)));
    game.firefights.retain(|pair| !is_of(pair, victor, loser));
    if fate == Loser::Disordered {
        crate::rules::manoeuvre::lose_order(game, umpire, loser, rule);
    }
    match fate {
        Loser::Back | Loser::Disordered => {
            go_back(game, umpire, loser, Back::in_order(Away::From(victor), back, rule))?;
        }
        Loser::Rout => {
            rout(game, umpire, loser, Away::From(victor), None, rule)?;
        }
    }
    Ok(())
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
