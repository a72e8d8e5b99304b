//! The chart desk: what the sheet says of odd situations, what it refuses, and that nothing it offers is answered mutely.

use dice::Script;
use engine::desk::{Desk as _, Found, answers_or_says_why, mute_facts};
use orders::{Orders, Rules};

fn facts(text: &str) -> Vec<(String, String)> {
    let pair =
        |fact: &str| fact.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())).unwrap();
    text.split_whitespace().map(pair).collect()
}

/// What a chart says, as `key value` one after another; or why it says nothing.
fn said(chart: &str, given: &str, dice: &[u32]) -> Result<String, String> {
    let rules = Rules::printed().unwrap();
    let card = Orders::chart(&rules, chart)?;
    let facts = Orders::facts(&rules, &card, &facts(given)).map_err(|faults| faults.join("; "))?;
    let mut script = Script::new(dice.iter().copied());
    let found: Found =
        Orders::resolve(&rules, chart, &facts, &mut script).map_err(|fault| format!("dice: {fault}"))?;
    assert_eq!(script.left(), 0, "{chart} {given}: dice left over");
    let line = |(key, value): (&&'static str, &engine::desk::Value)| format!("{key} {value}");
    Ok(found.outcome.iter().map(line).collect::<Vec<_>>().join(", "))
}

/// The working of a chart, as it is read.
fn working(chart: &str, given: &str) -> Vec<String> {
    let rules = Rules::printed().unwrap();
    let card = Orders::chart(&rules, chart).unwrap();
    let facts = Orders::facts(&rules, &card, &facts(given)).unwrap();
    let line = |number: &engine::desk::Number| format!("{number} {}", number.rule);
    Orders::working(&rules, chart, &facts).iter().map(line).collect()
}

#[track_caller]
fn says(chart: &str, given: &str, dice: &[u32], expected: &str) {
    assert_eq!(said(chart, given, dice).as_deref(), Ok(expected), "{chart} {given}");
}

#[track_caller]
fn refuses(chart: &str, given: &str, expected: &str) {
    assert_eq!(said(chart, given, &[]).expect_err(given), expected, "{chart} {given}");
}

#[test]
fn every_chart_answers_what_it_offers_or_says_why_not() {
    let walked = answers_or_says_why::<Orders>().unwrap_or_else(|why| panic!("{why}"));
    assert!(walked.answered > 3_000 && walked.refused > 1_000, "{walked:?}");
}

/// What may be told matters: with some other facts it changes what is added up, what comes of the dice, or what is refused.
#[test]
fn no_chart_offers_what_it_does_not_mind() {
    assert_eq!(mute_facts::<Orders>().unwrap(), [""; 0]);
}

#[test]
fn a_march_costs_on_the_desk_what_it_costs_on_the_table() {
    let moves = |given: &str, inches: &str| says("movement", given, &[], &format!("inches {inches}"));
    // On the road rough ground costs nothing extra.
    moves("formation=road rough=yes", "12\"");
    moves("formation=road arm=horse-artillery rough=yes out-of-command=yes", "7.5\"");
    moves("formation=line rough=yes", "1.5\"");
    moves("formation=square", "1\"");
    moves("formation=hasty-square", "1\"");
    moves("arm=light-cavalry formation=line", "9\"");
    moves("arm=heavy-cavalry formation=column rough=yes", "4.5\"");
    // A third for the change, a half for the turn: a sixth of six inches is left.
    moves("formation=column changes=1 turns=1", "1\"");
    moves("formation=column changes=3", "0\"");
    moves("formation=column changes=1 out-of-command=yes", "1\"");
    moves("arm=foot-artillery formation=unlimbered", "0\"");
    moves("arm=foot-artillery formation=column", "6\"");
    assert_eq!(
        working("movement", "formation=column changes=1 turns=1 rough=yes"),
        [
            "6\" orders.move.column.inf",
            "−2\" orders.move.formation-change",
            "−3\" orders.move.facing-change",
            "−0.5\" orders.terrain.rough.rate",
        ]
    );
    assert_eq!(
        working("movement", "formation=road rough=yes"),
        ["12\" orders.move.road.inf", "by rule orders.house.terrain.rough.method"]
    );
    refuses(
        "movement",
        "formation=column changes=2 turns=1",
        "chart movement: such changes cost 7/6 of a move, and the unit has 1 of one (orders.move.facing-change)",
    );
}

/// Odd situations, each worked by hand from the printed sheet.
#[test]
fn orders_as_printed() {
    // Firing: eight for conscripts, ten for all cavalry.
    says("fire", "troop=conscript", &[8, 7], "checks 1, hits 1");
    says("fire", "troop=guard arm=light-cavalry", &[10, 9], "checks 1, hits 1");
    says("fire", "troop=guard formation=column stands=3", &[4, 3], "checks 1, hits 1");
    says("fire", "troop=elite formation=road stands=4", &[5], "checks 1, hits 1");
    says("fire", "troop=veteran target-formation=square", &[4, 3], "checks 1, hits 1");
    says("fire", "troop=veteran target-formation=column target-shelter=rough", &[7, 6], "checks 1, hits 1");
    says("fire", "troop=veteran target-shelter=city", &[9, 8], "checks 1, hits 1");
    // A garrison has the walls of its place, and a town is rough ground.
    says("fire", "troop=veteran target-garrison=fortress", &[9, 8], "checks 1, hits 1");
    says("fire", "troop=veteran target-garrison=city target-shelter=rough", &[9, 8], "checks 1, hits 1");
    says("fire", "troop=veteran target-garrison=town", &[8, 7], "checks 1, hits 1");
    says("fire", "troop=veteran level=disrupted rain=yes", &[10, 9], "checks 1, hits 1");
    says("fire", "troop=militia level=disrupted", &[10, 10], "checks 0, hits 0");
    says("fire", "troop=militia level=panic", &[], "checks 0, hits 0");
    says("fire", "troop=seasoned from=rear", &[4, 3], "checks 1, hits 1");
    // A square has neither flank nor rear.
    says("fire", "troop=seasoned from=rear target-formation=square", &[5, 4], "checks 1, hits 1");
    says(
        "fire",
        "troop=seasoned arm=foot-artillery range=3 target-arm=foot-artillery",
        &[8, 7, 7, 7],
        "checks 1, hits 1",
    );
    // Beyond six inches guns give one check at most.
    says(
        "fire",
        "troop=guard arm=foot-artillery range=8 target-formation=column",
        &[3, 3],
        "checks 1, hits 2",
    );
    // Morale checks: eight for militia, a natural one always fails, panic -1.
    says("check", "troop=militia", &[8], "leader-tested no, passes yes");
    says("check", "troop=guard leader=genius garrison=fortress", &[1], "leader-tested yes, passes no");
    says("check", "troop=conscript garrison=town level=panic", &[6], "leader-tested no, passes yes");
    says("check", "troop=conscript garrison=town level=panic", &[5], "leader-tested no, passes no");
    says("check", "troop=elite leader=poltroon", &[5], "leader-tested no, passes no");
    says("checks", "troop=seasoned checks=2", &[5, 6, 6], "driven-back yes, leader unharmed, level nervous");
    // Back an inch, half a column's move, a whole one; routed is gone.
    says("status", "level=nervous", &[], "effect back 1\", facing the enemy");
    says("status", "level=disrupted arm=light-cavalry", &[], "effect back 6\", facing the enemy");
    says("status", "level=panic arm=heavy-cavalry", &[], "effect back 9\", facing away");
    says("status", "level=routed", &[], "effect removed");
    says("status", "level=firm", &[], "effect nothing");
    says("leader-loss", "", &[5], "result back, 10\"");
    says("leader-loss", "", &[7], "result grazed, away for 1 turn");
    says("leader-loss", "", &[10], "result killed");
    // Melee: heavy cavalry charging +4, against a square -10, against guns +5.
    let horse = "charger-arm=heavy-cavalry charger-troop=veteran";
    says("melee", &format!("{horse} target-troop=veteran"), &[1, 1], "checks 1, levels 0, loser target");
    says("melee", &format!("{horse} target-troop=veteran"), &[2, 1], "checks 2, levels 0, loser target");
    says(
        "melee",
        &format!("{horse} target-troop=veteran target-formation=square"),
        &[1, 1],
        "checks 2, levels 0, loser charger",
    );
    says(
        "melee",
        &format!("{horse} target-troop=militia target-arm=foot-artillery"),
        &[1, 1],
        "checks 2, levels 1, loser target",
    );
    says("melee", "charger-troop=militia target-troop=militia", &[5, 5], "checks 1, levels 0, loser both");
    says(
        "melee",
        "charger-troop=militia target-troop=militia hit=rear",
        &[5, 5],
        "checks 2, levels 0, loser target",
    );
    says(
        "melee",
        "charger-troop=guard charger-level=bold target-troop=conscript target-level=panic target-shelter=rough",
        &[5, 1],
        "checks 2, levels 1, loser target",
    );
    says("rally", "troop=seasoned level=panic", &[7], "leader-tested no, level disrupted, passes yes");
    says("rally", "troop=seasoned level=bold", &[6], "leader-tested no, level bold, passes yes");
    // A natural one fails a rally as any check, and endangers the leader.
    let led = "troop=guard level=nervous leader=genius garrison=fortress";
    says("rally", led, &[1], "leader-tested yes, level nervous, passes no");
    says("rally", led, &[2], "leader-tested no, level firm, passes yes");
    says("radius", "nation=russian year=1808", &[], "inches 9\"");
    says("radius", "nation=russian year=1809", &[], "inches 12\"");
    says("radius", "nation=turkish", &[], "inches 9\"");
    says("radius", "nation=british", &[], "inches 18\"");
    says("force-march", "", &[9, 8], "checks 1, inches 17");
    says("initiative", "", &[4, 4], "initiative tie");
}

#[test]
fn what_the_sheet_does_not_have_is_refused_in_a_sentence() {
    let pair = "charger-troop=seasoned target-troop=seasoned";
    refuses(
        "charge",
        &format!("{pair} charger-arm=foot-artillery"),
        "fact charger-arm: found \"foot-artillery\", expected one of infantry, light-cavalry, heavy-cavalry",
    );
    refuses(
        "melee",
        &format!("{pair} charger-formation=road"),
        "fact charger-formation: found \"road\", expected one of column, line, square",
    );
    refuses(
        "charge",
        &format!("{pair} charger-level=panic"),
        "chart charge: a unit in panic does not charge (orders.house.charge.procedure)",
    );
    refuses(
        "charge",
        &format!("{pair} tries-square=yes"),
        "chart charge: only infantry in line, column or road formation, on open ground and not in panic, tries the hasty \
         square, and only before cavalry (orders.house.hasty-square)",
    );
    refuses(
        "fire",
        "troop=seasoned arm=foot-artillery formation=column",
        "chart fire: limbered guns do not fire: give formation=unlimbered (orders.house.artillery.limber)",
    );
    refuses(
        "fire",
        "troop=seasoned range=2",
        "chart fire: infantry fires 1\" at most (orders.fire.inf.range)",
    );
    refuses(
        "movement",
        "arm=light-cavalry formation=square",
        "chart movement: light-cavalry has no square on this sheet, only column, line and road \
         (orders.move.square.lt-cav)",
    );
    refuses(
        "status",
        "level=nervous arm=light-cavalry garrison=town",
        "chart status: only infantry and unlimbered guns are a garrison (orders.house.garrison)",
    );
}
