//! What the captain goes by when he weighs one thing against another, and what kind of man he is.
//!
//! That is drawn from the seed he begins a battle with, so that two of them do not begin it alike; the game's dice have no
//! part in it.

use dice::{Seed, Stream};

/// Weights. A unit firm and whole is worth about 4; an inch of the way, a level lost, a shot are measured by that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// How he minds fire, and charges.
    pub(crate) fear: f64,
    pub(crate) dread: f64,
    /// What an inch of the way is worth: holding, working forward, going in, and in the last turns.
    pub(crate) hold: f64,
    pub(crate) press: f64,
    pub(crate) assault: f64,
    pub(crate) dash: f64,
    /// What a charge must be worth.
    pub(crate) least: f64,
    /// What ground is worth: a point of it, in the last turns.
    pub(crate) prize: f64,
    /// How many turns an assault is given beyond the march.
    pub(crate) slack: f64,
    /// Stronger than the enemy by this he goes in at once.
    pub(crate) bold: f64,
    /// How his own fire counts beside what it costs.
    pub(crate) gain: f64,
    /// What a battery in action must be worth to stay where it is.
    pub(crate) tells: f64,
    /// What a charge he might make next turn is worth, beside one he makes.
    pub(crate) menace: f64,
    /// What the enemy's losses count beside his own: where he has what he wants, and where he has not.
    pub(crate) calm: f64,
    pub(crate) zeal: f64,
    /// Turns to spare when he goes for ground that is not his.
    pub(crate) haste: f64,
    /// Turns from the end when he begins to fear for it.
    pub(crate) late: f64,
    /// What an inch out of the enemy's way is worth to a corps that breaks off.
    pub(crate) retire: f64,
    /// How many times as good ground must be for a corps to turn from that it goes for.
    pub(crate) constancy: f64,
    /// How many times as strong as the enemy he must be where he closes.
    pub(crate) mass: f64,
}

impl Default for Temper {
    fn default() -> Temper {
        Temper {
            fear: 1.0,
            dread: 0.4,
            hold: 0.03,
            press: 0.15,
            assault: 0.3,
            dash: 0.6,
            least: 0.35,
            prize: 1.5,
            slack: 3.0,
            bold: 1.4,
            gain: 1.8,
            tells: 0.5,
            menace: 0.35,
            calm: 1.2,
            zeal: 1.8,
            haste: 2.0,
            late: 6.0,
            retire: 0.3,
            constancy: 1.0,
            mass: 2.0,
        }
    }
}

/// The number of the stream that natures are drawn from: far from any game's.
const NATURE: u64 = u64::MAX - 1769;

/// A captain's temper in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Nature {
    Bold,
    #[default]
    Steady,
    Wary,
}

/// Who he is, and a little luck of his own: numbers below 100 that decide where two things are as good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Born {
    pub(crate) nature: Nature,
    pub(crate) luck: [u8; 3],
}

impl Nature {
    pub(crate) const ALL: [Nature; 3] = [Nature::Bold, Nature::Steady, Nature::Wary];

    /// What each is called, and what one sees of him.
    pub(crate) const NAMED: [(&'static str, &'static str); 3] = [
        ("bold", "closes without waiting for everybody, and minds losses less"),
        ("steady", "closes when he is twice as strong where he strikes"),
        ("wary", "waits for more than that, minds losses more, and leaves his ground unwillingly"),
    ];
}

impl Born {
    pub(crate) fn of(seed: u64) -> Born {
        let mut stream = Stream::new(Seed::from_number(seed), NATURE);
        let nature = Nature::ALL[stream.below(3) as usize];
        let luck = std::array::from_fn(|_| stream.below(100) as u8);
        Born { nature, luck }
    }
}

impl Temper {
    /// The weights of a man of that kind.
    pub(crate) fn of(born: Born) -> Temper {
        let usual = Temper::default();
        let luck = f64::from(born.luck[0]) / 100.0 - 0.5;
        let usual = Temper { zeal: usual.zeal * (1.0 + 0.2 * luck), ..usual };
        match born.nature {
            Nature::Bold => Temper {
                fear: usual.fear * 0.9,
                dread: usual.dread * 0.85,
                least: usual.least - 0.1,
                press: usual.press * 1.25,
                mass: usual.mass - 0.3,
                ..usual
            },
            Nature::Steady => usual,
            Nature::Wary => Temper {
                fear: usual.fear * 1.15,
                dread: usual.dread * 1.2,
                press: usual.press * 0.85,
                least: usual.least + 0.1,
                hold: usual.hold * 0.7,
                mass: usual.mass + 0.3,
                ..usual
            },
        }
    }
}
