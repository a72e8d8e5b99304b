//! What always holds on any table.
#![allow(clippy::float_arithmetic, reason = "the brute-force twins measure in floats")]

use proptest::prelude::*;
use table::{
    Bearing, Boxes, Class, Face, Feature, Footprint, Ground, Inches, Kind, Leg, Limits, Point, Pose, Rect,
    Shape, Terrain, Track, Vec2, flush, gap_ahead, in_arc, reach, sample, spiral,
};

fn poses() -> impl Strategy<Value = Pose> {
    (0..60_000i32, 0..40_000i32, any::<u16>())
        .prop_map(|(x, y, facing)| Pose { at: Point { x, y }, facing: Bearing(facing) })
}

fn footprints() -> impl Strategy<Value = Footprint> {
    (500..14_000i32, 500..6_000i32).prop_map(|(width, depth)| Footprint::new(Inches(width), Inches(depth)))
}

fn rects() -> impl Strategy<Value = Rect> {
    (poses(), footprints()).prop_map(|(pose, footprint)| Rect::new(pose, footprint))
}

/// On the table, beyond its edges and far beyond the last strip of the boxes.
fn far_rects() -> impl Strategy<Value = Rect> {
    let far = -20_000..200_000i32;
    (far.clone(), far, any::<u16>(), footprints()).prop_map(|(x, y, facing, footprint)| {
        Rect::new(Pose { at: Point { x, y }, facing: Bearing(facing) }, footprint)
    })
}

fn any_pose() -> impl Strategy<Value = Pose> {
    (any::<i32>(), any::<i32>(), any::<u16>())
        .prop_map(|(x, y, facing)| Pose { at: Point { x, y }, facing: Bearing(facing) })
}

fn any_leg() -> impl Strategy<Value = Leg> {
    prop_oneof![
        any::<i32>().prop_map(Leg::Wheel),
        any::<i32>().prop_map(|d| Leg::Ahead(Inches(d))),
        any::<i32>().prop_map(|d| Leg::Back(Inches(d))),
        any_pose().prop_map(Leg::To)
    ]
}

fn legs() -> impl Strategy<Value = Vec<Leg>> {
    let leg = prop_oneof![
        (-16384..16384i32).prop_map(Leg::Wheel),
        (0..12_000i32).prop_map(|d| Leg::Ahead(Inches(d))),
        (0..6_000i32).prop_map(|d| Leg::Back(Inches(d))),
        poses().prop_map(Leg::To)
    ];
    prop::collection::vec(leg, 0..4)
}

fn points() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec((0..60_000i32, 0..40_000i32).prop_map(|(x, y)| Point { x, y }), 0..7)
}

fn features() -> impl Strategy<Value = Feature> {
    let kinds = prop::sample::select(Kind::words().iter().map(|&(_, kind)| kind).collect::<Vec<_>>());
    let shapes = prop_oneof![
        points().prop_map(Shape::Polygon),
        (points(), 0..2_000i32).prop_map(|(points, width)| Shape::Line { points, width: Inches(width) })
    ];
    (kinds, shapes).prop_map(|(kind, shape)| Feature::new("a feature", kind, shape))
}

