//! An outlook read by one side: the same reckoning for every game, in the words of each.

use super::{
    Asked, Brief, ChoiceTold, Costs, FactTold, KindTold, LineTold, Odd, RollTold, Spread, Told, Twig, What,
    in_whole, percent, said_of, sum, sum_said,
};
use crate::play::entries::said;
use crate::play::{Play, capital};
use crate::seats::seat::Seat;
use crate::shown::Shown;
use crate::wrong::Wrong;
use dice::{Chance, Odds, Weight as _};
use engine::desk::{Bars, End, FactCard, Found, Kind, Liking, Value};
use engine::outlook::{Foreseen, Goal, Outlook, Roll, UnderFire};
use engine::wording::{agreed, listed, says};
use engine::{Played, Questions as _, Side, UnitId, rule_name};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Every answer to what is asked that something hangs on, in short.
pub(crate) fn briefs<G: Shown>(game: &G, side: Side, question: &G::Question) -> Vec<Brief<G::Answer>> {
    briefs_of(game, side, question, game.weighed(question))
}

/// These answers in short, all by the same measure, but those nothing hangs on or the rules forbid.
pub(crate) fn briefs_of<G: Shown>(
    game: &G,
    side: Side,
    question: &G::Question,
    answers: Vec<G::Answer>,
) -> Vec<Brief<G::Answer>> {
    let foreseen = |answer: G::Answer| Some((game.outlook(question, &answer).ok()??, answer));
    let foreseen: Vec<(Outlook<G>, G::Answer)> = answers.into_iter().filter_map(foreseen).collect();
    let readings: Vec<Reading<'_, G>> =
        foreseen.iter().map(|(outlook, _)| Reading::new(game, side, outlook)).collect();
    let measure = Measure::of(&readings);
    let shorts: Vec<String> = readings.iter().map(|reading| reading.short(&measure)).collect();
    let answers = foreseen.iter().map(|(_, answer)| answer.clone());
    let all = readings.into_iter().zip(shorts).zip(answers);
    all.map(|((reading, short), answer)| {
        let (unit, label) = reading.label(question, &answer);
        let (title, sentence) = (reading.title(), reading.summed_up());
        let (good, counts_losses) = (reading.good(), reading.shot_down().is_some());
        let (numbers, hits_nobody) = (reading.numbers(), reading.hits_nobody());
        let ends = reading.ends;
        Brief { answer, label, title, unit, short, sentence, good, counts_losses, hits_nobody, numbers, ends }
    })
    .collect()
}

/// Less than this is lost by nobody to speak of.
const HARDLY: f64 = 0.05;
/// A fight that goes on as often as this is worth a word about who is winning it.
const OFTEN: f64 = 0.2;

/// By what the answers to one question are told, so that they can be compared.
struct Measure {
    /// The end that all shots name, and that all tests name of which some pass on more than their die.
    shot: Option<End>,
    test: Option<End>,
    /// Several fights are told by how likely they go well or badly.
    fights: bool,
}

