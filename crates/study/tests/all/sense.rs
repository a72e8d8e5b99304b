//! The figures of what battles look like are counted rightly, and are the same on one thread and many.

use engine::{Game as _, Players, Side};
use games::{Setup, Volley, with};
use general::{General, Seats, Veteran};
use study::{Match, Sense, Share, Studied, Watch};
use volley::words::{Arm, Formation};
use volley::{Answer, Order, Question};

/// A player who gives his units one formation after another, and no other order.
struct Drill(fn(&Volley, Side, u32) -> Vec<Order>);

impl Players<Volley> for Drill {
    fn answer(&mut self, side: Side, view: &Volley, question: &Question) -> Answer {
        let Question::NextOrder(_) = question else { return view.decline(question) };
        let orders = (self.0)(view, side, view.turn).into_iter().map(Answer::Order);
        let mut allowed = orders.filter(|answer| view.check(question, answer).is_ok());
        allowed.next().unwrap_or(Answer::No)
    }
}

impl Veteran<Volley> for Drill {
    fn begin(&mut self, _: u64) {}
}

/// Both sides of Gilly drill; what it looked like.
fn drilled(orders: fn(&Volley, Side, u32) -> Vec<Order>) -> Sense {
    let (battle, rules) = Setup::new(games::find("gilly").unwrap()).open::<Volley>().unwrap();
    let game = <Volley as engine::Played>::start(&battle, rules);
    let mut seats = Seats { french: General::new(Drill(orders)), allied: General::new(Drill(orders)) };
    Watch::over(game, 1, &mut seats)
}

fn forms(view: &Volley, side: Side, arm: Arm, into: impl Fn(Formation) -> Formation) -> Vec<Order> {
    let own = view.of(side).filter(|(_, unit)| unit.is(arm) && !unit.acted);
    own.map(|(unit, body)| Order::Form { unit, formation: into(body.formation), facing: None }).collect()
}

#[test]
fn a_player_who_does_nothing_is_seen_to_do_nothing() {
    let sense = drilled(|_, _, _| Vec::new());
    for side in Side::BOTH {
        let of = &sense.sides[side];
        assert_eq!(of.foot_never_engaged.many, of.foot_never_engaged.of, "nobody fires who declines");
        assert!(of.foot_never_engaged.of > 0);
        assert_eq!(of.most_foot_in_action.many, 0);
        assert_eq!((of.changes_undone, of.batteries_leaving.many), (Share::default(), 0));
        assert_eq!((of.strength_lost.many, of.generals_lost.many), (0, 0));
    }
    // No unit goes to the ground.
    assert_eq!((sense.ground[0].french, sense.ground[0].allied, sense.ground[0].nobody), (0, 0, 1));
}

#[test]
fn guns_that_limber_on_turn_1_have_left() {
    let sense = drilled(|view, side, turn| {
        if turn == 1 { forms(view, side, Arm::Artillery, |_| Formation::Limbered) } else { Vec::new() }
    });
    for side in Side::BOTH {
        let Share { many, of } = sense.sides[side].batteries_leaving;
        assert!(of > 0 && many == of, "{many} of {of}");
    }
}

#[test]
fn a_formation_that_is_left_and_taken_up_again_is_a_change_undone() {
    // Line and column in turn: every change but the last of each battalion is undone.
    let fickle = drilled(|view, side, _| {
        forms(view, side, Arm::Infantry, |now| match now {
            Formation::Column => Formation::Line,
            _ => Formation::Column,
        })
    });
    // Once and for all.
    let steady =
        drilled(
            |view, side, turn| {
                if turn == 2 { forms(view, side, Arm::Infantry, |_| Formation::Line) } else { Vec::new() }
            },
        );
    // Undone, but three turns later.
    let slow = drilled(|view, side, turn| match turn {
        2 => forms(view, side, Arm::Infantry, |_| Formation::Line),
        5 => forms(view, side, Arm::Infantry, |_| Formation::Column),
        _ => Vec::new(),
    });
    for side in Side::BOTH {
        let Share { many, of } = fickle.sides[side].changes_undone;
        assert!(many * 4 >= of * 3 && many < of, "{many} of {of}");
        assert_eq!(steady.sides[side].changes_undone.many, 0);
        assert_eq!(slow.sides[side].changes_undone.many, 0);
    }
    assert!(slow.sides.french.changes_undone.of > steady.sides.french.changes_undone.of);
}

