//! What a player says of units that stand is true: none of them advances, falls back, or charges a far enemy.

use dice::{Seed, Stream};
use engine::{Both, Players, Side, Solo, UnitDrawn, UnitId};
use games::{Empire, Orders, Setup, Volley};
use general::Seats;
use rayon::prelude::*;
use std::collections::BTreeSet;
use study::{Sent, Studied};
use table::Inches;

/// The most a unit moves when it turns or closes up.
const CLOSES_UP: Inches = Inches::mils(2_000);
/// An enemy no farther off than this has come: a unit that stands may charge him.
const NEAR: Inches = Inches::mils(6_000);
/// Said of a command that stands, and not true of its horse.
const BUT_HORSE: &str = ", and its horse charges whoever is in reach";
/// What is said of those who stand.
const STANDING: &[&str] = &["lets the enemy come", "is kept in hand", "stays where it is in action"];

/// Players of whom is kept what they say, and whom they send of those who are said to stand.
struct Heard<'p, G: Studied> {
    players: &'p mut Seats<G>,
    says: Both<Vec<String>>,
    sent: Option<(Sent, UnitDrawn, Inches)>,
}

impl<G: Studied> Players<G> for Heard<'_, G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let answer = self.players.answer(side, view, question);
        if let Some(said) = self.players.says(side, view) {
            self.says[side] = said.says;
        }
        let sent = G::sent(&answer);
        if let Some(unit) = sent.unit() {
            let drawn = view.units_drawn();
            let left = (view.length() + 1).saturating_sub(view.moment().turn);
            let body = drawn.iter().find(|it| it.id == unit);
            // A unit in panic runs whatever it was told.
            let stands = body.filter(|body| {
                body.level != Some("panic") && is_said_to_stand(body, &self.says[body.side], left)
            });
            self.sent = stands.and_then(|body| Some((sent, body.clone(), gap(unit, &drawn)?)));
        }
        answer
    }
}

/// How far a unit is from the nearest enemy.
fn gap(unit: UnitId, drawn: &[UnitDrawn]) -> Option<Inches> {
    let body = drawn.iter().find(|it| it.id == unit)?;
    let rect = body.rect?;
    drawn
        .iter()
        .filter(|it| it.side != body.side && !it.is_lost)
        .filter_map(|it| Some(rect.distance(&it.rect?)))
        .min()
}

/// How many units are said to be sent onto ground, which they may walk to.
fn sent_to_ground(says: &[String]) -> usize {
    let sent = says.iter().filter(|sentence| sentence.contains(" sent to "));
    sent.filter_map(|sentence| sentence.split(' ').next()?.parse::<usize>().ok()).sum()
}

/// The parts of a command that a unit may be in. Of which line foot is in, nothing is known here.
fn parts(unit: &UnitDrawn) -> &'static [&'static str] {
    match unit.arm {
        "skirmishers" => &["skirmishers"],
        horse if horse.ends_with("cavalry") => &["horse"],
        guns if guns.ends_with("artillery") => &["guns"],
        _ => &["first line", "second line", "reserve"],
    }
}

/// The end of a sentence, without its full stop: it holds to the end, or until so many turns are left.
fn holds(until: &str, left: u32) -> bool {
    match until.strip_prefix(" until ") {
        None => until.is_empty(),
        Some("the last turn") => left > 1,
        Some(until) => {
            until.strip_suffix(" turns are left").and_then(|n| n.parse().ok()).is_some_and(|n: u32| left > n)
        }
    }
}

/// Whether it is said of a command or of a part of it that it stands, as long as that holds; `None`: nothing is said of it.
fn stands(says: &[String], whose: &str, left: u32) -> Option<bool> {
    let of = says.iter().filter_map(|said| said.strip_prefix(whose)?.strip_prefix(": ")?.strip_suffix('.'));
    // What has run out says nothing any more.
    let mut lasting = of.filter(|does| does.find(" until ").is_none_or(|at| holds(&does[at..], left)));
    let does = lasting.next()?.replace(BUT_HORSE, "");
    Some(STANDING.iter().any(|word| does.strip_prefix(word).is_some_and(|until| holds(until, left))))
}

/// Whether it is said of a unit that it stands: of whatever it may be a part of, and of the whole where that says nothing of it.
fn is_said_to_stand(unit: &UnitDrawn, says: &[String], left: u32) -> bool {
    let parts = parts(unit);
    let of_parts: Vec<bool> =
        parts.iter().filter_map(|part| stands(says, &format!("{}, {part}", unit.command), left)).collect();
    let of_all =
        ["", ", the rest"].iter().find_map(|rest| stands(says, &format!("{}{rest}", unit.command), left));
    if parts == ["horse"] && of_parts.is_empty() && says.iter().any(|said| said.contains(BUT_HORSE)) {
        return false;
    }
    match (parts.len(), of_parts.first()) {
        (1, Some(part)) => *part,
        _ => of_all == Some(true) && of_parts.into_iter().all(|part| part),
    }
}

