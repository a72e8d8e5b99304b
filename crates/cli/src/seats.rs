//! Who plays which side: the nations' options, and the computer generals behind them.

use crate::wrong::Wrong;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use engine::{Both, Card, Side};
use general::Seats;
use std::collections::BTreeMap;
use study::Studied;
use study::bots::by_name;

/// The general that plays where none is named.
const DEFAULT: &str = "captain";

/// One option for each nation; `--allied` is the side that fights the French.
#[derive(clap::Args)]
pub(crate) struct SeatArgs {
    /// Who leads the French [default: captain]
    #[arg(long, value_name = "GENERAL", help_heading = "Generals", value_parser = names())]
    french: Option<String>,
    /// Who leads the other side, whichever it is [default: captain]
    #[arg(long, value_name = "GENERAL", help_heading = "Generals", value_parser = names())]
    allied: Option<String>,
    /// Who leads the Austrians
    #[arg(long, value_name = "GENERAL", help_heading = "Generals", value_parser = names())]
    austrian: Option<String>,
    /// Who leads the Prussians
    #[arg(long, value_name = "GENERAL", help_heading = "Generals", value_parser = names())]
    prussian: Option<String>,
    /// Who leads the British
    #[arg(long, value_name = "GENERAL", help_heading = "Generals", value_parser = names())]
    british: Option<String>,
}

pub(crate) fn names() -> impl clap::builder::TypedValueParser<Value = String> {
    // Who is no longer offered is taken all the same, for matches; so are bots, which `grognard match --bots` lists, and
    // captains who carry out a marshal's plan.
    let known = general::ALL_NAMES.iter().copied().chain(study::bots::ALL.iter().map(|bot| bot.name));
    let known =
        known.chain(general::TEMPERED.iter().copied()).chain(study::bots::planned::NAMES.iter().copied());
    let values = known.map(|name| PossibleValue::new(name).hide(!general::NAMES.contains(&name)));
    PossibleValuesParser::new(values).map(|name| name)
}

impl SeatArgs {
    /// The name of each side's general.
    pub(crate) fn for_battle(&self, card: &Card) -> Result<Both<String>, Wrong> {
        let given = [("austrian", &self.austrian), ("prussian", &self.prussian), ("british", &self.british)];
        let mut allied = self.allied.clone();
        for (nation, name) in given {
            let Some(name) = name else { continue };
            let option = format!("--{nation}");
            if nation != card.opponent {
                // The other side may be several nations.
                let own = given.iter().any(|(known, _)| *known == card.opponent);
                let right = if own { format!("--{}", card.opponent) } else { "--allied".to_owned() };
                let options = if own {
                    format!("--french, {right} or --allied")
                } else {
                    format!("--french or {right}")
                };
                let found = format_args!("a nation that is not in {}", card.id);
                return Err(Wrong::option(&option, found, options, Some(&right)));
            }
            if allied.is_some() {
                return Err(Wrong::option(&option, "--allied as well", "only one of them", None));
            }
            allied = Some(name.clone());
        }
        let or_default = |name: Option<String>| name.unwrap_or_else(|| DEFAULT.to_owned());
        Ok(Both { french: or_default(self.french.clone()), allied: or_default(allied) })
    }
}

/// A side as it is called on the command line.
pub(crate) fn side(word: &str, card: &Card) -> Result<Side, Wrong> {
    match word {
        "french" => Ok(Side::French),
        "allied" => Ok(Side::Allied),
        _ if word == card.opponent => Ok(Side::Allied),
        _ => {
            let expected = if card.opponent == "allied" {
                "french or allied".to_owned()
            } else {
                format!("french, {} or allied", card.opponent)
            };
            Err(Wrong::option("--concede", format_args!("{word:?}"), expected, None))
        }
    }
}

/// The seats of a record: nation and general.
pub(crate) fn named(card: &Card, generals: &Both<String>) -> BTreeMap<String, String> {
    BTreeMap::from([
        ("french".to_owned(), generals.french.clone()),
        (card.opponent.clone(), generals.allied.clone()),
    ])
}

/// The generals in their seats; seeded as in [`study::matches`], so that game `seed` of a match can be watched.
pub(crate) fn seated<G: Studied>(generals: &Both<String>, seed: u64) -> Result<Seats<G>, Wrong> {
    let named = |name: &str| {
        let known = crate::wrong::one_of(general::NAMES.iter().copied());
        by_name::<G>(name, seed).ok_or_else(|| Wrong::option("general", "an unknown name", known, None))
    };
    let mut seats = Seats { french: named(&generals.french)?, allied: named(&generals.allied)? };
    seats.begin(seed);
    Ok(seats)
}
