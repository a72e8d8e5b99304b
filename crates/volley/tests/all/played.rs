//! Exact odds of a charge agree with charges that are played: on a small table, with the steps of play and seeded dice.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use dice::{Dice, Odds, Pool, Seed, Stream};
use engine::cases::case_about;
use engine::{Ask, Fact, Game, Played as _, Side, Umpire};
use rulebook::{Patch, Source};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;
use table::{Bearing, Inches, Point, Pose, Terrain};
use volley::chain::{Body, ChargeFacts, End, Outcome, charge_odds};
use volley::fire::volley_dice;
use volley::formation::has_formation;
use volley::question::Shoot;
use volley::scenario::{Battle, Placed, PlacedGeneral, Scenario};
use volley::words::{Arm, Formation, Grade, Horse, Moment, Nation, Phase, Sheet};
use volley::{
    Answer, Event, Order, Profile, Question, Rules, Stage, StandChoice, Standing, UnitId, Volley, What,
};

const CHARGER: UnitId = UnitId(0);
const TARGET: UnitId = UnitId(1);
/// Another unit of the charged side.
const OTHER: UnitId = UnitId(2);

/// A unit of the charged side, or the charger.
#[derive(Clone, Copy, Debug)]
struct Who {
    arm: Arm,
    formation: Formation,
    grade: Grade,
    figures: u32,
    /// Of them, before the charge.
    lost: u32,
    guard: bool,
}

const fn unit(arm: Arm, formation: Formation) -> Who {
    let figures = if matches!(arm, Arm::Artillery) { 4 } else { 12 };
    Who { arm, formation, grade: Grade::Veteran, figures, lost: 0, guard: false }
}

const COLUMN: Who = unit(Arm::Infantry, Formation::Column);
const LINE: Who = unit(Arm::Infantry, Formation::Line);
const SQUARE: Who = unit(Arm::Infantry, Formation::Square);
const MASSE: Who = unit(Arm::Infantry, Formation::Masse);
const HORSE: Who = unit(Arm::Cavalry, Formation::Line);
const GUNS: Who = unit(Arm::Artillery, Formation::Unlimbered);

/// What stands near the target.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Beside {
    Nobody,
    /// A line beside it that shoots at the charger too.
    Shooters,
    /// Guns in front of it, which are charged: it fights for them. They alone shoot.
    ItsGuns,
}

/// A charge: who, at whom, and what is otherwise than a charge straight at the front from close by.
#[derive(Clone, Copy, Debug)]
struct Scene {
    charger: Who,
    target: Who,
    flank: bool,
    beside: Beside,
    /// The target may not shoot.
    silenced: bool,
    /// Inches that the dice of a gallop must bring.
    bonus_needed: u32,
}

fn scene(charger: Who, target: Who) -> Scene {
    Scene { charger, target, flank: false, beside: Beside::Nobody, silenced: false, bonus_needed: 0 }
}

/// Charges that go every way the sheets have.
fn scenes() -> Vec<Scene> {
    let worn = |who: Who, lost: u32| Who { lost, ..who };
    let grade = |who: Who, grade: Grade| Who { grade, ..who };
    // So few that one round may be the end of both.
    let few = |who: Who| Who { figures: 2, grade: Grade::Elite, ..who };
    vec![
        scene(COLUMN, LINE),
        scene(COLUMN, worn(LINE, 4)),
        scene(worn(COLUMN, 3), COLUMN),
        scene(grade(COLUMN, Grade::Elite), grade(LINE, Grade::Conscript)),
        Scene { flank: true, ..scene(COLUMN, LINE) },
        Scene { beside: Beside::Shooters, ..scene(COLUMN, LINE) },
        Scene { silenced: true, ..scene(COLUMN, grade(COLUMN, Grade::Conscript)) },
        Scene { silenced: true, ..scene(few(COLUMN), few(COLUMN)) },
        scene(COLUMN, SQUARE),
        scene(COLUMN, GUNS),
        Scene { beside: Beside::ItsGuns, ..scene(COLUMN, LINE) },
        scene(HORSE, LINE),
        scene(worn(HORSE, 9), worn(LINE, 3)),
        scene(HORSE, COLUMN),
        Scene { flank: true, bonus_needed: 6, ..scene(HORSE, LINE) },
        scene(HORSE, SQUARE),
        scene(worn(HORSE, 10), SQUARE),
        Scene { silenced: true, ..scene(worn(HORSE, 10), SQUARE) },
        scene(HORSE, MASSE),
        Scene { bonus_needed: 8, ..scene(HORSE, HORSE) },
        scene(worn(HORSE, 4), grade(HORSE, Grade::Conscript)),
        scene(HORSE, GUNS),
    ]
}

