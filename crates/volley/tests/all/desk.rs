//! The chart desk: what the sheets say of odd situations, what it refuses, and that nothing it offers is answered mutely.

use dice::{Chance, Script, Weight as _};
use engine::Played as _;
use engine::desk::{Desk as _, Found, Value, answers_or_says_why, mute_facts};
use rulebook::{Patch, Setting, Source};
use volley::{Rules, Volley};

fn rules(sheet: &str) -> Rules {
    Rules::new(Volley::embedded_book().unwrap().sheet(sheet).unwrap())
}

fn facts(text: &str) -> Vec<(String, String)> {
    let pair =
        |fact: &str| fact.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())).unwrap();
    text.split_whitespace().map(pair).collect()
}

/// What a chart says, as `key value` one after another; or why it says nothing.
fn said(rules: &Rules, chart: &str, given: &str, dice: &[u32]) -> Result<String, String> {
    let card = Volley::chart(rules, chart)?;
    let facts = Volley::facts(rules, &card, &facts(given)).map_err(|faults| faults.join("; "))?;
    let mut script = Script::new(dice.iter().copied());
    let found: Found =
        Volley::resolve(rules, chart, &facts, &mut script).map_err(|fault| format!("dice: {fault}"))?;
    assert_eq!(script.left(), 0, "{chart} {given}: dice left over");
    let line = |(key, value): (&&'static str, &engine::desk::Value)| format!("{key} {value}");
    Ok(found.outcome.iter().map(line).collect::<Vec<_>>().join(", "))
}

/// The rules a chart's working cites.
fn cites(rules: &Rules, chart: &str, given: &str) -> Vec<&'static str> {
    let card = Volley::chart(rules, chart).unwrap();
    let facts = Volley::facts(rules, &card, &facts(given)).unwrap();
    Volley::working(rules, chart, &facts).iter().map(|number| number.rule).collect()
}

#[track_caller]
fn says(sheet: &str, chart: &str, given: &str, dice: &[u32], expected: &str) {
    assert_eq!(said(&rules(sheet), chart, given, dice).as_deref(), Ok(expected), "{sheet} {chart} {given}");
}

#[track_caller]
fn refuses(sheet: &str, chart: &str, given: &str, expected: &str) {
    let why = said(&rules(sheet), chart, given, &[]).expect_err(given);
    assert_eq!(why, expected, "{sheet} {chart} {given}");
}

#[test]
fn every_chart_answers_what_it_offers_or_says_why_not() {
    let walked = answers_or_says_why::<Volley>().unwrap_or_else(|why| panic!("{why}"));
    assert!(walked.answered > 20_000 && walked.refused > 1_000, "{walked:?}");
}

/// What may be told matters: with some other facts it changes what is added up, what comes of the dice, or what is refused.
#[test]
fn no_chart_offers_what_it_does_not_mind() {
    assert_eq!(mute_facts::<Volley>().unwrap(), [""; 0]);
}

const HORSE: &str = "a-nation=french a-grade=veteran a-figures=12 a-arm=cavalry";

/// A unit that does not shoot as a charge comes in has its two dice all the same, if it is a square that cavalry meets.
#[test]
fn a_square_without_a_volley_fires_at_the_cavalry_it_meets() {
    let ride = "charger-nation=french charger-grade=veteran charger-figures=12 charger-arm=cavalry \
                target-grade=veteran target-figures=12 target-formation=square no-volley=yes";
    // It stands, hits with both, and loses no figure in passing.
    says("p7", "charge", ride, &[1, 6, 6, 1], "charger-lost 2, end passes-by, target-lost 0");
}

