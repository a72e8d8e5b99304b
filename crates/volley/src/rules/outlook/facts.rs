//! What a charge and a shot rest on, gathered in one place.

use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::charge::stand::{may_counter_charge, press_price};
use crate::rules::charge::{does_anybody_roll, is_led};
use crate::rules::fire::{Cannonade, Target, Volleys};
use crate::rules::melee::loss::line_distance;
use crate::rules::morale::Morale;
use crate::rules::on_sheet::{FIGHTERS, FIGURES, MET, against, formation, nations, of_arms, one_of};
use crate::state::game::Volley;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Cover, Formation, Grade, Moment, Nation, Test};
use engine::desk::{FactCard, FactSet as _, FactValue as _, flag, number, of_unit, only, without, word};

engine::facts! {
    /// One of the two, as far as a charge cares.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Body of Rules {
        pub nation: Nation = Nation::French,
            word "nation" |name, rules| word(name, "nation of the {who}", &nations(rules), None);
        pub grade: Grade = Grade::Veteran,
            word "grade" |name, _| word(name, "grade of the {who}", Grade::NAMES, None);
        pub figures: u32 = 0,
            plain "figures" |name, _| number(name, "figures of the {who}", 1, 200, None).usual(FIGURES);
        pub arm: Arm = Arm::Infantry, word "arm" |name, _| one_of(name, "arm of the {who}", MET);
        pub formation: Formation = Formation::Column,
            word "formation" |name, rules| formation(name, "formation of the {who}", "arm", (rules, MET));
        pub cover: Cover = Cover::None,
            word "cover" |name, _| word(name, "what the {who} stands in", Cover::NAMES, Some("none"));
        pub cuirassier: bool = false,
            plain "cuirassier" |name, _| flag(name, "the {who} wears cuirasses").only("arm", HORSE);
        pub lancer: bool = false,
            plain "lancer" |name, _| flag(name, "the {who} carries lances").only("arm", HORSE);
        /// Lost before.
        pub lost: u32 = 0,
            plain "lost" |name, _| number(name, "figures the {who} has lost before", 0, 200, Some(0));
        pub general: bool = false, plain "general" |name, _| flag(name, "a general is with the {who}");
        /// What else its tests rest on, as it stands on the table.
        pub tested: Morale = Morale::blank();
        /// What else shots at it rest on, as it stands on the table.
        pub struck: Target = Target::blank();
    }
}

const HORSE: [&str; 1] = [Arm::Cavalry.word()];

/// What a fighter is known by.
pub(crate) const FIGHTER: &[&str] =
    &["nation", "grade", "figures", "arm", "formation", "cover", "cuirassier", "lancer"];

engine::facts! {
    /// What a charge rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct ChargeFacts of Rules {
        pub charger: Body = Body::blank(), part "charger-" |rules| {
            of_unit("charger-", "charger", "{unit}", of_arms(rules, Body::cards(rules), FIGHTERS))
        };
        pub target: Body = Body::blank(), part "target-" |rules| {
            let cards = of_unit("target-", "target", "{foe}", Body::cards(rules));
            against(rules, cards, "target-nation", "charger-nation")
        };
        pub flank: bool = false, plain "flank" |name, _| flag(name, "charged in flank or rear");
        /// The target shoots as the charge comes in.
        pub target_shoots: bool = true;
        /// Dice of other units that shoot at the charger, all at the target's need.
        pub other_dice: u32 = 0, plain "other-dice" |name, _| {
            number(name, "dice of other units that shoot at the charger", 0, 200, Some(0))
        };
        /// The charge falls into the first melee of the turn.
        pub first_melee: bool = true;
        /// Another column stands close to the charger's flank.
        pub crowded: bool = false, maybe "crowded" crowded_in_charge;
        /// A general is near the charger, for the house that lets him help from there.
        pub general_near: bool = false,
            maybe "general-near" |name, rules| {
                let helps = is_led(rules, false, true) && does_anybody_roll(rules);
                helps.then(|| flag(name, "a general is within command range of the charger"))
            };
        /// Inches the dice of a gallop must bring for the charge to arrive.
        pub bonus_needed: u32 = 0,
            plain "bonus-needed" |name, _| number(name, "inches a gallop's dice must bring", 0, 12, Some(0));
        /// The two have fought before.
        pub continuing: bool = false, plain "continuing" |name, _| flag(name, "they have fought before");
        /// Where the chain begins.
        pub from: Moment = Moment::Order, word "from" |name, rules| {
            word(name, "where the charge stands", &moments(rules), Some("order")).says(&[
                ("stays", "stands as it is"),
                ("wavers", "takes it as it comes"),
                ("held-off", "stays held off"),
            ])
        };
        also {
            "no-volley" (|it| (!it.target_shoots).to_word(), |it, word| {
                it.target_shoots = word == "no";
                true
            }) |name, _| {
                flag(name, "the target does not shoot")
                    .named("the volley of {foe}")
                    .says(&[("no", "shoots"), ("yes", "does not")])
            };
            // Read after the charger's nation, by which a charge is in the melee of its own side.
            "melee" (|it| if it.first_melee { "first" } else { "second" }.to_owned(), |it, word| {
                it.first_melee = match word {
                    "first" => true,
                    "second" => false,
                    _ => it.charger.nation == Nation::French,
                };
                true
            }) |name, rules| {
                // A beaten column forms line after either, unless a house plays without one of the two rows.
                let [first, second] = [false, true].map(|second| line_distance(rules, second).is_some());
                let words: &[&'static str] = if first == second { &["own"] } else { &["own", "first", "second"] };
                word(name, "which melee of the turn", words, Some("own"))
            };
        }
    }
}

