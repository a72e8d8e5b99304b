use super::{compare_modifiers, number, rules, table, value};
use empire::charts::fire::firefight::Loser;
use rulebook::Value;

#[test]
fn modifiers() {
    compare_modifiers("firefight_modifiers", "firefight-modifier");
}

#[test]
fn results() {
    let rules = rules();
    for line in table("firefight_results") {
        let (least, most) = (number(&line, "min").unwrap(), number(&line, "max"));
        if line["result"] == "continue" {
            assert_eq!(value(&rules, "empire.ff.continue", "count"), most.map(Value::Int));
            assert_eq!(rules.firefight.fate(least), None);
            continue;
        }
        for total in [Some(least), most].into_iter().flatten() {
            let fate = rules.firefight.fate(total).unwrap();
            let back = number(&line, "fallback_in").unwrap_or(0) * 1000;
            let loser = match (line["result"].as_str(), line["disordered"].as_str()) {
                ("rout", _) => Loser::Rout,
                (_, "Y") => Loser::Disordered,
                _ => Loser::Back,
            };
            assert_eq!((fate.loser, fate.back.0), (loser, back), "{total}");
        }
    }
}
