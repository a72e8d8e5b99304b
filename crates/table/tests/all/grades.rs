//! Grades of ground and contours climbed.
#![allow(clippy::float_arithmetic, reason = "a point of a way is looked up in floats")]

use proptest::prelude::*;
use table::{
    Bearing, Cover, Density, Feature, Footprint, Going, Grades, Inches, Kind, Point, Pose, Rect, Shape,
    Terrain, Vec2, Wall,
};

fn square(west: i32, south: i32, east: i32, north: i32) -> Shape {
    let corners = [(west, south), (west, north), (east, north), (east, south)];
    Shape::Polygon(corners.map(|(x, y)| Point::inches(x, y)).to_vec())
}

fn feature(kind: Kind, shape: Shape, grades: Grades) -> Feature {
    Feature { grades, ..Feature::new("", kind, shape) }
}

fn hill(level: u8, shape: Shape) -> Feature {
    Feature { level, ..Feature::new("", Kind::Hill, shape) }
}

fn table(features: Vec<Feature>) -> Terrain {
    Terrain::new(Inches::whole(60), Inches::whole(40), features)
}

fn unit(x: i32, y: i32) -> Rect {
    let footprint = Footprint::new(Inches::whole(4), Inches::whole(1));
    Rect::new(Pose { at: Point::inches(x, y), facing: Bearing::NORTH }, footprint)
}

#[test]
fn where_features_meet_the_greater_grade_holds() {
    let none = Grades::default();
    let rim = Grades { density: Some(Density::Light), cover: Some(Cover::Light), ..none };
    let inside = Grades { density: Some(Density::Heavy), going: Some(Going::Rough), ..none };
    let hedge = Grades { wall: Some(Wall::Low), cover: Some(Cover::Medium), ..none };
    let line = Shape::Line { points: vec![Point::inches(0, 30), Point::inches(60, 30)], width: Inches(200) };
    let terrain = table(vec![
        feature(Kind::Woods, square(10, 5, 30, 20), rim),
        feature(Kind::Woods, square(15, 8, 25, 15), inside),
        feature(Kind::Wall, line, hedge),
    ])
    .with_going(Going::Rolling);
    let rolling = Some(Going::Rolling);
    assert_eq!(terrain.grades_at(&unit(50, 10)), Grades { going: rolling, ..none }, "open ground");
    assert_eq!(terrain.grades_at(&unit(12, 10)), Grades { going: rolling, ..rim });
    let both = Grades {
        density: Some(Density::Heavy),
        cover: Some(Cover::Light),
        going: Some(Going::Rough),
        ..none
    };
    assert_eq!(terrain.grades_at(&unit(20, 10)), both);
    assert_eq!(
        terrain.grades_at(&unit(50, 29)),
        Grades { going: rolling, ..none },
        "an inch behind the wall"
    );
    let behind = Rect::new(
        Pose { at: Point { x: 50_000, y: 29_700 }, facing: Bearing::NORTH },
        Footprint::new(Inches::whole(4), Inches::whole(1)),
    );
    assert_eq!(terrain.grades_at(&behind), Grades { going: rolling, ..hedge }, "behind the wall");
    // A sweep counts whatever it touches, and who only touches a wood with a corner is not in it.
    assert_eq!(terrain.grades_at(&unit(9, 10)).density, None);
    assert_eq!(terrain.grades_along(&[unit(9, 10), unit(9, 12)]).density, Some(Density::Light));
    assert_eq!(terrain.grades_along(&[unit(9, 10), unit(20, 10)]), both);
}

#[test]
fn a_table_without_grades_is_written_as_it_always_was() {
    let plain = table(vec![hill(2, square(1, 1, 9, 9))]);
    let text = serde_json::to_string(&plain).unwrap();
    assert!(!text.contains("grades") && !text.contains("going"), "{text}");
    assert_eq!(serde_json::from_str::<Terrain>(&text).unwrap(), plain);
    let grades = Grades { cover: Some(Cover::SuperHeavy), ..Grades::default() };
    let graded =
        table(vec![feature(Kind::Fortification, square(1, 1, 9, 9), grades)]).with_going(Going::Rough);
    let text = serde_json::to_string(&graded).unwrap();
    assert!(text.contains("super-heavy") && text.contains("rough"), "{text}");
    assert_eq!(serde_json::from_str::<Terrain>(&text).unwrap(), graded);
    assert_ne!(plain.clone().with_going(Going::Rough), plain);
}

