//! Artillery in phase 1, shooting in phases 3 and 8: needs, dice, and the steps of both.

pub(crate) mod bombardment;
pub mod shooting;

use crate::charts::Rules;
use crate::ids::{ArtilleryWhen, Ids, house, rule};
use crate::rules::on_sheet::{FIGURES, TARGETS, bands, found, sides, target_word, targets};
use crate::state::event::Working;
use crate::state::game::Volley;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Band, Cover, Formation, Row};
use dice::Test;
use dice::{Dice, d6};
use engine::Side;
use engine::Tests as _;
use engine::desk::{FactCard, FactSet as _, flag, number, only, word};
use engine::tested::{dice_of, each, part};
use rulebook::RuleId;

engine::facts! {
    /// What is shot at, as the tables ask.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Target of Rules {
        pub french: bool = true;
        pub arm: Arm = Arm::Infantry;
        pub formation: Formation = Formation::Line;
        pub enfiladed: bool = false, plain "enfiladed" |name, _| {
            flag(name, "a line taken in enfilade").only("target", targets(Arm::Infantry, Some(Formation::Line)))
        };
        pub cover: Cover = Cover::None,
            word "cover" |name, _| word(name, "what the target stands in", Cover::NAMES, Some("none"));
        /// Cavalry charging in this phase.
        pub charging: bool = false, plain "charging" |name, _| {
            flag(name, "cavalry that charges in this phase").only("target", targets(Arm::Cavalry, None))
        };
        also {
            "target" (|it| target_word(it.arm, it.formation).to_owned(), Target::put) |name, rules| {
                let here: Vec<&'static str> = found(rules).map(|(word, ..)| *word).collect();
                word(name, "what is shot at", &here, None).named("formation of {foe}")
            };
            "side" (|it| if it.french { "french" } else { "opponent" }.to_owned(), |it, side| {
                it.french = side == "french";
                true
            }) |name, rules| {
                let side = word(name, "whose unit is shot at", whose(side_matters(rules)), Some("french"));
                side.suits("target", sides(rules))
            };
        }
    }
}

impl Target {
    /// A unit as it stands, for a shot that does not take it in enfilade.
    pub fn of(game: &Volley, id: UnitId, cover: Cover) -> Target {
        let unit = game.unit(id);
        Target {
            french: unit.side() == Side::French,
            arm: unit.arm(),
            formation: unit.formation,
            cover,
            charging: game.is_charging_cavalry(id),
            ..Target::blank()
        }
    }

    /// Puts what it is by its word.
    fn put(&mut self, target: &str) -> bool {
        let found = TARGETS.iter().find(|(word, ..)| *word == target);
        found.map(|(_, arm, formation)| (self.arm, self.formation) = (*arm, *formation)).is_some()
    }
}

/// The two sides; one of them where they are alike.
pub(crate) const fn whose(matters: bool) -> &'static [&'static str] {
    if matters { &["french", "opponent"] } else { &["french"] }
}

/// Whether it matters on this sheet whose unit is shot at: it is hit otherwise, or only one of the two has it.
fn side_matters(rules: &Rules) -> bool {
    let need = |target: Target| volley_need(rules, &Volleys { target, ..Volleys::blank() });
    let differs =
        |target: Target| need(Target { french: true, ..target }) != need(Target { french: false, ..target });
    let mut all = found(rules).flat_map(|(_, arm, formation)| {
        let blank = Target { arm: *arm, formation: *formation, ..Target::blank() };
        Cover::WORDS.iter().flat_map(move |(_, cover)| {
            let covered = Target { cover: *cover, ..blank };
            [covered, Target { enfiladed: true, ..covered }, Target { charging: true, ..covered }]
        })
    });
    sides(rules).iter().any(|(_, sides)| sides.len() < 2) || all.any(differs)
}

/// The facts of a target that every shot has.
fn struck(rules: &Rules) -> Vec<FactCard> {
    only(Target::cards(rules), &["target", "enfiladed", "cover"])
}

engine::facts! {
    /// A battery's shot in phase 1.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Cannonade of Rules {
        pub crew: u32 = 0,
            plain "crew" |name, _| number(name, "crew figures", 1, 60, Some(4)).usual([2, 3, 4, 5, 6]);
        pub pounds: u32 = 0, plain "pounds" |name, _| {
            number(name, "weight of shot in pounds", 1, 48, Some(6)).usual([3, 4, 6, 8, 9, 12])
        };
        pub band: Band = Band::Middle, word "range" |name, _| {
            FactCard { kind: bands(), ..word(name, "band of the artillery stick", &[], None) }
        };
        pub target: Target = Target::blank(), part "" struck;
    }
}

engine::facts! {
    /// A volley in phases 3 and 8.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Volleys of Rules {
        pub figures: u32 = 0,
            plain "figures" |name, _| number(name, "figures that shoot", 1, 200, None).usual(FIGURES);
        pub artillery: bool = false;
        pub target: Target = Target::blank(), part "" struck;
        also {
            "shooter" (|it| if it.artillery { "artillery" } else { "infantry" }.to_owned(), |it, shooter| {
                it.artillery = shooter == "artillery";
                true
            }) |name, _| word(name, "who shoots", &["infantry", "artillery"], Some("infantry"));
        }
    }
}

