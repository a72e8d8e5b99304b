//! Fire: of batteries, of volleys and of squares; and a shot with the morale of what it hits.

use super::numbers::{hits, name};
use super::refusals::{no_charger, no_such_unit};
use crate::charts::Rules;
use crate::rules::chain::{self, ShotOutcome};
use crate::rules::fire::{self, Cannonade, Target, Volleys};
use crate::rules::outlook::rolls::Roll;
use crate::rules::outlook::{Bombardment, Firing};
use crate::state::game::Volley;
use crate::state::words::{Arm, Band, Nation};
use dice::Dice;
use engine::desk::{
    Chart, ChartCard, End, FactSet as _, Found, Liking, Number, Value, count, dice_by, found, only, word,
};

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct ArtilleryFire of Rules {
        pub shot: Cannonade = Cannonade::blank(), part "" Cannonade::cards;
    }
}

impl Chart<Volley> for ArtilleryFire {
    const NAME: &'static str = "artillery-fire";
    const TITLE: &'static str = "Phase 1: a battery fires";

    fn usual(_: &Rules, card: &mut ChartCard) {
        let first = ["range", "target", "enfiladed", "cover"];
        card.asked("gun", "Gun", [("range", Band::Middle.word())], &first);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("hits", count(fire::cannonade(dice, rules, &self.shot)?))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let dice = dice_by("volley.p1.dice", fire::cannon_dice(rules, self.shot.crew));
        hits(dice, fire::cannon_need(rules, &self.shot))
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Shooting of Rules {
        pub shot: Volleys = Volleys::blank(), part "" |rules| {
            let mut cards = Volleys::cards(rules);
            cards.extend(only(Target::cards(rules), &["charging", "side"]));
            cards
        };
    }
}

impl Chart<Volley> for Shooting {
    const NAME: &'static str = "shooting";
    const TITLE: &'static str = "Phases 3 and 8: a unit shoots";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("volley", "Volley", [("figures", "12")], &[]);
    }

    fn settle(&mut self, _: Option<&Shooting>) {
        self.shot.target.charging &= self.shot.target.arm == Arm::Cavalry;
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("hits", count(fire::volley(dice, rules, &self.shot)?))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let target = &self.shot.target;
        let nation = rules.opponent.filter(|_| !target.french).unwrap_or(Nation::French);
        no_such_unit(rules, nation, target.arm, target.formation)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let shot = &self.shot;
        let dice = fire::volley_dice(rules, shot.figures, shot.artillery);
        hits(dice_by(name(fire::dice_rule(shot.artillery)), dice), fire::volley_need(rules, shot))
    }
}

/// Cavalry that a square fires at.
fn at_square() -> Target {
    Target { arm: Arm::Cavalry, charging: true, ..Target::blank() }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct SquareFire of Rules {
        pub target: Target = at_square(),
            part "" |rules| {
                let need = |french| fire::square_need(rules, &Target { french, ..at_square() });
                vec![word("side", "whose cavalry", fire::whose(need(true) != need(false)), Some("french"))]
            };
    }
}

impl Chart<Volley> for SquareFire {
    const NAME: &'static str = "square-fire";
    const TITLE: &'static str = "Phases 3 and 8: a square fires at cavalry that contacts it";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("hits", count(fire::square_fire(dice, rules, &self.target)?))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let dice = dice_by("volley.charge.cav.square-fire", fire::square_dice(rules));
        hits(dice, fire::square_need(rules, &self.target))
    }
}

fn shot_found(outcome: &ShotOutcome) -> Found {
    found([
        ("hits", count(outcome.hits)),
        ("lost", count(outcome.lost)),
        ("result", Value::Word(outcome.result)),
    ])
    .ends(match outcome.result {
        word @ "not-hit" => End::new(word, Liking::Bad, "nobody is hit"),
        word @ "wiped-out" => End::new(word, Liking::Good, "nobody is left"),
        // Whether it was to carry on, to go on with a charge or to stand: for the shooter it is one thing.
        "carries-on" | "goes-on" | "stands" => {
            End::new("carries-on", Liking::Even, "carries on with what is left")
        }
        word => End::plain(word, Liking::Good),
    })
}

impl Chart<Volley> for Bombardment {
    const NAME: &'static str = "bombardment";
    const TITLE: &'static str = "Phases 1 and 2: a battery fires, and the morale of what it hits";

    fn settle(&mut self, before: Option<&Bombardment>) {
        self.struck.settle(before.map(|before| &before.struck));
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(shot_found(&chain::shot(dice, rules, &self.facts())?))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let target = &self.shot.target;
        no_such_unit(rules, self.struck.nation, target.arm, target.formation)
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll> {
        chain::shot_rolls(rules, &self.facts())
    }
}

impl Chart<Volley> for Firing {
    const NAME: &'static str = "firing";
    const TITLE: &'static str = "Phases 3 and 4, 8 and 9: a unit shoots, and the morale of what it hits";

    fn settle(&mut self, before: Option<&Firing>) {
        self.struck.settle(before.map(|before| &before.struck));
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(shot_found(&chain::shot(dice, rules, &self.facts())?))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let (target, nation) = (&self.shot.target, self.struck.nation);
        no_such_unit(rules, nation, target.arm, target.formation).or_else(|| {
            self.charging.then(|| no_charger(rules, nation, target.arm, target.formation)).flatten()
        })
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll> {
        chain::shot_rolls(rules, &self.facts())
    }
}
