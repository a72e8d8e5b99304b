//! What a charge rests on, as the table shows it.

use super::fight::{Fight, Needed, follow_me};
use crate::charts::charge::Charger;
use crate::charts::charge::square::Distance;
use crate::ids::house;
use crate::rules::charge::chain::{ChargeFacts, Reply, SUPPORT};
use crate::rules::charge::close::{Fighter, Hold, Overlap};
use crate::rules::charge::guns_charged::{self, Supporters};
use crate::rules::charge::square::{from_of, is_british};
use crate::rules::charge::{may_make_klumpen, may_retire, row_of};
use crate::rules::fire::gunnery;
use crate::rules::fire::musketry::{self, Volley};
use crate::rules::ground::measure::{CoverOf, RangeTo, Stick, friends_near, is_barred, is_in_arc, level};
use crate::rules::march::gun_moves::{Relocation, RollsTo};
use crate::rules::morale::unit_morale::{Reason, UnitTest, attached};
use crate::state::game::{Charge, Empire};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Aspect, Band, Formation, SquareKind};
use engine::Umpire;
use engine::desk::FactSet as _;
use table::{Face, Inches, Rect, flush};

rulebook::words!(
    /// Who stands higher.
    Upper { Neither = "neither", Charger = "charger", Target = "target" }
);

engine::sight! {
    /// Past how many ends of its target a charger reaches (ruling close.overlap).
    pub struct Overlaps of Empire { pub unit: UnitId, pub target: UnitId } -> Overlap;
    word: "overlaps";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Overlap::None);
    stale: AtOnce;
    measured: |f, g| overlap(g, f.unit, f.target);
    text: |f, g| format!("Past how many ends of {} does the front of {} reach: none, one (partial) or both (full)?", g.name(f.target), g.name(f.unit));
    answers: |_, _| Words;
}

engine::sight! {
    /// Who of the two stands higher.
    pub struct Higher of Empire { pub unit: UnitId, pub target: UnitId } -> Upper;
    word: "higher";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Upper::Neither);
    stale: OwnMove;
    measured: |f, g| match level(g, f.unit).cmp(&level(g, f.target)) {
        std::cmp::Ordering::Equal => Upper::Neither,
        std::cmp::Ordering::Greater => Upper::Charger,
        std::cmp::Ordering::Less => Upper::Target,
    };
    text: |f, g| format!("Does {} (charger) or {} (target) stand higher?", g.name(f.unit), g.name(f.target));
    answers: |_, _| Words;
}

engine::sight! {
    /// What a unit leans on (ruling line).
    pub struct Holds of Empire { pub unit: UnitId } -> Hold;
    word: "holds";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Hold::None);
    stale: AnyMove;
    measured: |f, g| hold(g, f.unit);
    text: |f, g| format!("Do both flanks of {} rest on friends, a held structure or impassable ground (anchored), or does a formed friend stand close behind it (supported)?", g.name(f.unit));
    answers: |_, _| Words;
}

engine::sight! {
    /// The target stands on a steep hill above the charger (ruling ground).
    pub struct Steep of Empire { pub unit: UnitId, pub target: UnitId } -> bool;
    word: "steep";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: OwnMove;
    measured: |f, g| is_steep(g, f.unit, f.target);
    text: |f, g| format!("Does {} defend a steep hill against {}?", g.name(f.target), g.name(f.unit));
    answers: |_, _| YesNo;
}

engine::sight! {
    /// A charge comes in the target's arc.
    pub struct InItsArc of Empire { pub unit: UnitId, pub target: UnitId } -> bool;
    word: "in-its-arc";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(true);
    stale: OwnMove;
    measured: |f, g| is_in_arc(g, f.target, f.unit);
    text: |f, g| format!("Does {} come at {} within its arc of fire?", g.name(f.unit), g.name(f.target));
    answers: |_, _| YesNo;
}

engine::sight! {
    /// Formed friends close enough behind unformed troops (ruling unformed).
    pub struct FriendBehind of Empire { pub unit: UnitId } -> Vec<UnitId>;
    word: "friend-behind";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| behind(g, f.unit, g.rules.ruled(house!("unformed.reach"))).into_iter().collect();
    text: |f, g| format!("Which formed friend stands behind {}, close enough to retire to?", g.name(f.unit));
    answers: |_, _| AnyOf;
}

