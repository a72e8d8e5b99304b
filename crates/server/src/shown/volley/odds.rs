//! Odds in the words of volley.

use crate::odds::{
    Asked, Brief, ChoiceTold, FactTold, KindTold, LineTold, Odd, RollTold, Spread, Told, Tone, What, percent,
    sum,
};
use crate::play::{Play, capital, said};
use crate::seat::Seat;
use crate::shown::Shown as _;
use crate::wrong::Wrong;
use dice::{Chance, Odds, Weight as _};
use engine::Side;
use engine::desk::{FactCard, Found, Kind, Value};
use std::collections::BTreeMap;
use volley::outlook::{About, Outlook};
use volley::roll::{Goal, Roll};
use volley::words::{Test, Verdict};
use volley::{Answer, Question, RULES, UnitId, Volley};

/// Every answer to what is asked that something hangs on, in short.
pub(super) fn briefs(game: &Volley, side: Side, question: &Question) -> Vec<Brief<Answer>> {
    let answers = Outlook::answers(question).into_iter();
    answers.filter_map(|answer| brief(game, side, question, answer)).collect()
}

/// An answer in short; `None` where nothing hangs on it, or the rules forbid it.
pub(super) fn brief(game: &Volley, side: Side, question: &Question, answer: Answer) -> Option<Brief<Answer>> {
    let outlook = Outlook::of(game, question, &answer).ok()??;
    let reading = Reading::new(game, side, &outlook);
    let (unit, label) = match &answer {
        Answer::Unit(unit) => (Some(*unit), game.name(*unit).to_owned()),
        Answer::Order(_) => {
            (outlook.foe, outlook.foe.map_or_else(String::new, |foe| game.name(foe).to_owned()))
        }
        _ => (outlook.foe, capital(&reading.value_text("from", outlook.fact("from")))),
    };
    Some(Brief {
        answer,
        label,
        unit,
        short: reading.short(),
        sentence: reading.sentence(),
        good: reading.good(),
        ends: reading.ends,
    })
}

/// Everything about one answer, or about what one unit might do to another.
pub(super) fn told(play: &Play<Volley>, seat: Seat, asked: Asked) -> Result<Told, Wrong> {
    let side = seat.side().ok_or_else(|| Wrong::forbidden("Spectators have no odds to weigh."))?;
    let game = play.session.game().seen(Some(side));
    let stands = match asked {
        Asked { answer: Some(answer), what: None, unit: None, target: None, .. } => {
            let answer: Answer = said::<Volley>(answer)?;
            play.check(seat, &answer)?;
            let Some((_, question)) = play.asked() else { return Err(nothing()) };
            Outlook::of(&game, question, &answer).map_err(|refusal| Wrong::from(&refusal))?
        }
        Asked { answer: None, what: Some(what), unit: Some(unit), target: Some(target), .. } => {
            might(&game, side, what, unit, target)?
        }
        _ => {
            return Err(Wrong::bad(
                "The odds are of an answer, or of what a unit might do to a target: give \"answer\", or \"what\", \
                 \"unit\" and \"target\".",
            ));
        }
    };
    let stands = stands.ok_or_else(nothing)?;
    let what_if: Vec<(String, String)> =
        asked.what_if.into_iter().map(|(name, given)| (name, given.word())).collect();
    let turned =
        stands.turned(&what_if).map_err(|faults| Wrong::bad(format!("{}.", capital(&faults.join("; ")))))?;
    let reading = Reading::new(&game, side, &turned);
    let exact = reading.odds.iter().all(|(_, chance)| chance.is_exact());
    Ok(Told {
        version: play.version(),
        title: reading.title(),
        sentence: reading.sentence(),
        caveats: reading.caveats(),
        exact,
        good: reading.good(),
        facts: reading.facts(&stands),
        working: turned.rolls(&game.rules).iter().map(|roll| reading.roll(roll)).collect(),
        distribution: reading.spreads(),
        ends: reading.ends,
    })
}

fn nothing() -> Wrong {
    Wrong::conflict("There are no odds for this: nothing in it is left to the dice, or too much.")
}

/// What a unit might do to another, wherever the two stand now.
fn might(
    game: &Volley,
    side: Side,
    what: What,
    unit: UnitId,
    target: UnitId,
) -> Result<Option<Outlook>, Wrong> {
    let on_table = |id: UnitId| game.get(id).filter(|body| body.on_table());
    let (Some(us), Some(foe)) = (on_table(unit), on_table(target)) else {
        return Err(Wrong::not_found("There is no such unit on the table."));
    };
    if us.side() == foe.side() || (us.side() != side && foe.side() != side) {
        return Err(Wrong::conflict("One of the two is to be yours, and the other an enemy."));
    }
    Ok(match what {
        What::Charge => Outlook::threat(game, unit, target),
        What::Shot => Outlook::aimed(game, unit, target),
    })
}

