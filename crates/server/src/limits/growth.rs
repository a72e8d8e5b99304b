//! What may be added to the store: each address has an hourly allowance, so have all together, and the store has a
//! size.
//! Games that are there go on.

use crate::limits::caller::Caller;
use crate::limits::nets::Nets;
use crate::limits::purses::{Purses, Wait};
use crate::limits::settings::{Allowance, Keep, Limits};
use crate::machine::Clock;
use crate::store::Store;
use crate::wrong::Wrong;
use axum::http::StatusCode;
use std::net::IpAddr;

pub(crate) struct Growth {
    most_bytes: Option<u64>,
    budgets: Option<Budgets>,
}

struct Budgets {
    clock: Clock,
    /// Wrong tries of seats' cards.
    cards: Nets,
    games: Shares,
    battles: Shares,
    records: Shares,
    /// Bytes of games that people play. They are small at first, and moves do not count.
    bytes_of_games: Shares,
    /// Bytes of what is whole from the start: battles between computer generals, and records. However much strangers
    /// bring of these, people can still begin to play.
    bytes_of_wholes: Shares,
}

/// For each address with its neighbourhood, and for all together.
struct Shares {
    of_each: Nets,
    of_all: Purses<()>,
}

/// What is to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// A game with at least one person in it.
    Game,
    /// A battle between computer generals, fought out at once.
    Battle,
    Record,
}

/// How far a record had come when it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It could not be read. It is not counted against its address yet.
    Unread,
    /// It was read, and its proof failed. It is counted already.
    Unproved,
}

impl Growth {
    pub(crate) fn new(limits: &Limits, keep: &Keep, limited: bool) -> Growth {
        let budgets = || Budgets {
            clock: Clock::start(),
            cards: Nets::new(limits.cards_of_address),
            games: Shares::new(limits.games_of_address, limits.games),
            battles: Shares::new(limits.battles_of_address, limits.battles),
            records: Shares::new(limits.records_of_address, limits.records),
            bytes_of_games: Shares::new(limits.bytes_of_address.half(), limits.bytes.half()),
            bytes_of_wholes: Shares::new(limits.bytes_of_address.half(), limits.bytes.half()),
        };
        Growth { most_bytes: keep.most_bytes, budgets: limited.then(budgets) }
    }

    /// Takes one more out of the allowance, or says why not.
    pub(crate) async fn allows(&self, store: &Store, by: Caller, added: Added) -> Result<(), Wrong> {
        if let Some(most) = self.most_bytes
            && store.bytes().await? >= most
        {
            return Err(Wrong::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "This server has no room for new games and records: those under way go on, and its keeper can make room.",
            ));
        }
        let Some(budgets) = &self.budgets else { return Ok(()) };
        let now = budgets.clock.now();
        let spent = |wait: Spent| wait.told(added);
        budgets.bytes_of(added).ask(now, by.0).map_err(spent)?;
        let taken = match added {
            // A record is proved first; one that is refused then counts for its bringer alone.
            Added::Record => budgets.of(added).take_of_one(now, by.0),
            Added::Game | Added::Battle => budgets.of(added).take(now, by.0),
        };
        taken.map_err(spent)
    }

    /// Whether anything of this kind may be added from there now; asked before the body is read.
    pub(crate) fn is_open_to(&self, by: Caller, added: Added) -> Result<(), Wrong> {
        let Some(budgets) = &self.budgets else { return Ok(()) };
        let now = budgets.clock.now();
        let spent = |wait: Spent| wait.told(added);
        budgets.bytes_of(added).ask(now, by.0).map_err(spent)?;
        budgets.of(added).has_one(now, by.0).map_err(spent)
    }

    /// Counts what was added.
    pub(crate) fn grown(&self, by: Caller, added: Added, bytes: usize) {
        let Some(budgets) = &self.budgets else { return };
        let now = budgets.clock.now();
        budgets.bytes_of(added).charge(now, by.0, bytes as u64);
        if added == Added::Record {
            budgets.of(added).of_all.charge(now, &(), 1);
        }
    }

    /// A record was refused: its bytes count for the address that brought it, not for all.
    pub(crate) fn refused(&self, by: Caller, bytes: usize, when: Refused) {
        let Some(budgets) = &self.budgets else { return };
        let now = budgets.clock.now();
        budgets.bytes_of(Added::Record).of_each.charge(now, by.0, bytes as u64);
        if when == Refused::Unread {
            budgets.of(Added::Record).of_each.charge(now, by.0, 1);
        }
    }

    /// Whether a card may be tried from there: only wrong tries count.
    pub(crate) fn may_try_a_card(&self, by: Caller) -> Result<(), Wrong> {
        let Some(budgets) = &self.budgets else { return Ok(()) };
        budgets.cards.has_one(budgets.clock.now(), by.0).map_err(|wait| {
            let minutes = wait.seconds().div_ceil(60);
            let sentence =
                format!("Many cards have been tried from your address: try again in {minutes} min.");
            Wrong::wait(StatusCode::TOO_MANY_REQUESTS, wait.seconds(), sentence)
        })
    }

    pub(crate) fn tried_a_card(&self, by: Caller) {
        if let Some(budgets) = &self.budgets {
            budgets.cards.charge(budgets.clock.now(), by.0, 1);
        }
    }
}

