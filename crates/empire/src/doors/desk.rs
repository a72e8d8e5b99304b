//! The charts on the desk: each calls the function that the game calls. A topic's charts stand in its
//! own file, in the wings that the rules lie in.

mod charge;
mod command;
mod fire;
mod hour;
mod march;
mod morale;

use crate::charts::Rules;
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
use engine::desk::told::{Part, loses_it};
use engine::desk::{Bars, Desk, Liking, Value};

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

    const TOLD: &'static [Part<Rules>] = &[
        Part::words(
            "winner",
            "Ahead",
            &[
                ("charger", "the charger is ahead"),
                ("target", "the target is ahead"),
                ("draw", "equal totals"),
            ],
        ),
        Part::count("lead", "The lead", ["", "by 1", "by {}"]),
        Part::words(
            "elan",
            "Élan",
            &[
                ("goes", "the charge goes on"),
                ("led-on", "halts, and Follow Me leads it on"),
                ("halts", "the charge halts short"),
                ("halts-disordered", "the charge halts short, disordered"),
            ],
        ),
        Part::words(
            "does",
            "What it does",
            &[
                ("closes", "closes in"),
                ("may-close", "may close in, or stop"),
                ("firefight", "stops, and a firefight begins"),
                ("backs-firing", "stops short and fires"),
                ("recoils-firing", "recoils and fires"),
                ("retires-firing", "fires and goes back"),
                ("fires-and-retires", "fires and retires"),
                ("recalls", "is recalled to where it began"),
                ("regroups", "goes back to regroup"),
            ],
        ),
        Part::by("loser", "The loser", loses_it),
        Part::words("result", "Result", &[("not-hit", "nobody is hit"), ("wiped-out", "nobody is left")]),
        Part::count("hits", "Hits", ["no hit", "1 hit", "{} hits"]),
        Part::count("casualties", "Figures hit", ["nobody falls", "1 figure falls", "{} figures fall"]),
        Part::count(
            "charger-lost",
            "Figures the chargers lose",
            ["", "the chargers lose 1", "the chargers lose {}"],
        ),
        Part::count(
            "target-lost",
            "Figures the defenders lose",
            ["", "the defenders lose 1", "the defenders lose {}"],
        ),
        Part::words("standard", "A standard", &[("yes", "a standard is taken"), ("no", "")]),
        Part::words(
            "taken",
            "The standard",
            &[("yes", "the standard is taken"), ("no", "the standard is saved")],
        ),
        Part::words("formed", "It forms", &[("yes", "it is formed"), ("no", "it does not get into it")]),
        Part::by("inches", "Inches", |_, inches| match inches {
            Value::Number(_) => format!("{inches}″"),
            Value::Word(_) | Value::Text(_) => inches.to_string().replace('"', "″"),
        }),
    ];
}
