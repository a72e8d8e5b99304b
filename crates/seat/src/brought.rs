//! A record that was brought: played again from its first line to its last, and refused where it says more than a
//! battle needs.

mod padding;

use crate::begun::Raw;
use crate::play::entries;
use crate::refused::Refused;
use crate::shown::Shown;
use crate::who::Player;
use engine::record::Header;
use engine::{Both, Side};

/// A record that fits.
pub struct Proved {
    pub header: Header,
    pub entries: Vec<Raw>,
    pub players: Both<Player>,
}

/// Plays the record again, as long as `keep_going` says so: it would take as long each time it is opened.
///
/// # Errors
/// Its first fault, with file and line.
pub fn prove(name: &str, text: &str, keep_going: &mut dyn FnMut() -> bool) -> Result<Proved, Refused> {
    games::with!(games::record_kind(text), G => prove_of::<G>(name, text, keep_going))
}

fn prove_of<G: Shown>(
    name: &str,
    text: &str,
    mut keep_going: &mut dyn FnMut() -> bool,
) -> Result<Proved, Refused> {
    let proved = games::verify_record_while::<G>(name, text, &mut keep_going);
    let (record, session) = proved.map_err(|error| {
        let told = error.to_string();
        Refused::bad(format!("{}.", told.lines().next().unwrap_or_default()))
    })?;
    padding::refuse::<G>(name, text, &record)?;
    let player = |side: Side| {
        let seat = session.game().side_name(side);
        match record.header.seats.get(seat).cloned().map(Player::try_from) {
            Some(Ok(Player::General(name))) => Player::General(name),
            _ => Player::Friend,
        }
    };
    let players = Both { french: player(Side::French), allied: player(Side::Allied) };
    let entries =
        record.entries.iter().map(entries::untyped).collect::<Result<_, _>>().map_err(Refused::inside)?;
    Ok(Proved { header: record.header, entries, players })
}
