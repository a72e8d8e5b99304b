//! Balls that go on through the target of a bombardment: whom they come to, what ends their way, and what they hit.

use super::Rate;
use crate::charts::Rules;
use crate::charts::fire::bombardment::BounceColumn;
use crate::charts::shared::DICE;
use crate::ids::{BounceWhen, Ids, house, rule};
use crate::rules::fire::gunnery::{Score, score_hits};
use crate::rules::fire::musketry::Target;
use crate::rules::ground::measure::{going, woods};
use crate::state::event::Working;
use crate::state::game::Empire;
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Cover, Formation, Going, GunWeight, Woods};
use dice::Dice;
use dice::Test;
use engine::Umpire;
use engine::desk::{FactSet as _, flag, number, word};
use engine::tested::{amount, dice_of};
use rulebook::RuleId;
use table::{Inches, Kind, Pose, Rect, strip_ahead};

rulebook::words!(
    /// The ground on which balls bounce.
    BounceGround { Rolling = "rolling", Rocky = "rocky", Marchfield = "marchfield", Rough = "rough" }
);
rulebook::words!(
    /// What ends the way of a bouncing ball before it comes to a unit.
    Ends {
        Nothing = "nothing",
        Woods = "woods",
        Marsh = "marsh",
        Swamp = "swamp",
        Water = "water",
        Uphill = "uphill",
    }
);

engine::facts! {
    /// A ball that goes on through the target, and one unit behind it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Bounce of Rules {
        pub weight: GunWeight = GunWeight::Medium, word "weight" |name, _| word(name, "the weight of the guns", GunWeight::NAMES, Some("medium"));
        pub rate: Rate = Rate::Paced, word "rate" |name, _| word(name, "how quickly they fire", Rate::NAMES, Some("paced"));
        pub ground: BounceGround = BounceGround::Rolling, word "ground" |name, _| word(name, "the ground", BounceGround::NAMES, Some("rolling"));
        pub mud: bool = false, plain "mud" |name, _| flag(name, "mud");
        pub limbered: bool = false, plain "limbered" |name, _| flag(name, "limbered guns");
        pub unlimbered: bool = false, plain "unlimbered" |name, _| flag(name, "unlimbered guns");
        pub dense: bool = false, plain "dense" |name, _| flag(name, "a column, a square or ordre mixte");
        pub unformed: bool = false, plain "unformed" |name, _| flag(name, "an unformed unit");
        pub partial: bool = false, plain "partial" |name, _| flag(name, "less than half of the unit is in the zone");
        pub town: bool = false, plain "town" |name, _| flag(name, "it stands in a light or medium town");
        pub contours: u32 = 0, plain "contours" |name, _| number(name, "contours down from the target", 0, 8, Some(0));
        pub ends: Ends = Ends::Nothing, word "ends" |name, _| word(name, "what lies on the way to it", Ends::NAMES, Some("nothing"));
    }
}

