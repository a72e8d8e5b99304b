//! Blocks and march columns: many units that move as one.

use proptest::prelude::*;
use table::{Bearing, Block, Chain, Footprint, Inches, Link, Point, Pose, Rect, around};

fn pose() -> impl Strategy<Value = Pose> {
    (-90_000i32..90_000, -90_000i32..90_000, any::<u16>())
        .prop_map(|(x, y, facing)| Pose { at: Point { x, y }, facing: Bearing(facing) })
}

fn footprint() -> impl Strategy<Value = Footprint> {
    (200i32..8_000, 200i32..8_000).prop_map(|(width, depth)| Footprint::new(Inches(width), Inches(depth)))
}

fn off(one: Point, two: Point) -> i32 {
    (one.x - two.x).abs().max((one.y - two.y).abs())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A baseline that does not turn carries every unit by exactly its own way.
    #[test]
    fn a_block_that_does_not_turn_is_moved_and_no_more(
        baseline in pose(), units in prop::collection::vec(pose(), 1..20), east in -9_000i32..9_000, north in -9_000i32..9_000,
    ) {
        let block = Block::new(baseline, units.clone());
        prop_assert_eq!(block.at(baseline).collect::<Vec<_>>(), units.clone());
        let there = Pose { at: Point { x: baseline.at.x + east, y: baseline.at.y + north }, ..baseline };
        for (before, after) in units.iter().zip(block.at(there)) {
            prop_assert_eq!(after.facing, before.facing);
            prop_assert_eq!(after.at, Point { x: before.at.x + east, y: before.at.y + north });
        }
    }

    /// Whatever the new baseline, all distances stay, all facings turn alike, and the way back leads home.
    #[test]
    fn a_block_keeps_its_shape(baseline in pose(), there in pose(), units in prop::collection::vec(pose(), 2..12)) {
        let block = Block::new(baseline, units.clone());
        let carried: Vec<Pose> = block.at(there).collect();
        let turn = baseline.facing.off(there.facing);
        for (n, (before, after)) in units.iter().zip(&carried).enumerate() {
            prop_assert_eq!(after.facing, before.facing.turned(turn));
            prop_assert!((before.at.distance(baseline.at).0 - after.at.distance(there.at).0).abs() <= 2);
            for (other_before, other_after) in units.iter().zip(&carried).skip(n + 1) {
                let (one, two) = (before.at.distance(other_before.at), after.at.distance(other_after.at));
                prop_assert!((one.0 - two.0).abs() <= 2, "{} and {}", one, two);
            }
        }
        let home: Vec<Pose> = Block::new(there, carried).at(baseline).collect();
        for (before, after) in units.iter().zip(&home) {
            prop_assert!(off(before.at, after.at) <= 2, "{before:?} {after:?}");
        }
    }

    /// Units that stand apart, or touch, do so wherever their block goes.
    #[test]
    fn who_stands_apart_in_a_block_stays_apart(
        baseline in pose(), there in pose(), one in pose(), size in footprint(), aside in 0i32..3,
    ) {
        let beside = Pose { at: one.at.ahead(one.facing.turned(16_384), size.width + Inches(aside)), ..one };
        let block = Block::new(baseline, vec![one, beside]);
        let rects: Vec<Rect> = block.at(there).map(|pose| Rect::new(pose, size)).collect();
        prop_assert!(!rects[0].overlaps(&rects[1]));
    }

    /// The rectangle around rectangles holds every corner and is no larger: each of its sides has one on it.
    #[test]
    fn the_rectangle_around_holds_all_and_no_more(
        facing in any::<u16>(), all in prop::collection::vec((pose(), footprint()), 1..9),
    ) {
        let rects: Vec<Rect> = all.iter().map(|(pose, footprint)| Rect::new(*pose, *footprint)).collect();
        let facing = Bearing(facing);
        let (pose, footprint) = around(facing, &rects).unwrap();
        prop_assert_eq!(pose.facing, facing);
        let whole = Rect::new(pose, footprint);
        let corners: Vec<Point> = rects.iter().flat_map(|rect| rect.corners().map(|corner| corner.stored())).collect();
        for corner in &corners {
            prop_assert!(whole.distance_to(*corner) <= Inches(2), "{corner:?} outside by {}", whole.distance_to(*corner));
        }
        let smaller = |width: i32, depth: i32, ahead: i32, aside: i32| {
            let at = pose.at.ahead(facing, Inches(ahead)).ahead(facing.turned(16_384), Inches(aside));
            let size = Footprint::new(footprint.width - Inches(width), footprint.depth - Inches(depth));
            let rect = Rect::new(Pose { at, facing }, size);
            corners.iter().any(|corner| rect.distance_to(*corner) > Inches(2))
        };
        prop_assert!(smaller(0, 8, -8, 0), "the front");
        prop_assert!(smaller(0, 8, 0, 0), "the rear");
        prop_assert!(smaller(8, 0, 0, 4), "the left");
        prop_assert!(smaller(8, 0, 0, -4), "the right");
    }

    /// Around one rectangle, along its own facing, is that rectangle.
    #[test]
    fn around_one_is_that_one(one in pose(), size in footprint()) {
        prop_assert_eq!(around(one.facing, &[Rect::new(one, size)]), Some((one, size)));
    }
}

