//! Volley as a page shows it.

mod options;
mod ride;

use super::{Shown, is_his};
use crate::refused::Refused;
use crate::shown::options::Locking;
use crate::shown::options::Options;
use crate::shown::says::unresolved;
use engine::wording::says;
use engine::{Sentence, Side};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use table::{Inches, Point};
use volley::options::reserve_need;
use volley::words::Arm;
use volley::{Cite, GeneralId, Profile, Question, UnitId, Volley};

/// What only this game has.
#[derive(Serialize, JsonSchema)]
pub struct Own {
    /// Commands of one's own side that have not arrived.
    reserves: Vec<Reserve>,
}

#[derive(Serialize, JsonSchema)]
struct Reserve {
    command: String,
    units: Vec<ReserveUnit>,
    /// Where on the edge it comes on.
    at: Point,
    /// The face that brings it up, or more.
    needs: u32,
    rules: Vec<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct ReserveUnit {
    name: String,
    arm: Arm,
    grade: &'static str,
    figures: u32,
}

impl Shown for Volley {
    type Own = Own;

    const RECORD_TELLS: &'static str = "The record tells of reserves that are still hidden from you: it is given out \
                                        when they have arrived or the battle is over.";

    const OUT_OF_COMMAND: &'static str = "volley.move.half.command";

    fn command_range(&self) -> Option<Inches> {
        Some(volley::command::range_of(self))
    }

    fn locked(&self, unit: UnitId) -> Option<Locking> {
        let volley::movement::Firefight { with, forbids, rules } = volley::movement::firefight(self, unit)?;
        let text = unresolved(|| {
            let held = format!(
                "will be locked in a firefight with {}: as long as both stay in line so near, [it|they] may not {forbids}.",
                self.name(with)
            );
            says(self.name(unit), &held)
        });
        let rules = rules.into_iter().map(|rule| Cite::from(rule).id()).collect();
        Some(Locking { unit, by: with, text, rules })
    }

    fn aims(&self) -> Vec<(UnitId, UnitId)> {
        let aims = self.aims.iter().filter(|aim| !aim.fired);
        aims.filter_map(|aim| Some((aim.shooter, aim.target?))).collect()
    }

    fn aim_asked(&self, gun: UnitId) -> Option<Question> {
        volley::options::aim_asked(self, gun).map(Question::from)
    }

    fn silent(&self, gun: UnitId) -> Option<Sentence> {
        volley::options::silence(self, gun).map(|why| unresolved(|| why.said(self)))
    }

    /// The reserves that have not arrived: who, where they come on, and the face that brings them. A view holds those
    /// of its own side only.
    fn own(&self, side: Option<Side>) -> Option<Own> {
        let mine = self.reserves.iter().filter(|reserve| Some(reserve.side) == side);
        let unit = |unit: &Arc<Profile>| {
            let Profile { name, arm, grade, figures, .. } = &**unit;
            ReserveUnit { name: name.to_string(), arm: *arm, grade: grade.word(), figures: *figures }
        };
        let reserve = |reserve: &volley::scenario::Reserve| Reserve {
            command: reserve.command.clone(),
            units: reserve.units.iter().map(unit).collect(),
            at: reserve.point,
            needs: reserve_need(&self.rules, reserve.failed),
            rules: vec!["volley.p1.reserves", "volley.house.reserve.roll"],
        };
        let reserves: Vec<Reserve> = mine.map(reserve).collect();
        (!reserves.is_empty()).then_some(Own { reserves })
    }

    fn described(types: &mut crate::described::Types) {
        use volley::words::{Formation, Nation};
        types.sent::<Arm>();
        types.sent::<Formation>();
        types.sent::<Nation>();
    }

    fn unit_options(&self, side: Side, _: &Question, unit: UnitId) -> Result<Options, Refused> {
        is_his(side, self.get(unit).map(|body| (body.side(), body.name())), "unit")?;
        Ok(options::of_unit(self, side, unit))
    }

    fn general_options(
        &self,
        side: Side,
        question: &Question,
        general: GeneralId,
    ) -> Result<Options, Refused> {
        is_his(side, self.general(general).map(|officer| (officer.side, officer.name.as_str())), "general")?;
        Ok(ride::of_general(self, general, question))
    }
}
