//! A bot at play: it answers as the captain does, except where that sends a unit that its habits leave where it is.

use super::list::{Go, Habits, Walk};
use crate::{Sent, Studied};
use engine::{FormKind, Players, Questions as _, Side, Troops, UnitDrawn, UnitId};
use general::{General, Veteran};
use table::{Inches, Point};

/// How often the captain may be asked in one question, each time for the next he would send.
const ASKED: u32 = 400;

pub(super) struct Bot<G: Studied> {
    captain: General<G>,
    habits: Habits,
    /// One battalion for each ground that counts, chosen once.
    owners: Option<Vec<(UnitId, Point)>>,
}

impl<G: Studied> Bot<G> {
    pub(super) fn new(habits: Habits) -> Bot<G> {
        Bot { captain: G::captain(), habits, owners: None }
    }

    /// Whether its time has come.
    fn has_begun(&self, view: &G) -> bool {
        let (turn, turns) = (view.moment().turn, view.length());
        match self.habits.last {
            0 => true,
            u32::MAX => turn * 3 > turns * 2,
            last => turn + last > turns,
        }
    }

    fn lets(&self, view: &G, sent: Sent) -> bool {
        let of = |go: Go, id: UnitId| match go {
            Go::NoUnit => false,
            Go::Everybody => true,
            Go::Guns | Go::Horse | Go::Foot => {
                let drawn = view.units_drawn();
                let unit = drawn.iter().chain(&view.units_awaited()).find(|unit| unit.id == id).map(arm);
                unit == Some(go)
            }
        };
        match sent {
            Sent::NoUnit | Sent::FallsBack(_) => true,
            Sent::Leads => self.habits.leads,
            Sent::Charges(unit) => of(self.habits.charge, unit),
            Sent::Marches(unit) | Sent::Forms(unit) => of(self.habits.go, unit),
        }
    }

    /// The captain's answer, the first that its habits let through.
    fn by_captain(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let mut before = None;
        for _ in 0..ASKED {
            let answer = self.captain.answer(side, view, question);
            if self.lets(view, G::sent(&answer)) {
                return answer;
            }
            // He insists.
            if before.as_ref() == Some(&answer) {
                break;
            }
            before = Some(answer);
        }
        view.decline(question)
    }

    /// Walks a unit to where the habits want it.
    fn walk(&mut self, side: Side, view: &G, question: &G::Question) -> Option<G::Answer> {
        if self.habits.walk == Walk::Nowhere {
            return None;
        }
        let at_hand = view.at_hand(question, side);
        let drawn = view.units_drawn();
        at_hand.into_iter().find_map(|id| {
            let unit = drawn.iter().find(|unit| unit.id == id)?;
            let (to, radius) = self.goal(view, &drawn, unit)?;
            let gap = unit.rect.as_ref()?.distance_to(to);
            if gap <= radius { None } else { view.toward(question, id, to) }
        })
    }

    /// Where a unit is walked, and how near is there.
    fn goal(&mut self, view: &G, drawn: &[UnitDrawn], unit: &UnitDrawn) -> Option<(Point, Inches)> {
        let at = unit.pose?.at;
        let about = view.about();
        match self.habits.walk {
            Walk::Nowhere => None,
            Walk::Ground => {
                let nearest = about.objectives.iter().min_by_key(|place| (at.distance(place.at), place.at.x));
                nearest.map(|place| (place.at, place.radius))
            }
            Walk::Owners => {
                let owners = self.owners.get_or_insert_with(|| owners(view, drawn, unit.side));
                let to = owners.iter().find(|(owner, _)| *owner == unit.id)?.1;
                let place = about.objectives.iter().find(|place| place.at == to)?;
                Some((to, place.radius))
            }
            Walk::Home => {
                let edge = about.edges[unit.side];
                let (width, depth) = (about.terrain.width.0, about.terrain.depth.0);
                let along = if edge.length(&about.terrain).0 == width {
                    at.x.clamp(0, width)
                } else {
                    at.y.clamp(0, depth)
                };
                Some((edge.point(along, Inches::whole(4), &about.terrain), Inches::whole(1)))
            }
        }
    }
}

/// The nearest battalion to each ground that counts, each once.
fn owners<G: Studied>(view: &G, drawn: &[UnitDrawn], side: Side) -> Vec<(UnitId, Point)> {
    let mut owners: Vec<(UnitId, Point)> = Vec::new();
    for place in &view.about().objectives {
        let foot = drawn.iter().filter(|unit| unit.side == side && arm(unit) == Go::Foot);
        let free = foot.filter(|unit| !owners.iter().any(|(owner, _)| *owner == unit.id));
        let near = free.filter_map(|unit| Some((unit.pose?.at.distance(place.at), unit.id)));
        owners.extend(near.min().map(|(_, unit)| (unit, place.at)));
    }
    owners
}

fn arm(unit: &UnitDrawn) -> Go {
    match unit.troops() {
        Troops::Guns => Go::Guns,
        Troops::Horse => Go::Horse,
        Troops::Foot | Troops::Skirmishers => Go::Foot,
    }
}

impl<G: Studied> Players<G> for Bot<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let kind = question.form(view).kind;
        if !matches!(kind, FormKind::Orders | FormKind::Write) {
            return self.captain.answer(side, view, question);
        }
        if !self.has_begun(view) {
            return still(self, side, view, question);
        }
        if let Some(answer) = self.walk(side, view, question) {
            return answer;
        }
        self.by_captain(side, view, question)
    }
}

/// Sends no unit yet, but fires where the same question allows it.
fn still<G: Studied>(bot: &mut Bot<G>, side: Side, view: &G, question: &G::Question) -> G::Answer {
    let habits = Habits { go: Go::NoUnit, charge: Go::NoUnit, leads: false, ..bot.habits };
    let own = std::mem::replace(&mut bot.habits, habits);
    let answer = bot.by_captain(side, view, question);
    bot.habits = own;
    answer
}

impl<G: Studied> Veteran<G> for Bot<G> {
    fn begin(&mut self, seed: u64) {
        self.captain.begin(seed);
        self.owners = None;
    }
}
