//! Morale checks carried out on a game, with all they lead to: back moves, leaders lost, the shock of their death.
//!
//! A leader is tested where his unit stands when the 1 falls, before the unit takes its level's effect.

use crate::ids::{house, rule};
use crate::rules::ground::Place;
use crate::rules::leader_loss::{self, Echo};
use crate::rules::leaders;
use crate::rules::morale::{
    Blow, CheckFacts, Need, Timing, blow, cited, garrison, levels_lost, need, still_owed, throw, timing,
};
use crate::rules::placing::{self, FellBack};
use crate::state::event::{Cause, Event, What, Working};
use crate::state::game::Orders;
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Level, Turned};
use engine::{Fact, FactAsked, Side, Umpire};
use rulebook::RuleId;
use table::Inches;

/// What a unit must go through for one cause: levels lost outright, then checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ordeal {
    pub(crate) unit: UnitId,
    pub(crate) drops: u32,
    pub(crate) checks: u32,
    pub(crate) cause: Cause,
    /// Whom it gives way to; `None`: the nearest.
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
    suffer(game, umpire, Ordeal { unit, drops: 0, checks: count, cause, enemy, rule: None }).map(drop)
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
    let rules = &game.rules;
    let (times, test, pass, fail, ordinary) = match cause {
        Cause::Square => (
            rules.count(rule!("orders.hasty-square.test")),
            rule!("orders.hasty-square.test"),
            rule!("orders.hasty-square.pass"),
            rule!("orders.hasty-square.fail"),
            rules.plays(house!("hasty-square", "normal-mc")),
        ),
        Cause::Rally => (
            rules.count(rule!("orders.orders.rally.check")),
            rule!("orders.orders.rally.check"),
            rule!("orders.orders.rally.pass"),
            rule!("orders.orders.rally.fail"),
            false,
        ),
        Cause::Fire | Cause::Melee | Cause::Shock | Cause::ForceMarch | Cause::Rout | Cause::Command => (
            1,
            rule!("orders.command.outside.check"),
            rule!("orders.command.outside.pass"),
            rule!("orders.command.outside.no-loss"),
            rules.plays(house!("command.outside.mc", "normal")),
        ),
    };
    let ordeal = Ordeal { unit, drops: 0, checks: times, cause, enemy: None, rule: Some(test) };
    let tell = |game: &Orders, umpire: &mut U, passes: bool, working: Working| {
        let what = match cause {
            Cause::Square => What::SquareRoll { unit, passes },
            Cause::Rally => What::RallyRoll { unit, passes },
            _ => What::CommandRoll { unit, passes },
        };
        let rules = cited(&game.rules, &[test, if passes { pass } else { fail }]);
        umpire.tell(|| Event::with(what, &rules, working));
    };
    if ordinary {
        let passes = suffer(game, umpire, ordeal)?;
        tell(game, umpire, passes, Working::default());
        return Ok(passes);
    }
    let mut course = Course::begin(game, umpire, ordeal)?;
    let mut passes = true;
    for _ in 0..times {
        let need = course.need(game);
        let rolled = throw(umpire.hand(game.unit(unit).side()), &game.rules, need.face)?;
        passes = rolled.passes;
        tell(game, umpire, passes, need.working);
        if rolled.endangers {
            course.endanger(game, umpire)?;
        }
        if !passes {
            if !game.rules.on(fail) {
                course.lower(game, umpire, &[test], &Working::default())?;
            }
            break;
        }
    }
    course.end(game, umpire)?;
    Ok(passes)
}

/// Levels lost and checks for one cause; says whether the first roll passed.
pub(crate) fn suffer<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    ordeal: Ordeal,
) -> Result<bool, U::Pause> {
    let Ordeal { unit, drops, checks, cause, .. } = ordeal;
    if !game.unit(unit).on_table() || (drops == 0 && checks == 0) {
        return Ok(true);
    }
    let mut course = Course::begin(game, umpire, ordeal)?;
    let imposed: Vec<RuleId> = ordeal.rule.into_iter().collect();
    for _ in 0..drops {
        if game.unit(unit).on_table() {
            course.lower(game, umpire, &imposed, &Working::default())?;
        }
    }
    let mut first = None;
    let mut owed = checks;
    if owed > 0 && game.unit(unit).on_table() {
        let need = course.need(game);
        umpire.tell(|| {
            let rules =
                cited(&game.rules, &[rule!("orders.mc.loop")].into_iter().chain(imposed).collect::<Vec<_>>());
            Event::with(What::Owes { unit, checks, cause, target: need.face }, &rules, need.working)
        });
    }
    while owed > 0 && game.unit(unit).on_table() {
        let need = course.need(game);
        let rolled = throw(umpire.hand(game.unit(unit).side()), &game.rules, need.face)?;
        first = first.or(Some(rolled.passes));
        if rolled.endangers {
            course.endanger(game, umpire)?;
        }
        let mut lost = false;
        if rolled.passes {
            umpire.tell(|| Event::with(What::Passes { unit }, &[], need.working));
        } else {
            let natural = rolled.endangers && game.rules.on(rule!("orders.mc.natural-1.fails"));
            let why = [rule!("orders.mc.fail"), rule!("orders.mc.natural-1.fails")];
            for _ in 0..levels_lost(&game.rules) {
                if game.unit(unit).on_table() {
                    lost |= course.lower(game, umpire, &why[..1 + usize::from(natural)], &need.working)?;
                }
            }
        }
        owed = still_owed(&game.rules, owed, rolled.passes, lost);
    }
    course.end(game, umpire)?;
    Ok(first.unwrap_or(true))
}

