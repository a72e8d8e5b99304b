//! A unit's way, pace by pace.
//!
//! What it costs stands in `price`, what forbids it in `barred`, changes of formation in `forming`, and how far it could
//! lead in `reach`.

mod barred;
mod forming;
pub(crate) mod price;
mod reach;

use crate::ids::{house, rule};
use crate::rules::ground::{self, Sweep};
use crate::rules::movement::budget::Share;
use crate::state::answer::Pace;
use crate::state::game::Orders;
use crate::state::refusal::{Refusal, refuse, why};
pub(crate) use crate::state::trodden::Purpose;
use crate::state::trodden::Stretch;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::Formation;
use engine::Name;
pub(crate) use forming::may_take;
use rulebook::RuleId;
use table::{Bearing, EIGHTH, Footprint, Inches, Leg, Pose, Rect, Track, wheel_length};

/// The most paces of one move.
const MOST_PACES: usize = 8;
/// What a turn may be over its limit by rounding, in 65536ths.
pub(crate) const A_HAIR: i32 = 8;
/// How far unlimbered guns go by hand where the house lets them.
pub(crate) const BY_HAND: Inches = Inches::whole(1);

/// A unit on its way: where it is, in what formation, and what of its move it has used.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'g> {
    game: &'g Orders,
    id: UnitId,
    unit: &'g Unit,
    purpose: Purpose,
    pub(crate) pose: Pose,
    pub(crate) formation: Formation,
    /// The formation it began in.
    began: Formation,
    budget: Share,
    /// Inches a force march adds.
    bonus: Inches,
    /// Used for changes, and used for inches.
    changes: Share,
    inches: Share,
    met_rough: bool,
    /// It has moved, not only turned or changed.
    pub(crate) moved: bool,
    /// The rules that priced it.
    pub(crate) rules: Vec<RuleId>,
}

impl<'g> Walk<'g> {
    pub(crate) fn new(game: &'g Orders, id: UnitId, start: Pose, purpose: Purpose) -> Walk<'g> {
        let unit = game.unit(id);
        Walk {
            game,
            id,
            unit,
            purpose,
            pose: start,
            formation: unit.formation,
            began: unit.formation,
            budget: Share::WHOLE,
            bonus: Inches::ZERO,
            changes: Share::NONE,
            inches: Share::NONE,
            met_rough: false,
            moved: false,
            rules: Vec::new(),
        }
    }

    /// Begins in another formation, at no cost: a unit that enters.
    pub(crate) fn begin_in(mut self, formation: Formation) -> Walk<'g> {
        self.formation = formation;
        self.began = formation;
        self
    }

