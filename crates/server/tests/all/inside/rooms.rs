//! Games that come from elsewhere: under other numbers, of another program, damaged, or with no room to write.

use crate::common::{Client, Folder, config, request, run};
use axum::http::Method;
use dice::Seed;
use engine::{Both, Entry, Played as _};
use games::Volley;
use rulebook::{Book, Source};
use serde_json::{Value, json};
use server::Config;
use server::for_tests::{
    self, Failed, GoingOn, Held, Kept, Player, Reached, Request, Rooms, Seat, Setting, Tokens, Told, ToldRow,
    date,
};
use std::sync::Arc;

/// A server, the rooms behind it, and a client.
struct Here {
    folder: Folder,
    rooms: Arc<Rooms>,
    client: Client,
}

impl Here {
    async fn new() -> Here {
        let folder = Folder::new();
        let (rooms, client) = open(&config(&folder)).await;
        Here { folder, rooms, client }
    }

    /// As after a restart.
    async fn again(&mut self) {
        self.again_with(config(&self.folder)).await;
    }

    async fn again_with(&mut self, config: Config) {
        self.rooms.close().await;
        (self.rooms, self.client) = open(&config).await;
    }

    async fn look(&self, id: &str) -> Value {
        self.client.get(&format!("/api/games/{id}"), &token(Seat::French)).await.json()
    }

    async fn go_on(&self, id: &str, seat: Seat) -> Value {
        let path = format!("/api/games/{id}/go-on");
        self.client.post(&path, &token(seat), &json!({ "request": request() })).await.json()
    }

    /// Changes what is kept of a game, and its sum with it.
    async fn change(&self, id: &str, change: impl FnOnce(&mut Held)) {
        let (_, mut held) = self.rooms.store.game(id).await.unwrap().unwrap();
        change(&mut held);
        let (book, state, sum) = (&held.book, held.state.as_deref().unwrap(), held.sum());
        let sql =
            format!("UPDATE games SET book = '{book}', state = '{state}', sum = '{sum}' WHERE id = '{id}'");
        run(&self.folder, &sql).await;
    }

    /// As if a game had been begun with another rulebook.
    async fn begun_with(&self, id: &str, book: &str) {
        self.change(id, |held| held.book = book.to_owned()).await;
    }

    /// As if its entries had led elsewhere.
    async fn led_to(&self, id: &str, state: &str) {
        self.change(id, |held| held.state = Some(state.to_owned())).await;
    }
}

async fn open(config: &Config) -> (Arc<Rooms>, Client) {
    let (rooms, app) = for_tests::app(config).await.unwrap();
    (rooms, Client { app })
}

const BOTH_YOURS: Both<Player> = Both { french: Player::You, allied: Player::You };

fn tokens() -> Tokens {
    Tokens::new("salt", "request", &BOTH_YOURS)
}

/// Of every game begun here.
fn token(seat: Seat) -> String {
    let Tokens { french, allied, watch } = tokens();
    match seat {
        Seat::French => french.unwrap(),
        Seat::Allied => allied.unwrap(),
        Seat::Watch => watch,
    }
}

/// A game that waits for the French, begun by the rules of a book.
fn begun(id: &str, book: &Book) -> Kept {
    let setup = games::Setup::new(games::find("gilly").unwrap());
    let (_, rules) = setup.open_with::<Volley>(book).unwrap();
    let header = setup.header(&rules, Seed::from_number(7), Default::default());
    let setting = Setting {
        players: BOTH_YOURS,
        own_dice: false,
        tokens: tokens().hashes(),
        uploaded: None,
        going_on: GoingOn::default(),
        staff: Both::default(),
    };
    Kept { id: id.to_owned(), header, setting, salt: "salt".to_owned() }
}

async fn keep(rooms: &Rooms, kept: &Kept, state: &str) {
    let reached = Reached { outcome: None, state: Some(state.to_owned()), staff: None };
    rooms.store.create(kept, &kept.id, &[], reached, date()).await.unwrap();
}

fn volley() -> &'static Book {
    games::book::<Volley>()
}

/// The hash of a battle's first state, by the rules of a book.
fn first_state(book: &Book) -> String {
    let setup = games::Setup::new(games::find("gilly").unwrap());
    let (battle, rules) = setup.open_with::<Volley>(book).unwrap();
    engine::Session::new(Volley::start(&battle, rules)).state_hash()
}

