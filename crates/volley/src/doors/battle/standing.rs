//! Where units stand: each on ground it may stand on, and clear of all others.

use super::{FoundUnit, Reading};
use crate::ids::{house, rule};
use crate::state::scenario::Placed;
use crate::state::unit::footprint;
use crate::state::words::{Arm, Formation};
use engine::battle_file::{Stood, check_apart};
use table::{Footprint, Ground, Rect, Terrain};

/// A unit with the ground it covers, and what that ground must bear.
struct OnGround<'u, 'r> {
    stood: Stood<'u, 'r, Placed>,
    arm: Arm,
    formation: Formation,
}

impl Reading<'_> {
    /// Checks that every unit is on the table, on ground it may stand on, and clear of all others.
    pub(super) fn check_ground(&self, units: &[FoundUnit<'_>]) {
        let standing: Vec<OnGround<'_, '_>> = units.iter().filter_map(|found| self.standing(found)).collect();
        standing.iter().for_each(|unit| self.check_place(unit));
        let separation = self.rules.ruled(house!("move.separation"));
        check_apart(standing.iter().map(|unit| &unit.stood), separation);
    }

    fn standing<'u, 'r>(&self, found: &'u FoundUnit<'r>) -> Option<OnGround<'u, 'r>> {
        let placed = found.placed.as_ref()?;
        let pose = placed.pose?;
        let profile = &placed.profile;
        // As the game itself stands it.
        let line_only = profile.arm == Arm::Cavalry && self.rules.plays(house!("cav.formation", "line-only"));
        let formation = if line_only { Formation::Line } else { placed.formation };
        let footprint = footprint(self.rules, profile.arm, formation, profile.figures);
        let Footprint { width, depth } = footprint;
        let described = format!("{:?} ({formation}, {width} by {depth})", found.name);
        let stood = Stood { found, described, at: pose.at, rect: Rect::new(pose, footprint) };
        Some(OnGround { stood, arm: profile.arm, formation })
    }

    fn check_place(&self, unit: &OnGround<'_, '_>) {
        let OnGround { stood, arm, formation } = unit;
        if !stood.is_whole_on(self.terrain) {
            return;
        }
        let ground = self.terrain.under(&stood.rect);
        let no_woods = match arm {
            Arm::Cavalry => self.rules.on(rule!("volley.move.woods.cavalry")),
            Arm::Artillery => self.rules.on(rule!("volley.move.woods.artillery")),
            Arm::Infantry | Arm::Skirmishers => false,
        };
        if ground.woods && no_woods {
            let found = format!("{} in {}", stood.described, self.feature(stood, |ground| ground.woods));
            stood.fault(found, format!("{arm} outside of woods"));
        }
        if ground.impassable {
            let found = format!("{} in {}", stood.described, self.feature(stood, |ground| ground.impassable));
            stood.fault(found, "ground that can be passed");
        }
        if formation.is_closed() && (ground.woods || ground.village) {
            let closed = |ground: Ground| ground.woods || ground.village;
            let found = format!("{} in {}", stood.described, self.feature(stood, closed));
            stood.fault(found, format!("no {} in woods or villages", formation));
        }
    }

    /// The name of the first feature under the unit that makes such ground.
    fn feature(&self, stood: &Stood<'_, '_, Placed>, is: impl Fn(Ground) -> bool) -> String {
        let Terrain { width, depth, features, .. } = self.terrain;
        let alone = |feature: &&table::Feature| {
            is(Terrain::new(*width, *depth, vec![(*feature).clone()]).under(&stood.rect))
        };
        features.iter().find(alone).map_or_else(String::new, |feature| format!("{:?}", feature.name))
    }
}
