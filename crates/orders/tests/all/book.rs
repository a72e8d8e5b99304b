//! The ruleset files: they load without a fault, hold every rule of the ledger once, and print the sheet's numbers.

use engine::Played as _;
use orders::charts::{CHARTS, Distance, FILES, Reaching, SPEC};
use orders::words::{
    Arm, Formation, Going, Gun, Level, Nation, OrderKind, Part, Taker, Trait, Troop, Turned,
};
use orders::{RULES, RULINGS, Rules};
use rulebook::{Book, FieldKind, Patch, RuleId, RulingKind, Source};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use table::{EIGHTH, Inches, Kind};

/// Rules that are decisions: no number of the sheet stands in them.
const SWITCHES: [&str; 19] = [
    "orders.command.inside",
    "orders.command.outside.check",
    "orders.command.outside.fail",
    "orders.command.outside.no-loss",
    "orders.orders.rally.fail",
    "orders.move.force-march.road-only",
    "orders.terrain.impassable",
    "orders.fire.art.dice",
    "orders.fire.front-rank",
    "orders.fire.no-overhead",
    "orders.fire.firer.panic",
    "orders.artillery.bands",
    "orders.mc.fail.immediate",
    "orders.mc.mod.leader",
    "orders.melee.conform",
    "orders.melee.result.margin",
    "orders.hasty-square.pass",
    "orders.hasty-square.fail",
    "orders.melee.misc.leader",
];

static BOOK: LazyLock<Book> =
    LazyLock::new(|| orders::Orders::embedded_book().unwrap_or_else(|faults| panic!("{faults}")));

fn rules() -> Rules {
    Rules::new(BOOK.sheet("orders").unwrap_or_else(|error| panic!("{error}")))
}

/// The rules with a house patch laid over them.
#[track_caller]
fn patched(patch: &str) -> Rules {
    let patch = Patch::read(&Source::new("house.toml", format!("sheet = \"orders\"\n{patch}")), &BOOK);
    Rules::new(
        BOOK.sheet("orders")
            .unwrap_or_else(|error| panic!("{error}"))
            .patched(&patch.unwrap_or_else(|faults| panic!("{faults}"))),
    )
}

#[track_caller]
fn rule(id: &str) -> RuleId {
    SPEC.rule(id).unwrap_or_else(|| panic!("no rule {id}"))
}

#[test]
fn the_book_has_every_rule_and_ruling() {
    assert!(Rules::printed().is_ok());
    assert_eq!((RULES.len(), RULINGS.len()), (177, 93));
    assert_eq!(BOOK.sheet("orders").unwrap_or_else(|error| panic!("{error}")).on.len(), 177);
}

#[test]
fn every_rule_has_a_row_or_is_a_switch() {
    let rows: BTreeSet<&str> = BOOK.rows[0].iter().map(|row| SPEC.rule_name(row.rule)).collect();
    let switches: BTreeSet<&str> = SWITCHES.into_iter().collect();
    let both: Vec<&&str> = rows.intersection(&switches).collect();
    assert!(both.is_empty(), "rows of rules that are said to be switches: {both:?}");
    let neither: Vec<&&str> =
        RULES.iter().filter(|id| !rows.contains(**id) && !switches.contains(**id)).collect();
    assert!(neither.is_empty(), "rules without a row: {neither:?}");
    assert_eq!(rows.len() + switches.len(), 177);
}

#[test]
fn every_chart_has_a_row_and_every_kind_of_ground_its_word() {
    for chart in CHARTS {
        assert!(BOOK.rows[0].iter().any(|row| row.chart == chart.name), "the chart {} is empty", chart.name);
    }
    let terrain = SPEC.chart("terrain").and_then(|chart| chart.field("kinds")).unwrap();
    let FieldKind::Words(kinds) = terrain.kind else { panic!("kinds are words") };
    let known: BTreeSet<&str> = Kind::words().iter().map(|(word, _)| *word).collect();
    assert_eq!(kinds.iter().copied().collect::<BTreeSet<_>>(), known);
}

#[test]
fn every_ruling_keeps_its_number_and_explains_its_words() {
    for (i, ruling) in BOOK.rulings.iter().enumerate() {
        assert!(ruling.text.ends_with(&format!("(HR-{:02})", i + 1)), "{}: {}", ruling.id, ruling.text);
        if ruling.kind == RulingKind::Word {
            let others = ruling.words.iter().filter(|word| *word != &ruling.show(&ruling.default[0]));
            let unexplained: Vec<&String> = others.filter(|word| !ruling.means.contains_key(*word)).collect();
            assert!(unexplained.is_empty(), "{}: {unexplained:?}", ruling.id);
            assert!(ruling.words.len() >= 2, "{} has no alternative", ruling.id);
        }
    }
}

