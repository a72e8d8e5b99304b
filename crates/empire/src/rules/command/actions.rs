//! What each commander action does on the table, who may try it, and the question of the other side's leaders.

use super::{AboutUnit, Action, Attempt, Tried, attempt, attempt_all, reach, rule_of};
use crate::ids::{house, rule};
use crate::rules::formation::{self, Wish};
use crate::rules::manoeuvre;
use crate::rules::measure::{enemies_near, has_no_flanks, range};
use crate::rules::onset;
use crate::rules::reactions;
use crate::rules::walk::{Body, stands_free};
use crate::state::answer::{Act, Answer, Refusal};
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::leader::{Leader, Whereabouts};
use crate::state::me::{Baseline, MeId};
use crate::state::unit::UnitId;
use crate::state::words::{
    Ammunition, Arm, Character, Formation, MeKind, Morale, Phase, Place, Rank, Weapon,
};
use engine::desk::FactSet as _;
use engine::{Ask, Form, FormKind, GeneralId, Offer, Routine, Side, Umpire, not_an_answer, refuse, why};
use rulebook::RuleId;
use serde::Serialize;
use table::{EIGHTH, Inches, Leg, Point, Pose, Rect};

/// Every leader begins again at his first action: in phase 5, in each side's impulse, in phase 12 (ruling
/// command.non-initiative).
pub(crate) fn begin(game: &mut Empire) {
    for leader in &mut game.leaders {
        (leader.column, leader.ended, leader.reached) = (1, false, None);
    }
}

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

engine::yes_no!(
    Empire;
    /// A leader is near enough to a unit for an action of his.
    NearEnough { leader: GeneralId, unit: UnitId, reach: Inches },
    |f, g| {
        let far = g.leader(f.leader).and_then(|leader| distance(g, leader, f.unit));
        far.is_some_and(|far| far <= f.reach)
    },
    |f, g| {
        let name = g.leader(f.leader).map(|leader| leader.name.to_string()).unwrap_or_default();
        format!("Is {} within {} of {name}?", g.name(f.unit), f.reach)
    }
);

/// An action that was checked.
#[derive(Clone, Debug)]
pub struct Commanded {
    leader: GeneralId,
    action: Action,
    rule: RuleId,
    unit: Option<UnitId>,
    does: Does,
}

/// What a successful action does.
#[derive(Clone, Debug)]
enum Does {
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
    /// Horse of a mixed ME is sent at whoever has moved before it, with the wheel that brings it in.
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
            _ => {}
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
                Ok(Does::Storm(unit))
            }
            Action::Sappers if arm == Arm::Infantry && on_table && !body.sappers => Ok(Does::Sappers(unit)),
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
        let near = crate::rules::measure::friends_near(game, unit, game.rules.ruled(house!("groups.reach")));
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

    /// Toward a point, by so many degrees at most.
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

    /// Straight back by a part of its move; not who is being charged.
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
        let whole = manoeuvre::allowance(game, body, body.formation, false, false).total();
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
fn front_of(game: &Empire, me: MeId) -> Option<Baseline> {
    let rects: Vec<&Rect> = game.units_of(me).filter_map(|(_, unit)| unit.rect()).collect();
    let (pose, footprint) = table::around(rects.first()?.facing(), rects)?;
    Some(Baseline { pose, width: footprint.width })
}

impl Attempt {
    /// A leader's next attempt; `unit`: whom it is about.
    pub(crate) fn of(game: &Empire, officer: &Leader, unit: Option<UnitId>) -> Attempt {
        let about = match (officer.place, unit) {
            (Whereabouts::Unit(with), Some(unit)) if with == unit => AboutUnit::Same,
            (Whereabouts::Unit(_), Some(_)) => AboutUnit::Other,
            _ => AboutUnit::None,
        };
        Attempt {
            rank: officer.rank,
            replacement: officer.replacement,
            rating: officer.rating,
            nth: u32::from(officer.column),
            about,
            initiative: game.first_side() == officer.side,
            tried: if game.stage.phase == Phase::CommanderActions {
                Tried::PhaseFive
            } else {
                Tried::Impulse
            },
            ..Attempt::blank()
        }
    }
}

/// A leader tries an action: his dice, and which action is his next. The first failure ends them (ruling command.rolls).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn tries<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    leader: GeneralId,
    unit: Option<UnitId>,
    by: RuleId,
) -> Result<bool, U::Pause> {
    let Some(officer) = game.leader(leader) else { return Ok(false) };
    let attempts = Attempt::of(game, officer, unit);
    let rules = std::sync::Arc::clone(&game.rules);
    let (side, known) = (officer.side, officer.reached);
    let mut reached = known;
    let succeeds = if rules.plays(house!("command.rolls", "one-for-all")) {
        let all = match known {
            Some(reached) => u32::from(reached),
            None => attempt_all(umpire.hand(side), &rules, &attempts)?,
        };
        reached = Some(all.min(4) as u8);
        attempts.nth <= all
    } else {
        attempt(umpire.hand(side), &rules, &attempts)?
    };
    let working = attempts.sum(&rules);
    let need = attempts.need(&rules).map(|(rule, _)| rule);
    let by: Vec<RuleId> = [rule!("empire.ca.proc"), by].into_iter().chain(need).collect();
    umpire.tell(|| Event::with(What::Commands { leader, succeeds }, &by, working));
    let officer = &mut game.leaders[usize::from(leader.0)];
    officer.reached = reached;
    officer.column = officer.column.saturating_add(1);
    officer.ended = !succeeds;
    Ok(succeeds)
}

