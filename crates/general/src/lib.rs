//! Computer players. Each sees only the view it is handed.
//!
//! | name | how it plays |
//! |---|---|
//! | `anybody` | any legal answer, at random: the same in every game. He is for the hunt for faults, and not offered |
//! | `recruit` | carries out one plan as a captain does, weighs losses wrongly and does not look again |
//! | `captain` | reckons; each game has its own, in the folder of its name |
//! | `captain-before` | the captain who was offered before him, for matches |
//! | `captain-next` | the captain as he is being taught, for matches until he plays at least as well everywhere |
//! | `marshal` | plays plans out before he chooses one, which a captain carries out; he takes seconds |
//!
//! A captain is in two halves: a [`Plan`], plain data that says what each part of an army is to do, and its execution. A stronger
//! general may play plans out ([`Captained::execute`]) and choose; a player may hand over a part of his army, which a
//! [`Staff`] then leads.
//!
//! A player's own luck is a stream apart from the game's dice, and its odds are sums, products and quotients of floats
//! only: the same seed gives the same answers on every machine.
//!
//! ```
//! use engine::{Game, Played, Solo};
//! let setup = games::Setup::new(games::find("gilly")?);
//! games::with!(setup.kind()?, G => {
//!     let (battle, rules) = setup.open::<G>()?;
//!     let mut game = G::start(&battle, rules);
//!     let seats = general::Seats::<G> {
//!         french: general::by_name("captain", 1).expect("a name of the list"),
//!         allied: general::by_name("recruit", 2).expect("a name of the list"),
//!     };
//!     let mut solo = Solo::new(dice::Stream::new(dice::Seed::from_number(7), 0), seats);
//!     solo.play(&mut game, 100_000);
//!     assert!(game.is_over());
//!     assert_eq!(solo.refused, 0);
//! });
//! # Ok::<(), games::Error>(())
//! ```
#![warn(clippy::wildcard_enum_match_arm)]
#![allow(clippy::float_arithmetic, reason = "odds and worths are floats; what is ordered is whole numbers")]

mod advice;
mod empire;
#[doc(hidden)]
pub mod inside;
mod kit;
mod marshal;
mod orders;
mod recruit;
mod staff;
mod thought;
mod volley;

pub use advice::{Advice, Advised, advice, plans_for};
use dice::{Seed, Stream};
use engine::{Played, Players, RandomPlayer, Said, Side};
pub use kit::plan::{Goal, Part, Plan, Task, Until, Word};
use serde::Serialize;
use serde::de::DeserializeOwned;
pub use staff::Staff;

/// The players that are offered, in the order in which they are.
pub const NAMES: &[&str] = &[RECRUIT, CAPTAIN, MARSHAL];

/// All players a match may be played between: those that are offered, the captain before the present one and the one
/// being taught, and the player who answers at random.
pub const ALL_NAMES: &[&str] = &[ANYBODY, RECRUIT, BEFORE, CAPTAIN, NEXT, MARSHAL];

/// The one who answers at random what the rules accept.
pub const ANYBODY: &str = "anybody";

/// The one who holds to one plan, wrongly weighed.
pub const RECRUIT: &str = "recruit";

/// The one who reckons: he learns of a battle and its rules what is worth keeping.
pub const CAPTAIN: &str = "captain";

/// The one who plays plans out before he chooses.
pub const MARSHAL: &str = "marshal";

/// The captain who was offered before the present one.
pub const BEFORE: &str = "captain-before";

/// Captains who are so by nature, whatever their luck, of the games whose captains have tempers.
pub const TEMPERED: &[&str] = &["captain-steady", "captain-bold", "captain-wary"];

/// The captain as he is being taught: he takes the captain's place when he plays at least as well everywhere.
pub const NEXT: &str = "captain-next";

/// The number of a player's own stream: far from any game's.
const LUCK: u64 = u64::MAX - 1796;

/// A game with a captain.
pub trait Captained: Played {
    /// Who has a task of its own in a plan: a corps, a brigade.
    type Command: Clone + std::fmt::Debug + PartialEq + Send + Serialize + DeserializeOwned;

    /// A player that reckons: he makes a plan, carries it out, and thinks again. In a game without one, a random player
    /// stands in.
    fn captain() -> General<Self> {
        General::new(RandomPlayer(luck(0)))
    }