#[test]
fn cavalry_rides_infantry_down_or_passes_it_in_the_melee_chart() {
    let b = "b-nation=austrian b-grade=veteran b-figures=10";
    let melee = |sheet, b: &str, dice: &[u32], expected| {
        says(sheet, "melee", &format!("{HORSE} {b}"), dice, expected)
    };
    let down = "a-lost 0, b-lost 10, loser b, result infantry-destroyed";
    melee("a15", b, &[], down);
    melee("a15", &format!("{b} b-formation=line"), &[], down);
    let masse = format!("{b} b-formation=masse");
    melee("a15", &masse, &[3], "a-lost 0, b-lost 0, loser nobody, result passes-through");
    melee("a15", &masse, &[4], "a-lost 1, b-lost 0, loser nobody, result passes-through");
    melee(
        "a15",
        &format!("{b} b-cover=fortification"),
        &[4],
        "a-lost 1, b-lost 0, loser nobody, result passes-through",
    );
    // Defensive terrain that is no fortification does not save it.
    melee("a15", &format!("{b} b-cover=defensive"), &[], down);
    let british = "b-nation=british b-grade=elite b-figures=9 b-formation=square";
    melee("br8", british, &[6], "a-lost 1, b-lost 0, loser nobody, result passes-through");
    let guns = "b-nation=british b-grade=elite b-figures=4 b-arm=artillery";
    melee("br8", guns, &[], "a-lost 0, b-lost 4, loser b, result artillery-destroyed");
    // Whichever is named first.
    says(
        "p7",
        "melee",
        "a-nation=prussian a-grade=elite a-figures=6 b-nation=french b-grade=veteran b-figures=12 b-arm=cavalry",
        &[],
        "a-lost 6, b-lost 0, loser a, result infantry-destroyed",
    );
    // Cavalry throws against cavalry: one die for two, on four or more.
    let horse = "b-nation=austrian b-grade=conscript b-figures=9 b-arm=cavalry";
    melee("a15", horse, &[4, 4, 1, 1, 1, 1, 4, 1, 1], "a-lost 1, b-lost 2, loser b, result melee");
    let cited = cites(&rules("a15"), "melee", &format!("{HORSE} {b}"));
    assert_eq!(cited, ["volley.melee.result.cav-vs-inf"]);
}

#[test]
fn a_unit_that_is_wiped_out_has_lost() {
    let two = "a-nation=french a-grade=elite a-figures=2 b-nation=austrian b-grade=elite b-figures=5";
    says("a15", "melee", two, &[6, 6, 6, 6, 1, 1, 1], "a-lost 2, b-lost 2, loser a, result melee");
    let both = "a-nation=french a-grade=elite a-figures=2 b-nation=austrian b-grade=elite b-figures=2";
    says("a15", "melee", both, &[6, 6, 6, 6], "a-lost 2, b-lost 2, loser nobody, result melee");
    let even = "a-nation=french a-grade=elite a-figures=3 b-nation=austrian b-grade=elite b-figures=3";
    // Cuirasses and lances are a matter of cavalry.
    says(
        "a15",
        "melee",
        &format!("{even} b-cuirassier=yes b-lancer=yes"),
        &[4, 1, 1, 4, 1, 1],
        "a-lost 1, b-lost 1, loser nobody, result melee",
    );
    says("a15", "melee", even, &[6, 1, 1, 6, 1, 1], "a-lost 1, b-lost 1, loser nobody, result melee");
}

#[test]
fn a_charger_that_is_wiped_out_has_not_routed() {
    let rules = rules("a15");
    let card = Volley::chart(&rules, "charge").unwrap();
    let given = facts(
        "charger-nation=french charger-grade=elite charger-figures=1 target-nation=austrian target-grade=elite \
         target-figures=4 from=melee",
    );
    let facts = Volley::facts(&rules, &card, &given).unwrap();
    let odds = Volley::odds::<Chance>(&rules, "charge", &facts);
    let ends = |end: &str| odds.chance(|found| found.outcome["end"].to_string() == end);
    // One figure, four elite dice in column: it is gone unless all four miss. One that is left has lost nothing.
    assert_eq!(ends("charger-destroyed"), Chance::of(15, 16));
    assert_eq!(ends("charger-routed"), Chance::of(0, 1));
}

