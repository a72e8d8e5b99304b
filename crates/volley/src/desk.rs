//! The chart desk: every chart and test of a sheet on its own, telling which facts it wants.
//!
//! What lies beside a real table. Each chart calls the function the game calls.

use crate::chain::{self, Body, ChargeFacts, End};
use crate::charge::{charge_roll, only_in_column};
use crate::close::{CloseResult, close_result};
use crate::event::Working;
use crate::fire::{self, Cannonade, Target, Volleys};
use crate::ids::{RULES, house, rule};
use crate::loss::{LossResult, loss_result, retire_distance};
use crate::melee::{self, Fighter, melee_dice, melee_loser, melee_need, melee_round};
use crate::morale::{Morale, halts_into_line, morale, morale_target};
use crate::movement::{Going, allowance};
use crate::reserves::reserve_need;
use crate::rules::Rules;
use crate::stand::{closes_up_into, late_square};
use crate::words::{Arm, Band, Cover, Formation, Grade, Nation, Rate, Test, Verdict};
use dice::Dice;
use rulebook::{RuleId, nearest};
use serde::Serialize;
use std::collections::BTreeMap;

/// A chart and the facts it wants.
#[derive(Clone, Debug, Serialize)]
pub struct ChartCard {
    pub name: &'static str,
    pub title: &'static str,
    pub facts: Vec<FactCard>,
}

