use super::{inches, number, rules, table};
use empire::charts::march::manoeuvre::{Mover, Pace, Soil};
use empire::rules::ground::walk::Price;
use empire::rules::march::manoeuvre::{WheelBy, toll};
use empire::words::{Class, Going, Horse};
use engine::desk::FactSet as _;

/// A cell of the charts of ground as what the function says.
fn price(who: Mover, soil: Soil, charging: bool) -> String {
    let toll = toll(&rules(), who, soil, charging);
    let disorder = if toll.disorders.is_some() { " disorder" } else { "" };
    match toll.price {
        Price::Free => "free".to_owned(),
        Price::Share(_, share) => {
            let printed = match share {
                (3, 4) => "0.75",
                (1, 2) => "0.5",
                (1, 4) => "0.25",
                other => panic!("{other:?}"),
            };
            format!("{printed}{disorder}")
        }
        Price::Inches(_, inches) => format!("-{}{disorder}", inches.to_string().trim_end_matches('"')),
        Price::Edge(_) => format!("edge,{disorder}"),
        Price::Barred(_) => "NA".to_owned(),
    }
}

#[test]
fn foot() {
    let rules = rules();
    for line in table("infantry_maneuver") {
        let (pace, who) = match line["formation"].as_str() {
            "col-companies" => (Pace::Companies, Mover::Foot),
            "col-divisions" => (Pace::Divisions, Mover::Foot),
            "line" => (Pace::Line, Mover::Foot),
            "square" => (Pace::Square, Mover::Foot),
            "skirmish" => (Pace::Unformed, Mover::Unformed),
            other => panic!("{other}"),
        };
        for (class, column) in [(Class::A, "class_a_in"), (Class::B, "class_b_in")] {
            assert_eq!(rules.manoeuvre.foot(pace, class).unwrap().1.0, inches(&line, column), "{pace}");
        }
        let soils = [
            (Soil::LightWoods, "light_woods"),
            (Soil::MediumWoods, "medium_woods"),
            (Soil::HeavyWoods, "heavy_woods"),
            (Soil::LowWall, "low_wall_in"),
            (Soil::Mud, "mud"),
            (Soil::Swamp, "swamp_marsh"),
            (Soil::Contour, "per_5m_contour_in"),
        ];
        for (soil, column) in soils {
            assert_eq!(price(who, soil, false), line[column], "{pace} {soil}");
        }
        assert_eq!(line["high_wall_in"], "-3 no charge");
        assert_eq!(
            (price(who, Soil::HighWall, false).as_str(), price(who, Soil::HighWall, true).as_str()),
            ("-3", "NA")
        );
        assert_eq!(price(who, Soil::Structure, false), "NA", "by another chart");
    }
}

#[test]
fn horse() {
    let rules = rules();
    for line in table("cavalry_maneuver") {
        let both = if line["type"] == "light-lancer" {
            [Horse::Light, Horse::Lancer]
        } else {
            [Horse::Medium, Horse::Heavy]
        };
        for horse in both {
            for (charging, column) in [(false, "move_in"), (true, "charge_in")] {
                assert_eq!(rules.manoeuvre.horse(horse, charging).unwrap().1.0, inches(&line, column));
            }
        }
        let cells = [
            (Soil::LightWoods, false, "light_woods"),
            (Soil::LightWoods, true, "light_woods_charge"),
            (Soil::MediumWoods, false, "medium_woods"),
            (Soil::MediumWoods, true, "medium_woods_charge"),
            (Soil::HeavyWoods, false, "heavy_woods"),
            (Soil::LowWall, false, "low_wall_in"),
            (Soil::LowWall, true, "low_wall_charge_in"),
            (Soil::Mud, false, "mud"),
            (Soil::Structure, true, "structure_charge"),
            (Soil::Swamp, false, "swamp_marsh"),
            (Soil::Swamp, true, "swamp_marsh_charge"),
            (Soil::Contour, false, "per_5m_contour_in"),
        ];
        for (soil, charging, column) in cells {
            assert_eq!(price(Mover::Horse, soil, charging), line[column], "{soil} {charging}");
        }
        assert!(line["high_wall"].starts_with(&price(Mover::Horse, Soil::HighWall, false)));
    }
}

#[test]
fn bonus_inches() {
    let rules = rules();
    for line in table("bonus_movement") {
        let going = Going::from_word(&line["terrain"]).unwrap();
        for (inches, column) in [(1, "disorder_max_1in"), (2, "disorder_max_2in"), (3, "disorder_max_3in")] {
            assert_eq!(rules.manoeuvre.disorders(going, inches).map(|(_, end)| end), number(&line, column));
        }
    }
    for line in table("bonus_movement_modifiers") {
        let rule = if line["modifier"] == "crack-or-better" { "crack" } else { "conscript" };
        let found = super::value(&rules, &format!("empire.bonusmove.{rule}"), "mod");
        assert_eq!(found, number(&line, "value").map(rulebook::Value::Int));
    }
}

#[test]
fn wheels() {
    let rules = rules();
    for line in table("wheels") {
        let (formation, pivot) = match line["formation"].as_str() {
            "column-of-companies" => ("company-column", "front"),
            "single-squadron-cavalry-column" => ("squadron-column", "centre"),
            _ => ("line", "end"),
        };
        let mut wheel = WheelBy::blank();
        wheel.set("formation", formation);
        wheel.degrees = number(&line, "degrees").unwrap_or(45).unsigned_abs();
        assert_eq!(wheel.pivot(&rules).unwrap().1.word(), pivot);
        if pivot != "end" {
            wheel.degrees += 1;
            assert_eq!(wheel.pivot(&rules).unwrap().1.word(), "end");
        }
    }
}