/// An outlook read by one side.
struct Reading<'r> {
    game: &'r Volley,
    side: Side,
    outlook: &'r Outlook,
    odds: Odds<Found>,
    ends: Vec<Odd>,
}

impl<'r> Reading<'r> {
    fn new(game: &'r Volley, side: Side, outlook: &'r Outlook) -> Reading<'r> {
        let odds = outlook.odds(&game.rules);
        let mut reading = Reading { game, side, outlook, odds, ends: Vec::new() };
        reading.ends = reading.ends_of(&reading.odds);
        reading
    }

    fn name(&self, id: UnitId) -> &str {
        self.game.name(id)
    }

    /// The unit that acts is the reader's own.
    fn acts(&self) -> bool {
        self.game.unit(self.outlook.unit).side() == self.side
    }

    fn good(&self) -> f64 {
        sum(&self.ends, Tone::Good)
    }

    // ------------------------------------------------------------------ ends ----

    /// The outcome's main word, likeliest first.
    fn ends_of(&self, odds: &Odds<Found>) -> Vec<Odd> {
        let mut ends: BTreeMap<String, (Tone, Chance)> = BTreeMap::new();
        for (found, chance) in odds.iter() {
            let end = main_word(found);
            let tone = self.tone(found, &end);
            let sum = ends.get(&end).map_or(*chance, |(_, sum)| sum.plus(chance));
            ends.insert(end, (tone, sum));
        }
        let mut list: Vec<Odd> = ends
            .iter()
            .map(|(end, (tone, chance))| Odd::new(end, self.end_text(end), *tone, chance))
            .collect();
        list.sort_by(|one, two| two.chance.total_cmp(&one.chance));
        list
    }

    fn tone(&self, found: &Found, end: &str) -> Tone {
        let tone = match self.outlook.about {
            About::Charge => match end {
                "held-off" | "passes-by" | "fights-on" | "target-escapes" => Tone::Even,
                "target-beaten" | "target-routed" | "target-destroyed" => Tone::Good,
                _ => Tone::Bad,
            },
            About::Guns | About::Volley => match end {
                "not-hit" => Tone::Bad,
                "carries-on" | "goes-on" | "stands" => Tone::Even,
                _ => Tone::Good,
            },
            About::Test(_) => match found.outcome.get("verdict").or(found.outcome.get("recalled")) {
                Some(Value::Word(word)) if *word == Verdict::Fail.word() => Tone::Even,
                Some(Value::Word(word)) if *word == Verdict::Pass.word() || *word == "yes" => Tone::Good,
                _ => Tone::Bad,
            },
        };
        if self.acts() { tone } else { tone.turned() }
    }

    fn end_text(&self, end: &str) -> String {
        let (we, they) = if self.acts() { ("we", "they") } else { ("they", "we") };
        match (self.outlook.about, end) {
            (About::Charge, "refused") => format!("{we} roll, and do not charge"),
            (About::Charge, "falls-short") => format!("{we} do not get there"),
            (About::Charge, "charger-broken") => format!("{we} break before contact"),
            (About::Charge, "charger-stops") => format!("{we} stop short"),
            (About::Charge, "held-off") => format!("{we} are held off"),
            (About::Charge, "passes-by") => format!("{we} ride past the closed ranks"),
            (About::Charge, "fights-on") => "the melee goes on".to_owned(),
            (About::Charge, "charger-beaten") => format!("{we} are beaten back"),
            (About::Charge, "charger-routed") => format!("{we} rout"),
            (About::Charge, "target-beaten") => format!("{they} are beaten back"),
            (About::Charge, "target-routed") => format!("{they} rout"),
            (About::Charge, "target-destroyed") => format!("{they} are destroyed"),
            (About::Charge, "target-escapes") => format!("{they} get away"),
            (About::Charge, "both-destroyed") => "both are destroyed".to_owned(),
            (About::Guns | About::Volley, "not-hit") => "nobody is hit".to_owned(),
            (About::Guns | About::Volley, "wiped-out") => "nobody is left".to_owned(),
            (About::Test(Test::Recall), "yes") => "comes back".to_owned(),
            (About::Test(Test::Recall), "no") => "does not hear".to_owned(),
            _ => spelt(end),
        }
    }

    // -------------------------------------------------------------- sentences ----

    fn title(&self) -> String {
        let unit = self.name(self.outlook.unit);
        match (self.outlook.about, self.outlook.foe) {
            (About::Charge, Some(foe)) => match self.outlook.fact("from") {
                "" | "order" => format!("{unit} charges {}", self.name(foe)),
                "melee" => format!("{unit} fights {}", self.name(foe)),
                _ => format!("{unit} comes in on {}", self.name(foe)),
            },
            (About::Guns, Some(foe)) => format!("{unit} fires at {}", self.name(foe)),
            (About::Volley, Some(foe)) => format!("{unit} shoots at {}", self.name(foe)),
            (About::Test(test), _) => format!("{unit} tests: {}", test_text(test)),
            (_, None) => unit.to_owned(),
        }
    }

    /// What is most likely, what may be hoped for, and what may be feared.
    fn sentence(&self) -> String {
        let Some(first) = self.ends.first() else { return String::new() };
        let (good, bad) = (self.good(), sum(&self.ends, Tone::Bad));
        let likely = format!("{} ({})", first.text, percent(first.chance));
        match self.outlook.about {
            About::Charge => {
                let condition = self.condition();
                let lost = self.expected_losses();
                if self.ends.len() == 1 {
                    return format!("However the dice fall, {}{condition}.{lost}", first.text);
                }
                let (good, bad) = (percent(good), percent(bad));
                format!(
                    "Most likely {likely}{condition}. In all it goes well in {good} and badly in {bad}.{lost}"
                )
            }
            About::Guns | About::Volley => {
                let foe = self.outlook.foe.map_or("?", |foe| self.name(foe));
                let hits = self.mean("hits");
                let told: Vec<String> = self
                    .ends
                    .iter()
                    .filter(|end| end.tone != Tone::Even && end.end != "not-hit")
                    .map(|end| format!("{} in {}", end.text, percent(end.chance)))
                    .collect();
                let then = if told.is_empty() { "carries on".to_owned() } else { told.join(", ") };
                format!("{} to be expected; {foe} {then}, if nobody else hits it.", of_hits(hits))
            }
            About::Test(_) => {
                let all: Vec<String> =
                    self.ends.iter().map(|end| format!("{} {}", end.text, percent(end.chance))).collect();
                let need = match self.outlook.rolls(&self.game.rules).first().map(|roll| roll.goal) {
                    Some(Goal::AtMost(target)) => format!(" needs {target} or less on one die"),
                    _ => " tests".to_owned(),
                };
                format!("{}{need}: {}.", self.name(self.outlook.unit), all.join(", "))
            }
        }
    }

    fn expected_losses(&self) -> String {
        let (unit, foe) = (self.mean("charger-lost"), self.mean("target-lost"));
        let (we, they) = if self.acts() { (unit, foe) } else { (foe, unit) };
        if unit == 0.0 && foe == 0.0 {
            return String::new();
        }
        format!(" Figures lost on the way, on average: {we:.1} of ours, {they:.1} of theirs.")
    }

    /// Whose fire a charge is reckoned with.
    fn condition(&self) -> String {
        if self.outlook.fact("from") != "order" {
            return String::new();
        }
        let foe = self.outlook.foe.map_or("?", |foe| self.name(foe));
        let others: u32 = self.outlook.fact("other-dice").parse().unwrap_or(0);
        let silent = self.outlook.fact("no-volley") == "yes";
        match (others, silent) {
            (0, true) => ", if nobody shoots".to_owned(),
            (0, false) => format!(", if nobody but {foe} shoots"),
            (_, true) => format!(", if {} shoot", self.others(others)),
            (_, false) => format!(", if {} shoot too", self.others(others)),
        }
    }

    fn others(&self, dice: u32) -> String {
        let names: Vec<&str> = self.outlook.others.iter().map(|id| self.name(*id)).collect();
        match names.as_slice() {
            [] => format!("others with {dice} dice"),
            [one] => (*one).to_owned(),
            [all @ .., last] => format!("{} and {last}", all.join(", ")),
        }
    }

    fn short(&self) -> String {
        match self.outlook.about {
            About::Guns | About::Volley => {
                let hits = self.mean("hits");
                format!("{}, shaken {}", of_hits(hits), percent(self.good()))
            }
            About::Test(_) => self.ends.iter().find(|end| end.tone == Tone::Good).map_or_else(
                || "cannot pass".to_owned(),
                |end| format!("{} {}", end.text, percent(end.chance)),
            ),
            About::Charge => {
                let (good, bad) = (self.good(), sum(&self.ends, Tone::Bad));
                format!("well {}, badly {}", percent(good), percent(bad))
            }
        }
    }

    /// What the odds leave out.
    fn caveats(&self) -> Vec<String> {
        let mut caveats = Vec::new();
        let besides: Vec<&str> = self.outlook.besides.iter().map(|id| self.name(*id)).collect();
        let besides = besides.join(", ");
        match self.outlook.about {
            About::Charge if !besides.is_empty() => {
                caveats.push(format!("Also on its way, and not counted: {besides}."));
            }
            About::Guns if !besides.is_empty() => {
                caveats.push(format!("The shot carries through to {besides}; that is not counted."));
            }
            _ => {}
        }
        if self.outlook.about == About::Charge && self.outlook.turns().next().is_some() {
            caveats.push(
                "Choices on the way: infantry closes up before horse if it may, everybody else stays."
                    .to_owned(),
            );
        }
        caveats
    }

    fn mean(&self, name: &str) -> f64 {
        self.odds.mean(|found| match found.outcome.get(name) {
            Some(Value::Number(n)) => i32::try_from(*n).map_or(0.0, f64::from),
            _ => 0.0,
        })
    }

    // ----------------------------------------------------------------- numbers ----

    /// What may be turned, as far as it matters.
    fn facts(&self, stands: &Outlook) -> Vec<FactTold> {
        let turns: Vec<(&FactCard, &str)> = self.outlook.turns().collect();
        turns.into_iter().filter_map(|(turn, value)| self.fact(stands, turn, value)).collect()
    }

    fn fact(&self, stands: &Outlook, turn: &FactCard, value: &str) -> Option<FactTold> {
        let with = |value: &str| {
            let turned = self.outlook.turned(&[(turn.name.to_owned(), value.to_owned())]).ok()?;
            Some(turned.odds(&self.game.rules))
        };
        let others: Vec<(String, Odds<Found>)> = turn
            .kind
            .others(value)
            .into_iter()
            .filter_map(|other| Some((other.clone(), with(&other)?)))
            .collect();
        let measured = stands.fact(turn.name);
        if measured == value && others.iter().all(|(_, odds)| *odds == self.odds) {
            return None;
        }
        let choice = |word: &str| {
            let odds = others.iter().find(|(other, _)| other == word).map_or(&self.odds, |(_, odds)| odds);
            let good = sum(&self.ends_of(odds), Tone::Good);
            ChoiceTold { value: word.to_owned(), text: self.value_text(turn.name, word), good }
        };
        let kind = match &turn.kind {
            Kind::Word(words) => {
                KindTold::Choice { choices: words.iter().map(|word| choice(word)).collect() }
            }
            Kind::Flag => KindTold::Choice { choices: ["no", "yes"].map(choice).into() },
            Kind::Number { min, max } => KindTold::Number { min: *min, max: *max },
        };
        Some(FactTold {
            name: turn.name,
            text: self.fact_text(turn),
            rules: self.outlook.rules_of(&self.game.rules, turn),
            value: value.to_owned(),
            measured: measured.to_owned(),
            kind,
        })
    }

    /// The desk's words, with the units' own names in them.
    fn fact_text(&self, turn: &FactCard) -> String {
        let unit = self.name(self.outlook.unit);
        let foe = self.outlook.foe.map_or("?", |foe| self.name(foe));
        let text = turn.text;
        let text = match self.outlook.about {
            About::Charge if turn.name == "no-volley" => format!("the volley of {foe}"),
            About::Charge => text.replace("the target", foe).replace("the charger", unit),
            About::Guns | About::Volley if turn.name == "target" => format!("formation of {foe}"),
            About::Guns | About::Volley => text.replace("the target", foe),
            About::Test(_) => text.to_owned(),
        };
        capital(&text)
    }

    fn value_text(&self, fact: &str, value: &str) -> String {
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

    fn roll(&self, roll: &Roll) -> RollTold {
        let unit = self.name(self.outlook.unit);
        let foe = self.outlook.foe.map_or("?", |foe| self.name(foe));
        let title = match roll.what {
            "charge-roll" => format!("{unit} must roll to charge"),
            "gallop" => format!("{unit} gallops"),
            "volley" if self.outlook.about == About::Volley => format!("The volley of {unit}"),
            "volley" => format!("The volley of {foe}"),
            "guns" => format!("The fire of {unit}"),
            "square-fire" => format!("The square of {foe} fires"),
            "other-fire" => match self.outlook.others.as_slice() {
                [] => "Others shoot too".to_owned(),
                _ => format!("The fire of {}", self.others(roll.dice)),
            },
            "close" => format!("{unit} tests to close"),
            "stand" => format!("{foe} tests to stand"),
            "square" => format!("{foe}, if it wavers, rolls for square"),
            "passing" => format!("{unit} rides past the closed ranks"),
            "melee-charger" => format!("Melee: {unit}"),
            "melee-target" => format!("Melee: {foe}"),
            "morale" if self.outlook.foe.is_some() => format!("{foe} tests, if it loses one figure"),
            _ => format!("{unit} tests"),
        };
        let dice = match (roll.dice, roll.goal) {
            (1, Goal::AtMost(most)) => format!("one die, {most} or less"),
            (n, Goal::AtMost(most)) => format!("{n} dice, {most} or less"),
            (n, Goal::Face(face)) if face > 6 => format!("{}, nothing hits", of_dice(n)),
            (n, Goal::Face(face)) => format!("{}, {face} or more", of_dice(n)),
            (n, Goal::Total(total)) => format!("{}, {total} or more together", of_dice(n)),
        };
        let by = roll.by.map(|rule| {
            let rule = RULES[rule.index()];
            LineTold { rule, text: "dice".to_owned(), value: roll.dice.to_string() }
        });
        // The first is printed, the others change it.
        let parts = roll.working.parts().iter().enumerate().map(|(i, (rule, value))| {
            let rule = RULES[rule.index()];
            let value = match value {
                value if i == 0 => value.to_string(),
                value if *value < 0 => format!("−{}", value.unsigned_abs()),
                value => format!("+{value}"),
            };
            LineTold { rule, text: last_word(rule), value }
        });
        RollTold { title, dice, lines: by.into_iter().chain(parts).collect() }
    }

    // ------------------------------------------------------------------ spreads ----

    /// Each number of the outcome that can fall more than one way, and how it ends.
    fn spreads(&self) -> Vec<Spread> {
        let mut spreads = vec![Spread { title: "How it ends".to_owned(), bars: self.ends.clone() }];
        let unit = self.name(self.outlook.unit);
        let foe = self.outlook.foe.map_or("?", |foe| self.name(foe));
        let numbers = [
            ("hits", "Hits".to_owned(), Tone::Good),
            ("charger-lost", format!("Figures {unit} loses"), Tone::Bad),
            ("target-lost", format!("Figures {foe} loses"), Tone::Good),
            (
                "lost",
                format!("Figures {} loses", if self.outlook.foe.is_some() { foe } else { unit }),
                if self.outlook.foe.is_some() { Tone::Good } else { Tone::Bad },
            ),
        ];
        for (name, title, tone) in numbers {
            let tone = if self.acts() { tone } else { tone.turned() };
            let spread = self.spread(name, title, tone);
            let chances = |spread: &Spread| -> Vec<String> {
                spread.bars.iter().map(|bar| bar.fraction.clone()).collect()
            };
            // Hits are figures, unless there are more of them.
            let again = spread.as_ref().is_some_and(|new| {
                name == "lost" && spreads.iter().any(|known| chances(known) == chances(new))
            });
            spreads.extend(spread.filter(|_| !again));
        }
        spreads
    }

    fn spread(&self, name: &str, title: String, tone: Tone) -> Option<Spread> {
        let mut counts: BTreeMap<i64, Chance> = BTreeMap::new();
        for (found, chance) in self.odds.iter() {
            let Some(Value::Number(n)) = found.outcome.get(name) else { return None };
            let sum = counts.get(n).map_or(*chance, |sum| sum.plus(chance));
            counts.insert(*n, sum);
        }
        let (least, most) = (*counts.keys().next()?, *counts.keys().last()?);
        if least == most {
            return None;
        }
        let none = Chance::of(0, 1);
        let bars = (0.min(least)..=most).map(|n| {
            let tone = if n == 0 { Tone::Even } else { tone };
            Odd::new(&n.to_string(), n.to_string(), tone, counts.get(&n).unwrap_or(&none))
        });
        Some(Spread { title, bars: bars.collect() })
    }
}

/// The word of an outcome that says how it ends.
fn main_word(found: &Found) -> String {
    let word = ["end", "result", "recalled"].iter().find_map(|name| found.outcome.get(name));
    word.map_or_else(String::new, Value::to_string)
}

fn of_hits(hits: f64) -> String {
    let hits = format!("{hits:.1}");
    if hits == "1.0" { "1.0 hit".to_owned() } else { format!("{hits} hits") }
}

fn of_dice(n: u32) -> String {
    if n == 1 { "one die".to_owned() } else { format!("{n} dice") }
}

/// "volley.morale.mod.casualties" is about casualties.
fn last_word(rule: &str) -> String {
    spelt(rule.rsplit('.').next().unwrap_or(rule))
}

fn spelt(word: &str) -> String {
    word.replace('-', " ")
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
