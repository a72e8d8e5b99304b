//! What an answer may lead to: the chart it comes down to, with the facts as they stand on the table, and which of
//! them a player may turn to see what would change.
//!
//! Nothing is decided here. A game fetches the facts by the functions its steps call, and the odds are the desk's.

mod given;
mod roll;

pub use given::Given;
pub use roll::{Goal, Roll};

use crate::desk::{ChartCard, Desk, FactCard, Facts, Found};
use crate::{Game, Played, Policy, Questions as _, Side, UnitId};
use dice::{Chance, Dice, Odds, Pool};
use rulebook::nearest;
use std::convert::Infallible;
use std::fmt::Debug;

/// A game whose answers can be weighed before they are given.
pub trait Foreseen: Desk + Game<Outlook = Outlook<Self>> {
    /// What is looked at: a charge, a shot, a test.
    type About: Copy + Debug + Eq + Send + Sync;
    /// What stands on the table and has no place on the chart.
    type Beyond: Clone + Debug + Default + Send + Sync;

    /// A unit on the table: whose it is, and its name.
    fn present(&self, unit: UnitId) -> Option<(Side, &str)>;

    /// Whether the table has positions: beside real figures nothing can be foreseen.
    fn is_measured(&self) -> bool;

    /// The outlook of an answer; `None` where nothing is left to chance, or too much.
    ///
    /// # Errors
    /// The refusal of an answer the rules forbid.
    fn outlook(
        &self,
        question: &Self::Question,
        answer: &Self::Answer,
    ) -> Result<Option<Outlook<Self>>, Self::Refusal> {
        if !self.is_measured() {
            return Ok(None);
        }
        self.check(question, answer)?;
        Ok(question.outlook(self, answer))
    }

    /// The answers to a question that are worth looking at beforehand; orders on the table are too many to list.
    fn weighed(&self, question: &Self::Question) -> Vec<Self::Answer> {
        question.form(self).offers.into_iter().map(|offer| offer.answer).collect()
    }

    /// A charge nobody has ordered yet, as if it came in from where the two stand.
    fn threat(&self, unit: UnitId, target: UnitId) -> Option<Outlook<Self>>;

    /// A shot a unit might have.
    fn aimed(&self, shooter: UnitId, target: UnitId) -> Option<Outlook<Self>>;

    fn foreseen(rules: &Self::Rules, chart: &str, facts: &Facts, beyond: &Self::Beyond) -> Odds<Found> {
        let _ = beyond;
        Self::odds::<Chance>(rules, chart, facts)
    }

    /// What a chart throws, as far as it can be told before; nothing for charts that only look up.
    fn rolls(
        rules: &Self::Rules,
        chart: &str,
        facts: &Facts,
        beyond: &Self::Beyond,
    ) -> Vec<Roll<<Self as Played>::Ids>>;

    /// What goes along with facts that are turned.
    fn along(facts: &Facts, turned: &mut Vec<(String, String)>) {
        let _ = (facts, turned);
    }
}

/// What an answer may lead to.
#[derive(Clone, Debug)]
pub struct Outlook<G: Foreseen> {
    pub about: G::About,
    /// Who acts: the charger, the shooter, the unit that tests.
    pub unit: UnitId,
    /// Whom it is done to.
    pub foe: Option<UnitId>,
    /// Others who may shoot at the charger and are counted.
    pub others: Vec<UnitId>,
    /// Who else has to do with it; not counted.
    pub besides: Vec<UnitId>,
    way: Way<G>,
}

/// Where the odds come from.
#[derive(Clone, Debug)]
enum Way<G: Foreseen> {
    Chart {
        card: ChartCard,
        facts: Facts,
        /// What a player may turn, narrowed to what it may be here.
        turns: Vec<FactCard>,
        beyond: G::Beyond,
    },
    /// The step itself was played over every fall of its dice.
    Played(Odds<Found>),
}

impl<G: Foreseen> Outlook<G> {
    /// What a chart says; `None` where the sheet has no such chart.
    pub fn charted(
        rules: &G::Rules,
        about: G::About,
        pair: (UnitId, Option<UnitId>),
        chart: &str,
        given: Given,
    ) -> Option<Outlook<G>> {
        let mut card = G::chart(rules, chart).ok()?;
        card.facts.extend(given.more);
        let facts = Facts::read(&card, &given.facts).ok()?;
        let turns = given.turns.into_iter().filter_map(|(name, kind)| {
            let fact = card.facts.iter().find(|fact| fact.name == name)?;
            Some(FactCard { kind: kind.unwrap_or_else(|| fact.kind.clone()), ..fact.clone() })
        });
        let turns = turns.collect();
        Some(Outlook::new(about, pair, Way::Chart { card, facts, turns, beyond: G::Beyond::default() }))
    }

    /// What came of playing the step itself.
    pub fn played(about: G::About, pair: (UnitId, Option<UnitId>), odds: Odds<Found>) -> Outlook<G> {
        Outlook::new(about, pair, Way::Played(odds))
    }

    fn new(about: G::About, (unit, foe): (UnitId, Option<UnitId>), way: Way<G>) -> Outlook<G> {
        Outlook { about, unit, foe, others: Vec::new(), besides: Vec::new(), way }
    }

