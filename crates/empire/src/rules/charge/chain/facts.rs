//! What a charge rests on, and what each of its throws takes from that.

use super::{Course, Posture, Stand};
use crate::charts::Rules;
use crate::charts::charge::Charger;
use crate::charts::charge::square::Distance;
use crate::charts::charge::victory::Level;
use crate::ids::{house, rule};
use crate::rules::charge::close::{Clash, Fighter, Fought};
use crate::rules::charge::square::{Goal, Squaring, from_of};
use crate::rules::charge::victory::{Standard, Victory, is_melee};
use crate::rules::charge::{Checked, Elan, UnderFire};
use crate::rules::fire::gunnery::{Shot, manned};
use crate::rules::fire::musketry::{Charging, Target, Volley};
use crate::rules::ground::measure::{in_front, of_garrison};
use crate::rules::morale::unit_morale::{self, Attached, Cause, Stance, UnitTest};
use crate::state::words::{Arm, Formation, Grade, Situation, Sky};
use engine::desk::{FactSet as _, flag, number, of_unit, only, word};
use rulebook::RuleId;

/// How many batteries that support the target are followed.
pub const SUPPORT: usize = 3;

rulebook::words!(
    /// What the target does.
    Reply {
        Stand = "stand",
        Square = "square",
        ClosedColumn = "closed-column",
        Countercharge = "countercharge",
        FireAndRetire = "fire-and-retire",
        RetireUnformed = "retire",
        Klumpen = "klumpen",
    }
);

/// What the desk asks of the charger, and of its target.
const CHARGER: &[&str] = &[
    "grade",
    "arm",
    "formation",
    "figures",
    "lost",
    "leader",
    "strikes",
    "overlap",
    "wave",
    "higher",
    "shock",
    "lancers",
    "fatigue",
    "blown",
    "shaken",
    "disordered",
    "engineers",
];
const TARGET: &[&str] = &[
    "grade",
    "arm",
    "formation",
    "square",
    "figures",
    "lost",
    "leader",
    "higher",
    "steep",
    "cover",
    "fortified",
    "hold",
    "shock",
    "fatigue",
    "blown",
    "shaken",
    "disordered",
    "bad-morale",
];
/// Of the target's fire.
const FIRE: &[&str] = &["weapon", "muskets", "two-ranks", "first-fire", "ammunition"];

