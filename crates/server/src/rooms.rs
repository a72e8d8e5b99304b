//! The games in memory. A change to a game is written down before it is told; a game that is not in memory is read from
//! the store again.

mod going_on;
mod read_only;
mod seats;
mod thoughts;

pub(crate) use seats::Carded;

use crate::limits::at_once::{Crowd, Place};
use crate::limits::caller::Caller;
use crate::limits::growth::{Added, Growth};
use crate::machine::{self, date, now};
use crate::metrics::Metrics;
use crate::rooms::read_only::Frozen;
use crate::seats::invitations::Opened;
use crate::seats::secret::{self, TokenHashes};
use crate::store::book::Books;
use crate::store::health::Health;
use crate::store::{Held, Kept, LOOKS_NOTED, Reached, Request, Store, ToldRow};
use crate::work::{Class, Errand, Payer, Turn, Work};
use crate::wrong::Wrong;
use axum::body::Bytes;
use axum::http::StatusCode;
use engine::{Beforehand, Both};
use seat::Battles;
use seat::Look;
use seat::Raw;
use seat::{Moved, Playing};
use seat::{Player, Seat};
use serde::Serialize;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::time::Duration;
use tokio::sync::{OwnedMutexGuard, watch};

/// More games than this are not known without asking the store; the one not looked at for longest goes.
const MOST_KNOWN: usize = 20_000;
/// Where the operator has not said how much memory games may take together, it is a quarter of the machine's, within
/// these bounds; a machine that does not say how much it has is taken for a small one.
const MEMORY: std::ops::RangeInclusive<u64> = 192 << 20..=4 << 30;
/// More records than this are not read in at once, and half as many from one address.
const MOST_UPLOADS: usize = 4;
/// How many hexadecimal digits of a request's hash are kept with each move: enough to see that an id was used for
/// another request.
const DIGITS_OF_A_REQUEST: usize = 16;
/// A game that was not looked at for this long is let go from memory.
pub(crate) const IDLE: Duration = Duration::from_secs(60);
/// The most quiet games for which one sweep writes down what their seats were told.
const TOLD_AT_ONCE: i64 = 50;
/// How long the writing down of what was told may take when the server stops.
const LAST_WORDS: Duration = Duration::from_secs(10);

pub struct Rooms {
    pub store: Store,
    pub(crate) health: Health,
    pub(crate) metrics: Metrics,
    books: Books,
    battles: Arc<Battles>,
    /// What the folded games take in memory, and how much that may be.
    weight: Arc<AtomicUsize>,
    most_memory: usize,
    open: Mutex<BTreeMap<String, Arc<Room>>>,
    /// Decides when work that takes time is done.
    pub work: Arc<Work>,
    /// Limits on new games and records.
    pub(crate) growth: Growth,
    /// Records being read in now, by address.
    uploads: Arc<Crowd<IpAddr>>,
    /// Itself, for background tasks.
    me: Weak<Rooms>,
}

/// One game.
pub(crate) struct Room {
    pub(crate) id: String,
    /// The hashes of the secrets that open its seats: seats change hands.
    secrets: RwLock<TokenHashes>,
    /// The spectator's link that every player and watcher of the game may pass on.
    pub(crate) shared: String,
    /// `None`: not in memory yet, or something failed while it was worked with, and it must be read from the store
    /// again.
    folded: Arc<tokio::sync::Mutex<Option<Folded>>>,
    /// The bytes it takes in memory (0: not in memory), and the sum of all games.
    weight: AtomicUsize,
    of_all: Arc<AtomicUsize>,
    moved: watch::Sender<AllMoved>,
    touched: AtomicU64,
    /// When a look at it was last noted in the store, in seconds since 1970.
    noted: AtomicU64,
    /// A computer player thinks, or waits to.
    thinks: Arc<AtomicBool>,
}

/// A game in memory, and where it is in the store.
struct Folded {
    play: Box<dyn Playing>,
    held: Held,
}

type Guard = OwnedMutexGuard<Option<Folded>>;

/// Where a game stands, for each seat as it may know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AllMoved([Moved; 3]);

impl AllMoved {
    pub(crate) fn of(play: &dyn Playing) -> AllMoved {
        AllMoved(Seat::ALL.map(|seat| play.moved(seat)))
    }

    pub(crate) fn for_seat(&self, seat: Seat) -> &Moved {
        &self.0[seat as usize]
    }
}

