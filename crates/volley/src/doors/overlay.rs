//! What can be laid over the table for a unit: how far it shoots and whither, whom it sees and what hides the rest, how
//! far it could go; and the rings of command. All by the functions the rules measure with.

use crate::ids::{house, rule};
use crate::rules::charge::never_charges;
use crate::rules::fire::bombardment;
use crate::rules::fire::shooting::is_armed;
use crate::rules::ground::facts::{Arc, InShot, Looking, Wanted, arc_of, muzzle};
use crate::rules::orders::movement::{is_emplaced, rate_of};
use crate::state::game::Volley;
use crate::state::refusal::Cite;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Band, Formation};
use engine::Fact as _;
use engine::event::Deed;
use engine::outlook::measuring;
use engine::overlay::{Look, Overlaid, Overlay, Zone};
use table::{Bearing, Blocker, Footprint, Inches, Point, Pose, Rect, Sight, Terrain};

/// Wheels the outline of a march is drawn with.
const RAYS: usize = 17;

impl Overlaid for Volley {
    fn overlay(&self, unit: UnitId) -> Option<Overlay> {
        of_unit(self, unit)
    }
}

fn of_unit(game: &Volley, id: UnitId) -> Option<Overlay> {
    let unit = game.get(id).filter(|unit| unit.on_table())?;
    let rect = unit.rect()?;
    let mut overlay = Overlay::default();
    shooting(game, id, rect, &mut overlay);
    if unit.is(Arm::Artillery) && unit.formation == Formation::Unlimbered {
        cannonade(game, id, &mut overlay);
    }
    firefight(game, unit, rect, &mut overlay);
    march(game, id, &mut overlay);
    charge(game, id, rect, &mut overlay);
    overlay.looks = looks(game, id);
    Some(overlay)
}

// ----------------------------------------------------------------------- fire ----

/// Phases 3 and 8.
fn shooting(game: &Volley, id: UnitId, rect: &Rect, overlay: &mut Overlay) {
    let unit = game.unit(id);
    let shoots = is_armed(&game.rules, unit.arm(), unit.formation);
    let Some(range) = game.rules.inches(rule!("volley.shoot.range")).filter(|_| shoots) else { return };
    let by = Cite::from(rule!("volley.shoot.range")).id();
    let (text, arc, outline) = match arc_of(game, unit) {
        Arc::AllRound => ("all round", Cite::from(house!("skirm.shoot")).id(), rect.around(range)),
        Arc::Ahead => {
            let Some((pose, strip)) = muzzle(game, id) else { return };
            (
                "straight ahead",
                Cite::from(rule!("volley.p1.arc")).id(),
                ahead(pose, strip, Inches::ZERO, range),
            )
        }
        Arc::Fan(angle) => {
            let fan = rect.fan(angle, Inches::ZERO, range);
            ("arc of fire", Cite::from(house!("shoot.arc")).id(), fan)
        }
    };
    overlay.arcs.push(Zone {
        text: text.to_owned(),
        from: Inches::ZERO,
        to: range,
        rule: arc,
        outline: outline.clone(),
    });
    // Guns have their own ranges in phase 1; within this they also shoot in the enemy's movement phase.
    let text = if unit.is(Arm::Artillery) { "while the enemy moves" } else { "volley" };
    overlay.bands.push(Zone { text: text.to_owned(), from: Inches::ZERO, to: range, rule: by, outline });
}

/// Phase 1: the artillery stick, straight ahead.
fn cannonade(game: &Volley, id: UnitId, overlay: &mut Overlay) {
    let Some((pose, strip)) = muzzle(game, id) else { return };
    let stick = game.rules.ruled_list(house!("artillery.stick"));
    let rule = Cite::from(house!("artillery.stick")).id();
    let mut from = Inches::ZERO;
    for (band, to) in [Band::Close, Band::Middle, Band::Long].into_iter().zip(stick) {
        let to = Inches(*to);
        let outline = ahead(pose, strip, from, to);
        overlay.bands.push(Zone { text: band.word().to_owned(), from, to, rule, outline });
        from = to;
    }
    let outline = ahead(pose, strip, Inches::ZERO, from);
    let rule = Cite::from(rule!("volley.p1.arc")).id();
    overlay
        .arcs
        .insert(0, Zone { text: "straight ahead".to_owned(), from: Inches::ZERO, to: from, rule, outline });
}

fn ahead(pose: Pose, strip: Footprint, from: Inches, to: Inches) -> Vec<Point> {
    let rect = table::strip_ahead(pose.ahead(from), strip.width, to - from);
    rect.corners().map(table::Vec2::stored).to_vec()
}

/// Lines that come so near each other are locked.
fn firefight(game: &Volley, unit: &Unit, rect: &Rect, overlay: &mut Overlay) {
    let rule = rule!("volley.move.firefight.distance");
    let line = unit.is_formed_infantry() && unit.formation == Formation::Line;
    let Some(to) = game.rules.inches(rule).filter(|_| line) else { return };
    let zone = Zone {
        text: "firefight".to_owned(),
        from: Inches::ZERO,
        to,
        rule: Cite::from(rule).id(),
        outline: rect.around(to),
    };
    overlay.bands.push(zone);
}

