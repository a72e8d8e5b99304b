//! The captain: one door for every question, and what he keeps in his head between them.

use super::manner::Manner;
use super::mind::{Appraisal, Duty};
use super::odds::Memo;
use super::phase::Phase;
use super::steady::Formed;
use super::sticks::Sticks;
use super::temper::{self, STEADY, Temper};
use crate::kit::plan::Plan;
use crate::{Captained as _, Executor, Veteran};
use engine::{Game, Players, Said, Side};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use volley::{Answer, Question, Rules, UnitId, Volley};

/// A player that reckons. Of his luck he has his temper, and no other random number: with the same temper the same view gets
/// the same answer.
pub(super) struct Captain {
    pub(super) manner: Manner,
    pub(super) temper: Temper,
    /// He has this temper, whatever his luck.
    nature: Option<Temper>,
    rules: Option<Arc<Rules>>,
    pub(super) sticks: Sticks,
    pub(super) memo: Memo,
    /// A plan he was told to carry out; `None`: he makes his own.
    pub(super) told: Option<Plan<String>>,
    /// The brigades that are his to lead; `None`: all are.
    pub(super) led: Option<Vec<String>>,
    /// How the battle stands, what he does about it, and what is left to do of that in the movement phase.
    pub(super) appraisal: Appraisal,
    pub(super) plan: Plan<String>,
    pub(super) duties: Vec<Option<Duty>>,
    pub(super) memory: Memory,
    pub(super) phase: Phase,
    /// The enemy's horse that can charge, and how far.
    pub(super) horse: Vec<(UnitId, i32)>,
    /// Turn, phase and side for which it was counted.
    pub(super) horse_of: Option<(u32, usize, Side)>,
    /// Guns looked at in this phase 1: turn, side, guns.
    pub(super) laid: (u32, Option<Side>, Vec<UnitId>),
}

/// What he remembers from answer to answer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(super) struct Memory {
    /// How each unit was formed when he last looked, and what it changed from in which turn.
    pub(super) formed: Vec<Formed>,
    /// Charges he has ordered, and when.
    pub(super) charged: Vec<(UnitId, UnitId, u32)>,
    /// The plan he made for his side, with the turn and phase he made it for.
    pub(super) made: Option<(u32, usize, Side, Plan<String>)>,
}

impl Players<Volley> for Captain {
    fn answer(&mut self, side: Side, view: &Volley, question: &Question) -> Answer {
        self.learn(view);
        if self.memory.formed.is_empty() {
            self.look_at_formations(view);
        }
        self.take_up(view);
        #[expect(clippy::wildcard_enum_match_arm, reason = "questions he knows nothing of he declines")]
        let answer = match question {
            Question::NextOrder(ask) => return self.order(view, ask.side, question),
            Question::Adjust(ask) => return self.adjust(view, ask.side, &ask.guns, question),
            Question::NameTarget(ask) => self.choose_cannonade(view, ask.battery, &ask.targets),
            Question::Shoot(ask) => self.choose_volley(view, ask.unit, &ask.targets),
            Question::Retire(ask) => return self.retire(view, ask.unit, question),
            Question::Stand(ask) => self.stand(view, ask.unit, &ask.may),
            Question::RollForSquare(_) => Answer::Yes,
            Question::Press(ask) => self.press(view, ask.unit),
            Question::FormLine(ask) => self.form_line(view, ask.unit),
            Question::Supporter(ask) => self.supporter(view, &ask.units),
            Question::Opponent(ask) => self.opponent(view, side, ask.unit, &ask.enemies),
            Question::FreeChange(ask) => self.free_change(view, ask.unit, &ask.formations),
            Question::Recall(ask) => self.recall(view, ask.unit),
            _ => view.decline(question),
        };
        debug_assert!(view.check(question, &answer).is_ok(), "{question:?}: {answer:?}");
        answer
    }

    fn says(&self, side: Side, view: &Volley) -> Option<Said> {
        let says = || Said { turn: view.turn, says: Volley::said(view, &self.plan), expects: None };
        self.phase.is_of(view.turn, side).then(says)
    }
}

impl Veteran<Volley> for Captain {
    fn begin(&mut self, seed: u64) {
        let manner = self.manner;
        let Captain { rules, sticks, memo, told, nature, .. } = std::mem::replace(self, Captain::of(manner));
        let led = told.as_ref().map(Plan::commands);
        let mut luck = crate::luck(seed);
        let temper = match nature {
            Some(nature) => nature.with(&mut luck),
            None if manner.keeps => Temper::of(&mut luck),
            None => STEADY,
        };
        *self = Captain { rules, sticks, memo, told, led, temper, nature, ..Captain::of(manner) };
    }

    fn lead(&mut self, _: &Volley, _: Side, commands: &[String]) -> bool {
        self.led = Some(commands.to_vec());
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

    fn would(&mut self, view: &Volley, side: Side) -> Option<Vec<String>> {
        self.learn(view);
        if !self.phase.is_of(view.turn, side) {
            self.make_plan(view, side);
        }
        Some(Volley::said(view, &self.plan))
    }
}

impl Executor<Volley> for Captain {
    fn tell(&mut self, plan: Option<Plan<String>>) {
        // The phase is planned anew.
        self.phase = Phase::default();
        (self.told, self.led, self.memory.made) = (plan, None, None);
    }
}

impl Captain {
    /// A fresh captain with this manner.
    pub(super) fn of(manner: Manner) -> Captain {
        Captain {
            manner,
            temper: STEADY,
            nature: None,
            rules: None,
            sticks: Sticks::default(),
            memo: Memo::default(),
            told: None,
            led: None,
            appraisal: Appraisal::default(),
            plan: Plan::default(),
            duties: Vec::new(),
            memory: Memory::default(),
            phase: Phase::default(),
            horse: Vec::new(),
            horse_of: None,
            laid: (0, None, Vec::new()),
        }
    }

    /// One of that temper.
    pub(super) fn by_nature(temper: usize) -> Captain {
        let nature = temper::ALL.get(temper).copied();
        Captain { nature, temper: nature.unwrap_or(STEADY), ..Captain::of(Manner::NOW) }
    }

    /// A captain who carries out a plan instead of making his own.
    pub(super) fn told(plan: Plan<String>) -> Captain {
        Captain { led: Some(plan.commands()), told: Some(plan), ..Captain::of(Manner::NOW) }
    }

    /// What he would do in a side's place.
    pub(super) fn planned(view: &Volley, side: Side) -> Plan<String> {
        let mut captain = Captain::of(Manner::NOW);
        captain.learn(view);
        captain.make_plan(view, side);
        captain.plan
    }

    /// Another sheet, or another house: other distances and other odds.
    pub(super) fn learn(&mut self, view: &Volley) {
        if self.rules.as_ref().is_some_and(|known| Arc::ptr_eq(known, &view.rules)) {
            return;
        }
        *self = Captain {
            rules: Some(Arc::clone(&view.rules)),
            sticks: Sticks::of(&view.rules),
            told: self.told.take(),
            led: self.led.take(),
            temper: self.temper,
            nature: self.nature,
            memory: std::mem::take(&mut self.memory),
            ..Captain::of(self.manner)
        };
    }
}
