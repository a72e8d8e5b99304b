//! The charts on the desk: each calls the function that the game calls.

use crate::charts::Rules;
use crate::ids::{Ids, rule};
use crate::rules::rally::{Nerve, rally};
use crate::rules::volley::{Shot, hits};
use crate::state::event::Working;
use crate::state::game::Meadow;
use dice::{Dice, d6};
use engine::desk::{Bars, Chart, Desk, Found, Liking, Value, count, found};
use engine::outlook::Roll;

engine::desk! {
    /// The charts, in the order of play.
    pub enum Charts of Meadow { Shot, Nerve }
}

impl Desk for Meadow {
    type Charts = Charts;

    const BARS: &'static [Bars] = &[Bars::new("hits", "Figures taken off", Liking::Good)];
}

impl Chart<Meadow> for Shot {
    const NAME: &'static str = "volley";
    const TITLE: &'static str = "A volley";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("hits", count(hits(dice, rules, self)?))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let reach = rules.inches(rule!("meadow.volley.range"))?;
        let inches = i32::try_from(self.range).unwrap_or(i32::MAX);
        (inches.saturating_mul(1000) > reach.0).then(|| format!("nobody fires farther than {reach}"))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let (face, working) = self.need(rules);
        vec![Roll::hits(
            "The volley of {unit}",
            rule!("meadow.volley.dice"),
            d6(self.dice(rules)),
            face,
            working,
        )]
    }
}

impl Chart<Meadow> for Nerve {
    const NAME: &'static str = "rally";
    const TITLE: &'static str = "Rallying";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let rallied = rally(dice, rules, self)?;
        Ok(found([("result", Value::Word(rallied.word()))]).ends(rallied.told()))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let need = rule!("meadow.rally.need");
        let mut working = Working::default();
        let Some(face) = rules.int(need) else { return Vec::new() };
        working.add(need, face);
        vec![Roll::hits("{unit} rall[ies|y]", need, d6(1), face.unsigned_abs(), working)]
    }
}
