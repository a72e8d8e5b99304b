//! What the rules want to see of the table: each measured on a screen, each asked beside real figures.

use crate::ids::{house, rule};
use crate::rules::ground::placing::{self, Retired};
use crate::state::game::Volley;
use crate::state::unit::{GeneralId, Unit, UnitId};
use crate::state::words::{Arm, Band, Cover, Formation};
use engine::{Side, Umpire};
use table::{Blocker, Footprint, Inches, Point, Pose, Rect, Sight, Terrain};

engine::sight! {
    /// Within command range of its own general or of the army commander.
    pub struct InCommand of Volley { pub unit: UnitId } -> bool;
    word: "in-command";
    about: |f, _| [f.unit];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(true);
    stale: AnyMove;
    measured: |f, g| g.in_command(f.unit);
    text: |f, g| format!("Is {} within command range of its general?", g.name(f.unit));
    answers: |_, _| YesNo;
}
engine::sight! {
    /// A line of infantry within the distance of an enemy line of infantry.
    pub struct Locked of Volley { pub unit: UnitId } -> bool;
    word: "locked";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |f, g| g.locked_by(f.unit).is_some();
    text: |f, g| format!("Is {} in line within firefight distance of an enemy line?", g.name(f.unit));
    answers: |_, _| YesNo;
}
engine::sight! {
    /// Battery, target and the unit behind stand on one level.
    pub struct OnLevelGround of Volley { pub units: [UnitId; 3] } -> bool;
    word: "on-level-ground";
    about: |f, _| f.units;
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(true);
    stale: OwnMove;
    measured: |f, g| {
        let level = |id: UnitId| g.unit(id).rect().map(|rect| g.scenario.terrain.level_at(rect.centre()));
        level(f.units[0]) == level(f.units[1]) && level(f.units[1]) == level(f.units[2])
    };
    text: |f, g| format!("Are {}, {} and {} on level ground?", g.name(f.units[0]), g.name(f.units[1]), g.name(f.units[2]));
    answers: |_, _| YesNo;
}
engine::sight! {
    /// The shooter lies to the flank of a line.
    pub struct Enfiladed of Volley { pub shooter: UnitId, pub target: UnitId } -> bool;
    word: "enfiladed";
    about: |f, _| [f.shooter, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: OwnMove;
    measured: |f, g| match (g.unit(f.shooter).rect(), g.unit(f.target).rect()) {
        (Some(shooter), Some(target)) => {
            let within = g.rules.number(house!("enfilade")) * 65_536 / 360;
            table::enfilades(shooter.centre().stored(), target, within)
        }
        _ => false,
    };
    text: |f, g| format!("Does {} take {} in enfilade?", g.name(f.shooter), g.name(f.target));
    answers: |_, _| YesNo;
}
engine::sight! {
    /// Another infantry column of its side stands close to its flank.
    pub struct Crowded of Volley { pub unit: UnitId, pub within: Inches } -> bool;
    word: "crowded";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |f, g| {
        let me = g.unit(f.unit);
        g.of(me.side()).any(|(id, other)| {
            id != f.unit
                && other.is_formed_infantry()
                && other.formation == Formation::Column
                && g.distance(f.unit, id) <= f.within
                && me.rect().zip(other.rect()).is_some_and(|(a, b)| a.has_beside(b))
        })
    };
    text: |f, g| format!("Is another infantry column of its side within {} of the flank of {}?", f.within, g.name(f.unit));
    answers: |_, _| YesNo;
}
engine::sight! {
    /// The formation fits at that place.
    pub struct Room of Volley { pub unit: UnitId, pub formation: Formation, pub at: Option<Pose> } -> bool;
    word: "room-to-form";
    about: |f, _| [f.unit];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(true);
    stale: AnyMove;
    measured: |f, g| g.rules.plays(house!("formation.room", "always"))
        || f.at.is_some_and(|at| placing::fits(g, f.unit, at, f.formation));
    text: |f, g| format!("Is there room for {} to form {}?", g.name(f.unit), f.formation);
    answers: |_, _| YesNo;
}
engine::sight! {
    /// The charge began behind the target's front.
    pub struct InFlank of Volley { pub from: Option<Pose>, pub charger: UnitId, pub target: UnitId } -> bool;
    word: "in-flank";
    about: |f, _| [f.charger, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AtOnce;
    measured: |f, g| {
        let target = g.unit(f.target);
        if target.formation.is_closed() || target.is_open() {
            return false;
        }
        match (f.from, target.rect()) {
            (Some(from), Some(rect)) if g.rules.plays(house!("charge.flank", "outside-45")) => {
                let bearing = rect.front_centre().stored().bearing_to(from.at);
                rect.facing().off(bearing).abs() > table::EIGHTH
            }
            (Some(from), Some(rect)) => !rect.in_front_of(from.at),
            _ => false,
        }
    };
    text: |f, g| format!("Does {} charge {} in flank or rear?", g.name(f.charger), g.name(f.target));
    answers: |_, _| YesNo;
}
engine::sight! {
    /// The charge reaches skirmishers that have tried to get away.
    pub struct Caught of Volley { pub charger: UnitId, pub skirmishers: UnitId, pub line: Option<Pose>, pub reach: Inches } -> bool;
    word: "caught";
    about: |f, _| [f.charger, f.skirmishers];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AtOnce;
    measured: |f, g| match (f.line, g.unit(f.skirmishers).rect()) {
        (Some(line), Some(rect)) => {
            let footprint = g.unit(f.charger).footprint(&g.rules);
            table::gap_ahead(line, footprint, f.reach, rect).is_some()
        }
        _ => false,
    };
    text: |f, g| format!("Does {} reach {}?", g.name(f.charger), g.name(f.skirmishers));
    answers: |_, _| YesNo;
}
engine::sight! {
    /// Any part of the march lies in difficult ground. Only asked beside real figures.
    pub struct CrossesDifficult of Volley { pub unit: UnitId } -> bool;
    word: "crosses-difficult";
    about: |f, _| [f.unit];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(false);
    stale: AtOnce;
    measured: |_, _| false;
    text: |f, g| format!("Does any part of the move of {} lie in difficult ground?", g.name(f.unit));
    answers: |_, _| YesNo;
}
engine::sight! {
    /// The whole march stays far from the enemy. Only asked beside real figures.
    pub struct StaysFar of Volley { pub unit: UnitId } -> bool;
    word: "stays-far";
    about: |f, _| [f.unit];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(false);
    stale: AtOnce;
    measured: |_, _| false;
    text: |f, g| {
        let far = g.rules.inches(rule!("volley.move.double.distance")).unwrap_or_default();
        format!("Does {} stay over {far} from the enemy all the way?", g.name(f.unit))
    };
    answers: |_, _| YesNo;
}
engine::sight! {
    /// The march goes backwards. Only asked beside real figures.
    pub struct GoesBack of Volley { pub unit: UnitId } -> bool;
    word: "goes-back";
    about: |f, _| [f.unit];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(false);
    stale: AtOnce;
    measured: |_, _| false;
    text: |f, g| format!("Does {} move backwards?", g.name(f.unit));
    answers: |_, _| YesNo;
}
engine::sight! {
    /// A general is within command range: for the house that lets him help British charges from there.
    pub struct GeneralNear of Volley { pub unit: UnitId } -> bool;
    word: "general-near";
    about: |f, _| [f.unit];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(true);
    stale: AnyMove;
    measured: |f, g| g.in_command(f.unit);
    text: |f, g| format!("Is a general within command range of {}?", g.name(f.unit));
    answers: |_, _| YesNo;
}

engine::sight! {
    /// Units straight ahead of a battery, nearest first, that it can see or that stand in its way. Measured, they are
    /// looked for up to the first that stops its shot; answers beside real figures may name more, which are not read.
    pub struct Ahead of Volley { pub battery: UnitId } -> Vec<UnitId>;
    word: "ahead";
    about: |f, _| [f.battery];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| ahead(g, f.battery);
    text: |f, g| format!("Which units stand straight ahead of {} within its range, nearest first?", g.name(f.battery));
    answers: |_, _| AnyOf;
}
engine::sight! {
    /// Units the shot carries through to.
    pub struct Behind of Volley { pub battery: UnitId, pub target: UnitId } -> Vec<UnitId>;
    word: "behind";
    about: |f, _| [f.battery, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| behind(g, f.battery, f.target);
    text: |f, g| {
        let depth = g.rules.inches(rule!("volley.p1.bounce.depth")).unwrap_or_default();
        format!(
            "Which units stand in the strip up to {depth} behind {}, on the line of {}?",
            g.name(f.target), g.name(f.battery)
        )
    };
    answers: |_, _| AnyOf;
}
engine::sight! {
    /// Enemies a unit may shoot at: seen, in range and in its arc.
    pub struct InShot of Volley { pub shooter: UnitId } -> Vec<UnitId>;
    word: "in-shot";
    about: |f, _| [f.shooter];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| in_shot(g, f.shooter);
    text: |f, g| format!("Which enemies does {} have in range, arc and sight?", g.name(f.shooter));
    answers: |_, _| AnyOf;
}
engine::sight! {
    /// Units that could fight for a battery.
    pub struct CanSupport of Volley { pub gun: UnitId } -> Vec<UnitId>;
    word: "can-support";
    about: |f, _| [f.gun];
    asks: |f, g| g.unit(f.gun).side();
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| supporters(g, f.gun);
    text: |f, g| format!("Which units of its side stand close behind or beside {}, not in contact?", g.name(f.gun));
    answers: |_, _| AnyOf;
}
engine::sight! {
    /// Enemies on a charge's strip, nearest first. On a screen the strip is measured when the charge starts.
    pub struct OnStrip of Volley { pub charger: UnitId, pub line: Option<Pose>, pub reach: Inches } -> Vec<UnitId>;
    word: "on-strip";
    about: |f, _| [f.charger];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AtOnce;
    measured: |f, g| f.line.map_or_else(Vec::new, |line| {
        placing::strip(g, f.charger, line, f.reach).contacts.into_iter().map(|(id, _)| id).collect()
    });
    text: |f, g| format!("Which enemies does {} meet within {}, nearest first?", g.name(f.charger), f.reach);
    answers: |_, _| AnyOf;
}

engine::sight! {
    /// The band of the artillery stick.
    pub struct RangeBand of Volley { pub battery: UnitId, pub target: UnitId } -> Band;
    word: "range-band";
    about: |f, _| [f.battery, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: OwnMove;
    measured: |f, g| band(g, g.distance(f.battery, f.target));
    text: |f, g| format!("How far is {} from {}?", g.name(f.target), g.name(f.battery));
    answers: |_, g| WordsAs(stick(g));
}

engine::sight! {
    /// What the unit stands in.
    pub struct CoverOf of Volley { pub unit: UnitId } -> Cover;
    word: "cover";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Cover::None);
    stale: OwnMove;
    measured: |f, g| g.cover(f.unit);
    text: |f, g| format!("What cover has {}?", g.name(f.unit));
    answers: |_, _| Words;
}

engine::sight! {
    /// Formed foot near enough to a unit that has routed to test for it, where the house plays so.
    pub struct NearRout of Volley {
        pub unit: UnitId,
        /// Where it stood.
        pub was: Option<Rect>,
    } -> Vec<UnitId>;
    word: "near-rout";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AtOnce;
    measured: |f, g| {
        let reach = rout_reach(g);
        let is_near = |friend: &Unit| f.was.zip(friend.rect()).is_some_and(|(a, b)| g.within(&a, b, reach));
        formed_friends(g, f.unit).filter(|(_, friend)| is_near(friend)).map(|(id, _)| id).collect()
    };
    text: |f, g| {
        format!("Which formed infantry of its side is within {} of where {} routed?", rout_reach(g), g.name(f.unit))
    };
    answers: |f, g| AnyOfThese(formed_friends(g, f.unit).map(|(id, _)| id).collect());
}

fn rout_reach(game: &Volley) -> Inches {
    game.rules.scaled(Inches::whole(4))
}

fn formed_friends(game: &Volley, unit: UnitId) -> impl Iterator<Item = (UnitId, &Unit)> {
    game.of(game.unit(unit).side()).filter(move |(id, friend)| *id != unit && friend.is_formed_infantry())
}

engine::sight! {
    /// A unit that goes back goes over the edge. On a screen its way has been measured.
    pub(crate) struct LeavesTable of Volley { pub(crate) unit: UnitId, pub(crate) went: Retired } -> bool;
    word: "leaves-table";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AtOnce;
    measured: |f, _| f.went == Retired::OffTable;
    text: |f, g| format!("Does {} leave the table as it goes back?", g.name(f.unit));
    answers: |_, _| YesNo;
}

/// How a unit went back: as it was measured, or as it is told.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn went_back<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    unit: UnitId,
    went: Retired,
) -> Result<Retired, U::Pause> {
    Ok(if umpire.see(game, LeavesTable { unit, went })? { Retired::OffTable } else { went })
}

engine::sight! {
    /// Free generals of the enemy whom a unit has reached.
    pub struct Reached of Volley { pub unit: UnitId } -> Vec<GeneralId>;
    word: "generals-reached";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AtOnce;
    measured: |f, g| {
        let Some(rect) = g.unit(f.unit).rect() else { return Vec::new() };
        let is_met = |id: &GeneralId| {
            let at = g.general(*id).and_then(|general| general.pose);
            at.is_some_and(|pose| placing::general_rect(g, pose.at).overlaps(rect))
        };
        free_generals(g, g.unit(f.unit).side().enemy()).filter(is_met).collect()
    };
    text: |f, g| format!("Which generals of the enemy who are with no unit has {} reached?", g.name(f.unit));
    answers: |f, g| AnyOfThese(free_generals(g, g.unit(f.unit).side().enemy()).collect());
}

/// Generals of a side who are with no unit.
pub(crate) fn free_generals(game: &Volley, side: Side) -> impl Iterator<Item = GeneralId> {
    let all = game.generals.iter().enumerate();
    let free =
        all.filter(move |(_, general)| general.side == side && !general.lost && general.attached.is_none());
    free.map(|(n, _)| GeneralId(n as u16))
}

engine::sight! {
    /// The friends to whom a general may ride, the nearest first; the nearest is enough.
    pub struct FriendsNear of Volley { pub general: GeneralId, pub within: Option<Inches> } -> Vec<UnitId>;
    word: "friends-near";
    about: |f, _| [f.general];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AtOnce;
    measured: |f, g| placing::nearest_friend(g, f.general, f.within).into_iter().collect();
    text: |f, g| {
        let name = g.general(f.general).map(|general| general.name.to_string()).unwrap_or_default();
        let within = f.within.map(|within| format!(" within {within}")).unwrap_or_default();
        format!("Which unit of his side is nearest to {name}{within}?")
    };
    answers: |f, g| {
        let side = g.general(f.general).map(|general| general.side);
        AnyOfThese(side.into_iter().flat_map(|side| g.of(side)).map(|(id, _)| id).collect())
    };
}

engine::sight! {
    /// Enemies a battery sees, where the house has no arc of fire.
    pub struct InView of Volley { pub battery: UnitId } -> Vec<UnitId>;
    word: "in-view";
    about: |f, _| [f.battery];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| {
        let enemies = g.of(g.unit(f.battery).side().enemy()).map(|(id, _)| id);
        enemies.filter(|id| g.sees(f.battery, *id, Wanted::Fire)).collect()
    };
    text: |f, g| format!("Which enemies does {} see?", g.name(f.battery));
    answers: |_, _| AnyOf;
}

/// Whether a unit is a line, which alone is taken in enfilade.
pub fn may_be_enfiladed(unit: &Unit) -> bool {
    unit.is_formed_infantry() && unit.formation == Formation::Line
}

/// The bands of the artillery stick in words, with their inches.
fn stick(game: &Volley) -> Vec<String> {
    let ends =
        game.rules.ruled_list(house!("artillery.stick")).iter().map(|end| format!("to {}", Inches(*end)));
    let named = Band::NAMES.iter().zip(ends.chain(["beyond that".to_owned()]));
    named.map(|(name, inches)| format!("{name} ({inches})")).collect()
}

pub(crate) fn band(game: &Volley, distance: Inches) -> Band {
    let stick = game.rules.ruled_list(house!("artillery.stick"));
    let upto = |n: usize| stick.get(n).copied().unwrap_or(0);
    match distance.0 {
        d if d <= upto(0) => Band::Close,
        d if d <= upto(1) => Band::Middle,
        d if d <= upto(2) => Band::Long,
        _ => Band::Out,
    }
}

impl Volley {
    /// Between two units, as the house measures.
    pub fn distance(&self, a: UnitId, b: UnitId) -> Inches {
        match (self.unit(a).rect(), self.unit(b).rect()) {
            (Some(a), Some(b)) => self.gap(a, b),
            _ => Inches(i32::MAX),
        }
    }

    /// Whether the house measures from middle to middle.
    pub(crate) fn measures_centres(&self) -> bool {
        self.rules.plays(house!("measure", "centre-to-centre"))
    }

    pub(crate) fn gap(&self, a: &Rect, b: &Rect) -> Inches {
        if self.measures_centres() { a.centre_distance(b) } else { a.distance(b) }
    }

    /// Whether the two are within a distance of each other, without measuring more than needed.
    pub(crate) fn within(&self, a: &Rect, b: &Rect, reach: Inches) -> bool {
        if self.measures_centres() { a.centre_distance(b) <= reach } else { a.is_within(b, reach) }
    }

    /// What shelters a unit where it stands.
    pub fn cover(&self, id: UnitId) -> Cover {
        let unit = self.unit(id);
        unit.rect().map_or(Cover::None, |rect| unit.cover_once(|| self.cover_on(unit, rect)))
    }

    fn cover_on(&self, unit: &Unit, rect: &Rect) -> Cover {
        let ground = self.scenario.terrain.cover(rect);
        // Woods and villages shelter foot only.
        let foot = matches!(unit.arm(), Arm::Infantry | Arm::Skirmishers);
        let defensive = ground.defensive && (foot || !ground.woods);
        let all = self.rules.plays(house!("terrain.fortification", "all-defensive"));
        Cover::of(defensive, ground.fortification || (all && defensive))
    }

    /// The enemy line a line is locked with, by the house's timing.
    pub fn locked_by(&self, id: UnitId) -> Option<UnitId> {
        let at_start = self.rules.plays(house!("move.firefight-timing", "start-of-phase"));
        if at_start && !self.unit(id).locked_at_start {
            return None;
        }
        self.firefight_with(id)
    }

    /// The enemy line within the distance of a line: the two are locked as soon as that is judged.
    pub fn firefight_with(&self, id: UnitId) -> Option<UnitId> {
        let unit = self.unit(id);
        let distance = self.rules.inches(rule!("volley.move.firefight.distance"))?;
        if !unit.is_formed_infantry() || unit.formation != Formation::Line {
            return None;
        }
        let rect = unit.rect()?;
        self.enemy_lines(unit)
            .find(|(_, enemy)| enemy.rect().is_some_and(|r| self.within(rect, r, distance)))
            .map(|(id, _)| id)
    }

    pub(crate) fn enemy_lines(&self, unit: &Unit) -> impl Iterator<Item = (UnitId, &Unit)> {
        let lines = self.of(unit.side().enemy());
        lines.filter(|(_, enemy)| enemy.is_formed_infantry() && enemy.formation == Formation::Line)
    }

    /// Whether one unit sees another.
    pub fn sees(&self, from: UnitId, to: UnitId, wanted: Wanted) -> bool {
        self.sees_past(from, to, wanted, |_| false)
    }

    /// Whether a charger sees its target: the guns it may charge through do not hide it.
    pub(crate) fn sees_to_charge(&self, from: UnitId, to: UnitId) -> bool {
        let unit = self.unit(from);
        let through = match unit.arm() {
            Arm::Cavalry => rule!("volley.charge.cav.through-artillery"),
            Arm::Infantry | Arm::Skirmishers | Arm::Artillery => rule!("volley.charge.inf.through-artillery"),
        };
        let guns = self.rules.on(through);
        self.sees_past(from, to, Wanted::Sight, |other| {
            guns && other.is(Arm::Artillery) && other.side() == unit.side()
        })
    }

    fn sees_past(&self, from: UnitId, to: UnitId, wanted: Wanted, past: impl Fn(&Unit) -> bool) -> bool {
        let look = self.looking(from, to);
        look.is_some_and(|look| look.line(self.between(&look, wanted, past).map(|(_, one)| one)).is_some())
    }

    /// What decides whether one unit sees another, but for who stands between.
    pub(crate) fn looking(&self, from: UnitId, to: UnitId) -> Option<Looking<'_>> {
        let (shooter, target) = (self.unit(from), self.unit(to));
        let (Some(from_rect), Some(to_rect)) = (shooter.rect(), target.rect()) else { return None };
        let eye = if shooter.formation.is_closed() || shooter.is_open() {
            from_rect.nearest_point_to(to_rect.centre()).stored()
        } else {
            from_rect.front_centre().stored()
        };
        let sight = Sight {
            terrain: &self.scenario.terrain,
            seen_inside: self.rules.scaled(Inches::whole(2)),
            terrain_blocks: !self.rules.plays(house!("artillery.los", "open")),
        };
        Some(Looking { units: [from, to], eye, from: from_rect, to: to_rect, sight })
    }

    /// The units that may stand between the two.
    pub(crate) fn between<'g>(
        &'g self,
        look: &Looking<'g>,
        wanted: Wanted,
        past: impl Fn(&Unit) -> bool,
    ) -> impl Iterator<Item = (UnitId, Blocker<'g>)> {
        let Looking { units, eye, from, to, .. } = *look;
        let side = self.unit(units[0]).side();
        let reach = from.centre_distance(to) + Inches::whole(1);
        let near = self.units.near(to.box_with(eye.into()), Inches::ZERO);
        let others = near.filter(move |(id, unit, _)| !units.contains(id) && !unit.is_open() && !past(unit));
        // Friends mask fire even from a hill.
        let elevated = move |unit: &Unit| wanted == Wanted::Fire && unit.side() == side;
        others
            .filter(move |(.., rect)| rect.centre_distance(from) <= reach)
            .map(move |(id, unit, rect)| (id, Blocker { rect, elevated: elevated(unit) }))
    }
}

