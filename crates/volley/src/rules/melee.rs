//! Melee: dice by grade and formation, needs, rounds. Cavalry riding down its strip is in `ride`.

pub mod loss;
pub(crate) mod recall;
mod ride;

use crate::charts::Rules;
use crate::ids::{MeleeWhen, house, rule};
use crate::rules::fire::Need;
use crate::rules::ground::facts::CoverOf;
use crate::rules::ground::placing;
use crate::rules::outlook::{self, Body, ChargeFacts, Outlook};
use crate::state::answer::Answer;
use crate::state::event::{Event, What, Working};
use crate::state::game::{ChargeState, Melee, Progress, Volley};
use crate::state::refusal::Refusal;
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Arm, Cover, DiceColumn, Formation, Grade, Moment, Nation, Phase, Sheet};
use dice::{Dice, d6};
use engine::Tests as _;
use engine::charts::Ratio;
use engine::desk::FactSet as _;
use engine::{Ask, Form, FormKind, PlainAnswer as _, Routine, Side, Umpire, one_of};
pub(crate) use ride::guns_alone;
pub(crate) use ride::passing_losses;
pub use ride::{RideResult, pass_through_losses, ride_result};
use ride::{passes, ride};
use rulebook::RuleId;
use serde::Serialize;

engine::facts! {
    /// One of the two who fight.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Fighter of Rules {
        pub nation: Nation = Nation::French;
        pub arm: Arm = Arm::Infantry;
        pub grade: Grade = Grade::Veteran;
        pub formation: Formation = Formation::Column;
        pub figures: u32 = 0;
        /// Stands in defensive terrain.
        pub sheltered: bool = false;
        pub cuirassier: bool = false;
        pub lancer: bool = false;
    }
}

impl Fighter {
    /// A unit as it would fight.
    pub fn of(game: &Volley, id: UnitId, cover: Cover) -> Fighter {
        let unit = game.unit(id);
        Fighter {
            nation: unit.nation(),
            arm: unit.arm(),
            grade: unit.grade(),
            formation: unit.formation,
            figures: unit.figures,
            sheltered: cover != Cover::None,
            cuirassier: unit.profile.cuirassier,
            lancer: unit.profile.lancer,
            ..Fighter::blank()
        }
    }
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
    let Some((row, rate)) = dice_row(rules, fighter) else { return (0, Vec::new()) };
    let (count, rounded) = dice_of(rules, fighter.figures, rate);
    let cites = [Some(rule!("volley.melee.dice.groups")), Some(row), rounded];
    (count, cites.into_iter().flatten().collect())
}

/// How many dice a unit throws.
pub fn count_of_dice(rules: &Rules, fighter: &Fighter) -> u32 {
    dice_row(rules, fighter).map_or(0, |(_, rate)| dice_of(rules, fighter.figures, rate).0)
}

/// The row a unit's dice stand in.
fn dice_row(rules: &Rules, fighter: &Fighter) -> Option<(RuleId, Ratio)> {
    rules.melee_dice.get((dice_column(rules, fighter), fighter.grade))
}

/// The dice of these figures at a rate, and the rule that rounds them down.
fn dice_of(rules: &Rules, figures: u32, (dice, per): Ratio) -> (u32, Option<RuleId>) {
    if !rules.on(rule!("volley.melee.round.down")) {
        return ((figures * dice).div_ceil(per), None);
    }
    if (dice, per) == (2, 3) {
        // Two left-over figures still give one die.
        let rest = u32::from(figures % 3 == 2 && rules.on(rule!("volley.melee.round.two-thirds")));
        return (2 * (figures / 3) + rest, Some(rule!("volley.melee.round.two-thirds")));
    }
    (figures / per * dice, Some(rule!("volley.melee.round.down")))
}

