//! Moves that might do, and the best of them. What a unit would suffer is asked only of a move that no other could be
//! better than. A march is first weighed as if its way were free; only one that would be taken is measured by the rules,
//! and weighed again if it falls short.

use super::captain::Captain;
use super::foot::Errand;
use super::march::{FAR, Way};
use super::picture::{Aim, Stand};
use crate::kit::routes::Route;
use crate::kit::sight::Sight;
use crate::kit::spot::Spot;
use orders::words::Formation;
use orders::{Answer, Orders, Pace, Question, UnitId, obedience};
use std::cell::OnceCell;
use table::{Inches, Rect};

/// What a move must be better than to stay.
pub(crate) const SLIGHT: f64 = 0.02;
/// How many moves are put to the rules.
const TRIES: u32 = 4;
/// A march that gets no farther than this is stopped by another unit.
const STOPPED: f64 = 2.0;

/// Moves of one unit.
pub(crate) struct Moves {
    /// Where its marches go; the first is the way to its errand.
    routes: Vec<Route>,
    all: Vec<Move>,
}

#[derive(Clone, Copy)]
struct Move {
    way: Way,
    /// A march whose length is a guess so far.
    guessed: Option<March>,
}

/// A move and what it is worth.
struct Rated {
    worth: f64,
    /// Where it ends, until it is worked out what it suffers there: till then its worth is an upper bound.
    unweighed: Option<Aim>,
    /// Its number among the moves.
    nth: usize,
}

/// A march in column along a route.
#[derive(Clone, Copy)]
struct March {
    route: usize,
    /// What share of the move it leaves.
    spare: f64,
    most: f64,
    /// Into line at its end.
    deploys: bool,
}

impl Moves {
    pub(crate) fn toward(route: Route) -> Moves {
        Moves { routes: vec![route], all: Vec::with_capacity(10) }
    }

    pub(crate) fn add(&mut self, way: Option<Way>) {
        self.all.extend(way.map(|way| Move { way, guessed: None }));
    }
}

impl Captain {
    /// A march along the way to the errand, at most this far. Says how far it would go.
    pub(crate) fn add_march(&self, view: &Orders, id: UnitId, moves: &mut Moves, at: Spot, most: f64) -> f64 {
        let march = March { route: 0, spare: 0.0, most, deploys: false };
        self.guess_march(view, id, moves, march).map_or(0.0, |end| end.to(at))
    }

    /// The same as far as it goes, and into line at its end.
    pub(crate) fn add_deployment(&self, view: &Orders, id: UnitId, moves: &mut Moves) {
        let march = March { route: 0, spare: self.charts.change, most: FAR, deploys: true };
        self.guess_march(view, id, moves, march);
    }

    /// A march by another way, at most this far.
    pub(crate) fn add_detour(&self, view: &Orders, id: UnitId, moves: &mut Moves, route: Route, most: f64) {
        moves.routes.push(route);
        let march = March { route: moves.routes.len() - 1, spare: 0.0, most, deploys: false };
        self.guess_march(view, id, moves, march);
    }

    fn guess_march(&self, view: &Orders, id: UnitId, moves: &mut Moves, march: March) -> Option<Spot> {
        let way = self.marched(view, id, moves, &march, false)?;
        let end = Spot::of(way.pose.at);
        let known = moves.routes[march.route].first_leg.get().is_some();
        moves.all.push(Move { way, guessed: (!known).then_some(march) });
        Some(end)
    }

    fn marched(&self, view: &Orders, id: UnitId, moves: &Moves, march: &March, asks: bool) -> Option<Way> {
        let March { route, spare, most, deploys } = *march;
        let mut way = self.way_along(view, id, &moves.routes[route], spare, most, asks)?;
        if deploys {
            way.paces.push(Pace::Form(Formation::Line));
            way.formation = Formation::Line;
        }
        Some(way)
    }

