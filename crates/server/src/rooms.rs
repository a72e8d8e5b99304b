//! The games in memory: one at a time for each, written down before anybody is told, and always to be had again
//! from the store.

use crate::caller::Caller;
use crate::growth::{Added, Growth};
use crate::metrics::Metrics;
use crate::play::{self, Playing};
use crate::seat::{self, Seat};
use crate::store::{Kept, Raw, Setting, Store};
use crate::view::Look;
use crate::work::{Class, Errand, Turn, Work};
use crate::wrong::Wrong;
use axum::body::Bytes;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore, watch};

/// More games than this are not kept open; the one not looked at for longest goes.
const MOST_OPEN: usize = 256;
/// More records than this are not taken in at once.
const MOST_UPLOADS: usize = 4;
/// The store is not told more often that somebody has opened a game, in seconds.
const OPENED_EVERY: u64 = 3600;
/// A game nobody has looked at for so long is closed.
const IDLE: Duration = Duration::from_secs(600);

pub(crate) struct Rooms {
    pub(crate) store: Store,
    pub(crate) metrics: Metrics,
    open: Mutex<BTreeMap<String, Arc<Room>>>,
    /// Who reckons when.
    pub(crate) work: Arc<Work>,
    /// What may be added.
    pub(crate) growth: Growth,
    /// No more records are taken in at once.
    uploads: Arc<Semaphore>,
}

/// One game.
pub(crate) struct Room {
    pub(crate) id: String,
    setting: Setting,
    /// The spectator's link that everybody in the game may give away.
    pub(crate) shared: String,
    /// `None`: not folded yet, or something went wrong on the way and it must be folded again.
    play: Arc<tokio::sync::Mutex<Option<Box<dyn Playing>>>>,
    moved: watch::Sender<Moved>,
    touched: AtomicU64,
    /// When the store was last told that somebody is here; 0: not yet.
    opened: AtomicU64,
}

/// What is told when a game has moved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Moved {
    version: usize,
    step: usize,
    /// Other than the view's: it is not the same game any more.
    mark: String,
}

/// What somebody wants to change.
pub(crate) enum Change {
    Answer {
        version: usize,
        answer: serde_json::Value,
    },
    /// `None`: the game's own dice are to fall.
    Throw {
        version: usize,
        faces: Option<Vec<u32>>,
    },
    Undo,
}

/// What has to be written down.
enum Written {
    Added { before: usize, entries: Vec<Raw>, outcome: Option<&'static str> },
    TakenBack { before: usize, kept: usize },
}

impl Room {
    fn new(kept: &Kept, play: Option<Box<dyn Playing>>) -> Room {
        let moved = play.as_deref().map_or(Moved::default(), moved);
        Room {
            id: kept.id.clone(),
            setting: kept.setting.clone(),
            shared: seat::shared(&kept.salt, &kept.setting.tokens),
            play: Arc::new(tokio::sync::Mutex::new(play)),
            moved: watch::Sender::new(moved),
            touched: AtomicU64::new(now()),
            opened: AtomicU64::new(0),
        }
    }

    /// The seat a token opens; hashes are compared, here too.
    fn seat(&self, token: &str) -> Option<Seat> {
        let shared = || seat::hashed(token) == seat::hashed(&self.shared);
        self.setting.tokens.seat(token).or_else(|| shared().then_some(Seat::Watch))
    }