// ---------------------------------------------------------------------- moves ----

/// As far as the unit could go if nothing were in its way.
fn march(game: &Volley, id: UnitId, overlay: &mut Overlay) {
    let unit = game.unit(id);
    let limits = game.limits(id);
    let (Some(pose), Some(rate)) = (unit.pose, rate_of(&game.rules, unit)) else { return };
    if limits.allowance <= Inches::ZERO || is_emplaced(game, unit) {
        return;
    }
    let footprint = unit.footprint(&game.rules);
    let outline = if game.moves_freely(unit) {
        let ray = |n: u16| pose.at.ahead(Bearing(n * 2048), limits.allowance);
        (0..32).map(ray).collect()
    } else {
        let ends = table::reach(pose, footprint, limits, RAYS, |_| false);
        std::iter::once(pose.at).chain(ends.into_iter().map(|end| end.at)).collect()
    };
    let (from, to, rule) = (Inches::ZERO, limits.allowance, Cite::from(rate).id());
    overlay.reach.push((Deed::Marches, Zone { text: "march".to_owned(), from, to, rule, outline }));
}

/// As far as it could charge with the best of dice; nothing for who cannot charge as it stands.
fn charge(game: &Volley, id: UnitId, rect: &Rect, overlay: &mut Overlay) {
    let unit = game.unit(id);
    let never = never_charges(&game.rules, unit.nation(), unit.arm(), unit.formation).is_some();
    if never || unit.charge_refused {
        return;
    }
    let rule = match unit.arm() {
        Arm::Infantry => rule!("volley.charge.inf.move"),
        Arm::Cavalry => rule!("volley.charge.cav.bonus"),
        Arm::Skirmishers | Arm::Artillery => return,
    };
    let to = game.charge_rate(id, false) + game.most_bonus(unit);
    let outline = rect.fan(game.most_wheel(), Inches::ZERO, to);
    let (from, rule) = (Inches::ZERO, Cite::from(rule).id());
    overlay.reach.push((Deed::Charges, Zone { text: "charge at most".to_owned(), from, to, rule, outline }));
}

// ---------------------------------------------------------------------- sight ----

fn looks(game: &Volley, id: UnitId) -> Vec<Look> {
    let unit = game.unit(id);
    let guns = unit.is(Arm::Artillery) && unit.formation == Formation::Unlimbered;
    let wanted = if unit.is(Arm::Cavalry) { Wanted::Sight } else { Wanted::Fire };
    let armed = is_armed(&game.rules, unit.arm(), unit.formation);
    let mut in_shot = if armed { InShot { shooter: id }.measure(game) } else { Vec::new() };
    if guns {
        in_shot.extend(measuring(|eyes| bombardment::targets(game, eyes, id)));
    }
    let enemies = game.of(unit.side().enemy()).map(|(enemy, _)| enemy);
    enemies
        .filter_map(|enemy| {
            let looking = game.looking(id, enemy)?;
            let between: Between = game.between(&looking, wanted, |_| false).collect();
            let line = looking.line(between.iter().map(|(_, blocker)| *blocker));
            Some(Look {
                unit: enemy,
                from: looking.eye,
                to: line.unwrap_or_else(|| looking.to.centre().stored()),
                clear: line.is_some(),
                by: if line.is_some() { Vec::new() } else { hidden_by(game, &looking, &between) },
                distance: game.distance(id, enemy),
                in_shot: in_shot.contains(&enemy),
            })
        })
        .collect()
}

/// What hides an enemy from a unit that would charge it; nothing where it sees it.
pub fn hides_from_charge(game: &Volley, id: UnitId, enemy: UnitId) -> Vec<String> {
    match game.looking(id, enemy) {
        Some(looking) if !game.sees_to_charge(id, enemy) => {
            let between: Between = game.between(&looking, Wanted::Sight, |_| false).collect();
            hidden_by(game, &looking, &between)
        }
        _ => Vec::new(),
    }
}

/// The units that may stand between two others.
type Between<'g> = Vec<(UnitId, Blocker<'g>)>;

/// The ground that hides the target, or the units that do: each of them alone.
fn hidden_by(game: &Volley, looking: &Looking<'_>, between: &Between) -> Vec<String> {
    let Looking { eye, from, to, sight, .. } = looking;
    let none = || std::iter::empty();
    if sight.line(*eye, from, to, none()).is_none() {
        let Terrain { width, depth, features, .. } = sight.terrain;
        let alone = |feature: &&table::Feature| {
            let terrain = Terrain::new(*width, *depth, vec![(*feature).clone()]);
            !Sight { terrain: &terrain, ..*sight }.sees(*eye, from, to, none())
        };
        return features.iter().filter(alone).map(|feature| feature.name.clone()).collect();
    }
    let alone = |blocker: Blocker| !sight.sees(*eye, from, to, std::iter::once(blocker));
    let hides = between.iter().filter(|(_, blocker)| alone(*blocker));
    hides.map(|(unit, _)| game.name(*unit).to_string()).collect()
}
