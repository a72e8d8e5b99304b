//! Phases 5 and 10: charged infantry tests to stand, closes up, goes in, or lets the charge come in.

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::asking::{is_taken_up, undecided};
use crate::rules::charge::{advance, pick_supporter};
use crate::rules::close::set_back;
use crate::rules::facts::Room;
use crate::rules::formation;
use crate::rules::morale::Morale;
use crate::rules::outlook::{self, Outlook};
use crate::rules::placing;
use crate::rules::shooting;
use crate::rules::testing::{next_to_test, still_to_test, test};
use crate::state::answer::{Answer, StandChoice};
use crate::state::event::{Event, What};
use crate::state::game::{Charge, ChargeState, Contact, Progress, Volley};
use crate::state::refusal::{Cite, Refusal, not_an_answer, refuse, why};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Arm, Formation, Grade, Moment, Nation, Test, Verdict};
use engine::wording::says;
use engine::{Ask, Form, Side, Umpire, yes_or_no};
use rulebook::RuleId;
use serde::Serialize;
use table::Inches;

/// The face wavering infantry needs to form square before cavalry, where it may try.
pub fn late_square(rules: &Rules, nation: Nation, formation: Formation, by_cavalry: bool) -> Option<u32> {
    let need = rules.int(rule!("volley.stand.fail12.british-square"))?;
    (by_cavalry && nation == Nation::British && !formation.is_closed()).then_some(need.max(2) as u32)
}

/// Whether a unit must test to stand: infantry that is charged and not in melee already.
fn must_stand(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    let tests = spared(&game.rules, unit.arm(), game.in_old_melee(id)).is_none();
    game.rules.on(who_stands(unit.side())) && tests && game.charges_on(id).next().is_some()
}

/// What keeps a charged unit from testing to stand; `None`: nothing.
pub(crate) fn spared(rules: &Rules, arm: Arm, in_melee: bool) -> Option<Cite> {
    let (melee, horse) = (rule!("volley.stand.exempt.in-melee"), rule!("volley.stand.exempt.cavalry"));
    match arm {
        Arm::Skirmishers => Some(house!("skirm.morale").into()),
        Arm::Artillery if !rules.plays(house!("artillery.charged", "tests")) => {
            Some(house!("artillery.charged").into())
        }
        Arm::Cavalry if rules.on(horse) => Some(horse.into()),
        Arm::Infantry | Arm::Artillery | Arm::Cavalry => (in_melee && rules.on(melee)).then(|| melee.into()),
    }
}

const fn who_stands(side: Side) -> RuleId {
    match side {
        Side::Allied => rule!("volley.stand.who.allied"),
        Side::French => rule!("volley.stand.who.french"),
    }
}

pub(crate) fn stand<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<Progress, U::Pause> {
    let Some(unit) = next_to_test(game, umpire, side, must_stand)? else {
        return bring_into_contact(game, umpire, side);
    };
    let flank = game.charges_on(unit).any(|(_, contact)| contact.flank);
    let facts = Morale { flank, ..game.morale_facts(unit, Test::Stand) };
    let verdict = test(game, umpire, unit, &facts, &[who_stands(side)])?;
    if !game.unit(unit).is(Arm::Infantry) {
        if verdict == Verdict::Rout {
            game.remove(unit, Standing::Routed, umpire)?;
        }
        return Ok(Progress::GoesOn);
    }
    let infantry: Vec<UnitId> = chargers(game, unit, Arm::Infantry);
    let cavalry: Vec<UnitId> = chargers(game, unit, Arm::Cavalry);
    match verdict {
        Verdict::Pass => stands_firm(game, umpire, unit, &infantry, &cavalry)?,
        Verdict::Fail => stands_shaken(game, umpire, unit, &infantry, &cavalry)?,
        Verdict::Rout => game.remove(unit, Standing::Routed, umpire)?,
    }
    Ok(Progress::GoesOn)
}