    /// With what its activation has left it: half a move, or the dice of a force march.
    pub(crate) fn with(mut self, budget: Share, bonus: Inches) -> Walk<'g> {
        self.budget = budget;
        self.bonus = bonus;
        self
    }

    pub(crate) fn id(&self) -> UnitId {
        self.id
    }

    pub(crate) fn name(&self) -> &'g Name {
        self.unit.called()
    }

    pub(crate) fn rect(&self) -> Rect {
        Rect::new(self.pose, self.footprint())
    }

    pub(crate) fn footprint(&self) -> Footprint {
        self.unit.footprint_in(self.formation)
    }

    /// Takes the paces one after another.
    ///
    /// # Errors
    /// The refusal of the first that may not be taken.
    pub(crate) fn take(&mut self, paces: &[Pace]) -> Result<(), Refusal> {
        if paces.is_empty() || paces.len() > MOST_PACES {
            let why = why!("A move of {} has one to {} paces.", self.unit.called(), MOST_PACES);
            return refuse(house!("move.geometry"), why);
        }
        paces.iter().try_for_each(|pace| self.pace(pace))
    }

    pub(crate) fn pace(&mut self, pace: &Pace) -> Result<(), Refusal> {
        match pace {
            Pace::Ahead(by) => self.straight(self.pose.facing, *by),
            Pace::Back(by) => self.straight(self.pose.facing.opposite(), *by),
            Pace::Shift(along, by) => self.shift(*along, *by),
            Pace::Wheel(turn) => self.wheel(*turn),
            Pace::Face(facing) => self.face(*facing),
            Pace::Form(formation) => self.form(*formation),
            Pace::Road(by) => self.road(*by),
        }
    }

    // -------------------------------------------------------------- paces ----

    /// Straight ahead or straight back.
    fn straight(&mut self, along: Bearing, by: Inches) -> Result<(), Refusal> {
        let name = self.unit.called();
        let geometry = house!("move.geometry");
        if by <= Inches::ZERO {
            return refuse(geometry, why!("{} must move some way.", name));
        }
        let by_hand = self.may_be_moved(by)?;
        let back = along != self.pose.facing;
        let start = self.rect();
        let footprint = self.footprint();
        let end = Pose { at: self.pose.at.ahead(along, by), facing: self.pose.facing };
        let front = if back { self.pose } else { end };
        let swept = Rect::new(front, Footprint { depth: footprint.depth + by, ..footprint });
        let on_road = self.keeps_to_road(&swept)?;
        let pace = if back { Pace::Back(by) } else { Pace::Ahead(by) };
        let rough = self.trodden(pace, || {
            self.way_is_free(&start, std::slice::from_ref(&swept))?;
            Ok(if price::feels_rough(self.formation, on_road) {
                ground::rough_inches(self.game, self.formation, &start, Sweep { along, by, swept: &swept })
            } else {
                Inches::ZERO
            })
        })?;
        self.moved = true;
        self.pose = end;
        if by_hand {
            self.note_by_hand();
            return Ok(());
        }
        let double = back && !self.game.rules.plays(house!("move.geometry", "free"));
        self.pay_inches(by, rough, double, on_road)
    }

    /// Unlimbered guns stay where they are, unless the house lets them be pushed (ruling artillery.limber).
    fn may_be_moved(&self, by: Inches) -> Result<bool, Refusal> {
        let limber = house!("artillery.limber");
        let name = self.unit.called();
        if self.formation != Formation::Unlimbered {
            return Ok(false);
        }
        if !self.game.rules.plays(house!("artillery.limber", "prolong")) {
            return refuse(
                limber,
                why!("{} [is|are] unlimbered: [it|they] may pivot, or limber and go.", name),
            );
        }
        if by > BY_HAND || self.spent() > Share::NONE || self.budget < Share::WHOLE {
            let why = why!(
                "{} [is|are] unlimbered: [it is|they are] pushed {} at most, as [its|their] whole move.",
                name,
                BY_HAND
            );
            return refuse(limber, why);
        }
        Ok(true)
    }

    fn note_by_hand(&mut self) {
        self.changes = self.budget;
    }

    /// Road formation keeps to the road (ruling move.road). Says whether the way is one.
    fn keeps_to_road(&self, swept: &Rect) -> Result<bool, Refusal> {
        if self.formation != Formation::Road {
            return Ok(false);
        }
        let on_road = ground::is_on_road(&self.game.scenario.terrain, swept)
            || (self.purpose == Purpose::Enter && self.is_on_road_as_far_as_drawn(swept));
        if on_road || self.game.rules.plays(house!("move.road", "free")) {
            return Ok(on_road);
        }
        let why = why!("{} [is|are] in road formation and would leave the road.", self.unit.called());
        refuse(house!("move.road"), why)
    }

    /// A unit that enters comes along the road that goes on beyond the table.
    fn is_on_road_as_far_as_drawn(&self, swept: &Rect) -> bool {
        let terrain = &self.game.scenario.terrain;
        let front = swept.front_centre().stored();
        terrain.is_on(front, Inches::mils(500), ground::is_road)
    }

    /// Straight along any bearing, facing kept, where the house moves freely.
    fn shift(&mut self, along: Bearing, by: Inches) -> Result<(), Refusal> {
        let name = self.unit.called();
        if !self.game.rules.plays(house!("move.geometry", "free")) {
            let why = why!("{} move[s] straight ahead, with wheels, or straight back; not sideways.", name);
            return refuse(house!("move.geometry"), why);
        }
        if along == self.pose.facing || along == self.pose.facing.opposite() {
            return self.straight(along, by);
        }
        if by <= Inches::ZERO || self.formation == Formation::Unlimbered {
            return refuse(house!("artillery.limber"), why!("{} do[es] not move so.", name));
        }
        let start = self.rect();
        let end = Pose { at: self.pose.at.ahead(along, by), facing: self.pose.facing };
        let track = Track::new(self.pose, self.footprint(), &[Leg::To(end)]);
        let to = Rect::new(end, self.footprint());
        let on_road = self.keeps_to_road(&to)?;
        self.way_is_free(&start, track.sweeps())?;
        let rough = ground::rough_inches(self.game, self.formation, &start, Sweep { along, by, swept: &to });
        self.moved = true;
        self.pose = end;
        self.pay_inches(by, rough, false, on_road)
    }

    /// On a front corner; the outer corner's arc is what it costs.
    fn wheel(&mut self, turn: i32) -> Result<(), Refusal> {
        let name = self.unit.called();
        let geometry = house!("move.geometry");
        if turn == 0 || turn.abs() > 4 * EIGHTH {
            return refuse(geometry, why!("{} wheel[s] by half a turn at most.", name));
        }
        if self.formation == Formation::Unlimbered {
            let why = why!("{} [is|are] unlimbered: [it|they] may pivot, or limber and go.", name);
            return refuse(house!("artillery.limber"), why);
        }
        let footprint = self.footprint();
        let end = self.pose.wheeled(footprint.width, turn);
        let to = Rect::new(end, footprint);
        let on_road = self.keeps_to_road(&to)?;
        let arc = wheel_length(footprint.width, turn);
        let rough = self.trodden(Pace::Wheel(turn), || {
            // With open ground and no unit about, the way need not be looked at closely.
            let start = self.rect();
            let about = start.around_wheel(&to, turn);
            let (open, alone) = (self.is_open(&about), self.is_alone_on(&about));
            if open && alone {
                return Ok(Inches::ZERO);
            }
            let track = Track::new(self.pose, footprint, &[Leg::Wheel(turn)]);
            if !open {
                self.ground_is_free(track.sweeps())?;
            }
            if !alone {
                self.clear_of_units(&start, track.sweeps())?;
            }
            Ok(if open { Inches::ZERO } else { self.rough_of_turn(&track, arc) })
        })?;
        self.pose = end;
        self.pay_inches(arc, rough, false, on_road)
    }

    /// The part of an arc on which the front is in rough ground.
    fn rough_of_turn(&self, track: &Track, arc: Inches) -> Inches {
        let all = track.sweeps();
        let rough = ground::fronts_in_rough(self.game, all);
        Inches((i64::from(arc.0) * rough as i64 / all.len().max(1) as i64) as i32)
    }

    /// About its centre, on the spot: a facing change, or a wheel where it is small (ruling move.facing).
    fn face(&mut self, facing: Bearing) -> Result<(), Refusal> {
        let footprint = self.footprint();
        let turn = self.pose.facing.off(facing).abs();
        let name = self.unit.called();
        if turn == 0 {
            return refuse(house!("move.facing"), why!("{} face[s] that way already.", name));
        }
        let start = self.rect();
        let end = Pose::from_centre(self.pose.centre(footprint), facing, footprint);
        let to = Rect::new(end, footprint);
        let on_road = self.keeps_to_road(&to)?;
        let small = turn <= EIGHTH + A_HAIR && !self.game.rules.plays(house!("move.facing", "any-pivot"));
        let arc = if small { wheel_length(footprint.width, turn) } else { Inches::ZERO };
        let rough = self.trodden(Pace::Face(facing), || {
            self.stands_free(&start, self.formation, &to)?;
            let in_rough = small && ground::fronts_in_rough(self.game, &[to]) > 0;
            Ok(if in_rough { arc } else { Inches::ZERO })
        })?;
        self.pose = end;
        if small {
            self.pay_inches(arc, rough, false, on_road)
        } else {
            self.pay_change(rule!("orders.move.facing-change"), "A change of facing")
        }
    }

    /// Along the road, bends at no cost.
    fn road(&mut self, by: Inches) -> Result<(), Refusal> {
        let name = self.unit.called();
        let road = house!("move.road");
        if by <= Inches::ZERO {
            return refuse(road, why!("{} must move some way.", name));
        }
        if self.formation != Formation::Road {
            let formation = self.formation;
            let why = why!("{} [is|are] in {}, and only road formation follows a road.", name, formation);
            return refuse(road, why);
        }
        let footprint = self.footprint();
        let terrain = &self.game.scenario.terrain;
        let Some(way) = terrain.along_road(self.pose, footprint.depth, by, ground::is_road) else {
            return refuse(road, why!("There is no road ahead of {}.", name));
        };
        if way.length < by - Inches(2) {
            return refuse(road, why!("The road ahead of {} ends after {}.", name, way.length));
        }
        let start = self.rect();
        let sweeps: Vec<Rect> = way.poses.iter().map(|pose| Rect::new(*pose, footprint)).collect();
        if self.purpose == Purpose::March && !sweeps.iter().all(|sweep| terrain.on_table(sweep)) {
            return refuse(house!("table.edge"), why!("{} may not leave the table.", name));
        }
        self.clear_of_units(&start, &sweeps)?;
        self.moved = true;
        self.pose = way.end;
        self.pay_inches(by, Inches::ZERO, false, true)
    }

    /// The rough inches of a stretch, from memory or by a look.
    ///
    /// # Errors
    /// The refusal where it is not free.
    fn trodden(&self, pace: Pace, look: impl FnOnce() -> Result<Inches, Refusal>) -> Result<Inches, Refusal> {
        let (unit, formation, purpose) = (self.id, self.formation, self.purpose);
        let stretch = Stretch { from: self.pose, pace, unit, formation, purpose };
        let trodden = self.game.units.found();
        let under = (&self.game.rules, &self.game.scenario);
        if let Some(rough) = trodden.recall(under, stretch) {
            return Ok(rough);
        }
        let rough = look()?;
        trodden.note(under, stretch, rough);
        Ok(rough)
    }
}
