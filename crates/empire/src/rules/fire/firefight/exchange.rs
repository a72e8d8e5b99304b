//! A round of a firefight as one procedure: both fire, units that are hit test, and the side that caused more
//! casualties rolls. It is written once. Play goes through its throws with dice that fall, and tells what is heard
//! (`fought`); odds go through them with every fall, equal states merged between two throws.
//!
//! What a throw rests on is seen only when it is thrown (`Exchange::see`). Odds see all of it beforehand, and so take
//! for granted that no leader is hit and that no other unit takes fright.

use super::{Round, RoundEnd, led, round_end};
use crate::charts::Rules;
use crate::charts::fire::firefight::Loser;
use crate::rules::fire::musketry::{self, Fired, How, Volley, volley};
use crate::rules::ground::measure::CoverOf;
use crate::rules::morale::unit_morale::{Reason, UnitTest, test_due, unit_morale};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::{Ammunition, Cover};
use dice::{Chain, Dice, Odds, Once, Placed, Stages, Weight, pair};
use engine::Umpire;
use engine::desk::{FactSet as _, Found, Value, count, found};

engine::ends! {
    /// How a round of a firefight ends.
    pub enum End {
        GoesOn = "goes-on", Even locked, "nobody gives way: the firefight goes on";
        /// Nothing says that it goes on.
        Parted = "parted", Even, "neither gives way, and it is over";
        FoeBack = "foe-back", Good, "{they} fall back";
        FoeDisordered = "foe-disordered", Good, "{they} fall back, disordered";
        FoeRuns = "foe-runs", Good, "{they} rout";
        FoeShot = "foe-shot", Good, "nobody is left of {them}";
        Back = "back", Bad, "{we} fall back";
        Disordered = "disordered", Bad, "{we} fall back, disordered";
        Runs = "runs", Bad, "{we} rout";
        Shot = "shot", Bad, "nobody is left of {us}";
        BothRun = "both-run", Even, "both rout";
    }
}

/// One of the two: the one that opens fire, or the one that answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shooter {
    Opener,
    Answerer,
}

impl Shooter {
    pub(super) fn foe(self) -> Shooter {
        match self {
            Shooter::Opener => Shooter::Answerer,
            Shooter::Answerer => Shooter::Opener,
        }
    }
}

/// One throw of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throw {
    Fires(Shooter),
    Tests(Shooter),
    Ends,
}

/// A round, throw by throw. The unit that was fired at first tests first.
pub const THROWS: [Throw; 5] = [
    Throw::Fires(Shooter::Opener),
    Throw::Fires(Shooter::Answerer),
    Throw::Tests(Shooter::Answerer),
    Throw::Tests(Shooter::Opener),
    Throw::Ends,
];

/// One of the two as it fires and stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    pub unit: UnitId,
    /// Its volley; `None`: it has none left.
    pub shot: Option<Volley>,
    pub figures: u32,
    /// Figures it began the battle with, and those it had lost before.
    pub began: u32,
    pub lost: u32,
    pub lost_now: u32,
    /// Its test, but for what it loses in this round; `None`: it tests no more in this impulse.
    pub test: Option<UnitTest>,
    pub ammunition: Ammunition,
    /// The end of the round, should it be the loser: its leader, whether it is shaken and in cover.
    pub loses: Round,
}

/// What a round rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The one that opens fire, and the one that answers it.
    pub parties: [Party; 2],
}

/// What comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    pub end: End,
    /// Figures lost by who opens fire, and by who answers it.
    pub lost: [u32; 2],
}

impl Outcome {
    /// As a chart says it.
    pub fn found(&self) -> Found {
        let [own, theirs] = self.lost;
        let (end, lost) = (Value::Word(self.end.word()), [count(own), count(theirs)]);
        let [own, theirs] = lost;
        found([("end", end), ("charger-lost", own), ("target-lost", theirs)]).ends(self.end.told())
    }
}

/// A round between two throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Course {
    pub(super) lost: [u32; 2],
    /// Its ammunition has run low with this volley.
    low: [bool; 2],
    runs: [bool; 2],
    end: Option<End>,
}