fn chargers(game: &Volley, unit: UnitId, arm: Arm) -> Vec<UnitId> {
    game.charges_on(unit).map(|(charge, _)| charge.charger).filter(|id| game.unit(*id).is(arm)).collect()
}

/// The closed formation infantry that passes may take, by nation and formation, with its rule.
pub fn closes_up_into(rules: &Rules, nation: Nation, formation: Formation) -> Option<(Formation, RuleId)> {
    let (into, rule) = match (nation, formation) {
        (_, Formation::Square | Formation::Masse) => return None,
        (Nation::Austrian, Formation::Column) => (Formation::Masse, rule!("volley.stand.pass.masse")),
        (Nation::Prussian, _) => (Formation::Square, rule!("volley.stand.pass.prussian-square")),
        (Nation::French, _) => (Formation::Square, rule!("volley.stand.pass.french-square")),
        (Nation::British, Formation::Line) => (Formation::Square, rule!("volley.stand.pass.british-square")),
        (Nation::Austrian | Nation::British, _) => return None,
    };
    rules.on(rule).then_some((into, rule))
}

/// What a unit that passes may do besides standing, by nation and by who charges.
pub(crate) fn stand_choices(game: &Volley, unit: UnitId, by_infantry: bool) -> Vec<StandChoice> {
    let body = game.unit(unit);
    let mut may = vec![StandChoice::Stay];
    if let Some((into, _)) = closes_up_into(&game.rules, body.nation(), body.formation) {
        let room = placing::reformed(game, unit, into, None)
            .is_none_or(|at| placing::fits_now(game, unit, at, into));
        if room && formation::open_enough(game, body) {
            may.push(if into == Formation::Masse { StandChoice::Masse } else { StandChoice::Square });
        }
    }
    let goes_in = body.nation() == Nation::British
        && body.formation == Formation::Line
        && game.rules.on(rule!("volley.stand.pass.british-countercharge"))
        && !game.rules.plays(house!("stand.british-countercharge", "off"));
    if goes_in && by_infantry {
        may.push(StandChoice::CounterCharge);
    }
    may
}

/// The unit chooses among what it may do, and closes up if it chose that: by the rule of its nation, or the one given.
fn choose<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    by_infantry: bool,
    rule: Option<RuleId>,
) -> Result<StandChoice, U::Pause> {
    let may = stand_choices(game, unit, by_infantry);
    if may.len() <= 1 {
        return Ok(StandChoice::Stay);
    }
    let choice = umpire.ask(game, Stand { unit, may })?;
    let body = game.unit(unit);
    if matches!(choice, StandChoice::Square | StandChoice::Masse)
        && let Some((formation, printed)) = closes_up_into(&game.rules, body.nation(), body.formation)
    {
        close_up(game, umpire, unit, formation, rule.unwrap_or(printed))?;
    }
    Ok(choice)
}

fn stands_firm<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    infantry: &[UnitId],
    cavalry: &[UnitId],
) -> Result<(), U::Pause> {
    if !game.rules.on(rule!("volley.stand.pass.stand")) {
        // Nothing else that is printed keeps it on its ground.
        return game.remove(unit, Standing::Routed, umpire);
    }
    let choice = choose(game, umpire, unit, !infantry.is_empty(), None)?;
    match choice {
        StandChoice::Stay => {
            umpire.tell(|| Event::new(What::CarriesOn { unit }, &[rule!("volley.stand.pass.stand")]));
        }
        StandChoice::Square | StandChoice::Masse => {}
        StandChoice::CounterCharge => {
            for charger in infantry {
                placing::join(game, *charger, unit, None);
                end_charge(game, *charger);
                let what = What::CounterCharges { unit, charger: *charger };
                umpire.tell(|| Event::new(what, &[rule!("volley.stand.pass.british-countercharge")]));
            }
        }
    }
    if choice != StandChoice::CounterCharge {
        for charger in infantry {
            held_off(game, umpire, *charger, unit)?;
        }
    }
    if game.rules.plays(house!("stand.pass-vs-cavalry", "repulse")) {
        for horse in cavalry {
            let short = game.separation();
            if let Some(at) = game.charges.iter().position(|charge| charge.charger == *horse) {
                game.charges[at].state = ChargeState::Over;
                set_back(game, *horse, unit, short, at);
            }
        }
    }
    Ok(())
}

