//! Questions with their typed answers: what somebody says goes in, what was checked comes out.

use crate::bombardment::{may_turn, may_unlimber};
use crate::charge::{Declared, check_charge};
use crate::command::{self, Ride};
use crate::formation::{self, Change};
use crate::game::Volley;
use crate::ids::{house, rule};
use crate::movement::{self, March};
use crate::placing;
use crate::question::{Answer, Order, Question, StandChoice};
use crate::refusal::{Refusal, not_an_answer, refuse};
use crate::reserves::{self, Entry};
use crate::unit::UnitId;
use crate::words::Formation;
use engine::wording::says;
use engine::{Ask, Side};
use table::{Inches, Pose, Rect};

/// Dispatches a question as it stands on the wire to its typed twin.
pub(crate) fn check(game: &Volley, question: &Question, answer: &Answer) -> Result<(), Refusal> {
    match question.clone() {
        Question::Deploy { unit } => DeployAsk { unit }.grant(game, answer).map(drop),
        Question::Adjust { side, guns } => AdjustAsk { side, guns }.grant(game, answer).map(drop),
        Question::Target { battery, targets } => TargetAsk { battery, targets }.grant(game, answer).map(drop),
        Question::Retire { unit } => {
            let most = game.rules.inches(rule!("volley.p2.fail12.british-retire")).unwrap_or_default();
            RetireAsk { unit, most }.grant(game, answer).map(drop)
        }
        Question::Order { side } => OrderAsk { side }.grant(game, answer).map(drop),
        Question::Shoot { unit, targets } => ShootAsk { unit, targets }.grant(game, answer).map(drop),
        Question::NextTest { side, units } => NextTestAsk { side, units }.grant(game, answer).map(drop),
        Question::Stand { unit, may } => StandAsk { unit, may }.grant(game, answer).map(drop),
        Question::RollForSquare { unit } => RollForSquareAsk { unit }.grant(game, answer).map(drop),
        Question::Press { unit } => PressAsk { unit }.grant(game, answer).map(drop),
        Question::FormLine { unit } => FormLineAsk { unit }.grant(game, answer).map(drop),
        Question::Supporter { gun, units } => SupporterAsk { gun, units }.grant(game, answer).map(drop),
        Question::NextMelee { side, fights } => NextMeleeAsk { side, fights }.grant(game, answer).map(drop),
        Question::Opponent { unit, enemies } => OpponentAsk { unit, enemies }.grant(game, answer).map(drop),
        Question::FreeChange { unit, formations } => {
            FreeChangeAsk { unit, formations }.grant(game, answer).map(drop)
        }
        Question::Recall { unit } => RecallAsk { unit }.grant(game, answer).map(drop),
    }
}

/// One of a list of units, or none where that is allowed.
fn one_of(
    game: &Volley,
    answer: &Answer,
    units: &[UnitId],
    may_decline: bool,
) -> Result<Option<UnitId>, Refusal> {
    match answer {
        Answer::No if may_decline => Ok(None),
        Answer::Unit(unit) if units.contains(unit) => Ok(Some(*unit)),
        Answer::Unit(unit) => {
            let names: Vec<&str> = units.iter().map(|id| game.name(*id)).collect();
            let why = says(game.name(*unit), &format!("[is|are] not one of these: {}.", names.join(", ")));
            refuse(crate::refusal::Cite::question(), why)
        }
        _ => not_an_answer("name one of the units."),
    }
}

macro_rules! yes_or_no {
    ($($name:ident => $question:ident),+) => {
        $(
            pub(crate) struct $name { pub(crate) unit: UnitId }
            impl Ask<Volley> for $name {
                type Granted = bool;
                fn question(&self) -> Question {
                    Question::$question { unit: self.unit }
                }
                fn grant(&self, _: &Volley, answer: &Answer) -> Result<bool, Refusal> {
                    match answer {
                        Answer::Yes => Ok(true),
                        Answer::No => Ok(false),
                        _ => not_an_answer("yes or no."),
                    }
                }
            }
        )+
    };
}
yes_or_no!(RollForSquareAsk => RollForSquare, PressAsk => Press, FormLineAsk => FormLine, RecallAsk => Recall);

