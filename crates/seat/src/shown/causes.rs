//! The log as a tree: under which line each line hangs.
//!
//! A charge draws fire, fire costs figures, losses call for a test, a failed test sends the unit back. A line hangs
//! under the latest one that explains it: of the same step first, then of the phase or the turn.

use engine::event::{Reach, Tie};
use engine::{Happening as _, Heading, Played, Telling, Told, UnitId};

/// For each line the one it follows from, both from 0. `ends` are the lengths of the log after each finished step.
pub fn causes<G: Played>(told: &[Told<G::Event>], ends: &[usize]) -> Vec<Option<usize>> {
    let mut lines: Vec<Placed> = Vec::with_capacity(told.len());
    let (mut turn, mut phase, mut step) = (0, 0, 0);
    let mut found = Vec::with_capacity(told.len());
    for (n, told) in told.iter().enumerate() {
        let Telling { heading, tie, units, .. } = told.event.what.telling();
        match heading {
            Some(Heading::Turn(_)) => (turn, phase) = (n, n),
            Some(Heading::Phase(_)) => phase = n,
            None => {}
        }
        let about = tie.about.clone().unwrap_or(units);
        while ends.get(step).is_some_and(|end| *end <= n) {
            step += 1;
        }
        let line = Placed { is_heading: heading.is_some(), about, tie, turn, phase, step };
        found.push(cause(&lines, &line));
        lines.push(line);
    }
    found
}

/// A line, and the turn, phase and step it belongs to.
struct Placed {
    is_heading: bool,
    /// Whose fate it tells.
    about: Vec<UnitId>,
    tie: Tie,
    turn: usize,
    phase: usize,
    step: usize,
}

fn cause(earlier: &[Placed], line: &Placed) -> Option<usize> {
    let Tie { reach, rank, .. } = &line.tie;
    let about = &line.about;
    if *reach == Reach::Nowhere {
        return None;
    }
    let of_turn = earlier.iter().enumerate().rev().take_while(|(_, other)| other.turn == line.turn);
    let mine = of_turn.filter(|(_, other)| !other.is_heading && !other.tie.barren);
    let in_step = || mine.clone().take_while(|(_, other)| other.step == line.step);
    let touches =
        |other: &Placed, unit: UnitId| other.about.contains(&unit) || other.tie.bears_on.contains(&unit);
    let place = |(n, _): (usize, &Placed)| n;

    let same = in_step()
        .find(|(_, other)| other.tie.rank < *rank && about.first().is_some_and(|unit| touches(other, *unit)));
    if let Some(same) = same {
        return Some(place(same));
    }
    if line.tie.heeds
        && let Some(fright) = in_step().find(|(_, other)| other.tie.alarms)
    {
        return Some(place(fright));
    }
    if *reach > Reach::Step {
        let near = || {
            mine.clone().filter(|(_, other)| match other.phase == line.phase {
                true => other.tie.rank < *rank,
                false => *reach == Reach::Turn,
            })
        };
        let on_all = |units: &[UnitId]| {
            let bears = |other: &Tie| units.iter().all(|unit| other.bears_on.contains(unit));
            (!units.is_empty()).then(|| near().find(|(_, other)| bears(&other.tie))).flatten()
        };
        if let Some(before) = on_all(about).or_else(|| on_all(about.get(..1).unwrap_or(&[]))) {
            return Some(place(before));
        }
    }
    in_step().last().map(place)
}
