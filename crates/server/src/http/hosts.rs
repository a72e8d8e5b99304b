//! Under which names the server answers, and to which pages. A stranger's page in a player's browser must not talk to
//! it, neither under its own name (as another site) nor under a stranger's (by DNS rebinding).

use crate::wrong::Wrong;
use axum::http::{HeaderMap, Method, StatusCode, header};
use std::net::{IpAddr, Ipv6Addr};

/// The names this server goes by.
#[derive(Debug)]
pub struct Hosts {
    /// `None`: any.
    names: Option<Vec<String>>,
}

impl Hosts {
    /// The names the operator gives, and those of this machine. Without any, a server that others can reach goes by
    /// every name, and one that only this machine can reach by those of this machine.
    pub fn new(given: &[String], only_here: bool) -> Hosts {
        let names = given.iter().map(|name| name.to_ascii_lowercase()).collect::<Vec<_>>();
        Hosts { names: (only_here || !names.is_empty()).then_some(names) }
    }

    /// Whether a request may come in, by the name it calls and the page it is sent from.
    pub fn admit(&self, method: &Method, headers: &HeaderMap) -> Result<(), Wrong> {
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

    /// A name that is listed; an address in numbers always is, since no name can be redirected to it unseen.
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
