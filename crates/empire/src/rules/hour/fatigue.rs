//! Fatigue and the end of the hour (phase 14): who tires, whom an exhausted ME loses, who rests and rallies.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{FatigueWhen, house, rule};
use crate::rules::command::leader_loss::left_behind;
use crate::rules::frame::usually;
use crate::rules::ground::measure::InContact;
use crate::rules::hour::phases::{self, InTheHour, Progress, one_by_one};
use crate::rules::morale::losses::remove;
use crate::rules::morale::me_morale::bad_units;
use crate::state::answer::{Answer, Refusal};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::{Air, Fatigue, Grade, MeKind, MeOrderKind, Morale, Place};
use dice::Dice;
use engine::Tests as _;
use engine::desk::{FactSet as _, flag, number, word};
use engine::{Ask, Form, FormKind, Offer, Side, Umpire, not_an_answer};
use rulebook::RuleId;
use serde::Serialize;

rulebook::words!(
    /// What has become of an ME's own leader.
    Led { Well = "well", Wounded = "wounded", Killed = "killed" }
);

engine::facts! {
    /// What an ME's fatigue rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Tires of Rules {
        pub engaged: bool = false, plain "engaged" |name, _| flag(name, "it was engaged this hour");
        pub bombarded: bool = false, plain "bombarded" |name, _| flag(name, "it was bombarded");
        pub forced_march: bool = false, plain "forced-march" |name, _| flag(name, "it made a forced march");
        pub fatigue: Fatigue = Fatigue::Fresh, word "fatigue" |name, _| word(name, "its fatigue so far", Fatigue::NAMES, Some("fresh"));
        pub rose: bool = false, plain "rose-last-hour" |name, _| flag(name, "it rose a step in the hour before");
        pub firefights: u32 = 0, plain "firefights" |name, _| number(name, "firefights", 0, 20, Some(0));
        pub second_impulse: bool = false, plain "second-impulse" |name, _| flag(name, "it took a second impulse that does not tire");
        pub air: Air = Air::Mild, word "air" |name, _| word(name, "the day", Air::NAMES, Some("mild"));
        pub units: u32 = 6, plain "units" |name, _| number(name, "units it had at the start", 1, 20, Some(6));
        pub units_bombarded: u32 = 0, plain "units-bombarded" |name, _| number(name, "units hit by bombardment", 0, 20, Some(0));
        pub foot: bool = true, plain "foot" |name, _| usually(name, "an infantry or mixed ME");
        pub bombardment_tests: u32 = 0, plain "bombardment-tests" |name, _| number(name, "morale tests for bombardment", 0, 20, Some(0));
        pub led: Led = Led::Well, word "leader" |name, _| word(name, "what became of its leader", Led::NAMES, Some("well"));
        pub commander_hurt: bool = false, plain "commander-hurt" |name, _| flag(name, "the corps or army commander became a casualty");
        pub attacks_in_mud: bool = false, plain "attacks-in-mud" |name, _| flag(name, "it attacked in mud");
        pub standards_lost: u32 = 0, plain "standards-lost" |name, _| number(name, "standards it lost", 0, 9, Some(0));
        pub standards_taken: u32 = 0, plain "standards-taken" |name, _| number(name, "standards it took", 0, 9, Some(0));
        pub losses: u32 = 1, plain "losses" |name, _| number(name, "figures, crew and horses it lost", 0, 60, Some(1));
        pub actions_lost: u32 = 0, plain "close-actions-lost" |name, _| number(name, "close actions it lost", 0, 20, Some(0));
        pub strong_point: bool = false, plain "strong-point" |name, _| flag(name, "it took a strong point");
        pub structure: bool = false, plain "structure" |name, _| flag(name, "it took a defended structure that is no strong point");
        pub first_hour: bool = false, plain "first-hour" |name, _| flag(name, "it is its first hour of combat");
    }
}

engine::facts! {
    /// A unit in bad morale that rests.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Rallies of Rules {
        pub grade: Grade = Grade::Regular, word "grade" |name, _| word(name, "the grade of whoever rallies", Grade::NAMES, Some("regular"));
    }
}

engine::facts! {
    /// An ME that rests.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Rests of Rules {
        pub fatigue: Fatigue = Fatigue::Winded, word "fatigue" |name, _| word(name, "its fatigue so far", Fatigue::NAMES, Some("winded"));
    }
}