    /// The best of some moves, if it is better than to stay.
    pub(crate) fn best_move(
        &mut self,
        view: &Orders,
        id: UnitId,
        errand: &Errand,
        mut moves: Moves,
        question: &Question,
    ) -> Option<Answer> {
        let unit = view.unit(id);
        let rect = unit.rect()?;
        let floor = self.rate_here(view, id, errand)? + SLIGHT;
        let gains = |aim: &Aim, formation: Formation| {
            self.gains_above(floor, view, aim, formation, errand, self.temper.menace)
        };
        let weigh = |gains: f64, aim: Aim, formation: Formation| {
            let stand = Stand::at(&self.charts, &self.sight, view, aim, formation);
            self.suffers_above(floor, gains, view, &stand)
        };
        // A unit that is not where its order wants it must come nearer to it.
        let known = OnceCell::new();
        let obeys = |way: &Way| {
            let lack = || obedience::breach(view, id, rect).filter(|lack| *lack > Inches::ZERO);
            (*known.get_or_init(lack)).is_none_or(|lack| {
                let end = Rect::new(way.pose, unit.footprint_in(way.formation));
                obedience::breach(view, id, &end).is_none_or(|after| after < lack)
            })
        };
        let mut rated: Vec<Rated> = Vec::with_capacity(moves.all.len());
        let (mut looked_at, mut tries) = (0, 0);
        while tries < TRIES {
            for (nth, each) in moves.all.iter().enumerate().skip(looked_at) {
                if !self.may_form(view, id, each.way.formation) {
                    continue;
                }
                let aim = Aim::of(view, id, each.way.pose, each.way.formation);
                if let Some(worth) = gains(&aim, each.way.formation) {
                    rated.push(Rated { worth, unweighed: Some(aim), nth });
                }
            }
            looked_at = moves.all.len();
            let better = |one: usize, two: usize| if rated[two].worth > rated[one].worth { two } else { one };
            let best = (0..rated.len()).reduce(better)?;
            if let Some(aim) = rated[best].unweighed.take() {
                match weigh(rated[best].worth, aim, moves.all[rated[best].nth].way.formation) {
                    Some(worth) => rated[best].worth = worth,
                    None => drop(rated.remove(best)),
                }
                continue;
            }
            let Move { way, guessed } = moves.all[rated.remove(best).nth];
            let holds = guessed.is_none_or(|march| self.holds(view, id, &mut moves, &march, &way));
            if !holds || !obeys(&way) {
                continue;
            }
            if let Some(answer) = self.take_way(view, id, &way, question) {
                return Some(answer);
            }
            tries += 1;
        }
        None
    }

    /// Whether a march goes as far as was guessed. Where it does not, the shorter one takes its place; where another
    /// unit stops it, ways round that one are added.
    fn holds(&self, view: &Orders, id: UnitId, moves: &mut Moves, march: &March, guess: &Way) -> bool {
        let measured = self.marched(view, id, moves, march, true);
        let holds = measured.as_ref().is_some_and(|measured| measured.pose == guess.pose);
        let Some(at) = view.unit(id).rect().map(|rect| Spot::from_vec(rect.centre())) else { return false };
        let gone = measured.as_ref().map_or(0.0, |way| Spot::of(way.pose.at).to(at));
        if march.route == 0 && march.most >= FAR && !march.deploys && gone < STOPPED {
            self.go_round(view, id, moves, at);
        }
        moves.add(measured.filter(|_| !holds));
        holds
    }

    /// Round the unit in the way, by the side that is shorter.
    fn go_round(&self, view: &Orders, id: UnitId, moves: &mut Moves, at: Spot) {
        let next = moves.routes[0].points[0];
        if at.to(next) <= STOPPED {
            return;
        }
        let sides: &[f64] = match Sight::in_the_way(&view.units, id, at, next) {
            Some(true) => &[-0.6],
            Some(false) => &[0.6],
            None => &[0.6, -0.6],
        };
        for aside in sides {
            self.add_detour(view, id, moves, Route::of([turned(at, next, *aside)]), FAR);
        }
    }
}

/// A spot aside of the way to another.
fn turned(from: Spot, to: Spot, angle: f64) -> Spot {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let (sin, cos) = (angle, (1.0 - angle * angle).sqrt());
    Spot { x: from.x + x * cos - y * sin, y: from.y + x * sin + y * cos }
}
