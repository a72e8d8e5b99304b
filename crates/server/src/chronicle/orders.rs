//! The story of a game of orders.

use super::{Army, Battle, Chronicle, Clock, Ended, Head, Held, Muster, Piece, Reach, Tie};
use crate::luck::{Kind, Trial};
use crate::view::pair;
use dice::{Chance, Weight as _};
use engine::{Both, Happening as _, Played as _, Side, Throw, Told};
use orders::game::Stage;
use orders::unit::Standing;
use orders::words::{Level, LossResult, Nation};
use orders::{Event, Orders, Unit, UnitId, What};

impl Chronicle for Orders {
    fn battle(&self) -> Battle<'_> {
        let scenario = &*self.scenario;
        let length = scenario.length.unwrap_or_else(|| self.rules.usual_length());
        let (title, date, terrain) = (&scenario.title, &scenario.date, &scenario.terrain);
        Battle { title, date, sheet: "orders", length, terrain }
    }

    fn clock(&self) -> Clock {
        let before = matches!(self.stage, Stage::DeployRoll | Stage::Deploy(..) | Stage::StartOrders(_));
        let (turn, phase) = if before { (0, 0) } else { (self.turn, self.step_now().0) };
        Clock { turn, phase, title: self.phase_title() }
    }

    fn lead(&self) -> i32 {
        self.standings().lead
    }

    fn ground(&self) -> Vec<Held> {
        let all = self.scenario.objectives.iter().zip(&self.holders);
        all.map(|(goal, holder)| Held { name: goal.name.clone(), holder: *holder }).collect()
    }

    fn armies(&self) -> Both<Army> {
        let army = |side: Side| {
            let of = self.leaders.iter().find(|leader| leader.side == side && leader.army);
            let of = of.or_else(|| self.leaders.iter().find(|leader| leader.side == side));
            let nation = of.map_or(Nation::Other, |leader| leader.nation);
            Army { name: self.scenario.sides[side].clone(), nation: nation.word() }
        };
        Both { french: army(Side::French), allied: army(Side::Allied) }
    }

    fn ending(&self) -> Option<Ended> {
        let outcome = self.outcome?;
        let words = What::Ends { winner: outcome.winner, by: outcome.by };
        Some(Ended { winner: outcome.winner, words: words.sentence(self) })
    }

    fn roster(&self) -> Vec<Muster> {
        let known =
            self.units.iter().map(|unit| (&*unit.profile, unit.strength(), unit.is_lost(), end(unit)));
        let coming = self.coming.iter().flat_map(|coming| &coming.units);
        let coming = coming.map(|placed| (&*placed.profile, placed.profile.stands, false, "never came up"));
        let all = known.chain(coming).enumerate();
        all.map(|(i, (profile, left, gone, end))| Muster {
            id: u32::try_from(i).unwrap_or(u32::MAX),
            name: profile.name.to_string(),
            side: profile.side,
            arm: profile.arm.word(),
            brigade: self.corps(profile.corps).name.to_string(),
            start: profile.stands,
            left,
            gone,
            end,
        })
        .collect()
    }

    fn strength_word(&self) -> &'static str {
        "stands"
    }

    fn pieces(&self) -> Vec<Piece> {
        let placed = self.on_table().filter_map(|(id, unit)| {
            Some(Piece {
                id: number(id),
                side: unit.side(),
                nation: unit.profile.nation.word(),
                arm: unit.arm().word(),
                formation: unit.formation.word(),
                rect: unit.rect()?.corners().map(|corner| pair(corner.stored())),
            })
        });
        placed.collect()
    }

    fn tie(event: &Event) -> Tie {
        tie(event)
    }

    fn weight(event: &Event) -> u32 {
        match event.what {
            What::Routed { .. } => 90,
            What::LeaderLoss { result: LossResult::Killed | LossResult::Wounded, .. } => 70,
            What::Withdraws { .. } => 60,
            What::Drops { to: Level::Panic, .. } => 50,
            What::Drops { to: Level::Disrupted, .. } => 30,
            What::Holds { .. } => 40,
            What::MeleeResult { loser: Some(_), .. } => 20,
            What::Drops { .. } => 10,
            _ => 0,
        }
    }

    fn trials(&self, told: &[Told<Event>], n: usize) -> Vec<Trial> {
        let Some(line) = told.get(n) else { return Vec::new() };
        let side = |unit: UnitId| self.unit(unit).side();
        let (who, kind) = match line.event.what {
            What::Hits { unit, .. } => (side(unit), Kind::Hits),
            What::Passes { unit }
            | What::Drops { unit, .. }
            | What::CommandRoll { unit, .. }
            | What::SquareRoll { unit, .. }
            | What::RallyRoll { unit, .. } => (side(unit), Kind::Tests),
            _ => return Vec::new(),
        };
        line.throws.iter().filter_map(|throw| trial(&line.event, throw, who, kind)).collect()
    }
}

