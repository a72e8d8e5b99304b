//! Moves on a small table: what they cost, what forbids them, how charges strike and units give way.

mod back;
mod budget;
mod charges;
mod command;
mod edge;
mod leaders;
mod others;
mod terrain;

use dice::{Seed, Stream};
use engine::{Game as _, GeneralId, Played as _, Players, Side, Solo, UnitId};
use orders::battle::read_battle;
use orders::game::Activation;
use orders::movement::{Granted, carry_out, check_act, walked};
use orders::unit::Standing;
use orders::words::{Aspect, Formation, Level, OrderKind, Turned};
use orders::{Act, Answer, Orders, Pace, Question, Refusal, Rules, Stage, placing};
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

static BOOK: LazyLock<Book> =
    LazyLock::new(|| Orders::embedded_book().unwrap_or_else(|faults| panic!("{faults}")));

/// A table with units, `A infantry column 30 10 0` and so on; those with a small letter are of the other side.
pub(super) fn table(units: &str, ground: &str, patch: &str) -> Orders {
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

pub(super) fn id(game: &Orders, name: &str) -> UnitId {
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

/// Declines every question, or takes what is put here.
struct Says(Vec<Answer>);

impl Players<Orders> for Says {
    fn answer(&mut self, _: Side, view: &Orders, question: &Question) -> Answer {
        if self.0.is_empty() { view.decline(question) } else { self.0.remove(0) }
    }
}

fn solo(seed: u64) -> Solo<'static, Orders> {
    Solo::new(Stream::new(Seed::from_number(seed), 0), Says(Vec::new()))
}

#[track_caller]
fn acts(game: &mut Orders, act: &Act) {
    let side = act.unit().map_or(Side::French, |unit| game.unit(unit).side());
    let only = game.activation.map(|activation| activation.unit);
    let granted = check_act(game, side, only, act).unwrap_or_else(|refusal| panic!("{refusal}"));
    let Ok(()) = carry_out(game, &mut solo(1), granted);
}

pub(super) const FREE: &str = "[rulings]\n\"orders.house.orders.enforcement\" = \"advisory\"\n";

/// Ground of a kind, by two of its corners.
pub(super) fn area(kind: &str, low: (i32, i32), high: (i32, i32)) -> String {
    let ((a, b), (c, d)) = (low, high);
    format!(
        "[[terrain]]\nname = \"the {kind}\"\nkind = \"{kind}\"\npolygon = [[{a}, {b}], [{c}, {b}], [{c}, {d}], [{a}, {d}]]\n"
    )
}

/// A stream, a road or the like.
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
    let why = |game: &Orders, paces: &[Pace]| march(game, "A", paces).unwrap_err().why();
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
fn a_refusal_agrees_with_the_name() {
    let game = table("A foot-artillery unlimbered 30 10 0; guns foot-artillery unlimbered 30 44 180", "", "");
    let why = |name, pace| march(&game, name, &[pace]).unwrap_err().why();
    let wheel = Pace::Wheel(EIGHTH);
    assert_eq!(why("A", wheel), "A is unlimbered: it may pivot, or limber and go.");
    assert_eq!(why("guns", wheel), "guns are unlimbered: they may pivot, or limber and go.");
}

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
