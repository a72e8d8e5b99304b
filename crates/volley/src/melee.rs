//! Melee: dice by grade and formation, needs, rounds; cavalry riding down its strip.

use crate::asks::{NextMeleeAsk, OpponentAsk};
use crate::charge::pick_supporter;
use crate::event::{Event, What, Working};
use crate::facts::CoverOf;
use crate::game::{ChargeState, Melee, Stage, Volley};
use crate::ids::{house, rule};
use crate::loss;
use crate::placing;
use crate::rules::Rules;
use crate::shooting;
use crate::unit::{Standing, UnitId};
use crate::words::{Arm, Cover, DiceColumn, Formation, Grade, Nation, Phase, Sheet};
use dice::{Dice, d6};
use engine::Umpire;
use rulebook::RuleId;
use table::Inches;

/// One of the two who fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fighter {
    pub nation: Nation,
    pub arm: Arm,
    pub grade: Grade,
    pub formation: Formation,
    pub figures: u32,
    /// Stands in defensive terrain.
    pub sheltered: bool,
    pub cuirassier: bool,
    pub lancer: bool,
}

/// The column of the dice table a unit fights in.
pub fn dice_column(rules: &Rules, fighter: &Fighter) -> DiceColumn {
    let groups = rules.on(rule!("volley.melee.dice.groups"));
    let british = fighter.nation == Nation::British
        && fighter.arm == Arm::Infantry
        && rules.on(rule!("volley.melee.dice.british-any-formation"));
    let column = fighter.arm == Arm::Infantry && fighter.formation == Formation::Column;
    if groups && (column || british) { DiceColumn::Better } else { DiceColumn::Lesser }
}

/// How many dice a unit throws, and by which rules.
pub fn melee_dice(rules: &Rules, fighter: &Fighter) -> (u32, Vec<RuleId>) {
    let column = dice_column(rules, fighter);
    let Some(row) = rules.melee_rate(column, fighter.grade) else { return (0, Vec::new()) };
    let (dice, per) = rules.rate(row).unwrap_or((0, 1));
    let mut cites = vec![rule!("volley.melee.dice.groups"), row];
    let n = fighter.figures;
    let count = if !rules.on(rule!("volley.melee.round.down")) {
        (n * dice).div_ceil(per)
    } else if (dice, per) == (2, 3) {
        // Two left-over figures still give one die.
        let rest = u32::from(n % 3 == 2 && rules.on(rule!("volley.melee.round.two-thirds")));
        cites.push(rule!("volley.melee.round.two-thirds"));
        2 * (n / 3) + rest
    } else {
        cites.push(rule!("volley.melee.round.down"));
        n / per * dice
    };
    (count, cites)
}

/// The face a fighter needs against another; `first`: the first round between the two.
pub fn melee_need(rules: &Rules, me: &Fighter, enemy: &Fighter, first: bool) -> (u32, Working) {
    let mut working = Working::default();
    let base = rule!("volley.melee.to-hit");
    let Some(need) = rules.main(base) else { return (7, working) };
    working.add(base, need);
    let mut modifiers: Vec<(RuleId, i32)> = Vec::new();
    let mut add = |rule: RuleId| modifiers.extend(rules.main(rule).map(|value| (rule, value)));
    if enemy.sheltered {
        add(rule!("volley.melee.mod.defensive"));
    }
    // Cuirassiers and lancers share a row: one of the two at most.
    let lancer = enemy.lancer && enemy.arm == Arm::Cavalry;
    if enemy.cuirassier && rules.on(rule!("volley.melee.mod.vs-cuirassiers")) {
        add(rule!("volley.melee.mod.vs-cuirassiers"));
    } else if lancer && first {
        add(rule!("volley.melee.mod.vs-lancers-first"));
    }
    if me.lancer && me.arm == Arm::Cavalry && !first {
        add(rule!("volley.melee.mod.lancers-continuing"));
    }
    if rules.plays(house!("melee.modifier-stack", "worst")) {
        modifiers.sort_by_key(|(_, value)| *value);
        modifiers.truncate(1);
    }
    // The modifiers change the roll of the unit that fights under them.
    let own = rules.on(rule!("volley.melee.mod.direction"));
    for (rule, value) in modifiers {
        working.add(rule, if own { value } else { -value });
    }
    let face = (2 * need - working.total()).max(2) as u32;
    (if face > 6 && rules.flag(house!("hit.natural-six")) { 6 } else { face }, working)
}

