//! What a seat sees: the table, what is asked, the log, and nothing its side cannot know.

use crate::log::{self, Line};
use crate::play::{self, Play};
use crate::prompt::prompt;
use crate::seat::{Player, Seat};
use dice::Aim;
use engine::{Both, Game as _, Session, Side, Waiting, state_hash};
use serde::Serialize;
use std::borrow::Cow;
use table::{Bearing, Point, Rect};
use volley::event::phase_title;
use volley::scenario::Scenario;
use volley::verdict::{Standings, standings};
use volley::words::{Arm, Formation, Grade, Nation};
use volley::{Answer, General, GeneralId, Outcome, Question, RULINGS, Stage, Standing, Unit, UnitId, Volley};

/// Which part of a game is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) seat: Seat,
    /// The log from here on; 0 is all of it.
    pub(crate) after: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct View<'v> {
    id: &'v str,
    seat: Seat,
    /// How many entries the game has.
    version: usize,
    /// How many steps are finished.
    step: usize,
    players: &'v Both<Player>,
    own_dice: bool,
    scenario: &'v Scenario,
    state: &'v Volley,
    units: Vec<UnitView<'v>>,
    generals: Vec<GeneralView<'v>>,
    command_range: i32,
    general_move: i32,
    phase: PhaseView,
    phases: Vec<PhaseView>,
    turn: u32,
    length: u32,
    asked: Option<Asked<'v>>,
    dice: Option<DiceAsked>,
    log: Vec<Line>,
    /// How many lines the whole log has.
    told: usize,
    standings: Standings,
    outcome: Option<Outcome>,
    /// Of what this seat sees.
    hash: String,
    /// Binds the dice before they fall.
    commitment: &'v str,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct UnitView<'v> {
    id: UnitId,
    name: &'v str,
    side: Side,
    arm: Arm,
    formation: Formation,
    figures: u32,
    of: u32,
    grade: Grade,
    brigade: &'v str,
    nation: Nation,
    standing: Standing,
    /// Front left, front right, rear right, rear left.
    rect: Option<[[i32; 2]; 4]>,
    facing: Option<Bearing>,
    centre: Option<[i32; 2]>,
    /// A general is with it.
    general: bool,
    halted: bool,
    /// Its charge marker is on the table.
    marker: bool,
    in_melee: bool,
    in_command: bool,
    acted: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct GeneralView<'v> {
    id: GeneralId,
    name: &'v str,
    side: Side,
    brigade: Option<&'v str>,
    attached: Option<UnitId>,
    /// Where he is, with his unit or alone.
    at: Option<[i32; 2]>,
    lost: bool,
    moved: bool,
}

#[derive(Serialize)]
struct PhaseView {
    number: u8,
    word: &'static str,
    title: String,
}

#[derive(Serialize)]
struct Asked<'v> {
    side: Side,
    question: &'v Question,
    mine: bool,
    prompt: String,
    /// The answer that takes no option up; always accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    decline: Option<Answer>,
}

#[derive(Serialize)]
struct DiceAsked {
    count: u32,
    sides: u32,
    /// The face each die needs, where hits are counted.
    need: Option<u32>,
}

/// The view of a seat as JSON.
pub(crate) fn view(id: &str, play: &Play, look: Look) -> Result<Vec<u8>, serde_json::Error> {
    of_session(id, play, &play.session, look)
}

/// Likewise of an earlier moment of the same game.
pub(crate) fn of_session(
    id: &str,
    play: &Play,
    session: &Session<Volley>,
    look: Look,
) -> Result<Vec<u8>, serde_json::Error> {
    let side = look.seat.side();
    let seen = seen(session.game(), side);
    let game: &Volley = &seen;
    let ruled = |name: &str| ruling(name).map_or(0, |at| game.rules.source().inches(at));
    let view = View {
        id,
        seat: look.seat,
        version: session.entries().len(),
        step: session.steps().len(),
        players: &play.players,
        own_dice: play.own_dice,
        scenario: &game.scenario,
        state: game,
        units: game.ids().map(|id| unit_view(game, id)).collect(),
        generals: generals(game),
        command_range: ruled("volley.house.command.range"),
        general_move: ruled("volley.house.general.move"),
        phase: phase(game),
        phases: phases(game),
        turn: game.turn,
        length: length(game),
        asked: play::asked(session).map(|(of, question)| {
            let mine = side == Some(of);
            let decline = mine.then(|| game.decline(question));
            Asked { side: of, question, mine, prompt: prompt(game, of, question, mine), decline }
        }),
        dice: dice_asked(session),
        log: log::lines(game, session.log(), look),
        told: session.log().len(),
        standings: standings(game),
        outcome: game.outcome,
        hash: state_hash(game),
        commitment: play.commitment(),
    };
    serde_json::to_vec(&view)
}

