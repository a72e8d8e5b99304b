//! What a seat has given out of hand, and what has come of it.

use engine::By;
use seat::Staffed;

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

/// Games of earlier versions say with what a marshal has in mind when he thought it out.
#[test]
fn what_was_in_mind_in_an_earlier_version_is_still() {
    let then = r#"{"given":{},"mind":{"since":12,"thought":"{}"}}"#;
    let staff = serde_json::from_str::<Staffed>(then).unwrap();
    let now = serde_json::to_string(&staff).unwrap();
    assert!(!staff.is_empty() && now.contains(r#""mind":{"thought":"{}"}"#), "{now}");
    let mut back = staff.clone();
    back.cut(3);
    assert_eq!(back, staff, "what was taken back since was not his");
    assert!(staff.anew().is_empty());
}

/// A captain of the person's own remembers what he did for him as long as it is done.
#[test]
fn who_leads_for_a_person_forgets_what_was_taken_back() {
    let mut staff = serde_json::from_str::<Staffed>(r#"{"given":{},"mind":{"thought":"{}"}}"#).unwrap();
    staff.note(4, 5, By::Captain);
    staff.note(9, 10, By::Captain);
    let keeps = |staff: &Staffed| serde_json::to_string(staff).unwrap().contains("mind");
    staff.cut(11);
    assert!(keeps(&staff), "nothing of his was taken back");
    staff.cut(9);
    assert!(!keeps(&staff));
}