#[test]
fn cavalry_moves_by_its_nations_list_or_by_the_house() {
    let moves = |sheet, given: &str, inches: &str| {
        says(sheet, "movement", given, &[], &format!("doubled no, inches {inches}"));
    };
    // The French list has a row for all light horse.
    moves("p7", "nation=french type=hussars", "14\"");
    moves("a15", "nation=french type=uhlans", "7\"");
    moves("br8", "nation=french type=dragoons", "10\"");
    // Prussian dragoons are printed among the fast ones.
    moves("p7", "nation=prussian type=dragoons", "14\"");
    // Not on the list: slow only where its battle, or its name, calls it heavy.
    moves("a15", "nation=austrian type=dragoons", "7\"");
    moves("a15", "nation=austrian type=dragoons called=heavy", "5\"");
    moves("a15", "nation=austrian type=carabiniers", "5\"");
    moves("a15", "nation=austrian type=carabiniers called=light", "7\"");
    moves("br8", "nation=british type=cuirassiers", "10\"");
    moves("p7", "nation=prussian type=square", "0\"");
    moves("a15", "nation=austrian type=masse", "0\"");
    moves("a15", "nation=french type=square", "2\"");
    assert_eq!(
        cites(&rules("p7"), "movement", "nation=french type=hussars"),
        ["volley.move.rate.french.light-cavalry"]
    );
    assert_eq!(
        cites(&rules("a15"), "movement", "nation=austrian type=dragoons"),
        ["volley.move.rate.austrian.chevauxlegers", "volley.house.move.unlisted-types"]
    );
}

#[test]
fn who_does_not_test_does_not_throw() {
    let none = "result does not test, verdict no-test";
    says("a15", "close", "nation=french grade=veteran arm=cavalry charging=yes", &[], none);
    assert_eq!(
        cites(&rules("a15"), "close", "nation=french grade=veteran arm=cavalry charging=yes"),
        ["volley.close.exempt.cavalry"]
    );
    // Cavalry that was shot and does not charge tests like any unit: 'British cavalry … stand still'.
    says("br8", "close", "nation=british grade=veteran arm=cavalry", &[6], "result stands, verdict fail");
    let none = "may-form no, result does not test, verdict no-test";
    for arm in ["cavalry", "artillery", "skirmishers"] {
        says("p7", "stand", &format!("nation=prussian grade=veteran arm={arm}"), &[], none);
    }
    says("p7", "stand", "nation=prussian grade=veteran in-melee=yes", &[], none);
}

#[test]
fn on_br8_the_french_who_do_not_charge_pass_where_others_waver() {
    let lost = "nation=french grade=veteran lost=3";
    says("br8", "close", lost, &[6], "result goes-on, verdict pass");
    says("a15", "close", lost, &[6], "result stands, verdict fail");
    says(
        "br8",
        "close",
        &format!("{lost} charging=yes"),
        &[5],
        "result forms line 2\" from the target, verdict fail",
    );
    says("br8", "close", "nation=french grade=veteran lost=6", &[6], "result routs, verdict rout");
    assert!(cites(&rules("br8"), "close", lost).contains(&"volley.close.fail12.french-others"));
}