/// One round: what each of the two inflicts, capped at the figures the other has.
///
/// # Errors
/// The umpire's pause.
pub fn melee_round<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    a: &Fighter,
    b: &Fighter,
    first: bool,
) -> Result<(u32, u32), D::Pause> {
    let hits = |dice: &mut D, me: &Fighter, enemy: &Fighter| {
        dice.hits(d6(melee_dice(rules, me).0), melee_need(rules, me, enemy, first).0)
    };
    let cap = |hits: u32, figures: u32| {
        if rules.plays(house!("melee.caps", "uncapped")) { hits } else { hits.min(figures) }
    };
    let by_a = cap(hits(dice, a, b)?, b.figures);
    let reply = if rules.flag(house!("melee.simultaneous")) {
        *b
    } else {
        Fighter { figures: b.figures.saturating_sub(by_a), ..*b }
    };
    let by_b = cap(hits(dice, &reply, a)?, a.figures);
    Ok((by_a, by_b))
}

/// Who loses a round: the unit that takes more than it gives, or that is wiped out.
pub fn melee_loser(rules: &Rules, inflicted: (u32, u32)) -> Option<bool> {
    if !rules.on(rule!("volley.melee.result.lose")) {
        return None;
    }
    match inflicted.0.cmp(&inflicted.1) {
        std::cmp::Ordering::Less => Some(true),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(false),
    }
}

/// What cavalry does to a unit it meets on its strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RideResult {
    /// Infantry in column or line: destroyed.
    RidesDown,
    /// Square, masse or fortification: the cavalry passes by and may lose a figure.
    PassesThrough,
    /// Unsupported guns: destroyed.
    TakesGuns,
    /// Cavalry, or infantry where the house lets it: a melee.
    Fights,
}

/// The rows of the melee results for cavalry.
pub fn ride_result(rules: &Rules, arm: Arm, formation: Formation, fortified: bool) -> (RideResult, RuleId) {
    let down = rule!("volley.melee.result.cav-vs-inf");
    match arm {
        Arm::Artillery if rules.on(rule!("volley.melee.result.artillery")) => {
            (RideResult::TakesGuns, rule!("volley.melee.result.artillery"))
        }
        Arm::Infantry if rules.passes_through(formation, fortified) => {
            (RideResult::PassesThrough, rule!("volley.melee.result.square.which"))
        }
        Arm::Infantry
            if rules.on(down) && rules.plays(house!("melee.inf-vs-cav-in-melee", "infantry-row")) =>
        {
            (RideResult::RidesDown, down)
        }
        Arm::Cavalry | Arm::Infantry | Arm::Artillery | Arm::Skirmishers => {
            (RideResult::Fights, rule!("volley.melee.result.lose"))
        }
    }
}

/// Casualties of cavalry that passes so many squares: for each of them one on the printed face.
///
/// # Errors
/// The umpire's pause.
pub fn pass_through_losses<D: Dice>(dice: &mut D, rules: &Rules, squares: u32) -> Result<u32, D::Pause> {
    match rules.main(rule!("volley.melee.result.square.casualty")) {
        Some(need) => dice.hits(d6(squares), need.max(2) as u32),
        None => Ok(0),
    }
}

impl Volley {
    fn fighter<U: Umpire<Volley>>(&self, umpire: &mut U, id: UnitId) -> Result<Fighter, U::Pause> {
        let unit = self.unit(id);
        Ok(Fighter {
            nation: unit.nation(),
            arm: unit.arm(),
            grade: unit.grade(),
            formation: unit.formation,
            figures: unit.figures,
            sheltered: umpire.see(self, CoverOf { unit: id })? != Cover::None,
            cuirassier: unit.profile.cuirassier,
            lancer: unit.profile.lancer,
        })
    }

    /// Whether the two have not fought yet, as the house counts.
    pub(crate) fn is_first_round(&self, melee: &Melee) -> bool {
        let by_turn = self.rules.plays(house!("melee.first-combat", "turn"));
        (if by_turn { melee.rounds_this_turn } else { melee.rounds }) == 0
    }