/// A unit on its way through its checks for one cause.
struct Course {
    ordeal: Ordeal,
    garrison: Option<Place>,
    /// Looked up once, where the house freezes the modifiers.
    frozen: Option<CheckFacts>,
    /// Levels whose back moves are still to be made.
    due: Vec<Level>,
    /// Checks of others that follow.
    echoes: Vec<Echo>,
    /// It has moved or lost its leader: leaders alone may have an enemy before them.
    stirred: bool,
}

impl Course {
    fn begin<U: Umpire<Orders>>(game: &Orders, umpire: &mut U, ordeal: Ordeal) -> Result<Course, U::Pause> {
        let garrison = garrison(game, umpire, ordeal.unit)?;
        Ok(Course { ordeal, garrison, frozen: None, due: Vec::new(), echoes: Vec::new(), stirred: false })
    }

    /// The number of the next roll.
    fn need(&mut self, game: &Orders) -> Need {
        let facts = self.frozen.unwrap_or_else(|| game.check_facts(self.ordeal.unit, self.garrison));
        if game.rules.plays(house!("mc.live-modifiers", "frozen")) {
            self.frozen = Some(facts);
        }
        need(&game.rules, &facts)
    }

    /// An unmodified 1: a leader with the unit is tested.
    fn endanger<U: Umpire<Orders>>(&mut self, game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
        if let Some(leader) = game.leader_with(self.ordeal.unit) {
            self.stirred = true;
            self.echoes.extend(leader_loss::test(game, umpire, leader, self.ordeal.unit, self.ordeal.enemy)?);
        }
        Ok(())
    }

    /// One level down, with its effect; says whether there was a level to lose.
    fn lower<U: Umpire<Orders>>(
        &mut self,
        game: &mut Orders,
        umpire: &mut U,
        why: &[RuleId],
        working: &Working,
    ) -> Result<bool, U::Pause> {
        let unit = self.ordeal.unit;
        let Some(to) = game.rules.lower(game.unit(unit).level) else { return Ok(false) };
        game.unit_mut(unit).level = to;
        umpire.tell(|| {
            let reached = game.rules.reaching(to).map(|(rule, _)| rule);
            let rules: Vec<RuleId> = why.iter().copied().chain(reached).collect();
            Event::with(What::Drops { unit, to }, &cited(&game.rules, &rules), working.clone())
        });
        let body = game.unit(unit);
        match blow(&game.rules, to, body.arm(), body.formation, self.garrison.is_some()) {
            Blow::Removed(rule) => {
                self.due.clear();
                self.rout(game, umpire, Some(rule))?;
            }
            Blow::Nothing => {}
            Blow::GoesBack { .. } | Blow::Stands | Blow::Abandoned
                if timing(&game.rules) == Timing::AtOnce =>
            {
                self.give_way(game, umpire, to)?;
            }
            Blow::GoesBack { .. } | Blow::Stands | Blow::Abandoned => self.due.push(to),
        }
        Ok(true)
    }

    /// The move of a level.
    fn give_way<U: Umpire<Orders>>(
        &mut self,
        game: &mut Orders,
        umpire: &mut U,
        level: Level,
    ) -> Result<(), U::Pause> {
        let Ordeal { unit, enemy, .. } = self.ordeal;
        let body = game.unit(unit);
        let before = self.garrison.is_some();
        match blow(&game.rules, level, body.arm(), body.formation, before) {
            Blow::Nothing | Blow::Removed(_) => {}
            Blow::Stands => umpire.tell(|| Event::ruled(What::Stopped { unit }, house!("garrison"))),
            Blow::Abandoned => self.rout(game, umpire, None)?,
            Blow::GoesBack { rule, by, facing } => {
                self.go_back(game, umpire, enemy, (by, facing), rule)?;
                if before && game.unit(unit).on_table() {
                    self.garrison = garrison(game, umpire, unit)?;
                }
            }
        }
        Ok(())
    }