impl Measure {
    fn of<G: Foreseen>(readings: &[Reading<'_, G>]) -> Measure {
        let of_kind = |kind: OddsKind| readings.iter().filter(move |reading| reading.kind() == kind);
        let beyond = of_kind(OddsKind::Test).any(|reading| reading.is_beyond_the_die());
        Measure {
            shot: hoped_of(of_kind(OddsKind::Shot)),
            test: beyond.then(|| hoped_of(of_kind(OddsKind::Test))).flatten(),
            fights: of_kind(OddsKind::Fight).nth(1).is_some(),
        }
    }
}

/// The end the reader likes that is likeliest in all of them together; else one he does not mind, else what he fears.
#[expect(clippy::float_arithmetic, reason = "which end is likeliest is reckoned to name it")]
fn hoped_of<'r, G: Foreseen + 'r>(readings: impl Iterator<Item = &'r Reading<'r, G>>) -> Option<End> {
    let mut sums: Vec<(Liking, f64, End)> = Vec::new();
    for reading in readings {
        for (end, chance) in sums_of(&reading.odds) {
            let (liking, chance) = (reading.for_reader(end.liking), chance.to_f64());
            match sums.iter_mut().find(|(_, _, known)| known.word == end.word) {
                Some((_, sum, _)) => *sum += chance,
                None => sums.push((liking, chance, end.clone())),
            }
        }
    }
    let likeliest = |tone: Liking| {
        let likely = sums.iter().filter(|(liking, sum, _)| *liking == tone && *sum >= 0.005);
        likely.max_by(|one, two| one.1.total_cmp(&two.1)).map(|(_, _, end)| end.clone())
    };
    likeliest(Liking::Good).or_else(|| likeliest(Liking::Even)).or_else(|| likeliest(Liking::Bad))
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
        title: reading.title(),
        sentence: reading.summed_up(),
        caveats: reading.caveats(),
        exact: reading.odds.iter().all(|(_, chance)| chance.is_exact()),
        good: reading.good(),
        counts_losses: reading.shot_down().is_some(),
        numbers: reading.numbers(),
        facts: reading.facts(&stands),
        // Whoever has no dice throws none.
        working: turned
            .rolls(game.in_force())
            .iter()
            .filter(|roll| roll.dice.count > 0)
            .map(|roll| reading.roll(roll))
            .collect(),
        distribution: reading.spreads(),
        tree: reading.tree(),
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
struct Reading<'r, G: Foreseen> {
    game: &'r G,
    outlook: &'r Outlook<G>,
    /// Likeliest first.
    ends: Vec<Odd>,
    side: Side,
    odds: Odds<Found>,
}

impl<'r, G: Foreseen> Reading<'r, G> {
    fn new(game: &'r G, side: Side, outlook: &'r Outlook<G>) -> Reading<'r, G> {
        let odds = outlook.odds(game.in_force());
        let mut reading = Reading { game, side, outlook, odds, ends: Vec::new() };
        reading.ends = reading.ends_of(&reading.odds);
        reading
    }

    fn name(&self, id: UnitId) -> &str {
        self.game.present(id).map_or("?", |(_, name)| name)
    }

    /// Who acts.
    fn unit(&self) -> &str {
        self.name(self.outlook.unit)
    }

    /// Whom it is done to.
    fn foe(&self) -> &str {
        self.outlook.foe.map_or("?", |foe| self.name(foe))
    }

    fn row(&self, units: &[UnitId]) -> Option<String> {
        row(&units.iter().map(|id| self.name(*id)).collect::<Vec<_>>())
    }

    /// The unit that acts is the reader's own.
    fn acts(&self) -> bool {
        self.game.present(self.outlook.unit).is_some_and(|(side, _)| side == self.side)
    }

    /// Words with the holes filled and the marks agreed: with the first unit they name, or with whom they are about.
    fn phrase(&self, text: &str) -> String {
        let first = |hole: &str| text.find(hole).unwrap_or(usize::MAX);
        let about_foe = match first("{unit}").cmp(&first("{foe}")) {
            Ordering::Less => false,
            Ordering::Greater => true,
            Ordering::Equal => self.outlook.foe.is_some(),
        };
        let (we, they, them) = if self.acts() { ("we", "they", "them") } else { ("they", "we", "us") };
        let others = || self.row(&self.outlook.others).unwrap_or_else(|| "others".to_owned());
        agreed(if about_foe { self.foe() } else { self.unit() }, text)
            .replace("{unit}", self.unit())
            .replace("{foe}", self.foe())
            .replace("{we}", we)
            .replace("{they}", they)
            .replace("{them}", them)
            .replace("{others}", &others())
            .replace("{besides}", &self.row(&self.outlook.besides).unwrap_or_default())
    }

    fn good(&self) -> f64 {
        sum(&self.ends, Liking::Good)
    }

    fn bad(&self) -> f64 {
        sum(&self.ends, Liking::Bad)
    }

