//! The army's initiative, and the commander actions of an impulse: what a leader must throw, and what each action does. What
//! becomes of leaders stands in `leader_loss`.

pub mod actions;
pub mod asks;
mod doing;
pub mod leader_loss;
mod words;

use crate::charts::Rules;
use crate::charts::command::{Nth, Who};
use crate::charts::shared::DICE;
use crate::ids::{CommandWhen, InitiativeWhen, house, rule};
use crate::rules::frame::usually;
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::leader::{Leader, Whereabouts};
use crate::state::words::{Rank, Rating};
pub use actions::Commanded;
pub(crate) use actions::{check, is_near};
pub use asks::offers;
pub(crate) use asks::{offer, react};
use dice::Dice;
pub(crate) use doing::{begin, best_with, carry_out, chance, tries};
use engine::Tests as _;
use engine::desk::{FactSet as _, flag, number, word};
use engine::tested::{PASSED, against, parts};
use engine::{Side, Umpire};
use rulebook::RuleId;
use table::Inches;

rulebook::words!(
    /// The commander actions of an impulse, of both lists.
    Action {
        GainImpetus = "gain-impetus",
        SnapRally = "snap-rally",
        ReserveBattery = "reserve-battery",
        BridgeAssault = "bridge-assault",
        Resupply = "resupply",
        FollowMe = "follow-me",
        BattleGroups = "battle-groups",
        Sappers = "sappers",
        Skirmishers = "skirmishers",
        DirectManeuver = "direct-maneuver",
        Subordinate = "subordinate",
        Move8 = "move8",
        SubMe = "sub-me",
        RegimentalGuns = "regimental-guns",
        Remount = "remount",
        Face45 = "face45",
        PullBack = "pull-back",
        SupportCharge = "support-charge",
    }
);
rulebook::words!(
    /// When an action is tried: in phase 5, or in an impulse.
    Tried { PhaseFive = "phase-5", Impulse = "impulse" }
);
rulebook::words!(
    /// An ME leader who is with a unit, and whom his action is about.
    AboutUnit { None = "none", Same = "same", Other = "other" }
);

engine::facts! {
    /// What a commander action rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Attempt of Rules {
        pub rank: Rank = Rank::Me, word "rank" |name, _| word(name, "the leader's rank", Rank::NAMES, Some("me"));
        pub replacement: bool = false, plain "replacement" |name, _| flag(name, "he stands in for another");
        pub rating: Rating = Rating::Average, word "rating" |name, _| word(name, "his rating", Rating::NAMES, Some("average"));
        pub nth: u32 = 1, plain "nth" |name, _| number(name, "which of his actions it is", 1, 4, Some(1));
        pub about: AboutUnit = AboutUnit::None, word "unit" |name, _| word(name, "whether it is about the unit he is with", AboutUnit::NAMES, Some("none"));
        pub initiative: bool = true, plain "initiative" |name, _| usually(name, "his side has the initiative");
        pub tried: Tried = Tried::Impulse, word "when" |name, _| word(name, "when it is tried", Tried::NAMES, Some("impulse"));
    }
}

engine::facts! {
    /// Which commander actions a side has in an impulse.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Listed of Rules {
        pub action: Action = Action::GainImpetus, word "action" |name, _| word(name, "the action", Action::NAMES, Some("gain-impetus"));
        pub initiative: bool = true, plain "initiative" |name, _| usually(name, "the side has the initiative");
    }
}

engine::facts! {
    /// A throw for initiative: one side's, and what the other adds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Initiative of Rules {
        pub bold: u32 = 0, plain "bold" |name, _| number(name, "bold leaders with engaged MEs", 0, 6, Some(0));
        pub army: u32 = 0, plain "army" |name, _| number(name, "successful actions of the army commander", 0, 4, Some(0));
        pub wing: u32 = 0, plain "wing" |name, _| number(name, "successful actions of wing commanders", 0, 8, Some(0));
        pub charisma: u32 = 0, plain "charisma" |name, _| number(name, "of them, by a charismatic or inspirational one who is attached and engaged", 0, 8, Some(0));
        pub enemy: u32 = 0, plain "enemy" |name, _| number(name, "what the enemy adds", 0, 20, Some(0));
    }
}

// ------------------------------------------------------------------ initiative ----

