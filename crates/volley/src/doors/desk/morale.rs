//! The morale tests, and what a unit loses that has no room to form line.

use super::numbers::{by, named, thrown};
use super::refusals::{no_charger, no_flank, no_such_unit};
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::charge::close::{CloseResult, close_result, counts_as, when_crowded};
use crate::rules::charge::stand::{self, closes_up_into, late_square};
use crate::rules::melee::loss::{LossResult, loss_result, retire_distance};
use crate::rules::morale::{
    Morale, after_guns, morale, morale_target, spared_from_closing, tests_after_guns,
};
use crate::rules::outlook::rolls::{Roll, tests};
use crate::rules::outlook::{ArtilleryMorale, Close, Loss, Recall, Stand};
use crate::state::game::Volley;
use crate::state::refusal::Cite;
use crate::state::words::{Arm, Formation, Grade, Nation, Verdict};
use dice::Dice;
use engine::desk::{Chart, ChartCard, End, Found, Liking, Number, Reads, Value, count, found, ruled};
use engine::wording::spoken;

const NO_TEST: Value = Value::Word("no-test");
const DOES_NOT: Value = Value::Word("does not test");

/// A verdict, with by how much it is missed on this sheet.
pub(super) fn verdict_said(rules: &Rules, verdict: &Value) -> String {
    let fails = rules.int(rule!("volley.morale.band.fail12"));
    let routs = rules.int(rule!("volley.morale.band.rout"));
    match (verdict.to_string().as_str(), fails, routs) {
        ("pass", ..) => "passes".to_owned(),
        ("fail", Some(fails), Some(routs)) => match routs - fails {
            1 => format!("fails by {fails}"),
            2 => format!("fails by {fails} or {}", routs - 1),
            _ => format!("fails by {fails} to {}", routs - 1),
        },
        ("fail", Some(fails), None) => format!("fails by {fails} or more"),
        ("fail", None, _) => "fails".to_owned(),
        ("rout", _, Some(routs)) => format!("fails by {routs} or more"),
        ("no-test", ..) => "does not test".to_owned(),
        (other, ..) => spoken(other),
    }
}

/// A morale test: its result is the end, and its verdict says how the testing side likes it.
fn tested<const N: usize>(verdict: &'static str, parts: [(&'static str, Value); N]) -> Found {
    let liking = match verdict {
        "pass" => Liking::Good,
        "fail" => Liking::Even,
        _ => Liking::Bad,
    };
    found(parts).ends_by("result", liking)
}

fn rolls(rules: &Rules, test: &Morale) -> Vec<Roll> {
    vec![tests("{unit} test[s]", morale_target(rules, test))]
}

/// The numbers of a test; where the unit does not take it, the rule that spares it.
fn working(rules: &Rules, test: &Morale, spared: Option<Cite>) -> Vec<Number> {
    match spared {
        Some(spared) => vec![ruled(spared.id())],
        None => named(&morale_target(rules, test), Reads::OrLess, Reads::Added),
    }
}

fn no_such_tester(rules: &Rules, test: &Morale) -> Option<String> {
    no_such_unit(rules, test.nation, test.arm, test.formation)
}

const GRADE: (&str, &str) = ("grade", Grade::Veteran.word());

