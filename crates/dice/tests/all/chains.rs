//! Rules strung together, against every way one by one.

use dice::{Chain, Chance, Dice, Odds, Once, Placed, Procedure, Stages, d6, pair};

/// Two sides shoot in turn until one has lost three of its figures, or four rounds are over.
fn duel<S: Stages<Duel>>(stages: &mut S) -> Result<(), S::Pause> {
    for _ in 0..4 {
        stages.stage(
            |duel| (!duel.is_over()).then_some(duel.lost[0]),
            |dice, lost| dice.hits(d6(3 - lost), 5),
            |duel, hits| Duel { lost: [duel.lost[0], duel.lost[1] + hits] },
        )?;
        stages.stage(
            |duel| (!duel.is_over()).then_some(duel.lost[1]),
            |dice, lost| dice.read(d6(2), |total| total >= 9 + lost),
            |duel, hit| Duel { lost: [duel.lost[0] + u32::from(hit), duel.lost[1]] },
        )?;
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Duel {
    lost: [u32; 2],
}

impl Duel {
    fn is_over(&self) -> bool {
        self.lost.iter().any(|lost| *lost >= 3)
    }
}

impl Placed for Duel {
    const PLACES: usize = 16;
    fn place(&self) -> usize {
        pair(self.lost[0] as usize, self.lost[1] as usize)
    }
}

#[test]
fn every_way_at_once_is_every_way_one_by_one() {
    let mut chain: Chain<Duel, Chance> = Chain::new(Duel { lost: [0, 0] });
    let Ok(()) = duel(&mut chain);
    let one_by_one: Odds<Duel> = Odds::of(|dice| {
        let mut once = Once::new(Duel { lost: [0, 0] }, dice);
        duel(&mut once)?;
        Ok(once.state())
    });
    assert!(one_by_one.len() > 10, "{one_by_one:?}");
    assert_eq!(chain.odds(), one_by_one);
}

/// A side on its way through its tests: it goes on until one is failed or none is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Nerve {
    owed: u32,
    failed: bool,
}

impl Placed for Nerve {
    const PLACES: usize = 8;
    fn place(&self) -> usize {
        self.owed as usize * 2 + usize::from(self.failed)
    }
}

struct Tests;

impl Procedure<u32, Nerve> for Tests {
    fn begin(&self, lost: u32) -> Nerve {
        Nerve { owed: lost, failed: false }
    }

    fn run<S: Stages<Nerve>>(&self, lost: u32, stages: &mut S) -> Result<(), S::Pause> {
        for _ in 0..lost {
            stages.stage(
                |nerve| (nerve.owed > 0 && !nerve.failed).then_some(()),
                |dice, ()| dice.read(d6(1), |shown| shown == 1),
                |nerve, failed| Nerve { owed: nerve.owed - 1, failed },
            )?;
        }
        Ok(())
    }
}

/// A unit that is shot at, tests for what has fallen, and is shot at again.
fn under_fire<S: Stages<Nerve>>(stages: &mut S) -> Result<(), S::Pause> {
    for _ in 0..2 {
        stages.stage(
            |nerve| (!nerve.failed).then_some(()),
            |dice, ()| dice.hits(d6(3), 5),
            |nerve, hits| Nerve { owed: hits, ..nerve },
        )?;
        stages.within(|nerve| (nerve.owed > 0).then_some(nerve.owed), &Tests, |_, tested| tested)?;
    }
    Ok(())
}

#[test]
fn a_procedure_within_another_is_thrown_as_if_it_stood_there() {
    let start = Nerve { owed: 0, failed: false };
    let mut chain: Chain<Nerve, Chance> = Chain::new(start);
    let Ok(()) = under_fire(&mut chain);
    let one_by_one: Odds<Nerve> = Odds::of(|dice| {
        let mut once = Once::new(start, dice);
        under_fire(&mut once)?;
        Ok(once.state())
    });
    let chain = chain.odds();
    assert!(chain.len() > 3, "{chain:?}");
    assert_eq!(chain, one_by_one);
}
