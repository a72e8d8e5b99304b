//! Moves on a small table: what they cost, what forbids them, how charges strike and units give way.

use super::*;
use crate::battle::read_battle;
use crate::game::{Activation, Stage};
use crate::ground;
use crate::obedience;
use crate::options;
use crate::placing;
use crate::question::{Answer, Pace, Question};
use crate::rules::{Rules, embedded_book};
use crate::words::{Aspect, Formation, Level, OrderKind, Turned};
use dice::{Seed, Stream};
use engine::{GeneralId, Players, Solo};
use rulebook::{Book, Patch, Source};
use std::sync::{Arc, LazyLock};
use table::{Bearing, EIGHTH, Face, Inches, Point, Pose};

const HEAD: &str = r#"
name = "Drill"
game = "orders"
kind = "teaching"
date = "1809"
year = 1809
summary = "Drill."
[history]
notes = "None."
sources = ["None"]
doubtful = ["None"]
balance = "None."
[edges]
french = "south"
allied = "north"
[[corps]]
name = "F"
side = "french"
order = "maneuver"
[[corps]]
name = "O"
side = "allied"
order = "maneuver"
[[leader]]
name = "CF"
side = "french"
nation = "french"
corps = "F"
at = [30, 3]
[[leader]]
name = "CO"
side = "allied"
nation = "austrian"
corps = "O"
at = [30, 45]
"#;

static BOOK: LazyLock<Book> = LazyLock::new(|| embedded_book().unwrap_or_else(|faults| panic!("{faults}")));

/// A table with units, `A infantry column 30 10 0` and so on; those with a small letter are of the other side.
fn table(units: &str, ground: &str, patch: &str) -> Orders {
    let mut text = HEAD.to_owned();
    for line in units.split(';').map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, arm, formation, x, y, facing] = words[..] else { panic!("{line}") };
        let corps = if name.chars().all(char::is_uppercase) { "F" } else { "O" };
        text += &format!(
            "[[unit]]\nname = \"{name}\"\ncorps = \"{corps}\"\narm = \"{arm}\"\ntroop = \"seasoned\"\n\
             formation = \"{formation}\"\nat = [{x}, {y}]\nfacing = {facing}\n"
        );
    }
    text += ground;
    let patch = Patch::read(&Source::new("house.toml", format!("sheet = \"orders\"\n{patch}")), &BOOK);
    let patch = patch.unwrap_or_else(|faults| panic!("{faults}"));
    let sheet = BOOK.sheet("orders").unwrap_or_else(|error| panic!("{error}"));
    let rules = Arc::new(Rules::new(sheet.patched(&patch)));
    let battle = read_battle("drill", &Source::new("drill.toml", text), |_| Some(Arc::clone(&rules)));
    let mut game = battle.unwrap_or_else(|faults| panic!("{faults}")).begin(rules);
    game.stage = Stage::Move;
    game
}

fn ruling(key: &str, word: &str) -> String {
    format!("[rulings]\n\"orders.house.{key}\" = {word}\n")
}

fn off(rule: &str) -> String {
    format!("off = [\"{rule}\"]\n")
}

fn id(game: &Orders, name: &str) -> UnitId {
    game.find(name).unwrap_or_else(|| panic!("no unit {name}"))
}

fn inches(inches: i32) -> Inches {
    Inches::whole(inches)
}

fn march(game: &Orders, name: &str, paces: &[Pace]) -> Result<Granted, Refusal> {
    let unit = id(game, name);
    let act = Act::March { unit, paces: paces.to_vec() };
    check_act(game, game.unit(unit).side(), None, &act)
}

#[track_caller]
fn goes(game: &Orders, name: &str, paces: &[Pace]) {
    if let Err(refusal) = march(game, name, paces) {
        panic!("{refusal}");
    }
}

#[track_caller]
fn refused(game: &Orders, name: &str, paces: &[Pace], by: &str) {
    match march(game, name, paces) {
        Ok(_) => panic!("{name} goes {paces:?}"),
        Err(refusal) => assert_eq!(refusal.cites.id(), by, "{refusal}"),
    }
}

/// Everybody declines, or takes what is put here.
struct Says(Vec<Answer>);

