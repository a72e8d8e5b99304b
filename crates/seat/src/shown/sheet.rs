//! A sheet to read and to print: its rules in the sheet's own order, each with the phases in which it acts and its
//! numbers, as printed or as a house plays them.

pub mod numbers;

use crate::refused::Refused;
use crate::shown::Shown;
use engine::wording::spoken;
use engine::{PhaseDrawn, Played};
use games::{Kind, Setup};
use rulebook::{Book, Change, Patch, RuleId, RulingSpec, SheetRules, Source, Value, diff};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A club's patch, as its file says it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByHouse {
    house: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Sheet")]
pub struct SheetShown {
    game: &'static str,
    sheet: &'static str,
    title: String,
    phases: Vec<PhaseDrawn>,
    /// In the order in which the sheet has them.
    rules: Vec<RuleShown>,
    rulings: Vec<RulingShown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<House>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SheetRule")]
struct RuleShown {
    id: &'static str,
    /// With its number where the sentence stands for it.
    text: Cow<'static, str>,
    kind: &'static str,
    phases: Vec<u8>,
    /// The chart it is a row of.
    #[serde(skip_serializing_if = "Option::is_none")]
    chart: Option<&'static str>,
    /// What it is a row for: "column", "elite".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    when: Vec<String>,
    /// Its numbers, by the names of their fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<(&'static str, String)>,
    /// The same as a player writes them: "4+", "−1", "8″", "2–3".
    #[serde(skip_serializing_if = "String::is_empty")]
    written: String,
    /// Its sentence does not say them, or the house plays others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unsaid: bool,
    /// It reads well in a table of its chart: what it is for, and a number.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    row: bool,
    /// The heading of the sheet or of a phase says it already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    heading: bool,
    /// The house has taken it out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    off: bool,
    /// The house plays it otherwise than it is printed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    changed: bool,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SheetRuling")]
struct RulingShown {
    id: &'static str,
    text: &'static str,
    value: String,
    /// What that word stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    means: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    changed: bool,
}

/// What a house plays otherwise.
#[derive(Serialize, JsonSchema)]
struct House {
    name: String,
    changes: Vec<Changed>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "HouseChange")]
struct Changed {
    /// Of the rule or the ruling.
    id: String,
    /// The field of the row; `rule` where a rule is in force on one side only, `ruling` for a ruling.
    field: String,
    before: String,
    after: String,
    /// Of the rule or the ruling, in words.
    text: String,
}

/// The sheet as printed.
pub fn printed(sheet: &str) -> Result<SheetShown, Refused> {
    games::with!(crate::shown::desk::kind(sheet)?, G => of_sheet::<G>(sheet, None))
}

/// The sheet as a club plays it.
pub fn by_house(sheet: &str, asked: &ByHouse) -> Result<SheetShown, Refused> {
    let patch = read_patch(&asked.house, sheet)?;
    games::with!(crate::shown::desk::kind(sheet)?, G => of_sheet::<G>(sheet, Some(&patch)))
}

/// The sheet of a game, as it is in force there; `patch` is the text of its house rules.
pub fn in_force<G: Shown>(game: &G, patch: Option<&str>) -> Result<SheetShown, Refused> {
    let rules = game.in_force().source();
    let name = patch.map(house_name).transpose()?;
    shown::<G>(rules, G::sheet_title(game.in_force()), game.phases(), name)
}

/// Reads a club's patch for this sheet; whatever is wrong with it is said with its line.
pub fn read_patch(text: &str, sheet: &str) -> Result<Patch, Refused> {
    let patch = games::read_patch(&Source::new("house rules", text)).map_err(|error| {
        let said = error.to_string();
        let stop = if said.ends_with(['.', '?']) { "" } else { "." };
        Refused::bad(format!("{said}{stop} Mend the file and open it again."))
    })?;
    if patch.sheet_name() == sheet {
        return Ok(patch);
    }
    Err(Refused::bad(format!(
        "These house rules are for the sheet {}, and the battle is played by {sheet}.",
        patch.sheet_name()
    )))
}

fn house_name(text: &str) -> Result<String, Refused> {
    let patch = games::read_patch(&Source::new("house rules", text)).map_err(Refused::inside)?;
    Ok(patch.name)
}

fn of_sheet<G: Shown>(sheet: &str, patch: Option<&Patch>) -> Result<SheetShown, Refused> {
    let printed = games::book::<G>().sheet(sheet).map_err(|error| Refused::not_found(format!("{error}.")))?;
    let source = patch.map_or_else(|| printed.clone(), |patch| printed.patched(patch));
    let title = G::sheet_title(&G::rules(source.clone()));
    shown::<G>(&source, title, phases::<G>(sheet)?, patch.map(|patch| patch.name.clone()))
}

/// The phases of a sheet as a battle of it calls them; none where no battle is fought by it.
fn phases<G: Shown>(sheet: &str) -> Result<Vec<PhaseDrawn>, Refused> {
    let Some(card) = games::battles().into_iter().find(|card| card.sheet == sheet) else {
        return Ok(Vec::new());
    };
    let file = games::find(&card.id).map_err(Refused::inside)?;
    let (battle, rules) = Setup::new(file).open::<G>().map_err(Refused::inside)?;
    Ok(G::start(&battle, rules).phases())
}

fn shown<G: Played>(
    rules: &SheetRules,
    title: String,
    phases: Vec<PhaseDrawn>,
    house: Option<String>,
) -> Result<SheetShown, Refused> {
    let book = games::book::<G>();
    let printed = book.sheet(rules.sheet_name()).map_err(Refused::inside)?;
    let changes = diff(book, &printed, rules);
    let is_changed = |id: &str| changes.iter().any(|change| change.id == id);
    let sheet = rules.sheet;
    let mut all: Vec<(u32, RuleShown)> = Vec::new();
    for (i, rule) in book.ledger().rules.iter().enumerate().filter(|(_, rule)| rule.sheets.contains(&sheet)) {
        let Ok(id) = u16::try_from(i).map(RuleId) else { break };
        // What a house has taken out is read as it is printed.
        let row = rules.row(id).or_else(|| printed.row(id));
        let fields = || row.iter().flat_map(|row| row.fields());
        let line = rule.lines.get(sheet).and_then(|lines| lines.iter().min()).copied().unwrap_or(u32::MAX);
        let values: Vec<(&'static str, String)> =
            fields().filter_map(|(name, value)| Some((*name, number_of(value)?))).collect();
        let when: Vec<String> = fields().filter_map(|(_, value)| word_of(value)).collect();
        let chart = row.and_then(|row| rules.spec().chart(row.chart)).map(|chart| chart.title);
        let written = numbers::written(&values, G::MOST);
        let in_place = numbers::in_place(&rule.text, &written);
        let changed = is_changed(&rule.id);
        let rule = RuleShown {
            unsaid: !values.is_empty()
                && in_place.is_none()
                && (changed || !numbers::says(&rule.text, &values)),
            row: chart.is_some() && !written.is_empty() && reads_as_row(&when, &values),
            heading: rule.kind == "sequence" || HEADINGS.iter().any(|end| rule.id.ends_with(end)),
            written,
            id: &rule.id,
            text: in_place.map_or(Cow::Borrowed(rule.text.as_str()), Cow::Owned),
            kind: &rule.kind,
            phases: rule.phases.get(sheet).cloned().unwrap_or_default(),
            chart,
            when,
            values,
            off: !rules.is_on(id),
            changed,
        };
        all.push((line, rule));
    }
    // Where two stand on one line, in the ledger's order.
    all.sort_by_key(|(line, _)| *line);
    let ruling = |(spec, setting): (&'static RulingSpec, &rulebook::Setting)| {
        let value = spec.show(setting);
        let means = spec.means.get(&value).map(String::as_str);
        RulingShown { id: &spec.id, text: &spec.text, means, changed: is_changed(&spec.id), value }
    };
    let rulings = book.rulings.iter().zip(&rules.settings).map(ruling).collect();
    Ok(SheetShown {
        game: Kind::of::<G>().word(),
        sheet: rules.sheet_name(),
        title,
        phases,
        rules: all.into_iter().map(|(_, rule)| rule).collect(),
        rulings,
        house: house.map(|name| House {
            name,
            changes: changes.into_iter().map(|change| told(book, change)).collect(),
        }),
    })
}

fn told(book: &Book, change: Change) -> Changed {
    let text = book.text_of(&change.id).unwrap_or_default().to_owned();
    let Change { id, field, before, after } = change;
    let [before, after] = [before, after].map(|value| numbers::alone(&field, &value));
    Changed { id, field, before, after, text }
}

/// What the headings of a sheet say: its name with who fights whom.
const HEADINGS: [&str; 2] = [".sheet.version", ".sheet.opponents"];
/// Fields and columns that say little without the printed table: such rows are read as sentences.
const SENTENCES: [&str; 7] = ["mod", "from", "to", "drop", "checks", "at-most", "at-least"];
const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];

/// Whether a row is short enough for a table: it says what it is for, and what a modifier is for is better said in its
/// sentence.
fn reads_as_row(when: &[String], values: &[(&'static str, String)]) -> bool {
    !when.is_empty()
        && !values.iter().any(|(name, _)| SENTENCES.contains(name))
        && !when.iter().any(|word| ORDINALS.contains(&word.as_str()))
}

/// A field that says what the row is for; that both sides are meant tells nothing apart.
fn word_of(value: &Value) -> Option<String> {
    match value {
        Value::Words(words)
            if words.len() == 2 && words.iter().all(|side| side == "french" || side == "opponent") =>
        {
            None
        }
        Value::Word(word) => Some(spoken(word)),
        Value::Words(words) => Some(spoken(&words.join(", "))),
        Value::Int(_)
        | Value::Inches(_)
        | Value::Flag(_)
        | Value::Dice { .. }
        | Value::Ratio { .. }
        | Value::Cells(_)
        | Value::Text(_) => None,
    }
}

/// A field that says how much.
fn number_of(value: &Value) -> Option<String> {
    match value {
        Value::Int(_) | Value::Inches(_) | Value::Dice { .. } | Value::Ratio { .. } | Value::Cells(_) => {
            Some(value.to_string())
        }
        Value::Word(_) | Value::Words(_) | Value::Flag(_) | Value::Text(_) => None,
    }
}
