//! Foot: every move that might do is weighed by what it gains of the way and what it would suffer.

use super::captain::Captain;
use super::march::{FAR, Way};
use super::picture::{Spot, Stand, charge_reach};
use super::plan::Stance;
use super::routes::Route;
use super::sight::Sight;
use orders::words::{Formation, Level};
use orders::{Answer, Orders, Pace, Question, UnitId};
use table::Pose;

/// Whoever has an enemy as near as this looks about.
const WARY: f64 = 14.0;
/// What a move must be better than to stay.
const SLIGHT: f64 = 0.02;

/// A unit's errand: where it is wanted and how much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Errand {
    pub(crate) goal: Spot,
    pub(crate) pull: f64,
    /// How near is near enough.
    pub(crate) near: f64,
    /// What standing there is worth.
    pub(crate) prize: f64,
}

impl Captain {
    pub(crate) fn errand(&self, view: &Orders, id: UnitId) -> Option<Errand> {
        let unit = view.unit(id);
        let mission = self.mission(unit.corps())?;
        let at = Spot::from_vec(unit.rect()?.centre());
        if let Some(post) = self.post(id) {
            let pull = mission.pull.max(if post.ours { 0.15 } else { 0.12 });
            let prize = post.worth.sqrt() * self.ground_fever();
            let there = at.to(post.at) < post.radius + 2.0;
            if let Some(foe) = self.intruder(at, post.at, post.radius).filter(|_| there) {
                // We are there, and so is he: out with him.
                return Some(Errand { goal: foe, pull: pull.max(0.3), near: 1.3, prize: 0.0 });
            }
            return Some(Errand { goal: post.at, pull, near: post.radius * 0.6, prize });
        }
        let (goal, near) = match mission.stance {
            Stance::Hold => (mission.goal, 6.0),
            Stance::Press | Stance::Assault => (self.prey(at, mission.goal), 1.6),
            Stance::Retire => (mission.goal, 1.0),
        };
        Some(Errand { goal, pull: mission.pull, near, prize: 0.0 })
    }

    /// The nearest enemy who stands on ground worth having.
    fn intruder(&self, at: Spot, ground: Spot, radius: f64) -> Option<Spot> {
        let there =
            self.picture.foes.iter().filter(|foe| foe.is_steady() && foe.at.to(ground) <= radius + 0.7);
        let nearest = there.map(|foe| (at.to(foe.at), foe.at)).min_by(|one, two| one.0.total_cmp(&two.0));
        nearest.map(|(_, foe)| foe)
    }

    /// What it threatens to charge from there, as a guess.
    fn menace(&self, view: &Orders, stand: &Stand) -> f64 {
        if stand.arm.is_artillery() || stand.nerve.level <= Level::Panic {
            return 0.0;
        }
        let reach = charge_reach(&self.charts, stand.arm, stand.formation) + 0.8;
        let mut best = 0.0_f64;
        for foe in self.near.foes.iter().map(|n| &self.picture.foes[*n]) {
            if stand.at.to(foe.at) > reach || stand.at.ahead(stand.facing, foe.at) < 0.65 {
                continue;
            }
            let guess = self.guess(view, stand.id, stand.at, foe);
            if guess > best && self.sight.is_clear(stand.rect.front_centre(), &foe.rect, [stand.id, foe.id]) {
                best = guess;
            }
        }
        best
    }

    /// The enemy to go for: near, near the goal, and shaken rather than firm.
    pub(crate) fn prey(&self, at: Spot, goal: Spot) -> Spot {
        let mut best: Option<(f64, Spot)> = None;
        for foe in self.picture.foes.iter().filter(|foe| foe.is_steady() && foe.garrison.is_none()) {
            let soft = match foe.nerve.level {
                Level::Disrupted => 4.0,
                Level::Nervous => 2.0,
                _ => 0.0,
            };
            let far = at.to(foe.at) + 0.5 * foe.at.to(goal) - soft;
            if best.is_none_or(|(least, _)| far < least) {
                best = Some((far, foe.at));
            }
        }
        match best {
            Some((far, foe)) if far < 24.0 => foe,
            _ => goal,
        }
    }

