//! Who calls: an address.

use crate::limits::nets::net_of;
use crate::limits::rate;
use crate::work::{Class, Errand, Payer};
use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::request::Parts;
use seat::Seat;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The address a request comes from; of IPv6 its whole net.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller(pub(crate) IpAddr);

impl Caller {
    /// Behind a proxy, the address that the proxy noted last.
    pub(crate) fn of(request: &Request, behind_proxy: bool) -> Caller {
        let from = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(from)| from.ip());
        let noted = if behind_proxy { rate::forwarded_for(request.headers()) } else { None };
        Caller(net_of(noted.or(from).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))))
    }

    /// Work asked for without a seat.
    pub(crate) fn errand(self, class: Class) -> Errand {
        Errand { payer: Payer::Stranger(self.0), class }
    }

    /// Work asked for at a game: a player's goes first.
    pub(crate) fn errand_at(self, game: &str, seat: Seat) -> Errand {
        match seat {
            Seat::French | Seat::Allied => {
                Errand { payer: Payer::Seat { game: game.to_owned(), at: self.0 }, class: Class::Seated }
            }
            Seat::Watch => self.errand(Class::Beside),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        let noted = parts.extensions.get::<Caller>().copied();
        Ok(noted.unwrap_or(Caller(IpAddr::V4(Ipv4Addr::LOCALHOST))))
    }
}
