//! The edges of a table: all of them measure alike.

use engine::Edge;
use table::{Inches, Point, Pose, Terrain};

fn terrain() -> Terrain {
    Terrain::new(Inches::whole(60), Inches::whole(40), Vec::new())
}

#[test]
fn each_edge_has_its_word_once() {
    for (word, edge) in Edge::WORDS {
        assert_eq!(edge.word(), *word);
        assert_eq!(serde_json::to_value(edge).unwrap(), *word);
        assert_eq!(edge.opposite().opposite(), *edge);
        assert_eq!(edge.opposite().inward(), edge.inward().opposite());
    }
    assert_eq!(Edge::WORDS.len(), Edge::ALL.len());
}

/// Turning the table a quarter turns every edge into the next, with all that is measured from it.
#[test]
fn all_edges_measure_alike() {
    let terrain = terrain();
    for edge in Edge::ALL {
        for (along, into) in [(0, 0), (7_000, 2_500), (30_000, 0)] {
            let Pose { at, facing } = edge.pose(along, Inches(into), &terrain);
            assert_eq!((edge.along(at), edge.distance(at, &terrain)), (along, Inches(into)), "{edge:?}");
            let (x, y) = edge.outward();
            let out = Point { x: at.x + x * (into + 1), y: at.y + y * (into + 1) };
            assert_eq!(edge.distance(out, &terrain), Inches(-1), "{edge:?}");
            // A step to the right, looking in, is a step on from the left.
            let right = at.ahead(facing.turned(16_384), Inches(500));
            assert_eq!(edge.from_left(right) - edge.from_left(at), 500, "{edge:?}");
            let across = edge.opposite().distance(at, &terrain);
            let whole = if edge.length(&terrain) == terrain.width { terrain.depth } else { terrain.width };
            assert_eq!(edge.distance(at, &terrain) + across, whole);
        }
    }
}

#[test]
fn a_point_is_on_the_edge_under_it() {
    let terrain = terrain();
    let under = |x, y| Edge::under(Point::inches(x, y), &terrain, Edge::North);
    assert_eq!(under(0, 7), Some(Edge::West));
    assert_eq!(under(60, 7), Some(Edge::East));
    assert_eq!(under(7, 0), Some(Edge::South));
    assert_eq!(under(60, 40), Some(Edge::North), "a corner is of the edge that is preferred");
    assert_eq!(under(60, 0), Some(Edge::South), "or of the first");
    assert_eq!((under(7, 7), under(61, 40), under(0, -1)), (None, None, None));
}