impl Bounce {
    fn times(&self, when: BounceWhen, per: i32) -> i32 {
        i32::from(match when {
            BounceWhen::Rocky => self.ground == BounceGround::Rocky,
            BounceWhen::Marchfield => self.ground == BounceGround::Marchfield,
            BounceWhen::Rough => self.ground == BounceGround::Rough,
            BounceWhen::Limbered => self.limbered,
            BounceWhen::Dense => self.dense,
            BounceWhen::Intensive => self.rate == Rate::Intensive,
            BounceWhen::Paced => self.rate == Rate::Paced,
            BounceWhen::Partial => self.partial,
            BounceWhen::Muddy => self.mud,
            BounceWhen::Town => self.town,
            BounceWhen::Contours => self.contours as i32 >= per,
        })
    }

    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.bombardment.bounce_modifiers.add(&mut working, |when, per| self.times(when, per));
        working
    }

    /// The rule by which no ball comes to this unit.
    pub fn stopped(&self, rules: &Rules) -> Option<RuleId> {
        let most = rules.int(rule!("empire.bounce.none.4-plus-contours"));
        let steep = most.is_some_and(|most| self.contours as i32 >= most);
        let bars = [
            (self.ends == Ends::Woods, rule!("empire.bounce.none.woods")),
            (self.ends == Ends::Marsh, rule!("empire.bounce.none.marsh")),
            (self.ends == Ends::Swamp, rule!("empire.bounce.none.swamp")),
            (self.ends == Ends::Water, rule!("empire.bounce.none.water")),
            (self.ends == Ends::Uphill, rule!("empire.bounce.none.uphill")),
            (self.unlimbered, rule!("empire.bounce.none.unlimbered-guns")),
            (self.unformed, rule!("empire.bounce.none.unformed")),
            (steep, rule!("empire.bounce.none.4-plus-contours")),
        ];
        bars.into_iter().find(|(is_so, rule)| *is_so && rules.on(*rule)).map(|(_, rule)| rule)
    }

    /// What the unit's die needs at a roll of the battery (ruling bounce.cells).
    pub fn score(&self, rules: &Rules, roll: i32) -> Score {
        let numbers = &rules.bombardment;
        if self.stopped(rules).is_some() || !numbers.bounces() {
            return Score::NOTHING;
        }
        let total = roll + self.sum(rules).total();
        let under = rules.on(rule!("empire.bounce.under5"));
        let column = numbers.column(total).or(Some(BounceColumn::From5).filter(|_| !under));
        let row = numbers.bounce.iter().find(|row| row.weight == self.weight);
        match (column, row) {
            (Some(column), Some(row)) => bounce_cell(rules, row.cells.get(column)),
            _ => Score::NOTHING,
        }
    }
}

impl Bounce {
    /// The row of the guns, or that such a total is none of the chart's.
    pub(super) fn row(&self, rules: &Rules, roll: i32) -> Option<RuleId> {
        let under = rule!("empire.bounce.under5");
        if rules.on(under) && rules.bombardment.column(roll + self.sum(rules).total()).is_none() {
            return Some(under);
        }
        rules.bombardment.bounce.iter().find(|row| row.weight == self.weight).map(|row| row.rule)
    }
}

/// A cell of bounce-through: as those of the guns, or a step of the ladder for each number.
fn bounce_cell(rules: &Rules, cell: u32) -> Score {
    let ladder = rules.plays(house!("bounce.cells", "ladder")) && cell > 1;
    Score::of_cell(if ladder { (cell - 1) * 2 } else { cell })
}

/// The battery's roll of bounce-through, as it is read; without it nothing bounces.
///
/// # Errors
/// The umpire's pause.
pub(super) fn bounce_roll<D: Dice, T: Copy + Ord>(
    dice: &mut D,
    rules: &Rules,
    reading: impl Fn(i32) -> T,
) -> Result<Option<T>, D::Pause> {
    if !rules.on(rule!("empire.bounce.proc.roll")) {
        return Ok(None);
    }
    let read = dice.read(DICE, |roll| reading(roll as i32))?;
    let by = dice_of::<Ids>(rule!("empire.bounce.proc.roll"));
    dice.tested(|[rolled]| [Test { dice: by, ..amount() }.rolls(rolled).gives(rolled.to_string())]);
    Ok(Some(read))
}

/// The die of one unit in the zone.
///
/// # Errors
/// The umpire's pause.
pub(super) fn bounce_die<D: Dice>(dice: &mut D, rules: &Rules, score: Score) -> Result<u32, D::Pause> {
    if !rules.on(rule!("empire.bounce.proc.d6")) {
        return Ok(0);
    }
    score_hits(dice, rules, score, 1)
}

/// What a ball does that bounces on to one unit: 2d10 for the battery, a D6 for the unit.
///
/// # Errors
/// The umpire's pause.
pub fn bounces<D: Dice>(dice: &mut D, rules: &Rules, facts: &Bounce) -> Result<u32, D::Pause> {
    match bounce_roll(dice, rules, |roll| facts.score(rules, roll))? {
        None => Ok(0),
        Some(score) => bounce_die(dice, rules, score),
    }
}