/// A number of a chart has changed since: the game goes on by the one it was begun with.
#[tokio::test]
async fn a_game_goes_on_under_the_numbers_it_was_begun_with() {
    let mut here = Here::new().await;
    let mut files: Vec<Source> = volley().sources.to_vec();
    let fire = files.iter_mut().find(|file| file.file_name() == "movement.toml").unwrap();
    let changed = fire.text.replacen("degrees = 45", "degrees = 40", 1);
    assert_ne!(changed, fire.text);
    fire.text = changed.into();
    let other = Book::load(Volley::spec(), &files).unwrap();
    let kept = begun("older", &other);
    assert_ne!(kept.header.rules.hash, begun("now", volley()).header.rules.hash);
    keep(&here.rooms, &kept, &first_state(&other)).await;
    here.rooms.store.keep_book(Volley::word(), &other).await.unwrap();
    here.begun_with("older", &other.hash_hex()).await;
    here.again().await;
    let view = here.look("older").await;
    assert_eq!(view["frozen"], Value::Null, "{view}");
    assert!(view["hash"].is_string() && !view["asked"].is_null(), "{view}");
    // Rules that were never kept are not known.
    here.begun_with("older", "no such hash").await;
    here.again().await;
    assert!(here.look("older").await["frozen"].is_string());
}

/// The same entries lead elsewhere now: what was told can be read, and nothing else is done.
#[tokio::test]
async fn a_game_of_another_program_is_read_as_it_was_told() {
    let mut here = Here::new().await;
    keep(&here.rooms, &begun("told", volley()), &first_state(volley())).await;
    let before = here.look("told").await;
    here.again().await;
    here.led_to("told", "another state").await;
    here.again().await;
    let view = here.look("told").await;
    let why = view["frozen"].as_str().unwrap();
    assert!(why.contains("another version of the program") && why.ends_with('.'), "{why}");
    assert_eq!(
        (&view["asked"], &view["staff"], &view["hash"], &view["log"]),
        (&Value::Null, &Value::Null, &before["hash"], &before["log"])
    );
    let answer = json!({ "request": request(), "version": 0, "answer": Value::Null });
    let refused = here.client.post("/api/games/told/answers", &token(Seat::French), &answer).await.fails(409);
    assert_eq!(refused["error"], why);
}

/// Once both who play have agreed, the battle goes on from where it stood, under today's rules, by the same links.
#[tokio::test]
async fn a_game_of_another_program_goes_on_when_all_agree() {
    let mut here = Here::new().await;
    let kept = begun("old", volley());
    keep(&here.rooms, &kept, &first_state(volley())).await;
    let before = here.look("old").await;
    // One that is played needs no other.
    let refused = here.go_on("old", Seat::French).await;
    assert!(refused["error"].as_str().unwrap().contains("played as it is"), "{refused}");
    here.again().await;
    here.led_to("old", "another state").await;
    here.again().await;
    let view = here.look("old").await;
    assert!(view["frozen"].as_str().unwrap().contains("once everybody who plays agrees"), "{view}");
    assert_eq!(view["going-on"]["agreed"], json!([]));
    assert_eq!((&view["waits-for"], &view["offered"]), (&json!([]), &json!([])));

    let refused = here.go_on("old", Seat::Watch).await;
    assert!(refused["error"].as_str().unwrap().contains("those who play"), "{refused}");
    for _ in 0..2 {
        let agreed = here.go_on("old", Seat::French).await;
        assert_eq!((&agreed["agreed"], &agreed["game"]), (&json!(["french"]), &Value::Null));
    }
    let view = here.look("old").await;
    assert_eq!(view["going-on"]["agreed"], json!(["french"]));
    // A server that stops in between forgets nothing.
    here.again().await;
    let agreed = here.go_on("old", Seat::Allied).await;
    let next = agreed["game"].as_str().unwrap().to_owned();
    assert_eq!(here.go_on("old", Seat::French).await["game"], *next);
    assert_eq!(here.look("old").await["going-on"]["game"], *next);

    for _ in 0..2 {
        let view = here.look(&next).await;
        assert_eq!((&view["frozen"], &view["gone-on-from"]), (&Value::Null, &Value::from("old")), "{view}");
        assert_eq!((&view["hash"], &view["asked"]), (&before["hash"], &before["asked"]));
        here.again().await;
    }
    // The same secrets open it, and its position is given out to no one while it lasts.
    let (now, _) = here.rooms.store.game(&next).await.unwrap().unwrap();
    assert_eq!(now.setting.tokens.french, kept.setting.tokens.french);
    assert_ne!(now.header.commitment, kept.header.commitment, "other dice");
    let record = here.client.get(&format!("/api/games/{next}/record"), &token(Seat::French)).await.json();
    assert!(record["error"].as_str().unwrap().contains("a position that tells what was hidden"), "{record}");
}

