//! Phase 1: guns are adjusted, name their targets and fire; shots carry through.

use crate::charts::Rules;
use crate::ids::{ArtilleryWhen, house, rule};
use crate::rules::asking;
use crate::rules::fire::{self, Cannonade, cannon_dice, cannon_need, cannonade};
use crate::rules::ground::facts::{
    Ahead, Behind, CoverOf, Enfiladed, InView, OnLevelGround, RangeBand, Wanted, enemy_ahead, longest_range,
    may_be_enfiladed, stops_shot,
};
use crate::rules::ground::placing;
use crate::rules::outlook::{self, About, Fired, Outlook, ShotFacts};
use crate::state::answer::{Answer, Order};
use crate::state::event::{Event, NoTarget, What};
use crate::state::game::{Aim, Progress, Volley};
use crate::state::refusal::{Refusal, not_an_answer, refuse, why};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Band, Formation, Phase, Silence, Test};
use dice::Stream;
use engine::outlook::measuring;
use engine::wording::says;
use engine::{Ask, Fact as _, Form, FormKind, PlainAnswer as _, Routine, Side, Umpire};
use serde::Serialize;
use table::{Bearing, Inches, Pose, Rect};

/// Guns a side may still adjust: horse guns to unlimber, light guns to lay.
pub(crate) fn adjustable(game: &Volley, side: Side) -> Vec<UnitId> {
    let may = |id: UnitId| may_unlimber(game, id) || may_turn(game, id);
    game.of(side).map(|(id, _)| id).filter(|id| may(*id)).collect()
}

pub(crate) fn may_unlimber(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    unit.profile.horse_artillery
        && unit.formation == Formation::Limbered
        && unit.is(Arm::Artillery)
        && !game.in_melee(id)
        && game.rules.on(rule!("volley.p1.horse-unlimber"))
}

/// Guns below the heavy weight turn and shift before they fire; heavy ones do not.
pub(crate) fn may_turn(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    let heavy = unit.profile.pounds as i32 >= heavy_weight(&game.rules);
    unit.is(Arm::Artillery)
        && unit.formation == Formation::Unlimbered
        && !unit.adjusted
        && !game.in_melee(id)
        && game.rules.on(rule!("volley.p1.adjust.light"))
        && !(heavy && game.rules.on(rule!("volley.p1.adjust.heavy")))
}

/// The targets a gun may name as it stands now.
fn named_now(game: &Volley, gun: UnitId) -> Vec<UnitId> {
    measuring(|eyes| targets(game, eyes, gun))
}

/// The weight from which guns are too heavy to be turned: not below that from which they hit harder.
fn heavy_weight(rules: &Rules) -> i32 {
    let hits_harder = rules.artillery_modifiers.find(ArtilleryWhen::Heavy).map_or(0, |heavy| heavy.per);
    rules.int(rule!("volley.p1.adjust.heavy")).unwrap_or(0).max(hits_harder)
}

/// One order to a gun, or no more from this side.
pub(crate) fn adjust<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<Progress, U::Pause> {
    let guns = adjustable(game, side);
    if guns.is_empty() {
        return Ok(Progress::Done);
    }
    match umpire.ask(game, Adjust { side, guns })? {
        None => return Ok(Progress::Done),
        Some(Order::Form { unit, formation, facing }) => {
            let pose = placing::reformed(game, unit, formation, facing);
            placing::reform(game, unit, formation, pose);
            umpire.tell(|| Event::new(What::Unlimbered { unit }, &[rule!("volley.p1.horse-unlimber")]));
        }
        Some(Order::Turn { unit, to }) => {
            game.unit_mut(unit).adjusted = true;
            if let Some(pose) = to {
                placing::stand(game, unit, pose, Formation::Unlimbered);
            }
            umpire.tell(|| Event::new(What::Turned { unit }, &[rule!("volley.p1.adjust.light")]));
        }
        Some(_) => {}
    }
    Ok(Progress::GoesOn)
}

/// Whether a unit names a target in phase 1.
fn may_aim(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    unit.is(Arm::Artillery) && unit.formation == Formation::Unlimbered && !game.in_melee(id)
}