/// The nearest formed friend behind a unit.
fn behind(game: &Empire, unit: UnitId, reach: Inches) -> Option<UnitId> {
    let rect = game.unit(unit).rect()?;
    let is_behind = |id: UnitId| {
        let friend = game.unit(id);
        let middle = friend.rect().map(|other| other.centre().stored());
        friend.is_formed() && middle.is_some_and(|middle| rect.quarter_of(middle) == Face::Rear)
    };
    friends_near(game, unit, reach).into_iter().map(|(_, id)| id).find(|id| is_behind(*id))
}

/// What a unit leans on: both flanks rest on something, or a formed friend stands behind it; the better counts (ruling line).
pub fn hold(game: &Empire, unit: UnitId) -> Hold {
    let body = game.unit(unit);
    let Some(rect) = body.rect().filter(|_| body.is_formed()) else { return Hold::None };
    let near = game.rules.ruled(house!("line.anchored"));
    let rests = |face: Face| {
        let friend = friends_near(game, unit, near).into_iter().any(|(_, id)| {
            let other = game.unit(id);
            let middle = other.rect().map(|rect| rect.centre().stored());
            other.is_formed() && middle.is_some_and(|middle| rect.quarter_of(middle) == face)
        });
        friend || is_shut(game, body, face, near)
    };
    if rests(Face::Left) && rests(Face::Right) {
        Hold::Anchored
    } else if behind(game, unit, game.rules.ruled(house!("line.supported"))).is_some() {
        Hold::Supported
    } else {
        Hold::None
    }
}

/// Whether impassable ground lies close beside a flank.
fn is_shut(game: &Empire, body: &Unit, face: Face, near: Inches) -> bool {
    let turn = if face == Face::Right { 16_384 } else { -16_384 };
    body.pose.is_some_and(|pose| {
        let aside = table::Pose { at: pose.at.ahead(pose.facing.turned(turn), near), ..pose };
        is_barred(game, &Rect::new(aside, body.footprint()))
    })
}

/// Past how many ends of its target's face a charger reaches.
fn overlap(game: &Empire, unit: UnitId, target: UnitId) -> Overlap {
    let body = game.unit(unit);
    let (Some(pose), Some(rect), Some(aim)) = (body.pose, body.rect(), game.unit(target).rect()) else {
        return Overlap::None;
    };
    let face = rect.face_met(aim).unwrap_or_else(|| aim.face_hit(rect.centre()));
    let at = Rect::new(flush(body.footprint(), aim, face, pose.at), body.footprint());
    let past = game.rules.ruled(house!("close.overlap")).0;
    let along = at.facing().turned(16_384);
    let middle = at.front_centre().stored();
    let reach = |rect: &Rect| {
        let across = |corner: table::Point| {
            let off = along.off(middle.bearing_to(corner));
            let far = middle.distance(corner).0;
            if off.abs() < 16_384 { far } else { -far }
        };
        let all: Vec<i32> = rect.corners().map(|corner| across(corner.stored())).into();
        (all.iter().min().copied().unwrap_or(0), all.iter().max().copied().unwrap_or(0))
    };
    // The charger's front is straight across; the target's ends are measured on the same line.
    let half = body.footprint().width.0 / 2;
    let (left, right) = reach(aim);
    match u32::from(-half <= left - past) + u32::from(half >= right + past) {
        0 => Overlap::None,
        1 => Overlap::Partial,
        _ => Overlap::Full,
    }
}

/// Enough contours within a few inches below the target, on the way from the charger (ruling ground.steep).
fn is_steep(game: &Empire, unit: UnitId, target: UnitId) -> bool {
    let (Some(rect), Some(aim)) = (game.unit(unit).rect(), game.unit(target).rect()) else { return false };
    let within = game.rules.ruled(house!("ground.steep.within"));
    let top = aim.centre();
    let toward = top.stored().bearing_to(rect.centre().stored());
    let foot = top.stored().ahead(toward, within);
    let terrain = &game.scenario.terrain;
    let (above, below) = (terrain.level_at(top), terrain.level_at(foot.into()));
    i32::from(above) - i32::from(below) >= game.rules.number(house!("ground.steep"))
}