    fn is_second_round(&self) -> bool {
        self.phase() == Phase::SecondMelee
    }
}

/// Br8 prints 'one unit per side' for the first melee and 'the entire unit' for the second.
fn one_unit(game: &Volley) -> RuleId {
    if game.rules.sheet == Sheet::Br8 && game.is_second_round() {
        rule!("volley.melee.british-entire-unit")
    } else {
        rule!("volley.melee.one-unit")
    }
}

/// Fights still to come in this phase, each by the unit that stands for it.
fn pending(game: &Volley) -> Vec<UnitId> {
    let rides = game.charges.iter().filter(|charge| charge.state == ChargeState::Riding);
    let rides: Vec<UnitId> = rides.map(|charge| charge.charger).filter(|id| game.is_standing(*id)).collect();
    let every = game.rules.sheet == Sheet::Br8
        && game.is_second_round()
        && game.rules.plays(house!("br8.melee-2", "every-contact"));
    let once = !every && game.rules.on(one_unit(game));
    let fought = |unit: UnitId| once && game.unit(unit).fought;
    let ridden = |unit: UnitId| {
        game.charges
            .iter()
            .filter(|charge| charge.state == ChargeState::Riding)
            .any(|charge| charge.contacts.iter().any(|contact| contact.charged() == unit))
    };
    let mut fights = rides;
    for melee in game.melees.iter().filter(|melee| !melee.done) {
        let free = !fought(melee.a) && !fought(melee.b) && !ridden(melee.a) && !ridden(melee.b);
        if free && !fights.contains(&melee.a) {
            fights.push(melee.a);
        }
    }
    fights
}

/// One fight, or the end of the phase.
pub(crate) fn fight<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    let fights = pending(game);
    let side = game.active();
    let first = match fights.as_slice() {
        [] => {
            end_of_melee(game);
            return Ok(());
        }
        [only] => *only,
        [first, ..] if game.rules.plays(house!("melee.order", "declared")) => *first,
        _ => umpire.ask(game, NextMeleeAsk { side, fights })?,
    };
    let riding = game.charges.iter().position(|c| c.charger == first && c.state == ChargeState::Riding);
    match riding {
        Some(charge) => ride(game, umpire, charge),
        None => {
            let melee = choose_melee(game, umpire, first)?;
            round(game, umpire, melee)
        }
    }
}

/// A unit touched by several enemies fights the oldest, else the one its opponent picks.
fn choose_melee<U: Umpire<Volley>>(game: &Volley, umpire: &mut U, unit: UnitId) -> Result<Melee, U::Pause> {
    let mine: Vec<Melee> = game.melees_of(unit).filter(|melee| !melee.done).copied().collect();
    let standing = |melee: &Melee| !game.unit(melee.other(unit)).fought || !game.rules.on(one_unit(game));
    let open: Vec<Melee> = mine.iter().filter(|melee| standing(melee)).copied().collect();
    let open = if open.is_empty() { mine } else { open };
    let oldest = open.iter().map(|melee| melee.rounds).max().unwrap_or(0);
    let equal: Vec<Melee> = open.into_iter().filter(|melee| melee.rounds == oldest).collect();
    match equal.as_slice() {
        [only] => Ok(*only),
        several => {
            let enemies = several.iter().map(|melee| melee.other(unit)).collect();
            let chosen = umpire.ask(game, OpponentAsk { unit, enemies })?;
            let found = several.iter().find(|melee| melee.other(unit) == chosen).copied();
            Ok(found.unwrap_or_else(|| several[0]))
        }
    }
}