    /// With what the chart has no place for.
    #[must_use]
    pub fn with(mut self, found: G::Beyond) -> Outlook<G> {
        if let Way::Chart { beyond, .. } = &mut self.way {
            *beyond = found;
        }
        self
    }

    /// With those who are not counted.
    #[must_use]
    pub fn beside(mut self, besides: Vec<UnitId>) -> Outlook<G> {
        self.besides = besides;
        self
    }

    // ---------------------------------------------------------------- reading ----

    /// What may be turned, with what each stands at.
    pub fn turns(&self) -> impl Iterator<Item = (&FactCard, &str)> {
        let (turns, facts): (&[FactCard], Option<&Facts>) = match &self.way {
            Way::Chart { turns, facts, .. } => (turns, Some(facts)),
            Way::Played(_) => (&[], None),
        };
        turns.iter().map(move |turn| (turn, facts.map_or("", |facts| facts.get(turn.name))))
    }

    /// The value of any fact of its chart; empty where it has none.
    pub fn fact(&self, name: &str) -> &str {
        match &self.way {
            Way::Chart { facts, .. } => facts.get(name),
            Way::Played(_) => "",
        }
    }

    /// The same with some facts turned.
    ///
    /// # Errors
    /// Every fault, one sentence each.
    pub fn turned(&self, what_if: &[(String, String)]) -> Result<Outlook<G>, Vec<String>> {
        let Way::Chart { card, facts, turns, beyond } = &self.way else {
            return match what_if.first() {
                Some((name, _)) => Err(vec![format!("nothing can be turned here, not {name:?} either")]),
                None => Ok(self.clone()),
            };
        };
        let mut changed = Vec::new();
        let mut faults = Vec::new();
        for (name, value) in what_if {
            let names = || turns.iter().map(|turn| turn.name);
            match turns.iter().find(|turn| turn.name == name).map(|turn| turn.kind.read(value)) {
                Some(Ok(value)) => changed.push((name.clone(), value)),
                Some(Err(why)) => faults.push(format!("fact {name}: found \"{value}\", expected {why}")),
                None => {
                    let near = nearest(name, names())
                        .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
                    faults.push(format!("\"{name}\" cannot be turned here{near}"));
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        G::along(facts, &mut changed);
        let facts = facts.with(card, &changed)?;
        let (card, turns, beyond) = (card.clone(), turns.clone(), beyond.clone());
        Ok(Outlook { way: Way::Chart { card, facts, turns, beyond }, ..self.clone() })
    }

    pub fn odds(&self, rules: &G::Rules) -> Odds<Found> {
        match &self.way {
            Way::Chart { card, facts, beyond, .. } => G::foreseen(rules, card.name, facts, beyond),
            Way::Played(odds) => odds.clone(),
        }
    }

    /// The rolls that can be told beforehand, each with its numbers.
    pub fn rolls(&self, rules: &G::Rules) -> Vec<Roll<<G as Played>::Ids>> {
        match &self.way {
            Way::Chart { card, facts, beyond, .. } => G::rolls(rules, card.name, facts, beyond),
            Way::Played(_) => Vec::new(),
        }
    }

    /// The rules that come in or fall away when one fact is turned to each of its other values.
    pub fn rules_of(&self, rules: &G::Rules, turn: &FactCard) -> Vec<&'static str> {
        let cites = |outlook: &Outlook<G>| -> Vec<&'static str> {
            outlook.rolls(rules).iter().flat_map(|roll| roll.cites().collect::<Vec<_>>()).collect()
        };
        let now = cites(self);
        let (mut found, mut gone): (Vec<&'static str>, Vec<&'static str>) = (Vec::new(), Vec::new());
        for value in turn.kind.others(self.fact(turn.name)) {
            let Ok(turned) = self.turned(&[(turn.name.to_owned(), value)]) else { continue };
            let then = cites(&turned);
            // What comes in says more than what falls away.
            found.extend(then.iter().filter(|rule| !now.contains(rule)));
            gone.extend(now.iter().filter(|rule| !then.contains(rule)));
        }
        found.extend(gone);
        let mut once = Vec::new();
        for rule in found {
            if !once.contains(&rule) {
                once.push(rule);
            }
        }
        once
    }
}

/// The eyes of the rules.
pub type Eyes<'d, G> = Policy<'d, Lucky, fn(&G, &<G as Game>::Question) -> <G as Game>::Answer>;

/// Looks at a table with the eyes of the rules: facts are measured, and nothing is decided.
pub fn measuring<G: Game, T>(look: impl FnOnce(&mut Eyes<'_, G>) -> Result<T, Infallible>) -> T {
    let Ok(seen) = look(&mut Policy { dice: &mut Lucky, choose: |game, question| game.decline(question) });
    seen
}

/// Dice that let a charge come in: one die alone shows what it must, several hit nothing, and every distance is
/// as long as it can be. For looking where everybody would stand then.
pub struct Lucky;

impl Dice for Lucky {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, _: u32) -> Result<u32, Infallible> {
        Ok(u32::from(pool.count == 1))
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        Ok(reading(pool.count * pool.sides))
    }
    /// The first, whose act it is, shows the most and the other the least.
    fn read_against<T: Copy + Ord>(
        &mut self,
        first: Pool,
        second: Pool,
        reading: impl Fn(u32, u32) -> T,
    ) -> Result<T, Infallible> {
        Ok(reading(first.count * first.sides, second.count))
    }
}
