//! The empire game has no captain yet: a recruit stands in for him.

use crate::Captained;
use empire::Empire;

impl Captained for Empire {
    type Command = ();
}
