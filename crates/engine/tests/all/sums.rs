//! Sums with their parts.

use engine::{Names, Working};
use rulebook::RuleId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ids;
impl Names for Ids {
    const GAME: &'static str = "sums";
    const RULES: &'static [&'static str] = &["sums.one", "sums.two"];
    const RULINGS: &'static [&'static str] = &[];
    const QUESTION: &'static str = "sums.question";
}

/// Every length up to one beyond any table of ours: total, parts and their order.
#[test]
fn a_sum_has_as_many_parts_as_were_added() {
    for parts in 0..=60_u16 {
        let mut sum = Working::<Ids>::default();
        let added: Vec<(RuleId, i32)> = (0..parts).map(|i| (RuleId(i), i32::from(i) * 3 - 40)).collect();
        added.iter().for_each(|(rule, value)| sum.add(*rule, *value));
        assert_eq!(sum.parts(), added);
        assert_eq!(sum.total(), added.iter().map(|(_, value)| value).sum::<i32>());
        assert_eq!(sum.is_empty(), parts == 0);
        assert_eq!(sum.rules().count(), usize::from(parts));
    }
}

#[test]
fn sums_are_the_same_by_their_parts_and_a_long_one_is_written_whole() {
    // Some of them lie in the sum itself, the longer ones on the heap.
    for before in 1..=20 {
        let of = |last: i32| {
            let mut sum = Working::<Ids>::default();
            (0..before).for_each(|_| sum.add(RuleId(0), 1));
            sum.add(RuleId(1), last);
            sum
        };
        assert_eq!(of(5), of(5));
        assert_ne!(of(5), of(6));
        let written = serde_json::to_string(&of(5)).unwrap_or_default();
        let last = "{\"rule\":\"sums.one\",\"value\":1},{\"rule\":\"sums.two\",\"value\":5}]";
        assert!(written.ends_with(&format!("{last},\"total\":{}}}", before + 5)), "{written}");
        assert_eq!(written.matches("sums.one").count(), before);
    }
}

/// What is printed is no modifier: the modifiers alone add up to what they come to.
#[test]
fn a_printed_number_stands_apart_from_its_modifiers() {
    let mut sum = Working::<Ids>::printed(RuleId(0), 4);
    sum.add(RuleId(1), -1);
    assert_eq!((sum.base(), sum.modifiers(), sum.total()), (Some((RuleId(0), 4)), &[(RuleId(1), -1)][..], 3));
    assert_eq!(
        serde_json::to_string(&sum).unwrap_or_default(),
        r#"{"printed":{"rule":"sums.one","value":4},"modifiers":[{"rule":"sums.two","value":-1}],"total":3}"#
    );
}
