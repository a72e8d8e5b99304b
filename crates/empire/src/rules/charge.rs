//! The charge: élan, what defensive fire does to it, and unformed troops that are charged.
//!
//! | file | what stands there |
//! |---|---|
//! | `onset` | how it is declared, and carried out on the table |
//! | `chain` | what follows what in it, for the table and for exact odds |
//! | `guns_charged` | batteries that are charged |
//! | `square` | units that form square against it |
//! | `close` | those who meet |
//! | `victory` | what a winner does |

pub mod chain;
pub mod close;
pub mod guns_charged;
pub mod onset;
pub mod square;
pub mod victory;

use crate::charts::Rules;
use crate::charts::charge::{Charger, Does, FrontLost, Note};
use crate::charts::shared::DICE;
use crate::ids::{house, rule};
use crate::state::event::Working;
use crate::state::words::{Arm, ChargeDoes};
use dice::Dice;
use engine::Tests as _;
use engine::desk::{flag, number, word};
use engine::tested::{at_least, passed};
use rulebook::RuleId;
use table::Inches;

engine::facts! {
    /// What élan rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Elan of Rules {
        /// The least of 2d10 with which a leader who is with the unit leads it on; 0: none tries.
        pub follow_me: u32 = 0, plain "follow-me" |name, _| number(name, "2d10 with which an attached leader's Follow Me succeeds; 0: nobody tries", 0, 21, Some(0)).usual([0, 8, 11]);
    }
}

rulebook::words!(
    /// What élan makes of a charge.
    Spirit {
        Goes = "goes",
        LedOn = "led-on",
        Halts = "halts",
        HaltsDisordered = "halts-disordered",
    }
);

impl Elan {
    /// The throw that halts the charge.
    pub fn halts_on(&self, rules: &Rules) -> Option<i32> {
        rules.charge.elan.map(|(need, _)| need)
    }

    /// How far from its target a charge halts.
    pub fn halts_at(rules: &Rules, spirit: Spirit) -> Option<(RuleId, Inches)> {
        match spirit {
            Spirit::Goes | Spirit::LedOn => None,
            Spirit::Halts => Some((rule!("empire.elan.roll"), rules.charge.elan?.1)),
            Spirit::HaltsDisordered => {
                let rule = rule!("empire.elan.follow-me.fail");
                Some((rule, rules.inches(rule).or(rules.charge.elan.map(|(_, halt)| halt))?))
            }
        }
    }
}

/// Whether a charge keeps its spirit: a high throw halts it, unless an attached leader leads it on.
///
/// # Errors
/// The umpire's pause.
pub fn elan<D: Dice>(dice: &mut D, rules: &Rules, facts: &Elan) -> Result<Spirit, D::Pause> {
    if !halts(dice, rules)? {
        return Ok(Spirit::Goes);
    }
    if facts.follow_me == 0 || !rules.on(rule!("empire.elan.follow-me")) {
        return Ok(Spirit::Halts);
    }
    follow_me(dice, rules, facts.follow_me)
}

/// The throw of élan: whether it halts the charge.
///
/// # Errors
/// The umpire's pause.
pub fn halts<D: Dice>(dice: &mut D, rules: &Rules) -> Result<bool, D::Pause> {
    match rules.charge.elan {
        // What is rolled high halts it: this or more.
        Some((need, _)) => dice.held(
            DICE,
            |total| total as i32 >= need,
            |halts| {
                let result = if *halts { "halts" } else { "goes on" };
                at_least((rule!("empire.elan.roll"), need), &Working::default()).gives(result)
            },
        ),
        None => Ok(false),
    }
}

