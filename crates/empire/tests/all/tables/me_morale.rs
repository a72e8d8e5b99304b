use super::{compare_modifiers, number, rules, table};
use empire::words::Fatigue;

#[test]
fn bands() {
    let (rules, lines) = (rules(), table("me_morale_bands"));
    let mut least = i32::MIN;
    for line in &lines {
        let (from, to) = (number(line, "min").unwrap_or(-20), number(line, "max").unwrap_or(40));
        assert!(least < from, "{line:?}");
        least = to;
        for total in [from, to] {
            let row = rules.me_morale.band(total);
            let found = row.map_or("steady", |row| row.result.word());
            assert_eq!(found, line["result"].trim_end_matches("-shaken"), "{total}");
            let back = row.and_then(|row| row.back).map_or(0, |back| back.0 / 1000);
            assert_eq!(Some(back), number(line, "retreat_in"), "{total}");
            let fatigue = row.and_then(|row| row.fatigue).unwrap_or(0);
            assert_eq!(Some(fatigue as i32), number(line, "fatigue"), "{total}");
        }
    }
}

#[test]
fn modifiers() {
    compare_modifiers("me_morale_modifiers", "me-morale-modifier");
}

#[test]
fn levels_of_fatigue() {
    let lines = table("fatigue_levels");
    assert_eq!(lines.len(), Fatigue::WORDS.len());
    for (line, (word, level)) in lines.iter().zip(Fatigue::WORDS) {
        assert_eq!((&*line["level"], number(line, "index")), (*word, Some(level.levels() as i32)));
    }
}
