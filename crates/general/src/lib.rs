//! Computer players for the volley game. Each sees only the view it is handed.
//!
//! | name | how it plays |
//! |---|---|
//! | `recruit` | any legal answer, at random |
//! | `captain` | exact odds before a charge, guns laid on the best target, squares against horse, ground at the end |
//!
//! A player's own luck is a stream apart from the game's dice, and its odds are sums, products and quotients of floats
//! only: the same seed gives the same answers on every machine.
//!
//! ```
//! use engine::{Game, Solo};
//! let (battle, rules) = games::Setup::new(games::find("gilly")?).open()?;
//! let mut game = battle.begin(rules);
//! let seats = general::Seats {
//!     french: general::by_name("captain", 1).expect("a name of the list"),
//!     allied: general::by_name("recruit", 2).expect("a name of the list"),
//! };
//! let mut solo = Solo::new(dice::Stream::new(dice::Seed::from_number(7), 0), seats);
//! solo.play(&mut game, 100_000);
//! assert!(game.is_over());
//! assert_eq!(solo.refused, 0);
//! # Ok::<(), games::Error>(())
//! ```
#![allow(clippy::float_arithmetic, reason = "odds and worths are floats; what is ordered is whole numbers")]

mod captain;
mod charge;
mod choice;
mod command;
mod entry;
mod foot;
mod ground;
mod guns;
mod horse;
mod march;
mod odds;
mod plan;
mod shots;
mod sticks;

use captain::Captain;
use dice::{Seed, Stream};
use engine::{Players, Side};
use volley::{Answer, Question, Volley};

/// The players there are, from the weakest to the strongest.
pub const NAMES: &[&str] = &["recruit", "captain"];

/// The stream of a player's own luck: far from any game's number.
const LUCK: u64 = u64::MAX - 1796;

/// A computer player.
pub struct General(Kind);

enum Kind {
    Recruit(Box<Stream>),
    Captain(Box<Captain>),
}

/// The player of that name, with luck of its own.
pub fn by_name(name: &str, seed: u64) -> Option<General> {
    match name {
        "recruit" => Some(General(Kind::Recruit(Box::new(Stream::new(Seed::from_number(seed), LUCK))))),
        "captain" => Some(General(Kind::Captain(Box::default()))),
        _ => None,
    }
}

impl Players<Volley> for General {
    fn answer(&mut self, side: Side, view: &Volley, question: &Question) -> Answer {
        match &mut self.0 {
            Kind::Recruit(luck) => volley::options::sample(view, question, luck),
            Kind::Captain(captain) => captain.answer(side, view, question),
        }
    }
}

/// A player for each side.
pub struct Seats {
    pub french: General,
    pub allied: General,
}

impl Players<Volley> for Seats {
    fn answer(&mut self, side: Side, view: &Volley, question: &Question) -> Answer {
        match side {
            Side::French => self.french.answer(side, view, question),
            Side::Allied => self.allied.answer(side, view, question),
        }
    }
}