    pub(crate) fn move_foot(&mut self, view: &Orders, id: UnitId, question: &Question) -> Option<Answer> {
        let unit = view.unit(id);
        let errand = self.errand(view, id)?;
        let at = Spot::from_vec(unit.rect()?.centre());
        let route = self.routes.way(at, errand.goal);
        if let Some(answer) = self.march_on(view, id, at, &errand, &route, question) {
            return Some(answer);
        }
        let mut ways = self.usual_ways(view, id, at, &errand, &route);
        if unit.formation == Formation::Column
            && let Some(mut way) = self.column_way(view, id, &route, self.charts.change, FAR)
        {
            way.paces.push(Pace::Form(Formation::Line));
            way.formation = Formation::Line;
            ways.push(way);
        }
        ways.extend(self.form_way(view, id, Formation::Line));
        if self.picture.horse_near(at) && !self.sight.is_rough(unit.rect()?) {
            ways.extend(self.form_way(view, id, Formation::Square));
        }
        self.best_way(view, id, &errand, ways, question)
    }

    /// Toward the errand as far as it goes, where no enemy is near and nothing threatens the end of it.
    pub(crate) fn march_on(
        &self,
        view: &Orders,
        id: UnitId,
        at: Spot,
        errand: &Errand,
        route: &Route,
        question: &Question,
    ) -> Option<Answer> {
        if self.picture.nearest(at).is_some_and(|(gap, _)| gap < WARY) {
            return None;
        }
        let way = self.column_way(view, id, route, 0.0, FAR)?;
        let stand = Stand::of(&self.charts, &self.sight, view, id, way.pose, way.formation);
        let left = |from: Spot| (self.routes.length(from, errand.goal) - errand.near).max(0.0);
        let gains = errand.pull * (left(at) - left(stand.at)) > SLIGHT;
        let threatened = self.picture.charge_danger(&self.near, &self.charts, &stand) > 0.0
            || self.picture.fire_danger(&self.near, &self.charts, &self.sight, &stand) > 0.0
            || self.hinders_guns(view, id, stand.at) > 0.0;
        if !gains || threatened { None } else { self.take_way(view, id, &way, question) }
    }

    /// Toward the errand, half the way, aside, back, turned to the enemy, in column.
    pub(crate) fn usual_ways(
        &self,
        view: &Orders,
        id: UnitId,
        at: Spot,
        errand: &Errand,
        route: &Route,
    ) -> Vec<Way> {
        let unit = view.unit(id);
        let mut ways: Vec<Way> = Vec::with_capacity(10);
        if at.to(errand.goal) > errand.near.min(0.8) {
            let whole = self.column_way(view, id, route, 0.0, FAR);
            let gone = whole.as_ref().map_or(0.0, |way| Spot::of(way.pose.at).to(at));
            if gone > 2.0 {
                ways.extend(self.column_way(view, id, route, 0.0, gone / 2.0));
            }
            let next = route.points[0];
            if gone < 2.0 && at.to(next) > 2.0 {
                // Round whoever is in the way, by the side that is shorter.
                let left = self.sight.in_the_way(id, at, next);
                let sides: &[f64] = match left {
                    Some(true) => &[-0.6],
                    Some(false) => &[0.6],
                    None => &[0.6, -0.6],
                };
                for aside in sides {
                    let turned = Route::of(vec![turned(at, next, *aside)]);
                    ways.extend(self.column_way(view, id, &turned, 0.0, FAR));
                }
            }
            ways.extend(whole);
        }
        if let Some((gap, foe)) = self.picture.nearest(at)
            && gap < WARY
        {
            ways.extend(self.face_way(view, id, foe.at));
            ways.extend(self.back_way(view, id, 1.0));
            if unit.formation == Formation::Line && gap < 6.0 {
                ways.extend(self.straight_way(view, id, foe.at, FAR));
            }
        }
        if unit.formation != Formation::Column {
            ways.extend(self.form_way(view, id, Formation::Column));
        }
        ways
    }

    /// The best of some moves, if it is better than to stay.
    pub(crate) fn best_way(
        &mut self,
        view: &Orders,
        id: UnitId,
        errand: &Errand,
        ways: Vec<Way>,
        question: &Question,
    ) -> Option<Answer> {
        let unit = view.unit(id);
        // A charge it could make from here it would have made.
        let stay = self.rate_stand(view, id, unit.pose?, unit.formation, errand, 0.0);
        let mut rated: Vec<(f64, Way)> = ways
            .into_iter()
            .map(|way| (self.rate_stand(view, id, way.pose, way.formation, errand, self.temper.menace), way))
            .collect();
        rated.sort_by(|one, two| two.0.total_cmp(&one.0));
        rated.retain(|(rating, _)| *rating > stay + SLIGHT);
        rated.into_iter().take(4).find_map(|(_, way)| self.take_way(view, id, &way, question))
    }

