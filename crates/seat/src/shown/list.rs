//! The battles to choose from, as the list of a page has them.

use crate::shown::report::{Piece, pieces, strength_word};
use engine::Played as _;
use games::BattleCard;
use schemars::JsonSchema;
use serde::Serialize;
use table::{Feature, Inches};

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "BattleCard")]
pub struct BattleShown {
    #[serde(flatten)]
    card: BattleCard,
    /// Its title without what part of the battle it is.
    name: String,
    width: Inches,
    depth: Inches,
    /// What strength is counted in.
    strength: String,
    terrain: Vec<Feature>,
    /// The units on the table; the card's `units` counts reserves too.
    pieces: Vec<Piece>,
}

/// All of them, as JSON.
///
/// # Errors
/// Faults of a battle.
pub fn all_battles() -> Result<Vec<u8>, String> {
    let mut cards = games::battles();
    let first = cards.first().map(|card| card.sheet);
    // What a newcomer begins with stands first: teaching fights, of those the sheet that is learnt first, then few units.
    cards.sort_by_key(|card| {
        let many = card.units.french + card.units.allied;
        (card.kind != "teaching", Some(card.sheet) != first, many)
    });
    let shown = cards.into_iter().map(|card| {
        let told = |error: games::Error| error.to_string();
        let file = games::find(&card.id).map_err(told)?;
        let kind = file.kind().map_err(|faults| faults.to_string())?;
        games::with!(kind, G => {
            let (battle, rules) = games::Setup::new(file).open::<G>().map_err(told)?;
            let game = G::start(&battle, rules);
            let terrain = &game.about().terrain;
            Ok(BattleShown {
                width: terrain.width,
                depth: terrain.depth,
                strength: strength_word::<G>(),
                terrain: terrain.features.clone(),
                pieces: pieces(&game),
                name: card.title.split(':').next().unwrap_or_default().to_owned(),
                card,
            })
        })
    });
    let shown: Vec<BattleShown> = shown.collect::<Result<_, String>>()?;
    serde_json::to_vec(&shown).map_err(|error| error.to_string())
}
