//! When MEs are engaged.
