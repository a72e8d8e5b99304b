//! Who follows a game live just now, by seat: players see whether the other is here.

use engine::Side;
use seat::Seat;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How many live lines each seat of a game has open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Here {
    french: u32,
    allied: u32,
    watch: u32,
}

impl Here {
    fn of(&mut self, seat: Seat) -> &mut u32 {
        match seat {
            Seat::French => &mut self.french,
            Seat::Allied => &mut self.allied,
            Seat::Watch => &mut self.watch,
        }
    }

    /// The sides whose players are here.
    pub fn sides(self) -> Vec<Side> {
        let here = [(Side::French, self.french), (Side::Allied, self.allied)];
        here.into_iter().filter(|(_, lines)| *lines > 0).map(|(side, _)| side).collect()
    }
}

/// All games with a live line open, by id.
#[derive(Default)]
pub struct Presence(Mutex<BTreeMap<String, watch::Sender<Here>>>);

impl Presence {
    fn games(&self) -> MutexGuard<'_, BTreeMap<String, watch::Sender<Here>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No live line is open.
    pub fn is_empty(&self) -> bool {
        self.games().is_empty()
    }

    /// A live line opens; it counts until the [`Present`] is dropped.
    pub fn comes(self: &Arc<Presence>, game: &str, seat: Seat) -> Present {
        let mut games = self.games();
        let sender = games.entry(game.to_owned()).or_default();
        let heard = sender.subscribe();
        sender.send_modify(|here| *here.of(seat) += 1);
        Present { all: Arc::clone(self), game: game.to_owned(), seat, heard }
    }
}

/// One live line of a seat.
pub struct Present {
    all: Arc<Presence>,
    game: String,
    seat: Seat,
    /// Hears who comes and goes.
    pub heard: watch::Receiver<Here>,
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut games = self.all.games();
        let Some(sender) = games.get(&self.game) else { return };
        sender.send_modify(|here| {
            let lines = here.of(self.seat);
            *lines = lines.saturating_sub(1);
        });
        if *sender.borrow() == Here::default() {
            games.remove(&self.game);
        }
    }
}
