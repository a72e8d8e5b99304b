//! Computer players who think long: whoever plays against them has his move written down and shown first, and the game goes
//! on when they have thought, as everybody who follows it hears.
//!
//! A player thinks on a bench that stands back for all others, and without the game in hand. What he has thought of a
//! position that was taken back or given up meanwhile is dropped. Where it cannot be brought to the table for a while, for a
//! line that is too long or a disk that is full, it is kept and brought again. When the server stops, a thought is lost: he
//! thinks anew, and comes to the same, as soon as somebody looks at the game again.

use super::{AllMoved, Folded, Room, Rooms, reached};
use crate::guard::machine::date;
use crate::guard::work::{Class, Errand, Payer};
use crate::wrong::Wrong;
use seat::{Position, Thinking};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Where an address has as many who think as it may have, the next asks again after so long. Whoever finds no way to the
/// table does so first, and then waits twice as long each time.
const AGAIN: Duration = Duration::from_millis(500);
/// So often he tries to come to the table: that is a quarter of a minute, and longer where he waits in a line each time.
const TRIES: u32 = 6;
/// The game is opened and moved as for a player, who waits for it.
const AT_THE_TABLE: Errand = Errand { payer: Payer::House, class: Class::Seated };

/// Somebody thinks about a game; nobody any more when this goes.
struct Thinks(Option<Arc<AtomicBool>>);

impl Thinks {
    /// Before anybody else has the game in hand: whoever moves next finds that nobody thinks.
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
    /// Has the computer player of a game think, where he must; `by`: for whom. Of each game one thinks at a time.
    pub(super) fn let_think(&self, room: &Room, must_think: bool, by: Option<IpAddr>) {
        let Some(by) = by.filter(|_| must_think) else { return };
        if !room.thinks.swap(true, Ordering::SeqCst) {
            let thinks = Thinks(Some(Arc::clone(&room.thinks)));
            tokio::spawn(think(self.me.clone(), room.id.clone(), by, thinks));
        }
    }

    /// In how many games a computer player thinks, or waits to.
    pub fn thinking(&self) -> usize {
        self.map().values().filter(|room| room.thinks.load(Ordering::SeqCst)).count()
    }

    /// What there is to think of.
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

    /// He has thought: the game goes on if it is still where it was, and is written down before anybody is told. Whether he
    /// must think again.
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
    // While he waits and thinks nothing of the server is held: it may stop.
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
            // What he has thought out may itself be what breaks: the last time he goes on without it.
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

/// How often somebody has not come to the table.
struct Tries<'g> {
    game: &'g str,
    failed: u32,
}

impl Tries<'_> {
    fn is_last(&self) -> bool {
        self.failed + 1 >= TRIES
    }

    /// He has not, and waits; false where that is enough.
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
