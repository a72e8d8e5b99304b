//! What players are asked: each question stands beside the rule that puts it.

pub use crate::rules::fire::Fire;
pub use crate::rules::hasty_square::HastySquare;
pub use crate::rules::leader_loss::NextShock;
pub use crate::rules::melee::NextMelee;
pub use crate::rules::movement::Move;
pub use crate::rules::orders::WriteOrders;
pub use crate::rules::pursuit::Advance;
pub use crate::rules::sequence::{Deploy, GoFirst};
use crate::state::game::Orders;

engine::questions! {
    /// A decision that belongs to one side. All games call the next act of a unit an order on the wire.
    pub enum Question of Orders {
        Deploy = "deploy",
        WriteOrders = "orders",
        GoFirst = "go-first",
        Move = "order",
        HastySquare = "roll-for-square",
        Fire = "fire",
        NextShock = "next-test",
        NextMelee = "next-melee",
        Advance = "advance",
    }
}
