//! `make bench`, the part with others: exact odds beside the Python libraries dyce and icepool, answers compared first.
//!
//! `cargo bench -p study --bench peers -- <python>` takes the Python that has the two libraries. The chains are written
//! for them in `peers/chains.py`; the tables they go by are asked of the rules here.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![allow(clippy::float_arithmetic, reason = "a benchmark prints ratios")]

mod charges;
mod clock;

use clock::on_core;
use dice::{Chance, Dice, Odds, Pool};
use engine::desk::FactSet as _;
use games::{Orders, Volley};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The program's own.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CHAINS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/chains.py");

/// What a peer says of a chain.
#[derive(Deserialize)]
struct Told {
    library: String,
    chain: String,
    microseconds: f64,
    odds: Vec<(Value, String)>,
}

/// Exact odds, by an outcome as both sides write it.
type Written = BTreeMap<String, String>;

/// A chain as it is worked out here.
struct Ours {
    name: &'static str,
    title: &'static str,
    /// What a peer needs to know.
    table: Value,
    odds: Written,
    /// An outcome of a peer, written as ours are.
    reads: fn(&Value) -> String,
    floats: f64,
    fractions: f64,
}

fn main() {
    let python = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let ours = [sum_of_dice(), volley_charge(), orders_charge()];
    println!("exact odds, microseconds of one run on a core");
    for chain in &ours {
        println!(
            "  {:<44} {:>8.1} in floats {:>10.1} in fractions",
            chain.title, chain.floats, chain.fractions
        );
    }
    let Some(python) = python else {
        println!("  No Python was named that has dyce and icepool: they are not compared.");
        return;
    };
    let told = match ask(&python, &ours) {
        Ok(told) => told,
        Err(why) => {
            println!("  dyce and icepool could not be asked ({why}): they are not compared.");
            return;
        }
    };
    for Told { library, chain, microseconds, odds } in told {
        let Some(ours) = ours.iter().find(|known| known.name == chain) else { continue };
        compare(ours, &library, &odds);
        println!(
            "  {:<44} {microseconds:>8.1} by {library:<8} {:>6.1} times our floats, {:>6.1} times our fractions",
            ours.title,
            microseconds / ours.floats,
            microseconds / ours.fractions,
        );
    }
    println!("  All answers are the same, as exact fractions.");
}

/// Stops the benchmark where a peer has another answer: times of different answers are no comparison.
fn compare(ours: &Ours, library: &str, odds: &[(Value, String)]) {
    let theirs: Written =
        odds.iter().map(|(outcome, chance)| ((ours.reads)(outcome), chance.clone())).collect();
    for (outcome, chance) in &ours.odds {
        let found = theirs.get(outcome).map_or("no chance", String::as_str);
        assert_eq!(found, chance, "{}: {library} has another chance of {outcome}", ours.title);
    }
    assert_eq!(theirs.len(), ours.odds.len(), "{}: {library} has more outcomes", ours.title);
}

fn ask(python: &str, ours: &[Ours]) -> Result<Vec<Told>, String> {
    let tables: serde_json::Map<String, Value> =
        ours.iter().map(|chain| (chain.name.to_owned(), chain.table.clone())).collect();
    let said = |error: std::io::Error| format!("{python}: {error}");
    let mut child = Command::new(python)
        .arg(CHAINS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(said)?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(Value::Object(tables).to_string().as_bytes()).map_err(said)?;
    }
    let output = child.wait_with_output().map_err(said)?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(text.lines().last().unwrap_or("it stopped").to_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).map_err(|error| error.to_string())).collect()
}

/// The microseconds of one run on a core, by the best of five means, as the peers are measured.
fn least(run: impl Fn()) -> f64 {
    let mean = || {
        let (start, mut runs) = (on_core(), 0);
        while (on_core() - start).as_secs_f64() < 0.3 {
            (0..100).for_each(|_| run());
            runs += 100;
        }
        (on_core() - start).as_secs_f64() / f64::from(runs)
    };
    (0..5).map(|_| mean()).fold(f64::INFINITY, f64::min) * 1e6
}

fn written<T: Ord>(odds: &Odds<T>, write: impl Fn(&T) -> String) -> Written {
    let chance = |chance: &Chance| match chance {
        Chance::Exact { ways, of: 1 } => ways.to_string(),
        other => other.to_string(),
    };
    odds.iter().map(|(outcome, weight)| (write(outcome), chance(weight))).collect()
}

