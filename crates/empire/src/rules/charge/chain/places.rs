//! States of a charge by numbers: those that odds merge between two throws are told apart by them.

use super::course::{At, Course, End, Stage, Stand};
use super::facts::SUPPORT;
use crate::charts::charge::victory::Level;
use crate::rules::charge::close::Clash;
use dice::{Placed, pair};

impl Placed for Stand {
    const PLACES: usize = 5;
    fn place(&self) -> usize {
        match self {
            Stand::AsItWas => 0,
            Stand::ClosedColumn => 1,
            Stand::Square(kind) => 2 + *kind as usize,
            Stand::Klumpen => 4,
        }
    }
}

impl Placed for Stage {
    const PLACES: usize = 8 + GUNS;
    fn place(&self) -> usize {
        match self {
            Stage::Reply => 0,
            Stage::FollowMe => 7,
            Stage::Elan => 1,
            Stage::Fire => 2,
            Stage::Effects => 3,
            Stage::Retire => 4,
            Stage::Test => 5,
            Stage::Close => 6,
            Stage::Guns(nth) => 8 + usize::from(*nth),
        }
    }
}

/// The target's own guns and those that support it.
pub(super) const GUNS: usize = 1 + SUPPORT;
/// The least leads that a chart may tell apart (`per` of its modifiers), with the draw.
const LEADS: usize = 61;
const COMING: usize = Stage::PLACES * Stand::PLACES * 4;
const WON: usize = 2 * Level::NAMES.len();

impl Placed for Course {
    const PLACES: usize = 1 << 11;
    /// Two rows of numbers, one beside the other: those that have struck have a second count.
    fn place(&self) -> usize {
        let lost = self.lost as usize;
        let of = |detail: usize| 2 * (lost * (COMING + WON + End::ALL.len() + LEADS * 4) + detail);
        match self.at {
            At::Coming { stage, stand, disordered, led } => {
                let flags = usize::from(disordered) * 2 + usize::from(led);
                of((stage.place() * Stand::PLACES + stand.place()) * 4 + flags)
            }
            At::Won { charger_wins, level } => of(COMING + won(charger_wins, level)),
            At::Over(end) => of(COMING + WON + end as usize),
            At::Struck { charger_wins, level, fell, standard } => {
                let standard = match standard {
                    None => 0,
                    Some(taken) => 1 + usize::from(taken),
                };
                let kind = won(charger_wins, level) * 3 + standard;
                2 * (pair(lost, fell as usize) * WON * 3 + kind) + 1
            }
            At::Fought { fought, klumpen } => {
                let lead = (fought.lead as usize).min(LEADS - 1) * 4;
                let kind = lead + usize::from(fought.charger_wins) * 2 + usize::from(klumpen);
                of(COMING + WON + End::ALL.len() + kind)
            }
        }
    }
}

fn won(charger_wins: bool, level: Level) -> usize {
    usize::from(charger_wins) * Level::NAMES.len() + level as usize
}

/// What a throw of the target rests on: how it stands, and whether it is disordered.
#[derive(Clone, Copy)]
pub struct Posture {
    pub stand: Stand,
    pub disordered: bool,
}

impl Placed for Posture {
    const PLACES: usize = 2 * Stand::PLACES;
    fn place(&self) -> usize {
        self.stand.place() * 2 + usize::from(self.disordered)
    }
}

/// What the close action rests on: by how much the charger's shock value is the higher; which units they are does not
/// matter.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    pub(super) values: [u32; 2],
    pub(super) clash: Clash,
}

impl Placed for Meeting {
    const PLACES: usize = 1 << 7;
    fn place(&self) -> usize {
        let [charger, target] = self.values.map(|value| value as i32);
        let above = charger - target;
        (if above < 0 { -2 * above - 1 } else { 2 * above }) as usize
    }
}

/// What the loser's dice, and the standard, rest on.
#[derive(Clone, Copy)]
pub(super) struct Beaten {
    pub(super) charger_wins: bool,
    pub(super) level: Level,
    /// Lost under fire by the charger, or those who fell of the loser.
    pub(super) count: u32,
}

impl Placed for Beaten {
    const PLACES: usize = 1 << 7;
    fn place(&self) -> usize {
        self.count as usize * WON + won(self.charger_wins, self.level)
    }
}
