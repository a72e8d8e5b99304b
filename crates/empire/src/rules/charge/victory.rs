//! What a close action leaves: the level of the victory, who falls and runs how far, how far the winner goes on, and
//! whether a standard is taken.

use crate::charts::Rules;
use crate::charts::charge::victory::{GunsLeft, Left, Level};
use crate::charts::shared::DICE;
use crate::ids::Ids;
use crate::ids::{StandardWhen, VictoryWhen, house, rule};
use crate::state::event::Working;
use crate::state::words::{Arm, MadRow};
use dice::Test;
use dice::{Dice, Pool};
use engine::Tests as _;
use engine::desk::{flag, number, word};
use engine::tested::{amount, dice_of};
use engine::wording::spoken;
use rulebook::RuleId;
use table::Inches;

engine::facts! {
    /// What a victory rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Victory of Rules {
        /// 0 on equal totals.
        pub lead: u32 = 1, plain "lead" |name, _| number(name, "by how much the winner's total is higher", 0, 80, Some(5)).usual([1, 10, 16, 25]);
        pub winner: Arm = Arm::Infantry, word "winner" |name, _| word(name, "the winner's arm", Arm::NAMES, Some("infantry"));
        pub loser: Arm = Arm::Infantry, word "loser" |name, _| word(name, "the loser's arm", Arm::NAMES, Some("infantry"));
        pub stood: bool = false, plain "stood" |name, _| flag(name, "the winner has not charged");
        pub wave: bool = false, plain "wave" |name, _| flag(name, "the winner is a later wave");
        pub klumpen: bool = false, plain "klumpen" |name, _| flag(name, "the loser is unformed and has made Klumpen");
        pub sheltered: bool = false, plain "cover" |name, _| flag(name, "the winner is in cover");
    }
}

engine::facts! {
    /// What taking a standard rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Standard of Rules {
        pub casualties: u32 = 1, plain "casualties" |name, _| number(name, "figures the winner has taken off", 0, 12, Some(1));
        pub by: Arm = Arm::Infantry, word "winner" |name, _| word(name, "who has won", &["infantry", "cavalry"], Some("infantry"));
        pub melee: bool = false, plain "melee" |name, _| flag(name, "it was a melee");
    }
}

engine::facts! {
    /// Whether horse that has won runs battle-mad.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct BattleMad of Rules {
        pub horse: MadRow = MadRow::Others, word "horse" |name, _| word(name, "whose horse it is", MadRow::NAMES, Some("others"));
    }
}

impl Victory {
    /// What is added to the dice.
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        // The highest lead that is in force and reached counts alone.
        let most = least_lead(leads(rules), self.lead);
        let (horse, foot) = (self.winner == Arm::Cavalry, self.winner == Arm::Infantry);
        rules.victory.modifiers.add(&mut working, |when, per| {
            i32::from(match when {
                VictoryWhen::Margin10 | VictoryWhen::Margin16 | VictoryWhen::Margin25 => {
                    most == per.unsigned_abs() && most <= self.lead
                }
                VictoryWhen::CavBeats => horse && self.loser != Arm::Cavalry,
                VictoryWhen::NonCharging => self.stood,
                VictoryWhen::InfBeatsCav => foot && self.loser == Arm::Cavalry,
            })
        });
        working
    }

    /// The throw, and what moves its level.
    pub fn cites(&self, rules: &Rules) -> Vec<RuleId> {
        let moves =
            [(rule!("empire.victory.wave"), self.wave), (rule!("empire.victory.klumpen"), self.klumpen)];
        let moves = moves.into_iter().filter(|(rule, is_so)| *is_so && rules.on(*rule)).map(|(rule, _)| rule);
        std::iter::once(rule!("empire.victory.proc")).chain(moves.filter(|_| self.is_thrown(rules))).collect()
    }

    /// Whether there is a throw: equal totals are the Draw row.
    pub fn is_thrown(&self, rules: &Rules) -> bool {
        self.lead > 0 && rules.on(rule!("empire.victory.proc"))
    }

    /// The level of a total, after waves and Klumpen.
    fn level(&self, rules: &Rules, total: i32) -> Level {
        let level = rules.victory.level(total);
        let moved = |level: Level, by: i32| {
            let place = (level as i32 + by).clamp(0, Level::WORDS.len() as i32 - 1);
            Level::WORDS.get(place as usize).map_or(level, |(_, level)| *level)
        };
        let up = rules.int(rule!("empire.victory.wave")).filter(|_| self.wave).unwrap_or(0);
        let level = moved(level, up);
        match rules.victory.klumpen.filter(|_| self.klumpen) {
            // What is below its least already stays there.
            Some((down, least)) if level > least => moved(level, -(down as i32)).max(least),
            _ => level,
        }
    }
}

/// The level of a victory: 2d10 and modifiers, unless the totals were equal.
///
/// # Errors
/// The umpire's pause.
pub fn level<D: Dice>(dice: &mut D, rules: &Rules, victory: &Victory) -> Result<Level, D::Pause> {
    if !victory.is_thrown(rules) {
        return Ok(Level::Draw);
    }
    dice.looked_up(
        DICE,
        &victory.sum(rules),
        |total| victory.level(rules, total),
        |level| spoken(level.word()),
    )
}

/// What a level does to the two, but for what is left to dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upshot {
    pub rule: RuleId,
    /// The loser's dice, and the least they take.
    pub dice: Option<Pool>,
    pub lost: u32,
    pub back: Inches,
    /// Further back for each figure lost.
    pub each: Inches,
    pub left: Left,
    /// Of a battery.
    pub guns: Option<GunsLeft>,
    /// The winner's.
    pub won_lost: u32,
    pub won_disordered: bool,
    pub through_dice: Option<Pool>,
    pub through: Inches,
}