// ------------------------------------------------------------------ the table ----

/// One side charges the other by the rules of a sheet.
struct Table<'a> {
    rules: &'a Arc<Rules>,
    /// Who charges.
    side: Side,
    scene: Scene,
}

impl Table<'_> {
    /// Inches of 25 mm figures on the table of the sheet.
    fn inches(&self, inches: f64) -> i32 {
        let scale = if self.rules.sheet == Sheet::A15 { 500.0 } else { 1000.0 };
        (inches * scale) as i32
    }

    fn nation(&self, side: Side) -> Nation {
        match (side, self.rules.sheet) {
            (Side::French, _) => Nation::French,
            (Side::Allied, Sheet::A15) => Nation::Austrian,
            (Side::Allied, Sheet::P7) => Nation::Prussian,
            (Side::Allied, Sheet::Br8) => Nation::British,
        }
    }

    /// A unit `ahead` of the charger's front, its middle `right` of it.
    fn placed(&self, name: &str, who: Who, side: Side, ahead: i32, right: i32, turned: bool) -> Placed {
        let footprint = volley::footprint(self.rules, who.arm, who.formation, who.figures);
        let (up, facing) = match self.side {
            Side::French => (1, Bearing::NORTH),
            Side::Allied => (-1, Bearing::SOUTH),
        };
        let facing = if side == self.side { facing } else { facing.opposite() };
        let middle = Point { x: self.inches(48.0), y: self.inches(48.0) };
        // In flank its side is towards the charger.
        let (ahead, right, facing) = if turned {
            (ahead + footprint.width.0 / 2, right + footprint.depth.0 / 2, Bearing::degrees(90))
        } else {
            (ahead, right, facing)
        };
        let at = Point { x: middle.x + right, y: middle.y + up * ahead };
        let profile = Profile {
            name: name.into(),
            side,
            nation: self.nation(side),
            arm: who.arm,
            grade: who.grade,
            brigade: name.to_owned(),
            figures: who.figures,
            horse: (who.arm == Arm::Cavalry).then_some(Horse::Hussars),
            lancer: false,
            cuirassier: false,
            heavy: false,
            guard: who.guard,
            pounds: if who.arm == Arm::Artillery { 9 } else { 0 },
            horse_artillery: false,
        };
        Placed { profile: Arc::new(profile), formation: who.formation, pose: Some(Pose { at, facing }) }
    }

    /// The beginning of the phase in which the side moves.
    fn set_up(&self, gap: i32) -> Volley {
        let Scene { charger, target, flank, beside, silenced, .. } = self.scene;
        let foe = self.side.enemy();
        let mut units = vec![self.placed("Charger", charger, self.side, 0, 0, false)];
        match beside {
            Beside::Nobody => units.push(self.placed("Target", target, foe, gap, 0, flank)),
            Beside::Shooters => {
                units.push(self.placed("Target", target, foe, gap, 0, flank));
                units.push(self.placed("Other", LINE, foe, gap, self.inches(6.0), false));
            }
            Beside::ItsGuns => {
                let behind = volley::footprint(self.rules, GUNS.arm, GUNS.formation, GUNS.figures).depth.0;
                let at = gap + behind + self.inches(0.5);
                units.push(self.placed("Target", target, foe, at, 0, flank));
                units.push(self.placed("Guns", GUNS, foe, gap, 0, false));
            }
        }
        let (width, depth) = (Inches(self.inches(96.0)), Inches(self.inches(96.0)));
        let about = case_about("a charge", Terrain::new(width, depth, Vec::new()), None);
        let opponent = self.nation(Side::Allied);
        let commander = |side: Side| PlacedGeneral {
            name: format!("{side:?}"),
            side,
            brigade: None,
            attached: None,
            pose: Some(Pose {
                at: Point { x: width.0 / 2, y: if side == Side::French { -6000 } else { depth.0 + 6000 } },
                facing: Bearing::NORTH,
            }),
        };
        let battle = Battle {
            scenario: Arc::new(Scenario { about, sheet: self.rules.sheet, opponent }),
            units,
            generals: Side::BOTH.map(commander).to_vec(),
            reserves: Vec::new(),
        };
        let mut game = battle.begin(Arc::clone(self.rules));
        let moves = if self.side == Side::French { Phase::FrenchMove } else { Phase::OpponentMove };
        game.turn = 2;
        game.phase = game.rules.phases.iter().position(|(phase, ..)| *phase == moves).unwrap();
        game.stage = Stage::Begin;
        for (id, who) in [(CHARGER, charger), (TARGET, target)] {
            game.units[id.0 as usize].figures -= who.lost;
        }
        game.units[TARGET.0 as usize].silenced = silenced;
        game
    }

    /// The table, and what the charge rests on.
    fn begin(&self) -> (Volley, ChargeFacts) {
        let Scene { flank, beside, silenced, bonus_needed, .. } = self.scene;
        let mut game = self.set_up(self.inches(3.0));
        if bonus_needed > 0 {
            let rate = game.plain_allowance(CHARGER).0;
            game = self.set_up(rate + i32::try_from(bonus_needed).unwrap() * 1000 - 500);
        }
        let other_dice = match beside {
            Beside::Nobody => 0,
            Beside::Shooters => volley_dice(self.rules, LINE.figures, false),
            Beside::ItsGuns => volley_dice(self.rules, GUNS.figures, true),
        };
        let facts = ChargeFacts {
            flank,
            target_shoots: !silenced && beside != Beside::ItsGuns,
            other_dice,
            bonus_needed,
            ..ChargeFacts::new(Body::of(&game, CHARGER), Body::of(&game, TARGET))
        };
        (game, facts)
    }

    fn charged(&self) -> UnitId {
        if self.scene.beside == Beside::ItsGuns { OTHER } else { TARGET }
    }
}

