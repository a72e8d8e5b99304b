//! `grognard battles`: what there is to fight.

use crate::out::Out;
use crate::wrong::Wrong;

const EXAMPLES: &str = "\
EXAMPLES
  grognard battles
  grognard battles --json | jq -r '.[].id'";

/// List the battles that come with the program
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// For programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let cards = games::battles();
    if args.json {
        return out.pretty(&cards);
    }
    let rows: Vec<Vec<String>> = cards
        .iter()
        .map(|card| {
            vec![
                card.id.clone(),
                card.sheet.to_owned(),
                card.kind.to_owned(),
                format!("{} : {}", card.units.french, card.units.allied),
                card.length.map_or("–".to_owned(), |turns| turns.to_string()),
                format!("{}, {}", card.title, card.date),
            ]
        })
        .collect();
    out.table(&["id", "sheet", "kind", ">units", ">turns", "title"], &rows)?;
    out.line("")?;
    for card in &cards {
        let id = out.ink(crate::out::Ink::Bold, &card.id);
        out.line(&format!("{id}: {}", card.summary))?;
    }
    Ok(())
}
