//! The marshal: he plays plans out to the end before he chooses one, and a captain carries it out.
//!
//! At the first order of each of his own movement phases he takes the table as his side sees it and plays it on, plan by
//! plan, against what the enemy may be about. The same dice are thrown for every plan, and anew from the same place in each
//! phase, so that plans differ by what they do and not by their luck. Half of the plans are dropped after each round.
//!
//! He thinks by a number of battles and not by a clock: the same seed gives the same marshal on every machine. How many
//! they are goes by how large a battle is and how many turns are left ([`Effort`]).

use crate::thought::{Ended, Thought, costs, in_hundredths};
use crate::{Captained, Executor, General, Plan, Veteran};
use engine::{Moment, Players, Questions as _, Said, Side};
use serde::{Deserialize, Serialize};

/// Battles played with each plan in each round, against each thing the enemy may be about; in large battles fewer.
const ROUNDS: [u64; 3] = [8, 12, 24];
/// What a decision may cost, in the microseconds of [`Captained::THOUGHT_COSTS`]. Battles cost more or less than those
/// say; the wait was never over five seconds.
const MOST_MICROS: u64 = 3_000_000;
/// What a battle that is won counts, and the lead at its end beside it.
const WON: f64 = 1000.0;
const LEAD: f64 = 150.0;
/// Battles are numbered (the number chooses the dice); each turn's numbers begin this much higher.
const TURN: u64 = 1000;
/// A plan is kept unless another is better by this in each battle.
const BETTER: f64 = 40.0;
/// Plus this, divided by the square root of the number of battles: few battles prove little.
const DOUBT: f64 = 400.0;

pub(crate) struct Marshal<G: Captained> {
    /// The captain who carries out the plan.
    captain: Box<dyn Executor<G>>,
    thought: Thought<G>,
    mind: Mind<G::Command>,
    leads_part: bool,
}

/// What the marshal goes by until he thinks again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Mind<C> {
    /// `None`: as the captain does.
    chosen: Option<Plan<C>>,
    /// The number of the chosen plan.
    #[serde(default)]
    number: usize,
    /// What each plan came to when he last thought, by its number.
    #[serde(default)]
    tried: Vec<Tried>,
    /// How often the chosen one has won where it was played out, in hundredths.
    expects: Option<u32>,
    /// The turn and phase he has thought about.
    at: Option<(u32, usize)>,
    /// What the captain who carries it out keeps in mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    captain: Option<String>,
}

/// What a plan has come to where it was played out: whole numbers, so that they are the same when they are read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Tried {
    /// Of all its battles together, [`WON`] and [`LEAD`].
    worth: i64,
    /// Of all its battles together, in thousandths.
    won: i64,
    battles: i64,
}

impl Tried {
    fn add(&mut self, Ended { won, lead }: &Ended) {
        #[allow(clippy::cast_possible_truncation, reason = "both are small")]
        let whole = |n: f64| n.round() as i64;
        self.worth += whole(WON * won + LEAD * lead);
        self.won += whole(1000.0 * won);
        self.battles += 1;
    }

    /// Half of it: what was thought a turn ago is worth less than what is thought now.
    fn faded(self) -> Tried {
        Tried { worth: self.worth / 2, won: self.won / 2, battles: self.battles / 2 }
    }

    fn each(&self) -> f64 {
        self.worth as f64 / self.battles.max(1) as f64
    }

    fn wins(&self) -> f64 {
        self.won as f64 / 1000.0 / self.battles.max(1) as f64
    }
}

impl<C> Default for Mind<C> {
    fn default() -> Mind<C> {
        Mind { chosen: None, number: 0, tried: Vec::new(), expects: None, at: None, captain: None }
    }
}

/// The turn and phase.
fn now<G: Captained>(view: &G) -> (u32, usize) {
    let Moment { turn, place, .. } = view.moment();
    (turn, place)
}

impl<G: Captained> Marshal<G> {
    /// `None` in a game whose captain cannot be told plans.
    pub(crate) fn taught(seed: u64) -> Option<General<G>> {
        let captain = G::executor()?;
        let thought = Thought::taught(seed)?;
        let mut marshal = Marshal { captain, thought, mind: Mind::default(), leads_part: false };
        marshal.begin(seed);
        Some(General::new(marshal))
    }

    /// The plan that does best, or the present one where none is clearly better.
    fn choose(&mut self, view: &G, side: Side) {
        let plans = G::plans(view, side);
        let enemies = G::expected(view, side.enemy());
        let Effort { rounds, until } = Effort::for_battle(view, plans.len(), enemies.len());
        self.thought.until = until;
        let before = std::mem::take(&mut self.mind.tried);
        let mut tried: Vec<Tried> = before.into_iter().map(Tried::faded).collect();
        tried.resize(plans.len(), Tried::default());
        let present = self.mind.number.min(plans.len() - 1);
        // By their numbers, the best first.
        let mut left: Vec<usize> = (0..plans.len()).collect();
        // Other dice than a turn ago, so that what was thought then and now is not the same luck twice.
        let mut played = u64::from(view.moment().turn) * TURN;
        for games in rounds {
            for &n in &left {
                for game in played..played + games {
                    for enemy in &enemies {
                        tried[n].add(&self.thought.play_out(view, side, &plans[n], enemy, game));
                    }
                }
            }
            played += games;
            // The best half goes on, and the present plan with it.
            left.sort_by(|one, two| tried[*two].each().total_cmp(&tried[*one].each()).then(one.cmp(two)));
            let half = better_half(left.len());
            left.truncate(half);
            if !left.contains(&present) {
                left.push(present);
            }
        }
        let best = left[0];
        let doubt = DOUBT / (tried[best].battles.max(1) as f64).sqrt();
        let is_better = tried[best].each() - tried[present].each() > BETTER + doubt;
        let number = if is_better { best } else { present };
        self.mind.expects = Some(in_hundredths(tried[number].wins()));
        self.mind.chosen.clone_from(&plans[number]);
        (self.mind.number, self.mind.tried) = (number, tried);
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
        let rounds = ROUNDS.map(|games| (games * MOST_MICROS / whole).clamp(1, games));
        let affordable = (MOST_MICROS / (battles(rounds) * costs)).max(1);
        // One battle with each plan in each round may still be too many.
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
        let Mind { chosen, number, tried, expects, at, captain: _ } = self.mind.clone();
        let captain = self.captain.mind();
        serde_json::to_string(&Mind { chosen, number, tried, expects, at, captain }).ok()
    }

    fn remind(&mut self, mind: &str) {
        if let Ok(mut mind) = serde_json::from_str::<Mind<G::Command>>(mind) {
            self.captain.tell(mind.chosen.clone());
            if let Some(captain) = mind.captain.take() {
                self.captain.remind(&captain);
            }
            self.mind = mind;
        }
    }
}
