//! Tactical fire of guns: who may be fired at, what the total is, what each section then needs, and how many are hit.

use crate::charts::Rules;
use crate::ids::{GunneryWhen, Ids, house, rule};
use crate::rules::fire::counter_battery::{Struck, strike};
use crate::rules::fire::musketry::{self, Target, runs_low};
use crate::rules::ground::measure::{
    ComesFrom, CoverOf, Mixte, OverFriends, RangeTo, Stick, enemies_near, going, is_in_arc,
    is_on_reverse_slope, line_of_fire, sees,
};
use crate::rules::outlook::About;
use crate::state::answer::Refusal;
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::leader::Leader;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{
    Ammunition, Arm, Aspect, Band, Column, Cover, Formation, Going, GunClass, GunWeight, Nation, Rank,
    Situation,
};
use dice::Test;
use dice::{Dice, Pool, d6};
use engine::Tests as _;
use engine::charts::Cells;
use engine::desk::{FactSet as _, flag, number, word};
use engine::outlook::{Outlook, Turns, measuring};
use engine::tested::{each_by, row_of, table};
use engine::{Umpire, refuse, why};
use rulebook::RuleId;
use table::Inches;

rulebook::words!(
    /// Who is with a battery, the least first. Of several the best counts (ruling ratings).
    Attached {
        Nobody = "nobody",
        Division = "division-commander",
        Corps = "corps-commander",
        Adc = "adc",
        Napoleon = "napoleon",
    }
);

/// What guns are read with, one of the two dice also for ammunition (rulings ammo.die, guns.ammunition).
const DICE: [&str; 2] = ["fire", "ammunition"];

/// Parts of a casualty in which the cells are counted: a D12 would have a face for each.
const TWELFTHS: u32 = 12;

engine::facts! {
    /// What a shot of a battery rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Shot of Rules {
        pub sections: u32 = 1, plain "sections" |name, _| number(name, "sections that fire", 1, 6, Some(3)).usual([1, 2, 3, 4]);
        pub weight: GunWeight = GunWeight::Medium, word "weight" |name, _| word(name, "the weight of its guns", GunWeight::NAMES, Some("medium"));
        pub class: GunClass = GunClass::Second, word "class" |name, _| word(name, "the class of the battery", GunClass::NAMES, Some("class-2"));
        pub attached: Attached = Attached::Nobody, word "attached" |name, _| word(name, "who is with the battery", Attached::NAMES, Some("nobody"));
        pub intact: u32 = 0, plain "intact" |name, _| number(name, "guns of each section, no crew lost; 0: some are", 0, 3, Some(0));
        pub ammunition: Ammunition = Ammunition::Normal, word "ammunition" |name, _| word(name, "ammunition left", Ammunition::NAMES, Some("normal"));
        pub low_country: bool = false, plain "low-ammunition" |name, _| flag(name, "an army of little ammunition");
        pub blind: bool = false, plain "blind" |name, _| flag(name, "only a friend sees the target");
        pub screened: bool = false, plain "screened" |name, _| flag(name, "unformed friends stand before the battery");
        pub fatigue: u32 = 0, plain "fatigue" |name, _| number(name, "levels of fatigue of its ME", 0, 4, Some(0));
        pub from_reserve: bool = false, plain "from-reserve" |name, _| flag(name, "it comes out of the reserve");
        pub situation: Situation = Situation::None, word "situation" |name, _| word(name, "what it does in a charge", Situation::NAMES, Some("none"));
        pub horse: bool = false, plain "horse" |name, _| flag(name, "fires at horse");
        pub band: Band = Band::Short, word "range" |name, _| word(name, "the range", Band::NAMES, Some("short"));
        pub target: Target = Target::Line, word "target" |name, _| word(name, "who is fired at", Target::NAMES, Some("line"));
        pub enfilade: bool = false, plain "flank" |name, _| flag(name, "it strikes a flank or the rear");
        pub reverse_slope: bool = false, plain "reverse-slope" |name, _| flag(name, "troops of such a commander behind a crest");
        pub withdrawing: bool = false, plain "withdrawing-horse" |name, _| flag(name, "horse that withdraws");
        pub cover: Cover = Cover::None, word "cover" |name, _| word(name, "the target's cover", Cover::NAMES, Some("none"));
        pub marchfield: bool = false, plain "marchfield" |name, _| flag(name, "marchfield around the target");
    }
}

