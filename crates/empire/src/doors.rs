//! What others see of the game and bring into it: battle files (`battle`), cases (`situation`), the charts one by one
//! (`desk`), what may come (`foreseen`), what is drawn over the table (`overlay`), how a game stands (`played`, `bodies`, `position`, `sound`).

mod battle;
mod bodies;
pub(crate) mod desk;
mod foreseen;
mod overlay;
mod played;
mod position;
mod situation;
mod sound;
mod troops;