fn sum_of_dice() -> Ours {
    let pool = Pool { count: 40, sides: 6 };
    Ours {
        name: "sum",
        title: "sum of 40d6",
        table: json!({ "count": pool.count, "sides": pool.sides }),
        odds: written(&Odds::of(|dice| dice.total(pool)), u32::to_string),
        reads: |total| total.to_string(),
        floats: least(|| drop(black_box::<Odds<u32, f64>>(Odds::of(|dice| dice.total(pool))))),
        fractions: least(|| drop(black_box::<Odds<u32, Chance>>(Odds::of(|dice| dice.total(pool))))),
    }
}

fn volley_charge() -> Ours {
    use volley::chain::{self, Outcome};
    let rules = games::rules_of::<Volley>(games::book::<Volley>(), "br8", None).expect("a sheet of the game");
    let facts = charges::volley();
    let write = |outcome: &Outcome| {
        format!("{} {} {}", outcome.end.word(), outcome.charger_lost, outcome.target_lost)
    };
    Ours {
        name: "volley",
        title: "volley: a whole charge, 12 against 12",
        table: volley_table(&rules, &facts),
        odds: written(&chain::charge_odds(&rules, &facts), write),
        reads: |state| format!("{} {} {}", state[0].as_str().unwrap_or_default(), state[1], state[2]),
        floats: least(|| drop(black_box::<Odds<Outcome, f64>>(chain::charge_odds(&rules, &facts)))),
        fractions: least(|| drop(black_box::<Odds<Outcome, Chance>>(chain::charge_odds(&rules, &facts)))),
    }
}

/// What the sheet says of this charge, roll by roll.
fn volley_table(rules: &volley::Rules, facts: &volley::chain::ChargeFacts) -> Value {
    use volley::chain::Body;
    use volley::close::close_result;
    use volley::fire::{Target, Volleys, volley_dice, volley_need};
    use volley::loss::{LossResult, loss_result};
    use volley::melee::{Fighter, count_of_dice, melee_need, replying};
    use volley::morale::{Morale, morale_target, verdict};
    use volley::words::{Arm, Cover, Nation, Test, Verdict};
    let (charger, target) = (facts.charger, facts.target);
    let shot = Volleys {
        figures: target.figures,
        artillery: target.arm == Arm::Artillery,
        target: Target {
            french: charger.nation == Nation::French,
            arm: charger.arm,
            formation: charger.formation,
            cover: charger.cover,
            ..Target::blank()
        },
        ..Volleys::blank()
    };
    let morale = |body: &Body, test, lost, charging| Morale {
        test,
        nation: body.nation,
        arm: body.arm,
        grade: body.grade,
        formation: body.formation,
        lost: body.lost + lost,
        general: body.general,
        charging,
        ..Morale::blank()
    };
    let verdicts = |facts: Morale| {
        let target = morale_target(rules, &facts).total();
        (1..=6).map(move |face| verdict(rules, facts.test, target, face))
    };
    let close = |lost: u32| -> Vec<&str> {
        let read = |verdict| close_result(rules, charger.nation, true, true, verdict).0.word();
        verdicts(morale(&charger, Test::Close, lost, true)).map(read).collect()
    };
    let stand: Vec<&str> = verdicts(morale(&target, Test::Stand, 0, false)).map(Verdict::word).collect();
    let fighter = |body: &Body, figures| Fighter {
        nation: body.nation,
        arm: body.arm,
        grade: body.grade,
        formation: body.formation,
        figures,
        sheltered: body.cover != Cover::None,
        cuirassier: body.cuirassier,
        lancer: body.lancer,
        ..Fighter::blank()
    };
    let blows = |me: &Body, enemy: &Body| -> Vec<[u32; 2]> {
        let of = |figures| {
            let (me, enemy) = (fighter(me, figures), fighter(enemy, enemy.figures));
            [count_of_dice(rules, &me), melee_need(rules, &me, &enemy, !facts.continuing).face]
        };
        (0..=me.figures).map(of).collect()
    };
    let loss = |body: &Body| -> Vec<Vec<&str>> {
        let read = |verdict| {
            let Body { nation, arm, grade, formation, .. } = *body;
            match loss_result(rules, nation, arm, grade, formation, !facts.first_melee, verdict).0 {
                LossResult::Routs => "routs",
                LossResult::FightsOn | LossResult::Stays => "fights-on",
                LossResult::FormsLine(_) | LossResult::Retires => "beaten",
            }
        };
        let of = |lost| verdicts(morale(body, Test::Loss, lost, false)).map(read).collect();
        (0..=body.figures).map(of).collect()
    };
    let whole = fighter(&target, target.figures);
    json!({
        "figures": [charger.figures, target.figures],
        "volley": [volley_dice(rules, shot.figures, shot.artillery), volley_need(rules, &shot).face],
        "close": (0..=charger.figures).map(close).collect::<Vec<_>>(),
        "stand": stand,
        "melee": { "charger": blows(&charger, &target), "target": blows(&target, &charger) },
        "simultaneous": replying(rules, &whole, 1) == whole,
        "loss": { "charger": loss(&charger), "target": loss(&target) },
    })
}