#[test]
fn contours_are_counted_along_the_way() {
    // Three steps up from the west, one inch apart; from the east one.
    let terrain = table(vec![
        hill(1, square(10, 0, 40, 40)),
        hill(2, square(11, 0, 39, 40)),
        hill(3, square(12, 0, 30, 40)),
    ]);
    let way = |points: &[(i32, i32)]| {
        terrain.climb(&points.iter().map(|(x, y)| Point::inches(*x, *y)).collect::<Vec<_>>())
    };
    let up = way(&[(5, 20), (20, 20)]);
    assert_eq!(up.crossings(), [(Inches::whole(5), 1), (Inches::whole(6), 1), (Inches::whole(7), 1)]);
    assert_eq!((up.up(), up.down()), (3, 0));
    assert_eq!((up.most_within(Inches::whole(4)), up.most_within(Inches::whole(1))), (3, 2));
    let over = way(&[(5, 20), (50, 20)]);
    assert_eq!((over.up(), over.down()), (3, 3));
    assert_eq!(over.most_within(Inches::whole(40)), 3);
    // Round a corner, and there and back.
    assert_eq!(way(&[(5, 20), (20, 20), (20, 30), (5, 30)]).down(), 3);
    assert_eq!(way(&[(20, 20), (20, 30)]).crossings(), []);
    assert_eq!(way(&[(20, 20)]).crossings(), []);
    assert_eq!(way(&[]).up(), 0);
}

fn hills() -> impl Strategy<Value = Terrain> {
    let point = (0..60_000i32, 0..40_000i32).prop_map(|(x, y)| Point { x, y });
    let shape = prop::collection::vec(point, 3..7).prop_map(Shape::Polygon);
    let one = (1u8..6, shape).prop_map(|(level, shape)| hill(level, shape));
    prop::collection::vec(one, 0..5).prop_map(table)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Between two crossings the way is as high as the crossings before say, wherever one looks.
    #[test]
    fn the_way_is_as_high_as_its_crossings_say(
        terrain in hills(), way in prop::collection::vec((0..60_000i32, 0..40_000i32), 2..5), look in 0.0..1.0f64,
    ) {
        let way: Vec<Point> = way.into_iter().map(|(x, y)| Point { x, y }).collect();
        let climb = terrain.climb(&way);
        prop_assert!(climb.crossings().is_sorted_by_key(|(at, _)| *at));
        let whole: i64 = way.windows(2).map(|two| i64::from(two[0].distance(two[1]).0)).sum();
        let mut bounds = vec![0];
        bounds.extend(climb.crossings().iter().map(|(at, _)| i64::from(at.0)));
        bounds.push(whole);
        let mut level = None;
        for (n, between) in bounds.windows(2).enumerate() {
            // Too short a stretch to look between its ends: they are rounded.
            if between[1] - between[0] < 40 {
                continue;
            }
            let gone: i32 = climb.crossings()[..n].iter().map(|(_, levels)| levels).sum();
            let at = between[0] + 20 + ((between[1] - between[0] - 40) as f64 * look) as i64;
            let height = i32::from(terrain.level_at(place(&way, at)));
            let start = *level.get_or_insert(height - gone);
            prop_assert_eq!(height, start + gone, "at {} of {}, {:?}", at, whole, climb);
        }
    }
}

/// The point of a way at this distance from its start.
fn place(way: &[Point], mut at: i64) -> Vec2 {
    for two in way.windows(2) {
        let length = i64::from(two[0].distance(two[1]).0);
        if at <= length {
            let (from, to) = (Vec2::from(two[0]), Vec2::from(two[1]));
            return from + (to - from) * (at as f64 / length.max(1) as f64);
        }
        at -= length;
    }
    way.last().copied().unwrap().into()
}
