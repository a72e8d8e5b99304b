//! Units that give way, and those that are gone.

use super::*;

fn falls(units: &str, ground: &str, patch: &str, by: i32, face: Turned) -> (Orders, placing::FellBack) {
    let mut game = table(units, ground, patch);
    let (unit, enemy) = (id(&game, "A"), id(&game, "z"));
    let fell = placing::fall_back(&mut game, unit, Some(enemy), inches(by), face);
    (game, fell)
}

#[test]
fn a_unit_falls_back_straight_away_over_friends() {
    let (game, fell) = falls("A infantry line 30 20 0; z infantry line 30 22 180", "", "", 3, Turned::Enemy);
    assert_eq!(fell, placing::FellBack { by: inches(3), ..Default::default() });
    assert_eq!(game.units[0].pose, Some(Pose { at: Point::inches(30, 17), facing: Bearing::NORTH }));
    let (game, _) = falls("A infantry line 30 20 0; z infantry line 30 22 180", "", "", 3, Turned::Away);
    assert_eq!(game.units[0].pose.map(|pose| pose.facing), Some(Bearing::SOUTH));
    // Onto a friend, and on to the first clear spot.
    let units = "A infantry line 30 20 0; B infantry line 30 17.2 0; z infantry line 30 22 180";
    let (game, _) = falls(units, "", "", 3, Turned::Enemy);
    assert_eq!(game.units[0].pose.map(|pose| pose.at), Some(Point { x: 30_000, y: 16_500 }));
    let (game, fell) = falls("A infantry line 30 2 0; z infantry line 30 4 180", "", "", 3, Turned::Enemy);
    assert!(
        fell.off_table && game.units[0].standing == Standing::Routed && game.units[0].level == Level::Routed
    );
    // An enemy behind, and a river: an inch short.
    let units = "A infantry line 30 20 0; z infantry line 30 22 180; y infantry line 30 15 0";
    let (game, fell) = falls(units, "", "", 6, Turned::Enemy);
    assert!(fell.stopped);
    assert_eq!(game.units[0].pose.map(|pose| pose.at), Some(Point { x: 30_000, y: 16_500 }));
    let (game, fell) = falls(
        "A infantry line 30 20 0; z infantry line 30 22 180",
        &line("river", (0, 15), (60, 15), "1"),
        "",
        6,
        Turned::Enemy,
    );
    assert!(fell.stopped);
    assert_eq!(game.units[0].pose.map(|pose| pose.at), Some(Point { x: 30_000, y: 17_000 }));
    let guns = "A foot-artillery unlimbered 30 20 0; z infantry line 30 22 180";
    let (game, _) = falls(guns, "", "", 3, Turned::Enemy);
    assert_eq!(game.units[0].formation, Formation::Unlimbered);
    let (game, _) = falls(guns, "", &ruling("artillery.forced-move", "\"limbers\""), 3, Turned::Enemy);
    assert_eq!(game.units[0].formation, Formation::Column);
}

#[test]
fn a_removed_unit_leaves_its_leader_behind() {
    let mut game = table("A infantry line 30 20 0; z infantry line 30 22 180", "", "");
    game.leaders_mut()[0].attached = Some(UnitId(0));
    game.leaders_mut()[0].at = None;
    placing::remove(&mut game, UnitId(0), Standing::Routed);
    assert_eq!(game.leaders[0].at, Some(Point { x: 30_000, y: 19_750 }));
    assert_eq!(game.leaders[0].attached, None);
}
