//! The charges that the benchmarks work out.

use orders::fire::{Firer, Mark, ShotFacts};
use orders::words::{Gun, Level, Shelter, Trait, Troop};
use table::Inches;

/// The volley game's longest chain: 12 figures against 12.
pub(crate) fn volley() -> volley::chain::ChargeFacts {
    use volley::words::{Arm, Cover, Formation, Grade, Nation};
    let body = |nation, formation| volley::chain::Body {
        nation,
        arm: Arm::Infantry,
        grade: Grade::Veteran,
        formation,
        figures: 12,
        lost: 0,
        general: false,
        cover: Cover::None,
        cuirassier: false,
        lancer: false,
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
    let plain = |troop, formation| Body {
        troop,
        arm: Arm::Infantry,
        gun: None,
        formation,
        stands: 2,
        level: Level::Firm,
        leader: None,
        shelter: Shelter::Open,
        garrison: None,
        cornered: false,
        edge: None,
        far_checks: 0,
    };
    let charge = |charger, target| ChargeFacts {
        charger,
        target,
        hit: Aspect::Front,
        tries_square: false,
        target_fires: false,
        support: [None; 4],
        rain: false,
    };
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
            stands: 1,
            level: Level::Firm,
        },
        target: Mark {
            arm: cuirassiers.arm,
            formation: cuirassiers.formation,
            aspect: Aspect::Flank,
            shelter: Shelter::Open,
            garrison: false,
        },
        range: Inches::whole(range),
        rain: false,
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
