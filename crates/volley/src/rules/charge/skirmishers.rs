//! Skirmishers in the way of a charge: they shoot, they run, and those that are reached are lost.

use crate::ids::{Ids, house, rule};
use crate::rules::fire::{bombardment, shooting};
use crate::rules::ground::facts::{Caught, went_back};
use crate::rules::ground::placing::{self, Retired};
use crate::state::event::{Event, What};
use crate::state::game::Volley;
use crate::state::unit::{Standing, UnitId};
use crate::state::words::Arm;
use engine::Tests as _;
use engine::Umpire;
use engine::tested::dice_of;
use table::{Inches, Pose};

/// Skirmishers in the way of a charge shoot, then run; those that are reached are lost.
pub(crate) fn skirmishers_run<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    charger: UnitId,
    skirmishers: UnitId,
) -> Result<(), U::Pause> {
    let body = game.unit(skirmishers);
    if game.rules.on(rule!("volley.skirm.charged.shoot"))
        && !body.shot
        && shooting::may_shoot(game, skirmishers)
    {
        let hits = shooting::one_volley(game, umpire, skirmishers, charger)?;
        game.unit_mut(skirmishers).shot = true;
        bombardment::shot_off(game, umpire, charger, hits, house!("shoot.choice"))?;
    }
    let ridden = game.unit(charger).is(Arm::Cavalry)
        && game.rules.plays(house!("charge.cavalry-vs-skirmishers", "ridden-down"));
    let Some(pool) = game.rules.dice(rule!("volley.skirm.charged.evade")) else { return Ok(()) };
    if ridden || !game.is_standing(charger) {
        return Ok(());
    }
    let rule = rule!("volley.skirm.charged.evade");
    let by = umpire.hand(game.unit(skirmishers).side()).amount(dice_of::<Ids>(rule), pool, "\"")?;
    umpire.tell(|| Event::new(What::Evades { unit: skirmishers, by }, &[rule]));
    let went = placing::evade(game, skirmishers, charger, Inches::whole(by as i32));
    if let Retired::OffTable = went_back(game, umpire, skirmishers, went)? {
        game.remove(skirmishers, Standing::LeftTable, umpire)?;
    }
    Ok(())
}

/// Whether the charge still reaches skirmishers after they have run; if so they are gone.
pub(crate) fn cut_down<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    charger: UnitId,
    skirmishers: UnitId,
    line: Option<Pose>,
    reach: Inches,
) -> Result<bool, U::Pause> {
    let destroyed = rule!("volley.skirm.contact.destroyed");
    let never = game.rules.plays(house!("skirm.charger-after", "always-escape"));
    if !game.is_standing(skirmishers) || !game.is_standing(charger) || never || !game.rules.on(destroyed) {
        return Ok(false);
    }
    if !umpire.see(game, Caught { charger, skirmishers, line, reach })? {
        return Ok(false);
    }
    umpire.tell(|| Event::new(What::CutDown { unit: skirmishers, by: charger }, &[destroyed]));
    game.remove(skirmishers, Standing::Destroyed, umpire)?;
    Ok(true)
}