impl Initiative {
    /// What the enemy adds, where it is given as a number.
    pub fn enemys(&self) -> Working {
        let mut working = Working::default();
        working.add(rule!("empire.init.proc"), self.enemy as i32);
        working
    }

    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.command.initiative.add(&mut working, |when, _| {
            (match when {
                InitiativeWhen::Bold => self.bold,
                InitiativeWhen::ArmyCa => self.army,
                InitiativeWhen::WingCa => self.wing,
                InitiativeWhen::Charisma => self.charisma,
            }) as i32
        });
        working
    }

    /// Bold leaders of a side with engaged MEs. What actions of phase 5 add comes with them.
    fn of(game: &Empire, side: Side) -> Initiative {
        let bold = |leader: &&Leader| {
            let with = match leader.place {
                Whereabouts::Me(me) => Some(me),
                Whereabouts::Unit(unit) => Some(game.unit(unit).me()),
                Whereabouts::Free(_) => None,
            };
            leader.bold
                && leader.side == side
                && leader.is_here()
                && with.is_some_and(|me| game.is_engaged(me))
        };
        Initiative { bold: game.leaders.iter().filter(bold).count() as u32, ..Initiative::blank() }
    }
}

/// Both throw 2d10: whether the first is higher; `None`: neither, and both throw again (ruling initiative.ties).
///
/// # Errors
/// The umpire's pause.
pub fn initiative<D: Dice>(dice: &mut D, sums: [&Working; 2]) -> Result<Option<bool>, D::Pause> {
    let [added, enemy] = sums.map(Working::total);
    let higher = dice.read_against(DICE, DICE, |one, two| {
        let (one, two) = (one as i32 + added, two as i32 + enemy);
        (one != two).then_some(one > two)
    })?;
    dice.tested(|rolled| against(rolled, sums.map(parts), higher));
    Ok(higher)
}

/// Phase 8: who has the initiative of the hour.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn roll_initiative<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<(), U::Pause> {
    let proc = rule!("empire.init.proc");
    if !game.rules.on(proc) {
        return Ok(());
    }
    let sums = Side::BOTH.map(|side| Initiative::of(game, side).sum(&game.rules));
    loop {
        if let Some(is_french) = initiative(umpire.hand(Side::French), sums.each_ref())? {
            let side = if is_french { Side::French } else { Side::Allied };
            umpire.tell(|| Event::new(What::HasInitiative { side }, &[proc]));
            game.initiative = Some(side);
            return Ok(());
        }
        umpire.tell(|| Event::ruled(What::InitiativeTied {}, house!("initiative.ties")));
    }
}

// --------------------------------------------------------------------- attempts ----

impl Attempt {
    fn who(&self) -> Who {
        match self.rank {
            _ if self.replacement => Who::Replacement,
            Rank::Army | Rank::Wing => Who::ArmyWing,
            Rank::Corps | Rank::Me => Who::CorpsMe,
            Rank::Brigade | Rank::Adc | Rank::Artillery => Who::Brigade,
        }
    }

    /// What 2d10 must reach; `None`: he has no more actions.
    pub fn need(&self, rules: &Rules) -> Option<(RuleId, i32)> {
        let in_phase = self.tried == Tried::Impulse || rules.on(rule!("empire.ca.phase"));
        let nth = Nth::WORDS.get(self.nth.saturating_sub(1) as usize).map(|(_, nth)| *nth);
        let nth = nth.filter(|_| in_phase && rules.on(rule!("empire.ca.proc")))?;
        rules.command.need(self.who(), nth)
    }

    /// What is added to the dice. ME leaders have rows of their own (ruling ratings).
    pub fn sum(&self, rules: &Rules) -> Working {
        let is_me = self.rank == Rank::Me;
        let counts =
            self.tried == Tried::Impulse || rules.plays(house!("command.non-initiative", "also-phase-5"));
        let mut working = Working::default();
        rules.command.modifiers.add(&mut working, |when, _| {
            i32::from(match when {
                CommandWhen::SuperiorMe => is_me && self.rating == Rating::Superior,
                CommandWhen::PoorMe => is_me && self.rating == Rating::Poor,
                CommandWhen::OtherUnit => is_me && self.about == AboutUnit::Other,
                CommandWhen::SameUnit => is_me && self.about == AboutUnit::Same,
                CommandWhen::NonInitiative => !self.initiative && counts,
                CommandWhen::Superior => !is_me && self.rating == Rating::Superior,
                CommandWhen::Excellent => !is_me && self.rating == Rating::Excellent,
                CommandWhen::Good => !is_me && self.rating == Rating::Good,
                CommandWhen::Poor => !is_me && self.rating == Rating::Poor,
                CommandWhen::Despicable => !is_me && self.rating == Rating::Despicable,
            })
        });
        working
    }
}