/// The next battery of the side names its target.
pub(crate) fn take_aim<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<Progress, U::Pause> {
    let has_aimed = |id: UnitId| game.aims.iter().any(|aim| aim.shooter == id);
    let battery = game.of(side).map(|(id, _)| id).find(|id| may_aim(game, *id) && !has_aimed(*id));
    let Some(battery) = battery else { return Ok(Progress::Done) };
    let target = match lane(game, umpire, battery)? {
        Ok(targets) => umpire.ask(game, NameTarget { battery, targets })?,
        Err(why) => {
            umpire.tell(|| {
                let why = no_target(game, battery, why);
                Event::new(What::Silent { battery, why }, &[rule!("volley.p1.arc")])
            });
            None
        }
    };
    game.aims.push(Aim { shooter: battery, target, fired: false });
    Ok(Progress::GoesOn)
}

/// What a battery is asked when it comes to name its target, as it stands; `None`: it has none.
pub fn aim_asked(game: &Volley, battery: UnitId) -> Option<NameTarget> {
    let aims = game.get(battery).is_some_and(Unit::on_table) && may_aim(game, battery) && game.measured;
    let targets = if aims { named_now(game, battery) } else { Vec::new() };
    (!targets.is_empty()).then_some(NameTarget { battery, targets })
}

/// Why a battery that would name its target as it stands has none; `None`: it has one, or does not name any.
pub fn silence(game: &Volley, battery: UnitId) -> Option<NoTarget> {
    let aims = game.measured && game.get(battery).is_some_and(Unit::on_table) && may_aim(game, battery);
    let why = aims.then(|| measuring(|eyes| lane(game, eyes, battery)).err()).flatten()?;
    Some(no_target(game, battery, why))
}

/// The same, as long as the battery could still be laid otherwise, or waits for the others to fire.
pub(crate) fn silent_now(game: &Volley, battery: UnitId) -> Option<NoTarget> {
    let fired = |battery: UnitId| game.aims.iter().any(|aim| aim.shooter == battery && aim.fired);
    let now = game.phase() == Phase::Artillery && !fired(battery);
    now.then(|| silence(game, battery)).flatten()
}

/// [`NoTarget`] for this reason, with the unit to blame and its distance.
fn no_target(game: &Volley, battery: UnitId, (why, who): Barred) -> NoTarget {
    let nowhere = NoTarget { why, who, at: None };
    if !game.measured {
        return nowhere;
    }
    let off = |who: UnitId| game.distance(battery, who);
    if let Some(who) = who {
        return NoTarget { at: Some(off(who)), ..nowhere };
    }
    // An enemy straight ahead who was not met is too far off or cannot be seen.
    if let Some((at, who)) = enemy_ahead(game, battery) {
        let why = match (at > longest_range(game), game.sees(battery, who, Wanted::Sight)) {
            (true, _) => Silence::Range,
            (false, false) => Silence::Hidden,
            // The house lets it name none.
            (false, true) => return nowhere,
        };
        return NoTarget { why, who: Some(who), at: Some(at) };
    }
    let enemies = game.of(game.unit(battery).side().enemy());
    let nearest = enemies.map(|(id, _)| (off(id), id)).min();
    nearest.map_or(nowhere, |(at, who)| NoTarget { why, who: Some(who), at: Some(at) })
}

/// The units a battery may name: the nearest in its strip that is not skirmishers, and skirmishers before it.
pub(crate) fn targets<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    battery: UnitId,
) -> Result<Vec<UnitId>, U::Pause> {
    Ok(lane(game, umpire, battery)?.unwrap_or_default())
}

/// Why a gun has no target, and who stands in its way or cannot be fired at.
type Barred = (Silence, Option<UnitId>);

