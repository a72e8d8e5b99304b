//! The charts of gunnery.
