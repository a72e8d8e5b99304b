//! What happened, with its working and the rules it rests on.

use crate::game::{Ending, Volley};
use crate::ids::{RULES, RULINGS};
use crate::placing::Stop;
use crate::unit::{GeneralId, Standing, UnitId};
use crate::words::{Band, Formation, Phase, Test, Verdict};
use engine::Side;
use rulebook::RuleId;
use serde::{Serialize, Serializer};
use table::Inches;

/// A sum with its parts: each number with the rule that gives it.
pub type Working = engine::Working<crate::ids::Ids>;

/// An event of the log.
#[derive(Clone, Debug, Serialize)]
pub struct Event {
    #[serde(flatten)]
    pub what: What,
    #[serde(serialize_with = "rule_names")]
    pub rules: Vec<RuleId>,
    /// The ruling it rests on, where the sheets are silent.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "ruling_name")]
    pub ruling: Option<u16>,
    #[serde(skip_serializing_if = "Working::is_empty")]
    pub working: Working,
}

fn ruling_name<S: Serializer>(ruling: &Option<u16>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(ruling.map_or("", |ruling| RULINGS[ruling as usize]))
}

fn rule_names<S: Serializer>(rules: &[RuleId], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rules.iter().map(|rule| RULES[rule.index()]))
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum What {
    TurnBegins {
        turn: u32,
    },
    PhaseBegins {
        number: u8,
        phase: Phase,
    },
    Deployed {
        unit: UnitId,
    },
    ReserveRoll {
        side: Side,
        command: String,
        arrives: bool,
    },
    Enters {
        unit: UnitId,
    },
    Unlimbered {
        unit: UnitId,
    },
    Turned {
        unit: UnitId,
    },
    Fires {
        battery: UnitId,
        target: UnitId,
        band: Band,
        dice: u32,
        need: u32,
        carried: bool,
    },
    Hit {
        unit: UnitId,
        by: UnitId,
        hits: u32,
    },
    Lost {
        unit: UnitId,
        figures: u32,
    },
    Tests {
        unit: UnitId,
        test: Test,
        target: i32,
    },
    Tested {
        unit: UnitId,
        test: Test,
        verdict: Verdict,
    },
    Halted {
        unit: UnitId,
    },
    CarriesOn {
        unit: UnitId,
    },
    Formed {
        unit: UnitId,
        formation: Formation,
    },
    NoRoom {
        unit: UnitId,
        formation: Formation,
        lost: u32,
    },
    CrowdedLosses {
        unit: UnitId,
        lost: u32,
    },
    FellBack {
        unit: UnitId,
        by: Inches,
    },
    Marched {
        unit: UnitId,
        allowance: Inches,
        doubled: bool,
    },
    Lapsed {
        unit: UnitId,
    },
    Rides {
        general: GeneralId,
        join: Option<UnitId>,
    },
    ChargeRoll {
        unit: UnitId,
        may: bool,
    },
    Charges {
        unit: UnitId,
        target: UnitId,
        flank: bool,
    },
    Gallops {
        unit: UnitId,
        bonus: u32,
        reach: Inches,
    },
    Shoots {
        unit: UnitId,
        target: UnitId,
        dice: u32,
        need: u32,
    },
    Evades {
        unit: UnitId,
        by: u32,
    },
    CutDown {
        unit: UnitId,
        by: UnitId,
    },
    Stopped {
        unit: UnitId,
        #[serde(serialize_with = "stop_word")]
        by: Stop,
    },
    ShortOf {
        unit: UnitId,
        target: UnitId,
        by: Inches,
        formation: Formation,
    },
    ClosesIn {
        unit: UnitId,
        target: UnitId,
    },
    Presses {
        unit: UnitId,
    },
    CounterCharges {
        unit: UnitId,
        charger: UnitId,
    },
    SquareRoll {
        unit: UnitId,
        formed: bool,
    },
    SupportedBy {
        gun: UnitId,
        unit: UnitId,
    },
    MeleeRound {
        a: UnitId,
        b: UnitId,
        dice: [u32; 2],
        need: [u32; 2],
    },
    MeleeLosses {
        a: UnitId,
        b: UnitId,
        lost: [u32; 2],
        loser: Option<UnitId>,
    },
    FightsOn {
        a: UnitId,
        b: UnitId,
    },
    RiddenDown {
        unit: UnitId,
        by: UnitId,
    },
    PassesThrough {
        unit: UnitId,
        square: UnitId,
        lost: u32,
    },
    RidesOn {
        unit: UnitId,
    },
    Advances {
        unit: UnitId,
    },
    Retires {
        unit: UnitId,
        by: Inches,
    },
    FollowsUp {
        unit: UnitId,
    },
    Parted {
        a: UnitId,
        b: UnitId,
    },
    Recalled {
        unit: UnitId,
        returned: bool,
    },
    NotRecalled {
        unit: UnitId,
        lost: u32,
    },
    Gone {
        unit: UnitId,
        how: Standing,
    },
    GeneralHit {
        general: GeneralId,
        /// The unit he was with.
        with: Option<UnitId>,
        lost: bool,
    },
    GeneralTaken {
        general: GeneralId,
    },
    GeneralMoves {
        general: GeneralId,
        to: Option<UnitId>,
    },
    Drink {
        phase: bool,
    },
    Toast {
        to: &'static str,
    },
    Ends {
        winner: Option<Side>,
        by: Ending,
    },
}