engine::facts! {
    /// What a charge rests on, as it is declared.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ChargeFacts of Rules {
        pub charger: Fighter = Fighter { charging: true, ..Fighter::blank() }, part "charger-" |rules| {
            of_unit("charger-", "charger: ", "{unit}", only(Fighter::cards(rules), CHARGER))
        };
        pub target: Fighter = Fighter::blank(), part "target-" |rules| {
            of_unit("target-", "target: ", "{foe}", only(Fighter::cards(rules), TARGET))
        };
        /// Companies, squadrons or sections.
        pub charger_parts: u32 = 6, plain "charger-companies" |name, _| number(name, "companies or squadrons of the charger", 1, 12, Some(6));
        pub target_parts: u32 = 6, plain "target-companies" |name, _| number(name, "companies or squadrons of the target", 1, 12, Some(6));
        pub row: Charger = Charger::Infantry, word "charger-kind" |name, _| word(name, "the charger's row of the effects of defensive fire", Charger::NAMES, Some("infantry"));
        /// The battle file says of its ME that it is of the Guard; asked where that decides it (ruling unit-morale.guard).
        pub guard: bool = false, maybe "charger-guard" |name, rules| rules
            .plays(house!("unit-morale.guard", "by-me"))
            .then(|| flag(name, "the charger is of the Old or Middle Guard"));
        pub impetus: bool = false, plain "impetus" |name, _| flag(name, "the charger's ME has impetus");
        pub storming: bool = false, plain "storming" |name, _| flag(name, "the charger leads as a storming party");
        /// The least of 2d10 with which a leader carries it on; 0: none tries.
        pub follow_me: u32 = 0, plain "follow-me" |name, _| number(name, "2d10 with which an attached leader's Follow Me succeeds; 0: nobody tries", 0, 21, Some(0));
        /// It closes in where the chart lets it choose.
        pub presses: bool = false, plain "presses-on" |name, _| flag(name, "it closes in where it may choose");
        /// A breakthrough has led here: no élan.
        pub breaks_through: bool = false, plain "breakthrough" |name, _| flag(name, "a breakthrough has led to it");
        pub reply: Reply = Reply::Stand, word "reply" |name, _| word(name, "what the target does", Reply::NAMES, Some("stand"));
        pub distance: Distance = Distance::Near, word "distance" |name, _| word(name, "inches from which the charge comes", Distance::NAMES, Some("5-8"));
        pub opportunity: bool = false, plain "opportunity-charge" |name, _| flag(name, "the target's own move has brought the charge on it");
        pub british: bool = false, plain "british" |name, _| flag(name, "the target is British");
        /// It fires at what comes.
        pub fires: bool = false, plain "target-fires" |name, _| flag(name, "the target fires");
        /// It has small arms, whichever way it faces: a square fires all round.
        pub armed: bool = false;
        /// What is known of its fire beside how it stands.
        pub fire: Volley = Volley::blank(), part "fire-" |rules| {
            of_unit("fire-", "target: ", "{foe}", only(Volley::cards(rules), FIRE))
        };
        /// Uphill or in mud horse is slow.
        pub slow: bool = false, plain "slow" |name, _| flag(name, "the horse charges uphill or in mud");
        /// Beside how it stands: what it has lost, woods.
        pub test: UnitTest = UnitTest::blank();
        /// It tests before contact.
        pub tests: bool = true;
        /// The target's own guns.
        pub guns: Option<Shot> = None;
        /// Batteries that support it.
        // The number, not the name: rustc 1.95 breaks down over a named length in a closure that borrows this.
        pub support: [Option<Shot>; 3] = [None; SUPPORT];
        /// The least of 2d10 with which guns that have fired get away.
        pub withdraws: u32 = 0, plain "withdraws" |name, _| number(name, "2d10 with which guns get away", 2, 21, Some(12));
        /// The charger's own fire, where it retires firing.
        pub parting: Volley = Volley::blank();
        pub sky: Sky = Sky::Clear, word "sky" |name, _| word(name, "the weather", Sky::NAMES, Some("clear"));
        pub charger_bare: bool = false, plain "charger-standard-lost" |name, _| flag(name, "the charger has lost its standard before");
        pub target_bare: bool = false, plain "target-standard-lost" |name, _| flag(name, "the target has lost its standard before");
        also {
            "support" (|it| it.support.iter().flatten().count().to_string(), |it, word| {
                let Ok(count) = word.parse::<usize>() else { return false };
                for (place, shot) in it.support.iter_mut().enumerate() {
                    *shot = (place < count).then(usual_battery);
                }
                true
            }) |name, _| number(name, "medium batteries of three sections that support the target", 0, 3, Some(0));
        }
    }
}

fn usual_battery() -> Shot {
    Shot { sections: 3, situation: Situation::Support, ..Shot::blank() }
}

impl Stand {
    /// The target's formation in it.
    pub fn formation(self, before: Formation) -> Formation {
        match self {
            Stand::AsItWas | Stand::Klumpen => before,
            Stand::ClosedColumn => Formation::ClosedColumn,
            Stand::Square(_) => Formation::Square,
        }
    }
}

impl ChargeFacts {
    /// Puts right what does not go together, since the desk offers everything for every unit. Of facts that were turned
    /// only what depends on them: the others were measured.
    pub(crate) fn settle(&mut self, before: Option<&ChargeFacts>) {
        self.charger.charging = true;
        self.charger.settle();
        self.target.settle();
        let horse = self.charger.arm == Arm::Cavalry;
        self.row = match (horse, self.row) {
            (true, Charger::Infantry | Charger::ShockInfantry) => Charger::Cavalry,
            (false, Charger::Cavalry | Charger::Dubious | Charger::Cossacks) => Charger::Infantry,
            (_, row) => row,
        };
        let bodies = |it: &ChargeFacts| (it.target.arm, it.target.figures, it.target.lost);
        if before.is_none_or(|before| bodies(before) != bodies(self)) {
            self.test.lost = self.target.lost * 100 / (self.target.lost + self.target.figures).max(1);
        }
        if before.is_none_or(|before| before.target.cover != self.target.cover) {
            self.test.cover = self.target.cover;
        }
        // A unit that has broken through is there at once.
        if self.breaks_through {
            self.distance = Distance::Nearest;
        }
        if before.is_none_or(|before| (bodies(before), before.fires) != (bodies(self), self.fires)) {
            self.guns = (self.target.arm == Arm::Artillery && self.fires).then(Shot::blank);
        }
    }

