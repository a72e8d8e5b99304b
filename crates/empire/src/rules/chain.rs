//! The charge as one procedure: what follows what, from the target's answer to the standard that is taken. It is written
//! once. Play goes through its stages with dice that fall and tells what is heard (`onset`); odds go through them with
//! every fall, equal states merged between two throws.
//!
//! Between two stages a charge is a small [`Course`]; what it rests on is seen once, when it is declared ([`ChargeFacts`]).
//! Not followed here: what the charger does once it has won (breakthrough, battle-mad), and its fire where it stops short.

mod facts;
mod rolls;
mod tree;

pub use facts::{ChargeFacts, Reply, SUPPORT};
pub use rolls::rolls;
pub use tree::tree;

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::charts::victory::{Left, Level};
use crate::ids::house;
use crate::rules::charge::{self, Spirit};
use crate::rules::close::{Fought, close_action};
use crate::rules::gunnery;
use crate::rules::musketry::{self, volley, volley_and};
use crate::rules::square::{Squared, forms_square};
use crate::rules::unit_morale::unit_morale;
use crate::rules::victory::{self, losses, takes_standard, upshot};
use crate::state::words::{ChargeDoes, SquareKind};
use dice::{Chain, Dice, Odds, Once, Placed, Stages, Weight, pair};
use engine::desk::{Found, Value, count, found, yes};
use serde::Serialize;

engine::ends! {
    /// How a charge ends.
    pub enum End {
        /// It loses its spirit on the way.
        HaltsShort = "halts-short", Bad, "{we} halt short of {they}";
        HaltsDisordered = "halts-disordered", Bad, "{we} halt short of {they}, disordered";
        /// Stopped by fire: it fires, goes back, is recalled or regroups.
        Checked = "checked", Bad, "{we} are stopped by fire";
        ChargerRuns = "charger-runs", Bad, "{we} rout under fire";
        /// Nobody is left of it.
        ChargerShot = "charger-shot", Bad, "nobody is left of {we} under fire";
        /// Guns get away, or unformed troops go behind their friends.
        TargetRetires = "target-retires", Even, "{they} get away";
        TargetRuns = "target-runs", Good, "{they} run before contact";
        /// The Draw row: the target is the loser.
        DrawnAhead = "drawn-ahead", Even, "{they} give a little ground";
        /// The Draw row: the charger is the loser.
        DrawnBehind = "drawn-behind", Even, "{we} give a little ground";
        TargetBeaten = "target-beaten", Good, "{they} are beaten back";
        TargetRouted = "target-routed", Good, "{they} rout";
        TargetDestroyed = "target-destroyed", Good, "nobody is left of {they}";
        ChargerBeaten = "charger-beaten", Bad, "{we} are beaten back";
        ChargerRouted = "charger-routed", Bad, "{we} rout";
        ChargerDestroyed = "charger-destroyed", Bad, "nobody is left of {we}";
    }
}

/// How the target stands when the charge comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stand {
    AsItWas,
    ClosedColumn,
    Square(SquareKind),
    Klumpen,
}

/// What comes next of a charge that is still coming.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Reply,
    Elan,
    /// It has lost its spirit, and a leader may lead it on.
    FollowMe,
    Fire,
    /// A battery: the target itself, then those that support it.
    Guns(u8),
    Effects,
    Retire,
    Test,
    Close,
}

/// Where a charge is between two throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// `led`: Follow Me has carried it on.
    Coming {
        stage: Stage,
        stand: Stand,
        disordered: bool,
        led: bool,
    },
    /// Both have thrown; the victory is still to be read.
    Fought {
        fought: Fought,
        klumpen: bool,
    },
    Won {
        charger_wins: bool,
        level: Level,
    },
    /// So many have fallen of the loser. `standard`: `None` until that is thrown for.
    Struck {
        charger_wins: bool,
        level: Level,
        fell: u32,
        standard: Option<bool>,
    },
    Over(End),
}

/// A charge between two throws: what the charger has lost under fire, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Course {
    pub lost: u32,
    pub at: At,
}

/// What comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub end: End,
    pub charger_lost: u32,
    pub target_lost: u32,
    pub standard: bool,
}

impl Outcome {
    /// As a chart says it.
    pub fn found(&self) -> Found {
        found([
            ("end", Value::Word(self.end.word())),
            ("charger-lost", count(self.charger_lost)),
            ("target-lost", count(self.target_lost)),
            ("standard", yes(self.standard)),
        ])
        .ends(self.end.told())
    }
}

