//! The acts of an impulse: one ME after another, each with its manoeuvre, its fire and its charges (ruling impulse.course).
//!
//! One act is one step. What an act does stands in its topic; here is only who may act, what is asked, and who answers the
//! enemy's acts.

use crate::ids::house;
use crate::rules::charge::onset;
use crate::rules::command::{self, Commanded};
use crate::rules::fire::shooting::{self, Aim, check_fire, fire, fire_at_will, may_fire, shots};
use crate::rules::fire::{bombardment, firefight};
use crate::rules::frame::Occasion;
use crate::rules::hour::phases::{self, InTheHour, Progress};
use crate::rules::hour::{acting, reactions};
use crate::rules::march::formation::{self, Formed, Wish};
use crate::rules::march::gun_moves::{self, GunMarch};
use crate::rules::march::manoeuvre::{self, March};
use crate::state::answer::{Act, Answer, Refusal};
use crate::state::event::{Event, What};
use crate::state::game::{Acting, Empire};
use crate::state::me::MeId;
use crate::state::stage::Impulses;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Segment};
use dice::Stream;
use engine::outlook::Outlook;
use engine::{Ask, Ends, Form, FormKind, Idle, Offer, Routine, Side, Umpire, not_an_answer, refuse, why};
use serde::Serialize;
use table::Rect;

/// The engaged MEs in the order of their impulses: the side with initiative plays all of its own first, or the sides take
/// turns (ruling impulse.order).
fn order(game: &Empire) -> Vec<MeId> {
    let first = game.first_side();
    let of = |side: Side| game.mes_of(side).filter(|me| game.is_engaged(*me)).collect::<Vec<_>>();
    let (one, two) = (of(first), of(first.enemy()));
    if game.rules.plays(house!("impulse.order", "sides")) {
        return [one, two].concat();
    }
    let most = one.len().max(two.len());
    (0..most).flat_map(|n| [one.get(n), two.get(n)]).flatten().copied().collect()
}

/// Phase 10: the impulses of all MEs that are engaged.
impl InTheHour for phases::Tactical {
    type Left = Impulses;

    fn begin(game: &mut Empire) -> Impulses {
        for me in game.me_ids().filter(|me| game.is_engaged(*me)).collect::<Vec<_>>() {
            let me = game.me_mut(me);
            if !me.now.was_engaged {
                me.hours_engaged += 1;
            }
            me.now.was_engaged = true;
        }
        Impulses { mes: order(game), at_will: Vec::new() }
    }

    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        left: &mut Impulses,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause> {
        // A breakthrough has met an enemy: that charge comes before anything else.
        if onset::pending(game, umpire)? {
            return Ok(Progress::GoesOn);
        }
        let Some(me) = whose(game, umpire, &mut left.mes)? else {
            bombardment::burn_on(game, umpire);
            return Ok(Progress::Done);
        };
        if act(game, umpire, me, &mut left.at_will)? == Progress::Done {
            let next = left.mes.first().map(|me| game.me(*me).side);
            end(game, umpire, next)?;
        }
        Ok(Progress::GoesOn)
    }
}

