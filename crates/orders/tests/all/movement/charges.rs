//! How charges strike: the face, the flank, who may, garrisons, squares and walls.

use super::*;

fn attack(units: &str, ground: &str, patch: &str) -> Orders {
    let mut game = table(units, ground, patch);
    for corps in &mut game.corps {
        corps.order.kind = OrderKind::Attack;
    }
    game
}

fn charge(game: &Orders, wheel: i32, form: Option<Formation>) -> Result<Granted, Refusal> {
    let act = Act::Charge { unit: id(game, "A"), target: id(game, "z"), wheel, form };
    check_act(game, Side::French, None, &act)
}

#[track_caller]
fn no_charge(game: &Orders, by: &str) {
    let refusal = charge(game, 0, None).unwrap_err();
    assert_eq!(refusal.cites.id(), by, "{refusal}");
}

#[test]
fn a_charge_lines_up_centred_on_the_face_it_meets() {
    let mut game = attack("A light-cavalry line 30.6 10 0; z light-cavalry line 30 15 180", "", "");
    let (unit, target) = (id(&game, "A"), id(&game, "z"));
    acts(&mut game, &Act::Charge { unit, target, wheel: 0, form: None });
    assert_eq!(game.unit(unit).pose.map(|pose| pose.at), Some(Point::inches(30, 15)));
    let charge = &game.charges[0];
    assert_eq!((charge.face, charge.hit, charge.contact), (Face::Front, Aspect::Front, true));
    assert!(game.in_contact(target) && game.unit(unit).acted);
    // Without the rule it stays as it touched.
    let mut game = attack(
        "A light-cavalry line 30.6 10 0; z light-cavalry line 30 15 180",
        "",
        &off("orders.melee.conform"),
    );
    acts(&mut game, &Act::Charge { unit, target, wheel: 0, form: None });
    assert_eq!(game.unit(unit).pose.map(|pose| pose.at), Some(Point { x: 30_600, y: 15_000 }));
}

#[test]
fn a_flank_is_struck_only_from_its_zone() {
    // From the side, and ahead of the line through the front: still the flank by the diagonals.
    let mut game = attack("A light-cavalry column 24 16 90; z infantry line 30 16 180", "", "");
    let (unit, target) = (id(&game, "A"), id(&game, "z"));
    acts(&mut game, &Act::Charge { unit, target, wheel: 0, form: None });
    assert_eq!((game.charges[0].face, game.charges[0].hit), (Face::Right, Aspect::Flank));
    let rect = *game.unit(target).rect().expect("placed");
    assert_eq!(zone(&rect, Point { x: 30_000, y: 40_000 }), Aspect::Rear);
    assert_eq!(zone(&rect, Point { x: 33_000, y: 13_250 }), Aspect::Front);
    assert_eq!(zone(&rect, Point { x: 33_100, y: 13_250 }), Aspect::Flank);
}

use orders::charge::zone;

#[test]
fn who_may_charge() {
    let units = "A infantry column 30 10 0; z infantry line 30 14 180";
    assert!(charge(&attack(units, "", ""), 0, None).is_ok());
    no_charge(
        &attack("A infantry column 30 10 0; z infantry line 30 16.1 180", "", ""),
        "orders.move.column.inf",
    );
    no_charge(
        &attack("A infantry column 30 10 0; z infantry line 36 14 180", "", ""),
        "orders.house.charge.limits",
    );
    no_charge(
        &attack("A foot-artillery column 30 10 0; z infantry line 30 14 180", "", ""),
        "orders.house.charge.procedure",
    );
    no_charge(&table(units, "", ""), "orders.house.orders.charge-permission");
    let any = ruling("orders.charge-permission", "\"any-order\"");
    assert!(charge(&table(units, "", &any), 0, None).is_ok());
    let mut game = attack(units, "", "");
    game.units[0].level = Level::Panic;
    no_charge(&game, "orders.house.charge.procedure");
    let mut game = attack(units, "", &ruling("charge.procedure", "\"no-disrupted\""));
    game.units[0].level = Level::Disrupted;
    no_charge(&game, "orders.house.charge.procedure");
    let horse = "A infantry column 30 10 0; z light-cavalry line 30 14 180";
    assert!(charge(&attack(horse, "", ""), 0, None).is_ok());
    no_charge(
        &attack(horse, "", &ruling("charge.procedure", "\"no-infantry-vs-cavalry\"")),
        "orders.house.charge.procedure",
    );
    // A friend in the way, and woods that hide.
    let friend = "A infantry column 30 10 0; B infantry column 30 12.5 0; z infantry line 30 15 180";
    no_charge(&attack(friend, "", ""), "orders.house.charge.procedure");
    let beside = "A light-cavalry line 30 10 0; B infantry column 31.4 12 0; z infantry line 30 16 180";
    no_charge(&attack(beside, "", ""), "orders.house.charge.limits");
    let woods = "A light-cavalry line 30 10 0; z infantry line 30 15 180";
    no_charge(&attack(woods, &area("woods", (28, 11), (32, 13)), ""), "orders.house.charge.procedure");
    // A change first, and what is left.
    let line = "A infantry line 30 10 0; z infantry line 30 14 180";
    no_charge(&attack(line, "", ""), "orders.move.line.inf");
    assert!(charge(&attack(line, "", ""), 0, Some(Formation::Column)).is_ok());
}

