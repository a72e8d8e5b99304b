//! The acts of an impulse: one ME after another, each with its manoeuvre, its fire and its charges (ruling impulse.course).
//!
//! One act is one step. What an act does stands in its topic; here is only who may act, and what is asked.

use crate::charts::Rules;
use crate::rules::gunnery::{self, GunTargetsOf};
use crate::rules::musketry::{self, How, TargetsOf, Volley};
use crate::rules::outlook::About;
use crate::state::answer::{Act, Answer, Refusal};
use crate::state::game::{Acting, Empire};
use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Segment};
use engine::outlook::{Outlook, Turns, measuring};
use engine::{Ask, Form, FormKind, Offer, Side, Umpire, not_an_answer};
use serde::Serialize;

/// The engaged MEs in the order of their impulses: the side with initiative plays all of its own first (ruling
/// impulse.order).
pub(crate) fn order(game: &Empire) -> Vec<MeId> {
    let first = game.first_side();
    let sides = [first, first.enemy()];
    sides.into_iter().flat_map(|side| game.mes_of(side)).filter(|me| game.is_engaged(*me)).collect()
}

/// One act of the ME whose impulse it is. Says whether the phase is over.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn step<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<bool, U::Pause> {
    let Some(me) = game.stage.left.first().copied() else { return Ok(true) };
    let side = game.me(me).side;
    if game.acting.is_none_or(|acting| acting.me != Some(me)) {
        begin(game, side, me);
    }
    let mut shots = Vec::new();
    let units: Vec<UnitId> = game.units_of(me).map(|(id, _)| id).collect();
    for unit in units {
        let body = game.unit(unit);
        let targets = if gunnery::may_fire(body) {
            umpire.see(game, GunTargetsOf { unit })?
        } else if musketry::may_fire(body) {
            umpire.see(game, TargetsOf { unit })?
        } else {
            continue;
        };
        shots.extend(targets.into_iter().map(|target| Aim { unit, target }));
    }
    let act = if shots.is_empty() { None } else { umpire.ask(game, Impulse { side, me, shots })? };
    match act {
        None => end(game),
        Some(Aim { unit, target }) => {
            if let Some(acting) = &mut game.acting {
                acting.segment = Segment::Fire;
            }
            if game.unit(unit).arm() == Arm::Artillery {
                gunnery::fire(game, umpire, unit, target, gunnery::How::default())?;
            } else {
                musketry::fire(game, umpire, unit, target, How::default())?;
            }
            game.unit_mut(unit).impulse.acted = true;
        }
    }
    Ok(false)
}

/// The impulse of an ME begins: nobody of either side has done anything in it.
fn begin(game: &mut Empire, side: Side, me: MeId) {
    game.acting =
        Some(Acting { side, me: Some(me), segment: Segment::Manoeuvre, bonus: None, answered: false });
    for unit in game.units.iter_mut().filter(|unit| unit.me() == me) {
        unit.impulse = Default::default();
    }
}

fn end(game: &mut Empire) {
    game.stage.left.remove(0);
    game.acting = None;
}

/// A shot that a unit may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Aim {
    pub unit: UnitId,
    pub target: UnitId,
}

/// The next act of an ME's impulse.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Impulse {
    pub side: Side,
    pub me: MeId,
    pub shots: Vec<Aim>,
}

impl Ask<Empire> for Impulse {
    const WORD: &'static str = "act";
    type Granted = Option<Aim>;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<Option<Aim>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Act(Act::Fire { unit, target }) => {
                let aim = Aim { unit: *unit, target: *target };
                match self.shots.contains(&aim) {
                    true => Ok(Some(aim)),
                    false => not_an_answer("one of the shots it may have."),
                }
            }
            _ => not_an_answer("an act of this impulse, or no more."),
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        let may = self.shots.len();
        format!("{}: {may} may fire. Choose an act, or end its impulse.", game.me_name(self.me))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("what {} does.", game.me_name(self.me))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::new(FormKind::Shots, None);
        for Aim { unit, target } in &self.shots {
            let answer = Answer::Act(Act::Fire { unit: *unit, target: *target });
            let text = format!("{} fires at {}", game.name(*unit), game.name(*target));
            let (unit, target) = (Some(*unit), Some(*target));
            form.offers.push(Offer { unit, target, ..Offer::new(text, "", answer) });
        }
        form.lit(self.shots.iter().map(|aim| aim.unit).collect()).or("No more", "", Answer::No)
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        let Answer::Act(Act::Fire { unit, target }) = answer else { return None };
        let (unit, target) = (*unit, *target);
        if game.unit(unit).arm() == Arm::Artillery {
            return gunnery::outlook(game, unit, target);
        }
        let shot = measuring(|eyes| Volley::seen(game, eyes, unit, target, How::default()))?;
        let mut turns = Turns::default();
        turns.turn("cover");
        let rules: &Rules = &game.rules;
        let outlook = Outlook::charted(rules, About::Volley, (unit, Some(target)), shot, turns);
        Some(outlook.titled("{unit} fire[s] at {foe}"))
    }
}
