//! Step 1: a new turn, who has come back, orders written, the initiative.

use super::{acts, begins, played};
use crate::ids::{house, rule};
use crate::rules::command;
use crate::rules::command::leaders;
use crate::rules::ground::placing;
use crate::rules::orders;
use crate::rules::orders::WriteOrders;
use crate::state::answer::Answer;
use crate::state::event::Working;
use crate::state::event::{Event, What};
use crate::state::game::{Orders, Stage};
use crate::state::unit::{Presence, Unit, UnitId};
use crate::state::words::{Step, Trait};
use dice::Pool;
use engine::Tests as _;
use engine::tested::against;
use engine::{Form, Routine, Side, Umpire, YesOrNo};
use serde::Serialize;

pub(super) fn initiative_die(game: &Orders) -> Option<Pool> {
    game.rules.dice(rule!("orders.turn.initiative.die"))
}

/// Orders noted openly after the initiative, where the house plays so.
pub(super) fn openly(game: &Orders) -> bool {
    game.rules.plays(house!("orders.change.timing", "initiative"))
}

pub(super) fn dawn<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let turn = game.turn;
    game.rain = if game.rules.plays(house!("weather", "d10")) {
        // No side's modifiers count.
        let rains = (house!("weather"), 1);
        umpire.at_most(Pool { count: 1, sides: 10 }, rains, &Working::default(), ["rains", "stays dry"])?
    } else {
        game.scenario.rain.contains(&turn)
    };
    let rain = game.rain;
    umpire.tell(|| Event::new(What::TurnBegins { turn, rain }, &[rule!("orders.turn.step.1")]));
    for unit in &mut game.units {
        unit.acted = false;
        unit.fired = false;
    }
    leaders_return(game, umpire);
    note_the_near(game, umpire)?;
    if !begins(game, umpire, Step::Orders) {
        game.stage = Stage::Initiative;
        return Ok(());
    }
    orders::couriers_arrive(game, umpire);
    game.stage = if openly(game) { Stage::Initiative } else { Stage::Orders(Side::French) };
    Ok(())
}

/// A grazed leader comes back with his own trait, a lost commander is replaced by one without, each by his nearest unit.
fn leaders_return<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) {
    for id in game.leader_ids() {
        let at = usize::from(id.0);
        let replaced = match game.leaders[at].presence {
            Presence::Grazed(turn) if turn <= game.turn => false,
            Presence::Replaced(turn) if turn <= game.turn => true,
            Presence::Present | Presence::Gone | Presence::Grazed(_) | Presence::Replaced(_) => continue,
        };
        let place = leaders::returns_to(game, id);
        let leader = &mut game.leaders_mut()[at];
        leader.presence = Presence::Present;
        leader.attached = None;
        leader.at = place;
        if replaced {
            leader.character = Trait::None;
        }
        umpire.tell(|| {
            let back = What::LeaderReturns { leader: id, replaced };
            if replaced {
                Event::ruled(back, house!("leader.replacement"))
            } else {
                Event::new(back, &[rule!("orders.leader-loss.6-7")])
            }
        });
    }
}

engine::sight! {
    /// Units under Rally that are too near the enemy to roll, and all units outside command, at step 1.
    pub struct TooNear of Orders { pub side: Side } -> Vec<UnitId>;
    word: "too-near-to-rally";
    about: |f, _| [f.side];
    asks: |_, _| AskedOf::Table;
    secret: false;
    // They were too near a turn ago.
    usual: |f, g| Some(g.of(f.side).filter(|(_, unit)| unit.pressed).map(|(id, _)| id).collect());
    stale: AnyMove;
    measured: |fact, game| {
        let Some(least) = orders::rally_distance(game) else { return Vec::new() };
        let near = |unit: &Unit| {
            unit.rect().is_some_and(|rect| placing::is_pressed(game, unit.side(), rect, least))
        };
        game.of(fact.side).filter(|(_, unit)| near(unit)).map(|(id, _)| id).collect()
    };
    text: |f, g| {
        let side = &g.scenario.adjectives[f.side];
        format!("Which {side} units are nearer to the enemy than Rally allows?")
    };
    answers: |_, _| AnyOf;
}

engine::sight! {
    /// Units outside the radius of whoever commands them, where the house measures it as the turn begins.
    pub struct OutOfCommand of Orders { pub side: Side } -> Vec<UnitId>;
    word: "out-of-command";
    about: |f, _| [f.side];
    asks: |f, _| f.side;
    secret: false;
    // They were outside a turn ago.
    usual: |f, g| Some(g.of(f.side).filter(|(_, unit)| unit.outside).map(|(id, _)| id).collect());
    stale: AnyMove;
    measured: |f, g| g.of(f.side).filter(|(id, _)| !command::reaches(g, *id)).map(|(id, _)| id).collect();
    text: |f, g| {
        let side = &g.scenario.adjectives[f.side];
        format!("Which {side} units are outside their commander's radius?")
    };
    answers: |f, g| AnyOfThese(g.of(f.side).map(|(id, _)| id).collect());
}

