//! Exact odds: equal to every face of every die counted by hand, and in agreement with a million trials.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

mod by_hand;
mod charts;
mod houses;
mod steps;
mod trials;

pub(super) use houses::HOUSES;

use engine::desk::FactSet as _;
use orders::chain::{Body, ChargeFacts, SUPPORT};
use orders::fire::{Firer, Mark, ShotFacts};
use orders::ground::Place;
use orders::words::{Arm, Aspect, Formation, Gun, Level, Shelter, Trait, Troop};
use table::Inches;

fn brigade(troop: Troop, formation: Formation) -> Body {
    Body { troop, formation, stands: 2, ..Body::blank() }
}

/// One shot of others at a charger.
fn one(shot: ShotFacts) -> [Option<ShotFacts>; SUPPORT] {
    std::array::from_fn(|nth| (nth == 0).then_some(shot))
}

fn charge(charger: Body, target: Body) -> ChargeFacts {
    ChargeFacts { charger, target, ..ChargeFacts::blank() }
}

fn cuirassiers() -> Body {
    Body { arm: Arm::HeavyCavalry, ..brigade(Troop::Elite, Formation::Line) }
}

fn battery_shot(target: &Body, range: i32) -> ShotFacts {
    ShotFacts {
        firer: Firer {
            troop: Troop::Veteran,
            arm: Arm::FootArtillery,
            gun: Some(Gun::Heavy),
            formation: Formation::Unlimbered,
            ..Firer::blank()
        },
        target: Mark {
            arm: target.arm,
            formation: target.formation,
            shelter: target.shelter,
            garrison: target.garrison.is_some(),
            ..Mark::blank()
        },
        range: Inches::whole(range),
        ..ShotFacts::blank()
    }
}

/// Charges of all kinds.
fn charges() -> Vec<(&'static str, ChargeFacts)> {
    let bold_guard = Body { level: Level::Bold, ..brigade(Troop::Guard, Formation::Column) };
    let led = Body {
        leader: Some(Trait::Dashing),
        level: Level::Bold,
        ..brigade(Troop::Veteran, Formation::Column)
    };
    let line = brigade(Troop::Conscript, Formation::Line);
    let weak = Body { leader: Some(Trait::Poltroon), ..brigade(Troop::Militia, Formation::Line) };
    let town = Body {
        shelter: Shelter::Rough,
        garrison: Some(Place::Town),
        leader: Some(Trait::None),
        ..brigade(Troop::Seasoned, Formation::Line)
    };
    let guns = Body {
        arm: Arm::FootArtillery,
        gun: Some(Gun::Heavy),
        stands: 1,
        ..brigade(Troop::Veteran, Formation::Unlimbered)
    };
    let square = brigade(Troop::Seasoned, Formation::Square);
    vec![
        ("column on line", charge(led, line)),
        ("a line that fires", ChargeFacts { target_fires: true, ..charge(led, line) }),
        ("militia under a poltroon", charge(bold_guard, weak)),
        ("in flank", ChargeFacts { hit: Aspect::Flank, ..charge(led, town) }),
        ("a town", charge(led, town)),
        ("guns", ChargeFacts { target_fires: true, ..charge(cuirassiers(), guns) }),
        ("a square", ChargeFacts { target_fires: true, ..charge(cuirassiers(), square) }),
        (
            "a hasty square",
            ChargeFacts { tries_square: true, target_fires: true, ..charge(cuirassiers(), line) },
        ),
        ("no way back", charge(Body { cornered: true, ..led }, Body { cornered: true, ..line })),
        (
            "guns in support",
            ChargeFacts { target_fires: true, support: one(battery_shot(&led, 3)), ..charge(led, line) },
        ),
    ]
}

/// Five standard deviations: once in two million for an honest chain.
#[track_caller]
fn agrees(what: &str, chance: f64, found: u32, trials: u32) {
    let expected = chance * f64::from(trials);
    let deviation = (expected * (1.0 - chance)).sqrt();
    let off = (f64::from(found) - expected).abs();
    assert!(off <= 5.0 * deviation + 1e-9, "{what}: expected {expected:.0}, found {found}");
}
