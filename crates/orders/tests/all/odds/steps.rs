//! The steps of play agree with the chain: a charge that has come into contact, played from step 3 to its end.

use super::{agrees, brigade, charge};
use dice::{Odds, Seed, Stream};
use engine::{About, Both, Edge, Game, Played, Players, Side, Solo};
use orders::chain::{self, Body, ChargeFacts, LeaderFate, Outcome};
use orders::game::Charge;
use orders::question::Fire;
use orders::scenario::{Battle, Placed, PlacedCorps, PlacedLeader, Scenario};
use orders::unit::{CorpsId, Order, Presence, Profile};
use orders::words::{Formation, Level, Nation, OrderKind, Trait, Troop};
use orders::{Answer, Orders, Question, Rules, Shot, Stage, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{Bearing, Face, Footprint, Inches, Point, Pose, Terrain};

/// The defender fires at what has charged him; everything else is declined.
struct Defenders;
impl Players<Orders> for Defenders {
    fn answer(&mut self, side: Side, view: &Orders, question: &Question) -> Answer {
        match question {
            Question::Fire(Fire { shots, .. }) if side == Side::Allied => {
                Answer::Shot(Shot { unit: shots[0].unit, target: shots[0].targets[0] })
            }
            Question::Fire(_) => Answer::No,
            _ => view.decline(question),
        }
    }
}

/// A table with a French brigade that has charged an allied one, at the beginning of step 3.
fn contact(rules: &Arc<Rules>, facts: &ChargeFacts) -> Orders {
    let place = |side: Side, body: &Body, name: &str| Placed {
        profile: Arc::new(Profile {
            name: name.into(),
            side,
            nation: Nation::French,
            arm: body.arm,
            troop: body.troop,
            corps: CorpsId(u16::from(side == Side::Allied)),
            stands: body.stands,
            base: Footprint::new(Inches::whole(1), Inches::mils(500)),
            gun: body.gun,
        }),
        formation: body.formation,
        level: Some(body.level),
        pose: Some(Pose {
            at: Point::inches(36, 24),
            facing: if side == Side::French { Bearing::NORTH } else { Bearing::SOUTH },
        }),
    };
    let leader = |side: Side, body: &Body, unit: &str| PlacedLeader {
        name: format!("the leader of {unit}"),
        side,
        nation: Nation::French,
        corps: Some(CorpsId(u16::from(side == Side::Allied))),
        army: false,
        character: body.leader.unwrap_or(Trait::None),
        attached: body.leader.map(|_| unit.to_owned()),
        at: body.leader.is_none().then_some(Point::inches(5, if side == Side::French { 5 } else { 43 })),
    };
    let corps = |side: Side| PlacedCorps {
        name: format!("{side:?}"),
        side,
        order: Order { kind: OrderKind::Attack, objective: None },
        radius: None,
    };
    let battle = Battle {
        scenario: Arc::new(Scenario {
            about: About {
                terrain: Terrain::new(Inches::whole(72), Inches::whole(48), Vec::new()),
                edges: Both { french: Edge::South, allied: Edge::North },
                ..About::default()
            },
            year: 1809,
            sides: Both { french: "French".to_owned(), allied: "Allies".to_owned() },
            adjectives: Both { french: "french", allied: "allied" },
            rain: Vec::new(),
        }),
        corps: Side::BOTH.map(corps).into(),
        units: vec![place(Side::French, &facts.charger, "A"), place(Side::Allied, &facts.target, "B")],
        leaders: vec![leader(Side::French, &facts.charger, "A"), leader(Side::Allied, &facts.target, "B")],
        reinforcements: Vec::new(),
    };
    let mut game = Orders::start(&battle, Arc::clone(rules), false);
    game.turn = 1;
    game.mover = Side::French;
    game.initiative = Some(Side::French);
    game.stage = Stage::DefenderFires;
    game.charges.push(Charge {
        charger: UnitId(0),
        target: UnitId(1),
        from: None,
        face: Face::Front,
        hit: facts.hit,
        crossed: false,
        contact: true,
        fought: false,
    });
    game
}

#[test]
fn the_steps_of_play_agree_with_the_chain() {
    let rules = Arc::new(Rules::printed().unwrap());
    let led = Body {
        leader: Some(Trait::Charismatic),
        level: Level::Bold,
        ..brigade(Troop::Seasoned, Formation::Column)
    };
    let line = Body { leader: Some(Trait::Weak), ..brigade(Troop::Veteran, Formation::Line) };
    let facts = ChargeFacts { target_fires: true, ..charge(led, line) };
    let start = contact(&rules, &facts);
    let exact: Odds<Outcome, f64> = chain::charge_odds(&rules, &facts);
    let mut solo = Solo::new(Stream::new(Seed::from_number(1813), 0), Defenders);
    let trials = 20_000;
    let mut seen: BTreeMap<(Level, Level, bool, bool), u32> = BTreeMap::new();
    for _ in 0..trials {
        let mut game = start.clone();
        while matches!(game.stage, Stage::DefenderFires | Stage::MoverFires | Stage::Melee) {
            let Ok(()) = game.step(&mut solo);
        }
        let lost = |n: usize| matches!(game.leaders[n].presence, Presence::Replaced(_) | Presence::Gone);
        let (charger, target) = (game.unit(UnitId(0)), game.unit(UnitId(1)));
        *seen.entry((charger.level, target.level, lost(0), lost(1))).or_insert(0) += 1;
    }
    assert_eq!(solo.refused, 0);
    let mut compared = 0;
    for (charger, target) in
        seen.keys().map(|(charger, target, ..)| (*charger, *target)).collect::<BTreeSet<_>>()
    {
        let chance =
            exact.chance(|outcome| (outcome.charger.level, outcome.target.level) == (charger, target));
        let found = seen.iter().filter(|((a, b, ..), _)| (*a, *b) == (charger, target)).map(|(_, n)| n).sum();
        agrees(&format!("{charger} and {target}"), chance, found, trials);
        compared += 1;
    }
    assert!(compared > 8, "only {compared} ends were seen");
    let chance = exact.chance(|outcome| outcome.charger.leader == LeaderFate::Lost);
    let found = seen.iter().filter(|((_, _, lost, _), _)| *lost).map(|(_, n)| n).sum();
    agrees("the charger's leader lost", chance, found, trials);
    let chance = exact.chance(|outcome| outcome.target.leader == LeaderFate::Lost);
    let found = seen.iter().filter(|((.., lost), _)| *lost).map(|(_, n)| n).sum();
    agrees("the target's leader lost", chance, found, trials);
}
