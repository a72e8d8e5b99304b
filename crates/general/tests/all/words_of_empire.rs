//! Words of a plan, in empire: each leads to another battle, and is true of it.

use dice::{Seed, Stream};
use empire::me::MeId;
use empire::words::{Arm, Formation};
use empire::{Act, Answer, Question, UnitId};
use engine::{Game as _, Played as _, Players, Side, Solo, state_hash};
use games::{Empire, Setup};
use general::{Captained as _, General, Goal, Part, Plan, Task, Until, Word};
use table::Leg;

const SEEDS: std::ops::Range<u64> = 1..5;
const WHOSE: Side = Side::French;
const BATTLES: [&str; 2] = ["hassenhausen-at-eight", "poserna-in-august"];

/// A captain who is told a plan, and what he does by it, with the hours left.
struct Told {
    told: General<Empire>,
    other: General<Empire>,
    acts: Vec<(u32, Act)>,
    ridden_at: Vec<Prey>,
}

/// Whom horse was told to charge, as he was at that moment.
#[derive(Clone, Copy, Debug)]
struct Prey {
    arm: Arm,
    percent_lost: u32,
    is_shaken: bool,
}

impl Players<Empire> for Told {
    fn answer(&mut self, side: Side, view: &Empire, question: &Question) -> Answer {
        if side != WHOSE {
            return self.other.answer(side, view, question);
        }
        let answer = self.told.answer(side, view, question);
        if let (Answer::Act(act), Question::Impulse(_)) = (&answer, question) {
            self.acts.push((view.decision().turns + 1 - view.hour, act.clone()));
            if let Act::Charge { units, target, .. } = act
                && units.iter().any(|unit| view.unit(*unit).arm() == Arm::Cavalry)
            {
                let at = view.unit(*target);
                let is_shaken = at.disordered || !at.in_good_morale();
                self.ridden_at.push(Prey { arm: at.arm(), percent_lost: at.percent_lost(), is_shaken });
            }
        }
        answer
    }
}

fn begin(battle: &str) -> Empire {
    let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<Empire>().unwrap();
    Empire::start(&battle, rules)
}

type Said = (fn(MeId) -> Part<MeId>, Word, Until);

fn plan(game: &Empire, words: &[Said]) -> Plan<MeId> {
    let told = |me: MeId| {
        words.iter().map(move |(who, does, until)| Task { until: *until, ..Task::new(who(me), *does, 1.0) })
    };
    Plan { tasks: game.mes_of(WHOSE).flat_map(told).collect(), effort: None }
}

struct Story {
    end: Empire,
    acts: Vec<(u32, Act)>,
    ridden_at: Vec<Prey>,
    hash: String,
}

fn fought(start: &Empire, plan: Plan<MeId>, seed: u64) -> Story {
    let mut game = start.clone();
    let (told, other) = (Empire::execute(plan), Empire::captain());
    let mut told = Told { told, other, acts: Vec::new(), ridden_at: Vec::new() };
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), &mut told);
    while !game.is_over() {
        let Ok(()) = game.step(&mut solo);
    }
    assert_eq!(solo.refused, 0);
    drop(solo);
    Story { hash: state_hash(&game), end: game, acts: told.acts, ridden_at: told.ridden_at }
}

/// Who acts in an act, and the way he goes.
fn who(act: &Act) -> Option<(UnitId, &[Leg])> {
    match act {
        Act::Manoeuvre { units, legs, .. } => Some((*units.first()?, legs)),
        Act::Form { unit, legs, .. }
        | Act::Relocate { unit, legs }
        | Act::Gallop { unit, legs }
        | Act::Prolong { unit, legs } => Some((*unit, legs)),
        Act::Charge { units, .. } => Some((*units.first()?, &[])),
        _ => None,
    }
}

impl Story {
    fn of(&self, arm: Arm) -> impl Iterator<Item = (u32, &Act)> {
        let is_of = move |act: &Act| who(act).is_some_and(|(unit, _)| self.end.unit(unit).arm() == arm);
        self.acts.iter().filter(move |(_, act)| is_of(act)).map(|(left, act)| (*left, act))
    }

    fn charges(&self, arm: Arm) -> Vec<UnitId> {
        let target = |act: &Act| if let Act::Charge { target, .. } = act { Some(*target) } else { None };
        self.of(arm).filter_map(|(_, act)| target(act)).collect()
    }
}

/// A step forward: wheels and steps back are none.
fn goes(act: &Act) -> bool {
    who(act).is_some_and(|(_, legs)| legs.iter().any(|leg| matches!(leg, Leg::Ahead(by) if by.0 > 0)))
}

fn goes_back(act: &Act) -> bool {
    who(act).is_some_and(|(_, legs)| legs.iter().any(|leg| matches!(leg, Leg::Back(_))))
}

/// Fights a plan of these words, each against one without them; at least every second must be another battle.
#[track_caller]
fn check(words: &[Said], mut is_true: impl FnMut(&Story)) {
    for battle in BATTLES {
        let start = begin(battle);
        let with = plan(&start, words);
        let without = plan(&start, &[PRESS]);
        let mut others = 0;
        for seed in SEEDS {
            let story = fought(&start, with.clone(), seed);
            others += usize::from(story.hash != fought(&start, without.clone(), seed).hash);
            is_true(&story);
        }
        assert!(others * 2 >= SEEDS.count(), "{battle}: {others} of {}", SEEDS.count());
    }
}

