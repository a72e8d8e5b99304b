//! What the sheet has no answer to, though each fact by itself is on it: a sentence that names what is there.

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::chain::{Body, ChargeFacts};
use crate::rules::charge::hasty_square::may_square_up;
use crate::rules::charge::{NoCharge, never_charges};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::ground::may_garrison;
use crate::state::refusal::Cite;
use crate::state::words::{Arm, Formation, Level, Shelter};
use engine::wording::listed;
use table::Inches;

/// A sentence with what it rests on.
pub(super) fn cited(cite: impl Into<Cite>, why: impl std::fmt::Display) -> String {
    format!("{why} ({})", cite.into().id())
}

/// Units of that arm are never in that formation, or never a garrison. Any unit that may form square may be in a hasty
/// one.
pub(super) fn no_such_unit(rules: &Rules, arm: Arm, formation: Formation, garrison: bool) -> Option<String> {
    let unsuited = |formation: Formation| {
        let square = formation == Formation::HastySquare;
        rules.unsuited(arm, if square { Formation::Square } else { formation })
    };
    let Some(cite) = unsuited(formation) else {
        return (garrison && !may_garrison(rules, arm, formation))
            .then(|| cited(house!("garrison"), "only infantry and unlimbered guns are a garrison"));
    };
    let has = Formation::WORDS.iter().filter(|(_, formation)| unsuited(*formation).is_none());
    let has: Vec<String> = has.map(|(word, _)| (*word).to_owned()).collect();
    Some(cited(cite, format!("{arm} has no {formation} on this sheet, only {}", listed(&has, "and"))))
}

/// Likewise of a unit whose facts are known.
pub(super) fn no_such_body(rules: &Rules, body: &Body) -> Option<String> {
    no_such_unit(rules, body.arm, body.formation, body.garrison.is_some())
}

/// It has no dice at that range. A unit in panic has none either, but that is an answer.
pub(super) fn no_fire(rules: &Rules, shot: &ShotFacts) -> Option<String> {
    let firer = &shot.firer;
    let calm = ShotFacts { firer: fire::Firer { level: Level::Firm, ..*firer }, ..*shot };
    if fire::pool(rules, &calm).is_some() {
        return None;
    }
    let arm = firer.arm;
    let beyond = |reach: Option<Inches>| match reach {
        Some(reach) => format!("{arm} fires {reach} at most"),
        None => format!("{arm} does not fire"),
    };
    Some(match firer.gun {
        Some(_) if firer.formation != Formation::Unlimbered => {
            cited(house!("artillery.limber"), "limbered guns do not fire: give formation=unlimbered")
        }
        Some(gun) => {
            let why = beyond(rules.gun_reach(gun)).replace("fires", &format!("with {gun} guns fires"));
            match rules.guns_blank(gun, shot.range) {
                Some(blank) => cited(blank, why),
                None => cited(house!("artillery.bands"), why),
            }
        }
        None => match rules.fire_range(arm) {
            Some((rule, reach)) => cited(rule, beyond(Some(reach))),
            None => cited(house!("fire.front-rank"), beyond(None)),
        },
    })
}

/// What a charger is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charging {
    /// It is still to come: its status must let it.
    Comes,
    /// It has come: in the middle of a melee it may be in any status, and so it may with no way back.
    Fights,
}

/// A charge that cannot be.
pub(super) fn no_charge(rules: &Rules, charger: &Body, target: &Body, charging: Charging) -> Option<String> {
    let level = match charging {
        Charging::Comes => charger.level,
        Charging::Fights => Level::Firm,
    };
    let procedure = house!("charge.procedure");
    never_charges(rules, charger.arm, level, charger.formation, target.arm).map(|why| match why {
        NoCharge::Artillery => cited(procedure, "artillery never charges; infantry and cavalry do"),
        NoCharge::Panic => cited(procedure, "a unit in panic does not charge"),
        NoCharge::Disrupted => cited(procedure, "a disrupted unit does not charge"),
        NoCharge::FootAtHorse => cited(procedure, "infantry does not charge cavalry"),
        NoCharge::Road => cited(house!("move.road"), "road formation does not charge; column and line do"),
    })
}

/// A charge that does not come in as it is said to.
pub(super) fn no_such_charge(rules: &Rules, charge: &ChargeFacts) -> Option<String> {
    let ChargeFacts { charger, target, .. } = charge;
    let open = target.shelter == Shelter::Open && target.garrison.is_none();
    let squares = may_square_up(rules, charger.arm, target.arm, target.formation, target.level);
    if charge.tries_square && !(squares && open) {
        let who = "only infantry in line, column or road formation, on open ground and not in panic, tries the hasty \
                   square, and only before cavalry";
        return Some(cited(house!("hasty-square"), who));
    }
    let shots = charge.all_shots();
    if shots.iter().any(|shot| shot.firer.level == Level::Panic) {
        return Some(cited(rule!("orders.fire.firer.panic"), "a target in panic does not fire"));
    }
    shots.iter().find_map(|shot| no_fire(rules, shot))
}
