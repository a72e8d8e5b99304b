//! What happened: the fields of each event, whom it is about, how much it weighs, and its sentence.

use crate::ids::Ids;
use crate::state::game::{Ending, Volley};
use crate::state::unit::{GeneralId, Standing, UnitId};
use crate::state::words::{Band, Formation, Owed, Phase, Silence, Stop, Test, Verdict};
use engine::event::Reach::{Nowhere, Phase as InPhase, Step, Turn};
use engine::event::{Deed, rank};
use engine::wording::{listed, says, to_tenths};
use engine::{Heading, Name, Side, Standings, Telling, Tone, Weight};
use serde::Serialize;
use std::borrow::Cow;
use table::{Inches, Leg, Pose};

/// A sum with its parts: each number with the rule that gives it.
pub type Working = engine::Working<Ids>;

/// An event of the log.
pub type Event = engine::Event<What, Ids>;

engine::events! {
    /// What may happen.
    pub enum What of Volley, told of game {
        TurnBegins { turn: u32 }
            [Telling::heading(Heading::Turn(*turn))]
            => format!("Turn {turn}");
        PhaseBegins { number: u8, phase: Phase }
            [Telling::heading(Heading::Phase(*number))]
            => format!("Phase {number} · {}", phase_title(game, *phase));
        Deployed { unit: UnitId }
            [Telling::of([*unit])]
            => told(game, unit, "[is|are] deployed");
        ReserveRoll { side: Side, command: String, arrives: bool }
            [Telling::plain().matters_if(*arrives)]
            => {
                let comes = if *arrives { "it comes up" } else { "not yet" };
                format!("{} reserve {command}: {comes}", nation(game, *side))
            };
        Enters { unit: UnitId }
            [Telling::of([*unit]).does(Deed::Marches)]
            => told(game, unit, "enter[s] the table");
        Unlimbered { unit: UnitId }
            [Telling::of([*unit]).does(Deed::Forms)]
            => told(game, unit, "unlimber[s]");
        Turned { unit: UnitId }
            [Telling::of([*unit]).does(Deed::Turns)]
            => told(game, unit, "[is|are] turned");
        /// A gun that may name no target, and why.
        Silent { battery: UnitId, why: NoTarget }
            [Telling::of([*battery]).weighs(Weight::Move)]
            => told(game, battery, &format!("[has|have] no target: {}", why.said(game)));
        Fires { battery: UnitId, target: UnitId, band: Band, dice: u32, need: u32, carried: bool }
            [Telling::of([*battery, *target]).weighs(Weight::Shot).follows(if *carried { rank::ANSWER } else { rank::ACT }, if *carried { Step } else { Nowhere }).fate_of([*target])]
            => {
                let at = format!("{}, {band} range: {}, {}", game.name(*target), of_dice(*dice), needs(*need));
                match carried {
                    true => format!("The shot carries through to {at}"),
                    false => told(game, battery, &format!("fire[s] on {at}")),
                }
            };
        Hit { unit: UnitId, by: UnitId, hits: u32 }
            [Telling::of([*unit, *by]).weighs(Weight::Hit).follows(rank::HIT, Step).fate_of([*unit]).bears_on([*unit]).barren_if(*hits == 0).hits(*unit, *hits, *by).floats_if(true, if *hits == 0 { *by } else { *unit }, hit_in_short(*hits))]
            => match hits {
                0 => told(game, by, &format!("miss[es] {}", game.name(*unit))),
                _ => told(game, unit, &format!("[is|are] hit {hits}× by {}", game.name(*by))),
            };
        Lost { unit: UnitId, figures: u32 }
            [Telling::of([*unit]).weighs(Weight::Loss).matters_if(*figures > 0).follows(rank::LOST, Turn).bears_on((*figures > 0).then_some(*unit)).fortune((*figures).min(50)).loses(*unit, *figures, None)]
            => told(game, unit, &format!("lose[s] {}", count(*figures)));
        Tests {
            unit: UnitId,
            test: Test,
            target: i32,
            /// Of horse that must roll to be recalled: why.
            owed: Option<Owed>,
        }
            [Telling::of([*unit]).weighs(Weight::Move).follows(rank::TEST, Turn).heeds()]
            => {
                let owed = owed.map(|owed| format!("; nobody is asked: {owed}")).unwrap_or_default();
                told(game, unit, &format!("test[s] morale ({}): {target} or less{owed}", test_title(*test)))
            };
        Tested { unit: UnitId, test: Test, verdict: Verdict }
            [
                Telling::of([*unit])
                    .weighs(Weight::Check)
                    .matters_if(*verdict != Verdict::Pass)
                    .tone(bad_if(*verdict == Verdict::Rout))
                    .follows(rank::TESTED, Step)
                    .floats_if(*verdict == Verdict::Fail && *test != Test::Recall, *unit, "wavers")
            ]
            => told(game, unit, match (test, verdict) {
                (Test::Recall, Verdict::Pass) => "rall[ies|y] to the recall",
                (Test::Recall, Verdict::Fail | Verdict::Rout) => "[does|do] not hear the recall",
                (_, Verdict::Pass) => "pass[es]",
                (_, Verdict::Fail) => "waver[s]",
                (_, Verdict::Rout) => "break[s]",
            });
        Halted { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Result).follows(rank::RESULT, Step)]
            => told(game, unit, "halt[s]");
        CarriesOn { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Shot).follows(rank::RESULT, Step)]
            => told(game, unit, "carr[ies|y] on");
        /// It wavered, and that has no effect on it.
        StaysPut { unit: UnitId }
            [Telling::of([*unit]).weighs(Weight::Shot).follows(rank::RESULT, Step)]
            => told(game, unit, "stay[s] as [it is|they are]: wavering has no other effect here");
        Formed { unit: UnitId, formation: Formation }
            [Telling::of([*unit]).does(Deed::Forms).follows(rank::RESULT, Step)]
            => match formation {
                Formation::Limbered => told(game, unit, "limber[s]"),
                Formation::Unlimbered => told(game, unit, "unlimber[s]"),
                Formation::Column
                | Formation::Line
                | Formation::Square
                | Formation::Masse
                | Formation::Skirmish => told(game, unit, &format!("form[s] {formation}")),
            };
        /// Another facing, and the same formation.
        Faced { unit: UnitId }
            [Telling::of([*unit]).does(Deed::Turns).follows(rank::RESULT, Step)]
            => told(game, unit, "turn[s] where [it stands|they stand]");
        NoRoom { unit: UnitId, formation: Formation, lost: u32 }
            [Telling::of([*unit]).matters().follows(rank::AFTER, Step).bears_on_all().fortune((*lost).min(50)).loses(*unit, *lost, Some(*unit))]
            => told(game, unit, &format!("[has|have] no room to form {formation} and lose[s] {}", count(*lost)));
        CrowdedLosses { unit: UnitId, lost: u32 }
            [Telling::of([*unit]).weighs(Weight::Loss).matters().follows(rank::AFTER, Step).bears_on_all().fortune((*lost).min(50)).loses(*unit, *lost, Some(*unit))]
            => told(game, unit, &format!("[is|are] crowded and lose[s] {}", count(*lost)));
        FellBack { unit: UnitId, by: Inches }
            [Telling::of([*unit]).weighs(Weight::Result).follows(rank::RESULT, Step)]
            => told(game, unit, &format!("fall[s] back {by}"));
        Marched {
            unit: UnitId,
            doubled: bool,
            /// `None` beside real figures: then it is said how far it may go.
            way: Option<Way>,
            allowance: Inches,
        }
            [Telling::of([*unit]).in_inches().does(Deed::Marches)]
            => told(game, unit, &match (way, doubled) {
                (Some(way), _) => walked(*way, *doubled),
                (None, true) => format!("move[s] at the double, up to {allowance}"),
                (None, false) => format!("move[s], up to {allowance}"),
            });
        Lapsed { unit: UnitId }
            [Telling::of([*unit])]
            => told(game, unit, "[is|are] locked in a firefight: [its|their] order lapses");
        Rides { general: GeneralId, join: Option<UnitId> }
            [Telling::of(*join).fate_of([]).of_general(*general)]
            => match join {
                Some(unit) => format!("{} joins {}", officer(game, *general), game.name(*unit)),
                None => format!("{} rides", officer(game, *general)),
            };
        ChargeRoll { unit: UnitId, may: bool }
            [Telling::of([*unit]).weighs(if *may { Weight::Aside } else { Weight::Result }).follows(rank::ROLL, Nowhere)]
            => {
                let may = if *may { "may charge" } else { "will not charge this turn" };
                format!("{} {may}", game.name(*unit))
            };
        Charges { unit: UnitId, target: UnitId, flank: bool }
            [Telling::of([*unit, *target]).weighs(Weight::Hit).matters().tone(Tone::Strong).follows(rank::ACT, Step).bears_on_all().does(Deed::Charges)]
            => {
                let flank = if *flank { " in flank or rear" } else { "" };
                told(game, unit, &format!("charge[s] {}{flank}", game.name(*target)))
            };
        /// What a ride meets: the units it strikes on its way, and whether it gets to the one it was ordered against.
        Meets { unit: UnitId, target: UnitId, on_way: Vec<UnitId>, reached: bool }
            [
                Telling::of([*unit].into_iter().chain(on_way.iter().copied()).chain((*reached || on_way.is_empty()).then_some(*target)))
                    .weighs(if *reached { Weight::Aside } else { Weight::Result })
                    .follows(rank::ROUND, Step)
                    .fate_of([*unit])
                    // Those on the way were not charged by name: what becomes of them comes of this.
                    .bears_on(on_way.iter().copied().chain((!on_way.is_empty()).then_some(*unit)))
                    .floats_if(!*reached && on_way.is_empty(), *unit, "stops short")
            ]
            => {
                let (there, struck) = (game.name(*target), named(game, on_way));
                told(game, unit, &match (struck, reached) {
                    (None, true) => format!("reach[es] {there}"),
                    (None, false) => format!("stop[s] short and [does|do] not reach {there}"),
                    (Some(struck), true) => format!("strike[s] {struck} on the way to {there}"),
                    (Some(struck), false) => format!("run[s] into {struck} on the way to {there}"),
                })
            };
        Gallops { unit: UnitId, rate: Inches, bonus: u32, wheel: Inches, reach: Inches }
            [Telling::of([*unit]).follows(rank::ANSWER, Step).in_inches()]
            => told(game, unit, &galloped(*rate, *bonus, *wheel, *reach));
        Shoots { unit: UnitId, target: UnitId, dice: u32, need: u32 }
            [Telling::of([*unit, *target]).weighs(Weight::Shot).follows(rank::ANSWER, InPhase).fate_of([*target])]
            => {
                let at = format!("shoot[s] at {}: {}, {}", game.name(*target), of_dice(*dice), needs(*need));
                told(game, unit, &at)
            };
        Evades { unit: UnitId, by: u32 }
            [Telling::of([*unit]).weighs(Weight::Result).follows(rank::ROUND, Step).fate_of([*unit])]
            => told(game, unit, &format!("run[s] {}", Inches::whole(*by as i32)));
        CutDown { unit: UnitId, by: UnitId }
            [Telling::of([*unit, *by]).matters().tone(Tone::Bad).falls().follows(rank::RESULT, Turn).fortune(80)]
            => told(game, unit, &format!("[is|are] cut down by {}", game.name(*by)));
        Stopped { unit: UnitId, by: Stop }
            [Telling::of([*unit]).follows(rank::ROUND, Step).fate_of([*unit])]
            => told(game, unit, &format!("[is|are] stopped by {by}"));
        ShortOf { unit: UnitId, target: UnitId, by: Inches, formation: Formation }
            [Telling::of([*unit, *target]).weighs(Weight::Result).follows(rank::ROUND, Step).fate_of([*unit]).floats_if(true, *unit, "stops short")]
            => told(game, unit, &format!("stop[s] short, {by} from {}, in {formation}", game.name(*target)));
        ClosesIn { unit: UnitId, target: UnitId }
            [Telling::of([*unit, *target]).follows(rank::RESULT, Turn).bears_on_all()]
            => told(game, unit, &format!("close[s] with {}", game.name(*target)));
        Presses { unit: UnitId }
            [Telling::of([*unit]).follows(rank::RESULT, Step)]
            => told(game, unit, "take[s] the loss and go[es] in");
        CounterCharges { unit: UnitId, charger: UnitId }
            [Telling::of([*unit, *charger]).matters().follows(rank::RESULT, Turn).bears_on_all()]
            => told(game, unit, &format!("go[es] in against {}", game.name(*charger)));
        SquareRoll { unit: UnitId, formed: bool }
            [Telling::of([*unit]).weighs(Weight::Hit).follows(rank::ROLLED, Step)]
            => told(game, unit, if *formed { "form[s] square in time" } else { "[is|are] too late for square" });
        SupportedBy { gun: UnitId, unit: UnitId }
            [Telling::of([*gun, *unit]).follows(rank::ANSWER, Step).fate_of([*gun])]
            => told(game, unit, &format!("fight[s] for {}", game.name(*gun)));
        MeleeRound { a: UnitId, b: UnitId, dice: [u32; 2], need: [u32; 2] }
            [Telling::of([*a, *b]).weighs(Weight::Hit).tone(Tone::Strong).follows(rank::ROUND, Turn)]
            => {
                let fights = |unit: &UnitId, n: usize| {
                    format!("{} ({}, {})", game.name(*unit), of_dice(dice[n]), needs(need[n]))
                };
                format!("Melee: {} against {}", fights(a, 0), fights(b, 1))
            };
        MeleeLosses { a: UnitId, b: UnitId, lost: [u32; 2], loser: Option<UnitId>, both_gone: bool }
            [Telling::of([*a, *b]).weighs(Weight::Loss).matters().follows(rank::HIT, Step).bears_on_all().fortune(20 + lost[0].max(lost[1])).loses(*a, lost[0], Some(*b)).loses(*b, lost[1], Some(*a))]
            => {
                let end = match loser {
                    Some(loser) => told(game, loser, "lose[s] the melee"),
                    None if *both_gone => "neither is left".to_owned(),
                    None => "nobody gives way".to_owned(),
                };
                let loses = |unit: &UnitId, lost: u32| told(game, unit, &format!("lose[s] {lost}"));
                format!("{}, {}: {end}", loses(a, lost[0]), loses(b, lost[1]))
            };
        FightsOn {
            a: UnitId,
            b: UnitId,
            /// Horse that must roll to be recalled for it.
            recall: Vec<UnitId>,
        }
            [Telling::of([*a, *b]).weighs(Weight::Hit).follows(rank::RESULT, Step).bears_on_all().floats_if(true, *a, "fights on")]
            => {
                let rolls = named(game, recall)
                    .map(|horse| format!("; {horse} must roll to be recalled at the end of the turn"));
                format!("{} and {} fight on{}", game.name(*a), game.name(*b), rolls.unwrap_or_default())
            };
        RiddenDown { unit: UnitId, by: UnitId }
            [Telling::of([*unit, *by]).weighs(Weight::Gone).matters().tone(Tone::Bad).falls().follows(rank::RESULT, Turn).fortune(80)]
            => told(game, unit, &format!("[is|are] destroyed by {}", game.name(*by)));
        PassesThrough {
            unit: UnitId,
            square: UnitId,
            lost: u32,
            /// It must roll to be recalled for it.
            recall: bool,
        }
            [Telling::of([*unit, *square]).weighs(Weight::Loss).matters_if(*lost > 0).follows(rank::HIT, Turn).bears_on([*unit]).fortune((*lost).min(50)).loses(*unit, *lost, Some(*square))]
            => {
                let then = if *recall { "; [it|they] must roll to be recalled at the end of the turn" } else { "" };
                told(game, unit, &format!("pass[es] by {} and lose[s] {}{then}", game.name(*square), count(*lost)))
            };
        RidesOn { unit: UnitId }
            [Telling::of([*unit]).follows(rank::RESULT, Step)]
            => told(game, unit, "ride[s] on");
        Advances { unit: UnitId }
            [Telling::of([*unit]).follows(rank::AFTER, Step)]
            => told(game, unit, "move[s] up");
        Retires { unit: UnitId, by: Inches }
            [Telling::of([*unit]).follows(rank::RESULT, Step)]
            => told(game, unit, &format!("retire[s] {by}"));
        FollowsUp { unit: UnitId }
            [Telling::of([*unit]).follows(rank::AFTER, Step)]
            => told(game, unit, "follow[s] up");
        Parted { a: UnitId, b: UnitId }
            [Telling::of([*a, *b]).follows(rank::RESULT, Step).fate_of([*a])]
            => format!("{} and {} part", game.name(*a), game.name(*b));
        Recalled { unit: UnitId, returned: bool }
            [Telling::of([*unit]).follows(rank::RESULT, Step)]
            => told(game, unit, match returned {
                true => "return[s] to where [its|their] charge began",
                false => "stay[s] where [it is|they are]",
            });
        NotRecalled {
            unit: UnitId,
            lost: u32,
            /// Units are left.
            left: bool,
            /// It must roll again next turn.
            again: bool,
        }
            [Telling::of([*unit]).weighs(Weight::Loss).matters().follows(rank::RESULT, Step).fortune((*lost).min(50)).loses(*unit, *lost, Some(*unit))]
            => {
                let then = match (left, again) {
                    (false, _) => "",
                    (true, false) => " and may not move next turn",
                    (true, true) => " and may not move next turn, at the end of which [it|they] must roll again",
                };
                told(game, unit, &format!("lose[s] {}{then}", count(*lost)))
            };
        Gone { unit: UnitId, how: Standing }
            [Telling::of([*unit]).weighs(Weight::Gone).matters().tone(Tone::Bad).falls().follows(rank::AFTER, Step).alarms().fortune(90)]
            => told(game, unit, match how {
                Standing::Routed => "rout[s] off the field",
                Standing::Destroyed => "[is|are] destroyed",
                Standing::WipedOut => "[has|have] nobody left",
                Standing::LeftTable => "[is|are] driven off the table",
                Standing::OnTable | Standing::Undeployed | Standing::AtEdge => "[is|are] away",
            });
        GeneralHit {
            general: GeneralId,
            /// The unit he was with.
            with: Option<UnitId>,
            lost: bool,
        }
            [Telling::of(*with).matters_if(*lost).tone(bad_if(*lost)).follows(rank::GENERAL, InPhase).of_general(*general)]
            => format!("{} {}", officer(game, *general), if *lost { "falls" } else { "is unhurt" });
        GeneralTaken { general: GeneralId }
            [Telling::plain().matters().tone(Tone::Bad).follows(rank::GENERAL_AFTER, Step).fate_of([]).of_general(*general)]
            => format!("{} is taken", officer(game, *general));
        GeneralMoves {
            general: GeneralId,
            /// The unit he was with.
            from: Option<UnitId>,
            to: Option<UnitId>,
        }
            [Telling::of(*to).follows(rank::GENERAL_AFTER, Step).fate_of(*from).of_general(*general)]
            => match to {
                Some(unit) => format!("{} rides to {}", officer(game, *general), game.name(*unit)),
                None => format!("{} is alone", officer(game, *general)),
            };
        Drink { phase: bool }
            [Telling::plain()]
            => if *phase { "Drinking phase. You know what to do" } else { "A drink is taken" }.to_owned();
        Toast { to: &'static str }
            [Telling::plain()]
            => format!("A toast to {to}");
        /// Ground that stays with its last holder is another's from now on.
        Holds { objective: usize, side: Side }
            [Telling::plain().weighs(Weight::Result).matters().fortune(40).of_ground(*objective)]
            => {
                let place = game.scenario.objectives.get(*objective).map_or("?", |place| place.name.as_str());
                format!("{} hold {place}", nation(game, *side))
            };
        Ends { winner: Option<Side>, by: Ending, turn: u32, stand: Standings }
            [Telling::plain().weighs(Weight::Gone).matters().tone(Tone::Last)]
            => {
                let how = match winner {
                    Some(winner) if *by == Ending::Conceded => {
                        format!("the {} army concedes the battle", nation(game, winner.enemy()))
                    }
                    _ => decided(*winner, *by, *turn, stand),
                };
                match winner {
                    Some(winner) => format!("{} victory: {how}", nation(game, *winner)),
                    None => format!("A draw: {how}"),
                }
            };
    }
}

