//! The best mixtures of small games that can be worked out by hand.

use study::Score;
use study::matrix::{solve, spread, worth};

/// The middle of the bounds and the share of the first row and column, all in thousandths.
fn solved(payoff: &[[u64; 2]]) -> [u64; 3] {
    let rows: Vec<Vec<u64>> = payoff.iter().map(|row| row.to_vec()).collect();
    let ([low, high], french, allied) = solve(&rows);
    assert!(low <= high && high - low <= 10, "{low} to {high}");
    let share = |rounds: &[u64]| (rounds[0] * 1000 + 500) / rounds.iter().sum::<u64>();
    [low.midpoint(high), share(&french), share(&allied)]
}

fn near(found: [u64; 3], expected: [u64; 3]) {
    let is_near = found.iter().zip(expected).all(|(one, two)| one.abs_diff(two) <= 15);
    assert!(is_near, "{found:?}, expected {expected:?}");
}

#[test]
fn mixtures_are_those_of_the_book() {
    // Matching pennies.
    near(solved(&[[1000, 0], [0, 1000]]), [500, 500, 500]);
    // (ad − bc) / (a + d − b − c), the first row (d − c) of that, the first column (d − b).
    near(solved(&[[800, 300], [400, 600]]), [514, 286, 429]);
    // A row that is better whatever the other does; then a saddle.
    near(solved(&[[700, 650], [200, 100]]), [650, 1000, 0]);
    // Rock, paper, scissors.
    let ([low, high], french, allied) = solve(&[vec![500, 0, 1000], vec![1000, 500, 0], vec![0, 1000, 500]]);
    assert!((495..=500).contains(&low) && (500..=505).contains(&high), "{low} to {high}");
    for rounds in [french, allied] {
        let all: u64 = rounds.iter().sum();
        assert!(rounds.iter().all(|own| (own * 1000 / all).abs_diff(333) <= 15), "{rounds:?}");
    }
    assert_eq!(solve(&[]).0, [0, 1000], "nobody plays: nothing is known");
}

#[test]
fn intervals_are_those_of_so_many_games() {
    let score = |games, french, drawn| Score { games, french, drawn, ..Score::default() };
    assert_eq!((worth(&score(100, 50, 0)), spread(&score(100, 50, 0))), (500, 98));
    assert_eq!((worth(&score(400, 180, 40)), spread(&score(400, 180, 40))), (500, 49));
    assert_eq!((worth(&score(200, 200, 0)), spread(&score(200, 200, 0))), (1000, 0));
    assert_eq!((worth(&Score::default()), spread(&Score::default())), (0, 0));
}
