//! Events agree with the names they are about.

use engine::{Happening as _, Played};
use orders::event::order_text;
use orders::unit::Order;
use orders::words::{Formation, Level, OrderKind};
use orders::{Orders, What};
use rulebook::Source;
use std::sync::Arc;
use table::Point;

fn vitoria() -> Orders {
    let book = Orders::embedded_book().unwrap();
    let rules = Arc::new(Orders::rules(book.sheet("orders").unwrap()));
    let source = Source::new("battle.toml", include_str!("../../../../battles/vitoria/battle.toml"));
    let battle = Orders::read_battle("vitoria", &source, &|_| Some(Arc::clone(&rules))).unwrap();
    Orders::start(&battle, rules)
}

#[test]
fn an_order_names_its_place_or_what_lies_near_it() {
    let game = vitoria();
    let told = |x: i32, y: i32| {
        let objective = Some(Point { x: x * 500, y: y * 500 });
        order_text(&game, &Order { kind: OrderKind::Attack, objective })
    };
    // Half inches: Ariñez lies at 36.5, 17.5.
    assert_eq!(told(73, 35), "attack at Ariñez");
    assert_eq!(told(73, 47), "attack 6\" north of Ariñez");
    assert_eq!(told(63, 27), "attack 6\" south-west of Ariñez");
    assert_eq!(order_text(&game, &Order { kind: OrderKind::Rally, objective: None }), "rally");
}

#[test]
fn what_is_told_of_men_and_of_a_brigade_agrees_with_them() {
    let game = vitoria();
    let men = game.find("Longa's men").unwrap();
    let brigade = game.ids().find(|id| game.name(*id).ends_with("brigade")).unwrap();
    let name = game.name(brigade).to_string();
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