#[derive(Clone, Debug, Serialize)]
pub struct FactCard {
    pub name: &'static str,
    pub text: &'static str,
    #[serde(flatten)]
    pub kind: Kind,
    /// Taken where the fact is not given.
    pub default: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Word(Vec<&'static str>),
    Number { min: u32, max: u32 },
    Flag,
}

/// Facts that were checked against a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts(BTreeMap<&'static str, String>);

/// What a chart says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Found {
    pub outcome: BTreeMap<&'static str, Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Value {
    Number(i64),
    Word(&'static str),
    Text(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Number(n) => n.fmt(f),
            Value::Word(word) => word.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}

// ------------------------------------------------------------------- the facts ----

/// What is shot at, in the players' words.
const TARGETS: &[(&str, Arm, Formation)] = &[
    ("column", Arm::Infantry, Formation::Column),
    ("line", Arm::Infantry, Formation::Line),
    ("square", Arm::Infantry, Formation::Square),
    ("masse", Arm::Infantry, Formation::Masse),
    ("skirmishers", Arm::Skirmishers, Formation::Skirmish),
    ("artillery", Arm::Artillery, Formation::Unlimbered),
    ("limbered", Arm::Artillery, Formation::Limbered),
    ("cavalry-line", Arm::Cavalry, Formation::Line),
    ("cavalry-column", Arm::Cavalry, Formation::Column),
];

fn word(name: &'static str, text: &'static str, words: &[&'static str], default: Option<&str>) -> FactCard {
    FactCard { name, text, kind: Kind::Word(words.to_vec()), default: default.map(str::to_owned) }
}
fn number(name: &'static str, text: &'static str, min: u32, max: u32, default: Option<u32>) -> FactCard {
    FactCard { name, text, kind: Kind::Number { min, max }, default: default.map(|n| n.to_string()) }
}
fn flag(name: &'static str, text: &'static str) -> FactCard {
    FactCard { name, text, kind: Kind::Flag, default: Some("no".to_owned()) }
}

fn target_words() -> Vec<&'static str> {
    TARGETS.iter().map(|(word, _, _)| *word).collect()
}

/// The two nations of the sheet.
fn nations(rules: &Rules) -> Vec<&'static str> {
    let mut nations = vec![Nation::French.word()];
    nations.extend(rules.opponent.map(Nation::word));
    nations
}

fn target_facts(musketry: bool) -> Vec<FactCard> {
    let mut facts = vec![
        word("target", "what is shot at", &target_words(), None),
        flag("enfiladed", "a line taken in enfilade"),
        word("cover", "what the target stands in", Cover::NAMES, Some("none")),
    ];
    if musketry {
        facts.push(flag("charging", "cavalry that charges in this phase"));
        facts.push(word("side", "whose unit is shot at", &["french", "opponent"], Some("french")));
    }
    facts
}

fn morale_facts(rules: &Rules) -> Vec<FactCard> {
    vec![
        word("nation", "whose unit tests", &nations(rules), None),
        word("grade", "its grade", Grade::NAMES, None),
        number("lost", "figures lost so far", 0, 200, Some(0)),
        flag("general", "a general is attached"),
        word("arm", "its arm", Arm::NAMES, Some("infantry")),
        word("formation", "its formation", Formation::NAMES, Some("column")),
    ]
}

/// A fighter's facts, each with a prefix of its own.
macro_rules! fighter_facts {
    ($rules:expr, $facts:expr, $who:literal, $p:literal) => {{
        let nations = nations($rules);
        $facts.extend([
            word(concat!($p, "nation"), concat!("nation of the ", $who), &nations, None),
            word(concat!($p, "grade"), concat!("grade of the ", $who), Grade::NAMES, None),
            number(concat!($p, "figures"), concat!("figures of the ", $who), 1, 200, None),
            word(concat!($p, "arm"), concat!("arm of the ", $who), Arm::NAMES, Some("infantry")),
            word(
                concat!($p, "formation"),
                concat!("formation of the ", $who),
                Formation::NAMES,
                Some("column"),
            ),
            word(concat!($p, "cover"), concat!("what the ", $who, " stands in"), Cover::NAMES, Some("none")),
            flag(concat!($p, "cuirassier"), concat!("the ", $who, " are cuirassiers")),
            flag(concat!($p, "lancer"), concat!("the ", $who, " carry lances")),
        ]);
    }};
}

/// Every chart of the sheet.
pub fn charts(rules: &Rules) -> Vec<ChartCard> {
    let nations = nations(rules);
    let mut cards = Vec::new();
    let mut card = |name, title, facts: Vec<FactCard>| cards.push(ChartCard { name, title, facts });
    card("sequence", "The turn: its phases in order", Vec::new());
    card(
        "reserves",
        "Phase 1: does a reserve command come up?",
        vec![number("failed", "rolls it has failed", 0, 20, Some(0))],
    );
    let mut facts = vec![
        number("crew", "crew figures", 1, 60, Some(4)),
        number("pounds", "weight of shot in pounds", 1, 48, Some(6)),
        word("range", "band of the artillery stick", Band::NAMES, None),
    ];
    facts.extend(target_facts(false));
    card("artillery-fire", "Phase 1: a battery fires", facts);
    let mut facts = morale_facts(rules);
    facts.push(flag("crowded", "another Austrian column within the printed distance of its flank"));
    card("artillery-morale", "Phase 2: morale after artillery losses", facts);
    card(
        "movement",
        "Phases 3 and 8: how far a unit may move",
        vec![
            word("nation", "whose unit moves", &nations, None),
            word("type", "row of the movement list", Rate::NAMES, None),
            flag("difficult", "any part of the move is in difficult ground"),
            flag("out-of-command", "outside command range"),
            flag("backwards", "it moves backwards"),
            flag("far", "it stays beyond the double-move distance from the enemy"),
            flag("first-turn", "it is the first turn"),
        ],
    );
    card(
        "infantry-charge",
        "Phases 3 and 8: may infantry charge?",
        vec![
            word("nation", "whose infantry", &nations, None),
            flag("general", "a general is attached"),
            word("cover", "what the target stands in", Cover::NAMES, Some("none")),
        ],
    );
    card("charge-bonus", "Phases 3 and 8: bonus inches of charging cavalry", Vec::new());
    card("evade", "Phases 3 and 8: how far charged skirmishers run", Vec::new());
    let mut facts = vec![
        number("figures", "figures that shoot", 1, 200, None),
        word("shooter", "who shoots", &["infantry", "artillery"], Some("infantry")),
    ];
    facts.extend(target_facts(true));
    card("shooting", "Phases 3 and 8: a unit shoots", facts);
    card(
        "square-fire",
        "Phases 3 and 8: a square fires at cavalry that contacts it",
        vec![word("side", "whose cavalry", &["french", "opponent"], Some("french"))],
    );
    let mut facts = morale_facts(rules);
    facts.push(flag("charging", "infantry that charges"));
    card("close", "Phases 4 and 9: morale for losses and to close", facts);
    let mut facts = morale_facts(rules);
    facts.extend([flag("flank", "charged in flank or rear"), flag("cavalry", "charged by cavalry")]);
    card("stand", "Phases 5 and 10: morale to stand", facts);
    let mut facts = Vec::new();
    fighter_facts!(rules, facts, "fighter", "");
    card("melee-dice", "Melee: how many dice", facts);
    let mut facts = Vec::new();
    fighter_facts!(rules, facts, "one side", "a-");
    fighter_facts!(rules, facts, "other side", "b-");
    facts.push(flag("continuing", "they have fought before"));
    card("melee", "Melee: one round", facts);
    card(
        "cavalry-result",
        "Melee: what cavalry does to a unit it reaches",
        vec![
            word("arm", "arm of the unit", &["infantry", "cavalry", "artillery"], Some("infantry")),
            word("formation", "its formation", Formation::NAMES, Some("line")),
            flag("fortified", "it stands in a fortification"),
        ],
    );
    card(
        "pass-through",
        "Melee: cavalry passes squares",
        vec![number("squares", "infantry units passed", 1, 20, Some(1))],
    );
    let mut facts = morale_facts(rules);
    facts.push(flag("second", "after the second melee of the turn"));
    card("loss", "Morale of a unit that lost a melee", facts);
    card("no-room", "Losses of a unit that cannot form line", Vec::new());
    card("recall", "Recall of cavalry", morale_facts(rules));
    card("general-casualty", "A general whose unit lost figures in a phase", Vec::new());
    card("general-unit-lost", "A general whose unit was destroyed", Vec::new());
    let mut facts = Vec::new();
    fighter_facts!(rules, facts, "charger", "charger-");
    fighter_facts!(rules, facts, "target", "target-");
    facts.extend([
        number("charger-lost", "figures the charger has lost before", 0, 200, Some(0)),
        number("target-lost", "figures the target has lost before", 0, 200, Some(0)),
        flag("charger-general", "a general is with the charger"),
        flag("target-general", "a general is with the target"),
        flag("flank", "charged in flank or rear"),
        flag("no-volley", "the target does not shoot"),
        number("other-figures", "figures of other units that shoot at the charger", 0, 200, Some(0)),
    ]);
    card("charge", "A whole charge: volley, closing, standing, melee, loser's morale", facts);
    cards
}

/// The chart of that name, or the sentence that says there is none.
///
/// # Errors
/// One sentence with the nearest name.
pub fn chart(rules: &Rules, name: &str) -> Result<ChartCard, String> {
    let cards = charts(rules);
    if let Some(card) = cards.iter().find(|card| card.name == name) {
        return Ok(card.clone());
    }
    let hint = nearest(name, cards.iter().map(|card| card.name))
        .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
    Err(format!("there is no chart \"{name}\" on sheet {}{hint}", rules.sheet))
}

impl Facts {
    /// Checks facts given as words against the card.
    ///
    /// # Errors
    /// Every fault, one sentence each.
    pub fn read(card: &ChartCard, given: &[(String, String)]) -> Result<Facts, Vec<String>> {
        let mut faults = Vec::new();
        let mut facts = BTreeMap::new();
        for (name, value) in given {
            let Some(fact) = card.facts.iter().find(|fact| fact.name == name) else {
                let hint = nearest(name, card.facts.iter().map(|fact| fact.name))
                    .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
                faults.push(format!("chart {} has no fact \"{name}\"{hint}", card.name));
                continue;
            };
            if facts.contains_key(fact.name) {
                faults.push(format!("fact {name} is given twice"));
                continue;
            }
            match fact.kind.read(value) {
                Ok(read) => {
                    facts.insert(fact.name, read);
                }
                Err(why) => faults.push(format!("fact {name}: found \"{value}\", expected {why}")),
            }
        }
        for fact in &card.facts {
            match (&fact.default, facts.contains_key(fact.name)) {
                (_, true) => {}
                (Some(default), false) => {
                    facts.insert(fact.name, default.clone());
                }
                (None, false) if given.iter().any(|(name, _)| name == fact.name) => {}
                (None, false) => {
                    faults.push(format!("chart {} needs {}: {}", card.name, fact.name, fact.text))
                }
            }
        }
        if faults.is_empty() { Ok(Facts(facts)) } else { Err(faults) }
    }

    fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
    fn number(&self, name: &str) -> u32 {
        self.get(name).parse().unwrap_or(0)
    }
    fn flag(&self, name: &str) -> bool {
        self.get(name) == "yes"
    }
    fn nation(&self, name: &str) -> Nation {
        Nation::from_word(self.get(name)).unwrap_or(Nation::French)
    }
    fn arm(&self, name: &str) -> Arm {
        Arm::from_word(self.get(name)).unwrap_or(Arm::Infantry)
    }
    fn grade(&self, name: &str) -> Grade {
        Grade::from_word(self.get(name)).unwrap_or(Grade::Veteran)
    }
    fn formation(&self, name: &str) -> Formation {
        Formation::from_word(self.get(name)).unwrap_or(Formation::Column)
    }
    fn cover(&self, name: &str) -> Cover {
        Cover::from_word(self.get(name)).unwrap_or(Cover::None)
    }

    fn morale(&self, test: Test) -> Morale {
        Morale {
            test,
            nation: self.nation("nation"),
            arm: self.arm("arm"),
            grade: self.grade("grade"),
            formation: self.formation("formation"),
            lost: self.number("lost"),
            general: self.flag("general"),
            charging: self.flag("charging"),
            flank: self.flag("flank"),
        }
    }

    fn target(&self) -> Target {
        let found = TARGETS.iter().find(|(word, _, _)| *word == self.get("target"));
        let (arm, formation) =
            found.map_or((Arm::Infantry, Formation::Line), |(_, arm, formation)| (*arm, *formation));
        Target {
            french: self.get("side") != "opponent",
            arm,
            formation,
            enfiladed: self.flag("enfiladed"),
            cover: self.cover("cover"),
            charging: self.flag("charging"),
        }
    }

