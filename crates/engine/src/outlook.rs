//! What an answer may lead to: the chart it comes down to, with the facts as they stand on the table, and which of
//! them a player may turn to see what would change.
//!
//! Nothing is decided here. A game fetches the facts by the functions its steps call, and the odds are the desk's.

mod roll;
mod tree;
mod turns;

pub use roll::{Goal, Roll};
pub use tree::{Branch, Fork, tree};
pub use turns::Turns;

use crate::desk::{Charts as _, Desk, FactCard, Found};
use crate::{Game, Played, Policy, Questions as _, Side, UnitId};
use dice::{Chance, Dice, Odds, Pool};
use rulebook::nearest;
use std::convert::Infallible;
use std::fmt::Debug;

/// A game whose answers can be weighed before they are given.
pub trait Foreseen: Desk + Game<Outlook = Outlook<Self>> {
    /// What is looked at: a charge, a shot, a test.
    type About: Copy + Debug + Eq + Send + Sync;

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

    /// A charge that was not ordered yet, as if it came in from where the two stand.
    fn threat(&self, unit: UnitId, target: UnitId) -> Option<Outlook<Self>> {
        let _ = (unit, target);
        None
    }

    /// A shot a unit might have.
    fn aimed(&self, shooter: UnitId, target: UnitId) -> Option<Outlook<Self>> {
        let _ = (shooter, target);
        None
    }
}

/// What an answer may lead to.
#[derive(Clone, Debug)]
pub struct Outlook<G: Foreseen> {
    pub about: G::About,
    /// Who acts: the charger, the shooter, the unit that tests.
    pub unit: UnitId,
    /// The unit it is done to.
    pub foe: Option<UnitId>,
    /// Others who may shoot at the charger and are counted.
    pub others: Vec<UnitId>,
    /// Other units that have to do with it; they are not counted.
    pub besides: Vec<UnitId>,
    /// What it is called, with holes for names and marks: `{unit} charge[s] {foe}`.
    pub title: &'static str,
    /// What the odds leave out, with holes; the units that are not counted are `{besides}`.
    pub caveats: Vec<&'static str>,
    /// Whose fire is counted in, where units may fire at the one that acts.
    pub under_fire: Option<UnderFire>,
    /// Ends that are called otherwise here than on the chart.
    pub called: &'static [(&'static str, &'static str)],
    way: Way<G>,
}

/// Which facts of an outlook say who fires at the acting unit, each with the value that means no fire.
#[derive(Clone, Copy, Debug)]
pub struct UnderFire {
    /// Of the target itself.
    pub target: (&'static str, &'static str),
    /// Of others.
    pub others: (&'static str, &'static str),
}

/// Where the odds come from.
#[derive(Clone, Debug)]
enum Way<G: Foreseen> {
    Chart {
        chart: G::Charts,
        /// What a player may turn, narrowed to what it may be here.
        turns: Vec<FactCard>,
    },
    /// The step itself was played over every fall of its dice; its tree, where it is a chain.
    Played(Odds<Found>, Vec<Branch>),
}

impl<G: Foreseen> Outlook<G> {
    /// What a chart says of these facts, and which of them may be turned.
    pub fn charted(
        rules: &G::Rules,
        about: G::About,
        pair: (UnitId, Option<UnitId>),
        chart: impl Into<G::Charts>,
        turns: Turns,
    ) -> Outlook<G> {
        let chart = chart.into();
        let turns = turns.narrowed(chart.facts(rules));
        Outlook::new(about, pair, Way::Chart { chart, turns })
    }

    /// What came of playing the step itself.
    pub fn played(about: G::About, pair: (UnitId, Option<UnitId>), odds: Odds<Found>) -> Outlook<G> {
        Outlook::new(about, pair, Way::Played(odds, Vec::new()))
    }

    /// Step by step, where the step was played itself.
    #[must_use]
    pub fn growing(mut self, branches: Vec<Branch>) -> Outlook<G> {
        if let Way::Played(_, tree) = &mut self.way {
            *tree = branches;
        }
        self
    }

    fn new(about: G::About, (unit, foe): (UnitId, Option<UnitId>), way: Way<G>) -> Outlook<G> {
        let (others, besides, caveats) = (Vec::new(), Vec::new(), Vec::new());
        let title = "{unit}";
        Outlook { about, unit, foe, others, besides, title, caveats, under_fire: None, called: &[], way }
    }

