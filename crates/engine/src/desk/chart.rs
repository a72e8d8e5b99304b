//! A chart in one place: its facts, what it says, what it refuses, its numbers and its rolls.
//!
//! A game writes one struct a chart, its facts by [`facts!`](crate::facts), with [`Chart`] for it, and names them all in
//! one [`desk!`](crate::desk!): everything the desk, the odds and the brute-force twin ask of a chart comes from there.

use super::{ChartCard, FactCard, FactSet, Facts, Found, Kind, Number, Reads, all_of, dice_by, numbers};
use crate::outlook::{Branch, Goal, Roll};
use crate::{Names, Played, rule_name};
use dice::{Dice, Odds, Weight};

/// One chart, with the facts it is asked with.
pub trait Chart<G: Played>: FactSet<G::Rules> + Clone {
    const NAME: &'static str;
    const TITLE: &'static str;

    /// What it is asked again and again.
    fn usual(rules: &G::Rules, card: &mut ChartCard) {
        let _ = (rules, card);
    }

    /// What the chart says.
    ///
    /// # Errors
    /// The dice's pause.
    fn resolve<D: Dice>(&self, rules: &G::Rules, dice: &mut D) -> Result<Found, D::Pause>;

    /// Why the sheet has no answer to these facts, though each of them is on it; `None`: it has one.
    fn refuses(&self, rules: &G::Rules) -> Option<String> {
        let _ = rules;
        None
    }

    /// What it throws, as far as it can be told before; nothing for a chart that only looks up.
    fn rolls(&self, rules: &G::Rules) -> Vec<Roll<G::Ids>> {
        let _ = rules;
        Vec::new()
    }

    /// The numbers it adds up, each with its rule; and the rules it goes by without a number.
    fn working(&self, rules: &G::Rules) -> Vec<Number> {
        self.rolls(rules).iter().flat_map(of_roll).collect()
    }

    /// The exact odds. A long chain is merged between its stages.
    fn odds<W: Weight>(&self, rules: &G::Rules) -> Odds<Found, W> {
        Odds::of(|tally| self.resolve(rules, tally))
    }

    /// Step by step what may come of it, where it is a chain of several throws.
    fn tree(&self, rules: &G::Rules) -> Vec<Branch> {
        let _ = rules;
        Vec::new()
    }

    /// What follows from facts that were put; `before`: what they were until they were turned.
    fn settle(&mut self, before: Option<&Self>) {
        let _ = before;
    }
}

/// A roll as numbers: its dice, and what they must show.
pub fn of_roll<N: Names>(roll: &Roll<N>) -> Vec<Number> {
    let first = match roll.goal {
        _ if roll.working.base().is_none() => Reads::Added,
        Goal::AtMost(_) => Reads::OrLess,
        Goal::Added => Reads::Added,
        Goal::Face(_) | Goal::Total(_) => Reads::Needs,
    };
    let dice = roll.by.map(|rule| dice_by(rule_name::<N>(rule), roll.dice.count));
    let parts = roll.working.parts().iter().map(|(rule, value)| (rule_name::<N>(*rule), *value)).collect();
    all_of(roll.title, dice.into_iter().chain(numbers(parts, first, Reads::Added)).collect())
}

/// The charts of a game. [`desk!`](crate::desk!) writes it.
pub trait Charts<G: Played>: Sized {
    fn cards(rules: &G::Rules) -> Vec<ChartCard>;

    /// The chart of that name, with facts that were checked against its card.
    fn of(name: &str, facts: &Facts) -> Option<Self>;

    fn name(&self) -> &'static str;

    /// # Errors
    /// The dice's pause.
    fn resolve<D: Dice>(&self, rules: &G::Rules, dice: &mut D) -> Result<Found, D::Pause>;

    fn refuses(&self, rules: &G::Rules) -> Option<String>;

    fn rolls(&self, rules: &G::Rules) -> Vec<Roll<G::Ids>>;

    fn working(&self, rules: &G::Rules) -> Vec<Number>;

    fn odds<W: Weight>(&self, rules: &G::Rules) -> Odds<Found, W>;

    fn tree(&self, rules: &G::Rules) -> Vec<Branch>;

    /// The cards of its facts.
    fn facts(&self, rules: &G::Rules) -> Vec<FactCard>;

    /// A fact as its word; `None` where there is no such fact.
    fn get(&self, fact: &str) -> Option<String>;

    /// The same with some facts turned.
    #[must_use]
    fn turned(&self, changed: &[(String, String)]) -> Self;
}

/// Facts that were checked, as a chart has them.
pub fn read<G: Played, C: Chart<G>>(facts: &Facts) -> C {
    let mut chart = C::read(facts);
    chart.settle(None);
    chart
}

