//! Panic (phase 4): which MEs check, what a check comes to, and how it spreads.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{PanicWhen, house, rule};
use crate::rules::ground::measure::{Interpenetrating, RetreatCut, me_range};
use crate::rules::hour::phases::{self, InTheHour, Progress};
use crate::rules::morale::me_morale::{ShakenBy, Spirit, average, bad_units, become_shaken, breaks, spirit};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::me::MeId;
use crate::state::words::{Campaign, CorpsOrderKind, Fatigue, Grade, Place};
use dice::Dice;
use engine::Tests as _;
use engine::desk::{FactSet as _, flag, number, word};
use engine::wording::spoken;
use engine::{Side, Umpire};
use rulebook::RuleId;
use table::Inches;

rulebook::words!(
    /// What has become of an ME in the hour just played.
    Fell {
        Shaken = "shaken",
        Broken = "broken",
        Destroyed = "destroyed",
        AllBad = "all-bad",
        Sauve = "sauve-qui-peut",
    }
);
rulebook::words!(
    /// How the Guard near an ME does.
    NearGuard { Well = "well", Shaken = "shaken", Broken = "broken" }
);

engine::facts! {
    /// Whether what became of another ME is a cause.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct PanicCause of Rules {
        pub fell: Fell = Fell::Broken, word "fell" |name, _| word(name, "what became of the other ME", Fell::NAMES, Some("broken"));
        pub guard: bool = false, plain "guard" |name, _| flag(name, "it is of the Old or Middle Guard");
        pub inches: u32 = 0, plain "inches" |name, _| number(name, "how far off it is, parts rounded up", 0, 60, Some(12)).usual([12, 20, 30]);
    }
}

engine::facts! {
    /// What a panic check rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct PanicCheck of Rules {
        pub grade: Grade = Grade::Regular, word "grade" |name, _| word(name, "its average grade", Grade::NAMES, Some("regular"));
        pub guard: NearGuard = NearGuard::Well, word "guard" |name, _| word(name, "how the Guard near it does", NearGuard::NAMES, Some("well"));
        pub units: u32 = 1, plain "units" |name, _| number(name, "units it had at the start", 1, 20, Some(6));
        pub bad: u32 = 0, plain "bad" |name, _| number(name, "of these in bad morale", 0, 20, Some(0));
        pub gone: u32 = 0, plain "gone" |name, _| number(name, "of these removed", 0, 20, Some(0));
        pub causes: u32 = 1, plain "causes" |name, _| number(name, "causes in all", 1, 9, Some(1));
        pub fatigue: Fatigue = Fatigue::Fresh, word "fatigue" |name, _| word(name, "its fatigue", Fatigue::NAMES, Some("fresh"));
        pub shaken: bool = false, plain "shaken" |name, _| flag(name, "it is shaken");
        pub retreat_cut: bool = false, plain "retreat-cut" |name, _| flag(name, "an enemy stands on its line of retreat");
        pub strong_points: u32 = 0, plain "strong-points" |name, _| number(name, "strong points near it that the enemy captured", 0, 9, Some(0));
        pub withdraw: bool = false, plain "withdraw" |name, _| flag(name, "its corps is on Withdraw");
        pub campaign: Campaign = Campaign::Fresh, word "campaign" |name, _| word(name, "what the campaign has left of it", Campaign::NAMES, Some("fresh"));
        pub interpenetrated: bool = false, plain "interpenetrated" |name, _| flag(name, "another ME of its side stands among it");
        pub leader: bool = false, plain "leader" |name, _| flag(name, "a charismatic or inspirational leader is attached");
    }
}

/// How a check ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PanicEnd {
    Broken,
    Shaken,
    CarriesOn,
}

impl PanicEnd {
    pub const fn word(self) -> &'static str {
        match self {
            PanicEnd::Broken => "broken",
            PanicEnd::Shaken => "shaken",
            PanicEnd::CarriesOn => "carries-on",
        }
    }
}

