//! Dice that can be checked: a seed is committed to before the first throw and revealed after the last.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The secret a game's dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub [u8; 32]);

/// What is shown before the game: it binds the seed without telling it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commitment(pub String);

impl Seed {
    /// The seed a number stands for, as typed with `--seed`.
    pub fn from_number(number: u64) -> Seed {
        Seed::hashed(&[b"grognard seed number", &number.to_le_bytes()])
    }

    /// The seed with the seats' salts mixed in, so that neither player alone chooses the dice.
    pub fn salted(self, salts: &[impl AsRef<str>]) -> Seed {
        let salts: Vec<&str> = salts.iter().map(AsRef::as_ref).collect();
        let lengths: Vec<[u8; 8]> = salts.iter().map(|salt| (salt.len() as u64).to_le_bytes()).collect();
        let mut parts: Vec<&[u8]> = vec![b"grognard salted seed", &self.0];
        for (salt, length) in salts.iter().zip(&lengths) {
            parts.push(length);
            parts.push(salt.as_bytes());
        }
        Seed::hashed(&parts)
    }

    pub fn commitment(self) -> Commitment {
        Commitment(Seed::hashed(&[b"grognard commitment", &self.0]).to_hex())
    }

    pub fn to_hex(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads 64 hexadecimal digits.
    pub fn from_hex(hex: &str) -> Option<Seed> {
        if hex.len() != 64 || !hex.is_ascii() {
            return None;
        }
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).ok()?;
        }
        Some(Seed(bytes))
    }

    fn hashed(parts: &[&[u8]]) -> Seed {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Seed(hasher.finalize().into())
    }
}
