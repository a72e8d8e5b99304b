//! Buildings set aflame, and units that stay in them (ruling fires).

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{house, rule};
use crate::rules::command::leader_loss::left_behind;
use crate::rules::morale::losses::lose;
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::structure::StructureId;
use crate::state::unit::UnitId;
use crate::state::words::Cover;
use dice::{Chance, Dice, Odds};
use engine::Tests as _;
use engine::Umpire;
use engine::desk::{FactSet as _, number, word};
use rulebook::RuleId;

engine::facts! {
    /// Setting a building aflame.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Aflame of Rules {
        pub cover: Cover = Cover::Light, word "cover" |name, _| word(name, "the class of the building", &["light", "medium", "heavy", "super"], Some("light"));
        pub pounds: u32 = 6, plain "pounds" |name, _| number(name, "pounds of the guns", 3, 36, Some(6)).usual([6, 12, 18]);
        pub sections: u32 = 1, plain "sections" |name, _| number(name, "sections that fire", 1, 8, Some(3));
    }
}

impl Aflame {
    /// What the sections beyond the first add.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        if let Some((rule, each, most)) = rules.bombardment.sections {
            let added = ((self.sections as i32 - 1).max(0) * each).min(most);
            if added != 0 {
                working.add(rule, added);
            }
        }
        working
    }

    /// The total needed, and by which row; guns of just that calibre are among the heavier (ruling aflame.eighteen).
    pub fn needs(&self, rules: &Rules) -> Option<(RuleId, i32)> {
        let split = rules.int(rule!("empire.aflame.proc"))?;
        let (rule, [under, over]) = rules.bombardment.aflame(self.cover)?;
        Some((rule, if self.pounds as i32 >= split { over } else { under }))
    }
}

/// Whether a building is set aflame: 2d10 and a little for each further section.
///
/// # Errors
/// The umpire's pause.
pub fn sets_aflame<D: Dice>(dice: &mut D, rules: &Rules, facts: &Aflame) -> Result<bool, D::Pause> {
    let Some(needed) = facts.needs(rules) else { return Ok(false) };
    dice.at_least(DICE, needed, &facts.sum(rules), ["burns", "does not burn"])
}

impl Aflame {
    /// A battery that fires at a building.
    fn of(game: &Empire, unit: UnitId, structure: StructureId) -> Option<Aflame> {
        let (body, cover) = (game.unit(unit), game.structure(structure)?.cover);
        let pounds = body.profile.guns.map_or(0, |guns| guns.pounds);
        let sections = crate::rules::fire::gunnery::sections(&game.rules, body);
        Some(Aflame { cover, pounds, sections, ..Aflame::blank() })
    }
}

/// How likely a battery sets a building aflame.
pub(super) fn burn_chance(game: &Empire, unit: UnitId, structure: StructureId) -> Option<Chance> {
    let facts = Aflame::of(game, unit, structure)?;
    let odds: Odds<bool> = Odds::of(|dice| sets_aflame(dice, &game.rules, &facts));
    Some(odds.chance(|burns| *burns))
}

/// A battery tries to set a building aflame instead of hitting its garrison (ruling fires).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn burn<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    structure: StructureId,
) -> Result<(), U::Pause> {
    let Some(facts) = Aflame::of(game, unit, structure) else { return Ok(()) };
    let (side, rules) = (game.unit(unit).side(), std::sync::Arc::clone(&game.rules));
    let burns = sets_aflame(umpire.hand(side), &rules, &facts)?;
    let row = facts.needs(&rules).map_or(rule!("empire.aflame.proc"), |(rule, _)| rule);
    umpire.tell(|| {
        let what = What::SetsAflame { unit, structure, burns };
        Event::new(what, &[rule!("empire.aflame.proc"), row])
    });
    if let Some(it) = game.structures.get_mut(usize::from(structure.0)).filter(|_| burns) {
        it.aflame = true;
    }
    let battery = game.unit_mut(unit);
    battery.hour.bombarded = true;
    battery.has_fired = true;
    Ok(())
}

/// Units still in a burning structure when the impulses are over lose figures (ruling fires).
pub(crate) fn burn_on<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) {
    let figures = game.rules.number(house!("fires.loses")).unsigned_abs();
    let burning = game.structures.iter().filter(|structure| structure.aflame);
    let inside: Vec<UnitId> = burning.flat_map(|structure| structure.garrison.iter().copied()).collect();
    for unit in inside.into_iter().filter(|_| figures > 0) {
        umpire.tell(|| Event::ruled(What::InFire { unit }, house!("fires")));
        lose(game, umpire, unit, figures, rule!("empire.aflame.proc"));
        left_behind(game, unit);
    }
}
