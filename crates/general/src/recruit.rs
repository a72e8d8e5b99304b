//! The recruit: a bad general, and no dice. He moves, fires and charges as a captain does, by one plan that he has drawn before
//! the battle and holds to, and does not look again at what comes of it.
//!
//! Where he misjudges is all here. His nature comes from the seed alone, and what he does from that and the table:
//! another instance with the same seed, put in his place in the middle of a battle, goes on as he would.

use crate::kit::plan::Plan;
use crate::{Captained, Executor, General, Veteran};
use dice::{Seed, Stream};
use engine::{Moment, Players, Questions, Said, Side};

/// The number of the stream that his notions are drawn from: far from any game's.
const NOTIONS: u64 = u64::MAX - 1806;
/// How many times over he counts what the enemy loses beside his own losses: he shrinks from everything, or from nothing.
const MISJUDGED: [f64; 4] = [0.3, 0.6, 2.0, 3.5];

pub(crate) struct Recruit<G: Captained> {
    /// The captain who carries out his plan.
    captain: Box<dyn Executor<G>>,
    seed: u64,
    /// The turn and phase for which he has told it.
    at: Option<(u32, usize)>,
    leads_part: bool,
}

impl<G: Captained> Recruit<G> {
    /// `None` in a game whose captain cannot be told plans.
    pub(crate) fn taught(seed: u64) -> Option<General<G>> {
        let mut recruit = Recruit { captain: G::executor()?, seed, at: None, leads_part: false };
        recruit.begin(seed);
        Some(General::new(recruit))
    }

    /// Tells his plan as it stands in this phase: the same one whatever has happened, though the ground it goes for may be
    /// another when that is taken.
    fn tell(&mut self, view: &G, side: Side) {
        let Moment { turn, place, .. } = view.moment();
        if !self.leads_part && self.at != Some((turn, place)) {
            self.at = Some((turn, place));
            self.captain.tell(the_plan(view, side, self.seed));
        }
    }
}

/// Any one of those a better general would choose among; but he looks at the map and not at the enemy, and whatever it
/// is, it aims at ground. He sends no unit to stand on ground alone, and weighs losses wrongly.
fn the_plan<G: Captained>(view: &G, side: Side, seed: u64) -> Option<Plan<G::Command>> {
    let mut luck = Stream::new(Seed::from_number(seed), NOTIONS);
    let mut plans: Vec<Plan<G::Command>> = G::plans(view, side).into_iter().flatten().collect();
    if plans.is_empty() {
        return None;
    }
    let on_the_map = plans.iter().find_map(|plan| plan.effort);
    let mut plan = plans.swap_remove(luck.below(plans.len() as u32) as usize);
    plan.effort = plan.effort.or(on_the_map);
    let misjudged = MISJUDGED[luck.below(MISJUDGED.len() as u32) as usize];
    plan.tasks.retain(|task| task.who.command().is_some());
    for task in &mut plan.tasks {
        task.zeal *= misjudged;
    }
    Some(plan)
}

/// What may be answered beforehand he has answered with a no: he forms no square, turns no gun, does not follow up.
fn is_settled<G: Captained>(question: &G::Question) -> bool {
    G::Question::routines().iter().any(|(word, _)| *word == question.word())
}

impl<G: Captained> Players<G> for Recruit<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        self.tell(view, side);
        if is_settled::<G>(question) {
            return view.decline(question);
        }
        self.captain.answer(side, view, question)
    }

    fn says(&self, side: Side, view: &G) -> Option<Said> {
        self.captain.says(side, view)
    }
}

impl<G: Captained> Veteran<G> for Recruit<G> {
    fn begin(&mut self, seed: u64) {
        (self.seed, self.at, self.leads_part) = (seed, None, false);
        self.captain.begin(seed);
        self.captain.tell(None);
    }

    fn lead(&mut self, view: &G, side: Side, commands: &[String]) -> bool {
        self.leads_part = true;
        self.captain.lead(view, side, commands)
    }

    fn would(&mut self, view: &G, side: Side) -> Option<Vec<String>> {
        self.tell(view, side);
        self.captain.would(view, side)
    }

    fn mind(&self) -> Option<String> {
        self.captain.mind()
    }

    fn remind(&mut self, mind: &str) {
        self.captain.remind(mind);
    }
}