/// One round between two units in contact.
fn round<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, melee: Melee) -> Result<(), U::Pause> {
    let Melee { a, b, .. } = melee;
    for id in [a, b] {
        game.unit_mut(id).fought = true;
    }
    for melee in game.melees.iter_mut().filter(|melee| melee.has(a) && melee.has(b)) {
        melee.done = true;
    }
    let (horse, other) = if game.unit(b).is(Arm::Cavalry) { (b, a) } else { (a, b) };
    // Guns in contact with nobody to fight for them.
    for (gun, foe) in [(a, b), (b, a)] {
        if game.unit(gun).is(Arm::Artillery) {
            let rule = rule!("volley.melee.result.artillery");
            if game.rules.on(rule) {
                umpire.tell(|| Event::new(What::RiddenDown { unit: gun, by: foe }, &[rule]));
                game.remove(gun, Standing::Destroyed, umpire)?;
            }
            return Ok(());
        }
    }
    // Cavalry against infantry: the infantry row, whoever came first.
    if game.unit(horse).is(Arm::Cavalry) && game.unit(other).is(Arm::Infantry) {
        let fortified = umpire.see(game, CoverOf { unit: other })? == Cover::Fortification;
        let (result, rule) = ride_result(&game.rules, Arm::Infantry, game.unit(other).formation, fortified);
        match result {
            RideResult::RidesDown => {
                umpire.tell(|| Event::new(What::RiddenDown { unit: other, by: horse }, &[rule]));
                return game.remove(other, Standing::Destroyed, umpire);
            }
            RideResult::PassesThrough => {
                placing::part(game, other);
                return passes(game, umpire, horse, other);
            }
            RideResult::Fights | RideResult::TakesGuns => {}
        }
    }
    exchange(game, umpire, a, b)
}

/// Both throw, both lose, one may have lost.
fn exchange<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    a: UnitId,
    b: UnitId,
) -> Result<(), U::Pause> {
    let melee = game.melees.iter().find(|melee| melee.has(a) && melee.has(b)).copied();
    let first = melee.is_none_or(|melee| game.is_first_round(&melee));
    let (left, right) = (game.fighter(umpire, a)?, game.fighter(umpire, b)?);
    umpire.tell(|| {
        let (dice_a, mut cites) = melee_dice(&game.rules, &left);
        let (dice_b, more) = melee_dice(&game.rules, &right);
        cites.extend(more);
        let (need_a, working) = melee_need(&game.rules, &left, &right, first);
        let (need_b, other) = melee_need(&game.rules, &right, &left, first);
        cites.extend(other.rules());
        cites.push(one_unit(game));
        Event::with(
            What::MeleeRound { a, b, dice: [dice_a, dice_b], need: [need_a, need_b] },
            &cites,
            working,
        )
    });
    let inflicted = melee_round(umpire, &game.rules, &left, &right, first)?;
    let loser = melee_loser(&game.rules, inflicted).map(|a_lost| if a_lost { a } else { b });
    umpire.tell(|| {
        let rules = [rule!("volley.melee.result.lose")];
        Event::new(What::MeleeLosses { a, b, lost: [inflicted.1, inflicted.0], loser }, &rules)
    });
    if let Some(melee) = game.melees.iter_mut().find(|melee| melee.has(a) && melee.has(b)) {
        melee.done = true;
        melee.rounds += 1;
        melee.rounds_this_turn += 1;
    }
    game.lose(a, inflicted.1, umpire)?;
    game.lose(b, inflicted.0, umpire)?;
    let second = game.is_second_round();
    match loser {
        Some(loser) => {
            let winner = if loser == a { b } else { a };
            if game.is_standing(loser)
                && game.is_standing(winner)
                && game.rules.on(rule!("volley.melee.result.lose-test"))
            {
                game.losers.push((loser, winner));
            }
        }
        None if game.is_standing(a) && game.is_standing(b) => tied(game, umpire, a, b, second),
        None => {}
    }
    Ok(())
}

/// Nobody gave way: they fight on, and cavalry after the second melee tests for recall.
fn tied<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, a: UnitId, b: UnitId, second: bool) {
    let cavalry = game.unit(a).is(Arm::Cavalry);
    let rule = match (second, cavalry) {
        (false, _) => rule!("volley.melee.result.tie-first"),
        (true, false) => rule!("volley.melee.result.tie-second-infantry"),
        (true, true) => rule!("volley.melee.result.tie-second-cavalry"),
    };
    if !game.rules.on(rule) {
        // Without the rule the two have nothing to keep them together.
        placing::part(game, a);
        umpire.tell(|| Event::ruled(What::Parted { a, b }, house!("melee.winner")));
        return;
    }
    if second && cavalry {
        for id in [a, b] {
            game.unit_mut(id).must_recall = true;
        }
    }
    umpire.tell(|| Event::new(What::FightsOn { a, b }, &[rule]));
}

// ---------------------------------------------------------------- riding on ----

