//! The dice of the empire game.

use super::Chronicle;
use empire::{Empire, Event, What};
use engine::{Throw, Told};

impl Chronicle for Empire {
    fn decides(&self, told: &[Told<Event>], n: usize, throw: &Throw) -> Option<String> {
        let added = throw.test.as_ref().map_or(0, dice::Test::modified);
        let Told { event, .. } = told.get(n)?;
        match event.what {
            What::Fires { .. } => Some(format!("fire, {:+} to the total", added)),
            What::GunsFire { .. } if throw.pool.sides == 10 => {
                Some(format!("the guns' fire, {:+} to the total", added))
            }
            What::GunsFire { .. } => Some("hits of the sections".to_owned()),
            _ => None,
        }
    }
}