fn orders_charge() -> Ours {
    use orders::chain::{self, Outcome, Status};
    let rules = games::rules_of::<Orders>(games::book::<Orders>(), "orders", None).expect("the game's sheet");
    let (_, facts) = charges::orders()[0];
    let unit = |status: &Status| format!("{} {}", status.level.word(), status.moved);
    let write = |outcome: &Outcome| format!("{}, {}", unit(&outcome.charger), unit(&outcome.target));
    // How it ends follows from how the two stand, and a peer tells that alone.
    let all: Odds<Outcome> = chain::charge_odds(&rules, &facts);
    let stands = all.map(|outcome| (outcome.charger, outcome.target));
    assert_eq!(all.len(), stands.len(), "the end follows from how the two stand");
    Ours {
        name: "orders",
        title: "orders: a charge, column on line",
        table: orders_table(&rules, &facts),
        odds: written(&all, write),
        reads: |units| {
            let unit = |unit: &Value| format!("{} {}", unit[0].as_str().unwrap_or_default(), unit[1]);
            format!("{}, {}", unit(&units[0]), unit(&units[1]))
        },
        floats: least(|| drop(black_box::<Odds<Outcome, f64>>(chain::charge_odds(&rules, &facts)))),
        fractions: least(|| drop(black_box::<Odds<Outcome, Chance>>(chain::charge_odds(&rules, &facts)))),
    }
}

/// What the sheet says of this charge, status by status.
fn orders_table(rules: &orders::Rules, facts: &orders::chain::ChargeFacts) -> Value {
    use orders::chain::Body;
    use orders::melee::{Field, Fighter, Loser, result, rounds, sums};
    use orders::morale::{Blow, CheckFacts, blow, levels_lost, need, throw};
    use orders::words::Level;
    const SIDES: u32 = 10;
    /// More than any two sums differ by.
    const LEAD: i32 = 60;
    let levels = || Level::WORDS.iter().map(|(word, level)| (*word, *level));
    let bodies = [facts.charger, facts.target];
    let by_level = |of: &dyn Fn(Level) -> Value| -> Value {
        Value::Object(levels().map(|(word, level)| (word.to_owned(), of(level))).collect())
    };
    let passes = |body: &Body| {
        by_level(&|level| {
            let check = CheckFacts {
                troop: body.troop,
                level,
                garrison: body.garrison,
                leader: body.leader,
                ..CheckFacts::blank()
            };
            let need = need(rules, &check);
            let roll = |shown| throw(&mut dice::Script::new([shown]), rules, &need).map(|roll| roll.passes);
            json!((1..=SIDES).map(|shown| roll(shown).expect("a face of the die")).collect::<Vec<bool>>())
        })
    };
    let blows = |body: &Body| {
        by_level(&|level| match blow(rules, level, body.arm, body.formation, body.garrison.is_some()) {
            Blow::Nothing | Blow::Stands => json!(""),
            Blow::GoesBack { .. } => json!("back"),
            Blow::Abandoned | Blow::Removed(_) => json!("gone"),
        })
    };
    let adds = |round| {
        let field = Field { shelter: facts.target.shelter, hit: facts.hit, round, ..Field::blank() };
        let fighter = |body: &Body, level| Fighter {
            troop: body.troop,
            arm: body.arm,
            formation: body.formation,
            level,
            leader: body.leader,
            ..Fighter::blank()
        };
        let sums = |level| {
            let [charger, target] = bodies.map(|body| fighter(&body, level));
            sums(rules, &charger, &target, &field).map(|sum| sum.total())
        };
        json!([by_level(&|level| json!(sums(level)[0])), by_level(&|level| json!(sums(level)[1]))])
    };
    let results = (-LEAD..=LEAD).map(|above| {
        let told = match result(rules, [above, 0]) {
            Some((Loser::Attacker, row)) => json!([[0], row.drop, row.checks]),
            Some((Loser::Defender, row)) => json!([[1], row.drop, row.checks]),
            Some((Loser::Both, row)) => json!([[0, 1], row.drop, row.checks]),
            None => json!([[], 0, 0]),
        };
        (above.to_string(), told)
    });
    json!({
        "sides": SIDES,
        "start": bodies.map(|body| body.level.word()),
        "lower": by_level(&|level| json!(rules.lower(level).unwrap_or(level).word())),
        "levels-lost": levels_lost(rules),
        "passes": bodies.map(|body| passes(&body)),
        "blow": bodies.map(|body| blows(&body)),
        "adds": (1..=rounds(rules)).map(adds).collect::<Vec<_>>(),
        "results": Value::Object(results.collect()),
    })
}