fn end_charge(game: &mut Volley, charger: UnitId) {
    for charge in game.charges.iter_mut().filter(|charge| charge.charger == charger) {
        charge.state = ChargeState::Over;
    }
}

/// Forms square or masse before a charge; cavalry in contact gets its two dice at once.
fn close_up<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    formation: Formation,
    rule: RuleId,
) -> Result<(), U::Pause> {
    let at = placing::reformed(game, unit, formation, None);
    placing::reform(game, unit, formation, at);
    placing::make_way(game, unit);
    umpire.tell(|| Event::new(What::Formed { unit, formation }, &[rule]));
    let owed: Vec<(usize, UnitId)> = game
        .charges
        .iter()
        .enumerate()
        .filter(|(_, charge)| charge.state == ChargeState::Riding)
        .filter(|(_, charge)| {
            charge.contacts.iter().any(|contact| contact.charged() == unit && !contact.fired)
        })
        .map(|(at, charge)| (at, charge.charger))
        .collect();
    for (at, cavalry) in owed {
        shooting::fire_square(game, umpire, unit, cavalry, at)?;
    }
    Ok(())
}

/// Charging infantry whose target stands: set back, unless the Guard presses on.
fn held_off<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    charger: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    if !game.is_standing(charger) {
        return Ok(());
    }
    if presses_on(game, umpire, charger)? {
        end_charge(game, charger);
        if game.is_standing(charger) {
            placing::join(game, charger, target, gun_of(game, charger, target));
        }
        return Ok(());
    }
    let placed = rule!("volley.stand.pass.charger-placed");
    let Some(gap) = game.rules.inches(placed) else {
        // Without the rule the charge is not held off.
        end_charge(game, charger);
        placing::join(game, charger, target, gun_of(game, charger, target));
        return Ok(());
    };
    if let Some(at) = game.charges.iter().position(|charge| charge.charger == charger) {
        // From the guns too, where the target stands for them.
        for foe in gun_of(game, charger, target).into_iter().chain([target]) {
            if game.distance(charger, foe) < gap {
                set_back(game, charger, foe, gap, at);
            }
        }
    }
    end_charge(game, charger);
    let formation = game.unit(charger).formation;
    umpire.tell(|| Event::new(What::ShortOf { unit: charger, target, by: gap, formation }, &[placed]));
    may_form_line(game, umpire, charger)
}

fn gun_of(game: &Volley, charger: UnitId, target: UnitId) -> Option<UnitId> {
    let charge = game.charges.iter().find(|charge| charge.charger == charger)?;
    let contact = charge.contacts.iter().find(|contact| contact.charged() == target)?;
    contact.supporter.map(|_| contact.unit)
}

/// Figures the Guard loses to go in though it is held off, where the sheet or the house lets it.
pub fn press_price(rules: &Rules) -> Option<u32> {
    let br8 = rules.flag(house!("br8.guard")) && rules.sheet == crate::state::words::Sheet::Br8;
    let price = rules.int(rule!("volley.stand.pass.guard")).or(br8.then_some(1))?;
    Some(price.max(0) as u32)
}

/// A15 and P7: French Guard infantry may lose a figure and go in all the same.
fn presses_on<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) -> Result<bool, U::Pause> {
    let guard = rule!("volley.stand.pass.guard");
    let body = game.unit(unit);
    let is_guard = body.profile.guard && body.nation() == Nation::French;
    let Some(price) = press_price(&game.rules).filter(|_| is_guard) else { return Ok(false) };
    if game.rules.plays(house!("stand.guard", "off")) || !umpire.ask(game, Press { unit })? {
        return Ok(false);
    }
    game.lose(unit, price, umpire)?;
    umpire.tell(|| Event::new(What::Presses { unit }, &[guard]));
    Ok(true)
}

