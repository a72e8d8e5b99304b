//! What dice brought against what was to be expected of them.

use dice::{Chance, Weight as _};
use engine::Side;
use seat::luck::{Kind, Luck, Trial};

fn trial(tries: u32, successes: u32, ways: u128, of: u128) -> Trial {
    Trial { side: Side::French, kind: Kind::Hits, tries, successes, chance: Chance::of(ways, of) }
}

#[test]
fn two_sixes_of_two_dice_are_rare() {
    let luck = Luck::of(&[trial(2, 2, 1, 6)], Side::French);
    assert_eq!((luck.hits.tries, luck.hits.successes, &*luck.hits.fraction), (2, 2, "1/3"));
    assert!((luck.hits.as_many - 1.0 / 36.0).abs() < 1e-12);
    assert!((luck.hits.as_few - 1.0).abs() < 1e-12);
    assert_eq!(luck.tests.tries, 0);
}

#[test]
fn what_cannot_fail_is_no_luck() {
    let luck = Luck::of(&[trial(3, 3, 1, 1), trial(1, 0, 0, 1)], Side::French);
    assert_eq!((luck.hits.expected, luck.hits.as_many, luck.hits.as_few), (3.0, 1.0, 1.0));
    assert_eq!(Luck::of(&[trial(3, 3, 1, 1)], Side::Allied).hits.tries, 0);
}