    /// How likely it goes well, badly or stays undecided, and by which ends: what “well” means is said with it.
    fn in_all(&self) -> String {
        let part = |tone: Liking, said: &str| {
            let ends: Vec<&Odd> = self.ends.iter().filter(|end| end.tone == tone).collect();
            let named: Vec<String> = match ends.as_slice() {
                [only] => vec![only.text.clone()],
                several => several.iter().map(|end| format!("{} {}", end.text, end.said())).collect(),
            };
            (!ends.is_empty()).then(|| format!("{said} in {} ({})", said_of(&ends), named.join("; ")))
        };
        let parts =
            [(Liking::Good, "goes well"), (Liking::Bad, "goes badly"), (Liking::Even, "stays undecided")];
        let parts: Vec<String> = parts.into_iter().filter_map(|(tone, said)| part(tone, said)).collect();
        format!("It {}.", parts.join(", "))
    }

    fn mean(&self, name: &str) -> f64 {
        self.odds.mean(|found| match found.outcome.get(name) {
            Some(Value::Number(n)) => i32::try_from(*n).map_or(0.0, f64::from),
            _ => 0.0,
        })
    }

    // ------------------------------------------------------------------- words ----

    fn title(&self) -> String {
        self.phrase(self.outlook.title)
    }

    /// What the odds leave out.
    fn caveats(&self) -> Vec<String> {
        let told = |caveat: &&&str| !caveat.contains("{besides}") || !self.outlook.besides.is_empty();
        self.outlook.caveats.iter().filter(told).map(|caveat| self.phrase(caveat)).collect()
    }

    /// What an answer is called beside the others, and the unit on the table it is about.
    fn label(&self, question: &G::Question, answer: &G::Answer) -> (Option<UnitId>, String) {
        let Outlook { unit, foe, .. } = *self.outlook;
        let offers = question.form(self.game).offers;
        let Some(offer) = offers.into_iter().find(|offer| offer.answer == *answer) else {
            let about = foe.unwrap_or(unit);
            return (Some(about), self.name(about).to_owned());
        };
        let label = match (offer.text.is_empty(), offer.unit, offer.target) {
            (true, Some(unit), Some(target)) => format!("{} → {}", self.name(unit), self.name(target)),
            (true, Some(unit), None) => self.name(unit).to_owned(),
            _ => offer.text,
        };
        (offer.target.or(offer.unit).or(foe), label)
    }

