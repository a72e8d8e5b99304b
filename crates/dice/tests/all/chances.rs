//! Fractions: exact and reduced while they fit.

use dice::{Chance, Weight};

#[test]
fn sums_stay_exact_and_reduced() {
    let sixth = Chance::of(1, 6);
    let third = Chance::of(2, 6);
    assert_eq!(sixth.plus(&third), Chance::Exact { ways: 1, of: 2 });
    assert_eq!(sixth.times(&third), Chance::Exact { ways: 1, of: 18 });
}

#[test]
fn a_fraction_is_reduced_by_euclids_divisor() {
    let euclid = |mut a: u128, mut b: u128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let power = |base: u128, times: u32| base.pow(times);
    let mut numbers: Vec<u128> = (0..40).chain([u128::MAX, u128::MAX - 1, 1 << 127, 1 << 64]).collect();
    numbers.extend((1..40).flat_map(|n| [power(6, n), power(3, n) * 10, power(2, n) * 3 + 1]));
    for ways in &numbers {
        for of in &numbers {
            let divisor = euclid(*ways, *of).max(1);
            let reduced = Chance::Exact { ways: ways / divisor, of: of / divisor };
            assert_eq!(Chance::of(*ways, *of), reduced, "{ways} of {of}");
        }
    }
}

#[test]
fn what_does_not_fit_is_marked_as_near() {
    let tiny = Chance::Exact { ways: 1, of: u128::MAX };
    let near = tiny.times(&tiny);
    assert!(!near.is_exact());
    assert!(near.to_string().starts_with("about"));
}
