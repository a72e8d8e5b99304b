//! The captain's kit: plans as plain data, what is left to do, short lists, and what was worked out once.

use engine::UnitId;
use general::inside::{Agenda, Arms, Few, MOST_KEPT as MOST, Memo, Next, Numbered, Ranks};
use general::{Goal, Part, Plan, Task, Until, Word};

fn plan() -> Plan<&'static str> {
    let post = |unit, objective| Task::post(UnitId(unit), objective);
    let task = |who, does| Task::new(who, does, 1.0);
    let reserve = Task { until: Until::Left(3), ..task(Part::Reserve("Graham"), Word::Support) };
    Plan {
        tasks: vec![
            post(4, 1),
            post(2, 0),
            post(7, 1),
            task(Part::All("Hill"), Word::Press(Goal::Objective(1))),
            reserve,
            task(Part::All("Graham"), Word::Stand),
            task(Part::All("Picton"), Word::Withdraw),
        ],
        effort: Some(Goal::Objective(1)),
    }
}

#[test]
fn a_plan_can_be_read_out() {
    let foot = |foot| Arms { foot, ..Arms::default() };
    let ranks = Ranks::default().with("Hill", foot(3)).with("Graham", foot(3)).with("Picton", foot(1));
    let read = |plan: &Plan<_>, ranks: &Ranks| {
        plan.said(ranks, |command: &&str| (*command).to_owned(), |n| format!("hill {n}"))
    };
    let said = read(&plan(), &ranks);
    assert_eq!(
        said,
        [
            "Hill: presses on to hill 1.",
            "Graham, reserve: follows in support until 3 turns are left.",
            "Graham, the rest: lets the enemy come.",
            "Picton: goes back to its own edge and rallies.",
            "1 unit is sent to hill 0 and stays there.",
            "2 units are sent to hill 1 and stay there.",
            "The main effort is at hill 1.",
        ]
    );
    // Picton has no reserve left, and Graham has no third line: no word of either. What stands is what is said.
    let fewer = Ranks::default().with("Hill", foot(3)).with("Graham", foot(2));
    let said = read(&plan(), &fewer);
    assert!(
        said.iter().all(|sentence| !sentence.contains("reserve") && !sentence.contains("Picton")),
        "{said:?}"
    );
    // A brigade of horse whose horse has been told something has no unit left to stand.
    let horse = Plan {
        tasks: vec![
            Task::new(Part::Horse("Hill"), Word::HuntGuns, 1.0),
            Task::new(Part::All("Hill"), Word::Stand, 1.0),
        ],
        effort: None,
    };
    let ranks = Ranks::default().with("Hill", Arms { horse: 2, ..Arms::default() });
    assert_eq!(read(&horse, &ranks), ["Hill, horse: rides at guns alone."]);
    let until = Task { until: Until::Left(2), ..horse.tasks[0] };
    let horse = Plan { tasks: vec![until, horse.tasks[1]], effort: None };
    assert_eq!(read(&horse, &ranks).len(), 2, "what ends is followed by what comes then");
}

#[test]
fn a_part_of_a_plan_has_tasks_for_that_part_alone() {
    let part = plan().only(&["Graham"]);
    assert_eq!(part.commands(), ["Graham"]);
    assert!(part.task(&"Graham").is_some() && part.task(&"Hill").is_none());
    assert_eq!(part.post(UnitId(7)), Some(1));
}

#[test]
fn every_part_is_worked_off_in_its_order() {
    let mut agenda = Agenda::new(&['a', 'b', 'c']);
    let most = |part| match part {
        'a' => 2,
        'b' => 0,
        _ => 1,
    };
    let mut found = Vec::new();
    loop {
        match agenda.next(|part, n| (n < most(part)).then_some((part, n))) {
            Next::Item((part, n)) => found.push(format!("{part}{n}")),
            Next::Begins(part) => found.push(part.to_string()),
            Next::Done => break,
        }
    }
    assert_eq!(found, ["a0", "a1", "b", "c", "c0"]);
    assert_eq!(agenda.next(|_, _| Some(1)), Next::Done);
}

#[test]
fn a_short_list_keeps_its_order() {
    let mut few = Few::<u8, 4>::none(0);
    assert!(few.is_empty());
    few.push(1);
    few.push(3);
    few.push_before_last(2);
    assert_eq!(*few, [1, 2, 3]);
    few.truncate(1);
    few.push(7);
    assert_eq!(*few, [1, 7]);
}

#[test]
fn a_full_memory_begins_anew_and_still_answers_right() {
    let mut memo = Memo::default();
    for n in 0..=MOST {
        assert_eq!(memo.known(&n), None);
        assert_eq!(memo.keep(n, n * 2), n * 2);
    }
    assert_eq!(memo.known(&MOST), Some(MOST * 2));
    assert_eq!(memo.known(&0), None);
}

#[test]
fn facts_of_the_same_number_are_told_apart_and_a_full_memory_begins_anew() {
    let mut memo = Numbered::default();
    for n in 0..=MOST {
        let number = n as u64 / 3;
        assert_eq!(memo.known(number, &n), None);
        assert_eq!(memo.keep(number, n, n * 2), n * 2);
        assert_eq!(memo.known(number, &n), Some(n * 2));
    }
    assert_eq!(memo.known(0, &0), None);
}
