//! What can be laid over the table for a unit: how far it fires and whither, whom it sees, and how far it could go.

use crate::ids::{Ids, house};
use crate::rules::fire::{gunnery, musketry};
use crate::rules::ground::measure::{arc, has_no_flanks, is_in_arc, range, sees};
use crate::rules::march::manoeuvre;
use crate::state::game::Empire;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Band};
use engine::Cite;
use engine::event::Deed;
use engine::overlay::{Look, Overlaid, Overlay, Zone};
use table::{Inches, Limits, Point, Rect};

/// Wheels the outline of a march is drawn with.
const RAYS: usize = 17;
/// A march is drawn with a quarter turn at most.
const MOST_WHEEL: i32 = 0x4000;

impl Overlaid for Empire {
    fn overlay(&self, unit: UnitId) -> Option<Overlay> {
        let body = self.get(unit).filter(|body| body.on_table())?;
        let rect = body.rect()?;
        let mut overlay = Overlay::default();
        fire(self, body, rect, &mut overlay);
        march(self, unit, &mut overlay);
        overlay.looks = looks(self, unit);
        Some(overlay)
    }
}

/// Whether it has anything to fire with as it stands.
fn is_armed(unit: &Unit) -> bool {
    musketry::has_arms(unit) || gunnery::is_in_action(unit)
}

fn fire(game: &Empire, unit: &Unit, rect: &Rect, overlay: &mut Overlay) {
    let Some((rule, ends)) = game.rules.shared.ends(unit.profile.weapon).filter(|_| is_armed(unit)) else {
        return;
    };
    let all_round = has_no_flanks(unit) && !unit.formation.is_unformed();
    let outline = |from: Inches, to: Inches| -> Vec<Point> {
        if all_round { rect.around(to) } else { rect.fan(arc(&game.rules), from, to) }
    };
    let (text, far) = (if all_round { "all round" } else { "arc of fire" }, ends[2]);
    let by = Cite::<Ids>::from(house!("arcs")).id();
    let whole = outline(Inches::ZERO, far);
    overlay.arcs.push(Zone { text: text.to_owned(), from: Inches::ZERO, to: far, rule: by, outline: whole });
    let rule = Cite::<Ids>::from(rule).id();
    let mut from = Inches::ZERO;
    for ((word, _), to) in Band::WORDS.iter().zip(ends) {
        overlay.bands.push(Zone { text: (*word).to_owned(), from, to, rule, outline: outline(from, to) });
        from = to;
    }
}

/// As far as the unit could go if nothing were in its way.
fn march(game: &Empire, id: UnitId, overlay: &mut Overlay) {
    let unit = game.unit(id);
    let limits = Limits { allowance: manoeuvre::most(game, id), max_wheel: MOST_WHEEL };
    let Some(pose) = unit.pose.filter(|_| limits.allowance > Inches::ZERO) else { return };
    let ends = table::reach(pose, unit.footprint(), limits, RAYS, |_| false);
    let outline = std::iter::once(pose.at).chain(ends.into_iter().map(|end| end.at)).collect();
    let rule = Cite::<Ids>::from(house!("impulse.course")).id();
    let text = "march".to_owned();
    overlay
        .reach
        .push((Deed::Marches, Zone { text, from: Inches::ZERO, to: limits.allowance, rule, outline }));
}

fn looks(game: &Empire, id: UnitId) -> Vec<Look> {
    let unit = game.unit(id);
    let Some(eye) = unit.rect().map(|rect| rect.front_centre().stored()) else { return Vec::new() };
    let in_shot = match unit.arm() {
        Arm::Artillery if gunnery::is_in_action(unit) => gunnery::targets(game, id),
        Arm::Artillery => Vec::new(),
        Arm::Infantry | Arm::Cavalry if is_armed(unit) => musketry::targets(game, id),
        Arm::Infantry | Arm::Cavalry => Vec::new(),
    };
    let enemies = game.of(unit.side().enemy()).map(|(enemy, _)| enemy);
    let look = |enemy: UnitId| {
        let rect = game.unit(enemy).rect()?;
        Some(Look {
            unit: enemy,
            from: eye,
            to: rect.centre().stored(),
            clear: sees(game, id, enemy),
            by: Vec::new(),
            distance: range(game, id, enemy)?,
            in_shot: in_shot.contains(&enemy) && is_in_arc(game, id, enemy),
        })
    };
    enemies.filter_map(look).collect()
}
