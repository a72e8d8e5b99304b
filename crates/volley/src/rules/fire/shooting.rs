//! Shooting in phases 3 and 8: who shoots at whom, and what a square owes cavalry.

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::asking;
use crate::rules::fire::bombardment::{seen_target, take_losses};
use crate::rules::fire::{
    Target, Volleys, dice_rule, square_dice, square_fire, square_need, volley, volley_dice, volley_need,
};
use crate::rules::ground::facts::InShot;
use crate::rules::morale::{Morale, tests_to_close};
use crate::rules::outlook::{self, About, Fired, Outlook, ShotFacts};
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::{Aim, Progress, Volley};
use crate::state::refusal::Refusal;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Formation, Test};
use dice::Stream;
use engine::outlook::measuring;
use engine::wording::says;
use engine::{Ask, Form, PlainAnswer as _, Side, Umpire};
use serde::Serialize;

/// Whether a unit of that arm shoots at all, in the formation it is in.
pub fn is_armed(rules: &Rules, arm: Arm, formation: Formation) -> bool {
    match arm {
        Arm::Infantry | Arm::Skirmishers => true,
        Arm::Artillery => formation == Formation::Unlimbered,
        Arm::Cavalry => !rules.on(rule!("volley.shoot.no-cavalry")),
    }
}

/// How a unit that may shoot answers a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    /// With the dice that a square has for cavalry in contact.
    pub(crate) square: bool,
    /// With its own shooting.
    pub(crate) volley: bool,
}

pub(crate) fn reply(rules: &Rules, arm: Arm, formation: Formation, by_cavalry: bool) -> Reply {
    let square = by_cavalry && has_square_fire(rules, formation);
    let instead = square && rules.plays(house!("square.fire", "replace"));
    Reply { square, volley: is_armed(rules, arm, formation) && !instead }
}

/// Whether a unit in that formation has dice for cavalry that contacts it.
pub(crate) fn has_square_fire(rules: &Rules, formation: Formation) -> bool {
    formation.is_closed() && rules.on(rule!("volley.charge.cav.square-fire"))
}

/// The figures of a unit that shoot.
pub(crate) fn shooting_figures(rules: &Rules, formation: Formation, figures: u32) -> u32 {
    match formation {
        // Without the ruling a column shoots with its two front ranks of three.
        Formation::Column if !rules.flag(house!("shoot.all-figures")) => figures.min(6),
        Formation::Column
        | Formation::Line
        | Formation::Square
        | Formation::Masse
        | Formation::Skirmish
        | Formation::Limbered
        | Formation::Unlimbered => figures,
    }
}

/// Whether a unit shoots in this phase at all.
pub(crate) fn may_shoot(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    let arm = is_armed(&game.rules, unit.arm(), unit.formation);
    let again = !unit.fired_this_turn || game.rules.flag(house!("artillery.shoots-again"));
    let charged_gun = unit.is(Arm::Artillery)
        && game.rules.plays(house!("move.in-contact", "guns-silent"))
        && game.charges_on(id).next().is_some();
    let fighting = game.in_old_melee(id) && game.rules.on(rule!("volley.shoot.no-continuing-melee"));
    let hushed =
        unit.silenced || (unit.halted > 0 && game.rules.plays(house!("move.halt-scope", "everything")));
    unit.on_table() && arm && again && !unit.shot && !fighting && !charged_gun && !hushed
}

/// Whether a side shoots at all while the other moves.
pub(crate) fn may_side_shoot(game: &Volley, side: Side) -> bool {
    match side {
        Side::Allied => game.rules.on(rule!("volley.shoot.who.p3")),
        Side::French => game.rules.on(rule!("volley.shoot.who.p8")),
    }
}

/// The cavalry charge that contacts a unit first and has not had the dice of a square yet.
fn charged_by_cavalry(game: &Volley, id: UnitId) -> Option<(usize, UnitId)> {
    let at = game.charges.iter().position(|charge| {
        let first = charge.contacts.iter().find(|contact| !game.unit(contact.unit).is_open());
        game.unit(charge.charger).is(Arm::Cavalry)
            && first.is_some_and(|contact| contact.charged() == id && !contact.fired)
    })?;
    Some((at, game.charges[at].charger))
}

/// The next unit of the side that does not move names its target.
pub(crate) fn choose_shots<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
) -> Result<Progress, U::Pause> {
    let side = game.active().enemy();
    let allowed = may_side_shoot(game, side);
    let shooter = game
        .of(side)
        .map(|(id, _)| id)
        .find(|id| allowed && may_shoot(game, *id) && !game.aims.iter().any(|aim| aim.shooter == *id));
    let Some(shooter) = shooter else { return Ok(Progress::Done) };
    let cavalry = charged_by_cavalry(game, shooter);
    let body = game.unit(shooter);
    let reply = reply(&game.rules, body.arm(), body.formation, cavalry.is_some());
    if let Some((at, cavalry)) = cavalry.filter(|_| reply.square) {
        fire_square(game, umpire, shooter, cavalry, at)?;
    }
    if !reply.volley {
        game.aims.push(Aim { shooter, target: None, fired: true });
        return Ok(Progress::GoesOn);
    }
    let targets = shot_targets(game, umpire, shooter)?;
    let target =
        if targets.is_empty() { None } else { umpire.ask(game, Shoot { unit: shooter, targets })? };
    game.aims.push(Aim { shooter, target, fired: false });
    Ok(Progress::GoesOn)
}

