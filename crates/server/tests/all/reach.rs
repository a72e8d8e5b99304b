//! The reach the page shows is what the rules take: a march into it is legal, and a march that is legal is shown; and a
//! unit that is said to wait for orders can be told something.

use crate::common::{Client, Folder, MirrorOf, Mirrored, move_once};
use engine::{Side, Waiting};
use orders::{Act, Orders, Pace};
use serde_json::{Value, json};
use table::{Footprint, Inches, Leg, Pose};
use volley::{Order, UnitId, Volley};

/// A game whose units march by one wheel and straight on.
trait Marching: Mirrored {
    /// Where a unit that may be asked stands, and how broad it is.
    fn stands(&self, unit: UnitId) -> Option<(Pose, Footprint)>;
    fn march(unit: UnitId, wheel: i32, ahead: Inches) -> Self::Answer;
}

impl Marching for Orders {
    fn stands(&self, unit: UnitId) -> Option<(Pose, Footprint)> {
        let body = self.unit(unit);
        Some((body.pose?, body.footprint()))
    }

    fn march(unit: UnitId, wheel: i32, ahead: Inches) -> orders::Answer {
        let wheel = (wheel != 0).then_some(Pace::Wheel(wheel));
        let paces = wheel.into_iter().chain((ahead.0 > 0).then_some(Pace::Ahead(ahead))).collect();
        orders::Answer::Act(Act::March { unit, paces })
    }
}

impl Marching for Volley {
    fn stands(&self, unit: UnitId) -> Option<(Pose, Footprint)> {
        let body = self.unit(unit);
        Some((body.pose?, body.footprint(&self.rules)))
    }

    fn march(unit: UnitId, wheel: i32, ahead: Inches) -> volley::Answer {
        let wheel = (wheel != 0).then_some(Leg::Wheel(wheel));
        let legs = wheel.into_iter().chain((ahead.0 > 0).then_some(Leg::Ahead(ahead))).collect();
        volley::Answer::Order(Order::March { unit, legs })
    }
}

