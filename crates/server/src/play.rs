//! A game in memory: the session, the computer's generals, and the dice.

use crate::log;
use crate::lookback::Lookback;
use crate::odds;
use crate::overlay;
use crate::report::report;
use crate::seat::{self, Player, Seat};
use crate::shown::Shown;
use crate::store::{Kept, Raw};
use crate::view::{self, Look};
use crate::wrong::Wrong;
use dice::{Pool, Seed, Stream};
use engine::record::{Header, Record, thrown};
use engine::{Both, Entry, Game, GeneralId, Mistake, Players as _, Session, Side, UnitId, Waiting};
use games::Kind;
use general::General;
use serde::Serialize;
use serde_json::Value;

/// No battle of ours takes a tenth of it.
const MOST_STEPS: usize = 200_000;

/// A game in memory, whichever it is: what the doors ask of it, in JSON.
pub(crate) trait Playing: Send {
    fn version(&self) -> usize;
    fn step(&self) -> usize;
    fn mark(&self) -> String;
    fn outcome(&self) -> Option<&'static str>;
    fn play_on(&mut self) -> Result<(), String>;
    fn entries_from(&self, from: usize) -> Result<Vec<Raw>, String>;
    fn answer(&mut self, seat: Seat, version: usize, answer: Value) -> Result<(), Wrong>;
    fn throw(&mut self, seat: Seat, version: usize, faces: Option<Vec<u32>>) -> Result<(), Wrong>;
    fn undo(&mut self, seat: Seat) -> Result<(), Wrong>;
    fn check(&self, seat: Seat, answer: Value) -> Result<(), Wrong>;
    fn record(&self, seat: Seat) -> Result<String, Wrong>;
    fn report(&self, id: &str) -> Result<Vec<u8>, Wrong>;
    fn view(&self, id: &str, look: Look) -> Result<Vec<u8>, Wrong>;
    fn after_step(&mut self, id: &str, step: usize, look: Look) -> Result<Vec<u8>, Wrong>;
    fn log(&self, look: Look) -> Result<Vec<u8>, Wrong>;
    fn unit_options(&self, seat: Seat, unit: UnitId) -> Result<Vec<u8>, Wrong>;
    fn general_options(&self, seat: Seat, general: GeneralId) -> Result<Vec<u8>, Wrong>;
    fn overlay_of_table(&mut self, seat: Seat) -> Result<Vec<u8>, Wrong>;
    fn overlay_of_unit(&self, seat: Seat, unit: UnitId) -> Result<Vec<u8>, Wrong>;
    fn odds_of_answers(&self, seat: Seat) -> Result<Vec<u8>, Wrong>;
    fn odds(&self, seat: Seat, asked: odds::Asked) -> Result<Vec<u8>, Wrong>;
}

/// Folds a kept game's entries, and does not play on yet.
pub(crate) fn open(kept: &Kept, entries: Vec<Raw>) -> Result<Box<dyn Playing>, String> {
    let kind = Kind::from_word(&kept.header.game);
    let kind = kind.ok_or_else(|| format!("game {} is of no game we know: {}", kept.id, kept.header.game))?;
    Ok(games::with!(kind, G => Box::new(Play::<G>::open(kept, entries)?)))
}

/// What was said, as the game knows it.
pub(crate) fn said<G: Shown>(answer: Value) -> Result<G::Answer, Wrong> {
    G::read_answer(answer)
        .map_err(|error| Wrong::bad(format!("The answer is not one of this game: {error}.")))
}

fn told(found: &impl Serialize) -> Result<Vec<u8>, Wrong> {
    serde_json::to_vec(found).map_err(Wrong::inside)
}

/// A game that is being played, or was.
pub(crate) struct Play<G: Shown> {
    pub(crate) session: Session<G>,
    header: Header,
    pub(crate) players: Both<Player>,
    pub(crate) own_dice: bool,
    /// A record somebody has brought along: nobody plays on, and nothing in it is a secret.
    pub(crate) uploaded: bool,
    /// `None`: of a record whose dice were not revealed.
    seed: Option<Seed>,
    salt: String,
    generals: Both<Option<General<G>>>,
    /// For whoever looks back.
    lookback: Lookback<G>,
}