engine::facts! {
    /// Whether guns may be laid on a target.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Laying of Rules {
        pub weight: GunWeight = GunWeight::Medium, word "weight" |name, _| word(name, "the weight of its guns", GunWeight::NAMES, Some("medium"));
        pub inches: u32 = 1, plain "inches" |name, _| number(name, "the distance, parts rounded up", 0, 60, Some(12));
        pub friends: bool = false, plain "friends" |name, _| flag(name, "formed friends stand on the line of fire");
        pub contours: u32 = 0, plain "contours" |name, _| number(name, "contours it stands above them", 0, 12, Some(0));
        pub to_friends: u32 = 1, plain "to-friends" |name, _| number(name, "inches from the battery to these friends", 1, 40, Some(4));
        pub gap: u32 = 1, plain "gap" |name, _| number(name, "inches from these friends to the target", 0, 40, Some(4));
    }
}

engine::facts! {
    /// A look at the chart alone.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct GunCells of Rules {
        pub weight: GunWeight = GunWeight::Medium, word "weight" |name, _| word(name, "the weight of the guns", GunWeight::NAMES, Some("medium"));
        pub total: u32 = 0, plain "total" |name, _| number(name, "dice and modifiers together; 0 for anything less", 0, 60, Some(11));
    }
}

/// What a section needs at a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// Casualties of each section without a die.
    pub automatic: u32,
    /// Twelfths of one more, below 12.
    pub twelfths: u32,
}

impl Score {
    pub const NOTHING: Score = Score { automatic: 0, twelfths: 0 };

    /// A cell of the charts of guns.
    pub fn of_cell(twelfths: u32) -> Score {
        Score { automatic: twelfths / TWELFTHS, twelfths: twelfths % TWELFTHS }
    }

    /// The face a D6 needs for one more casualty; `None`: it is not thrown (ruling guns.cells).
    pub fn face(self) -> Option<u32> {
        match self.twelfths {
            0 => None,
            // Half of the chance of a 6: it has to be confirmed.
            1 => Some(6),
            twelfths => Some(7 - twelfths / 2),
        }
    }

    /// The score in words.
    pub fn said(self) -> String {
        let die = match self.face() {
            None => None,
            Some(_) if self.twelfths == 1 => Some("½".to_owned()),
            Some(face) => Some(format!("{face}+")),
        };
        match (self.automatic, die) {
            (0, None) => "miss".to_owned(),
            (0, Some(die)) => die,
            (automatic, None) => format!("{automatic}"),
            (automatic, Some(die)) => format!("{automatic} and {die}"),
        }
    }
}

/// The cell of a total in a row of guns.
pub fn cell(rules: &Rules, cells: &Cells<Column, u32>, total: i32) -> Score {
    let numbers = &rules.gunnery;
    let is_wide = numbers.columns.is_some() && rules.plays(house!("guns.low", "first-column"));
    let column = numbers.column(total).or_else(|| Some(Column::To0).filter(|_| is_wide));
    column.map_or(Score::NOTHING, |column| Score::of_cell(cells.get(column)))
}

/// Casualties that these sections cause at a score, a die for each (ruling guns.cells).
///
/// # Errors
/// The umpire's pause.
pub fn score_hits<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    score: Score,
    sections: u32,
) -> Result<u32, D::Pause> {
    let automatic = score.automatic * sections;
    if rules.plays(house!("guns.cells", "d12")) {
        let mut hits = automatic;
        for _ in 0..if score.twelfths == 0 { 0 } else { sections } {
            let pool = Pool { count: 1, sides: TWELFTHS };
            let most = (rule!("empire.arty.proc.casualties"), score.twelfths as i32);
            hits += u32::from(dice.at_most(pool, most, &Working::default(), ["1 hit", "no hit"])?);
        }
        return Ok(hits);
    }
    let Some(face) = score.face().filter(|_| sections > 0) else { return Ok(automatic) };
    let mut hits =
        dice.each(d6(sections), face, || each_by::<Ids>(rule!("empire.arty.proc.casualties"), face))?;
    if score.twelfths == 1 && hits > 0 {
        let confirm = house!("guns.cells.confirm");
        let face = rules.number(confirm).unsigned_abs();
        hits = dice.each(d6(hits), face, || each_by::<Ids>(confirm, face))?;
    }
    Ok(automatic + hits)
}

