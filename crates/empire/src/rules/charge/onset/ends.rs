//! How a charge ends on the table: who stands where, who falls, runs and goes on.

use super::asks::Breakthrough;
use super::beyond::{ahead, meets};
use super::fight::{Fight, stands_at, stands_off};
use crate::charts::Rules;
use crate::charts::charge::victory::{GunsLeft, Left, Level};
use crate::ids::{house, rule};
use crate::rules::charge::chain::{At, Course, End, Reply};
use crate::rules::charge::victory::{runs_mad, through, upshot};
use crate::rules::charge::{Elan, Spirit};
use crate::rules::command::leader_loss::{self, Danger};
use crate::rules::fire::firefight;
use crate::rules::fire::musketry::{self, How};
use crate::rules::ground::measure::middle;
use crate::rules::march::gun_moves;
use crate::rules::march::manoeuvre::lose_order;
use crate::rules::morale::giving_way::{Away, Back, go_back, go_bad, rout};
use crate::rules::morale::losses::lose;
use crate::rules::morale::unit_morale::{self, Reason};
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, ChargeDoes, Formation};
use engine::Umpire;
use engine::room::STEP;
use rulebook::RuleId;
use std::sync::Arc;
use table::{Inches, Pose, Rect, steps_along};

/// Carries out how a charge ended.
///
/// # Errors
/// The umpire's pause.
pub(super) fn end<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    course: Course,
) -> Result<(), U::Pause> {
    let rules = Arc::clone(&game.rules);
    let Fight { charger, target, facts, .. } = fight;
    let (charger, target) = (*charger, *target);
    match course.at {
        At::Over(end @ (End::HaltsShort | End::HaltsDisordered)) => {
            if let Some((rule, off)) = halted(&rules, end) {
                stands_off(game, fight, off);
                if end == End::HaltsDisordered {
                    lose_order(game, umpire, charger, rule);
                }
            }
        }
        At::Over(End::Checked) => checked(game, umpire, fight, &rules, course)?,
        At::Over(End::ChargerRuns) => {
            let checked = facts.checked(&rules, course.lost, fight.led);
            let rule = checked.by.or(checked.cell).unwrap_or(rule!("empire.deffire.proc"));
            let far = Some(checked.inches).filter(|by| *by > Inches::ZERO && !checked.runs);
            rout(game, umpire, charger, Away::From(target), far, rule)?;
        }
        At::Over(End::TargetRetires) => {
            if facts.reply == Reply::RetireUnformed {
                retires(game, umpire, fight)?;
            } else {
                // Guns that got away are gone: a close action won and lost (ruling close.ties).
                won(game, charger, target);
            }
            takes_ground(game, umpire, fight);
        }
        At::Over(End::TargetRuns) => {
            won(game, charger, target);
            rout(game, umpire, target, Away::From(charger), None, rule!("empire.umorale.proc"))?;
            takes_ground(game, umpire, fight);
        }
        At::Struck { charger_wins, level, fell, standard } => {
            stands_at(game, fight);
            let pair = if charger_wins { (charger, target) } else { (target, charger) };
            struck(game, umpire, fight, pair, (level, fell, standard == Some(true)))?;
        }
        At::Over(_) | At::Coming { .. } | At::Fought { .. } | At::Won { .. } => {}
    }
    tires(game, umpire, charger);
    Ok(())
}

/// Horse that has charged often is blown (ruling blown).
fn tires<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, unit: UnitId) {
    let most = game.rules.number(house!("blown.charges")).unsigned_abs();
    let body = game.unit(unit);
    if body.arm() == Arm::Cavalry && body.on_table() && body.hour.charges >= most {
        blow(game, umpire, unit);
    }
}

fn blow<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, unit: UnitId) {
    if !std::mem::replace(&mut game.unit_mut(unit).blown, true) {
        umpire.tell(|| Event::ruled(What::Blown { unit }, house!("blown")));
    }
}

/// A close action won and lost: both MEs count it, and the winner's has impetus (rulings close.ties and impetus).
fn won(game: &mut Empire, winner: UnitId, loser: UnitId) {
    let (winner, loser) = (game.unit(winner).me(), game.unit(loser).me());
    let me = game.me_mut(winner);
    me.now.won += 1;
    me.impetus = !me.shaken;
    game.me_mut(loser).now.lost += 1;
}

/// The charger stands where its target stood.
fn takes_ground<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, fight: &Fight) {
    let (charger, target) = (fight.charger, fight.target);
    let ground = fight.ground;
    let body = game.unit(charger);
    if let (Some(pose), Some(ground), true) = (body.pose, ground, body.on_table()) {
        let (formation, footprint) = (body.formation, body.footprint());
        let gap = Rect::new(pose, footprint).distance(&ground);
        let far = gap + footprint.depth;
        let fits = |pose: &Pose| crate::rules::ground::measure::fits(game, charger, *pose, formation);
        let way = steps_along(pose, pose.facing, far, STEP).map(|(_, pose)| pose);
        let place = way.filter(fits).last();
        if let Some(place) = place {
            game.unit_mut(charger).stand(place, formation);
        }
    }
    umpire.tell(|| Event::ruled(What::TakesGround { unit: charger, of: target }, house!("close.ties")));
}