/// What a line to another unit is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Sight,
    /// Friends in the way mask it, even from a hill.
    Fire,
}

/// One unit's look at another.
#[derive(Clone, Copy)]
pub(crate) struct Looking<'g> {
    /// Who looks, and at whom.
    units: [UnitId; 2],
    pub(crate) eye: Point,
    pub(crate) from: &'g Rect,
    pub(crate) to: &'g Rect,
    pub(crate) sight: Sight<'g>,
}

impl Looking<'_> {
    /// Where the first line that is clear of those meets the target.
    pub(crate) fn line<'b>(&self, between: impl Iterator<Item = Blocker<'b>>) -> Option<Point> {
        self.sight.line(self.eye, self.from, self.to, between).map(table::Vec2::stored)
    }
}

/// The battery's strip: as wide as its front, straight ahead.
pub(crate) fn muzzle(game: &Volley, battery: UnitId) -> Option<(Pose, Footprint)> {
    let unit = game.unit(battery);
    let footprint = unit.footprint(&game.rules);
    let width = if game.rules.plays(house!("artillery.corridor", "narrow")) {
        Inches::mils(10)
    } else {
        footprint.width
    };
    Some((unit.pose?, Footprint::new(width, footprint.depth)))
}

/// How far the artillery stick reaches.
pub(crate) fn longest_range(game: &Volley) -> Inches {
    Inches(game.rules.ruled_list(house!("artillery.stick")).last().copied().unwrap_or(0))
}