impl Players<Orders> for Says {
    fn answer(&mut self, _: Side, view: &Orders, question: &Question) -> Answer {
        if self.0.is_empty() { options::decline(view, question) } else { self.0.remove(0) }
    }
}

fn solo(seed: u64) -> Solo<Says> {
    Solo::new(Stream::new(Seed::from_number(seed), 0), Says(Vec::new()))
}

#[track_caller]
fn acts(game: &mut Orders, act: &Act) {
    let side = act.unit().map_or(Side::French, |unit| game.unit(unit).side());
    let only = game.activation.map(|activation| activation.unit);
    let granted = check_act(game, side, only, act).unwrap_or_else(|refusal| panic!("{refusal}"));
    let Ok(()) = carry_out(game, &mut solo(1), granted);
}

const FREE: &str = "[rulings]\n\"orders.house.orders.enforcement\" = \"advisory\"\n";

// ---------------------------------------------------------------- budgets ----

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

// ----------------------------------------------------------------- ground ----

fn area(kind: &str, low: (i32, i32), high: (i32, i32)) -> String {
    let ((a, b), (c, d)) = (low, high);
    format!(
        "[[terrain]]\nname = \"the {kind}\"\nkind = \"{kind}\"\npolygon = [[{a}, {b}], [{c}, {b}], [{c}, {d}], [{a}, {d}]]\n"
    )
}

fn line(kind: &str, from: (i32, i32), to: (i32, i32), width: &str) -> String {
    let ((a, b), (c, d)) = (from, to);
    format!(
        "[[terrain]]\nname = \"the {kind}\"\nkind = \"{kind}\"\nline = [[{a}, {b}], [{c}, {d}]]\nwidth = {width}\n"
    )
}

/// A walk that is too long is refused with what it needs and what there is.
#[test]
fn a_walk_too_long_says_what_it_needs_and_what_there_is() {
    let woods = area("woods", (20, 12), (40, 30));
    let open = table("A infantry column 30 10 0; z infantry line 30 44 180", "", "");
    let wooded = table("A infantry column 30 10 0; z infantry line 30 44 180", &woods, "");
    let why = |game: &Orders, paces: &[Pace]| march(game, "A", paces).unwrap_err().why;
    let wheel = Pace::Wheel(EIGHTH);
    for (game, paces, says) in [
        (&open, &[Pace::Ahead(inches(9))][..], "would move 9\" in column: that needs 9\", and it has 6\"."),
        (&wooded, &[Pace::Ahead(inches(5))], "3\" of it is rough ground: that needs 8\", and it has 6\"."),
        (
            &open,
            &[wheel, Pace::Ahead(inches(6))],
            "with the way before it needs 6.8\", and its whole move is 6\".",
        ),
    ] {
        let said = why(game, paces);
        assert!(said.ends_with(says), "{said}");
    }
}

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
    game.unit_mut(unit).acted = false;
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

// ------------------------------------------------------------------ units ----

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

