//! The umpire of play, replay and the table referee: it knows what has been thrown, answered and seen so far.

use crate::sight::Answers as _;
use crate::{Ask, Both, Entry, Fact, FactAsked, Game, Outcome, Side, Umpire};
use dice::{Aim, Chance, Fault, Pool, Test, Throws};
use schemars::JsonSchema;
use serde::Serialize;

/// What a live game waits for.
#[derive(Clone, Debug)]
pub enum Waiting<G: Game> {
    ForDice {
        pool: Pool,
        aim: Aim,
        /// The side whose player throws; `None`: either may.
        by: Option<Side>,
    },
    ForAnswer(G::Question),
    ForFact(Box<FactAsked>),
    /// The entry at hand does not fit.
    Wrong(Mistake<G>),
}

/// Why an entry does not fit.
#[derive(Clone, Debug)]
pub enum Mistake<G: Game> {
    Refused(G::Refusal),
    Dice(Fault),
    WrongCount {
        wanted: Pool,
        found: usize,
    },
    /// Something else was wanted here.
    OutOfPlace {
        wanted: &'static str,
        found: &'static str,
    },
    NoSuchSight(Box<FactAsked>),
}

// Written out, because a derived comparison would ask it of the game as well.
impl<G: Game> PartialEq for Waiting<G> {
    fn eq(&self, other: &Waiting<G>) -> bool {
        match (self, other) {
            (Waiting::ForDice { pool, aim, by }, Waiting::ForDice { pool: pool2, aim: aim2, by: by2 }) => {
                (pool, aim, by) == (pool2, aim2, by2)
            }
            (Waiting::ForAnswer(one), Waiting::ForAnswer(two)) => one == two,
            (Waiting::ForFact(one), Waiting::ForFact(two)) => one == two,
            (Waiting::Wrong(one), Waiting::Wrong(two)) => one == two,
            _ => false,
        }
    }
}

impl<G: Game> PartialEq for Mistake<G> {
    fn eq(&self, other: &Mistake<G>) -> bool {
        match (self, other) {
            (Mistake::Refused(one), Mistake::Refused(two)) => one == two,
            (Mistake::Dice(one), Mistake::Dice(two)) => one == two,
            (
                Mistake::WrongCount { wanted, found },
                Mistake::WrongCount { wanted: wanted2, found: found2 },
            ) => (wanted, found) == (wanted2, found2),
            (
                Mistake::OutOfPlace { wanted, found },
                Mistake::OutOfPlace { wanted: wanted2, found: found2 },
            ) => (wanted, found) == (wanted2, found2),
            (Mistake::NoSuchSight(one), Mistake::NoSuchSight(two)) => one == two,
            _ => false,
        }
    }
}

impl<G: Game> std::fmt::Display for Mistake<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mistake::Refused(refusal) => refusal.fmt(f),
            Mistake::Dice(fault) => fault.fmt(f),
            Mistake::WrongCount { wanted, found } => {
                write!(f, "{wanted} must be thrown, but {found} faces were given")
            }
            Mistake::OutOfPlace { wanted, found } => {
                write!(f, "{wanted} was wanted here, but {found} was given")
            }
            Mistake::NoSuchSight(fact) => write!(f, "that is no answer to: {}", fact.text),
        }
    }
}

/// Dice as they fell, for the log.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Throw {
    pub pool: Pool,
    /// The face each die needed, where hits were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<u32>,
    pub faces: Vec<u32>,
    /// Whose dice they were, where a rule says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    pub typed: bool,
    /// How likely what was read from them was: ways, of so many.
    pub chance: Option<(u128, u128)>,
    /// What they were held against, as the rule that threw them tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
}

/// Tells the last throws what they were held against.
pub(crate) fn note<const K: usize>(throws: &mut [Throw], tests: impl FnOnce([u32; K]) -> [Test; K]) {
    let Some(last) = throws.last_chunk_mut::<K>() else { return };
    let sums = last.each_ref().map(|throw| throw.faces.iter().sum());
    for (throw, test) in last.iter_mut().zip(tests(sums)) {
        throw.test = Some(test);
    }
}

/// An event with the dice thrown since the one before.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told<E> {
    pub throws: Vec<Throw>,
    pub event: E,
}

/// When the list runs out the step stops and says what it waits for; when more comes in, the step is run
/// again from its start and gets further.
pub struct Live<'e, G: Game> {
    entries: &'e [Entry<G::Answer>],
    used: usize,
    beside_figures: bool,
    /// Whose the next dice are, and who throws after that where a rule throws for both.
    hand: Option<Side>,
    other: Option<Side>,
    /// Who has given the battle up.
    conceded: Option<Side>,
    /// After how many entries each side's secrets may last have come to light.
    pub(crate) uncovered: Both<Option<usize>>,
    throws: Vec<Throw>,
    pub told: Vec<Told<G::Event>>,
    /// After how many entries each of them was told.
    pub(crate) told_after: Vec<usize>,
    /// The side each entry was asked of; `None` for dice and facts.
    pub(crate) answered_by: Vec<Option<Side>>,
}

impl<'e, G: Game> Live<'e, G> {
    /// The table is on a screen, and measured.
    pub fn on_screen(entries: &'e [Entry<G::Answer>]) -> Self {
        Live {
            entries,
            used: 0,
            beside_figures: false,
            hand: None,
            other: None,
            conceded: None,
            uncovered: Both::default(),
            throws: Vec::new(),
            told: Vec::new(),
            told_after: Vec::new(),
            answered_by: Vec::new(),
        }
    }

