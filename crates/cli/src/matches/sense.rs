//! `grognard match --sense`: what the battles looked like, one figure a line, for either side.

use super::Round;
use crate::out::{Out, percent};
use crate::report::capital;
use crate::wrong::Wrong;
use engine::{Card, Side};
use study::{Sense, Share, SideSense};

/// A figure by its words, and where it is.
type Figure = (&'static str, fn(&SideSense) -> Share);

const FIGURES: &[Figure] = &[
    ("foot that never fired, charged or fought", |of| of.foot_never_engaged),
    ("most foot in action in one turn", |of| of.most_foot_in_action),
    ("generals lost", |of| of.generals_lost),
    ("army commanders lost", |of| of.commanders_lost),
    ("batteries in position that limber or move on turn 1", |of| of.batteries_leaving),
    ("gun turns silent, own troops in the lane", |of| of.gun_turns_masked),
    ("changes of formation undone within two turns", |of| of.changes_undone),
];

pub(super) fn write(sense: &Sense, round: &Round, card: &Card, out: &mut Out) -> Result<(), Wrong> {
    let opponent = capital(&card.opponent);
    let sides = &sense.sides;
    let lost = if card.game == "volley" { "figures lost" } else { "strength lost" };
    let losses: Figure = (lost, |of| of.strength_lost);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (words, figure) in FIGURES.iter().chain([&losses]) {
        let cell = |side: Side| {
            let Share { many, of } = figure(&sides[side]);
            if of == 0 { "none there".to_owned() } else { percent(many.into(), of.into()) }
        };
        rows.push(vec![(*words).to_owned(), cell(Side::French), cell(Side::Allied)]);
    }
    let openings = |side: Side| format!("{} of {}", sides[side].openings.len(), round.score.games);
    let openings = vec!["different first turns".to_owned(), openings(Side::French), openings(Side::Allied)];
    rows.push(openings);
    let named = |side: &str, general: &str| format!(">{side} ({general})");
    let french = named("French", &round.generals.french);
    let allied = named(&opponent, &round.generals.allied);
    out.table(&["", &french, &allied], &rows)?;
    for ground in &sense.ground {
        let of = u128::from(round.score.games);
        let share = |many: u64| percent(many.into(), of);
        out.line(&format!(
            "{} at the end: French {}, {opponent} {}, nobody {}",
            ground.name,
            share(ground.french),
            share(ground.allied),
            share(ground.nobody),
        ))?;
    }
    Ok(())
}
