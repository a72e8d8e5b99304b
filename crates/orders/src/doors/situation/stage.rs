//! Setting a case up: a game at the beginning of a step.

use super::scene::{ChargeSpec, LeaderSpec, Scene, UnitSpec};
use crate::charts::Rules;
use crate::state::game::{Activation, Charge, Orders, Stage};
use crate::state::scenario::{Battle, Placed, PlacedCorps, PlacedLeader, Reinforcement, Scenario};
use crate::state::unit::{CorpsId, Courier, Profile, Standing, UnitId};
use crate::state::words::{Nation, Trait};
use engine::cases::{Begins, Goals, case_about};
use engine::{About, Both, Side};
use std::sync::Arc;
use table::{Bearing, Footprint, Point, Pose};

/// The steps of the turn, and the other places a case may begin at.
pub(super) const PHASES: &[&str] = &[
    "orders",
    "move",
    "reply",
    "fire",
    "melee",
    "repeat",
    "rally",
    "initiative",
    "close",
    "deploy",
    "start-orders",
];

/// The game at the beginning of the case's step.
pub(super) fn set_up(scene: &Scene, begins: &Begins<'_>, rules: Arc<Rules>) -> Result<Orders, String> {
    let setting = Setting { scene, rules: &rules };
    let battle = Battle {
        scenario: Arc::new(setting.scenario(begins.name)),
        corps: scene
            .corps
            .iter()
            .map(|corps| PlacedCorps {
                name: corps.name.clone(),
                side: corps.side,
                order: corps.order,
                radius: corps.radius,
            })
            .collect(),
        units: scene.units.iter().map(|unit| setting.placed(unit)).collect::<Result<_, _>>()?,
        leaders: setting.leaders()?,
        reinforcements: scene
            .coming
            .iter()
            .map(|coming| {
                let units = coming.units.iter().map(|unit| setting.placed(unit));
                Ok(Reinforcement {
                    side: coming.side,
                    turn: coming.turn,
                    point: coming.point,
                    units: units.collect::<Result<_, String>>()?,
                })
            })
            .collect::<Result<_, String>>()?,
    };
    let mut game = battle.begin(Arc::clone(&rules));
    game.turn = begins.turn;
    game.rain = scene.rain;
    game.mover = scene.mover;
    game.initiative = Some(scene.initiative);
    game.held_before = scene.held_before;
    for side in Side::BOTH {
        game.starting_units[side] = scene.starting[side].unwrap_or(game.starting_units[side]);
    }
    for spec in &scene.corps {
        let lead: Option<Vec<UnitId>> = spec.lead.iter().map(|name| game.find(name)).collect();
        let here = game.corps.iter_mut().find(|corps| *corps.name == *spec.name);
        let Some(corps) = here else { continue };
        corps.nation = spec.nation;
        corps.received = spec.received;
        corps.lead = lead.ok_or_else(|| format!("a unit that leads {} is not there", spec.name))?;
    }
    for (spec, i) in scene.units.iter().zip(0..) {
        let unit = game.unit_mut(UnitId(i));
        unit.acted = spec.acted;
        unit.pressed = spec.pressed;
        if spec.at_edge {
            unit.standing = Standing::AtEdge;
        }
    }
    for courier in &scene.couriers {
        let corps = setting.corps_named(&courier.corps)?;
        game.couriers.push(Courier { corps, order: courier.order, arrives: courier.arrives });
    }
    for charge in &scene.charges {
        contact(&mut game, charge)?;
    }
    game.activation = match &scene.activated {
        Some(name) => {
            let unit = game.find(name).ok_or_else(|| format!("there is no unit {name}"))?;
            Some(Activation { unit, command: Some(true), force_march: None })
        }
        None => None,
    };
    game.stage = match begins.phase {
        "orders" => Stage::Dawn,
        "initiative" => Stage::Initiative,
        "move" if game.activation.is_some() => Stage::Move,
        "move" => Stage::Ready,
        "reply" => Stage::DefenderFires,
        "fire" => Stage::MoverFires,
        "melee" => Stage::Melee,
        "rally" => Stage::Rally(Side::French),
        "close" => Stage::Close,
        "deploy" => Stage::DeployRoll,
        "start-orders" => Stage::StartOrders(Side::French),
        other => return Err(format!("no case begins at {other}")),
    };
    Ok(game)
}

/// Stands the charger flush on the face of its target, and notes the charge.
fn contact(game: &mut Orders, spec: &ChargeSpec) -> Result<(), String> {
    let find = |name: &String| game.find(name).ok_or_else(|| format!("there is no unit {name}"));
    let (charger, target) = (find(&spec.charger)?, find(&spec.target)?);
    let from = game.unit(charger).pose;
    if let (Some(rect), Some(pose)) = (game.unit(target).rect().cloned(), from) {
        let body = game.unit_mut(charger);
        let flush = table::flush(body.footprint(), &rect, spec.face, pose.at);
        let formation = body.formation;
        body.stand(flush, formation);
    }
    game.charges.push(Charge {
        charger,
        target,
        from,
        face: spec.face,
        hit: spec.hit,
        crossed: spec.crossed,
        contact: true,
        fought: false,
    });
    Ok(())
}