/// What was thrown, for whoever tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    Squared(Squared),
    Klumpen(bool),
    /// Whether it halts.
    Elan(bool),
    FollowMe(Spirit),
    Volley(musketry::Fired),
    Guns(u8, gunnery::Fired),
    /// The charger's own fire as it retires, and whether it routs.
    Parting(musketry::Fired, bool),
    /// Whether guns get away.
    Retired(bool),
    /// Whether the target stands.
    Tested(bool),
    Fought(Fought),
    Level(Level),
    Fell(u32),
    Standard(bool),
}

/// Who listens. Odds do not; they read a lead only as far as the chart minds.
#[derive(Clone, Copy)]
pub struct Ears<'h> {
    pub hear: &'h dyn Fn(Heard),
    pub exact: bool,
}

impl Ears<'_> {
    fn none() -> Ears<'static> {
        Ears { hear: &|_| (), exact: false }
    }
}

// --------------------------------------------------------------------- places ----

impl Placed for Stand {
    const PLACES: usize = 5;
    fn place(&self) -> usize {
        match self {
            Stand::AsItWas => 0,
            Stand::ClosedColumn => 1,
            Stand::Square(kind) => 2 + *kind as usize,
            Stand::Klumpen => 4,
        }
    }
}

impl Placed for Stage {
    const PLACES: usize = 8 + GUNS;
    fn place(&self) -> usize {
        match self {
            Stage::Reply => 0,
            Stage::FollowMe => 7,
            Stage::Elan => 1,
            Stage::Fire => 2,
            Stage::Effects => 3,
            Stage::Retire => 4,
            Stage::Test => 5,
            Stage::Close => 6,
            Stage::Guns(nth) => 8 + usize::from(*nth),
        }
    }
}

/// The target's own guns and those that support it.
const GUNS: usize = 1 + SUPPORT;
/// The least leads that a chart may tell apart (`per` of its modifiers), with the draw.
const LEADS: usize = 61;
const COMING: usize = Stage::PLACES * Stand::PLACES * 4;
const WON: usize = 2 * Level::NAMES.len();

impl Placed for Course {
    const PLACES: usize = 1 << 11;
    /// Two rows of numbers, one beside the other: those that have struck have a second count.
    fn place(&self) -> usize {
        let lost = self.lost as usize;
        let of = |detail: usize| 2 * (lost * (COMING + WON + End::ALL.len() + LEADS * 4) + detail);
        match self.at {
            At::Coming { stage, stand, disordered, led } => {
                let flags = usize::from(disordered) * 2 + usize::from(led);
                of((stage.place() * Stand::PLACES + stand.place()) * 4 + flags)
            }
            At::Won { charger_wins, level } => of(COMING + won(charger_wins, level)),
            At::Over(end) => of(COMING + WON + end as usize),
            At::Struck { charger_wins, level, fell, standard } => {
                let standard = match standard {
                    None => 0,
                    Some(taken) => 1 + usize::from(taken),
                };
                let kind = won(charger_wins, level) * 3 + standard;
                2 * (pair(lost, fell as usize) * WON * 3 + kind) + 1
            }
            At::Fought { fought, klumpen } => {
                let lead = (fought.lead as usize).min(LEADS - 1) * 4;
                let kind = lead + usize::from(fought.charger_wins) * 2 + usize::from(klumpen);
                of(COMING + WON + End::ALL.len() + kind)
            }
        }
    }
}

fn won(charger_wins: bool, level: Level) -> usize {
    usize::from(charger_wins) * Level::NAMES.len() + level as usize
}

/// What a throw of the target rests on: how it stands, and whether it is disordered.
#[derive(Clone, Copy)]
struct Standing(Stand, bool);

impl Placed for Standing {
    const PLACES: usize = 2 * Stand::PLACES;
    fn place(&self) -> usize {
        self.0.place() * 2 + usize::from(self.1)
    }
}

/// What the close action rests on: by how much the charger's shock value is the higher.
#[derive(Clone, Copy)]
struct Above(i32);

impl Placed for Above {
    const PLACES: usize = 1 << 7;
    fn place(&self) -> usize {
        (if self.0 < 0 { -2 * self.0 - 1 } else { 2 * self.0 }) as usize
    }
}

/// What the loser's dice, and the standard, rest on.
#[derive(Clone, Copy)]
struct Beaten {
    charger_wins: bool,
    level: Level,
    /// Lost under fire by the charger, or those who fell of the loser.
    count: u32,
}

