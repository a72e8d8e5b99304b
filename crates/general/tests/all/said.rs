//! What a computer player says of its plan: of the one that it carries out, written down as far as it is new, and told by a
//! captain who is asked.

use dice::{Seed, Stream};
use engine::record::Record;
use engine::{
    Delegated, Played, Players, Questions as _, Said, Session, Side, Waiting, notes, plan_said, state_hash,
};
use games::{Kind, Setup, Volley, with};
use general::{Captained, General, Seats, Staff, by_name};
use std::collections::BTreeMap;

fn played<G: Captained>(battle: &str, names: [&str; 2]) -> (Setup, Session<G>) {
    let setup = Setup::new(games::find(battle).unwrap());
    let (start, rules) = setup.open::<G>().unwrap();
    let mut session = Session::new(G::start(&start, rules));
    let mut seats = Seats::<G>::named(names[0], names[1], 3).unwrap();
    session.play(&mut Stream::new(Seed::from_number(3), 0), &mut seats, 50_000).unwrap();
    (setup, session)
}

#[test]
fn captains_leave_their_plans_in_the_record_and_nothing_else_is_changed_by_them() {
    fn check<G: Captained>() {
        let battle = games::embedded_of::<G>().remove(0).id;
        let (setup, session) = played::<G>(&battle, ["captain", "captain"]);
        for side in Side::BOTH {
            let of_side: Vec<_> = notes(session.entries()).filter(|(_, note)| note.side == side).collect();
            assert!(!of_side.is_empty(), "{battle}: {side:?} says nothing");
            // Nothing is said twice in a row, and turns go on.
            for pair in of_side.windows(2) {
                assert!(pair[0].1.turn <= pair[1].1.turn);
                assert!(!pair[1].1.says.iter().any(|sentence| pair[0].1.says.contains(sentence)), "{pair:?}");
            }
            for (_, note) in &of_side {
                assert!(
                    note.says.iter().chain(&note.drops).all(|sentence| sentence.ends_with('.')),
                    "{note:?}"
                );
            }
        }
        let (_, rules) = setup.open::<G>().unwrap();
        let header = setup.header(&rules, Seed::from_number(3), BTreeMap::new());
        let record = Record::of(header, &session);
        let (_, again) = games::verify_record::<G>("g.jsonl", &record.write()).unwrap();
        assert_eq!(again.entries(), session.entries());
        let (silent, other) = games::verify_record::<G>("g.jsonl", &record.without_notes().write()).unwrap();
        assert_eq!((silent.header.grognard, notes(other.entries()).count()), (1, 0));
        assert_eq!(state_hash(other.game()), state_hash(session.game()));
        assert_eq!(other.steps().len(), session.steps().len());
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}

/// Two captains, of whom each is compared with one who comes fresh, whenever he has made up his mind for a turn.
struct Asked<G: Captained> {
    captains: Seats<G>,
    last: engine::Both<u32>,
    compared: usize,
    wrong: Vec<String>,
}

/// The luck of a side's captain.
fn luck(side: Side) -> u64 {
    match side {
        Side::French => 5,
        Side::Allied => 8,
    }
}

impl<G: Captained> Players<G> for Asked<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let answer = self.captains.answer(side, view, question);
        if let Some(Said { turn, says, .. }) = self.captains.says(side, view)
            && self.last[side] != turn
        {
            assert_eq!(turn, view.moment().turn);
            self.last[side] = turn;
            let mut fresh: General<G> = by_name("captain", luck(side)).unwrap();
            let would = fresh.would(view, side).unwrap();
            self.compared += 1;
            if would != says {
                self.wrong.push(format!("{side:?}, turn {turn}: says {says:#?}, {would:#?}"));
            }
        }
        answer
    }
}