/// What a shot does. Falls that read the same are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fired {
    pub hits: u32,
    /// What is left after it.
    pub ammunition: Ammunition,
}

impl Shot {
    /// How often a modifier counts.
    pub(crate) fn times(&self, rules: &Rules, when: GunneryWhen, per: i32) -> i32 {
        let is_light = matches!(self.weight, GunWeight::Light | GunWeight::Medium);
        let at_guns_far = self.target == Target::Artillery && self.band == Band::Long;
        let instead = at_guns_far && rules.plays(house!("counter-battery.long", "instead"));
        i32::from(match when {
            GunneryWhen::OldGuard => self.class == GunClass::OldGuard,
            GunneryWhen::Class1 => self.class == GunClass::First,
            GunneryWhen::Class3 => self.class == GunClass::Third,
            GunneryWhen::Napoleon => self.attached == Attached::Napoleon,
            GunneryWhen::Adc => self.attached == Attached::Adc,
            GunneryWhen::CmdrCorps => self.attached == Attached::Corps,
            GunneryWhen::CmdrDiv => self.attached == Attached::Division,
            GunneryWhen::Intact3 => self.intact as i32 >= per,
            GunneryWhen::AmmoDepleted => self.ammunition == Ammunition::Depleted,
            GunneryWhen::AmmoExhausted => self.ammunition == Ammunition::Exhausted,
            GunneryWhen::Blind => self.blind,
            GunneryWhen::Screened => self.screened,
            GunneryWhen::Fatigue => return self.fatigue as i32,
            GunneryWhen::MediumRange => self.band == Band::Medium,
            GunneryWhen::LongRange => self.band == Band::Long && !instead,
            GunneryWhen::CbHeavyLong => at_guns_far && !is_light,
            GunneryWhen::CbLightLong => at_guns_far && is_light,
            GunneryWhen::TMixte => self.target == Target::Mixte,
            GunneryWhen::TColumn => self.target == Target::Column,
            GunneryWhen::TClosed => self.target == Target::ClosedColumn,
            GunneryWhen::TSquare => self.target == Target::Square,
            GunneryWhen::TWellington => self.reverse_slope,
            GunneryWhen::TSkirmish => self.target == Target::Skirmish,
            GunneryWhen::TSemi => self.target == Target::SemiSkirmish,
            GunneryWhen::TCavWithdraw => self.withdrawing,
            GunneryWhen::CoverLight => self.cover == Cover::Light,
            GunneryWhen::CoverMedium => self.cover == Cover::Medium,
            GunneryWhen::CoverHeavy => self.cover == Cover::Heavy,
            GunneryWhen::CoverSuper => self.cover == Cover::Super,
            GunneryWhen::Marchfield => self.marchfield,
            GunneryWhen::FromReserve => self.from_reserve,
        })
    }

    /// What is added to the dice; in a charge with what the battery's situation gives.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.gunnery.modifiers.add(&mut working, |when, per| self.times(rules, when, per));
        if let Some((rule, [foot, horse])) = rules.guns_charged.situations.get(self.situation) {
            working.add(rule, if self.horse { horse } else { foot });
        }
        working
    }

    /// The row of its guns; `None` where the chart is not read.
    fn cells<'a>(&self, rules: &'a Rules) -> Option<&'a Cells<Column, u32>> {
        let row = rules.gunnery.fire.iter().find(|row| row.weight == self.weight)?;
        rules.on(rule!("empire.arty.proc.chart")).then_some(&row.cells)
    }

    /// What each section needs at a total.
    pub fn score(&self, rules: &Rules, total: i32) -> Score {
        self.cells(rules).map_or(Score::NOTHING, |cells| cell(rules, cells, total))
    }

    /// The procedure, the row of its guns, how far they carry, and that a flank counts twice.
    fn cites(&self, rules: &Rules) -> Vec<RuleId> {
        let row = rules.gunnery.fire.iter().find(|row| row.weight == self.weight).map(|row| row.rule);
        let far = rules.shared.ends(self.weight.weapon()).map(|(rule, _)| rule);
        let flank = self.is_flanking().then_some(rule!("empire.arty.tac.flank"));
        let cells = rules.gunnery.columns.is_some().then_some(rule!("empire.arty.cells"));
        let proc = [
            rule!("empire.arty.proc.select"),
            rule!("empire.arty.proc.sections"),
            rule!("empire.arty.proc.roll"),
            rule!("empire.arty.proc.chart"),
            rule!("empire.arty.proc.casualties"),
        ];
        proc.into_iter().chain([cells, row, far, flank].into_iter().flatten()).collect()
    }

    /// Who has no flanks is not taken in one (ruling arcs).
    fn is_flanking(&self) -> bool {
        let has_none = matches!(self.target, Target::Square | Target::Skirmish | Target::SemiSkirmish);
        self.enfilade && !has_none
    }

    /// The dice that are thrown: one for each section that fires.
    pub fn firing(&self, rules: &Rules) -> u32 {
        if rules.on(rule!("empire.arty.proc.sections")) { self.sections } else { 1 }
    }

    /// At this or less on its die ammunition runs low; `None`: never.
    pub fn runs_low(&self, rules: &Rules) -> Option<i32> {
        let fires_it = rules.plays(house!("guns.ammunition", "as-small-arms"));
        runs_low(rules, false, self.low_country).filter(|_| fires_it)
    }
}

