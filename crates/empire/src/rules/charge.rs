//! Charges: elan, defensive fire and what it does, unformed troops.
