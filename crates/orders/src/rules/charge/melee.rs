//! Melee, step 5: a die and modifiers for each side, the result by the margin, up to three rounds.

pub(crate) mod round;

use crate::ids::{house, rule};
use crate::rules::charge::pursuit;
use crate::rules::fire::ShelterOf;
use crate::rules::ground::placing;
use crate::rules::morale::{self, Imposed, Ordeal, cited};
use crate::rules::outlook::{self, Outlook};
use crate::state::answer::Answer;
use crate::state::event::{Cause, Event, What, Working};
use crate::state::game::{Charge, Orders};
use crate::state::refusal::Refusal;
use crate::state::unit::UnitId;
use crate::state::words::{Formation, Shelter, Turned};
use engine::desk::FactSet as _;
use engine::{Ask, Form, FormKind, PlainAnswer as _, Routine, Side, Umpire, one_of};
use serde::Serialize;
use table::Inches;

pub use round::{Field, Fighter, Loser, result, round, rounds, sums, throw};
pub(crate) use round::{Who, is_first_apart, taking};

/// The chargers whose melee is still to be fought, in the order of the house.
pub fn fights(game: &Orders) -> Vec<UnitId> {
    let open = game.charges.iter().filter(|charge| charge.contact && !charge.fought);
    let combined = game.rules.plays(house!("melee.multiple", "combined"));
    let mut chargers: Vec<UnitId> = Vec::new();
    let mut targets: Vec<UnitId> = Vec::new();
    for charge in open {
        // Where all chargers of a unit roll as one, the first stands for them.
        let stood_for = combined && targets.contains(&charge.target);
        if !stood_for && !chargers.contains(&charge.charger) {
            chargers.push(charge.charger);
            targets.push(charge.target);
        }
    }
    if game.rules.plays(house!("melee.order", "left-to-right")) {
        let edge = game.scenario.edges[game.mover];
        chargers.sort_by_key(|unit| game.unit(*unit).pose.map_or(0, |pose| edge.from_left(pose.at)));
    }
    chargers
}

/// One melee to its end: a charger against its target, or all chargers of that target where the house combines them.
///
/// # Errors
/// The umpire's pause.
pub fn fight<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, charger: UnitId) -> Result<(), U::Pause> {
    let open = |charge: &&Charge| charge.contact && !charge.fought;
    let Some(charge) = game.charges.iter().filter(open).find(|charge| charge.charger == charger).cloned()
    else {
        return Ok(());
    };
    let target = charge.target;
    let combined = game.rules.plays(house!("melee.multiple", "combined"));
    let chargers: Vec<Charge> = game
        .charges
        .iter()
        .filter(open)
        .filter(|other| other.target == target && (combined || other.charger == charger))
        .cloned()
        .collect();
    for charge in game.charges.iter_mut().filter(|charge| chargers.contains(charge)) {
        charge.fought = true;
    }
    for charge in &chargers {
        game.unit_mut(charge.charger).driven = false;
    }
    game.unit_mut(target).driven = false;
    let garrison = morale::garrison(game, umpire, target)?.is_some();
    let mut shelters = Vec::with_capacity(chargers.len());
    for charge in &chargers {
        let seen = ShelterOf { unit: target, from: charge.charger, crossed: Some(charge.crossed) };
        shelters.push(umpire.see(game, seen)?);
    }
    let mut lists = chargers.iter().zip(shelters).collect::<Vec<_>>();
    for round in 1..=rounds(&game.rules) {
        lists.retain(|(charge, _)| are_locked(game, charge));
        // Where several roll as one, it is with what the strongest adds.
        let Some((lead, sums, field)) = strongest(game, &lists, garrison, round) else { break };
        exchange(game, umpire, &lists, lead, &sums, &field)?;
    }
    let locked: Vec<Charge> = chargers.iter().filter(|charge| are_locked(game, charge)).cloned().collect();
    for charge in &locked {
        part_or_stay(game, umpire, charge)?;
    }
    for charge in &chargers {
        if !locked.contains(charge) {
            pursuit::after_melee(game, umpire, charge)?;
        }
    }
    Ok(())
}

/// Whether a charger and its target are still in contact.
fn are_locked(game: &Orders, charge: &Charge) -> bool {
    let same = |other: &&Charge| other.charger == charge.charger && other.target == charge.target;
    game.charges.iter().filter(same).any(|charge| charge.contact)
}

impl Orders {
    fn fighter(&self, unit: UnitId) -> Fighter {
        let body = self.unit(unit);
        let leader = self.leader_with(unit).and_then(|id| self.leader(id));
        Fighter {
            troop: body.troop(),
            arm: body.arm(),
            formation: body.formation,
            level: body.level,
            leader: leader.map(|leader| leader.character),
            ..Fighter::blank()
        }
    }
}

/// Of those in contact the charger with the most to add, and the sums of the round.
fn strongest(
    game: &Orders,
    lists: &[(&Charge, Shelter)],
    garrison: bool,
    round: u32,
) -> Option<(UnitId, [Working; 2], Field)> {
    let of = |(charge, shelter): &(&Charge, Shelter)| {
        let charging = !game.unit(charge.charger).locked;
        let field = Field { shelter: *shelter, garrison, hit: charge.hit, charging, round, ..Field::blank() };
        let (attacker, defender) = (game.fighter(charge.charger), game.fighter(charge.target));
        (charge.charger, sums(&game.rules, &attacker, &defender, &field), field)
    };
    let advantage = |sums: &[Working; 2]| sums[0].total() - sums[1].total();
    // The first of equals.
    lists.iter().map(of).rev().max_by_key(|(_, sums, _)| advantage(sums))
}