// ------------------------------------------------------------------- the play ----

/// Orders the charge, lets those shoot at it who are to if it comes in, declines everything else, and keeps what happened.
struct Watch {
    dice: Stream,
    order: Option<Answer>,
    shooters: Vec<UnitId>,
    events: Vec<(Phase, What)>,
    phase: Phase,
    /// What is decided, where there is a decision.
    decides: Option<Moment>,
    /// What the charge rests on then.
    from: Option<ChargeFacts>,
}

impl Watch {
    fn answer(&mut self, game: &Volley, question: &Question) -> Answer {
        if let Some(from) = self.decides
            && let Some(answer) = decision(from, question)
        {
            let facts = ChargeFacts::new(Body::of(game, CHARGER), Body::of(game, TARGET));
            self.from = Some(ChargeFacts { from, ..facts });
            return answer;
        }
        match question {
            Question::NextOrder(_) => self.order.take().unwrap_or(Answer::No),
            Question::Shoot(Shoot { unit, targets })
                if self.shooters.contains(unit)
                    && targets.contains(&CHARGER)
                    && game.charge_of(CHARGER).is_some() =>
            {
                Answer::Unit(CHARGER)
            }
            _ => game.decline(question),
        }
    }
}

/// The answer that brings a charge to a moment, if this is the question.
fn decision(moment: Moment, question: &Question) -> Option<Answer> {
    let choice = |wanted: &[StandChoice]| match question {
        Question::Stand(ask) => ask.may.iter().find(|choice| wanted.contains(choice)),
        _ => None,
    };
    let asked = match question {
        Question::RollForSquare(_) => matches!(moment, Moment::RollsForSquare | Moment::Wavers),
        Question::Press(_) => matches!(moment, Moment::PressesOn | Moment::HeldOff),
        _ => false,
    };
    match moment {
        Moment::Stays => choice(&[StandChoice::Stay]).copied().map(Answer::Stand),
        Moment::ClosesUp => choice(&[StandChoice::Square, StandChoice::Masse]).copied().map(Answer::Stand),
        Moment::GoesIn => choice(&[StandChoice::CounterCharge]).copied().map(Answer::Stand),
        Moment::RollsForSquare | Moment::PressesOn => asked.then_some(Answer::Yes),
        Moment::Wavers | Moment::HeldOff => asked.then_some(Answer::No),
        Moment::Order | Moment::Melee => None,
    }
}