/// The same, or why there are none.
fn lane<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    battery: UnitId,
) -> Result<Result<Vec<UnitId>, Barred>, U::Pause> {
    let (mut may, mut silence) = (Vec::new(), (Silence::Nobody, None));
    if !game.rules.on(rule!("volley.p1.choose-target")) {
        return Ok(Err(silence));
    }
    let side = game.unit(battery).side();
    let ahead = if game.rules.on(rule!("volley.p1.arc")) {
        umpire.see(game, Ahead { battery })?
    } else {
        umpire.see(game, InView { battery })?
    };
    for id in ahead {
        let unit = game.unit(id);
        let fighting = game.in_melee(id) && !game.rules.flag(house!("artillery.melee-target"));
        if unit.side() == side {
            if stops_shot(unit) {
                silence = (Silence::Friends, Some(id));
            }
        } else if umpire.see(game, RangeBand { battery, target: id })? == Band::Out {
            silence = (Silence::Range, Some(id));
        } else if fighting {
            silence = (Silence::Melee, Some(id));
        } else {
            may.push(id);
        }
        if stops_shot(unit) && game.rules.on(rule!("volley.p1.arc")) {
            break;
        }
    }
    Ok(if may.is_empty() { Err(silence) } else { Ok(may) })
}

/// Whether both sides name their targets before any gun fires.
pub(crate) fn is_simultaneous(rules: &Rules) -> bool {
    rules.flag(house!("artillery.simultaneous"))
}

/// The next battery fires; after the last the losses come off together.
pub(crate) fn fire<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<Progress, U::Pause> {
    let one_by_one = !is_simultaneous(&game.rules);
    if let Some(at) = game.aims.iter().position(|aim| !aim.fired) {
        let Aim { shooter, target, .. } = game.aims[at];
        game.aims[at].fired = true;
        if let Some(target) = target
            && game.is_standing(target)
            && game.is_standing(shooter)
        {
            fire_battery(game, umpire, shooter, target)?;
            if one_by_one {
                take_losses(game, umpire, house!("artillery.simultaneous"))?;
            }
        }
        return Ok(Progress::GoesOn);
    }
    if one_by_one && game.aims.iter().all(|aim| game.unit(aim.shooter).side() == Side::French) {
        let allied =
            game.of(Side::Allied).any(|(_, u)| u.is(Arm::Artillery) && u.formation == Formation::Unlimbered);
        if allied {
            // The other side's guns name their targets after these have told.
            return Ok(Progress::OtherGuns);
        }
    }
    take_losses(game, umpire, house!("artillery.simultaneous"))?;
    game.aims.clear();
    Ok(Progress::Done)
}

fn fire_battery<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    battery: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    for at in line_of_fire(game, umpire, battery, target)? {
        throws_at(game, umpire, battery, at)?;
    }
    game.unit_mut(battery).fired_this_turn = true;
    Ok(())
}

/// A shot at one unit in the line of fire.
struct At {
    unit: UnitId,
    shot: Cannonade,
    band: Band,
    /// It has gone through the target to this one.
    carried: bool,
}

/// All shots of a battery that fires at a target, as they are seen: no throw changes what stands in its line.
fn line_of_fire<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    battery: UnitId,
    target: UnitId,
) -> Result<Vec<At>, U::Pause> {
    let mut line = vec![(target, false)];
    if game.rules.inches(rule!("volley.p1.bounce.depth")).is_some() {
        for unit in umpire.see(game, Behind { battery, target })? {
            if carries_to(game, umpire, battery, target, unit)? {
                line.push((unit, true));
            }
        }
    }
    let mut shots = Vec::with_capacity(line.len());
    for (unit, carried) in line {
        if let Some((shot, band)) = shot_at(game, umpire, battery, unit, carried)? {
            shots.push(At { unit, shot, band, carried });
        }
    }
    Ok(shots)
}

/// Whether a shot carries through to a unit behind its target.
pub(crate) fn carries_to<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    battery: UnitId,
    target: UnitId,
    unit: UnitId,
) -> Result<bool, U::Pause> {
    let friendly = game.rules.flag(house!("artillery.bounce-friends"));
    if game.unit(unit).side() == game.unit(battery).side() && !friendly {
        return Ok(false);
    }
    if !game.rules.on(rule!("volley.p1.bounce.level")) {
        return Ok(true);
    }
    umpire.see(game, OnLevelGround { units: [battery, target, unit] })
}

