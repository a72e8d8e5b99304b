//! What is told of an event or refused says the numbers that play goes by.

use dice::{Seed, Stream};
use engine::overlay::Overlaid as _;
use engine::{Entry, Game as _, Happening as _, Played as _, Session, Side, Waiting};
use rulebook::Source;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Inches, gap_ahead};
use volley::question::NextOrder;
use volley::words::Phase;
use volley::{Answer, Ending, Order, Question, UnitId, Volley, What, charge};

const BARROSA: &str = include_str!("../../../../battles/barrosa-wheatley/battle.toml");

fn barrosa() -> Volley {
    begun(BARROSA)
}

fn begun(text: &str) -> Volley {
    let book = Volley::embedded_book().unwrap();
    let rules = |sheet: &str| book.sheet(sheet).map(|sheet| Arc::new(Volley::rules(sheet)));
    let source = Source::new("battle.toml", text);
    let battle = Volley::read_battle("barrosa-wheatley", &source, &|sheet| rules(sheet).ok()).unwrap();
    Volley::start(&battle, rules("br8").unwrap())
}

/// A battle of random answers, shown at every question.
fn random(seed: u64, entries: usize, each: impl FnMut(&Volley, &Question)) -> Session<Volley> {
    random_from(barrosa(), seed, entries, each)
}

fn random_from(
    start: Volley,
    seed: u64,
    entries: usize,
    mut each: impl FnMut(&Volley, &Question),
) -> Session<Volley> {
    let mut session = Session::new(start);
    let mut dice = Stream::new(Seed::from_number(seed), 0);
    let mut luck = Stream::new(Seed::from_number(seed), 1);
    for _ in 0..entries {
        let entry = match session.waiting() {
            None => break,
            Some(Waiting::ForDice { pool, .. }) => {
                Entry::Dice { faces: (0..pool.count).map(|_| dice.die(pool.sides)).collect(), typed: false }
            }
            Some(Waiting::ForAnswer(question)) => {
                each(session.game(), question);
                Entry::Answer(session.game().sample(question, &mut luck))
            }
            Some(_) => unreachable!("a table on a screen"),
        };
        session.put(entry).unwrap();
    }
    session
}

/// The numbers of a sentence that stand before an inch mark, in thousandths.
#[expect(clippy::float_arithmetic, reason = "what is printed is read back")]
fn inches(sentence: &str) -> Vec<i32> {
    let numbers =
        sentence.split_whitespace().filter_map(|word| word.trim_end_matches([':', '.']).strip_suffix('"'));
    numbers.filter_map(|number| Some((number.parse::<f64>().ok()? * 1000.0).round() as i32)).collect()
}

#[test]
fn a_gallop_adds_up_as_it_is_told() {
    let game = barrosa();
    let unit = game.find("1er Dragons").unwrap();
    let told = |rate: Inches, bonus: u32, wheel: Inches| {
        let reach = rate + Inches::whole(bonus as i32) - wheel;
        What::Gallops { unit, rate, bonus, wheel, reach }.sentence(&game)
    };
    let whole = Inches::whole;
    assert_eq!(
        told(whole(10), 4, Inches(3198)),
        "1er Dragons gallop 10\" + 4\" − 3.2\" for the wheel: up to 10.8\""
    );
    assert_eq!(told(whole(10), 7, Inches::ZERO), "1er Dragons gallop 10\" + 7\": up to 17\"");
    for mils in (0..4000).step_by(37) {
        let said = inches(&told(Inches(4500), 5, Inches(mils)));
        let sum = match said.as_slice() {
            [rate, bonus, reach] => rate + bonus - reach,
            [rate, bonus, wheel, reach] => rate + bonus - wheel - reach,
            other => panic!("{other:?}"),
        };
        assert_eq!(sum, 0, "{mils}: {said:?}");
    }
}

#[test]
fn a_ride_names_whom_it_strikes_on_its_way() {
    let game = barrosa();
    let [unit, target, other, third] =
        ["1er Dragons", "Foot gun", "2/67th Foot", "2/87th Foot"].map(|name| game.find(name).unwrap());
    let told = |on_way: &[UnitId], reached: bool| {
        What::Meets { unit, target, on_way: on_way.to_vec(), reached }.sentence(&game)
    };
    assert_eq!(told(&[], true), "1er Dragons reach Foot gun");
    assert_eq!(told(&[other], true), "1er Dragons strike 2/67th Foot on the way to Foot gun");
    assert_eq!(
        told(&[other, third], true),
        "1er Dragons strike 2/67th Foot and 2/87th Foot on the way to Foot gun"
    );
    assert_eq!(told(&[other], false), "1er Dragons run into 2/67th Foot on the way to Foot gun");
    assert_eq!(told(&[], false), "1er Dragons stop short and do not reach Foot gun");
}

