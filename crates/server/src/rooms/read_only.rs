//! A game that this program would play differently from the one that played it: it can be read as it was told, and no
//! more.

use crate::seats::secret;
use crate::store::{Held, Kept, ReadAgain};
use dice::Seed;
use engine::{Beforehand, GeneralId, Side, UnitId};
use seat::Brings;
use seat::Look;
use seat::Seat;
use seat::odds;
use seat::{Agreed, Begun, Page, Raw, Refused, Seating, header_from};
use seat::{Moved, Playing, Thinks};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

pub(crate) struct Frozen {
    /// Why, in a sentence for the player.
    why: String,
    length: usize,
    outcome: Option<&'static str>,
    state: Option<String>,
    pages: BTreeMap<String, Page>,
    /// Where the battle can go on, or why it cannot.
    position: Result<String, String>,
    going_on: Agreed,
    seating: Seating,
    salt: String,
}

/// What differs from the view as it was told.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Now<'f> {
    asked: (),
    dice: (),
    frozen: &'f str,
    // Seats of such a game still change hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    invited: Option<Side>,
    waits_for: &'f [Side],
    offered: &'f [Side],
    dice_wait: bool,
    mark: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    going_on: Option<Agreed>,
}

impl Frozen {
    /// `why` is for the operator's log.
    pub(crate) fn new(kept: &Kept, held: &Held, told: ReadAgain, why: &str) -> Frozen {
        tracing::warn!(game = held.id, why, "a game can only be read");
        let ReadAgain { after, pages, position } = told;
        let how_far = match after {
            _ if pages.is_empty() => "Nothing was kept of what was told".to_owned(),
            n if n == held.n => "It can be read as it was told".to_owned(),
            n => format!("It can be read as it was told after {n} of its {} entries", held.n),
        };
        let outcome =
            ["french", "allied", "draw"].into_iter().find(|word| held.outcome.as_deref() == Some(word));
        let position = match position {
            _ if outcome.is_some() => Err("The battle is over.".to_owned()),
            _ if kept.setting.uploaded.is_some() => Err("Nobody plays it.".to_owned()),
            None => Err("It was not kept where it stood.".to_owned()),
            Some(position) => goes_on(kept, position),
        };
        let goes_on = match &position {
            Ok(_) => "; from there it can go on under the rules of today, in a game of its own, once everybody who plays agrees".to_owned(),
            Err(_) if outcome.is_some() => String::new(),
            Err(why_not) => format!(", and not be played on. {why_not}"),
        };
        let why = format!(
            "This game was played by another version of the program, which this one does not follow. {how_far}{goes_on}"
        );
        Frozen {
            why: if why.ends_with('.') { why } else { why + "." },
            length: held.n,
            outcome,
            state: held.state.clone(),
            pages,
            position,
            going_on: kept.setting.going_on.agreed(),
            seating: kept.seating(),
            salt: kept.salt.clone(),
        }
    }

    fn page(&self, seat: Seat) -> Result<&Page, Refused> {
        self.pages.get(seat.word()).ok_or_else(|| self.refused())
    }

    fn refused(&self) -> Refused {
        Refused::conflict(&self.why)
    }

    /// The page as it was told, with the question taken out.
    fn shown(&self, page: &RawValue, look: Look) -> Result<Vec<u8>, Refused> {
        let mut told: Value = serde_json::from_str(page.get()).map_err(Refused::inside)?;
        if told.get("hash").is_some() {
            let now = Now {
                asked: (),
                dice: (),
                frozen: &self.why,
                invited: look.invited,
                waits_for: &self.seating.empty,
                offered: &self.seating.offered,
                dice_wait: false,
                mark: self.moved(look.seat).mark,
                going_on: self.position.is_ok().then(|| self.going_on.clone()),
            };
            let now = serde_json::to_value(now).map_err(Refused::inside)?;
            if let (Value::Object(told), Value::Object(now)) = (&mut told, now) {
                told.extend(now);
                // Nothing is given out of hand any more.
                told.remove("staff");
                // The page looks for these; earlier versions told of no bodies.
                told.entry("groups").or_insert_with(|| Value::Array(Vec::new()));
            }
        }
        if let Some(Value::Array(lines)) = told.get_mut("log") {
            lines.retain(|line| line["n"].as_u64().is_some_and(|n| n > look.after as u64));
        }
        serde_json::to_vec(&told).map_err(Refused::inside)
    }
}

/// The position, if this program can go on from it.
fn goes_on(kept: &Kept, position: String) -> Result<String, String> {
    match header_from(&kept.header, &position, Seed::from_number(0)) {
        Ok(_) => Ok(position),
        Err(why) => {
            tracing::warn!(game = kept.id, why, "a game cannot go on from where it stood");
            Err("Nor can this program go on from where it stood.".to_owned())
        }
    }
}

