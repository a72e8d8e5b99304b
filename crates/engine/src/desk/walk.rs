//! Every chart asked with what it offers: each answer says something or gives the rule why not, and what is offered is
//! there.

use super::{ChartCard, Charts as _, Desk, Facts, Found, Kind, Number, Reads, Value, any_facts};
use crate::Played;
use dice::{Dice, Pool, Seed, Stream};
use std::collections::BTreeSet;
use std::convert::Infallible;

/// A chart with more sets of facts than this is asked with this many, drawn at random.
const MOST_SETS: usize = 6000;

/// What was asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walked {
    pub answered: usize,
    pub refused: usize,
}

/// Asks every chart of every sheet with the facts it offers: all sets of words and flags, or many drawn at random.
///
/// An answer has an outcome and a working whose every rule is known. One that is nothing even with the best of dice (no
/// inches, no dice, no hits) gives in its working the number or the rule that makes it so. A refusal cites a rule or
/// ruling. Each word a chart offers is in some answer, and each fact it asks for stands in its struct.
///
/// # Errors
/// The first chart and facts of which that does not hold.
pub fn answers_or_says_why<G: Desk>() -> Result<Walked, String> {
    let book = G::embedded_book().map_err(|faults| faults.to_string())?;
    let mut walked = Walked::default();
    for sheet in book.spec.sheets {
        let rules = G::rules(book.sheet(sheet).map_err(|error| error.to_string())?);
        for card in G::charts(&rules) {
            walk::<G>(&rules, &card, &mut walked).map_err(|what| format!("{sheet} {}: {what}", card.name))?;
        }
    }
    Ok(walked)
}

fn walk<G: Desk>(rules: &G::Rules, card: &ChartCard, walked: &mut Walked) -> Result<(), String> {
    let mut heard: BTreeSet<(String, String)> = BTreeSet::new();
    for facts in sets(card)? {
        if let Some(why) = G::refuses(rules, card.name, &facts) {
            let cites = why.rsplit_once(" (").and_then(|(_, id)| id.strip_suffix(')'));
            if !cites.is_some_and(is_known::<G>) {
                return Err(format!("{why:?} cites no rule for {facts:?}"));
            }
            walked.refused += 1;
            continue;
        }
        says_something::<G>(rules, card.name, &facts).map_err(|what| format!("{what} for {facts:?}"))?;
        heard.extend(card.facts.iter().map(|fact| (fact.name.to_string(), facts.get(&fact.name).to_owned())));
        walked.answered += 1;
    }
    for fact in &card.facts {
        let stands = |facts: &Facts| G::Charts::of(card.name, facts)?.get(&fact.name);
        if stands(&any_facts(card, &mut Stream::new(Seed::from_number(7), 0)).unwrap_or_default()).is_none() {
            return Err(format!("{} is asked for, and the chart does not have it", fact.name));
        }
        let Kind::Word(words) = &fact.kind else { continue };
        let unheard =
            words.iter().find(|word| !heard.contains(&(fact.name.to_string(), (**word).to_owned())));
        if let Some(word) = unheard {
            return Err(format!("{}={word} is offered, and never answered", fact.name));
        }
    }
    Ok(())
}

fn says_something<G: Desk>(rules: &G::Rules, chart: &str, facts: &Facts) -> Result<(), String> {
    let Ok(found) = G::resolve(rules, chart, facts, &mut Best);
    if found.outcome.is_empty() {
        return Err("there is no outcome".to_owned());
    }
    let working = G::working(rules, chart, facts);
    if working.is_empty() {
        return Err("there is no working".to_owned());
    }
    if let Some(number) = working.iter().find(|number| !is_known::<G>(number.rule)) {
        return Err(format!("the working cites {:?}", number.rule));
    }
    if is_nothing(&found) && !working.iter().any(says_why) {
        return Err(format!("{:?} comes without its reason", found.outcome));
    }
    Ok(())
}

fn is_known<G: Played>(id: &str) -> bool {
    let spec = G::spec();
    spec.rules.contains(&id) || spec.rulings.contains(&id)
}

/// Numbers and distances, and all of them none; a word says something, unless it is no.
fn is_nothing(found: &Found) -> bool {
    let mut any = false;
    for (name, value) in &found.outcome {
        match value {
            Value::Number(0) => any = true,
            Value::Text(text) if *name == "inches" && text == "0\"" => any = true,
            Value::Word("no") => {}
            Value::Number(_) | Value::Word(_) | Value::Text(_) => return false,
        }
    }
    any
}

/// A number that is none, or a rule that decides.
fn says_why(number: &Number) -> bool {
    match number.reads {
        Reads::Dice | Reads::Inches => number.value == 0,
        Reads::AddedInches => number.value < 0,
        Reads::Ruled => true,
        Reads::Needs | Reads::OrLess | Reads::Added => false,
    }
}

/// All sets of words and flags, with numbers as they stand by default or at their least; or many drawn at random.
fn sets(card: &ChartCard) -> Result<Vec<Facts>, String> {
    let fault = |faults: Vec<String>| faults.join("; ");
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for fact in &card.facts {
        let values: Vec<String> = match &fact.kind {
            Kind::Word(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            Kind::Flag => vec!["no".to_owned(), "yes".to_owned()],
            Kind::Number { min, .. } => vec![fact.default.clone().unwrap_or_else(|| min.to_string())],
        };
        if all.len() * values.len() > MOST_SETS {
            let mut luck = Stream::new(Seed::from_number(19), 0);
            return (0..MOST_SETS).map(|_| any_facts(card, &mut luck).map_err(fault)).collect();
        }
        let with = |set: &Vec<(String, String)>| -> Vec<Vec<(String, String)>> {
            let put = |value: &String| [set.clone(), vec![(fact.name.to_string(), value.clone())]].concat();
            values.iter().map(put).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all.iter().map(|set| Facts::read(card, set).map_err(fault)).collect()
}

/// Dice that all hit and show the most.
struct Best;

impl Dice for Best {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        Ok(if need <= pool.sides { pool.count } else { 0 })
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        Ok(reading(pool.count * pool.sides))
    }
}
