//! The marshal: he plays plans out to the end before he chooses one, and a captain carries it out.
//!
//! At the first order of each of his own movement phases he takes the table as his side sees it and plays it on, plan by
//! plan, against what the enemy may be about. The same dice are thrown for every plan, and anew from the same place in each
//! phase, so that plans differ by what they do and not by their luck. Half of the plans are dropped after each round.
//!
//! He thinks by a number of battles and not by a clock: the same seed gives the same marshal on every machine. How many
//! they are goes by how large a battle is and how many turns are left ([`Effort`]).

use crate::thought::{Ended, Thought, Told, costs, in_hundredths};
use crate::{Captained, Executor, General, Plan, Veteran};
use engine::{Moment, Players, Questions as _, Said, Side};
use serde::{Deserialize, Serialize};

/// Battles played with each plan in each round, against each thing the enemy may be about; in large battles fewer.
const ROUNDS: [u64; 3] = [4, 8, 12];
/// What a decision may cost, in the microseconds of [`Captained::THOUGHT_COSTS`]. Battles cost more or less than those say, and
/// nobody waits longer than five seconds.
const MOST: u64 = 3_000_000;
/// What the lead at the end counts beside a victory.
const LEAD: f64 = 0.15;
/// A plan is kept unless another is better by this.
const BETTER: f64 = 0.04;

pub(crate) struct Marshal<G: Captained> {
    /// Who carries out the plan.
    captain: Box<dyn Executor<G>>,
    thought: Thought<G>,
    mind: Mind<G::Command>,
    leads_part: bool,
}

/// What he goes by until he thinks again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Mind<C> {
    /// `None`: as the captain does.
    chosen: Option<Plan<C>>,
    /// How often it has won where it was played out, in hundredths.
    expects: Option<u32>,
    /// The turn and phase he has thought about.
    at: Option<(u32, usize)>,
}

impl<C> Default for Mind<C> {
    fn default() -> Mind<C> {
        Mind { chosen: None, expects: None, at: None }
    }
}

/// The turn and phase.
fn now<G: Captained>(view: &G) -> (u32, usize) {
    let Moment { turn, place, .. } = view.moment();
    (turn, place)
}

impl<G: Captained> Marshal<G> {
    /// `None` where nobody has taught the game's captain to be told plans.
    pub(crate) fn taught(seed: u64) -> Option<General<G>> {
        Some(General::new(Marshal {
            captain: G::executor()?,
            thought: Thought::taught(seed)?,
            mind: Mind::default(),
            leads_part: false,
        }))
    }

    /// The plan that does best, or the present one where none is clearly better.
    fn choose(&mut self, view: &G, side: Side) {
        let mut plans: Vec<Told<G>> = vec![self.mind.chosen.clone()];
        for plan in G::plans(view, side) {
            if !plans.contains(&plan) {
                plans.push(plan);
            }
        }
        let enemies = G::expected(view, side.enemy());
        let Effort { rounds, until } = Effort::for_battle(view, plans.len(), enemies.len());
        self.thought.until = until;
        // Each plan by its number, what it is worth, and how often it has won.
        let mut known: Vec<(usize, f64, f64)> = (0..plans.len()).map(|n| (n, 0.0, 0.0)).collect();
        let mut played = 0;
        for games in rounds {
            for (n, sum, wins) in &mut known {
                for game in played..played + games {
                    for enemy in &enemies {
                        let Ended { won, lead } = self.thought.play_out(view, side, &plans[*n], enemy, game);
                        *sum += won + LEAD * lead;
                        *wins += won;
                    }
                }
            }
            played += games;
            // The best half goes on, and the present plan with it.
            known.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
            let half = better_half(known.len());
            let present = known.iter().find(|(n, ..)| *n == 0).copied();
            known.truncate(half);
            if let Some(present) = present.filter(|present| !known.contains(present)) {
                known.push(present);
            }
        }
        let tries = (played * enemies.len() as u64) as f64;
        let Some(&(_, present, wins)) = known.iter().find(|(n, ..)| *n == 0) else { return };
        let best = known.iter().max_by(|one, two| one.1.total_cmp(&two.1).then(two.0.cmp(&one.0)));
        let better = best.filter(|(_, sum, _)| sum - present > BETTER * tries);
        if let Some((best, ..)) = better {
            self.mind.chosen.clone_from(&plans[*best]);
        }
        self.mind.expects = Some(in_hundredths(better.map_or(wins, |(.., wins)| *wins) / tries));
    }
}