impl Placed for Course {
    const PLACES: usize = 1 << 10;
    fn place(&self) -> usize {
        let flags = [self.low[0], self.low[1], self.runs[0], self.runs[1]];
        let flags = flags.iter().fold(0, |sum, flag| sum * 2 + usize::from(*flag));
        let kind = self.end.map_or(0, |end| 1 + end as usize);
        (pair(self.lost[0] as usize, self.lost[1] as usize) * 16 + flags) * (1 + End::ALL.len()) + kind
    }
}

/// What was thrown, with what it rested on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Fired {
        by: Shooter,
        shot: Volley,
        fired: Fired,
    },
    Tested {
        who: Shooter,
        test: UnitTest,
        stands: bool,
    },
    /// `rolled`: the end itself was rolled for.
    Ended {
        victor: Shooter,
        end: RoundEnd,
        rolled: bool,
    },
}

impl Exchange {
    pub fn party(&self, of: Shooter) -> &Party {
        &self.parties[of as usize]
    }

    fn is_gone(&self, course: &Course, of: Shooter) -> bool {
        course.lost[of as usize] >= self.party(of).figures
    }

    /// The winner of a round with these losses: the side that caused more; of equals the one that opened it.
    pub(super) fn victor(course: &Course) -> Shooter {
        if course.lost[1] < course.lost[0] { Shooter::Answerer } else { Shooter::Opener }
    }

    /// What the victor's roll rests on.
    fn round(&self, course: &Course) -> Round {
        let victor = Exchange::victor(course);
        let loser = victor.foe() as usize;
        let (party, fell) = (&self.parties[loser], course.lost);
        let ammunition = if course.low[loser] { party.ammunition.lower() } else { party.ammunition };
        Round {
            inflicted: fell[loser],
            received: fell[victor as usize],
            lost: (party.lost + fell[loser]) * 100 / party.began.max(1),
            ammunition,
            ..party.loses
        }
    }
}

impl Party {
    /// Its test once these figures have fallen.
    fn tested(&self, fell: u32) -> Option<UnitTest> {
        let test = self.test.filter(|_| fell > 0 && fell < self.figures)?;
        Some(test.with_lost(self.began, self.lost + fell, self.lost_now + fell))
    }
}

/// One throw of a round, for those rounds that come to it.
fn throw<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &Exchange,
    which: Throw,
    hear: &dyn Fn(Heard),
) -> Result<(), S::Pause> {
    match which {
        Throw::Fires(by) => stages.stage(
            |_| facts.party(by).shot.map(|_| ()),
            |dice, ()| {
                let Some(shot) = facts.party(by).shot else {
                    return Ok(Fired { casualties: 0, ammunition: facts.party(by).ammunition });
                };
                let fired = volley(dice, rules, &shot)?;
                hear(Heard::Fired { by, shot, fired });
                Ok(fired)
            },
            |mut course, fired| {
                course.lost[by.foe() as usize] = fired.casualties.min(facts.party(by.foe()).figures);
                course.low[by as usize] = fired.ammunition != facts.party(by).ammunition;
                course
            },
        ),
        Throw::Tests(who) => stages.stage(
            |course| {
                let fell = course.lost[who as usize];
                facts.party(who).tested(fell).map(|_| fell)
            },
            |dice, fell| {
                let Some(test) = facts.party(who).tested(fell) else { return Ok(true) };
                let stands = unit_morale(dice, rules, &test)?;
                hear(Heard::Tested { who, test, stands });
                Ok(stands)
            },
            |mut course, stands| {
                course.runs[who as usize] = !stands;
                course
            },
        ),
        Throw::Ends => stages.stage(
            |course| {
                let stands = |of: Shooter| !course.runs[of as usize] && !facts.is_gone(course, of);
                (stands(Shooter::Opener) && stands(Shooter::Answerer)).then_some(*course)
            },
            |dice, course| {
                let (victor, round) = (Exchange::victor(&course), facts.round(&course));
                let end = round_end(dice, rules, &round)?;
                hear(Heard::Ended { victor, end, rolled: round.without_victor(rules).is_none() });
                Ok(end)
            },
            |course, end| Course { end: Some(end_of(end, Exchange::victor(&course))), ..course },
        ),
    }
}