impl Playing for Frozen {
    fn length(&self) -> usize {
        self.length
    }
    fn moved(&self, seat: Seat) -> Moved {
        let told = |name: &str| {
            let view = self
                .pages
                .get(seat.word())
                .and_then(|page| serde_json::from_str::<Value>(page.view.get()).ok());
            view.and_then(|view| view[name].as_u64()).and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
        };
        let mark = secret::hashed(&format!("frozen {} {} {}", self.salt, seat.word(), self.seating.changes));
        let mark = mark.chars().take(16).collect();
        Moved { version: told("version"), step: told("step"), mark }
    }
    fn state_hash(&self) -> Option<String> {
        self.state.clone()
    }
    fn weight(&self) -> usize {
        self.pages.values().map(|page| page.view.get().len() + page.log.get().len()).sum()
    }
    fn is_frozen(&self) -> bool {
        true
    }
    fn outcome(&self) -> Option<&'static str> {
        self.outcome
    }
    fn play_on(&mut self) -> Result<(), String> {
        Ok(())
    }
    fn reseat(&mut self, begun: Begun) {
        self.going_on = begun.going_on;
        self.seating = begun.seating;
    }
    fn goes_on_from(&self) -> Result<String, Refused> {
        self.position.clone().map_err(Refused::conflict)
    }
    fn position(&self) -> String {
        self.position.clone().unwrap_or_default()
    }
    fn entries_from(&self, _: usize) -> Result<Vec<Raw>, String> {
        Ok(Vec::new())
    }
    fn answer(&mut self, _: Seat, _: usize, _: Value) -> Result<(), Refused> {
        Err(self.refused())
    }
    fn throw(&mut self, _: Seat, _: usize, _: Option<Vec<u32>>) -> Result<(), Refused> {
        Err(self.refused())
    }
    fn hand(&mut self, _: Seat, _: &str, _: bool) -> Result<(), Refused> {
        Err(self.refused())
    }
    fn say_beforehand(&mut self, _: Seat, _: Beforehand) -> Result<(), Refused> {
        Err(self.refused())
    }
    fn undo(&mut self, _: Seat) -> Result<(), Refused> {
        Err(self.refused())
    }
    fn concede(&mut self, _: Seat) -> Result<(), Refused> {
        Err(self.refused())
    }
    fn advice(&self, _: Seat) -> Result<Thinks, Refused> {
        Err(self.refused())
    }
    fn led(&self, _: Seat) -> Result<Vec<u8>, Refused> {
        Err(self.refused())
    }
    fn check(&self, _: Seat, _: Value) -> Result<Brings, Refused> {
        Err(self.refused())
    }
    fn gives_record(&self, seat: Seat) -> Result<(), Refused> {
        self.record(seat).map(|_| ())
    }
    fn record(&self, seat: Seat) -> Result<String, Refused> {
        self.page(seat)?.record.clone().ok_or_else(|| self.refused())
    }
    fn sheet(&self) -> Result<Vec<u8>, Refused> {
        Err(self.refused())
    }
    fn report(&self, _: &str) -> Result<Vec<u8>, Refused> {
        let report =
            self.pages.values().find_map(|page| page.report.as_ref()).ok_or_else(|| self.refused())?;
        Ok(report.get().as_bytes().to_vec())
    }
    fn view(&self, _: &str, look: Look) -> Result<Vec<u8>, Refused> {
        self.shown(&self.page(look.seat)?.view, look)
    }
    fn after_step(&mut self, _: &str, _: usize, _: Look) -> Result<Vec<u8>, Refused> {
        Err(self.refused())
    }
    fn log(&self, look: Look) -> Result<Vec<u8>, Refused> {
        self.shown(&self.page(look.seat)?.log, look)
    }
    fn unit_options(&self, _: Seat, _: UnitId) -> Result<Vec<u8>, Refused> {
        Err(self.refused())
    }
    fn general_options(&self, _: Seat, _: GeneralId) -> Result<Vec<u8>, Refused> {
        Err(self.refused())
    }
    fn overlay_of_table(&mut self, _: Seat) -> Result<Vec<u8>, Refused> {
        Err(self.refused())
    }
    fn overlay_of_unit(&self, _: Seat, _: UnitId) -> Result<Vec<u8>, Refused> {
        Err(self.refused())
    }
    fn odds_of_answers(&self, _: Seat) -> Result<Vec<u8>, Refused> {
        Err(self.refused())
    }
    fn odds(&self, _: Seat, _: odds::OddsAsked) -> Result<Vec<u8>, Refused> {
        Err(self.refused())
    }
}
