//! Phases 4 and 9: morale for shooting losses and to close with the enemy.

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::ground::facts::Room;
use crate::rules::ground::placing;
use crate::rules::morale::artillery_morale::crowd;
use crate::rules::morale::testing::{forget_shots, next_to_test, roll_losses, test};
use crate::rules::morale::{Morale, Reasons, tests_to_close};
use crate::state::event::{Event, What};
use crate::state::game::{ChargeState, Progress, Volley};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Arm, Formation, Nation, Sheet, Test, Verdict};
use dice::Pool;
use engine::{Side, Umpire};
use rulebook::RuleId;
use table::Inches;

pub(crate) fn close<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<Progress, U::Pause> {
    let tests = |game: &Volley, id: UnitId| tests_to_close(game, id) != Reasons::default();
    let Some(unit) = next_to_test(game, umpire, side, tests)? else {
        forget_shots(game);
        return Ok(Progress::Done);
    };
    let reasons = tests_to_close(game, unit);
    closes(&mut OnTable { game, umpire, unit }, reasons)?;
    Ok(Progress::GoesOn)
}

/// A unit that tests in phases 4 and 9: on the table, or in the odds.
pub(crate) trait Closing {
    type Pause;

    fn rules(&self) -> &Rules;
    fn nation(&self) -> Nation;
    fn arm(&self) -> Arm;
    /// Whether it charges on foot and its charge is not over.
    fn is_closing(&self) -> bool;

    /// The die of a morale test for these reasons.
    fn test(&mut self, reasons: Reasons) -> Result<Verdict, Self::Pause>;

    /// What the verdict leads to, and by which rules; anything but going on ends a charge on foot.
    fn carry_out(
        &mut self,
        verdict: Verdict,
        result: CloseResult,
        rules: &[RuleId],
    ) -> Result<(), Self::Pause>;
}

/// A unit tests in the closing phase: once, or where a house plays so for each of its reasons until it fails.
pub(crate) fn closes<C: Closing>(unit: &mut C, reasons: Reasons) -> Result<(), C::Pause> {
    if reasons == Reasons::default() {
        return Ok(());
    }
    let mut tests = vec![reasons];
    if reasons.shot && reasons.charging && unit.rules().plays(house!("morale.timing", "one-per-reason")) {
        tests = vec![Reasons { charging: false, ..reasons }, Reasons { shot: false, ..reasons }];
    }
    for reasons in tests {
        let verdict = unit.test(reasons)?;
        let (nation, closing) = (unit.nation(), unit.is_closing());
        let infantry = matches!(unit.arm(), Arm::Infantry | Arm::Skirmishers);
        let counts = counts_as(unit.rules(), nation, closing, verdict);
        let (result, rules) = close_result(unit.rules(), nation, infantry, closing, verdict);
        unit.carry_out(verdict, result, &rules)?;
        if counts != Verdict::Pass {
            break;
        }
    }
    Ok(())
}

/// What a closing test does, by nation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CloseResult {
    /// The charge goes on, or the unit carries on.
    GoesOn,
    /// The charger ends this far from its target, in line if there is room.
    FormsLine(Inches),
    /// The charger ends this far from its target, in the formation it has.
    SetBack(Inches),
    /// No charger: it stands.
    Stands,
    Routs,
}

impl CloseResult {
    pub const fn word(self) -> &'static str {
        match self {
            CloseResult::GoesOn => "goes-on",
            CloseResult::FormsLine(_) => "forms-line",
            CloseResult::SetBack(_) => "set-back",
            CloseResult::Stands => "stands",
            CloseResult::Routs => "routs",
        }
    }
}

/// What a verdict counts for: on Br8 the French who are not charging pass where others waver.
pub fn counts_as(rules: &Rules, nation: Nation, charging: bool, verdict: Verdict) -> Verdict {
    let pass = rules.sheet == Sheet::Br8 && rules.on(rule!("volley.close.fail12.french-others"));
    if pass && nation == Nation::French && !charging && verdict == Verdict::Fail {
        return Verdict::Pass;
    }
    verdict
}

