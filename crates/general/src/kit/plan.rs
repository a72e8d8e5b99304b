//! A plan: what each command of a side is to do, as plain data.
//!
//! A captain makes one (`Captained::plan`) and carries one out (`Captained::execute`), his own or another's. So a
//! plan can be read out, kept, compared with a better one, tried by playing it out, or made by a player who hands
//! some of his commands over.

use engine::UnitId;

/// How a command carries itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stance {
    /// It keeps its ground and lets the enemy come.
    #[default]
    Hold,
    /// It works its way forward behind its guns.
    Press,
    /// It goes in.
    Assault,
    /// It breaks off to rally.
    Retire,
}

/// Where a command is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Ground worth having, by its number among the battle's objectives.
    Objective(usize),
    /// The enemy, wherever he is nearest.
    Enemy,
    /// Its own edge, out of the enemy's way.
    Rear,
}

/// What one command is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Task<C> {
    pub command: C,
    pub stance: Stance,
    pub goal: Goal,
    /// What the enemy's losses count beside its own: more where something must be won.
    pub zeal: f64,
}

/// A unit that is to stand on an objective, whatever the rest of its command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    pub unit: UnitId,
    /// Its number among the battle's objectives.
    pub objective: usize,
}

/// What a side is to do. A command without a task is left alone by whoever carries the plan out.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan<C> {
    pub tasks: Vec<Task<C>>,
    pub posts: Vec<Post>,
}

impl<C> Default for Plan<C> {
    /// Nobody has anything to do.
    fn default() -> Plan<C> {
        Plan { tasks: Vec::new(), posts: Vec::new() }
    }
}

impl<C: PartialEq> Plan<C> {
    /// What a command is to do.
    pub fn task(&self, command: &C) -> Option<&Task<C>> {
        self.tasks.iter().find(|task| task.command == *command)
    }

    /// The objective a unit is sent to.
    pub fn post(&self, unit: UnitId) -> Option<usize> {
        self.posts.iter().find(|post| post.unit == unit).map(|post| post.objective)
    }

    /// Those who have something to do.
    pub fn commands(&self) -> Vec<C>
    where
        C: Clone,
    {
        self.tasks.iter().map(|task| task.command.clone()).collect()
    }

    /// The same for some commands alone: what a player hands over, and no more.
    #[must_use]
    pub fn only(mut self, commands: &[C]) -> Plan<C> {
        self.tasks.retain(|task| commands.contains(&task.command));
        self
    }

    /// The plan in sentences, one for each command and one for each objective somebody is sent to, by the names of both.
    pub fn said(&self, command: impl Fn(&C) -> String, objective: impl Fn(usize) -> String) -> Vec<String> {
        let mut said: Vec<String> = self.tasks.iter().map(|task| task.said(&command, &objective)).collect();
        let mut sent: Vec<usize> = self.posts.iter().map(|post| post.objective).collect();
        sent.sort_unstable();
        for same in sent.chunk_by(|one, two| one == two) {
            let units =
                if same.len() == 1 { "1 unit stands".into() } else { format!("{} units stand", same.len()) };
            said.push(format!("{units} on {}.", objective(same[0])));
        }
        said
    }
}

impl<C> Task<C> {
    fn said(&self, command: impl Fn(&C) -> String, objective: impl Fn(usize) -> String) -> String {
        let goal = match self.goal {
            Goal::Objective(n) => objective(n),
            Goal::Enemy => "the enemy".to_owned(),
            Goal::Rear => "its own edge".to_owned(),
        };
        let does = match (self.stance, self.goal) {
            (Stance::Hold, Goal::Enemy) => "lets the enemy come".to_owned(),
            (Stance::Hold, _) => format!("holds {goal}"),
            (Stance::Press, _) => format!("presses on to {goal}"),
            (Stance::Assault, _) => format!("storms {goal}"),
            (Stance::Retire, _) => format!("goes back to {goal} and rallies"),
        };
        format!("{}: {does}.", command(&self.command))
    }
}
