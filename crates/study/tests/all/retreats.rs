//! Captains fight, and who loses a close action goes back.

use dice::{Seed, Stream};
use empire::state::event::Bar;
use empire::{Empire, What};
use engine::{Played as _, Session};
use games::Setup;
use general::{Captained as _, Seats};
use rayon::prelude::*;
use table::Inches;

/// What retreats after lost close actions came to.
#[derive(Clone, Copy, Debug, Default)]
struct Retreats {
    all: u32,
    /// They were no more than this.
    none: u32,
    stopped: u32,
    charged_again: u32,
}

/// Retreats of a battle between captains. Those of 0" are looked at: something bars the way, and is named.
fn retreats(seed: u64) -> Retreats {
    let file = games::find("hassenhausen-at-eight").unwrap();
    let (battle, rules) = Setup::new(file).open::<Empire>().unwrap();
    let mut session = Session::new(Empire::start(&battle, rules));
    let mut captains = Seats::<Empire> { french: Empire::captain(), allied: Empire::captain() };
    session.play(&mut Stream::new(Seed::from_number(seed), 0), &mut captains, 50_000).unwrap();
    let mut found = Retreats::default();
    let (mut beaten, mut last_beaten) = (None, None);
    for told in session.log() {
        match &told.event.what {
            What::Victory { unit, over, .. } => (beaten, last_beaten) = (Some((*over, *unit)), Some(*over)),
            What::Charges { target, .. } => {
                found.charged_again += u32::from(last_beaten.take() == Some(*target));
            }
            What::GoesBack { unit, by, bar } => {
                let Some((_, victor)) = beaten.take_if(|(loser, _)| loser == unit) else { continue };
                found.all += 1;
                found.stopped += u32::from(bar.is_some());
                found.none += u32::from(*by == Inches::ZERO);
                let sentence = session.game().sentence(&told.event);
                assert_ne!(*bar, Some(Bar::Enemy(victor)), "seed {seed}: {sentence}");
                assert!(*by > Inches::ZERO || bar.is_some(), "seed {seed}: {sentence}");
                if let Some(Bar::Enemy(enemy)) = bar {
                    let name = session.game().name(*enemy);
                    assert!(sentence.contains(&**name), "seed {seed}: {sentence}");
                }
                if *by == Inches::ZERO {
                    println!("seed {seed}: {sentence}");
                }
            }
            // Whatever goes back now does so for another reason.
            What::PhaseBegins { .. } | What::ImpulseBegins { .. } | What::MeTests { .. } => beaten = None,
            _ => {}
        }
    }
    found
}

fn of_many(seeds: std::ops::Range<u64>) -> Retreats {
    let found: Vec<Retreats> = seeds.into_par_iter().map(retreats).collect();
    found.into_iter().fold(Retreats::default(), |sum, one| Retreats {
        all: sum.all + one.all,
        none: sum.none + one.none,
        stopped: sum.stopped + one.stopped,
        charged_again: sum.charged_again + one.charged_again,
    })
}

#[test]
fn who_loses_a_close_action_goes_back_but_where_the_way_is_barred() {
    let found = of_many(0..12);
    println!("{found:?}");
    assert!(found.all > 40, "{found:?}");
    // It was 41 in a hundred while the victor stood in the way.
    assert!(found.none * 20 <= found.all, "{found:?}");
}

/// `cargo test --release -p study --test all -- --ignored --nocapture retreats`.
#[test]
#[ignore = "it takes minutes"]
fn who_loses_in_sixty_battles_goes_back() {
    let found = of_many(0..60);
    println!("{found:?}");
    assert!(found.none * 20 <= found.all, "{found:?}");
}