/// The face a fighter needs against another; `first`: the first round between the two.
pub fn melee_need(rules: &Rules, me: &Fighter, enemy: &Fighter, first: bool) -> Need {
    let base = rule!("volley.melee.to-hit");
    let Some(need) = rules.int(base) else {
        return Need { face: 7, working: Working::default() };
    };
    let mut working = Working::printed(base, need);
    let is_lancer = |fighter: &Fighter| fighter.lancer && fighter.arm == Arm::Cavalry;
    let holds = |when: MeleeWhen, _| {
        i32::from(match when {
            MeleeWhen::Defensive => enemy.sheltered,
            MeleeWhen::VsCuirassiers => enemy.cuirassier,
            // Cuirassiers and lancers share a row: one of the two at most.
            MeleeWhen::VsLancersFirst => {
                let cuirassier = enemy.cuirassier && rules.on(rule!("volley.melee.mod.vs-cuirassiers"));
                is_lancer(enemy) && first && !cuirassier
            }
            MeleeWhen::LancersContinuing => is_lancer(me) && !first,
        })
    };
    // The modifiers change the roll of the unit that fights under them.
    let own = rules.on(rule!("volley.melee.mod.direction"));
    let add = |(rule, value): (RuleId, i32)| working.add(rule, if own { value } else { -value });
    let modifiers = rules.melee_modifiers.holding(holds);
    if rules.plays(house!("melee.modifier-stack", "worst")) {
        modifiers.min_by_key(|(_, value)| *value).into_iter().for_each(add);
    } else {
        modifiers.for_each(add);
    }
    Need::shown(rules, 2 * need - working.total(), working)
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
    let by_a = blows(dice, rules, a, b, first)?;
    dice.pass();
    let by_b = blows(dice, rules, &replying(rules, b, by_a), a, first)?;
    Ok((by_a, by_b))
}

/// What one of the two inflicts in a round.
///
/// # Errors
/// The umpire's pause.
pub fn blows<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    me: &Fighter,
    enemy: &Fighter,
    first: bool,
) -> Result<u32, D::Pause> {
    let need = melee_need(rules, me, enemy, first);
    let hits = dice.each(d6(count_of_dice(rules, me)), need.face, || need.test())?;
    Ok(if rules.plays(house!("melee.caps", "uncapped")) { hits } else { hits.min(enemy.figures) })
}

/// The second of the two as he strikes back, after what the first has inflicted.
pub fn replying(rules: &Rules, fighter: &Fighter, inflicted: u32) -> Fighter {
    if rules.flag(house!("melee.simultaneous")) {
        return *fighter;
    }
    Fighter { figures: fighter.figures.saturating_sub(inflicted), ..*fighter }
}

/// One of two units in contact, by the order in which they are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfTwo {
    First,
    Second,
}

impl OfTwo {
    /// This one of the two, and then the other.
    pub fn before<T>(self, first: T, second: T) -> (T, T) {
        match self {
            OfTwo::First => (first, second),
            OfTwo::Second => (second, first),
        }
    }
}

/// Who loses a round: the unit that is wiped out (ruling melee.caps); where both are, or neither is, the one that takes more
/// than it gives. Neither where both take the same.
pub fn melee_loser(rules: &Rules, a: &Fighter, b: &Fighter, inflicted: (u32, u32)) -> Option<OfTwo> {
    if !rules.on(rule!("volley.melee.result.lose")) {
        return None;
    }
    match (inflicted.1 >= a.figures, inflicted.0 >= b.figures) {
        (true, false) => Some(OfTwo::First),
        (false, true) => Some(OfTwo::Second),
        (true, true) | (false, false) => match inflicted.0.cmp(&inflicted.1) {
            std::cmp::Ordering::Less => Some(OfTwo::First),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(OfTwo::Second),
        },
    }
}

/// Which of two units in contact, in either order, is looked up in the rows of the results: guns, or infantry that meets
/// cavalry. `None`: neither.
fn looked_up(a: Arm, b: Arm) -> Option<OfTwo> {
    match (a, b) {
        (Arm::Artillery, _) => Some(OfTwo::First),
        (_, Arm::Artillery) => Some(OfTwo::Second),
        (Arm::Cavalry, Arm::Infantry) => Some(OfTwo::Second),
        (Arm::Infantry, Arm::Cavalry) => Some(OfTwo::First),
        (Arm::Infantry, Arm::Infantry) | (Arm::Cavalry, Arm::Cavalry) => None,
        (Arm::Skirmishers, _) | (_, Arm::Skirmishers) => None,
    }
}

/// A row of the results that holds for one of two units in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub result: RideResult,
    pub rule: RuleId,
    /// The one it holds for.
    pub holds_for: OfTwo,
}

