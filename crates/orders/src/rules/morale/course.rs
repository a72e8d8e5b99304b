//! Morale checks carried out on a game, with all they lead to: back moves, leaders lost, the shock of their death.
//!
//! A leader is tested where his unit stands when the 1 falls, before the unit takes its level's effect.

use crate::ids::{house, rule};
use crate::rules::chain::{Body, Checking, Harm, Next, Rolled, Status, UnderChecks};
use crate::rules::command::leader_loss::{self, Echo};
use crate::rules::command::leaders;
use crate::rules::ground::Place;
use crate::rules::ground::placing::{self, FellBack};
use crate::rules::morale::ordeal::{Manner, Ordeal, SingleTest, Tested};
use crate::rules::morale::{Blow, Need, Roll, Timing, blow, cited, garrison, is_frozen, need, timing};
use crate::state::event::{Cause, Event, What};
use crate::state::game::Orders;
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Level, Turned};
use dice::Once;
use engine::desk::FactSet as _;
use engine::{Side, Umpire};
use rulebook::RuleId;
use std::sync::Arc;
use table::Inches;

/// What is imposed on a unit for one cause: levels lost outright, then checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Imposed {
    pub(crate) unit: UnitId,
    pub(crate) drops: u32,
    pub(crate) checks: u32,
    pub(crate) cause: Cause,
    /// The enemy it gives way to; `None`: the nearest.
    pub(crate) enemy: Option<UnitId>,
    /// What imposes it.
    pub(crate) rule: Option<RuleId>,
}

/// The checks a unit owes, each rolled until passed, with all they lead to.
///
/// # Errors
/// The umpire's pause.
pub fn checks<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
    count: u32,
    cause: Cause,
    enemy: Option<UnitId>,
) -> Result<(), U::Pause> {
    suffer(game, umpire, Imposed { unit, drops: 0, checks: count, cause, enemy, rule: None }).map(drop)
}

/// One roll that costs nothing, unless the house or a rule taken out makes it cost: out of command, hasty square, rally.
/// Says whether it passed; tells the roll.
///
/// # Errors
/// The umpire's pause.
pub fn single_roll<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
    cause: Cause,
) -> Result<bool, U::Pause> {
    let single = SingleTest::of(&game.rules, cause);
    let Ordeal { drops, checks, manner, .. } = single.ordeal;
    let imposed = Imposed { unit, drops, checks, cause, enemy: None, rule: Some(single.test) };
    if manner == Manner::Loops {
        let passes = suffer(game, umpire, imposed)?;
        tell_single(game, umpire, imposed, &single, passes);
        return Ok(passes);
    }
    let mut course = Course::begin(game, umpire, imposed)?;
    course.single = Some(single);
    let passed = course.go_through(single.ordeal)?;
    course.end()?;
    Ok(passed)
}

fn tell_single<U: Umpire<Orders>>(
    game: &Orders,
    umpire: &mut U,
    Imposed { unit, cause, .. }: Imposed,
    single: &SingleTest,
    passes: bool,
) {
    umpire.tell(|| {
        let what = match cause {
            Cause::Square => What::SquareRoll { unit, passes },
            Cause::Rally => What::RallyRoll { unit, passes },
            Cause::Command | Cause::Fire | Cause::Melee | Cause::Shock | Cause::ForceMarch | Cause::Rout => {
                What::CommandRoll { unit, passes }
            }
        };
        let rules = cited(&game.rules, &[single.test, if passes { single.pass } else { single.fail }]);
        Event::new(what, &rules)
    });
}

/// Levels lost and checks for one cause; says whether the first roll passed.
pub(crate) fn suffer<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    imposed: Imposed,
) -> Result<bool, U::Pause> {
    let Imposed { unit, drops, checks, .. } = imposed;
    if !game.unit(unit).on_table() || (drops == 0 && checks == 0) {
        return Ok(true);
    }
    let mut course = Course::begin(game, umpire, imposed)?;
    let passed = course.go_through(Ordeal { asked: true, ..Ordeal::checks(drops, checks) })?;
    course.end()?;
    Ok(passed)
}

/// A unit of the table on its way through its checks for one cause.
struct Course<'c, U> {
    game: &'c mut Orders,
    umpire: &'c mut U,
    imposed: Imposed,
    /// The rules of a test that does not loop.
    single: Option<SingleTest>,
    garrison: Option<Place>,
    /// Why the next level is lost.
    why: Why,
    /// Levels whose back moves are still to be made.
    due: Vec<Level>,
    /// Checks of others that follow.
    echoes: Vec<Echo>,
    /// It has moved or lost its leader: leaders alone may have an enemy before them.
    stirred: bool,
}

