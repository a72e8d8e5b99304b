//! Small fights and drills under houses that differ from the printed one in three rulings at most, chosen so that every two
//! values of two rulings meet in some of them. `cargo test -p empire --test all pairs -- --ignored --nocapture`; `FIGHTS=100`
//! stops sooner, `PIECE=1/8` plays the first of eight pieces.

use crate::drills::{DRILLS, drill};
use crate::fights::fight;
use crate::setup::{book, read};
use crate::soundly::one_game;
use empire::{Empire, Rules};
use engine::Played as _;
use rulebook::{Book, Setting};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many of the first houses have a fight each; the others have drills, which cost less.
const FIGHTS: u64 = 2_000;

/// A ruling by its number, and one of the values it may have beside the printed one.
fn values(book: &Book) -> Vec<(usize, Setting)> {
    let printed = book.sheet("empire").unwrap();
    let other =
        |(ruling, value): &(usize, Setting)| printed.with(*ruling, value.clone()).hash() != printed.hash();
    let all = (0..book.rulings.len())
        .flat_map(|ruling| book.ruling_choices(ruling).into_iter().map(move |value| (ruling, value)));
    all.filter(other).collect()
}

/// The next three: the first pair that has not met, and the third that brings most new pairs with it.
fn next(left: &BTreeSet<(usize, usize)>, values: &[(usize, Setting)]) -> Option<Vec<usize>> {
    let (one, two) = *left.first()?;
    let is_left = |a: usize, b: usize| left.contains(&(a.min(b), a.max(b)));
    let brings = |third: &usize| u32::from(is_left(one, *third)) + u32::from(is_left(two, *third));
    let others = (0..values.len()).filter(|n| values[*n].0 != values[one].0 && values[*n].0 != values[two].0);
    let third = others.max_by_key(|third| (brings(third), values.len() - third));
    Some([one, two].into_iter().chain(third).collect())
}

/// `PIECE=2/8`: the second of eight pieces.
fn piece() -> (u64, u64) {
    let said = std::env::var("PIECE").unwrap_or_default();
    let parts = said.split_once('/').and_then(|(one, of)| Some((one.parse().ok()?, of.parse().ok()?)));
    parts.unwrap_or((1, 1))
}

/// The battles that one house is tried in.
fn texts(number: u64) -> Vec<String> {
    if number < FIGHTS {
        return vec![fight(number)];
    }
    let kinds = DRILLS.iter().cycle().skip(number as usize % DRILLS.len()).take(3);
    kinds.zip(3 * number..).map(|(kind, nth)| drill(*kind, nth)).collect()
}

#[test]
#[ignore = "it takes long"]
fn every_two_rulings_meet_in_some_fight() {
    let book = book();
    let printed = book.sheet("empire").unwrap();
    let values = values(&book);
    let apart = |a: usize, b: usize| values[a].0 != values[b].0;
    let count = values.len();
    let mut left: BTreeSet<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).filter(|(a, b)| apart(*a, *b)).collect();
    let most = std::env::var("FIGHTS").ok().and_then(|n| n.parse().ok()).unwrap_or(u64::MAX);
    let (all, (one, of)) = (left.len(), piece());
    let rulings = values.iter().map(|(ruling, _)| ruling).collect::<BTreeSet<_>>().len();
    println!(
        "{rulings} rulings can be otherwise, in {count} ways: {} pairs of rulings, {all} pairs of values",
        rulings * (rulings - 1) / 2
    );
    let (mut houses, mut battles, mut steps, mut unread, mut troubles) = (0, 0, 0, 0, Vec::new());
    while let Some(three) = next(&left, &values).filter(|_| houses < most) {
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            if let (Some(a), Some(b)) = (three.get(a), three.get(b)) {
                left.remove(&((*a).min(*b), (*a).max(*b)));
            }
        }
        let number = houses;
        houses += 1;
        if number % of != one - 1 {
            continue;
        }
        let house =
            three.iter().fold(printed.clone(), |house, n| house.with(values[*n].0, values[*n].1.clone()));
        let rules: Arc<Rules> = Arc::new(Empire::rules(house));
        for text in texts(number) {
            match read(&text, &rules) {
                Ok(battle) => match one_game(&Empire::start(&battle, Arc::clone(&rules)), number) {
                    Ok((_, taken)) => (battles, steps) = (battles + 1, steps + u64::from(taken)),
                    Err(what) => {
                        let said = three.iter().map(|n| (&book.rulings[values[*n].0].id, &values[*n].1));
                        troubles.push(format!("house {number}: {what} {:?}", said.collect::<Vec<_>>()));
                    }
                },
                Err(_) => unread += 1,
            }
        }
    }
    println!(
        "{houses} houses, of which piece {one} of {of}: {battles} battles, {steps} steps, {unread} with bases too large; {} of {all} pairs met",
        all - left.len()
    );
    println!("{}", troubles.join("\n"));
    assert!(troubles.is_empty(), "{} of {battles} battles", troubles.len());
}
