//! What a seat may lay over the table: ranges, arcs, sight, reach and command as the rules measure them, and the way the
//! units have come.

use crate::play::Play;
use crate::refused::Refused;
use crate::shown::Shown;
use crate::shown::view::{centre, pair};
use crate::who::Seat;
use engine::event::Deed;
use engine::overlay::{Look, Ring, Zone};
use engine::{GeneralId, Heading, Side, UnitDrawn, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use table::{Inches, Point};

/// Of one unit.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "UnitOverlay")]
pub struct OfUnit {
    pub unit: UnitId,
    pub bands: Vec<ZoneShown>,
    pub arcs: Vec<ZoneShown>,
    pub reach: Vec<ZoneShown>,
    pub sights: Vec<SightShown>,
}

/// Of the whole table.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TableOverlay")]
pub struct OfTable {
    version: usize,
    rings: Vec<RingShown>,
    moves: Vec<Way>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Zone")]
pub struct ZoneShown {
    pub text: String,
    /// What the unit would do within it, where it is how far it could go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub does: Option<Deed>,
    pub from: Inches,
    pub to: Inches,
    pub rule: &'static str,
    pub outline: Vec<[i32; 2]>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Sight")]
pub struct SightShown {
    pub unit: UnitId,
    pub from: [i32; 2],
    pub to: [i32; 2],
    pub clear: bool,
    /// What hides it.
    pub by: Vec<String>,
    pub distance: Inches,
    /// It could be shot at.
    pub in_shot: bool,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Ring")]
pub struct RingShown {
    pub general: GeneralId,
    pub side: Side,
    pub text: String,
    pub range: Inches,
    pub rule: &'static str,
    pub outline: Vec<[i32; 2]>,
}

/// The way a unit has come within one phase.
#[derive(Serialize, JsonSchema)]
struct Way {
    unit: UnitId,
    side: Side,
    turn: u32,
    phase: u8,
    /// Where its middle was, from the first place to the last; one place for a unit that has come onto the table.
    path: Vec<[i32; 2]>,
}

/// Of one unit on the table, of either side.
///
/// # Errors
/// Where it is not there.
pub fn of_unit<G: Shown>(game: &G, unit: UnitId) -> Result<OfUnit, Refused> {
    let found =
        game.overlay(unit).ok_or_else(|| Refused::not_found("There is no such unit on the table."))?;
    let reached = |(does, zone)| ZoneShown { does: Some(does), ..ZoneShown::from(zone) };
    let zones = |zones: Vec<Zone>| zones.into_iter().map(ZoneShown::from).collect();
    Ok(OfUnit {
        unit,
        bands: zones(found.bands),
        arcs: zones(found.arcs),
        reach: found.reach.into_iter().map(reached).collect(),
        sights: found.looks.into_iter().map(SightShown::from).collect(),
    })
}

fn shape(points: Vec<Point>) -> Vec<[i32; 2]> {
    points.into_iter().map(pair).collect()
}

impl From<Zone> for ZoneShown {
    fn from(zone: Zone) -> ZoneShown {
        let Zone { text, from, to, rule, outline } = zone;
        ZoneShown { text, does: None, from, to, rule, outline: shape(outline) }
    }
}

impl From<Look> for SightShown {
    fn from(look: Look) -> SightShown {
        let Look { unit, from, to, clear, by, distance, in_shot } = look;
        SightShown { unit, from: pair(from), to: pair(to), clear, by, distance, in_shot }
    }
}

impl From<Ring> for RingShown {
    fn from(ring: Ring) -> RingShown {
        let Ring { general, side, name, command, range, rule, outline } = ring;
        let text = command.map_or_else(|| name.clone(), |command| format!("{name}, {command}"));
        RingShown { general, side, text, range, rule, outline: shape(outline) }
    }
}

pub fn of_table<G: Shown>(play: &mut Play<G>, seat: Seat) -> Result<OfTable, Refused> {
    let rings = play.session.game().seen_by(seat.side()).rings().into_iter().map(RingShown::from).collect();
    Ok(OfTable { version: play.version(seat), rings, moves: moves(play, seat)? })
}

// -------------------------------------------------------------------- the way here ----

/// Moves of the last turn and of this one, so far as they are finished.
fn moves<G: Shown>(play: &mut Play<G>, seat: Seat) -> Result<Vec<Way>, Refused> {
    let since = play.session.game().moment().turn.saturating_sub(1);
    let begins = |turn: u32| {
        let mut log = play.session.log().iter();
        log.position(|told| matches!(play.session.game().heading(&told.event), Some(Heading::Turn(begun)) if begun >= turn))
    };
    let line = begins(since).unwrap_or(0);
    let from = play.session.log_ends().partition_point(|end| *end <= line);
    let mut moves: Vec<Way> = Vec::new();
    let mut before: Vec<Option<[i32; 2]>> = Vec::new();
    play.each_step(from, |game| {
        // Units on the table are seen by all.
        let units = game.seen_by(seat.side()).units_drawn();
        let now: Vec<Option<[i32; 2]>> = units.iter().map(centre).collect();
        for (i, at) in now.iter().enumerate() {
            let was = before.get(i).copied().flatten();
            if let Some(at) = at.filter(|at| !before.is_empty() && was != Some(*at)) {
                add(&mut moves, game, &units[i], was, at);
            }
        }
        before = now;
    })?;
    Ok(moves)
}

/// One place more, on the way of this phase if there is one.
fn add<G: Shown>(moves: &mut Vec<Way>, game: &G, unit: &UnitDrawn, was: Option<[i32; 2]>, at: [i32; 2]) {
    let moment = game.moment();
    let (turn, phase) = (moment.turn, moment.number);
    let on_the_way = moves.iter_mut().rfind(|way| (way.unit, way.turn, way.phase) == (unit.id, turn, phase));
    match on_the_way {
        Some(way) => way.path.push(at),
        None => {
            let path = was.into_iter().chain([at]).collect();
            moves.push(Way { unit: unit.id, side: unit.side, turn, phase, path });
        }
    }
}