/// Odd situations, each worked by hand from the printed sheet.
#[test]
fn a15_as_printed() {
    let a15 = |chart, given: &str, dice: &[u32], expected: &str| says("a15", chart, given, dice, expected);
    // Skirmishers 6, a gun of six pounds -1, long range -1: eight is not on a die.
    a15("artillery-fire", "range=long target=skirmishers crew=2", &[6, 6], "hits 0");
    // A masse is hit as a column, by guns and muskets; a fortified one on six.
    a15("artillery-fire", "range=middle target=masse pounds=9 crew=2", &[4, 3], "hits 1");
    a15("artillery-fire", "range=close target=masse pounds=12 crew=2 cover=fortification", &[4, 3], "hits 1");
    a15("shooting", "figures=5 target=masse side=opponent", &[4, 3], "hits 1");
    // Phase 8 has no row for an enfiladed line: five. Phase 3 has: four.
    a15("shooting", "figures=4 target=line enfiladed=yes side=opponent", &[4, 5], "hits 1");
    a15("shooting", "figures=4 target=line enfiladed=yes side=french", &[4, 3], "hits 1");
    // Charging is a matter of cavalry: a charging column is a column.
    a15("shooting", "figures=4 target=column charging=yes", &[4, 3], "hits 1");
    a15("shooting", "figures=4 target=cavalry-column charging=yes", &[4, 6], "hits 1");
    a15("shooting", "figures=4 target=cavalry-column", &[4, 3], "hits 1");
    a15("shooting", "figures=4 shooter=artillery target=artillery", &[5, 4], "hits 1");
    // A halted masse forms line; a cavalry regiment does not.
    let veteran = "nation=austrian grade=veteran";
    a15(
        "artillery-morale",
        &format!("{veteran} formation=masse"),
        &[6],
        "lost 0, result halts-and-forms-line, verdict fail",
    );
    a15("artillery-morale", &format!("{veteran} arm=cavalry"), &[6], "lost 0, result halts, verdict fail");
    // A masse is no column when it stands; a column is.
    a15(
        "stand",
        &format!("{veteran} formation=masse"),
        &[5],
        "may-form no, result stands; the charge comes in, verdict fail",
    );
    a15(
        "stand",
        veteran,
        &[5],
        "may-form masse, result stands; charging infantry is set 1\" away, verdict pass",
    );
    a15(
        "stand",
        &format!("{veteran} formation=line cavalry=yes"),
        &[4],
        "may-form no, result stands, verdict pass",
    );
    a15(
        "stand",
        "nation=french grade=conscript flank=yes formation=line",
        &[6],
        "may-form no, result routs, verdict rout",
    );
    // 'Forms line' is 1 inch back after the first melee and 2 after the second; a line retires half a die.
    a15("loss", veteran, &[6], "result forms line 1\" back, verdict fail");
    a15("loss", &format!("{veteran} second=yes"), &[6], "result forms line 2\" back, verdict fail");
    a15(
        "loss",
        &format!("{veteran} formation=line"),
        &[6, 5],
        "result retires 3\", the winner follows, verdict fail",
    );
    a15("loss", &format!("{veteran} arm=cavalry"), &[6], "result stays in place, verdict fail");
    // Ten veterans in column: six for nine, and nothing for one; eleven have one for the two left over.
    a15("melee-dice", &format!("{veteran} figures=10"), &[], "dice 6");
    a15("melee-dice", &format!("{veteran} figures=11"), &[], "dice 7");
    a15("melee-dice", &format!("{veteran} figures=11 formation=masse"), &[], "dice 5");
    a15("recall", "nation=austrian grade=conscript lost=3", &[4], "lost 1, recalled no");
    a15("cavalry-result", "formation=masse", &[], "result passes-through");
    a15("cavalry-result", "formation=line fortified=yes", &[], "result passes-through");
    a15("cavalry-result", "formation=column", &[], "result infantry-destroyed");
    a15("movement", "nation=austrian type=column difficult=yes far=yes", &[], "doubled yes, inches 4\"");
    a15("movement", "nation=austrian type=column far=yes first-turn=yes", &[], "doubled no, inches 4\"");
}

