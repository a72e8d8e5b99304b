//! The marshal: he plays plans out to the end before he chooses one, and a captain carries it out.
//!
//! At the first order of each of his own movement phases he takes the table as his side sees it and plays it on, plan by
//! plan, against what the enemy may be about. The same dice are thrown for every plan, and anew from the same place in each
//! phase, so that plans differ by what they do and not by their luck. Half of the plans are dropped after each round.
//!
//! He thinks by a number of battles and not by a clock: the same seed gives the same marshal on every machine.

use crate::thought::{Ended, Thought, Told, in_hundredths};
use crate::{Captained, Executor, General, Veteran};
use engine::{Moment, Players, Questions as _, Said, Side};

/// Battles played with each plan in each round, against each thing the enemy may be about.
const ROUNDS: [u64; 3] = [4, 8, 12];
/// What the lead at the end counts beside a victory.
const LEAD: f64 = 0.15;
/// A plan is kept unless another is better by this.
const BETTER: f64 = 0.04;

pub(crate) struct Marshal<G: Captained> {
    /// Who carries out the plan.
    captain: Box<dyn Executor<G>>,
    thought: Thought<G>,
    chosen: Told<G>,
    /// How often it has won where it was played out, in hundredths.
    expects: Option<u32>,
    /// The turn and phase he has thought about.
    at: Option<(u32, usize)>,
    leads_part: bool,
}

impl<G: Captained> Marshal<G> {
    /// `None` where nobody has taught the game's captain to be told plans.
    pub(crate) fn taught(seed: u64) -> Option<General<G>> {
        Some(General::new(Marshal {
            captain: G::executor()?,
            thought: Thought::taught(seed)?,
            chosen: None,
            expects: None,
            at: None,
            leads_part: false,
        }))
    }

    /// The plan that does best, or the present one where none is clearly better.
    fn think(&mut self, view: &G, side: Side) {
        let mut plans: Vec<Told<G>> = vec![self.chosen.clone()];
        for plan in G::plans(view, side) {
            if !plans.contains(&plan) {
                plans.push(plan);
            }
        }
        let enemies = G::expected(view, side.enemy());
        // Each plan by its number, what it is worth, and how often it has won.
        let mut known: Vec<(usize, f64, f64)> = (0..plans.len()).map(|n| (n, 0.0, 0.0)).collect();
        let mut played = 0;
        for games in ROUNDS {
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
            let half = known.len().div_ceil(2).max(2);
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
            self.chosen.clone_from(&plans[*best]);
        }
        self.expects = Some(in_hundredths(better.map_or(wins, |(.., wins)| *wins) / tries));
    }
}

impl<G: Captained> Players<G> for Marshal<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let Moment { turn, place, .. } = view.moment();
        if !self.leads_part && question.word() == G::THINKS && self.at != Some((turn, place)) {
            self.at = Some((turn, place));
            self.think(view, side);
            self.captain.tell(self.chosen.clone());
        }
        self.captain.answer(side, view, question)
    }

    fn says(&self, side: Side, view: &G) -> Option<Said> {
        let expects = self.at.filter(|(turn, _)| *turn == view.moment().turn).and(self.expects);
        self.captain.says(side, view).map(|said| Said { expects, ..said })
    }
}

impl<G: Captained> Veteran<G> for Marshal<G> {
    fn begin(&mut self, seed: u64) {
        self.thought.seed = seed;
        (self.chosen, self.expects, self.at) = (None, None, None);
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
}
