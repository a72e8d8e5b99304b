//! The numbers captains reckon with, against the rules and against every fall of the dice.

use general::inside::{Charts, at_least, two_dice_reach};
use orders::Rules;
use orders::words::{Gun, Level, Troop};

#[test]
fn a_check_costs_what_it_should() {
    let charts = Charts::of(&Rules::printed().expect("the printed rules"));
    // Seasoned in panic: 6 or more with a die less one, and the next level is gone.
    let panic = charts.check_cost(Troop::Seasoned, Level::Panic, 0);
    assert!((panic - 0.6 * 0.8).abs() < 1e-9, "{panic}");
    let firm = charts.check_cost(Troop::Seasoned, Level::Firm, 0);
    assert!(firm > 0.5 * 0.7 && firm < 1.5, "{firm}");
    assert!(charts.check_cost(Troop::Guard, Level::Firm, 0) < firm / 2.0);
}

#[test]
fn far_guns_give_one_check() {
    let charts = Charts::of(&Rules::printed().expect("the printed rules"));
    let near = charts.gun_checks(Gun::Heavy, Troop::Veteran, 5.0, 0);
    let far = charts.gun_checks(Gun::Heavy, Troop::Veteran, 8.0, 0);
    assert!((near - 1.5).abs() < 1e-9 && (far - 0.75).abs() < 1e-9, "{near} {far}");
    assert!(charts.gun_checks(Gun::Light, Troop::Veteran, 9.5, 0) < 1e-9);
}

#[test]
fn two_dice_reach_what_they_should() {
    for total in 0..=14 {
        let mut ways = 0;
        for a in 1..=6 {
            for b in 1..=6 {
                ways += i32::from(a + b >= total);
            }
        }
        assert!((two_dice_reach(total) - f64::from(ways) / 36.0).abs() < 1e-12, "{total}");
    }
}

#[test]
fn two_dice_are_counted() {
    for (need, ways) in [(2, 100), (3, 99), (11, 55), (12, 45), (20, 1), (21, 0), (-5, 100)] {
        assert!((at_least(need) * 100.0 - f64::from(ways)).abs() < 1e-9, "{need}: {}", at_least(need));
    }
}