impl Chart<Volley> for ArtilleryMorale {
    const NAME: &'static str = "artillery-morale";
    const TITLE: &'static str = "Phase 2: morale after artillery losses";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("guns-morale", "Morale after guns", [GRADE], &[]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        if !tests_after_guns(rules, self.test.arm) {
            return Ok(tested("no-test", [("verdict", NO_TEST), ("result", DOES_NOT), ("lost", count(0))]));
        }
        let (verdict, result, lost) = after_guns(dice, rules, &self.test, self.crowded)?;
        let (verdict, result) = (verdict.word(), Value::Word(result));
        Ok(tested(verdict, [("verdict", Value::Word(verdict)), ("result", result), ("lost", count(lost))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_tester(rules, &self.test)
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll> {
        rolls(rules, &self.test)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let spared = (!tests_after_guns(rules, self.test.arm)).then(|| house!("skirm.morale").into());
        working(rules, &self.test, spared)
    }
}

impl Chart<Volley> for Close {
    const NAME: &'static str = "close";
    const TITLE: &'static str = "Phases 4 and 9: morale for losses and to close";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("close", "Morale to close", [GRADE], &[]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let test = &self.test;
        if self.spared(rules).is_some() {
            return Ok(tested("no-test", [("verdict", NO_TEST), ("result", DOES_NOT)]));
        }
        let verdict = morale(dice, rules, test)?;
        let infantry = matches!(test.arm, Arm::Infantry | Arm::Skirmishers);
        let (mut result, _) = close_result(rules, test.nation, infantry, test.charging, verdict);
        let mut lost = 0;
        if let Some((pool, then)) = when_crowded(rules, test.nation, result).filter(|_| self.crowded) {
            (lost, result) = (dice.total(pool)?, then);
        }
        let result = match result {
            CloseResult::GoesOn => "goes-on".to_owned(),
            CloseResult::FormsLine(by) => format!("forms line {by} from the target"),
            CloseResult::SetBack(by) => format!("set back {by} from the target"),
            CloseResult::Stands => "stands".to_owned(),
            CloseResult::Routs => "routs".to_owned(),
        };
        let verdict = counts_as(rules, test.nation, test.charging, verdict).word();
        let mut said = tested(verdict, [("verdict", Value::Word(verdict)), ("result", Value::Text(result))]);
        if self.crowded {
            said.outcome.insert("lost", count(lost));
        }
        Ok(said)
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let Morale { nation, arm, formation, charging, .. } = self.test;
        no_such_tester(rules, &self.test)
            .or_else(|| charging.then(|| no_charger(rules, nation, arm, formation)).flatten())
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll> {
        rolls(rules, &self.test)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let Morale { nation, charging, .. } = self.test;
        let spared = self.spared(rules);
        let others = spared.is_none() && counts_as(rules, nation, charging, Verdict::Fail) != Verdict::Fail;
        let mut all = working(rules, &self.test, spared);
        all.extend(others.then(|| by(rule!("volley.close.fail12.french-others"))));
        let crowds = self.crowded && charging && spared.is_none() && nation == Nation::Austrian;
        all.extend(crowds.then(|| by(rule!("volley.close.fail12.austrian-crowding"))));
        all
    }
}

impl Close {
    fn spared(&self, rules: &Rules) -> Option<Cite> {
        let Morale { arm, charging, .. } = self.test;
        spared_from_closing(rules, arm, arm == Arm::Cavalry && charging)
    }
}

impl Chart<Volley> for Stand {
    const NAME: &'static str = "stand";
    const TITLE: &'static str = "Phases 5 and 10: morale to stand";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("stand", "Morale to stand", [GRADE], &[]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let (test, cavalry) = (&self.test, self.cavalry);
        if stand::spared(rules, test.arm, self.in_melee).is_some() {
            let parts = [("verdict", NO_TEST), ("may-form", Value::Word("no")), ("result", DOES_NOT)];
            return Ok(tested("no-test", parts));
        }
        let verdict = morale(dice, rules, test)?;
        let infantry = test.arm == Arm::Infantry;
        let may = closes_up_into(rules, test.nation, test.formation).map(|(into, _)| into);
        let may = may.filter(|_| infantry);
        let late = late_square(rules, test.nation, test.formation, cavalry).filter(|_| infantry);
        let square = match (verdict, late) {
            (Verdict::Pass, _) => may.map_or("no", Formation::word),
            (Verdict::Fail, Some(need)) if dice.shows(need)? => "square",
            _ => "no",
        };
        let gap = rules.inches(rule!("volley.stand.pass.charger-placed")).unwrap_or_default();
        let result = match verdict {
            Verdict::Pass if cavalry || !infantry => "stands".to_owned(),
            Verdict::Pass => format!("stands; charging infantry is set {gap} away"),
            Verdict::Fail => "stands; the charge comes in".to_owned(),
            Verdict::Rout => "routs".to_owned(),
        };
        let (verdict, square) = (verdict.word(), Value::Word(square));
        let result = Value::Text(result);
        Ok(tested(verdict, [("verdict", Value::Word(verdict)), ("may-form", square), ("result", result)]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_tester(rules, &self.test).or_else(|| no_flank(self.test.flank, self.test.formation))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll> {
        rolls(rules, &self.test)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        working(rules, &self.test, stand::spared(rules, self.test.arm, self.in_melee))
    }
}

impl Chart<Volley> for Loss {
    const NAME: &'static str = "loss";
    const TITLE: &'static str = "Morale of a unit that lost a melee";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let verdict = morale(dice, rules, &self.test)?;
        let Morale { nation, arm, grade, formation, .. } = self.test;
        let (result, _) = loss_result(rules, nation, arm, grade, formation, self.second, verdict);
        let text = match result {
            LossResult::FightsOn => "fights on".to_owned(),
            LossResult::FormsLine(by) => format!("forms line {by} back"),
            LossResult::Retires => format!("retires {}, the winner follows", retire_distance(dice, rules)?),
            LossResult::Stays => "stays in place".to_owned(),
            LossResult::Routs => "routs".to_owned(),
        };
        let verdict = verdict.word();
        Ok(tested(verdict, [("verdict", Value::Word(verdict)), ("result", Value::Text(text))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_tester(rules, &self.test)
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll> {
        rolls(rules, &self.test)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        working(rules, &self.test, None)
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct NoRoom of Rules {}
}

impl Chart<Volley> for NoRoom {
    const NAME: &'static str = "no-room";
    const TITLE: &'static str = "Losses of a unit that cannot form line";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let pool = rules.dice(rule!("volley.loss.fail12.no-room"));
        let lost = pool.map_or(Ok(0), |pool| dice.total(pool))?;
        Ok(found([("lost", count(lost))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        thrown(rules, rule!("volley.loss.fail12.no-room"))
    }
}

impl Chart<Volley> for Recall {
    const NAME: &'static str = "recall";
    const TITLE: &'static str = "Recall of cavalry";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let (word, end) = match morale(dice, rules, &self.test)? {
            Verdict::Pass => ("yes", End::new("yes", Liking::Good, "come[s] back")),
            Verdict::Fail | Verdict::Rout => ("no", End::new("no", Liking::Bad, "do[es] not hear")),
        };
        let lost = if word == "yes" { None } else { rules.int(rule!("volley.recall.fail.casualty")) };
        let lost = lost.unwrap_or(0).max(0) as u32;
        Ok(found([("recalled", Value::Word(word)), ("lost", count(lost))]).ends(end))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_tester(rules, &self.test)
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll> {
        rolls(rules, &self.test)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        working(rules, &self.test, None)
    }
}
