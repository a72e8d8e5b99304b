//! Fatigue: modifiers; its bands stand alone.

use crate::ids::FatigueWhen;
use engine::{InForce, Modifiers};

engine::charts! {
    "fatigue-modifier" "Fatigue: modifiers", modifiers() {
        when: [word FatigueWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=100],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    pub(crate) modifiers: Modifiers<FatigueWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers { modifiers: rules.modifiers("fatigue-modifier") }
    }
}
