//! Volley as a page shows it.

mod options;
mod ride;

use super::{Shown, is_his};
use crate::shown::options::Options;
use crate::wrong::Wrong;
use engine::Side;
use serde_json::{Value, json};
use std::sync::Arc;
use volley::{GeneralId, Profile, Question, UnitId, Volley};

impl Shown for Volley {
    const RECORD_TELLS: &'static str = "The record tells of reserves that are still hidden from you: it is given out \
                                        when they have arrived or the battle is over.";

    /// The reserves that have not arrived: a view holds those of its own side only.
    fn own(&self, side: Option<Side>) -> Option<Value> {
        let mine = self.reserves.iter().filter(|reserve| Some(reserve.side) == side);
        let unit = |unit: &Arc<Profile>| {
            let Profile { name, arm, grade, figures, .. } = &**unit;
            json!({ "name": name, "arm": arm.word(), "grade": grade.word(), "figures": figures })
        };
        let mine = mine.map(|reserve| {
            json!({ "command": reserve.command, "units": reserve.units.iter().map(unit).collect::<Vec<_>>() })
        });
        let reserves: Vec<Value> = mine.collect();
        (!reserves.is_empty()).then(|| json!({ "reserves": reserves }))
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
