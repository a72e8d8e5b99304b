//! The game as its doors know it.

use crate::charts::{FILES, Rules, SPEC};
use crate::doors::{battle, bodies, position, sound};
use crate::ids::Ids;
use crate::rules::hour::{sequence, verdict};
use crate::state::event::{What, phase_title};
use crate::state::game::Empire;
use crate::state::leader::{Leader, Whereabouts};
use crate::state::scenario::{Battle, Scenario};
use crate::state::stage::Stage;
use crate::state::unit::Unit;
use crate::state::words::{Ammunition, Phase, Rank};
use engine::{
    Army, Card, Decision, GeneralDrawn, GeneralId, GroupDrawn, Initiative, Marks, Moment, PhaseDrawn, Played,
    Side, Sign, UnitDrawn, UnitId,
};
use rulebook::{Faults, GameSpec, Source};
use std::sync::Arc;

/// Whether a unit has a marker.
type Has = fn(&Empire, UnitId) -> bool;

/// The markers beside a unit: each by its letter, what it means, and who has it; what weighs most comes first.
const SIGNS: [(&str, &str, Has); 9] = [
    ("B", "in bad morale", |game, id| !game.unit(id).in_good_morale()),
    ("D", "disordered", |game, id| game.unit(id).disordered),
    ("W", "its horses are blown", |game, id| game.unit(id).blown),
    ("A", "low on ammunition", |game, id| game.unit(id).ammunition == Ammunition::Depleted),
    ("X", "out of ammunition", |game, id| game.unit(id).ammunition == Ammunition::Exhausted),
    ("G", "its guns are abandoned", |game, id| game.unit(id).abandoned),
    ("F", "in a firefight", |game, id| game.firefight_of(id).is_some()),
    ("R", "its ME has broken", |game, id| game.me(game.unit(id).me()).broken),
    ("S", "its ME is shaken", |game, id| {
        let me = game.me(game.unit(id).me());
        me.shaken && !me.broken
    }),
];

/// The same without who has them.
const LETTERS: [(&str, &str); SIGNS.len()] = {
    let mut all = [("", ""); SIGNS.len()];
    let mut n = 0;
    while n < all.len() {
        all[n] = (SIGNS[n].0, SIGNS[n].1);
        n += 1;
    }
    all
};

/// Words that players of the other games do not know.
const GLOSSARY: [(&str, &str); 10] = [
    ("ME", "maneuver element: a division, which is led, tested and moved as one"),
    (
        "Impulse",
        "an ME’s time to act in the hour: first all marches and changes of formation, then all fire, then the charges",
    ),
    (
        "Initiative",
        "the side that has it plays all its impulses first; while one side acts the other only answers",
    ),
    ("Commander action", "CA: something a general tries with two ten-sided dice"),
    (
        "Impetus",
        "an ME that presses on: got by a commander action or by a close action won, lost when it is shaken",
    ),
    ("Engaged", "an ME with an enemy in range"),
    (
        "Spent",
        "an ME that is broken, gone, or has half or more of its units lost or in bad morale; an army with half of its \
         MEs spent has lost",
    ),
    ("Depleted", "low on ammunition (A): its fire is worse; a second time it is exhausted (X)"),
    (
        "Bad morale",
        "B: it faces away, neither fires, charges nor holds ground, and goes to the rear until it is rallied",
    ),
    ("Firefight", "F: two bodies of foot fire at each other until one gives way"),
];

fn signs(game: &Empire, id: UnitId) -> Vec<Sign> {
    if !game.unit(id).on_table() {
        return Vec::new();
    }
    let those = SIGNS.into_iter().filter(|(.., has)| has(game, id));
    those.map(|(letter, word, _)| Sign::new(letter, word)).collect()
}

impl Played for Empire {
    type Ids = Ids;
    type What = What;
    type Rules = Rules;
    type Scenario = Scenario;
    type Battle = Battle;

