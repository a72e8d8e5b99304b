//! The conditions of modifiers, found in the chart files.

use intern::conditions::{collect, rust_name};
use std::collections::BTreeMap;

#[test]
fn each_condition_of_a_topic_is_listed_once() {
    let file: toml::Table = r#"
        [[modifiers.melee]]
        rule = "toy.melee.mod.hedge"
        when = "behind-hedge"
        [[modifiers.melee]]
        rule = "toy.melee.mod.ditch"
        when = "ditch"
        [[modifiers.melee]]
        rule = "toy.melee.mod.two-hedges"
        when = "behind-hedge"
        [[modifiers.fire]]
        rule = "toy.fire.mod.range"
        mod = 1
        [[row]]
        rule = "toy.fire.rate"
        when = "no condition of a modifier"
    "#
    .parse()
    .unwrap();
    let mut topics = BTreeMap::new();
    collect(&file, &mut topics);
    let words = vec!["behind-hedge".to_owned(), "ditch".to_owned()];
    assert_eq!(topics, BTreeMap::from([("melee".to_owned(), words)]));
    assert_eq!(rust_name("behind-hedge"), "BehindHedge");
}
