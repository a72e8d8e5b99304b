//! The second line: units that support come forward for those before them that are worn.

use super::captain::Captain;
use super::mind::Duty;
use crate::kit::plan::{Goal, Word};
use engine::Side;
use table::Point;
use volley::words::Arm;
use volley::{Unit, UnitId, Volley};

/// A unit at most this many inches behind a battalion is still behind it.
const BEHIND: i32 = 16;

impl Captain {
    /// A unit that supports a worn battalion takes its place: it goes for the enemy itself.
    pub(super) fn relieve(&mut self, view: &Volley, side: Side, duties: &mut [Option<Duty>]) {
        let told = |duties: &[Option<Duty>], id: UnitId| duties.get(usize::from(id.0)).copied().flatten();
        let middle = |unit: &Unit| unit.rect().map(|rect| rect.centre().stored());
        let foot = || view.of(side).filter(|(_, unit)| unit.is(Arm::Infantry));
        if !foot().any(|(id, _)| told(duties, id).is_some_and(|duty| duty.does == Word::Support)) {
            return;
        }
        let mut front: Vec<(UnitId, Point, bool)> = Vec::new();
        for (id, unit) in foot() {
            let Some(duty) = told(duties, id) else { continue };
            let Some(at) = middle(unit) else { continue };
            if !matches!(duty.does, Word::Support | Word::Withdraw) {
                let worn = unit.lost() * 2 >= unit.profile.figures || self.is_worn(view, id);
                front.push((id, at, worn));
            }
        }
        let reach = self.sticks.inches(BEHIND);
        let mut relieved: Vec<UnitId> = Vec::new();
        for (id, unit) in foot() {
            let Some(at) = middle(unit) else { continue };
            if !told(duties, id).is_some_and(|duty| duty.does == Word::Support) {
                continue;
            }
            let worn = front.iter().filter(|(other, there, worn)| {
                *worn && !relieved.contains(other) && there.distance(at).0 <= reach
            });
            let Some((other, ..)) = worn.min_by_key(|(other, there, _)| (there.distance(at).0, *other))
            else {
                continue;
            };
            relieved.push(*other);
            if let Some(duty) = duties.get_mut(usize::from(id.0)).and_then(Option::as_mut) {
                duty.does = Word::Press(Goal::Enemy);
            }
        }
    }
}
