//! How names, marks and sums read.

use engine::Sum;
use engine::wording::{are_many, says};

#[track_caller]
fn check(many: bool, names: &[&str]) {
    for name in names {
        assert_eq!(are_many(name), many, "{name}");
    }
}

#[test]
fn a_name_tells_whether_it_is_of_many() {
    check(
        true,
        &[
            "Longa's men",
            "Alten's hussars",
            "1st Hussars KGL",
            "3e Hussards and 22e Chasseurs",
            "7e Chevau-légers lanciers",
            "5/60th Rifles",
            "Chasseurs à cheval",
            "II Corps guns",
            "Six-pounders, left",
            "Schützen of the 6th",
            "2nd Feldjäger",
            "Guardsmen",
        ],
    );
    check(
        false,
        &[
            "Ney's brigade",
            "III Corps",
            "Rosenberg's corps",
            "Horse battery of the dragoons",
            "1/95th",
            "2/5e Léger",
            "Portuguese brigade of Power",
            "Swiss",
            "A",
            "",
        ],
    );
}

#[test]
fn marks_are_resolved_and_anything_else_is_left() {
    assert_eq!(says("A", "[is|are] hit 2× and take[s] 1 check"), "A is hit 2× and takes 1 check");
    assert_eq!(says("Guns", "[is|are] hit 2× and take[s] 1 check"), "Guns are hit 2× and take 1 check");
    assert_eq!(says("Guns", "[open"), "Guns [open");
}

#[test]
fn a_sum_reads_as_its_printed_number_and_what_is_added() {
    let parts = vec![("a", 7), ("b", 1), ("c", -2)];
    let said = |in_inches, parts: &[(&'static str, i32)]| {
        let sum = Sum { parts: parts.to_vec(), in_inches };
        sum.said().into_iter().map(|(_, said)| said).collect::<Vec<_>>()
    };
    assert_eq!(said(false, &parts), ["7", "+1", "−2"]);
    assert_eq!(said(true, &[("a", 9000), ("b", -4500)]), ["9\"", "−4.5\""]);
}
