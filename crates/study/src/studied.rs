//! What the study of a game needs to know of it beyond what every door knows: who is in action by an event, whom an answer
//! sends, and how a unit is sent one step toward a place. Each game's part is in the file of its name.

mod empire;
mod orders;
mod volley;

use engine::{Game, Side, UnitId};
use general::Captained;
use table::{Inches, Leg, Point, Pose};

/// A game that can be studied.
pub trait Studied: Captained {
    /// Units that fire, charge or fight by what has happened.
    fn in_action(event: &Self::Event) -> Vec<UnitId>;

    /// Whether a battery in position would have an enemy to fire at as it stands, if its own troops were not in its lane.
    fn is_masked(&self, battery: UnitId) -> bool;

    /// The unit an answer sends somewhere.
    fn sent(answer: &Self::Answer) -> Sent;

    /// Units that may be given an order of that question, as far as can be told beforehand.
    fn at_hand(&self, question: &Self::Question, side: Side) -> Vec<UnitId>;

    /// An order of that question by which a unit comes nearer to a place; `None`: there is none.
    fn toward(&self, question: &Self::Question, unit: UnitId, to: Point) -> Option<Self::Answer>;
}

/// Whom an answer sends somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// No unit goes: it fires, chooses, tests, declines.
    NoUnit,
    Marches(UnitId),
    Charges(UnitId),
    /// It gives way, where the rules ask whether it does: no march.
    FallsBack(UnitId),
    /// Another formation or facing where it stands.
    Forms(UnitId),
    /// A general rides, an order is written.
    Leads,
}

impl Sent {
    pub fn unit(self) -> Option<UnitId> {
        match self {
            Sent::Marches(unit) | Sent::Charges(unit) | Sent::FallsBack(unit) | Sent::Forms(unit) => {
                Some(unit)
            }
            Sent::NoUnit | Sent::Leads => None,
        }
    }
}

/// Turned farther off than this a unit faces about before it goes: a fifth of a whole turn.
const ABOUT: i32 = 65_536 / 5;
/// What is tried to either side where the way straight ahead is barred: a fifteenth of a whole turn.
const ASIDE: i32 = 65_536 / 15;

/// Ways to go nearer to a place, the longest first: a wheel and so much straight ahead. `None` in place of them: the place
/// lies behind, and it must face about.
fn ways(pose: Pose, to: Point, most: Inches) -> Option<Vec<(i32, Inches)>> {
    let off = pose.facing.off(pose.at.bearing_to(to));
    if off.abs() > ABOUT {
        return None;
    }
    let far = most.0.min(pose.at.distance(to).0);
    let tries = [(1, 1), (3, 4), (1, 2), (1, 4)];
    let ahead = tries.map(|(part, of)| Inches(far * part / of));
    let wheels = [off, off + ASIDE, off - ASIDE];
    Some(ahead.into_iter().flat_map(|ahead| wheels.map(|wheel| (wheel, ahead))).collect())
}

/// The legs of such a way.
fn legs(wheel: i32, ahead: Inches) -> Vec<Leg> {
    let wheel = (wheel.abs() > 300).then_some(Leg::Wheel(wheel));
    wheel.into_iter().chain([Leg::Ahead(ahead)]).collect()
}

/// The first of some answers that the rules take.
fn accepted<G: Game>(
    view: &G,
    question: &G::Question,
    answers: impl IntoIterator<Item = G::Answer>,
) -> Option<G::Answer> {
    answers.into_iter().find(|answer| view.check(question, answer).is_ok())
}
