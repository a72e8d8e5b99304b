//! A battle at its beginning.

use crate::charts::Rules;
use crate::ids::house;
use crate::rules::turn::{sequence, verdict};
use crate::state::game::Volley;
use crate::state::scenario::Battle;
use crate::state::unit::{General, Standing, Unit, UnitId};
use crate::state::words::{Arm, Formation};
use engine::Both;
use std::sync::Arc;

impl Battle {
    /// The battle on a screen, every unit where the file puts it.
    pub fn begin(&self, rules: Arc<Rules>) -> Volley {
        self.start(rules, true)
    }

    /// The same battle beside real figures: nothing has a position.
    pub fn beside_figures(&self, rules: Arc<Rules>) -> Volley {
        self.start(rules, false)
    }

    fn start(&self, rules: Arc<Rules>, measured: bool) -> Volley {
        let mut units = Vec::new();
        for placed in &self.units {
            let deployed = placed.pose.is_some() || !measured;
            let standing = if deployed { Standing::OnTable } else { Standing::Undeployed };
            let formation = match (placed.profile.arm, rules.plays(house!("cav.formation", "line-only"))) {
                (Arm::Cavalry, true) => Formation::Line,
                _ => placed.formation,
            };
            let mut unit = Unit::new(Arc::clone(&placed.profile), formation, standing);
            if let (Some(pose), true) = (placed.pose, measured) {
                unit.stand(&rules, pose, formation);
            }
            units.push(unit);
        }
        let find = |name: &str| units.iter().position(|unit| unit.name() == name).map(|at| UnitId(at as u16));
        let generals = self
            .generals
            .iter()
            .map(|general| {
                let attached = general.attached.as_deref().and_then(find);
                Arc::new(General {
                    name: general.name.clone(),
                    side: general.side,
                    brigade: general.brigade.clone(),
                    pose: match attached {
                        Some(_) => None,
                        None => general.pose.filter(|_| measured),
                    },
                    attached,
                    lost: false,
                    moved: false,
                })
            })
            .collect();
        let mut starting_units = Both::default();
        let mut starting_figures = Both::default();
        for profile in
            self.units.iter().map(|placed| &placed.profile).chain(self.reserves.iter().flat_map(|r| &r.units))
        {
            starting_units[profile.side] += 1;
            starting_figures[profile.side] += profile.figures;
        }
        let stage = sequence::first(units.iter().any(|unit| unit.standing == Standing::Undeployed));
        let mut game = Volley {
            scenario: Arc::clone(&self.scenario),
            rules,
            turn: 1,
            phase: 0,
            stage,
            units: units.into(),
            generals,
            reserves: self.reserves.clone(),
            charges: Vec::new(),
            melees: Vec::new(),
            aims: Vec::new(),
            losers: Vec::new(),
            tested: Vec::new(),
            measured,
            starting_units,
            starting_figures,
            holders: Vec::new(),
            outcome: None,
        };
        game.holders = verdict::holders_kept(&game);
        game
    }
}