impl Upshot {
    /// How far the loser goes back.
    pub fn back(&self, lost: u32) -> Inches {
        Inches(self.back.0 + self.each.0 * lost as i32)
    }

    /// Whether the winner may go on.
    pub fn breaks_through(&self) -> bool {
        self.through_dice.is_some() || self.through > Inches::ZERO
    }
}

/// What a level does; `None` where its row is not in force.
pub fn upshot(rules: &Rules, level: Level, victory: &Victory) -> Option<Upshot> {
    let row = rules.victory.row(level)?;
    let inches = |inches: Option<Inches>| inches.unwrap_or(Inches::ZERO);
    let (dice, lost, back, each, left) = match victory.loser {
        Arm::Infantry => {
            (row.foot_dice, row.foot_lost, inches(row.foot_back), inches(row.foot_each), row.foot)
        }
        Arm::Cavalry => (None, row.horse_lost, row.horse_back, Inches::ZERO, row.horse),
        Arm::Artillery => {
            let left = if row.guns == GunsLeft::Abandoned { Left::Bad } else { Left::None };
            (None, row.guns_lost.unwrap_or(0), inches(row.guns_back), Inches::ZERO, left)
        }
    };
    let (through_dice, through) = match victory.winner {
        Arm::Infantry => (row.through_dice, inches(row.through)),
        Arm::Cavalry => (row.ride_dice, inches(row.ride)),
        Arm::Artillery => (None, Inches::ZERO),
    };
    let foot_won = victory.winner == Arm::Infantry;
    Some(Upshot {
        rule: row.rule,
        dice,
        lost,
        back,
        each,
        left,
        guns: (victory.loser == Arm::Artillery).then_some(row.guns),
        won_lost: row.won_lost.filter(|_| foot_won).unwrap_or(0),
        won_disordered: foot_won && row.won_disordered == Some(true) && !victory.sheltered,
        through_dice,
        through,
    })
}

/// What the loser loses: as many as its dice show, where it has some, and no fewer than the row says.
///
/// # Errors
/// The umpire's pause.
pub fn losses<D: Dice>(dice: &mut D, upshot: &Upshot) -> Result<u32, D::Pause> {
    match upshot.dice {
        Some(pool) => dice.held(
            pool,
            |total| total.max(upshot.lost),
            |lost| Test { dice: dice_of::<Ids>(upshot.rule), ..amount() }.gives(format!("{lost} lost")),
        ),
        None => Ok(upshot.lost),
    }
}

/// How far the winner may go on.
///
/// # Errors
/// The umpire's pause.
pub fn through<D: Dice>(dice: &mut D, upshot: &Upshot) -> Result<Inches, D::Pause> {
    let more = match upshot.through_dice {
        Some(pool) => dice.amount(dice_of::<Ids>(upshot.rule), pool, "\"")?,
        None => 0,
    };
    Ok(Inches(upshot.through.0 + more as i32 * 1000))
}

impl Standard {
    pub fn sum(&self, rules: &Rules) -> Working {
        let mut working = Working::default();
        let each = self.casualties as i32;
        rules.victory.standard.add(&mut working, |when, _| match when {
            StandardWhen::Foot => each * i32::from(self.by == Arm::Infantry),
            StandardWhen::Horse => each * i32::from(self.by == Arm::Cavalry),
            StandardWhen::Melee => i32::from(self.melee),
        });
        working
    }

    /// The least total; `None`: no standards are taken.
    pub fn need(&self, rules: &Rules) -> Option<(RuleId, i32)> {
        let rule = rule!("empire.standard.roll");
        rules.int(rule).map(|need| (rule, need))
    }
}

/// Whether a standard is taken.
///
/// # Errors
/// The umpire's pause.
pub fn takes_standard<D: Dice>(dice: &mut D, rules: &Rules, standard: &Standard) -> Result<bool, D::Pause> {
    let Some(need) = standard.need(rules) else { return Ok(false) };
    dice.at_least(DICE, need, &standard.sum(rules), ["taken", "not taken"])
}

/// Whether a close action is a melee (ruling melee): horse against horse, or a fight for a structure.
pub fn is_melee(rules: &Rules, arms: [Arm; 2], structure: bool) -> bool {
    rules.plays(house!("melee", "every")) || structure || arms == [Arm::Cavalry; 2]
}

/// Whether horse that has won and may break through runs battle-mad.
///
/// # Errors
/// The umpire's pause.
pub fn runs_mad<D: Dice>(dice: &mut D, rules: &Rules, horse: MadRow) -> Result<bool, D::Pause> {
    match rules.victory.mad(horse) {
        Some(need) => dice.at_least(DICE, need, &Working::default(), ["runs mad", "stays in hand"]),
        None => Ok(false),
    }
}

/// Troops in bad morale are turned to face away.
pub fn faces_away(rules: &Rules, is_bad: bool) -> bool {
    is_bad && rules.on(rule!("empire.victory.face-away"))
}

/// The least leads that count, the lowest first; those that are not in force are 0.
pub fn leads(rules: &Rules) -> [u32; 3] {
    let leads = [VictoryWhen::Margin10, VictoryWhen::Margin16, VictoryWhen::Margin25];
    leads.map(|when| rules.victory.modifiers.find(when).map_or(0, |lead| lead.per.unsigned_abs()))
}

/// The least lead that counts as this one does.
pub fn least_lead(leads: [u32; 3], lead: u32) -> u32 {
    leads.into_iter().filter(|least| *least <= lead).max().filter(|least| *least > 0).unwrap_or(lead.min(1))
}
