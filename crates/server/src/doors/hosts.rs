//! By which names the server may be called, and from which pages: a stranger's page in somebody's browser must not
//! talk to it, neither under its own name (as another site) nor under a stranger's (by DNS rebinding).

use crate::wrong::Wrong;
use axum::http::{HeaderMap, Method, StatusCode, header};
use std::net::{IpAddr, Ipv6Addr};

/// The names this server goes by.
#[derive(Debug)]
pub(crate) struct Hosts {
    /// `None`: any.
    names: Option<Vec<String>>,
}

impl Hosts {
    /// The names the operator gives, and those of this machine. Without any, a server that others can reach goes by
    /// every name, and one that only this machine can reach by those of this machine.
    pub(crate) fn new(given: &[String], only_here: bool) -> Hosts {
        let names = given.iter().map(|name| name.to_ascii_lowercase()).collect::<Vec<_>>();
        Hosts { names: (only_here || !names.is_empty()).then_some(names) }
    }

    /// Whether a request may come in, by the name it calls and the page it is sent from.
    pub(crate) fn admit(&self, method: &Method, headers: &HeaderMap) -> Result<(), Wrong> {
        if !headers.get_all(header::HOST).iter().all(|host| host.to_str().is_ok_and(|host| self.knows(host)))
        {
            return Err(Wrong::new(
                StatusCode::MISDIRECTED_REQUEST,
                "This server does not go by that name: open it by the address its keeper gave you.",
            ));
        }
        if method.is_safe() || self.are_from_here(headers) {
            return Ok(());
        }
        Err(Wrong::forbidden("Only a page of this server may do that: open its own address."))
    }

    /// A name is known; an address in numbers always is, since no name can be turned to it unseen.
    fn knows(&self, host: &str) -> bool {
        let Some(names) = &self.names else { return true };
        let name = without_port(host);
        name == "localhost" || is_address(&name) || names.iter().any(|known| without_port(known) == name)
    }

    /// A browser says where its page came from: that must be this very server. A program says nothing.
    pub(crate) fn are_from_here(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let origin = origin
            .to_str()
            .ok()
            .and_then(|origin| origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")));
        let Some(origin) = origin else { return false };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        // A proxy may call us by another name than the page's.
        let given = || self.names.iter().flatten().any(|name| origin.eq_ignore_ascii_case(name));
        host.is_some_and(|host| origin.eq_ignore_ascii_case(host)) || given()
    }
}

fn without_port(host: &str) -> String {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    name.trim_end_matches('.').to_ascii_lowercase()
}

fn is_address(name: &str) -> bool {
    let inside = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    name.parse::<IpAddr>().is_ok() || inside.is_some_and(|name| name.parse::<Ipv6Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