#[test]
fn p7_as_printed() {
    let p7 = |chart, given: &str, dice: &[u32], expected: &str| says("p7", chart, given, dice, expected);
    let landwehr = "nation=prussian grade=conscript";
    // Prussian conscripts rout where others form line; their horse does not.
    p7("loss", landwehr, &[5], "result routs, verdict fail");
    p7("loss", &format!("{landwehr} formation=square"), &[6], "result routs, verdict fail");
    p7("loss", &format!("{landwehr} arm=cavalry"), &[6], "result stays in place, verdict fail");
    p7("loss", "nation=french grade=conscript", &[5], "result forms line 2\" back, verdict fail");
    p7(
        "loss",
        "nation=french grade=conscript formation=line",
        &[5, 6],
        "result retires 6\", the winner follows, verdict fail",
    );
    // Prussians that do not close go back and keep their formation.
    p7(
        "close",
        "nation=prussian grade=veteran charging=yes",
        &[5],
        "result set back 2\" from the target, verdict fail",
    );
    p7("close", "nation=prussian grade=veteran", &[6], "result stands, verdict fail");
    p7(
        "close",
        "nation=french grade=elite charging=yes lost=6",
        &[4],
        "result forms line 2\" from the target, verdict fail",
    );
    // Not in column -1, whatever else; French have no such modifier.
    p7(
        "stand",
        "nation=prussian grade=veteran formation=line flank=yes",
        &[4],
        "may-form no, result stands; the charge comes in, verdict fail",
    );
    p7(
        "stand",
        "nation=prussian grade=veteran cavalry=yes",
        &[5],
        "may-form square, result stands, verdict pass",
    );
    p7(
        "stand",
        "nation=french grade=veteran formation=line",
        &[5],
        "may-form square, result stands; charging infantry is set 2\" away, verdict pass",
    );
    p7(
        "stand",
        "nation=prussian grade=veteran formation=square cavalry=yes",
        &[4],
        "may-form no, result stands, verdict pass",
    );
    // Guns: twelve-pounders close +2, an eight-pounder nothing.
    p7("artillery-fire", "range=close pounds=12 target=line crew=3", &[3, 2, 2], "hits 1");
    p7("artillery-fire", "range=middle pounds=8 target=artillery crew=2", &[6, 5], "hits 1");
    p7("artillery-fire", "range=long pounds=6 target=square crew=2", &[6, 5], "hits 1");
    p7("artillery-fire", "range=middle pounds=8 target=line enfiladed=yes crew=2", &[4, 3], "hits 1");
    // Other defensive terrain is no fortification in phase 1, and six in phases 3 and 8.
    p7("artillery-fire", "range=middle pounds=8 target=column cover=defensive crew=1", &[4], "hits 1");
    p7("shooting", "figures=2 target=column cover=defensive", &[5], "hits 0");
    p7("shooting", "figures=7 target=line enfiladed=yes", &[4, 4, 3], "hits 2");
    p7("shooting", "figures=1 target=line", &[], "hits 0");
    p7("square-fire", "", &[6, 5], "hits 1");
    // Lancers: -1 against them at first, and against themselves afterwards.
    let lancers = "a-nation=prussian a-grade=elite a-figures=3 a-arm=cavalry a-lancer=yes";
    let horse = "b-nation=french b-grade=elite b-figures=3 b-arm=cavalry";
    p7(
        "melee",
        &format!("{lancers} {horse}"),
        &[4, 3, 4, 5],
        "a-lost 1, b-lost 1, loser nobody, result melee",
    );
    p7(
        "melee",
        &format!("{lancers} {horse} continuing=yes"),
        &[4, 5, 4, 3],
        "a-lost 1, b-lost 1, loser nobody, result melee",
    );
    p7(
        "melee",
        &format!("{lancers} {horse} b-cuirassier=yes"),
        &[4, 5, 5, 4],
        "a-lost 1, b-lost 1, loser nobody, result melee",
    );
    p7("pass-through", "squares=3", &[4, 3, 6], "lost 2");
    p7("recall", "nation=prussian grade=elite lost=5 general=yes", &[6], "lost 0, recalled yes");
    p7(
        "movement",
        "nation=french type=square backwards=yes out-of-command=yes",
        &[],
        "doubled no, inches 2\"",
    );
    p7("movement", "nation=prussian type=limbered difficult=yes", &[], "doubled no, inches 5\"");
}

