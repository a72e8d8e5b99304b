//! One round of melee.

use super::numbers::{named, thrown};
use super::refusals::{Charging, no_charge, no_such_body};
use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::chain::{Body, CHECKED, KIND};
use crate::rules::charge::melee::{self, Field, Loser};
use crate::rules::on_sheet::{CHARGERS, hit, of_arms, target_shelter};
use crate::state::game::Orders;
use crate::state::words::{Aspect, Shelter};
use dice::Dice;
use engine::desk::{
    Chart, ChartCard, FactSet as _, Found, Number, Reads, Value, all_of, count, found, number, numbers,
    of_unit, only,
};

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Melee of Rules {
        pub charger: Body = Body::blank(), part "charger-" |rules| {
            let cards = only(Body::cards(rules), &["troop", "level", "leader", "arm", "formation"]);
            of_unit("charger-", "charger: ", "{unit}", of_arms(rules, cards, CHARGERS))
        };
        pub target: Body = Body::blank(), part "target-" |rules| {
            let cards = only(Body::cards(rules), &[&CHECKED[..], &KIND[..]].concat());
            of_unit("target-", "target: ", "{foe}", cards)
        };
        pub hit: Aspect = Aspect::Front, word "hit" hit;
        pub round: u32 = 1, maybe "round" |name, rules| {
            melee::is_first_apart(rules).then(|| number(name, "round", 1, 3, Some(1)))
        };
        also {
            "target-shelter" (|it| it.target.shelter.word().to_owned(), |it, word| {
                Shelter::from_word(word).map(|shelter| it.target.shelter = shelter).is_some()
            }) target_shelter;
        }
    }
}

impl Melee {
    fn field(&self) -> Field {
        let Body { shelter, garrison, .. } = self.target;
        let garrison = garrison.is_some();
        Field { shelter, garrison, hit: self.hit, round: self.round, ..Field::blank() }
    }
}

impl Chart<Orders> for Melee {
    const NAME: &'static str = "melee";
    const TITLE: &'static str = "Step 5: one round";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("melee", "Melee", [("charger-troop", "seasoned"), ("target-troop", "seasoned")], &[]);
    }

    fn settle(&mut self, before: Option<&Melee>) {
        self.target.settle(before.map(|before| &before.target));
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let (attacker, defender) = (self.charger.start_fighter(), self.target.start_fighter());
        let totals = melee::round(dice, rules, &attacker, &defender, &self.field())?;
        let result = melee::result(rules, totals);
        let loser = match result {
            None => "nobody",
            Some((Loser::Attacker, _)) => "charger",
            Some((Loser::Defender, _)) => "target",
            Some((Loser::Both, _)) => "both",
        };
        let (drops, checks) = result.map_or((0, 0), |(_, row)| (row.drop, row.checks));
        Ok(found([("loser", Value::Word(loser)), ("levels", count(drops)), ("checks", count(checks))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_body(rules, &self.charger)
            .or_else(|| no_such_body(rules, &self.target))
            .or_else(|| no_charge(rules, &self.charger, &self.target, Charging::Fights))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        fight(rules, &self.charger, &self.target, &self.field())
    }
}

/// What the attacker adds, less what the defender does.
pub(super) fn fight(rules: &Rules, charger: &Body, target: &Body, field: &Field) -> Vec<Number> {
    let [ours, theirs] = melee::sums(rules, &charger.start_fighter(), &target.start_fighter(), field);
    let added = |who, parts| all_of(who, numbers(parts, Reads::Added, Reads::Added));
    let theirs = named(&theirs).into_iter().map(|(rule, value)| (rule, -value)).collect();
    let mut all = all_of("Both throw", thrown(rules, rule!("orders.melee.roll")));
    all.extend(added("Of the attacker", named(&ours)));
    all.extend(added("Of the defender, against the attacker", theirs));
    all
}
