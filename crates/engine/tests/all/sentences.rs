//! Sentences put together when they are read.

use engine::wording::says;
use engine::{GeneralId, Name, Named, Sentence, Span, UnitId, Why, why};
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

/// What is named in a sentence is found again in its parts, however it was put together; the sentence reads the same.
#[test]
fn a_sentence_is_taken_in_parts_and_reads_the_same() {
    let (horse, ney) = (Name::from("Alten's hussars"), Name::from("Ney"));
    let who = |name: &str| match name {
        "Alten's hussars" => Some(Named::Unit(UnitId(7))),
        "Ney" => Some(Named::General(GeneralId(1))),
        _ => None,
    };
    let say = || {
        says(&horse, &format!("fall[s] back {} from {} and {}", Inches(2_500), ney, Name::from("the mill")))
    };
    let taken = Sentence::taken(&who, say);
    let unit = Span::Unit { unit: UnitId(7), name: horse.to_string() };
    let general = Span::General { general: GeneralId(1), name: ney.to_string() };
    let text = |words: &'static str| Span::Text(words.into());
    assert_eq!(
        taken.parts(),
        [
            unit,
            text(" fall back "),
            Span::Inches { inches: Inches(2_500) },
            text(" from "),
            general,
            text(" and the mill")
        ]
    );
    assert_eq!(taken.to_string(), say());
    // Nothing is marked before or after, and a refusal has its numbers too.
    assert_eq!(say(), "Alten's hussars fall back 2.5\" from Ney and the mill");
    let refused = || why!("{} move[s] {} at most, not {}.", &ney, Inches(4_500), 7).to_string();
    assert_eq!(Sentence::taken(&who, refused).to_string(), refused());
    assert_eq!(
        serde_json::to_string(&Sentence::taken(&who, || format!("{ney} rides {}", Inches(8_000)))).unwrap(),
        r#"[{"general":1,"name":"Ney"}," rides ",{"inches":8000}]"#
    );
}
