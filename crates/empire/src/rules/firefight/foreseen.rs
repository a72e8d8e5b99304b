//! What may come of a round of a firefight: both fire, whoever is hit tests, and whoever caused more casualties rolls. It is made
//! of the functions that the round itself calls, with units that are only their numbers.
//!
//! Taken for granted: no leader is hit, and nobody else takes fright.

use super::{Round, RoundEnd, is_one, led, round_end};
use crate::charts::Rules;
use crate::charts::firefight::Loser;
use crate::rules::measure::CoverOf;
use crate::rules::musketry::{self, Fired, How, Volley, volley};
use crate::rules::outlook::About;
use crate::rules::unit_morale::{Reason, UnitTest, has_tested, unit_morale};
use crate::state::game::Empire;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Ammunition, Cover};
use dice::{Chain, Dice, Odds, Once, Placed, Stages, Weight, pair};
use engine::Umpire;
use engine::desk::{FactSet as _, Found, Value, count, found};
use engine::outlook::{Outlook, measuring};

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

/// One of the two as it fires and stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// Its volley; `None`: it has none left.
    pub shot: Option<Volley>,
    pub figures: u32,
    /// Figures it began the battle with, and those it had lost before.
    pub began: u32,
    pub lost: u32,
    pub lost_now: u32,
    /// Its test, as it would be without this round's losses; `None`: it tests no more in this impulse.
    pub test: Option<UnitTest>,
    pub ammunition: Ammunition,
    /// The end of the round, should it be the loser: its leader, whether it is shaken and in cover.
    pub loses: Round,
}

/// What a round rests on: who opens fire, and who answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
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
struct Course {
    lost: [u32; 2],
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

impl Exchange {
    fn is_gone(&self, course: &Course, side: usize) -> bool {
        course.lost[side] >= self.parties[side].figures
    }

    /// Who wins a round with these losses: whoever has caused more; of equals who has opened it.
    fn victor(course: &Course) -> usize {
        usize::from(course.lost[1] < course.lost[0])
    }

    /// What the victor's roll rests on.
    fn round(&self, course: &Course) -> Round {
        let victor = Exchange::victor(course);
        let (loser, fell) = (1 - victor, course.lost);
        let party = &self.parties[loser];
        let ammunition = if course.low[loser] { party.ammunition.lower() } else { party.ammunition };
        Round {
            inflicted: fell[loser],
            received: fell[victor],
            lost: (party.lost + fell[loser]) * 100 / party.began.max(1),
            ammunition,
            ..party.loses
        }
    }
}

impl Party {
    /// Its test once so many have fallen.
    fn tested(&self, fell: u32) -> Option<UnitTest> {
        let began = self.began.max(1);
        let test = self.test.filter(|_| fell > 0 && fell < self.figures)?;
        let (lost, lost_now) = (self.lost + fell, self.lost_now + fell);
        Some(UnitTest { lost: lost * 100 / began, lost_now: lost_now * 100 / began, ..test })
    }
}

/// The round, throw by throw.
fn stages<S: Stages<Course>>(stages: &mut S, rules: &Rules, facts: &Exchange) -> Result<(), S::Pause> {
    for (own, party) in facts.parties.iter().enumerate() {
        let foe = 1 - own;
        stages.stage(
            |_| Some(()),
            |dice, ()| match &party.shot {
                Some(shot) => volley(dice, rules, shot),
                None => Ok(Fired { casualties: 0, ammunition: party.ammunition }),
            },
            |mut course, fired| {
                course.lost[foe] = fired.casualties.min(facts.parties[foe].figures);
                course.low[own] = fired.ammunition != party.ammunition;
                course
            },
        )?;
    }
    // Whoever was fired at first tests first.
    for side in [1, 0] {
        let party = &facts.parties[side];
        stages.stage(
            |course| party.tested(course.lost[side]).map(|_| course.lost[side]),
            |dice, fell| match party.tested(fell) {
                Some(test) => unit_morale(dice, rules, &test),
                None => Ok(true),
            },
            |mut course, stands| {
                course.runs[side] = !stands;
                course
            },
        )?;
    }
    stages.stage(
        |course| {
            let stands = |side: usize| !course.runs[side] && !facts.is_gone(course, side);
            (stands(0) && stands(1)).then_some(*course)
        },
        |dice, course| round_end(dice, rules, &facts.round(&course)),
        |course, end| Course { end: Some(end_of(end, Exchange::victor(&course))), ..course },
    )
}

/// Who gives way, as whoever opens fire sees it.
fn end_of(end: RoundEnd, victor: usize) -> End {
    match (end, victor) {
        (RoundEnd::GoesOn(_), _) => End::GoesOn,
        (RoundEnd::Over, _) => End::Parted,
        (RoundEnd::Loses(fate), 0) => match fate.loser {
            Loser::Back => End::FoeBack,
            Loser::Disordered => End::FoeDisordered,
            Loser::Rout => End::FoeRuns,
        },
        (RoundEnd::Loses(fate), _) => match fate.loser {
            Loser::Back => End::Back,
            Loser::Disordered => End::Disordered,
            Loser::Rout => End::Runs,
        },
    }
}

impl Course {
    const START: Course = Course { lost: [0; 2], low: [false; 2], runs: [false; 2], end: None };

