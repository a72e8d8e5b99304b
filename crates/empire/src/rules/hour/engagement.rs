//! Engagement: how near two MEs must come to fight each other, and which of them do (ruling engagement).

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::ground::measure::{self, friends_near};
use crate::rules::morale::me_morale;
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::me::{Engagement, Me, MeId};
use crate::state::unit::UnitId;
use crate::state::words::{MeKind, MeOrderKind, Woods};
use engine::desk::{FactSet as _, flag, word};
use engine::{Side, Umpire};
use rulebook::RuleId;
use table::{Face, Inches};

engine::facts! {
    /// Who meets whom.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Meeting of Rules {
        pub mover: MeKind = MeKind::Infantry, word "mover" |name, _| word(name, "the ME that moves to engage", MeKind::NAMES, Some("infantry"));
        pub other: MeKind = MeKind::Infantry, word "other" |name, _| word(name, "the ME it meets", MeKind::NAMES, Some("infantry"));
        pub obstructed: bool = false, plain "obstructed" |name, _| flag(name, "a structure, woods or a river is between");
        pub unsupported: bool = false, plain "unsupported" |name, _| flag(name, "one of them is unformed troops alone");
    }
}

/// How near two MEs must be to be engaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    pub rule: RuleId,
    pub inches: Inches,
    /// Whether tactical combat follows.
    pub fights: bool,
}

impl Meeting {
    /// The distance at which the two are engaged; `None`: the rule for it is not in force.
    pub fn reach(&self, rules: &Rules) -> Option<Reach> {
        let is_horse = |kind: MeKind| matches!(kind, MeKind::Cavalry | MeKind::Mixed);
        let is_battery = |kind: MeKind| kind == MeKind::GrandBattery;
        let (rule, is_far) = if self.unsupported {
            (rule!("empire.engage.unsupported"), false)
        } else if self.obstructed {
            (rule!("empire.engage.obstructed"), false)
        } else if is_battery(self.mover) || is_battery(self.other) {
            (rule!("empire.engage.grand-battery"), is_horse(self.mover) || is_horse(self.other))
        } else if is_horse(self.mover) && is_horse(self.other) {
            (rule!("empire.engage.cavalry"), false)
        } else if is_horse(self.mover) || is_horse(self.other) {
            (rule!("empire.engage.inf-cav"), is_horse(self.mover))
        } else {
            (rule!("empire.engage.inf-inf"), false)
        };
        let inches = match rules.engagement.pair(rule) {
            Some([near, far]) => {
                if is_far {
                    far
                } else {
                    near
                }
            }
            None => rules.inches(rule)?,
        };
        Some(Reach { rule, inches, fights: !self.unsupported })
    }
}

// -------------------------------------------------------------- on the table ----

/// Unformed troops with no formed friend behind them (ruling engagement.unsupported).
fn is_unsupported(game: &Empire, unit: UnitId) -> bool {
    let body = game.unit(unit);
    let (true, Some(rect)) = (body.formation.is_unformed(), body.rect()) else { return false };
    let reach = game.rules.ruled(house!("engagement.unsupported"));
    !friends_near(game, unit, reach).into_iter().any(|(_, id)| {
        let friend = game.unit(id);
        let behind = |centre| rect.quarter_of(centre) == Face::Rear;
        friend.is_formed() && friend.pose.is_some_and(|pose| behind(pose.centre(friend.footprint())))
    })
}

fn is_sheltered(game: &Empire, unit: UnitId) -> bool {
    game.unit(unit).inside.is_some() || measure::woods(game, unit) != Woods::None
}

/// What two units make of the meeting of their MEs.
fn meeting(game: &Empire, one: UnitId, two: UnitId) -> Meeting {
    Meeting {
        mover: game.me_of(one).kind,
        other: game.me_of(two).kind,
        obstructed: is_sheltered(game, one) || is_sheltered(game, two),
        unsupported: is_unsupported(game, one) || is_unsupported(game, two),
        ..Meeting::blank()
    }
}

/// How near a unit must come to another that their MEs are engaged.
pub(crate) fn reach_between(game: &Empire, one: UnitId, two: UnitId) -> Option<Inches> {
    meeting(game, one, two).reach(&game.rules).filter(|reach| reach.fights).map(|reach| reach.inches)
}

/// The rule by which two MEs are near enough to fight, the first having moved to engage; `None`: they are not.
pub fn near_enough(game: &Empire, mover: MeId, other: MeId) -> Option<RuleId> {
    let good = |me: MeId| game.units_of(me).filter(|(_, unit)| unit.in_good_morale()).map(|(id, _)| id);
    let theirs: Vec<UnitId> = good(other).collect();
    let pairs = good(mover).flat_map(|one| theirs.iter().map(move |two| (one, *two)));
    pairs.into_iter().find_map(|(one, two)| {
        let reach = meeting(game, one, two).reach(&game.rules).filter(|reach| reach.fights)?;
        measure::range(game, one, two).filter(|gap| *gap <= reach.inches).map(|_| reach.rule)
    })
}

