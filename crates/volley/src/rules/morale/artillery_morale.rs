//! Phase 2: units that guns have hit test, and may halt, form line or fall back.

use crate::ids::{house, rule};
use crate::rules::ground::facts::{Crowded, Room, went_back};
use crate::rules::ground::placing;
use crate::rules::morale::testing::{forget_shots, next_to_test, roll_losses, test};
use crate::rules::morale::{halts_into_line, tests_after_guns};
use crate::rules::orders::formation;
use crate::state::answer::{Answer, Order};
use crate::state::event::{Event, What};
use crate::state::game::{Progress, Volley};
use crate::state::refusal::{Refusal, not_an_answer, refuse, why};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Formation, Nation, Test, Verdict};
use dice::Stream;
use engine::wording::says;
use engine::{Ask, Form, FormKind, Routine, Side, Umpire};
use rulebook::RuleId;
use serde::Serialize;
use table::Inches;

/// Phase 2: units that lost figures to the guns test, French first.
pub(crate) fn after_artillery<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<Progress, U::Pause> {
    let hit = |game: &Volley, id: UnitId| {
        let unit = game.unit(id);
        unit.shot_losses > 0 && tests_after_guns(&game.rules, unit.arm())
    };
    let Some(unit) = next_to_test(game, umpire, side, hit)? else {
        if side == Side::Allied {
            forget_shots(game);
        }
        return Ok(Progress::Done);
    };
    let facts = game.morale_facts(unit, Test::Artillery);
    match test(game, umpire, unit, &facts, &[rule!("volley.p2.who")])? {
        Verdict::Pass => {
            if game.rules.on(rule!("volley.p2.pass")) {
                umpire.tell(|| Event::new(What::CarriesOn { unit }, &[rule!("volley.p2.pass")]));
            } else {
                game.unit_mut(unit).halted = 1;
            }
        }
        Verdict::Fail => halt(game, umpire, unit)?,
        Verdict::Rout => game.remove(unit, Standing::Routed, umpire)?,
    }
    Ok(Progress::GoesOn)
}

fn halt<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    if game.rules.on(rule!("volley.p2.fail12.halt")) {
        game.unit_mut(unit).halted = 1;
        umpire.tell(|| Event::new(What::Halted { unit }, &[rule!("volley.p2.fail12.halt")]));
    }
    let body = game.unit(unit);
    if halts_into_line(body.nation(), body.arm(), body.formation) {
        austrian_line(game, umpire, unit)?;
    }
    if may_fall_back(game, unit) {
        british_retirement(game, umpire, unit)?;
    }
    Ok(())
}

/// Whether a unit that guns halt may fall back.
fn may_fall_back(game: &Volley, unit: UnitId) -> bool {
    let body = game.unit(unit);
    body.is_formed_infantry()
        && body.nation() == Nation::British
        && !game.in_melee(unit)
        && game.rules.inches(rule!("volley.p2.fail12.british-retire")).is_some()
}

/// Whether the test of phase 2 leaves a unit where it stands and as it is, unless it routs.
pub(crate) fn stays_or_routs(game: &Volley, unit: UnitId) -> bool {
    let body = game.unit(unit);
    !halts_into_line(body.nation(), body.arm(), body.formation) && !may_fall_back(game, unit)
}

/// A15: the unit goes into line, and pays if it is crowded.
fn austrian_line<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    let crowding = rule!("volley.p2.fail12.austrian-crowding");
    let crowded = crowd(game, umpire, unit, crowding)?;
    if !game.is_standing(unit) || (crowded && game.rules.plays(house!("crowding.line", "or"))) {
        return Ok(());
    }
    let forms = rule!("volley.p2.fail12.austrian-form-line");
    if !game.rules.on(forms) {
        return Ok(());
    }
    let at = placing::reformed(game, unit, Formation::Line, None);
    if umpire.see(game, Room { unit, formation: Formation::Line, at })? {
        let at = at.and_then(|at| placing::settle_back(game, unit, at, Formation::Line)).or(at);
        placing::reform(game, unit, Formation::Line, at);
        umpire.tell(|| Event::new(What::Formed { unit, formation: Formation::Line }, &[forms]));
    }
    Ok(())
}

/// Whether an Austrian column stood too close to another, and its losses for it.
pub(crate) fn crowd<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    rule: RuleId,
) -> Result<bool, U::Pause> {
    let (Some(within), Some(pool)) = (game.rules.inches(rule), game.rules.dice(rule)) else {
        return Ok(false);
    };
    if !umpire.see(game, Crowded { unit, within })? {
        return Ok(false);
    }
    let lost = roll_losses(game, umpire, unit, pool)?.min(game.unit(unit).figures);
    umpire.tell(|| Event::new(What::CrowdedLosses { unit, lost }, &[rule]));
    game.lose(unit, lost, umpire)?;
    Ok(true)
}

