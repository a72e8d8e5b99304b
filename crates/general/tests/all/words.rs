//! Words of a plan, in volley: each leads to another battle, and is true of it.

use dice::{Seed, Stream};
use engine::{Game as _, Played as _, Players, Side, Solo, state_hash};
use games::{Setup, Volley};
use general::{Captained as _, General, Goal, Part, Plan, Task, Until, Word};
use table::{Inches, Leg};
use volley::verdict::stands_within;
use volley::words::{Arm, Formation};
use volley::{Answer, Order, Question, UnitId};

const SEEDS: std::ops::Range<u64> = 1..7;
const WHOSE: Side = Side::French;

/// A captain who is told a plan, and the orders that he gives by it.
struct Told {
    told: General<Volley>,
    other: General<Volley>,
    /// Turns left, and how he was formed to whom the order was given.
    orders: Vec<(u32, Formation, Order)>,
    ridden_at: Vec<Prey>,
}

/// Whom horse was ordered to charge, as he was at that moment.
#[derive(Clone, Copy, Debug)]
struct Prey {
    arm: Arm,
    lost: u32,
    figures: u32,
}

impl Players<Volley> for Told {
    fn answer(&mut self, side: Side, view: &Volley, question: &Question) -> Answer {
        if side != WHOSE {
            return self.other.answer(side, view, question);
        }
        let answer = self.told.answer(side, view, question);
        if let Answer::Order(order) = &answer {
            let left = view.scenario.length.unwrap() + 1 - view.turn;
            let formation = order.unit().map_or(Formation::Line, |unit| view.unit(unit).formation);
            if let Order::Charge { unit, target, .. } = order
                && view.unit(*unit).is(Arm::Cavalry)
            {
                let at = view.unit(*target);
                self.ridden_at.push(Prey { arm: at.arm(), lost: at.lost(), figures: at.profile.figures });
            }
            self.orders.push((left, formation, order.clone()));
        }
        answer
    }
}

fn begin(battle: &str) -> Volley {
    let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<Volley>().unwrap();
    Volley::start(&battle, rules)
}

/// Who of a brigade, what, and until when.
type Said = (fn(String) -> Part<String>, Word, Until);

/// A plan with these tasks for each brigade of the side.
fn plan(game: &Volley, words: &[Said]) -> Plan<String> {
    let mut tasks = Vec::new();
    for brigade in Volley::plan(&game.seen_by(Some(WHOSE)), WHOSE).commands() {
        for (who, does, until) in words {
            tasks.push(Task { until: *until, ..Task::new(who(brigade.clone()), *does, 1.0) });
        }
    }
    Plan { tasks, effort: None }
}

/// A battle fought by a plan, to its end.
struct Story {
    end: Volley,
    orders: Vec<(u32, Formation, Order)>,
    ridden_at: Vec<Prey>,
    hash: String,
}

fn fought(start: &Volley, plan: Plan<String>, seed: u64, mut each: impl FnMut(&Volley)) -> Story {
    let mut game = start.clone();
    let (told, other) = (Volley::execute(plan), Volley::captain_before());
    let mut told = Told { told, other, orders: Vec::new(), ridden_at: Vec::new() };
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), &mut told);
    while !game.is_over() {
        let Ok(()) = game.step(&mut solo);
        each(&game);
    }
    assert_eq!(solo.refused, 0);
    drop(solo);
    let hash = state_hash(&game);
    Story { end: game, orders: told.orders, ridden_at: told.ridden_at, hash }
}

impl Story {
    /// Those of an arm who were ordered to do such a thing.
    fn those(&self, arm: Arm, does: impl Fn(&Order) -> bool) -> Vec<&(u32, Formation, Order)> {
        let is_of = |order: &Order| order.unit().is_some_and(|unit| self.end.unit(unit).is(arm));
        self.orders.iter().filter(|(.., order)| is_of(order) && does(order)).collect()
    }
}

