//! What a computer player says of its plan is told to no one before the battle is over; a player asks his own captain
//! at any time, and may give the battle up.

use crate::common::{Begun, Client, Folder, MirrorOf, Mirrored, move_once, request};
use crate::sealed::telling;
use dice::{Seed, Stream};
use engine::{Delegated, Entry, Game as _, Questions as _, Session, Side, Waiting, commands, notes};
use games::{Empire, Kind, Orders, Setup, Volley, with};
use general::{CAPTAIN, Captained, Seats, Staff, by_name, plans_for};
use serde_json::{Value, json};

impl Mirrored for Empire {}

async fn concede(client: &Client, game: &Begun, token: &str) -> crate::common::Reply {
    client.post(&format!("{}/concede", game.path), token, &json!({ "request": request() })).await
}

/// All that the Allied captain has said so far.
fn said<G: Mirrored>(mirror: &MirrorOf<G>) -> Vec<String> {
    let said = notes(mirror.session.entries()).filter(|(_, note)| note.side == Side::Allied);
    said.flat_map(|(_, note)| note.says.clone()).collect()
}

/// Of these sentences those that can be about the Allies alone: the other side's captain, who may be asked, speaks of ground
/// and of commands of the same name too.
fn about_allies<G: Mirrored>(mirror: &MirrorOf<G>, plan: &[String]) -> Vec<String> {
    let french = engine::commands(mirror.session.game(), Side::French);
    let of_french = |sentence: &&String| {
        french.iter().any(|command| sentence.starts_with(command.as_str())) || !sentence.contains(": ")
    };
    plan.iter().filter(|sentence| !of_french(sentence)).cloned().collect()
}

async fn stays_unheard<G: Mirrored>(battle: &str) {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin(battle, "you", "captain", json!({})).await;
    let mut mirror = MirrorOf::<G>::new(&folder.db(), &game.id, battle).await;
    let shared = game.shared(&client, game.token(Side::French)).await;
    let others = [game.token(Side::French).to_owned(), game.watch.clone(), shared];
    let mut searched = 0;
    for n in 0..60 {
        let before = said(&mirror).len();
        if move_once(&client, &game, &mut mirror).await.is_none() {
            break;
        }
        let plan = said(&mirror);
        if plan.len() == before && n % 20 > 0 {
            continue;
        }
        let plan = about_allies(&mirror, &plan);
        let tells = |text: &str| {
            plan.iter().any(|sentence| text.contains(sentence.as_str())) || text.contains("\"drops\"")
        };
        for other in &others {
            assert_eq!(
                telling(&client, &game, other, tells).await,
                Vec::<String>::new(),
                "{battle}: {plan:?}"
            );
        }
        searched += 1;
        if searched == 3 {
            break;
        }
    }
    let plan = said(&mirror);
    assert!(!about_allies(&mirror, &plan).is_empty(), "{battle}: the captain says nothing: {plan:?}");
    let view = client.get(&game.path, &game.watch).await.ok();
    assert_eq!(view["plans"], Value::Null);

    // Given up, it is over, and everything is told.
    let view = concede(&client, &game, game.token(Side::French)).await.ok();
    assert_eq!((&view["outcome"]["winner"], &view["outcome"]["by"]), (&json!("allied"), &json!("conceded")));
    mirror.follow().await;
    let report = client.get(&format!("{}/report", game.path), &game.watch).await.ok();
    assert!(report["outcome"]["words"].as_str().unwrap().contains("concede"), "{}", report["outcome"]);
    let told: Vec<&str> = report["plans"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|note| note["side"] == "allied")
        .flat_map(|note| note["says"].as_array().unwrap())
        .map(|sentence| sentence.as_str().unwrap())
        .collect();
    assert_eq!(told, plan);
    for way in ["", "/record"] {
        let text = client.get(&format!("{}{way}", game.path), &game.watch).await.text();
        assert!(plan.iter().any(|sentence| text.contains(sentence.as_str())), "{way}: {text}");
    }
    // At its turn, and not before it.
    let steps = view["step"].as_u64().unwrap();
    let (mut first, last) =
        (None, client.get(&format!("{}/steps/{steps}", game.path), &game.watch).await.ok());
    for step in 0..=steps {
        let then = client.get(&format!("{}/steps/{step}", game.path), &game.watch).await.ok();
        let plans = then["plans"].as_array().cloned().unwrap_or_default();
        let allied = plans.into_iter().find(|plan| plan["side"] == "allied");
        if let Some(plan) = allied.filter(|_| first.is_none()) {
            assert_eq!(plan["turn"], then["turn"], "{battle}: it is told when it is made");
            first = Some(step);
        }
    }
    assert!(first.is_some_and(|first| first > 0), "{battle}: {first:?}");
    assert!(last["plans"].as_array().is_some_and(|plans| !plans.is_empty()));
    // A server that starts again has it so.
    let again = Client::open(&folder).await;
    let kept = again.get(&game.path, &game.watch).await.ok();
    assert_eq!((&kept["outcome"], &kept["hash"]), (&last["outcome"], &last["hash"]));
    assert_eq!(again.get(&format!("{}/report", game.path), &game.watch).await.ok()["plans"], report["plans"]);
}

