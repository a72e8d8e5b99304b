//! Small arms: how many fire, what their total is, how many fall, and whether ammunition runs low.

use crate::charts::Rules;
use crate::ids::{FireWhen, house, rule};
use crate::rules::fire::counter_battery::{Shell, strike};
use crate::rules::frame::{QUARTERS, Quarters};
use crate::rules::ground::measure::{
    ComesFrom, CoverOf, Mixte, RangeTo, Stick, WoodsOf, enemies_near, front_rank, is_in_arc, sees,
};
use crate::state::answer::Refusal;
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{
    Ammunition, Arm, Aspect, Band, Column, Cover, Formation, Grade, Muskets, Sky, Weapon, Woods,
};
use dice::Dice;
use dice::{Pool, Test};
use engine::desk::{FactSet as _, flag, number, word};
use engine::tested::{row_of, table};
use engine::{Umpire, refuse, why};
use rulebook::RuleId;
use table::Inches;

rulebook::words!(
    /// Who is fired at, as the chart has it.
    Target {
        Line = "line",
        Mixte = "ordre-mixte",
        Column = "column",
        ClosedColumn = "closed-column",
        Square = "square",
        Artillery = "artillery",
        Skirmish = "skirmish",
        SemiSkirmish = "semi-skirmish",
    }
);
rulebook::words!(
    /// Whether horse charges the firer; uphill or in mud it is slow.
    Charging { No = "no", Horse = "horse", SlowHorse = "slow-horse" }
);

/// What small arms are read with, one of the two dice also for ammunition (ruling ammo.die).
const DICE: [&str; 2] = ["fire", "ammunition"];

engine::facts! {
    /// What a volley rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Volley of Rules {
        pub figures: u32 = 1, plain "figures" |name, _| number(name, "figures that fire", 1, 60, Some(12)).usual([6, 12, 18, 24]);
        pub grade: Grade = Grade::Veteran, word "grade" |name, _| word(name, "the grade of whoever fires", Grade::NAMES, Some("veteran"));
        pub weapon: Weapon = Weapon::Musket, word "weapon" |name, _| word(name, "what is fired", &["musket", "rifle"], Some("musket"));
        pub muskets: Muskets = Muskets::Usual, word "muskets" |name, _| word(name, "how good the muskets are", Muskets::NAMES, Some("usual"));
        pub band: Band = Band::Short, word "range" |name, _| word(name, "the range", Band::NAMES, Some("short"));
        pub two_ranks: bool = false, plain "two-ranks" |name, _| flag(name, "fires in two ranks");
        pub first: bool = false, plain "first-fire" |name, _| flag(name, "it is their first fire");
        pub disordered: bool = false, plain "disordered" |name, _| flag(name, "whoever fires is disordered");
        pub shaken: bool = false, plain "shaken" |name, _| flag(name, "their ME is shaken");
        pub square: bool = false, plain "from-square" |name, _| flag(name, "fires from square");
        pub horseback: bool = false, plain "horseback" |name, _| flag(name, "fires from horseback");
        pub woods: Woods = Woods::None, word "woods" |name, _| word(name, "woods they fire from", Woods::NAMES, Some("none"));
        pub by_old_guard: bool = false, plain "charged-by-old-guard" |name, _| flag(name, "the Old Guard charges them");
        pub opportunity: bool = false, plain "opportunity" |name, _| flag(name, "opportunity fire");
        pub firefight: bool = false, plain "firefight" |name, _| flag(name, "a firefight");
        pub ammunition: Ammunition = Ammunition::Normal, word "ammunition" |name, _| word(name, "ammunition left", Ammunition::NAMES, Some("normal"));
        pub low_country: bool = false, plain "low-ammunition" |name, _| flag(name, "an army of little ammunition");
        pub sky: Sky = Sky::Clear, word "sky" |name, _| word(name, "the weather", &["clear", "light-rain", "heavy-rain"], Some("clear"));
        pub target: Target = Target::Line, word "target" |name, _| word(name, "who is fired at", Target::NAMES, Some("line"));
        pub enfilade: bool = false, plain "enfilade" |name, _| flag(name, "it strikes a flank or the rear");
        pub cover: Cover = Cover::None, word "cover" |name, _| word(name, "the target's cover", Cover::NAMES, Some("none"));
        pub charging: Charging = Charging::No, word "charging" |name, _| word(name, "whether horse charges", Charging::NAMES, Some("no"));
    }
}

