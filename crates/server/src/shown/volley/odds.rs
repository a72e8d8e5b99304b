//! Odds in the words of volley.

use crate::shown::odds::{Bars, OddsInWords, Reading, Tone, of_hits, percent, spelt};
use engine::UnitId;
use engine::desk::{FactCard, Found, Value};
use engine::outlook::{Goal, Roll};
use engine::wording::{agreed, says};
use volley::outlook::About;
use volley::words::{Test, Verdict};
use volley::{Answer, Volley};

type Outlook<'r> = Reading<'r, Volley>;

/// The end of a charge that is still being fought out.
const LOCKED: &str = "fights-on";

impl OddsInWords for Volley {
    const MAIN_WORDS: &'static [&'static str] = &["end", "result", "recalled", "arrives", "may-charge"];

    fn end_of(found: &Found) -> String {
        let word = ["end", "result", "recalled"].iter().find_map(|name| found.outcome.get(name));
        word.map_or_else(String::new, Value::to_string)
    }

    fn desk_text(chart: &str, end: &str) -> String {
        match chart {
            "charge" => charge_end("the chargers", "the defenders", end),
            "bombardment" | "firing" => shot_end(end),
            _ => spelt(end),
        }
    }

    fn desk_tone(chart: &str, end: &str) -> Tone {
        match chart {
            "charge" => charge_tone(end),
            "bombardment" | "firing" => shot_tone(end),
            _ => Tone::Even,
        }
    }

    fn tone(reading: &Outlook<'_>, found: &Found, end: &str) -> Tone {
        match reading.outlook.about {
            About::Charge => charge_tone(end),
            About::Guns | About::Volley => shot_tone(end),
            About::Test(_) => match found.outcome.get("verdict").or(found.outcome.get("recalled")) {
                Some(Value::Word(word)) if *word == Verdict::Fail.word() => Tone::Even,
                Some(Value::Word(word)) if *word == Verdict::Pass.word() || *word == "yes" => Tone::Good,
                _ => Tone::Bad,
            },
        }
    }

    fn end_text(reading: &Outlook<'_>, end: &str) -> String {
        let (we, they) = reading.we_and_they();
        match (reading.outlook.about, end) {
            (About::Charge, end) => charge_end(we, they, end),
            (About::Guns | About::Volley, end) => shot_end(end),
            (About::Test(Test::Recall), "yes") => agreed(reading.unit(), "come[s] back"),
            (About::Test(Test::Recall), "no") => agreed(reading.unit(), "do[es] not hear"),
            _ => spelt(end),
        }
    }

    fn title(reading: &Outlook<'_>) -> String {
        let (unit, foe) = (reading.unit(), reading.foe());
        match (reading.outlook.about, reading.outlook.foe) {
            (About::Charge, Some(_)) => match reading.outlook.fact("from") {
                "" | "order" => says(unit, &format!("charge[s] {foe}")),
                "melee" => says(unit, &format!("fight[s] {foe}")),
                _ => says(unit, &format!("come[s] in on {foe}")),
            },
            (About::Guns, Some(_)) => says(unit, &format!("fire[s] at {foe}")),
            (About::Volley, Some(_)) => says(unit, &format!("shoot[s] at {foe}")),
            (About::Test(test), _) => says(unit, &format!("test[s]: {}", test_text(test))),
            (_, None) => unit.to_owned(),
        }
    }

    fn summed_up(reading: &Outlook<'_>) -> String {
        let Some(first) = reading.ends.first() else { return String::new() };
        match reading.outlook.about {
            About::Charge => {
                let (condition, lost) = (condition(reading), expected_losses(reading));
                if reading.ends.len() == 1 {
                    return format!("However the dice fall, {}{condition}.{lost}", first.text);
                }
                let likely = format!("{} ({})", first.text, percent(first.chance));
                format!("Most likely {likely}{condition}. {}{lost}", reading.in_all())
            }
            About::Guns | About::Volley => {
                let told: Vec<String> = reading
                    .ends
                    .iter()
                    .filter(|end| end.tone != Tone::Even && end.end != "not-hit")
                    .map(|end| format!("{} in {}", end.text, percent(end.chance)))
                    .collect();
                let then = if told.is_empty() { "carries on".to_owned() } else { told.join(", ") };
                let (hits, foe) = (of_hits(reading.mean("hits")), reading.foe());
                format!("{hits} to be expected; {foe} {then}, if nobody else hits it.")
            }
            About::Test(_) => {
                let all: Vec<String> =
                    reading.ends.iter().map(|end| format!("{} {}", end.text, percent(end.chance))).collect();
                let rolls = reading.outlook.rolls(&reading.game.rules);
                let need = match rolls.first().map(|roll| roll.goal) {
                    Some(Goal::AtMost(target)) => format!("need[s] {target} or less on one die"),
                    _ => "test[s]".to_owned(),
                };
                format!("{}: {}.", says(reading.unit(), &need), all.join(", "))
            }
        }
    }

    fn short(reading: &Outlook<'_>) -> String {
        match reading.outlook.about {
            About::Guns | About::Volley => {
                format!("{}, shaken {}", of_hits(reading.mean("hits")), percent(reading.good()))
            }
            About::Test(_) => reading.ends.iter().find(|end| end.tone == Tone::Good).map_or_else(
                || "cannot pass".to_owned(),
                |end| format!("{} {}", end.text, percent(end.chance)),
            ),
            About::Charge => reading.well_and_badly(LOCKED, costs(reading)),
        }
    }

    fn caveats(reading: &Outlook<'_>) -> Vec<String> {
        let mut caveats = Vec::new();
        match (reading.outlook.about, reading.besides()) {
            (About::Charge, Some(besides)) => {
                caveats.push(format!("Also on its way, and not counted: {besides}."));
            }
            (About::Guns, Some(besides)) => {
                caveats.push(format!("The shot carries through to {besides}; that is not counted."));
            }
            _ => {}
        }
        if reading.outlook.about == About::Charge && reading.outlook.turns().next().is_some() {
            caveats.push(
                "Choices on the way: infantry closes up before horse if it may, everybody else stays."
                    .to_owned(),
            );
        }
        caveats
    }

    fn label(reading: &Outlook<'_>, answer: &Answer) -> (Option<UnitId>, String) {
        let foe = reading.outlook.foe;
        match answer {
            Answer::Unit(unit) => (Some(*unit), reading.name(*unit).to_owned()),
            Answer::Order(_) => (foe, foe.map_or_else(String::new, |foe| reading.name(foe).to_owned())),
            _ => (foe, crate::play::capital(&Volley::value_text("from", reading.outlook.fact("from")))),
        }
    }

    fn fact_text(reading: &Outlook<'_>, turn: &FactCard) -> String {
        let (unit, foe, text) = (reading.unit(), reading.foe(), turn.text);
        match reading.outlook.about {
            About::Charge if turn.name == "no-volley" => format!("the volley of {foe}"),
            About::Charge => text.replace("the target", foe).replace("the charger", unit),
            About::Guns | About::Volley if turn.name == "target" => format!("formation of {foe}"),
            About::Guns | About::Volley => text.replace("the target", foe),
            About::Test(_) => text.to_owned(),
        }
    }

    fn value_text(fact: &str, value: &str) -> String {
        match (fact, value) {
            ("no-volley", "no") => "shoots".to_owned(),
            ("no-volley", _) => "does not".to_owned(),
            ("from", "stays") => "stands as it is".to_owned(),
            ("from", "closes-up") => "closes up".to_owned(),
            ("from", "goes-in") => "goes in".to_owned(),
            ("from", "wavers") => "takes it as it comes".to_owned(),
            ("from", "rolls-for-square") => "rolls for square".to_owned(),
            ("from", "held-off") => "stays held off".to_owned(),
            ("from", "presses-on") => "presses on".to_owned(),
            _ => spelt(value),
        }
    }

    fn roll_title(reading: &Outlook<'_>, roll: &Roll<<Volley as engine::Played>::Ids>) -> String {
        let (unit, foe) = (reading.unit(), reading.foe());
        match roll.what {
            "charge-roll" => format!("{unit} must roll to charge"),
            "gallop" => says(unit, "gallop[s]"),
            "volley" if reading.outlook.about == About::Volley => format!("The volley of {unit}"),
            "volley" => format!("The volley of {foe}"),
            "guns" => format!("The fire of {unit}"),
            "square-fire" => format!("The square of {foe} fires"),
            "other-fire" => {
                reading.others().map_or("Others shoot too".to_owned(), |all| format!("The fire of {all}"))
            }
            "close" => says(unit, "test[s] to close"),
            "stand" => says(foe, "test[s] to stand"),
            "square" => {
                format!("{foe}{}", agreed(foe, ", if [it wavers, rolls|they waver, roll] for square"))
            }
            "passing" => says(unit, "ride[s] past the closed ranks"),
            "melee-charger" => format!("Melee: {unit}"),
            "melee-target" => format!("Melee: {foe}"),
            "morale" if reading.outlook.foe.is_some() => {
                says(foe, "test[s], if [it loses|they lose] one figure")
            }
            _ => says(unit, "test[s]"),
        }
    }

    fn bars(reading: &Outlook<'_>) -> Vec<Bars> {
        let (unit, foe) = (reading.unit(), reading.foe());
        let (loser, likes) = match reading.outlook.foe {
            Some(_) => (foe, Tone::Good),
            None => (unit, Tone::Bad),
        };
        let bars = |name, title, tone| Bars { name, title, tone, unless: None };
        vec![
            bars("hits", "Hits".to_owned(), Tone::Good),
            bars("charger-lost", format!("Figures {unit} loses"), Tone::Bad),
            bars("target-lost", format!("Figures {foe} loses"), Tone::Good),
            // Hits are figures, unless there are more of them.
            Bars { unless: Some("hits"), ..bars("lost", format!("Figures {loser} loses"), likes) },
        ]
    }
}