impl Cannonade {
    /// A battery's shot at a target.
    pub fn of(game: &Volley, battery: UnitId, (crew, band): (u32, Band), target: Target) -> Cannonade {
        let pounds = game.unit(battery).profile.pounds;
        Cannonade { crew, pounds, band, target, ..Cannonade::blank() }
    }
}

impl Volleys {
    /// A unit's shots at a target.
    pub fn of(game: &Volley, shooter: UnitId, figures: u32, target: Target) -> Volleys {
        let artillery = game.unit(shooter).is(Arm::Artillery);
        Volleys { figures, artillery, target, ..Volleys::blank() }
    }
}

/// A printed need with its modifiers: the face each die must show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// Above 6: nothing hits.
    pub face: u32,
    pub working: Working,
}

/// A row of a to-hit table: its rule and the face it prints.
type Printed = (RuleId, i32);

/// The row of a to-hit table that holds: the hardest to hit by of the rows that fit, or the one the house says.
///
/// A line taken in enfilade is no line; where the sheet has no row for that it is one.
fn row(rules: &Rules, target: &Target, chart: impl Fn(Row) -> Option<Printed>) -> Option<Printed> {
    let body = match (target.arm, target.formation) {
        (Arm::Skirmishers, _) => Row::Skirmishers,
        (Arm::Artillery, Formation::Limbered)
            if rules.plays(house!("artillery.limbered-target", "column")) =>
        {
            Row::Column
        }
        (Arm::Artillery, _) => Row::Artillery,
        (Arm::Cavalry, _) if rules.plays(house!("artillery.cavalry-target", "line")) => Row::Line,
        (_, Formation::Column) => Row::Column,
        (_, Formation::Square) => Row::Square,
        (_, Formation::Masse) => Row::Masse,
        (_, Formation::Line | Formation::Skirmish | Formation::Limbered | Formation::Unlimbered) => Row::Line,
    };
    let body = match chart(Row::EnfiladedLine) {
        Some(enfiladed) if body == Row::Line && target.enfiladed && target.arm == Arm::Infantry => {
            Some(enfiladed)
        }
        _ => chart(body),
    };
    let fortified = if target.cover == Cover::Fortification { chart(Row::Fortification) } else { None };
    let sheltered = if target.cover == Cover::None { None } else { chart(Row::Defensive) };
    let charging = if target.charging { chart(Row::ChargingCavalry) } else { None };
    let fitting = [body, fortified, sheltered, charging].into_iter().flatten();
    if rules.plays(house!("target.row-priority", "easiest")) {
        fitting.min_by_key(|(_, need)| *need)
    } else {
        // The last of equals, so that cover is named rather than the formation.
        fitting.max_by_key(|(_, need)| *need)
    }
}

impl Need {
    /// A printed need with the modifiers that count: all, or the strongest for and against as the house rules.
    fn of(rules: &Rules, (row, need): Printed, modifiers: &Working) -> Need {
        let all = modifiers.modifiers().iter().copied();
        let mut working = Working::printed(row, need);
        if rules.plays(house!("hit.modifiers", "strongest")) {
            let [most, least] =
                [all.clone().max_by_key(|(_, value)| *value), all.min_by_key(|(_, value)| *value)];
            let counts = [most.filter(|(_, value)| *value > 0), least.filter(|(_, value)| *value < 0)];
            counts.into_iter().flatten().for_each(|(rule, value)| working.add(rule, value));
        } else {
            all.for_each(|(rule, value)| working.add(rule, value));
        }
        Need::shown(rules, need - (working.total() - need), working)
    }

    /// A face that was added up; above 6 a natural six hits, where the house plays so.
    pub fn shown(rules: &Rules, face: i32, working: Working) -> Need {
        let is_six = face > 6 && rules.flag(house!("hit.natural-six"));
        Need { face: if is_six { 6 } else { face.max(2) as u32 }, working }
    }

    /// What a natural six takes off the face that was added up, where it hits all the same.
    pub fn natural_six(&self) -> Option<i32> {
        let (_, need) = self.working.base()?;
        let above = 2 * need - self.working.total() - self.face as i32;
        Some(above).filter(|above| *above > 0)
    }

    /// What each die is held against.
    pub fn test(&self) -> Test {
        let mut test = each(&self.working);
        test.modifiers.extend(self.natural_six().map(|six| part::<Ids>(house!("hit.natural-six"), six)));
        test
    }
}

/// What phase 1 fire needs; the working's first part is the printed need, the others change the roll.
pub fn cannon_need(rules: &Rules, shot: &Cannonade) -> Need {
    let Some((row, need)) = row(rules, &shot.target, |row| rules.artillery.get(row)) else {
        return Need { face: 7, working: Working::default() };
    };
    let mut modifiers = Working::default();
    rules.artillery_modifiers.add(&mut modifiers, |when, pounds| i32::from(shot.is(rules, when, pounds)));
    Need::of(rules, (row, need), &modifiers)
}