/// Cavalry meets the next unit on its strip, or finishes its ride.
fn ride<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, at: usize) -> Result<(), U::Pause> {
    let charger = game.charges[at].charger;
    game.unit_mut(charger).fought = true;
    let next = game.charges[at].contacts.first().copied();
    let Some(contact) = next else { return finish_ride(game, umpire, at) };
    let mut foe = contact.charged();
    if !game.is_standing(foe) && contact.supporter.is_some() && game.is_standing(contact.unit) {
        // The supporter left before the fight: another may step in, else the guns stand alone.
        foe = pick_supporter(game, umpire, contact.unit)?.unwrap_or(contact.unit);
    }
    if !game.is_standing(foe) {
        game.charges[at].contacts.remove(0);
        return Ok(());
    }
    let full = game.rules.on(rule!("volley.charge.cav.full-move"));
    game.charges[at].gone = contact.at;
    let fortified = umpire.see(game, CoverOf { unit: foe })? == Cover::Fortification;
    let (arm, formation) = (game.unit(foe).arm(), game.unit(foe).formation);
    let (result, rule) = ride_result(&game.rules, arm, formation, fortified);
    game.charges[at].contacts.remove(0);
    match result {
        RideResult::RidesDown => {
            umpire.tell(|| Event::new(What::RiddenDown { unit: foe, by: charger }, &[rule]));
            game.remove(foe, Standing::Destroyed, umpire)?;
            guns_alone(game, umpire, contact.supporter.map(|_| contact.unit), charger)?;
        }
        RideResult::TakesGuns => {
            umpire.tell(|| Event::new(What::RiddenDown { unit: foe, by: charger }, &[rule]));
            game.remove(foe, Standing::Destroyed, umpire)?;
        }
        RideResult::PassesThrough => {
            if !contact.fired
                && game.rules.on(rule!("volley.charge.cav.square-fire"))
                && formation.is_closed()
            {
                shooting::fire_square(game, umpire, foe, charger, at)?;
            }
            if game.is_standing(charger) {
                roll_by(game, umpire, charger, foe)?;
                if !game.rules.on(rule!("volley.melee.result.square.pass-through")) {
                    game.charges[at].state = ChargeState::Over;
                    return Ok(());
                }
                if game.rules.plays(house!("square.pass-through", "just-beyond")) {
                    game.charges[at].contacts.clear();
                    game.charges[at].reach = just_beyond(game, at, foe);
                }
            }
        }
        RideResult::Fights => {
            // Enemy cavalry ends the ride.
            game.charges[at].state = ChargeState::Over;
            let gun = contact.supporter.map(|_| contact.unit);
            placing::join(game, charger, foe, gun);
            if let Some(gun) = gun {
                placing::beside_gun(game, foe, gun);
            }
            if let Some(line) = game.charges[at].line {
                placing::contact(game, charger, line, contact.at, foe);
            }
            game.unit_mut(foe).fought = true;
            return exchange(game, umpire, charger, foe);
        }
    }
    if game.charges[at].contacts.is_empty() && game.is_standing(charger) && full {
        return finish_ride(game, umpire, at);
    }
    if game.charges[at].contacts.is_empty() || !game.is_standing(charger) {
        game.charges[at].state = ChargeState::Over;
    }
    Ok(())
}

fn just_beyond(game: &Volley, at: usize, square: UnitId) -> Inches {
    let charge = &game.charges[at];
    let depth = game.unit(charge.charger).footprint(&game.rules).depth;
    match (charge.line, game.unit(square).rect()) {
        (Some(line), Some(rect)) => line.far_side(rect) + depth + game.separation(),
        _ => charge.gone,
    }
}

