//! The floor every game stands on: a game is plain data, a rule is straight code, and an umpire answers it.
//!
//! | umpire | dice | choices | the table | used for |
//! |---|---|---|---|---|
//! | [`Solo`] | a seeded stream | computer generals | measured | simulation |
//! | [`Live`] | recorded, seeded or typed | the players, as they answer | measured, or asked beside real figures | play, replay, referee, tests |
//! | [`Policy`] | every way they can fall | a fixed policy | given | exact odds |
//!
//! [`Session`] keeps a live game as the list of what was thrown, answered and seen; its state is always the
//! fold of that list. [`record`] writes the list down and proves it unchanged.
//!
//! A [`Game`] is its rules. What doors need beside them is [`Played`]: files, battles, words, standings.
//! [`desk::Desk`] shows its charts one by one, [`outlook::Foreseen`] weighs an answer before it is given,
//! [`overlay::Overlaid`] shows what the rules measure, [`cases::Cased`] proves them by situations.

pub mod battle_file;
pub mod cases;
pub mod charts;
mod cite;
mod compiled;
mod delegated;
pub mod desk;
pub mod drawing;
mod edge;
mod entry;
pub mod event;
mod field;
mod game;
pub mod ground;
pub mod group;
mod holding;
mod in_force;
mod live;
mod news;
mod note;
pub mod outlook;
pub mod overlay;
mod played;
mod policy;
pub mod position;
mod question;
mod random_player;
pub mod record;
pub mod room;
mod roster;
mod routine;
mod sentence;
mod session;
mod shown;
mod side;
pub mod sight;
mod solo;
pub mod sound;
pub mod tested;
mod why;
pub mod wire;
pub mod wording;
mod yes_or_no;

pub use charts::{Grid, Modifiers};
pub use cite::{Cite, Names, Refusal, Working, not_an_answer, refuse, rule_name, ruling_name};
pub use compiled::Compiled;
pub use delegated::{ASK, Beforehand, By, Decides, Delegated, commands};
pub use drawing::{Army, GeneralDrawn, Marks, Mood, PhaseDrawn, Place, Sign, Stance, Troops, UnitDrawn};
pub use edge::Edge;
pub use entry::Entry;
pub use event::{Event, Happening, Telling, Weight};
pub use field::{About, Counted, Decision, Ending, GeneralId, Hint, History, Objective, Outcome, UnitId};
pub use game::{Game, Players, Umpire};
pub use group::{GroupDrawn, GroupId, Initiative, OrderDrawn, Outline};
pub use holding::Holding;
pub use in_force::{Choice, InForce};
pub use live::{Live, Mistake, Throw, Told, Waiting};
pub use news::{Heading, News, Sum, Tone};
pub use note::{Note, Said, notes, plan_said};
pub use played::{Card, Moment, Played, Standings};
pub use policy::Policy;
pub use position::state_text;
pub use question::{
    Ask, Ends, Form, FormKind, Group, Idle, Offer, PlainAnswer, Questions, one_of, yes_or_no,
};
pub use random_player::RandomPlayer;
pub use roster::{Roster, Stands};
pub use routine::Routine;
pub use sentence::{Name, Named, Sentence, Span};
pub use session::{NoUndo, Session, Unanswered, state_hash};
pub use shown::Shown;
pub use side::{Both, Side};
pub use sight::{AskedOf, Fact, FactAsked, FactKind, Listed, Stale, Subject, named};
pub use solo::Solo;
pub use tested::Tests;
pub use why::{Detail, Why, holes, no_name};
pub use yes_or_no::YesOrNo;

#[doc(hidden)]
pub use dice as __dice;
#[doc(hidden)]
pub use rulebook as __rulebook;
// Public only for its own test.
#[doc(hidden)]
pub use session::Rests as __Rests;