/// One act of an ME's impulse, or the end of it. `at_will`: the units that still fire at will.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn act<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    at_will: &mut Vec<UnitId>,
) -> Result<Progress, U::Pause> {
    if !game.is_engaged(me) {
        at_will.clear();
        return Ok(Progress::Done);
    }
    if !at_will.is_empty() {
        let unit = at_will.remove(0);
        fire_at_will(game, umpire, unit)?;
        return Ok(Progress::GoesOn);
    }
    let side = game.me(me).side;
    let in_fire = game.acting.is_some_and(|acting| acting.segment >= Segment::Fire);
    if in_fire && game.acting.is_some_and(|acting| !acting.answered) {
        let is_done = command::react(game, umpire, side.enemy())?;
        if let Some(acting) = &mut game.acting {
            acting.answered = is_done;
        }
        return Ok(Progress::GoesOn);
    }
    let due = fights_on(game, me);
    if let Some((unit, target)) = due.filter(|_| in_fire) {
        firefight::round(game, umpire, unit, target)?;
        return Ok(Progress::GoesOn);
    }
    let is_idle = game.units_of(me).all(|(id, _)| !may_act(game, id));
    match if is_idle { Granted::Done } else { umpire.ask(game, Impulse { side, me })? } {
        // Firefights go on, whether other units fire or not.
        Granted::Done if due.is_some() => goes_to(game, Segment::Fire),
        Granted::Done => return Ok(Progress::Done),
        Granted::Command(commanded) => command::carry_out(game, umpire, commanded)?,
        Granted::AtWill => {
            come_to_fire(game, umpire, side)?;
            *at_will = game.units_of(me).map(|(id, _)| id).filter(|id| may_fire(game, *id)).collect();
        }
        Granted::March(march) => {
            let ways = ways(&march);
            manoeuvre::carry_out(game, umpire, march)?;
            for (unit, sweeps) in ways {
                reactions::to_move(game, umpire, unit, &sweeps)?;
            }
        }
        Granted::Form(formed) => {
            let (unit, sweeps) = (formed.unit(), formed.sweeps().to_vec());
            formation::carry_out(game, umpire, formed)?;
            // A unit that only changes where it stands gives the enemy no opportunity.
            if sweeps.len() > 1 {
                reactions::to_move(game, umpire, unit, &sweeps)?;
            }
        }
        Granted::Guns(march) => {
            let (unit, sweeps) = (march.unit(), march.sweeps().to_vec());
            let goes = gun_moves::carry_out(game, umpire, march)?;
            if goes && sweeps.len() > 1 {
                reactions::to_move(game, umpire, unit, &sweeps)?;
            }
        }
        Granted::Fire(aim) => {
            come_to_fire(game, umpire, side)?;
            // What the enemy's leaders did may have taken the target out of sight.
            if shots(game, aim.unit).contains(&aim.target) {
                fire(game, umpire, aim)?;
            }
        }
        Granted::Charge { unit, target, wheel } => {
            come_to_fire(game, umpire, side)?;
            while let Some((unit, target)) = fights_on(game, me) {
                firefight::round(game, umpire, unit, target)?;
            }
            goes_to(game, Segment::Charge);
            // Likewise of the way to it.
            if let Ok(onset) = onset::check(game, &[unit], target, wheel) {
                onset::carry_out(game, umpire, onset, Occasion::Impulse)?;
            }
        }
    }
    Ok(Progress::GoesOn)
}

/// The manoeuvre is over: before any fire, the enemy's leaders may act (ruling impulse.course).
fn come_to_fire<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, side: Side) -> Result<(), U::Pause> {
    goes_to(game, Segment::Fire);
    if game.acting.is_none_or(|acting| acting.answered) {
        return Ok(());
    }
    while !command::react(game, umpire, side.enemy())? {}
    if let Some(acting) = &mut game.acting {
        acting.answered = true;
    }
    Ok(())
}

/// The firefight of an ME that has its round now: once an hour, in the fire of the side with initiative, and in a bonus
/// impulse (ruling firefight.when).
fn fights_on(game: &Empire, me: MeId) -> Option<(UnitId, UnitId)> {
    let acting = game.acting?;
    let is_theirs = acting.side == game.first_side() || acting.bonus.is_some();
    if is_theirs { firefight::due(game, me) } else { None }
}

/// The units that go, with the ground swept; beside real figures it is not known.
fn ways(march: &March) -> Vec<(UnitId, Vec<Rect>)> {
    let swept =
        |unit: UnitId| march.sweeps().find(|(id, _)| *id == unit).map_or(Vec::new(), |(_, all)| all.to_vec());
    march.units().map(|unit| (unit, swept(unit))).collect()
}

/// The ME whose impulse it is, begun; `None`: all have had theirs.
fn whose<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    left: &mut Vec<MeId>,
) -> Result<Option<MeId>, U::Pause> {
    if let Some(me) = game.acting.and_then(|acting| acting.me) {
        return Ok(Some(me));
    }
    let Some(next) = left.first().copied() else { return Ok(None) };
    let side = game.me(next).side;
    let in_turn = left.iter().copied().take_while(|me| game.me(*me).side == side);
    let mes: Vec<MeId> = in_turn.collect();
    let me = if mes.len() > 1 { umpire.ask(game, NextMe { side, mes })? } else { next };
    left.retain(|other| *other != me);
    begin(game, umpire, side, me);
    Ok(Some(me))
}