impl Dice for Watch {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        self.dice.hits(pool, need)
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        self.dice.read(pool, reading)
    }
}

impl Umpire<Volley> for Watch {
    fn ask<Q: Ask<Volley>>(&mut self, game: &Volley, question: Q) -> Result<Q::Granted, Infallible> {
        let answer = self.answer(game, &question.clone().into());
        Ok(question.grant(game, &answer).unwrap_or_else(|refusal| panic!("{answer:?}: {refusal}")))
    }
    fn see<F: Fact<Volley>>(&mut self, game: &Volley, fact: F) -> Result<F::Value, Infallible> {
        Ok(fact.measure(game))
    }
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.events.push((self.phase, event().what));
    }
}

/// Plays the charge to the end of the loser's test, with one decision made so: how it ends, and what it rested on at that
/// decision, if it came to it.
fn play(
    table: &Table<'_>,
    begin: &Volley,
    decides: Option<Moment>,
    dice: Stream,
) -> (Outcome, Option<ChargeFacts>) {
    let mut game = begin.clone();
    let target = table.charged();
    let wheel = volley::charge::aim(&game, CHARGER, target).expect("the target is ahead");
    let shooters = if table.scene.beside == Beside::ItsGuns { vec![OTHER] } else { vec![TARGET, OTHER] };
    let order = Some(Answer::Order(Order::Charge { unit: CHARGER, target, wheel }));
    let mut watch =
        Watch { dice, order, shooters, events: Vec::new(), phase: game.phase(), decides, from: None };
    let (turn, first) = (game.turn, game.phase);
    let is_last = |phase: &Phase| matches!(phase, Phase::FirstLoss | Phase::SecondLoss | Phase::Recall);
    let phases: Vec<Phase> = game.rules.phases.iter().map(|(phase, ..)| *phase).collect();
    let last = first + phases.iter().skip(first).position(is_last).unwrap();
    // Where losers test in the phase of the melee itself, recall is what follows.
    let last = if phases[last] == Phase::Recall { last - 1 } else { last };
    let mut arrived = false;
    while game.turn == turn && game.phase <= last && !game.is_over() {
        watch.phase = game.phase();
        let Ok(()) = game.step(&mut watch);
        arrived |= game.charges.iter().any(|charge| charge.contacts.iter().any(|met| met.unit == target));
    }
    // The odds take room to form line for granted.
    let crowded = |id: UnitId| -> u32 {
        let lost = watch.events.iter().map(|(_, what)| match what {
            What::NoRoom { unit, lost, .. } if *unit == id => *lost,
            _ => 0,
        });
        lost.sum()
    };
    let lost = |id: UnitId| begin.unit(id).figures - game.unit(id).figures - crowded(id);
    let outcome = Outcome {
        end: end(&game, &watch.events, arrived),
        charger_lost: lost(CHARGER),
        target_lost: lost(TARGET),
    };
    (outcome, watch.from)
}

