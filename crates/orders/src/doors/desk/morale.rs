//! Morale checks, what reaching a status does, leaders in danger, and rally.

use super::numbers::{by, check, text, thrown};
use super::refusals::{cited, no_such_body};
use crate::charts::Rules;
use crate::ids::{Ids, house, rule};
use crate::rules::chain::{self, Body};
use crate::rules::command::leader_loss;
use crate::rules::morale::{self, Blow};
use crate::rules::on_sheet::REACHED;
use crate::rules::outlook::{Check, Checks, checked, rolls};
use crate::state::game::Orders;
use crate::state::refusal::Cite;
use crate::state::words::{Level, LossResult, Turned};
use dice::{Dice, Odds, Weight};
use engine::desk::{
    Chart, ChartCard, End, FactCard, Found, Kind, Liking, Number, Value, found, of_unit, only, ruled, yes,
};
use engine::outlook::Roll;
use table::Inches;

const TROOP: (&str, &str) = ("troop", "seasoned");

/// Where checks leave a unit, and how the acting side likes it: as it was, and worse.
pub(super) fn left(status: &chain::Status, before: Level, [same, worse]: [Liking; 2]) -> Found {
    let level = status.level;
    let end = if level == before {
        End::new(level.word(), same, format!("hold[s], {level}"))
    } else if level == Level::Routed {
        End::new(level.word(), worse, "rout[s]")
    } else if status.moved {
        End::new(format!("{level}-back"), worse, format!("go[es] back, {level}"))
    } else {
        End::new(level.word(), worse, format!("drop[s] to {level}"))
    };
    found([
        ("level", Value::Word(level.word())),
        ("leader", Value::Word(status.leader.word())),
        ("driven-back", yes(status.moved)),
    ])
    .ends(end)
}

impl Chart<Orders> for Check {
    const NAME: &'static str = "check";
    const TITLE: &'static str =
        "One roll of a morale check; out of command and hasty square are no more than that";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("check", "Morale check", [TROOP], &[]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let rolled = morale::roll(dice, rules, &self.body.start_check())?;
        let liking = if rolled.passes { Liking::Good } else { Liking::Bad };
        let tested = rolled.endangers && self.body.leader.is_some();
        Ok(found([("passes", yes(rolled.passes)), ("leader-tested", yes(tested))]).ends_by("passes", liking))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        vec![rolls::check("{unit} check[s]", rules, &self.body.start_check())]
    }
}

impl Chart<Orders> for Checks {
    const NAME: &'static str = "checks";
    const TITLE: &'static str = "Morale checks until passed, with what they cost";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let status = chain::checks(dice, rules, &self.body, self.drops, self.checks)?;
        Ok(left(&status, self.body.level, [Liking::Good, Liking::Bad]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_body(rules, &self.body).or_else(|| {
            let why = "a unit that owes nothing throws nothing: give checks or drops";
            (self.checks + self.drops == 0).then(|| cited(rule!("orders.mc.loop"), why))
        })
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        vec![rolls::check("{unit} check[s]", rules, &self.body.start_check())]
    }

    /// Merged after each of its rolls.
    fn odds<W: Weight>(&self, rules: &Rules) -> Odds<Found, W> {
        let before = self.body.level;
        chain::checks_odds(rules, &self.body, self.drops, self.checks)
            .map(|status| left(status, before, [Liking::Good, Liking::Bad]))
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Status of Rules {
        pub body: Body = Body::blank(), part "" |rules| {
            let cards = only(Body::cards(rules), &["level", "garrison", "arm", "formation"]);
            let level = |card: FactCard| match &*card.name {
                "level" => FactCard {
                    text: "status it drops to".into(),
                    kind: Kind::Word(REACHED.to_vec()),
                    default: None,
                    ..card
                },
                _ => card,
            };
            of_unit("", "", "{unit}", cards.into_iter().map(level).collect())
        };
    }
}

impl Status {
    fn blow(&self, rules: &Rules) -> Blow {
        let Body { level, arm, formation, garrison, .. } = self.body;
        morale::blow(rules, level, arm, formation, garrison.is_some())
    }
}

impl Chart<Orders> for Status {
    const NAME: &'static str = "status";
    const TITLE: &'static str = "What reaching a morale status does";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let effect = match self.blow(rules) {
            Blow::Nothing => "nothing".to_owned(),
            Blow::Stands => "a garrison stands".to_owned(),
            Blow::Abandoned => "the guns are abandoned".to_owned(),
            Blow::Removed(_) => "removed".to_owned(),
            Blow::GoesBack { by, facing: Turned::Enemy, .. } => format!("back {by}, facing the enemy"),
            Blow::GoesBack { by, facing: Turned::Away, .. } => format!("back {by}, facing away"),
        };
        Ok(found([("effect", text(effect))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_body(rules, &self.body)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let stands = matches!(self.blow(rules), Blow::Stands);
        let mut all: Vec<Number> =
            rules.reaching(self.body.level).map(|(rule, _)| by(rule)).into_iter().collect();
        all.extend(stands.then(|| ruled(Cite::from(house!("garrison")).id())));
        all
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct LeaderLoss of Rules {}
}

impl Chart<Orders> for LeaderLoss {
    const NAME: &'static str = "leader-loss";
    const TITLE: &'static str = "A leader whose unit threw a natural 1";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let loss = leader_loss::read(dice, rules)?
            .map(|loss| (loss.result, loss.inches.unwrap_or_default(), loss.turns.unwrap_or_default()));
        Ok(found([("result", loss_value(loss))]).ends_by("result", Liking::Even))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        thrown(rules, rule!("orders.leader-loss.die"))
    }
}

fn loss_value(loss: Option<(LossResult, Inches, u32)>) -> Value {
    match loss {
        None => Value::Word("nothing"),
        Some((result @ (LossResult::Detached | LossResult::Back), by, _)) => text(format!("{result}, {by}")),
        Some((LossResult::Grazed, _, turns)) => text(format!("grazed, away for {turns} turn")),
        Some((result, ..)) => Value::Word(result.word()),
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Rally of Rules {
        pub body: Body = Body::blank(), part "" checked;
    }
}

impl Chart<Orders> for Rally {
    const NAME: &'static str = "rally";
    const TITLE: &'static str = "Step 7: one roll of a unit under Rally";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("rally", "Rally", [TROOP], &[]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let Body { level, leader, .. } = self.body;
        let (passes, tested, level) = if rules.count(rule!("orders.orders.rally.check")) == 0 {
            (Value::Word("no roll"), false, level)
        } else {
            let rolled = morale::roll(dice, rules, &self.body.start_check())?;
            let rises = if rolled.passes { rules.count(rule!("orders.orders.rally.pass")) } else { 0 };
            let level = (0..rises).fold(level, |level, _| rules.higher(level).unwrap_or(level));
            (yes(rolled.passes), rolled.endangers && leader.is_some(), level)
        };
        let said = [("passes", passes), ("leader-tested", yes(tested)), ("level", Value::Word(level.word()))];
        Ok(found(said).ends_by("level", Liking::Even))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        check(rules, &self.body.start_check())
    }
}
