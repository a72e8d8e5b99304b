//! Rules of format 1: the hashes that records and stored games of that time have.

use engine::Played;
use games::{Orders, Volley};
use rulebook::{Patch, Source};

/// The hash of a sheet in format 1, as the program of that time made it.
#[track_caller]
fn check<G: Played>(sheet: &str, patch: &str, was: &str) {
    let book = games::book::<G>();
    let patch = format!("sheet = \"{sheet}\"\n{patch}");
    let patch = Patch::read(&Source::new("house.toml", patch), book).unwrap();
    let rules = book.sheet(sheet).unwrap().patched(&patch);
    assert_eq!(rules.earlier_hash_hex(), was, "{sheet}");
    assert!(rules.is_known_as(was) && rules.is_known_as(&rules.hash_hex()) && !rules.is_known_as("0"));
    assert_ne!(rules.hash_hex(), was, "conditions of modifiers are data now");
}

#[test]
fn sheets_as_printed_are_known_by_the_hashes_of_format_1() {
    check::<Volley>("a15", "", "8d09f9f5aae69b3343b2987974f04d39e431ea5fec83acf6502a709fd97a9d00");
    check::<Volley>("p7", "", "b82fb503ce76318be5d52d17c5f82c5a0b567c53fa09a769fdb4004a53313945");
    check::<Volley>("br8", "", "77da783c41dab376155a8c1b55c1cdace6e60db6ca5aa5e892251875c40076e4");
    check::<Orders>("orders", "", "cfea45f02c39cdc663044f9f9901983ccefab9e0581fea2bac4a926c8d3abdbd");
}

#[test]
fn house_rules_of_format_1_are_read_as_they_were() {
    check::<Volley>(
        "br8",
        "off = [\"volley.move.wheel\", \"volley.morale.mod.general\"]\n\
         [charts.\"volley.morale.mod.casualties\"]\nmod = -2\nper = 4\n\
         [charts.\"volley.move.rate.french.column\"]\ninches = 9\n\
         [charts.\"volley.p1.fire.mod.heavy\"]\npounds = 9\n",
        "7e2f62b7883c05f6d3f173819da5fab9fa08a177af2a1f2274a7756495626990",
    );
    check::<Orders>(
        "orders",
        "off = [\"orders.move.line.foot-art\"]\n\
         [charts.\"orders.move.column.inf\"]\navailable = false\n\
         [charts.\"orders.melee.defender.rough\"]\nmod = 3\n\
         [rulings]\n\"orders.house.terrain.city\" = \"as-fortress\"\n",
        "bcd26be0eb9aac3cf4277e172f1ab1a3759cdb4ab8f7456855b88cf5afac9a05",
    );
}

/// Stored games name the whole book.
#[test]
fn books_are_known_by_the_hashes_of_format_1() {
    for (is_known, hash) in [
        (
            games::book::<Volley>()
                .is_known_as("f667e43ba3a6d44bc56de4c65baedd04992641dcf3d03d5931777903f9c7ff24"),
            "volley",
        ),
        (
            games::book::<Orders>()
                .is_known_as("ca4f7e96ae148c4f8341a3aa06418f31dd5be835ccbcdf2505b9df0d2a73cc83"),
            "orders",
        ),
    ] {
        assert!(is_known, "{hash}");
    }
    assert!(
        !games::book::<Volley>()
            .is_known_as("ca4f7e96ae148c4f8341a3aa06418f31dd5be835ccbcdf2505b9df0d2a73cc83")
    );
}
