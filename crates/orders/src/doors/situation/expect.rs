//! What must come of a case, beside what every game can be asked.

use super::scene::Scene;
use crate::charts::Rules;
use crate::state::game::Orders;
use crate::state::unit::{Presence, Standing, Unit, UnitId};
use crate::state::words::{Formation, Level, OrderKind, Trait};
use engine::cases::{Expected, Gap, Holders, SIDES, differ, faces, gaps, near, pairs, point};
use engine::{Game, Side};
use rulebook::Table;
use table::Point;

#[derive(Clone, Default)]
pub struct Expect {
    units: Vec<(String, UnitIs)>,
    leaders: Vec<(String, LeaderIs)>,
    corps: Vec<(String, CorpsIs)>,
    gaps: Vec<Gap>,
    contacts: Option<Vec<(String, String)>>,
    holders: Holders,
    couriers: Option<usize>,
    sees: Option<Sees>,
    mover: Option<Side>,
    initiative: Option<Side>,
}

#[derive(Clone, Default)]
struct UnitIs {
    level: Option<Level>,
    formation: Option<Formation>,
    standing: Option<Standing>,
    at: Option<Point>,
    facing: Option<i32>,
    leader: Option<String>,
    flags: Vec<(&'static str, bool)>,
}

#[derive(Clone, Default)]
struct LeaderIs {
    attached: Option<String>,
    at: Option<Point>,
    presence: Option<String>,
    character: Option<Trait>,
}

#[derive(Clone, Default)]
struct CorpsIs {
    order: Option<OrderKind>,
    objective: Option<Point>,
    received: Option<OrderKind>,
    lead: Option<Vec<String>>,
}

/// What a side sees of the other's secrets.
#[derive(Clone)]
struct Sees {
    side: Side,
    sealed: Option<usize>,
    couriers: Option<usize>,
    coming: Option<usize>,
    received: Vec<(String, OrderKind)>,
}

const FLAGS: &[&str] = &["acted", "fired", "in-contact", "pressed"];

impl Expected<Orders> for Expect {
    fn read(scene: &Scene, table: &Table<'_>) -> Expect {
        let expect = Expect {
            units: scene
                .names
                .iter()
                .filter_map(|name| Some((name.clone(), read_unit(table.opt_table(name)?))))
                .collect(),
            leaders: scene
                .officers
                .iter()
                .filter_map(|name| Some((name.clone(), read_leader(table.opt_table(name)?))))
                .collect(),
            corps: scene
                .corps
                .iter()
                .filter_map(|corps| Some((corps.name.clone(), read_corps(table.opt_table(&corps.name)?))))
                .collect(),
            gaps: gaps(table),
            contacts: table.has("contacts").then(|| pairs(table, "contacts")),
            holders: Holders::read(table),
            couriers: table.item("couriers").and_then(|item| item.int::<u8>(&(0..=20))).map(usize::from),
            sees: table.opt_table("sees").map(|table| read_sees(table, scene)),
            mover: table.item("mover").and_then(|item| item.word(SIDES)),
            initiative: table.item("initiative").and_then(|item| item.word(SIDES)),
        };
        table.skip("contacts");
        expect
    }