/// The impulse of an ME begins. With the first of its side, no unit of either side has done anything.
fn begin<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, side: Side, me: MeId) {
    if game.acting.is_none_or(|acting| acting.side != side) {
        for unit in &mut game.units {
            unit.impulse = Default::default();
        }
        for pair in &mut game.firefights {
            pair.fought = false;
        }
        command::begin(game);
    }
    game.acting =
        Some(Acting { side, me: Some(me), segment: Segment::Manoeuvre, bonus: None, answered: false });
    umpire.tell(|| Event::ruled(What::ImpulseBegins { me }, house!("impulse.order")));
}

/// The impulse of an ME ends; with the last of its side, units that did nothing in it recover breath and order. `next`:
/// the side whose ME is next.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn end<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    next: Option<Side>,
) -> Result<(), U::Pause> {
    gun_moves::take_abandoned(game, umpire)?;
    let Some(acting) = game.acting else { return Ok(()) };
    if next == Some(acting.side) {
        game.acting = Some(Acting { me: None, ..acting });
        return Ok(());
    }
    game.acting = None;
    for unit in game.ids() {
        rest(game, umpire, unit);
        // Storming parties and sappers are told off until the impulse ends (ruling storming).
        let body = game.unit(unit);
        if body.storming || body.sappers {
            let body = game.unit_mut(unit);
            (body.storming, body.sappers) = (false, false);
        }
    }
    Ok(())
}

/// Disorder and blown horses last until an impulse in which a unit neither moved, fired nor fought (rulings disorder and
/// blown).
fn rest<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, unit: UnitId) {
    let body = game.unit(unit);
    let did = body.impulse;
    let is_idle = !(did.acted || did.moved || did.fired || did.reacted || did.charged || did.spent);
    if !is_idle || !body.on_table() || !body.in_good_morale() || body.inside.is_some() {
        return;
    }
    if std::mem::take(&mut game.unit_mut(unit).disordered) {
        umpire.tell(|| Event::ruled(What::Reforms { unit }, house!("disorder")));
    }
    if std::mem::take(&mut game.unit_mut(unit).blown) {
        umpire.tell(|| Event::ruled(What::GetsBreath { unit }, house!("blown")));
    }
}

/// An act of a later segment ends the earlier ones.
fn goes_to(game: &mut Empire, segment: Segment) {
    if let Some(acting) = &mut game.acting {
        acting.segment = acting.segment.max(segment);
    }
}

/// Whether a unit may still do anything in its ME's impulse.
fn may_act(game: &Empire, unit: UnitId) -> bool {
    let segment = game.acting.map_or(Segment::Manoeuvre, |acting| acting.segment);
    if acting::may_act(game, unit).is_err() {
        return false;
    }
    (segment <= Segment::Fire && !shots(game, unit).is_empty())
        || (segment == Segment::Manoeuvre && manoeuvre::may_act(game, unit).is_ok())
        || !onset::targets(game, unit).is_empty()
}

// -------------------------------------------------------------------- questions ----

/// What was granted of an act.
#[derive(Clone, Debug)]
pub enum Granted {
    Done,
    March(March),
    Form(Formed),
    Guns(GunMarch),
    Command(Commanded),
    AtWill,
    Fire(Aim),
    Charge { unit: UnitId, target: UnitId, wheel: i32 },
}

/// The next act of an ME's impulse.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Impulse {
    pub side: Side,
    pub me: MeId,
}

impl Impulse {
    /// A unit of the ME that acts.
    fn own(&self, game: &Empire, unit: UnitId) -> Result<(), Refusal> {
        match game.get(unit) {
            Some(body) if body.on_table() && body.me() == self.me => acting::may_act(game, unit),
            Some(body) => refuse(house!("impulse.course"), why!("It is not {}'s impulse.", body.called())),
            None => not_an_answer("a unit of the ME whose impulse it is."),
        }
    }

    /// An act of an earlier segment comes too late.
    fn in_time(&self, game: &Empire, segment: Segment) -> Result<(), Refusal> {
        match game.acting {
            Some(acting) if acting.segment > segment => refuse(
                house!("impulse.course"),
                why!("First all manoeuvre, then all fire, then they charge: it is too late for that."),
            ),
            _ => Ok(()),
        }
    }

    /// What an act of a segment ends, of all that was in time before it.
    fn ends_by(&self, game: &Empire, segment: Segment) -> Vec<Ends> {
        let earlier = [(Segment::Manoeuvre, Ends::Marches), (Segment::Fire, Ends::Fire)];
        let ended = |(other, _): &(Segment, Ends)| *other < segment && self.in_time(game, *other).is_ok();
        earlier.into_iter().filter(ended).map(|(_, ends)| ends).collect()
    }

