use super::{compare_modifiers, number, rules, table, value};
use empire::charts::charge::square::{Distance, From, Grades};
use rulebook::Value;

#[test]
fn cells() {
    let rules = rules();
    let lines = table("forming_square");
    assert_eq!(lines.len(), 12);
    for line in lines {
        let grades = Grades::from_word(&line["grade_group"]).unwrap();
        let from = From::from_word(&line["from_formation"]).unwrap();
        for (column, (_, distance)) in ["d_0_5", "d_5_8", "d_8_12", "d_12_plus"].iter().zip(Distance::WORDS) {
            let printed = (line[*column] != "NA").then(|| number(&line, column).unwrap());
            let (_, need) = rules.square.need(grades, from, *distance).unwrap();
            assert_eq!(need, printed, "{grades} from {from} at {distance}");
        }
    }
}

#[test]
fn modifiers() {
    compare_modifiers("forming_square_modifiers", "square-modifier");
    assert_eq!(value(&rules(), "empire.square.natural4", "count"), Some(Value::Int(4)));
}