engine::facts! {
    /// A look at the table of casualties alone.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct SmallArms of Rules {
        pub figures: u32 = 1, plain "figures" |name, _| number(name, "figures that fire", 1, 60, Some(12));
        pub total: u32 = 0, plain "total" |name, _| number(name, "dice and modifiers together; 0 for anything less", 0, 60, Some(11));
    }
}

engine::facts! {
    /// How far small arms carry.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Reach of Rules {
        pub weapon: Weapon = Weapon::Musket, word "weapon" |name, _| word(name, "what is fired", &["musket", "rifle"], Some("musket"));
        pub inches: Quarters = Quarters(Inches::whole(1)), plain "inches" |name, _| word(name, "the distance in inches", QUARTERS, Some("2"));
    }
}

/// What a volley does. Falls that read the same are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fired {
    pub casualties: u32,
    /// What is left after it.
    pub ammunition: Ammunition,
}

impl Volley {
    /// How often a modifier counts.
    fn times(&self, rules: &Rules, when: FireWhen) -> i32 {
        let formed = !matches!(self.target, Target::Skirmish | Target::SemiSkirmish | Target::Square);
        let is_slow = self.charging == Charging::SlowHorse;
        let all_horse = rules.plays(house!("fire.landwehr", "all-cavalry"));
        i32::from(match when {
            FireWhen::OldGuard => self.grade == Grade::OldGuard,
            FireWhen::Guard => self.grade == Grade::Guard,
            FireWhen::Grenadier => self.grade == Grade::Grenadier,
            FireWhen::Elite => self.grade == Grade::Elite,
            FireWhen::Crack => self.grade == Grade::Crack,
            FireWhen::Regular => self.grade == Grade::Regular,
            FireWhen::Conscript => self.grade == Grade::Conscript,
            FireWhen::Landwehr => self.grade == Grade::Landwehr || (all_horse && self.horseback),
            FireWhen::Militia => self.grade == Grade::Militia,
            FireWhen::Rabble => self.grade == Grade::Rabble,
            FireWhen::TwoRank => self.two_ranks,
            FireWhen::FirstFire => self.first && self.grade.is_at_least(Grade::Regular),
            FireWhen::Disordered => self.disordered,
            FireWhen::Shaken => self.shaken,
            FireWhen::FromSquare => self.square,
            FireWhen::ChargedOg => self.by_old_guard,
            FireWhen::Horseback => self.horseback,
            FireWhen::WoodsLight => self.woods == Woods::Light,
            FireWhen::WoodsMedium => self.woods == Woods::Medium,
            FireWhen::WoodsHeavy => self.woods == Woods::Heavy,
            FireWhen::Enfilade => self.enfilade && formed,
            FireWhen::MusketPoor => self.weapon == Weapon::Musket && self.muskets == Muskets::Poor,
            FireWhen::MusketSuperior => self.weapon == Weapon::Musket && self.muskets == Muskets::Superior,
            FireWhen::Opportunity => self.opportunity,
            FireWhen::AmmoDepleted => self.ammunition == Ammunition::Depleted,
            FireWhen::AmmoExhausted => self.ammunition == Ammunition::Exhausted,
            FireWhen::LightRain => self.sky == Sky::LightRain,
            FireWhen::HeavyRain => self.sky == Sky::HeavyRain,
            FireWhen::FirefightMusket => self.firefight && self.weapon == Weapon::Musket,
            FireWhen::TMixte => self.target == Target::Mixte,
            FireWhen::TColumn => self.target == Target::Column,
            FireWhen::TClosed => self.target == Target::ClosedColumn,
            FireWhen::TSquare => self.target == Target::Square,
            FireWhen::TArtillery => self.target == Target::Artillery,
            FireWhen::TSkirmish => self.target == Target::Skirmish,
            FireWhen::TSemi => self.target == Target::SemiSkirmish,
            FireWhen::CoverLight => self.cover == Cover::Light,
            FireWhen::CoverMedium => self.cover == Cover::Medium,
            FireWhen::CoverHeavy => self.cover == Cover::Heavy,
            FireWhen::CoverSuper => self.cover == Cover::Super,
            // What is said of slow horse stands in place of this.
            FireWhen::TChargingCav => {
                let slow = rules.on(rule!("empire.fire.mod.t-charging-cav-slow"));
                self.charging == Charging::Horse || (is_slow && !slow)
            }
            FireWhen::TChargingCavSlow => is_slow,
        })
    }

    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.musketry.modifiers.add(&mut working, |when, _| self.times(rules, when));
        working
    }

    /// The table and its row, how far the weapon carries, and what the range leaves.
    fn cites(&self, rules: &Rules) -> Vec<RuleId> {
        let row = rules.musketry.row(self.firing(rules)).map(|row| row.rule);
        let far = rules.shared.ends(self.weapon).map(|(rule, _)| rule);
        let share = match self.band {
            Band::Short => None,
            Band::Medium => Some(rule!("empire.fire.range.medium")),
            Band::Long => Some(rule!("empire.fire.range.long")),
        };
        let split = rule!("empire.smallarms.low");
        let split = Some(split).filter(|rule| self.firing(rules) > rules.musketry.most() && rules.on(*rule));
        [Some(rule!("empire.smallarms.proc")), row, far, share, split].into_iter().flatten().collect()
    }

    /// The share of figures, or of casualties, at a range.
    fn shared(&self, rules: &Rules, whole: u32) -> u32 {
        let rule = match self.band {
            Band::Short => return whole,
            Band::Medium => rule!("empire.fire.range.medium"),
            Band::Long => rule!("empire.fire.range.long"),
        };
        rules.ratio(rule).map_or(whole, |(part, of)| whole * part / of)
    }

    /// The figures that count (ruling fire.share).
    pub fn firing(&self, rules: &Rules) -> u32 {
        if rules.plays(house!("fire.share", "figures")) {
            self.shared(rules, self.figures)
        } else {
            self.figures
        }
    }

    /// How many fall at a total.
    fn casualties(&self, rules: &Rules, total: i32) -> u32 {
        let casualties = small_arms(rules, self.firing(rules), total);
        if rules.plays(house!("fire.share", "casualties")) {
            self.shared(rules, casualties)
        } else {
            casualties
        }
    }

    /// At this or less on its die ammunition runs low; `None`: never.
    pub fn runs_low(&self, rules: &Rules) -> Option<i32> {
        runs_low(rules, self.firefight, self.low_country)
    }
}

