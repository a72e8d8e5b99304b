//! Bombardment, phase 11: which batteries may, their fire, what bounces on through the target, and buildings set aflame.

use crate::charts::Rules;
use crate::charts::bombardment::BounceColumn;
use crate::charts::shared::DICE;
use crate::ids::{BombardmentWhen, BounceWhen, GunneryWhen, house, rule};
use crate::rules::counter_battery::{Shell, Struck, strike, suffer};
use crate::rules::gunnery::{
    Fired, How, Score, Shot, Throw, is_in_action, may_aim, over_friends, score_hits, throw,
};
use crate::rules::leader_loss::left_behind;
use crate::rules::losses::lose;
use crate::rules::measure::{RangeTo, enemies_near, going, one_word, woods};
use crate::rules::musketry::Target;
use crate::rules::unit_morale::{Cause, Reason};
use crate::state::answer::{Answer, Refusal};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::structure::StructureId;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{
    Ammunition, Arm, Band, Cover, Formation, Going, GunWeight, MeKind, Nation, Place, Rank, Woods,
};
use dice::Dice;
use engine::desk::{FactSet as _, flag, number, without, word};
use engine::{Ask, Form, FormKind, Offer, Side, Umpire, not_an_answer};
use rulebook::RuleId;
use serde::Serialize;
use table::{Inches, Kind, Pose, Rect, strip_ahead};

rulebook::words!(
    /// How quickly a battery fires: paced, or intensive where it has done nothing else.
    Rate { Paced = "paced", Intensive = "intensive" }
);
rulebook::words!(
    /// Whether a battery is one of a grand battery, and who leads that.
    Grand { No = "no", Led = "led", Leaderless = "leaderless" }
);
rulebook::words!(
    /// The ground on which balls bounce.
    BounceGround { Rolling = "rolling", Rocky = "rocky", Marchfield = "marchfield", Rough = "rough" }
);
rulebook::words!(
    /// What ends the way of a bouncing ball before it comes to a unit.
    Ends {
        Nothing = "nothing",
        Woods = "woods",
        Marsh = "marsh",
        Swamp = "swamp",
        Water = "water",
        Uphill = "uphill",
    }
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

engine::facts! {
    /// A ball that goes on through the target, and one unit behind it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Bounce of Rules {
        pub weight: GunWeight = GunWeight::Medium, word "weight" |name, _| word(name, "the weight of the guns", GunWeight::NAMES, Some("medium"));
        pub rate: Rate = Rate::Paced, word "rate" |name, _| word(name, "how quickly they fire", Rate::NAMES, Some("paced"));
        pub ground: BounceGround = BounceGround::Rolling, word "ground" |name, _| word(name, "the ground", BounceGround::NAMES, Some("rolling"));
        pub mud: bool = false, plain "mud" |name, _| flag(name, "mud");
        pub limbered: bool = false, plain "limbered" |name, _| flag(name, "limbered guns");
        pub unlimbered: bool = false, plain "unlimbered" |name, _| flag(name, "unlimbered guns");
        pub dense: bool = false, plain "dense" |name, _| flag(name, "a column, a square or ordre mixte");
        pub unformed: bool = false, plain "unformed" |name, _| flag(name, "an unformed unit");
        pub partial: bool = false, plain "partial" |name, _| flag(name, "less than half of the unit is in the zone");
        pub town: bool = false, plain "town" |name, _| flag(name, "it stands in a light or medium town");
        pub contours: u32 = 0, plain "contours" |name, _| number(name, "contours down from the target", 0, 8, Some(0));
        pub ends: Ends = Ends::Nothing, word "ends" |name, _| word(name, "what lies on the way to it", Ends::NAMES, Some("nothing"));
    }
}

