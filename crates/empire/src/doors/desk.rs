//! The charts on the desk: each calls the function that the game calls. A topic's charts stand in its own file.

mod bonus;
mod charge;
mod close;
mod command;
mod counter_battery;
mod fatigue;
mod firefight;
mod formation;
mod gun_moves;
mod gunnery;
mod guns_charged;
mod leader_loss;
mod manoeuvre;
mod me_morale;
mod musketry;
mod panic;
mod square;
mod unit_morale;
mod victory;

use crate::rules::fatigue::{Rallies, Rests, Tires};
use crate::rules::leader_loss::LeaderRisk;
use crate::rules::me_morale::{MeCauses, MeTest, ShakenBy};
use crate::rules::musketry::{Reach, SmallArms, Volley};
use crate::rules::panic::{PanicCause, PanicCheck};
use crate::rules::unit_morale::{Runs, UnitTest};
use crate::state::game::Empire;
use engine::desk::{Bars, Desk, Liking};

engine::desk! {
    /// The charts, in the order of play; each topic on lines of its own.
    pub enum Charts of Empire {
        Volley, SmallArms, Reach,
        UnitTest, Runs,
        MeCauses, MeTest, ShakenBy,
        PanicCause, PanicCheck,
        LeaderRisk,
        Tires, Rests, Rallies,
    }
}

impl Desk for Empire {
    type Charts = Charts;

    const BARS: &'static [Bars] = &[Bars::new("casualties", "Figures hit", Liking::Good)];
}
