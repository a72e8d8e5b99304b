//! Ranges, arcs, sight, reach and command of orders, by the functions the rules measure with.

use crate::overlay::{OfUnit, RingShown, SightShown, ZoneShown};
use crate::view::pair;
use engine::{Cite, rule_name};
use orders::words::{Arm, Formation};
use orders::{Orders, Unit, UnitId, command, fire, ground};
use table::{Inches, Point};

type Ids = <Orders as engine::Played>::Ids;

fn shape(points: Vec<Point>) -> Vec<[i32; 2]> {
    points.into_iter().map(pair).collect()
}

pub(super) fn of_unit(game: &Orders, id: UnitId) -> OfUnit {
    let unit = game.unit(id);
    let mut found =
        OfUnit { unit: id, bands: Vec::new(), arcs: Vec::new(), reach: Vec::new(), sights: Vec::new() };
    let Some(rect) = unit.rect() else { return found };
    fire_zones(game, unit, &mut found);
    if let Some((rule, rate)) = game.rules.rate(unit.arm(), unit.formation) {
        let outline = shape(rect.fan(0x2000, Inches::ZERO, rate));
        let rule = rule_name::<Ids>(rule);
        found.reach.push(ZoneShown { text: "march", from: Inches::ZERO, to: rate, rule, outline });
    }
    found.sights = game
        .of(unit.side().enemy())
        .filter_map(|(enemy, body)| {
            let to = body.rect()?.nearest_point_to(rect.front_centre()).stored();
            let clear = ground::line_clear(game, id, enemy);
            let shot = orders::Shot { unit: id, target: enemy };
            let refused = fire::check_shot(game, unit.side(), shot).err();
            Some(SightShown {
                unit: enemy,
                from: pair(rect.front_centre().stored()),
                to: pair(to),
                clear,
                by: refused.iter().filter(|_| !clear).map(|refusal| refusal.why.clone()).collect(),
                distance: rect.distance(body.rect()?),
                in_shot: refused.is_none(),
            })
        })
        .collect();
    found
}

fn fire_zones(game: &Orders, unit: &Unit, found: &mut OfUnit) {
    let Some(rect) = unit.rect() else { return };
    let Some((arc_rule, arc)) = game.rules.arc(unit.arm()) else { return };
    let mut bands: Vec<(&'static str, Inches, Inches, &'static str)> = Vec::new();
    match (unit.profile.gun, unit.formation) {
        (Some(gun), Formation::Unlimbered) => {
            let mut from = Inches::ZERO;
            let reach = game.rules.gun_reach(gun).unwrap_or(Inches::ZERO);
            for to in (3..=12).step_by(3).map(Inches::whole).filter(|to| *to <= reach) {
                if let Some((rule, pool)) = game.rules.guns(gun, to) {
                    let text = match pool.count {
                        1 => "1 die",
                        2 => "2 dice",
                        3 => "3 dice",
                        _ => "4 dice",
                    };
                    bands.push((text, from, to, rule_name::<Ids>(rule)));
                }
                from = to;
            }
        }
        (Some(_), _) => return,
        (None, _) => {
            if let Some((rule, reach)) = game.rules.fire_range(unit.arm()) {
                let text = if unit.arm() == Arm::Infantry { "musketry" } else { "carbines" };
                bands.push((text, Inches::ZERO, reach, rule_name::<Ids>(rule)));
            }
        }
    }
    let most = bands.iter().map(|(_, _, to, _)| *to).max().unwrap_or(Inches::ZERO);
    for (text, from, to, rule) in bands {
        found.bands.push(ZoneShown { text, from, to, rule, outline: shape(rect.fan(arc, from, to)) });
    }
    let rule = Cite::<Ids>::from(arc_rule).id();
    let outline = shape(rect.fan(arc, Inches::ZERO, most));
    found.arcs.push(ZoneShown { text: "arc of fire", from: Inches::ZERO, to: most, rule, outline });
}

/// Each corps commander's ring.
pub(super) fn rings(game: &Orders) -> Vec<RingShown> {
    game.leader_ids()
        .zip(&game.leaders)
        .filter(|(_, leader)| leader.is_present())
        .filter_map(|(id, leader)| {
            let corps = leader.corps?;
            let (rule, range) = command::corps_radius(game, corps)?;
            let rect = command::leader_rect(game, leader)?;
            Some(RingShown {
                general: id,
                side: leader.side,
                text: format!("{}, {}", leader.name, game.corps(corps).name),
                range,
                rule: rule_name::<Ids>(rule),
                outline: shape(rect.around(range)),
            })
        })
        .collect()
}
