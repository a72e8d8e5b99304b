//! The charge as one procedure: what follows what, from the target's answer to the standard that is taken. It is written
//! once. Play goes through its stages with dice that fall and tells what is heard (`onset`); odds go through them with
//! every fall, equal states merged between two throws.
//!
//! Between two stages a charge is a small [`Course`]; what it rests on is seen once, when it is declared ([`ChargeFacts`]).
//! Not followed here: what the charger does once it has won (breakthrough, battle-mad), and its fire where it stops short.

mod course;
mod facts;
mod places;
mod rolls;
mod stages;
mod tree;

pub use course::{At, Course, Ears, End, Heard, Outcome, Stage, Stand};
pub use facts::{ChargeFacts, Reply, SUPPORT};
pub use places::Posture;
pub use rolls::rolls;
pub use tree::tree;

use crate::charts::Rules;
use dice::{Chain, Dice, Odds, Once, Stages, Weight};
use places::GUNS;
use stages::{close, effects, elan, fall, fire, follow_me, guns, level, reply, retire, standard, test};

/// The stages that lead to the effects, in the order that is ruled.
///
/// # Errors
/// The dice's pause.
fn comes_in<S: Stages<Course>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
    let ears = Ears::none();
    if facts.elan_first(rules) {
        elan(stages, rules, facts, ears)?;
        follow_me(stages, rules, facts, ears)?;
    }
    fire(stages, rules, facts, ears)?;
    for nth in 0..GUNS as u8 {
        guns(stages, rules, facts, nth, ears)?;
    }
    if !facts.elan_first(rules) {
        elan(stages, rules, facts, ears)?;
        follow_me(stages, rules, facts, ears)?;
    }
    effects(stages, rules, facts, ears)
}

/// The whole charge.
fn whole<S: Stages<Course>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
    let ears = Ears::none();
    reply(stages, rules, facts, ears)?;
    comes_in(stages, rules, facts)?;
    retire(stages, facts, ears)?;
    test(stages, rules, facts, ears)?;
    close(stages, rules, facts, ears)?;
    level(stages, rules, facts, ears)?;
    fall(stages, rules, facts, ears)?;
    standard(stages, rules, facts, ears)
}

/// The stage a charge has come to, once: play calls it until the charge is over.
///
/// # Errors
/// The dice's pause.
pub fn next<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    facts: &ChargeFacts,
    course: Course,
    ears: Ears<'_>,
) -> Result<Course, D::Pause> {
    let mut once = Once::new(course, dice);
    match course.at {
        At::Coming { stage, .. } => match stage {
            Stage::Reply => reply(&mut once, rules, facts, ears)?,
            Stage::Elan => elan(&mut once, rules, facts, ears)?,
            Stage::FollowMe => follow_me(&mut once, rules, facts, ears)?,
            Stage::Fire => fire(&mut once, rules, facts, ears)?,
            Stage::Guns(nth) => guns(&mut once, rules, facts, nth, ears)?,
            Stage::Effects => effects(&mut once, rules, facts, ears)?,
            Stage::Retire => retire(&mut once, facts, ears)?,
            Stage::Test => test(&mut once, rules, facts, ears)?,
            Stage::Close => close(&mut once, rules, facts, ears)?,
        },
        At::Fought { .. } => level(&mut once, rules, facts, ears)?,
        At::Won { .. } => fall(&mut once, rules, facts, ears)?,
        At::Struck { standard: None, .. } => standard(&mut once, rules, facts, ears)?,
        At::Struck { standard: Some(_), .. } | At::Over(_) => {}
    }
    Ok(once.state())
}

/// The whole charge, once.
///
/// # Errors
/// The dice's pause.
pub fn charge<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts) -> Result<Outcome, D::Pause> {
    let mut once = Once::new(facts.start(), dice);
    whole(&mut once, rules, facts)?;
    Ok(once.state().outcome(rules, facts))
}

/// The exact odds of the whole charge.
pub fn charge_odds<W: Weight>(rules: &Rules, facts: &ChargeFacts) -> Odds<Outcome, W> {
    odds_from(rules, facts, facts.start())
}

/// The exact odds from where a charge has come to.
pub fn odds_from<W: Weight>(rules: &Rules, facts: &ChargeFacts, course: Course) -> Odds<Outcome, W> {
    let mut chain = Chain::new(course);
    let Ok(()) = whole(&mut chain, rules, facts);
    chain.states().into_iter().map(|(course, weight)| (course.outcome(rules, facts), weight)).collect()
}

/// A charge as far as it has come: what a player who is asked on the way may weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coming {
    pub facts: ChargeFacts,
    pub course: Course,
}

impl Coming {
    /// The charge as its own side weighs it: it presses on wherever it is asked.
    pub(crate) fn boxed(facts: &ChargeFacts, course: Course) -> Box<Coming> {
        Box::new(Coming { facts: ChargeFacts { presses: true, ..*facts }, course })
    }

    pub fn odds<W: Weight>(&self, rules: &Rules) -> Odds<Outcome, W> {
        odds_from(rules, &self.facts, self.course)
    }

    /// The exact chance that it takes its target's ground.
    pub fn hope(&self, rules: &Rules) -> f64 {
        self.odds::<f64>(rules).chance(|outcome| outcome.end.is_won()).to_f64()
    }
}

impl ChargeFacts {
    /// The exact chance that the charge takes its target's ground.
    pub fn hope(&self, rules: &Rules) -> f64 {
        Coming { facts: *self, course: self.start() }.hope(rules)
    }
}
