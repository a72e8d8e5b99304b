//! The numbers of the sheet, as the code wants them: by rule id, without strings.
//!
//! They lie in the wings that the rules lie in. Each topic declares its charts in a file of its own (`engine::charts!`) and says there what it makes of their rows
//! (`Numbers`); a rule finds them as `rules.musketry.columns`. What several topics print alike stands in `shared`.
//! A number that stands alone in its row is asked for by its rule: `rules.int(rule!("…"))`, `inches`, `ratio`, `dice`.

pub mod charge;
pub mod command;
pub mod fire;
pub mod hour;
pub mod march;
pub mod morale;
pub mod shared;

use crate::ids::{RULES, RULINGS};
use crate::state::words::Sheet;
use engine::InForce;
use engine::charts::{counted, joined};
use rulebook::{Chart, GameSpec, SheetRules};

// The list below has the topics alone, in the order of the sheet: the hash of the rules goes by it.
use charge::{close, guns_charged, square, victory};
use command::leader_loss;
use fire::{bombardment, counter_battery, firefight, gunnery, musketry};
use hour::{bonus, engagement, fatigue, sequence};
use march::{formation, gun_moves, manoeuvre};
use morale::{me_morale, panic, unit_morale};

/// Puts the topics together: their charts as one list, their numbers as one struct.
macro_rules! topics {
    ($($topic:ident),+ $(,)?) => {
        const LISTS: &[&[Chart]] = &[$($topic::CHARTS),+];
        const COUNT: usize = counted(LISTS);
        static ALL: [Chart; COUNT] = joined(LISTS);

        /// The sheet's rules in force.
        #[derive(Clone, Debug)]
        pub struct Rules {
            $(pub $topic: $topic::Numbers,)+
            in_force: InForce,
        }

        impl From<SheetRules> for Rules {
            fn from(source: SheetRules) -> Rules {
                let rules = InForce::new(source, RULES.len());
                Rules { $($topic: $topic::Numbers::of(&rules),)+ in_force: rules }
            }
        }
    };
}

topics!(
    shared,
    sequence,
    engagement,
    musketry,
    firefight,
    manoeuvre,
    formation,
    gunnery,
    counter_battery,
    gun_moves,
    guns_charged,
    bombardment,
    charge,
    square,
    close,
    victory,
    unit_morale,
    me_morale,
    panic,
    command,
    bonus,
    fatigue,
    leader_loss,
);

/// The game as its ruleset files know it.
pub static SPEC: GameSpec =
    GameSpec { name: "empire", sheets: Sheet::NAMES, rules: &RULES, charts: &ALL, rulings: &RULINGS };

engine::ruleset_files! {
    /// The ruleset files, as built into the binary.
    pub static FILES = "empire";
    "ledger.toml",
    "rulings.toml",
    "sequence.toml",
    "engagement.toml",
    "musketry.toml",
    "firefight.toml",
    "manoeuvre.toml",
    "formation.toml",
    "gunnery.toml",
    "counter-battery.toml",
    "gun-moves.toml",
    "guns-charged.toml",
    "bombardment.toml",
    "charge.toml",
    "square.toml",
    "close.toml",
    "victory.toml",
    "unit-morale.toml",
    "me-morale.toml",
    "panic.toml",
    "command.toml",
    "bonus.toml",
    "fatigue.toml",
    "leader-loss.toml"
}

impl std::ops::Deref for Rules {
    type Target = InForce;
    fn deref(&self) -> &InForce {
        &self.in_force
    }
}

impl Rules {
    /// How many a rule gives; 0 where it is not in force.
    pub fn count(&self, rule: rulebook::RuleId) -> u32 {
        self.int(rule).map_or(0, i32::unsigned_abs)
    }
}
