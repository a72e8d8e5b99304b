//! Cases on the orders table: what a scene holds, what is said at it, and what is looked for.
//!
//! What every game's cases have is told in [`engine::cases`]. The orders game adds:
//!
//! ```toml
//! units = [
//!   { name = "A", side = "french", formation = "line", at = [36, 20] },
//!   { name = "B", side = "opponent", at = [36, 24] },
//! ]
//! ```
//!
//! `at` is the middle of the front edge, in inches; facing is in degrees, 0 north (up, growing y), 90 east. The French come
//! from the south edge and face 0, the opponent from the north and faces 180.
//!
//! **units**: `name`, `side`, `corps` (the side's first), `nation` (its corps'), `arm` (infantry), `troop` (seasoned),
//! `formation` (column; guns unlimbered), `level` (firm), `stands` (2; guns 1), `gun`, `at`, `facing`; state: `acted`, `pressed`.
//! A unit without `at` is still to be deployed; with `at-edge = true` it waits at its edge.
//!
//! **corps**: `name`, `side`, `nation` (french; british for the opponent), `order` (attack), `objective`, `received` and
//! `received-objective` (as the order), `lead` (units under Probe; else the engine chooses at the reveal), `radius`. Left out: one
//! corps a side, "F" and "O", under attack. **leaders**: `name`, `side`, `nation`, `corps`, `army`, `trait`, `at` or
//! `attached`. Left out: a commander for each corps, "CF" and "CO", at [46, 14] and [46, 34], and an army commander a side,
//! "AF" and "AO", at the edges.
//!
//! **charges** `[["A", "B"]]` or `[{ of = ["A", "B"], hit = "flank", face = "left", crossed = true }]`: A is in contact with B;
//! A is stood flush on that face of B. **couriers** `[{ corps, order, objective, arrives }]`. **coming**
//! `[{ side, turn, point, units }]`. **objectives** `[{ name, at, radius, worth }]`. **table**, **terrain** as in battle files.
//! `year` (1809), `rain`, `length`, `mover` and `initiative` (french), `held-before`, `activated = "A"` (it has passed its
//! command roll), `starting = { french, opponent }` (units at the start).
//!
//! **phase**: orders (step 1 from its beginning), initiative, move (step 2), reply (3), fire (4), melee (5), rally (7),
//! close (the end of the turn), deploy, start-orders. `turn` is 2.
//!
//! **say**: `send F attack at 30 20`, `carry F probe`; `rouse A`; `force-march A`; `march A ahead 4 wheel 30 back 2 face 90
//! form line road 6`; `charge A B`, `charge A B wheel 20 form line`; `enter A ahead 4`; `leave A back 3`; `ride CF to 10 12 join
//! A`; `end` (no more orders, acts, shots); `fire A B`; `unit A` (the next melee or shock); `place A 30 10 facing 0 line`;
//! `yes`, `no`.
//!
//! **expect**: for a unit `A = { level, formation, standing, at, facing, acted, fired, in-contact, pressed, leader = "CF" }`; for a
//! leader `CF = { attached = "A", at, presence = "present", trait }`; for a corps `F = { order, objective, received, lead }`;
//! `gap = [["A", "B", 2]]`; `contacts = [["A", "B"]]` (all there are); `holders = ["french", "nobody"]`; `couriers = 1`;
//! `sees = { side = "opponent", sealed = 0, couriers = 0, coming = 0, received = { F = "attack" } }` (what a side sees); `mover`, `initiative`.

mod expect;
mod say;
mod scene;
mod stage;

use crate::state::game::Orders;
use engine::cases::Cased;

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

impl Cased for Orders {
    type Scene = scene::Scene;
    type Said = say::Said;
    type Expected = expect::Expect;

    const PHASES: &'static [&'static str] = stage::PHASES;
    const CASES: &'static [(&'static str, &'static str)] = &CASES;
}
