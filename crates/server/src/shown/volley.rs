//! Volley as a page shows it.

mod odds;
mod options;
mod ride;

use super::{Shown, is_his};
use crate::shown::options::Options;
use crate::wrong::Wrong;
use engine::Side;
use serde_json::{Value, json};
use std::sync::Arc;
use volley::options::reserve_need;
use volley::scenario::Scenario;
use volley::{GeneralId, Profile, Question, UnitId, Volley};

impl Shown for Volley {
    type Scenario = Scenario;

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The reserves that have not arrived: who, where they come on, and the face that brings them. A view holds those
    /// of its own side only.
    fn own(&self, side: Option<Side>) -> Option<Value> {
        let mine = self.reserves.iter().filter(|reserve| Some(reserve.side) == side);
        let unit = |unit: &Arc<Profile>| {
            let Profile { name, arm, grade, figures, .. } = &**unit;
            json!({ "name": name, "arm": arm.word(), "grade": grade.word(), "figures": figures })
        };
        let mine = mine.map(|reserve| {
            json!({
                "command": reserve.command,
                "units": reserve.units.iter().map(unit).collect::<Vec<_>>(),
                "at": reserve.point,
                "needs": reserve_need(&self.rules, reserve.failed),
                "rules": ["volley.p1.reserves", "volley.house.reserve.roll"],
            })
        });
        let reserves: Vec<Value> = mine.collect();
        (!reserves.is_empty()).then(|| json!({ "reserves": reserves }))
    }

    fn record_tells(&self, side: Option<Side>) -> Option<&'static str> {
        let hidden = self.reserves.iter().any(|reserve| side != Some(reserve.side));
        hidden.then_some(
            "The record tells of reserves that are still hidden from you: it is given out when they have arrived or \
             the battle is over.",
        )
    }

    fn unit_options(&self, side: Side, _: &Question, unit: UnitId) -> Result<Options, Wrong> {
        is_his(side, self.get(unit).map(|body| (body.side(), body.name())), "unit")?;
        Ok(options::of_unit(self, side, unit))
    }

    fn general_options(&self, side: Side, question: &Question, general: GeneralId) -> Result<Options, Wrong> {
        is_his(side, self.general(general).map(|officer| (officer.side, officer.name.as_str())), "general")?;
        Ok(ride::of_general(self, general, question))
    }
}
