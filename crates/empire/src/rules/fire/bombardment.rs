//! Bombardment, phase 11: which batteries may, their fire, what bounces on through the target, and buildings set aflame.

pub mod asks;
pub mod bounce;
mod fires;

pub use asks::Bombardment;
pub use bounce::{Bounce, BounceGround, BounceZone, Ends, bounces, zone};
pub use fires::{Aflame, sets_aflame};
pub(crate) use fires::{burn, burn_on};

use crate::charts::Rules;
use crate::ids::{BombardmentWhen, GunneryWhen, house, rule};
use crate::rules::fire::counter_battery::{Shell, Struck, strike, suffer};
use crate::rules::fire::gunnery::{
    Fired, How, SeenBy, Shot, Throw, is_in_action, may_aim, over_friends, throw,
};
use crate::rules::ground::measure::{RangeTo, Stick, enemies_near};
use crate::rules::hour::phases::{self, InTheHour, Progress};
use crate::rules::morale::unit_morale::{Cause, Reason};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::structure::StructureId;
use crate::state::unit::UnitId;
use crate::state::words::{Ammunition, Band, GunWeight, MeKind, Nation, Place, Rank};
use bounce::{bounce_die, bounce_roll};
use dice::Dice;
use engine::desk::{FactSet as _, flag, number, without, word};
use engine::{Side, Umpire};
use rulebook::RuleId;
use serde::Serialize;
use table::Inches;

rulebook::words!(
    /// How quickly a battery fires: paced, or intensive where it has done nothing else.
    Rate { Paced = "paced", Intensive = "intensive" }
);
rulebook::words!(
    /// Whether a battery is one of a grand battery, and who leads that.
    Grand { No = "no", Led = "led", Leaderless = "leaderless" }
);
engine::facts! {
    /// Whether a battery may bombard, and how quickly.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Eligible of Rules {
        pub weight: GunWeight = GunWeight::Medium, word "weight" |name, _| word(name, "the weight of its guns", GunWeight::NAMES, Some("medium"));
        pub inches: u32 = 1, plain "inches" |name, _| number(name, "the distance, parts rounded up", 0, 60, Some(12));
        pub fought: bool = false, plain "fought" |name, _| flag(name, "it had a part in a close action or firefight");
        pub regimental: bool = false, plain "regimental" |name, _| flag(name, "regimental or battalion guns");
        pub bad: bool = false, plain "bad-morale" |name, _| flag(name, "it is in bad morale");
        pub disordered: bool = false, plain "disordered" |name, _| flag(name, "it is disordered");
        pub exhausted: bool = false, plain "exhausted" |name, _| flag(name, "its ammunition is exhausted");
        pub in_reserve: bool = false, plain "in-reserve" |name, _| flag(name, "it is in the artillery reserve");
        pub moved: bool = false, plain "moved" |name, _| flag(name, "it moved in tactical combat");
        pub fired: bool = false, plain "fired" |name, _| flag(name, "it fired in tactical combat");
        pub passed: bool = false, plain "passed-through" |name, _| flag(name, "friends moved through it in tactical combat");
    }
}

engine::facts! {
    /// What a bombarding battery's fire rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Bombard of Rules {
        pub shot: Shot = Shot::blank(), part "" |rules| {
            without(Shot::cards(rules), &["from-reserve", "situation", "horse", "flank"])
        };
        pub rate: Rate = Rate::Paced, word "rate" |name, _| word(name, "how quickly it fires", Rate::NAMES, Some("paced"));
        pub marched: u32 = 0, plain "marched" |name, _| number(name, "inches of grand-tactical movement this hour, parts rounded up", 0, 60, Some(0)).usual([0, 10, 21]);
        pub grand: Grand = Grand::No, word "grand-battery" |name, _| word(name, "whether it is in a grand battery", Grand::NAMES, Some("no"));
    }
}

// ------------------------------------------------------------- who may ----

