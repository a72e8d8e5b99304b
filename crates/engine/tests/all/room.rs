//! Room, held against a plain look at all units.

use dice::{Seed, Stream};
use engine::room::{Keeps, WayEnd, away_from, away_from_face, fits, give_way, nearest_enemy, reformed};
use engine::{Roster, Side, Stands, UnitId};
use table::{Bearing, Footprint, Inches, Point, Pose, Rect, Terrain};

#[derive(Clone, Debug)]
struct Dummy(Side, Option<Rect>);

impl Stands for Dummy {
    fn side(&self) -> Side {
        self.0
    }
    fn on_table(&self) -> bool {
        self.1.is_some()
    }
    fn rect(&self) -> Option<&Rect> {
        self.1.as_ref()
    }
}

const LINE: Footprint = Footprint::new(Inches::whole(6), Inches::whole(1));

fn terrain() -> Terrain {
    Terrain::new(Inches::whole(60), Inches::whole(40), Vec::new())
}

fn somewhere(luck: &mut Stream) -> Pose {
    let at = Point { x: luck.below(60_000) as i32, y: luck.below(40_000) as i32 };
    Pose { at, facing: Bearing(luck.below(65_536) as u16) }
}

fn crowd(luck: &mut Stream, count: usize) -> Roster<Dummy> {
    let dummy = |n: usize| Dummy(Side::BOTH[n % 2], Some(Rect::new(somewhere(luck), LINE)));
    (0..count).map(dummy).collect::<Vec<Dummy>>().into()
}

#[test]
fn free_ground_and_the_nearest_enemy_are_what_a_look_at_everybody_says() {
    let mut luck = Stream::new(Seed::from_number(21), 0);
    let (terrain, mut free) = (terrain(), 0);
    for round in 0..400 {
        let roster = crowd(&mut luck, 3 + round % 9);
        let rect = Rect::new(somewhere(&mut luck), LINE);
        let others =
            || roster.iter().enumerate().filter_map(|(n, unit)| Some((UnitId(n as u16), unit, unit.rect()?)));
        let but = [UnitId(1)];
        let clear =
            terrain.on_table(&rect) && !others().any(|(id, _, other)| id != but[0] && other.overlaps(&rect));
        assert_eq!(fits(&terrain, &roster, &but, &rect, |_| true), clear);
        assert!(!fits(&terrain, &roster, &but, &rect, |_| false));
        free += usize::from(clear);
        for side in Side::BOTH {
            let enemies = others().filter(|(_, unit, _)| unit.side() != side);
            let nearest = enemies.map(|(id, _, other)| (rect.distance(other), id)).min();
            assert_eq!(nearest_enemy(&roster, side, &rect), nearest.map(|(gap, id)| (id, gap)));
        }
    }
    assert!((40..360).contains(&free), "both happen: {free} of 400");
    assert_eq!(
        nearest_enemy(&crowd(&mut luck, 1), Side::French, &Rect::new(somewhere(&mut luck), LINE)),
        None
    );
}

#[test]
fn a_unit_gives_way_until_it_is_barred_or_the_table_ends() {
    let start = Pose { at: Point::inches(30, 20), facing: Bearing::NORTH };
    let go = |distance, bar: i32| {
        give_way(&terrain(), start, LINE, Bearing::SOUTH, Inches::whole(distance), |there| {
            there.centre().stored().y < bar
        })
    };
    let whole = go(8, 0);
    assert_eq!((whole.end, whole.by, whole.at.at), (WayEnd::Whole, Inches::whole(8), Point::inches(30, 12)));
    assert_eq!(whole.at.facing, Bearing::NORTH, "it does not turn");
    let barred = go(8, 15_000);
    assert_eq!((barred.end, barred.by), (WayEnd::Barred, Inches::mils(4_500)));
    // Its front edge is an inch before its back.
    let off = go(30, 0);
    assert_eq!((off.end, off.by), (WayEnd::Edge(Inches::mils(19_250)), Inches::whole(19)));
}

#[test]
fn whoever_changes_formation_keeps_its_front_or_its_centre() {
    let pose = Pose { at: Point::inches(30, 20), facing: Bearing::NORTH };
    let square = Footprint::new(Inches::whole(3), Inches::whole(3));
    let front = reformed(pose, pose.facing, LINE, square, Keeps::Front);
    assert_eq!(front, pose);
    let centre = reformed(pose, Bearing::EAST, LINE, square, Keeps::Centre);
    assert_eq!(centre.centre(square), pose.centre(LINE));
    assert_eq!(centre.facing, Bearing::EAST);
}

#[test]
fn away_is_from_the_middle_or_from_the_face_that_is_met() {
    let rect = |x, y| Rect::new(Pose { at: Point::inches(x, y), facing: Bearing::NORTH }, LINE);
    let me = rect(30, 20);
    let facing = Bearing::NORTH;
    assert_eq!(away_from(&me, Some(&rect(20, 10))).to_degrees(), 45);
    assert_eq!(away_from(&me, Some(&me)), Bearing::SOUTH);
    assert_eq!(away_from(&me, None), Bearing::SOUTH);
    let from = |x, y| away_from_face(&me, facing, Some(&rect(x, y)));
    assert_eq!(from(31, 25), Bearing::SOUTH);
    assert_eq!(from(31, 15), Bearing::NORTH);
    assert_eq!(from(40, 20), Bearing::WEST);
    assert_eq!(from(20, 20), Bearing::EAST);
    assert_eq!(away_from_face(&me, facing, None), Bearing::SOUTH);
}