/// A card goes along with its seat: it opens the game that goes on, in which seats change hands as in any other.
#[tokio::test]
async fn a_card_goes_on_with_its_battle() {
    let mut here = Here::new().await;
    keep(&here.rooms, &begun("old", volley()), &first_state(volley())).await;
    here.look("old").await;
    let does = async |here: &Here, id: &str, way: &str, seat: Seat| {
        let path = format!("/api/games/{id}/seat/{way}");
        here.client.post(&path, &token(seat), &json!({ "request": request() })).await
    };
    let card = does(&here, "old", "card", Seat::French).await.ok();
    let read = async |here: &Here| {
        let words = json!({ "words": card["card"] }).to_string();
        here.client.send(Method::POST, "/api/cards", None, words.into()).await.ok()
    };
    assert_eq!(read(&here).await["id"], "old");
    here.again().await;
    here.led_to("old", "another state").await;
    here.again().await;
    here.go_on("old", Seat::French).await;
    let next = here.go_on("old", Seat::Allied).await["game"].as_str().unwrap().to_owned();
    let opened = read(&here).await;
    assert_eq!(opened["id"], *next);
    let view = here.client.get(&format!("/api/games/{next}"), opened["token"].as_str().unwrap()).await.ok();
    assert_eq!(view["seat"], "french");
    // What is done with the seats of either game leaves the card to the one that goes on.
    for id in [&*next, "old", &*next] {
        does(&here, id, "offer", Seat::Allied).await.ok();
        does(&here, id, "card", Seat::French).await.ok();
        assert_eq!(read(&here).await["id"], *next, "after {id}");
    }
    does(&here, &next, "renew", Seat::Allied).await.ok();
    assert_eq!(read(&here).await["id"], *next);
}

/// What was over stays as it was told, and where nothing was kept nothing can go on.
#[tokio::test]
async fn nothing_goes_on_from_a_battle_that_is_over_or_was_not_kept() {
    let mut here = Here::new().await;
    let over = begun("over", volley());
    let reached = Reached { outcome: Some("draw"), state: Some("another state".to_owned()), staff: None };
    here.rooms.store.create(&over, "over", &[], reached, date()).await.unwrap();
    keep(&here.rooms, &begun("lost", volley()), "another state").await;
    here.again().await;
    for (id, why) in [("over", "over"), ("lost", "not kept")] {
        let refused = here.go_on(id, Seat::French).await;
        assert!(refused["error"].as_str().unwrap().contains(why), "{refused}");
    }
}

/// What was told of entries that were taken back is not shown again, and what is there now is told anew.
#[tokio::test]
async fn what_was_taken_back_is_not_told() {
    let here = Here::new().await;
    let kept = begun("game", volley());
    let fell = || Entry::Dice { faces: vec![1], typed: true };
    let reached = || Reached { outcome: None, state: None, staff: None };
    let held = here.rooms.store.create(&kept, "game", &[fell(), fell()], reached(), date()).await.unwrap();
    let told = Told { pages: Vec::new(), position: "a position".to_owned() };
    here.rooms.store.tell(&held, ToldRow::of(&told, &held).unwrap()).await.unwrap();
    assert!(here.rooms.store.told("game").await.unwrap().position.is_some());
    assert!(here.rooms.store.untold(i64::MAX, 9).await.unwrap().is_empty());
    let request = |n: usize| Request { seat: "french", id: format!("request {n}"), body: String::new() };
    let mut held = here.rooms.store.take_back(&held, 1, request(0), reached(), date()).await.unwrap();
    assert!(here.rooms.store.told("game").await.unwrap().position.is_none());
    assert_eq!(here.rooms.store.untold(i64::MAX, 9).await.unwrap(), ["game"]);

    // Requests of long ago are forgotten.
    for n in 1..=1200 {
        held = here.rooms.store.append(&held, &[], Some(request(n)), reached(), date()).await.unwrap();
    }
    for (n, known) in [(1, false), (100, false), (300, true), (1200, true)] {
        let found = here.rooms.store.known("game", "french", &format!("request {n}")).await.unwrap();
        assert_eq!(found.is_some(), known, "{n}");
    }
}

