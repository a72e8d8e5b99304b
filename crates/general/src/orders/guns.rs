//! Guns: a station where they tell most and are not caught, reached limbered; there they stand and turn.

use super::captain::Captain;
use super::march::{FAR, Way};
use super::mission::refuge;
use super::picture::{Aim, Foe, GUN_ARC, Stand};
use crate::kit::plan::{Goal, Stance, Word};
use crate::kit::spot::{Spot, vector};
use engine::Side;
use orders::words::Formation;
use orders::{Answer, Orders, Pace, Question, UnitId};
use table::{Point, Pose};

/// What a turn on the way takes from a station's worth.
const PATIENCE: f64 = 0.86;
/// What a move must be better than to stay.
const SLIGHT: f64 = 0.1;
/// What the turns after this one count beside it.
const LATER: f64 = 1.5;
/// Where a station is looked for: how much farther than close range, and how far off the straight line (a sine).
const PLACES: [(f64, f64); 4] = [(0.0, 0.0), (0.0, 0.6), (0.0, -0.6), (2.8, 0.0)];

/// Foot that is nearer to the enemy than a battery by this has gone on before it.
const GONE_ON: f64 = 3.0;

/// What a battery is to do.
#[derive(Clone, Copy, Debug)]
struct GunTask {
    stance: Stance,
    goal: Spot,
    /// It goes nowhere.
    is_rooted: bool,
}

/// A place for a battery, and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Station {
    at: Spot,
    aim: Spot,
    worth: f64,
}

impl Captain {
    pub(crate) fn move_gun(&mut self, view: &Orders, id: UnitId, question: &Question) -> Option<Answer> {
        let unit = view.unit(id);
        let pose = unit.pose?;
        let task = self.gun_task(view, id)?;
        let at = Spot::from_vec(unit.rect()?.centre());
        if task.stance == Stance::Retire {
            return self.limber_off(view, id, at, task.goal, question);
        }
        let unlimbered = unit.formation == Formation::Unlimbered;
        let here = self.gun_worth(view, id, pose, |_| true);
        let targets = self.targets(view, id, at);
        let mut ways: Vec<(f64, Way)> = Vec::with_capacity(8);
        if unlimbered {
            let is_better = |worth: f64| worth * (1.0 + LATER) > here * (1.0 + LATER) + SLIGHT;
            for foe in &targets {
                if let Some(way) = self.face_way(view, id, self.picture.foes[*foe].at) {
                    ways.push((self.gun_worth(view, id, way.pose, is_better) * (1.0 + LATER), way));
                }
            }
        } else if let Some(way) = self.form_way(view, id, Formation::Unlimbered) {
            ways.push((here * (1.0 + LATER), way));
        }
        // A battery that tells where it stands stays in action, unless its corps goes forward.
        let stays = self.stays(view, id, &task, here);
        if !stays
            && let Some(station) = self.station(view, id, at, &targets)
            && station.worth > 0.0
            && let Some(way) = self.to_station(view, id, at, &station)
        {
            let left = Spot::of(way.pose.at).to(station.at);
            let value = if way.formation == Formation::Unlimbered {
                self.gun_worth(view, id, way.pose, |_| true) * (1.0 + LATER)
            } else {
                let stand = Stand::of(&self.charts, &self.sight, view, id, way.pose, Formation::Column);
                let gets_on = at.to(station.at) - left > 2.0;
                let later = if gets_on { station.worth * LATER * PATIENCE } else { 0.0 };
                later - self.gun_danger(view, id, &stand, |_| true)
            };
            ways.push((value, way));
        }
        let idle = targets.is_empty()
            || (here <= 0.05 && self.picture.nearest_of(&self.near).is_none_or(|(gap, _)| gap > 10.0));
        if idle && !stays && task.stance != Stance::Hold {
            // Nothing to fire at: on with the corps.
            let (route, far) = (self.routes.way(at, task.goal), self.routes.length(at, task.goal));
            if far > 6.0
                && let Some(way) = self.column_way(view, id, &route, 0.0, FAR)
            {
                let stand = Stand::of(&self.charts, &self.sight, view, id, way.pose, Formation::Column);
                ways.push((0.4 - self.gun_danger(view, id, &stand, |_| true), way));
            }
        }
        let stay = if unlimbered {
            here * (1.0 + LATER)
        } else {
            let stand = Stand::of(&self.charts, &self.sight, view, id, pose, Formation::Column);
            -self.gun_danger(view, id, &stand, |_| true)
        };
        ways.retain(|(worth, _)| *worth > stay + SLIGHT);
        ways.sort_by(|one, two| two.0.total_cmp(&one.0));
        ways.into_iter().take(4).find_map(|(_, way)| self.take_way(view, id, &way, question))
    }

