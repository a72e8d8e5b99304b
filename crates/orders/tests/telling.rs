//! Events agree with the names they are about.

#![allow(clippy::unwrap_used, reason = "a test may fail")]
use engine::Played;
use orders::words::{Formation, Level};
use orders::{Orders, What};
use rulebook::Source;
use std::sync::Arc;

#[test]
fn what_is_told_of_men_and_of_a_brigade_agrees_with_them() {
    let book = Orders::embedded_book().unwrap();
    let rules = Arc::new(Orders::rules(book.sheet("orders").unwrap()));
    let source = Source::new("battle.toml", include_str!("../../../battles/vitoria/battle.toml"));
    let battle = Orders::read_battle("vitoria", &source, &|_| Some(Arc::clone(&rules))).unwrap();
    let game = Orders::start(&battle, rules, false);
    let men = game.find("Longa's men").unwrap();
    let brigade = game.ids().find(|id| game.name(*id).ends_with("brigade")).unwrap();
    let name = game.name(brigade).to_owned();
    for (of_men, what) in [
        ("Longa's men were left idle and obey their order", What::Obeys { unit: men }),
        ("Longa's men are in panic", What::Drops { unit: men, to: Level::Panic }),
        ("Longa's men form line", What::Forms { unit: men, formation: Formation::Line }),
        ("Longa's men rally", What::RallyRoll { unit: men, passes: true }),
    ] {
        assert_eq!(what.sentence(&game), of_men);
    }
    assert_eq!(
        What::Obeys { unit: brigade }.sentence(&game),
        format!("{name} was left idle and obeys its order")
    );
}