/// The rest of the distance: beyond what was passed, short of what has come onto the strip since.
fn finish_ride<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, at: usize) -> Result<(), U::Pause> {
    game.charges[at].state = ChargeState::Over;
    let charge = game.charges[at].clone();
    let unit = charge.charger;
    umpire.tell(|| {
        let rules = [rule!("volley.charge.cav.full-move"), rule!("volley.charge.cav.stop.end")];
        Event::new(What::RidesOn { unit }, &rules)
    });
    let Some(line) = charge.line else { return Ok(()) };
    let strip = placing::strip(game, unit, line, charge.reach);
    let separation = game.separation();
    let depth = game.unit(unit).footprint(&game.rules).depth;
    let passed = strip.contacts.iter().filter(|(id, at)| *at <= charge.gone && !game.unit(*id).is_open());
    // Beyond every unit that was passed, fortified or in square, even if the distance does not quite clear it.
    let beyond = passed
        .filter_map(|(id, _)| game.unit(*id).rect())
        .map(|rect| line.far_side(rect) + depth + separation)
        .max();
    let fresh =
        strip.contacts.iter().filter(|(_, at)| *at > charge.gone).map(|(_, at)| *at - separation).min();
    let mut distance = charge.reach;
    if let Some(stop) = fresh {
        distance = Inches(distance.0.min(stop.0).max(charge.gone.0));
    }
    if let Some(beyond) = beyond.filter(|_| game.rules.on(rule!("volley.melee.result.square.placement"))) {
        distance = Inches(distance.0.max(beyond.0));
    }
    if let Some(pose) = placing::ride_end(game, unit, line, distance) {
        let formation = game.unit(unit).formation;
        placing::stand(game, unit, pose, formation);
    }
    game.charges[at].gone = distance;
    game.reach_generals(unit, umpire)
}

/// Cavalry that fights its way past a square outside its own ride.
fn passes<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    horse: UnitId,
    square: UnitId,
) -> Result<(), U::Pause> {
    roll_by(game, umpire, horse, square)?;
    if let (true, Some(pose)) = (game.is_standing(horse), game.unit(horse).pose) {
        let formation = game.unit(horse).formation;
        let depth = game.unit(horse).footprint(&game.rules).depth;
        if let Some(rect) = game.unit(square).rect() {
            let distance = pose.far_side(rect) + depth + game.separation();
            if let Some(pose) = placing::ride_end(game, horse, pose, distance) {
                placing::stand(game, horse, pose, formation);
            }
        }
    }
    Ok(())
}

/// The price of passing a square, and the duty to recall.
fn roll_by<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    horse: UnitId,
    square: UnitId,
) -> Result<(), U::Pause> {
    if game.rules.on(rule!("volley.melee.result.square.no-dice")) {
        let lost = pass_through_losses(umpire, &game.rules, 1)?;
        let lost = game.lose(horse, lost, umpire)?;
        umpire.tell(|| {
            let rules = [
                rule!("volley.melee.result.square.which"),
                rule!("volley.melee.result.square.no-dice"),
                rule!("volley.melee.result.square.pass-through"),
                rule!("volley.melee.result.square.placement"),
                rule!("volley.melee.result.square.casualty"),
                rule!("volley.melee.result.square.recall"),
            ];
            Event::new(What::PassesThrough { unit: horse, square, lost }, &rules)
        });
    } else {
        let (dice, _) = melee_dice(&game.rules, &game.fighter(umpire, square)?);
        let need = game.rules.main(rule!("volley.melee.to-hit")).unwrap_or(7).max(2) as u32;
        let lost = umpire.hits(d6(dice), need)?;
        game.lose(horse, lost, umpire)?;
    }
    if game.is_standing(horse) && game.rules.on(rule!("volley.melee.result.square.recall")) {
        game.unit_mut(horse).must_recall = true;
    }
    Ok(())
}

/// Guns whose supporter has gone: destroyed, unless the house spares them.
pub(crate) fn guns_alone<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    gun: Option<UnitId>,
    by: UnitId,
) -> Result<(), U::Pause> {
    let Some(gun) = gun.filter(|gun| game.is_standing(*gun)) else { return Ok(()) };
    let rule = rule!("volley.melee.result.artillery");
    if game.rules.plays(house!("melee.supported-artillery", "saved")) || !game.rules.on(rule) {
        return Ok(());
    }
    umpire.tell(|| Event::new(What::RiddenDown { unit: gun, by }, &[rule]));
    game.remove(gun, Standing::Destroyed, umpire)
}

/// The phase is over: whoever fought may fight in the next melee phase again.
fn end_of_melee(game: &mut Volley) {
    for unit in &mut game.units {
        unit.fought = false;
    }
    for melee in &mut game.melees {
        melee.fresh = false;
        melee.done = false;
    }
    game.tested.clear();
    game.stage = if loss::tests_at_once(game) { Stage::Test(game.active()) } else { Stage::End };
}