impl PanicCause {
    /// The rule by which it is a cause.
    pub fn rule(&self, rules: &Rules) -> Option<RuleId> {
        let (broken, destroyed, guard) = (
            rule!("empire.panic.cause.broken"),
            rule!("empire.panic.cause.destroyed"),
            rule!("empire.panic.cause.guard"),
        );
        let by = match self.fell {
            // Shaken Guard weighs on others and is no cause, unless a house leaves that out.
            Fell::Shaken if rules.on(rule!("empire.panic.guard-shaken-no-cause")) => return None,
            Fell::Shaken => [None, Some(guard)],
            // Broken, it is in bad morale to the last unit.
            Fell::Broken => [Some(broken), Some(guard)],
            Fell::Destroyed | Fell::AllBad | Fell::Sauve => [Some(destroyed), Some(guard)],
        };
        let reaches = |rule: &RuleId| {
            let counts = *rule != guard || self.guard;
            counts && rules.inches(*rule).is_some_and(|reach| Inches::whole(self.inches as i32) <= reach)
        };
        by.into_iter().flatten().find(reaches).filter(|_| rules.on(rule!("empire.panic.phase")))
    }
}

impl PanicCheck {
    fn times(&self, rules: &Rules, when: PanicWhen, per: i32) -> i32 {
        use PanicWhen as When;
        let share = |units: u32, percent: i32| units as i32 * 100 >= percent * self.units as i32;
        i32::from(match when {
            When::GuardBroken => self.guard == NearGuard::Broken,
            When::GuardShaken => self.guard == NearGuard::Shaken,
            When::HalfBad => share(self.bad + self.gone, per),
            When::QuarterBad => {
                let half = rules.panic.modifiers.find(When::HalfBad);
                let is_half = half.is_some_and(|half| share(self.bad + self.gone, half.per));
                share(self.bad, per) && !is_half
            }
            When::ExtraCause => return (self.causes as i32 - per).max(0),
            When::Fatigue => return self.fatigue.levels() as i32,
            When::Shaken => self.shaken,
            When::RetreatCut => self.retreat_cut,
            When::StrongpointCaptured => return self.strong_points as i32,
            When::Withdraw => self.withdraw,
            When::Weary => self.campaign == Campaign::Weary,
            When::Haggard => self.campaign == Campaign::Haggard,
            When::Spent => self.campaign == Campaign::Spent,
            When::Interpenetrated => self.interpenetrated,
            When::Leader => self.leader,
            When::AllGood => self.bad == 0,
        })
    }

    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.panic.modifiers.add(&mut working, |when, per| self.times(rules, when, per));
        working
    }

    fn end(&self, rules: &Rules, total: i32) -> PanicEnd {
        match rules.panic.needs(self.grade).filter(|_| rules.on(rule!("empire.panic.proc"))) {
            Some((_, [_, broken])) if total <= broken => PanicEnd::Broken,
            Some((_, [carries_on, _])) if total < carries_on => PanicEnd::Shaken,
            _ => PanicEnd::CarriesOn,
        }
    }
}

/// An ME checks for panic.
///
/// # Errors
/// The umpire's pause.
pub fn panic_check<D: Dice>(dice: &mut D, rules: &Rules, check: &PanicCheck) -> Result<PanicEnd, D::Pause> {
    dice.looked_up(DICE, &check.sum(rules), |total| check.end(rules, total), |end| spoken(end.word()))
}

// -------------------------------------------------------------- on the table ----

engine::sight! {
    /// How far it is from one ME to another of its side: from the last place of one that is gone.
    pub struct MeRangeTo of Empire { pub me: MeId, pub other: MeId } -> Inches;
    word: "me-range";
    about: |f, _| [f.me, f.other];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| {
        // An ME that is nowhere is near none.
        me_range(g, f.me, f.other).unwrap_or(Inches::whole(1000))
    };
    text: |f, g| format!("How far is it from {} to {}?", g.me_name(f.me), g.me_name(f.other));
    answers: |_, g| Distances::upto(reaches(&g.rules));
}

/// The distances at which what befalls an ME tells on another.
fn reaches(rules: &Rules) -> impl Iterator<Item = Inches> {
    let causes = [
        rule!("empire.panic.cause.broken"),
        rule!("empire.panic.cause.destroyed"),
        rule!("empire.panic.cause.guard"),
    ];
    let guards = [PanicWhen::GuardShaken, PanicWhen::GuardBroken];
    let guards = guards.into_iter().filter_map(|when| rules.panic.modifiers.find(when));
    causes.into_iter().filter_map(|rule| rules.inches(rule)).chain(guards.map(|row| Inches::whole(row.per)))
}

