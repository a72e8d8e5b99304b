//! What a seat may ask its own captain at any time, and how it gives a battle up.

use crate::play::Play;
use crate::play::staffed::reminded;
use crate::refused::Refused;
use crate::shown::Shown;
use crate::told::Thinks;
use crate::who::Seat;
use engine::{Entry, Side};
use general::{Advice, Advised};
use schemars::JsonSchema;
use serde::Serialize;

/// What a captain would do.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Advice")]
pub struct AdviceView {
    own: AdvisedView,
    /// Other plans, the best first; none where the game's captain cannot play them out.
    others: Vec<AdvisedView>,
    /// How often each of them was played out.
    battles: u64,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Advised")]
struct AdvisedView {
    /// A sentence for each part of the army, or a few.
    says: Vec<String>,
    /// How often it wins, in hundredths, where it was played out.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<u32>,
}

impl From<Advised> for AdvisedView {
    fn from(advised: Advised) -> AdvisedView {
        let Advised { says, chance } = advised;
        AdvisedView { says, chance }
    }
}

/// What a captain is about with one command that he was handed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LedPlan")]
pub struct LedPlan {
    command: String,
    /// None where he says nothing of it: then he leads it as he thinks best.
    says: Vec<String>,
}

impl<G: Shown> Play<G> {
    /// Gives the battle up: it is over as it stands, and the other side has won.
    pub fn concede(&mut self, seat: Seat) -> Result<(), Refused> {
        let side = self.plays(seat, "Only whoever plays a side can concede: take a seat by its link.")?;
        if self.is_over() {
            return Err(Refused::conflict("The battle is over: there is nothing left to concede."));
        }
        if self.seating.empty.contains(&side.enemy()) {
            return Err(Refused::conflict(
                "Nobody sits on the other side yet: there is nobody to concede to.",
            ));
        }
        self.session.put(Entry::Concedes(side)).map_err(|mistake| Refused::inside(mistake.to_string()))
    }

    /// What the seat's captain would do, to be worked out without the game in hand.
    pub fn advice(&self, seat: Seat) -> Result<Thinks, Refused> {
        let side = self.asks(seat)?;
        let view = self.session.game().seen_by(Some(side)).into_owned();
        let luck = self.luck(side);
        Ok(Box::new(move || {
            let Some(Advice { own, others, battles }) = general::advice(&view, side, luck) else {
                return Err(Refused::conflict("Your captain has nothing to say of it as it stands."));
            };
            let others = others.into_iter().map(AdvisedView::from).collect();
            serde_json::to_vec(&AdviceView { own: own.into(), others, battles }).map_err(Refused::inside)
        }))
    }

    /// What the seat's captain is about with each command that he was handed.
    pub fn led(&self, seat: Seat) -> Result<Vec<LedPlan>, Refused> {
        let side = self.asks(seat)?;
        let handed = &self.staff[side].given.captain;
        let captain =
            if handed.is_empty() { None } else { self.shared.lend(general::CAPTAIN, self.luck(side)) };
        let Some(captain) = captain else { return Ok(Vec::new()) };
        let mut captain = reminded(captain, self.staff[side].mind.as_ref());
        let view = self.session.game().seen_by(Some(side));
        let says = general::plans_for(&mut captain, &*view, side, handed);
        self.shared.take_back(general::CAPTAIN, captain);
        let plans = handed.iter().zip(says).map(|(command, says)| LedPlan { command: command.clone(), says });
        Ok(plans.collect())
    }

    /// The side whose captain is asked.
    fn asks(&self, seat: Seat) -> Result<Side, Refused> {
        let side =
            self.plays(seat, "Only whoever plays a side has a captain to ask: take a seat by its link.")?;
        if self.is_over() {
            return Err(Refused::conflict("The battle is over: your captain has nothing left to plan."));
        }
        if self.session.is_beside_figures() {
            return Err(Refused::conflict("Your captain does not see your table: he cannot say."));
        }
        Ok(side)
    }

    fn plays(&self, seat: Seat, refused: &str) -> Result<Side, Refused> {
        let side = seat.side().filter(|side| self.players[*side].is_human() && !self.uploaded);
        side.ok_or_else(|| Refused::forbidden(refused))
    }
}
