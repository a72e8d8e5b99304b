//! What is offered to fire at is what may be fired at.

use dice::{Seed, Stream};
use engine::{Played, Players, Side, Solo};
use orders::fire::{check_shot, shots};
use orders::question::Fire;
use orders::{Answer, Orders, Question, Shot, UnitId};
use rulebook::Source;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Answers at random, and looks at every question about fire.
struct Random {
    luck: Stream,
    asked: u32,
    /// Shots that may be fired, and those that are refused.
    fired: usize,
    refused: usize,
    /// Chargers that stand out of reach and are fired at.
    afar: usize,
}

impl Players<Orders> for &mut Random {
    fn answer(&mut self, _: Side, view: &Orders, question: &Question) -> Answer {
        if let Question::Fire(Fire { side, shots: offered }) = question {
            let all = |units: &[orders::answer::Targets]| -> BTreeSet<(UnitId, UnitId)> {
                units.iter().flat_map(|from| from.targets.iter().map(|to| (from.unit, *to))).collect()
            };
            let pairs = view.ids().flat_map(|unit| view.ids().map(move |target| (unit, target)));
            let may = |(unit, target): &(UnitId, UnitId)| {
                check_shot(view, *side, Shot { unit: *unit, target: *target }).is_ok()
            };
            let (allowed, barred): (BTreeSet<_>, BTreeSet<_>) = pairs.partition(may);
            let offered = all(offered);
            assert_eq!(offered, all(&shots(view, *side)), "turn {}: asked and found", view.turn);
            assert_eq!(offered, allowed, "turn {}: offered and allowed", view.turn);
            // A charger is a target also where it stands beyond the reach of muskets.
            let gap = |unit: UnitId, target: UnitId| {
                let (one, two) = (view.unit(unit).rect()?, view.unit(target).rect()?);
                let (_, reach) = view.rules.fire_range(view.unit(unit).arm())?;
                Some(one.distance(two)).filter(|gap| *gap > reach)
            };
            let charges = |(unit, target): &&(UnitId, UnitId)| {
                view.chargers_of(*unit).any(|charger| charger == *target)
            };
            self.afar +=
                offered.iter().filter(charges).filter(|(unit, target)| gap(*unit, *target).is_some()).count();
            self.asked += 1;
            self.fired += allowed.len();
            self.refused += barred.len();
        }
        view.sample(question, &mut self.luck)
    }
}

/// Says how many chargers out of reach were offered.
fn plays(battle: &str, seed: u64, steps: u32) -> usize {
    let book = Orders::embedded_book().unwrap();
    let rules = Arc::new(Orders::rules(book.sheet("orders").unwrap()));
    let source = Source::new("battle.toml", battle);
    let battle = Orders::read_battle("battle", &source, &|_| Some(Arc::clone(&rules))).unwrap();
    let mut game = Orders::start(&battle, rules);
    let luck = Stream::new(Seed::from_number(seed), 1);
    let mut random = Random { luck, asked: 0, fired: 0, refused: 0, afar: 0 };
    Solo::new(Stream::new(Seed::from_number(seed), 0), &mut random).play(&mut game, steps);
    let Random { asked, fired, refused, afar, .. } = random;
    assert!(asked > 20 && fired > 30 && refused > fired, "{asked} asked, {fired} allowed, {refused} barred");
    afar
}

#[test]
fn every_shot_that_is_allowed_is_offered_at_wagram() {
    let afar = plays(include_str!("../../../../battles/wagram-davout/battle.toml"), 0, 4000);
    assert!(afar > 0, "nobody charged from afar");
}

#[test]
fn every_shot_that_is_allowed_is_offered_at_vitoria() {
    plays(include_str!("../../../../battles/vitoria/battle.toml"), 0, 4000);
}