    pub(crate) fn follow(&self) -> watch::Receiver<Moved> {
        self.moved.subscribe()
    }
}

pub(crate) fn moved(play: &dyn Playing) -> Moved {
    Moved { version: play.version(), step: play.step(), mark: play.mark() }
}

/// Seconds since 1970.
#[expect(clippy::disallowed_methods, reason = "games are dated, and idle ones are closed")]
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl Rooms {
    pub(crate) fn new(store: Store, work: Arc<Work>, growth: Growth) -> Rooms {
        Rooms {
            store,
            metrics: Metrics::default(),
            open: Mutex::default(),
            work,
            growth,
            uploads: Arc::new(Semaphore::new(MOST_UPLOADS)),
        }
    }

    fn map(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Room>>> {
        // A panic with the list in hand leaves it as it was.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count_open(&self) -> usize {
        self.map().len()
    }

    /// The game, and the seat that the token opens in it.
    pub(crate) async fn enter(&self, id: &str, token: &str) -> Result<(Arc<Room>, Seat), Wrong> {
        let room = self.room(id).await?.ok_or_else(Wrong::no_seat)?;
        let seat = room.seat(token).ok_or_else(Wrong::no_seat)?;
        let now = now();
        room.touched.store(now, Ordering::Relaxed);
        if room.opened.load(Ordering::Relaxed) + OPENED_EVERY <= now {
            room.opened.store(now, Ordering::Relaxed);
            // Nobody is sent away because that could not be noted.
            if let Err(error) = self.store.opened(id, date()).await {
                tracing::warn!(%error, "it could not be noted that a game was opened");
            }
        }
        Ok((room, seat))
    }

    /// Lets go of a game that is kept no longer.
    pub(crate) fn forget(&self, id: &str) {
        self.map().remove(id);
    }

    async fn room(&self, id: &str) -> Result<Option<Arc<Room>>, Wrong> {
        if let Some(room) = self.map().get(id) {
            return Ok(Some(Arc::clone(room)));
        }
        let Some(kept) = self.store.game(id).await? else { return Ok(None) };
        let mut map = self.map();
        let room = map.entry(kept.id.clone()).or_insert_with(|| Arc::new(Room::new(&kept, None)));
        let room = Arc::clone(room);
        close_oldest(&mut map);
        Ok(Some(room))
    }

    /// Closes games nobody has looked at for a while.
    pub(crate) fn sweep(&self) {
        let old = now().saturating_sub(IDLE.as_secs());
        self.map().retain(|_, room| {
            if room.touched.load(Ordering::Relaxed) >= old {
                return true;
            }
            close(room)
        });
    }

    /// A new game with what has happened in it, played on until a person must decide, and written down.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        by: Caller,
        kept: Kept,
        entries: Vec<Raw>,
        begun_by: String,
    ) -> Result<(), Wrong> {
        let players = &kept.setting.players;
        // Between two generals it is played to its end at once.
        let alone = !players.french.is_human() && !players.allied.is_human();
        let uploaded = kept.setting.uploaded.is_some();
        if !uploaded {
            self.growth.allows(&self.store, by, Added::Game).await?;
        }
        let class = if alone || uploaded { Class::Dear } else { Class::Beside };
        let turn = self.work.turn(by.errand(class)).await?;
        let rooms = Arc::clone(self);
        finish(tokio::spawn(async move {
            let folded = kept.clone();
            let play = turn
                .run(move || {
                    let mut play = play::open(&folded, entries).map_err(Wrong::inside)?;
                    play.play_on().map_err(Wrong::inside)?;
                    Ok::<Box<dyn Playing>, Wrong>(play)
                })
                .await??;
            let entries = play.entries_from(0).map_err(Wrong::inside)?;
            rooms.store.create(&kept, &begun_by, &entries, play.outcome(), date()).await?;
            rooms.growth.grown(by, size(&kept, &entries));
            rooms.metrics.begun();
            let mut map = rooms.map();
            map.insert(kept.id.clone(), Arc::new(Room::new(&kept, Some(play))));
            close_oldest(&mut map);
            Ok(())
        }))
        .await
    }

    /// Reckons something that may take longer than a moment, on a thread of its own.
    pub(crate) async fn reckon<T: Send + 'static>(
        &self,
        errand: Errand,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Wrong> {
        self.work.turn(errand).await?.run(work).await
    }

    /// A place for a record that is about to be brought, if there is one.
    pub(crate) fn upload(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.uploads).try_acquire_owned().ok()
    }

