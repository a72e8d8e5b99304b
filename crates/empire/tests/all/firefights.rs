//! A round of a firefight is one procedure: it ends as often in each way as the odds say, with the very dice that fell on the
//! table it comes to the same by itself, and a rule that a house takes out changes both alike.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use crate::foreseen::{Kind, figures_lost, table, thrown};
use crate::setup::{book, rules};
use dice::{Odds, Script, Seed, Stream, Weight as _};
use empire::rules::fire::firefight::exchange::{End, Exchange, Outcome, exchange, exchange_odds};
use empire::rules::fire::firefight::foreseen;
use empire::{Act, Answer, Empire, Rules, UnitId, What};
use engine::{Entry, Game as _, Played as _, Session, Side, Waiting};
use rulebook::{Patch, Source};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who fires at whom, with what else is on the table.
struct Scene {
    french: &'static str,
    allied: &'static str,
    more: &'static str,
    /// The allied ME is shaken.
    shaken: bool,
}

const FRENCH: &str = "name = \"1/25e\", figures = 18, formation = \"line\", at = [30; 20], facing = 0";
const SCENES: &[Scene] = &[
    Scene {
        french: FRENCH,
        allied: "name = \"I/Alvensleben\", grade = \"conscript\", figures = 17, lost = 5, at = [30; 22], facing = 180",
        more: "",
        shaken: false,
    },
    Scene {
        french: "name = \"1/25e\", grade = \"landwehr\", figures = 12, lost = 8, formation = \"line\", at = [30; 20], facing = 0",
        allied: "name = \"I/Alvensleben\", grade = \"guard\", figures = 30, formation = \"line\", at = [30; 21.5], facing = 180",
        more: "",
        shaken: false,
    },
    Scene {
        french: FRENCH,
        allied: "name = \"I/Alvensleben\", grade = \"grenadier\", figures = 30, lost = 10, ammunition = \"depleted\", at = [30; 22], facing = 180",
        more: "",
        shaken: true,
    },
    Scene {
        french: "name = \"1/25e\", figures = 30, formation = \"line\", at = [30; 20], facing = 0",
        allied: "name = \"I/Alvensleben\", grade = \"guard\", figures = 36, lost = 12, at = [30; 22], facing = 180",
        more: "[[terrain]]\nname = \"Garden\"\nkind = \"enclosure\"\ncover = \"light\"\npolygon = [[20; 21], [50; 21], [50; 26], [20; 26]]\n",
        shaken: false,
    },
    Scene { french: FRENCH, allied: LED, more: IMPERSONAL, shaken: false },
    Scene { french: FRENCH, allied: LED, more: INSPIRATIONAL, shaken: false },
    Scene { french: FRENCH, allied: LED, more: CHARISMATIC, shaken: false },
];

const LED: &str =
    "name = \"I/Alvensleben\", grade = \"grenadier\", figures = 17, at = [30; 22], facing = 180";
const IMPERSONAL: &str = "[[leader]]\nname = \"Petit\"\nside = \"allied\"\nrank = \"brigade\"\nme = \"Schmettau\"\nwith = \"I/Alvensleben\"\ncharacter = \"impersonal\"\n";
const INSPIRATIONAL: &str = "[[leader]]\nname = \"Petit\"\nside = \"allied\"\nrank = \"brigade\"\nme = \"Schmettau\"\nwith = \"I/Alvensleben\"\ncharacter = \"inspirational\"\n";
const CHARISMATIC: &str = "[[leader]]\nname = \"Petit\"\nside = \"allied\"\nrank = \"brigade\"\nme = \"Schmettau\"\nwith = \"I/Alvensleben\"\ncharacter = \"charismatic\"\n";

/// A scene as it stands when the French may act, under a house's rules.
struct Fight {
    start: Empire,
    unit: UnitId,
    target: UnitId,
    facts: Exchange,
}

impl Scene {
    fn set_up(&self, rules: &Arc<Rules>) -> Fight {
        let pair = [[self.french], [self.allied]];
        let kind = Kind::of("a firefight", &pair[0], &pair[1]).with(self.more);
        let mut start = table(rules, &kind);
        if let Some(me) = start.mes.iter_mut().find(|me| me.side == Side::Allied) {
            me.shaken = self.shaken;
        }
        let first = |side: Side| start.of(side).map(|(id, _)| id).next().unwrap();
        let (unit, target) = (first(Side::French), first(Side::Allied));
        let facts = foreseen(&start, unit, target).expect("a firefight");
        Fight { unit, target, facts, start }
    }
}

