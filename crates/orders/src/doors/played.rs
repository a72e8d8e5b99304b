//! The orders game as its doors know it.

use crate::charts::{FILES, Rules, SPEC};
use crate::doors::battle::read_battle;
use crate::doors::position;
use crate::doors::sound;
use crate::ids::Ids;
use crate::rules::verdict;
use crate::state::event::{Event, What, step_title};
use crate::state::game::{Orders, Stage};
use crate::state::scenario::Battle;
use crate::state::unit::{Standing, Unit};
use crate::state::words::{Sheet, Step};
use engine::{Card, Decision, Moment, Outcome, Played, RollLine, Side, Standings};
use rulebook::{Faults, GameSpec, SheetRules, Source};
use std::sync::Arc;

impl Played for Orders {
    type Ids = Ids;
    type What = What;
    type Rules = Rules;
    type Battle = Battle;

    const STRENGTH: &'static str = "stand";
    const SPEC: &'static GameSpec = &SPEC;
    const FILES: &'static [(&'static str, &'static str)] = FILES;

    fn rules(source: SheetRules) -> Rules {
        Rules::new(source)
    }

    fn read_battle(
        id: &str,
        source: &Source,
        rules: &dyn Fn(&str) -> Option<Arc<Rules>>,
    ) -> Result<Battle, Faults> {
        read_battle(id, source, |sheet| rules(sheet.word()))
    }

    fn card(battle: &Battle) -> Card {
        let coming = battle.reinforcements.iter().flat_map(|coming| &coming.units);
        let units = battle.units.iter().chain(coming).map(|placed| &placed.profile);
        let sheet = SPEC.sheets.first().copied().unwrap_or(SPEC.name);
        let units = units.map(|profile| (profile.side, profile.stands));
        battle.scenario.card(SPEC.name, sheet, battle.scenario.adjectives.allied, units)
    }

    fn start(battle: &Battle, rules: Arc<Rules>, beside_figures: bool) -> Orders {
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
        let (number, step) = self.step_now();
        // Steps 2 to 5 come twice in a turn.
        let second = usize::from(self.initiative.is_some_and(|first| first != self.mover));
        let begins = match self.stage {
            Stage::Dawn | Stage::Ready => true,
            Stage::DefenderFires | Stage::MoverFires => !self.units.iter().any(|unit| unit.fired),
            Stage::Melee => !self.charges.iter().any(|charge| charge.fought),
            Stage::Rally(side) => side == Side::French,
            _ => false,
        };
        let place = usize::from(number) + if (2..=5).contains(&number) { 10 * second } else { 0 };
        Moment { turn: self.turn, place, number, phase: step.word(), begins }
    }

    fn phase_title(&self) -> String {
        match self.stage {
            Stage::DeployRoll | Stage::Deploy(..) => "Deployment".to_owned(),
            Stage::StartOrders(_) => "First orders".to_owned(),
            stage => {
                let side = match stage {
                    Stage::Ready | Stage::Move | Stage::Obey | Stage::MoverFires => Some(self.mover),
                    Stage::DefenderFires => Some(self.mover.enemy()),
                    _ => None,
                };
                step_title(self, self.step_now().1, side)
            }
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
        self.scenario.adjectives[side]
    }

    fn roll(&self) -> Vec<RollLine> {
        self.units.iter().map(|unit| self.roll_line(unit)).collect()
    }

    fn strengths(&self) -> Vec<u32> {
        self.units.iter().map(Unit::strength).collect()
    }

    fn sound(&self) -> Result<(), String> {
        sound::sound(self)
    }

    fn read_position(&self, text: &str) -> Result<Orders, String> {
        position::read(self, text)
    }

    /// What is sealed, sent or received is for its own side's ears.
    fn is_heard_by(&self, event: &Event, side: Option<Side>) -> bool {
        let secret = event.what.secret_of(self);
        secret.is_none() || secret == side
    }
}

impl Orders {
    /// The step of the turn that is being played, by number and word.
    pub fn step_now(&self) -> (u8, Step) {
        let step = match self.stage {
            Stage::DeployRoll
            | Stage::Deploy(..)
            | Stage::StartOrders(_)
            | Stage::Dawn
            | Stage::Orders(_)
            | Stage::Reveal
            | Stage::Initiative => Step::Orders,
            Stage::Ready | Stage::Move | Stage::Obey => Step::Move,
            Stage::DefenderFires => Step::Reply,
            Stage::MoverFires => Step::Fire,
            Stage::Melee => Step::Melee,
            Stage::Rally(_) | Stage::Supply | Stage::Close => Step::Rally,
        };
        (self.rules.step(step).map_or(0, |row| row.number), step)
    }

    fn roll_line(&self, unit: &Unit) -> RollLine {
        RollLine {
            name: unit.name().to_owned(),
            nation: unit.profile.nation.word(),
            side: unit.side(),
            brigade: self.corps(unit.corps()).name.to_string(),
            arm: unit.arm().word(),
            grade: unit.troop().word(),
            standing: unit.standing.word(),
            state: match unit.standing {
                Standing::OnTable => match unit.level {
                    crate::state::words::Level::Firm => "",
                    level => level.word(),
                },
                Standing::Undeployed => "not deployed",
                Standing::AtEdge => "at the edge",
                Standing::Routed => "dispersed",
                Standing::Withdrawn => "withdrawn",
            },
            formation: unit.formation.word(),
            strength: unit.strength(),
            of: unit.profile.stands,
            at: unit.pose.map(|pose| [pose.at.x, pose.at.y]),
            facing: unit.pose.map(|pose| pose.facing.to_degrees()),
        }
    }
}

impl Rules {
    /// The sheet as printed, with every ruling at its default.
    ///
    /// # Errors
    /// The faults of the embedded files; a test proves there are none.
    pub fn printed() -> Result<Rules, Faults> {
        let book = Orders::embedded_book()?;
        Ok(Rules::new(book.sheet(Sheet::Orders.word()).unwrap_or_else(|_| unreachable!("the only sheet"))))
    }
}
