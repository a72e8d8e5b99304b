//! The odds of a charge, as players are shown them, agree with charges that are played: on a small table, with the steps of
//! play and seeded dice.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use super::movement::{FREE, area, id, table};
use super::odds::HOUSES;
use dice::{Odds, Seed, Stream, Weight as _};
use engine::desk::{Found, Value};
use engine::{Ask as _, Game as _, Players, Side, Solo, UnitId};
use orders::chain::End;
use orders::movement::Move;
use orders::question::Fire;
use orders::unit::Presence;
use orders::words::{Level, OrderKind, Trait, Troop};
use orders::{Act, Answer, Event, Orders, Question, Shot, Stage, What};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use table::{Inches, Point};

/// A charge of A at z: the units with their places, the ground, and what is otherwise with the two.
struct Scene {
    units: &'static str,
    ground: String,
    /// The charger and its target.
    troops: [Troop; 2],
    levels: [Level; 2],
    leaders: [Option<Trait>; 2],
}

fn scene(units: &'static str) -> Scene {
    Scene {
        units,
        ground: String::new(),
        troops: [Troop::Veteran, Troop::Seasoned],
        levels: [Level::Firm, Level::Firm],
        leaders: [None, None],
    }
}

const FOOT: &str = "A infantry column 30 30 0; z infantry line 30 34 180";

/// Charges that go every way the sheet has.
fn scenes() -> Vec<Scene> {
    let foot = || scene(FOOT);
    vec![
        foot(),
        Scene { troops: [Troop::Guard, Troop::Conscript], levels: [Level::Bold, Level::Firm], ..foot() },
        Scene { troops: [Troop::Conscript, Troop::Veteran], levels: [Level::Nervous, Level::Bold], ..foot() },
        Scene { levels: [Level::Firm, Level::Disrupted], ..foot() },
        Scene { leaders: [Some(Trait::Dashing), None], ..foot() },
        Scene { leaders: [None, Some(Trait::Poltroon)], ..foot() },
        Scene { ground: area("village", (27, 33), (33, 35)), ..foot() },
        Scene {
            ground: area("woods", (24, 32), (36, 38)),
            ..scene("A infantry column 30 30 0; z infantry line 30 32.5 180")
        },
        scene("A infantry column 30 30 0; z infantry line 30 34 180; y infantry line 34 34 180"),
        scene("A infantry column 30 30 0; z infantry line 30 34 180; y foot-artillery unlimbered 34 36 180"),
        scene("A infantry column 30 30 0; z infantry line 30 34 0"),
        scene("A infantry column 30 41 0; z infantry line 30 45 180"),
        scene("A light-cavalry line 30 30 0; z infantry line 30 35 180"),
        scene("A heavy-cavalry line 30 30 0; z infantry square 30 35 180"),
        scene("A heavy-cavalry line 30 30 0; z light-cavalry line 30 35 180"),
        scene("A heavy-cavalry line 30 30 0; z foot-artillery unlimbered 30 35 180"),
    ]
}

impl Scene {
    fn begin(&self, patch: &str) -> Orders {
        let rulings = patch.strip_prefix("[rulings]\n");
        let patch = rulings.map_or_else(|| format!("{patch}\n{FREE}"), |more| format!("{FREE}{more}"));
        let mut game = table(self.units, &self.ground, &patch);
        (game.initiative, game.mover) = (Some(Side::French), Side::French);
        for corps in &mut game.corps {
            corps.order.kind = OrderKind::Attack;
        }
        // Near enough to command, and out of everybody's way.
        for leader in Arc::make_mut(&mut game.leaders) {
            leader.at =
                Some(if leader.side == Side::French { Point::inches(20, 32) } else { Point::inches(48, 44) });
        }
        let pair = [id(&game, "A"), id(&game, "z")];
        for (nth, unit) in pair.into_iter().enumerate() {
            let body = game.units.get_mut(usize::from(unit.0)).unwrap();
            body.level = self.levels[nth];
            Arc::make_mut(&mut body.profile).troop = self.troops[nth];
            let side = body.side();
            if let Some(character) = self.leaders[nth] {
                let leader = game.leaders.iter().position(|leader| leader.side == side).unwrap();
                let leader = &mut Arc::make_mut(&mut game.leaders)[leader];
                (leader.character, leader.attached, leader.at) = (character, Some(unit), None);
                assert_eq!(leader.presence, Presence::Present);
            }
        }
        game
    }
}

/// Orders the charge, lets the target shoot at it first and then whoever else can, and declines all else.
struct Script {
    charge: Option<Answer>,
    pair: [UnitId; 2],
}

impl Players<Orders> for Script {
    fn answer(&mut self, side: Side, view: &Orders, question: &Question) -> Answer {
        match question {
            Question::Move(_) => self.charge.take().unwrap_or(Answer::No),
            Question::Fire(Fire { shots, .. }) if side == Side::Allied => {
                let [charger, target] = self.pair;
                // The odds are of the charge: who is driven out of it may be fired at again, which is no part of them.
                if !view.in_contact(charger) {
                    return Answer::No;
                }
                let mut may =
                    shots.iter().filter(|from| from.targets.contains(&charger)).map(|from| from.unit);
                let first = may.clone().find(|unit| *unit == target).or_else(|| may.next());
                first.map_or(Answer::No, |unit| Answer::Shot(Shot { unit, target: charger }))
            }
            Question::Fire(_) => Answer::No,
            _ => view.decline(question),
        }
    }
}

/// How a charge ends, and the morale of the two: as the odds have it.
type Ended = (String, String, String);

