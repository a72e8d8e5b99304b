//! Units that leave the game, and what becomes of their general, their guns and their neighbours.

use crate::ids::{Ids, house, rule};
use crate::rules::ground::facts::{FriendsNear, NearRout, Reached, free_generals};
use crate::rules::ground::placing;
use crate::rules::morale::testing::test;
use crate::state::event::{Event, What};
use crate::state::game::{ChargeState, Volley};
use crate::state::unit::{GeneralId, Standing, UnitId};
use crate::state::words::{Test, Verdict};
use engine::Tests as _;
use engine::Umpire;
use engine::tested::Said;
use std::sync::Arc;
use table::Inches;

/// What the die says of a general in danger.
const HIT: Said = ["lost", "unhurt"];

impl Volley {
    /// Takes figures off; a unit with none left is removed. Returns how many came off.
    pub(crate) fn lose<U: Umpire<Volley>>(
        &mut self,
        id: UnitId,
        figures: u32,
        umpire: &mut U,
    ) -> Result<u32, U::Pause> {
        let rules = Arc::clone(&self.rules);
        let unit = self.unit_mut(id);
        let off = figures.min(unit.figures);
        unit.figures -= off;
        unit.lost_this_phase += off;
        unit.lost_this_turn += off;
        if off == 0 {
            return Ok(0);
        }
        if unit.figures == 0 {
            let standing = if rules.plays(house!("unit.zero-figures", "rout")) {
                Standing::Routed
            } else {
                Standing::WipedOut
            };
            self.remove(id, standing, umpire)?;
        } else if rules.plays(house!("base.footprint", "shrinking")) {
            unit.resize(&rules);
        }
        Ok(off)
    }

    /// Takes a unit out of the game: routed, destroyed, wiped out or driven off the table.
    pub(crate) fn remove<U: Umpire<Volley>>(
        &mut self,
        unit: UnitId,
        how: Standing,
        umpire: &mut U,
    ) -> Result<(), U::Pause> {
        if !self.is_standing(unit) {
            return Ok(());
        }
        let was = self.unit(unit).rect().copied();
        let at = self.unit(unit).rect().map(|rect| rect.centre().stored());
        self.unit_mut(unit).leave(how);
        placing::part(self, unit);
        for charge in self.charges.iter_mut().filter(|charge| charge.charger == unit) {
            charge.state = ChargeState::Over;
        }
        // The unit that destroyed it has been told with it.
        if how != Standing::Destroyed {
            umpire.tell(|| match how {
                Standing::Routed => Event::new(What::Gone { unit, how }, &[rule!("volley.morale.band.rout")]),
                Standing::LeftTable => Event::ruled(What::Gone { unit, how }, house!("edge")),
                Standing::OnTable
                | Standing::Undeployed
                | Standing::AtEdge
                | Standing::Destroyed
                | Standing::WipedOut => Event::ruled(What::Gone { unit, how }, house!("unit.zero-figures")),
            });
        }
        if how == Standing::Routed && self.rules.on(rule!("volley.morale.rout.drink")) && self.rules.drinks()
        {
            umpire.tell(|| Event::new(What::Drink { phase: false }, &[rule!("volley.morale.rout.drink")]));
        }
        if let Some(general) = self.general_with(unit) {
            if let Some(place) = self.general_mut(general) {
                place.attached = None;
                place.pose = at.map(|at| table::Pose { at, facing: table::Bearing::NORTH });
            }
            let killed = matches!(how, Standing::Destroyed | Standing::WipedOut);
            self.orphaned(general, unit, killed, umpire)?;
        }
        if how == Standing::Routed && self.rules.plays(house!("rout.neighbours", "test")) {
            for friend in umpire.see(self, NearRout { unit, was })? {
                if !self.is_standing(friend) || self.tested.contains(&friend) {
                    continue;
                }
                self.tested.push(friend);
                let facts = self.morale_facts(friend, Test::Artillery);
                if test(self, umpire, friend, &facts, &[])? == Verdict::Rout {
                    self.remove(friend, Standing::Routed, umpire)?;
                }
            }
        }
        Ok(())
    }

