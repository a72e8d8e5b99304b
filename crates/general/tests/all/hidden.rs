//! No computer player's answer depends on what his side cannot know: a marshal, a captain and a recruit answer the same
//! in two states that differ in that alone. A marshal guesses at it, by his view and his seed.

use dice::{Seed, Stream};
use engine::{Game as _, Played as _, Players, Questions as _, Side, Solo, state_hash};
use games::{BattleFile, Kind, Setup, Volley, with};
use general::{Captained, General, MARSHAL, Seats, by_name};
use std::cell::Cell;
use std::sync::Arc;
use volley::scenario::Reserve;
use volley::{Profile, Question};

/// The smallest battle, with a Prussian brigade on its way that a general waits for: so many battalions, later or sooner.
fn gilly(battalions: usize, failed: u32) -> Volley {
    let (battle, rules) = Setup::new(games::find("gilly").unwrap()).open::<Volley>().unwrap();
    let mut game = Volley::start(&battle, rules);
    let side = Side::Allied;
    let like = game.units.iter().find(|unit| unit.side() == side).unwrap().profile.clone();
    let command = format!("{battalions} in secret");
    let general = game.generals.iter_mut().rfind(|general| general.side == side).unwrap();
    Arc::make_mut(general).brigade = Some(command.clone());
    let unit = Arc::new(Profile { brigade: command.clone(), ..(*like).clone() });
    let point = game.scenario.edges[side].point(20_000, table::Inches::ZERO, &game.scenario.terrain);
    let reserve = Reserve { side, command, point, failed, units: vec![unit; battalions] };
    let (units, figures) = reserve.strength();
    game.starting_units[side] += units;
    game.starting_figures[side] += figures;
    game.reserves.push(reserve);
    game
}

#[test]
fn no_player_minds_what_he_cannot_know() {
    let (one, two) = (gilly(1, 0), gilly(4, 3));
    for name in ["recruit", "captain", "marshal"] {
        let mut answers = Vec::new();
        for game in [&one, &two] {
            let mut general: General<Volley> = by_name(name, 1).unwrap();
            let mut game = game.clone();
            let mut said = Vec::new();
            let mut asked = Asked { general: &mut general, said: &mut said };
            let mut solo = Solo::new(Stream::new(Seed::from_number(1), 0), &mut asked);
            // In the first turn none comes yet.
            while game.turn == 1 {
                let Ok(()) = game.step(&mut solo);
            }
            drop(solo);
            answers.push(said);
        }
        assert!(answers[0].iter().any(|(thought, _)| *thought), "{name} is never asked for an order");
        assert_eq!(answers[0], answers[1], "{name}");
    }
}

/// One step of a battle, whatever it hides, and whom it asks for an order.
struct Step<G> {
    before: G,
    side: Side,
    guess: G,
}

/// Where in a battle of captains a side is asked for an order while something is hidden from it: the last such step, for a
/// marshal has least to think of there.
fn while_something_is_hidden<G: Captained>(file: &BattleFile) -> Option<Step<G>> {
    let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
    let mut game = G::start(&battle, rules);
    let captains = Seats::named("captain", "captain", 5).unwrap();
    let marshal = by_name(MARSHAL, 5).unwrap();
    let asked = Cell::new(None);
    let ordered = Ordered { captains, marshal, asked: &asked };
    let mut solo = Solo::new(Stream::new(Seed::from_number(5), 0), ordered);
    let mut found = None;
    while !game.is_over() {
        let before = game.clone();
        let Ok(()) = game.step(&mut solo);
        if let Some(side) = asked.take() {
            let view = before.seen_by(Some(side));
            let guess = view.guessed(side, &mut Stream::new(Seed::from_number(9), 0)).into_owned();
            if state_hash(&guess) != state_hash(&before) {
                found = Some(Step { before: before.clone(), side, guess });
            }
        }
    }
    found
}

/// Captains, and a marshal who looks on and says where he would have to think.
struct Ordered<'o, G: Captained> {
    captains: Seats<G>,
    marshal: General<G>,
    asked: &'o Cell<Option<Side>>,
}

impl<G: Captained> Players<G> for Ordered<'_, G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        if self.marshal.must_think(view, question) {
            self.asked.set(Some(side));
        }
        self.captains.answer(side, view, question)
    }
}

/// What one side answers in a step, and what it has in mind after it; the other declines.
struct Heard<G: Captained> {
    general: General<G>,
    side: Side,
    answers: Vec<G::Answer>,
}

impl<G: Captained> Players<G> for Heard<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        if side != self.side {
            return view.decline(question);
        }
        let answer = self.general.answer(side, view, question);
        self.answers.push(answer.clone());
        answer
    }
}

#[test]
fn a_battle_and_a_guess_at_it_get_the_same_answers() {
    fn check<G: Captained>() {
        let mut found = 0;
        for file in games::embedded_of::<G>() {
            let Some(Step { before, side, guess }) = while_something_is_hidden::<G>(&file) else { continue };
            found += 1;
            for name in general::NAMES {
                let heard = [&before, &guess].map(|game| {
                    let mut heard = Heard { general: by_name(name, 2).unwrap(), side, answers: Vec::new() };
                    let mut solo = Solo::new(Stream::new(Seed::from_number(2), 0), &mut heard);
                    let Ok(()) = game.clone().step(&mut solo);
                    drop(solo);
                    (heard.answers, heard.general.mind())
                });
                assert!(!heard[0].0.is_empty(), "{} {name} is asked nothing", file.id);
                assert_eq!(heard[0], heard[1], "{} {name}", file.id);
            }
        }
        assert!(found > 0, "{}: nothing is ever hidden", G::word());
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}

/// The French are led by a general, the others do nothing.
struct Asked<'g> {
    general: &'g mut General<Volley>,
    said: &'g mut Vec<(bool, volley::Answer)>,
}

impl Players<Volley> for Asked<'_> {
    fn answer(&mut self, side: Side, view: &Volley, question: &Question) -> volley::Answer {
        if side == Side::Allied {
            return view.decline(question);
        }
        let answer = self.general.answer(side, view, question);
        self.said.push((question.word() == "order", answer.clone()));
        answer
    }
}
