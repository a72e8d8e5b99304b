//! What is thrown in a charge is told as it was thrown, and carried out.

use super::fight::{Fight, forms};
use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::charge::Spirit;
use crate::rules::charge::chain::{At, Course, Heard, Posture, Reply};
use crate::rules::command::leader_loss::{Danger, endangered};
use crate::rules::fire::{gunnery, musketry};
use crate::rules::march::gun_moves::{self, RollsTo};
use crate::rules::march::manoeuvre::lose_order;
use crate::rules::morale::unit_morale::{self, Reason};
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::words::{Formation, SquareKind, Weapon};
use engine::{GeneralId, Umpire};
use rulebook::RuleId;

/// What was thrown is told, and figures are taken off.
pub(super) fn tell<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    rules: &Rules,
    before: Course,
    what: Heard,
) -> Result<(), U::Pause> {
    let Fight { charger, target, facts, .. } = fight;
    let (charger, target) = (*charger, *target);
    match what {
        Heard::Squared(tries, squared) => {
            let wish = if facts.reply == Reply::Square { Formation::Square } else { Formation::ClosedColumn };
            let formed = squared.formed;
            umpire.tell(|| {
                let mut by = tries.cites(rules);
                let is_solid = squared.square == Some(SquareKind::Solid);
                by.extend(is_solid.then_some(rule!("empire.square.british")));
                Event::new(What::FormsBefore { unit: target, formation: wish, formed }, &by)
            });
            if formed {
                forms(game, target, wish);
                game.unit_mut(target).square = squared.square;
            }
            if squared.disordered {
                lose_order(game, umpire, target, rule!("empire.square.natural4"));
            }
        }
        Heard::Klumpen { made } => {
            let by = [rule!("empire.umorale.proc"), rule!("empire.unformed.reaction")];
            umpire.tell(|| Event::new(What::MakesKlumpen { unit: target, made }, &by));
        }
        Heard::Elan { halts } => {
            let what = if halts { What::Halts { unit: charger } } else { What::KeepsElan { unit: charger } };
            umpire.tell(|| Event::new(what, &[rule!("empire.elan.roll")]));
        }
        Heard::FollowMe(spirit) => {
            let succeeds = spirit == Spirit::LedOn;
            if let Some(needed) = &fight.calls {
                umpire.tested(|[rolled]| [needed.test(rolled, succeeds)]);
            }
            if let Some(leader) = fight.leader {
                commanded(game, umpire, leader, succeeds);
            }
            if succeeds {
                let by = [rule!("empire.elan.follow-me")];
                umpire.tell(|| Event::new(What::LedOn { unit: charger }, &by));
            }
        }
        Heard::Volley(shot, fired) => {
            let losses = musketry::fired(game, umpire, (target, charger), &shot, fired)?;
            let rifle = shot.weapon == Weapon::Rifle;
            falls(game, umpire, fight, Danger { losses, rifle, ..Danger::default() })?;
        }
        Heard::Guns(nth, shot, fired) => {
            let guns = match usize::from(nth).checked_sub(1) {
                None => Some(target),
                Some(place) => fight.batteries.get(place).copied(),
            };
            if let Some(guns) = guns {
                game.unit_mut(guns).impulse.supported = true;
                let struck = gunnery::fired(game, umpire, (guns, charger), &shot, fired)?;
                falls(game, umpire, fight, Danger { losses: struck.figures, ..Danger::default() })?;
            }
        }
        Heard::Parting(shot, fired) => {
            let losses = musketry::fired(game, umpire, (charger, target), &shot, fired)?;
            unit_morale::hit(game, umpire, target, losses, Reason::fire(charger))?;
        }
        Heard::Retired { gone } => {
            if let Some(needed) = &fight.withdraws {
                umpire.tested(|[rolled]| [needed.test(rolled, gone)]);
            }
            gun_moves::rolled(game, umpire, target, RollsTo::Withdraw, gone);
            if gone {
                gun_moves::gets_away(game, umpire, target, charger);
            }
        }
        Heard::Tested { test, stands } => {
            let what = What::Tests { unit: target, stands };
            umpire.tell(|| Event::new(what, &test.cites(rules)));
            game.unit_mut(target).impulse.tested = true;
        }
        Heard::Fought(clash, values, fought) => {
            let At::Coming { stand, disordered, .. } = before.at else { return Ok(()) };
            let [own, other] = clash.sums(rules);
            let (lead, won) = (fought.lead, fought.charger_wins);
            let what = What::CloseAction { unit: charger, target, values, lead, won };
            umpire.tested(|rolled| clash.tests(rolled, values, fought));
            umpire.tell(|| {
                // The sum is the charger's; what counts for its target is named, and what its fire did.
                let under_fire = facts.under_fire(rules, &before, Posture { stand, disordered });
                let by = clash.cites(rules).into_iter().chain(other.rules()).chain(under_fire);
                Event::with(what, &by.collect::<Vec<RuleId>>(), own)
            });
        }
        Heard::Level(victory, level) => {
            let charger_wins = matches!(before.at, At::Fought { fought, .. } if fought.charger_wins);
            let (unit, over) = if charger_wins { (charger, target) } else { (target, charger) };
            let what = What::Victory { unit, over, level };
            umpire.tell(|| Event::new(what, &victory.cites(rules)));
        }
        // Taken off with all that follows; told here, where its dice were thrown.
        Heard::Fell { charger_wins, upshot, fell } => {
            if let Some(upshot) = upshot.filter(|upshot| upshot.dice.is_some()) {
                let unit = if charger_wins { target } else { charger };
                umpire.tell(|| Event::new(What::BeatenLoses { unit, figures: fell }, &[upshot.rule]));
            }
        }
        Heard::Standard { charger_wins, taken } => {
            let (unit, of) = if charger_wins { (charger, target) } else { (target, charger) };
            let by = [rule!("empire.standard.roll")];
            umpire.tell(|| Event::new(What::GraspsStandard { unit, of, taken }, &by));
        }
    }
    Ok(())
}

/// The leader of a charge is in danger where fire hits it.
fn falls<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    danger: Danger,
) -> Result<(), U::Pause> {
    if danger.losses == 0 {
        return Ok(());
    }
    endangered(game, umpire, fight.charger, Danger { follow_me: fight.called(), ..danger })
}

/// A leader has tried Follow Me: it was his next action, and a failure ends them.
fn commanded<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, leader: GeneralId, succeeds: bool) {
    let by = [rule!("empire.ca.proc"), rule!("empire.elan.follow-me")];
    umpire.tell(|| Event::new(What::Commands { leader, succeeds }, &by));
    if let Some(officer) = game.leaders.get_mut(usize::from(leader.0)) {
        officer.column = officer.column.saturating_add(1);
        officer.ended = !succeeds;
    }
}
