//! Who is at a game's live line.

use engine::Side;
use server::for_tests::{Presence, Seat};
use std::sync::Arc;

#[test]
fn coming_and_going_is_heard_and_leaves_no_trace() {
    let all = Arc::<Presence>::default();
    let ours = all.comes("1", Seat::French);
    let friend = all.comes("1", Seat::Allied);
    let elsewhere = all.comes("2", Seat::Allied);
    assert_eq!(ours.heard.borrow().sides(), [Side::French, Side::Allied]);
    let again = all.comes("1", Seat::Allied);
    drop(friend);
    assert_eq!(ours.heard.borrow().sides(), [Side::French, Side::Allied], "on his other device");
    drop(again);
    assert_eq!(ours.heard.borrow().sides(), [Side::French]);
    drop((ours, elsewhere));
    assert!(all.is_empty());
}
