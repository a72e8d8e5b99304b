//! How often a caller may ask, and who he is.

use axum::http::HeaderMap;
use server::Rate;
use server::for_tests::{Buckets, forwarded_for};
use std::net::IpAddr;

#[test]
fn behind_a_proxy_the_last_address_is_the_callers() {
    for (noted, caller) in [
        (&["192.0.2.7"][..], Some("192.0.2.7")),
        (&["10.0.0.1, 192.0.2.7"], Some("192.0.2.7")),
        (&["10.0.0.1", "10.0.0.2,2001:db8::7"], Some("2001:db8::7")),
        (&["192.0.2.7:4711"], Some("192.0.2.7")),
        (&["[2001:db8::7]:4711"], Some("2001:db8::7")),
        (&["[2001:db8::7]"], Some("2001:db8::7")),
        (&["192.0.2.7, "], None),
        (&["192.0.2.7, unknown"], None),
        (&[], None),
    ] {
        let mut headers = HeaderMap::new();
        for line in noted {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        assert_eq!(forwarded_for(&headers), caller.map(|caller| caller.parse().unwrap()), "{noted:?}");
    }
}

#[test]
fn a_burst_passes_and_a_flood_does_not() {
    let buckets = Buckets::new(Rate { per_second: 10, burst: 5 });
    let caller: IpAddr = "2001:db8::1".parse().unwrap();
    let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
    let stranger: IpAddr = "192.0.2.1".parse().unwrap();
    let allows = |now: u64, caller: IpAddr, cost: u32| buckets.allows_at(now, caller, cost).is_ok();
    assert!((0..5).all(|_| allows(0, caller, 1)));
    assert!(!allows(0, neighbour, 1), "the same net");
    assert!(allows(0, stranger, 1));
    assert!(!allows(99, caller, 1));
    assert!(allows(100, caller, 1));
    assert!(!allows(100, caller, 1));
    assert!(allows(10_000, caller, 5));
    assert!(!allows(10_000, caller, 1), "a long rest fills one bucket, not two");
}
