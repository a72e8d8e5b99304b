//! Phases 5 and 10: charged infantry tests to stand, closes up, goes in, or lets the charge come in.

mod options;
pub(crate) mod procedure;

use crate::charts::Rules;
use crate::ids::{Ids, house, rule};
use crate::rules::asking::is_taken_up;
use crate::rules::charge::close::set_back;
use crate::rules::charge::{advance, pick_supporter};
use crate::rules::fire::shooting;
use crate::rules::ground::facts::Room;
use crate::rules::ground::placing;
use crate::rules::morale::Morale;
use crate::rules::morale::testing::{next_to_test, still_to_test, test};
use crate::rules::orders::formation;
use crate::rules::outlook::{self, Outlook};
use crate::state::answer::{Answer, StandChoice};
use crate::state::event::{Event, What};
use crate::state::game::{Charge, ChargeState, Contact, Progress, Volley};
use crate::state::refusal::{Cite, Refusal, not_an_answer, refuse, why};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Arm, Formation, Grade, Moment, Nation, Test, Verdict};
use engine::Tests as _;
use engine::tested::PASSED;
use engine::wording::says;
use engine::{Ask, Form, Routine, Side, Umpire, YesOrNo};
use procedure::{Charged, Effect};
use rulebook::RuleId;
use serde::Serialize;
use table::Inches;

pub use options::{closes_up_into, late_square, may_counter_charge, press_price};

/// Whether a unit must test to stand: infantry that is charged and not in melee already.
fn must_stand(game: &Volley, id: UnitId) -> bool {
    let unit = game.unit(id);
    tests_to_stand(&game.rules, unit.side(), unit.arm(), game.in_old_melee(id))
        && game.charges_on(id).next().is_some()
}

/// Whether a unit of that side and arm tests when it is charged.
pub fn tests_to_stand(rules: &Rules, side: Side, arm: Arm, in_melee: bool) -> bool {
    rules.on(who_stands(side)) && spared(rules, arm, in_melee).is_none()
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
    procedure::tests(&mut OnTable { game, umpire, unit })?;
    Ok(Progress::GoesOn)
}

fn chargers(game: &Volley, unit: UnitId, arm: Arm) -> Vec<UnitId> {
    game.charges_on(unit).map(|(charge, _)| charge.charger).filter(|id| game.unit(*id).is(arm)).collect()
}

/// What infantry does that may choose and does not: it closes up before cavalry, since it would be undone otherwise,
/// and does as the house plays undecided options before others.
pub(crate) fn undecided_choice(rules: &Rules, may: &[StandChoice], by_cavalry: bool) -> StandChoice {
    let closed = may.iter().find(|choice| matches!(choice, StandChoice::Square | StandChoice::Masse));
    closed.copied().filter(|_| by_cavalry || is_taken_up(rules)).unwrap_or(StandChoice::Stay)
}

// --------------------------------------------------------------- on the table ----

/// A charged unit on the table.
struct OnTable<'g, U> {
    game: &'g mut Volley,
    umpire: &'g mut U,
    unit: UnitId,
}

