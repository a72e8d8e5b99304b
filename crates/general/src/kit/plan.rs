//! A plan: what each part of a side is to do, as plain data.
//!
//! A captain makes one (`Captained::plan`) and carries one out (`Captained::execute`), his own or another's. So a
//! plan can be read out, kept, compared with a better one, tried by playing it out, or made by a player who hands
//! some of his commands over.
//!
//! The first task that fits a unit and has not run out is the unit's. A unit of a command that has tasks, all of them
//! run out, is led as the captain thinks best.

use super::ranks::Ranks;
use engine::{Played, UnitId};
use serde::{Deserialize, Serialize};

/// Where a command is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Ground worth having, by its number among the battle's objectives.
    Objective(usize),
    /// The enemy, wherever he is nearest.
    Enemy,
}

/// Who has a task: one unit, or a part of a command. The lines are told apart by who stands behind whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part<C> {
    Unit(UnitId),
    /// Foot with no friend before it.
    First(C),
    /// Foot behind one line.
    Second(C),
    /// Foot behind two lines, and units that wait at the edge of the table.
    Reserve(C),
    Horse(C),
    Guns(C),
    /// Skirmishers.
    Open(C),
    /// The whole of a command.
    All(C),
}

/// What it does. Words of foot that are said to a whole command mean for its horse and its guns what goes with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// It keeps its place in line, fires and lets the enemy come.
    Stand,
    /// One of it walks onto ground and stays there; the others keep it from where they stand.
    Own(usize),
    /// It works its way forward behind its guns, and closes where it is the stronger.
    Press(Goal),
    /// It goes in.
    Storm(Goal),
    /// It follows at a distance and comes forward to relieve worn friends.
    Support,
    /// It breaks off, out of the enemy's way.
    Withdraw,
    /// Horse that is kept in hand and does not charge.
    Keep,
    /// Horse that goes onto ground so that it is not the enemy's.
    Deny(usize),
    /// Horse that rides at guns, and at nothing else.
    HuntGuns,
    /// Horse that rides at the worn, and at no others.
    HuntWorn,
    /// Guns that stay where they are in action.
    Stay,
    /// Guns that go forward with their foot.
    GoWith,
}

/// How long a task holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// Until this many turns are left, the present one among them.
    Left(u32),
    /// Until the side has lost this percentage of its strength.
    Lost(u32),
    /// Until the side holds this ground.
    Taken(usize),
    /// Until the unit has lost figures.
    Shot,
    #[default]
    End,
}

/// How a command carries itself, for games whose captains know no finer words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stance {
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

/// What one part of a side is to do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Task<C> {
    pub who: Part<C>,
    pub does: Word,
    pub until: Until,
    /// What the enemy's losses count beside its own: more where something must be won.
    pub zeal: f64,
}

/// What a side is to do. The captain who carries it out leaves a command without a task alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plan<C> {
    pub tasks: Vec<Task<C>>,
    /// Where it is to be decided: units that go forward go there first.
    pub effort: Option<Goal>,
}

impl<C> Default for Plan<C> {
    /// No task for any command.
    fn default() -> Plan<C> {
        Plan { tasks: Vec::new(), effort: None }
    }
}

/// How many turns are left, the present one among them.
pub(crate) fn turns_left<G: Played>(view: &G) -> u32 {
    (view.length() + 1).saturating_sub(view.moment().turn)
}

/// The main effort of a plan whose units do `does` and then go for `goal`. None if they go at the nearest enemy until
/// the end: then they never turn to `goal`.
pub(crate) fn aim(does: Word, until: Until, goal: Goal) -> Option<Goal> {
    let anywhere = matches!(does, Word::Press(Goal::Enemy) | Word::Storm(Goal::Enemy));
    (!anywhere || until != Until::End).then_some(goal)
}

impl<C> Part<C> {
    /// Whose part it is; `None` for a single unit.
    pub fn command(&self) -> Option<&C> {
        match self {
            Part::Unit(_) => None,
            Part::First(command)
            | Part::Second(command)
            | Part::Reserve(command)
            | Part::Horse(command)
            | Part::Guns(command)
            | Part::Open(command)
            | Part::All(command) => Some(command),
        }
    }
}

