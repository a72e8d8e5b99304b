//! The plan of a turn: how the battle stands, what each corps is to do, and who holds which ground.

use super::captain::Captain;
use super::charts::level_worth;
use super::odds::worth;
use super::picture::Spot;
use engine::{Edge, Side};
use orders::words::Level;
use orders::{CorpsId, Orders, UnitId};
use table::Inches;

/// How a corps carries itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stance {
    /// It keeps its ground and lets the enemy come.
    #[default]
    Hold,
    /// It works its way forward behind its guns.
    Press,
    /// It goes in.
    Assault,
    /// It breaks off to rally.
    Retire,
}

/// What a corps is to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mission {
    pub(crate) corps: CorpsId,
    pub(crate) stance: Stance,
    pub(crate) goal: Spot,
    /// What an inch nearer to the goal is worth.
    pub(crate) pull: f64,
    /// Where the corps stands.
    pub(crate) centre: Spot,
    /// What the enemy's losses count beside our own: more where we must win something.
    pub(crate) zeal: f64,
}

/// Ground a unit is sent to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Post {
    pub(crate) unit: UnitId,
    pub(crate) at: Spot,
    pub(crate) radius: f64,
    pub(crate) worth: f64,
    pub(crate) ours: bool,
}

#[derive(Default)]
pub(crate) struct Plan {
    of: Option<(u32, Side, Side)>,
    pub(crate) missions: Vec<Mission>,
    pub(crate) posts: Vec<Post>,
    /// Turns left, this one counted.
    pub(crate) left: u32,
    /// The last turns, and the ground is not ours.
    pub(crate) urgent: bool,
    /// How pressing that is, from 0 to 1.
    pub(crate) need: f64,
    /// Our strength beside the enemy's.
    pub(crate) ratio: f64,
    /// How near the army is to breaking: 1 is broken.
    pub(crate) strain: f64,
}

/// An objective as it stands.
#[derive(Clone, Copy, Debug)]
struct Ground {
    at: Spot,
    radius: f64,
    worth: f64,
    holder: Option<Side>,
    /// The strength of each side near it.
    ours: f64,
    theirs: f64,
}

impl Captain {
    /// Makes the plan of a half-turn, once.
    pub(crate) fn make_plan(&mut self, view: &Orders, side: Side) {
        self.look(view, side);
        let now = Some((view.turn, view.mover, side));
        if self.plan.of == now {
            return;
        }
        self.plan.of = now;
        let length = view.scenario.length.unwrap_or_else(|| view.rules.usual_length());
        self.plan.left = (length + 1).saturating_sub(view.turn);
        self.plan.ratio = ratio(view, side);
        self.plan.strain = strain(view, side);
        let ground = self.ground(view, side);
        let (mut ours, mut theirs) = (0.0, 0.0);
        for place in &ground {
            match place.holder {
                Some(holder) if holder == side => ours += place.worth,
                Some(_) => theirs += place.worth,
                None => {}
            }
        }
        let behind = ours < theirs || (ours <= theirs && strain(view, side) >= strain(view, side.enemy()));
        self.plan.urgent = behind && self.plan.left <= 4;
        let late = ((self.temper.late - f64::from(self.plan.left)) / 4.0).clamp(0.0, 1.0);
        self.plan.need = if behind { late } else { 0.0 };
        self.give_missions(view, side, &ground, behind);
        self.give_posts(view, side, &ground);
    }

    fn ground(&self, view: &Orders, side: Side) -> Vec<Ground> {
        let mut all = Vec::with_capacity(view.scenario.objectives.len());
        for (n, objective) in view.scenario.objectives.iter().enumerate() {
            let at = Spot::of(objective.at);
            let radius = f64::from(objective.radius.0) / 1000.0;
            let mut place = Ground {
                at,
                radius,
                worth: f64::from(objective.worth),
                holder: view.holders.get(n).copied().flatten(),
                ours: 0.0,
                theirs: 0.0,
            };
            let (mut here, mut there) = (false, false);
            for (id, unit) in view.on_table() {
                let Some(rect) = unit.rect().filter(|_| !unit.in_panic()) else { continue };
                let gap = Spot::from_vec(rect.centre()).to(at);
                if gap > radius + 10.0 {
                    continue;
                }
                let holds = f64::from(rect.distance_to(objective.at).0) / 1000.0 <= radius;
                let strength = worth(view, id) * level_worth(unit.level);
                if unit.side() == side {
                    place.ours += strength;
                    here |= holds;
                } else {
                    place.theirs += strength;
                    there |= holds;
                }
            }
            match (here, there) {
                (true, false) => place.holder = Some(side),
                (false, true) => place.holder = Some(side.enemy()),
                _ => {}
            }
            all.push(place);
        }
        all
    }

