//! A charge as a tree: square, élan, fire, morale, close action, victory.

use super::{
    At, ChargeFacts, Course, Ears, GUNS, Stand, close, effects, elan, fall, fire, follow_me, guns, level,
    reply, retire, standard, test,
};
use crate::charts::Rules;
use crate::state::words::SquareKind;
use dice::{Chain, Chance};
use engine::outlook::{Branch, Fork};

/// The stages of a charge from where it has come to, each with what may come of it.
pub fn tree(rules: &Rules, facts: &ChargeFacts, from: Course) -> Vec<Branch> {
    type All = Chain<Course, Chance>;
    let ears = Ears::none();
    let forms = |all: &mut All| {
        let Ok(()) = reply(all, rules, facts, ears);
    };
    let goes = |all: &mut All| {
        let Ok(()) = elan(all, rules, facts, ears);
        let Ok(()) = follow_me(all, rules, facts, ears);
    };
    let shoots = |all: &mut All| {
        let Ok(()) = fire(all, rules, facts, ears);
        for nth in 0..GUNS as u8 {
            let Ok(()) = guns(all, rules, facts, nth, ears);
        }
    };
    let checks = |all: &mut All| {
        let Ok(()) = effects(all, rules, facts, ears);
    };
    let shoots_and_checks = |all: &mut All| {
        shoots(all);
        checks(all);
    };
    let away = |all: &mut All| {
        let Ok(()) = retire(all, facts, ears);
    };
    let tests = |all: &mut All| {
        let Ok(()) = test(all, rules, facts, ears);
    };
    let closes = |all: &mut All| {
        let Ok(()) = close(all, rules, facts, ears);
    };
    let wins = |all: &mut All| {
        let Ok(()) = level(all, rules, facts, ears);
        let Ok(()) = fall(all, rules, facts, ears);
        let Ok(()) = standard(all, rules, facts, ears);
    };
    let fire_step = "Fire at {unit}";
    let mut forks = vec![Fork { step: "{foe} form[s] up", stages: &forms, goes_on: &formed }];
    let spirit = || Fork { step: "The élan of {unit}", stages: &goes, goes_on: &led };
    if facts.elan_first(rules) {
        forks.push(spirit());
        forks.push(Fork { step: fire_step, stages: &shoots_and_checks, goes_on: &hurt });
    } else {
        forks.push(Fork { step: fire_step, stages: &shoots, goes_on: &hurt });
        forks.push(spirit());
        forks.push(Fork { step: "What the fire does", stages: &checks, goes_on: &hurt });
    }
    forks.push(Fork { step: "{foe} would get away", stages: &away, goes_on: &|_| "{they} are caught" });
    forks.push(Fork { step: "The morale of {foe}", stages: &tests, goes_on: &|_| "{they} stand" });
    forks.push(Fork { step: "Close action", stages: &closes, goes_on: &ahead });
    forks.push(Fork { step: "The victory", stages: &wins, goes_on: &|_| "" });
    let end = |course: &Course| course.is_over().then(|| course.outcome(rules, facts).end.told());
    engine::outlook::tree(from, &forks, &end)
}

fn formed(course: &Course) -> &'static str {
    let At::Coming { stand, .. } = course.at else { return "" };
    match stand {
        Stand::AsItWas => "{they} do not get into it",
        Stand::ClosedColumn => "{they} are in closed column",
        Stand::Square(SquareKind::Hasty) => "{they} are in a hasty square",
        Stand::Square(SquareKind::Solid) => "{they} are in a solid square",
        Stand::Klumpen => "{they} make Klumpen",
    }
}

fn led(course: &Course) -> &'static str {
    if course.is_led() { "{we} halt, and Follow Me leads on" } else { "{we} go on" }
}

fn hurt(course: &Course) -> &'static str {
    if course.lost == 0 { "{we} close in unhurt" } else { "{we} close in, with losses" }
}

fn ahead(course: &Course) -> &'static str {
    match course.at {
        At::Fought { fought, .. } if fought.lead == 0 => "equal totals",
        At::Fought { fought, .. } if fought.charger_wins => "{we} are ahead",
        At::Coming { .. } | At::Fought { .. } | At::Won { .. } | At::Struck { .. } | At::Over(_) => {
            "{they} are ahead"
        }
    }
}
