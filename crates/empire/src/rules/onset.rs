//! A charge on the table: who may charge whom, what the target may answer, and what comes of every stage. What follows
//! what stands in `chain`; each stage is thrown there, and here it is told and carried out.

pub mod asks;
mod declared;
mod ends;
mod foreseen;
mod seen;

pub use asks::{Breakthrough, Charged, FollowMe, PressOn};
pub(crate) use declared::{Onset, check, wheel_at};
pub use declared::{reach, sample, targets};
use foreseen::outlook_beyond;
pub use foreseen::{
    foreseen_after, foreseen_beyond, foreseen_by, outlook, outlook_after, outlook_from, threat,
};
pub use seen::{Higher, Holds, InItsArc, Overlaps, Steep, hold};

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::chain::{self, At, ChargeFacts, Coming, Course, Ears, End, Heard, Reply, Stage, Stand};
use crate::rules::charge::{self, Elan, Spirit};
use crate::rules::command::{self, Action, Attempt};
use crate::rules::giving_way::{Away, rout};
use crate::rules::guns_charged;
use crate::rules::leader_loss::{Danger, endangered};
use crate::rules::manoeuvre::lose_order;
use crate::rules::measure::{ComesFrom, RangeTo};
use crate::rules::unit_morale::{self, Reason, attached};
use crate::rules::victory::upshot;
use crate::rules::{gun_moves, gunnery, musketry};
use crate::state::event::{Event, What, Working};
use crate::state::game::{Charge, Empire};
use crate::state::leader::Leader;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, ChargeDoes, Formation, SquareKind, Weapon};
use dice::Test;
use engine::tested::{at_least, passed};
use engine::{GeneralId, Umpire};
use rulebook::RuleId;
use std::cell::RefCell;
use std::sync::Arc;
use table::{Face, Inches, Pose, Rect, flush};

/// What a charge is carried out with: the pair, its facts, and the batteries that fire at it.
struct Fight {
    charger: UnitId,
    target: UnitId,
    /// Where the charger began, and where its wheel brought it; `None` beside real figures.
    from: Option<Pose>,
    face: Face,
    facts: ChargeFacts,
    batteries: Vec<UnitId>,
    /// Who could call Follow Me.
    leader: Option<GeneralId>,
    /// What he needs for it, and what guns need that withdraw: the facts know the least total alone.
    calls: Option<Needed>,
    withdraws: Option<Needed>,
    /// The target's ground when the charge began.
    ground: Option<Rect>,
    /// Follow Me has carried it on.
    led: bool,
    /// Charges that this one broke through to.
    breakthroughs: u32,
}

impl Fight {
    /// The leader who has called Follow Me.
    fn called(&self) -> Option<GeneralId> {
        self.leader.filter(|_| self.led)
    }
}

/// A total that is needed, with what is added to the dice.
struct Needed {
    need: (RuleId, i32),
    sum: Working,
}

impl Needed {
    /// The least that the dice themselves must show.
    fn least(&self) -> i32 {
        self.need.1 - self.sum.total()
    }

    fn test(&self, rolled: u32, passes: bool) -> Test {
        at_least(self.need, &self.sum).rolls(rolled).gives(passed(passes))
    }
}

/// A declared charge, whole. `answers`: the target's own move has brought it on.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    onset: Onset,
    answers: bool,
) -> Result<(), U::Pause> {
    let charge = declare(game, umpire, onset, answers)?;
    charge_home(game, umpire, charge)
}

/// A charge is declared: it wheels, and is known by the face it strikes and by its wave.
fn declare<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    onset: Onset,
    answers: bool,
) -> Result<Charge, U::Pause> {
    let Onset { unit, target, way } = onset;
    if let Some(way) = &way {
        let formation = game.unit(unit).formation;
        // Where a friend is in the way of the wheel, it wheels as it goes.
        if crate::rules::measure::fits(game, unit, way.wheeled, formation) {
            game.unit_mut(unit).stand(way.wheeled, formation);
        }
        if let Some(rule) = way.disorders {
            lose_order(game, umpire, unit, rule);
        }
    }
    let hit = umpire.see(game, ComesFrom { unit, target })?;
    Ok(Charge {
        chargers: vec![unit],
        target,
        from: game.unit(unit).pose,
        hit,
        face: way.map_or(Face::Front, |way| way.face),
        wave: game.unit(target).impulse.waves,
        breakthrough: 0,
        answers,
    })
}

