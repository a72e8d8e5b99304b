//! Words of a plan, in orders: each leads to another battle, and is true of it.

use dice::{Seed, Stream};
use engine::{Game as _, Played as _, Players, Side, Solo, UnitId, state_hash};
use games::{Orders, Setup};
use general::{Captained as _, Executor, General, Goal, Part, Plan, Task, Until, Word};
use orders::words::{Arm, Formation, Level};
use orders::{Act, Answer, CorpsId, Pace, Question, Stage, What};

const SEEDS: std::ops::Range<u64> = 1..5;
const BATTLES: [&str; 2] = ["baumersdorf", "wagram-davout"];
const WHOSE: Side = Side::French;

/// A captain who is told a plan, and the acts that he gives by it.
struct Told {
    told: Box<dyn Executor<Orders>>,
    other: General<Orders>,
    /// Turns left, and what was told whom.
    acts: Vec<(u32, Act)>,
}

impl Players<Orders> for Told {
    fn answer(&mut self, side: Side, view: &Orders, question: &Question) -> Answer {
        if side != WHOSE {
            return self.other.answer(side, view, question);
        }
        let answer = self.told.answer(side, view, question);
        if let Answer::Act(act) = &answer {
            let flees = act.unit().is_some_and(|unit| view.unit(unit).in_panic());
            if flees {
                return answer;
            }
            self.acts.push((view.scenario.length.unwrap() + 1 - view.turn, act.clone()));
        }
        answer
    }
}

fn begin(battle: &str) -> Orders {
    let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<Orders>().unwrap();
    Orders::start(&battle, rules)
}

/// Who of a corps, what, and until when.
type Said = (fn(CorpsId) -> Part<CorpsId>, Word, Until);

/// A plan with these tasks for each corps of the side.
fn plan(game: &Orders, words: &[Said]) -> Plan<CorpsId> {
    let mut tasks = Vec::new();
    for corps in game.corps_ids().filter(|id| game.corps(*id).side == WHOSE) {
        for (who, does, until) in words {
            tasks.push(Task { until: *until, ..Task::new(who(corps), *does, 1.5) });
        }
    }
    Plan { tasks, effort: None }
}

/// A battle fought by a plan, to its end.
struct Story {
    end: Orders,
    acts: Vec<(u32, Act)>,
    /// Whom the umpire brought within the enemy's reach because its order wanted it nearer to its place. A corps that
    /// stands too wide apart for its order closes up, and is none the nearer to him for it; horse that was driven far off
    /// is called back.
    made: Vec<UnitId>,
    hash: String,
}

fn fought(start: &Orders, plan: Plan<CorpsId>, seed: u64, mut each: impl FnMut(&Orders)) -> Story {
    let mut game = start.clone();
    let mut executor = Orders::executor().unwrap();
    executor.begin(seed);
    executor.tell(Some(plan));
    let mut told = Told { told: executor, other: Orders::captain(), acts: Vec::new() };
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), &mut told);
    solo.heard = Some(Vec::new());
    let mut made = Vec::new();
    while !game.is_over() {
        let before = (game.stage == Stage::Obey).then(|| game.clone());
        let Ok(()) = game.step(&mut solo);
        let heard = solo.heard.as_mut().map(std::mem::take).unwrap_or_default();
        for event in heard {
            if let (What::Obeys { unit }, Some(before)) = (&event.what, &before)
                && game.unit(*unit).side() == WHOSE
                && !game.unit(*unit).arm().is_cavalry()
                && gap(&game, *unit) < gap(before, *unit).min(8000)
            {
                made.push(*unit);
            }
        }
        each(&game);
    }
    assert_eq!(solo.refused, 0);
    drop(solo);
    let hash = state_hash(&game);
    Story { end: game, acts: told.acts, made, hash }
}

/// How far a unit is from the nearest enemy.
fn gap(game: &Orders, unit: UnitId) -> i32 {
    let body = game.unit(unit);
    let near = body.rect().and_then(|rect| orders::placing::nearest_enemy(game, body.side(), rect));
    near.map_or(i32::MAX / 2, |(_, gap)| gap.0)
}