    /// The table is real: whatever a rule wants to see is asked of the players.
    pub fn beside_figures(entries: &'e [Entry<G::Answer>]) -> Self {
        Live { beside_figures: true, ..Live::on_screen(entries) }
    }

    /// Either of the two.
    pub(crate) fn new(entries: &'e [Entry<G::Answer>], beside_figures: bool) -> Self {
        if beside_figures { Live::beside_figures(entries) } else { Live::on_screen(entries) }
    }

    /// How many entries the step has taken.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Runs a step of a game as far as the entries go. Where a side concedes in it, the battle ends as the step stands
    /// there.
    ///
    /// # Errors
    /// What it waits for, where an entry is missing or does not fit. The state is then of no further use.
    #[inline(never)]
    pub fn run(&mut self, game: &mut G) -> Result<(), Waiting<G>> {
        let done = game.step(self);
        let Some(side) = self.conceded.take() else { return done };
        let told = game.end(Outcome::conceded(side));
        self.tell(|| told);
        Ok(())
    }

    fn next(&mut self, waiting: impl FnOnce() -> Waiting<G>) -> Result<&'e Entry<G::Answer>, Waiting<G>> {
        loop {
            let Some(entry) = self.entries.get(self.used) else { return Err(waiting()) };
            self.used += 1;
            self.answered_by.push(None);
            match entry {
                Entry::Note(_) => {}
                Entry::Concedes(side) => {
                    self.conceded = Some(*side);
                    return Err(waiting());
                }
                Entry::Dice { .. } | Entry::Answer(_) | Entry::Seen(_) => return Ok(entry),
            }
        }
    }
}

fn out_of_place<G: Game>(wanted: &'static str, found: &Entry<G::Answer>) -> Waiting<G> {
    Waiting::Wrong(Mistake::OutOfPlace { wanted, found: found.kind() })
}

impl<G: Game> Throws for Live<'_, G> {
    type Pause = Waiting<G>;

    fn throw(&mut self, pool: Pool, aim: Aim) -> Result<Vec<u32>, Waiting<G>> {
        let by = self.hand.take();
        match self.next(|| Waiting::ForDice { pool, aim, by })? {
            Entry::Dice { faces, .. } if faces.len() != pool.count as usize => {
                Err(Waiting::Wrong(Mistake::WrongCount { wanted: pool, found: faces.len() }))
            }
            Entry::Dice { faces, typed } => {
                if let Some(face) = faces.iter().find(|face| **face == 0 || **face > pool.sides) {
                    return Err(Waiting::Wrong(Mistake::Dice(Fault::NoSuchFace {
                        face: *face,
                        sides: pool.sides,
                    })));
                }
                self.throws.push(Throw {
                    pool,
                    need: aim.need(),
                    faces: faces.clone(),
                    by,
                    typed: *typed,
                    chance: None,
                    test: None,
                });
                Ok(faces.clone())
            }
            other => Err(out_of_place("dice", other)),
        }
    }

    fn fell(&mut self, chance: impl FnOnce() -> Chance) {
        if let (Some(throw), Chance::Exact { ways, of }) = (self.throws.last_mut(), chance()) {
            throw.chance = Some((ways, of));
        }
    }

    fn pass(&mut self) {
        self.hand = self.other;
    }

    fn tested<const K: usize>(&mut self, tests: impl FnOnce([u32; K]) -> [Test; K]) {
        note(&mut self.throws, tests);
    }
}

impl<G: Game> Umpire<G> for Live<'_, G> {
    fn ask<Q: Ask<G>>(&mut self, game: &G, question: Q) -> Result<Q::Granted, Waiting<G>> {
        match self.next(|| Waiting::ForAnswer(question.clone().into()))? {
            Entry::Answer(answer) => {
                if let Some(of) = self.answered_by.last_mut() {
                    *of = Some(game.asked_of(&question.clone().into()));
                }
                question.grant(game, answer).map_err(|refusal| Waiting::Wrong(Mistake::Refused(refusal)))
            }
            other => Err(out_of_place("an answer", other)),
        }
    }

    fn see<F: Fact<G>>(&mut self, game: &G, fact: F) -> Result<F::Value, Waiting<G>> {
        if !self.beside_figures {
            return Ok(fact.measure(game));
        }
        match self.next(|| Waiting::ForFact(Box::new(FactAsked::put(&fact, game))))? {
            Entry::Seen(answer) => {
                let seen = fact.answers(game).read(game, answer);
                seen.ok_or_else(|| {
                    Waiting::Wrong(Mistake::NoSuchSight(Box::new(FactAsked::put(&fact, game))))
                })
            }
            other => Err(out_of_place("a fact", other)),
        }
    }

    fn hand(&mut self, side: Side) -> &mut Self {
        (self.hand, self.other) = (Some(side), Some(side.enemy()));
        self
    }

    fn uncovers(&mut self, of: Side) {
        self.uncovered[of] = Some(self.used);
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        let throws = std::mem::take(&mut self.throws);
        self.told.push(Told { throws, event: event() });
        self.told_after.push(self.used);
    }
}
