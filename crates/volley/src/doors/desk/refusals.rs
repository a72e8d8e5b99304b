//! What the sheet has no answer to, though each fact by itself is on it: a sentence that names what is there.

use super::movement::Movement;
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::charge::stand::{closes_up_into, late_square, may_counter_charge};
use crate::rules::charge::{NoCharge, never_charges, no_infantry_at_horse};
use crate::rules::orders::formation::has_formation;
use crate::rules::outlook::ChargeFacts;
use crate::state::refusal::Cite;
use crate::state::words::{Arm, Formation, Grade, Moment, Nation};
use engine::wording::listed;

/// A sentence with what it rests on.
pub(super) fn cited(cite: impl Into<Cite>, why: impl std::fmt::Display) -> String {
    format!("{why} ({})", cite.into().id())
}

fn adjective(nation: Nation) -> &'static str {
    match nation {
        Nation::French => "French",
        Nation::Austrian => "Austrian",
        Nation::Prussian => "Prussian",
        Nation::British => "British",
    }
}

/// A nation's units of that arm are never in that formation.
pub(super) fn no_such_unit(rules: &Rules, nation: Nation, arm: Arm, formation: Formation) -> Option<String> {
    if has_formation(rules, nation, arm, formation) {
        return None;
    }
    let has = |(_, formation): &&(&str, Formation)| has_formation(rules, nation, arm, *formation);
    let all: Vec<&str> = Formation::WORDS.iter().filter(has).map(|(word, _)| *word).collect();
    let nation = adjective(nation);
    let why = format!("{nation} {arm} has no {formation} on this sheet, only {}", listed(&all, "and"));
    Some(cited(house!("formation.list"), why))
}

/// Likewise where the nation is not asked: neither of the two has it.
pub(super) fn nobody_in(rules: &Rules, arm: Arm, formation: Formation) -> Option<String> {
    let nations = [Some(Nation::French), rules.opponent].into_iter().flatten();
    let refused: Vec<Option<String>> =
        nations.map(|nation| no_such_unit(rules, nation, arm, formation)).collect();
    if refused.iter().any(Option::is_none) { None } else { refused.into_iter().flatten().next() }
}

pub(super) fn no_such_mover(rules: &Rules, facts: &Movement) -> Option<String> {
    if facts.rate(rules).is_some() {
        return None;
    }
    let (nation, kind) = (facts.nation, facts.kind.word());
    match Formation::from_word(kind) {
        Some(formation) => no_such_unit(rules, nation, Arm::Infantry, formation),
        None => {
            let why = format!("the list of the {} has no row for {kind}", adjective(nation));
            Some(cited(house!("move.unlisted-types"), why))
        }
    }
}

/// It does not charge, whatever it is asked.
pub(super) fn no_charger(rules: &Rules, nation: Nation, arm: Arm, formation: Formation) -> Option<String> {
    let who = adjective(nation);
    Some(match never_charges(rules, nation, arm, formation)? {
        NoCharge::Skirmishers => {
            cited(house!("skirm.units"), "skirmishers do not charge; infantry and cavalry do")
        }
        NoCharge::Artillery => {
            cited(house!("charge.declare"), "artillery does not charge; infantry and cavalry do")
        }
        NoCharge::NotInColumn => cited(
            rule!("volley.charge.inf.column-only"),
            format!("{who} infantry does not charge in {formation}; only a column may"),
        ),
        NoCharge::Closed => cited(
            house!("charge.declare"),
            format!("{who} infantry does not charge in {formation}; it may in column or line"),
        ),
    })
}

/// Square and masse have neither flank nor rear.
pub(super) fn no_flank(flank: bool, formation: Formation) -> Option<String> {
    (flank && formation.is_closed()).then(|| {
        cited(house!("charge.flank"), format!("a {formation} has no flank or rear to be charged in"))
    })
}

/// The sheet pits the French against one other nation: no unit meets one of its own side.
pub(super) fn no_such_pair(rules: &Rules, one: Nation, other: Nation) -> Option<String> {
    let opponents = rule!("volley.sheet.opponents");
    (one == other && rules.on(opponents)).then(|| {
        let nations: Vec<&str> =
            [Some(Nation::French), rules.opponent].into_iter().flatten().map(adjective).collect();
        let (own, nations) = (adjective(one), listed(&nations, "and"));
        cited(opponents, format!("{own} units do not meet {own} units; this sheet is for {nations} troops"))
    })
}

/// A charge that cannot be, or cannot stand where it is said to.
pub(super) fn no_such_charge(rules: &Rules, charge: &ChargeFacts) -> Option<String> {
    let (charger, target) = (&charge.charger, &charge.target);
    let (rides, on_foot) = (charger.arm == Arm::Cavalry, target.arm == Arm::Infantry);
    let word = charge.from.word();
    let only = |is: bool, whose: &str| {
        (!is).then(|| cited(house!("choice.default"), format!("from={word} is only for {whose}")))
    };
    match charge.from {
        Moment::Melee => None,
        Moment::Order => no_charger(rules, charger.nation, charger.arm, charger.formation).or_else(|| {
            no_infantry_at_horse(rules, charger.arm, target.arm).then(|| {
                let why = "infantry does not charge cavalry; it charges infantry and artillery";
                cited(rule!("volley.charge.inf.no-cavalry"), why)
            })
        }),
        Moment::Stays | Moment::Wavers => only(on_foot, "charged infantry that has tested to stand"),
        Moment::ClosesUp => {
            let may = on_foot && closes_up_into(rules, target.nation, target.formation).is_some();
            only(may, "infantry that may form square or masse when it stands")
        }
        Moment::RollsForSquare => {
            let may = on_foot && late_square(rules, target.nation, target.formation, rides).is_some();
            only(may, "British infantry in line or column that cavalry charges")
        }
        Moment::GoesIn => {
            let may = may_counter_charge(rules, target.nation, target.formation);
            only(on_foot && may && !rides, "a British line that infantry charges")
        }
        Moment::HeldOff => only(on_foot && !rides, "infantry that charges infantry"),
        Moment::PressesOn => {
            let guard = charger.nation == Nation::French && !rides && charger.grade != Grade::Conscript;
            let why =
                "only infantry of the French Guard, which has no conscripts, presses on, and at infantry";
            (!(on_foot && guard)).then(|| cited(rule!("volley.stand.pass.guard"), why))
        }
    }
}
