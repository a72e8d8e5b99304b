//! Odds in the words of orders.

use crate::play::capital;
use crate::shown::odds::{Bars, OddsInWords, Reading, Tone, of_hits, percent, spelt};
use engine::UnitId;
use engine::desk::{FactCard, Found, Value};
use engine::outlook::{Goal, Roll};
use engine::wording::{agreed, says};
use orders::event::Cause;
use orders::outlook::About;
use orders::words::Level;
use orders::{Act, Answer, Orders};

type Outlook<'r> = Reading<'r, Orders>;

/// The end of a melee in which nobody gives way.
const LOCKED: &str = "stays-locked";

impl OddsInWords for Orders {
    const MAIN_WORDS: &'static [&'static str] = &["end", "level", "result", "passes", "initiative"];

    fn desk_text(chart: &str, end: &str) -> String {
        match chart {
            "charge" | "melee" => charge_end("the chargers", "the defenders", end),
            _ => spelt(end),
        }
    }

    fn desk_tone(chart: &str, end: &str) -> Tone {
        match chart {
            "charge" | "melee" => charge_tone(end),
            _ => Tone::Even,
        }
    }

    fn end_of(found: &Found) -> String {
        let word = |name: &str| found.outcome.get(name).map(Value::to_string);
        let back = word("driven-back").is_some_and(|moved| moved == "yes");
        let level = || {
            word("level").map(|level| if back && level != "routed" { format!("{level}-back") } else { level })
        };
        word("end").or_else(level).or_else(|| word("passes")).unwrap_or_default()
    }

    fn tone(reading: &Outlook<'_>, found: &Found, end: &str) -> Tone {
        let level = || found.outcome.get("level").map(Value::to_string).unwrap_or_default();
        match reading.outlook.about {
            About::Charge | About::Square | About::Melee => charge_tone(end),
            About::Shot if level() == reading.outlook.fact("target-level") => Tone::Bad,
            About::Shot => Tone::Good,
            About::Check(Cause::Command) if end == "yes" => Tone::Good,
            About::Check(_) if level() == reading.outlook.fact("level") => Tone::Good,
            About::Check(_) => Tone::Bad,
        }
    }

    fn end_text(reading: &Outlook<'_>, end: &str) -> String {
        let (we, they) = reading.we_and_they();
        match (reading.outlook.about, end) {
            (About::Charge | About::Square | About::Melee, end) => charge_end(we, they, end),
            (About::Check(Cause::Command), "yes") => agreed(reading.unit(), "move[s]"),
            (About::Check(Cause::Command), _) => agreed(reading.unit(), "stay[s] where [it is|they are]"),
            (about, end) => {
                let (who, before) = match about {
                    About::Shot => (reading.foe(), reading.outlook.fact("target-level")),
                    _ => (reading.unit(), reading.outlook.fact("level")),
                };
                let what = match end.strip_suffix("-back") {
                    _ if end == before => format!("hold[s], {end}"),
                    _ if end == "routed" => "rout[s]".to_owned(),
                    Some(level) => format!("go[es] back, {level}"),
                    None => format!("drop[s] to {end}"),
                };
                agreed(who, &what)
            }
        }
    }

    fn title(reading: &Outlook<'_>) -> String {
        let (unit, foe) = (reading.unit(), reading.foe());
        match reading.outlook.about {
            About::Charge => says(unit, &format!("charge[s] {foe}")),
            About::Square => says(unit, &format!("come[s] in on {foe}")),
            About::Melee => says(unit, &format!("fight[s] {foe}")),
            About::Shot => says(unit, &format!("fire[s] at {foe}")),
            About::Check(cause) => says(unit, &format!("check[s]: {}", cause_text(cause))),
        }
    }

    fn summed_up(reading: &Outlook<'_>) -> String {
        let Some(first) = reading.ends.first() else { return String::new() };
        let all = || {
            let each = reading.ends.iter().map(|end| format!("{} {}", end.text, percent(end.chance)));
            // What an end is called has commas of its own.
            each.collect::<Vec<_>>().join("; ")
        };
        match reading.outlook.about {
            About::Charge | About::Square | About::Melee => {
                let condition = condition(reading);
                if reading.ends.len() == 1 {
                    return format!("However the dice fall, {}{condition}.", first.text);
                }
                let likely = format!("{} ({})", first.text, percent(first.chance));
                let lost = shaken(reading).map_or_else(String::new, |lost| format!(" On the way {lost}."));
                format!("Most likely {likely}{condition}. {}{lost}", reading.in_all())
            }
            About::Shot => {
                let hits = of_hits(reading.mean("hits"));
                format!("{hits} to be expected. {}: {}.", reading.foe(), all())
            }
            About::Check(_) => {
                let rolls = reading.outlook.rolls(&reading.game.rules);
                let need = match rolls.first().map(|roll| (roll.goal, roll.dice.sides)) {
                    Some((Goal::Face(face), sides)) if face <= sides => format!("need[s] {face} or more"),
                    _ => "check[s]".to_owned(),
                };
                format!("{}: {}.", says(reading.unit(), &need), all())
            }
        }
    }

    fn short(reading: &Outlook<'_>) -> String {
        match reading.outlook.about {
            About::Shot => format!("{}, shaken {}", of_hits(reading.mean("hits")), percent(reading.good())),
            About::Check(_) => format!("{} {}", agreed(reading.unit(), "pass[es]"), percent(reading.good())),
            About::Charge | About::Square | About::Melee => reading.well_and_badly(LOCKED, shaken(reading)),
        }
    }

    fn caveats(reading: &Outlook<'_>) -> Vec<String> {
        let mut caveats = Vec::new();
        if let Some(besides) = reading.besides() {
            caveats.push(format!("May fire too, and is not counted: {besides}."));
        }
        if matches!(reading.outlook.about, About::Charge | About::Square) {
            caveats.push(
                "Everybody who may fire at the charger does; whoever gives way goes back from the enemy in contact.".to_owned(),
            );
        }
        if reading.outlook.about == About::Check(Cause::ForceMarch) {
            caveats.push("How far the dice carry it is not counted.".to_owned());
        }
        caveats
    }

    fn label(reading: &Outlook<'_>, answer: &Answer) -> (Option<UnitId>, String) {
        let foe = reading.outlook.foe;
        match answer {
            Answer::Unit(unit) => (Some(*unit), reading.name(*unit).to_owned()),
            Answer::Shot(shot) => {
                (Some(shot.target), format!("{} → {}", reading.name(shot.unit), reading.name(shot.target)))
            }
            Answer::Act(Act::Charge { .. }) => (foe, reading.foe().to_owned()),
            Answer::Yes => (foe, "Roll for square".to_owned()),
            Answer::No => (foe, "Take it as it comes".to_owned()),
            _ => (Some(reading.outlook.unit), reading.unit().to_owned()),
        }
    }

    fn fact_text(reading: &Outlook<'_>, turn: &FactCard) -> String {
        let (unit, foe, text) = (reading.unit(), reading.foe(), turn.text);
        let of = |who: &str| format!("{text} of {who}");
        match (reading.outlook.about, turn.name) {
            (_, "others-fire") => {
                format!("the fire of {}", reading.others().unwrap_or_else(|| "others".to_owned()))
            }
            (_, "target-fires") => format!("the fire of {foe}"),
            (_, "tries-square") => format!("{foe} before the horse"),
            (_, "target-cornered") => format!("the way back of {foe}"),
            (_, "charger-cornered") => format!("the way back of {unit}"),
            (_, "target-leader") => format!("leader with {foe}"),
            (_, "charger-leader") => format!("leader with {unit}"),
            (_, "target-garrison") => format!("what {foe} garrisons"),
            (About::Shot, "formation" | "level") => of(unit),
            (_, name) if name.starts_with("target-") && !text.contains("the target") => of(foe),
            (_, name) if name.starts_with("charger-") && !text.contains("the charger") => of(unit),
            _ => text.replace("the target", foe).replace("the charger", unit),
        }
    }

    fn value_text(fact: &str, value: &str) -> String {
        match (fact, value) {
            ("others-fire" | "target-fires", "yes") => "comes".to_owned(),
            ("others-fire" | "target-fires", _) => "does not".to_owned(),
            ("tries-square", "yes") => "tries the square".to_owned(),
            ("tries-square", _) => "stands as it is".to_owned(),
            ("target-cornered" | "charger-cornered", "yes") => "barred".to_owned(),
            ("target-cornered" | "charger-cornered", _) => "free".to_owned(),
            _ => spelt(value),
        }
    }

    fn roll_title(reading: &Outlook<'_>, roll: &Roll<<Orders as engine::Played>::Ids>) -> String {
        let (unit, foe) = (reading.unit(), reading.foe());
        match roll.what {
            "square" => says(foe, "tr[ies|y] to form square"),
            "target-fire" => format!("The fire of {foe}"),
            "other-fire" => {
                reading.others().map_or("Others fire too".to_owned(), |all| format!("The fire of {all}"))
            }
            "fire" => format!("The fire of {unit}"),
            "melee-charger" => format!("Melee, first round: {unit}"),
            "melee-target" => format!("Melee, first round: {foe}"),
            "charger-check" => format!("Each check of {unit}"),
            "target-check" => format!("Each check of {foe}"),
            _ => says(unit, "check[s]"),
        }
    }

    /// Morale from the best to the worst.
    fn rank(name: &str, word: &str) -> usize {
        let at = || Level::WORDS.iter().rev().position(|(level, _)| *level == word);
        if name.ends_with("level") { at().unwrap_or_default() } else { 0 }
    }

    fn bars(reading: &Outlook<'_>) -> Vec<Bars> {
        let (unit, foe) = (reading.unit(), reading.foe());
        let bars = |name, title, tone| Bars { name, title, tone, unless: None };
        vec![
            bars("hits", "Hits".to_owned(), Tone::Good),
            Bars { unless: Some("hits"), ..bars("checks", format!("Checks of {foe}"), Tone::Good) },
            bars("charger-level", format!("{} afterwards", capital(unit)), Tone::Even),
            bars("target-level", format!("{} afterwards", capital(foe)), Tone::Even),
            bars("charger-leader", format!("The leader with {unit}"), Tone::Even),
            bars("target-leader", format!("The leader with {foe}"), Tone::Even),
            bars("leader", "The leader with it".to_owned(), Tone::Even),
        ]
    }
}