/// The enemies a unit may name: those it has in range, arc and sight, its own chargers before all others.
pub(crate) fn shot_targets<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    shooter: UnitId,
) -> Result<Vec<UnitId>, U::Pause> {
    let side = game.unit(shooter).side();
    let mut targets = umpire.see(game, InShot { shooter })?;
    targets.retain(|id| game.unit(*id).side() != side && !game.in_old_melee(*id));
    let chargers: Vec<UnitId> = game.charges_on(shooter).map(|(charge, _)| charge.charger).collect();
    if targets.iter().any(|id| chargers.contains(id))
        && game.rules.plays(house!("shoot.choice", "chargers-first"))
    {
        targets.retain(|id| chargers.contains(id));
    }
    Ok(targets)
}

/// A square fires its two dice at the cavalry that contacts it, once for each charge.
pub(crate) fn fire_square<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    square: UnitId,
    cavalry: UnitId,
    charge: usize,
) -> Result<(), U::Pause> {
    if let Some(contact) =
        game.charges[charge].contacts.iter_mut().find(|contact| contact.charged() == square)
    {
        contact.fired = true;
    }
    if square_dice(&game.rules) == 0 || !game.is_standing(cavalry) {
        return Ok(());
    }
    let target = Target { charging: true, ..seen_target(game, umpire, square, cavalry)? };
    let need = square_need(&game.rules, &target);
    let dice = square_dice(&game.rules);
    umpire.tell(|| {
        let rules = [rule!("volley.charge.cav.square-fire")];
        Event::with(
            What::Shoots { unit: square, target: cavalry, dice, need: need.face },
            &rules,
            need.working,
        )
    });
    let hits = square_fire(umpire.hand(game.unit(square).side()), &game.rules, &target)?;
    let off = hits.min(game.unit(cavalry).figures);
    umpire.tell(|| {
        Event::new(What::Lost { unit: cavalry, figures: off }, &[rule!("volley.charge.cav.square-fire")])
    });
    game.lose(cavalry, off, umpire).map(drop)
}

/// The shots fall one after another; the losses come off after the last.
pub(crate) fn fire_volleys<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
) -> Result<Progress, U::Pause> {
    let Some(at) = game.aims.iter().position(|aim| !aim.fired) else {
        take_losses(game, umpire, house!("shoot.choice"))?;
        game.aims.clear();
        return Ok(Progress::Done);
    };
    let Aim { shooter, target, .. } = game.aims[at];
    game.aims[at].fired = true;
    let Some(target) = target.filter(|target| game.is_standing(*target)) else {
        return Ok(Progress::GoesOn);
    };
    game.unit_mut(shooter).shot = true;
    let hits = one_volley(game, umpire, shooter, target)?;
    game.unit_mut(target).pending += hits;
    Ok(Progress::GoesOn)
}

/// A unit's volley at another.
pub(crate) fn volleys_at<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    shooter: UnitId,
    target: UnitId,
) -> Result<Volleys, U::Pause> {
    let unit = game.unit(shooter);
    let figures = shooting_figures(&game.rules, unit.formation, unit.figures);
    let target = seen_target(game, umpire, shooter, target)?;
    Ok(Volleys::of(game, shooter, figures, target))
}

/// One unit's shooting: its dice, and what it hit.
pub(crate) fn one_volley<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    shooter: UnitId,
    target: UnitId,
) -> Result<u32, U::Pause> {
    let shot = volleys_at(game, umpire, shooter, target)?;
    let Volleys { figures, artillery, .. } = shot;
    let need = volley_need(&game.rules, &shot);
    let dice = volley_dice(&game.rules, figures, artillery);
    umpire.tell(|| {
        let by = if artillery {
            rule!("volley.shoot.dice.artillery")
        } else {
            rule!("volley.shoot.dice.infantry")
        };
        let rules = [by, rule!("volley.shoot.range"), rule!("volley.shoot.no-modifiers")];
        Event::with(What::Shoots { unit: shooter, target, dice, need: need.face }, &rules, need.working)
    });
    let hits = volley(umpire.hand(game.unit(shooter).side()), &game.rules, &shot)?;
    umpire.tell(|| Event::new(What::Hit { unit: target, by: shooter, hits }, &[dice_rule(artillery)]));
    Ok(hits)
}

// ------------------------------------------------------------------ questions ----

/// The unit's target in phases 3 and 8.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shoot {
    pub unit: UnitId,
    pub targets: Vec<UnitId>,
}

impl Ask<Volley> for Shoot {
    const WORD: &'static str = "shoot";
    type Granted = Option<UnitId>;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<UnitId>, Refusal> {
        asking::target(game, answer, &self.targets)
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Volley) -> String {
        format!("Choose whom {} at, or hold fire.", says(game.name(self.unit), "shoot[s]"))
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("whom {} at.", says(game.name(self.unit), "shoot[s]"))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        asking::target_form(self.unit, &self.targets)
    }

    fn sample(&self, _: &Volley, luck: &mut Stream) -> Answer {
        asking::sample_target(&self.targets, luck)
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        outlook_of(game, self.unit, answer.unit()?)
    }
}

/// What a unit's volley at a target in range may lead to.
pub(crate) fn outlook_of(game: &Volley, shooter: UnitId, target: UnitId) -> Option<Outlook> {
    let charging = tests_to_close(game, target).charging;
    let crowding = rule!("volley.close.fail12.austrian-crowding");
    let facts = ShotFacts {
        fired: Fired::Volley(measuring(|eyes| volleys_at(game, eyes, shooter, target))),
        figures: game.unit(target).figures,
        morale: Morale { charging, ..game.morale_facts(target, Test::Close) },
        crowded: charging && outlook::is_crowded(game, target, crowding),
    };
    outlook::shot(game, About::Volley, [shooter, target], &facts)
}
