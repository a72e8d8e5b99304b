//! Units in the way, squares that need room, panic that only goes away; a corps that is finished first.

use super::*;

#[test]
fn friends_are_in_the_way_and_enemies_are_kept_clear_of() {
    let units = "A infantry column 30 10 0; B infantry line 30 13 0; C infantry column 36 10 0; \
                 G foot-artillery unlimbered 36 13 0; z infantry line 42 14 180; D infantry column 42 10 0";
    let game = table(units, "", FREE);
    refused(&game, "A", &[Pace::Ahead(inches(5))], "orders.house.move.interpenetration");
    goes(&game, "C", &[Pace::Ahead(inches(5))]);
    refused(&game, "C", &[Pace::Ahead(inches(3))], "orders.house.move.interpenetration");
    goes(&game, "D", &[Pace::Ahead(inches(3))]);
    refused(&game, "D", &[Pace::Ahead(Inches::mils(3003))], "orders.house.move.min-separation");
    let patch = |word: &str| format!("{FREE}\"orders.house.move.interpenetration\" = \"{word}\"\n");
    goes(&table(units, "", &patch("free")), "A", &[Pace::Ahead(inches(5))]);
    refused(
        &table(units, "", &patch("never")),
        "C",
        &[Pace::Ahead(inches(5))],
        "orders.house.move.interpenetration",
    );
    let near = format!("{FREE}\"orders.house.move.min-separation\" = 0\n");
    goes(&table(units, "", &near), "D", &[Pace::Ahead(Inches::mils(3900))]);
}

/// What was found free is forgotten as soon as a unit stands in it, or the house plays otherwise.
#[test]
fn a_way_found_free_is_free_until_something_changes() {
    let units = "A infantry column 30 10 0; B infantry line 40 13 0; z infantry line 30 20 180";
    let mut game = table(units, "", FREE);
    let (ahead, wheel) = ([Pace::Ahead(inches(5))], [Pace::Wheel(EIGHTH), Pace::Ahead(inches(2))]);
    let friend = id(&game, "B");
    let (away, before) =
        (game.unit(friend).pose.unwrap(), Pose { at: Point::inches(30, 13), facing: Bearing::NORTH });
    for _ in 0..2 {
        goes(&game, "A", &ahead);
        goes(&game, "A", &wheel);
    }
    let seen = game.clone();
    placing::stand(&mut game, friend, Some(before), Formation::Line);
    for _ in 0..2 {
        refused(&game, "A", &ahead, "orders.house.move.interpenetration");
    }
    goes(&seen, "A", &ahead);
    placing::stand(&mut game, friend, Some(away), Formation::Line);
    goes(&game, "A", &ahead);
    // The same units in a house that keeps farther from enemies, and on other ground.
    let far = table(units, "", &format!("{FREE}\"orders.house.move.min-separation\" = 6\n"));
    game.rules = far.rules;
    refused(&game, "A", &ahead, "orders.house.move.min-separation");
    let lake = table(units, &line("river", (20, 12), (40, 12), "0.5"), FREE);
    let dry = game.units.clone();
    game = lake;
    game.units = dry;
    refused(&game, "A", &ahead, "orders.terrain.impassable.major-river");
}

