//! Random legal play with every invariant checked after each step.

use dice::{Seed, Stream};
use engine::{Game, Players, Side, Solo};
use games::{Setup, embedded, rulebook};
use rulebook::SheetRules;
use std::collections::BTreeMap;
use std::sync::Arc;
use volley::{Answer, Question, Rules, Standing, Volley, options, words::Sheet};

/// A game longer than this has no end.
const MOST_STEPS: u32 = 20_000;

/// What a hunt over one sheet found.
#[derive(Clone, Debug, Default)]
pub struct Hunt {
    pub games: u64,
    pub steps: u64,
    pub troubles: Vec<Trouble>,
}

/// One game in which something happened that must not.
#[derive(Clone, Debug)]
pub struct Trouble {
    pub sheet: Sheet,
    pub battle: String,
    pub seed: u64,
    pub step: u32,
    pub what: String,
}

/// A random legal player.
struct Random(Stream);

impl Players<Volley> for Random {
    fn answer(&mut self, _: Side, view: &Volley, question: &Question) -> Answer {
        options::sample(view, question, &mut self.0)
    }
}

/// The sheet with each ruling left alone or set to another of its values, as the seed says.
pub fn random_rules(sheet: &SheetRules, seed: u64) -> SheetRules {
    let book = rulebook();
    let mut luck = Stream::new(Seed::from_number(seed), 77);
    let mut rules = sheet.clone();
    // A quarter of the games plays the rulings as printed.
    if luck.below(4) == 0 {
        return rules;
    }
    let share = 2 + luck.below(12);
    for ruling in 0..book.rulings.len() {
        let choices = book.ruling_choices(ruling);
        if !choices.is_empty() && luck.below(share) == 0 {
            let n = luck.below(choices.len() as u32) as usize;
            rules = rules.with(ruling, choices[n].clone());
        }
    }
    rules
}

/// Plays random games of a sheet, one for each seed, over its battles in turn.
pub fn hunt(sheet: Sheet, seeds: std::ops::Range<u64>) -> Hunt {
    let mut hunt = Hunt::default();
    let files: Vec<_> = embedded().into_iter().collect();
    let Ok(printed) = rulebook().sheet(sheet.word()) else { return hunt };
    let mut battles = BTreeMap::new();
    for file in files {
        if let Ok((battle, _)) = Setup::new(file.clone()).open()
            && battle.scenario.sheet == sheet
        {
            battles.insert(file.id.clone(), battle);
        }
    }
    let ids: Vec<String> = battles.keys().cloned().collect();
    for seed in seeds {
        let id = &ids[(seed % ids.len() as u64) as usize];
        let rules = Arc::new(Rules::new(random_rules(&printed, seed)));
        let mut battle = battles[id].clone();
        // Every fifth game is deployed by the players, and those whose bases the house has made too large.
        let start = battle.begin(Arc::clone(&rules));
        if seed % 5 == 4 || wrong(&start, &figures(&start)).is_some() {
            for unit in &mut battle.units {
                unit.pose = None;
            }
        }
        let (steps, trouble) = one_game(battle.begin(rules), seed);
        hunt.games += 1;
        hunt.steps += u64::from(steps);
        if let Some(what) = trouble {
            hunt.troubles.push(Trouble { sheet, battle: id.clone(), seed, step: steps, what });
        }
    }
    hunt
}

fn one_game(mut game: Volley, seed: u64) -> (u32, Option<String>) {
    let dice = Stream::new(Seed::from_number(seed), 0);
    let mut solo = Solo::new(dice, Random(Stream::new(Seed::from_number(seed), 1)));
    let mut before = figures(&game);
    let mut steps = 0;
    while !game.is_over() {
        if steps >= MOST_STEPS {
            return (steps, Some("the game does not end".to_owned()));
        }
        let Ok(()) = game.step(&mut solo);
        steps += 1;
        if solo.refused > 0 {
            return (steps, Some("a sampled answer was refused".to_owned()));
        }
        if let Some(what) = wrong(&game, &before) {
            return (steps, Some(what));
        }
        before = figures(&game);
    }
    (steps, None)
}

fn figures(game: &Volley) -> Vec<u32> {
    game.units.iter().map(|unit| unit.figures).collect()
}

/// What must hold after each step.
fn wrong(game: &Volley, before: &[u32]) -> Option<String> {
    for (id, unit) in game.on_table() {
        let name = unit.name();
        if unit.figures == 0 || unit.figures > unit.profile.figures {
            return Some(format!("{name} has {} figures on the table", unit.figures));
        }
        if let Some(now) = before.get(id.0 as usize)
            && unit.figures > *now
        {
            return Some(format!("{name} gained figures"));
        }
        let Some(rect) = unit.rect() else { return Some(format!("{name} has no place on the table")) };
        if !game.scenario.terrain.on_table(&rect.grown(table::Inches::ZERO)) && !entering(game, unit) {
            return Some(format!("{name} hangs off the table"));
        }
        for (other_id, other) in game.on_table() {
            if other_id > id && other.rect().is_some_and(|r| r.overlaps(rect)) {
                return Some(format!("{name} overlaps {}", other.name()));
            }
        }
    }
    for melee in &game.melees {
        let (a, b) = (game.unit(melee.a), game.unit(melee.b));
        if !a.on_table() || !b.on_table() || a.side() == b.side() {
            return Some(format!("{} and {} are in melee and should not be", a.name(), b.name()));
        }
    }
    for general in &game.generals {
        if let Some(unit) = general.attached
            && (!game.unit(unit).on_table() || general.lost)
        {
            return Some(format!("{} is attached to a unit that is gone", general.name));
        }
    }
    for unit in &game.units {
        if unit.is_lost() && (unit.pose.is_some() || unit.marker.is_some()) {
            return Some(format!("{} is gone and still stands somewhere", unit.name()));
        }
        if unit.standing == Standing::OnTable && unit.pose.is_none() {
            return Some(format!("{} stands nowhere", unit.name()));
        }
    }
    for side in Side::BOTH {
        let view = game.seen_by(Some(side));
        if view.reserves.iter().any(|reserve| reserve.side != side) {
            return Some("a view shows the enemy's reserves".to_owned());
        }
    }
    None
}

/// A long column that has just come on may still have its tail over the edge.
fn entering(game: &Volley, unit: &volley::Unit) -> bool {
    let edge = game.scenario.edges[unit.side()];
    unit.pose.is_some_and(|pose| {
        let depth = unit.footprint(&game.rules).depth;
        edge.distance(pose.at.y, game.scenario.terrain.depth) <= depth + table::Inches::whole(1)
    })
}