    /// The square or closed column that the target tries for.
    pub fn squaring(&self, rules: &Rules) -> Option<Squaring> {
        let goal = match self.reply {
            Reply::Square => Goal::Square,
            Reply::ClosedColumn => Goal::ClosedColumn,
            Reply::Stand
            | Reply::Countercharge
            | Reply::FireAndRetire
            | Reply::RetireUnformed
            | Reply::Klumpen => return None,
        };
        Some(Squaring {
            grade: self.target.grade,
            from: from_of(rules, self.target.formation)?,
            goal,
            distance: self.distance,
            hit: self.charger.strikes,
            disordered: self.target.disordered,
            commander: is_with_unit(self.target.attached),
            opportunity: self.opportunity,
            british: self.british,
            ..Squaring::blank()
        })
    }

    /// Whether a leader tries to lead it on once it halts.
    pub fn may_be_led(&self, rules: &Rules) -> bool {
        self.follow_me > 0 && rules.on(rule!("empire.elan.follow-me"))
    }

    pub fn elan(&self) -> Elan {
        Elan { follow_me: self.follow_me, ..Elan::blank() }
    }

    /// The target's volley as it stands; `None`: it has none.
    pub fn volley(&self, rules: &Rules, Posture { stand, disordered }: Posture) -> Option<Volley> {
        let formation = stand.formation(self.target.formation);
        let fires = self.fires || (self.armed && formation == Formation::Square);
        if !fires || self.target.arm == Arm::Artillery || self.reply == Reply::Countercharge {
            return None;
        }
        let horse = self.charger.arm == Arm::Cavalry;
        Some(Volley {
            figures: match self.target.building {
                true => of_garrison(rules, self.target.figures),
                false => in_front(rules, formation, self.target.figures, self.target_parts),
            },
            grade: self.target.grade,
            disordered,
            shaken: self.target.shaken,
            square: formation == Formation::Square,
            by_old_guard: self.charger.grade == Grade::OldGuard,
            target: Target::of(self.charger.formation),
            two_ranks: self.fire.two_ranks && formation == Formation::Line,
            charging: match (horse, self.slow) {
                (true, true) => Charging::SlowHorse,
                (true, false) => Charging::Horse,
                (false, _) => Charging::No,
            },
            sky: match self.sky {
                Sky::LightRain | Sky::HeavyRain => self.sky,
                Sky::Clear | Sky::Snow | Sky::HeavySnow | Sky::Fog => Sky::Clear,
            },
            ..self.fire
        })
    }

    /// A battery's shot at the charge: the target's own first, then those that support it.
    pub fn shot(&self, rules: &Rules, nth: u8) -> Option<Shot> {
        let horse = self.charger.arm == Arm::Cavalry;
        let shot = match usize::from(nth).checked_sub(1) {
            None => self.guns.map(|guns| Shot {
                sections: manned(rules, self.target.figures, self.target_parts).max(1),
                situation: self.situation(guns.situation),
                ..guns
            }),
            Some(place) => self.support.get(place).copied().flatten(),
        };
        shot.map(|shot| Shot { horse, target: Target::of(self.charger.formation), ..shot })
    }

    /// What the target's guns do: defend, or fire and retire; a second time in an impulse they follow up.
    fn situation(&self, before: Situation) -> Situation {
        let follows = matches!(before, Situation::FollowDefense | Situation::FollowFireRetire);
        match (self.reply == Reply::FireAndRetire, follows) {
            (false, false) => Situation::Defense,
            (false, true) => Situation::FollowDefense,
            (true, false) => Situation::FireRetire,
            (true, true) => Situation::FollowFireRetire,
        }
    }

    /// What the fire does to the charge.
    pub fn checked(&self, rules: &Rules, lost: u32, led: bool) -> Checked {
        let front = in_front(rules, self.charger.formation, self.charger.figures, self.charger_parts);
        let fire = UnderFire {
            charger: self.row,
            percent: (lost * 100 / front.max(1)).min(100),
            hits: lost,
            disordered: self.charger.disordered,
            storming: self.storming,
            at_guns: self.target.arm == Arm::Artillery,
            spirited: self.impetus || led,
            ..UnderFire::blank()
        };
        fire.checked(rules)
    }

    /// The rules by which a charge that closes has come through the fire at it; none where it was not fired at.
    pub fn under_fire(&self, rules: &Rules, course: &Course, posture: Posture) -> Vec<RuleId> {
        let guns = (0..=SUPPORT as u8).any(|nth| self.shot(rules, nth).is_some());
        if !guns && self.volley(rules, posture).is_none() {
            return Vec::new();
        }
        let checked = self.checked(rules, course.lost, course.is_led());
        let proc = checked.cell.map(|_| rule!("empire.deffire.proc"));
        [proc, checked.cell, checked.by, checked.ignores].into_iter().flatten().collect()
    }

