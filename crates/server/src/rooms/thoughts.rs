//! Computer players who think long (the marshal). The move before theirs is written down and shown first; the game goes
//! on when they have thought, and all who follow it hear of it.
//!
//! The thinking is done in a queue of its own, behind all other work, and without the game in hand. Each thought
//! belongs to one position: if that was taken back or given up meanwhile, it is dropped. If the game cannot be moved
//! for a while (a long queue, a full disk), the thought is kept and tried again. When the server stops, it is lost: the
//! next look at the game starts it again, and it comes to the same.

use super::{AllMoved, Folded, Room, Rooms, reached};
use crate::machine::date;
use crate::work::{Class, Errand, Payer};
use crate::wrong::Wrong;
use seat::{Position, Thinking};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How long to wait before asking again, where an address has as many thoughts under way as it may have. After a
/// failure it is the first wait, and each further one is twice as long.
const AGAIN: Duration = Duration::from_millis(500);
/// How often a thought tries to move its game: over a quarter of a minute, and longer where it waits in a queue each
/// time.
const TRIES: u32 = 6;
/// Opening the game and moving it count as a player's move, for the player waits for it.
const AT_THE_TABLE: Errand = Errand { payer: Payer::Server, class: Class::Seated };

/// Marks that a thought about a game is under way, until dropped.
struct Thinks(Option<Arc<AtomicBool>>);

impl Thinks {
    /// Called while the game is still in hand: the next move then finds the mark gone and can start a thought.
    fn end(&mut self) {
        if let Some(thinks) = self.0.take() {
            thinks.store(false, Ordering::SeqCst);
        }
    }
}

impl Drop for Thinks {
    fn drop(&mut self) {
        self.end();
    }
}

impl Rooms {
    /// Starts the computer player's thought where one is needed; one at a time for each game. `by`: the address it is
    /// counted for.
    pub(super) fn let_think(&self, room: &Room, must_think: bool, by: Option<IpAddr>) {
        let Some(by) = by.filter(|_| must_think) else { return };
        if !room.thinks.swap(true, Ordering::SeqCst) {
            let thinks = Thinks(Some(Arc::clone(&room.thinks)));
            tokio::spawn(think(self.me.clone(), room.id.clone(), by, thinks));
        }
    }

    /// In how many games a thought is under way or waits.
    pub fn thinking(&self) -> usize {
        self.map().values().filter(|room| room.thinks.load(Ordering::SeqCst)).count()
    }

    /// What to think about; ends the mark where there is nothing.
    async fn to_think(&self, room: &Room, thinks: &mut Thinks) -> Result<Option<Thinking>, Wrong> {
        let turn = self.work.turn(AT_THE_TABLE).await?;
        let (mut guard, folded) = self.take(room, &turn).await?;
        let thinking = folded.play.thinking();
        if thinking.is_none() {
            thinks.end();
        }
        *guard = Some(folded);
        Ok(thinking)
    }

    /// Moves the game by a finished thought, if it is still where it was, and writes that down before it is told. Says
    /// whether another thought is needed.
    async fn goes_on(
        &self,
        room: &Room,
        of: Position,
        thought: Option<String>,
        thinks: &mut Thinks,
    ) -> Result<bool, Wrong> {
        let turn = self.work.turn(AT_THE_TABLE).await?;
        let (mut guard, Folded { play, held }) = self.take(room, &turn).await?;
        let (play, must_think, moved) = turn
            .run(move || {
                let mut play = play;
                let before = play.length();
                let goes_on = play.has_thought(&of, thought)?;
                let moved = goes_on.then(|| {
                    let entries = play.entries_from(before)?;
                    Ok::<_, String>((entries, AllMoved::of(&*play), reached(&*play)))
                });
                let (must_think, moved) = (play.must_think(), moved.transpose()?);
                Ok::<_, String>((play, must_think, moved))
            })
            .await?
            .map_err(Wrong::inside)?;
        match moved {
            None => *guard = Some(Folded { play, held }),
            Some((entries, standing, reached)) => {
                let held = self.store.append(&held, &entries, None, reached, date()).await?;
                room.put_as(&mut guard, Folded { play, held }, standing);
            }
        }
        if !must_think {
            thinks.end();
        }
        drop(guard);
        self.make_room();
        Ok(must_think)
    }
}

async fn think(rooms: Weak<Rooms>, id: String, by: IpAddr, mut thinks: Thinks) {
    let mut tries = Tries { game: &id, failed: 0 };
    // While it waits and thinks it holds no `Rooms`, so the server can stop.
    loop {
        let work = match rooms.upgrade() {
            Some(rooms) => Arc::clone(&rooms.work),
            None => return,
        };
        let errand = Errand { payer: Payer::Opponent { of: by }, class: Class::Thought };
        let Ok(turn) = work.turn(errand).await else {
            tokio::time::sleep(AGAIN).await;
            continue;
        };
        let asked = match enter(&rooms, &id).await {
            Ok(Some((rooms, room))) => rooms.to_think(&room, &mut thinks).await,
            Ok(None) => return,
            Err(wrong) => Err(wrong),
        };
        let Thinking { of, think } = match asked {
            Ok(Some(thinking)) => thinking,
            Ok(None) => return,
            Err(wrong) => {
                drop(turn);
                if tries.go_on_after("nobody can think of it", &wrong).await {
                    continue;
                }
                return;
            }
        };
        let thought = turn.run(think).await.ok().flatten();
        drop(turn);
        if thought.is_none() {
            tracing::warn!(game = id, "a thought has ended without an answer: he goes on as before");
        }
        tries.failed = 0;
        let must_think = loop {
            // The thought itself may be what fails: the last try goes on without it.
            let thought = thought.clone().filter(|_| !tries.is_last());
            let went = match enter(&rooms, &id).await {
                Ok(Some((rooms, room))) => rooms.goes_on(&room, of.clone(), thought, &mut thinks).await,
                Ok(None) => return,
                Err(wrong) => Err(wrong),
            };
            match went {
                Ok(must_think) => break must_think,
                Err(wrong)
                    if tries.go_on_after("what was thought of it is not on the table", &wrong).await => {}
                Err(_) => return,
            }
        };
        if !must_think {
            return;
        }
        tries.failed = 0;
    }
}

/// Failed tries to move a game.
struct Tries<'g> {
    game: &'g str,
    failed: u32,
}

impl Tries<'_> {
    fn is_last(&self) -> bool {
        self.failed + 1 >= TRIES
    }

    /// Logs a failure and waits; false where that was the last try.
    async fn go_on_after(&mut self, what: &str, wrong: &Wrong) -> bool {
        let (again, why) = (!self.is_last(), &wrong.body.error);
        tracing::warn!(game = self.game, why, again, "{what}");
        if again {
            tokio::time::sleep(AGAIN * 2_u32.pow(self.failed)).await;
            self.failed += 1;
        }
        again
    }
}

/// The game, as long as it and the server are there.
async fn enter(rooms: &Weak<Rooms>, id: &str) -> Result<Option<(Arc<Rooms>, Arc<Room>)>, Wrong> {
    let Some(rooms) = rooms.upgrade() else { return Ok(None) };
    let room = rooms.room(id).await?;
    Ok(room.map(|room| (rooms, room)))
}
