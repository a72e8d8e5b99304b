//! The story of a game of volley.

use super::{Army, Battle, Chronicle, Clock, Ended, Head, Held, Muster, Piece, Reach, Tie};
use crate::luck::{Kind, Trial};
use crate::view::pair;
use dice::{Chance, Pool, Weight as _};
use engine::{About, Both, Happening as _, Side, Throw, Told};
use volley::event::phase_title;
use volley::morale::verdict;
use volley::verdict::{holder, standings};
use volley::words::{Formation, Nation, Verdict};
use volley::{Event, GeneralId, Profile, Stage, Standing, Unit, UnitId, Volley, What};

impl Chronicle for Volley {
    fn battle(&self) -> Battle<'_> {
        let About { title, date, terrain, .. } = &self.scenario.about;
        Battle { title, date, sheet: self.rules.sheet.word(), length: crate::shown::length(self), terrain }
    }

    fn clock(&self) -> Clock {
        if let Stage::Deploy(_) = self.stage {
            return Clock { turn: 0, phase: 0, title: "Deployment".to_owned() };
        }
        Clock { turn: self.turn, phase: self.phase_number(), title: phase_title(self, self.phase()) }
    }

    fn lead(&self) -> i32 {
        standings(self).lead
    }

    fn ground(&self) -> Vec<Held> {
        let all = self.scenario.objectives.iter();
        all.map(|goal| Held { name: goal.name.clone(), holder: holder(self, goal) }).collect()
    }

    fn armies(&self) -> Both<Army> {
        let army = |nation: Nation| Army { name: crate::play::capital(nation.word()), nation: nation.word() };
        Both { french: army(self.nation(Side::French)), allied: army(self.nation(Side::Allied)) }
    }

    fn ending(&self) -> Option<Ended> {
        let outcome = self.outcome?;
        let words = What::Ends { winner: outcome.winner, by: outcome.by };
        Some(Ended { winner: outcome.winner, words: words.sentence(self) })
    }

    fn roster(&self) -> Vec<Muster> {
        let known = self.units.iter().map(|unit| {
            let left = if unit.is_lost() { 0 } else { unit.figures };
            (&*unit.profile, left, unit.is_lost(), end(unit))
        });
        let waiting = self.reserves.iter().flat_map(|reserve| &reserve.units);
        let waiting = waiting.map(|profile| (&**profile, profile.figures, false, "never came up"));
        let all = known.chain(waiting).enumerate();
        all.map(|(i, (profile, left, gone, end))| {
            let Profile { name, side, arm, brigade, figures, .. } = profile;
            Muster {
                id: u32::try_from(i).unwrap_or(u32::MAX),
                name: name.to_string(),
                side: *side,
                arm: arm.word(),
                brigade: brigade.clone(),
                start: *figures,
                left,
                gone,
                end,
            }
        })
        .collect()
    }

    fn strength_word(&self) -> &'static str {
        "figures"
    }

    fn pieces(&self) -> Vec<Piece> {
        let placed = self.ids().filter_map(|id| {
            let unit = self.unit(id);
            let rect = unit.rect()?.corners().map(|corner| pair(corner.stored()));
            Some(Piece {
                id: number(id),
                side: unit.side(),
                nation: unit.nation().word(),
                arm: unit.arm().word(),
                formation: unit.formation.word(),
                rect,
            })
        });
        placed.collect()
    }

    fn tie(event: &Event) -> Tie {
        tie(&event.what)
    }

    fn weight(event: &Event) -> u32 {
        match event.what {
            What::Gone { .. } => 90,
            What::CutDown { .. } | What::RiddenDown { .. } => 80,
            What::MeleeLosses { lost, .. } => 20 + lost[0].max(lost[1]),
            What::Lost { figures, .. } => figures.min(50),
            What::PassesThrough { lost, .. }
            | What::NotRecalled { lost, .. }
            | What::CrowdedLosses { lost, .. }
            | What::NoRoom { lost, .. } => lost.min(50),
            _ => 0,
        }
    }

    fn trials(&self, told: &[Told<Event>], n: usize) -> Vec<Trial> {
        let Some(line) = told.get(n) else { return Vec::new() };
        let before = n.checked_sub(1).and_then(|before| told.get(before)).map(|told| &told.event.what);
        let thrown = |i: usize| throwers(self, &line.event.what, before).get(i).copied();
        let throws = line.throws.iter().enumerate();
        throws.filter_map(|(i, throw)| trial(self, &line.event.what, before, throw, thrown(i))).collect()
    }
}

