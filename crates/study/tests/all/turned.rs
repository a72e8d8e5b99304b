//! Battles from any edge: files turned by a quarter are read, deployed, entered and played to their end like the others.
#![allow(clippy::float_arithmetic, reason = "the points of a file are turned as numbers")]

use dice::{Seed, Stream};
use engine::{Both, Edge, Game as _, Played, Players, RandomPlayer, Solo};
use general::{Captained, Seats};
use rulebook::Source;
use std::sync::Arc;

/// A battle's text with its table turned clockwise by a quarter: south becomes west.
fn turned(text: &str, (width, depth): (f64, f64)) -> String {
    let mut out = String::new();
    let mut section = "";
    for line in text.lines() {
        if line.starts_with('[') && !line.starts_with("[[") || line.starts_with("[[") && line.ends_with("]]")
        {
            section = line;
        }
        let (key, value) = line.split_once('=').map_or(("", ""), |(key, value)| (key.trim(), value.trim()));
        let line = match (section, key) {
            ("[table]", "width") => format!("width = {depth}"),
            ("[table]", "depth") => format!("depth = {width}"),
            ("[edges]", _) => line
                .replace("north", "EAST")
                .replace("south", "WEST")
                .replace("EAST", "east")
                .replace("WEST", "west"),
            (_, "facing") => format!("facing = {}", (value.parse::<i32>().unwrap() + 90) % 360),
            _ => points_turned(line, width),
        };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// Every `[x, y]` of a line turned.
fn points_turned(line: &str, width: f64) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        out.push_str(&rest[..=open]);
        rest = &rest[open + 1..];
        let Some(close) = rest.find(']') else { break };
        let numbers: Option<Vec<f64>> = rest[..close].split(',').map(|n| n.trim().parse().ok()).collect();
        if let Some([x, y]) = numbers.as_deref() {
            // Thousandths, so that nothing is lost in floats.
            let over = (width * 1000.0 - x * 1000.0).round() / 1000.0;
            out.push_str(&format!("{y}, {over}"));
            rest = &rest[close..];
        }
    }
    out + rest
}

fn embedded(id: &str) -> String {
    games::find(id).unwrap().source.text.into_owned()
}

fn start<G: Played>(text: String) -> (G, G) {
    let (battle, rules) = games::load_file::<G>(Source::new("turned/battle.toml", text))
        .unwrap_or_else(|error| panic!("{error}"));
    let deployed = G::start(&battle, Arc::clone(&rules));
    let by_players = G::start(&G::undeployed(&battle), rules);
    (deployed, by_players)
}

/// Plays to the end; every state is sound.
fn plays<G: Played>(mut game: G, players: impl Players<G>, seed: u64) -> G {
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), players);
    for step in 0..20_000 {
        if game.is_over() {
            return game;
        }
        let Ok(()) = game.step(&mut solo);
        assert_eq!(solo.refused, 0, "seed {seed}, step {step}");
        game.sound().unwrap_or_else(|what| panic!("seed {seed}, step {step}: {what}"));
    }
    panic!("seed {seed}: no end")
}

fn check<G: Captained>(id: &str, size: (f64, f64)) {
    let text = embedded(id);
    let (plain, _) = start::<G>(text.clone());
    let (deployed, by_players) = start::<G>(turned(&text, size));
    let edges = plain.about().edges;
    let on = |edge: Edge| if edge == Edge::South { Edge::West } else { Edge::East };
    assert_eq!(deployed.about().edges, Both { french: on(edges.french), allied: on(edges.allied) });
    deployed.sound().unwrap_or_else(|what| panic!("{what}"));
    // Every unit stands where it stood, seen from its own edge.
    let (before, after) = (plain.units_drawn(), deployed.units_drawn());
    for (one, two) in before.iter().zip(&after) {
        let seen = |game: &G, pose: Option<table::Pose>| {
            let edge = game.about().edges[one.side];
            pose.map(|pose| {
                let along = edge.from_left(pose.at);
                (edge.distance(pose.at, &game.about().terrain), edge.inward().off(pose.facing), along)
            })
        };
        let (was, is) = (seen(&plain, one.pose), seen(&deployed, two.pose));
        assert_eq!(was.map(|(far, off, _)| (far, off)), is.map(|(far, off, _)| (far, off)), "{}", one.name);
    }
    for seed in 0..4 {
        let luck = || RandomPlayer(Stream::new(Seed::from_number(seed), 1));
        plays(deployed.clone(), luck(), seed);
        plays(by_players.clone(), luck(), seed);
    }
    let captains = Seats::<G>::named("captain", "captain", 7).unwrap();
    let end = plays(deployed, captains, 7);
    assert!(end.outcome().is_some());
}

#[test]
fn a_volley_battle_is_fought_from_west_and_east() {
    check::<volley::Volley>("leubnitz", (72.0, 48.0));
}

#[test]
fn an_orders_battle_is_fought_from_west_and_east() {
    check::<orders::Orders>("vitoria", (84.0, 48.0));
}

/// Reserves that come on by the west edge of a battle fought from north and south.
#[test]
fn reserves_enter_by_any_edge() {
    let text = embedded("leubnitz").replacen("edge-point = [38, 48]", "edge-point = [0, 26]", 1);
    let (game, _) = start::<volley::Volley>(text);
    let names = ["2/103e ligne", "4/103e ligne", "3/94e ligne"];
    let mut entered = 0;
    for seed in 0..6 {
        let mut game = game.clone();
        let players = RandomPlayer(Stream::new(Seed::from_number(seed), 1));
        let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), players);
        let mut seen: Vec<&str> = Vec::new();
        while !game.is_over() {
            let Ok(()) = game.step(&mut solo);
            game.sound().unwrap_or_else(|what| panic!("seed {seed}: {what}"));
            for name in names {
                let Some(unit) = game.find(name).map(|id| game.unit(id)) else { continue };
                if let (true, Some(pose)) = (unit.on_table() && !seen.contains(&name), unit.pose) {
                    assert!(pose.at.x < 24_000, "{name} comes on from the west, at {:?}", pose.at);
                    seen.push(name);
                }
            }
        }
        entered += seen.len();
        assert_eq!(solo.refused, 0);
    }
    assert!(entered >= 6, "only {entered} came on in six battles");
}

/// Likewise reinforcements, by the east.
#[test]
fn reinforcements_enter_by_any_edge() {
    let text = embedded("vitoria").replacen("edge-point = [43, 48]", "edge-point = [84, 30]", 1);
    let (game, _) = start::<orders::Orders>(text);
    let mut game = game;
    let mut solo = Solo::new(
        Stream::new(Seed::from_number(3), 0),
        Seats::<orders::Orders>::named("captain", "captain", 3).unwrap(),
    );
    let mut first = None;
    while !game.is_over() {
        let Ok(()) = game.step(&mut solo);
        game.sound().unwrap_or_else(|what| panic!("{what}"));
        let unit = game.find("Barnes's brigade").map(|id| game.unit(id)).filter(|unit| unit.on_table());
        first = first.or(unit.and_then(|unit| unit.pose));
    }
    let first = first.expect("it came on");
    assert!(first.at.x > 60_000, "from the east: {first:?}");
}
