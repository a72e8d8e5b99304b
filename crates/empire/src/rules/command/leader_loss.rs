//! Leaders in danger: whether one is hit, what becomes of him, and who takes his place.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{LeaderLossWhen, house, rule};
use crate::state::event::{Event, What, Working};
use crate::state::game::Empire;
use crate::state::leader::{Leader, Presence, Whereabouts};
use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::{Character, Nation, Rank, Rating};
use dice::{Dice, d6};
use engine::Tests as _;
use engine::desk::{FactSet as _, flag, number};
use engine::tested::at_least;
use engine::wording::spoken;
use engine::{GeneralId, Umpire};
use rulebook::RuleId;

engine::facts! {
    /// What a leader's danger rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LeaderRisk of Rules {
        pub losses: u32 = 0, plain "losses" |name, _| number(name, "losses of his unit", 0, 20, Some(1)).usual([1, 2, 3]);
        pub rifle: bool = false, plain "rifle" |name, _| flag(name, "by rifle fire");
        pub melee: bool = false, plain "melee" |name, _| flag(name, "in a melee");
        pub nation: bool = false, plain "nation" |name, _| flag(name, "a French, British or KGL leader with a unit");
        pub premonition: bool = false, plain "premonition" |name, _| flag(name, "he has a premonition of death");
        pub follow_me: bool = false, plain "follow-me" |name, _| flag(name, "he has called Follow Me");
        pub enemy_wins: bool = false, plain "enemy-wins" |name, _| flag(name, "the enemy wins the close action");
    }
}

/// What becomes of a leader in danger. Falls that read the same are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    Unhurt,
    /// Hit, and he stays.
    Slight,
    /// Out for these hours.
    Wounded(u32),
    /// Badly wounded: out for the battle.
    Badly,
    Killed,
    Captured,
}

impl Fate {
    /// The band of the chart it comes from.
    fn row(self) -> RuleId {
        match self {
            Fate::Unhurt => rule!("empire.leader.none"),
            Fate::Captured => rule!("empire.leader.captured"),
            Fate::Slight | Fate::Wounded(_) | Fate::Badly | Fate::Killed => rule!("empire.leader.fate"),
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Fate::Unhurt => "unhurt",
            Fate::Slight => "slightly-wounded",
            Fate::Wounded(_) => "wounded",
            Fate::Badly => "badly-wounded",
            Fate::Killed => "killed",
            Fate::Captured => "captured",
        }
    }

    /// Whether he is out of action.
    pub const fn is_loss(self) -> bool {
        !matches!(self, Fate::Unhurt | Fate::Slight)
    }
}

impl LeaderRisk {
    fn times(&self, rules: &Rules, when: LeaderLossWhen, per: i32) -> i32 {
        use LeaderLossWhen as When;
        let losses = [When::Loss1, When::Loss2, When::Loss3, When::Loss4, When::Loss6, When::Loss8];
        i32::from(match when {
            When::Nation => self.nation,
            When::Rifle => self.rifle,
            When::Melee => self.melee,
            When::Premonition => self.premonition,
            When::FollowMe => self.follow_me,
            When::Loss1 | When::Loss2 | When::Loss3 | When::Loss4 | When::Loss6 | When::Loss8 => {
                let reached = losses.into_iter().filter_map(|when| rules.leader_loss.modifiers.find(when));
                let most = reached.map(|row| row.per).filter(|per| self.losses as i32 >= *per).max();
                most == Some(per)
            }
        })
    }

    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        rules.leader_loss.modifiers.add(&mut working, |when, per| self.times(rules, when, per));
        working
    }
}

/// The bands of the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum BandOf {
    Fate,
    Captured,
    Nothing,
}

/// Whether a leader is hit, and what becomes of him.
///
/// # Errors
/// The umpire's pause.
pub fn leader_loss<D: Dice>(dice: &mut D, rules: &Rules, risk: &LeaderRisk) -> Result<Fate, D::Pause> {
    if !rules.on(rule!("empire.leader.proc")) {
        return Ok(Fate::Unhurt);
    }
    let fate = rules.int(rule!("empire.leader.fate"));
    let safe = rules.int(rule!("empire.leader.none"));
    let band = |total: i32| {
        if fate.is_some_and(|most| total <= most) {
            BandOf::Fate
        } else if safe.is_some_and(|least| total >= least) {
            BandOf::Nothing
        } else {
            BandOf::Captured
        }
    };
    let captures = risk.enemy_wins && rules.on(rule!("empire.leader.captured"));
    let said = |band: &BandOf| match band {
        BandOf::Fate => "hit",
        BandOf::Captured if captures => "captured",
        BandOf::Captured | BandOf::Nothing => "unhurt",
    };
    match dice.looked_up(DICE, &risk.sum(rules), band, |band| said(band).to_owned())? {
        BandOf::Fate => fate_of(dice, rules),
        BandOf::Captured if captures => Ok(Fate::Captured),
        BandOf::Captured | BandOf::Nothing => Ok(Fate::Unhurt),
    }
}

