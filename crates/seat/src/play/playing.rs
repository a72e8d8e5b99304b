//! A game in memory as the doors know it, whichever game it is: everything they ask of it, in JSON.

use crate::begun::{Begun, Raw};
use crate::play::Play;
use crate::play::entries::{said, untyped};
use crate::play::heard::Heard;
use crate::play::leaving::Brings;
use crate::play::shared::Battles;
use crate::play::staffed::Staffed;
use crate::play::thinking::{Position, Thinking};
use crate::refused::Refused;
use crate::shown::Shown;
use crate::shown::log;
use crate::shown::odds;
use crate::shown::options::Options;
use crate::shown::overlay;
use crate::shown::report::report;
use crate::shown::says::Says;
use crate::shown::sheet;
use crate::shown::view;
use crate::told::{Moved, Page, Thinks, Told};
use crate::who::Look;
use crate::who::Seat;
use engine::record::Header;
use engine::{Beforehand, Both, FormKind, GeneralId, Questions as _, Side, UnitId, state_text};
use games::Kind;
use rulebook::Book;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// About what a game takes in memory, in bytes: by itself, for each unit in each state that is kept of it, for each
/// entry, for each line of its log.
const WEIGHT_OF_A_GAME: usize = 24 << 10;
const WEIGHT_OF_A_UNIT: usize = 250;
const WEIGHT_OF_AN_ENTRY: usize = 100;
const WEIGHT_OF_A_LINE: usize = 250;

