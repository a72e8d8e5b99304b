//! What happened: the fields of each event, whom it is about, how much it weighs, and its sentence.

use crate::ids::Ids;
use crate::state::game::{Meadow, Phase, SIDES};
use engine::event::{Reach, rank};
use engine::wording::says;
use engine::{Heading, Side, Telling, Tone, UnitId, Weight};
use table::Inches;

/// A sum with its parts: each number with the rule that gives it.
pub(crate) type Working = engine::Working<Ids>;

/// An event of the log.
pub type Event = engine::Event<What, Ids>;

engine::events! {
    /// What may happen.
    pub enum What of Meadow, told of game {
        TurnBegins { turn: u32 } [Telling::heading(Heading::Turn(*turn))] => format!("Turn {turn}");
        PhaseBegins { phase: Phase, side: Side }
            [Telling::heading(Heading::Phase(*phase as u8 + 1))]
            => format!("The {} side: {phase}", SIDES[*side]);
        Advances { unit: UnitId, by: Inches }
            [Telling::of([*unit])]
            => says(game.name(*unit), &format!("advance[s] {by}"));
        Fires { unit: UnitId, target: UnitId, dice: u32, need: u32 }
            [Telling::of([*unit, *target]).weighs(Weight::Shot).fate_of([*target])]
            => {
                let at = format!("fire[s] at {}: {dice} dice, {need} or more", game.name(*target));
                says(game.name(*unit), &at)
            };
        Lost { unit: UnitId, figures: u32, shaken: bool }
            [Telling::of([*unit]).weighs(Weight::Hit).matters().follows(rank::LOST, Reach::Step)]
            => {
                let shaken = if *shaken { " and [is|are] shaken" } else { "" };
                says(game.name(*unit), &format!("lose[s] {figures}{shaken}"))
            };
        Rallies { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Check).follows(rank::RESULT, Reach::Turn)]
            => says(game.name(*unit), "rall[ies|y]");
        StaysShaken { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Check).follows(rank::RESULT, Reach::Turn)]
            => says(game.name(*unit), "stay[s] shaken");
        Gone { unit: UnitId, runs: bool }
            [Telling::of([*unit]).weighs(Weight::Grave).matters().falls().tone(Tone::Bad).follows(rank::RESULT, Reach::Turn)]
            => says(game.name(*unit), if *runs { "run[s] off the table" } else { "[has|have] nobody left" });
        Over { winner: Option<Side> }
            [Telling::plain().weighs(Weight::Gone).matters().tone(Tone::Last)]
            => winner.map_or_else(|| "A draw".to_owned(), |side| format!("The {} side has won", SIDES[side]));
    }
}
