//! The volley game as its doors know it.

use crate::charts::{FILES, Rules, SPEC};
use crate::doors::battle::read_battle;
use crate::doors::{bodies, position, sound};
use crate::ids::{Ids, house};
use crate::rules::fire::bombardment;
use crate::rules::orders::{command, movement};
use crate::rules::turn::verdict;
use crate::state::event::{Event, What, capital, nation, phase_title};
use crate::state::game::{Stage, Volley};
use crate::state::refusal::Cite;
use crate::state::scenario::{Battle, Scenario};
use crate::state::unit::{Profile, Standing};
use crate::state::words::{Nation, Phase};
use engine::wording::listed;
use engine::{
    Army, Card, Decision, GeneralDrawn, GeneralId, GroupDrawn, Marks, Moment, PhaseDrawn, Played, Side, Sign,
    Standings, UnitDrawn, UnitId,
};
use rulebook::{Faults, GameSpec, Source};
use std::sync::Arc;

impl Played for Volley {
    type Ids = Ids;
    type What = What;
    type Rules = Rules;
    type Battle = Battle;
    type Scenario = Scenario;

    const STRENGTH: &'static str = "figure";
    const LETTERS: &'static [(&'static str, &'static str)] = &[MELEE, FIREFIGHT, SILENT];
    const DIE: u32 = 6;
    const SHEETS: &'static [(&'static str, &'static str)] = &[
        (
            "a15",
            "French against Austrians, for figures of 15 mm: most distances are half as long, and there is a phase \
             for drinking.",
        ),
        ("p7", "French against Prussians. The same game as Br8, with the Prussians’ own numbers."),
        (
            "br8",
            "French against British. A unit is a battalion, a regiment of horse or a gun, counted in figures; \
             thirteen phases a turn, six-sided dice.",
        ),
    ];
    const PLAYERS_DEPLOY: bool = true;
    const SPEC: &'static GameSpec = &SPEC;
    const FILES: &'static [(&'static str, &'static str)] = &FILES;

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
        about.card::<Volley>(sheet.word(), opponent.word(), units)
    }

    fn start(battle: &Battle, rules: Arc<Rules>) -> Volley {
        battle.begin(rules)
    }

    fn start_beside_figures(battle: &Battle, rules: Arc<Rules>) -> Volley {
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
        Moment {
            turn: self.turn,
            place: self.phase,
            number: self.phase_number(),
            phase: self.phase().word(),
            begins: self.stage == Stage::Begin,
            before: matches!(self.stage, Stage::Deploy(_)),
        }
    }

    fn phases(&self) -> Vec<PhaseDrawn> {
        let drawn = |(phase, number, _): &(Phase, u8, _)| PhaseDrawn {
            number: *number,
            word: phase.word(),
            title: phase_title(self, *phase),
        };
        self.rules.phases.iter().map(drawn).collect()
    }

    fn standings(&self) -> Standings {
        verdict::standings(self)
    }

    fn holders(&self) -> Vec<Option<Side>> {
        self.scenario.objectives.iter().map(|goal| verdict::holder(self, goal)).collect()
    }

    fn contesters(&self) -> Vec<Vec<UnitId>> {
        self.scenario.objectives.iter().map(|goal| verdict::contesters(self, goal)).collect()
    }

    fn decision(&self) -> Decision {
        verdict::decision(self)
    }

    fn army(&self, side: Side) -> Army {
        let nation = self.nation(side).word();
        Army { adjective: nation, name: capital(nation), nation }
    }

    fn signs(&self, unit: UnitId) -> Vec<Sign> {
        signs(self, unit)
    }

    fn units_drawn(&self) -> Vec<UnitDrawn> {
        self.ids().map(|id| drawn(self, id)).collect()
    }

    fn units_awaited(&self) -> Vec<UnitDrawn> {
        let waiting = self.reserves.iter().flat_map(|reserve| &reserve.units);
        let ids = (self.units.len()..).map(|i| UnitId(u16::try_from(i).unwrap_or(u16::MAX)));
        ids.zip(waiting).map(|(id, profile)| awaited(id, profile)).collect()
    }

    fn generals_drawn(&self) -> Vec<GeneralDrawn> {
        let radius = self.rules.ruled(house!("command.range"));
        let all = self.generals.iter().enumerate();
        all.map(|(i, general)| {
            let id = GeneralId(u16::try_from(i).unwrap_or(u16::MAX));
            let at = command::officer_at(self, id).filter(|_| !general.lost);
            GeneralDrawn {
                id,
                name: general.name.clone(),
                side: general.side,
                brigade: general.brigade.clone(),
                attached: general.attached,
                at: at.map(|at| [at.x, at.y]),
                lost: general.lost,
                moved: general.moved,
                character: None,
                radius: Some(radius),
                radius_by: Cite::from(house!("command.range")).id(),
                rect: command::officer_rect(self, id),
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

    fn sound(&self) -> Result<(), String> {
        sound::sound(self)
    }

    fn read_position(&self, text: &str) -> Result<Volley, String> {
        position::read(self, text)
    }

    /// Which command an enemy rolls for is not known until it comes up.
    fn heard_by(&self, event: &Event, side: Option<Side>) -> Option<String> {
        if let What::ReserveRoll { side: own, arrives: false, .. } = &event.what
            && side != Some(*own)
        {
            return Some(format!("{} reserve: not yet", nation(self, *own)));
        }
        Some(self.sentence(event))
    }
}

/// The letters beside units: what holds one where it stands, and a gun that has no target.
const MELEE: (&str, &str) = ("L", "locked in melee");
const FIREFIGHT: (&str, &str) = ("F", "locked in a firefight");
const SILENT: (&str, &str) = ("∅", "nobody to fire at");

/// What holds a unit where it stands, and why a gun that would name its target now has none.
fn signs(game: &Volley, id: UnitId) -> Vec<Sign> {
    if !game.unit(id).on_table() {
        return Vec::new();
    }
    // Who has just been met is not locked yet: the first round may end it.
    let locked = game.melees_of(id).filter(|melee| melee.rounds > 0).map(|melee| game.name(melee.other(id)));
    let locked: Vec<&engine::Name> = locked.collect();
    let melee = (!locked.is_empty()).then(|| format!(" with {}", listed(&locked, "and")));
    let firefight = movement::firefight(game, id)
        .filter(|_| game.locked_by(id).is_some())
        .map(|fight| format!(" with {}", game.name(fight.with)));
    let silence = bombardment::silent_now(game, id).map(|why| format!(": {}", why.said(game)));
    let found = [(MELEE, melee), (FIREFIGHT, firefight), (SILENT, silence)];
    let sign = |(letter, word): (_, &str), more: String| Sign::new(letter, format!("{word}{more}"));
    found.into_iter().filter_map(|(of, more)| Some(sign(of, more?))).collect()
}

fn drawn(game: &Volley, id: UnitId) -> UnitDrawn {
    let unit = game.unit(id);
    UnitDrawn {
        marks: Marks {
            general: game.has_general(id),
            halted: unit.halted > 0,
            marker: unit.marker.is_some(),
            in_melee: game.in_melee(id),
            in_command: unit.on_table() && game.in_command(id),
            acted: unit.acted,
        },
        formation: unit.formation.word(),
        standing: unit.standing.word(),
        state: match unit.standing {
            Standing::OnTable => "",
            Standing::Undeployed => "not deployed",
            Standing::AtEdge => "at the edge",
            Standing::Routed => "routed",
            Standing::Destroyed => "destroyed",
            Standing::WipedOut => "nobody left",
            Standing::LeftTable => "driven off the table",
        },
        is_lost: unit.is_lost(),
        strength: unit.figures,
        pose: unit.pose,
        rect: unit.rect().copied(),
        ..awaited(id, &unit.profile)
    }
}

/// A unit that has not come yet.
fn awaited(id: UnitId, profile: &Profile) -> UnitDrawn {
    UnitDrawn {
        id,
        name: String::from(&profile.name),
        side: profile.side,
        nation: profile.nation.word(),
        arm: profile.arm.word(),
        grade: profile.grade.word(),
        command: profile.brigade.clone(),
        formation: "",
        standing: "",
        state: "",
        is_lost: false,
        level: None,
        strength: profile.figures,
        of: profile.figures,
        pose: None,
        rect: None,
        marks: Marks::default(),
    }
}
