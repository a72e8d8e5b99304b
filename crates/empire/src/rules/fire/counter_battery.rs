//! Hits on a battery by guns: horses, crew, caissons. All hits, of any weapon on any unit, go through `strike`.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{house, rule};
use crate::rules::ground::measure::{CoverOf, near};
use crate::rules::morale::losses::{lose, lose_by, lose_horses};
use crate::rules::morale::unit_morale::{self, Cause, Reason};
use crate::state::event::Working;
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Cover, Formation, Place};
use dice::Dice;
use engine::Tests as _;
use engine::Umpire;
use engine::desk::{FactSet as _, flag};
use rulebook::RuleId;

engine::facts! {
    /// What a hit on a battery rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Battered of Rules {
        pub limbered: bool = false, plain "limbered" |name, _| flag(name, "the battery is limbered or condensed");
        pub cover: bool = false, plain "cover" |name, _| flag(name, "its limbers are in cover");
        pub shrapnel: bool = false, plain "shrapnel" |name, _| flag(name, "British guns fire shrapnel");
    }
}

/// What one hit takes. Falls that read the same are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    pub horses: u32,
    pub crew: u32,
    /// A caisson is hit: ammunition runs low, and it explodes.
    pub caisson: bool,
    /// The row it was read in.
    pub row: Option<RuleId>,
}

impl Hit {
    fn said(self) -> String {
        let Hit { horses, crew, caisson, .. } = self;
        let caisson = if caisson { ", a caisson" } else { "" };
        format!("{horses} horses, {crew} crew{caisson}")
    }
}

impl Battered {
    /// By which rules a hit takes what it takes: the chart, its row, and what made it another.
    fn cites(&self, rules: &Rules, hit: &Hit) -> Vec<RuleId> {
        let (cover, shrapnel) = (rule!("empire.cb.cover"), rule!("empire.cb.shrapnel"));
        let also = [(cover, self.cover), (shrapnel, self.shrapnel)];
        let also = also.into_iter().filter(|(rule, is_so)| *is_so && rules.on(*rule)).map(|(rule, _)| rule);
        std::iter::once(rule!("empire.cb.proc")).chain(hit.row).chain(also).collect()
    }

    /// What shrapnel adds to the roll (ruling counter-battery.shrapnel).
    pub fn added(&self, rules: &Rules) -> i32 {
        let added = rules.int(rule!("empire.cb.shrapnel")).filter(|_| self.shrapnel);
        added.filter(|_| rules.plays(house!("counter-battery.shrapnel", "roll"))).unwrap_or(0)
    }

    /// What a total takes.
    pub fn read(&self, rules: &Rules, total: i32) -> Hit {
        let Some(row) = rules.counter_battery.row(total).filter(|_| rules.on(rule!("empire.cb.proc"))) else {
            return Hit::default();
        };
        let (horses, crew) = match self.limbered {
            true => (row.limbered_horses, row.limbered_crew),
            false => (row.horses, row.crew),
        };
        let fewer = rules.int(rule!("empire.cb.cover")).filter(|_| self.cover).unwrap_or(0);
        let more = rules.int(rule!("empire.cb.shrapnel")).filter(|_| self.shrapnel);
        let more = more.filter(|_| rules.plays(house!("counter-battery.shrapnel", "casualty")));
        Hit {
            horses: horses.saturating_add_signed(fewer),
            crew: crew.saturating_add_signed(more.unwrap_or(0)),
            caisson: row.caisson,
            row: Some(row.rule),
        }
    }
}

/// One hit on a battery: 2d10.
///
/// # Errors
/// The umpire's pause.
pub fn battered<D: Dice>(dice: &mut D, rules: &Rules, facts: &Battered) -> Result<Hit, D::Pause> {
    if !rules.on(rule!("empire.cb.proc")) {
        return Ok(Hit::default());
    }
    let mut sum = Working::default();
    if facts.added(rules) != 0 {
        sum.add(rule!("empire.cb.shrapnel"), facts.added(rules));
    }
    dice.looked_up(DICE, &sum, |total| facts.read(rules, total), |hit| hit.said())
}