#[tokio::test]
async fn a_plan_is_secret_until_the_end_and_open_after_it() {
    stays_unheard::<Volley>("gilly").await;
    stays_unheard::<Orders>("baumersdorf").await;
    let empire = games::embedded_of::<Empire>().remove(0).id;
    stays_unheard::<Empire>(&empire).await;
}

#[tokio::test]
async fn players_may_concede_and_spectators_may_not() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    concede(&client, &game, &game.watch).await.fails(403);
    // He may concede whichever side is asked; and once.
    let view = client.get(&game.path, game.token(Side::French)).await.ok();
    let waits = if view["asked"]["mine"] == true { Side::Allied } else { Side::French };
    let body = json!({ "request": request() });
    let path = format!("{}/concede", game.path);
    let over = client.post(&path, game.token(waits), &body).await.ok();
    assert_eq!(over["outcome"]["by"], "conceded");
    let same = client.post(&path, game.token(waits), &body).await.ok();
    assert_eq!(same["version"], over["version"]);
    concede(&client, &game, game.token(waits)).await.fails(409);
    concede(&client, &game, game.token(waits.enemy())).await.fails(409);
    let undo = format!("{}/undo", game.path);
    client.post(&undo, game.token(waits), &json!({ "request": request() })).await.fails(409);
    // A record of it is brought, and no side can concede there.
    let record = client.get(&format!("{}/record", game.path), &game.watch).await.text();
    let brought = json!({ "request": request(), "name": "conceded.jsonl", "record": record });
    let brought = client.post("/api/records", "", &brought).await.ok();
    let path = format!("/api/games/{}", brought["id"].as_str().unwrap());
    let watch = brought["tokens"]["watch"].as_str().unwrap();
    assert_eq!(client.get(&path, watch).await.ok()["outcome"]["by"], "conceded");
    client.post(&format!("{path}/concede"), watch, &json!({ "request": request() })).await.fails(403);
}

#[tokio::test]
async fn a_battle_is_not_conceded_to_an_empty_seat() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let body =
        json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend", "seed": 7 });
    let begun = client.post("/api/games", "", &body).await.ok();
    let game = Begun::of(&begun);
    concede(&client, &game, game.token(Side::French)).await.fails(409);
}

