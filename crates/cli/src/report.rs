//! How a battle stands or ended: by side and by unit.

use crate::out::{Ink, Out, many};
use crate::wrong::Wrong;
use engine::{Both, Ending, Outcome, Played, Side, Standings, UnitDrawn};
use serde::Serialize;

/// For programs; [`Report::write`] is for people.
#[derive(Serialize)]
pub(crate) struct Report {
    battle: String,
    sheet: &'static str,
    turn: u32,
    phase: u8,
    /// `None`: the battle is not over.
    outcome: Option<Outcome>,
    nations: Both<String>,
    standings: Standings,
    starting_units: Both<u32>,
    #[serde(rename = "starting_figures")]
    starting_strength: Both<u32>,
    units: Vec<RollLine>,
    /// What strength is counted in.
    #[serde(skip)]
    counted_in: &'static str,
}

/// A unit in the lists of a report.
#[derive(Serialize)]
struct RollLine {
    name: String,
    nation: &'static str,
    #[serde(skip)]
    side: Side,
    /// The command it belongs to.
    brigade: String,
    arm: &'static str,
    grade: &'static str,
    /// The word of how it stands: `on-table`, `routed` and so on.
    standing: &'static str,
    /// Likewise for people; empty on the table and in good order.
    #[serde(skip)]
    state: &'static str,
    formation: &'static str,
    /// What is left of it.
    #[serde(rename = "figures")]
    strength: u32,
    /// What it had at the start.
    of: u32,
    /// Thousandths of an inch from the south-west corner, and degrees clockwise of north.
    at: Option<[i32; 2]>,
    facing: Option<i32>,
}

impl From<UnitDrawn> for RollLine {
    fn from(unit: UnitDrawn) -> RollLine {
        RollLine {
            strength: unit.left(),
            name: unit.name,
            nation: unit.nation,
            side: unit.side,
            brigade: unit.command,
            arm: unit.arm,
            grade: unit.grade,
            standing: unit.standing,
            state: unit.state,
            formation: unit.formation,
            of: unit.of,
            at: unit.pose.map(|pose| [pose.at.x, pose.at.y]),
            facing: unit.pose.map(|pose| pose.facing.to_degrees()),
        }
    }
}

impl Report {
    /// How the battle of that id stands.
    pub(crate) fn of<G: Played>(battle: &str, game: &G) -> Report {
        let (moment, standings) = (game.moment(), game.standings());
        let name = |side| game.side_name(side).to_owned();
        Report {
            battle: battle.to_owned(),
            sheet: game.in_force().source().sheet_name(),
            turn: moment.turn,
            phase: moment.number,
            outcome: game.outcome(),
            nations: Both { french: name(Side::French), allied: name(Side::Allied) },
            starting_units: standings.units,
            starting_strength: standings.strength,
            standings,
            units: game.units_drawn().into_iter().map(RollLine::from).collect(),
            counted_in: G::STRENGTH,
        }
    }

    /// Outcome and losses by unit.
    pub(crate) fn write(&self, out: &mut Out) -> Result<(), Wrong> {
        let heading = out.ink(Ink::Heading, "══ Report ══");
        out.line(&format!("\n{heading}"))?;
        let verdict = out.ink(Ink::Bold, &self.verdict());
        out.line(&format!("{verdict}\n"))?;
        for side in Side::BOTH {
            let lost = &self.standings;
            let heading = format!(
                "{}: lost {} of {} and {} of {}",
                capital(&self.nations[side]),
                lost.units_lost[side],
                many(self.starting_units[side], "unit"),
                lost.strength_lost[side],
                many(self.starting_strength[side], self.counted_in),
            );
            let heading = out.ink(Ink::Bold, &heading);
            out.line(&heading)?;
            let rows: Vec<Vec<String>> = self.side(side).map(loss_row).collect();
            out.table(&["unit", &format!(">{}s", self.counted_in), ">lost", "state"], &rows)?;
            out.line("")?;
        }
        Ok(())
    }

    /// Where all units stand.
    pub(crate) fn write_position(&self, out: &mut Out) -> Result<(), Wrong> {
        let heading = format!("Turn {}, phase {}: {}", self.turn, self.phase, self.verdict());
        let heading = out.ink(Ink::Heading, &heading);
        out.line(&heading)?;
        for side in Side::BOTH {
            let heading = out.ink(Ink::Bold, &capital(&self.nations[side]));
            out.line(&format!("\n{heading}"))?;
            let rows: Vec<Vec<String>> = self.side(side).map(position_row).collect();
            let strength = format!(">{}s", self.counted_in);
            out.table(
                &["unit", "arm", "grade", &strength, "formation", ">x", ">y", ">facing", "state"],
                &rows,
            )?;
        }
        Ok(())
    }

    fn side(&self, side: Side) -> impl Iterator<Item = &RollLine> {
        self.units.iter().filter(move |unit| unit.side == side)
    }

    fn verdict(&self) -> String {
        let Some(outcome) = self.outcome else { return "the battle is not over".to_owned() };
        let after = many(self.turn, "turn");
        let Some(winner) = outcome.winner else { return format!("A draw after {after}") };
        let loser = capital(&self.nations[winner.enemy()]);
        let how = match outcome.by {
            Ending::Broken => format!("the {loser} army is broken"),
            Ending::NothingLeft => format!("the {loser} army has nothing left"),
            Ending::Objectives => "by the ground held".to_owned(),
            Ending::Losses => "by the smaller share of losses".to_owned(),
            Ending::Conceded => format!("the {loser} army has conceded it"),
        };
        format!("{} victory after {after}: {how}", capital(&self.nations[winner]))
    }
}

fn loss_row(unit: &RollLine) -> Vec<String> {
    let strength = format!("{} of {}", unit.strength, unit.of);
    let lost = unit.of.saturating_sub(unit.strength).to_string();
    vec![format!("  {}", unit.name), strength, lost, unit.state.to_owned()]
}

fn position_row(unit: &RollLine) -> Vec<String> {
    let [x, y] = match unit.at {
        Some(at) => at.map(tenths),
        None => Default::default(),
    };
    vec![
        format!("  {}", unit.name),
        unit.arm.to_owned(),
        unit.grade.to_owned(),
        format!("{} of {}", unit.strength, unit.of),
        if unit.at.is_some() { unit.formation.to_owned() } else { String::new() },
        x,
        y,
        unit.facing.map(|degrees| format!("{degrees}°")).unwrap_or_default(),
        unit.state.to_owned(),
    ]
}

/// Thousandths of an inch as inches with one decimal.
fn tenths(mils: i32) -> String {
    let size = (mils.unsigned_abs() + 50) / 100;
    format!("{}{}.{}\"", if mils < 0 && size > 0 { "−" } else { "" }, size / 10, size % 10)
}

pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