impl Story {
    /// Those of an arm who were told to do such a thing.
    fn those(&self, arm: impl Fn(Arm) -> bool, does: impl Fn(&Act) -> bool) -> Vec<&(u32, Act)> {
        let is_of = |act: &Act| act.unit().is_some_and(|unit| arm(self.end.unit(unit).arm()));
        self.acts.iter().filter(|(_, act)| is_of(act) && does(act)).collect()
    }
}

/// A step from where a unit stands.
fn goes(act: &Act) -> bool {
    let step = |pace: &Pace| matches!(pace, Pace::Ahead(_) | Pace::Back(_) | Pace::Road(_) | Pace::Shift(..));
    matches!(act, Act::March { paces, .. } if paces.iter().any(step))
}

fn charges(act: &Act) -> bool {
    matches!(act, Act::Charge { .. })
}

/// Fights a plan of these words in some battles, each against the same with `others` for all units; at least every
/// second one must go another way.
#[track_caller]
fn check(words: &[Said], others: Word, mut is_true: impl FnMut(&Orders, &Story)) {
    for battle in BATTLES {
        let start = begin(battle);
        let with = plan(&start, words);
        let without = plan(&start, &[(Part::All, others, Until::End)]);
        let mut differ = 0;
        for seed in SEEDS {
            let story = fought(&start, with.clone(), seed, |_| {});
            differ += usize::from(story.hash != fought(&start, without.clone(), seed, |_| {}).hash);
            is_true(&start, &story);
        }
        assert!(differ * 2 >= SEEDS.count(), "{battle}: {differ} of {}", SEEDS.count());
    }
}

const ENEMY: Word = Word::Press(Goal::Enemy);
const PRESS: Said = (Part::All, ENEMY, Until::End);

#[test]
fn who_is_told_to_stand_goes_nowhere() {
    check(&[(Part::All, Word::Stand, Until::End)], ENEMY, |_, story| {
        let gone = story.those(|_| true, goes);
        assert!(gone.is_empty() && story.made.is_empty(), "{gone:?} {:?}", story.made);
    });
}

/// What a plan says of units that stand is true in every battle: they take no step of their own, and are not sent off.
#[test]
fn units_said_to_let_the_enemy_come_do_not_go_to_meet_him() {
    let start = begin("vitoria");
    let standing = plan(&start, &[(Part::First, Word::Stand, Until::End), PRESS]);
    let said = Orders::said(&start, &standing);
    assert!(said.iter().any(|sentence| sentence.ends_with("first line: lets the enemy come.")), "{said:?}");
    for battle in ["baumersdorf", "wagram-davout", "vitoria"] {
        let start = begin(battle);
        let standing = plan(&start, &[(Part::All, Word::Stand, Until::End)]);
        for seed in 11..15 {
            let story = fought(&start, standing.clone(), seed, |_| {});
            let gone = story.those(|_| true, goes);
            assert!(gone.is_empty() && story.made.is_empty(), "{battle} {seed}: {gone:?} {:?}", story.made);
        }
    }
}

/// In how many battles foot of the side stood on a piece of ground, by the word for all.
fn taken(does: Word, at: usize) -> (usize, Vec<String>) {
    let (mut taken, mut hashes) = (0, Vec::new());
    for battle in BATTLES {
        let start = begin(battle);
        for seed in SEEDS {
            let mut there = false;
            let story = fought(&start, plan(&start, &[(Part::All, does, Until::End)]), seed, |game| {
                there |= orders::verdict::holder(game, at) == Some(WHOSE);
            });
            taken += usize::from(there);
            hashes.push(story.hash);
        }
    }
    (taken, hashes)
}

#[test]
fn who_owns_ground_presses_to_it_or_storms_it_fights_another_battle_each_time() {
    let goal = Goal::Objective(0);
    let (own, press, storm) =
        (taken(Word::Own(0), 0), taken(Word::Press(goal), 0), taken(Word::Storm(goal), 0));
    for (one, two) in [(&own, &press), (&press, &storm), (&own, &storm)] {
        assert!(one.1.iter().zip(&two.1).all(|(one, two)| one != two));
    }
    // Elsewhere is elsewhere.
    let there = taken(Word::Storm(Goal::Objective(1)), 0);
    assert!(there.1.iter().zip(&storm.1).any(|(one, two)| one != two));
}