/// Dice for one unit in the line of fire. Losses are kept until all batteries have fired.
fn throws_at<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    battery: UnitId,
    At { unit, shot, band, carried }: At,
) -> Result<(), U::Pause> {
    let crew = shot.crew;
    let need = cannon_need(&game.rules, &shot);
    let dice = cannon_dice(&game.rules, crew);
    umpire.tell(|| {
        let mut rules = vec![rule!("volley.p1.dice"), rule!("volley.p1.range-stick")];
        if carried {
            rules.extend([
                rule!("volley.p1.bounce.depth"),
                rule!("volley.p1.bounce.level"),
                rule!("volley.p1.bounce.range"),
            ]);
        }
        Event::with(
            What::Fires { battery, target: unit, band, dice, need: need.face, carried },
            &rules,
            need.working,
        )
    });
    let hits = cannonade(umpire.hand(game.unit(battery).side()), &game.rules, &shot)?;
    game.unit_mut(unit).pending += hits;
    umpire.tell(|| Event::new(What::Hit { unit, by: battery, hits }, &[rule!("volley.p1.dice")]));
    Ok(())
}

/// A battery's shot at one unit and the band it lies in; `None`: it is out of range.
pub(crate) fn shot_at<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    battery: UnitId,
    unit: UnitId,
    carried: bool,
) -> Result<Option<(Cannonade, Band)>, U::Pause> {
    let mut band = umpire.see(game, RangeBand { battery, target: unit })?;
    if band == Band::Out && carried && !game.rules.on(rule!("volley.p1.bounce.range")) {
        band = Band::Long;
    }
    if band == Band::Out {
        return Ok(None);
    }
    let gun = game.unit(battery);
    let full = game.rules.plays(house!("artillery.crew", "full-dice"));
    let mut crew = if full { gun.profile.figures } else { gun.figures };
    if carried && game.rules.plays(house!("artillery.bounce", "half")) {
        crew /= 2;
    }
    let by_stick = if game.rules.on(rule!("volley.p1.range-stick")) { band } else { Band::Middle };
    let target = seen_target(game, umpire, battery, unit)?;
    Ok(Some((Cannonade::of(game, battery, (crew, by_stick), target), band)))
}

/// The facts of a target, seen from a shooter.
pub(crate) fn seen_target<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    shooter: UnitId,
    target: UnitId,
) -> Result<fire::Target, U::Pause> {
    let enfiladed = may_be_enfiladed(game.unit(target)) && umpire.see(game, Enfiladed { shooter, target })?;
    let cover = umpire.see(game, CoverOf { unit: target })?;
    Ok(fire::Target { enfiladed, ..fire::Target::of(game, target, cover) })
}

/// Takes off what shooting has cost, all at once; the units keep the number for their test.
///
/// `by`: the ruling that says when they come off.
pub(crate) fn take_losses<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    by: u16,
) -> Result<(), U::Pause> {
    for id in game.ids() {
        let hits = std::mem::take(&mut game.unit_mut(id).pending);
        if hits > 0 && game.is_standing(id) {
            shot_off(game, umpire, id, hits, by)?;
        }
    }
    Ok(())
}

/// Takes off losses to fire at once and remembers them for the test.
pub(crate) fn shot_off<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    hits: u32,
    by: u16,
) -> Result<(), U::Pause> {
    let off = hits.min(game.unit(unit).figures);
    game.unit_mut(unit).shot_losses += off;
    if off > 0 {
        umpire.tell(|| Event::ruled(What::Lost { unit, figures: off }, by));
    }
    game.lose(unit, off, umpire).map(drop)
}

// ------------------------------------------------------------------ questions ----

/// Beforehand answer: guns that already have a target stay as they are.
const LAID: &str = "laid";

/// Unlimber horse guns, turn light guns: one order, or no more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Adjust {
    pub side: Side,
    pub guns: Vec<UnitId>,
}

impl Ask<Volley> for Adjust {
    const WORD: &'static str = "adjust";
    const ROUTINE: Option<Routine> = Some(Routine {
        title: "Guns that may be turned before they fire",
        values: &[(LAID, "Leave those that have a target"), (Routine::NEVER, "Leave them all as they stand")],
    });
    type Granted = Option<Order>;