engine::sight! {
    /// Whether two MEs are near enough to fight.
    pub struct Near of Empire { pub mover: MeId, pub other: MeId } -> bool;
    word: "near-enough-to-fight";
    about: |f, _| [f.mover, f.other];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| near_enough(g, f.mover, f.other).is_some();
    text: |f, g| asked(g, g.me(f.mover), g.me(f.other));
    answers: |_, _| YesNo;
}

/// The question whether two MEs are near enough, with what is otherwise for some of their units.
fn asked(game: &Empire, mover: &Me, other: &Me) -> String {
    let reach = |obstructed: bool| {
        let meeting = Meeting { mover: mover.kind, other: other.kind, obstructed, ..Meeting::blank() };
        meeting.reach(&game.rules).map_or(Inches::ZERO, |reach| reach.inches)
    };
    let (open, obstructed, support) =
        (reach(false), reach(true), game.rules.ruled(house!("engagement.unsupported")));
    format!(
        "Is a unit of {} in good morale within {open} of one of {} in good morale, or within {obstructed} where either is in \
         a structure or in woods, or a river is between? Unformed troops do not count without a formed friend within \
         {support} behind them.",
        mover.name, other.name
    )
}

/// Whether an ME has a unit in good morale on the table.
pub(crate) fn has_unit_in_good_morale(game: &Empire, me: MeId) -> bool {
    game.units_of(me).any(|(_, unit)| unit.in_good_morale())
}

/// Engagements end at once with an ME that has no unit in good morale.
pub(crate) fn let_go<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) {
    part(game, umpire, |game, pair| {
        !has_unit_in_good_morale(game, pair.french) || !has_unit_in_good_morale(game, pair.allied)
    });
}

fn part<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, ends: impl Fn(&Empire, &Engagement) -> bool) {
    if !game.engagements.iter().any(|pair| ends(game, pair)) {
        return;
    }
    let (over, go_on) = game.engagements.iter().copied().partition(|pair| ends(game, pair));
    game.engagements = go_on;
    let over: Vec<Engagement> = over;
    for Engagement { french, allied, .. } in over {
        umpire.tell(|| Event::ruled(What::Parted { french, allied }, house!("engagement")));
    }
}

/// Who is engaged with whom once all have moved.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn settle<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<(), U::Pause> {
    let_go(game, umpire);
    // The attacker is found by orders, which are hidden.
    Side::BOTH.into_iter().for_each(|side| umpire.uncovers(side));
    for french in game.mes_of(Side::French).collect::<Vec<_>>() {
        for allied in game.mes_of(Side::Allied).collect::<Vec<_>>() {
            if !has_unit_in_good_morale(game, french) || !has_unit_in_good_morale(game, allied) {
                continue;
            }
            let attacker = attacker(game, french, allied);
            let (mover, other) = if attacker == Side::French { (french, allied) } else { (allied, french) };
            let is_near = umpire.see(game, Near { mover, other })?;
            let is_known = |pair: &Engagement| pair.french == french && pair.allied == allied;
            match (game.engagements.iter().any(is_known), is_near) {
                (false, true) => {
                    let since = game.hour;
                    game.engagements.push(Engagement { french, allied, attacker, since });
                    let by = near_enough(game, mover, other);
                    let what = What::Engaged { french, allied };
                    umpire.tell(|| match by {
                        Some(rule) => Event::new(what, &[rule]),
                        None => Event::ruled(what, house!("engagement")),
                    });
                    for me in [french, allied] {
                        caught(game, umpire, me);
                    }
                }
                (true, false) => part(game, umpire, |_, pair| is_known(pair)),
                (true, true) | (false, false) => {}
            }
        }
    }
    Ok(())
}

/// An ME that becomes engaged under Redeploy or Rest & Rally is shaken.
fn caught<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, me: MeId) {
    let by = match game.me(me).order.as_ref().map(|order| order.kind) {
        // It tests as well, in the next phase 3.
        Some(MeOrderKind::Redeploy) => {
            game.me_mut(me).now.caught = true;
            rule!("empire.meorder.redeploy.shaken")
        }
        Some(MeOrderKind::RestRally) => rule!("empire.meorder.rest.shaken"),
        _ => return me_morale::engaged_again(game, umpire, me),
    };
    if game.rules.on(by) {
        me_morale::become_shaken(game, umpire, me, by);
    }
}

/// The side that moved to engage: the one with the order to attack (ruling advance), and of two the one that acts
/// first.
fn attacker(game: &Empire, french: MeId, allied: MeId) -> Side {
    let attacks =
        |me: MeId| game.me(me).order.as_ref().is_some_and(|order| order.kind == MeOrderKind::Attack);
    match (attacks(french), attacks(allied)) {
        (true, false) => Side::French,
        (false, true) => Side::Allied,
        (true, true) | (false, false) => game.first_side(),
    }
}
