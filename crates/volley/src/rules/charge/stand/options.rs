//! Phases 5 and 10: what a charged unit, and the one that charges it, may choose by the sheet, whatever the table shows.

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::state::words::{Formation, Nation, Sheet};
use rulebook::RuleId;

/// The closed formation infantry that passes may take, by nation and formation, with its rule.
pub fn closes_up_into(rules: &Rules, nation: Nation, formation: Formation) -> Option<(Formation, RuleId)> {
    let (into, rule) = match (nation, formation) {
        (_, Formation::Square | Formation::Masse) => return None,
        (Nation::Austrian, Formation::Column) => (Formation::Masse, rule!("volley.stand.pass.masse")),
        (Nation::Prussian, _) => (Formation::Square, rule!("volley.stand.pass.prussian-square")),
        (Nation::French, _) => (Formation::Square, rule!("volley.stand.pass.french-square")),
        (Nation::British, Formation::Line) => (Formation::Square, rule!("volley.stand.pass.british-square")),
        (Nation::Austrian | Nation::British, _) => return None,
    };
    rules.on(rule).then_some((into, rule))
}

/// Whether a unit that passes may meet charging infantry by a charge of its own.
pub fn may_counter_charge(rules: &Rules, nation: Nation, formation: Formation) -> bool {
    nation == Nation::British
        && formation == Formation::Line
        && rules.on(rule!("volley.stand.pass.british-countercharge"))
        && !rules.plays(house!("stand.british-countercharge", "off"))
}

/// The face wavering infantry needs to form square before cavalry, where it may try.
pub fn late_square(rules: &Rules, nation: Nation, formation: Formation, by_cavalry: bool) -> Option<u32> {
    let need = rules.int(rule!("volley.stand.fail12.british-square"))?;
    (by_cavalry && nation == Nation::British && !formation.is_closed()).then_some(need.max(2) as u32)
}

/// Figures the Guard loses to go in though it is held off, where the sheet or the house lets it.
pub fn press_price(rules: &Rules) -> Option<u32> {
    let br8 = rules.flag(house!("br8.guard")) && rules.sheet == Sheet::Br8;
    let price = rules.int(rule!("volley.stand.pass.guard")).or(br8.then_some(1))?;
    (!rules.plays(house!("stand.guard", "off"))).then_some(price.max(0) as u32)
}