    /// Looks at a game, or reckons something about it that changes nothing.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        room: &Room,
        errand: Errand,
        work: impl FnOnce(&mut dyn Playing) -> T + Send + 'static,
    ) -> Result<T, Wrong> {
        let turn = self.work.turn(errand).await?;
        let (mut guard, play) = self.take(room, &turn).await?;
        let (play, found) = turn
            .run(move || {
                let mut play = play;
                let found = work(&mut *play);
                (play, found)
            })
            .await?;
        *guard = Some(play);
        Ok(found)
    }

    /// Takes the game out of its room. Whoever does puts it back when all has gone well; if not, it is folded again.
    async fn take(
        &self,
        room: &Room,
        turn: &Turn,
    ) -> Result<(OwnedMutexGuard<Option<Box<dyn Playing>>>, Box<dyn Playing>), Wrong> {
        let mut guard = Arc::clone(&room.play).lock_owned().await;
        let play = match guard.take() {
            Some(play) => play,
            None => self.fold(room, turn).await?,
        };
        Ok((guard, play))
    }

    async fn fold(&self, room: &Room, turn: &Turn) -> Result<Box<dyn Playing>, Wrong> {
        let kept = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let entries = self.store.entries(&room.id).await?;
        let before = entries.len();
        let play = turn
            .run(move || {
                let mut play = play::open(&kept, entries)?;
                play.play_on()?;
                Ok::<Box<dyn Playing>, String>(play)
            })
            .await?
            .map_err(Wrong::inside)?;
        self.metrics.folded();
        let more = play.entries_from(before).map_err(Wrong::inside)?;
        if !more.is_empty() {
            self.store.append(&room.id, before, &more, None, play.outcome(), date()).await?;
        }
        room.moved.send_if_modified(|known| {
            let now = moved(&*play);
            let differs = *known != now;
            *known = now;
            differs
        });
        Ok(play)
    }

    /// Changes a game: reckoned, written down, and only then told. A request that was applied before only shows the
    /// game as it is now. Somebody who hangs up in the middle does not stop it halfway.
    pub(crate) async fn change(
        self: &Arc<Self>,
        room: &Arc<Room>,
        errand: Errand,
        look: Look,
        request: String,
        change: Change,
    ) -> Result<Bytes, Wrong> {
        let turn = self.work.turn(errand).await?;
        let (rooms, room) = (Arc::clone(self), Arc::clone(room));
        finish(tokio::spawn(async move { rooms.change_now(&room, &turn, look, &request, change).await }))
            .await
    }

    async fn change_now(
        &self,
        room: &Room,
        turn: &Turn,
        look: Look,
        request: &str,
        change: Change,
    ) -> Result<Bytes, Wrong> {
        let (mut guard, play) = self.take(room, turn).await?;
        let again = self.store.knows(&room.id, request).await?;
        let id = room.id.clone();
        let (play, done) = turn
            .run(move || {
                let mut play = play;
                let written = if again { Ok(None) } else { apply(&mut *play, look.seat, change).map(Some) };
                let done = written.and_then(|written| {
                    let shown = play.view(&id, look)?;
                    Ok((written, Bytes::from(shown)))
                });
                (play, done)
            })
            .await?;
        let (written, shown) = match done {
            Ok(done) => done,
            Err(wrong) => {
                // A refusal has changed nothing. After anything else the game is folded again.
                if wrong.status.is_client_error() {
                    *guard = Some(play);
                }
                self.metrics.refused();
                return Err(wrong);
            }
        };
        match written {
            None => {}
            Some(Written::Added { before, entries, outcome }) => {
                self.store.append(&room.id, before, &entries, Some(request), outcome, date()).await?;
                turn.wrote(entries.len());
                self.metrics.confirmed();
            }
            Some(Written::TakenBack { before, kept }) => {
                self.store.take_back(&room.id, before, kept, request, date()).await?;
                self.metrics.confirmed();
            }
        }
        room.moved.send_replace(moved(&*play));
        *guard = Some(play);
        Ok(shown)
    }
}

/// About how many bytes a game takes in the store.
fn size(kept: &Kept, entries: &[Raw]) -> usize {
    let bytes = |json: serde_json::Result<String>| json.map_or(0, |json| json.len());
    bytes(serde_json::to_string(&kept.header))
        + entries.iter().map(|entry| bytes(serde_json::to_string(entry))).sum::<usize>()
}

fn apply(play: &mut dyn Playing, seat: Seat, change: Change) -> Result<Written, Wrong> {
    let before = play.version();
    match change {
        Change::Answer { version, answer } => play.answer(seat, version, answer)?,
        Change::Throw { version, faces } => play.throw(seat, version, faces)?,
        Change::Undo => {
            play.undo(seat)?;
            return Ok(Written::TakenBack { before, kept: play.version() });
        }
    }
    let entries = play.entries_from(before).map_err(Wrong::inside)?;
    Ok(Written::Added { before, entries, outcome: play.outcome() })
}

async fn finish<T>(task: tokio::task::JoinHandle<Result<T, Wrong>>) -> Result<T, Wrong> {
    task.await.map_err(Wrong::inside)?
}

/// Takes a game out of memory; false where nothing of it needs to stay. Somebody may follow it: then its room does.
fn close(room: &Arc<Room>) -> bool {
    if let Ok(mut play) = room.play.try_lock() {
        *play = None;
    }
    Arc::strong_count(room) > 1
}

fn close_oldest(map: &mut BTreeMap<String, Arc<Room>>) {
    while map.len() > MOST_OPEN {
        let free = map.iter().filter(|(_, room)| Arc::strong_count(room) == 1);
        let oldest = free.min_by_key(|(_, room)| room.touched.load(Ordering::Relaxed));
        let Some(id) = oldest.map(|(id, _)| id.clone()) else { return };
        map.remove(&id);
    }
}

pub(crate) fn date() -> i64 {
    i64::try_from(now()).unwrap_or(i64::MAX)
}

/// A new id for a game.
pub(crate) fn new_id() -> Result<String, Wrong> {
    Ok(seat::hex(&seat::random::<8>()?))
}