/// Who is too near to rally this turn, and (where the house measures then) who is out of command.
fn note_the_near<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    for side in Side::BOTH {
        let near = umpire.see(game, TooNear { side })?;
        for id in game.ids() {
            let unit = game.unit_mut(id);
            if unit.side() == side {
                unit.pressed = near.contains(&id);
            }
        }
    }
    if game.rules.plays(house!("command.measure", "turn-start")) {
        let mut outside = Vec::new();
        for side in Side::BOTH {
            outside.extend(umpire.see(game, OutOfCommand { side })?);
        }
        for id in game.ids() {
            game.unit_mut(id).outside = outside.contains(&id);
        }
    }
    Ok(())
}

/// One instruction of a side, or the end of its writing.
pub(super) fn write_orders<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
    start: bool,
) -> Result<(), U::Pause> {
    if (start || acts(game, Step::Orders, side))
        && let Some(instruction) = umpire.ask(game, WriteOrders { side, start })?
    {
        return orders::write_down(game, umpire, instruction);
    }
    let first = match (start, openly(game), game.initiative) {
        // The side without the initiative writes first where all is open.
        (false, true, Some(initiative)) => initiative.enemy(),
        _ => Side::French,
    };
    if !start && openly(game) {
        orders::reveal(game, umpire, side, false)?;
    }
    game.stage = match (side == first, start) {
        (true, true) => Stage::StartOrders(side.enemy()),
        (true, false) => Stage::Orders(side.enemy()),
        (false, true) => {
            for side in Side::BOTH {
                orders::reveal(game, umpire, side, true)?;
            }
            Stage::Dawn
        }
        (false, false) => Stage::Reveal,
    };
    Ok(())
}

/// A die a side; the higher one has the initiative.
pub(super) fn initiative<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let die_rule = rule!("orders.turn.initiative.die");
    let winner = match initiative_die(game) {
        None => Some(Side::French),
        Some(die) => {
            let (french, allied) =
                (umpire.hand(Side::French).total(die)?, umpire.hand(Side::Allied).total(die)?);
            let side = match french.cmp(&allied) {
                std::cmp::Ordering::Greater => Some(Side::French),
                std::cmp::Ordering::Less => Some(Side::Allied),
                std::cmp::Ordering::Equal => tie(game),
            };
            umpire.tested(|rolled| against(rolled, [Vec::new(), Vec::new()], higher(french.cmp(&allied))));
            umpire.tell(|| {
                Event::new(
                    What::Initiative { french, allied, side },
                    &[die_rule, rule!("orders.turn.step.1")],
                )
            });
            side
        }
    };
    // A tie is rolled again, in a step of its own.
    let Some(winner) = winner else { return Ok(()) };
    let first = if game.rules.plays(house!("initiative.scope", "winner-chooses")) {
        let first = if umpire.ask(game, GoFirst { side: winner })? { winner } else { winner.enemy() };
        umpire.tell(|| Event::ruled(What::GoesFirst { side: first }, house!("initiative.scope")));
        first
    } else {
        winner
    };
    game.held_before = Some(first);
    game.initiative = Some(first);
    game.mover = first;
    game.stage = if openly(game) && played(game, Step::Orders).is_some() {
        Stage::Orders(first.enemy())
    } else {
        Stage::Ready
    };
    Ok(())
}

/// Whether the first of two is the higher; `None`: they are equal.
pub(super) fn higher(order: std::cmp::Ordering) -> Option<bool> {
    (order != std::cmp::Ordering::Equal).then_some(order == std::cmp::Ordering::Greater)
}

fn tie(game: &Orders) -> Option<Side> {
    if game.rules.plays(house!("initiative.tie", "first-side")) {
        return Some(Side::French);
    }
    game.held_before.filter(|_| game.rules.plays(house!("initiative.tie", "previous-holder")))
}

/// The winner of the initiative, where the house lets him choose: go first?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoFirst {
    pub side: Side,
}

impl YesOrNo<Orders> for GoFirst {
    const WORD: &'static str = "go-first";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("Initiative won: move first"));

    fn side(&self, _: &Orders) -> Side {
        self.side
    }

    /// The winner of the die who says nothing goes first, as the printed turn has it.
    fn silence_is_yes(&self, _: &Orders) -> bool {
        true
    }

    fn prompt(&self, _: &Orders) -> String {
        "You won the initiative: move first?".to_owned()
    }

    fn waited_for(&self, _: &Orders) -> String {
        "who moves first.".to_owned()
    }

    fn form(&self, _: &Orders) -> Form<Answer> {
        let first = ("Move first", "steps 2 to 5 are yours before the enemy’s");
        Form::yes_or_no(None, first, ("Let them move first", "the enemy has steps 2 to 5 before you"))
    }
}