    fn give_missions(&mut self, view: &Orders, side: Side, ground: &[Ground], behind: bool) {
        self.plan.missions.clear();
        let mut taken = vec![0.0_f64; ground.len()];
        let mut corps: Vec<(f64, CorpsId, Spot)> = Vec::new();
        for id in view.corps_ids().filter(|id| view.corps(*id).side == side) {
            if let Some((strength, centre)) = self.corps_centre(view, id) {
                corps.push((strength, id, centre));
            }
        }
        corps.sort_by(|one, two| two.0.total_cmp(&one.0));
        let left = f64::from(self.plan.left);
        for (strength, id, centre) in corps {
            if self.is_worn(view, id) {
                let goal = self.refuge(view, side, centre);
                let mission =
                    Mission { corps: id, stance: Stance::Retire, goal, pull: 0.3, centre, zeal: 0.7 };
                self.plan.missions.push(mission);
                continue;
            }
            let mut best: Option<(f64, usize)> = None;
            for (n, place) in ground.iter().enumerate() {
                let ours = place.holder == Some(side);
                let far = self.routes.length(centre, place.at);
                let threat = (place.theirs - place.ours).max(0.0);
                let wanted = match (ours, behind) {
                    (true, _) if threat > 0.0 => 1.2,
                    (true, false) => 0.8,
                    (true, true) => 0.3,
                    (false, true) => 1.4,
                    (false, false) => 0.7,
                };
                let late = if far / 4.5 > left { 0.3 } else { 1.0 };
                let shared = 1.0 / (1.0 + taken[n] / 20.0);
                let value = place.worth.sqrt() * wanted * late * shared / (10.0 + far);
                if best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, n));
                }
            }
            let mission = match best {
                Some((_, n)) => {
                    taken[n] += strength;
                    self.mission_at(side, id, centre, &ground[n], behind)
                }
                None => self.mission_against(id, centre),
            };
            self.plan.missions.push(mission);
        }
    }

    fn mission_at(&self, side: Side, corps: CorpsId, centre: Spot, place: &Ground, behind: bool) -> Mission {
        let far = self.routes.length(centre, place.at);
        let left = f64::from(self.plan.left);
        let ours = place.holder == Some(side);
        let slack = left - far / 4.0 - self.temper.slack;
        let stance = match (ours, behind) {
            (true, _) => Stance::Hold,
            (false, true) if slack <= 0.0 || self.plan.ratio > self.temper.bold => Stance::Assault,
            (false, true) => Stance::Press,
            (false, false) if self.plan.ratio > 1.3 => Stance::Press,
            (false, false) if place.theirs <= 0.0 => Stance::Press,
            (false, false) => Stance::Hold,
        };
        let pull = match stance {
            Stance::Hold => self.temper.hold,
            Stance::Press => self.temper.press,
            Stance::Assault if self.plan.urgent => self.temper.dash,
            Stance::Assault => self.temper.assault,
            Stance::Retire => 0.3,
        };
        let zeal = match stance {
            Stance::Hold => self.temper.calm,
            Stance::Press | Stance::Assault => self.temper.zeal * (1.0 + 1.5 * self.plan.need),
            Stance::Retire => 0.7,
        };
        Mission { corps, stance, goal: place.at, pull, centre, zeal }
    }

    /// No ground to win: the nearest enemies.
    fn mission_against(&self, corps: CorpsId, centre: Spot) -> Mission {
        let goal = self.picture.nearest(centre).map_or(centre, |(_, foe)| foe.at);
        let (stance, pull) =
            if self.plan.ratio > 1.1 { (Stance::Press, self.temper.press) } else { (Stance::Hold, 0.0) };
        Mission { corps, stance, goal, pull, centre, zeal: 1.0 }
    }

    /// The middle of a corps' steady units, and its strength.
    fn corps_centre(&self, view: &Orders, corps: CorpsId) -> Option<(f64, Spot)> {
        let (mut x, mut y, mut count, mut strength) = (0.0, 0.0, 0.0, 0.0);
        for (id, unit) in view.units_of(corps) {
            let Some(rect) = unit.rect() else { continue };
            let weight = if unit.in_panic() { 0.05 } else { 1.0 };
            let at = Spot::from_vec(rect.centre());
            x += at.x * weight;
            y += at.y * weight;
            count += weight;
            strength += worth(view, id) * level_worth(unit.level);
        }
        (count > 0.0).then(|| (strength, Spot { x: x / count, y: y / count }))
    }

    /// Whether a corps had better rally than fight: half of it shaken, and time enough for it.
    fn is_worn(&self, view: &Orders, corps: CorpsId) -> bool {
        if self.plan.left <= 3 {
            return false;
        }
        let (mut all, mut worn) = (0, 0);
        for (_, unit) in view.units_of(corps) {
            all += 1;
            worn += i32::from(unit.level <= Level::Disrupted);
        }
        all > 0 && worn * 2 >= all
    }

    /// Where a corps goes to rally: toward its own edge, away from the enemy.
    fn refuge(&self, view: &Orders, side: Side, centre: Spot) -> Spot {
        let size = |inches: Inches| f64::from(inches.0) / 1000.0;
        let (width, depth) = (size(view.scenario.terrain.width), size(view.scenario.terrain.depth));
        let away = self.picture.nearest(centre).map_or(centre, |(_, foe)| foe.at);
        // Two inches from the own edge, and aside from the nearest enemy.
        let along = |own: f64, foe: f64, end: f64| (own + (own - foe).clamp(-8.0, 8.0)).clamp(2.0, end - 2.0);
        let abreast = |edge: Edge| match edge {
            Edge::North | Edge::South => along(centre.x, away.x, width),
            Edge::East | Edge::West => along(centre.y, away.y, depth),
        };
        match view.scenario.edges[side] {
            edge @ Edge::South => Spot { x: abreast(edge), y: 2.0 },
            edge @ Edge::North => Spot { x: abreast(edge), y: depth - 2.0 },
            edge @ Edge::West => Spot { x: 2.0, y: abreast(edge) },
            edge @ Edge::East => Spot { x: width - 2.0, y: abreast(edge) },
        }
    }

    /// What the enemy's losses count beside a unit's own.
    pub(crate) fn zeal(&self, view: &Orders, unit: UnitId) -> f64 {
        self.mission(view.unit(unit).corps()).map_or(1.0, |mission| mission.zeal)
    }

    pub(crate) fn mission(&self, corps: CorpsId) -> Option<&Mission> {
        self.plan.missions.iter().find(|mission| mission.corps == corps)
    }

    /// Somebody for each objective that may be had or kept.
    fn give_posts(&mut self, view: &Orders, side: Side, ground: &[Ground]) {
        self.plan.posts.clear();
        let mut order: Vec<usize> = (0..ground.len()).collect();
        order.sort_by(|one, two| ground[*two].worth.total_cmp(&ground[*one].worth));
        for n in order {
            let place = ground[n];
            let ours = place.holder == Some(side);
            let men = match (ours, place.theirs > 0.0) {
                (_, false) => 1,
                (true, true) => 2,
                (false, true) => 3,
            };
            let left = f64::from(self.plan.left);
            let mut near: Vec<(f64, UnitId)> = Vec::new();
            for (id, unit) in view.of(side) {
                if !unit.arm().is_infantry() || unit.level <= Level::Disrupted || self.post(id).is_some() {
                    continue;
                }
                let Some(rect) = unit.rect() else { continue };
                let Some(mission) = self.mission(unit.corps()) else { continue };
                if mission.stance == Stance::Retire {
                    continue;
                }
                let direct = Spot::from_vec(rect.centre()).to(place.at);
                // Whoever goes elsewhere is fetched only for ground that nobody disputes.
                let elsewhere = mission.goal.to(place.at) > 8.0;
                if elsewhere && (direct > 14.0 || place.theirs > place.ours) {
                    continue;
                }
                // Ground counts at the end: until then there is better to do than to stand on it.
                if !ours && place.holder.is_some() && left > direct / 3.5 + self.temper.haste {
                    continue;
                }
                near.push((direct, id));
            }
            near.sort_by(|one, two| one.0.total_cmp(&two.0));
            for (_, unit) in near.into_iter().take(men) {
                let Ground { at, radius, worth, .. } = place;
                self.plan.posts.push(Post { unit, at, radius, worth, ours });
            }
        }
    }

    /// What a point of ground is worth now: the nearer the end, the more.
    pub(crate) fn ground_fever(&self) -> f64 {
        match self.plan.left {
            0..=2 => self.temper.prize * if self.plan.urgent { 2.0 } else { 1.0 },
            3..=4 => self.temper.prize * 0.6,
            _ => self.temper.prize * 0.25,
        }
    }

    pub(crate) fn post(&self, unit: UnitId) -> Option<&Post> {
        self.plan.posts.iter().find(|post| post.unit == unit)
    }
}

/// Our strength on the table beside the enemy's.
fn ratio(view: &Orders, side: Side) -> f64 {
    let (mut ours, mut theirs) = (1.0, 1.0);
    for (id, unit) in view.on_table() {
        let strength = worth(view, id) * level_worth(unit.level);
        *(if unit.side() == side { &mut ours } else { &mut theirs }) += strength;
    }
    ours / theirs
}

/// How near a side is to breaking: routed and in panic, beside the half that breaks it.
fn strain(view: &Orders, side: Side) -> f64 {
    let lost =
        view.units.iter().filter(|unit| unit.side() == side && (unit.is_lost() || unit.in_panic())).count();
    lost as f64 * 2.0 / f64::from(view.starting_units[side].max(1))
}