// -------------------------------------------------------------- on the table ----

/// What hits a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shell {
    /// Guns; else small arms.
    pub guns: bool,
    pub shrapnel: bool,
}

/// What a unit has lost to one volley or shot: a unit that lost anything tests (ruling unit-morale.when), and so do
/// those near an exploding caisson ([`NearCaisson`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Struck {
    /// Of guns the crew.
    pub figures: u32,
    pub horses: u32,
    pub caisson: bool,
}

impl Struck {
    pub fn any(self) -> bool {
        self.figures + self.horses > 0
    }
}

/// Hits on a unit. On guns those of guns go through the chart one by one, others take crew (ruling batteries.hits).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn strike<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    target: UnitId,
    hits: u32,
    shell: Shell,
    by: RuleId,
) -> Result<Struck, U::Pause> {
    let mut struck = Struck::default();
    if hits == 0 || game.unit(target).place != Place::Table {
        return Ok(struck);
    }
    let by_chart = shell.guns || game.rules.plays(house!("batteries.hits", "all"));
    if game.unit(target).arm() != Arm::Artillery || !by_chart || !game.rules.on(rule!("empire.cb.proc")) {
        struck.figures = lose(game, umpire, target, hits, by);
        return Ok(struck);
    }
    let facts = Battered {
        limbered: game.unit(target).formation == Formation::Limbered,
        cover: umpire.see(game, CoverOf { unit: target })? != Cover::None,
        shrapnel: shell.shrapnel,
        ..Battered::blank()
    };
    let side = game.unit(target).side();
    let rules = std::sync::Arc::clone(&game.rules);
    for _ in 0..hits {
        if game.unit(target).place != Place::Table {
            break;
        }
        // The firer throws for what he hits.
        let hit = battered(umpire.hand(side.enemy()), &rules, &facts)?;
        let by = facts.cites(&rules, &hit);
        let Hit { horses, crew, caisson, .. } = hit;
        umpire.tell(|| Event::new(What::BatteryHit { unit: target, horses, crew, caisson }, &by));
        struck.horses += lose_horses(game, umpire, target, hit.horses, &by);
        struck.figures += lose_by(game, umpire, target, hit.crew, &by);
        if hit.caisson {
            struck.caisson = true;
            let unit = target;
            let lower = game.unit(unit).ammunition.lower();
            game.unit_mut(unit).ammunition = lower;
            let by = rule!("empire.cb.19");
            umpire.tell(|| Event::new(What::CaissonHit { unit, ammunition: lower }, &[by]));
        }
    }
    Ok(struck)
}

/// What follows for a unit that was struck: the leader with it is in danger, it tests, and so do all near a caisson of
/// its that explodes.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn suffer<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    target: UnitId,
    struck: Struck,
    reason: Reason,
) -> Result<(), U::Pause> {
    unit_morale::hit(game, umpire, target, struck.figures + struck.horses, reason)?;
    if struck.caisson {
        for near in umpire.see(game, NearCaisson { unit: target })? {
            unit_morale::tests(game, umpire, near, Reason { cause: Cause::Caisson, by: Some(target) })?;
        }
    }
    Ok(())
}

engine::sight! {
    /// Units so near to an exploding caisson that they test (ruling unit-morale.caisson); the battery itself left out.
    pub struct NearCaisson of Empire { pub unit: UnitId } -> Vec<UnitId>;
    word: "near-caisson";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| {
        let reach = g.rules.ruled(house!("unit-morale.caisson"));
        near(g, f.unit, reach).into_iter().map(|(_, id)| id).collect()
    };
    text: |f, g| {
        let reach = engine::wording::inches(g.rules.ruled(house!("unit-morale.caisson")).0);
        format!("Which units are within {reach} of {}?", g.name(f.unit))
    };
    answers: |_, _| AnyOf;
}
