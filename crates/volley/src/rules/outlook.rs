//! What an answer may lead to: the chart it comes down to, with the facts as they stand on the table, and which of
//! them a player may turn to see what would change.
//!
//! Nothing is decided here. A question fetches its facts by the functions its step of play calls, and the odds are the
//! desk's.

mod facts;
pub(crate) mod rolls;
mod turned;

use crate::ids::house;
use crate::rules::asking::is_taken_up;
use crate::rules::ground::facts::Crowded;
use crate::state::game::Volley;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Formation, Moment, Test};
use engine::Fact as _;
use engine::desk::{Desk, FactSet as _};
use engine::outlook::UnderFire;
pub(crate) use facts::{ArtilleryMorale, Bombardment, Close, FIGHTER, Firing, Loss, Recall, Stand};
pub use facts::{Body, ChargeFacts, Fired, ShotFacts};
use rulebook::RuleId;

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

/// What a shot is reckoned with.
const ALONE: &str = "Reckoned as if nobody else hits the target.";
pub(crate) const CHARGES: &str = "{unit} charge[s] {foe}";
pub(crate) const ALSO_ON_ITS_WAY: &str = "Also on its way, and not counted: {besides}.";
/// What horse that charges owes at the end of the turn.
const RECALL: &str = "Not counted: unless the charge is decided, this horse must roll to be recalled at the end of the turn; failing costs figures and its next move.";
/// How a fight of horse stands at the end of the turn.
const UNLESS_RECALLED: &[(&str, &str)] =
    &[("fights-on", "nobody has won yet: the fight goes on, unless horse is recalled out of it")];
/// The facts of a charge that tell who shoots at it.
const FIRE: UnderFire = UnderFire { target: ("no-volley", "yes"), others: ("other-dice", "0") };

/// A charge with these facts, the charger first; a player may turn it to these moments.
pub(crate) fn charge(
    game: &Volley,
    facts: &ChargeFacts,
    pair: [UnitId; 2],
    moments: &[Moment],
) -> Option<Outlook> {
    let mut turns = turned::charge(game, facts, pair);
    turned::moments(&mut turns, moments);
    let outlook = Outlook::charted(&game.rules, About::Charge, (pair[0], Some(pair[1])), *facts, turns);
    let outlook = match facts.from {
        Moment::Order => outlook.titled(CHARGES).under_fire(FIRE),
        Moment::Melee => outlook.titled("{unit} fight[s] {foe}"),
        Moment::Stays
        | Moment::ClosesUp
        | Moment::GoesIn
        | Moment::Wavers
        | Moment::RollsForSquare
        | Moment::HeldOff
        | Moment::PressesOn => outlook.titled("{unit} come[s] in on {foe}"),
    };
    let horse = facts.charger.arm == Arm::Cavalry && !game.rules.plays(house!("recall.contact", "no-recall"));
    let outlook = if horse { outlook.caveat(RECALL).called(UNLESS_RECALLED) } else { outlook };
    let outlook = outlook.caveat(ALSO_ON_ITS_WAY);
    // Only charged infantry has anything to choose, and only before it has.
    let chooses = facts.from == Moment::Order && facts.target.arm == Arm::Infantry;
    Some(match (chooses, facts.charger.arm == Arm::Cavalry) {
        (false, _) => outlook,
        (true, true) => {
            outlook.caveat("Choices on the way: infantry closes up before horse if it may, else it stays.")
        }
        (true, false) if is_taken_up(&game.rules) => {
            outlook.caveat("Choices on the way: whatever may be done is done, as the house has it.")
        }
        (true, false) => outlook
            .caveat("Choices on the way: the charged stay as they are, and chargers that are held off halt."),
    })
}

/// A charge from the middle, at a decision.
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
    let (pair, turns) = ((shooter, Some(target)), turned::shot(game, shooter, target));
    let outlook = match facts.fired {
        Fired::Guns(shot) => {
            let outlook = Outlook::charted(&game.rules, about, pair, Bombardment::of(shot, facts), turns);
            outlook.titled("{unit} fire[s] at {foe}")
        }
        Fired::Volley(shot) => {
            let outlook = Outlook::charted(&game.rules, about, pair, Firing::of(shot, facts), turns);
            outlook.titled("{unit} shoot[s] at {foe}")
        }
    };
    Some(outlook.caveat("The shot carries through to {besides}; that is not counted.").caveat(ALONE))
}

/// A morale test; beside what every test has, these facts may be turned.
pub(crate) fn test(
    game: &Volley,
    unit: UnitId,
    (test, title): (Test, &'static str),
    facts: impl Into<<Volley as Desk>::Charts>,
    own: &[&str],
) -> Option<Outlook> {
    let turns = turned::test(game, unit, own);
    Some(Outlook::charted(&game.rules, About::Test(test), (unit, None), facts, turns).titled(title))
}

/// The recall of cavalry.
pub(crate) fn recall(game: &Volley, unit: UnitId) -> Option<Outlook> {
    let facts = Recall { test: game.morale_facts(unit, Test::Recall), ..Recall::blank() };
    test(game, unit, (Test::Recall, "{unit} test[s]: recall"), facts, &[])
}

/// Whether another column stands too close to it, by the rule of that for guns or for charges.
pub(crate) fn is_crowded(game: &Volley, unit: UnitId, crowding: RuleId) -> bool {
    let within = game.rules.inches(crowding);
    within.is_some_and(|within| Crowded { unit, within }.measure(game))
}

/// The formations a unit may be in, its own among them.
fn formations(game: &Volley, unit: UnitId) -> Vec<&'static str> {
    let body = game.unit(unit);
    let may = |formation: Formation| formation == body.formation || game.may_form(body, formation);
    Formation::WORDS.iter().filter(|(_, formation)| may(*formation)).map(|(word, _)| *word).collect()
}