#[test]
fn a_brigade_that_is_sent_alone_onto_ground_goes_there_and_stays() {
    let start = begin("wagram-davout");
    // Jarry's brigade stands nearest to Baumersdorf's fields; no other goes.
    let (mut reached, mut stayed) = (0, 0);
    for seed in SEEDS {
        let unit = start.of(Side::Allied).next().unwrap().0;
        assert_ne!(start.unit(unit).side(), WHOSE);
        let own = start.of(WHOSE).filter(|(_, unit)| unit.arm().is_infantry());
        let goal = start.scenario.objectives[0].at;
        let nearest = own.min_by_key(|(_, unit)| unit.pose.unwrap().at.distance(goal)).unwrap().0;
        let before = start.unit(nearest).pose.unwrap().at.distance(goal);
        let mut sent = plan(&start, &[(Part::All, Word::Stand, Until::End)]);
        sent.tasks.insert(0, Task::post(nearest, 0));
        let mut least = before;
        let story = fought(&start, sent, seed, |game| {
            let now = game.unit(nearest).pose.map(|pose| pose.at.distance(goal));
            least = least.min(now.unwrap_or(least));
        });
        let others = story.those(|_| true, goes);
        let others = others.iter().filter(|(_, act)| act.unit() != Some(nearest)).count();
        assert_eq!(others, 0);
        reached += usize::from(least < before);
        stayed += 1;
    }
    assert_eq!(reached, stayed);
}

#[test]
fn who_supports_follows_those_who_press() {
    let second = [(Part::Second as fn(CorpsId) -> _, Word::Support, Until::End), PRESS];
    check(&second, ENEMY, |_, _| {});
    // With no friend before them none goes.
    check(&[(Part::All, Word::Support, Until::End)], ENEMY, |_, story| {
        let gone = story.those(|_| true, |act| goes(act) || charges(act));
        let foot = gone.iter().filter(|(_, act)| !story.end.unit(act.unit().unwrap()).arm().is_artillery());
        assert_eq!(foot.count(), 0, "{gone:?}");
    });
}

#[test]
fn units_that_withdraw_do_not_charge_and_are_farther_off_at_the_end() {
    let apart = |story: &Story| {
        let gaps: Vec<i32> = story.end.of(WHOSE).map(|(id, _)| gap(&story.end, id)).collect();
        gaps.iter().sum::<i32>() / gaps.len().max(1) as i32
    };
    let start = begin("wagram-davout");
    let mut farther = 0;
    check(&[(Part::All, Word::Withdraw, Until::End)], ENEMY, |_, story| {
        assert!(story.those(|_| true, charges).is_empty());
        assert!(!story.those(|_| true, goes).is_empty());
    });
    for seed in SEEDS {
        let back = fought(&start, plan(&start, &[(Part::All, Word::Withdraw, Until::End)]), seed, |_| {});
        let on = fought(&start, plan(&start, &[PRESS]), seed, |_| {});
        farther += usize::from(apart(&back) > apart(&on));
    }
    assert_eq!(farther, SEEDS.count());
}

#[test]
fn horse_that_is_kept_in_hand_goes_nowhere() {
    check(&[(Part::Horse, Word::Keep, Until::End), PRESS], ENEMY, |_, story| {
        // Where its corps goes on without it, its order brings it along.
        let gone = story.those(Arm::is_cavalry, |act| goes(act) || charges(act));
        assert!(gone.is_empty(), "{gone:?}");
    });
}

#[test]
fn horse_that_denies_ground_rides_onto_it() {
    let mut denied = 0;
    for battle in BATTLES {
        let start = begin(battle);
        let ground = start.scenario.objectives[1].clone();
        let words = [(Part::Horse as fn(CorpsId) -> _, Word::Deny(1), Until::End), PRESS];
        for seed in SEEDS {
            let least = |game: &Orders| {
                let horse = game.of(WHOSE).filter(|(_, unit)| unit.arm().is_cavalry());
                horse.filter_map(|(_, unit)| Some(unit.rect()?.distance_to(ground.at).0)).min()
            };
            let (mut with, mut without) = (i32::MAX, i32::MAX);
            let near = |most: &mut i32, game: &Orders| *most = (*most).min(least(game).unwrap_or(i32::MAX));
            let story = fought(&start, plan(&start, &words), seed, |game| near(&mut with, game));
            let other = fought(&start, plan(&start, &[PRESS]), seed, |game| near(&mut without, game));
            assert_ne!(story.hash, other.hash);
            denied += usize::from(with < ground.radius.0);
        }
    }
    assert!(denied >= 4, "{denied} of 8");
}

