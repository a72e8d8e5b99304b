//! A unit's way, pace by pace: where each leads, what it costs, and what forbids it.

use crate::budget::Share;
use crate::game::Orders;
use crate::ground::{self, Way};
use crate::ids::{house, rule};
use crate::placing;
use crate::question::Pace;
use crate::refusal::{Refusal, refuse};
use crate::unit::{Unit, UnitId};
use crate::words::{Arm, Formation};
use rulebook::RuleId;
use table::{Bearing, EIGHTH, Footprint, Inches, Leg, Pose, Rect, Track, wheel_length};

/// The most paces of one move.
const MOST_PACES: usize = 8;
/// What a turn may be over its limit by rounding, in 65536ths.
const A_HAIR: i32 = 8;
/// How far unlimbered guns go by hand where the house lets them.
const BY_HAND: Inches = Inches::whole(1);

/// What a way is for: it decides what may be in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    March,
    /// Enemies may be come near to.
    Charge,
    /// It begins beyond the edge.
    Enter,
    /// It ends beyond the edge.
    Leave,
}

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

    pub(crate) fn name(&self) -> &'g str {
        self.unit.name()
    }

    pub(crate) fn rect(&self) -> Rect {
        Rect::new(self.pose, self.footprint())
    }

    pub(crate) fn footprint(&self) -> Footprint {
        self.unit.footprint_in(self.formation)
    }

    /// What it has used of its move.
    pub(crate) fn spent(&self) -> Share {
        let doubled = self.met_rough && self.game.rules.plays(house!("terrain.rough.method", "whole-move"));
        let factor = if doubled { self.rough_factor() } else { Share::WHOLE };
        self.changes.plus(self.inches.times(factor))
    }

    pub(crate) fn budget(&self) -> Share {
        self.budget
    }

    fn left(&self) -> Share {
        self.budget.less(self.spent())
    }

    /// What an inch of rough ground costs against an inch of open ground.
    fn rough_factor(&self) -> Share {
        self.game
            .rules
            .share(rule!("orders.terrain.rough.rate"))
            .map_or(Share::WHOLE, |(parts, of)| Share::new(u64::from(of), u64::from(parts.max(1))))
    }

    /// Takes the paces one after another.
    ///
    /// # Errors
    /// The refusal of the first that may not be taken.
    pub(crate) fn take(&mut self, paces: &[Pace]) -> Result<(), Refusal> {
        if paces.is_empty() || paces.len() > MOST_PACES {
            let why = format!("A move of {} has one to {MOST_PACES} paces.", self.unit.name());
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

    // ------------------------------------------------------------- paying ----

    /// How far it moves in its present formation, and by which rule.
    pub(crate) fn allowance(&self, on_road: bool) -> Option<(RuleId, Inches)> {
        let rules = &self.game.rules;
        let arm = self.unit.arm();
        let off_road = self.formation == Formation::Road && !on_road;
        let formation = match self.formation {
            // Guns that stand pivot as they would wheel limbered.
            Formation::Unlimbered => Formation::Column,
            Formation::Road if off_road => Formation::Column,
            formation => formation,
        };
        let (rule, own) = rules.rate(arm, formation)?;
        let began = if self.began == Formation::Unlimbered { Formation::Column } else { self.began };
        let inches = if rules.plays(house!("move.budget", "inches")) {
            rules.rate(arm, began).map_or(own, |(_, inches)| inches)
        } else {
            own
        };
        let farther = formation == Formation::Road || !rules.on(rule!("orders.move.force-march.road-only"));
        let inches = if farther { inches + self.bonus } else { inches };
        (inches > Inches::ZERO).then_some((rule, inches))
    }

    /// The rate, or the refusal of a formation that has none.
    fn rate(&self, on_road: bool) -> Result<(RuleId, Inches), Refusal> {
        let name = self.unit.name();
        match self.allowance(on_road) {
            Some(rate) => Ok(rate),
            None => {
                let why = format!("{name} cannot move in {}.", self.formation);
                refuse(house!("formation.unavailable"), why)
            }
        }
    }

    /// Pays for so many inches, `rough` of them in rough ground.
    fn pay_inches(&mut self, by: Inches, rough: Inches, double: bool, on_road: bool) -> Result<(), Refusal> {
        let (rule, allowance) = self.rate(on_road)?;
        let factor = if double { Share::new(2, 1) } else { Share::WHOLE };
        let cost = self.price(by, rough, allowance).times(factor);
        let before = self.left();
        let slow = rule!("orders.terrain.rough.rate");
        let slowed = rough > Inches::ZERO && self.game.rules.on(slow);
        self.inches = self.inches.plus(cost);
        self.met_rough |= rough > Inches::ZERO;
        self.note(rule);
        if slowed {
            self.note(slow);
        }
        if self.spent() <= self.budget {
            return Ok(());
        }
        let name = self.unit.name();
        let (mut why, most) = (String::new(), before.inches(allowance));
        if slowed {
            why = format!(", and {rough} of it is rough ground");
        }
        if double {
            why.push_str(", and an inch back costs two");
        }
        let why = format!("{name} would move {by} in {}{why}: it has {most} left.", self.formation);
        if slowed {
            refuse(slow, why)
        } else if self.budget < Share::WHOLE {
            refuse(rule!("orders.command.outside.pass"), why)
        } else if double {
            refuse(house!("move.geometry"), why)
        } else {
            refuse(rule, why)
        }
    }

    /// What inches cost, those in rough ground more where each is paid for by itself.
    fn price(&self, by: Inches, rough: Inches, allowance: Inches) -> Share {
        let plain = Share::of_inches(by, allowance);
        if self.game.rules.plays(house!("terrain.rough.method", "whole-move")) {
            return plain;
        }
        let factor = self.rough_factor();
        plain.plus(Share::of_inches(rough, allowance).times(factor.less(Share::WHOLE)))
    }

    /// Whether so many inches could still be paid for.
    fn affords(&self, by: Inches, rough: Inches, allowance: Inches) -> bool {
        let inches = self.inches.plus(self.price(by, rough, allowance));
        let whole = self.game.rules.plays(house!("terrain.rough.method", "whole-move"));
        let doubled = whole && (self.met_rough || rough > Inches::ZERO);
        let factor = if doubled { self.rough_factor() } else { Share::WHOLE };
        self.changes.plus(inches.times(factor)) <= self.budget
    }

    /// Pays for a change with its printed share; without its rule it is free.
    fn pay_change(&mut self, rule: RuleId, what: &str) -> Result<(), Refusal> {
        let Some((parts, of)) = self.game.rules.share(rule) else { return Ok(()) };
        let cost = Share::new(u64::from(parts), u64::from(of));
        let left = self.left();
        self.changes = self.changes.plus(cost);
        self.note(rule);
        if self.spent() <= self.budget {
            return Ok(());
        }
        refuse(rule, format!("{what} costs {} {cost} of its move, and {left} is left.", self.unit.name()))
    }

    fn note(&mut self, rule: RuleId) {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    // -------------------------------------------------------------- paces ----

    /// Straight ahead or straight back.
    fn straight(&mut self, along: Bearing, by: Inches) -> Result<(), Refusal> {
        let name = self.unit.name();
        let geometry = house!("move.geometry");
        if by <= Inches::ZERO {
            return refuse(geometry, format!("{name} must move some way."));
        }
        let by_hand = self.may_be_moved(by)?;
        let back = along != self.pose.facing;
        let start = self.rect();
        let footprint = self.footprint();
        let end = Pose { at: self.pose.at.ahead(along, by), facing: self.pose.facing };
        let front = if back { self.pose } else { end };
        let swept = Rect::new(front, Footprint { depth: footprint.depth + by, ..footprint });
        let on_road = self.keeps_to_road(&swept)?;
        self.way_is_free(&start, std::slice::from_ref(&swept))?;
        self.moved = true;
        self.pose = end;
        if by_hand {
            self.note_by_hand();
            return Ok(());
        }
        let rough = if on_road && self.formation == Formation::Road {
            Inches::ZERO
        } else {
            ground::rough_inches(self.game, self.formation, &start, Way { along, by, swept: &swept })
        };
        let double = back && !self.game.rules.plays(house!("move.geometry", "free"));
        self.pay_inches(by, rough, double, on_road)
    }

    /// Unlimbered guns stay where they are, unless the house lets them be pushed (ruling artillery.limber).
    fn may_be_moved(&self, by: Inches) -> Result<bool, Refusal> {
        let limber = house!("artillery.limber");
        let name = self.unit.name();
        if self.formation != Formation::Unlimbered {
            return Ok(false);
        }
        if !self.game.rules.plays(house!("artillery.limber", "prolong")) {
            return refuse(limber, format!("{name} is unlimbered: it may pivot, or limber and go."));
        }
        if by > BY_HAND || self.spent() > Share::NONE || self.budget < Share::WHOLE {
            let why = format!("{name} is unlimbered: it is pushed {BY_HAND} at most, as its whole move.");
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
        let why = format!("{} is in road formation and would leave the road.", self.unit.name());
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
        let name = self.unit.name();
        if !self.game.rules.plays(house!("move.geometry", "free")) {
            let why = format!("{name} moves straight ahead, with wheels, or straight back; not sideways.");
            return refuse(house!("move.geometry"), why);
        }
        if along == self.pose.facing || along == self.pose.facing.opposite() {
            return self.straight(along, by);
        }
        if by <= Inches::ZERO || self.formation == Formation::Unlimbered {
            return refuse(house!("artillery.limber"), format!("{name} does not move so."));
        }
        let start = self.rect();
        let end = Pose { at: self.pose.at.ahead(along, by), facing: self.pose.facing };
        let track = Track::new(self.pose, self.footprint(), &[Leg::To(end)]);
        let to = Rect::new(end, self.footprint());
        let on_road = self.keeps_to_road(&to)?;
        self.way_is_free(&start, track.sweeps())?;
        let rough = ground::rough_inches(self.game, self.formation, &start, Way { along, by, swept: &to });
        self.moved = true;
        self.pose = end;
        self.pay_inches(by, rough, false, on_road)
    }

    /// On a front corner; the outer corner's arc is what it costs.
    fn wheel(&mut self, turn: i32) -> Result<(), Refusal> {
        let name = self.unit.name();
        let geometry = house!("move.geometry");
        if turn == 0 || turn.abs() > 4 * EIGHTH {
            return refuse(geometry, format!("{name} wheels by half a turn at most."));
        }
        if self.formation == Formation::Unlimbered {
            let why = format!("{name} is unlimbered: it may pivot, or limber and go.");
            return refuse(house!("artillery.limber"), why);
        }
        let start = self.rect();
        let footprint = self.footprint();
        let track = Track::new(self.pose, footprint, &[Leg::Wheel(turn)]);
        let to = Rect::new(track.end(), footprint);
        let on_road = self.keeps_to_road(&to)?;
        self.way_is_free(&start, track.sweeps())?;
        let arc = wheel_length(footprint.width, turn);
        let rough = self.rough_of_turn(&track, arc);
        self.pose = track.end();
        self.pay_inches(arc, rough, false, on_road)
    }

    /// The part of an arc on which the front is in rough ground.
    fn rough_of_turn(&self, track: &Track, arc: Inches) -> Inches {
        let near = track.sweeps().iter().any(|sweep| ground::is_in_rough(self.game, sweep));
        if !near {
            return Inches::ZERO;
        }
        let (mut all, mut rough) = (0, 0);
        for sweep in track.sweeps() {
            all += 1;
            rough += i64::from(ground::is_front_in_rough(self.game, sweep));
        }
        Inches((i64::from(arc.0) * rough / i64::from(all.max(1))) as i32)
    }

    /// About its centre, on the spot: a facing change, or a wheel where it is small (ruling move.facing).
    fn face(&mut self, facing: Bearing) -> Result<(), Refusal> {
        let footprint = self.footprint();
        let turn = self.pose.facing.off(facing).abs();
        let name = self.unit.name();
        if turn == 0 {
            return refuse(house!("move.facing"), format!("{name} faces that way already."));
        }
        let start = self.rect();
        let end = Pose::from_centre(self.pose.centre(footprint), facing, footprint);
        let to = Rect::new(end, footprint);
        let on_road = self.keeps_to_road(&to)?;
        self.stands_free(&start, self.formation, &to)?;
        self.pose = end;
        let small = turn <= EIGHTH + A_HAIR && !self.game.rules.plays(house!("move.facing", "any-pivot"));
        if small {
            let arc = wheel_length(footprint.width, turn);
            let rough = if ground::is_front_in_rough(self.game, &to) { arc } else { Inches::ZERO };
            self.pay_inches(arc, rough, false, on_road)
        } else {
            self.pay_change(rule!("orders.move.facing-change"), "A change of facing")
        }
    }

    fn form(&mut self, formation: Formation) -> Result<(), Refusal> {
        let unit = self.unit;
        let (game, name) = (self.game, unit.name());
        let change = rule!("orders.move.formation-change");
        if formation == self.formation {
            return refuse(change, format!("{name} is in {formation} already."));
        }
        may_take(game, unit, formation)?;
        let start = self.rect();
        let mut refused = None;
        let places = places(game, unit, self.pose, self.formation, formation);
        for end in places {
            let to = Rect::new(end, unit.footprint_in(formation));
            let fits = self
                .ground_for(formation, &start, &to)
                .and_then(|()| self.stands_free(&start, formation, &to));
            match fits {
                Ok(()) => {
                    self.pose = end;
                    self.formation = formation;
                    return self.pay_change(change, "A change of formation");
                }
                Err(why) => refused = refused.or(Some(why)),
            }
        }
        Err(refused.unwrap_or_else(|| Refusal { cites: change.into(), why: format!("{name} has no room.") }))
    }

    /// No squares in broken ground, and road formation only on a road.
    fn ground_for(&self, formation: Formation, before: &Rect, after: &Rect) -> Result<(), Refusal> {
        let name = self.unit.name();
        if formation.is_square() || self.formation.is_square() {
            let broken = |rect: &Rect| ground::is_broken(self.game, rect);
            if broken(before) || broken(after) {
                let why = format!("{name} is in rough ground or a place, where no square is formed or left.");
                return refuse(house!("formation.change"), why);
            }
        }
        let free = self.game.rules.plays(house!("move.road", "free"));
        if formation == Formation::Road && !free && !ground::is_on_road(&self.game.scenario.terrain, after) {
            return refuse(house!("move.road"), format!("{name} is not on a road."));
        }
        Ok(())
    }

    /// Along the road, bends at no cost.
    fn road(&mut self, by: Inches) -> Result<(), Refusal> {
        let name = self.unit.name();
        let road = house!("move.road");
        if by <= Inches::ZERO {
            return refuse(road, format!("{name} must move some way."));
        }
        if self.formation != Formation::Road {
            let why = format!("{name} is in {}, and only road formation follows a road.", self.formation);
            return refuse(road, why);
        }
        let footprint = self.footprint();
        let terrain = &self.game.scenario.terrain;
        let Some(way) = terrain.along_road(self.pose, footprint.depth, by, ground::is_road) else {
            return refuse(road, format!("There is no road ahead of {name}."));
        };
        if way.length < by - Inches(2) {
            return refuse(road, format!("The road ahead of {name} ends after {}.", way.length));
        }
        let start = self.rect();
        let sweeps: Vec<Rect> = way.poses.iter().map(|pose| Rect::new(*pose, footprint)).collect();
        if self.purpose == Purpose::March && !sweeps.iter().all(|sweep| terrain.on_table(sweep)) {
            return refuse(house!("table.edge"), format!("{name} may not leave the table."));
        }
        self.clear_of_units(&start, &sweeps)?;
        self.moved = true;
        self.pose = way.end;
        self.pay_inches(by, Inches::ZERO, false, true)
    }

    // ------------------------------------------------------ what forbids it ----

    /// No table's edge, no impassable ground, no unit in the way, no enemy nearer than the separation.
    fn way_is_free(&self, start: &Rect, sweeps: &[Rect]) -> Result<(), Refusal> {
        let name = self.unit.name();
        let terrain = &self.game.scenario.terrain;
        for sweep in sweeps {
            if !matches!(self.purpose, Purpose::Enter | Purpose::Leave) && !terrain.on_table(sweep) {
                return refuse(house!("table.edge"), format!("{name} may not leave the table."));
            }
            self.can_pass(self.formation, sweep)?;
        }
        self.clear_of_units(start, sweeps)
    }

    /// The ground lets a unit of that formation be there.
    fn can_pass(&self, formation: Formation, ground: &Rect) -> Result<(), Refusal> {
        let (rules, terrain) = (&self.game.rules, &self.game.scenario.terrain);
        let Some(feature) = ground::obstacle(rules, terrain, formation, ground) else { return Ok(()) };
        let name = self.unit.name();
        if ground::obstacle(rules, terrain, Formation::Column, ground).is_none() {
            let why = format!("{name} in {formation} cannot use the road or bridge at {}.", feature.name);
            return refuse(house!("terrain.impassable"), why);
        }
        let rule = rules.going_of(feature).map_or(rule!("orders.terrain.impassable"), |(rule, _)| rule);
        refuse(
            rule,
            format!("{name} cannot pass {}, which is impassable but by road or bridge.", feature.name),
        )
    }

    /// Friends are not passed through, but for guns that stand (ruling move.interpenetration); enemies are kept clear of.
    fn clear_of_units(&self, start: &Rect, sweeps: &[Rect]) -> Result<(), Refusal> {
        let name = self.unit.name();
        let charging = self.purpose == Purpose::Charge;
        let separation = if charging { Inches::ZERO } else { placing::separation(self.game) };
        for (id, other) in self.game.on_table() {
            let Some(rect) = other.rect().filter(|_| id != self.id) else { continue };
            if !sweeps.iter().any(|sweep| sweep.is_within(rect, separation)) {
                continue;
            }
            let already = start.overlaps(rect);
            let crossed = sweeps.iter().any(|sweep| sweep.overlaps(rect));
            if other.side() == self.unit.side() {
                if crossed && !already && !self.may_pass(other) {
                    let why = format!("{} is in the way of {name}.", other.name());
                    let rests =
                        if charging { house!("charge.limits") } else { house!("move.interpenetration") };
                    return refuse(rests, why);
                }
                continue;
            }
            if crossed && !already && charging {
                let why = format!("{} is in the way of {name}.", other.name());
                return refuse(house!("charge.limits"), why);
            }
            let least = start.distance(rect).min(separation) - Inches(2);
            let nearest = sweeps.iter().filter_map(|sweep| sweep.distance_within(rect, separation)).min();
            if (crossed && !already) || nearest.is_some_and(|gap| gap < least) {
                let why =
                    format!("{name} would come within {separation} of {} without charging.", other.name());
                return refuse(house!("move.min-separation"), why);
            }
        }
        Ok(())
    }

    fn may_pass(&self, friend: &Unit) -> bool {
        let rules = &self.game.rules;
        match self.purpose {
            // The way of a charge is free of all units.
            Purpose::Charge => false,
            Purpose::March | Purpose::Enter | Purpose::Leave => {
                rules.plays(house!("move.interpenetration", "free"))
                    || (friend.formation == Formation::Unlimbered
                        && rules.plays(house!("move.interpenetration", "leaders-and-guns")))
            }
        }
    }

    /// A turn or change on the spot: on the table, on nobody, on ground that holds it, and no nearer to an enemy.
    fn stands_free(&self, start: &Rect, formation: Formation, end: &Rect) -> Result<(), Refusal> {
        let name = self.unit.name();
        if self.purpose != Purpose::Enter && !self.game.scenario.terrain.on_table(end) {
            return refuse(house!("table.edge"), format!("{name} would stick out over the table's edge."));
        }
        self.can_pass(formation, end)?;
        self.stands_on_nobody(end)?;
        self.clear_of_units(start, std::slice::from_ref(end))
    }

    /// Where a move ends there is nobody.
    fn stands_on_nobody(&self, end: &Rect) -> Result<(), Refusal> {
        let mut units = self.game.on_table().filter(|(id, _)| *id != self.id);
        match units.find(|(_, other)| other.rect().is_some_and(|rect| rect.overlaps(end))) {
            Some((_, other)) => {
                let why = format!("{} stands where {} would end.", other.name(), self.unit.name());
                refuse(house!("move.interpenetration"), why)
            }
            None => Ok(()),
        }
    }

    /// What must hold where a move ends: nobody there, the whole base on the table, room in a place.
    ///
    /// # Errors
    /// The refusal.
    pub(crate) fn arrives(&self) -> Result<(), Refusal> {
        let end = self.rect();
        let name = self.unit.name();
        self.stands_on_nobody(&end)?;
        if self.purpose == Purpose::Enter && !self.game.scenario.terrain.on_table(&end) {
            return refuse(house!("reinforcements"), format!("{name} must come whole onto the table."));
        }
        if self.game.rules.plays(house!("garrison.capacity", "one")) {
            let place = ground::holding(self.game, &end).map(|(place, _)| place);
            let there = |rect: &Rect| ground::holding(self.game, rect).map(|(place, _)| place) == place;
            let mut others = self.game.on_table().filter(|(id, _)| *id != self.id);
            if place.is_some()
                && let Some((_, other)) = others.find(|(_, other)| other.rect().is_some_and(there))
            {
                let why = format!("{} is in that place already, and it holds one unit.", other.name());
                return refuse(house!("garrison.capacity"), why);
            }
        }
        self.keeps_from_enemies(&end)
    }

    /// A unit in Panic ends no nearer to any enemy (ruling move.panic).
    fn keeps_from_enemies(&self, end: &Rect) -> Result<(), Refusal> {
        if !self.unit.in_panic() || !self.game.rules.plays(house!("move.panic", "away-only")) {
            return Ok(());
        }
        let Some(start) = self.unit.rect() else { return Ok(()) };
        let nearer =
            |other: &Unit| other.rect().is_some_and(|rect| end.distance(rect) < start.distance(rect));
        match self.game.of(self.unit.side().enemy()).find(|(_, other)| nearer(other)) {
            Some((_, enemy)) => {
                let why =
                    format!("{} is in panic and would end nearer to {}.", self.unit.name(), enemy.name());
                refuse(house!("move.panic"), why)
            }
            None => Ok(()),
        }
    }

    // --------------------------------------------------------------- reach ----

    /// How far the unit can go straight ahead from here, at most so far: by its move, the table, the ground and the
    /// units before it. A little short rather than too far.
    pub(crate) fn reach_ahead(&self, wish: Inches) -> Inches {
        if self.formation == Formation::Unlimbered {
            return Inches::ZERO;
        }
        let Some((_, allowance)) = self.allowance(self.formation == Formation::Road) else {
            return Inches::ZERO;
        };
        let here = self.rect();
        let facing = self.pose.facing;
        let mut most = self.left().inches(allowance).min(wish);
        if self.purpose != Purpose::Leave {
            let room = self.game.scenario.terrain.room(&here, facing, most + Inches(1));
            most = if self.purpose == Purpose::Enter { most } else { most.min(room) };
        }
        most = most.min(self.gap_of_units(&here, most));
        if let Some(gap) = ground::gap_ahead(self.game, &here, most) {
            let swept = self.swept(most);
            let barred =
                ground::obstacle(&self.game.rules, &self.game.scenario.terrain, self.formation, &swept);
            if barred.is_some() {
                most = most.min(gap - Inches(2));
            }
        }
        most = most.max(Inches::ZERO);
        let affords = |by: i32| {
            let by = Inches(by);
            let swept = self.swept(by);
            let way = Way { along: facing, by, swept: &swept };
            let rough = ground::rough_inches(self.game, self.formation, &here, way);
            self.affords(by, rough, allowance)
        };
        if most <= Inches::ZERO || affords(most.0) {
            return most;
        }
        let (mut low, mut high) = (0, most.0);
        while high - low > 20 {
            let middle = low.midpoint(high);
            if affords(middle) { low = middle } else { high = middle }
        }
        Inches(low)
    }

    fn swept(&self, by: Inches) -> Rect {
        let footprint = self.footprint();
        Rect::new(self.pose.ahead(by), Footprint { depth: footprint.depth + by, ..footprint })
    }

    /// How far before a unit stops it: friends it may not pass, and the separation from enemies.
    fn gap_of_units(&self, here: &Rect, limit: Inches) -> Inches {
        let separation = placing::separation(self.game);
        let footprint = self.footprint();
        let wide = Footprint { width: footprint.width + separation.times(2), ..footprint };
        let wide = Rect::new(self.pose, wide);
        let mut most = limit;
        for (id, other) in self.game.on_table() {
            let Some(rect) = other.rect().filter(|_| id != self.id) else { continue };
            if other.side() == self.unit.side() {
                if self.may_pass(other) || here.overlaps(rect) {
                    continue;
                }
                if let Some(gap) = here.gap_ahead(most, rect) {
                    most = most.min(gap);
                }
            } else if let Some(gap) = wide.gap_ahead(most + separation, rect) {
                most = most.min((gap - separation).max(Inches::ZERO));
            }
        }
        most
    }
}

/// Where a unit may stand in a new formation: front centre kept, the centre for squares; and where the house lets it, the
/// middle of its rear, left or right edge.
fn places(game: &Orders, unit: &Unit, pose: Pose, before: Formation, after: Formation) -> Vec<Pose> {
    let first = placing::reformed(unit, pose, before, after);
    let mut places = vec![first];
    if game.rules.plays(house!("formation.change", "any-edge")) {
        let (old, new) = (unit.footprint_in(before), unit.footprint_in(after));
        let facing = pose.facing;
        let right = facing.turned(2 * EIGHTH);
        let rear = Pose { at: pose.at.ahead(facing, new.depth - old.depth), facing };
        let centre = pose.centre(old);
        let aside = |hand: i32| {
            let shift = Inches(hand * (old.width.0 - new.width.0) / 2);
            Pose::from_centre(centre.ahead(right, shift), facing, new)
        };
        places.extend([rear, aside(-1), aside(1)]);
    }
    places
}

/// Whether its arm lets a unit take a formation.
///
/// # Errors
/// The refusal.
pub(crate) fn may_take(game: &Orders, unit: &Unit, formation: Formation) -> Result<(), Refusal> {
    let (name, arm): (&str, Arm) = (unit.name(), unit.arm());
    if let Some(dash) = game.rules.forbids(arm, formation) {
        return refuse(dash, format!("{name} is {arm} and may not form {formation}."));
    }
    match formation {
        Formation::HastySquare => {
            refuse(house!("hasty-square"), format!("{name} forms hasty square only when cavalry charges it."))
        }
        Formation::Unlimbered if !arm.is_artillery() => {
            refuse(house!("artillery.limber"), format!("{name} has no guns to unlimber."))
        }
        _ => Ok(()),
    }
}
