//! Out of command; orders that bind, and idle units made to obey them.

use super::*;
use engine::Ask as _;
use orders::movement::Move;
use orders::obedience;

#[test]
fn out_of_command_a_unit_rolls_and_moves_half() {
    let units = "A infantry column 70 44 180; z infantry line 10 40 180";
    let mut game = table(units, "", FREE);
    let unit = id(&game, "A");
    refused(&game, "A", &[Pace::Ahead(inches(1))], "orders.command.outside.check");
    game.activation = Some(Activation { unit, command: Some(true), force_march: None });
    let prompt = |game: &Orders| Move { side: Side::French, only: Some(unit) }.prompt(game);
    assert!(prompt(&game).contains("may act now"), "{}", prompt(&game));
    goes(&game, "A", &[Pace::Ahead(inches(3))]);
    refused(&game, "A", &[Pace::Ahead(Inches::mils(3001))], "orders.command.outside.pass");
    refused(
        &game,
        "A",
        &[Pace::Form(Formation::Line), Pace::Face(Bearing::NORTH)],
        "orders.move.facing-change",
    );
    game.activation = Some(Activation { unit, command: Some(false), force_march: None });
    assert!(prompt(&game).contains("may only change formation or wheel"), "{}", prompt(&game));
    refused(&game, "A", &[Pace::Ahead(inches(1))], "orders.command.outside.fail");
    goes(&game, "A", &[Pace::Form(Formation::Line)]);
    goes(&game, "A", &[Pace::Wheel(EIGHTH)]);
    refused(&game, "A", &[Pace::Wheel(EIGHTH + 100)], "orders.command.outside.fail");
    let mut none =
        table(units, "", &format!("{FREE}\"orders.house.command.outside.fail-actions\" = \"none\"\n"));
    none.activation = game.activation;
    refused(&none, "A", &[Pace::Form(Formation::Line)], "orders.house.command.outside.fail-actions");
    goes(&table(units, "", &(off("orders.command.outside.check") + FREE)), "A", &[Pace::Ahead(inches(6))]);
    let near = "A infantry column 30 10 0; z infantry line 10 40 180";
    let game = table(near, "", &(off("orders.command.inside") + FREE));
    refused(&game, "A", &[Pace::Ahead(inches(1))], "orders.command.outside.check");
    let game = table(near, "", "");
    let rouse = Act::Rouse { unit };
    assert_eq!(check_act(&game, Side::French, None, &rouse).unwrap_err().cites.id(), "orders.command.inside");
}

fn ordered(units: &str, kind: OrderKind, objective: Option<Point>, patch: &str) -> Orders {
    let mut game = table(units, "", patch);
    game.corps[0].order = orders::unit::Order { kind, objective };
    game
}

#[test]
fn orders_bind_moves() {
    let units = "A infantry column 30 10 0; z infantry line 30 24 180";
    let attack = ordered(units, OrderKind::Attack, None, "");
    goes(&attack, "A", &[Pace::Ahead(inches(1))]);
    refused(&attack, "A", &[Pace::Back(inches(1))], "orders.orders.attack");
    refused(&attack, "A", &[Pace::Form(Formation::Line)], "orders.orders.attack");
    let full = ordered(units, OrderKind::Attack, None, &ruling("orders.advance", "\"full-move\""));
    refused(&full, "A", &[Pace::Ahead(inches(1))], "orders.house.orders.advance");
    goes(&full, "A", &[Pace::Ahead(inches(6))]);
    let half = ordered(units, OrderKind::Attack, None, &ruling("orders.advance", "\"half-move\""));
    refused(&half, "A", &[Pace::Ahead(inches(2))], "orders.house.orders.advance");
    goes(&half, "A", &[Pace::Ahead(inches(3))]);
    goes(
        &ordered(units, OrderKind::Attack, None, &off("orders.orders.attack")),
        "A",
        &[Pace::Back(inches(1))],
    );
    goes(&ordered(units, OrderKind::Attack, None, FREE), "A", &[Pace::Back(inches(1))]);
    // Either the enemy or the objective; or the objective alone.
    let behind = Some(Point::inches(30, 2));
    goes(
        &ordered(units, OrderKind::Attack, behind, ""),
        "A",
        &[Pace::Face(Bearing::SOUTH), Pace::Ahead(inches(3))],
    );
    let alone = ordered(units, OrderKind::Attack, behind, &ruling("orders.reference", "\"objective\""));
    refused(&alone, "A", &[Pace::Ahead(inches(1))], "orders.orders.attack");
    let screen = ordered("A infantry column 30 10 0; z infantry line 30 20 180", OrderKind::Screen, None, "");
    refused(&screen, "A", &[Pace::Ahead(inches(5))], "orders.orders.screen");
    goes(&screen, "A", &[Pace::Ahead(inches(4))]);
    let near = "A infantry column 30 10 0; z infantry line 30 17 180";
    let maneuver = ordered(near, OrderKind::Maneuver, None, "");
    refused(&maneuver, "A", &[Pace::Ahead(inches(2))], "orders.orders.maneuver");
    goes(&maneuver, "A", &[Pace::Ahead(inches(1))]);
    let surprised = "A infantry column 30 10 0; z infantry line 30 14 180";
    let maneuver = ordered(surprised, OrderKind::Maneuver, None, "");
    refused(&maneuver, "A", &[Pace::Back(inches(1))], "orders.house.orders.maneuver.surprised");
    goes(&maneuver, "A", &[Pace::Back(inches(2))]);
    let lapses = ruling("orders.maneuver.surprised", "\"lapses\"");
    goes(&ordered(surprised, OrderKind::Maneuver, None, &lapses), "A", &[Pace::Back(inches(1))]);
    let withdraw = ordered(surprised, OrderKind::Withdraw, None, "");
    goes(&withdraw, "A", &[Pace::Back(inches(1))]);
    refused(&withdraw, "A", &[Pace::Ahead(inches(1))], "orders.orders.withdraw");
    let defend = ordered(units, OrderKind::Defend, Some(Point::inches(30, 0)), "");
    refused(&defend, "A", &[Pace::Ahead(inches(4))], "orders.orders.defend");
    goes(&defend, "A", &[Pace::Ahead(inches(3))]);
    let rally = ordered(units, OrderKind::Rally, None, "");
    refused(&rally, "A", &[Pace::Ahead(inches(3))], "orders.house.rally.conduct");
    goes(&rally, "A", &[Pace::Ahead(inches(2))]);
}