/// A change that a player asks for.
#[derive(Clone, Debug, Serialize)]
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
    /// The battle is given up.
    Concede,
    /// A command is handed over to the captain, or taken back.
    Hand {
        command: String,
        to_captain: bool,
    },
    /// An answer is given beforehand.
    Beforehand(Beforehand),
}

/// What a change writes to the store.
enum Written {
    Added(Vec<Raw>),
    /// The last entries were taken back; this many are left.
    TakenBack(usize),
}

impl Room {
    fn new(kept: &Kept, of_all: &Arc<AtomicUsize>) -> Room {
        Room {
            id: kept.id.clone(),
            secrets: RwLock::new(kept.setting.tokens.clone()),
            shared: secret::shared(&kept.salt, &kept.setting.tokens),
            folded: Arc::default(),
            weight: AtomicUsize::new(0),
            of_all: Arc::clone(of_all),
            moved: watch::Sender::default(),
            touched: AtomicU64::new(now()),
            noted: AtomicU64::new(0),
            thinks: Arc::default(),
        }
    }

    /// Puts a game back into its room, and tells those who follow it where it stands.
    fn put(&self, guard: &mut Guard, folded: Folded) {
        let now = AllMoved::of(&*folded.play);
        self.put_as(guard, folded, now);
    }

    /// As [`put`](Self::put), where `now` is known already: working it out takes too long for an async thread.
    fn put_as(&self, guard: &mut Guard, folded: Folded, now: AllMoved) {
        self.weighs(folded.play.weight());
        self.moved.send_if_modified(|known| {
            let differs = *known != now;
            *known = now;
            differs
        });
        **guard = Some(folded);
    }

    fn weighs(&self, weight: usize) {
        let before = self.weight.swap(weight, Ordering::Relaxed);
        // It wraps where less is taken than before, and so adds up.
        self.of_all.fetch_add(weight.wrapping_sub(before), Ordering::Relaxed);
    }

    /// What a token opens now; hashes are compared, here too.
    pub(crate) fn opens(&self, token: &str) -> Result<Opened, Wrong> {
        if secret::hashed(token) == secret::hashed(&self.shared) {
            return Ok(Opened::TO_WATCH);
        }
        self.secrets.read().unwrap_or_else(PoisonError::into_inner).opens(token)
    }

    pub(crate) fn follow(&self) -> watch::Receiver<AllMoved> {
        self.moved.subscribe()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.weighs(0);
    }
}

impl Rooms {
    /// `memory`: how many bytes games may take together; `None`: as the machine is.
    pub(crate) fn new(store: Store, work: Arc<Work>, growth: Growth, memory: Option<u64>) -> Arc<Rooms> {
        let quarter = || (machine::memory().unwrap_or(0) / 4).clamp(*MEMORY.start(), *MEMORY.end());
        let uploads_of_each = if work.limits_callers() { MOST_UPLOADS / 2 } else { MOST_UPLOADS };
        Arc::new_cyclic(|me| Rooms {
            store,
            metrics: Metrics::default(),
            books: Books::default(),
            battles: Arc::default(),
            weight: Arc::default(),
            most_memory: usize::try_from(memory.unwrap_or_else(quarter)).unwrap_or(usize::MAX),
            open: Mutex::default(),
            work,
            growth,
            health: Health::default(),
            uploads: Crowd::new(uploads_of_each, MOST_UPLOADS),
            me: me.clone(),
        })
    }

