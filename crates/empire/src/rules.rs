//! The rules, one file for one topic. Beside the topics, without rules of their own: `measure` (what the table shows, for
//! every topic), `losses` (figures taken off), `giving_way` (routs and ways back), `walk` (a way on the table), `impulse` (the
//! acts of an impulse), `reactions` (what the other side does meanwhile), `chain` (a whole charge, with its odds), `onset` (a charge on the table), `verdict` (how it ends),
//! `secrets` (what a side does not know), `guesses` (what may be behind it), `advance` (who comes up to the enemy again), `outlook` (what may be looked at
//! beforehand).

pub mod advance;
pub mod bombardment;
pub mod bonus;
pub mod chain;
pub mod charge;
pub mod close;
pub mod command;
pub mod counter_battery;
pub mod engagement;
pub mod fatigue;
pub mod firefight;
pub mod formation;
pub(crate) mod frame;
pub mod giving_way;
pub(crate) mod guesses;
pub mod gun_moves;
pub mod gunnery;
pub mod guns_charged;
pub mod impulse;
pub mod leader_loss;
pub(crate) mod losses;
pub mod manoeuvre;
pub mod me_morale;
pub mod measure;
pub mod musketry;
pub mod onset;
pub mod outlook;
pub mod panic;
pub(crate) mod reactions;
pub(crate) mod secrets;
pub(crate) mod sequence;
pub mod square;
pub mod unit_morale;
pub mod verdict;
pub mod victory;
pub mod walk;
