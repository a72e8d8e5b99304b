//! Plans that are worth playing out: the captain's own, to stand on the ground one has or reaches first and to go from it
//! early, late or never, to press, to storm; the same with horse that hunts or is kept.

use super::captain::Captain;
use super::manner::Manner;
use super::plan::brigades;
use crate::kit::plan::{Goal, Part, Plan, Task, Until, Word, aim};
use engine::Side;
use volley::Volley;

type Told = Option<Plan<String>>;

impl Captain {
    /// What a marshal plays out in a side's place.
    pub(super) fn plans(view: &Volley, side: Side) -> Vec<Told> {
        let captain = Captain::looking(view, side);
        let owners = captain.posts(view, side);
        let goal = captain.wanted(view, side);
        let plan = |does: Word, until: Until, horse: Option<Word>| {
            let mut tasks = owners.clone();
            for brigade in brigades(view, side) {
                if let Some(horse) = horse {
                    tasks.push(Task::new(Part::Horse(brigade.clone()), horse, 1.0));
                }
                tasks.push(Task { until, ..Task::new(Part::All(brigade.clone()), does, 1.0) });
                if until != Until::End {
                    tasks.push(Task::new(Part::All(brigade), Word::Storm(goal), 2.0));
                }
            }
            Some(Plan { tasks, effort: aim(does, until, goal) })
        };
        vec![
            None,
            plan(Word::Stand, Until::End, None),
            plan(Word::Stand, Until::Left(1), None),
            plan(Word::Stand, Until::Left(2), None),
            plan(Word::Stand, Until::Left(3), None),
            plan(Word::Stand, Until::Left(5), None),
            plan(Word::Stand, Until::End, Some(Word::HuntGuns)),
            plan(Word::Stand, Until::End, Some(Word::Keep)),
            plan(Word::Press(goal), Until::End, None),
            plan(Word::Press(Goal::Enemy), Until::Left(3), None),
            plan(Word::Storm(goal), Until::End, None),
            plan(Word::Storm(Goal::Enemy), Until::End, Some(Word::HuntWorn)),
        ]
    }

    /// What the enemy of a marshal may be about: as a captain does, or he stands.
    pub(super) fn expected(view: &Volley, side: Side) -> Vec<Told> {
        let owners = Captain::looking(view, side).posts(view, side);
        let stand = brigades(view, side).into_iter().map(|one| Task::new(Part::All(one), Word::Stand, 1.0));
        vec![None, Some(Plan { tasks: owners.into_iter().chain(stand).collect(), effort: None })]
    }

    /// A captain who has looked at the table.
    fn looking(view: &Volley, side: Side) -> Captain {
        let mut captain = Captain::of(Manner::NOW);
        captain.learn(view);
        captain.make_plan(view, side);
        captain
    }

    /// Which unit walks onto which ground, as tasks.
    fn posts(&self, view: &Volley, side: Side) -> Vec<Task<String>> {
        self.owners(view, side).into_iter().map(|(unit, objective)| Task::post(unit, objective)).collect()
    }

    /// The ground worth most that is not the side's own; the enemy where there is none.
    fn wanted(&self, view: &Volley, side: Side) -> Goal {
        let ground = view.scenario.objectives.iter().zip(&self.appraisal.holders).enumerate();
        let others = ground.filter(|(_, (_, holder))| **holder != Some(side));
        let best = others.max_by_key(|(n, (objective, _))| (objective.worth, usize::MAX - n));
        best.map_or(Goal::Enemy, |(n, _)| Goal::Objective(n))
    }
}
