//! Volley as a page shows it.

mod odds;
mod options;
mod ride;

use super::{FARTHEST, Shown, is_his};
use crate::deploy::{Place, Stance};
use crate::options::Options;
use crate::view::{GeneralView, PhaseView, UnitView, pair};
use crate::wrong::Wrong;
use engine::{Game as _, Side};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::sync::Arc;
use table::{Inches, Leg, Point, Pose, Rect};
use volley::event::phase_title;
use volley::question::{Deploy, NextOrder};
use volley::scenario::Scenario;
use volley::words::Formation;
use volley::{
    Answer, General, GeneralId, Order, Profile, Question, RULINGS, Stage, Standing, Unit, UnitId, Volley,
    options as rules_options,
};

impl Shown for Volley {
    type Scenario = Scenario;

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// A general who waits on the table for a brigade in reserve does not tell its name.
    fn seen(&self, viewer: Option<Side>) -> Cow<'_, Volley> {
        let mut seen = self.seen_by(viewer);
        let in_reserve = |general: &General| {
            let Some(brigade) = general.brigade.as_ref().filter(|_| viewer != Some(general.side)) else {
                return false;
            };
            let of_side = |side: Side| side == general.side;
            let waits = self.reserves.iter().filter(|reserve| of_side(reserve.side)).any(|reserve| {
                reserve.command == *brigade || reserve.units.iter().any(|unit| unit.brigade == *brigade)
            });
            let shown =
                self.units.iter().any(|unit| of_side(unit.side()) && unit.profile.brigade == *brigade);
            waits && !shown
        };
        let hidden: Vec<usize> =
            (0..self.generals.len()).filter(|i| in_reserve(&self.generals[*i])).collect();
        for i in hidden {
            seen.to_mut().generals[i].brigade = Some("?".to_owned());
        }
        seen
    }

    fn units(&self) -> Vec<UnitView> {
        self.ids().map(|id| unit_view(self, id)).collect()
    }

    fn generals(&self) -> Vec<GeneralView> {
        general_views(self)
    }

    /// The reserves that have not arrived: a view holds those of its own side only.
    fn own(&self, side: Option<Side>) -> Option<Value> {
        let mine = self.reserves.iter().filter(|reserve| Some(reserve.side) == side);
        let unit = |unit: &Arc<Profile>| {
            let Profile { name, arm, grade, figures, .. } = &**unit;
            json!({ "name": name, "arm": arm.word(), "grade": grade.word(), "figures": figures })
        };
        let mine = mine.map(|reserve| {
            json!({ "command": reserve.command, "units": reserve.units.iter().map(unit).collect::<Vec<_>>() })
        });
        let reserves: Vec<Value> = mine.collect();
        (!reserves.is_empty()).then(|| json!({ "reserves": reserves }))
    }

    fn command_range(&self) -> i32 {
        ruled(self, "volley.house.command.range")
    }

    fn general_move(&self) -> i32 {
        ruled(self, "volley.house.general.move")
    }

    fn phase_view(&self) -> PhaseView {
        phase(self)
    }

    fn phases(&self) -> Vec<PhaseView> {
        phases(self)
    }

    fn place(&self, side: Side, question: &Question) -> Option<Place> {
        place(self, side, question)
    }

    fn idle(&self, question: &Question) -> Vec<UnitId> {
        idle(self, question)
    }

    fn is_in_reason(answer: &Answer) -> bool {
        in_reason(answer)
    }

    fn wants_orders(question: &Question) -> bool {
        matches!(question, Question::NextOrder(_))
    }

    fn record_tells(&self, side: Option<Side>) -> Option<&'static str> {
        let hidden = self.reserves.iter().any(|reserve| side != Some(reserve.side));
        hidden.then_some(
            "The record tells of reserves that are still hidden from you: it is given out when they have arrived or \
             the battle is over.",
        )
    }

    fn unit_options(&self, side: Side, _: &Question, unit: UnitId) -> Result<Options, Wrong> {
        is_his(side, self.get(unit).map(|body| (body.side(), body.name())), "unit")?;
        Ok(options::of_unit(self, side, unit))
    }

    fn general_options(&self, side: Side, question: &Question, general: GeneralId) -> Result<Options, Wrong> {
        is_his(side, self.general(general).map(|officer| (officer.side, officer.name.as_str())), "general")?;
        Ok(ride::of_general(self, general, question))
    }
}

fn ruled(game: &Volley, name: &str) -> i32 {
    ruling(name).map_or(0, |at| game.rules.source().inches(at))
}

/// Whom a player may have forgotten before he ends his movement. Guns in battery stand where they are.
fn idle(game: &Volley, question: &Question) -> Vec<UnitId> {
    let Question::NextOrder(NextOrder { side }) = question else { return Vec::new() };
    let waits = |id: &UnitId| {
        let unit = game.unit(*id);
        let there = matches!(unit.standing, Standing::OnTable | Standing::AtEdge);
        let free = !unit.acted && unit.halted == 0 && !game.in_melee(*id);
        unit.side() == *side && there && free && unit.formation != Formation::Unlimbered
    };
    game.ids().filter(waits).collect()
}