fn stop_word<S: Serializer>(stop: &Stop, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(stop.word())
}

impl Stop {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Stop::FriendlyInfantry => "friendly infantry",
            Stop::FriendlyCavalry => "friendly cavalry",
            Stop::FriendlyGuns => "friendly guns",
            Stop::Difficult => "difficult ground",
            Stop::Impassable => "impassable ground",
            Stop::Edge => "the table edge",
        }
    }
}

impl Event {
    pub(crate) fn new(what: What, rules: &[RuleId]) -> Event {
        Event { what, rules: rules.to_vec(), ruling: None, working: Working::default() }
    }

    /// An event that rests on a ruling alone.
    pub(crate) fn ruled(what: What, ruling: u16) -> Event {
        Event { what, rules: Vec::new(), ruling: Some(ruling), working: Working::default() }
    }

    /// Every rule and ruling it cites, by id.
    pub fn cites(&self) -> impl Iterator<Item = &'static str> + '_ {
        let rules = self.rules.iter().map(|rule| RULES[rule.index()]);
        rules.chain(self.ruling.map(|ruling| RULINGS[ruling as usize]))
    }

    pub(crate) fn with(what: What, rules: &[RuleId], working: Working) -> Event {
        let mut all = rules.to_vec();
        all.extend(working.rules());
        Event { what, rules: all, ruling: None, working }
    }

    /// The units it is about, the first one first.
    pub fn units(&self) -> Vec<UnitId> {
        match self.what {
            What::Fires { battery, target, .. } => vec![battery, target],
            What::Hit { unit, by, .. } | What::CutDown { unit, by } | What::RiddenDown { unit, by } => {
                vec![unit, by]
            }
            What::Charges { unit, target, .. }
            | What::Shoots { unit, target, .. }
            | What::ShortOf { unit, target, .. }
            | What::ClosesIn { unit, target } => vec![unit, target],
            What::CounterCharges { unit, charger } => vec![unit, charger],
            What::SupportedBy { gun, unit } => vec![gun, unit],
            What::PassesThrough { unit, square, .. } => vec![unit, square],
            What::MeleeRound { a, b, .. }
            | What::MeleeLosses { a, b, .. }
            | What::FightsOn { a, b }
            | What::Parted { a, b } => vec![a, b],
            What::Deployed { unit }
            | What::Enters { unit }
            | What::Unlimbered { unit }
            | What::Turned { unit }
            | What::Lost { unit, .. }
            | What::Tests { unit, .. }
            | What::Tested { unit, .. }
            | What::Halted { unit }
            | What::CarriesOn { unit }
            | What::Formed { unit, .. }
            | What::NoRoom { unit, .. }
            | What::CrowdedLosses { unit, .. }
            | What::FellBack { unit, .. }
            | What::Marched { unit, .. }
            | What::Lapsed { unit }
            | What::ChargeRoll { unit, .. }
            | What::Gallops { unit, .. }
            | What::Evades { unit, .. }
            | What::Stopped { unit, .. }
            | What::Presses { unit }
            | What::SquareRoll { unit, .. }
            | What::RidesOn { unit }
            | What::Advances { unit }
            | What::Retires { unit, .. }
            | What::FollowsUp { unit }
            | What::Recalled { unit, .. }
            | What::NotRecalled { unit, .. }
            | What::Gone { unit, .. } => vec![unit],
            What::Rides { join: with, .. }
            | What::GeneralHit { with, .. }
            | What::GeneralMoves { to: with, .. } => with.into_iter().collect(),
            What::TurnBegins { .. }
            | What::PhaseBegins { .. }
            | What::ReserveRoll { .. }
            | What::GeneralTaken { .. }
            | What::Drink { .. }
            | What::Toast { .. }
            | What::Ends { .. } => Vec::new(),
        }
    }

