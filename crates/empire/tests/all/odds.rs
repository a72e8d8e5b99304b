//! Exact odds are those of brute force.

use empire::Empire;
use engine::desk::compare_with_brute_force;

#[test]
fn exact_odds_equal_brute_force() {
    let compared = compare_with_brute_force::<Empire>(&[]).unwrap_or_else(|why| panic!("{why}"));
    assert!(compared >= 40, "only {compared} results were compared");
}
