//! The share of its move that a unit has used: sums of fractions, exact.

use orders::budget::Share;
use table::Inches;

#[test]
fn thirds_halves_and_inches_add_up_exactly() {
    let third = Share::new(1, 3);
    assert_eq!(third.plus(third).plus(third), Share::WHOLE);
    // A third for the change, then four inches of a column's six.
    let march = third.plus(Share::of_inches(Inches::whole(4), Inches::whole(6)));
    assert_eq!(march, Share::WHOLE);
    assert!(march.plus(Share::of_inches(Inches(1), Inches::whole(6))) > Share::WHOLE);
    assert_eq!(Share::WHOLE.less(third).inches(Inches::whole(6)), Inches::whole(4));
    assert_eq!(third.less(Share::WHOLE), Share::NONE);
    assert_eq!(Share::new(1, 2).times(third), Share::new(1, 6));
}

#[test]
fn shares_read_as_players_say_them() {
    let said: Vec<String> =
        [Share::WHOLE, Share::new(5, 6), Share::new(1234, 5678)].iter().map(Share::to_string).collect();
    assert_eq!(said, ["1", "5/6", "0.21"]);
}

#[test]
fn long_sums_stay_within_bounds() {
    let mut sum = Share::NONE;
    for allowance in (5_987..6_100).step_by(13) {
        sum = sum.plus(Share::of_inches(Inches(1), Inches(allowance)));
    }
    assert!(sum > Share::NONE && sum < Share::new(1, 100));
}
