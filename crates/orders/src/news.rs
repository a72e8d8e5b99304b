//! Events for somebody who reads along: what is a heading, what matters, who falls.

use crate::event::What;
use crate::game::Orders;
use crate::unit::UnitId;
use crate::words::{Level, LossResult};
use engine::{Happening, Heading, Telling, Tone};

impl Happening<Orders> for What {
    fn telling(&self) -> Telling {
        Telling {
            heading: match self {
                What::TurnBegins { turn, .. } => Some(Heading::Turn(*turn)),
                What::StepBegins { step, .. } => Some(Heading::Phase(*step)),
                _ => None,
            },
            matters: matters(self),
            tone: tone(self),
            units: self.units(),
            falls: falls(self),
            ..Telling::plain()
        }
    }

    fn sentence(&self, game: &Orders) -> String {
        What::sentence(self, game)
    }
}

fn matters(what: &What) -> bool {
    match what {
        What::Drops { to, .. } => *to <= Level::Disrupted,
        What::LeaderLoss { result, .. } => *result != LossResult::Unhurt,
        What::MeleeResult { loser, .. } => loser.is_some(),
        What::Revealed { order, before, .. } => order.kind != before.kind,
        What::Initiative { side, .. } => side.is_some(),
        What::Charges { .. }
        | What::Routed { .. }
        | What::Withdraws { .. }
        | What::Arrives { .. }
        | What::LeaderFlees { to: None, .. }
        | What::Rallies { .. }
        | What::Holds { .. }
        | What::Ends { .. } => true,
        _ => false,
    }
}

fn tone(what: &What) -> Tone {
    match what {
        What::Routed { .. }
        | What::LeaderFlees { to: None, .. }
        | What::LeaderLoss { result: LossResult::Wounded | LossResult::Killed, .. }
        | What::Drops { to: Level::Panic, .. } => Tone::Bad,
        What::Ends { .. } => Tone::Last,
        What::Charges { .. } | What::MeleeRound { .. } | What::Revealed { .. } => Tone::Strong,
        _ => Tone::Plain,
    }
}

fn falls(what: &What) -> Option<UnitId> {
    match what {
        What::Routed { unit } | What::Withdraws { unit } => Some(*unit),
        _ => None,
    }
}