engine::facts! {
    /// Setting a building aflame.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Aflame of Rules {
        pub cover: Cover = Cover::Light, word "cover" |name, _| word(name, "the class of the building", &["light", "medium", "heavy", "super"], Some("light"));
        pub pounds: u32 = 6, plain "pounds" |name, _| number(name, "pounds of the guns", 3, 36, Some(6)).usual([6, 12, 18]);
        pub sections: u32 = 1, plain "sections" |name, _| number(name, "sections that fire", 1, 8, Some(3));
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
            added: facts.sum(rules).total(),
            low: facts.shot.runs_low(rules),
            ammunition: facts.shot.ammunition,
            sections: facts.shot.firing(rules),
            cells: row.map(|row| &row.cells).filter(|_| rules.on(rule!("empire.arty.proc.chart"))),
        },
    )
}

// --------------------------------------------------------------- bounce ----

impl Bounce {
    fn times(&self, when: BounceWhen, per: i32) -> i32 {
        i32::from(match when {
            BounceWhen::Rocky => self.ground == BounceGround::Rocky,
            BounceWhen::Marchfield => self.ground == BounceGround::Marchfield,
            BounceWhen::Rough => self.ground == BounceGround::Rough,
            BounceWhen::Limbered => self.limbered,
            BounceWhen::Dense => self.dense,
            BounceWhen::Intensive => self.rate == Rate::Intensive,
            BounceWhen::Paced => self.rate == Rate::Paced,
            BounceWhen::Partial => self.partial,
            BounceWhen::Muddy => self.mud,
            BounceWhen::Town => self.town,
            BounceWhen::Contours => self.contours as i32 >= per,
        })
    }

    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.bombardment.bounce_modifiers.add(&mut working, |when, per| self.times(when, per));
        working
    }

    /// The rule by which no ball comes to this unit.
    pub fn stopped(&self, rules: &Rules) -> Option<RuleId> {
        let most = rules.int(rule!("empire.bounce.none.4-plus-contours"));
        let steep = most.is_some_and(|most| self.contours as i32 >= most);
        let bars = [
            (self.ends == Ends::Woods, rule!("empire.bounce.none.woods")),
            (self.ends == Ends::Marsh, rule!("empire.bounce.none.marsh")),
            (self.ends == Ends::Swamp, rule!("empire.bounce.none.swamp")),
            (self.ends == Ends::Water, rule!("empire.bounce.none.water")),
            (self.ends == Ends::Uphill, rule!("empire.bounce.none.uphill")),
            (self.unlimbered, rule!("empire.bounce.none.unlimbered-guns")),
            (self.unformed, rule!("empire.bounce.none.unformed")),
            (steep, rule!("empire.bounce.none.4-plus-contours")),
        ];
        bars.into_iter().find(|(is_so, rule)| *is_so && rules.on(*rule)).map(|(_, rule)| rule)
    }

    /// What the unit's die needs at a roll of the battery (ruling bounce.cells).
    pub fn score(&self, rules: &Rules, roll: i32) -> Score {
        let numbers = &rules.bombardment;
        if self.stopped(rules).is_some() || !numbers.bounces() {
            return Score::NOTHING;
        }
        let total = roll + self.sum(rules).total();
        let under = rules.on(rule!("empire.bounce.under5"));
        let column = numbers.column(total).or(Some(BounceColumn::From5).filter(|_| !under));
        let row = numbers.bounce.iter().find(|row| row.weight == self.weight);
        match (column, row) {
            (Some(column), Some(row)) => bounce_cell(rules, row.cells.get(column)),
            _ => Score::NOTHING,
        }
    }
}

impl Bounce {
    /// The row of the guns, or that such a total is none of the chart's.
    fn row(&self, rules: &Rules, roll: i32) -> Option<RuleId> {
        let under = rule!("empire.bounce.under5");
        if rules.on(under) && rules.bombardment.column(roll + self.sum(rules).total()).is_none() {
            return Some(under);
        }
        rules.bombardment.bounce.iter().find(|row| row.weight == self.weight).map(|row| row.rule)
    }
}

/// A cell of bounce-through: as those of the guns, or a step of the ladder for each number.
fn bounce_cell(rules: &Rules, cell: u32) -> Score {
    let ladder = rules.plays(house!("bounce.cells", "ladder")) && cell > 1;
    Score::of_cell(if ladder { (cell - 1) * 2 } else { cell })
}