impl Cannonade {
    /// Whether a modifier counts; `pounds` is the weight it names. Guns between the light and the heavy weight, and the
    /// middle of the stick, have none.
    fn is(&self, rules: &Rules, when: ArtilleryWhen, pounds: i32) -> bool {
        let own = self.pounds as i32;
        match when {
            ArtilleryWhen::Close => self.band == Band::Close,
            ArtilleryWhen::Long => self.band == Band::Long,
            ArtilleryWhen::Heavy => own >= pounds,
            ArtilleryWhen::Light => {
                let heavy = rules
                    .artillery_modifiers
                    .find(ArtilleryWhen::Heavy)
                    .is_some_and(|heavy| own >= heavy.per);
                !heavy && (own <= pounds || !rules.on(rule!("volley.p1.fire.mod.neutral")))
            }
        }
    }
}

/// Dice of a battery in phase 1.
pub fn cannon_dice(rules: &Rules, crew: u32) -> u32 {
    rules.ratio(rule!("volley.p1.dice")).map_or(0, |(dice, per)| crew * dice / per)
}

/// Phase 1: hits of a battery on one unit.
///
/// # Errors
/// The umpire's pause.
pub fn cannonade<D: Dice>(dice: &mut D, rules: &Rules, shot: &Cannonade) -> Result<u32, D::Pause> {
    if shot.band == Band::Out {
        return Ok(0);
    }
    let (by, need) = (dice_of::<Ids>(rule!("volley.p1.dice")), cannon_need(rules, shot));
    dice.each(d6(cannon_dice(rules, shot.crew)), need.face, || Test { dice: by, ..need.test() })
}

/// What shooting needs in phases 3 and 8. There are no modifiers, whatever the range or the gun.
pub fn volley_need(rules: &Rules, shot: &Volleys) -> Need {
    let french = shot.target.french;
    let chart = |row: Row| match (rules.musketry(french, row), row) {
        (None, Row::EnfiladedLine) if !french && rules.flag(house!("a15.p8-enfilade")) => {
            rules.musketry(true, Row::EnfiladedLine)
        }
        // A15 has a square's row in phase 3 only: an Austrian square, where a house allows one, is hit as a column.
        (None, Row::Square) if rules.on(rule!("volley.shoot.to-hit.square")) => {
            rules.musketry(french, Row::Column)
        }
        (found, _) => found,
    };
    let Some((row, need)) = row(rules, &shot.target, chart) else {
        return Need { face: 7, working: Working::default() };
    };
    let mut modifiers = Working::default();
    if !rules.on(rule!("volley.shoot.no-modifiers")) && shot.artillery {
        // Without the rule nearness would count for guns as in phase 1, and every shot of these phases is close.
        rules.artillery_modifiers.add(&mut modifiers, |when, _| i32::from(when == ArtilleryWhen::Close));
    }
    Need::of(rules, (row, need), &modifiers)
}

/// The rule that gives a shooter its dice in phases 3 and 8.
pub(crate) fn dice_rule(artillery: bool) -> RuleId {
    if artillery { rule!("volley.shoot.dice.artillery") } else { rule!("volley.shoot.dice.infantry") }
}

/// Dice of a unit that shoots in phases 3 and 8.
pub fn volley_dice(rules: &Rules, figures: u32, artillery: bool) -> u32 {
    let Some((dice, per)) = rules.ratio(dice_rule(artillery)) else { return 0 };
    if rules.plays(house!("dice.shooting-round", "up")) {
        (figures * dice).div_ceil(per)
    } else {
        figures * dice / per
    }
}

/// Phases 3 and 8: hits of a unit's shooting.
///
/// # Errors
/// The umpire's pause.
pub fn volley<D: Dice>(dice: &mut D, rules: &Rules, shot: &Volleys) -> Result<u32, D::Pause> {
    let (by, need) = (dice_of::<Ids>(dice_rule(shot.artillery)), volley_need(rules, shot));
    let pool = d6(volley_dice(rules, shot.figures, shot.artillery));
    dice.each(pool, need.face, || Test { dice: by, ..need.test() })
}

/// The two dice of a square that charging cavalry contacts.
///
/// # Errors
/// The umpire's pause.
pub fn square_fire<D: Dice>(dice: &mut D, rules: &Rules, target: &Target) -> Result<u32, D::Pause> {
    let need = square_need(rules, target);
    dice.each(d6(square_dice(rules)), need.face, || need.test())
}

pub(crate) fn square_dice(rules: &Rules) -> u32 {
    rules.int(rule!("volley.charge.cav.square-fire")).unwrap_or(0).max(0) as u32
}

pub(crate) fn square_need(rules: &Rules, target: &Target) -> Need {
    volley_need(rules, &Volleys { target: *target, ..Volleys::blank() })
}
