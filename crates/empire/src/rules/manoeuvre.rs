//! Manoeuvre of foot and horse: rates, ground, bonus inches, wheels.