fn number(unit: UnitId) -> u32 {
    u32::from(unit.0)
}

/// How a unit stands at the end.
fn end(unit: &Unit) -> &'static str {
    match unit.standing {
        Standing::OnTable => match unit.formation {
            Formation::Skirmish => "in open order",
            Formation::Column => "in column",
            Formation::Line => "in line",
            Formation::Square => "in square",
            Formation::Masse => "in masse",
            Formation::Limbered => "limbered",
            Formation::Unlimbered => "unlimbered",
        },
        Standing::Undeployed => "never placed",
        Standing::AtEdge => "never entered",
        Standing::Routed => "routed",
        Standing::Destroyed => "destroyed",
        Standing::WipedOut => "nobody left",
        Standing::LeftTable => "driven off the table",
    }
}

// --------------------------------------------------------------- the tree ----

/// Ranks, from causes to what follows.
const ROLL: u8 = 0;
const ACT: u8 = 1;
const ANSWER: u8 = 2;
const ROUND: u8 = 3;
const HIT: u8 = 4;
const LOST: u8 = 5;
const TEST: u8 = 6;
const TESTED: u8 = 7;
const ROLLED: u8 = 8;
const RESULT: u8 = 9;
const AFTER: u8 = 10;
const GENERAL: u8 = 11;
const GENERAL_AFTER: u8 = 12;

fn tie(what: &What) -> Tie {
    use Reach::{Nowhere, Phase, Step, Turn};
    let of = |rank: u8, reach: Reach, units: &[UnitId]| {
        Tie::new(rank, reach, &units.iter().copied().map(number).collect::<Vec<u32>>())
    };
    let with = |rank: u8, unit: Option<UnitId>| of(rank, Phase, &unit.into_iter().collect::<Vec<UnitId>>());
    match *what {
        What::TurnBegins { .. } => Tie::head(Head::Turn),
        What::PhaseBegins { .. } => Tie::head(Head::Phase),
        What::Deployed { unit }
        | What::Enters { unit }
        | What::Unlimbered { unit }
        | What::Turned { unit }
        | What::Marched { unit, .. }
        | What::Lapsed { unit } => of(ACT, Nowhere, &[unit]),
        What::ReserveRoll { .. }
        | What::Rides { .. }
        | What::Drink { .. }
        | What::Toast { .. }
        | What::Ends { .. } => of(ACT, Nowhere, &[]),
        What::ChargeRoll { unit, .. } => of(ROLL, Nowhere, &[unit]),
        What::Charges { unit, target, .. } => {
            of(ACT, Step, &[unit, target]).bearing_on(&[number(unit), number(target)])
        }
        What::Fires { target, carried: false, .. } => of(ACT, Nowhere, &[target]),
        What::Fires { target, carried: true, .. } => of(ANSWER, Step, &[target]),
        What::Shoots { target, .. } => of(ANSWER, Phase, &[target]),
        What::Gallops { unit, .. } | What::SupportedBy { gun: unit, .. } => of(ANSWER, Step, &[unit]),
        What::Evades { unit, .. } | What::Stopped { unit, .. } | What::ShortOf { unit, .. } => {
            of(ROUND, Step, &[unit])
        }
        What::Hit { unit, .. } => of(HIT, Step, &[unit]).bearing_on(&[number(unit)]),
        What::PassesThrough { unit, square, .. } => {
            of(HIT, Turn, &[unit, square]).bearing_on(&[number(unit)])
        }
        What::Lost { unit, figures: 0 } => of(LOST, Turn, &[unit]),
        What::Lost { unit, .. } => of(LOST, Turn, &[unit]).bearing_on(&[number(unit)]),
        What::Tests { unit, .. } => Tie { heeds: true, ..of(TEST, Turn, &[unit]) },
        What::Tested { unit, .. } => of(TESTED, Step, &[unit]),
        What::SquareRoll { unit, .. } => of(ROLLED, Step, &[unit]),
        What::ClosesIn { unit, target } | What::CounterCharges { unit, charger: target } => {
            of(RESULT, Turn, &[unit, target]).bearing_on(&[number(unit), number(target)])
        }
        What::MeleeRound { a, b, .. } => of(ROUND, Turn, &[a, b]),
        What::MeleeLosses { a, b, .. } => of(HIT, Step, &[a, b]).bearing_on(&[number(a), number(b)]),
        What::FightsOn { a, b } => of(RESULT, Step, &[a, b]).bearing_on(&[number(a), number(b)]),
        What::Halted { unit }
        | What::CarriesOn { unit }
        | What::Formed { unit, .. }
        | What::FellBack { unit, .. }
        | What::Presses { unit }
        | What::RidesOn { unit }
        | What::Retires { unit, .. }
        | What::Recalled { unit, .. }
        | What::NotRecalled { unit, .. }
        | What::Parted { a: unit, .. } => of(RESULT, Step, &[unit]),
        What::CutDown { unit, by } | What::RiddenDown { unit, by } => of(RESULT, Turn, &[unit, by]),
        What::Advances { unit } | What::FollowsUp { unit } => of(AFTER, Step, &[unit]),
        What::NoRoom { unit, .. } | What::CrowdedLosses { unit, .. } => {
            of(AFTER, Step, &[unit]).bearing_on(&[number(unit)])
        }
        What::Gone { unit, .. } => Tie { alarms: true, ..of(AFTER, Step, &[unit]) },
        What::GeneralHit { with: unit, .. } => with(GENERAL, unit),
        What::GeneralMoves { .. } | What::GeneralTaken { .. } => of(GENERAL_AFTER, Step, &[]),
    }
}

