//! Cases on the volley table: what a scene holds, what is said at it, and what is looked for.
//!
//! What every game's cases have is told in [`engine::cases`]. The volley game adds:
//!
//! ```toml
//! units = [
//!   { name = "A", side = "french", formation = "line", at = [36, 20] },
//!   { name = "B", side = "opponent", at = [36, 24] },
//! ]
//! ```
//!
//! **Distances** are those of 25/28 mm figures. On A15 every position, table, terrain, said and expected distance
//! and every ruling in inches is halved, unless `full-scale = true`. Never halved: `shift` of a gun, and bonus dice
//! (2d6" is 2d6" on every sheet).
//! `at` is the middle of the front edge; facing is in degrees, 0 north (up, growing y), 90 east.
//! The French come from the south edge and face 0, the opponent from the north and faces 180.
//! Two units whose `at` is the same point and who face each other touch.
//!
//! **units**: `name`, `side` (`french`, `opponent`: the sheet's nation), `arm` (infantry), `grade` (veteran), `figures`
//! at the start (12; guns 4), `lost` of them, `formation` (column; skirmish, line for cavalry, unlimbered), `at`, `facing`,
//! `type` of cavalry (hussars), `heavy`, `lancer`, `cuirassier`, `guard`, `pounds` (9),
//! `horse` guns, `brigade` (the side's word). State: `halted`, `spent`, `initiated`, `must-recall`, `marker` (true: here; or
//! `[x, y]`), `hit` (figures lost to fire and not tested for), `lost-this-turn`, `charge-refused`, `silenced`.
//!
//! **generals**: `name`, `side`, `at` or `attached`, `commands` a brigade (left out: the army). Left out altogether, each
//! side has a commander behind the table, and unless `house` says otherwise all units are in command.
//!
//! **reserves**: `side`, `command`, `point`, `failed` rolls, `units`. **table** `{ width, depth }` and **terrain** as in battle files.
//! **melees** `[["A", "B"]]` or `[{ of = ["A", "B"], rounds = 1, fresh = false, gun = "G" }]`, the attacker first.
//! **losers** `[["A", "B"]]`: A lost the last melee phase to B.
//! **objectives** `[{ name, at, radius, worth }]`, **ground** (`counted`, `stays`) and **length** (turns) as in battle files.
//!
//! **say**: `march A ahead 4`, `march A wheel 30 ahead 2`, `march A back 2`, `march S to 10 12 facing 90`; `form A line`,
//! `form G unlimbered facing 90`; `charge A B`, `charge A B wheel -20`; `ride G to 10 12 join A`;
//! `enter C at 30 ahead 8`; `end` (no more orders); `turn G facing 45 shift 0.5` (in phase 1; `right 0.5` sideways);
//! `fall-back A 6 line`; `fire A B` (A's target, phases 1, 3 and 8); `stand square` (or `stay`, `masse`, `counter-charge`);
//! `free line`; `unit A` (the next test, melee, opponent, supporter); `yes`, `no`. The words of the questions: deploy
//! adjust target retire order shoot test stand roll-for-square press form-line supporter melee opponent free-change recall.
//!
//! **expect**: for a unit `A = { figures, lost, formation, standing, at, facing, halted, moved, shot, spent, initiated,
//! must-recall, marker, in-melee, general }`; for a general `G = { attached = "A", lost, at }`; `gap = [["A", "B", 2]]`;
//! `melee = [["A", "B"]]` (all there are); `holders = ["french", "opponent", "nobody"]`; `sheet = { version, opponent, millimetres, phases }`.

mod expect;
mod say;
mod scene;
mod stage;

use crate::state::game::Volley;
use crate::state::words::Phase;
use engine::cases::Cased;

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

impl Cased for Volley {
    type Scene = scene::Scene;
    type Said = say::Said;
    type Expected = expect::Expect;

    const PHASES: &'static [&'static str] = Phase::NAMES;
    const CASES: &'static [(&'static str, &'static str)] = &CASES;
}
