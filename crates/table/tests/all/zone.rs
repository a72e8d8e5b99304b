//! The ring around a unit and the fan before it.

use table::{Bearing, EIGHTH, Footprint, Inches, Point, Pose, Rect, in_arc};

fn line(facing: Bearing) -> Rect {
    let footprint = Footprint::new(Inches::whole(6), Inches::mils(1500));
    Rect::new(Pose { at: Point::inches(20, 20), facing }, footprint)
}

fn speck(at: Point) -> Rect {
    let footprint = Footprint::new(Inches(2), Inches(2));
    Rect::new(Pose::from_centre(at, Bearing::NORTH, footprint), footprint)
}

#[test]
fn the_ring_is_everywhere_as_far_as_it_says() {
    for degrees in [0, 33, 180, 271] {
        let line = line(Bearing::degrees(degrees));
        for point in line.around(Inches::whole(4)) {
            let off = (line.distance(&speck(point)).0 - 4000).abs();
            assert!(off <= 4, "{point:?} is {off} off");
        }
    }
}

#[test]
fn the_fan_ends_at_the_range_and_keeps_within_the_arc() {
    for degrees in [0, 120, 315] {
        let line = line(Bearing::degrees(degrees));
        let fan = line.fan(EIGHTH, Inches::ZERO, Inches::whole(4));
        for point in &fan {
            assert!(line.distance(&speck(*point)) <= Inches(4004), "{point:?}");
            assert!(in_arc(&line, &speck(*point), EIGHTH + 64), "{point:?}");
        }
        let band = line.fan(EIGHTH, Inches::whole(2), Inches::whole(4));
        assert!(band.iter().all(|point| line.distance(&speck(*point)) >= Inches(1996)));
    }
}
