//! A battle as doors draw it: units, generals and the moment, filled once by a game and read by the page, its lists, the
//! report and the command.

use crate::{Edge, GeneralId, Side, UnitId, wire};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use table::{Inches, Point, Pose, Rect, Terrain};

/// A unit as it stands. What a game does not know is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitDrawn {
    pub id: UnitId,
    pub name: String,
    pub side: Side,
    pub nation: &'static str,
    pub arm: &'static str,
    pub grade: &'static str,
    /// The brigade or corps it belongs to.
    pub command: String,
    pub formation: &'static str,
    /// The word of how it stands: `on-table`, `routed` and so on.
    pub standing: &'static str,
    /// Likewise for people: "not deployed", "dispersed"; empty on the table.
    pub state: &'static str,
    /// Out of the battle for good.
    pub is_lost: bool,
    /// Its morale status, where the game has levels.
    pub level: Option<&'static str>,
    /// What is in its ranks.
    pub strength: u32,
    /// What was in them at the start.
    pub of: u32,
    pub pose: Option<Pose>,
    /// The ground it covers.
    pub rect: Option<Rect>,
    pub marks: Marks,
}

/// What kind of troops a unit is, whatever finer words its game has for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Troops {
    Foot,
    Skirmishers,
    Horse,
    Guns,
}

impl UnitDrawn {
    #[must_use]
    pub fn troops(&self) -> Troops {
        match self.arm {
            "skirmishers" => Troops::Skirmishers,
            arm if arm.ends_with("cavalry") => Troops::Horse,
            arm if arm.ends_with("artillery") => Troops::Guns,
            _ => Troops::Foot,
        }
    }
}

/// A marker beside a unit or a body, by a letter and in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sign {
    pub letter: &'static str,
    /// "disordered", "out of ammunition", "locked in melee with 2/54e".
    pub word: Cow<'static, str>,
    /// What that means for whom it lies beside, in a sentence.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub means: Cow<'static, str>,
    /// The rule that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Mood::is_plain")]
    pub mood: Mood,
}

/// How a sign is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mood {
    #[default]
    Plain,
    Good,
    Bad,
    /// It is this one's turn.
    Now,
}

impl Mood {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
    fn is_plain(&self) -> bool {
        *self == Mood::Plain
    }
}

impl Sign {
    /// One that its word says all of.
    pub fn new(letter: &'static str, word: impl Into<Cow<'static, str>>) -> Sign {
        Sign { letter, word: word.into(), means: Cow::Borrowed(""), rule: None, mood: Mood::Plain }
    }

    /// One that a game names once: what it means, and the rule that says so.
    pub const fn named(
        letter: &'static str,
        word: &'static str,
        mood: Mood,
        means: &'static str,
        rule: &'static str,
    ) -> Sign {
        Sign { letter, word: Cow::Borrowed(word), means: Cow::Borrowed(means), rule: Some(rule), mood }
    }

    /// With the numbers of the rules in force in what it means.
    #[must_use]
    pub fn meaning(&self, means: impl Into<Cow<'static, str>>) -> Sign {
        Sign { means: means.into(), ..self.clone() }
    }

    /// With more in its word: "3 nervous".
    #[must_use]
    pub fn saying(&self, word: impl Into<Cow<'static, str>>) -> Sign {
        Sign { word: word.into(), ..self.clone() }
    }
}

impl UnitDrawn {
    /// A unit of which nothing else is known: what is left of it, and what it had at the start.
    pub fn new(id: UnitId, name: impl Into<String>, side: Side, strength: u32, of: u32) -> UnitDrawn {
        UnitDrawn {
            id,
            name: name.into(),
            side,
            nation: "",
            arm: "",
            grade: "",
            command: String::new(),
            formation: "",
            standing: "",
            state: "",
            is_lost: false,
            level: None,
            strength,
            of,
            pose: None,
            rect: None,
            marks: Marks::default(),
        }
    }

    /// What its side still has of it.
    pub fn left(&self) -> u32 {
        if self.is_lost { 0 } else { self.strength }
    }

    /// The corners of its ground: front left, front right, rear right, rear left.
    pub fn corners(&self) -> Option<[[i32; 2]; 4]> {
        let pair = |point: Point| [point.x, point.y];
        self.rect.as_ref().map(|rect| rect.corners().map(|corner| pair(corner.stored())))
    }
}

/// What is marked beside a unit on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Marks {
    /// A general is with it.
    pub general: bool,
    pub halted: bool,
    /// Its charge marker is on the table.
    pub marker: bool,
    pub in_melee: bool,
    pub in_command: bool,
    pub acted: bool,
}

/// A general or leader.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "General")]
pub struct GeneralDrawn {
    pub id: GeneralId,
    pub name: String,
    pub side: Side,
    /// What he commands.
    pub brigade: Option<String>,
    pub attached: Option<UnitId>,
    /// Where he is, with his unit or alone.
    pub at: Option<[i32; 2]>,
    pub lost: bool,
    pub moved: bool,
    /// What he is like, where the game knows that.
    #[serde(rename = "trait", skip_serializing_if = "Option::is_none")]
    pub character: Option<&'static str>,
    /// How far he commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Inches>,
    /// The rule or ruling that says so.
    #[serde(skip)]
    pub radius_by: &'static str,
    /// The ground he covers, with his unit or alone.
    #[serde(skip)]
    pub rect: Option<Rect>,
}

/// A phase of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Phase")]
pub struct PhaseDrawn {
    /// Its number on the sheet; 0 before the first turn.
    pub number: u8,
    pub word: &'static str,
    pub title: String,
}

/// One of the two armies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Army {
    /// An adjective in small letters, of which doors make what they need: "french", "prussian", "allied".
    #[serde(skip)]
    pub adjective: &'static str,
    /// "French", "Allies".
    pub name: String,
    /// Whose colours it wears.
    #[schemars(with = "wire::Nation")]
    pub nation: &'static str,
}

/// Where a unit may be placed before the battle, and how large it is in each formation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    pub unit: UnitId,
    /// Units of its side that stand already, and how many there are to place in all.
    pub placed: usize,
    pub of: usize,
    /// The ring it must stand in.
    pub zone: [[i32; 2]; 4],
    /// What it may stand in; the first is what it comes in.
    pub stances: Vec<Stance>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stance {
    #[schemars(with = "wire::Formation")]
    pub formation: &'static str,
    pub width: Inches,
    pub depth: Inches,
}

/// The ring of the ground within `depth` of an edge.
pub fn zone(edge: Edge, terrain: &Terrain, depth: Inches) -> [[i32; 2]; 4] {
    let (end, across) =
        (edge.length(terrain).0, edge.opposite().distance(edge.point(0, Inches::ZERO, terrain), terrain));
    let into = Inches(depth.0.clamp(0, across.0));
    let corner = |along: i32, into: Inches| {
        let Point { x, y } = edge.point(along, into, terrain);
        [x, y]
    };
    [corner(0, Inches::ZERO), corner(end, Inches::ZERO), corner(end, into), corner(0, into)]
}
