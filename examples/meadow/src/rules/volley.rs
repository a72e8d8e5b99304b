//! The volley: who can be fired at, how many dice, and what they must show.

use crate::charts::Rules;
use crate::ids::{VolleyWhen, house, rule};
use crate::rules::rally;
use crate::state::answer::{Answer, Refusal};
use crate::state::event::{Event, What, Working};
use crate::state::game::Meadow;
use dice::{Dice, d6};
use engine::desk::{FactSet as _, flag, number};
use engine::outlook::{Outlook, Turns, measuring};
use engine::wording::says;
use engine::{Ask, Form, FormKind, PlainAnswer as _, Side, Umpire, UnitId, one_of};
use serde::Serialize;
use table::Inches;

engine::facts! {
    /// What a volley rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Shot of Rules {
        pub figures: u32 = 1, plain "figures" |name, _| number(name, "figures that fire", 1, 40, Some(10));
        /// In whole inches, parts rounded up.
        pub range: u32 = 8, plain "range" |name, _| number(name, "range in inches, parts rounded up", 0, 24, Some(8));
        pub hedge: bool = false, plain "hedge" |name, _| flag(name, "the target is behind a hedge");
    }
}

impl Shot {
    /// A company's shot at another, as it is seen.
    fn seen<U: Umpire<Meadow>>(
        game: &Meadow,
        umpire: &mut U,
        unit: UnitId,
        target: UnitId,
    ) -> Result<Shot, U::Pause> {
        let range = umpire.see(game, Range { unit, target })?;
        Ok(Shot {
            figures: game.unit(unit).figures,
            range: (range.0.unsigned_abs()).div_ceil(1000),
            hedge: umpire.see(game, BehindHedge { unit: target })?,
            ..Shot::blank()
        })
    }

    /// How often a modifier counts.
    fn times(&self, when: VolleyWhen, per: i32) -> i32 {
        i32::from(match when {
            VolleyWhen::Near => self.range as i32 <= per,
            VolleyWhen::Hedge => self.hedge,
        })
    }

    /// The dice of a volley.
    pub fn dice(&self, rules: &Rules) -> u32 {
        let Some((dice, figures)) = rules.ratio(rule!("meadow.volley.dice")) else { return 0 };
        let odd = rules.plays(house!("odd-figure", "fires"));
        if odd { (self.figures * dice).div_ceil(figures) } else { self.figures * dice / figures }
    }

    /// What each die must show, with the sum behind it; above 6 nothing hits.
    pub fn need(&self, rules: &Rules) -> (u32, Working) {
        let mut working = Working::default();
        let Some(printed) = rules.int(rule!("meadow.volley.need")) else { return (7, working) };
        working.add(rule!("meadow.volley.need"), printed);
        rules.volley_modifiers.add(&mut working, |when, per| self.times(when, per));
        // What is added to the die is taken off what it must show.
        ((2 * printed - working.total()).max(2).unsigned_abs(), working)
    }
}

/// The figures that a volley takes off.
///
/// # Errors
/// The umpire's pause.
pub fn hits<D: Dice>(dice: &mut D, rules: &Rules, shot: &Shot) -> Result<u32, D::Pause> {
    dice.hits(d6(shot.dice(rules)), shot.need(rules).0)
}

pub(crate) fn act<U: Umpire<Meadow>>(
    game: &mut Meadow,
    umpire: &mut U,
    unit: UnitId,
) -> Result<(), U::Pause> {
    let targets = umpire.see(game, InRange { unit })?;
    if targets.is_empty() {
        return Ok(());
    }
    let Some(target) = umpire.ask(game, Volley { unit, targets })? else { return Ok(()) };
    let shot = Shot::seen(game, umpire, unit, target)?;
    let (need, working) = shot.need(&game.rules);
    umpire.tell(|| {
        let by = [rule!("meadow.volley.range"), rule!("meadow.volley.dice")];
        Event::with(What::Fires { unit, target, dice: shot.dice(&game.rules), need }, &by, working)
    });
    let hits = hits(umpire.hand(game.unit(unit).side), &game.rules, &shot)?;
    if hits > 0 {
        rally::lose(game, umpire, target, hits);
    }
    Ok(())
}

