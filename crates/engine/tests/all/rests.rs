//! The states that a session keeps to go back to.

use engine::__Rests as Rests;

#[test]
fn few_states_are_kept_the_latest_and_some_of_the_earlier() {
    let mut rests = Rests::default();
    for step in 0..500 {
        rests.keep(step, step);
        assert!(rests.count() <= Rests::<usize>::MOST);
        assert_eq!(rests.nearest(0), Some((0, &0)), "one can always go back to the last die");
        assert_eq!(rests.nearest(step.saturating_sub(2)).map(|(at, _)| at), Some(step.saturating_sub(2)));
        // No stretch is longer than half of all there was, or so.
        let nearest: Vec<usize> = (0..=step).filter_map(|to| Some(rests.nearest(to)?.0)).collect();
        let apart = nearest.windows(2).map(|two| two[1] - two[0]).max().unwrap_or(0);
        assert!(apart <= step / 2 + 1, "{apart} apart after {step}");
    }
    rests.cut(499);
    assert_eq!(rests.nearest(600), Some((498, &498)));
    rests.clear();
    assert_eq!(rests.nearest(600), None);
}
