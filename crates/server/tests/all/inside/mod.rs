//! What no caller sees: what the server is made of, piece by piece (`server::for_tests`).

mod crowds;
mod drains;
mod hosts;
mod passwords;
mod present;
mod purses;
mod queues;
mod rates;
mod ready;
mod rooms;
mod seats;
