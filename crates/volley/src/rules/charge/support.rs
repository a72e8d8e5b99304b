//! Who fights for guns that are charged.

use crate::ids::{house, rule};
use crate::rules::ground::facts::CanSupport;
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::Volley;
use crate::state::refusal::Refusal;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Formation};
use engine::{Ask, Form, FormKind, PlainAnswer as _, Side, Umpire, one_of};
use serde::Serialize;

/// Whether another unit may fight for a unit that is charged: for guns that are not limbered.
pub fn may_be_supported(game: &Volley, gun: UnitId) -> bool {
    let battery = game.unit(gun);
    battery.is(Arm::Artillery)
        && battery.formation != Formation::Limbered
        && game.rules.on(rule!("volley.melee.artillery.support-fights"))
}

/// Whether a unit that stands close enough to guns may fight for them.
pub fn may_support(game: &Volley, gun: UnitId, id: UnitId) -> bool {
    let unit = game.unit(id);
    unit.side() == game.unit(gun).side()
        && matches!(unit.arm(), Arm::Infantry | Arm::Cavalry)
        && !game.in_melee(id)
}

/// The unit that fights for guns that are charged, by its owner's choice.
pub(crate) fn pick_supporter<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    gun: UnitId,
) -> Result<Option<UnitId>, U::Pause> {
    if !may_be_supported(game, gun) {
        return Ok(None);
    }
    let mut units = umpire.see(game, CanSupport { gun })?;
    units.retain(|id| may_support(game, gun, *id));
    let chosen = match units.as_slice() {
        [] => return Ok(None),
        [only] => *only,
        [nearest, ..] if game.rules.plays(house!("artillery.support-choice", "nearest")) => *nearest,
        _ => umpire.ask(game, Supporter { gun, units })?,
    };
    umpire.tell(|| {
        let rules = [
            rule!("volley.melee.artillery.support-fights"),
            rule!("volley.melee.artillery.support-distance"),
        ];
        Event::new(What::SupportedBy { gun, unit: chosen }, &rules)
    });
    Ok(Some(chosen))
}

/// Which unit supports the guns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Supporter {
    pub gun: UnitId,
    pub units: Vec<UnitId>,
}

impl Ask<Volley> for Supporter {
    const WORD: &'static str = "supporter";
    type Granted = UnitId;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.gun)
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<UnitId, Refusal> {
        one_of(answer, &self.units, |unit| game.name(unit))
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::first_of(&self.units)
    }

    fn prompt(&self, game: &Volley) -> String {
        format!("Choose which unit fights for {}.", game.name(self.gun))
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("which unit fights for {}.", game.name(self.gun))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        Form::units(FormKind::Choose, Some(self.gun), &self.units, Answer::Unit)
    }
}
