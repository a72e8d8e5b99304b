//! Tables of cases, one line each.

use table::{
    Bearing, Blocker, EIGHTH, Face, Feature, Footprint, Ground, Inches, Kind, Leg, Limits, Point, Pose, Rect,
    Shape, Sight, Terrain, Track, enfilades, flush, gap_ahead, in_arc, reach, spiral, strip_ahead,
};

fn pose(x: i32, y: i32, degrees: i32) -> Pose {
    Pose { at: Point { x, y }, facing: Bearing::degrees(degrees) }
}

fn size(width: i32, depth: i32) -> Footprint {
    Footprint::new(Inches(width), Inches(depth))
}

fn rect(x: i32, y: i32, degrees: i32, width: i32, depth: i32) -> Rect {
    Rect::new(pose(x, y, degrees), size(width, depth))
}

fn square(west: i32, south: i32, east: i32, north: i32) -> Shape {
    Shape::Polygon(
        [(west, south), (west, north), (east, north), (east, south)].map(|(x, y)| Point { x, y }).to_vec(),
    )
}

fn line(points: &[(i32, i32)], width: i32) -> Shape {
    Shape::Line { points: points.iter().map(|&(x, y)| Point { x, y }).collect(), width: Inches(width) }
}

fn ground(features: Vec<(Kind, Shape)>) -> Terrain {
    let features = features.into_iter().map(|(kind, shape)| Feature::new("", kind, shape)).collect();
    Terrain::new(Inches::whole(72), Inches::whole(48), features)
}

#[test]
fn inches_are_written_as_players_write_them() {
    #[rustfmt::skip]
    let cases = [
        (0, "0\""),
        (4500, "4.5\""),
        (12_000, "12\""),
        (-250, "-0.25\""),
        (1, "0.001\""),
        (i32::MIN, "-2147483.648\""),
    ];
    for (mils, expected) in cases {
        assert_eq!(Inches(mils).to_string(), expected);
    }
}

#[test]
fn bearings_run_clockwise_from_north() {
    #[rustfmt::skip]
    let cases = [
        (0, Bearing::NORTH),
        (90, Bearing::EAST),
        (180, Bearing::SOUTH),
        (-90, Bearing::WEST),
        (450, Bearing::EAST),
    ];
    for (degrees, expected) in cases {
        assert_eq!(Bearing::degrees(degrees), expected);
        assert_eq!(expected.to_degrees(), degrees.rem_euclid(360));
    }
    assert_eq!(Bearing::NORTH.off(Bearing::EAST), 16384);
    assert_eq!(Bearing::EAST.off(Bearing::NORTH), -16384);
    assert_eq!(Point::inches(0, 0).bearing_to(Point::inches(5, 0)), Bearing::EAST);
    assert_eq!(Point::inches(1, 1).ahead(Bearing::WEST, Inches(500)), Point { x: 500, y: 1000 });
}

#[test]
fn contact_is_not_overlap() {
    let standing = rect(10_000, 10_000, 0, 4000, 1000);
    #[rustfmt::skip]
    let cases = [
        ("flush ahead", rect(10_000, 10_000, 180, 4000, 1000), false, true, 0),
        ("a hair inside", rect(10_000, 9_997, 180, 4000, 1000), false, true, 0),
        ("well inside", rect(10_000, 9_990, 180, 4000, 1000), true, false, 0),
        ("an inch off", rect(10_000, 11_000, 180, 4000, 1000), false, false, 1000),
        ("corner off", rect(15_000, 15_000, 0, 4000, 1000), false, false, 4123),
        ("side by side", rect(14_000, 10_000, 0, 4000, 1000), false, true, 0),
        ("the same", standing, true, false, 0),
    ];
    for (name, other, overlaps, touches, distance) in cases {
        assert_eq!(standing.overlaps(&other), overlaps, "{name}");
        assert_eq!(standing.touches(&other), touches, "{name}");
        assert_eq!(standing.distance(&other), Inches(distance), "{name}");
    }
}

#[test]
fn a_rectangle_knows_its_own_ground() {
    let line = rect(10_000, 10_000, 90, 4000, 1000);
    let [front_left, front_right, ..] = line.corners().map(|corner| corner.stored());
    assert_eq!((front_left, front_right), (Point::inches(10, 12), Point::inches(10, 8)));
    assert_eq!(line.centre().stored(), Point { x: 9500, y: 10_000 });
    assert_eq!(line.facing(), Bearing::EAST);
    assert!(line.contains(Point { x: 9000, y: 12_000 }) && !line.contains(Point { x: 8990, y: 12_000 }));
    assert_eq!(line.grown(Inches(500)).bounds(), [8500.0, 7500.0, 10_500.0, 12_500.0]);
    assert!(
        line.within(Inches::whole(10), Inches::whole(12)) && !line.within(Inches(9990), Inches::whole(12))
    );
    assert!(
        line.in_front_of(Point { x: 10_001, y: 40_000 }) && !line.in_front_of(Point { x: 10_000, y: 40_000 })
    );
}

