//! How likely a thing is: an exact fraction while it fits, a float after.

/// What exact odds weigh a fall of dice with.
pub trait Weight: Clone {
    fn of(ways: u128, all: u128) -> Self;
    /// A chance that is only known as a float.
    fn near(chance: f64) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn to_f64(&self) -> f64;
}

impl Weight for f64 {
    fn of(ways: u128, all: u128) -> f64 {
        ways as f64 / all as f64
    }
    fn near(chance: f64) -> f64 {
        chance
    }
    fn times(&self, other: &f64) -> f64 {
        self * other
    }
    fn plus(&self, other: &f64) -> f64 {
        self + other
    }
    fn to_f64(&self) -> f64 {
        *self
    }
}

/// A chance as a reduced fraction. When numerator or denominator would pass 128 bits it becomes a float
/// for good, and says so: [`Chance::is_exact`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chance {
    Exact { ways: u128, of: u128 },
    Near(f64),
}

impl Chance {
    pub fn is_exact(&self) -> bool {
        matches!(self, Chance::Exact { .. })
    }

    fn reduced(ways: u128, of: u128) -> Chance {
        let d = gcd(ways, of).max(1);
        Chance::Exact { ways: ways / d, of: of / d }
    }
}

impl Weight for Chance {
    fn of(ways: u128, all: u128) -> Chance {
        Chance::reduced(ways, all)
    }

    fn near(chance: f64) -> Chance {
        Chance::Near(chance)
    }

    fn times(&self, other: &Chance) -> Chance {
        if let (Chance::Exact { ways: a, of: b }, Chance::Exact { ways: c, of: d }) = (*self, *other) {
            let (x, y) = (gcd(a, d).max(1), gcd(c, b).max(1));
            if let (Some(ways), Some(of)) = ((a / x).checked_mul(c / y), (b / y).checked_mul(d / x)) {
                return Chance::Exact { ways, of };
            }
        }
        Chance::Near(self.to_f64() * other.to_f64())
    }

    fn plus(&self, other: &Chance) -> Chance {
        if let (Chance::Exact { ways: a, of: b }, Chance::Exact { ways: c, of: d }) = (*self, *other) {
            let g = gcd(b, d).max(1);
            let sum = a.checked_mul(d / g).zip(c.checked_mul(b / g)).and_then(|(l, r)| l.checked_add(r));
            if let (Some(ways), Some(of)) = (sum, (b / g).checked_mul(d)) {
                return Chance::reduced(ways, of);
            }
        }
        Chance::Near(self.to_f64() + other.to_f64())
    }

    fn to_f64(&self) -> f64 {
        match *self {
            Chance::Exact { ways, of } => ways as f64 / of as f64,
            Chance::Near(chance) => chance,
        }
    }
}

impl std::fmt::Display for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Chance::Exact { ways, of } => write!(f, "{ways}/{of}"),
            Chance::Near(chance) => write!(f, "about {chance:.9}"),
        }
    }
}

/// The greatest common divisor, by halving and subtracting: a machine divides two words slowly and four very slowly.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    b >>= b.trailing_zeros();
    while a != b {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(odd_gcd(a, b)) << twos;
        }
        if a < b {
            (a, b) = (b, a);
        }
        a -= b;
        a >>= a.trailing_zeros();
    }
    a << twos
}

/// Of two odd numbers.
fn odd_gcd(mut a: u64, mut b: u64) -> u64 {
    while a != b {
        if a < b {
            (a, b) = (b, a);
        }
        if b == 1 {
            return 1;
        }
        a -= b;
        a >>= a.trailing_zeros();
    }
    a
}
