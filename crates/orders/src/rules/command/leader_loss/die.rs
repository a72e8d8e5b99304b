//! The die of a leader in danger.

use crate::charts::{LeaderLoss, Rules};
use crate::ids::rule;
use crate::state::event::Working;
use dice::Dice;
use engine::Tests as _;
use engine::wording::spoken;

/// The die of a leader in danger, read on the table; `None` where no rule in force says anything.
///
/// # Errors
/// The umpire's pause.
pub fn read<'r, D: Dice>(dice: &mut D, rules: &'r Rules) -> Result<Option<&'r LeaderLoss>, D::Pause> {
    let Some(die) = rules.dice(rule!("orders.leader-loss.die")) else { return Ok(None) };
    let reading = |shown: i32| rules.leader_loss(shown.unsigned_abs()).map(|loss| loss.from);
    let said = |from: &Option<u32>| {
        let row = from.and_then(|from| rules.leader_loss(from));
        row.map_or_else(|| "nothing".to_owned(), |row| spoken(row.result.word()))
    };
    let row = dice.looked_up(die, &Working::default(), reading, said)?;
    Ok(row.and_then(|from| rules.leader_loss(from)))
}