/// A charger that was held off may form line, where its sheet says so.
fn may_form_line<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    let body = game.unit(unit);
    let rule = match body.nation() {
        Nation::French => {
            // Br8 keeps the French as they are; A15 and P7 let them deploy.
            if game.rules.on(rule!("volley.stand.pass.french-keep-formation")) {
                return Ok(());
            }
            rule!("volley.stand.pass.french-may-line")
        }
        Nation::Austrian => rule!("volley.stand.pass.austrian-may-line"),
        Nation::Prussian if body.grade() != Grade::Conscript => rule!("volley.stand.pass.prussian-may-line"),
        Nation::Prussian => return Ok(()),
        Nation::British => {
            if game.rules.on(rule!("volley.stand.pass.british-halted")) {
                return Ok(());
            }
            rule!("volley.stand.pass.french-may-line")
        }
    };
    let keeps_off = game.rules.sheet == crate::state::words::Sheet::Br8;
    if (!game.rules.on(rule) && !keeps_off) || body.formation == Formation::Line {
        return Ok(());
    }
    let at = placing::reformed(game, unit, Formation::Line, None);
    if !umpire.see(game, Room { unit, formation: Formation::Line, at })? {
        return Ok(());
    }
    if umpire.ask(game, FormLine { unit })? {
        let at = at.and_then(|at| placing::settle_back(game, unit, at, Formation::Line)).or(at);
        placing::reform(game, unit, Formation::Line, at);
        umpire.tell(|| Event::new(What::Formed { unit, formation: Formation::Line }, &[rule]));
    }
    Ok(())
}

/// Fail by 1 or 2: it stands as it is, and the charge comes in.
fn stands_shaken<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    infantry: &[UnitId],
    cavalry: &[UnitId],
) -> Result<(), U::Pause> {
    if !game.rules.on(rule!("volley.stand.fail12.stand")) {
        return game.remove(unit, Standing::Routed, umpire);
    }
    umpire.tell(|| {
        let rules = [rule!("volley.stand.fail12.stand"), rule!("volley.stand.fail12.no-formation")];
        Event::new(What::CarriesOn { unit }, &rules)
    });
    let body = game.unit(unit);
    let late = late_square(&game.rules, body.nation(), body.formation, !cavalry.is_empty());
    if let Some(need) = late.filter(|_| formation::open_enough(game, body))
        && umpire.ask(game, RollForSquare { unit })?
    {
        let formed = umpire.hand(game.unit(unit).side()).shows(need)?;
        let rule = rule!("volley.stand.fail12.british-square");
        umpire.tell(|| Event::new(What::SquareRoll { unit, formed }, &[rule]));
        let at = placing::reformed(game, unit, Formation::Square, None);
        if formed && at.is_none_or(|at| placing::fits_now(game, unit, at, Formation::Square)) {
            close_up(game, umpire, unit, Formation::Square, rule)?;
        }
    } else if !game.rules.on(rule!("volley.stand.fail12.no-formation")) {
        // A house that takes the restriction out lets the unit choose as if it had passed.
        choose(game, umpire, unit, false, Some(rule!("volley.stand.fail12.stand")))?;
    }
    for charger in infantry {
        come_to_blows(game, umpire, *charger, unit)?;
    }
    Ok(())
}

/// The charge gets in: contact, a melee to come, and on A15 a toast.
fn come_to_blows<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    charger: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    let contact = rule!("volley.stand.fail12.contact");
    let gun = gun_of(game, charger, target);
    let tested = game.unit(target).is(Arm::Infantry);
    end_charge(game, charger);
    if tested && !game.rules.on(contact) {
        return Ok(());
    }
    if tested && !game.rules.on(rule!("volley.stand.fail12.fight")) {
        return Ok(());
    }
    placing::join(game, charger, target, gun);
    if let Some(gun) = gun {
        placing::beside_gun(game, target, gun);
    }
    umpire.tell(|| {
        let rules = if tested { vec![contact, rule!("volley.stand.fail12.fight")] } else { Vec::new() };
        Event::new(What::ClosesIn { unit: charger, target }, &rules)
    });
    if tested && game.rules.drinks() {
        let (toast, to) = match game.unit(charger).side() {
            Side::French => (rule!("volley.stand.fail12.toast-napoleon"), "Napoleon"),
            Side::Allied => (rule!("volley.stand.fail12.toast-charles"), "Archduke Charles"),
        };
        if game.rules.on(toast) {
            umpire.tell(|| Event::new(What::Toast { to }, &[toast]));
        }
    }
    Ok(())
}

