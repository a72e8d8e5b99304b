//! The battle at its beginning: the game its file describes.

use crate::game::{Orders, Stage};
use crate::rules::Rules;
use crate::scenario::Battle;
use crate::sequence;
use crate::unit::{Corps, CorpsId, GeneralId, Leader, Presence, Standing, Unit, UnitId};
use crate::words::Nation;
use engine::{Both, Side};
use std::sync::Arc;

impl Battle {
    /// The battle on a screen, every unit where the file puts it.
    pub fn begin(&self, rules: Arc<Rules>) -> Orders {
        self.start(rules, true)
    }

    /// The same battle beside real figures: nothing has a position.
    pub fn beside_figures(&self, rules: Arc<Rules>) -> Orders {
        self.start(rules, false)
    }

    fn start(&self, rules: Arc<Rules>, measured: bool) -> Orders {
        let mut units = Vec::new();
        for placed in &self.units {
            let standing =
                if placed.pose.is_some() || !measured { Standing::OnTable } else { Standing::Undeployed };
            let level = placed.level.unwrap_or_else(|| rules.starts_at(placed.profile.troop));
            let mut unit = Unit::new(Arc::clone(&placed.profile), placed.formation, level, standing);
            if let (Some(pose), true) = (placed.pose, measured) {
                unit.stand(pose, placed.formation);
            }
            units.push(unit);
        }
        let find = |name: &str| units.iter().position(|unit| unit.name() == name).map(|at| UnitId(at as u16));
        let comes_later = |at: usize| {
            self.reinforcements.iter().any(|coming| coming.leaders.contains(&GeneralId(at as u16)))
        };
        let leaders: Vec<Leader> = self
            .leaders
            .iter()
            .enumerate()
            .map(|(at, leader)| Leader {
                name: leader.name.as_str().into(),
                side: leader.side,
                nation: leader.nation,
                corps: leader.corps,
                army: leader.army,
                character: leader.character,
                attached: leader.attached.as_deref().and_then(find),
                at: leader.at.filter(|_| measured),
                presence: if comes_later(at) { Presence::Gone } else { Presence::Present },
                moved: false,
                shaken: false,
            })
            .collect();
        let commander = |corps: CorpsId| leaders.iter().position(|leader| leader.corps == Some(corps));
        let corps = self
            .corps
            .iter()
            .zip(0..)
            .map(|(corps, at)| {
                let commander = commander(CorpsId(at)).unwrap_or_default();
                Corps {
                    name: corps.name.as_str().into(),
                    side: corps.side,
                    nation: leaders.get(commander).map_or(Nation::Other, |leader| leader.nation),
                    commander: GeneralId(commander as u16),
                    order: corps.order,
                    received: corps.order,
                    fresh: false,
                    radius: corps.radius,
                    lead: Vec::new(),
                }
            })
            .collect();
        let mut starting_units = Both::default();
        let coming = self.reinforcements.iter().flat_map(|coming| &coming.units);
        for placed in self.units.iter().chain(coming) {
            starting_units[placed.profile.side] += 1;
        }
        let mut game = Orders {
            scenario: Arc::clone(&self.scenario),
            rules,
            turn: 1,
            stage: Stage::Dawn,
            initiative: None,
            held_before: None,
            mover: Side::French,
            units: units.into(),
            leaders,
            corps,
            sealed: Vec::new(),
            couriers: Vec::new(),
            coming: self.reinforcements.clone(),
            activation: None,
            acting: None,
            charges: Vec::new(),
            holders: vec![None; self.scenario.objectives.len()],
            rain: false,
            measured,
            starting_units,
            outcome: None,
        };
        let waits = game.units.iter().any(|unit| unit.standing == Standing::Undeployed);
        game.stage = if waits { Stage::DeployRoll } else { sequence::start_orders(&game) };
        for objective in 0..game.scenario.objectives.len() {
            game.holders[objective] = crate::verdict::holder(&game, objective);
        }
        game
    }
}