impl Budgets {
    fn of(&self, added: Added) -> &Shares {
        match added {
            Added::Game => &self.games,
            Added::Battle => &self.battles,
            Added::Record => &self.records,
        }
    }

    fn bytes_of(&self, added: Added) -> &Shares {
        match added {
            Added::Game => &self.bytes_of_games,
            Added::Battle | Added::Record => &self.bytes_of_wholes,
        }
    }
}

enum Spent {
    ByOne(Wait),
    ByAll(Wait),
}

impl Shares {
    fn new(of_each: Allowance, of_all: Allowance) -> Shares {
        Shares { of_each: Nets::new(of_each), of_all: Purses::new(of_all, 1) }
    }

    fn ask(&self, now: u64, who: IpAddr) -> Result<(), Spent> {
        self.of_each.ask(now, who).map_err(Spent::ByOne)?;
        self.of_all.ask(now, &()).map_err(Spent::ByAll)
    }

    fn has_one(&self, now: u64, who: IpAddr) -> Result<(), Spent> {
        self.of_each.has_one(now, who).map_err(Spent::ByOne)?;
        self.of_all.has(now, &(), 1).map_err(Spent::ByAll)
    }

    fn take(&self, now: u64, who: IpAddr) -> Result<(), Spent> {
        self.take_of_one(now, who)?;
        self.of_all.take(now, &(), 1).map_err(Spent::ByAll)
    }

    /// Takes one of the address's share, where one is left for all; theirs is taken when the record was added.
    fn take_of_one(&self, now: u64, who: IpAddr) -> Result<(), Spent> {
        self.has_one(now, who)?;
        self.of_each.take(now, who).map_err(Spent::ByOne)
    }

    fn charge(&self, now: u64, who: IpAddr, amount: u64) {
        self.of_each.charge(now, who, amount);
        self.of_all.charge(now, &(), amount);
    }
}

impl Spent {
    fn told(self, added: Added) -> Wrong {
        let (Spent::ByOne(wait) | Spent::ByAll(wait)) = self;
        let minutes = wait.seconds().div_ceil(60);
        let what = match added {
            Added::Game => "games have been begun",
            Added::Battle => "battles between computer generals have been fought",
            Added::Record => "records have been brought",
        };
        let (status, sentence) = match self {
            Spent::ByOne(_) => (
                StatusCode::TOO_MANY_REQUESTS,
                format!("Many {what} from your address or its neighbours: try again in {minutes} min."),
            ),
            Spent::ByAll(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, format!("Many {what} here: try again in {minutes} min."))
            }
        };
        Wrong::wait(status, wait.seconds(), sentence)
    }
}