    /// The charger's fire as it retires, at the target as it stands by then.
    pub fn parting(&self, rules: &Rules, lost: u32, stand: Stand) -> Volley {
        let left = self.charger.figures - lost.min(self.charger.figures);
        Volley {
            figures: in_front(rules, self.charger.formation, left, self.charger_parts).max(1),
            grade: self.charger.grade,
            disordered: self.charger.disordered,
            shaken: self.charger.shaken,
            horseback: self.charger.arm == Arm::Cavalry,
            target: match self.target.arm {
                Arm::Artillery => Target::Artillery,
                Arm::Infantry | Arm::Cavalry => Target::of(stand.formation(self.target.formation)),
            },
            ..self.parting
        }
    }

    /// The target's test before contact ([`Cause::Charge`]), or for Klumpen.
    pub fn test(&self, rules: &Rules, Posture { stand, disordered }: Posture, cause: Cause) -> UnitTest {
        let stance = Stance::of(self.target.arm, stand.formation(self.target.formation));
        UnitTest {
            grade: self.target.grade,
            cause,
            attached: self.target.attached,
            disordered,
            shaken: self.target.shaken,
            by_guard: unit_morale::is_of_guard(rules, self.guard, self.charger.grade),
            stance,
            ..self.test
        }
    }

    /// The two as they meet.
    pub fn clash(&self, rules: &Rules, course: &Course, Posture { stand, disordered }: Posture) -> Clash {
        let (lost, led) = (course.lost, course.is_led());
        let checked = self.checked(rules, lost, led);
        let charger = Fighter {
            figures: self.charger.figures - lost.min(self.charger.figures),
            lost: self.charger.lost + lost,
            disordered: checked.disordered,
            checked: checked.cell.map(|cell| (cell, checked.modifier)),
            led_on: led,
            ..self.charger
        };
        let target = Fighter {
            formation: stand.formation(self.target.formation),
            square: if let Stand::Square(kind) = stand { kind } else { self.target.square },
            disordered,
            klumpen: stand == Stand::Klumpen,
            charging: self.reply == Reply::Countercharge,
            ..self.target
        };
        Clash { charger, target, sky: self.sky, ..Clash::blank() }
    }

    /// A victory by its winner.
    pub fn won(&self, charger_wins: bool) -> Victory {
        let (winner, loser) =
            if charger_wins { (self.charger, self.target) } else { (self.target, self.charger) };
        Victory {
            winner: winner.arm,
            loser: loser.arm,
            stood: !charger_wins && self.reply != Reply::Countercharge,
            wave: charger_wins && self.charger.wave > 0,
            sheltered: !charger_wins && self.target.cover != crate::state::words::Cover::None,
            ..Victory::blank()
        }
    }

    /// The victory of a close action.
    pub fn victory(&self, fought: Fought, klumpen: bool) -> Victory {
        Victory {
            lead: fought.lead,
            klumpen: klumpen && fought.charger_wins,
            ..self.won(fought.charger_wins)
        }
    }

    /// What a standard is thrown for with; `None`: it is not (ruling standards).
    pub fn standard(&self, rules: &Rules, charger_wins: bool, level: Level, fell: u32) -> Option<Standard> {
        let Victory { winner, loser, .. } = self.won(charger_wins);
        let has_one = loser != Arm::Artillery && winner != Arm::Artillery && !self.bare(charger_wins);
        (has_one && level != Level::Draw && fell > 0).then(|| Standard {
            casualties: fell,
            by: winner,
            melee: is_melee(rules, [winner, loser], self.target.building),
            ..Standard::blank()
        })
    }

    /// The loser has no standard with it: it was taken before, or unformed troops have left it behind.
    fn bare(&self, charger_wins: bool) -> bool {
        let unformed = self.target.formation.is_unformed() && self.target.arm == Arm::Infantry;
        if charger_wins { self.target_bare || unformed } else { self.charger_bare }
    }
}

/// A commander at unit level.
fn is_with_unit(attached: Attached) -> bool {
    matches!(
        attached,
        Attached::CharismaticUnit
            | Attached::InspirationalUnit
            | Attached::ImpersonalUnit
            | Attached::DespicableUnit
            | Attached::MeLeader
    )
}
