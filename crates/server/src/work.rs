//! Which work is done when, and whose allowance pays for it.
//!
//! Four kinds of work, each with a queue and threads of its own: what players wait for goes first; work beside the game
//! has less priority; dear work has least, waits in a short queue, and takes none of the others' threads; nor do
//! computer players who think for seconds. The CPU time of all work is measured and taken out of its payer's allowance.

pub(crate) mod queue;
mod threads;

use crate::limits::at_once::Crowd;
use crate::limits::purses::{Purses, Wait};
use crate::limits::settings::{Allowance, Limits};
use crate::machine::{self, Clock};
use crate::wrong::{Error, Wrong};
use axum::http::StatusCode;
use queue::{Queue, Rank, Refused, Ticket};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use threads::Threads;
use tokio::sync::oneshot;

/// Looks and moves of one seat, or of spectators of one address, that may wait at once.
const MOST_OF_EACH: usize = 32;
/// And of all together.
const MOST: usize = 4_000;
/// A player waits no longer than this: he is told before his request times out.
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// No request waits for a thought to begin, so it may wait long.
const LONGEST_WAIT_TO_THINK: Duration = Duration::from_secs(600);
/// What writing one entry costs, as if it were CPU time.
const MICROS_OF_AN_ENTRY: u64 = 50;

/// What kind of work it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Moves of a seat, and looks at the game it must move in.
    Seated,
    /// Beside the game: spectators, steps looked back at, logs, the odds a player asks for, a game that is begun.
    Beside,
    /// Anything that takes long: charts without a game, whole battles between computer generals, proofs of records,
    /// reports.
    Dear,
    /// Computer players who play plans out before they choose. A thought takes seconds, and what a queue's work usually
    /// takes is what its callers are told to wait: so thoughts have their own.
    Thought,
}

/// Whose allowance pays.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Payer {
    /// The server's own work: free.
    Server,
    Stranger(IpAddr),
    Seat {
        game: String,
        at: IpAddr,
    },
    /// A computer player who thinks in a game played from this address. Free: a player of a marshal is not to be kept
    /// waiting for it.
    Opponent {
        of: IpAddr,
    },
}

/// What a caller asks for: who pays, and which kind of work it is.
#[derive(Clone, Debug)]
pub struct Errand {
    pub payer: Payer,
    pub class: Class,
}

pub struct Work {
    seated: Bench,
    beside: Bench,
    dear: Bench,
    thought: Bench,
    most_thoughts: usize,
    budgets: Option<Budgets>,
}

struct Bench {
    line: Arc<Queue>,
    crew: Threads,
}

/// In microseconds of CPU.
struct Budgets {
    clock: Clock,
    stranger: Purses<IpAddr>,
    strangers: Purses<()>,
    seat: Purses<Payer>,
    seats_of_address: Purses<IpAddr>,
}

/// A turn to work. It was waited for already, except for [`Class::Seated`], where [`run`](Turn::run) waits.
pub struct Turn {
    work: Arc<Work>,
    errand: Errand,
    ticket: Option<Arc<Ticket>>,
}

impl Work {
    /// `limited`: callers have allowances, and none may fill the queues alone.
    pub(crate) fn new(limits: &Limits, limited: bool) -> Result<Arc<Work>, Error> {
        let cores = machine::cores();
        let few = (cores / 2).max(1);
        let of_each = |most: usize| if limited { most } else { usize::MAX };
        let bench = |name, threads, stand_back, crowd, longest_wait| {
            let line = Queue::new(threads, crowd, longest_wait);
            Threads::new(name, threads, stand_back).map(|crew| Bench { line, crew })
        };
        let table = || Crowd::new(of_each(MOST_OF_EACH), MOST);
        let desk = Crowd::new(of_each(limits.dear_of_each), limits.dear);
        let opponents = Crowd::new(of_each(limits.thoughts_of_address), limits.thoughts);
        Ok(Arc::new(Work {
            seated: bench("seated", cores, 0, table(), LONGEST_WAIT)?,
            beside: bench("beside", few, 5, table(), limits.longest_wait)?,
            dear: bench("dear", few, 19, desk, limits.longest_wait)?,
            thought: bench("thought", few, 19, opponents, LONGEST_WAIT_TO_THINK)?,
            most_thoughts: limits.thoughts,
            budgets: limited.then(|| Budgets::new(limits)),
        }))
    }

    /// Waits for a turn. Take the turn before the game: a caller who waited with a game in hand would hold up its
    /// players.
    pub async fn turn(self: &Arc<Self>, errand: Errand) -> Result<Turn, Wrong> {
        let rank = match &self.budgets {
            Some(budgets) => budgets.rank(&errand.payer)?,
            None => Rank::of(&errand.payer),
        };
        let class = match (errand.class, rank) {
            (Class::Seated, Rank::Spendthrift) => Class::Beside,
            (class, _) => class,
        };
        let errand = Errand { class, ..errand };
        let ticket = match class {
            Class::Seated => None,
            Class::Beside | Class::Dear | Class::Thought => Some(self.ticket(&errand, rank).await?),
        };
        Ok(Turn { work: Arc::clone(self), errand, ticket })
    }

    /// Whether callers have allowances.
    pub(crate) fn limits_callers(&self) -> bool {
        self.budgets.is_some()
    }

    fn bench(&self, class: Class) -> &Bench {
        match class {
            Class::Seated => &self.seated,
            Class::Beside => &self.beside,
            Class::Dear => &self.dear,
            Class::Thought => &self.thought,
        }
    }

