//! What players are asked: each question stands in the file of the rule that puts it.

pub use crate::rules::artillery_morale::Retire;
pub use crate::rules::bombardment::{Adjust, Target};
pub use crate::rules::charge::Supporter;
pub use crate::rules::deployment::Deploy;
pub use crate::rules::loss::FreeChange;
pub use crate::rules::melee::{NextMelee, Opponent};
pub use crate::rules::orders::NextOrder;
pub use crate::rules::recall::Recall;
pub use crate::rules::shooting::Shoot;
pub use crate::rules::stand::{FormLine, Press, RollForSquare, Stand};
pub use crate::rules::testing::NextTest;
use crate::state::game::Volley;

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