fn ahead(game: &Volley, battery: UnitId) -> Vec<UnitId> {
    let Some((pose, strip)) = muzzle(game, battery) else { return Vec::new() };
    let side = game.unit(battery).side();
    let (front, limit) = (Rect::new(pose, strip), longest_range(game));
    let mut met: Vec<(Inches, UnitId)> = game
        .on_table()
        .filter(|(id, _)| *id != battery)
        .filter_map(|(id, unit)| Some((front.gap_ahead(limit, unit.rect()?)?, id)))
        .collect();
    met.sort();
    let kept = met.into_iter().map(|(_, id)| id);
    let mut stopped = false;
    kept.filter(|id| game.unit(*id).side() == side || game.sees(battery, *id, Wanted::Sight))
        .take_while(|id| !std::mem::replace(&mut stopped, stops_shot(game.unit(*id))))
        .collect()
}

/// Whether a battery may not name a target beyond a unit straight ahead: open order stands in no shot's way.
pub fn stops_shot(unit: &Unit) -> bool {
    !unit.is_open()
}

/// The enemy straight ahead of a battery that is nearest, seen or not, however far off.
pub(crate) fn enemy_ahead(game: &Volley, battery: UnitId) -> Option<(Inches, UnitId)> {
    let (pose, strip) = muzzle(game, battery)?;
    let Terrain { width, depth, .. } = &game.scenario.terrain;
    let (front, far) = (Rect::new(pose, strip), *width + *depth);
    let enemies = game.of(game.unit(battery).side().enemy());
    enemies.filter_map(|(id, unit)| Some((front.gap_ahead(far, unit.rect()?)?, id))).min()
}

