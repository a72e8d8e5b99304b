//! Under which line of the log each line hangs.

use engine::Told;
use seat::causes::causes;
use volley::words::{Band, Phase, Test, Verdict};
use volley::{Event, Standing, UnitId, Volley, What};

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);
const C: UnitId = UnitId(2);

/// Steps with their events, and for each event the one it follows from.
#[track_caller]
fn check(steps: Vec<Vec<What>>, expected: &[Option<usize>]) {
    let mut told = Vec::new();
    let mut ends = Vec::new();
    for what in steps.into_iter().map(Vec::into_iter) {
        told.extend(what.map(|what| Told { throws: Vec::new(), event: Event::new(what, &[]) }));
        ends.push(told.len());
    }
    assert_eq!(causes::<Volley>(&told, &ends), expected);
}

fn phase(number: u8, phase: Phase) -> What {
    What::PhaseBegins { number, phase }
}
fn fires(target: UnitId) -> What {
    What::Fires { battery: C, target, band: Band::Close, dice: 4, need: 4, carried: false }
}
fn tests(unit: UnitId, test: Test) -> What {
    What::Tests { unit, test, target: 4, owed: None }
}
fn tested(unit: UnitId, test: Test, verdict: Verdict) -> What {
    What::Tested { unit, test, verdict }
}

#[test]
fn losses_follow_from_hits_and_tests_from_losses() {
    check(
        vec![
            vec![What::TurnBegins { turn: 1 }, phase(1, Phase::Artillery)],
            vec![fires(A), What::Hit { unit: A, by: C, hits: 2 }],
            vec![fires(B), What::Hit { unit: B, by: C, hits: 1 }],
            vec![What::Lost { unit: A, figures: 2 }, What::Lost { unit: B, figures: 1 }],
            vec![phase(2, Phase::ArtilleryMorale)],
            vec![
                tests(A, Test::Artillery),
                tested(A, Test::Artillery, Verdict::Fail),
                What::Halted { unit: A },
            ],
        ],
        &[None, None, None, Some(2), None, Some(4), Some(3), Some(5), None, Some(6), Some(9), Some(10)],
    );
}

#[test]
fn a_loss_hangs_under_the_shot_that_hit() {
    check(
        vec![
            vec![phase(1, Phase::Artillery)],
            vec![fires(A), What::Hit { unit: A, by: C, hits: 1 }],
            vec![fires(A), What::Hit { unit: A, by: B, hits: 0 }],
            vec![What::Lost { unit: A, figures: 1 }],
        ],
        &[None, None, Some(1), None, Some(3), Some(2)],
    );
}

#[test]
fn a_general_rides_off_because_his_own_unit_is_gone() {
    let general = volley::GeneralId(0);
    check(
        vec![
            vec![phase(1, Phase::Artillery)],
            vec![
                What::Lost { unit: B, figures: 1 },
                What::Lost { unit: A, figures: 1 },
                What::Gone { unit: A, how: Standing::WipedOut },
                What::GeneralMoves { general, from: Some(A), to: Some(C) },
            ],
        ],
        &[None, None, Some(1), Some(2), Some(3)],
    );
}

#[test]
fn neighbours_take_fright_at_a_rout() {
    check(
        vec![
            vec![phase(2, Phase::ArtilleryMorale)],
            vec![
                tests(A, Test::Artillery),
                tested(A, Test::Artillery, Verdict::Rout),
                What::Gone { unit: A, how: Standing::Routed },
                tests(B, Test::Artillery),
                tested(B, Test::Artillery, Verdict::Pass),
            ],
        ],
        &[None, None, Some(1), Some(2), Some(3), Some(4)],
    );
}

#[test]
fn who_is_ridden_down_on_the_way_falls_to_the_charge_and_not_to_an_earlier_shot() {
    check(
        vec![
            vec![What::TurnBegins { turn: 1 }, phase(1, Phase::Artillery)],
            vec![fires(B), What::Hit { unit: B, by: C, hits: 1 }, What::Lost { unit: B, figures: 1 }],
            vec![phase(3, Phase::FrenchMove)],
            vec![
                What::Charges { unit: A, target: C, flank: false },
                What::Meets { unit: A, target: C, on_way: vec![B], reached: true },
            ],
            vec![phase(6, Phase::FirstMelee)],
            vec![What::RiddenDown { unit: B, by: A }],
            vec![What::RiddenDown { unit: C, by: A }],
        ],
        &[None, None, None, Some(2), Some(3), None, None, Some(6), None, Some(7), Some(6)],
    );
}

#[test]
fn a_charge_draws_fire_and_a_new_turn_knows_nothing_of_it() {
    let shoots = |target: UnitId| What::Shoots { unit: C, target, dice: 3, need: 5 };
    check(
        vec![
            vec![phase(3, Phase::FrenchMove)],
            vec![What::Charges { unit: A, target: B, flank: false }],
            vec![shoots(A), What::Hit { unit: A, by: C, hits: 1 }],
            vec![phase(5, Phase::OpponentStand)],
            vec![tests(B, Test::Stand)],
            vec![What::TurnBegins { turn: 2 }, phase(3, Phase::FrenchMove)],
            vec![shoots(A)],
        ],
        &[None, None, Some(1), Some(2), None, Some(1), None, None, None],
    );
}
