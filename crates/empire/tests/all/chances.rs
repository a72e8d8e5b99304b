//! What is told before it is decided: how likely a leader is obeyed, and what a shot may bring.

use crate::setup::{battle, rules};
use crate::soundly;
use dice::{Chance, Seed, Stream};
use empire::rules::fire::bombardment::Mission;
use empire::{Act, Answer, Empire, Question};
use engine::outlook::Foreseen as _;
use engine::{Ask as _, Game as _, GeneralId, Played as _, Players, Questions as _, Side, Solo};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Default)]
struct Seen {
    /// Who has tried in this step, and how likely in percent he was said to be obeyed.
    tried: Vec<(GeneralId, u128)>,
    /// Shots at an enemy on his way, bombardments and tries for a bonus that were looked at.
    shots: u32,
    bombards: u32,
    bonus: u32,
}

/// Tries an action of a leader where there is one, and looks at what is told of the rest.
struct Trying {
    luck: Stream,
    seen: Rc<RefCell<Seen>>,
}

impl Players<Empire> for Trying {
    fn answer(&mut self, _: Side, view: &Empire, question: &Question) -> Answer {
        let offers = question.form(view).offers;
        let mut seen = self.seen.borrow_mut();
        for offer in &offers {
            let looked = match (question, &offer.answer) {
                (Question::React(_), Answer::Act(Act::Fire { .. })) => &mut seen.shots,
                (Question::Bombardment(asked), said)
                    if matches!(asked.grant(view, said), Ok(Some(Mission::At(..)))) =>
                {
                    &mut seen.bombards
                }
                (Question::BonusTry(_), Answer::Me(_)) => {
                    assert!(offer.chance.is_some(), "hour {}: {}", view.hour, offer.text);
                    seen.bonus += 1;
                    continue;
                }
                _ => continue,
            };
            *looked += 1;
            let outlook = view.outlook(question, &offer.answer).expect("it is offered");
            assert!(outlook.is_some(), "hour {}: {}", view.hour, offer.text);
        }
        let commands: Vec<_> = offers
            .into_iter()
            .filter_map(|offer| match &offer.answer {
                Answer::Act(Act::Command { leader, .. }) => Some((*leader, offer.chance, offer.answer)),
                _ => None,
            })
            .collect();
        let which = self.luck.below(commands.len().max(1) as u32) as usize;
        match commands.into_iter().nth(which) {
            Some((leader, Some(Chance::Exact { ways, of }), answer)) => {
                seen.tried.push((leader, ways * 100 / of));
                answer
            }
            Some((.., answer)) => panic!("how likely is it? {answer:?}"),
            None => view.sample(question, &mut self.luck),
        }
    }
}

#[test]
fn leaders_are_obeyed_as_often_as_is_told_and_every_shot_has_its_odds() {
    let rules = rules();
    let seen = Rc::new(RefCell::new(Seen::default()));
    let (mut tries, mut obeyed, mut told) = (0_u128, 0_u128, 0);
    for number in 0..6 {
        let battle = battle(soundly::BATTLE, &rules);
        let mut game = Empire::start(&battle, Arc::clone(&rules));
        let seed = Seed::from_number(number);
        let trying = Trying { luck: Stream::new(seed, 1), seen: Rc::clone(&seen) };
        let mut solo = Solo::new(Stream::new(seed, 0), trying);
        while !game.is_over() {
            let Ok(()) = game.step(&mut solo);
            let tried = std::mem::take(&mut seen.borrow_mut().tried);
            for (n, (leader, chance)) in tried.iter().enumerate() {
                // A leader who has failed once tries no more.
                let again = tried[n + 1..].iter().any(|(other, _)| other == leader);
                let is_obeyed = again || game.leader(*leader).is_some_and(|officer| !officer.ended);
                tries += 1;
                obeyed += u128::from(is_obeyed);
                told += chance;
            }
        }
    }
    let Seen { shots, bombards, bonus, .. } = *seen.borrow();
    assert!(tries > 200, "{tries} tries");
    // Four times what chance alone makes of so many tries.
    let off = (obeyed * 100).abs_diff(told);
    assert!(off * off <= 40_000 * tries, "{obeyed} of {tries} obeyed, {told} in a hundred told");
    assert!(shots > 20 && bombards > 20 && bonus > 5, "{shots} shots, {bombards} bombards, {bonus} bonus");
}
