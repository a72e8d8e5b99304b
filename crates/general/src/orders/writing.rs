//! Step 1: what is sent by courier, and what each corps carries out.

use super::captain::Captain;
use super::mission::Mission;
use crate::kit::plan::Stance;
use crate::kit::spot::Spot;
use engine::{Fact, Game, Side};
use orders::orders::{CourierTime, may_carry, may_rally};
use orders::unit::Order;
use orders::words::{Level, OrderKind};
use orders::{Answer, CorpsId, Instruction, Orders, Question};

/// How far ahead of itself a corps names its place: within it units stand and charge as they like.
const LEAP: f64 = 8.0;

/// What has been written in this step 1.
#[derive(Default)]
pub(crate) struct Writing {
    of: Option<(u32, Side, bool)>,
    at: usize,
    sent: bool,
}

impl Captain {
    pub(crate) fn write(&mut self, view: &Orders, side: Side, start: bool, question: &Question) -> Answer {
        if self.writing.of != Some((view.turn, side, start)) {
            self.writing = Writing { of: Some((view.turn, side, start)), ..Writing::default() };
            self.make_plan(view, side);
        }
        while let Some(corps) = view.corps_ids().nth(self.writing.at) {
            let sent = std::mem::replace(&mut self.writing.sent, true);
            let instruction = (view.corps(corps).side == side)
                .then(|| self.instruct(view, corps, start, sent))
                .flatten()
                .map(Answer::Instruct)
                .filter(|answer| view.check(question, answer).is_ok());
            let carried = !matches!(instruction, Some(Answer::Instruct(Instruction::Send { .. })));
            if carried {
                self.writing.at += 1;
                self.writing.sent = false;
            }
            if let Some(answer) = instruction {
                return answer;
            }
        }
        Answer::No
    }

    /// What to tell a corps next: first a courier if what it should do is out of its commander's reach, then the order
    /// itself.
    fn instruct(&self, view: &Orders, id: CorpsId, start: bool, sent: bool) -> Option<Instruction> {
        let mission = *self.mission(id)?;
        let wish = self.wish(view, id, &mission);
        if start {
            let kind = self.baseline(view, id, wish);
            return Some(Instruction::Carry { corps: id, order: order(kind, &mission) });
        }
        let may = may_carry(view, id).1;
        if may.contains(&wish) {
            let order = order(wish, &mission);
            let same = view.corps(id).order == order;
            return (!same).then_some(Instruction::Carry { corps: id, order });
        }
        if !sent {
            let kind = self.baseline(view, id, wish);
            return Some(Instruction::Send { corps: id, order: order(kind, &mission) });
        }
        // Until the courier is there, what comes nearest to the wish.
        let step = |kind: &OrderKind| (*kind as i32 - wish as i32).abs();
        let allowed = |kind: &OrderKind| *kind != OrderKind::Rally || may_rally(view, id);
        let kind = may.into_iter().filter(allowed).min_by_key(step)?;
        Some(Instruction::Carry { corps: id, order: order(kind, &mission) })
    }

    /// The order a corps should carry out.
    fn wish(&self, view: &Orders, id: CorpsId, mission: &Mission) -> OrderKind {
        let far = may_rally(view, id);
        let room = self.gap_to_enemy(view, id);
        let answers_at_once = self.may_go_back(view, id);
        let shaken = view.units_of(id).filter(|(_, unit)| unit.level < Level::Firm).count();
        let below_bold = view.units_of(id).filter(|(_, unit)| unit.level < Level::Bold).count();
        let all = view.units_of(id).count().max(1);
        if mission.stance == Stance::Retire {
            return if far { OrderKind::Rally } else { OrderKind::Withdraw };
        }
        // Far from the enemy there is time to close up the ranks.
        if far && answers_at_once && self.appraisal.left > 3 {
            let calm = mission.stance == Stance::Hold || room > self.charts.rally + 6.0;
            if shaken * 3 >= all || (calm && below_bold * 2 >= all) {
                return OrderKind::Rally;
            }
        }
        // An assault is ordered as one, and a corps that attacks and is to go on goes on attacking. In the last turns ground
        // counts, and whoever defends it may stand on it.
        let attacks = match mission.stance {
            Stance::Assault => true,
            Stance::Press => view.corps(id).order.kind == OrderKind::Attack,
            Stance::Hold | Stance::Retire => false,
        };
        if attacks && !self.appraisal.urgent { OrderKind::Attack } else { OrderKind::Defend }
    }

    /// Whether a corps under Rally could be called to arms at once.
    fn may_go_back(&self, view: &Orders, id: CorpsId) -> bool {
        let corps = view.corps(id);
        let steps = view.rules.order_steps(corps.nation).map(|(_, steps)| steps);
        steps.is_some_and(|(up, _)| up > 0) || CourierTime { corps: id }.measure(view) == 0
    }

    /// The order to be sent so that the wish can be carried out. Whoever may shift downward has more of a Withdraw: he
    /// withdraws or rallies as he sees fit.
    fn baseline(&self, view: &Orders, id: CorpsId, wish: OrderKind) -> OrderKind {
        let steps = view.rules.order_steps(view.corps(id).nation).map(|(_, steps)| steps);
        match wish {
            OrderKind::Rally if steps.is_some_and(|(_, down)| down > 0) => OrderKind::Withdraw,
            _ => wish,
        }
    }

    /// The least distance between a corps and the enemy.
    fn gap_to_enemy(&self, view: &Orders, id: CorpsId) -> f64 {
        let gaps = view.units_of(id).filter_map(|(_, unit)| {
            let at = Spot::from_vec(unit.rect()?.centre());
            self.picture.nearest(at).map(|(gap, _)| gap)
        });
        gaps.fold(f64::INFINITY, f64::min)
    }
}

/// An order with its place: a leap ahead of the corps on its way, so that nobody is pushed farther than is wise.
fn order(kind: OrderKind, mission: &Mission) -> Order {
    let objective = orders::orders::takes_objective(kind).then(|| {
        let by = mission.centre.to(mission.goal).min(LEAP);
        mission.centre.toward(mission.goal, by).point()
    });
    Order { kind, objective }
}
