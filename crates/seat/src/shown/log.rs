//! The log of a game for a seat: one line for each event, with its dice, numbers and rules.

use crate::play::heard::Heard;
use crate::shown::causes::causes;
use crate::shown::chronicle::Chronicle;
use crate::shown::says::Says;
use crate::who::Look;
use engine::event::{Deed, Loss};
use engine::{By, GeneralId, Happening as _, Heading, Sentence, Side, Telling, Throw, Told, UnitId, Weight};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use table::parts;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LogLine")]
pub(crate) struct Line {
    /// From 1, among those the seat has heard.
    n: usize,
    turn: u32,
    /// The number on the sheet; 0 before the first.
    phase: u8,
    /// The step it was told in, as the seat counts them; one more than are finished where that goes on.
    step: usize,
    /// A heading of the log.
    head: Option<Head>,
    /// The line it follows from.
    under: Option<usize>,
    sentence: Sentence,
    rules: Vec<&'static str>,
    working: Vec<(&'static str, String)>,
    throws: Vec<Thrown>,
    units: Vec<UnitId>,
    /// Who lost how many by it, and to whom as far as that is known: volleys fall one by one, losses come off together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lost: Vec<Lost>,
    /// The generals it tells of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    generals: Vec<GeneralId>,
    /// The ground it tells of, by its place among the objectives.
    #[serde(skip_serializing_if = "Option::is_none")]
    ground: Option<usize>,
    /// A word of it for the table, beside a unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    floats: Option<Floats>,
    /// What its units do by it, where it is one of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    does: Option<Deed>,
    /// The event's word, as its JSON has it.
    kind: String,
    /// How much it matters beside what was told in the same step.
    weight: Weight,
    /// Who has answered in the player's place what it tells of; only his own seat is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<By>,
}

/// How many of a unit another has hit: more than it lost where fewer men were left than were hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct Lost {
    unit: UnitId,
    n: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<UnitId>,
}

/// A word that floats beside a unit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Floats {
    unit: UnitId,
    words: Cow<'static, str>,
}

/// What a line is the heading of.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Head {
    Turn,
    Phase,
}

/// Dice that fell, and what they decided.
#[derive(Serialize, JsonSchema)]
struct Thrown {
    #[serde(flatten)]
    throw: Throw,
    #[serde(skip_serializing_if = "Option::is_none")]
    decides: Option<String>,
}

/// The lines after number `look.after` of those the seat has heard. `ends`: how long the log was after each step; `by`:
/// for each of its lines what answered in the player's place, if anything did.
pub(crate) fn lines<G: Chronicle>(
    game: &G,
    told: &[Told<G::Event>],
    ends: &[usize],
    by: &[Option<By>],
    heard: &Heard,
    look: Look,
) -> Vec<Line> {
    let (mut turn, mut phase, mut step) = (0, 0, 0);
    let causes = causes::<G>(told, ends);
    let says = Says::of(game);
    let first = heard.lines().get(look.after).copied().unwrap_or(told.len());
    let mut lines = Vec::with_capacity(heard.told().saturating_sub(look.after));
    let thrown = |n: usize| -> Vec<Thrown> {
        let throws = told.get(n).map_or(&[][..], |told| told.throws.as_slice());
        let thrown = |throw: &Throw| Thrown { throw: throw.clone(), decides: game.decides(told, n, throw) };
        throws.iter().map(thrown).collect()
    };
    let mut losses =
        Losses::<G> { game, told, causes: &causes, heard, hits: Vec::new(), sides: OnceCell::new() };
    for (i, (told, cause)) in told.iter().zip(&causes).enumerate() {
        let telling = told.event.what.telling();
        let lost = losses.of(i, &telling, i >= first);
        match game.heading(&told.event) {
            Some(Heading::Turn(next)) => (turn, phase) = (next, 0),
            Some(Heading::Phase(number)) => phase = number,
            None => {}
        }
        while ends.get(step).is_some_and(|end| *end <= i) {
            step += 1;
        }
        let Some(n) = heard.number(i).filter(|_| i >= first) else { continue };
        let heard_by = || game.heard_by(&told.event, look.seat.side());
        let Some(sentence) = parts::marked(heard_by) else { continue };
        let news = game.news(&told.event);
        lines.push(Line {
            n,
            turn,
            phase,
            step: heard.step_of(step + 1),
            head: news.heading.map(|heading| match heading {
                Heading::Turn(_) => Head::Turn,
                Heading::Phase(_) => Head::Phase,
            }),
            under: cause.and_then(|cause| heard.number(cause)),
            sentence: Sentence::from(sentence).of(&|name| says.who(name)),
            rules: news.cites,
            working: news.working.said(),
            throws: thrown(i),
            units: news.units,
            lost,
            generals: telling.generals,
            ground: telling.ground,
            floats: telling.floats.map(|(unit, words)| Floats { unit, words }),
            does: telling.does,
            kind: told.event.what.word(),
            weight: news.weight,
            by: by.get(i).copied().flatten(),
        });
    }
    lines
}

/// How far up the causes of a loss its doer is looked for.
const DEEP: usize = 3;

/// Follows who was hit by whom, as far as the seat has heard, until it is told what that cost.
struct Losses<'g, G: Chronicle> {
    game: &'g G,
    told: &'g [Told<G::Event>],
    causes: &'g [Option<usize>],
    heard: &'g Heard,
    hits: Vec<Loss>,
    /// The side of each unit, once it was asked for.
    sides: OnceCell<BTreeMap<UnitId, Side>>,
}

impl<G: Chronicle> Losses<'_, G> {
    /// Follows line `n`. Where it is shown, what it tells of losses, each with whom they were lost to.
    fn of(&mut self, n: usize, telling: &Telling, is_shown: bool) -> Vec<Lost> {
        if self.heard.number(n).is_none() {
            return Vec::new();
        }
        self.hits.extend(&telling.hits);
        let mut lost = Vec::new();
        for &Loss { unit, count, by } in &telling.losses {
            let mut left = count;
            self.hits.retain(|hit| {
                if hit.unit == unit && by.is_none() && hit.count > 0 {
                    left = left.saturating_sub(hit.count);
                    lost.push(Lost { unit, n: hit.count, by: hit.by });
                }
                hit.unit != unit
            });
            if is_shown && left > 0 {
                let by = by.or_else(|| self.enemy_in(n, unit)).filter(|by| *by != unit);
                lost.push(Lost { unit, n: left, by });
            }
        }
        lost
    }

    /// The first enemy of a unit in line `n`, or in what that came of, of what the seat has heard.
    fn enemy_in(&self, n: usize, unit: UnitId) -> Option<UnitId> {
        let sides = || self.game.units_drawn().iter().map(|unit| (unit.id, unit.side)).collect();
        let sides = self.sides.get_or_init(sides);
        let side = |id: UnitId| sides.get(&id);
        let up = std::iter::successors(Some(n), |n| self.causes.get(*n).copied().flatten()).take(DEEP);
        up.filter(|n| self.heard.number(*n).is_some()).filter_map(|n| self.told.get(n)).find_map(|told| {
            let units = told.event.what.telling().units;
            units.into_iter().find(|other| side(*other).is_some() && side(*other) != side(unit))
        })
    }
}