impl<U: Umpire<Volley>> Charged for OnTable<'_, U> {
    type Pause = U::Pause;
    type Charger = UnitId;

    fn rules(&self) -> &Rules {
        &self.game.rules
    }

    fn nation(&self) -> Nation {
        self.game.unit(self.unit).nation()
    }

    fn arm(&self) -> Arm {
        self.game.unit(self.unit).arm()
    }

    fn formation(&self) -> Formation {
        self.game.unit(self.unit).formation
    }

    fn chargers(&self, arm: Arm) -> Vec<UnitId> {
        chargers(self.game, self.unit, arm)
    }

    fn is_there(&self, charger: UnitId) -> bool {
        self.game.is_standing(charger)
    }

    fn is_in_the_open(&self) -> bool {
        formation::open_enough(self.game, self.game.unit(self.unit))
    }

    fn has_room(&self, formation: Formation) -> bool {
        placing::reformed(self.game, self.unit, formation, None)
            .is_none_or(|at| placing::fits_now(self.game, self.unit, at, formation))
    }

    fn test(&mut self) -> Result<Verdict, U::Pause> {
        let OnTable { game, umpire, unit } = self;
        let flank = game.charges_on(*unit).any(|(_, contact)| contact.flank);
        let facts = Morale { flank, ..game.morale_facts(*unit, Test::Stand) };
        test(game, *umpire, *unit, &facts, &[who_stands(game.unit(*unit).side())])
    }

    fn square_roll(&mut self, need: u32) -> Result<bool, U::Pause> {
        let unit = self.unit;
        let rule = rule!("volley.stand.fail12.british-square");
        let formed = self.umpire.hand(self.game.unit(unit).side()).shows_for::<Ids>(rule, need, PASSED)?;
        self.umpire.tell(|| Event::new(What::SquareRoll { unit, formed }, &[rule]));
        Ok(formed)
    }

    fn choose(&mut self, may: Vec<StandChoice>) -> Result<StandChoice, U::Pause> {
        self.umpire.ask(self.game, Stand { unit: self.unit, may })
    }

    fn rolls_for_square(&mut self) -> Result<bool, U::Pause> {
        self.umpire.ask(self.game, RollForSquare { unit: self.unit })
    }

    fn presses_on(&mut self, charger: UnitId) -> Result<bool, U::Pause> {
        let body = self.game.unit(charger);
        let is_guard = body.profile.guard && body.nation() == Nation::French;
        Ok(is_guard && self.umpire.ask(self.game, Press { unit: charger })?)
    }

    fn carry_out(&mut self, effect: Effect<UnitId>) -> Result<(), U::Pause> {
        let OnTable { game, umpire, unit } = self;
        let unit = *unit;
        match effect {
            Effect::Routs => game.remove(unit, Standing::Routed, *umpire)?,
            Effect::StandsFirm => {
                umpire.tell(|| Event::new(What::CarriesOn { unit }, &[rule!("volley.stand.pass.stand")]));
            }
            Effect::StandsShaken => umpire.tell(|| {
                let rules = [rule!("volley.stand.fail12.stand"), rule!("volley.stand.fail12.no-formation")];
                Event::new(What::StaysPut { unit }, &rules)
            }),
            Effect::ClosesUp(formation, rule) => close_up(game, *umpire, unit, formation, rule)?,
            Effect::CounterCharges(charger) => {
                placing::join(game, charger, unit, None);
                end_charge(game, charger);
                let what = What::CounterCharges { unit, charger };
                umpire.tell(|| Event::new(what, &[rule!("volley.stand.pass.british-countercharge")]));
            }
            Effect::PressesOn(charger, price) => {
                let what = What::Presses { unit: charger };
                umpire.tell(|| Event::new(what, &[rule!("volley.stand.pass.guard")]));
                game.lose(charger, price, *umpire)?;
                end_charge(game, charger);
                if game.is_standing(charger) {
                    placing::join(game, charger, unit, gun_of(game, charger, unit));
                }
            }
            Effect::SetBack(charger, gap) => held_off(game, *umpire, charger, unit, gap)?,
            Effect::NotHeldOff(charger) => {
                end_charge(game, charger);
                placing::join(game, charger, unit, gun_of(game, charger, unit));
            }
            Effect::ComesToBlows(charger) => come_to_blows(game, *umpire, charger, unit),
            Effect::CallsOff(charger) => end_charge(game, charger),
            Effect::Repulses(charger) => {
                let short = game.separation();
                if let Some(at) = game.charges.iter().position(|charge| charge.charger == charger) {
                    game.charges[at].state = ChargeState::Over;
                    set_back(game, charger, unit, short, at);
                }
            }
        }
        Ok(())
    }
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

