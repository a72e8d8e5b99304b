//! Orders as a page shows it.

mod corps;
mod odds;
mod options;

use super::{FARTHEST, Shown, is_his};
use crate::deploy::{Place, Stance};
use crate::options::Options;
use crate::view::{GeneralView, PhaseView, UnitView, pair};
use crate::wrong::Wrong;
use engine::{Played as _, Side};
use orders::event::step_title;
use orders::game::Stage;
use orders::question::{Deploy, Move};
use orders::scenario::Scenario;
use orders::unit::Standing;
use orders::words::{Formation, Trait};
use orders::{
    Act, Answer, GeneralId, Orders, Pace, Question, UnitId, command, obedience, options as rules_options,
};
use serde::Deserialize;
use serde_json::Value;
use table::{Bearing, Inches, Point, Pose};

impl Shown for Orders {
    type Scenario = Scenario;

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn units(&self) -> Vec<UnitView> {
        self.ids().map(|id| unit_view(self, id)).collect()
    }

    fn generals(&self) -> Vec<GeneralView> {
        let awaited = self.still_to_come().map(|awaited| (awaited.corps.commander, &awaited.leader));
        self.leader_ids()
            .zip(&self.leaders)
            .chain(awaited)
            .map(|(id, leader)| {
                let present = leader.is_present();
                let radius = leader
                    .corps
                    .and_then(|corps| command::corps_radius(self, corps))
                    .map(|(_, radius)| radius);
                GeneralView {
                    id,
                    name: leader.name.to_string(),
                    side: leader.side,
                    brigade: leader.corps.map(|corps| self.corps(corps).name.to_string()),
                    attached: leader.attached,
                    at: self.leader_at(leader).filter(|_| present).map(pair),
                    lost: !present,
                    moved: leader.moved,
                    character: (leader.character != Trait::None).then(|| leader.character.word()),
                    radius,
                }
            })
            .collect()
    }

    /// The corps, with what each does; and for its own side what it was sent, what is on its way and what is written.
    fn own(&self, side: Option<Side>) -> Option<Value> {
        serde_json::to_value(corps::own(self, side)).ok()
    }

    fn command_range(&self) -> i32 {
        0
    }

    fn general_move(&self) -> i32 {
        self.rules.leader_move().0
    }

    fn phase_view(&self) -> PhaseView {
        let before = matches!(self.stage, Stage::DeployRoll | Stage::Deploy(..) | Stage::StartOrders(_));
        let (number, step) = self.step_now();
        let (number, word) = if before { (0, "deploy") } else { (number, step.word()) };
        PhaseView { number, word, title: self.phase_title() }
    }

    fn phases(&self) -> Vec<PhaseView> {
        let all = self.rules.steps.iter();
        all.map(|step| PhaseView {
            number: step.number,
            word: step.step.word(),
            title: step_title(self, step.step, None).trim().to_owned(),
        })
        .collect()
    }

    fn place(&self, side: Side, question: &Question) -> Option<Place> {
        let Question::Deploy(Deploy { unit }) = question else { return None };
        let own = || self.ids().map(|id| self.unit(id)).filter(|body| body.side() == side);
        let waits = own().filter(|body| body.standing == Standing::Undeployed).count();
        let body = self.unit(*unit);
        let mut formations = rules_options::formations(self, *unit);
        formations.sort_by_key(|formation| *formation != body.formation);
        let stances = formations.into_iter().map(|formation| {
            let footprint = body.footprint_in(formation);
            Stance { formation: formation.word(), width: footprint.width, depth: footprint.depth }
        });
        let terrain = &self.scenario.terrain;
        let (_, _, zone) = self.rules.usual_table();
        let edge = self.scenario.edges[side];
        let outer = Point { x: 0, y: edge.y(terrain.depth) };
        let inner = outer.ahead(edge.inward(), zone).y.clamp(0, terrain.depth.0);
        let corner = |x: Inches, y: i32| pair(Point { x: x.0, y });
        let (west, east) = (Inches::ZERO, terrain.width);
        Some(Place {
            unit: *unit,
            placed: own().count() - waits,
            of: own().count(),
            zone: [corner(west, outer.y), corner(east, outer.y), corner(east, inner), corner(west, inner)],
            stances: stances.collect(),
        })
    }

    fn idle(&self, question: &Question) -> Vec<UnitId> {
        let Question::Move(Move { side, only: None }) = question else { return Vec::new() };
        let waits = |id: &UnitId| {
            let unit = self.unit(*id);
            let there = matches!(unit.standing, Standing::OnTable | Standing::AtEdge);
            let free = !unit.acted && !self.in_contact(*id);
            unit.side() == *side && there && free && unit.formation != Formation::Unlimbered
        };
        self.ids().filter(waits).collect()
    }

