//! Manoeuvre and relocation of guns.
