//! Seats and the secrets that open them.

use axum::http::StatusCode;
use server::inside::{Chairs, Opened, Seat, TokenHashes, hashed};

#[test]
fn whoever_has_a_link_of_old_sits() {
    let (french, allied, watch) = (hashed("a"), hashed("b"), hashed("c"));
    let old = format!(r#"{{"french":"{french}","allied":"{allied}","watch":"{watch}"}}"#);
    let hashes: TokenHashes = serde_json::from_str(&old).unwrap();
    for (token, seat) in [("a", Seat::French), ("b", Seat::Allied), ("c", Seat::Watch)] {
        assert_eq!(hashes.opens(token).unwrap(), Opened { seat, invited: None });
    }
    assert_eq!(hashes.opens("d").unwrap_err().status, StatusCode::UNAUTHORIZED);
    assert_eq!(hashes.chairs, Chairs::default(), "nobody is awaited, and no dice wait");
}