impl Placed for Beaten {
    const PLACES: usize = 1 << 7;
    fn place(&self) -> usize {
        self.count as usize * WON + won(self.charger_wins, self.level)
    }
}

// --------------------------------------------------------------------- stages ----

impl Course {
    fn over(self, end: End) -> Course {
        Course { at: At::Over(end), ..self }
    }

    /// The same at another stage.
    fn to(self, next: Stage) -> Course {
        match self.at {
            At::Coming { stand, disordered, led, .. } => {
                Course { at: At::Coming { stage: next, stand, disordered, led }, ..self }
            }
            _ => self,
        }
    }

    /// What comes next, while it is still coming.
    pub fn stage(&self) -> Option<Stage> {
        match self.at {
            At::Coming { stage, .. } => Some(stage),
            _ => None,
        }
    }

    fn standing_at(&self, wanted: Stage) -> Option<Standing> {
        match self.at {
            At::Coming { stage, stand, disordered, .. } if stage == wanted => {
                Some(Standing(stand, disordered))
            }
            _ => None,
        }
    }

    /// Whether Follow Me has carried it on.
    pub fn is_led(&self) -> bool {
        matches!(self.at, At::Coming { led: true, .. })
    }
}

impl ChargeFacts {
    /// The first stage, and what follows élan and the fire: which of the two comes first is ruled (ruling elan.when).
    pub fn start(&self) -> Course {
        let at = At::Coming {
            stage: Stage::Reply,
            stand: Stand::AsItWas,
            disordered: self.target.disordered,
            led: false,
        };
        Course { lost: 0, at }
    }

    fn elan_first(&self, rules: &Rules) -> bool {
        rules.plays(house!("elan.when", "before-fire"))
    }

    fn after_reply(&self, rules: &Rules) -> Stage {
        if self.elan_first(rules) { Stage::Elan } else { Stage::Fire }
    }

    fn after_elan(&self, rules: &Rules) -> Stage {
        if self.elan_first(rules) { Stage::Fire } else { Stage::Effects }
    }

    fn after_fire(&self, rules: &Rules) -> Stage {
        if self.elan_first(rules) { Stage::Effects } else { Stage::Elan }
    }

    fn loses(&self, course: Course, figures: u32) -> Course {
        Course { lost: (course.lost + figures).min(self.charger.figures), ..course }
    }
}

/// The target's answer: square, closed column or Klumpen may have to be thrown for.
///
/// # Errors
/// The dice's pause.
pub fn reply<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let next = facts.after_reply(rules);
    stages.stage(
        |course| course.standing_at(Stage::Reply).map(|_| ()),
        |dice, ()| match (facts.squaring(rules), facts.reply) {
            (Some(tries), _) => {
                let squared = forms_square(dice, rules, &tries)?;
                (ears.hear)(Heard::Squared(squared));
                Ok((Some(squared), None))
            }
            (None, Reply::Klumpen) => {
                let made =
                    unit_morale(dice, rules, &facts.test(Stand::AsItWas, facts.target.disordered, true))?;
                (ears.hear)(Heard::Klumpen(made));
                Ok((None, Some(made)))
            }
            (None, _) => Ok((None, None)),
        },
        |course, (squared, klumpen)| {
            let goes_on = |stand: Stand, disordered: bool| Course {
                at: At::Coming { stage: next, stand, disordered, led: false },
                ..course
            };
            match (squared, klumpen) {
                (Some(Squared { formed, disordered, square }), _) => {
                    let stand = match (formed, square) {
                        (true, Some(kind)) => Stand::Square(kind),
                        (true, None) => Stand::ClosedColumn,
                        (false, _) => Stand::AsItWas,
                    };
                    goes_on(stand, disordered)
                }
                (None, Some(true)) => goes_on(Stand::Klumpen, facts.target.disordered),
                (None, Some(false)) => course.over(End::TargetRuns),
                (None, None) if facts.reply == Reply::RetireUnformed => course.over(End::TargetRetires),
                (None, None) => course.to(next),
            }
        },
    )
}

/// Élan, unless a breakthrough leads here.
///
/// # Errors
/// The dice's pause.
pub fn elan<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let next = facts.after_elan(rules);
    stages.stage(
        |course| course.standing_at(Stage::Elan).map(|_| ()),
        |dice, ()| {
            if facts.breaks_through {
                return Ok(false);
            }
            let halts = charge::halts(dice, rules)?;
            (ears.hear)(Heard::Elan(halts));
            Ok(halts)
        },
        |course, halts| match (halts, facts.may_be_led(rules)) {
            (false, _) => course.to(next),
            (true, true) => course.to(Stage::FollowMe),
            (true, false) => course.over(End::HaltsShort),
        },
    )
}

