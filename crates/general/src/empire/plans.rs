//! Plans that are worth playing out: the captain's own, to stand for the whole battle or until late, to press, to storm, to
//! go on in two lines. They are few: a battle takes long.

use crate::kit::plan::{Goal, Part, Plan, Task, Until, Word, aim};
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
        let (_, does, until) = said[said.len() - 1];
        Some(Plan { tasks, effort: aim(does, until, goal) })
    };
    vec![
        None,
        told(all(Word::Stand)),
        told(stand_until(2)),
        told(all(Word::Press(goal))),
        told(all(Word::Press(Goal::Enemy))),
        told(in_two_lines),
        told(all(Word::Storm(goal))),
    ]
}

/// What the enemy of a marshal may do: as a captain does. A battle takes so long that there is no time for more, and an
/// enemy who only stands loses.
pub(super) fn expected() -> Vec<Told> {
    vec![None]
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
