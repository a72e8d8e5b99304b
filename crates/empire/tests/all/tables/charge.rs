use super::{rules, table};
use empire::charts::charge::{Charger, Does, FrontLost, Note};

/// Each cell in the words of the table.
#[test]
fn effects() {
    let rules = rules();
    let columns = [
        "p_0_9",
        "p_10_25",
        "p_26_49_or_2_hits",
        "p_50_60_or_3_hits",
        "p_61_75_or_4_hits",
        "p_76_100_or_5_hits",
    ];
    for line in table("defensive_fire_effects") {
        let charger = Charger::from_word(&line["charger"]).unwrap();
        for (column, (_, lost)) in columns.iter().zip(FrontLost::WORDS) {
            let (_, cell) = rules.charge.cell(charger, *lost).unwrap();
            let close = match cell.modifier {
                0 => "CA".to_owned(),
                less => format!("CA{less}"),
            };
            let foot = matches!(charger, Charger::Infantry | Charger::ShockInfantry);
            let inches = cell.inches.0 / 1000;
            let or = if foot { format!("fire at {inches}in") } else { "fire and recall".to_owned() };
            let mut says = match cell.does {
                Does::Closes => close,
                Does::MayClose => format!("{close} or {or}"),
                Does::RetiresFiring => {
                    format!("Fire and retire; routs on natural fire roll {} or less", cell.natural)
                }
                Does::Regroups => format!("regroup {inches}in from enemy"),
                Does::FallsBack => format!("fall back {inches}in disordered"),
                Does::Routs => "Rout".to_owned(),
            };
            if cell.disorder && cell.does != Does::FallsBack {
                says = format!("disorder; {says}");
            }
            let printed = line[*column].to_lowercase();
            let notes: Vec<&str> = printed.split(['[', ']', ',']).filter(|part| part.len() == 1).collect();
            let words: String =
                printed.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect();
            let tidy = |text: &str| text.to_lowercase().replace([' ', ';'], "");
            assert_eq!(tidy(&words), tidy(&says), "{charger} {lost}");
            let found: Vec<&str> =
                Note::WORDS.iter().filter(|(_, note)| cell.has(*note)).map(|(word, _)| *word).collect();
            assert_eq!(found, notes, "{charger} {lost}");
        }
    }
}

#[test]
fn elan() {
    let rules = rules();
    let (need, halt) = rules.charge.elan.unwrap();
    let of = |event: &str| table("elan").iter().find(|line| line["event"] == event).unwrap()["value"].clone();
    assert_eq!(need.to_string(), of("halt_min_2d10"));
    assert_eq!((halt.0 / 1000).to_string(), of("halt_distance_in"));
}
