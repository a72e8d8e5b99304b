//! Quick looks that spare long ones, each beside the long one: what is passed over would not have counted.
#![allow(clippy::float_arithmetic, reason = "the brute-force twins measure in floats")]

use proptest::prelude::*;
use proptest::sample::Index;
use table::{
    Bearing, Feature, Footprint, Inches, Kind, Kinds, Point, Pose, Rect, Shape, TOUCH, Terrain, Vec2,
};

/// What the twin may be off by rounding, in thousandths.
const A_HAIR: f64 = 0.01;

fn points() -> impl Strategy<Value = Point> {
    (0..60_000i32, 0..40_000i32).prop_map(|(x, y)| Point { x, y })
}

/// A line with bends, and its width.
fn winding() -> impl Strategy<Value = Winding> {
    (prop::collection::vec(points(), 2..8), 0..2_000i32)
        .prop_map(|(points, width)| Winding { points, width: Inches(width) })
}

#[derive(Clone, Debug)]
struct Winding {
    points: Vec<Point>,
    width: Inches,
}

impl Winding {
    fn half(&self) -> f64 {
        f64::from(self.width.0) / 2.0
    }

    fn feature(&self) -> Feature {
        Feature::new("winding", Kind::Road, Shape::Line { points: self.points.clone(), width: self.width })
    }

    /// A spot so far along one of its stretches and so far aside of it, and where that stretch leads.
    fn spot(&self, stretch: Index, share: f64, aside: f64) -> (Vec2, Bearing) {
        let n = stretch.index(self.points.len() - 1);
        let (from, to) = (self.points[n], self.points[n + 1]);
        let along = Vec2::from(to) - from.into();
        let right = along.right() * (1.0 / along.length().max(1.0));
        (Vec2::from(from) + along * share + right * aside, from.bearing_to(to))
    }

    /// How far off a point is: stretch by stretch, none left out. At the bends each is longer by half the width.
    fn off(&self, at: Vec2) -> f64 {
        let (half, last) = (self.half(), self.points.len() - 2);
        let mut least = f64::INFINITY;
        for (n, ends) in self.points.windows(2).enumerate() {
            let (from, to) = (Vec2::from(ends[0]), Vec2::from(ends[1]));
            let length = (to - from).length();
            if length <= 0.0 {
                continue;
            }
            let forward = (to - from) * (1.0 / length);
            let before = if n > 0 { half } else { 0.0 };
            let after = if n < last { half } else { 0.0 };
            let (ahead, aside) = ((at - from).dot(forward), (at - from).dot(forward.right()));
            let x = (aside.abs() - half).max(0.0);
            let y = (-before - ahead).max(ahead - length - after).max(0.0);
            least = least.min(Vec2 { x, y }.length());
        }
        least
    }
}

