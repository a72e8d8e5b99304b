//! How far a unit moves, whether infantry charges, and the dice of a gallop and of those who run.

use super::numbers::{by, named, of, thrown};
use super::refusals::no_such_mover;
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::charge::{charge_roll, does_anybody_roll};
use crate::rules::on_sheet::nations;
use crate::rules::orders::formation::{has_formation, only_in_column};
use crate::rules::orders::movement::{MarchFacts, allowance, closed_rate, horse_rate, is_heavy};
use crate::state::game::Volley;
use crate::state::words::{Arm, Cover, Formation, Horse, Nation, Rate};
use dice::Dice;
use engine::desk::{Chart, Found, Liking, Number, Reads, Value, count, flag, found, needs, ruled, word, yes};
use rulebook::RuleId;

rulebook::words!(
    /// What a battle calls a kind of cavalry.
    Called { ByKind = "by-kind", Heavy = "heavy", Light = "light" }
);

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Movement of Rules {
        pub nation: Nation = Nation::French,
            word "nation" |name, rules| word(name, "whose unit moves", &nations(rules), None);
        pub kind: Rate = Rate::Column, word "type" |name, rules| {
            word(name, "row of the movement list, or a kind of cavalry", &rates(rules), None)
        };
        pub called: Called = Called::ByKind, word "called" |name, _| {
            word(name, "what its battle calls a kind of cavalry", Called::NAMES, Some("by-kind"))
                .only("type", Horse::WORDS.iter().map(|(_, horse)| horse.rate().word()))
        };
        pub difficult: bool = false,
            plain "difficult" |name, _| flag(name, "any part of the move is in difficult ground");
        pub out_of_command: bool = false, plain "out-of-command" |name, _| flag(name, "outside command range");
        pub backwards: bool = false, plain "backwards" |name, _| flag(name, "it moves backwards");
        pub far: bool = false,
            plain "far" |name, _| flag(name, "it stays beyond the double-move distance from the enemy");
        pub first_turn: bool = false, plain "first-turn" |name, _| flag(name, "it is the first turn");
    }
}

/// Rows of the movement list, and kinds of cavalry it does not name but the house has a rate for.
fn rates(rules: &Rules) -> Vec<&'static str> {
    let masse = rules.opponent == Some(Nation::Austrian);
    Rate::WORDS.iter().filter(|(_, rate)| *rate != Rate::Masse || masse).map(|(word, _)| *word).collect()
}

impl Movement {
    /// The row of the movement list a unit moves by, and whether the list names it; `None`: the sheet has no such unit.
    pub(super) fn rate(&self, rules: &Rules) -> Option<(RuleId, bool)> {
        let nation = self.nation;
        let closed = |formation: Formation| {
            let has = has_formation(rules, nation, Arm::Infantry, formation);
            closed_rate(rules, nation, formation).filter(|_| has).map(|rate| (rate, true))
        };
        match (self.kind, Horse::WORDS.iter().find(|(_, horse)| horse.rate() == self.kind)) {
            (Rate::Square, _) => closed(Formation::Square),
            (Rate::Masse, _) => closed(Formation::Masse),
            (_, Some((_, horse))) => {
                let called = match self.called {
                    Called::Heavy => Some(true),
                    Called::Light => Some(false),
                    Called::ByKind => None,
                };
                horse_rate(rules, nation, *horse, is_heavy(rules, nation, *horse, called))
            }
            (kind, None) => rules.move_rate(nation, kind).map(|rate| (rate, true)),
        }
    }

    fn going(&self) -> MarchFacts {
        let Movement { difficult, backwards, far, first_turn, .. } = *self;
        MarchFacts { difficult, in_command: !self.out_of_command, backwards, far, first_turn }
    }
}

impl Chart<Volley> for Movement {
    const NAME: &'static str = "movement";
    const TITLE: &'static str = "Phases 3 and 8: how far a unit may move";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let may = allowance(rules, self.rate(rules).map(|(rate, _)| rate), &self.going());
        Ok(found([("inches", Value::Text(may.inches.to_string())), ("doubled", yes(may.doubled))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_mover(rules, self)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let rate = self.rate(rules);
        let may = allowance(rules, rate.map(|(rate, _)| rate), &self.going());
        let mut all = named(&may.working, Reads::Inches, Reads::AddedInches);
        let unlisted = rate.is_some_and(|(_, listed)| !listed);
        all.extend(unlisted.then(|| ruled(of(house!("move.unlisted-types")))));
        all
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct InfantryCharge of Rules {
        pub nation: Nation = Nation::French,
            word "nation" |name, rules| word(name, "whose infantry", &nations(rules), None);
        pub general: bool = false, maybe "general" |name, rules| {
            does_anybody_roll(rules).then(|| flag(name, "a general is attached"))
        };
        pub cover: Cover = Cover::None, word "cover" |name, rules| {
            let words = if does_anybody_roll(rules) { Cover::NAMES } else { &[Cover::None.word()] };
            word(name, "what the target stands in", words, Some("none"))
        };
    }
}

impl Chart<Volley> for InfantryCharge {
    const NAME: &'static str = "infantry-charge";
    const TITLE: &'static str = "Phases 3 and 8: may infantry charge?";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let may = match charge_roll(rules, self.nation, Arm::Infantry, self.general, self.cover) {
            Some(need) => dice.shows(need)?,
            None => true,
        };
        let found =
            found([("may-charge", yes(may)), ("only-in-column", yes(only_in_column(rules, self.nation)))]);
        Ok(found.ends_by("may-charge", Liking::Even))
    }

    /// Whether infantry charges: the roll it needs, or what spares it; and the formation it must be in.
    fn working(&self, rules: &Rules) -> Vec<Number> {
        let InfantryCharge { nation, general, cover, .. } = *self;
        let mut all = Vec::new();
        if charge_roll(rules, nation, Arm::Infantry, false, Cover::None).is_some() {
            let spares = [
                (general, rule!("volley.charge.inf.british-general")),
                (cover != Cover::None, rule!("volley.charge.inf.british-defensive")),
            ];
            match charge_roll(rules, nation, Arm::Infantry, general, cover) {
                Some(need) => all.push(needs("volley.charge.inf.british-six", need)),
                None => {
                    let spared = spares.into_iter().filter(|(is, rule)| *is && rules.on(*rule));
                    all.extend(spared.map(|(_, rule)| by(rule)));
                }
            }
        }
        all.push(by(rule!("volley.charge.inf.move")));
        if only_in_column(rules, nation) || nation == Nation::British {
            all.push(by(rule!("volley.charge.inf.column-only")));
        }
        all
    }
}

fn inches_of<D: Dice>(rules: &Rules, rule: RuleId, dice: &mut D) -> Result<Found, D::Pause> {
    let inches = rules.dice(rule).map_or(Ok(0), |pool| dice.total(pool))?;
    Ok(found([("inches", count(inches))]))
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct ChargeBonus of Rules {}
}

impl Chart<Volley> for ChargeBonus {
    const NAME: &'static str = "charge-bonus";
    const TITLE: &'static str = "Phases 3 and 8: bonus inches of charging cavalry";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        inches_of(rules, rule!("volley.charge.cav.bonus"), dice)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        thrown(rules, rule!("volley.charge.cav.bonus"))
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Evade of Rules {}
}

impl Chart<Volley> for Evade {
    const NAME: &'static str = "evade";
    const TITLE: &'static str = "Phases 3 and 8: how far charged skirmishers run";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        inches_of(rules, rule!("volley.skirm.charged.evade"), dice)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        thrown(rules, rule!("volley.skirm.charged.evade"))
    }
}
