//! Bonus impulses: an ME that was engaged tries for more, once an hour.

use crate::charts::Rules;
use crate::charts::hour::bonus::More;
use crate::charts::shared::DICE;
use crate::ids::{BonusWhen, house, rule};
use crate::rules::charge::onset;
use crate::rules::command::{self, best_with};
use crate::rules::fire::firefight;
use crate::rules::hour::impulse;
use crate::rules::hour::phases::{self, InTheHour, Progress};
use crate::state::answer::{Answer, Refusal};
use crate::state::event::{Event, What, Working};
use crate::state::game::{Acting, Bonus, Empire};
use crate::state::leader::{Leader, Whereabouts};
use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::{Character, Fatigue, MeOrderKind, Place, Rank, Rating, Segment, Sky};
use dice::{Chance, Dice, Odds};
use engine::Tests as _;
use engine::desk::{FactSet as _, flag, number, word};
use engine::outlook::measuring;
use engine::wording::spoken;
use engine::{Ask, Form, GeneralId, Offer, Routine, Side, Umpire, YesOrNo, not_an_answer};
use rulebook::RuleId;
use serde::Serialize;

rulebook::words!(
    /// The weather as the chart has it; in fog one sees so far as it says or less.
    Murk { Clear = "clear", Light = "light", Heavy = "heavy" }
);
rulebook::words!(
    /// A commander with the ME.
    With {
        Nobody = "nobody",
        Charismatic = "charismatic",
        Inspirational = "inspirational",
        Impersonal = "impersonal",
    }
);

engine::facts! {
    /// What a try for a bonus impulse rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Try of Rules {
        pub corps_ca: bool = false, plain "corps-action" |name, _| flag(name, "an action of the corps or army leader has succeeded for it");
        pub me_ca: bool = false, plain "me-action" |name, _| flag(name, "an action of the ME leader has succeeded for it");
        pub impetus: bool = false, plain "impetus" |name, _| flag(name, "the ME has impetus");
        pub fatigue: Fatigue = Fatigue::Fresh, word "fatigue" |name, _| word(name, "its fatigue", Fatigue::NAMES, Some("fresh"));
        pub won: u32 = 0, plain "won" |name, _| number(name, "close actions won this hour", 0, 6, Some(0));
        pub lost: u32 = 0, plain "lost" |name, _| number(name, "close actions lost this hour", 0, 6, Some(0));
        pub murk: Murk = Murk::Clear, word "weather" |name, _| word(name, "light rain, snow or mud; fog, heavy rain or snow", Murk::NAMES, Some("clear"));
        pub defends: bool = false, plain "defend-unengaged" |name, _| flag(name, "it is on Defend and began the hour unengaged");
        pub came: u32 = 0, plain "came" |name, _| number(name, "inches it moved to engage this hour, parts rounded up", 0, 60, Some(0)).usual([0, 16]);
        pub crossed: bool = false, plain "interpenetrated" |name, _| flag(name, "a friendly ME stands in its zone");
        pub holding: u32 = 0, plain "holding" |name, _| number(name, "units in its holding area", 0, 10, Some(0));
        pub shaken: bool = false, plain "shaken" |name, _| flag(name, "it is shaken");
        pub standard: bool = false, plain "standard" |name, _| flag(name, "it took a standard");
        pub heavy: u32 = 0, plain "batteries" |name, _| number(name, "medium to heavy batteries taken", 0, 6, Some(0));
        pub light: u32 = 0, plain "light-batteries" |name, _| number(name, "light batteries taken", 0, 6, Some(0));
        pub blocks: u32 = 0, plain "blocks" |name, _| number(name, "town blocks captured", 0, 6, Some(0));
        pub strong_point: bool = false, plain "strong-point" |name, _| flag(name, "it captured a strong point");
        pub bold: bool = false, plain "bold" |name, _| flag(name, "its leader is bold or superior");
        pub army: With = With::Nobody, word "army-commander" |name, _| word(name, "the army commander with it", With::NAMES, Some("nobody"));
        pub corps: With = With::Nobody, word "corps-commander" |name, _| word(name, "a corps commander or ADC with it", With::NAMES, Some("nobody"));
    }
}

