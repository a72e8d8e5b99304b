//! Who may try which commander action, and what each would do on the table.

use super::{Action, Attempt, reach, rule_of};
use crate::ids::house;
use crate::rules::charge::onset;
use crate::rules::ground::measure::{has_no_flanks, is_structure, range};
use crate::rules::ground::walk::{Body, stands_free};
use crate::rules::hour::reactions;
use crate::rules::march::formation::{self, Wish};
use crate::rules::march::manoeuvre;
use crate::state::answer::Refusal;
use crate::state::game::Empire;
use crate::state::leader::{Leader, Whereabouts};
use crate::state::me::{Baseline, MeId};
use crate::state::unit::UnitId;
use crate::state::words::{Ammunition, Arm, Formation, MeKind, Morale, Place, Rank};
use engine::{GeneralId, Side, not_an_answer, refuse, why};
use rulebook::RuleId;
use table::{EIGHTH, Inches, Kind, Leg, Point, Pose, Rect};

/// How far a leader is from a unit. With an ME he is wherever one of its units needs him.
fn distance(game: &Empire, leader: &Leader, unit: UnitId) -> Option<Inches> {
    let rect = game.unit(unit).rect()?;
    match leader.place {
        Whereabouts::Free(at) => Some(rect.distance_to(at?)),
        Whereabouts::Unit(with) => Some(game.unit(with).rect()?.distance(rect)),
        Whereabouts::Me(me) if game.unit(unit).me() == me => Some(Inches::ZERO),
        Whereabouts::Me(me) => {
            let own = game.units_of(me).filter_map(|(_, other)| other.rect());
            own.map(|other| other.distance(rect)).min()
        }
    }
}

/// Whether a leader is near enough to an ME to do something for it.
pub(crate) fn is_near(game: &Empire, leader: &Leader, me: MeId) -> bool {
    let reach = game.rules.ruled(house!("command.reach"));
    let near = |unit: UnitId| distance(game, leader, unit).is_some_and(|far| far <= reach);
    !game.measured || game.units_of(me).any(|(unit, _)| near(unit))
}

/// Where a leader is, for a ride.
fn spot(game: &Empire, leader: &Leader) -> Option<Point> {
    match leader.place {
        Whereabouts::Free(at) => at,
        Whereabouts::Unit(unit) => game.unit(unit).rect().map(|rect| rect.centre().stored()),
        Whereabouts::Me(me) => {
            let first = game.units_of(me).find_map(|(_, unit)| unit.rect());
            first.map(|rect| rect.centre().stored())
        }
    }
}

engine::sight! {
    /// A leader is near enough to a unit for an action of his.
    pub struct NearEnough of Empire { pub leader: GeneralId, pub unit: UnitId, pub reach: Inches } -> bool;
    word: "near-enough";
    about: |f, _| [Subject::from(f.leader), f.unit.into()];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(true);
    stale: AnyMove;
    measured: |f, g| {
        let far = g.leader(f.leader).and_then(|leader| distance(g, leader, f.unit));
        far.is_some_and(|far| far <= f.reach)
    };
    text: |f, g| {
        let name = g.leader(f.leader).map(|leader| leader.name.to_string()).unwrap_or_default();
        format!("Is {} within {} of {name}?", g.name(f.unit), f.reach)
    };
    answers: |_, _| YesNo;
}

/// An action that was checked.
#[derive(Clone, Debug)]
pub struct Commanded {
    pub(super) leader: GeneralId,
    pub(super) action: Action,
    pub(super) rule: RuleId,
    pub(super) unit: Option<UnitId>,
    pub(super) does: Does,
}

/// What a successful action does.
#[derive(Clone, Debug)]
pub(super) enum Does {
    Impetus(MeId),
    Rally(UnitId),
    Resupply(UnitId),
    Storm(UnitId),
    Sappers(UnitId),
    Group(Vec<UnitId>),
    Direct(UnitId),
    /// A unit takes another formation besides its action.
    Form(UnitId, Option<Pose>, Formation),
    /// A unit stands elsewhere, or otherwise.
    Stand(UnitId, Option<Pose>),
    /// A unit comes out of reserve or holding area.
    ComesOut(UnitId, Option<Pose>, Formation),
    Ride(GeneralId, Whereabouts),
    /// Horse of a mixed ME is sent at an enemy that has moved before it, with the wheel that brings it in.
    SupportCharge(UnitId, UnitId, i32),
}

