//! Exact odds: equal to every face of every die counted by hand, and in agreement with a million trials.
#![allow(clippy::unwrap_used, reason = "a test may fail")]
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use dice::{Chance, Dice, Odds, Pool, Script, Seed, Stream, Weight};
use engine::desk::{ChartCard, Desk, Facts, Found, Kind};
use engine::{Both as EngineBoth, Edge, Game, History, Played, Players, Side, Solo};
use orders::chain::{self, Body, ChargeFacts, End, LeaderFate, Outcome, SUPPORT};
use orders::fire::{self, Firer, Mark, ShotFacts};
use orders::game::Charge;
use orders::ground::Place;
use orders::melee::{self, Field, Fighter, Loser};
use orders::morale::{self, CheckFacts};
use orders::rules::{Reaching, embedded_book};
use orders::scenario::{Battle, Placed, PlacedCorps, PlacedLeader, Scenario};
use orders::unit::{CorpsId, Order, Presence, Profile};
use orders::words::{
    Arm, Aspect, Formation, Gun, Level, LossResult, Nation, OrderKind, Shelter, Trait, Troop,
};
use orders::{Answer, Orders, Question, Rules, Shot, Stage, UnitId, leader_loss};
use rulebook::{Patch, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::Arc;
use table::{Bearing, Face, Footprint, Inches, Point, Pose, Terrain};

fn house(patch: &str) -> Rules {
    let book = embedded_book().unwrap();
    let patch =
        Patch::read(&Source::new("house.toml", format!("sheet = \"orders\"\n{patch}")), &book).unwrap();
    Rules::new(book.sheet("orders").unwrap().patched(&patch))
}

fn brigade(troop: Troop, formation: Formation) -> Body {
    Body {
        troop,
        arm: Arm::Infantry,
        gun: None,
        formation,
        stands: 2,
        level: Level::Firm,
        leader: None,
        shelter: Shelter::Open,
        garrison: None,
        cornered: false,
        edge: None,
        far_checks: 0,
    }
}

/// One shot of others at a charger.
fn one(shot: ShotFacts) -> [Option<ShotFacts>; SUPPORT] {
    std::array::from_fn(|nth| (nth == 0).then_some(shot))
}

fn charge(charger: Body, target: Body) -> ChargeFacts {
    ChargeFacts {
        charger,
        target,
        hit: Aspect::Front,
        tries_square: false,
        target_fires: false,
        support: [None; SUPPORT],
        rain: false,
    }
}

fn cuirassiers() -> Body {
    Body { arm: Arm::HeavyCavalry, ..brigade(Troop::Elite, Formation::Line) }
}

fn battery_shot(target: &Body, range: i32) -> ShotFacts {
    ShotFacts {
        firer: Firer {
            troop: Troop::Veteran,
            arm: Arm::FootArtillery,
            gun: Some(Gun::Heavy),
            formation: Formation::Unlimbered,
            stands: 1,
            level: Level::Firm,
        },
        target: Mark {
            arm: target.arm,
            formation: target.formation,
            aspect: Aspect::Front,
            shelter: target.shelter,
            garrison: target.garrison.is_some(),
        },
        range: Inches::whole(range),
        rain: false,
    }
}

/// Charges of all kinds.
fn charges() -> Vec<(&'static str, ChargeFacts)> {
    let bold_guard = Body { level: Level::Bold, ..brigade(Troop::Guard, Formation::Column) };
    let led = Body {
        leader: Some(Trait::Dashing),
        level: Level::Bold,
        ..brigade(Troop::Veteran, Formation::Column)
    };
    let line = brigade(Troop::Conscript, Formation::Line);
    let weak = Body { leader: Some(Trait::Poltroon), ..brigade(Troop::Militia, Formation::Line) };
    let town = Body {
        shelter: Shelter::Rough,
        garrison: Some(Place::Town),
        leader: Some(Trait::None),
        ..brigade(Troop::Seasoned, Formation::Line)
    };
    let guns = Body {
        arm: Arm::FootArtillery,
        gun: Some(Gun::Heavy),
        stands: 1,
        ..brigade(Troop::Veteran, Formation::Unlimbered)
    };
    let square = brigade(Troop::Seasoned, Formation::Square);
    vec![
        ("column on line", charge(led, line)),
        ("a line that fires", ChargeFacts { target_fires: true, ..charge(led, line) }),
        ("militia under a poltroon", charge(bold_guard, weak)),
        ("in flank", ChargeFacts { hit: Aspect::Flank, ..charge(led, town) }),
        ("a town", charge(led, town)),
        ("guns", ChargeFacts { target_fires: true, ..charge(cuirassiers(), guns) }),
        ("a square", ChargeFacts { target_fires: true, ..charge(cuirassiers(), square) }),
        (
            "a hasty square",
            ChargeFacts { tries_square: true, target_fires: true, ..charge(cuirassiers(), line) },
        ),
        ("no way back", charge(Body { cornered: true, ..led }, Body { cornered: true, ..line })),
        (
            "guns in support",
            ChargeFacts { target_fires: true, support: one(battery_shot(&led, 3)), ..charge(led, line) },
        ),
    ]
}

// ------------------------------------------------------------- by hand ----

/// A charge counted by hand: state after state, face after face, with the rules' own functions and a memory.
/// As printed; no ruling but the default ones.
struct ByHand<'a> {
    rules: &'a Rules,
    facts: &'a ChargeFacts,
    known: BTreeMap<(bool, Stand, u32, bool), BTreeMap<Stand, Chance>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stand {
    level: Level,
    leader: LeaderFate,
    moved: bool,
}

type Both = (Stand, Stand, bool);

fn put<T: Ord>(into: &mut BTreeMap<T, Chance>, key: T, chance: Chance) {
    into.entry(key).and_modify(|sum| *sum = sum.plus(&chance)).or_insert(chance);
}

const FACE: Chance = Chance::Exact { ways: 1, of: 10 };

impl ByHand<'_> {
    fn body(&self, charger: bool) -> &Body {
        if charger { &self.facts.charger } else { &self.facts.target }
    }

    fn leader(&self, charger: bool, stand: Stand) -> Option<Trait> {
        if stand.leader == LeaderFate::Unharmed { self.body(charger).leader } else { None }
    }

    fn lower(&self, charger: bool, stand: Stand) -> Stand {
        let level = self.rules.lower(stand.level).unwrap();
        let back = matches!(self.rules.reaching(level), Some((_, Reaching::Back { .. })));
        Stand { level, moved: stand.moved || (back && !self.body(charger).cornered), ..stand }
    }

    /// So many checks, each until passed; the shock of a killed leader after them.
    fn checks(&mut self, charger: bool, stand: Stand, owed: u32, shock: bool) -> BTreeMap<Stand, Chance> {
        let key = (charger, stand, owed, shock);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut found = BTreeMap::new();
        if stand.level == Level::Routed || (owed == 0 && !shock) {
            put(
                &mut found,
                Stand { moved: stand.moved && stand.level != Level::Routed, ..stand },
                Chance::of(1, 1),
            );
        } else if owed == 0 {
            found = self.checks(charger, stand, 1, false);
        } else {
            let body = self.body(charger);
            let garrison = body.garrison.filter(|_| !stand.moved);
            let facts = CheckFacts {
                troop: body.troop,
                level: stand.level,
                garrison,
                leader: self.leader(charger, stand),
            };
            for face in 1..=10 {
                let roll = morale::roll(&mut Script::new([face]), self.rules, &facts).unwrap();
                let tested = roll.endangers && facts.leader.is_some();
                for second in 1..=10 {
                    let mut next = stand;
                    let mut shock = shock;
                    if tested {
                        let loss =
                            leader_loss::read(&mut Script::new([second]), self.rules).unwrap().unwrap();
                        shock |= loss.result == LossResult::Killed;
                        next.leader = match loss.result {
                            LossResult::Unhurt => LeaderFate::Unharmed,
                            LossResult::Wounded | LossResult::Killed => LeaderFate::Lost,
                            LossResult::Detached | LossResult::Back | LossResult::Grazed => LeaderFate::Away,
                        };
                    }
                    let left = if roll.passes { owed - 1 } else { owed };
                    if !roll.passes {
                        next = self.lower(charger, next);
                    }
                    let weight = FACE.times(&FACE);
                    for (end, chance) in self.checks(charger, next, left, shock) {
                        put(&mut found, end, chance.times(&weight));
                    }
                }
            }
        }
        self.known.insert(key, found.clone());
        found
    }

    fn formation(&self, both: Both) -> Formation {
        if both.2 { Formation::HastySquare } else { self.facts.target.formation }
    }

    fn fighter(&self, charger: bool, stand: Stand, formation: Formation) -> Fighter {
        let body = self.body(charger);
        let leader = self.leader(charger, stand);
        Fighter { troop: body.troop, arm: body.arm, formation, level: stand.level, leader }
    }

    fn locked((charger, target, _): Both) -> bool {
        [charger, target].iter().all(|stand| !stand.moved && stand.level != Level::Routed)
    }

    fn square(&mut self, start: Both) -> BTreeMap<Both, Chance> {
        let mut found = BTreeMap::new();
        let body = self.facts.target;
        assert!(body.leader.is_none() && body.garrison.is_none(), "kept simple");
        let facts = CheckFacts { troop: body.troop, level: body.level, garrison: None, leader: None };
        for face in 1..=10 {
            let roll = morale::roll(&mut Script::new([face]), self.rules, &facts).unwrap();
            put(&mut found, (start.0, start.1, roll.passes), FACE);
        }
        found
    }

    fn fire(&mut self, both: Both, shot: &ShotFacts) -> BTreeMap<Both, Chance> {
        let count = fire::pool(self.rules, shot).unwrap().1.count;
        let mut found = BTreeMap::new();
        let falls = 10u32.pow(count);
        for fall in 0..falls {
            let faces = (0..count).map(|i| fall / 10u32.pow(i) % 10 + 1);
            let hits = fire::hits(&mut Script::new(faces), self.rules, shot).unwrap();
            for (stand, chance) in self.checks(true, both.0, hits, false) {
                let weight = chance.times(&Chance::of(1, u128::from(falls)));
                put(&mut found, (stand, both.1, both.2), weight);
            }
        }
        found
    }

    fn round(&mut self, both: Both, round: u32) -> BTreeMap<Both, Chance> {
        let (a, b) = (
            self.fighter(true, both.0, self.facts.charger.formation),
            self.fighter(false, both.1, self.formation(both)),
        );
        let target = &self.facts.target;
        let garrison = target.garrison.is_some();
        let field = Field { shelter: target.shelter, garrison, hit: self.facts.hit, charging: true, round };
        let mut found = BTreeMap::new();
        for (x, y) in (1..=10).flat_map(|x| (1..=10).map(move |y| (x, y))) {
            let totals = melee::round(&mut Script::new([x, y]), self.rules, &a, &b, &field).unwrap();
            let (loser, row) = melee::result(self.rules, totals).unwrap();
            let mut now = BTreeMap::from([(both, FACE.times(&FACE))]);
            for (charger, takes) in [(true, loser != Loser::Defender), (false, loser != Loser::Attacker)] {
                if !takes {
                    continue;
                }
                let mut next = BTreeMap::new();
                for (both, weight) in now {
                    let mut stand = if charger { both.0 } else { both.1 };
                    for _ in 0..row.drop {
                        stand = self.lower(charger, stand);
                    }
                    for (stand, chance) in self.checks(charger, stand, row.checks, false) {
                        let both = if charger { (stand, both.1, both.2) } else { (both.0, stand, both.2) };
                        put(&mut next, both, weight.times(&chance));
                    }
                }
                now = next;
            }
            for (both, chance) in now {
                put(&mut found, both, chance);
            }
        }
        found
    }

    fn whole(&mut self) -> BTreeMap<(Stand, Stand), Chance> {
        let start = |body: &Body| Stand { level: body.level, leader: LeaderFate::Unharmed, moved: false };
        let both = (start(&self.facts.charger), start(&self.facts.target), false);
        let mut now = BTreeMap::from([(both, Chance::of(1, 1))]);
        let stage = |now: BTreeMap<Both, Chance>, act: &mut dyn FnMut(Both) -> BTreeMap<Both, Chance>| {
            let mut next = BTreeMap::new();
            for (both, weight) in now {
                let after =
                    if Self::locked(both) { act(both) } else { BTreeMap::from([(both, Chance::of(1, 1))]) };
                for (both, chance) in after {
                    put(&mut next, both, weight.times(&chance));
                }
            }
            next
        };
        if self.facts.tries_square {
            now = stage(now, &mut |both| self.square(both));
        }
        if self.facts.target_fires {
            now = stage(now, &mut |both| {
                let body = self.facts.target;
                let firer = Firer {
                    troop: body.troop,
                    arm: body.arm,
                    gun: body.gun,
                    formation: self.formation(both),
                    stands: body.stands,
                    level: both.1.level,
                };
                let shot = ShotFacts { firer, range: Inches::ZERO, ..battery_shot(&self.facts.charger, 0) };
                self.fire(both, &shot)
            });
        }
        for shot in self.facts.support.into_iter().flatten() {
            now = stage(now, &mut |both| self.fire(both, &shot));
        }
        for round in 1..=3 {
            now = stage(now, &mut |both| self.round(both, round));
        }
        let mut found = BTreeMap::new();
        for ((charger, target, _), chance) in now {
            put(&mut found, (charger, target), chance);
        }
        found
    }
}