    fn cannonade(&self) -> Cannonade {
        Cannonade {
            crew: self.number("crew"),
            pounds: self.number("pounds"),
            band: Band::from_word(self.get("range")).unwrap_or(Band::Middle),
            target: self.target(),
        }
    }

    fn volleys(&self) -> Volleys {
        Volleys {
            figures: self.number("figures"),
            artillery: self.get("shooter") == "artillery",
            target: self.target(),
        }
    }

    fn square_target(&self) -> Target {
        Target {
            french: self.get("side") != "opponent",
            arm: Arm::Cavalry,
            formation: Formation::Line,
            enfiladed: false,
            cover: Cover::None,
            charging: true,
        }
    }

    fn fighter(&self, prefix: &str) -> Fighter {
        let name = |fact: &str| format!("{prefix}{fact}");
        Fighter {
            nation: self.nation(&name("nation")),
            arm: self.arm(&name("arm")),
            grade: self.grade(&name("grade")),
            formation: self.formation(&name("formation")),
            figures: self.number(&name("figures")),
            sheltered: self.cover(&name("cover")) != Cover::None,
            cuirassier: self.flag(&name("cuirassier")),
            lancer: self.flag(&name("lancer")),
        }
    }

    fn body(&self, prefix: &str) -> Body {
        let fighter = self.fighter(prefix);
        Body {
            nation: fighter.nation,
            arm: fighter.arm,
            grade: fighter.grade,
            formation: fighter.formation,
            figures: fighter.figures,
            lost: self.number(&format!("{prefix}lost")),
            general: self.flag(&format!("{prefix}general")),
            cover: self.cover(&format!("{prefix}cover")),
            cuirassier: fighter.cuirassier,
            lancer: fighter.lancer,
        }
    }

    fn charge(&self) -> ChargeFacts {
        let charger = self.body("charger-");
        ChargeFacts {
            charger,
            target: self.body("target-"),
            flank: self.flag("flank"),
            target_shoots: !self.flag("no-volley"),
            other_figures: self.number("other-figures"),
            first_melee: charger.nation == Nation::French,
        }
    }

    fn rate(&self, rules: &Rules) -> Option<RuleId> {
        rules.move_rate(self.nation("nation"), Rate::from_word(self.get("type"))?)
    }

