//! The numbers a chart adds up, each with its rule, and the rules it goes by where there is no number.

use super::facts::Given;
use super::rolls::rolls;
use crate::charts::Rules;
use crate::ids::{RULES, house, rule};
use crate::rules::chain::row_of;
use crate::rules::charge::charge_roll;
use crate::rules::close::counts_as;
use crate::rules::fire::{self, Need};
use crate::rules::formation::only_in_column;
use crate::rules::melee::{Fighter, RideResult, Row, melee_dice, melee_need};
use crate::rules::morale::{Morale, morale_target, spared_from_closing, tests_after_guns};
use crate::rules::movement::allowance;
use crate::rules::outlook::rolls::Roll;
use crate::rules::stand;
use crate::state::event::Working;
use crate::state::refusal::Cite;
use crate::state::words::{Arm, Cover, Nation, Test, Verdict};
use engine::desk::{Number, Reads, dice_by, needs, numbers, ruled};
use engine::outlook::Goal;
use rulebook::RuleId;

/// The numbers of a chart.
pub(super) fn working(rules: &Rules, chart: &str, facts: Given<'_>) -> Vec<Number> {
    match chart {
        "sequence" => vec![by(rule!("volley.seq.length"))],
        "reserves" => reserves(rules, facts.number("failed")),
        "artillery-fire" => {
            let shot = facts.cannonade();
            let dice = dice_by("volley.p1.dice", fire::cannon_dice(rules, shot.crew));
            hits(dice, fire::cannon_need(rules, &shot))
        }
        "shooting" => {
            let shot = facts.volleys();
            let dice = fire::volley_dice(rules, shot.figures, shot.artillery);
            hits(dice_by(name(fire::dice_rule(shot.artillery)), dice), fire::volley_need(rules, &shot))
        }
        "square-fire" => {
            let dice = dice_by("volley.charge.cav.square-fire", fire::square_dice(rules));
            hits(dice, fire::square_need(rules, &facts.square_target()))
        }
        "artillery-morale" | "close" | "stand" | "loss" | "recall" => test(rules, chart, facts),
        "movement" => movement(rules, facts),
        "infantry-charge" => infantry_charge(rules, facts),
        "charge-bonus" => thrown(rules, rule!("volley.charge.cav.bonus")),
        "evade" => thrown(rules, rule!("volley.skirm.charged.evade")),
        "no-room" => thrown(rules, rule!("volley.loss.fail12.no-room")),
        "melee-dice" => {
            let (count, rows) = melee_dice(rules, &facts.fighter(""));
            rows.into_iter().map(|rule| dice_by(name(rule), count)).collect()
        }
        "melee" => melee(rules, facts),
        "cavalry-result" => vec![by(facts.met(rules).1)],
        "pass-through" => passing(rules, facts.number("squares")),
        "general-casualty" => {
            vec![needs(of(house!("general.casualty")), face(rules.number(house!("general.casualty"))))]
        }
        "general-unit-lost" => {
            vec![needs(of(house!("general.unit-lost")), face(rules.number(house!("general.unit-lost"))))]
        }
        "charge" => charge(rules, facts),
        "bombardment" | "firing" => rolls(rules, chart, facts.0).iter().flat_map(of_roll).collect(),
        _ => Vec::new(),
    }
}

fn name(rule: RuleId) -> &'static str {
    RULES[rule.index()]
}

fn by(rule: RuleId) -> Number {
    ruled(name(rule))
}

/// The id of a ruling.
fn of(ruling: impl Into<Cite>) -> &'static str {
    ruling.into().id()
}

fn face(need: i32) -> u32 {
    need.max(2) as u32
}

fn named(working: &Working, first: Reads, others: Reads) -> Vec<Number> {
    let parts = working.parts().iter().map(|(rule, value)| (name(*rule), *value)).collect();
    numbers(parts, first, others)
}

/// Dice and what each must show; where no face is high enough, the ruling that says so.
fn hits(dice: Number, need: Need) -> Vec<Number> {
    let mut all = vec![dice];
    all.extend(named(&need.working, Reads::Needs, Reads::Added));
    all.extend((need.face > 6).then(|| ruled(of(house!("hit.modifiers")))));
    all
}

fn thrown(rules: &Rules, rule: RuleId) -> Vec<Number> {
    rules.dice(rule).map(|pool| dice_by(name(rule), pool.count)).into_iter().collect()
}

fn reserves(rules: &Rules, failed: u32) -> Vec<Number> {
    let roll = house!("reserve.roll");
    let mut all = vec![by(rule!("volley.p1.reserves")), needs(of(roll), rules.number(roll).max(1) as u32)];
    if failed > 0 {
        all.push(Number { rule: of(roll), value: failed as i32, reads: Reads::Added });
    }
    all
}

