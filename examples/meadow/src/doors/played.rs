//! The game as its doors know it.

use crate::charts::{FILES, Rules, SPEC};
use crate::doors::battle;
use crate::ids::Ids;
use crate::rules::verdict;
use crate::state::event::What;
use crate::state::game::{Battle, Company, Meadow, Phase, SIDES, Scenario};
use engine::position::{check_number, check_table};
use engine::{Army, Card, Decision, Moment, PhaseDrawn, Played, Side, UnitDrawn, UnitId};
use rulebook::{Faults, GameSpec, Source};
use std::sync::Arc;

impl Played for Meadow {
    type Ids = Ids;
    type What = What;
    type Rules = Rules;
    type Scenario = Scenario;
    type Battle = Battle;

    const STRENGTH: &'static str = "figure";
    const DIE: u32 = 6;
    const SHEETS: &'static [(&'static str, &'static str)] =
        &[("meadow", "Fourteen rules, for a reader who adds a game.")];
    const SPEC: &'static GameSpec = &SPEC;
    const FILES: &'static [(&'static str, &'static str)] = &FILES;

    fn read_battle(
        id: &str,
        source: &Source,
        rules: &dyn Fn(&str) -> Option<Arc<Rules>>,
    ) -> Result<Battle, Faults> {
        battle::read_battle(id, source, rules)
    }

    fn card(battle: &Battle) -> Card {
        battle.scenario.card::<Meadow>(SPEC.name, SIDES.allied, battle.strength())
    }

    fn start(battle: &Battle, rules: Arc<Rules>) -> Meadow {
        battle.begin(rules, true)
    }

    fn start_beside_figures(battle: &Battle, rules: Arc<Rules>) -> Meadow {
        battle.begin(rules, false)
    }

    fn in_force(&self) -> &Rules {
        &self.rules
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn moment(&self) -> Moment {
        let number = self.phase as u8 + 1;
        let place = usize::from(number) + if self.second { Phase::WORDS.len() } else { 0 };
        let begins = self.begins;
        Moment { turn: self.turn, place, number, phase: self.phase.word(), begins, before: false }
    }

    fn phases(&self) -> Vec<PhaseDrawn> {
        let drawn = |(number, (word, _)): (u8, &(&'static str, Phase))| {
            let title = word[..1].to_uppercase() + &word[1..];
            PhaseDrawn { number, word, title }
        };
        (1..).zip(Phase::WORDS).map(drawn).collect()
    }

    fn decision(&self) -> Decision {
        verdict::decision(self)
    }

    fn army(&self, side: Side) -> Army {
        let (adjective, nation) = (SIDES[side], if side == Side::French { "french" } else { "british" });
        Army { adjective, name: if side == Side::French { "French" } else { "Allies" }.to_owned(), nation }
    }

    fn units_drawn(&self) -> Vec<UnitDrawn> {
        let drawn = |(id, unit): (UnitId, &Company)| UnitDrawn {
            nation: self.army(unit.side).nation,
            arm: "skirmishers",
            formation: "skirmish",
            standing: if unit.is_gone() { "gone" } else { "on-table" },
            state: if unit.is_gone() {
                "gone"
            } else if unit.shaken {
                "shaken"
            } else {
                ""
            },
            is_lost: unit.is_gone(),
            pose: unit.pose,
            rect: self.rect(id),
            ..UnitDrawn::new(id, &*unit.name, unit.side, unit.figures, unit.of)
        };
        (0..).map(UnitId).zip(&self.units).map(drawn).collect()
    }

    fn sound(&self) -> Result<(), String> {
        if let Some(unit) =
            self.units.iter().find(|unit| unit.figures > unit.of || (unit.is_gone() && unit.pose.is_some()))
        {
            return Err(format!("{} has {} figures of {}", unit.name, unit.figures, unit.of));
        }
        if self.measured {
            battle::stand_apart(&self.rules, &self.scenario.terrain, &self.scenario, &self.units)?;
        }
        Ok(())
    }

    fn read_position(&self, text: &str) -> Result<Meadow, String> {
        let (scenario, rules) = (Arc::clone(&self.scenario), Arc::clone(&self.rules));
        let read = engine::read_state!(text => Meadow {
            scenario, rules;
            turn, phase, second, begins, next, units, measured, outcome,
        });
        let game = read.map_err(|error| format!("found no position of this game: {error}"))?;
        check_table(game.measured, self.measured)?;
        check_number("the company", usize::from(game.next), self.units.len() + 1)?;
        let same =
            |(one, two): (&Company, &Company)| (&one.name, one.side, one.of) == (&two.name, two.side, two.of);
        if game.units.len() != self.units.len() || !game.units.iter().zip(&self.units).all(same) {
            return Err("found other companies, expected those of the battle".to_owned());
        }
        Ok(game)
    }
}
