//! The volley game as its doors know it.

use crate::charts::{FILES, Rules, SPEC};
use crate::doors::battle::read_battle;
use crate::doors::{position, sound};
use crate::ids::Ids;
use crate::rules::verdict;
use crate::state::event::{Event, What, capital, nation, phase_title};
use crate::state::game::{Stage, Volley};
use crate::state::scenario::{Battle, Scenario};
use crate::state::unit::{Standing, Unit};
use crate::state::words::Nation;
use engine::{Card, Decision, Moment, Outcome, Played, RollLine, Side, Standings};
use rulebook::{Faults, GameSpec, SheetRules, Source};
use std::sync::Arc;

impl Played for Volley {
    type Ids = Ids;
    type What = What;
    type Rules = Rules;
    type Battle = Battle;

    const STRENGTH: &'static str = "figure";
    const SPEC: &'static GameSpec = &SPEC;
    const FILES: &'static [(&'static str, &'static str)] = FILES;

    fn rules(source: SheetRules) -> Rules {
        Rules::new(source)
    }

    fn sheet_title(rules: &Rules) -> String {
        format!(
            "{}: French against {}, {} phases in a turn",
            rules.version().unwrap_or(rules.sheet.word()),
            capital(rules.opponent.map_or("", Nation::word)),
            rules.phases.len()
        )
    }

    fn read_battle(
        id: &str,
        source: &Source,
        rules: &dyn Fn(&str) -> Option<Arc<Rules>>,
    ) -> Result<Battle, Faults> {
        read_battle(id, source, |sheet| rules(sheet.word()))
    }

    fn card(battle: &Battle) -> Card {
        let Scenario { about, sheet, opponent } = &*battle.scenario;
        let waiting = battle.reserves.iter().flat_map(|reserve| &reserve.units);
        let units = battle.units.iter().map(|placed| &placed.profile).chain(waiting);
        let units = units.map(|profile| (profile.side, profile.figures));
        about.card(SPEC.name, sheet.word(), opponent.word(), units)
    }

    fn start(battle: &Battle, rules: Arc<Rules>, beside_figures: bool) -> Volley {
        if beside_figures { battle.beside_figures(rules) } else { battle.begin(rules) }
    }

    fn undeployed(battle: &Battle) -> Battle {
        let mut battle = battle.clone();
        battle.units.iter_mut().for_each(|unit| unit.pose = None);
        battle
    }

    fn in_force(&self) -> &Rules {
        &self.rules
    }

    fn moment(&self) -> Moment {
        Moment {
            turn: self.turn,
            place: self.phase,
            number: self.phase_number(),
            phase: self.phase().word(),
            begins: self.stage == Stage::Begin,
        }
    }

    fn phase_title(&self) -> String {
        match self.stage {
            Stage::Deploy(_) => "Deployment".to_owned(),
            _ => phase_title(self, self.phase()),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn standings(&self) -> Standings {
        verdict::standings(self)
    }

    fn decision(&self) -> Decision {
        verdict::decision(self)
    }

    fn side_name(&self, side: Side) -> &str {
        self.nation(side).word()
    }

    fn roll(&self) -> Vec<RollLine> {
        self.units.iter().map(roll_line).collect()
    }

    fn strengths(&self) -> Vec<u32> {
        self.units.iter().map(|unit| unit.figures).collect()
    }

    fn sound(&self) -> Result<(), String> {
        sound::sound(self)
    }

    fn read_position(&self, text: &str) -> Result<Volley, String> {
        position::read(self, text)
    }

    /// Which command an enemy rolls for is not known until it comes up.
    fn heard_by(&self, event: &Event, side: Option<Side>) -> Option<String> {
        Some(match &event.what {
            What::ReserveRoll { side: own, arrives: false, .. } if side != Some(*own) => {
                format!("{} reserve: not yet", nation(self, *own))
            }
            _ => self.sentence(event),
        })
    }
}

fn roll_line(unit: &Unit) -> RollLine {
    RollLine {
        name: unit.name().to_owned(),
        nation: unit.nation().word(),
        side: unit.side(),
        brigade: unit.profile.brigade.clone(),
        arm: unit.arm().word(),
        grade: unit.grade().word(),
        standing: unit.standing.word(),
        state: match unit.standing {
            Standing::OnTable => "",
            Standing::Undeployed => "not deployed",
            Standing::AtEdge => "at the edge",
            Standing::Routed => "routed",
            Standing::Destroyed => "destroyed",
            Standing::WipedOut => "nobody left",
            Standing::LeftTable => "left the table",
        },
        formation: unit.formation.word(),
        strength: if unit.is_lost() { 0 } else { unit.figures },
        of: unit.profile.figures,
        at: unit.pose.map(|pose| [pose.at.x, pose.at.y]),
        facing: unit.pose.map(|pose| pose.facing.to_degrees()),
    }
}
