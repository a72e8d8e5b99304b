//! The steps that turned a battle, and its last fight.

use seat::report::{Turning, greatest};

/// The steps that are kept of these, and which of them was the last fight.
fn last_of(points: &[(usize, u32, i32, bool)]) -> (Vec<usize>, Vec<usize>) {
    let point = |&(step, turn, after, fell): &(usize, u32, i32, bool)| {
        let mut point = Turning::default();
        (point.step, point.turn, point.after) = (step, turn, after);
        (point.fell, point.fought) = (fell, true);
        point
    };
    let kept = greatest(points.iter().map(point).collect());
    let last = kept.iter().filter(|point| point.last).map(|point| point.step).collect();
    (kept.iter().map(|point| point.step).collect(), last)
}

#[test]
fn the_last_fight_is_the_one_that_cost_a_unit() {
    // Two units ridden down, then a volley that only scratched one.
    let ridden = [(5, 3, 113, true), (7, 5, 184, true), (8, 5, 113, true), (9, 5, 30, false)];
    assert_eq!(last_of(&ridden), (vec![5, 7, 8], vec![8]));
    // A unit lost turns ago ended nothing.
    let long_ago = [(5, 3, 113, true), (9, 5, 3, false), (10, 5, 1, false)];
    assert_eq!(last_of(&long_ago), (vec![5, 10], vec![10]));
    // What came later and weighed more turned the battle once more.
    let again = [(8, 5, 20, true), (9, 5, 50, false)];
    assert_eq!(last_of(&again), (vec![8, 9], vec![8]));
}
