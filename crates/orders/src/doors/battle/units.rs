//! Units: what each is, and where and how it stands.

use super::Reading;
use super::leaders::FoundLeader;
use crate::charts::Rules;
use crate::state::scenario::Placed;
use crate::state::unit::Profile;
use crate::state::words::{Arm, Formation, Gun, Level, Nation, Troop};
use engine::battle_file::{Found, name, no_place_yet, read_pose};
use rulebook::Table;
use std::sync::Arc;
use table::Footprint;

pub(super) type FoundUnit<'r> = Found<'r, Placed>;

/// When a unit comes.
#[derive(Clone, Copy)]
pub(super) enum Begins {
    /// It is there when the battle begins, or is deployed then.
    Battle,
    Later,
}

impl Reading<'_> {
    /// A unit of the file: on the table, still to be deployed, or coming later.
    pub(super) fn unit<'t>(
        &self,
        table: Table<'t>,
        leaders: &[FoundLeader<'_>],
        begins: Begins,
    ) -> FoundUnit<'t> {
        let title = name(&table, "name");
        if !table.has("corps") {
            table.fault_at("corps", "nothing", "the corps the unit belongs to");
        }
        let corps = self.corps_named(&table, None);
        let side = corps.map(|corps| self.corps[usize::from(corps.0)].side);
        let commander = leaders.iter().find(|leader| leader.corps.is_some() && leader.corps == corps);
        let own = table.item("nation").and_then(|item| item.word(Nation::WORDS));
        let nation = own.or(commander.and_then(|leader| leader.nation));
        let arm = table.word("arm", Arm::WORDS);
        let troop = table.word("troop", Troop::WORDS);
        let level = table.item("level").and_then(|item| item.word(&Level::WORDS[1..]));
        let stands = table.item("stands").and_then(|item| item.int(&(1..=6)));
        let gun = table.item("gun");
        let gun = match (gun, arm) {
            (Some(item), Some(arm)) if !arm.is_artillery() => {
                item.fault_with(format!("a gun for {arm}"), "one for artillery only", None);
                None
            }
            (Some(item), _) => item.word(Gun::WORDS),
            (None, _) => arm.and_then(Arm::usual_gun),
        };
        let profile = match (corps, side, nation, arm, troop) {
            (Some(corps), Some(side), Some(nation), Some(arm), Some(troop)) => {
                let (width, depth) = self.rules.stand();
                Some(Profile {
                    name: title.as_str().into(),
                    side,
                    nation,
                    arm,
                    troop,
                    corps,
                    stands: stands.unwrap_or_else(|| self.rules.usual_stands(arm)),
                    base: Footprint::new(width, depth),
                    gun,
                })
            }
            _ => None,
        };
        let placed = match begins {
            Begins::Battle => self.place(&table, profile, level),
            Begins::Later => self.waiting(&table, profile, level),
        };
        let command = corps.map(|corps| self.corps[usize::from(corps.0)].name.clone()).unwrap_or_default();
        Found { table, name: title, side, command, placed }
    }

    /// Where a unit stands, and how; or that its side deploys it.
    fn place(&self, table: &Table<'_>, profile: Option<Profile>, level: Option<Level>) -> Option<Placed> {
        let pose = read_pose(table);
        let formation = table.item("formation").map(|item| (item.word(Formation::WORDS), item));
        let pose = pose?;
        let profile = profile?;
        let formation = match formation {
            Some((formation, item)) => {
                let formation = formation?;
                if !fits(self.rules, profile.arm, formation) {
                    let may =
                        Formation::WORDS.iter().filter(|(_, known)| fits(self.rules, profile.arm, *known));
                    let may: Vec<&str> = may.map(|(word, _)| *word).collect();
                    item.fault_with(format!("{formation} for {}", profile.arm), may.join(" or "), None);
                }
                formation
            }
            None => usual_formation(profile.arm),
        };
        Some(Placed { profile: Arc::new(profile), formation, level, pose })
    }

    /// A unit that comes later has no place yet.
    fn waiting(&self, table: &Table<'_>, profile: Option<Profile>, level: Option<Level>) -> Option<Placed> {
        no_place_yet(table, "a place or formation", "none: reinforcements enter marching, at the edge");
        let profile = profile?;
        Some(Placed { formation: Formation::Column, profile: Arc::new(profile), level, pose: None })
    }
}

/// Whether an arm may be in a formation.
fn fits(rules: &Rules, arm: Arm, formation: Formation) -> bool {
    rules.unsuited(arm, formation).is_none()
}

fn usual_formation(arm: Arm) -> Formation {
    if arm.is_artillery() { Formation::Unlimbered } else { Formation::Column }
}
