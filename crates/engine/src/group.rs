//! Bodies of units as doors draw them: brigades, corps, manoeuvre elements. A game fills them from what its state holds, so
//! asked of a view ([`Game::seen_by`](crate::Game::seen_by)) they hide what the view hides.

use crate::{GeneralDrawn, GeneralId, Side, Sign, UnitDrawn, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt::{self, Display, Formatter};
use table::{Inches, Point};

/// A body's number in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct GroupId(pub u32);

impl GroupId {
    /// The number of a command, made of its side and name alone: it stays when others come or leave, and does not tell how
    /// many others there are.
    pub fn of_command(side: Side, name: &str) -> GroupId {
        let begun = if side == Side::French { 0x811c_9dc5 } else { 0x50c5_d1f9 };
        let mixed = |number: u32, byte: u8| (number ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        GroupId(name.bytes().fold(begun, mixed))
    }
}

/// The corners of a piece of ground, one after the other.
pub type Outline = Vec<[i32; 2]>;

/// A brigade, a corps, a manoeuvre element.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Group")]
pub struct GroupDrawn {
    pub id: GroupId,
    /// What its game calls one like it: "brigade", "corps", "ME".
    pub kind: &'static str,
    pub name: String,
    pub side: Side,
    /// The body that it is a part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<GroupId>,
    /// Its units that are or were here, those of its parts among them.
    pub members: Vec<UnitId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<GeneralId>,
    /// What it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderDrawn>,
    /// What it has been told and does not do yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<Pending>,
    /// What is marked beside it on the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<Sign>,
    /// The ground that is its own by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<Outline>,
    /// How it comes, while nothing of it is here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comes: Option<Coming>,
}

/// What a body is told to do.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BodyOrder")]
pub struct OrderDrawn {
    /// Its word in answers.
    pub kind: &'static str,
    /// What players call it: "Attack".
    pub title: String,
    /// What it demands, without a full stop.
    pub means: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<&'static str>,
    /// The place it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// The body it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<GroupId>,
    /// How near an enemy or its place it brings its units; none where it does not go at the enemy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<Inches>,
}

/// An order that is not carried out yet.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Pending {
    pub order: OrderDrawn,
    /// How far it is: "on its way, there in turn 5", "written, sealed".
    #[serde(rename = "how")]
    #[schemars(with = "String")]
    pub is: HowFar,
}

/// How far an order is that is not carried out yet. Pages are sent its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowFar {
    /// Nobody but its own side may read it.
    Sealed,
    OnItsWay {
        /// When it will be there.
        turn: u32,
    },
    /// It is there, and something else is done.
    Received,
    /// It is there, and waits until its points suffice.
    Gathers {
        points: u32,
        /// A leader adds to them in this hour.
        urged: bool,
    },
}

impl Display for HowFar {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            HowFar::Sealed => f.write_str("written, sealed"),
            HowFar::OnItsWay { turn } => write!(f, "on its way, there in turn {turn}"),
            HowFar::Received => f.write_str("received"),
            HowFar::Gathers { points, urged } => {
                let urged = if *urged { ", urged this hour" } else { "" };
                write!(f, "waits to be carried out: {points} points so far{urged}")
            }
        }
    }
}

impl Serialize for HowFar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How a body comes that is not here yet.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Coming {
    /// When, in a sentence.
    pub when: String,
    /// Where on the edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<&'static str>,
    pub units: Vec<ComingUnit>,
}

/// A unit of a body that comes.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ComingUnit {
    pub name: String,
    pub strength: u32,
}

impl ComingUnit {
    /// Of the units that are still to come, those of a command.
    pub fn of(awaited: Vec<UnitDrawn>, side: Side, command: &str) -> Vec<ComingUnit> {
        let its = |unit: &UnitDrawn| unit.side == side && unit.command == command;
        let awaited = awaited.into_iter().filter(its);
        awaited.map(|unit| ComingUnit { name: unit.name, strength: unit.strength }).collect()
    }
}

/// Who moves or acts first, where a game rolls for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Initiative {
    /// Nobody has it before it is thrown for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What that is good for, in a sentence.
    pub means: &'static str,
    pub rule: &'static str,
}

/// While orders to bodies are written: the kinds there are, the places that have a name, and what may be written for each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Writing {
    /// Boldest first.
    pub kinds: Vec<Kind>,
    pub places: Vec<NamedPlace>,
    pub bodies: Vec<Writes>,
}

/// A kind of order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "KindOfOrder")]
pub struct Kind {
    pub order: OrderDrawn,
    /// A place may be named with it.
    pub place: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NamedPlace {
    pub name: String,
    pub at: Point,
}

/// What may be written for a body.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Writes {
    pub body: GroupId,
    /// What it does or has been told, in a few words.
    pub now: String,
    /// One for each kind, in their order.
    pub kinds: Vec<Writable>,
}

/// An order of one kind for one body.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Writable {
    pub ways: Vec<WayToWrite>,
    /// The place it would be for: that of an order of this kind which it has already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// Why it cannot be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

/// Who gives an order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WayToWrite {
    /// Its word in answers.
    pub way: &'static str,
    pub title: String,
    /// The same in two or three words, where it need be said at all.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// What comes of it, in a sentence.
    pub note: String,
}

/// The commands of both sides, each side's in the order of their units: the bodies of a game that does not say
/// otherwise. `kind`: what the game calls one.
pub fn drawn_by_command(
    kind: &'static str,
    units: &[UnitDrawn],
    awaited: &[UnitDrawn],
    generals: &[GeneralDrawn],
) -> Vec<GroupDrawn> {
    let mut found: Vec<GroupDrawn> = Vec::new();
    for side in Side::BOTH {
        let begun = found.len();
        let here = units.iter().map(|unit| (unit, true)).chain(awaited.iter().map(|unit| (unit, false)));
        for (unit, is_here) in here.filter(|(unit, _)| unit.side == side && !unit.command.is_empty()) {
            let known = found[begun..].iter().position(|body| body.name == unit.command);
            let at = known.map_or(found.len(), |at| begun + at);
            if known.is_none() {
                let leads = generals.iter().find(|general| {
                    general.side == side && general.brigade.as_deref() == Some(unit.command.as_str())
                });
                let id = GroupId::of_command(side, &unit.command);
                let leader = leads.map(|general| general.id);
                found.push(GroupDrawn { leader, ..GroupDrawn::new(id, kind, unit.command.as_str(), side) });
            }
            if is_here {
                found[at].members.push(unit.id);
            }
        }
    }
    found
}

impl GroupDrawn {
    /// A body of which nothing else is known.
    pub fn new(id: GroupId, kind: &'static str, name: impl Into<String>, side: Side) -> GroupDrawn {
        GroupDrawn {
            id,
            kind,
            name: name.into(),
            side,
            of: None,
            members: Vec::new(),
            leader: None,
            order: None,
            pending: Vec::new(),
            signs: Vec::new(),
            zone: None,
            comes: None,
        }
    }
}

impl OrderDrawn {
    pub fn new(kind: &'static str, title: impl Into<String>, means: impl Into<String>) -> OrderDrawn {
        OrderDrawn {
            kind,
            title: title.into(),
            means: means.into(),
            rules: Vec::new(),
            at: None,
            about: None,
            near: None,
        }
    }
}