fn behind(game: &Volley, battery: UnitId, target: UnitId) -> Vec<UnitId> {
    let Some((pose, strip)) = muzzle(game, battery) else { return Vec::new() };
    let Some(depth) = game.rules.inches(rule!("volley.p1.bounce.depth")) else { return Vec::new() };
    let Some(rect) = game.unit(target).rect() else { return Vec::new() };
    let limit = longest_range(game) + depth;
    let front = Rect::new(pose, strip);
    let Some(first) = front.gap_ahead(limit, rect) else { return Vec::new() };
    let rear = pose.far_side(rect);
    let mut met: Vec<(Inches, UnitId)> = game
        .on_table()
        .filter(|(id, _)| *id != battery && *id != target)
        .filter_map(|(id, unit)| Some((front.gap_ahead(limit, unit.rect()?)?, id)))
        .filter(|(gap, _)| *gap >= first && *gap <= rear + depth)
        .collect();
    met.sort();
    met.into_iter().map(|(_, id)| id).collect()
}

/// Seen, in range and in arc, for shooting in phases 3 and 8.
fn in_shot(game: &Volley, shooter: UnitId) -> Vec<UnitId> {
    let unit = game.unit(shooter);
    let range = game.rules.inches(rule!("volley.shoot.range"));
    let (Some(rect), Some(range)) = (unit.rect(), range) else { return Vec::new() };
    let is_in_arc = |to: &Rect| match arc_of(game, unit) {
        Arc::AllRound => true,
        Arc::Ahead => muzzle(game, shooter).is_some_and(|(pose, strip)| {
            table::gap_ahead(pose, strip, range + Inches::whole(4), to).is_some()
        }),
        Arc::Fan(angle) => table::in_arc(rect, to, angle),
    };
    let touches = |id: UnitId| game.charges_on(shooter).any(|(charge, _)| charge.charger == id);
    let near = game.units.near(rect.bounds(), range);
    let enemies = near.filter(|(_, enemy, _)| enemy.side() != unit.side());
    enemies
        .filter(|(_, _, to)| game.within(rect, to, range) && is_in_arc(to))
        .map(|(id, ..)| id)
        .filter(|id| touches(*id) || game.sees(shooter, *id, Wanted::Fire))
        .collect()
}

