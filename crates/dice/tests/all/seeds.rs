//! Seeds and what is shown of them before a game.

use dice::Seed;

#[test]
fn a_commitment_binds_its_seed() {
    let seed = Seed::from_number(1815);
    assert_eq!(seed.commitment(), Seed::from_hex(&seed.to_hex()).unwrap().commitment());
    assert_ne!(seed.commitment(), Seed::from_number(1816).commitment());
    assert_ne!(seed.salted(&["ab", "c"]), seed.salted(&["a", "bc"]));
    assert_eq!(Seed::from_hex("zz"), None);
}
