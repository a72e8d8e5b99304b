//! MEs that are not engaged come up to the enemy again (ruling advance), as long as they do not march on the grand-tactical
//! scale: straight toward him, all together, until they are engaged.

use crate::ids::house;
use crate::rules::ground::measure::fits;
use crate::rules::hour::engagement::{self, has_unit_in_good_morale, reach_between};
use crate::rules::hour::phases::{self, InTheHour, Progress, one_by_one};
use crate::rules::morale::giving_way;
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::me::{MeId, MeOrder};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::MeOrderKind;
use engine::room::STEP;
use engine::wording::says;
use engine::{Form, Routine, Side, Umpire, YesOrNo};
use serde::Serialize;
use table::{Bearing, EIGHTH, Inches, Pose, nearest_spot};

/// A hair within a range, so that it is within it.
const WITHIN: Inches = Inches::mils(100);
/// How far ahead the point lies by which the unit in front is found.
const BEYOND: Inches = Inches::whole(240);

/// The MEs that may come up, in the order they are asked: first those of the side that lost the last initiative.
fn order(game: &Empire) -> Vec<MeId> {
    if !game.rules.plays(house!("advance", "comes-up")) {
        return Vec::new();
    }
    let last = game.first_side();
    [last.enemy(), last].into_iter().flat_map(|side| game.mes_of(side)).filter(|me| may(game, *me)).collect()
}

/// Steady, not engaged, and with units in good morale on both sides.
fn may(game: &Empire, me: MeId) -> bool {
    let body = game.me(me);
    let is_steady = !body.broken && !body.shaken && !body.sauve_qui_peut;
    let foes = || game.mes_of(body.side.enemy()).any(|foe| has_unit_in_good_morale(game, foe));
    is_steady && !game.is_engaged(me) && has_unit_in_good_morale(game, me) && foes()
}

/// Phase 7: one ME after another comes up, or does not; then it is settled who is engaged, and all are known by new lines.
impl InTheHour for phases::March {
    type Left = Vec<MeId>;

    fn begin(game: &mut Empire) -> Vec<MeId> {
        for me in game.me_ids() {
            let is_engaged = game.is_engaged(me);
            game.me_mut(me).began_unengaged = !is_engaged;
        }
        order(game)
    }

    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        left: &mut Vec<MeId>,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause> {
        let progress = one_by_one(left, |me| may_come_up(game, umpire, me))?;
        if progress == Progress::Done {
            engagement::settle(game, umpire)?;
            giving_way::draw_baselines(game);
        }
        Ok(progress)
    }
}

fn may_come_up<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) -> Result<(), U::Pause> {
    // An ME that came up before it may have come near enough.
    let is_wanted = !game.measured || way(game, me).is_some_and(|(_, by)| by > Inches::ZERO);
    if is_wanted && umpire.ask(game, ComesUp { me })? {
        let by = umpire.see(game, WayUp { me })?;
        comes_up(game, umpire, me, by);
    }
    Ok(())
}

fn comes_up<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId, by: Inches) {
    if let Some((bearing, _)) = way(game, me) {
        for unit in front_first(game, me, bearing) {
            goes(game, unit, bearing, by);
        }
    }
    let body = game.me_mut(me);
    body.moved = by;
    // An ME that comes up attacks.
    body.order = Some(MeOrder { kind: MeOrderKind::Attack, objective: None });
    body.pending = None;
    umpire.tell(|| Event::ruled(What::ComesUp { me, inches: by }, house!("advance")));
}

/// The units of an ME that come along, the farthest ahead first.
fn front_first(game: &Empire, me: MeId, bearing: Bearing) -> Vec<UnitId> {
    let comes = |unit: &Unit| unit.in_good_morale() && !unit.abandoned;
    let units = || game.units_of(me).filter(|(_, unit)| comes(unit));
    let start = units().find_map(|(_, unit)| unit.rect().map(|rect| rect.centre().stored()));
    let Some(beyond) = start.map(|start| start.ahead(bearing, BEYOND)) else { return Vec::new() };
    let far = |unit: &Unit| unit.rect().map(|rect| rect.distance_to(beyond));
    let mut order: Vec<(Inches, UnitId)> = units().filter_map(|(id, unit)| Some((far(unit)?, id))).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, id)| id).collect()
}

