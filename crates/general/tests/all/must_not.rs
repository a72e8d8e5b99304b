//! What the captain of MEs must not do (design of the empire game, §5), judged by his answers over many battles.

use dice::{Seed, Stream};
use empire::rules::onset;
use empire::unit::Unit;
use empire::words::{Arm, Aspect, Fatigue, Formation};
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::{Game, Played, Players, Side, Solo};
use games::Setup;
use general::Seats;
use std::sync::Arc;
use table::{Inches, Leg};

/// Two generals who are watched.
struct Watched {
    seats: Seats<Empire>,
    captains: Vec<Side>,
    faults: Vec<String>,
    charges: u32,
    shots: u32,
}

impl Players<Empire> for Watched {
    fn answer(&mut self, side: Side, view: &Empire, question: &Question) -> Answer {
        let answer = self.seats.answer(side, view, question);
        if self.captains.contains(&side) {
            self.judge(view, question, &answer);
        }
        answer
    }
}

fn gap(view: &Empire, one: UnitId, two: UnitId) -> Inches {
    let rects = view.unit(one).rect().zip(view.unit(two).rect());
    rects.map_or(Inches::whole(1000), |(one, two)| one.distance(two))
}

fn is_fresh_line(unit: &Unit) -> bool {
    let is_line = unit.formation == Formation::Line && unit.arm() == Arm::Infantry;
    is_line && unit.in_good_morale() && unit.lost() == 0 && !unit.disordered
}

impl Watched {
    fn judge(&mut self, view: &Empire, question: &Question, answer: &Answer) {
        let mut fault = |what: &str, unit: UnitId| {
            self.faults.push(format!("hour {}: {} {what}", view.hour, view.name(unit)));
        };
        match (question, answer) {
            (Question::Impulse(_), Answer::Act(Act::Charge { units, target, wheel })) => {
                self.charges += 1;
                let (unit, aim) = (units[0], view.unit(*target));
                let (body, me) = (view.unit(unit), view.me_of(unit));
                if body.arm() == Arm::Cavalry && aim.formation == Formation::Square {
                    fault("rides at a square", unit);
                }
                if me.fatigue >= Fatigue::Exhausted {
                    fault("attacks exhausted", unit);
                }
                let has_mass = body.figures >= 2 * aim.figures || aim.impulse.waves > 0;
                let facts = onset::foreseen_by(view, unit, *target, *wheel, false).unwrap();
                let in_front = facts.charger.strikes == Aspect::Front;
                if is_fresh_line(aim) && in_front && !has_mass && !me.impetus {
                    fault("charges a fresh line in front without impetus or mass", unit);
                }
            }
            (Question::Impulse(_), Answer::Act(Act::Fire { unit, target })) => {
                self.shots += 1;
                let (body, aim) = (view.unit(*unit), view.unit(*target));
                let is_column = body.is_formed() && body.formation != Formation::Line;
                let are_foot = body.arm() == Arm::Infantry && aim.arm() == Arm::Infantry && aim.is_formed();
                if are_foot && is_column && gap(view, *unit, *target) <= Inches::whole(2) {
                    fault("fights a firefight in column", *unit);
                }
            }
            (Question::Impulse(_), Answer::Act(Act::Form { unit, formation: Formation::Square, .. })) => {
                let foes = view.of(view.side_of(*unit).enemy());
                let mut horse = foes.filter(|(_, foe)| foe.arm() == Arm::Cavalry);
                if !horse.any(|(id, _)| gap(view, *unit, id) <= Inches::whole(24)) {
                    fault("forms square with no horse near", *unit);
                }
            }
            (Question::Impulse(_), Answer::Act(Act::Prolong { unit, legs }))
                if legs.iter().any(|leg| !matches!(leg, Leg::Wheel(_))) =>
            {
                fault("is moved about", *unit);
            }
            (Question::Impulse(_), Answer::Act(Act::Manoeuvre { units, .. })) => {
                for unit in units.iter().filter(|unit| view.unit(**unit).arm() == Arm::Artillery) {
                    fault("is moved about", *unit);
                }
            }
            (Question::ComesUp(ask), Answer::Yes) if view.me(ask.me).fatigue >= Fatigue::Exhausted => {
                self.faults.push(format!("hour {}: {} attacks exhausted", view.hour, view.me_name(ask.me)));
            }
            _ => {}
        }
    }
}

/// 48 teaching fights: 16 with each seat against the recruit, and 16 between two captains.
#[test]
fn the_captain_of_mes_does_nothing_that_he_must_not() {
    let file = games::find("hassenhausen-at-eight").unwrap();
    let (battle, rules) = Setup::new(file).open::<Empire>().unwrap();
    let both = vec![Side::French, Side::Allied];
    let pairs = [
        ("captain", "recruit", vec![Side::French]),
        ("recruit", "captain", vec![Side::Allied]),
        ("captain", "captain", both),
    ];
    let (mut charges, mut shots) = (0, 0);
    for (french, allied, captains) in pairs {
        for seed in 0..16 {
            let seats = Seats::named(french, allied, seed).unwrap();
            let mut watched =
                Watched { seats, captains: captains.clone(), faults: Vec::new(), charges: 0, shots: 0 };
            let mut game = Empire::start(&battle, Arc::clone(&rules), false);
            let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), &mut watched);
            solo.play(&mut game, 50_000);
            assert!(game.is_over() && solo.refused == 0, "{french} {allied} {seed}");
            drop(solo);
            assert!(watched.faults.is_empty(), "{french} {allied} {seed}: {:#?}", watched.faults);
            charges += watched.charges;
            shots += watched.shots;
        }
    }
    // So that there was something to judge.
    assert!(charges > 48 && shots > 480, "{charges} charges, {shots} shots");
}