    /// What it is worth to stand so until the next move.
    fn rate_stand(
        &self,
        view: &Orders,
        id: UnitId,
        pose: Pose,
        formation: Formation,
        errand: &Errand,
        menace: f64,
    ) -> f64 {
        let stand = Stand::of(&self.charts, &self.sight, view, id, pose, formation);
        let far = self.routes.length(stand.at, errand.goal);
        let mut rating = -errand.pull * (far - errand.near).max(0.0);
        if errand.prize > 0.0 && far <= errand.near.max(1.5) + 1.0 {
            rating += errand.prize;
        }
        rating -= self.picture.fire_danger(&self.near, &self.charts, &self.sight, &stand) * self.temper.fear;
        rating -= self.picture.charge_danger(&self.near, &self.charts, &stand) * self.temper.dread;
        rating += self.musketry(&stand) * self.zeal(view, id);
        if menace > 0.0 {
            rating += self.menace(view, &stand).min(3.0) * menace;
        }
        rating -= self.hinders_guns(view, id, stand.at);
        rating + shape(formation, &stand)
    }

    /// What its own fire is worth where it would stand.
    fn musketry(&self, stand: &Stand) -> f64 {
        if stand.arm.is_artillery() {
            return 0.0;
        }
        let dice = self.charts.muskets(stand.formation);
        let mut best = 0.0_f64;
        for foe in self.near.foes.iter().map(|n| &self.picture.foes[*n]) {
            if !stand.is_in_musket_shot(&self.charts, foe) || stand.at.ahead(stand.facing, foe.at) < 0.7 {
                continue;
            }
            let checks =
                self.charts.musket_checks(stand.arm, stand.nerve.troop, dice, foe.mark(&self.charts));
            let cost = self.charts.check_cost(foe.nerve.troop, foe.nerve.level, foe.nerve.bonus);
            let value = checks * cost * foe.worth * 1.9;
            if value > best && self.sight.is_clear(stand.rect.front_centre(), &foe.rect, [stand.id, foe.id]) {
                best = value;
            }
        }
        best
    }

    /// What it takes from its own guns to stand there.
    fn hinders_guns(&self, view: &Orders, id: UnitId, at: Spot) -> f64 {
        self.masks_guns(id, at) + self.crowds_guns(view, id, at)
    }

    /// Standing before one's own guns costs their fire.
    fn masks_guns(&self, id: UnitId, at: Spot) -> f64 {
        let lanes = self.turn.lanes.iter();
        lanes
            .filter(|lane| lane.gun != id && Sight::masks(lane.from, lane.to, at))
            .map(|lane| lane.worth)
            .sum()
    }

    /// Guns want room to turn and unlimber.
    fn crowds_guns(&self, view: &Orders, id: UnitId, at: Spot) -> f64 {
        let side = view.unit(id).side();
        let guns =
            self.sight.guns().filter(|(gun, of, there)| *gun != id && *of == side && there.to(at) < 1.5);
        guns.count() as f64 * 0.3
    }

    /// A unit in panic goes out of the enemy's way.
    pub(crate) fn flee(&mut self, view: &Orders, id: UnitId, question: &Question) -> Option<Answer> {
        let unit = view.unit(id);
        let at = Spot::from_vec(unit.rect()?.centre());
        let (gap, foe) = self.picture.nearest(at)?;
        if gap > self.charts.rally + 2.0 {
            return None;
        }
        let home = self.mission(unit.corps()).map_or(at, |mission| mission.centre);
        let away = at.toward(foe.at, -8.0);
        let side_way = Spot { x: home.x, y: away.y };
        for goal in [away, side_way] {
            let goal = self.on_table(view, goal);
            if let Some(way) = self.column_way(view, id, &Route::of(vec![goal]), 0.0, FAR)
                && let Some(answer) = self.take_way(view, id, &way, question)
            {
                return Some(answer);
            }
        }
        let way = self.back_way(view, id, 1.0)?;
        self.take_way(view, id, &way, question)
    }

    pub(crate) fn on_table(&self, view: &Orders, at: Spot) -> Spot {
        let terrain = &view.scenario.terrain;
        let (width, depth) = (f64::from(terrain.width.0) / 1000.0, f64::from(terrain.depth.0) / 1000.0);
        Spot { x: at.x.clamp(1.2, width - 1.2), y: at.y.clamp(1.2, depth - 1.2) }
    }
}

/// A little for the formation that suits the place.
fn shape(formation: Formation, stand: &Stand) -> f64 {
    match formation {
        Formation::Column if !stand.arm.is_artillery() => 0.05,
        Formation::Square => -0.15,
        _ => 0.0,
    }
}

/// A spot aside of the way to another.
fn turned(from: Spot, to: Spot, angle: f64) -> Spot {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let (sin, cos) = (angle, (1.0 - angle * angle).sqrt());
    Spot { x: from.x + x * cos - y * sin, y: from.y + x * sin + y * cos }
}