    fn map(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Room>>> {
        // A panic with the list in hand leaves it as it was.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// About how many bytes the folded games take in memory.
    pub fn weight(&self) -> usize {
        self.weight.load(Ordering::Relaxed)
    }

    pub(crate) fn count_open(&self) -> usize {
        self.map().len()
    }

    /// The game, and what the token opens in it.
    pub(crate) async fn enter(&self, id: &str, token: &str) -> Result<(Arc<Room>, Opened), Wrong> {
        let room = self.room(id).await?.ok_or_else(Wrong::no_seat)?;
        let opened = room.opens(token)?;
        let now = now();
        room.touched.store(now, Ordering::Relaxed);
        if room.noted.load(Ordering::Relaxed) + LOOKS_NOTED < now {
            room.noted.store(now, Ordering::Relaxed);
            // The note keeps the game from being cleared away; if it cannot be written, the game is shown all the same.
            let _ = self.store.note_look(&room.id, date()).await;
        }
        Ok((room, opened))
    }

    /// Drops the room of a game that was deleted from the store.
    pub(crate) fn forget(&self, id: &str) {
        self.map().remove(id);
    }

    async fn room(&self, id: &str) -> Result<Option<Arc<Room>>, Wrong> {
        if let Some(room) = self.map().get(id) {
            return Ok(Some(Arc::clone(room)));
        }
        let Some((kept, _)) = self.store.game(id).await? else { return Ok(None) };
        let mut map = self.map();
        let room = map.entry(kept.id.clone()).or_insert_with(|| Arc::new(Room::new(&kept, &self.weight)));
        let room = Arc::clone(room);
        forget_oldest(&mut map);
        Ok(Some(room))
    }

    /// Writes down what was told of games not looked at for this long, and lets them go from memory.
    pub async fn sweep(&self, idle: Duration) {
        let quiet = date() - i64::try_from(idle.as_secs()).unwrap_or(0);
        match self.store.untold(quiet, TOLD_AT_ONCE).await {
            Ok(games) => self.tell_all(games).await,
            Err(failed) => tracing::warn!(cause = %failed, "it cannot be seen which games were told"),
        }
        let old = now().saturating_sub(idle.as_secs());
        self.map().retain(|_, room| {
            room.touched.load(Ordering::Relaxed) >= old || !unfold(room) || !is_empty(room)
        });
        self.battles.sweep();
    }

    /// Writes down what was told of games just played: the last thing a server does.
    pub async fn close(&self) {
        let telling = async {
            if let Ok(games) = self.store.untold(i64::MAX, i64::MAX).await {
                self.tell_all(games).await;
            }
        };
        let _ = tokio::time::timeout(LAST_WORDS, telling).await;
        self.store.close().await;
    }

    async fn tell_all(&self, games: Vec<String>) {
        for id in games {
            if let Err(wrong) = self.write_down_what_is_told(&id).await {
                tracing::warn!(game = id, why = wrong.body.error, "it is not written down what was told");
            }
        }
    }

    /// Keeps what each seat is told of a game as it stands, so that a newer program that cannot play it can still show
    /// it.
    async fn write_down_what_is_told(&self, id: &str) -> Result<(), Wrong> {
        let Some(room) = self.room(id).await? else { return Ok(()) };
        let turn = self.work.turn(Errand { payer: Payer::Server, class: Class::Beside }).await?;
        let told = match self.take(&room, &turn).await {
            Ok((guard, folded)) => {
                let id = room.id.clone();
                let tell = move |folded: &mut Folded| {
                    let told = (!folded.play.is_frozen()).then(|| folded.play.told(&id)).transpose()?;
                    let row = told.map(|told| ToldRow::of(&told, &folded.held)).transpose()?;
                    Ok::<_, Wrong>((folded.held.clone(), row))
                };
                with(&turn, guard, folded, tell).await?
            }
            Err(wrong) => Err(wrong),
        };
        match told {
            Ok((held, Some(row))) => Ok(self.store.tell(&held, row).await?),
            // There is nothing to keep: not tried again until the game moves.
            Ok(_) => Ok(self.store.leave_untold(id).await?),
            Err(wrong) => {
                // A passing failure is tried again; a damaged game stays damaged.
                if wrong.status == StatusCode::INTERNAL_SERVER_ERROR {
                    self.store.leave_untold(id).await?;
                }
                Err(wrong)
            }
        }
    }

    /// Begins a game with these entries, plays it on until a person must decide, and writes it down.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        by: Caller,
        kept: Kept,
        entries: Vec<Raw>,
        begun_by: String,
    ) -> Result<(), Wrong> {
        let alone = alone(&kept.setting.players);
        let uploaded = kept.setting.uploaded.is_some();
        let added = match (uploaded, alone) {
            (true, _) => Added::Record,
            (false, true) => Added::Battle,
            (false, false) => Added::Game,
        };
        if !uploaded {
            self.growth.allows(&self.store, by, added).await?;
        }
        let class = if alone || uploaded { Class::Dear } else { Class::Beside };
        let turn = self.work.turn(by.errand(class)).await?;
        self.begin_in(turn, (by, added), kept, entries, begun_by).await
    }

    /// Begins a game that `set_up` makes. Reading its battle and rules takes time, so that is done after the caller was
    /// allowed a game, in his turn and at his cost, and not on an async thread.
    pub(crate) async fn set_up(
        self: &Arc<Self>,
        by: Caller,
        players: &Both<Player>,
        begun_by: String,
        set_up: impl FnOnce(&Battles) -> Result<Kept, Wrong> + Send + 'static,
    ) -> Result<(), Wrong> {
        let (added, class) = match alone(players) {
            true => (Added::Battle, Class::Dear),
            false => (Added::Game, Class::Beside),
        };
        self.growth.allows(&self.store, by, added).await?;
        let turn = self.work.turn(by.errand(class)).await?;
        let battles = Arc::clone(&self.battles);
        let kept = turn.run(move || set_up(&battles)).await??;
        self.begin_in(turn, (by, added), kept, Vec::new(), begun_by).await
    }

    /// As [`begin`](Self::begin), with the turn in hand.
    async fn begin_in(
        self: &Arc<Self>,
        turn: Turn,
        (by, added): (Caller, Added),
        kept: Kept,
        entries: Vec<Raw>,
        begun_by: String,
    ) -> Result<(), Wrong> {
        let rooms = Arc::clone(self);
        finish(tokio::spawn(async move {
            let (begun, battles) = (kept.clone(), Arc::clone(&rooms.battles));
            let (play, entries, bytes, standing, reached, must_think) = turn
                .run(move || {
                    let mut play =
                        seat::open(&battles, begun.begun(), entries, None, None).map_err(Wrong::inside)?;
                    play.play_on().map_err(Wrong::inside)?;
                    let entries = play.entries_from(0).map_err(Wrong::inside)?;
                    let (bytes, standing) = (size(&begun, &entries), AllMoved::of(&*play));
                    let reached = reached(&*play);
                    let must_think = play.must_think();
                    Ok::<_, Wrong>((play, entries, bytes, standing, reached, must_think))
                })
                .await??;
            let held = rooms.store.create(&kept, &begun_by, &entries, reached, date()).await?;
            rooms.growth.grown(by, added, bytes);
            rooms.metrics.begun();
            let room = Arc::new(Room::new(&kept, &rooms.weight));
            // A game that is over at once, or was brought as a record, is not kept in memory: it is read when it is
            // looked at.
            if let Added::Game = added {
                let mut guard = Arc::clone(&room.folded).lock_owned().await;
                room.put_as(&mut guard, Folded { play, held }, standing);
                drop(guard);
                rooms.make_room();
            }
            let mut map = rooms.map();
            map.insert(kept.id.clone(), Arc::clone(&room));
            forget_oldest(&mut map);
            drop(map);
            rooms.let_think(&room, must_think, Some(by.0));
            Ok(())
        }))
        .await
    }

    /// Works something out on a thread of its own, when `errand` has its turn.
    pub(crate) async fn reckon<T: Send + 'static>(
        &self,
        errand: Errand,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Wrong> {
        self.work.turn(errand).await?.run(work).await
    }

    /// Room for one more record to be read in, if there is any.
    pub(crate) fn upload(&self, by: Caller) -> Option<Place<IpAddr>> {
        self.uploads.enter(by.0).ok()
    }

    /// Looks at a game, or works something out about it that changes nothing.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        room: &Room,
        errand: Errand,
        work: impl FnOnce(&mut dyn Playing) -> T + Send + 'static,
    ) -> Result<T, Wrong> {
        let turn = self.work.turn(errand).await?;
        let (guard, folded) = self.take(room, &turn).await?;
        // Looking back keeps earlier states, so its weight in memory has changed.
        let weighed = move |folded: &mut Folded| (work(&mut *folded.play), folded.play.weight());
        let (found, weight) = with(&turn, guard, folded, weighed).await?;
        room.weighs(weight);
        self.make_room();
        Ok(found)
    }

