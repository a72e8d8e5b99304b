use super::{inches, rules, table};
use empire::Empire;
use engine::Played as _;

#[test]
fn ranges() {
    let (rules, lines) = (rules(), table("engagement_range"));
    assert_eq!(lines.len(), 6);
    for line in &lines {
        let id = format!("empire.engage.{}", line["case"]);
        let rule = Empire::spec().rule(&id).unwrap();
        let [near, far] = rules.engagement.pair(rule).unwrap_or_else(|| [rules.inches(rule).unwrap(); 2]);
        assert_eq!((near.0, far.0), (inches(line, "min_in"), inches(line, "max_in")), "{id}");
    }
}
