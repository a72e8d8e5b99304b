//! The report of a finished battle: what it cost, when it turned, and how the dice fell.

use crate::play::lookback::advance;
use crate::shown::chronicle::Chronicle;
use crate::shown::luck::{Luck, Trial};
use crate::shown::says::Says;
use crate::who::Player;
use engine::event::rank::{HIT, LOST, TEST, TESTED};
use engine::wording::listed;
use engine::{
    Army, Both, Happening as _, Heading, Note, Objective, PhaseDrawn, Played, Sentence, Session, Side, Throw,
    Told, Tone, UnitDrawn, UnitId, notes, wire,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use table::Terrain;

/// The most turning points that are named.
const MOST_POINTS: usize = 6;
/// A smaller change of the verdict, in thousandths, is none.
const LEAST_SWING: i32 = 15;
/// The most sentences about one turning point.
const MOST_SENTENCES: usize = 3;

#[derive(Serialize, JsonSchema)]
pub struct Report<'g> {
    pub id: &'g str,
    pub title: &'g str,
    pub date: &'g str,
    pub sheet: &'static str,
    /// Turns.
    pub length: u32,
    pub terrain: &'g Terrain,
    pub players: &'g Both<Player>,
    pub armies: Both<Army>,
    pub outcome: Option<Ended>,
    /// What computer players have said of their plans, as they went.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<Note>,
    pub turns: u32,
    pub steps: usize,
    /// What strength is counted in.
    pub strength: String,
    pub losses: Both<Losses>,
    pub ground: Vec<GroundHeld>,
    /// After each phase.
    pub verdict: Vec<Balance>,
    pub turning: Vec<Turning>,
    pub luck: Both<Luck>,
    pub dice: Vec<Faces>,
    /// At the start and after each turn.
    pub maps: Vec<Map>,
}

#[derive(Default, Serialize, JsonSchema)]
pub struct Losses {
    units: Vec<Loss>,
    /// The generals who fell or were taken, by name.
    generals: Vec<String>,
    arms: Vec<Sum>,
    total: Sum,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Held")]
pub struct GroundHeld {
    pub name: String,
    /// `None`: neither side alone.
    pub holder: Option<Side>,
    /// The units of both sides that stand there, where they contest it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contested: Vec<String>,
}

impl GroundHeld {
    /// Other ground, or in other hands.
    fn is_other(&self, than: &GroundHeld) -> bool {
        self.name != than.name || self.holder != than.holder
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ended {
    winner: Option<Side>,
    /// One sentence.
    words: String,
}

/// A unit in a list of losses.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Muster {
    id: u32,
    name: String,
    #[serde(skip)]
    side: Side,
    #[schemars(with = "wire::Arm")]
    arm: &'static str,
    brigade: String,
    /// Its strength at the start, and at the end: nothing where the unit is gone.
    start: u32,
    left: u32,
    /// Out of the battle.
    gone: bool,
    /// How it stands, in words.
    end: String,
}

/// A unit on a small map, by its corners from front left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    id: u32,
    side: Side,
    #[schemars(with = "wire::Nation")]
    nation: &'static str,
    #[schemars(with = "wire::Arm")]
    arm: &'static str,
    #[schemars(with = "wire::Formation")]
    formation: &'static str,
    rect: [[i32; 2]; 4],
}

/// The units on the table.
pub fn pieces<G: Played>(game: &G) -> Vec<Piece> {
    let drawn = game.units_drawn().into_iter();
    let piece = |unit: UnitDrawn| {
        let UnitDrawn { id, side, nation, arm, formation, .. } = unit;
        Some(Piece { id: u32::from(id.0), side, nation, arm, formation, rect: unit.corners()? })
    };
    drawn.filter_map(piece).collect()
}

/// What strength is counted in, several of them.
pub fn strength_word<G: Played>() -> String {
    format!("{}s", G::STRENGTH)
}

/// Every unit that is known, with what is left of it.
fn roster<G: Played>(game: &G) -> Vec<Muster> {
    let here = game.units_drawn().into_iter().map(|unit| {
        let end = end(&unit);
        (unit, end)
    });
    let awaited = game.units_awaited().into_iter().map(|unit| (unit, "never came up".to_owned()));
    let numbered = here.chain(awaited).enumerate();
    let muster = |(i, (unit, end)): (usize, (UnitDrawn, String))| Muster {
        id: u32::try_from(i).unwrap_or(u32::MAX),
        left: unit.left(),
        name: unit.name,
        side: unit.side,
        arm: unit.arm,
        brigade: unit.command,
        start: unit.of,
        gone: unit.is_lost,
        end,
    };
    numbered.map(muster).collect()
}

/// How a unit stands at the end.
fn end(unit: &UnitDrawn) -> String {
    match (unit.standing, unit.level, unit.formation) {
        ("undeployed", ..) => "never placed".to_owned(),
        ("at-edge", ..) => "never entered".to_owned(),
        ("on-table", Some(level), _) => level.to_owned(),
        ("on-table", None, "skirmish") => "in open order".to_owned(),
        ("on-table", None, formation @ ("limbered" | "unlimbered")) => formation.to_owned(),
        ("on-table", None, formation) => format!("in {formation}"),
        _ => unit.state.to_owned(),
    }
}

/// Who holds each piece of ground that counts.
pub fn ground<G: Played>(game: &G) -> Vec<GroundHeld> {
    let goals = game.about().objectives.iter().zip(game.holders()).zip(game.contesters());
    let held = |((goal, holder), contesters): ((&Objective, Option<Side>), Vec<UnitId>)| {
        let drawn = if contesters.is_empty() { Vec::new() } else { game.units_drawn() };
        let names = drawn.into_iter().filter(|unit| contesters.contains(&unit.id)).map(|unit| unit.name);
        GroundHeld { name: goal.name.clone(), holder, contested: names.collect() }
    };
    goals.map(held).collect()
}

/// Where in its sequence of play a battle stands; turn 0 before the first.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Clock {
    turn: u32,
    phase: u8,
    title: String,
}

