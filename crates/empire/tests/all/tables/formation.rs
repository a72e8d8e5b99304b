use super::{rules, table};
use empire::charts::march::formation::{After, Before, Cell, Drilled};

#[test]
fn changes() {
    let rules = rules();
    let columns = [
        (Drilled::DivisionalRegular, "divisional_regular_up"),
        (Drilled::DivisionalConscript, "divisional_conscript_down"),
        (Drilled::AncienRegular, "ancien_regular_up"),
        (Drilled::AncienConscript, "ancien_conscript_down"),
        (Drilled::ARegular, "divisional_class_a_regular_up"),
        (Drilled::AConscript, "divisional_class_a_conscript_down"),
    ];
    for line in table("formation_change") {
        let (from, to) = (Before::from_word(&line["from"]).unwrap(), After::from_word(&line["to"]).unwrap());
        for (drilled, column) in columns {
            let (_, cell) = rules.formation.change(from, to, drilled).unwrap();
            let printed = match cell {
                Cell::Barred => "NA",
                Cell::Disordered => "E(Dis)",
                Cell::Entire => "Entire",
                Cell::Fire => "Fire",
                cell => cell.word(),
            };
            assert_eq!(printed, line[column], "{from} to {to}, {drilled}");
        }
    }
}