/// A target is off the lane by what the refusal says: with the lane moved aside by that it would be met.
#[test]
fn a_charge_is_refused_with_how_far_its_target_is_off_the_lane() {
    let (mut left, mut right) = (0, 0);
    let check = |game: &Volley, side: Side, unit: UnitId, target: UnitId| {
        let wheel = charge::toward(game, unit, target);
        let question = Question::from(NextOrder { side });
        let order = Answer::Order(Order::Charge { unit, target, wheel });
        let refusal = game.check(&question, &order).err()?;
        let words = refusal.why();
        let (_, side) =
            words.split_once(" of the lane straight ahead of ").map(|(one, _)| one.rsplit_once(' '))??;
        let off = inches(&words)[0];
        let body = game.unit(unit);
        let (footprint, rect) = (body.footprint(&game.rules), game.unit(target).rect()?);
        let start = body.pose?.wheeled(footprint.width, wheel);
        let aside = if side == "left" { -0x4000 } else { 0x4000 };
        let met = |by: i32| {
            let at = start.at.ahead(start.facing.turned(aside), Inches(by));
            gap_ahead(table::Pose { at, ..start }, footprint, Inches::whole(200), rect).is_some()
        };
        assert!(met(off + 20), "{words}: nobody is met there");
        assert!(!met(off - 120), "{words}: met before");
        Some(side == "left")
    };
    for seed in 0..3 {
        random(seed, 500, |game, question| {
            let Question::NextOrder(NextOrder { side }) = question else { return };
            for (unit, _) in game.of(*side) {
                for (target, _) in game.of(side.enemy()) {
                    match check(game, *side, unit, target) {
                        Some(true) => left += 1,
                        Some(false) => right += 1,
                        None => {}
                    }
                }
            }
        });
    }
    assert!(left > 20 && right > 20, "{left} to the left, {right} to the right");
}

#[test]
fn what_guns_and_volleys_cost_cites_the_ruling_of_each() {
    let (mut guns, mut volleys) = (0, 0);
    for seed in 0..10 {
        let session = random(seed, 500, |_, _| {});
        let mut phase = Phase::Artillery;
        for told in session.log() {
            match told.event.what {
                What::PhaseBegins { phase: now, .. } => phase = now,
                What::Lost { .. } if phase == Phase::Artillery => {
                    assert_eq!(told.event.cites(), ["volley.house.artillery.simultaneous"]);
                    guns += 1;
                }
                What::Lost { .. } if told.event.rules.is_empty() => {
                    assert_eq!(told.event.cites(), ["volley.house.shoot.choice"]);
                    volleys += 1;
                }
                _ => {}
            }
        }
    }
    assert!(guns > 1 && volleys > 20, "{guns} {volleys}");
}

#[test]
fn the_end_cites_what_decided_it() {
    let mut by_time = 0;
    for seed in 1..=4 {
        let session = random(seed, 20_000, |_, _| {});
        let last = session.log().last().unwrap();
        let What::Ends { by, .. } = last.event.what else { panic!("seed {seed} does not end") };
        let broken = by == Ending::Broken;
        by_time += u32::from(!broken);
        let ruling = if broken { "volley.house.victory" } else { "volley.house.time-limit" };
        assert_eq!(last.event.cites(), [ruling], "{by:?}");
        // The ruling's text has the turns of a battle that names none.
        let (told, turns) = (session.game().sentence(&last.event), session.game().length());
        let own = format!("turn {turns} was the last of this battle");
        assert_eq!(told.contains(&own), matches!(by, Ending::Objectives | Ending::Losses), "{told}");
    }
    assert!(by_time > 0, "one ends when time is up");
}

#[test]
fn nothing_is_in_shot_of_cavalry() {
    let (mut near, mut shot) = (0, 0);
    random(3, 1_500, |game, _| {
        for (id, unit) in game.on_table() {
            for look in game.overlay(id).unwrap().looks {
                let cavalry = unit.is(volley::words::Arm::Cavalry);
                assert!(!(cavalry && look.in_shot), "{}", game.name(id));
                near += u32::from(cavalry && look.clear && look.distance < Inches::whole(4));
                shot += u32::from(look.in_shot);
            }
        }
    });
    assert!(near > 0 && shot > 0, "{near} {shot}");
}