    fn side(&self, _: &Volley) -> Side {
        self.side
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<Order>, Refusal> {
        let order = match answer {
            Answer::No => return Ok(None),
            Answer::Order(order) => order,
            Answer::Yes | Answer::Unit(_) | Answer::Form(_) | Answer::Stand(_) => {
                return not_an_answer("an order to a gun, or no more.");
            }
        };
        let Some(unit) = order.unit().filter(|unit| self.guns.contains(unit)) else {
            let who = order.who(game);
            let heavy =
                order.unit().and_then(|id| game.get(id)).is_some_and(|unit| unit.profile.pounds >= 12);
            let rule =
                if heavy { rule!("volley.p1.adjust.heavy") } else { rule!("volley.p1.horse-unlimber") };
            return refuse(rule, why!("{} may not be adjusted in this phase.", who.to_owned()));
        };
        let name = game.called(unit);
        match order {
            Order::Form { formation: Formation::Unlimbered, facing, .. } if may_unlimber(game, unit) => {
                let facing =
                    facing.filter(|_| !game.rules.plays(house!("artillery.unlimber-facing", "keep")));
                let fits = placing::reformed(game, unit, Formation::Unlimbered, facing)
                    .is_none_or(|at| placing::fits(game, unit, at, Formation::Unlimbered));
                if !fits {
                    return refuse(
                        house!("formation.change-place"),
                        why!("There is no room for {} to unlimber.", name),
                    );
                }
                Ok(Some(Order::Form { unit, formation: Formation::Unlimbered, facing }))
            }
            Order::Turn { to, .. } if may_turn(game, unit) => {
                check_turn(game, unit, *to)?;
                Ok(Some(order.clone()))
            }
            Order::March { .. }
            | Order::Form { .. }
            | Order::Charge { .. }
            | Order::Ride { .. }
            | Order::Enter { .. }
            | Order::Turn { .. }
            | Order::FallBack { .. }
            | Order::Place { .. } => refuse(
                rule!("volley.p1.adjust.light"),
                why!(
                    "{} may unlimber if [it is|they are] horse artillery, or turn and shift if [it is|they are] unlimbered.",
                    name
                ),
            ),
        }
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Volley) -> String {
        let names: Vec<String> = self.guns.iter().map(|gun| game.name(*gun).to_string()).collect();
        format!("Before the guns fire you may turn or unlimber {}.", names.join(", "))
    }

    fn waited_for(&self, _: &Volley) -> String {
        "how their guns are laid.".to_owned()
    }

    fn form(&self, game: &Volley) -> Form<Answer> {
        let guns = Form::new(FormKind::Guns, None).lit(self.guns.clone());
        let idle = |gun: &UnitId| {
            if may_unlimber(game, *gun) {
                return Some(says(game.name(*gun), "stay[s] limbered and cannot fire"));
            }
            let why = silence(game, *gun)?.said(game);
            Some(says(game.name(*gun), &format!("[has|have] no target ({why})")))
        };
        let idle: Vec<String> = self.guns.iter().filter_map(idle).collect();
        let then = if idle.is_empty() { String::new() } else { format!(": {}", idle.join(", ")) };
        guns.or("Leave them so", format!("on to the firing{then}"), Answer::No)
    }

    fn beforehand(&self, view: &Volley, value: &str) -> Option<Answer> {
        let laid = |gun: &UnitId| !may_unlimber(view, *gun) && !named_now(view, *gun).is_empty();
        let leaves = match value {
            LAID => view.measured && self.guns.iter().all(laid),
            _ => value == Routine::NEVER,
        };
        leaves.then_some(Answer::No)
    }

    fn sample(&self, game: &Volley, luck: &mut Stream) -> Answer {
        if luck.below(3) == 0 {
            return Answer::No;
        }
        let gun = self.guns.get(luck.below(self.guns.len() as u32) as usize);
        let Some(unit) = gun.copied() else { return Answer::No };
        let body = game.unit(unit);
        let facing = Bearing(luck.word() as u16);
        let order = match (body.formation, body.pose) {
            (Formation::Limbered, _) => {
                Order::Form { unit, formation: Formation::Unlimbered, facing: Some(facing) }
            }
            (_, Some(pose)) => {
                let footprint = body.footprint(&game.rules);
                let centre = pose
                    .centre(footprint)
                    .ahead(Bearing(luck.word() as u16), Inches::mils(luck.below(900) as i32));
                Order::Turn { unit, to: Some(Pose::from_centre(centre, facing, footprint)) }
            }
            (_, None) => Order::Turn { unit, to: None },
        };
        let answer = Answer::Order(order);
        if self.grant(game, &answer).is_ok() { answer } else { Answer::No }
    }
}

/// The printed distance guns may shift in phase 1.
fn gun_shift(game: &Volley) -> Inches {
    game.rules.inches(rule!("volley.p1.adjust.light")).unwrap_or_default()
}

/// Guns turn as they like and shift their front by the printed distance at most.
fn check_turn(game: &Volley, unit: UnitId, to: Option<Pose>) -> Result<(), Refusal> {
    let body = game.unit(unit);
    let (Some(now), Some(to)) = (body.pose, to) else {
        return if game.measured { not_an_answer("where the gun ends.") } else { Ok(()) };
    };
    let light = rule!("volley.p1.adjust.light");
    let most = gun_shift(game);
    let footprint = body.footprint(&game.rules);
    let shift = now.centre(footprint).distance(to.centre(footprint));
    if shift > most {
        return refuse(light, why!("{} would shift {}, and {} is the most.", body.called(), shift, most));
    }
    let rect = Rect::new(to, footprint);
    if !placing::is_clear(game, unit, &rect) {
        return refuse(
            house!("formation.change-place"),
            why!("There is no room for {} there.", body.called()),
        );
    }
    let ground = game.scenario.terrain.under(&rect);
    if ground.woods && game.rules.on(rule!("volley.move.woods.artillery")) {
        return refuse(rule!("volley.move.woods.artillery"), why!("{} may not enter woods.", body.called()));
    }
    let separation = game.separation();
    let near = placing::nearest_enemy(game, body.side(), &rect).is_some_and(|distance| {
        distance < separation
            && body.rect().is_some_and(|me| {
                placing::nearest_enemy(game, body.side(), me).is_some_and(|before| distance < before)
            })
    });
    if near {
        return refuse(house!("move.separation"), why!("{} would come too near the enemy.", body.called()));
    }
    Ok(())
}

/// The battery's target in phase 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NameTarget {
    pub battery: UnitId,
    pub targets: Vec<UnitId>,
}