/// The battery's roll of bounce-through, as it is read; without it nothing bounces.
///
/// # Errors
/// The umpire's pause.
fn bounce_roll<D: Dice, T: Copy + Ord>(
    dice: &mut D,
    rules: &Rules,
    reading: impl Fn(i32) -> T,
) -> Result<Option<T>, D::Pause> {
    if !rules.on(rule!("empire.bounce.proc.roll")) {
        return Ok(None);
    }
    dice.read(DICE, |roll| reading(roll as i32)).map(Some)
}

/// The die of one unit in the zone.
///
/// # Errors
/// The umpire's pause.
fn bounce_die<D: Dice>(dice: &mut D, rules: &Rules, score: Score) -> Result<u32, D::Pause> {
    if !rules.on(rule!("empire.bounce.proc.d6")) {
        return Ok(0);
    }
    score_hits(dice, rules, score, 1)
}

/// What a ball does that bounces on to one unit: 2d10 for the battery, a D6 for the unit.
///
/// # Errors
/// The umpire's pause.
pub fn bounces<D: Dice>(dice: &mut D, rules: &Rules, facts: &Bounce) -> Result<u32, D::Pause> {
    match bounce_roll(dice, rules, |roll| facts.score(rules, roll))? {
        None => Ok(0),
        Some(score) => bounce_die(dice, rules, score),
    }
}

// ---------------------------------------------------------------- fires ----

impl Aflame {
    /// What the sections beyond the first add.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        if let Some((rule, each, most)) = rules.bombardment.sections {
            let added = ((self.sections as i32 - 1).max(0) * each).min(most);
            if added != 0 {
                working.add(rule, added);
            }
        }
        working
    }

    /// The total needed, and by which row; guns of just that calibre are among the heavier (ruling aflame.eighteen).
    pub fn needs(&self, rules: &Rules) -> Option<(RuleId, i32)> {
        let split = rules.int(rule!("empire.aflame.proc"))?;
        let (rule, [under, over]) = rules.bombardment.aflame(self.cover)?;
        Some((rule, if self.pounds as i32 >= split { over } else { under }))
    }
}

/// Whether a building is set aflame: 2d10 and a little for each further section.
///
/// # Errors
/// The umpire's pause.
pub fn sets_aflame<D: Dice>(dice: &mut D, rules: &Rules, facts: &Aflame) -> Result<bool, D::Pause> {
    let Some((_, needed)) = facts.needs(rules) else { return Ok(false) };
    let added = facts.sum(rules).total();
    dice.read(DICE, |total| total as i32 + added >= needed)
}

// -------------------------------------------------------------- on the table ----

/// A battery as the chart of who may bombard has it, at a target so far off.
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
    let near = enemies_near(game, unit, far).into_iter().filter(|(_, id)| may_aim(game, unit, *id, true));
    near.flat_map(|(range, target)| of_target(game, unit, target, range)).collect()
}

/// The rule by which a battery may bombard nobody of those it could reach.
fn bars(game: &Empire, unit: UnitId) -> Option<RuleId> {
    let body = game.unit(unit);
    let guns = body.profile.guns.filter(|_| !body.hour.bombarded)?;
    let (_, [_, _, far]) = game.rules.bombardment.ends(guns.weight)?;
    let mut near = enemies_near(game, unit, far).into_iter();
    let (range, _) = near.find(|(_, target)| may_aim(game, unit, *target, true))?;
    eligible(game, unit, range).may(&game.rules, Rate::Paced).err()?
}

/// The rates at which a battery may fire at a target so far off, and the building it stands in.
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

