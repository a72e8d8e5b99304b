//! What forbids a way or its end: the edge, the ground, friends in it, enemies too near.

use super::{Purpose, Walk};
use crate::ids::{house, rule};
use crate::rules::ground;
use crate::rules::ground::placing;
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::Unit;
use crate::state::words::Formation;
use table::{Inches, Rect};

impl Walk<'_> {
    /// No table's edge, no impassable ground, no unit in the way, no enemy nearer than the separation.
    pub(super) fn way_is_free(&self, start: &Rect, sweeps: &[Rect]) -> Result<(), Refusal> {
        self.ground_is_free(sweeps)?;
        self.clear_of_units(start, sweeps)
    }

    /// No table's edge, no impassable ground.
    pub(super) fn ground_is_free(&self, sweeps: &[Rect]) -> Result<(), Refusal> {
        let name = self.unit.called();
        let terrain = &self.game.scenario.terrain;
        let crosses_edge = matches!(self.purpose, Purpose::Enter | Purpose::Leave);
        if !crosses_edge && !sweeps.iter().all(|sweep| terrain.on_table(sweep)) {
            return refuse(house!("table.edge"), why!("{} may not leave the table.", name));
        }
        self.can_pass(self.formation, sweeps)
    }

    /// How near it may come to an enemy: in a charge as near as it likes.
    fn separation(&self) -> Inches {
        if self.purpose == Purpose::Charge { Inches::ZERO } else { placing::separation(self.game) }
    }

    /// Whether no unit could be in its way, or come too near to it, anywhere on some ground.
    pub(super) fn is_alone_on(&self, ground: &Rect) -> bool {
        let separation = self.separation();
        let mut near = self.game.units.near(ground.bounds(), separation);
        near.all(|(id, other, rect)| {
            let keeps_off = other.side() != self.unit.side() && separation > Inches::ZERO;
            id == self.id
                || !(if keeps_off { ground.is_within(rect, separation) } else { ground.overlaps(rect) })
        })
    }

    /// Whether some ground lies on the table and nothing there could bar it or slow it.
    pub(super) fn is_open(&self, ground: &Rect) -> bool {
        self.game.scenario.terrain.on_table(ground) && ground::is_open(self.game, ground.bounds())
    }

    /// The ground lets a unit of that formation be there.
    fn can_pass(&self, formation: Formation, ground: &[Rect]) -> Result<(), Refusal> {
        let (rules, terrain) = (&self.game.rules, &self.game.scenario.terrain);
        let Some(feature) = ground::obstacle(rules, terrain, formation, ground) else { return Ok(()) };
        let name = self.unit.called();
        let stops_column = || ground::obstacle(rules, terrain, Formation::Column, ground).is_some();
        if formation != Formation::Column && !stops_column() {
            let why = why!("{} in {} cannot use the road or bridge at {}.", name, formation, &feature.name);
            return refuse(house!("terrain.impassable"), why);
        }
        let rule = rules.going_of(feature).map_or(rule!("orders.terrain.impassable"), |(rule, _)| rule);
        refuse(
            rule,
            why!("{} cannot pass {}, which is impassable but by road or bridge.", name, &feature.name),
        )
    }

    /// Friends are not passed through, but for guns that stand (ruling move.interpenetration); enemies are kept clear of.
    pub(super) fn clear_of_units(&self, start: &Rect, sweeps: &[Rect]) -> Result<(), Refusal> {
        let name = self.unit.called();
        let charging = self.purpose == Purpose::Charge;
        let separation = self.separation();
        let bounds = Rect::box_around(sweeps);
        for (id, other, rect) in self.game.units.near(bounds, separation) {
            if id == self.id {
                continue;
            }
            let crossed = sweeps.iter().any(|sweep| sweep.overlaps(rect)) && !start.overlaps(rect);
            if other.side() == self.unit.side() {
                if crossed && !self.may_pass(other) {
                    let why = why!("{} [is|are] in the way of {}.", other.called(), name);
                    let rests =
                        if charging { house!("charge.limits") } else { house!("move.interpenetration") };
                    return refuse(rests, why);
                }
                continue;
            }
            if crossed && charging {
                let why = why!("{} [is|are] in the way of {}.", other.called(), name);
                return refuse(house!("charge.limits"), why);
            }
            let nearest = sweeps.iter().filter_map(|sweep| sweep.distance_within(rect, separation)).min();
            let nearer = |gap: Inches| gap < start.distance(rect).min(separation) - Inches(2);
            if crossed || nearest.is_some_and(nearer) {
                let why =
                    why!("{} would come within {} of {} without charging.", name, separation, other.called());
                return refuse(house!("move.min-separation"), why);
            }
        }
        Ok(())
    }

    pub(super) fn may_pass(&self, friend: &Unit) -> bool {
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

    /// A turn or change on the spot: on the table, on no other unit, on ground that holds it, and no nearer to an
    /// enemy.
    pub(super) fn stands_free(&self, start: &Rect, formation: Formation, end: &Rect) -> Result<(), Refusal> {
        let name = self.unit.called();
        if self.purpose != Purpose::Enter && !self.game.scenario.terrain.on_table(end) {
            return refuse(house!("table.edge"), why!("{} would stick out over the table's edge.", name));
        }
        self.can_pass(formation, std::slice::from_ref(end))?;
        self.stands_on_none(end)?;
        self.clear_of_units(start, std::slice::from_ref(end))
    }

    /// No other unit stands where a move ends.
    fn stands_on_none(&self, end: &Rect) -> Result<(), Refusal> {
        let mut near = self.game.units.near(end.bounds(), Inches::ZERO);
        match near.find(|(id, _, rect)| *id != self.id && rect.overlaps(end)) {
            Some((_, other, _)) => {
                let why = why!("{} stand[s] where {} would end.", other.called(), self.unit.called());
                refuse(house!("move.interpenetration"), why)
            }
            None => Ok(()),
        }
    }

    /// What must hold where a move ends: no other unit there, the whole base on the table, room in a place.
    ///
    /// # Errors
    /// The refusal.
    pub(crate) fn arrives(&self) -> Result<(), Refusal> {
        let end = self.rect();
        let name = self.unit.called();
        self.stands_on_none(&end)?;
        if self.purpose == Purpose::Enter && !self.game.scenario.terrain.on_table(&end) {
            return refuse(house!("reinforcements"), why!("{} must come whole onto the table.", name));
        }
        if self.game.rules.plays(house!("garrison.capacity", "one")) {
            let place = ground::holding(self.game, &end).map(|(place, _)| place);
            let there = |rect: &Rect| ground::holding(self.game, rect).map(|(place, _)| place) == place;
            let mut others = self.game.on_table().filter(|(id, _)| *id != self.id);
            if place.is_some()
                && let Some((_, other)) = others.find(|(_, other)| other.rect().is_some_and(there))
            {
                let why = why!("{} [is|are] in that place already, and it holds one unit.", other.called());
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
        let nearer = |other: &Unit| {
            let before = other.rect().map(|rect| (rect, start.distance(rect)));
            before.is_some_and(|(rect, gap)| end.distance_within(rect, gap).is_some_and(|after| after < gap))
        };
        match self.game.of(self.unit.side().enemy()).find(|(_, other)| nearer(other)) {
            Some((_, enemy)) => {
                let name = self.unit.called();
                let why = why!("{} [is|are] in panic and would end nearer to {}.", name, enemy.called());
                refuse(house!("move.panic"), why)
            }
            None => Ok(()),
        }
    }
}