/// What is larger than can be read again is not written: it is as if nothing had been told.
#[tokio::test]
async fn what_is_told_at_too_great_length_is_not_kept() {
    let here = Here::new().await;
    let reached = Reached { outcome: None, state: None, staff: None };
    let held = here.rooms.store.create(&begun("game", volley()), "game", &[], reached, date()).await.unwrap();
    let told = |length: usize| Told { pages: Vec::new(), position: "long ".repeat(length / 5) };
    let row = ToldRow::of_at_most(&told(1000), &held, 2000).unwrap();
    here.rooms.store.tell(&held, row).await.unwrap();
    assert_eq!(here.rooms.store.told("game").await.unwrap().position.unwrap().len(), 1000);
    let refused = ToldRow::of_at_most(&told(3000), &held, 2000).unwrap_err();
    assert!(matches!(&refused, Failed::TooLarge(why) if why.contains("more than 2000 bytes")), "{refused:?}");
    // It packs well: of the disk alone it would not be seen.
    let large = ToldRow::of(&told(server::for_tests::LARGEST_TOLD), &held).unwrap_err();
    assert!(matches!(large, Failed::TooLarge(_)), "{large:?}");
    let row = ToldRow::of(&told(server::for_tests::LARGEST_TOLD - 1000), &held).unwrap();
    here.rooms.store.tell(&held, row).await.unwrap();
    assert!(here.rooms.store.told("game").await.unwrap().position.is_some());
}

/// A write that finds no room spoils nothing: the next one is written by the same server.
#[tokio::test]
async fn a_full_disk_is_got_over() {
    let here = Here::new().await;
    here.rooms.store.on_writer("PRAGMA max_page_count = 1").await.unwrap();
    let kept = begun("first", volley());
    let reached = || Reached { outcome: None, state: None, staff: None };
    let failed = here.rooms.store.create(&kept, &kept.id, &[], reached(), date()).await.unwrap_err();
    assert!(matches!(failed, Failed::Full(_)), "{failed:?}");
    assert!(here.rooms.store.game("first").await.unwrap().is_none());
    here.rooms.store.pulse(date()).await.unwrap();
    here.rooms.store.create(&kept, &kept.id, &[], reached(), date()).await.unwrap();
    // One that was there already spoils none of those written with it.
    let others: Vec<Kept> = ["second", "third"].iter().map(|id| begun(id, volley())).collect();
    let (again, second, third) = tokio::join!(
        here.rooms.store.create(&kept, &kept.id, &[], reached(), date()),
        here.rooms.store.create(&others[0], "second", &[], reached(), date()),
        here.rooms.store.create(&others[1], "third", &[], reached(), date()),
    );
    assert_eq!(again.unwrap_err(), Failed::Again);
    assert!(second.is_ok() && third.is_ok());
}

/// Where a line can be written and no move can, the server is not well.
#[tokio::test]
async fn a_disk_with_room_for_less_than_a_move_is_not_well() {
    let here = Here::new().await;
    // Nothing more than is there already.
    here.rooms.store.on_writer("PRAGMA max_page_count = 1").await.unwrap();
    here.rooms.store.on_writer("UPDATE pulse SET at = at + 1").await.unwrap();
    let told = here.client.get("/health", "").await.fails(503);
    assert!(told["error"].as_str().unwrap().contains("no room left to write"), "{told}");
}

/// Each look writes as much as a move: however many callers ask, it is done once in a few seconds.
#[tokio::test]
async fn the_health_is_looked_at_once_however_many_ask() {
    let here = Here::new().await;
    let asked = (0..20).map(|_| here.client.get("/health", ""));
    for told in futures_util::future::join_all(asked).await {
        assert_eq!(told.status, 200);
    }
    // What is there was written by the first, and the others have written nothing.
    run(&here.folder, "UPDATE pulse SET at = 1").await;
    assert_eq!(here.client.get("/health", "").await.text(), "well\n");
    assert_eq!(here.rooms.store.last_pulse().await.unwrap(), 1);
}

/// The file is deleted under the server: nothing is confirmed any more, and it is said.
#[tokio::test]
async fn a_file_that_has_gone_is_missed_before_anything_is_confirmed() {
    let here = Here::new().await;
    keep(&here.rooms, &begun("first", volley()), "").await;
    let (file, aside) = (here.folder.db(), here.folder.0.join("aside"));
    std::fs::rename(&file, &aside).unwrap();
    let reached = Reached { outcome: None, state: None, staff: None };
    let lost = here.rooms.store.create(&begun("lost", volley()), "lost", &[], reached, date()).await;
    assert!(matches!(lost, Err(Failed::Gone(_))), "{lost:?}");
    assert!(here.rooms.store.pulse(date()).await.is_err());
    std::fs::write(&file, "another").unwrap();
    assert!(matches!(here.rooms.store.pulse(date()).await, Err(Failed::Gone(_))));
    std::fs::rename(&aside, &file).unwrap();
    here.rooms.store.pulse(date()).await.unwrap();
}