macro_rules! choose_unit {
    ($($name:ident { $who:ident: $ty:ty, $list:ident } => $question:ident),+) => {
        $(
            pub(crate) struct $name { pub(crate) $who: $ty, pub(crate) $list: Vec<UnitId> }
            impl Ask<Volley> for $name {
                type Granted = UnitId;
                fn question(&self) -> Question {
                    Question::$question { $who: self.$who, $list: self.$list.clone() }
                }
                fn grant(&self, game: &Volley, answer: &Answer) -> Result<UnitId, Refusal> {
                    match one_of(game, answer, &self.$list, false)? {
                        Some(unit) => Ok(unit),
                        None => not_an_answer("name one of the units."),
                    }
                }
            }
        )+
    };
}
choose_unit!(
    NextTestAsk { side: Side, units } => NextTest,
    SupporterAsk { gun: UnitId, units } => Supporter,
    NextMeleeAsk { side: Side, fights } => NextMelee,
    OpponentAsk { unit: UnitId, enemies } => Opponent
);

macro_rules! choose_target {
    ($($name:ident { $who:ident } => $question:ident),+) => {
        $(
            pub(crate) struct $name { pub(crate) $who: UnitId, pub(crate) targets: Vec<UnitId> }
            impl Ask<Volley> for $name {
                type Granted = Option<UnitId>;
                fn question(&self) -> Question {
                    Question::$question { $who: self.$who, targets: self.targets.clone() }
                }
                fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<UnitId>, Refusal> {
                    one_of(game, answer, &self.targets, true)
                }
            }
        )+
    };
}
choose_target!(TargetAsk { battery } => Target, ShootAsk { unit } => Shoot);

pub(crate) struct StandAsk {
    pub(crate) unit: UnitId,
    pub(crate) may: Vec<StandChoice>,
}
impl Ask<Volley> for StandAsk {
    type Granted = StandChoice;
    fn question(&self) -> Question {
        Question::Stand { unit: self.unit, may: self.may.clone() }
    }
    fn grant(&self, game: &Volley, answer: &Answer) -> Result<StandChoice, Refusal> {
        match answer {
            Answer::No => Ok(StandChoice::Stay),
            Answer::Stand(choice) if self.may.contains(choice) => Ok(*choice),
            Answer::Stand(_) => refuse(
                rule!("volley.stand.pass.stand"),
                format!("{} may not do that now.", game.name(self.unit)),
            ),
            _ => not_an_answer("stay, square, masse or counter-charge."),
        }
    }
}

pub(crate) struct FreeChangeAsk {
    pub(crate) unit: UnitId,
    pub(crate) formations: Vec<Formation>,
}
impl Ask<Volley> for FreeChangeAsk {
    type Granted = Option<Formation>;
    fn question(&self) -> Question {
        Question::FreeChange { unit: self.unit, formations: self.formations.clone() }
    }
    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<Formation>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Form(formation) if self.formations.contains(formation) => Ok(Some(*formation)),
            Answer::Form(formation) => refuse(
                rule!("volley.loss.fail12.opponent-formation"),
                format!("{} cannot form {formation} here.", game.name(self.unit)),
            ),
            _ => not_an_answer("a formation, or no."),
        }
    }
}

