//! The advance: straight ahead, and not too near.

use crate::ids::rule;
use crate::state::answer::{Answer, Refusal};
use crate::state::event::{Event, What};
use crate::state::game::Meadow;
use dice::Stream;
use engine::wording::says;
use engine::{Ask, Form, Side, Umpire, UnitId, refuse, why, yes_or_no};
use serde::Serialize;
use table::{Inches, Rect};

pub(crate) fn act<U: Umpire<Meadow>>(
    game: &mut Meadow,
    umpire: &mut U,
    unit: UnitId,
) -> Result<(), U::Pause> {
    let most = room(game, unit);
    if most == Inches::ZERO || !umpire.ask(game, Advance { unit })? {
        return Ok(());
    }
    umpire.tell(|| {
        let by = [rule!("meadow.advance.rate"), rule!("meadow.advance.halt")];
        Event::new(What::Advances { unit, by: most }, &by)
    });
    let company = game.unit_mut(unit);
    company.pose = company.pose.map(|pose| pose.ahead(most));
    Ok(())
}

/// How far a company can advance. Beside real figures the players see to the enemy and the edge themselves.
fn room(game: &Meadow, unit: UnitId) -> Inches {
    let rate = game.rules.inches(rule!("meadow.advance.rate")).unwrap_or_default();
    let halt = game.rules.inches(rule!("meadow.advance.halt")).unwrap_or_default();
    let (Some(pose), Some(rect)) = (game.unit(unit).pose, game.rect(unit)) else { return rate };
    let enemies = game.of(game.unit(unit).side.enemy()).filter_map(|(id, _)| game.rect(id));
    let gaps = enemies.map(|enemy| Inches((rect.distance(&enemy).0 - halt.0).max(0)));
    let most = gaps.fold(rate, Ord::min);
    let there = Rect::new(pose.ahead(most), game.rules.footprint());
    let friends = game.of(game.unit(unit).side).filter(|(id, _)| *id != unit);
    let is_free = !friends.filter_map(|(id, _)| game.rect(id)).any(|friend| friend.overlaps(&there));
    if is_free && game.scenario.terrain.on_table(&there) { most } else { Inches::ZERO }
}

/// Whether a company advances.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advance {
    pub unit: UnitId,
}

impl Ask<Meadow> for Advance {
    const WORD: &'static str = "advance";
    type Granted = bool;

    fn side(&self, game: &Meadow) -> Side {
        game.unit(self.unit).side
    }

    fn grant(&self, game: &Meadow, answer: &Answer) -> Result<bool, Refusal> {
        let (goes, company) = (yes_or_no(answer)?, game.unit(self.unit));
        let shaken = rule!("meadow.advance.shaken");
        if goes && company.shaken && game.rules.on(shaken) {
            return refuse(shaken, why!("{} [is|are] shaken and [does|do] not advance.", &company.name));
        }
        Ok(goes)
    }

    fn decline(&self, _: &Meadow) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Meadow) -> String {
        format!("Does {} advance?", game.name(self.unit))
    }

    fn waited_for(&self, game: &Meadow) -> String {
        format!("whether {}.", says(game.name(self.unit), "advance[s]"))
    }

    fn form(&self, _: &Meadow) -> Form<Answer> {
        Form::yes_or_no(Some(self.unit), ("Advance", ""), ("Stay", ""))
    }

    /// A shaken company stays.
    fn sample(&self, game: &Meadow, luck: &mut Stream) -> Answer {
        let may = self.grant(game, &Answer::Yes).is_ok();
        if may && luck.below(4) > 0 { Answer::Yes } else { Answer::No }
    }
}
