//! A round of a firefight on the table. What follows what stands in `exchange`; each throw is thrown there, and here it is told
//! and carried out.

use super::exchange::{Course, Exchange, Heard, Shooter, THROWS, Throw, next};
use super::{RoundEnd, begin, is_of, is_pair};
use crate::charts::fire::firefight::{Fate, Loser};
use crate::ids::rule;
use crate::rules::fire::musketry;
use crate::rules::march::manoeuvre::lose_order;
use crate::rules::morale::giving_way::{Away, Back, go_back, rout};
use crate::rules::morale::unit_morale::{Reason, endangers, tested};
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use engine::Umpire;
use rulebook::RuleId;
use std::cell::RefCell;
use std::sync::Arc;

/// A round: both fire that still may, both test, and the side that caused more casualties rolls. A new pair is in a
/// firefight from now on, until it is parted.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn round<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    begin(game, umpire, unit, target);
    for me in [game.unit(unit).me(), game.unit(target).me()] {
        game.me_mut(me).now.firefights += 1;
    }
    for unit in [unit, target] {
        game.unit_mut(unit).hour.fought = true;
    }
    let rules = Arc::clone(&game.rules);
    let mut facts = Exchange::between(game, unit, target);
    // Both shots are seen before either is fired: nobody fires less for what falls in this round.
    for of in [Shooter::Opener, Shooter::Answerer] {
        facts.see(game, umpire, Throw::Fires(of), of)?;
    }
    let mut course = Course::START;
    for which in THROWS {
        let who = match which {
            Throw::Fires(of) => of,
            Throw::Tests(of) => {
                let fell = course.lost[of as usize];
                if fell > 0 {
                    let (unit, foe) = (facts.party(of).unit, facts.party(of.foe()).unit);
                    endangers(game, umpire, unit, fell, Reason::fire(foe))?;
                    facts.see(game, umpire, which, of)?;
                }
                of
            }
            Throw::Ends => {
                if !is_pair(game, unit, target) {
                    return Ok(());
                }
                let victor = Exchange::victor(&course);
                facts.see(game, umpire, which, victor.foe())?;
                victor
            }
        };
        let side = game.unit(facts.party(who).unit).side();
        let heard = RefCell::new(None);
        let hear = |what| *heard.borrow_mut() = Some(what);
        course = next(umpire.hand(side), &rules, &facts, course, which, &hear)?;
        if let Some(what) = heard.into_inner() {
            tell(game, umpire, &facts, what)?;
        }
    }
    Ok(())
}

/// What was thrown is told and carried out.
fn tell<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    facts: &Exchange,
    what: Heard,
) -> Result<(), U::Pause> {
    let pair = |of: Shooter| (facts.party(of).unit, facts.party(of.foe()).unit);
    match what {
        Heard::Fired { by, shot, fired } => {
            musketry::fired(game, umpire, pair(by), &shot, fired)?;
            Ok(())
        }
        Heard::Tested { who, test, stands } => {
            let (unit, foe) = pair(who);
            tested(game, umpire, unit, Reason::fire(foe), &test, stands)
        }
        Heard::Ended { victor, end, rolled } => {
            let rolls = rolled.then_some(rule!("empire.ff.proc.victor"));
            settle(game, umpire, pair(victor), end, rolls)
        }
    }
}

/// What a round leaves.
fn settle<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    (victor, loser): (UnitId, UnitId),
    end: RoundEnd,
    rolls: Option<RuleId>,
) -> Result<(), U::Pause> {
    let by = |rule: RuleId| rolls.into_iter().chain([rule]).collect::<Vec<_>>();
    let Fate { rule, loser: fate, back, .. } = match end {
        RoundEnd::GoesOn(rule) => {
            umpire.tell(|| Event::new(What::FirefightGoesOn { unit: victor, target: loser }, &by(rule)));
            return Ok(());
        }
        RoundEnd::Over => {
            let by = rolls.unwrap_or(rule!("empire.ff.proc.fire"));
            umpire.tell(|| Event::new(What::FirefightOver { unit: victor, target: loser }, &[by]));
            game.firefights.retain(|pair| !is_of(pair, victor, loser));
            return Ok(());
        }
        RoundEnd::Loses(fate) => fate,
    };
    umpire.tell(|| Event::new(What::FirefightLost { unit: victor, target: loser }, &by(rule)));
    game.firefights.retain(|pair| !is_of(pair, victor, loser));
    if fate == Loser::Disordered {
        lose_order(game, umpire, loser, rule);
    }
    match fate {
        Loser::Back | Loser::Disordered => {
            go_back(game, umpire, loser, Back::in_order(Away::From(victor), back, rule))?;
        }
        Loser::Rout => {
            rout(game, umpire, loser, Away::From(victor), None, rule)?;
        }
    }
    Ok(())
}
