//! The players: legal, the same for the same seed, the captain better than the recruit, and he better than the random
//! player. In every game of the list.

use dice::{Seed, Stream};
use engine::{Played, Players, Side, Solo, state_hash};
use games::{BattleFile, Empire, Kind, Orders, Setup, with};
use general::{ALL_NAMES, Captained, NAMES, Seats, by_name};
use volley::Volley;

fn begin<G: Played>(file: BattleFile) -> G {
    let (battle, rules) = Setup::new(file).open::<G>().unwrap();
    G::start(&battle, rules)
}

fn teaching<G: Played>() -> Vec<BattleFile> {
    let mut files = games::embedded_of::<G>();
    files.retain(|file| games::card(file).unwrap().kind == "teaching");
    assert!(!files.is_empty(), "{} has no teaching battle", G::word());
    files
}

/// Plays to the end: the game, and the answers that were refused.
fn play<G: Captained>(mut game: G, french: &str, allied: &str, seed: u64) -> (G, u32) {
    let mut solo = Solo::new(
        Stream::new(Seed::from_number(seed), 0),
        Seats::<G>::named(french, allied, 2 * seed).unwrap(),
    );
    solo.play(&mut game, 200_000);
    assert!(game.is_over(), "the game has no end");
    (game, solo.refused)
}

/// Runs a check for every game of the list.
macro_rules! in_every_game {
    ($check:ident) => {
        for kind in Kind::ALL {
            with!(kind, G => $check::<G>());
        }
    };
}

#[test]
fn names_are_players_and_nothing_else_is() {
    fn check<G: Captained>() {
        assert!(ALL_NAMES.iter().all(|name| by_name::<G>(name, 1).is_some()));
        assert!(NAMES.iter().all(|name| ALL_NAMES.contains(name)));
        assert!(by_name::<G>("field-marshal", 1).is_none());
    }
    in_every_game!(check);
}

#[test]
fn the_same_seed_gives_the_same_battle_and_other_luck_another() {
    fn check<G: Captained>() {
        let file = teaching::<G>().remove(0);
        let hash =
            |names: (&str, &str), seed| state_hash(&play::<G>(begin(file.clone()), names.0, names.1, seed).0);
        let pairs =
            [("recruit", "captain"), ("captain", "recruit"), ("captain", "captain"), ("anybody", "captain")];
        for names in pairs {
            assert_eq!(hash(names, 5), hash(names, 5), "{names:?}");
        }
        let lucky = |name: &str, seed: u64| {
            let seats = Seats::<G>::named(name, name, seed).unwrap();
            let mut solo = Solo::new(Stream::new(Seed::from_number(3), 0), seats);
            let mut game: G = begin(file.clone());
            solo.play(&mut game, 200_000);
            state_hash(&game)
        };
        for name in ["anybody", "recruit"] {
            assert!((9..14).any(|seed| lucky(name, 8) != lucky(name, seed)), "{name}");
        }
    }
    in_every_game!(check);
}

#[test]
fn a_general_who_has_fought_before_fights_as_one_who_comes_fresh() {
    fn check<G: Captained>() {
        let start: G = begin(teaching::<G>().remove(0));
        for names in [("captain", "captain"), ("recruit", "captain"), ("anybody", "captain")] {
            let mut seats = Seats::<G>::named(names.0, names.1, 0).unwrap();
            for seed in 1..5 {
                let mut game = start.clone();
                seats.begin(2 * seed);
                Solo::new(Stream::new(Seed::from_number(seed), 0), &mut seats).play(&mut game, 200_000);
                let fresh = play(start.clone(), names.0, names.1, seed).0;
                assert_eq!(state_hash(&game), state_hash(&fresh), "{names:?}, battle {seed}");
            }
        }
    }
    in_every_game!(check);
}

#[test]
fn no_answer_is_refused_in_any_battle() {
    fn check<G: Captained>() {
        for file in games::embedded_of::<G>() {
            for (french, allied) in [("captain", "captain"), ("recruit", "captain"), ("captain", "recruit")] {
                let (_, refused) = play::<G>(begin(file.clone()), french, allied, 11);
                assert_eq!(refused, 0, "{}: {french} against {allied}", file.id);
            }
        }
    }
    in_every_game!(check);
}

/// A captain who forgets everything between two questions. What he is handed holds nothing his side cannot know, and
/// what he says is right by that alone.
struct Forgetful;
impl<G: Captained> Players<G> for Forgetful {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        assert_eq!(state_hash(view), state_hash(&*view.seen_by(Some(side))), "{side:?} is handed a view");
        let answer = G::captain().answer(side, view, question);
        assert!(view.check(question, &answer).is_ok(), "{side:?}, as he sees it: {question:?}");
        answer
    }
}

#[test]
fn a_captain_may_sit_down_at_any_question() {
    fn check<G: Captained>() {
        for file in teaching::<G>().into_iter().take(2) {
            let mut game: G = begin(file.clone());
            let mut solo = Solo::new(Stream::new(Seed::from_number(2), 0), Forgetful);
            solo.play(&mut game, 200_000);
            assert!(game.is_over(), "{} has no end", file.id);
            assert_eq!(solo.refused, 0, "{}", file.id);
        }
    }
    in_every_game!(check);
}

