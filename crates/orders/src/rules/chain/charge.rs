//! A whole charge: the hasty square, the fire of step 3, the rounds of melee, and how it ends.

use super::body::Settled;
use super::checks::{Cause, Sentence, UnderChecks};
use super::{ARMED, Body, CHECKED, KIND, Status};
use crate::charts::Rules;
use crate::ids::house;
use crate::rules::charge::hasty_square::trial::{square_test, squares_up};
use crate::rules::charge::melee::round::{self, Enemy, Field, Taking, Who};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::morale::Ordeal;
use crate::rules::on_sheet::{CHARGERS, COMES, hit, of_arms, target_shelter};
use crate::state::event::Working;
use crate::state::words::{Aspect, Formation, Shelter};
use dice::{Chain, Dice, Odds, Once, Placed, Procedure, Stages, Weight, pair};
use engine::desk::{FactSet as _, FactValue as _, flag, of_unit, only, word};
use serde::Serialize;

/// The most shots of others at a charger that are followed.
pub const SUPPORT: usize = 4;

engine::facts! {
    /// What a charge rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct ChargeFacts of Rules {
        pub charger: Body = Body::blank(), part "charger-" |rules| {
            let cards = only(Body::cards(rules), &["troop", "level", "leader", "arm", "formation"]);
            of_unit("charger-", "charger: ", "{unit}", of_arms(rules, cards, CHARGERS))
        };
        pub target: Body = Body::blank(), part "target-" |rules| {
            let cards = only(Body::cards(rules), &[&CHECKED[..], &KIND[..], &ARMED[..]].concat());
            of_unit("target-", "target: ", "{foe}", cards)
        };
        /// Where the target is struck.
        pub hit: Aspect = Aspect::Front, word "hit" hit;
        /// The target may try the hasty square, and does.
        pub tries_square: bool = false, plain "tries-square" |name, _| {
            flag(name, "the target may try the hasty square, and does")
                .named("{foe} before the horse")
                .says(&[("yes", "tries the square"), ("no", "stands as it is")])
        };
        /// The target fires at the charger in step 3.
        pub target_fires: bool = false, plain "target-fires" |name, _| {
            flag(name, "the target fires at the charger in step 3").named("the fire of {foe}").says(COMES)
        };
        /// Other shots at the charger in step 3, one after another.
        // The number, not the name: rustc 1.95 breaks down over a named length in a closure that borrows this.
        pub support: [Option<ShotFacts>; 4] = [None; SUPPORT];
        pub rain: bool = false, plain "rain" |name, _| flag(name, "it rains or snows");
        also {
            "target-shelter" (|it| it.target.shelter.word().to_owned(), |it, word| {
                Shelter::from_word(word).map(|shelter| it.target.shelter = shelter).is_some()
            }) target_shelter;
            "charger-shelter" (|it| it.charger.shelter.word().to_owned(), |it, word| {
                Shelter::from_word(word).map(|shelter| it.charger.shelter = shelter).is_some()
            }) |name, _| word(name, "what shelters the charger from fire", Shelter::NAMES, Some("open"));
            "charger-cornered" (|it| it.charger.cornered.to_word(), |it, word| {
                it.charger.cornered = word == "yes";
                true
            }) |name, _| {
                flag(name, "the charger has no way back").named("the way back of {unit}").says(WAY_BACK)
            };
            "target-cornered" (|it| it.target.cornered.to_word(), |it, word| {
                it.target.cornered = word == "yes";
                true
            }) |name, _| {
                flag(name, "the target has no way back").named("the way back of {foe}").says(WAY_BACK)
            };
        }
    }
}

const WAY_BACK: &[(&str, &str)] = &[("yes", "barred"), ("no", "free")];

engine::ends! {
    /// How a charge ends.
    pub enum End {
        /// Driven back or routed before the melee.
        ChargerRepulsed = "charger-repulsed", Bad, "{we} are stopped by fire";
        /// The target is gone before the melee.
        TargetGone = "target-gone", Good, "{they} are gone before contact";
        ChargerBeaten = "charger-beaten", Bad, "{we} are driven back";
        ChargerRouted = "charger-routed", Bad, "{we} rout";
        TargetBeaten = "target-beaten", Good, "{they} are driven back";
        TargetRouted = "target-routed", Good, "{they} rout";
        /// Each has been driven back or routed.
        BothBeaten = "both-beaten", Even, "both are driven back";
        /// Locked to the last round: the charger falls back an inch.
        FallsOff = "falls-off", Even, "nobody gives way, {we} fall off";
        /// Locked to the last round: they stay in contact.
        StaysLocked = "stays-locked", Even locked, "nobody gives way: the fight goes on";
    }
}

