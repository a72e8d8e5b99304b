//! Seats: the secrets that open them, how they change hands, and who is there.

pub(crate) mod card;
pub(crate) mod chairs;
pub(crate) mod present;
pub(crate) mod secret;
