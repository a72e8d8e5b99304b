use super::{number, rules, table};
use empire::words::Situation;

#[test]
fn situations() {
    let (rules, lines) = (rules(), table("artillery_situation"));
    assert_eq!(lines.len(), Situation::WORDS.len() - 1);
    for line in &lines {
        let situation = Situation::from_word(&line["situation"]).unwrap();
        let (_, values) = rules.guns_charged.situations.get(situation).unwrap();
        assert_eq!(values.map(Some), [number(line, "vs_infantry"), number(line, "vs_cavalry")]);
    }
}