#[test]
fn a_face_takes_one_charger() {
    let units =
        "A light-cavalry column 28.8 10 0; B light-cavalry column 30.4 10 0; z light-cavalry line 30 15 180";
    let second = |patch: &str| {
        let mut game = attack(units, "", patch);
        let (unit, target) = (id(&game, "B"), id(&game, "z"));
        acts(&mut game, &Act::Charge { unit, target, wheel: 0, form: None });
        charge(&game, 0, None).map(|_| ()).map_err(|refusal| refusal.cites.id())
    };
    assert_eq!(second(""), Err("orders.house.charge.limits"));
    assert_eq!(second(&ruling("charge.limits", "\"per-target\"")), Err("orders.house.charge.limits"));
    assert_eq!(second(&ruling("charge.limits", "\"as-fit\"")), Ok(()));
}

#[test]
fn a_garrison_is_charged_at_the_edge() {
    let units = "A infantry column 30 9 0; z infantry line 30 14 180";
    let town = area("village", (26, 12), (34, 18));
    let mut game = attack(units, &town, "");
    let (unit, target) = (id(&game, "A"), id(&game, "z"));
    acts(&mut game, &Act::Charge { unit, target, wheel: 0, form: None });
    assert_eq!(game.unit(unit).pose.map(|pose| pose.at), Some(Point::inches(30, 12)));
    assert!(game.in_contact(target));
    // Three inches to the town and two in it are seven.
    no_charge(
        &attack(units, &town, &ruling("charge.garrison", "\"must-enter\"")),
        "orders.terrain.rough.rate",
    );
}

#[test]
fn horse_makes_infantry_form_square_or_try_to() {
    let units = "A light-cavalry line 30 10 0; z infantry line 30 15 180";
    let mut formed = 0;
    for seed in 0..20 {
        let mut game = attack(units, "", "");
        let (unit, target) = (id(&game, "A"), id(&game, "z"));
        let granted = charge(&game, 0, None).expect("a charge");
        let Ok(()) = carry_out(&mut game, &mut solo(seed), granted);
        let square = game.unit(target).formation == Formation::HastySquare;
        formed += u32::from(square);
        let (a, z) = (game.unit(unit).rect().expect("a"), game.unit(target).rect().expect("z"));
        assert!(a.touches(z), "seed {seed}: {:?} {:?}", game.unit(unit).pose, game.unit(target).pose);
    }
    assert!((5..16).contains(&formed), "{formed} of 20");
    let tried = |ground: &str, patch: &str| {
        let mut game = attack(units, ground, patch);
        let granted = charge(&game, 0, None).expect("a charge");
        let mut solo = Solo::new(Stream::new(Seed::from_number(3), 0), Says(Vec::new()));
        let Ok(()) = carry_out(&mut game, &mut solo, granted);
        solo.dice.thrown()
    };
    assert!(tried("", "") > 0);
    assert_eq!(tried("", &off("orders.hasty-square.test")), 0);
    assert_eq!(tried(&area("marsh", (29, 14), (31, 16)), ""), 0);
}

#[test]
fn a_fortress_is_stormed_at_its_wall() {
    let units = "A infantry column 30 9 0; z infantry line 30 15 180";
    let mut game = attack(units, &area("fortification", (26, 12), (34, 18)), "");
    let (unit, target) = (id(&game, "A"), id(&game, "z"));
    acts(&mut game, &Act::Charge { unit, target, wheel: 0, form: None });
    assert_eq!(game.unit(unit).pose.map(|pose| pose.at), Some(Point::inches(30, 12)));
    assert_eq!(game.charges[0].hit, Aspect::Front);
}
