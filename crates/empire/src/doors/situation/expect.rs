//! What must come of a case, beside what every game can be asked.

use super::scene::Scene;
use crate::charts::Rules;
use crate::state::game::Empire;
use crate::state::leader::{Presence, Whereabouts};
use crate::state::words::{Ammunition, Fatigue, Formation, Morale, Place};
use engine::Side;
use engine::cases::{Expected, Gap, SIDES, Scene as _, differ, faces, gaps, near, pairs, point};
use rulebook::Table;
use table::Point;

#[derive(Clone, Default)]
pub struct Expect {
    units: Vec<(String, UnitIs)>,
    mes: Vec<(String, MeIs)>,
    leaders: Vec<(String, LeaderIs)>,
    gaps: Vec<Gap>,
    firefights: Option<Vec<(String, String)>>,
    initiative: Option<Side>,
}

#[derive(Clone, Default)]
struct UnitIs {
    figures: Option<u32>,
    lost: Option<u32>,
    horses: Option<u32>,
    formation: Option<Formation>,
    place: Option<Place>,
    morale: Option<Morale>,
    ammunition: Option<Ammunition>,
    flags: Vec<(&'static str, bool)>,
    at: Option<Point>,
    facing: Option<i32>,
}

#[derive(Clone, Default)]
struct MeIs {
    fatigue: Option<Fatigue>,
    won: Option<u32>,
    lost: Option<u32>,
    flags: Vec<(&'static str, bool)>,
}

#[derive(Clone, Default)]
struct LeaderIs {
    presence: Option<String>,
    with: Option<String>,
}

const UNIT_FLAGS: [&str; 3] = ["disordered", "blown", "abandoned"];
const ME_FLAGS: [&str; 3] = ["shaken", "impetus", "broken"];

fn flags(table: &Table<'_>, names: [&'static str; 3]) -> Vec<(&'static str, bool)> {
    names.into_iter().filter_map(|name| Some((name, table.item(name)?.flag()?))).collect()
}

fn count(table: &Table<'_>, key: &str) -> Option<u32> {
    table.item(key).and_then(|item| item.int(&(0..=1000)))
}

impl Expected<Empire> for Expect {
    fn read(scene: &Scene, table: &Table<'_>) -> Expect {
        let unit = |name: &String| Some((name.clone(), UnitIs::read(table.opt_table(name)?)));
        let me = |name: &String| Some((name.clone(), MeIs::read(table.opt_table(name)?)));
        let leader = |name: &String| Some((name.clone(), LeaderIs::read(table.opt_table(name)?)));
        let expect = Expect {
            units: scene.names().iter().filter_map(unit).collect(),
            mes: scene.elements.iter().filter_map(me).collect(),
            leaders: scene.officers.iter().filter_map(leader).collect(),
            gaps: gaps(table),
            firefights: table.has("firefights").then(|| pairs(table, "firefights")),
            initiative: table.item("initiative").and_then(|item| item.word(SIDES)),
        };
        table.skip("firefights");
        expect
    }

    fn differs(&self, _: &Scene, _: &Rules, game: Option<&Empire>) -> Vec<String> {
        let mut wrong = Vec::new();
        let Some(game) = game else { return wrong };
        for (name, is) in &self.units {
            is.differs(game, name, &mut wrong);
        }
        for (name, is) in &self.mes {
            is.differs(game, name, &mut wrong);
        }
        for (name, is) in &self.leaders {
            is.differs(game, name, &mut wrong);
        }
        let rect = |name: &str| game.find(name).and_then(|id| game.unit(id).rect());
        self.gaps.iter().for_each(|gap| gap.differs(rect, |inches| inches, &mut wrong));
        if let Some(expected) = &self.firefights {
            let found: Vec<(String, String)> = game
                .firefights
                .iter()
                .map(|pair| (game.name(pair.french).to_string(), game.name(pair.allied).to_string()))
                .collect();
            differ(&mut wrong, "firefights", expected, &found);
        }
        if let Some(side) = self.initiative {
            differ(&mut wrong, "initiative", Some(side), game.initiative);
        }
        wrong
    }
}

impl UnitIs {
    fn read(table: Table<'_>) -> UnitIs {
        let is = UnitIs {
            figures: count(&table, "figures"),
            lost: count(&table, "lost"),
            horses: count(&table, "horses"),
            formation: table.item("formation").and_then(|item| item.word(Formation::WORDS)),
            place: table.item("place").and_then(|item| item.word(Place::WORDS)),
            morale: table.item("morale").and_then(|item| item.word(Morale::WORDS)),
            ammunition: table.item("ammunition").and_then(|item| item.word(Ammunition::WORDS)),
            flags: flags(&table, UNIT_FLAGS),
            at: point(&table, "at"),
            facing: table.item("facing").and_then(|item| item.int(&(0..=359))),
        };
        table.finish();
        is
    }