/// Why a gun has no target, and which unit that comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NoTarget {
    pub why: Silence,
    /// The friend in its way, or the enemy it comes nearest to, and how far off he is; not known beside real figures.
    pub who: Option<UnitId>,
    pub at: Option<Inches>,
}

impl NoTarget {
    /// In a few words: "2/54e stands in its lane, 3.2" ahead".
    pub fn said(&self, game: &Volley) -> String {
        let NoTarget { why, who: Some(who), at: Some(at) } = *self else { return self.why.to_string() };
        let at = to_tenths(at);
        match why {
            Silence::Nobody => format!("{why}; the nearest is {}, {at} off", game.name(who)),
            Silence::Friends => told(game, &who, &format!("stand[s] in its lane, {at} ahead")),
            Silence::Range => told(game, &who, &format!("[is|are] out of range, {at} ahead")),
            Silence::Melee => told(game, &who, &format!("[is|are] in melee, {at} ahead")),
            Silence::Hidden => told(game, &who, &format!("[is|are] out of sight, {at} ahead")),
        }
    }
}

// ------------------------------------------------------------------ its words ----

/// What floats over the table of a shot: beside who fired, or beside who was hit.
fn hit_in_short(hits: u32) -> Cow<'static, str> {
    if hits == 0 { "misses".into() } else { format!("is hit {hits}×").into() }
}

