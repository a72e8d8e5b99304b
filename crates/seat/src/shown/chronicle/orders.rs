//! The dice of a game of orders.

use super::{Chronicle, on_face};
use crate::shown::luck::{Kind, Trial};
use dice::{Aim, Chance, Weight as _};
use engine::{Side, Throw, Told};
use orders::{Event, Orders, UnitId, What};

impl Chronicle for Orders {
    fn trials(&self, told: &[Told<Event>], n: usize) -> Vec<Trial> {
        let Some(line) = told.get(n) else { return Vec::new() };
        let side = |unit: UnitId| self.unit(unit).side();
        let (who, kind) = match line.event.what {
            What::Hits { unit, .. } => (side(unit), Kind::Hits),
            What::Passes { unit }
            | What::Fails { unit }
            | What::CommandRoll { unit, .. }
            | What::SquareRoll { unit, .. }
            | What::RallyRoll { unit, .. } => (side(unit), Kind::Tests),
            _ => return Vec::new(),
        };
        line.throws.iter().filter_map(|throw| trial(&line.event, throw, who, kind)).collect()
    }

    fn decides(&self, told: &[Told<Event>], n: usize, throw: &Throw) -> Option<String> {
        let Told { event, .. } = told.get(n)?;
        let needs = |what: &str| needed(throw).map(|need| format!("{what}, needs {need} or more"));
        match event.what {
            What::Hits { .. } => throw.need.map(|need| on_face("hits", need, throw.pool.sides)),
            What::Passes { .. } | What::Fails { .. } => needs("morale check"),
            What::CommandRoll { .. } => needs("out of command"),
            What::SquareRoll { .. } => needs("hasty square"),
            What::RallyRoll { .. } => needs("rally"),
            What::Initiative { .. } => Some("initiative, the higher wins".to_owned()),
            What::MeleeRound { .. } => Some("melee, the higher total wins".to_owned()),
            What::ForceMarches { .. } => Some("inches added to the march".to_owned()),
            What::LeaderLoss { .. } => Some("the leader’s fate".to_owned()),
            _ => None,
        }
    }

    fn will_decide(&self, last: &Event, aim: Aim) -> Option<String> {
        match (&last.what, aim) {
            (What::Owes { target, .. }, Aim::Total) => Some(format!("morale check, needs {target} or more")),
            (What::Fires { .. }, Aim::Hits(need)) => Some(on_face("hits", need, 10)),
            _ => None,
        }
    }
}

/// The face a check needs before what is added to the die: a 1 always fails.
fn needed(throw: &Throw) -> Option<i32> {
    let test = throw.test.as_ref()?;
    Some((test.needed? - test.modified()).max(2))
}

fn trial(event: &Event, throw: &Throw, side: Side, kind: Kind) -> Option<Trial> {
    let sides = throw.pool.sides;
    let reaches = |need: i32| {
        let faces =
            (i32::try_from(sides).unwrap_or(10) + 1 - need).clamp(0, i32::try_from(sides).unwrap_or(10));
        Chance::of(u128::from(faces.unsigned_abs()), u128::from(sides))
    };
    if kind == Kind::Hits {
        let need = throw.need?;
        let hits = throw.faces.iter().filter(|face| **face >= need).count();
        return Some(Trial {
            side,
            kind,
            tries: throw.pool.count,
            successes: u32::try_from(hits).unwrap_or(u32::MAX),
            chance: reaches(i32::try_from(need).ok()?),
        });
    }
    let need = needed(throw)?;
    let passed = match event.what {
        What::Passes { .. } => true,
        What::Fails { .. } => false,
        What::CommandRoll { passes, .. }
        | What::SquareRoll { passes, .. }
        | What::RallyRoll { passes, .. } => passes,
        _ => return None,
    };
    Some(Trial { side, kind, tries: 1, successes: u32::from(passed), chance: reaches(need) })
}