/// A leader's Follow Me.
///
/// # Errors
/// The umpire's pause.
pub fn follow_me<D: Dice>(dice: &mut D, rules: &Rules, need: u32) -> Result<Spirit, D::Pause> {
    let disorders = rules.on(rule!("empire.elan.follow-me.fail"));
    let reading = |total: u32| match (total >= need, disorders) {
        (true, _) => Spirit::LedOn,
        (false, true) => Spirit::HaltsDisordered,
        (false, false) => Spirit::Halts,
    };
    let needed = (rule!("empire.elan.follow-me"), need as i32);
    dice.held(DICE, reading, |spirit| {
        at_least(needed, &Working::default()).gives(passed(*spirit == Spirit::LedOn))
    })
}

// ---------------------------------------------------- effects of defensive fire ----

engine::facts! {
    /// What defensive fire does rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct UnderFire of Rules {
        pub charger: Charger = Charger::Infantry, word "charger" |name, _| word(name, "who charges", Charger::NAMES, Some("infantry"));
        pub percent: u32 = 0, plain "percent" |name, _| number(name, "percent of the front rank lost", 0, 100, Some(0)).usual([0, 10, 26, 50, 61, 76]);
        pub hits: u32 = 0, plain "hits" |name, _| number(name, "hits", 0, 12, Some(0));
        pub disordered: bool = false, plain "disordered" |name, _| flag(name, "it was disordered before");
        pub storming: bool = false, plain "storming" |name, _| flag(name, "it leads as a storming party");
        pub at_guns: bool = false, plain "at-guns" |name, _| flag(name, "it charges guns");
        pub spirited: bool = false, plain "impetus" |name, _| flag(name, "its ME has impetus, or Follow Me leads it");
    }
}

/// What defensive fire has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    pub answer: ChargeDoes,
    /// The cell, and the note where one has changed what it says.
    pub cell: Option<RuleId>,
    pub by: Option<RuleId>,
    /// The note by which a storming party takes nothing off.
    pub ignores: Option<RuleId>,
    /// It runs as far as any rout that has no distance of its own.
    pub runs: bool,
    /// Taken off in the close action.
    pub modifier: i32,
    /// Disordered by it, or before.
    pub disordered: bool,
    /// How far back or off.
    pub inches: Inches,
    /// How far off it fires before it goes back, or where it may close and does not.
    pub fires_at: Inches,
    /// At this or less on the dice of its own fire it routs.
    pub natural: i32,
}

impl UnderFire {
    /// The column: the worse of percent and hits, but for a storming party in the lead.
    pub fn column(&self, rules: &Rules) -> Option<FrontLost> {
        let [percent, hits] = rules.charge.columns(self.percent, self.hits)?;
        Some(if self.storming { percent.min(hits) } else { percent.max(hits) })
    }

