//! What the captain of volley does not do any more, over every battle, and what makes one captain another in every game.

use engine::{Both, Side};
use games::{Setup, Volley};
use std::sync::Arc;
use study::{Match, Sense, Share};

type Battle = <Volley as engine::Played>::Battle;
type Rules = <Volley as engine::Played>::Rules;

/// All battles of volley.
fn battles() -> Vec<(String, Battle, Arc<Rules>)> {
    let opened = |file: games::BattleFile| {
        let (battle, rules) = Setup::new(file.clone()).open::<Volley>().unwrap();
        (file.id, battle, rules)
    };
    games::embedded_of::<Volley>().into_iter().map(opened).collect()
}

fn sense(battle: &Battle, rules: &Arc<Rules>, names: [&str; 2], games: u64) -> Sense {
    let [french, allied] = names;
    study::sense(&Match::<Volley> { battle, rules, french, allied, seeds: 300..300 + games }, || ()).unwrap()
}

#[test]
fn guns_stay_formations_are_kept_generals_live_and_no_two_battles_begin_alike() {
    let mut all = Both::<[Share; 4]>::default();
    for (id, battle, rules) in battles() {
        let sense = sense(&battle, &rules, ["captain", "captain"], 40);
        for side in Side::BOTH {
            let of = &sense.sides[side];
            assert!(of.openings.len() >= 10, "{id}, {side:?}: {} openings", of.openings.len());
            let figures = [of.batteries_leaving, of.changes_undone, of.generals_lost, of.commanders_lost];
            for (sum, share) in all[side].iter_mut().zip(figures) {
                sum.many += share.many;
                sum.of += share.of;
            }
        }
    }
    for side in Side::BOTH {
        let percent = all[side].map(|share| share.many * 100 / share.of.max(1));
        let most = [10, 10, 20, 5];
        assert!(percent.iter().zip(most).all(|(found, most)| *found <= most), "{side:?}: {percent:?}");
    }
}

/// Nobody comes for the ground midway: whoever must come walks onto it in time.
#[test]
fn ground_that_nobody_disputes_is_taken() {
    for (id, battle, rules) in battles() {
        let begins = <Volley as engine::Played>::start(&battle, Arc::clone(&rules), false);
        let side = engine::Played::about(&begins).attacker.unwrap();
        let names = if side == Side::French { ["captain", "still"] } else { ["still", "captain"] };
        let sense = sense(&battle, &rules, names, 20);
        let held = engine::Played::holders(&begins);
        let free = sense.ground.iter().zip(held).filter(|(_, holder)| holder.is_none());
        let taken = free.map(|(ground, _)| if side == Side::French { ground.french } else { ground.allied });
        let most = taken.max().unwrap_or(20);
        assert!(most >= 15, "{id}: in {most} of 20");
    }
}

#[test]
fn every_temper_has_a_name_and_a_line_and_fights_another_battle() {
    fn check<G: study::Studied>() {
        assert!(G::TEMPERS.len() >= 3, "{}", G::word());
        let opened = |file: games::BattleFile| Setup::new(file).open::<G>().unwrap();
        let battles: Vec<_> = games::embedded_of::<G>().into_iter().map(opened).collect();
        let mut seen: Vec<Vec<Sense>> = Vec::new();
        for (temper, line) in G::TEMPERS {
            let name = format!("captain-{temper}");
            assert!(general::TEMPERED.contains(&name.as_str()) && line.len() > 20, "{name}: {line}");
            let (french, allied) = (name.as_str(), "captain-before");
            let fought = battles.iter().map(|(battle, rules)| {
                study::sense(&Match::<G> { battle, rules, french, allied, seeds: 300..303 }, || ()).unwrap()
            });
            let fought: Vec<Sense> = fought.collect();
            assert!(!seen.contains(&fought), "{} {name}", G::word());
            seen.push(fought);
        }
    }
    for kind in games::Kind::ALL {
        games::with!(kind, G => check::<G>());
    }
}
