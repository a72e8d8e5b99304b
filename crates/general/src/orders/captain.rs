//! The captain: one door for every question, and what he keeps in his head between them.

use super::charts::Charts;
use super::manner::Manner;
use super::mind::{Appraisal, Mission};
use super::odds::Memo;
use super::picture::{Aim, Footing, Near, Picture, Stand};
use super::shots::Volleys;
use super::turn::Turn;
use super::writing::Writing;
use crate::kit::duty::Duty;
use crate::kit::plan::Plan;
use crate::kit::routes::Routes;
use crate::kit::sight::Sight;
use crate::kit::steady::Steady;
use crate::kit::temper::{Born, Nature, Temper};
use crate::{Captained as _, Executor, Veteran};
use engine::{Game, Players, Said, Side};
use orders::question::{HastySquare, Move, WriteOrders};
use orders::scenario::Scenario;
use orders::words::Formation;
use orders::{Answer, CorpsId, Orders, Question, Rules, Stage, UnitId, ground};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use table::Rect;

/// A player that reckons. He draws no random number: what is his own he was born with.
#[derive(Default)]
pub(crate) struct Captain {
    pub(super) manner: Manner,
    /// What kind of man he is in this battle; in all, where that is given.
    pub(super) born: Born,
    nature: Option<Nature>,
    rules: Option<Arc<Rules>>,
    scenario: Option<Arc<Scenario>>,
    pub(crate) temper: Temper,
    pub(crate) charts: Charts,
    pub(crate) routes: Routes,
    pub(crate) sight: Sight,
    pub(crate) memo: Memo,
    /// The enemy as he stands, and the turn, stage and sides it was drawn for.
    pub(crate) picture: Picture,
    drawn: Option<(u32, Stage, Side, Side)>,
    /// An empty list that is used again and again, for enemies that are being weighed.
    pub(crate) scratch: Cell<Vec<(f64, usize)>>,
    /// The enemies near the unit he moves.
    pub(crate) near: Near,
    /// What the ground does for units as they stood when he last asked, by their numbers.
    stood: RefCell<Vec<Option<(Rect, Formation, Footing)>>>,
    /// A plan he was told to carry out; `None`: he makes his own.
    pub(crate) told: Option<Plan<CorpsId>>,
    /// The corps that are his to lead; `None`: all are.
    pub(crate) led: Option<Vec<CorpsId>>,
    /// How the battle stands, what he does about it, and what that means for each corps.
    pub(crate) appraisal: Appraisal,
    pub(crate) plan: Plan<CorpsId>,
    pub(crate) missions: Vec<Mission>,
    /// What each unit is to do, by its number.
    pub(super) duties: Vec<Option<Duty>>,
    pub(super) memory: Memory,
    /// The turn and sides for which that was worked out.
    pub(crate) planned: Option<(u32, Side, Side)>,
    pub(crate) writing: Writing,
    pub(crate) turn: Turn,
    pub(crate) volleys: Volleys,
}

/// What he remembers from answer to answer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(super) struct Memory {
    /// How all units were formed when he last looked.
    pub(super) formed: Steady<Formation>,
    /// The plan he made, with the turn, the side that moved in it, and whose it is.
    pub(super) made: Option<(u32, Side, Side, Plan<CorpsId>)>,
}

impl Players<Orders> for Captain {
    fn answer(&mut self, side: Side, view: &Orders, question: &Question) -> Answer {
        if !view.measured {
            return view.decline(question);
        }
        self.learn(view);
        self.take_up(view);
        #[expect(clippy::wildcard_enum_match_arm, reason = "questions he knows nothing of he declines")]
        let answer = match question {
            Question::WriteOrders(WriteOrders { side, start }) => self.write(view, *side, *start, question),
            Question::Move(Move { side, only }) => self.act(view, *side, *only, question),
            Question::HastySquare(HastySquare { unit, charger }) => self.hasty_square(view, *unit, *charger),
            Question::Fire(fire) => self.fire(view, &fire.shots),
            Question::NextMelee(next) => self.next_melee(view, &next.fights),
            Question::NextShock(next) => self.next_shock(view, &next.units),
            Question::Advance(advance) => self.advance(view, advance.unit),
            _ => view.decline(question),
        };
        debug_assert!(view.check(question, &answer).is_ok(), "{side:?} {question:?}: {answer:?}");
        answer
    }

    fn says(&self, side: Side, view: &Orders) -> Option<Said> {
        let is_planned = self.planned.is_some_and(|(turn, _, of)| (turn, of) == (view.turn, side));
        let says = || Said { turn: view.turn, says: Orders::said(view, &self.plan), expects: None };
        is_planned.then(says)
    }
}

impl Veteran<Orders> for Captain {
    fn begin(&mut self, seed: u64) {
        let mut born = Born::of(seed);
        born.nature = self.nature.unwrap_or(born.nature);
        let temper = if self.manner.schooled { Temper::of(born) } else { self.temper };
        let Captain { manner, nature, rules, scenario, charts, routes, sight, memo, told, .. } =
            std::mem::take(self);
        let led = told.as_ref().map(Plan::commands);
        *self = Captain {
            born,
            nature,
            temper,
            rules,
            scenario,
            charts,
            routes,
            sight,
            memo,
            told,
            led,
            ..Captain::of(manner)
        };
    }