/// Where there are decisions in a charge by this sheet.
fn moments(rules: &Rules) -> Vec<&'static str> {
    let has = |moment: Moment| match moment {
        Moment::RollsForSquare => rules.on(rule!("volley.stand.fail12.british-square")),
        Moment::GoesIn => may_counter_charge(rules, Nation::British, Formation::Line),
        Moment::PressesOn => press_price(rules).is_some(),
        Moment::Order
        | Moment::Stays
        | Moment::ClosesUp
        | Moment::Wavers
        | Moment::HeldOff
        | Moment::Melee => true,
    };
    Moment::WORDS.iter().filter(|(_, moment)| has(*moment)).map(|(word, _)| *word).collect()
}

impl ChargeFacts {
    /// A charge from its order, straight at the target's front, that only the target shoots at.
    pub fn new(charger: Body, target: Body) -> ChargeFacts {
        let first_melee = charger.nation == Nation::French;
        ChargeFacts { charger, target, first_melee, ..ChargeFacts::blank() }
    }
}

impl Body {
    /// A unit as it stands.
    pub fn of(game: &Volley, id: UnitId) -> Body {
        let unit = game.unit(id);
        let (tested, cover) = (game.morale_facts(id, Test::Stand), game.cover(id));
        Body {
            nation: unit.nation(),
            arm: unit.arm(),
            grade: unit.grade(),
            formation: unit.formation,
            figures: unit.figures,
            lost: tested.lost,
            general: tested.general,
            cover,
            cuirassier: unit.profile.cuirassier,
            lancer: unit.profile.lancer,
            tested,
            struck: Target::of(game, id, cover),
            ..Body::blank()
        }
    }
}

/// What is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fired {
    /// Phase 1.
    Guns(Cannonade),
    /// Phases 3 and 8.
    Volley(Volleys),
}

/// What a shot and its test rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotFacts {
    pub fired: Fired,
    /// Figures of the target.
    pub figures: u32,
    /// Of the target, before it is hit.
    pub morale: Morale,
    /// Another column stands close to its flank.
    pub crowded: bool,
}

/// What of a target its morale rests on.
fn struck(rules: &Rules) -> Vec<FactCard> {
    let cards = only(Body::cards(rules), &["nation", "grade", "figures", "lost", "general"]);
    of_unit("target-", "target", "{foe}", cards)
}

/// Guns halt Austrian columns into line, and crowd them, on the one sheet that has them.
fn crowded(name: &'static str, rules: &Rules) -> Option<FactCard> {
    rules.on(rule!("volley.p2.fail12.austrian-crowding")).then(|| flag(name, CROWDED))
}

/// So does a charge of theirs that does not close.
fn crowded_in_charge(name: &'static str, rules: &Rules) -> Option<FactCard> {
    rules.on(rule!("volley.close.fail12.austrian-crowding")).then(|| flag(name, CROWDED))
}

const CROWDED: &str = "another Austrian column within the printed distance of its flank";

engine::facts! {
    /// Phases 1 and 2: a battery's shot, and the morale of what it hits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Bombardment of Rules {
        pub shot: Cannonade = Cannonade::blank(), part "" Cannonade::cards;
        pub struck: Body = Body::blank(), part "target-" struck;
        /// Another column stands close to its flank.
        pub crowded: bool = false, maybe "crowded" crowded;
    }
}

engine::facts! {
    /// Phases 3 and 4, 8 and 9: a unit's shots, and the morale of what they hit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Firing of Rules {
        /// Before the shot: a target of fire that charges is also a target.
        pub charging: bool = false, plain "charging" |name, _| flag(name, "the target charges in this phase");
        pub shot: Volleys = Volleys::blank(), part "" Volleys::cards;
        pub struck: Body = Body::blank(), part "target-" struck;
        /// Another column stands close to its flank.
        pub crowded: bool = false, maybe "crowded" crowded_in_charge;
    }
}