/// How a charge ends, for those who charge and those who are charged.
fn charge_end(we: &str, they: &str, end: &str) -> String {
    match end {
        "refused" => format!("{we} roll, and do not charge"),
        "falls-short" => format!("{we} do not get there"),
        "charger-broken" => format!("{we} break before contact"),
        "charger-stops" => format!("{we} stop short"),
        "held-off" => format!("{we} are held off"),
        "passes-by" => format!("{we} ride past the closed ranks"),
        LOCKED => "the melee goes on".to_owned(),
        "charger-beaten" => format!("{we} are beaten back"),
        "charger-routed" => format!("{we} rout"),
        "target-beaten" => format!("{they} are beaten back"),
        "target-routed" => format!("{they} rout"),
        "target-destroyed" => format!("{they} are destroyed"),
        "target-escapes" => format!("{they} get away"),
        "both-destroyed" => "both are destroyed".to_owned(),
        other => spelt(other),
    }
}

fn charge_tone(end: &str) -> Tone {
    match end {
        "held-off" | "passes-by" | LOCKED | "target-escapes" => Tone::Even,
        "target-beaten" | "target-routed" | "target-destroyed" => Tone::Good,
        _ => Tone::Bad,
    }
}

fn shot_end(end: &str) -> String {
    match end {
        "not-hit" => "nobody is hit".to_owned(),
        "wiped-out" => "nobody is left".to_owned(),
        other => spelt(other),
    }
}