/// What becomes of a leader who is hit: 2d10, and a d6 that may make it one step better and counts the hours of a wound
/// (ruling leader.fate).
fn fate_of<D: Dice>(dice: &mut D, rules: &Rules) -> Result<Fate, D::Pause> {
    let [killed, badly, wounded] =
        [house!("leader.fate.killed"), house!("leader.fate.badly"), house!("leader.fate.wounded")]
            .map(|ruling| rules.number(ruling));
    // 0 killed, 1 badly wounded, 2 wounded, 3 slight.
    let step = |total: i32| {
        u32::from(total > killed)
            + u32::from(total > badly.max(killed))
            + u32::from(total > wounded.max(badly).max(killed))
    };
    let said =
        |step: &u32| ["killed", "badly wounded", "wounded"].get(*step as usize).map_or("slight", |it| *it);
    let step = dice.looked_up(DICE, &Working::default(), step, |step| said(step).to_owned())?;
    let better = rules.number(house!("leader.fate.better"));
    let fate = |die: u32| match step + u32::from(die as i32 >= better) {
        0 => Fate::Killed,
        1 => Fate::Badly,
        2 => Fate::Wounded(die),
        _ => Fate::Slight,
    };
    dice.held(d6(1), fate, |fate| {
        at_least((house!("leader.fate.better"), better), &Working::default()).gives(spoken(fate.word()))
    })
}

// -------------------------------------------------------------- on the table ----

/// What puts the leaders with a unit in danger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Danger {
    pub losses: u32,
    pub rifle: bool,
    /// A close action that is a melee (ruling melee).
    pub melee: bool,
    /// The enemy has won the close action.
    pub enemy_wins: bool,
    /// The leader who has called Follow Me.
    pub follow_me: Option<GeneralId>,
}

impl LeaderRisk {
    /// The danger of one leader with a unit.
    pub fn of(leader: &Leader, id: GeneralId, danger: Danger) -> LeaderRisk {
        LeaderRisk {
            losses: danger.losses,
            rifle: danger.rifle,
            melee: danger.melee,
            nation: matches!(leader.nation, Nation::French | Nation::British),
            premonition: leader.premonition,
            follow_me: danger.follow_me == Some(id),
            enemy_wins: danger.enemy_wins,
            ..LeaderRisk::blank()
        }
    }
}

/// The leaders with a unit are in danger: it has taken losses, or has fought a close action (ruling leader.fate). One roll
/// each.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn endangered<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    danger: Danger,
) -> Result<(), U::Pause> {
    let rules = std::sync::Arc::clone(&game.rules);
    // It is rolled where it arises, and has no place in the hour but this.
    let is_rolled = rules.on(rule!("empire.seq.leader-loss"));
    let with: Vec<GeneralId> = game.leaders_with(unit).map(|(id, _)| id).filter(|_| is_rolled).collect();
    for leader in with {
        let Some(body) = game.leader(leader) else { continue };
        let risk = LeaderRisk::of(body, leader, danger);
        let side = body.side;
        let fate = leader_loss(umpire.hand(side), &rules, &risk)?;
        let by = [rule!("empire.leader.proc"), rule!("empire.seq.leader-loss"), fate.row()];
        umpire.tell(|| Event::new(What::LeaderRisked { leader, fate: fate.word() }, &by));
        suffer(game, leader, fate);
    }
    left_behind(game, unit);
    Ok(())
}

/// Leaders of a unit that has left the table stay with its ME.
pub(crate) fn left_behind(game: &mut Empire, unit: UnitId) {
    if game.unit(unit).on_table() {
        return;
    }
    let me = game.unit(unit).me();
    for leader in game.leaders.iter_mut().filter(|leader| leader.place == Whereabouts::Unit(unit)) {
        leader.place = Whereabouts::Me(me);
    }
}

