//! Nerve: who is shaken, who rallies, who runs.

use crate::charts::Rules;
use crate::ids::rule;
use crate::state::event::{Event, What};
use crate::state::game::Meadow;
use dice::{Dice, d6};
use engine::desk::{FactSet as _, number};
use engine::{Umpire, UnitId};

engine::facts! {
    /// What a shaken company's roll rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Nerve of Rules {
        pub figures: u32 = 1, plain "figures" |name, _| number(name, "figures left", 1, 40, Some(5));
        pub lost: u32 = 0, plain "lost" |name, _| number(name, "figures lost", 0, 40, Some(5));
    }
}

engine::ends! {
    /// What comes of the roll.
    pub enum Rallied {
        Rallies = "rallies", Good, "{unit} rall[ies|y]";
        StaysShaken = "stays-shaken", Even, "{unit} stay[s] shaken";
        Runs = "runs", Bad, "{unit} run[s]";
    }
}

impl Nerve {
    fn of(game: &Meadow, unit: UnitId) -> Nerve {
        let company = game.unit(unit);
        Nerve { figures: company.figures, lost: company.lost(), ..Nerve::blank() }
    }
}

/// The roll of a shaken company.
///
/// # Errors
/// The umpire's pause.
pub fn rally<D: Dice>(dice: &mut D, rules: &Rules, nerve: &Nerve) -> Result<Rallied, D::Pause> {
    let runs = rules.on(rule!("meadow.rally.runs")) && nerve.lost > nerve.figures;
    let fails = if runs { Rallied::Runs } else { Rallied::StaysShaken };
    // Without the rule no company rallies.
    let need = rules.int(rule!("meadow.rally.need")).map_or(7, i32::unsigned_abs);
    dice.read(d6(1), |face| if face >= need { Rallied::Rallies } else { fails })
}

pub(crate) fn act<U: Umpire<Meadow>>(
    game: &mut Meadow,
    umpire: &mut U,
    unit: UnitId,
) -> Result<(), U::Pause> {
    if !game.unit(unit).shaken {
        return Ok(());
    }
    let nerve = Nerve::of(game, unit);
    let rallied = rally(umpire.hand(game.unit(unit).side), &game.rules, &nerve)?;
    game.unit_mut(unit).shaken = rallied != Rallied::Rallies;
    match rallied {
        Rallied::Rallies => {
            umpire.tell(|| Event::new(What::Rallies { unit }, &[rule!("meadow.rally.need")]));
        }
        Rallied::StaysShaken => {
            umpire.tell(|| Event::new(What::StaysShaken { unit }, &[rule!("meadow.rally.need")]));
        }
        Rallied::Runs => {
            umpire.tell(|| Event::new(What::Gone { unit, runs: true }, &[rule!("meadow.rally.runs")]));
            take_off(game, unit);
        }
    }
    Ok(())
}

/// Figures are taken off, and what is left of the company is shaken.
pub(crate) fn lose<U: Umpire<Meadow>>(game: &mut Meadow, umpire: &mut U, unit: UnitId, hits: u32) {
    let shakes = rule!("meadow.rally.shaken");
    let shaken = game.rules.on(shakes);
    let company = game.unit_mut(unit);
    let figures = hits.min(company.figures);
    company.figures -= figures;
    company.shaken |= shaken;
    umpire.tell(|| Event::new(What::Lost { unit, figures, shaken }, &[rule!("meadow.volley.need"), shakes]));
    if game.unit(unit).is_gone() {
        umpire.tell(|| Event::new(What::Gone { unit, runs: false }, &[rule!("meadow.volley.need")]));
        take_off(game, unit);
    }
}

fn take_off(game: &mut Meadow, unit: UnitId) {
    let company = game.unit_mut(unit);
    (company.figures, company.shaken, company.pose) = (0, false, None);
}