/// The table of phases 4 and 9.
pub fn close_result(
    rules: &Rules,
    nation: Nation,
    infantry: bool,
    charging: bool,
    verdict: Verdict,
) -> (CloseResult, Vec<RuleId>) {
    if counts_as(rules, nation, charging, verdict) != verdict {
        return (CloseResult::GoesOn, vec![rule!("volley.close.fail12.french-others")]);
    }
    match verdict {
        Verdict::Rout => (CloseResult::Routs, vec![rule!("volley.morale.band.rout")]),
        Verdict::Pass => {
            let passed = match nation {
                Nation::French => rule!("volley.close.pass.french"),
                Nation::Austrian | Nation::Prussian | Nation::British => rule!("volley.close.pass.allied"),
            };
            // Without the rule a pass does not carry it forward.
            let result = if rules.on(passed) { CloseResult::GoesOn } else { CloseResult::Stands };
            (result, vec![passed])
        }
        Verdict::Fail if charging && infantry => {
            let (rule, line) = match nation {
                Nation::French => (rule!("volley.close.fail12.french-form-line"), true),
                Nation::Austrian => (rule!("volley.close.fail12.austrian-form-line"), true),
                Nation::Prussian => (rule!("volley.close.fail12.prussian-back"), false),
                Nation::British => (rule!("volley.close.fail12.british-charging"), false),
            };
            match rules.inches(rule) {
                Some(by) if line => (CloseResult::FormsLine(by), vec![rule]),
                Some(by) => (CloseResult::SetBack(by), vec![rule]),
                None => (CloseResult::GoesOn, Vec::new()),
            }
        }
        Verdict::Fail => {
            let rule = match (nation, infantry) {
                (Nation::French, _) => rule!("volley.close.fail12.french-others"),
                (Nation::Austrian, _) => rule!("volley.close.fail12.austrian-others"),
                (Nation::Prussian, _) => rule!("volley.close.fail12.prussian-others"),
                (Nation::British, true) => rule!("volley.close.fail12.british-stay"),
                (Nation::British, false) => rule!("volley.close.fail12.british-cavalry"),
            };
            (CloseResult::Stands, vec![rule])
        }
    }
}

/// What crowding makes of a charger that is to form line: the dice of its losses, and whether it forms line then.
pub(crate) fn when_crowded(
    rules: &Rules,
    nation: Nation,
    result: CloseResult,
) -> Option<(Pool, CloseResult)> {
    let CloseResult::FormsLine(by) = result else { return None };
    let pool = rules.dice(rule!("volley.close.fail12.austrian-crowding"));
    let keeps = rules.plays(house!("crowding.line", "or"));
    let result = if keeps { CloseResult::SetBack(by) } else { result };
    pool.filter(|_| nation == Nation::Austrian).map(|pool| (pool, result))
}

/// A unit on the table that tests.
struct OnTable<'g, U> {
    game: &'g mut Volley,
    umpire: &'g mut U,
    unit: UnitId,
}

impl<U> OnTable<'_, U> {
    /// The place of its charge on foot that is not over.
    fn charge(&self) -> Option<usize> {
        let charges = &self.game.charges;
        charges.iter().position(|charge| charge.charger == self.unit && charge.state == ChargeState::Closing)
    }
}

