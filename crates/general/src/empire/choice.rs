//! Answers: what the enemy's acts and the dice ask of him, each by its odds.

use super::captain::Captain;
use super::odds::{at_least, harm, onslaught};
use super::plan::is_exhausted;
use crate::kit::plan::Stance;
use dice::Odds;
use empire::charts::hour::bonus::More;
use empire::me::MeId;
use empire::rules::charge::chain::{ChargeFacts, Coming, Reply};
use empire::rules::charge::guns_charged::GunsCharged;
use empire::rules::charge::onset::{self, Breakthrough, Charged, PressOn};
use empire::rules::fire::bombardment::Mission;
use empire::rules::hour::bonus::{Gained, Try, bonus_impulse};
use empire::rules::hour::verdict;
use empire::words::{Arm, Fatigue};
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::outlook::measuring;
use engine::{Game, Side};
use table::Inches;

/// Fire that takes less than this is kept for a charge.
const LEAST: f64 = 0.06;
/// A charge that fire has checked goes on if it is worth this: it is as bad to stop.
const PRESSES: f64 = -0.15;
/// A breakthrough goes on to a charge that is worth this.
const BEYOND: f64 = 0.2;
/// A side that is ahead closes up again only if it is this many times as strong as the enemy.
const SURE: f64 = 1.2;
/// An enemy that has not acted and is within this may still charge.
const NEAR: Inches = Inches::whole(8);

impl Captain {
    /// Opportunity fire by the unit whose shot takes most, but not by foot that may still be charged.
    pub(super) fn react(&self, view: &Empire, mover: UnitId, shooters: &[UnitId]) -> Answer {
        let may_be_charged = |unit: UnitId| {
            let rect = view.unit(unit).rect();
            let foes = view.of(view.side_of(unit).enemy());
            let mut fresh = foes.filter(|(id, foe)| *id != mover && foe.is_formed() && !foe.impulse.acted);
            fresh.any(|(_, foe)| {
                let gap = foe.rect().zip(rect).map(|(one, two)| one.distance(two));
                foe.arm() != Arm::Artillery && gap.is_some_and(|gap| gap <= NEAR)
            })
        };
        let best = shooters
            .iter()
            .filter(|unit| self.leads(view.unit(**unit).me()))
            .filter(|unit| view.unit(**unit).arm() == Arm::Artillery || !may_be_charged(**unit))
            .map(|unit| (harm(&self.scales, view, *unit, mover, true), *unit))
            .max_by(|one, two| one.0.total_cmp(&two.0));
        match best {
            Some((value, unit)) if value >= LEAST => Answer::Act(Act::Fire { unit, target: mover }),
            _ => Answer::No,
        }
    }

    /// The answer that leaves the charge the least hope.
    pub(super) fn charged(&self, view: &Empire, asked: &Charged, question: &Question) -> Answer {
        if !self.leads(view.unit(asked.unit).me()) {
            return view.decline(question);
        }
        let pair = (asked.charger, asked.unit);
        let hope =
            |reply: Reply| self.feared(view, pair, onset::foreseen_after(view, pair, &asked.facts, reply));
        let odds = asked.replies.iter().enumerate().map(|(place, reply)| (hope(*reply), place));
        let best = odds.min_by(|one, two| one.0.total_cmp(&two.0));
        best.map_or_else(|| view.decline(question), |(_, place)| Answer::Option(place as u8))
    }

    /// What a charge is worth to the enemy.
    fn feared(&self, view: &Empire, (charger, target): (UnitId, UnitId), facts: ChargeFacts) -> f64 {
        onslaught(&self.scales, view, &Coming { facts, course: facts.start() }, charger, target, 1.0)
    }

    pub(super) fn guns_charged(&self, view: &Empire, asked: &GunsCharged) -> Answer {
        let pair = (asked.charger, asked.unit);
        let lost =
            |reply: Reply| self.feared(view, pair, onset::foreseen_after(view, pair, &asked.facts, reply));
        if lost(Reply::FireAndRetire) < lost(Reply::Stand) { Answer::Yes } else { Answer::No }
    }