impl<G: Shown> Play<G> {
    fn open(kept: &Kept, entries: Vec<Raw>) -> Result<Play<G>, String> {
        let header = kept.header.clone();
        let source = games::Source::new(format!("{}.toml", header.battle), header.battle_text.clone());
        let setup = games::Setup {
            battle: games::BattleFile { id: header.battle.clone(), source },
            patch: header
                .rules
                .patch
                .as_ref()
                .map(|text| games::read_patch(&games::Source::new("patch.toml", text.clone())))
                .transpose()
                .map_err(|error| error.to_string())?,
        };
        let (battle, rules) = setup.open::<G>().map_err(|error| error.to_string())?;
        if header.rules.hash != rules.hash_hex() {
            return Err(format!("game {} was begun by other rules than those at hand", kept.id));
        }
        let start =
            games::start_of::<G>(&kept.id, &header, &battle, rules).map_err(|error| error.to_string())?;
        let mut session =
            if header.beside_figures { Session::beside_figures(start) } else { Session::new(start) };
        for (i, entry) in entries.into_iter().enumerate() {
            let misfit = |why: String| format!("entry {} does not fit: {why}", i + 1);
            let entry = typed::<G>(entry).map_err(|error| misfit(error.to_string()))?;
            session.put(entry).map_err(|mistake| misfit(mistake.to_string()))?;
        }
        let uploaded = kept.setting.uploaded.is_some();
        let seed = header.seed;
        let players = kept.setting.players.clone();
        // A general has luck of its own, another one each time the game is opened.
        let luck = seed.map_or(0, |seed| u64::from_le_bytes(std::array::from_fn(|i| seed.0[i])))
            ^ session.entries().len() as u64;
        let seated = |player: &Player, luck: u64| match player {
            Player::General(name) if !uploaded => general::by_name(name, luck),
            Player::General(_) | Player::You | Player::Friend => None,
        };
        let generals = Both { french: seated(&players.french, luck), allied: seated(&players.allied, !luck) };
        Ok(Play {
            session,
            header,
            players,
            own_dice: kept.setting.own_dice,
            uploaded,
            seed,
            salt: kept.salt.clone(),
            generals,
            lookback: Lookback::default(),
        })
    }

    pub(crate) fn version(&self) -> usize {
        self.session.entries().len()
    }

    pub(crate) fn step(&self) -> usize {
        self.session.steps().len()
    }

    /// Two games with the same mark are the same. A version may come again, after something was taken back; a mark
    /// does not, and tells nothing of what is hidden.
    pub(crate) fn mark(&self) -> String {
        let (used, hash) = self.session.steps().last().map_or((0, ""), |(used, hash)| (*used, hash));
        let since = self.session.entries().get(used..).unwrap_or_default();
        let since = serde_json::to_string(since).unwrap_or_default();
        let mark = seat::hashed(&format!("{} {} {hash} {since}", self.salt, self.version()));
        mark.chars().take(16).collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.session.waiting().is_none()
    }

    /// What is asked, and of whom.
    pub(crate) fn asked(&self) -> Option<(Side, &G::Question)> {
        asked(&self.session)
    }