/// What guns throw for, tactical fire and bombardment alike.
pub(crate) struct Throw<'a> {
    /// What is added to the dice.
    pub(crate) added: &'a Working,
    /// At this or less on its die ammunition runs low.
    pub(crate) low: Option<i32>,
    pub(crate) ammunition: Ammunition,
    pub(crate) sections: u32,
    /// The row of its guns; `None`: nothing is hit.
    pub(crate) cells: Option<&'a Cells<Column, u32>>,
}

/// 2d10, on one of the two dice whether ammunition runs low; then a D6 for each section.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn throw<D: Dice>(dice: &mut D, rules: &Rules, throw: &Throw<'_>) -> Result<Fired, D::Pause> {
    let score = |total: i32| throw.cells.map_or(Score::NOTHING, |cells| cell(rules, cells, total));
    let (score, ammunition) = if rules.on(rule!("empire.arty.proc.roll")) {
        let added = throw.added.total();
        let read = dice.read_named(10, &DICE, |[fire, ammunition]| {
            let is_low = throw.low.is_some_and(|low| ammunition as i32 <= low);
            let left = if is_low { throw.ammunition.lower() } else { throw.ammunition };
            (score((fire + ammunition) as i32 + added), left)
        })?;
        dice.tested(|[rolled]| {
            let pool = Pool { count: 2, sides: 10 };
            let row = row_of(pool, added, rolled as i32 + added, |total| score(total) == read.0);
            [Test { row: Some(row), ..table(throw.added).rolls(rolled).gives(read.0.said()) }]
        });
        read
    } else {
        (score(throw.added.total()), throw.ammunition)
    };
    let hits = if rules.on(rule!("empire.arty.proc.casualties")) {
        score_hits(dice, rules, score, throw.sections)?
    } else {
        0
    };
    Ok(Fired { hits, ammunition })
}

/// A shot in tactical combat.
///
/// # Errors
/// The umpire's pause.
pub fn shot<D: Dice>(dice: &mut D, rules: &Rules, shot: &Shot) -> Result<Fired, D::Pause> {
    let fired = throw(
        dice,
        rules,
        &Throw {
            added: &shot.sum(rules),
            low: shot.runs_low(rules),
            ammunition: shot.ammunition,
            sections: shot.firing(rules),
            cells: shot.cells(rules),
        },
    )?;
    let twice = rules.int(rule!("empire.arty.tac.flank")).filter(|_| shot.is_flanking());
    Ok(Fired { hits: fired.hits * twice.map_or(1, i32::unsigned_abs), ..fired })
}

/// The gap that friends fired over must have to the target; `None`: they may not be fired over at all (ruling elevated.x).
pub fn gap_needed(rules: &Rules, contours: u32, to_friends: Inches) -> Option<(RuleId, Inches)> {
    if !rules.on(rule!("empire.elev.proc")) {
        return None;
    }
    let (rule, (part, of)) = rules.gunnery.gap(contours)?;
    Some((rule, Inches(to_friends.0 * part as i32 / of as i32)))
}

impl Laying {
    /// The gap needed, where there are friends on the line.
    pub fn gap_needed(&self, rules: &Rules) -> Option<(RuleId, Inches)> {
        let needed = gap_needed(rules, self.contours, Inches::whole(self.to_friends as i32));
        needed.filter(|_| self.friends)
    }

