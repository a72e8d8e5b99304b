//! A roster against a plain list.

use dice::{Seed, Stream};
use engine::{Roster, Side, Stands, UnitId};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use table::{Bearing, Footprint, Inches, Point, Pose, Rect};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Dummy {
    side: Side,
    at: Option<Point>,
    #[serde(skip)]
    rect: Option<Rect>,
}

impl Stands for Dummy {
    fn side(&self) -> Side {
        self.side
    }
    fn on_table(&self) -> bool {
        self.at.is_some()
    }
    fn rect(&self) -> Option<&Rect> {
        self.rect.as_ref()
    }
}

impl Dummy {
    fn goes(&mut self, at: Option<Point>) {
        let footprint = Footprint::new(Inches::whole(3), Inches::whole(1));
        self.at = at;
        self.rect = at.map(|at| Rect::new(Pose { at, facing: Bearing::NORTH }, footprint));
    }
}

fn anywhere(luck: &mut Stream) -> Option<Point> {
    let at = Point { x: luck.below(60_000) as i32, y: luck.below(40_000) as i32 };
    (luck.below(8) > 0).then_some(at)
}

fn some_units(luck: &mut Stream, count: usize) -> Vec<Dummy> {
    let mut units = Vec::new();
    for n in 0..count {
        let mut dummy = Dummy { side: Side::BOTH[n % 2], at: None, rect: None };
        dummy.goes(anywhere(luck));
        units.push(dummy);
    }
    units
}

/// Every unit within reach is among the near, after any change and by whatever way it was made.
#[test]
fn no_near_unit_is_missed_whatever_has_changed() {
    let mut luck = Stream::new(Seed::from_number(8), 0);
    let mut roster: Roster<Dummy> = some_units(&mut luck, 150).into();
    let mut copy = roster.clone();
    for round in 0..600 {
        let at = anywhere(&mut luck);
        let who = luck.below(roster.len() as u32) as usize;
        match luck.below(12) {
            0 => roster.iter_mut().for_each(|unit| unit.goes(unit.at)),
            1 => roster.push(some_units(&mut luck, 1).remove(0)),
            2 => copy = roster.clone(),
            3 => std::mem::swap(&mut roster, &mut copy),
            _ if who < roster.len() => roster.one_mut(UnitId(who as u16)).goes(at),
            _ => {}
        }
        let mut place = Dummy { side: Side::French, at: None, rect: None };
        place.goes(Some(Point { x: luck.below(60_000) as i32, y: luck.below(40_000) as i32 }));
        let (Some(rect), reach) = (place.rect, Inches(luck.below(9_000) as i32)) else { continue };
        let near: Vec<UnitId> = roster.near(rect.bounds(), reach).map(|(id, ..)| id).collect();
        let within = |unit: &Dummy| unit.rect.is_some_and(|own| own.distance(&rect) <= reach);
        let truth: Vec<UnitId> =
            roster.on_table().filter(|(_, unit)| within(unit)).map(|(id, _)| id).collect();
        assert!(truth.iter().all(|id| near.contains(id)), "round {round}: {truth:?}, but {near:?}");
        assert!(near.is_sorted(), "round {round}: in their order, {near:?}");
    }
}

#[test]
fn a_copy_shares_the_units_until_one_of_the_two_changes() {
    let mut luck = Stream::new(Seed::from_number(9), 0);
    let mut roster: Roster<Dummy, OnceLock<u32>> = some_units(&mut luck, 3).into();
    roster.found().get_or_init(|| 7);
    let copy = roster.clone();
    assert!(std::ptr::eq(roster.one(UnitId(1)), copy.one(UnitId(1))));
    roster.one_mut(UnitId(0)).goes(None);
    assert!(!std::ptr::eq(roster.one(UnitId(1)), copy.one(UnitId(1))));
    assert_eq!(roster.found().get(), None, "what was found out is forgotten with the change");
    assert_eq!(copy.found().get(), Some(&7), "and stays with whoever has not changed");
}

#[test]
fn it_is_written_as_the_list_of_its_units() {
    let mut luck = Stream::new(Seed::from_number(10), 0);
    let units = some_units(&mut luck, 4);
    let roster: Roster<Dummy> = units.clone().into();
    let text = serde_json::to_string(&roster).unwrap();
    assert_eq!(text, serde_json::to_string(&units).unwrap());
    let read: Roster<Dummy> = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
}
