//! Rules strung together, against every way one by one.

use dice::{Chain, Chance, Dice, Odds, Once, Placed, Stages, d6, pair};

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