    /// The range, and whether it may be fired at.
    pub fn lies(&self, rules: &Rules) -> (Option<Band>, bool) {
        let range = rules.shared.band(self.weight.weapon(), Inches::whole(self.inches as i32));
        let gap = Inches::whole(self.gap as i32);
        let clear = !self.friends || self.gap_needed(rules).is_some_and(|(_, needed)| gap >= needed);
        let band = range.map(|(_, band)| band);
        (band, band.is_some() && clear && rules.on(rule!("empire.arty.proc.select")))
    }
}

// -------------------------------------------------------------- on the table ----

/// What a shot is beside who fires at whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    pub situation: Situation,
    /// The range where it is not measured: a charger is close, and nothing hides him.
    pub band: Option<Band>,
}

impl Default for How {
    fn default() -> How {
        How { situation: Situation::None, band: None }
    }
}

/// Whether a battery may fire its guns at all: in action, manned and in good morale.
pub fn is_in_action(unit: &Unit) -> bool {
    unit.arm() == Arm::Artillery
        && unit.formation == Formation::Unlimbered
        && unit.on_table()
        && unit.in_good_morale()
        && !unit.abandoned
        && unit.figures > 0
}

/// Whether a battery may fire in this impulse.
///
/// # Errors
/// Why not.
pub(crate) fn check_fire(unit: &Unit) -> Result<(), Refusal> {
    musketry::check_able(unit)?;
    if !is_in_action(unit) {
        let why = why!("{} [is|are] limbered, or nobody mans the guns.", unit.called());
        return refuse(rule!("empire.arty.proc.select"), why);
    }
    Ok(())
}

/// Whether a battery may fire in this impulse.
pub fn may_fire(unit: &Unit) -> bool {
    check_fire(unit).is_ok()
}

/// The sections that fire: those that have crew (ruling batteries).
pub fn sections(rules: &Rules, unit: &Unit) -> u32 {
    manned(rules, unit.figures, unit.profile.parts)
}

/// The sections that a crew of this size serves.
pub(crate) fn manned(rules: &Rules, crew: u32, sections: u32) -> u32 {
    let each = rules.number(house!("batteries.crew")).unsigned_abs().max(1);
    crew.div_ceil(each).min(sections)
}

/// A target as the guns' chart has it: horse in two ranks is as easy to hit as ordre mixte.
pub fn target_of(unit: &Unit, is_mixte: bool) -> Target {
    musketry::target_of(unit, is_mixte || unit.formation == Formation::TwoRanks)
}

/// What a leader is worth to a battery he is with. Commanders of wings and armies count as one of a corps.
fn worth(leader: &Leader) -> Attached {
    match leader.rank {
        _ if leader.napoleon => Attached::Napoleon,
        Rank::Adc => Attached::Adc,
        Rank::Army | Rank::Wing | Rank::Corps => Attached::Corps,
        Rank::Me => Attached::Division,
        Rank::Brigade | Rank::Artillery => Attached::Nobody,
    }
}

/// The best of those who are with a battery.
pub fn attached(game: &Empire, unit: UnitId) -> Attached {
    game.leaders_with(unit).map(|(_, leader)| worth(leader)).max().unwrap_or(Attached::Nobody)
}

/// Who must see a target that guns fire at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    TheGuns,
    /// The guns themselves, or a friend while they fire blind.
    AnyFriend,
}

/// Whether a target may be fired at: in the arc, in sight, and no formed friend on the line whom the contours do not let
/// it fire over.
pub fn may_aim(game: &Empire, unit: UnitId, target: UnitId, by: SeenBy) -> bool {
    let aim = game.unit(target);
    if !is_in_arc(game, unit, target) || !aim.on_table() || aim.abandoned {
        return false;
    }
    let line = line_of_fire(game, unit, target);
    let clear =
        line.over.iter().all(|over| lets_over(game, over).is_some_and(|(_, needed)| over.gap >= needed));
    clear && (line.seen || (by == SeenBy::AnyFriend && line.open && is_seen_by_friends(game, unit, target)))
}

/// The gap that friends need who are fired over, and by which rule; `None`: they may not be.
fn lets_over(game: &Empire, over: &OverFriends) -> Option<(RuleId, Inches)> {
    let contours = match game.rules.plays(house!("elevated.contours", "over-friends")) {
        true => over.above,
        false => over.above_target,
    };
    gap_needed(&game.rules, contours, over.to_friends)
}

