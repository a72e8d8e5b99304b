//! Plans: they can be read out, carried out by any captain who is told them, and handed over in part.

use dice::{Seed, Stream};
use engine::{Game, Played, Players, Side, Solo, state_hash};
use games::{Kind, Orders, Setup, with};
use general::{Captained, General, Goal, Part, Plan, Seats, Task, Word};
use orders::{Act, Answer, CorpsId, Question};

fn begin<G: Played>(battle: &str) -> G {
    let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
    G::start(&battle, rules)
}

/// Plays these turns.
fn play<G: Captained>(game: &mut G, french: General<G>, allied: General<G>, turns: u32) {
    let mut solo = Solo::new(Stream::new(Seed::from_number(4), 0), Seats { french, allied });
    while !game.is_over() && game.moment().turn <= turns {
        let Ok(()) = game.step(&mut solo);
    }
    assert_eq!(solo.refused, 0);
}

/// Every command of a plan does the same.
fn all<C: Clone + PartialEq>(plan: &Plan<C>, does: Word) -> Plan<C> {
    let tasks = plan.commands().into_iter().map(|command| Task::new(Part::All(command), does, 1.0));
    Plan { tasks: tasks.collect(), effort: None }
}

#[test]
fn every_captain_says_what_each_of_his_commands_is_to_do() {
    fn check<G: Captained>() {
        for file in games::embedded_of::<G>() {
            let game: G = begin(&file.id);
            for side in Side::BOTH {
                let view = game.seen_by(Some(side));
                let plan = G::plan(&view, side);
                let said = G::said(&view, &plan);
                assert!(
                    !plan.commands().is_empty() && said.len() >= plan.commands().len(),
                    "{}: {said:?}",
                    file.id
                );
                for sentence in said {
                    assert!(sentence.len() > 12 && !sentence.starts_with(':'), "{}: {sentence:?}", file.id);
                }
            }
        }
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}

/// The same battle under two plans: both can be played and compared.
#[test]
fn another_plan_is_another_battle() {
    fn check<G: Captained>(battle: &str) {
        let start: G = begin(battle);
        let plan = G::plan(&start.seen_by(Some(Side::Allied)), Side::Allied);
        let hash = |does: Word| {
            let mut game = start.clone();
            play(&mut game, G::captain(), G::execute(all(&plan, does)), 6);
            state_hash(&game)
        };
        assert_eq!(hash(Word::Stand), hash(Word::Stand), "{battle}");
        assert_ne!(hash(Word::Stand), hash(Word::Storm(Goal::Enemy)), "{battle}");
    }
    check::<Orders>("baumersdorf");
    check::<games::Volley>("salamanca-pakenham");
}

/// Inches from the units of a side to the nearest of the other, on the average.
fn apart(game: &Orders, side: Side) -> i32 {
    let gap = |unit: &orders::Unit| Some(orders::placing::nearest_enemy(game, side, unit.rect()?)?.1.0);
    let gaps: Vec<i32> = game.of(side).filter_map(|(_, unit)| gap(unit)).collect();
    gaps.iter().sum::<i32>() / gaps.len().max(1) as i32
}

#[test]
fn who_is_told_to_storm_comes_nearer_than_who_is_told_to_go_back() {
    let start: Orders = begin("vitoria");
    let plan = Orders::plan(&start.seen_by(Some(Side::Allied)), Side::Allied);
    let apart_after = |plan: Plan<CorpsId>| {
        let mut game = start.clone();
        let back = all(&Orders::plan(&start.seen_by(Some(Side::French)), Side::French), Word::Stand);
        play(&mut game, Orders::execute(back), Orders::execute(plan), 3);
        apart(&game, Side::Allied)
    };
    let near = apart_after(all(&plan, Word::Storm(Goal::Enemy)));
    let far = apart_after(all(&plan, Word::Withdraw));
    assert!(near + 3000 < far, "{near} and {far}");
}

/// A captain with one corps: what he says is for that corps alone.
struct OneCorps {
    corps: CorpsId,
    captain: General<Orders>,
    others: General<Orders>,
    acts: u32,
}

impl Players<Orders> for OneCorps {
    fn answer(&mut self, side: Side, view: &Orders, question: &Question) -> Answer {
        if side == Side::Allied && matches!(question, Question::Move(_) | Question::WriteOrders(_)) {
            let answer = self.captain.answer(side, view, question);
            let corps = match &answer {
                Answer::Act(Act::Ride { leader, .. }) => view.leader(*leader).unwrap().corps,
                Answer::Act(
                    Act::March { unit, .. }
                    | Act::Charge { unit, .. }
                    | Act::Rouse { unit }
                    | Act::ForceMarch { unit }
                    | Act::Enter { unit, .. }
                    | Act::Leave { unit, .. },
                ) => Some(view.unit(*unit).corps()),
                Answer::Instruct(instruction) => Some(instruction.corps()),
                _ => return self.others.answer(side, view, question),
            };
            self.acts += 1;
            assert_eq!(corps, Some(self.corps), "{answer:?}");
            return answer;
        }
        self.others.answer(side, view, question)
    }
}

#[test]
fn a_corps_that_is_handed_over_is_led_and_no_other() {
    let mut game: Orders = begin("vitoria");
    let plan = Orders::plan(&game.seen_by(Some(Side::Allied)), Side::Allied);
    let corps = plan.commands()[1];
    let mut player = OneCorps {
        corps,
        captain: Orders::execute(plan.only(&[corps])),
        others: General::new(Idle),
        acts: 0,
    };
    let mut solo = Solo::new(Stream::new(Seed::from_number(4), 0), &mut player);
    while !game.is_over() && game.moment().turn <= 4 {
        let Ok(()) = game.step(&mut solo);
    }
    assert_eq!(solo.refused, 0);
    drop(solo);
    assert!(player.acts > 10, "{}", player.acts);
}

/// Takes no option up.
struct Idle;

impl Players<Orders> for Idle {
    fn answer(&mut self, _: Side, view: &Orders, question: &Question) -> Answer {
        view.decline(question)
    }
}

impl general::Veteran<Orders> for Idle {
    fn begin(&mut self, _: u64) {}
}

/// The columns that a battle begins with under Attack go at the enemy: in Vitoria all that are on the table.
#[test]
fn a_column_that_begins_under_attack_comes_nearer() {
    let mut game: Orders = begin("vitoria");
    let attacks = |id: &CorpsId| {
        let corps = game.corps(*id);
        corps.side == Side::Allied && corps.order.kind == orders::words::OrderKind::Attack
    };
    let columns: Vec<CorpsId> = game.corps_ids().filter(attacks).collect();
    assert!(columns.len() >= 4, "{columns:?}");
    let apart = |game: &Orders, id: CorpsId| {
        let gap = |unit: &orders::Unit| orders::placing::nearest_enemy(game, Side::Allied, unit.rect()?);
        game.units_of(id).filter_map(|(_, unit)| Some(gap(unit)?.1.0)).min()
    };
    let before: Vec<Option<i32>> = columns.iter().map(|id| apart(&game, *id)).collect();
    play(&mut game, Orders::captain(), Orders::captain(), 3);
    for (id, before) in columns.iter().zip(before) {
        let after = apart(&game, *id);
        assert!(after < before, "{}: {before:?} and {after:?}", game.corps(*id).name);
    }
}
