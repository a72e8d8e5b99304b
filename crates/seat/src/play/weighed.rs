//! The odds that a seat asks for: of an answer, or of what one unit might do to another.

use crate::play::Play;
use crate::play::entries::said;
use crate::refused::Refused;
use crate::shown::Shown;
use crate::shown::odds::{self, OddsAsked, Told};
use crate::who::Seat;

impl<G: Shown> Play<G> {
    /// Everything about one answer, or about what one unit might do to another.
    pub(crate) fn weighed(&self, seat: Seat, asked: OddsAsked) -> Result<Told, Refused> {
        let side = seat.side().ok_or_else(|| Refused::forbidden("Spectators have no odds to weigh."))?;
        let game = self.session.game().seen_by(Some(side));
        let stands = match asked {
            OddsAsked { answer: Some(answer), what: None, unit: None, target: None, .. } => {
                let answer = said::<G>(answer)?;
                self.check(seat, &answer)?;
                let Some((_, question)) = self.asked() else { return Err(odds::nothing()) };
                let refused = |refusal| Refused::by_rule(&refusal, &self.says(Some(side)));
                game.outlook(question, &answer).map_err(refused)?
            }
            OddsAsked { answer: None, what: Some(what), unit: Some(unit), target: Some(target), .. } => {
                odds::might(&*game, side, what, unit, target)?
            }
            _ => {
                return Err(Refused::bad(
                    "The odds are of an answer, or of what a unit might do to a target: give \"answer\", or \"what\", \
                     \"unit\" and \"target\".",
                ));
            }
        };
        let stands = stands.ok_or_else(odds::nothing)?;
        odds::told(&*game, side, self.version(seat), &stands, asked.what_if)
    }
}
