//! How many are here at once.

use server::for_tests::{Crowd, Full};

#[test]
fn one_does_not_take_the_places_of_all() {
    let crowd = Crowd::new(2, 3);
    let soult = [crowd.enter("soult").unwrap(), crowd.enter("soult").unwrap()];
    assert_eq!(crowd.enter("soult").err(), Some(Full::OfHis));
    let hill = crowd.enter("hill").unwrap();
    assert_eq!(crowd.enter("picton").err(), Some(Full::OfAll));
    drop(hill);
    let picton = crowd.enter("picton").unwrap();
    drop(soult);
    drop(picton);
    assert!(crowd.is_empty(), "nobody is remembered");
}