impl<U: Umpire<Volley>> Closing for OnTable<'_, U> {
    type Pause = U::Pause;

    fn rules(&self) -> &Rules {
        &self.game.rules
    }

    fn nation(&self) -> Nation {
        self.game.unit(self.unit).nation()
    }

    fn arm(&self) -> Arm {
        self.game.unit(self.unit).arm()
    }

    fn is_closing(&self) -> bool {
        self.charge().is_some()
    }

    fn test(&mut self, reasons: Reasons) -> Result<Verdict, U::Pause> {
        let Reasons { shot, charging } = reasons;
        let mut why = Vec::new();
        if shot {
            why.push(rule!("volley.close.who.shooting"));
        }
        if charging {
            why.push(rule!("volley.close.who.charging"));
        }
        let facts = Morale { charging, ..self.game.morale_facts(self.unit, Test::Close) };
        test(self.game, self.umpire, self.unit, &facts, &why)
    }

    fn carry_out(&mut self, verdict: Verdict, result: CloseResult, rules: &[RuleId]) -> Result<(), U::Pause> {
        let at = self.charge();
        let OnTable { game, umpire, unit } = self;
        let unit = *unit;
        if let Some(at) = at.filter(|_| result != CloseResult::GoesOn) {
            game.charges[at].state = ChargeState::Over;
        }
        match (result, at) {
            (CloseResult::Routs, _) => game.remove(unit, Standing::Routed, *umpire)?,
            (CloseResult::GoesOn, _) => umpire.tell(|| Event::new(after(verdict, unit), rules)),
            (CloseResult::Stands, _) => {
                // 'Stand in place' changes nothing unless the house halts them.
                let stands = game
                    .rules
                    .on(rules.first().copied().unwrap_or(rule!("volley.close.fail12.french-others")));
                if stands && verdict == Verdict::Fail {
                    let halts = game.rules.plays(house!("morale.stand-in-place", "halted"));
                    if halts {
                        game.unit_mut(unit).halted = 1;
                        game.unit_mut(unit).silenced = true;
                    }
                    let what = if halts { What::Halted { unit } } else { What::StaysPut { unit } };
                    umpire.tell(|| Event::new(what, rules));
                }
            }
            (CloseResult::FormsLine(by), Some(at)) => {
                let target = game.charges[at].target;
                forms_line_short(game, *umpire, unit, target, by, rules)?;
            }
            (CloseResult::SetBack(by), Some(at)) => {
                let target = game.charges[at].target;
                set_back(game, unit, target, by, at);
                let formation = game.unit(unit).formation;
                umpire.tell(|| Event::new(What::ShortOf { unit, target, by, formation }, rules));
            }
            (CloseResult::FormsLine(_) | CloseResult::SetBack(_), None) => {}
        }
        Ok(())
    }
}

/// A unit that no test holds up: it passed, or wavering has no effect on it.
fn after(verdict: Verdict, unit: UnitId) -> What {
    match verdict {
        Verdict::Pass => What::CarriesOn { unit },
        Verdict::Fail | Verdict::Rout => What::StaysPut { unit },
    }
}

/// Straight back along its path, to the gap, in the formation it has.
pub(crate) fn set_back(game: &mut Volley, unit: UnitId, target: UnitId, gap: Inches, charge: usize) {
    let formation = game.unit(unit).formation;
    if let (Some(from), true) =
        (game.charges[charge].from, game.rules.plays(house!("charge.placement", "at-start")))
        && placing::fits(game, unit, from, formation)
    {
        placing::stand(game, unit, from, formation);
        return;
    }
    if let Some(pose) = placing::back_from(game, unit, target, gap)
        && let Some(pose) = placing::settle_back(game, unit, pose, formation)
    {
        placing::stand(game, unit, pose, formation);
    }
}

/// The charger goes into line short of the target; without room it pays and stays as it is.
fn forms_line_short<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    unit: UnitId,
    target: UnitId,
    gap: Inches,
    why: &[RuleId],
) -> Result<(), U::Pause> {
    let austrian = game.unit(unit).nation() == Nation::Austrian;
    let crowding = rule!("volley.close.fail12.austrian-crowding");
    let crowded = austrian && crowd(game, umpire, unit, crowding)?;
    if !game.is_standing(unit) {
        return Ok(());
    }
    let at = placing::back_from(game, unit, target, gap);
    let keeps = crowded && game.rules.plays(house!("crowding.line", "or"));
    if !keeps && umpire.see(game, Room { unit, formation: Formation::Line, at })? {
        let at = at.and_then(|at| placing::settle_back(game, unit, at, Formation::Line)).or(at);
        placing::reform(game, unit, Formation::Line, at);
        umpire.tell(|| Event::new(What::ShortOf { unit, target, by: gap, formation: Formation::Line }, why));
        return Ok(());
    }
    let no_room = if austrian { crowding } else { rule!("volley.close.fail12.french-no-room") };
    if let Some(pool) = game.rules.dice(no_room).filter(|_| !crowded) {
        let lost = roll_losses(game, umpire, unit, pool)?.min(game.unit(unit).figures);
        umpire.tell(|| Event::new(What::NoRoom { unit, formation: Formation::Line, lost }, &[no_room]));
        game.lose(unit, lost, umpire)?;
    }
    if game.is_standing(unit) {
        let formation = game.unit(unit).formation;
        if let Some(pose) = at.and_then(|at| placing::settle_back(game, unit, at, formation)) {
            placing::stand(game, unit, pose, formation);
        }
        umpire.tell(|| Event::new(What::ShortOf { unit, target, by: gap, formation }, why));
    }
    Ok(())
}