/// He has made his plan by what he sees and by his luck, and by nothing else: a fresh captain with the same luck, who
/// is handed the same view, says the plan he carries out.
#[test]
fn a_captain_who_is_asked_says_what_another_carries_out_who_sees_the_same() {
    fn check<G: Captained>() {
        for file in games::embedded_of::<G>() {
            let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
            let mut session = Session::new(G::start(&battle, rules));
            let captain = |side| by_name("captain", luck(side)).unwrap();
            let captains = Seats { french: captain(Side::French), allied: captain(Side::Allied) };
            let mut asked =
                Asked::<G> { captains, last: engine::Both::default(), compared: 0, wrong: Vec::new() };
            session.play(&mut Stream::new(Seed::from_number(5), 0), &mut asked, 50_000).unwrap();
            // Each side in most of the turns: where all of the enemy runs a battle may be over early.
            assert!(asked.compared >= 4, "{}: asked {} times", file.id, asked.compared);
            assert!(asked.wrong.is_empty(), "{}: {:#?}", file.id, asked.wrong);
        }
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}

#[test]
fn a_captain_who_is_asked_says_the_same_for_the_same_view_and_leaves_it_as_it_is() {
    fn check<G: Captained>() {
        let others = G::executor().is_some();
        let setup = Setup::new(games::embedded_of::<G>().remove(0));
        let (battle, rules) = setup.open::<G>().unwrap();
        let mut session = Session::new(G::start(&battle, rules));
        let mut seats = Seats::<G>::named("captain", "captain", 3).unwrap();
        let _ = session.play(&mut Stream::new(Seed::from_number(3), 0), &mut seats, 60);
        let Some(Waiting::ForAnswer(_) | Waiting::ForDice { .. }) = session.waiting() else {
            panic!("the battle goes on")
        };
        for side in Side::BOTH {
            let view = session.game().seen_by(Some(side));
            let before = state_hash(&*view);
            let one = general::advice(&*view, side, 3).unwrap();
            assert_eq!(one, general::advice(&*view, side, 3).unwrap());
            assert_eq!(state_hash(&*view), before);
            assert!(!one.own.says.is_empty());
            assert_eq!(one.others.is_empty(), !others);
            assert!(one.others.len() <= 3);
            for plan in one.others.iter().chain(others.then_some(&one.own)) {
                assert!(plan.chance.is_some_and(|chance| chance <= 100), "{plan:?}");
            }
            assert!(one.others.iter().all(|other| other.says != one.own.says));
            let best = one.others.windows(2).all(|pair| pair[0].chance >= pair[1].chance);
            assert!(best, "the best first: {one:?}");
        }
    }
    check::<Volley>();
    check::<games::Orders>();
    check::<games::Empire>();
}

#[test]
fn no_advice_is_given_when_the_battle_is_over() {
    let (_, session) = played::<Volley>("gilly", ["captain", "captain"]);
    assert_eq!(general::advice(session.game(), Side::French, 3), None);
}

#[test]
fn a_marshal_says_how_likely_he_thinks_he_wins() {
    let setup = Setup::new(games::find("barrosa-wheatley").unwrap());
    let (battle, rules) = setup.open::<Volley>().unwrap();
    let mut session = Session::new(Volley::start(&battle, rules));
    let mut seats =
        Seats::<Volley> { french: by_name("marshal", 1).unwrap(), allied: by_name("captain", 2).unwrap() };
    session.play(&mut Stream::new(Seed::from_number(3), 0), &mut seats, 50_000).unwrap();
    let expected: Vec<u32> = notes(session.entries())
        .filter(|(_, note)| note.side == Side::French)
        .filter_map(|(_, note)| note.expects)
        .collect();
    assert!(!expected.is_empty() && expected.iter().all(|chance| *chance <= 100), "{expected:?}");
    assert!(!plan_said(session.entries(), Side::French).is_empty());
}

/// What he is about with a brigade that he was handed is said of that brigade alone.
#[test]
fn a_captain_says_what_he_is_about_with_what_he_was_handed() {
    fn check<G: Captained>() {
        let setup = Setup::new(games::embedded_of::<G>().remove(0));
        let (battle, rules) = setup.open::<G>().unwrap();
        let session = Session::new(G::start(&battle, rules));
        let view = session.game().seen_by(Some(Side::Allied));
        let all = engine::commands(&*view, Side::Allied);
        let mut captain = by_name::<G>("captain", 3).unwrap();
        let together = general::plans_for(&mut captain, &view, Side::Allied, &all);
        assert!(together.iter().any(|says| !says.is_empty()), "{}", setup.battle.id);
        for (command, says) in all.iter().zip(together) {
            assert!(says.iter().all(|sentence| sentence.starts_with(command)), "{says:?}");
            // Other commands that he leads change nothing of it.
            captain.begin(3);
            let one = std::slice::from_ref(command);
            assert_eq!(general::plans_for(&mut captain, &view, Side::Allied, one), [says]);
        }
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}

/// A player who reads what his captain is about reads what that captain then does, and not what one of another temper
/// would.
#[test]
fn what_is_said_of_a_command_is_what_the_captain_of_the_staff_carries_out() {
    /// Upon how many questions that luck has made his plan another than the first's.
    fn check<G: Captained>() -> usize {
        let setup = Setup::new(games::embedded_of::<G>().remove(0));
        let (battle, rules) = setup.open::<G>().unwrap();
        let mut session = Session::new(G::start(&battle, rules));
        let mut dice = Stream::new(Seed::from_number(4), 0);
        let mut seats = Seats::<G>::named("captain", "captain", 3).unwrap();
        let (mut carried_out, mut differ) = (0, 0);
        for _ in 0..60 {
            if differ > 2 {
                break;
            }
            let _ = session.play(&mut dice, &mut seats, session.step_ends().len() + 1);
            let Some(Waiting::ForAnswer(question)) = session.waiting() else { continue };
            let side = session.game().asked_of(question);
            let view = session.game().seen_by(Some(side));
            let mut given = Delegated::default();
            for command in engine::commands(&*view, side) {
                given.hand_over(&command);
            }
            // The person has the first word even where the captain leads all commands.
            let form = question.form(&*view);
            let last = form.end().cloned().unwrap_or_else(|| view.decline(question));
            given.ends(&*view, side, question, &last);
            let read = |luck: u64| {
                let mut captain = by_name::<G>("captain", luck).unwrap();
                general::plans_for(&mut captain, &view, side, &given.captain)
            };
            for luck in 0..4 {
                let says = read(luck);
                let mut staff = Staff::<G>::default();
                let captain = || by_name("captain", luck);
                let answer = staff.answer(&mut given.clone(), session.game(), side, question, captain);
                let Some(said) = staff
                    .into_captain()
                    .and_then(|captain| captain.says(side, &view))
                    .filter(|_| answer.is_some())
                else {
                    continue;
                };
                let of_a_command = says.concat();
                assert!(
                    of_a_command.iter().all(|sentence| said.says.contains(sentence)),
                    "{says:?}: {said:?}"
                );
                carried_out += of_a_command.len();
                if says == read(0) {
                    continue;
                }
                differ += 1;
                // Advice is given by the same captain: it is played out, so once is enough.
                if differ == 1 {
                    let own = general::advice(&*view, side, luck).unwrap().own.says;
                    assert!(of_a_command.iter().all(|sentence| own.contains(sentence)), "{says:?}: {own:?}");
                }
            }
        }
        assert!(carried_out > 0, "{}", setup.battle.id);
        differ
    }
    let differ: Vec<usize> = Kind::ALL.iter().map(|kind| with!(*kind, G => check::<G>())).collect();
    println!("{differ:?}");
    assert!(differ.iter().sum::<usize>() > 0, "he has a temper of his own");
}
