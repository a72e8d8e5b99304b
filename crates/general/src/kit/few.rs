//! A short list that lies in place: a captain makes thousands of them and keeps few.

use std::ops::Deref;

/// At most `N` things, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Few<T, const N: usize> {
    all: [T; N],
    len: usize,
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// None yet; what stands in the places that are free does not matter.
    pub fn none(filler: T) -> Few<T, N> {
        Few { all: [filler; N], len: 0 }
    }

    /// Adds one; dropped where there is no room, so the caller must know how long a list gets.
    pub fn push(&mut self, one: T) {
        debug_assert!(self.len < N, "a short list is too long");
        if let Some(place) = self.all.get_mut(self.len) {
            *place = one;
            self.len += 1;
        }
    }

    /// Puts one before the last.
    pub fn push_before_last(&mut self, one: T) {
        let last = self.last().copied();
        self.len = self.len.saturating_sub(1);
        self.push(one);
        last.into_iter().for_each(|last| self.push(last));
    }

    /// Keeps the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all[..self.len]
    }
}
