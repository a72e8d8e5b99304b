//! Foot: every move that might do is weighed by what it gains of the way and what it would suffer.

use super::captain::Captain;
use super::march::FAR;
use super::moves::{Moves, SLIGHT};
use super::picture::{ARC, Aim, Stand, TURNS_TO, Threatened, charge_reach};
use crate::kit::plan::Stance;
use crate::kit::routes::Route;
use crate::kit::sight::Sight;
use crate::kit::spot::Spot;
use orders::words::{Arm, Formation, Level};
use orders::{Answer, Orders, Question, UnitId};

/// A unit with an enemy as near as this looks about.
const WARY: f64 = 14.0;
/// An enemy no farther off than this is worth meeting in line.
const IN_LINE: f64 = 9.0;
/// The same for a unit that goes forward and does not go to and fro: a line cannot be a column again for two turns.
const CLOSE: f64 = 3.0;

/// No unit goes for an enemy farther off than this.
const FARTHEST_PREY: f64 = 24.0;
/// More than any rounding.
const A_HAIR: f64 = 0.001;

/// A threat is worth no more than this.
const MOST_MENACE: f64 = 3.0;
/// What the best formation is worth for itself.
const BEST_SHAPE: f64 = 0.05;

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
        if self.manner.schooled {
            return self.errand_by_word(view, id);
        }
        let unit = view.unit(id);
        let mission = self.mission(unit.corps())?;
        let at = Spot::from_vec(unit.rect()?.centre());
        if let Some(post) = self.post(id) {
            let pull = mission.pull.max(if post.is_ours { 0.15 } else { 0.12 });
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
    pub(super) fn intruder(&self, at: Spot, ground: Spot, radius: f64) -> Option<Spot> {
        let there =
            self.picture.foes.iter().filter(|foe| foe.is_steady() && foe.at.to(ground) <= radius + 0.7);
        let nearest = there.map(|foe| (at.to(foe.at), foe.at)).min_by(|one, two| one.0.total_cmp(&two.0));
        nearest.map(|(_, foe)| foe)
    }

    /// What it threatens to charge from there, as a guess, if that is enough.
    fn menace(&self, view: &Orders, aim: &Aim, formation: Formation, is_enough: impl Fn(f64) -> bool) -> f64 {
        let unit = view.unit(aim.id);
        if unit.arm().is_artillery() || unit.level <= Level::Panic {
            return 0.0;
        }
        let reach = charge_reach(&self.charts, unit.arm(), formation) + 0.8;
        let mut charges = self.scratch.take();
        for target in self.near.targets.iter().filter(|target| aim.at.is_within(target.at, reach)) {
            if aim.at.ahead(aim.facing, target.at) >= TURNS_TO {
                charges.push((self.guess_at(view, aim, target), target.n));
            }
        }
        self.best_seen(view, aim, charges, is_enough).map_or(0.0, |(guess, _)| guess)
    }

    /// A guess at a charge from there: the same from all places before him, and from all others.
    fn guess_at(&self, view: &Orders, aim: &Aim, target: &Threatened) -> f64 {
        let foe = &self.picture.foes[target.n];
        let front = foe.has_before_it(aim.at);
        let known = &target.guesses[usize::from(front)];
        let guess = known.get().unwrap_or_else(|| self.guess(view, aim.id, foe, front));
        debug_assert_eq!(guess, self.guess(view, aim.id, foe, front), "of {}", view.name(foe.id));
        known.set(Some(guess));
        guess
    }

    /// The enemy to go for: near, near the goal, and shaken rather than firm.
    pub(crate) fn prey(&self, at: Spot, goal: Spot) -> Spot {
        let mut best = (FARTHEST_PREY, goal);
        for foe in &self.picture.foes {
            let Some(soft) = foe.soft else { continue };
            // However near the goal he stands, he is no nearer than that to us.
            if !at.is_within(foe.at, best.0 + soft + A_HAIR) {
                continue;
            }
            let far = at.to(foe.at) + 0.5 * foe.at.to(goal) - soft;
            if far < best.0 {
                best = (far, foe.at);
            }
        }
        best.1
    }

    pub(crate) fn move_foot(&mut self, view: &Orders, id: UnitId, question: &Question) -> Option<Answer> {
        let unit = view.unit(id);
        let errand = self.errand(view, id)?;
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
        let in_line = if self.manner.schooled { CLOSE } else { IN_LINE };
        if self.picture.nearest_of(&self.near).is_some_and(|(gap, _)| gap < in_line) {
            if unit.formation == Formation::Column {
                self.add_deployment(view, id, &mut moves);
            }
            moves.add(self.form_way(view, id, Formation::Line));
        }
        if self.picture.horse_near(at) && !self.sight.is_rough(unit.rect()?) {
            moves.add(self.form_way(view, id, Formation::Square));
        }
        self.best_move(view, id, &errand, moves, question)
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
        if self.picture.nearest_of(&self.near).is_some_and(|(gap, _)| gap < WARY) {
            return None;
        }
        let left = |from: Spot| (self.routes.length(from, errand.goal) - errand.near).max(0.0);
        let way = self.column_way(view, id, route, 0.0, FAR)?;
        if !self.may_form(view, id, way.formation) {
            return None;
        }
        let stand = Stand::of(&self.charts, &self.sight, view, id, way.pose, way.formation);
        let gains = errand.pull * (left(at) - left(stand.at)) > SLIGHT;
        let threatened = || {
            let none = |danger: f64| danger <= 0.0;
            let (picture, near, charts) = (&self.picture, &self.near, &self.charts);
            picture.charge_danger(near, charts, &stand, none) > 0.0
                || self.hinders_guns(view, id, stand.at) > 0.0
                || picture.fire_danger(near, charts, &self.sight, view, &stand, none) > 0.0
        };
        if !gains || threatened() { None } else { self.take_way(view, id, &way, question) }
    }

    /// Whether a unit is where it is wanted and no move could be worth more than to stay: no enemy is so near that it
    /// could fire at him or threaten him, and little threatens it where it stands.
    pub(crate) fn is_well_placed(
        &self,
        view: &Orders,
        id: UnitId,
        at: Spot,
        errand: &Errand,
    ) -> Option<bool> {
        if !self.near.targets.is_empty() || self.routes.length(at, errand.goal) > errand.near {
            return Some(false);
        }
        let stay = self.rate_here(view, id, errand)?;
        Some(BEST_SHAPE + errand.prize <= stay + SLIGHT)
    }

    /// Toward the errand, half the way, back, turned to the enemy, in column.
    pub(crate) fn add_usual(&self, view: &Orders, id: UnitId, at: Spot, errand: &Errand, moves: &mut Moves) {
        let unit = view.unit(id);
        if at.to(errand.goal) > errand.near.min(0.8) {
            let gone = self.add_march(view, id, moves, at, FAR);
            if gone > 2.0 {
                self.add_march(view, id, moves, at, gone / 2.0);
            }
        }
        if let Some((gap, foe)) = self.picture.nearest_of(&self.near)
            && gap < WARY
        {
            moves.add(self.face_way(view, id, foe.at));
            moves.add(self.back_way(view, id, 1.0));
            if unit.formation == Formation::Line && gap < 6.0 {
                moves.add(self.straight_way(view, id, foe.at, FAR));
            }
        }
        if unit.formation != Formation::Column {
            moves.add(self.form_way(view, id, Formation::Column));
        }
    }

    /// What it gains where it would stand until the next move, less what that takes from its own guns, if that is more
    /// than a floor: it is worth no more than that, whatever it suffers.
    pub(crate) fn gains_above(
        &self,
        floor: f64,
        view: &Orders,
        aim: &Aim,
        formation: Formation,
        errand: &Errand,
        menace: f64,
    ) -> Option<f64> {
        let far = self.routes.length(aim.at, errand.goal);
        let shape = shape(view.unit(aim.id).arm(), formation);
        let mut rating = shape - errand.pull * (far - errand.near).max(0.0);
        if errand.prize > 0.0 && far <= errand.near.max(1.5) + 1.0 {
            rating += errand.prize;
        }
        // Whether a target is seen is slow to work out: not done for one that would stay below the floor with all that
        // might come to it.
        let most = if menace > 0.0 { MOST_MENACE * menace } else { 0.0 };
        let zeal = self.zeal(view, aim.id);
        rating += self.musketry(view, aim, formation, |fire| rating + fire * zeal + most > floor) * zeal;
        if menace > 0.0 && rating + most > floor {
            let worth = |guess: f64| guess.min(MOST_MENACE) * menace;
            rating += worth(self.menace(view, aim, formation, |guess| rating + worth(guess) > floor));
        }
        // Nothing makes it better from here on.
        if rating <= floor {
            return None;
        }
        rating -= self.hinders_guns(view, aim.id, aim.at);
        (rating > floor).then_some(rating)
    }

    /// What it is worth to stand there: `gains` less what it suffers, if that is more than a floor.
    pub(crate) fn suffers_above(&self, floor: f64, gains: f64, view: &Orders, stand: &Stand) -> Option<f64> {
        let (picture, near, charts) = (&self.picture, &self.near, &self.charts);
        let charged = |danger: f64| gains - danger * self.temper.dread;
        let rating = charged(picture.charge_danger(near, charts, stand, |danger| charged(danger) > floor));
        if rating <= floor {
            return None;
        }
        let fired_at = |danger: f64| rating - danger * self.temper.fear;
        let is_bearable = |danger: f64| fired_at(danger) > floor;
        let rating = fired_at(picture.fire_danger(near, charts, &self.sight, view, stand, is_bearable));
        (rating > floor).then_some(rating)
    }

    /// What it is worth to stay.
    pub(crate) fn rate_here(&self, view: &Orders, id: UnitId, errand: &Errand) -> Option<f64> {
        let stand = self.standing(view, id)?;
        // A charge it could make from here it would have made.
        let gains = self.gains_above(f64::MIN, view, &stand, stand.formation, errand, 0.0)?;
        self.suffers_above(f64::MIN, gains, view, &stand)
    }

    /// What its own fire is worth where it would stand, if that is enough.
    fn musketry(
        &self,
        view: &Orders,
        aim: &Aim,
        formation: Formation,
        is_enough: impl Fn(f64) -> bool,
    ) -> f64 {
        let unit = view.unit(aim.id);
        if unit.arm().is_artillery() {
            return 0.0;
        }
        let dice = self.charts.muskets(formation);
        let mut shots = self.scratch.take();
        for target in &self.near.targets {
            let foe = &self.picture.foes[target.n];
            if !aim.is_in_musket_shot(&self.charts, foe) || aim.at.ahead(aim.facing, foe.at) < ARC {
                continue;
            }
            let checks = self.charts.musket_checks(unit.arm(), unit.troop(), dice, foe.mark(&self.charts));
            let cost = self.charts.check_cost(foe.nerve.troop, foe.nerve.level, foe.nerve.bonus);
            shots.push((checks * cost * foe.worth * 1.9, target.n));
        }
        self.best_seen(view, aim, shots, is_enough).map_or(0.0, |(value, _)| value)
    }

    /// The best of some targets that it would see, if that is worth anything and enough: by their worth and their
    /// number in the picture. Whether a target is seen is worked out only where it is worth enough.
    pub(crate) fn best_seen(
        &self,
        view: &Orders,
        stand: &Aim,
        mut targets: Vec<(f64, usize)>,
        is_enough: impl Fn(f64) -> bool,
    ) -> Option<(f64, usize)> {
        let mut seen = None;
        while let Some(best) =
            (0..targets.len()).reduce(|one, two| if targets[two].0 > targets[one].0 { two } else { one })
        {
            let (value, n) = targets.swap_remove(best);
            if value <= 0.0 || !is_enough(value) {
                break;
            }
            let foe = &self.picture.foes[n];
            if self.sight.is_clear(&view.units, stand.rect.front_centre(), &foe.rect, [stand.id, foe.id]) {
                seen = Some((value, n));
                break;
            }
        }
        targets.clear();
        self.scratch.set(targets);
        seen
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
        let look = || parked(view, &self.turn.guns);
        let parked = self.turn.parked.get_or_init(look);
        debug_assert_eq!(*parked, look(), "no battery has moved in this act");
        let near = parked.iter().filter(|(gun, there)| *gun != id && there.is_within(at, 1.5));
        near.count() as f64 * 0.3
    }

    /// A unit in panic goes out of the enemy's way.
    pub(crate) fn flee(&mut self, view: &Orders, id: UnitId, question: &Question) -> Option<Answer> {
        let unit = view.unit(id);
        let at = Spot::from_vec(unit.rect()?.centre());
        let (gap, foe) = self.picture.nearest_of(&self.near)?;
        if gap > self.charts.rally + 2.0 {
            return None;
        }
        let home = self.mission(unit.corps()).map_or(at, |mission| mission.centre);
        let away = at.toward(foe.at, -8.0);
        let side_way = Spot { x: home.x, y: away.y };
        for goal in [away, side_way] {
            let goal = self.on_table(view, goal);
            if let Some(way) = self.column_way(view, id, &Route::of([goal]), 0.0, FAR)
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

/// Where batteries stand that are on the table.
fn parked(view: &Orders, guns: &[UnitId]) -> Vec<(UnitId, Spot)> {
    let here = guns.iter().filter(|gun| view.unit(**gun).on_table());
    here.filter_map(|gun| Some((*gun, Spot::from_vec(view.unit(*gun).rect()?.centre())))).collect()
}

/// A little for the formation that suits the place.
fn shape(arm: Arm, formation: Formation) -> f64 {
    match formation {
        Formation::Column if !arm.is_artillery() => BEST_SHAPE,
        Formation::Square => -0.15,
        Formation::Column
        | Formation::Line
        | Formation::Road
        | Formation::HastySquare
        | Formation::Unlimbered => 0.0,
    }
}