/// Unformed troops go back behind their friends.
fn retires<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, fight: &Fight) -> Result<(), U::Pause> {
    let (unit, rule) = (fight.target, rule!("empire.unformed.reaction"));
    umpire.tell(|| Event::new(What::GetsAway { unit }, &[rule]));
    let by = game.rules.ruled(house!("unformed.reach"));
    go_back(game, umpire, unit, Back::in_order(Away::From(fight.charger), by, rule))?;
    Ok(())
}

/// Fire has stopped a charge.
fn checked<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    rules: &Rules,
    course: Course,
) -> Result<(), U::Pause> {
    let (charger, target) = (fight.charger, fight.target);
    let led = fight.led;
    let checked = fight.facts.checked(rules, course.lost, led);
    let proc = rule!("empire.deffire.proc");
    let by: Vec<RuleId> = [checked.cell, checked.by].into_iter().flatten().chain([proc]).collect();
    let does = checked.answer;
    umpire.tell(|| Event::new(What::StoppedByFire { unit: charger, does }, &by));
    let horse = game.unit(charger).arm() == Arm::Cavalry;
    if checked.disordered {
        lose_order(game, umpire, charger, by[0]);
    }
    match does {
        ChargeDoes::MayClose if horse => {
            // Horse that has something to fire with fires before it is recalled.
            if musketry::may_fire(game.unit(charger)) {
                stands_off(game, fight, checked.fires_at);
                fires(game, umpire, charger, target)?;
            }
            recalled(game, fight);
        }
        ChargeDoes::MayClose => {
            stands_off(game, fight, checked.fires_at);
            fires(game, umpire, charger, target)?;
        }
        ChargeDoes::Firefight => {
            stands_off(game, fight, checked.inches);
            firefight::round(game, umpire, charger, target)?;
        }
        ChargeDoes::BacksFiring | ChargeDoes::RecoilsFiring => {
            stands_off(game, fight, checked.inches);
            fires(game, umpire, charger, target)?;
        }
        ChargeDoes::RetiresFiring => {
            stands_off(game, fight, checked.fires_at);
            fires(game, umpire, charger, target)?;
            stands_off(game, fight, checked.inches);
        }
        ChargeDoes::FiresAndRetires | ChargeDoes::Recalls => recalled(game, fight),
        ChargeDoes::Regroups | ChargeDoes::FallsBack => stands_off(game, fight, checked.inches),
        ChargeDoes::Closes | ChargeDoes::Routs => {}
    }
    Ok(())
}

/// Back to where the charge began (ruling charge.support).
fn recalled(game: &mut Empire, fight: &Fight) {
    let Some(from) = fight.from.filter(|_| game.unit(fight.charger).on_table()) else { return };
    let formation = game.unit(fight.charger).formation;
    if crate::rules::ground::measure::fits(game, fight.charger, from, formation) {
        game.unit_mut(fight.charger).stand(from, formation);
    }
}

/// The charger's own fire where it stops, with all that follows for the unit that is hit.
fn fires<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    charger: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    if !musketry::may_fire(game.unit(charger)) || !game.unit(target).on_table() {
        return Ok(());
    }
    let losses = musketry::fire(game, umpire, charger, target, How::default())?;
    unit_morale::hit(game, umpire, target, losses, Reason::fire(charger))?;
    Ok(())
}

/// A close action was fought: losses, moves, morale, the standard; and the winner goes on.
fn struck<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    (winner, loser): (UnitId, UnitId),
    (level, fell, standard): (Level, u32, bool),
) -> Result<(), U::Pause> {
    let rules = Arc::clone(&game.rules);
    let charger_wins = winner == fight.charger;
    won(game, winner, loser);
    for unit in [winner, loser] {
        game.unit_mut(unit).hour.fought = true;
    }
    let Some(upshot) = upshot(&rules, level, &fight.facts.won(charger_wins)) else { return Ok(()) };
    let rule = upshot.rule;
    lose(game, umpire, loser, fell, rule);
    lose(game, umpire, winner, upshot.won_lost, rule);
    if upshot.won_disordered && game.unit(winner).on_table() {
        lose_order(game, umpire, winner, rule);
    }
    if standard {
        takes_standard(game, umpire, (winner, loser));
    }
    let melee = crate::rules::charge::victory::is_melee(
        &rules,
        [winner, loser].map(|unit| game.unit(unit).arm()),
        fight.facts.target.building,
    );
    for (unit, losses, lost) in [(loser, fell, true), (winner, upshot.won_lost, false)] {
        let follow_me = fight.called().filter(|_| unit == fight.charger);
        let danger = Danger { losses, melee, enemy_wins: lost, follow_me, ..Danger::default() };
        leader_loss::endangered(game, umpire, unit, danger)?;
    }
    if game.unit(loser).on_table() {
        gives_way(game, umpire, (winner, loser), &upshot, fell)?;
    }
    if level != Level::Draw && game.unit(winner).on_table() && upshot.breaks_through() {
        goes_on(game, umpire, fight, winner, &upshot)?;
    }
    Ok(())
}