    const STRENGTH: &'static str = "figure";
    const LETTERS: &'static [(&'static str, &'static str)] = &LETTERS;
    const DIE: u32 = 10;
    const MOST: u32 = 2 * Self::DIE;
    const SHEETS: &'static [(&'static str, &'static str)] = &[(
        "empire",
        "A battle by the hour. A unit is a battalion, a regiment of horse or a battery; divisions called maneuver \
         elements (ME) act one after the other, led by their generals; two ten-sided dice together. The largest of the \
         games: not one to begin with.",
    )];
    const GLOSSARY: &'static [(&'static str, &'static str)] = &GLOSSARY;
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
        let known = battle.units.iter().filter(|unit| !unit.is_unknown());
        let units = known.map(|unit| (unit.side(), unit.profile.figures));
        battle.scenario.card::<Empire>(SPEC.name, battle.scenario.adjectives.allied, units)
    }

    fn start(battle: &Battle, rules: Arc<Rules>) -> Empire {
        sequence::begin_battle(battle, rules, true)
    }

    fn start_beside_figures(battle: &Battle, rules: Arc<Rules>) -> Empire {
        sequence::begin_battle(battle, rules, false)
    }

    fn in_force(&self) -> &Rules {
        &self.rules
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn moment(&self) -> Moment {
        let (phase, begins) = (self.stage.phase(), matches!(self.stage, Stage::Begins(_)));
        let number = phase.number();
        let place = usize::from(number);
        Moment { turn: self.hour, place, number, phase: phase.word(), begins, before: false }
    }

    fn phases(&self) -> Vec<PhaseDrawn> {
        let drawn = |(word, phase): &(&'static str, Phase)| PhaseDrawn {
            number: phase.number(),
            word,
            title: phase_title(*phase).to_owned(),
        };
        Phase::WORDS.iter().map(drawn).collect()
    }

    fn holders(&self) -> Vec<Option<Side>> {
        self.holders.clone()
    }

    fn decision(&self) -> Decision {
        verdict::decision(self)
    }

    fn army(&self, side: Side) -> Army {
        let scenario = &self.scenario;
        Army {
            adjective: scenario.adjectives[side],
            name: scenario.sides[side].clone(),
            nation: scenario.nations[side],
        }
    }

    fn signs(&self, unit: UnitId) -> Vec<Sign> {
        signs(self, unit)
    }

    fn units_drawn(&self) -> Vec<UnitDrawn> {
        let drawn = |(id, unit): (UnitId, &Unit)| UnitDrawn {
            nation: unit.profile.nation.word(),
            arm: unit.arm().word(),
            grade: unit.grade().word(),
            command: String::from(self.me_name(unit.me())),
            formation: unit.formation.word(),
            standing: if unit.on_table() { "on-table" } else { unit.place.word() },
            state: if unit.is_gone() { unit.place.word() } else { "" },
            is_lost: unit.is_gone(),
            pose: unit.pose,
            rect: unit.rect().copied(),
            marks: Marks {
                general: self.leaders_with(id).next().is_some(),
                in_command: true,
                acted: unit.impulse.acted,
                ..Marks::default()
            },
            ..UnitDrawn::new(id, unit.name(), unit.side(), unit.figures, unit.profile.figures)
        };
        self.ids().zip(&self.units).filter(|(_, unit)| !unit.is_unknown()).map(drawn).collect()
    }

    fn generals_drawn(&self) -> Vec<GeneralDrawn> {
        let drawn = |(id, leader): (GeneralId, &Leader)| {
            let at = self.leader_at(leader);
            let attached = match leader.place {
                Whereabouts::Unit(unit) => Some(unit),
                Whereabouts::Me(_) | Whereabouts::Free(_) => None,
            };
            let commands = leader.me.map(|me| String::from(self.me_name(me)));
            let of_corps = || leader.corps.map(|corps| String::from(&self.corps(corps).name));
            GeneralDrawn {
                id,
                name: String::from(&leader.name),
                side: leader.side,
                brigade: commands.or_else(of_corps),
                attached,
                at: at.filter(|_| leader.is_here()).map(|at| [at.x, at.y]),
                lost: !leader.is_here(),
                moved: leader.ended,
                // Of an ME's leader it counts nowhere (ruling ratings).
                character: (leader.rank != Rank::Me).then(|| leader.character.word()),
                radius: None,
                radius_by: "",
                rect: None,
            }
        };
        self.leader_ids().zip(&self.leaders).map(drawn).collect()
    }

    fn groups_drawn(&self) -> Vec<GroupDrawn> {
        bodies::drawn(self)
    }

    fn body_signs(&self) -> Vec<Sign> {
        bodies::every_sign()
    }

    fn initiative(&self) -> Option<Initiative> {
        Some(bodies::initiative(self))
    }

    fn sound(&self) -> Result<(), String> {
        sound::sound(self)
    }

    fn read_position(&self, text: &str) -> Result<Empire, String> {
        position::read(self, text)
    }
}
