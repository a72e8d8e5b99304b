//! The API from end to end, on a file of its own.

mod cards;
mod doors;
mod invitations;
mod looking_up;
mod playing;
mod salts;
mod seats;
mod sheets;
mod staff;