fn shot_tone(end: &str) -> Tone {
    match end {
        "not-hit" => Tone::Bad,
        "carries-on" | "goes-on" | "stands" => Tone::Even,
        _ => Tone::Good,
    }
}

/// What a melee that goes on has cost by then.
fn costs(reading: &Outlook<'_>) -> Option<String> {
    let (unit, foe) = (reading.mean("charger-lost"), reading.mean("target-lost"));
    let (we, they) = if reading.acts() { (unit, foe) } else { (foe, unit) };
    (unit > 0.0 || foe > 0.0).then(|| format!("they lose {they:.1}, we lose {we:.1}"))
}

fn expected_losses(reading: &Outlook<'_>) -> String {
    let (unit, foe) = (reading.mean("charger-lost"), reading.mean("target-lost"));
    let (we, they) = if reading.acts() { (unit, foe) } else { (foe, unit) };
    if unit == 0.0 && foe == 0.0 {
        return String::new();
    }
    format!(" Figures lost on the way, on average: {we:.1} of ours, {they:.1} of theirs.")
}

/// Whose fire a charge is reckoned with.
fn condition(reading: &Outlook<'_>) -> String {
    if reading.outlook.fact("from") != "order" {
        return String::new();
    }
    let foe = reading.foe();
    let dice: u32 = reading.outlook.fact("other-dice").parse().unwrap_or(0);
    let others = || reading.others().unwrap_or_else(|| format!("others with {dice} dice"));
    match (dice, reading.outlook.fact("no-volley") == "yes") {
        (0, true) => ", if nobody shoots".to_owned(),
        (0, false) => format!(", if nobody but {foe} shoots"),
        (_, true) => format!(", if {} shoot", others()),
        (_, false) => format!(", if {} shoot too", others()),
    }
}

fn test_text(test: Test) -> &'static str {
    match test {
        Test::Artillery => "losses to guns",
        Test::Close => "losses and closing",
        Test::Stand => "standing",
        Test::Loss => "a lost melee",
        Test::Recall => "recall",
    }
}
