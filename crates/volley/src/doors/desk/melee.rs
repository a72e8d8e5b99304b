//! Melee: its dice, one round, and what cavalry does to whom it reaches.

use super::numbers::{by, face, hits, name};
use super::refusals::{cited, no_such_pair, no_such_unit, nobody_in};
use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::melee::{
    self, Fighter, OfTwo, RideResult, Row, count_of_dice, melee_dice, melee_loser, melee_need, melee_round,
    pass_through_losses, passing_losses, ride_result,
};
use crate::rules::on_sheet::{FIGHTERS, MET, against, formation, nations, of_arms, one_of};
use crate::rules::outlook::{Body, FIGHTER};
use crate::state::game::Volley;
use crate::state::words::{Arm, Cover, Formation, Grade};
use dice::Dice;
use engine::desk::{
    Chart, ChartCard, FactCard, FactSet as _, Found, Liking, Number, Value, all_of, count, dice_by, flag,
    found, needs, number, of_unit, only, without,
};

fn fighter(rules: &Rules) -> Vec<FactCard> {
    only(Body::cards(rules), FIGHTER)
}

/// What its dice are counted by: cover, cuirasses and lances change what they must show.
fn throwing(rules: &Rules) -> Vec<FactCard> {
    without(fighter(rules), &["cover", "cuirassier", "lancer"])
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct MeleeDice of Rules {
        pub body: Body = Body::blank(),
            part "" |rules| of_unit("", "fighter", "{unit}", of_arms(rules, throwing(rules), FIGHTERS));
    }
}

impl Chart<Volley> for MeleeDice {
    const NAME: &'static str = "melee-dice";
    const TITLE: &'static str = "Melee: how many dice";

    fn settle(&mut self, before: Option<&MeleeDice>) {
        self.body.settle(before.map(|before| &before.body));
    }

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("dice", count(count_of_dice(rules, &self.body.fighter())))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        no_such_unit(rules, self.body.nation, self.body.arm, self.body.formation)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let (count, rows) = melee_dice(rules, &self.body.fighter());
        rows.into_iter().map(|rule| dice_by(name(rule), count)).collect()
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct Melee of Rules {
        pub a: Body = Body::blank(), part "a-" |rules| of_unit("a-", "one side", "{unit}", fighter(rules));
        pub b: Body = Body::blank(), part "b-" |rules| {
            against(rules, of_unit("b-", "other side", "{foe}", fighter(rules)), "b-nation", "a-nation")
        };
        pub continuing: bool = false, plain "continuing" |name, _| flag(name, "they have fought before");
    }
}

impl Melee {
    /// The row that disposes of one of the two who meet; `None`: they throw.
    fn row(&self, rules: &Rules) -> Option<Row> {
        let row: Result<_, std::convert::Infallible> = melee::row(rules, [self.a.arm, self.b.arm], |which| {
            let (body, _) = which.before(&self.a, &self.b);
            Ok((body.formation, body.cover == Cover::Fortification))
        });
        let Ok(row) = row;
        row
    }
}

impl Chart<Volley> for Melee {
    const NAME: &'static str = "melee";
    const TITLE: &'static str = "Melee: one round";

    fn usual(rules: &Rules, card: &mut ChartCard) {
        let (grade, other) = (Grade::Veteran.word(), nations(rules).last().copied().unwrap_or_default());
        let figures = [("a-figures", "12"), ("b-figures", "12"), ("b-nation", other)];
        let [a, b, nation] = figures;
        card.asked("melee", "Melee", [a, b, nation, ("a-grade", grade), ("b-grade", grade)], &[]);
    }

    fn settle(&mut self, before: Option<&Melee>) {
        self.a.settle(before.map(|before| &before.a));
        self.b.settle(before.map(|before| &before.b));
    }

