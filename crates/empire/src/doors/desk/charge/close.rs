//! The charts of the close action.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::charge::close::{Clash, Fought, Shock, close_action};
use crate::state::event::Working;
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, ChartCard, End, Found, Liking, Number, Reads, Value, count, found, of_roll};
use engine::outlook::{Goal, Roll};
use engine::rule_name;

fn roll(title: &'static str, working: Working) -> Roll<Ids> {
    Roll { title, dice: DICE, by: Some(rule!("empire.shock.resolve")), goal: Goal::Added, working }
}

impl Chart<Empire> for Shock {
    const NAME: &'static str = "shock";
    const TITLE: &'static str = "Shock value of one side of a close action";

    fn settle(&mut self, _: Option<&Shock>) {
        self.own.settle();
        self.foe.settle();
    }

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let step = rules.close.step(self.own.grade, self.own.sum(rules, &self.foe, self.sky).total());
        Ok(found([("shock", count(rules.close.value(step))), ("step", Value::Number(i64::from(step)))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        vec![roll("The throw of {unit}", self.own.sum(rules, &self.foe, self.sky))]
    }

    /// The step of its grade first.
    fn working(&self, rules: &Rules) -> Vec<Number> {
        let (rule, value) = rules.close.base(self.own.grade);
        let rule = rule_name::<Ids>(rule.unwrap_or(rule!("empire.shock.ladder")));
        let base = Number { rule, value, reads: Reads::Ruled, of: "" };
        std::iter::once(base).chain(self.rolls(rules).iter().flat_map(of_roll)).collect()
    }
}

impl Chart<Empire> for Clash {
    const NAME: &'static str = "close-action";
    const TITLE: &'static str = "A close action: who wins, and by how much";

    fn usual(_: &Rules, card: &mut ChartCard) {
        let grades = [("charger-grade", "veteran"), ("target-grade", "regular")];
        card.asked(
            "melee",
            "A close action",
            grades,
            &["charger-grade", "target-grade", "charger-lost", "target-lost"],
        );
    }

    fn settle(&mut self, _: Option<&Clash>) {
        self.charger.charging = true;
        self.charger.settle();
        self.target.settle();
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let values = self.values(rules);
        let fought = close_action(dice, rules, values, |fought, _| fought)?;
        dice.tested(|rolled| self.tests(rolled, values, fought));
        let Fought { charger_wins, lead } = fought;
        let end = match (charger_wins, lead) {
            (_, 0) => End::new("draw", Liking::Even, "nobody wins"),
            (true, _) => End::new("charger", Liking::Good, "{we} win"),
            (false, _) => End::new("target", Liking::Bad, "{they} win"),
        };
        let winner = match end.word.as_ref() {
            "draw" => "draw",
            "charger" => "charger",
            _ => "target",
        };
        Ok(found([("winner", Value::Word(winner)), ("lead", count(lead))]).ends(end))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let [charger, target] = self.sums(rules);
        vec![roll("The throw of {unit}", charger), roll("The throw of {foe}", target)]
    }
}
