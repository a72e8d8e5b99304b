//! The brigades as doors draw them: who leads each, how far he reaches, and how those come that are still in reserve.

use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::turn::reserves::{reserve_need, rolls_from};
use crate::state::game::Volley;
use crate::state::scenario::Reserve;
use engine::group::{Coming, ComingUnit, drawn_by_command};
use engine::wording::part_of;
use engine::{GroupDrawn, Mood, Played as _, Sign, UnitId};

const NO_GENERAL: Sign = Sign::named(
    "†",
    "its general is lost",
    Mood::Bad,
    "Only the army's commander can still keep its units in command.",
    "volley.house.command.range",
);
const OUT: Sign = Sign::named(
    "O",
    "out of command",
    Mood::Bad,
    "Such a unit is too far from its general.",
    "volley.move.half.command",
);
const RESERVE: Sign = Sign::named(
    "R",
    "in reserve",
    Mood::Plain,
    "What is in reserve is not on the table.",
    "volley.p1.reserves",
);

/// Every sign, for a list of them.
pub(super) fn every_sign(rules: &Rules) -> Vec<Sign> {
    vec![NO_GENERAL, out(rules), in_reserve(rules)]
}

fn out(rules: &Rules) -> Sign {
    let Some(divide) = rules.int(rule!("volley.move.half.command")) else { return OUT };
    let moves = part_of(1, divide.unsigned_abs(), "its move");
    OUT.meaning(format!("Such a unit is too far from its general and has {moves}."))
}

fn in_reserve(rules: &Rules) -> Sign {
    match rolls_from(rules) {
        None => RESERVE,
        Some(_) => RESERVE.meaning(
            "What is in reserve is not on the table: a die is thrown for it at the beginning of each turn.",
        ),
    }
}

pub(super) fn drawn(game: &Volley) -> Vec<GroupDrawn> {
    let mut bodies =
        drawn_by_command("brigade", &game.units_drawn(), &game.units_awaited(), &game.generals_drawn());
    for body in &mut bodies {
        let reserve = game.reserves.iter().find(|one| one.side == body.side && one.command == body.name);
        // Half of a brigade may be on the table already.
        body.comes = reserve.map(|reserve| comes(game, reserve));
        body.signs = signs(game, body);
    }
    bodies
}

fn signs(game: &Volley, body: &GroupDrawn) -> Vec<Sign> {
    let lost = body.leader.and_then(|id| game.general(id)).is_some_and(|general| general.lost);
    let is_out = |id: &&UnitId| game.unit(**id).on_table() && !game.in_command(**id);
    let without = if game.measured && game.rules.on(rule!("volley.move.half.command")) {
        body.members.iter().filter(is_out).count()
    } else {
        0
    };
    let without = (without > 0).then(|| out(&game.rules).saying(format!("{without} out of command")));
    let reserve = body.comes.as_ref().map(|coming| match body.members.len() {
        0 => in_reserve(&game.rules),
        _ => in_reserve(&game.rules).saying(format!("{} in reserve", coming.units.len())),
    });
    [lost.then_some(NO_GENERAL), without, reserve].into_iter().flatten().collect()
}

fn comes(game: &Volley, reserve: &Reserve) -> Coming {
    Coming {
        when: when(game, reserve_need(&game.rules, reserve.failed)),
        at: Some(reserve.point),
        rules: vec!["volley.p1.reserves", "volley.house.reserve.roll"],
        units: ComingUnit::of(game.units_awaited(), reserve.side, &reserve.command),
    }
}

/// When a reserve comes that needs so much.
fn when(game: &Volley, needs: u32) -> String {
    match rolls_from(&game.rules) {
        None => "It stays away: no dice are thrown for reserves here.".to_owned(),
        Some(first) if game.turn < first => format!(
            "From turn {first} on a die is thrown for it at the beginning of each turn: it comes up on {needs}+, and one \
             easier after each that fails."
        ),
        Some(_) if needs <= 1 => "It comes up at the beginning of the next turn.".to_owned(),
        Some(_) => {
            format!("At the beginning of the next turn a die is thrown for it: it comes up on {needs}+.")
        }
    }
}