    /// What is most likely, what may be hoped for, and what may be feared.
    fn summed_up(&self) -> String {
        let Some(first) = self.ends.first() else { return String::new() };
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
                None => format!("{} to be expected. {}: {}.", of_hits(self.mean("hits")), self.foe(), all()),
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
    fn short(&self, measure: &Measure) -> String {
        match self.kind() {
            OddsKind::Shot if self.hits_nobody() => {
                let rolls = self.outlook.rolls(self.game.in_force());
                let dice = rolls.first().is_some_and(|roll| roll.dice.count > 0);
                if dice { "cannot hit" } else { "no dice, cannot hit" }.to_owned()
            }
            OddsKind::Shot => {
                let cost = self.shot_down().map(|(lost, of)| format!("{lost} lost of {of}"));
                let follows = measure.shot.as_ref().map(|end| format!(", then {}", self.named(end)));
                format!(
                    "{}{}",
                    cost.unwrap_or_else(|| of_hits(self.mean("hits"))),
                    follows.unwrap_or_default()
                )
            }
            // Not everybody who goes on has passed.
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

    /// An end and how likely it is here, in the very words of the list.
    fn named(&self, end: &End) -> String {
        let here = self.ends.iter().find(|odd| odd.end == end.word);
        let text = here.map_or_else(|| self.called(end), |odd| odd.text.clone());
        format!("{text} {}", here.map_or_else(|| percent(0.0), Odd::said))
    }

    /// Whether a test goes well on more than what its die must show.
    fn is_beyond_the_die(&self) -> bool {
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

    /// What a shot costs its target on average, and of how many; `None` where hits cost nobody.
    fn shot_down(&self) -> Option<(String, String)> {
        let counted = self.odds.iter().any(|(found, _)| found.outcome.contains_key("lost"));
        let of = self.outlook.fact("target-figures");
        (counted && !of.is_empty()).then(|| (format!("{:.1}", self.mean("lost")), of))
    }

    /// What it is: dice that hit somebody, a fight with somebody, or somebody's own test.
    fn kind(&self) -> OddsKind {
        let hits = self.odds.iter().any(|(found, _)| found.outcome.contains_key("hits"));
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

    /// What the reader's side and the other lose on average, where anybody loses anything.
    fn costs(&self) -> Option<Costs> {
        let (unit, foe) = (self.mean("charger-lost"), self.mean("target-lost"));
        let (ours, theirs) = if self.acts() { (unit, foe) } else { (foe, unit) };
        (unit > 0.0 || foe > 0.0).then(|| Costs { ours, theirs, ahead: self.fewer_lost() })
    }

    /// What they lose and what we lose, as far as it is worth a word: of whoever is destroyed without a fight nothing is
    /// lost on the way, and that is better not said than 0.0.
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
    fn numbers(&self) -> String {
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
    fn hits_nobody(&self) -> bool {
        self.kind() == OddsKind::Shot && self.mean("hits") <= 0.0
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

    fn for_reader(&self, tone: Liking) -> Liking {
        if self.acts() { tone } else { tone.turned() }
    }

    /// What an end is called here.
    fn called(&self, end: &End) -> String {
        let called = self.outlook.called.iter().find(|(word, _)| *word == end.word);
        self.phrase(called.map_or(&*end.text, |(_, text)| *text))
    }

    /// The outcome's main word, likeliest first.
    fn ends_of(&self, odds: &Odds<Found>) -> Vec<Odd> {
        let mut list: Vec<Odd> = sums_of(odds)
            .iter()
            .map(|(end, chance)| Odd::new(end, self.called(end), self.for_reader(end.liking), chance))
            .collect();
        list.sort_by(|one, two| two.chance.total_cmp(&one.chance));
        in_whole(list)
    }

    // ----------------------------------------------------------------- numbers ----

    /// What may be turned, as far as it matters.
    fn facts(&self, stands: &Outlook<G>) -> Vec<FactTold> {
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

    fn roll(&self, roll: &Roll<<G as Played>::Ids>) -> RollTold {
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
        RollTold { title: self.phrase(roll.title), dice, lines: by.into_iter().chain(parts).collect() }
    }

    /// Step by step, in the reader's words.
    fn tree(&self) -> Vec<Twig> {
        let branches = self.outlook.tree(self.game.in_force());
        let twig = |branch| Twig::new(branch, &|text| self.phrase(text), self.for_reader(branch.liking));
        branches.iter().map(twig).collect()
    }

    // ------------------------------------------------------------------ spreads ----

    /// How it ends, and each number or word of the outcome that can fall more than one way.
    fn spreads(&self) -> Vec<Spread> {
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
        // Where more of something is for the reader, none of it is against him: no hit is what "nobody is hit" is.
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

/// What the odds are of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OddsKind {
    Shot,
    Fight,
    Test,
}

/// What is neither for nor against anybody.
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

/// Each end with its chance, by its word.
pub(crate) fn sums_of(odds: &Odds<Found>) -> Vec<(&End, Chance)> {
    let mut ends: BTreeMap<&str, (&End, Chance)> = BTreeMap::new();
    for (found, chance) in odds.iter() {
        let Some(end) = &found.end else { continue };
        let sum = ends.get(&*end.word).map_or(*chance, |(_, sum)| sum.plus(chance));
        ends.insert(&end.word, (end, sum));
    }
    ends.into_values().collect()
}

/// "A", "A and B", "A, B and C".
fn row(names: &[&str]) -> Option<String> {
    (!names.is_empty()).then(|| listed(names, "and"))
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

fn spelt(word: &str) -> String {
    word.replace('-', " ")
}

fn of_hits(hits: f64) -> String {
    let hits = format!("{hits:.1}");
    if hits == "1.0" { "1.0 hit".to_owned() } else { format!("{hits} hits") }
}