fn takes_standard<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, (winner, loser): (UnitId, UnitId)) {
    game.unit_mut(loser).standard_lost = true;
    let (one, two) = (game.unit(winner).me(), game.unit(loser).me());
    game.me_mut(one).now.standards_taken += 1;
    game.me_mut(two).now.standards_lost += 1;
    let by = [rule!("empire.standard.roll")];
    umpire.tell(|| Event::new(What::TakesStandard { unit: winner, of: loser }, &by));
}

/// The loser goes back.
fn gives_way<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    (winner, loser): (UnitId, UnitId),
    upshot: &crate::rules::charge::victory::Upshot,
    fell: u32,
) -> Result<(), U::Pause> {
    let (rule, by) = (upshot.rule, upshot.back(fell));
    match upshot.guns {
        // Who must retreat rolls to withdraw, and else leaves his guns (ruling gun-moves).
        Some(GunsLeft::Limbered) if gun_moves::withdraws(game, umpire, loser)? => {
            gun_moves::gets_away(game, umpire, loser, winner);
            return Ok(());
        }
        Some(_) => {
            gun_moves::abandon(game, umpire, loser);
            go_bad(game, umpire, loser, rule);
            return Ok(());
        }
        None => {}
    }
    match upshot.left {
        Left::Bad => {
            go_bad(game, umpire, loser, rule);
            let away = rule!("empire.victory.face-away");
            let back = match crate::rules::charge::victory::faces_away(&game.rules, true) {
                true => Back { pays: true, also: Some(away), ..Back::rout(Away::From(winner), by, rule) },
                false => Back { pays: true, ..Back::in_order(Away::From(winner), by, rule) },
            };
            go_back(game, umpire, loser, back)?;
        }
        Left::Disorder | Left::None => {
            if upshot.left == Left::Disorder {
                lose_order(game, umpire, loser, rule);
            }
            let back = Back { pays: true, ..Back::in_order(Away::From(winner), by, rule) };
            go_back(game, umpire, loser, back)?;
        }
    }
    Ok(())
}

/// The winner goes on: battle-mad horse all the way, others as far as their owner likes. They charge the enemy they
/// meet.
fn goes_on<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    winner: UnitId,
    upshot: &crate::rules::charge::victory::Upshot,
) -> Result<(), U::Pause> {
    let rules = Arc::clone(&game.rules);
    let side = game.unit(winner).side();
    let may_stay = matches!(game.unit(winner).formation, Formation::Square | Formation::Dismounted);
    if may_stay || game.unit(winner).inside.is_some() {
        return Ok(());
    }
    let mad = match game.unit(winner).profile.mounts {
        Some(mounts) => {
            let mad = runs_mad(umpire.hand(side), &rules, mounts.mad)?;
            if let Some((rule, _)) = rules.victory.mad(mounts.mad) {
                umpire.tell(|| Event::new(What::RunsMad { unit: winner, mad }, &[rule]));
            }
            mad
        }
        None => false,
    };
    let most = through(umpire.hand(side), upshot)?;
    if upshot.through_dice.is_some() {
        let what = What::MayBreakThrough { unit: winner, inches: most };
        umpire.tell(|| Event::new(what, &[upshot.rule]));
    }
    let charges = fight.breakthroughs < rules.number(house!("breakthrough.charges")).unsigned_abs();
    let by = match mad {
        true => most,
        false => umpire.ask(game, Breakthrough { side, unit: winner, most, charges })?,
    };
    if by <= Inches::ZERO {
        return Ok(());
    }
    let horse = game.unit(winner).arm() == Arm::Cavalry;
    let rule = match (mad, game.unit(winner).profile.mounts) {
        (true, Some(mounts)) => rules.victory.mad(mounts.mad).map_or(upshot.rule, |(rule, _)| rule),
        _ => upshot.rule,
    };
    let began = middle(game, winner);
    let (gone, met) = ahead(game, winner, by);
    umpire.tell(|| Event::new(What::BreaksThrough { unit: winner, inches: gone, mad }, &[rule]));
    if horse {
        blow(game, umpire, winner);
    }
    if mad {
        lose_order(game, umpire, winner, rule);
    }
    if let Some(target) = met.filter(|_| charges) {
        game.charge = Some(meets(game, (winner, began), target, fight.breakthroughs + 1));
    }
    Ok(())
}

/// Halts of the charge that élan makes.
fn halted(rules: &Rules, end: End) -> Option<(RuleId, Inches)> {
    let spirit = if end == End::HaltsDisordered { Spirit::HaltsDisordered } else { Spirit::Halts };
    Elan::halts_at(rules, spirit)
}