/// Carries a checked action out: the attempt, and what it does.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    commanded: Commanded,
) -> Result<(), U::Pause> {
    let Commanded { leader, action, rule, unit, does } = commanded;
    if !game.measured
        && let Some(unit) = unit
    {
        let has_it = game.leader(leader).is_some_and(|officer| game.first_side() == officer.side);
        let near = reach(&game.rules, action, has_it);
        if !umpire.see(game, NearEnough { leader, unit, reach: near })? {
            return Ok(());
        }
    }
    if !tries(game, umpire, leader, unit, rule)? {
        return Ok(());
    }
    if let Does::SupportCharge(unit, target, wheel) = does {
        game.unit_mut(unit).impulse.reacted = true;
        if let Ok(onset) = onset::check(game, &[unit], target, wheel) {
            onset::carry_out(game, umpire, onset, true)?;
        }
    } else {
        done(game, umpire, does, rule);
    }
    Ok(())
}

fn done<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, does: Does, rule: RuleId) {
    let told = |what: What| Event::new(what, &[rule]);
    match does {
        Does::Impetus(me) => {
            game.me_mut(me).impetus = true;
            umpire.tell(|| told(What::GainsImpetus { me }));
        }
        Does::Rally(unit) => {
            let body = game.unit_mut(unit);
            (body.morale, body.disordered) = (Morale::Good, true);
            // The crew mans its guns again (ruling gun-moves).
            body.abandoned = false;
            umpire.tell(|| told(What::Rallied { unit }));
        }
        Does::Resupply(unit) => {
            let body = game.unit_mut(unit);
            body.ammunition = body.ammunition.higher();
            let ammunition = body.ammunition;
            umpire.tell(|| told(What::Resupplied { unit, ammunition }));
        }
        Does::Storm(unit) => game.unit_mut(unit).storming = true,
        Does::Sappers(unit) => game.unit_mut(unit).sappers = true,
        Does::Group(units) => {
            let first = units.first().copied();
            for unit in &units {
                game.unit_mut(*unit).group = first;
            }
            umpire.tell(|| told(What::Grouped { units }));
        }
        Does::Direct(unit) => game.unit_mut(unit).impulse.directed = true,
        Does::Form(unit, pose, formation) => {
            let body = game.unit_mut(unit);
            match pose {
                Some(pose) => body.stand(pose, formation),
                None => body.formation = formation,
            }
            umpire.tell(|| told(What::Forms { unit, formation }));
        }
        Does::Stand(unit, pose) => {
            let formation = game.unit(unit).formation;
            let turned =
                pose.is_none_or(|pose| game.unit(unit).pose.is_none_or(|was| was.facing != pose.facing));
            if let Some(pose) = pose {
                game.unit_mut(unit).stand(pose, formation);
            }
            if !turned {
                game.end_firefights_of(unit);
            }
            umpire.tell(|| told(if turned { What::Turns { unit } } else { What::PulledBack { unit } }));
        }
        Does::ComesOut(unit, pose, formation) => {
            let body = game.unit_mut(unit);
            body.place = Place::Table;
            match pose {
                Some(pose) => body.stand(pose, formation),
                None => body.formation = formation,
            }
            body.hour.from_reserve = true;
            for corps in &mut game.corps {
                corps.reserve.retain(|waits| *waits != unit);
            }
            umpire.tell(|| told(What::ComesOut { unit }));
        }
        // It is carried out where the dice are.
        Does::SupportCharge(..) => {}
        Does::Ride(leader, place) => {
            game.leaders[usize::from(leader.0)].place = place;
            umpire.tell(|| told(What::LeaderRides { leader }));
        }
    }
}

// ------------------------------------------------------------------ the question ----

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

/// What the leaders of a side may try now, each with words. Where a place must be named one is offered: the nearest that is
/// free, or the nearest enemy.
pub fn offers(game: &Empire, side: Side) -> Vec<(Act, String)> {
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
                let text = format!("{}: {}{whom}", officer.name, action.word().replace('-', " "));
                all.push((Act::Command { leader, action: action.word().to_owned(), unit, to }, text));
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
        rect.distance(&line) <= near && crate::rules::measure::fits(game, unit, pose, formation)
    };
    let reach = baseline.width.half() + near;
    table::nearest_spot(baseline.pose, engine::room::STEP, reach, fits).map(|pose| pose.at)
}

/// Likewise as offers: an action that concerns a unit stands with it.
pub(crate) fn offered(game: &Empire, side: Side) -> impl Iterator<Item = Offer<Answer>> {
    offers(game, side).into_iter().map(|(act, text)| {
        let unit = if let Act::Command { unit, .. } = &act { *unit } else { None };
        Offer { unit, ..Offer::new(text, "", Answer::Act(act)) }
    })
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
            _ => not_an_answer("a commander action, or none."),
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
        form.offers.extend(offered(game, self.side));
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

/// The character of the best commander of some ranks with an ME or one of its units, as charts have him: the most
/// inspiring; `None`: nobody.
pub(crate) fn best_with(
    game: &Empire,
    me: MeId,
    ranks: &[Rank],
    counts: impl Fn(&Leader) -> bool,
) -> Option<Character> {
    let is_with = |leader: &&Leader| {
        leader.is_here() && leader.side == game.me(me).side && ranks.contains(&leader.rank) && counts(leader)
    };
    game.leaders.iter().filter(is_with).map(|leader| leader.character).min()
}
