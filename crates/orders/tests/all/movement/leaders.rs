//! Leaders ride, join, and make way.

use super::*;

fn ride(game: &Orders, to: Option<(i32, i32)>, join: Option<&str>) -> Result<Granted, Refusal> {
    let to = to.map(|(x, y)| Point::inches(x, y));
    let join = join.map(|name| id(game, name));
    check_act(game, Side::French, None, &Act::Ride { leader: GeneralId(0), to, join })
}

#[test]
fn leaders_ride_fifteen_inches_and_join() {
    let units = "A infantry column 30 19 0; B infantry column 30 40 0; z infantry line 40 16 180";
    let game = table(units, "", "");
    let refused = |to, join, by| assert_eq!(ride(&game, to, join).unwrap_err().cites.id(), by);
    assert!(ride(&game, Some((30, 17)), None).is_ok());
    refused(Some((30, 19)), None, "orders.house.leader.attach");
    assert!(ride(&game, None, Some("A")).is_ok());
    refused(None, Some("B"), "orders.house.leader.attach");
    refused(None, Some("z"), "orders.house.leader.attach");
    let near = table("A infantry column 30 19 0; z infantry line 38 10 180", "", "");
    assert_eq!(ride(&near, Some((38, 9)), None).unwrap_err().cites.id(), "orders.house.leader.movement");
    let river = table(
        "A infantry column 30 19 0; z infantry line 60 40 180",
        &line("river", (0, 10), (60, 10), "1"),
        "",
    );
    assert_eq!(ride(&river, None, Some("A")).unwrap_err().cites.id(), "orders.house.leader.movement");
    let mut game = table(units, "", "");
    acts(&mut game, &Act::Ride { leader: GeneralId(0), to: None, join: Some(UnitId(0)) });
    assert_eq!((game.leaders[0].attached, game.leaders[0].at), (Some(UnitId(0)), None));
    assert_eq!(ride(&game, Some((30, 17)), None).unwrap_err().cites.id(), "orders.house.leader.movement");
}

#[test]
fn a_leader_alone_makes_way_for_the_enemy() {
    let units = "A infantry column 30 36 0; z infantry line 40 44 180; y infantry line 60 44 180";
    let run = |patch: &str| {
        let mut game = table(units, "", &format!("{FREE}{patch}"));
        game.leaders_mut()[1].at = Some(Point::inches(30, 42));
        game.leaders_mut()[0].at = Some(Point::inches(30, 30));
        acts(&mut game, &Act::March { unit: UnitId(0), paces: vec![Pace::Ahead(inches(5))] });
        (game.leaders[1].at, game.leaders[1].is_present())
    };
    assert_eq!(run(""), (Some(Point { x: 40_000, y: 44_750 }), true));
    assert!(!run("\"orders.house.leader.overrun\" = \"captured\"\n").1);
}