#[test]
fn panic_moves_away_only() {
    let units = "A infantry column 30 10 0; z infantry line 30 20 180";
    let mut game = table(units, "", FREE);
    let unit = id(&game, "A");
    game.unit_mut(unit).level = Level::Panic;
    refused(&game, "A", &[Pace::Ahead(inches(1))], "orders.house.move.panic");
    goes(&game, "A", &[Pace::Face(Bearing::SOUTH), Pace::Ahead(inches(3))]);
    let mut game = table(units, "", &format!("{FREE}\"orders.house.move.panic\" = \"normal\"\n"));
    game.unit_mut(unit).level = Level::Panic;
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

// ---------------------------------------------------------------- command ----

#[test]
fn out_of_command_a_unit_rolls_and_moves_half() {
    let units = "A infantry column 70 44 180; z infantry line 10 40 180";
    let mut game = table(units, "", FREE);
    let unit = id(&game, "A");
    refused(&game, "A", &[Pace::Ahead(inches(1))], "orders.command.outside.check");
    game.activation = Some(Activation { unit, command: Some(true), force_march: None });
    goes(&game, "A", &[Pace::Ahead(inches(3))]);
    refused(&game, "A", &[Pace::Ahead(Inches::mils(3001))], "orders.command.outside.pass");
    refused(
        &game,
        "A",
        &[Pace::Form(Formation::Line), Pace::Face(Bearing::NORTH)],
        "orders.move.facing-change",
    );
    game.activation = Some(Activation { unit, command: Some(false), force_march: None });
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

// ---------------------------------------------------------------- charges ----

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

use crate::charge::zone;

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

#[test]
fn a_corps_that_has_begun_is_finished_first_where_the_house_says_so() {
    let units = "A infantry column 30 10 0; B infantry column 34 10 0; C infantry column 38 10 0; z infantry line 60 40 180";
    let mut game = table(units, "", &ruling("move.sequence", "\"corps\""));
    let mut second = game.corps[0].clone();
    second.name = "G".into();
    game.corps.push(second);
    let mut profile = (*game.units[2].profile).clone();
    profile.corps = crate::unit::CorpsId(2);
    game.units[2].profile = Arc::new(profile);
    let ahead = |n: u16| Act::March { unit: UnitId(n), paces: vec![Pace::Ahead(inches(1))] };
    acts(&mut game, &ahead(0));
    acts(&mut game, &ahead(2));
    assert_eq!(
        check_act(&game, Side::French, None, &ahead(1)).unwrap_err().cites.id(),
        "orders.house.move.sequence"
    );
}

// ------------------------------------------------------------ forced moves ----

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
    game.leaders[0].attached = Some(UnitId(0));
    game.leaders[0].at = None;
    placing::remove(&mut game, UnitId(0), Standing::Routed);
    assert_eq!(game.leaders[0].at, Some(Point { x: 30_000, y: 19_750 }));
    assert_eq!(game.leaders[0].attached, None);
}

// ---------------------------------------------------------------- leaders ----

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
        game.leaders[1].at = Some(Point::inches(30, 42));
        game.leaders[0].at = Some(Point::inches(30, 30));
        acts(&mut game, &Act::March { unit: UnitId(0), paces: vec![Pace::Ahead(inches(5))] });
        (game.leaders[1].at, game.leaders[1].is_present())
    };
    assert_eq!(run(""), (Some(Point { x: 40_000, y: 44_750 }), true));
    assert!(!run("\"orders.house.leader.overrun\" = \"captured\"\n").1);
}

// -------------------------------------------------------------- obedience ----

fn ordered(units: &str, kind: OrderKind, objective: Option<Point>, patch: &str) -> Orders {
    let mut game = table(units, "", patch);
    game.corps[0].order = crate::unit::Order { kind, objective };
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

// ---------------------------------------------------------------- the edge ----

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
    game.units[0].pose = Some(placing::at_edge(&game, Side::French, 30_000));
    let enter = Act::Enter { unit, paces: vec![Pace::Ahead(inches(6))] };
    acts(&mut game, &enter);
    // Another stands on its point: it comes on beside it.
    assert_eq!(game.units[0].pose.map(|pose| pose.at), Some(Point::inches(31, 6)));
    assert!(game.units[0].on_table() && game.units[0].acted);
}

// ----------------------------------------------------------- beside figures ----

#[test]
fn beside_real_figures_nothing_is_measured() {
    let mut game = table("A infantry column 30 10 0; z infantry line 30 24 180", "", "");
    game.measured = false;
    for unit in &mut game.units {
        unit.leave(Standing::OnTable);
    }
    let unit = UnitId(0);
    assert!(check_act(&game, Side::French, None, &Act::March { unit, paces: vec![] }).is_ok());
    let form = Act::March { unit, paces: vec![Pace::Form(Formation::Square)] };
    assert!(check_act(&game, Side::French, None, &form).is_ok());
    let charge = Act::Charge { unit, target: UnitId(1), wheel: 0, form: None };
    let refusal = check_act(&game, Side::French, None, &charge).unwrap_err();
    assert_eq!(refusal.cites.id(), "orders.house.orders.charge-permission");
    game.corps[0].order.kind = OrderKind::Attack;
    assert!(check_act(&game, Side::French, None, &charge).is_ok());
    let fell = placing::fall_back(&mut game, unit, None, inches(3), Turned::Away);
    assert_eq!(fell.by, inches(3));
    assert!(game.units[0].pose.is_none());
}