/// What a unit does of which it was said that it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wrong {
    Comes,
    Goes,
    FallsBack,
    Charges,
}

/// What was said of those who stand in a battle, and what of it is false.
#[derive(Default)]
struct Found {
    said: BTreeSet<(Side, u32, String)>,
    wrong: Vec<(Wrong, String)>,
}

fn looked_at<G: Studied>(id: &str, player: &str, seed: u64) -> Found {
    let setup = Setup::new(games::find(id).unwrap());
    let (battle, rules) = setup.open::<G>().unwrap();
    let mut game = G::start(&battle, rules);
    let mut players = Seats::<G>::named(player, player, seed).unwrap();
    let mut heard = Heard { players: &mut players, says: Both::default(), sent: None };
    let mut dice = Stream::new(Seed::from_number(seed), 0);
    let mut found = Found::default();
    let mut gone: Both<(u32, BTreeSet<UnitId>)> = Both::default();
    for _ in 0..50_000 {
        if game.is_over() {
            break;
        }
        let turn = game.moment().turn;
        let mut solo = Solo::new(dice, &mut heard);
        let Ok(()) = game.step(&mut solo);
        dice = solo.dice.clone();
        drop(solo);
        for side in Side::BOTH {
            let of = heard.says[side].iter().filter(|said| STANDING.iter().any(|word| said.contains(word)));
            found.said.extend(of.map(|said| (side, turn, said.clone())));
        }
        let Some((sent, body, was)) = heard.sent.take() else { continue };
        let is = gap(body.id, &game.units_drawn());
        let does = match (sent, is) {
            (Sent::Charges(_), _) if was > NEAR => Wrong::Charges,
            (Sent::FallsBack(_), _) => Wrong::FallsBack,
            (Sent::Marches(_), Some(is)) if was - is > CLOSES_UP => Wrong::Comes,
            (Sent::Marches(_), Some(is)) if is - was > CLOSES_UP => Wrong::Goes,
            _ => continue,
        };
        let gone = &mut gone[body.side];
        if gone.0 != turn {
            *gone = (turn, BTreeSet::new());
        }
        gone.1.insert(body.id);
        if gone.1.len() > sent_to_ground(&heard.says[body.side]) {
            let (name, arm, command) = (&body.name, body.arm, &body.command);
            let who = format!("{id}, {player}, seed {seed}, turn {turn}: {name} ({arm}) of {command}");
            found.wrong.push((does, format!("{who}: {does:?}, from {was}, to {is:?}")));
        }
    }
    found
}

/// Over at least these games of a kind: how often a unit is said to stand, and what of it is false.
fn found<G: Studied>(player: &str, games: usize) -> (usize, Vec<(Wrong, String)>) {
    let files = games::embedded_of::<G>();
    let each = games.div_ceil(files.len()) as u64;
    let battles: Vec<_> =
        files.iter().flat_map(|file| (900..900 + each).map(|seed| (&file.id, seed))).collect();
    let found: Vec<Found> =
        battles.into_par_iter().map(|(id, seed)| looked_at::<G>(id, player, seed)).collect();
    (found.iter().map(|it| it.said.len()).sum(), found.into_iter().flat_map(|it| it.wrong).collect())
}

/// Of so many games of a kind nothing that is said of those who stand is false, but for what is known and not yet mended: of
/// each so many at most.
#[track_caller]
fn check<G: Studied>(player: &str, games: usize, known: &[(Wrong, usize)]) -> usize {
    let (said, wrong) = found::<G>(player, games);
    for does in [Wrong::Comes, Wrong::Goes, Wrong::FallsBack, Wrong::Charges] {
        let most = known.iter().find(|(known, _)| *known == does).map_or(0, |(_, most)| *most);
        let of: Vec<&String> = wrong.iter().filter(|(what, _)| *what == does).map(|(_, who)| who).collect();
        assert!(
            of.len() <= most,
            "{}, {player}: {does:?} {} times, known: {most}: {of:#?}",
            G::word(),
            of.len()
        );
    }
    said
}

#[test]
fn units_said_to_stand_stand_in_every_one_of_a_hundred_games_of_captains() {
    assert!(check::<Volley>("captain", 100, &[]) > 500);
    assert!(check::<Empire>("captain", 100, &[]) > 20);
    // His corps hold ground that they name, press or storm: of none is it said that it only stands. Recruits say it.
    check::<Orders>("captain", 100, &[]);
}

/// Recruits draw one of the plans that a marshal chooses among, and carry it out as captains do.
#[test]
fn units_said_to_stand_stand_in_games_of_recruits() {
    assert!(check::<Volley>("recruit", 36, &[]) > 100);
    // Foot at Poserna that stands has charged twice from between six and eight inches.
    assert!(check::<Empire>("recruit", 36, &[(Wrong::Charges, 2)]) > 100);
    assert!(check::<Orders>("recruit", 36, &[]) > 100);
}