    /// The captain as he is being taught; the present one where there is no other.
    fn captain_next() -> General<Self> {
        Self::captain()
    }

    /// The captain before the present one, to be measured against; the present one where none was kept.
    fn captain_before() -> General<Self> {
        Self::captain()
    }

    /// What captains are like by nature: a name, and what one sees of it. Each has one of these by his luck.
    const TEMPERS: &'static [(&'static str, &'static str)] = &[];

    /// A captain who is so by nature, by the number of his temper, whatever his luck.
    fn tempered(temper: usize) -> General<Self> {
        let _ = temper;
        Self::captain()
    }

    /// What a captain would do in a side's place, by that side's view.
    fn plan(view: &Self, side: Side) -> Plan<Self::Command> {
        let _ = (view, side);
        Plan::default()
    }

    /// A captain who carries out this plan and makes none of his own. Commands without a task he leaves alone.
    fn execute(plan: Plan<Self::Command>) -> General<Self> {
        let _ = plan;
        Self::captain()
    }

    /// The word of the question with which a marshal thinks: the first of it in a phase.
    const THINKS: &'static str = "order";

    /// What a battle that is only thought costs for each unit on the table and each turn, in about microseconds of one
    /// core in a release build. A marshal thinks of more or fewer battles by it, and looks at no clock.
    const THOUGHT_COSTS: u64 = 15;

    /// A captain who can be told plan after plan and keeps what he has worked out; `None` in a game whose captain
    /// cannot be told plans.
    fn executor() -> Option<Box<dyn Executor<Self>>> {
        None
    }

    /// Plans worth playing out in a side's place; `None`: what the captain would do as he goes.
    fn plans(view: &Self, side: Side) -> Vec<Option<Plan<Self::Command>>> {
        let _ = (view, side);
        vec![None]
    }

    /// What a side may be about, for a player who plays plans out against it.
    fn expected(view: &Self, side: Side) -> Vec<Option<Plan<Self::Command>>> {
        let _ = (view, side);
        vec![None]
    }

    /// A plan as one would read it out.
    fn said(view: &Self, plan: &Plan<Self::Command>) -> Vec<String> {
        let _ = (view, plan);
        Vec::new()
    }
}

/// A player that goes from battle to battle.
pub trait Veteran<G: Played>: Players<G> + Send {
    /// Another battle, with luck of its own in it. What was seen in the last is forgotten, what was worked out from the
    /// rules is kept: the answers are those of a player who comes fresh, only sooner.
    fn begin(&mut self, seed: u64);

    /// From now on, until another battle begins, only these commands of a side are his, by their names: he plans for
    /// the whole side and gives orders to these alone. False where he cannot lead a part of an army.
    fn lead(&mut self, view: &G, side: Side, commands: &[String]) -> bool {
        let _ = (view, side, commands);
        false
    }

    /// What he would do now, by a side's view, in sentences: he makes his plan if he has none for the moment, and carries
    /// that one out. Of a part of an army that is his he says no more than that. `None` where he makes none.
    fn would(&mut self, view: &G, side: Side) -> Option<Vec<String>> {
        let _ = (view, side);
        None
    }

    /// Whether he would think long before he answers this. A caller who cannot wait lets him think elsewhere, and
    /// reminds him of what came of it.
    fn must_think(&self, view: &G, question: &G::Question) -> bool {
        let _ = (view, question);
        false
    }

    /// Thinks, so that he can answer.
    fn think(&mut self, view: &G, side: Side) {
        let _ = (view, side);
    }

    /// Goes on in this phase as before, without thinking.
    fn go_on(&mut self, view: &G) {
        let _ = view;
    }

    /// What he goes by besides what he sees, to be kept beside a game: what he has thought out, the plan of the phase, which
    /// formations were given up and which charges tried. `None` where he keeps nothing in mind.
    fn mind(&self) -> Option<String> {
        None
    }

    /// What he had in mind before ([`Veteran::mind`]) he goes by again. Other words he does not heed.
    fn remind(&mut self, mind: &str) {
        let _ = mind;
    }
}

/// A captain who carries out what he is told.
pub trait Executor<G: Captained>: Veteran<G> {
    /// From now on he carries out this plan; `None`: his own.
    fn tell(&mut self, plan: Option<Plan<G::Command>>);
}

