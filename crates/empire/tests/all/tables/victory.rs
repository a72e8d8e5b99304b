use super::{compare_modifiers, number, rules, table, value};
use empire::charts::charge::victory::Level;
use empire::words::MadRow;
use rulebook::Value;

#[test]
fn modifiers() {
    compare_modifiers("close_action_victory_modifiers", "victory-modifier");
}

#[test]
fn levels() {
    let rules = rules();
    for line in table("close_action_victory") {
        let level = Level::from_word(&line["level"]).unwrap();
        let row = rules.victory.row(level).unwrap();
        assert_eq!(row.least, number(&line, "min"), "{level}");
        if let Ok(lost) = line["lose_inf_cas"].parse::<u32>() {
            assert_eq!((row.foot_lost, row.foot_dice), (lost, None), "{level}");
        } else {
            assert_eq!(line["lose_inf_cas"], format!("1d10 min {}", row.foot_lost));
        }
        assert_eq!(row.foot.word(), line["lose_inf_morale"], "{level}");
        assert_eq!(Some(row.horse_lost as i32), number(&line, "lose_cav_cas"), "{level}");
        assert_eq!(Some(row.horse_back.0 / 1000), number(&line, "lose_cav_move_in"), "{level}");
        assert_eq!(row.horse.word(), line["lose_cav_morale"], "{level}");
        assert_eq!(row.guns_lost.map(|lost| lost as i32), number(&line, "lose_art_cas"), "{level}");
    }
}

#[test]
fn battle_mad_and_standards() {
    let rules = rules();
    for line in table("battle_mad") {
        let horse = MadRow::from_word(&line["cavalry"]).unwrap();
        assert_eq!(rules.victory.mad(horse).map(|(_, need)| need), number(&line, "min_2d10"), "{horse}");
    }
    for line in table("capture_standard") {
        let (rule, field) = match line["item"].as_str() {
            "capture_min_2d10" => ("empire.standard.roll", "need"),
            "per_casualty_by_infantry" => ("empire.standard.inf", "mod"),
            "per_casualty_by_cavalry" => ("empire.standard.cav", "mod"),
            "melee" => ("empire.standard.melee", "mod"),
            other => panic!("{other}"),
        };
        assert_eq!(value(&rules, rule, field), number(&line, "value").map(Value::Int));
    }
}