struct Setting<'s> {
    scene: &'s Scene,
    rules: &'s Arc<Rules>,
}

impl Setting<'_> {
    fn scenario(&self, name: &str) -> Scenario {
        let scene = self.scene;
        let Goals { objectives, holding } = scene.goals.clone();
        Scenario {
            about: About { objectives, holding, ..case_about(name, scene.terrain.clone(), scene.length) },
            year: scene.year,
            sides: Both { french: "French".to_owned(), allied: "Opponents".to_owned() },
            adjectives: Both { french: "french", allied: "allied" },
            rain: Vec::new(),
        }
    }

    fn corps_named(&self, name: &str) -> Result<CorpsId, String> {
        let at = self.scene.corps.iter().position(|corps| corps.name == name);
        at.map(|at| CorpsId(at as u16)).ok_or_else(|| format!("there is no corps {name}"))
    }

    fn corps_of(&self, unit: &UnitSpec) -> Result<CorpsId, String> {
        match &unit.corps {
            Some(name) => self.corps_named(name),
            None => {
                let first = self.scene.corps.iter().position(|corps| corps.side == unit.side);
                let first = first.ok_or_else(|| format!("{} has no corps", unit.name))?;
                Ok(CorpsId(first as u16))
            }
        }
    }

    fn profile(&self, unit: &UnitSpec) -> Result<Profile, String> {
        let corps = self.corps_of(unit)?;
        let (width, depth) = self.rules.stand();
        Ok(Profile {
            name: unit.name.as_str().into(),
            side: unit.side,
            nation: unit.nation.unwrap_or(self.scene.corps[usize::from(corps.0)].nation),
            arm: unit.arm,
            troop: unit.troop,
            corps,
            stands: unit.stands.unwrap_or_else(|| self.rules.usual_stands(unit.arm)),
            base: Footprint::new(width, depth),
            gun: unit.gun,
        })
    }

    fn placed(&self, unit: &UnitSpec) -> Result<Placed, String> {
        Ok(Placed {
            profile: Arc::new(self.profile(unit)?),
            formation: unit.formation,
            level: unit.level,
            pose: unit.at.map(|at| Pose { at, facing: Bearing::degrees(unit.facing) }),
        })
    }

    fn leaders(&self) -> Result<Vec<PlacedLeader>, String> {
        match &self.scene.leaders {
            Some(leaders) => leaders.iter().map(|leader| self.leader(leader)).collect(),
            None => Ok(self.usual_leaders()),
        }
    }

    fn leader(&self, spec: &LeaderSpec) -> Result<PlacedLeader, String> {
        let corps = spec.corps.as_deref().map(|name| self.corps_named(name)).transpose()?;
        let of_corps = corps.map(|corps| self.scene.corps[usize::from(corps.0)].nation);
        Ok(PlacedLeader {
            name: spec.name.clone(),
            side: spec.side,
            nation: spec.nation.or(of_corps).unwrap_or(usual_nation(spec.side)),
            corps,
            army: spec.army,
            character: spec.character,
            attached: spec.attached.clone(),
            at: spec.at,
        })
    }

    /// A commander for the first corps of each side, and for the army.
    fn usual_leaders(&self) -> Vec<PlacedLeader> {
        let place = |side: Side, of: Leads| {
            let y = match (side, of) {
                (Side::French, Leads::Corps) => 14_000,
                (Side::Allied, Leads::Corps) => 34_000,
                (Side::French, Leads::Army) => 1_000,
                (Side::Allied, Leads::Army) => 47_000,
            };
            Point { x: 46_000, y }
        };
        let officer = |name: &str, side: Side, of: Leads| {
            let army = of == Leads::Army;
            let first = self.scene.corps.iter().position(|corps| corps.side == side);
            PlacedLeader {
                name: name.to_owned(),
                side,
                nation: first.map_or(usual_nation(side), |at| self.scene.corps[at].nation),
                corps: first.filter(|_| !army).map(|at| CorpsId(at as u16)),
                army,
                character: Trait::None,
                attached: None,
                at: Some(place(side, of)),
            }
        };
        vec![
            officer("CF", Side::French, Leads::Corps),
            officer("CO", Side::Allied, Leads::Corps),
            officer("AF", Side::French, Leads::Army),
            officer("AO", Side::Allied, Leads::Army),
        ]
    }
}

/// What an officer commands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leads {
    Corps,
    Army,
}

fn usual_nation(side: Side) -> Nation {
    if side == Side::French { Nation::French } else { Nation::British }
}
