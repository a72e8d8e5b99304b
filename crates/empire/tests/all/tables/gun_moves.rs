use super::{compare_modifiers, inches, number, rules, table, value};
use empire::charts::march::gun_moves::{GunArm, GunPace, HorsesLeft, RateClass, RateWeight};
use empire::words::GunClass;
use rulebook::Value;

#[test]
fn paces() {
    let (rules, lines) = (rules(), table("artillery_maneuver_rates"));
    for line in &lines {
        let class = match line["class"].as_str() {
            "class1" => RateClass::First,
            class => RateClass::from_word(class).unwrap(),
        };
        let row = (
            GunArm::from_word(&line["arm"]).unwrap(),
            class,
            RateWeight::from_word(&line["weight"]).unwrap(),
        );
        let paces = [
            (GunPace::Normal, "normal_in"),
            (GunPace::Gallop, "field_gallop_in"),
            (GunPace::Prolong, "prolong_in"),
        ];
        for (pace, column) in paces {
            let (_, by) = rules.gun_moves.rate(row, pace).unwrap();
            assert_eq!(by.0, inches(line, column), "{line:?}");
        }
    }
}

#[test]
fn ground() {
    let rules = rules();
    let [normal, gallop] = table("artillery_maneuver_terrain").try_into().unwrap();
    let share = |part, of| Some(Value::Ratio { dice: part, figures: of });
    let of = |rule: &str, field| value(&rules, &format!("empire.artmove.terrain.{rule}"), field);
    assert_eq!(normal["light_woods"], "0.5");
    assert_eq!(of("light-woods", "share"), share(1, 2));
    assert_eq!((normal["mud"].as_str(), normal["mud_on_road"].as_str()), ("0.25", "0.5"));
    assert_eq!((of("mud", "share"), of("mud", "road")), (share(1, 4), share(1, 2)));
    assert_eq!(normal["low_wall"], "-5 disorder");
    assert_eq!(of("low-wall", "inches"), Some(Value::Inches(5000)));
    assert_eq!(normal["per_5m_contour_in"], "-0.5");
    assert_eq!(of("contour", "inches"), Some(Value::Inches(500)));
    // The rest bars them, and so does what is barred at a gallop (ruling gun-moves.gallop).
    for column in ["medium_woods", "heavy_woods", "high_wall", "swamp_marsh"] {
        assert_eq!((normal[column].as_str(), gallop[column].as_str()), ("NA", "NA"), "{column}");
    }
    assert_eq!((normal["structure"].as_str(), gallop["structure"].as_str()), ("road only", "NA"));
    for column in ["low_wall", "mud", "mud_on_road", "per_5m_contour_in"] {
        assert_eq!(normal[column], gallop[column], "{column}");
    }
}

#[test]
fn relocation() {
    let (rules, lines) = (rules(), table("artillery_relocation"));
    assert_eq!(rules.gun_moves.relocation.len() * HorsesLeft::WORDS.len(), lines.len());
    for (place, line) in lines.iter().enumerate() {
        let (_, horses) = HorsesLeft::WORDS[place % HorsesLeft::WORDS.len()];
        let class = match line["class"].strip_prefix("class") {
            Some(number) => format!("class-{number}"),
            None => line["class"].clone(),
        };
        let class = GunClass::from_word(&class).unwrap();
        let row = rules.gun_moves.relocation.iter().find(|row| row.class == class).unwrap();
        assert_eq!(Some(row.relocate.get(horses)), number(line, "relocate_min"), "{line:?}");
        assert_eq!(Some(row.withdraw.get(horses)), number(line, "withdraw_min"), "{line:?}");
        // Each name of a column is a share of horses left.
        for part in line["horses_left"].split('|') {
            let Some((left, had)) = part.split_once("of") else { continue };
            let (left, had) = (left.parse().unwrap(), had.parse().unwrap());
            assert_eq!(HorsesLeft::of(left, had), horses, "{part}");
        }
    }
    assert_eq!(HorsesLeft::of(6, 6), HorsesLeft::All);
    assert_eq!(HorsesLeft::of(0, 6), HorsesLeft::None);
}

#[test]
fn modifiers() {
    compare_modifiers("artillery_relocation_modifiers", "relocation-modifier");
}