engine::sight! {
    /// Enemies within range, the nearest first.
    pub struct InRange of Meadow { pub unit: UnitId } -> Vec<UnitId>;
    word: "in-range";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| in_range(g, f.unit);
    text: |f, g| format!("Which enemies are in range of {}, the nearest first?", g.name(f.unit));
    answers: |_, _| AnyOf;
}

fn in_range(game: &Meadow, unit: UnitId) -> Vec<UnitId> {
    let Some(reach) = game.rules.inches(rule!("meadow.volley.range")) else { return Vec::new() };
    let enemies = game.of(game.unit(unit).side.enemy()).map(|(id, _)| id);
    let mut near: Vec<(Inches, UnitId)> =
        enemies.filter_map(|id| Some((range(game, unit, id)?, id))).collect();
    near.retain(|(range, _)| *range <= reach);
    near.sort();
    near.into_iter().map(|(_, id)| id).collect()
}

fn range(game: &Meadow, unit: UnitId, target: UnitId) -> Option<Inches> {
    Some(game.rect(unit)?.distance(&game.rect(target)?))
}

engine::sight! {
    /// A hedge shelters it.
    pub struct BehindHedge of Meadow { pub unit: UnitId } -> bool;
    word: "behind-hedge";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: OwnMove;
    measured: |f, g| g.rect(f.unit).is_some_and(|rect| g.scenario.terrain.cover(&rect).defensive);
    text: |f, g| format!("Is {} behind a hedge?", g.name(f.unit));
    answers: |_, _| YesNo;
}

engine::sight! {
    /// How far a target is.
    pub struct Range of Meadow { pub unit: UnitId, pub target: UnitId } -> Inches;
    word: "range";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: OwnMove;
    measured: |f, g| range(g, f.unit, f.target).unwrap_or_default();
    text: |f, g| format!("How far is it from {} to {}?", g.name(f.unit), g.name(f.target));
    answers: |_, g| Distances::upto(g.rules.inches(rule!("meadow.volley.range")).into_iter().chain(
        g.rules.volley_modifiers.find(VolleyWhen::Near).map(|near| Inches::whole(near.per))
    ));
}

/// At whom a company fires.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Volley {
    pub unit: UnitId,
    pub targets: Vec<UnitId>,
}

impl Ask<Meadow> for Volley {
    const WORD: &'static str = "volley";
    type Granted = Option<UnitId>;

    fn side(&self, game: &Meadow) -> Side {
        game.unit(self.unit).side
    }

    fn grant(&self, game: &Meadow, answer: &Answer) -> Result<Option<UnitId>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            _ => one_of(answer, &self.targets, |unit| game.name(unit)).map(Some),
        }
    }

    fn decline(&self, _: &Meadow) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Meadow) -> String {
        format!("Choose whom {} at, or hold fire.", says(game.name(self.unit), "fire[s]"))
    }

    fn waited_for(&self, game: &Meadow) -> String {
        format!("whom {} at.", says(game.name(self.unit), "fire[s]"))
    }

    fn form(&self, _: &Meadow) -> Form<Answer> {
        let targets = Form::units(FormKind::Target, Some(self.unit), &self.targets, Answer::Unit);
        targets.or("Hold fire", "", Answer::No)
    }

    fn outlook(&self, game: &Meadow, answer: &Answer) -> Option<Outlook<Meadow>> {
        let (unit, target) = (self.unit, answer.unit()?);
        let shot = measuring(|eyes| Shot::seen(game, eyes, unit, target));
        let mut turns = Turns::default();
        turns.turn("hedge");
        let rules: &Rules = &game.rules;
        let outlook = Outlook::charted(rules, About::Volley, (unit, Some(target)), shot, turns);
        Some(outlook.titled("{unit} fire[s] at {foe}"))
    }
}

/// What may be looked at beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Volley,
}
