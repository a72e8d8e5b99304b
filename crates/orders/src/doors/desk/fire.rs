//! Fire, and the checks it gives.

use super::morale::left;
use super::numbers::{check, shot};
use super::refusals::{no_fire, no_such_body, no_such_unit};
use crate::charts::Rules;
use crate::ids::Ids;
use crate::rules::chain::{self, ShotOutcome};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::ground::Place;
use crate::rules::on_sheet::{garrison_word, gun_of, places};
use crate::rules::outlook::{ShotAndChecks, rolls};
use crate::state::game::Orders;
use crate::state::words::{Arm, Formation, Gun, Level};
use dice::{Dice, Odds, Weight};
use engine::desk::{Chart, ChartCard, Found, Liking, Number, all_of, count, found, word};
use engine::outlook::Roll;

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Fire of Rules {
        pub shot: ShotFacts = ShotFacts::blank(), part "" ShotFacts::cards;
        /// What the target garrisons.
        pub garrison: Option<Place> = None;
        also {
            "target-garrison" (|it| garrison_word(it.garrison), |it, word| {
                it.garrison = Place::from_word(word);
                true
            }) |name, _| word(name, "what the target garrisons", &places(), Some("nothing"));
        }
    }
}

impl Chart<Orders> for Fire {
    const NAME: &'static str = "fire";
    const TITLE: &'static str = "Steps 3 and 4: hits of a unit's fire";

    fn usual(_: &Rules, card: &mut ChartCard) {
        let troop = ("troop", "seasoned");
        let gun = ("arm", Arm::FootArtillery.word());
        let formation = ("formation", Formation::Unlimbered.word());
        let target = ["range", "target-arm", "target-formation", "target-shelter", "from"];
        let heavy = ("gun", Gun::Heavy.word());
        card.asked("gun", "Gun", [troop, gun, formation, heavy, ("range", "6")], &target);
        let first = ["troop", "target-arm", "target-formation", "target-shelter"];
        card.asked("volley", "Volley", [troop], &first);
    }

    /// A garrison has the walls of its place.
    fn settle(&mut self, before: Option<&Fire>) {
        let Fire { shot, garrison, .. } = self;
        shot.firer.gun = gun_of(shot.firer.arm, shot.firer.gun);
        shot.target.garrison = garrison.is_some();
        let is_new = before.is_none_or(|before| before.garrison != *garrison);
        if let Some(place) = garrison.filter(|_| is_new) {
            shot.target.shelter = shot.target.shelter.max(place.shelter());
        }
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let hits = fire::hits(dice, rules, &self.shot)?;
        Ok(found([("hits", count(hits)), ("checks", count(fire::struck(rules, &self.shot, hits, 0).owed))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let (firer, target) = (&self.shot.firer, &self.shot.target);
        no_such_unit(rules, firer.arm, firer.formation, false)
            .or_else(|| no_such_unit(rules, target.arm, target.formation, target.garrison))
            .or_else(|| no_fire(rules, &self.shot))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        shot(rules, &self.shot)
    }
}

fn shot_found(shot: &ShotOutcome, before: Level) -> Found {
    let mut said = left(&shot.target, before, [Liking::Bad, Liking::Good]);
    said.outcome.extend([("hits", count(shot.hits)), ("checks", count(shot.checks))]);
    said
}

impl Chart<Orders> for ShotAndChecks {
    const NAME: &'static str = "shot";
    const TITLE: &'static str = "Steps 3 and 4: fire, and the checks it gives";

    /// The target is what is fired at.
    fn settle(&mut self, before: Option<&ShotAndChecks>) {
        let ShotAndChecks { shot, target, .. } = self;
        shot.firer.gun = gun_of(shot.firer.arm, shot.firer.gun);
        shot.target.garrison = target.garrison.is_some();
        (target.arm, target.formation) = (shot.target.arm, shot.target.formation);
        target.shelter = shot.target.shelter;
        target.settle(before.map(|before| &before.target));
        shot.target.shelter = target.shelter;
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let outcome = chain::shot(dice, rules, &self.shot, &self.target)?;
        Ok(shot_found(&outcome, self.target.level))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let firer = &self.shot.firer;
        no_such_unit(rules, firer.arm, firer.formation, false)
            .or_else(|| no_such_body(rules, &self.target))
            .or_else(|| no_fire(rules, &self.shot))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let shot = rolls::shot("The fire of {unit}", rules, &self.shot);
        let check = rolls::check("Each check of {foe}", rules, &self.target.start_check());
        shot.into_iter().chain([check]).collect()
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let check = check(rules, &self.target.start_check());
        [all_of("The shot", shot(rules, &self.shot)), all_of("Each check of the target", check)].concat()
    }

    /// Merged after each of its rolls.
    fn odds<W: Weight>(&self, rules: &Rules) -> Odds<Found, W> {
        let before = self.target.level;
        chain::shot_odds(rules, &self.shot, &self.target).map(|shot| shot_found(shot, before))
    }
}
