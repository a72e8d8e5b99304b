//! What questions of one kind have in common: yes or no, one of several units, a target or none.

use crate::ids::house;
use crate::state::answer::Answer;
use crate::state::game::Volley;
use crate::state::refusal::{Cite, Refusal, not_an_answer, refuse};
use crate::state::unit::UnitId;
use engine::wording::says;

/// For an [`Ask`](engine::Ask) about a unit that is answered with yes or no: each with what it is called and a note.
macro_rules! yes_or_no {
    ($unit:ident: $yes:expr, $no:expr) => {
        type Granted = bool;

        fn side(&self, game: &$crate::state::game::Volley) -> ::engine::Side {
            game.side_of(self.$unit)
        }

        fn grant(
            &self,
            _: &$crate::state::game::Volley,
            answer: &$crate::state::answer::Answer,
        ) -> Result<bool, $crate::state::refusal::Refusal> {
            $crate::rules::asking::read_yes(answer)
        }

        fn form(&self, _: &$crate::state::game::Volley) -> ::engine::Form<$crate::state::answer::Answer> {
            let ((yes, yes_note), (no, no_note)) = ($yes, $no);
            ::engine::Form::choose(Some(self.$unit)).or(yes, yes_note, $crate::state::answer::Answer::Yes).or(
                no,
                no_note,
                $crate::state::answer::Answer::No,
            )
        }
    };
}

/// For an [`Ask`](engine::Ask) that is answered with one of some units: the first of them, where nobody chooses.
macro_rules! one_of {
    ($units:ident, as $kind:ident $(of $subject:ident)?) => {
        type Granted = $crate::state::unit::UnitId;

        fn grant(
            &self,
            game: &$crate::state::game::Volley,
            answer: &$crate::state::answer::Answer,
        ) -> Result<$crate::state::unit::UnitId, $crate::state::refusal::Refusal> {
            $crate::rules::asking::read_unit(game, answer, &self.$units)
        }

        fn decline(&self, _: &$crate::state::game::Volley) -> $crate::state::answer::Answer {
            let first = self.$units.first();
            first.map_or($crate::state::answer::Answer::No, |unit| $crate::state::answer::Answer::Unit(*unit))
        }

        fn form(&self, _: &$crate::state::game::Volley) -> ::engine::Form<$crate::state::answer::Answer> {
            let subject = None $(.or(Some(self.$subject)))?;
            ::engine::Form::units(
                ::engine::FormKind::$kind,
                subject,
                &self.$units,
                $crate::state::answer::Answer::Unit,
            )
        }
    };
}

/// For an [`Ask`](engine::Ask) at whom a unit shoots: one of its `targets`, or nobody.
macro_rules! target_or_none {
    ($shooter:ident) => {
        type Granted = Option<$crate::state::unit::UnitId>;

        fn side(&self, game: &$crate::state::game::Volley) -> ::engine::Side {
            game.side_of(self.$shooter)
        }

        fn grant(
            &self,
            game: &$crate::state::game::Volley,
            answer: &$crate::state::answer::Answer,
        ) -> Result<Option<$crate::state::unit::UnitId>, $crate::state::refusal::Refusal> {
            match answer {
                $crate::state::answer::Answer::No => Ok(None),
                _ => $crate::rules::asking::read_unit(game, answer, &self.targets).map(Some),
            }
        }

        fn decline(&self, _: &$crate::state::game::Volley) -> $crate::state::answer::Answer {
            $crate::state::answer::Answer::No
        }

        fn form(&self, _: &$crate::state::game::Volley) -> ::engine::Form<$crate::state::answer::Answer> {
            let (shooter, unit) = (Some(self.$shooter), $crate::state::answer::Answer::Unit);
            ::engine::Form::units(::engine::FormKind::Target, shooter, &self.targets, unit).or(
                "Hold fire",
                "",
                $crate::state::answer::Answer::No,
            )
        }

        /// Fire is held once in five times, however many targets there are.
        fn sample(
            &self,
            _: &$crate::state::game::Volley,
            luck: &mut ::dice::Stream,
        ) -> $crate::state::answer::Answer {
            if luck.below(5) == 0 {
                return $crate::state::answer::Answer::No;
            }
            let target = self.targets.get(luck.below(self.targets.len() as u32) as usize);
            target
                .map_or($crate::state::answer::Answer::No, |unit| $crate::state::answer::Answer::Unit(*unit))
        }
    };
}

pub(crate) use {one_of, target_or_none, yes_or_no};

pub(crate) fn read_yes(answer: &Answer) -> Result<bool, Refusal> {
    match answer {
        Answer::Yes => Ok(true),
        Answer::No => Ok(false),
        _ => not_an_answer("yes or no."),
    }
}

/// One of a list of units.
pub(crate) fn read_unit(game: &Volley, answer: &Answer, units: &[UnitId]) -> Result<UnitId, Refusal> {
    match answer {
        Answer::Unit(unit) if units.contains(unit) => Ok(*unit),
        Answer::Unit(unit) => {
            let names: Vec<&str> = units.iter().map(|id| game.name(*id)).collect();
            let why = says(game.name(*unit), &format!("[is|are] not one of these: {}.", names.join(", ")));
            refuse(Cite::question(), why)
        }
        _ => not_an_answer("name one of the units."),
    }
}

/// Whether an option that nobody decides on is taken up, as the house plays it.
pub(crate) fn is_taken_up(game: &Volley) -> bool {
    game.rules.plays(house!("choice.default", "accept"))
}

/// Yes or no, where nobody says which.
pub(crate) fn undecided(game: &Volley) -> Answer {
    if is_taken_up(game) { Answer::Yes } else { Answer::No }
}