/// What a try brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gained {
    /// By this rule.
    More(RuleId, More),
    /// Nothing, and no ME of the corps tries again this hour.
    Fails,
    /// The chart says nothing of it.
    NoRow,
}

impl Gained {
    pub fn word(self) -> &'static str {
        match self {
            Gained::More(_, more) => more.word(),
            Gained::Fails => "fail",
            Gained::NoRow => "nothing",
        }
    }
}

impl Try {
    /// How often a modifier counts.
    fn times(&self, when: BonusWhen, per: i32) -> i32 {
        let flag = |is: bool| u32::from(is);
        let times = match when {
            BonusWhen::CorpsCa => flag(self.corps_ca),
            BonusWhen::Impetus => flag(self.impetus),
            BonusWhen::MeCa => flag(self.me_ca),
            BonusWhen::Fatigue => self.fatigue.levels(),
            BonusWhen::CaWon => self.won,
            BonusWhen::CaLost => self.lost,
            BonusWhen::LightWeather => flag(self.murk == Murk::Light),
            BonusWhen::DefendUnengaged => flag(self.defends),
            BonusWhen::Moved15 => flag(self.came as i32 > per),
            BonusWhen::Fog => flag(self.murk == Murk::Heavy),
            BonusWhen::Interpenetrated => flag(self.crossed),
            BonusWhen::Holding => self.holding,
            BonusWhen::Shaken => flag(self.shaken),
            BonusWhen::Standard => flag(self.standard),
            BonusWhen::HeavyBattery => self.heavy,
            BonusWhen::TownBlock => self.blocks,
            BonusWhen::LightBattery => self.light,
            BonusWhen::Strongpoint => flag(self.strong_point),
            BonusWhen::Bold => flag(self.bold),
            BonusWhen::ArmyCharismatic => flag(self.army == With::Charismatic),
            BonusWhen::ArmyInspirational => flag(self.army == With::Inspirational),
            BonusWhen::ArmyImpersonal => flag(self.army == With::Impersonal),
            BonusWhen::CorpsCharismatic => flag(self.corps == With::Charismatic),
            BonusWhen::CorpsInspirational => flag(self.corps == With::Inspirational),
            BonusWhen::CorpsImpersonal => flag(self.corps == With::Impersonal),
        };
        times as i32
    }

    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.bonus.modifiers.add(&mut working, |when, per| self.times(when, per));
        working
    }
}

/// What a try brings: 2d10 and its modifiers.
///
/// # Errors
/// The umpire's pause.
pub fn bonus_impulse<D: Dice>(dice: &mut D, rules: &Rules, tries: &Try) -> Result<Gained, D::Pause> {
    let proc = rule!("empire.bonus.proc");
    if !rules.on(proc) {
        return Ok(Gained::NoRow);
    }
    let fails = rules.int(rule!("empire.bonus.fail"));
    let gained = |total: i32| {
        if fails.is_some_and(|most| total <= most) {
            return Gained::Fails;
        }
        rules.bonus.result(total).map_or(Gained::NoRow, |(rule, more)| Gained::More(rule, more))
    };
    dice.looked_up(DICE, &tries.sum(rules), gained, |gained| spoken(gained.word()))
}

// ------------------------------------------------------------------ on the table ----

engine::sight! {
    /// A unit of another friendly ME stands in the zone of this one (ruling adjacent).
    pub struct Crossed of Empire { pub me: MeId } -> bool;
    word: "crossed";
    about: |f, _| [f.me];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |f, g| is_crossed(g, f.me);
    text: |f, g| format!("Does a unit of another friendly ME stand in the zone of {}?", g.me_name(f.me));
    answers: |_, _| YesNo;
}

/// Its zone: the rectangle around its units in good morale, along their front (ruling zone).
fn is_crossed(game: &Empire, me: MeId) -> bool {
    let own: Vec<&table::Rect> = game
        .units_of(me)
        .filter(|(_, unit)| unit.in_good_morale())
        .filter_map(|(_, unit)| unit.rect())
        .collect();
    let zone = own.first().and_then(|first| table::around(first.facing(), own.iter().copied()));
    let Some((pose, footprint)) = zone else { return false };
    let zone = table::Rect::new(pose, footprint);
    let side = game.me(me).side;
    game.of(side).any(|(_, unit)| unit.me() != me && unit.rect().is_some_and(|rect| rect.overlaps(&zone)))
}