/// Why a level is lost.
enum Why {
    /// By what imposes the checks.
    Imposed,
    /// A check was failed, perhaps by an unmodified 1.
    Failed { natural: bool },
}

impl<U: Umpire<Orders>> Tested for Course<'_, U> {
    type Pause = U::Pause;

    fn is_gone(&self) -> bool {
        !self.game.unit(self.imposed.unit).on_table()
    }

    fn lose_level(&mut self) -> Result<bool, U::Pause> {
        let unit = self.imposed.unit;
        let Some(to) = self.game.rules.lower(self.game.unit(unit).level) else { return Ok(false) };
        self.game.unit_mut(unit).level = to;
        self.tell_drop(to);
        let body = self.game.unit(unit);
        match blow(&self.game.rules, to, body.arm(), body.formation, self.garrison.is_some()) {
            Blow::Removed(rule) => {
                self.due.clear();
                self.rout(Some(rule))?;
            }
            Blow::Nothing => {}
            Blow::GoesBack { .. } | Blow::Stands | Blow::Abandoned
                if timing(&self.game.rules) == Timing::AtOnce =>
            {
                self.give_way(to)?;
            }
            Blow::GoesBack { .. } | Blow::Stands | Blow::Abandoned => self.due.push(to),
        }
        Ok(true)
    }
}