/// How many plans go on into the next round.
fn better_half(plans: usize) -> usize {
    plans.div_ceil(2).max(2)
}

/// How much he thinks about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effort {
    rounds: [u64; 3],
    /// The last turn that is played out; what stands then is valued as it stands. `None`: all are.
    until: Option<u32>,
}

impl Effort {
    fn for_battle<G: Captained>(view: &G, plans: usize, enemies: usize) -> Effort {
        let (costs, left) = costs(view);
        Effort::of(costs, view.moment().turn, left, (plans, enemies))
    }

    /// `costs`: a turn of a battle that is played out.
    fn of(costs: u64, turn: u32, left: u64, (plans, enemies): (usize, usize)) -> Effort {
        // The present plan may go on beside the better half.
        let second = better_half(plans) + 1;
        let third = better_half(second) + 1;
        let battles = |rounds: [u64; 3]| -> u64 {
            let played = rounds.into_iter().zip([plans, second, third]);
            played.map(|(games, plans)| games * (plans * enemies) as u64).sum()
        };
        let whole = battles(ROUNDS) * costs * left;
        let rounds = ROUNDS.map(|games| (games * MOST / whole).clamp(1, games));
        let affordable = (MOST / (battles(rounds) * costs)).max(1);
        // So few as there must be at least may still be too many.
        let until =
            u32::try_from(affordable).ok().filter(|turns| rounds == [1; 3] && u64::from(*turns) < left);
        Effort { rounds, until: until.map(|turns| turn + turns - 1) }
    }
}

impl<G: Captained> Players<G> for Marshal<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        if self.must_think(view, question) {
            self.think(view, side);
        }
        self.captain.answer(side, view, question)
    }

    fn says(&self, side: Side, view: &G) -> Option<Said> {
        let thought = self.mind.at.is_some_and(|(turn, _)| turn == view.moment().turn);
        let expects = self.mind.expects.filter(|_| thought);
        self.captain.says(side, view).map(|said| Said { expects, ..said })
    }
}

impl<G: Captained> Veteran<G> for Marshal<G> {
    fn begin(&mut self, seed: u64) {
        self.thought.seed = seed;
        self.mind = Mind::default();
        self.leads_part = false;
        self.captain.begin(seed);
        self.captain.tell(None);
    }

    fn lead(&mut self, view: &G, side: Side, commands: &[String]) -> bool {
        self.leads_part = true;
        self.captain.lead(view, side, commands)
    }

    fn would(&mut self, view: &G, side: Side) -> Option<Vec<String>> {
        self.captain.would(view, side)
    }

    fn must_think(&self, view: &G, question: &G::Question) -> bool {
        !self.leads_part && question.word() == G::THINKS && self.mind.at != Some(now(view))
    }

    fn think(&mut self, view: &G, side: Side) {
        self.mind.at = Some(now(view));
        self.choose(view, side);
        self.captain.tell(self.mind.chosen.clone());
    }

    fn go_on(&mut self, view: &G) {
        self.mind.at = Some(now(view));
    }

    fn mind(&self) -> Option<String> {
        serde_json::to_string(&self.mind).ok()
    }

    fn remind(&mut self, mind: &str) {
        if let Ok(mind) = serde_json::from_str::<Mind<G::Command>>(mind) {
            self.captain.tell(mind.chosen.clone());
            self.mind = mind;
        }
    }
}