impl Clock {
    fn of<G: Played>(game: &G) -> Clock {
        let (moment, PhaseDrawn { number, title, .. }) = (game.moment(), game.phase_drawn());
        Clock { turn: if moment.before { 0 } else { moment.turn }, phase: number, title }
    }
}

/// A unit, and when it left the battle.
#[derive(Serialize, JsonSchema)]
struct Loss {
    #[serde(flatten)]
    muster: Muster,
    turn: Option<u32>,
    step: Option<usize>,
}

#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
#[schemars(rename = "LossSum")]
struct Sum {
    #[schemars(with = "Option<wire::Arm>")]
    arm: Option<&'static str>,
    units: u32,
    gone: u32,
    start: u32,
    left: u32,
}

impl Sum {
    fn add(&mut self, unit: &Muster) {
        self.units += 1;
        self.gone += u32::from(unit.gone);
        self.start += unit.start;
        self.left += unit.left;
    }
}

/// The running verdict at the end of a phase.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "Standing")]
pub struct Balance {
    step: usize,
    turn: u32,
    phase: u8,
    title: String,
    /// Thousandths by which the first side leads.
    lead: i32,
}

/// A step that changed the verdict much, or the last fight.
#[derive(Default, Serialize, JsonSchema)]
pub struct Turning {
    pub step: usize,
    pub turn: u32,
    phase: u8,
    title: String,
    before: i32,
    pub after: i32,
    /// The last fight of the battle, however little it changed.
    pub last: bool,
    /// The weightiest of what happened, in that order, and who did it.
    sentences: Vec<Sentence>,
    /// Ground that changed hands.
    ground: Vec<GroundHeld>,
    /// A unit lost something in it.
    #[serde(skip)]
    pub fought: bool,
    /// A whole unit was lost in it.
    #[serde(skip)]
    pub fell: bool,
    /// The units its sentences are about.
    #[serde(skip)]
    units: Vec<UnitId>,
}