impl Word {
    /// The ground it goes onto and keeps.
    pub(crate) fn owned(self) -> Option<usize> {
        if let Word::Own(ground) = self { Some(ground) } else { None }
    }

    /// The ground it keeps the enemy from.
    pub(crate) fn denied(self) -> Option<usize> {
        if let Word::Deny(ground) = self { Some(ground) } else { None }
    }

    /// Where it leads; `None` to one's own edge.
    pub(crate) fn goal(self) -> Option<Goal> {
        match self {
            Word::Own(n) | Word::Deny(n) => Some(Goal::Objective(n)),
            Word::Press(goal) | Word::Storm(goal) => Some(goal),
            Word::Withdraw => None,
            Word::Stand
            | Word::Support
            | Word::Keep
            | Word::HuntGuns
            | Word::HuntWorn
            | Word::Stay
            | Word::GoWith => Some(Goal::Enemy),
        }
    }

    /// The nearest of four stances.
    pub(crate) fn stance(self) -> Stance {
        match self {
            Word::Press(_) | Word::GoWith => Stance::Press,
            Word::Storm(_) | Word::HuntGuns | Word::HuntWorn | Word::Deny(_) => Stance::Assault,
            Word::Withdraw => Stance::Retire,
            Word::Stand | Word::Own(_) | Word::Support | Word::Keep | Word::Stay => Stance::Hold,
        }
    }
}

impl<C> Task<C> {
    /// A task until the end.
    pub fn new(who: Part<C>, does: Word, zeal: f64) -> Task<C> {
        Task { who, does, until: Until::End, zeal }
    }

    /// A unit that is to stand on an objective, whatever the rest of its command does.
    pub fn post(unit: UnitId, objective: usize) -> Task<C> {
        Task::new(Part::Unit(unit), Word::Own(objective), 1.0)
    }
}

impl<C: PartialEq> Plan<C> {
    /// What the whole of a command is to do; where it is told in parts, what its first line is to do.
    pub fn task(&self, command: &C) -> Option<&Task<C>> {
        let of = |task: &&Task<C>| task.who.command() == Some(command);
        let whole = self.tasks.iter().filter(of).find(|task| matches!(task.who, Part::All(_)));
        whole.or_else(|| self.tasks.iter().find(of))
    }

    /// The objective a unit is sent to.
    pub fn post(&self, unit: UnitId) -> Option<usize> {
        self.tasks.iter().find_map(|task| match (&task.who, task.does) {
            (Part::Unit(sent), Word::Own(objective)) if *sent == unit => Some(objective),
            _ => None,
        })
    }

    /// The commands that have something to do, each once.
    pub fn commands(&self) -> Vec<C>
    where
        C: Clone,
    {
        let mut commands: Vec<C> = Vec::new();
        for command in self.tasks.iter().filter_map(|task| task.who.command()) {
            if !commands.contains(command) {
                commands.push(command.clone());
            }
        }
        commands
    }

    /// The same for some commands alone: what a player hands over, and no more.
    #[must_use]
    pub fn only(mut self, commands: &[C]) -> Plan<C> {
        self.tasks.retain(|task| task.who.command().is_none_or(|command| commands.contains(command)));
        self
    }

    /// The same plan without the tasks that have run out when this many turns are left.
    #[must_use]
    pub fn lasting(mut self, left: u32) -> Plan<C> {
        self.tasks.retain(|task| !matches!(task.until, Until::Left(n) if left <= n));
        self
    }

