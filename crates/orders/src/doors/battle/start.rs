//! The battle at its beginning: the game its file describes.

use crate::charts::Rules;
use crate::rules::turn::sequence;
use crate::state::aims::Aims;
use crate::state::game::{Orders, Stage};
use crate::state::scenario::{Battle, Placed, PlacedCorps, PlacedLeader, Reinforcement};
use crate::state::unit::{Awaited, Corps, CorpsId, GeneralId, Leader, Presence, Standing, Unit, UnitId};
use crate::state::words::Nation;
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
        let numbers = self.corps_numbers();
        let numbered = |placed: &Placed| {
            let corps = numbers[usize::from(placed.profile.corps.0)];
            placed.under(corps)
        };
        let mut units = Vec::new();
        for placed in self.units.iter().map(numbered) {
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
        let leader = |leader: &PlacedLeader| Leader {
            name: leader.name.as_str().into(),
            side: leader.side,
            nation: leader.nation,
            corps: leader.corps.map(|corps| numbers[usize::from(corps.0)]),
            army: leader.army,
            character: leader.character,
            attached: leader.attached.as_deref().and_then(find),
            at: leader.at.filter(|_| measured),
            presence: if self.is_awaited(leader) { Presence::Gone } else { Presence::Present },
            moved: false,
            shaken: false,
        };
        let here = self.leaders.iter().filter(|leader| !self.is_awaited(leader));
        let leaders: Vec<Leader> = here.map(leader).collect();
        let (mut corps, mut awaited) = (Vec::new(), Vec::new());
        for (placed, id) in self.corps.iter().zip(&numbers) {
            let commander = leaders.iter().position(|leader| leader.corps == Some(*id)).unwrap_or_default();
            let mut own = Corps {
                name: placed.name.as_str().into(),
                side: placed.side,
                nation: leaders.get(commander).map_or(Nation::Other, |leader| leader.nation),
                commander: GeneralId(commander as u16),
                order: placed.order,
                received: placed.order,
                fresh: false,
                radius: placed.radius,
                lead: Vec::new(),
            };
            let coming = self.leaders.iter().filter(|leader| self.is_awaited(leader)).map(leader);
            match coming.into_iter().find(|leader| leader.corps == Some(*id)) {
                None => corps.push(own),
                Some(leader) => {
                    own.nation = leader.nation;
                    own.commander = GeneralId(id.0);
                    awaited.push(Awaited { id: *id, corps: own, leader, here: None });
                }
            }
        }
        let mut starting_units = Both::default();
        let coming: Vec<Reinforcement> = self
            .reinforcements
            .iter()
            .map(|coming| Reinforcement {
                units: coming.units.iter().map(numbered).collect(),
                ..coming.clone()
            })
            .collect();
        for placed in self.units.iter().chain(coming.iter().flat_map(|coming| &coming.units)) {
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
            aims: Aims::default(),
            leaders: Arc::new(leaders),
            corps,
            sealed: Vec::new(),
            couriers: Vec::new(),
            coming,
            awaited,
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
            game.holders[objective] = crate::rules::turn::verdict::holder(&game, objective);
        }
        game
    }

    /// The number each corps of the file has in the game: those who are here one after another, the others beyond.
    fn corps_numbers(&self) -> Vec<CorpsId> {
        let awaited = |at: u16| {
            self.leaders.iter().any(|leader| leader.corps == Some(CorpsId(at)) && self.is_awaited(leader))
        };
        let (mut here, mut later) = (0, Both::<u16>::default());
        let number = |(corps, at): (&PlacedCorps, u16)| {
            let next = if awaited(at) { &mut later[corps.side] } else { &mut here };
            *next += 1;
            let place = *next - 1;
            CorpsId(if awaited(at) { Awaited::number(corps.side, place) } else { place })
        };
        self.corps.iter().zip(0..).map(number).collect()
    }

    /// Whether a leader comes with his corps, which is still to come whole.
    fn is_awaited(&self, leader: &PlacedLeader) -> bool {
        let of = |placed: &Placed| leader.corps == Some(placed.profile.corps);
        let placed = leader.at.is_some() || leader.attached.is_some() || self.units.iter().any(of);
        !placed && self.reinforcements.iter().flat_map(|coming| &coming.units).any(of)
    }
}
