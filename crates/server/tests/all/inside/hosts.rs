//! By which names the server is called, and from which pages.

use axum::http::{HeaderMap, Method, header};
use server::for_tests::Hosts;

fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, host.parse().unwrap());
    if let Some(origin) = origin {
        headers.insert(header::ORIGIN, origin.parse().unwrap());
    }
    headers
}

#[test]
fn a_server_goes_by_its_own_names_only() {
    let own = ["Battle.example.org".to_owned()];
    for (given, only_here, host, known) in [
        (&[][..], true, "localhost:1815", true),
        (&[], true, "127.0.0.1:1815", true),
        (&[], true, "[::1]:1815", true),
        (&[], true, "[::1]", true),
        (&[], true, "LocalHost.", true),
        (&[], true, "evil.example:1815", false),
        (&[], true, "localhost.evil.example", false),
        (&[], true, "127.0.0.1.evil.example", false),
        (&[], true, "", false),
        (&own, false, "battle.example.org", true),
        (&own, false, "BATTLE.example.org:1815", true),
        (&own, false, "localhost:1815", true),
        (&own, false, "evil.example", false),
        (&own, false, "xbattle.example.org", false),
        (&[], false, "anything.example", true),
    ] {
        let admitted = Hosts::new(given, only_here).admit(&Method::GET, &headers(host, None));
        assert_eq!(admitted.is_ok(), known, "{host} with {given:?}");
    }
}

#[test]
fn only_pages_of_the_server_change_anything() {
    let own = ["battle.example.org".to_owned()];
    for (host, origin, method, admitted) in [
        ("localhost:1815", None, Method::POST, true),
        ("localhost:1815", Some("http://localhost:1815"), Method::POST, true),
        ("localhost:1815", Some("http://localhost:3000"), Method::POST, false),
        ("localhost:1815", Some("http://evil.example"), Method::POST, false),
        ("localhost:1815", Some("null"), Method::POST, false),
        ("localhost:1815", Some("http://evil.example"), Method::GET, true),
        ("battle.example.org", Some("https://battle.example.org"), Method::POST, true),
        // A proxy that does not pass the name on.
        ("127.0.0.1:1815", Some("https://battle.example.org"), Method::POST, true),
        ("127.0.0.1:1815", Some("https://battle.example.org:8443"), Method::POST, false),
        ("127.0.0.1:1815", Some("https://evil.example"), Method::DELETE, false),
    ] {
        let found = Hosts::new(&own, false).admit(&method, &headers(host, origin));
        assert_eq!(found.is_ok(), admitted, "{method} {host} {origin:?}");
    }
}
