//! The recall of cavalry closes the turn.

use crate::ids::{house, rule};
use crate::rules::asking::is_taken_up;
use crate::rules::ground::placing;
use crate::rules::morale::testing::test;
use crate::rules::outlook::{self, Outlook};
use crate::rules::turn::verdict;
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::{Progress, Volley};
use crate::state::unit::{Marker, UnitId};
use crate::state::words::{Arm, Formation, Owed, Test, Verdict};
use engine::wording::{listed, says};
use engine::{Form, Routine, Side, Umpire, YesOrNo};
use serde::Serialize;
use table::Pose;

/// Cavalry that must roll.
fn must(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    let all = game.rules.plays(house!("recall.obligation", "all-chargers")) && unit.initiated;
    unit.must_recall || all
}

/// Cavalry that must, and that the house lets out of the melee it may be in.
fn is_bound(game: &Volley, id: UnitId) -> bool {
    must(game, id) && !is_stuck(game, id)
}

/// Cavalry that has something to roll for.
fn may(game: &Volley, id: UnitId) -> bool {
    let choice = game.unit(id).marker.is_some() && game.rules.on(rule!("volley.recall.optional"));
    is_bound(game, id) || (choice && !is_stuck(game, id))
}

/// Cavalry that the house does not let out of its melee.
fn is_stuck(game: &Volley, id: UnitId) -> bool {
    game.in_melee(id) && game.rules.plays(house!("recall.contact", "no-recall"))
}

/// Why a unit must roll and its side is not asked, as far as the table still shows it; `None`: it need not.
pub(crate) fn owed(game: &Volley, id: UnitId) -> Option<Owed> {
    let unit = game.unit(id);
    must(game, id).then(|| match (unit.initiated, game.in_melee(id)) {
        (true, _) if !unit.must_recall => Owed::Charged,
        (true, _) => Owed::RodePastOrNotWon,
        (false, true) => Owed::NotWonOrFailed,
        (false, false) => Owed::FailedOrNotWon,
    })
}

/// Two that fight on, and who of them must roll for it at the end of the turn: that is so after the second melee.
pub(crate) fn fights_on(game: &Volley, a: UnitId, b: UnitId) -> What {
    let bound =
        |id: &UnitId| game.phase().is_second() && game.unit(*id).is(Arm::Cavalry) && is_bound(game, *id);
    What::FightsOn { a, b, recall: [a, b].into_iter().filter(bound).collect() }
}

pub(crate) fn recall<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<Progress, U::Pause> {
    let next = game
        .of(side)
        .filter(|(id, unit)| unit.is(Arm::Cavalry) && !game.tested.contains(id) && may(game, *id))
        .map(|(id, _)| id)
        .next();
    let Some(unit) = next else { return Ok(Progress::Done) };
    game.tested.push(unit);
    if !must(game, unit) && !umpire.ask(game, Recall { unit })? {
        return Ok(Progress::GoesOn);
    }
    let facts = game.morale_facts(unit, Test::Recall);
    let optional: &[_] = if must(game, unit) { &[] } else { &[rule!("volley.recall.optional")] };
    match test(game, umpire, unit, &facts, optional)? {
        Verdict::Pass => passed(game, umpire, unit),
        Verdict::Fail | Verdict::Rout => failed(game, umpire, unit)?,
    }
    Ok(Progress::GoesOn)
}

/// Back to where the charge began, as it was; a unit that began none stays where it is.
fn passed<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) {
    game.unit_mut(unit).must_recall = false;
    let Some(marker) = game.unit(unit).marker else {
        // A unit that did not start the charge stays where it is.
        if !game.rules.on(rule!("volley.recall.pass.not-initiator")) {
            placing::part(game, unit);
        }
        umpire.tell(|| {
            Event::new(What::Recalled { unit, returned: false }, &[rule!("volley.recall.pass.not-initiator")])
        });
        return;
    };
    let returns = rule!("volley.recall.pass.return");
    let as_it_was = rule!("volley.recall.pass.formation-facing");
    game.unit_mut(unit).marker = None;
    if !game.rules.on(returns) {
        return;
    }
    placing::part(game, unit);
    let formation = formation_at(game, unit, &marker);
    if marker.pose.is_none() || game.unit(unit).pose.is_none() {
        game.unit_mut(unit).formation = formation;
    } else if let Some(pose) = home(game, unit, &marker) {
        placing::stand(game, unit, pose, formation);
    }
    umpire.tell(|| Event::new(What::Recalled { unit, returned: true }, &[returns, as_it_was]));
}

/// The formation in which it comes back.
fn formation_at(game: &Volley, unit: UnitId, marker: &Marker) -> Formation {
    let as_it_was = game.rules.on(rule!("volley.recall.pass.formation-facing"));
    if as_it_was { marker.formation } else { game.unit(unit).formation }
}