/// One round with all it leads to.
fn exchange<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    lists: &[(&Charge, Shelter)],
    lead: UnitId,
    sums: &[Working; 2],
    field: &Field,
) -> Result<(), U::Pause> {
    let Some(target) = lists.first().map(|(charge, _)| charge.target) else { return Ok(()) };
    let totals = throw(umpire.hand(game.unit(lead).side()), &game.rules, sums.each_ref())?;
    umpire.tell(|| {
        let rules = cited(&game.rules, &[rule!("orders.melee.roll"), rule!("orders.melee.rounds")]);
        let rules = &rules[..rules.len().min(if field.round > 1 { 2 } else { 1 })];
        Event::new(What::MeleeRound { a: lead, b: target, round: field.round, totals }, rules)
    });
    let margin = totals[0].abs_diff(totals[1]);
    let Some((loser, row)) = result(&game.rules, totals).map(|(loser, row)| (loser, row.clone())) else {
        return Ok(());
    };
    umpire.tell(|| {
        let loser = match loser {
            Loser::Attacker => Some(lead),
            Loser::Defender => Some(target),
            Loser::Both => None,
        };
        let what = What::MeleeResult { loser, margin, drops: row.drop, checks: row.checks };
        Event::new(what, &[rule!("orders.melee.result.margin"), row.rule])
    });
    let mut takes = taking(&game.rules, totals);
    while let Some(taking) = takes {
        let (units, enemy): (Vec<UnitId>, UnitId) = match taking.first {
            Who::Charger => (lists.iter().map(|(charge, _)| charge.charger).collect(), target),
            Who::Target => (vec![target], lead),
        };
        for unit in units {
            let Ordeal { drops, checks, .. } = taking.ordeal();
            let (cause, enemy, rule) = (Cause::Melee, Some(enemy), Some(row.rule));
            morale::suffer(game, umpire, Imposed { unit, drops, checks, cause, enemy, rule })?;
        }
        takes = taking.then();
    }
    Ok(())
}

/// Still locked after the last round: the charger falls back an inch, or they stay where they are.
fn part_or_stay<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    charge: &Charge,
) -> Result<(), U::Pause> {
    let unit = charge.charger;
    if game.rules.plays(house!("melee.locked", "stay-locked")) {
        for id in [charge.charger, charge.target] {
            game.unit_mut(id).locked = true;
        }
        return Ok(());
    }
    let told = |_| Event::ruled(What::FallsOff { unit }, house!("melee.locked"));
    let way = (Inches::whole(1), Turned::Enemy);
    morale::falls_back(game, umpire, unit, Some(charge.target), way, told)?;
    // With no room behind it the charger is free all the same.
    placing::part(game, unit);
    Ok(())
}

/// The end of step 5: charges that met no enemy, hasty squares that become squares, charges that are over.
///
/// # Errors
/// The umpire's pause.
pub fn end_step<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let missed: Vec<Charge> =
        game.charges.iter().filter(|charge| !charge.contact && !charge.fought).cloned().collect();
    for charge in &missed {
        let Charge { charger: unit, target, .. } = *charge;
        if !game.unit(unit).on_table() {
            continue;
        }
        umpire.tell(|| Event::ruled(What::NoMelee { unit, target }, house!("charge.target-gone")));
        pursuit::after_miss(game, umpire, charge)?;
    }
    for unit in game.ids() {
        let body = game.unit(unit);
        if body.on_table() && body.formation == Formation::HastySquare {
            placing::stand(game, unit, body.pose, Formation::Square);
            umpire.tell(|| Event::ruled(What::SquareHolds { unit }, house!("hasty-square")));
        }
    }
    let locked: Vec<UnitId> = game.on_table().filter(|(_, unit)| unit.locked).map(|(id, _)| id).collect();
    game.charges.retain(|charge| charge.contact && locked.contains(&charge.charger));
    for charge in &mut game.charges {
        charge.fought = false;
    }
    Ok(())
}

/// Step 5: which melee is fought next, by its charger.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextMelee {
    pub side: Side,
    pub fights: Vec<UnitId>,
}

impl Ask<Orders> for NextMelee {
    const WORD: &'static str = "next-melee";
    const ROUTINE: Option<Routine> = Some(Routine::listed("Which melee is fought first"));
    type Granted = UnitId;

    fn side(&self, _: &Orders) -> Side {
        self.side
    }

    fn grant(&self, game: &Orders, answer: &Answer) -> Result<UnitId, Refusal> {
        one_of(answer, &self.fights, |unit| game.name(unit))
    }

    fn decline(&self, _: &Orders) -> Answer {
        Answer::first_of(&self.fights)
    }

    fn prompt(&self, _: &Orders) -> String {
        "Choose the melee that is fought next.".to_owned()
    }

    fn waited_for(&self, _: &Orders) -> String {
        "which melee is fought next.".to_owned()
    }

    fn form(&self, _: &Orders) -> Form<Answer> {
        Form::units(FormKind::Choose, None, &self.fights, Answer::Unit)
    }

    fn outlook(&self, game: &Orders, answer: &Answer) -> Option<Outlook> {
        outlook::melee(game, answer.unit()?)
    }

    fn beforehand(&self, _: &Orders, value: &str) -> Option<Answer> {
        (value == Routine::LISTED).then(|| Answer::first_of(&self.fights))
    }
}
