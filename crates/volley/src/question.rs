//! What players are asked: each question stands in the file of the rule that puts it.

pub use crate::artillery_morale::Retire;
pub use crate::bombardment::{Adjust, Target};
pub use crate::charge::Supporter;
pub use crate::deployment::Deploy;
use crate::game::Volley;
pub use crate::loss::FreeChange;
pub use crate::melee::{NextMelee, Opponent};
pub use crate::orders::NextOrder;
pub use crate::recall::Recall;
pub use crate::shooting::Shoot;
pub use crate::stand::{FormLine, Press, RollForSquare, Stand};
pub use crate::testing::NextTest;

engine::questions! {
    /// A decision that belongs to one side.
    pub enum Question of Volley {
        Deploy = "deploy",
        Adjust = "adjust",
        Target = "target",
        Retire = "retire",
        NextOrder = "order",
        Shoot = "shoot",
        NextTest = "next-test",
        Stand = "stand",
        RollForSquare = "roll-for-square",
        Press = "press",
        FormLine = "form-line",
        Supporter = "supporter",
        NextMelee = "next-melee",
        Opponent = "opponent",
        FreeChange = "free-change",
        Recall = "recall",
    }
}