/// Whether a place lies in the rings; one within another is a hole.
fn shows(area: &Value, x: i64, y: i64) -> bool {
    let around = area.as_array().unwrap().iter().filter(|ring| {
        let corner = |n: usize| (ring[n][0].as_i64().unwrap(), ring[n][1].as_i64().unwrap());
        let corners = ring.as_array().unwrap().len();
        let crossed = (0..corners).filter(|n| {
            let ((x1, y1), (x2, y2)) = (corner(*n), corner((n + 1) % corners));
            (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
        });
        crossed.count() % 2 == 1
    });
    around.count() % 2 == 1
}

/// Of the marches tried: how many were shown, shown and refused, legal, legal and not shown.
#[derive(Debug, Default)]
struct Tried {
    shown: u32,
    refused: u32,
    legal: u32,
    hidden: u32,
    /// Units said to wait for orders, and of those who could be told nothing: which, and why not.
    idle: u32,
    useless: Vec<String>,
    /// The units that could be told something, and are not said to wait.
    forgotten: Vec<String>,
}

/// Whether a unit can be told anything: a button, a way, an enemy to charge, another formation or facing.
fn has_something_to_do(options: &Value) -> bool {
    options["may"].as_array().unwrap().iter().any(|may| match may["do"].as_str().unwrap() {
        "charge" => !may["targets"].as_array().unwrap().is_empty(),
        "form" => may["turn"] == true || !may["formations"].as_array().unwrap().is_empty(),
        "march" | "enter" | "button" => true,
        other => panic!("{other} is nothing a unit is told"),
    })
}

async fn tries<G: Marching>(battle: &str, moves: usize, tried: &mut Tried) {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin(battle, "you", "friend", json!({})).await;
    let mut mirror: MirrorOf<G> = MirrorOf::new(&folder.db(), &begun.id, battle).await;
    for n in 0..moves {
        let Some(Waiting::ForAnswer(question)) = mirror.session.waiting() else { break };
        let side: Side = mirror.session.game().asked_of(question);
        let view = client.get(&begun.path, begun.token(side)).await.ok();
        if view["asked"]["question"]["ask"] == "order" && n % 5 == 0 {
            let game = mirror.session.game().seen_by(Some(side));
            let idle = view["asked"]["idle"].as_array().cloned().unwrap_or_default();
            let waits = |unit: &&Value| {
                let (marks, id) = (&unit["marks"], &unit["id"]);
                let free = marks["acted"] == false && marks["in-melee"] == false && !unit["rect"].is_null();
                free && unit["side"] == json!(side) && unit["formation"] != "unlimbered" && !idle.contains(id)
            };
            let quiet = view["units"].as_array().unwrap().iter().filter(waits);
            for unit in quiet.filter(|_| n % 20 == 0 && !idle.is_empty()) {
                let path = format!("{}/units/{}/options", begun.path, unit["id"]);
                let found = client.get(&path, begun.token(side)).await.ok();
                if has_something_to_do(&found) {
                    tried
                        .forgotten
                        .push(format!("{battle}, entry {n}, {}: {}", unit["name"], found["may"][0]["do"]));
                }
            }
            for (nth, unit) in idle.iter().enumerate() {
                let id = UnitId(unit.as_u64().unwrap() as u16);
                let path = format!("{}/units/{unit}/options", begun.path);
                let found = client.get(&path, begun.token(side)).await.ok();
                tried.idle += 1;
                if !has_something_to_do(&found) {
                    tried.useless.push(format!("{battle}, entry {n}, unit {unit}: {}", found["why-not"]));
                }
                // The ways of every fourth are tried one by one.
                if nth % 4 != n % 4 {
                    continue;
                }
                let march = found["may"].as_array().unwrap().iter().find(|may| may["do"] == "march");
                let (Some(march), Some((pose, footprint))) = (march, game.stands(id)) else { continue };
                if march["free"] == true {
                    continue;
                }
                let most = march["max-wheel"].as_i64().unwrap() as i32;
                for wheel in (-6..=6)
                    .map(|part| part * most / 6 + 137 * part.signum())
                    .filter(|wheel| wheel.abs() <= most)
                {
                    let turned = pose.wheeled(footprint.width, wheel);
                    for ahead in (0..14).map(|part| Inches(170 + part * 730)) {
                        let at = turned.ahead(ahead).at;
                        let shown = shows(&march["area"], at.x.into(), at.y.into());
                        let legal = game.check(question, &G::march(id, wheel, ahead)).is_ok();
                        tried.shown += u32::from(shown);
                        tried.refused += u32::from(shown && !legal);
                        tried.legal += u32::from(legal);
                        tried.hidden += u32::from(legal && !shown);
                    }
                }
            }
        }
        if move_once(&client, &begun, &mut mirror).await.is_none() {
            break;
        }
    }
}

#[tokio::test]
async fn what_is_shown_is_what_the_rules_take() {
    let mut orders = Tried::default();
    for battle in ["vitoria", "wagram-davout", "baumersdorf"] {
        tries::<Orders>(battle, 120, &mut orders).await;
    }
    let mut volley = Tried::default();
    for battle in ["gilly", "barrosa-wheatley"] {
        tries::<Volley>(battle, 120, &mut volley).await;
    }
    for tried in [orders, volley] {
        assert!(tried.useless.is_empty(), "waiting, and nothing to be told: {:#?}", tried.useless);
        assert!(tried.forgotten.is_empty(), "to be told something, and not waiting: {:#?}", tried.forgotten);
        assert!(tried.idle > 60, "{tried:?}");
        assert!(tried.shown > 400, "{tried:?}");
        assert!(tried.refused * 200 <= tried.shown, "shown and refused: {tried:?}");
        assert!(tried.hidden * 50 <= tried.legal, "legal and not shown: {tried:?}");
    }
}