#[test]
fn around_no_units_is_nothing() {
    assert_eq!(around(Bearing::NORTH, &[]), None);
}

/// A way of stretches, each with a turn before it.
fn stretches(sharpest: i32) -> impl Strategy<Value = Vec<(i32, i32)>> {
    prop::collection::vec((-sharpest..=sharpest, 2_000i32..12_000), 1..8)
}

fn walked(start: Pose, stretches: &[(i32, i32)]) -> Chain {
    let mut chain = Chain::new(start);
    for (turn, length) in stretches {
        let head = chain.head();
        chain.go_to(head.at.ahead(head.facing.turned(turn * 65_536 / 360), Inches(*length)));
    }
    chain
}

fn column(count: usize, depth: i32, way: i32) -> Vec<Link> {
    vec![Link { depth: Inches(depth), way: Inches(way) }; count]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The tail follows the head: after a march every unit behind stands where one that much nearer to the head stood.
    #[test]
    fn the_tail_follows_the_head(start in pose(), before in stretches(120), gone in 1i32..8_000, count in 2usize..12) {
        let mut chain = walked(start, &before);
        let fine = column(400, 250, 250);
        let links = column(count, 250, 3_000);
        let head = chain.head();
        let was = chain.poses(&fine);
        let to = head.at.ahead(head.facing, Inches(gone));
        chain.go_to(to);
        let is = chain.poses(&links);
        prop_assert!(off(is[0].at, to) <= 1);
        for (n, pose) in is.iter().enumerate() {
            let behind = 3_000 * n as i32 - gone;
            if behind < 0 {
                continue;
            }
            // Between two of the fine places there is at most a quarter inch of way.
            let near = was.iter().map(|place| place.at.distance(pose.at).0).min().unwrap();
            prop_assert!(near <= 130, "{n}: {near} off the way it should follow");
            let expected = chain_place(&was, behind);
            prop_assert!(expected.distance(pose.at).0 <= 255, "{n}: at {:?}, not near {expected:?}", pose.at);
        }
    }

    /// On a straight way they stand one behind another at their distances, facing as the head does.
    #[test]
    fn a_straight_column_stands_straight(start in pose(), length in 1i32..50_000, links in prop::collection::vec((1i32..3_000, 0i32..2_000), 1..12)) {
        let mut chain = Chain::new(start);
        prop_assert!((chain.go_to(start.at.ahead(start.facing, Inches(length))).0 - length).abs() <= 1);
        let links: Vec<Link> = links.iter().map(|(depth, gap)| Link { depth: Inches(*depth), way: Inches(depth + gap) }).collect();
        let head = chain.head().at;
        let mut behind = Inches::ZERO;
        let poses = chain.poses(&links);
        prop_assert_eq!(poses.len(), links.len());
        for (pose, link) in poses.iter().zip(&links) {
            prop_assert!((pose.at.distance(head) - behind).0.abs() <= 2);
            behind += link.way;
        }
    }

    /// Round bends of up to a right angle no unit stands on the next, if there is as much room between them as they are
    /// wide and a third of their depth: a straight unit on a bend is longer than its part of the way.
    #[test]
    fn none_stands_on_another_round_a_bend(
        start in pose(), before in stretches(90), count in 2usize..12, width in 300i32..1_500, depth in 300i32..2_000,
    ) {
        let chain = walked(start, &before);
        let size = Footprint::new(Inches(width), Inches(depth));
        let poses = chain.poses(&column(count, depth, depth + depth / 3 + width));
        for pair in poses.windows(2) {
            let [one, two] = [pair[0], pair[1]].map(|pose| Rect::new(pose, size));
            prop_assert!(!one.overlaps(&two), "{pair:?}");
        }
    }

    /// Bends behind the last of the column are forgotten, and no unit stands elsewhere for it.
    #[test]
    fn what_is_cut_off_is_behind_all_units(start in pose(), before in stretches(120), count in 1usize..10) {
        let mut chain = walked(start, &before);
        let links = column(count, 800, 2_000);
        let poses = chain.poses(&links);
        let longer = chain.clone();
        chain.cut(Inches(2_000 * count as i32));
        prop_assert_eq!(chain.poses(&links), poses);
        prop_assert_eq!(chain.head(), longer.head());
        // What was long ago is gone.
        chain.cut(Inches::ZERO);
        let text = serde_json::to_string(&chain).unwrap();
        prop_assert!(text.len() < 200, "{text}");
        let read: Chain = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(read, chain);
    }
}

/// The place `behind` the head, among places a quarter inch apart.
fn chain_place(fine: &[Pose], behind: i32) -> Point {
    fine[(behind / 250) as usize].at
}

#[test]
fn a_column_that_turns_about_has_a_facing() {
    let mut chain = Chain::new(Pose { at: Point::inches(20, 20), facing: Bearing::NORTH });
    chain.go_to(Point::inches(20, 24));
    chain.go_to(Point::inches(20, 23));
    let poses = chain.poses(&column(2, 2_000, 3_000));
    assert_eq!(poses[0].facing, Bearing::SOUTH, "front and rear meet on the way");
    assert_eq!(poses[1], Pose { at: Point::inches(20, 22), facing: Bearing::NORTH });
}