fn with(character: Option<Character>) -> With {
    match character {
        None => With::Nobody,
        Some(Character::Charismatic) => With::Charismatic,
        Some(Character::Inspirational) => With::Inspirational,
        Some(Character::Impersonal | Character::Uninspiring) => With::Impersonal,
    }
}

impl Try {
    /// An ME's try, as it is seen; `helped`: whose action has succeeded for it.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn seen<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        me: MeId,
        helped: Option<GeneralId>,
    ) -> Result<Try, U::Pause> {
        let body = game.me(me);
        let any = game.rules.plays(house!("bonus.commander", "any-of-command"));
        let counts = |leader: &Leader| {
            let with = match leader.place {
                Whereabouts::Me(with) => with == me,
                Whereabouts::Unit(unit) => game.unit(unit).me() == me,
                Whereabouts::Free(_) => false,
            };
            let commands = matches!(leader.rank, Rank::Army | Rank::Wing) || leader.corps == Some(body.corps);
            with || (any && commands)
        };
        let helper = helped.and_then(|leader| game.leader(leader));
        let leads = body.leader.and_then(|leader| game.leader(leader)).filter(|leader| leader.is_here());
        let weather = game.weather();
        let regained =
            !game.rules.plays(house!("bonus.strong-point", "regained")) || body.now.strong_points_lost > 0;
        let order = body.order.as_ref().map(|order| order.kind);
        Ok(Try {
            corps_ca: helper.is_some_and(|leader| leader.rank != Rank::Me),
            me_ca: helper.is_some_and(|leader| leader.rank == Rank::Me),
            impetus: body.impetus,
            fatigue: body.fatigue,
            won: body.now.won,
            lost: body.now.lost,
            murk: match weather.sky {
                Sky::Fog | Sky::HeavyRain | Sky::HeavySnow => Murk::Heavy,
                Sky::LightRain | Sky::Snow => Murk::Light,
                Sky::Clear if weather.mud => Murk::Light,
                Sky::Clear => Murk::Clear,
            },
            defends: order == Some(MeOrderKind::Defend) && body.began_unengaged,
            came: if body.began_unengaged { body.moved.0.max(0).unsigned_abs().div_ceil(1000) } else { 0 },
            crossed: umpire.see(game, Crossed { me })?,
            holding: game.all_of(me).filter(|(_, unit)| unit.place == Place::Holding).count() as u32,
            shaken: body.shaken,
            standard: body.now.standards_taken > 0,
            heavy: body.now.heavy_batteries,
            light: body.now.light_batteries,
            blocks: body.now.blocks_taken,
            strong_point: body.now.strong_points_taken > 0 && regained,
            bold: leads.is_some_and(|leader| leader.bold || leader.rating == Rating::Superior),
            army: with(best_with(game, me, &[Rank::Army, Rank::Wing], counts)),
            corps: with(best_with(game, me, &[Rank::Corps, Rank::Adc], counts)),
            ..Try::blank()
        })
    }
}

/// How likely a try of an ME brings it anything, if no leader helps it.
fn chance(game: &Empire, me: MeId) -> Option<Chance> {
    let facts = measuring(|eyes| Try::seen(game, eyes, me, None));
    let odds: Odds<Gained> = Odds::of(|dice| bonus_impulse(dice, &game.rules, &facts));
    let brings = |gained: &Gained| matches!(gained, Gained::More(_, more) if *more != More::Nothing);
    game.measured.then(|| odds.chance(brings))
}

/// The MEs of a side that may still try: engaged this hour, and no ME of the corps has failed (ruling bonus.tries).
pub(crate) fn may_try(game: &Empire, side: Side) -> Vec<MeId> {
    let may = |me: &MeId| {
        let body = game.me(*me);
        (body.now.was_engaged || game.is_engaged(*me))
            && !body.tried_bonus
            && !game.corps(body.corps).bonus_barred
            && game.units_of(*me).any(|(_, unit)| unit.in_good_morale())
    };
    if !game.rules.on(rule!("empire.bonus.proc")) {
        return Vec::new();
    }
    game.mes_of(side).filter(may).collect()
}