engine::which!(
    Empire;
    /// Enemies a battery may bombard.
    BombardTargetsOf { unit: UnitId } of UnitId,
    |f, g| {
        let mut targets: Vec<UnitId> = Vec::new();
        for mission in missions(g, f.unit) {
            let (Mission::At(target, _) | Mission::Burn(target, _)) = mission;
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    },
    |f, g| format!("Which enemies may {} bombard: in range, arc and somebody's sight?", g.name(f.unit))
);

/// The batteries that may bombard, those of the side with initiative first (ruling bombard.order).
pub(crate) fn order(game: &Empire) -> Vec<UnitId> {
    let first = game.first_side();
    let of = |side: Side| {
        let guns = game.of(side).filter(|(_, unit)| is_in_action(unit) && !unit.hour.bombarded);
        guns.map(|(id, _)| id).collect::<Vec<_>>()
    };
    [of(first), of(first.enemy())].concat()
}

/// One battery bombards, or does not. Says whether the phase is over.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn step<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<bool, U::Pause> {
    let Some(unit) = game.stage.left_units.first().copied() else { return Ok(true) };
    game.stage.left_units.remove(0);
    if !is_in_action(game.unit(unit)) {
        return Ok(false);
    }
    let mut choices = Vec::new();
    for target in umpire.see(game, BombardTargetsOf { unit })? {
        let range = umpire.see(game, RangeTo { unit, target })?;
        choices.extend(of_target(game, unit, target, range));
    }
    choices.truncate(usize::from(u8::MAX));
    if choices.is_empty() {
        if let Some(rule) = bars(game, unit) {
            umpire.tell(|| Event::new(What::MayNotBombard { unit }, &[rule]));
        }
        return Ok(false);
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
    Ok(false)
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
        let range = umpire.see(game, RangeTo { unit, target })?;
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

/// A battery bombards a target, and its balls go on behind it. Says who was struck, for whoever lets them test.
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
    // Whoever stands behind the target stands there when the balls come, whatever becomes of the target.
    let zone = umpire.see(game, BounceZone { unit, target })?;
    let mut behind = Vec::new();
    for id in zone {
        behind.push((id, Bounce::seen(game, umpire, (unit, target, id), rate)?));
    }
    let rules = std::sync::Arc::clone(&game.rules);
    let (sections, working) = (facts.shot.firing(&rules), facts.sum(&rules));
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
        Event::with(What::Bombards { unit, target, sections, hits }, &by, working)
    });
    let battery = game.unit_mut(unit);
    battery.hour.bombarded = true;
    battery.has_fired = true;
    if std::mem::replace(&mut battery.ammunition, ammunition) != ammunition {
        let by = crate::rules::musketry::low_cites(false, facts.shot.low_country);
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

/// A battery tries to set a building aflame instead of hitting anybody (ruling fires).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn burn<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    structure: StructureId,
) -> Result<(), U::Pause> {
    let Some(cover) = game.structure(structure).map(|it| it.cover) else { return Ok(()) };
    let body = game.unit(unit);
    let facts = Aflame {
        cover,
        pounds: body.profile.guns.map_or(0, |guns| guns.pounds),
        sections: crate::rules::gunnery::sections(&game.rules, body),
        ..Aflame::blank()
    };
    let (side, rules) = (body.side(), std::sync::Arc::clone(&game.rules));
    let burns = sets_aflame(umpire.hand(side), &rules, &facts)?;
    let row = facts.needs(&rules).map_or(rule!("empire.aflame.proc"), |(rule, _)| rule);
    umpire.tell(|| {
        let what = What::SetsAflame { unit, structure, burns };
        Event::with(what, &[rule!("empire.aflame.proc"), row], facts.sum(&rules))
    });
    if let Some(it) = game.structures.get_mut(usize::from(structure.0)).filter(|_| burns) {
        it.aflame = true;
    }
    let battery = game.unit_mut(unit);
    battery.hour.bombarded = true;
    battery.has_fired = true;
    Ok(())
}

/// Whoever is still in a burning structure when the impulses are over loses figures (ruling fires).
pub(crate) fn burn_on<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) {
    let figures = game.rules.number(house!("fires.loses")).unsigned_abs();
    let burning = game.structures.iter().filter(|structure| structure.aflame);
    let inside: Vec<UnitId> = burning.flat_map(|structure| structure.garrison.iter().copied()).collect();
    for unit in inside.into_iter().filter(|_| figures > 0) {
        umpire.tell(|| Event::ruled(What::InFire { unit }, house!("fires")));
        lose(game, umpire, unit, figures, rule!("empire.aflame.proc"));
        left_behind(game, unit);
    }
}

// ----------------------------------------------------- the bounce zone ----