    fn outcome(&self, facts: &Exchange) -> Outcome {
        let gone = [facts.is_gone(self, 0), facts.is_gone(self, 1)];
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

/// A round, once.
///
/// # Errors
/// The dice's pause.
pub fn exchange<D: Dice>(dice: &mut D, rules: &Rules, facts: &Exchange) -> Result<Outcome, D::Pause> {
    let mut once = Once::new(Course::START, dice);
    stages(&mut once, rules, facts)?;
    Ok(once.state().outcome(facts))
}

/// The exact odds of a round.
pub fn exchange_odds<W: Weight>(rules: &Rules, facts: &Exchange) -> Odds<Outcome, W> {
    let mut chain = Chain::new(Course::START);
    let Ok(()) = stages(&mut chain, rules, facts);
    chain.states().into_iter().map(|(course, weight)| (course.outcome(facts), weight)).collect()
}

// ------------------------------------------------------------ on the table ----

/// The facts of a firefight that a shot begins or carries on; `None`: it is none.
pub fn foreseen(game: &Empire, unit: UnitId, target: UnitId) -> Option<Exchange> {
    measuring(|eyes| {
        if !is_one(game, eyes, unit, target)? {
            return Ok(None);
        }
        let parties = [party(game, eyes, unit, target)?, party(game, eyes, target, unit)?];
        Ok(Some(Exchange { parties }))
    })
}

fn party<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    unit: UnitId,
    foe: UnitId,
) -> Result<Party, U::Pause> {
    let body: &Unit = game.unit(unit);
    let how = How { firefight: true, ..How::default() };
    let shot = match musketry::may_fire(body) {
        true => Volley::seen(game, umpire, unit, foe, how)?,
        false => None,
    };
    let test = match has_tested(game, unit) {
        true => None,
        false => Some(UnitTest::seen(game, umpire, unit, Reason::fire(foe))?),
    };
    Ok(Party {
        shot,
        figures: body.figures,
        began: body.profile.figures,
        lost: body.lost(),
        lost_now: body.impulse.lost,
        test,
        ammunition: body.ammunition,
        loses: Round {
            leader: led(game, unit),
            shaken: game.me_of(unit).shaken,
            cover: umpire.see(game, CoverOf { unit })? != Cover::None,
            ..Round::blank()
        },
    })
}

/// The odds of a firefight that a shot begins or carries on.
pub fn outlook(game: &Empire, unit: UnitId, target: UnitId) -> Option<Outlook<Empire>> {
    let odds = exchange_odds(&game.rules, &foreseen(game, unit, target)?).map(Outcome::found);
    let outlook = Outlook::played(About::Firefight, (unit, Some(target)), odds);
    Some(
        outlook
            .titled("{unit} and {foe} in a firefight")
            .caveat("Of one round; leaders who may be hit are not counted."),
    )
}
