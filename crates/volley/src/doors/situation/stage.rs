//! Setting a case up: a game at the beginning of a phase.

use super::scene::{GeneralSpec, Scale, Scene, Spot, UnitSpec};
use crate::charts::Rules;
use crate::rules::orders::movement::is_heavy;
use crate::rules::turn::sequence;
use crate::state::game::{Melee, Volley};
use crate::state::scenario::{Battle, Placed, PlacedGeneral, Reserve, Scenario};
use crate::state::unit::{Marker, Profile, UnitId};
use crate::state::words::{Arm, Horse, Nation, Sheet};
use engine::cases::{Begins, case_about};
use engine::{About, Objective, Side};
use std::sync::Arc;
use table::{Bearing, Feature, Inches, Point, Pose, Shape, Terrain};

/// The game at the beginning of the case's phase.
pub(super) fn set_up(scene: &Scene, begins: &Begins<'_>, rules: Arc<Rules>) -> Result<Volley, String> {
    let sheet = rules.sheet;
    let stage = Stager { scale: scene.scale(sheet), sheet, rules: &rules };
    let terrain = stage.terrain(&scene.terrain);
    let (width, depth) = (terrain.width, terrain.depth);
    let objectives = scene.goals.objectives.iter().map(|goal| Objective {
        at: stage.scale.point(goal.at),
        radius: Inches(stage.scale.mils(goal.radius.0)),
        ..goal.clone()
    });
    let (objectives, holding) = (objectives.collect(), scene.goals.holding);
    let about = About { objectives, holding, ..case_about(begins.name, terrain, scene.length) };
    let scenario = Scenario { about, sheet, opponent: stage.opponent() };
    let battle = Battle {
        scenario: Arc::new(scenario),
        units: scene.units.iter().map(|unit| stage.placed(unit)).collect(),
        generals: match &scene.generals {
            Some(generals) => generals.iter().map(|general| stage.general(general)).collect(),
            None => Side::BOTH.map(|side| commander(side, width, depth)).to_vec(),
        },
        reserves: scene
            .reserves
            .iter()
            .map(|reserve| Reserve {
                side: reserve.side,
                command: reserve.command.clone(),
                point: stage.scale.point(reserve.point),
                failed: reserve.failed,
                units: reserve.units.iter().map(|unit| Arc::new(stage.profile(unit))).collect(),
            })
            .collect(),
    };
    let place = rules.phases.iter().position(|(known, _, _)| known.word() == begins.phase);
    let phase = place.ok_or_else(|| format!("the turn has no phase {}", begins.phase))?;
    let mut game = battle.begin(Arc::clone(&rules));
    sequence::begin_at(&mut game, begins.turn, phase);
    for (spec, place) in scene.units.iter().zip(0..) {
        mark(&mut game, UnitId(place), spec, stage.scale);
    }
    let find = |name: &String| game.find(name).ok_or_else(|| format!("there is no unit {name}"));
    let mut melees = Vec::new();
    for melee in &scene.melees {
        melees.push(Melee {
            a: find(&melee.a)?,
            b: find(&melee.b)?,
            gun: melee.gun.as_ref().map(find).transpose()?,
            rounds: melee.rounds,
            rounds_this_turn: 0,
            fresh: melee.fresh,
            done: false,
        });
    }
    let mut losers = Vec::new();
    for (loser, winner) in &scene.losers {
        losers.push((find(loser)?, find(winner)?));
    }
    game.melees = melees;
    game.losers = losers;
    Ok(game)
}

/// A commander out of the way of all units, from where he commands them all.
fn commander(side: Side, width: Inches, depth: Inches) -> PlacedGeneral {
    let (name, y, facing) = match side {
        Side::French => ("French", -6000, Bearing::NORTH),
        Side::Allied => ("Opponent", depth.0 + 6000, Bearing::SOUTH),
    };
    let pose = Some(Pose { at: Point { x: width.0 / 2, y }, facing });
    PlacedGeneral { name: format!("{name}-commander"), side, brigade: None, attached: None, pose }
}

