//! An outlook read by one side: the same reckoning for every game, in the words of each.

use super::{
    Asked, Brief, ChoiceTold, FactTold, KindTold, LineTold, Odd, RollTold, Spread, Told, Tone, What, percent,
    sum,
};
use crate::play::{Play, capital, said};
use crate::seats::seat::Seat;
use crate::shown::Shown;
use crate::wrong::Wrong;
use dice::{Chance, Odds, Weight as _};
use engine::desk::{FactCard, Found, Kind, Value};
use engine::outlook::{Foreseen, Goal, Outlook, Roll};
use engine::{Played, Side, UnitId, rule_name};
use std::collections::BTreeMap;

/// The words in which a game tells its odds.
pub(crate) trait OddsInWords: Foreseen {
    /// The word of an outcome that says how it ends.
    fn end_of(found: &Found) -> String;
    /// Whether an end is to the liking of whoever acts.
    fn tone(reading: &Reading<'_, Self>, found: &Found, end: &str) -> Tone;
    fn end_text(reading: &Reading<'_, Self>, end: &str) -> String;
    fn title(reading: &Reading<'_, Self>) -> String;
    /// What is most likely, what may be hoped for, and what may be feared.
    fn summed_up(reading: &Reading<'_, Self>) -> String;
    /// A few words for a button or a label on the table.
    fn short(reading: &Reading<'_, Self>) -> String;
    /// What the odds leave out.
    fn caveats(reading: &Reading<'_, Self>) -> Vec<String>;
    /// What an answer is called beside the others, and the unit on the table it is about.
    fn label(reading: &Reading<'_, Self>, answer: &Self::Answer) -> (Option<UnitId>, String);
    /// A fact in the desk's words, with the units' own names in them.
    fn fact_text(reading: &Reading<'_, Self>, turn: &FactCard) -> String;
    fn value_text(fact: &str, value: &str) -> String;
    fn roll_title(reading: &Reading<'_, Self>, roll: &Roll<<Self as Played>::Ids>) -> String;
    /// What of an outcome is worth a chart of its own.
    fn bars(reading: &Reading<'_, Self>) -> Vec<Bars>;

    /// The parts of an outcome that may say how it ends, the first that is there.
    const MAIN_WORDS: &'static [&'static str];
    /// An end at the chart desk, where nobody has a name.
    fn desk_text(chart: &str, end: &str) -> String;
    /// Whether it is to the liking of whoever acts.
    fn desk_tone(chart: &str, end: &str) -> Tone;

    /// Where a word of an outcome stands among the others, if they have an order.
    fn rank(_name: &str, _word: &str) -> usize {
        0
    }
}

/// A number or a word of an outcome.
pub(crate) struct Bars {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    /// How whoever acts likes more of it.
    pub(crate) tone: Tone,
    /// Nothing new where it falls as this does.
    pub(crate) unless: Option<&'static str>,
}

/// Every answer to what is asked that something hangs on, in short.
pub(crate) fn briefs<G: Shown>(game: &G, side: Side, question: &G::Question) -> Vec<Brief<G::Answer>> {
    game.weighed(question).into_iter().filter_map(|answer| brief(game, side, question, answer)).collect()
}

/// An answer in short; `None` where nothing hangs on it, or the rules forbid it.
pub(crate) fn brief<G: Shown>(
    game: &G,
    side: Side,
    question: &G::Question,
    answer: G::Answer,
) -> Option<Brief<G::Answer>> {
    let outlook = game.outlook(question, &answer).ok()??;
    let reading = Reading::new(game, side, &outlook);
    let (unit, label) = G::label(&reading, &answer);
    let (title, short, sentence) = (G::title(&reading), G::short(&reading), G::summed_up(&reading));
    let good = reading.good();
    Some(Brief { answer, label, title, unit, short, sentence, good, ends: reading.ends })
}

/// Everything about one answer, or about what one unit might do to another.
pub(crate) fn told<G: Shown>(play: &Play<G>, seat: Seat, asked: Asked) -> Result<Told, Wrong> {
    let side = seat.side().ok_or_else(|| Wrong::forbidden("Spectators have no odds to weigh."))?;
    let game = play.session.game().seen_by(Some(side));
    let stands = match asked {
        Asked { answer: Some(answer), what: None, unit: None, target: None, .. } => {
            let answer = said::<G>(answer)?;
            play.check(seat, &answer)?;
            let Some((_, question)) = play.asked() else { return Err(nothing()) };
            game.outlook(question, &answer).map_err(|refusal| Wrong::from(&refusal))?
        }
        Asked { answer: None, what: Some(what), unit: Some(unit), target: Some(target), .. } => {
            might(&*game, side, what, unit, target)?
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
    let reading = Reading::new(&*game, side, &turned);
    Ok(Told {
        version: play.version(Seat::of(side)),
        title: G::title(&reading),
        sentence: G::summed_up(&reading),
        caveats: G::caveats(&reading),
        exact: reading.odds.iter().all(|(_, chance)| chance.is_exact()),
        good: reading.good(),
        facts: reading.facts(&stands),
        working: turned.rolls(game.in_force()).iter().map(|roll| reading.roll(roll)).collect(),
        distribution: reading.spreads(),
        ends: reading.ends,
    })
}

fn nothing() -> Wrong {
    Wrong::conflict("There are no odds for this: nothing in it is left to the dice, or too much.")
}

/// What a unit might do to another, wherever the two stand now.
fn might<G: Foreseen>(
    game: &G,
    side: Side,
    what: What,
    unit: UnitId,
    target: UnitId,
) -> Result<Option<Outlook<G>>, Wrong> {
    let (Some((us, _)), Some((foe, _))) = (game.present(unit), game.present(target)) else {
        return Err(Wrong::not_found("There is no such unit on the table."));
    };
    if us == foe || (us != side && foe != side) {
        return Err(Wrong::conflict("One of the two is to be yours, and the other an enemy."));
    }
    Ok(match what {
        What::Charge => game.threat(unit, target),
        What::Shot => game.aimed(unit, target),
    })
}

/// An outlook read by one side.
pub(crate) struct Reading<'r, G: OddsInWords> {
    pub(crate) game: &'r G,
    pub(crate) outlook: &'r Outlook<G>,
    /// Likeliest first.
    pub(crate) ends: Vec<Odd>,
    side: Side,
    odds: Odds<Found>,
}

impl<'r, G: OddsInWords> Reading<'r, G> {
    fn new(game: &'r G, side: Side, outlook: &'r Outlook<G>) -> Reading<'r, G> {
        let odds = outlook.odds(game.in_force());
        let mut reading = Reading { game, side, outlook, odds, ends: Vec::new() };
        reading.ends = reading.ends_of(&reading.odds);
        reading
    }

    pub(crate) fn name(&self, id: UnitId) -> &str {
        self.game.present(id).map_or("?", |(_, name)| name)
    }

    /// Who acts.
    pub(crate) fn unit(&self) -> &str {
        self.name(self.outlook.unit)
    }

    /// Whom it is done to.
    pub(crate) fn foe(&self) -> &str {
        self.outlook.foe.map_or("?", |foe| self.name(foe))
    }

    /// The others who shoot, in a row; nothing where there are none.
    pub(crate) fn others(&self) -> Option<String> {
        row(&self.outlook.others.iter().map(|id| self.name(*id)).collect::<Vec<_>>())
    }

    /// Whom it is done to, and the others who shoot, in one row.
    pub(crate) fn foe_and_others(&self) -> String {
        let others = self.outlook.others.iter().map(|id| self.name(*id));
        row(&std::iter::once(self.foe()).chain(others).collect::<Vec<_>>()).unwrap_or_default()
    }

    /// Those who are not counted.
    pub(crate) fn besides(&self) -> Option<String> {
        row(&self.outlook.besides.iter().map(|id| self.name(*id)).collect::<Vec<_>>())
    }

    /// The unit that acts is the reader's own.
    pub(crate) fn acts(&self) -> bool {
        self.game.present(self.outlook.unit).is_some_and(|(side, _)| side == self.side)
    }

    /// Who acts and whom it is done to, for whoever reads.
    pub(crate) fn we_and_they(&self) -> (&'static str, &'static str) {
        if self.acts() { ("we", "they") } else { ("they", "we") }
    }

    pub(crate) fn good(&self) -> f64 {
        sum(&self.ends, Tone::Good)
    }

    pub(crate) fn bad(&self) -> f64 {
        sum(&self.ends, Tone::Bad)
    }

    /// How a charge ends in a few words: who gives way; or, where it most likely stays locked in melee, what that costs.
    pub(crate) fn well_and_badly(&self, locked: &str, costs: Option<String>) -> String {
        let (good, bad) = (self.good(), self.bad());
        match self.ends.first() {
            Some(end) if end.end == locked && end.chance >= 0.5 => {
                let costs = costs.map(|costs| format!(", {costs}")).unwrap_or_default();
                format!("locked {}{costs}", percent(end.chance))
            }
            Some(end) if good <= 0.0 && bad <= 0.0 => format!("{} {}", end.text, percent(end.chance)),
            _ if self.acts() => format!("they give way {}, we fail {}", percent(good), percent(bad)),
            _ => format!("they fail {}, we give way {}", percent(good), percent(bad)),
        }
    }

    /// How likely it goes well, badly or neither way, and by which ends: what “well” means is said with it.
    pub(crate) fn in_all(&self) -> String {
        let part = |tone: Tone, said: &str| {
            let ends = self.ends.iter().filter(|end| end.tone == tone).map(|end| end.text.as_str());
            let ends: Vec<&str> = ends.take(3).collect();
            let chance = percent(sum(&self.ends, tone));
            (!ends.is_empty()).then(|| format!("{said} in {chance} ({})", ends.join(" or ")))
        };
        let parts = [(Tone::Good, "well"), (Tone::Bad, "badly"), (Tone::Even, "neither way")];
        let parts: Vec<String> = parts.into_iter().filter_map(|(tone, said)| part(tone, said)).collect();
        format!("It goes {}.", parts.join(", "))
    }

    /// How likely the dice fall so.
    pub(crate) fn chance(&self, falls_so: impl Fn(&Found) -> bool) -> f64 {
        self.odds.mean(|found| f64::from(u8::from(falls_so(found))))
    }

    pub(crate) fn mean(&self, name: &str) -> f64 {
        self.odds.mean(|found| match found.outcome.get(name) {
            Some(Value::Number(n)) => i32::try_from(*n).map_or(0.0, f64::from),
            _ => 0.0,
        })
    }

    fn for_reader(&self, tone: Tone) -> Tone {
        if self.acts() { tone } else { tone.turned() }
    }

    /// The outcome's main word, likeliest first.
    fn ends_of(&self, odds: &Odds<Found>) -> Vec<Odd> {
        let mut ends: BTreeMap<String, (Tone, Chance)> = BTreeMap::new();
        for (found, chance) in odds.iter() {
            let end = G::end_of(found);
            let tone = self.for_reader(G::tone(self, found, &end));
            let sum = ends.get(&end).map_or(*chance, |(_, sum)| sum.plus(chance));
            ends.insert(end, (tone, sum));
        }
        let mut list: Vec<Odd> = ends
            .iter()
            .map(|(end, (tone, chance))| Odd::new(end, G::end_text(self, end), *tone, chance))
            .collect();
        list.sort_by(|one, two| two.chance.total_cmp(&one.chance));
        list
    }

    // ----------------------------------------------------------------- numbers ----

    /// What may be turned, as far as it matters.
    fn facts(&self, stands: &Outlook<G>) -> Vec<FactTold> {
        let turns: Vec<(&FactCard, &str)> = self.outlook.turns().collect();
        turns.into_iter().filter_map(|(turn, value)| self.fact(stands, turn, value)).collect()
    }

    fn fact(&self, stands: &Outlook<G>, turn: &FactCard, value: &str) -> Option<FactTold> {
        let rules = self.game.in_force();
        let mut changes = false;
        let mut others: Vec<(String, f64)> = Vec::new();
        for other in turn.kind.others(value) {
            let Ok(turned) = self.outlook.turned(&[(turn.name.to_owned(), other.clone())]) else { continue };
            let reading = Reading::new(self.game, self.side, &turned);
            changes |= reading.odds != self.odds;
            others.push((other, reading.good()));
        }
        let measured = stands.fact(turn.name);
        if measured == value && !changes {
            return None;
        }
        let choice = |word: &str| {
            let good = others.iter().find(|(other, _)| other == word).map_or(self.good(), |(_, good)| *good);
            ChoiceTold { value: word.to_owned(), text: G::value_text(turn.name, word), good }
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
            text: capital(&G::fact_text(self, turn)),
            rules: self.outlook.rules_of(rules, turn),
            value: value.to_owned(),
            measured: measured.to_owned(),
            kind,
        })
    }

    fn roll(&self, roll: &Roll<<G as Played>::Ids>) -> RollTold {
        let (count, sides) = (roll.dice.count, roll.dice.sides);
        let dice = match roll.goal {
            Goal::AtMost(most) => format!("{}, {most} or less", of_dice(count, sides)),
            Goal::Face(face) if face > sides => format!("{}, nothing will do", of_dice(count, sides)),
            Goal::Face(face) => format!("{}, {face} or more", of_dice(count, sides)),
            Goal::Total(total) => format!("{}, {total} or more together", of_dice(count, sides)),
            Goal::Added => {
                let sum = roll.working.total();
                let sign = if sum < 0 { '−' } else { '+' };
                format!("{} {sign} {}", of_dice(count, sides), sum.unsigned_abs())
            }
        };
        let by = roll.by.map(|rule| LineTold {
            rule: rule_name::<G::Ids>(rule),
            text: "dice".to_owned(),
            value: count.to_string(),
        });
        // The first is printed and the others change it, unless all are added to a die.
        let printed = roll.goal != Goal::Added;
        let parts = roll.working.parts().iter().enumerate().map(|(i, (rule, value))| {
            let rule = rule_name::<G::Ids>(*rule);
            let value = match value {
                value if i == 0 && printed => value.to_string(),
                value if *value < 0 => format!("−{}", value.unsigned_abs()),
                value => format!("+{value}"),
            };
            LineTold { rule, text: last_word(rule), value }
        });
        RollTold { title: G::roll_title(self, roll), dice, lines: by.into_iter().chain(parts).collect() }
    }

    // ------------------------------------------------------------------ spreads ----

    /// How it ends, and each number or word of the outcome that can fall more than one way.
    fn spreads(&self) -> Vec<Spread> {
        let mut spreads = vec![Spread { title: "How it ends".to_owned(), bars: self.ends.clone() }];
        for Bars { name, title, tone, unless } in G::bars(self) {
            let same = |other: &str| {
                self.odds.iter().all(|(found, _)| found.outcome.get(name) == found.outcome.get(other))
            };
            if !unless.is_some_and(same) {
                spreads.extend(self.spread(name, title, self.for_reader(tone)));
            }
        }
        spreads
    }

    fn spread(&self, name: &str, title: String, tone: Tone) -> Option<Spread> {
        let mut counts: BTreeMap<Value, Chance> = BTreeMap::new();
        for (found, chance) in self.odds.iter() {
            let value = found.outcome.get(name)?;
            let sum = counts.get(value).map_or(*chance, |sum| sum.plus(chance));
            counts.insert(value.clone(), sum);
        }
        if counts.len() < 2 {
            return None;
        }
        let toned = |n: i64| if n == 0 { Tone::Even } else { tone };
        let bars = match (counts.keys().next()?, counts.keys().last()?) {
            (Value::Number(least), Value::Number(most)) => {
                let none = Chance::of(0, 1);
                let chance = |n: i64| counts.get(&Value::Number(n)).unwrap_or(&none);
                let numbers = 0.min(*least)..=*most;
                numbers.map(|n| Odd::new(&n.to_string(), n.to_string(), toned(n), chance(n))).collect()
            }
            _ => {
                let mut words: Vec<(String, &Chance)> =
                    counts.iter().map(|(word, chance)| (word.to_string(), chance)).collect();
                words.sort_by_key(|(word, _)| G::rank(name, word));
                let odd = |(word, chance): (String, &Chance)| {
                    Odd::new(&word, G::value_text(name, &word), tone, chance)
                };
                words.into_iter().map(odd).collect()
            }
        };
        Some(Spread { title, bars })
    }
}

/// "A", "A and B", "A, B and C".
fn row(names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        [one] => Some((*one).to_owned()),
        [all @ .., last] => Some(format!("{} and {last}", all.join(", "))),
    }
}

/// Six sides need no word.
fn of_dice(count: u32, sides: u32) -> String {
    match (count, sides) {
        (1, 6) => "one die".to_owned(),
        (n, 6) => format!("{n} dice"),
        (1, sides) => format!("one d{sides}"),
        (n, sides) => format!("{n} d{sides}"),
    }
}

/// "volley.morale.mod.casualties" is about casualties.
fn last_word(rule: &str) -> String {
    spelt(rule.rsplit('.').next().unwrap_or(rule))
}

pub(crate) fn spelt(word: &str) -> String {
    word.replace('-', " ")
}

pub(crate) fn of_hits(hits: f64) -> String {
    let hits = format!("{hits:.1}");
    if hits == "1.0" { "1.0 hit".to_owned() } else { format!("{hits} hits") }
}