/// After the stand tests: charges on guns and on cavalry come in; infantry whose target is gone moves up.
fn bring_into_contact<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<Progress, U::Pause> {
    let next = game.charges.iter().find(|charge| charge.state == ChargeState::Closing).cloned();
    let Some(charge) = next else { return Ok(Progress::Done) };
    let Charge { charger, target, line, reach, .. } = charge;
    let contact = charge.contacts.first().copied();
    let foe = contact.map_or(target, |contact| contact.charged());
    let other_gun = contact.is_some_and(|contact| contact.supporter.is_some()) && game.is_standing(target);
    if game.is_standing(foe) {
        come_to_blows(game, umpire, charger, foe)?;
        return Ok(Progress::GoesOn);
    }
    if other_gun {
        // The supporter is gone: another may take its place, else the guns stand alone.
        let gun = target;
        let again = pick_supporter(game, umpire, gun)?;
        if let Some(at) =
            game.charges.iter().position(|c| c.charger == charger && c.state == ChargeState::Closing)
            && let Some(contact) = game.charges[at].contacts.first_mut()
        {
            contact.supporter = again;
        }
        if !again.is_some_and(|unit| still_to_test(game, side, must_stand).contains(&unit)) {
            come_to_blows(game, umpire, charger, again.unwrap_or(gun))?;
        }
        return Ok(Progress::GoesOn);
    }
    end_charge(game, charger);
    if game.rules.plays(house!("charge.rout-advance", "stop"))
        && let (Some(line), true) = (line, game.is_standing(charger))
    {
        let depth = game.unit(charger).footprint(&game.rules).depth;
        let upto = Inches(reach.0.min((charge.gone + depth).0));
        advance(game, umpire, charger, line, upto)?;
    }
    Ok(Progress::GoesOn)
}

// ------------------------------------------------------------------ questions ----

/// What infantry does that stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stand {
    pub unit: UnitId,
    pub may: Vec<StandChoice>,
}

impl Ask<Volley> for Stand {
    type Granted = StandChoice;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<StandChoice, Refusal> {
        match answer {
            Answer::No => Ok(StandChoice::Stay),
            Answer::Stand(choice) if self.may.contains(choice) => Ok(*choice),
            Answer::Stand(_) => refuse(
                rule!("volley.stand.pass.stand"),
                why!("{} may not do that now.", game.called(self.unit)),
            ),
            _ => not_an_answer("stay, square, masse or counter-charge."),
        }
    }

    /// Infantry closes up before cavalry if it may: it would be undone otherwise.
    fn decline(&self, game: &Volley) -> Answer {
        let cavalry = || !chargers(game, self.unit, Arm::Cavalry).is_empty();
        let closed =
            self.may.iter().find(|choice| matches!(choice, StandChoice::Square | StandChoice::Masse));
        match closed {
            Some(choice) if cavalry() || is_taken_up(game) => Answer::Stand(*choice),
            _ => Answer::Stand(StandChoice::Stay),
        }
    }

    fn prompt(&self, game: &Volley) -> String {
        says(game.name(self.unit), "stand[s]: choose how [it meets|they meet] the charge.")
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("how {} the charge.", says(game.name(self.unit), "meet[s]"))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        self.may.iter().fold(Form::choose(Some(self.unit)), |form, choice| {
            let (text, note) = match choice {
                StandChoice::Stay => ("Stand as they are", "keep the formation and receive the charge"),
                StandChoice::Square => ("Form square", "safe from horse, a target for guns"),
                StandChoice::Masse => ("Form masse", "closed against horse, and still fit to march"),
                StandChoice::CounterCharge => ("Counter-charge", "meet them at the gallop"),
            };
            form.or(text, note, Answer::Stand(*choice))
        })
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        let Answer::Stand(choice) = answer else { return None };
        let moments: Vec<Moment> = self.may.iter().map(|choice| moment(*choice)).collect();
        outlook_of_charged(game, self.unit, moment(*choice), &moments)
    }
}

