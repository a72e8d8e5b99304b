//! Exact odds of a whole charge from its order to the loser's morale: the stages of phases 3 to 7 (or 8 to 12) for one
//! charger and one target. What follows what is not written here: the stages call the procedures that the steps of play
//! call (`close`, `stand`, `melee`, `loss`), with units that are only their numbers. A charge may begin in the middle,
//! at a decision.
//!
//! Taken for granted: open ground, room for every formation, and generals who are not hit.
//!
//! Choices follow the ruling on undecided options: infantry closes up before cavalry if it may, British
//! infantry rolls for its square, the Guard and the British line decline.

mod closing;
mod rolls;
mod shots;
mod stages;
mod standing;
mod tree;

pub use crate::rules::outlook::{Body, ChargeFacts, Fired, ShotFacts};
pub use closing::closing_odds;
pub use rolls::rolls;
pub use shots::{ShotOutcome, shot, shot_rolls};
pub(crate) use stages::row_of;
pub use standing::{Stood, standing_odds};
pub use tree::tree;

use crate::charts::Rules;
use crate::rules::fire::Target;
use crate::rules::melee::{Fighter, OfTwo};
use crate::rules::morale::Morale;
use crate::state::words::{Cover, Formation, Nation, Test};
use dice::{Chain, Dice, Odds, Once, Placed, Weight, pair};
use engine::desk::FactSet as _;
use serde::Serialize;

engine::ends! {
    /// How a charge ends.
    pub enum End {
        /// It rolled, and does not charge this turn.
        Refused = "refused", Even unmet, "{we} roll and do not charge";
        /// The gallop does not bring it there.
        FallsShort = "falls-short", Even unmet, "{we} do not reach {them}";
        /// The charger routs or is wiped out before contact.
        ChargerBroken = "charger-broken", Bad, "{we} break under fire, before contact";
        /// The charger stops short.
        ChargerStops = "charger-stops", Even unmet, "{we} lose heart and stop short";
        /// The target stands and the charger is set back.
        HeldOff = "held-off", Even, "{they} stand and {we} halt: no melee";
        /// Cavalry passes a square.
        PassesBy = "passes-by", Even, "{we} ride past the closed ranks";
        /// The melee goes on next phase.
        FightsOn = "fights-on", Even locked, "nobody has won yet: the fight goes on next phase";
        ChargerBeaten = "charger-beaten", Bad, "{we} are beaten back";
        ChargerRouted = "charger-routed", Bad, "{we} rout";
        /// Wiped out in the melee or in passing, or ridden down.
        ChargerDestroyed = "charger-destroyed", Bad, "{we} are destroyed";
        TargetBeaten = "target-beaten", Good, "{they} are beaten back";
        TargetRouted = "target-routed", Good, "{they} rout";
        /// Ridden down, taken or wiped out.
        TargetDestroyed = "target-destroyed", Good, "{they} are destroyed";
        BothDestroyed = "both-destroyed", Bad, "both are destroyed";
    }
}

/// What comes out: how it ended, and what each has lost in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub end: End,
    pub charger_lost: u32,
    pub target_lost: u32,
}

impl Body {
    /// The same with these figures fewer.
    fn without(self, lost: u32) -> Body {
        let off = lost.min(self.figures);
        Body { figures: self.figures - off, lost: self.lost + off, ..self }
    }

    fn morale(&self, test: Test) -> Morale {
        Morale {
            test,
            nation: self.nation,
            arm: self.arm,
            grade: self.grade,
            formation: self.formation,
            lost: self.lost,
            general: self.general,
            ..self.tested
        }
    }

    pub(crate) fn fighter(&self) -> Fighter {
        Fighter {
            nation: self.nation,
            arm: self.arm,
            grade: self.grade,
            formation: self.formation,
            figures: self.figures,
            sheltered: self.cover != Cover::None,
            cuirassier: self.cuirassier,
            lancer: self.lancer,
            ..Fighter::blank()
        }
    }

    fn as_target(&self, charging: bool) -> Target {
        Target {
            french: self.nation == Nation::French,
            arm: self.arm,
            formation: self.formation,
            cover: self.cover,
            charging,
            ..self.struck
        }
    }
}

/// A charge between two stages.
///
/// Before the melee only the charger can lose figures; in it the charger strikes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// Figures that each has lost in this charge.
    charger_lost: u32,
    target_lost: u32,
    /// The target's, as it stands now.
    formation: Formation,
    /// Who lost the melee: the charger is the first.
    loser: Option<OfTwo>,
    end: Option<End>,
}

impl Placed for State {
    const PLACES: usize = 1 << 10;
    fn place(&self) -> usize {
        let formations = Formation::WORDS.len();
        let kind = match (self.end, self.loser) {
            (None, None) => self.formation as usize,
            (None, Some(loser)) => {
                formations * (1 + usize::from(loser == OfTwo::First)) + self.formation as usize
            }
            (Some(end), _) => formations * 3 + end as usize,
        };
        pair(self.charger_lost as usize, self.target_lost as usize) * (formations * 3 + End::ALL.len()) + kind
    }
}

impl ChargeFacts {
    fn start(&self) -> State {
        let formation = self.target.formation;
        State { charger_lost: 0, target_lost: 0, formation, loser: None, end: None }
    }

    /// The charger after its losses.
    fn charger_after(&self, lost: u32) -> Body {
        self.charger.without(lost)
    }

    /// The target after its losses, as it stands.
    fn target_after(&self, lost: u32, formation: Formation) -> Body {
        Body { formation, ..self.target.without(lost) }
    }

    /// A state that has ended: how the two stood is then all the same.
    fn ended(&self, state: State, end: End) -> State {
        State { formation: self.target.formation, loser: None, end: Some(end), ..state }
    }

    /// The charger loses figures before the melee.
    fn charger_loses(&self, state: State, figures: u32) -> State {
        let charger_lost = (state.charger_lost + figures).min(self.charger.figures);
        let state = State { charger_lost, ..state };
        if charger_lost == self.charger.figures { self.ended(state, End::ChargerBroken) } else { state }
    }
}

/// The whole chain, once.
///
/// # Errors
/// The umpire's pause.
pub fn charge<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts) -> Result<Outcome, D::Pause> {
    let mut once = Once::new(facts.start(), dice);
    stages::charge(&mut once, rules, facts)?;
    Ok(once.state().outcome())
}

/// The exact odds of the whole chain, with equal states merged between its stages.
pub fn charge_odds<W: Weight>(rules: &Rules, facts: &ChargeFacts) -> Odds<Outcome, W> {
    let mut chain = Chain::new(facts.start());
    let Ok(()) = stages::charge(&mut chain, rules, facts);
    let mut outcomes: Vec<(Outcome, W)> =
        chain.states().into_iter().map(|(state, weight)| (state.outcome(), weight)).collect();
    outcomes.sort_unstable_by_key(|(outcome, _)| outcome.place());
    outcomes.into_iter().collect()
}

impl State {
    fn outcome(&self) -> Outcome {
        let State { charger_lost, target_lost, end, .. } = *self;
        Outcome { end: end.unwrap_or(End::FightsOn), charger_lost, target_lost }
    }
}

impl Outcome {
    /// Outcomes run as their places do, for all numbers of figures that a unit can have.
    fn place(&self) -> u64 {
        (self.end as u64) << 48 | u64::from(self.charger_lost) << 24 | u64::from(self.target_lost)
    }
}