/// Every file on the disk is built in.
#[test]
fn the_files_built_in_are_those_on_the_disk() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/orders");
    let disk: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(disk, FILES.iter().map(|(name, _)| (*name).to_owned()).collect());
}

#[test]
fn the_movement_table() {
    let rules = rules();
    let row = |formation| Arm::WORDS.iter().map(move |(_, arm)| (*arm, formation));
    let inches = |formation| -> Vec<Option<i32>> {
        row(formation)
            .map(|(arm, formation)| rules.rate(arm, formation).map(|(_, inches)| inches.0 / 1000))
            .collect()
    };
    assert_eq!(inches(Formation::Column), [6, 12, 9, 6, 9].map(Some));
    assert_eq!(inches(Formation::Line), [Some(3), Some(9), Some(6), None, None]);
    assert_eq!(inches(Formation::Square), [Some(1), None, None, None, None]);
    assert_eq!(inches(Formation::HastySquare), inches(Formation::Square));
    assert_eq!(inches(Formation::Road), [12, 15, 12, 12, 15].map(Some));
    assert_eq!(inches(Formation::Unlimbered), [None; 5]);
    let dashes: usize = Formation::WORDS
        .iter()
        .flat_map(|(_, f)| row(*f))
        .filter(|(a, f)| rules.forbids(*a, *f).is_some())
        .count();
    assert_eq!(dashes, 2 + 4 + 4, "line, square, hasty square");
    assert_eq!(rules.leader_move(), Inches::whole(15));
}

#[test]
fn a_dash_taken_out_or_ruled_away_lets_the_arm_form_but_not_move() {
    let dash = (Arm::FootArtillery, Formation::Line);
    assert_eq!(rules().forbids(dash.0, dash.1), Some(rule("orders.move.line.foot-art")));
    for patch in [
        "off = [\"orders.move.line.foot-art\"]",
        "[rulings]\n\"orders.house.formation.unavailable\" = \"zero\"",
    ] {
        let rules = patched(patch);
        assert_eq!(rules.forbids(dash.0, dash.1), None, "{patch}");
        assert_eq!(rules.rate(dash.0, dash.1), None, "{patch}");
    }
}

#[test]
fn shares_dice_and_counts() {
    let rules = rules();
    let share = |id| rules.ratio(rule(id));
    assert_eq!(share("orders.command.outside.pass"), Some((1, 2)));
    assert_eq!(share("orders.move.formation-change"), Some((1, 3)));
    assert_eq!(share("orders.move.facing-change"), Some((1, 2)));
    assert_eq!(share("orders.terrain.rough.rate"), Some((1, 2)));
    let dice = |id| rules.dice(rule(id)).map(|pool| (pool.count, pool.sides));
    assert_eq!(dice("orders.move.force-march.bonus"), Some((2, 10)));
    for id in ["orders.turn.initiative.die", "orders.mc.loop", "orders.leader-loss.die", "orders.melee.roll"]
    {
        assert_eq!(dice(id), Some((1, 10)), "{id}");
    }
    assert_eq!(rules.count(rule("orders.melee.rounds")), 3);
    assert_eq!(rules.int(rule("orders.mc.fail")), Some(-1));
    assert_eq!(rules.int(rule("orders.mc.natural-1.fails")), Some(1));
    assert_eq!(rules.int(rule("orders.mc.natural-1.leader")), Some(1));
    for id in [
        "orders.move.force-march.cost",
        "orders.fire.result.hit",
        "orders.hasty-square.test",
        "orders.orders.rally.check",
        "orders.orders.rally.pass",
    ] {
        assert_eq!(rules.count(rule(id)), 1, "{id}");
    }
}

#[test]
fn modifiers() {
    let rules = rules();
    let printed = [
        ("fire.firer.disrupted", -3),
        ("fire.firer.rain-snow", -1),
        ("fire.firer.flank", 2),
        ("fire.firer.rear", 3),
        ("fire.target.square", 2),
        ("fire.target.column", 1),
        ("fire.target.unlimbered", -1),
        ("fire.target.rough", -2),
        ("fire.target.city-fortress", -3),
        ("mc.mod.garrison-town", 2),
        ("mc.mod.garrison-city-fort", 3),
        ("mc.mod.panic", -1),
        ("melee.misc.heavy-cav-charging", 4),
        ("melee.misc.cav-vs-art", 5),
        ("melee.misc.cav-vs-hasty-square", -5),
        ("melee.misc.cav-vs-square", -10),
        ("melee.defender.rough", 2),
        ("melee.defender.fortress", 8),
        ("melee.defender.flank-rear", -8),
    ];
    for (id, value) in printed {
        let rule = rule(&format!("orders.{id}"));
        assert_eq!(rules.int(rule), Some(value), "{id}");
    }
}