impl Eligible {
    /// The rule that lets it bombard at no rate at all.
    fn barred(&self, rules: &Rules) -> Option<RuleId> {
        let far = Inches::whole(self.inches as i32) > rules.ruled(house!("bombard.regimental.reach"));
        let bars = [
            (self.fought, rule!("empire.bombard.elig.no-ca")),
            (self.regimental && far, rule!("empire.bombard.elig.no-regimental")),
            (self.bad || self.disordered, rule!("empire.bombard.elig.good-order")),
            (self.exhausted, rule!("empire.bombard.elig.ammo")),
            (self.in_reserve, rule!("empire.bombard.elig.no-reserve")),
        ];
        bars.into_iter().find(|(is_so, rule)| *is_so && rules.on(*rule)).map(|(_, rule)| rule)
    }

    /// The rules of a rate, and whether each is in its way.
    fn bars(&self, rate: Rate) -> Vec<(bool, RuleId)> {
        match rate {
            Rate::Intensive => vec![
                (self.moved || self.fired, rule!("empire.bombard.intensive.still")),
                (self.passed, rule!("empire.bombard.intensive.clear")),
            ],
            // Having fired leaves this rate, having moved none.
            Rate::Paced => vec![(self.moved, rule!("empire.bombard.paced"))],
        }
    }

    /// By which rules it fires at a rate: those of the rate, and those that leave it no quicker one.
    fn lets(&self, rules: &Rules, rate: Rate) -> impl Iterator<Item = RuleId> {
        let slower =
            self.bars(Rate::Intensive).into_iter().filter(move |(is_so, _)| *is_so && rate == Rate::Paced);
        self.bars(rate).into_iter().chain(slower).map(|(_, rule)| rule).filter(|rule| rules.on(*rule))
    }

    /// Whether it may fire at a rate; else the rule in the way, if one is, and not the range.
    pub fn may(&self, rules: &Rules, rate: Rate) -> Result<Band, Option<RuleId>> {
        if let Some(rule) = self.barred(rules) {
            return Err(Some(rule));
        }
        if let Some((_, rule)) = self.bars(rate).iter().find(|(is_so, rule)| *is_so && rules.on(*rule)) {
            return Err(Some(*rule));
        }
        let range = rules.bombardment.band(self.weight, Inches::whole(self.inches as i32));
        range.map(|(_, band)| band).ok_or(None)
    }
}

// ----------------------------------------------------------------- fire ----

impl Bombard {
    /// How often a modifier counts. Most are those of tactical fire, by the same words.
    fn times(&self, rules: &Rules, when: BombardmentWhen, per: i32) -> i32 {
        i32::from(match when {
            BombardmentWhen::GbLeader => self.grand == Grand::Led,
            BombardmentWhen::GbNoleader => self.grand == Grand::Leaderless,
            // Exactly 20 inches are the lesser of the two (ruling guns.moved).
            BombardmentWhen::Moved10 => {
                let further = rules.bombardment.modifiers.find(BombardmentWhen::Moved20);
                self.marched as i32 >= per && further.is_none_or(|row| self.marched as i32 <= row.per)
            }
            BombardmentWhen::Moved20 => self.marched as i32 > per,
            BombardmentWhen::Paced => self.rate == Rate::Paced,
            BombardmentWhen::Intensive => self.rate == Rate::Intensive,
            BombardmentWhen::ShortRange => self.shot.band == Band::Short,
            BombardmentWhen::OldGuard
            | BombardmentWhen::Class1
            | BombardmentWhen::Class3
            | BombardmentWhen::Napoleon
            | BombardmentWhen::Adc
            | BombardmentWhen::CmdrCorps
            | BombardmentWhen::CmdrDiv
            | BombardmentWhen::Intact3
            | BombardmentWhen::AmmoDepleted
            | BombardmentWhen::AmmoExhausted
            | BombardmentWhen::Blind
            | BombardmentWhen::Screened
            | BombardmentWhen::Fatigue
            | BombardmentWhen::MediumRange
            | BombardmentWhen::LongRange
            | BombardmentWhen::CbHeavyLong
            | BombardmentWhen::CbLightLong
            | BombardmentWhen::TMixte
            | BombardmentWhen::TColumn
            | BombardmentWhen::TClosed
            | BombardmentWhen::TSquare
            | BombardmentWhen::TWellington
            | BombardmentWhen::TSkirmish
            | BombardmentWhen::TSemi
            | BombardmentWhen::TCavWithdraw
            | BombardmentWhen::CoverLight
            | BombardmentWhen::CoverMedium
            | BombardmentWhen::CoverHeavy
            | BombardmentWhen::CoverSuper
            | BombardmentWhen::Marchfield => {
                return GunneryWhen::from_word(when.word())
                    .map_or(0, |when| self.shot.times(rules, when, per));
            }
        })
    }

    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.bombardment.modifiers.add(&mut working, |when, per| self.times(rules, when, per));
        working
    }
}

