//! Morale, leaders, and what a melee comes to.

use super::{Distance, LeaderLoss, MeleeResult, Reaching, Rules};
use crate::ids::{house, rule};
use crate::state::words::{Arm, Formation, Level, Troop, Turned};
use rulebook::RuleId;
use table::Inches;

/// Morale and leaders.
impl Rules {
    /// The next status down the ladder. A status whose own rule is not in force is passed over.
    pub fn lower(&self, level: Level) -> Option<Level> {
        self.ladder.iter().copied().find(|known| *known < level)
    }

    /// The next status up the ladder.
    pub fn higher(&self, level: Level) -> Option<Level> {
        self.ladder.iter().rev().copied().find(|known| *known > level)
    }

    /// What reaching a status does.
    pub fn reaching(&self, level: Level) -> Option<(RuleId, Reaching)> {
        self.reaching.get(level)
    }

    /// How far an arm goes back on reaching a status, and how it then faces.
    pub fn goes_back(&self, level: Level, arm: Arm) -> Option<(RuleId, Inches, Turned)> {
        let (rule, Reaching::Back { by, facing }) = self.reaching(level)? else { return None };
        let inches = match by {
            Distance::Inches(inches) => inches,
            Distance::ColumnMove(parts, of) => {
                let (_, column) = self.rate(arm, Formation::Column)?;
                Inches(column.0.saturating_mul(parts as i32) / of.max(1) as i32)
            }
        };
        Some((rule, inches, facing))
    }

    /// The status a unit starts at where its battle does not say (ruling morale.start).
    pub fn starts_at(&self, troop: Troop) -> Level {
        let bold = troop == Troop::Guard && self.plays(house!("morale.start", "bold-guard"));
        if bold { Level::Bold } else { Level::Firm }
    }

    /// The row of the leader-loss table for a die.
    pub fn leader_loss(&self, die: u32) -> Option<&LeaderLoss> {
        self.leader_losses.iter().find(|loss| (loss.from..=loss.to).contains(&die))
    }

    /// How far a leader's death is felt, and the checks it gives.
    pub fn shock(&self) -> Option<(RuleId, Inches, u32)> {
        let rule = rule!("orders.leader-loss.10.shock");
        Some((rule, self.inches(rule)?, self.count(rule)))
    }
}

/// Melee.
impl Rules {
    /// What a difference of the totals does; `None`: nothing.
    pub fn melee_result(&self, margin: u32) -> Option<&MeleeResult> {
        if !self.on(rule!("orders.melee.result.margin")) {
            return None;
        }
        self.melee_results.iter().find(|row| row.from <= margin && row.to.is_none_or(|to| margin <= to))
    }
}