    /// The winner's word, once the battle is over.
    pub(crate) fn outcome(&self) -> Option<&'static str> {
        let outcome = self.session.game().outcome().filter(|_| self.is_over())?;
        Some(match outcome.winner {
            Some(Side::French) => "french",
            Some(Side::Allied) => "allied",
            None => "draw",
        })
    }

    /// Seeded dice fall and computer generals answer until a person must, or the battle is over.
    pub(crate) fn play_on(&mut self) -> Result<(), String> {
        if self.uploaded {
            return Ok(());
        }
        let mut stream = self.stream()?;
        let game = |session: &Session<G>| session.game().battle().title.to_owned();
        while let Some(waiting) = self.session.waiting() {
            if self.step() >= MOST_STEPS {
                return Err(format!("{}: no end after {MOST_STEPS} steps", game(&self.session)));
            }
            let entry = match waiting {
                Waiting::ForDice { .. } if self.own_dice => return Ok(()),
                Waiting::ForDice { pool, .. } => fall(&mut stream, *pool),
                Waiting::ForAnswer(question) => {
                    let present = self.session.game();
                    let side = present.asked_of(question);
                    let Some(general) = self.generals[side].as_mut() else { return Ok(()) };
                    let answer = general.answer(side, &present.seen_by(Some(side)), question);
                    match present.check(question, &answer) {
                        Ok(()) => Entry::Answer(answer),
                        Err(refusal) => {
                            tracing::warn!(%refusal, "a general's answer was refused; it declines instead");
                            Entry::Answer(present.decline(question))
                        }
                    }
                }
                Waiting::ForFact(_) | Waiting::Wrong(_) => {
                    return Err(format!("{}: nobody can look at this table", game(&self.session)));
                }
            };
            self.session.put(entry).map_err(|mistake| mistake.to_string())?;
        }
        Ok(())
    }

    /// A person's answer, and what follows from it.
    pub(crate) fn answer(&mut self, seat: Seat, version: usize, answer: G::Answer) -> Result<(), Wrong> {
        self.at_version(version)?;
        let Some((side, _)) = self.asked() else {
            return Err(Wrong::conflict(if self.is_over() {
                "The battle is over: nothing more can be answered."
            } else {
                "Dice are wanted now, not an answer: throw them first."
            }));
        };
        if seat != Seat::of(side) {
            return Err(Wrong::forbidden("This decision belongs to the other side: wait for your turn."));
        }
        in_reason::<G>(&answer)?;
        self.put(Entry::Answer(answer))
    }

    /// Faces a person has thrown; without any, the seeded dice fall this time, as sealed when the game began.
    pub(crate) fn throw(&mut self, seat: Seat, version: usize, faces: Option<Vec<u32>>) -> Result<(), Wrong> {
        if seat == Seat::Watch {
            return Err(Wrong::forbidden("Spectators do not throw dice: take a seat by its link."));
        }
        self.at_version(version)?;
        if !self.own_dice {
            return Err(Wrong::conflict(
                "This game throws its own dice; begin one with your own dice to type them.",
            ));
        }
        let Some(Waiting::ForDice { pool, .. }) = self.session.waiting() else {
            return Err(Wrong::conflict("No dice are wanted now: answer the question first."));
        };
        let entry = match faces {
            Some(faces) => Entry::Dice { faces, typed: true },
            None => fall(&mut self.stream().map_err(Wrong::inside)?, *pool),
        };
        self.put(entry)
    }

    /// The seeded dice from where they stand.
    fn stream(&self) -> Result<Stream, String> {
        let mut stream = Stream::new(self.seed.ok_or("the seed is missing")?, 0);
        stream.go_to(thrown(self.session.entries()));
        Ok(stream)
    }

    fn at_version(&self, version: usize) -> Result<(), Wrong> {
        if version == self.version() { Ok(()) } else { Err(Wrong::stale(version, self.version())) }
    }

    fn put(&mut self, entry: Entry<G::Answer>) -> Result<(), Wrong> {
        self.session.put(entry).map_err(|mistake| match &mistake {
            Mistake::Refused(refusal) => Wrong::from(refusal),
            _ => Wrong::conflict(capital(&format!("{mistake}."))),
        })?;
        self.play_on().map_err(Wrong::inside)
    }

    /// Takes back the seat's last answer, if nothing has fallen or been decided since.
    pub(crate) fn undo(&mut self, seat: Seat) -> Result<(), Wrong> {
        let Some(side) = seat.side() else {
            return Err(Wrong::forbidden("Spectators have nothing to take back."));
        };
        if self.session.undo(side) {
            self.lookback.cut(self.step());
            return Ok(());
        }
        Err(Wrong::conflict(
            "Nothing can be taken back: dice have fallen or the other side has decided since your last answer.",
        ))
    }

    /// Whether an answer would be accepted now.
    pub(crate) fn check(&self, seat: Seat, answer: &G::Answer) -> Result<(), Wrong> {
        match self.asked() {
            Some((side, question)) if seat == Seat::of(side) => {
                in_reason::<G>(answer)?;
                self.session.game().check(question, answer).map_err(|refusal| Wrong::from(&refusal))
            }
            Some(_) => Err(Wrong::conflict("This decision belongs to the other side: wait for your turn.")),
            None if self.is_over() => Err(Wrong::conflict("The battle is over.")),
            None => Err(Wrong::conflict("Dice are wanted now, not an answer.")),
        }
    }

    /// The record as far as it may be shown: the battle's text tells of reserves, and the seed of dice to come.
    pub(crate) fn record(&self, seat: Seat) -> Result<String, Wrong> {
        if self.is_over() || self.uploaded {
            return Ok(Record::of(self.header.clone(), &self.session).write());
        }
        if let Some(why) = self.session.game().record_tells(seat.side()) {
            return Err(Wrong::conflict(why));
        }
        Ok(Record::of(self.header.clone().sealed(), &self.session).write())
    }

    /// How the battle went, as JSON; the same for every seat, since nothing is hidden any more.
    pub(crate) fn report(&self, id: &str) -> Result<Vec<u8>, Wrong> {
        if !self.is_over() && !self.uploaded {
            return Err(Wrong::conflict("The report is written when the battle is over."));
        }
        let report = report(id, &self.players, &self.session).map_err(Wrong::inside)?;
        serde_json::to_vec(&report).map_err(Wrong::inside)
    }

    /// What binds the dice before they fall.
    pub(crate) fn commitment(&self) -> &str {
        &self.header.commitment.0
    }

    /// Shows the game after each finished step from one to the last, in order; 0 is the beginning.
    pub(crate) fn each_step(&mut self, from: usize, mut show: impl FnMut(&G)) -> Result<(), Wrong> {
        for step in from..=self.step() {
            show(self.lookback.at(&self.session, step).map_err(Wrong::inside)?);
        }
        Ok(())
    }

    /// The game exactly as it was after a step, and before it; 0 is the beginning.
    pub(crate) fn around_step(&mut self, step: usize) -> Result<(G, G), Wrong> {
        if step > self.step() {
            return Err(Wrong::not_found(format!(
                "The game has {} finished steps so far; choose one of them.",
                self.step()
            )));
        }
        let before = self.lookback.at(&self.session, step.saturating_sub(1)).map_err(Wrong::inside)?.clone();
        let after = self.lookback.at(&self.session, step).map_err(Wrong::inside)?.clone();
        Ok((before, after))
    }
}

