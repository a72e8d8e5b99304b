//! Wrong links, and undo as a way to peek: nothing is shown or taken back that should not be.

use crate::common::Luck;
use crate::common::line::Line;
use crate::common::server::Serve;
use crate::common::table::{Game, Table};
use crate::{Trial, Tried};
use serde_json::{Value, json};
use std::time::Instant;

const USUAL: usize = 12;

#[derive(Default)]
struct Tally {
    wrong_links: usize,
    games: usize,
    undos: usize,
    taken_back: usize,
    peeks: usize,
}

pub(crate) async fn run(trial: &Trial) -> Tried {
    let mut luck = trial.luck(11);
    let serve = Serve::new(trial.folder.join("peeks.sqlite"), trial.folder.path());
    let server = serve.start()?;
    let mut line = Line::seated(server.port, 11);
    let mut tally = Tally::default();
    let one = Table::begin(&mut line, "gilly", ["you", "friend"]).await?.game;
    let two = Table::begin(&mut line, "baumersdorf", ["you", "friend"]).await?.game;
    for (game, other) in [(&one, &two), (&two, &one)] {
        wrong_links(trial, &mut line, game, other, &mut tally).await?;
    }
    let start = Instant::now();
    while trial.goes_on(start, tally.games, None, USUAL) {
        line.from = format!("10.11.{}.{}", luck.below(250), luck.below(250));
        let battle = if tally.games.is_multiple_of(3) { "gilly" } else { "baumersdorf" };
        let table = Table::begin(&mut line, battle, ["you", "friend"]).await?;
        peek(trial, table, &mut line, &mut luck, &mut tally).await?;
        tally.games += 1;
    }
    let Tally { wrong_links, games, undos, taken_back, peeks } = tally;
    Ok(vec![
        format!("{wrong_links} requests by wrong links"),
        format!("{undos} undos in {games} games: {taken_back} answers taken back, {peeks} OF THEM PEEKS"),
    ])
}

/// Every door with a link that is none, another game's, a spectator's, or nearly right.
async fn wrong_links(
    trial: &Trial,
    line: &mut Line,
    game: &Game,
    other: &Game,
    tally: &mut Tally,
) -> Result<(), String> {
    let own = game.seats[0].clone().unwrap_or_default();
    let nearly: String = own.chars().rev().collect();
    let cut = own.chars().skip(1).collect();
    let strangers = [
        String::new(),
        nearly,
        cut,
        other.seats[0].clone().unwrap_or_default(),
        other.watch.clone(),
        "x".into(),
    ];
    let looks = [
        "",
        "/log",
        "/record",
        "/report",
        "/odds",
        "/overlay",
        "/share",
        "/steps/0",
        "/units/1/options",
        "/live",
    ];
    let changes = [
        ("/answers", json!({ "request": "peek-1", "version": 0, "answer": "no" })),
        ("/undo", json!({ "request": "peek-2" })),
        ("/dice", json!({ "request": "peek-3", "version": 0 })),
        ("/check", json!({ "answer": "no" })),
        ("/odds", json!({ "unit": 0, "target": 8 })),
    ];
    for token in &strangers {
        for way in looks {
            tally.wrong_links += 1;
            let reply = line.get(&format!("{}{way}", game.path), token).await?;
            if !matches!(reply.status, 400..=404) || !reply.has_sentence() {
                trial.trouble(format!("{way} by a wrong link: {}", reply.told()));
            }
        }
    }
    for (way, body) in &changes {
        // A spectator changes nothing either.
        for token in strangers.iter().chain([&game.watch]) {
            tally.wrong_links += 1;
            let reply = line.post(&format!("{}{way}", game.path), token, body).await?;
            if !matches!(reply.status, 400..=404) || !reply.has_sentence() {
                trial.trouble(format!("{way} by a wrong link: {}", reply.told()));
            }
        }
    }
    Ok(())
}

/// Plays a game to its end and tries to take back every answer. That may be done where it has told its side nothing.
async fn peek(
    trial: &Trial,
    mut table: Table,
    line: &mut Line,
    luck: &mut Luck,
    tally: &mut Tally,
) -> Result<(), String> {
    let (mut moves, mut found) = (0, 0);
    while moves < 400 {
        moves += 1;
        let Some(reply) = table.play(line, luck).await? else { return Ok(()) };
        let side = table.latest;
        let shown: Value = reply.json()?;
        let told = news(&shown);
        // What tells nothing is left alone most of the time: the game is to go on.
        if told.is_none() && !luck.once_in(10) {
            continue;
        }
        let answered = table.undo(side);
        tally.undos += 1;
        let undone = table.send(line, &answered).await.map_err(|error| error.to_string())?;
        if undone.is_ok() {
            tally.taken_back += 1;
            table.shown(side, &undone)?;
            if let Some(told) = told {
                tally.peeks += 1;
                trial.trouble(format!("taken back after {told}"));
                found += 1;
                // Once is enough to know.
                if found > 3 || shown["asked"].is_null() {
                    return Ok(());
                }
            }
        } else if !undone.has_sentence() || !(400..500).contains(&undone.status) {
            trial.trouble(format!("undo: {}", undone.told()));
        }
        // Nor does the other side take it back.
        let other = table.undo(1 - side);
        tally.undos += 1;
        let reply = table.send(line, &other).await.map_err(|error| error.to_string())?;
        if reply.is_ok() {
            table.shown(1 - side, &reply)?;
            if !undone.is_ok() {
                tally.peeks += 1;
                trial.trouble("the other side took an answer back");
            }
        }
    }
    Ok(())
}

/// What the reply to an answer has told that its side could not know before.
fn news(shown: &Value) -> Option<String> {
    if shown["asked"].is_null() && !shown["outcome"].is_null() {
        return Some("the end".to_owned());
    }
    let lines = shown["log"].as_array()?;
    lines.iter().find_map(|line| {
        let thrown = line["throws"].as_array().is_some_and(|throws| !throws.is_empty());
        let revealed = line["kind"] == "revealed";
        (thrown || revealed).then(|| format!("dice or a reveal, such as {}", line["kind"]))
    })
}