    fn aims(&self, game: &Empire) -> Vec<Aim> {
        if self.in_time(game, Segment::Fire).is_err() {
            return Vec::new();
        }
        let units = game.units_of(self.me).map(|(unit, _)| unit);
        units.flat_map(|unit| shots(game, unit).into_iter().map(move |target| Aim { unit, target })).collect()
    }
}

impl Ask<Empire> for Impulse {
    const WORD: &'static str = "act";
    type Granted = Granted;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, game: &Empire, answer: &Answer) -> Result<Granted, Refusal> {
        match answer {
            Answer::No => Ok(Granted::Done),
            Answer::Act(act) if let Some((unit, how, legs)) = gun_moves::of_guns(game, act) => {
                self.own(game, unit)?;
                self.in_time(game, Segment::Manoeuvre)?;
                gun_moves::check(game, unit, how, legs).map(Granted::Guns)
            }
            Answer::Act(Act::FireAtWill) => {
                self.in_time(game, Segment::Fire)?;
                match self.aims(game).is_empty() {
                    true => {
                        refuse(house!("targets"), why!("No unit of {} has a target.", &game.me(self.me).name))
                    }
                    false => Ok(Granted::AtWill),
                }
            }
            Answer::Act(Act::Fire { unit, target }) => {
                self.own(game, *unit)?;
                self.in_time(game, Segment::Fire)?;
                check_fire(game, *unit)?;
                match shots(game, *unit).contains(target) {
                    true => Ok(Granted::Fire(Aim { unit: *unit, target: *target })),
                    false => refuse(
                        house!("targets"),
                        why!("{} may not fire at {}.", game.called(*unit), game.called(*target)),
                    ),
                }
            }
            Answer::Act(Act::Command { leader, action, unit, to }) => {
                command::check(game, self.side, *leader, action, *unit, *to).map(Granted::Command)
            }
            Answer::Act(Act::Charge { units, target, wheel }) => {
                units.iter().try_for_each(|unit| self.own(game, *unit))?;
                onset::check(game, units, *target, *wheel)?;
                match units.as_slice() {
                    [unit] => Ok(Granted::Charge { unit: *unit, target: *target, wheel: *wheel }),
                    _ => not_an_answer("one unit charges at a time."),
                }
            }
            Answer::Act(Act::Manoeuvre { units, legs, bonus }) => {
                units.iter().try_for_each(|unit| self.own(game, *unit))?;
                self.in_time(game, Segment::Manoeuvre)?;
                manoeuvre::check(game, units, legs, *bonus).map(Granted::March)
            }
            Answer::Act(Act::Form { unit, formation, facing, onto, legs }) => {
                self.own(game, *unit)?;
                self.in_time(game, Segment::Manoeuvre)?;
                let wish = Wish { formation: *formation, facing: *facing, onto: *onto, legs };
                formation::check(game, *unit, wish).map(Granted::Form)
            }
            Answer::Yes | Answer::Unit(_) | Answer::Me(_) | Answer::Option(_) | Answer::Act(_) => {
                not_an_answer("an act of this impulse, or no more.")
            }
        }
    }

    /// An offer, or now and then a march or a change of formation.
    fn sample(&self, game: &Empire, luck: &mut Stream) -> Answer {
        let able = || {
            let units = game.units_of(self.me).map(|(unit, _)| unit);
            units
                .filter(|unit| {
                    manoeuvre::may_act(game, *unit).is_ok() && acting::may_act(game, *unit).is_ok()
                })
                .collect::<Vec<_>>()
        };
        if luck.below(2) == 0 && self.in_time(game, Segment::Manoeuvre).is_ok() {
            let able = able();
            let act = able.get(luck.below(able.len() as u32) as usize).and_then(|unit| match luck.below(3) {
                _ if game.unit(*unit).arm() == Arm::Artillery => gun_moves::sample(game, *unit, luck),
                0 => formation::sample(game, *unit, luck),
                _ => manoeuvre::sample(game, *unit, luck),
            });
            if let Some(act) = act {
                return Answer::Act(act);
            }
        }
        let mut offers = self.form(game).offers;
        let place = luck.below(offers.len() as u32) as usize;
        if place < offers.len() { offers.swap_remove(place).answer } else { Answer::No }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        let me = engine::wording::whose(game.me_name(self.me));
        let segment = game.acting.map_or(Segment::Manoeuvre, |acting| acting.segment);
        match segment {
            Segment::Manoeuvre => {
                format!(
                    "{me} impulse: each unit has one action, to march, form, fire or charge. Fire ends all marches."
                )
            }
            Segment::Fire => {
                format!("{me} fire: choose a unit to fire or charge. A charge ends all fire.")
            }
            Segment::Charge => format!("{me} charges: choose a unit to charge."),
        }
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("what {} does.", game.me_name(self.me))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::new(FormKind::Orders, None).or("End impulse", "", Answer::No);
        let ends = self.ends_by(game, Segment::Fire);
        let aims = self.aims(game);
        for Aim { unit, target } in &aims {
            let answer = Answer::Act(Act::Fire { unit: *unit, target: *target });
            let text = format!("Fire at {}", game.name(*target));
            let (unit, target) = (Some(*unit), Some(*target));
            form.offers.push(Offer { unit, target, ends: ends.clone(), ..Offer::new(text, "", answer) });
        }
        if !aims.is_empty() {
            let (note, answer) = ("everybody who may, at the nearest", Answer::Act(Act::FireAtWill));
            form.offers.push(Offer { ends, ..Offer::new("Fire at will", note, answer) });
        }
        let ends = self.ends_by(game, Segment::Charge);
        let units: Vec<UnitId> = game.units_of(self.me).map(|(unit, _)| unit).collect();
        for unit in units.into_iter().filter(|unit| acting::may_act(game, *unit).is_ok()) {
            for (target, wheel) in onset::targets(game, unit) {
                let answer = Answer::Act(Act::Charge { units: vec![unit], target, wheel });
                let text = format!("{} charges {}", game.name(unit), game.name(target));
                let (unit, target) = (Some(unit), Some(target));
                form.offers.push(Offer { unit, target, ends: ends.clone(), ..Offer::new(text, "", answer) });
            }
        }
        command::offer(&mut form, game, self.side);
        form.lit(aims.iter().map(|aim| aim.unit).collect())
    }

    fn idle(&self, game: &Empire) -> Idle {
        let units = game.units_of(self.me).map(|(unit, _)| unit);
        Idle { units: units.filter(|unit| may_act(game, *unit)).collect(), ..Idle::default() }
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        if let Answer::Act(Act::Charge { units, target, wheel }) = answer {
            return onset::outlook(game, *units.first()?, *target, *wheel, Occasion::Impulse);
        }
        let Answer::Act(Act::Fire { unit, target }) = answer else { return None };
        let (unit, target) = (*unit, *target);
        firefight::outlook(game, unit, target)
            .or_else(|| shooting::shot_outlook(game, unit, target, Occasion::Impulse))
    }
}

