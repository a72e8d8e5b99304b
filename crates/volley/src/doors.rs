//! What others see of the game and bring into it: battle files (`battle`), positions from their text (`position`),
//! cases (`situation`); the charts one by one (`desk`), what may come (`foreseen`), what is drawn over the table
//! (`overlay`); how a game stands (`played`, `bodies`) and what must hold of it (`sound`).

pub mod battle;
mod bodies;
mod desk;
mod foreseen;
pub mod overlay;
mod played;
mod position;
mod situation;
mod sound;
