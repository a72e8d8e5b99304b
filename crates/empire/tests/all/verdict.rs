//! How a battle is decided, as it is told before it is.

use crate::setup::{battle, rules};
use empire::Empire;
use engine::{Played as _, Side};

/// An army of several MEs breaks by MEs that are spent, one of a single ME by its units: each is told of what it is.
#[test]
fn what_breaks_an_army_is_told_in_what_is_counted() {
    let rules = rules();
    let poserna = include_str!("../../../../battles/poserna-in-august/battle.toml");
    let decision = Empire::start(&battle(poserna, &rules), std::sync::Arc::clone(&rules)).decision();
    let counted = decision.counted.unwrap();
    for side in Side::BOTH {
        assert_eq!((counted[side].what, counted[side].of, counted[side].are), ("ME", 2, "spent"), "{side:?}");
        assert_eq!(decision.breaks.unwrap()[side], 1, "half of two: {side:?}");
        assert_eq!(decision.breaking[side], 0, "{side:?}");
    }
    assert!(decision.broken_means.unwrap().contains("half or more of its units"));
    let teaching = include_str!("../../../../battles/hassenhausen-at-eight/battle.toml");
    let game = Empire::start(&battle(teaching, &rules), std::sync::Arc::clone(&rules));
    let decision = game.decision();
    for side in Side::BOTH {
        let counted = &decision.counted.as_ref().unwrap()[side];
        let units = game.units_drawn().into_iter().filter(|unit| unit.side == side).count() as u32;
        match counted.what {
            "unit" => assert_eq!(counted.of, units, "{side:?}"),
            _ => assert!(counted.of > 1 && counted.of < units, "{side:?}: {counted:?}"),
        }
        assert_eq!(decision.breaks.unwrap()[side], counted.of.div_ceil(2), "{side:?}");
    }
}