/// What comes out of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub end: End,
    pub charger: Status,
    pub target: Status,
}

/// A whole charge, once.
///
/// # Errors
/// The umpire's pause.
pub fn charge<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts) -> Result<Outcome, D::Pause> {
    let mut once = Once::new(facts.begin(rules), dice);
    facts.whole(rules, &mut once)?;
    Ok(facts.outcome_of(rules, &once.state()))
}

/// The exact odds of a whole charge, by the very stages and nothing else: [`super::charge_odds`] has the same sooner.
pub fn charge_odds_by_stages<W: Weight>(rules: &Rules, facts: &ChargeFacts) -> Odds<Outcome, W> {
    let mut chain = Chain::new(facts.begin(rules));
    let Ok(()) = facts.whole(rules, &mut chain);
    chain.states().into_iter().map(|(course, weight)| (facts.outcome_of(rules, &course), weight)).collect()
}

/// A charge between two throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Course {
    pair: Pair,
    at: At,
}

/// What comes next in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// The target tries for square.
    Square { far: u32 },
    /// The charger comes in under fire. `owed`: the checks it owes for that; `far`: the checks it has got from long
    /// shots.
    UnderFire { owed: u32, far: u32 },
    /// One of the two is out before the melee.
    Early,
    /// They fight, or have fought.
    Melee,
    /// What a round does is carried out.
    Takes(Taking),
}

impl Placed for At {
    const PLACES: usize = 16;
    fn place(&self) -> usize {
        match self {
            At::Square { .. } => 0,
            At::Early => 1,
            At::Melee => 2,
            At::UnderFire { owed, far } => 3 + 2 * pair(*owed as usize, *far as usize),
            At::Takes(taking) => 4 + 2 * taking.place(),
        }
    }
}

impl Placed for Course {
    const PLACES: usize = Pair::PLACES;
    fn place(&self) -> usize {
        self.at.place() * Pair::PLACES + self.pair.place()
    }
}

/// A round by what it rests on: with the same lead all fare alike.
#[derive(Clone, Copy)]
struct Met {
    pair: Pair,
    lead: i32,
}

impl Placed for Met {
    const PLACES: usize = 32;
    fn place(&self) -> usize {
        (self.lead.unsigned_abs() * 2 + u32::from(self.lead < 0)) as usize
    }
}

/// One of the two and what it goes through.
#[derive(Clone, Copy)]
struct Taker(Who, Sentence);

impl Placed for Taker {
    const PLACES: usize = Sentence::PLACES * 2;
    fn place(&self) -> usize {
        self.1.place() * 2 + self.0 as usize
    }
}

/// What the two go through.
struct Both<'r> {
    rules: &'r Rules,
    facts: &'r ChargeFacts,
}

impl<'r> Both<'r> {
    fn of(&self, who: Who) -> Cause<'r> {
        Cause { rules: self.rules, body: self.facts.body(who) }
    }
}

impl Procedure<Taker, UnderChecks> for Both<'_> {
    fn begin(&self, Taker(who, sentence): Taker) -> UnderChecks {
        self.of(who).begin(sentence)
    }

    fn run<S: Stages<UnderChecks>>(
        &self,
        Taker(who, sentence): Taker,
        stages: &mut S,
    ) -> Result<(), S::Pause> {
        self.of(who).run(sentence, stages)
    }
}

impl ChargeFacts {
    fn begin(&self, rules: &Rules) -> Course {
        let far = if fire::shares_limit(rules) { self.charger.far_checks } else { 0 };
        let at = if self.tries_square { At::Square { far } } else { At::UnderFire { owed: 0, far } };
        Course { pair: self.start(), at }
    }

    /// From the hasty square to the last round.
    fn whole<S: Stages<Course>>(&self, rules: &Rules, stages: &mut S) -> Result<(), S::Pause> {
        self.goes_through(rules, stages)?;
        for nth in 0..self.shots() {
            self.fired_at(rules, nth, stages)?;
            self.goes_through(rules, stages)?;
        }
        stages.stage(|course| course.is_in().then_some(()), |_, ()| Ok(()), |course, ()| course.met())?;
        for round in 1..=round::rounds(rules) {
            self.round(rules, round, stages)?;
            self.goes_through(rules, stages)?;
            self.goes_through(rules, stages)?;
        }
        Ok(())
    }