/// What an hour costs an ME. Falls that read the same are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tired {
    AsBefore,
    Rises,
    /// It is exhausted and loses units instead.
    Loses(u32),
}

impl Tired {
    fn said(self) -> String {
        match self {
            Tired::AsBefore => "as before".to_owned(),
            Tired::Rises => "tires".to_owned(),
            Tired::Loses(units) => format!("loses {units}"),
        }
    }
}

impl Tires {
    /// Whether it tests at all (ruling fatigue.who).
    pub fn tests(&self, rules: &Rules) -> bool {
        rules.on(rule!("empire.fatigue.proc")) && (self.engaged || self.bombarded || self.forced_march)
    }

    fn times(&self, rules: &Rules, when: FatigueWhen, per: i32) -> i32 {
        use FatigueWhen as When;
        let only_bombarded = self.bombarded && !self.engaged && !self.forced_march;
        i32::from(match when {
            When::Firefight => return self.firefights as i32,
            When::SecondImpulse => self.second_impulse,
            When::Heat => self.air == Air::Heat,
            When::BombardmentOnly => only_bombarded,
            When::Cold => self.air == Air::Cold,
            When::ThirdHit => {
                self.foot
                    && self.units_bombarded > 0
                    && self.units_bombarded as i32 * per >= self.units as i32
            }
            When::LeaderWounded => self.led == Led::Wounded,
            When::BombardMorale => return self.bombardment_tests as i32,
            When::LeaderKilled => self.led == Led::Killed,
            When::CorpsCmdr => self.commander_hurt,
            When::ForcedMarch => self.forced_march,
            When::Mud => self.attacks_in_mud,
            When::StandardLost => return self.standards_lost as i32,
            When::NoLosses => self.losses == 0,
            When::StandardTaken => self.standards_taken > 0,
            When::CaLoss => return self.actions_lost as i32,
            When::Strongpoint => self.strong_point,
            When::Structure => self.structure,
            // A house may have the first hour spare an ME instead.
            When::FirstTurn if rules.plays(house!("fatigue.first-hour", "spares")) => {
                return -i32::from(self.first_hour);
            }
            When::FirstTurn => self.first_hour,
        })
    }

    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.fatigue.modifiers.add(&mut working, |when, per| self.times(rules, when, per));
        working
    }

    /// What a total costs, and the row of the chart.
    fn end(&self, rules: &Rules, total: i32) -> (Tired, Option<RuleId>) {
        let (ten, eleven, fifteen) =
            (rule!("empire.fatigue.10"), rule!("empire.fatigue.11"), rule!("empire.fatigue.15"));
        let spares = rules.int(ten).is_some_and(|most| total <= most);
        let tires = rules.int(fifteen).is_some_and(|least| total >= least);
        let between = !spares && rules.on(eleven);
        let row = [(fifteen, tires), (eleven, between), (ten, spares)];
        let row = row.into_iter().find(|(_, is_so)| *is_so).map(|(rule, _)| rule);
        let rises = tires || (between && !self.rose);
        // The last of the printed levels.
        let last = rules.int(rule!("empire.fatigue.levels")).map(|levels| levels - 1);
        let is_last = last.is_none_or(|last| self.fatigue.levels() as i32 >= last);
        let tired = match rules.count(rule!("empire.fatigue.exhausted")) {
            _ if !rises => Tired::AsBefore,
            0 if is_last => Tired::AsBefore,
            units if is_last => Tired::Loses(units),
            _ => Tired::Rises,
        };
        (tired, row)
    }
}

/// What an hour costs an ME that tests, and by which row.
///
/// # Errors
/// The umpire's pause.
pub fn fatigue<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    tires: &Tires,
) -> Result<(Tired, Option<RuleId>), D::Pause> {
    if !tires.tests(rules) {
        return Ok((Tired::AsBefore, None));
    }
    dice.looked_up(DICE, &tires.sum(rules), |total| tires.end(rules, total), |(tired, _)| tired.said())
}

impl Rallies {
    /// The total with which it returns to good morale (ruling rally).
    pub fn need(&self, rules: &Rules) -> u32 {
        let worse = Grade::OldGuard.rank() - self.grade.rank();
        rules.number(house!("rally.unit")).max(0).unsigned_abs() + worse
    }
}