/// A unit goes along with its ME and keeps its place in it; one that faces the other way turns about.
fn goes(game: &mut Empire, unit: UnitId, bearing: Bearing, by: Inches) {
    let body = game.unit(unit);
    let (Some(rect), formation) = (body.rect(), body.formation) else { return };
    let facing = if rect.facing().off(bearing).abs() > 2 * EIGHTH { bearing } else { rect.facing() };
    let there = rect.centre().stored().ahead(bearing, by);
    let to = Pose::from_centre(there, facing, body.footprint());
    let fits = |pose: Pose| fits(game, unit, pose, formation);
    // A unit that would end on another or on barred ground stands aside, or stays behind.
    let aside = game.rules.ruled(house!("advance.aside"));
    let place = Some(to).filter(|pose| fits(*pose)).or_else(|| nearest_spot(to, STEP, aside, fits));
    if let Some(place) = place {
        game.unit_mut(unit).stand(place, formation);
        game.end_firefights_of(unit);
    }
}

/// The way of an ME that comes up: toward the nearest enemy in good morale, as far as it takes to be engaged and it may go.
fn way(game: &Empire, me: MeId) -> Option<(Bearing, Inches)> {
    let good = |unit: &Unit| unit.in_good_morale();
    let own = || game.units_of(me).filter(|(_, unit)| good(unit));
    let foes = || game.of(game.me(me).side.enemy()).filter(|(_, unit)| good(unit));
    let pairs = own().flat_map(|one| foes().map(move |two| (one, two)));
    let gaps =
        pairs.filter_map(|((one, unit), (two, foe))| Some((unit.rect()?.distance(foe.rect()?), one, two)));
    let (gap, one, two) = gaps.min()?;
    let from = game.unit(one).rect()?.centre().stored();
    let bearing = from.bearing_to(game.unit(two).rect()?.centre().stored());
    let most = game.rules.ruled(house!("advance.most"));
    let reach = reach_between(game, one, two)?;
    let by = (gap - reach + WITHIN).min(most).max(Inches::ZERO);
    Some((bearing, if gap <= reach { Inches::ZERO } else { by }))
}

engine::sight! {
    /// How far an ME comes up, to a whole inch.
    struct WayUp of Empire { me: MeId } -> Inches;
    word: "way-up";
    about: |f, _| [f.me];
    asks: |f, g| g.me(f.me).side;
    secret: false;
    usual: |_, _| None;
    stale: AtOnce;
    measured: |f, g| way(g, f.me).map_or(Inches::ZERO, |(_, by)| by);
    text: |f, g| format!(
        "{} comes up straight toward the nearest enemy until it is engaged, {} at most: how far does it go?",
        g.me_name(f.me), g.rules.ruled(house!("advance.most"))
    );
    answers: |_, g| {
        let most = g.rules.ruled(house!("advance.most"));
        Distances::within((0..most.0 / 1000).map(Inches::whole).chain([most]))
    };
}

/// Whether an ME that is not engaged comes up to the enemy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComesUp {
    pub me: MeId,
}

impl YesOrNo<Empire> for ComesUp {
    const WORD: &'static str = "comes-up";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("Not engaged and steady: come up to the enemy"));

    fn side(&self, game: &Empire) -> Side {
        game.me(self.me).side
    }

    fn prompt(&self, game: &Empire) -> String {
        says(game.me_name(self.me), "[is|are] not engaged: do[es] [it|they] come up to the enemy?")
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} comes up.", game.me_name(self.me))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let yes = ("Come up", "straight toward the enemy until it is engaged; it is on Attack then");
        Form::yes_or_no(None, yes, ("Stand", "it stays where it is")).about(game.me_name(self.me))
    }
}
