//! A move is a budget of 1, spent in exact shares: 5 inches of 12, a third, a half (ruling move.budget).

use std::cmp::Ordering;
use std::fmt;
use table::Inches;

/// An exact share of a move, never negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    parts: u64,
    of: u64,
}

impl Share {
    pub const NONE: Share = Share { parts: 0, of: 1 };
    pub const WHOLE: Share = Share { parts: 1, of: 1 };

    /// `parts` out of `of`; no parts of anything, even of nothing, are none.
    pub fn new(parts: u64, of: u64) -> Share {
        let of = of.max(1);
        let common = divisor(parts, of);
        Share { parts: parts / common, of: of / common }
    }

    /// These inches of an allowance.
    pub fn of_inches(inches: Inches, allowance: Inches) -> Share {
        Share::new(u64::from(inches.0.max(0).unsigned_abs()), u64::from(allowance.0.max(1).unsigned_abs()))
    }

    #[must_use]
    pub fn plus(self, other: Share) -> Share {
        match (self, other) {
            (Share::NONE, sum) | (sum, Share::NONE) => return sum,
            _ => {}
        }
        wide(
            u128::from(self.parts) * u128::from(other.of) + u128::from(other.parts) * u128::from(self.of),
            u128::from(self.of) * u128::from(other.of),
        )
    }

    /// What is left of it after another; nothing where that is more.
    #[must_use]
    pub fn less(self, other: Share) -> Share {
        if other == Share::NONE {
            return self;
        }
        let left = u128::from(self.parts) * u128::from(other.of);
        wide(
            left.saturating_sub(u128::from(other.parts) * u128::from(self.of)),
            u128::from(self.of) * u128::from(other.of),
        )
    }

    #[must_use]
    pub fn times(self, other: Share) -> Share {
        if other == Share::WHOLE {
            return self;
        }
        wide(u128::from(self.parts) * u128::from(other.parts), u128::from(self.of) * u128::from(other.of))
    }

    /// One over it; nothing over nothing.
    #[must_use]
    pub fn inverse(self) -> Share {
        if self.parts == 0 { Share::NONE } else { Share::new(self.of, self.parts) }
    }

    /// How many inches of an allowance it pays for, whole thousandths.
    pub fn inches(self, allowance: Inches) -> Inches {
        let paid =
            u128::from(self.parts) * u128::from(allowance.0.max(0).unsigned_abs()) / u128::from(self.of);
        Inches(i32::try_from(paid).unwrap_or(i32::MAX))
    }

    /// How many inches of an allowance pay for it, up to the next tenth: never fewer than it takes.
    pub fn inches_at_least(self, allowance: Inches) -> Inches {
        let tenths = u128::from(self.parts) * u128::from(allowance.0.max(0).unsigned_abs());
        let tenths = tenths.div_ceil(u128::from(self.of) * 100);
        Inches(i32::try_from(tenths * 100).unwrap_or(i32::MAX))
    }
}

/// The share of two large numbers; where no small one is equal, the next above it.
fn wide(parts: u128, of: u128) -> Share {
    // Nearly all are small, and small numbers divide many times faster.
    if let (Ok(parts), Ok(of)) = (u64::try_from(parts), u64::try_from(of)) {
        return Share::new(parts, of);
    }
    let (mut a, mut b) = (parts, of.max(1));
    while a != 0 {
        (a, b) = (b % a, a);
    }
    let (mut parts, mut of) = (parts / b, of.max(1) / b);
    while parts > u128::from(u64::MAX) || of > u128::from(u64::MAX) {
        (parts, of) = (parts.div_ceil(2), (of / 2).max(1));
    }
    Share { parts: parts as u64, of: of as u64 }
}

/// The greatest common divisor, by halving and taking away: to divide is what takes long here.
fn divisor(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a.max(b).max(1);
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a << twos
}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Share) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Share {
    fn cmp(&self, other: &Share) -> Ordering {
        (u128::from(self.parts) * u128::from(other.of)).cmp(&(u128::from(other.parts) * u128::from(self.of)))
    }
}

impl From<Share> for engine::Detail {
    fn from(share: Share) -> engine::Detail {
        engine::Detail::Text(share.to_string())
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.parts, self.of) {
            (parts, 1) => write!(f, "{parts}"),
            (parts, of) if of <= 60 => write!(f, "{parts}/{of}"),
            (parts, of) => {
                let hundredths = u128::from(parts) * 100 / u128::from(of);
                write!(f, "{}.{:02}", hundredths / 100, hundredths % 100)
            }
        }
    }
}