/// The strip as wide as the battery behind the target along the line of fire (ruling bounce.zone).
pub fn zone(game: &Empire, unit: UnitId, target: UnitId) -> Option<Rect> {
    let (guns, aim) = (game.unit(unit).rect()?, game.unit(target).rect()?);
    let from = guns.front_centre().stored();
    let middle = aim.centre().stored();
    if from == middle {
        return None;
    }
    let along = from.bearing_to(middle);
    let depth = game.unit(target).footprint();
    let behind = middle.ahead(along, Inches(depth.width.0.min(depth.depth.0) / 2));
    let width = game.unit(unit).footprint().width;
    Some(strip_ahead(Pose { at: behind, facing: along }, width, game.rules.ruled(house!("bounce.depth"))))
}

engine::sight! {
    /// Units behind a target into which balls may bounce.
    pub struct BounceZone of Empire { pub unit: UnitId, pub target: UnitId } -> Vec<UnitId>;
    word: "bounce-zone";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| {
        let Some(zone) = zone(g, f.unit, f.target) else { return Vec::new() };
        let near = g.units.near(zone.bounds(), Inches::ZERO);
        let inside = near.filter(|(id, _, rect)| *id != f.target && *id != f.unit && rect.overlaps(&zone));
        inside.map(|(id, ..)| id).collect()
    };
    text: |f, g| {
        let depth = engine::wording::inches(g.rules.ruled(house!("bounce.depth")).0);
        format!("Which units are within {depth} behind {}, on the line of fire of {}?", g.name(f.target), g.name(f.unit))
    };
    answers: |_, _| AnyOf;
}

engine::sight! {
    /// Less than half of a unit is in the zone: its middle is not.
    pub struct PartlyInZone of Empire { pub unit: UnitId, pub target: UnitId, pub behind: UnitId } -> bool;
    word: "partly-in-zone";
    about: |f, _| [f.unit, f.target, f.behind];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: OwnMove;
    measured: |f, g| {
        let centre = g.unit(f.behind).rect().map(|rect| rect.centre().stored());
        zone(g, f.unit, f.target).zip(centre).is_none_or(|(zone, centre)| !zone.contains(centre))
    };
    text: |f, g| format!(
        "Is less than half of {} in the zone behind {}, on the line of fire of {}?",
        g.name(f.behind), g.name(f.target), g.name(f.unit)
    );
    answers: |_, _| YesNo;
}

engine::sight! {
    /// What ends the way of a ball from a target to a unit behind it (ruling bounce.ground).
    pub struct EndsBounce of Empire { pub target: UnitId, pub behind: UnitId } -> Ends;
    word: "ends-bounce";
    about: |f, _| [f.target, f.behind];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Ends::Nothing);
    stale: OwnMove;
    measured: |f, g| ends(g, f.target, f.behind);
    text: |f, g| format!("What lies between {} and {}, or under it?", g.name(f.target), g.name(f.behind));
    answers: |_, _| Words;
}

engine::sight! {
    /// Contours gone down from a target to a unit behind it.
    pub struct ContoursDown of Empire { pub target: UnitId, pub behind: UnitId } -> u32;
    word: "contours-down";
    about: |f, _| [f.target, f.behind];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(0);
    stale: OwnMove;
    measured: |f, g| climb(g, f.target, f.behind).map_or(0, |climb| climb.down());
    text: |f, g| format!("How many contours is {} below {}?", g.name(f.behind), g.name(f.target));
    answers: |_, _| Count(&["none", "1", "2", "3", "4 or more"]);
}

fn climb(game: &Empire, target: UnitId, behind: UnitId) -> Option<table::Climb> {
    let centre = |unit: UnitId| Some(game.unit(unit).rect()?.centre().stored());
    Some(game.scenario.terrain.climb(&[centre(target)?, centre(behind)?]))
}

