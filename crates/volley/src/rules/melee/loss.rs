//! Losers of melees test: line back from the enemy, retirement and follow-up, or the end.

mod result;

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::asking::is_taken_up;
use crate::rules::ground::facts::{Room, went_back};
use crate::rules::ground::placing::{self, Retired};
use crate::rules::melee::guns_alone;
use crate::rules::melee::recall;
use crate::rules::morale::testing::{first_of, roll_losses, test};
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::{Progress, Volley};
use crate::state::refusal::{Refusal, not_an_answer, refuse, why};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Arm, Formation, Phase, Sheet, Test};
use engine::wording::says;
use engine::{Ask, Form, Routine, Side, Umpire};
use rulebook::RuleId;
use serde::Serialize;
use table::{Inches, Rect};

pub(crate) use result::line_distance;
pub use result::{LossResult, loss_result, retire_distance};

/// Whether the loser of a melee tests at all.
pub(crate) fn do_losers_test(rules: &Rules) -> bool {
    rules.on(WHO)
}

const WHO: RuleId = rule!("volley.loss.who");

/// One loser tests, or the phase ends. `second`: after the second melee.
pub(crate) fn losers_test<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    second: bool,
) -> Result<Progress, U::Pause> {
    game.losers.retain(|(loser, _)| game.units[loser.0 as usize].on_table());
    let side = game.active();
    if !do_losers_test(&game.rules) {
        game.losers.clear();
    }
    // The side that moved last tests first, then the other.
    let mine: Vec<UnitId> =
        game.losers.iter().map(|(id, _)| *id).filter(|id| game.unit(*id).side() == side).collect();
    let theirs: Vec<UnitId> =
        game.losers.iter().map(|(id, _)| *id).filter(|id| game.unit(*id).side() != side).collect();
    let (asked, units) = if mine.is_empty() { (side.enemy(), theirs) } else { (side, mine) };
    let Some(loser) = first_of(game, umpire, asked, units)? else {
        return Ok(Progress::Done);
    };
    let at = game.losers.iter().position(|(id, _)| *id == loser).unwrap_or(0);
    let (_, winner) = game.losers.remove(at);
    let facts = game.morale_facts(loser, Test::Loss);
    let verdict = test(game, umpire, loser, &facts, &[WHO])?;
    let body = game.unit(loser);
    let (result, rules) =
        loss_result(&game.rules, body.nation(), body.arm(), body.grade(), body.formation, second, verdict);
    let gun = game.melees.iter().find(|m| m.has(loser) && m.has(winner) && m.b == loser).and_then(|m| m.gun);
    match result {
        LossResult::Routs => {
            game.remove(loser, Standing::Routed, umpire)?;
            guns_alone(game, umpire, gun, winner)?;
            winner_moves_up(game, umpire, winner)?;
        }
        LossResult::FightsOn => fights_on(game, umpire, loser, winner, second, &rules),
        LossResult::Stays => {
            if second && game.unit(loser).initiated && game.rules.on(rules[0]) {
                game.unit_mut(loser).must_recall = true;
            }
            if game.rules.on(rules[0]) {
                umpire.tell(|| Event::new(recall::fights_on(game, loser, winner), &rules));
            } else {
                placing::part(game, loser);
            }
        }
        LossResult::FormsLine(by) => forms_line(game, umpire, loser, winner, by, &rules, gun)?,
        LossResult::Retires => retires(game, umpire, loser, winner, gun)?,
    }
    Ok(Progress::GoesOn)
}

fn fights_on<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    loser: UnitId,
    winner: UnitId,
    second: bool,
    rules: &[RuleId],
) {
    let cavalry = game.unit(loser).is(Arm::Cavalry);
    let printed = rules.first().is_some_and(|rule| game.rules.on(*rule));
    if second && cavalry && game.unit(loser).initiated && printed {
        game.unit_mut(loser).must_recall = true;
    }
    if printed {
        umpire.tell(|| Event::new(recall::fights_on(game, loser, winner), rules));
    } else {
        // Without the rule that keeps them together the melee is over.
        placing::part(game, loser);
        umpire.tell(|| Event::ruled(What::Parted { a: loser, b: winner }, house!("melee.winner")));
    }
}

