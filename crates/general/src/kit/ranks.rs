//! Which arms each command has, so that a plan is read out without tasks that fit no unit.

use super::plan::{Part, Task, Until};
use engine::{Played, Troops};
use std::collections::BTreeMap;

/// The commands of a battle by their names.
#[derive(Clone, Debug, Default)]
pub struct Ranks(BTreeMap<String, Arms>);

/// How many units a command has of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arms {
    pub foot: usize,
    pub horse: usize,
    pub guns: usize,
    pub open: usize,
}

impl Ranks {
    /// As they stand, without those who are lost.
    pub fn of<G: Played>(view: &G) -> Ranks {
        let mut ranks = Ranks::default();
        for unit in view.units_drawn().into_iter().filter(|unit| !unit.is_lost) {
            let troops = unit.troops();
            let arms = ranks.0.entry(unit.command).or_default();
            *match troops {
                Troops::Foot => &mut arms.foot,
                Troops::Skirmishers => &mut arms.open,
                Troops::Horse => &mut arms.horse,
                Troops::Guns => &mut arms.guns,
            } += 1;
        }
        ranks
    }

    #[must_use]
    pub fn with(mut self, command: &str, arms: Arms) -> Ranks {
        self.0.insert(command.to_owned(), arms);
        self
    }

    fn arms(&self, command: &str) -> Arms {
        self.0.get(command).copied().unwrap_or_default()
    }

    /// Whether a command is nothing but horse.
    pub(crate) fn are_horse_alone(&self, command: &str) -> bool {
        let Arms { foot, horse, guns, open } = self.arms(command);
        horse > 0 && foot + guns + open == 0
    }

    /// Whether a task of a command fits a unit: its part has units, and the tasks before it leave some of them.
    pub(crate) fn has_units<C: PartialEq>(&self, task: &Task<C>, before: &[Task<C>], name: &str) -> bool {
        let lasting =
            before.iter().filter(|said| said.until == Until::End && said.who.command() == task.who.command());
        let is_told = |part: fn(&Part<C>) -> bool| {
            lasting.clone().any(|said| part(&said.who) || matches!(said.who, Part::All(_)))
        };
        let Arms { foot, horse, guns, open } = self.arms(name);
        // Who has no second line stands in the first.
        let lines = [
            is_told(|part| matches!(part, Part::First(_))) || foot < 1,
            is_told(|part| matches!(part, Part::Second(_))) || foot < 2,
            is_told(|part| matches!(part, Part::Reserve(_))) || foot < 3,
        ];
        let rides = horse > 0 && !is_told(|part| matches!(part, Part::Horse(_)));
        let fires = guns > 0 && !is_told(|part| matches!(part, Part::Guns(_)));
        let skirmishes = open > 0 && !is_told(|part| matches!(part, Part::Open(_)));
        match task.who {
            Part::Unit(_) => true,
            Part::First(_) => !lines[0],
            Part::Second(_) => !lines[1],
            Part::Reserve(_) => !lines[2],
            Part::Horse(_) => rides,
            Part::Guns(_) => fires,
            Part::Open(_) => skirmishes,
            Part::All(_) => lines.contains(&false) || rides || fires || skirmishes,
        }
    }
}