#[test]
fn a_unit_that_is_held_and_a_gun_without_a_target_carry_a_sign_that_names_who() {
    let (mut locked, mut firing, mut silent, mut aiming) = (0, 0, 0, 0);
    for seed in 1..=6 {
        random(seed, 1_500, |game, _| {
            for (id, unit) in game.on_table() {
                let fights = game.melees_of(id).any(|melee| melee.rounds > 0);
                let signs = game.signs(id);
                let is_listed = |sign: &engine::Sign| {
                    Volley::LETTERS
                        .iter()
                        .any(|(letter, word)| sign.letter == *letter && sign.word.starts_with(word))
                };
                assert!(signs.iter().all(is_listed), "as the list of letters says it: {signs:?}");
                let [melee, firefight, silence] =
                    ["L", "F", "∅"].map(|letter| signs.iter().any(|sign| sign.letter == letter));
                assert_eq!(melee, fights, "{}", unit.name());
                // By the printed rules both of what a firefight forbids is in force.
                assert_eq!(firefight, game.locked_by(id).is_some());
                let words: Vec<&str> = signs.iter().map(|sign| &*sign.word).collect();
                let named = |other: UnitId| words.iter().any(|word| word.contains(&**game.name(other)));
                assert!(game.melees_of(id).all(|melee| melee.rounds == 0 || named(melee.other(id))));
                assert!(game.firefight_with(id).is_none_or(|with| !firefight || named(with)));
                locked += u32::from(fights);
                firing += u32::from(firefight);
                // A gun that is silent is not asked for its target; one that would be asked is not silent.
                let asked = volley::options::aim_asked(game, id).is_some();
                assert!(!(asked && silence), "{}", unit.name());
                assert!(!silence || game.phase() == Phase::Artillery);
                silent += u32::from(silence);
                aiming += u32::from(asked);
            }
        });
    }
    assert!(locked > 10 && firing > 10 && silent > 10 && aiming > 10, "{locked} {firing} {silent} {aiming}");
}

#[test]
fn contested_ground_names_those_who_contest_it() {
    let (mut held, mut contested) = (0, 0);
    // Ground that stays with its last holder is contested only as long as neither side has held it.
    let counted = BARROSA.replace("ground = \"stays\"\n", "ground = \"counted\"\n");
    assert_ne!(counted, BARROSA);
    for seed in 1..=6 {
        random_from(begun(&counted), seed, 1_500, |game, _| {
            for (holder, units) in game.holders().into_iter().zip(game.contesters()) {
                let of = |side: Side| units.iter().any(|id| game.unit(*id).side() == side);
                assert_eq!(of(Side::French), of(Side::Allied));
                assert!(holder.is_none() || units.is_empty());
                held += u32::from(holder.is_some());
                contested += u32::from(!units.is_empty());
            }
        });
    }
    assert!(held > 10 && contested > 10, "{held} {contested}");
}

#[test]
fn difficult_ground_shortens_a_move_as_it_is_told() {
    let (mut here, mut near, mut open, mut told) = (0, 0, 0, 0);
    for seed in 1..=4 {
        random(seed, 1_500, |game, question| {
            let Question::NextOrder(NextOrder { side }) = question else { return };
            for (unit, _) in game.of(*side) {
                let Some(rough) = volley::movement::rough(game, unit) else {
                    open += 1;
                    continue;
                };
                assert!(rough.inches < game.plain_allowance(unit) && !rough.names.is_empty());
                if !rough.here {
                    near += 1;
                    continue;
                }
                // No farther march from there is allowed.
                let ahead = Inches(rough.far.max(rough.inches).0 + 100);
                let order = Order::March { unit, legs: vec![table::Leg::Ahead(ahead)] };
                let refused = game.check(question, &Answer::Order(order)).unwrap_err().to_string();
                // Where nothing else is in its way, the ground that shortens the move is called by its name.
                if refused.contains(" is the most") {
                    assert!(rough.names.iter().any(|name| refused.contains(name.as_str())), "{refused}");
                    told += 1;
                }
                here += 1;
            }
        });
    }
    assert!(here > 10 && near > 10 && open > 10 && told > 0, "{here} {near} {open} {told}");
}

/// What is kept in mind of a unit holds only where it stands: a game read from its text keeps nothing in mind.
#[test]
fn what_shelters_a_unit_is_looked_at_anew_once_it_has_moved() {
    let mut changed = 0;
    for seed in 1..=6 {
        let (mut n, mut before) = (0, BTreeMap::new());
        random(seed, 1_500, |game, _| {
            n += 1;
            let fresh = (n % 5 == 0).then(|| game.restore(&engine::state_text(game)).unwrap());
            for (id, unit) in game.on_table() {
                let cover = game.cover(id);
                assert!(fresh.as_ref().is_none_or(|fresh| fresh.cover(id) == cover), "{}", unit.name());
                changed += u32::from(before.insert(id, cover).is_some_and(|before| before != cover));
            }
        });
    }
    assert!(changed > 4, "{changed}");
}
