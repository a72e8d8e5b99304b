//! Cases of the empire game: what a scene holds, what is said at it, and what is looked for.
//!
//! What every game's cases have is told in [`engine::cases`], the keys of units, MEs and leaders in `troops`. A scene adds:
//!
//! **units**: `name`, `side` (french), `me` (the side's first), `at` (the middle of the front edge, in inches), `facing` (degrees;
//! the French face 0, north, the opponent 180), `inside` (a structure). **mes**: `name`, `side`; left out: one a side, "F" and
//! "O". **leaders**: `name`, `side`, `me`, `at` or `with` (a unit); left out: nobody. **structure** and **terrain** as in battle
//! files. **engaged** (yes): every ME of one side with every one of the other. **initiative** (french), **sky**, **air**, **mud**, **dark**,
//! **low-ammo** (`["french"]`), **year** (1809), **length**, **firefights** `[["A", "B"]]`.
//!
//! **phase**: one of the fourteen, `tactical` for an impulse. `turn` is the hour.
//!
//! **say**: `yes`, `no`, `end` (no more); with a unit, `yes A`, where the question is about it; `unit A`, `me F`; `choose hold
//! fire` (an offer by its words); the acts of an impulse: `begin F`, `march A ahead 4 wheel 30 back 2`, `march A+B ahead 3`, `form
//! A square facing 90 ahead 2`, `form A line left`, `relocate A ahead 6`, `gallop A ahead 8`, `prolong A ahead 1`, `fire A B`, `charge A B wheel 20`, `command L
//! snap-rally A`.
//!
//! **expect**: for a unit `A = { figures, lost, horses, formation, place, morale, ammunition, disordered, blown, abandoned, at,
//! facing }`; for an ME `F = { shaken, impetus, fatigue, broken, won, lost }`; for a leader `L = { presence, with }`; `gap = [["A", "B",
//! 2]]`; `firefights = [["A", "B"]]`; `initiative`.

mod expect;
mod say;
mod scene;

use crate::state::game::Empire;
use crate::state::words::Phase;
use crate::topics;
use engine::cases::Cased;

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

impl Cased for Empire {
    type Scene = scene::Scene;
    type Said = say::Said;
    type Expected = expect::Expect;

    const PHASES: &'static [&'static str] = Phase::NAMES;
    const CASES: &'static [(&'static str, &'static str)] = &CASES;
    const UNMET: &'static str = include_str!("../../../../cases/unmet/empire.toml");

    fn is_proved(rule: &str) -> bool {
        topics::is_proved(rule)
    }

    fn is_played(rule: &str) -> bool {
        topics::is_played(rule)
    }
}
