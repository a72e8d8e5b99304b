//! Purses by address and by net: the owner of a net has all its addresses.

use crate::limits::purses::{Purses, Wait};
use crate::limits::settings::Allowance;
use std::net::IpAddr;

/// One customer's IPv6 net has 2⁶⁴ addresses.
const NET: Width = Width { v4: 32, v6: 64 };
/// A household has one address of IPv4 and usually 256 nets of IPv6; a neighbourhood may be one customer too, or many.
const HOUSEHOLD: Width = Width { v4: 32, v6: 56 };
const NEIGHBOURHOOD: Width = Width { v4: 24, v6: 48 };
/// A neighbourhood may have as much as this many households.
const HOUSEHOLDS: u64 = 2;

/// How many first bits make the net.
#[derive(Clone, Copy)]
struct Width {
    v4: u32,
    v6: u32,
}

impl Width {
    fn around(self, address: IpAddr) -> IpAddr {
        match address.to_canonical() {
            own if is_of_a_house(own) => own,
            IpAddr::V4(v4) => {
                let rest = u32::MAX.checked_shr(self.v4).unwrap_or(0);
                IpAddr::V4((u32::from(v4) & !rest).into())
            }
            IpAddr::V6(v6) => {
                let rest = u128::MAX.checked_shr(self.v6).unwrap_or(0);
                IpAddr::V6((u128::from(v6) & !rest).into())
            }
        }
    }
}

/// Private addresses, of one's own house or club: each is one machine, whatever its first bits.
fn is_of_a_house(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_private(),
        IpAddr::V6(v6) => v6.octets()[0] == 0xfd || v6.is_unicast_link_local(),
    }
}

/// The net of an address: of IPv4 the address itself.
pub(crate) fn net_of(address: IpAddr) -> IpAddr {
    NET.around(address)
}

/// An allowance for each household and one for each neighbourhood.
pub(crate) struct Nets {
    households: Purses<IpAddr>,
    neighbourhoods: Purses<IpAddr>,
}

impl Nets {
    pub(crate) fn new(of_each: Allowance) -> Nets {
        Nets {
            households: Purses::new(of_each, 1),
            neighbourhoods: Purses::new(of_each.times(HOUSEHOLDS), 1),
        }
    }

    fn each(&self, who: IpAddr) -> [(&Purses<IpAddr>, IpAddr); 2] {
        [(&self.households, HOUSEHOLD.around(who)), (&self.neighbourhoods, NEIGHBOURHOOD.around(who))]
    }

    /// Whether anything is left. The cost is known, and charged, afterwards.
    pub(crate) fn ask(&self, now: u64, who: IpAddr) -> Result<(), Wait> {
        self.each(who).into_iter().try_for_each(|(purses, net)| purses.ask(now, &net))
    }

    pub(crate) fn has_one(&self, now: u64, who: IpAddr) -> Result<(), Wait> {
        self.each(who).into_iter().try_for_each(|(purses, net)| purses.has(now, &net, 1))
    }

    /// Takes one out of each purse, or out of none.
    pub(crate) fn take(&self, now: u64, who: IpAddr) -> Result<(), Wait> {
        self.has_one(now, who)?;
        self.each(who).into_iter().try_for_each(|(purses, net)| purses.take(now, &net, 1))
    }

    pub(crate) fn charge(&self, now: u64, who: IpAddr, amount: u64) {
        for (purses, net) in self.each(who) {
            purses.charge(now, &net, amount);
        }
    }
}
