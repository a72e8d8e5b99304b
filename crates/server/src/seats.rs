//! Seats: the secrets that open them, how they change hands, and who is there.

pub(crate) mod card;
pub(crate) mod invitations;
pub(crate) mod presence;
pub(crate) mod secret;