/// A game in memory, whichever it is: what the doors ask of it, in JSON.
pub trait Playing: Send {
    /// How many entries it has, with the entries that some seats do not know of.
    fn length(&self) -> usize;
    /// Where the game stands, as a seat may know it.
    fn moved(&self, seat: Seat) -> Moved;
    /// The hash of the state after the last finished step, where it is known.
    fn state_hash(&self) -> Option<String>;
    fn outcome(&self) -> Option<&'static str>;
    /// About how many bytes it takes in memory.
    fn weight(&self) -> usize;
    /// It was brought as a record: its seats are empty.
    fn is_uploaded(&self) -> bool {
        false
    }
    /// It can be read, and not played on.
    fn is_frozen(&self) -> bool {
        false
    }
    /// The position the battle can go on from where this program cannot play it any further.
    fn goes_on_from(&self) -> Result<String, Refused> {
        Err(Refused::conflict("This game is played as it is: it needs no other to go on in."))
    }
    /// The text of its state after the last finished step, with both sides' secrets.
    fn position(&self) -> String;
    /// Everything that each seat is told of it.
    fn told(&self, id: &str) -> Result<Told, Refused> {
        let raw = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).map_err(Refused::inside)?;
            RawValue::from_string(text).map_err(Refused::inside)
        };
        // Report and record cost most and are the same for every seat that may have them: made once.
        let report = self.report(id).ok().map(raw).transpose()?;
        let mut record = None;
        let mut pages = Vec::new();
        for seat in Seat::ALL.into_iter().filter(|seat| *seat == Seat::Watch || !self.is_uploaded()) {
            let look = Look { seat, invited: None, after: 0 };
            let may_have_it = match &record {
                Some(_) => self.gives_record(seat).is_ok(),
                None => {
                    record = self.record(seat).ok();
                    record.is_some()
                }
            };
            let page = Page {
                view: raw(self.view(id, look)?)?,
                log: raw(self.log(look)?)?,
                report: report.clone(),
                record: record.clone().filter(|_| may_have_it),
            };
            pages.push((seat.word(), page));
        }
        Ok(Told { pages, position: self.position() })
    }
    fn play_on(&mut self) -> Result<(), String>;
    /// Whether a computer player must think before it goes on.
    fn must_think(&self) -> bool {
        false
    }
    fn thinking(&self) -> Option<Thinking> {
        None
    }
    /// He has thought of a position: the game goes on, where it is still that. `None`: he could not think.
    fn has_thought(&mut self, _of: &Position, _thought: Option<String>) -> Result<bool, String> {
        Ok(false)
    }
    /// Takes note that seats have changed hands. Dice that waited for it fall when it plays on.
    fn reseat(&mut self, begun: Begun);
    fn entries_from(&self, from: usize) -> Result<Vec<Raw>, String>;
    fn answer(&mut self, seat: Seat, version: usize, answer: Value) -> Result<(), Refused>;
    fn throw(&mut self, seat: Seat, version: usize, faces: Option<Vec<u32>>) -> Result<(), Refused>;
    fn undo(&mut self, seat: Seat) -> Result<(), Refused>;
    /// Gives the battle up.
    fn concede(&mut self, seat: Seat) -> Result<(), Refused>;
    /// What the seat's captain would do. It is reckoned without the game in hand: it may take a while.
    fn advice(&self, seat: Seat) -> Result<Thinks, Refused>;
    /// What the seat's captain is about with the commands he was handed.
    fn led(&self, seat: Seat) -> Result<Vec<u8>, Refused>;
    /// Hands a command over to the captain, or takes it back.
    fn hand(&mut self, seat: Seat, command: &str, to_captain: bool) -> Result<(), Refused>;
    fn say_beforehand(&mut self, seat: Seat, beforehand: Beforehand) -> Result<(), Refused>;
    /// What the seats have given out of hand, where the game is played.
    fn staff(&self) -> Option<&Both<Staffed>> {
        None
    }
    /// Whether an answer would be accepted now; and whom a move would put out of command.
    fn check(&self, seat: Seat, answer: Value) -> Result<Brings, Refused>;
    /// Why a seat may not have the record yet.
    fn gives_record(&self, seat: Seat) -> Result<(), Refused>;
    fn record(&self, seat: Seat) -> Result<String, Refused>;
    fn report(&self, id: &str) -> Result<Vec<u8>, Refused>;
    /// The sheet as it is in force.
    fn sheet(&self) -> Result<Vec<u8>, Refused>;
    fn view(&self, id: &str, look: Look) -> Result<Vec<u8>, Refused>;
    fn after_step(&mut self, id: &str, step: usize, look: Look) -> Result<Vec<u8>, Refused>;
    fn log(&self, look: Look) -> Result<Vec<u8>, Refused>;
    fn unit_options(&self, seat: Seat, unit: UnitId) -> Result<Vec<u8>, Refused>;
    fn general_options(&self, seat: Seat, general: GeneralId) -> Result<Vec<u8>, Refused>;
    fn overlay_of_table(&mut self, seat: Seat) -> Result<Vec<u8>, Refused>;
    fn overlay_of_unit(&self, seat: Seat, unit: UnitId) -> Result<Vec<u8>, Refused>;
    fn odds_of_answers(&self, seat: Seat) -> Result<Vec<u8>, Refused>;
    fn odds(&self, seat: Seat, asked: odds::OddsAsked) -> Result<Vec<u8>, Refused>;
}

/// Folds a kept game's entries, and does not play on yet. `book` is the rulebook it was begun with, where that is not
/// the one at hand; `state` the hash that the entries led to when they were written, where it is known.
pub fn open(
    battles: &Battles,
    begun: Begun,
    entries: Vec<Raw>,
    book: Option<&Book>,
    state: Option<&str>,
) -> Result<Box<dyn Playing>, String> {
    let kind = Kind::from_word(&begun.header.game);
    let kind = kind.ok_or_else(|| format!("it is of no game we know: {}", begun.header.game))?;
    games::with!(kind, G => {
        let play = Play::<G>::open(battles, begun, entries, book.unwrap_or_else(|| games::book::<G>()))?;
        if state.is_some_and(|state| state != play.session.state_hash()) {
            return Err("its entries lead to another position than they did".to_owned());
        }
        Ok(Box::new(play))
    })
}