    fn differs(&self, game: &Empire, name: &str, wrong: &mut Vec<String>) {
        let Some(unit) = game.find(name).map(|id| game.unit(id)) else {
            return wrong.push(format!("there is no unit {name}"));
        };
        fn differs<T: PartialEq + std::fmt::Debug>(
            wrong: &mut Vec<String>,
            what: String,
            wanted: Option<T>,
            found: T,
        ) {
            if let Some(wanted) = wanted {
                differ(wrong, &what, wanted, found);
            }
        }
        differs(wrong, format!("{name} figures"), self.figures, unit.figures);
        differs(wrong, format!("{name} lost"), self.lost, unit.lost());
        differs(wrong, format!("{name} horses"), self.horses, unit.horses);
        differs(wrong, format!("{name} formation"), self.formation, unit.formation);
        differs(wrong, format!("{name} place"), self.place, unit.place);
        differs(wrong, format!("{name} morale"), self.morale, unit.morale);
        differs(wrong, format!("{name} ammunition"), self.ammunition, unit.ammunition);
        for (key, wanted) in &self.flags {
            let found = match *key {
                "disordered" => unit.disordered,
                "blown" => unit.blown,
                _ => unit.abandoned,
            };
            differ(wrong, &format!("{name} {key}"), *wanted, found);
        }
        if let Some(at) = self.at {
            near(wrong, name, at, unit.pose.map(|pose| pose.at));
        }
        if let Some(facing) = self.facing {
            faces(wrong, name, facing, unit.pose.map(|pose| pose.facing));
        }
    }
}

impl MeIs {
    fn read(table: Table<'_>) -> MeIs {
        let is = MeIs {
            fatigue: table.item("fatigue").and_then(|item| item.word(Fatigue::WORDS)),
            won: count(&table, "won"),
            lost: count(&table, "lost"),
            flags: flags(&table, ME_FLAGS),
        };
        table.finish();
        is
    }

    fn differs(&self, game: &Empire, name: &str, wrong: &mut Vec<String>) {
        let Some(me) = game.find_me(name).map(|id| game.me(id)) else {
            return wrong.push(format!("there is no ME {name}"));
        };
        if let Some(fatigue) = self.fatigue {
            differ(wrong, &format!("{name} fatigue"), fatigue, me.fatigue);
        }
        if let Some(won) = self.won {
            differ(wrong, &format!("{name} won"), won, me.now.won);
        }
        if let Some(lost) = self.lost {
            differ(wrong, &format!("{name} lost"), lost, me.now.lost);
        }
        for (key, wanted) in &self.flags {
            let found = match *key {
                "shaken" => me.shaken,
                "impetus" => me.impetus,
                _ => me.broken,
            };
            differ(wrong, &format!("{name} {key}"), *wanted, found);
        }
    }
}

impl LeaderIs {
    fn read(table: Table<'_>) -> LeaderIs {
        let text = |key: &str| table.item(key).and_then(|item| item.text()).map(str::to_owned);
        let is = LeaderIs { presence: text("presence"), with: text("with") };
        table.finish();
        is
    }

    fn differs(&self, game: &Empire, name: &str, wrong: &mut Vec<String>) {
        let Some(leader) = game.find_leader(name).and_then(|id| game.leader(id)) else {
            return wrong.push(format!("there is no leader {name}"));
        };
        if let Some(presence) = &self.presence {
            let found = match leader.presence {
                Presence::Here => "here".to_owned(),
                Presence::Wounded(hour) => format!("wounded until {hour}"),
                Presence::Out => "out".to_owned(),
                Presence::Captured => "captured".to_owned(),
                Presence::Killed => "killed".to_owned(),
            };
            differ(wrong, &format!("{name} presence"), presence.as_str(), found.as_str());
        }
        if let Some(with) = &self.with {
            let found = match leader.place {
                Whereabouts::Free(_) => "nobody",
                Whereabouts::Me(me) => game.me_name(me),
                Whereabouts::Unit(unit) => game.name(unit),
            };
            differ(wrong, &format!("{name} with"), with.as_str(), found);
        }
    }
}