/// A step from where a unit stands: wheels alone are none.
fn goes(order: &Order) -> bool {
    let step = |leg: &Leg| !matches!(leg, Leg::Wheel(_) | Leg::Ahead(Inches(0)));
    match order {
        Order::March { legs, .. } => legs.iter().any(step),
        Order::FallBack { by, .. } => by.0 > 0,
        _ => false,
    }
}

fn charges(order: &Order) -> bool {
    matches!(order, Order::Charge { .. })
}

const BATTLES: [&str; 2] = ["gilly", "salamanca-pakenham"];

/// Fights a plan of these words in some battles, each against the same with the last of them alone; every one must be
/// another battle.
#[track_caller]
fn check(words: &[Said], mut is_true: impl FnMut(&Volley, &Story)) {
    for battle in BATTLES {
        let start = begin(battle);
        let with = plan(&start, words);
        let without = plan(&start, &[(Part::All, Word::Press(Goal::Enemy), Until::End)]);
        let mut others = 0;
        for seed in SEEDS {
            let story = fought(&start, with.clone(), seed, |_| {});
            others += usize::from(story.hash != fought(&start, without.clone(), seed, |_| {}).hash);
            is_true(&start, &story);
        }
        assert!(others * 2 >= SEEDS.count(), "{battle}: {others} of {}", SEEDS.count());
    }
}

const PRESS: Said = (Part::All, Word::Press(Goal::Enemy), Until::End);

#[test]
fn who_is_told_to_stand_goes_nowhere() {
    check(&[(Part::All, Word::Stand, Until::End)], |_, story| {
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Skirmishers] {
            let gone = story.those(arm, goes);
            assert!(gone.is_empty(), "{gone:?}");
        }
    });
}

/// In a hundred games, of every battle: no unit that is said to stand takes a step.
#[test]
fn who_is_said_to_stand_stands_in_every_one_of_a_hundred_games() {
    for file in games::embedded_of::<Volley>() {
        let start = begin(&file.id);
        let stands = plan(&start, &[(Part::All, Word::Stand, Until::End)]);
        for seed in 100..117 {
            let story = fought(&start, stands.clone(), seed, |_| {});
            let gone: Vec<_> = story.orders.iter().filter(|(.., order)| goes(order)).collect();
            assert!(gone.is_empty(), "{} seed {seed}: {gone:?}", file.id);
        }
    }
}

#[test]
fn one_owns_the_ground_and_the_others_stand() {
    let mut taken = 0;
    check(&[(Part::All, Word::Own(0), Until::End)], |_, story| {
        let mut turns: Vec<(u32, UnitId)> = story
            .those(Arm::Infantry, goes)
            .iter()
            .map(|(left, _, order)| (*left, order.unit().unwrap()))
            .collect();
        turns.dedup();
        let one_a_turn = turns.windows(2).all(|pair| pair[0].0 != pair[1].0);
        assert!(one_a_turn, "{turns:?}");
        let ground = &story.end.scenario.objectives[0];
        taken +=
            usize::from(story.end.of(WHOSE).any(|(_, unit)| stands_within(unit, ground.at, ground.radius)));
    });
    assert!(taken >= 4, "{taken} of 12");
}

/// The most foot that stood on the first ground at once, in all battles of a plan.
fn on_the_ground(does: Word) -> (usize, Vec<String>) {
    let (mut most, mut hashes) = (0, Vec::new());
    for battle in BATTLES {
        let start = begin(battle);
        let ground = start.scenario.objectives[0].clone();
        for seed in SEEDS {
            let mut there = 0;
            let story = fought(&start, plan(&start, &[(Part::All, does, Until::End)]), seed, |game| {
                let on = |unit: &volley::Unit| stands_within(unit, ground.at, ground.radius);
                let foot = game.of(WHOSE).filter(|(_, unit)| unit.is(Arm::Infantry) && on(unit));
                there = there.max(foot.count());
            });
            most += there;
            hashes.push(story.hash);
        }
    }
    (most, hashes)
}

