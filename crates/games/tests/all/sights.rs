//! Sights know themselves, and rules go by positions nowhere else but where it is listed.

mod silent;
mod written;
