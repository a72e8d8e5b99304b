//! Morale tests one after another: who tests next, and his die.

use crate::ids::{house, rule};
use crate::rules::melee::recall;
use crate::rules::morale::artillery_morale;
use crate::rules::morale::{Morale, morale, morale_target, tests_to_close};
use crate::rules::outlook::{self, ArtilleryMorale, Close, Loss, Outlook, Stand};
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::Volley;
use crate::state::refusal::Refusal;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Test, Verdict};
use dice::Pool;
use engine::Tests as _;
use engine::desk::FactSet as _;
use engine::{Ask, Form, FormKind, PlainAnswer as _, Routine, Side, Umpire, one_of};
use rulebook::RuleId;
use serde::Serialize;

/// Throws the die of a test and logs it.
pub(crate) fn test<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    unit: UnitId,
    facts: &Morale,
    why: &[RuleId],
) -> Result<Verdict, U::Pause> {
    umpire.tell(|| {
        let target = morale_target(&game.rules, facts);
        let owed = recall::owed(game, unit).filter(|_| facts.test == Test::Recall);
        Event::with(What::Tests { unit, test: facts.test, target: target.total(), owed }, why, target)
    });
    let verdict = morale(umpire.hand(game.unit(unit).side()), &game.rules, facts)?;
    umpire.tell(|| {
        let what = What::Tested { unit, test: facts.test, verdict };
        match verdict {
            Verdict::Pass => Event::ruled(what, house!("morale.die")),
            Verdict::Fail => Event::new(what, &[rule!("volley.morale.band.fail12")]),
            Verdict::Rout => Event::new(what, &[rule!("volley.morale.band.rout")]),
        }
    });
    Ok(verdict)
}

/// The units of the side that have still to test in this phase.
pub(crate) fn still_to_test(
    game: &Volley,
    side: Side,
    tests: impl Fn(&Volley, UnitId) -> bool,
) -> Vec<UnitId> {
    let untested = game.of(side).map(|(id, _)| id).filter(|id| !game.tested.contains(id));
    untested.filter(|id| tests(game, *id)).collect()
}

/// The unit of the side that tests next, among all that have still to test in this phase. It is noted as tested.
pub(crate) fn next_to_test<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
    tests: impl Fn(&Volley, UnitId) -> bool,
) -> Result<Option<UnitId>, U::Pause> {
    let units = still_to_test(game, side, tests);
    let next = first_of(game, umpire, side, units)?;
    game.tested.extend(next);
    Ok(next)
}

/// Which of the side's units tests first: its owner's choice, unless the house goes by the roster.
pub(crate) fn first_of<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    side: Side,
    units: Vec<UnitId>,
) -> Result<Option<UnitId>, U::Pause> {
    if units.len() <= 1 || game.rules.plays(house!("morale.order", "roster")) {
        return Ok(units.first().copied());
    }
    umpire.ask(game, NextTest { side, units }).map(Some)
}

/// Casualties given by dice, such as d6 for a unit that cannot form line.
pub(crate) fn roll_losses<U: Umpire<Volley>>(
    game: &Volley,
    umpire: &mut U,
    unit: UnitId,
    pool: Pool,
) -> Result<u32, U::Pause> {
    umpire.hand(game.unit(unit).side()).amount(None, pool, " lost")
}

/// Losses to fire count for one test only.
pub(crate) fn forget_shots(game: &mut Volley) {
    for unit in &mut game.units {
        unit.shot_losses = 0;
    }
}

/// Which unit tests next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextTest {
    pub side: Side,
    pub units: Vec<UnitId>,
}

impl Ask<Volley> for NextTest {
    const WORD: &'static str = "next-test";
    const ROUTINE: Option<Routine> = Some(Routine::listed("Who tests morale first"));
    type Granted = UnitId;

    fn side(&self, _: &Volley) -> Side {
        self.side
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<UnitId, Refusal> {
        one_of(answer, &self.units, |unit| game.name(unit))
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::first_of(&self.units)
    }

    fn prompt(&self, _: &Volley) -> String {
        "Choose which unit tests its morale next: what comes of it is carried out before the others test, and one that \
         moves or routs may take or leave them room."
            .to_owned()
    }

    fn waited_for(&self, _: &Volley) -> String {
        "which unit tests next.".to_owned()
    }

    fn form(&self, game: &Volley) -> Form<Answer> {
        let form = Form::units(FormKind::Next, None, &self.units, Answer::Unit);
        if makes_no_difference(game, &self.units) {
            form.moot("in any order it comes to the same")
        } else {
            form
        }
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        outlook_of(game, answer.unit()?)
    }

    fn beforehand(&self, _: &Volley, value: &str) -> Option<Answer> {
        (value == Routine::LISTED).then(|| Answer::first_of(&self.units))
    }
}

/// Whether these may test in any order: none of them moves or changes formation by it, so each finds the table that it
/// would have found first.
///
/// A test reads the unit's own figures, formation and general. A rout takes the unit away; that is felt by its general,
/// who rides to the nearest unit, and by neighbours where the house lets them take fright.
fn makes_no_difference(game: &Volley, units: &[UnitId]) -> bool {
    let stays = |unit: &UnitId| match game.phase().test() {
        Test::Artillery => artillery_morale::stays_or_routs(game, *unit),
        Test::Close => !tests_to_close(game, *unit).charging,
        Test::Stand | Test::Loss | Test::Recall => false,
    };
    let alone = |unit: &UnitId| game.general_with(*unit).is_none();
    game.measured
        && units.iter().all(|unit| stays(unit) && alone(unit))
        && !game.rules.plays(house!("rout.neighbours", "test"))
}

/// What the test of this phase may lead to.
fn outlook_of(game: &Volley, unit: UnitId) -> Option<Outlook> {
    let phase = game.phase();
    match phase.test() {
        Test::Close => {
            let charging = tests_to_close(game, unit).charging;
            let test = Morale { charging, ..game.morale_facts(unit, Test::Close) };
            let crowding = rule!("volley.close.fail12.austrian-crowding");
            let crowded = charging && outlook::is_crowded(game, unit, crowding);
            let facts = Close { test, crowded, ..Close::blank() };
            outlook::test(
                game,
                unit,
                (Test::Close, "{unit} test[s]: losses and closing"),
                facts,
                &["charging"],
            )
        }
        Test::Stand => {
            let flank = game.charges_on(unit).any(|(_, contact)| contact.flank);
            let cavalry = game.charges_on(unit).any(|(charge, _)| game.unit(charge.charger).is(Arm::Cavalry));
            let test = Morale { flank, ..game.morale_facts(unit, Test::Stand) };
            let facts = Stand { test, cavalry, ..Stand::blank() };
            outlook::test(game, unit, (Test::Stand, "{unit} test[s]: standing"), facts, &["flank", "cavalry"])
        }
        Test::Loss => {
            let (test, second) = (game.morale_facts(unit, Test::Loss), phase.is_second());
            let facts = Loss { test, second, ..Loss::blank() };
            outlook::test(game, unit, (Test::Loss, "{unit} test[s]: a lost melee"), facts, &["second"])
        }
        Test::Recall => outlook::recall(game, unit),
        Test::Artillery => {
            let crowded = outlook::is_crowded(game, unit, rule!("volley.p2.fail12.austrian-crowding"));
            let test = game.morale_facts(unit, Test::Artillery);
            let facts = ArtilleryMorale { test, crowded, ..ArtilleryMorale::blank() };
            outlook::test(
                game,
                unit,
                (Test::Artillery, "{unit} test[s]: losses to guns"),
                facts,
                &["crowded"],
            )
        }
    }
}