    /// One sentence in the players' words.
    pub fn sentence(&self, game: &Volley) -> String {
        let name = |id: &UnitId| game.name(*id).to_owned();
        let officer =
            |id: &GeneralId| game.general(*id).map_or("?".to_owned(), |general| general.name.clone());
        let side = |side: &Side| capital(game.nation(*side).word());
        let figures = |n: &u32| if *n == 1 { "1 figure".to_owned() } else { format!("{n} figures") };
        match &self.what {
            What::TurnBegins { turn } => format!("Turn {turn}"),
            What::PhaseBegins { number, phase } => format!("Phase {number} · {}", phase_title(game, *phase)),
            What::Deployed { unit } => format!("{} is deployed", name(unit)),
            What::ReserveRoll { side: s, command, arrives } => {
                format!("{} reserve {command}: {}", side(s), if *arrives { "it comes up" } else { "not yet" })
            }
            What::Enters { unit } => format!("{} enters the table", name(unit)),
            What::Unlimbered { unit } => format!("{} unlimbers", name(unit)),
            What::Turned { unit } => format!("{} lays on its target", name(unit)),
            What::Fires { battery, target, band, dice, need, carried } => {
                let shot = if *carried { "The shot carries through to" } else { "fires on" };
                let who = if *carried { String::new() } else { format!("{} ", name(battery)) };
                format!("{who}{shot} {}, {band} range: {dice} dice, {}", name(target), needs(*need))
            }
            What::Hit { unit, by, hits } => format!("{} is hit {hits}× by {}", name(unit), name(by)),
            What::Lost { unit, figures: n } => format!("{} loses {}", name(unit), figures(n)),
            What::Tests { unit, test, target } => {
                format!("{} tests morale ({}): {target} or less", name(unit), test_title(*test))
            }
            What::Tested { unit, test, verdict } => match (test, verdict) {
                (Test::Recall, Verdict::Pass) => format!("{} rallies to the recall", name(unit)),
                (Test::Recall, _) => format!("{} does not hear the recall", name(unit)),
                (_, Verdict::Pass) => format!("{} passes", name(unit)),
                (_, Verdict::Fail) => format!("{} wavers", name(unit)),
                (_, Verdict::Rout) => format!("{} breaks", name(unit)),
            },
            What::Halted { unit } => format!("{} halts", name(unit)),
            What::CarriesOn { unit } => format!("{} carries on", name(unit)),
            What::Formed { unit, formation } => format!("{} forms {formation}", name(unit)),
            What::NoRoom { unit, formation, lost } => {
                format!("{} has no room to form {formation} and loses {}", name(unit), figures(lost))
            }
            What::CrowdedLosses { unit, lost } => {
                format!("{} is crowded and loses {}", name(unit), figures(lost))
            }
            What::FellBack { unit, by } => format!("{} falls back {by}", name(unit)),
            What::Marched { unit, allowance, doubled } => {
                let how = if *doubled { "at the double" } else { "moves" };
                format!("{} {how} (up to {allowance})", name(unit))
            }
            What::Lapsed { unit } => format!("{} is locked in a firefight: its order lapses", name(unit)),
            What::Rides { general, join } => match join {
                Some(unit) => format!("{} joins {}", officer(general), name(unit)),
                None => format!("{} rides", officer(general)),
            },
            What::ChargeRoll { unit, may } => {
                format!("{} {}", name(unit), if *may { "may charge" } else { "will not charge this turn" })
            }
            What::Charges { unit, target, flank } => {
                format!(
                    "{} charges {}{}",
                    name(unit),
                    name(target),
                    if *flank { " in flank or rear" } else { "" }
                )
            }
            What::Gallops { unit, bonus, reach } => {
                format!("{} gallops +{bonus}\": up to {reach}", name(unit))
            }
            What::Shoots { unit, target, dice, need } => {
                format!("{} shoots at {}: {dice} dice, {}", name(unit), name(target), needs(*need))
            }
            What::Evades { unit, by } => format!("{} runs {by}\"", name(unit)),
            What::CutDown { unit, by } => format!("{} is cut down by {}", name(unit), name(by)),
            What::Stopped { unit, by } => format!("{} is stopped by {}", name(unit), by.word()),
            What::ShortOf { unit, target, by, formation } => {
                format!("{} stops {by} from {} in {formation}", name(unit), name(target))
            }
            What::ClosesIn { unit, target } => format!("{} closes with {}", name(unit), name(target)),
            What::Presses { unit } => format!("{} takes the loss and goes in", name(unit)),
            What::CounterCharges { unit, charger } => {
                format!("{} goes in against {}", name(unit), name(charger))
            }
            What::SquareRoll { unit, formed } => {
                format!(
                    "{} {}",
                    name(unit),
                    if *formed { "forms square in time" } else { "is too late for square" }
                )
            }
            What::SupportedBy { gun, unit } => format!("{} fights for {}", name(unit), name(gun)),
            What::MeleeRound { a, b, dice, need } => format!(
                "Melee: {} ({} dice, {}) against {} ({} dice, {})",
                name(a),
                dice[0],
                needs(need[0]),
                name(b),
                dice[1],
                needs(need[1])
            ),
            What::MeleeLosses { a, b, lost, loser } => {
                let end = match loser {
                    Some(loser) => format!("{} loses the melee", name(loser)),
                    None => "nobody gives way".to_owned(),
                };
                format!("{} loses {}, {} loses {}: {end}", name(a), lost[0], name(b), lost[1])
            }
            What::FightsOn { a, b } => format!("{} and {} fight on", name(a), name(b)),
            What::RiddenDown { unit, by } => format!("{} is destroyed by {}", name(unit), name(by)),
            What::PassesThrough { unit, square, lost } => {
                format!("{} passes by {} and loses {}", name(unit), name(square), figures(lost))
            }
            What::RidesOn { unit } => format!("{} rides on", name(unit)),
            What::Advances { unit } => format!("{} moves up", name(unit)),
            What::Retires { unit, by } => format!("{} retires {by}", name(unit)),
            What::FollowsUp { unit } => format!("{} follows up", name(unit)),
            What::Parted { a, b } => format!("{} and {} part", name(a), name(b)),
            What::Recalled { unit, returned } => {
                format!(
                    "{} {}",
                    name(unit),
                    if *returned { "returns to where its charge began" } else { "stays where it is" }
                )
            }
            What::NotRecalled { unit, lost } => {
                format!("{} loses {} and may not move next turn", name(unit), figures(lost))
            }
            What::Gone { unit, how } => match how {
                Standing::Routed => format!("{} routs off the field", name(unit)),
                Standing::Destroyed => format!("{} is destroyed", name(unit)),
                Standing::WipedOut => format!("{} has nobody left", name(unit)),
                Standing::LeftTable => format!("{} is driven off the table", name(unit)),
                Standing::OnTable | Standing::Undeployed | Standing::AtEdge => {
                    format!("{} is away", name(unit))
                }
            },
            What::GeneralHit { general, lost, .. } => {
                format!("{} {}", officer(general), if *lost { "falls" } else { "is unhurt" })
            }
            What::GeneralTaken { general } => format!("{} is taken", officer(general)),
            What::GeneralMoves { general, to } => match to {
                Some(unit) => format!("{} rides to {}", officer(general), name(unit)),
                None => format!("{} is alone", officer(general)),
            },
            What::Drink { phase: true } => "Drinking phase. You know what to do".to_owned(),
            What::Drink { phase: false } => "A drink is taken".to_owned(),
            What::Toast { to } => format!("A toast to {to}"),
            What::Ends { winner, by } => {
                let how = match by {
                    Ending::Broken => "the enemy is broken",
                    Ending::NothingLeft => "the enemy has nothing left",
                    Ending::Objectives => "by the ground held",
                    Ending::Losses => "by the smaller share of losses",
                };
                match winner {
                    Some(winner) => format!("{} victory: {how}", side(winner)),
                    None => "A draw".to_owned(),
                }
            }
        }
    }
}