/// Whether a unit in bad morale that rests returns to good morale.
///
/// # Errors
/// The umpire's pause.
pub fn rallies<D: Dice>(dice: &mut D, rules: &Rules, unit: &Rallies) -> Result<bool, D::Pause> {
    let need = unit.need(rules) as i32;
    dice.at_least(DICE, (house!("rally.unit"), need), &Working::default(), ["rallies", "does not rally"])
}

/// The fatigue of an ME that rests (ruling rally).
///
/// # Errors
/// The umpire's pause.
pub fn rests<D: Dice>(dice: &mut D, rules: &Rules, me: &Rests) -> Result<Fatigue, D::Pause> {
    let need = rules.number(house!("rally.fatigue"));
    let rested =
        dice.at_least(DICE, (house!("rally.fatigue"), need), &Working::default(), ["rested", "not rested"])?;
    Ok(if rested { me.fatigue.risen(-1) } else { me.fatigue })
}

// -------------------------------------------------------------- on the table ----

impl Tires {
    /// What an ME has done and suffered in the hour.
    pub fn of(game: &Empire, me: MeId) -> Tires {
        let body = game.me(me);
        let (now, weather) = (body.now, game.weather());
        let bombarded = game.all_of(me).filter(|(_, unit)| unit.hour.was_bombarded).count() as u32;
        let is_attacker = game.engagements_of(me).any(|pair| pair.attacker == body.side);
        Tires {
            engaged: now.was_engaged,
            bombarded: now.was_bombarded,
            forced_march: body.forced_march,
            fatigue: body.fatigue,
            rose: body.rose_last_hour,
            firefights: now.firefights,
            second_impulse: now.second_impulse,
            air: weather.air,
            units: body.of.max(1),
            units_bombarded: bombarded,
            foot: matches!(body.kind, MeKind::Infantry | MeKind::Mixed),
            bombardment_tests: now.bombardment_tests,
            led: match (now.leader_killed, now.leader_wounded) {
                (true, _) => Led::Killed,
                (_, true) => Led::Wounded,
                _ => Led::Well,
            },
            commander_hurt: now.corps_commander_hurt,
            attacks_in_mud: weather.mud && is_attacker,
            standards_lost: now.standards_lost,
            standards_taken: now.standards_taken,
            losses: now.losses,
            actions_lost: now.lost,
            strong_point: now.strong_points_taken > 0,
            structure: now.blocks_taken > 0,
            first_hour: now.was_engaged && body.hours_engaged <= 1,
            ..Tires::blank()
        }
    }
}

/// Phase 14: of one ME after another its fatigue, then its rest.
impl InTheHour for phases::Fatigue {
    type Left = Vec<MeId>;

    fn begin(game: &mut Empire) -> Vec<MeId> {
        game.me_ids().filter(|me| game.units_of(*me).next().is_some()).collect()
    }

    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        left: &mut Vec<MeId>,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause> {
        one_by_one(left, |me| {
            tires(game, umpire, me)?;
            rest(game, umpire, me)?;
            shed(game, umpire, me)
        })
    }
}

fn tires<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    let rules = std::sync::Arc::clone(&game.rules);
    let facts = Tires::of(game, me);
    if !facts.tests(&rules) {
        game.me_mut(me).rose_last_hour = false;
        return Ok(());
    }
    let (tired, row) = fatigue(umpire.hand(game.me(me).side), &rules, &facts)?;
    let level = if tired == Tired::Rises { facts.fatigue.risen(1) } else { facts.fatigue };
    // The levels say whether there is another one.
    let levels = (tired != Tired::AsBefore).then_some(rule!("empire.fatigue.levels"));
    let by: Vec<RuleId> = [Some(rule!("empire.fatigue.proc")), row, levels].into_iter().flatten().collect();
    umpire.tell(|| Event::new(What::MeTires { me, fatigue: level }, &by));
    let body = game.me_mut(me);
    body.fatigue = level;
    body.rose_last_hour = tired != Tired::AsBefore;
    if let Tired::Loses(units) = tired {
        for _ in 0..units {
            let may: Vec<UnitId> = game.units_of(me).map(|(id, _)| id).collect();
            if may.is_empty() {
                break;
            }
            let unit = umpire.ask(game, LosesUnit { me, may })?;
            remove(game, unit, Place::Lost);
            left_behind(game, unit);
            umpire.tell(|| Event::new(What::Dissolves { unit }, &[rule!("empire.fatigue.exhausted")]));
        }
    }
    Ok(())
}