/// The row that disposes of one of two units in contact without dice for both; `None`: the two throw. `stands` tells the
/// formation of the one that is looked up, and whether it is fortified.
///
/// # Errors
/// That of `stands`.
pub fn row<E>(
    rules: &Rules,
    arms: [Arm; 2],
    stands: impl FnOnce(OfTwo) -> Result<(Formation, bool), E>,
) -> Result<Option<Row>, E> {
    let Some(which) = looked_up(arms[0], arms[1]) else { return Ok(None) };
    let (formation, fortified) = stands(which)?;
    let (arm, _) = which.before(arms[0], arms[1]);
    let (result, rule) = ride_result(rules, arm, formation, fortified);
    Ok((result != RideResult::Fights).then_some(Row { result, rule, holds_for: which }))
}

/// Whether two units throw whom no row disposes of. Guns that cavalry rides into do; in contact with infantry nothing
/// happens to them where a house takes their row out.
pub(crate) fn both_throw(arms: [Arm; 2], riding: bool) -> bool {
    riding || !arms.contains(&Arm::Artillery)
}

/// What follows a round of melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterRound {
    /// One of the two is gone, or both.
    Over,
    /// The loser tests its morale.
    LoserTests(OfTwo),
    /// There is a loser, and nothing printed makes it test.
    LoserUntested,
    /// Neither has lost.
    Tied,
}

/// What follows a round: who of the two still stands, and who has lost it ([`melee_loser`]).
pub fn after_round(rules: &Rules, stands: [bool; 2], loser: Option<OfTwo>) -> AfterRound {
    match loser {
        _ if stands != [true, true] => AfterRound::Over,
        Some(loser) if rules.on(rule!("volley.melee.result.lose-test")) => AfterRound::LoserTests(loser),
        Some(_) => AfterRound::LoserUntested,
        None => AfterRound::Tied,
    }
}

impl Volley {
    fn fighter<U: Umpire<Volley>>(&self, umpire: &mut U, id: UnitId) -> Result<Fighter, U::Pause> {
        Ok(Fighter::of(self, id, umpire.see(self, CoverOf { unit: id })?))
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
pub(crate) fn fight<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<Progress, U::Pause> {
    let fights = pending(game);
    let side = game.active();
    let first = match fights.as_slice() {
        [] => {
            end_of_melee(game);
            return Ok(Progress::Done);
        }
        [only] => *only,
        [first, ..] if game.rules.plays(house!("melee.order", "declared")) => *first,
        _ => umpire.ask(game, NextMelee { side, fights })?,
    };
    let riding = game.charges.iter().position(|c| c.charger == first && c.state == ChargeState::Riding);
    match riding {
        Some(charge) => ride(game, umpire, charge)?,
        None => {
            let melee = choose_melee(game, umpire, first)?;
            round(game, umpire, melee)?;
        }
    }
    Ok(Progress::GoesOn)
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
            let chosen = umpire.ask(game, Opponent { unit, enemies })?;
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
    let arms = [a, b].map(|id| game.unit(id).arm());
    let row = row(&game.rules, arms, |which| {
        let (unit, _) = which.before(a, b);
        // Guns in contact without a friend to fight for them stand or fall wherever they are.
        let fortified =
            game.unit(unit).is(Arm::Infantry) && umpire.see(game, CoverOf { unit })? == Cover::Fortification;
        Ok((game.unit(unit).formation, fortified))
    })?;
    let Some(Row { result, rule, holds_for }) = row else {
        return if both_throw(arms, false) { exchange(game, umpire, a, b) } else { Ok(()) };
    };
    let (unit, by) = holds_for.before(a, b);
    if result == RideResult::PassesThrough {
        placing::part(game, unit);
        return passes(game, umpire, by, unit);
    }
    umpire.tell(|| Event::new(What::RiddenDown { unit, by }, &[rule]));
    game.remove(unit, Standing::Destroyed, umpire)
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
        let need = melee_need(&game.rules, &left, &right, first);
        let other = melee_need(&game.rules, &right, &left, first);
        cites.extend(other.working.rules());
        cites.push(one_unit(game));
        Event::with(
            What::MeleeRound { a, b, dice: [dice_a, dice_b], need: [need.face, other.face] },
            &cites,
            need.working,
        )
    });
    let inflicted = melee_round(umpire.hand(game.unit(a).side()), &game.rules, &left, &right, first)?;
    let loser = melee_loser(&game.rules, &left, &right, inflicted);
    umpire.tell(|| {
        let rules = [rule!("volley.melee.result.lose")];
        let loser = loser.map(|loser| loser.before(a, b).0);
        let both_gone = inflicted.1 >= left.figures && inflicted.0 >= right.figures;
        Event::new(What::MeleeLosses { a, b, lost: [inflicted.1, inflicted.0], loser, both_gone }, &rules)
    });
    if let Some(melee) = game.melees.iter_mut().find(|melee| melee.has(a) && melee.has(b)) {
        melee.done = true;
        melee.rounds += 1;
        melee.rounds_this_turn += 1;
    }
    game.lose(a, inflicted.1, umpire)?;
    game.lose(b, inflicted.0, umpire)?;
    let stands = [a, b].map(|id| game.is_standing(id));
    match after_round(&game.rules, stands, loser) {
        AfterRound::LoserTests(loser) => game.losers.push(loser.before(a, b)),
        AfterRound::Tied => tied(game, umpire, a, b, game.is_second_round()),
        AfterRound::Over | AfterRound::LoserUntested => {}
    }
    Ok(())
}

