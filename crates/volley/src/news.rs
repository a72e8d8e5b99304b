//! Events for somebody who reads along: what is a heading, what matters, who falls, and who may hear of it.

use crate::event::{Event, What, capital};
use crate::game::Volley;
use crate::unit::UnitId;
use crate::words::Verdict;
use engine::{Heading, News, Side, Sum, Tone};

pub(crate) fn news(event: &Event) -> News {
    let in_inches = matches!(event.what, What::Marched { .. });
    News {
        heading: heading(event),
        matters: matters(&event.what),
        tone: tone(&event.what),
        units: event.what.units(),
        falls: falls(&event.what),
        cites: event.cites(),
        working: Sum { in_inches, ..Sum::from(&event.working) },
    }
}

pub(crate) fn heading(event: &Event) -> Option<Heading> {
    match event.what {
        What::TurnBegins { turn } => Some(Heading::Turn(turn)),
        What::PhaseBegins { number, .. } => Some(Heading::Phase(number)),
        _ => None,
    }
}

/// Which command an enemy rolls for is not known until it comes up.
pub(crate) fn heard_by(game: &Volley, event: &Event, side: Option<Side>) -> String {
    match &event.what {
        What::ReserveRoll { side: own, arrives: false, .. } if side != Some(*own) => {
            format!("{} reserve: not yet", capital(game.nation(*own).word()))
        }
        _ => event.what.sentence(game),
    }
}

fn matters(what: &What) -> bool {
    match what {
        What::Tested { verdict, .. } => *verdict != Verdict::Pass,
        What::ReserveRoll { arrives, .. } => *arrives,
        What::PassesThrough { lost, .. } => *lost > 0,
        What::GeneralHit { lost, .. } => *lost,
        What::Lost { figures, .. } => *figures > 0,
        What::NoRoom { .. }
        | What::CrowdedLosses { .. }
        | What::Charges { .. }
        | What::CounterCharges { .. }
        | What::CutDown { .. }
        | What::MeleeLosses { .. }
        | What::RiddenDown { .. }
        | What::NotRecalled { .. }
        | What::Gone { .. }
        | What::GeneralTaken { .. }
        | What::Ends { .. } => true,
        _ => false,
    }
}

fn tone(what: &What) -> Tone {
    match what {
        What::Gone { .. }
        | What::RiddenDown { .. }
        | What::CutDown { .. }
        | What::GeneralTaken { .. }
        | What::Tested { verdict: Verdict::Rout, .. }
        | What::GeneralHit { lost: true, .. } => Tone::Bad,
        What::Ends { .. } => Tone::Last,
        What::Charges { .. } | What::MeleeRound { .. } => Tone::Strong,
        _ => Tone::Plain,
    }
}

fn falls(what: &What) -> Option<UnitId> {
    match what {
        What::RiddenDown { unit, .. } | What::CutDown { unit, .. } | What::Gone { unit, .. } => Some(*unit),
        _ => None,
    }
}