impl Fight {
    fn rules(&self) -> &Rules {
        &self.start.rules
    }

    /// A round on the table: what came of it, and the dice that fell.
    fn fought(&self, seed: u64) -> (Outcome, Vec<u32>) {
        let (unit, target) = (self.unit, self.target);
        let mut dice = Stream::new(Seed::from_number(seed), 3);
        let mut fell = Vec::new();
        let mut session = Session::new(self.start.clone());
        session.put(Entry::Answer(Answer::Act(Act::Fire { unit, target }))).unwrap();
        while session.log_ends().is_empty() {
            let entry = match session.waiting().unwrap() {
                Waiting::ForDice { pool, .. } => thrown(&mut dice, pool.count, pool.sides),
                Waiting::ForAnswer(question) => Entry::Answer(session.game().decline(question)),
                other => panic!("{other:?}"),
            };
            if let Entry::Dice { faces, .. } = &entry {
                fell.extend(faces);
            }
            session.put(entry).unwrap();
        }
        let told: Vec<&What> = session.log().iter().map(|told| &told.event.what).collect();
        (Outcome { end: ended(&told, unit, target), lost: figures_lost(&told, unit, target) }, fell)
    }

    fn odds(&self) -> Odds<Outcome> {
        exchange_odds(self.rules(), &self.facts)
    }
}

/// How a round ended, by what was told of it.
fn ended(told: &[&What], unit: UnitId, target: UnitId) -> End {
    let any = |is: &dyn Fn(&What) -> bool| told.iter().any(|what| is(what));
    let of = |who: UnitId| {
        let gone = any(&|what| matches!(what, What::Gone { unit } if *unit == who));
        let bad = any(&|what| matches!(what, What::GoesBad { unit } if *unit == who));
        let disordered = any(&|what| matches!(what, What::LosesOrder { unit } if *unit == who));
        let back = any(&|what| matches!(what, What::GoesBack { unit, .. } if *unit == who));
        (gone, bad, disordered, back)
    };
    match (of(unit), of(target)) {
        ((false, false, ..), (true, ..)) => End::FoeShot,
        ((true, ..), (false, false, ..)) => End::Shot,
        ((false, false, ..), (false, true, ..)) => End::FoeRuns,
        ((false, true, ..), (false, false, ..)) => End::Runs,
        ((false, false, false, false), (_, _, false, true)) => End::FoeBack,
        ((false, false, false, false), (_, _, true, _)) => End::FoeDisordered,
        ((_, _, false, true), (false, false, ..)) => End::Back,
        ((_, _, true, _), (false, false, ..)) => End::Disordered,
        ((false, ..), (false, ..)) if any(&|what| matches!(what, What::FirefightGoesOn { .. })) => {
            End::GoesOn
        }
        ((true, ..) | (_, true, ..), (true, ..) | (_, true, ..)) => End::BothRun,
        _ => End::Parted,
    }
}

/// The rules of a house that takes some out.
fn without(off: &[&str]) -> Arc<Rules> {
    let off: Vec<String> = off.iter().map(|rule| format!("{rule:?}")).collect();
    let text = format!("sheet = \"empire\"\noff = [{}]\n", off.join(", "));
    let book = book();
    let patch =
        Patch::read(&Source::new("house.toml", text), &book).unwrap_or_else(|faults| panic!("{faults}"));
    Arc::new(Empire::rules(book.sheet("empire").unwrap().patched(&patch)))
}

