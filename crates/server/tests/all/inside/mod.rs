//! What no caller sees: what the server is made of, piece by piece (`server::inside`).

mod crowds;
mod drains;
mod hosts;
mod lines;
mod passwords;
mod present;
mod purses;
mod rates;
mod ready;
mod rooms;
mod seats;