/// At this or less on its die ammunition runs low, of small arms and of guns; `None`: never.
pub fn runs_low(rules: &Rules, firefight: bool, low_country: bool) -> Option<i32> {
    if !rules.on(rule!("empire.ammo.die")) {
        return None;
    }
    let rule = if firefight { rule!("empire.ammo.firefight") } else { rule!("empire.ammo.normal") };
    let more = rules.int(rule!("empire.ammo.low-country")).filter(|_| low_country);
    Some(rules.int(rule)? + more.unwrap_or(0))
}

/// By which rules ammunition has run low.
pub(crate) fn low_cites(firefight: bool, low_country: bool) -> Vec<RuleId> {
    let number = if firefight { rule!("empire.ammo.firefight") } else { rule!("empire.ammo.normal") };
    let country = low_country.then_some(rule!("empire.ammo.low-country"));
    [rule!("empire.ammo.die"), number].into_iter().chain(country).collect()
}

/// Casualties that these figures cause at a total (ruling small-arms.rows).
pub fn small_arms(rules: &Rules, figures: u32, total: i32) -> u32 {
    let numbers = &rules.musketry;
    let is_wide = rules.on(rule!("empire.smallarms.low"));
    let lowest = || Some(Column::To0).filter(|_| is_wide && numbers.columns.is_some());
    let Some(column) = numbers.column(total).or_else(lowest) else { return 0 };
    let of = |figures: u32| numbers.row(figures).map_or(0, |row| row.cells.get(column));
    let most = numbers.most().max(1);
    if is_wide { (figures / most) * of(most) + of(figures % most) } else { of(figures.min(most)) }
}

/// A volley: 2d10 and its modifiers, and on one of the two dice whether ammunition runs low.
///
/// # Errors
/// The umpire's pause.
pub fn volley<D: Dice>(dice: &mut D, rules: &Rules, shot: &Volley) -> Result<Fired, D::Pause> {
    volley_and(dice, rules, shot, |_| ()).map(|(fired, ())| fired)
}