/// Who gives way, as the opener sees it.
fn end_of(end: RoundEnd, victor: Shooter) -> End {
    match (end, victor) {
        (RoundEnd::GoesOn(_), _) => End::GoesOn,
        (RoundEnd::Over, _) => End::Parted,
        (RoundEnd::Loses(fate), Shooter::Opener) => match fate.loser {
            Loser::Back => End::FoeBack,
            Loser::Disordered => End::FoeDisordered,
            Loser::Rout => End::FoeRuns,
        },
        (RoundEnd::Loses(fate), Shooter::Answerer) => match fate.loser {
            Loser::Back => End::Back,
            Loser::Disordered => End::Disordered,
            Loser::Rout => End::Runs,
        },
    }
}

impl Course {
    pub(super) const START: Course = Course { lost: [0; 2], low: [false; 2], runs: [false; 2], end: None };

    fn outcome(&self, facts: &Exchange) -> Outcome {
        let gone = [Shooter::Opener, Shooter::Answerer].map(|of| facts.is_gone(self, of));
        let end = self.end.unwrap_or(match (gone, self.runs) {
            ([true, false], [_, false]) => End::Shot,
            ([false, true], [false, _]) => End::FoeShot,
            ([false, false], [true, false]) => End::Runs,
            ([false, false], [false, true]) => End::FoeRuns,
            ([false, false], [false, false]) => End::GoesOn,
            _ => End::BothRun,
        });
        Outcome { end, lost: self.lost }
    }
}

/// One throw, once: play calls it for one after another.
///
/// # Errors
/// The dice's pause.
pub(super) fn next<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    facts: &Exchange,
    course: Course,
    which: Throw,
    hear: &dyn Fn(Heard),
) -> Result<Course, D::Pause> {
    let mut once = Once::new(course, dice);
    throw(&mut once, rules, facts, which, hear)?;
    Ok(once.state())
}

fn whole<S: Stages<Course>>(stages: &mut S, rules: &Rules, facts: &Exchange) -> Result<(), S::Pause> {
    THROWS.into_iter().try_for_each(|which| throw(stages, rules, facts, which, &|_| ()))
}

/// A round, once.
///
/// # Errors
/// The dice's pause.
pub fn exchange<D: Dice>(dice: &mut D, rules: &Rules, facts: &Exchange) -> Result<Outcome, D::Pause> {
    let mut once = Once::new(Course::START, dice);
    whole(&mut once, rules, facts)?;
    Ok(once.state().outcome(facts))
}

/// The exact odds of a round.
pub fn exchange_odds<W: Weight>(rules: &Rules, facts: &Exchange) -> Odds<Outcome, W> {
    let mut chain = Chain::new(Course::START);
    let Ok(()) = whole(&mut chain, rules, facts);
    chain.states().into_iter().map(|(course, weight)| (course.outcome(facts), weight)).collect()
}

// ------------------------------------------------------------ on the table ----

impl Exchange {
    /// Two units, of whom nothing has been seen yet.
    pub(super) fn between(game: &Empire, unit: UnitId, target: UnitId) -> Exchange {
        Exchange { parties: [unit, target].map(|unit| Party::unseen(game, unit)) }
    }

    /// Sees what one of the two brings into a throw.
    ///
    /// # Errors
    /// The umpire's pause.
    pub(super) fn see<U: Umpire<Empire>>(
        &mut self,
        game: &Empire,
        umpire: &mut U,
        which: Throw,
        of: Shooter,
    ) -> Result<(), U::Pause> {
        let foe = self.party(of.foe()).unit;
        let party = &mut self.parties[of as usize];
        let unit = party.unit;
        match which {
            Throw::Fires(_) => {
                let how = How { firefight: true, ..How::default() };
                party.shot = match musketry::may_fire(game.unit(unit)) {
                    true => Volley::seen(game, umpire, unit, foe, how)?,
                    false => None,
                };
            }
            Throw::Tests(_) => party.test = test_due(game, umpire, unit, Reason::fire(foe))?,
            Throw::Ends => {
                party.loses = Round {
                    leader: led(game, unit),
                    shaken: game.me_of(unit).shaken,
                    cover: umpire.see(game, CoverOf { unit })? != Cover::None,
                    ..Round::blank()
                };
            }
        }
        Ok(())
    }
}

impl Party {
    fn unseen(game: &Empire, unit: UnitId) -> Party {
        let body = game.unit(unit);
        Party {
            unit,
            shot: None,
            figures: body.figures,
            began: body.profile.figures,
            lost: body.lost(),
            lost_now: body.impulse.lost,
            test: None,
            ammunition: body.ammunition,
            loses: Round::blank(),
        }
    }
}
