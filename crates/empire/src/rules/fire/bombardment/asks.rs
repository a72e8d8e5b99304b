//! What the owner of a battery is asked in phase 11.

use super::fires::burn_chance;
use super::{Bombard, Mission};
use crate::charts::Rules;
use crate::rules::outlook::About;
use crate::state::answer::{Answer, Refusal};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use engine::outlook::{Outlook, Turns, measuring};
use engine::{Ask, Form, FormKind, Offer, Side, not_an_answer};
use serde::Serialize;

/// What a battery bombards, if anything.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bombardment {
    pub side: Side,
    pub unit: UnitId,
    pub missions: Vec<Mission>,
}

impl Ask<Empire> for Bombardment {
    const WORD: &'static str = "bombard";
    type Granted = Option<Mission>;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, _: &Empire, answer: &Answer) -> Result<Option<Mission>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Option(place) if usize::from(*place) < self.missions.len() => {
                Ok(self.missions.get(usize::from(*place)).copied())
            }
            Answer::Yes | Answer::Unit(_) | Answer::Me(_) | Answer::Option(_) | Answer::Act(_) => {
                not_an_answer("one of the targets, or nobody.")
            }
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        format!("What does {} bombard, and how quickly?", game.name(self.unit))
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("what {} bombards.", game.name(self.unit))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::new(FormKind::Target, Some(self.unit));
        let burns = |structure| burn_chance(game, self.unit, structure).filter(|_| game.measured);
        for (place, mission) in (0..=u8::MAX).zip(&self.missions) {
            let (target, text, chance) = match mission {
                Mission::At(target, rate) => (*target, format!("{}, {rate}", game.name(*target)), None),
                Mission::Burn(target, structure) => {
                    let name = game.structure(*structure).map_or("the building", |it| &it.name);
                    (*target, format!("set {name} aflame"), burns(*structure))
                }
            };
            let answer = Answer::Option(place);
            form.offers.push(Offer { unit: Some(target), chance, ..Offer::new(text, "", answer) });
            if !form.lit.contains(&target) {
                form.lit.push(target);
            }
        }
        form.or("Hold fire", "", Answer::No)
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        let Some(Mission::At(target, rate)) = self.grant(game, answer).ok()? else { return None };
        let facts = measuring(|eyes| Bombard::seen(game, eyes, (self.unit, target), rate))?;
        let rules: &Rules = &game.rules;
        let pair = (self.unit, Some(target));
        let outlook = Outlook::charted(rules, About::Bombardment, pair, facts, Turns::default());
        Some(
            outlook
                .titled("{unit} bombard[s] {foe}")
                .caveat("Balls that bounce on behind it are not counted."),
        )
    }
}