engine::sight! {
    /// Strong points near an ME that the enemy has captured.
    pub struct StrongPointsTaken of Empire { pub me: MeId, pub reach: Inches } -> u32;
    word: "strong-points-taken";
    about: |f, _| [f.me];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(0);
    stale: AnyMove;
    measured: |f, g| {
        let is_near = |feature: u16| {
            let feature = g.scenario.terrain.features.get(usize::from(feature));
            let Some(middle) = feature.map(|feature| feature.shape.middle()) else { return false };
            let mut rects = g.units_of(f.me).filter_map(|(_, unit)| unit.rect());
            rects.any(|rect| rect.distance_to(middle) <= f.reach)
        };
        taken(g, g.me(f.me).side).filter(|feature| is_near(*feature)).count() as u32
    };
    text: |f, g| {
        let me = g.me_name(f.me);
        format!("How many strong points that the enemy captured are within {} of {me}?", f.reach)
    };
    answers: |_, _| Count(&["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
}

/// Strong points that the enemy of a side has captured, by their features.
fn taken(game: &Empire, side: Side) -> impl Iterator<Item = u16> {
    let strong = game.structures.iter().filter(|structure| structure.strong_point);
    let theirs = strong.filter(move |structure| structure.holder == Some(side.enemy()));
    theirs.filter(|structure| structure.taken_from.is_some()).map(|structure| structure.feature)
}

/// What has become of an ME since the last phase 4, as panic has it.
pub fn fell(game: &Empire, me: MeId) -> Option<Fell> {
    let body = game.me(me);
    let here = |place: Place| !matches!(place, Place::Lost | Place::Withdrawn);
    let left = || game.all_of(me).filter(|(_, unit)| here(unit.place));
    let suffered = body.now.went_bad > 0 || body.now.losses > 0;
    let is_lost = game.all_of(me).any(|(_, unit)| unit.place == Place::Lost);
    if body.sauve_qui_peut && body.now.broke {
        Some(Fell::Sauve)
    } else if body.now.broke {
        Some(Fell::Broken)
    } else if suffered && is_lost && left().next().is_none() {
        Some(Fell::Destroyed)
    } else if suffered && left().next().is_some() && !left().any(|(_, unit)| unit.in_good_morale()) {
        Some(Fell::AllBad)
    } else {
        body.shaken.then_some(Fell::Shaken)
    }
}

/// MEs that may have to check: all that have a unit in good morale.
pub(crate) fn order(game: &Empire) -> Vec<MeId> {
    let is_whole =
        |me: &MeId| !game.me(*me).broken && game.units_of(*me).any(|(_, unit)| unit.in_good_morale());
    game.me_ids().filter(is_whole).collect()
}

/// The causes of an ME, nearest first.
fn causes<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    me: MeId,
) -> Result<Vec<(Inches, RuleId)>, U::Pause> {
    let mut found = Vec::new();
    for other in game.mes_of(game.me(me).side).filter(|other| *other != me) {
        // The distance is not asked of an ME that could be no cause at any distance.
        let Some(fell) = fell(game, other) else { continue };
        let mut cause = PanicCause { fell, guard: game.me(other).guard, inches: 0, ..PanicCause::blank() };
        if cause.rule(&game.rules).is_none() {
            continue;
        }
        let far = umpire.see(game, MeRangeTo { me, other })?;
        cause.inches = far.0.max(0).unsigned_abs().div_ceil(1000);
        found.extend(cause.rule(&game.rules).map(|rule| (far, rule)));
    }
    found.sort();
    Ok(found)
}

impl PanicCheck {
    /// An ME's check, as it is seen.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn seen<U: Umpire<Empire>>(
        game: &Empire,
        umpire: &mut U,
        me: MeId,
        causes: u32,
    ) -> Result<PanicCheck, U::Pause> {
        let body = game.me(me);
        let inches = |when: PanicWhen| {
            game.rules.panic.modifiers.find(when).map_or(Inches::ZERO, |row| Inches::whole(row.per))
        };
        let mut guard = NearGuard::Well;
        for other in game.mes_of(body.side).filter(|other| *other != me && game.me(*other).guard) {
            let (does, reach) = match fell(game, other) {
                None => continue,
                Some(Fell::Shaken) => (NearGuard::Shaken, inches(PanicWhen::GuardShaken)),
                Some(_) => (NearGuard::Broken, inches(PanicWhen::GuardBroken)),
            };
            if does > guard && umpire.see(game, MeRangeTo { me, other })? <= reach {
                guard = does;
            }
        }
        let strong_points = match taken(game, body.side).next() {
            None => 0,
            Some(_) => {
                let reach = inches(PanicWhen::StrongpointCaptured);
                umpire.see(game, StrongPointsTaken { me, reach })?
            }
        };
        let gone = game.all_of(me).filter(|(_, unit)| unit.place == Place::Lost).count() as u32;
        let withdraw = game.corps(body.corps).order.as_ref();
        let others = game.mes_of(body.side).nth(1).is_some();
        Ok(PanicCheck {
            grade: average(game, me),
            guard,
            units: body.of.max(1),
            bad: (bad_units(game, me).count() as u32).saturating_sub(gone),
            gone,
            causes: causes.max(1),
            fatigue: body.fatigue,
            shaken: body.shaken,
            retreat_cut: umpire.see(game, RetreatCut { me })?,
            strong_points,
            withdraw: withdraw.is_some_and(|order| order.kind == CorpsOrderKind::Withdraw),
            campaign: body.campaign,
            interpenetrated: others && !umpire.see(game, Interpenetrating { me })?.is_empty(),
            leader: spirit(game, me) != Spirit::None,
            ..PanicCheck::blank()
        })
    }
}