/// The charge that a breakthrough has led to, if one waits.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn pending<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<bool, U::Pause> {
    let Some(charge) = game.charge.take() else { return Ok(false) };
    let is_there = |unit: UnitId| game.unit(unit).on_table();
    if charge.chargers.iter().all(|unit| is_there(*unit)) && is_there(charge.target) {
        charge_home(game, umpire, charge)?;
    }
    Ok(true)
}

/// A charge from its declaration to its end.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn charge_home<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    declared: Charge,
) -> Result<(), U::Pause> {
    let Some(mut fight) = begins(game, umpire, &declared)? else { return Ok(()) };
    let course = run(game, umpire, &mut fight)?;
    ends::end(game, umpire, &fight, course)
}

/// A charge up to its first throw: it comes, the target answers, and the batteries are seen that fire at it. Play and odds
/// both begin here.
fn begins<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    declared: &Charge,
) -> Result<Option<Fight>, U::Pause> {
    let Some(charger) = declared.chargers.first().copied() else { return Ok(None) };
    let (target, wave) = (declared.target, declared.wave);
    let body = game.unit_mut(charger);
    body.impulse.acted = true;
    body.impulse.moved = true;
    body.hour.charges += 1;
    body.hour.moved = true;
    let aim = game.unit_mut(target);
    aim.impulse.charged = true;
    aim.impulse.waves += 1;
    game.firefights
        .retain(|pair| ![pair.french, pair.allied].iter().any(|it| [charger, target].contains(it)));
    umpire
        .tell(|| Event::ruled(What::Charges { unit: charger, target, wave }, house!("charge.foot-at-horse")));
    let mut fight = seen::fight(game, umpire, charger, declared)?;
    fight.facts.reply = reply(game, umpire, &fight)?;
    fight.batteries = seen::batteries(game, umpire, (charger, target), &mut fight.facts)?;
    fight.ground = game.unit(target).rect().copied();
    Ok(Some(fight))
}

/// What the target does (ruling charge.answers).
fn reply<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, fight: &Fight) -> Result<Reply, U::Pause> {
    let Fight { charger, target, .. } = *fight;
    if game.unit(target).arm() == Arm::Artillery {
        let retires = guns_charged::answer(game, umpire, (target, charger), &fight.facts)?;
        return Ok(if retires { Reply::FireAndRetire } else { Reply::Stand });
    }
    let replies = seen::replies(game, umpire, fight)?;
    if replies.len() < 2 {
        return Ok(Reply::Stand);
    }
    let side = game.unit(target).side();
    let facts = Box::new(fight.facts);
    umpire.ask(game, Charged { side, unit: target, charger, replies, facts })
}

/// Goes through the stages, one throw after another, with the questions that stand between them.
fn run<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, fight: &mut Fight) -> Result<Course, U::Pause> {
    let rules = Arc::clone(&game.rules);
    let (charger, target) = (fight.charger, fight.target);
    let mut course = fight.facts.start();
    if fight.facts.reply == Reply::Countercharge {
        umpire.tell(|| {
            Event::ruled(What::Countercharges { unit: target, charger }, house!("charge.countercharge"))
        });
    }
    while !course.is_over() {
        match course.stage() {
            Some(Stage::FollowMe) => {
                let side = game.unit(charger).side();
                let (need, coming) = (fight.facts.follow_me, Coming::boxed(&fight.facts, course));
                if !umpire.ask(game, FollowMe { side, unit: charger, target, need, coming })? {
                    fight.facts.follow_me = 0;
                }
            }
            Some(Stage::Effects)
                if fight.facts.checked(&rules, course.lost, course.is_led()).answer
                    == ChargeDoes::MayClose =>
            {
                let side = game.unit(charger).side();
                let coming = Coming::boxed(&fight.facts, course);
                fight.facts.presses = umpire.ask(game, PressOn { side, unit: charger, target, coming })?;
            }
            _ => {}
        }
        let side = match (course.stage(), course.at) {
            (Some(Stage::Elan | Stage::FollowMe | Stage::Effects | Stage::Close), _) => {
                game.unit(charger).side()
            }
            (Some(_), _) => game.unit(target).side(),
            (None, At::Fought { fought, .. }) => winner(game, fight, fought.charger_wins),
            (None, At::Won { charger_wins, .. } | At::Struck { charger_wins, .. }) => {
                winner(game, fight, charger_wins)
            }
            (None, _) => game.unit(charger).side(),
        };
        let heard = RefCell::new(Vec::new());
        let ears = Ears { hear: &|what| heard.borrow_mut().push(what), exact: true };
        let before = course;
        course = chain::next(umpire.hand(side), &rules, &fight.facts, course, ears)?;
        fight.led |= course.is_led();
        for what in heard.into_inner() {
            tell(game, umpire, fight, &rules, before, what)?;
        }
        closes_in(game, umpire, fight, &rules, (before, course));
        // Fire may have struck down who leads it.
        if fight.leader.is_some_and(|id| game.leader(id).is_none_or(|leader| !leader.is_with(charger))) {
            (fight.leader, fight.facts.follow_me) = (None, 0);
        }
        fight.facts.charger.attached = attached(game, charger);
    }
    Ok(course)
}