#[test]
fn br8_as_printed() {
    let br8 = |chart, given: &str, dice: &[u32], expected: &str| says("br8", chart, given, dice, expected);
    let british = "nation=british grade=veteran";
    // A British column is worse off in every test; the charging -1 comes on top.
    br8("artillery-morale", british, &[5], "lost 0, result halts, verdict fail");
    br8(
        "artillery-morale",
        &format!("{british} formation=line"),
        &[5],
        "lost 0, result carries-on, verdict pass",
    );
    br8(
        "artillery-morale",
        &format!("{british} arm=cavalry"),
        &[5],
        "lost 0, result carries-on, verdict pass",
    );
    br8(
        "close",
        &format!("{british} charging=yes"),
        &[4],
        "result set back 2\" from the target, verdict fail",
    );
    br8("close", &format!("{british} charging=yes formation=line"), &[4], "result goes-on, verdict pass");
    br8("close", british, &[6], "result stands, verdict fail");
    br8("stand", british, &[5], "may-form no, result stands; the charge comes in, verdict fail");
    br8(
        "stand",
        &format!("{british} formation=line"),
        &[5],
        "may-form square, result stands; charging infantry is set 2\" away, verdict pass",
    );
    // Wavering before cavalry it may still form square on four.
    br8(
        "stand",
        &format!("{british} formation=line cavalry=yes"),
        &[6, 4],
        "may-form square, result stands; the charge comes in, verdict fail",
    );
    br8(
        "stand",
        &format!("{british} cavalry=yes"),
        &[5, 3],
        "may-form no, result stands; the charge comes in, verdict fail",
    );
    br8(
        "stand",
        "nation=french grade=veteran formation=line cavalry=yes",
        &[6],
        "may-form no, result stands; the charge comes in, verdict fail",
    );
    br8("loss", british, &[5], "result forms line 2\" back, verdict fail");
    br8(
        "loss",
        &format!("{british} formation=line lost=6"),
        &[4, 2],
        "result retires 2\", the winner follows, verdict fail",
    );
    // All British infantry fights in the better column of the dice; French lines and all cavalry do not.
    br8("melee-dice", &format!("{british} figures=8 formation=line"), &[], "dice 5");
    br8("melee-dice", &format!("{british} figures=8 formation=square"), &[], "dice 5");
    br8("melee-dice", &format!("{british} figures=8 arm=cavalry"), &[], "dice 4");
    br8("melee-dice", "nation=french grade=veteran figures=8 formation=line", &[], "dice 4");
    br8("melee-dice", "nation=french grade=conscript figures=8 formation=square", &[], "dice 2");
    // British infantry without a general needs a six, unless it charges defensive terrain.
    br8("infantry-charge", "nation=british", &[6], "may-charge yes, only-in-column no");
    br8("infantry-charge", "nation=british", &[5], "may-charge no, only-in-column no");
    br8("infantry-charge", "nation=british general=yes", &[], "may-charge yes, only-in-column no");
    br8("infantry-charge", "nation=british cover=defensive", &[], "may-charge yes, only-in-column no");
    br8("infantry-charge", "nation=french", &[], "may-charge yes, only-in-column yes");
    br8("movement", "nation=british type=square", &[], "doubled no, inches 0\"");
    br8("movement", "nation=british type=heavy-dragoons far=yes", &[], "doubled yes, inches 20\"");
    br8("shooting", "figures=6 target=square", &[4, 3, 3], "hits 1");
    br8("shooting", "figures=6 target=limbered", &[5, 4, 4], "hits 1");
    br8("reserves", "failed=2", &[3], "arrives yes");
    br8("cavalry-result", "formation=square", &[], "result passes-through");
    br8("cavalry-result", "arm=cavalry formation=line", &[], "result melee");
}

#[test]
fn working_gives_the_reasons() {
    let br8 = rules("br8");
    let of = |chart, given| cites(&br8, chart, given);
    assert_eq!(
        of("infantry-charge", "nation=british"),
        ["volley.charge.inf.british-six", "volley.charge.inf.move", "volley.charge.inf.column-only"]
    );
    assert_eq!(of("infantry-charge", "nation=british general=yes")[0], "volley.charge.inf.british-general");
    assert_eq!(
        of("infantry-charge", "nation=british cover=defensive")[0],
        "volley.charge.inf.british-defensive"
    );
    assert_eq!(
        of("infantry-charge", "nation=french"),
        ["volley.charge.inf.move", "volley.charge.inf.column-only"]
    );
    assert_eq!(
        of("reserves", "failed=1"),
        ["volley.p1.reserves", "volley.house.reserve.roll", "volley.house.reserve.roll"]
    );
    assert_eq!(of("evade", ""), ["volley.skirm.charged.evade"]);
    assert!(of("artillery-fire", "range=long target=skirmishers").contains(&"volley.house.hit.modifiers"));
}