/// Whether a leader may try an action now.
///
/// # Errors
/// The refusal, with its rule; nothing has changed.
pub(crate) fn check(
    game: &Empire,
    side: Side,
    leader: GeneralId,
    action: &str,
    unit: Option<UnitId>,
    to: Option<Point>,
) -> Result<Commanded, Refusal> {
    let Some(officer) = game.leader(leader).filter(|officer| officer.side == side && officer.is_here())
    else {
        return not_an_answer("a leader of the side who is there.");
    };
    let Some(action) = Action::from_word(action) else {
        return not_an_answer("a commander action.");
    };
    let effects = house!("command.effects");
    let has_it = game.first_side() == side;
    let Some(rule) = rule_of(&game.rules, action, has_it) else {
        return refuse(effects, why!("{} has no such action now.", &officer.name));
    };
    let tries = Attempt::of(game, officer, unit);
    if officer.ended || tries.need(&game.rules).is_none() {
        return refuse(house!("command.rolls"), why!("{} has no more actions.", &officer.name));
    }
    let is_own = game.acting.is_none_or(|acting| acting.side == side);
    let reacts = matches!(action, Action::Face45 | Action::PullBack | Action::SupportCharge);
    if reacts == is_own && (reacts || action == Action::DirectManeuver) {
        return refuse(effects, why!("{} has that in the other side's impulse, or his own.", &officer.name));
    }
    if let Some(unit) = unit {
        let near = reach(&game.rules, action, has_it);
        let is_of = game.get(unit).is_some_and(|body| body.side() == side && !body.is_gone());
        if !is_of {
            return refuse(effects, why!("{} can do nothing for that unit.", &officer.name));
        }
        let far = distance(game, officer, unit);
        let rides =
            matches!(action, Action::Move8 | Action::Subordinate | Action::ReserveBattery | Action::SubMe);
        if game.measured && !rides && far.is_none_or(|far| far > near) {
            return refuse(rule, why!("{} is not within {} of {}.", &officer.name, near, game.called(unit)));
        }
    }
    let asks = Asks { game, leader, officer, action, rule, to };
    let does = asks.does(unit)?;
    Ok(Commanded { leader, action, rule, unit, does })
}

/// A leader who asks for an action.
struct Asks<'a> {
    game: &'a Empire,
    leader: GeneralId,
    officer: &'a Leader,
    action: Action,
    rule: RuleId,
    to: Option<Point>,
}