/// A battery bombards: 2d10, on one of the two dice whether ammunition runs low; then a D6 for each section.
///
/// # Errors
/// The umpire's pause.
pub fn bombards<D: Dice>(dice: &mut D, rules: &Rules, facts: &Bombard) -> Result<Fired, D::Pause> {
    let row = rules.bombardment.fire.iter().find(|row| row.weight == facts.shot.weight);
    throw(
        dice,
        rules,
        &Throw {
            added: &facts.sum(rules),
            low: facts.shot.runs_low(rules),
            ammunition: facts.shot.ammunition,
            sections: facts.shot.firing(rules),
            cells: row.map(|row| &row.cells).filter(|_| rules.on(rule!("empire.arty.proc.chart"))),
        },
    )
}

// -------------------------------------------------------------- on the table ----

/// A battery as the chart of who may bombard has it, with a target at this range.
fn eligible(game: &Empire, unit: UnitId, range: Inches) -> Eligible {
    let body = game.unit(unit);
    let inches = range.0.max(0).unsigned_abs().div_ceil(1000);
    Eligible {
        weight: body.profile.guns.map_or(GunWeight::Medium, |guns| guns.weight),
        inches,
        fought: body.hour.fought,
        regimental: body.profile.guns.is_some_and(|guns| guns.regimental),
        bad: !body.in_good_morale(),
        disordered: body.disordered,
        exhausted: body.ammunition == Ammunition::Exhausted,
        in_reserve: body.place == Place::Reserve,
        moved: body.hour.moved,
        fired: body.hour.fired,
        passed: body.hour.passed_through,
        ..Eligible::blank()
    }
}

/// One thing a battery may do in the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mission {
    At(UnitId, #[serde(serialize_with = "rate_word")] Rate),
    /// The building in which that unit stands is to burn.
    Burn(UnitId, StructureId),
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn rate_word<S: serde::Serializer>(rate: &Rate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rate.word())
}

/// What a battery may fire at, the nearest first, with the rates it may.
pub fn missions(game: &Empire, unit: UnitId) -> Vec<Mission> {
    let body = game.unit(unit);
    let Some(guns) = body.profile.guns.filter(|_| is_in_action(body) && !body.hour.bombarded) else {
        return Vec::new();
    };
    let Some((_, [_, _, far])) = game.rules.bombardment.ends(guns.weight) else { return Vec::new() };
    let near = enemies_near(game, unit, far)
        .into_iter()
        .filter(|(_, id)| may_aim(game, unit, *id, SeenBy::AnyFriend));
    near.flat_map(|(range, target)| of_target(game, unit, target, range)).collect()
}

/// The rule by which a battery may not bombard at all.
fn bars(game: &Empire, unit: UnitId) -> Option<RuleId> {
    let body = game.unit(unit);
    let guns = body.profile.guns.filter(|_| !body.hour.bombarded)?;
    let (_, [_, _, far]) = game.rules.bombardment.ends(guns.weight)?;
    let mut near = enemies_near(game, unit, far).into_iter();
    let (range, _) = near.find(|(_, target)| may_aim(game, unit, *target, SeenBy::AnyFriend))?;
    eligible(game, unit, range).may(&game.rules, Rate::Paced).err()?
}

/// The rates at which a battery may fire at a target at this range, and at the building it stands in.
fn of_target(game: &Empire, unit: UnitId, target: UnitId, range: Inches) -> Vec<Mission> {
    let may = eligible(game, unit, range);
    let rates = [Rate::Intensive, Rate::Paced].into_iter().filter(|rate| may.may(&game.rules, *rate).is_ok());
    let mut all: Vec<Mission> = rates.map(|rate| Mission::At(target, rate)).collect();
    let burns = game.unit(target).inside.filter(|id| game.structure(*id).is_some_and(|it| !it.aflame));
    if let Some(structure) = burns.filter(|_| !all.is_empty() && game.rules.on(rule!("empire.aflame.proc"))) {
        all.push(Mission::Burn(target, structure));
    }
    all
}

