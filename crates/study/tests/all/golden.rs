//! Golden battles: each embedded battle between captains, by its final hash and its course.
//!
//! `make golden` writes them again, in release; `make test` compares them in a build with every check, on one thread and
//! many; `make same-everywhere` in a build without any, too.

use dice::{Seed, Stream};
use engine::record::Record;
use engine::tested::reckoned;
use engine::{Players, Session, Side, Solo, Throw, state_hash};
use games::{BattleFile, Kind, Setup, with};
use general::{Captained, General, Seats, by_name};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;

const SEEDS: [u64; 2] = [1, 1815];

/// Two of a name: today's captains, or those who came before them.
fn two<G: Captained>(name: &str) -> Seats<G> {
    Seats::named(name, name, 0).unwrap()
}

/// One line a battle and seed: turns, winner, losses, hash.
fn course<G: Captained>(file: &BattleFile, seed: u64, name: &str) -> String {
    let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
    let mut game = G::start(&battle, rules);
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), two::<G>(name));
    let steps = solo.play(&mut game, 50_000);
    assert!(game.is_over(), "{} {seed} does not end", file.id);
    let stand = game.standings();
    let mut line = format!("{} seed {seed}: ", file.id);
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    let _ = write!(
        line,
        "turn {}, {steps} steps, {}, lost {} and {} {}s, {}",
        game.moment().turn,
        winner.map_or("draw".to_owned(), |side| format!("{side:?}")),
        stand.strength_lost.french,
        stand.strength_lost.allied,
        G::STRENGTH,
        state_hash(&game)
    );
    line
}

#[test]
fn golden_battles_run_as_written_down() {
    fn check<G: Captained>(name: &str, beside: &str) {
        let path = format!("{}/../../cases/golden/{}{beside}.txt", env!("CARGO_MANIFEST_DIR"), G::word());
        let files = games::embedded_of::<G>().into_iter();
        let all: Vec<(BattleFile, u64)> =
            files.flat_map(|file| SEEDS.map(|seed| (file.clone(), seed))).collect();
        let one_thread: Vec<String> = all.iter().map(|(file, seed)| course::<G>(file, *seed, name)).collect();
        let many: Vec<String> = all.par_iter().map(|(file, seed)| course::<G>(file, *seed, name)).collect();
        assert_eq!(one_thread, many, "the same hashes on one thread and many");
        let found = one_thread.join("\n") + "\n";
        if std::env::var_os("GOLDEN").is_some() {
            return std::fs::write(path, &found).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap();
        assert_eq!(
            found, written,
            "the golden battles changed: if that is meant, run `make golden` and say why"
        );
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>(general::CAPTAIN, ""));
    }
    // The one before is held as well: what is measured against him can be measured again.
    check::<games::Volley>(general::BEFORE, "-before");
    check::<games::Empire>(general::BEFORE, "-before");
}

/// Captains, and a marshal who thinks in the last turn in which he would have to.
struct Last<G: Captained> {
    captains: Seats<G>,
    marshal: General<G>,
    asked: Option<(G, Side)>,
}

impl<G: Captained> Players<G> for Last<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        if self.marshal.must_think(view, question) {
            self.asked = Some((view.clone(), side));
        }
        self.captains.answer(side, view, question)
    }
}

/// One line a game: what a marshal has in mind at the end of its first battle.
fn thought<G: Captained>() -> String {
    let file = games::embedded_of::<G>().remove(0);
    let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
    let marshal = by_name(general::MARSHAL, 1815).unwrap();
    let mut last = Last { captains: two::<G>(general::CAPTAIN), marshal, asked: None };
    Solo::new(Stream::new(Seed::from_number(1815), 0), &mut last).play(&mut G::start(&battle, rules), 50_000);
    let (view, side) = last.asked.unwrap();
    last.marshal.think(&view, side);
    format!("{} turn {}, {side:?}: {}", file.id, view.moment().turn, last.marshal.mind().unwrap())
}

#[test]
fn a_marshal_thinks_the_same_on_one_thread_and_many_and_in_every_build() {
    let all = || Kind::ALL.map(|kind| with!(kind, G => thought::<G>()));
    let alone = all();
    let beside: Vec<[String; 3]> = (0..3).into_par_iter().map(|_| all()).collect();
    assert!(beside.iter().all(|one| *one == alone), "{alone:?}, {beside:?}");
    let path = format!("{}/../../cases/golden/marshal.txt", env!("CARGO_MANIFEST_DIR"));
    let found = alone.join("\n") + "\n";
    if std::env::var_os("GOLDEN").is_some() {
        return std::fs::write(path, &found).unwrap();
    }
    assert_eq!(
        found,
        std::fs::read_to_string(path).unwrap(),
        "if that is meant, run `make golden` and say why"
    );
}