/// Both fire, both test, and the victor rolls: as often as the odds say.
#[test]
fn firefights_that_are_fought_end_as_was_foreseen() {
    let rules = rules();
    for scene in &SCENES[..2] {
        let fight = scene.set_up(&rules);
        let odds = fight.odds();
        let one_by_one: Odds<Outcome> = Odds::of(|dice| exchange(dice, &rules, &fight.facts));
        assert_eq!(odds, one_by_one);
        let trials = 1_500;
        let mut counts: BTreeMap<End, u32> = BTreeMap::new();
        let mut lost = [0.0; 2];
        for seed in 0..trials {
            let (outcome, _) = fight.fought(seed);
            *counts.entry(outcome.end).or_default() += 1;
            for (sum, fell) in lost.iter_mut().zip(outcome.lost) {
                *sum += f64::from(fell);
            }
        }
        println!("{counts:?}");
        let trials = trials as f64;
        for end in End::ALL {
            let said = odds.chance(|outcome| outcome.end == end).to_f64();
            let found = f64::from(counts.get(&end).copied().unwrap_or(0)) / trials;
            let spread = (said * (1.0 - said) / trials).sqrt();
            assert!(
                (found - said).abs() <= 5.0 * spread + 1e-9,
                "{end:?}: {found} in play, {said} by the odds"
            );
        }
        for (side, lost) in lost.into_iter().enumerate() {
            let of = |outcome: &Outcome| f64::from(outcome.lost[side]);
            let mean = odds.mean(|outcome| of(outcome));
            let spread = ((odds.mean(|outcome| of(outcome) * of(outcome)) - mean * mean) / trials).sqrt();
            let found = lost / trials;
            assert!(
                (found - mean).abs() <= 5.0 * spread,
                "side {side} loses {found} in play, {mean} by the odds"
            );
        }
    }
}

/// Every face of every die, where the tests are taken out and one of the two has no shot left.
#[test]
fn the_odds_of_a_firefight_are_those_of_brute_force() {
    let rules = without(&["empire.umorale.proc"]);
    for scene in &SCENES[..2] {
        let whole = scene.set_up(&rules).facts;
        for silent in 0..2 {
            let mut facts = whole;
            facts.parties[silent].shot = None;
            let brute: BTreeMap<Outcome, dice::Chance> = engine::desk::every_fall(|dice| {
                let Ok(outcome) = exchange(dice, &rules, &facts);
                outcome
            });
            let odds: Odds<Outcome> = exchange_odds(&rules, &facts);
            let odds: BTreeMap<Outcome, dice::Chance> =
                odds.iter().map(|(outcome, chance)| (*outcome, *chance)).collect();
            assert_eq!(odds, brute);
        }
    }
}

/// The rules that the procedure turns on: without one of them it goes another way, on the table and by the odds.
const OFF: &[&str] = &[
    "empire.ff.continue",
    "empire.ff.fallback2",
    "empire.ff.fallback5",
    "empire.ff.fallback5-dis",
    "empire.ff.rout",
    "empire.ff.mod.inflicted",
    "empire.ff.mod.received",
    "empire.ff.mod.impersonal",
    "empire.ff.mod.inspirational",
    "empire.ff.mod.charismatic",
    "empire.ff.mod.shaken",
    "empire.ff.mod.cas30",
    "empire.ff.mod.ammo",
    "empire.ff.proc.victor",
    "empire.ff.proc.tie",
    "empire.umorale.proc",
];

/// Leaders at risk throw dice of their own, of which odds know nothing: they are not rolled for here.
const NO_RISK: &str = "empire.seq.leader-loss";

/// On the table and by itself the procedure comes to the same with the same dice, whatever a house takes out; and what it takes
/// out is missed in both.
#[test]
fn a_rule_taken_out_changes_a_firefight_on_the_table_and_its_odds_alike() {
    let printed = without(&[NO_RISK]);
    let fights: Vec<Fight> = SCENES.iter().map(|scene| scene.set_up(&printed)).collect();
    let trials = 120;
    let played = |fight: &Fight| -> Vec<Outcome> {
        (0..trials)
            .map(|seed| {
                let (outcome, fell) = fight.fought(seed);
                let mut script = Script::new(fell);
                assert_eq!(exchange(&mut script, fight.rules(), &fight.facts), Ok(outcome), "seed {seed}");
                assert_eq!(script.left(), 0, "seed {seed}: dice that only the table throws");
                outcome
            })
            .collect()
    };
    let before: Vec<(Odds<Outcome>, Vec<Outcome>)> =
        fights.iter().map(|fight| (fight.odds(), played(fight))).collect();
    for off in OFF {
        let house = without(&[NO_RISK, off]);
        let (mut by_odds, mut on_table) = (0, 0);
        for (scene, (odds, outcomes)) in SCENES.iter().zip(&before) {
            let fight = scene.set_up(&house);
            let changes = fight.odds() != *odds;
            by_odds += u32::from(changes);
            let differs = played(&fight) != *outcomes;
            on_table += u32::from(differs);
            assert!(changes || !differs, "without {off} the table plays otherwise, and the odds do not");
        }
        assert!(by_odds > 0 && on_table > 0, "nobody misses {off}: {by_odds} odds, {on_table} tables");
    }
}