/// Likewise, with what else is read from the total that the dice show.
///
/// # Errors
/// The umpire's pause.
pub fn volley_and<D: Dice, T: Copy + Ord>(
    dice: &mut D,
    rules: &Rules,
    shot: &Volley,
    also: impl Fn(u32) -> T,
) -> Result<(Fired, T), D::Pause> {
    let (sum, low) = (shot.sum(rules), shot.runs_low(rules));
    let added = sum.total();
    // At a range where no figures fire, no ammunition goes.
    let low = low.filter(|_| shot.firing(rules) > 0);
    let read = dice.read_named(10, &DICE, |[fire, ammunition]| {
        let is_low = low.is_some_and(|low| ammunition as i32 <= low);
        let fired = Fired {
            casualties: shot.casualties(rules, (fire + ammunition) as i32 + added),
            ammunition: if is_low { shot.ammunition.lower() } else { shot.ammunition },
        };
        (fired, also(fire + ammunition))
    })?;
    dice.tested(|[rolled]| {
        let casualties = read.0.casualties;
        let is_same = |total: i32| shot.casualties(rules, total) == casualties;
        let row = row_of(Pool { count: 2, sides: 10 }, added, rolled as i32 + added, is_same);
        [Test { row: Some(row), ..table(&sum).rolls(rolled).gives(format!("{casualties} hit")) }]
    });
    Ok(read)
}

// -------------------------------------------------------------- on the table ----

/// What a shot is beside who fires at whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    pub opportunity: bool,
    pub firefight: bool,
    /// Horse charges the firer, or slow horse.
    pub charging: Option<Charging>,
    pub by_old_guard: bool,
}

/// Whether a unit has small arms to fire as it stands: dubious cavalry alone fires mounted (ruling fire.landwehr).
pub fn has_arms(unit: &Unit) -> bool {
    match unit.arm() {
        Arm::Infantry => true,
        Arm::Cavalry => {
            unit.formation == Formation::Dismounted
                || unit.profile.mounts.is_some_and(|mounts| mounts.dubious)
        }
        Arm::Artillery => false,
    }
}

/// Whether a unit has small arms that it may fire now.
///
/// # Errors
/// Why not.
pub(crate) fn check_fire(unit: &Unit) -> Result<(), Refusal> {
    let name = unit.called();
    if !has_arms(unit) {
        return refuse(
            house!("fire.landwehr"),
            why!("{} [has|have] nothing to fire with as [it|they] stand[s].", name),
        );
    }
    check_able(unit)
}

/// What any fire needs: a unit on the table in good morale that has neither fired in this impulse nor spent it.
pub(crate) fn check_able(unit: &Unit) -> Result<(), Refusal> {
    let name = unit.called();
    if !unit.on_table() || !unit.in_good_morale() {
        return refuse(house!("targets"), why!("{} [is|are] not on the table in good morale.", name));
    }
    if unit.impulse.fired {
        return refuse(house!("impulse.action"), why!("{} [has|have] fired in this impulse.", name));
    }
    if unit.impulse.spent {
        return refuse(
            house!("impulse.action"),
            why!("{} [has|have] spent the impulse on [its|their] move and do[es] not fire after it.", name),
        );
    }
    Ok(())
}

/// Whether a unit has small arms that it may fire now.
pub fn may_fire(unit: &Unit) -> bool {
    check_fire(unit).is_ok()
}

/// A target as the chart has it.
pub fn target_of(unit: &Unit, is_mixte: bool) -> Target {
    if unit.arm() == Arm::Artillery {
        return Target::Artillery;
    }
    let target = Target::of(unit.formation);
    if is_mixte && target == Target::Line { Target::Mixte } else { target }
}

impl Target {
    /// Foot or horse in a formation.
    pub fn of(formation: Formation) -> Target {
        match formation {
            Formation::ClosedColumn => Target::ClosedColumn,
            Formation::Square => Target::Square,
            Formation::Skirmish => Target::Skirmish,
            Formation::SemiSkirmish => Target::SemiSkirmish,
            formation if formation.is_column() => Target::Column,
            Formation::Line
            | Formation::AttackColumn
            | Formation::CompanyColumn
            | Formation::TwoRanks
            | Formation::SquadronColumn
            | Formation::Dismounted
            | Formation::Limbered
            | Formation::Unlimbered => Target::Line,
        }
    }
}