/// The enemies that horse is told to charge, as they are at that moment.
struct Hunting {
    told: Told,
    ridden_at: Vec<(Arm, Level)>,
}

impl Players<Orders> for Hunting {
    fn answer(&mut self, side: Side, view: &Orders, question: &Question) -> Answer {
        let answer = self.told.answer(side, view, question);
        if side == WHOSE
            && let Answer::Act(Act::Charge { unit, target, .. }) = &answer
            && view.unit(*unit).arm().is_cavalry()
        {
            let at = view.unit(*target);
            self.ridden_at.push((at.arm(), at.level));
        }
        answer
    }
}

/// Whom horse with such a word charges, over all battles, and how they end.
fn hunted(does: Word) -> (Vec<(Arm, Level)>, Vec<String>) {
    let (mut ridden_at, mut hashes) = (Vec::new(), Vec::new());
    for battle in BATTLES {
        let start = begin(battle);
        for seed in SEEDS {
            let mut executor = Orders::executor().unwrap();
            executor.begin(seed);
            executor.tell(Some(plan(&start, &[(Part::Horse, does, Until::End), PRESS])));
            let told = Told { told: executor, other: Orders::captain(), acts: Vec::new() };
            let mut hunting = Hunting { told, ridden_at: Vec::new() };
            let mut game = start.clone();
            Solo::new(Stream::new(Seed::from_number(seed), 0), &mut hunting).play(&mut game, 50_000);
            ridden_at.extend(hunting.ridden_at);
            hashes.push(state_hash(&game));
        }
    }
    (ridden_at, hashes)
}

#[test]
fn horse_that_hunts_rides_at_no_others() {
    let (guns, with_guns) = hunted(Word::HuntGuns);
    assert!(!guns.is_empty(), "nobody charges");
    assert!(guns.iter().all(|(arm, _)| arm.is_artillery()), "{guns:?}");
    // Worn is a unit that is not firm, when horse is told to ride at it.
    let (worn, with_worn) = hunted(Word::HuntWorn);
    assert!(!worn.is_empty(), "nobody charges");
    assert!(worn.iter().all(|(_, level)| *level < Level::Firm), "{worn:?}");
    let (_, pressing) = hunted(ENEMY);
    for (one, two) in [(&with_guns, &with_worn), (&with_guns, &pressing), (&with_worn, &pressing)] {
        let differ = one.iter().zip(two).filter(|(one, two)| one != two).count();
        assert!(differ * 2 >= one.len(), "{differ} of {}", one.len());
    }
}

#[test]
fn guns_that_stay_take_no_step_and_guns_that_go_with_their_foot_do() {
    let (mut limbered, mut others) = (0, 0);
    for battle in BATTLES {
        let start = begin(battle);
        let words = |does| plan(&start, &[(Part::Guns, does, Until::End), PRESS]);
        for seed in SEEDS {
            let stay = fought(&start, words(Word::Stay), seed, |_| {});
            assert!(stay.those(Arm::is_artillery, goes).is_empty());
            let with = fought(&start, words(Word::GoWith), seed, |_| {});
            limbered += with.those(Arm::is_artillery, goes).len();
            others += usize::from(stay.hash != with.hash);
        }
    }
    assert!(limbered > 0 && others > 0, "{limbered} limbered, {others} other battles");
}

#[test]
fn a_reserve_goes_when_so_many_turns_are_left_and_not_before() {
    let late: [Said; 2] =
        [(Part::All, Word::Stand, Until::Left(4)), (Part::All, Word::Storm(Goal::Enemy), Until::End)];
    let mut went = 0;
    check(&late, ENEMY, |_, story| {
        let gone = story.those(|_| true, goes);
        assert!(gone.iter().all(|(left, _)| *left <= 4), "{gone:?}");
        went += gone.len();
    });
    assert!(went > 12, "{went}");
}