/// How often each face fell, of dice with this many sides.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DiceFell")]
pub struct Faces {
    sides: u32,
    /// From face 1.
    fell: Vec<u32>,
    /// Thrown by hand and typed in.
    typed: u32,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TurnMap")]
pub struct Map {
    /// 0: before the first.
    turn: u32,
    step: usize,
    pieces: Vec<Piece>,
}

/// Plays the battle again, step by step, and writes down how it went.
///
/// # Errors
/// Where a step cannot be played again.
pub fn report<'g, G: Chronicle>(
    id: &'g str,
    players: &'g Both<Player>,
    session: &'g Session<G>,
) -> Result<Report<'g>, String> {
    let end = session.game();
    let course = Course::of(session)?;
    let told = session.log();
    let trials: Vec<Trial> = (0..told.len()).flat_map(|n| end.trials(told, n)).collect();
    let luck = |side: Side| Luck::of(&trials, side);
    Ok(Report {
        id,
        title: &end.about().title,
        date: &end.about().date,
        sheet: end.in_force().source().sheet_name(),
        length: end.length(),
        terrain: &end.about().terrain,
        players,
        armies: Both { french: end.army(Side::French), allied: end.army(Side::Allied) },
        outcome: ended(end, told),
        plans: notes(session.entries()).map(|(_, note)| note.clone()).collect(),
        turns: Clock::of(end).turn,
        steps: session.step_ends().len(),
        strength: strength_word::<G>(),
        losses: losses(end, &course.left_at),
        ground: ground(end),
        verdict: course.verdict,
        turning: course.turning,
        luck: Both { french: luck(Side::French), allied: luck(Side::Allied) },
        dice: faces(told.iter().flat_map(|told| &told.throws)),
        maps: course.maps,
    })
}

/// How it ended, once it has: the last thing that was told.
fn ended<G: Played>(end: &G, told: &[Told<G::Event>]) -> Option<Ended> {
    let outcome = end.outcome()?;
    let last = told.iter().rev().find(|told| told.event.what.telling().tone == Tone::Last);
    // A record may begin where the battle was over already.
    let words = last.map_or_else(|| "The battle was over".to_owned(), |last| end.sentence(&last.event));
    Some(Ended { winner: outcome.winner, words })
}

/// What only the way there shows.
#[derive(Default)]
struct Course {
    verdict: Vec<Balance>,
    turning: Vec<Turning>,
    maps: Vec<Map>,
    /// The turn and step in which a unit was lost.
    left_at: BTreeMap<u32, (u32, usize)>,
}

impl Course {
    fn of<G: Played>(session: &Session<G>) -> Result<Course, String> {
        let mut course = Course::default();
        let mut game = session.start().clone();
        let (mut lead, mut before_it) = (game.standings().lead, ground(&game));
        let mut clock = Clock::of(&game);
        let last = session.step_ends().len();
        course.map(0, 0, &game);
        course.stand(0, &Clock { turn: 0, phase: 0, title: String::new() }, lead);
        for step in 1..=last {
            let before = (clock.turn > 0).then(|| game.clone());
            advance(session, step - 1, &mut game)
                .ok_or_else(|| format!("step {step} cannot be played again"))?;
            let (now, after) = (Clock::of(&game), game.standings().lead);
            let gone = course.left_at.len();
            for unit in game.units_drawn().into_iter().filter(|unit| unit.is_lost) {
                course.left_at.entry(u32::from(unit.id.0)).or_insert((clock.turn, step));
            }
            let (told, first) = of_step(session, step);
            // Whatever cost or moved a unit; the end itself is none.
            let fought = told[first..].iter().any(|told| told.event.what.telling().fortune > 0);
            if after != lead || fought {
                let held = ground(&game);
                let fell = course.left_at.len() > gone;
                let at =
                    Balance { step, turn: clock.turn, phase: clock.phase, title: clock.title.clone(), lead };
                let point = turning(&game, (told, first), (&before_it, &held), at, after);
                course.turning.push(Turning { fell, ..point });
                before_it = held;
            }
            lead = after;
            if step == last || (now.turn, now.phase) != (clock.turn, clock.phase) {
                course.stand(step, &clock, after);
            }
            match before {
                Some(before) if now.turn != clock.turn => course.map(clock.turn, step - 1, &before),
                // Both sides have placed their units: the battle begins as they stand now.
                None if now.turn > 0 => course.maps = vec![Map { turn: 0, step, pieces: pieces(&game) }],
                _ => {}
            }
            clock = now;
        }
        if last > 0 {
            course.map(clock.turn, last, &game);
        }
        course.turning = greatest(std::mem::take(&mut course.turning));
        for point in course.turning.iter_mut().filter(|point| point.last) {
            let told = tests_after(&game, session, point);
            point.sentences.extend(told);
        }
        Ok(course)
    }