/// The strip as wide as the battery behind the target along the line of fire (ruling bounce.zone).
pub fn zone(game: &Empire, unit: UnitId, target: UnitId) -> Option<Rect> {
    let (guns, aim) = (game.unit(unit).rect()?, game.unit(target).rect()?);
    let from = guns.front_centre().stored();
    let middle = aim.centre().stored();
    if from == middle {
        return None;
    }
    let along = from.bearing_to(middle);
    let depth = game.unit(target).footprint();
    let behind = middle.ahead(along, Inches(depth.width.0.min(depth.depth.0) / 2));
    let width = game.unit(unit).footprint().width;
    Some(strip_ahead(Pose { at: behind, facing: along }, width, game.rules.ruled(house!("bounce.depth"))))
}

engine::which!(
    Empire;
    /// Units behind a target into which balls may bounce.
    BounceZone { unit: UnitId, target: UnitId } of UnitId,
    |f, g| {
        let Some(zone) = zone(g, f.unit, f.target) else { return Vec::new() };
        let near = g.units.near(zone.bounds(), Inches::ZERO);
        let inside = near.filter(|(id, _, rect)| *id != f.target && *id != f.unit && rect.overlaps(&zone));
        inside.map(|(id, ..)| id).collect()
    },
    |f, g| {
        let depth = engine::wording::inches(g.rules.ruled(house!("bounce.depth")).0, false);
        format!("Which units are within {depth} behind {}, on the line of fire of {}?", g.name(f.target), g.name(f.unit))
    }
);

engine::yes_no!(
    Empire;
    /// Less than half of a unit is in the zone: its middle is not.
    PartlyInZone { unit: UnitId, target: UnitId, behind: UnitId },
    |f, g| {
        let centre = g.unit(f.behind).rect().map(|rect| rect.centre().stored());
        zone(g, f.unit, f.target).zip(centre).is_none_or(|(zone, centre)| !zone.contains(centre))
    },
    |f, g| format!("Is less than half of {} in the zone?", g.name(f.behind))
);

one_word!(
    /// What ends the way of a ball from a target to a unit behind it (ruling bounce.ground).
    EndsBounce { target: UnitId, behind: UnitId } of Ends,
    |f, g| ends(g, f.target, f.behind),
    |f, g| format!("What lies between {} and {}, or under it?", g.name(f.target), g.name(f.behind))
);

/// Contours gone down from a target to a unit behind it.
pub struct ContoursDown {
    pub target: UnitId,
    pub behind: UnitId,
}

impl engine::Fact<Empire> for ContoursDown {
    type Value = u32;

    fn measure(&self, game: &Empire) -> u32 {
        climb(game, self.target, self.behind).map_or(0, |climb| climb.down())
    }

    fn put(&self, game: &Empire) -> engine::FactAsked {
        let text =
            format!("How many contours is {} below {}?", game.name(self.behind), game.name(self.target));
        engine::FactAsked::one_of(text, &["none", "1", "2", "3", "4 or more"])
    }

    fn seen(&self, _: &Empire, answer: &[u32]) -> Option<u32> {
        let [contours] = answer else { return None };
        (*contours <= 4).then_some(*contours)
    }
}

fn climb(game: &Empire, target: UnitId, behind: UnitId) -> Option<table::Climb> {
    let centre = |unit: UnitId| Some(game.unit(unit).rect()?.centre().stored());
    Some(game.scenario.terrain.climb(&[centre(target)?, centre(behind)?]))
}

