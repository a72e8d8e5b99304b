//! Foot that horse charges forms square, or an attack column a closed one, in the time there is.

use crate::charts::Rules;
use crate::charts::charge::square::{Distance, From, Grades};
use crate::charts::shared::DICE;
use crate::ids::{Ids, SquareWhen, house, rule};
use crate::state::event::Working;
use crate::state::words::{Aspect, Formation, Grade, Nation, SquareKind};
use dice::Dice;
use engine::Refusal;
use engine::Tests as _;
use engine::desk::{flag, word};
use engine::tested::{at_least, passed};
use engine::{refuse, why};
use rulebook::RuleId;

rulebook::words!(
    /// What it tries for.
    Goal { Square = "square", ClosedColumn = "closed-column" }
);

engine::facts! {
    /// What forming square rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Squaring of Rules {
        pub grade: Grade = Grade::Veteran, word "grade" |name, _| word(name, "the grade of the foot", Grade::NAMES, Some("veteran"));
        pub from: From = From::Line, word "formation" |name, _| word(name, "how it stands", From::NAMES, Some("line"));
        pub goal: Goal = Goal::Square, word "to" |name, _| word(name, "what it tries to form", Goal::NAMES, Some("square"));
        pub distance: Distance = Distance::Near, word "distance" |name, _| word(name, "inches from which the charge comes", Distance::NAMES, Some("5-8"));
        pub hit: Aspect = Aspect::Front, word "hit" |name, _| word(name, "where the charge comes from", Aspect::NAMES, Some("front"));
        pub disordered: bool = false, plain "disordered" |name, _| flag(name, "the foot is disordered");
        pub commander: bool = false, plain "commander" |name, _| flag(name, "a commander is with the unit");
        pub opportunity: bool = false, plain "opportunity-charge" |name, _| flag(name, "its own move has brought the charge on it");
        pub british: bool = false, plain "british" |name, _| flag(name, "it is British");
    }
}

/// What came of it. Falls that read the same are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Squared {
    /// It stands as it wished to.
    pub formed: bool,
    /// It is disordered now.
    pub disordered: bool,
    /// How firmly a square stands; none for a closed column, or where it was not formed.
    pub square: Option<SquareKind>,
}

/// The row of a grade.
pub fn grades(grade: Grade) -> Grades {
    match grade {
        Grade::OldGuard | Grade::Guard | Grade::Grenadier => Grades::Best,
        Grade::Elite | Grade::Crack | Grade::Veteran | Grade::Regular => Grades::Good,
        Grade::Conscript | Grade::Landwehr => Grades::Fair,
        Grade::Militia | Grade::Rabble => Grades::Worst,
    }
}

/// The row of a formation: what can be formed into square at all.
pub fn from_of(rules: &Rules, formation: Formation) -> Option<From> {
    match formation {
        Formation::Line => Some(From::Line),
        Formation::AttackColumn => Some(From::AttackColumn),
        Formation::ClosedColumn => Some(From::ClosedColumn),
        // No row of its own (ruling square.company-column).
        Formation::CompanyColumn => {
            rules.plays(house!("square.company-column", "as-attack-column")).then_some(From::AttackColumn)
        }
        Formation::Square
        | Formation::Skirmish
        | Formation::SemiSkirmish
        | Formation::TwoRanks
        | Formation::SquadronColumn
        | Formation::Dismounted
        | Formation::Limbered
        | Formation::Unlimbered => None,
    }
}

impl Squaring {
    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        let holds = |when| match when {
            SquareWhen::Flank => self.hit == Aspect::Flank,
            SquareWhen::Rear => self.hit == Aspect::Rear,
            SquareWhen::Disordered => self.disordered,
            SquareWhen::Commander => self.commander,
            SquareWhen::ToClosed => self.goal == Goal::ClosedColumn,
            SquareWhen::OppCharge => self.opportunity,
        };
        rules.square.modifiers.add(&mut working, |when, _| i32::from(holds(when)));
        working
    }

    /// The try, and the row it is read in.
    pub fn cites(&self, rules: &Rules) -> Vec<RuleId> {
        let row = rules.square.need(grades(self.grade), self.from, self.distance).map(|(rule, _)| rule);
        [rule!("empire.square.proc")].into_iter().chain(row).collect()
    }

    /// The least total that forms it, and the row that says so.
    ///
    /// # Errors
    /// Why it may not be tried.
    pub fn need(&self, rules: &Rules) -> Result<(RuleId, i32), Refusal<Ids>> {
        if self.goal == Goal::ClosedColumn
            && !(self.from == From::AttackColumn && rules.on(rule!("empire.square.mod.to-closed")))
        {
            let why = why!("Only an attack column may settle for a closed column.");
            return refuse(rule!("empire.square.mod.to-closed"), why);
        }
        match rules.square.need(grades(self.grade), self.from, self.distance) {
            Some((row, Some(need))) => Ok((row, need)),
            Some((rule, None)) => {
                refuse(rule, why!("Such troops may not try it when the charge comes from so near."))
            }
            None => refuse(rule!("empire.square.proc"), why!("There is no forming square.")),
        }
    }
}

/// Tries to form: 2d10 and modifiers against what the row wants; a low throw disorders, formed or not (ruling
/// square.natural). Where it may not be tried nothing is thrown and nothing changes.
///
/// # Errors
/// The umpire's pause.
pub fn forms_square<D: Dice>(dice: &mut D, rules: &Rules, tries: &Squaring) -> Result<Squared, D::Pause> {
    let Ok(need) = tries.need(rules) else {
        return Ok(Squared { formed: false, disordered: tries.disordered, square: None });
    };
    let sum = tries.sum(rules);
    let added = sum.total();
    let low = rules.int(rule!("empire.square.natural4"));
    let reading = |total: u32| {
        let formed = total as i32 + added >= need.1;
        let disordered = tries.disordered || low.is_some_and(|low| total as i32 <= low);
        let is_solid = tries.british && !disordered && rules.on(rule!("empire.square.british"));
        let kind = if is_solid { SquareKind::Solid } else { SquareKind::Hasty };
        Squared { formed, disordered, square: Some(kind).filter(|_| formed && tries.goal == Goal::Square) }
    };
    dice.held(DICE, reading, |squared| at_least(need, &sum).gives(passed(squared.formed)))
}

/// Whose squares are solid.
pub fn is_british(nation: Nation) -> bool {
    nation == Nation::British
}
