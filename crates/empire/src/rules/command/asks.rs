//! What the leaders of a side may try, as it is offered, and the question of those whose impulse it is not.

use super::actions::{Commanded, check, front_of};
use super::doing::{carry_out, chance};
use super::{Action, words};
use crate::ids::house;
use crate::rules::ground::measure::enemies_near;
use crate::state::answer::{Act, Answer, Refusal};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::{Formation, Weapon};
use engine::{Ask, Form, FormKind, GeneralId, Offer, Routine, Side, Umpire, not_an_answer};
use serde::Serialize;
use table::{Inches, Point, Pose, Rect};

/// Actions about a unit that need nothing else to be said.
const PLAIN: [Action; 10] = [
    Action::SnapRally,
    Action::Resupply,
    Action::BattleGroups,
    Action::DirectManeuver,
    Action::Skirmishers,
    Action::Remount,
    Action::PullBack,
    Action::SupportCharge,
    Action::Move8,
    Action::Subordinate,
];

/// An action that a leader may try.
pub struct Tried {
    pub leader: GeneralId,
    pub action: Action,
    /// Whom it is about.
    pub unit: Option<UnitId>,
    pub text: String,
    pub act: Act,
}

/// What the leaders of a side may try now, each with words. Where a place must be named one is offered: the nearest that is
/// free, or the nearest enemy.
pub fn offers(game: &Empire, side: Side) -> Vec<Tried> {
    let mut all = Vec::new();
    let own: Vec<UnitId> = game.of(side).map(|(unit, _)| unit).collect();
    let waiting: Vec<UnitId> = game.ids().filter(|id| is_waiting(game, *id, side)).collect();
    let storms = !game.structures.is_empty();
    let toward: Vec<Option<Point>> = own.iter().map(|unit| nearest_enemy(game, *unit)).collect();
    for leader in game.leader_ids() {
        let Some(officer) = game.leader(leader).filter(|officer| officer.side == side) else { continue };
        if !officer.is_here() || officer.ended {
            continue;
        }
        let mut offer = |action: Action, unit: Option<UnitId>, to: Option<Point>| {
            if check(game, side, leader, action.word(), unit, to).is_ok() {
                let whom = unit.map(|unit| format!(" {}", game.name(unit))).unwrap_or_default();
                let text = format!("{}: {}{whom}", officer.name, action.title());
                let act = Act::Command { leader, action: action.word().to_owned(), unit, to };
                all.push(Tried { leader, action, unit, text, act });
            }
        };
        offer(Action::GainImpetus, None, None);
        offer(Action::Move8, None, None);
        for (unit, enemy) in own.iter().zip(&toward) {
            for action in PLAIN {
                offer(action, Some(*unit), None);
            }
            if storms {
                offer(Action::BridgeAssault, Some(*unit), None);
                offer(Action::Sappers, Some(*unit), None);
            }
            if enemy.is_some() || !game.measured {
                offer(Action::Face45, Some(*unit), *enemy);
            }
        }
        for unit in &waiting {
            offer(Action::ReserveBattery, Some(*unit), comes_out_at(game, *unit));
            offer(Action::SubMe, Some(*unit), comes_out_at(game, *unit));
        }
    }
    all
}

fn is_waiting(game: &Empire, unit: UnitId, side: Side) -> bool {
    let body = game.unit(unit);
    body.side() == side && body.waits()
}

/// The middle of the nearest enemy that is near enough to be minded.
fn nearest_enemy(game: &Empire, unit: UnitId) -> Option<Point> {
    let (_, [_, _, far]) = game.rules.shared.ends(Weapon::Musket)?;
    let (_, enemy) = enemies_near(game, unit, far.times(2)).into_iter().next()?;
    game.unit(enemy).rect().map(|rect| rect.centre().stored())
}

/// The free place nearest to the middle of its ME's front, for a unit that comes out of reserve or holding area.
fn comes_out_at(game: &Empire, unit: UnitId) -> Option<Point> {
    let body = game.unit(unit);
    let baseline = game.me(body.me()).baseline.or_else(|| front_of(game, body.me()))?;
    let formation = Formation::usual(body.arm());
    let line = Rect::new(baseline.pose, table::Footprint::new(baseline.width, Inches::ZERO));
    let near = game.rules.ruled(house!("command.battery"));
    let fits = |pose: Pose| {
        let rect = Rect::new(pose, body.footprint_in(formation));
        rect.distance(&line) <= near && crate::rules::ground::measure::fits(game, unit, pose, formation)
    };
    let reach = baseline.width.half() + near;
    table::nearest_spot(baseline.pose, engine::room::STEP, reach, fits).map(|pose| pose.at)
}

/// Likewise as offers of a form, each below the heading of its action; one that concerns a unit stands with it.
pub(crate) fn offer(form: &mut Form<Answer>, game: &Empire, side: Side) {
    let tried: Vec<Tried> = offers(game, side);
    let has = |action: &Action| tried.iter().any(|tried| tried.action == *action);
    let actions: Vec<Action> = Action::WORDS.iter().map(|(_, action)| *action).filter(has).collect();
    form.groups = words::groups(&game.rules, &actions, game.first_side() == side);
    form.offers.extend(tried.into_iter().map(|Tried { leader, action, unit, text, act }| Offer {
        unit,
        chance: chance(game, leader, unit),
        general: Some(leader),
        group: actions.iter().position(|other| *other == action).map(|place| place + 1),
        ..Offer::new(text, "", Answer::Act(act))
    }));
}

/// The leaders of the side whose impulse it is not, after the manoeuvres (ruling impulse.course).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeadersReact {
    pub side: Side,
}

impl Ask<Empire> for LeadersReact {
    const WORD: &'static str = "leaders";
    const ROUTINE: Option<Routine> = Some(Routine::never("The enemy has manoeuvred: leaders try something"));
    type Granted = Option<Commanded>;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, game: &Empire, answer: &Answer) -> Result<Option<Commanded>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Act(Act::Command { leader, action, unit, to }) => {
                check(game, self.side, *leader, action, *unit, *to).map(Some)
            }
            Answer::Yes | Answer::Unit(_) | Answer::Me(_) | Answer::Option(_) | Answer::Act(_) => {
                not_an_answer("a commander action, or none.")
            }
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, _: &Empire) -> String {
        "The enemy has manoeuvred. Choose a unit to see what your leaders may try for it.".to_owned()
    }

    fn waited_for(&self, _: &Empire) -> String {
        "what the leaders of the other side try.".to_owned()
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::new(FormKind::Orders, None).or("No more", "", Answer::No);
        offer(&mut form, game, self.side);
        form
    }

    fn beforehand(&self, _: &Empire, value: &str) -> Option<Answer> {
        Routine::said(value)
    }
}

/// The leaders of the other side have their say after the manoeuvre segment, one action a step. Says whether they are done.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn react<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    side: Side,
) -> Result<bool, U::Pause> {
    if offers(game, side).is_empty() {
        return Ok(true);
    }
    match umpire.ask(game, LeadersReact { side })? {
        Some(commanded) => carry_out(game, umpire, commanded).map(|()| false),
        None => Ok(true),
    }
}
