//! Where a general of volley may ride, whom he may join, and why not the rest.

use crate::shown::options::{Join, May, Options, WhyNot, Wish};
use crate::shown::view::pair;
use engine::Game as _;
use table::{Bearing, Inches, Point};
use volley::command::{joining, officer_at, reach_of};
use volley::{Answer, GeneralId, Order, Question, UnitId, Volley};

/// Directions he is tried in.
const RAYS: u16 = 48;

/// Where a general may ride.
pub(super) fn of_general(game: &Volley, general: GeneralId, question: &Question) -> Options {
    let mut found = Options::default();
    let check = |to: Point, join: Option<UnitId>| {
        game.check(question, &Answer::Order(Order::Ride { general, to: Some(to), join }))
    };
    let Some(from) = officer_at(game, general) else { return found };
    if let Err(refusal) = check(from, None) {
        found.why_not.push(WhyNot::new(Wish::Ride, refusal));
        return found;
    }
    let allowance = reach_of(game);
    let outline = (0..RAYS).map(|ray| {
        let bearing = Bearing((u32::from(ray) * 65_536 / u32::from(RAYS)) as u16);
        farthest(|by| from.ahead(bearing, by), allowance, |to| check(to, None).is_ok())
    });
    let outline = outline.map(pair).collect();
    let mut joins = Vec::new();
    let officer = game.general(general);
    let own = officer.map(|officer| officer.side).into_iter().flat_map(|side| game.of(side));
    for (unit, body) in own.filter(|(unit, _)| officer.is_none_or(|officer| officer.attached != Some(*unit)))
    {
        let Some(rect) = body.rect() else { continue };
        let to = rect.nearest_point_to(from.into()).stored();
        match check(to, Some(unit)) {
            Ok(()) => joins.push(Join { unit, to }),
            Err(refusal) => found.why_not.push(WhyNot::new(Wish::Join, refusal).to(unit)),
        }
    }
    let joining = officer.map_or_else(Vec::new, |officer| joining(game, officer.side));
    found.may.push(May::Ride { allowance, outline, joins, joining });
    found
}

/// The last place on a ray that is allowed; what is barred nearer by is ridden round.
fn farthest(place: impl Fn(Inches) -> Point, most: Inches, allowed: impl Fn(Point) -> bool) -> Point {
    let steps = 24;
    let by = |step: i32| Inches(most.0 / steps * step);
    let Some(step) = (0..=steps).rev().find(|step| allowed(place(by(*step)))) else {
        return place(Inches::ZERO);
    };
    let (mut clear, mut barred) = (by(step), by(step + 1));
    while step < steps && barred.0 - clear.0 > 50 {
        let middle = Inches(clear.0 + (barred.0 - clear.0) / 2);
        if allowed(place(middle)) {
            clear = middle;
        } else {
            barred = middle;
        }
    }
    place(clear)
}
