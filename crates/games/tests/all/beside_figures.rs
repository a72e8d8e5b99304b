//! The referee: the same steps with no positions at all, every fact told by the players.

use dice::{Seed, Stream};
use engine::{Entry, FactKind, Questions as _, Session, Waiting};
use rulebook::Source;
use volley::question::NextOrder;
use volley::{Answer, Order, Question, StandChoice, UnitId, Volley, words::Phase};

const FIGHT: &str = r#"
name = "Two columns and a gun"
game = "volley"
sheet = "p7"
kind = "teaching"
date = "an evening"
summary = "Figures on a real table."
length = 6
[history]
notes = "Made up."
sources = []
doubtful = []
balance = "even"
[edges]
french = "south"
prussian = "north"
[[general]]
name = "Vandamme"
side = "french"
commander = true
at = [36, 6]
[[unit]]
name = "1er"
side = "french"
arm = "infantry"
grade = "veteran"
brigade = "b"
figures = 12
formation = "column"
at = [36, 12]
facing = 0
[[unit]]
name = "Gun"
side = "french"
arm = "artillery"
grade = "veteran"
brigade = "b"
figures = 4
formation = "unlimbered"
pounds = 12
at = [30, 12]
facing = 0
[[unit]]
name = "Colberg"
side = "prussian"
arm = "infantry"
grade = "veteran"
brigade = "c"
figures = 12
formation = "line"
at = [36, 30]
facing = 180
"#;

fn begin() -> Session<Volley> {
    let (battle, rules) = games::load_file::<Volley>(Source::new("figures/battle.toml", FIGHT)).unwrap();
    Session::beside_figures(battle.beside_figures(rules))
}

