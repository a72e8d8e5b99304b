//! The marshal apart from his captain: what he has thought out is kept and gone by again, and depends on what he sees.

use dice::{Seed, Stream};
use engine::{Players, Side, Solo, state_hash};
use games::{Kind, Setup, with};
use general::{Captained, General, MARSHAL, Seats, by_name};

/// What a side sees late in a battle, where a marshal would have to think before he answers.
struct Late<G: Captained> {
    captains: Seats<G>,
    marshal: General<G>,
    found: Option<(G, Side, G::Question)>,
}

impl<G: Captained> Players<G> for Late<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        // The last time, whichever turn the battle ends in: there he has least to think of.
        if self.marshal.must_think(view, question) {
            self.found = Some((view.clone(), side, question.clone()));
        }
        self.captains.answer(side, view, question)
    }
}

fn late<G: Captained>() -> (G, Side, G::Question) {
    let file = games::embedded_of::<G>().remove(0);
    let (battle, rules) = Setup::new(file).open::<G>().unwrap();
    let captains = Seats::named("captain", "captain", 3).unwrap();
    let mut late = Late { captains, marshal: fresh(), found: None };
    let mut game = G::start(&battle, rules);
    Solo::new(Stream::new(Seed::from_number(3), 0), &mut late).play(&mut game, 50_000);
    late.found.unwrap()
}

fn fresh<G: Captained>() -> General<G> {
    by_name(MARSHAL, 7).unwrap()
}

#[test]
fn what_he_has_thought_out_he_goes_by_again() {
    fn check<G: Captained>() {
        let (view, side, question) = late::<G>();
        assert_eq!(state_hash(&view), state_hash(&*view.seen_by(Some(side))), "he is handed a view");
        // A marshal who thinks before he is asked answers as one who thinks when he is asked.
        let mut apart = fresh::<G>();
        apart.think(&view, side);
        assert!(!apart.must_think(&view, &question));
        let mind = apart.mind().unwrap();
        let mut at_once = fresh::<G>();
        let answer = at_once.answer(side, &view, &question);
        assert_eq!(apart.answer(side, &view, &question), answer);
        assert_eq!(at_once.mind(), apart.mind(), "the same view, the same thought");
        // Another, who is reminded, goes by it.
        let mut reminded = fresh::<G>();
        reminded.remind(&mind);
        assert!(!reminded.must_think(&view, &question));
        assert_eq!(reminded.mind().unwrap(), mind);
        assert_eq!(reminded.answer(side, &view, &question), answer);
        assert_eq!(reminded.mind(), apart.mind());
        assert_eq!(reminded.says(side, &view), at_once.says(side, &view));
        assert!(reminded.says(side, &view).is_some_and(|said| said.expects.is_some()), "he knows its chance");
        // He does not heed a text that is no thought of his; one who goes on as before has none.
        reminded.remind("as you like");
        assert_eq!(reminded.mind(), apart.mind());
        let mut on = fresh::<G>();
        on.go_on(&view);
        assert!(!on.must_think(&view, &question));
        on.begin(7);
        assert!(on.must_think(&view, &question), "another battle");
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}
