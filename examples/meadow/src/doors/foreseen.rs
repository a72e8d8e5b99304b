//! What may come of an answer, and what is drawn over the table.

use crate::ids::{Ids, rule};
use crate::rules::volley::About;
use crate::state::game::Meadow;
use engine::outlook::Foreseen;
use engine::overlay::{Overlaid, Overlay, Zone};
use engine::{Side, UnitId, rule_name};
use table::Inches;

impl Foreseen for Meadow {
    type About = About;

    fn present(&self, unit: UnitId) -> Option<(Side, &str)> {
        let company = self.units.get(usize::from(unit.0)).filter(|company| !company.is_gone())?;
        Some((company.side, &company.name))
    }

    fn is_measured(&self) -> bool {
        self.measured
    }
}

impl Overlaid for Meadow {
    /// How far a company fires: all round.
    fn overlay(&self, unit: UnitId) -> Option<Overlay> {
        self.present(unit)?;
        let rect = self.rect(unit)?;
        let rule = rule!("meadow.volley.range");
        let range = self.rules.inches(rule).map(|to| Zone {
            text: "volley".to_owned(),
            from: Inches::ZERO,
            to,
            rule: rule_name::<Ids>(rule),
            outline: rect.around(to),
        });
        Some(Overlay { bands: range.into_iter().collect(), ..Overlay::default() })
    }
}
