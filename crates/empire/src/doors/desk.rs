//! The charts on the desk: each calls the function that the game calls. A topic's charts stand in its
//! own file, in the wings that the rules lie in.

mod charge;
mod command;
mod fire;
mod hour;
mod march;
mod morale;

use crate::rules::charge::chain::ChargeFacts;
use crate::rules::charge::close::{Clash, Shock};
use crate::rules::charge::square::Squaring;
use crate::rules::charge::victory::{BattleMad, Standard, Victory};
use crate::rules::charge::{Elan, UnderFire, UnformedCharged};
use crate::rules::command::leader_loss::LeaderRisk;
use crate::rules::command::{Attempt, Initiative, Listed};
use crate::rules::fire::bombardment::{Aflame, Bombard, Bounce, Eligible};
use crate::rules::fire::counter_battery::Battered;
use crate::rules::fire::firefight::Round;
use crate::rules::fire::gunnery::{GunCells, Laying, Shot};
use crate::rules::fire::musketry::{Reach, SmallArms, Volley};
use crate::rules::hour::bonus::Try;
use crate::rules::hour::engagement::Meeting;
use crate::rules::hour::fatigue::{Rallies, Rests, Tires};
use crate::rules::march::formation::Change;
use crate::rules::march::gun_moves::{GunMove, GunsOver, Relocation};
use crate::rules::march::manoeuvre::{BonusInches, FootMove, HorseMove, Over, WheelBy};
use crate::rules::morale::me_morale::{MeCauses, MeTest, ShakenBy};
use crate::rules::morale::panic::{PanicCause, PanicCheck};
use crate::rules::morale::unit_morale::{Runs, UnitTest};
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
