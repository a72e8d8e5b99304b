//! Both games behind one door: battles, records, positions, house rules, taking back.
//! One program for all of them: linking is what takes the time.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod battles;
mod beside_figures;
mod bodies;
mod conceded;
mod formats;
mod guesses;
mod hands;
mod hints;
mod house;
mod knots;
mod names;
mod odds_of_steps;
mod outlook;
mod positions;
mod records;
mod sights;
mod undo;
mod wrong_battles;