    fn map<G: Played>(&mut self, turn: u32, step: usize, game: &G) {
        self.maps.push(Map { turn, step, pieces: pieces(game) });
    }

    fn stand(&mut self, step: usize, clock: &Clock, lead: i32) {
        let (turn, phase, title) = (clock.turn, clock.phase, clock.title.clone());
        self.verdict.push(Balance { step, turn, phase, title, lead });
    }
}

/// The greatest swings, in the order they came.
pub fn greatest(mut turning: Vec<Turning>) -> Vec<Turning> {
    let swing = |point: &Turning| (point.after - point.before).abs();
    let last = last_fight(&turning).map(|at| turning.remove(at));
    // A smaller swing after the last fight only follows from it and is not named.
    let echo = |point: &Turning| {
        last.as_ref().is_some_and(|last| point.step > last.step && swing(point) <= swing(last))
    };
    turning.retain(|point| swing(point) >= LEAST_SWING && !echo(point));
    turning.sort_by_key(|point| std::cmp::Reverse(swing(point)));
    turning.truncate(MOST_POINTS - usize::from(last.is_some()));
    turning.extend(last.map(|point| Turning { last: true, ..point }));
    turning.sort_by_key(|point| point.step);
    turning
}

/// Of the last turn with a fight in it the last step that cost a whole unit, or else the last that cost anything.
fn last_fight(turning: &[Turning]) -> Option<usize> {
    let last = turning.iter().rposition(|point| point.fought)?;
    let turn = turning[last].turn;
    let fell = turning.iter().rposition(|point| point.turn == turn && point.fell);
    Some(fell.unwrap_or(last))
}

/// How the units that fought in a step took it: their tests from then to the end of the turn, until they lose again.
fn tests_after<G: Played>(game: &G, session: &Session<G>, point: &Turning) -> Vec<Sentence> {
    let told = session.log();
    let (fought, first) = of_step(session, point.step);
    let (end, mut units) = (fought.len(), point.units.clone());
    let says = Says::of(game);
    let mut tests: Vec<Sentence> = Vec::new();
    for n in first.max(1)..told.len() {
        let [before, now] = [n - 1, n].map(|n| told[n].event.what.telling());
        if n >= end && matches!(now.heading, Some(Heading::Turn(_))) {
            break;
        }
        units.retain(|unit| n < end || now.losses.iter().all(|loss| loss.unit != *unit));
        let tested = before.tie.rank == TEST && now.tie.rank == TESTED && before.units == now.units;
        if tested && now.units.iter().any(|unit| units.contains(unit)) {
            tests.push(says.take(|| {
                let [test, result] = [n - 1, n].map(|n| game.sentence(&told[n].event));
                format!("{test}; {result}")
            }));
        }
    }
    tests.truncate(MOST_SENTENCES);
    tests
}

/// What was told up to the end of a finished step, and where in it the step begins.
fn of_step<G: Played>(session: &Session<G>, step: usize) -> (&[Told<G::Event>], usize) {
    let whole = session.log_to_step(step);
    (whole, session.log_to_step(step - 1).len().min(whole.len()))
}

