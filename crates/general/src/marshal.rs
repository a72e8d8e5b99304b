//! The marshal: he plays plans out to the end before he chooses one, and a captain carries it out.
//!
//! At the first order of each of his own movement phases he takes the table as his side sees it and plays it on, plan by
//! plan, against what the enemy may be about. The same dice are thrown for every plan, and anew from the same place in each
//! phase, so that plans differ by what they do and not by their luck. Half of the plans are dropped after each round.
//!
//! He thinks by a number of battles and not by a clock: the same seed gives the same marshal on every machine.

use crate::{Captained, Executor, General, Plan, Veteran};
use dice::{Seed, Stream};
use engine::{Moment, Players, Questions as _, Side, Solo};

/// Battles played with each plan in each round, against each thing the enemy may be about.
const ROUNDS: [u64; 3] = [4, 8, 12];
/// What the lead at the end counts beside a victory.
const LEAD: f64 = 0.15;
/// A plan is kept unless another is better by this.
const BETTER: f64 = 0.04;
/// A battle that has not ended after so many steps counts as it stands.
const LONGEST: u32 = 20_000;

/// A plan that may be told to a captain; `None`: he makes his own as he goes.
type Told<G> = Option<Plan<<G as Captained>::Command>>;

pub(crate) struct Marshal<G: Captained> {
    seed: u64,
    /// Who carries out the plan, who does so in what is only thought, and who plays the enemy there.
    captain: Box<dyn Executor<G>>,
    thought: Box<dyn Executor<G>>,
    enemy: Box<dyn Executor<G>>,
    chosen: Told<G>,
    /// The turn and phase he has thought about.
    at: Option<(u32, usize)>,
    leads_part: bool,
}

impl<G: Captained> Marshal<G> {
    /// `None` where nobody has taught the game's captain to be told plans.
    pub(crate) fn taught(seed: u64) -> Option<General<G>> {
        let (captain, thought, enemy) = (G::executor()?, G::executor()?, G::executor()?);
        Some(General::new(Marshal {
            seed,
            captain,
            thought,
            enemy,
            chosen: None,
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
        let mut known: Vec<(usize, f64)> = (0..plans.len()).map(|n| (n, 0.0)).collect();
        let mut played = 0;
        for games in ROUNDS {
            for (n, sum) in &mut known {
                for game in played..played + games {
                    for enemy in &enemies {
                        *sum += self.play_out(view, side, &plans[*n], enemy, game);
                    }
                }
            }
            played += games;
            // The best half goes on, and the present plan with it.
            known.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
            let half = known.len().div_ceil(2).max(2);
            let present = known.iter().find(|(n, _)| *n == 0).copied();
            known.truncate(half);
            if let Some(present) = present.filter(|present| !known.contains(present)) {
                known.push(present);
            }
        }
        let tries = (played * enemies.len() as u64) as f64;
        let present = known.iter().find(|(n, _)| *n == 0).map_or(0.0, |(_, sum)| *sum);
        if let Some((best, sum)) =
            known.iter().max_by(|one, two| one.1.total_cmp(&two.1).then(two.0.cmp(&one.0)))
            && sum - present > BETTER * tries
        {
            self.chosen.clone_from(&plans[*best]);
        }
    }

    /// What the battle is worth at its end, from 0 to 1 and a little for the lead.
    fn play_out(&mut self, view: &G, side: Side, plan: &Told<G>, enemy: &Told<G>, game: u64) -> f64 {
        let mut table = view.clone();
        for (who, told) in [(&mut self.thought, plan), (&mut self.enemy, enemy)] {
            who.begin(game);
            who.tell(told.clone());
        }
        let seed = Seed::from_number(self.seed.wrapping_mul(1 << 20).wrapping_add(game));
        let mut phase: Option<(u32, usize)> = None;
        let mut solo = Solo::new(
            Stream::new(seed, 0),
            Both { side, mine: &mut *self.thought, theirs: &mut *self.enemy },
        );
        for _ in 0..LONGEST {
            if table.is_over() {
                break;
            }
            let Moment { turn, place, .. } = table.moment();
            if phase != Some((turn, place)) {
                phase = Some((turn, place));
                solo.dice = Stream::new(seed, (u64::from(turn) << 16) + place as u64);
            }
            let Ok(()) = table.step(&mut solo);
        }
        let won = match table.outcome().map(|outcome| outcome.winner) {
            Some(Some(winner)) => f64::from(u8::from(winner == side)),
            _ => 0.5,
        };
        let lead = f64::from(table.standings().lead) / 1000.0;
        won + LEAD * if side == Side::French { lead } else { -lead }
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
}

impl<G: Captained> Veteran<G> for Marshal<G> {
    fn begin(&mut self, seed: u64) {
        (self.seed, self.chosen, self.at) = (seed, None, None);
        self.captain.begin(seed);
        self.captain.tell(None);
    }

    fn lead(&mut self, view: &G, side: Side, commands: &[String]) -> bool {
        self.leads_part = true;
        self.captain.lead(view, side, commands)
    }
}

/// Both sides of a battle that is only thought.
struct Both<'p, G: Captained> {
    side: Side,
    mine: &'p mut dyn Executor<G>,
    theirs: &'p mut dyn Executor<G>,
}

impl<G: Captained> Players<G> for Both<'_, G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        if side == self.side {
            self.mine.answer(side, view, question)
        } else {
            self.theirs.answer(side, view, question)
        }
    }
}
