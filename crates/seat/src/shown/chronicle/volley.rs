//! The dice of a game of volley.

use super::{Chronicle, on_face};
use crate::shown::luck::{Kind, Trial};
use dice::{Aim, Chance, Pool, Weight as _};
use engine::{Side, Throw, Told};
use volley::morale::verdict;
use volley::words::{Test, Verdict};
use volley::{Event, UnitId, Volley, What};

impl Chronicle for Volley {
    fn trials(&self, told: &[Told<Event>], n: usize) -> Vec<Trial> {
        let Some(line) = told.get(n) else { return Vec::new() };
        let before = n.checked_sub(1).and_then(|before| told.get(before)).map(|told| &told.event.what);
        let thrown = |i: usize| throwers(self, &line.event.what, before).get(i).copied();
        let throws = line.throws.iter().enumerate();
        throws.filter_map(|(i, throw)| trial(self, &line.event.what, before, throw, thrown(i))).collect()
    }

    fn decides(&self, told: &[Told<Event>], n: usize, throw: &Throw) -> Option<String> {
        let what = &told.get(n)?.event.what;
        let on = |what: &str| throw.need.map(|need| on_face(what, need, throw.pool.sides));
        match what {
            What::Tested { .. } => {
                let before = n.checked_sub(1).and_then(|before| told.get(before))?;
                self.will_decide(&before.event, Aim::Total)
            }
            What::ReserveRoll { .. } => on("comes up"),
            What::ChargeRoll { .. } => on("may charge"),
            What::SquareRoll { .. } => on("square in time"),
            What::GeneralHit { .. } => on("the general falls"),
            What::Gallops { .. } => Some("inches added to the gallop".to_owned()),
            What::Evades { .. } => Some("inches they run".to_owned()),
            What::Retires { .. } => Some("inches they retire".to_owned()),
            _ => on("hits"),
        }
    }

    fn will_decide(&self, last: &Event, aim: Aim) -> Option<String> {
        match (&last.what, aim) {
            (What::Tests { test: Test::Recall, target, .. }, _) => {
                Some(format!("recall, needs {target} or less"))
            }
            (What::Tests { target, .. }, _) => Some(format!("morale, needs {target} or less")),
            (What::Fires { .. } | What::Shoots { .. } | What::MeleeRound { .. }, Aim::Hits(need)) => {
                Some(on_face("hits", need, 6))
            }
            (What::Charges { .. }, Aim::Total) => Some("inches added to the gallop".to_owned()),
            _ => None,
        }
    }
}

/// Who throws, throw by throw, where dice are thrown to hit.
fn throwers(game: &Volley, what: &What, before: Option<&What>) -> Vec<Side> {
    let side = |unit: UnitId| game.unit(unit).side();
    match *what {
        What::Hit { by, .. } => vec![side(by)],
        // Losses by dice are losses by the enemy's dice.
        What::Lost { unit, .. } | What::Gone { unit, .. } => vec![side(unit).enemy()],
        What::PassesThrough { square, .. } => vec![side(square)],
        What::MeleeLosses { a, b, .. } => {
            // A unit without dice throws none.
            let dice = match before {
                Some(What::MeleeRound { dice, .. }) => *dice,
                _ => [1, 1],
            };
            [a, b].into_iter().zip(dice).filter(|(_, dice)| *dice > 0).map(|(unit, _)| side(unit)).collect()
        }
        _ => Vec::new(),
    }
}

fn trial(
    game: &Volley,
    what: &What,
    before: Option<&What>,
    throw: &Throw,
    thrower: Option<Side>,
) -> Option<Trial> {
    let side = |unit: UnitId| game.unit(unit).side();
    let test = |side: Side, passed: bool, chance: Chance| {
        Some(Trial { side, kind: Kind::Tests, tries: 1, successes: u32::from(passed), chance })
    };
    match *what {
        What::Tested { unit, test: of, verdict: found } => {
            let Some(What::Tests { target, .. }) = before else { return None };
            let Pool { sides, .. } = throw.pool;
            let passing =
                (1..=sides).filter(|face| verdict(&game.rules, of, *target, *face) == Verdict::Pass);
            test(side(unit), found == Verdict::Pass, Chance::of(passing.count() as u128, u128::from(sides)))
        }
        What::ChargeRoll { unit, may } => test(side(unit), may, reaches(throw)?),
        What::SquareRoll { unit, formed } => test(side(unit), formed, reaches(throw)?),
        // No unit is tested by it: a reserve comes, a general falls.
        What::ReserveRoll { .. } | What::GeneralHit { .. } => None,
        _ => {
            let need = throw.need?;
            let hits = throw.faces.iter().filter(|face| **face >= need).count();
            Some(Trial {
                side: thrower?,
                kind: Kind::Hits,
                tries: throw.pool.count,
                successes: u32::try_from(hits).unwrap_or(u32::MAX),
                chance: reaches(throw)?,
            })
        }
    }
}

/// The chance of one die to show the face it needs.
fn reaches(throw: &Throw) -> Option<Chance> {
    let sides = throw.pool.sides;
    let faces = (sides + 1).saturating_sub(throw.need?).min(sides);
    Some(Chance::of(u128::from(faces), u128::from(sides)))
}