/// Charging infantry whose target stands is set back, and may form line.
fn held_off<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    charger: UnitId,
    target: UnitId,
    gap: Inches,
) -> Result<(), U::Pause> {
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
    let placed = rule!("volley.stand.pass.charger-placed");
    umpire.tell(|| Event::new(What::ShortOf { unit: charger, target, by: gap, formation }, &[placed]));
    may_form_line(game, umpire, charger)
}

fn gun_of(game: &Volley, charger: UnitId, target: UnitId) -> Option<UnitId> {
    let charge = game.charges.iter().find(|charge| charge.charger == charger)?;
    let contact = charge.contacts.iter().find(|contact| contact.charged() == target)?;
    contact.supporter.map(|_| contact.unit)
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

/// The charge gets in: contact, a melee to come, and on A15 a toast.
fn come_to_blows<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, charger: UnitId, target: UnitId) {
    let gun = gun_of(game, charger, target);
    let tested = game.unit(target).is(Arm::Infantry);
    end_charge(game, charger);
    placing::join(game, charger, target, gun);
    if let Some(gun) = gun {
        placing::beside_gun(game, target, gun);
    }
    umpire.tell(|| {
        let rules = [rule!("volley.stand.fail12.contact"), rule!("volley.stand.fail12.fight")];
        Event::new(What::ClosesIn { unit: charger, target }, if tested { &rules } else { &[] })
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
        procedure::comes_to_blows(&mut OnTable { game, umpire, unit: foe }, charger)?;
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
            let unit = again.unwrap_or(gun);
            procedure::comes_to_blows(&mut OnTable { game, umpire, unit }, charger)?;
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
    const WORD: &'static str = "stand";
    const ROUTINE: Option<Routine> = Some(Routine {
        title: "Charged, and they stand",
        values: &[
            ("close", "Square or masse before horse"),
            ("stay", "Stand as they are"),
            ("counter", "Counter-charge where they may"),
        ],
    });
    type Granted = StandChoice;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<StandChoice, Refusal> {
        match answer {
            Answer::Stand(choice) if self.may.contains(choice) => Ok(*choice),
            Answer::Stand(_) => refuse(
                rule!("volley.stand.pass.stand"),
                why!("{} may not do that now.", game.called(self.unit)),
            ),
            Answer::Yes | Answer::No | Answer::Unit(_) | Answer::Form(_) | Answer::Order(_) => {
                not_an_answer("stay, square, masse or counter-charge.")
            }
        }
    }

    fn decline(&self, game: &Volley) -> Answer {
        let by_cavalry = !chargers(game, self.unit, Arm::Cavalry).is_empty();
        Answer::Stand(undecided_choice(&game.rules, &self.may, by_cavalry))
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

    fn beforehand(&self, view: &Volley, value: &str) -> Option<Answer> {
        let by_horse = !chargers(view, self.unit, Arm::Cavalry).is_empty();
        let wanted: &[StandChoice] = match value {
            "close" if by_horse => &[StandChoice::Square, StandChoice::Masse],
            "stay" => &[StandChoice::Stay],
            "counter" => &[StandChoice::CounterCharge],
            _ => &[],
        };
        wanted.iter().find(|choice| self.may.contains(choice)).map(|choice| Answer::Stand(*choice))
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

impl YesOrNo<Volley> for RollForSquare {
    const WORD: &'static str = "roll-for-square";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("Wavering before horse: roll for square"));

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn silence_is_yes(&self, _: &Volley) -> bool {
        true
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

impl YesOrNo<Volley> for Press {
    const WORD: &'static str = "press";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("Held off: take the loss and go in"));

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn silence_is_yes(&self, game: &Volley) -> bool {
        is_taken_up(&game.rules)
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

impl YesOrNo<Volley> for FormLine {
    const WORD: &'static str = "form-line";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("Held off: form line"));

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn silence_is_yes(&self, game: &Volley) -> bool {
        is_taken_up(&game.rules)
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