#[tokio::test]
async fn a_player_asks_his_own_captain_at_any_time() {
    for kind in Kind::ALL {
        let battle = with!(kind, G => games::embedded_of::<G>().remove(0).id);
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let game = client.begin(&battle, "you", "friend", json!({})).await;
        let path = format!("{}/advice", game.path);
        let before = client.get(&game.path, game.token(Side::French)).await.ok();
        for side in Side::BOTH {
            let advice = client.get(&path, game.token(side)).await.ok();
            // He is the captain of the seat, and of its luck.
            let would = with!(kind, G => {
                let session = MirrorOf::<G>::new(&folder.db(), &game.id, &battle).await.session;
                let mut captain = by_name::<G>(CAPTAIN, luck(7, side)).unwrap();
                captain.would(&session.game().seen_by(Some(side)), side).unwrap()
            });
            assert!(!would.is_empty() && advice["own"]["says"] == json!(would), "{battle}: {advice}");
            let others = advice["others"].as_array().unwrap();
            let is_played_out = with!(kind, G => <G as general::Captained>::executor().is_some());
            assert_eq!(others.is_empty(), !is_played_out, "{battle}: {advice}");
            assert_eq!(advice["own"]["chance"].is_u64(), is_played_out, "{battle}: {advice}");
            if side == Side::French {
                assert_eq!(
                    client.get(&path, game.token(side)).await.ok(),
                    advice,
                    "the same answer each time"
                );
            }
        }
        let after = client.get(&game.path, game.token(Side::French)).await.ok();
        assert_eq!(after["mark"], before["mark"], "{battle}: nothing has changed");
        client.get(&path, &game.watch).await.fails(403);
        concede(&client, &game, game.token(Side::French)).await.ok();
        client.get(&path, game.token(Side::French)).await.fails(409);
    }
}

/// Before any unit is placed, too.
#[tokio::test]
async fn a_captain_is_asked_before_the_units_are_placed() {
    for battle in ["gilly", "baumersdorf"] {
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let game = client.begin(battle, "you", "friend", json!({ "deploy": true })).await;
        let view = client.get(&game.path, game.token(Side::French)).await.ok();
        assert_eq!(view["phase"]["number"], 0, "{battle}");
        let advice = client.get(&format!("{}/advice", game.path), game.token(Side::French)).await;
        assert!([200, 409].contains(&advice.status.as_u16()), "{battle}: {}", advice.text());
    }
}

#[tokio::test]
async fn the_player_reads_what_a_command_he_handed_over_is_going_to_do() {
    for kind in Kind::ALL {
        let battle = with!(kind, G => games::embedded_of::<G>().remove(0).id);
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let game = client.begin(&battle, "you", "friend", json!({})).await;
        let (path, token) = (format!("{}/captain", game.path), game.token(Side::French));
        assert_eq!(client.get(&path, token).await.ok(), json!([]));
        let view = client.get(&game.path, token).await.ok();
        let commands = view["staff"]["commands"].as_array().unwrap();
        let mut said = 0;
        for command in commands {
            let body = json!({ "request": request(), "command": command, "captain": true });
            client.post(&path, token, &body).await.ok();
            let plans = client.get(&path, token).await.ok();
            let plan = plans.as_array().unwrap().last().unwrap();
            assert_eq!(plan["command"], *command);
            let name = command.as_str().unwrap();
            for sentence in plan["says"].as_array().unwrap() {
                assert!(sentence.as_str().unwrap().starts_with(name), "{plan}");
                said += 1;
            }
        }
        assert!(said > 0, "{battle}: nothing is said of {commands:?}");
        assert_eq!(
            client.get(&path, game.token(Side::Allied)).await.ok(),
            json!([]),
            "the other side reads nothing"
        );
        client.get(&path, &game.watch).await.fails(403);
    }
}

/// The luck that a server gives the captain of a seat, in a game of this seed.
fn luck(seed: u64, side: Side) -> u64 {
    let luck = u64::from_le_bytes(*Seed::from_number(seed).0.first_chunk().unwrap());
    if side == Side::French { luck } else { !luck }
}

fn said_by<G: Captained>(session: &Session<G>) -> Vec<String> {
    let told = |(at, note): (usize, &engine::Note)| format!("{at} {note:?}");
    notes(session.entries()).map(told).collect()
}