engine::sight! {
    /// Enemies a battery may bombard.
    pub struct BombardTargetsOf of Empire { pub unit: UnitId } -> Vec<UnitId>;
    word: "bombard-targets";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| {
        let mut targets: Vec<UnitId> = Vec::new();
        for mission in missions(g, f.unit) {
            let (Mission::At(target, _) | Mission::Burn(target, _)) = mission;
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    };
    text: |f, g| format!("Which enemies may {} bombard: in range, arc and somebody's sight?", g.name(f.unit));
    answers: |_, _| AnyOf;
}

/// Phase 11: one battery after another bombards, or does not.
impl InTheHour for phases::Bombardment {
    type Left = Vec<UnitId>;

    fn begin(game: &mut Empire) -> Vec<UnitId> {
        // What fell in the last impulse fell before it (ruling percent).
        for unit in &mut game.units {
            unit.impulse = Default::default();
        }
        order(game)
    }

    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        left: &mut Vec<UnitId>,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause> {
        if left.is_empty() {
            return Ok(Progress::Done);
        }
        let unit = left.remove(0);
        may_bombard(game, umpire, unit)?;
        Ok(Progress::GoesOn)
    }
}

/// The batteries that may bombard, those of the side with initiative first (ruling bombard.order).
fn order(game: &Empire) -> Vec<UnitId> {
    let first = game.first_side();
    let of = |side: Side| {
        let guns = game.of(side).filter(|(_, unit)| is_in_action(unit) && !unit.hour.bombarded);
        guns.map(|(id, _)| id).collect::<Vec<_>>()
    };
    [of(first), of(first.enemy())].concat()
}

fn may_bombard<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    if !is_in_action(game.unit(unit)) {
        return Ok(());
    }
    let mut choices = Vec::new();
    for target in umpire.see(game, BombardTargetsOf { unit })? {
        let range = umpire.see(game, RangeTo { unit, target, by: Stick::Bombardment })?;
        choices.extend(of_target(game, unit, target, range));
    }
    choices.truncate(usize::from(u8::MAX));
    if choices.is_empty() {
        if let Some(rule) = bars(game, unit) {
            umpire.tell(|| Event::new(What::MayNotBombard { unit }, &[rule]));
        }
        return Ok(());
    }
    let side = game.unit(unit).side();
    match umpire.ask(game, Bombardment { side, unit, missions: choices })? {
        None => {}
        Some(Mission::Burn(_, structure)) => burn(game, umpire, unit, structure)?,
        Some(Mission::At(target, rate)) => {
            let reason = Reason { cause: Cause::Bombardment, by: Some(unit) };
            for (target, struck) in bombard(game, umpire, unit, target, rate)? {
                suffer(game, umpire, target, struck, reason)?;
            }
        }
    }
    Ok(())
}

impl Bombard {
    /// A battery's fire at a target, as it is seen; `None`: it does not carry so far.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn seen<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        (unit, target): (UnitId, UnitId),
        rate: Rate,
    ) -> Result<Option<Bombard>, U::Pause> {
        let range = umpire.see(game, RangeTo { unit, target, by: Stick::Bombardment })?;
        let weight = game.unit(unit).profile.guns.map_or(GunWeight::Medium, |guns| guns.weight);
        let Some((_, band)) = game.rules.bombardment.band(weight, range) else { return Ok(None) };
        let Some(shot) = Shot::at(game, umpire, (unit, target), band, How::default())? else {
            return Ok(None);
        };
        let marcher = if game.rules.plays(house!("guns.moved", "battery")) { unit } else { target };
        let me = game.unit(unit).me();
        let led = || game.leaders_with_me(me).any(|(_, leader)| leader.rank == Rank::Artillery);
        let grand = match game.me(me).kind {
            MeKind::GrandBattery if led() => Grand::Led,
            MeKind::GrandBattery => Grand::Leaderless,
            MeKind::Infantry | MeKind::Mixed | MeKind::Cavalry | MeKind::Pontoons | MeKind::Baggage => {
                Grand::No
            }
        };
        let marched = game.unit(marcher).hour.marched.0.max(0).unsigned_abs().div_ceil(1000);
        let shot = Shot { enfilade: false, from_reserve: false, ..shot };
        Ok(Some(Bombard { shot, rate, marched, grand, ..Bombard::blank() }))
    }
}

