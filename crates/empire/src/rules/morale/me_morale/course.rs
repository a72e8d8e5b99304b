//! Phase 3 on the table: who tests, and what becomes of an ME that is shaken, retreats or breaks.

use super::asks::{BreaksOff, SauveQuiPeut, TestsShaken};
use super::{MeCauses, MeEnd, MeTest, ShakenBy, me_morale};
use crate::ids::{house, rule};
use crate::rules::ground::measure::{Interpenetrating, RunsThrough};
use crate::rules::hour::phases::{self, InTheHour, Progress, one_by_one};
use crate::rules::march::gun_moves;
use crate::rules::morale::giving_way::{Faces, draw_baseline, go_bad, me_bearing, me_goes_back};
use crate::rules::morale::losses::remove;
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::me::{MeId, MeOrder};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Formation, MeKind, MeOrderKind, Phase, Place};
use engine::Umpire;
use engine::desk::FactSet as _;
use rulebook::RuleId;
use table::{Bearing, Inches};

/// Phase 3: one ME after another of those that test, may test, are broken, or have a cavalry ME among them.
impl InTheHour for phases::MeMorale {
    type Left = Vec<MeId>;

    fn begin(game: &mut Empire) -> Vec<MeId> {
        if !game.rules.on(rule!("empire.memorale.phase")) {
            return Vec::new();
        }
        let has_turn = |me: &MeId| game.units_of(*me).next().is_some();
        game.me_ids().filter(has_turn).collect()
    }

    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        left: &mut Vec<MeId>,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause> {
        one_by_one(left, |me| turn(game, umpire, me))
    }
}

fn turn<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    if game.me(me).broken {
        return runs_again(game, umpire, me);
    }
    let causes = MeCauses::of(game, me);
    let mut cites = causes.causes(&game.rules);
    if cites.is_empty() && causes.shaken && umpire.ask(game, TestsShaken { me })? {
        cites.push(rule!("empire.memorale.steady"));
    }
    if !cites.is_empty() {
        cites.push(rule!("empire.memorale.phase"));
        tests(game, umpire, me, false, &cites)?;
    }
    is_among_cavalry(game, umpire, me)
}

/// An ME tests, with all that follows. `caught`: it is in a march column and was taken in flank or rear, on the spot.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn tests<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    caught: bool,
    causes: &[RuleId],
) -> Result<(), U::Pause> {
    let test = MeTest::seen(game, umpire, me, caught)?;
    let rules = std::sync::Arc::clone(&game.rules);
    let end = me_morale(umpire.hand(game.me(me).side), &rules, &test)?;
    umpire.tell(|| {
        let by: Vec<RuleId> = causes.iter().copied().chain(test.cites(&rules, end)).collect();
        Event::new(What::MeTests { me, result: end.word() }, &by)
    });
    let (by, fatigue) = end.costs(&rules);
    match end {
        MeEnd::Broken => {
            breaks(game, umpire, me, (by, fatigue), rule!("empire.memorale.broken"))?;
            sauve_qui_peut(game, umpire, me)?;
        }
        MeEnd::Retreat => {
            let rule = rule!("empire.memorale.retreat");
            become_shaken(game, umpire, me, rule);
            tires(game, me, fatigue);
            if !sauve_qui_peut(game, umpire, me)? {
                breaks_off(game, umpire, me, by, rule)?;
            }
        }
        MeEnd::FallsBack => {
            become_shaken(game, umpire, me, rule!("empire.memorale.shaken"));
            give_order(game, me, MeOrderKind::Defend);
            retreats(game, umpire, me, by, rule!("empire.memorale.shaken.attack"))?;
        }
        MeEnd::MayBreakOff => {
            become_shaken(game, umpire, me, rule!("empire.memorale.shaken"));
            if umpire.ask(game, BreaksOff { me })? {
                let (by, _) = MeEnd::Retreat.costs(&rules);
                breaks_off(game, umpire, me, by, rule!("empire.memorale.shaken.defend"))?;
            }
        }
        MeEnd::Shaken => become_shaken(game, umpire, me, rule!("empire.memorale.shaken")),
        MeEnd::Steady => {
            let body = game.me_mut(me);
            body.shaken = false;
            body.now.just_shaken = false;
        }
        MeEnd::AsBefore => {}
    }
    Ok(())
}