// --------------------------------------------------------------- the dice ----

/// Who throws, throw by throw, where dice are thrown to hit.
fn throwers(game: &Volley, what: &What, before: Option<&What>) -> Vec<Side> {
    let side = |unit: UnitId| game.unit(unit).side();
    match *what {
        What::Hit { by, .. } => vec![side(by)],
        // Whoever loses by dice loses by those of the enemy.
        What::Lost { unit, .. } | What::Gone { unit, .. } => vec![side(unit).enemy()],
        What::PassesThrough { square, .. } => vec![side(square)],
        What::MeleeLosses { a, b, .. } => {
            // Whoever has no dice throws none.
            let dice = match before {
                Some(What::MeleeRound { dice, .. }) => *dice,
                _ => [1, 1],
            };
            [a, b].into_iter().zip(dice).filter(|(_, dice)| *dice > 0).map(|(unit, _)| side(unit)).collect()
        }
        _ => Vec::new(),
    }
}

fn trial(
    game: &Volley,
    what: &What,
    before: Option<&What>,
    throw: &Throw,
    thrower: Option<Side>,
) -> Option<Trial> {
    let side = |unit: UnitId| game.unit(unit).side();
    let general = |id: GeneralId| game.general(id).map(|general| general.side);
    let test = |side: Side, passed: bool, chance: Chance| {
        Some(Trial { side, kind: Kind::Tests, tries: 1, successes: u32::from(passed), chance })
    };
    match *what {
        What::Tested { unit, test: of, verdict: found } => {
            let Some(What::Tests { target, .. }) = before else { return None };
            let Pool { sides, .. } = throw.pool;
            let passing =
                (1..=sides).filter(|face| verdict(&game.rules, of, *target, *face) == Verdict::Pass);
            test(side(unit), found == Verdict::Pass, Chance::of(passing.count() as u128, u128::from(sides)))
        }
        What::ReserveRoll { side, arrives, .. } => test(side, arrives, reaches(throw)?),
        What::ChargeRoll { unit, may } => test(side(unit), may, reaches(throw)?),
        What::SquareRoll { unit, formed } => test(side(unit), formed, reaches(throw)?),
        What::GeneralHit { general: id, lost, .. } => {
            let Chance::Exact { ways, of } = reaches(throw)? else { return None };
            test(general(id)?, !lost, Chance::of(of - ways, of))
        }
        _ => {
            let need = throw.need?;
            let hits = throw.faces.iter().filter(|face| **face >= need).count();
            Some(Trial {
                side: thrower?,
                kind: Kind::Hits,
                tries: throw.pool.count,
                successes: u32::try_from(hits).unwrap_or(u32::MAX),
                chance: reaches(throw)?,
            })
        }
    }
}

/// The chance of one die to show the face it needs.
fn reaches(throw: &Throw) -> Option<Chance> {
    let sides = throw.pool.sides;
    let faces = (sides + 1).saturating_sub(throw.need?).min(sides);
    Some(Chance::of(u128::from(faces), u128::from(sides)))
}