#[test]
fn idle_units_are_made_to_obey() {
    let obeys = |units: &str, kind: OrderKind, patch: &str| {
        let mut game = ordered(units, kind, None, patch);
        game.stage = Stage::Obey;
        let mut solo = solo(5);
        let mut steps = 0;
        while let Ok(true) = obedience::obey(&mut game, &mut solo) {
            steps += 1;
        }
        (game, steps)
    };
    let units = "A infantry column 30 10 0; z infantry line 30 24 180";
    let (game, steps) = obeys(units, OrderKind::Attack, "");
    assert_eq!(
        (steps, game.units[0].pose),
        (1, Some(Pose { at: Point::inches(30, 16), facing: Bearing::NORTH }))
    );
    let (game, steps) = obeys(units, OrderKind::Attack, FREE);
    assert_eq!((steps, game.units[0].acted), (0, false));
    // No farther than it must.
    let (game, _) = obeys("A infantry column 30 10 0; z infantry line 30 14 180", OrderKind::Attack, "");
    assert_eq!(game.units[0].pose.map(|pose| pose.at), Some(Point::inches(30, 11)));
    let (game, _) = obeys("A infantry column 30 10 0; z infantry line 30 12 180", OrderKind::Attack, "");
    assert_eq!(game.units[0].pose.map(|pose| pose.at), Some(Point::inches(30, 10)));
    // Away, straight back where that is enough.
    let (game, _) = obeys("A infantry column 30 10 0; z infantry line 30 15 180", OrderKind::Maneuver, "");
    assert_eq!(game.units[0].pose, Some(Pose { at: Point::inches(30, 9), facing: Bearing::NORTH }));
    let (game, _) = obeys("A infantry column 30 10 90; z infantry line 42 24 180", OrderKind::Attack, "");
    let rect = game.units[0].rect().expect("placed");
    let gap = placing::nearest_enemy(&game, Side::French, rect).map(|(_, gap)| gap);
    assert!(gap < Some(inches(13)), "{gap:?}");
    let (_, steps) = obeys("A infantry column 30 10 0; z infantry line 30 24 180", OrderKind::Rally, "");
    assert_eq!(steps, 0);
    // Guns limber to go.
    let (game, _) =
        obeys("A foot-artillery unlimbered 30 10 0; z infantry line 30 24 180", OrderKind::Attack, "");
    assert_eq!(
        (game.units[0].formation, game.units[0].pose.map(|pose| pose.at)),
        (Formation::Column, Some(Point::inches(30, 14)))
    );
}

#[test]
fn a_unit_that_was_told_to_stay_and_does_is_at_its_post() {
    let units = "A infantry column 30 10 0; z infantry line 30 40 180";
    let post = |kind: OrderKind, objective: Option<Point>| {
        let game = ordered(units, kind, objective, "");
        let idle = Move { side: Side::French, only: None }.idle(&game);
        (idle.units.len(), idle.moved.len(), idle.at_post.len())
    };
    assert_eq!(post(OrderKind::Defend, Some(Point::inches(30, 12))), (1, 0, 1));
    assert_eq!(post(OrderKind::Defend, Some(Point::inches(30, 40))), (1, 1, 0));
    assert_eq!(post(OrderKind::Rally, None), (1, 0, 1));
    assert_eq!(post(OrderKind::Attack, None), (1, 1, 0));
    assert_eq!(post(OrderKind::Maneuver, None), (1, 0, 0));
}

#[test]
fn guns_that_will_be_moved_are_named_before_the_phase_ends() {
    let idle = |enemy: u32| {
        let units = format!("A foot-artillery unlimbered 30 10 0; z infantry line 30 {enemy} 180");
        let game = ordered(&units, OrderKind::Attack, None, "");
        let idle = Move { side: Side::French, only: None }.idle(&game);
        (idle.units.len(), idle.moved.len())
    };
    assert_eq!(idle(24), (0, 1), "their order wants them nearer");
    assert_eq!(idle(12), (0, 0), "where they are they may fire");
}
