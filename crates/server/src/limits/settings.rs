//! What callers may cost: CPU time, room in the store, connections. The operator can set all of it.

use std::time::Duration;

/// How much of something a caller may have in a time, and how much at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub amount: u64,
    /// The time in which `amount` comes in.
    pub every: Duration,
    /// What is saved up at most, for use at once.
    pub burst: u64,
}

impl Allowance {
    pub const fn a_second(amount: u64, burst: u64) -> Allowance {
        Allowance { amount, every: Duration::from_secs(1), burst }
    }

    pub const fn an_hour(amount: u64, burst: u64) -> Allowance {
        Allowance { amount, every: Duration::from_secs(3600), burst }
    }

    pub(crate) const fn times(self, many: u64) -> Allowance {
        Allowance {
            amount: self.amount.saturating_mul(many),
            every: self.every,
            burst: self.burst.saturating_mul(many),
        }
    }

    pub(crate) const fn half(self) -> Allowance {
        Allowance { amount: self.amount.div_ceil(2), every: self.every, burst: self.burst.div_ceil(2) }
    }
}

/// What callers may cost. An address of IPv6 is its net, the first 64 bits. What is added to the store is counted by the
/// household, the first 56 bits, and by the neighbourhood (24 bits of IPv4, 48 of IPv6), which may have twice as much. On a private
/// net (10/8, 172.16/12, 192.168/16, fd00::/8, fe80::/10) each address counts by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Milliseconds of CPU for an address without a seat: charts, battles between computer generals, proofs of records,
    /// spectators' looks.
    pub stranger: Allowance,
    /// The same for all such addresses together.
    pub strangers: Allowance,
    /// Milliseconds of CPU for one seat in one game. A seat that has spent more is served last, and not refused.
    pub seat: Allowance,
    /// The same for all seats of an address.
    pub seats_of_address: Allowance,
    /// Dear requests of one address, or of one seat, that are under way or wait …
    pub dear_of_each: usize,
    /// … and of all together.
    pub dear: usize,
    /// A caller who would have to wait longer is told so at once.
    pub longest_wait: Duration,
    /// Thoughts of marshals, under way or waiting, against players of one address; further ones begin when those are
    /// done …
    pub thoughts_of_address: usize,
    /// … and of all together. Where half as many wait, no game can be begun against another marshal.
    pub thoughts: usize,
    /// A record is refused as soon as playing it again has taken this much CPU.
    pub proof: Duration,
    /// Games that an address may begin to play.
    pub games_of_address: Allowance,
    /// Games that may be begun to play in all.
    pub games: Allowance,
    /// Battles between computer generals that an address may have fought out. Each is a thousand lines written at once,
    /// and moves made meanwhile wait for them.
    pub battles_of_address: Allowance,
    /// The same for all addresses.
    pub battles: Allowance,
    /// Records that an address may bring.
    pub records_of_address: Allowance,
    /// Records that may be brought in all.
    pub records: Allowance,
    /// Bytes that the games and records of an address may take in the store, half of it for games that people play and
    /// half for what is whole from the start: battles between computer generals, records. Moves do not count.
    pub bytes_of_address: Allowance,
    /// The same for all addresses.
    pub bytes: Allowance,
    /// Wrong tries of seats' cards from one address.
    pub cards_of_address: Allowance,
    /// Connections of one address; behind a proxy its requests under way.
    pub connections_of_address: usize,
    /// Connections in all; `None`: as many as the files that the process may open, less some for the store.
    pub connections: Option<usize>,
    /// Live lines of one address.
    pub lines_of_address: usize,
    /// Live lines in all. There are never more than three quarters of the connections.
    pub lines: usize,
    /// Bytes of memory for games being played or looked at. Beyond them the game not looked at for longest is dropped,
    /// and read from the store when it is next wanted. `None`: a quarter of the machine's.
    pub memory: Option<u64>,
}

impl Default for Limits {
    /// For a small machine with two cores: strangers may use one of them, and never go before a player.
    fn default() -> Limits {
        const MIB: u64 = 1 << 20;
        Limits {
            stranger: Allowance::a_second(250, 10_000),
            strangers: Allowance::a_second(1_000, 30_000),
            seat: Allowance::a_second(400, 6_000),
            seats_of_address: Allowance::a_second(1_000, 15_000),
            dear_of_each: 8,
            dear: 60,
            longest_wait: Duration::from_secs(10),
            thoughts_of_address: 2,
            thoughts: 24,
            proof: Duration::from_secs(4),
            games_of_address: Allowance::an_hour(600, 1_200),
            games: Allowance::an_hour(3_000, 6_000),
            battles_of_address: Allowance::an_hour(60, 30),
            battles: Allowance::an_hour(600, 150),
            records_of_address: Allowance::an_hour(60, 30),
            records: Allowance::an_hour(600, 300),
            bytes_of_address: Allowance::an_hour(32 * MIB, 64 * MIB),
            bytes: Allowance::an_hour(256 * MIB, 512 * MIB),
            cards_of_address: Allowance::an_hour(60, 20),
            connections_of_address: 256,
            connections: None,
            lines_of_address: 128,
            lines: 5_000,
            memory: None,
        }
    }
}

/// How long games are kept, and how much the store may hold. `None`: for ever, and anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Records and games never opened by a link, since they came.
    pub never_opened: Option<Duration>,
    /// Games under way in which no move was ever made, since they were last opened.
    pub never_moved: Option<Duration>,
    /// Records that were brought, since they were last opened.
    pub records: Option<Duration>,
    /// Every game, finished or under way, since it last changed or was opened.
    pub games: Option<Duration>,
    /// A store of this many bytes takes no new games and records. Games under way go on.
    pub most_bytes: Option<u64>,
}

impl Default for Keep {
    fn default() -> Keep {
        let days = |days: u64| Some(Duration::from_secs(days * 24 * 3600));
        Keep {
            never_opened: days(7),
            never_moved: days(30),
            records: None,
            games: None,
            most_bytes: Some(8 << 30),
        }
    }
}
