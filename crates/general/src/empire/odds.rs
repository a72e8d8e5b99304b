//! What units are worth, and the exact odds of shots. Those of charges are the game's own (`onset::foreseen_by`).

use dice::Odds;
use empire::rules::gunnery::{self, Shot, shot};
use empire::rules::musketry::{self, Volley, volley};
use empire::rules::unit_morale::{Reason, UnitTest};
use empire::unit::Unit;
use empire::words::Arm;
use empire::{Empire, UnitId};
use engine::outlook::measuring;

/// What a figure lost counts, of a unit that stands.
const WEAR: f64 = 0.6;

/// What a unit is worth: that it is there at all counts most, for MEs are spent by units.
pub(super) fn worth(unit: &Unit) -> f64 {
    let whole = f64::from(unit.profile.figures.max(1));
    let left = f64::from(unit.figures) / whole;
    let kind = if unit.arm() == Arm::Artillery { 1.3 } else { 1.0 };
    kind * (0.5 + 0.5 * left)
}

/// What a unit's fire takes from another, in means: it runs, or it is the weaker for it.
pub(super) fn harm(view: &Empire, unit: UnitId, target: UnitId, opportunity: bool) -> f64 {
    let rules = &view.rules;
    let body = view.unit(target);
    let test = measuring(|eyes| UnitTest::seen(view, eyes, target, Reason::fire(unit)));
    let suffers = |fell: u32| {
        if fell == 0 {
            return 0.0;
        }
        let start = body.profile.figures.max(1);
        let test = UnitTest {
            lost: (body.lost() + fell).min(start) * 100 / start,
            lost_now: (body.impulse.lost + fell).min(start) * 100 / start,
            ..test
        };
        let runs = if body.in_good_morale() { fails(&test, view) } else { 0.0 };
        worth(body) * (runs + (1.0 - runs) * WEAR * f64::from(fell) / f64::from(start))
    };
    if view.unit(unit).arm() == Arm::Artillery {
        let seen = measuring(|eyes| Shot::seen(view, eyes, unit, target, gunnery::How::default()));
        return seen.map_or(0.0, |facts| {
            let odds: Odds<gunnery::Fired, f64> = Odds::of(|dice| shot(dice, rules, &facts));
            odds.mean(|fired| suffers(fired.hits))
        });
    }
    let how = musketry::How { opportunity, ..musketry::How::default() };
    let seen = measuring(|eyes| Volley::seen(view, eyes, unit, target, how));
    seen.map_or(0.0, |facts| {
        let odds: Odds<musketry::Fired, f64> = Odds::of(|dice| volley(dice, rules, &facts));
        odds.mean(|fired| suffers(fired.casualties))
    })
}

/// The chance that a test fails.
fn fails(test: &UnitTest, view: &Empire) -> f64 {
    let Some(need) = test.stands_on(&view.rules) else { return 0.0 };
    1.0 - at_least(need - test.sum(&view.rules).total())
}

/// The chance of so much or more on 2d10.
pub(super) fn at_least(need: i32) -> f64 {
    let ways = (1..=10).map(|one: i32| (11 - (need - one).clamp(1, 11)).max(0)).sum::<i32>();
    f64::from(ways) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_are_counted() {
        for (need, ways) in [(2, 100), (3, 99), (11, 55), (12, 45), (20, 1), (21, 0), (-5, 100)] {
            assert!((at_least(need) * 100.0 - f64::from(ways)).abs() < 1e-9, "{need}: {}", at_least(need));
        }
    }
}