/// Infantry not in line: into line, back from the enemy, who may change formation freely.
fn forms_line<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    loser: UnitId,
    winner: UnitId,
    by: Inches,
    why: &[RuleId],
    gun: Option<UnitId>,
) -> Result<(), U::Pause> {
    let at = placing::line_back_from(game, loser, winner, by);
    if umpire.see(game, Room { unit: loser, formation: Formation::Line, at })? {
        let at = at.and_then(|at| placing::settle_back(game, loser, at, Formation::Line)).or(at);
        placing::reform(game, loser, Formation::Line, at);
        umpire.tell(|| {
            Event::new(What::ShortOf { unit: loser, target: winner, by, formation: Formation::Line }, why)
        });
    } else {
        let no_room = rule!("volley.loss.fail12.no-room");
        if let Some(pool) = game.rules.dice(no_room) {
            let lost = roll_losses(game, umpire, loser, pool)?.min(game.unit(loser).figures);
            umpire.tell(|| {
                Event::new(What::NoRoom { unit: loser, formation: Formation::Line, lost }, &[no_room])
            });
            game.lose(loser, lost, umpire)?;
        }
        if game.is_standing(loser) {
            let formation = game.unit(loser).formation;
            let back = placing::back_from(game, loser, winner, by);
            if let Some(pose) = back.and_then(|at| placing::settle_back(game, loser, at, formation)) {
                placing::stand(game, loser, pose, formation);
            }
        }
    }
    if game.rules.flag(house!("loss.form-line-ends-melee")) || !game.is_standing(loser) {
        game.melees.retain(|melee| !(melee.has(loser) && melee.has(winner)));
        guns_alone(game, umpire, gun, winner)?;
    }
    free_change(game, umpire, winner)
}

/// The winner's free change of formation.
fn free_change<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, winner: UnitId) -> Result<(), U::Pause> {
    let rule = rule!("volley.loss.fail12.opponent-formation");
    let body = game.unit(winner);
    if !game.rules.on(rule) || !body.on_table() || !body.is_formed_infantry() || game.in_melee(winner) {
        return Ok(());
    }
    let narrow = game.rules.plays(house!("loss.free-change", "line-or-column"));
    let wanted = [Formation::Column, Formation::Line, Formation::Square, Formation::Masse];
    let formations: Vec<Formation> = wanted
        .into_iter()
        .filter(|formation| *formation != body.formation && !(narrow && formation.is_closed()))
        .filter(|formation| crate::rules::orders::formation::may_take(game, body, *formation).is_ok())
        .filter(|formation| {
            placing::reformed(game, winner, *formation, None)
                .is_none_or(|at| placing::fits(game, winner, at, *formation))
        })
        .collect();
    if formations.is_empty() {
        return Ok(());
    }
    if let Some(formation) = umpire.ask(game, FreeChange { unit: winner, formations })? {
        let at = placing::reformed(game, winner, formation, None);
        placing::reform(game, winner, formation, at);
        umpire.tell(|| Event::new(What::Formed { unit: winner, formation }, &[rule]));
    }
    Ok(())
}

/// A beaten line goes back; the winner follows into contact unless it is in square or masse.
fn retires<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    loser: UnitId,
    winner: UnitId,
    gun: Option<UnitId>,
) -> Result<(), U::Pause> {
    let distance = retire_distance(umpire.hand(game.unit(loser).side()), &game.rules)?;
    let rule = rule!("volley.loss.fail12.retire");
    let vacated = game.unit(loser).pose;
    let went = placing::retire(game, loser, Some(winner), distance);
    match went_back(game, umpire, loser, went)? {
        Retired::OffTable => {
            game.remove(loser, Standing::LeftTable, umpire)?;
            return guns_alone(game, umpire, gun, winner);
        }
        Retired::Went(by) => umpire.tell(|| Event::new(What::Retires { unit: loser, by }, &[rule])),
    }
    let follows =
        game.rules.on(rule!("volley.loss.fail12.follow")) && !game.unit(winner).formation.is_closed();
    let on = rule!("volley.loss.fail12.fight-on");
    if follows {
        follow(game, winner, loser, vacated.map(|_| distance));
        umpire.tell(|| Event::new(What::FollowsUp { unit: winner }, &[rule!("volley.loss.fail12.follow")]));
        game.reach_generals(winner, umpire)?;
    }
    if follows && game.rules.on(on) {
        umpire.tell(|| Event::new(recall::fights_on(game, loser, winner), &[on]));
    } else {
        game.melees.retain(|melee| !(melee.has(loser) && melee.has(winner)));
    }
    guns_alone(game, umpire, gun, winner)
}

