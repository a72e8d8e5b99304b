//! Events in the players' words.

use super::{Way, What};
use crate::game::{Ending, Volley};
use crate::unit::{GeneralId, Standing, UnitId};
use crate::words::{Phase, Test, Verdict};
use engine::Side;
use engine::wording::{says, to_tenths};

impl What {
    /// One sentence in the players' words.
    pub fn sentence(&self, game: &Volley) -> String {
        let name = |id: &UnitId| game.name(*id).to_owned();
        let officer =
            |id: &GeneralId| game.general(*id).map_or("?".to_owned(), |general| general.name.clone());
        let of = |id: &UnitId, what: &str| says(game.name(*id), what);
        let side = |side: &Side| capital(game.nation(*side).word());
        let figures = |n: &u32| if *n == 1 { "1 figure".to_owned() } else { format!("{n} figures") };
        match self {
            What::TurnBegins { turn } => format!("Turn {turn}"),
            What::PhaseBegins { number, phase } => format!("Phase {number} · {}", phase_title(game, *phase)),
            What::Deployed { unit } => of(unit, "[is|are] deployed"),
            What::ReserveRoll { side: s, command, arrives } => {
                format!("{} reserve {command}: {}", side(s), if *arrives { "it comes up" } else { "not yet" })
            }
            What::Enters { unit } => of(unit, "enter[s] the table"),
            What::Unlimbered { unit } => of(unit, "unlimber[s]"),
            What::Turned { unit } => of(unit, "lay[s] on [its|their] target"),
            What::Fires { battery, target, band, dice, need, carried } => {
                let at = format!("{}, {band} range: {dice} dice, {}", name(target), needs(*need));
                match carried {
                    true => format!("The shot carries through to {at}"),
                    false => of(battery, &format!("fire[s] on {at}")),
                }
            }
            What::Hit { unit, by, hits } => of(unit, &format!("[is|are] hit {hits}× by {}", name(by))),
            What::Lost { unit, figures: n } => of(unit, &format!("lose[s] {}", figures(n))),
            What::Tests { unit, test, target } => {
                of(unit, &format!("test[s] morale ({}): {target} or less", test_title(*test)))
            }
            What::Tested { unit, test, verdict } => match (test, verdict) {
                (Test::Recall, Verdict::Pass) => of(unit, "rall[ies|y] to the recall"),
                (Test::Recall, _) => of(unit, "[does|do] not hear the recall"),
                (_, Verdict::Pass) => of(unit, "pass[es]"),
                (_, Verdict::Fail) => of(unit, "waver[s]"),
                (_, Verdict::Rout) => of(unit, "break[s]"),
            },
            What::Halted { unit } => of(unit, "halt[s]"),
            What::CarriesOn { unit } => of(unit, "carr[ies|y] on"),
            What::Formed { unit, formation } => of(unit, &format!("form[s] {formation}")),
            What::NoRoom { unit, formation, lost } => {
                of(unit, &format!("[has|have] no room to form {formation} and lose[s] {}", figures(lost)))
            }
            What::CrowdedLosses { unit, lost } => {
                of(unit, &format!("[is|are] crowded and lose[s] {}", figures(lost)))
            }
            What::FellBack { unit, by } => of(unit, &format!("fall[s] back {by}")),
            What::Marched { unit, doubled, way: Some(way), .. } => of(unit, &walked(*way, *doubled)),
            What::Marched { unit, doubled, way: None, allowance } => {
                let how = if *doubled { " at the double" } else { "" };
                of(unit, &format!("move[s]{how}, up to {allowance}"))
            }
            What::Lapsed { unit } => of(unit, "[is|are] locked in a firefight: [its|their] order lapses"),
            What::Rides { general, join } => match join {
                Some(unit) => format!("{} joins {}", officer(general), name(unit)),
                None => format!("{} rides", officer(general)),
            },
            What::ChargeRoll { unit, may } => {
                format!("{} {}", name(unit), if *may { "may charge" } else { "will not charge this turn" })
            }
            What::Charges { unit, target, flank } => {
                let flank = if *flank { " in flank or rear" } else { "" };
                of(unit, &format!("charge[s] {}{flank}", name(target)))
            }
            What::Gallops { unit, bonus, reach } => of(unit, &format!("gallop[s] +{bonus}\": up to {reach}")),
            What::Shoots { unit, target, dice, need } => {
                of(unit, &format!("shoot[s] at {}: {dice} dice, {}", name(target), needs(*need)))
            }
            What::Evades { unit, by } => of(unit, &format!("run[s] {by}\"")),
            What::CutDown { unit, by } => of(unit, &format!("[is|are] cut down by {}", name(by))),
            What::Stopped { unit, by } => of(unit, &format!("[is|are] stopped by {}", by.word())),
            What::ShortOf { unit, target, by, formation } => {
                of(unit, &format!("stop[s] {by} from {} in {formation}", name(target)))
            }
            What::ClosesIn { unit, target } => of(unit, &format!("close[s] with {}", name(target))),
            What::Presses { unit } => of(unit, "take[s] the loss and go[es] in"),
            What::CounterCharges { unit, charger } => {
                of(unit, &format!("go[es] in against {}", name(charger)))
            }
            What::SquareRoll { unit, formed } => {
                of(unit, if *formed { "form[s] square in time" } else { "[is|are] too late for square" })
            }
            What::SupportedBy { gun, unit } => of(unit, &format!("fight[s] for {}", name(gun))),
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
                    Some(loser) => of(loser, "lose[s] the melee"),
                    None => "nobody gives way".to_owned(),
                };
                let loses = |unit: &UnitId, lost: u32| of(unit, &format!("lose[s] {lost}"));
                format!("{}, {}: {end}", loses(a, lost[0]), loses(b, lost[1]))
            }
            What::FightsOn { a, b } => format!("{} and {} fight on", name(a), name(b)),
            What::RiddenDown { unit, by } => of(unit, &format!("[is|are] destroyed by {}", name(by))),
            What::PassesThrough { unit, square, lost } => {
                of(unit, &format!("pass[es] by {} and lose[s] {}", name(square), figures(lost)))
            }
            What::RidesOn { unit } => of(unit, "ride[s] on"),
            What::Advances { unit } => of(unit, "move[s] up"),
            What::Retires { unit, by } => of(unit, &format!("retire[s] {by}")),
            What::FollowsUp { unit } => of(unit, "follow[s] up"),
            What::Parted { a, b } => format!("{} and {} part", name(a), name(b)),
            What::Recalled { unit, returned } => {
                let back = "return[s] to where [its|their] charge began";
                of(unit, if *returned { back } else { "stay[s] where [it is|they are]" })
            }
            What::NotRecalled { unit, lost } => {
                of(unit, &format!("lose[s] {} and may not move next turn", figures(lost)))
            }
            What::Gone { unit, how } => match how {
                Standing::Routed => of(unit, "rout[s] off the field"),
                Standing::Destroyed => of(unit, "[is|are] destroyed"),
                Standing::WipedOut => of(unit, "[has|have] nobody left"),
                Standing::LeftTable => of(unit, "[is|are] driven off the table"),
                Standing::OnTable | Standing::Undeployed | Standing::AtEdge => of(unit, "[is|are] away"),
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

/// "marches 6.8", wheels 5° left"; whoever neither goes nor wheels stays where it is.
fn walked(way: Way, doubled: bool) -> String {
    let how = if doubled { " at the double" } else { "" };
    // Half a degree and more counts as the next.
    let degrees = (way.wheel.unsigned_abs() * 360 + 32_768) / 65_536;
    let wheel = (degrees > 0)
        .then(|| format!("wheel[s] {degrees}° {}", if way.wheel < 0 { "left" } else { "right" }));
    let went = (way.ahead.0 > 0).then(|| format!("march[es] {}{how}", to_tenths(way.ahead)));
    let back = (way.back.0 > 0).then(|| format!("go[es] back {}{how}", to_tenths(way.back)));
    let parts: Vec<String> = [went, back, wheel].into_iter().flatten().collect();
    if parts.is_empty() { "stay[s] where [it is|they are]".to_owned() } else { parts.join(", ") }
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