impl Asks<'_> {
    fn no<T>(&self, what: &'static str) -> Result<T, Refusal> {
        refuse(self.rule, why!("{}: {}", &self.officer.name, what))
    }

    fn does(&self, unit: Option<UnitId>) -> Result<Does, Refusal> {
        let game = self.game;
        match self.action {
            Action::GainImpetus => return self.impetus(unit),
            Action::Move8 => return self.ride(unit),
            Action::FollowMe => return self.no("he leads a charge so, and there is none."),
            Action::RegimentalGuns => return self.no("no battalion here has guns of its own."),
            Action::SnapRally
            | Action::ReserveBattery
            | Action::BridgeAssault
            | Action::Resupply
            | Action::BattleGroups
            | Action::Sappers
            | Action::Skirmishers
            | Action::DirectManeuver
            | Action::Subordinate
            | Action::SubMe
            | Action::Remount
            | Action::Face45
            | Action::PullBack
            | Action::SupportCharge => {}
        }
        let Some(unit) = unit else { return self.no("which unit?") };
        let body = game.unit(unit);
        let (arm, on_table) = (body.arm(), body.on_table());
        match self.action {
            Action::SnapRally if on_table && body.morale == Morale::Bad => Ok(Does::Rally(unit)),
            Action::SnapRally => self.no("only a unit in bad morale is rallied."),
            Action::Resupply if body.ammunition != Ammunition::Normal => Ok(Does::Resupply(unit)),
            Action::Resupply => self.no("it has ammunition."),
            Action::BridgeAssault if arm == Arm::Infantry && on_table && !body.storming => {
                self.storms(unit).map(|()| Does::Storm(unit))
            }
            Action::Sappers if arm == Arm::Infantry && on_table && !body.sappers => {
                self.storms(unit).map(|()| Does::Sappers(unit))
            }
            Action::BridgeAssault | Action::Sappers => self.no("only foot that is not told so already."),
            Action::BattleGroups => self.group(unit),
            Action::DirectManeuver if on_table && body.in_good_morale() && !body.impulse.acted => {
                Ok(Does::Direct(unit))
            }
            Action::DirectManeuver => self.no("it has had its action, or is in bad morale."),
            Action::Skirmishers => self.skirmish(unit),
            Action::Remount if body.formation == Formation::Dismounted => self.formed(unit, Formation::Line),
            Action::Remount => self.no("only who has dismounted mounts again."),
            Action::Subordinate => self.subordinate(unit),
            Action::ReserveBattery if body.place == Place::Reserve => {
                self.comes_out(unit, Formation::Unlimbered)
            }
            Action::ReserveBattery => self.no("it is not in reserve."),
            Action::SubMe if body.place == Place::Holding => self.comes_out(unit, Formation::usual(arm)),
            Action::SubMe => self.no("it is not in the holding area."),
            Action::Face45 => self.face(unit),
            Action::PullBack => self.pull_back(unit),
            Action::SupportCharge => self.support_charge(unit),
            Action::GainImpetus | Action::Move8 | Action::FollowMe | Action::RegimentalGuns => {
                self.no("that is no action with a unit.")
            }
        }
    }

    /// Whether something to storm lies where the unit could come in this impulse, marching and charging (ruling storming).
    fn storms(&self, unit: UnitId) -> Result<(), Refusal> {
        let game = self.game;
        let body = game.unit(unit);
        let Some(rect) = body.rect().filter(|_| game.measured) else { return Ok(()) };
        let march = manoeuvre::allowance(game, body, body.formation, manoeuvre::Ease::NONE).total();
        let reach = march + onset::reach(game, unit);
        let terrain = &game.scenario.terrain;
        let around = rect.grown(reach);
        let can = |kind: Kind| is_structure(kind) || matches!(kind, Kind::Wall | Kind::Bridge);
        let mut all = terrain.features.iter().enumerate();
        if all.any(|(number, feature)| can(feature.kind) && terrain.touches(number, &around)) {
            return Ok(());
        }
        let why = why!(
            "{} [has|have] nothing to storm within {}, a march and a charge: no structure, works, wall or bridge.",
            body.called(),
            reach
        );
        refuse(house!("storming"), why)
    }

    /// For the ME of the unit named, else for his own or the one he is with; not for a shaken one (ruling impetus).
    fn impetus(&self, unit: Option<UnitId>) -> Result<Does, Refusal> {
        let own = match self.officer.place {
            Whereabouts::Me(me) => Some(me),
            Whereabouts::Unit(unit) => Some(self.game.unit(unit).me()),
            Whereabouts::Free(_) => self.officer.me,
        };
        let Some(me) = unit.map(|unit| self.game.unit(unit).me()).or(own) else {
            return self.no("which ME?");
        };
        let body = self.game.me(me);
        if body.shaken || body.impetus {
            return self.no("that ME is shaken, or has impetus already.");
        }
        Ok(Does::Impetus(me))
    }

    /// Two or three regiments of horse of an ME near each other (ruling groups).
    fn group(&self, unit: UnitId) -> Result<Does, Refusal> {
        let game = self.game;
        let may = |id: &UnitId| {
            let other = game.unit(*id);
            other.me() == game.unit(unit).me()
                && other.arm() == Arm::Cavalry
                && other.in_good_morale()
                && other.group.is_none()
        };
        if !may(&unit) {
            return self.no("only horse in good morale, in no group yet.");
        }
        let near =
            crate::rules::ground::measure::friends_near(game, unit, game.rules.ruled(house!("groups.reach")));
        let others: Vec<UnitId> = near.into_iter().map(|(_, id)| id).filter(may).take(2).collect();
        if others.is_empty() {
            return self.no("no other regiment of its ME is near enough.");
        }
        Ok(Does::Group([vec![unit], others].concat()))
    }

    /// To skirmish order, or from unformed order to line.
    fn skirmish(&self, unit: UnitId) -> Result<Does, Refusal> {
        let body = self.game.unit(unit);
        let is_able = body.on_table() && body.in_good_morale() && body.inside.is_none();
        if body.arm() != Arm::Infantry || !is_able {
            return self.no("only foot in good morale skirmishes, and none that holds a structure.");
        }
        let formation = if body.formation.is_unformed() { Formation::Line } else { Formation::Skirmish };
        self.formed(unit, formation)
    }

    /// A unit that takes another formation where it stands.
    fn formed(&self, unit: UnitId, formation: Formation) -> Result<Does, Refusal> {
        let body = self.game.unit(unit);
        let wish = Wish { formation, facing: None, onto: None, legs: &[] };
        let pose = body.pose.map(|pose| formation::place(body, pose, &wish));
        if let Some(pose) = pose {
            let there = Body { unit, pose, footprint: body.footprint_in(formation) };
            stands_free(self.game, &[unit], &there)?;
        }
        Ok(Does::Form(unit, pose, formation))
    }

    /// As far as he may ride: to a unit, with which he then is, or to a point.
    fn ride(&self, unit: Option<UnitId>) -> Result<Does, Refusal> {
        let far = self.game.rules.inches(self.rule).unwrap_or_default();
        self.rides(self.leader, self.officer, unit, far)
    }

    fn rides(
        &self,
        id: GeneralId,
        officer: &Leader,
        unit: Option<UnitId>,
        far: Inches,
    ) -> Result<Does, Refusal> {
        if !self.game.measured {
            let place = unit.map_or(Whereabouts::Free(None), Whereabouts::Unit);
            return Ok(Does::Ride(id, place));
        }
        let Some(from) = spot(self.game, officer) else { return self.no("nobody knows where he is.") };
        let (place, way) = match (unit, self.to) {
            (Some(unit), _) => {
                let rect = self.game.unit(unit).rect().filter(|_| self.game.unit(unit).on_table());
                let Some(rect) = rect else { return self.no("that unit is not on the table.") };
                (Whereabouts::Unit(unit), rect.distance_to(from))
            }
            (None, Some(to)) => (Whereabouts::Free(Some(to)), from.distance(to)),
            // Back among his own.
            (None, None) => match officer.me.filter(|me| self.game.units_of(*me).next().is_some()) {
                Some(me) => (Whereabouts::Me(me), self.to_me(from, me)),
                None => return self.no("where to?"),
            },
        };
        if place == officer.place {
            return self.no("he is there.");
        }
        if way > far {
            return self.no("that is farther than he may ride.");
        }
        Ok(Does::Ride(id, place))
    }

    /// How far it is from a point to the nearest unit of an ME.
    fn to_me(&self, from: Point, me: MeId) -> Inches {
        let units = self.game.units_of(me).filter_map(|(_, unit)| unit.rect());
        units.map(|rect| rect.distance_to(from)).min().unwrap_or_default()
    }

    /// The support cavalry of a mixed ME charges the nearest of those who have moved before it (ruling impulse.reactions).
    fn support_charge(&self, unit: UnitId) -> Result<Does, Refusal> {
        let game = self.game;
        if game.me_of(unit).kind != MeKind::Mixed || !reactions::may_answer_charging(game, unit) {
            return self.no("only the horse of a mixed ME that has neither moved nor answered.");
        }
        let far = game.rules.ruled(house!("opportunity.charge"));
        let near = |target: UnitId| range(game, unit, target).is_none_or(|gap| gap <= far);
        let mut all = onset::targets(game, unit).into_iter();
        match all.find(|(target, _)| game.unit(*target).impulse.moved && near(*target)) {
            Some((target, wheel)) => Ok(Does::SupportCharge(unit, target, wheel)),
            None => self.no("nobody has moved before it whom it could charge."),
        }
    }

    /// The nearest brigade commander or ADC of his corps rides to a unit.
    fn subordinate(&self, unit: UnitId) -> Result<Does, Refusal> {
        let game = self.game;
        let far = game.rules.ruled(house!("command.ride"));
        let may = |(id, officer): &(GeneralId, &Leader)| {
            *id != self.leader
                && officer.side == self.officer.side
                && officer.corps == self.officer.corps
                && officer.is_here()
                && matches!(officer.rank, Rank::Brigade | Rank::Adc)
        };
        let all = (0..).map(GeneralId).zip(&game.leaders).filter(may);
        let way = |officer: &Leader| distance(game, officer, unit).unwrap_or_default();
        let nearest = all.min_by_key(|(id, officer)| (way(officer), id.0));
        match nearest {
            Some((id, officer)) => self.rides(id, officer, Some(unit), far),
            None => self.no("he has nobody to send."),
        }
    }

    /// Near the baseline of its ME, facing as it does (ruling command.battery).
    fn comes_out(&self, unit: UnitId, formation: Formation) -> Result<Does, Refusal> {
        let game = self.game;
        if !game.measured {
            return Ok(Does::ComesOut(unit, None, formation));
        }
        let body = game.unit(unit);
        let near = game.rules.ruled(house!("command.battery"));
        let me = body.me();
        let baseline = game.me(me).baseline.or_else(|| front_of(game, me));
        let (Some(baseline), Some(at)) = (baseline, self.to) else { return self.no("where to?") };
        let pose = Pose { at, facing: baseline.pose.facing };
        let footprint = body.footprint_in(formation);
        let line = Rect::new(baseline.pose, table::Footprint::new(baseline.width, Inches::ZERO));
        if Rect::new(pose, footprint).distance(&line) > near {
            return self.no("that is too far from the baseline.");
        }
        stands_free(game, &[unit], &Body { unit, pose, footprint })?;
        Ok(Does::ComesOut(unit, Some(pose), formation))
    }

    /// Turns toward a point, by the most degrees allowed.
    fn face(&self, unit: UnitId) -> Result<Does, Refusal> {
        let body = self.game.unit(unit);
        if !body.on_table() || !body.in_good_morale() || has_no_flanks(body) {
            return self.no("only a unit in good morale turns that looks one way.");
        }
        let Some(pose) = body.pose else { return Ok(Does::Stand(unit, None)) };
        let Some(to) = self.to else { return self.no("toward what?") };
        let footprint = body.footprint();
        let centre = pose.centre(footprint);
        let most = self.game.rules.command.turn.map_or(0, |(_, degrees)| degrees * EIGHTH / 45);
        let turn = pose.facing.off(centre.bearing_to(to)).clamp(-most, most);
        if turn == 0 {
            return self.no("it faces that way.");
        }
        let there = Pose::from_centre(centre, pose.facing.turned(turn), footprint);
        stands_free(self.game, &[unit], &Body { unit, pose: there, footprint })?;
        Ok(Does::Stand(unit, Some(there)))
    }

    /// Straight back by a part of its move; no unit that is being charged may.
    fn pull_back(&self, unit: UnitId) -> Result<Does, Refusal> {
        let game = self.game;
        let body = game.unit(unit);
        let is_charged =
            body.impulse.charged || game.charge.as_ref().is_some_and(|charge| charge.target == unit);
        let is_able = body.on_table() && body.in_good_morale() && body.inside.is_none();
        if is_charged || !is_able || body.arm() == Arm::Artillery {
            return self.no("only foot or horse in good morale, in no structure, that nobody charges.");
        }
        let Some(pose) = body.pose else { return Ok(Does::Stand(unit, None)) };
        let (part, of) = game.rules.ratio(self.rule).unwrap_or((1, 1));
        let whole = manoeuvre::allowance(game, body, body.formation, manoeuvre::Ease::NONE).total();
        let most = whole.0 * part as i32 / of.max(1) as i32;
        let times = game.rules.number(house!("manoeuvre.back")).max(1);
        let may = |by: i32| manoeuvre::may_go_back(game, unit, Leg::Back(Inches(by)), Inches(most * times));
        let by = manoeuvre::farthest(most, may);
        if by <= Inches::ZERO {
            return self.no("it has no room behind it.");
        }
        Ok(Does::Stand(unit, Some(pose.back(by))))
    }
}

/// The line along the front of an ME's units, facing as the first of them does.
pub(super) fn front_of(game: &Empire, me: MeId) -> Option<Baseline> {
    let rects: Vec<&Rect> = game.units_of(me).filter_map(|(_, unit)| unit.rect()).collect();
    let (pose, footprint) = table::around(rects.first()?.facing(), rects)?;
    Some(Baseline { pose, width: footprint.width })
}
