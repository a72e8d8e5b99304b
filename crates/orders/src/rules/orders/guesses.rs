//! What may be in the enemy's sealed papers and with his couriers, for a player who plays battles out from his own
//! view.
//!
//! Of troops still to come a view has nothing, not even that there are any: none are guessed.

use crate::rules::luck::pick;
use crate::rules::orders::{WriteOrders, may_carry, takes_objective};
use crate::state::answer::{Answer, Instruction};
use crate::state::game::{Orders, Stage};
use crate::state::unit::{CorpsId, Courier, Order};
use crate::state::words::OrderKind;
use dice::Stream;
use engine::{Ask as _, Side};
use std::borrow::Cow;

/// One corps in this many has written something else.
const OTHERWISE: u32 = 3;
/// To one corps in this many an order is on its way.
const SENT: u32 = 4;
/// Orders an army commander is likely to send.
const LIKELY: [OrderKind; 3] = [OrderKind::Attack, OrderKind::Probe, OrderKind::Defend];

/// The view of a side, with what `of`, its enemy, may have written or sent.
pub(crate) fn guessed<'v>(view: &'v Orders, of: Side, luck: &mut Stream) -> Cow<'v, Orders> {
    let own: Vec<CorpsId> = view.corps_ids().filter(|id| view.corps(*id).side == of).collect();
    if own.is_empty() {
        return Cow::Borrowed(view);
    }
    let mut guess = view.clone();
    // The side that writes first has written by now; afterwards its orders lie open.
    let has_written = of == Side::French && view.stage == Stage::Orders(of.enemy());
    for corps in own {
        let (writes, sends) = (luck.below(OTHERWISE) == 0, luck.below(SENT) == 0);
        if writes && has_written {
            let kind = pick(&may_carry(view, corps).1, luck).copied();
            let carry = kind.map(|kind| Instruction::Carry { corps, order: order(view, corps, kind) });
            guess.sealed.extend(carry.and_then(|carry| lawful(view, of, carry)));
        }
        if sends {
            let kind = pick(&LIKELY, luck).copied();
            let send = kind.map(|kind| Instruction::Send { corps, order: order(view, corps, kind) });
            let arrives = view.turn + 1 + luck.below(2);
            let sent = send.and_then(|send| lawful(view, of, send));
            guess.couriers.extend(sent.map(|sent| Courier { corps, order: sent.order(), arrives }));
        }
    }
    Cow::Owned(guess)
}

/// An order about what the corps is about today.
fn order(view: &Orders, corps: CorpsId, kind: OrderKind) -> Order {
    Order { kind, objective: view.corps(corps).order.objective.filter(|_| takes_objective(kind)) }
}

/// What the rules make of an instruction that is written now; `None` where they refuse it.
fn lawful(view: &Orders, of: Side, instruction: Instruction) -> Option<Instruction> {
    WriteOrders { side: of, start: false }.grant(view, &Answer::Instruct(instruction)).ok()?
}