    fn lead(&mut self, view: &Orders, side: Side, commands: &[String]) -> bool {
        let his = |id: &CorpsId| {
            let corps = view.corps(*id);
            corps.side == side && commands.iter().any(|name| **name == *corps.name)
        };
        self.led = Some(view.corps_ids().filter(his).collect());
        true
    }

    fn mind(&self) -> Option<String> {
        serde_json::to_string(&self.memory).ok()
    }

    fn remind(&mut self, mind: &str) {
        if let Ok(memory) = serde_json::from_str(mind) {
            self.memory = memory;
        }
    }

    fn would(&mut self, view: &Orders, side: Side) -> Option<Vec<String>> {
        if !view.measured {
            return None;
        }
        self.learn(view);
        self.make_plan(view, side);
        Some(Orders::said(view, &self.plan))
    }
}

impl Executor<Orders> for Captain {
    fn tell(&mut self, plan: Option<Plan<CorpsId>>) {
        // The half-turn is planned anew.
        (self.planned, self.turn) = (None, Turn::default());
        (self.told, self.led, self.memory.made) = (plan, None, None);
    }
}

impl Captain {
    /// A fresh captain with this manner.
    pub(super) fn of(manner: Manner) -> Captain {
        Captain { manner, ..Captain::default() }
    }

    /// One of that nature, whatever his luck.
    pub(super) fn by_nature(nature: Option<Nature>) -> Captain {
        Captain { nature, ..Captain::of(Manner::NOW) }
    }

    /// A captain who carries out a plan instead of making his own.
    pub(crate) fn told(plan: Plan<CorpsId>) -> Captain {
        Captain { led: Some(plan.commands()), told: Some(plan), ..Captain::of(Manner::NOW) }
    }

    /// What he would do in a side's place.
    pub(crate) fn planned(view: &Orders, side: Side) -> Plan<CorpsId> {
        Captain::looking(view, side).plan
    }

    /// A captain who has looked at the table in a side's place.
    pub(super) fn looking(view: &Orders, side: Side) -> Captain {
        let mut captain = Captain::of(Manner::NOW);
        captain.learn(view);
        captain.make_plan(view, side);
        captain
    }

    /// Another house or another battle: other numbers, other odds, other bridges.
    fn learn(&mut self, view: &Orders) {
        let same_rules = self.rules.as_ref().is_some_and(|known| Arc::ptr_eq(known, &view.rules));
        let same_battle = self.scenario.as_ref().is_some_and(|known| Arc::ptr_eq(known, &view.scenario));
        if same_rules && same_battle {
            return;
        }
        let (rules, terrain) = (&view.rules, &view.scenario.terrain);
        *self = Captain {
            rules: Some(Arc::clone(&view.rules)),
            scenario: Some(Arc::clone(&view.scenario)),
            temper: self.temper,
            charts: Charts::of(&view.rules),
            routes: Routes::of(terrain, |feature| rules.class_of(feature).impassable),
            sight: Sight::of(
                terrain,
                |feature| rules.class_of(feature).difficult,
                |feature| ground::place_of(rules, feature).is_some(),
            ),
            told: self.told.take(),
            led: self.led.take(),
            born: self.born,
            nature: self.nature,
            memory: std::mem::take(&mut self.memory),
            ..Captain::of(self.manner)
        };
    }

    /// A unit as it stands. The ground does not change, so it is looked at again only when the unit has moved.
    pub(crate) fn standing(&self, view: &Orders, id: UnitId) -> Option<Stand> {
        let unit = view.unit(id);
        let (formation, nth) = (unit.formation, usize::from(id.0));
        let aim = Aim::of(view, id, unit.pose?, formation);
        let mut stood = self.stood.borrow_mut();
        if stood.len() <= nth {
            stood.resize(view.units.len(), None);
        }
        let is_same = |(rect, before, _): &&(Rect, Formation, _)| *rect == aim.rect && *before == formation;
        let known = stood[nth].as_ref().filter(is_same).map(|(.., footing)| *footing);
        let look = || Footing::of(&self.sight, view, id, formation, &aim.rect);
        let footing = known.unwrap_or_else(look);
        debug_assert_eq!(footing, look(), "{} stands as it stood", view.name(id));
        debug_assert_eq!(footing.garrison, ground::garrison(view, id), "by the rules");
        stood[nth] = Some((aim.rect, formation, footing));
        Some(Stand::on(&self.charts, view, aim, formation, footing))
    }

    /// Looks at the enemy once a step.
    pub(crate) fn look(&mut self, view: &Orders, side: Side) {
        let now = Some((view.turn, view.stage, view.mover, side));
        if self.drawn != now {
            self.drawn = now;
            self.picture = Picture::of(&self.picture, &self.charts, &self.sight, view, side);
            // Units that were near keep the numbers of the picture before.
            self.near.clear();
        }
    }
}
