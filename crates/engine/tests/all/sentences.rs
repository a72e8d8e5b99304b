//! Sentences put together when they are read.

use engine::{Name, Why, why};
use table::Inches;

#[test]
fn a_sentence_is_put_together_when_it_is_read() {
    let (horse, brigade) = (Name::from("Alten's hussars"), Name::from("Ney's brigade [2]"));
    let said = |why: Why| why.to_string();
    assert_eq!(
        said(why!("{} [is|are] in the way of {}.", &horse, &brigade)),
        "Alten's hussars are in the way of Ney's brigade [2]."
    );
    assert_eq!(
        said(why!("{} move[s] {} at most, not {}.", &brigade, Inches(4_500), 7)),
        "Ney's brigade [2] moves 4.5\" at most, not 7."
    );
    assert_eq!(said(why!("Charges are made first.")), "Charges are made first.");
    let needs = why!("[it needs|they need] {}", Inches(6_000));
    assert_eq!(said(why!("{} halt[s]: {}.", &horse, needs)), "Alten's hussars halt: they need 6\".");
    assert_eq!(
        said(why!("{} costs {} [its|their] move.", "A turn", &horse)),
        "A turn costs Alten's hussars their move."
    );
    assert_eq!(said(Why::from("As it [stands].")), "As it [stands].");
}
