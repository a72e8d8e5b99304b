//! The questions of a game, found where they stand.

use intern::questions::{Question, read};

#[test]
fn a_question_is_found_where_it_stands() {
    let text = "struct Hold;\n\nimpl Ask<Toy> for Hold {\n    const WORD: &'static str = \"hold\";\n    type Granted = bool;\n}\n";
    let hold = Question {
        game: "Toy".to_owned(),
        module: "crate::rules::fire".to_owned(),
        name: "Hold".to_owned(),
        word: "hold".to_owned(),
    };
    assert_eq!(read(text, "crate::rules::fire"), Ok(vec![hold]));
}

#[test]
fn a_question_without_its_word_is_named_with_its_line() {
    let text = "struct Hold;\n\nimpl Ask<Toy> for Hold {\n    type Granted = bool;\n}\n\nconst WORD: &'static str = \"elsewhere\";\n";
    let (line, fault) = read(text, "crate::rules::fire").unwrap_err();
    assert_eq!(line, 3);
    assert!(fault.starts_with("Hold: "), "{fault}");
}
