//! What a move costs: inches, changes of formation and facing, guns limbered and pushed.

use super::*;

#[test]
fn a_move_is_a_budget_of_one() {
    let game = table("A infantry column 30 10 0; B infantry line 40 10 0; z infantry line 30 40 180", "", "");
    goes(&game, "A", &[Pace::Ahead(inches(6))]);
    refused(&game, "A", &[Pace::Ahead(Inches::mils(6001))], "orders.move.column.inf");
    refused(&game, "B", &[Pace::Ahead(Inches::mils(3001))], "orders.move.line.inf");
    // A third for the change, then two thirds of three inches.
    let line = Pace::Form(Formation::Line);
    goes(&game, "A", &[line, Pace::Ahead(inches(2))]);
    refused(&game, "A", &[line, Pace::Ahead(Inches::mils(2001))], "orders.move.line.inf");
    goes(&game, "A", &[Pace::Ahead(inches(2)), line, Pace::Ahead(inches(1))]);
    // A third and a half leave a sixth.
    let about = Pace::Face(Bearing::SOUTH);
    goes(&game, "A", &[about, line, Pace::Ahead(Inches::mils(500))]);
    refused(&game, "A", &[about, line, Pace::Ahead(Inches::mils(501))], "orders.move.line.inf");
    refused(&game, "A", &[line, about, Pace::Form(Formation::Column)], "orders.move.formation-change");
    refused(&game, "A", &[about, Pace::Face(Bearing::NORTH), about], "orders.move.facing-change");
    // Straight back costs double.
    goes(&game, "A", &[Pace::Back(inches(3))]);
    refused(&game, "A", &[Pace::Back(Inches::mils(3001))], "orders.house.move.geometry");
    // 45 degrees of a two-inch front are an arc of 1.571 inches.
    goes(&game, "B", &[Pace::Wheel(EIGHTH), Pace::Ahead(Inches::mils(1429))]);
    refused(&game, "B", &[Pace::Wheel(EIGHTH), Pace::Ahead(Inches::mils(1430))], "orders.move.line.inf");
    goes(&game, "B", &[Pace::Face(Bearing::degrees(45)), Pace::Ahead(Inches::mils(1429))]);
    refused(
        &game,
        "B",
        &[Pace::Face(Bearing::degrees(46)), Pace::Ahead(Inches::mils(1501))],
        "orders.move.line.inf",
    );
    refused(&game, "A", &[], "orders.house.move.geometry");
    refused(&game, "A", &[Pace::Ahead(Inches(-5))], "orders.house.move.geometry");
    refused(&game, "A", &[Pace::Shift(Bearing::EAST, inches(1))], "orders.house.move.geometry");
}

#[test]
fn a_house_prices_moves_otherwise() {
    let units = "A infantry column 30 10 0; B infantry line 40 10 0; z infantry line 30 40 180";
    let game = table(units, "", &ruling("move.budget", "\"inches\""));
    goes(&game, "A", &[Pace::Form(Formation::Line), Pace::Ahead(inches(4))]);
    refused(
        &game,
        "B",
        &[Pace::Form(Formation::Column), Pace::Ahead(Inches::mils(2001))],
        "orders.move.column.inf",
    );
    let game = table(units, "", &ruling("move.facing", "\"any-pivot\""));
    refused(
        &game,
        "B",
        &[Pace::Face(Bearing::degrees(5)), Pace::Ahead(Inches::mils(1501))],
        "orders.move.line.inf",
    );
    let game = table(units, "", &ruling("move.geometry", "\"free\""));
    goes(&game, "A", &[Pace::Back(inches(6))]);
    goes(&game, "A", &[Pace::Shift(Bearing::EAST, inches(6))]);
    for rule in ["orders.move.formation-change", "orders.move.facing-change"] {
        let game = table(units, "", &off(rule));
        let free = if rule.ends_with("facing-change") {
            Pace::Face(Bearing::SOUTH)
        } else {
            Pace::Form(Formation::Line)
        };
        let by = if rule.ends_with("facing-change") { inches(6) } else { inches(3) };
        goes(&game, "A", &[free, Pace::Ahead(by)]);
    }
    let game = table(units, "", &off("orders.move.column.inf"));
    refused(&game, "A", &[Pace::Ahead(inches(1))], "orders.house.formation.unavailable");
}

#[test]
fn guns_limber_pivot_and_are_pushed() {
    let units =
        "G foot-artillery unlimbered 30 10 0; H horse-artillery column 40 10 0; z infantry line 30 40 180";
    let game = table(units, "", "");
    refused(&game, "G", &[Pace::Ahead(inches(1))], "orders.house.artillery.limber");
    goes(&game, "G", &[Pace::Form(Formation::Column), Pace::Ahead(inches(4))]);
    goes(&game, "G", &[Pace::Face(Bearing::EAST)]);
    goes(&game, "G", &[Pace::Face(Bearing::degrees(30))]);
    refused(&game, "G", &[Pace::Form(Formation::Line)], "orders.move.line.foot-art");
    refused(&game, "H", &[Pace::Form(Formation::Square)], "orders.move.square.horse-art");
    goes(&game, "H", &[Pace::Form(Formation::Unlimbered)]);
    let game = table(units, "", &ruling("artillery.limber", "\"prolong\""));
    goes(&game, "G", &[Pace::Ahead(inches(1))]);
    goes(&game, "G", &[Pace::Back(inches(1))]);
    refused(&game, "G", &[Pace::Ahead(Inches::mils(1001))], "orders.house.artillery.limber");
    refused(&game, "G", &[Pace::Ahead(inches(1)), Pace::Face(Bearing::EAST)], "orders.move.facing-change");
    let game = table(units, "", &ruling("formation.unavailable", "\"zero\""));
    goes(&game, "H", &[Pace::Form(Formation::Line)]);
    refused(
        &game,
        "H",
        &[Pace::Form(Formation::Line), Pace::Ahead(inches(1))],
        "orders.house.formation.unavailable",
    );
    let game = table(units, "", &off("orders.move.line.horse-art"));
    goes(&game, "H", &[Pace::Form(Formation::Line)]);
}