    /// What a battery is to do: as its corps does, or what its own word says.
    fn gun_task(&self, view: &Orders, id: UnitId) -> Option<GunTask> {
        let mission = self.mission(view.unit(id).corps())?;
        let (stance, goal) = (mission.stance, mission.goal);
        if !self.manner.schooled {
            return Some(GunTask { stance, goal, is_rooted: false });
        }
        let duty = self.duty(id)?;
        let goal_of = || self.goal_of(view, id, &duty).unwrap_or(goal);
        Some(match duty.does {
            Word::Withdraw => {
                let at = Spot::from_vec(view.unit(id).rect()?.centre());
                let foe = self.picture.nearest(at).map_or(at, |(_, foe)| foe.at);
                GunTask {
                    stance: Stance::Retire,
                    goal: refuge(view, view.unit(id).side(), at, foe),
                    is_rooted: false,
                }
            }
            Word::Press(Goal::Objective(n)) if self.is_ours(n) => {
                GunTask { stance: Stance::Hold, goal, is_rooted: false }
            }
            Word::Press(_) | Word::Storm(_) | Word::Deny(_) => {
                GunTask { stance: Stance::Press, goal: goal_of(), is_rooted: false }
            }
            Word::GoWith | Word::HuntGuns | Word::HuntWorn | Word::Support => {
                GunTask { stance: Stance::Press, goal, is_rooted: false }
            }
            Word::Own(_) => GunTask { stance: Stance::Hold, goal, is_rooted: false },
            Word::Stand | Word::Stay | Word::Keep => GunTask { stance: Stance::Hold, goal, is_rooted: true },
        })
    }

    /// Whether a battery stays where it is.
    fn stays(&self, view: &Orders, id: UnitId, task: &GunTask, here: f64) -> bool {
        let unlimbered = view.unit(id).formation == Formation::Unlimbered;
        if !self.manner.schooled {
            // One that tells where it stands stays in action, unless its corps goes forward.
            return unlimbered && task.stance == Stance::Hold && here > self.temper.tells;
        }
        // One in action goes when it has nothing to fire at, its foot has gone on before it and it has stood a while.
        task.is_rooted
            || unlimbered
                && (here > self.temper.tells
                    || self.memory.formed.has_changed(id)
                    || !self.has_foot_before(view, id, task.stance))
    }

    /// Whether foot of its corps has gone on before a battery, so that it is wanted farther ahead.
    fn has_foot_before(&self, view: &Orders, id: UnitId, stance: Stance) -> bool {
        let (gone, many) = if stance == Stance::Hold { (GONE_ON, 2) } else { (1.0, 1) };
        let unit = view.unit(id);
        let Some(rect) = unit.rect() else { return false };
        let at = Spot::from_vec(rect.centre());
        let Some((gap, foe)) = self.picture.nearest(at) else { return false };
        let goes_before = |unit: &orders::Unit| {
            let spot = unit.rect().map(|rect| Spot::from_vec(rect.centre()));
            spot.is_some_and(|spot| spot.to(foe.at) + gone < gap && spot.to(at) < gap)
        };
        let own = view
            .units_of(unit.corps())
            .filter(|(_, friend)| !friend.arm().is_artillery() && !friend.in_panic());
        view.turn > 1 && own.filter(|(_, friend)| goes_before(friend)).count() >= many
    }

    /// The foes worth looking at, by their number in the picture.
    fn targets(&self, view: &Orders, id: UnitId, at: Spot) -> Vec<usize> {
        let reach = view.unit(id).profile.gun.map_or(0.0, |gun| self.charts.reach(gun));
        let mut foes: Vec<(f64, usize)> = Vec::new();
        for (n, foe) in self.picture.foes.iter().enumerate() {
            let gap = at.to(foe.at);
            if gap < reach + 10.0 && foe.is_steady() {
                foes.push((gap - foe.worth, n));
            }
        }
        foes.sort_by(|one, two| one.0.total_cmp(&two.0));
        foes.truncate(4);
        foes.into_iter().map(|(_, n)| n).collect()
    }