/// A battery bombards a target, and its balls go on behind it. Says which units were struck, so that the caller can
/// have them test.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn bombard<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    rate: Rate,
) -> Result<Vec<(UnitId, Struck)>, U::Pause> {
    let mut all = Vec::new();
    let Some(facts) = Bombard::seen(game, umpire, (unit, target), rate)? else { return Ok(all) };
    // A unit behind the target is there when the balls come, whatever becomes of the target.
    let zone = umpire.see(game, BounceZone { unit, target })?;
    let mut behind = Vec::new();
    for id in zone {
        behind.push((id, Bounce::seen(game, umpire, (unit, target, id), rate)?));
    }
    let rules = std::sync::Arc::clone(&game.rules);
    let sections = facts.shot.firing(&rules);
    let side = game.unit(unit).side();
    let Fired { hits, ammunition } = bombards(umpire.hand(side), &rules, &facts)?;
    let by = rule!("empire.arty.proc.casualties");
    let far = rules.bombardment.ends(facts.shot.weight).map(|(rule, _)| rule);
    let row = rules.bombardment.fire.iter().find(|row| row.weight == facts.shot.weight);
    umpire.tell(|| {
        let may = eligible(game, unit, Inches::ZERO);
        let rate = may.lets(&rules, rate);
        let over = over_friends(game, unit, target);
        let by = [by, rule!("empire.arty.cells")].into_iter().chain(row.map(|row| row.rule)).chain(far);
        let by: Vec<RuleId> = by.chain(rate).chain(over).collect();
        Event::new(What::Bombards { unit, target, sections, hits }, &by)
    });
    let battery = game.unit_mut(unit);
    battery.hour.bombarded = true;
    battery.has_fired = true;
    if std::mem::replace(&mut battery.ammunition, ammunition) != ammunition {
        let by = crate::rules::fire::musketry::low_cites(false, facts.shot.low_country);
        umpire.tell(|| Event::new(What::RunsLow { unit, ammunition }, &by));
    }
    let shell = Shell { guns: true, shrapnel: game.unit(unit).profile.nation == Nation::British };
    let me = game.unit(target).me();
    game.me_mut(me).now.was_bombarded = true;
    let struck = strike(game, umpire, target, hits, shell, by)?;
    game.unit_mut(target).hour.was_bombarded |= struck.any();
    all.push((target, struck));
    for (unit, rule) in behind.iter().filter_map(|(id, facts)| Some((*id, facts.stopped(&rules)?))) {
        umpire.tell(|| Event::new(What::BounceEnds { unit }, &[rule]));
    }
    behind.retain(|(_, facts)| facts.stopped(&rules).is_none());
    if behind.is_empty() || !rules.bombardment.bounces() {
        return Ok(all);
    }
    let Some(roll) = bounce_roll(umpire.hand(side), &rules, |roll| roll)? else { return Ok(all) };
    umpire.tell(|| Event::new(What::BounceRoll { unit, roll }, &[rule!("empire.bounce.proc.roll")]));
    for (other, facts) in behind {
        let hits = bounce_die(umpire.hand(side), &rules, facts.score(&rules, roll))?;
        let by = rule!("empire.bounce.proc.d6");
        umpire.tell(|| {
            let proc = [rule!("empire.bounce.proc.roll"), rule!("empire.bounce.proc.table"), by];
            let by: Vec<RuleId> = proc.into_iter().chain(facts.row(&rules, roll)).collect();
            Event::with(What::Bounces { unit: other, hits }, &by, facts.sum(&rules))
        });
        let me = game.unit(other).me();
        game.me_mut(me).now.was_bombarded = true;
        let struck = strike(game, umpire, other, hits, shell, by)?;
        game.unit_mut(other).hour.was_bombarded |= struck.any();
        all.push((other, struck));
    }
    Ok(all)
}
