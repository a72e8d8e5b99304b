//! The server is killed at random moments while many play. Every confirmed move is there afterwards, once; every other
//! is there as a whole or not at all; and what is sent again is not done again.

use crate::common::Luck;
use crate::common::line::{Line, Reply};
use crate::common::server::{Serve, Server};
use crate::common::table::{Move, Table, print_of};
use crate::{Trial, Tried, Troubles};
use engine::{Entry, Played, Side, Waiting};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Moves to a kill, where nothing else is asked for.
const MOVES_TO_A_KILL: usize = 100;
/// The most finished games that are looked at once more at the end.
const MOST_LOOKED_AT_AGAIN: usize = 1000;

/// Where the server listens; another number each time it was started again. 0: all is over.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Epoch {
    number: usize,
    port: u16,
}

#[derive(Default)]
struct Tally {
    confirmed: AtomicUsize,
    refused: AtomicUsize,
    undone: AtomicUsize,
    limited: AtomicUsize,
    whole: AtomicUsize,
    absent: AtomicUsize,
    finished: Mutex<Vec<Finished>>,
}

impl Tally {
    fn add(count: &AtomicUsize) {
        count.fetch_add(1, Ordering::Relaxed);
    }
}

/// A battle fought to its end, and how it looked then.
struct Finished {
    path: String,
    watch: String,
    print: u64,
}

pub(crate) async fn run(trial: &Trial) -> Tried {
    let schema = match &trial.db {
        Some(base) => Some(Schema::new(base).await?),
        None => None,
    };
    let db = schema.as_ref().map_or_else(|| trial.folder.join("kills.sqlite"), Schema::url);
    let killed = killed(trial, &Serve::new(db, trial.folder.path())).await;
    if let Some(schema) = schema {
        schema.drop().await?;
    }
    killed
}