impl Volley {
    /// A unit's shot at another, as it is seen; `None`: it does not carry so far.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn seen<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        unit: UnitId,
        target: UnitId,
        how: How,
    ) -> Result<Option<Volley>, U::Pause> {
        let range = umpire.see(game, RangeTo { unit, target, by: Stick::Weapon })?;
        let (firer, body) = (game.unit(unit), game.unit(target));
        let Some((_, band)) = game.rules.shared.band(firer.profile.weapon, range) else { return Ok(None) };
        let is_line = body.formation == Formation::Line && body.arm() == Arm::Infantry;
        let is_mixte = is_line && umpire.see(game, Mixte { unit: target })?;
        Ok(Some(Volley {
            figures: front_rank(&game.rules, firer),
            grade: firer.grade(),
            weapon: firer.profile.weapon,
            muskets: firer.profile.muskets,
            band,
            two_ranks: firer.profile.two_ranks && firer.formation == Formation::Line,
            first: !firer.has_fired,
            disordered: firer.disordered,
            shaken: game.me_of(unit).shaken,
            square: firer.formation == Formation::Square,
            horseback: firer.arm() == Arm::Cavalry && firer.formation != Formation::Dismounted,
            woods: umpire.see(game, WoodsOf { unit })?,
            by_old_guard: how.by_old_guard,
            opportunity: how.opportunity,
            firefight: how.firefight,
            ammunition: firer.ammunition,
            low_country: game.scenario.armies[firer.side()].low_ammo,
            sky: game.weather().sky,
            target: target_of(body, is_mixte),
            enfilade: umpire.see(game, ComesFrom { unit, target })? != Aspect::Front,
            cover: umpire.see(game, CoverOf { unit: target })?,
            charging: how.charging.unwrap_or(Charging::No),
            ..Volley::blank()
        }))
    }
}

/// The enemies a unit may fire at: the nearest that it sees in its arc and reaches (ruling targets).
pub fn targets(game: &Empire, unit: UnitId) -> Vec<UnitId> {
    let firer = game.unit(unit);
    let Some((_, [_, _, far])) = game.rules.shared.ends(firer.profile.weapon) else { return Vec::new() };
    let mut near = enemies_near(game, unit, far).into_iter();
    // The crew of abandoned guns is not where they stand (ruling gun-moves).
    let is_there = |id: UnitId| !game.unit(id).abandoned;
    let first = near.find(|(_, id)| is_there(*id) && is_in_arc(game, unit, *id) && sees(game, unit, *id));
    first.filter(|(range, _)| fire_from(game, firer, *range) > 0).map(|(_, id)| id).into_iter().collect()
}

/// The figures of a unit that fire so far.
fn fire_from(game: &Empire, firer: &Unit, range: Inches) -> u32 {
    let Some((_, band)) = game.rules.shared.band(firer.profile.weapon, range) else { return 0 };
    Volley { figures: front_rank(&game.rules, firer), band, ..Volley::blank() }.firing(&game.rules)
}

engine::sight! {
    /// Enemies a unit may fire its small arms at.
    pub struct TargetsOf of Empire { pub unit: UnitId } -> Vec<UnitId>;
    word: "targets";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| targets(g, f.unit);
    text: |f, g| format!("Which enemy is nearest to {}, in sight, arc and range?", g.name(f.unit));
    answers: |_, _| AnyOf;
}

/// A unit fires at another: both dice, the fallen, the ammunition. Says how many fell.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn fire<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    how: How,
) -> Result<u32, U::Pause> {
    let Some(shot) = Volley::seen(game, umpire, unit, target, how)? else { return Ok(0) };
    let rules = std::sync::Arc::clone(&game.rules);
    let found = volley(umpire.hand(game.unit(unit).side()), &rules, &shot)?;
    fired(game, umpire, (unit, target), &shot, found)
}

/// A unit has fired at another: it is told, and the fallen are taken off. Says how many fell.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn fired<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    (unit, target): (UnitId, UnitId),
    shot: &Volley,
    Fired { casualties, ammunition }: Fired,
) -> Result<u32, U::Pause> {
    let figures = shot.firing(&game.rules);
    let by = rule!("empire.smallarms.proc");
    umpire.tell(|| {
        let cites = shot.cites(&game.rules);
        Event::new(What::Fires { unit, target, figures, casualties }, &cites)
    });
    let body = game.unit_mut(unit);
    body.has_fired = true;
    body.impulse.fired = true;
    body.hour.fired = true;
    if std::mem::replace(&mut body.ammunition, ammunition) != ammunition {
        umpire.tell(|| {
            let by = low_cites(shot.firefight, shot.low_country);
            Event::new(What::RunsLow { unit, ammunition }, &by)
        });
    }
    let struck = strike(game, umpire, target, casualties, Shell::default(), by)?;
    Ok(struck.figures + struck.horses)
}