    /// A shot at the charger.
    fn fired_at<S: Stages<Course>>(&self, rules: &Rules, nth: usize, stages: &mut S) -> Result<(), S::Pause> {
        let shot_at = |pair: &Pair| self.shot(pair, nth).filter(|_| pair.is_locked());
        stages.stage(
            |course| (course.is_in() && shot_at(&course.pair).is_some()).then_some(course.pair),
            |dice, pair| shot_at(&pair).map_or(Ok(0), |shot| fire::hits(dice, rules, &shot)),
            |course, hits| {
                let (At::UnderFire { far, .. }, Some(shot)) = (course.at, shot_at(&course.pair)) else {
                    return course;
                };
                let Harm { owed, far } = struck(rules, &shot, hits, far);
                Course { at: At::UnderFire { owed, far }, ..course }
            },
        )
    }

    /// The dice of a round.
    fn round<S: Stages<Course>>(&self, rules: &Rules, round: u32, stages: &mut S) -> Result<(), S::Pause> {
        stages.stage(
            |Course { pair, at }| {
                let lead = || {
                    let [charger, target] = self.adds(rules, pair, round);
                    charger.total() - target.total()
                };
                (*at == At::Melee && pair.is_locked()).then(|| Met { pair: *pair, lead: lead() })
            },
            |dice, met| {
                let totals = round::throw(dice, rules, self.adds(rules, &met.pair, round).each_ref())?;
                Ok(round::taking(rules, totals))
            },
            |course, taking| Course { at: taking.map_or(At::Melee, At::Takes), ..course },
        )
    }

    /// A unit that has something to go through does; where both have, one of them.
    fn goes_through<S: Stages<Course>>(&self, rules: &Rules, stages: &mut S) -> Result<(), S::Pause> {
        stages.within(
            |course| course.taker(rules),
            &Both { rules, facts: self },
            |course, going| course.after(rules, &going),
        )
    }
}

impl Course {
    /// It comes in under fire, and owes nothing for the last shot.
    fn is_in(&self) -> bool {
        matches!(self.at, At::UnderFire { owed: 0, .. })
    }

    /// The fire is over.
    fn met(self) -> Course {
        Course { at: if self.pair.is_locked() { At::Melee } else { At::Early }, ..self }
    }

    fn taker(&self, rules: &Rules) -> Option<Taker> {
        let (who, ordeal) = match self.at {
            At::Square { .. } => (Who::Target, square_test(rules)),
            At::UnderFire { owed: 0, .. } | At::Early | At::Melee => return None,
            At::UnderFire { owed, .. } => (Who::Charger, Ordeal::checks(0, owed)),
            At::Takes(taking) => (taking.first, taking.ordeal()),
        };
        Some(Taker(who, Sentence::of(self.pair.of(who), ordeal)))
    }

    /// One of the two has gone through what it had to.
    fn after(self, rules: &Rules, going: &UnderChecks) -> Course {
        let Some(Taker(who, Sentence { ordeal, .. })) = self.taker(rules) else { return self };
        let pair = self.pair.with(who, going.status);
        match self.at {
            At::Square { far } => {
                let squared = squares_up(rules, ordeal, going.passed());
                Course { pair: Pair { squared, ..pair }, at: At::UnderFire { owed: 0, far } }
            }
            At::UnderFire { far, .. } => Course { pair, at: At::UnderFire { owed: 0, far } },
            At::Takes(taking) => Course { pair, at: taking.then().map_or(At::Melee, At::Takes) },
            At::Early | At::Melee => self,
        }
    }
}

/// The two of a charge between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) charger: Status,
    pub(super) target: Status,
    pub(super) squared: bool,
}

impl Placed for Pair {
    const PLACES: usize = Settled::COUNT * Settled::COUNT * 2;
    fn place(&self) -> usize {
        let [charger, target] = [self.charger, self.target].map(|status| Settled::of(status).place());
        (usize::from(self.squared) * Settled::COUNT + charger) * Settled::COUNT + target
    }
}

/// Whether the two have fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CameTo {
    Blows,
    /// One of them was out before the melee.
    Nothing,
}

impl Pair {
    fn of(&self, who: Who) -> Status {
        match who {
            Who::Charger => self.charger,
            Who::Target => self.target,
        }
    }

    fn with(mut self, who: Who, status: Status) -> Pair {
        match who {
            Who::Charger => self.charger = status,
            Who::Target => self.target = status,
        }
        self
    }