fn fall<A>(stream: &mut Stream, pool: Pool) -> Entry<A> {
    Entry::Dice { faces: (0..pool.count).map(|_| stream.die(pool.sides)).collect(), typed: false }
}

/// What a session asks, and of whom.
pub(crate) fn asked<G: Game>(session: &Session<G>) -> Option<(Side, &G::Question)> {
    match session.waiting() {
        Some(Waiting::ForAnswer(question)) => Some((session.game().asked_of(question), question)),
        _ => None,
    }
}

/// Numbers from outside that no table has are refused before any geometry sees them.
fn in_reason<G: Shown>(answer: &G::Answer) -> Result<(), Wrong> {
    if G::is_in_reason(answer) {
        return Ok(());
    }
    let mut wrong =
        Wrong::conflict("That is far beyond the table: give places and distances that are on it.");
    wrong.body.rule = Some(engine::Cite::<G::Ids>::question().id());
    Err(wrong)
}

/// An entry with its answer as the game knows it.
fn typed<G: Game>(entry: Raw) -> Result<Entry<G::Answer>, serde_json::Error> {
    Ok(match entry {
        Entry::Dice { faces, typed } => Entry::Dice { faces, typed },
        Entry::Answer(answer) => Entry::Answer(serde_json::from_value(answer)?),
        Entry::Seen(seen) => Entry::Seen(seen),
    })
}

/// And as the store keeps it.
pub(crate) fn untyped<A: Serialize>(entry: &Entry<A>) -> Result<Raw, serde_json::Error> {
    Ok(match entry {
        Entry::Dice { faces, typed } => Entry::Dice { faces: faces.clone(), typed: *typed },
        Entry::Answer(answer) => Entry::Answer(serde_json::to_value(answer)?),
        Entry::Seen(seen) => Entry::Seen(seen.clone()),
    })
}

#[derive(Serialize)]
struct LogView {
    version: usize,
    step: usize,
    told: usize,
    log: Vec<log::Line>,
}

#[derive(Serialize)]
struct Briefs<A> {
    version: usize,
    answers: Vec<odds::Brief<A>>,
}