/// An ME is shaken; impetus is gone (ruling impetus).
pub(crate) fn become_shaken<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId, rule: RuleId) {
    let is_phase = game.stage.phase() == Phase::MeMorale;
    let body = game.me_mut(me);
    body.impetus = false;
    if !std::mem::replace(&mut body.shaken, true) {
        body.now.just_shaken = is_phase;
        umpire.tell(|| Event::new(What::MeShaken { me }, &[rule]));
    }
}

/// An ME is engaged again while it is on Break Off: it is shaken. Called where an engagement is found.
pub(crate) fn engaged_again<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) {
    let on_break_off = game.me(me).order.as_ref().is_some_and(|order| order.kind == MeOrderKind::BreakOff);
    let by = ShakenBy { engaged_again: on_break_off, kind: game.me(me).kind, ..ShakenBy::blank() };
    if let Some(rule) = by.rule(&game.rules) {
        become_shaken(game, umpire, me, rule);
    }
}

/// Foot with a cavalry ME of its side among it is shaken for as long as that lasts.
fn is_among_cavalry<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    let is_horse = |other: &MeId| game.me(*other).kind == MeKind::Cavalry;
    if !game.mes_of(game.me(me).side).any(|other| other != me && is_horse(&other)) {
        return Ok(());
    }
    let among = umpire.see(game, Interpenetrating { me })?;
    let among_cavalry = among.iter().any(is_horse);
    let by = ShakenBy { among_cavalry, kind: game.me(me).kind, ..ShakenBy::blank() };
    if let Some(rule) = by.rule(&game.rules) {
        become_shaken(game, umpire, me, rule);
    }
    Ok(())
}

fn tires(game: &mut Empire, me: MeId, levels: u32) {
    let body = game.me_mut(me);
    body.fatigue = body.fatigue.risen(levels as i32);
}

fn give_order(game: &mut Empire, me: MeId, kind: MeOrderKind) {
    let body = game.me_mut(me);
    body.order = Some(MeOrder { kind, objective: None });
    body.pending = None;
}

/// It goes over to Break Off and retreats in order.
fn breaks_off<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    by: Inches,
    rule: RuleId,
) -> Result<(), U::Pause> {
    give_order(game, me, MeOrderKind::BreakOff);
    retreats(game, umpire, me, by, rule)
}

/// It goes back in order; batteries that cannot be got away leave their guns.
fn retreats<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    by: Inches,
    rule: RuleId,
) -> Result<(), U::Pause> {
    get_guns_away(game, umpire, me)?;
    me_goes_back(game, umpire, me, (by, Faces::AsBefore), rule)
}

/// Each battery in action of an ME that must retreat rolls to withdraw, else its guns are abandoned and its crew is in bad
/// morale.
fn get_guns_away<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    let rule = rule!("empire.memorale.artillery-retreat");
    if !game.rules.on(rule) {
        return Ok(());
    }
    // What is limbered already goes along.
    let in_action = |unit: &Unit| unit.formation == Formation::Unlimbered && !unit.abandoned;
    let batteries = game.units_of(me).filter(|(_, unit)| in_action(unit));
    let batteries: Vec<UnitId> = batteries.map(|(id, _)| id).collect();
    for battery in batteries {
        if !gun_moves::withdraws(game, umpire, battery)? {
            gun_moves::abandon(game, umpire, battery);
            go_bad(game, umpire, battery, rule);
        }
    }
    Ok(())
}