/// An ME on Rest & Rally that is not engaged sheds fatigue and rallies units (ruling rally).
fn rest<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    if game.is_engaged(me) || game.me(me).sauve_qui_peut {
        return Ok(());
    }
    let side = game.me(me).side;
    umpire.uncovers(side);
    if game.me(me).order.as_ref().is_none_or(|order| order.kind != MeOrderKind::RestRally) {
        return Ok(());
    }
    let rules = std::sync::Arc::clone(&game.rules);
    let before = game.me(me).fatigue;
    if before != Fatigue::Fresh {
        let after = rests(umpire.hand(side), &rules, &Rests { fatigue: before, ..Rests::blank() })?;
        game.me_mut(me).fatigue = after;
        let what = match after == before {
            true => What::NoRest { me, fatigue: after },
            false => What::MeRests { me, fatigue: after },
        };
        umpire.tell(|| Event::ruled(what, house!("rally")));
    }
    let bad: Vec<UnitId> = bad_units(game, me).filter(|id| game.unit(*id).on_table()).collect();
    for unit in bad {
        let of = Rallies { grade: game.unit(unit).grade(), ..Rallies::blank() };
        if rallies(umpire.hand(side), &rules, &of)? {
            let body = game.unit_mut(unit);
            body.morale = Morale::Good;
            // The crew mans its guns again (ruling gun-moves).
            body.abandoned = false;
            umpire.tell(|| Event::ruled(What::Rallies { unit }, house!("rally")));
        } else {
            umpire.tell(|| Event::ruled(What::DoesNotRally { unit }, house!("rally")));
        }
    }
    is_one_again(game, me);
    Ok(())
}

/// A broken ME is one again when fewer than half of its units are lost or in bad morale (ruling rally.me).
fn is_one_again(game: &mut Empire, me: MeId) {
    let (bad, of) = (bad_units(game, me).count() as u32, game.me(me).of);
    if bad * 2 < of {
        game.me_mut(me).broken = false;
    }
}

/// Units of an ME that was not engaged shed disorder and blown (ruling rest); a house may have all who are out of contact shed
/// disorder (ruling disorder).
fn shed<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    let was_engaged = game.me(me).now.was_engaged;
    let also = game.rules.plays(house!("disorder", "also-at-end"));
    let units: Vec<UnitId> = game.units_of(me).map(|(id, _)| id).collect();
    for unit in units {
        let body = game.unit(unit);
        if !body.disordered && !body.blown {
            continue;
        }
        let is_free = !was_engaged || (also && body.disordered && !umpire.see(game, InContact { unit })?);
        let body = game.unit_mut(unit);
        body.disordered &= !is_free;
        body.blown &= was_engaged;
    }
    Ok(())
}

/// Which unit an exhausted ME loses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LosesUnit {
    pub me: MeId,
    pub may: Vec<UnitId>,
}

impl Ask<Empire> for LosesUnit {
    const WORD: &'static str = "loses-unit";
    type Granted = UnitId;

    fn side(&self, game: &Empire) -> Side {
        game.me(self.me).side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<UnitId, Refusal> {
        match answer {
            Answer::Unit(unit) if self.may.contains(unit) => Ok(*unit),
            Answer::Yes
            | Answer::No
            | Answer::Unit(_)
            | Answer::Me(_)
            | Answer::Option(_)
            | Answer::Act(_) => not_an_answer("one of its units."),
        }
    }

    /// The one with the fewest figures (ruling exhausted).
    fn decline(&self, game: &Empire) -> Answer {
        let fewest = self.may.iter().min_by_key(|unit| game.unit(**unit).figures);
        fewest.map_or(Answer::No, |unit| Answer::Unit(*unit))
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("{} is exhausted and loses a unit: which?", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("which unit {} loses.", game.me_name(self.me))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::new(FormKind::Choose, None);
        for unit in &self.may {
            let text = game.name(*unit).to_string();
            form.offers.push(Offer { unit: Some(*unit), ..Offer::new(text, "", Answer::Unit(*unit)) });
        }
        form.lit(self.may.clone())
    }
}
