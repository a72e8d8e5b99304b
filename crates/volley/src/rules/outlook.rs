//! What an answer may lead to: the chart it comes down to, with the facts as they stand on the table, and which of
//! them a player may turn to see what would change.
//!
//! Nothing is decided here. A question fetches its facts by the functions its step of play calls, and the odds are the
//! desk's.

mod facts;
mod measured;
pub(crate) mod rolls;

use crate::ids::rule;
use crate::rules::facts::Crowded;
use crate::state::game::Volley;
use crate::state::unit::UnitId;
use crate::state::words::{Formation, Moment, Test};
use engine::Fact as _;
pub use facts::{Body, ChargeFacts, Fired, ShotFacts};

/// What an answer of this game may lead to.
pub type Outlook = engine::outlook::Outlook<Volley>;

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Charge,
    /// Phase 1.
    Guns,
    /// Phases 3 and 8.
    Volley,
    Test(Test),
}

/// A charge with these facts, the charger first; a player may turn it to these moments.
pub(crate) fn charge(
    game: &Volley,
    facts: &ChargeFacts,
    pair: [UnitId; 2],
    moments: &[Moment],
) -> Option<Outlook> {
    let mut given = measured::charge(facts);
    measured::narrow_charge(&mut given, game, facts, pair);
    measured::narrow_moment(&mut given, moments);
    Outlook::charted(&game.rules, About::Charge, (pair[0], Some(pair[1])), "charge", given)
}

/// A charge from the middle, where somebody decides.
pub(crate) fn from_moment(
    game: &Volley,
    pair: [UnitId; 2],
    from: Moment,
    moments: &[Moment],
) -> Option<Outlook> {
    let [charger, target] = pair.map(|unit| Body::of(game, unit));
    charge(game, &ChargeFacts { from, ..ChargeFacts::new(charger, target) }, pair, moments)
}

/// A shot and the test it causes, the shooter first.
pub(crate) fn shot(game: &Volley, about: About, pair: [UnitId; 2], facts: &ShotFacts) -> Option<Outlook> {
    let [shooter, target] = pair;
    let chart = match facts.fired {
        Fired::Guns(_) => "bombardment",
        Fired::Volley(_) => "firing",
    };
    let mut given = measured::shot(facts);
    measured::narrow_shot(&mut given, game, shooter, target);
    Outlook::charted(&game.rules, about, (shooter, Some(target)), chart, given)
}

/// A morale test, with what only this one asks.
pub(crate) fn test(
    game: &Volley,
    unit: UnitId,
    test: Test,
    flags: &[(&'static str, bool)],
) -> Option<Outlook> {
    let chart = match test {
        Test::Artillery => "artillery-morale",
        Test::Close => "close",
        Test::Stand => "stand",
        Test::Loss => "loss",
        Test::Recall => "recall",
    };
    let mut given = measured::morale(&game.morale_facts(unit, test));
    for (name, value) in flags {
        given.flag(*name, *value);
    }
    measured::narrow_test(&mut given, game, unit, flags);
    Outlook::charted(&game.rules, About::Test(test), (unit, None), chart, given)
}

/// Whether another column stands too close to it, for the sheet that counts that.
pub(crate) fn is_crowded(game: &Volley, unit: UnitId) -> bool {
    let within = game.rules.inches(rule!("volley.p2.fail12.austrian-crowding"));
    within.is_some_and(|within| Crowded { unit, within }.measure(game))
}

/// The formations a unit may be in, its own among them.
fn formations(game: &Volley, unit: UnitId) -> Vec<&'static str> {
    let body = game.unit(unit);
    let may = |formation: Formation| formation == body.formation || game.may_form(body, formation);
    Formation::WORDS.iter().filter(|(_, formation)| may(*formation)).map(|(word, _)| *word).collect()
}