impl<'c, U: Umpire<Orders>> Course<'c, U> {
    fn begin(game: &'c mut Orders, umpire: &'c mut U, imposed: Imposed) -> Result<Course<'c, U>, U::Pause> {
        let garrison = garrison(game, umpire, imposed.unit)?;
        Ok(Course {
            game,
            umpire,
            imposed,
            single: None,
            garrison,
            why: Why::Imposed,
            due: Vec::new(),
            echoes: Vec::new(),
            stirred: false,
        })
    }

    /// From the first level lost to the last roll; says whether it passed. What comes next is said by the stages that odds go
    /// through, too; the unit is looked at before each of them, for what it went through has been carried out on the table.
    fn go_through(&mut self, ordeal: Ordeal) -> Result<bool, U::Pause> {
        let rules = Arc::clone(&self.game.rules);
        let progress = ordeal.begin(self)?;
        let body = self.body();
        let frozen = is_frozen(&rules).then(|| body.start_check());
        let mut checking = Checking { rules: &rules, body, ordeal, frozen };
        let mut going = UnderChecks { status: Status::of(&body), progress, rolled: None, shocked: false };
        if progress.owed > 0 && self.single.is_none() {
            self.tell_owed(&need(&rules, &checking.facts(going.status)));
        }
        loop {
            checking.body = self.body();
            going.status = Status::of(&checking.body);
            match checking.next(&going) {
                Next::Rolls => {
                    let side = self.game.unit(self.imposed.unit).side();
                    let mut once = Once::new(going, self.umpire.hand(side));
                    checking.roll(&mut once)?;
                    going = once.state();
                    self.tell_roll(going);
                }
                Next::Danger => {
                    self.endanger()?;
                    going = going.harmed(Harm::None);
                }
                Next::Takes(Rolled { roll, .. }) => {
                    let progress = ordeal.after(&rules, going.progress, roll.passes, self)?;
                    going = UnderChecks { progress, rolled: None, ..going };
                }
                Next::Done => return Ok(going.passed()),
            }
        }
    }

    /// The unit as its checks know it.
    fn body(&self) -> Body {
        let unit = self.imposed.unit;
        let leader = self.game.leader_with(unit).and_then(|id| self.game.leader(id));
        let body = self.game.unit(unit);
        Body {
            troop: body.troop(),
            level: body.level,
            leader: leader.map(|leader| leader.character),
            garrison: self.garrison,
            ..Body::blank()
        }
    }

    fn tell_roll(&mut self, going: UnderChecks) {
        let Some(Rolled { roll: Roll { passes, endangers }, .. }) = going.rolled else { return };
        let unit = self.imposed.unit;
        if let Some(single) = &self.single {
            return tell_single(self.game, self.umpire, self.imposed, single, passes);
        }
        let natural = !passes && endangers && self.game.rules.on(rule!("orders.mc.natural-1.fails"));
        self.umpire.tell(|| match passes {
            true => Event::new(What::Passes { unit }, &cited(&self.game.rules, &[rule!("orders.mc.loop")])),
            false => {
                let natural = natural.then_some(rule!("orders.mc.natural-1.fails"));
                let by: Vec<RuleId> = [rule!("orders.mc.fail")].into_iter().chain(natural).collect();
                Event::new(What::Fails { unit }, &cited(&self.game.rules, &by))
            }
        });
        if !passes {
            self.why = Why::Failed { natural };
        }
    }

    fn tell_owed(&mut self, need: &Need) {
        let Imposed { unit, checks, cause, rule, .. } = self.imposed;
        self.umpire.tell(|| {
            let by: Vec<RuleId> = [rule!("orders.mc.loop")].into_iter().chain(rule).collect();
            let owes = What::Owes { unit, checks, cause, target: need.face };
            Event::with(owes, &cited(&self.game.rules, &by), need.working.clone())
        });
    }

    fn tell_drop(&mut self, to: Level) {
        let Imposed { unit, rule, .. } = self.imposed;
        self.umpire.tell(|| {
            let reached = self.game.rules.reaching(to).map(|(rule, _)| rule);
            let by = match &self.why {
                Why::Imposed => [rule, None],
                Why::Failed { natural } => {
                    let natural = natural.then_some(rule!("orders.mc.natural-1.fails"));
                    [Some(rule!("orders.mc.fail")), natural]
                }
            };
            let by: Vec<RuleId> = by.into_iter().flatten().chain(reached).collect();
            Event::new(What::Drops { unit, to }, &cited(&self.game.rules, &by))
        });
    }

    /// An unmodified 1: the leader with the unit is tested.
    fn endanger(&mut self) -> Result<(), U::Pause> {
        let Imposed { unit, enemy, .. } = self.imposed;
        if let Some(leader) = self.game.leader_with(unit) {
            self.stirred = true;
            self.echoes.extend(leader_loss::test(self.game, self.umpire, leader, unit, enemy)?);
        }
        Ok(())
    }

    /// The move of a level.
    fn give_way(&mut self, level: Level) -> Result<(), U::Pause> {
        let unit = self.imposed.unit;
        let body = self.game.unit(unit);
        let before = self.garrison.is_some();
        match blow(&self.game.rules, level, body.arm(), body.formation, before) {
            Blow::Nothing | Blow::Removed(_) => {}
            Blow::Stands => self.umpire.tell(|| Event::ruled(What::Stopped { unit }, house!("garrison"))),
            Blow::Abandoned => self.rout(None)?,
            Blow::GoesBack { rule, by, facing } => {
                self.go_back((by, facing), rule)?;
                if before && self.game.unit(unit).on_table() {
                    self.garrison = garrison(self.game, self.umpire, unit)?;
                }
            }
        }
        Ok(())
    }

    fn go_back(&mut self, way: (Inches, Turned), rule: RuleId) -> Result<(), U::Pause> {
        let Imposed { unit, enemy, .. } = self.imposed;
        self.stirred = true;
        let near = if self.game.measured { self.neighbours()? } else { None };
        let told = |by: Inches| Event::new(What::FallsBack { unit, by }, &[rule]);
        if falls_back(self.game, self.umpire, unit, enemy, way, told)? {
            let near = if self.game.measured { near } else { self.neighbours()? };
            self.echoes.extend(near);
        }
        Ok(())
    }

    /// The unit is dispersed.
    fn rout(&mut self, rule: Option<RuleId>) -> Result<(), U::Pause> {
        let unit = self.imposed.unit;
        self.stirred = true;
        let neighbours = self.neighbours()?;
        self.echoes.extend(neighbours);
        self.umpire.tell(|| match rule {
            Some(rule) => Event::new(What::Routed { unit }, &[rule]),
            None => Event::ruled(What::Routed { unit }, house!("artillery.forced-move")),
        });
        self.game.unit_mut(unit).level = Level::Routed;
        let before = engaged(self.game, unit);
        placing::remove(self.game, unit, Standing::Routed);
        parted(self.game, self.umpire, unit, &before);
        Ok(())
    }

    /// Friends who check when this unit is routed, where the house plays so; found before it is gone.
    fn neighbours(&mut self) -> Result<Option<Echo>, U::Pause> {
        if self.game.rules.plays(house!("rout.neighbours", "none")) {
            return Ok(None);
        }
        leader_loss::rout_echo(self.game, self.umpire, self.imposed.unit).map(Some)
    }

    /// After the last roll: moves put off, then the checks of others.
    fn end(mut self) -> Result<(), U::Pause> {
        let due = std::mem::take(&mut self.due);
        let worst = timing(&self.game.rules) == Timing::Worst;
        let from = if worst { due.len().saturating_sub(1) } else { 0 };
        for level in &due[from..] {
            if !self.is_gone() {
                self.give_way(*level)?;
            }
        }
        if self.stirred {
            for side in Side::BOTH {
                leaders::overrun(self.game, self.umpire, side)?;
            }
        }
        for echo in self.echoes {
            leader_loss::answer(self.game, self.umpire, echo)?;
        }
        Ok(())
    }
}

