//! Units that go back: who has beaten one is not in its way, and what is told of it is what it did.

#![allow(clippy::float_arithmetic, reason = "places of battle files are in inches")]

use crate::setup::{HEAD, battle, rules};
use crate::{drills, fights};
use dice::{Dice, Pool, Seed, Stream};
use empire::rules::charge::onset;
use empire::state::event::Bar;
use empire::{Act, Answer, Empire, Question, Rules, UnitId, What};
use engine::{Ask, Fact, Game as _, Played as _, Players, RandomPlayer, Side, Solo, Umpire};
use std::convert::Infallible;
use std::sync::Arc;
use table::{Inches, Pose};

/// A unit that has gone back.
#[derive(Debug)]
struct Gone {
    unit: UnitId,
    told: Inches,
    bar: Option<Bar>,
    /// It has lost a close action in the same step.
    beaten: bool,
    /// How far its front's middle is from where it was; not known of one who has left the table since.
    went: Option<Inches>,
}

/// Plays, and looks at the table before and after each unit goes back: how a way back ends is seen just before it is gone.
struct Watch<'p> {
    solo: Solo<'p, Empire>,
    poses: Vec<Option<Pose>>,
    gone: Vec<Gone>,
    /// Where those began of whom it is not known yet how far they went.
    open: Vec<Option<Pose>>,
    beaten: Vec<UnitId>,
}

impl<'p> Watch<'p> {
    fn new(seed: u64, players: impl Players<Empire> + 'p) -> Watch<'p> {
        let solo = Solo::new(Stream::new(Seed::from_number(seed), 0), players);
        Watch { solo, poses: Vec::new(), gone: Vec::new(), open: Vec::new(), beaten: Vec::new() }
    }

    /// Plays it to its end, and says who went back.
    fn play(mut self, mut game: Empire) -> Vec<Gone> {
        for _ in 0..20_000 {
            if game.is_over() {
                return self.gone;
            }
            let Ok(()) = game.step(&mut self);
            self.look(&game);
            self.beaten.clear();
        }
        panic!("no end")
    }

    fn look(&mut self, game: &Empire) {
        self.poses = game.units.iter().map(|unit| unit.pose).collect();
        let open = self.gone.len() - self.open.len();
        for (gone, from) in self.gone[open..].iter_mut().zip(self.open.drain(..)) {
            let now = self.poses[usize::from(gone.unit.0)];
            gone.went = from.zip(now).map(|(from, now)| from.at.distance(now.at));
        }
    }
}

impl Dice for Watch<'_> {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        self.solo.hits(pool, need)
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        self.solo.read(pool, reading)
    }
}

impl Umpire<Empire> for Watch<'_> {
    fn ask<Q: Ask<Empire>>(&mut self, game: &Empire, question: Q) -> Result<Q::Granted, Infallible> {
        self.look(game);
        self.solo.ask(game, question)
    }
    fn see<F: Fact<Empire>>(&mut self, game: &Empire, fact: F) -> Result<F::Value, Infallible> {
        self.look(game);
        self.solo.see(game, fact)
    }
    fn tell(&mut self, event: impl FnOnce() -> empire::Event) {
        match event().what {
            What::Victory { over, .. } => self.beaten.push(over),
            What::GoesBack { unit, by, bar } => {
                let beaten = self.beaten.contains(&unit);
                self.open.push(self.poses[usize::from(unit.0)]);
                self.gone.push(Gone { unit, told: by, bar, beaten, went: None });
            }
            _ => {}
        }
    }
}