#[test]
fn tables_by_troop_leader_and_status() {
    let rules = rules();
    let troops = |value: &dyn Fn(Troop) -> Option<(RuleId, i32)>| -> Vec<i32> {
        Troop::WORDS.iter().filter_map(|(_, troop)| value(*troop)).map(|(_, value)| value).collect()
    };
    assert_eq!(troops(&|troop| rules.to_hit(troop, Arm::Infantry)), [9, 8, 7, 6, 5, 4]);
    assert_eq!(troops(&|troop| rules.to_hit(troop, Arm::FootArtillery)), [9, 8, 7, 6, 5, 4]);
    assert_eq!(troops(&|troop| rules.to_hit(troop, Arm::HeavyCavalry)), [10; 6]);
    assert_eq!(troops(&|troop| rules.mc_target.get(troop)), [8, 7, 6, 5, 4, 3]);
    assert_eq!(troops(&|troop| rules.training.get(troop)), [0, 2, 4, 6, 8, 10]);
    let traits: Vec<Option<i32>> =
        Trait::WORDS.iter().map(|(_, it)| rules.trait_value.get(*it).map(|(_, value)| value)).collect();
    assert_eq!(traits, [Some(-2), Some(-1), None, Some(1), Some(2), Some(3)]);
    let levels: Vec<Option<i32>> =
        Level::WORDS.iter().map(|(_, it)| rules.melee_morale.get(*it).map(|(_, value)| value)).collect();
    assert_eq!(levels, [None, Some(-5), Some(-3), Some(0), Some(0), Some(1)]);
}

#[test]
fn the_morale_ladder() {
    let rules = rules();
    for (_, level) in Level::WORDS {
        assert_eq!((rules.lower(*level), rules.higher(*level)), (level.down(), level.up()), "{level}");
    }
    let reaching = |level| rules.reaching(level).map(|(_, reaching)| reaching);
    let back = |by, facing| Some(Reaching::Back { by, facing });
    assert_eq!(reaching(Level::Bold), Some(Reaching::Nothing));
    assert_eq!(reaching(Level::Firm), Some(Reaching::Nothing));
    assert_eq!(reaching(Level::Nervous), back(Distance::Inches(Inches::whole(1)), Turned::Enemy));
    assert_eq!(reaching(Level::Disrupted), back(Distance::ColumnMove(1, 2), Turned::Enemy));
    assert_eq!(reaching(Level::Panic), back(Distance::ColumnMove(1, 1), Turned::Away));
    assert_eq!(reaching(Level::Routed), Some(Reaching::Removed));
    let back = |level, arm| rules.goes_back(level, arm).map(|(_, inches, _)| inches);
    assert_eq!(back(Level::Disrupted, Arm::HeavyCavalry), Some(Inches(4500)));
    assert_eq!(back(Level::Panic, Arm::FootArtillery), Some(Inches::whole(6)));
    assert_eq!(back(Level::Firm, Arm::Infantry), None);

    let without_firm = patched("off = [\"orders.morale.firm\"]");
    assert_eq!(without_firm.lower(Level::Bold), Some(Level::Nervous));
    assert_eq!(without_firm.higher(Level::Nervous), Some(Level::Bold));
    assert_eq!(patched("off = [\"orders.morale.ladder\"]").lower(Level::Firm), None);
}

