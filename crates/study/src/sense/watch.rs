//! One battle, watched from its first step to its last.

use super::{Held, Sense, Share, SideSense};
use crate::Studied;
use dice::{Seed, Stream};
use engine::{Both, GeneralId, Players, Side, Solo, UnitDrawn, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use table::Pose;

/// A battery that is this near to where it stood has not left it.
const SHIFTED: i32 = 1_000;
/// A change that is undone within this many turns was none.
const SOON: u32 = 2;

fn is_foot(unit: &UnitDrawn) -> bool {
    matches!(unit.arm, "infantry" | "skirmishers")
}

fn is_battery(unit: &UnitDrawn) -> bool {
    unit.arm.ends_with("artillery")
}

/// A battery in position.
fn in_position(unit: &UnitDrawn) -> bool {
    is_battery(unit) && !unit.is_lost && unit.formation == "unlimbered" && unit.pose.is_some()
}

fn is_here(unit: &UnitDrawn) -> bool {
    !unit.is_lost && unit.pose.is_some()
}

/// Change of a unit's formation that may yet be undone.
struct Change {
    unit: UnitId,
    turn: u32,
    from: &'static str,
}

/// What has been seen of a battle so far.
pub struct Watch<G> {
    sides: Both<SideSense>,
    turn: u32,
    place: usize,
    formations: BTreeMap<UnitId, &'static str>,
    changes: Vec<Change>,
    /// Foot that has been on the table, and who of it has been in action: ever, and in this turn.
    foot: BTreeMap<UnitId, Side>,
    engaged: BTreeSet<UnitId>,
    acting: BTreeSet<UnitId>,
    most: Both<u64>,
    /// Batteries in position as the turn began, who were masked, and where they stood on the first turn.
    guns: BTreeMap<UnitId, Side>,
    masked: BTreeSet<UnitId>,
    stood: BTreeMap<UnitId, (Side, Pose)>,
    /// The generals who were there at any moment, and whether they command their whole side; below them the lost ones.
    generals: BTreeMap<GeneralId, (Side, bool)>,
    fallen: BTreeSet<GeneralId>,
    game: std::marker::PhantomData<G>,
}

/// Players who are listened to in the first turn.
struct Ear<'p, P> {
    players: &'p mut P,
    opening: Both<DefaultHasher>,
}

impl<G: Studied, P: Players<G>> Players<G> for Ear<'_, P> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let answer = self.players.answer(side, view, question);
        if view.moment().turn <= 1 {
            format!("{answer:?}").hash(&mut self.opening[side]);
        }
        answer
    }
}