    /// The plan in sentences, one for each task of a command and one for each objective that a unit is sent to, by the
    /// names of both. Tasks that fit no unit are left out.
    pub fn said(
        &self,
        ranks: &Ranks,
        command: impl Fn(&C) -> String,
        objective: impl Fn(usize) -> String,
    ) -> Vec<String>
    where
        C: Clone,
    {
        let mut said: Vec<String> = Vec::new();
        for (n, task) in self.tasks.iter().enumerate() {
            let Some(whose) = task.who.command() else { continue };
            let name = command(whose);
            let before = &self.tasks[..n];
            if ranks.has_units(task, before, &name) {
                let told = before.iter().filter(|said| said.who.command() == Some(whose));
                let mut told = told.filter(|said| ranks.has_units(said, &[], &name));
                let is_whole = matches!(task.who, Part::All(_));
                let after = match told.next_back().map(|said| &said.who) {
                    Some(Part::All(_)) if is_whole => ", then",
                    Some(_) if is_whole => ", the rest",
                    _ => "",
                };
                let horse = if matches!(task.who, Part::Horse(_))
                    || (is_whole && ranks.are_horse_alone(&name))
                {
                    Horse::Alone
                } else if is_whole
                    && ranks.has_units(&Task::new(Part::Horse(whose.clone()), task.does, 1.0), before, &name)
                {
                    Horse::Beside
                } else {
                    Horse::None
                };
                said.push(task.said(&format!("{name}{after}"), horse, &objective));
            }
        }
        let sent = |does: fn(Word) -> Option<usize>| {
            let units = self.tasks.iter().filter(|task| task.who.command().is_none());
            let mut sent: Vec<usize> = units.filter_map(|task| does(task.does)).collect();
            sent.sort_unstable();
            sent
        };
        let own = sent(|does| if let Word::Own(n) = does { Some(n) } else { None });
        for same in own.chunk_by(|one, two| one == two) {
            let ground = objective(same[0]);
            said.push(match same.len() {
                1 => format!("1 unit is sent to {ground} and stays there."),
                many => format!("{many} units are sent to {ground} and stay there."),
            });
        }
        if let Some(Goal::Objective(n)) = self.effort {
            said.push(format!("The main effort is at {}.", objective(n)));
        }
        said
    }
}

/// Whether what is said is said of horse: it does not stand as foot does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Horse {
    None,
    Beside,
    Alone,
}

impl<C> Task<C> {
    fn said(&self, command: &str, horse: Horse, objective: &impl Fn(usize) -> String) -> String {
        let goal = |goal: Goal| match goal {
            Goal::Objective(n) => objective(n),
            Goal::Enemy => "the enemy".to_owned(),
        };
        let whose = match self.who {
            Part::Unit(_) | Part::All(_) => command.to_owned(),
            Part::First(_) => format!("{command}, first line"),
            Part::Second(_) => format!("{command}, second line"),
            Part::Reserve(_) => format!("{command}, reserve"),
            Part::Horse(_) => format!("{command}, horse"),
            Part::Guns(_) => format!("{command}, guns"),
            Part::Open(_) => format!("{command}, skirmishers"),
        };
        let does = match self.does {
            Word::Stand if horse == Horse::Alone => "waits, and charges whoever is in reach".to_owned(),
            Word::Stand if horse == Horse::Beside => {
                "lets the enemy come, and its horse charges whoever is in reach".to_owned()
            }
            Word::Stand => "lets the enemy come".to_owned(),
            Word::Own(n) => format!("holds {}", objective(n)),
            Word::Press(at) => format!("presses on to {}", goal(at)),
            Word::Storm(at) => format!("storms {}", goal(at)),
            Word::Support => "follows in support".to_owned(),
            Word::Withdraw => "goes back to its own edge and rallies".to_owned(),
            Word::Keep => "is kept in hand and charges nobody".to_owned(),
            Word::Deny(n) => format!("rides onto {} to deny it", objective(n)),
            Word::HuntGuns => "rides at guns alone".to_owned(),
            Word::HuntWorn => "rides only at the worn".to_owned(),
            Word::Stay => "stays where it is in action".to_owned(),
            Word::GoWith => "fires where it tells, and else goes forward with its foot".to_owned(),
        };
        let until = match self.until {
            Until::Left(1) => " until the last turn".to_owned(),
            Until::Left(n) => format!(" until {n} turns are left"),
            Until::Lost(share) => format!(" until {share} in a hundred are lost"),
            Until::Taken(n) => format!(" until {} is taken", objective(n)),
            Until::Shot => " until it loses somebody".to_owned(),
            Until::End => String::new(),
        };
        format!("{whose}: {does}{until}.")
    }
}
