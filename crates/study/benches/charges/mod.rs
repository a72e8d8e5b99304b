//! The charges that the benchmarks work out.

use engine::desk::FactSet as _;
use orders::fire::{Firer, Mark, ShotFacts};
use orders::words::{Gun, Level, Trait, Troop};
use table::Inches;

/// The volley game's longest chain: 12 figures against 12.
pub(crate) fn volley() -> volley::chain::ChargeFacts {
    use volley::words::{Formation, Nation};
    let body = |nation, formation| volley::chain::Body {
        nation,
        formation,
        figures: 12,
        ..volley::chain::Body::blank()
    };
    volley::chain::ChargeFacts::new(
        body(Nation::French, Formation::Column),
        body(Nation::British, Formation::Line),
    )
}

/// The orders game's, from the plainest to the longest.
pub(crate) fn orders() -> [(&'static str, orders::chain::ChargeFacts); 6] {
    use orders::chain::{Body, ChargeFacts};
    use orders::words::{Arm, Aspect, Formation};
    let plain = |troop, formation| Body { troop, formation, stands: 2, ..Body::blank() };
    let charge = |charger, target| ChargeFacts { charger, target, ..ChargeFacts::blank() };
    let (column, line) = (plain(Troop::Veteran, Formation::Column), plain(Troop::Conscript, Formation::Line));
    let led = |body: Body| Body { leader: Some(Trait::Dashing), level: Level::Bold, ..body };
    let cuirassiers = Body { arm: Arm::HeavyCavalry, ..plain(Troop::Elite, Formation::Line) };
    let squared = ChargeFacts { tries_square: true, target_fires: true, ..charge(cuirassiers, line) };
    let bold = ChargeFacts { charger: led(cuirassiers), target: led(line), ..squared };
    let shot = |range| ShotFacts {
        firer: Firer {
            troop: Troop::Veteran,
            arm: Arm::FootArtillery,
            gun: Some(Gun::Heavy),
            formation: Formation::Unlimbered,
            ..Firer::blank()
        },
        target: Mark {
            arm: cuirassiers.arm,
            formation: cuirassiers.formation,
            aspect: Aspect::Flank,
            ..Mark::blank()
        },
        range: Inches::whole(range),
        ..ShotFacts::blank()
    };
    let batteries = ChargeFacts { support: [3, 5, 8, 11].map(|range| Some(shot(range))), ..bold };
    let cornered = |body: Body| Body { cornered: true, ..body };
    [
        ("column on line", charge(column, line)),
        ("both led and bold", charge(led(column), led(line))),
        ("cavalry, a hasty square and its fire", squared),
        ("the same, both led and bold", bold),
        ("the same, in flank, with four batteries", ChargeFacts { hit: Aspect::Flank, ..batteries }),
        (
            "the same, neither with a way back",
            ChargeFacts {
                charger: cornered(bold.charger),
                target: cornered(bold.target),
                hit: Aspect::Flank,
                ..batteries
            },
        ),
    ]
}

/// The empire game's: foot on a line, horse on foot that tries for square with batteries near, horse on guns.
#[allow(dead_code, reason = "one of the two benches that read this file has no peer for it")]
pub(crate) fn empire() -> [(&'static str, empire::rules::charge::chain::ChargeFacts); 4] {
    use empire::rules::charge::chain::ChargeFacts;
    let facts = |words: &str| {
        let mut facts = ChargeFacts::blank();
        for (name, value) in words.split(", ").filter_map(|pair| pair.split_once(" = ")) {
            assert!(facts.set(name, value), "a fact of the chart: {name} = {value}");
        }
        engine::desk::Chart::<empire::Empire>::settle(&mut facts, None);
        facts
    };
    let horse = "charger-arm = cavalry, charger-figures = 12, charger-companies = 4, charger-kind = cavalry, \
                 target-grade = regular, target-figures = 18, target-formation = attack-column, reply = square, \
                 distance = 8-12, target-fires = yes, impetus = yes, presses-on = yes, follow-me = 11";
    [
        (
            "column on line",
            facts(
                "charger-grade = veteran, charger-formation = attack-column, charger-figures = 18, target-grade = regular, \
                 target-figures = 17, target-lost = 3, target-fires = yes, presses-on = yes",
            ),
        ),
        ("horse on foot that tries for square, a battery near", facts(&format!("{horse}, support = 1"))),
        ("the same, three batteries near", facts(&format!("{horse}, support = 3"))),
        (
            "foot on guns that fire and retire",
            facts(
                "target-arm = artillery, target-figures = 9, reply = fire-and-retire, withdraws = 12, target-fires = yes, \
                 presses-on = yes, impetus = yes",
            ),
        ),
    ]
}