    /// A row of the results for one of the two, or dice on both sides.
    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let (a, b) = (self.a.fighter(), self.b.fighter());
        let (result, lost, loser) = match self.row(rules) {
            Some(Row { result: RideResult::PassesThrough, holds_for, .. }) => {
                let (square, rider) = holds_for.before(&a, &b);
                let lost = passing_losses(dice, rules, Some(square))?;
                let rider = rider.figures;
                let lost = lost.min(rider);
                let (_, loser) = holds_for.before("a", "b");
                let loser = if lost == rider { loser } else { "nobody" };
                ("passes-through", holds_for.before(0, lost), loser)
            }
            Some(Row { result, holds_for: OfTwo::First, .. }) => (ride_word(result), (a.figures, 0), "a"),
            Some(Row { result, holds_for: OfTwo::Second, .. }) => (ride_word(result), (0, b.figures), "b"),
            None => {
                let hits = melee_round(dice, rules, &a, &b, !self.continuing)?;
                let loser = match melee_loser(rules, &a, &b, hits) {
                    Some(OfTwo::First) => "a",
                    Some(OfTwo::Second) => "b",
                    None => "nobody",
                };
                ("melee", (hits.1, hits.0), loser)
            }
        };
        let parts = [
            ("result", Value::Word(result)),
            ("a-lost", count(lost.0)),
            ("b-lost", count(lost.1)),
            ("loser", Value::Word(loser)),
        ];
        Ok(found(parts).ends_by("result", Liking::Even))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let standing = |body: &Body| no_such_unit(rules, body.nation, body.arm, body.formation);
        let guns = self.a.arm == Arm::Artillery && self.b.arm == Arm::Artillery;
        let pair = || no_such_pair(rules, self.a.nation, self.b.nation);
        standing(&self.a).or_else(|| standing(&self.b)).or_else(pair).or_else(|| {
            let why = "guns do not fight guns: one of the two is infantry or cavalry";
            guns.then(|| cited(rule!("volley.melee.result.artillery"), why))
        })
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        match self.row(rules) {
            Some(Row { result: RideResult::PassesThrough, rule, .. }) => {
                [vec![by(rule), by(rule!("volley.melee.result.square.no-dice"))], passing(rules, 1)].concat()
            }
            Some(row) => vec![by(row.rule)],
            None => {
                let (a, b, first) = (self.a.fighter(), self.b.fighter(), !self.continuing);
                [
                    all_of("One side", blows(rules, &a, &b, first)),
                    all_of("The other side", blows(rules, &b, &a, first)),
                ]
                .concat()
            }
        }
    }
}

const fn ride_word(result: RideResult) -> &'static str {
    match result {
        RideResult::RidesDown => "infantry-destroyed",
        RideResult::PassesThrough => "passes-through",
        RideResult::TakesGuns => "artillery-destroyed",
        RideResult::Fights => "melee",
    }
}

/// The dice of one who fights, and what each must show.
fn blows(rules: &Rules, me: &Fighter, enemy: &Fighter, first: bool) -> Vec<Number> {
    let (count, rows) = melee_dice(rules, me);
    let row = rows.get(1).or(rows.first()).copied().unwrap_or(rule!("volley.melee.dice.groups"));
    hits(dice_by(name(row), count), melee_need(rules, me, enemy, first))
}

fn passing(rules: &Rules, squares: u32) -> Vec<Number> {
    let casualty = rule!("volley.melee.result.square.casualty");
    let need = rules.int(casualty).map(|need| needs(name(casualty), face(need)));
    std::iter::once(dice_by(name(casualty), squares)).chain(need).collect()
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct CavalryResult of Rules {
        pub arm: Arm = Arm::Infantry, word "arm" |name, _| one_of(name, "arm of the unit", MET);
        pub formation: Formation = Formation::Column,
            word "formation" |name, rules| formation(name, "its formation", "arm", (rules, MET));
        pub fortified: bool = false, plain "fortified" |name, _| flag(name, "it stands in a fortification");
    }
}

impl Chart<Volley> for CavalryResult {
    const NAME: &'static str = "cavalry-result";
    const TITLE: &'static str = "Melee: what cavalry does to a unit it reaches";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let (result, _) = ride_result(rules, self.arm, self.formation, self.fortified);
        Ok(found([("result", Value::Word(ride_word(result)))]).ends_by("result", Liking::Even))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        nobody_in(rules, self.arm, self.formation)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        vec![by(ride_result(rules, self.arm, self.formation, self.fortified).1)]
    }
}

engine::facts! {
    #[derive(Clone, Copy, Debug)]
    pub struct PassThrough of Rules {
        pub squares: u32 = 0, plain "squares" |name, _| number(name, "infantry units passed", 1, 20, Some(1));
    }
}

impl Chart<Volley> for PassThrough {
    const NAME: &'static str = "pass-through";
    const TITLE: &'static str = "Melee: cavalry passes squares";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("lost", count(pass_through_losses(dice, rules, self.squares)?))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        passing(rules, self.squares)
    }
}
