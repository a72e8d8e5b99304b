//! What each commander action is called and does, in the words of the leader who may try it, with the numbers in force.

use super::{Action, reach, rule_of};
use crate::charts::Rules;
use crate::ids::{house, rule};
use engine::{Group, Sentence};
use rulebook::RuleId;
use table::Inches;

impl Action {
    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Action::GainImpetus => "Gain impetus",
            Action::SnapRally => "Snap rally",
            Action::ReserveBattery => "Reserve battery",
            Action::BridgeAssault => "Storming party",
            Action::Resupply => "Bring ammunition",
            Action::FollowMe => "Follow me",
            Action::BattleGroups => "Battle groups",
            Action::Sappers => "Sappers",
            Action::Skirmishers => "Skirmishers",
            Action::DirectManeuver => "Direct maneuver",
            Action::Subordinate => "Send a subordinate",
            Action::Move8 => "Ride",
            Action::SubMe => "Commit the reserve",
            Action::RegimentalGuns => "Regimental guns",
            Action::Remount => "Remount",
            Action::Face45 => "Turn",
            Action::PullBack => "Pull back",
            Action::SupportCharge => "Support charge",
        }
    }

    /// What it does, for a side with or without the initiative.
    fn means(self, rules: &Rules, initiative: bool) -> String {
        let near = reach(rules, self, initiative);
        let printed =
            rule_of(rules, self, initiative).and_then(|rule| rules.inches(rule)).unwrap_or_default();
        match self {
            Action::GainImpetus => "for this hour its charges are not given up under fire, and a second impulse comes \
                                    more easily"
                .to_owned(),
            Action::SnapRally => format!("a unit within {near} of him is in good morale again at once"),
            Action::ReserveBattery => {
                let line: Inches = rules.ruled(house!("command.battery"));
                format!("it is set up within {line} of its division, or goes back")
            }
            Action::BridgeAssault => {
                "until the impulse ends the foot storms: under fire, a charge of it on a structure, works or a bridge \
                 is carried on more easily"
                    .to_owned()
            }
            Action::Resupply => format!("one step more of ammunition for a unit within {near} of him"),
            Action::FollowMe => "he leads the unit he is with, so that its charge is carried on".to_owned(),
            Action::BattleGroups => {
                let apart: Inches = rules.ruled(house!("groups.reach"));
                format!("two or three regiments of horse within {apart} of each other charge together")
            }
            Action::Sappers => "until the impulse ends sappers go with the foot: its charge on a structure or works \
                                is stronger"
                .to_owned(),
            Action::Skirmishers => {
                format!("a unit within {near} of him goes into open order, or back, and still has its action")
            }
            Action::DirectManeuver => format!(
                "a unit within {near} of him marches or changes formation now, and still has its action"
            ),
            Action::Subordinate => {
                let far: Inches = rules.ruled(house!("command.ride"));
                format!("a brigade commander or ADC rides up to {far} and joins a unit")
            }
            Action::Move8 => format!("he rides up to {printed}, and may join or leave a unit"),
            Action::SubMe => "units held back come out and act".to_owned(),
            Action::RegimentalGuns => "the light guns of the battalions become a battery".to_owned(),
            Action::Remount => "dismounted dragoons mount".to_owned(),
            Action::Face45 => {
                let degrees = rules.command.turn.map_or(0, |(_, degrees)| degrees);
                format!("a unit within {near} of him turns by {degrees}°")
            }
            Action::PullBack => {
                let share = match rules.ratio(rule!("empire.ca.noinit.pull-back")).unwrap_or((1, 1)) {
                    (1, 1) => "a whole move".to_owned(),
                    (1, 2) => "half a move".to_owned(),
                    (part, of) => format!("{part}/{of} of a move"),
                };
                format!("it goes back {share}")
            }
            Action::SupportCharge => {
                let far: Inches = rules.ruled(house!("opportunity.charge"));
                format!("cavalry within {near} of him charges up to {far}")
            }
        }
    }
}

/// All that leaders may try, as the heading over the actions.
fn all(rules: &Rules) -> Group {
    let dice = "Each try is two ten-sided dice against a number that grows with every further try of the same leader.";
    let once = "A leader rolls two ten-sided dice once: they say how many of his tries come off.";
    let cited =
        [rule!("empire.ca.corps-me"), rule!("empire.ca.brigade")].into_iter().filter(|rule| rules.on(*rule));
    let ruling = engine::ruling_name::<crate::ids::Ids>(house!("command.effects"));
    Group {
        title: "What your generals may try".into(),
        means: if rules.plays(house!("command.rolls", "one-for-all")) { once } else { dice }.into(),
        rules: cited.map(name).chain([ruling]).collect(),
        within: None,
    }
}

fn name(rule: RuleId) -> &'static str {
    engine::rule_name::<crate::ids::Ids>(rule)
}

/// The headings over these actions, and below which of them each stands.
pub(super) fn groups(rules: &Rules, actions: &[Action], initiative: bool) -> Vec<Group> {
    let group = |action: &Action| Group {
        title: action.title().into(),
        means: Sentence::from(action.means(rules, initiative)),
        rules: rule_of(rules, *action, initiative).map(name).into_iter().collect(),
        within: Some(0),
    };
    if actions.is_empty() {
        Vec::new()
    } else {
        [all(rules)].into_iter().chain(actions.iter().map(group)).collect()
    }
}
