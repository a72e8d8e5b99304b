//! Choices in the middle of a fight: stand, close up, press on, change, support, recall.

use super::captain::Captain;
use super::drill::closes_up;
use super::odds::{combatant, worth};
use crate::kit::plan::Word;
use engine::{Game, Side};
use table::Inches;
use volley::formation::only_in_column;
use volley::words::{Arm, Formation, Test};
use volley::{Answer, Order, Question, StandChoice, UnitId, Volley};

impl Captain {
    /// Square or masse against horse; a line that may charge in its turn goes in where that pays.
    pub(super) fn stand(&mut self, view: &Volley, unit: UnitId, may: &[StandChoice]) -> Answer {
        let horse = view.charges_on(unit).any(|(charge, _)| view.unit(charge.charger).is(Arm::Cavalry));
        let closed = may.iter().find(|choice| matches!(choice, StandChoice::Square | StandChoice::Masse));
        if let (Some(choice), true) = (closed, horse) {
            return Answer::Stand(*choice);
        }
        if may.contains(&StandChoice::CounterCharge) {
            let value: f64 = view
                .charges_on(unit)
                .map(|(charge, _)| charge.charger)
                .filter(|charger| view.unit(*charger).is(Arm::Infantry))
                .map(|charger| -self.clash_value(view, charger, unit, 0))
                .sum();
            if value > 0.5 {
                return Answer::Stand(StandChoice::CounterCharge);
            }
        }
        Answer::Stand(StandChoice::Stay)
    }

    /// The Guard pays a figure to go in.
    pub(super) fn press(&mut self, view: &Volley, unit: UnitId) -> Answer {
        let target = view.charges.iter().find(|charge| charge.charger == unit).map(|charge| charge.target);
        let value = target.map_or(-1.0, |target| self.clash_value(view, unit, target, 1));
        if value > 1.5 { Answer::Yes } else { Answer::No }
    }

    /// A charger held off is shot at from close by: a line suffers less, unless horse could catch it before it closes up.
    pub(super) fn form_line(&mut self, view: &Volley, unit: UnitId) -> Answer {
        let is_caught = !closes_up(view, view.unit(unit), Formation::Line);
        if is_caught && self.horse_threat(view, unit).is_some() { Answer::No } else { Answer::Yes }
    }

    /// The unit most likely to stand fights for the guns.
    pub(super) fn supporter(&mut self, view: &Volley, units: &[UnitId]) -> Answer {
        let best = units.iter().copied().max_by_key(|id| {
            let nerve = self.memo.nerve(&view.rules, &view.morale_facts(*id, Test::Stand));
            let foot = view.unit(*id).is(Arm::Infantry);
            ((nerve.pass * 60.0) as i32 + i32::from(foot) * 5, view.unit(*id).figures)
        });
        best.map_or(Answer::No, Answer::Unit)
    }

    /// Our unit that does best against an enemy touched by several of ours.
    pub(super) fn opponent(&mut self, view: &Volley, side: Side, unit: UnitId, enemies: &[UnitId]) -> Answer {
        let best = enemies.iter().copied().max_by_key(|id| {
            let (ours, theirs) = if view.unit(*id).side() == side { (*id, unit) } else { (unit, *id) };
            (self.clash_value(view, ours, theirs, 0) * 1000.0) as i64
        });
        best.map_or(Answer::No, Answer::Unit)
    }

    /// The winner's free change: into what he charges from, line or column; closed up before horse.
    pub(super) fn free_change(&mut self, view: &Volley, unit: UnitId, formations: &[Formation]) -> Answer {
        let body = view.unit(unit);
        let wanted = if self.horse_threat(view, unit).is_some_and(|risk| risk > 0.5) {
            [Formation::Square, Formation::Masse, Formation::Column]
        } else if !only_in_column(&view.rules, body.nation()) {
            [Formation::Line; 3]
        } else {
            [Formation::Column; 3]
        };
        if wanted.contains(&body.formation) {
            return Answer::No;
        }
        let may = |formation: &Formation| {
            formations.contains(formation)
                && (formation.is_closed() || !self.has_just_left(view, unit, *formation))
        };
        wanted.into_iter().find(may).map_or(Answer::No, Answer::Form)
    }

    /// Horse that is not recalled cannot move; only a wreck is not worth the figure it may cost.
    pub(super) fn recall(&mut self, view: &Volley, unit: UnitId) -> Answer {
        let nerve = self.memo.nerve(&view.rules, &view.morale_facts(unit, Test::Recall));
        let wreck = view.unit(unit).figures <= 2;
        if nerve.pass >= if wreck { 0.6 } else { 0.3 } { Answer::Yes } else { Answer::No }
    }

    /// Foot halted by guns: back out of sight when it is worn, into line when it is not.
    pub(super) fn retire(&mut self, view: &Volley, unit: UnitId, question: &Question) -> Answer {
        let body = view.unit(unit);
        let worn = self.is_worn(view, unit);
        // Who is told to stand stands.
        let stays = self.does(unit) == Some(Word::Stand);
        let by = if worn && !stays { Inches::whole(6) } else { Inches::ZERO };
        let formation = if body.formation == Formation::Column { Formation::Line } else { body.formation };
        if !worn && formation == body.formation {
            return Answer::No;
        }
        let answer = Answer::Order(Order::FallBack { unit, by, formation });
        if view.check(question, &answer).is_ok() { answer } else { Answer::No }
    }

    /// One more test under fire may well be its last.
    pub(super) fn is_worn(&mut self, view: &Volley, unit: UnitId) -> bool {
        let facts = view.morale_facts(unit, Test::Artillery);
        let nerve = self.memo.nerve(&view.rules, &facts);
        nerve.rout > 0.3 || view.unit(unit).figures <= 2
    }

    /// What a round of melee is worth to `a`, who has `lost` figures on the way.
    pub(super) fn clash_value(&mut self, view: &Volley, a: UnitId, b: UnitId, lost: u32) -> f64 {
        let (mut ours, theirs) = (combatant(view, a), combatant(view, b));
        ours.fighter.figures = ours.fighter.figures.saturating_sub(lost);
        ours.nerve.lost += lost;
        let clash = self.memo.clash(&view.rules, &ours, &theirs, true);
        let (a, b) = (view.unit(a), view.unit(b));
        clash.b_gone * worth(b) - clash.a_gone * worth(a)
            + (clash.b_lost - clash.a_lost) * 1.2
            + (clash.b_back - clash.a_back) * 1.5
    }
}
