//! The numbers, as the code wants them: by rule id, without strings.

use crate::ids::{RULES, RULINGS, VolleyWhen, house};
use engine::{InForce, Modifiers};
use rulebook::{GameSpec, SheetRules};
use table::{Footprint, Inches};

engine::charts! {
    "count" "Numbers" { count: [int 1..=60] }
    "distance" "Distances" { inches: [inches 0..=24_000] }
    "rate" "Dice by figures" { rate: [ratio] }
    "need" "Rolls" { need: [int 2..=6] }
    "volley-modifier" "Volleys: modifiers", modifiers() {
        when: [word VolleyWhen],
        modifier "mod": [int -6..=6],
        per: [maybe int 1..=24],
    }
}

/// The game as its ruleset files know it.
pub(crate) static SPEC: GameSpec =
    GameSpec { name: "meadow", sheets: &["meadow"], rules: &RULES, charts: CHARTS, rulings: &RULINGS };

engine::ruleset_files! {
    /// The ruleset files, as built into the binary.
    pub(crate) static FILES = "meadow";
    "ledger.toml",
    "rulings.toml",
    "sequence.toml",
    "advance.toml",
    "volley.toml",
    "rally.toml"
}

/// The rules in force.
#[derive(Clone, Debug)]
pub struct Rules {
    in_force: InForce,
    pub(crate) volley_modifiers: Modifiers<VolleyWhen>,
}

impl std::ops::Deref for Rules {
    type Target = InForce;
    fn deref(&self) -> &InForce {
        &self.in_force
    }
}

impl From<SheetRules> for Rules {
    fn from(source: SheetRules) -> Rules {
        let in_force = InForce::new(source, RULES.len());
        Rules { volley_modifiers: in_force.modifiers("volley-modifier"), in_force }
    }
}

impl Rules {
    /// The ground a company covers (ruling base).
    pub(crate) fn footprint(&self) -> Footprint {
        Footprint::new(self.ruled(house!("base")), Inches::whole(1))
    }
}