fn moment(choice: StandChoice) -> Moment {
    match choice {
        StandChoice::Stay => Moment::Stays,
        StandChoice::Square | StandChoice::Masse => Moment::ClosesUp,
        StandChoice::CounterCharge => Moment::GoesIn,
    }
}

/// A charged unit decides how it meets the charge; of several chargers the first horse counts.
fn outlook_of_charged(game: &Volley, unit: UnitId, from: Moment, moments: &[Moment]) -> Option<Outlook> {
    let horse = chargers(game, unit, Arm::Cavalry).first().copied();
    let charger = horse.or_else(|| game.charges_on(unit).next().map(|(charge, _)| charge.charger))?;
    outlook::from_moment(game, [charger, unit], from, moments)
}

/// British infantry that wavers before cavalry: roll for square?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RollForSquare {
    pub unit: UnitId,
}

impl Ask<Volley> for RollForSquare {
    type Granted = bool;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, _: &Volley, answer: &Answer) -> Result<bool, Refusal> {
        yes_or_no(answer)
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::Yes
    }

    fn prompt(&self, game: &Volley) -> String {
        says(game.name(self.unit), "waver[s] before the cavalry: shall [it|they] roll for square?")
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("whether {} for square.", says(game.name(self.unit), "roll[s]"))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        Form::yes_or_no(
            Some(self.unit),
            ("Roll for square", "they waver; a good roll saves them"),
            ("Take it as it comes", "no roll"),
        )
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        let from = if *answer == Answer::Yes { Moment::RollsForSquare } else { Moment::Wavers };
        outlook_of_charged(game, self.unit, from, &[Moment::RollsForSquare, Moment::Wavers])
    }
}

/// French Guard held off: lose figures and go in?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Press {
    pub unit: UnitId,
}

impl Ask<Volley> for Press {
    type Granted = bool;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, _: &Volley, answer: &Answer) -> Result<bool, Refusal> {
        yes_or_no(answer)
    }

    fn decline(&self, game: &Volley) -> Answer {
        undecided(game)
    }

    fn prompt(&self, game: &Volley) -> String {
        says(game.name(self.unit), "[is|are] held off: shall [it|they] take the loss and go in?")
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("whether {} in.", says(game.name(self.unit), "go[es]"))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        Form::yes_or_no(
            Some(self.unit),
            ("Press on", "lose figures and go in"),
            ("Stay held off", "no further loss"),
        )
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        let charge = game.charges.iter().find(|charge| charge.charger == self.unit)?;
        let foe = charge.contacts.first().map_or(charge.target, Contact::charged);
        let from = if *answer == Answer::Yes { Moment::PressesOn } else { Moment::HeldOff };
        outlook::from_moment(game, [self.unit, foe], from, &[Moment::PressesOn, Moment::HeldOff])
    }
}

/// A charger held off: form line?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormLine {
    pub unit: UnitId,
}

impl Ask<Volley> for FormLine {
    type Granted = bool;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, _: &Volley, answer: &Answer) -> Result<bool, Refusal> {
        yes_or_no(answer)
    }

    fn decline(&self, game: &Volley) -> Answer {
        undecided(game)
    }

    fn prompt(&self, game: &Volley) -> String {
        says(game.name(self.unit), "[is|are] held off: shall [it|they] form line?")
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("whether {} line.", says(game.name(self.unit), "form[s]"))
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        Form::yes_or_no(
            Some(self.unit),
            ("Form line", "ready to fire"),
            ("Stay in column", "ready to charge again"),
        )
    }
}