/// How a charge ended, by what was told of it and what is left.
fn end(game: &Volley, events: &[(Phase, What)], arrived: bool) -> End {
    let told = |is: fn(&What) -> bool| events.iter().any(|(_, what)| is(what));
    if told(|what| matches!(what, What::ChargeRoll { may: false, .. })) {
        return End::Refused;
    }
    if !arrived {
        return End::FallsShort;
    }
    // A unit without figures is destroyed, whatever a house calls it.
    let [charger, target] = [CHARGER, TARGET].map(|id| match game.unit(id) {
        unit if unit.figures == 0 => Standing::WipedOut,
        unit => unit.standing,
    });
    for (phase, what) in events {
        let melee = matches!(phase, Phase::FirstMelee | Phase::SecondMelee);
        let after = melee || matches!(phase, Phase::FirstLoss | Phase::SecondLoss);
        let closing = matches!(phase, Phase::FrenchClose | Phase::OpponentClose);
        match what {
            What::Gone { unit: CHARGER, .. } if !after => return End::ChargerBroken,
            What::ShortOf { unit: CHARGER, .. } if closing => return End::ChargerStops,
            What::ShortOf { unit: CHARGER, .. } if !after => return End::HeldOff,
            What::ShortOf { unit: CHARGER, .. }
            | What::Retires { unit: CHARGER, .. }
            | What::NoRoom { unit: CHARGER, .. } => return End::ChargerBeaten,
            What::ShortOf { unit: TARGET, .. }
            | What::Retires { unit: TARGET, .. }
            | What::NoRoom { unit: TARGET, .. } => return End::TargetBeaten,
            _ => {}
        }
    }
    let fought = told(|what| matches!(what, What::MeleeRound { .. }));
    let passed = told(|what| matches!(what, What::RidesOn { .. } | What::PassesThrough { .. }));
    let horse = game.unit(CHARGER).is(Arm::Cavalry);
    match (charger, target) {
        (Standing::OnTable, Standing::OnTable) if fought => End::FightsOn,
        (Standing::OnTable, Standing::OnTable) if passed => End::PassesBy,
        (Standing::OnTable, Standing::OnTable) if horse => End::HeldOff,
        (Standing::OnTable, Standing::OnTable) if game.in_melee(CHARGER) => End::FightsOn,
        (Standing::OnTable, Standing::OnTable) => End::ChargerStops,
        (Standing::OnTable, Standing::Routed) => End::TargetRouted,
        (Standing::OnTable, _) => End::TargetDestroyed,
        (Standing::Routed, Standing::OnTable) => End::ChargerRouted,
        (_, Standing::OnTable) => End::ChargerDestroyed,
        (_, _) => End::BothDestroyed,
    }
}

// ------------------------------------------------------------- the comparison ----

