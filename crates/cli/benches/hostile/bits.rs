//! Flipped bits: a damaged file shows each game as it was or says in a sentence that it cannot; never another.

use crate::common::Luck;
use crate::common::line::{Line, Reply};
use crate::common::server::Serve;
use crate::common::table::{Game, Table};
use crate::{Trial, Tried};
use std::time::Instant;

const USUAL: usize = 300;

/// A look at a game, and what the undamaged server said.
struct Look {
    path: String,
    token: String,
    what: String,
    status: u16,
    body: Vec<u8>,
}

#[derive(Default)]
struct Tally {
    copies: usize,
    not_opened: usize,
    looks: usize,
    same: usize,
    refused: usize,
    other: usize,
    went_on: usize,
}

pub(crate) async fn run(trial: &Trial) -> Tried {
    let mut luck = trial.luck(4);
    let db = trial.folder.join("whole.sqlite");
    let serve = Serve::new(&db, trial.folder.path());
    let games = prepared(&serve, &mut luck).await?;
    let looks = looked_at(&serve, &games).await?;
    let whole = std::fs::read(&db).map_err(|error| error.to_string())?;
    let mut tally = Tally::default();
    let start = Instant::now();
    while trial.goes_on(start, tally.copies, trial.copies, USUAL) {
        tally.copies += 1;
        let mut copy = whole.clone();
        let flips = flip(&mut copy, &mut luck);
        let name = trial.folder.join("damaged.sqlite");
        for file in [name.clone(), format!("{name}-wal"), format!("{name}-shm")] {
            let _ = std::fs::remove_file(file);
        }
        std::fs::write(&name, copy).map_err(|error| error.to_string())?;
        look(trial, &Serve { db: name, ..serve.clone() }, &looks, &games, &flips, &mut luck, &mut tally)
            .await?;
    }
    for panic in serve.panics().into_iter().take(3) {
        trial.trouble(panic);
    }
    let Tally { copies, not_opened, looks, same, refused, other, went_on } = tally;
    if same * 4 < looks {
        trial
            .trouble(format!("only {same} of {looks} looks showed anything: the rest of a store must go on"));
    }
    Ok(vec![
        format!("{copies} copies of {} KiB, {not_opened} refused to open", whole.len() / 1024),
        format!(
            "{looks} looks: {same} the same bytes, {refused} refused in a sentence, {other} ANOTHER STATE"
        ),
        format!("a move went on in {went_on} damaged copies"),
    ])
}

/// Games of both kinds, finished and running.
async fn prepared(serve: &Serve, luck: &mut Luck) -> Result<Vec<Game>, String> {
    let server = serve.start()?;
    let mut line = Line::seated(server.port, 4);
    let mut games = Vec::new();
    for (battle, allied, moves) in [
        ("gilly", "friend", 500),
        ("gilly", "captain", 12),
        ("baumersdorf", "friend", 500),
        ("baumersdorf", "captain", 8),
        ("leubnitz", "you", 25),
        ("teugn-outposts", "friend", 40),
    ] {
        let mut table = Table::begin(&mut line, battle, ["you", allied]).await?;
        for _ in 0..moves {
            if table.play(&mut line, luck).await?.is_none() {
                break;
            }
        }
        games.push(table.game);
    }
    // Told to stop, it leaves everything in one file.
    server.stop();
    Ok(games)
}

/// What the undamaged server shows, twice the same.
async fn looked_at(serve: &Serve, games: &[Game]) -> Result<Vec<Look>, String> {
    let mut looks = Vec::new();
    for again in [false, true] {
        let server = serve.start()?;
        let mut line = Line::seated(server.port, 4);
        let mut n = 0;
        for game in games {
            for (seat, token) in game.links() {
                for way in ["", "/log", "/record", "/report"] {
                    let path = format!("{}{way}", game.path);
                    let Reply { status, body, .. } = line.get(&path, token).await?;
                    if !again {
                        let what = format!("{path} by {seat}");
                        looks.push(Look { path, token: token.to_owned(), what, status, body });
                    } else if looks[n].status != status || looks[n].body != body {
                        return Err(format!("{} is not the same twice", looks[n].what));
                    }
                    n += 1;
                }
            }
        }
        server.stop();
    }
    // What a seat may not see yet proves nothing.
    looks.retain(|look| look.status == 200);
    Ok(looks)
}

/// One to eight bits anywhere; half of the time one of a digit instead, which makes another digit of it.
fn flip(copy: &mut [u8], luck: &mut Luck) -> String {
    let mut flips = Vec::new();
    let mut turn = |copy: &mut [u8], at: usize, bit: usize| {
        copy[at] ^= 1 << bit;
        flips.push(format!("{at}.{bit}"));
    };
    if luck.once_in(2) {
        let digits: Vec<usize> = (0..copy.len()).filter(|at| copy[*at].is_ascii_digit()).collect();
        turn(copy, luck.pick(&digits), 0);
    } else {
        for _ in 0..=luck.below(8) {
            turn(copy, luck.below(copy.len()), luck.below(8));
        }
    }
    flips.join(" ")
}

async fn look(
    trial: &Trial,
    serve: &Serve,
    looks: &[Look],
    games: &[Game],
    flips: &str,
    luck: &mut Luck,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut server = match serve.try_start() {
        Ok(server) => server,
        Err(said) => {
            tally.not_opened += 1;
            if !said.contains("cannot be kept") && !said.contains("damaged") {
                trial.trouble(format!("bits {flips}: not opened, and no sentence: {said}"));
            }
            return Ok(());
        }
    };
    let mut line = Line::seated(server.port, 4);
    let mut others = Vec::new();
    for look in looks {
        tally.looks += 1;
        let reply = match line.get(&look.path, &look.token).await {
            Ok(reply) => reply,
            Err(error) => {
                trial.trouble(format!("bits {flips}: {} got no answer: {error}", look.what));
                continue;
            }
        };
        if reply.status == 200 && reply.body == look.body {
            tally.same += 1;
        } else if reply.is_ok() {
            tally.other += 1;
            others.push(&*look.what);
        } else if reply.has_sentence() {
            tally.refused += 1;
        } else {
            trial.trouble(format!("bits {flips}: {} without a sentence: {}", look.what, reply.told()));
        }
    }
    if let [first, ..] = others[..] {
        trial.trouble(format!("bits {flips}: {} looks show another state, such as {first}", others.len()));
    }
    if server.has_ended() {
        trial.trouble(format!("bits {flips}: the server has ended"));
        return Ok(());
    }
    // Somewhere the fight goes on.
    for _ in 0..3 {
        let game = luck.pick(games);
        if let Ok(mut table) = Table::of(&mut line, game).await
            && let Ok(Some(_)) = table.play(&mut line, luck).await
        {
            tally.went_on += 1;
            break;
        }
    }
    Ok(())
}
