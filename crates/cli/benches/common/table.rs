//! Games as their players have them: begun, looked at and answered over the wire. What the API wants is said here once.

use super::Luck;
use super::line::{Line, Reply};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) const SIDES: [&str; 2] = ["french", "allied"];
/// Parts of a view that two looks at the same moment need not have alike.
const PASSING: [&str; 1] = ["log"];

/// A request id that was not used before.
pub(crate) fn request() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis());
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("bench-{}-{now}-{n:08}", std::process::id())
}

/// A game's links.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) path: String,
    pub(crate) seats: [Option<String>; 2],
    pub(crate) watch: String,
}

impl Game {
    /// Begins a game; where a friend is asked, his seat is taken for him.
    pub(crate) async fn begin(line: &mut Line, battle: &str, players: [&str; 2]) -> Result<Game, String> {
        let [french, allied] = players;
        let body = json!({ "request": request(), "battle": battle, "french": french, "allied": allied });
        let reply = line.post("/api/games", "", &body).await?;
        if reply.status != 201 {
            return Err(format!("beginning {battle}: {}", reply.told()));
        }
        Game::of(line, &reply.json()?).await
    }

    /// From what a server says of a new game.
    pub(crate) async fn of(line: &mut Line, begun: &Value) -> Result<Game, String> {
        let word = |value: &Value| value.as_str().map(str::to_owned);
        let path = format!("/api/games/{}", word(&begun["id"]).ok_or("a game without id")?);
        let mut seats = SIDES.map(|side| word(&begun["tokens"][side]));
        for (side, seat) in SIDES.iter().zip(&mut seats) {
            // An invitation is good for one, who gets a secret of his own.
            if let Some(invitation) = word(&begun["invitations"][side]) {
                let body = json!({ "request": request() });
                let reply = line.post(&format!("{path}/seat/take"), &invitation, &body).await?;
                if !reply.is_ok() {
                    return Err(format!("taking a seat: {}", reply.told()));
                }
                *seat = word(&reply.json::<Value>()?["token"]);
            }
        }
        let watch = word(&begun["tokens"]["watch"]).ok_or("a game without a link to watch")?;
        Ok(Game { path, seats, watch })
    }

    /// The links with what they are for.
    pub(crate) fn links(&self) -> Vec<(&'static str, &str)> {
        let seats = SIDES.iter().zip(&self.seats).filter_map(|(side, seat)| Some((*side, seat.as_deref()?)));
        seats.chain([("watch", self.watch.as_str())]).collect()
    }
}

/// What a bot looks at.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct View {
    /// Sent back as it came, by the seat that got it.
    pub(crate) version: Value,
    pub(crate) told: u64,
    pub(crate) asked: Option<Asked>,
    pub(crate) units: Vec<Unit>,
    pub(crate) outcome: Option<Value>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Asked {
    pub(crate) side: String,
    pub(crate) question: Value,
    pub(crate) decline: Option<Value>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Unit {
    pub(crate) id: u64,
    pub(crate) side: String,
    pub(crate) acted: bool,
    pub(crate) rect: Option<Value>,
}

/// All that a view says but its log, in a number.
pub(crate) fn print_of(view: &[u8]) -> Result<u64, String> {
    let mut view: Value = serde_json::from_slice(view).map_err(|error| error.to_string())?;
    if let Some(view) = view.as_object_mut() {
        for passing in PASSING {
            view.remove(passing);
        }
    }
    let mut hasher = DefaultHasher::new();
    view.to_string().hash(&mut hasher);
    Ok(hasher.finish())
}

/// Twice in three times a step ahead with a unit that has not moved; an order to a corps now and then; else nothing.
pub(crate) fn answer(view: &View, luck: &mut Luck) -> Option<Value> {
    let asked = view.asked.as_ref()?;
    let decline = asked.decline.clone()?;
    let reckless = !luck.once_in(3);
    let answer = match asked.question["ask"].as_str() {
        Some("order") if reckless => {
            let mut idle = view.units.iter().filter(|unit| {
                unit.side == asked.side && !unit.acted && unit.rect.as_ref().is_some_and(Value::is_array)
            });
            idle.next().map(|unit| {
                let legs = json!([{ "ahead": 500 * (luck.below(4) + 1) }]);
                json!({ "order": { "do": "march", "unit": unit.id, "legs": legs } })
            })
        }
        Some("orders") if reckless => {
            let place = json!({ "x": 1000 * (luck.below(40) + 4), "y": 1000 * (luck.below(30) + 4) });
            let order = json!({ "kind": luck.pick(&["attack", "probe", "defend"]), "objective": place });
            Some(json!({ "instruct": { "do": "carry", "corps": luck.below(4), "order": order } }))
        }
        _ => None,
    };
    Some(answer.unwrap_or(decline))
}

/// A change of a game, to be sent as often as need be.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) side: usize,
    pub(crate) path: String,
    pub(crate) body: String,
    /// Always accepted.
    pub(crate) declines: bool,
    pub(crate) undoes: bool,
}