/// Whether a segment comes into a rectangle whose edges are moved in so far.
fn crosses(rect: &Rect, from: Vec2, to: Vec2, margin: f64) -> bool {
    let [left, right, rear_right, _] = rect.corners();
    let (ahead, across) = (rect.forward(), rect.forward().right());
    let halves = [(right - left).length() / 2.0 - margin, (right - rear_right).length() / 2.0 - margin];
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (axis, half) in [across, ahead].into_iter().zip(halves) {
        let (one, two) = ((from - rect.centre()).dot(axis), (to - rect.centre()).dot(axis));
        if (two - one).abs() < 1e-9 {
            if one.abs() > half {
                return false;
            }
            continue;
        }
        let shares = [(-half - one) / (two - one), (half - one) / (two - one)];
        enter = enter.max(shares[0].min(shares[1]));
        leave = leave.min(shares[0].max(shares[1]));
    }
    enter <= leave
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1024, ..ProptestConfig::default() })]

    /// Most lines that come near a rectangle are passed over by the circle around it: those by its corners decide.
    #[test]
    fn a_line_that_cuts_a_rectangle_crosses_it(
        at in points(), facing: u16, width in 500..14_000i32, depth in 500..6_000i32,
        corner in 0..4_usize, off in (-60.0..60.0, -60.0..60.0), along in 0.0..7.0, far in (0.0..20_000.0, 0.0..20_000.0),
    ) {
        let rect = Rect::new(Pose { at, facing: Bearing(facing) }, Footprint::new(Inches(width), Inches(depth)));
        let by = rect.corners()[corner] + Vec2 { x: off.0, y: off.1 };
        let along = Vec2 { x: libm::sin(along), y: libm::cos(along) };
        let (from, to) = (by - along * far.0, by + along * far.1);
        let is_crossed = rect.is_crossed(from, to);
        prop_assert!(is_crossed || !crosses(&rect, from, to, TOUCH + A_HAIR));
        prop_assert!(!is_crossed || crosses(&rect, from, to, TOUCH - A_HAIR));
    }

    /// Stretches of a line whose boxes are far off are passed over.
    #[test]
    fn a_point_is_on_a_winding_line_where_any_stretch_of_it_is_near(
        line in winding(), stretch: Index, share in -0.1..1.1, hand in prop::bool::ANY,
        reach in 1..3_000i32, about in -40.0..40.0,
    ) {
        let aside = line.half() + f64::from(reach) + about;
        let point = line.spot(stretch, share, if hand { aside } else { -aside }).0.stored();
        let off = line.off(point.into());
        let terrain = Terrain::new(Inches::whole(60), Inches::whole(40), vec![line.feature()]);
        if (off - f64::from(reach)).abs() > A_HAIR {
            prop_assert_eq!(terrain.is_on(point, Inches(reach), |_| true), off <= f64::from(reach), "{}", off);
        }
    }

    /// No rounding puts a point beside a line that it lies on, however the line slants, or on one beside it.
    #[test]
    fn a_point_is_on_a_winding_line_where_it_lies_within_it(
        line in winding(), stretch: Index, share in 0.0..1.0, aside in -1.2..1.2,
    ) {
        let point = line.spot(stretch, share, line.half() * aside).0.stored();
        let terrain = Terrain::new(Inches::whole(60), Inches::whole(40), vec![line.feature()]);
        let off = line.off(point.into());
        if off <= 0.0 || off > 1.0 {
            prop_assert_eq!(terrain.is_on(point, Inches::ZERO, |_| true), off <= 0.0, "{}", off);
        }
    }

    /// What lies far from a rectangle does not carry it; of whatever is near, each carries a part.
    #[test]
    fn what_carries_over_ground_is_found_however_it_winds(
        lines in prop::collection::vec(winding(), 1..4), stretch: Index, share in 0.0..1.0, aside in -2_500.0..2_500.0,
        turn in -600..600i32, quarters in 2..32i32, rest in 60..190i32, reach in 1..1_500i32,
    ) {
        let (at, along) = lines[0].spot(stretch, share, aside);
        let pose = Pose { at: at.stored(), facing: along.turned(turn) };
        let rect = Rect::new(pose, Footprint::new(Inches(1_000), Inches(250 * quarters + rest)));
        let (low, high) = (-99_000, 199_000);
        let everywhere = [(low, low), (low, high), (high, high), (high, low)].map(|(x, y)| Point { x, y });
        let marsh = Feature::new("marsh", Kind::Marsh, Shape::Polygon(everywhere.to_vec()));
        let features = std::iter::once(marsh).chain(lines.iter().map(Winding::feature)).collect();
        let terrain = Terrain::new(Inches::whole(60), Inches::whole(40), features);
        let [_, _, rear_right, rear_left] = rect.corners();
        let (rear, front) = ((rear_right + rear_left) * 0.5, rect.front_centre());
        // It is looked at every quarter of an inch.
        let looks = (((front - rear).length() / 250.0) as i32).max(1);
        let spots = (0..=looks).map(|taken| rear + (front - rear) * (f64::from(taken) / f64::from(looks)));
        let offs: Vec<f64> =
            spots.map(|at| lines.iter().map(|line| line.off(at)).fold(f64::INFINITY, f64::min)).collect();
        if offs.iter().all(|off| (off - f64::from(reach)).abs() > A_HAIR) {
            let carries = terrain.carries(0, &rect, Inches(reach), Kinds::of(&[Kind::Road]));
            prop_assert_eq!(carries, offs.iter().all(|off| *off <= f64::from(reach)), "{:?}", offs);
        }
    }
}
