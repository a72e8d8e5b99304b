//! Questions with their typed answers: what somebody says goes in, what was checked comes out.

use crate::fire;
use crate::game::Orders;
use crate::hasty_square::HastySquareAsk;
use crate::ids::house;
use crate::leader_loss::NextShockAsk;
use crate::melee::AdvanceAsk;
use crate::movement::{self, Granted};
use crate::orders::OrdersAsk;
use crate::placing;
use crate::question::{Answer, Question, Shot, Targets};
use crate::refusal::{Cite, Refusal, not_an_answer, refuse};
use crate::unit::UnitId;
use crate::words::Formation;
use engine::wording::{agreed, says};
use engine::{Ask, Side};
use table::{Inches, Pose, Rect};

/// Dispatches a question as it stands on the wire to its typed twin.
pub(crate) fn check(game: &Orders, question: &Question, answer: &Answer) -> Result<(), Refusal> {
    match question.clone() {
        Question::Deploy { unit } => DeployAsk { unit }.grant(game, answer).map(drop),
        Question::Orders { side, start } => OrdersAsk { side, start }.grant(game, answer).map(drop),
        Question::GoFirst { side } => GoFirstAsk { side }.grant(game, answer).map(drop),
        Question::Move { side, only } => MoveAsk { side, only }.grant(game, answer).map(drop),
        Question::HastySquare { unit, charger } => {
            HastySquareAsk { unit, charger }.grant(game, answer).map(drop)
        }
        Question::Fire { side, shots } => FireAsk { side, shots }.grant(game, answer).map(drop),
        Question::NextShock { side, units } => NextShockAsk { side, units }.grant(game, answer).map(drop),
        Question::NextMelee { side, fights } => NextMeleeAsk { side, fights }.grant(game, answer).map(drop),
        Question::Advance { unit } => AdvanceAsk { unit }.grant(game, answer).map(drop),
    }
}

/// Yes or no.
pub(crate) fn yes_or_no(answer: &Answer) -> Result<bool, Refusal> {
    match answer {
        Answer::Yes => Ok(true),
        Answer::No => Ok(false),
        _ => not_an_answer("yes or no."),
    }
}

/// One of a list of units.
pub(crate) fn one_of(game: &Orders, answer: &Answer, units: &[UnitId]) -> Result<UnitId, Refusal> {
    match answer {
        Answer::Unit(unit) if units.contains(unit) => Ok(*unit),
        Answer::Unit(unit) => {
            let names: Vec<&str> = units.iter().map(|id| game.name(*id)).collect();
            let why = says(game.name(*unit), &format!("[is|are] not one of these: {}.", names.join(", ")));
            refuse(Cite::question(), why)
        }
        _ => not_an_answer("name one of the units."),
    }
}

pub(crate) struct GoFirstAsk {
    pub(crate) side: Side,
}
impl Ask<Orders> for GoFirstAsk {
    type Granted = bool;
    fn question(&self) -> Question {
        Question::GoFirst { side: self.side }
    }
    fn grant(&self, _: &Orders, answer: &Answer) -> Result<bool, Refusal> {
        yes_or_no(answer)
    }
}

pub(crate) struct MoveAsk {
    pub(crate) side: Side,
    pub(crate) only: Option<UnitId>,
}
impl Ask<Orders> for MoveAsk {
    type Granted = Option<Granted>;
    fn question(&self) -> Question {
        Question::Move { side: self.side, only: self.only }
    }
    fn grant(&self, game: &Orders, answer: &Answer) -> Result<Option<Granted>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Act(act) => movement::check_act(game, self.side, self.only, act).map(Some),
            _ => not_an_answer("a move, a charge, a leader's ride, or the end of movement."),
        }
    }
}

/// The next shot, or no more.
pub(crate) struct FireAsk {
    pub(crate) side: Side,
    pub(crate) shots: Vec<Targets>,
}
impl Ask<Orders> for FireAsk {
    type Granted = Option<Shot>;
    fn question(&self) -> Question {
        Question::Fire { side: self.side, shots: self.shots.clone() }
    }
    fn grant(&self, game: &Orders, answer: &Answer) -> Result<Option<Shot>, Refusal> {
        let shot = match answer {
            Answer::No => return Ok(None),
            Answer::Shot(shot) => *shot,
            _ => return not_an_answer("who fires at whom, or no more."),
        };
        let offered =
            self.shots.iter().any(|from| from.unit == shot.unit && from.targets.contains(&shot.target));
        if offered {
            return Ok(Some(shot));
        }
        fire::check_shot(game, self.side, shot)?;
        let why = says(game.name(shot.unit), &format!("[has|have] no shot at {}.", game.name(shot.target)));
        refuse(Cite::question(), why)
    }
}

pub(crate) struct NextMeleeAsk {
    pub(crate) side: Side,
    pub(crate) fights: Vec<UnitId>,
}
impl Ask<Orders> for NextMeleeAsk {
    type Granted = UnitId;
    fn question(&self) -> Question {
        Question::NextMelee { side: self.side, fights: self.fights.clone() }
    }
    fn grant(&self, game: &Orders, answer: &Answer) -> Result<UnitId, Refusal> {
        one_of(game, answer, &self.fights)
    }
}

pub(crate) struct DeployAsk {
    pub(crate) unit: UnitId,
}
impl Ask<Orders> for DeployAsk {
    type Granted = (Option<Pose>, Formation);
    fn question(&self) -> Question {
        Question::Deploy { unit: self.unit }
    }
    fn grant(&self, game: &Orders, answer: &Answer) -> Result<(Option<Pose>, Formation), Refusal> {
        let Answer::Place { unit, at, formation } = answer else {
            return not_an_answer("where the unit is placed.");
        };
        let deploy = house!("setup.table");
        let body = game.unit(self.unit);
        let name = body.name();
        if *unit != self.unit {
            return refuse(deploy, format!("It is {name} that {} placed now.", agreed(name, "[is|are]")));
        }
        movement::may_take(game, body, *formation)?;
        let Some(at) = at else {
            return if game.measured {
                refuse(deploy, format!("Say where {}.", says(name, "[is|are] placed")))
            } else {
                Ok((None, *formation))
            };
        };
        let rect = Rect::new(*at, body.footprint_in(*formation));
        if !placing::is_clear(game, self.unit, &rect) {
            return refuse(deploy, format!("There is no room for {name} there."));
        }
        let (_, _, zone) = game.rules.usual_table();
        let edge = game.scenario.edges[body.side()];
        let depth = game.scenario.terrain.depth;
        if rect.corners().iter().any(|corner| edge.distance(corner.stored().y, depth) > zone + Inches(4)) {
            return refuse(
                deploy,
                says(name, &format!("[is|are] placed within {zone} of [its|their] own edge.")),
            );
        }
        Ok((Some(*at), *formation))
    }
}
