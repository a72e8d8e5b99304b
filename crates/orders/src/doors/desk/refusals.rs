//! What the sheet has no answer to, though each fact by itself is on it: a sentence that names what is there.

use super::given::Given;
use super::march::march;
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::charge::{NoCharge, never_charges};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::hasty_square::may_square_up;
use crate::rules::morale::may_garrison;
use crate::state::refusal::Cite;
use crate::state::words::{Arm, Formation, Level, Shelter};
use table::Inches;

/// Why a chart has no answer; `None`: it has one.
pub(super) fn refuses(rules: &Rules, chart: &str, facts: Given<'_>) -> Option<String> {
    let unit = |prefix: &str| {
        let (arm, formation) = (facts.arm(prefix), facts.formation(prefix));
        no_such_unit(rules, arm, formation).or_else(|| {
            let garrison = facts.garrison(prefix).is_some() && !may_garrison(rules, arm, formation);
            garrison.then(|| cited(house!("garrison"), "only infantry and unlimbered guns are a garrison"))
        })
    };
    match chart {
        "movement" => unit("").or_else(|| march(rules, facts).err().map(|no| cited(no.cites, no.why()))),
        "status" => unit(""),
        "checks" => unit("").or_else(|| {
            let owes = facts.0.number("checks") + facts.0.number("drops") > 0;
            (!owes).then(|| {
                cited(
                    rule!("orders.mc.loop"),
                    "a unit that owes nothing throws nothing: give checks or drops",
                )
            })
        }),
        "fire" | "shot" => unit("").or_else(|| unit("target-")).or_else(|| no_fire(rules, &facts.shot())),
        "melee" | "charge" => {
            unit("charger-").or_else(|| unit("target-")).or_else(|| no_such_charge(rules, chart, facts))
        }
        _ => None,
    }
}

/// A sentence with what it rests on.
fn cited(cite: impl Into<Cite>, why: impl std::fmt::Display) -> String {
    format!("{why} ({})", cite.into().id())
}

fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Units of that arm are never in that formation. Into a hasty square goes whoever forms square.
fn no_such_unit(rules: &Rules, arm: Arm, formation: Formation) -> Option<String> {
    let unsuited = |formation: Formation| {
        let square = formation == Formation::HastySquare;
        rules.unsuited(arm, if square { Formation::Square } else { formation })
    };
    let cite = unsuited(formation)?;
    let has = Formation::WORDS.iter().filter(|(_, formation)| unsuited(*formation).is_none());
    let has: Vec<String> = has.map(|(word, _)| (*word).to_owned()).collect();
    Some(cited(cite, format!("{arm} has no {formation} on this sheet, only {}", listed(&has))))
}

/// It has no dice at that range. A unit in panic has none either, but that is an answer.
fn no_fire(rules: &Rules, shot: &ShotFacts) -> Option<String> {
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

/// A charge that cannot be.
fn no_such_charge(rules: &Rules, chart: &str, facts: Given<'_>) -> Option<String> {
    let (charger, target) = (facts.body("charger-"), facts.body("target-"));
    // In the middle of a melee a charger may be in any state, and so may one with no way back.
    let comes = chart == "charge" && !charger.cornered;
    let level = if comes { charger.level } else { Level::Firm };
    let procedure = house!("charge.procedure");
    let barred = never_charges(rules, charger.arm, level, charger.formation, target.arm);
    if let Some(why) = barred {
        return Some(match why {
            NoCharge::Artillery => cited(procedure, "artillery never charges; infantry and cavalry do"),
            NoCharge::Panic => cited(procedure, "a unit in panic does not charge"),
            NoCharge::Disrupted => cited(procedure, "a disrupted unit does not charge"),
            NoCharge::FootAtHorse => cited(procedure, "infantry does not charge cavalry"),
            NoCharge::Road => {
                cited(house!("move.road"), "road formation does not charge; column and line do")
            }
        });
    }
    if chart != "charge" {
        return None;
    }
    let open = target.shelter == Shelter::Open && target.garrison.is_none();
    let squares = may_square_up(rules, charger.arm, target.arm, target.formation, target.level);
    if facts.0.flag("tries-square") && !(squares && open) {
        let who = "only infantry in line, column or road formation, on open ground and not in panic, tries the hasty \
                   square, and only before cavalry";
        return Some(cited(house!("hasty-square"), who));
    }
    let shots = facts.charge().all_shots();
    if shots.iter().any(|shot| shot.firer.level == Level::Panic) {
        return Some(cited(rule!("orders.fire.firer.panic"), "a target in panic does not fire"));
    }
    shots.iter().find_map(|shot| no_fire(rules, shot))
}
