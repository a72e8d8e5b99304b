//! What happened: the fields of each event, whom it is about, how much it weighs, and its sentence.
//!
//! Each topic has its own stretch of the list; what is new goes at the end of that stretch.

use crate::ids::Ids;
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::{Ammunition, Formation, Phase};
use engine::event::{Reach, rank};
use engine::wording::says;
use engine::{Heading, Side, Telling, Tone};
use table::Inches;

/// A sum with its parts: each number with the rule that gives it.
pub(crate) type Working = engine::Working<Ids>;

/// An event of the log.
pub type Event = engine::Event<What, Ids>;

engine::events! {
    /// What may happen.
    pub enum What of Empire, told of game {
        // ---- sequence
        HourBegins { hour: u32 } [Telling::heading(Heading::Turn(*hour))] => format!("Hour {hour}");
        PhaseBegins { phase: Phase }
            [Telling::heading(Heading::Phase(phase.number()))]
            => phase_title(*phase).to_owned();
        Over { winner: Option<Side> }
            [Telling::plain().weighs(9).matters().tone(Tone::Last)]
            => match winner {
                None => "A draw".to_owned(),
                Some(side) => format!("The {} have won", game.scenario.sides[*side]),
            };

        // ---- musketry
        Fires { unit: UnitId, target: UnitId, figures: u32, casualties: u32 }
            [Telling::of([*unit, *target]).weighs(3).fate_of([*target])]
            => {
                let at = game.name(*target);
                says(game.name(*unit), &format!("fire[s] at {at} with {figures}: {casualties} hit"))
            };
        RunsLow { unit: UnitId, ammunition: Ammunition }
            [Telling::of([*unit]).weighs(4).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), &format!("[is|are] low on ammunition: {ammunition}"));
        Lost { unit: UnitId, figures: u32 }
            [Telling::of([*unit]).weighs(5).matters().follows(rank::LOST, Reach::Step)]
            => says(game.name(*unit), &format!("lose[s] {figures}"));
        Gone { unit: UnitId }
            [Telling::of([*unit]).weighs(8).matters().falls().tone(Tone::Bad).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), "[has|have] nobody left");

        // ---- manoeuvre, formation
        Manoeuvres { units: Vec<UnitId>, inches: Inches }
            [Telling::of(units.iter().copied()).weighs(2)]
            => {
                let names: Vec<&str> = units.iter().map(|unit| game.name(*unit)).collect();
                let by = if *inches > Inches::ZERO { format!(" {inches}") } else { String::new() };
                match names.as_slice() {
                    [only] => says(only, &format!("march[es]{by}")),
                    names => format!("{} march{by}", names.join(", ")),
                }
            };
        GainsInches { unit: UnitId, inches: u32 }
            [Telling::of([*unit]).weighs(3).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), &format!("gain[s] {inches}\" more"));
        LosesOrder { unit: UnitId }
            [Telling::of([*unit]).weighs(5).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), "[is|are] disordered");
        Forms { unit: UnitId, formation: Formation }
            [Telling::of([*unit]).weighs(3)]
            => says(game.name(*unit), &format!("form[s] {}", formation.word().replace('-', " ")));
        Turns { unit: UnitId }
            [Telling::of([*unit]).weighs(2)]
            => says(game.name(*unit), "face[s] another way");
        // ---- firefight
        // ---- gunnery, counter-battery, gun moves
        GunsFire { unit: UnitId, target: UnitId, sections: u32, hits: u32 }
            [Telling::of([*unit, *target]).weighs(3).fate_of([*target])]
            => {
                let at = game.name(*target);
                says(game.name(*unit), &format!("fire[s] {sections} sections at {at}: {hits} hit"))
            };
        LostHorses { unit: UnitId, horses: u32 }
            [Telling::of([*unit]).weighs(4).follows(rank::LOST, Reach::Step)]
            => says(game.name(*unit), &format!("lose[s] {horses} of [its|their] horses"));
        CaissonHit { unit: UnitId, ammunition: Ammunition }
            [Telling::of([*unit]).weighs(6).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step)]
            => format!("A caisson of {} blows up; ammunition {ammunition}", game.name(*unit));
        // ---- charge, square
        // ---- close action, victory
        // ---- unit morale
        // ---- ME morale, panic
        // ---- initiative, commander actions, bonus
        // ---- fatigue, leader loss
    }
}

/// The heading of a phase.
pub(crate) fn phase_title(phase: Phase) -> &'static str {
    match phase {
        Phase::CorpsOrders => "Corps orders",
        Phase::MeOrders => "ME orders",
        Phase::MeMorale => "ME morale",
        Phase::Panic => "Panic",
        Phase::CommanderActions => "Commander actions",
        Phase::Activation => "Activation",
        Phase::March => "Grand-tactical movement",
        Phase::Initiative => "Initiative",
        Phase::Skirmish => "Skirmishers",
        Phase::Tactical => "Tactical impulse",
        Phase::Bombardment => "Bombardment",
        Phase::Bonus => "Bonus impulses",
        Phase::LeaderLoss => "Leader loss",
        Phase::Fatigue => "Fatigue and the end of the hour",
    }
}
