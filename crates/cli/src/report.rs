//! How a battle stands or ended: by side and by unit.

use crate::out::{Ink, Out, many};
use crate::wrong::Wrong;
use engine::{Both, Side};
use serde::Serialize;
use volley::verdict::{Standings, standings};
use volley::words::{Arm, Formation, Grade, Nation};
use volley::{Outcome, Standing, Unit, Volley};

/// For programs; [`Report::write`] is for people.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) battle: String,
    pub(crate) sheet: &'static str,
    pub(crate) turn: u32,
    pub(crate) phase: u8,
    /// `None`: the battle is not over.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) nations: Both<Nation>,
    pub(crate) standings: Standings,
    pub(crate) starting_units: Both<u32>,
    pub(crate) starting_figures: Both<u32>,
    pub(crate) units: Vec<UnitLine>,
}

#[derive(Serialize)]
pub(crate) struct UnitLine {
    name: String,
    nation: Nation,
    #[serde(skip)]
    side: Side,
    brigade: String,
    arm: Arm,
    grade: Grade,
    standing: Standing,
    formation: Formation,
    figures: u32,
    of: u32,
    /// Thousandths of an inch from the south-west corner, and degrees clockwise of north.
    at: Option<[i32; 2]>,
    facing: Option<i32>,
}

impl Report {
    pub(crate) fn of(game: &Volley) -> Report {
        Report {
            battle: game.scenario.id.clone(),
            sheet: game.rules.sheet.word(),
            turn: game.turn,
            phase: game.phase_number(),
            outcome: game.outcome,
            nations: Both { french: game.nation(Side::French), allied: game.nation(Side::Allied) },
            standings: standings(game),
            starting_units: game.starting_units,
            starting_figures: game.starting_figures,
            units: game.units.iter().map(UnitLine::of).collect(),
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
                capital(self.nations[side].word()),
                lost.units_lost[side],
                many(self.starting_units[side], "unit"),
                lost.figures_lost[side],
                many(self.starting_figures[side], "figure"),
            );
            let heading = out.ink(Ink::Bold, &heading);
            out.line(&heading)?;
            let rows: Vec<Vec<String>> = self.side(side).map(UnitLine::loss_row).collect();
            out.table(&["unit", ">figures", ">lost", "state"], &rows)?;
            out.line("")?;
        }
        Ok(())
    }

    /// Where everybody stands.
    pub(crate) fn write_position(&self, out: &mut Out) -> Result<(), Wrong> {
        let heading = format!("Turn {}, phase {}: {}", self.turn, self.phase, self.verdict());
        let heading = out.ink(Ink::Heading, &heading);
        out.line(&heading)?;
        for side in Side::BOTH {
            let heading = out.ink(Ink::Bold, &capital(self.nations[side].word()));
            out.line(&format!("\n{heading}"))?;
            let rows: Vec<Vec<String>> = self.side(side).map(UnitLine::position_row).collect();
            out.table(
                &["unit", "arm", "grade", ">figures", "formation", ">x", ">y", ">facing", "state"],
                &rows,
            )?;
        }
        Ok(())
    }

    fn side(&self, side: Side) -> impl Iterator<Item = &UnitLine> {
        self.units.iter().filter(move |unit| unit.side == side)
    }

    fn verdict(&self) -> String {
        use volley::Ending::{Broken, Losses, NothingLeft, Objectives};
        let Some(outcome) = self.outcome else { return "the battle is not over".to_owned() };
        let after = many(self.turn, "turn");
        let Some(winner) = outcome.winner else { return format!("A draw after {after}") };
        let loser = capital(self.nations[winner.enemy()].word());
        let how = match outcome.by {
            Broken => format!("the {loser} army is broken"),
            NothingLeft => format!("the {loser} army has nothing left"),
            Objectives => "by the ground held".to_owned(),
            Losses => "by the smaller share of losses".to_owned(),
        };
        format!("{} victory after {after}: {how}", capital(self.nations[winner].word()))
    }
}

impl UnitLine {
    fn of(unit: &Unit) -> UnitLine {
        UnitLine {
            name: unit.name().to_owned(),
            nation: unit.nation(),
            side: unit.side(),
            brigade: unit.profile.brigade.clone(),
            arm: unit.arm(),
            grade: unit.grade(),
            standing: unit.standing,
            formation: unit.formation,
            figures: if unit.is_lost() { 0 } else { unit.figures },
            of: unit.profile.figures,
            at: unit.pose.map(|pose| [pose.at.x, pose.at.y]),
            facing: unit.pose.map(|pose| pose.facing.to_degrees()),
        }
    }

    fn loss_row(&self) -> Vec<String> {
        let figures = format!("{} of {}", self.figures, self.of);
        let lost = self.of.saturating_sub(self.figures).to_string();
        vec![format!("  {}", self.name), figures, lost, self.state().to_owned()]
    }

    fn position_row(&self) -> Vec<String> {
        let [x, y] = match self.at {
            Some(at) => at.map(tenths),
            None => Default::default(),
        };
        vec![
            format!("  {}", self.name),
            self.arm.word().to_owned(),
            self.grade.word().to_owned(),
            format!("{} of {}", self.figures, self.of),
            if self.at.is_some() { self.formation.word().to_owned() } else { String::new() },
            x,
            y,
            self.facing.map(|degrees| format!("{degrees}°")).unwrap_or_default(),
            self.state().to_owned(),
        ]
    }

    fn state(&self) -> &'static str {
        match self.standing {
            Standing::OnTable => "",
            Standing::Undeployed => "not deployed",
            Standing::AtEdge => "at the edge",
            Standing::Routed => "routed",
            Standing::Destroyed => "destroyed",
            Standing::WipedOut => "nobody left",
            Standing::LeftTable => "left the table",
        }
    }
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
