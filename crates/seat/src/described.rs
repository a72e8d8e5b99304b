//! What goes over the wire describes itself: every type a seat is sent or says, of all games.

mod merged;
mod types;

pub use types::Types;

use crate::shown::Shown;
use games::Kind;

/// What each game has of its own: what is asked and answered in it, and what only its views hold.
pub fn of_all_games(types: &mut Types) {
    for kind in Kind::ALL {
        games::with!(kind, G => of_game::<G>(types));
    }
}

fn of_game<G: Shown>(types: &mut Types) {
    types.sent::<G::Scenario>();
    types.sent::<G::Answer>();
    types.taken::<G::Answer>();
    G::described(types);
}
