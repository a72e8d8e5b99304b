//! Exact odds are those of brute force. A whole charge falls in too many ways for it: its odds are held against others in `charge`.

use empire::Empire;
use engine::desk::compare_with_brute_force;

#[test]
fn exact_odds_equal_brute_force() {
    let compared = compare_with_brute_force::<Empire>(&["charge"]).unwrap_or_else(|why| panic!("{why}"));
    assert!(compared >= 40, "only {compared} results were compared");
}