    async fn ticket(&self, errand: &Errand, rank: Rank) -> Result<Arc<Ticket>, Wrong> {
        let line = &self.bench(errand.class).line;
        let turn = line.turn(errand.payer.clone(), rank).await;
        turn.map(Arc::new).map_err(|refused| match refused {
            Refused::OfHis => Wrong::wait(
                StatusCode::TOO_MANY_REQUESTS,
                1,
                "You have asked for much at once: wait for some of the answers, then ask again.",
            ),
            Refused::TooLong { seconds } => Wrong::wait(
                StatusCode::SERVICE_UNAVAILABLE,
                seconds,
                format!("Too many are asking here just now: ask again in {seconds} s."),
            ),
        })
    }

    fn spent(&self, payer: &Payer, micros: u64) {
        if let Some(budgets) = &self.budgets {
            budgets.charge(payer, micros);
        }
    }

    /// Whether another game against a marshal may begin: not where too many thoughts wait.
    ///
    /// # Errors
    /// A sentence for the caller.
    pub(crate) fn takes_thoughts(&self) -> Result<(), Wrong> {
        if self.waiting(Class::Thought) * 2 < self.most_thoughts {
            return Ok(());
        }
        Err(Wrong::wait(
            StatusCode::SERVICE_UNAVAILABLE,
            30,
            "Too many marshals are thinking here just now, and yours would keep you waiting: play against the captain, or \
             ask again in half a minute.",
        ))
    }

    /// How many wait in a queue.
    pub fn waiting(&self, class: Class) -> usize {
        self.bench(class).line.waiting()
    }
}

impl Turn {
    /// Does the work on a thread of its kind. It is finished even if the caller has hung up.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Wrong> {
        let ticket = match &self.ticket {
            Some(ticket) => Arc::clone(ticket),
            None => self.work.ticket(&self.errand, Rank::Player).await?,
        };
        let (tell, told) = oneshot::channel();
        let (all, payer, class) = (Arc::clone(&self.work), self.errand.payer.clone(), self.errand.class);
        self.work.bench(class).crew.give(move || {
            let before = machine::cpu_time();
            let done = work();
            let time = machine::cpu_time().saturating_sub(before);
            all.spent(&payer, u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
            all.bench(class).line.took(time);
            // The next in the queue is called before the result is sent, so a caller who asks again at once finds a
            // free place.
            drop((ticket, all));
            let _ = tell.send(done);
        });
        told.await.map_err(Wrong::inside)
    }

    /// The address that waits for the work; `None` where it is the server's own.
    pub(crate) fn asked_by(&self) -> Option<IpAddr> {
        match &self.errand.payer {
            Payer::Server => None,
            Payer::Stranger(at) | Payer::Seat { at, .. } | Payer::Opponent { of: at } => Some(*at),
        }
    }

    /// Charges for entries that were written for the payer.
    pub(crate) fn wrote(&self, entries: usize) {
        self.work.spent(&self.errand.payer, MICROS_OF_AN_ENTRY.saturating_mul(entries as u64));
    }
}

impl Rank {
    fn of(payer: &Payer) -> Rank {
        match payer {
            Payer::Stranger(_) | Payer::Server => Rank::Stranger,
            Payer::Seat { .. } | Payer::Opponent { .. } => Rank::Player,
        }
    }
}

impl Budgets {
    fn new(limits: &Limits) -> Budgets {
        fn purses<K: Ord + Clone>(milliseconds: Allowance) -> Purses<K> {
            Purses::new(milliseconds, 1000)
        }
        Budgets {
            clock: Clock::start(),
            stranger: purses(limits.stranger),
            strangers: purses(limits.strangers),
            seat: purses(limits.seat),
            seats_of_address: purses(limits.seats_of_address),
        }
    }

    /// The payer's place in a queue. A stranger without allowance is refused; a player without is only served last.
    fn rank(&self, payer: &Payer) -> Result<Rank, Wrong> {
        let now = self.clock.now();
        match payer {
            Payer::Server | Payer::Opponent { .. } => Ok(Rank::of(payer)),
            Payer::Stranger(at) => {
                self.stranger.ask(now, at).map_err(spent_by_one)?;
                self.strangers.ask(now, &()).map_err(spent_by_all)?;
                Ok(Rank::Stranger)
            }
            Payer::Seat { at, .. } => {
                let within = self.seat.ask(now, payer).and(self.seats_of_address.ask(now, at));
                Ok(if within.is_ok() { Rank::Player } else { Rank::Spendthrift })
            }
        }
    }

    fn charge(&self, payer: &Payer, micros: u64) {
        let now = self.clock.now();
        match payer {
            Payer::Server | Payer::Opponent { .. } => {}
            Payer::Stranger(at) => {
                self.stranger.charge(now, at, micros);
                self.strangers.charge(now, &(), micros);
            }
            Payer::Seat { at, .. } => {
                self.seat.charge(now, payer, micros);
                self.seats_of_address.charge(now, at, micros);
            }
        }
    }
}

fn spent_by_one(wait: Wait) -> Wrong {
    let seconds = wait.seconds();
    Wrong::wait(
        StatusCode::TOO_MANY_REQUESTS,
        seconds,
        format!(
            "Much has been reckoned for your address: ask again in {seconds} s, or from a seat of your own."
        ),
    )
}

fn spent_by_all(wait: Wait) -> Wrong {
    let seconds = wait.seconds();
    Wrong::wait(
        StatusCode::SERVICE_UNAVAILABLE,
        seconds,
        format!("Much is being asked of this server, and those who play go first: ask again in {seconds} s."),
    )
}
