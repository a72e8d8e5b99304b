//! Plans that are worth playing out: the captain's own, to stand on the ground one has or reaches first and to go from it
//! early, late or never, to press, to storm with all or behind a first line; the same with horse that hunts or is kept and
//! with guns that stay.

use super::captain::Captain;
use super::mission::corps_centre;
use crate::kit::plan::{Goal, Part, Plan, Task, Until, Word, aim};
use crate::kit::spot::Spot;
use engine::Side;
use orders::words::Level;
use orders::{CorpsId, Orders, UnitId};

type Told = Option<Plan<CorpsId>>;
/// A part of a command, by its command.
type PartOf = fn(CorpsId) -> Part<CorpsId>;

impl Captain {
    /// What a marshal plays out in a side's place.
    pub(super) fn plans(view: &Orders, side: Side) -> Vec<Told> {
        let captain = Captain::looking(view, side);
        let owners = captain.owners(view, side);
        let goal = captain.wanted(side);
        let all: &[(PartOf, Word)] = &[];
        let plan = |does: Word, until: Until, parts: &[(PartOf, Word)]| {
            let mut tasks = owners.clone();
            for corps in view.corps_ids().filter(|id| view.corps(*id).side == side) {
                if corps_centre(view, corps).is_none() {
                    continue;
                }
                tasks.extend(parts.iter().map(|(who, word)| Task::new(who(corps), *word, 1.5)));
                tasks.push(Task { until, ..Task::new(Part::All(corps), does, zeal(does)) });
                if until != Until::End {
                    tasks.push(Task::new(Part::All(corps), Word::Storm(goal), 2.5));
                }
            }
            Some(Plan { tasks, effort: aim(does, until, goal) })
        };
        vec![
            None,
            plan(Word::Stand, Until::End, all),
            plan(Word::Stand, Until::Left(3), all),
            plan(Word::Stand, Until::Left(6), all),
            plan(Word::Press(goal), Until::End, all),
            plan(Word::Press(Goal::Enemy), Until::End, all),
            plan(Word::Storm(goal), Until::End, all),
            plan(Word::Storm(Goal::Enemy), Until::End, all),
            plan(
                Word::Storm(goal),
                Until::End,
                &[(Part::Second, Word::Support), (Part::Reserve, Word::Support)],
            ),
            plan(
                Word::Storm(Goal::Enemy),
                Until::End,
                &[(Part::Horse, Word::HuntGuns), (Part::Guns, Word::Stay)],
            ),
            plan(Word::Stand, Until::End, &[(Part::Horse, Word::HuntWorn)]),
            plan(Word::Press(goal), Until::Left(4), &[(Part::Horse, Word::Keep)]),
        ]
    }

    /// What the enemy of a marshal may be about: as a captain does, or he stands.
    pub(super) fn expected(view: &Orders, side: Side) -> Vec<Told> {
        let owners = Captain::looking(view, side).owners(view, side);
        let own = view.corps_ids().filter(|id| view.corps(*id).side == side);
        let stand = own.map(|corps| Task::new(Part::All(corps), Word::Stand, 1.0));
        vec![None, Some(Plan { tasks: owners.into_iter().chain(stand).collect(), effort: None })]
    }

    /// One brigade for each piece of ground that no enemy disputes, the nearest to it, each once.
    pub(super) fn owners(&self, view: &Orders, side: Side) -> Vec<Task<CorpsId>> {
        let mut tasks: Vec<Task<CorpsId>> = Vec::new();
        for (n, ground) in self.appraisal.ground.iter().enumerate() {
            let mut nearest: Option<(f64, UnitId)> = None;
            for (id, unit) in view.of(side) {
                let fit = unit.arm().is_infantry()
                    && unit.level > Level::Disrupted
                    && self.leads(unit.corps())
                    && !tasks.iter().any(|task| task.who == Part::Unit(id));
                let Some(rect) = unit.rect().filter(|_| fit) else { continue };
                let far = self.routes.length(Spot::from_vec(rect.centre()), ground.at);
                if nearest.is_none_or(|(least, _)| far < least) {
                    nearest = Some((far, id));
                }
            }
            let Some((far, id)) = nearest else { continue };
            let foe = self.picture.foes.iter().filter(|foe| foe.arm.is_infantry() && foe.is_steady());
            let theirs = foe.map(|foe| foe.at.to(ground.at)).fold(f64::INFINITY, f64::min);
            if (ground.is_ours || far <= theirs) && far / 4.0 <= f64::from(self.appraisal.left) {
                tasks.push(Task::post(id, n));
            }
        }
        tasks
    }

    /// The ground worth most that is not the side's own; the enemy where there is none.
    pub(super) fn wanted(&self, side: Side) -> Goal {
        let others =
            self.appraisal.ground.iter().enumerate().filter(|(_, ground)| ground.holder != Some(side));
        let best = others.max_by(|one, two| one.1.worth.total_cmp(&two.1.worth).then(two.0.cmp(&one.0)));
        best.map_or(Goal::Enemy, |(n, _)| Goal::Objective(n))
    }
}

/// What the enemy's losses count beside one's own.
fn zeal(does: Word) -> f64 {
    match does {
        Word::Storm(_) => 2.5,
        Word::Press(_) => 1.8,
        Word::Stand
        | Word::Own(_)
        | Word::Support
        | Word::Withdraw
        | Word::Keep
        | Word::Deny(_)
        | Word::HuntGuns
        | Word::HuntWorn
        | Word::Stay
        | Word::GoWith => 1.2,
    }
}