/// A charge that closes in has come through the fire at it: what that fire has disordered stays so.
fn closes_in<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    rules: &Rules,
    (before, after): (Course, Course),
) {
    if before.stage() != Some(Stage::Effects) || after.is_over() {
        return;
    }
    let checked = fight.facts.checked(rules, after.lost, fight.led);
    if let Some(cell) = checked.cell.filter(|_| checked.disordered) {
        lose_order(game, umpire, fight.charger, cell);
    }
}

fn winner(game: &Empire, fight: &Fight, charger_wins: bool) -> engine::Side {
    game.unit(if charger_wins { fight.charger } else { fight.target }).side()
}

/// What was thrown is told, and figures are taken off.
fn tell<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    rules: &Rules,
    before: Course,
    what: Heard,
) -> Result<(), U::Pause> {
    let Fight { charger, target, facts, .. } = fight;
    let (charger, target) = (*charger, *target);
    match what {
        Heard::Squared(squared) => {
            let tries = facts.squaring(rules);
            let wish = if facts.reply == Reply::Square { Formation::Square } else { Formation::ClosedColumn };
            let formed = squared.formed;
            umpire.tell(|| {
                let mut by = tries.map(|tries| tries.cites(rules)).unwrap_or_default();
                let is_solid = squared.square == Some(SquareKind::Solid);
                by.extend(is_solid.then_some(rule!("empire.square.british")));
                Event::new(What::FormsBefore { unit: target, formation: wish, formed }, &by)
            });
            if formed {
                forms(game, target, wish);
                game.unit_mut(target).square = squared.square;
            }
            if squared.disordered {
                lose_order(game, umpire, target, rule!("empire.square.natural4"));
            }
        }
        Heard::Klumpen(made) => {
            let by = [rule!("empire.umorale.proc"), rule!("empire.unformed.reaction")];
            umpire.tell(|| Event::new(What::MakesKlumpen { unit: target, made }, &by));
        }
        Heard::Elan(halts) => {
            let what = if halts { What::Halts { unit: charger } } else { What::KeepsElan { unit: charger } };
            umpire.tell(|| Event::new(what, &[rule!("empire.elan.roll")]));
        }
        Heard::FollowMe(spirit) => {
            let succeeds = spirit == Spirit::LedOn;
            if let Some(needed) = &fight.calls {
                umpire.tested(|[rolled]| [needed.test(rolled, succeeds)]);
            }
            if let Some(leader) = fight.leader {
                commanded(game, umpire, leader, succeeds);
            }
            if succeeds {
                let by = [rule!("empire.elan.follow-me")];
                umpire.tell(|| Event::new(What::LedOn { unit: charger }, &by));
            }
        }
        Heard::Volley(fired) => {
            let standing = match before.at {
                At::Coming { stand, disordered, .. } => (stand, disordered),
                _ => (Stand::AsItWas, false),
            };
            if let Some(shot) = facts.volley(rules, standing.0, standing.1) {
                let losses = musketry::fired(game, umpire, (target, charger), &shot, fired)?;
                let rifle = shot.weapon == Weapon::Rifle;
                falls(game, umpire, fight, Danger { losses, rifle, ..Danger::default() })?;
            }
        }
        Heard::Guns(nth, fired) => {
            let guns = match usize::from(nth).checked_sub(1) {
                None => Some(target),
                Some(place) => fight.batteries.get(place).copied(),
            };
            if let (Some(guns), Some(shot)) = (guns, facts.shot(rules, nth)) {
                game.unit_mut(guns).impulse.supported = true;
                let struck = gunnery::fired(game, umpire, (guns, charger), &shot, fired)?;
                falls(game, umpire, fight, Danger { losses: struck.figures, ..Danger::default() })?;
            }
        }
        Heard::Parting(fired, _) => {
            let stand = if let At::Coming { stand, .. } = before.at { stand } else { Stand::AsItWas };
            let shot = facts.parting(rules, before.lost, stand);
            let losses = musketry::fired(game, umpire, (charger, target), &shot, fired)?;
            unit_morale::hit(game, umpire, target, losses, Reason::fire(charger))?;
        }
        Heard::Retired(goes) => {
            if let Some(needed) = &fight.withdraws {
                umpire.tested(|[rolled]| [needed.test(rolled, goes)]);
            }
            gun_moves::rolled(game, umpire, target, true, goes);
            if goes {
                gun_moves::gets_away(game, umpire, target, charger);
            }
        }
        Heard::Tested(stands) => {
            if let At::Coming { stand, disordered, .. } = before.at {
                let test = facts.test(rules, stand, disordered, false);
                let what = What::Tests { unit: target, stands };
                umpire.tell(|| Event::new(what, &test.cites(rules)));
            }
            game.unit_mut(target).impulse.tested = true;
        }
        Heard::Fought(fought) => {
            let At::Coming { stand, disordered, led, .. } = before.at else { return Ok(()) };
            let clash = facts.clash(rules, before.lost, stand, disordered, led);
            let (values, [own, other]) = (clash.values(rules), clash.sums(rules));
            let (lead, won) = (fought.lead, fought.charger_wins);
            let what = What::CloseAction { unit: charger, target, values, lead, won };
            umpire.tested(|rolled| clash.tests(rolled, values, fought));
            umpire.tell(|| {
                // The sum is the charger's; what counts for its target is named, and what its fire did.
                let under_fire = facts.under_fire(rules, before.lost, (stand, disordered), led);
                let by = clash.cites(rules).into_iter().chain(other.rules()).chain(under_fire);
                Event::with(what, &by.collect::<Vec<RuleId>>(), own)
            });
        }
        Heard::Level(level) => {
            let At::Fought { fought, klumpen } = before.at else { return Ok(()) };
            let victory = facts.victory(fought, klumpen);
            let (unit, over) = if fought.charger_wins { (charger, target) } else { (target, charger) };
            let what = What::Victory { unit, over, level };
            umpire.tell(|| Event::new(what, &victory.cites(rules)));
        }
        // Taken off with all that follows; told here, where its dice were thrown.
        Heard::Fell(figures) => {
            let At::Won { charger_wins, level } = before.at else { return Ok(()) };
            let upshot = upshot(rules, level, &facts.won(charger_wins));
            if let Some(upshot) = upshot.filter(|upshot| upshot.dice.is_some()) {
                let unit = if charger_wins { target } else { charger };
                umpire.tell(|| Event::new(What::BeatenLoses { unit, figures }, &[upshot.rule]));
            }
        }
        Heard::Standard(taken) => {
            let At::Struck { charger_wins, .. } = before.at else { return Ok(()) };
            let (unit, of) = if charger_wins { (charger, target) } else { (target, charger) };
            let by = [rule!("empire.standard.roll")];
            umpire.tell(|| Event::new(What::GraspsStandard { unit, of, taken }, &by));
        }
    }
    Ok(())
}