impl Bombardment {
    /// A shot in phase 1, with what else its odds rest on.
    pub(super) fn of(shot: Cannonade, facts: &ShotFacts) -> Bombardment {
        let (struck, crowded) = (Body::struck(facts), facts.crowded);
        Bombardment { shot, struck, crowded, ..Bombardment::blank() }
    }

    pub(crate) fn facts(&self) -> ShotFacts {
        let morale = self.struck.struck_by(Test::Artillery, &self.shot.target);
        ShotFacts {
            fired: Fired::Guns(self.shot),
            figures: self.struck.figures,
            morale,
            crowded: self.crowded,
        }
    }
}

impl Firing {
    /// A shot in phase 3 or 8, with what else its odds rest on.
    pub(super) fn of(shot: Volleys, facts: &ShotFacts) -> Firing {
        let charging = shot.target.charging || facts.morale.charging;
        Firing { charging, shot, struck: Body::struck(facts), crowded: facts.crowded, ..Firing::blank() }
    }

    pub(crate) fn facts(&self) -> ShotFacts {
        let (mut shot, arm) = (self.shot, self.shot.target.arm);
        shot.target.french = self.struck.nation == Nation::French;
        shot.target.charging = self.charging && arm == Arm::Cavalry;
        let morale = self.struck.struck_by(Test::Close, &shot.target);
        let morale = Morale { charging: self.charging && arm == Arm::Infantry, ..morale };
        ShotFacts { fired: Fired::Volley(shot), figures: self.struck.figures, morale, crowded: self.crowded }
    }
}

impl Body {
    /// What of a target its morale rests on.
    fn struck(facts: &ShotFacts) -> Body {
        let Morale { nation, arm, grade, formation, lost, general, .. } = facts.morale;
        let (figures, tested) = (facts.figures, facts.morale);
        Body { nation, arm, grade, formation, figures, lost, general, tested, ..Body::blank() }
    }

    /// Its test after fire: it is what was shot at.
    fn struck_by(&self, test: Test, target: &Target) -> Morale {
        let Body { nation, grade, lost, general, .. } = *self;
        Morale {
            test,
            nation,
            arm: target.arm,
            grade,
            formation: target.formation,
            lost,
            general,
            ..self.tested
        }
    }
}

/// What of a unit every test asks for.
fn tested(rules: &Rules) -> Vec<FactCard> {
    without(Morale::cards(rules), &["charging", "flank"])
}

/// A test of its kind, before its facts are known.
fn blank(test: Test) -> Morale {
    Morale { test, ..Morale::blank() }
}

engine::facts! {
    /// Phase 2: morale after artillery losses.
    #[derive(Clone, Copy, Debug)]
    pub struct ArtilleryMorale of Rules {
        pub test: Morale = blank(Test::Artillery), part "" tested;
        pub crowded: bool = false, maybe "crowded" crowded;
    }
}

engine::facts! {
    /// Phases 4 and 9: morale for losses and to close.
    #[derive(Clone, Copy, Debug)]
    pub struct Close of Rules {
        pub test: Morale = blank(Test::Close), part "" |rules| without(Morale::cards(rules), &["flank"]);
        /// Another column stands close to its flank.
        pub crowded: bool = false, maybe "crowded" crowded_in_charge;
    }
}

engine::facts! {
    /// Phases 5 and 10: morale to stand.
    #[derive(Clone, Copy, Debug)]
    pub struct Stand of Rules {
        pub test: Morale = blank(Test::Stand), part "" |rules| without(Morale::cards(rules), &["charging"]);
        pub cavalry: bool = false, plain "cavalry" |name, _| flag(name, "charged by cavalry");
        pub in_melee: bool = false,
            plain "in-melee" |name, _| flag(name, "it was in melee before it was charged");
    }
}

engine::facts! {
    /// Morale of a unit that lost a melee.
    #[derive(Clone, Copy, Debug)]
    pub struct Loss of Rules {
        pub test: Morale = blank(Test::Loss), part "" |rules| of_arms(rules, tested(rules), FIGHTERS);
        pub second: bool = false, maybe "second" |name, rules| {
            let differs = line_distance(rules, false) != line_distance(rules, true);
            differs.then(|| flag(name, "after the second melee of the turn"))
        };
    }
}

engine::facts! {
    /// The recall of cavalry.
    #[derive(Clone, Copy, Debug)]
    pub struct Recall of Rules {
        pub test: Morale = Morale { arm: Arm::Cavalry, ..blank(Test::Recall) },
            part "" |rules| without(tested(rules), &["arm", "formation"]);
    }
}