/// A sentence about a unit.
fn told(game: &Volley, unit: &UnitId, what: &str) -> String {
    says(game.name(*unit), what)
}

/// All of them by name; `None` where there are none.
fn named(game: &Volley, units: &[UnitId]) -> Option<String> {
    let names: Vec<&Name> = units.iter().map(|unit| game.name(*unit)).collect();
    (!names.is_empty()).then(|| listed(&names, "and"))
}

/// "gallops 10" + 4" − 3.2" for the wheel: up to 10.8"": what is printed adds up.
fn galloped(rate: Inches, bonus: u32, wheel: Inches, reach: Inches) -> String {
    let (rate, most) = (to_tenths(rate), to_tenths(reach));
    let dice = Inches::whole(bonus as i32);
    // Where nothing ends a ride it goes on beyond the sum.
    let sum = if reach == rate + dice - wheel { most } else { to_tenths(rate + dice - wheel) };
    let wheeled = rate + dice - sum;
    let wheel = if wheeled > Inches::ZERO { format!(" − {wheeled} for the wheel") } else { String::new() };
    format!("gallop[s] {rate} + {dice}{wheel}: up to {most}")
}

/// By what this battle was decided, with its own numbers.
fn decided(winner: Option<Side>, by: Ending, turn: u32, stand: &Standings) -> String {
    let (won, lost) = (winner.unwrap_or(Side::French), winner.unwrap_or(Side::French).enemy());
    let over = format!("turn {turn} was the last of this battle");
    let figures = |side: Side| format!("{} of {}", stand.strength_lost[side], stand.strength[side]);
    match (by, winner) {
        (Ending::Broken, None) => "both armies are broken".to_owned(),
        (Ending::NothingLeft, None) => "neither has anything left".to_owned(),
        (Ending::Broken, Some(_)) => {
            let (gone, of) = (stand.units_lost[lost], stand.units[lost]);
            format!("the enemy is broken, {gone} of {of} units lost")
        }
        (Ending::NothingLeft, Some(_)) => "the enemy has nothing left".to_owned(),
        (Ending::Objectives, _) => {
            format!("by the ground held, {} against {}: {over}", stand.ground[won], stand.ground[lost])
        }
        (Ending::Losses, Some(_)) => {
            let (ours, theirs) = (figures(won), figures(lost));
            format!("by the smaller share of figures lost, {ours} against {theirs}: {over}")
        }
        (Ending::Losses, None) => format!("equal shares of figures lost, and {over}"),
        (Ending::Conceded, _) => "the enemy concedes the battle".to_owned(),
    }
}

