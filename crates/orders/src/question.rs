//! What players are asked: each question stands beside the rule that puts it.

pub use crate::fire::Fire;
use crate::game::Orders;
pub use crate::hasty_square::HastySquare;
pub use crate::leader_loss::NextShock;
pub use crate::melee::NextMelee;
pub use crate::movement::Move;
pub use crate::orders::WriteOrders;
pub use crate::pursuit::Advance;
pub use crate::sequence::{Deploy, GoFirst};

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
