//! Straight ways, roads, faces and quarters: one line each.

use table::{
    Bearing, Face, Feature, Footprint, Inches, Inside, Kind, Kinds, Leg, Point, Pose, Rect, Shape, Terrain,
    Track, nearest_spot, steps_along, wheel_length,
};

fn pose(x: i32, y: i32, degrees: i32) -> Pose {
    Pose { at: Point { x, y }, facing: Bearing::degrees(degrees) }
}

fn rect(x: i32, y: i32, degrees: i32, width: i32, depth: i32) -> Rect {
    Rect::new(pose(x, y, degrees), Footprint::new(Inches(width), Inches(depth)))
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

fn is_road(feature: &Feature) -> bool {
    feature.kind == Kind::Road
}

/// A unit keeps to a road by the whole line from the middle of its front to that of its rear, bends included.
#[test]
fn a_unit_keeps_to_a_road_by_its_centre_line() {
    let terrain = ground(vec![(Kind::Road, line(&[(10_000, 0), (10_000, 20_000), (30_000, 20_000)], 500))]);
    #[rustfmt::skip]
    let cases = [
        // On it, half an inch beside its edge, and a hair more.
        (rect(10_000, 15_000, 0, 1_000, 6_000), true),
        (rect(10_750, 15_000, 0, 1_000, 6_000), true),
        (rect(10_760, 15_000, 0, 1_000, 6_000), false),
        // Its head beyond the bend, on the other stretch, and across that.
        (rect(10_000, 23_000, 0, 1_000, 6_000), false),
        (rect(14_000, 20_000, 90, 1_000, 4_500), true),
        (rect(14_000, 20_000, 135, 1_000, 4_500), false),
    ];
    for (n, (unit, keeps)) in cases.into_iter().enumerate() {
        assert_eq!(terrain.keeps_to(&unit, Inches::mils(500), is_road), keeps, "{n}");
    }
}

/// A wheel moves the middle of the front: the bearing from where that was is only the first guess.
#[test]
fn a_wheel_toward_a_point_brings_it_straight_ahead() {
    let (start, width) = (pose(20_000, 20_000, 0), Inches::whole(4));
    for goal in [(26_000, 24_000), (14_000, 24_000), (32_000, 20_000), (20_000, 30_000), (8_000, 22_000)] {
        let goal = Point { x: goal.0, y: goal.1 };
        let off = |times| {
            let wheeled = start.wheeled(width, start.wheel_toward(width, goal, 20_000, times));
            wheeled.facing.off(wheeled.at.bearing_to(goal)).abs()
        };
        assert!(
            off(8) <= 2 && off(8) <= off(3) && off(3) <= off(0),
            "{goal:?}: {} {} {}",
            off(0),
            off(3),
            off(8)
        );
        let little = start.wheel_toward(width, goal, 100, 8);
        assert_eq!(little, start.facing.off(start.at.bearing_to(goal)).clamp(-100, 100), "{goal:?}");
    }
}

#[test]
fn a_quarter_is_45_degrees_to_either_side() {
    let unit = rect(10_000, 10_000, 0, 2_000, 500);
    #[rustfmt::skip]
    let cases = [
        (10_000, 20_000, Face::Front),
        (15_000, 14_750, Face::Front),
        (15_100, 14_750, Face::Right),
        (15_000, 4_750, Face::Rear),
        (4_900, 4_750, Face::Left),
        (10_000, 0, Face::Rear),
    ];
    for (x, y, face) in cases {
        assert_eq!(unit.quarter_of(Point { x, y }), face, "{x} {y}");
    }
}

#[test]
fn the_face_met_first_is_struck() {
    #[rustfmt::skip]
    let cases = [
        // Square on, from the side, from behind, and past it.
        (rect(10_000, 5_000, 0, 2_000, 500), 180, Some(Face::Front)),
        (rect(10_000, 5_000, 0, 2_000, 500), 0, Some(Face::Rear)),
        (rect(10_000, 5_000, 0, 2_000, 500), 90, Some(Face::Right)),
        (rect(14_000, 5_000, 0, 2_000, 500), 180, None),
        // Turned by a little and by much: the corner is met, and the face more square to the way counts.
        (rect(10_000, 5_000, 0, 2_000, 500), 200, Some(Face::Front)),
        (rect(10_000, 5_000, 0, 2_000, 500), 250, Some(Face::Left)),
    ];
    for (charger, facing, face) in cases {
        let target = Rect::new(
            Pose::from_centre(
                Point { x: 10_000, y: 12_000 },
                Bearing::degrees(facing),
                Footprint::new(Inches(2_000), Inches(500)),
            ),
            Footprint::new(Inches(2_000), Inches(500)),
        );
        assert_eq!(charger.face_met(&target), face, "{facing}");
    }
}

#[test]
fn a_way_is_measured_feature_by_feature() {
    let terrain = ground(vec![
        (Kind::Woods, square(0, 12_000, 72_000, 14_000)),
        (Kind::Marsh, square(0, 13_000, 72_000, 15_000)),
        (Kind::Stream, line(&[(0, 18_000), (72_000, 18_000)], 500)),
    ]);
    let start = rect(30_000, 10_000, 0, 2_000, 500);
    let met = terrain.met(&start, Bearing::NORTH, Inches::whole(10), |_| true);
    let lengths: Vec<Inches> = met.iter().map(Inside::length).collect();
    assert_eq!(lengths, [Inches(2_000), Inches(2_000), Inches(500)]);
    assert_eq!(Inside::together(&met), Inches(3_500));
    assert!(!met[0].from_the_start());
    let back = terrain.met(&rect(30_000, 13_000, 0, 2_000, 500), Bearing::SOUTH, Inches::whole(10), |_| true);
    assert_eq!(back.iter().map(Inside::length).collect::<Vec<_>>(), [Inches(500)]);
    assert!(back[0].from_the_start());
    assert_eq!(terrain.crossed(Point::inches(30, 10), Point::inches(30, 20), |_| true), Inches(4_500));
    assert_eq!(terrain.room(&start, Bearing::NORTH, Inches::whole(60)), Inches::whole(38));
    assert_eq!(terrain.gap_to(0, &start, Inches::whole(20)), Some(Inches::whole(2)));
    assert_eq!(
        terrain.touched(&rect(30_000, 13_200, 0, 2_000, 500)).map(|(n, _)| n).collect::<Vec<_>>(),
        [0, 1]
    );
    assert!(terrain.holds(0, &rect(30_000, 13_200, 0, 2_000, 500)));
    assert!(!terrain.holds(1, &rect(30_000, 13_200, 0, 2_000, 500)));
}

#[test]
fn roads_carry_over_what_bars_the_way() {
    let terrain = ground(vec![
        (Kind::Mountain, square(10_000, 10_000, 50_000, 20_000)),
        (Kind::Road, line(&[(30_000, 5_000), (30_000, 16_000)], 500)),
    ]);
    let carries = |x: i32, y: i32, depth: i32| {
        terrain.carries(0, &rect(x, y, 0, 1_000, depth), Inches(500), Kinds::of(&[Kind::Road]))
    };
    assert!(carries(30_000, 12_000, 4_000));
    assert!(!carries(32_000, 12_000, 4_000));
    assert!(!carries(30_000, 18_000, 8_000));
    // For a wall it is enough to cross it by the road.
    assert!(terrain.enters(
        0,
        &rect(30_000, 18_000, 0, 1_000, 10_000),
        Inches(500),
        Kinds::of(&[Kind::Road])
    ));
    assert!(!terrain.enters(
        0,
        &rect(30_000, 22_000, 0, 1_000, 4_000),
        Inches(500),
        Kinds::of(&[Kind::Road])
    ));
}

#[test]
fn a_road_is_followed_round_its_bends() {
    let terrain = ground(vec![
        (Kind::Road, line(&[(10_000, 0), (10_000, 20_000), (30_000, 20_000)], 500)),
        (Kind::Road, line(&[(30_200, 20_000), (30_200, 40_000)], 500)),
    ]);
    let follow = |from: Pose, by: i32| terrain.along_road(from, Inches::whole(2), Inches::whole(by), is_road);
    let way = follow(pose(10_000, 15_000, 0), 10).unwrap();
    assert_eq!((way.end, way.length), (pose(15_000, 20_000, 90), Inches::whole(10)));
    assert!(way.poses.len() >= 20);
    // Back the other way, on to the next road, and to its end.
    assert_eq!(follow(pose(15_000, 20_000, 270), 10).unwrap().end, pose(10_000, 15_000, 180));
    assert_eq!(follow(pose(25_000, 20_000, 90), 10).unwrap().end.facing, Bearing::NORTH);
    assert_eq!(follow(pose(30_200, 38_000, 0), 10).unwrap().length, Inches::whole(2));
    assert!(follow(pose(40_000, 20_000, 0), 10).is_none());
    assert!(follow(pose(10_000, 10_000, 90), 10).is_none());
}

#[test]
fn steps_and_spots() {
    let steps: Vec<i32> = steps_along(pose(0, 0, 0), Bearing::EAST, Inches(1_100), Inches(500))
        .map(|(gone, pose)| {
            assert_eq!((pose.at.x, pose.facing), (gone.0, Bearing::NORTH));
            gone.0
        })
        .collect();
    assert_eq!(steps, [500, 1_000, 1_100]);
    let free = |pose: Pose| pose.at.x >= 2_000;
    let spot = nearest_spot(pose(0, 0, 0), Inches(500), Inches::whole(10), free);
    assert_eq!(spot.map(|pose| pose.at), Some(Point { x: 2_000, y: 0 }));
    assert_eq!(wheel_length(Inches(2_000), 8_192), Inches(1_571));
}

/// A look for some kinds of features finds those among all, and no others.
#[test]
fn some_kinds_are_found_among_all() {
    // More stretches of road than one sheaf of boxes holds.
    let bends: Vec<(i32, i32)> =
        (0..150).map(|n| (1_000 + n * 450, if n % 2 == 0 { 9_000 } else { 11_000 })).collect();
    let mut terrain = ground(vec![
        (Kind::Road, line(&bends, 500)),
        (Kind::River, line(&[(0, 24_000), (72_000, 24_000)], 1_000)),
        (Kind::Woods, square(30_000, 20_000, 40_000, 30_000)),
        (Kind::Hill, square(5_000, 20_000, 15_000, 30_000)),
    ]);
    terrain.features[3].class.difficult = true;
    let terrain = Terrain::new(terrain.width, terrain.depth, terrain.features);
    let all =
        [Kinds::of(&[Kind::Road]), Kinds::of(&[Kind::Road, Kind::Woods]), Kinds::MADE_ROUGH, Kinds::ALL];
    let mut found = 0;
    for kinds in all.into_iter().chain([Kinds::of(&[Kind::River]).and(Kinds::MADE_ROUGH), Kinds::default()]) {
        for (x, y) in (0..70).step_by(7).flat_map(|x| (0..48).step_by(6).map(move |y| (x * 1000, y * 1000))) {
            let there = rect(x, y, 30, 2_000, 3_000);
            let quick: Vec<usize> = terrain.touched_of(kinds, &there, |_| true).map(|(n, _)| n).collect();
            let slow: Vec<usize> =
                terrain.touched(&there).filter(|(_, one)| kinds.hold(one)).map(|(n, _)| n).collect();
            assert_eq!(quick, slow, "{kinds:?} {x} {y}");
            found += quick.len();
        }
    }
    assert!(found > 40, "{found}");
}

/// A unit that wheels covers no ground outside the rectangle around its wheel.
#[test]
fn a_wheel_stays_within_the_ground_around_it() {
    for (degrees, turn) in
        (0..360).step_by(30).flat_map(|at| [-32_768, -9_000, -700, 300, 8_192, 20_000].map(|turn| (at, turn)))
    {
        let (start, size) = (pose(30_000, 24_000, degrees), Footprint::new(Inches(4_000), Inches(1_500)));
        let end = Rect::new(start.wheeled(size.width, turn), size);
        let about = Rect::new(start, size).around_wheel(&end, turn);
        for sweep in Track::new(start, size, &[Leg::Wheel(turn)]).sweeps() {
            assert!(sweep.corners().iter().all(|corner| about.contains(corner.stored())), "{degrees} {turn}");
        }
    }
}