/// What differs by more than five standard deviations between the odds of a charge and the charges that are played.
fn differs(table: &Table<'_>, trials: u32, ends: &mut BTreeMap<End, u32>) -> String {
    let (begin, facts) = table.begin();
    let odds: Odds<Outcome, f64> = charge_odds(table.rules, &facts);
    let mut seen: BTreeMap<Outcome, u32> = BTreeMap::new();
    let mut wrong = String::new();
    for trial in 0..trials {
        let dice = Stream::new(Seed::from_number(u64::from(trial)), 7);
        *seen.entry(play(table, &begin, None, dice).0).or_insert(0) += 1;
    }
    for (outcome, times) in &seen {
        *ends.entry(outcome.end).or_insert(0) += times;
        if odds.chance(|promised| promised == outcome) == 0.0 {
            writeln!(wrong, "  {outcome:?} was found {times} times and cannot be").unwrap();
        }
    }
    for end in End::ALL {
        let chance = odds.chance(|outcome| outcome.end == end);
        let expected = chance * f64::from(trials);
        let deviation = (expected * (1.0 - chance)).sqrt();
        let found: u32 = seen.iter().filter(|(outcome, _)| outcome.end == end).map(|(_, times)| times).sum();
        if (f64::from(found) - expected).abs() > 5.0 * deviation + 1.0 {
            writeln!(wrong, "  {end:?}: {expected:.0} expected, {found} found").unwrap();
        }
    }
    for (who, lost) in [
        ("charger", (|outcome| outcome.charger_lost) as fn(&Outcome) -> u32),
        ("target", |outcome| outcome.target_lost),
    ] {
        let mean = odds.mean(|outcome| f64::from(lost(outcome)));
        let square = odds.mean(|outcome| f64::from(lost(outcome).pow(2)));
        let deviation = ((square - mean * mean).max(0.0) / f64::from(trials)).sqrt();
        let sum: u32 = seen.iter().map(|(outcome, times)| lost(outcome) * times).sum();
        let found = f64::from(sum) / f64::from(trials);
        if (found - mean).abs() > 5.0 * deviation + 1e-9 {
            writeln!(wrong, "  the {who} loses {mean:.3} by the odds and {found:.3} on the table").unwrap();
        }
    }
    wrong
}

/// The rules of a sheet as a house plays them; `None` where the sheet does not have what the house changes.
fn house(sheet: &str, patch: &str) -> Option<Arc<Rules>> {
    let book = Volley::embedded_book().unwrap();
    let patch = Patch::read(&Source::new("house.toml", format!("sheet = \"{sheet}\"\n{patch}")), &book);
    Some(Arc::new(Rules::new(book.sheet(sheet).unwrap().patched(&patch.ok()?))))
}

/// Compares every scene that the sheet has, both sides charging.
fn compare(
    sheet: &str,
    patch: &str,
    rules: &Arc<Rules>,
    trials: u32,
    ends: &mut BTreeMap<End, u32>,
) -> String {
    let mut wrong = String::new();
    for side in Side::BOTH {
        for scene in scenes() {
            let table = Table { rules, side, scene };
            let Who { arm, formation, .. } = scene.target;
            if !has_formation(rules, table.nation(side.enemy()), arm, formation) {
                continue;
            }
            let differs = differs(&table, trials, ends);
            if !differs.is_empty() {
                writeln!(wrong, "{sheet} {patch}, {side:?} charge: {scene:?}\n{differs}").unwrap();
            }
        }
    }
    wrong
}

const SHEETS: [&str; 3] = ["a15", "p7", "br8"];

#[test]
fn charges_end_on_the_table_as_often_as_the_odds_say() {
    let mut ends = BTreeMap::new();
    let mut wrong = String::new();
    for sheet in SHEETS {
        wrong += &compare(sheet, "as printed", &house(sheet, "").unwrap(), 3000, &mut ends);
    }
    assert!(wrong.is_empty(), "{wrong}");
    let missing: Vec<End> = End::ALL.into_iter().filter(|end| !ends.contains_key(end)).collect();
    assert!(missing.is_empty(), "never found: {missing:?}");
}

/// Rules and rulings that the procedure of a charge turns on: without them, or with another value, it goes another way.
const OFF: &[&str] = &[
    "charge.cav.square-fire",
    "close.exempt.cavalry",
    "close.fail12.austrian-form-line",
    "close.fail12.british-charging",
    "close.fail12.french-form-line",
    "close.fail12.prussian-back",
    "close.pass.allied",
    "close.pass.french",
    "close.who.charging",
    "close.who.shooting",
    "loss.who",
    "melee.result.artillery",
    "melee.result.cav-vs-inf",
    "melee.result.lose",
    "melee.result.lose-test",
    "melee.result.square.no-dice",
    "stand.exempt.cavalry",
    "stand.fail12.british-square",
    "stand.fail12.contact",
    "stand.fail12.fight",
    "stand.fail12.no-formation",
    "stand.fail12.stand",
    "stand.pass.charger-placed",
    "stand.pass.stand",
    "stand.who.allied",
    "stand.who.french",
];
const RULED: &[(&str, &str)] = &[
    ("artillery.charged", "\"tests\""),
    ("choice.default", "\"accept\""),
    ("melee.inf-vs-cav-in-melee", "\"fight\""),
    ("melee.simultaneous", "false"),
    ("morale.timing", "\"one-per-reason\""),
    ("shoot.all-figures", "false"),
    ("square.fire", "\"in-addition\""),
    ("stand.pass-vs-cavalry", "\"repulse\""),
    ("unit.zero-figures", "\"rout\""),
];

