//! What units are worth, and the exact odds of shots. Those of charges are the game's own (`onset::foreseen_by`).

use dice::Odds;
use empire::rules::charge::chain::{self, Coming};
use empire::rules::fire::firefight::exchange::{self, Exchange, exchange_odds};
use empire::rules::fire::gunnery::{self, Shot, shot};
use empire::rules::fire::musketry::{self, Volley, volley};
use empire::rules::morale::me_morale::{MeEnd, MeTest, me_morale};
use empire::rules::morale::unit_morale::{Reason, UnitTest};
use empire::unit::Unit;
use empire::words::Arm;
use empire::{Empire, UnitId};
use engine::outlook::measuring;

/// What a figure lost counts, of a unit that stands.
const WEAR: f64 = 0.6;
/// What it counts that a unit gives a little ground, and that it does so disordered, of what it counts that it runs.
const BACK: f64 = 0.1;
const DISORDERED: f64 = 0.3;
/// What it counts that a charge loses its spirit, is stopped by fire, and that a close action is won, for the ME minds that too.
const HALTED: f64 = 0.05;
const CHECKED: f64 = 0.15;
const WON: f64 = 0.3;
/// What guns are worth besides: they may be taken.
const GUNS: f64 = 0.3;

/// How much of a unit there is: that it is there at all counts half.
pub(super) fn size(unit: &Unit) -> f64 {
    let whole = f64::from(unit.profile.figures.max(1));
    0.5 + 0.5 * f64::from(unit.figures) / whole
}

/// What units weigh: each for itself, and what its running would do to the morale of its ME, by the exact odds of its next test.
#[derive(Default)]
pub(super) struct Scales(Vec<(MeTest, [Weight; 3])>);

/// What it costs an ME that a unit of an arm runs.
#[derive(Clone, Copy)]
struct Weight {
    /// What it weighs beside a battalion: half is fixed, half is how much more its running costs the ME's morale. (An
    /// ME is spent by units lost, of any arm: hence the fixed half.)
    times: f64,
    /// How much likelier the ME is to give way.
    stake: f64,
}

impl Scales {
    /// Weighs anew whatever has changed.
    pub(super) fn look(&mut self, view: &Empire) {
        for (n, me) in view.me_ids().enumerate() {
            let test = measuring(|eyes| MeTest::seen(view, eyes, me, false));
            match self.0.get_mut(n) {
                Some((seen, _)) if *seen == test => {}
                Some(place) => *place = (test, weights(view, &test)),
                None => self.0.push((test, weights(view, &test))),
            }
        }
    }

    /// What a unit is worth.
    pub(super) fn worth(&self, unit: &Unit) -> f64 {
        let prize = if unit.arm() == Arm::Artillery { GUNS } else { 0.0 };
        let own = size(unit) + prize;
        let weights = self.0.get(usize::from(unit.me().0)).map(|(_, weights)| weights[unit.arm() as usize]);
        weights.map_or(own, |weight| weight.times * own + weight.stake)
    }
}

fn weights(view: &Empire, test: &MeTest) -> [Weight; 3] {
    let trouble = |test: &MeTest| {
        let odds: Odds<MeEnd, f64> = Odds::of(|dice| me_morale(dice, &view.rules, test));
        odds.mean(|end| match end {
            MeEnd::Broken => 1.5,
            MeEnd::Retreat => 1.0,
            MeEnd::FallsBack => 0.7,
            MeEnd::MayBreakOff | MeEnd::Shaken => 0.3,
            MeEnd::Steady | MeEnd::AsBefore => 0.0,
        })
    };
    let without = |arm: Arm| {
        let mut after = MeTest { good: test.good.saturating_sub(1), ..*test };
        match arm {
            Arm::Infantry => after.bad_infantry += 1,
            Arm::Cavalry => after.bad_cavalry += 1,
            Arm::Artillery => after.bad_artillery += 1,
        }
        after
    };
    let sum = |test: &MeTest| test.sum(&view.rules).total();
    let (now, before) = (trouble(test), sum(test));
    let costs = |arm: Arm| f64::from(before - sum(&without(arm))).max(1.0);
    [Arm::Infantry, Arm::Cavalry, Arm::Artillery].map(|arm| Weight {
        times: 0.5 + 0.5 * costs(arm) / costs(Arm::Infantry),
        stake: trouble(&without(arm)) - now,
    })
}

