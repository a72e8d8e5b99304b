//! What a captain would do, for a player who asks him: his plan, and where plans can be played out a few others with the
//! chance of each.
//!
//! By the side's view alone, and by a number of battles: the same position gets the same answer.

use crate::thought::{Ended, Thought, Told, costs, in_hundredths};
use crate::{CAPTAIN, Captained, General, Plan, by_name};
use engine::Side;

/// Other plans that are told.
const OTHERS: usize = 3;
/// Battles played out with every plan, to see which are worth telling, and with each of those that are told, against each
/// thing the enemy may be about; in large battles fewer, but at least so many.
const FIRST: u64 = 2;
const THEN: u64 = 10;
const LEAST: [u64; 2] = [1, 3];
/// What advice may cost, in the microseconds of [`Captained::THOUGHT_COSTS`]: the player waits for it.
const MOST: u64 = 1_500_000;

/// What a captain answers when he is asked for advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What he would do.
    pub own: Advised,
    /// Other plans, the best first; none where the game's captain cannot play them out.
    pub others: Vec<Advised>,
    /// How often each of them was played out.
    pub battles: u64,
}

/// One plan, read out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advised {
    pub says: Vec<String>,
    /// How often it wins, in hundredths, as far as it was played out.
    pub chance: Option<u32>,
}

/// What the captain of that luck would do in a side's place, by that side's view: another has another temper and another
/// plan. `None` where he has nothing to go by: beside real figures, or when the battle is over.
pub fn advice<G: Captained>(view: &G, side: Side, luck: u64) -> Option<Advice> {
    if view.is_over() {
        return None;
    }
    let says = by_name::<G>(CAPTAIN, luck)?.would(view, side).filter(|says| !says.is_empty())?;
    let Some(mut thought) = Thought::<G>::taught(luck) else {
        return Some(Advice { own: Advised { says, chance: None }, others: Vec::new(), battles: 0 });
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
    // So few as there must be at least may still be too many: then they are not played to their end.
    let battles = (first * tried.len() as u64 + then * (1 + OTHERS as u64)) * enemies.len() as u64;
    let affordable = (MOST / (battles * turn)).max(1);
    let until = u32::try_from(affordable).ok().filter(|turns| u64::from(*turns) < left);
    thought.until = until.map(|turns| view.moment().turn + turns - 1);
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
    let battles = tried.first()?.games;
    let mut advised = tried.into_iter().map(Tried::advised);
    Some(Advice { own: advised.next()?, others: advised.collect(), battles })
}

/// What a captain is about with each of the commands that he was handed, in sentences; none where he says nothing of it. He
/// has just begun, with the luck that he leads them with: from that he has his temper, and so his plan.
pub fn plans_for<G: Captained>(
    captain: &mut General<G>,
    view: &G,
    side: Side,
    commands: &[String],
) -> Vec<Vec<String>> {
    let leads = !view.is_over() && captain.lead(view, side, commands);
    let says = if leads { captain.would(view, side).unwrap_or_default() } else { Vec::new() };
    let of = |command: &String| {
        let is_its = |sentence: &&String| {
            sentence.strip_prefix(command.as_str()).is_some_and(|rest| rest.starts_with([':', ',']))
        };
        says.iter().filter(is_its).cloned().collect()
    };
    commands.iter().map(of).collect()
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