/// The rules by which a battery fires over friends, where it does.
pub(crate) fn over_friends(game: &Empire, unit: UnitId, target: UnitId) -> Vec<RuleId> {
    let line = line_of_fire(game, unit, target);
    let mut rules: Vec<RuleId> =
        line.over.iter().filter_map(|over| lets_over(game, over)).map(|(rule, _)| rule).collect();
    rules.dedup();
    if !rules.is_empty() {
        rules.push(rule!("empire.elev.proc"));
    }
    rules
}

/// Whether a friend sees a target that the battery may not see itself.
fn is_seen_by_friends(game: &Empire, unit: UnitId, target: UnitId) -> bool {
    let side = game.unit(unit).side();
    let mut friends = game.of(side).filter(|(id, friend)| *id != unit && friend.in_good_morale());
    friends.any(|(id, _)| sees(game, id, target))
}

/// The enemies a battery may fire at, the nearest first.
pub fn targets(game: &Empire, unit: UnitId) -> Vec<UnitId> {
    let body = game.unit(unit);
    let Some((_, [_, _, far])) = game.rules.shared.ends(body.profile.weapon) else { return Vec::new() };
    if !game.rules.on(rule!("empire.arty.proc.select")) {
        return Vec::new();
    }
    let near = enemies_near(game, unit, far).into_iter().map(|(_, id)| id);
    let blind = game.rules.plays(house!("guns.blind", "a-friend-sees"));
    let by = if blind { SeenBy::AnyFriend } else { SeenBy::TheGuns };
    near.filter(|id| may_aim(game, unit, *id, by)).collect()
}

engine::sight! {
    /// Enemies a battery may fire at.
    pub struct GunTargetsOf of Empire { pub unit: UnitId } -> Vec<UnitId>;
    word: "gun-targets";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| targets(g, f.unit);
    text: |f, g| format!("Which enemies may {} fire at: in range, arc and sight, and no friends in the way?", g.name(f.unit));
    answers: |_, _| AnyOf;
}

engine::sight! {
    /// Only a friend sees the target.
    pub struct FiresBlind of Empire { pub unit: UnitId, pub target: UnitId } -> bool;
    word: "fires-blind";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |f, g| !line_of_fire(g, f.unit, f.target).seen;
    text: |f, g| format!("Is {} hidden from {}, so that only a friend sees it?", g.name(f.target), g.name(f.unit));
    answers: |_, _| YesNo;
}

engine::sight! {
    /// Unformed friends stand before the battery (ruling guns.screened).
    pub struct Screened of Empire { pub unit: UnitId, pub target: UnitId } -> bool;
    word: "screened";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |f, g| line_of_fire(g, f.unit, f.target).screened;
    text: |f, g| format!("Do unformed friends stand between {} and {}?", g.name(f.unit), g.name(f.target));
    answers: |_, _| YesNo;
}

engine::sight! {
    /// Troops of a commander who knows how stand behind a crest (ruling ground).
    pub struct ReverseSlope of Empire { pub unit: UnitId } -> bool;
    word: "reverse-slope";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: OwnMove;
    measured: |f, g| is_on_reverse_slope(g, f.unit);
    text: |f, g| format!("Does {} stand on a reverse slope, behind higher ground?", g.name(f.unit));
    answers: |_, _| YesNo;
}

engine::sight! {
    /// Open country around a unit.
    pub struct OnMarchfield of Empire { pub unit: UnitId } -> bool;
    word: "on-marchfield";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: OwnMove;
    measured: |f, g| going(g, f.unit) == Going::Marchfield;
    text: |f, g| format!("Does {} stand on marchfield?", g.name(f.unit));
    answers: |_, _| YesNo;
}