/// Br8: halted British infantry may fall back and change formation, and then moves no more.
fn british_retirement<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
) -> Result<(), U::Pause> {
    let Some((by, formation)) = umpire.ask(game, Retire { unit })? else { return Ok(()) };
    if by > Inches::ZERO {
        let rules = [rule!("volley.p2.fail12.british-retire")];
        let went = placing::retire(game, unit, None, by);
        match went_back(game, umpire, unit, went)? {
            placing::Retired::Went(by) => umpire.tell(|| Event::new(What::FellBack { unit, by }, &rules)),
            placing::Retired::OffTable => return game.remove(unit, Standing::LeftTable, umpire),
        }
    }
    if formation != game.unit(unit).formation {
        let at = placing::reformed(game, unit, formation, None);
        if at.is_none_or(|at| placing::fits(game, unit, at, formation)) {
            placing::reform(game, unit, formation, at);
            umpire.tell(|| {
                Event::new(What::Formed { unit, formation }, &[rule!("volley.p2.fail12.british-retire")])
            });
        }
    }
    let no_more = game.rules.on(rule!("volley.p2.fail12.british-no-more"));
    game.unit_mut(unit).halted = u8::from(no_more);
    game.unit_mut(unit).fell_back = true;
    Ok(())
}

/// British infantry halted by guns may fall back and change formation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Retire {
    pub unit: UnitId,
}

impl Ask<Volley> for Retire {
    const WORD: &'static str = "retire";
    const ROUTINE: Option<Routine> = Some(Routine::never("Halted by guns: fall back"));
    type Granted = Option<(Inches, Formation)>;

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<(Inches, Formation)>, Refusal> {
        let (unit, by, formation) = match answer {
            Answer::No => return Ok(None),
            Answer::Order(Order::FallBack { unit, by, formation }) => (*unit, *by, *formation),
            Answer::Yes | Answer::Unit(_) | Answer::Form(_) | Answer::Stand(_) | Answer::Order(_) => {
                return not_an_answer("fall back, or no.");
            }
        };
        let rule = rule!("volley.p2.fail12.british-retire");
        let body = game.unit(self.unit);
        if unit != self.unit {
            return refuse(rule, why!("It is {} that may fall back.", body.called()));
        }
        let most = farthest_back(game);
        if by > most || by < Inches::ZERO {
            return refuse(rule, why!("{} may fall back {} at most, not {}.", body.called(), most, by));
        }
        formation::may_take(game, body, formation)?;
        Ok(Some((by, formation)))
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Volley) -> String {
        let may = "[is|are] halted by guns: [it|they] may fall back and change formation, or stay.";
        says(game.name(self.unit), may)
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("whether {}.", says(game.name(self.unit), "fall[s] back"))
    }

    /// Half of the way it may go, in each formation it may take.
    fn form(&self, game: &Volley) -> Form<Answer> {
        let by = farthest_back(game).half();
        let back = [Formation::Line, Formation::Column, Formation::Square]
            .map(|formation| (formation, Answer::Order(Order::FallBack { unit: self.unit, by, formation })));
        let may = back.into_iter().filter(|(_, answer)| self.grant(game, answer).is_ok());
        may.fold(Form::new(FormKind::FallBack, Some(self.unit)), |form, (formation, answer)| {
            form.or(format!("Fall back, {formation}"), "", answer)
        })
        .or("Stand fast", "", Answer::No)
    }

    fn sample(&self, game: &Volley, luck: &mut Stream) -> Answer {
        let formations = [Formation::Line, Formation::Column, Formation::Square];
        let formation = formations[luck.below(3) as usize];
        let by = Inches::mils(luck.below(6001) as i32);
        let answer = Answer::Order(Order::FallBack { unit: self.unit, by, formation });
        if luck.below(2) == 0 && self.grant(game, &answer).is_ok() { answer } else { Answer::No }
    }

    fn beforehand(&self, _: &Volley, value: &str) -> Option<Answer> {
        (value == Routine::NEVER).then_some(Answer::No)
    }
}

/// How far halted British infantry may fall back.
fn farthest_back(game: &Volley) -> Inches {
    let printed = game.rules.inches(rule!("volley.p2.fail12.british-retire")).unwrap_or_default();
    if game.rules.plays(house!("p2.british-retire", "halved")) { printed.half() } else { printed }
}
