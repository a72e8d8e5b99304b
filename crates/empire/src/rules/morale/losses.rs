//! Figures taken off, whatever takes them: called by every topic in which units are hit.

use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::Place;
use engine::Umpire;
use rulebook::RuleId;

/// Takes figures off a unit, or crew off a battery, and says by which rule. The caller decides who tests for it.
pub(crate) fn lose<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    figures: u32,
    by: RuleId,
) -> u32 {
    lose_by(game, umpire, unit, figures, &[by])
}

/// Likewise by several rules.
pub(crate) fn lose_by<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    figures: u32,
    by: &[RuleId],
) -> u32 {
    let figures = figures.min(game.unit(unit).figures);
    if figures == 0 {
        return 0;
    }
    let body = game.unit_mut(unit);
    let was_hit = std::mem::replace(&mut body.impulse.hit, true);
    body.figures -= figures;
    body.impulse.lost += figures;
    let (me, is_gone) = (body.me(), body.figures == 0);
    let tally = &mut game.me_mut(me).now;
    tally.losses += figures;
    tally.units_hit += u32::from(!was_hit);
    umpire.tell(|| Event::new(What::Lost { unit, figures }, by));
    if is_gone {
        remove(game, unit, Place::Lost);
        umpire.tell(|| Event::new(What::Gone { unit }, by));
    }
    figures
}

/// Takes a unit out of the battle, and out of everything it was in.
pub(crate) fn remove(game: &mut Empire, unit: UnitId, place: Place) {
    game.unit_mut(unit).leave(place);
    game.end_firefights_of(unit);
    for structure in &mut game.structures {
        structure.garrison.retain(|inside| *inside != unit);
    }
    if let Some(with) = game.unit_mut(unit).inside.take() {
        debug_assert!(game.structure(with).is_some());
    }
}

/// Takes horses off a battery, and says by which rule. Its crew stays with it.
pub(crate) fn lose_horses<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    horses: u32,
    by: &[RuleId],
) -> u32 {
    let horses = horses.min(game.unit(unit).horses);
    if horses == 0 {
        return 0;
    }
    let body = game.unit_mut(unit);
    let was_hit = std::mem::replace(&mut body.impulse.hit, true);
    body.horses -= horses;
    let me = body.me();
    let tally = &mut game.me_mut(me).now;
    tally.losses += horses;
    tally.units_hit += u32::from(!was_hit);
    umpire.tell(|| Event::new(What::LostHorses { unit, horses }, by));
    horses
}
