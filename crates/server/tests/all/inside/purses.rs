//! Purses that fill with time.

use server::Allowance;
use server::for_tests::{Purses, Wait};
use std::time::Duration;

fn purses(amount: u64, every: u64, burst: u64) -> Purses<&'static str> {
    Purses::new(Allowance { amount, every: Duration::from_secs(every), burst }, 1)
}

#[test]
fn what_is_spent_comes_in_again_and_no_more_than_fits() {
    let purses = purses(10, 1, 50);
    assert_eq!(purses.take(0, &"soult", 50), Ok(()));
    assert_eq!(purses.take(0, &"soult", 1), Err(Wait(100)));
    assert_eq!(purses.take(0, &"hill", 1), Ok(()), "another purse");
    assert_eq!(purses.take(99, &"soult", 1), Err(Wait(1)));
    assert_eq!(purses.take(100, &"soult", 1), Ok(()));
    assert_eq!(purses.take(1_000_000, &"soult", 51), Ok(()), "nothing costs more than a full purse");
    assert_eq!(purses.take(1_000_000, &"soult", 1), Err(Wait(100)));
}

#[test]
fn a_caller_who_has_spent_more_than_he_had_waits_for_it() {
    let purses = purses(10, 1, 50);
    purses.charge(0, &"soult", 70);
    assert_eq!(purses.ask(0, &"soult"), Err(Wait(2001)));
    assert_eq!(purses.ask(2001, &"soult"), Ok(()));
    purses.charge(2001, &"soult", u64::MAX);
    assert_eq!(purses.ask(2001, &"soult"), Err(Wait(5001)), "a debt has its end");
}

#[test]
fn what_comes_by_the_hour_is_not_lost_to_those_who_ask_often() {
    let purses = purses(3, 3600, 3);
    assert_eq!(purses.take(0, &"soult", 3), Ok(()));
    let waits = (1..1_200_000).step_by(1000).all(|now| purses.take(now, &"soult", 1).is_err());
    assert!(waits && purses.take(1_200_000, &"soult", 1).is_ok(), "one every twenty minutes");
}
