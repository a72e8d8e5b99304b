//! The orders game as its doors know it.

use crate::charts::{FILES, Rules, SPEC};
use crate::doors::battle::read_battle;
use crate::doors::bodies;
use crate::doors::position;
use crate::doors::sound;
use crate::ids::Ids;
use crate::question::Question;
use crate::rules::command;
use crate::rules::turn::verdict;
use crate::state::event::{Event, What, step_title};
use crate::state::game::{Orders, Stage};
use crate::state::scenario::{Battle, Scenario};
use crate::state::unit::{Profile, Standing};
use crate::state::words::{Level, Nation, Sheet, Step, Trait};
use engine::{
    Army, Card, Decision, GeneralDrawn, GroupDrawn, Initiative, Marks, Moment, PhaseDrawn, Played, Side,
    Sign, Standings, UnitDrawn, UnitId, group, rule_name,
};
use rulebook::{Faults, GameSpec, Source};
use std::sync::Arc;

impl Played for Orders {
    type Ids = Ids;
    type What = What;
    type Rules = Rules;
    type Battle = Battle;
    type Scenario = Scenario;

    const STRENGTH: &'static str = "stand";
    const DIE: u32 = 10;
    const SHEETS: &'static [(&'static str, &'static str)] = &[(
        "orders",
        "Whole corps. A unit is a brigade of two stands or a battery; you give orders to corps, morale is a ladder, \
         dice have ten sides.",
    )];
    const PLAYERS_DEPLOY: bool = true;
    const SPEC: &'static GameSpec = &SPEC;
    const FILES: &'static [(&'static str, &'static str)] = &FILES;

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
        battle.scenario.card::<Orders>(sheet, battle.scenario.adjectives.allied, units)
    }

    fn start(battle: &Battle, rules: Arc<Rules>) -> Orders {
        battle.begin(rules)
    }

    fn start_beside_figures(battle: &Battle, rules: Arc<Rules>) -> Orders {
        battle.beside_figures(rules)
    }

    fn undeployed(battle: &Battle) -> Battle {
        let mut battle = battle.clone();
        battle.units.iter_mut().for_each(|unit| unit.pose = None);
        battle
    }

    fn in_force(&self) -> &Rules {
        &self.rules
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
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
            Stage::DeployRoll
            | Stage::Deploy(..)
            | Stage::StartOrders(_)
            | Stage::Orders(_)
            | Stage::Reveal
            | Stage::Initiative
            | Stage::Move
            | Stage::Obey
            | Stage::Supply
            | Stage::Close => false,
        };
        let place = usize::from(number) + if (2..=5).contains(&number) { 10 * second } else { 0 };
        let before = matches!(self.stage, Stage::DeployRoll | Stage::Deploy(..) | Stage::StartOrders(_));
        Moment { turn: self.turn, place, number, phase: step.word(), begins, before }
    }

    fn phase_title(&self) -> String {
        let side = match self.stage {
            Stage::DeployRoll | Stage::Deploy(..) => return "Deployment".to_owned(),
            Stage::StartOrders(_) => return "First orders".to_owned(),
            Stage::Ready | Stage::Move | Stage::Obey | Stage::MoverFires => Some(self.mover),
            Stage::DefenderFires => Some(self.mover.enemy()),
            Stage::Dawn
            | Stage::Orders(_)
            | Stage::Reveal
            | Stage::Initiative
            | Stage::Melee
            | Stage::Rally(_)
            | Stage::Supply
            | Stage::Close => None,
        };
        step_title(self, self.step_now().1, side)
    }

    fn phases(&self) -> Vec<PhaseDrawn> {
        let all = self.rules.steps.iter();
        all.map(|step| PhaseDrawn {
            number: step.number,
            word: step.step.word(),
            title: step_title(self, step.step, None).trim().to_owned(),
        })
        .collect()
    }

    fn standings(&self) -> Standings {
        verdict::standings(self)
    }

    fn decision(&self) -> Decision {
        verdict::decision(self)
    }

    fn holders(&self) -> Vec<Option<Side>> {
        self.holders.clone()
    }

    fn army(&self, side: Side) -> Army {
        let of = self.leaders.iter().find(|leader| leader.side == side && leader.army);
        let of = of.or_else(|| self.leaders.iter().find(|leader| leader.side == side));
        Army {
            adjective: self.scenario.adjectives[side],
            name: self.scenario.sides[side].clone(),
            nation: of.map_or(Nation::Other, |leader| leader.nation).word(),
        }
    }

    fn units_drawn(&self) -> Vec<UnitDrawn> {
        self.ids().map(|id| self.drawn(id)).collect()
    }

    fn units_awaited(&self) -> Vec<UnitDrawn> {
        let coming = self.coming.iter().flat_map(|coming| &coming.units);
        let ids = (self.units.len()..).map(|i| UnitId(u16::try_from(i).unwrap_or(u16::MAX)));
        ids.zip(coming).map(|(id, placed)| self.awaited(id, &placed.profile)).collect()
    }

    fn generals_drawn(&self) -> Vec<GeneralDrawn> {
        let awaited = self.still_to_come().map(|awaited| (awaited.corps.commander, &awaited.leader));
        let all = self.leader_ids().zip(self.leaders.iter()).chain(awaited);
        all.map(|(id, leader)| {
            let present = leader.is_present();
            let radius = leader.corps.and_then(|corps| command::corps_radius(self, corps));
            GeneralDrawn {
                id,
                name: String::from(&leader.name),
                side: leader.side,
                brigade: leader.corps.map(|corps| String::from(&self.corps(corps).name)),
                attached: leader.attached,
                at: self.leader_at(leader).filter(|_| present).map(|at| [at.x, at.y]),
                lost: !present,
                moved: leader.moved,
                character: (leader.character != Trait::None).then(|| leader.character.word()),
                radius: radius.map(|(_, radius)| radius),
                radius_by: radius.map_or("", |(rule, _)| rule_name::<Ids>(rule)),
                rect: command::leader_rect(self, leader),
            }
        })
        .collect()
    }

    fn groups_drawn(&self) -> Vec<GroupDrawn> {
        bodies::drawn(self)
    }

    fn body_signs(&self) -> Vec<Sign> {
        bodies::every_sign(&self.rules)
    }

    fn writing(&self, question: &Question) -> Option<group::Writing> {
        if let Question::WriteOrders(question) = question {
            Some(bodies::writing(self, question))
        } else {
            None
        }
    }

    fn initiative(&self) -> Option<Initiative> {
        Some(bodies::initiative(self))
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

    fn drawn(&self, id: UnitId) -> UnitDrawn {
        let unit = self.unit(id);
        UnitDrawn {
            marks: Marks {
                general: self.leader_with(id).is_some(),
                in_melee: self.in_contact(id),
                in_command: unit.on_table() && command::reaches(self, id),
                acted: unit.acted,
                ..Marks::default()
            },
            formation: unit.formation.word(),
            standing: unit.standing.word(),
            state: match unit.standing {
                Standing::OnTable if unit.level == Level::Firm => "",
                Standing::OnTable => unit.level.word(),
                Standing::Undeployed => "not deployed",
                Standing::AtEdge => "at the edge",
                Standing::Routed => "dispersed",
                Standing::Withdrawn => "withdrawn",
            },
            is_lost: unit.is_lost(),
            level: Some(unit.level.word()),
            pose: unit.pose,
            rect: unit.rect().copied(),
            ..self.awaited(id, &unit.profile)
        }
    }

    /// A unit that has not come yet.
    fn awaited(&self, id: UnitId, profile: &Profile) -> UnitDrawn {
        UnitDrawn {
            id,
            name: String::from(&profile.name),
            side: profile.side,
            nation: profile.nation.word(),
            arm: profile.arm.word(),
            grade: profile.troop.word(),
            command: String::from(&self.corps(profile.corps).name),
            formation: "",
            standing: "",
            state: "",
            is_lost: false,
            level: None,
            strength: profile.stands,
            of: profile.stands,
            pose: None,
            rect: None,
            marks: Marks::default(),
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