/// Whither a unit shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arc {
    AllRound,
    /// The strip straight ahead.
    Ahead,
    /// How far to either side it looks, in 65536ths of a turn.
    Fan(i32),
}

pub(crate) fn arc_of(game: &Volley, unit: &Unit) -> Arc {
    let all_round = unit.formation.is_closed()
        || (unit.is_open() && game.rules.plays(house!("skirm.shoot", "all-round")));
    if all_round {
        Arc::AllRound
    } else if unit.is(Arm::Artillery) {
        Arc::Ahead
    } else {
        Arc::Fan(game.rules.number(house!("shoot.arc")) * 65_536 / 360)
    }
}

fn supporters(game: &Volley, gun: UnitId) -> Vec<UnitId> {
    let Some(reach) = game.rules.inches(rule!("volley.melee.artillery.support-distance")) else {
        return Vec::new();
    };
    let battery = game.unit(gun);
    let Some(rect) = battery.rect() else { return Vec::new() };
    let mut near: Vec<(Inches, UnitId)> = game
        .of(battery.side())
        .filter(|(id, unit)| {
            *id != gun && matches!(unit.arm(), Arm::Infantry | Arm::Cavalry) && !game.in_melee(*id)
        })
        .filter(|(_, unit)| unit.rect().is_some_and(|other| !rect.has_wholly_ahead(other)))
        .map(|(id, _)| (game.distance(gun, id), id))
        .filter(|(distance, _)| *distance <= reach)
        .collect();
    near.sort();
    near.into_iter().map(|(_, id)| id).collect()
}
