//! Units, MEs and leaders as battle files and cases write them: the same keys in both.
//!
//! **unit**: `arm` (infantry), `grade` (veteran), `nation`, `figures` (12), `companies` or `squadrons` (6, horse 4), `class` (b),
//! `drill` (divisional), `shock`, `two-ranks`, `weapon` (musket), `muskets` (usual), `rifles` (none), `skirmishers` (0),
//! `skirmish-grade` (average), `street` (average); horse: `horse` (medium), `dubious`, `cossacks`, `dragoons`, `mad` (others);
//! guns: `sections` (3), `weight` (medium), `gun-class` (class-2), `pounds` (6), `guns-per-section` (2), `horse-artillery`,
//! `regimental`; how it stands: `formation`, `square`, `place` (table), `lost`, `horses-lost`, `disordered`, `morale` (good), `ammunition` (normal),
//! `fired`, `bombarded`, `blown`, `sappers`, `storming`, `standard-lost`.
//!
//! **ME**: `kind` (infantry), `row` (others), `guard`, `campaign` (fresh), `order` (attack), `deployment` (deployed), `shaken`,
//! `impetus`, `fatigue` (fresh), `broken`, `hours-engaged`, `forced-march`, `rose-last-hour`; `tally`: what it has done and suffered in
//! the hour (`{ went-bad = 1, lost = 1, was-engaged = true }`, by the names of [`Tally`]).
//!
//! **leader**: `nation`, `rank` (me), `rating` (average), `character` (impersonal), `bold`, `napoleon`, `reverse-slope`, `premonition`. The
//! character of an ME's leader counts nowhere (ruling ratings).

use crate::charts::Rules;
use crate::ids::house;
use crate::state::corps::CorpsId;
use crate::state::leader::{Leader, Presence, Whereabouts};
use crate::state::me::{Me, MeId, MeOrder, Tally};
use crate::state::unit::{Bases, Guns, Mounts, Profile, Skirmishers, Unit};
use crate::state::words::{
    Ammunition, Arm, Campaign, Character, Class, Deployment, DeploymentRow, Drill, Fatigue, Formation, Grade,
    GunClass, GunWeight, Horse, MadRow, MeKind, MeOrderKind, Morale, Muskets, Nation, Place, Rank, Rating,
    Rifles, SkirmishGrade, SquareKind, StreetGrade, Weapon,
};
use engine::Side;
use rulebook::Table;
use std::sync::Arc;
use table::{Footprint, Inches};

/// Whose a unit is.
#[derive(Clone, Copy)]
pub(super) struct Whose {
    pub(super) side: Side,
    pub(super) me: MeId,
    pub(super) nation: Nation,
}

/// A unit without a place on the table.
pub(super) fn read_unit(table: &Table<'_>, rules: &Rules, name: &str, whose: Whose) -> Unit {
    let arm = table.word_or("arm", Arm::WORDS, Arm::Infantry);
    let guns = read_guns(table, rules, arm);
    let mounts = read_mounts(table, arm);
    let (parts, crew) = read_parts(table, rules, arm);
    let figures: u32 = if arm == Arm::Artillery { crew } else { table.int_or("figures", 1..=60, 12) };
    let weapon = guns.map_or(Weapon::Musket, |guns| guns.weight.weapon());
    let small = [("musket", Weapon::Musket), ("rifle", Weapon::Rifle)];
    let weapon = if guns.is_some() { weapon } else { table.word_or("weapon", &small, weapon) };
    let profile = Profile {
        name: name.into(),
        side: whose.side,
        me: whose.me,
        nation: table.word_or("nation", Nation::WORDS, whose.nation),
        arm,
        grade: table.word_or("grade", Grade::WORDS, Grade::Veteran),
        figures,
        parts,
        class: table.word_or("class", Class::WORDS, Class::B),
        drill: table.word_or("drill", Drill::WORDS, Drill::Divisional),
        shock: table.flag_or("shock", false),
        two_ranks: table.flag_or("two-ranks", false),
        weapon,
        muskets: table.word_or("muskets", Muskets::WORDS, Muskets::Usual),
        rifles: table.word_or("rifles", Rifles::WORDS, Rifles::None),
        skirmishers: Skirmishers {
            figures: table.int_or("skirmishers", 0..=60, 0),
            grade: table.word_or("skirmish-grade", SkirmishGrade::WORDS, SkirmishGrade::Average),
        },
        street: table.word_or("street", StreetGrade::WORDS, StreetGrade::Average),
        mounts,
        guns,
        bases: bases(rules, arm),
    };
    let formation = table.word_or("formation", Formation::WORDS, Formation::usual(arm));
    if !formation.is_of(arm) {
        table.fault_at("formation", format!("{formation} for {arm}"), "a formation of its arm");
    }
    let mut unit =
        Unit::new(Arc::new(profile), formation, table.word_or("place", Place::WORDS, Place::Table));
    unit.square = table.item("square").and_then(|item| item.word(SquareKind::WORDS));
    unit.figures = figures.saturating_sub(table.int_or("lost", 0..=60, 0)).max(1);
    unit.horses = unit.horses.saturating_sub(table.int_or("horses-lost", 0..=60, 0));
    unit.disordered = table.flag_or("disordered", false);
    unit.morale = table.word_or("morale", Morale::WORDS, Morale::Good);
    unit.ammunition = table.word_or("ammunition", Ammunition::WORDS, Ammunition::Normal);
    unit.has_fired = table.flag_or("fired", false);
    unit.hour.bombarded = table.flag_or("bombarded", false);
    unit.blown = table.flag_or("blown", false);
    unit.sappers = table.flag_or("sappers", false);
    unit.storming = table.flag_or("storming", false);
    unit.standard_lost = table.flag_or("standard-lost", false);
    unit
}