#[test]
fn who_storms_ground_goes_onto_it_and_who_presses_halts_before_it() {
    let goal = Goal::Objective(0);
    let (stormed, pressed) = (on_the_ground(Word::Storm(goal)), on_the_ground(Word::Press(goal)));
    assert!(stormed.0 > pressed.0, "{} and {}", stormed.0, pressed.0);
    assert!(stormed.1.iter().zip(&pressed.1).all(|(one, two)| one != two));
}

/// The middle distance of a side's foot from a point, at the end of a turn.
fn away(story: &Story, at: table::Point) -> i32 {
    let foot = story.end.of(WHOSE).filter(|(_, unit)| unit.is(Arm::Infantry));
    let gaps: Vec<i32> = foot.filter_map(|(_, unit)| Some(unit.pose?.at.distance(at).0)).collect();
    gaps.iter().sum::<i32>() / gaps.len().max(1) as i32
}

#[test]
fn who_presses_presses_to_the_ground_that_is_named() {
    let start = begin("salamanca-pakenham");
    let to = |n: usize| plan(&start, &[(Part::All, Word::Press(Goal::Objective(n)), Until::End)]);
    let effort = |n: usize| Plan { effort: Some(Goal::Objective(n)), ..plan(&start, &[PRESS]) };
    let at = start.scenario.objectives[0].at;
    let mut nearer = [0, 0];
    for seed in SEEDS {
        for (n, plans) in [(0, [to(0), to(1)]), (1, [effort(0), effort(1)])] {
            let [one, two] = plans.map(|plan| fought(&start, plan, seed, |_| {}));
            assert_ne!(one.hash, two.hash);
            nearer[n] += away(&two, at) - away(&one, at);
        }
    }
    assert!(nearer[0] > 0 && nearer[1] > 0, "{nearer:?}");
}

#[test]
fn units_that_support_follow_and_do_not_charge() {
    check(&[(Part::All, Word::Support, Until::End)], |_, story| {
        let charges = story.those(Arm::Infantry, charges);
        assert!(charges.is_empty(), "{charges:?}");
    });
    // Behind those who press it comes on, and stays behind them.
    let start = begin("salamanca-pakenham");
    let press = fought(&start, plan(&start, &[PRESS]), 1, |_| {});
    let second = [(Part::Second as fn(String) -> _, Word::Support, Until::End), PRESS];
    let support = fought(&start, plan(&start, &second), 1, |_| {});
    assert_ne!(press.hash, support.hash);
    assert!(!support.those(Arm::Infantry, goes).is_empty());
}

#[test]
fn who_withdraws_goes_back_alone() {
    check(&[(Part::All, Word::Withdraw, Until::End)], |start, story| {
        let ahead = |order: &Order| match order {
            Order::March { legs, .. } => legs.iter().any(|leg| matches!(leg, Leg::Ahead(by) if by.0 > 0)),
            other => charges(other),
        };
        let gone = story.those(Arm::Infantry, ahead);
        assert!(gone.is_empty(), "{gone:?}");
        assert!(!story.those(Arm::Infantry, goes).is_empty(), "{}", start.scenario.id);
    });
}

#[test]
fn horse_that_is_kept_in_hand_goes_nowhere() {
    check(&[(Part::Horse, Word::Keep, Until::End), PRESS], |_, story| {
        let gone = story.those(Arm::Cavalry, |order| goes(order) || charges(order));
        assert!(gone.is_empty(), "{gone:?}");
    });
}