    /// Takes the game out of its room, reading it from the store where it is not in memory. The caller puts it back; if
    /// work fails and it is not put back, it is read from the store again.
    async fn take(&self, room: &Room, turn: &Turn) -> Result<(Guard, Folded), Wrong> {
        let mut guard = Arc::clone(&room.folded).lock_owned().await;
        let folded = match guard.take() {
            Some(folded) => folded,
            None => {
                let (folded, standing) = self.fold(room, turn).await?;
                room.put_as(&mut guard, folded, standing);
                self.make_room();
                guard.take().ok_or_else(|| Wrong::inside("a folded game is gone"))?
            }
        };
        self.let_think(room, folded.play.must_think(), turn.asked_by());
        Ok((guard, folded))
    }

    async fn fold(&self, room: &Room, turn: &Turn) -> Result<(Folded, AllMoved), Wrong> {
        let (kept, mut held) = self.store.game(&room.id).await?.ok_or_else(Wrong::no_seat)?;
        let entries = self.store.entries(&held).await?;
        let book = self.books.of(&self.store, &kept.header.game, &held).await?;
        let state = held.state.clone();
        let (begun, battles) = (kept.begun(), Arc::clone(&self.battles));
        let open = move || {
            let mut play = seat::open(&battles, begun, entries, book.as_deref(), state.as_deref())?;
            let before = play.length();
            play.play_on()?;
            let more = play.entries_from(before)?;
            let standing = AllMoved::of(&*play);
            Ok::<_, String>((play, more, standing))
        };
        // If this program panics on an old game, the game is shown as it was told.
        let opened = turn
            .run(move || {
                catch_unwind(AssertUnwindSafe(open))
                    .unwrap_or_else(|_| Err("this program breaks on it".to_owned()))
            })
            .await?;
        self.metrics.folded();
        let (play, more, standing) = match opened {
            Ok(opened) => opened,
            Err(why) => {
                let told = self.store.told(&room.id).await?;
                let frozen = {
                    let held = held.clone();
                    turn.run(move || Frozen::new(&kept, &held, told, &why)).await?
                };
                let standing = AllMoved::of(&frozen);
                return Ok((Folded { play: Box::new(frozen), held }, standing));
            }
        };
        if !more.is_empty() || held.state.is_none() {
            held = self.store.append(&held, &more, None, reached(&*play), date()).await?;
        }
        Ok((Folded { play, held }, standing))
    }