/// Companies, squadrons or sections; and the crew of a battery.
fn read_parts(table: &Table<'_>, rules: &Rules, arm: Arm) -> (u32, u32) {
    match arm {
        Arm::Infantry => (table.int_or("companies", 1..=12, 6), 0),
        Arm::Cavalry => (table.int_or("squadrons", 1..=12, 4), 0),
        Arm::Artillery => {
            let sections: u32 = table.int_or("sections", 1..=6, 3);
            (sections, sections * rules.number(house!("batteries.crew")).unsigned_abs())
        }
    }
}

fn read_guns(table: &Table<'_>, rules: &Rules, arm: Arm) -> Option<Guns> {
    if arm != Arm::Artillery {
        return None;
    }
    let sections: u32 = table.int_or("sections", 1..=6, 3);
    Some(Guns {
        weight: table.word_or("weight", GunWeight::WORDS, GunWeight::Medium),
        class: table.word_or("gun-class", GunClass::WORDS, GunClass::Second),
        pounds: table.int_or("pounds", 1..=36, 6),
        per_section: table.int_or("guns-per-section", 2..=3, 2),
        horses: sections * rules.number(house!("batteries.horses")).unsigned_abs(),
        horse_artillery: table.flag_or("horse-artillery", false),
        regimental: table.flag_or("regimental", false),
    })
}

fn read_mounts(table: &Table<'_>, arm: Arm) -> Option<Mounts> {
    if arm != Arm::Cavalry {
        return None;
    }
    let dubious = table.flag_or("dubious", false);
    Some(Mounts {
        horse: table.word_or("horse", Horse::WORDS, Horse::Medium),
        dubious,
        cossacks: table.flag_or("cossacks", false),
        dragoons: table.flag_or("dragoons", false),
        mad: table.word_or("mad", MadRow::WORDS, if dubious { MadRow::Dubious } else { MadRow::Others }),
    })
}

/// The ground that its figures or sections take by these rules (ruling bases).
pub(super) fn bases(rules: &Rules, arm: Arm) -> Bases {
    let pair = |ruling: u16| match rules.ruled_list(ruling) {
        [width, depth] => Footprint::new(Inches(*width), Inches(*depth)),
        _ => Footprint::new(Inches::ZERO, Inches::ZERO),
    };
    Bases {
        each: pair(match arm {
            Arm::Infantry => house!("bases.foot"),
            Arm::Cavalry => house!("bases.horse"),
            Arm::Artillery => house!("bases.section"),
        }),
        limbered: pair(house!("bases.limbered")),
        abreast: rules.number(house!("front-rank.companies")).unsigned_abs(),
        shrink: rules.plays(house!("bases", "shrink")),
    }
}