#[test]
fn a_whole_charge_equals_every_face_counted_by_hand() {
    let rules = Rules::printed().unwrap();
    let mut compared = 0;
    for (name, facts) in charges() {
        let by_hand = ByHand { rules: &rules, facts: &facts, known: BTreeMap::new() }.whole();
        let exact: Odds<Outcome> = chain::charge_odds(&rules, &facts);
        assert!(exact.iter().all(|(_, chance)| chance.is_exact()), "{name}: not exact");
        assert_eq!(exact.chance(|_| true), Chance::of(1, 1), "{name}");
        let stand = |status: &chain::Status| Stand {
            level: status.level,
            leader: status.leader,
            moved: status.moved,
        };
        let told = exact.map(|outcome| (stand(&outcome.charger), stand(&outcome.target)));
        assert_eq!(told.len(), by_hand.len(), "{name}");
        for (stands, chance) in told.iter() {
            assert_eq!(*chance, by_hand[stands], "{name}: {stands:?}");
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared} ends were compared");
}

// -------------------------------------------------- every way of a rule ----

/// Dice that walk through every face of every die: no merging of anything.
#[derive(Default)]
struct Brute {
    path: Vec<(u32, u32)>,
    depth: usize,
}

impl Brute {
    fn die(&mut self, sides: u32) -> u32 {
        if self.depth == self.path.len() {
            self.path.push((1, sides));
        }
        self.depth += 1;
        self.path[self.depth - 1].0
    }

    fn every_fall<T: Ord>(mut rule: impl FnMut(&mut Brute) -> T) -> BTreeMap<T, Chance> {
        let mut brute = Brute::default();
        let mut found = BTreeMap::new();
        loop {
            brute.depth = 0;
            let result = rule(&mut brute);
            let all: u128 = brute.path.iter().map(|(_, sides)| u128::from(*sides)).product();
            put(&mut found, result, Chance::of(1, all));
            while let Some((face, sides)) = brute.path.last_mut() {
                *face += 1;
                if *face <= *sides {
                    break;
                }
                brute.path.pop();
            }
            if brute.path.is_empty() {
                return found;
            }
        }
    }
}

impl Dice for Brute {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        Ok((0..pool.count).map(|_| u32::from(self.die(pool.sides) >= need)).sum())
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        Ok(reading((0..pool.count).map(|_| self.die(pool.sides)).sum()))
    }
}