    fn differs(&self, _: &Scene, _: &Rules, game: Option<&Orders>) -> Vec<String> {
        let mut wrong = Vec::new();
        if let Some(game) = game {
            self.wrong(game, &mut wrong);
        }
        wrong
    }
}

impl Expect {
    /// What came otherwise than expected.
    fn wrong(&self, game: &Orders, wrong: &mut Vec<String>) {
        for (name, is) in &self.units {
            match game.find(name) {
                Some(id) => is.wrong(game, id, wrong),
                None => wrong.push(format!("there is no unit {name}")),
            }
        }
        for (name, is) in &self.leaders {
            is.wrong(game, name, wrong);
        }
        for (name, is) in &self.corps {
            is.wrong(game, name, wrong);
        }
        let rect = |name: &str| game.find(name).and_then(|id| game.unit(id).rect());
        for gap in &self.gaps {
            gap.differs(rect, |mils| mils, wrong);
        }
        if let Some(expected) = &self.contacts {
            let name = |id: UnitId| game.name(id).to_string();
            let mut found: Vec<(String, String)> = game
                .charges
                .iter()
                .filter(|charge| charge.contact)
                .map(|charge| (name(charge.charger), name(charge.target)))
                .collect();
            let mut expected = expected.clone();
            found.sort();
            expected.sort();
            differ(wrong, "contacts", expected, found);
        }
        self.holders.differs(&game.holders, wrong);
        if let Some(couriers) = self.couriers {
            differ(wrong, "couriers", couriers, game.couriers.len());
        }
        if let Some(sees) = &self.sees {
            sees.wrong(game, wrong);
        }
        if let Some(mover) = self.mover {
            differ(wrong, "mover", mover, game.mover);
        }
        if let Some(initiative) = self.initiative {
            differ(wrong, "initiative", Some(initiative), game.initiative);
        }
    }
}

impl Sees {
    fn wrong(&self, game: &Orders, wrong: &mut Vec<String>) {
        let view = game.seen_by(Some(self.side));
        let word = if self.side == Side::French { "french" } else { "opponent" };
        if let Some(sealed) = self.sealed {
            differ(wrong, &format!("sealed orders {word} sees"), sealed, view.sealed.len());
        }
        if let Some(couriers) = self.couriers {
            differ(wrong, &format!("couriers {word} sees"), couriers, view.couriers.len());
        }
        if let Some(coming) = self.coming {
            differ(wrong, &format!("reinforcements {word} sees"), coming, view.coming.len());
        }
        for (name, kind) in &self.received {
            let found =
                view.corps.iter().find(|corps| *corps.name == **name).map(|corps| corps.received.kind);
            differ(wrong, &format!("what {word} sees {name} received"), Some(*kind), found);
        }
    }
}

impl UnitIs {
    fn wrong(&self, game: &Orders, id: UnitId, wrong: &mut Vec<String>) {
        let unit = game.unit(id);
        let name = unit.name();
        if let Some(level) = self.level {
            differ(wrong, &format!("{name} level"), level, unit.level);
        }
        if let Some(formation) = self.formation {
            differ(wrong, &format!("{name} formation"), formation, unit.formation);
        }
        if let Some(standing) = self.standing {
            differ(wrong, &format!("{name} standing"), standing, unit.standing);
        }
        if let Some(at) = self.at {
            near(wrong, name, at, unit.pose.map(|pose| pose.at));
        }
        if let Some(facing) = self.facing {
            faces(wrong, name, facing, unit.pose.map(|pose| pose.facing));
        }
        if let Some(leader) = &self.leader {
            let found = game.leader_with(id).and_then(|id| game.leader(id)).map_or("", |leader| &leader.name);
            differ(wrong, &format!("{name} leader"), leader.as_str(), found);
        }
        for (flag, expected) in &self.flags {
            differ(wrong, &format!("{name} {flag}"), *expected, flag_of(game, id, unit, flag));
        }
    }
}

fn flag_of(game: &Orders, id: UnitId, unit: &Unit, flag: &str) -> bool {
    match flag {
        "acted" => unit.acted,
        "fired" => unit.fired,
        "in-contact" => game.in_contact(id),
        "pressed" => unit.pressed,
        _ => false,
    }
}

impl LeaderIs {
    fn wrong(&self, game: &Orders, name: &str, wrong: &mut Vec<String>) {
        let Some(leader) = game.leaders.iter().find(|leader| *leader.name == *name) else {
            return wrong.push(format!("there is no leader {name}"));
        };
        if let Some(attached) = &self.attached {
            let found = leader.attached.map_or("", |unit| game.name(unit));
            differ(wrong, &format!("{name} attached"), attached.as_str(), found);
        }
        if let Some(at) = self.at {
            near(wrong, name, at, game.leader_at(leader));
        }
        if let Some(presence) = &self.presence {
            let found = match leader.presence {
                Presence::Present => "present",
                Presence::Grazed(_) => "grazed",
                Presence::Replaced(_) => "replaced",
                Presence::Gone => "gone",
            };
            differ(wrong, &format!("{name} presence"), presence.as_str(), found);
        }
        if let Some(character) = self.character {
            differ(wrong, &format!("{name} trait"), character, leader.character);
        }
    }
}

impl CorpsIs {
    fn wrong(&self, game: &Orders, name: &str, wrong: &mut Vec<String>) {
        let Some(corps) = game.corps.iter().find(|corps| *corps.name == *name) else {
            return wrong.push(format!("there is no corps {name}"));
        };
        if let Some(order) = self.order {
            differ(wrong, &format!("{name} order"), order, corps.order.kind);
        }
        if let Some(received) = self.received {
            differ(wrong, &format!("{name} received"), received, corps.received.kind);
        }
        if self.objective.is_some() {
            differ(wrong, &format!("{name} objective"), self.objective, corps.order.objective);
        }
        if let Some(lead) = &self.lead {
            let found: Vec<&str> = corps.lead.iter().map(|id| &**game.name(*id)).collect();
            differ(
                wrong,
                &format!("{name} lead"),
                lead.iter().map(String::as_str).collect::<Vec<_>>(),
                found,
            );
        }
    }
}

fn read_unit(table: Table<'_>) -> UnitIs {
    let flags = FLAGS.iter().filter_map(|flag| Some((*flag, table.item(flag)?.flag()?)));
    let is = UnitIs {
        flags: flags.collect(),
        level: table.item("level").and_then(|item| item.word(Level::WORDS)),
        formation: table.item("formation").and_then(|item| item.word(Formation::WORDS)),
        standing: table.item("standing").and_then(|item| item.word(Standing::WORDS)),
        at: point(&table, "at"),
        facing: table.item("facing").and_then(|item| item.int(&(0..=359))),
        leader: table.item("leader").and_then(|item| item.text()).map(str::to_owned),
    };
    table.finish();
    is
}

fn read_leader(table: Table<'_>) -> LeaderIs {
    let is = LeaderIs {
        attached: table.item("attached").and_then(|item| item.text()).map(str::to_owned),
        at: point(&table, "at"),
        presence: table.item("presence").and_then(|item| item.text()).map(str::to_owned),
        character: table.item("trait").and_then(|item| item.word(Trait::WORDS)),
    };
    table.finish();
    is
}

fn read_corps(table: Table<'_>) -> CorpsIs {
    let is = CorpsIs {
        order: table.item("order").and_then(|item| item.word(OrderKind::WORDS)),
        objective: point(&table, "objective"),
        received: table.item("received").and_then(|item| item.word(OrderKind::WORDS)),
        lead: table.has("lead").then(|| table.opt_texts("lead")),
    };
    table.skip("lead");
    table.finish();
    is
}

fn read_sees(table: Table<'_>, scene: &Scene) -> Sees {
    let count = |key: &str| table.item(key).and_then(|item| item.int::<u8>(&(0..=50))).map(usize::from);
    let received = table.opt_table("received").map(|own| {
        let names = scene.corps.iter().map(|corps| corps.name.clone());
        let found: Vec<(String, OrderKind)> =
            names.filter_map(|name| Some((name.clone(), own.item(&name)?.word(OrderKind::WORDS)?))).collect();
        own.finish();
        found
    });
    let sees = Sees {
        side: table.word_or("side", SIDES, Side::Allied),
        sealed: count("sealed"),
        couriers: count("couriers"),
        coming: count("coming"),
        received: received.unwrap_or_default(),
    };
    table.finish();
    sees
}
