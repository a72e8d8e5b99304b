//! Guns that are charged, and guns in support.
