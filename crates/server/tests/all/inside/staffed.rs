//! What a seat has given out of hand, and what has come of it.

use engine::By;
use server::inside::Staffed;

#[test]
fn what_was_given_upon_one_thing_goes_back_together() {
    let mut staff = Staffed::default();
    for (since, entry, by) in [(3, 3, By::Captain), (3, 6, By::Beforehand), (9, 9, By::Captain)] {
        staff.note(since, entry, by);
    }
    assert_eq!(
        [2, 3, 4, 6, 9, 10].map(|entry| staff.by(entry)),
        [None, Some(By::Captain), None, Some(By::Beforehand), Some(By::Captain), None]
    );
    assert_eq!([2, 3, 4, 6, 9, 10].map(|entry| staff.back_to(entry)), [2, 3, 4, 3, 9, 10]);
    staff.cut(6);
    assert_eq!(staff.by(3), Some(By::Captain));
    assert_eq!((staff.by(6), staff.by(9)), (None, None));
    let text = serde_json::to_string(&staff).unwrap();
    assert_eq!(serde_json::from_str::<Staffed>(&text).unwrap(), staff);
    assert_eq!(serde_json::from_str::<Staffed>("{}").unwrap(), Staffed::default());
    assert!(staff.anew().is_empty());
}