impl<G: Studied> Watch<G> {
    /// Plays a battle and says what it looked like.
    pub fn over(mut game: G, seed: u64, players: &mut impl Players<G>) -> Sense {
        let opening = Both { french: DefaultHasher::new(), allied: DefaultHasher::new() };
        let mut ear = Ear { players, opening };
        let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), &mut ear);
        solo.heard = Some(Vec::new());
        let mut watch = Watch::begin(&game);
        let mut steps = 0;
        while !engine::Game::is_over(&game) && steps < crate::matches::MOST_STEPS {
            watch.before(&game);
            let Ok(()) = engine::Game::step(&mut game, &mut solo);
            steps += 1;
            let heard = solo.heard.as_mut().map(std::mem::take).unwrap_or_default();
            watch.after(&game, &heard);
        }
        drop(solo);
        let mut sense = watch.end(&game);
        for side in Side::BOTH {
            sense.sides[side].openings.insert(ear.opening[side].finish());
        }
        sense
    }

    fn begin(game: &G) -> Watch<G> {
        let mut watch = Watch {
            sides: Both::default(),
            turn: 0,
            place: usize::MAX,
            formations: BTreeMap::new(),
            changes: Vec::new(),
            foot: BTreeMap::new(),
            engaged: BTreeSet::new(),
            acting: BTreeSet::new(),
            most: Both::default(),
            guns: BTreeMap::new(),
            masked: BTreeSet::new(),
            stood: BTreeMap::new(),
            generals: BTreeMap::new(),
            fallen: BTreeSet::new(),
            game: std::marker::PhantomData,
        };
        watch.look(game);
        watch
    }

    /// Another turn or phase begins.
    fn before(&mut self, game: &G) {
        let moment = game.moment();
        if moment.before || (moment.turn, moment.place) == (self.turn, self.place) {
            return;
        }
        if moment.turn != self.turn {
            let drawn = game.units_drawn();
            if self.turn > 0 {
                self.close_turn(game, &drawn);
            }
            self.turn = moment.turn;
            let guns = drawn.iter().filter(|unit| in_position(unit));
            self.guns = guns.clone().map(|unit| (unit.id, unit.side)).collect();
            if self.stood.is_empty() && moment.turn == 1 {
                self.stood = guns.filter_map(|unit| Some((unit.id, (unit.side, unit.pose?)))).collect();
            }
        }
        self.place = moment.place;
        let silent = self.guns.keys().filter(|id| !self.acting.contains(id) && !self.masked.contains(id));
        let masked: Vec<UnitId> = silent.copied().filter(|id| game.is_masked(*id)).collect();
        self.masked.extend(masked);
    }

    fn after(&mut self, game: &G, heard: &[G::Event]) {
        if heard.is_empty() {
            return;
        }
        self.acting.extend(heard.iter().flat_map(G::in_action));
        self.look(game);
    }

    /// Who is there, and in what formation. A general who comes and falls in one turn has been there.
    fn look(&mut self, game: &G) {
        for general in game.generals_drawn().into_iter().filter(|general| !general.lost) {
            self.generals.entry(general.id).or_insert((general.side, general.brigade.is_none()));
        }
        for unit in &game.units_drawn() {
            if !is_here(unit) {
                self.formations.remove(&unit.id);
                continue;
            }
            if is_foot(unit) {
                self.foot.insert(unit.id, unit.side);
            }
            let before = self.formations.insert(unit.id, unit.formation);
            let Some(from) = before.filter(|from| *from != unit.formation && !is_battery(unit)) else {
                continue;
            };
            let undone = self.changes.iter().position(|change| {
                change.unit == unit.id && change.from == unit.formation && change.turn + SOON >= self.turn
            });
            if let Some(undone) = undone {
                self.changes.remove(undone);
                self.sides[unit.side].changes_undone.many += 1;
            }
            self.sides[unit.side].changes_undone.of += 1;
            self.changes.push(Change { unit: unit.id, turn: self.turn, from });
        }
    }

    fn close_turn(&mut self, game: &G, drawn: &[UnitDrawn]) {
        let mut acting = Both::<u64>::default();
        for (unit, side) in self.foot.iter().filter(|(unit, _)| self.acting.contains(unit)) {
            acting[*side] += 1;
            self.engaged.insert(*unit);
        }
        for side in Side::BOTH {
            self.most[side] = self.most[side].max(acting[side]);
        }
        for unit in drawn.iter().filter(|unit| in_position(unit) && self.guns.contains_key(&unit.id)) {
            let is_masked = self.masked.contains(&unit.id) && !self.acting.contains(&unit.id);
            self.sides[unit.side].gun_turns_masked.count(is_masked);
        }
        if self.turn == 1 {
            for (id, (side, pose)) in &self.stood {
                let Some(unit) = drawn.iter().find(|unit| unit.id == *id && is_here(unit)) else { continue };
                let has_moved = |now: Pose| now.at.distance(pose.at).0 > SHIFTED;
                let leaves = unit.formation != "unlimbered" || unit.pose.is_some_and(has_moved);
                self.sides[*side].batteries_leaving.count(leaves);
            }
        }
        let known = |id: &GeneralId| self.generals.contains_key(id);
        let lost = game.generals_drawn().into_iter().filter(|general| general.lost).map(|general| general.id);
        self.fallen.extend(lost.filter(known));
        self.acting.clear();
        self.masked.clear();
    }

    fn end(mut self, game: &G) -> Sense {
        let drawn = game.units_drawn();
        self.close_turn(game, &drawn);
        for (unit, side) in &self.foot {
            self.sides[*side].foot_never_engaged.count(!self.engaged.contains(unit));
        }
        for (general, (side, commands)) in &self.generals {
            let is_lost = self.fallen.contains(general);
            self.sides[*side].generals_lost.count(is_lost);
            if *commands {
                self.sides[*side].commanders_lost.count(is_lost);
            }
        }
        let stand = game.standings();
        for side in Side::BOTH {
            let foot = self.foot.values().filter(|of| **of == side).count() as u64;
            self.sides[side].most_foot_in_action = Share { many: self.most[side], of: foot };
            let (many, of) = (u64::from(stand.strength_lost[side]), u64::from(stand.strength[side]));
            self.sides[side].strength_lost = Share { many, of };
        }
        let ground = game.about().objectives.iter().zip(game.holders()).map(|(place, holder)| Held {
            name: place.name.clone(),
            french: u64::from(holder == Some(Side::French)),
            allied: u64::from(holder == Some(Side::Allied)),
            nobody: u64::from(holder.is_none()),
        });
        Sense { ground: ground.collect(), sides: self.sides }
    }
}