/// Straight into contact again, as far as nothing is in the way.
fn follow(game: &mut Volley, winner: UnitId, loser: UnitId, distance: Option<Inches>) {
    let (Some(pose), Some(distance)) = (game.unit(winner).pose, distance) else { return };
    let Some(target) = game.unit(loser).rect().copied() else { return };
    let formation = game.unit(winner).formation;
    let footprint = game.unit(winner).footprint(&game.rules);
    let toward = Rect::new(pose, footprint).centre().stored().bearing_to(target.centre().stored());
    let straight = table::gap_ahead(pose, footprint, distance + Inches::whole(2), &target);
    let step = |by: Inches| match straight {
        Some(_) => pose.ahead(by),
        None => table::Pose { at: pose.at.ahead(toward, by), facing: pose.facing },
    };
    let most = straight.unwrap_or(distance);
    let back = (0..60).map(|n| step(Inches((most.0 - 250 * n).max(0))));
    if let Some(pose) = back.into_iter().find(|pose| placing::fits(game, winner, *pose, formation)) {
        placing::stand(game, winner, pose, formation);
    }
}

/// Where the house lets winners move up, infantry takes the vacated place.
fn winner_moves_up<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    winner: UnitId,
) -> Result<(), U::Pause> {
    let stays = game.rules.plays(house!("melee.winner", "stay"));
    if stays || !game.is_standing(winner) || !game.unit(winner).is(Arm::Infantry) || game.in_melee(winner) {
        return Ok(());
    }
    let formation = game.unit(winner).formation;
    let Some(pose) = game.unit(winner).pose else { return Ok(()) };
    let depth = game.unit(winner).footprint(&game.rules).depth;
    let up = pose.ahead(depth);
    let rect = Rect::new(up, game.unit(winner).footprint(&game.rules));
    let separation = game.separation();
    let near = placing::nearest_enemy(game, game.unit(winner).side(), &rect).is_some_and(|d| d < separation);
    if placing::fits(game, winner, up, formation) && !near {
        placing::stand(game, winner, up, formation);
        umpire.tell(|| Event::ruled(What::Advances { unit: winner }, house!("melee.winner")));
    }
    game.reach_generals(winner, umpire)
}

/// Whether losers of a melee phase test in that phase itself: of the second on A15, as printed.
pub(crate) fn tests_at_once(rules: &Rules, phase: Phase) -> bool {
    rules.sheet == Sheet::A15 && phase == Phase::SecondMelee && rules.number(house!("a15.test-phase")) == 12
}

/// The winner's free change of formation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FreeChange {
    pub unit: UnitId,
    pub formations: Vec<Formation>,
}

impl Ask<Volley> for FreeChange {
    const WORD: &'static str = "free-change";
    const ROUTINE: Option<Routine> = Some(Routine::never("Won a melee: change formation"));
    type Granted = Option<Formation>;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<Formation>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Form(formation) if self.formations.contains(formation) => Ok(Some(*formation)),
            Answer::Form(formation) => refuse(
                rule!("volley.loss.fail12.opponent-formation"),
                why!("{} cannot form {} here.", game.called(self.unit), *formation),
            ),
            Answer::Yes | Answer::Unit(_) | Answer::Stand(_) | Answer::Order(_) => {
                not_an_answer("a formation, or no.")
            }
        }
    }

    fn decline(&self, game: &Volley) -> Answer {
        match self.formations.first() {
            Some(formation) if is_taken_up(&game.rules) => Answer::Form(*formation),
            _ => Answer::No,
        }
    }

    fn prompt(&self, game: &Volley) -> String {
        let words: Vec<&str> = self.formations.iter().map(|formation| formation.word()).collect();
        let may = format!("[has|have] won and may form {}, or stay as [it is|they are].", words.join(" or "));
        says(game.name(self.unit), &may)
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("whether {} formation.", says(game.name(self.unit), "change[s]"))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        let forms = self.formations.iter().fold(Form::choose(Some(self.unit)), |form, formation| {
            form.or(formation.command(), "", Answer::Form(*formation))
        });
        forms.or("Keep the formation", "", Answer::No)
    }

    fn beforehand(&self, _: &Volley, value: &str) -> Option<Answer> {
        (value == Routine::NEVER).then_some(Answer::No)
    }
}