/// One of the two as it fights.
fn fighter(game: &Empire, unit: UnitId) -> Fighter {
    let body = game.unit(unit);
    let me = game.me_of(unit);
    let in_battle = game.rules.plays(house!("close.casualties", "battle"));
    let structure = body.inside.and_then(|id| game.structure(id));
    Fighter {
        grade: body.grade(),
        arm: arm_of(body),
        formation: body.formation,
        square: body.square.unwrap_or(SquareKind::Solid),
        figures: body.figures,
        lost: if in_battle { body.lost() } else { body.impulse.lost },
        attached: attached(game, unit),
        building: structure.is_some(),
        fortified: structure.is_some_and(|structure| structure.fortified && !structure.aflame),
        engineers: body.sappers,
        shock: body.profile.shock,
        lancers: body.profile.mounts.is_some_and(|mounts| mounts.horse == crate::state::words::Horse::Lancer),
        fatigue: me.fatigue,
        blown: body.blown,
        bad: !body.in_good_morale(),
        shaken: me.shaken,
        disordered: body.disordered,
        ..Fighter::blank()
    }
}

/// Dismounted horse fights as foot.
fn arm_of(body: &Unit) -> Arm {
    if body.formation == Formation::Dismounted { Arm::Infantry } else { body.arm() }
}

/// The facts of a charge, as far as they do not rest on what the target answers.
fn facts<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    (charger, target): (UnitId, UnitId),
    declared: &Charge,
) -> Result<ChargeFacts, U::Pause> {
    let (body, aim) = (game.unit(charger), game.unit(target));
    let far = umpire.see(game, RangeTo { unit: charger, target, by: Stick::Charge })?;
    let breaks_through = declared.breakthrough > 0;
    let nearest = Distance::Nearest;
    let band = if breaks_through { nearest } else { game.rules.square.band(far).unwrap_or(nearest) };
    let upper = umpire.see(game, Higher { unit: charger, target })?;
    let steep = upper == Upper::Target && umpire.see(game, Steep { unit: charger, target })?;
    let cover = umpire.see(game, CoverOf { unit: target })?;
    let is_foot = aim.arm() == Arm::Infantry && aim.is_formed();
    let hold = if is_foot { umpire.see(game, Holds { unit: target })? } else { Hold::None };
    let overlap = match declared.hit {
        Aspect::Front if aim.inside.is_none() => umpire.see(game, Overlaps { unit: charger, target })?,
        Aspect::Front | Aspect::Flank | Aspect::Rear => Overlap::None,
    };
    let arms = musketry::may_fire(aim) || gunnery::is_in_action(aim);
    let can = arms && aim.in_good_morale();
    let fires = can && umpire.see(game, InItsArc { unit: charger, target })?;
    let mud = game.weather().mud;
    let fire = Volley {
        weapon: aim.profile.weapon,
        muskets: aim.profile.muskets,
        two_ranks: aim.profile.two_ranks,
        first: !aim.has_fired,
        horseback: arm_of(aim) == Arm::Cavalry,
        woods: umpire.see(game, crate::rules::ground::measure::WoodsOf { unit: target })?,
        ammunition: aim.ammunition,
        low_country: game.scenario.armies[aim.side()].low_ammo,
        band: Band::Short,
        ..Volley::blank()
    };
    let fire = Volley { weapon: small_arms(fire.weapon), ..fire };
    let parting = Volley {
        weapon: small_arms(body.profile.weapon),
        muskets: body.profile.muskets,
        first: !body.has_fired,
        ammunition: body.ammunition,
        low_country: game.scenario.armies[body.side()].low_ammo,
        cover,
        ..Volley::blank()
    };
    Ok(ChargeFacts {
        charger: Fighter {
            charging: true,
            strikes: declared.hit,
            overlap,
            wave: declared.wave,
            higher: upper == Upper::Charger,
            ..fighter(game, charger)
        },
        target: Fighter { higher: upper == Upper::Target, steep, cover, hold, ..fighter(game, target) },
        charger_parts: body.profile.parts,
        target_parts: aim.profile.parts,
        row: row(game, charger),
        guard: game.me_of(charger).guard,
        impetus: game.me_of(charger).impetus,
        storming: body.storming,
        follow_me: 0,
        presses: false,
        breaks_through,
        reply: Reply::Stand,
        distance: band,
        opportunity: declared.answers,
        british: is_british(aim.profile.nation),
        fires,
        armed: can && aim.arm() == Arm::Infantry,
        fire,
        slow: mud || upper == Upper::Target,
        test: UnitTest::seen(game, umpire, target, Reason::charge(charger))?,
        tests: aim.in_good_morale(),
        guns: None,
        support: [None; SUPPORT],
        withdraws: 0,
        parting,
        charger_bare: body.standard_lost,
        target_bare: aim.standard_lost,
        sky: game.weather().sky,
        ..ChargeFacts::blank()
    })
}

/// Guns have no small arms: their weapon is no fact of a volley.
fn small_arms(weapon: crate::state::words::Weapon) -> crate::state::words::Weapon {
    use crate::state::words::Weapon;
    if weapon == Weapon::Rifle { Weapon::Rifle } else { Weapon::Musket }
}