    pub(super) fn is_locked(&self) -> bool {
        !self.charger.is_out() && !self.target.is_out()
    }
}

/// What a shot has done to the charger: the checks it owes, and how many it has from long shots where that matters.
pub(super) struct Harm {
    pub(super) owed: u32,
    pub(super) far: u32,
}

pub(super) fn struck(rules: &Rules, shot: &ShotFacts, hits: u32, far: u32) -> Harm {
    let fire::Struck { owed, far_checks } = fire::struck(rules, shot, hits, far);
    Harm { owed, far: if fire::shares_limit(rules) { far_checks } else { 0 } }
}

impl ChargeFacts {
    pub(super) fn start(&self) -> Pair {
        let (charger, target) = (Status::of(&self.charger), Status::of(&self.target));
        Pair { charger, target, squared: false }
    }

    fn body(&self, who: Who) -> &Body {
        match who {
            Who::Charger => &self.charger,
            Who::Target => &self.target,
        }
    }

    fn formation(&self, who: Who, squared: bool) -> Formation {
        match who {
            Who::Target if squared => Formation::HastySquare,
            Who::Charger | Who::Target => self.body(who).formation,
        }
    }

    /// The shots at the charger in step 3: how many there may be.
    pub(super) fn shots(&self) -> usize {
        1 + self.support.iter().flatten().count()
    }

    /// One of them: the target's own first.
    pub(super) fn shot(&self, pair: &Pair, nth: usize) -> Option<ShotFacts> {
        if nth > 0 {
            return self.support.iter().flatten().nth(nth - 1).copied();
        }
        self.target_fires.then(|| ShotFacts {
            firer: self.target.firer(pair.target, self.formation(Who::Target, pair.squared)),
            target: self.charger.mark(),
            rain: self.rain,
            ..ShotFacts::blank()
        })
    }

    /// Every shot at the charger, as the two stand at first.
    pub(crate) fn all_shots(&self) -> Vec<ShotFacts> {
        (0..self.shots()).filter_map(|nth| self.shot(&self.start(), nth)).collect()
    }

    /// What each adds in the first round, as the two stand at first.
    pub(crate) fn first_sums(&self, rules: &Rules) -> [Working; 2] {
        let start = self.start();
        [Who::Charger, Who::Target].map(|who| self.sum(rules, who, start.of(who), start.squared, 1))
    }

    /// What one of the two adds in a round.
    pub(super) fn sum(&self, rules: &Rules, who: Who, status: Status, squared: bool, round: u32) -> Working {
        let field = Field {
            shelter: self.target.shelter,
            garrison: self.target.garrison.is_some(),
            hit: self.hit,
            round,
            ..Field::blank()
        };
        let fighter = self.body(who).fighter(status, self.formation(who, squared));
        let enemy =
            Enemy { arm: self.body(who.other()).arm, formation: self.formation(who.other(), squared) };
        match who {
            Who::Charger => round::attackers_sum(rules, &fighter, enemy, &field),
            Who::Target => round::defenders_sum(rules, &fighter, enemy, &field),
        }
    }

    /// What each adds in a round.
    fn adds(&self, rules: &Rules, pair: &Pair, round: u32) -> [Working; 2] {
        let add = |who| self.sum(rules, who, pair.of(who), pair.squared, round);
        [Who::Charger, Who::Target].map(add)
    }

    fn outcome_of(&self, rules: &Rules, course: &Course) -> Outcome {
        let came_to = if course.at == At::Early { CameTo::Nothing } else { CameTo::Blows };
        self.outcome(rules, &course.pair, came_to)
    }

    pub(super) fn outcome(&self, rules: &Rules, pair: &Pair, came_to: CameTo) -> Outcome {
        let Pair { charger, target, .. } = *pair;
        let end = match (charger.is_out(), target.is_out()) {
            (true, false) if came_to == CameTo::Nothing => End::ChargerRepulsed,
            (_, true) if came_to == CameTo::Nothing => End::TargetGone,
            (true, true) => End::BothBeaten,
            (true, false) if charger.is_gone() => End::ChargerRouted,
            (true, false) => End::ChargerBeaten,
            (false, true) if target.is_gone() => End::TargetRouted,
            (false, true) => End::TargetBeaten,
            (false, false) if rules.plays(house!("melee.locked", "stay-locked")) => End::StaysLocked,
            (false, false) => End::FallsOff,
        };
        Outcome { end, charger, target }
    }
}