#[test]
fn guns_by_distance() {
    #[track_caller]
    fn check(rules: &Rules, gun: Gun, expected: [Option<u32>; 5]) {
        let at = [3, 6, 9, 12, 13].map(Inches::whole);
        let dice = at.map(|range| rules.guns(gun, range).map(|(_, pool)| pool.count));
        assert_eq!(dice, expected);
    }
    let rules = rules();
    check(&rules, Gun::Light, [Some(3), Some(2), Some(1), None, None]);
    check(&rules, Gun::Heavy, [Some(4), Some(3), Some(2), Some(1), None]);
    assert_eq!(rules.guns(Gun::Heavy, Inches(3001)).map(|(_, pool)| pool.count), Some(3));
    assert_eq!(rules.guns_blank(Gun::Light, Inches::whole(10)), Some(rule("orders.artillery.light.12")));
    assert_eq!(rules.guns_blank(Gun::Light, Inches::whole(13)), None);
    assert_eq!(rules.gun_reach(Gun::Light), Some(Inches::whole(9)));
    assert_eq!(rules.gun_reach(Gun::Heavy), Some(Inches::whole(12)));
    assert_eq!(rules.long_range().map(|(_, inches, checks)| (inches.0, checks)), Some((6000, 1)));
    check(
        &patched("off = [\"orders.artillery.light.12\"]"),
        Gun::Light,
        [Some(3), Some(2), Some(1), Some(1), None],
    );
    check(
        &patched("off = [\"orders.artillery.heavy.6\"]"),
        Gun::Heavy,
        [Some(4), Some(4), Some(2), Some(1), None],
    );
    check(
        &patched("off = [\"orders.artillery.heavy.3\"]"),
        Gun::Heavy,
        [None, Some(3), Some(2), Some(1), None],
    );
    check(&patched("off = [\"orders.artillery.bands\"]"), Gun::Heavy, [None; 5]);
    let eight = patched("[rulings]\n\"orders.house.artillery.bands\" = [3, 6, 8, 12]");
    check(&eight, Gun::Heavy, [Some(4), Some(3), Some(1), Some(1), None]);
}

#[test]
fn ranges_arcs_and_ranks() {
    let rules = rules();
    for (_, arm) in Arm::WORDS {
        assert_eq!(rules.arc(*arm).map(|(_, angle)| angle), Some(EIGHTH), "{arm}");
        let reach = (!arm.is_artillery()).then_some(Inches::whole(1));
        assert_eq!(rules.fire_range(*arm).map(|(_, inches)| inches), reach, "{arm}");
        let dice = rules.stand_dice(*arm).map(|(_, pool)| (pool.count, pool.sides));
        assert_eq!(dice, (!arm.is_artillery()).then_some((1, 10)), "{arm}");
    }
    let total = patched("[rulings]\n\"orders.house.fire.arc\" = \"total\"");
    assert_eq!(total.arc(Arm::Infantry).map(|(_, angle)| angle), Some(EIGHTH / 2));
    let ranks =
        Formation::WORDS.iter().map(|(_, formation)| rules.front_rank(*formation, 2)).collect::<Vec<_>>();
    assert_eq!(ranks, [1, 2, 1, 1, 1, 2]);
}

#[test]
fn orders_steps_and_radii() {
    let rules = rules();
    let demand = |order, part| {
        let demand = rules.demand(order, part)?;
        Some((demand.at_least.map(|it| it.0 / 1000), demand.at_most.map(|it| it.0 / 1000)))
    };
    assert_eq!(demand(OrderKind::Attack, Part::All), Some((None, Some(3))));
    assert_eq!(demand(OrderKind::Probe, Part::LeadHalf), Some((None, Some(6))));
    assert_eq!(demand(OrderKind::Probe, Part::OtherHalf), Some((None, Some(12))));
    assert_eq!(demand(OrderKind::Screen, Part::All), Some((Some(6), Some(12))));
    assert_eq!(demand(OrderKind::Maneuver, Part::All), Some((Some(6), None)));
    assert_eq!(demand(OrderKind::Defend, Part::LeadHalf), Some((None, Some(12))));
    assert_eq!(demand(OrderKind::Withdraw, Part::All), Some((Some(12), None)));
    assert_eq!(demand(OrderKind::Rally, Part::All), Some((Some(12), None)));

    let steps = |nation| rules.order_steps(nation).map(|(_, steps)| steps);
    assert_eq!(steps(Nation::French), Some((1, 1)));
    assert_eq!(steps(Nation::British), Some((1, 1)));
    assert_eq!(steps(Nation::Turkish), Some((1, 0)));
    assert_eq!(steps(Nation::Austrian), Some((0, 1)));
    let shifts = |rules: &Rules, nation, order| -> Vec<OrderKind> {
        rules.shifts(nation, order).into_iter().map(|(_, order)| order).collect()
    };
    assert_eq!(shifts(&rules, Nation::French, OrderKind::Screen), [OrderKind::Probe, OrderKind::Maneuver]);
    assert_eq!(shifts(&rules, Nation::French, OrderKind::Attack), [OrderKind::Probe]);
    assert_eq!(shifts(&rules, Nation::Turkish, OrderKind::Attack), []);
    assert_eq!(shifts(&rules, Nation::Saxon, OrderKind::Withdraw), [OrderKind::Rally]);
    let upside_down = patched("[rulings]\n\"orders.house.orders.ladder\" = \"up-is-rally\"");
    assert_eq!(shifts(&upside_down, Nation::Saxon, OrderKind::Withdraw), [OrderKind::Defend]);

    let radius = |nation, year| rules.radius(nation, year).map(|(_, inches)| inches.0 / 1000);
    for (nation, year, inches) in [
        (Nation::French, 1805, 18),
        (Nation::British, 1813, 18),
        (Nation::Austrian, 1809, 12),
        (Nation::Austrian, 1808, 9),
        (Nation::Prussian, 1813, 12),
        (Nation::Prussian, 1806, 9),
        (Nation::Russian, 1812, 12),
        (Nation::Russian, 1807, 9),
        (Nation::Spanish, 1813, 9),
        (Nation::Turkish, 1812, 9),
        (Nation::Saxon, 1809, 18),
        (Nation::Portuguese, 1813, 12),
        (Nation::Portuguese, 1808, 9),
    ] {
        assert_eq!(radius(nation, year), Some(inches), "{nation} {year}");
    }
    assert_eq!(patched("off = [\"orders.radius.british\"]").radius(Nation::British, 1813), None);
    for word in ["by-year", "scenario"] {
        let rules = patched(&format!("[rulings]\n\"orders.house.command.other-nations\" = \"{word}\""));
        assert_eq!(rules.radius(Nation::Saxon, 1809).map(|(_, inches)| inches.0), Some(12_000), "{word}");
    }
}