fn unit_view(game: &Volley, id: UnitId) -> UnitView {
    let unit: &Unit = game.unit(id);
    let rect: Option<&Rect> = unit.rect();
    UnitView {
        id,
        name: unit.name().to_owned(),
        side: unit.side(),
        arm: unit.arm().word(),
        formation: unit.formation.word(),
        figures: unit.figures,
        of: unit.profile.figures,
        grade: unit.grade().word(),
        brigade: unit.profile.brigade.clone(),
        nation: unit.nation().word(),
        standing: unit.standing.word(),
        rect: rect.map(|rect| rect.corners().map(|corner| pair(corner.stored()))),
        facing: unit.pose.map(|pose| pose.facing),
        centre: rect.map(|rect| pair(rect.centre().stored())),
        general: game.has_general(id),
        halted: unit.halted > 0,
        marker: unit.marker.is_some(),
        in_melee: game.in_melee(id),
        in_command: unit.on_table() && game.in_command(id),
        acted: unit.acted,
        level: None,
    }
}

fn general_views(game: &Volley) -> Vec<GeneralView> {
    let all = game.generals.iter().enumerate();
    all.map(|(i, general)| {
        let id = GeneralId(u16::try_from(i).unwrap_or(u16::MAX));
        GeneralView {
            id,
            name: general.name.clone(),
            side: general.side,
            brigade: general.brigade.clone(),
            attached: general.attached,
            at: volley::command::officer_at(game, id).filter(|_| !general.lost).map(pair),
            lost: general.lost,
            moved: general.moved,
            character: None,
            radius: None,
        }
    })
    .collect()
}

fn phase(game: &Volley) -> PhaseView {
    if let Stage::Deploy(_) = game.stage {
        return PhaseView { number: 0, word: "deploy", title: "Deployment".to_owned() };
    }
    let phase = game.phase();
    PhaseView { number: game.phase_number(), word: phase.word(), title: phase_title(game, phase) }
}

fn phases(game: &Volley) -> Vec<PhaseView> {
    let all = game.rules.phases.iter();
    all.map(|(phase, number, _)| PhaseView {
        number: *number,
        word: phase.word(),
        title: phase_title(game, *phase),
    })
    .collect()
}

/// Turns: the battle's, or the house's.
pub(crate) fn length(game: &Volley) -> u32 {
    let house = || {
        let limit = ruling("volley.house.time-limit").map(|at| game.rules.source().int(at));
        limit.and_then(|turns| u32::try_from(turns).ok()).unwrap_or(0)
    };
    game.scenario.length.unwrap_or_else(house)
}

fn ruling(id: &str) -> Option<usize> {
    RULINGS.iter().position(|known| *known == id)
}

/// What a page needs to draw the unit that is placed now.
fn place(game: &Volley, side: Side, question: &Question) -> Option<Place> {
    let Question::Deploy(Deploy { unit }) = question else { return None };
    let own = || game.ids().map(|id| game.unit(id)).filter(|body| body.side() == side);
    let waits = own().filter(|body| body.standing == Standing::Undeployed).count();
    let stances = rules_options::deploys_in(game, *unit).into_iter().map(|formation| {
        let footprint = game.unit(*unit).footprint_in(&game.rules, formation);
        Stance { formation: formation.word(), width: footprint.width, depth: footprint.depth }
    });
    Some(Place {
        unit: *unit,
        placed: own().count() - waits,
        of: own().count(),
        zone: zone(game, side),
        stances: stances.collect(),
    })
}

fn zone(game: &Volley, side: Side) -> [[i32; 2]; 4] {
    let terrain = &game.scenario.terrain;
    let outer = game.on_edge(side, 0);
    let inner = outer.ahead(rules_options::deployment_zone(game)).at.y.clamp(0, terrain.depth.0);
    let corner = |x: Inches, y: i32| pair(Point { x: x.0, y });
    let (west, east) = (Inches::ZERO, terrain.width);
    [corner(west, outer.at.y), corner(east, outer.at.y), corner(east, inner), corner(west, inner)]
}

/// Numbers from outside that no table has are refused before any geometry sees them.
fn in_reason(answer: &Answer) -> bool {
    let Answer::Order(order) = answer else { return true };
    let far = |inches: i32| !(-FARTHEST..=FARTHEST).contains(&inches);
    let off = |point: &Point| far(point.x) || far(point.y);
    let pose_off = |pose: &Pose| off(&pose.at);
    let turns = |wheel: i32| !(-65_536..=65_536).contains(&wheel);
    let leg_off = |leg: &Leg| match leg {
        Leg::Wheel(wheel) => turns(*wheel),
        Leg::Ahead(Inches(by)) | Leg::Back(Inches(by)) => far(*by),
        Leg::To(pose) => pose_off(pose),
    };
    !match order {
        Order::March { legs, .. } => legs.iter().any(leg_off),
        Order::Enter { at, legs, .. } => at.is_some_and(far) || legs.iter().any(leg_off),
        Order::Charge { wheel, .. } => turns(*wheel),
        Order::Ride { to, .. } => to.as_ref().is_some_and(off),
        Order::Turn { to, .. } => to.as_ref().is_some_and(pose_off),
        Order::Place { at, .. } => at.as_ref().is_some_and(pose_off),
        Order::FallBack { by, .. } => far(by.0),
        Order::Form { .. } => false,
    }
}
