//! What a chart offers to be told and then never minds: such facts are not to be offered.

use super::{ChartCard, Desk, FactCard, Facts, Found, Kind, Number};
use dice::{Seed, Stream};

/// With how many sets of facts a chart is asked.
const SETS: usize = 3000;
/// With how many falls of the dice, beside its working.
const FALLS: u64 = 6;

/// The facts of every chart of every sheet that may be left out and change nothing, whatever the other facts are: they
/// are neither added up, nor does anything else come of the dice, nor is anything refused for them.
/// Each as `br8 loss: second`.
///
/// # Errors
/// Where the book or a chart cannot be read.
pub fn mute_facts<G: Desk>() -> Result<Vec<String>, String> {
    let book = G::embedded_book().map_err(|faults| faults.to_string())?;
    let mut mute = Vec::new();
    for sheet in book.spec.sheets {
        let rules = G::rules(book.sheet(sheet).map_err(|error| error.to_string())?);
        for card in G::charts(&rules) {
            let facts = mute_of::<G>(&rules, &card);
            mute.extend(facts.into_iter().map(|fact| format!("{sheet} {}: {fact}", card.name)));
        }
    }
    Ok(mute)
}

fn mute_of<G: Desk>(rules: &G::Rules, card: &ChartCard) -> Vec<String> {
    let mut unheard: Vec<&FactCard> = card.facts.iter().filter(|fact| fact.default.is_some()).collect();
    let mut luck = Stream::new(Seed::from_number(31), 0);
    for _ in 0..SETS {
        let given: Vec<(String, String)> =
            card.facts.iter().map(|fact| (fact.name.to_string(), any_value(fact, &mut luck))).collect();
        let answer = answer::<G>(rules, card, &given);
        unheard.retain(|fact| {
            let value = any_value(fact, &mut luck);
            let turned = |(name, now): &(String, String)| {
                (name.clone(), if *name == fact.name { value.clone() } else { now.clone() })
            };
            let turned: Vec<(String, String)> = given.iter().map(turned).collect();
            self::answer::<G>(rules, card, &turned) == answer
        });
        if unheard.is_empty() {
            break;
        }
    }
    unheard.into_iter().map(|fact| fact.name.to_string()).collect()
}

/// Any value of a fact; of numbers rather a small one.
fn any_value(fact: &FactCard, luck: &mut Stream) -> String {
    match &fact.kind {
        Kind::Word(words) => {
            let word = words.get(luck.below(words.len() as u32) as usize);
            word.copied().unwrap_or_default().to_owned()
        }
        Kind::Flag => ["yes", "no"][luck.below(2) as usize].to_owned(),
        Kind::Number { min, max } => {
            let most = (max - min).min(if luck.below(2) == 0 { 12 } else { 60 });
            (min + luck.below(most + 1)).to_string()
        }
    }
}

/// What a chart says; nothing where it refuses.
fn answer<G: Desk>(
    rules: &G::Rules,
    card: &ChartCard,
    given: &[(String, String)],
) -> Option<(Vec<Number>, Vec<Found>)> {
    let facts = Facts::read(card, given).ok()?;
    if G::refuses(rules, card.name, &facts).is_some() {
        return None;
    }
    let fall = |number| {
        let Ok(found) = G::resolve(rules, card.name, &facts, &mut Stream::new(Seed::from_number(23), number));
        found
    };
    Some((G::working(rules, card.name, &facts), (0..FALLS).map(fall).collect()))
}