pub(crate) struct AdjustAsk {
    pub(crate) side: Side,
    pub(crate) guns: Vec<UnitId>,
}
impl Ask<Volley> for AdjustAsk {
    type Granted = Option<Order>;
    fn question(&self) -> Question {
        Question::Adjust { side: self.side, guns: self.guns.clone() }
    }
    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<Order>, Refusal> {
        let order = match answer {
            Answer::No => return Ok(None),
            Answer::Order(order) => order,
            _ => return not_an_answer("an order to a gun, or no more."),
        };
        let Some(unit) = order.unit().filter(|unit| self.guns.contains(unit)) else {
            let who = order.who(game);
            let heavy =
                order.unit().and_then(|id| game.get(id)).is_some_and(|unit| unit.profile.pounds >= 12);
            let rule =
                if heavy { rule!("volley.p1.adjust.heavy") } else { rule!("volley.p1.horse-unlimber") };
            return refuse(rule, format!("{who} may not be adjusted in this phase."));
        };
        let name = game.name(unit);
        match order {
            Order::Form { formation: Formation::Unlimbered, facing, .. } if may_unlimber(game, unit) => {
                let facing =
                    facing.filter(|_| !game.rules.plays(house!("artillery.unlimber-facing", "keep")));
                let fits = placing::reformed(game, unit, Formation::Unlimbered, facing)
                    .is_none_or(|at| placing::fits(game, unit, at, Formation::Unlimbered));
                if !fits {
                    return refuse(
                        house!("formation.change-place"),
                        format!("There is no room for {name} to unlimber."),
                    );
                }
                Ok(Some(Order::Form { unit, formation: Formation::Unlimbered, facing }))
            }
            Order::Turn { to, .. } if may_turn(game, unit) => {
                check_turn(game, unit, *to)?;
                Ok(Some(order.clone()))
            }
            _ => refuse(
                rule!("volley.p1.adjust.light"),
                says(
                    name,
                    "may unlimber if [it is|they are] horse artillery, or turn and shift if [it is|they are] \
                     unlimbered.",
                ),
            ),
        }
    }
}

/// Guns turn as they like and shift their front by the printed distance at most.
fn check_turn(game: &Volley, unit: UnitId, to: Option<Pose>) -> Result<(), Refusal> {
    let body = game.unit(unit);
    let (Some(now), Some(to)) = (body.pose, to) else {
        return if game.measured { not_an_answer("where the gun ends.") } else { Ok(()) };
    };
    let light = rule!("volley.p1.adjust.light");
    let most = game.rules.inches(light).unwrap_or_default();
    let footprint = body.footprint(&game.rules);
    let shift = now.centre(footprint).distance(to.centre(footprint));
    if shift > most {
        return refuse(light, format!("{} would shift {shift}, and {most} is the most.", body.name()));
    }
    let rect = Rect::new(to, footprint);
    if !placing::is_clear(game, unit, &rect) {
        return refuse(
            house!("formation.change-place"),
            format!("There is no room for {} there.", body.name()),
        );
    }
    let ground = game.scenario.terrain.under(&rect);
    if ground.woods && game.rules.on(rule!("volley.move.woods.artillery")) {
        return refuse(rule!("volley.move.woods.artillery"), format!("{} may not enter woods.", body.name()));
    }
    let separation = game.separation();
    let near = placing::nearest_enemy(game, body.side(), &rect).is_some_and(|distance| {
        distance < separation
            && body.rect().is_some_and(|me| {
                placing::nearest_enemy(game, body.side(), me).is_some_and(|before| distance < before)
            })
    });
    if near {
        return refuse(house!("move.separation"), format!("{} would come too near the enemy.", body.name()));
    }
    Ok(())
}

