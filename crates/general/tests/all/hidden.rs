//! Nobody answers otherwise for what his side cannot know: a marshal, a captain and a recruit of two states that differ in that
//! alone say the same. A marshal guesses at it, by his view and his seed.

use engine::{Game as _, Played as _, Questions as _, Side};
use games::{Setup, Volley};
use general::{General, by_name};
use std::sync::Arc;
use volley::scenario::Reserve;
use volley::{Profile, Question};

/// The smallest battle, with a Prussian brigade on its way that a general waits for: so many battalions, later or sooner.
fn gilly(battalions: usize, failed: u32) -> Volley {
    let (battle, rules) = Setup::new(games::find("gilly").unwrap()).open::<Volley>().unwrap();
    let mut game = Volley::start(&battle, rules, false);
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
fn nobody_minds_what_he_cannot_know() {
    let (one, two) = (gilly(1, 0), gilly(4, 3));
    for name in ["recruit", "captain", "marshal"] {
        let mut answers = Vec::new();
        for game in [&one, &two] {
            let mut general: General<Volley> = by_name(name, 1).unwrap();
            let mut game = game.clone();
            let mut said = Vec::new();
            let mut asked = Asked { general: &mut general, said: &mut said };
            let mut solo = engine::Solo::new(dice::Stream::new(dice::Seed::from_number(1), 0), &mut asked);
            // In the first turn nobody comes yet.
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

/// The French are led by somebody, the others do nothing.
struct Asked<'g> {
    general: &'g mut General<Volley>,
    said: &'g mut Vec<(bool, volley::Answer)>,
}

impl engine::Players<Volley> for Asked<'_> {
    fn answer(&mut self, side: Side, view: &Volley, question: &Question) -> volley::Answer {
        if side == Side::Allied {
            return view.decline(question);
        }
        let answer = self.general.answer(side, view, question);
        self.said.push((question.word() == "order", answer.clone()));
        answer
    }
}