    /// The best place within a few turns' ride.
    fn station(&self, view: &Orders, id: UnitId, at: Spot, targets: &[usize]) -> Option<Station> {
        let unit = view.unit(id);
        let rate = self.charts.rate(unit.arm(), Formation::Column);
        let first = if unit.formation == Formation::Unlimbered { rate / 3.0 } else { rate * 2.0 / 3.0 };
        let close = self.charts.close() - 0.35;
        let mut best: Option<Station> = None;
        for n in targets {
            let foe = &self.picture.foes[*n];
            for (far, aside) in PLACES {
                let spot = around(foe.at, at, close + far, aside);
                if self.on_table(view, spot) != spot {
                    continue;
                }
                let way = at.to(spot);
                if way < 0.3 {
                    continue;
                }
                let turns =
                    if way <= first { 0.0 } else { ((way - rate * 2.0 / 3.0) / rate).ceil().max(1.0) };
                if turns > 3.0 || turns + 1.0 >= f64::from(self.appraisal.left) {
                    continue;
                }
                let pose = Pose { at: spot.point(), facing: spot.point().bearing_to(foe.at.point()) };
                let aim = Aim::of(view, id, pose, Formation::Unlimbered);
                let patience = PATIENCE.powi(turns as i32);
                // What it suffers there only makes it worse.
                let is_enough = |gain: f64| best.is_none_or(|best| gain * patience > best.worth);
                let gain = self.gun_gain(view, id, &aim, is_enough);
                if !is_enough(gain) {
                    continue;
                }
                let stand = Stand::at(&self.charts, &self.sight, view, aim, Formation::Unlimbered);
                let worth = |danger: f64| {
                    let worth = gain - danger;
                    if worth > 0.0 { worth * patience } else { worth }
                };
                let is_better = |danger: f64| best.is_none_or(|best| worth(danger) > best.worth);
                let danger = self.gun_danger(view, id, &stand, is_better);
                if is_better(danger) {
                    best = Some(Station { at: spot, aim: foe.at, worth: worth(danger) });
                }
            }
        }
        best
    }

    /// To a station, and unlimbered there if it is reached.
    fn to_station(&self, view: &Orders, id: UnitId, at: Spot, station: &Station) -> Option<Way> {
        let route = self.routes.way(at, station.at);
        let mut way = self.column_way(view, id, &route, self.charts.change, FAR);
        if let Some(way) = &mut way
            && Spot::of(way.pose.at).to(station.at) < 0.8
        {
            way.paces.push(Pace::Form(Formation::Unlimbered));
            way.formation = Formation::Unlimbered;
            let width = view.unit(id).footprint_in(Formation::Unlimbered);
            // The guns must look at their target.
            if Spot::of(way.pose.at).ahead(vector(way.pose.facing), station.aim) < 0.75 {
                let centre: Point = way.pose.centre(width);
                let facing = centre.bearing_to(station.aim.point());
                way.paces.push_before_last(Pace::Face(facing));
            }
            return Some(*way);
        }
        self.column_way(view, id, &route, 0.0, FAR)
    }

    fn limber_off(
        &self,
        view: &Orders,
        id: UnitId,
        at: Spot,
        goal: Spot,
        question: &Question,
    ) -> Option<Answer> {
        let route = self.routes.way(at, goal);
        let way = self.column_way(view, id, &route, 0.0, FAR)?;
        self.take_way(view, id, &way, question)
    }

    /// What a battery in this place is worth if it fires until its next move. Where that is not enough, this is only a
    /// bound that it does not exceed.
    fn gun_worth(&self, view: &Orders, id: UnitId, pose: Pose, is_enough: impl Fn(f64) -> bool) -> f64 {
        let aim = Aim::of(view, id, pose, Formation::Unlimbered);
        let gain = self.gun_gain(view, id, &aim, &is_enough);
        if !is_enough(gain) {
            return gain;
        }
        let stand = Stand::at(&self.charts, &self.sight, view, aim, Formation::Unlimbered);
        gain - self.gun_danger(view, id, &stand, |danger| is_enough(gain - danger))
    }