impl<G: Played> Veteran<G> for RandomPlayer {
    fn begin(&mut self, seed: u64) {
        self.0 = luck(seed);
    }
}

/// The stream of a player's own luck.
fn luck(seed: u64) -> Stream {
    Stream::new(Seed::from_number(seed), LUCK)
}

/// A computer player.
pub struct General<G: Played>(Box<dyn Veteran<G>>);

impl<G: Played> General<G> {
    pub fn new(player: impl Veteran<G> + 'static) -> General<G> {
        General(Box::new(player))
    }

    /// Another battle, or another part of it: see [`Veteran::begin`].
    pub fn begin(&mut self, seed: u64) {
        self.0.begin(seed);
    }

    /// A part of a side's army is his: see [`Veteran::lead`].
    pub fn lead(&mut self, view: &G, side: Side, commands: &[String]) -> bool {
        self.0.lead(view, side, commands)
    }

    /// What he would do now: see [`Veteran::would`].
    pub fn would(&mut self, view: &G, side: Side) -> Option<Vec<String>> {
        self.0.would(view, side)
    }

    /// Whether he would think long before he answers this: see [`Veteran::must_think`].
    pub fn must_think(&self, view: &G, question: &G::Question) -> bool {
        self.0.must_think(view, question)
    }

    /// Thinks, so that he can answer.
    pub fn think(&mut self, view: &G, side: Side) {
        self.0.think(view, side);
    }

    /// Goes on in this phase as before, without thinking.
    pub fn go_on(&mut self, view: &G) {
        self.0.go_on(view);
    }

    /// What he has thought out: see [`Veteran::mind`].
    pub fn mind(&self) -> Option<String> {
        self.0.mind()
    }

    /// What he has thought out before he goes by again.
    pub fn remind(&mut self, mind: &str) {
        self.0.remind(mind);
    }
}

impl<G: Played> Players<G> for General<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        self.0.answer(side, view, question)
    }

    fn says(&self, side: Side, view: &G) -> Option<Said> {
        self.0.says(side, view)
    }
}

/// The player of that name, with luck of its own.
pub fn by_name<G: Captained>(name: &str, seed: u64) -> Option<General<G>> {
    match name {
        ANYBODY => Some(General::new(RandomPlayer(luck(seed)))),
        RECRUIT => {
            Some(recruit::Recruit::taught(seed).unwrap_or_else(|| General::new(RandomPlayer(luck(seed)))))
        }
        CAPTAIN => Some(seeded(G::captain(), seed)),
        MARSHAL => Some(marshal::Marshal::taught(seed).unwrap_or_else(|| seeded(G::captain(), seed))),
        BEFORE => Some(seeded(G::captain_before(), seed)),
        NEXT => Some(seeded(G::captain_next(), seed)),
        _ => {
            let temper = name.strip_prefix(CAPTAIN)?.strip_prefix('-')?;
            let temper = G::TEMPERS.iter().position(|(known, _)| *known == temper)?;
            Some(seeded(G::tempered(temper), seed))
        }
    }
}

/// The same player, begun with this seed.
fn seeded<G: Played>(mut general: General<G>, seed: u64) -> General<G> {
    general.begin(seed);
    general
}

/// A player for each side.
pub struct Seats<G: Played> {
    pub french: General<G>,
    pub allied: General<G>,
}

impl<G: Captained> Seats<G> {
    /// Two generals by their names; their luck comes from the seed. `None` if there is no general of a name.
    pub fn named(french: &str, allied: &str, seed: u64) -> Option<Seats<G>> {
        Some(Seats { french: by_name(french, seed)?, allied: by_name(allied, allied_seed(seed))? })
    }

    /// Another battle for the same two.
    pub fn begin(&mut self, seed: u64) {
        self.french.begin(seed);
        self.allied.begin(allied_seed(seed));
    }
}

/// The allied player's seed, so that the two do not share their luck.
fn allied_seed(seed: u64) -> u64 {
    seed.wrapping_add(1 << 32)
}

impl<G: Played> Players<G> for Seats<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        match side {
            Side::French => self.french.answer(side, view, question),
            Side::Allied => self.allied.answer(side, view, question),
        }
    }

    fn says(&self, side: Side, view: &G) -> Option<Said> {
        match side {
            Side::French => self.french.says(side, view),
            Side::Allied => self.allied.says(side, view),
        }
    }
}