    pub(super) fn follow_me(&self, need: u32) -> Answer {
        if at_least(need as i32) > 0.5 { Answer::Yes } else { Answer::No }
    }

    /// By the odds from here on: the fire that it has come through is behind it.
    pub(super) fn press_on(&self, view: &Empire, asked: &PressOn) -> Answer {
        let zeal = self.zeal_of(view, asked.unit);
        let value = onslaught(&self.scales, view, &asked.coming, asked.unit, asked.target, zeal);
        if value >= PRESSES { Answer::Yes } else { Answer::No }
    }

    /// On through the enemy's line only where it would meet a unit that it is likely to beat.
    pub(super) fn breakthrough(&self, view: &Empire, asked: &Breakthrough) -> Answer {
        let next = onset::foreseen_beyond(view, asked.unit, asked.most).filter(|_| asked.charges);
        match next {
            Some((target, facts)) if self.feared(view, (asked.unit, target), facts) >= BEYOND => Answer::Yes,
            _ => Answer::No,
        }
    }

    /// Bombards the unit nearest to breaking.
    pub(super) fn bombard(&self, view: &Empire, unit: UnitId, missions: &[Mission]) -> Answer {
        if !self.leads(view.unit(unit).me()) {
            return Answer::No;
        }
        let worn = |mission: &Mission| match mission {
            Mission::At(target, _) => Some(view.unit(*target).percent_lost()),
            Mission::Burn(..) => None,
        };
        let worst = missions.iter().filter_map(worn).max();
        let place = missions.iter().position(|mission| worn(mission).is_some() && worn(mission) == worst);
        place.and_then(|place| u8::try_from(place).ok()).map_or(Answer::No, Answer::Option)
    }

    /// A try for more where a second impulse is likelier than a failure.
    pub(super) fn bonus(&self, view: &Empire, mes: &[MeId]) -> Answer {
        let is_likely = |me: &MeId| {
            let tries = measuring(|eyes| Try::seen(view, eyes, *me, None));
            let odds: Odds<Gained, f64> = Odds::of(|dice| bonus_impulse(dice, &view.rules, &tries));
            let second = |gained: &Gained| {
                matches!(gained, Gained::More(_, More::Second | More::SecondFatigue | More::OneUnit))
            };
            odds.chance(second) > odds.chance(|gained| *gained == Gained::Fails)
        };
        // A failure bars the rest of its corps: where there is no other ME in it, it costs nothing.
        let is_alone =
            |me: &MeId| view.me_ids().all(|other| other == *me || view.me(other).corps != view.me(*me).corps);
        let wants = |me: &MeId| {
            self.leads(*me) && self.stance(*me) != Stance::Retire && (is_alone(me) || is_likely(me))
        };
        mes.iter().copied().find(|me| wants(me)).map_or(Answer::No, Answer::Me)
    }

    /// A second impulse that tires is for those who go in and are not tired yet.
    pub(super) fn second_impulse(&self, view: &Empire, me: MeId) -> Answer {
        let goes_in = matches!(self.stance(me), Stance::Press | Stance::Assault);
        let is_able = self.leads(me) && view.me(me).fatigue < Fatigue::Worn;
        if goes_in && is_able { Answer::Yes } else { Answer::No }
    }

    /// Closes up to the enemy again; a side that is ahead does so only if it is much the stronger.
    pub(super) fn comes_up(&self, view: &Empire, side: Side, me: MeId) -> Answer {
        let is_ahead = verdict::lead(view, side) > 0;
        let goes_in = self.stance(me) != Stance::Retire && !is_exhausted(view, me);
        let wanted = !is_ahead || self.ratio(view, side, me) >= SURE;
        if self.leads(me) && goes_in && wanted { Answer::Yes } else { Answer::No }
    }

    pub(super) fn breaks_off(&self, me: MeId) -> Answer {
        if self.leads(me) && self.stance(me) == Stance::Retire { Answer::Yes } else { Answer::No }
    }
}