/// Phase 12: a try, or an act of the impulse that it brought.
impl InTheHour for phases::Bonus {
    type Left = Vec<UnitId>;

    fn begin(game: &mut Empire) -> Vec<UnitId> {
        command::begin(game);
        Vec::new()
    }

    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        at_will: &mut Vec<UnitId>,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause> {
        if let Some(me) = game.acting.and_then(|acting| acting.me) {
            if !onset::pending(game, umpire)? && impulse::act(game, umpire, me, at_will)? == Progress::Done {
                impulse::end(game, umpire, None)?;
            }
            return Ok(Progress::GoesOn);
        }
        game.acting = None;
        let first = game.first_side();
        for side in [first, first.enemy()] {
            let mes = may_try(game, side);
            if mes.is_empty() {
                continue;
            }
            match umpire.ask(game, BonusTry { side, mes: mes.clone() })? {
                Some(me) => tries(game, umpire, me)?,
                // No more of this side.
                None => {
                    for me in mes {
                        game.me_mut(me).tried_bonus = true;
                    }
                }
            }
            return Ok(Progress::GoesOn);
        }
        Ok(Progress::Done)
    }
}

/// An ME tries: a leader's action before it if its owner likes, then the throw.
fn tries<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    game.me_mut(me).tried_bonus = true;
    let side = game.me(me).side;
    let leaders = helpers(game, me);
    let helper = if leaders.is_empty() { None } else { umpire.ask(game, BonusHelp { side, me, leaders })? };
    let mut helped = None;
    if let Some(leader) = helper {
        let is_me = game.leader(leader).is_some_and(|leader| leader.rank == Rank::Me);
        let by = if is_me { rule!("empire.bonus.mod.me-ca") } else { rule!("empire.bonus.mod.corps-ca") };
        if command::tries(game, umpire, leader, None, by)? {
            helped = Some(leader);
        }
    }
    let facts = Try::seen(game, umpire, me, helped)?;
    let rules = std::sync::Arc::clone(&game.rules);
    let gained = bonus_impulse(umpire.hand(side), &rules, &facts)?;
    let row = match gained {
        Gained::More(rule, _) => Some(rule),
        Gained::Fails => Some(rule!("empire.bonus.fail")),
        Gained::NoRow => None,
    };
    let by: Vec<RuleId> = std::iter::once(rule!("empire.bonus.proc")).chain(row).collect();
    umpire.tell(|| Event::new(What::TriesBonus { me, result: gained.word() }, &by));
    match gained {
        Gained::Fails => {
            let corps = game.me(me).corps;
            game.corps[usize::from(corps.0)].bonus_barred = true;
        }
        Gained::NoRow | Gained::More(_, More::Nothing) => {}
        Gained::More(_, More::Firefights) => firefights(game, umpire, me)?,
        Gained::More(_, More::OneUnit) => begin(game, me, Bonus::OneUnit),
        Gained::More(_, More::Second) => {
            game.me_mut(me).now.second_impulse = true;
            begin(game, me, Bonus::Whole);
        }
        Gained::More(rule, More::SecondFatigue) => {
            if umpire.ask(game, BonusChoice { side, me })? {
                let fatigue = game.me(me).fatigue.risen(1);
                game.me_mut(me).fatigue = fatigue;
                umpire.tell(|| Event::new(What::TiresForMore { me, fatigue }, &[rule]));
                begin(game, me, Bonus::Whole);
            } else {
                begin(game, me, Bonus::OneUnit);
            }
        }
    }
    Ok(())
}

/// Leaders who could try an action for an ME: its own, and the commanders of its corps and army within reach of one of its
/// units.
fn helpers(game: &Empire, me: MeId) -> Vec<GeneralId> {
    let body = game.me(me);
    let may = |id: &GeneralId| {
        let Some(leader) = game.leader(*id).filter(|leader| leader.is_here() && leader.side == body.side)
        else {
            return false;
        };
        let is_his = match leader.rank {
            Rank::Me => leader.me == Some(me),
            Rank::Corps => leader.corps == Some(body.corps),
            Rank::Army | Rank::Wing => true,
            Rank::Brigade | Rank::Adc | Rank::Artillery => false,
        };
        let has_more = command::Attempt::of(game, leader, None).need(&game.rules).is_some();
        is_his && !leader.ended && has_more && command::is_near(game, leader, me)
    };
    game.leader_ids().filter(may).collect()
}