/// Phase 4: of the MEs that have not checked, the one that is nearest to its cause.
impl InTheHour for phases::Panic {
    type Left = Vec<MeId>;

    fn begin(game: &mut Empire) -> Vec<MeId> {
        order(game)
    }

    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        left: &mut Vec<MeId>,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause> {
        let mut next: Option<(Inches, MeId, Vec<RuleId>)> = None;
        for me in left.iter().copied().filter(|me| !game.me(*me).broken) {
            let causes = causes(game, umpire, me)?;
            let Some((far, _)) = causes.first().copied() else { continue };
            if next.as_ref().is_none_or(|(least, ..)| far < *least) {
                next = Some((far, me, causes.into_iter().map(|(_, rule)| rule).collect()));
            }
        }
        let Some((_, me, causes)) = next else { return Ok(Progress::Done) };
        left.retain(|other| *other != me);
        checks(game, umpire, me, &causes)?;
        Ok(Progress::GoesOn)
    }
}

/// An ME checks for panic, with what follows.
fn checks<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    me: MeId,
    causes: &[RuleId],
) -> Result<(), U::Pause> {
    let check = PanicCheck::seen(game, umpire, me, causes.len() as u32)?;
    let rules = std::sync::Arc::clone(&game.rules);
    let end = panic_check(umpire.hand(game.me(me).side), &rules, &check)?;
    let row = rules.panic.needs(check.grade).map(|(rule, _)| rule);
    // Shaken Guard weighs on the check, and has not caused it.
    let no_cause = rule!("empire.panic.guard-shaken-no-cause");
    let no_cause = Some(no_cause).filter(|rule| check.guard == NearGuard::Shaken && rules.on(*rule));
    let by = [rule!("empire.panic.phase"), rule!("empire.panic.proc")].into_iter().chain(row).chain(no_cause);
    let by: Vec<RuleId> = causes.iter().copied().chain(by).collect();
    umpire.tell(|| Event::new(What::MePanics { me, result: end.word() }, &by));
    match end {
        PanicEnd::CarriesOn => {}
        PanicEnd::Shaken => {
            let by = ShakenBy { panic: true, kind: game.me(me).kind, ..ShakenBy::blank() };
            if let Some(rule) = by.rule(&rules) {
                become_shaken(game, umpire, me, rule);
            }
        }
        PanicEnd::Broken => {
            let (rule, by, fatigue) =
                rules.panic.breaks().unwrap_or((rule!("empire.panic.proc"), Inches::ZERO, 0));
            breaks(game, umpire, me, (by, fatigue), rule)?;
            // An ME that panics frightens those that have not checked yet, unless a house says otherwise.
            if rules.plays(house!("panic.spreads", "phase-3-only")) {
                let tally = &mut game.me_mut(me).now;
                tally.broke = false;
                tally.went_bad = 0;
                tally.losses = 0;
            }
        }
    }
    Ok(())
}
