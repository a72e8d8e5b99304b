//! What happened: the fields of each event, whom it is about, how much it weighs, and its sentence.
//!
//! Each topic has its own stretch of the list; what is new goes at the end of that stretch.

use crate::ids::Ids;
use crate::state::game::Empire;
use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::{Ammunition, Fatigue, Phase};
use engine::event::{Reach, rank};
use engine::wording::says;
use engine::{GeneralId, Heading, Side, Telling, Tone};
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
        // ---- firefight
        // ---- gunnery, counter-battery, gun moves
        // ---- charge, square
        // ---- close action, victory
        // ---- unit morale
        Tests { unit: UnitId, stands: bool }
            [Telling::of([*unit]).weighs(5).matters_if(!*stands).follows(rank::TEST, Reach::Step)]
            => says(game.name(*unit), if *stands { "test[s] and stand[s]" } else { "test[s] and fail[s]" });
        GoesBad { unit: UnitId }
            [Telling::of([*unit]).weighs(8).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step).alarms().fortune(50)]
            => says(game.name(*unit), "go[es] into bad morale");
        GoesBack { unit: UnitId, by: Inches }
            [Telling::of([*unit]).weighs(5).follows(rank::AFTER, Reach::Step)]
            => says(game.name(*unit), &format!("go[es] back {by}"));
        LeavesTable { unit: UnitId, lost: bool }
            [Telling::of([*unit]).weighs(8).matters().falls().follows(rank::AFTER, Reach::Step)]
            => says(game.name(*unit), if *lost { "run[s] off the table" } else { "withdraw[s] off the table" });
        LeavesGuns { unit: UnitId }
            [Telling::of([*unit]).weighs(8).matters().tone(Tone::Bad).follows(rank::AFTER, Reach::Step)]
            => says(game.name(*unit), "leave[s] [its|their] guns");
        // ---- ME morale, panic
        MeTests { me: MeId, result: &'static str }
            [Telling::plain().weighs(6).matters()]
            => format!("{} tests: {}", game.me_name(*me), result.replace('-', " "));
        MeShaken { me: MeId }
            [Telling::plain().weighs(7).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step).fortune(40)]
            => format!("{} is shaken", game.me_name(*me));
        MeBreaks { me: MeId }
            [Telling::plain().weighs(9).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step).alarms().fortune(90)]
            => format!("{} breaks", game.me_name(*me));
        SauveQuiPeut { me: MeId }
            [Telling::plain().weighs(9).matters().tone(Tone::Bad).follows(rank::RESULT, Reach::Step).alarms().fortune(90)]
            => format!("Sauve qui peut! {} runs for good", game.me_name(*me));
        MePanics { me: MeId, result: &'static str }
            [Telling::plain().weighs(6).matters().heeds()]
            => format!("{} checks for panic: {}", game.me_name(*me), result.replace('-', " "));
        // ---- initiative, commander actions, bonus
        // ---- fatigue, leader loss
        MeTires { me: MeId, fatigue: Fatigue }
            [Telling::plain().weighs(4).matters_if(*fatigue >= Fatigue::Tired)]
            => format!("{} is {fatigue}", game.me_name(*me));
        MeRests { me: MeId, fatigue: Fatigue }
            [Telling::plain().weighs(4)]
            => format!("{} has rested and is {fatigue}", game.me_name(*me));
        Dissolves { unit: UnitId }
            [Telling::of([*unit]).weighs(8).matters().falls().tone(Tone::Bad).follows(rank::RESULT, Reach::Step)]
            => says(game.name(*unit), "[is|are] worn out and leave[s] the battle");
        Rallies { unit: UnitId }
            [Telling::of([*unit]).weighs(6).matters()]
            => says(game.name(*unit), "rall[ies|y]");
        LeaderRisked { leader: GeneralId, fate: &'static str }
            [
                Telling::plain().weighs(if *fate == "unhurt" { 1 } else { 8 }).matters_if(*fate != "unhurt")
                    .follows(rank::GENERAL, Reach::Step).fortune(if *fate == "unhurt" { 0 } else { 60 })
            ]
            => format!("{} is {}", officer(game, *leader), fate.replace('-', " "));
        LeaderBack { leader: GeneralId } [Telling::plain().weighs(3)] => format!("{} is back", officer(game, *leader));
        LeaderReplaced { leader: GeneralId, replacement: GeneralId }
            [Telling::plain().weighs(3)]
            => format!("{} takes the place of {}", officer(game, *replacement), officer(game, *leader));
    }
}

/// A leader's name.
fn officer(game: &Empire, leader: GeneralId) -> &str {
    game.leader(leader).map_or("A leader", |leader| &leader.name)
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
