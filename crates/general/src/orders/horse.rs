//! Horse: kept out of fire behind the foot, within reach of a flank.

use super::captain::Captain;
use super::foot::Errand;
use super::moves::Moves;
use crate::kit::spot::Spot;
use orders::words::Formation;
use orders::{Answer, Orders, Question, UnitId};

impl Captain {
    pub(crate) fn move_horse(&mut self, view: &Orders, id: UnitId, question: &Question) -> Option<Answer> {
        let unit = view.unit(id);
        let errand = self.errand(view, id)?;
        let errand = Errand { near: errand.near.max(7.0), ..errand };
        let at = Spot::from_vec(unit.rect()?.centre());
        if self.is_well_placed(view, id, at, &errand)? {
            return None;
        }
        let route = self.routes.way(at, errand.goal);
        if let Some(answer) = self.march_on(view, id, at, &errand, &route, question) {
            return Some(answer);
        }
        let mut moves = Moves::toward(route);
        self.add_usual(view, id, at, &errand, &mut moves);
        if unit.formation == Formation::Column && unit.level < orders::words::Level::Nervous {
            moves.add(self.back_way(view, id, 0.5));
        }
        // Round the flanks of enemies near by.
        let mut near: Vec<(f64, usize)> = Vec::new();
        for (n, foe) in self.picture.foes.iter().enumerate() {
            let gap = at.to(foe.at);
            if gap < 18.0 && foe.is_steady() && foe.footing.garrison.is_none() {
                near.push((gap - if foe.arm.is_artillery() { 4.0 } else { 0.0 }, n));
            }
        }
        near.sort_by(|one, two| one.0.total_cmp(&two.0));
        for (_, n) in near.into_iter().take(2) {
            let foe = &self.picture.foes[n];
            let beside = [(-0.3, 1.0), (-0.3, -1.0), (-1.0, 0.0)].map(|(along, aside)| Spot {
                x: foe.at.x + (foe.facing.x * along + foe.facing.y * aside) * 5.0,
                y: foe.at.y + (foe.facing.y * along - foe.facing.x * aside) * 5.0,
            });
            let nearest = beside.into_iter().min_by(|one, two| at.to(*one).total_cmp(&at.to(*two)));
            let Some(spot) = nearest.map(|spot| self.on_table(view, spot)) else { continue };
            let mut route = self.routes.way(at, spot);
            route.points.push(foe.at);
            self.add_detour(view, id, &mut moves, route, at.to(spot));
        }
        self.best_move(view, id, &errand, moves, question)
    }
}