/// Whoever leads a charge is in danger where fire hits it.
fn falls<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    danger: Danger,
) -> Result<(), U::Pause> {
    if danger.losses == 0 {
        return Ok(());
    }
    endangered(game, umpire, fight.charger, Danger { follow_me: fight.called(), ..danger })
}

/// A leader has tried Follow Me: it was his next action, and a failure ends them.
fn commanded<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, leader: GeneralId, succeeds: bool) {
    let by = [rule!("empire.ca.proc"), rule!("empire.elan.follow-me")];
    umpire.tell(|| Event::new(What::Commands { leader, succeeds }, &by));
    if let Some(officer) = game.leaders.get_mut(usize::from(leader.0)) {
        officer.column = officer.column.saturating_add(1);
        officer.ended = !succeeds;
    }
}

/// A unit changes formation where it stands; where there is no room it keeps its front's middle all the same, beside
/// others as near as may be.
fn forms(game: &mut Empire, unit: UnitId, formation: Formation) {
    let body = game.unit(unit);
    let Some(pose) = body.pose else {
        game.unit_mut(unit).formation = formation;
        return;
    };
    let (before, after) = (body.footprint(), body.footprint_in(formation));
    let centred = engine::room::reformed(pose, pose.facing, before, after, engine::room::Keeps::Centre);
    let fits = |pose: Pose| crate::rules::measure::fits(game, unit, pose, formation);
    let step = engine::room::STEP;
    let place = [centred, pose]
        .into_iter()
        .find(|pose| fits(*pose))
        .or_else(|| table::nearest_spot(centred, step, Inches::whole(6), fits));
    if let Some(place) = place {
        game.unit_mut(unit).stand(place, formation);
    }
}

