//! Chances as people say them.

use dice::{Chance, Weight as _};
use engine::desk::Liking;
use seat::odds::{Odd, in_whole, percent};

#[test]
fn a_chance_is_said_as_the_page_says_it() {
    for (chance, said) in
        [(0.0, "0 %"), (0.004, "<1 %"), (0.125, "13 %"), (0.745, "75 %"), (0.996, ">99 %"), (1.0, "100 %")]
    {
        assert_eq!(percent(chance), said, "{chance}");
    }
}

#[test]
fn a_chance_in_a_list_is_said_as_it_is_by_itself() {
    for (chances, said) in [
        // Six dice that hit on a six: no figure is hit in 33.49 %, and the log says so afterwards.
        (vec![6492, 3349, 118, 41], ["65 %", "33 %", "1 %", "<1 %"].as_slice()),
        // Half a percent goes up, however often.
        (vec![1250, 8750], &["13 %", "88 %"]),
        (vec![1450, 2850, 5650, 50], &["15 %", "29 %", "57 %", "1 %"]),
        (vec![9960, 40], &[">99 %", "<1 %"]),
        (vec![10_000], &["100 %"]),
    ] {
        let odd = |of: u128| Odd::plain(String::new(), Liking::Even, &Chance::of(of, 10_000));
        let all = in_whole(chances.into_iter().map(odd).collect());
        assert_eq!(all.iter().map(Odd::said).collect::<Vec<_>>(), said);
        assert_eq!(all.iter().map(|odd| percent(odd.chance)).collect::<Vec<_>>(), said);
    }
}