impl<G: Shown> Playing for Play<G> {
    fn version(&self) -> usize {
        Play::version(self)
    }
    fn step(&self) -> usize {
        Play::step(self)
    }
    fn mark(&self) -> String {
        Play::mark(self)
    }
    fn outcome(&self) -> Option<&'static str> {
        Play::outcome(self)
    }
    fn play_on(&mut self) -> Result<(), String> {
        Play::play_on(self)
    }
    fn entries_from(&self, from: usize) -> Result<Vec<Raw>, String> {
        let entries = self.session.entries().get(from..).unwrap_or_default();
        entries.iter().map(|entry| untyped(entry).map_err(|error| error.to_string())).collect()
    }
    fn answer(&mut self, seat: Seat, version: usize, answer: Value) -> Result<(), Wrong> {
        Play::answer(self, seat, version, said::<G>(answer)?)
    }
    fn throw(&mut self, seat: Seat, version: usize, faces: Option<Vec<u32>>) -> Result<(), Wrong> {
        Play::throw(self, seat, version, faces)
    }
    fn undo(&mut self, seat: Seat) -> Result<(), Wrong> {
        Play::undo(self, seat)
    }
    fn check(&self, seat: Seat, answer: Value) -> Result<(), Wrong> {
        Play::check(self, seat, &said::<G>(answer)?)
    }
    fn record(&self, seat: Seat) -> Result<String, Wrong> {
        Play::record(self, seat)
    }
    fn report(&self, id: &str) -> Result<Vec<u8>, Wrong> {
        Play::report(self, id)
    }
    fn view(&self, id: &str, look: Look) -> Result<Vec<u8>, Wrong> {
        view::view(id, self, look).map_err(Wrong::inside)
    }
    fn after_step(&mut self, id: &str, step: usize, look: Look) -> Result<Vec<u8>, Wrong> {
        view::after_step(id, self, step, look)
    }
    fn log(&self, look: Look) -> Result<Vec<u8>, Wrong> {
        let seen = self.session.game().seen(look.seat.side());
        let log = log::lines(&*seen, self.session.log(), self.session.log_ends(), look);
        let told = self.session.log().len();
        self::told(&LogView { version: self.version(), step: self.step(), told, log })
    }
    fn unit_options(&self, seat: Seat, unit: UnitId) -> Result<Vec<u8>, Wrong> {
        let (side, question) = self.ordered(seat)?;
        told(&self.session.game().seen(Some(side)).unit_options(side, question, unit)?)
    }
    fn general_options(&self, seat: Seat, general: GeneralId) -> Result<Vec<u8>, Wrong> {
        let (side, question) = self.ordered(seat)?;
        told(&self.session.game().seen(Some(side)).general_options(side, question, general)?)
    }
    fn overlay_of_table(&mut self, seat: Seat) -> Result<Vec<u8>, Wrong> {
        told(&overlay::of_table(self, seat)?)
    }
    fn overlay_of_unit(&self, seat: Seat, unit: UnitId) -> Result<Vec<u8>, Wrong> {
        told(&overlay::of_unit(&*self.session.game().seen(seat.side()), unit)?)
    }
    fn odds_of_answers(&self, seat: Seat) -> Result<Vec<u8>, Wrong> {
        let answers = match self.asked().filter(|(side, _)| seat == Seat::of(*side)) {
            Some((side, question)) => odds::briefs(&*self.session.game().seen(Some(side)), side, question),
            None => Vec::new(),
        };
        told(&Briefs { version: self.version(), answers })
    }
    fn odds(&self, seat: Seat, asked: odds::Asked) -> Result<Vec<u8>, Wrong> {
        told(&odds::told(self, seat, asked)?)
    }
}

impl<G: Shown> Play<G> {
    /// The question, where it is this seat's to give orders.
    fn ordered(&self, seat: Seat) -> Result<(Side, &G::Question), Wrong> {
        match (self.asked(), seat.side()) {
            (Some((of, question)), Some(side)) if of == side && G::wants_orders(question) => {
                Ok((side, question))
            }
            (Some((of, _)), Some(side)) if of == side => {
                Err(Wrong::conflict("Orders are not wanted now: answer what is asked."))
            }
            _ => Err(Wrong::conflict("Orders are not wanted of you now: wait for your movement phase.")),
        }
    }
}

pub(crate) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