/// Stands the charger so far from its target, on the way it came; where it began nearer it stands where it began.
fn stands_off(game: &mut Empire, fight: &Fight, off: Inches) {
    let body = game.unit(fight.charger);
    let (Some(from), Some(aim)) = (fight.from, game.unit(fight.target).rect().copied()) else { return };
    // Fire may have left nobody of it.
    if !body.on_table() {
        return;
    }
    let (formation, footprint) = (body.formation, body.footprint());
    let gap = Rect::new(from, footprint).distance(&aim);
    let far = Inches((gap.0 - off.0).max(0));
    let fits = |pose: Pose| crate::rules::measure::fits(game, fight.charger, pose, formation);
    let ahead = table::steps_along(from, from.facing, far, engine::room::STEP);
    let clear = |pose: &Pose| {
        let there = Rect::new(*pose, footprint);
        fits(*pose) && there.distance(&aim) >= off
    };
    let place = ahead.map(|(_, pose)| pose).filter(clear).last();
    if let Some(place) = place.or(Some(from).filter(|pose| fits(*pose))) {
        game.unit_mut(fight.charger).stand(place, formation);
    }
}

/// Stands the charger flush on the face it strikes, or as near as there is room.
fn stands_at(game: &mut Empire, fight: &Fight) {
    let Some(aim) = game.unit(fight.target).rect().copied() else { return };
    let body = game.unit(fight.charger);
    let (Some(pose), formation) = (body.pose, body.formation) else { return };
    let footprint = body.footprint();
    let flush = flush(footprint, &aim, fight.face, pose.at);
    if crate::rules::measure::fits(game, fight.charger, flush, formation) {
        game.unit_mut(fight.charger).stand(flush, formation);
    } else {
        stands_off(game, fight, Inches::ZERO);
    }
}

/// The leader with a unit who could try Follow Me, and what he needs for it.
fn follow_me(game: &Empire, unit: UnitId) -> Option<(GeneralId, Needed)> {
    let tries = |(id, officer): (GeneralId, &Leader)| {
        let attempt = Attempt::of(game, officer, Some(unit));
        let is_listed = command::rule_of(&game.rules, Action::FollowMe, attempt.initiative).is_some();
        let need = attempt.need(&game.rules).filter(|_| is_listed && !officer.ended)?;
        Some((id, Needed { need, sum: attempt.sum(&game.rules) }))
    };
    game.leaders_with(unit).filter_map(tries).min_by_key(|(_, needed)| needed.least().max(1))
}

/// Halts of the charge that élan makes.
fn halted(rules: &Rules, end: End) -> Option<(rulebook::RuleId, Inches)> {
    let spirit = if end == End::HaltsDisordered { Spirit::HaltsDisordered } else { Spirit::Halts };
    Elan::halts_at(rules, spirit)
}

/// Runs from whoever came.
fn runs<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    from: UnitId,
    by: Option<Inches>,
    rule: rulebook::RuleId,
) -> Result<(), U::Pause> {
    rout(game, umpire, unit, Away::From(from), by, rule)?;
    Ok(())
}

/// How far it is, for the band of the square.
fn distance<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    charger: UnitId,
    target: UnitId,
) -> Result<Inches, U::Pause> {
    umpire.see(game, RangeTo { unit: charger, target })
}

/// Which row of the effects a unit has.
fn row(game: &Empire, unit: UnitId) -> crate::charts::charge::Charger {
    let profile = &game.unit(unit).profile;
    let mounts = profile.mounts;
    charge::row_of(
        profile.arm,
        profile.shock,
        mounts.is_some_and(|mounts| mounts.dubious),
        mounts.is_some_and(|mounts| mounts.cossacks),
    )
}
