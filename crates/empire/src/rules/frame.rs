//! The frame of questions of yes or no, written once: what stands in each beside it are its words.

/// Who answers and how, of a question about an ME: its owner, yes or no; silence is no, and it may be answered beforehand.
macro_rules! owner_says {
    () => {
        type Granted = bool;

        fn side(&self, game: &Empire) -> engine::Side {
            game.me(self.me).side
        }

        crate::rules::frame::yes_or_no!();

        fn beforehand(&self, _: &Empire, value: &str) -> Option<crate::state::answer::Answer> {
            engine::Routine::said(value)
        }
    };
}

/// Likewise of a question that names the side it is put to.
macro_rules! side_says {
    () => {
        type Granted = bool;

        fn side(&self, _: &Empire) -> engine::Side {
            self.side
        }

        crate::rules::frame::yes_or_no!();
    };
}

macro_rules! yes_or_no {
    () => {
        fn grant(
            &self,
            _: &Empire,
            answer: &crate::state::answer::Answer,
        ) -> Result<bool, crate::state::answer::Refusal> {
            engine::yes_or_no(answer)
        }

        fn decline(&self, _: &Empire) -> crate::state::answer::Answer {
            crate::state::answer::Answer::No
        }
    };
}

pub(crate) use {owner_says, side_says, yes_or_no};