#[test]
fn the_inches_told_are_those_it_went() {
    let rules = rules();
    let (mut known, mut stopped) = (0, 0);
    for number in 0..160 {
        let text = if number % 2 == 0 {
            fights::fight(number)
        } else {
            drills::drill(drills::DRILLS[number as usize / 2 % drills::DRILLS.len()], number)
        };
        let start = Empire::start(&battle(&text, &rules), Arc::clone(&rules));
        for gone in Watch::new(number, RandomPlayer(Stream::new(Seed::from_number(number), 1))).play(start) {
            // A unit that has no room goes on through friends; one that stops short is stopped by something.
            assert!(gone.told > Inches::ZERO || gone.bar.is_some(), "fight {number}: {gone:?}");
            stopped += u32::from(gone.bar.is_some());
            let Some(went) = gone.went else { continue };
            // Places are whole thousandths.
            assert!((went - gone.told).0.abs() <= 2, "fight {number}: {gone:?}");
            known += 1;
        }
    }
    assert!(known > 300 && stopped > 10, "{known} went back, {stopped} of them were stopped");
}

/// Charges whenever it may.
struct Charges;

impl Players<Empire> for Charges {
    fn answer(&mut self, side: Side, game: &Empire, question: &Question) -> Answer {
        let unit = game.of(side).map(|(id, _)| id).next();
        let charge = unit.and_then(|unit| Some((unit, *onset::targets(game, unit).first()?)));
        match (question, charge) {
            (Question::Impulse(_), Some((unit, (target, wheel)))) if side == Side::French => {
                Answer::Act(Act::Charge { units: vec![unit], target, wheel })
            }
            (Question::PressOn(_), _) => Answer::Yes,
            _ => game.decline(question),
        }
    }
}

/// Two units alone on a table: the charger before a face of its target, so far aside and turned by so much.
fn alone(face: i32, aside: f32, turned: i32, [charger, target]: [&str; 2], rules: &Arc<Rules>) -> Empire {
    let (from, charger) = (180 + face, format!("formation = \"attack-column\"\nfigures = 18\n{charger}"));
    let radians = f64::from(face).to_radians();
    let (sin, cos) = (radians.sin() as f32, radians.cos() as f32);
    // Four inches ahead of that face, and so far to its right.
    let (x, y) = (36.0 + sin * 7.0 + cos * aside, 27.0 + cos * 7.0 - sin * aside);
    let text = format!(
        "{HEAD}[[me]]\nname = \"Gudin\"\ncorps = \"III Corps\"\nimpetus = true\n[[me]]\nname = \"Schmettau\"\ncorps = \"Main army\"\n\
         [[unit]]\nname = \"A\"\nme = \"Gudin\"\nat = [{x:.3}, {y:.3}]\nfacing = {}\n{charger}\n\
         [[unit]]\nname = \"T\"\nme = \"Schmettau\"\nat = [36, 27]\nfacing = 0\nformation = \"line\"\nfigures = 18\n{target}\n",
        (from + turned).rem_euclid(360)
    );
    Empire::start(&battle(&text, rules), Arc::clone(rules))
}

#[test]
fn no_unit_that_is_beaten_alone_on_a_table_stays_where_it_is() {
    let rules = rules();
    for face in [0, 90, 180, 270] {
        for (aside, turned) in [(0.0, 0), (1.0, 0), (2.0, 0), (0.0, 10), (0.0, 20)] {
            for grades in [
                ["grade = \"old-guard\"", "grade = \"rabble\""],
                ["grade = \"rabble\"", "grade = \"old-guard\""],
            ] {
                let start = alone(face, aside, turned, grades, &rules);
                let mut beaten = 0;
                for seed in 0..20 {
                    for gone in
                        Watch::new(seed, Charges).play(start.clone()).iter().filter(|gone| gone.beaten)
                    {
                        let clear = gone.told > Inches::ZERO && gone.bar.is_none();
                        assert!(
                            clear,
                            "{face} degrees, {aside} aside, turned {turned}, {grades:?}: {gone:?}"
                        );
                        beaten += 1;
                    }
                }
                assert!(
                    beaten > 0,
                    "{face} degrees, {aside} aside, turned {turned}, {grades:?}: nobody beaten"
                );
            }
        }
    }
}