    fn going(&self) -> Going {
        Going {
            difficult: self.flag("difficult"),
            in_command: !self.flag("out-of-command"),
            backwards: self.flag("backwards"),
            far: self.flag("far"),
            first_turn: self.flag("first-turn"),
        }
    }
}

impl Kind {
    fn read(&self, value: &str) -> Result<String, String> {
        match self {
            Kind::Word(words) if words.contains(&value) => Ok(value.to_owned()),
            Kind::Word(words) => {
                let hint = nearest(value, words.iter().copied())
                    .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
                Err(format!("one of {}{hint}", words.join(", ")))
            }
            Kind::Number { min, max } => match value.parse::<u32>() {
                Ok(n) if (*min..=*max).contains(&n) => Ok(n.to_string()),
                _ => Err(format!("a number from {min} to {max}")),
            },
            Kind::Flag => match value {
                "yes" | "true" | "1" => Ok("yes".to_owned()),
                "no" | "false" | "0" => Ok("no".to_owned()),
                _ => Err("yes or no".to_owned()),
            },
        }
    }
}

// ---------------------------------------------------------------- the answers ----

fn found<const N: usize>(outcome: [(&'static str, Value); N]) -> Found {
    Found { outcome: outcome.into_iter().collect() }
}
fn count(n: u32) -> Value {
    Value::Number(i64::from(n))
}
fn yes(yes: bool) -> Value {
    Value::Word(if yes { "yes" } else { "no" })
}

/// Asks one chart. Facts of another chart give harmless defaults; an unknown chart gives nothing.
///
/// # Errors
/// The umpire's pause.
pub fn resolve<D: Dice>(rules: &Rules, chart: &str, facts: &Facts, dice: &mut D) -> Result<Found, D::Pause> {
    Ok(match chart {
        "sequence" => {
            let phases = rules.phases.iter().map(|(phase, number, _)| format!("{number} {phase}"));
            found([
                ("phases", count(rules.phases.len() as u32)),
                ("version", Value::Text(rules.version().unwrap_or("").to_owned())),
                ("order", Value::Text(phases.collect::<Vec<_>>().join(", "))),
            ])
        }
        "reserves" => found([("arrives", yes(dice.shows(reserve_need(rules, facts.number("failed")))?))]),
        "artillery-fire" => found([("hits", count(fire::cannonade(dice, rules, &facts.cannonade())?))]),
        "artillery-morale" => {
            let verdict = morale(dice, rules, &facts.morale(Test::Artillery))?;
            let crowding = rule!("volley.p2.fail12.austrian-crowding");
            let austrian =
                halts_into_line(facts.nation("nation"), facts.arm("arm"), facts.formation("formation"));
            let lost = match rules.dice(crowding) {
                Some(pool) if verdict == Verdict::Fail && austrian && facts.flag("crowded") => {
                    dice.total(pool)?
                }
                _ => 0,
            };
            let result = match verdict {
                Verdict::Pass => "carries-on",
                Verdict::Fail if austrian => "halts-and-forms-line",
                Verdict::Fail => "halts",
                Verdict::Rout => "routs",
            };
            found([
                ("verdict", Value::Word(verdict.word())),
                ("result", Value::Word(result)),
                ("lost", count(lost)),
            ])
        }
        "movement" => {
            let may = allowance(rules, facts.rate(rules), &facts.going());
            found([("inches", Value::Text(may.inches.to_string())), ("doubled", yes(may.doubled))])
        }
        "infantry-charge" => {
            let nation = facts.nation("nation");
            let may = match charge_roll(
                rules,
                nation,
                Arm::Infantry,
                facts.flag("general"),
                facts.cover("cover"),
            ) {
                Some(need) => dice.shows(need)?,
                None => true,
            };
            found([("may-charge", yes(may)), ("only-in-column", yes(only_in_column(rules, nation)))])
        }
        "charge-bonus" => inches_of(rules, rule!("volley.charge.cav.bonus"), dice)?,
        "evade" => inches_of(rules, rule!("volley.skirm.charged.evade"), dice)?,
        "shooting" => found([("hits", count(fire::volley(dice, rules, &facts.volleys())?))]),
        "square-fire" => found([("hits", count(fire::square_fire(dice, rules, &facts.square_target())?))]),
        "close" => {
            let test = facts.morale(Test::Close);
            let verdict = morale(dice, rules, &test)?;
            let infantry = matches!(test.arm, Arm::Infantry | Arm::Skirmishers);
            let result = match close_result(rules, test.nation, infantry, test.charging, verdict).0 {
                CloseResult::GoesOn => "goes-on".to_owned(),
                CloseResult::FormsLine(by) => format!("forms line {by} from the target"),
                CloseResult::SetBack(by) => format!("set back {by} from the target"),
                CloseResult::Stands => "stands".to_owned(),
                CloseResult::Routs => "routs".to_owned(),
            };
            found([("verdict", Value::Word(verdict.word())), ("result", Value::Text(result))])
        }
        "stand" => stand(rules, facts, dice)?,
        "melee-dice" => found([("dice", count(melee_dice(rules, &facts.fighter("")).0))]),
        "melee" => {
            let (a, b) = (facts.fighter("a-"), facts.fighter("b-"));
            let hits = melee_round(dice, rules, &a, &b, !facts.flag("continuing"))?;
            let loser = match melee_loser(rules, hits) {
                Some(true) => "a",
                Some(false) => "b",
                None => "nobody",
            };
            found([("a-lost", count(hits.1)), ("b-lost", count(hits.0)), ("loser", Value::Word(loser))])
        }
        "cavalry-result" => {
            let (result, _) = melee::ride_result(
                rules,
                facts.arm("arm"),
                facts.formation("formation"),
                facts.flag("fortified"),
            );
            let result = match result {
                melee::RideResult::RidesDown => "infantry-destroyed",
                melee::RideResult::PassesThrough => "passes-through",
                melee::RideResult::TakesGuns => "artillery-destroyed",
                melee::RideResult::Fights => "melee",
            };
            found([("result", Value::Word(result))])
        }
        "pass-through" => {
            found([("lost", count(melee::pass_through_losses(dice, rules, facts.number("squares"))?))])
        }
        "loss" => loss(rules, facts, dice)?,
        "no-room" => {
            let pool = rules.dice(rule!("volley.loss.fail12.no-room"));
            let lost = pool.map_or(Ok(0), |pool| dice.total(pool))?;
            found([("lost", count(lost))])
        }
        "recall" => {
            let verdict = morale(dice, rules, &Morale { arm: Arm::Cavalry, ..facts.morale(Test::Recall) })?;
            let lost = if verdict == Verdict::Pass {
                0
            } else {
                rules.main(rule!("volley.recall.fail.casualty")).unwrap_or(0)
            };
            found([("recalled", yes(verdict == Verdict::Pass)), ("lost", count(lost.max(0) as u32))])
        }
        "general-casualty" => {
            found([("lost", yes(dice.shows(rules.number(house!("general.casualty")).max(2) as u32)?))])
        }
        "general-unit-lost" => {
            found([("lost", yes(dice.shows(rules.number(house!("general.unit-lost")).max(2) as u32)?))])
        }
        "charge" => {
            let outcome = chain::charge(dice, rules, &facts.charge())?;
            charge_found(&outcome)
        }
        _ => found([]),
    })
}

/// A whole charge, as the desk tells it.
pub fn charge_found(outcome: &chain::Outcome) -> Found {
    found([
        ("end", Value::Word(outcome.end.word())),
        ("charger-lost", count(outcome.charger_lost)),
        ("target-lost", count(outcome.target_lost)),
    ])
}

/// The exact odds of a chart. The long chain is merged between its stages.
pub fn odds<W: dice::Weight>(rules: &Rules, chart: &str, facts: &Facts) -> dice::Odds<Found, W> {
    if chart == "charge" {
        return chain::charge_odds(rules, &facts.charge()).map(charge_found);
    }
    dice::Odds::of(|tally| resolve(rules, chart, facts, tally))
}

/// Ends of a charge, for those who draw them.
pub fn charge_ends() -> [End; 11] {
    End::ALL
}

fn inches_of<D: Dice>(rules: &Rules, rule: RuleId, dice: &mut D) -> Result<Found, D::Pause> {
    let inches = rules.dice(rule).map_or(Ok(0), |pool| dice.total(pool))?;
    Ok(found([("inches", count(inches))]))
}

fn stand<D: Dice>(rules: &Rules, facts: &Facts, dice: &mut D) -> Result<Found, D::Pause> {
    let test = facts.morale(Test::Stand);
    let verdict = morale(dice, rules, &test)?;
    let cavalry = facts.flag("cavalry");
    let may = closes_up_into(rules, test.nation, test.formation).map(|(into, _)| into);
    let square = match (verdict, late_square(rules, test.nation, test.formation, cavalry)) {
        (Verdict::Pass, _) => may.map_or("no", Formation::word),
        (Verdict::Fail, Some(need)) if dice.shows(need)? => "square",
        _ => "no",
    };
    let gap = rules.inches(rule!("volley.stand.pass.charger-placed")).unwrap_or_default();
    let result = match verdict {
        Verdict::Pass if cavalry => "stands".to_owned(),
        Verdict::Pass => format!("stands; charging infantry is set {gap} away"),
        Verdict::Fail => "stands; the charge comes in".to_owned(),
        Verdict::Rout => "routs".to_owned(),
    };
    Ok(found([
        ("verdict", Value::Word(verdict.word())),
        ("may-form", Value::Word(square)),
        ("result", Value::Text(result)),
    ]))
}

fn loss<D: Dice>(rules: &Rules, facts: &Facts, dice: &mut D) -> Result<Found, D::Pause> {
    let test = facts.morale(Test::Loss);
    let verdict = morale(dice, rules, &test)?;
    let (result, _) =
        loss_result(rules, test.nation, test.arm, test.grade, test.formation, facts.flag("second"), verdict);
    let text = match result {
        LossResult::FightsOn => "fights on".to_owned(),
        LossResult::FormsLine(by) => format!("forms line {by} back"),
        LossResult::Retires => format!("retires {}, the winner follows", retire_distance(dice, rules)?),
        LossResult::Stays => "stays in place".to_owned(),
        LossResult::Routs => "routs".to_owned(),
    };
    Ok(found([("verdict", Value::Word(verdict.word())), ("result", Value::Text(text))]))
}

/// The numbers a chart adds up, each with its rule.
pub fn working(rules: &Rules, chart: &str, facts: &Facts) -> Vec<(&'static str, i32)> {
    let named = |working: Working| {
        working.parts().iter().map(|(rule, value)| (RULES[rule.index()], *value)).collect()
    };
    let test = |test| named(morale_target(rules, &facts.morale(test)));
    match chart {
        "artillery-fire" => {
            let shot = facts.cannonade();
            let mut parts = vec![("volley.p1.dice", fire::cannon_dice(rules, shot.crew) as i32)];
            parts.extend::<Vec<_>>(named(fire::cannon_need(rules, &shot).working));
            parts
        }
        "shooting" => {
            let shot = facts.volleys();
            let rule =
                if shot.artillery { "volley.shoot.dice.artillery" } else { "volley.shoot.dice.infantry" };
            let mut parts = vec![(rule, fire::volley_dice(rules, shot.figures, shot.artillery) as i32)];
            parts.extend::<Vec<_>>(named(fire::volley_need(rules, &shot).working));
            parts
        }
        "square-fire" => {
            let mut parts = vec![("volley.charge.cav.square-fire", fire::square_dice(rules) as i32)];
            parts.extend::<Vec<_>>(named(fire::square_need(rules, &facts.square_target()).working));
            parts
        }
        "artillery-morale" => test(Test::Artillery),
        "close" => test(Test::Close),
        "stand" => test(Test::Stand),
        "loss" => test(Test::Loss),
        "recall" => test(Test::Recall),
        "movement" => named(allowance(rules, facts.rate(rules), &facts.going()).working),
        "melee-dice" => {
            let (dice, rows) = melee_dice(rules, &facts.fighter(""));
            rows.into_iter().map(|rule| (RULES[rule.index()], dice as i32)).collect()
        }
        "melee" => {
            let (a, b) = (facts.fighter("a-"), facts.fighter("b-"));
            let first = !facts.flag("continuing");
            let mut parts: Vec<(&'static str, i32)> = named(melee_need(rules, &a, &b, first).1);
            parts.extend::<Vec<_>>(named(melee_need(rules, &b, &a, first).1));
            parts
        }
        "charge" => {
            let charge = facts.charge();
            let close = Morale { charging: true, ..facts_of(&charge.charger, Test::Close) };
            let stand = Morale { flank: charge.flank, ..facts_of(&charge.target, Test::Stand) };
            let mut parts: Vec<(&'static str, i32)> = named(morale_target(rules, &close));
            parts.extend::<Vec<_>>(named(morale_target(rules, &stand)));
            parts
        }
        _ => Vec::new(),
    }
}

fn facts_of(body: &Body, test: Test) -> Morale {
    Morale {
        test,
        nation: body.nation,
        arm: body.arm,
        grade: body.grade,
        formation: body.formation,
        lost: body.lost,
        general: body.general,
        charging: false,
        flank: false,
    }
}
