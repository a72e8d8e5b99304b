//! What the rules let a battalion do before horse. They know which nation has which drill.

use volley::formation::has_formation;
use volley::stand::closes_up_into;
use volley::words::Formation;
use volley::{Unit, Volley};

/// Whether foot that stands in a formation can still close up when horse charges it.
pub(super) fn closes_up(view: &Volley, unit: &Unit, formation: Formation) -> bool {
    closes_up_into(&view.rules, unit.nation(), formation).is_some()
}

/// The formation foot is safe from horse in.
pub(super) fn closed(view: &Volley, unit: &Unit) -> Formation {
    let square = has_formation(&view.rules, unit.nation(), unit.arm(), Formation::Square);
    if square { Formation::Square } else { Formation::Masse }
}
