//! What the ground makes of a move: rough, impassable, a fortress, roads.

use super::*;
use orders::ground;

#[test]
fn inches_in_rough_ground_cost_double() {
    let units = "A infantry column 30 10 0; z infantry line 30 40 180";
    for kind in ["woods", "village", "marsh", "city", "enclosure"] {
        let game = table(units, &area(kind, (20, 12), (40, 30)), "");
        // Two inches to it, and four left make two in it.
        goes(&game, "A", &[Pace::Ahead(inches(4))]);
        refused(&game, "A", &[Pace::Ahead(Inches::mils(4002))], "orders.terrain.rough.rate");
    }
    let woods = area("woods", (20, 12), (40, 30));
    for rule in ["orders.terrain.rough.woods", "orders.terrain.rough.rate"] {
        goes(&table(units, &woods, &off(rule)), "A", &[Pace::Ahead(inches(6))]);
    }
    let game = table(units, &woods, &ruling("terrain.rough.method", "\"whole-move\""));
    goes(&game, "A", &[Pace::Ahead(inches(3))]);
    refused(&game, "A", &[Pace::Ahead(Inches::mils(3002))], "orders.terrain.rough.rate");
    let made = woods.replace("woods", "hill") + "difficult = true\n";
    refused(&table(units, &made, ""), "A", &[Pace::Ahead(inches(5))], "orders.terrain.rough.rate");
    goes(&table(units, &made, &off("orders.terrain.rough.other")), "A", &[Pace::Ahead(inches(6))]);
}

#[test]
fn streams_and_slopes_are_an_inch_of_rough_ground_at_least() {
    let units = "A infantry column 30 10 0; z infantry line 30 40 180";
    for kind in ["stream", "slope"] {
        let thin = line(kind, (0, 12), (60, 12), "0.5");
        let game = table(units, &thin, "");
        goes(&game, "A", &[Pace::Ahead(inches(5))]);
        refused(&game, "A", &[Pace::Ahead(Inches::mils(5002))], "orders.terrain.rough.rate");
        // It may end on it; entering costs the inch.
        goes(&game, "A", &[Pace::Ahead(inches(2))]);
        let drawn = table(units, &thin, &ruling("terrain.linear-width", "0"));
        goes(&drawn, "A", &[Pace::Ahead(Inches::mils(5500))]);
        let rule =
            if kind == "slope" { "orders.terrain.rough.steep-slope" } else { "orders.terrain.rough.stream" };
        goes(&table(units, &thin, &off(rule)), "A", &[Pace::Ahead(inches(6))]);
    }
    let bridged = line("stream", (0, 12), (60, 12), "0.5") + &line("bridge", (30, 11), (30, 13), "1");
    goes(&table(units, &bridged, ""), "A", &[Pace::Ahead(inches(6))]);
}

#[test]
fn impassable_ground_is_passed_by_road_and_bridge_in_column() {
    let units = "A infantry column 30 10 0; B infantry column 40 10 0; C heavy-cavalry line 30 8 0; z infantry line 30 40 180";
    let river = line("river", (0, 12), (60, 12), "1");
    let game = table(units, &river, "");
    refused(&game, "A", &[Pace::Ahead(inches(2))], "orders.terrain.impassable.major-river");
    goes(&game, "A", &[Pace::Ahead(Inches::mils(1500))]);
    let bridged = river.clone() + &line("bridge", (30, 11), (30, 13), "1");
    let game = table(units, &bridged, "");
    goes(&game, "A", &[Pace::Ahead(inches(4))]);
    refused(&game, "B", &[Pace::Ahead(inches(4))], "orders.terrain.impassable.major-river");
    let horse = "C heavy-cavalry line 30 9 0; z infantry line 30 40 180";
    refused(&table(horse, &bridged, ""), "C", &[Pace::Ahead(inches(6))], "orders.house.terrain.impassable");
    let any = table(horse, &bridged, &ruling("terrain.impassable", "\"any-formation\""));
    goes(&any, "C", &[Pace::Ahead(inches(6))]);
    let ford = river.clone() + &line("ford", (30, 11), (30, 13), "1");
    refused(&table(horse, &ford, ""), "C", &[Pace::Ahead(inches(6))], "orders.terrain.rough.rate");
    goes(&table(horse, &ford, ""), "C", &[Pace::Ahead(inches(4))]);
    for rule in ["orders.terrain.impassable", "orders.terrain.impassable.major-river"] {
        goes(&table(units, &river, &off(rule)), "A", &[Pace::Ahead(inches(4))]);
    }
    let mountain = area("mountain", (20, 12), (40, 30));
    refused(
        &table(units, &mountain, ""),
        "A",
        &[Pace::Ahead(inches(4))],
        "orders.terrain.impassable.mountain",
    );
    let pass = mountain + &line("road", (30, 8), (30, 34), "1");
    goes(&table(units, &pass, ""), "A", &[Pace::Ahead(inches(4))]);
}

