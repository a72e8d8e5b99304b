//! Sights know themselves, as written and as battles of all games ask them; rules go by positions nowhere else but where it is listed.

mod playing;
mod silent;
mod written;

use engine::{AskedOf, Played};
use games::{Setup, with};
use playing::{Log, play};
use std::collections::{BTreeMap, BTreeSet};

/// What random players are asked over all battles, by game.
fn logs(beside_figures: bool, entries: usize) -> BTreeMap<&'static str, Log> {
    fn of<G: Played>(setup: &Setup, log: &mut Log, beside_figures: bool, entries: usize) {
        let (battle, rules) = setup.open::<G>().unwrap();
        for seed in 0..1 {
            let begin = if beside_figures { G::start_beside_figures } else { G::start };
            let start = begin(&battle, rules.clone());
            log.begin(&setup.battle.id);
            play(start, beside_figures, seed, entries, log);
        }
    }
    let mut logs: BTreeMap<&'static str, Log> = BTreeMap::new();
    for file in games::embedded() {
        let setup = Setup::new(file);
        let kind = setup.kind().unwrap();
        let log = logs.entry(kind.word()).or_default();
        with!(kind, G => of::<G>(&setup, log, beside_figures, entries));
    }
    logs
}

/// Sights that are asked after a throw of the same step and depend on it, each with how.
const AFTER_A_THROW: &[(&str, &[(&str, &str)])] = &[("volley", &[]), ("orders", &[]), ("empire", &[])];

#[test]
fn beside_real_figures_a_sight_keeps_its_word_and_is_asked_before_the_dice() {
    let mut wrong = Vec::new();
    for (game, log) in logs(true, 250) {
        wrong.extend(log.faults.iter().map(|fault| format!("{game}: {fault}")));
        for (text, asked) in &log.texts {
            if asked.secret && asked.of == AskedOf::Table {
                wrong.push(format!("{game}: {text}: a secret is asked of all"));
            }
        }
        let words = written::words_of(game);
        wrong.extend(
            log.kinds
                .keys()
                .filter(|word| !words.contains(**word))
                .map(|w| format!("{game}: {w} is declared nowhere")),
        );
        for (word, text) in &log.too_late {
            wrong.push(format!("{game}: {word} is asked after a throw, however the dice fall: {text}"));
        }
        let (_, may) = AFTER_A_THROW.iter().find(|(known, _)| *known == game).unwrap();
        let may: BTreeSet<&str> = may.iter().map(|(word, _)| *word).collect();
        let asked: BTreeSet<&str> = log.after_a_throw.keys().copied().collect();
        wrong.extend(asked.difference(&may).map(|word| format!("{game}: {word} is asked after a throw")));
        wrong.extend(
            may.difference(&words.iter().map(|word| &**word).collect())
                .map(|word| format!("{game}: there is no {word}")),
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn on_a_screen_what_is_measured_is_an_answer() {
    for (game, log) in logs(false, 300) {
        assert!(log.faults.is_empty(), "{game}: {:#?}", log.faults);
        let usual: u32 = log.usual.values().map(|(right, _)| right).sum();
        assert!(usual > 0, "{game}: nothing was usual");
    }
}