    /// What it is called.
    #[must_use]
    pub fn titled(self, title: &'static str) -> Outlook<G> {
        Outlook { title, ..self }
    }

    /// With what the odds leave out.
    #[must_use]
    pub fn caveat(mut self, caveat: &'static str) -> Outlook<G> {
        self.caveats.push(caveat);
        self
    }

    /// Reckoned with the fire that these facts tell of.
    #[must_use]
    pub fn under_fire(self, fire: UnderFire) -> Outlook<G> {
        Outlook { under_fire: Some(fire), ..self }
    }

    /// With other words for its ends.
    #[must_use]
    pub fn called(self, called: &'static [(&'static str, &'static str)]) -> Outlook<G> {
        Outlook { called, ..self }
    }

    /// With those who are not counted.
    #[must_use]
    pub fn beside(mut self, besides: Vec<UnitId>) -> Outlook<G> {
        self.besides = besides;
        self
    }

    // ---------------------------------------------------------------- reading ----

    /// What may be turned, with what each stands at.
    pub fn turns(&self) -> impl Iterator<Item = (&FactCard, String)> {
        let turns: &[FactCard] = match &self.way {
            Way::Chart { turns, .. } => turns,
            Way::Played(..) => &[],
        };
        turns.iter().map(|turn| (turn, self.fact(&turn.name)))
    }

    /// The value of any fact of its chart; empty where it has none.
    pub fn fact(&self, name: &str) -> String {
        match &self.way {
            Way::Chart { chart, .. } => chart.get(name).unwrap_or_default(),
            Way::Played(..) => String::new(),
        }
    }

    /// The same with some facts turned.
    ///
    /// # Errors
    /// Every fault, one sentence each.
    pub fn turned(&self, what_if: &[(String, String)]) -> Result<Outlook<G>, Vec<String>> {
        let Way::Chart { chart, turns } = &self.way else {
            return match what_if.first() {
                Some((name, _)) => Err(vec![format!("nothing can be turned here, not {name:?} either")]),
                None => Ok(self.clone()),
            };
        };
        let mut changed = Vec::new();
        let mut faults = Vec::new();
        for (name, value) in what_if {
            let names = || turns.iter().map(|turn| &*turn.name);
            match turns.iter().find(|turn| turn.name == *name).map(|turn| turn.kind.read(value)) {
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
        let (chart, turns) = (chart.turned(&changed), turns.clone());
        Ok(Outlook { way: Way::Chart { chart, turns }, ..self.clone() })
    }

    pub fn odds(&self, rules: &G::Rules) -> Odds<Found> {
        match &self.way {
            Way::Chart { chart, .. } => chart.odds::<Chance>(rules),
            Way::Played(odds, _) => odds.clone(),
        }
    }

    /// Step by step what may come of it; nothing where it is no chain.
    pub fn tree(&self, rules: &G::Rules) -> Vec<Branch> {
        match &self.way {
            Way::Chart { chart, .. } => chart.tree(rules),
            Way::Played(_, tree) => tree.clone(),
        }
    }

    /// The rolls that can be told beforehand, each with its numbers.
    pub fn rolls(&self, rules: &G::Rules) -> Vec<Roll<<G as Played>::Ids>> {
        match &self.way {
            Way::Chart { chart, .. } => chart.rolls(rules),
            Way::Played(..) => Vec::new(),
        }
    }

    /// The rules that come in or fall away when one fact is turned to each of its other values.
    pub fn rules_of(&self, rules: &G::Rules, turn: &FactCard) -> Vec<&'static str> {
        let cites = |outlook: &Outlook<G>| -> Vec<&'static str> {
            outlook.rolls(rules).iter().flat_map(|roll| roll.cites().collect::<Vec<_>>()).collect()
        };
        let now = cites(self);
        let (mut found, mut gone): (Vec<&'static str>, Vec<&'static str>) = (Vec::new(), Vec::new());
        for value in turn.kind.others(&self.fact(&turn.name)) {
            let Ok(turned) = self.turned(&[(turn.name.to_string(), value)]) else { continue };
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

/// Dice that let a charge come in: one die alone shows what it must, several hit nothing, and every distance is as long
/// as it can be. For finding where all would stand then.
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