/// A leader's Follow Me, where one tries.
///
/// # Errors
/// The dice's pause.
pub fn follow_me<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let next = facts.after_elan(rules);
    stages.stage(
        |course| course.standing_at(Stage::FollowMe).map(|_| ()),
        |dice, ()| {
            if !facts.may_be_led(rules) {
                return Ok(Spirit::Halts);
            }
            let spirit = charge::follow_me(dice, rules, facts.follow_me)?;
            (ears.hear)(Heard::FollowMe(spirit));
            Ok(spirit)
        },
        |course, spirit| match (spirit, course.at) {
            (Spirit::Halts, _) => course.over(End::HaltsShort),
            (Spirit::HaltsDisordered, _) => course.over(End::HaltsDisordered),
            (Spirit::LedOn, At::Coming { stand, disordered, .. }) => {
                Course { at: At::Coming { stage: next, stand, disordered, led: true }, ..course }
            }
            (Spirit::Goes | Spirit::LedOn, _) => course.to(next),
        },
    )
}

/// The target's volley.
///
/// # Errors
/// The dice's pause.
pub fn fire<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| course.standing_at(Stage::Fire),
        |dice, Standing(stand, disordered)| match facts.volley(rules, stand, disordered) {
            Some(shot) => {
                let fired = volley(dice, rules, &shot)?;
                (ears.hear)(Heard::Volley(fired));
                Ok(fired.casualties)
            }
            None => Ok(0),
        },
        |course, casualties| facts.loses(course, casualties).to(Stage::Guns(0)),
    )
}

/// One battery that fires at the charge: the target's own guns first.
///
/// # Errors
/// The dice's pause.
pub fn guns<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    nth: u8,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let last = usize::from(nth) + 1 == GUNS;
    let next = if last { facts.after_fire(rules) } else { Stage::Guns(nth + 1) };
    stages.stage(
        |course| course.standing_at(Stage::Guns(nth)).map(|_| ()),
        |dice, ()| match facts.shot(rules, nth) {
            Some(shot) => {
                let fired = gunnery::shot(dice, rules, &shot)?;
                (ears.hear)(Heard::Guns(nth, fired));
                Ok(fired.hits)
            }
            None => Ok(0),
        },
        |course, hits| facts.loses(course, hits).to(next),
    )
}

/// What the fire does to the charge. Some retire firing, and may rout by that throw.
///
/// # Errors
/// The dice's pause.
pub fn effects<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| {
            let Standing(stand, _) = course.standing_at(Stage::Effects)?;
            Some(Fallen { lost: course.lost, led: course.is_led(), stand })
        },
        |dice, Fallen { lost, led, stand }| {
            let checked = facts.checked(rules, lost, led);
            if checked.answer != ChargeDoes::FiresAndRetires || lost >= facts.charger.figures {
                return Ok(false);
            }
            let shot = facts.parting(rules, lost, stand);
            let (fired, routs) = volley_and(dice, rules, &shot, |total| total as i32 <= checked.natural)?;
            (ears.hear)(Heard::Parting(fired, routs));
            Ok(routs)
        },
        |course, routs| {
            if course.lost >= facts.charger.figures {
                return course.over(End::ChargerShot);
            }
            match facts.checked(rules, course.lost, course.is_led()).answer {
                _ if routs => course.over(End::ChargerRuns),
                ChargeDoes::Routs => course.over(End::ChargerRuns),
                ChargeDoes::Closes => course.to(Stage::Retire),
                ChargeDoes::MayClose if facts.presses => course.to(Stage::Retire),
                ChargeDoes::MayClose
                | ChargeDoes::Firefight
                | ChargeDoes::BacksFiring
                | ChargeDoes::RecoilsFiring
                | ChargeDoes::RetiresFiring
                | ChargeDoes::FiresAndRetires
                | ChargeDoes::Recalls
                | ChargeDoes::Regroups
                | ChargeDoes::FallsBack => course.over(End::Checked),
            }
        },
    )
}

/// What the effects of fire rest on.
#[derive(Clone, Copy)]
struct Fallen {
    lost: u32,
    led: bool,
    stand: Stand,
}