/// What a house may play otherwise, as far as these odds know of it.
const HOUSES: [&str; 18] = [
    "",
    "[rulings]\n\"orders.house.mc.loop\" = \"one-roll\"",
    "[rulings]\n\"orders.house.mc.loop\" = \"first-pass-ends\"",
    "[rulings]\n\"orders.house.mc.live-modifiers\" = \"frozen\"",
    "[rulings]\n\"orders.house.morale.back-move\" = \"worst\"",
    "[rulings]\n\"orders.house.garrison\" = \"stands-nervous\"",
    "[rulings]\n\"orders.house.artillery.forced-move\" = \"abandoned\"",
    "[rulings]\n\"orders.house.artillery.long-range-cap\" = \"target\"",
    "[rulings]\n\"orders.house.melee.mc-order\" = \"defender-first\"",
    "[rulings]\n\"orders.house.melee.locked\" = \"stay-locked\"",
    "[rulings]\n\"orders.house.melee.heavy-charge\" = \"first-round\"",
    "[rulings]\n\"orders.house.melee.flank\" = \"first-round\"",
    "[rulings]\n\"orders.house.hasty-square\" = \"normal-mc\"",
    "off = [\"orders.mc.fail.immediate\"]",
    "off = [\"orders.mc.fail\", \"orders.hasty-square.fail\"]",
    "off = [\"orders.morale.routed\"]",
    "off = [\"orders.mc.natural-1.fails\"]",
    "off = [\"orders.leader-loss.10.shock\", \"orders.melee.result.margin\"]",
];

