//! What may come of a charge: its facts as it would be declared, from the functions that play calls, on a table of its own.
//!
//! A player who is asked on the way is taken to say nothing (ruling silence); the charger goes on wherever it may.

use super::begins::{begins, declare};
use super::beyond::{ahead, meets};
use super::declared::{check, targets};
use super::seen;
use crate::charts::Rules;
use crate::rules::charge::chain::{self, ChargeFacts, Coming, Outcome, Reply};
use crate::rules::frame::Occasion;
use crate::rules::ground::measure::middle;
use crate::rules::outlook::About;
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use engine::outlook::{Outlook, Turns, measuring};
use table::Inches;

/// The facts of a charge by its wheel, as its target's next wave. `None`: it may
/// not be declared so.
pub fn foreseen_by(
    game: &Empire,
    charger: UnitId,
    target: UnitId,
    wheel: i32,
    occasion: Occasion,
) -> Option<ChargeFacts> {
    let onset = check(game, &[charger], target, wheel).ok()?;
    let mut table = game.clone();
    let fight = measuring(|eyes| {
        let declared = declare(&mut table, eyes, onset, occasion)?;
        begins(&mut table, eyes, &declared)
    })?;
    Some(ChargeFacts { presses: true, ..fight.facts })
}

/// The facts of a charge that has been declared, once its target has answered so.
pub fn foreseen_after(
    game: &Empire,
    (charger, target): (UnitId, UnitId),
    facts: &ChargeFacts,
    reply: Reply,
) -> ChargeFacts {
    let mut facts = ChargeFacts { reply, presses: true, ..*facts };
    measuring(|eyes| seen::batteries(game, eyes, (charger, target), &mut facts));
    facts
}

/// The unit that a breakthrough of these inches meets, and the facts of the charge at it.
pub fn foreseen_beyond(game: &Empire, unit: UnitId, by: Inches) -> Option<(UnitId, ChargeFacts)> {
    let mut table = game.clone();
    let began = middle(game, unit);
    let (_, met) = ahead(&mut table, unit, by);
    let declared = meets(&table, (unit, began), met?, 1);
    let fight = measuring(|eyes| begins(&mut table, eyes, &declared))?;
    Some((fight.target, ChargeFacts { presses: true, ..fight.facts }))
}

/// The odds of a charge that might be declared, by its wheel.
pub fn outlook(
    game: &Empire,
    charger: UnitId,
    target: UnitId,
    wheel: i32,
    occasion: Occasion,
) -> Option<Outlook<Empire>> {
    Some(outlook_of(game, (charger, target), foreseen_by(game, charger, target, wheel, occasion)?))
}

/// The odds of a charge that a unit might make some time, from where the two stand.
pub fn threat(game: &Empire, charger: UnitId, target: UnitId) -> Option<Outlook<Empire>> {
    let mut table = game.clone();
    table.unit_mut(charger).impulse = Default::default();
    let (_, wheel) = targets(&table, charger).into_iter().find(|(aim, _)| *aim == target)?;
    outlook(&table, charger, target, wheel, Occasion::Impulse)
}

/// The odds of a declared charge, once its target has answered so.
pub fn outlook_after(
    game: &Empire,
    pair: (UnitId, UnitId),
    facts: &ChargeFacts,
    reply: Reply,
) -> Option<Outlook<Empire>> {
    Some(outlook_of(game, pair, foreseen_after(game, pair, facts, reply)))
}

/// The odds of the charge that a breakthrough leads to.
pub(super) fn outlook_beyond(game: &Empire, unit: UnitId, by: Inches) -> Option<Outlook<Empire>> {
    let (target, facts) = foreseen_beyond(game, unit, by)?;
    Some(outlook_of(game, (unit, target), facts))
}

/// The odds from where a charge has come to.
pub fn outlook_from(game: &Empire, (charger, target): (UnitId, UnitId), coming: &Coming) -> Outlook<Empire> {
    let odds = coming.odds(&game.rules).map(Outcome::found);
    let tree = chain::tree(&game.rules, &coming.facts, coming.course);
    told(Outlook::played(About::Charge, (charger, Some(target)), odds).growing(tree))
}

fn outlook_of(game: &Empire, (charger, target): (UnitId, UnitId), facts: ChargeFacts) -> Outlook<Empire> {
    let mut turns = Turns::default();
    turns.turn("presses-on");
    turns.turn("impetus");
    turns.turn("reply");
    let rules: &Rules = &game.rules;
    told(Outlook::charted(rules, About::Charge, (charger, Some(target)), facts, turns))
}

fn told(outlook: Outlook<Empire>) -> Outlook<Empire> {
    outlook.titled("{unit} charge[s] {foe}").caveat("What follows a victory is not counted.")
}
