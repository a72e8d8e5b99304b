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
        for seed in 0..6 {
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

/// Sights that some falls of the dice bring about: they are asked after a throw of the same step, and only where it fell so.
const BY_THE_DICE: &[(&str, &[&str])] = &[
    ("volley", &["can-support", "cover", "crowded", "in-flank", "on-strip", "room-to-form"]),
    ("orders", &[]),
    ("empire", &["friend-behind"]),
];

/// Sights that are asked after a throw of the same step, by the lowest dice and by the highest. What is thrown is another's
/// shot or check, or tells how far it goes that is asked about; or they could be asked before: this list may only shrink.
const AFTER_A_THROW: &[(&str, &[&str])] = &[
    ("volley", &["caught", "friends-near", "generals-reached", "leaves-table"]),
    ("orders", &["garrison", "way-back"]),
    (
        "empire",
        &[
            "at-objective",
            "comes-from",
            "cover",
            "crossed",
            "higher",
            "holds",
            "in-its-arc",
            "mixte",
            "near-enough",
            "overlaps",
            "range",
            "shelter",
            "steep",
            "supporters",
            "way-back",
            "woods",
        ],
    ),
];

/// Those of a game.
fn listed(list: &[(&str, &'static [&'static str])], game: &str) -> BTreeSet<&'static str> {
    list.iter().filter(|(known, _)| *known == game).flat_map(|(_, words)| words.iter().copied()).collect()
}

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
        let late = listed(AFTER_A_THROW, game);
        let by_the_dice = listed(BY_THE_DICE, game);
        for (word, text) in log.too_late.iter().filter(|(word, _)| !late.contains(*word)) {
            wrong.push(format!(
                "{game}: {word} is asked after a throw, by the lowest dice and the highest: {text}"
            ));
        }
        for word in
            log.after_a_throw.keys().filter(|word| !late.contains(*word) && !by_the_dice.contains(*word))
        {
            wrong.push(format!("{game}: {word} is asked after a throw"));
        }
        let gone = late.union(&by_the_dice).filter(|word| !words.contains(**word));
        wrong.extend(gone.map(|word| format!("{game}: there is no {word}")));
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
