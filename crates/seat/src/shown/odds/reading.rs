//! An outlook read by one side: the same reckoning for every game, in the words of each.

mod cards;
mod words;

use super::{Brief, Given, Odd, Tag, Told, What, in_whole, said_of, sum};
use crate::refused::Refused;
use crate::shown::prompt::capital;
use dice::{Chance, Odds, Weight as _};
use engine::desk::{End, Found, Liking, Value};
use engine::outlook::{Foreseen, Outlook};
use engine::wording::{agreed, listed};
use engine::{Questions as _, Side, UnitId};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use words::OddsKind;

/// Every answer on which something hangs, in short.
pub fn briefs<G: Foreseen>(game: &G, side: Side, question: &G::Question) -> Vec<Brief<G::Answer>> {
    briefs_of(game, side, question, game.weighed(question))
}

/// These answers in short, all by the same measure. Answers that the rules forbid, or on which nothing hangs, are left
/// out.
pub fn briefs_of<G: Foreseen>(
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
    let shorts: Vec<(String, Tag)> =
        readings.iter().map(|reading| (reading.short(&measure), reading.tag(&measure))).collect();
    let answers = foreseen.iter().map(|(_, answer)| answer.clone());
    let all = readings.into_iter().zip(shorts).zip(answers);
    all.map(|((reading, (short, tag)), answer)| {
        let (unit, label) = reading.label(question, &answer);
        let (title, sentence) = (reading.title(), reading.summed_up());
        let (good, counts_losses) = (reading.good(), reading.shot_down().is_some());
        let (numbers, hits_nobody) = (reading.numbers(), reading.hits_nobody());
        let ends = reading.ends;
        Brief {
            answer,
            label,
            title,
            unit,
            short,
            tag,
            sentence,
            good,
            counts_losses,
            hits_nobody,
            numbers,
            ends,
        }
    })
    .collect()
}

/// What the short labels of one question's answers tell: the same for all, so that they can be compared.
struct Measure {
    /// The end whose chance every shot's label gives.
    shot: Option<End>,
    /// The end whose chance every test's label gives. `None`: no test passes but on its die, and the label gives that
    /// chance.
    test: Option<End>,
    /// There are several fights: their labels give the chances that they go well and badly.
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

/// The good end that is likeliest in all readings together; if there is none, the likeliest even one, or else the
/// likeliest bad one.
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

/// Everything about what may come of it, as it stands and with some facts turned.
pub(crate) fn told<G: Foreseen>(
    game: &G,
    side: Side,
    version: usize,
    stands: &Outlook<G>,
    what_if: BTreeMap<String, Given>,
) -> Result<Told, Refused> {
    let what_if: Vec<(String, String)> =
        what_if.into_iter().map(|(name, given)| (name, given.word())).collect();
    let turned = stands
        .turned(&what_if)
        .map_err(|faults| Refused::bad(format!("{}.", capital(&faults.join("; ")))))?;
    let reading = Reading::new(game, side, &turned);
    Ok(Told {
        version,
        title: reading.title(),
        sentence: reading.summed_up(),
        caveats: reading.caveats(),
        exact: reading.odds.iter().all(|(_, chance)| chance.is_exact()),
        good: reading.good(),
        counts_losses: reading.shot_down().is_some(),
        numbers: reading.numbers(),
        facts: reading.facts(stands),
        // A side without dice throws none.
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

pub(crate) fn nothing() -> Refused {
    Refused::conflict("There are no odds for this: nothing in it is left to the dice, or too much.")
}

/// What a unit might do to another, wherever the two stand now.
pub(crate) fn might<G: Foreseen>(
    game: &G,
    side: Side,
    what: What,
    unit: UnitId,
    target: UnitId,
) -> Result<Option<Outlook<G>>, Refused> {
    let (Some((us, _)), Some((foe, _))) = (game.present(unit), game.present(target)) else {
        return Err(Refused::not_found("There is no such unit on the table."));
    };
    if us == foe || (us != side && foe != side) {
        return Err(Refused::conflict("One of the two is to be yours, and the other an enemy."));
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

    /// The unit that acts, by name.
    fn unit(&self) -> &str {
        self.name(self.outlook.unit)
    }

    /// The unit it is done to, by name.
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
        let (we, us, they, them) =
            if self.acts() { ("we", "us", "they", "them") } else { ("they", "them", "we", "us") };
        let others = || self.row(&self.outlook.others).unwrap_or_else(|| "others".to_owned());
        agreed(if about_foe { self.foe() } else { self.unit() }, text)
            .replace("{unit}", self.unit())
            .replace("{foe}", self.foe())
            .replace("{we}", we)
            .replace("{us}", us)
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
            _ => offer.text.to_string(),
        };
        (offer.target.or(offer.unit).or(foe), label)
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
}

/// Each end with its chance, by its word.
pub fn sums_of(odds: &Odds<Found>) -> Vec<(&End, Chance)> {
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
