//! Random legal play on every sheet, rulings varied, invariants after each step. `make fuzz` plays more.

use volley::words::Sheet;

fn check(sheet: Sheet) {
    let hunt = study::hunt(sheet, 0..200);
    assert_eq!(hunt.games, 200);
    assert!(hunt.steps > 20_000, "only {} steps were played", hunt.steps);
    let first: Vec<String> = hunt.troubles.iter().take(5).map(|t| format!("{t:?}")).collect();
    assert!(hunt.troubles.is_empty(), "{}", first.join("\n"));
}

#[test]
fn two_hundred_random_games_of_a15_go_well() {
    check(Sheet::A15);
}

#[test]
fn two_hundred_random_games_of_p7_go_well() {
    check(Sheet::P7);
}

#[test]
fn two_hundred_random_games_of_br8_go_well() {
    check(Sheet::Br8);
}

/// Seeds that once found something, kept for ever.
#[test]
fn seeds_that_once_failed_stay_mended() {
    for (sheet, seed) in KEPT {
        let hunt = study::hunt(*sheet, *seed..seed + 1);
        assert!(hunt.troubles.is_empty(), "{:?}", hunt.troubles);
    }
}

/// Sheet and seed: bases too large for the printed deployment (41); cavalry shot down by a square that was
/// then set back all the same (1784).
const KEPT: &[(Sheet, u64)] = &[(Sheet::A15, 41), (Sheet::Br8, 41), (Sheet::Br8, 1784)];
