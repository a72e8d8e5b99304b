//! Charges: how far they go, who must roll first, and how one runs to its first contact.

mod aim;
pub mod close;
mod declared;
pub mod gallop;
mod roll;
pub(crate) mod skirmishers;
pub mod stand;
pub(crate) mod support;

use crate::ids::{Ids, house, rule};
use crate::rules::charge::gallop::cavalry_charge;
use crate::rules::charge::skirmishers::{cut_down, skirmishers_run};
use crate::rules::ground::facts::{CoverOf, GeneralNear, InFlank, Locked};
use crate::rules::ground::placing::{self, Strip};
use crate::rules::orders::movement::{Allowance, MarchFacts, allowance, rate_of};
use crate::state::event::{Event, What};
use crate::state::game::{Charge, ChargeState, Contact, Volley};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Cover};
use aim::measured_gap;
use engine::Tests as _;
use engine::Umpire;
use engine::tested::PASSED;
use table::{Inches, Leg, Pose, Track};

pub(crate) use aim::{ChargeLane, lane_of};
pub use aim::{Charger, aim, toward};
pub(crate) use declared::{Declared, bonus_needed, check_charge, skirmishers_ahead};
pub use declared::{NoCharge, never_charges, no_infantry_at_horse};
pub use roll::charge_roll;
pub(crate) use roll::{does_anybody_roll, is_led};
pub(crate) use support::pick_supporter;
pub use support::{may_be_supported, may_support};

impl Volley {
    /// Straight distance a charger has, without its wheel and bonus dice.
    pub(crate) fn charge_rate(&self, id: UnitId, difficult: bool) -> Inches {
        self.charge_allowance(id, difficult).inches
    }

    /// Likewise, with its working.
    pub(crate) fn charge_allowance(&self, id: UnitId, difficult: bool) -> Allowance {
        let going = MarchFacts {
            in_command: !self.measured || self.in_command(id),
            difficult,
            ..MarchFacts::default()
        };
        allowance(&self.rules, rate_of(&self.rules, self.unit(id)), &going)
    }

    /// The most the bonus dice can add to a cavalry charge.
    pub fn most_bonus(&self, unit: &Unit) -> Inches {
        match self.rules.dice(rule!("volley.charge.cav.bonus")) {
            Some(pool) if unit.is(Arm::Cavalry) => Inches::whole((pool.count * pool.sides) as i32),
            _ => Inches::ZERO,
        }
    }
}

/// Phases 3 and 8: declares and runs a charge to its first contact.
pub(crate) fn charge<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    declared: Declared,
) -> Result<(), U::Pause> {
    let Declared { unit, target, lane } = declared;
    let may_lapse = game.rules.on(rule!("volley.move.firefight.no-charge"));
    if may_lapse && umpire.see(game, Locked { unit })? {
        umpire.tell(|| Event::new(What::Lapsed { unit }, &[rule!("volley.move.firefight.no-charge")]));
        return Ok(());
    }
    if !may_british_charge(game, umpire, unit, target)? {
        game.unit_mut(unit).charge_refused = true;
        return Ok(());
    }
    let from = game.unit(unit).pose;
    let flank = umpire.see(game, InFlank { from, charger: unit, target })?;
    umpire.tell(|| {
        let rule = match game.unit(unit).arm() {
            Arm::Cavalry => rule!("volley.charge.cav.full-move"),
            Arm::Infantry | Arm::Skirmishers | Arm::Artillery => rule!("volley.charge.inf.move"),
        };
        Event::new(What::Charges { unit, target, flank }, &[rule])
    });
    game.unit_mut(unit).acted = true;
    match game.unit(unit).arm() {
        Arm::Cavalry => cavalry_charge(game, umpire, unit, target, lane, from),
        Arm::Infantry | Arm::Skirmishers | Arm::Artillery => {
            infantry_charge(game, umpire, unit, target, lane, from, flank)
        }
    }
}

/// Whether a charge that may need a roll goes in.
fn may_british_charge<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
) -> Result<bool, U::Pause> {
    let body = game.unit(unit);
    let (nation, arm) = (body.nation(), body.arm());
    if charge_roll(&game.rules, nation, arm, false, Cover::None).is_none() {
        return Ok(true);
    }
    let helps_from_afar = is_led(&game.rules, false, true);
    let near = helps_from_afar && !game.has_general(unit) && umpire.see(game, GeneralNear { unit })?;
    let general = is_led(&game.rules, game.has_general(unit), near);
    let cover = umpire.see(game, CoverOf { unit: target })?;
    let Some(need) = charge_roll(&game.rules, nation, arm, general, cover) else { return Ok(true) };
    let by = rule!("volley.charge.inf.british-six");
    let may = umpire.hand(game.unit(unit).side()).shows_for::<Ids>(by, need, PASSED)?;
    umpire.tell(|| Event::new(What::ChargeRoll { unit, may }, &[by]));
    Ok(may)
}

/// Infantry goes in: skirmishers run from it, and with any other target it closes.
fn infantry_charge<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    lane: Option<ChargeLane>,
    from: Option<Pose>,
    flank: bool,
) -> Result<(), U::Pause> {
    let start = lane.map(|lane| lane.start);
    let gap = measured_gap(game, unit, target, start);
    let difficult = start.is_some_and(|start| {
        let way = Track::new(start, game.unit(unit).footprint(&game.rules), &[Leg::Ahead(gap)]);
        game.scenario.terrain.along_track(&way).difficult
    });
    let reach = game.charge_rate(unit, difficult) - lane.map_or(Inches::ZERO, |lane| lane.wheel);
    if game.unit(target).is_open() {
        skirmishers_run(game, umpire, unit, target)?;
        let caught = cut_down(game, umpire, unit, target, start, reach)?;
        // None is left to close with: the column goes on to where they stood.
        if game.is_standing(unit)
            && let Some(start) = start
        {
            let upto = if caught { gap } else { Inches(gap.0.min(reach.0)) };
            advance(game, umpire, unit, start, upto)?;
        }
        return game.reach_generals(unit, umpire);
    }
    let mut contact = Contact { unit: target, at: gap, flank, supporter: None, fired: false };
    contact.supporter = pick_supporter(game, umpire, target)?;
    if let Some(start) = start {
        placing::contact(game, unit, start, gap, target);
    }
    game.charges.push(Charge {
        charger: unit,
        target,
        from,
        line: start,
        reach,
        gone: gap,
        contacts: vec![contact],
        state: ChargeState::Closing,
    });
    game.reach_generals(unit, umpire)
}

/// Straight on, at most this far, and short of any enemy and of whatever cannot be passed.
pub(crate) fn advance<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    line: Pose,
    upto: Inches,
) -> Result<(), U::Pause> {
    let Strip { contacts, stop } = placing::strip(game, unit, line, upto);
    let separation = game.separation();
    let enemy = contacts.iter().map(|(_, at)| *at - separation).min();
    let other = stop.map(|(at, _)| at);
    let distance = [Some(upto), enemy, other].into_iter().flatten().min().unwrap_or(upto);
    let distance = Inches(distance.0.max(0));
    let formation = game.unit(unit).formation;
    let short = (0..60).map(|n| line.ahead(Inches((distance.0 - 250 * n).max(0))));
    if let Some(pose) = short.into_iter().find(|pose| placing::fits(game, unit, *pose, formation)) {
        placing::stand(game, unit, pose, formation);
        umpire.tell(|| Event::ruled(What::Advances { unit }, house!("charge.rout-advance")));
    }
    game.reach_generals(unit, umpire)
}