/// Tasks run out: when ground is taken, when the side has lost so much, when the unit is hit.
#[test]
fn a_task_runs_out_when_it_is_said_to() {
    // What is the side's own is taken from the first turn on.
    let own = begin("vitoria").holders().iter().position(|holder| *holder == Some(WHOSE)).unwrap();
    let cases =
        [("vitoria", Until::Taken(own)), ("baumersdorf", Until::Lost(5)), ("baumersdorf", Until::Shot)];
    for (battle, until) in cases {
        let start = begin(battle);
        let words: [Said; 2] =
            [(Part::All, Word::Storm(Goal::Objective(0)), until), (Part::All, Word::Withdraw, Until::End)];
        let for_now = plan(&start, &words);
        let for_good = plan(&start, &words.map(|(who, does, _)| (who, does, Until::End)));
        let other = |seed: &u64| {
            let [one, two] = [&for_good, &for_now].map(|plan| fought(&start, plan.clone(), *seed, |_| {}));
            one.hash != two.hash
        };
        assert!((1..4).filter(other).count() > 0, "{until:?}");
    }
}

/// Line, column, line, column under a battery: no brigade takes up again what it has just given up.
#[test]
fn brigades_do_not_go_to_and_fro_and_a_battery_in_action_stays() {
    for battle in BATTLES {
        let start = begin(battle);
        let mut formed: Vec<Formation> = start.units.iter().map(|unit| unit.formation).collect();
        let mut left: Vec<(usize, Formation, u32)> = Vec::new();
        let (mut changes, mut undone) = (0_usize, 0_usize);
        let seats = general::Seats { french: Orders::captain(), allied: Orders::captain() };
        let mut solo = Solo::new(Stream::new(Seed::from_number(7), 0), seats);
        let mut game = start.clone();
        while !game.is_over() {
            let Ok(()) = game.step(&mut solo);
            for (n, unit) in game.units.iter().enumerate().take(formed.len()) {
                if unit.formation == formed[n] {
                    continue;
                }
                if unit.arm().is_artillery() {
                    assert!(game.turn > 1 || start.units[n].formation != formed[n], "{}", unit.name());
                } else {
                    let back = |(unit, before, turn): &(usize, Formation, u32)| {
                        *unit == n && *before == game.units[n].formation && *turn + 2 >= game.turn
                    };
                    undone += usize::from(left.iter().any(back));
                    left.push((n, formed[n], game.turn));
                    changes += 1;
                }
                formed[n] = unit.formation;
            }
        }
        assert!(changes > 0 && undone * 10 <= changes, "{battle}: {undone} of {changes}");
    }
}

/// With the same dice captains of other seeds begin otherwise, by their tempers and their own luck.
#[test]
fn battles_begin_in_many_ways() {
    for battle in ["baumersdorf", "wagram-davout", "vitoria"] {
        let start = begin(battle);
        for side in Side::BOTH {
            let mut first: Vec<String> = Vec::new();
            for seed in 0..40 {
                let mut captain = Orders::captain();
                captain.begin(seed);
                let mut game = start.clone();
                let mut seats = general::Seats { french: captain, allied: Orders::captain() };
                if side == Side::Allied {
                    std::mem::swap(&mut seats.french, &mut seats.allied);
                }
                let mut solo = Solo::new(Stream::new(Seed::from_number(1), 0), seats);
                while game.stage != Stage::Dawn {
                    let Ok(()) = game.step(&mut solo);
                }
                let own = game.corps_ids().filter(|id| game.corps(*id).side == side);
                let orders: Vec<_> = own.map(|id| game.corps(id).order).collect();
                first.push(format!("{orders:?}"));
            }
            first.sort();
            first.dedup();
            assert!(first.len() >= 10, "{battle} {side:?}: {} ways to begin", first.len());
        }
    }
}

#[test]
fn every_temper_has_a_name_and_a_line_and_fights_its_own_battle() {
    let start = begin("baumersdorf");
    let course = |temper: usize| {
        let mut game = start.clone();
        let mut seats = general::Seats { french: Orders::tempered(temper), allied: Orders::captain_before() };
        seats.begin(1);
        let mut solo = Solo::new(Stream::new(Seed::from_number(1), 0), seats);
        solo.play(&mut game, 50_000);
        state_hash(&game)
    };
    let mut known: Vec<(&str, String)> =
        Orders::TEMPERS.iter().enumerate().map(|(n, (name, _))| (*name, course(n))).collect();
    known.sort_unstable();
    known.dedup_by(|one, two| one.0 == two.0 || one.1 == two.1);
    assert!(known.len() >= 3, "{known:?}");
    assert!(Orders::TEMPERS.iter().all(|(_, line)| line.split(' ').count() > 3));
}
