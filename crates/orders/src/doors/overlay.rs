//! Ranges, arcs, sight, reach and command, by the functions the rules measure with.

use crate::ids::Ids;
use crate::rules::fire;
use crate::rules::ground;
use crate::state::answer::Shot;
use crate::state::game::Orders;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Formation};
use engine::event::Deed;
use engine::overlay::{Look, Overlaid, Overlay, Zone};
use engine::rule_name;
use rulebook::RuleId;
use table::{EIGHTH, Inches, Rect};

impl Overlaid for Orders {
    fn overlay(&self, id: UnitId) -> Option<Overlay> {
        let unit = self.get(id).filter(|unit| unit.on_table())?;
        let rect = unit.rect()?;
        let mut overlay = Overlay::default();
        fire_zones(self, unit, rect, &mut overlay);
        if let Some((rule, rate)) = self.rules.rate(unit.arm(), unit.formation) {
            let outline = rect.fan(EIGHTH, Inches::ZERO, rate);
            let (text, rule) = ("march".to_owned(), rule_name::<Ids>(rule));
            overlay.reach.push((Deed::Marches, Zone { text, from: Inches::ZERO, to: rate, rule, outline }));
        }
        let enemies = self.of(unit.side().enemy());
        overlay.looks =
            enemies.filter_map(|(enemy, body)| look(self, id, rect, enemy, body.rect()?)).collect();
        Some(overlay)
    }
}

fn look(game: &Orders, unit: UnitId, rect: &Rect, enemy: UnitId, there: &Rect) -> Option<Look> {
    let clear = ground::line_clear(game, unit, enemy);
    let refused = fire::check_shot(game, game.unit(unit).side(), Shot { unit, target: enemy }).err();
    Some(Look {
        unit: enemy,
        from: rect.front_centre().stored(),
        to: there.nearest_point_to(rect.front_centre()).stored(),
        clear,
        by: if clear { Vec::new() } else { ground::hidden_by(game, unit, enemy) },
        distance: rect.distance(there),
        in_shot: refused.is_none(),
    })
}

fn fire_zones(game: &Orders, unit: &Unit, rect: &Rect, overlay: &mut Overlay) {
    let rules = &game.rules;
    let Some((arc_rule, arc)) = rules.arc(unit.arm()) else { return };
    let bands: Vec<(String, Inches, Inches, RuleId)> = match (unit.profile.gun, unit.formation) {
        (Some(gun), Formation::Unlimbered) => {
            let dice = |count: u32| if count == 1 { "1 die".to_owned() } else { format!("{count} dice") };
            let bands = rules.gun_bands(gun).into_iter();
            bands.map(|(from, to, rule, pool)| (dice(pool.count), from, to, rule)).collect()
        }
        (Some(_), _) => return,
        (None, _) => {
            let text = if unit.arm() == Arm::Infantry { "musketry" } else { "carbines" };
            let range = rules.fire_range(unit.arm());
            range.map(|(rule, to)| (text.to_owned(), Inches::ZERO, to, rule)).into_iter().collect()
        }
    };
    let most = bands.iter().map(|(_, _, to, _)| *to).max().unwrap_or(Inches::ZERO);
    for (text, from, to, rule) in bands {
        let rule = rule_name::<Ids>(rule);
        overlay.bands.push(Zone { text, from, to, rule, outline: rect.fan(arc, from, to) });
    }
    overlay.arcs.push(Zone {
        text: "arc of fire".to_owned(),
        from: Inches::ZERO,
        to: most,
        rule: rule_name::<Ids>(arc_rule),
        outline: rect.fan(arc, Inches::ZERO, most),
    });
}