#[test]
fn a_shot_and_its_checks_equal_every_face_of_every_die() {
    let led = Body { leader: Some(Trait::Weak), ..brigade(Troop::Veteran, Formation::Column) };
    let panicked = Body { level: Level::Disrupted, ..brigade(Troop::Conscript, Formation::Line) };
    let mut compared = 0;
    for patch in HOUSES {
        let rules = house(patch);
        for (target, range) in [(led, 12), (panicked, 9)] {
            let shot = battery_shot(&target, range);
            let exact: Odds<chain::ShotOutcome> = chain::shot_odds(&rules, &shot, &target);
            let brute = Brute::every_fall(|dice| {
                let Ok(outcome) = chain::shot(dice, &rules, &shot, &target);
                outcome
            });
            assert_eq!(exact.len(), brute.len(), "{patch}");
            for (outcome, chance) in exact.iter() {
                assert_eq!(*chance, brute[outcome], "{patch} {outcome:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 150, "only {compared} outcomes were compared");
}

/// Several sets of facts for a chart: each word, flag and a few small numbers, drawn by a stream.
fn some_facts(card: &ChartCard, luck: &mut Stream) -> Facts {
    let given: Vec<(String, String)> = card
        .facts
        .iter()
        .map(|fact| {
            let value = match &fact.kind {
                Kind::Word(words) => words[luck.below(words.len() as u32) as usize].to_owned(),
                Kind::Flag => ["yes", "no"][luck.below(2) as usize].to_owned(),
                // Few dice and few checks: brute force walks through all their faces.
                Kind::Number { min, max } => (min + luck.below(3).min(max - min)).to_string(),
            };
            (fact.name.to_owned(), value)
        })
        .collect();
    Facts::read(card, &given).unwrap()
}

#[test]
fn every_chart_equals_brute_force() {
    let rules = Rules::printed().unwrap();
    let mut checked = 0;
    let cards = Orders::charts(&rules);
    assert!(cards.len() > 15);
    // Those three are long chains; their parts are proved above and below.
    for card in cards.iter().filter(|card| !["checks", "shot", "charge"].contains(&card.name)) {
        let mut luck = Stream::new(Seed::from_number(11), 0);
        for _ in 0..12 {
            let facts = some_facts(card, &mut luck);
            let exact: Odds<Found> = Orders::odds(&rules, card.name, &facts);
            let brute = Brute::every_fall(|dice| {
                let Ok(found) = Orders::resolve(&rules, card.name, &facts, dice);
                found
            });
            assert_eq!(exact.len(), brute.len(), "{} {facts:?}", card.name);
            for (found, chance) in exact.iter() {
                assert!(chance.is_exact());
                assert_eq!(*chance, brute[found], "{} {facts:?}: {found:?}", card.name);
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "only {checked} results were compared");
}

#[test]
fn the_long_charts_tell_the_chain() {
    let rules = Rules::printed().unwrap();
    for card in Orders::charts(&rules).iter().filter(|card| ["checks", "shot", "charge"].contains(&card.name))
    {
        let mut luck = Stream::new(Seed::from_number(12), 0);
        let mut dice = Stream::new(Seed::from_number(13), 0);
        for _ in 0..4 {
            let facts = some_facts(card, &mut luck);
            let exact: Odds<Found, f64> = Orders::odds(&rules, card.name, &facts);
            let trials = 20_000;
            let mut seen: BTreeMap<Found, u32> = BTreeMap::new();
            for _ in 0..trials {
                let Ok(found) = Orders::resolve(&rules, card.name, &facts, &mut dice);
                *seen.entry(found).or_insert(0) += 1;
            }
            for (found, times) in &seen {
                let chance = exact.chance(|other| other == found);
                assert!(chance > 0.0, "{}: {found:?} is not among the odds", card.name);
                // Rare ends are left to the longer trials below.
                if chance * f64::from(trials) > 25.0 {
                    agrees(&format!("{} {found:?}", card.name), chance, *times, trials);
                }
            }
        }
    }
}

#[test]
fn merging_states_changes_nothing_whatever_the_house() {
    // Without merging several shots and rounds would never end.
    let one_round = "[charts.\"orders.melee.rounds\"]\ncount = 1";
    let line = brigade(Troop::Veteran, Formation::Line);
    let led = Body { leader: Some(Trait::Dashing), level: Level::Disrupted, ..line };
    let garrison = Body { shelter: Shelter::Rough, garrison: Some(Place::Town), ..line };
    let guns =
        Body { arm: Arm::HorseArtillery, gun: Some(Gun::Light), formation: Formation::Unlimbered, ..line };
    let far = Some(battery_shot(&line, 8));
    let cases = [
        ("a leader", charge(line, led)),
        (
            "a garrison",
            ChargeFacts { hit: Aspect::Rear, ..charge(Body { level: Level::Bold, ..line }, garrison) },
        ),
        ("guns", charge(cuirassiers(), guns)),
        ("a hasty square", ChargeFacts { tries_square: true, ..charge(cuirassiers(), line) }),
        ("guns far off", ChargeFacts { support: [far, far, far, None], ..charge(line, line) }),
    ];
    for patch in HOUSES {
        let rules = house(&format!("{patch}\n{one_round}"));
        for (name, facts) in cases {
            let merged: Odds<Outcome, f64> = chain::charge_odds(&rules, &facts);
            let whole: Odds<Outcome, f64> = Odds::of(|dice| chain::charge(dice, &rules, &facts));
            assert_eq!(merged.len(), whole.len(), "{name}, {patch}");
            for ((outcome, chance), (other, same)) in merged.iter().zip(whole.iter()) {
                assert_eq!(outcome, other, "{name}, {patch}");
                assert!((chance - same).abs() < 1e-12, "{name}, {patch}: {outcome:?} {chance} {same}");
            }
        }
    }
}

// ------------------------------------------------------------ by trials ----

/// Five standard deviations: once in two million for an honest chain.
#[track_caller]
fn agrees(what: &str, chance: f64, found: u32, trials: u32) {
    let expected = chance * f64::from(trials);
    let deviation = (expected * (1.0 - chance)).sqrt();
    let off = (f64::from(found) - expected).abs();
    assert!(off <= 5.0 * deviation + 1e-9, "{what}: expected {expected:.0}, found {found}");
}

#[test]
fn a_charge_agrees_with_a_million_trials() {
    let rules = Rules::printed().unwrap();
    let all = charges();
    let trials = 1_000_000;
    let mut dice = Stream::new(Seed::from_number(1809), 0);
    for name in ["a line that fires", "a hasty square"] {
        let (_, facts) = all.iter().find(|(known, _)| *known == name).unwrap();
        let exact: Odds<Outcome, f64> = chain::charge_odds(&rules, facts);
        assert!((exact.chance(|_| true) - 1.0).abs() < 1e-12);
        let mut ends: BTreeMap<End, u32> = BTreeMap::new();
        let mut levels: BTreeMap<(Level, Level), u32> = BTreeMap::new();
        let mut lost = 0;
        for _ in 0..trials {
            let Ok(outcome) = chain::charge(&mut dice, &rules, facts);
            *ends.entry(outcome.end).or_insert(0) += 1;
            *levels.entry((outcome.charger.level, outcome.target.level)).or_insert(0) += 1;
            lost += u32::from(outcome.charger.leader == LeaderFate::Lost);
        }
        for end in End::ALL {
            let chance = exact.chance(|outcome| outcome.end == end);
            agrees(&format!("{name}: {end:?}"), chance, ends.get(&end).copied().unwrap_or(0), trials);
        }
        for (pair, found) in &levels {
            let chance = exact.chance(|outcome| (outcome.charger.level, outcome.target.level) == *pair);
            agrees(&format!("{name}: {pair:?}"), chance, *found, trials);
        }
        let chance = exact.chance(|outcome| outcome.charger.leader == LeaderFate::Lost);
        agrees(&format!("{name}: leader lost"), chance, lost, trials);
        assert!(ends.len() >= 4, "{name} ends in several ways: {ends:?}");
    }
}

// --------------------------------------------------- the steps of play ----

/// The defender fires at what has charged him; everything else is declined.
struct Defenders;
impl Players<Orders> for Defenders {
    fn answer(&mut self, side: Side, view: &Orders, question: &Question) -> Answer {
        match question {
            Question::Fire { shots, .. } if side == Side::Allied => {
                Answer::Shot(Shot { unit: shots[0].unit, target: shots[0].targets[0] })
            }
            Question::Fire { .. } => Answer::No,
            _ => view.decline(question),
        }
    }
}

/// A table with a French brigade that has charged an allied one, at the beginning of step 3.
fn contact(rules: &Arc<Rules>, facts: &ChargeFacts) -> Orders {
    let place = |side: Side, body: &Body, name: &str| Placed {
        profile: Arc::new(Profile {
            name: name.to_owned(),
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
            id: "contact".to_owned(),
            title: String::new(),
            teaching: true,
            date: String::new(),
            year: 1809,
            summary: String::new(),
            history: History::default(),
            terrain: Terrain::new(Inches::whole(72), Inches::whole(48), Vec::new()),
            edges: EngineBoth { french: Edge::South, allied: Edge::North },
            sides: EngineBoth { french: "French".to_owned(), allied: "Allies".to_owned() },
            adjectives: EngineBoth { french: "french", allied: "allied" },
            length: None,
            rain: Vec::new(),
            objectives: Vec::new(),
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
