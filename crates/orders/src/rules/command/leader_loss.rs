//! Leaders in danger: the die, what it does to the leader, and whom his death shakes.

pub(crate) mod die;

use crate::ids::{house, rule};
use crate::rules::ground::placing;
use crate::rules::morale::{self, Imposed};
use crate::rules::outlook::{self, Outlook};
use crate::state::answer::Answer;
use crate::state::event::{Cause, Event, What};
use crate::state::game::Orders;
use crate::state::refusal::Refusal;
use crate::state::unit::{GeneralId, Presence, UnitId};
use crate::state::words::LossResult;
use engine::sight::{Answers, AnyOfThese};
use engine::{Ask, FactKind, Form, FormKind, PlainAnswer as _, Routine, Side, Umpire, one_of};
use rulebook::RuleId;
use serde::Serialize;
use table::{Inches, Rect};

pub use die::read;

/// Others who owe checks for what has happened to a unit or its leader, those equally near together.
#[derive(Clone, Debug)]
pub(crate) struct Echo {
    cause: Cause,
    rule: Option<RuleId>,
    checks: u32,
    groups: Vec<Vec<UnitId>>,
}

/// Tests a leader with a unit that has thrown a 1, and carries the result out.
pub(crate) fn test<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    leader: GeneralId,
    unit: UnitId,
    enemy: Option<UnitId>,
) -> Result<Option<Echo>, U::Pause> {
    let hand = umpire.hand(game.unit(unit).side());
    let Some(loss) = read(hand, &game.rules)?.cloned() else { return Ok(None) };
    let result = loss.result;
    umpire.tell(|| {
        let rules = [rule!("orders.leader-loss.die"), loss.rule, rule!("orders.mc.natural-1.leader")];
        Event::new(What::LeaderLoss { leader, result }, &rules)
    });
    let at = usize::from(leader.0);
    match result {
        LossResult::Unhurt => {}
        LossResult::Detached | LossResult::Back => {
            let place = placing::leader_back(game, leader, unit, enemy, loss.inches.unwrap_or_default());
            let body = &mut game.leaders_mut()[at];
            body.attached = None;
            body.at = place;
            body.shaken = true;
        }
        LossResult::Grazed => {
            let place = fallen_at(game, leader);
            // Away for whole turns: back in step 1 of the turn after them.
            let back = game.turn + loss.turns.unwrap_or_default() + 1;
            let body = &mut game.leaders_mut()[at];
            body.presence = Presence::Grazed(back);
            body.attached = None;
            body.at = place;
        }
        LossResult::Wounded => remove(game, leader),
        LossResult::Killed => {
            let echo = shock(game, umpire, leader, unit)?;
            remove(game, leader);
            return Ok(echo);
        }
    }
    Ok(None)
}

/// Where a leader is when he leaves the table: his return is measured from there.
fn fallen_at(game: &Orders, leader: GeneralId) -> Option<table::Point> {
    game.leader(leader).and_then(|body| game.leader_at(body))
}

/// A leader is gone; a corps commander is replaced next turn where the house plays so.
pub(crate) fn remove(game: &mut Orders, leader: GeneralId) {
    let place = fallen_at(game, leader);
    let turn = game.turn;
    let replaced = game.rules.plays(house!("leader.replacement", "next-turn"));
    let Some(body) = game.leaders_mut().get_mut(usize::from(leader.0)) else { return };
    let commands = body.corps.is_some();
    body.presence = if commands && replaced { Presence::Replaced(turn + 1) } else { Presence::Gone };
    body.attached = None;
    body.at = place;
}

/// The shock of a leader's death: who feels it, measured where he falls.
fn shock<U: Umpire<Orders>>(
    game: &Orders,
    umpire: &mut U,
    leader: GeneralId,
    unit: UnitId,
) -> Result<Option<Echo>, U::Pause> {
    let Some((rule, within, checks)) = game.rules.shock() else { return Ok(None) };
    let both = game.rules.plays(house!("leader.loss", "both-sides"));
    let of = game.leader(leader).map_or(game.unit(unit).side(), |body| body.side);
    let groups = umpire.see(game, Nearby { unit, of, both, own: true, within })?;
    Ok(Some(Echo { cause: Cause::Shock, rule: Some(rule), checks, groups }))
}

/// Friends near a unit that is routed, where the house makes them check.
pub(crate) fn rout_echo<U: Umpire<Orders>>(
    game: &Orders,
    umpire: &mut U,
    unit: UnitId,
) -> Result<Echo, U::Pause> {
    let of = game.unit(unit).side();
    let groups = umpire.see(game, Nearby { unit, of, both: false, own: false, within: Inches::whole(3) })?;
    Ok(Echo { cause: Cause::Rout, rule: None, checks: 1, groups })
}

