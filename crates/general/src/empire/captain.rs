//! The captain: one door for every question, and what he keeps in his head between them.

use super::impulse::Impulse;
use super::manner::Manner;
use super::odds::Scales;
use super::plan::Moment;
use crate::kit::duty::Duty;
use crate::kit::plan::{Plan, Task};
use crate::kit::temper::{Born, Nature};
use crate::{Captained as _, Executor, Veteran};
use empire::me::MeId;
use empire::{Answer, Empire, Question};
use engine::{Game, Players, Said, Side};
use serde::{Deserialize, Serialize};

/// What each nature is called, and what one sees of it: as many as `Nature::ALL`, in its order.
pub(super) const NAMED: [(&str, &str); 3] = [
    ("bold", "goes at the enemy when he is somewhat the stronger, and minds his losses less"),
    ("steady", "goes at the enemy when he has two thirds more than he"),
    ("wary", "goes at the enemy when he has twice as much, and minds his losses more"),
];

/// A player that reckons. He draws no random number: the same view gets the same answer.
#[derive(Default)]
pub(super) struct Captain {
    pub(super) manner: Manner,
    pub(super) born: Born,
    /// What he is by nature whatever his luck; `None`: as the seed says.
    nature: Option<Nature>,
    /// A plan he was told to carry out; `None`: he makes his own.
    pub(super) told: Option<Plan<MeId>>,
    /// The MEs that are his to lead; `None`: all are.
    pub(super) led: Option<Vec<MeId>>,
    pub(super) plan: Plan<MeId>,
    /// When that was made.
    pub(super) planned: Option<Moment>,
    pub(super) memory: Memory,
    /// What each unit is to do by it.
    pub(super) duties: Vec<Option<Duty>>,
    pub(super) impulse: Impulse,
    pub(super) scales: Scales,
}

/// What he remembers from answer to answer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(super) struct Memory {
    /// How each ME carries itself in the hour, as he thinks best.
    pub(super) moods: (Option<(u32, Side)>, Vec<Task<MeId>>),
    /// The plan he made, and when.
    pub(super) made: Option<(Moment, Plan<MeId>)>,
}

impl Players<Empire> for Captain {
    fn answer(&mut self, side: Side, view: &Empire, question: &Question) -> Answer {
        if !view.measured {
            return view.decline(question);
        }
        self.make_plan(view, side);
        self.scales.look(view);
        #[expect(clippy::wildcard_enum_match_arm, reason = "questions he knows nothing of he declines")]
        let answer = match question {
            Question::Impulse(ask) => self.act(view, ask.side, ask.me, question),
            Question::LeadersReact(ask) => self.rally(view, ask.side, question).unwrap_or(Answer::No),
            Question::React(ask) => self.react(view, ask.mover, &ask.shooters),
            Question::Charged(ask) => self.charged(view, ask, question),
            Question::GunsCharged(ask) => self.guns_charged(view, ask),
            Question::FollowMe(ask) => self.follow_me(ask.need),
            Question::PressOn(ask) => self.press_on(view, ask),
            Question::Breakthrough(ask) => self.breakthrough(view, ask),
            Question::Bombardment(ask) => self.bombard(view, ask.unit, &ask.missions),
            Question::BonusTry(ask) => self.bonus(view, &ask.mes),
            Question::BonusHelp(ask) if self.leads(ask.me) => Answer::Option(0),
            Question::BonusChoice(ask) => self.second_impulse(view, ask.me),
            Question::BreaksOff(ask) => self.breaks_off(ask.me),
            Question::ComesUp(ask) => self.comes_up(view, side, ask.me),
            Question::TestsShaken(ask) if self.leads(ask.me) => Answer::Yes,
            _ => view.decline(question),
        };
        debug_assert!(view.check(question, &answer).is_ok(), "{side:?} {question:?}: {answer:?}");
        answer
    }

    fn says(&self, side: Side, view: &Empire) -> Option<Said> {
        let says = || Said { turn: view.hour, says: Empire::said(view, &self.plan), expects: None };
        self.planned.is_some_and(|(hour, of, _)| (hour, of) == (view.hour, side)).then(says)
    }
}

impl Veteran<Empire> for Captain {
    fn begin(&mut self, seed: u64) {
        let told = self.told.take();
        let led = told.as_ref().map(Plan::commands);
        let born = Born::of(seed);
        let born = Born { nature: self.nature.unwrap_or(born.nature), ..born };
        *self = Captain { told, led, born, nature: self.nature, ..Captain::of(self.manner) };
    }

    fn lead(&mut self, view: &Empire, side: Side, commands: &[String]) -> bool {
        let his = |id: &MeId| {
            let me = view.me(*id);
            me.side == side && commands.iter().any(|name| **name == *me.name)
        };
        self.led = Some(view.me_ids().filter(his).collect());
        self.planned = None;
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

    fn would(&mut self, view: &Empire, side: Side) -> Option<Vec<String>> {
        if !view.measured {
            return None;
        }
        self.make_plan(view, side);
        Some(Empire::said(view, &self.plan))
    }
}

impl Executor<Empire> for Captain {
    fn tell(&mut self, plan: Option<Plan<MeId>>) {
        (self.told, self.led, self.planned, self.memory.made) = (plan, None, None, None);
    }
}

impl Captain {
    /// A fresh captain with this manner.
    pub(super) fn of(manner: Manner) -> Captain {
        Captain { manner, ..Captain::default() }
    }

    /// One of that nature, whatever his luck.
    pub(super) fn by_nature(nature: Option<Nature>) -> Captain {
        let born = Born { nature: nature.unwrap_or_default(), ..Born::default() };
        Captain { nature, born, ..Captain::of(Manner::NOW) }
    }

    /// A captain who carries out a plan instead of making his own.
    pub(super) fn told(plan: Plan<MeId>) -> Captain {
        Captain { led: Some(plan.commands()), told: Some(plan), ..Captain::of(Manner::NOW) }
    }

    /// What he would do in a side's place.
    pub(super) fn planned(view: &Empire, side: Side) -> Plan<MeId> {
        let mut captain = Captain::of(Manner::NOW);
        captain.make_plan(view, side);
        captain.plan
    }

    /// Whether an ME is his to lead: all are, unless he has a part of the army only.
    pub(super) fn leads(&self, me: MeId) -> bool {
        self.led.as_ref().is_none_or(|led| led.contains(&me))
    }
}

impl Born {
    /// By how much he strays from what others ask, in parts of it: down or up.
    pub(super) fn strays(self) -> f64 {
        match self.nature {
            Nature::Bold => -1.0,
            Nature::Steady => 0.0,
            Nature::Wary => 1.0,
        }
    }
}
