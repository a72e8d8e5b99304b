//! What may come of a round of a firefight, before it is fought.

use super::exchange::{Exchange, Outcome, Shooter, THROWS, exchange_odds};
use super::is_one;
use crate::rules::outlook::About;
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use engine::outlook::{Outlook, measuring};

/// The facts of a firefight that a shot begins or carries on; `None`: it is none.
pub fn foreseen(game: &Empire, unit: UnitId, target: UnitId) -> Option<Exchange> {
    measuring(|eyes| {
        if !is_one(game, eyes, unit, target)? {
            return Ok(None);
        }
        let mut exchange = Exchange::between(game, unit, target);
        for which in THROWS {
            for of in [Shooter::Opener, Shooter::Answerer] {
                exchange.see(game, eyes, which, of)?;
            }
        }
        Ok(Some(exchange))
    })
}

/// The odds of a firefight that a shot begins or carries on.
pub fn outlook(game: &Empire, unit: UnitId, target: UnitId) -> Option<Outlook<Empire>> {
    let odds = exchange_odds(&game.rules, &foreseen(game, unit, target)?).map(Outcome::found);
    let outlook = Outlook::played(About::Firefight, (unit, Some(target)), odds);
    Some(
        outlook
            .titled("{unit} and {foe} in a firefight")
            .caveat("Of one round; leaders who may be hit are not counted."),
    )
}
