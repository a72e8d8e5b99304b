//! Things that people beside real figures are asked to name.

use engine::sight::{Answers, AnyOf, AnyOfThese, Count, Distances, UpTo, YesNo};
use engine::{FactKind, Listed, named};
use table::Inches;

/// A table with barns on it, some of them burnt down.
struct Farm {
    barns: Vec<(&'static str, bool)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Barn(usize);

impl Listed<Farm> for Barn {
    fn all(farm: &Farm) -> Vec<Barn> {
        (0..farm.barns.len()).map(Barn).collect()
    }
    fn name(self, farm: &Farm) -> String {
        farm.barns[self.0].0.to_owned()
    }
    fn is_there(self, farm: &Farm) -> bool {
        !farm.barns[self.0].1
    }
}

#[test]
fn things_are_named_by_their_places_each_once_and_only_if_they_are_there() {
    let farm = Farm { barns: vec![("Hougoumont", false), ("Papelotte", true), ("Frichermont", false)] };
    let offered = |answers: &dyn Answers<Farm, Vec<Barn>>| match answers.kind(&farm) {
        FactKind::AnyOf(those) => those.into_iter().map(|it| (it.name, it.answer)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let (hougoumont, frichermont) = (("Hougoumont".to_owned(), 0), ("Frichermont".to_owned(), 2));
    assert_eq!(offered(&AnyOf), [hougoumont, frichermont.clone()], "who may not be named is not offered");
    assert_eq!(offered(&AnyOfThese(vec![Barn(1), Barn(2)])), [frichermont]);
    assert_eq!(AnyOf.write(&farm, &vec![Barn(2), Barn(0)]), Some(vec![2, 0]));
    assert_eq!(named(&farm, &[2, 0]), Some(vec![Barn(2), Barn(0)]), "in the order that matters");
    assert_eq!(named::<Farm, Barn>(&farm, &[]), Some(Vec::new()));
    assert_eq!(named::<Farm, Barn>(&farm, &[1]), None, "burnt down");
    assert_eq!(named::<Farm, Barn>(&farm, &[0, 0]), None, "twice");
    assert_eq!(named::<Farm, Barn>(&farm, &[3]), None, "no such barn");
}

#[test]
fn what_is_no_answer_is_read_as_none() {
    assert_eq!(YesNo.read(&(), &[1]), Some(true));
    for wrong in [&[][..], &[2], &[0, 1]] {
        assert_eq!(YesNo.read(&(), wrong), None, "{wrong:?}");
        assert_eq!(Count(&["none", "one"]).read(&(), wrong), None, "{wrong:?}");
    }
    assert_eq!(Count(&["none", "one or more"]).write(&(), &4), Some(vec![1]));
    assert_eq!((UpTo(7).read(&(), &[7]), UpTo(7).read(&(), &[8])), (Some(7), None));
    assert_eq!(UpTo(7).write(&(), &9), Some(vec![7]));
    let near = AnyOfThese(vec![Barn(0)]);
    let farm = Farm { barns: vec![("Hougoumont", false), ("Papelotte", false)] };
    assert_eq!(near.read(&farm, &[0]), Some(vec![Barn(0)]));
    assert_eq!(near.read(&farm, &[1]), None, "it is not among these");
}

#[test]
fn a_band_is_answered_by_its_farthest_distance_and_any_other_is_an_answer_too() {
    let told = |bands: &Distances| match Answers::<(), Inches>::kind(bands, &()) {
        FactKind::Distance(told) => told.into_iter().map(|band| (band.text, band.answer)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let ends = [Inches::whole(8), Inches::whole(4), Inches::whole(8)];
    let named = |text: &str, answer: u32| (text.to_owned(), answer);
    let nearer = Distances::upto(ends);
    assert_eq!(
        told(&nearer),
        [named("up to 4\"", 4_000), named("over 4\" to 8\"", 8_000), named("over 8\"", 8_001)]
    );
    assert_eq!(
        told(&Distances::under(ends)),
        [named("under 4\"", 3_999), named("4\" to under 8\"", 7_999), named("8\" or more", 8_000)]
    );
    let bounded = Distances::within(ends);
    assert_eq!(told(&bounded), [named("up to 4\"", 4_000), named("over 4\" to 8\"", 8_000)]);
    // Records of earlier versions, which had no bands, have thousandths of an inch.
    assert_eq!(nearer.read(&(), &[5_300]), Some(Inches(5_300)));
    assert_eq!(nearer.read(&(), &[90_000]), Some(Inches::whole(90)));
    assert_eq!(nearer.read(&(), &[u32::MAX]), None);
    assert_eq!(bounded.read(&(), &[8_001]), None);
}