impl Placed for Fallen {
    const PLACES: usize = 1 << 7;
    fn place(&self) -> usize {
        (self.lost as usize * 2 + usize::from(self.led)) * Stand::PLACES + self.stand.place()
    }
}

/// Guns that have fired and would get away: they do, or are caught.
///
/// # Errors
/// The dice's pause.
pub fn retire<S: Stages<Course>>(
    stages: &mut S,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| course.standing_at(Stage::Retire).map(|_| ()),
        |dice, ()| {
            if facts.reply != Reply::FireAndRetire {
                return Ok(false);
            }
            let gone = dice.read(DICE, |total| total >= facts.withdraws)?;
            (ears.hear)(Heard::Retired(gone));
            Ok(gone)
        },
        |course, gone| if gone { course.over(End::TargetRetires) } else { course.to(Stage::Test) },
    )
}

/// The target's morale; Klumpen has had its test.
///
/// # Errors
/// The dice's pause.
pub fn test<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| course.standing_at(Stage::Test),
        |dice, Standing(stand, disordered)| {
            if stand == Stand::Klumpen || !facts.tests {
                return Ok(true);
            }
            let stands = unit_morale(dice, rules, &facts.test(stand, disordered, false))?;
            (ears.hear)(Heard::Tested(stands));
            Ok(stands)
        },
        |course, stands| if stands { course.to(Stage::Close) } else { course.over(End::TargetRuns) },
    )
}

/// Both throw.
///
/// # Errors
/// The dice's pause.
pub fn close<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    let leads = victory::leads(rules);
    stages.stage(
        |course| {
            let Standing(stand, disordered) = course.standing_at(Stage::Close)?;
            let clash = facts.clash(rules, course.lost, stand, disordered, course.is_led());
            let [charger, target] = clash.values(rules);
            Some(Above(charger as i32 - target as i32))
        },
        |dice, Above(by)| {
            let values = [by.max(0).unsigned_abs(), by.min(0).unsigned_abs()];
            let fought = close_action(dice, rules, values, |fought, _| match ears.exact {
                true => fought,
                false => Fought { lead: victory::least_lead(leads, fought.lead), ..fought },
            })?;
            (ears.hear)(Heard::Fought(fought));
            Ok(fought)
        },
        |course, fought| {
            let klumpen = matches!(course.at, At::Coming { stand: Stand::Klumpen, .. });
            Course { at: At::Fought { fought, klumpen }, ..course }
        },
    )
}

/// How thoroughly it is won.
///
/// # Errors
/// The dice's pause.
pub fn level<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| match course.at {
            At::Fought { fought, klumpen } => Some(Ahead { fought, klumpen }),
            _ => None,
        },
        |dice, Ahead { fought, klumpen }| {
            let level = victory::level(dice, rules, &facts.victory(fought, klumpen))?;
            (ears.hear)(Heard::Level(level));
            Ok(level)
        },
        |course, level| match course.at {
            At::Fought { fought, .. } => {
                Course { at: At::Won { charger_wins: fought.charger_wins, level }, ..course }
            }
            _ => course,
        },
    )
}

/// What a victory rests on.
#[derive(Clone, Copy)]
struct Ahead {
    fought: Fought,
    klumpen: bool,
}

impl Placed for Ahead {
    const PLACES: usize = 1 << 7;
    fn place(&self) -> usize {
        let flags = usize::from(self.fought.charger_wins) * 2 + usize::from(self.klumpen);
        self.fought.lead as usize * 4 + flags
    }
}

/// Who falls.
///
/// # Errors
/// The dice's pause.
pub fn fall<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| match course.at {
            At::Won { charger_wins, level } => Some(Beaten { charger_wins, level, count: course.lost }),
            _ => None,
        },
        |dice, Beaten { charger_wins, level, count }| {
            let left = if charger_wins { facts.target.figures } else { facts.charger.figures - count };
            let fell = match upshot(rules, level, &facts.won(charger_wins)) {
                Some(upshot) => losses(dice, &upshot)?.min(left),
                None => 0,
            };
            (ears.hear)(Heard::Fell(fell));
            Ok(fell)
        },
        |course, fell| match course.at {
            At::Won { charger_wins, level } => {
                Course { at: At::Struck { charger_wins, level, fell, standard: None }, ..course }
            }
            _ => course,
        },
    )
}

