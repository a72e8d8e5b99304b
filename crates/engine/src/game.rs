//! What a game is, and what its rules ask of their umpire.

use crate::{Ask, Fact, Outcome, Questions, Said, Side};
use dice::{Dice, Stream};
use serde::{Serialize, de::DeserializeOwned};
use std::borrow::Cow;
use std::fmt::{Debug, Display};

/// A game of miniatures: plain data between steps, and one step of its sequence of play at a time.
pub trait Game: Clone + Serialize {
    /// What a player is asked, for screens, generals and records: [`questions!`](crate::questions) writes it.
    type Question: Questions<Self> + Clone + Debug + PartialEq + Serialize + Send;
    /// What a player says.
    type Answer: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send;
    /// What happened, and by which rule.
    type Event: Clone + Debug + Serialize + Send;
    /// Why an answer is not allowed: one sentence and its rule.
    type Refusal: Clone + Debug + Display + PartialEq + Serialize;
    /// What an answer may lead to, weighed before it is given.
    type Outlook;

    /// The smallest stretch of play worth keeping: one unit's move, one battery's target, one melee.
    ///
    /// # Errors
    /// The umpire's pause, where something is missing. The state is then of no further use.
    fn step<U: Umpire<Self>>(&mut self, umpire: &mut U) -> Result<(), U::Pause>;

    /// How it ended; `None`: it has not.
    fn outcome(&self) -> Option<Outcome>;

    /// Ends it so, and says what is told of it: by the rules, or because a side concedes.
    fn end(&mut self, outcome: Outcome) -> Self::Event;

    /// The game with everything taken out that the side cannot know (`None`: a spectator).
    /// Borrowed where there is nothing to hide.
    fn seen_by(&self, side: Option<Side>) -> Cow<'_, Self>;

    /// A side's view with a drawn guess in the place of what it leaves out, for a player who plays battles out. It goes
    /// by the view alone, and what the view shows stays as it is. A game that hides nothing has nothing to guess.
    fn guessed(&self, side: Side, luck: &mut Stream) -> Cow<'_, Self> {
        let _ = (side, luck);
        Cow::Borrowed(self)
    }

    // ----------------------------------------------------- worked out here ----

    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Whose decision it is.
    fn asked_of(&self, question: &Self::Question) -> Side {
        question.side(self)
    }

    /// The answer that takes no option up. It is always accepted.
    fn decline(&self, question: &Self::Question) -> Self::Answer {
        question.decline(self)
    }

    /// Whether an answer would be accepted.
    ///
    /// # Errors
    /// The refusal, with its rule.
    fn check(&self, question: &Self::Question, answer: &Self::Answer) -> Result<(), Self::Refusal> {
        question.check(self, answer)
    }

    /// Whether only the side that is asked hears of what it answers, or that it has answered.
    fn is_sealed(&self, question: &Self::Question) -> bool {
        question.is_sealed()
    }
}

/// An umpire for one game: dice, players, eyes, and the record of what happened and why.
pub trait Umpire<G: Game>: Dice {
    /// What a player decides, checked.
    ///
    /// # Errors
    /// The umpire's pause, where no answer is there yet.
    fn ask<Q: Ask<G>>(&mut self, game: &G, question: Q) -> Result<Q::Granted, Self::Pause>;

    /// What the table shows: measured on a screen, asked for beside real figures.
    ///
    /// # Errors
    /// The umpire's pause, where the fact was not seen yet.
    fn see<F: Fact<G>>(&mut self, game: &G, fact: F) -> Result<F::Value, Self::Pause>;

    /// Which side's player throws the next dice. Dice without a side may be thrown by either player. Said where they
    /// are thrown, `umpire.hand(side).shows(need)?`; it matters only where people throw.
    fn hand(&mut self, side: Side) -> &mut Self {
        let _ = side;
        self
    }

    /// What this side has kept secret may come to light here, whether there is anything or not: an answer that led here
    /// is not taken back by the other side, which has seen what was there or that nothing was.
    fn uncovers(&mut self, of: Side) {
        let _ = of;
    }

    /// What happened, and by which rule. `event` is called only where events are kept.
    fn tell(&mut self, event: impl FnOnce() -> G::Event);
}

/// Answers for the sides: a computer player, a script, a random player.
pub trait Players<G: Game> {
    /// The side's answer, from what it may know.
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer;

    /// What he is about: the plan that he carries out this turn, read out. `None` where he has none, or has made none in
    /// this turn yet.
    fn says(&self, side: Side, view: &G) -> Option<Said> {
        let _ = (side, view);
        None
    }
}

impl<G: Game, P: Players<G>> Players<G> for &mut P {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        (**self).answer(side, view, question)
    }

    fn says(&self, side: Side, view: &G) -> Option<Said> {
        (**self).says(side, view)
    }
}