/// A game with what each of its seats was shown last.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) views: [Option<View>; 2],
    /// The same as it came.
    bodies: [Vec<u8>; 2],
    /// The side that has seen the game as it is now.
    pub(crate) latest: usize,
}

impl Table {
    pub(crate) async fn begin(line: &mut Line, battle: &str, players: [&str; 2]) -> Result<Table, String> {
        let game = Game::begin(line, battle, players).await?;
        Table::of(line, game).await
    }

    pub(crate) async fn of(line: &mut Line, game: Game) -> Result<Table, String> {
        let latest = game.seats.iter().position(Option::is_some).ok_or("nobody plays")?;
        let mut table = Table { game, views: [None, None], bodies: [Vec::new(), Vec::new()], latest };
        table.look(line, latest).await?;
        Ok(table)
    }

    pub(crate) fn token(&self, side: usize) -> &str {
        self.game.seats[side].as_deref().unwrap_or_default()
    }

    pub(crate) fn view(&self) -> Option<&View> {
        self.views[self.latest].as_ref()
    }

    /// What a side was shown last, in a number.
    pub(crate) fn print(&self, side: usize) -> Result<u64, String> {
        print_of(&self.bodies[side])
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view().is_some_and(|view| view.asked.is_none())
    }

    /// Looks at the game from a side.
    pub(crate) async fn look(&mut self, line: &mut Line, side: usize) -> Result<(), String> {
        let after = self.views[side].as_ref().map_or(0, |view| view.told);
        let reply = line.get(&format!("{}?after={after}", self.game.path), self.token(side)).await?;
        if reply.status != 200 {
            return Err(format!("looking: {}", reply.told()));
        }
        self.shown(side, &reply)
    }

    /// Keeps what a side was shown.
    pub(crate) fn shown(&mut self, side: usize, reply: &Reply) -> Result<(), String> {
        self.views[side] = Some(reply.json()?);
        self.bodies[side].clone_from(&reply.body);
        self.latest = side;
        Ok(())
    }

    /// The next move of the side that is asked; `None` when the battle is over.
    pub(crate) async fn next(&mut self, line: &mut Line, luck: &mut Luck) -> Result<Option<Move>, String> {
        let Some(asked) = self.view().and_then(|view| view.asked.as_ref()) else { return Ok(None) };
        let side = SIDES.iter().position(|word| *word == asked.side).ok_or("nobody is asked")?;
        if side != self.latest {
            self.look(line, side).await?;
        }
        let answer = self.view().and_then(|view| answer(view, luck));
        Ok(answer.map(|answer| self.answers(side, &answer)))
    }

    /// Nothing, in the same place.
    pub(crate) fn decline(&self) -> Option<Move> {
        let decline = self.view()?.asked.as_ref()?.decline.clone()?;
        Some(self.answers(self.latest, &decline))
    }

    pub(crate) fn answers(&self, side: usize, answer: &Value) -> Move {
        let view = self.views[side].as_ref();
        let version = view.map_or(Value::Null, |view| view.version.clone());
        let decline = view.and_then(|view| view.asked.as_ref()).and_then(|asked| asked.decline.as_ref());
        let body = json!({ "request": request(), "version": version, "answer": answer });
        Move {
            side,
            path: format!("{}/answers?after={}", self.game.path, view.map_or(0, |view| view.told)),
            body: body.to_string(),
            declines: decline == Some(answer),
            undoes: false,
        }
    }

    pub(crate) fn undo(&self, side: usize) -> Move {
        Move {
            side,
            path: format!("{}/undo", self.game.path),
            body: json!({ "request": request() }).to_string(),
            declines: false,
            undoes: true,
        }
    }

    pub(crate) async fn send(&self, line: &mut Line, sent: &Move) -> std::io::Result<Reply> {
        line.send("POST", &sent.path, self.token(sent.side), &sent.body).await
    }

    /// One move of either side: how long it took until it was confirmed; `None` when the battle is over.
    pub(crate) async fn play(&mut self, line: &mut Line, luck: &mut Luck) -> Result<Option<Reply>, String> {
        let Some(mut next) = self.next(line, luck).await? else { return Ok(None) };
        loop {
            let reply = self.send(line, &next).await.map_err(|error| error.to_string())?;
            match reply.status {
                200 => {
                    self.shown(next.side, &reply)?;
                    return Ok(Some(reply));
                }
                // A unit stands in the way, or there is no such corps: then nothing is done.
                400 | 409 if !next.declines => next = self.decline().ok_or("nothing to decline")?,
                _ => return Err(reply.told()),
            }
        }
    }
}