    /// Lets go of the games not looked at for longest until the others fit.
    fn make_room(&self) {
        let fits = |most: usize| self.weight() <= most;
        if fits(self.most_memory) {
            return;
        }
        // A little more than needed, so that the next game does not begin this again.
        let enough = self.most_memory / 16 * 15;
        let folded = |room: &&Arc<Room>| room.weight.load(Ordering::Relaxed) > 0;
        let mut rooms: Vec<Arc<Room>> = self.map().values().filter(folded).cloned().collect();
        rooms.sort_by_key(|room| room.touched.load(Ordering::Relaxed));
        for room in rooms {
            if fits(enough) {
                return;
            }
            unfold(&room);
        }
    }

    /// Changes a game: worked out, written down, and only then told. A request that was applied before shows the game
    /// as it is now and changes nothing. The change is finished even if the caller hangs up.
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
        let (mut guard, folded) = self.take(room, turn).await?;
        let asked = Request {
            seat: look.seat.word(),
            id: request.to_owned(),
            body: secret::hashed(&serde_json::to_string(&change).map_err(Wrong::inside)?)
                [..DIGITS_OF_A_REQUEST]
                .to_owned(),
        };
        let again = match self.store.known(&room.id, asked.seat, request).await {
            Ok(None) => false,
            // Requests of older versions did not say what they asked for, or at greater length.
            Ok(Some(body)) if body.is_empty() || body.starts_with(&asked.body) => true,
            found => {
                *guard = Some(folded);
                found?;
                return Err(Wrong::conflict(
                    "This request id was used for something else in this game: make a new one for each request.",
                ));
            }
        };
        let id = room.id.clone();
        let Folded { play, held } = folded;
        let (play, done) = turn
            .run(move || {
                let mut play = play;
                let written = if again { Ok(None) } else { apply(&mut *play, look.seat, change).map(Some) };
                let done = written.and_then(|written| {
                    let shown = play.view(&id, look)?;
                    let now = written.as_ref().map(|_| (AllMoved::of(&*play), reached(&*play)));
                    Ok((written.zip(now), Bytes::from(shown)))
                });
                (play, done)
            })
            .await?;
        let (written, shown) = match done {
            Ok(done) => done,
            Err(wrong) => {
                // A refusal has changed nothing. After anything else the game is folded again.
                if wrong.status.is_client_error() {
                    *guard = Some(Folded { play, held });
                }
                self.metrics.refused();
                return Err(wrong);
            }
        };
        let Some((written, (standing, reached))) = written else {
            *guard = Some(Folded { play, held });
            return Ok(shown);
        };
        let held = match written {
            Written::Added(entries) => {
                let held = self.store.append(&held, &entries, Some(asked), reached, date()).await?;
                turn.wrote(entries.len());
                held
            }
            Written::TakenBack(kept) => self.store.take_back(&held, kept, asked, reached, date()).await?,
        };
        self.metrics.confirmed();
        self.let_think(room, play.must_think(), turn.asked_by());
        room.put_as(&mut guard, Folded { play, held }, standing);
        drop(guard);
        self.make_room();
        Ok(shown)
    }
}

