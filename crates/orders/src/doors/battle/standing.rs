//! Where units stand: each on ground it may stand on, and clear of all others.

use super::Reading;
use super::units::FoundUnit;
use crate::ids::house;
use crate::rules::ground;
use crate::state::unit::footprint;
use engine::battle_file::{Stood, check_apart};
use table::Rect;

impl Reading<'_> {
    /// Checks that every unit is on the table, on ground it may stand on, and clear of all others.
    pub(super) fn check_ground(&self, units: &[FoundUnit<'_>]) {
        let mut standing = Vec::new();
        for found in units {
            let Some((placed, pose)) = found.placed.as_ref().and_then(|placed| Some((placed, placed.pose?)))
            else {
                continue;
            };
            let rect = Rect::new(pose, footprint(&placed.profile, placed.formation));
            let stood = Stood { found, described: format!("{:?}", found.name), at: pose.at, rect };
            if stood.is_whole_on(self.terrain)
                && let Err(what) = ground::may_stand(self.rules, self.terrain, placed.formation, &stood.rect)
            {
                stood.fault(format!("{:?} in {what}", found.name), "ground it may stand on");
            }
            standing.push(stood);
        }
        check_apart(&standing, self.rules.ruled(house!("move.min-separation")));
    }
}