#[test]
fn ground() {
    let rules = rules();
    for (word, kind) in Kind::words() {
        let expected = match kind {
            Kind::Village | Kind::Woods | Kind::Slope | Kind::Stream => Some(Going::Rough),
            Kind::City | Kind::Marsh | Kind::Enclosure | Kind::Ford => Some(Going::Rough),
            Kind::Fortification | Kind::River | Kind::Mountain => Some(Going::Impassable),
            _ => None,
        };
        assert_eq!(rules.going(*kind).map(|(_, going)| going), expected, "{word}");
    }
    let fortress = patched("[rulings]\n\"orders.house.terrain.city\" = \"as-fortress\"");
    assert_eq!(fortress.going(Kind::City).map(|(_, going)| going), Some(Going::Impassable));
    assert_eq!(patched("off = [\"orders.terrain.rough.woods\"]").going(Kind::Woods), None);
}

#[test]
fn melee_and_leader_loss() {
    let rules = rules();
    let result = |margin| rules.melee_result(margin).map(|row| (row.takes, row.drop, row.checks));
    for (margins, expected) in [
        (0..=0, (Taker::Both, 0, 1)),
        (1..=4, (Taker::Loser, 0, 1)),
        (5..=9, (Taker::Loser, 0, 2)),
        (10..=14, (Taker::Loser, 1, 1)),
        (15..=40, (Taker::Loser, 1, 2)),
    ] {
        for margin in margins {
            assert_eq!(result(margin), Some(expected), "{margin}");
        }
    }
    let losses: Vec<String> = (1..=10)
        .filter_map(|die| rules.leader_loss(die))
        .map(|loss| {
            let inches = loss.inches.unwrap_or_default().0 / 1000;
            format!("{} {inches} {}", loss.result, loss.turns.unwrap_or_default())
        })
        .collect();
    assert_eq!(
        losses,
        [
            "unhurt 0 0",
            "detached 1 0",
            "detached 1 0",
            "back 10 0",
            "back 10 0",
            "grazed 0 1",
            "grazed 0 1",
            "wounded 0 0",
            "wounded 0 0",
            "killed 0 0"
        ]
    );
    assert_eq!(rules.shock().map(|(_, inches, checks)| (inches.0, checks)), Some((3000, 1)));
}

#[test]
fn the_turn() {
    let rules = rules();
    let steps: Vec<String> =
        rules.steps.iter().map(|it| format!("{} {} {}", it.number, it.step, it.who)).collect();
    assert_eq!(
        steps,
        [
            "1 orders both",
            "2 move initiative",
            "3 reply other",
            "4 fire initiative",
            "5 melee both",
            "6 repeat other",
            "7 rally both"
        ]
    );
    assert_eq!((rules.steps[5].from, rules.steps[5].to), (Some(2), Some(5)));
    assert_eq!(rules.usual_table(), (Inches::whole(72), Inches::whole(48), Inches::whole(12)));
    assert_eq!(rules.stand(), (Inches::whole(1), Inches(500)));
    assert_eq!((rules.usual_stands(Arm::Infantry), rules.usual_stands(Arm::FootArtillery)), (2, 1));
    assert_eq!(rules.usual_length(), 12);
}