fn turning<G: Played>(
    game: &G,
    (told, first): (&[Told<G::Event>], usize),
    (ground, held): (&[GroundHeld], &[GroundHeld]),
    at: Balance,
    after: i32,
) -> Turning {
    let telling = |n: &usize| told[*n].event.what.telling();
    let mut lines: Vec<usize> = (first..told.len()).filter(|n| telling(n).heading.is_none()).collect();
    let heavy = lines.iter().any(|n| telling(n).fortune > 0);
    if heavy {
        lines.retain(|n| telling(n).fortune > 0);
        lines.sort_by_key(|n| std::cmp::Reverse(telling(n).fortune));
    }
    lines.truncate(MOST_SENTENCES);
    // A cause before what came of it.
    lines.sort_unstable();
    let units = lines.iter().flat_map(|n| telling(n).units).collect();
    let says = Says::of(game);
    Turning {
        units,
        last: false,
        fought: heavy,
        fell: false,
        step: at.step,
        turn: at.turn,
        phase: at.phase,
        title: at.title,
        before: at.lead,
        after,
        sentences: lines
            .into_iter()
            .map(|n| says.take(|| game.sentence(&told[n].event) + &hit_by(game, told, n)))
            .collect(),
        ground: held.iter().filter(|now| ground.iter().all(|was| was.is_other(now))).cloned().collect(),
    }
}

/// " to 2/8e ligne and 1/54e ligne": the units that hit the one whose loss line `n` tells, since it last lost in this
/// turn; empty where the line is no such loss.
fn hit_by<G: Played>(game: &G, told: &[Told<G::Event>], n: usize) -> String {
    let loss = told[n].event.what.telling();
    let (LOST, &[unit]) = (loss.tie.rank, loss.units.as_slice()) else { return String::new() };
    let mut hitters: Vec<UnitId> = Vec::new();
    for earlier in told[..n].iter().rev().map(|told| told.event.what.telling()) {
        let lost_before = earlier.tie.rank == LOST && earlier.units == loss.units;
        if lost_before || matches!(earlier.heading, Some(Heading::Turn(_))) {
            break;
        }
        if earlier.tie.rank == HIT && !earlier.tie.barren && earlier.tie.about.as_deref() == Some(&[unit]) {
            hitters.extend(earlier.units.into_iter().filter(|other| *other != unit));
        }
    }
    // The first who hit stands first, and each once.
    hitters.reverse();
    let drawn = game.units_drawn();
    let mut names: Vec<&str> = Vec::new();
    for unit in hitters.iter().filter_map(|id| drawn.iter().find(|unit| unit.id == *id)) {
        if !names.contains(&unit.name.as_str()) {
            names.push(&unit.name);
        }
    }
    if names.is_empty() { String::new() } else { format!(" to {}", listed(&names, "and")) }
}

fn losses<G: Played>(end: &G, left_at: &BTreeMap<u32, (u32, usize)>) -> Both<Losses> {
    let mut both: Both<Losses> = Both::default();
    for general in end.generals_drawn().into_iter().filter(|general| general.lost) {
        both[general.side].generals.push(general.name);
    }
    for muster in roster(end) {
        let side = &mut both[muster.side];
        side.total.add(&muster);
        match side.arms.iter_mut().find(|sum| sum.arm == Some(muster.arm)) {
            Some(sum) => sum.add(&muster),
            None => {
                let mut sum = Sum { arm: Some(muster.arm), ..Sum::default() };
                sum.add(&muster);
                side.arms.push(sum);
            }
        }
        let left = left_at.get(&muster.id).filter(|_| muster.gone);
        let (turn, step) = (left.map(|(turn, _)| *turn), left.map(|(_, step)| *step));
        side.units.push(Loss { muster, turn, step });
    }
    both
}

fn faces<'t>(throws: impl Iterator<Item = &'t Throw>) -> Vec<Faces> {
    let mut found: BTreeMap<u32, Faces> = BTreeMap::new();
    for throw in throws {
        let sides = throw.pool.sides;
        let kind =
            found.entry(sides).or_insert_with(|| Faces { sides, fell: vec![0; sides as usize], typed: 0 });
        for face in &throw.faces {
            if let Some(count) = (*face as usize).checked_sub(1).and_then(|place| kind.fell.get_mut(place)) {
                *count += 1;
            }
        }
        if throw.typed {
            kind.typed += throw.pool.count;
        }
    }
    found.into_values().collect()
}
