//! Whatever the house plays: a shot is equal to every face of every die, a charge to its ways one by one.

use super::{battery_shot, brigade, charge, charges, cuirassiers};
use dice::Odds;
use engine::Played as _;
use engine::desk::every_fall;
use orders::Rules;
use orders::chain::{self, Body, ChargeFacts, Outcome, Reckoner};
use orders::ground::Place;
use orders::words::{Arm, Aspect, Formation, Gun, Level, Shelter, Trait, Troop};
use rulebook::{Patch, Source};

pub(super) fn house(patch: &str) -> Rules {
    let book = orders::Orders::embedded_book().unwrap();
    let patch =
        Patch::read(&Source::new("house.toml", format!("sheet = \"orders\"\n{patch}")), &book).unwrap();
    Rules::new(book.sheet("orders").unwrap().patched(&patch))
}

/// What a house may play otherwise, as far as these odds know of it.
pub(crate) const HOUSES: [&str; 18] = [
    "",
    "[rulings]\n\"orders.house.mc.loop\" = \"one-roll\"",
    "[rulings]\n\"orders.house.mc.loop\" = \"first-pass-ends\"",
    "[rulings]\n\"orders.house.mc.live-modifiers\" = \"frozen\"",
    "[rulings]\n\"orders.house.morale.back-move\" = \"worst\"",
    "[rulings]\n\"orders.house.garrison\" = \"stands-nervous\"",
    "[rulings]\n\"orders.house.artillery.forced-move\" = \"abandoned\"",
    "[rulings]\n\"orders.house.artillery.long-range-cap\" = \"target\"",
    "[rulings]\n\"orders.house.melee.mc-order\" = \"defender-first\"",
    "[rulings]\n\"orders.house.melee.locked\" = \"stay-locked\"",
    "[rulings]\n\"orders.house.melee.heavy-charge\" = \"first-round\"",
    "[rulings]\n\"orders.house.melee.flank\" = \"first-round\"",
    "[rulings]\n\"orders.house.hasty-square\" = \"normal-mc\"",
    "off = [\"orders.mc.fail.immediate\"]",
    "off = [\"orders.mc.fail\", \"orders.hasty-square.fail\"]",
    "off = [\"orders.morale.routed\"]",
    "off = [\"orders.mc.natural-1.fails\"]",
    "off = [\"orders.leader-loss.10.shock\", \"orders.melee.result.margin\"]",
];

#[test]
fn a_shot_and_its_checks_equal_every_face_of_every_die() {
    let led = Body { leader: Some(Trait::Weak), ..brigade(Troop::Veteran, Formation::Column) };
    let panicked = Body { level: Level::Disrupted, ..brigade(Troop::Conscript, Formation::Line) };
    let mut compared = 0;
    for patch in HOUSES {
        let rules = house(patch);
        for (target, range) in [(led, 12), (panicked, 9)] {
            let shot = battery_shot(&target, range);
            let exact: Odds<chain::ShotOutcome> = chain::shot_odds(&rules, &shot, &target);
            let brute = every_fall(|dice| {
                let Ok(outcome) = chain::shot(dice, &rules, &shot, &target);
                outcome
            });
            assert_eq!(exact.len(), brute.len(), "{patch}");
            for (outcome, chance) in exact.iter() {
                assert_eq!(*chance, brute[outcome], "{patch} {outcome:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 150, "only {compared} outcomes were compared");
}

#[test]
fn merging_states_changes_nothing_whatever_the_house() {
    // Without merging several shots and rounds would never end.
    let one_round = "[charts.\"orders.melee.rounds\"]\ncount = 1";
    let line = brigade(Troop::Veteran, Formation::Line);
    let led = Body { leader: Some(Trait::Dashing), level: Level::Disrupted, ..line };
    let garrison = Body { shelter: Shelter::Rough, garrison: Some(Place::Town), ..line };
    let guns =
        Body { arm: Arm::HorseArtillery, gun: Some(Gun::Light), formation: Formation::Unlimbered, ..line };
    let far = Some(battery_shot(&line, 8));
    let cases = [
        ("a leader", charge(line, led)),
        (
            "a garrison",
            ChargeFacts { hit: Aspect::Rear, ..charge(Body { level: Level::Bold, ..line }, garrison) },
        ),
        ("guns", charge(cuirassiers(), guns)),
        ("a hasty square", ChargeFacts { tries_square: true, ..charge(cuirassiers(), line) }),
        ("guns far off", ChargeFacts { support: [far, far, far, None], ..charge(line, line) }),
    ];
    for patch in HOUSES {
        let rules = house(&format!("{patch}\n{one_round}"));
        for (name, facts) in cases {
            let merged: Odds<Outcome, f64> = chain::charge_odds(&rules, &facts);
            let whole: Odds<Outcome, f64> = Odds::of(|dice| chain::charge(dice, &rules, &facts));
            assert_eq!(merged.len(), whole.len(), "{name}, {patch}");
            for ((outcome, chance), (other, same)) in merged.iter().zip(whole.iter()) {
                assert_eq!(outcome, other, "{name}, {patch}");
                assert!((chance - same).abs() < 1e-12, "{name}, {patch}: {outcome:?} {chance} {same}");
            }
        }
    }
}

/// What is kept from charge to charge, and numbered, is quicker and nothing else: the stages themselves have every fall of
/// every die, to the last round.
#[test]
fn the_short_way_has_what_the_stages_have_whatever_the_house() {
    let mut compared = 0;
    for patch in HOUSES {
        let rules = house(patch);
        let far = Some(battery_shot(&brigade(Troop::Veteran, Formation::Line), 8));
        let under_fire = |facts: ChargeFacts| ChargeFacts { support: [far, far, None, None], ..facts };
        let fired_at = charges().into_iter().take(3).map(|(name, facts)| (name, under_fire(facts)));
        for (name, facts) in charges().into_iter().chain(fired_at) {
            let short: Odds<Outcome, f64> = chain::charge_odds(&rules, &facts);
            let stages: Odds<Outcome, f64> = chain::charge_odds_by_stages(&rules, &facts);
            assert_eq!(short.len(), stages.len(), "{name}, {patch}");
            for ((outcome, chance), (other, same)) in short.iter().zip(stages.iter()) {
                assert_eq!(outcome, other, "{name}, {patch}");
                assert!((chance - same).abs() < 1e-12, "{name}, {patch}: {outcome:?} {chance} {same}");
                compared += 1;
            }
        }
    }
    assert!(compared > 5_000, "only {compared} outcomes were compared");
}

#[test]
fn a_reckoner_with_much_behind_it_answers_as_a_fresh_one() {
    for patch in HOUSES {
        let rules = house(patch);
        let mut reckoner = Reckoner::<_, f64>::new(&rules);
        for level in [Level::Bold, Level::Firm, Level::Nervous, Level::Disrupted] {
            for (name, facts) in charges() {
                // The same units at other levels, and each against its like.
                let charger = Body { level, ..facts.charger };
                let facts = ChargeFacts { charger, ..facts };
                for facts in [facts, ChargeFacts { target: Body { level, ..facts.charger }, ..facts }] {
                    let fresh = chain::charge_odds(&rules, &facts);
                    assert_eq!(reckoner.charge(&facts), fresh, "{name}, {patch}");
                }
                let shot = battery_shot(&facts.target, 5);
                let fresh = chain::shot_odds(&rules, &shot, &facts.target);
                assert_eq!(reckoner.shot(&shot, &facts.target), fresh, "{name}, {patch}");
            }
        }
    }
}
