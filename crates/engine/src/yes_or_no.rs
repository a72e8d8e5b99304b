//! Questions that are answered by yes or no.

use crate::{Ask, Form, Game, Names, PlainAnswer, Refusal, Routine, Side, yes_or_no};

/// A question of yes or no: what such a question says of itself. The rest of [`Ask`] is alike for all of them.
pub trait YesOrNo<G: Game>: Clone + Into<G::Question> {
    /// Its word on the wire.
    const WORD: &'static str;

    /// How it may be answered beforehand, where that saves being asked.
    const ROUTINE: Option<Routine> = None;

    /// Whose decision it is.
    fn side(&self, game: &G) -> Side;

    /// What it comes to where nothing is said.
    fn silence_is_yes(&self, game: &G) -> bool {
        let _ = game;
        false
    }

    /// The question in one sentence, for the side that is asked.
    fn prompt(&self, game: &G) -> String;

    /// What is being decided, for those who wait: "whether 1/95e goes in."
    fn waited_for(&self, game: &G) -> String;

    /// Both answers with their words: [`Form::yes_or_no`].
    fn form(&self, game: &G) -> Form<G::Answer>;

    /// What an answer may lead to; `None` where nothing is left to chance.
    fn outlook(&self, game: &G, answer: &G::Answer) -> Option<G::Outlook> {
        let _ = (game, answer);
        None
    }
}

impl<G, N, Q> Ask<G> for Q
where
    G: Game<Refusal = Refusal<N>, Answer: PlainAnswer>,
    N: Names,
    Q: YesOrNo<G>,
{
    const WORD: &'static str = Q::WORD;
    const ROUTINE: Option<Routine> = Q::ROUTINE;
    type Granted = bool;

    fn side(&self, game: &G) -> Side {
        YesOrNo::side(self, game)
    }

    fn grant(&self, _: &G, answer: &G::Answer) -> Result<bool, G::Refusal> {
        yes_or_no(answer)
    }

    fn decline(&self, game: &G) -> G::Answer {
        if self.silence_is_yes(game) { PlainAnswer::YES } else { PlainAnswer::NO }
    }

    fn prompt(&self, game: &G) -> String {
        YesOrNo::prompt(self, game)
    }

    fn waited_for(&self, game: &G) -> String {
        YesOrNo::waited_for(self, game)
    }

    fn form(&self, game: &G) -> Form<G::Answer> {
        YesOrNo::form(self, game)
    }

    fn outlook(&self, game: &G, answer: &G::Answer) -> Option<G::Outlook> {
        YesOrNo::outlook(self, game, answer)
    }

    fn beforehand(&self, _: &G, value: &str) -> Option<G::Answer> {
        Routine::said(value)
    }
}