impl Ask<Volley> for NameTarget {
    const WORD: &'static str = "target";
    type Granted = Option<UnitId>;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.battery)
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<UnitId>, Refusal> {
        asking::target(game, answer, &self.targets)
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Volley) -> String {
        format!("Choose the target of {}, or hold fire.", game.name(self.battery))
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("the target of {}.", game.name(self.battery))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        asking::target_form(self.battery, &self.targets)
    }

    fn sample(&self, _: &Volley, luck: &mut Stream) -> Answer {
        asking::sample_target(&self.targets, luck)
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        outlook_of(game, self.battery, answer.unit()?)
    }
}

/// What a battery's shot at a target in range may lead to, and whom else it may strike.
pub(crate) fn outlook_of(game: &Volley, battery: UnitId, target: UnitId) -> Option<Outlook> {
    let (shot, _) = measuring(|eyes| shot_at(game, eyes, battery, target, false))?;
    let mut behind = Behind { battery, target }.measure(game);
    behind.retain(|unit| measuring(|eyes| carries_to(game, eyes, battery, target, *unit)));
    let facts = ShotFacts {
        fired: Fired::Guns(shot),
        figures: game.unit(target).figures,
        morale: game.morale_facts(target, Test::Artillery),
        crowded: outlook::is_crowded(game, target, rule!("volley.p2.fail12.austrian-crowding")),
    };
    Some(outlook::shot(game, About::Guns, [battery, target], &facts)?.beside(behind))
}
