//! Firing.

use super::Rules;
use crate::ids::{house, rule};
use crate::state::words::{Arm, Band, Formation, Gun, Shooter, Troop};
use dice::Pool;
use rulebook::RuleId;
use table::{EIGHTH, Inches};

impl Rules {
    /// Dice for each stand; artillery has those of its chart instead.
    pub fn stand_dice(&self, arm: Arm) -> Option<(RuleId, Pool)> {
        let rule = match arm {
            Arm::Infantry => rule!("orders.fire.inf.dice"),
            Arm::LightCavalry | Arm::HeavyCavalry => rule!("orders.fire.cav.dice"),
            Arm::FootArtillery | Arm::HorseArtillery => return None,
        };
        Some((rule, self.dice(rule)?))
    }

    /// How far infantry and cavalry fire; `None`: not at all. Guns reach as far as [`Self::guns`] has dice.
    pub fn fire_range(&self, arm: Arm) -> Option<(RuleId, Inches)> {
        let rule = match arm {
            Arm::Infantry => rule!("orders.fire.inf.range"),
            Arm::LightCavalry | Arm::HeavyCavalry => rule!("orders.fire.cav.range"),
            Arm::FootArtillery | Arm::HorseArtillery => return None,
        };
        Some((rule, self.inches(rule)?))
    }

    /// The angle to either side of straight ahead, in 65536ths of a turn (ruling fire.arc); `None`: all round.
    pub fn arc(&self, arm: Arm) -> Option<(RuleId, i32)> {
        let rule =
            if arm.is_artillery() { rule!("orders.fire.art.arc") } else { rule!("orders.fire.inf-cav.arc") };
        let angle = self.int(rule)? * EIGHTH / 45;
        Some((rule, if self.plays(house!("fire.arc", "total")) { angle / 2 } else { angle }))
    }

    /// How many of a unit's stands fire (ruling fire.front-rank).
    pub fn front_rank(&self, formation: Formation, stands: u32) -> u32 {
        if !self.on(rule!("orders.fire.front-rank")) || self.plays(house!("fire.front-rank", "all-stands")) {
            return stands;
        }
        match formation {
            Formation::Line | Formation::Unlimbered => stands,
            Formation::Column | Formation::Square | Formation::HastySquare => stands.div_ceil(2),
            Formation::Road => stands.min(1),
        }
    }

    /// The number a firer needs on a die.
    pub fn to_hit(&self, troop: Troop, arm: Arm) -> Option<(RuleId, i32)> {
        let all_seasoned = arm.is_artillery() && self.plays(house!("fire.artillery-quality", "seasoned"));
        let own = self.to_hit.get(if all_seasoned { Shooter::Seasoned } else { Shooter::of(troop) });
        if arm.is_cavalry() { self.to_hit.get(Shooter::Cavalry).or(own) } else { own }
    }

    /// The cell of the range chart for a distance. A column whose rule is not in force reads as the one nearer.
    fn gun_cell(&self, gun: Gun, range: Inches) -> Option<(RuleId, Option<Pool>)> {
        if !self.on(rule!("orders.fire.art.dice")) || !self.on(rule!("orders.artillery.bands")) {
            return None;
        }
        let ends = self.ruled_list(house!("artillery.bands"));
        let band = ends.iter().position(|end| self.within(range, Inches(*end)))?;
        let nearer = Band::WORDS.iter().take(band + 1).rev();
        nearer.map(|(_, band)| *band).find_map(|band| self.guns.get((gun, band)))
    }

    /// The dice of a battery at a distance; `None`: it cannot fire so far.
    pub fn guns(&self, gun: Gun, range: Inches) -> Option<(RuleId, Pool)> {
        let (rule, dice) = self.gun_cell(gun, range)?;
        Some((rule, dice?))
    }

    /// The blank of the range chart that keeps a gun from firing so far.
    pub fn guns_blank(&self, gun: Gun, range: Inches) -> Option<RuleId> {
        self.gun_cell(gun, range).filter(|(_, dice)| dice.is_none()).map(|(rule, _)| rule)
    }

    /// The columns of the range chart in which a gun fires: from where to where, and its dice.
    pub fn gun_bands(&self, gun: Gun) -> Vec<(Inches, Inches, RuleId, Pool)> {
        let mut from = Inches::ZERO;
        let mut bands = Vec::new();
        for end in self.ruled_list(house!("artillery.bands")) {
            let to = Inches(*end);
            // Just inside each column, so that it does not matter whether its end is.
            bands.extend(self.guns(gun, to - Inches(1)).map(|(rule, pool)| (from, to, rule, pool)));
            from = to;
        }
        bands
    }

    /// How far a gun fires.
    pub fn gun_reach(&self, gun: Gun) -> Option<Inches> {
        let ends = self.ruled_list(house!("artillery.bands")).iter().map(|end| Inches(*end));
        ends.filter(|end| self.guns(gun, *end - Inches(1)).is_some()).max()
    }

    /// The distance beyond which artillery gives only a limited number of checks, and that number.
    pub fn long_range(&self) -> Option<(RuleId, Inches, u32)> {
        let rule = rule!("orders.fire.result.long-range-artillery");
        Some((rule, self.inches(rule)?, self.count(rule)))
    }
}