#[test]
fn beside_real_figures_a_captain_still_answers() {
    for battle in ["gilly", "barrosa-wheatley"] {
        let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<Volley>().unwrap();
        let game = Volley::start_beside_figures(&battle, rules);
        let (_, refused) = play(game, "captain", "captain", 1);
        assert_eq!(refused, 0);
    }
}

/// Plays each battle this often on either seat: the recruit loses most games and not all.
fn check_recruit<G: Captained>(games: u64) {
    let mut all = (0, 0);
    for file in games::embedded_of::<G>() {
        let start: G = begin(file.clone());
        let (mut won, mut fought) = (0, 0);
        for seed in 700..700 + games {
            for (names, side) in
                [(("captain", "recruit"), Side::French), (("recruit", "captain"), Side::Allied)]
            {
                let (game, refused) = play(start.clone(), names.0, names.1, seed);
                assert_eq!(refused, 0, "{} seed {seed}: {names:?}", file.id);
                won += u64::from(game.outcome().and_then(|outcome| outcome.winner) == Some(side));
                fought += 1;
            }
        }
        assert!(won * 100 >= fought * 55 && won < fought, "{}: {won} of {fought}", file.id);
        all = (all.0 + won, all.1 + fought);
    }
    let share = all.0 * 100 / all.1;
    assert!((63..=93).contains(&share), "{}: {share} in a hundred", G::word());
}

/// A second captain would lose half of them, a random player nearly all.
#[test]
fn a_captain_beats_a_recruit_who_is_no_dice_in_volley() {
    check_recruit::<Volley>(16);
}

#[test]
fn a_captain_beats_a_recruit_who_is_no_dice_in_orders() {
    check_recruit::<Orders>(16);
}

#[test]
fn a_captain_beats_a_recruit_who_is_no_dice_in_empire() {
    check_recruit::<Empire>(16);
}

/// The seed of the recruits that are compared.
const WHO: u64 = 4;

fn recruit<G: Captained>(side: Side) -> general::General<G> {
    by_name("recruit", WHO + (u64::from(side == Side::Allied) << 32)).unwrap()
}

/// Recruits who stay, and what one of the same luck would do who is fetched anew, as a server may do it, and sees the same.
struct Compared<G: Captained> {
    stay: Seats<G>,
    /// The turns of which a side's recruit has said what he is about.
    said: Vec<(Side, u32)>,
    /// Answers, and how many of them are the same.
    answers: [usize; 2],
}

impl<G: Captained> Players<G> for Compared<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let fetched = recruit::<G>(side).answer(side, view, question);
        let answer = self.stay.answer(side, view, question);
        self.answers[0] += 1;
        self.answers[1] += usize::from(format!("{fetched:?}") == format!("{answer:?}"));
        if let Some(said) = self.stay.says(side, view)
            && !self.said.contains(&(side, said.turn))
        {
            assert_eq!(
                recruit::<G>(side).would(view, side),
                Some(said.says),
                "{side:?} in turn {}",
                said.turn
            );
            self.said.push((side, said.turn));
        }
        answer
    }
}

/// He says the same plan as a recruit who has stayed, in every turn of a battle, and most of his answers are the same.
/// Not all: the one who stayed knows which units he has looked at in this phase, and what was given up a turn ago.
#[test]
fn a_recruit_who_is_fetched_anew_goes_on_with_the_plan_of_one_who_stayed() {
    fn check<G: Captained>() {
        for file in games::embedded_of::<G>() {
            let mut game: G = begin(file.clone());
            let stay = Seats { french: recruit(Side::French), allied: recruit(Side::Allied) };
            let mut compared = Compared::<G> { stay, said: Vec::new(), answers: [0, 0] };
            let mut solo = Solo::new(Stream::new(Seed::from_number(2), 0), &mut compared);
            solo.play(&mut game, 200_000);
            assert!(game.is_over() && solo.refused == 0, "{}", file.id);
            drop(solo);
            let [all, same] = compared.answers;
            assert!(compared.said.len() >= 4, "{}: {:?}", file.id, compared.said);
            assert!(same * 100 >= all * 70, "{}: {same} of {all}", file.id);
        }
    }
    in_every_game!(check);
}

/// A recruit who is fetched anew for each answer has an answer to everything, and his battle comes to its end.
struct Fetched;
impl<G: Captained> Players<G> for Fetched {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let answer = recruit::<G>(side).answer(side, view, question);
        assert!(view.check(question, &answer).is_ok(), "{side:?}, as he sees it: {question:?}");
        answer
    }
}

#[test]
fn a_recruit_may_sit_down_at_any_question() {
    fn check<G: Captained>() {
        let mut game: G = begin(teaching::<G>().remove(0));
        let mut solo = Solo::new(Stream::new(Seed::from_number(2), 0), Fetched);
        solo.play(&mut game, 200_000);
        assert!(game.is_over());
        assert_eq!(solo.refused, 0);
    }
    in_every_game!(check);
}