/// Neither gave way: they fight on, and cavalry after the second melee tests for recall.
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
    umpire.tell(|| Event::new(recall::fights_on(game, a, b), &[rule]));
}

/// The phase is over: units that fought may fight again in the next melee phase.
fn end_of_melee(game: &mut Volley) {
    for unit in &mut game.units {
        unit.fought = false;
    }
    for melee in &mut game.melees {
        melee.fresh = false;
        melee.done = false;
    }
    game.tested.clear();
}

// ------------------------------------------------------------------ questions ----

/// Which melee is fought next, by its first unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextMelee {
    pub side: Side,
    pub fights: Vec<UnitId>,
}

impl Ask<Volley> for NextMelee {
    const WORD: &'static str = "next-melee";
    const ROUTINE: Option<Routine> = Some(Routine::listed("Which melee is fought first"));
    type Granted = UnitId;

    fn side(&self, _: &Volley) -> Side {
        self.side
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<UnitId, Refusal> {
        one_of(answer, &self.fights, |unit| game.name(unit))
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::first_of(&self.fights)
    }

    fn prompt(&self, _: &Volley) -> String {
        "Choose which melee is fought next.".to_owned()
    }

    fn waited_for(&self, _: &Volley) -> String {
        "which melee is fought next.".to_owned()
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        Form::units(FormKind::Choose, None, &self.fights, Answer::Unit)
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        outlook_of(game, answer.unit()?, None)
    }

    fn beforehand(&self, _: &Volley, value: &str) -> Option<Answer> {
        (value == Routine::LISTED).then(|| Answer::first_of(&self.fights))
    }
}

/// Which enemy in contact it fights: its opponent picks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opponent {
    pub unit: UnitId,
    pub enemies: Vec<UnitId>,
}

impl Ask<Volley> for Opponent {
    const WORD: &'static str = "opponent";
    type Granted = UnitId;

    fn side(&self, game: &Volley) -> Side {
        game.get(self.unit).map_or(Side::French, |unit| unit.side().enemy())
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<UnitId, Refusal> {
        one_of(answer, &self.enemies, |unit| game.name(unit))
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::first_of(&self.enemies)
    }

    fn prompt(&self, game: &Volley) -> String {
        format!("Choose which unit fights {}.", game.name(self.unit))
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("which unit fights {}.", game.name(self.unit))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        Form::units(FormKind::Choose, Some(self.unit), &self.enemies, Answer::Unit)
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        outlook_of(game, self.unit, Some(answer.unit()?))
    }
}

/// What a round of melee may lead to: the unit's own, or with the enemy named.
fn outlook_of(game: &Volley, unit: UnitId, enemy: Option<UnitId>) -> Option<Outlook> {
    let mut fights = game.melees_of(unit).filter(|melee| !melee.done);
    let melee = fights.find(|melee| enemy.is_none_or(|enemy| melee.has(enemy))).copied();
    let rides = game.charge_of(unit).and_then(|charge| charge.contacts.first());
    let (a, b) = match (melee, rides) {
        (Some(melee), _) => (melee.a, melee.b),
        (None, Some(contact)) => (unit, contact.charged()),
        (None, None) => return None,
    };
    // Horse rides, whichever was the charger.
    let (a, b) = if game.unit(b).is(Arm::Cavalry) { (b, a) } else { (a, b) };
    let facts = ChargeFacts {
        from: Moment::Melee,
        first_melee: game.phase() == Phase::FirstMelee,
        continuing: melee.is_some_and(|melee| !game.is_first_round(&melee)),
        ..ChargeFacts::new(Body::of(game, a), Body::of(game, b))
    };
    outlook::charge(game, &facts, [a, b], &[])
}
