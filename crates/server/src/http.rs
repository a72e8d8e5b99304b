//! HTTP: every route, the live line, the page, and the port.

pub(crate) mod api;
pub(crate) mod base_path;
pub(crate) mod cache;
pub(crate) mod hosts;
pub(crate) mod listen;
pub(crate) mod live;
pub(crate) mod openapi;
pub(crate) mod page;
pub(crate) mod shared;
pub(crate) mod too_large;
pub(crate) mod upload;
pub(crate) mod visit;