/// A battle that computer generals have fought out takes no memory until it is looked at.
#[tokio::test]
async fn a_battle_that_is_whole_from_the_start_is_not_kept_in_memory() {
    let here = Here::new().await;
    let whole = here.client.begin("gilly", "recruit", "recruit", json!({})).await;
    assert_eq!(here.rooms.weight(), 0);
    assert!(here.client.get(&whole.path, &whole.watch).await.ok()["outcome"].is_object());
    assert!(here.rooms.weight() > 0);
}

/// Where games take more memory than they may, the one not looked at for longest goes, and is read again.
#[tokio::test]
async fn games_take_no_more_memory_than_they_may() {
    let mut here = Here::new().await;
    here.client.begin("gilly", "you", "you", json!({})).await;
    let one = here.rooms.weight();
    assert!(one > 0);
    let mut config = config(&here.folder);
    config.limits.memory = Some(one as u64 * 3);
    here.again_with(config).await;
    let fits = |here: &Here| assert!(here.rooms.weight() <= one * 3, "{} of {one}", here.rooms.weight());
    let mut games = Vec::new();
    for _ in 0..8 {
        games.push(here.client.begin("gilly", "you", "you", json!({})).await);
        fits(&here);
    }
    for game in &games {
        assert!(here.client.get(&game.path, &game.watch).await.ok()["hash"].is_string());
        fits(&here);
    }
}

/// What a store takes, whatever of it lies in which file.
async fn bytes(folder: &Folder) -> i64 {
    use sqlx::Connection as _;
    let file = format!("sqlite:{}", folder.db().display());
    let mut connection = sqlx::AnyConnection::connect(&file).await.unwrap();
    let taken = "SELECT (page_count - freelist_count) * page_size \
                 FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
    sqlx::query_scalar(taken).fetch_one(&mut connection).await.unwrap()
}

/// What was told to all seats is kept once and small, and yet in the very words of each.
#[tokio::test]
async fn what_is_told_takes_little_and_is_told_again_in_the_same_words() {
    let folder = Folder::new();
    let (rooms, client) = open(&config(&folder)).await;
    let game = client.begin("gilly", "you", "you", json!({ "seed": 3 })).await;
    let mut mirror = crate::common::Mirror::new(&folder.db(), &game.id, "gilly").await;
    let mut moves = 0;
    while crate::common::move_once(&client, &game, &mut mirror).await.is_some() {
        moves += 1;
    }
    assert!(moves > 60, "{moves}");
    let links = [game.token(engine::Side::French), game.token(engine::Side::Allied), &*game.watch];
    let ways = ["", "/log", "/record", "/report"];
    let mut before = Vec::new();
    for link in links {
        for way in ways {
            before.push(client.get(&format!("{}{way}", game.path), link).await);
        }
    }
    rooms.close().await;
    let whole = bytes(&folder).await;
    let here = Here { rooms, client, folder };
    let (rooms, _) = open(&config(&here.folder)).await;
    let here = Here { rooms, ..here };
    here.led_to(&game.id, "another state").await;
    let (rooms, client) = open(&config(&here.folder)).await;
    // The rulebooks of the program lie there too, once for all games.
    let empty = Folder::new();
    open(&config(&empty)).await.0.close().await;
    let a_move = (whole - bytes(&empty).await) / moves;
    println!("{a_move} bytes a move, of {moves}");
    assert!(a_move <= 1500, "{a_move} bytes a move");
    let mut before = before.into_iter();
    for link in links {
        for way in ways {
            let (then, now) =
                (before.next().unwrap(), client.get(&format!("{}{way}", game.path), link).await);
            if way == "/record" {
                assert_eq!(now.text(), then.text());
                continue;
            }
            let (mut then, mut now) = (then.json(), now.json());
            if way.is_empty() {
                assert!(now["frozen"].is_string(), "{now}");
                for told in [&mut then, &mut now] {
                    for otherwise in ["frozen", "mark", "staff"] {
                        told.as_object_mut().unwrap().remove(otherwise);
                    }
                }
            }
            assert!(now == then, "{way} says something else");
        }
    }
    rooms.close().await;
}
