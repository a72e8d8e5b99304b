//! What the captain of MEs must not do (design of the empire game, §5), judged by his answers over many battles.

use dice::{Seed, Stream};
use empire::rules::charge::onset;
use empire::unit::Unit;
use empire::words::{Arm, Aspect, Fatigue, Formation};
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::{Game, Played, Players, Side, Solo};
use games::Setup;
use general::Seats;
use std::sync::Arc;
use table::{Face, Inches, Leg};

/// Two generals who are watched.
struct Watched {
    seats: Seats<Empire>,
    captains: Vec<Side>,
    faults: Vec<String>,
    charges: u32,
    shots: u32,
    /// The unit that a captain has just sent, with the batteries that no other unit kept.
    went: Option<(Side, UnitId, Vec<UnitId>)>,
}

impl Players<Empire> for Watched {
    fn answer(&mut self, side: Side, view: &Empire, question: &Question) -> Answer {
        let answer = self.seats.answer(side, view, question);
        if self.captains.contains(&side) {
            self.look_at_guns(side, view);
            self.judge(view, question, &answer);
            self.went = goes(&answer).map(|unit| (side, unit, kept_alone(view, unit)));
        }
        answer
    }
}

fn gap(view: &Empire, one: UnitId, two: UnitId) -> Inches {
    let rects = view.unit(one).rect().zip(view.unit(two).rect());
    rects.map_or(Inches::whole(1000), |(one, two)| one.distance(two))
}

/// The foot that an answer sends away.
fn goes(answer: &Answer) -> Option<UnitId> {
    match answer {
        Answer::Act(Act::Manoeuvre { units, .. } | Act::Charge { units, .. }) => units.first().copied(),
        Answer::Act(Act::Form { unit, .. }) => Some(*unit),
        _ => None,
    }
}

/// Whether foot keeps a battery: formed, within 4 inches.
fn keeps(view: &Empire, unit: UnitId, guns: UnitId) -> bool {
    let body = view.unit(unit);
    body.arm() == Arm::Infantry
        && body.is_formed()
        && body.on_table()
        && gap(view, unit, guns) <= Inches::whole(4)
}

/// The batteries that a unit keeps and no other does.
fn kept_alone(view: &Empire, unit: UnitId) -> Vec<UnitId> {
    let side = view.side_of(unit);
    let guns =
        view.of(side).filter(|(_, it)| it.arm() == Arm::Artillery && it.in_good_morale() && !it.abandoned);
    let others = |guns: UnitId| view.of(side).any(|(id, _)| id != unit && keeps(view, id, guns));
    guns.map(|(id, _)| id).filter(|id| keeps(view, unit, *id) && !others(*id)).collect()
}

/// Whether a formed friend, no guns, is behind a battalion within a foot.
fn has_somebody_behind(view: &Empire, unit: UnitId) -> bool {
    let Some(rect) = view.unit(unit).rect() else { return false };
    view.of(view.side_of(unit)).any(|(id, friend)| {
        let is_behind = friend.rect().is_some_and(|it| rect.quarter_of(it.centre().stored()) == Face::Rear);
        let is_one = id != unit && friend.is_formed() && friend.arm() != Arm::Artillery;
        is_one && is_behind && gap(view, unit, id) <= Inches::whole(12)
    })
}

fn is_fresh_line(unit: &Unit) -> bool {
    let is_line = unit.formation == Formation::Line && unit.arm() == Arm::Infantry;
    is_line && unit.in_good_morale() && unit.lost() == 0 && !unit.disordered
}

impl Watched {
    /// A unit that was just sent, and is still formed, must not have left guns alone.
    fn look_at_guns(&mut self, side: Side, view: &Empire) {
        let Some((of, unit, guns)) = self.went.take() else { return };
        if of != side || !view.unit(unit).is_formed() {
            return;
        }
        for guns in
            guns.into_iter().filter(|guns| view.unit(*guns).on_table() && view.unit(*guns).in_good_morale())
        {
            if !view.of(side).any(|(id, _)| keeps(view, id, guns)) {
                self.faults.push(format!(
                    "hour {}: {} leaves {} alone",
                    view.hour,
                    view.name(unit),
                    view.name(guns)
                ));
            }
        }
    }

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
                if body.arm() == Arm::Infantry && !has_somebody_behind(view, unit) {
                    fault("charges with nobody behind", unit);
                }
                if !kept_alone(view, unit).is_empty() {
                    fault("charges away from guns that nobody else keeps", unit);
                }
                let has_mass = body.figures >= 2 * aim.figures || aim.impulse.waves > 0;
                let facts =
                    onset::foreseen_by(view, unit, *target, *wheel, onset::Occasion::Impulse).unwrap();
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

/// 48 teaching fights: 16 with each seat against a random player, and 16 between two captains.
#[test]
fn the_captain_of_mes_does_nothing_that_he_must_not() {
    let file = games::find("hassenhausen-at-eight").unwrap();
    let (battle, rules) = Setup::new(file).open::<Empire>().unwrap();
    let both = vec![Side::French, Side::Allied];
    let pairs = [
        ("captain", "anybody", vec![Side::French]),
        ("anybody", "captain", vec![Side::Allied]),
        ("captain", "captain", both),
    ];
    let (mut charges, mut shots) = (0, 0);
    for (french, allied, captains) in pairs {
        for seed in 0..16 {
            let seats = Seats::named(french, allied, seed).unwrap();
            let mut watched = Watched {
                seats,
                captains: captains.clone(),
                faults: Vec::new(),
                charges: 0,
                shots: 0,
                went: None,
            };
            let mut game = Empire::start(&battle, Arc::clone(&rules));
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
