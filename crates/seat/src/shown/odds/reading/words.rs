//! What the odds are in words: one sentence for an answer, and the parts of it.

use super::{Measure, Reading};
use crate::shown::odds::{Costs, Odd, Tag, percent, said_of, sum_said};
use crate::shown::prompt::capital;
use engine::desk::{End, Found, Liking, Value};
use engine::outlook::{Foreseen, Goal, UnderFire};
use engine::wording::{agreed, says};
use std::cmp::Ordering;

/// As a chance of one is said.
const CERTAIN: &str = "100 %";
/// A loss smaller than this is not worth a word.
const HARDLY: f64 = 0.05;
/// A fight that goes on as often as this is worth a word about who is winning it.
const OFTEN: f64 = 0.2;

impl<G: Foreseen> Reading<'_, G> {
    /// What is most likely, what may be hoped for, and what may be feared.
    pub(super) fn summed_up(&self) -> String {
        let Some(first) = self.ends.first() else {
            // Where nothing is to be liked or feared, the dice are told all the same.
            return match self.kind() {
                OddsKind::Shot if self.hits_nobody() => {
                    says(self.unit(), &format!("cannot hit anybody of {} from here.", self.foe()))
                }
                OddsKind::Shot => format!("{}: {} on average.", self.foe(), self.struck()),
                OddsKind::Fight | OddsKind::Test => String::new(),
            };
        };
        // What an end is called has commas of its own.
        let all = || {
            let each = self.ends.iter().map(|end| format!("{} {}", end.text, end.said()));
            each.collect::<Vec<_>>().join("; ")
        };
        match self.kind() {
            OddsKind::Fight => {
                let (condition, lost) = (self.condition(), self.expected_losses());
                if self.ends.len() == 1 {
                    return format!("However the dice fall, {}{condition}.{lost}", first.text);
                }
                let likely = format!("{} ({})", first.text, first.said());
                format!("Most likely {likely}{condition}. {}{lost}", self.in_all())
            }
            OddsKind::Shot => match self.shot_down() {
                Some((lost, of)) => {
                    let loses = says(self.foe(), "lose[s]");
                    format!("{loses} {lost} of {of} {}s on average. What follows: {}.", G::STRENGTH, all())
                }
                None => format!("{} to be expected. {}: {}.", capital(&self.struck()), self.foe(), all()),
            },
            OddsKind::Test => {
                let rolls = self.outlook.rolls(self.game.in_force());
                let need = match rolls.first().map(|roll| (roll.goal, roll.dice.sides)) {
                    Some((Goal::AtMost(target), sides)) => {
                        let also = self.beyond_the_die(target, sides).map(|die| {
                            format!(" ({}); here some higher rolls count as passed too", percent(die))
                        });
                        let cannot = match target {
                            _ if also.is_some() => "",
                            target if target < 1 => ", which it cannot show",
                            target if target >= sides as i32 => ", whatever it shows",
                            _ => "",
                        };
                        format!("need[s] {target} or less on one die{cannot}{}", also.unwrap_or_default())
                    }
                    Some((Goal::Face(face), sides)) if face <= sides => format!("need[s] {face} or more"),
                    _ => "roll[s]".to_owned(),
                };
                format!("{}: {}.", says(self.unit(), &need), all())
            }
        }
    }

    /// A few words for a button or a label on the table, by the measure of all answers to its question.
    pub(super) fn short(&self, measure: &Measure) -> String {
        match self.kind() {
            OddsKind::Shot if self.hits_nobody() => {
                let rolls = self.outlook.rolls(self.game.in_force());
                let dice = rolls.first().is_some_and(|roll| roll.dice.count > 0);
                if dice { "cannot hit" } else { "no dice, cannot hit" }.to_owned()
            }
            OddsKind::Shot => {
                let cost = self.shot_down().map(|(lost, of)| format!("{lost} lost of {of}"));
                // What cannot come about, and what is neither good nor bad, is no word worth on a button.
                let follows = measure.shot.as_ref().filter(|end| self.may_come(end));
                let follows = follows.map(|end| format!(", then {}", self.named(end)));
                format!("{}{}", cost.unwrap_or_else(|| self.struck()), follows.unwrap_or_default())
            }
            // Not every unit that goes on has passed.
            OddsKind::Test => match &measure.test {
                Some(end) => self.named(end),
                None => format!("{} {}", agreed(self.unit(), "pass[es]"), sum_said(&self.ends, Liking::Good)),
            },
            OddsKind::Fight if measure.fights => {
                let lost = self.lost().map(|lost| format!(", {lost}"));
                format!("{}{}", self.in_short(), lost.unwrap_or_default())
            }
            OddsKind::Fight => self.well_and_badly(),
        }
    }

    /// What stands beside a unit on the table: a number, and what it is of where that is not how well it goes.
    pub(super) fn tag(&self, measure: &Measure) -> Tag {
        let alike = |words: String| Tag { narrow: words.clone(), words };
        // What is certain needs no number.
        let with = |words: &str, said: &str| match said {
            CERTAIN => words.to_owned(),
            said => format!("{words} {said}"),
        };
        match (self.kind(), self.ends.first()) {
            (OddsKind::Shot, _) if self.hits_nobody() => alike("cannot hit".to_owned()),
            (OddsKind::Shot, _) => match self.shot_down() {
                Some((lost, of)) => {
                    Tag { words: format!("{lost} lost of {of}"), narrow: format!("−{lost}") }
                }
                None if self.tells("casualties") => {
                    Tag { words: self.struck(), narrow: format!("−{:.1}", self.mean("casualties")) }
                }
                None => alike(self.struck()),
            },
            (OddsKind::Test | OddsKind::Fight, Some(first)) if first.tone != Liking::Even => {
                let is_well = self.ends.iter().any(|end| end.tone == Liking::Good);
                alike(if is_well { sum_said(&self.ends, Liking::Good) } else { percent(self.good()) })
            }
            (OddsKind::Test, _) => match &measure.test {
                Some(end) => alike(self.named(end)),
                None => alike(with(&agreed(self.unit(), "pass[es]"), &sum_said(&self.ends, Liking::Good))),
            },
            (OddsKind::Fight, Some(end)) if end.is_locked && end.chance >= 0.5 => {
                let goes_on = with("goes on", &end.said());
                Tag { words: format!("fight {goes_on}"), narrow: goes_on }
            }
            (OddsKind::Fight, Some(end)) if self.good() <= 0.0 && self.bad() <= 0.0 => {
                alike(with(&end.text, &end.said()))
            }
            (OddsKind::Fight, _) => alike(format!("well {}", sum_said(&self.ends, Liking::Good))),
        }
    }

    /// Whether an end is good or bad, and may come about here at all.
    fn may_come(&self, end: &End) -> bool {
        end.liking != Liking::Even && self.ends.iter().any(|odd| odd.end == end.word && odd.chance > 0.0)
    }

    /// What a shot brings on average where strengths are not counted: figures hit, or hits.
    fn struck(&self) -> String {
        if self.tells("casualties") {
            figures_hit(self.mean("casualties"))
        } else {
            of_hits(self.mean("hits"))
        }
    }

    fn tells(&self, name: &str) -> bool {
        self.odds.iter().any(|(found, _)| found.outcome.contains_key(name))
    }

    /// An end and how likely it is here, in the very words of the list.
    fn named(&self, end: &End) -> String {
        let here = self.ends.iter().find(|odd| odd.end == end.word);
        let text = here.map_or_else(|| self.called(end), |odd| odd.text.clone());
        format!("{text} {}", here.map_or_else(|| percent(0.0), Odd::said))
    }

    /// Whether a test goes well on more than what its die must show.
    pub(super) fn is_beyond_the_die(&self) -> bool {
        let rolls = self.outlook.rolls(self.game.in_force());
        rolls.first().is_some_and(|roll| match roll.goal {
            Goal::AtMost(target) => self.beyond_the_die(target, roll.dice.sides).is_some(),
            _ => false,
        })
    }

    /// How likely one die shows what a test needs, where more than that goes well: some rules let a miss pass.
    #[expect(clippy::float_arithmetic, reason = "a chance is shown as a percentage")]
    fn beyond_the_die(&self, target: i32, sides: u32) -> Option<f64> {
        let sides = f64::from(sides);
        let die = f64::from(target).clamp(0.0, sides) / sides;
        let well = if self.acts() { self.good() } else { self.bad() };
        (well > die + 1e-9).then_some(die)
    }

    /// What a shot costs its target on average, and of how many; `None` where hits cost no figures.
    pub(super) fn shot_down(&self) -> Option<(String, String)> {
        let counted = self.odds.iter().any(|(found, _)| found.outcome.contains_key("lost"));
        let of = self.outlook.fact("target-figures");
        (counted && !of.is_empty()).then(|| (format!("{:.1}", self.mean("lost")), of))
    }

    /// What it is: dice that hit a target, a fight, or a unit's own test.
    pub(super) fn kind(&self) -> OddsKind {
        let hits = self.tells("hits") || self.tells("casualties");
        match self.outlook.foe {
            Some(_) if hits => OddsKind::Shot,
            Some(_) => OddsKind::Fight,
            None => OddsKind::Test,
        }
    }

    /// How a charge ends in a few words: well or badly, or, where it most likely stays locked in melee, what that costs.
    fn well_and_badly(&self) -> String {
        let (good, bad) = (self.good(), self.bad());
        match self.ends.first() {
            Some(end) if end.is_locked && end.chance >= 0.5 => {
                let costs = self.lost().or_else(|| self.shaken()).map(|costs| format!(", {costs}"));
                let held = self.ahead_said();
                format!(
                    "fight goes on {}{}{}",
                    end.said(),
                    held.unwrap_or_default(),
                    costs.unwrap_or_default()
                )
            }
            Some(end) if good <= 0.0 && bad <= 0.0 => format!("{} {}", end.text, end.said()),
            _ => self.in_short(),
        }
    }

    /// Well, badly, and what is neither, in the fewest words.
    fn in_short(&self) -> String {
        let [well, badly] = [Liking::Good, Liking::Bad].map(|tone| sum_said(&self.ends, tone));
        let neither = self.neither().into_iter().map(|(part, ends)| {
            let named = match part {
                Neither::GoesOn => "fight goes on",
                Neither::Unmet => "no contact",
                Neither::Other => "undecided",
            };
            format!(", {named} {}", said_of(&ends))
        });
        format!("well {well}, badly {badly}{}", neither.collect::<String>())
    }

    /// The ends that are neither for nor against the reader, part by part, as far as there are any.
    fn neither(&self) -> Vec<(Neither, Vec<&Odd>)> {
        let part = |of: Neither| {
            let even = self.ends.iter().filter(|end| end.tone == Liking::Even);
            let ends: Vec<&Odd> = even.filter(|end| Neither::of(end) == of).collect();
            (!ends.is_empty()).then_some((of, ends))
        };
        [Neither::GoesOn, Neither::Unmet, Neither::Other].into_iter().filter_map(part).collect()
    }

    /// How likely the reader's side, and the other, has lost fewer in a fight that is not decided yet, or both the same:
    /// who is winning, as far as the sheet lets a fight be won.
    fn ahead(&self) -> Option<[String; 3]> {
        Some(self.costs()?.ahead.map(percent))
    }

    /// Likewise as chances, none where no fight goes on.
    fn fewer_lost(&self) -> [f64; 3] {
        let number = |found: &Found, name: &str| match found.outcome.get(name) {
            Some(Value::Number(n)) => *n,
            _ => 0,
        };
        let by = |sign: Ordering| {
            self.odds.mean(|found| {
                let (unit, foe) = (number(found, "charger-lost"), number(found, "target-lost"));
                f64::from(u8::from(
                    found.end.as_ref().is_some_and(|end| end.is_locked) && foe.cmp(&unit) == sign,
                ))
            })
        };
        let (unit, foe, level) = (by(Ordering::Greater), by(Ordering::Less), by(Ordering::Equal));
        if self.acts() { [unit, foe, level] } else { [foe, unit, level] }
    }

    /// What the reader's side and the other lose on average, where either loses anything.
    fn costs(&self) -> Option<Costs> {
        let (unit, foe) = (self.mean("charger-lost"), self.mean("target-lost"));
        let (ours, theirs) = if self.acts() { (unit, foe) } else { (foe, unit) };
        (unit > 0.0 || foe > 0.0).then(|| Costs { ours, theirs, ahead: self.fewer_lost() })
    }

    /// What they lose and what we lose, as far as it is worth a word: a unit destroyed without a fight loses nothing on
    /// the way, which is better left out than told as 0.0.
    fn losses(&self) -> Vec<(bool, String)> {
        let both = self.costs().map(|Costs { ours, theirs, .. }| [(false, theirs), (true, ours)]);
        let told = both.into_iter().flatten().filter(|(_, lost)| *lost >= HARDLY);
        told.map(|(ours, lost)| (ours, format!("{lost:.1}"))).collect()
    }

    /// "they lose 1.8, we lose 1.4"
    fn lost(&self) -> Option<String> {
        let part = |(ours, lost): (bool, String)| format!("{} lose {lost}", if ours { "we" } else { "they" });
        let parts: Vec<String> = self.losses().into_iter().map(part).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// " (we are ahead 36 %, they 18 %, level 18 %)"
    fn ahead_said(&self) -> Option<String> {
        self.ahead().map(|[we, they, level]| format!(" (we are ahead {we}, they {they}, level {level})"))
    }

    /// How it goes and what it costs, in one line of numbers; what is certain is said in its own words.
    pub(super) fn numbers(&self) -> String {
        let goes = match self.ends.as_slice() {
            [] => String::new(),
            [only] => format!("certain: {}", only.text),
            _ => {
                let often = self.costs().is_some_and(|costs| costs.ahead.iter().sum::<f64>() >= OFTEN);
                let ahead = || self.ahead_said().filter(|_| often).unwrap_or_default();
                let neither = self.neither().into_iter().map(|(part, ends)| {
                    let chance = said_of(&ends);
                    match (part, ends.as_slice()) {
                        (Neither::GoesOn, _) => format!(", the fight goes on {chance}{}", ahead()),
                        (_, [only]) => format!(", {} {chance}", only.text),
                        (Neither::Unmet, _) => format!(", it comes to no contact {chance}"),
                        (Neither::Other, _) => format!(", undecided {chance}"),
                    }
                });
                let [well, badly] = [Liking::Good, Liking::Bad].map(|tone| sum_said(&self.ends, tone));
                format!("goes well {well}{}, badly {badly}", neither.collect::<String>())
            }
        };
        [Some(goes).filter(|goes| !goes.is_empty()), self.lost()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// A shot of which no die can hit.
    pub(super) fn hits_nobody(&self) -> bool {
        self.kind() == OddsKind::Shot && self.mean("hits") <= 0.0 && self.mean("casualties") <= 0.0
    }

    fn expected_losses(&self) -> String {
        let strength = capital(G::STRENGTH);
        let lost = self.costs().map(|_| {
            let part =
                |(ours, lost): (bool, String)| format!("{lost} of {}", if ours { "ours" } else { "theirs" });
            let parts: Vec<String> = self.losses().into_iter().map(part).collect();
            let parts = if parts.is_empty() { "less than 0.1".to_owned() } else { parts.join(", ") };
            format!(" {strength}s lost on the way, on average: {parts}.")
        });
        let locked = self.ends.iter().any(|end| end.is_locked);
        let ahead = self.ahead().filter(|_| locked).map(|[we, they, level]| {
            format!(
                " The fight goes on and we have lost fewer in {we}, they in {they}, both as many in {level}."
            )
        });
        let lost = lost.map(|lost| format!("{lost}{}", ahead.unwrap_or_default()));
        let shaken = || self.shaken().map(|shaken| format!(" On the way {shaken}."));
        lost.or_else(shaken).unwrap_or_default()
    }

    /// How likely either side comes out of it with lower morale, where its level is followed.
    fn shaken(&self) -> Option<String> {
        let sinks = |who: &str| {
            let bars = G::BARS.iter().find(|bars| bars.name == who)?;
            let before = self.outlook.fact(who);
            let worse = |found: &Found| {
                let after = found.outcome.get(who).map(Value::to_string);
                after.is_some_and(|after| bars.rank(&after) > bars.rank(&before))
            };
            let chance = self.odds.mean(|found| f64::from(u8::from(worse(found))));
            (!before.is_empty()).then(|| percent(chance))
        };
        let (charger, target) = (sinks("charger-level")?, sinks("target-level")?);
        let (we, they) = if self.acts() { (charger, target) } else { (target, charger) };
        Some(format!("they are shaken in {they}, we in {we}"))
    }

    /// Whose fire a charge is reckoned with.
    fn condition(&self) -> String {
        let Some(UnderFire { target, others }) = self.outlook.under_fire else { return String::new() };
        let fires = |(fact, none): (&str, &str)| {
            let value = self.outlook.fact(fact);
            !value.is_empty() && value != none
        };
        match (fires(target), fires(others)) {
            (true, true) => self.phrase(", under the fire of {foe} and {others}"),
            (true, false) => self.phrase(", under the fire of {foe}"),
            (false, true) => self.phrase(", under the fire of {others}"),
            (false, false) => ", if nobody fires".to_owned(),
        }
    }
}

/// What the odds are of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OddsKind {
    Shot,
    Fight,
    Test,
}

/// What is neither good nor bad.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neither {
    GoesOn,
    Unmet,
    Other,
}

impl Neither {
    fn of(end: &Odd) -> Neither {
        match end {
            Odd { is_locked: true, .. } => Neither::GoesOn,
            Odd { is_unmet: true, .. } => Neither::Unmet,
            _ => Neither::Other,
        }
    }
}

fn figures_hit(figures: f64) -> String {
    let figures = format!("{figures:.1}");
    if figures == "1.0" { "1.0 figure lost".to_owned() } else { format!("{figures} figures lost") }
}

fn of_hits(hits: f64) -> String {
    let hits = format!("{hits:.1}");
    if hits == "1.0" { "1.0 hit".to_owned() } else { format!("{hits} hits") }
}