/// What ends the way of a ball: the ground under the unit, then what lies between.
fn ends(game: &Empire, target: UnitId, behind: UnitId) -> Ends {
    let Some(rect) = game.unit(behind).rect() else { return Ends::Nothing };
    let terrain = &game.scenario.terrain;
    let of = |kind: Kind| match kind {
        Kind::Woods => Some(Ends::Woods),
        Kind::Marsh => Some(Ends::Marsh),
        Kind::Stream | Kind::River | Kind::Ford => Some(Ends::Water),
        Kind::Hill
        | Kind::Village
        | Kind::Fortification
        | Kind::Wall
        | Kind::Bridge
        | Kind::Road
        | Kind::Enclosure
        | Kind::Slope
        | Kind::City
        | Kind::Mountain => None,
    };
    if woods(game, behind) != Woods::None {
        return Ends::Woods;
    }
    if let Some(here) = terrain.touched(rect).find_map(|(_, feature)| of(feature.kind)) {
        return here;
    }
    if game.rules.plays(house!("bounce.ground", "from-target")) {
        let centres = game.unit(target).rect().map(|aim| (aim.centre().stored(), rect.centre().stored()));
        let crossed = |ending: Ends| {
            centres.is_some_and(|(from, to)| {
                terrain.crossed(from, to, |feature| of(feature.kind) == Some(ending)) > Inches::ZERO
            })
        };
        if let Some(ending) = [Ends::Woods, Ends::Marsh, Ends::Water].into_iter().find(|it| crossed(*it)) {
            return ending;
        }
    }
    let up = climb(game, target, behind).is_some_and(|climb| climb.up() > 0);
    if up { Ends::Uphill } else { Ends::Nothing }
}

impl Bounce {
    /// One unit behind a target, as it is seen.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn seen<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        (unit, target, behind): (UnitId, UnitId, UnitId),
        rate: Rate,
    ) -> Result<Bounce, U::Pause> {
        let body = game.unit(behind);
        let cover = body.inside.and_then(|id| game.structure(id)).map(|structure| structure.cover);
        let is_line = body.formation == Formation::Line && body.arm() == Arm::Infantry;
        let mixte = is_line && umpire.see(game, crate::rules::ground::measure::Mixte { unit: behind })?;
        Ok(Bounce {
            weight: game.unit(unit).profile.guns.map_or(GunWeight::Medium, |guns| guns.weight),
            rate,
            ground: match umpire.see(game, GoingBehind { unit: behind })? {
                Going::Marchfield => BounceGround::Marchfield,
                Going::Rolling => BounceGround::Rolling,
                Going::Rough => BounceGround::Rough,
            },
            mud: game.weather().mud,
            limbered: body.formation == Formation::Limbered,
            unlimbered: body.formation == Formation::Unlimbered,
            dense: is_dense(body, mixte),
            unformed: body.formation.is_unformed(),
            partial: umpire.see(game, PartlyInZone { unit, target, behind })?,
            town: matches!(cover, Some(Cover::Light | Cover::Medium)),
            contours: umpire.see(game, ContoursDown { target, behind })?,
            ends: umpire.see(game, EndsBounce { target, behind })?,
            ..Bounce::blank()
        })
    }
}

engine::sight! {
    /// How the country goes where a unit stands.
    pub struct GoingBehind of Empire { pub unit: UnitId } -> Going;
    word: "going-behind";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Going::Marchfield);
    stale: OwnMove;
    measured: |f, g| going(g, f.unit);
    text: |f, g| format!("How does the country go where {} stands?", g.name(f.unit));
    answers: |_, _| Words;
}

fn is_dense(unit: &Unit, is_mixte: bool) -> bool {
    let target = crate::rules::fire::musketry::target_of(unit, is_mixte);
    matches!(target, Target::Column | Target::ClosedColumn | Target::Square | Target::Mixte)
}
