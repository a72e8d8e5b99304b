//! What a unit may do now, how far, with which odds, and why not the rest.

use crate::shown::odds::{self, Brief, Odd, Tag};
use crate::shown::says::Says;
use engine::outlook::Foreseen;
use engine::{Names, Refusal, Sentence, Side, UnitId, wire};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use table::{Bearing, Inches, Point, Pose};

#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Options {
    pub may: Vec<May>,
    pub why_not: Vec<WhyNot>,
    /// The rule that says what it costs a unit to be out of command, where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_command: Option<&'static str>,
    /// How far from its leader it would be in command, where it is not and that is one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_range: Option<Inches>,
    /// What dice can add at most to the move with which it charges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charge_dice: Option<Inches>,
}

impl Options {
    /// With whom each name in its sentences belongs to.
    pub(crate) fn of(mut self, says: &Says) -> Options {
        let who = |name: &str| says.who(name);
        let take = |sentence: &mut Sentence| *sentence = std::mem::take(sentence).of(&who);
        self.why_not.iter_mut().for_each(|no| take(&mut no.why));
        for may in &mut self.may {
            match may {
                May::March { rough: Some(rough), .. } => take(&mut rough.text),
                May::Button { text, note, .. } => {
                    take(text);
                    take(note);
                }
                May::March { .. }
                | May::Charge { .. }
                | May::Form { .. }
                | May::Ride { .. }
                | May::Enter { .. } => {}
            }
        }
        self
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum May {
    #[serde(rename_all = "kebab-case")]
    March {
        /// Unhindered, in thousandths of an inch.
        allowance: Inches,
        /// Likewise if it were in command, where it is not and would go farther.
        #[serde(skip_serializing_if = "Option::is_none")]
        in_command: Option<Inches>,
        /// What difficult ground under it, or within its move, makes of the move.
        #[serde(skip_serializing_if = "Option::is_none")]
        rough: Option<Rough>,
        max_wheel: i32,
        /// Where the middle of the front may end, as rings; one within another is a hole.
        area: Vec<Vec<[i32; 2]>>,
        /// The farthest pose of each wheel or direction.
        ends: Vec<Pose>,
        /// It faces and moves as it likes.
        free: bool,
    },
    Charge {
        targets: Vec<ChargeTarget>,
    },
    Form {
        #[schemars(with = "Vec<wire::Formation>")]
        formations: Vec<&'static str>,
        /// It may face about without changing formation.
        turn: bool,
        /// How it would stand in each of them, and as it is where it may turn; none beside real figures.
        stances: Vec<Formed>,
    },
    /// Where a leader may ride, and whom he may join.
    Ride {
        /// How far.
        allowance: Inches,
        /// Where he may end.
        outline: Vec<[i32; 2]>,
        joins: Vec<Join>,
        /// The rules that say what he brings a unit he is with, and what he risks there.
        joining: Vec<&'static str>,
    },
    /// Something a button does: a roll for command, a force march.
    Button {
        text: Sentence,
        note: Sentence,
        #[schemars(with = "wire::Answer")]
        answer: Value,
    },
    /// A reserve comes on.
    #[serde(rename_all = "kebab-case")]
    Enter {
        /// One way that is allowed: nearest its point, as far as it may go.
        #[schemars(with = "wire::Order")]
        order: Value,
        /// The stretch of the table's edge, its west or south end first, where the middle of its front may begin.
        edge: [[i32; 2]; 2],
        /// The way it faces there.
        facing: Bearing,
        width: Inches,
        depth: Inches,
        /// How far its front must come onto the table, and may.
        least: Inches,
        allowance: Inches,
        max_wheel: i32,
        free: bool,
    },
}

/// How far a unit may go through difficult ground.
#[derive(Serialize, JsonSchema)]
pub struct Rough {
    /// "4" where any of the way is in difficult ground (Thicket)".
    pub text: Sentence,
    pub rule: &'static str,
}

#[derive(Serialize, JsonSchema)]
pub struct ChargeTarget {
    pub target: UnitId,
    pub wheel: i32,
    /// "A charges B".
    pub title: String,
    /// Empty where there are too many dice to reckon.
    pub odds: Vec<Odd>,
    /// How likely it goes well.
    pub good: f64,
    pub sentence: String,
    /// A few words.
    pub short: String,
    /// Fewer still, beside the target on the table.
    pub tag: Tag,
    /// How it goes and what it costs, in one line of numbers.
    pub numbers: String,
}

impl ChargeTarget {
    /// Charges with their odds, all by the same measure.
    pub fn all<G: Foreseen>(
        game: &G,
        side: Side,
        question: &G::Question,
        charges: Vec<(UnitId, i32, G::Answer)>,
    ) -> Vec<ChargeTarget> {
        let answers = charges.iter().map(|(.., answer)| answer.clone()).collect();
        let mut briefs = odds::briefs_of(game, side, question, answers);
        let told = |(target, wheel, answer): (UnitId, i32, G::Answer)| {
            let at = briefs.iter().position(|brief| brief.answer == answer);
            match at.map(|at| briefs.swap_remove(at)) {
                Some(Brief { title, sentence, short, tag, good, numbers, ends, .. }) => {
                    ChargeTarget { target, wheel, title, odds: ends, good, sentence, short, tag, numbers }
                }
                None => ChargeTarget {
                    target,
                    wheel,
                    title: String::new(),
                    odds: Vec::new(),
                    good: 0.0,
                    sentence: String::new(),
                    short: String::new(),
                    tag: Tag::default(),
                    numbers: String::new(),
                },
            }
        };
        charges.into_iter().map(told).collect()
    }
}

/// How a unit would stand in a formation it may take.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Formed {
    #[schemars(with = "wire::Formation")]
    pub formation: &'static str,
    /// With the facing it has.
    pub at: Pose,
    /// The point about which it takes another facing.
    pub pivot: Point,
    pub width: Inches,
    pub depth: Inches,
    /// The rules that say what the change costs, and those that would hold the unit once it stands so.
    pub rules: Vec<&'static str>,
    /// The rule by which it could not charge then, though it may as it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_charge: Option<&'static str>,
}

/// What a player may wish to do with a unit, and may not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    March,
    /// Its target, where one is meant.
    Charge,
    /// It takes a formation.
    #[schemars(with = "wire::Formation")]
    Form(&'static str),
    Turn,
    Enter,
    Ride,
    Join,
    LeaveTable,
    /// What a button does, by its words.
    Button(String),
}

/// Why not.
#[derive(Serialize, JsonSchema)]
pub struct WhyNot {
    pub deed: Wish,
    /// The unit it would be done to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    pub why: Sentence,
    pub rule: &'static str,
}

impl WhyNot {
    pub fn new<N: Names>(deed: Wish, refusal: Refusal<N>) -> WhyNot {
        // The names in it are resolved where all units are known.
        WhyNot { deed, target: None, why: refusal.unresolved(), rule: refusal.cites.id() }
    }

    #[must_use]
    pub fn to(self, target: UnitId) -> WhyNot {
        WhyNot { target: Some(target), ..self }
    }

    /// With what hides the enemy, where something does.
    pub fn hidden_by(self, names: &[String]) -> WhyNot {
        if names.is_empty() {
            return self;
        }
        let why = self.why.then(&format!(" Hidden by {}.", names.join(", ")));
        WhyNot { why, ..self }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct Join {
    pub unit: UnitId,
    /// The nearest place that will do.
    pub to: Point,
}

/// A unit that would be held where it ends.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Locking {
    pub unit: UnitId,
    /// The enemy that holds it.
    pub by: UnitId,
    /// What it may not do then.
    pub text: Sentence,
    pub rules: Vec<&'static str>,
}