engine::sight! {
    /// How a forced move went beside real figures.
    pub(crate) struct WayBack of Orders { unit: UnitId, by: Inches } -> FallsBack;
    word: "way-back";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(FallsBack::Back);
    stale: AtOnce;
    measured: |_, _| FallsBack::Back;
    text: |f, g| format!("{} falls back {}, or as far as it can. How?", g.name(f.unit), f.by);
    answers: |_, _| OneOf(&[
        ("it goes back", FallsBack::Back),
        ("it cannot move at all", FallsBack::None),
        ("it leaves the table", FallsBack::OffTable),
    ]);
}

/// Where a forced move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FallsBack {
    Back,
    None,
    OffTable,
}

/// A forced move straight back, an attached leader with it; says whether it took the unit off the table.
pub(crate) fn falls_back<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
    enemy: Option<UnitId>,
    (by, facing): (Inches, Turned),
    event: impl FnOnce(Inches) -> Event,
) -> Result<bool, U::Pause> {
    let way = if game.measured { FallsBack::Back } else { umpire.see(game, WayBack { unit, by })? };
    let before = engaged(game, unit);
    let fell = match way {
        FallsBack::Back => placing::fall_back(game, unit, enemy, by, facing),
        FallsBack::None => FellBack { stopped: true, ..FellBack::default() },
        FallsBack::OffTable => {
            placing::remove(game, unit, Standing::Routed);
            FellBack { by, off_table: true, ..FellBack::default() }
        }
    };
    if fell.by > Inches::ZERO || fell.off_table {
        game.unit_mut(unit).driven = true;
        umpire.tell(|| event(fell.by));
    }
    if fell.stopped {
        umpire.tell(|| Event::ruled(What::Stopped { unit }, house!("morale.back-move")));
    }
    if fell.off_table {
        game.unit_mut(unit).level = Level::Routed;
        umpire.tell(|| Event::ruled(What::Routed { unit }, house!("morale.back-move")));
    }
    parted(game, umpire, unit, &before);
    Ok(fell.off_table)
}

/// The targets a unit is in contact with by its own charge, before its melee.
fn engaged(game: &Orders, unit: UnitId) -> Vec<UnitId> {
    let own = game.contacts_of(unit).filter(|charge| charge.charger == unit && !charge.fought);
    own.map(|charge| charge.target).collect()
}

/// Contact may have ended: a charger driven back has had its charge, and units that touch no enemy are not locked.
fn parted<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, unit: UnitId, before: &[UnitId]) {
    for charge in game.charges.iter_mut().filter(|charge| charge.charger == unit && !charge.contact) {
        if before.contains(&charge.target) {
            charge.fought = true;
            let target = charge.target;
            umpire.tell(|| Event::ruled(What::NoMelee { unit, target }, house!("charge.fire")));
        }
    }
    for id in game.ids() {
        if game.unit(id).locked && !game.in_contact(id) {
            game.unit_mut(id).locked = false;
        }
    }
}

/// Where the house repeats the effects of a status: the back moves of a side's units before it moves.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn begin_step_two<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    if game.rules.plays(house!("morale.effect-trigger", "on-entering")) {
        return Ok(());
    }
    let units: Vec<UnitId> = game.of(side).map(|(id, _)| id).collect();
    for unit in units {
        if !game.unit(unit).on_table() || game.in_contact(unit) {
            continue;
        }
        let imposed = Imposed { unit, drops: 0, checks: 0, cause: Cause::Rout, enemy: None, rule: None };
        let level = game.unit(unit).level;
        let mut course = Course::begin(game, umpire, imposed)?;
        course.give_way(level)?;
        course.end()?;
    }
    Ok(())
}
