//! What may be looked at before it is decided.

/// What an outlook is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Volley,
    Firefight,
    Charge,
    Gunnery,
    Bombardment,
}