    /// A general whose unit is gone: he may fall with it, else he rides to the nearest friend.
    fn orphaned<U: Umpire<Volley>>(
        &mut self,
        general: GeneralId,
        unit: UnitId,
        killed: bool,
        umpire: &mut U,
    ) -> Result<(), U::Pause> {
        if killed {
            let need = self.rules.number(house!("general.unit-lost")).max(2) as u32;
            let lost = umpire.hand(self.unit(unit).side()).shows_for::<Ids>(
                house!("general.unit-lost"),
                need,
                HIT,
            )?;
            let with = Some(unit);
            umpire
                .tell(|| Event::ruled(What::GeneralHit { general, with, lost }, house!("general.unit-lost")));
            if lost {
                self.lose_general(general);
                return Ok(());
            }
        }
        let to = umpire.see(self, FriendsNear { general, within: None })?.first().copied();
        if let Some(friend) = to {
            let spot = self.unit(friend).rect().map(|rect| rect.centre().stored());
            if let (Some(place), Some(at)) = (self.general_mut(general), spot) {
                place.pose = Some(table::Pose { at, facing: table::Bearing::NORTH });
            }
        }
        umpire.tell(|| {
            Event::ruled(What::GeneralMoves { general, from: Some(unit), to }, house!("general.unit-lost"))
        });
        Ok(())
    }

    pub(crate) fn lose_general(&mut self, general: GeneralId) {
        if let Some(place) = self.general_mut(general) {
            place.lost = true;
            place.attached = None;
            place.pose = None;
        }
    }

    /// After a unit has moved: free generals of the enemy it has reached.
    pub(crate) fn reach_generals<U: Umpire<Volley>>(
        &mut self,
        unit: UnitId,
        umpire: &mut U,
    ) -> Result<(), U::Pause> {
        let enemy = self.unit(unit).side().enemy();
        if !self.is_standing(unit) || free_generals(self, enemy).next().is_none() {
            return Ok(());
        }
        for general in umpire.see(self, Reached { unit })? {
            let n = usize::from(general.0);
            let facing = self.generals[n].pose.map_or(table::Bearing::NORTH, |pose| pose.facing);
            let within = Some(self.rules.scaled(Inches::whole(12)));
            let captured = self.rules.plays(house!("general.free", "captured"));
            let near =
                if captured { Vec::new() } else { umpire.see(self, FriendsNear { general, within })? };
            match near.first().copied() {
                Some(friend) => {
                    let alone = self.general_with(friend).is_none();
                    let spot = self.unit(friend).rect().map(|rect| rect.centre().stored());
                    let place = Arc::make_mut(&mut self.generals[n]);
                    place.attached = alone.then_some(friend);
                    place.pose = if alone { None } else { spot.map(|at| table::Pose { at, facing }) };
                    umpire.tell(|| {
                        let what = What::GeneralMoves { general, from: None, to: Some(friend) };
                        Event::ruled(what, house!("general.free"))
                    });
                }
                None => {
                    self.lose_general(general);
                    umpire.tell(|| Event::ruled(What::GeneralTaken { general }, house!("general.free")));
                }
            }
        }
        Ok(())
    }

    /// At the end of a phase: generals whose unit lost figures in it.
    pub(crate) fn generals_under_fire<U: Umpire<Volley>>(&mut self, umpire: &mut U) -> Result<(), U::Pause> {
        let need = self.rules.number(house!("general.casualty")).max(2) as u32;
        for n in 0..self.generals.len() {
            let general = GeneralId(n as u16);
            let hurt = self.generals[n].attached.is_some_and(|unit| self.unit(unit).lost_this_phase > 0);
            if !hurt || self.generals[n].lost || need > 6 {
                continue;
            }
            let lost =
                umpire.hand(self.generals[n].side).shows_for::<Ids>(house!("general.casualty"), need, HIT)?;
            let with = self.generals[n].attached;
            umpire
                .tell(|| Event::ruled(What::GeneralHit { general, with, lost }, house!("general.casualty")));
            if lost {
                self.lose_general(general);
            }
        }
        Ok(())
    }
}
