//! Leader loss: modifiers; its bands stand alone.

use crate::ids::LeaderLossWhen;
use engine::{InForce, Modifiers};

engine::charts! {
    "leader-loss-modifier" "Leader loss: modifiers", modifiers() {
        when: [word LeaderLossWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=100],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    pub(crate) modifiers: Modifiers<LeaderLossWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        Numbers { modifiers: rules.modifiers("leader-loss-modifier") }
    }
}