/// Which ME of a side has its impulse next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextMe {
    pub side: Side,
    pub mes: Vec<MeId>,
}

impl Ask<Empire> for NextMe {
    const WORD: &'static str = "next-me";
    const ROUTINE: Option<Routine> = Some(Routine::listed("Whose impulse is played next"));
    type Granted = MeId;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<MeId, Refusal> {
        match answer {
            Answer::Act(Act::Begin { me }) if self.mes.contains(me) => Ok(*me),
            Answer::Yes
            | Answer::No
            | Answer::Unit(_)
            | Answer::Me(_)
            | Answer::Option(_)
            | Answer::Act(_) => not_an_answer("an ME that has not had its impulse."),
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        self.mes.first().map_or(Answer::No, |me| Answer::Act(Act::Begin { me: *me }))
    }

    fn prompt(&self, _: &Empire) -> String {
        "Which manoeuvre element (ME) has its impulse next?".to_owned()
    }

    fn waited_for(&self, _: &Empire) -> String {
        "which ME has its impulse next.".to_owned()
    }

    fn beforehand(&self, view: &Empire, value: &str) -> Option<Answer> {
        (value == Routine::LISTED).then(|| self.decline(view))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::choose(None);
        for me in &self.mes {
            let begins = Answer::Act(Act::Begin { me: *me });
            form.offers.push(Offer::new(game.me_name(*me), "", begins).of(game.me_name(*me)));
        }
        form
    }
}
