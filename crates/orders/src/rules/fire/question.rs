//! Which shot is fired next.

use super::targets::check_shot;
use crate::rules::luck::pick;
use crate::rules::outlook::{self, Outlook};
use crate::state::answer::{Answer, Shot, Targets};
use crate::state::game::Orders;
use crate::state::refusal::{Cite, Refusal, not_an_answer, refuse, why};
use dice::Stream;
use engine::{Ask, Form, FormKind, Offer, Side};
use serde::Serialize;

/// Steps 3 and 4: the next shot, or no more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fire {
    pub side: Side,
    pub shots: Vec<Targets>,
}

impl Fire {
    /// Each shot that may be fired.
    fn each(&self) -> impl Iterator<Item = Shot> {
        self.shots
            .iter()
            .flat_map(|from| from.targets.iter().map(|target| Shot { unit: from.unit, target: *target }))
    }
}

impl Ask<Orders> for Fire {
    const WORD: &'static str = "fire";
    type Granted = Option<Shot>;

    fn side(&self, _: &Orders) -> Side {
        self.side
    }

    fn grant(&self, game: &Orders, answer: &Answer) -> Result<Option<Shot>, Refusal> {
        if *answer == Answer::No {
            return Ok(None);
        }
        let Answer::Shot(shot) = *answer else {
            return not_an_answer("who fires at whom, or no more.");
        };
        if self.each().any(|offered| offered == shot) {
            return Ok(Some(shot));
        }
        check_shot(game, self.side, shot)?;
        let why = why!("{} [has|have] no shot at {}.", game.called(shot.unit), game.called(shot.target));
        refuse(Cite::question(), why)
    }

    /// The first unit that may fire, at the nearest target, which is offered first.
    fn decline(&self, _: &Orders) -> Answer {
        let Some(from) = self.shots.iter().find(|from| !from.targets.is_empty()) else { return Answer::No };
        let target = from.targets.first();
        target.map_or(Answer::No, |target| Answer::Shot(Shot { unit: from.unit, target: *target }))
    }

    fn prompt(&self, _: &Orders) -> String {
        "Choose who fires at whom, or end firing.".to_owned()
    }

    fn waited_for(&self, _: &Orders) -> String {
        "their fire.".to_owned()
    }

    fn form(&self, game: &Orders) -> Form<Answer> {
        let offer = |shot: Shot| Offer {
            unit: Some(shot.unit),
            target: Some(shot.target),
            ..Offer::new("", format!("at {}", game.name(shot.target)), Answer::Shot(shot))
        };
        let lit = self.shots.iter().map(|from| from.unit).collect();
        let form = Form { offers: self.each().map(offer).collect(), ..Form::new(FormKind::Shots, None) };
        form.lit(lit).or("End firing", "", Answer::No)
    }

    fn sample(&self, _: &Orders, luck: &mut Stream) -> Answer {
        if luck.below(6) == 0 {
            return Answer::No;
        }
        let from = pick(&self.shots, luck);
        let shot = from.and_then(|from| Some(Shot { unit: from.unit, target: *pick(&from.targets, luck)? }));
        shot.map_or(Answer::No, Answer::Shot)
    }

    fn outlook(&self, game: &Orders, answer: &Answer) -> Option<Outlook> {
        let Answer::Shot(shot) = *answer else { return None };
        outlook::shot(game, shot)
    }
}