/// What a unit's fire takes from another, in means: it runs, or it is the weaker for it.
pub(super) fn harm(scales: &Scales, view: &Empire, unit: UnitId, target: UnitId, opportunity: bool) -> f64 {
    let rules = &view.rules;
    let body = view.unit(target);
    let test = measuring(|eyes| UnitTest::seen(view, eyes, target, Reason::fire(unit)));
    let suffers = |fell: u32| {
        if fell == 0 {
            return 0.0;
        }
        let start = body.profile.figures.max(1);
        let test = test.with_lost(start, body.lost() + fell, body.impulse.lost + fell);
        let runs = if body.in_good_morale() { fails(&test, view) } else { 0.0 };
        scales.worth(body) * (runs + (1.0 - runs) * WEAR * f64::from(fell) / f64::from(start))
    };
    if view.unit(unit).arm() == Arm::Artillery {
        let seen = measuring(|eyes| Shot::seen(view, eyes, unit, target, gunnery::How::default()));
        return seen.map_or(0.0, |facts| {
            let odds: Odds<gunnery::Fired, f64> = Odds::of(|dice| shot(dice, rules, &facts));
            odds.mean(|fired| suffers(fired.hits))
        });
    }
    let how = musketry::How { opportunity, ..musketry::How::default() };
    let seen = measuring(|eyes| Volley::seen(view, eyes, unit, target, how));
    seen.map_or(0.0, |facts| {
        let odds: Odds<musketry::Fired, f64> = Odds::of(|dice| volley(dice, rules, &facts));
        odds.mean(|fired| suffers(fired.casualties))
    })
}

/// What a round of a firefight is worth to the side that opens it: the enemy driven off and thinned, less what it
/// costs.
pub(super) fn duel(
    scales: &Scales,
    view: &Empire,
    facts: &Exchange,
    unit: UnitId,
    target: UnitId,
    zeal: f64,
) -> f64 {
    use exchange::End;
    let odds: Odds<exchange::Outcome, f64> = exchange_odds(&view.rules, facts);
    let (own, aim) = (view.unit(unit), view.unit(target));
    let (mine, theirs) = (scales.worth(own), scales.worth(aim) * zeal);
    let share = |unit: &Unit, fell: u32| WEAR * f64::from(fell) / f64::from(unit.profile.figures.max(1));
    odds.mean(|outcome| {
        let (own_part, aim_part) = match outcome.end {
            End::GoesOn | End::Parted => (0.0, 0.0),
            End::FoeBack => (0.0, BACK),
            End::FoeDisordered => (0.0, DISORDERED),
            End::FoeRuns | End::FoeShot => (0.0, 1.0),
            End::Back => (BACK, 0.0),
            End::Disordered => (DISORDERED, 0.0),
            End::Runs | End::Shot => (1.0, 0.0),
            End::BothRun => (1.0, 1.0),
        };
        let [fell, struck] = outcome.lost;
        theirs * (aim_part + share(aim, struck)) - mine * (own_part + share(own, fell))
    })
}

/// What a charge is worth from where it has come to: how each of the two comes out of it.
pub(super) fn onslaught(
    scales: &Scales,
    view: &Empire,
    coming: &Coming,
    unit: UnitId,
    target: UnitId,
    zeal: f64,
) -> f64 {
    use chain::End;
    let odds: Odds<chain::Outcome, f64> = coming.odds(&view.rules);
    let (own, aim) = (view.unit(unit), view.unit(target));
    let runs = |unit: &Unit| if unit.in_good_morale() { 1.0 } else { 0.4 };
    let (mine, theirs) = (scales.worth(own), scales.worth(aim) * zeal);
    let share = |unit: &Unit, fell: u32| WEAR * f64::from(fell) / f64::from(unit.profile.figures.max(1));
    odds.mean(|outcome| {
        let gain = match outcome.end {
            End::HaltsShort => -HALTED,
            End::HaltsDisordered => -DISORDERED,
            End::Checked => -CHECKED,
            End::ChargerRuns | End::ChargerShot => -mine,
            End::TargetRetires => 0.3 * theirs,
            End::TargetRuns => theirs * runs(aim),
            End::DrawnAhead => BACK * theirs,
            End::DrawnBehind => -BACK * mine,
            End::TargetBeaten => DISORDERED * theirs + WON,
            End::TargetRouted | End::TargetDestroyed => theirs * runs(aim) + WON,
            End::ChargerBeaten => -DISORDERED * mine - WON,
            End::ChargerRouted | End::ChargerDestroyed => -mine - WON,
        };
        let standard = if outcome.standard { WON / 2.0 } else { 0.0 };
        gain + standard + theirs * share(aim, outcome.target_lost) - mine * share(own, outcome.charger_lost)
    })
}

/// The chance that a test fails.
fn fails(test: &UnitTest, view: &Empire) -> f64 {
    let Some((_, need)) = test.stands_on(&view.rules) else { return 0.0 };
    1.0 - at_least(need - test.sum(&view.rules).total())
}

/// The chance of this or more on 2d10.
pub fn at_least(need: i32) -> f64 {
    let ways = (1..=10).map(|one: i32| (11 - (need - one).clamp(1, 11)).max(0)).sum::<i32>();
    f64::from(ways) / 100.0
}
