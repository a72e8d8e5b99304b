//! Step 1: what is sent by courier, and what each corps carries out.

use super::captain::Captain;
use super::charts::inches;
use super::mind::Mission;
use crate::kit::plan::Stance;
use crate::kit::spot::Spot;
use engine::{Fact, Game, Side};
use orders::orders::{CourierTime, may_carry, may_rally};
use orders::unit::Order;
use orders::words::{Level, OrderKind, Part};
use orders::{Answer, CorpsId, Instruction, Orders, Question};
use table::Rect;

/// How far ahead of itself a corps names its place: within it units stand and charge as they like.
const LEAP: f64 = 8.0;

/// A corps has an enemy within this before it.
const BEFORE_HIM: f64 = 22.0;

/// What has been written in this step 1.
#[derive(Default)]
pub(crate) struct Writing {
    of: Option<(u32, Side, bool)>,
    at: usize,
    sent: bool,
}

/// How a corps may be told what to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Means {
    /// At the start any order is given without a courier.
    AtStart,
    /// A courier may still be sent to it.
    Courier,
    /// Its courier is sent: what is left is an order its commander may give at once.
    CourierSent,
}

impl Captain {
    pub(crate) fn write(&mut self, view: &Orders, side: Side, start: bool, question: &Question) -> Answer {
        if self.writing.of != Some((view.turn, side, start)) {
            self.writing = Writing { of: Some((view.turn, side, start)), ..Writing::default() };
            self.make_plan(view, side);
        }
        while let Some(corps) = view.corps_ids().nth(self.writing.at) {
            let sent = std::mem::replace(&mut self.writing.sent, true);
            let means = match (start, sent) {
                (true, _) => Means::AtStart,
                (false, false) => Means::Courier,
                (false, true) => Means::CourierSent,
            };
            let instruction = (view.corps(corps).side == side)
                .then(|| self.instruct(view, corps, means))
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
    fn instruct(&self, view: &Orders, id: CorpsId, means: Means) -> Option<Instruction> {
        let mission = *self.mission(id)?;
        let wish = self.wish(view, id, &mission);
        if means == Means::AtStart {
            let kind = self.baseline(view, id, wish);
            return Some(Instruction::Carry { corps: id, order: self.placed(view, kind, &mission) });
        }
        let may = may_carry(view, id).1;
        if may.contains(&wish) {
            let order = self.placed(view, wish, &mission);
            let same = view.corps(id).order == order;
            return (!same).then_some(Instruction::Carry { corps: id, order });
        }
        if means == Means::Courier {
            let kind = self.baseline(view, id, wish);
            return Some(Instruction::Send { corps: id, order: self.placed(view, kind, &mission) });
        }
        // Until the courier is there, what comes nearest to the wish.
        let step = |kind: &OrderKind| (*kind as i32 - wish as i32).abs();
        let allowed = |kind: &OrderKind| *kind != OrderKind::Rally || may_rally(view, id);
        let kind = may.into_iter().filter(allowed).min_by_key(step)?;
        Some(Instruction::Carry { corps: id, order: self.placed(view, kind, &mission) })
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
        // An assault is ordered as one, and a corps that attacks and is to go on goes on attacking. In the last turns
        // ground counts, and a corps that defends it may stand on it.
        if self.manner.schooled {
            // An Attack drives every battery to within three inches of the enemy: it is for corps that have none.
            let guns = view.units_of(id).any(|(_, unit)| unit.arm().is_artillery());
            let attacks = mission.stance == Stance::Assault && !guns && !self.appraisal.urgent;
            return if attacks { OrderKind::Attack } else { OrderKind::Defend };
        }
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

    /// The order to be sent so that the wish can be carried out. A corps that may shift downward has more of a
    /// Withdraw: it withdraws or rallies as it sees fit.
    fn baseline(&self, view: &Orders, id: CorpsId, wish: OrderKind) -> OrderKind {
        let steps = view.rules.order_steps(view.corps(id).nation).map(|(_, steps)| steps);
        let shifts_down = steps.is_some_and(|(_, down)| down > 0);
        if wish == OrderKind::Rally && shifts_down { OrderKind::Withdraw } else { wish }
    }

    /// An order with its place. Where it is to hold, the place is as far ahead as leaves all of the corps near enough
    /// to it: a unit that breaks an order as it is given is sent off.
    fn placed(&self, view: &Orders, kind: OrderKind, mission: &Mission) -> Order {
        if !self.manner.schooled || kind != OrderKind::Defend {
            return order(kind, mission);
        }
        let reach = view.rules.demand(OrderKind::Defend, Part::All).and_then(|demand| demand.at_most);
        let reach = reach.map_or(f64::INFINITY, inches) - 0.1;
        let farthest = |at: Spot| {
            let units = view.units_of(mission.corps).filter(|(_, unit)| !unit.in_panic());
            let gaps = units.filter_map(|(_, unit)| Some(inches(unit.rect()?.distance_to(at.point()))));
            gaps.fold(0.0_f64, f64::max)
        };
        // A corps that stands where it was told to stand is told nothing new.
        let now = view.corps(mission.corps).order;
        if mission.stance == Stance::Hold
            && now.kind == kind
            && now.objective.is_some_and(|at| farthest(Spot::of(at)) <= reach)
        {
            return now;
        }
        // How far ahead he names a place is his own way.
        let share = 1.0 - f64::from(self.born.luck[1] % 16) * 0.03;
        let far = mission.centre.to(mission.goal).min(LEAP) * share;
        let tries = [1.0, 0.75, 0.5, 0.25, 0.0].map(|share| mission.centre.toward(mission.goal, far * share));
        let middle = self.middle(view, mission);
        let shift = if mission.stance == Stance::Hold { 0.0 } else { far / 2.0 };
        let middle = middle.toward(mission.goal, shift);
        let fit = tries.into_iter().chain([middle]).find(|at| farthest(*at) <= reach);
        let at = match fit {
            Some(at) => at,
            None if mission.stance == Stance::Hold => self.least_felt(view, mission, middle, reach),
            None => middle,
        };
        Order { kind, objective: Some(self.on_table(view, at).point()) }
    }

    /// Where a corps stands too wide apart for its order: the place that sends off the fewest, and if possible none
    /// that stands before the enemy.
    fn least_felt(&self, view: &Orders, mission: &Mission, middle: Spot, reach: f64) -> Spot {
        let units: Vec<&Rect> = view
            .units_of(mission.corps)
            .filter(|(_, unit)| !unit.in_panic())
            .filter_map(|(_, unit)| unit.rect())
            .collect();
        let felt = |at: Spot| -> u32 {
            let away = units.iter().filter(|rect| inches(rect.distance_to(at.point())) > reach);
            let near = |rect: &&&Rect| {
                self.picture.nearest(Spot::from_vec(rect.centre())).is_some_and(|(gap, _)| gap < BEFORE_HIM)
            };
            away.map(|rect| if near(&rect) { 20 } else { 1 }).sum()
        };
        let places = units.iter().map(|rect| Spot::from_vec(rect.centre()));
        // Between any two of them and in the middle.
        let spots: Vec<Spot> = places.collect();
        let between = spots.iter().flat_map(|one| {
            spots.iter().map(|two| Spot { x: (one.x + two.x) / 2.0, y: (one.y + two.y) / 2.0 })
        });
        [middle].into_iter().chain(between).min_by_key(|at| felt(*at)).unwrap_or(middle)
    }

    /// The middle of the ground a corps covers.
    fn middle(&self, view: &Orders, mission: &Mission) -> Spot {
        let spots = || {
            let units = view.units_of(mission.corps).filter(|(_, unit)| !unit.in_panic());
            units.filter_map(|(_, unit)| Some(Spot::from_vec(unit.rect()?.centre())))
        };
        let ends = |of: fn(&Spot) -> f64| {
            let (low, high) = spots()
                .map(|at| of(&at))
                .fold((f64::MAX, f64::MIN), |(low, high), one| (low.min(one), high.max(one)));
            (low + high) / 2.0
        };
        if spots().next().is_none() {
            return mission.centre;
        }
        Spot { x: ends(|at| at.x), y: ends(|at| at.y) }
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

/// An order with its place: a leap ahead of the corps on its way, so that no unit is pushed farther than is wise.
fn order(kind: OrderKind, mission: &Mission) -> Order {
    let objective = orders::orders::takes_objective(kind).then(|| {
        let by = mission.centre.to(mission.goal).min(LEAP);
        mission.centre.toward(mission.goal, by).point()
    });
    Order { kind, objective }
}
