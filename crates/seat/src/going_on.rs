//! A battle that goes on from a position of another game, where this program cannot play that one any further.

use dice::Seed;
use engine::record::Header;
use games::Kind;

/// The header of a game that goes on from a position of another, or why it cannot in one sentence.
pub fn header_from(before: &Header, position: &str, seed: Seed) -> Result<Header, String> {
    let kind = Kind::from_word(&before.game).ok_or("the game is none we know")?;
    let seed = before.chosen_seed.map_or(seed, Seed::from_number);
    let header = games::with!(kind, G => {
        games::go_on_from::<G>("the game", before, position, seed)
    });
    let header = header.map_err(|error| error.to_string())?;
    Ok(Header { chosen_seed: before.chosen_seed, ..header })
}
