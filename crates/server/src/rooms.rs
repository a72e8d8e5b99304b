//! The games in memory: one at a time for each, written down before anybody is told, and always to be had again
//! from the store.

mod frozen;
mod going_on;
mod seats;
mod thoughts;

pub(crate) use seats::Carded;

use crate::guard::caller::Caller;
use crate::guard::crowd::{Crowd, Place};
use crate::guard::growth::{Added, Growth};
use crate::guard::machine::{self, date, now};
use crate::guard::metrics::Metrics;
use crate::guard::work::{Class, Errand, Payer, Turn, Work};
use crate::rooms::frozen::Frozen;
use crate::seats::chairs::Opened;
use crate::seats::secret::{self, TokenHashes};
use crate::store::book::Books;
use crate::store::health::Health;
use crate::store::{Held, Kept, LOOKS_NOTED, Reached, Request, Store, ToldRow};
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

/// More games than this are not even known without asking the store; the one not looked at for longest goes.
const MOST_KNOWN: usize = 20_000;
/// Where the operator has not said how much memory games may take together, it is a quarter of the machine's, within
/// these bounds; a machine that does not say how much it has is taken for a small one.
const MEMORY: std::ops::RangeInclusive<u64> = 192 << 20..=4 << 30;
/// More records than this are not taken in at once, and half as many of one address.
const MOST_UPLOADS: usize = 4;
/// So many hexadecimal digits tell what a request asks for from what another did: each move keeps them.
const DIGITS_OF_A_REQUEST: usize = 16;
/// A game nobody has looked at for so long is not kept folded.
pub(crate) const IDLE: Duration = Duration::from_secs(60);
/// Of so many games that have become quiet it is written down at once what was told.
const TOLD_AT_ONCE: i64 = 50;
/// When the server stops, this long at most.
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
    /// Who reckons when.
    pub work: Arc<Work>,
    /// What may be added.
    pub(crate) growth: Growth,
    /// No more records are taken in at once.
    uploads: Arc<Crowd<IpAddr>>,
    /// For what goes on when nobody asks.
    me: Weak<Rooms>,
}

/// One game.
pub(crate) struct Room {
    pub(crate) id: String,
    /// Who may come in: seats change hands.
    secrets: RwLock<TokenHashes>,
    /// The spectator's link that everybody in the game may give away.
    pub(crate) shared: String,
    /// `None`: not folded yet, or something went wrong on the way and it must be folded again.
    folded: Arc<tokio::sync::Mutex<Option<Folded>>>,
    /// What it takes in memory while it is folded, and what all games take.
    weight: AtomicUsize,
    of_all: Arc<AtomicUsize>,
    moved: watch::Sender<AllMoved>,
    touched: AtomicU64,
    /// When it was last noted that somebody looks, in seconds since 1970.
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

/// What somebody wants to change.
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

/// What has to be written down.
enum Written {
    Added(Vec<Raw>),
    /// So many entries are left.
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

    /// Puts a game where everybody finds it, and tells those who follow.
    fn put(&self, guard: &mut Guard, folded: Folded) {
        let now = AllMoved::of(&*folded.play);
        self.put_as(guard, folded, now);
    }

    /// The same where it is known already how the game stands: to find out is not for a thread on which others wait.
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
            // It keeps a game from being cleared away; whether it can be written does not matter to whoever looks.
            let _ = self.store.note_look(&room.id, date()).await;
        }
        Ok((room, opened))
    }

    /// Lets go of a game that is kept no longer.
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

    /// Lets go of games nobody has looked at for so long, after it is written down what was told of them.
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

    /// The last thing a server does: what was told of games just played is written down.
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

    /// Keeps what each seat is told of a game as it stands, so that it can be read whatever becomes of the program.
    async fn write_down_what_is_told(&self, id: &str) -> Result<(), Wrong> {
        let Some(room) = self.room(id).await? else { return Ok(()) };
        let turn = self.work.turn(Errand { payer: Payer::House, class: Class::Beside }).await?;
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
            // Nothing that is to be had: it is not tried again until the game moves.
            Ok(_) => Ok(self.store.leave_untold(id).await?),
            Err(wrong) => {
                // What passes is tried again; what is damaged stays so.
                if wrong.status == StatusCode::INTERNAL_SERVER_ERROR {
                    self.store.leave_untold(id).await?;
                }
                Err(wrong)
            }
        }
    }

    /// A new game with what has happened in it, played on until a person must decide, and written down.
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

    /// The same of a game that is still to be set up. That reads a battle and its rules: so it is done after the caller
    /// was allowed a game, in his turn and at his cost, and not on a thread on which players wait.
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

    /// The same for whoever has his turn already.
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
            // What is whole from the start is read again if anybody looks: it takes no memory from those who play.
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

    /// Reckons something that may take longer than a moment, on a thread of its own.
    pub(crate) async fn reckon<T: Send + 'static>(
        &self,
        errand: Errand,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Wrong> {
        self.work.turn(errand).await?.run(work).await
    }

    /// A place for a record that is about to be brought, if there is one.
    pub(crate) fn upload(&self, by: Caller) -> Option<Place<IpAddr>> {
        self.uploads.enter(by.0).ok()
    }

    /// Looks at a game, or reckons something about it that changes nothing.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        room: &Room,
        errand: Errand,
        work: impl FnOnce(&mut dyn Playing) -> T + Send + 'static,
    ) -> Result<T, Wrong> {
        let turn = self.work.turn(errand).await?;
        let (guard, folded) = self.take(room, &turn).await?;
        // Whoever looks back leaves states behind: the game is weighed again.
        let weighed = move |folded: &mut Folded| (work(&mut *folded.play), folded.play.weight());
        let (found, weight) = with(&turn, guard, folded, weighed).await?;
        room.weighs(weight);
        self.make_room();
        Ok(found)
    }

    /// Takes the game out of its room. Whoever does puts it back when all has gone well; if not, it is folded again.
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
        // A program that breaks on an old game still shows it as it was told.
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
        // A little more than must be, so that this is not done again at once.
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

/// Works with a game and puts it back, whether or not anybody still waits for what comes of it. Work that panics leaves
/// nothing to put back.
async fn with<T: Send + 'static>(
    turn: &Turn,
    guard: Guard,
    folded: Folded,
    work: impl FnOnce(&mut Folded) -> T + Send + 'static,
) -> Result<T, Wrong> {
    let taken = Taken { guard, folded: Some(folded) };
    turn.run(move || taken.worked_with(work)).await?.ok_or_else(|| Wrong::inside("a game in hand is gone"))
}

/// A game in somebody's hands: it goes back into its room when he lets go of it, also where his turn never came.
struct Taken {
    guard: Guard,
    /// `None` while it is worked with: a panic then leaves nothing that could be put back.
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

/// Between two generals it is played to its end at once.
fn alone(players: &Both<Player>) -> bool {
    !players.french.is_human() && !players.allied.is_human()
}

async fn finish<T>(task: tokio::task::JoinHandle<Result<T, Wrong>>) -> Result<T, Wrong> {
    task.await.map_err(Wrong::inside)?
}

/// Takes a game out of memory, but not its room; false where somebody is at it.
fn unfold(room: &Room) -> bool {
    let Ok(mut folded) = room.folded.try_lock() else { return false };
    *folded = None;
    room.weighs(0);
    true
}

/// Nobody is in a room, nor thinks of it: whoever thinks holds no game, and in another room a second one would begin.
fn is_empty(room: &Arc<Room>) -> bool {
    Arc::strong_count(room) == 1 && !room.thinks.load(Ordering::SeqCst)
}

/// Empty rooms can be had again from the store.
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