const PRESS: Said = (Part::All, Word::Press(Goal::Enemy), Until::End);
const STAND: Said = (Part::All, Word::Stand, Until::End);

#[test]
fn who_is_told_to_stand_goes_nowhere() {
    check(&[STAND], |story| {
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery] {
            let gone: Vec<_> = story.of(arm).filter(|(_, act)| goes(act) || goes_back(act)).collect();
            assert!(gone.is_empty(), "{gone:?}");
        }
    });
}

#[test]
fn who_owns_ground_walks_onto_it() {
    let start = begin("hassenhausen-at-eight");
    let held = |word: Word| {
        let plan = plan(&start, &[(Part::All, word, Until::End)]);
        SEEDS.filter(|seed| fought(&start, plan.clone(), *seed).end.holders[1] == Some(WHOSE)).count()
    };
    assert!(held(Word::Own(1)) > held(Word::Stand), "{} {}", held(Word::Own(1)), held(Word::Stand));
}

#[test]
fn who_storms_goes_forward_and_otherwise_than_who_presses() {
    check(&[(Part::All, Word::Storm(Goal::Enemy), Until::End)], |story| {
        assert!(story.of(Arm::Infantry).any(|(_, act)| goes(act)));
    });
}

#[test]
fn units_that_support_do_not_charge() {
    check(
        &[(Part::Second, Word::Support, Until::End), (Part::Reserve, Word::Support, Until::End), STAND],
        |_| {},
    );
    let all = [(Part::All as fn(MeId) -> Part<MeId>, Word::Support, Until::End)];
    check(&all, |story| assert!(story.charges(Arm::Infantry).is_empty()));
}

#[test]
fn who_withdraws_never_goes_forward() {
    let mut back = 0;
    check(&[(Part::All, Word::Withdraw, Until::End)], |story| {
        assert!(!story.of(Arm::Infantry).any(|(_, act)| goes(act)));
        assert!(story.charges(Arm::Infantry).is_empty());
        back += story.of(Arm::Infantry).filter(|(_, act)| goes_back(act)).count();
    });
    assert!(back > 0);
}

#[test]
fn horse_that_is_kept_in_hand_neither_moves_nor_charges() {
    check(&[(Part::Horse, Word::Keep, Until::End), PRESS], |story| {
        assert!(story.charges(Arm::Cavalry).is_empty());
        assert!(!story.of(Arm::Cavalry).any(|(_, act)| goes(act)));
    });
}

#[test]
fn horse_that_denies_ground_rides_onto_it() {
    let start = begin("hassenhausen-at-eight");
    let rides = |word: Word| {
        let plan = plan(&start, &[(Part::Horse, word, Until::End), STAND]);
        let each = SEEDS.map(|seed| fought(&start, plan.clone(), seed));
        each.map(|story| story.of(Arm::Cavalry).filter(|(_, act)| goes(act)).count()).sum::<usize>()
    };
    assert!(rides(Word::Deny(1)) > rides(Word::Keep), "{}", rides(Word::Deny(1)));
}

/// Horse that hunts such ones, in all battles: it rides at some of them, and at no others.
#[track_caller]
fn check_hunt(word: Word, is_game: impl Fn(&Prey) -> bool) {
    let mut ridden_at = Vec::new();
    check(&[(Part::Horse, word, Until::End), PRESS], |story| ridden_at.extend(&story.ridden_at));
    let others: Vec<&Prey> = ridden_at.iter().filter(|prey| !is_game(prey)).collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(!ridden_at.is_empty(), "nobody charges");
}

#[test]
fn horse_that_hunts_guns_rides_at_nothing_else() {
    check_hunt(Word::HuntGuns, |prey| prey.arm == Arm::Artillery);
}

/// Worn is a unit that has lost a quarter, or is in disorder or bad morale, when horse is told to ride at it.
#[test]
fn horse_that_hunts_the_worn_rides_at_no_others() {
    check_hunt(Word::HuntWorn, |prey| prey.percent_lost >= 25 || prey.is_shaken);
}

#[test]
fn guns_that_stay_never_limber_and_a_plan_runs_out_when_it_is_said_to() {
    check(
        &[(Part::Guns, Word::Stay, Until::End), (Part::All, Word::Storm(Goal::Enemy), Until::End)],
        |story| {
            let limbers = |act: &Act| {
                matches!(act, Act::Relocate { .. } | Act::Gallop { .. })
                    || matches!(act, Act::Form { formation: Formation::Limbered, .. })
            };
            assert!(!story.of(Arm::Artillery).any(|(_, act)| limbers(act)));
        },
    );
    let late = [(Part::All as fn(MeId) -> Part<MeId>, Word::Stand, Until::Left(2)), PRESS];
    let mut gone = 0;
    check(&late, |story| {
        let early = |(left, act): &(u32, &Act)| *left > 2 && goes(act);
        assert!(!story.of(Arm::Infantry).any(|it| early(&it)));
        gone += story.of(Arm::Infantry).filter(|(_, act)| goes(act)).count();
    });
    assert!(gone > 0);
}