/// A captain may plan anew upon any question, and what he says of it is noted then: as where the engine plays alone.
#[tokio::test]
async fn a_battle_between_captains_has_the_notes_that_the_engine_takes() {
    async fn check<G: Mirrored + Captained>() {
        let battle = games::embedded_of::<G>().remove(0).id;
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let game = client.begin(&battle, CAPTAIN, CAPTAIN, json!({ "seed": 7 })).await;
        let mirror = MirrorOf::<G>::new(&folder.db(), &game.id, &battle).await;
        let (start, rules) = Setup::new(games::find(&battle).unwrap()).open::<G>().unwrap();
        let mut session = Session::new(G::start(&start, rules));
        let [french, allied] = Side::BOTH.map(|side| by_name(CAPTAIN, luck(7, side)).unwrap());
        let mut dice = Stream::new(Seed::from_number(7), 0);
        session.play(&mut dice, &mut Seats::<G> { french, allied }, 50_000).unwrap();
        assert!(!said_by(&session).is_empty());
        assert_eq!(said_by(&mirror.session), said_by(&session), "{battle}");
        assert!(mirror.session.entries() == session.entries(), "{battle}");
    }
    check::<Volley>().await;
    check::<Empire>().await;
}

/// What is read of a command is what he who leads it then does: both are one captain, and not one of another temper.
#[tokio::test]
async fn the_captain_whose_plan_is_read_is_he_who_leads() {
    /// How much is led, and in how many games he has another plan than the first captain.
    async fn check<G: Mirrored + Captained>() -> [usize; 2] {
        let battle = games::embedded_of::<G>().remove(0).id;
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let (mut led, mut differ) = (0, 0);
        for seed in 1..=4 {
            let game = client.begin(&battle, "you", "friend", json!({ "seed": seed })).await;
            let mut mirror = MirrorOf::<G>::new(&folder.db(), &game.id, &battle).await;
            // The side that is asked first.
            let side = mirror.sample().unwrap().0;
            let (path, token) = (format!("{}/captain", game.path), game.token(side));
            let mut given = Delegated::default();
            for command in commands(mirror.session.game(), side) {
                let body = json!({ "request": request(), "command": command, "captain": true });
                client.post(&path, token, &body).await.ok();
                given.hand_over(&command);
            }
            mirror.follow().await;
            let before = mirror.session.clone();
            let view = before.game().seen_by(Some(side));
            let captain = |luck: u64| by_name::<G>(CAPTAIN, luck).unwrap();
            let plans = |luck: u64| plans_for(&mut captain(luck), &*view, side, &given.captain);
            let read = client.get(&path, token).await.ok();
            let read: Vec<&Value> = read.as_array().unwrap().iter().map(|plan| &plan["says"]).collect();
            let (his, anothers) = (plans(luck(seed, side)), plans(0));
            assert_eq!(json!(read), json!(his), "{battle}, seed {seed}");
            differ += usize::from(his != anothers);

            // The person ends his part, and the captain adds his: as one of that luck does.
            let mut expected = before.clone();
            let (mut staff, mut mine) = (Staff::<G>::default(), None);
            while let Some(Waiting::ForAnswer(question)) = expected.waiting() {
                if expected.game().asked_of(question) != side {
                    break;
                }
                let fetch = || Some(captain(luck(seed, side)));
                let answer = match staff.answer(&mut given, expected.game(), side, question, fetch) {
                    Some((answer, _)) => {
                        led += 1;
                        answer
                    }
                    None if mine.is_some() => break,
                    None => {
                        let view = expected.game().seen_by(Some(side));
                        let form = question.form(&*view);
                        let answer = form.end().cloned().unwrap_or_else(|| view.decline(question));
                        mine = Some(answer.clone());
                        if given.ends(&*view, side, question, &answer) {
                            continue;
                        }
                        answer
                    }
                };
                expected.put(Entry::Answer(answer)).unwrap();
            }
            let Some(answer) = mine else { continue };
            let version = mirror.version(Some(side));
            let body = json!({ "request": request(), "version": version, "answer": answer });
            client.post(&format!("{}/answers", game.path), token, &body).await.ok();
            mirror.follow().await;
            assert!(mirror.session.entries().starts_with(expected.entries()), "{battle}, seed {seed}");
        }
        [led, differ]
    }
    let found = [check::<Volley>().await, check::<Orders>().await, check::<Empire>().await];
    for n in 0..2 {
        assert!(found.iter().map(|of| of[n]).sum::<usize>() > 0, "{found:?}");
    }
}
