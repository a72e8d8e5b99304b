//! HTTP: every route, the live line, the page, and the port.

pub(crate) mod api;
pub(crate) mod base;
pub(crate) mod described;
pub(crate) mod drain;
pub(crate) mod hosts;
pub(crate) mod listen;
pub(crate) mod live;
pub(crate) mod page;
pub(crate) mod ready;
pub(crate) mod shared;
pub(crate) mod upload;
pub(crate) mod visit;