    /// Whoever stands where his order does not want him is moved (ruling orders.enforcement).
    fn is_moved_if_idle(&self, unit: UnitId) -> bool {
        obedience::is_moved_if_idle(self, unit)
    }

    /// A page has one word for a change of formation or facing, and for a place, whatever the game.
    fn read_answer(said: Value) -> Result<Answer, serde_json::Error> {
        match said.get("order").map(PageOrder::deserialize) {
            Some(Ok(order)) => Ok(order.answer()),
            _ => serde_json::from_value(said),
        }
    }

    fn is_in_reason(answer: &Answer) -> bool {
        in_reason(answer)
    }

    fn wants_orders(question: &Question) -> bool {
        matches!(question, Question::Move(_))
    }

    /// A record holds every order that was written, sealed or not.
    fn record_tells(&self, _: Option<Side>) -> Option<&'static str> {
        Some("The record tells of sealed orders and couriers: it is given out when the battle is over.")
    }

    fn unit_options(&self, side: Side, question: &Question, unit: UnitId) -> Result<Options, Wrong> {
        is_his(side, self.get(unit).map(|body| (body.side(), body.name())), "unit")?;
        Ok(options::of_unit(self, question, unit))
    }

    fn general_options(&self, side: Side, question: &Question, general: GeneralId) -> Result<Options, Wrong> {
        is_his(side, self.leader(general).map(|leader| (leader.side, &*leader.name)), "leader")?;
        Ok(options::of_leader(self, question, general))
    }
}

/// What a page says for every game alike.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum PageOrder {
    Form {
        unit: UnitId,
        formation: Formation,
        facing: Option<Bearing>,
        /// What it is in now, where only its facing changes.
        #[serde(default)]
        from: Option<Formation>,
    },
    Place {
        unit: UnitId,
        at: Option<Pose>,
        formation: Formation,
    },
}

impl PageOrder {
    fn answer(self) -> Answer {
        match self {
            PageOrder::Form { unit, formation, facing, from } => {
                let form = (from != Some(formation)).then_some(Pace::Form(formation));
                let paces = form.into_iter().chain(facing.map(Pace::Face)).collect();
                Answer::Act(Act::March { unit, paces })
            }
            PageOrder::Place { unit, at, formation } => Answer::Place { unit, at, formation },
        }
    }
}

fn unit_view(game: &Orders, id: UnitId) -> UnitView {
    let unit = game.unit(id);
    let rect = unit.rect();
    UnitView {
        id,
        name: unit.name().to_owned(),
        side: unit.side(),
        arm: unit.arm().word(),
        formation: unit.formation.word(),
        figures: unit.profile.stands,
        of: unit.profile.stands,
        grade: unit.troop().word(),
        brigade: game.corps(unit.corps()).name.to_string(),
        nation: unit.profile.nation.word(),
        standing: unit.standing.word(),
        rect: rect.map(|rect| rect.corners().map(|corner| pair(corner.stored()))),
        facing: unit.pose.map(|pose| pose.facing),
        centre: rect.map(|rect| pair(rect.centre().stored())),
        general: game.leader_with(id).is_some(),
        halted: false,
        marker: false,
        in_melee: game.in_contact(id),
        in_command: unit.on_table() && command::reaches(game, id),
        acted: unit.acted,
        level: Some(unit.level.word()),
    }
}

fn in_reason(answer: &Answer) -> bool {
    let far = |inches: i32| !(-FARTHEST..=FARTHEST).contains(&inches);
    let off = |point: &Point| far(point.x) || far(point.y);
    let turns = |wheel: i32| !(-65_536..=65_536).contains(&wheel);
    let pace_off = |pace: &Pace| match pace {
        Pace::Wheel(wheel) => turns(*wheel),
        Pace::Ahead(Inches(by)) | Pace::Back(Inches(by)) | Pace::Road(Inches(by)) => far(*by),
        Pace::Shift(_, Inches(by)) => far(*by),
        Pace::Face(_) | Pace::Form(_) => false,
    };
    let beyond = match answer {
        Answer::Act(Act::March { paces, .. } | Act::Enter { paces, .. } | Act::Leave { paces, .. }) => {
            paces.len() > 32 || paces.iter().any(pace_off)
        }
        Answer::Act(Act::Charge { wheel, .. }) => turns(*wheel),
        Answer::Act(Act::Ride { to, .. }) => to.as_ref().is_some_and(off),
        Answer::Act(Act::Rouse { .. } | Act::ForceMarch { .. }) => false,
        Answer::Instruct(instruction) => instruction.order().objective.as_ref().is_some_and(off),
        Answer::Place { at, .. } => at.as_ref().is_some_and(|pose| off(&pose.at)),
        Answer::Yes | Answer::No | Answer::Unit(_) | Answer::Shot(_) => false,
    };
    !beyond
}