/// What ends the way of a ball: the ground under the unit, then what lies between.
fn ends(game: &Empire, target: UnitId, behind: UnitId) -> Ends {
    let Some(rect) = game.unit(behind).rect() else { return Ends::Nothing };
    let terrain = &game.scenario.terrain;
    let of = |kind: Kind| match kind {
        Kind::Woods => Some(Ends::Woods),
        Kind::Marsh => Some(Ends::Marsh),
        Kind::Stream | Kind::River | Kind::Ford => Some(Ends::Water),
        _ => None,
    };
    if woods(game, behind) != Woods::None {
        return Ends::Woods;
    }
    if let Some(here) = terrain.touched(rect).find_map(|(_, feature)| of(feature.kind)) {
        return here;
    }
    if game.rules.plays(house!("bounce.ground", "from-target")) {
        let centres = game.unit(target).rect().map(|aim| (aim.centre().stored(), rect.centre().stored()));
        let crossed = |ending: Ends| {
            centres.is_some_and(|(from, to)| {
                terrain.crossed(from, to, |feature| of(feature.kind) == Some(ending)) > Inches::ZERO
            })
        };
        if let Some(ending) = [Ends::Woods, Ends::Marsh, Ends::Water].into_iter().find(|it| crossed(*it)) {
            return ending;
        }
    }
    let up = climb(game, target, behind).is_some_and(|climb| climb.up() > 0);
    if up { Ends::Uphill } else { Ends::Nothing }
}

impl Bounce {
    /// One unit behind a target, as it is seen.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn seen<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        (unit, target, behind): (UnitId, UnitId, UnitId),
        rate: Rate,
    ) -> Result<Bounce, U::Pause> {
        let body = game.unit(behind);
        let cover = body.inside.and_then(|id| game.structure(id)).map(|structure| structure.cover);
        let is_line = body.formation == Formation::Line && body.arm() == Arm::Infantry;
        let mixte = is_line && umpire.see(game, crate::rules::measure::Mixte { unit: behind })?;
        Ok(Bounce {
            weight: game.unit(unit).profile.guns.map_or(GunWeight::Medium, |guns| guns.weight),
            rate,
            ground: match umpire.see(game, GoingBehind { unit: behind })? {
                Going::Marchfield => BounceGround::Marchfield,
                Going::Rolling => BounceGround::Rolling,
                Going::Rough => BounceGround::Rough,
            },
            mud: game.weather().mud,
            limbered: body.formation == Formation::Limbered,
            unlimbered: body.formation == Formation::Unlimbered,
            dense: is_dense(body, mixte),
            unformed: body.formation.is_unformed(),
            partial: umpire.see(game, PartlyInZone { unit, target, behind })?,
            town: matches!(cover, Some(Cover::Light | Cover::Medium)),
            contours: umpire.see(game, ContoursDown { target, behind })?,
            ends: umpire.see(game, EndsBounce { target, behind })?,
            ..Bounce::blank()
        })
    }
}

one_word!(
    /// How the country goes where a unit stands.
    GoingBehind { unit: UnitId } of Going,
    |f, g| going(g, f.unit),
    |f, g| format!("How does the country go where {} stands?", g.name(f.unit))
);

fn is_dense(unit: &Unit, is_mixte: bool) -> bool {
    let target = crate::rules::musketry::target_of(unit, is_mixte);
    matches!(target, Target::Column | Target::ClosedColumn | Target::Square | Target::Mixte)
}

// ------------------------------------------------------------ the question ----

/// What a battery bombards, if anything.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bombardment {
    pub side: Side,
    pub unit: UnitId,
    pub missions: Vec<Mission>,
}

impl Ask<Empire> for Bombardment {
    const WORD: &'static str = "bombard";
    type Granted = Option<Mission>;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<Option<Mission>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Option(place) if usize::from(*place) < self.missions.len() => {
                Ok(self.missions.get(usize::from(*place)).copied())
            }
            _ => not_an_answer("one of the targets, or nobody."),
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("What does {} bombard, and how quickly?", game.name(self.unit))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("what {} bombards.", game.name(self.unit))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::new(FormKind::Target, Some(self.unit));
        for (place, mission) in (0..=u8::MAX).zip(&self.missions) {
            let (target, text) = match mission {
                Mission::At(target, rate) => (*target, format!("{}, {rate}", game.name(*target))),
                Mission::Burn(target, structure) => {
                    let name = game.structure(*structure).map_or("the building", |it| &it.name);
                    (*target, format!("set {name} aflame"))
                }
            };
            form.offers.push(Offer { unit: Some(target), ..Offer::new(text, "", Answer::Option(place)) });
            if !form.lit.contains(&target) {
                form.lit.push(target);
            }
        }
        form.or("Hold fire", "", Answer::No)
    }
}
