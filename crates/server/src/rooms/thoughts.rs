//! Computer players who think long: whoever plays against them has his move written down and shown first, and the game goes
//! on when they have thought, as everybody who follows it hears.
//!
//! A player thinks on a bench that stands back for all others, and without the game in hand. What he has thought of a
//! position that was taken back or given up meanwhile is dropped. When the server stops, a thought is lost: he thinks anew,
//! and comes to the same, as soon as somebody looks at the game again.

use super::{AllMoved, Folded, Room, Rooms, date, reached};
use crate::guard::work::{Class, Errand, Payer};
use crate::play::thinking::{Position, Thinking};
use crate::wrong::Wrong;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Where an address has as many who think as it may have, the next asks again after so long.
const AGAIN: Duration = Duration::from_millis(500);
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

    /// He has thought: the game goes on if it is still where it was, and is written down before anybody is told.
    async fn goes_on(&self, room: &Room, of: Position, thought: Option<String>) -> Result<(), Wrong> {
        let turn = self.work.turn(AT_THE_TABLE).await?;
        let (mut guard, Folded { play, held }) = self.take(room, &turn).await?;
        let (play, moved) = turn
            .run(move || {
                let mut play = play;
                let before = play.length();
                if !play.has_thought(&of, thought)? {
                    return Ok((play, None));
                }
                let entries = play.entries_from(before)?;
                let moved = (entries, AllMoved::of(&*play), reached(&*play));
                Ok::<_, String>((play, Some(moved)))
            })
            .await?
            .map_err(Wrong::inside)?;
        let Some((entries, standing, reached)) = moved else {
            *guard = Some(Folded { play, held });
            return Ok(());
        };
        let held = self.store.append(&held, &entries, None, reached, date()).await?;
        room.put_as(&mut guard, Folded { play, held }, standing);
        drop(guard);
        self.make_room();
        Ok(())
    }
}

async fn think(rooms: Weak<Rooms>, id: String, by: IpAddr, mut thinks: Thinks) {
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
            Some((rooms, room)) => rooms.to_think(&room, &mut thinks).await,
            None => return,
        };
        let (of, thought) = match asked {
            Ok(Some(Thinking { of, think })) => (of, turn.run(think).await.ok().flatten()),
            Ok(None) => return,
            Err(wrong) => return tracing::warn!(game = id, why = wrong.body.error, "nobody can think of it"),
        };
        drop(turn);
        let Some((rooms, room)) = enter(&rooms, &id).await else { return };
        if let Err(wrong) = rooms.goes_on(&room, of, thought).await {
            return tracing::warn!(game = id, why = wrong.body.error, "what was thought of it is lost");
        }
    }
}

async fn enter(rooms: &Weak<Rooms>, id: &str) -> Option<(Arc<Rooms>, Arc<Room>)> {
    let rooms = rooms.upgrade()?;
    let room = rooms.room(id).await.ok().flatten()?;
    Some((rooms, room))
}