#[test]
fn a_charge_meets_a_face_and_lies_flush() {
    let target = rect(20_000, 20_000, 0, 6000, 1500);
    #[rustfmt::skip]
    let cases = [
        (Point::inches(20, 30), Face::Front, pose(20_000, 20_000, 180)),
        (Point::inches(22, 30), Face::Front, pose(22_000, 20_000, 180)),
        (Point::inches(30, 21), Face::Right, pose(23_000, 20_000, 270)),
        (Point::inches(10, 19), Face::Left, pose(17_000, 19_000, 90)),
        (Point::inches(21, 10), Face::Rear, pose(21_000, 18_500, 0)),
    ];
    for (from, face, expected) in cases {
        assert_eq!(target.face_hit(from.into()), face, "from {from:?}");
        assert_eq!(flush(size(2000, 2000), &target, face, from), expected, "from {from:?}");
    }
}

#[test]
fn wheels_turn_on_a_front_corner() {
    let line = size(6000, 1500);
    #[rustfmt::skip]
    let cases = [
        ("right", vec![Leg::Wheel(16384)], pose(13_000, 13_000, 90), 9425),
        ("left", vec![Leg::Wheel(-16384)], pose(7_000, 13_000, 270), 9425),
        ("ahead", vec![Leg::Ahead(Inches(4000))], pose(10_000, 14_000, 0), 4000),
        ("back", vec![Leg::Back(Inches(4000))], pose(10_000, 6_000, 0), 4000),
        ("wheel and on", vec![Leg::Wheel(16384), Leg::Ahead(Inches(1000))], pose(14_000, 13_000, 90), 10_425),
        ("free", vec![Leg::To(pose(13_000, 14_000, 200))], pose(13_000, 14_000, 200), 5000),
        ("nothing", vec![], pose(10_000, 10_000, 0), 0),
        ("less than nothing", vec![Leg::Ahead(Inches(-5))], pose(10_000, 10_000, 0), 0),
    ];
    for (name, legs, end, length) in cases {
        let track = Track::new(pose(10_000, 10_000, 0), line, &legs);
        assert_eq!((track.end(), track.length()), (end, Inches(length)), "{name}");
        assert_eq!(track.backwards(), name == "back");
        assert_eq!(track.poses(Inches(500)).next(), Some(pose(10_000, 10_000, 0)));
        assert_eq!(track.poses(Inches(500)).last(), Some(end), "{name}");
    }
    let straight = Track::new(pose(10_000, 10_000, 0), line, &[Leg::Ahead(Inches(4000))]);
    assert_eq!(straight.sweeps(), [rect(10_000, 14_000, 0, 6000, 5500)]);
    let wheel = Track::new(pose(10_000, 10_000, 0), line, &[Leg::Wheel(-EIGHTH), Leg::Wheel(100)]);
    assert_eq!(wheel.wheeled(), EIGHTH + 100);
    assert!(
        wheel.first_hit(&rect(12_000, 12_000, 0, 500, 500))
            && !wheel.first_hit(&rect(8_000, 11_900, 0, 500, 500))
    );
}

#[test]
fn the_gap_ahead_is_exact() {
    #[rustfmt::skip]
    let cases = [
        ("square on", rect(10_000, 15_000, 180, 4000, 1000), Some(5000)),
        ("touching", rect(10_000, 10_000, 180, 4000, 1000), Some(0)),
        ("behind", rect(10_000, 5_000, 180, 4000, 1000), None),
        ("at the side", rect(15_000, 12_000, 0, 4000, 4000), None),
        ("one inch in the strip", rect(14_000, 14_000, 0, 4000, 1000), Some(3000)),
        ("by a corner", rect(11_000, 15_000, 45, 1414, 1414), Some(3500)),
        ("too far", rect(10_000, 23_000, 180, 4000, 1000), None),
        ("at the limit", rect(10_000, 22_000, 180, 4000, 1000), Some(12_000)),
    ];
    for (name, other, expected) in cases {
        assert_eq!(
            gap_ahead(pose(10_000, 10_000, 0), size(6000, 1000), Inches::whole(12), &other),
            expected.map(Inches),
            "{name}"
        );
    }
    assert_eq!(
        strip_ahead(pose(10_000, 10_000, 0), Inches(2000), Inches(8000)).bounds(),
        [9000.0, 10_000.0, 11_000.0, 18_000.0]
    );
}