/// Likewise on the spot: a turn, small or great, and a change of formation, by whichever edge.
#[test]
fn a_turn_or_change_found_free_is_free_until_a_unit_stands_there() {
    let units = "A infantry line 30 10 0; B infantry line 40 13 0; C infantry line 44 13 0; z infantry line 30 20 180";
    let there = |y: i32| Some(Pose { at: Point { x: 30_000, y }, facing: Bearing::NORTH });
    let (before, behind) = (there(10_600), there(9_400));
    let column = Pace::Form(Formation::Column);
    let turns = [Pace::Face(Bearing::degrees(40)), Pace::Face(Bearing::degrees(90))];
    for (pace, taken) in turns.map(|turn| (turn, before)).into_iter().chain([(column, behind)]) {
        let mut game = table(units, "", FREE);
        let friend = id(&game, "B");
        let away = game.unit(friend).pose;
        for _ in 0..2 {
            goes(&game, "A", &[pace]);
        }
        let seen = game.clone();
        placing::stand(&mut game, friend, taken, Formation::Line);
        for _ in 0..2 {
            refused(&game, "A", &[pace], "orders.house.move.interpenetration");
        }
        goes(&seen, "A", &[pace]);
        placing::stand(&mut game, friend, away, Formation::Line);
        goes(&game, "A", &[pace]);
    }
    // Where another edge may be kept, a friend behind is not enough.
    let mut game = table(units, "", &format!("{FREE}\"orders.house.formation.change\" = \"any-edge\"\n"));
    let away = game.unit(id(&game, "C")).pose;
    for (name, stands, is_free) in
        [("B", behind, true), ("C", before, false), ("C", away, true), ("C", before, false)]
    {
        let friend = id(&game, name);
        placing::stand(&mut game, friend, stands, Formation::Line);
        for _ in 0..2 {
            if is_free {
                goes(&game, "A", &[column]);
            } else {
                refused(&game, "A", &[column], "orders.house.move.interpenetration");
            }
        }
    }
}

#[test]
fn panic_moves_away_only() {
    let units = "A infantry column 30 10 0; z infantry line 30 20 180";
    let mut game = table(units, "", FREE);
    let unit = id(&game, "A");
    game.units.one_mut(unit).level = Level::Panic;
    refused(&game, "A", &[Pace::Ahead(inches(1))], "orders.house.move.panic");
    goes(&game, "A", &[Pace::Face(Bearing::SOUTH), Pace::Ahead(inches(3))]);
    let mut game = table(units, "", &format!("{FREE}\"orders.house.move.panic\" = \"normal\"\n"));
    game.units.one_mut(unit).level = Level::Panic;
    goes(&game, "A", &[Pace::Ahead(inches(1))]);
}

#[test]
fn squares_keep_their_centre_and_need_open_ground() {
    let units = "A infantry line 30 10 0; C heavy-cavalry line 40 10 0; z infantry line 60 40 180";
    let game = table(units, "", "");
    let (end, _) = walked(&game, id(&game, "A"), &[Pace::Form(Formation::Square)]).expect("a square");
    assert_eq!(end.at, Point { x: 30_000, y: 10_250 });
    refused(&game, "C", &[Pace::Form(Formation::Square)], "orders.move.square.hvy-cav");
    refused(&game, "A", &[Pace::Form(Formation::HastySquare)], "orders.house.hasty-square");
    refused(&game, "A", &[Pace::Form(Formation::Unlimbered)], "orders.house.artillery.limber");
    let game = table(units, &area("woods", (29, 8), (31, 12)), "");
    refused(&game, "A", &[Pace::Form(Formation::Square)], "orders.house.formation.change");
    // No room in front for the deeper base, unless another edge may be kept.
    let units = "A infantry line 30 10 0; B infantry line 30 9.2 0; z infantry line 60 40 180";
    refused(
        &table(units, "", ""),
        "A",
        &[Pace::Form(Formation::Column)],
        "orders.house.move.interpenetration",
    );
    goes(
        &table(units, "", &ruling("formation.change", "\"any-edge\"")),
        "A",
        &[Pace::Form(Formation::Column)],
    );
}

#[test]
fn a_corps_that_has_begun_is_finished_first_where_the_house_says_so() {
    let units = "A infantry column 30 10 0; B infantry column 34 10 0; C infantry column 38 10 0; z infantry line 60 40 180";
    let mut game = table(units, "", &ruling("move.sequence", "\"corps\""));
    let mut second = game.corps[0].clone();
    second.name = "G".into();
    game.corps.push(second);
    let mut profile = (*game.units[2].profile).clone();
    profile.corps = orders::unit::CorpsId(2);
    game.units[2].profile = Arc::new(profile);
    let ahead = |n: u16| Act::March { unit: UnitId(n), paces: vec![Pace::Ahead(inches(1))] };
    acts(&mut game, &ahead(0));
    acts(&mut game, &ahead(2));
    assert_eq!(
        check_act(&game, Side::French, None, &ahead(1)).unwrap_err().cites.id(),
        "orders.house.move.sequence"
    );
}