/// A general who falls in the first turn has been there, and is lost.
#[test]
fn generals_are_counted_from_the_first_moment_on() {
    fn check<G: Studied>() {
        for file in games::embedded_of::<G>() {
            let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
            let there = G::start(&battle, std::sync::Arc::clone(&rules)).generals_drawn();
            let game = Match::<G> {
                battle: &battle,
                rules: &rules,
                french: "captain",
                allied: "captain",
                seeds: 300..312,
            };
            let sense = study::sense(&game, || ()).unwrap();
            for side in Side::BOTH {
                let there = there.iter().filter(|it| it.side == side && !it.lost).count() as u64;
                let of = sense.sides[side].generals_lost.of;
                assert!(of >= 12 * there, "{}, {side:?}: {of} of {}", file.id, 12 * there);
            }
        }
    }
    for kind in games::Kind::ALL {
        with!(kind, G => check::<G>());
    }
}

/// Who has no luck of his own begins in one way, whatever the dice do.
#[test]
fn openings_are_the_general_s_own() {
    let (battle, rules) = Setup::new(games::find("gilly").unwrap()).open::<Volley>().unwrap();
    let of = |french, allied, seeds| {
        study::openings(&Match::<Volley> { battle: &battle, rules: &rules, french, allied, seeds }).unwrap()
    };
    assert_eq!(of("still", "still", 1..9), engine::Both { french: 1, allied: 1 });
    let captains = of("captain", "still", 1..41);
    assert!(captains.french > 1 && captains.french < 40 && captains.allied == 1, "{captains:?}");
    assert_eq!(of("captain", "still", 1..2).french, 1);
}

/// In every game: shares are shares, captains make units fight, and one thread counts what many count.
#[test]
fn figures_are_the_same_on_one_thread_and_many() {
    fn check<G: Studied>(battle: &str) {
        let (file, rules) = Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
        let game =
            Match::<G> { battle: &file, rules: &rules, french: "captain", allied: "captain", seeds: 1..7 };
        let many = study::sense(&game, || ()).unwrap();
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one.install(|| study::sense(&game, || ())).unwrap(), many, "{battle}");
        for side in Side::BOTH {
            let of = &many.sides[side];
            let shares = [
                of.foot_never_engaged,
                of.most_foot_in_action,
                of.generals_lost,
                of.commanders_lost,
                of.batteries_leaving,
                of.gun_turns_masked,
                of.changes_undone,
                of.strength_lost,
            ];
            assert!(shares.iter().all(|share| share.many <= share.of), "{battle}: {of:?}");
            assert!(of.most_foot_in_action.many > 0 && of.strength_lost.many > 0, "{battle}");
            assert!(of.foot_never_engaged.many < of.foot_never_engaged.of, "{battle}");
            // A unit that was in action in one turn was engaged.
            let engaged = of.foot_never_engaged.of - of.foot_never_engaged.many;
            assert!(of.most_foot_in_action.many <= engaged, "{battle}");
            assert!((1..=6).contains(&of.openings.len()), "{battle}");
        }
        assert!(many.ground.iter().all(|held| held.french + held.allied + held.nobody == 6), "{battle}");
    }
    for battle in ["gilly", "baumersdorf", "poserna-in-august"] {
        with!(games::find(battle).unwrap().kind().unwrap(), G => check::<G>(battle));
    }
    let (file, rules) = Setup::new(games::find("gilly").unwrap()).open::<Volley>().unwrap();
    let nobody =
        Match::<Volley> { battle: &file, rules: &rules, french: "x", allied: "captain", seeds: 1..2 };
    assert_eq!(study::sense(&nobody, || ()), None);
}