/// A morale test; where the unit does not take it, the rule that spares it.
fn test(rules: &Rules, chart: &str, facts: Given<'_>) -> Vec<Number> {
    let test = match chart {
        "artillery-morale" => Test::Artillery,
        "close" => Test::Close,
        "stand" => Test::Stand,
        "loss" => Test::Loss,
        _ => Test::Recall,
    };
    let test = Morale { arm: facts.arm("arm"), ..facts.morale(test) };
    let spared: Option<Cite> = match test.test {
        Test::Artillery => (!tests_after_guns(rules, test.arm)).then(|| house!("skirm.morale").into()),
        Test::Close => spared_from_closing(rules, test.arm, test.arm == Arm::Cavalry && test.charging),
        Test::Stand => stand::spared(rules, test.arm, facts.flag("in-melee")),
        Test::Loss | Test::Recall => None,
    };
    if let Some(spared) = spared {
        return vec![ruled(spared.id())];
    }
    let mut all = named(&morale_target(rules, &test), Reads::OrLess, Reads::Added);
    let others = test.test == Test::Close
        && counts_as(rules, test.nation, test.charging, Verdict::Fail) != Verdict::Fail;
    all.extend(others.then(|| by(rule!("volley.close.fail12.french-others"))));
    all
}

fn movement(rules: &Rules, facts: Given<'_>) -> Vec<Number> {
    let rate = facts.rate(rules);
    let may = allowance(rules, rate.map(|(rate, _)| rate), &facts.going());
    let mut all = named(&may.working, Reads::Inches, Reads::AddedInches);
    let unlisted = rate.is_some_and(|(_, listed)| !listed);
    all.extend(unlisted.then(|| ruled(of(house!("move.unlisted-types")))));
    all
}

/// Whether infantry charges: the roll it needs, or what spares it; and the formation it must be in.
fn infantry_charge(rules: &Rules, facts: Given<'_>) -> Vec<Number> {
    let (nation, general, cover) = (facts.nation("nation"), facts.flag("general"), facts.cover("cover"));
    let mut all = Vec::new();
    if charge_roll(rules, nation, Arm::Infantry, false, Cover::None).is_some() {
        let spares = [
            (general, rule!("volley.charge.inf.british-general")),
            (cover != Cover::None, rule!("volley.charge.inf.british-defensive")),
        ];
        match charge_roll(rules, nation, Arm::Infantry, general, cover) {
            Some(need) => all.push(needs("volley.charge.inf.british-six", need)),
            None => {
                all.extend(
                    spares.into_iter().filter(|(is, rule)| *is && rules.on(*rule)).map(|(_, r)| by(r)),
                );
            }
        }
    }
    all.push(by(rule!("volley.charge.inf.move")));
    if only_in_column(rules, nation) || nation == Nation::British {
        all.push(by(rule!("volley.charge.inf.column-only")));
    }
    all
}

fn melee(rules: &Rules, facts: Given<'_>) -> Vec<Number> {
    match facts.row_of_melee(rules) {
        Some(Row { result: RideResult::PassesThrough, rule, .. }) => {
            [vec![by(rule), by(rule!("volley.melee.result.square.no-dice"))], passing(rules, 1)].concat()
        }
        Some(row) => vec![by(row.rule)],
        None => {
            let (a, b) = (facts.fighter("a-"), facts.fighter("b-"));
            let first = !facts.flag("continuing");
            [blows(rules, &a, &b, first), blows(rules, &b, &a, first)].concat()
        }
    }
}

/// The dice of one who fights, and what each must show.
fn blows(rules: &Rules, me: &Fighter, enemy: &Fighter, first: bool) -> Vec<Number> {
    let (count, rows) = melee_dice(rules, me);
    let (face, working) = melee_need(rules, me, enemy, first);
    let row = rows.get(1).or(rows.first()).copied().unwrap_or(rule!("volley.melee.dice.groups"));
    hits(dice_by(name(row), count), Need { face, working })
}

fn passing(rules: &Rules, squares: u32) -> Vec<Number> {
    let casualty = rule!("volley.melee.result.square.casualty");
    let need = rules.int(casualty).map(|need| needs(name(casualty), face(need)));
    std::iter::once(dice_by(name(casualty), squares)).chain(need).collect()
}

/// What a charge throws as the two stand, and the row that ends it where one does.
fn charge(rules: &Rules, facts: Given<'_>) -> Vec<Number> {
    let mut all: Vec<Number> = rolls(rules, "charge", facts.0).iter().flat_map(of_roll).collect();
    let charge = facts.charge();
    all.extend(row_of(rules, &charge, charge.target.formation).map(|row| by(row.rule)));
    if all.is_empty() {
        all.push(by(rule!("volley.stand.pass.charger-placed")));
    }
    all
}

/// A roll as numbers: its dice, and what they must show.
fn of_roll(roll: &Roll) -> Vec<Number> {
    let first = match roll.goal {
        Goal::AtMost(_) => Reads::OrLess,
        _ => Reads::Needs,
    };
    let mut all: Vec<Number> = roll.by.map(|rule| dice_by(name(rule), roll.dice.count)).into_iter().collect();
    all.extend(named(&roll.working, first, Reads::Added));
    all
}
