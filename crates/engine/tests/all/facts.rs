//! Things that people beside real figures are asked to name.

use engine::{FactAsked, FactKind, Listed, named};

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
    let asked = FactAsked::any_of::<Farm, Barn>("Which barns?".to_owned(), &farm);
    let names = ["Hougoumont", "Papelotte", "Frichermont"].map(str::to_owned).to_vec();
    assert_eq!(asked, FactAsked { text: "Which barns?".to_owned(), kind: FactKind::AnyOf(names) });
    assert_eq!(named(&farm, &[2, 0]), Some(vec![Barn(2), Barn(0)]), "in the order that matters");
    assert_eq!(named::<Farm, Barn>(&farm, &[]), Some(Vec::new()));
    assert_eq!(named::<Farm, Barn>(&farm, &[1]), None, "burnt down");
    assert_eq!(named::<Farm, Barn>(&farm, &[0, 0]), None, "twice");
    assert_eq!(named::<Farm, Barn>(&farm, &[3]), None, "no such barn");
}