#[test]
fn ground_is_what_lies_under() {
    let terrain = ground(vec![
        (Kind::Woods, square(0, 0, 10_000, 10_000)),
        (Kind::Hill, square(20_000, 0, 30_000, 10_000)),
        (Kind::Wall, line(&[(20_000, 20_000), (30_000, 20_000)], 100)),
        (Kind::River, line(&[(0, 30_000), (72_000, 30_000)], 2000)),
        (Kind::Bridge, line(&[(40_000, 28_500), (40_000, 31_500)], 1500)),
        (Kind::Ford, square(59_000, 28_800, 61_000, 31_200)),
        (Kind::Village, square(20_000, 12_000, 24_000, 16_000)),
    ]);
    let open = Ground::default();
    let wood = Ground { difficult: true, defensive: true, woods: true, ..open };
    #[rustfmt::skip]
    let cases = [
        ("open", rect(15_000, 15_000, 0, 2000, 1000), open, open),
        ("in the wood", rect(5000, 5000, 0, 2000, 1000), wood, wood),
        ("a corner in the wood", rect(10_500, 5000, 0, 2000, 1000), wood, open),
        ("beside the wood", rect(11_000, 5000, 0, 2000, 1000), open, open),
        ("on the hill", rect(25_000, 5000, 0, 2000, 1000), open, open),
        ("in the village", rect(22_000, 14_500, 0, 2000, 1000), Ground { woods: false, village: true, ..wood }, Ground { woods: false, village: true, ..wood }),
        ("behind the wall", rect(25_000, 19_500, 0, 2000, 1000), open, Ground { defensive: true, ..open }),
        ("back to the wall", rect(25_000, 18_500, 180, 2000, 1000), open, open),
        ("in the river", rect(10_000, 30_500, 0, 2000, 1000), Ground { impassable: true, ..open }, Ground { impassable: true, ..open }),
        ("on the bridge", rect(40_000, 30_500, 0, 4000, 1000), open, open),
        ("across the bridge", rect(40_200, 34_000, 0, 4000, 8000), open, open),
        ("wide of the bridge", rect(44_000, 34_000, 0, 4000, 8000), Ground { impassable: true, ..open }, Ground { impassable: true, ..open }),
        ("in the ford", rect(60_000, 30_500, 0, 1000, 1000), Ground { difficult: true, ..open }, Ground { difficult: true, ..open }),
    ];
    for (name, unit, under, cover) in cases {
        assert_eq!(terrain.under(&unit), under, "under: {name}");
        assert_eq!(terrain.cover(&unit), cover, "cover: {name}");
    }
    let sweep = Track::new(pose(5000, 20_000, 180), size(2000, 1000), &[Leg::Ahead(Inches(12_000))]);
    assert_eq!(terrain.along(sweep.sweeps()), wood);
    assert!(
        terrain.on_table(&rect(1000, 1000, 0, 2000, 1000))
            && !terrain.on_table(&rect(900, 1000, 0, 2000, 1000))
    );
}

#[test]
fn ground_ahead_stops_a_ride() {
    let terrain = ground(vec![
        (Kind::Woods, square(0, 10_000, 10_000, 20_000)),
        (Kind::River, line(&[(0, 30_000), (72_000, 30_000)], 2000)),
        (Kind::Bridge, line(&[(40_000, 28_500), (40_000, 31_500)], 1500)),
    ]);
    let rough = |feature: &Feature| feature.class.difficult || feature.class.impassable;
    #[rustfmt::skip]
    let cases = [
        ("wood ahead", pose(5000, 4000, 0), Some(6000)),
        ("already at it", pose(5000, 10_000, 0), Some(0)),
        ("in it", pose(5000, 15_000, 0), Some(0)),
        ("past it", pose(12_000, 15_000, 0), None),
        ("river", pose(20_000, 20_000, 0), Some(9000)),
        ("bridge", pose(40_000, 20_000, 0), None),
        ("too far", pose(5000, 22_000, 180), Some(2000)),
    ];
    for (name, start, expected) in cases {
        assert_eq!(
            terrain.first_ahead(start, size(4000, 1000), Inches::whole(12), rough),
            expected.map(Inches),
            "{name}"
        );
    }
}

