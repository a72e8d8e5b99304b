//! Where a game's rules, and what plays them, are compiled for every program.
//!
//! A rule is generic over its umpire and a session over its game, so each crate that plays would compile all of it once
//! more. A game crate has one of these in a `static` instead: what is made there and is marked `#[inline(never)]` is not
//! made again by a crate that is built after it, however far that one is optimised; in a build for tests nothing is, marked
//! or not. So every game's `step`, what of the engine drives one, and the charts are marked.

use crate::desk::{Charts as _, Desk, Found};
use crate::record::{Header, Proof, Record, RecordFault};
use crate::{
    Entry, Game, Live, Mistake, NoUndo, Session, Shown, Side, Solo, Waiting, state_hash, state_text,
};
use dice::{Fault, Odds};
use std::convert::Infallible;

/// A step of the game, compiled for people and for computer generals; a game that is played, taken back and written down; its
/// charts, for exact odds and for dice that are shown.
#[expect(clippy::type_complexity, reason = "each is the type of a function that stands elsewhere")]
pub struct Compiled<G: Desk> {
    pub solo: fn(&mut G, &mut Solo<'_, G>) -> Result<(), Infallible>,
    pub live: fn(&mut G, &mut Live<'_, G>) -> Result<(), Waiting<G>>,
    pub played: for<'p> fn(&mut Solo<'p, G>, &mut G, u32) -> u32,
    pub steps: fn(&Session<G>) -> Vec<(usize, String)>,
    pub fold: Fold<G>,
    pub put: fn(&mut Session<G>, Entry<G::Answer>) -> Result<(), Mistake<G>>,
    pub undo: fn(&mut Session<G>, Side) -> Result<(), NoUndo>,
    pub again: fn(&Session<G>) -> Session<G>,
    pub copied: fn(&Session<G>) -> Session<G>,
    pub text: fn(&G) -> String,
    pub hash: fn(&G) -> String,
    pub record: fn(Header, &Session<G>) -> Record<G::Answer>,
    pub written: fn(&Record<G::Answer>) -> String,
    pub read: fn(&str, &str) -> Result<Record<G::Answer>, RecordFault>,
    pub proved: fn(&Record<G::Answer>, G) -> Result<(Session<G>, Proof), RecordFault>,
    pub odds: fn(&G::Charts, &G::Rules) -> Odds<Found>,
    pub resolved: fn(&G::Charts, &G::Rules, &mut Shown) -> Result<Found, Fault>,
}

type Fold<G> = fn(G, bool, Vec<Entry<<G as Game>::Answer>>) -> Result<Session<G>, (usize, Mistake<G>)>;

impl<G: Desk> Compiled<G> {
    pub const HERE: Compiled<G> = Compiled {
        solo: |game, umpire| game.step(umpire),
        live: |game, umpire| umpire.run(game),
        played: |umpire, game, most| umpire.play(game, most),
        steps: Session::steps,
        fold: Session::fold,
        put: Session::put,
        undo: Session::undo,
        again: Session::start_again,
        copied: Session::clone,
        text: state_text,
        hash: state_hash,
        record: Record::of,
        written: Record::write,
        read: Record::read,
        proved: Record::prove,
        odds: |chart, rules| chart.odds(rules),
        resolved: |chart, rules, dice| chart.resolve(rules, dice),
    };
}