async fn killed(trial: &Trial, serve: &Serve) -> Tried {
    let mut luck = trial.luck(1);
    let tally = Arc::new(Tally::default());
    let mut server = serve.start()?;
    let (told, epochs) = watch::channel(Epoch { number: 1, port: server.port });
    let mut playing = JoinSet::new();
    for n in 0..trial.bots {
        let bot = Bot {
            line: Line::seated(server.port, n as u64),
            number: n,
            luck: luck.other(),
            tally: Arc::clone(&tally),
            troubles: trial.troubles.clone(),
            epochs: epochs.clone(),
            games: 0,
        };
        playing.spawn(bot.run());
    }
    drop(epochs);
    let start = Instant::now();
    let (mut kills, mut slowest, mut slowest_look) = (0, Duration::ZERO, Duration::ZERO);
    let per_kill = match (trial.kills, trial.moves) {
        (Some(kills), Some(moves)) => moves / kills.max(1) + 1,
        _ => MOVES_TO_A_KILL,
    };
    while trial.goes_on(start, kills, trial.kills, usize::MAX) && trial.troubles.count() < 50 {
        let enough = tally.confirmed.load(Ordering::Relaxed) + luck.below(2 * per_kill);
        let late = Instant::now() + Duration::from_secs(30);
        while tally.confirmed.load(Ordering::Relaxed) < enough && Instant::now() < late {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        if Instant::now() >= late {
            trial.trouble(format!("after kill {kills} nobody got on for half a minute"));
        }
        tokio::time::sleep(Duration::from_micros(luck.any() % 3_000)).await;
        server.kill();
        kills += 1;
        let restart = Instant::now();
        server = serve.start()?;
        slowest = slowest.max(restart.elapsed());
        let look = Instant::now();
        if !Line::seated(server.port, 0xff_ff_ff).is_well().await {
            trial.trouble(format!("after kill {kills} the server is not well"));
        }
        slowest_look = slowest_look.max(look.elapsed());
        told.send_replace(Epoch { number: kills + 1, port: server.port });
    }
    let took = start.elapsed();
    // The last moves are finished; then the server is started once more and everything is looked at.
    told.send_replace(Epoch { number: 0, port: server.port });
    playing.join_all().await;
    server.kill();
    let server = serve.start()?;
    let again = look_again(&server, &tally, &mut luck, &trial.troubles).await;
    for panic in serve.panics().into_iter().take(3) {
        trial.trouble(panic);
    }
    let count = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    let confirmed = count(&tally.confirmed);
    if let Some(moves) = trial.moves.filter(|moves| confirmed < *moves) {
        trial.trouble(format!("only {confirmed} of {moves} moves were confirmed"));
    }
    Ok(vec![
        format!(
            "{kills} kills, {confirmed} confirmed moves ({:.0} a second, {:.0} to a kill), {} refused, {} taken back, {} times told to wait",
            confirmed as f64 / took.as_secs_f64(),
            confirmed as f64 / f64::from(u32::try_from(kills.max(1)).unwrap_or(u32::MAX)),
            count(&tally.refused),
            count(&tally.undone),
            count(&tally.limited)
        ),
        format!(
            "{} unconfirmed: {} whole, {} absent",
            count(&tally.whole) + count(&tally.absent),
            count(&tally.whole),
            count(&tally.absent)
        ),
        format!("{again}; slowest start {slowest:.0?}, first look {slowest_look:.0?}"),
    ])
}

/// Finished battles are what they were, whatever has happened since.
async fn look_again(server: &Server, tally: &Tally, luck: &mut Luck, troubles: &Troubles) -> String {
    let mut finished = std::mem::take(&mut *tally.finished.lock().unwrap());
    let all = finished.len();
    while finished.len() > MOST_LOOKED_AT_AGAIN {
        let n = luck.below(finished.len());
        finished.swap_remove(n);
    }
    for (n, game) in finished.iter().enumerate() {
        let mut line = Line::seated(server.port, 0x10_00_00 + n as u64);
        match line.get(&game.path, &game.watch).await {
            Ok(reply) if reply.status == 200 && print_of(&reply.body) == Ok(game.print) => {}
            Ok(reply) if reply.status == 200 => troubles.add(format!("{} is another game now", game.path)),
            Ok(reply) => troubles.add(format!("{}: {}", game.path, reply.told())),
            Err(error) => troubles.add(error),
        }
    }
    format!("{all} battles to their end, each record proved, {} looked at again", finished.len())
}

/// A player of both seats of a game, or of one against the computer, who forgets nothing.
struct Bot {
    line: Line,
    number: usize,
    luck: Luck,
    tally: Arc<Tally>,
    troubles: Troubles,
    epochs: watch::Receiver<Epoch>,
    games: usize,
}

/// The line went dead, the server wants a pause, or something is wrong.
enum Ended {
    Dead,
    Limited,
    Wrong(String),
}

impl From<String> for Ended {
    fn from(what: String) -> Ended {
        Ended::Wrong(what)
    }
}

/// A game with what must be in its record.
struct Playing {
    table: Table,
    battle: String,
    /// Answers of people that were confirmed and not taken back.
    answers: usize,
    pending: Option<Pending>,
}

/// A change that was sent and not confirmed.
struct Pending {
    sent: Move,
    before: u64,
}

impl Bot {
    async fn run(mut self) {
        let mut game: Option<Playing> = None;
        let mut epoch = *self.epochs.borrow_and_update();
        loop {
            let done = self.play_on(&mut game).await;
            let now = *self.epochs.borrow_and_update();
            match done {
                Ok(()) if now == epoch => {}
                Ok(()) | Err(Ended::Dead) => {
                    // Also where nothing was under way: what was confirmed must be there.
                    if now == epoch && self.epochs.changed().await.is_err() {
                        return;
                    }
                    epoch = *self.epochs.borrow_and_update();
                    if epoch.number == 0 {
                        return self.settle(game, epoch).await;
                    }
                    self.line.port = epoch.port;
                    self.line.hang_up();
                    match self.check(&mut game).await {
                        Ok(()) | Err(Ended::Dead | Ended::Limited) => {}
                        Err(Ended::Wrong(what)) => self.give_up(&mut game, &what),
                    }
                }
                Err(Ended::Limited) => {
                    Tally::add(&self.tally.limited);
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Err(Ended::Wrong(what)) => self.give_up(&mut game, &what),
            }
        }
    }

    fn give_up(&mut self, game: &mut Option<Playing>, what: &str) {
        let path = game.as_ref().map_or("", |game| game.table.game.path.as_str());
        self.troubles.add(format!("bot {} in {path}: {what}", self.number));
        *game = None;
    }

    /// At the end: whatever is under way is cleared up on a server that lives.
    async fn settle(mut self, mut game: Option<Playing>, epoch: Epoch) {
        self.line.port = epoch.port;
        self.line.hang_up();
        if let Err(Ended::Wrong(what)) = self.check(&mut game).await {
            self.give_up(&mut game, &what);
        }
    }

    /// After the server was started again: what was confirmed is there, and what was not is done now, once.
    async fn check(&mut self, game: &mut Option<Playing>) -> Result<(), Ended> {
        let Some(game) = game else { return Ok(()) };
        let side = game.pending.as_ref().map_or(game.table.latest, |pending| pending.sent.side);
        let known = game.table.print(side)?;
        let mut now = game.table.clone();
        dead(now.look(&mut self.line, side).await)?;
        let Some(pending) = &game.pending else {
            if now.print(side)? != known {
                return Err(Ended::Wrong("what was confirmed is not there, or something else is".to_owned()));
            }
            return Ok(());
        };
        let there = now.print(side)? != pending.before;
        let sent = pending.sent.clone();
        let first = self.send(&now, &sent).await?;
        let second = self.send(&now, &sent).await?;
        if first.status == 200 {
            let [one, two] = [print_of(&first.body)?, print_of(&second.body)?];
            if there && one != now.print(side)? {
                return Err(Ended::Wrong("a move that was there was done again".to_owned()));
            }
            if second.status != 200 || one != two {
                return Err(Ended::Wrong("the same request twice has done two things".to_owned()));
            }
        } else if there {
            return Err(Ended::Wrong(format!("there, but not known by its request: {}", first.told())));
        }
        Tally::add(if there { &self.tally.whole } else { &self.tally.absent });
        game.pending = None;
        game.table = now;
        self.settled(game, &sent, &first)
    }

    /// Counts what came of a change.
    fn settled(&self, game: &mut Playing, sent: &Move, reply: &Reply) -> Result<(), Ended> {
        match reply.status {
            200 => {
                game.table.shown(sent.side, reply)?;
                Tally::add(&self.tally.confirmed);
                if sent.undoes {
                    Tally::add(&self.tally.undone);
                    game.answers = game.answers.saturating_sub(1);
                } else {
                    game.answers += 1;
                }
                Ok(())
            }
            400 | 409 if !sent.declines => {
                Tally::add(&self.tally.refused);
                Ok(())
            }
            429 => Err(Ended::Limited),
            _ => Err(Ended::Wrong(reply.told())),
        }
    }

    async fn send(&mut self, table: &Table, sent: &Move) -> Result<Reply, Ended> {
        table.send(&mut self.line, sent).await.map_err(|_| Ended::Dead)
    }

    /// One move, or the next game.
    async fn play_on(&mut self, game: &mut Option<Playing>) -> Result<(), Ended> {
        self.line.from = self.elsewhere();
        if game.as_ref().is_some_and(|playing| playing.pending.is_some()) {
            return self.check(game).await;
        }
        let Some(playing) = game else {
            *game = Some(self.begin().await?);
            return Ok(());
        };
        let next = match dead(playing.table.next(&mut self.line, &mut self.luck).await)? {
            Some(next) => next,
            None => {
                self.finish(playing).await?;
                *game = None;
                return Ok(());
            }
        };
        // Now and then the last one is taken back instead, if it may be.
        let next = match self.luck.once_in(15) {
            true => playing.table.undo(next.side),
            false => next,
        };
        let reply = self.change(playing, next).await?;
        if reply.status == 200 {
            return Ok(());
        }
        // A unit stands in the way: then nothing is done.
        if let Some(decline) = playing.table.decline() {
            self.change(playing, decline).await?;
        }
        Ok(())
    }

    async fn change(&mut self, playing: &mut Playing, sent: Move) -> Result<Reply, Ended> {
        let before = playing.table.print(sent.side)?;
        playing.pending = Some(Pending { sent: sent.clone(), before });
        let reply = self.send(&playing.table, &sent).await?;
        playing.pending = None;
        self.settled(playing, &sent, &reply)?;
        Ok(reply)
    }

    /// Limits for one address are not what is tried here.
    fn elsewhere(&mut self) -> String {
        format!("10.{}.{}.{}", self.luck.below(250), self.luck.below(250), self.luck.below(250))
    }

    /// Small battles of both games, against a friend or the computer.
    async fn begin(&mut self) -> Result<Playing, Ended> {
        let n = self.number + self.games;
        self.games += 1;
        let battle = ["gilly", "baumersdorf", "teugn-outposts", "leubnitz", "gilly"][n % 5];
        let allied = match n % 6 {
            0 => "captain",
            1 => "you",
            _ => "friend",
        };
        let table = dead(Table::begin(&mut self.line, battle, ["you", allied]).await)?;
        Ok(Playing { table, battle: battle.to_owned(), answers: 0, pending: None })
    }

    /// The record of a battle that is over plays again to the same hashes, and holds each answer once.
    async fn finish(&mut self, playing: &Playing) -> Result<(), Ended> {
        let game = &playing.table.game;
        let record = dead(self.line.get(&format!("{}/record", game.path), &game.watch).await)?;
        if record.status != 200 {
            return Err(Ended::Wrong(format!("no record: {}", record.told())));
        }
        let people = [0, 1].map(|side| game.seats[side].is_some());
        let kind = games::record_kind(&record.text());
        let answers = games::with!(kind, G => answers_of::<G>(&record.text(), people))?;
        if answers != playing.answers {
            let told = format!(
                "{}: {answers} answers in the record, {} were confirmed",
                playing.battle, playing.answers
            );
            return Err(Ended::Wrong(told));
        }
        let shown = dead(self.line.get(&game.path, &game.watch).await)?;
        let finished =
            Finished { path: game.path.clone(), watch: game.watch.clone(), print: print_of(&shown.body)? };
        self.tally.finished.lock().unwrap().push(finished);
        Ok(())
    }
}

/// A word about a dead line is no trouble while the server is killed now and then.
fn dead<T>(done: Result<T, String>) -> Result<T, Ended> {
    done.map_err(|what| {
        let status = what.split(": ").find_map(|part| part.parse::<u16>().ok());
        match status {
            Some(429) => Ended::Limited,
            Some(_) => Ended::Wrong(what),
            None => Ended::Dead,
        }
    })
}

/// How many answers in a record are people's.
fn answers_of<G: Played>(text: &str, people: [bool; 2]) -> Result<usize, String> {
    let (record, session) = games::verify_record::<G>("killed", text).map_err(|error| error.to_string())?;
    let mut session = session.start_again();
    let mut answers = 0;
    for entry in record.entries {
        if let (Some(Waiting::ForAnswer(question)), Entry::Answer(_)) = (session.waiting(), &entry) {
            let side = match session.game().asked_of(question) {
                Side::French => 0,
                Side::Allied => 1,
            };
            answers += usize::from(people[side]);
        }
        session.put(entry).map_err(|mistake| mistake.to_string())?;
    }
    Ok(answers)
}

/// A schema of its own in a Postgres, as long as the part.
struct Schema {
    base: String,
    name: String,
}

impl Schema {
    async fn new(base: &str) -> Result<Schema, String> {
        let schema =
            Schema { base: base.to_owned(), name: format!("grognard_hostile_{}", std::process::id()) };
        schema.run(format!("CREATE SCHEMA {}", schema.name)).await?;
        Ok(schema)
    }

    fn url(&self) -> String {
        let and = if self.base.contains('?') { '&' } else { '?' };
        format!("{}{and}options[search_path]={}", self.base, self.name)
    }

    async fn run(&self, sql: String) -> Result<(), String> {
        sqlx::any::install_default_drivers();
        let told = |error: sqlx::Error| error.to_string();
        let mut connection = AnyConnection::connect(&self.base).await.map_err(told)?;
        connection.execute(AssertSqlSafe(sql)).await.map(|_| ()).map_err(told)
    }

    async fn drop(&self) -> Result<(), String> {
        self.run(format!("DROP SCHEMA {} CASCADE", self.name)).await
    }
}