#[test]
fn what_the_sheet_does_not_have_is_refused_in_a_sentence() {
    let masse = "fact target: found \"masse\", expected one of column, line, square, skirmishers, artillery, limbered, \
                 cavalry-line, cavalry-column";
    refuses("p7", "artillery-fire", "range=close target=masse", masse);
    refuses("br8", "shooting", "figures=4 target=masse", masse);
    refuses(
        "p7",
        "stand",
        "nation=prussian grade=veteran formation=masse",
        "fact formation: found \"masse\", expected one of column, line, square, skirmish, limbered, unlimbered",
    );
    refuses(
        "a15",
        "shooting",
        "figures=4 target=square side=opponent",
        "chart shooting: Austrian infantry has no square on this sheet, only column, line and masse \
         (volley.house.formation.list)",
    );
    refuses(
        "a15",
        "movement",
        "nation=austrian type=square",
        "chart movement: Austrian infantry has no square on this sheet, only column, line and masse \
         (volley.house.formation.list)",
    );
    refuses(
        "a15",
        "movement",
        "nation=french type=masse",
        "chart movement: French infantry has no masse on this sheet, only column, line and square \
         (volley.house.formation.list)",
    );
    refuses(
        "p7",
        "close",
        "nation=french grade=elite arm=cavalry formation=square",
        "chart close: French cavalry has no square on this sheet, only column and line (volley.house.formation.list)",
    );
    refuses(
        "p7",
        "close",
        "nation=french grade=elite formation=line charging=yes",
        "chart close: French infantry does not charge in line; only a column may (volley.charge.inf.column-only)",
    );
    let pair = "charger-nation=french charger-grade=elite charger-figures=6 target-nation=british target-grade=elite \
                target-figures=6";
    refuses(
        "br8",
        "charge",
        &format!("{pair} target-arm=cavalry"),
        "chart charge: infantry does not charge cavalry; it charges infantry and artillery (volley.charge.inf.no-cavalry)",
    );
    refuses(
        "br8",
        "charge",
        &format!("{pair} charger-arm=artillery"),
        "fact charger-arm: found \"artillery\", expected one of infantry, cavalry",
    );
    refuses(
        "br8",
        "charge",
        &format!("{pair} target-formation=square flank=yes"),
        "chart charge: a square has no flank or rear to be charged in (volley.house.charge.flank)",
    );
    refuses(
        "p7",
        "artillery-fire",
        "range=out target=column",
        "fact range: found \"out\", expected one of close, middle, long",
    );
}

/// A house that lets Austrians form square is answered as it plays.
#[test]
fn what_a_house_has_is_offered() {
    let book = Volley::embedded_book().unwrap();
    let at = book.rulings.iter().position(|ruling| ruling.id == "volley.house.formation.list").unwrap();
    let any = book.rulings[at].words.iter().position(|word| word == "any").unwrap();
    let patch = Patch {
        spec: book.spec,
        sheet: 0,
        name: "club".to_owned(),
        off: Vec::new(),
        rulings: vec![(at, Setting::Word(any as u8))],
        values: Vec::new(),
        source: Source::new("club", ""),
    };
    let rules = Rules::new(book.sheet("a15").unwrap().patched(&patch));
    let shot = said(&rules, "shooting", "figures=4 target=square side=opponent", &[4, 3]);
    assert_eq!(shot.as_deref(), Ok("hits 1"));
    assert_eq!(
        said(&rules, "movement", "nation=austrian type=square", &[]).as_deref(),
        Ok("doubled no, inches 0\"")
    );
}

/// What an outcome is called has the numbers of the house, not of the sheet.
#[test]
fn an_outcome_is_told_with_the_numbers_of_the_house() {
    let book = Volley::embedded_book().unwrap();
    let printed = rules("br8");
    let text = "sheet = \"br8\"\nname = \"club\"\n[charts.\"volley.morale.band.rout\"]\nmissed-by = 5\n";
    let patch = Patch::read(&Source::new("club.toml", text), &book).unwrap();
    let housed = Rules::new(book.sheet("br8").unwrap().patched(&patch));
    let told = |rules: &Rules, dice: &[u32]| {
        let facts = Volley::facts(
            rules,
            &Volley::chart(rules, "close").unwrap(),
            &facts("nation=british grade=veteran arm=cavalry"),
        );
        let mut script = Script::new(dice.iter().copied());
        let found = Volley::resolve(rules, "close", &facts.unwrap(), &mut script).unwrap();
        engine::desk::told::said::<Volley>(rules, &found, &str::to_owned, &|_| true)
    };
    assert_eq!(told(&printed, &[1]), "passes, goes on");
    assert_eq!(told(&printed, &[6]), "fails by 1 or 2, stands");
    assert_eq!(told(&housed, &[6]), "fails by 1 to 4, stands");
    let say = |name, value| engine::desk::told::part::<Volley>(&printed, name, &value);
    assert_eq!(say("verdict", Value::Word("rout")), "fails by 3 or more");
    assert_eq!(say("hits", Value::Number(0)), "no hit");
    assert_eq!(say("lost", Value::Word("no")), "the general is unhurt");
    assert_eq!(say("some-new-word", Value::Text("26-49 by 8\"".to_owned())), "some new word: 26–49 by 8″");
}
