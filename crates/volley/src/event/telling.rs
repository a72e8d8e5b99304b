//! Events in the players' words.

use super::What;
use crate::game::{Ending, Volley};
use crate::unit::{GeneralId, Standing, UnitId};
use crate::words::{Phase, Test, Verdict};
use engine::Side;

impl What {
    /// One sentence in the players' words.
    pub fn sentence(&self, game: &Volley) -> String {
        let name = |id: &UnitId| game.name(*id).to_owned();
        let officer =
            |id: &GeneralId| game.general(*id).map_or("?".to_owned(), |general| general.name.clone());
        let side = |side: &Side| capital(game.nation(*side).word());
        let figures = |n: &u32| if *n == 1 { "1 figure".to_owned() } else { format!("{n} figures") };
        match self {
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

fn test_title(test: Test) -> &'static str {
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
