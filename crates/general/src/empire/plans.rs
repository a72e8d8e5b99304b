//! Plans that are worth playing out: the captain's own, to stand for the whole battle or until late, to press, to storm, to
//! go on in two lines; the same with horse that hunts or is kept.

use crate::kit::plan::{Goal, Part, Plan, Task, Until, Word};
use empire::Empire;
use empire::me::MeId;
use engine::Side;

type Told = Option<Plan<MeId>>;
/// Whose task, what, and until when.
type Said = (fn(MeId) -> Part<MeId>, Word, Until);

/// What a marshal plays out in a side's place.
pub(super) fn plans(view: &Empire, side: Side) -> Vec<Told> {
    let goal = wanted(view, side);
    let all = |does: Word| vec![(Part::All as fn(MeId) -> Part<MeId>, does, Until::End)];
    let stand_until = |left: u32| {
        vec![
            (Part::All as fn(MeId) -> Part<MeId>, Word::Stand, Until::Left(left)),
            (Part::All, Word::Storm(goal), Until::End),
        ]
    };
    let with_horse = |horse: Word, does: Word| {
        vec![(Part::Horse as fn(MeId) -> Part<MeId>, horse, Until::End), (Part::All, does, Until::End)]
    };
    let in_two_lines = vec![
        (Part::Second as fn(MeId) -> Part<MeId>, Word::Support, Until::End),
        (Part::Reserve, Word::Support, Until::End),
        (Part::All, Word::Press(Goal::Enemy), Until::End),
    ];
    let told = |said: Vec<Said>| {
        let mut tasks: Vec<Task<MeId>> = Vec::new();
        for me in view.mes_of(side) {
            for (who, does, until) in &said {
                let zeal = if matches!(does, Word::Storm(_)) { 1.6 } else { 1.2 };
                tasks.push(Task { until: *until, ..Task::new(who(me), *does, zeal) });
            }
        }
        Some(Plan { tasks, effort: Some(goal) })
    };
    vec![
        None,
        told(all(Word::Stand)),
        told(stand_until(2)),
        told(all(Word::Press(goal))),
        told(all(Word::Press(Goal::Enemy))),
        told(in_two_lines),
        told(all(Word::Storm(goal))),
        told(with_horse(Word::Keep, Word::Press(Goal::Enemy))),
        told(with_horse(Word::HuntWorn, Word::Stand)),
    ]
}

/// What the enemy of a marshal may be about: as a captain does, or he stands.
pub(super) fn expected(view: &Empire, side: Side) -> Vec<Told> {
    let stand = view.mes_of(side).map(|me| Task::new(Part::All(me), Word::Stand, 1.0));
    vec![None, Some(Plan { tasks: stand.collect(), effort: None })]
}

/// The ground worth most that is not the side's own; the enemy where there is none.
fn wanted(view: &Empire, side: Side) -> Goal {
    let others = view
        .scenario
        .objectives
        .iter()
        .enumerate()
        .filter(|(n, _)| view.holders.get(*n).copied().flatten() != Some(side));
    let best = others.max_by_key(|(n, place)| (place.worth, usize::MAX - n));
    best.map_or(Goal::Enemy, |(n, _)| Goal::Objective(n))
}