fn needs(need: u32) -> String {
    if need > 6 { "no face hits".to_owned() } else { format!("hits on {need}+") }
}

pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

pub(crate) fn test_title(test: Test) -> &'static str {
    match test {
        Test::Artillery => "artillery losses",
        Test::Close => "losses, closing",
        Test::Stand => "to stand",
        Test::Loss => "lost melee",
        Test::Recall => "recall",
    }
}

/// The heading of a phase.
pub fn phase_title(game: &Volley, phase: Phase) -> String {
    let foe = capital(game.nation(Side::Allied).word());
    match phase {
        Phase::Artillery => "Artillery and reserves".to_owned(),
        Phase::ArtilleryMorale => "Morale after artillery".to_owned(),
        Phase::FrenchMove => format!("French move, {foe} shoot"),
        Phase::FrenchClose => "French close".to_owned(),
        Phase::OpponentStand => format!("{foe} stand"),
        Phase::FirstMelee | Phase::SecondMelee => "Melee".to_owned(),
        Phase::FirstLoss | Phase::SecondLoss => "Morale of the losers".to_owned(),
        Phase::OpponentMove => format!("{foe} move, French shoot"),
        Phase::OpponentClose => format!("{foe} close"),
        Phase::FrenchStand => "French stand".to_owned(),
        Phase::Drinking => "Drinking".to_owned(),
        Phase::Recall => "Recall of cavalry".to_owned(),
    }
}