/// One round of the firefights of an ME that exist.
fn firefights<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    fresh(game);
    while let Some((unit, target)) = firefight::due(game, me) {
        firefight::round(game, umpire, unit, target)?;
    }
    Ok(())
}

/// No unit has done anything in the impulse that begins.
fn fresh(game: &mut Empire) {
    for unit in &mut game.units {
        unit.impulse = Default::default();
    }
    for pair in &mut game.firefights {
        pair.fought = false;
    }
}

fn begin(game: &mut Empire, me: MeId, bonus: Bonus) {
    fresh(game);
    let side = game.me(me).side;
    let segment = Segment::Manoeuvre;
    game.acting = Some(Acting { side, me: Some(me), segment, bonus: Some(bonus), answered: false });
}

// ------------------------------------------------------------------- questions ----

/// Which ME tries for a bonus impulse.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BonusTry {
    pub side: Side,
    pub mes: Vec<MeId>,
}

impl Ask<Empire> for BonusTry {
    const WORD: &'static str = "bonus";
    const ROUTINE: Option<Routine> = Some(Routine::never("Try for a bonus impulse"));
    type Granted = Option<MeId>;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<Option<MeId>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Me(me) if self.mes.contains(me) => Ok(Some(*me)),
            Answer::Yes | Answer::Unit(_) | Answer::Me(_) | Answer::Option(_) | Answer::Act(_) => {
                not_an_answer("an ME that may try, or no more.")
            }
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, _: &Empire) -> String {
        "Which manoeuvre element (ME) tries for a bonus impulse?".to_owned()
    }

    fn waited_for(&self, _: &Empire) -> String {
        "who tries for a bonus impulse.".to_owned()
    }

    fn beforehand(&self, _: &Empire, value: &str) -> Option<Answer> {
        Routine::said(value)
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::choose(None);
        for me in &self.mes {
            let offer = Offer::new(game.me_name(*me), "", Answer::Me(*me)).of(game.me_name(*me));
            form.offers.push(offer.with_chance(chance(game, *me)));
        }
        Form { goes_on: true, ..form.or("No more", "", Answer::No) }
    }
}

/// Whether a leader tries an action for it first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BonusHelp {
    pub side: Side,
    pub me: MeId,
    pub leaders: Vec<GeneralId>,
}

impl Ask<Empire> for BonusHelp {
    const WORD: &'static str = "bonus-help";
    const ROUTINE: Option<Routine> = Some(Routine::never("A leader helps to a bonus impulse"));
    type Granted = Option<GeneralId>;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<Option<GeneralId>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Option(place) => match self.leaders.get(usize::from(*place)) {
                Some(leader) => Ok(Some(*leader)),
                None => not_an_answer("a leader who may try."),
            },
            Answer::Yes | Answer::Unit(_) | Answer::Me(_) | Answer::Act(_) => {
                not_an_answer("a leader who may try, or nobody.")
            }
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("Which leader tries an action for the bonus of {}?", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("who helps {} to more.", game.me_name(self.me))
    }

    fn beforehand(&self, _: &Empire, value: &str) -> Option<Answer> {
        Routine::said(value)
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::choose(None).about(game.me_name(self.me));
        for (place, leader) in (0..).zip(&self.leaders) {
            let name = game.leader(*leader).map(|leader| leader.name.to_string()).unwrap_or_default();
            let offer = Offer::new(name, "", Answer::Option(place));
            form.offers.push(offer.with_chance(command::chance(game, *leader, None)));
        }
        form.or("Nobody", "", Answer::No)
    }
}

/// A second impulse at the price of fatigue, or one unit's action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BonusChoice {
    pub side: Side,
    pub me: MeId,
}

impl YesOrNo<Empire> for BonusChoice {
    const WORD: &'static str = "bonus-choice";

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("Does {} take a second impulse and tire, or one unit's action?", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("how much {} does.", game.me_name(self.me))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let form = Form::choose(None).about(game.me_name(self.me));
        form.or("A second impulse, and tire", "", Answer::Yes).or("One unit's action", "", Answer::No)
    }
}