/// What the players are asked (its beginning) and what they say, in order, for one whole turn.
enum Say {
    Saw(&'static str, &'static [u32]),
    Throw(&'static [u32]),
    Answer(Answer),
}

#[test]
fn a_whole_turn_is_refereed_from_a_script_of_facts() {
    use Say::{Answer as A, Saw, Throw};
    let (first, gun, colberg) = (UnitId(0), UnitId(1), UnitId(2));
    let script = [
        // Phase 1: the 12-pounder fires at Colberg, close: 5+ for the line, +1 close, +1 heavy.
        Saw("Which units stand straight ahead of Gun", &[2]),
        Saw("How far is Colberg from Gun", &[0]),
        A(Answer::Unit(colberg)),
        Saw("Which units stand in the strip", &[]),
        Saw("How far is Colberg from Gun", &[0]),
        Saw("Does Gun take Colberg in enfilade", &[0]),
        Saw("What cover has Colberg", &[0]),
        Throw(&[3, 2, 6, 1]),
        // Phase 2: Colberg lost two and passes.
        Throw(&[5]),
        // Phase 3: the column charges the line to its front.
        A(Answer::Order(Order::Charge { unit: first, target: colberg, wheel: 0 })),
        Saw("Is 1er in line within firefight distance", &[0]),
        Saw("Does 1er charge Colberg in flank or rear", &[0]),
        A(Answer::No),
        Saw("Which enemies does Colberg have in range", &[0]),
        A(Answer::Unit(first)),
        Saw("What cover has 1er", &[0]),
        Throw(&[4, 4, 4, 1, 1]),
        // Phase 4: three lost, veteran 5, charging -1, three casualties -1: 3 or less.
        Throw(&[3]),
        // Phase 5: Colberg: 5, not in column -1: 4 or less; a 6 fails by 2 and it must fight.
        Throw(&[6]),
        // Phase 6: nine figures in column 6 dice, ten in line 5 dice.
        Saw("What cover has 1er", &[0]),
        Saw("What cover has Colberg", &[0]),
        Throw(&[6, 6, 6, 6, 1, 1]),
        Throw(&[4, 1, 1, 1, 1]),
        // Phase 7: Colberg lost four to one: 5 - 2 for six casualties; a 5 fails by 2: the line retires.
        Throw(&[5]),
        Throw(&[4]),
        Saw("Does Colberg leave the table", &[0]),
        // Phase 8: no unit moves; the gun may shoot but has no target in range.
        A(Answer::No),
        Saw("Which enemies does Gun have in range", &[]),
        // Phase 11: the melee goes on: eight figures 5 dice (two left over give one), six in line 3.
        Saw("What cover has 1er", &[0]),
        Saw("What cover has Colberg", &[0]),
        Throw(&[1, 1, 1, 1, 1]),
        Throw(&[1, 1, 1]),
    ];
    let mut session = begin();
    let _ = gun;
    for (n, say) in script.into_iter().enumerate() {
        let waiting = session.waiting().unwrap_or_else(|| panic!("line {n}: the game is over"));
        let entry = match say {
            Saw(question, answer) => {
                let Waiting::ForFact(asked) = waiting else {
                    panic!("line {n}: {question}: but it waits for {waiting:?}")
                };
                assert!(
                    asked.text.starts_with(question),
                    "line {n}: expected {question}, asked: {}",
                    asked.text
                );
                Entry::Seen(answer.to_vec())
            }
            Throw(faces) => {
                assert!(
                    matches!(waiting, Waiting::ForDice { .. }),
                    "line {n}: {faces:?}: it waits for {waiting:?}"
                );
                Entry::Dice { faces: faces.to_vec(), typed: true }
            }
            A(answer) => {
                assert!(
                    matches!(waiting, Waiting::ForAnswer(_)),
                    "line {n}: {answer:?}: it waits for {waiting:?}"
                );
                Entry::Answer(answer)
            }
        };
        session.put(entry).unwrap_or_else(|mistake| panic!("line {n}: {mistake}"));
    }
    let game = session.game();
    assert_eq!(game.turn, 2, "the turn is over and the next has begun");
    assert_eq!(game.phase(), Phase::Artillery);
    assert!(game.units.iter().all(|unit| unit.pose.is_none()), "no unit has a position");
    assert_eq!(game.unit(first).figures, 8);
    assert_eq!(game.unit(colberg).figures, 6);
    assert!(game.in_melee(first), "the two fight on next turn");
}

/// Players who see all sorts of things: whatever is legal to say leads to the end of the game.
#[test]
fn any_sights_lead_to_an_end() {
    for seed in 0..40 {
        let mut session = begin();
        let mut luck = Stream::new(Seed::from_number(seed), 3);
        let mut entries = 0;
        while let Some(waiting) = session.waiting() {
            let entry = match waiting {
                Waiting::ForDice { pool, .. } => Entry::Dice {
                    faces: (0..pool.count).map(|_| luck.die(pool.sides)).collect(),
                    typed: true,
                },
                Waiting::ForAnswer(question) => {
                    let game = session.game();
                    let answer = match question {
                        Question::NextOrder(NextOrder { side }) => {
                            let own: Vec<UnitId> = game.of(*side).map(|(id, _)| id).collect();
                            let foes: Vec<UnitId> = game.of(side.enemy()).map(|(id, _)| id).collect();
                            let order = own.get(luck.below(own.len() as u32) as usize).map(|unit| {
                                match (luck.below(3), foes.first()) {
                                    (0, Some(target)) => {
                                        Order::Charge { unit: *unit, target: *target, wheel: 0 }
                                    }
                                    _ => Order::March { unit: *unit, legs: vec![] },
                                }
                            });
                            let answer = order.map_or(Answer::No, Answer::Order);
                            if engine::Game::check(game, question, &answer).is_ok() {
                                answer
                            } else {
                                Answer::No
                            }
                        }
                        Question::Stand(_) => Answer::Stand(StandChoice::Stay),
                        other => other.sample(game, &mut luck),
                    };
                    Entry::Answer(answer)
                }
                Waiting::ForFact(asked) => match &asked.kind {
                    FactKind::OneOf(words) => Entry::Seen(vec![luck.below(words.len() as u32)]),
                    FactKind::AnyOf(those) if those.is_empty() || luck.below(2) == 0 => Entry::Seen(vec![]),
                    FactKind::AnyOf(those) => {
                        Entry::Seen(vec![those[luck.below(those.len() as u32) as usize].answer])
                    }
                    FactKind::Distance(_) => unreachable!("volley asks for bands by their names"),
                },
                Waiting::Wrong(mistake) => panic!("{mistake}"),
            };
            let is_sight = matches!(entry, Entry::Seen(_));
            if let Err(mistake) = session.put(entry) {
                // A sight that cannot be is asked for again.
                assert!(is_sight, "seed {seed}: {mistake}");
            }
            entries += 1;
            assert!(entries < 5_000, "seed {seed} does not end");
        }
    }
}

#[test]
fn a_sight_that_makes_no_sense_is_refused_and_changes_nothing() {
    let mut session = begin();
    let before = engine::state_hash(session.game());
    assert!(session.put(Entry::Seen(vec![99])).is_err());
    assert!(session.put(Entry::Seen(vec![2, 2])).is_err());
    assert!(session.put(Entry::Dice { faces: vec![1], typed: true }).is_err());
    assert_eq!(engine::state_hash(session.game()), before);
}