/// The game as a side may know it. A general who waits on the table for a brigade in reserve does not tell its name.
pub(crate) fn seen(game: &Volley, viewer: Option<Side>) -> Cow<'_, Volley> {
    let mut seen = game.seen_by(viewer);
    let in_reserve = |general: &General| {
        let Some(brigade) = general.brigade.as_ref().filter(|_| viewer != Some(general.side)) else {
            return false;
        };
        let of_side = |side: Side| side == general.side;
        let waits = game.reserves.iter().filter(|reserve| of_side(reserve.side)).any(|reserve| {
            reserve.command == *brigade || reserve.units.iter().any(|unit| unit.brigade == *brigade)
        });
        let shown = game.units.iter().any(|unit| of_side(unit.side()) && unit.profile.brigade == *brigade);
        waits && !shown
    };
    let hidden: Vec<usize> = (0..game.generals.len()).filter(|i| in_reserve(&game.generals[*i])).collect();
    for i in hidden {
        seen.to_mut().generals[i].brigade = Some("?".to_owned());
    }
    seen
}

fn dice_asked(session: &Session<Volley>) -> Option<DiceAsked> {
    match session.waiting() {
        Some(Waiting::ForDice { pool, aim }) => {
            let need = match aim {
                Aim::Hits(need) => Some(*need),
                Aim::Total => None,
            };
            Some(DiceAsked { count: pool.count, sides: pool.sides, need })
        }
        _ => None,
    }
}

fn unit_view(game: &Volley, id: UnitId) -> UnitView<'_> {
    let unit: &Unit = game.unit(id);
    let rect: Option<&Rect> = unit.rect();
    UnitView {
        id,
        name: unit.name(),
        side: unit.side(),
        arm: unit.arm(),
        formation: unit.formation,
        figures: unit.figures,
        of: unit.profile.figures,
        grade: unit.grade(),
        brigade: &unit.profile.brigade,
        nation: unit.nation(),
        standing: unit.standing,
        rect: rect.map(|rect| rect.corners().map(|corner| pair(corner.stored()))),
        facing: unit.pose.map(|pose| pose.facing),
        centre: rect.map(|rect| pair(rect.centre().stored())),
        general: game.has_general(id),
        halted: unit.halted > 0,
        marker: unit.marker.is_some(),
        in_melee: game.in_melee(id),
        in_command: unit.on_table() && game.in_command(id),
        acted: unit.acted,
    }
}

fn generals(game: &Volley) -> Vec<GeneralView<'_>> {
    let all = game.generals.iter().enumerate();
    all.map(|(i, general)| {
        let id = GeneralId(u16::try_from(i).unwrap_or(u16::MAX));
        GeneralView {
            id,
            name: &general.name,
            side: general.side,
            brigade: general.brigade.as_deref(),
            attached: general.attached,
            at: volley::command::officer_at(game, id).filter(|_| !general.lost).map(pair),
            lost: general.lost,
            moved: general.moved,
        }
    })
    .collect()
}

pub(crate) fn pair(point: Point) -> [i32; 2] {
    [point.x, point.y]
}

fn phase(game: &Volley) -> PhaseView {
    if let Stage::Deploy(_) = game.stage {
        return PhaseView { number: 0, word: "deploy", title: "Deployment".to_owned() };
    }
    let phase = game.phase();
    PhaseView { number: game.phase_number(), word: phase.word(), title: phase_title(game, phase) }
}

fn phases(game: &Volley) -> Vec<PhaseView> {
    let all = game.rules.phases.iter();
    all.map(|(phase, number, _)| PhaseView {
        number: *number,
        word: phase.word(),
        title: phase_title(game, *phase),
    })
    .collect()
}

/// Turns: the battle's, or the house's.
fn length(game: &Volley) -> u32 {
    let house = || {
        let limit = ruling("volley.house.time-limit").map(|at| game.rules.source().int(at));
        limit.and_then(|turns| u32::try_from(turns).ok()).unwrap_or(0)
    };
    game.scenario.length.unwrap_or_else(house)
}

fn ruling(id: &str) -> Option<usize> {
    RULINGS.iter().position(|known| *known == id)
}