/// What the script cannot say: what happened before.
fn mark(game: &mut Volley, id: UnitId, spec: &UnitSpec, scale: Scale) {
    let unit = game.unit_mut(id);
    unit.figures = unit.figures.saturating_sub(spec.lost);
    unit.halted = u8::from(spec.halted);
    unit.spent = spec.spent;
    unit.initiated = spec.initiated;
    unit.must_recall = spec.must_recall;
    unit.charge_refused = spec.charge_refused;
    unit.silenced = spec.silenced;
    unit.shot_losses = spec.hit;
    unit.lost_this_turn = spec.lost_this_turn;
    unit.marker = spec.marker.map(|spot| {
        let at = match spot {
            Spot::Here => None,
            Spot::At(point) => Some(scale.point(point)),
        };
        let pose = unit.pose.map(|pose| Pose { at: at.unwrap_or(pose.at), ..pose });
        Marker { pose, formation: unit.formation }
    });
}

/// Puts what a case has onto the table of a sheet.
#[derive(Clone, Copy)]
struct Stager<'r> {
    scale: Scale,
    sheet: Sheet,
    rules: &'r Rules,
}

impl Stager<'_> {
    /// The nation the sheet prints; a rule taken out does not change who is on the table.
    fn opponent(self) -> Nation {
        match self.sheet {
            Sheet::A15 => Nation::Austrian,
            Sheet::P7 => Nation::Prussian,
            Sheet::Br8 => Nation::British,
        }
    }

    fn terrain(self, terrain: &Terrain) -> Terrain {
        let points = |points: &[Point]| points.iter().map(|point| self.scale.point(*point)).collect();
        let features = terrain.features.iter().map(|feature| Feature {
            shape: match &feature.shape {
                Shape::Polygon(outline) => Shape::Polygon(points(outline)),
                Shape::Line { points: line, width } => {
                    Shape::Line { points: points(line), width: Inches(self.scale.mils(width.0)) }
                }
            },
            ..feature.clone()
        });
        let features = features.collect();
        Terrain::new(
            Inches(self.scale.mils(terrain.width.0)),
            Inches(self.scale.mils(terrain.depth.0)),
            features,
        )
    }

    fn placed(self, spec: &UnitSpec) -> Placed {
        let pose = spec.at.map(|at| Pose { at: self.scale.point(at), facing: Bearing::degrees(spec.facing) });
        Placed { profile: Arc::new(self.profile(spec)), formation: spec.formation, pose }
    }

    fn profile(self, spec: &UnitSpec) -> Profile {
        let nation = if spec.side == Side::French { Nation::French } else { self.opponent() };
        let horse = (spec.arm == Arm::Cavalry).then(|| spec.horse.unwrap_or(Horse::Hussars));
        let is = |known: &[Horse]| horse.is_some_and(|horse| known.contains(&horse));
        Profile {
            name: spec.name.as_str().into(),
            side: spec.side,
            nation,
            arm: spec.arm,
            grade: spec.grade,
            brigade: spec.brigade.clone(),
            figures: spec.figures,
            horse,
            lancer: spec.lancer.unwrap_or(is(&[Horse::Uhlans, Horse::Lancers])),
            cuirassier: spec.cuirassier.unwrap_or(is(&[Horse::Cuirassiers])),
            heavy: horse.is_some_and(|horse| is_heavy(self.rules, nation, horse, spec.heavy)),
            guard: spec.guard,
            pounds: if spec.arm == Arm::Artillery { spec.pounds } else { 0 },
            horse_artillery: spec.horse_artillery,
        }
    }

    fn general(self, spec: &GeneralSpec) -> PlacedGeneral {
        let facing = if spec.side == Side::French { Bearing::NORTH } else { Bearing::SOUTH };
        PlacedGeneral {
            name: spec.name.as_str().into(),
            side: spec.side,
            brigade: spec.commands.clone(),
            attached: spec.attached.clone(),
            pose: spec.at.map(|at| Pose { at: self.scale.point(at), facing }),
        }
    }
}