#[test]
fn horse_that_denies_ground_rides_onto_it() {
    let mut denied = 0;
    for battle in BATTLES {
        let start = begin(battle);
        let words = [(Part::Horse as fn(String) -> _, Word::Deny(0), Until::End), PRESS];
        for seed in SEEDS {
            let mut there = false;
            let ground = start.scenario.objectives[0].clone();
            let story = fought(&start, plan(&start, &words), seed, |game| {
                let on = |unit: &volley::Unit| {
                    unit.is(Arm::Cavalry) && stands_within(unit, ground.at, ground.radius)
                };
                there |= game.of(WHOSE).any(|(_, unit)| on(unit));
            });
            assert_ne!(story.hash, fought(&start, plan(&start, &[PRESS]), seed, |_| {}).hash);
            denied += usize::from(there);
        }
    }
    assert!(denied >= 6, "{denied} of 12");
}

/// Horse that hunts such ones, in all battles: it rides at some of them, and at no others.
#[track_caller]
fn check_hunt(word: Word, is_game: impl Fn(&Prey) -> bool) {
    let mut ridden_at = Vec::new();
    check(&[(Part::Horse, word, Until::End), PRESS], |_, story| ridden_at.extend(&story.ridden_at));
    let others: Vec<&Prey> = ridden_at.iter().filter(|prey| !is_game(prey)).collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(!ridden_at.is_empty(), "nobody charges");
}

#[test]
fn horse_that_hunts_guns_rides_at_nothing_else() {
    check_hunt(Word::HuntGuns, |prey| prey.arm == Arm::Artillery);
}

/// Worn is a unit that has lost a third of the figures it began with, when horse is ordered to ride at it.
#[test]
fn horse_that_hunts_the_worn_rides_at_no_others() {
    check_hunt(Word::HuntWorn, |prey| prey.lost * 3 >= prey.figures);
}

#[test]
fn guns_that_stay_are_not_limbered_and_guns_that_go_with_their_foot_are() {
    let (mut limbered, mut others) = (0, 0);
    for battle in ["leubnitz", "salamanca-pakenham"] {
        let start = begin(battle);
        let words = |does| plan(&start, &[(Part::Guns, does, Until::End), PRESS]);
        let leaves = |order: &Order| matches!(order, Order::Form { formation: Formation::Limbered, .. });
        for seed in SEEDS {
            let stay = fought(&start, words(Word::Stay), seed, |_| {});
            assert!(stay.those(Arm::Artillery, |order| leaves(order) || goes(order)).is_empty());
            let with = fought(&start, words(Word::GoWith), seed, |_| {});
            limbered += with.those(Arm::Artillery, leaves).len();
            others += usize::from(stay.hash != with.hash);
        }
    }
    assert!(limbered > 0 && others > 0, "{limbered} limbered, {others} other battles");
}

#[test]
fn a_reserve_goes_when_so_many_turns_are_left_and_not_before() {
    let late: [Said; 2] =
        [(Part::All, Word::Stand, Until::Left(3)), (Part::All, Word::Storm(Goal::Enemy), Until::End)];
    let mut went = 0;
    check(&late, |_, story| {
        let gone = story.those(Arm::Infantry, goes);
        assert!(gone.iter().all(|(left, ..)| *left <= 3), "{gone:?}");
        went += gone.len();
    });
    assert!(went > 12, "{went}");
}

/// Tasks run out: when ground is taken, when the side has lost so much, when the unit is hit.
#[test]
fn a_task_runs_out_when_it_is_said_to() {
    for until in [Until::Taken(0), Until::Lost(5), Until::Shot] {
        let words: [Said; 2] =
            [PRESS, (Part::All, Word::Stand, Until::End)].map(|(who, does, _)| (who, does, Until::End));
        let start = begin("salamanca-pakenham");
        let for_good = plan(&start, &words);
        let mut for_now = for_good.clone();
        for_now.tasks.iter_mut().filter(|task| task.does != Word::Stand).for_each(|task| task.until = until);
        let other = |seed: &u64| {
            let [one, two] = [&for_good, &for_now].map(|plan| fought(&start, plan.clone(), *seed, |_| {}));
            one.hash != two.hash
        };
        assert!(SEEDS.filter(other).count() > 0, "{until:?}");
    }
}