pub(crate) struct RetireAsk {
    pub(crate) unit: UnitId,
    pub(crate) most: Inches,
}
impl Ask<Volley> for RetireAsk {
    type Granted = Option<(Inches, Formation)>;
    fn question(&self) -> Question {
        Question::Retire { unit: self.unit }
    }
    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<(Inches, Formation)>, Refusal> {
        let (unit, by, formation) = match answer {
            Answer::No => return Ok(None),
            Answer::Order(Order::FallBack { unit, by, formation }) => (*unit, *by, *formation),
            _ => return not_an_answer("fall back, or no."),
        };
        let rule = rule!("volley.p2.fail12.british-retire");
        let body = game.unit(self.unit);
        if unit != self.unit {
            return refuse(rule, format!("It is {} that may fall back.", body.name()));
        }
        let most = if game.rules.plays(house!("p2.british-retire", "halved")) {
            self.most.half()
        } else {
            self.most
        };
        if by > most || by < Inches::ZERO {
            return refuse(rule, format!("{} may fall back {most} at most, not {by}.", body.name()));
        }
        formation::may_take(game, body, formation)?;
        Ok(Some((by, formation)))
    }
}

/// An order of phases 3 and 8 that was checked.
pub(crate) enum Ordered {
    March(March),
    Change(Change),
    Charge(Declared),
    Ride(Ride),
    Enter(Entry),
}

pub(crate) struct OrderAsk {
    pub(crate) side: Side,
}
impl Ask<Volley> for OrderAsk {
    type Granted = Option<Ordered>;
    fn question(&self) -> Question {
        Question::Order { side: self.side }
    }
    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<Ordered>, Refusal> {
        let side = self.side;
        let order = match answer {
            Answer::No => return Ok(None),
            Answer::Order(order) => order,
            _ => return not_an_answer("an order, or the end of movement."),
        };
        Ok(Some(match order {
            Order::March { unit, legs } => Ordered::March(movement::check_march(game, side, *unit, legs)?),
            Order::Form { unit, formation, facing } => {
                Ordered::Change(formation::check_form(game, side, *unit, *formation, *facing)?)
            }
            Order::Charge { unit, target, wheel } => {
                Ordered::Charge(check_charge(game, side, *unit, *target, *wheel)?)
            }
            Order::Ride { general, to, join } => {
                Ordered::Ride(command::check_ride(game, side, *general, *to, *join)?)
            }
            Order::Enter { unit, at, legs } => {
                Ordered::Enter(reserves::check_entry(game, side, *unit, *at, legs)?)
            }
            Order::Turn { .. } | Order::FallBack { .. } | Order::Place { .. } => {
                return not_an_answer("a march, a formation, a charge, a general's ride or an entry.");
            }
        }))
    }
}

pub(crate) struct DeployAsk {
    pub(crate) unit: UnitId,
}
impl Ask<Volley> for DeployAsk {
    type Granted = (Option<Pose>, Formation);
    fn question(&self) -> Question {
        Question::Deploy { unit: self.unit }
    }
    fn grant(&self, game: &Volley, answer: &Answer) -> Result<(Option<Pose>, Formation), Refusal> {
        let Answer::Order(Order::Place { unit, at, formation }) = answer else {
            return not_an_answer("where the unit is placed.");
        };
        let deploy = house!("setup.deploy");
        let body = game.unit(self.unit);
        let name = body.name();
        if *unit != self.unit {
            return refuse(deploy, format!("It is {name} that is placed now."));
        }
        if !game.may_form(body, *formation) && *formation != body.formation {
            return refuse(house!("formation.list"), format!("{name} cannot form {formation}."));
        }
        let Some(at) = at else {
            return if game.measured {
                refuse(deploy, format!("Say where {name} is placed."))
            } else {
                Ok((None, *formation))
            };
        };
        let footprint = body.footprint_in(&game.rules, *formation);
        let rect = Rect::new(*at, footprint);
        if !placing::is_clear(game, self.unit, &rect) {
            return refuse(deploy, format!("There is no room for {name} there."));
        }
        let ground = game.scenario.terrain.under(&rect);
        if ground.woods && !matches!(body.arm(), crate::words::Arm::Infantry | crate::words::Arm::Skirmishers)
        {
            return refuse(rule!("volley.move.woods.cavalry"), format!("{name} may not stand in woods."));
        }
        let zone = game.rules.ruled(deploy);
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