    fn go_back<U: Umpire<Orders>>(
        &mut self,
        game: &mut Orders,
        umpire: &mut U,
        enemy: Option<UnitId>,
        way: (Inches, Turned),
        rule: RuleId,
    ) -> Result<(), U::Pause> {
        let unit = self.ordeal.unit;
        self.stirred = true;
        let near = if game.measured { self.neighbours(game, umpire)? } else { None };
        let told = |by: Inches| Event::new(What::FallsBack { unit, by }, &[rule]);
        if falls_back(game, umpire, unit, enemy, way, told)? {
            let near = if game.measured { near } else { self.neighbours(game, umpire)? };
            self.echoes.extend(near);
        }
        Ok(())
    }

    /// The unit is dispersed.
    fn rout<U: Umpire<Orders>>(
        &mut self,
        game: &mut Orders,
        umpire: &mut U,
        rule: Option<RuleId>,
    ) -> Result<(), U::Pause> {
        let unit = self.ordeal.unit;
        self.stirred = true;
        let neighbours = self.neighbours(game, umpire)?;
        self.echoes.extend(neighbours);
        umpire.tell(|| match rule {
            Some(rule) => Event::new(What::Routed { unit }, &[rule]),
            None => Event::ruled(What::Routed { unit }, house!("artillery.forced-move")),
        });
        game.unit_mut(unit).level = Level::Routed;
        let before = engaged(game, unit);
        placing::remove(game, unit, Standing::Routed);
        parted(game, umpire, unit, &before);
        Ok(())
    }

    /// Friends who check when this unit is routed, where the house plays so; found before it is gone.
    fn neighbours<U: Umpire<Orders>>(&self, game: &Orders, umpire: &mut U) -> Result<Option<Echo>, U::Pause> {
        if game.rules.plays(house!("rout.neighbours", "none")) {
            return Ok(None);
        }
        leader_loss::rout_echo(game, umpire, self.ordeal.unit).map(Some)
    }

    /// After the last roll: moves put off, then the checks of others.
    fn end<U: Umpire<Orders>>(mut self, game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
        let due = std::mem::take(&mut self.due);
        let worst = timing(&game.rules) == Timing::Worst;
        let from = if worst { due.len().saturating_sub(1) } else { 0 };
        for level in &due[from..] {
            if game.unit(self.ordeal.unit).on_table() {
                self.give_way(game, umpire, *level)?;
            }
        }
        if self.stirred {
            for side in Side::BOTH {
                leaders::overrun(game, umpire, side)?;
            }
        }
        for echo in self.echoes {
            leader_loss::answer(game, umpire, echo)?;
        }
        Ok(())
    }
}

/// How a forced move went beside real figures.
pub(crate) struct WayBack {
    unit: UnitId,
    by: Inches,
}
impl Fact<Orders> for WayBack {
    type Value = Way;
    fn measure(&self, _: &Orders) -> Way {
        Way::Back
    }
    fn put(&self, game: &Orders) -> FactAsked {
        let text = format!("{} falls back {}, or as far as it can. How?", game.name(self.unit), self.by);
        FactAsked::one_of(text, &["it goes back", "it cannot move at all", "it leaves the table"])
    }
    fn seen(&self, _: &Orders, answer: &[u32]) -> Option<Way> {
        match answer {
            [0] => Some(Way::Back),
            [1] => Some(Way::None),
            [2] => Some(Way::OffTable),
            _ => None,
        }
    }
}

/// Where a forced move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
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
    let way = if game.measured { Way::Back } else { umpire.see(game, WayBack { unit, by })? };
    let before = engaged(game, unit);
    let fell = match way {
        Way::Back => placing::fall_back(game, unit, enemy, by, facing),
        Way::None => FellBack { stopped: true, ..FellBack::default() },
        Way::OffTable => {
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

/// Contact may have ended: a charger driven back has had its charge, and nobody stays locked who touches nobody.
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
        let ordeal = Ordeal { unit, drops: 0, checks: 0, cause: Cause::Rout, enemy: None, rule: None };
        let mut course = Course::begin(game, umpire, ordeal)?;
        let level = game.unit(unit).level;
        course.give_way(game, umpire, level)?;
        course.end(game, umpire)?;
    }
    Ok(())
}