    /// What the chart says, its notes read.
    pub fn checked(&self, rules: &Rules) -> Checked {
        let found = self.column(rules).and_then(|column| rules.charge.cell(self.charger, column));
        let Some((rule, cell)) = found else {
            let (inches, disordered) = (Inches::ZERO, self.disordered);
            let answer = ChargeDoes::Closes;
            return Checked {
                answer,
                cell: None,
                by: None,
                ignores: None,
                runs: false,
                modifier: 0,
                disordered,
                inches,
                fires_at: inches,
                natural: 0,
            };
        };
        let horse = !matches!(self.charger, Charger::Infantry | Charger::ShockInfantry);
        let holds = |note: Note, rule: RuleId| cell.has(note) && rules.on(rule);
        let inches = |rule: RuleId| rules.inches(rule).unwrap_or(Inches::ZERO);
        // The notes, the hardest first: each stands in place of what the cell says.
        let runs = || {
            let arm = if horse { Arm::Cavalry } else { Arm::Infantry };
            rules.unit_morale.rout(arm).map_or(Inches::ZERO, |(_, by)| by)
        };
        let note = |rule: RuleId, answer: ChargeDoes| {
            (answer, Some(rule), if answer == ChargeDoes::Routs { runs() } else { inches(rule) })
        };
        let [one, two, three] =
            [rule!("empire.deffire.note.1"), rule!("empire.deffire.note.2"), rule!("empire.deffire.note.3")];
        let [four, seven] = [rule!("empire.deffire.note.4"), rule!("empire.deffire.note.7")];
        let [eight, nine] = [rule!("empire.deffire.note.8"), rule!("empire.deffire.note.9")];
        let (answer, by, far) = if self.storming && holds(Note::N4, four) {
            note(four, ChargeDoes::Routs)
        } else if self.disordered && holds(Note::N2, two) {
            note(two, ChargeDoes::Routs)
        } else if self.disordered && holds(Note::N3, three) {
            note(three, ChargeDoes::Recalls)
        } else if self.disordered && holds(Note::N1, one) {
            note(one, ChargeDoes::RecoilsFiring)
        } else if self.at_guns && holds(Note::N7, seven) {
            note(seven, ChargeDoes::RetiresFiring)
        } else if !self.spirited && holds(Note::N8, eight) {
            note(eight, if horse { ChargeDoes::Recalls } else { ChargeDoes::BacksFiring })
        } else if !self.spirited && holds(Note::N9, nine) {
            note(nine, ChargeDoes::Firefight)
        } else if cell.does == Does::Routs && cell.has(Note::N6) {
            (ChargeDoes::Routs, None, runs())
        } else {
            (plain(cell.does), None, cell.inches)
        };
        let five = rule!("empire.deffire.note.5");
        let ignores = Some(five).filter(|five| self.storming && holds(Note::N5, *five));
        let closes = matches!(answer, ChargeDoes::Closes | ChargeDoes::MayClose);
        Checked {
            answer,
            cell: Some(rule),
            by,
            ignores,
            runs: answer == ChargeDoes::Routs && (by.is_some() || cell.has(Note::N6)),
            modifier: if closes && ignores.is_none() { cell.modifier } else { 0 },
            disordered: self.disordered || cell.disorder || answer == ChargeDoes::RetiresFiring,
            inches: far,
            fires_at: cell.inches,
            natural: cell.natural,
        }
    }
}

fn plain(does: Does) -> ChargeDoes {
    match does {
        Does::Closes => ChargeDoes::Closes,
        Does::MayClose => ChargeDoes::MayClose,
        Does::RetiresFiring => ChargeDoes::FiresAndRetires,
        Does::Regroups => ChargeDoes::Regroups,
        Does::FallsBack => ChargeDoes::FallsBack,
        Does::Routs => ChargeDoes::Routs,
    }
}

// ------------------------------------------------------------------- unformed ----

engine::facts! {
    /// What unformed troops may do that are charged (ruling unformed).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct UnformedCharged of Rules {
        pub friend: u32 = 99, plain "friend" |name, _| number(name, "inches to the nearest formed friend behind it; 99: there is none", 0, 99, Some(4)).usual([4, 9]);
    }
}

/// Whether unformed troops may retire behind a formed friend at this distance.
pub fn may_retire(rules: &Rules, friend: Option<Inches>) -> bool {
    let reach = rules.ruled(house!("unformed.reach"));
    rules.on(rule!("empire.unformed.reaction")) && friend.is_some_and(|off| off <= reach)
}

/// Whether unformed troops may try to make Klumpen.
pub fn may_make_klumpen(rules: &Rules) -> bool {
    rules.on(rule!("empire.unformed.reaction"))
}

/// Whose row of the effects a charger has.
pub fn row_of(arm: Arm, shock: bool, dubious: bool, cossacks: bool) -> Charger {
    match arm {
        Arm::Cavalry if cossacks => Charger::Cossacks,
        Arm::Cavalry if dubious => Charger::Dubious,
        Arm::Cavalry => Charger::Cavalry,
        Arm::Infantry | Arm::Artillery if shock => Charger::ShockInfantry,
        Arm::Infantry | Arm::Artillery => Charger::Infantry,
    }
}