fn play(begin: &Orders, charge: &Answer, pair: [UnitId; 2], dice: Stream) -> Ended {
    let mut game = begin.clone();
    let mut solo = Solo::new(dice, Script { charge: Some(charge.clone()), pair });
    solo.heard = Some(Vec::new());
    while game.mover == Side::French
        && matches!(
            game.stage,
            Stage::Move | Stage::Obey | Stage::DefenderFires | Stage::MoverFires | Stage::Melee
        )
    {
        let Ok(()) = game.step(&mut solo);
    }
    assert_eq!(solo.refused, 0);
    let [charger, target] = pair.map(|unit| game.unit(unit).level.word().to_owned());
    (end(&game, pair, &solo.heard.take().unwrap()).to_owned(), charger, target)
}

/// How it ended, by what was told of it and what is left.
fn end(game: &Orders, pair: [UnitId; 2], events: &[Event]) -> &'static str {
    let is_gone = |unit: UnitId| !game.unit(unit).on_table();
    let is_out = |id: UnitId| {
        let goes_back = |event: &Event| matches!(event.what, What::FallsBack { unit, by } if unit == id && by > Inches::ZERO);
        is_gone(id) || events.iter().any(goes_back)
    };
    let fought = events.iter().any(|event| matches!(event.what, What::MeleeRound { .. }));
    let [charger, target] = pair;
    match (is_out(charger), is_out(target)) {
        (true, false) if !fought => "charger-repulsed",
        (_, true) if !fought => "target-gone",
        (true, true) => "both-beaten",
        (true, false) if is_gone(charger) => "charger-routed",
        (true, false) => "charger-beaten",
        (false, true) if is_gone(target) => "target-routed",
        (false, true) => "target-beaten",
        (false, false) if game.unit(charger).locked => "stays-locked",
        (false, false) => "falls-off",
    }
}

fn promised(found: &Found) -> Ended {
    let word = |part: &str| match found.outcome.get(part) {
        Some(Value::Word(word)) => (*word).to_owned(),
        other => panic!("{part}: {other:?}"),
    };
    (word("end"), word("charger-level"), word("target-level"))
}

/// What differs by more than five standard deviations between the odds of a charge and so many that are played.
fn differs(scene: &Scene, patch: &str, trials: u32, ends: &mut BTreeMap<String, u32>) -> String {
    let begin = scene.begin(patch);
    let pair = [id(&begin, "A"), id(&begin, "z")];
    let wheel = orders::charge::aim(&begin, pair[0], pair[1]).expect("the target is ahead");
    let charge = Answer::Act(Act::Charge { unit: pair[0], target: pair[1], wheel, form: None });
    let ask = Move { side: Side::French, only: None };
    if let Err(refusal) = ask.grant(&begin, &charge) {
        return format!("  it may not be made: {refusal}\n");
    }
    let outlook = ask.outlook(&begin, &charge).expect("a charge has odds");
    let odds: Odds<Found> = outlook.odds(&begin.rules);
    let mut seen: BTreeMap<Ended, u32> = BTreeMap::new();
    for trial in 0..trials {
        let dice = Stream::new(Seed::from_number(u64::from(trial)), 7);
        *seen.entry(play(&begin, &charge, pair, dice)).or_insert(0) += 1;
    }
    let mut wrong = String::new();
    let mut hold = |what: &str, is: &dyn Fn(&Ended) -> bool| {
        let chance = odds.chance(|found| is(&promised(found))).to_f64();
        let expected = chance * f64::from(trials);
        let deviation = (expected * (1.0 - chance)).sqrt();
        let found: u32 = seen.iter().filter(|(ended, _)| is(ended)).map(|(_, times)| times).sum();
        if (f64::from(found) - expected).abs() > 5.0 * deviation + 1.0 {
            writeln!(wrong, "  {what}: {expected:.0} expected, {found} found").unwrap();
        }
    };
    for end in End::ALL {
        hold(end.word(), &|ended| ended.0 == end.word());
    }
    for (word, _) in Level::WORDS {
        hold(&format!("charger {word}"), &|ended| ended.1 == *word);
        hold(&format!("target {word}"), &|ended| ended.2 == *word);
    }
    for (ended, times) in &seen {
        *ends.entry(ended.0.clone()).or_insert(0) += times;
        if odds.chance(|found| promised(found) == *ended).to_f64() == 0.0 {
            writeln!(wrong, "  {ended:?} was found {times} times and cannot be").unwrap();
        }
    }
    wrong
}

fn compare(patch: &str, trials: u32, ends: &mut BTreeMap<String, u32>) -> String {
    let mut wrong = String::new();
    for scene in scenes() {
        let differs = differs(&scene, patch, trials, ends);
        if !differs.is_empty() {
            let Scene { units, troops, levels, leaders, ground } = &scene;
            writeln!(wrong, "{patch}\n{units}, {troops:?} {levels:?} {leaders:?} {ground}\n{differs}")
                .unwrap();
        }
    }
    wrong
}

/// Ends that only some houses bring.
const IN_HOUSES: [End; 2] = [End::TargetGone, End::StaysLocked];

fn missing(ends: &BTreeMap<String, u32>, of: impl Fn(&End) -> bool) -> Vec<End> {
    End::ALL.into_iter().filter(|end| of(end) && !ends.contains_key(end.word())).collect()
}

#[test]
fn charges_end_on_the_table_as_often_as_the_odds_say() {
    let mut ends = BTreeMap::new();
    let wrong = compare("", 2000, &mut ends);
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(missing(&ends, |end| !IN_HOUSES.contains(end)), [], "never found");
}

#[test]
fn charges_end_so_by_house_rules_too() {
    let mut ends = BTreeMap::new();
    let wrong: String = HOUSES.iter().map(|patch| compare(patch, 150, &mut ends)).collect();
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(missing(&ends, |_| true), [], "never found");
}
