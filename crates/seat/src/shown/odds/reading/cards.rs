//! What stands below the sentence: facts that may be turned, each roll with its working, the tree of ends and spreads.

use super::Reading;
use crate::shown::odds::{ChoiceTold, FactTold, KindTold, LineTold, Odd, RollTold, Spread, Twig, in_whole};
use crate::shown::prompt::capital;
use dice::{Chance, Weight as _};
use engine::desk::{Bars, FactCard, Kind, Value};
use engine::outlook::{Foreseen, Goal, Outlook, Roll};
use engine::wording::spoken;
use engine::{Played, rule_name};
use std::collections::BTreeMap;

impl<G: Foreseen> Reading<'_, G> {
    /// What may be turned, as far as it matters.
    pub(super) fn facts(&self, stands: &Outlook<G>) -> Vec<FactTold> {
        self.outlook.turns().filter_map(|(turn, value)| self.fact(stands, turn, &value)).collect()
    }

    fn fact(&self, stands: &Outlook<G>, turn: &FactCard, value: &str) -> Option<FactTold> {
        let rules = self.game.in_force();
        let mut changes = false;
        let mut others: Vec<(String, f64)> = Vec::new();
        for other in turn.kind.others(value) {
            let Ok(turned) = self.outlook.turned(&[(turn.name.to_string(), other.clone())]) else { continue };
            let reading = Reading::new(self.game, self.side, &turned);
            changes |= reading.odds != self.odds;
            others.push((other, reading.good()));
        }
        let measured = stands.fact(&turn.name);
        if measured == value && !changes {
            return None;
        }
        let choice = |word: &str| {
            let good = others.iter().find(|(other, _)| other == word).map_or(self.good(), |(_, good)| *good);
            ChoiceTold { value: word.to_owned(), text: turn.value_text(word), good }
        };
        let kind = match &turn.kind {
            Kind::Word(words) => {
                KindTold::Choice { choices: words.iter().map(|word| choice(word)).collect() }
            }
            Kind::Flag => KindTold::Choice { choices: ["no", "yes"].map(choice).into() },
            Kind::Number { min, max } => KindTold::Number { min: *min, max: *max },
        };
        Some(FactTold {
            name: turn.name.to_string(),
            text: capital(&self.fact_text(turn)),
            rules: self.outlook.rules_of(rules, turn),
            value: value.to_owned(),
            measured,
            kind,
        })
    }

    /// A fact in the desk's words, with the units' own names in them.
    fn fact_text(&self, turn: &FactCard) -> String {
        match &turn.named {
            Some(named) => self.phrase(named),
            None => turn.text.replace("the target", self.foe()).replace("the charger", self.unit()),
        }
    }

    pub(super) fn roll(&self, roll: &Roll<<G as Played>::Ids>) -> RollTold {
        let (count, sides) = (roll.dice.count, roll.dice.sides);
        let dice = match roll.goal {
            Goal::AtMost(most) => {
                let cannot = match most {
                    most if most < 1 => ": less than a die shows",
                    most if most >= sides as i32 => ": anything will do",
                    _ => "",
                };
                format!("{}, {most} or less{cannot}", of_dice(count, sides))
            }
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
        // What is printed stands bare; what is added to it, or to the dice, has its sign.
        let printed = roll.working.base().is_some();
        let parts = roll.working.parts().iter().enumerate().map(|(i, (rule, value))| {
            let rule = rule_name::<G::Ids>(*rule);
            let value = match value {
                value if i == 0 && printed => value.to_string(),
                value if *value < 0 => format!("−{}", value.unsigned_abs()),
                value => format!("+{value}"),
            };
            LineTold { rule, text: last_word(rule), value }
        });
        RollTold { title: self.phrase(roll.title), dice, lines: by.into_iter().chain(parts).collect() }
    }

    /// Step by step, in the reader's words.
    pub(super) fn tree(&self) -> Vec<Twig> {
        let branches = self.outlook.tree(self.game.in_force());
        let twig = |branch| Twig::new(branch, &|text| self.phrase(text), self.for_reader(branch.liking));
        branches.iter().map(twig).collect()
    }

    // ------------------------------------------------------------------ spreads ----

    /// How it ends, and each number or word of the outcome that can fall more than one way.
    pub(super) fn spreads(&self) -> Vec<Spread> {
        let mut spreads = vec![Spread { title: "How it ends".to_owned(), bars: self.ends.clone() }];
        for bars in G::BARS {
            let same = |other: &str| {
                self.odds.iter().all(|(found, _)| found.outcome.get(bars.name) == found.outcome.get(other))
            };
            if !bars.unless.is_some_and(same) {
                spreads.extend(self.spread(bars));
            }
        }
        spreads
    }

    fn spread(&self, bars: &Bars) -> Option<Spread> {
        let (title, tone) = (capital(&self.phrase(bars.title)), self.for_reader(bars.liking));
        let mut counts: BTreeMap<Value, Chance> = BTreeMap::new();
        for (found, chance) in self.odds.iter() {
            let value = found.outcome.get(bars.name)?;
            let sum = counts.get(value).map_or(*chance, |sum| sum.plus(chance));
            counts.insert(value.clone(), sum);
        }
        if counts.len() < 2 {
            return None;
        }
        // If more of it is good for the reader, none of it is bad: 0 hits has the tone of "nobody is hit".
        let toned = |n: i64| if n == 0 { tone.turned() } else { tone };
        let bars = match (counts.keys().next()?, counts.keys().last()?) {
            (Value::Number(least), Value::Number(most)) => {
                let none = Chance::of(0, 1);
                let chance = |n: i64| counts.get(&Value::Number(n)).unwrap_or(&none);
                let numbers = 0.min(*least)..=*most;
                numbers.map(|n| Odd::plain(n.to_string(), toned(n), chance(n))).collect()
            }
            _ => {
                let mut words: Vec<(String, &Chance)> =
                    counts.iter().map(|(word, chance)| (word.to_string(), chance)).collect();
                words.sort_by_key(|(word, _)| bars.rank(word));
                words.into_iter().map(|(word, chance)| Odd::plain(word, tone, chance)).collect()
            }
        };
        Some(Spread { title, bars: in_whole(bars) })
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
    spoken(rule.rsplit('.').next().unwrap_or(rule))
}
