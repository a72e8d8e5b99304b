//! Exact odds against brute force.

use dice::{Chance, Dice, EveryFace, Odds, Pool, Script, Seed, Stream, Weight, d6};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// A chain with a stage that depends on the first.
fn fire_then_test(dice: &mut impl Dice<Pause = Infallible>) -> Result<(u32, bool), Infallible> {
    let lost = dice.hits(d6(4), 5)?;
    let stands = dice.read(d6(1), |face| face + lost <= 5)?;
    Ok((lost, stands))
}

#[test]
fn equals_brute_force_over_every_face() {
    let odds: Odds<(u32, bool)> = Odds::of(fire_then_test);
    let mut brute: BTreeMap<(u32, bool), u128> = BTreeMap::new();
    for fall in 0..6u32.pow(5) {
        let faces: Vec<u32> = (0..5).map(|i| fall / 6u32.pow(i) % 6 + 1).collect();
        let mut dice = Script::new(faces);
        let lost = dice.hits(d6(4), 5).unwrap();
        let stands = dice.read(d6(1), |face| face + lost <= 5).unwrap();
        *brute.entry((lost, stands)).or_insert(0) += 1;
    }
    assert_eq!(odds.len(), brute.len());
    for (result, chance) in odds.iter() {
        assert_eq!(*chance, Chance::of(brute[result], 6u128.pow(5)), "{result:?}");
    }
}

#[test]
fn merging_between_stages_changes_nothing() {
    let whole: Odds<(u32, bool)> = Odds::of(fire_then_test);
    let staged: Odds<(u32, bool)> = Odds::<u32>::of(|dice| dice.hits(d6(4), 5))
        .then(|lost, dice| Ok((*lost, dice.read(d6(1), |face| face + lost <= 5)?)));
    assert_eq!(whole, staged);
}

/// Whether a volley scores, by the total, and runs low, by its second die: what empire reads from 2d10.
fn fire_and_ammunition(dice: &mut impl Dice<Pause = Infallible>) -> Result<(u32, bool), Infallible> {
    dice.read_named(10, &["fire", "ammunition"], |[fire, ammunition]| {
        ((fire + ammunition) / 7, ammunition <= 2)
    })
}

#[test]
fn named_dice_equal_brute_force_and_branch_by_readings() {
    let mut runs = 0;
    let mut brute: BTreeMap<(u32, bool), u128> = BTreeMap::new();
    for fire in 1..=10 {
        for ammunition in 1..=10 {
            *brute.entry(((fire + ammunition) / 7, ammunition <= 2)).or_insert(0) += 1;
        }
    }
    let odds: Odds<(u32, bool)> = Odds::of(|dice| {
        runs += 1;
        fire_and_ammunition(dice)
    });
    assert_eq!(runs, brute.len(), "one run for each reading, not for each of a hundred falls");
    assert_eq!(odds.len(), brute.len());
    for (result, chance) in odds.iter() {
        assert_eq!(*chance, Chance::of(brute[result], 100), "{result:?}");
    }
}

#[test]
fn two_throws_against_each_other_equal_brute_force_and_branch_by_readings() {
    let two = Pool { count: 2, sides: 10 };
    for ahead in [-9i32, -2, 0, 1, 6] {
        // Bands of the lead, as a chart of close action has them.
        let band = |one: u32, other: u32| (one as i32 - other as i32 + ahead).div_euclid(5).clamp(-3, 3);
        let mut brute: BTreeMap<i32, u128> = BTreeMap::new();
        for fall in 0..10u32.pow(4) {
            let die = |n: u32| fall / 10u32.pow(n) % 10 + 1;
            *brute.entry(band(die(0) + die(1), die(2) + die(3))).or_insert(0) += 1;
        }
        let mut runs = 0;
        let odds: Odds<i32> = Odds::of(|dice| {
            runs += 1;
            dice.read_against(two, two, band)
        });
        assert_eq!(runs, brute.len(), "one run for each band, not for each of 361 pairs");
        let counted: Vec<(i32, Chance)> =
            brute.iter().map(|(band, ways)| (*band, Chance::of(*ways, 10_000))).collect();
        assert_eq!(odds, counted.into_iter().collect());
    }
}

#[test]
fn pools_too_large_to_count_are_weighed_against_each_other_too() {
    let large = Pool { count: 30, sides: 10 };
    let odds: Odds<bool> = Odds::of(|dice| dice.read_against(large, d6(1), |one, two| one > 30 * two));
    let by_die: Odds<bool> = Odds::of(|dice| {
        let die = dice.total(d6(1))?;
        dice.read(large, |total| total > 30 * die)
    });
    let wins = |odds: &Odds<bool>| odds.chance(|wins| *wins).to_f64();
    assert!((wins(&odds) - wins(&by_die)).abs() < 1e-12, "{} {}", wins(&odds), wins(&by_die));
}

/// Every kind of dice that has faces reads them alike: a step played, replayed and counted is one step.
#[test]
fn all_kinds_of_dice_read_two_alike() {
    fn reads<D: Dice>(dice: &mut D) -> Result<[u32; 2], D::Pause> {
        let named =
            dice.read_named(10, &["fire", "ammunition"], |[fire, ammunition]| 100 * fire + ammunition)?;
        let against = dice.read_against(d6(2), d6(1), |one, two| 100 * one + two)?;
        Ok([named, against])
    }
    let mut stream = Stream::new(Seed::from_number(3), 0);
    let faces: Vec<u32> = [10, 10, 6, 6, 6].map(|sides| stream.die(sides)).to_vec();
    let mut again = Stream::new(Seed::from_number(3), 0);
    let Ok(thrown) = reads(&mut again);
    assert_eq!(reads(&mut Script::new(faces.clone())), Ok(thrown));
    assert_eq!(thrown, [100 * faces[0] + faces[1], 100 * (faces[2] + faces[3]) + faces[4]]);
    let every: Vec<([u32; 2], f64)> = EveryFace::of(reads);
    let odds: Odds<[u32; 2], f64> = Odds::of(reads);
    assert_eq!(every.len(), odds.len());
    assert!(
        every.iter().all(|(result, weight)| (odds.chance(|other| other == result) - weight).abs() < 1e-12)
    );
}

#[test]
fn sure_dice_do_not_branch() {
    let odds: Odds<u32> = Odds::of(|dice| Ok(dice.hits(d6(9), 7)? + dice.hits(d6(9), 1)?));
    assert_eq!(odds, Odds::certain(9));
}
