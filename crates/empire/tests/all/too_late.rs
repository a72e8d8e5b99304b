//! An impulse says with its offers which act ends the marches or the fire: a page warns of it and knows no rule.

use crate::setup::{battle, rules};
use crate::soundly;
use dice::{Seed, Stream};
use empire::{Act, Answer, Empire, Question};
use engine::{Ends, Game as _, Played as _, Players, Questions as _, Side, Solo};
use std::sync::Arc;
use table::{Inches, Leg};

/// A random player who looks at all offers of an impulse before he answers.
struct Looking<'c> {
    luck: Stream,
    seen: &'c mut Seen,
}

/// How many offers were looked at, by what was still in time before them.
#[derive(Default)]
struct Seen {
    marches: u32,
    fire: u32,
    nothing: u32,
}

/// Whether the rules refuse an act because its segment is over.
fn is_late(view: &Empire, question: &Question, act: Act) -> bool {
    let refused = view.check(question, &Answer::Act(act)).err();
    refused.is_some_and(|why| why.cites.id() == "empire.house.impulse.course")
}

impl Players<Empire> for Looking<'_> {
    fn answer(&mut self, _: Side, view: &Empire, question: &Question) -> Answer {
        if let Question::Impulse(asked) = question
            && let Some((unit, _)) = view.units_of(asked.me).next()
        {
            let legs = vec![Leg::Ahead(Inches::whole(1))];
            let march = is_late(view, question, Act::Manoeuvre { units: vec![unit], legs, bonus: false });
            let fire = is_late(view, question, Act::FireAtWill);
            for offer in question.form(view).offers {
                let (fires, charges) = match offer.answer {
                    Answer::Act(Act::Fire { .. } | Act::FireAtWill) => (true, false),
                    Answer::Act(Act::Charge { .. }) => (false, true),
                    _ => (false, false),
                };
                let marches = ((fires || charges) && !march).then_some(Ends::Marches);
                let shots = (charges && !fire).then_some(Ends::Fire);
                let ends: Vec<Ends> = marches.into_iter().chain(shots).collect();
                assert_eq!(offer.ends, ends, "hour {}: {:?}", view.hour, offer.answer);
                self.seen.marches += u32::from(marches.is_some());
                self.seen.fire += u32::from(shots.is_some());
                self.seen.nothing += u32::from((fires || charges) && ends.is_empty());
            }
        }
        view.sample(question, &mut self.luck)
    }
}

#[test]
fn an_act_says_that_it_ends_marches_and_fire_as_long_as_they_are_in_time() {
    let rules = rules();
    let battle = battle(soundly::BATTLE, &rules);
    let mut game = Empire::start(&battle, Arc::clone(&rules));
    let seed = Seed::from_number(3);
    let mut seen = Seen::default();
    let looking = Looking { luck: Stream::new(seed, 1), seen: &mut seen };
    let mut solo = Solo::new(Stream::new(seed, 0), looking);
    while !game.is_over() {
        let Ok(()) = game.step(&mut solo);
    }
    drop(solo);
    let Seen { marches, fire, nothing } = seen;
    assert!(marches > 20 && fire > 5 && nothing > 20, "{marches} marches, {fire} fire, {nothing} nothing");
}