fn officer(game: &Volley, general: GeneralId) -> &str {
    game.general(general).map_or("?", |general| &general.name)
}

/// A side by its nation, at the beginning of a sentence.
pub(crate) fn nation(game: &Volley, side: Side) -> String {
    capital(game.nation(side).word())
}

fn bad_if(bad: bool) -> Tone {
    if bad { Tone::Bad } else { Tone::Plain }
}

fn count(figures: u32) -> String {
    if figures == 1 { "1 figure".to_owned() } else { format!("{figures} figures") }
}

fn of_dice(dice: u32) -> String {
    if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") }
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
    let foe = nation(game, Side::Allied);
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

/// A march as it was walked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Way {
    pub ahead: Inches,
    pub back: Inches,
    /// In 65536ths of a turn, to the right.
    pub wheel: i32,
}

impl Way {
    pub(crate) fn of(start: Pose, legs: &[Leg]) -> Way {
        let mut way = Way::default();
        for leg in legs {
            match leg {
                Leg::Ahead(by) => way.ahead.0 += by.0,
                Leg::Back(by) => way.back.0 += by.0,
                Leg::Wheel(by) => way.wheel += by,
                Leg::To(pose) => way.ahead.0 += start.at.distance(pose.at).0,
            }
        }
        way
    }
}

/// "marches 6.8", wheels 5° left"; a unit that neither goes nor wheels stays where it is.
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