/// A leader's fate, and what it is to those he commands.
fn suffer(game: &mut Empire, leader: GeneralId, fate: Fate) {
    if !fate.is_loss() {
        return;
    }
    let hour = game.hour;
    let Some(body) = game.leaders.get_mut(usize::from(leader.0)) else { return };
    body.presence = match fate {
        Fate::Wounded(hours) => Presence::Wounded(hour + hours),
        Fate::Killed => Presence::Killed,
        Fate::Captured => Presence::Captured,
        Fate::Unhurt | Fate::Slight | Fate::Badly => Presence::Out,
    };
    for me in commanded(game, leader) {
        let leads = game.me(me).leader == Some(leader);
        let tally = &mut game.me_mut(me).now;
        // A captured leader counts as wounded: the chart of fatigue has no row for a captured one.
        match (leads, fate) {
            (false, _) => tally.corps_commander_hurt = true,
            (true, Fate::Killed) => tally.leader_killed = true,
            (true, _) => tally.leader_wounded = true,
        }
    }
}

/// The MEs that have a leader in their chain of command.
fn commanded(game: &Empire, leader: GeneralId) -> Vec<MeId> {
    let Some(body) = game.leader(leader) else { return Vec::new() };
    let is_under = |me: &MeId| {
        let under = game.me(*me);
        under.leader == Some(leader)
            || match body.rank {
                Rank::Army | Rank::Wing => true,
                Rank::Corps => body.corps == Some(under.corps),
                Rank::Me | Rank::Brigade | Rank::Adc | Rank::Artillery => false,
            }
    };
    game.mes_of(body.side).filter(is_under).collect()
}

/// Whether a leader's place must be filled.
fn commands(leader: &Leader) -> bool {
    matches!(leader.rank, Rank::Army | Rank::Wing | Rank::Corps | Rank::Me)
}

/// In the first phase of the hour: the wounded whose time is over come back, and commanders out of action are replaced (ruling
/// after-break).
pub(crate) fn come_back<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) {
    let all: Vec<GeneralId> = game.leader_ids().collect();
    for leader in all {
        let Some(body) = game.leader(leader) else { continue };
        match body.presence {
            Presence::Here => {}
            Presence::Wounded(until) if until <= game.hour && !body.replacement => {
                returns(game, leader);
                umpire.tell(|| Event::ruled(What::LeaderBack { leader }, house!("leader.fate")));
            }
            _ if commands(body) && !body.replacement && stand_in(game, leader).is_none() => {
                let replacement = replace(game, leader);
                let what = What::LeaderReplaced { leader, replacement };
                umpire.tell(|| Event::ruled(what, house!("after-break")));
            }
            Presence::Wounded(_) | Presence::Out | Presence::Captured | Presence::Killed => {}
        }
    }
}

/// The leader who stands in for another and is there.
fn stand_in(game: &Empire, leader: GeneralId) -> Option<GeneralId> {
    let stands = |other: &Leader| other.is_here() && other.stands_for == Some(leader);
    game.leader_ids().find(|id| game.leader(*id).is_some_and(stands))
}

/// Puts a replacement in a leader's place: average and impersonal (ruling after-break).
fn replace(game: &mut Empire, leader: GeneralId) -> GeneralId {
    let id = GeneralId(game.leaders.len() as u16);
    let Some(body) = game.leader(leader).cloned() else { return leader };
    let name = format!("{}'s replacement", body.name);
    game.leaders.push(Leader {
        name: name.as_str().into(),
        rating: Rating::Average,
        character: Character::Impersonal,
        bold: false,
        napoleon: false,
        reverse_slope: false,
        premonition: false,
        rivals: Vec::new(),
        place: body.me.map_or(body.place, Whereabouts::Me),
        presence: Presence::Here,
        replacement: true,
        stands_for: Some(leader),
        column: 1,
        ended: false,
        ..body
    });
    take_command(game, id);
    id
}

/// A leader who was wounded takes his command again, and his stand-in goes.
fn returns(game: &mut Empire, leader: GeneralId) {
    let stood_in = stand_in(game, leader);
    for (id, body) in (0..).map(GeneralId).zip(&mut game.leaders) {
        if id == leader {
            body.presence = Presence::Here;
            body.place = body.me.map_or(body.place, Whereabouts::Me);
        } else if Some(id) == stood_in {
            body.presence = Presence::Out;
        }
    }
    take_command(game, leader);
}

/// The ME or corps that a leader commands is his.
fn take_command(game: &mut Empire, leader: GeneralId) {
    let Some(body) = game.leader(leader) else { return };
    match (body.rank, body.me, body.corps) {
        (Rank::Me, Some(me), _) => game.me_mut(me).leader = Some(leader),
        (Rank::Corps, _, Some(corps)) => game.corps[usize::from(corps.0)].commander = Some(leader),
        _ => {}
    }
}