    /// What its fire brings there, if that is enough.
    fn gun_gain(&self, view: &Orders, id: UnitId, stand: &Aim, is_enough: impl Fn(f64) -> bool) -> f64 {
        let zeal = self.zeal(view, id);
        let gain = |harm: f64| harm * self.temper.gain * zeal;
        let (harm, _) = self.best_target(view, id, stand, |harm| is_enough(gain(harm)));
        gain(harm)
    }

    /// What a battery suffers that stands so until its next move. Where that is more than it bears, only a lower bound:
    /// if charges alone are too much, fire is not worked out.
    fn gun_danger(&self, view: &Orders, id: UnitId, stand: &Stand, is_bearable: impl Fn(f64) -> bool) -> f64 {
        let (picture, all) = (&self.picture, &self.picture.all);
        let charge = picture.charge_danger(all, &self.charts, stand, |_| true);
        let charge = if charge > 0.0 { charge * self.exposure(view, id, stand) } else { 0.0 };
        let near = picture.nearest(stand.at).is_some_and(|(gap, foe)| gap < 3.0 && foe.reach > 0.0);
        let with_fire = |fire: f64| (fire * self.temper.fear + charge) * 1.3 + if near { 1.0 } else { 0.0 };
        if !is_bearable(with_fire(0.0)) {
            return with_fire(0.0);
        }
        let (charts, sight) = (&self.charts, &self.sight);
        with_fire(picture.fire_danger(all, charts, sight, view, stand, |fire| is_bearable(with_fire(fire))))
    }

    /// How open a battery is to a charge: friends beside it cover it.
    fn exposure(&self, view: &Orders, id: UnitId, stand: &Stand) -> f64 {
        let look = || cover(view, view.unit(id).side());
        let cover = self.turn.cover.get_or_init(look);
        debug_assert_eq!(*cover, look(), "nobody has moved in this act");
        let friends = cover.iter().filter(|at| at.is_within(stand.at, 4.0));
        match friends.take(2).count() {
            0 => 1.0,
            1 => 0.6,
            _ => 0.35,
        }
    }

    /// The mean harm of a battery's best shot, and whom it hits, if that is enough.
    pub(crate) fn best_target(
        &self,
        view: &Orders,
        id: UnitId,
        stand: &Aim,
        is_enough: impl Fn(f64) -> bool,
    ) -> (f64, Option<&Foe>) {
        let unit = view.unit(id);
        let Some(gun) = unit.profile.gun else { return (0.0, None) };
        let aim = self.charts.aim(unit.level);
        let reach = self.charts.reach(gun);
        let mut shots = self.scratch.take();
        for (n, foe) in self.picture.foes.iter().enumerate() {
            if !stand.at.is_within(foe.at, reach + 0.6) || stand.at.ahead(stand.facing, foe.at) < GUN_ARC {
                continue;
            }
            let range = stand.at.to(foe.at) - 0.6;
            let checks = self.charts.gun_checks(gun, unit.troop(), range, foe.mark(&self.charts) + aim);
            let cost = self.charts.check_cost(foe.nerve.troop, foe.nerve.level, foe.nerve.bonus);
            shots.push(((checks * cost).min(4.0) * foe.worth, n));
        }
        let best = self.best_seen(view, stand, shots, is_enough);
        best.map_or((0.0, None), |(value, n)| (value, Some(&self.picture.foes[n])))
    }
}

/// Where a side's steady foot and horse stand.
fn cover(view: &Orders, side: Side) -> Vec<Spot> {
    let steady = view.of(side).filter(|(_, unit)| !unit.arm().is_artillery() && !unit.in_panic());
    steady.filter_map(|(_, unit)| unit.rect()).map(|rect| Spot::from_vec(rect.centre())).collect()
}

/// A spot `far` from a foe, on the side of another spot, turned aside by a sine.
fn around(foe: Spot, from: Spot, far: f64, aside: f64) -> Spot {
    let length = foe.to(from).max(0.01);
    let (x, y) = ((from.x - foe.x) / length, (from.y - foe.y) / length);
    let cos = (1.0 - aside * aside).sqrt();
    Spot { x: foe.x + (x * cos - y * aside) * far, y: foe.y + (x * aside + y * cos) * far }
}