/// Whether a standard is taken (ruling standards).
///
/// # Errors
/// The dice's pause.
pub fn standard<S: Stages<Course>>(
    stages: &mut S,
    rules: &Rules,
    facts: &ChargeFacts,
    ears: Ears<'_>,
) -> Result<(), S::Pause> {
    stages.stage(
        |course| match course.at {
            At::Struck { charger_wins, level, fell, standard: None } => {
                Some(Beaten { charger_wins, level, count: fell })
            }
            _ => None,
        },
        |dice, Beaten { charger_wins, level, count }| match facts.standard(rules, charger_wins, level, count)
        {
            Some(facts) => {
                let taken = takes_standard(dice, rules, &facts)?;
                (ears.hear)(Heard::Standard(taken));
                Ok(taken)
            }
            None => Ok(false),
        },
        |course, taken| match course.at {
            At::Struck { charger_wins, level, fell, .. } => {
                Course { at: At::Struck { charger_wins, level, fell, standard: Some(taken) }, ..course }
            }
            _ => course,
        },
    )
}

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
fn stages<S: Stages<Course>>(stages: &mut S, rules: &Rules, facts: &ChargeFacts) -> Result<(), S::Pause> {
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

impl Course {
    /// Whether nothing is left to throw.
    pub fn is_over(&self) -> bool {
        matches!(self.at, At::Over(_) | At::Struck { standard: Some(_), .. })
    }

    /// What came of it.
    pub fn outcome(&self, rules: &Rules, facts: &ChargeFacts) -> Outcome {
        let lost = self.lost;
        let (charger_wins, level, fell, standard) = match self.at {
            At::Over(end) => return Outcome { end, charger_lost: lost, target_lost: 0, standard: false },
            At::Struck { charger_wins, level, fell, standard } => {
                (charger_wins, level, fell, standard == Some(true))
            }
            At::Coming { .. } | At::Fought { .. } | At::Won { .. } => {
                return Outcome {
                    end: End::DrawnBehind,
                    charger_lost: lost,
                    target_lost: 0,
                    standard: false,
                };
            }
        };
        let upshot = upshot(rules, level, &facts.won(charger_wins));
        let (left, won) = upshot.map_or((Left::None, 0), |upshot| (upshot.left, upshot.won_lost));
        let charger = facts.charger.figures - lost;
        let (charger_lost, target_lost, gone) = match charger_wins {
            true => (lost + won.min(charger), fell, fell >= facts.target.figures),
            false => (lost + fell, won.min(facts.target.figures), fell >= charger),
        };
        let end = match (charger_wins, gone, level, left) {
            (true, true, ..) => End::TargetDestroyed,
            (false, true, ..) => End::ChargerDestroyed,
            (true, _, Level::Draw, _) => End::DrawnAhead,
            (false, _, Level::Draw, _) => End::DrawnBehind,
            (true, _, _, Left::Bad) => End::TargetRouted,
            (false, _, _, Left::Bad) => End::ChargerRouted,
            (true, ..) => End::TargetBeaten,
            (false, ..) => End::ChargerBeaten,
        };
        Outcome { end, charger_lost, target_lost, standard }
    }
}

/// The whole charge, once.
///
/// # Errors
/// The dice's pause.
pub fn charge<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts) -> Result<Outcome, D::Pause> {
    let mut once = Once::new(facts.start(), dice);
    stages(&mut once, rules, facts)?;
    Ok(once.state().outcome(rules, facts))
}

/// The exact odds of the whole charge.
pub fn charge_odds<W: Weight>(rules: &Rules, facts: &ChargeFacts) -> Odds<Outcome, W> {
    odds_from(rules, facts, facts.start())
}

/// The exact odds from where a charge has come to.
pub fn odds_from<W: Weight>(rules: &Rules, facts: &ChargeFacts, course: Course) -> Odds<Outcome, W> {
    let mut chain = Chain::new(course);
    let Ok(()) = stages(&mut chain, rules, facts);
    chain.states().into_iter().map(|(course, weight)| (course.outcome(rules, facts), weight)).collect()
}

/// A charge as far as it has come: what whoever is asked on the way may weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coming {
    pub facts: ChargeFacts,
    pub course: Course,
}

impl Coming {
    /// As the charger's side sees it who goes on wherever it is asked.
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

impl End {
    /// The target runs, or loses the close action.
    pub fn is_won(self) -> bool {
        matches!(
            self,
            End::TargetRuns | End::DrawnAhead | End::TargetBeaten | End::TargetRouted | End::TargetDestroyed
        )
    }
}
