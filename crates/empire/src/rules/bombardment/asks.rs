//! What the owner of a battery is asked in phase 11.

use super::Mission;
use crate::state::answer::{Answer, Refusal};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
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
            _ => not_an_answer("one of the targets, or nobody."),
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
        for (place, mission) in (0..=u8::MAX).zip(&self.missions) {
            let (target, text) = match mission {
                Mission::At(target, rate) => (*target, format!("{}, {rate}", game.name(*target))),
                Mission::Burn(target, structure) => {
                    let name = game.structure(*structure).map_or("the building", |it| &it.name);
                    (*target, format!("set {name} aflame"))
                }
            };
            form.offers.push(Offer { unit: Some(target), ..Offer::new(text, "", Answer::Option(place)) });
            if !form.lit.contains(&target) {
                form.lit.push(target);
            }
        }
        form.or("Hold fire", "", Answer::No)
    }
}