/// An ME breaks: every unit goes into bad morale, it runs, is the more tired, and shakes whomever it runs through. It drops its
/// orders and rests (ruling after-break).
pub(crate) fn breaks<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    (by, fatigue): (Inches, u32),
    rule: RuleId,
) -> Result<(), U::Pause> {
    get_guns_away(game, umpire, me)?;
    let units: Vec<UnitId> = game.units_of(me).map(|(id, _)| id).collect();
    for unit in units {
        go_bad(game, umpire, unit, rule);
    }
    tires(game, me, fatigue);
    let body = game.me_mut(me);
    body.broken = true;
    body.now.broke = true;
    body.impetus = false;
    give_order(game, me, MeOrderKind::RestRally);
    umpire.tell(|| Event::new(What::MeBreaks { me }, &[rule]));
    runs(game, umpire, me, by, rule)
}

/// An ME in bad morale runs, through whomever it meets.
fn runs<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    by: Inches,
    rule: RuleId,
) -> Result<(), U::Pause> {
    if game.mes_of(game.me(me).side).nth(1).is_some() && by > Inches::ZERO {
        let away = me_bearing(game, me).unwrap_or(Bearing::NORTH);
        for through in umpire.see(game, RunsThrough { me, away, by })? {
            let through_it =
                ShakenBy { routed_through: true, kind: game.me(through).kind, ..ShakenBy::blank() };
            if let Some(rule) = through_it.rule(&game.rules) {
                become_shaken(game, umpire, through, rule);
            }
        }
    }
    me_goes_back(game, umpire, me, (by, Faces::Away), rule)
}

/// A broken ME with a formed enemy in engagement range runs again (ruling after-break).
fn runs_again<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    if umpire.see(game, Pressed { me })? {
        let by = game.rules.ruled(house!("after-break.runs"));
        runs(game, umpire, me, by, rule!("empire.memorale.broken"))?;
    }
    Ok(())
}

engine::sight! {
    /// A formed enemy in engagement range of an ME.
    pub struct Pressed of Empire { pub me: MeId } -> bool;
    word: "pressed";
    about: |f, _| [f.me];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |f, g| {
        let reach = g.rules.inches(rule!("empire.engage.inf-inf")).unwrap_or_default();
        let enemies = || g.of(g.me(f.me).side.enemy()).filter(|(_, unit)| unit.is_formed());
        let rects = || enemies().filter_map(|(_, unit)| unit.rect());
        let near = |unit: &table::Rect| rects().any(|enemy| unit.is_within(enemy, reach));
        g.units_of(f.me).filter_map(|(_, unit)| unit.rect()).any(near)
    };
    text: |f, g| format!("Is a formed enemy in engagement range of {}?", g.me_name(f.me));
    answers: |_, _| YesNo;
}

/// After broken or retreat its owner may let it run for good (ruling sauve-qui-peut). Says whether he does.
fn sauve_qui_peut<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<bool, U::Pause> {
    if !game.rules.plays(house!("sauve-qui-peut", "owner")) || game.units_of(me).next().is_none() {
        return Ok(false);
    }
    if !umpire.ask(game, SauveQuiPeut { me })? {
        return Ok(false);
    }
    draw_baseline(game, me);
    let body = game.me_mut(me);
    body.broken = true;
    body.sauve_qui_peut = true;
    body.now.broke = true;
    umpire.tell(|| Event::ruled(What::SauveQuiPeut { me }, house!("sauve-qui-peut")));
    let units: Vec<UnitId> = game.units_of(me).map(|(id, _)| id).collect();
    for unit in units {
        go_bad(game, umpire, unit, rule!("empire.memorale.broken"));
        remove(game, unit, Place::Lost);
        umpire.tell(|| Event::ruled(What::LeavesTable { unit, lost: true }, house!("sauve-qui-peut")));
        crate::rules::command::leader_loss::left_behind(game, unit);
    }
    Ok(true)
}
