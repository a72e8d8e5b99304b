//! The steps of play agree with the chain: a charge that has come into contact, played from step 3 to its end.

use super::houses::house;
use super::{brigade, charge, cuirassiers};
use dice::{Odds, Seed, Stream};
use engine::{About, Both, Edge, Game, Played, Players, Side, Solo};
use orders::chain::{self, Body, ChargeFacts, LeaderFate, Outcome};
use orders::game::Charge;
use orders::movement::{carry_out, check_act};
use orders::question::Fire;
use orders::scenario::{Battle, Placed, PlacedCorps, PlacedLeader, Scenario};
use orders::unit::{CorpsId, Order, Presence, Profile};
use orders::words::{Arm, Aspect, Formation, Gun, Level, Nation, OrderKind, Trait, Troop};
use orders::{Act, Answer, Orders, Question, Rules, Shot, Stage, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write as _};
use std::sync::Arc;
use table::{Bearing, Face, Footprint, Inches, Point, Pose, Terrain};

/// The defender fires at what has charged him; everything else is declined.
struct Defenders;
impl Players<Orders> for Defenders {
    fn answer(&mut self, side: Side, view: &Orders, question: &Question) -> Answer {
        match question {
            // The odds follow a charge until one of the two is out; fire after that is not theirs.
            Question::Fire(Fire { shots, .. }) if side == Side::Allied && view.in_contact(UnitId(1)) => {
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
        // Near enough to command, far enough to be left alone.
        at: body.leader.is_none().then_some(Point::inches(28, if side == Side::French { 20 } else { 28 })),
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
    let mut game = Orders::start(&battle, Arc::clone(rules));
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

/// A charge that is ordered in step 2, where the target may try for square; else one that has come into contact.
fn begun(rules: &Arc<Rules>, facts: &ChargeFacts) -> Orders {
    let mut game = contact(rules, facts);
    if facts.tries_square {
        game.charges.clear();
        game.stage = Stage::Move;
        let pose = Pose { at: Point::inches(36, 20), facing: Bearing::NORTH };
        game.units[0].stand(pose, facts.charger.formation);
    }
    game
}

/// Levels of the two, and whether each has lost its leader.
type Ended = (Level, Level, bool, bool);

/// From where it has begun to the end of step 5.
fn play(begun: &Orders, solo: &mut Solo<'_, Orders>) -> Ended {
    let mut game = begun.clone();
    if game.stage == Stage::Move {
        let act = Act::Charge { unit: UnitId(0), target: UnitId(1), wheel: 0, form: None };
        let granted =
            check_act(&game, Side::French, None, &act).unwrap_or_else(|refusal| panic!("{refusal}"));
        let Ok(()) = carry_out(&mut game, solo, granted);
        game.stage = Stage::DefenderFires;
    }
    while matches!(game.stage, Stage::DefenderFires | Stage::MoverFires | Stage::Melee) {
        let Ok(()) = game.step(solo);
    }
    let lost = |n: usize| matches!(game.leaders[n].presence, Presence::Replaced(_) | Presence::Gone);
    (game.unit(UnitId(0)).level, game.unit(UnitId(1)).level, lost(0), lost(1))
}

/// Plays a charge again and again, and holds what came of it against the odds: in how many ways it ended, and what
/// differs by more than five standard deviations.
fn compare(rules: &Arc<Rules>, facts: &ChargeFacts, trials: u32) -> (usize, String) {
    let exact: Odds<Outcome, f64> = chain::charge_odds(rules, facts);
    let begun = begun(rules, facts);
    let mut solo = Solo::new(Stream::new(Seed::from_number(1813), 0), Defenders);
    let mut seen: BTreeMap<Ended, u32> = BTreeMap::new();
    for _ in 0..trials {
        *seen.entry(play(&begun, &mut solo)).or_insert(0) += 1;
    }
    assert_eq!(solo.refused, 0);
    let mut wrong = String::new();
    let mut differs = |what: &dyn Display, chance: f64, is: &dyn Fn(&Ended) -> bool| {
        let found: u32 = seen.iter().filter(|(end, _)| is(end)).map(|(_, times)| times).sum();
        let expected = chance * f64::from(trials);
        let deviation = (expected * (1.0 - chance)).sqrt();
        // What cannot be is never found; what hardly can be may be found once.
        let off = (f64::from(found) - expected).abs();
        if (chance == 0.0 && found > 0) || off > 5.0 * deviation + 1.0 {
            writeln!(wrong, "  {what}: {expected:.1} expected, {found} found").unwrap();
        }
    };
    let ends: BTreeSet<(Level, Level)> = seen.keys().map(|end| (end.0, end.1)).collect();
    for (charger, target) in &ends {
        let is = |outcome: &Outcome| (outcome.charger.level, outcome.target.level) == (*charger, *target);
        let chance = exact.chance(is);
        differs(&format!("{charger} and {target}"), chance, &|end| (end.0, end.1) == (*charger, *target));
    }
    for (_, level) in Level::WORDS {
        let chance = exact.chance(|outcome| outcome.target.level == *level);
        differs(&format!("the target {level}"), chance, &|end| end.1 == *level);
    }
    let chance = exact.chance(|outcome| outcome.charger.leader == LeaderFate::Lost);
    differs(&"the charger's leader lost", chance, &|end| end.2);
    let chance = exact.chance(|outcome| outcome.target.leader == LeaderFate::Lost);
    differs(&"the target's leader lost", chance, &|end| end.3);
    (ends.len(), wrong)
}

/// Charges that go every way the sheet has, as far as one table has room for them.
fn scenes() -> Vec<(&'static str, ChargeFacts)> {
    let led = Body {
        leader: Some(Trait::Charismatic),
        level: Level::Bold,
        ..brigade(Troop::Seasoned, Formation::Column)
    };
    let line = Body { leader: Some(Trait::Weak), ..brigade(Troop::Veteran, Formation::Line) };
    let guns = Body {
        arm: Arm::FootArtillery,
        gun: Some(Gun::Heavy),
        stands: 1,
        ..brigade(Troop::Veteran, Formation::Unlimbered)
    };
    let square = brigade(Troop::Seasoned, Formation::Square);
    let fired_at = |charger, target| ChargeFacts { target_fires: true, ..charge(charger, target) };
    vec![
        ("both led", fired_at(led, line)),
        (
            "in flank",
            ChargeFacts { hit: Aspect::Flank, ..fired_at(led, brigade(Troop::Guard, Formation::Line)) },
        ),
        ("at guns", fired_at(cuirassiers(), guns)),
        ("at a square", fired_at(cuirassiers(), square)),
        (
            "at foot that tries for square",
            ChargeFacts { tries_square: true, ..fired_at(cuirassiers(), line) },
        ),
    ]
}

#[test]
fn the_steps_of_play_agree_with_the_chain() {
    let rules = Arc::new(Rules::printed().unwrap());
    for (name, facts) in scenes() {
        let (ends, wrong) = compare(&rules, &facts, 10_000);
        assert!(wrong.is_empty(), "{name}\n{wrong}");
        assert!(ends > 8, "{name}: only {ends} ends were seen");
    }
}

/// Rules that a charge of these turns on: without them it goes another way, in play and in the odds.
const OFF: &[&str] = &[
    "fire.front-rank",
    "fire.result.hit",
    "fire.target.column",
    "fire.to-hit.veteran",
    "hasty-square.fail",
    "hasty-square.pass",
    "hasty-square.test",
    "leader-loss.10",
    "leader-loss.10.shock",
    "leader-loss.8-9",
    "leader-loss.die",
    "mc.fail",
    "mc.loop",
    "mc.mod.leader",
    "mc.mod.panic",
    "mc.natural-1.leader",
    "mc.target.veteran",
    "melee.defender.flank-rear",
    "melee.misc.cav-vs-art",
    "melee.misc.cav-vs-hasty-square",
    "melee.misc.cav-vs-square",
    "melee.misc.heavy-cav-charging",
    "melee.misc.leader",
    "melee.morale.bold",
    "melee.result.0",
    "melee.result.1-4",
    "melee.result.10-14",
    "melee.result.15-up",
    "melee.result.5-9",
    "melee.result.margin",
    "melee.roll",
    "melee.rounds",
    "melee.training.elite",
    "morale.disrupted",
    "morale.ladder",
    "morale.nervous",
    "morale.panic",
    "morale.routed",
];
/// Rulings, likewise.
const RULED: &[(&str, &str)] = &[
    ("artillery.forced-move", "abandoned"),
    ("hasty-square", "normal-mc"),
    ("mc.live-modifiers", "frozen"),
    ("mc.loop", "first-pass-ends"),
    ("mc.loop", "one-roll"),
    ("melee.flank", "first-round"),
    ("melee.heavy-charge", "first-round"),
    ("melee.locked", "stay-locked"),
    ("melee.mc-order", "defender-first"),
];

#[test]
fn a_rule_taken_out_changes_play_and_odds_alike() {
    let off = OFF.iter().map(|rule| format!("off = [\"orders.{rule}\"]"));
    let ruled = RULED.iter().map(|(name, word)| format!("[rulings]\n\"orders.house.{name}\" = \"{word}\""));
    let printed = Rules::printed().unwrap();
    let mut wrong = String::new();
    for patch in off.chain(ruled) {
        let rules = Arc::new(house(&patch));
        let mut changed = 0;
        for (name, facts) in scenes() {
            let (_, differs) = compare(&rules, &facts, 400);
            if !differs.is_empty() {
                writeln!(wrong, "{patch}, {name}\n{differs}").unwrap();
            }
            let [with, without]: [Odds<Outcome, f64>; 2] =
                [&printed, &*rules].map(|rules| chain::charge_odds(rules, &facts));
            changed += u32::from(with != without);
        }
        if changed == 0 {
            writeln!(wrong, "{patch} changes no charge").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
