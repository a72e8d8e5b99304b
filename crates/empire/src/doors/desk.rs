//! The charts on the desk: each calls the function that the game calls. A topic's charts stand in its own file.

mod bombardment;
mod bonus;
mod charge;
mod close;
mod command;
mod counter_battery;
mod engagement;
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

use crate::rules::bombardment::{Aflame, Bombard, Bounce, Eligible};
use crate::rules::bonus::Try;
use crate::rules::chain::ChargeFacts;
use crate::rules::charge::{Elan, UnderFire, UnformedCharged};
use crate::rules::close::{Clash, Shock};
use crate::rules::command::{Attempt, Initiative, Listed};
use crate::rules::counter_battery::Battered;
use crate::rules::engagement::Meeting;
use crate::rules::fatigue::{Rallies, Rests, Tires};
use crate::rules::firefight::Round;
use crate::rules::formation::Change;
use crate::rules::gun_moves::{GunMove, GunsOver, Relocation};
use crate::rules::gunnery::{GunCells, Laying, Shot};
use crate::rules::leader_loss::LeaderRisk;
use crate::rules::manoeuvre::{BonusInches, FootMove, HorseMove, Over, WheelBy};
use crate::rules::me_morale::{MeCauses, MeTest, ShakenBy};
use crate::rules::musketry::{Reach, SmallArms, Volley};
use crate::rules::panic::{PanicCause, PanicCheck};
use crate::rules::square::Squaring;
use crate::rules::unit_morale::{Runs, UnitTest};
use crate::rules::victory::{BattleMad, Standard, Victory};
use crate::state::game::Empire;
use engine::desk::{Bars, Desk, Liking};

engine::desk! {
    /// The charts, in the order of play; each topic on lines of its own.
    pub enum Charts of Empire {
        Meeting,
        Volley, SmallArms, Reach,
        UnitTest, Runs,
        Squaring,
        Elan, UnderFire, UnformedCharged,
        Shock, Clash,
        Victory, Standard, BattleMad,
        ChargeFacts,
        Shot, GunCells, Laying, Battered,
        GunMove, GunsOver, Relocation,
        Eligible, Bombard, Bounce, Aflame,
        Round,
        Initiative, Attempt, Listed, Try,
        FootMove, HorseMove, Over, BonusInches, WheelBy, Change,
        MeCauses, MeTest, ShakenBy,
        PanicCause, PanicCheck,
        LeaderRisk,
        Tires, Rests, Rallies,
    }
}

impl Desk for Empire {
    type Charts = Charts;

    const BARS: &'static [Bars] =
        &[Bars::new("casualties", "Figures hit", Liking::Good), Bars::new("hits", "Hits", Liking::Good)];
}
