//! A computer player who is fetched anew in each phase, as a server does it, and reminded of what he had in mind, plays
//! as one who stays: between two moves of the person he does not forget what he has given up, tried or planned.

use dice::{Seed, Stream};
use engine::{Both, Moment, Players, Side, Solo, state_hash};
use games::{Kind, Setup, with};
use general::{CAPTAIN, Captained, General, RECRUIT, Seats, by_name};

/// Another man for each phase.
struct Fetched<G: Captained> {
    name: &'static str,
    present: Both<Option<(When, General<G>)>>,
    reminds: bool,
}

/// Turn and place.
type When = (u32, usize);

/// The luck of a side's seat.
fn luck(side: Side) -> u64 {
    match side {
        Side::French => 11,
        Side::Allied => 11 + (1 << 32),
    }
}

impl<G: Captained> Players<G> for Fetched<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let Moment { turn, place, .. } = view.moment();
        let (when, mut general) = match self.present[side].take() {
            Some((when, general)) if when == (turn, place) => (when, general),
            before => {
                let mut general: General<G> = by_name(self.name, luck(side)).unwrap();
                let mind = before.and_then(|(_, before)| before.mind()).filter(|_| self.reminds);
                if let Some(mind) = mind {
                    general.remind(&mind);
                }
                ((turn, place), general)
            }
        };
        let answer = general.answer(side, view, question);
        self.present[side] = Some((when, general));
        answer
    }
}

fn fought<G: Captained>(mut game: G, players: impl Players<G>) -> String {
    Solo::new(Stream::new(Seed::from_number(4), 0), players).play(&mut game, 50_000);
    state_hash(&game)
}

/// How many of the battles end as they do between those who stay.
fn alike<G: Captained>(name: &'static str, reminds: bool) -> (usize, usize) {
    let mut alike = 0;
    let files = games::embedded_of::<G>();
    for file in &files {
        let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
        let start = G::start(&battle, rules);
        let fetched = Fetched { name, present: Both { french: None, allied: None }, reminds };
        let stayed: Seats<G> = Seats::named(name, name, 11).unwrap();
        alike += usize::from(fought(start.clone(), fetched) == fought(start, stayed));
    }
    (alike, files.len())
}

#[test]
fn who_is_fetched_anew_and_reminded_plays_as_who_stays() {
    for kind in Kind::ALL {
        for name in [CAPTAIN, RECRUIT] {
            let (same, all) = with!(kind, G => alike::<G>(name, true));
            let (forgetful, _) = with!(kind, G => alike::<G>(name, false));
            // In orders a zeal that has many decimals, or what he makes of the ground after a fire, may turn one battle.
            let least = if kind == Kind::Orders { all - 1 } else { all };
            assert!(same >= least, "{kind:?} {name}: {same} of {all}");
            // A recruit of the other games has one plan for the whole battle, whatever he forgets.
            assert!(
                forgetful < same || name == RECRUIT,
                "{kind:?} {name}: {forgetful} of {all} forgetting all"
            );
        }
    }
}