/// The units that are shaken check one after another, the nearest first; among equally near ones their owner chooses.
pub(crate) fn answer<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    echo: Echo,
) -> Result<(), U::Pause> {
    let Echo { cause, rule, checks, mut groups } = echo;
    let enemy_picks = game.rules.plays(house!("mc.sequence", "attacker-picks"));
    if enemy_picks {
        groups = by_side(game, groups.concat());
    }
    for mut group in groups {
        loop {
            group.retain(|unit| game.unit(*unit).on_table());
            let next = match group.as_slice() {
                [] => break,
                [only] => *only,
                [first, ..] => {
                    let owner = game.unit(*first).side();
                    let side = if enemy_picks { owner.enemy() } else { owner };
                    umpire.ask(game, NextShock { side, units: group.clone() })?
                }
            };
            group.retain(|unit| *unit != next);
            morale::suffer(game, umpire, Imposed { unit: next, drops: 0, checks, cause, enemy: None, rule })?;
        }
    }
    Ok(())
}

fn by_side(game: &Orders, units: Vec<UnitId>) -> Vec<Vec<UnitId>> {
    let (french, allied) = units.into_iter().partition(|unit| game.unit(*unit).side() == Side::French);
    vec![french, allied]
}

engine::sight! {
    /// Units near a place where something terrible happens, the nearest first, those equally near together; one side's
    /// before the other's.
    pub struct Nearby of Orders {
        /// It happens to this unit.
        pub unit: UnitId,
        pub of: Side,
        pub both: bool,
        /// The unit itself counts.
        pub own: bool,
        pub within: Inches,
    } -> Vec<Vec<UnitId>>;
    word: "nearby";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |f, _| Some(if f.own { vec![vec![f.unit]] } else { Vec::new() });
    stale: AnyMove;
    measured: |f, g| f.groups(g);
    text: |f, g| {
        let whose = if f.both { "units of both sides" } else { "friends" };
        let own = if f.own { ", itself first" } else { "" };
        format!("Which {whose} stand within {} of {}, nearest first{own}?", f.within, g.name(f.unit))
    };
    answers: |f, g| OneByOne(AnyOfThese(g.ids().filter(|id| f.counts(g, *id)).collect()));
}

impl Nearby {
    fn counts(&self, game: &Orders, id: UnitId) -> bool {
        let side = game.unit(id).side();
        (self.own || id != self.unit) && (self.both || side == self.of)
    }

    fn groups(&self, game: &Orders) -> Vec<Vec<UnitId>> {
        let Some(here) = game.unit(self.unit).rect().copied() else { return Vec::new() };
        let gap = |there: &Rect| here.distance(there);
        let near = game.on_table().filter(|(id, _)| self.counts(game, *id));
        let mut near: Vec<(Inches, bool, UnitId)> = near
            .filter_map(|(id, unit)| Some((gap(unit.rect()?), unit.side() != self.of, id)))
            .filter(|(gap, _, id)| *id == self.unit || game.rules.within(*gap, self.within))
            .map(|(gap, other, id)| if id == self.unit { (Inches(-1), other, id) } else { (gap, other, id) })
            .collect();
        near.sort();
        let mut groups: Vec<Vec<UnitId>> = Vec::new();
        let mut last = None;
        for (gap, other, id) in near {
            match groups.last_mut() {
                Some(group) if last == Some((gap, other)) => group.push(id),
                _ => groups.push(vec![id]),
            }
            last = Some((gap, other));
        }
        groups
    }
}

/// Units told one after another: no two as near as each other.
struct OneByOne(AnyOfThese<UnitId>);

impl Answers<Orders, Vec<Vec<UnitId>>> for OneByOne {
    fn kind(&self, game: &Orders) -> FactKind {
        self.0.kind(game)
    }

    fn read(&self, game: &Orders, answer: &[u32]) -> Option<Vec<Vec<UnitId>>> {
        let units = self.0.read(game, answer)?;
        Some(units.into_iter().map(|unit| vec![unit]).collect())
    }

    fn write(&self, game: &Orders, value: &Vec<Vec<UnitId>>) -> Option<Vec<u32>> {
        self.0.write(game, &value.concat())
    }
}

/// Which unit near a fallen leader checks next, of those equally near.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextShock {
    pub side: Side,
    pub units: Vec<UnitId>,
}

impl Ask<Orders> for NextShock {
    const WORD: &'static str = "next-test";
    const ROUTINE: Option<Routine> = Some(Routine::listed("Who checks morale first when a leader falls"));
    type Granted = UnitId;

    fn side(&self, _: &Orders) -> Side {
        self.side
    }

    fn grant(&self, game: &Orders, answer: &Answer) -> Result<UnitId, Refusal> {
        one_of(answer, &self.units, |unit| game.name(unit))
    }

    fn decline(&self, _: &Orders) -> Answer {
        Answer::first_of(&self.units)
    }

    fn prompt(&self, _: &Orders) -> String {
        "A leader fell: choose which unit checks its morale next.".to_owned()
    }

    fn waited_for(&self, _: &Orders) -> String {
        "who checks next.".to_owned()
    }

    fn form(&self, _: &Orders) -> Form<Answer> {
        Form::units(FormKind::Next, None, &self.units, Answer::Unit)
    }

    fn outlook(&self, game: &Orders, answer: &Answer) -> Option<Outlook> {
        outlook::check(game, answer.unit()?, Cause::Shock)
    }

    fn beforehand(&self, _: &Orders, value: &str) -> Option<Answer> {
        (value == Routine::LISTED).then(|| Answer::first_of(&self.units))
    }
}
