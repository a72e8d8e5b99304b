//! Falls of dice that are told apart.

use dice::{Chance, Dice, Tally, Weight};
use std::collections::BTreeSet;

#[test]
fn every_fall_comes_once() {
    let mut all: Vec<[u32; 3]> = Vec::new();
    Tally::<Chance>::default().run(
        |dice| dice.read_named(5, &["a", "b", "c"], |fall| fall),
        |fall, chance| {
            assert_eq!(*chance, Chance::of(1, 125), "{fall:?}");
            all.push(fall);
        },
    );
    assert_eq!(all.len(), 125);
    assert_eq!((all[0], all[1], all[124]), ([1, 1, 1], [1, 1, 2], [5, 5, 5]));
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 125);
    let mut of_none = 0;
    Tally::<Chance>::default().run(|dice| dice.read_named(6, &[], |[]| ()), |(), _| of_none += 1);
    assert_eq!(of_none, 1, "no dice fall in one way");
}