/// Where it comes back to: its marker, or the nearest clear place; `None`: it stays, or places are not known.
fn home(game: &Volley, unit: UnitId, marker: &Marker) -> Option<Pose> {
    let (spot, now) = (marker.pose?, game.unit(unit).pose?);
    let as_it_was = game.rules.on(rule!("volley.recall.pass.formation-facing"));
    let spot = if as_it_was { spot } else { Pose { at: spot.at, facing: now.facing } };
    let formation = formation_at(game, unit, marker);
    if placing::fits(game, unit, spot, formation) {
        Some(spot)
    } else if game.rules.plays(house!("recall.occupied", "stay")) {
        None
    } else {
        placing::nearest_clear_homeward(game, unit, spot, formation)
    }
}

/// Whether the battle ends with this turn and no ground changes hands if the unit comes back: the roll could only cost
/// figures.
fn is_moot(game: &Volley, unit: UnitId) -> bool {
    if !game.measured || verdict::judge(game).is_none() {
        return false;
    }
    let Some(marker) = game.unit(unit).marker else { return true };
    let mut back = game.clone();
    placing::part(&mut back, unit);
    if let Some(pose) = home(&back, unit, &marker) {
        let formation = formation_at(&back, unit, &marker);
        placing::stand(&mut back, unit, pose, formation);
    }
    let goals = &game.scenario.objectives;
    goals.iter().all(|goal| verdict::holder(game, goal) == verdict::holder(&back, goal))
}

fn failed<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    let casualty = rule!("volley.recall.fail.casualty");
    let lost = game.rules.int(casualty).unwrap_or(0).max(0) as u32;
    let figures = game.unit(unit).figures;
    let lost = lost.min(figures);
    umpire.tell(|| {
        let rules = [
            casualty,
            rule!("volley.recall.fail.no-move"),
            rule!("volley.recall.fail.may-fight"),
            rule!("volley.recall.fail.again"),
        ];
        let again = game.rules.on(rule!("volley.recall.fail.again"));
        Event::new(What::NotRecalled { unit, lost, left: lost < figures, again }, &rules)
    });
    game.lose(unit, lost, umpire)?;
    if game.is_standing(unit) {
        let again = game.rules.on(rule!("volley.recall.fail.again"));
        let fights = game.rules.on(rule!("volley.recall.fail.may-fight"));
        let body = game.unit_mut(unit);
        body.spent = true;
        body.must_recall = again;
        // Without the rule that lets it fight on, a failed recall ends its melees.
        if !fights {
            placing::part(game, unit);
        }
    }
    Ok(())
}

/// Roll to recall though not obliged?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recall {
    pub unit: UnitId,
}

impl YesOrNo<Volley> for Recall {
    const WORD: &'static str = "recall";
    const ROUTINE: Option<Routine> =
        Some(Routine::yes_or_no("Horse that has charged and need not roll: recall it"));

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn silence_is_yes(&self, game: &Volley) -> bool {
        is_taken_up(&game.rules)
    }

    fn prompt(&self, game: &Volley) -> String {
        says(
            game.name(self.unit),
            match game.in_melee(self.unit) {
                true => {
                    "[is|are] in melee and may be called out of it: try? [It|They] need not roll, so you are asked; \
                     horse that must roll is rolled for without a question."
                }
                false => {
                    "[has|have] charged and may come back: try to recall [it|them]? [It|They] need not roll, so you \
                     are asked; horse that must roll is rolled for without a question."
                }
            },
        )
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("whether {} recalled.", says(game.name(self.unit), "[is|are]"))
    }

    fn form(&self, game: &Volley) -> Form<Answer> {
        let fights = game.in_melee(self.unit);
        let held = game.rules.on(rule!("volley.recall.marker-blocks-move"));
        let stay = match held {
            true => "no roll; they stay, and may not move until recalled",
            false => "no roll; they stay where they are",
        };
        let fights_on = game.rules.on(rule!("volley.recall.fail.may-fight"));
        let failed = [
            (game.rules.int(rule!("volley.recall.fail.casualty")).is_some_and(|lost| lost > 0), "losses"),
            (fights && fights_on, "they fight on"),
            (fights && !fights_on, "the melee ends"),
            (true, "no move next turn"),
            (game.rules.on(rule!("volley.recall.fail.again")), "a roll again"),
        ];
        let failed: Vec<&str> =
            failed.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words).collect();
        let failed = listed(&failed, "and");
        let out = if fights { "out of the melee, " } else { "" };
        let roll = format!("passed: {out}back to where the charge began; failed: {failed}");
        let form = Form::yes_or_no(Some(self.unit), ("Roll to recall", roll), ("Let them be", stay));
        if is_moot(game, self.unit) { form.moot("the battle ends with this turn") } else { form }
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        match answer {
            Answer::Yes => outlook::recall(game, self.unit),
            Answer::No | Answer::Unit(_) | Answer::Form(_) | Answer::Stand(_) | Answer::Order(_) => None,
        }
    }
}
