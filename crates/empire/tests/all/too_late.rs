//! An impulse says with its offers which act ends the marches: a page warns of it and knows no rule.

use crate::setup::{battle, rules};
use crate::soundly;
use dice::{Seed, Stream};
use empire::{Act, Answer, Empire, Question};
use engine::{Ends, Game as _, Played as _, Players, Questions as _, Side, Solo};
use std::sync::Arc;
use table::{Inches, Leg};

/// Anybody, who looks at all offers of an impulse before he answers.
struct Looking<'c> {
    luck: Stream,
    in_time: &'c mut u32,
    too_late: &'c mut u32,
}

impl Players<Empire> for Looking<'_> {
    fn answer(&mut self, _: Side, view: &Empire, question: &Question) -> Answer {
        if let Question::Impulse(asked) = question
            && let Some((unit, _)) = view.units_of(asked.me).next()
        {
            let march =
                Act::Manoeuvre { units: vec![unit], legs: vec![Leg::Ahead(Inches::whole(1))], bonus: false };
            let refused = view.check(question, &Answer::Act(march)).err();
            let is_late = refused.is_some_and(|why| why.cites.id() == "empire.house.impulse.course");
            for offer in question.form(view).offers {
                let fights = matches!(
                    offer.answer,
                    Answer::Act(Act::Fire { .. } | Act::FireAtWill | Act::Charge { .. })
                );
                let ends = (fights && !is_late).then_some(Ends::Marches);
                assert_eq!(offer.ends, ends, "hour {}: {:?}", view.hour, offer.answer);
                *(if is_late { &mut *self.too_late } else { &mut *self.in_time }) += u32::from(fights);
            }
        }
        view.sample(question, &mut self.luck)
    }
}

#[test]
fn an_act_says_that_it_ends_the_marches_as_long_as_somebody_may_march() {
    let rules = rules();
    let battle = battle(soundly::BATTLE, &rules);
    let mut game = Empire::start(&battle, Arc::clone(&rules), false);
    let seed = Seed::from_number(3);
    let (mut in_time, mut too_late) = (0, 0);
    let luck = Stream::new(seed, 1);
    let looking = Looking { luck, in_time: &mut in_time, too_late: &mut too_late };
    let mut solo = Solo::new(Stream::new(seed, 0), looking);
    while !game.is_over() {
        let Ok(()) = game.step(&mut solo);
    }
    drop(solo);
    assert!(in_time > 20 && too_late > 20, "{in_time} in time, {too_late} too late");
}
