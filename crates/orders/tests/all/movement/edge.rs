//! Units enter and leave by their edge.

use super::*;

#[test]
fn units_enter_and_leave_by_their_edge() {
    let mut game = table("A infantry column 30 2 180; z infantry line 30 40 180", "", "");
    let unit = UnitId(0);
    let leave = |paces: &[Pace]| Act::Leave { unit, paces: paces.to_vec() };
    let refusal = check_act(&game, Side::French, None, &leave(&[Pace::Ahead(inches(3))])).unwrap_err();
    assert_eq!(refusal.cites.id(), "orders.house.table.edge");
    game.corps[0].order.kind = OrderKind::Withdraw;
    assert!(check_act(&game, Side::French, None, &leave(&[Pace::Ahead(inches(1))])).is_err());
    acts(&mut game, &leave(&[Pace::Ahead(inches(3))]));
    assert_eq!(game.units[0].standing, Standing::Withdrawn);
    let mut game =
        table("A infantry column 30 10 0; B infantry column 30 1 0; z infantry line 30 40 180", "", "");
    game.units[0].leave(Standing::AtEdge);
    game.units[0].pose = Some(placing::at_edge(&game, Side::French, Point::inches(30, 0)));
    let enter = Act::Enter { unit, paces: vec![Pace::Ahead(inches(6))] };
    acts(&mut game, &enter);
    // Another stands on its point: it comes on beside it.
    assert_eq!(game.units[0].pose.map(|pose| pose.at), Some(Point::inches(31, 6)));
    assert!(game.units[0].on_table() && game.units[0].acted);
}