fn number(unit: UnitId) -> u32 {
    u32::from(unit.0)
}

/// How a unit stands at the end.
fn end(unit: &Unit) -> &'static str {
    match unit.standing {
        Standing::OnTable => unit.level.word(),
        Standing::Undeployed => "never placed",
        Standing::AtEdge => "never entered",
        Standing::Routed => "dispersed",
        Standing::Withdrawn => "withdrawn",
    }
}

/// Ranks, from causes to what follows.
const ACT: u8 = 1;
const ANSWER: u8 = 2;
const HIT: u8 = 4;
const TEST: u8 = 6;
const RESULT: u8 = 9;
const AFTER: u8 = 10;
const LEADER: u8 = 11;

fn tie(event: &Event) -> Tie {
    use Reach::{Nowhere, Step};
    let units: Vec<u32> = event.what.telling().units.into_iter().map(number).collect();
    let of = |rank: u8, reach: Reach| Tie::new(rank, reach, &units);
    match event.what {
        What::TurnBegins { .. } => Tie::head(Head::Turn),
        What::StepBegins { .. } => Tie::head(Head::Phase),
        What::Charges { .. } | What::Fires { .. } | What::MeleeRound { .. } => {
            let bears = of(ACT, Nowhere);
            bears.bearing_on(&units)
        }
        What::SquareRoll { .. } => of(ANSWER, Step),
        What::Hits { target, .. } => Tie::new(HIT, Step, &[number(target)]).bearing_on(&[number(target)]),
        What::MeleeResult { .. } => of(HIT, Step).bearing_on(&units),
        What::Owes { .. } => Tie { heeds: true, ..of(TEST, Step) },
        What::Passes { .. } | What::Drops { .. } => of(RESULT, Step),
        What::FallsBack { .. } | What::Stopped { .. } | What::FallsOff { .. } | What::Advances { .. } => {
            of(AFTER, Step)
        }
        What::Routed { .. } => Tie { alarms: true, ..of(AFTER, Step) },
        What::LeaderLoss { .. } => Tie { alarms: true, ..of(LEADER, Step) },
        _ => of(ACT, Nowhere),
    }
}

fn trial(event: &Event, throw: &Throw, side: Side, kind: Kind) -> Option<Trial> {
    let sides = throw.pool.sides;
    let reaches = |need: i32| {
        let faces =
            (i32::try_from(sides).unwrap_or(10) + 1 - need).clamp(0, i32::try_from(sides).unwrap_or(10));
        Chance::of(u128::from(faces.unsigned_abs()), u128::from(sides))
    };
    if kind == Kind::Hits {
        let need = throw.need?;
        let hits = throw.faces.iter().filter(|face| **face >= need).count();
        return Some(Trial {
            side,
            kind,
            tries: throw.pool.count,
            successes: u32::try_from(hits).unwrap_or(u32::MAX),
            chance: reaches(i32::try_from(need).ok()?),
        });
    }
    // A 1 always fails; the working holds the printed number first, then what is added to the die.
    let (_, printed) = event.working.parts().first().copied()?;
    let need = (2 * printed - event.working.total()).max(2);
    let passed = match event.what {
        What::Passes { .. } => true,
        What::Drops { .. } => false,
        What::CommandRoll { passes, .. }
        | What::SquareRoll { passes, .. }
        | What::RallyRoll { passes, .. } => passes,
        _ => return None,
    };
    Some(Trial { side, kind, tries: 1, successes: u32::from(passed), chance: reaches(need) })
}
