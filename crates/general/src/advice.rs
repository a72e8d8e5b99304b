//! What a captain would do, for a player who asks him: his plan, and where plans can be played out a few others with the
//! chance of each.
//!
//! By the side's view alone, and by a number of battles: the same position gets the same answer.

use crate::thought::{Ended, Thought, Told, costs, in_hundredths};
use crate::{Captained, General, Plan};
use engine::Side;

/// Other plans that are told.
const OTHERS: usize = 3;
/// Battles played out with every plan, to see which are worth telling, and with each of those that are told, against each
/// thing the enemy may be about; in large battles fewer, but at least so many.
const FIRST: u64 = 2;
const THEN: u64 = 10;
const LEAST: [u64; 2] = [1, 4];
/// What an answer may cost, in the microseconds of [`Captained::THOUGHT_COSTS`]: somebody waits for it.
const MOST: u64 = 1_500_000;
/// The dice of what is only thought: far from any game's.
const SEED: u64 = 1796;

/// What a captain says who is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What he would do.
    pub own: Advised,
    /// Other plans, the best first; none where nobody can play them out.
    pub others: Vec<Advised>,
}

/// One plan, read out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advised {
    pub says: Vec<String>,
    /// How often it wins, in hundredths, as far as it was played out.
    pub chance: Option<u32>,
}

/// What the captain would do in a side's place, by that side's view. `None` where he has nothing to go by: beside real
/// figures, or when the battle is over.
pub fn advice<G: Captained>(view: &G, side: Side) -> Option<Advice> {
    if view.is_over() {
        return None;
    }
    let says = G::captain().would(view, side).filter(|says| !says.is_empty())?;
    let Some(mut thought) = Thought::<G>::taught(SEED) else {
        return Some(Advice { own: Advised { says, chance: None }, others: Vec::new() });
    };
    let enemies = G::expected(view, side.enemy());
    let mut tried: Vec<Tried<G>> = vec![Tried::new(None, says)];
    for plan in G::plans(view, side).into_iter().flatten() {
        let says = G::said(view, &plan);
        if !tried.iter().any(|known| known.says == says) {
            tried.push(Tried::new(Some(plan), says));
        }
    }
    let (turn, left) = costs(view);
    let whole =
        (FIRST * tried.len() as u64 + THEN * (1 + OTHERS as u64)) * enemies.len() as u64 * turn * left;
    let [first, then] = [(FIRST, LEAST[0]), (THEN, LEAST[1])]
        .map(|(games, least)| (games * MOST / whole.max(1)).clamp(least, games));
    for plan in &mut tried {
        plan.play(&mut thought, view, side, &enemies, 0..first);
    }
    // The captain's own stays first whatever it is worth.
    tried[1..].sort_by(|one, two| two.value.total_cmp(&one.value));
    tried.truncate(1 + OTHERS);
    for plan in &mut tried {
        plan.play(&mut thought, view, side, &enemies, first..first + then);
    }
    tried[1..].sort_by(|one, two| two.won.total_cmp(&one.won));
    let mut advised = tried.into_iter().map(Tried::advised);
    Some(Advice { own: advised.next()?, others: advised.collect() })
}

/// What a captain is about with one command that he was handed, in sentences; none where he says nothing of it.
pub fn plan_for<G: Captained>(captain: &mut General<G>, view: &G, side: Side, command: &str) -> Vec<String> {
    captain.begin(0);
    if view.is_over() || !captain.lead(view, side, &[command.to_owned()]) {
        return Vec::new();
    }
    let is_its =
        |sentence: &String| sentence.strip_prefix(command).is_some_and(|rest| rest.starts_with([':', ',']));
    captain.would(view, side).unwrap_or_default().into_iter().filter(is_its).collect()
}

/// A plan that is played out.
struct Tried<G: Captained> {
    plan: Told<G>,
    says: Vec<String>,
    won: f64,
    /// The same with a little for the lead.
    value: f64,
    games: u64,
}

impl<G: Captained> Tried<G> {
    fn new(plan: Option<Plan<G::Command>>, says: Vec<String>) -> Tried<G> {
        Tried { plan, says, won: 0.0, value: 0.0, games: 0 }
    }

    fn play(
        &mut self,
        thought: &mut Thought<G>,
        view: &G,
        side: Side,
        enemies: &[Told<G>],
        games: std::ops::Range<u64>,
    ) {
        for game in games {
            for enemy in enemies {
                let Ended { won, lead } = thought.play_out(view, side, &self.plan, enemy, game);
                self.won += won;
                self.value += won + 0.15 * lead;
                self.games += 1;
            }
        }
    }

    fn advised(self) -> Advised {
        Advised { says: self.says, chance: Some(in_hundredths(self.won / self.games.max(1) as f64)) }
    }
}