fn terrains() -> impl Strategy<Value = Terrain> {
    prop::collection::vec(features(), 0..6)
        .prop_map(|features| Terrain::new(Inches::whole(60), Inches::whole(40), features))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Lengths are stored as the nearest whole thousandth, halves away from zero, and never wrap.
    #[test]
    fn stored_is_rounded(value in any::<f64>(), near in -9_000_000_000i64..9_000_000_000) {
        let half = near as f64 / 2.0;
        for value in [value, half, half.next_up(), half.next_down()] {
            let stored = Vec2 { x: value, y: -value }.stored();
            prop_assert_eq!(stored.x, libm::round(value) as i32);
            prop_assert_eq!(stored.y, libm::round(-value) as i32);
        }
    }

    #[test]
    fn distance_is_the_same_both_ways(one in rects(), two in rects()) {
        prop_assert_eq!(one.distance(&two), two.distance(&one));
        prop_assert_eq!(one.overlaps(&two), two.overlaps(&one));
        prop_assert_eq!(one.touches(&two), two.touches(&one));
    }

    #[test]
    fn no_distance_is_overlap_or_touch(one in rects(), two in rects()) {
        prop_assert_eq!(one.distance(&two) == Inches::ZERO, one.overlaps(&two) || one.touches(&two));
        prop_assert!(!(one.overlaps(&two) && one.touches(&two)));
    }

    #[test]
    fn distance_is_the_least_between_points(one in rects(), two in rects()) {
        // Walk the first rectangle's edge finely: the brute-force twin.
        let corners = one.corners();
        let mut least = f64::INFINITY;
        for (number, from) in corners.iter().enumerate() {
            let to = corners[(number + 1) % 4];
            for step in 0..=400 {
                let spot = *from + (to - *from) * (f64::from(step) / 400.0);
                least = least.min((two.nearest_point_to(spot) - spot).length());
            }
        }
        if !one.overlaps(&two) {
            let measured = f64::from(one.distance(&two).0);
            prop_assert!(measured <= least + 5.0 && least <= measured + 40.0, "{measured} {least}");
        }
    }

    #[test]
    fn is_within_agrees_with_distance(one in rects(), two in rects(), reach in 0..30_000i32, about in -6..=6i32) {
        let distance = one.distance(&two);
        // Anywhere, and where it is decided.
        for reach in [Inches(reach), Inches((distance.0 + about).max(0))] {
            prop_assert_eq!(one.is_within(&two, reach), distance <= reach);
            prop_assert_eq!(one.distance_within(&two, reach), (distance <= reach).then_some(distance));
        }
    }

    #[test]
    fn advancing_the_gap_touches(start in poses(), footprint in footprints(), other in rects()) {
        let before = Rect::new(start, footprint);
        if before.overlaps(&other) || before.touches(&other) {
            return Ok(());
        }
        let limit = Inches::whole(80);
        match gap_ahead(start, footprint, limit, &other) {
            Some(gap) => {
                let after = Rect::new(start.ahead(gap), footprint);
                prop_assert!(after.touches(&other), "gap {gap}");
                prop_assert!(!Track::new(start, footprint, &[Leg::Ahead(gap)]).first_hit(&other));
                prop_assert_eq!(gap_ahead(start, footprint, gap - Inches(2), &other), None);
            }
            None => prop_assert!(!Track::new(start, footprint, &[Leg::Ahead(limit)]).first_hit(&other)),
        }
    }

    #[test]
    fn a_track_is_no_shorter_than_the_straight_way(start in poses(), footprint in footprints(), legs in legs()) {
        let track = Track::new(start, footprint, &legs);
        prop_assert!(track.length() + Inches(8) >= start.at.distance(track.end().at));
    }

    #[test]
    fn sweeps_cover_every_pose(start in poses(), footprint in footprints(), legs in legs()) {
        let track = Track::new(start, footprint, &legs);
        // A corner may stick out between two rectangles a quarter inch apart; a straight leg leaves nothing out.
        let slack = if legs.iter().any(|leg| matches!(leg, Leg::To(_) | Leg::Wheel(_))) { 126.0 } else { 5.0 };
        prop_assert_eq!(track.poses(Inches(700)).last(), Some(track.end()));
        for pose in track.poses(Inches(700)) {
            let rect = Rect::new(pose, footprint);
            for corner in rect.corners() {
                let off = track.sweeps().iter().map(|sweep| (sweep.nearest_point_to(corner) - corner).length()).fold(f64::INFINITY, f64::min);
                prop_assert!(off < slack, "{off} off at {pose:?}");
            }
        }
    }

    #[test]
    fn a_track_sweeps_nothing_outside_its_box(start in poses(), footprint in footprints(), mut legs in legs(), turn in -65_536..65_536i32) {
        legs.push(Leg::Wheel(turn));
        let track = Track::new(start, footprint, &legs);
        let ([west, south, east, north], swept) = (track.bounds(), Rect::box_around(track.sweeps()));
        prop_assert!(west <= swept[0] && south <= swept[1] && swept[2] <= east && swept[3] <= north, "{swept:?}");
    }

    #[test]
    fn samples_keep_within_limits(start in poses(), footprint in footprints(), allowance in -10..20_000i32, max_wheel in -5..40_000i32, words: [u32; 3]) {
        let legs = sample(start, footprint, Limits { allowance: Inches(allowance), max_wheel }, words);
        let track = Track::new(start, footprint, &legs);
        prop_assert!(track.length() <= Inches(allowance.max(0)));
        prop_assert!(track.wheeled() <= max_wheel.max(0));
        prop_assert!(!track.backwards());
    }

    #[test]
    fn the_boxes_miss_none(rects in prop::collection::vec(far_rects(), 0..150), asked in far_rects(), reach in 0..60_000i32) {
        // Some stand elsewhere first.
        let mut boxes: Boxes = rects.iter().enumerate().map(|(n, rect)| (n, if n % 3 == 0 { &asked } else { rect })).collect();
        for n in (0..rects.len()).step_by(6) {
            boxes.put(n, None);
        }
        for (n, rect) in rects.iter().enumerate().rev() {
            boxes.put(n, Some(rect));
        }
        let found: Vec<usize> = boxes.near(asked.bounds(), Inches(reach)).collect();
        let is_near = |number: &usize| rects[*number].distance(&asked) <= Inches(reach);
        let all: Vec<usize> = (0..rects.len()).filter(is_near).collect();
        prop_assert_eq!(found.iter().copied().filter(is_near).collect::<Vec<_>>(), all);
        // A box that is plainly farther off in one direction is not among them.
        let [west, south, east, north] = asked.bounds();
        for number in found {
            let [left, low, right, high] = rects[number].bounds();
            let apart = (left - east).max(west - right).max(low - north).max(south - high);
            prop_assert!(apart <= f64::from(reach) + 10.0);
        }
    }

    #[test]
    fn the_box_ahead_holds_the_way(start in poses(), footprint in footprints(), by in 0..30_000i32) {
        let [west, south, east, north] = Rect::new(start, footprint).box_ahead(Inches(by));
        for gone in [0, by / 2, by] {
            let [left, low, right, high] = Rect::new(start.ahead(Inches(gone)), footprint).bounds();
            prop_assert!(west <= left && south <= low && east >= right && north >= high);
        }
    }

    #[test]
    fn a_filled_box_has_its_bounds(rect in rects()) {
        let bounds = rect.bounds();
        for (one, two) in Rect::filling(bounds).bounds().into_iter().zip(bounds) {
            prop_assert!((one - two).abs() < 1e-6);
        }
    }

    #[test]
    fn flush_touches_the_face(charger in footprints(), target in rects(), near in poses(), face in prop::sample::select(vec![Face::Front, Face::Right, Face::Rear, Face::Left])) {
        let rect = Rect::new(flush(charger, &target, face, near.at), charger);
        prop_assert!(rect.touches(&target));
        prop_assert_eq!(target.face_hit(rect.centre() + (target.centre() - rect.front_centre())), face);
    }

    #[test]
    fn reach_ends_are_clear(start in poses(), footprint in footprints(), wall in rects()) {
        if Rect::new(start, footprint).overlaps(&wall) {
            return Ok(());
        }
        let limits = Limits { allowance: Inches::whole(12), max_wheel: 8192 };
        let ends = reach(start, footprint, limits, 9, |track| track.first_hit(&wall));
        prop_assert!(ends.len() <= 9);
        for end in ends {
            prop_assert!(!Rect::new(end, footprint).overlaps(&wall));
        }
    }

    #[test]
    fn what_lies_wholly_in_the_strip_is_in_arc(start in poses(), footprint in footprints(), half_angle in 0..32768i32) {
        let shooter = Rect::new(start, footprint);
        let small = Footprint::new(Inches(200), Inches(200));
        prop_assert!(in_arc(&shooter, &Rect::new(start.ahead(Inches(3000)), small), half_angle));
        prop_assert!(half_angle > 16384 || !in_arc(&shooter, &Rect::new(start.back(footprint.depth + Inches(3000)), small), half_angle));
    }

    #[test]
    fn terrain_survives_writing_down(terrain in terrains(), rect in rects()) {
        let text = serde_json::to_string(&terrain).unwrap();
        let again: Terrain = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&again, &terrain);
        prop_assert_eq!(again.under(&rect), terrain.under(&rect));
        prop_assert_eq!(again.cover(&rect), terrain.cover(&rect));
    }

    #[test]
    fn ground_ahead_is_met_where_it_begins(terrain in terrains(), start in poses(), footprint in footprints()) {
        let met = |feature: &Feature| feature.class.difficult;
        let limit = Inches::whole(30);
        if terrain.features.iter().any(|feature| matches!(feature.kind, Kind::Bridge | Kind::Ford)) {
            return Ok(());
        }
        // A unit that already touches something from behind may be rounded a hair deeper by its move.
        let is_at_its_edge = terrain.under(&Rect::new(start, footprint).grown(Inches(8))).difficult;
        match terrain.first_ahead(start, footprint, limit, met) {
            Some(gap) if gap > Inches::ZERO => prop_assert!(!terrain.under(&Rect::new(start.ahead(gap - Inches(1)), footprint)).difficult),
            Some(_) => {}
            None => prop_assert!(is_at_its_edge || !terrain.along(Track::new(start, footprint, &[Leg::Ahead(limit)]).sweeps()).difficult),
        }
    }

    #[test]
    fn nothing_panics(one in any_pose(), two in any_pose(), width: i32, depth: i32, turn: i32, leg in any_leg(), kind in features(), words: [u32; 3]) {
        let footprint = Footprint::new(Inches(width), Inches(depth));
        let (here, there) = (Rect::new(one, footprint), Rect::new(two, footprint));
        let track = Track::new(one, footprint, &[leg, Leg::Wheel(turn)]);
        let _ = (here.distance(&there), here.touches(&there), here.grown(Inches(turn)).bounds(), here.face_hit(there.centre()), here.centre_distance(&there));
        let _ = (track.length(), track.wheeled(), track.first_hit(&there), track.poses(Inches(turn)).count());
        let _ = (gap_ahead(one, footprint, Inches(turn), &there), flush(footprint, &here, Face::Left, two.at), in_arc(&here, &there, turn), table::enfilades(two.at, &here, turn));
        let _ = (one.at.bearing_to(two.at), one.at.distance(two.at), one.back(Inches(turn)), one.centre(footprint), one.wheeled(Inches(width), turn));
        let _ = (Bearing::degrees(turn).turned(turn).to_degrees(), Inches(turn).to_string(), Inches(turn).times(width) - Inches(depth), -Inches(turn));
        let limits = Limits { allowance: Inches(turn), max_wheel: width };
        let _ = (sample(one, footprint, limits, words), reach(one, footprint, limits, 3, |track| track.length() > Inches(depth)));
        let boxes: Boxes = [here, there].iter().enumerate().collect();
        let _ = (boxes.near(here.bounds(), Inches(width)).count(), spiral(one.at, Inches(turn), Inches(width)).take(20).count());
        let far = Feature::new("far", Kind::River, Shape::Line { points: vec![one.at, two.at, one.at], width: Inches(width) });
        let wild = Feature { class: Class { blocks_sight: true, ..Class::default() }, shape: Shape::Polygon(vec![one.at, two.at, Point { x: turn, y: width }]), ..kind.clone() };
        let terrain = Terrain::new(Inches(width), Inches(depth), vec![far, wild, kind]);
        let _ = (terrain.under(&here), terrain.cover(&there), terrain.on_table(&here), terrain.first_ahead(one, footprint, Inches(turn), |_| true));
        let sight = table::Sight { terrain: &terrain, seen_inside: Inches(turn), terrain_blocks: true };
        let _ = sight.sees(one.at, &here, &there, std::iter::once(table::Blocker { rect: &there, elevated: false }));
    }

    #[test]
    fn a_spiral_goes_outward(step in 1..3_000i32, reach in 0..6_000i32) {
        let around = Point::inches(30, 20);
        let far: Vec<i32> = spiral(around, Inches(step), Inches(reach)).take(2_000).map(|spot| around.distance(spot).0).collect();
        prop_assert!(far.windows(2).all(|pair| pair[0] <= pair[1] + 2));
        prop_assert!(far.iter().all(|&distance| distance <= reach + 1));
    }

    #[test]
    fn turns_and_differences_agree(one: u16, two: u16) {
        let (one, two) = (Bearing(one), Bearing(two));
        prop_assert_eq!(one.turned(one.off(two)), two);
        prop_assert_eq!(Point::default().bearing_to(Point::default().ahead(one, Inches(2_000_000))), one);
    }
}

#[test]
fn open_ground_is_nothing() {
    let terrain = Terrain::new(Inches::whole(60), Inches::whole(40), Vec::new());
    let rect = Rect::new(
        Pose { at: Point::inches(5, 5), facing: Bearing::NORTH },
        Footprint::new(Inches::whole(2), Inches::whole(2)),
    );
    assert_eq!(terrain.under(&rect), Ground::default());
}