/// What a battery needs to get away; `None`: it cannot.
fn withdraws(game: &Empire, unit: UnitId) -> Option<Needed> {
    let relocation = Relocation::of(game, unit, RollsTo::Withdraw);
    let need = relocation.needs(&game.rules)?;
    Some(Needed { need, sum: relocation.sum(&game.rules) })
}

/// What a charge is carried out with, before the target answers.
pub(super) fn fight<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    charger: UnitId,
    declared: &Charge,
) -> Result<Fight, U::Pause> {
    let target = declared.target;
    let mut facts = facts(game, umpire, (charger, target), declared)?;
    let (leader, calls) = follow_me(game, charger).unzip();
    let least = |needed: &Needed, floor: i32| needed.least().max(floor).unsigned_abs();
    facts.follow_me = calls.as_ref().map_or(0, |calls| least(calls, 1));
    let is_battery = game.unit(target).arm() == Arm::Artillery;
    let withdraws = is_battery.then(|| withdraws(game, target)).flatten();
    if is_battery {
        // More than two dice can show where it cannot.
        facts.withdraws = withdraws.as_ref().map_or(21, |needed| least(needed, 0));
    }
    Ok(Fight {
        charger,
        target,
        from: declared.from,
        face: declared.face,
        facts,
        batteries: Vec::new(),
        ground: None,
        leader,
        calls,
        withdraws,
        led: false,
        breakthroughs: declared.breakthrough,
    })
}

/// The batteries that fire at the charge: the target's own guns, and those that support it. Says which these are.
pub(super) fn batteries<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    (charger, target): (UnitId, UnitId),
    facts: &mut ChargeFacts,
) -> Result<Vec<UnitId>, U::Pause> {
    let supporters = umpire.see(game, Supporters { charger, target })?;
    let retires = facts.reply == Reply::FireAndRetire;
    if facts.fires {
        facts.guns = guns_charged::own_shot(game, umpire, target, charger, retires)?;
    }
    let batteries: Vec<UnitId> = supporters.into_iter().take(SUPPORT).collect();
    for (battery, slot) in batteries.iter().zip(&mut facts.support) {
        *slot = guns_charged::support_shot(game, umpire, *battery, charger)?;
    }
    Ok(batteries)
}

/// What the target may do (ruling charge.answers); standing always.
pub(super) fn replies<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    fight: &Fight,
) -> Result<Vec<Reply>, U::Pause> {
    let Fight { charger, target, facts, .. } = fight;
    let (body, aim) = (game.unit(*charger), game.unit(*target));
    let rules = &game.rules;
    let mut replies = vec![Reply::Stand];
    if !aim.in_good_morale() || aim.inside.is_some() {
        return Ok(replies);
    }
    let by_horse = arm_of(body) == Arm::Cavalry;
    if aim.arm() == Arm::Infantry && aim.formation.is_unformed() {
        let friends = umpire.see(game, FriendBehind { unit: *target })?;
        let friend = friends.first().map(|_| Inches::ZERO);
        replies.extend(may_retire(rules, friend).then_some(Reply::RetireUnformed));
        replies.extend(may_make_klumpen(rules).then_some(Reply::Klumpen));
        return Ok(replies);
    }
    if by_horse && aim.arm() == Arm::Infantry && from_of(rules, aim.formation).is_some() {
        for reply in [Reply::Square, Reply::ClosedColumn] {
            let tries = ChargeFacts { reply, ..*facts }.squaring(rules);
            let may = tries.is_some_and(|tries| tries.need(rules).is_ok());
            replies.extend(may.then_some(reply));
        }
    }
    let far = rules.ruled(house!("charge.countercharge"));
    let faces = facts.charger.strikes == Aspect::Front && !aim.blown && !aim.disordered;
    if arm_of(aim) == Arm::Cavalry
        && faces
        && umpire.see(game, RangeTo { unit: *charger, target: *target, by: Stick::Countercharge })? >= far
    {
        replies.push(Reply::Countercharge);
    }
    Ok(replies)
}

/// Which row of the effects a unit has.
fn row(game: &Empire, unit: UnitId) -> Charger {
    let profile = &game.unit(unit).profile;
    let mounts = profile.mounts;
    row_of(
        profile.arm,
        profile.shock,
        mounts.is_some_and(|mounts| mounts.dubious),
        mounts.is_some_and(|mounts| mounts.cossacks),
    )
}