#[test]
fn charges_end_so_by_house_rules_too() {
    let off = OFF.iter().map(|rule| format!("off = [\"volley.{rule}\"]"));
    let ruled = RULED.iter().map(|(name, value)| format!("[rulings]\n\"volley.house.{name}\" = {value}"));
    let mut wrong = String::new();
    for patch in off.chain(ruled) {
        let mut played = 0;
        for sheet in SHEETS {
            let Some(rules) = house(sheet, &patch) else { continue };
            played += 1;
            wrong += &compare(sheet, &patch, &rules, 200, &mut BTreeMap::new());
        }
        assert!(played > 0, "no sheet has {patch}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The odds from the moment of a decision, each with what the charge rests on then, against how those charges end.
fn differs_from(table: &Table<'_>, moment: Moment, trials: u32) -> (u32, String) {
    let (begin, _) = table.begin();
    let mut odds: BTreeMap<ChargeFacts, Odds<Outcome, f64>> = BTreeMap::new();
    let mut seen: BTreeMap<End, u32> = BTreeMap::new();
    let mut times: BTreeMap<ChargeFacts, u32> = BTreeMap::new();
    for trial in 0..trials {
        let dice = Stream::new(Seed::from_number(u64::from(trial)), 8);
        let (outcome, Some(facts)) = play(table, &begin, Some(moment), dice) else { continue };
        odds.entry(facts).or_insert_with(|| charge_odds(table.rules, &facts));
        *times.entry(facts).or_insert(0) += 1;
        *seen.entry(outcome.end).or_insert(0) += 1;
    }
    let mut wrong = String::new();
    for end in End::ALL {
        let chances = times.iter().map(|(facts, times)| {
            let chance = odds[facts].chance(|outcome| outcome.end == end);
            (chance * f64::from(*times), chance * (1.0 - chance) * f64::from(*times))
        });
        let (expected, variance) = chances.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let found = seen.get(&end).copied().unwrap_or(0);
        if (f64::from(found) - expected).abs() > 5.0 * variance.sqrt() + 1.0 {
            writeln!(wrong, "  {end:?}: {expected:.0} expected, {found} found").unwrap();
        }
    }
    (times.values().sum(), wrong)
}

#[test]
fn charges_end_so_whatever_is_decided_in_them() {
    let guard = Who { guard: true, ..COLUMN };
    let scenes = [scene(guard, LINE), scene(guard, COLUMN), scene(HORSE, LINE), scene(HORSE, COLUMN)];
    let mut wrong = String::new();
    let asked = |moment: &Moment| !matches!(moment, Moment::Order | Moment::Melee);
    for (word, moment) in Moment::WORDS.iter().filter(|(_, moment)| asked(moment)) {
        let mut decided = 0;
        for sheet in SHEETS {
            let rules = house(sheet, "").unwrap();
            for (side, scene) in Side::BOTH.into_iter().flat_map(|side| scenes.map(|scene| (side, scene))) {
                let (times, differs) = differs_from(&Table { rules: &rules, side, scene }, *moment, 1000);
                decided += times;
                if !differs.is_empty() {
                    writeln!(wrong, "{sheet} {word}, {side:?} charge: {scene:?}\n{differs}").unwrap();
                }
            }
        }
        assert!(decided > 100, "{word} was decided {decided} times");
    }
    assert!(wrong.is_empty(), "{wrong}");
}