#[test]
fn sight_is_blocked_by_ground_and_units() {
    let terrain = ground(vec![
        (Kind::Woods, square(10_000, 10_000, 20_000, 20_000)),
        (Kind::Hill, square(40_000, 10_000, 50_000, 20_000)),
    ]);
    let unit = |x, y| rect(x, y, 0, 2000, 1000);
    let screen = |x, y, elevated| vec![(rect(x, y, 0, 6000, 1000), elevated)];
    #[rustfmt::skip]
    let cases = [
        ("open", unit(5000, 5000), unit(5000, 40_000), vec![], true),
        ("through the wood", unit(15_000, 5000), unit(15_000, 30_000), vec![], false),
        ("out of the wood", unit(15_000, 15_000), unit(15_000, 30_000), vec![], true),
        ("just inside the wood", unit(15_000, 5000), unit(15_000, 12_500), vec![], true),
        ("deep in the wood", unit(15_000, 5000), unit(15_000, 15_000), vec![], false),
        ("both in the wood, near", unit(15_000, 12_000), unit(15_000, 14_500), vec![], true),
        ("both in the wood, far", unit(15_000, 12_000), unit(15_000, 18_000), vec![], false),
        ("over the hill", unit(45_000, 5000), unit(45_000, 30_000), vec![], false),
        ("up the hill", unit(45_000, 5000), unit(45_000, 15_000), vec![], true),
        ("down the hill", unit(45_000, 15_000), unit(45_000, 30_000), vec![], true),
        ("behind friends", unit(5000, 5000), unit(5000, 40_000), screen(5000, 10_000, false), false),
        ("friends aside", unit(5000, 5000), unit(5000, 40_000), screen(12_000, 10_000, false), true),
        ("over friends from the hill", unit(45_000, 15_000), unit(45_000, 40_000), screen(45_000, 30_000, false), true),
        ("friends on the hill too", unit(45_000, 12_000), unit(45_000, 40_000), screen(45_000, 18_000, true), false),
    ];
    for (name, from, target, blockers, expected) in cases {
        let sight = Sight { terrain: &terrain, seen_inside: Inches::whole(2), terrain_blocks: true };
        let blockers = blockers.iter().map(|(rect, elevated)| Blocker { rect, elevated: *elevated });
        let seen = sight.sees(from.front_centre().stored(), &from, &target, blockers);
        assert_eq!(seen, expected, "{name}");
    }
    let blind = Sight { terrain: &terrain, seen_inside: Inches::ZERO, terrain_blocks: false };
    let (from, target) = (unit(15_000, 5000), unit(15_000, 30_000));
    assert!(blind.sees(from.front_centre().stored(), &from, &target, std::iter::empty()));
}

#[test]
fn arcs_and_enfilade() {
    let line = rect(20_000, 20_000, 0, 6000, 1000);
    #[rustfmt::skip]
    let cases = [
        ("ahead", rect(20_000, 30_000, 180, 2000, 1000), true, false),
        ("slanting in", rect(30_000, 28_000, 180, 2000, 1000), true, true),
        ("slanting out", rect(34_000, 28_000, 180, 2000, 1000), false, true),
        ("on the flank", rect(30_000, 20_000, 270, 2000, 1000), false, true),
        ("next in the line", rect(26_000, 20_000, 0, 6000, 1000), false, true),
        ("behind", rect(20_000, 10_000, 0, 2000, 1000), false, false),
    ];
    for (name, other, arc, flank) in cases {
        assert_eq!(in_arc(&line, &other, EIGHTH), arc, "{name}");
        assert_eq!(enfilades(other.centre().stored(), &line, EIGHTH), flank, "{name}");
        assert!(in_arc(&line, &other, 32768));
    }
    let turned = rect(24_500, 20_000, 45, 6000, 200);
    assert!(in_arc(&line, &turned, EIGHTH), "an edge through the arc with every corner outside counts");
}

#[test]
fn reach_draws_the_region() {
    let limits = Limits { allowance: Inches::whole(8), max_wheel: EIGHTH };
    let ends = reach(pose(10_000, 10_000, 0), size(6000, 1000), limits, 3, |_| false);
    assert_eq!(ends.len(), 3);
    assert_eq!(ends[1], pose(10_000, 18_000, 0));
    assert_eq!((ends[0].facing, ends[2].facing), (Bearing::degrees(315), Bearing::degrees(45)));
    let wall = rect(10_000, 14_000, 180, 20_000, 1000);
    let ends = reach(pose(10_000, 10_000, 0), size(6000, 1000), limits, 1, |track| track.first_hit(&wall));
    assert_eq!(ends, [pose(10_000, 14_004, 0)]);
}

#[test]
fn a_spiral_starts_at_its_centre() {
    let spots: Vec<Point> = spiral(Point::inches(5, 5), Inches(1000), Inches(1500)).collect();
    assert_eq!(spots.len(), 7);
    assert_eq!(&spots[..2], [Point::inches(5, 5), Point::inches(5, 6)]);
}

#[test]
fn every_kind_has_its_word() {
    for &(word, kind) in Kind::words() {
        assert_eq!(serde_json::to_value(kind).unwrap(), word);
    }
}