impl Shot {
    /// A battery's shot at a target, as it is seen; `None`: it does not carry so far.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn seen<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        unit: UnitId,
        target: UnitId,
        how: How,
    ) -> Result<Option<Shot>, U::Pause> {
        let weapon = game.unit(unit).profile.weapon;
        let band = match how.band {
            Some(band) => band,
            None => {
                let range = umpire.see(game, RangeTo { unit, target, by: Stick::Weapon })?;
                let Some((_, band)) = game.rules.shared.band(weapon, range) else { return Ok(None) };
                band
            }
        };
        Shot::at(game, umpire, (unit, target), band, how)
    }

    /// Likewise at a range that is known; `None`: it has no guns.
    ///
    /// # Errors
    /// The umpire's pause.
    pub(crate) fn at<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        (unit, target): (UnitId, UnitId),
        band: Band,
        how: How,
    ) -> Result<Option<Shot>, U::Pause> {
        let (battery, body) = (game.unit(unit), game.unit(target));
        let Some(guns) = battery.profile.guns else { return Ok(None) };
        let may_be_hidden = how.band.is_none();
        let is_line = body.formation == Formation::Line && body.arm() == Arm::Infantry;
        let is_mixte = is_line && umpire.see(game, Mixte { unit: target })?;
        let may_hide = game.leaders.iter().any(|leader| leader.reverse_slope && leader.side == body.side());
        Ok(Some(Shot {
            sections: sections(&game.rules, battery),
            weight: guns.weight,
            class: guns.class,
            attached: attached(game, unit),
            intact: if battery.lost() == 0 { guns.per_section } else { 0 },
            ammunition: battery.ammunition,
            low_country: game.scenario.armies[battery.side()].low_ammo,
            blind: may_be_hidden && umpire.see(game, FiresBlind { unit, target })?,
            screened: may_be_hidden && umpire.see(game, Screened { unit, target })?,
            fatigue: game.me_of(unit).fatigue.levels(),
            from_reserve: battery.hour.from_reserve && !battery.hour.fired,
            situation: how.situation,
            horse: body.arm() == Arm::Cavalry && body.formation != Formation::Dismounted,
            band,
            target: target_of(body, is_mixte),
            enfilade: umpire.see(game, ComesFrom { unit, target })? != Aspect::Front,
            reverse_slope: may_hide && umpire.see(game, ReverseSlope { unit: target })?,
            withdrawing: body.hour.withdrawing,
            cover: umpire.see(game, CoverOf { unit: target })?,
            marchfield: umpire.see(game, OnMarchfield { unit: target })?,
            ..Shot::blank()
        }))
    }
}

/// A battery fires at a target: both dice, a die for each section, the hits, the ammunition. Returns what was struck,
/// so that the caller can have it test.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn fire<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    how: How,
) -> Result<Struck, U::Pause> {
    let Some(facts) = Shot::seen(game, umpire, unit, target, how)? else { return Ok(Struck::default()) };
    let rules = std::sync::Arc::clone(&game.rules);
    let side = game.unit(unit).side();
    let found = shot(umpire.hand(side), &rules, &facts)?;
    fired(game, umpire, (unit, target), &facts, found)
}

/// A battery has fired: it is told, and the units that are hit are struck.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn fired<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    (unit, target): (UnitId, UnitId),
    facts: &Shot,
    Fired { hits, ammunition }: Fired,
) -> Result<Struck, U::Pause> {
    let sections = facts.firing(&game.rules);
    let by = rule!("empire.arty.proc.casualties");
    umpire.tell(|| {
        let mut rules = facts.cites(&game.rules);
        rules.extend(over_friends(game, unit, target));
        Event::new(What::GunsFire { unit, target, sections, hits }, &rules)
    });
    let battery = game.unit_mut(unit);
    battery.has_fired = true;
    battery.impulse.fired = true;
    battery.hour.fired = true;
    if std::mem::replace(&mut battery.ammunition, ammunition) != ammunition {
        let by = musketry::low_cites(false, facts.low_country);
        umpire.tell(|| Event::new(What::RunsLow { unit, ammunition }, &by));
    }
    let shrapnel = game.unit(unit).profile.nation == Nation::British;
    strike(
        game,
        umpire,
        target,
        hits,
        crate::rules::fire::counter_battery::Shell { guns: true, shrapnel },
        by,
    )
}

/// What a battery's shot may bring.
pub fn outlook(game: &Empire, unit: UnitId, target: UnitId) -> Option<Outlook<Empire>> {
    let shot = measuring(|eyes| Shot::seen(game, eyes, unit, target, How::default()))?;
    let mut turns = Turns::default();
    turns.turn("cover");
    let rules: &Rules = &game.rules;
    let outlook = Outlook::charted(rules, About::Gunnery, (unit, Some(target)), shot, turns);
    Some(outlook.titled("{unit} fire[s] at {foe}"))
}