/// An ME; what its units make of it is worked out by [`settle`].
pub(super) fn read_me(table: &Table<'_>, name: &str, side: Side, corps: CorpsId) -> Me {
    let kind = table.word_or("order", MeOrderKind::WORDS, MeOrderKind::Attack);
    Me {
        name: name.into(),
        side,
        corps,
        kind: table.word_or("kind", MeKind::WORDS, MeKind::Infantry),
        leader: None,
        row: table.word_or("row", DeploymentRow::WORDS, DeploymentRow::Others),
        guard: table.flag_or("guard", false),
        campaign: table.word_or("campaign", Campaign::WORDS, Campaign::Fresh),
        order: Some(MeOrder { kind, objective: None }),
        deployment: table.word_or("deployment", Deployment::WORDS, Deployment::Deployed),
        shaken: table.flag_or("shaken", false),
        impetus: table.flag_or("impetus", false),
        fatigue: table.word_or("fatigue", Fatigue::WORDS, Fatigue::Fresh),
        broken: table.flag_or("broken", false),
        hours_engaged: table.int_or("hours-engaged", 0..=24, 0),
        forced_march: table.flag_or("forced-march", false),
        rose_last_hour: table.flag_or("rose-last-hour", false),
        now: read_tally(table),
        ..plain_me(name, side, corps)
    }
}

/// What an ME has done and suffered in the hour so far.
fn read_tally(table: &Table<'_>) -> Tally {
    let Some(table) = table.opt_table("tally") else { return Tally::default() };
    let (count, flag) = (|key: &str| table.int_or(key, 0..=60, 0), |key: &str| table.flag_or(key, false));
    let tally = Tally {
        won: count("won"),
        lost: count("lost"),
        standards_taken: count("standards-taken"),
        standards_lost: count("standards-lost"),
        blocks_taken: count("blocks-taken"),
        blocks_lost: count("blocks-lost"),
        strong_points_taken: count("strong-points-taken"),
        strong_points_lost: count("strong-points-lost"),
        firefights: count("firefights"),
        bombardment_tests: count("bombardment-tests"),
        losses: count("losses"),
        went_bad: count("went-bad"),
        leader_wounded: flag("leader-wounded"),
        leader_killed: flag("leader-killed"),
        corps_commander_hurt: flag("commander-hurt"),
        was_engaged: flag("was-engaged"),
        was_bombarded: flag("was-bombarded"),
        second_impulse: flag("second-impulse"),
        caught: flag("caught"),
        broke: flag("broke"),
        ..Tally::default()
    };
    table.finish();
    tally
}

/// An ME of which nothing is said.
pub(super) fn plain_me(name: &str, side: Side, corps: CorpsId) -> Me {
    Me {
        name: name.into(),
        side,
        corps,
        kind: MeKind::Infantry,
        leader: None,
        row: DeploymentRow::Others,
        guard: false,
        campaign: Campaign::Fresh,
        class: Class::B,
        grade: Grade::Regular,
        of: 0,
        order: Some(MeOrder { kind: MeOrderKind::Attack, objective: None }),
        pending: None,
        deployment: Deployment::Deployed,
        baseline: None,
        track: Vec::new(),
        moved: Inches::ZERO,
        forced_march: false,
        began_unengaged: false,
        shaken: false,
        impetus: false,
        fatigue: Fatigue::Fresh,
        rose_last_hour: false,
        broken: false,
        sauve_qui_peut: false,
        tried_bonus: false,
        hours_engaged: 0,
        now: Tally::default(),
        last: Tally::default(),
        spent: None,
    }
}

/// What its units make of each ME.
pub(super) fn settle(mes: &mut [Me], units: &[Unit]) {
    for (id, me) in (0..).map(MeId).zip(mes) {
        let own: Vec<&Unit> = units.iter().filter(|unit| unit.me() == id && !unit.is_unknown()).collect();
        me.settle(&own);
    }
}

/// A leader; where he is, and whom he leads, is for the caller.
pub(super) fn read_leader(table: &Table<'_>, name: &str, side: Side, nation: Nation) -> Leader {
    Leader {
        name: name.into(),
        side,
        nation: table.word_or("nation", Nation::WORDS, nation),
        rank: table.word_or("rank", Rank::WORDS, Rank::Me),
        rating: table.word_or("rating", Rating::WORDS, Rating::Average),
        character: table.word_or("character", Character::WORDS, Character::Impersonal),
        bold: table.flag_or("bold", false),
        napoleon: table.flag_or("napoleon", false),
        reverse_slope: table.flag_or("reverse-slope", false),
        premonition: table.flag_or("premonition", false),
        corps: None,
        me: None,
        rivals: Vec::new(),
        place: Whereabouts::Free(None),
        presence: Presence::Here,
        replacement: false,
        stands_for: None,
        column: 1,
        ended: false,
        reached: None,
    }
}