/// Works with a game and puts it back, even if the caller has hung up. If the work panics, the game is not put back and
/// will be read from the store again.
async fn with<T: Send + 'static>(
    turn: &Turn,
    guard: Guard,
    folded: Folded,
    work: impl FnOnce(&mut Folded) -> T + Send + 'static,
) -> Result<T, Wrong> {
    let taken = Taken { guard, folded: Some(folded) };
    turn.run(move || taken.worked_with(work)).await?.ok_or_else(|| Wrong::inside("a game in hand is gone"))
}

/// A game taken out of its room; dropping this puts it back, even if its turn never came.
struct Taken {
    guard: Guard,
    /// `None` while it is worked with, so that a panic puts nothing back.
    folded: Option<Folded>,
}

impl Taken {
    fn worked_with<T>(mut self, work: impl FnOnce(&mut Folded) -> T) -> Option<T> {
        let mut folded = self.folded.take()?;
        let found = work(&mut folded);
        self.folded = Some(folded);
        Some(found)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Some(folded) = self.folded.take() {
            *self.guard = Some(folded);
        }
    }
}

/// About how many bytes a game takes in the store.
fn size(kept: &Kept, entries: &[Raw]) -> usize {
    let bytes = |json: serde_json::Result<String>| json.map_or(0, |json| json.len());
    bytes(serde_json::to_string(&kept.header))
        + entries.iter().map(|entry| bytes(serde_json::to_string(entry))).sum::<usize>()
}

/// Where a game is after what has just been done.
fn reached(play: &dyn Playing) -> Reached {
    Reached { outcome: play.outcome(), state: play.state_hash(), staff: play.staff().cloned() }
}

fn apply(play: &mut dyn Playing, seat: Seat, change: Change) -> Result<Written, Wrong> {
    let before = play.length();
    match change {
        Change::Answer { version, answer } => play.answer(seat, version, answer)?,
        Change::Throw { version, faces } => play.throw(seat, version, faces)?,
        Change::Concede => play.concede(seat)?,
        Change::Hand { command, to_captain } => play.hand(seat, &command, to_captain)?,
        Change::Beforehand(beforehand) => play.say_beforehand(seat, beforehand)?,
        Change::Undo => {
            play.undo(seat)?;
            return Ok(Written::TakenBack(play.length()));
        }
    }
    Ok(Written::Added(play.entries_from(before).map_err(Wrong::inside)?))
}

/// Both sides are led by the computer: the battle is played to its end at once.
fn alone(players: &Both<Player>) -> bool {
    !players.french.is_human() && !players.allied.is_human()
}

async fn finish<T>(task: tokio::task::JoinHandle<Result<T, Wrong>>) -> Result<T, Wrong> {
    task.await.map_err(Wrong::inside)?
}

/// Lets a game go from memory, but keeps its room; false if it is in use.
fn unfold(room: &Room) -> bool {
    let Ok(mut folded) = room.folded.try_lock() else { return false };
    *folded = None;
    room.weighs(0);
    true
}

/// The room is not in use and its computer player is not thinking. A player who thinks holds no game, so a new room for
/// the same game would let a second one start.
fn is_empty(room: &Arc<Room>) -> bool {
    Arc::strong_count(room) == 1 && !room.thinks.load(Ordering::SeqCst)
}

/// Drops the rooms not used for longest; a room that is not in use can be made again from the store.
fn forget_oldest(map: &mut BTreeMap<String, Arc<Room>>) {
    while map.len() > MOST_KNOWN {
        let free = map.iter().filter(|(_, room)| is_empty(room));
        let oldest = free.min_by_key(|(_, room)| room.touched.load(Ordering::Relaxed));
        let Some(id) = oldest.map(|(id, _)| id.clone()) else { return };
        map.remove(&id);
    }
}

/// A new id for a game.
pub(crate) fn new_id() -> Result<String, Wrong> {
    Ok(secret::hex(&secret::random::<8>()?))
}