/// A chart with some facts turned.
pub fn turned<G: Played, C: Chart<G>>(chart: &C, changed: &[(String, String)]) -> C {
    let mut turned = chart.clone();
    for (name, value) in changed {
        turned.set(name, value);
    }
    turned.settle(Some(chart));
    turned
}

/// The card of a chart. What can be only one word or number on this sheet is not asked.
pub fn card<G: Played, C: Chart<G>>(rules: &G::Rules) -> ChartCard {
    let mut facts = C::cards(rules);
    facts.retain(|fact| match &fact.kind {
        Kind::Word(words) => words.len() > 1,
        Kind::Number { min, max } => min < max,
        Kind::Flag => true,
    });
    let mut card = ChartCard::new(C::NAME, C::TITLE, facts);
    C::usual(rules, &mut card);
    card
}

/// Names the charts of a game, each by its struct, and writes their enum with everything a door asks of a chart:
///
/// ```ignore
/// engine::desk! {
///     /// The charts of the sheet.
///     pub enum Charts of Orders { Fire, Charge, Rally }
/// }
/// ```
#[macro_export]
macro_rules! desk {
    (
        $(#[$about:meta])*
        $vis:vis enum $Charts:ident of $Game:ty { $($Chart:ident),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "a chart is asked and then forgotten")]
        $vis enum $Charts {
            $($Chart($Chart),)+
        }

        impl $crate::desk::Charts<$Game> for $Charts {
            fn cards(rules: &<$Game as $crate::Played>::Rules) -> Vec<$crate::desk::ChartCard> {
                vec![$($crate::desk::chart_card::<$Game, $Chart>(rules)),+]
            }

            fn of(name: &str, facts: &$crate::desk::Facts) -> Option<$Charts> {
                $(if name == <$Chart as $crate::desk::Chart<$Game>>::NAME {
                    return Some($Charts::$Chart($crate::desk::read_chart::<$Game, $Chart>(facts)));
                })+
                None
            }

            fn name(&self) -> &'static str {
                match self { $($Charts::$Chart(_) => <$Chart as $crate::desk::Chart<$Game>>::NAME,)+ }
            }

            #[inline(never)]
            fn resolve<D: $crate::__dice::Dice>(
                &self,
                rules: &<$Game as $crate::Played>::Rules,
                dice: &mut D,
            ) -> Result<$crate::desk::Found, D::Pause> {
                match self { $($Charts::$Chart(chart) => $crate::desk::Chart::<$Game>::resolve(chart, rules, dice),)+ }
            }

            fn refuses(&self, rules: &<$Game as $crate::Played>::Rules) -> Option<String> {
                match self { $($Charts::$Chart(chart) => $crate::desk::Chart::<$Game>::refuses(chart, rules),)+ }
            }

            fn rolls(
                &self,
                rules: &<$Game as $crate::Played>::Rules,
            ) -> Vec<$crate::outlook::Roll<<$Game as $crate::Played>::Ids>> {
                match self { $($Charts::$Chart(chart) => $crate::desk::Chart::<$Game>::rolls(chart, rules),)+ }
            }

            fn working(&self, rules: &<$Game as $crate::Played>::Rules) -> Vec<$crate::desk::Number> {
                match self { $($Charts::$Chart(chart) => $crate::desk::Chart::<$Game>::working(chart, rules),)+ }
            }

            #[inline(never)]
            fn odds<W: $crate::__dice::Weight>(
                &self,
                rules: &<$Game as $crate::Played>::Rules,
            ) -> $crate::__dice::Odds<$crate::desk::Found, W> {
                match self { $($Charts::$Chart(chart) => $crate::desk::Chart::<$Game>::odds(chart, rules),)+ }
            }

            fn tree(&self, rules: &<$Game as $crate::Played>::Rules) -> Vec<$crate::outlook::Branch> {
                match self { $($Charts::$Chart(chart) => $crate::desk::Chart::<$Game>::tree(chart, rules),)+ }
            }

            fn facts(&self, rules: &<$Game as $crate::Played>::Rules) -> Vec<$crate::desk::FactCard> {
                match self {
                    $($Charts::$Chart(_) => {
                        <$Chart as $crate::desk::FactSet<<$Game as $crate::Played>::Rules>>::cards(rules)
                    })+
                }
            }

            fn get(&self, fact: &str) -> Option<String> {
                match self {
                    $($Charts::$Chart(chart) => {
                        $crate::desk::FactSet::<<$Game as $crate::Played>::Rules>::get(chart, fact)
                    })+
                }
            }

            fn turned(&self, changed: &[(String, String)]) -> $Charts {
                match self {
                    $($Charts::$Chart(chart) => {
                        $Charts::$Chart($crate::desk::turned_chart::<$Game, $Chart>(chart, changed))
                    })+
                }
            }
        }

        $(impl From<$Chart> for $Charts {
            fn from(chart: $Chart) -> $Charts {
                $Charts::$Chart(chart)
            }
        })+
    };
}