/// How a charge or a melee ends, for those who charge and those who are charged.
fn charge_end(we: &str, they: &str, end: &str) -> String {
    match end {
        "charger-repulsed" => format!("{we} are stopped by fire"),
        "target-gone" => format!("{they} are gone before contact"),
        "charger-beaten" => format!("{we} are driven back"),
        "charger-routed" => format!("{we} rout"),
        "target-beaten" => format!("{they} are driven back"),
        "target-routed" => format!("{they} rout"),
        "both-beaten" => "both are driven back".to_owned(),
        "falls-off" => format!("nobody gives way, {we} fall off"),
        LOCKED => "nobody gives way".to_owned(),
        other => spelt(other),
    }
}

fn charge_tone(end: &str) -> Tone {
    match end {
        "target-gone" | "target-beaten" | "target-routed" => Tone::Good,
        "both-beaten" | "falls-off" | LOCKED => Tone::Even,
        _ => Tone::Bad,
    }
}

/// What a charge and its melee cost in morale, however they end.
fn shaken(reading: &Outlook<'_>) -> Option<String> {
    let sinks = |who: &'static str| {
        let before = reading.outlook.fact(who);
        let worse = |level: &str| Orders::rank(who, level) > Orders::rank(who, before);
        let sinks =
            |found: &Found| found.outcome.get(who).map(Value::to_string).is_some_and(|level| worse(&level));
        (!before.is_empty()).then(|| percent(reading.chance(sinks)))
    };
    let (charger, target) = (sinks("charger-level")?, sinks("target-level")?);
    let (we, they) = if reading.acts() { (charger, target) } else { (target, charger) };
    Some(format!("they are shaken in {they}, we in {we}"))
}

/// Whose fire a charge is reckoned with.
fn condition(reading: &Outlook<'_>) -> String {
    let outlook = reading.outlook;
    if outlook.about == About::Melee {
        return String::new();
    }
    let others = reading.others().filter(|_| outlook.fact("others-fire") == "yes");
    match (outlook.fact("target-fires") == "yes", others) {
        (true, Some(_)) => format!(", under the fire of {}", reading.foe_and_others()),
        (true, None) => format!(", under the fire of {}", reading.foe()),
        (false, Some(others)) => format!(", under the fire of {others}"),
        (false, None) => ", if nobody fires".to_owned(),
    }
}

fn cause_text(cause: Cause) -> &'static str {
    match cause {
        Cause::Command => "out of command",
        Cause::ForceMarch => "a force march",
        Cause::Shock => "the loss of a leader",
        Cause::Fire => "fire",
        Cause::Melee => "melee",
        Cause::Rout => "a rout nearby",
        Cause::Square => "square",
        Cause::Rally => "rally",
    }
}