/// A throw with what it was held against: `[2, 5] (2 orders.fire.target.column; 2 dice, each 6 or more: no hit)`.
fn shown(throw: &Throw) -> String {
    let faces = format!("{:?}", throw.faces);
    let Some(test) = &throw.test else { return faces };
    let parts: String = test.parts().map(|part| format!("{} {}; ", part.value, part.rule)).collect();
    format!("{faces} ({parts}{})", reckoned(test, &throw.faces))
}

/// One battle of each game as a person would read it, between two players who answer at random and never learn: where
/// the rules or their words change, the change can be read line by line.
#[test]
fn a_golden_battle_reads_as_written_down() {
    fn read<G: Captained>(file: &BattleFile) -> String {
        let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
        let mut session = Session::new(G::start(&battle, rules));
        let mut anybody = Seats::<G>::named(general::ANYBODY, general::ANYBODY, 1).unwrap();
        session.play(&mut Stream::new(Seed::from_number(1), 0), &mut anybody, 50_000).unwrap();
        let game = session.game();
        let mut text = format!("{}, seed 1, anybody against anybody\n", G::card(&battle).title);
        for told in session.log() {
            let faces: Vec<String> = told.throws.iter().map(shown).collect();
            let news = game.news(&told.event);
            let dice = if faces.is_empty() { String::new() } else { format!("  {}", faces.join(" ")) };
            let cites =
                if news.cites.is_empty() { String::new() } else { format!("  ({})", news.cites.join(", ")) };
            let indent = if news.heading.is_some() { "\n" } else { "  " };
            let _ = writeln!(text, "{indent}{}{dice}{cites}", game.sentence(&told.event));
        }
        text
    }
    for (kind, battle) in [(Kind::Volley, "gilly"), (Kind::Orders, "baumersdorf")] {
        let path = format!("{}/../../cases/golden/{battle}.txt", env!("CARGO_MANIFEST_DIR"));
        let file = games::find(battle).unwrap();
        let found = with!(kind, G => read::<G>(&file));
        if std::env::var_os("GOLDEN").is_some() {
            std::fs::write(path, &found).unwrap();
            continue;
        }
        let written = std::fs::read_to_string(path).unwrap();
        let differs = found.lines().zip(written.lines()).position(|(found, written)| found != written);
        if let Some(line) = differs.or_else(|| (found != written).then_some(usize::MAX)) {
            let at = |text: &str| text.lines().nth(line).unwrap_or("the end").to_owned();
            panic!(
                "{battle}.txt:{}: found {:?}, expected {:?}",
                line.saturating_add(1),
                at(&found),
                at(&written)
            );
        }
    }
}

/// The simulation and the live game are one: the same state after every step.
#[test]
fn a_live_game_and_a_simulation_agree_at_every_step() {
    fn check<G: Captained>(file: &BattleFile) {
        let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
        let mut game = G::start(&battle, rules);
        let mut session = Session::new(game.clone());
        session
            .play(&mut Stream::new(Seed::from_number(3), 0), &mut two::<G>(general::CAPTAIN), 50_000)
            .unwrap();
        let mut solo = Solo::new(Stream::new(Seed::from_number(3), 0), two::<G>(general::CAPTAIN));
        for (step, (_, hash)) in session.steps().iter().enumerate() {
            assert!(!game.is_over());
            let Ok(()) = game.step(&mut solo);
            assert_eq!(state_hash(&game), *hash, "{} step {step}", file.id);
        }
        assert!(game.is_over());
        let setup = Setup::new(file.clone());
        let (_, rules) = setup.open::<G>().unwrap();
        let header = setup.header(&rules, Seed::from_number(3), BTreeMap::new());
        let record = Record::of(header, &session).write();
        let (_, proved) = games::verify_record::<G>(&file.id, &record).unwrap();
        assert_eq!(state_hash(proved.game()), state_hash(&game), "{}", file.id);
        // `make same-everywhere` has another build prove it.
        if let Some(folder) = std::env::var_os("RECORDS") {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(std::path::Path::new(&folder).join(format!("{}.grog", file.id)), record).unwrap();
        }
    }
    for file in games::embedded() {
        with!(file.kind().unwrap(), G => check::<G>(&file));
    }
}