/// Whether a leader succeeds in an action: 2d10 and his modifiers.
///
/// # Errors
/// The umpire's pause.
pub fn attempt<D: Dice>(dice: &mut D, rules: &Rules, tries: &Attempt) -> Result<bool, D::Pause> {
    let Some(need) = tries.need(rules) else { return Ok(false) };
    dice.at_least(DICE, need, &tries.sum(rules), PASSED)
}

/// One roll for all of a leader's actions: how many columns it reaches (ruling command.rolls).
///
/// # Errors
/// The umpire's pause.
pub fn attempt_all<D: Dice>(dice: &mut D, rules: &Rules, tries: &Attempt) -> Result<u32, D::Pause> {
    let columns = |total: i32| {
        let reached = |nth: &u32| {
            let need = Attempt { nth: *nth, ..*tries }.need(rules);
            need.is_some_and(|(_, need)| total >= need)
        };
        (1..=4).take_while(|nth| reached(nth)).count() as u32
    };
    dice.looked_up(DICE, &tries.sum(rules), columns, |reached| format!("{reached} actions"))
}

/// The rule by which a side has an action in an impulse.
pub fn rule_of(rules: &Rules, action: Action, initiative: bool) -> Option<RuleId> {
    let rule = match (action, initiative) {
        (Action::GainImpetus, true) => rule!("empire.ca.init.gain-impetus"),
        (Action::SnapRally, true) => rule!("empire.ca.init.snap-rally"),
        (Action::ReserveBattery, true) => rule!("empire.ca.init.reserve-battery"),
        (Action::BridgeAssault, true) => rule!("empire.ca.init.bridge-assault"),
        (Action::Resupply, true) => rule!("empire.ca.init.resupply"),
        (Action::FollowMe, true) => rule!("empire.ca.init.follow-me"),
        (Action::BattleGroups, true) => rule!("empire.ca.init.battle-groups"),
        (Action::Sappers, true) => rule!("empire.ca.init.sappers"),
        (Action::Skirmishers, true) => rule!("empire.ca.init.skirmishers"),
        (Action::DirectManeuver, true) => rule!("empire.ca.init.direct-maneuver"),
        (Action::Subordinate, true) => rule!("empire.ca.init.subordinate"),
        (Action::Move8, true) => rule!("empire.ca.init.move8"),
        (Action::SubMe, true) => rule!("empire.ca.init.sub-me"),
        (Action::RegimentalGuns, true) => rule!("empire.ca.init.regimental-guns"),
        (Action::Remount, true) => rule!("empire.ca.init.remount"),
        (Action::Face45, false) => rule!("empire.ca.noinit.face45"),
        (Action::GainImpetus, false) => rule!("empire.ca.noinit.gain-impetus"),
        (Action::Move8, false) => rule!("empire.ca.noinit.move8"),
        (Action::Skirmishers, false) => rule!("empire.ca.noinit.skirmishers"),
        (Action::PullBack, false) => rule!("empire.ca.noinit.pull-back"),
        (Action::SnapRally, false) => rule!("empire.ca.noinit.snap-rally"),
        (Action::SupportCharge, false) => rule!("empire.ca.noinit.support-charge"),
        _ => return None,
    };
    Some(rule).filter(|rule| rules.on(*rule))
}

/// How near a leader must be to whom his action is about: printed, or what the house says (ruling command.reach).
pub fn reach(rules: &Rules, action: Action, initiative: bool) -> Inches {
    let printed = match action {
        Action::SnapRally | Action::DirectManeuver => {
            rule_of(rules, action, initiative).and_then(|rule| rules.inches(rule))
        }
        Action::Face45 => rules.command.turn.map(|(inches, _)| inches),
        Action::SupportCharge => rules.inches(rule!("empire.ca.noinit.support-charge")),
        Action::GainImpetus
        | Action::ReserveBattery
        | Action::BridgeAssault
        | Action::Resupply
        | Action::FollowMe
        | Action::BattleGroups
        | Action::Sappers
        | Action::Skirmishers
        | Action::Subordinate
        | Action::Move8
        | Action::SubMe
        | Action::RegimentalGuns
        | Action::Remount
        | Action::PullBack => None,
    };
    printed.unwrap_or(rules.ruled(house!("command.reach")))
}