fn told(found: &impl Serialize) -> Result<Vec<u8>, Refused> {
    serde_json::to_vec(found).map_err(Refused::inside)
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Log")]
pub struct LogView {
    version: usize,
    step: usize,
    told: usize,
    log: Vec<log::Line>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Briefs")]
pub struct Briefs<A> {
    version: usize,
    answers: Vec<odds::Brief<A>>,
}

impl<G: Shown> Playing for Play<G> {
    fn length(&self) -> usize {
        self.session.entries().len()
    }
    fn moved(&self, seat: Seat) -> Moved {
        Play::moved(self, seat)
    }
    fn state_hash(&self) -> Option<String> {
        Some(self.session.state_hash())
    }
    fn position(&self) -> String {
        state_text(self.session.settled())
    }
    fn weight(&self) -> usize {
        let Header { battle_text, position, rules, .. } = &self.header;
        let texts = [Some(battle_text), position.as_ref(), rules.patch.as_ref()];
        let states = self.session.states_kept() + self.lookback.states_kept();
        WEIGHT_OF_A_GAME
            + self.shared.weight_for_each()
            + WEIGHT_OF_A_UNIT * states * self.units
            + texts.into_iter().flatten().map(String::len).sum::<usize>()
            + WEIGHT_OF_AN_ENTRY * self.session.entries().len()
            + WEIGHT_OF_A_LINE * self.session.log().len()
    }
    fn is_uploaded(&self) -> bool {
        self.uploaded
    }
    fn gives_record(&self, seat: Seat) -> Result<(), Refused> {
        Play::gives_record(self, seat)
    }
    fn outcome(&self) -> Option<&'static str> {
        Play::outcome(self)
    }
    fn play_on(&mut self) -> Result<(), String> {
        Play::play_on(self)
    }
    fn must_think(&self) -> bool {
        self.thinks().is_some()
    }
    fn thinking(&self) -> Option<Thinking> {
        Play::thinking(self)
    }
    fn has_thought(&mut self, of: &Position, thought: Option<String>) -> Result<bool, String> {
        Play::has_thought(self, of, thought)
    }
    fn reseat(&mut self, begun: Begun) {
        self.seed = begun.header.dice_seed();
        self.header = begun.header;
        self.seating = begun.seating;
    }
    fn entries_from(&self, from: usize) -> Result<Vec<Raw>, String> {
        let entries = self.session.entries().get(from..).unwrap_or_default();
        entries.iter().map(|entry| untyped(entry).map_err(|error| error.to_string())).collect()
    }
    fn answer(&mut self, seat: Seat, version: usize, answer: Value) -> Result<(), Refused> {
        Play::answer(self, seat, version, said::<G>(answer)?)
    }
    fn throw(&mut self, seat: Seat, version: usize, faces: Option<Vec<u32>>) -> Result<(), Refused> {
        Play::throw(self, seat, version, faces)
    }
    fn undo(&mut self, seat: Seat) -> Result<(), Refused> {
        Play::undo(self, seat)
    }
    fn concede(&mut self, seat: Seat) -> Result<(), Refused> {
        Play::concede(self, seat)
    }
    fn advice(&self, seat: Seat) -> Result<Thinks, Refused> {
        Play::advice(self, seat)
    }
    fn led(&self, seat: Seat) -> Result<Vec<u8>, Refused> {
        told(&Play::led(self, seat)?)
    }
    fn hand(&mut self, seat: Seat, command: &str, to_captain: bool) -> Result<(), Refused> {
        Play::hand(self, seat, command, to_captain)
    }
    fn say_beforehand(&mut self, seat: Seat, beforehand: Beforehand) -> Result<(), Refused> {
        Play::say_beforehand(self, seat, beforehand)
    }
    fn staff(&self) -> Option<&Both<Staffed>> {
        Some(&self.staff)
    }
    fn check(&self, seat: Seat, answer: Value) -> Result<Brings, Refused> {
        let moves =
            matches!(answer["order"]["do"].as_str(), Some("march" | "ride" | "turn" | "form" | "fall-back"));
        let unit = answer["order"]["unit"].as_u64().and_then(|unit| u16::try_from(unit).ok()).map(UnitId);
        let answer = said::<G>(answer)?;
        Play::check(self, seat, &answer)?;
        Ok(if moves { self.brings(seat, &answer, unit).unwrap_or_default() } else { Brings::default() })
    }
    fn record(&self, seat: Seat) -> Result<String, Refused> {
        Play::record(self, seat)
    }
    fn report(&self, id: &str) -> Result<Vec<u8>, Refused> {
        if !self.is_over() && !self.uploaded {
            return Err(Refused::conflict("The report is written when the battle is over."));
        }
        told(&report(id, &self.players, &self.session).map_err(Refused::inside)?)
    }
    fn sheet(&self) -> Result<Vec<u8>, Refused> {
        let shown = sheet::in_force(self.session.game(), self.header.rules.patch.as_deref())?;
        serde_json::to_vec(&shown).map_err(Refused::inside)
    }
    fn view(&self, id: &str, look: Look) -> Result<Vec<u8>, Refused> {
        view::view(id, self, look).map_err(Refused::inside)
    }
    fn after_step(&mut self, id: &str, step: usize, look: Look) -> Result<Vec<u8>, Refused> {
        view::after_step(id, self, step, look)
    }
    fn log(&self, look: Look) -> Result<Vec<u8>, Refused> {
        let seen = self.session.game().seen_by(look.seat.side());
        let heard = Heard::of(&self.session, look.seat.side());
        let by = self.told_by(look.seat);
        let log = log::lines(&*seen, self.session.log(), self.session.log_ends(), &by, &heard, look);
        self::told(&LogView { version: heard.version, step: heard.step(), told: heard.told(), log })
    }
    fn unit_options(&self, seat: Seat, unit: UnitId) -> Result<Vec<u8>, Refused> {
        let (side, question) = self.ordered(seat)?;
        let game = self.session.game().seen_by(Some(side));
        let drawn = game.units_drawn().into_iter().find(|drawn| drawn.id == unit);
        let out = drawn.is_some_and(|drawn| drawn.rect.is_some() && !drawn.marks.in_command);
        let out_of_command = out.then_some(G::OUT_OF_COMMAND);
        let command_range = game.command_range().filter(|_| out);
        let options = game.unit_options(side, question, unit)?.of(&Says::of(&*game));
        told(&Options { out_of_command, command_range, ..options })
    }
    fn general_options(&self, seat: Seat, general: GeneralId) -> Result<Vec<u8>, Refused> {
        let (side, question) = self.ordered(seat)?;
        let game = self.session.game().seen_by(Some(side));
        told(&game.general_options(side, question, general)?.of(&Says::of(&*game)))
    }
    fn overlay_of_table(&mut self, seat: Seat) -> Result<Vec<u8>, Refused> {
        told(&overlay::of_table(self, seat)?)
    }
    fn overlay_of_unit(&self, seat: Seat, unit: UnitId) -> Result<Vec<u8>, Refused> {
        told(&overlay::of_unit(&*self.session.game().seen_by(seat.side()), unit)?)
    }
    fn odds_of_answers(&self, seat: Seat) -> Result<Vec<u8>, Refused> {
        let answers = match self.asked().filter(|(side, _)| seat == Seat::of(*side)) {
            Some((side, question)) => odds::briefs(&*self.session.game().seen_by(Some(side)), side, question),
            None => Vec::new(),
        };
        told(&Briefs { version: self.version(seat), answers })
    }
    fn odds(&self, seat: Seat, asked: odds::OddsAsked) -> Result<Vec<u8>, Refused> {
        told(&self.weighed(seat, asked)?)
    }
}

impl<G: Shown> Play<G> {
    /// The question, where it is this seat's to give orders.
    fn ordered(&self, seat: Seat) -> Result<(Side, &G::Question), Refused> {
        match (self.asked(), seat.side()) {
            (Some((of, question)), Some(side))
                if of == side && question.form(self.session.game()).kind == FormKind::Orders =>
            {
                Ok((side, question))
            }
            (Some((of, _)), Some(side)) if of == side => {
                Err(Refused::conflict("Orders are not wanted now: answer what is asked."))
            }
            _ => Err(Refused::conflict("Orders are not wanted of you now: wait for your movement phase.")),
        }
    }
}