#[test]
fn a_fortress_is_a_wall_with_room_inside() {
    let fort = area("fortification", (26, 12), (34, 20));
    let game = table("A infantry column 30 11 0; z infantry line 30 40 180", &fort, "");
    refused(&game, "A", &[Pace::Ahead(inches(3))], "orders.terrain.impassable.fortress");
    let gate = fort.clone() + &line("road", (30, 8), (30, 16), "1");
    let mut game = table("A infantry column 30 11 0; z infantry line 30 40 180", &gate, "");
    goes(&game, "A", &[Pace::Ahead(inches(6))]);
    let unit = id(&game, "A");
    acts(&mut game, &Act::March { unit, paces: vec![Pace::Ahead(inches(6))] });
    assert_eq!(ground::garrison(&game, unit), Some(ground::Place::Fortress));
    game.units.one_mut(unit).acted = false;
    goes(&game, "A", &[Pace::Form(Formation::Line), Pace::Ahead(inches(1))]);
    refused(&game, "A", &[Pace::Form(Formation::Square)], "orders.house.formation.change");
    refused(&game, "A", &[Pace::Ahead(inches(5))], "orders.terrain.impassable.fortress");
    let city = fort.replace("fortification", "city");
    let game = table(
        "A infantry column 30 11 0; z infantry line 30 40 180",
        &city,
        &ruling("terrain.city", "\"as-fortress\""),
    );
    refused(&game, "A", &[Pace::Ahead(inches(3))], "orders.terrain.impassable.fortress");
}

#[test]
fn road_formation_keeps_to_the_road() {
    let bend = "[[terrain]]\nname = \"the road\"\nkind = \"road\"\nline = [[30, 0], [30, 14], [44, 14]]\nwidth = 0.5\n";
    let units = "A infantry road 30 8 0; B infantry column 40 8 0; z infantry line 10 40 180";
    let game = table(units, bend, "");
    goes(&game, "A", &[Pace::Road(inches(12))]);
    refused(&game, "A", &[Pace::Road(Inches::mils(12_001))], "orders.move.road.inf");
    let unit = id(&game, "A");
    let (end, formation) = walked(&game, unit, &[Pace::Road(inches(12))]).expect("a way");
    assert_eq!((end.at, end.facing, formation), (Point::inches(36, 14), Bearing::EAST, Formation::Road));
    goes(&game, "A", &[Pace::Ahead(inches(6))]);
    refused(&game, "A", &[Pace::Ahead(inches(8))], "orders.house.move.road");
    refused(&game, "A", &[Pace::Wheel(EIGHTH)], "orders.house.move.road");
    refused(&game, "B", &[Pace::Road(inches(2))], "orders.house.move.road");
    refused(&game, "B", &[Pace::Form(Formation::Road)], "orders.house.move.road");
    goes(&game, "A", &[Pace::Face(Bearing::SOUTH), Pace::Road(inches(6))]);
    let game = table(&units.replace("30 8", "30 6"), bend, "");
    refused(&game, "A", &[Pace::Face(Bearing::SOUTH), Pace::Road(inches(5))], "orders.house.move.road");
    let game = table(units, bend, &ruling("move.road", "\"free\""));
    // Off the road at the column's rate.
    goes(&game, "B", &[Pace::Form(Formation::Road), Pace::Ahead(inches(4))]);
    refused(&game, "B", &[Pace::Form(Formation::Road), Pace::Ahead(inches(5))], "orders.move.column.inf");
}

#[test]
fn a_force_march_adds_dice_on_the_road_and_costs_a_check() {
    let road = line("road", (30, 0), (30, 48), "0.5");
    let units = "A infantry road 30 8 0; B infantry column 40 8 0; z infantry line 60 40 180";
    let mut game = table(units, &road, "");
    let (a, b) = (id(&game, "A"), id(&game, "B"));
    let act = |unit| Act::ForceMarch { unit };
    let refusal = check_act(&game, Side::French, None, &act(b)).unwrap_err();
    assert_eq!(refusal.cites.id(), "orders.move.force-march.road-only");
    acts(&mut game, &act(a));
    let bonus = game.activation.and_then(|it| it.force_march).expect("a bonus");
    assert!((inches(2)..=inches(20)).contains(&bonus));
    let far = inches(12) + bonus;
    let farther = Act::March { unit: a, paces: vec![Pace::Road(far + Inches(10))] };
    assert_eq!(
        check_act(&game, Side::French, Some(a), &farther).unwrap_err().cites.id(),
        "orders.move.road.inf"
    );
    let leaves = Act::March { unit: a, paces: vec![Pace::Form(Formation::Column)] };
    let refusal = check_act(&game, Side::French, Some(a), &leaves).unwrap_err();
    assert_eq!(refusal.cites.id(), "orders.move.force-march.road-only");
    let other = Act::March { unit: b, paces: vec![Pace::Ahead(inches(1))] };
    assert_eq!(
        check_act(&game, Side::French, Some(a), &other).unwrap_err().cites.id(),
        "orders.house.move.sequence"
    );
    acts(&mut game, &Act::March { unit: a, paces: vec![Pace::Road(far)] });
    assert!(game.unit(a).acted && game.activation.is_none());
    let game = table(units, &road, &off("orders.move.force-march.road-only"));
    assert!(check_act(&game, Side::French, None, &act(b)).is_ok());
    let game = table(units, &road, &off("orders.move.force-march.bonus"));
    assert!(check_act(&game, Side::French, None, &act(a)).is_err());
}
